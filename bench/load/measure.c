#include "load.h"
#include <stdlib.h>
#include <unistd.h>

#define MEMORY_STEPS 10     /* points that a line is fitted to */
#define IDLE_IN_MEMORY 1000 /* tables without connections that the server keeps in memory */
#define COST_TABLES 1000    /* that are played at while the cost of a move is measured, ... */
#define COST_MOVES 20       /* ... moves at each of them, ... */
#define COST_ROUNDS 5       /* ... and how often, with new tables */

struct result result;

/* ---- Figures ---- */

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double at_share(double share) {
    return run.count ? 1e3 * run.latency[(size_t)(share * (double)(run.count - 1))] : 0;
}

double run_others(void) {
    double processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    return (others_time() - run.others) / (now() - run.began) / processors;
}

static struct spread run_spread(void) {
    qsort(run.latency, run.count, sizeof *run.latency, compare);
    return (struct spread){(double)run.count, at_share(.5), at_share(.99), at_share(1),
                           run_others()};
}

/* The slope of the straight line that fits best. */
static double slope(const double *x, const double *y, int count) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++) {
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        sxy += x[i] * y[i];
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/* ---- An even pace ---- */

static void run_paced(struct table *tables, int count) {
    double start = now(), gap = options.pace / count;
    uint64_t turns = (uint64_t)(options.seconds / gap);
    run_begin(false, 0);
    for (uint64_t i = 0; i < turns;) {
        double due = start + gap * (double)i;
        if (now() >= due)
            move_somebody(&tables[i++ % (uint64_t)count]);
        else
            pump(due);
    }
    run_end(tables, count);
    result.paced = run_spread();
}

/* ---- As many as possible, and bare SQLite ---- */

#define LOOK_SECONDS 1.5 /* between two looks at how many requests share a transaction */

static void run_saturated(struct table *tables, int count) {
    double events = stored_events(), batches = 0, looks = 0, look = now() + LOOK_SECONDS;
    double start = now(), until = start + options.saturated, spent = server_time();
    run_begin(true, UINT32_MAX);
    for (int i = 0; i < count; i++)
        settle(&tables[i]);
    while (now() < until && 10 * run.over < count) {
        pump(look < until ? look : until);
        if (now() < look)
            continue;
        batches += metric("store_batch_mean");
        looks++;
        look += LOOK_SECONDS;
    }
    result.seconds = now() - start;
    result.rate = (double)run.count / result.seconds;
    run.on = false;
    run_end(tables, count);
    result.saturated = run_spread();
    result.cost = 1e6 * (server_time() - spent) / result.saturated.moves;
    result.batch = looks > 0 ? batches / looks : metric("store_batch_mean");
    result.events = (stored_events() - events) / result.saturated.moves;
}

static void read_holds(void) {
    result.hold = metric("loop_hold_max_seconds");
    result.hold_wall = metric("loop_hold_wall_max_seconds");
    result.thing = metric_most("work_hold_max_seconds", "work", result.what, sizeof result.what);
    result.thing_wall = metric_most("work_hold_wall_max_seconds", "work", result.what_wall,
                                    sizeof result.what_wall);
}

void measure_load(void) {
    struct table *tables = tables_new(options.tables);
    start_server();
    double before = server_memory();
    make_tables(tables, options.tables);
    connect_tables(tables, options.tables, SEATS);
    run_paced(tables, options.tables);
    result.played = (server_memory() - before) / options.tables;
    run_saturated(tables, options.tables);
    read_holds();
    tables_free(tables, options.tables);
    stop_server();
    run_bare(options.tables);
}

/* ---- Memory ---- */

double measure_memory(int connections) {
    double x[MEMORY_STEPS + 1] = {0}, y[MEMORY_STEPS + 1];
    bool few = connections == 0 && options.tables > IDLE_IN_MEMORY;
    int each = (few ? IDLE_IN_MEMORY : options.tables) / MEMORY_STEPS;
    struct table *tables = tables_new(each * MEMORY_STEPS);
    start_server();
    y[0] = server_memory();
    for (int i = 0; i < MEMORY_STEPS; i++) {
        make_tables(tables + i * each, each);
        connect_tables(tables + i * each, each, connections);
        pump_for(0.05);
        x[i + 1] = (i + 1) * each;
        y[i + 1] = server_memory();
    }
    tables_free(tables, each * MEMORY_STEPS);
    stop_server();
    return slope(x, y, MEMORY_STEPS + 1);
}

/* ---- Cost among idle tables ---- */

/* Seconds of the server's processor time for one move. */
static double measure_round(void) {
    struct table *tables = tables_new(COST_TABLES);
    make_tables(tables, COST_TABLES);
    connect_tables(tables, COST_TABLES, SEATS);
    pump_for(1.5); /* the server looks once a second which tables to forget */
    double before = server_time();
    run_begin(true, COST_MOVES);
    for (int i = 0; i < COST_TABLES; i++)
        settle(&tables[i]);
    run_end(tables, COST_TABLES);
    double spent = server_time() - before;
    tables_free(tables, COST_TABLES);
    return spent / (double)run.count;
}

/* In microseconds. The least, because other programs can only make it more. */
static double measure_cost(void) {
    double least = measure_round();
    for (int i = 1; i < COST_ROUNDS; i++) {
        double spent = measure_round();
        least = spent < least ? spent : least;
    }
    return 1e6 * least;
}

void measure_idle(void) {
    start_server();
    make_tables(NULL, FEW_IDLE);
    result.few = measure_cost();
    make_tables(NULL, options.idle - FEW_IDLE);
    result.many = measure_cost();
    stop_server();
}
