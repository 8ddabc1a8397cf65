#include "server.h"

/* Short words that are easy to say, hear and spell; none is a plural or sounds like another. */
static const char *const words[] = {
    "acorn",  "amber",  "apple",  "arrow",  "badge",  "bacon",   "basil",   "beach",   "birch",
    "bison",  "bloom",  "brick",  "brook",  "broom",  "cabin",   "camel",   "candy",   "canoe",
    "cedar",  "chalk",  "cliff",  "cloud",  "clover", "cobra",   "comet",   "coral",   "crane",
    "crown",  "daisy",  "delta",  "dingo",  "dove",   "drum",    "eagle",   "ember",   "fable",
    "fern",   "fiddle", "finch",  "flame",  "flint",  "flute",   "forest",  "fox",     "frost",
    "garden", "gecko",  "ginger", "glove",  "goose",  "grape",   "hammer",  "harbor",  "hazel",
    "heron",  "honey",  "igloo",  "indigo", "ivory",  "jacket",  "jaguar",  "jasmine", "jelly",
    "kettle", "kiwi",   "koala",  "ladder", "lagoon", "lantern", "lemon",   "lily",    "linen",
    "llama",  "lotus",  "magnet", "mango",  "maple",  "marble",  "meadow",  "melon",   "mint",
    "moss",   "nectar", "needle", "nutmeg", "oasis",  "olive",   "onion",   "orbit",   "otter",
    "owl",    "panda",  "paper",  "peach",  "pebble", "pepper",  "piano",   "pine",    "planet",
    "plum",   "pocket", "pony",   "poppy",  "prism",  "puffin",  "quartz",  "rabbit",  "radish",
    "raven",  "ribbon", "river",  "robin",  "rocket", "saddle",  "saffron", "salmon",  "shell",
    "silver", "spruce", "stork",  "summit", "sunset", "teapot",  "tiger",   "tulip",   "tunnel",
    "turtle", "valley", "velvet", "violet", "walnut", "willow",  "window",  "winter",  "yarrow",
    "zebra",
};
#define WORDS (sizeof words / sizeof *words)
#define NUMBERS 9990u /* 10 to 9999 */

void pip__words_code(uint32_t number, char code[CODE_MAX + 1]) {
    struct pip_text text = pip_text_init(code, CODE_MAX + 1);
    uint32_t place = number % (uint32_t)(WORDS * NUMBERS);
    pip_text_add(&text, words[place % WORDS]);
    pip_text_add_char(&text, '-');
    pip_text_add_number(&text, 10 + place / WORDS);
}
