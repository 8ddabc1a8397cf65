/* Who is at the other end, and how many connections they have. Addresses are kept as IPv6, those of
 * IPv4 mapped into it. */
#include "net_conn.h"
#include <arpa/inet.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

struct peer {
    struct in6_addr whose;
    uint32_t count;
};

/* ---- Addresses ---- */

static struct in6_addr mapped(const void *four) {
    struct in6_addr address = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(address.s6_addr + 12, four, 4);
    return address;
}

void pip__net_address_of(const struct sockaddr *place, struct in6_addr *address) {
    if (place->sa_family == AF_INET)
        *address = mapped(&((const struct sockaddr_in *)place)->sin_addr);
    else
        *address = ((const struct sockaddr_in6 *)place)->sin6_addr;
}

void pip__net_address_write(const struct in6_addr *address, char text[NET_ADDRESS_MAX]) {
    if (IN6_IS_ADDR_V4MAPPED(address))
        inet_ntop(AF_INET, address->s6_addr + 12, text, NET_ADDRESS_MAX);
    else
        inet_ntop(AF_INET6, address, text, NET_ADDRESS_MAX);
}

static bool read_address(const char *text, struct in6_addr *address) {
    struct in_addr four;
    if (inet_pton(AF_INET6, text, address) == 1)
        return true;
    if (inet_pton(AF_INET, text, &four) != 1)
        return false;
    *address = mapped(&four);
    return true;
}

/* Also with a port, as 192.0.2.1:99 or [2001:db8::1]:99. */
bool pip__net_address_forwarded(struct pip_span header, struct in6_addr *address) {
    char buffer[NET_ADDRESS_MAX], *text = buffer;
    size_t start = header.length;
    while (start > 0 && header.at[start - 1] != ',')
        start--;
    for (; start < header.length && (header.at[start] == ' ' || header.at[start] == '\t'); start++)
        continue;
    struct pip_text copy = pip_text_init(buffer, sizeof buffer);
    if (header.at)
        pip_text_add_span(&copy, (struct pip_span){header.at + start, header.length - start});
    if (!pip_text_fits(&copy))
        return false;
    if (text[0] == '[') {
        text++;
        text[strcspn(text, "]")] = '\0';
    } else if (strchr(text, ':') == strrchr(text, ':')) {
        text[strcspn(text, ":")] = '\0';
    }
    return read_address(text, address);
}

/* Whoever has one address of a /64 has all of them, and may well have a /48. */
static struct in6_addr whose(struct in6_addr address, int bits) {
    if (!IN6_IS_ADDR_V4MAPPED(&address))
        memset(address.s6_addr + bits / 8, 0, sizeof address.s6_addr - (size_t)bits / 8);
    return address;
}

void pip__net_address_key(const char *text, int bits, char key[NET_ADDRESS_MAX]) {
    struct in6_addr address = {0};
    read_address(text, &address);
    address = whose(address, bits);
    pip__net_address_write(&address, key);
}

/* ---- Counting ---- */

static int compare(const void *a, const void *b) {
    const struct peer *one = a, *two = b;
    return memcmp(&one->whose, &two->whose, sizeof one->whose);
}

bool pip__net_address_is_loopback(const struct in6_addr *address) {
    return IN6_IS_ADDR_LOOPBACK(address) ||
           (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == 127);
}

static struct peer *peer_find(struct pip__net *net, const struct in6_addr *address) {
    struct peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return NULL;
    peer->whose = whose(*address, 64);
    struct peer **found = tsearch(peer, &net->peers, compare);
    if (!found || *found != peer)
        free(peer);
    return found ? *found : NULL;
}

/* Without a proxy, who comes from this machine is trusted: it is the operator. */
bool pip__net_peer_join(struct pip__net_conn *conn, const struct in6_addr *address) {
    pip__net_peer_leave(conn);
    if (!conn->net->config.proxied && pip__net_address_is_loopback(address))
        return true;
    struct peer *peer = peer_find(conn->net, address);
    if (!peer || peer->count >= NET_CONNECTIONS_MAX)
        return false;
    peer->count++;
    conn->peer = peer;
    return true;
}

void pip__net_peer_leave(struct pip__net_conn *conn) {
    struct peer *peer = conn->peer;
    conn->peer = NULL;
    if (!peer || --peer->count > 0)
        return;
    tdelete(peer, &conn->net->peers, compare);
    free(peer);
}
