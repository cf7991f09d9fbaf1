// The C interface of the core, said once: Python reads it through cffi, src/ffi.rs implements it.
// Plain declarations only; no preprocessor line, because cffi does not run one.
//
// Every function that returns int32_t gives 0, or the kind of failure: 1 card program, 2 value, 3 illegal action, 4 snapshot,
// 5 call at the wrong time, 6 bug of the core, 7 handle in use by another thread. mtgc_text(0, ...) then says what it was, on
// the same thread. A call that fails changes nothing, unless it is a bug. Arrays are the caller's, of the lengths said here, and
// used during the call only. What is written with a capacity is written only if it fits; the length needed is always given.

typedef struct mtgc_pool mtgc_pool;
typedef struct mtgc_games mtgc_games;
typedef struct mtgc_arena mtgc_arena;

uint32_t mtgc_rules_version(void);
uint64_t mtgc_layout_hash(void);
size_t mtgc_state_bytes(void);
// which: 0 the latest failure of this thread, 1 observation layout, 2 action table, 3 view tables, 4 card vocabulary,
// 5 one line each with the names of reasons, steps, pilots and the weights of the scripted pilot.
size_t mtgc_text(int32_t which, char *out, size_t capacity);

int32_t mtgc_pool_new(const uint8_t *program, size_t length, mtgc_pool **out);
void mtgc_pool_free(mtgc_pool *pool);

typedef struct {
    int32_t starter;    // -1: drawn
    int32_t max_turns;  // 0: no cap
    int32_t stops;      // 0 usual, 1 choices, 2 all, 3 the steps below
    uint32_t steps;     // bit per step
} mtgc_settings;

typedef struct {
    mtgc_settings settings;
    uint64_t seed;
    const uint16_t *cards[2];
    size_t sizes[2];
    int32_t logged;
} mtgc_deal;

typedef struct {
    int32_t randomness;  // 0 same, 1 fresh
    int32_t hidden;      // 0 true, 1 resampled
    int32_t viewer;      // whose knowledge counts; -1: the seat that is asked
    int32_t threads;
    const uint64_t *seeds;  // [count]
} mtgc_changes;

typedef struct {
    int32_t player;  // -1: nobody is asked
    int32_t over;
    int32_t winner;  // -1: none
    int32_t reason;
    int32_t turn;
    int32_t active;
    int32_t starter;
    int32_t step;
} mtgc_status;

// Games: created empty; deal, place and restore add one. n is the number of games held.
int32_t mtgc_games_new(const mtgc_pool *pool, int32_t threads, mtgc_games **out);
void mtgc_games_free(mtgc_games *games);
int32_t mtgc_games_deal(mtgc_games *games, const mtgc_deal *deal);
int32_t mtgc_games_place(mtgc_games *games, const int32_t *position, size_t length);
int32_t mtgc_games_begin(mtgc_games *games, size_t index);
int32_t mtgc_games_restore(mtgc_games *games, const uint8_t *bytes, size_t length, int32_t logged);
int32_t mtgc_games_snapshot(mtgc_games *games, size_t index, uint8_t *out, size_t capacity, size_t *length);
int32_t mtgc_games_status(mtgc_games *games, mtgc_status *out, size_t n);
int32_t mtgc_games_mask(mtgc_games *games, int8_t *out, size_t n);
// seat -1: the one that is asked, or 0 where nobody is
int32_t mtgc_games_observe(mtgc_games *games, int32_t seat, float *observation, float *counts, size_t n);
// a negative action leaves that game alone
int32_t mtgc_games_apply(mtgc_games *games, const int32_t *actions, size_t n);
// weights: a row for each seat, or NULL where no scripted pilot plays
int32_t mtgc_games_play(mtgc_games *games, int32_t first, int32_t second, const int16_t *weights, const uint64_t *seeds,
                        size_t n);
// the action that a pilot would take in each game, for the seat that is asked
int32_t mtgc_games_suggest(mtgc_games *games, int32_t pilot, const int16_t *weights, const uint64_t *seeds, int32_t *out,
                           size_t n);
int32_t mtgc_games_fork(mtgc_games *games, const size_t *sources, size_t count, const mtgc_changes *changes,
                        mtgc_games **out);
// which: 0 state, 1 legal actions, 2 events, 3 prospects, 4 the actions so far
int32_t mtgc_games_view(mtgc_games *games, size_t index, int32_t which, int32_t *out, size_t capacity, size_t *length);

// Choices before they are made: action actions[k] of game sources[k], by the seat that is asked there. Written are its counts
// (15), what the choice will change of them, in a part that stays and a part that ends with the turn, and the change of each
// variable that the compiled causal model predicts. The model's outcome ranks the choices that are still open.
typedef struct {
    size_t count;
    const size_t *sources;   // [count]
    const int32_t *actions;  // [count]
    const uint8_t *model;
    size_t model_length;
    int32_t at_once;    // what ends with the turn counts for the prediction
    int32_t variables;  // of the model
    float *counts;      // [count][15]
    float *stays;       // [count][15]
    float *turn;        // [count][15]
    float *carried_stays;  // [count][15]: what the same play was foreseen to change before this answer
    float *carried_turn;   // [count][15]
    float *due;         // [count][15]: what the stack will have changed after the turn, 0 where at_once
    float *averted;     // [count][15]: how much of that changes because a spell is countered
    int32_t *phases;    // [count]: 0 own turn until combat damage, 1 own turn from then on, 2 the opponent's turn
    double *changes;    // [count][variables]
} mtgc_foresight;

int32_t mtgc_games_foresee(mtgc_games *games, const mtgc_foresight *wanted);
// The next action of this game makes the core fail: for those who test what becomes of that.
int32_t mtgc_games_sabotage(mtgc_games *games, size_t index);

typedef struct {
    uint64_t seed;
    uint64_t first;  // number of the first game: seed and number say all about a game
    uint64_t games;
    int32_t threads;
    int32_t decks;
    const uint32_t *sizes;  // [decks]
    const uint16_t *cards;  // deck after deck
} mtgc_fuzz;

// Plays watched random games of all pairs of decks. Text: lines of words parted by tabs, the counts, then as many findings as fit.
int32_t mtgc_fuzz_run(const mtgc_pool *pool, const mtgc_fuzz *plan, char *out, size_t capacity, size_t *length);

typedef struct {
    mtgc_settings settings;
    int32_t pilot;       // -1: the caller answers for the opponent
    int32_t on_illegal;  // 0 refuse, 1 pass, 2 lose
    int32_t autoreset;   // the next episode begins in the step that ends one
    int32_t life[2];     // of the agent and the opponent as a game begins
    int32_t automatic;   // questions that the scripted pilot answers for the agent: 1 combat, 2 targets, 4 mana
    int32_t lanes;
    int32_t threads;
    int32_t own;       // the first decks are the agent's
    int32_t opposing;  // the others the opponent's
    const uint32_t *sizes;    // [own + opposing]
    const uint32_t *weights;  // [own + opposing]
    const uint16_t *cards;    // deck after deck
    const int16_t *archetypes;  // [own + opposing] rows of weights for the scripted pilot; NULL where it plays neither
    const uint8_t *model;     // a compiled causal model
    size_t model_length;
} mtgc_scheme;

typedef struct {
    uint64_t seed;
    int32_t deck;
    int32_t opponent;
    int32_t starter;
    int32_t turn;
    int32_t decisions;
    int32_t play;
    int32_t illegal;
    int32_t automatic;
    int32_t waiting;
    int32_t ended;
    int32_t winner;
    int32_t reason;
    int32_t turns;
    int32_t length;
} mtgc_facts;

// Rows of n lanes: observations of 3077, masks of 478, card ids of 90, counts of 15 numbers, and the variables
// of the causal model. The opponent's may be NULL.
typedef struct {
    size_t n;
    float *observation;
    int8_t *mask;
    int16_t *card_ids;
    float *counts;
    double *variables;
    mtgc_facts *facts;
    float *final_observation;
    int16_t *final_card_ids;
    float *final_counts;
    double *final_variables;
    float *opponent_observation;
    int8_t *opponent_mask;
} mtgc_output;

int32_t mtgc_arena_new(const mtgc_pool *pool, const mtgc_scheme *scheme, mtgc_arena **out);
void mtgc_arena_free(mtgc_arena *arena);
// seeds [n], taken where fresh [n] is not 0; the other lanes go on to their next episode
int32_t mtgc_arena_reset(mtgc_arena *arena, const uint64_t *seeds, const uint8_t *fresh, const mtgc_output *output);
int32_t mtgc_arena_step(mtgc_arena *arena, const int32_t *actions, const mtgc_output *output);
int32_t mtgc_arena_answer(mtgc_arena *arena, const int32_t *actions, const mtgc_output *output);
int32_t mtgc_arena_write(mtgc_arena *arena, const mtgc_output *output);
// every lane goes on from the position of a game's snapshot, with the luck of its seed and the scheme's settings
int32_t mtgc_arena_place(mtgc_arena *arena, const uint8_t *bytes, size_t length, const uint64_t *seeds,
                         const mtgc_output *output);
// another causal model with as many variables, from the next write on
int32_t mtgc_arena_model(mtgc_arena *arena, const uint8_t *model, size_t length);
int32_t mtgc_arena_fork(mtgc_arena *arena, const size_t *sources, size_t count, const mtgc_changes *changes,
                        mtgc_arena **out);
int32_t mtgc_arena_games(mtgc_arena *arena, const size_t *sources, size_t count, mtgc_games **out);
int32_t mtgc_arena_snapshot(mtgc_arena *arena, size_t index, uint8_t *out, size_t capacity, size_t *length);
int32_t mtgc_arena_restore(mtgc_arena *arena, size_t index, const uint8_t *bytes, size_t length);
