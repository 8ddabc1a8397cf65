/* The lists of Escape. Apart from the rest, because the sheet reader needs them before there are
 * sheets to link. */
#include "escape.h"

const char *const pip__es_face_name[ES_FACES] = {"torch", "key", "adventurer", "gold", "black"};

const char *const pip__es_side_name[ES_SIDES] = {"north", "east", "south", "west"};

const uint32_t pip__es_rim[ES_SIDES] = {ES_NORTH_ROW, ES_EAST_COLUMN, ES_SOUTH_ROW, ES_WEST_COLUMN};

const char *const pip__es_track_name[ES_TRACKS] = {"dash", "heal",  "reroll",
                                                   "key",  "torch", "gold"};

const char *const pip__es_action_name[ES_ACTIONS] = {
    "dash",           "heal",          "reroll",       "key",  "torch",
    "gold",           "gem",           "joker",        "exit", "special:red",
    "special:yellow", "special:green", "special:blue",
};

const uint8_t pip__es_temporary[ES_TEMPORARIES] = {ES_TORCH, ES_KEY, ES_GOLD};

#define T 0x00000001u
#define K 0x00000100u
#define A 0x00010000u
#define G 0x01000000u
const pip__es_dice pip__es_hand[ES_HANDS] = {
    0, T, K, A, G, T + T, T + K, T + A, T + G, K + K, K + A, K + G, A + A, A + G, G + G,
};
