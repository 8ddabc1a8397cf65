/* The audience of a room: connections, what they are told as it happens, and catching up. */
#ifndef PIP__AUDIENCE_H
#define PIP__AUDIENCE_H

#include "net.h"
#include "room.h"

enum {
    HELLO_MS = 10000,       /* for a new connection to say who it is */
    FAULTS_MAX = 5,         /* bad messages before a connection is closed */
    SPOT_MAX = 16,          /* letters of what somebody points at */
    PIECE_BYTES = 128 << 10 /* of the events that somebody missed, before the others have a turn */
};

struct pip__conn {
    struct pip__server *server;
    struct pip__net_socket *socket;
    struct pip__room *room;  /* NULL until hello */
    struct pip__conn *next;  /* in the room; before hello, among the strangers ... */
    struct pip__conn **link; /* ... where this is what points to it */
    int64_t since;           /* when it was opened */
    uint8_t key[32];         /* SHA-256 of the key it has come with; all zeros: it has none */
    uint16_t seats;          /* set of the seats it holds, as far as it has been told */
    bool host, joined;       /* joined: hello is answered */
    bool catching_up;        /* it has not been told all yet ... */
    uint32_t told;           /* ... but up to this number */
    bool counted;            /* among the viewers */
    uint8_t faults;
    uint64_t whose; /* what limits know its address by */
};

void pip__conn_send(struct pip__conn *conn, json_t *message);
void pip__room_tell(struct pip__room *room, json_t *message, struct pip__conn *except);
/* The seats that somebody is connected to. */
uint16_t pip__seats_here(const struct pip__room *room);

/* Lets somebody in who has all events up to `last`, or sees somebody out. */
void pip__audience_join(struct pip__room *room, struct pip__conn *conn, uint32_t last);
void pip__audience_part(struct pip__room *room, struct pip__conn *conn);
/* More of what it missed, now that it has read what it was sent. */
void pip__audience_go_on(struct pip__conn *conn);

/* The history has become shorter. */
void pip__audience_shortened(struct pip__room *room);
/* The table is there, and was told up to event number `told` before. */
void pip__audience_loaded(struct pip__room *room, uint32_t told);
/* Nothing is in flight any more: whoever waited for that is told the rest. */
void pip__audience_settled(struct pip__room *room);

/* What is durable since event number `from`. */
void pip__audience_tell(struct pip__room *room, uint32_t from);
/* The others who hold the same seats learn what one of them did. */
void pip__audience_tell_holders(struct pip__room *room, const struct pip__ask *ask);

/* messages.c: what they may say. */

/* What kind of message it is; NULL if there is none of that form. */
const struct pip__kind *pip__kind_of(json_t *message);
bool pip__message_is_hello(json_t *message);
/* Does what it asks for, if the sender may. */
enum code pip__kind_run(struct pip__room *room, struct pip__ask *ask);

/* conns.c: how they come and go, and say it. */

void pip__conn_opened(void *server, struct pip__net_socket *socket, const char *address,
                      void **user);
void pip__conn_message(void *server, struct pip__net_socket *socket, void *user, const char *text,
                       size_t length);
void pip__conn_drained(void *server, struct pip__net_socket *socket, void *user);
void pip__conn_closed(void *server, struct pip__net_socket *socket, void *user);
void pip__strangers_sweep(struct pip__server *server, int64_t now);

/* rematch.c */
enum code pip__rematch_run(struct pip__room *room, struct pip__ask *ask);

#endif
