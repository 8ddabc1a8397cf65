#include "load.h"
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TABLES_LEAST 500 /* with fewer, a client would move too often for the server */

struct options options = {.program = "build/release/pipwright",
                          .folder = ".",
                          .tables = 2000,
                          .seconds = 25,
                          .idle = 20000,
                          .saturated = 10,
                          .pace = 3};

/* ---- Telling ---- */

static void print_text(void) {
    const struct spread *p = &result.paced, *s = &result.saturated;
    double kib = 1024;
    printf("%d tables, two clients each, a move every %g s at each for %d s\n", options.tables,
           options.pace, options.seconds);
    printf("  until all know of a move: p50 %.1f ms, p99 %.1f ms, most %.1f ms (%.0f moves)\n",
           p->p50, p->p99, p->most, p->moves);
    printf("everybody moves as soon as possible, for %.1f s\n", result.seconds);
    printf("  %.0f moves/s: p50 %.1f ms, p99 %.1f ms, most %.1f ms\n", result.rate, s->p50, s->p99,
           s->most);
    printf("  bare SQLite: %.0f appends/s (%.1f in a transaction, %.2f events each), ratio %.2f\n",
           result.bare_rate, result.batch, result.events, result.rate / result.bare_rate);
    printf(
        "  the loop was held for %.1f ms by a round at most, and for %.1f ms by one thing (%s)\n",
        1e3 * result.hold, 1e3 * result.thing, result.what);
    printf("  by the clock, with waiting for a processor: %.1f ms, and %.1f ms (%s)\n",
           1e3 * result.hold_wall, 1e3 * result.thing_wall, result.what_wall);
    printf("memory of a table\n");
    printf("  %.1f KiB without connections, %.1f with one, %.1f with two; after play %.1f\n",
           result.none / kib, result.one / kib, result.two / kib, result.played / kib);
    printf("processor time of a move: %.1f us at saturation, with all connections\n", result.cost);
    printf("  %.1f us with %d idle tables, %.1f us with %d, ratio %.2f\n", result.few, FEW_IDLE,
           result.many, options.idle, result.many / result.few);
    printf(
        "no error, no event missing; other programs had %.0f %%, %.0f %% and, beside bare SQLite, "
        "%.0f %% of the processors\n",
        100 * p->others, 100 * s->others, 100 * result.bare_others);
}

static void print_spread(const char *name, const struct spread *spread) {
    printf("\"%s\": {\"moves\": %.0f, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, "
           "\"others\": %.2f}, ",
           name, spread->moves, spread->p50, spread->p99, spread->most, spread->others);
}

static void print_json(void) {
    printf("{\"tables\": %d, \"clients\": %d, \"pace_seconds\": %g, \"seconds\": %d, ",
           options.tables, SEATS * options.tables, options.pace, options.seconds);
    print_spread("paced", &result.paced);
    print_spread("saturated", &result.saturated);
    printf("\"saturated_seconds\": %.2f, \"moves_per_second\": %.1f, \"bare_appends_per_second\": "
           "%.1f, \"ratio\": %.3f, "
           "\"batch\": %.2f, \"events_per_move\": %.3f, \"bare_others\": %.2f, \"move_us\": %.2f, ",
           result.seconds, result.rate, result.bare_rate, result.rate / result.bare_rate,
           result.batch, result.events, result.bare_others, result.cost);
    printf("\"table_bytes\": {\"no_connection\": %.0f, \"one_connection\": %.0f, "
           "\"two_connections\": %.0f, \"after_play\": %.0f}, \"connection_bytes\": %.0f, ",
           result.none, result.one, result.two, result.played, (result.two - result.none) / 2);
    printf("\"move_cost_us\": {\"few_idle\": %d, \"few\": %.2f, \"many_idle\": %d, \"many\": %.2f, "
           "\"ratio\": %.3f}, ",
           FEW_IDLE, result.few, options.idle, result.many, result.many / result.few);
    printf("\"hold_ms\": {\"round\": %.3f, \"thing\": %.3f, \"round_wall\": %.3f, "
           "\"thing_wall\": %.3f}, \"errors\": 0, \"lost\": 0}\n",
           1e3 * result.hold, 1e3 * result.thing, 1e3 * result.hold_wall, 1e3 * result.thing_wall);
}

/* ---- Options ---- */

static const char usage[] =
    "usage: bench_load [OPTIONS]\n\n"
    "  --tables N      tables with two clients each (2000, at least 500)\n"
    "  --seconds N     at an even pace (25)\n"
    "  --pace S        seconds between two moves at a table (3)\n"
    "  --saturated N   seconds at saturation (10), or until a tenth of the games is over\n"
    "  --idle N        idle tables (20000, more than 1000)\n"
    "  --program FILE  the server (build/release/pipwright)\n"
    "  --folder DIR    where the databases are, on the disk to measure (.)\n"
    "  --json          the results as one object\n";

static _Noreturn void misuse(void) {
    fputs(usage, stderr);
    exit(2);
}

static void read_option(int which) {
    switch (which) {
    case 't': options.tables = atoi(optarg); break;
    case 's': options.seconds = atoi(optarg); break;
    case 'p': options.pace = atof(optarg); break;
    case 'm': options.saturated = atoi(optarg); break;
    case 'i': options.idle = atoi(optarg); break;
    case 'x': options.program = optarg; break;
    case 'f': options.folder = optarg; break;
    case 'j': options.json = true; break;
    case 'h': fputs(usage, stdout); exit(0);
    default: misuse();
    }
}

static void read_options(int argc, char **argv) {
    static const struct option known[] = {
        {"tables", required_argument, NULL, 't'}, {"seconds", required_argument, NULL, 's'},
        {"pace", required_argument, NULL, 'p'},   {"saturated", required_argument, NULL, 'm'},
        {"idle", required_argument, NULL, 'i'},   {"program", required_argument, NULL, 'x'},
        {"folder", required_argument, NULL, 'f'}, {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},         {0}};
    for (int which; (which = getopt_long(argc, argv, "", known, NULL)) != -1;)
        read_option(which);
    if (optind < argc || options.tables < TABLES_LEAST || options.seconds < 1 ||
        options.saturated < 1 || options.idle <= FEW_IDLE || options.pace < 0.1)
        misuse();
}

/* The server inherits the limit. */
static void raise_limit(void) {
    struct rlimit limit;
    rlim_t needed = (rlim_t)SEATS * (rlim_t)options.tables + 200;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < needed)
        stop("the limit of open files is too low", "raise it with ulimit -Hn");
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    raise_limit();
    make_folder();
    links_begin();
    choices = pip_random_init((struct pip_seed){.seed = 1}, 0);
    measure_load();
    result.none = measure_memory(0);
    result.one = measure_memory(1);
    result.two = measure_memory(2);
    measure_idle();
    if (options.json)
        print_json();
    else
        print_text();
    free(run.latency);
    clean_up();
    return 0;
}
