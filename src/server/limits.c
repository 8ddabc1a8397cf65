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
    struct pip__bucket *oldest = NULL;
    for (uint64_t i = 0; i < 8; i++) {
        struct pip__bucket *bucket = &server->limits[(who + i) % BUCKETS];
        if (bucket->who == who)
            return bucket;
        if (!oldest || bucket->at < oldest->at)
            oldest = bucket;
    }
    *oldest = (struct pip__bucket){.who = who};
    return oldest;
}

static bool take(struct pip__server *server, const char *whose, char what, double burst,
                 double per_hour) {
    char text[80];
    uint64_t who;
    struct pip_text key = pip_text_init(text, sizeof text);
    pip_text_add_char(&key, what);
    pip_text_add(&key, whose);
    crypto_shorthash((unsigned char *)&who, (const unsigned char *)text, strlen(text),
                     server->hash_key);
    return pip__bucket_take(bucket_of(server, who), burst, per_hour);
}

bool pip__limit_take(struct pip__server *server, const char *address, char what, double burst,
                     double per_hour) {
    char whose[NET_ADDRESS_MAX];
    pip__net_address_key(address, 64, whose);
    return take(server, whose, what, burst, per_hour);
}

/* ---- Codes ---- */

bool pip__limit_code(struct pip__server *server, const char *address) {
    char whose[NET_ADDRESS_MAX];
    if (!pip__bucket_has(&server->codes, CODES_BURST, CODES_PER_HOUR))
        return false;
    pip__net_address_key(address, 48, whose);
    return take(server, whose, 'c', CODE_BURST, CODE_PER_HOUR);
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
