#include "net_lws.h"
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RX_BUFFER 1024      /* each WebSocket has one of these, for ever */
#define TX_AT_ONCE 131072   /* libwebsockets would cut what it writes by the size of RX_BUFFER */
#define HEADERS_MAX 8192    /* of a request */
#define ACCEPT_AT_ONCE 64   /* before others get their turn */
#define ACCEPT_AGAIN_MS 200 /* after running out of descriptors */
#define STOP_MS 1000
#define STOP_LOOK_MS 20

/* ---- What libwebsockets tells us ---- */

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *session, void *in,
                    size_t length) {
    (void)session;
    struct net *net = lws_context_user(lws_get_context(wsi));
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return net__http_begin(net, wsi);
    case LWS_CALLBACK_HTTP_BODY: return net__http_body(wsi, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return net__http_body_end(wsi);
    case LWS_CALLBACK_HTTP_WRITEABLE: return net__http_writable(wsi);
    case LWS_CALLBACK_TIMER: return net__http_timer(wsi);
    case LWS_CALLBACK_CLOSED_HTTP: return net__http_gone(wsi);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return net__ws_upgrade(net, wsi, in);
    case LWS_CALLBACK_ESTABLISHED: return net__ws_opened(net, wsi);
    case LWS_CALLBACK_RECEIVE: return net__ws_received(wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return net__ws_writable(wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return net__ws_close_received(wsi);
    case LWS_CALLBACK_CLOSED: return net__ws_gone(wsi);
    default: return 0;
    }
}

bool net__header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t room) {
    text[0] = '\0';
    return lws_hdr_total_length(wsi, token) == 0 || lws_hdr_copy(wsi, text, (int)room, token) >= 0;
}

void net__address(const struct net *net, struct lws *wsi, char *address) {
    char forwarded[1024];
    if (net->config.proxied &&
        net__header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof forwarded)) {
        const char *comma = strrchr(forwarded, ','), *last = comma ? comma + 1 : forwarded;
        last += strspn(last, " \t");
        size_t length = strspn(last, "0123456789abcdefABCDEF:.[]");
        bool clean = last[length + strspn(last + length, " \t")] == '\0';
        if (clean && length > 0 && length < NET_ADDRESS_MAX) {
            memcpy(address, last, length);
            address[length] = '\0';
            return;
        }
    }
    lws_get_peer_simple(wsi, address, NET_ADDRESS_MAX);
}

/* ---- Listening: by ourselves, because libwebsockets cannot stop listening alone ---- */

static int listen_on(const struct addrinfo *place) {
    int fd = socket(place->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
    if (bind(fd, place->ai_addr, place->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* A listening socket, or -1 with a sentence. */
static int listen_at(const char *address, int port, char *error, size_t room) {
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port & 0xffff);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *places = NULL;
    int fd = -1, found = getaddrinfo(address, service, &hints, &places);
    for (struct addrinfo *place = places; fd < 0 && place; place = place->ai_next)
        fd = listen_on(place);
    if (fd < 0)
        snprintf(error, room, "cannot listen on %s port %d: %s", address, port,
                 found != 0 ? gai_strerror(found) : strerror(errno));
    if (places)
        freeaddrinfo(places);
    return fd;
}

static int port_of(int fd) {
    struct sockaddr_storage place;
    socklen_t length = sizeof place;
    char service[8] = "0";
    if (getsockname(fd, (struct sockaddr *)&place, &length) == 0)
        getnameinfo((struct sockaddr *)&place, length, NULL, 0, service, sizeof service,
                    NI_NUMERICSERV);
    return atoi(service);
}

static void on_connection(uv_poll_t *poll, int status, int events);

static void on_accept_again(uv_timer_t *timer) {
    struct net *net = timer->data;
    uv_poll_start(&net->poll, UV_READABLE, on_connection);
}

static void on_connection(uv_poll_t *poll, int status, int events) {
    (void)status, (void)events;
    struct net *net = poll->data;
    for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
        int fd = accept4(net->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        bool used_up = fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
        if (used_up) { /* the listener stays readable, so look away for a while */
            uv_poll_stop(poll);
            uv_timer_start(&net->timer, on_accept_again, ACCEPT_AGAIN_MS, 0);
        }
        if (fd < 0)
            return;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        lws_adopt_socket(net->lws, fd); /* closes it if that fails */
    }
}

/* ---- Life cycle ---- */

static void start_lws(struct net *net) {
    int patience = net->config.patience > 0 ? net->config.patience : NET_PATIENCE;
    net->protocols[0] = (struct lws_protocols){.name = NET_PROTOCOL,
                                               .callback = on_event,
                                               .rx_buffer_size = RX_BUFFER,
                                               .tx_packet_size = TX_AT_ONCE};
    net->idle = (lws_retry_bo_t){.secs_since_valid_ping = (uint16_t)patience,
                                 .secs_since_valid_hangup = (uint16_t)(2 * patience)};
    void *loops[] = {net->config.loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = net->protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .foreign_loops = loops,
        .user = net,
        .gid = -1,
        .uid = -1,
        .max_http_header_data = HEADERS_MAX,
        .timeout_secs = (unsigned)patience,
        .timeout_secs_ah_idle = (unsigned)patience,
        .keepalive_timeout = patience,
        .retry_and_idle_policy = &net->idle,
    };
    lws_set_log_level(0, NULL);
    net->lws = lws_create_context(&info);
}

static void on_start_failed(uv_handle_t *poll) {
    free(poll->data);
}

/* False with a sentence; the net is then gone, or will be when the loop runs. */
static bool start_events(struct net *net, char *error, size_t room) {
    int failed = uv_poll_init(net->config.loop, &net->poll, net->listener);
    if (failed) {
        snprintf(error, room, "cannot start: %s", uv_strerror(failed));
        free(net);
        return false;
    }
    net->poll.data = net;
    start_lws(net);
    if (!net->lws) {
        snprintf(error, room, "cannot start libwebsockets; is its libuv plugin installed?");
        uv_close((uv_handle_t *)&net->poll, on_start_failed);
        return false;
    }
    uv_timer_init(net->config.loop, &net->timer);
    net->timer.data = net;
    return true;
}

struct net *net_start(const struct net_config *config, char *error, size_t room) {
    struct net *net = calloc(1, sizeof *net);
    if (!net) {
        snprintf(error, room, "out of memory");
        return NULL;
    }
    net->config = *config;
    net->listener = listen_at(config->address, config->port, error, room);
    if (net->listener < 0) {
        free(net);
        return NULL;
    }
    net->port = port_of(net->listener);
    int listener = net->listener;
    if (!start_events(net, error, room)) {
        close(listener);
        return NULL;
    }
    uv_poll_start(&net->poll, UV_READABLE, on_connection);
    return net;
}

int net_port(const struct net *net) {
    return net->port;
}

const struct net_stats *net_stats(const struct net *net) {
    return &net->stats;
}

/* Looks from a timer whether all are done: libwebsockets must not be destroyed from its own
 * callback. */
static void on_stop_look(uv_timer_t *timer) {
    struct net *net = timer->data;
    bool done = !net->sockets && net->exchanges == 0;
    if (!done && uv_now(timer->loop) < net->stop_by)
        return;
    uv_close((uv_handle_t *)timer, NULL);
    lws_context_destroy(net->lws);
}

void net_stop(struct net *net) {
    if (net->stopping)
        return;
    net->stopping = true;
    uv_close((uv_handle_t *)&net->poll, NULL);
    close(net->listener);
    for (struct net_socket *socket = net->sockets; socket; socket = net__ws_next(socket))
        net_close(socket, LWS_CLOSE_STATUS_GOINGAWAY, "server stops");
    uv_update_time(net->config.loop);
    net->stop_by = uv_now(net->config.loop) + STOP_MS;
    uv_timer_start(&net->timer, on_stop_look, STOP_LOOK_MS, STOP_LOOK_MS);
}

/* With a loop that is not its own, libwebsockets is destroyed in two calls, the loop's end between.
 */
void net_free(struct net *net) {
    if (!net)
        return;
    lws_context_destroy(net->lws);
    free(net);
}
