// Fixed work for the core; what happens inside the `counted_` functions is what instructions.py counts. Measures nothing itself.
// Prints how many decisions (or forks) that was. program, cards, sizes, archetypes and model come from data.h.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mtg_causal_core.h"

#include "data.h"

#define COUNTED __attribute__((noinline))

enum { OBSERVATION = 3077, ACTIONS = 478, CARDS = 90, COUNTS = 15 };
enum { RANDOM, HEURISTIC };
enum { TAKEN = 4 };
enum { GAMES_OF_A_PAIR = 4, LANES = 16, STEPS = 400, FORKS = 64 };

static const mtgc_settings SETTINGS = {.starter = -1, .max_turns = 50};

static void check(int32_t code) {
    if (code) {
        char text[1000] = "";
        mtgc_text(0, text, sizeof text - 1);
        fprintf(stderr, "the core failed with %d: %s\n", code, text);
        exit(1);
    }
}

COUNTED static void counted_play(mtgc_games *games, const uint64_t *luck, size_t n) {
    check(mtgc_games_play(games, RANDOM, RANDOM, NULL, luck, n));
}

COUNTED static void counted_step(mtgc_arena *arena, const int32_t *actions, const mtgc_output *output) {
    check(mtgc_arena_step(arena, actions, output));
}

COUNTED static void counted_fork(mtgc_games *games, const size_t *sources, const mtgc_changes *changes, mtgc_games **out) {
    check(mtgc_games_fork(games, sources, FORKS, changes, out));
}

static const uint16_t *deck(size_t number) {
    size_t first = 0;
    for (size_t before = 0; before < number; before++) first += sizes[before];
    return cards + first;
}

// Some games of every pair of decks, before the first decision.
static mtgc_games *dealt(const mtgc_pool *pool, int logged) {
    mtgc_games *games;
    check(mtgc_games_new(pool, 1, &games));
    for (size_t game = 0; game < DECKS * DECKS * GAMES_OF_A_PAIR; game++) {
        size_t own = game % DECKS, other = game / DECKS % DECKS;
        mtgc_deal deal = {.settings = SETTINGS, .seed = game, .logged = logged};
        deal.cards[0] = deck(own), deal.cards[1] = deck(other);
        deal.sizes[0] = sizes[own], deal.sizes[1] = sizes[other];
        check(mtgc_games_deal(games, &deal));
    }
    return games;
}

// Whole games; the decisions are those of twins that keep a log.
static size_t engine(const mtgc_pool *pool) {
    enum { N = DECKS * DECKS * GAMES_OF_A_PAIR };
    uint64_t luck[N];
    for (size_t game = 0; game < N; game++) luck[game] = game;
    mtgc_games *games = dealt(pool, 0), *twins = dealt(pool, 1);
    counted_play(games, luck, N);
    check(mtgc_games_play(twins, RANDOM, RANDOM, NULL, luck, N));
    size_t decisions = 0;
    for (size_t game = 0; game < N; game++) {
        size_t length = 0;
        check(mtgc_games_view(twins, game, TAKEN, NULL, 0, &length));
        decisions += length;
    }
    mtgc_games_free(games);
    mtgc_games_free(twins);
    return decisions;
}

static mtgc_arena *arena_of(const mtgc_pool *pool, int32_t pilot) {
    uint32_t both_sizes[2 * DECKS], weights[2 * DECKS];
    static uint16_t both_cards[2 * sizeof cards / sizeof *cards];
    static int16_t both_archetypes[2 * sizeof archetypes / sizeof *archetypes];
    memcpy(both_sizes, sizes, sizeof sizes), memcpy(both_sizes + DECKS, sizes, sizeof sizes);
    memcpy(both_cards, cards, sizeof cards), memcpy((char *)both_cards + sizeof cards, cards, sizeof cards);
    memcpy(both_archetypes, archetypes, sizeof archetypes);
    memcpy((char *)both_archetypes + sizeof archetypes, archetypes, sizeof archetypes);
    for (size_t number = 0; number < 2 * DECKS; number++) weights[number] = 1;
    mtgc_scheme scheme = {.settings = SETTINGS, .pilot = pilot, .autoreset = 1, .lanes = LANES, .threads = 1};
    scheme.own = scheme.opposing = DECKS;
    scheme.life[0] = scheme.life[1] = 20;
    scheme.sizes = both_sizes, scheme.weights = weights, scheme.cards = both_cards;
    scheme.archetypes = pilot == HEURISTIC ? both_archetypes : NULL;
    scheme.model = model, scheme.model_length = sizeof model;
    mtgc_arena *arena;
    check(mtgc_arena_new(pool, &scheme, &arena));
    return arena;
}

static void *rows(size_t bytes) {
    void *found = calloc(LANES, bytes);
    if (!found) exit(1);
    return found;
}

static mtgc_output output_rows(void) {
    return (mtgc_output){
        .n = LANES,
        .observation = rows(OBSERVATION * sizeof(float)),
        .mask = rows(ACTIONS),
        .card_ids = rows(CARDS * sizeof(int16_t)),
        .counts = rows(COUNTS * sizeof(float)),
        .variables = rows(VARIABLES * sizeof(double)),
        .facts = rows(sizeof(mtgc_facts)),
        .final_observation = rows(OBSERVATION * sizeof(float)),
        .final_card_ids = rows(CARDS * sizeof(int16_t)),
        .final_counts = rows(COUNTS * sizeof(float)),
        .final_variables = rows(VARIABLES * sizeof(double)),
    };
}

// One of the legal actions, by a generator of 64 bits (Knuth's MMIX) that is the same everywhere.
static int32_t random_action(const int8_t *mask, uint64_t *luck) {
    size_t legal = 0;
    for (size_t index = 0; index < ACTIONS; index++) legal += mask[index];
    *luck = *luck * 6364136223846793005u + 1442695040888963407u;
    size_t wanted = (*luck >> 33) % legal;
    for (int32_t index = 0;; index++) {
        if (mask[index] && wanted-- == 0) return index;
    }
}

// The environment with everything written, the agent at random.
static size_t environment(const mtgc_pool *pool, int32_t pilot) {
    mtgc_arena *arena = arena_of(pool, pilot);
    mtgc_output output = output_rows();
    uint64_t seeds[LANES], luck = 0;
    uint8_t fresh[LANES];
    for (size_t lane = 0; lane < LANES; lane++) seeds[lane] = lane, fresh[lane] = 1;
    check(mtgc_arena_reset(arena, seeds, fresh, &output));
    for (size_t step = 0; step < STEPS; step++) {
        int32_t actions[LANES];
        for (size_t lane = 0; lane < LANES; lane++) actions[lane] = random_action(output.mask + lane * ACTIONS, &luck);
        counted_step(arena, actions, &output);
    }
    mtgc_arena_free(arena);
    return (size_t)STEPS * LANES;
}

static size_t forks(const mtgc_pool *pool) {
    mtgc_games *games = dealt(pool, 0), *twins;
    size_t sources[FORKS];
    uint64_t luck[FORKS];
    for (size_t fork = 0; fork < FORKS; fork++) sources[fork] = luck[fork] = fork;
    mtgc_changes changes = {.randomness = 0, .hidden = 0, .viewer = 0, .threads = 1, .seeds = luck};
    counted_fork(games, sources, &changes, &twins);
    mtgc_games_free(twins);
    mtgc_games_free(games);
    return FORKS;
}

int main(int argc, char **argv) {
    mtgc_pool *pool;
    check(mtgc_pool_new(program, sizeof program, &pool));
    const char *work = argc == 2 ? argv[1] : "";
    size_t done = 0;
    if (!strcmp(work, "engine")) done = engine(pool);
    if (!strcmp(work, "random")) done = environment(pool, RANDOM);
    if (!strcmp(work, "heuristic")) done = environment(pool, HEURISTIC);
    if (!strcmp(work, "forks")) done = forks(pool);
    mtgc_pool_free(pool);
    printf("%zu\n", done);
    return !done;
}
