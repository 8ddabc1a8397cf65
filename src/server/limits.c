#include "server.h"
#include <sodium.h>
#include <string.h>

/* ---- How often ---- */

static void fill(struct pip__bucket *bucket, double burst, double per_hour) {
    int64_t now = pip__server_tick();
    double more = bucket->at ? (double)(now - bucket->at) * per_hour / 3600e3 : burst;
    bucket->left = bucket->left + more > burst ? burst : bucket->left + more;
    bucket->at = now;
}

bool pip__bucket_has(struct pip__bucket *bucket, double burst, double per_hour) {
    fill(bucket, burst, per_hour);
    return bucket->left >= 1;
}

bool pip__bucket_take(struct pip__bucket *bucket, double burst, double per_hour) {
    bool has = pip__bucket_has(bucket, burst, per_hour);
    bucket->left -= has;
    return has;
}

/* ---- By address ---- */

static struct pip__bucket *bucket_of(struct pip__server *server, uint64_t who) {
    struct pip__limit *oldest = NULL;
    for (uint64_t i = 0; i < 8; i++) {
        struct pip__limit *limit = &server->limits[(who + i) % BUCKETS];
        if (limit->who == who)
            return &limit->bucket;
        if (!oldest || limit->bucket.at < oldest->bucket.at)
            oldest = limit;
    }
    *oldest = (struct pip__limit){.who = who};
    return &oldest->bucket;
}

/* Nobody outside knows the key, so nobody can choose whom to be taken for. */
static uint64_t hash(const struct pip__server *server, const void *bytes, size_t length) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, bytes, length, server->hash_key);
    return hash;
}

static uint64_t whose(const struct pip__server *server, const char *address, int bits) {
    char key[NET_ADDRESS_MAX];
    pip__net_address_key(address, bits, key);
    return hash(server, key, strlen(key));
}

uint64_t pip__limit_whose(const struct pip__server *server, const char *address) {
    return whose(server, address, 64);
}

bool pip__limit_take(struct pip__server *server, uint64_t whose, char what, double burst,
                     double per_hour) {
    uint64_t both[] = {whose, (uint8_t)what};
    return pip__bucket_take(bucket_of(server, hash(server, both, sizeof both)), burst, per_hour);
}

/* ---- Codes ---- */

bool pip__limit_code(struct pip__server *server, const char *address) {
    return pip__bucket_has(&server->codes, CODES_BURST, CODES_PER_HOUR) &&
           pip__limit_take(server, whose(server, address, 48), 'c', CODE_BURST, CODE_PER_HOUR);
}

void pip__limit_code_failed(struct pip__server *server) {
    pip__bucket_take(&server->codes, CODES_BURST, CODES_PER_HOUR);
}

/* ---- JSON from strangers: a long text is soon read, very many values are not ---- */

static bool has_few_values(const char *text, size_t length) {
    size_t count = 0;
    bool inside = false;
    for (size_t i = 0; i < length && count <= VALUES_MAX; i++) {
        if (inside && text[i] == '\\')
            i++;
        else if (text[i] == '"')
            inside = !inside;
        else
            count += !inside && (text[i] == ',' || text[i] == '[' || text[i] == '{');
    }
    return count <= VALUES_MAX;
}

json_t *pip__json_read(const char *text, size_t length) {
    return has_few_values(text, length) ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL)
                                        : NULL;
}
