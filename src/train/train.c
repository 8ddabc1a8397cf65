#include "train.h"
#include "bots/think.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LANES 4
#define LANE_GAMES 8       /* of one lane in one round */
#define POSITIONS_MAX 8192 /* of the games that a lane remembers, all seats together */
#define GAMES_MAX 1024     /* that it remembers */
#define LONG_GAME 2048     /* positions: so much room there is for a game at least */
#define REPORTS 40         /* of progress */

/* ---- The net as it learns ---- */

struct row {
    float hidden[NET_HIDDEN], past[NET_HEADS];
};

struct learner {
    float out[NET_HEADS][NET_HIDDEN];
    struct row row[]; /* features + 1 */
};

static size_t learner_size(unsigned features) {
    return sizeof(struct learner) + (features + 1u) * sizeof(struct row);
}

static float small(struct pip_random *random, float size) {
    return size * ((float)pip_random_below(random, 20001) / 10000.0f - 1.0f);
}

static void learner_begin(struct learner *learner, unsigned features, uint64_t seed) {
    struct pip_random random = pip_random_init((struct pip_seed){.seed = seed}, 0x7261696e);
    memset(learner, 0, learner_size(features));
    for (unsigned row = 0; row <= features; row++) {
        for (int i = 0; i < NET_HIDDEN; i++)
            learner->row[row].hidden[i] = small(&random, 0.1f);
    }
    for (int head = 0; head < NET_HEADS; head++) {
        for (int i = 0; i < NET_HIDDEN; i++)
            learner->out[head][i] = small(&random, 0.1f);
    }
}

static void learner_from(struct learner *learner, const struct pip_net *net) {
    for (unsigned row = 0; row <= net->features; row++) {
        for (int i = 0; i < NET_HIDDEN; i++)
            learner->row[row].hidden[i] = (float)net->row[row].hidden[i] / NET_HIDDEN_ONE;
        for (int head = 0; head < NET_HEADS; head++)
            learner->row[row].past[head] = (float)net->past[row].head[head] / NET_PAST_ONE;
    }
    for (int head = 0; head < NET_HEADS; head++) {
        for (int i = 0; i < NET_HIDDEN; i++)
            learner->out[head][i] = (float)net->out[head][i] / NET_OUT_ONE;
    }
}

static int16_t rounded(float weight, int one, float most) {
    float scaled = weight * (float)one;
    scaled = scaled > most ? most : scaled < -most ? -most : scaled;
    return (int16_t)lrintf(scaled);
}

/* The same in whole numbers, to play with. */
static void learner_round(const struct learner *learner, struct pip__net_file *file) {
    for (unsigned row = 0; row <= file->net.features; row++) {
        for (int i = 0; i < NET_HIDDEN; i++)
            file->row[row].hidden[i] =
                rounded(learner->row[row].hidden[i], NET_HIDDEN_ONE, INT16_MAX);
        for (int head = 0; head < NET_HEADS; head++)
            file->past[row].head[head] =
                rounded(learner->row[row].past[head], NET_PAST_ONE, INT16_MAX);
    }
    for (int head = 0; head < NET_HEADS; head++) {
        for (int i = 0; i < NET_HIDDEN; i++)
            file->net.out[head][i] = rounded(learner->out[head][i], NET_OUT_ONE, NET_OUT_MOST);
    }
}

/* ---- A game to learn from ---- */

struct position {
    uint16_t count, feature[PIP_FEATURES_MAX];
    bool tried;             /* an attempt led here */
    float unit[NET_HIDDEN]; /* activations */
    float told[NET_HEADS];
};

/* A game that was played. Its positions go round the seats that are remarked. */
struct game {
    int first, positions, seats, heads;
    bool tried; /* something in the last turn */
    float lambda;
    float final[PIP_SEATS_MAX][NET_HEADS];
};

struct lane {
    struct learner *learner;
    struct pip_mind mind;
    struct position position[POSITIONS_MAX];
    int positions, games;
    struct game game[GAMES_MAX];
    struct pip_sheet sheet; /* invented */
    uint64_t data[PIP_SHEET_DATA_MAX / 8];
    bool tried; /* something, since the last position */
    double sum; /* of targets */
    uint64_t played, length;
};

struct work {
    const struct pip__training *training;
    const struct pip_think *think;
    struct pip__net_file *file; /* what is played with */
    struct learner *learner;
    struct lane *lane[LANES];
    uint32_t begin; /* first game of this round */
    pthread_mutex_t lock;
    int next; /* lane that nobody has taken */
    float rate;
    bool warm;
};

/* Where all win or lose together, one view is everybody's. */
static int seats_remarked(const struct pip_setup *setup) {
    return setup->game->won ? 1 : setup->seats;
}

static void remember(struct lane *lane, const struct pip_setup *setup, const void *state) {
    int seats = seats_remarked(setup);
    if (lane->positions + seats > POSITIONS_MAX)
        return;
    for (int seat = 0; seat < seats; seat++) {
        struct position *p = &lane->position[lane->positions++];
        p->count = (uint16_t)setup->game->think->remark(setup, state, seat, p->feature);
        p->tried = lane->tried;
    }
    lane->tried = false;
}

/* What is taken for bad is never done, and so never found to be good: now and then something is
 * tried. Whether must not depend on the dice, or good rolls would be learned from less often than
 * bad ones: it counts as an attempt also where there is no choice. */
static const struct pip_line *choice(struct lane *lane, const struct work *work) {
    struct pip_mind *mind = &lane->mind;
    const uint32_t sure = 1u << 20;
    double explore = work->training->explore;
    if (explore == 0 || pip_random_below(&mind->random, sure) >= explore * sure)
        return &mind->candidate[0].line;
    lane->tried = true;
    return &mind->candidate[pip_random_below(&mind->random, (uint32_t)mind->count)].line;
}

static void act(struct lane *lane, const struct work *work, const struct pip_setup *setup,
                const void *view, int seat, struct pip_line *line) {
    struct pip__thinker thinker = {setup, &work->file->net, &lane->mind};
    if (work->warm) {
        *line =
            *pip_bot_choose(pip_bot_find(pip_span_of("greedy")), setup, view, seat, &lane->mind);
        return;
    }
    pip__rank_by_net(&thinker, view, seat);
    *line = *choice(lane, work);
}

/* Everybody who may act does, each from the position before. */
static void all_act(struct lane *lane, const struct work *work, const struct pip_setup *setup,
                    void *state, pip_actors actors) {
    struct pip__position before, view;
    memcpy(before.bytes, state, setup->game->state_size);
    for (int seat = 0; seat < setup->seats; seat++) {
        if (!(actors >> seat & 1))
            continue;
        view = before;
        do {
            struct pip_line line;
            act(lane, work, setup, view.bytes, seat, &line);
            pip__line_play(setup, view.bytes, seat, &line);
            pip__line_play(setup, state, seat, &line);
        } while ((actors & (actors - 1u)) && setup->game->actor(setup, view.bytes) >> seat & 1);
    }
}

static void finish(struct lane *lane, struct game *game, const struct pip_setup *setup,
                   const void *state) {
    const struct pip_think *think = setup->game->think;
    unsigned winners = setup->game->won ? 0 : pip_score_winners(setup, state);
    for (int seat = 0; seat < setup->seats; seat++) {
        int32_t target = think->target ? think->target(setup, state, seat)
                                       : pip_score_total(setup, state, seat) * 1000;
        game->final[seat][NET_VALUE] = (float)target / think->unit;
        game->final[seat][NET_WIN] =
            winners >> seat & 1 ? 1.0f / (float)__builtin_popcount(winners) : 0.0f;
        lane->sum += (double)target / 1000;
        lane->played++;
    }
    lane->length += (uint64_t)setup->game->turn(setup, state);
}

static void play(struct lane *lane, const struct work *work, const struct pip_setup *setup,
                 uint32_t game) {
    struct pip_seed seed = {work->training->seed, game};
    struct pip__position now = {{0}};
    int turn = 0;
    bool acted = false; /* somebody of a team: every line's outcome is looked at */
    if (lane->games == GAMES_MAX || lane->positions > POSITIONS_MAX - LONG_GAME)
        lane->positions = lane->games = 0;
    bool contest = setup->seats > 1 && !setup->game->won && !work->think->apart;
    struct game *played = &lane->game[lane->games++];
    *played = (struct game){.first = lane->positions,
                            .seats = seats_remarked(setup),
                            .heads = contest ? NET_HEADS : 1,
                            .lambda = work->warm ? 1.0f : (float)work->training->lambda};
    lane->mind.random = pip_random_init(seed, 0);
    setup->game->start(setup, now.bytes);
    for (uint32_t roll = 0;;) {
        pip_actors actors = setup->game->actor(setup, now.bytes);
        int turn_now = setup->game->turn(setup, now.bytes);
        if (actors == PIP_ACTORS_OVER)
            break;
        if (setup->game->won ? acted : actors == PIP_ACTORS_CHANCE || turn_now != turn)
            remember(lane, setup, now.bytes);
        turn = turn_now;
        acted = actors != PIP_ACTORS_CHANCE;
        if (actors == PIP_ACTORS_CHANCE) {
            struct pip_chance chance;
            setup->game->chance(setup, now.bytes, &chance);
            setup->game->apply(setup, now.bytes, PIP_CHANCE, pip_seed_roll(seed, roll++, &chance));
        } else {
            all_act(lane, work, setup, now.bytes, actors);
        }
    }
    played->positions = lane->positions - played->first;
    played->tried = lane->tried;
    lane->tried = false;
    finish(lane, played, setup, now.bytes);
}

/* ---- Learning from it ---- */

static void tell(const struct learner *learner, unsigned features, struct position *p) {
    const float most = (float)NET_HIDDEN_MOST / NET_HIDDEN_ONE;
    struct row sum = learner->row[features];
    for (int i = 0; i < p->count; i++) {
        const struct row *row = &learner->row[p->feature[i]];
        for (int j = 0; j < NET_HIDDEN; j++)
            sum.hidden[j] += row->hidden[j];
        for (int head = 0; head < NET_HEADS; head++)
            sum.past[head] += row->past[head];
    }
    for (int j = 0; j < NET_HIDDEN; j++) {
        float unit = sum.hidden[j];
        p->unit[j] = unit < 0 ? 0 : unit > most ? most : unit;
        for (int head = 0; head < NET_HEADS; head++)
            sum.past[head] += p->unit[j] * learner->out[head][j];
    }
    p->told[NET_VALUE] = sum.past[NET_VALUE];
    p->told[NET_WIN] = 1.0f / (1.0f + expf(-sum.past[NET_WIN]));
}

/* One step down the slope of the squared error (of the logarithmic one for winning; its slope is
 * the same). The more features share the blame, the less each gets. */
static void learn(struct learner *learner, unsigned features, const struct position *p,
                  const float error[NET_HEADS], float rate) {
    const float most = (float)NET_HIDDEN_MOST / NET_HIDDEN_ONE;
    float step = rate / (float)(p->count + 1), blame[NET_HIDDEN], past[NET_HEADS];
    for (int j = 0; j < NET_HIDDEN; j++) {
        bool moves = p->unit[j] > 0 && p->unit[j] < most;
        blame[j] = 0;
        for (int head = 0; head < NET_HEADS; head++) {
            blame[j] += moves ? step * error[head] * learner->out[head][j] : 0;
            learner->out[head][j] += 0.06f * step * error[head] * p->unit[j];
        }
    }
    for (int head = 0; head < NET_HEADS; head++)
        past[head] = step * error[head];
    for (int i = 0; i <= p->count; i++) {
        struct row *row = &learner->row[i < p->count ? p->feature[i] : features];
        for (int j = 0; j < NET_HIDDEN; j++)
            row->hidden[j] += blame[j];
        for (int head = 0; head < NET_HEADS; head++)
            row->past[head] += past[head];
    }
}

/* TD(lambda): each position learns from those that came after it, the nearer the more; but nothing
 * from an attempt, which is not what it is worth. */
static void learn_game(struct lane *lane, const struct work *work, const struct game *game) {
    unsigned features = work->think->features;
    for (int seat = 0; seat < game->seats; seat++) {
        float after[NET_HEADS], hope[NET_HEADS];
        memcpy(after, game->final[seat], sizeof after);
        memcpy(hope, after, sizeof hope);
        bool tried = game->tried;
        for (int i = game->positions - game->seats + seat; i >= 0; i -= game->seats) {
            struct position *p = &lane->position[game->first + i];
            float error[NET_HEADS] = {0};
            tell(lane->learner, features, p);
            for (int head = 0; head < game->heads; head++) {
                hope[head] = tried ? p->told[head]
                                   : (1 - game->lambda) * after[head] + game->lambda * hope[head];
                error[head] = hope[head] - p->told[head];
                after[head] = p->told[head];
            }
            tried = p->tried;
            learn(lane->learner, features, p, error, work->rate);
        }
    }
}

/* From the game just played, and again from some of those before. */
static void learn_games(struct lane *lane, const struct work *work) {
    learn_game(lane, work, &lane->game[lane->games - 1]);
    for (uint32_t i = 0; i < work->training->again; i++) {
        uint32_t any = pip_random_below(&lane->mind.random, (uint32_t)lane->games);
        learn_game(lane, work, &lane->game[any]);
    }
}

/* ---- Rounds ---- */

/* A net for any sheet learns on sheets that it will never see again. */
static struct pip_setup setup_of(struct lane *lane, const struct work *work, uint32_t game) {
    const struct pip__training *training = work->training;
    struct pip_setup setup = training->setups[game % (uint32_t)training->count];
    if (training->sheet[0] == '\0' && work->think->invent) {
        struct pip_random random = pip_random_init((struct pip_seed){training->seed, game}, 1);
        work->think->invent(&random, lane->data);
        lane->sheet = (struct pip_sheet){.game = setup.game->name,
                                         .name = "invented",
                                         .title_en = "",
                                         .title_de = "",
                                         .author = "",
                                         .note = "",
                                         .data = lane->data};
        setup.sheet = &lane->sheet;
    }
    return setup;
}

static void run_lane(struct work *work, int number) {
    struct lane *lane = work->lane[number];
    memcpy(lane->learner, work->learner, learner_size(work->think->features));
    for (uint32_t i = 0; i < LANE_GAMES; i++) {
        uint32_t game = work->begin + (uint32_t)number * LANE_GAMES + i;
        struct pip_setup setup = setup_of(lane, work, game);
        play(lane, work, &setup, game);
        learn_games(lane, work);
    }
}

static void *run_lanes(void *argument) {
    struct work *work = argument;
    for (;;) {
        pthread_mutex_lock(&work->lock);
        int lane = work->next < LANES ? work->next++ : LANES;
        pthread_mutex_unlock(&work->lock);
        if (lane == LANES)
            return NULL;
        run_lane(work, lane);
    }
}

/* The mean of what those lanes have learned that learned anything, in their order. */
static void gather_some(struct work *work, size_t at, size_t count) {
    float *all = (float *)work->learner + at;
    float change[NET_HEADS * NET_HIDDEN] = {0};
    int learned = 0;
    for (int lane = 0; lane < LANES; lane++) {
        const float *own = (const float *)work->lane[lane]->learner + at;
        if (memcmp(own, all, count * sizeof *all) == 0)
            continue;
        for (size_t i = 0; i < count; i++)
            change[i] += own[i] - all[i];
        learned++;
    }
    for (size_t i = 0; i < count && learned > 0; i++)
        all[i] += change[i] / (float)learned;
}

static void gather(struct work *work) {
    const size_t out = NET_HEADS * NET_HIDDEN, row = sizeof(struct row) / sizeof(float);
    gather_some(work, 0, out);
    for (unsigned i = 0; i <= work->think->features; i++)
        gather_some(work, out + i * row, row);
}

static void run_round(struct work *work) {
    pthread_t thread[LANES];
    int started = 0, wanted = work->training->threads;
    work->next = 0;
    while (started < wanted - 1 && started < LANES - 1 &&
           pthread_create(&thread[started], NULL, run_lanes, work) == 0)
        started++;
    run_lanes(work);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    gather(work);
    learner_round(work->learner, work->file);
}

static void report(struct work *work, uint32_t games) {
    double sum = 0, played = 0, length = 0;
    for (int i = 0; i < LANES; i++) {
        sum += work->lane[i]->sum;
        played += (double)work->lane[i]->played;
        length += (double)work->lane[i]->length;
        work->lane[i]->sum = 0;
        work->lane[i]->played = work->lane[i]->length = 0;
    }
    if (work->training->progress && played > 0)
        work->training->progress(work->training->context, games, sum / played, length / played);
}

static void run(struct work *work) {
    const struct pip__training *training = work->training;
    uint32_t reported = 0;
    for (uint32_t game = 0; game < training->games; game += LANES * LANE_GAMES) {
        double done = (double)game / training->games;
        work->begin = game;
        work->warm = game < training->warm;
        work->rate = (float)(training->rate * (done < 0.5 ? 1 : 1.05 - (done - 0.5) * 2));
        run_round(work);
        if (game * REPORTS / training->games != reported) {
            reported = game * REPORTS / training->games;
            report(work, game);
        }
    }
    report(work, training->games);
}

/* What never came up is still as it began: nothing is known about it. A lane's memory is free now
 * to begin in once more. */
static void forget_unseen(struct work *work) {
    struct learner *began = work->lane[0]->learner;
    learner_begin(began, work->think->features, work->training->seed);
    for (unsigned row = 0; row < work->think->features; row++) {
        if (memcmp(&began->row[row], &work->learner->row[row], sizeof began->row[row]) != 0)
            continue;
        memset(&work->file->row[row], 0, sizeof work->file->row[row]);
        memset(&work->file->past[row], 0, sizeof work->file->past[row]);
    }
}

static bool make_room(struct work *work, struct pip__net_file *file) {
    size_t size = learner_size(work->think->features);
    bool there = pip__net_make_room(file);
    there &= (work->learner = malloc(size)) != NULL;
    for (int i = 0; i < LANES; i++) {
        work->lane[i] = calloc(1, sizeof *work->lane[i]);
        there &= work->lane[i] && (work->lane[i]->learner = malloc(size)) != NULL;
    }
    return there;
}

static void give_back(struct work *work) {
    free(work->learner);
    for (int i = 0; i < LANES; i++) {
        if (work->lane[i])
            free(work->lane[i]->learner);
        free(work->lane[i]);
    }
}

enum pip_status pip__train(const struct pip__training *training, struct pip__net_file *file) {
    const struct pip_game *game = training->setups[0].game;
    struct work work = {.training = training, .think = game->think, .file = file};
    snprintf(file->game, sizeof file->game, "%s", game->name);
    snprintf(file->sheet, sizeof file->sheet, "%s", training->sheet);
    file->net = (struct pip_net){.game = file->game,
                                 .sheet = file->sheet,
                                 .seats_min = training->seats_min,
                                 .seats_max = training->seats_max,
                                 .features = game->think->features,
                                 .hash = training->hash};
    bool room = make_room(&work, file);
    if (room) {
        pthread_mutex_init(&work.lock, NULL);
        learner_begin(work.learner, game->think->features, training->seed);
        if (training->from)
            learner_from(work.learner, training->from);
        learner_round(work.learner, file);
        run(&work);
        if (training->hash && !training->from)
            forget_unseen(&work);
        pthread_mutex_destroy(&work.lock);
    }
    give_back(&work);
    return room ? PIP_OK : PIP_NO_ROOM;
}
