/* The handshake that makes a connection a WebSocket. */
#include "net_conn.h"
#include <ctype.h>
#include <sha1.h>
#include <sodium.h>
#include <string.h>

#define ORIGIN_MAX 300
#define KEY_LENGTH 24 /* of a client's key: 16 bytes in base64 */

/* "HTTPS://Example.org:443/" becomes "https://example.org". False if it is no origin. */
static bool normalise(const char *url, char *origin, size_t room) {
    struct pip_text text = pip_text_init(origin, room);
    for (; *url; url++)
        pip_text_add_char(&text, (char)tolower((unsigned char)*url));
    if (!pip_text_fits(&text))
        return false;
    char *host = strstr(origin, "://");
    if (!host)
        return false;
    host += 3;
    host[strcspn(host, "/")] = '\0';
    const char *usual = strncmp(origin, "https:", 6) == 0 ? ":443" : ":80";
    size_t length = strlen(host), tail = strlen(usual);
    if (length > tail && strcmp(host + length - tail, usual) == 0)
        host[length - tail] = '\0';
    return true;
}

/* Without a public URL, a page must be of the host that it asks, with any scheme. */
bool pip__net_origin_allowed(const struct pip__net *net, const struct pip__net_head *head) {
    char sent[ORIGIN_MAX], origin[ORIGIN_MAX], url[ORIGIN_MAX], expected[ORIGIN_MAX];
    struct pip_text copy = pip_text_init(sent, sizeof sent), own = pip_text_init(url, sizeof url);
    if (!head->header[NET_ORIGIN].at)
        return true;
    pip_text_add_span(&copy, head->header[NET_ORIGIN]);
    if (!pip_text_fits(&copy) || !normalise(sent, origin, sizeof origin))
        return false;
    if (net->config.origin) {
        pip_text_add(&own, net->config.origin);
    } else {
        pip_text_add_span(&own, (struct pip_span){origin, strcspn(origin, ":")});
        pip_text_add(&own, "://");
        pip_text_add_span(&own, head->header[NET_HOST]);
    }
    return pip_text_fits(&own) && normalise(url, expected, sizeof expected) &&
           strcmp(origin, expected) == 0;
}

static bool key_sound(struct pip_span key) {
    unsigned char bytes[16];
    size_t length = 0;
    return key.length == KEY_LENGTH &&
           sodium_base642bin(bytes, sizeof bytes, key.at, key.length, NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           length == sizeof bytes;
}

/* Whether ours is among the subprotocols. */
static bool names_protocol(struct pip_span list) {
    while (list.length > 0) {
        const char *comma = memchr(list.at, ',', list.length);
        size_t length = comma ? (size_t)(comma - list.at) : list.length;
        struct pip_span name = {list.at, length};
        for (; name.length > 0 && strchr(" \t", name.at[0]); name.length--)
            name.at++;
        for (; name.length > 0 && strchr(" \t", name.at[name.length - 1]); name.length--)
            continue;
        if (pip_span_is(name, NET_PROTOCOL))
            return true;
        length += comma != NULL;
        list = (struct pip_span){list.at + length, list.length - length};
    }
    return false;
}

static int judge(const struct pip__net *net, const struct pip__net_head *head) {
    const struct pip_span *header = head->header;
    if (net->stopping)
        return 503;
    if (!head->websocket || !header[NET_WS_VERSION].at ||
        !pip_span_is(header[NET_WS_VERSION], "13"))
        return 426;
    if (head->length > 0 || !header[NET_WS_KEY].at || !key_sound(header[NET_WS_KEY]))
        return 400;
    if (header[NET_WS_PROTOCOL].at && !names_protocol(header[NET_WS_PROTOCOL]))
        return 400;
    return pip__net_origin_allowed(net, head) ? 0 : 403;
}

/* The answer that only who has seen the key can give. */
static void write_answer(const struct pip__net_head *head, struct pip_text *text) {
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    unsigned char hash[SHA1_DIGEST_LENGTH];
    char accept[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    SHA1_CTX sha;
    SHA1Init(&sha);
    SHA1Update(&sha, (const uint8_t *)head->header[NET_WS_KEY].at, KEY_LENGTH);
    SHA1Update(&sha, (const uint8_t *)magic, strlen(magic));
    SHA1Final(hash, &sha);
    sodium_bin2base64(accept, sizeof accept, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    pip_text_add(text, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                       "connection: upgrade\r\nsec-websocket-accept: ");
    pip_text_add(text, accept);
    if (head->header[NET_WS_PROTOCOL].at)
        pip_text_add(text, "\r\nsec-websocket-protocol: " NET_PROTOCOL);
    pip_text_add(text, "\r\n\r\n");
}

int pip__net_shake(const struct pip__net *net, const struct pip__net_head *head,
                   struct pip_text *answer) {
    int status = judge(net, head);
    if (!status)
        write_answer(head, answer);
    return status;
}
