/* Bots that think at once, in the thread of the loop, which hears of it on its next round; and
 * that do not think for long, whatever they are called. What they choose is not the server's
 * affair, and a thread that is woken costs more than what it does. For programs that link
 * at_once.c and wrap uv_queue_work and pip_bot_find. */
#ifndef PIP_AT_ONCE_H
#define PIP_AT_ONCE_H

/* How often bots may still think; then no thread can be had for them, and they do not play. A
 * negative number is no limit. */
extern int bots_turns;

#endif
