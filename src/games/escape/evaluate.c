#include "escape.h"
int32_t pip__es_evaluate(const struct pip_setup *setup, const void *state, int seat) {
    (void)setup;
    (void)seat;
    return pip__es_gems(state) * 1000;
}
