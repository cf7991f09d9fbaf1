//! The C interface stated in `mtg_causal_core.h`, and the only unsafe code. Checks pointers and numbers; decides nothing else.

use std::cell::RefCell;
use std::ffi::c_char;
use std::sync::{Arc, Mutex};

use crate::actions;
use crate::batch::arena::Arena;
use crate::batch::failure::{caught, Failure};
use crate::batch::foresight::{self, Asked, Rows};
use crate::batch::games::Games;
use crate::batch::output::Output;
use crate::batch::raw::{RawChanges, RawDeal, RawForesight, RawFuzz, RawOutput, RawScheme};
use crate::batch::request::{self, Forks, SchemeNumbers, Status};
use crate::batch::Pool;
use crate::fuzz::{self, Plan};
use crate::measure;
use crate::observation;
use crate::pilots::scripted::Weights;
use crate::setup::Deal;
use crate::snapshot;
use crate::state::State;

const COUNTS: usize = measure::COUNTS.len();

pub struct PoolHandle(Arc<Pool>);
pub struct GamesHandle(Mutex<Games>);
pub struct ArenaHandle(Mutex<Arena>);

thread_local! {
    static FAILURE: RefCell<String> = const { RefCell::new(String::new()) };
}

type Outcome<T = ()> = Result<T, Failure>;

fn value<T>(problem: impl Into<String>) -> Outcome<T> {
    Err(Failure::Value(problem.into()))
}

/// Runs one call: failures and panics become a code and a text.
fn call(work: impl FnOnce() -> Outcome) -> i32 {
    let outcome = caught(work).unwrap_or_else(|panic| Err(Failure::Bug(format!("the core failed: {panic}"))));
    let Err(failure) = outcome else { return 0 };
    let (code, text) = match failure {
        Failure::Card(text) => (1, text),
        Failure::Value(text) => (2, text),
        Failure::Illegal(text) => (3, text),
        Failure::Snapshot(text) => (4, text),
        Failure::Episode(text) => (5, text),
        Failure::Bug(text) => (6, text),
        Failure::Busy => (7, "another thread is using this game or environment".into()),
    };
    FAILURE.with(|last| *last.borrow_mut() = text);
    code
}

/// Works on what a handle holds; two threads at once are refused.
fn held<T>(handle: Option<&Mutex<T>>, work: impl FnOnce(&mut T) -> Outcome) -> i32 {
    call(|| match handle.map(Mutex::try_lock) {
        Some(Ok(mut held)) => work(&mut held),
        Some(Err(std::sync::TryLockError::Poisoned(poisoned))) => work(&mut poisoned.into_inner()),
        Some(Err(std::sync::TryLockError::WouldBlock)) => Err(Failure::Busy),
        None => value("the handle is NULL"),
    })
}

/// # Safety
/// `data` is NULL or points to `length` values that nobody writes during `'a`.
unsafe fn slice<'a, T>(data: *const T, length: usize) -> &'a [T] {
    if data.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(data, length) }
}

/// # Safety
/// `data` is NULL or points to `length` values that nobody else touches during `'a`.
unsafe fn slice_mut<'a, T>(data: *mut T, length: usize) -> &'a mut [T] {
    if data.is_null() || length == 0 {
        return &mut [];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts_mut(data, length) }
}

/// Writes values where they fit and always their number.
///
/// # Safety
/// `out` has room for `capacity` values, `length` for one.
unsafe fn give<T: Copy>(values: &[T], out: *mut T, capacity: usize, length: *mut usize) {
    if !length.is_null() {
        // SAFETY: as the caller promises.
        unsafe { *length = values.len() };
    }
    if values.len() <= capacity {
        // SAFETY: the values fit into what the caller promises.
        unsafe { slice_mut(out, values.len()) }.copy_from_slice(values);
    }
}

/// # Safety
/// `out` has room for one pointer.
unsafe fn hand_over<T>(made: T, out: *mut *mut T) -> Outcome {
    if out.is_null() {
        return value("there is no place for the handle");
    }
    // SAFETY: as the caller promises.
    unsafe { *out = Box::into_raw(Box::new(made)) };
    Ok(())
}

/// # Safety
/// `handle` is NULL or came from `hand_over` and is not used again.
unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: as the caller promises.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// # Safety
/// The arrays have the sizes that the header says, and live until the call returns. The lifetime is longer than that so that
/// threads can be given parts of it: `Workers::run` has them all back before it returns.
unsafe fn output(raw: *const RawOutput, arena: &Arena) -> Outcome<Output<'static>> {
    let (n, width) = (arena.len(), arena.variables());
    // SAFETY: as the caller promises.
    let Some(raw) = (unsafe { raw.as_ref() }) else { return value("there is no output") };
    if raw.n != n {
        return value(format!("an output of {} rows for {n} games", raw.n));
    }
    // SAFETY: as the caller promises.
    let output = unsafe {
        Output {
            observation: slice_mut(raw.observation, n * observation::SIZE),
            mask: slice_mut(raw.mask, n * actions::SIZE),
            card_ids: slice_mut(raw.card_ids, n * observation::CARDS),
            counts: slice_mut(raw.counts, n * COUNTS),
            variables: slice_mut(raw.variables, n * width),
            facts: slice_mut(raw.facts, n),
            final_observation: slice_mut(raw.final_observation, n * observation::SIZE),
            final_card_ids: slice_mut(raw.final_card_ids, n * observation::CARDS),
            final_counts: slice_mut(raw.final_counts, n * COUNTS),
            final_variables: slice_mut(raw.final_variables, n * width),
            opponent_observation: slice_mut(raw.opponent_observation, n * observation::SIZE),
            opponent_mask: slice_mut(raw.opponent_mask, n * actions::SIZE),
            width,
        }
    };
    let numbers = [&output.observation, &output.counts, &output.final_observation, &output.final_counts];
    let missing = numbers.iter().any(|array| array.is_empty()) || output.mask.is_empty();
    if n > 0 && (missing || output.variables.is_empty() || output.facts.is_empty()) {
        return value("an array of the output is NULL");
    }
    Ok(output)
}

#[no_mangle]
pub extern "C" fn mtgc_rules_version() -> u32 {
    u32::from(snapshot::RULES_VERSION)
}

#[no_mangle]
pub extern "C" fn mtgc_layout_hash() -> u64 {
    observation::layout_hash()
}

#[no_mangle]
pub extern "C" fn mtgc_state_bytes() -> usize {
    std::mem::size_of::<State>()
}

/// # Safety
/// See the header.
#[no_mangle]
pub unsafe extern "C" fn mtgc_text(which: i32, out: *mut c_char, capacity: usize) -> usize {
    let text = if which == 0 { FAILURE.with(|last| last.borrow().clone()) } else { request::text(which) };
    let mut length = 0;
    // SAFETY: as the header says; a `c_char` is a byte.
    unsafe { give(text.as_bytes(), out.cast(), capacity, &mut length) };
    length
}

fn threads_of(number: i32) -> Outcome<usize> {
    match usize::try_from(number) {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => value(format!("threads must be between 1 and 1024, not {number}")),
    }
}

/// # Safety
/// Sources and seeds are `count` values that nobody writes during `'a`.
unsafe fn forks<'a>(sources: *const usize, count: usize, raw: *const RawChanges) -> Outcome<Forks<'a>> {
    // SAFETY: as the caller promises.
    let Some(raw) = (unsafe { raw.as_ref() }) else { return value("there are no changes") };
    let RawChanges { randomness, hidden, viewer, .. } = *raw;
    // SAFETY: as the caller promises.
    let (sources, seeds) = unsafe { (slice(sources, count), slice(raw.seeds, count)) };
    if seeds.len() != sources.len() {
        return value("every fork needs a seed");
    }
    Ok(Forks { sources, seeds, randomness, hidden, viewer, threads: threads_of(raw.threads)? })
}

/// Declares entry points: `call`s of their own, and calls on what a handle holds. Their bodies may read and write what the
/// header lets the caller hand over, and nothing else.
macro_rules! entry_points {
    ($(extern fn $name:ident($($argument:ident: $type:ty),*) $body:block)+) => {$(
        /// # Safety
        /// See the header.
        #[no_mangle]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> i32 {
            // SAFETY: the caller keeps to the header.
            call(|| unsafe { $body })
        }
    )+};
    ($handle:ident $kind:ident: $(extern fn $name:ident($held:ident $(, $argument:ident: $type:ty)*) $body:block)+) => {$(
        /// # Safety
        /// See the header.
        #[no_mangle]
        #[allow(unused_unsafe)]
        pub unsafe extern "C" fn $name(handle: *const $handle $(, $argument: $type)*) -> i32 {
            // SAFETY: the caller keeps to the header.
            let handle = unsafe { handle.as_ref() };
            // SAFETY: the caller keeps to the header.
            held(handle.map(|handle| &handle.0), |$held: &mut $kind| unsafe { $body })
        }
    )+};
}

entry_points! {
    extern fn mtgc_pool_new(program: *const u8, length: usize, out: *mut *mut PoolHandle) {
        let bytes = slice(program, length);
        let pool = Pool::read(bytes).map_err(|problem| Failure::Card(problem.to_string()))?;
        hand_over(PoolHandle(Arc::new(pool)), out)
    }
    extern fn mtgc_games_new(pool: *const PoolHandle, threads: i32, out: *mut *mut GamesHandle) {
        let Some(pool) = pool.as_ref() else { return value("there is no pool") };
        let games = Games::of(Arc::clone(&pool.0), Vec::new(), threads_of(threads)?);
        hand_over(GamesHandle(Mutex::new(games)), out)
    }
    extern fn mtgc_arena_new(pool: *const PoolHandle, scheme: *const RawScheme, out: *mut *mut ArenaHandle) {
        let (Some(pool), Some(raw)) = (pool.as_ref(), scheme.as_ref()) else {
            return value("there is no pool or no scheme");
        };
        let (Ok(own), Ok(opposing)) = (usize::try_from(raw.own), usize::try_from(raw.opposing)) else {
            return value("a number of decks cannot be negative");
        };
        let (sizes, weights) =
            (slice(raw.sizes, own + opposing), slice(raw.weights, own + opposing));
        let total = sizes.iter().map(|&size| size as usize).sum();
        let (cards, model) = (slice(raw.cards, total), slice(raw.model, raw.model_length));
        let archetypes = slice(raw.archetypes, (own + opposing) * Weights::COUNT);
        let RawScheme { settings, pilot, on_illegal, autoreset, life, automatic, .. } = *raw;
        let numbers = SchemeNumbers {
            settings,
            pilot,
            on_illegal,
            autoreset,
            life,
            automatic,
            own,
            sizes,
            weights,
            cards,
            archetypes,
            model,
        };
        let lanes = usize::try_from(raw.lanes).map_err(|_| Failure::Value("there are no lanes".into()))?;
        let arena = Arena::new(Arc::new(numbers.scheme(&pool.0)?), lanes, threads_of(raw.threads)?)?;
        hand_over(ArenaHandle(Mutex::new(arena)), out)
    }
    extern fn mtgc_fuzz_run(pool: *const PoolHandle, plan: *const RawFuzz, out: *mut c_char, capacity: usize, length: *mut usize) {
        let (Some(pool), Some(raw)) = (pool.as_ref(), plan.as_ref()) else {
            return value("there is no pool or no plan");
        };
        let Ok(decks) = usize::try_from(raw.decks) else {
            return value("a number of decks cannot be negative");
        };
        let sizes = slice(raw.sizes, decks);
        let cards = slice(raw.cards, sizes.iter().map(|&size| size as usize).sum());
        let decks = request::decks(&pool.0, sizes, cards)?;
        let plan = Plan { decks, seed: raw.seed, first: raw.first, games: raw.games };
        let text = fuzz::run(&pool.0, &plan, threads_of(raw.threads)?)?.text(capacity);
        give(text.as_bytes(), out.cast(), capacity, length);
        Ok(())
    }
}

/// Declares the functions that end the life of a handle.
macro_rules! releases {
    ($(extern fn $name:ident($handle:ident) {})+) => {$(
        /// # Safety
        /// See the header.
        #[no_mangle]
        pub unsafe extern "C" fn $name(handle: *mut $handle) {
            // SAFETY: the caller keeps to the header.
            unsafe { free(handle) }
        }
    )+};
}

releases! {
    extern fn mtgc_pool_free(PoolHandle) {}
    extern fn mtgc_games_free(GamesHandle) {}
    extern fn mtgc_arena_free(ArenaHandle) {}
}

entry_points! { GamesHandle Games:
    extern fn mtgc_games_deal(games, deal: *const RawDeal) {
        let Some(deal) = deal.as_ref() else { return value("there is no deal") };
        let cards = [0, 1].map(|seat| slice(deal.cards[seat], deal.sizes[seat]));
        let decks = [request::faces(&games.pool, cards[0])?, request::faces(&games.pool, cards[1])?];
        let settings = deal.settings.with_seed(deal.seed)?;
        let starter = deal.settings.starter()?;
        games.deal(&Deal { decks: [&decks[0], &decks[1]], starter, settings }, deal.logged != 0)
    }
    extern fn mtgc_games_place(games, position: *const i32, length: usize) {
        games.place(slice(position, length))
    }
    extern fn mtgc_games_begin(games, index: usize) {
        let pool = Arc::clone(&games.pool);
        games.entry_mut(index)?.begin(&pool)
    }
    extern fn mtgc_games_restore(games, bytes: *const u8, length: usize, logged: i32) {
        games.restore(slice(bytes, length), logged != 0)
    }
    extern fn mtgc_games_snapshot(games, index: usize, out: *mut u8, capacity: usize, length: *mut usize) {
        let bytes = games.snapshot(index)?;
        give(&bytes, out, capacity, length);
        Ok(())
    }
    extern fn mtgc_games_status(games, out: *mut Status, n: usize) {
        let out = slice_mut(out, n);
        out.iter_mut().zip(games.looked()?).for_each(|(row, entry)| *row = Status::of(entry));
        Ok(())
    }
    extern fn mtgc_games_mask(games, out: *mut i8, n: usize) {
        let rows = slice_mut(out, n * actions::SIZE).chunks_exact_mut(actions::SIZE);
        rows.zip(games.looked()?).for_each(|(row, entry)| entry.mask(row));
        Ok(())
    }
    extern fn mtgc_games_observe(games, seat: i32, observation: *mut f32, counts: *mut f32, n: usize) {
        let seat = if seat == -1 { None } else { Some(request::seat_of(seat)?) };
        let seen = slice_mut(observation, n * observation::SIZE).chunks_exact_mut(observation::SIZE);
        let counts = slice_mut(counts, n * COUNTS).chunks_exact_mut(COUNTS);
        let pool = Arc::clone(&games.pool);
        for ((entry, seen), counts) in games.looked()?.iter().zip(seen).zip(counts) {
            let seat = seat.unwrap_or(entry.state.asked);
            entry.observe(&pool, seat, seen);
            entry.counts(&pool, seat, counts);
        }
        Ok(())
    }
    extern fn mtgc_games_apply(games, actions: *const i32, n: usize) {
        games.apply(slice(actions, n))
    }
    extern fn mtgc_games_play(
        games, first: i32, second: i32, weights: *const i16, seeds: *const u64, n: usize
    ) {
        let rows = slice(weights, 2 * Weights::COUNT);
        let (one, other) = rows.split_at(rows.len() / 2);
        let pilots = [request::pilot(first, one)?, request::pilot(second, other)?];
        games.play(pilots, slice(seeds, n))
    }
    extern fn mtgc_games_suggest(
        games, pilot: i32, weights: *const i16, seeds: *const u64, out: *mut i32, n: usize
    ) {
        let pilot = request::pilot(pilot, slice(weights, Weights::COUNT))?;
        let (seeds, out) = (slice(seeds, n), slice_mut(out, n));
        games.suggest(pilot, seeds, out)
    }
    extern fn mtgc_games_fork(games, sources: *const usize, count: usize, changes: *const RawChanges, out: *mut *mut GamesHandle) {
        let forks = games.fork(&forks(sources, count, changes)?)?;
        hand_over(GamesHandle(Mutex::new(forks)), out)
    }
    extern fn mtgc_games_view(games, index: usize, which: i32, out: *mut i32, capacity: usize, length: *mut usize) {
        let shown = request::shown(&games.pool, games.entry(index)?, which)?;
        give(&shown, out, capacity, length);
        Ok(())
    }
    extern fn mtgc_games_foresee(games, wanted: *const RawForesight) {
        let Some(raw) = wanted.as_ref() else { return value("there is nothing that is wanted") };
        let (sources, actions) = (slice(raw.sources, raw.count), slice(raw.actions, raw.count));
        let predictor = foresight::predictor(slice(raw.model, raw.model_length), raw.at_once != 0)?;
        if usize::try_from(raw.variables) != Ok(predictor.variables()) {
            return value(format!("the causal model has {} variables", predictor.variables()));
        }
        let asked: Vec<Asked> =
            sources.iter().zip(actions).map(|(&game, &action)| Asked { game, action }).collect();
        let mut rows = Rows {
            counts: slice_mut(raw.counts, raw.count * COUNTS),
            stays: slice_mut(raw.stays, raw.count * COUNTS),
            turn: slice_mut(raw.turn, raw.count * COUNTS),
            carried_stays: slice_mut(raw.carried_stays, raw.count * COUNTS),
            carried_turn: slice_mut(raw.carried_turn, raw.count * COUNTS),
            due: slice_mut(raw.due, raw.count * COUNTS),
            averted: slice_mut(raw.averted, raw.count * COUNTS),
            phases: slice_mut(raw.phases, raw.count),
            changes: slice_mut(raw.changes, raw.count * predictor.variables()),
        };
        games.foresee(&asked, &predictor, &mut rows)
    }
    extern fn mtgc_games_sabotage(games, index: usize) {
        games.entry_mut(index)?.sabotage();
        Ok(())
    }
}

entry_points! { ArenaHandle Arena:
    extern fn mtgc_arena_reset(arena, seeds: *const u64, fresh: *const u8, output: *const RawOutput) {
        let n = arena.len();
        let (seeds, fresh, output) = (slice(seeds, n), slice(fresh, n), self::output(output, arena)?);
        let seeds = seeds.iter().zip(fresh).map(|(&seed, &fresh)| (fresh != 0).then_some(seed)).collect();
        arena.reset(seeds, output)
    }
    extern fn mtgc_arena_step(arena, actions: *const i32, output: *const RawOutput) {
        let (actions, output) = (slice(actions, arena.len()), self::output(output, arena)?);
        arena.step(actions.to_vec(), output)
    }
    extern fn mtgc_arena_answer(arena, actions: *const i32, output: *const RawOutput) {
        let (actions, output) = (slice(actions, arena.len()), self::output(output, arena)?);
        arena.answer(actions.to_vec(), output)
    }
    extern fn mtgc_arena_write(arena, output: *const RawOutput) {
        arena.write(self::output(output, arena)?)
    }
    extern fn mtgc_arena_place(
        arena, bytes: *const u8, length: usize, seeds: *const u64, output: *const RawOutput
    ) {
        let (bytes, seeds) = (slice(bytes, length), slice(seeds, arena.len()));
        arena.place(bytes, seeds.to_vec(), self::output(output, arena)?)
    }
    extern fn mtgc_arena_model(arena, model: *const u8, length: usize) {
        arena.set_model(request::model(slice(model, length))?)
    }
    extern fn mtgc_arena_fork(arena, sources: *const usize, count: usize, changes: *const RawChanges, out: *mut *mut ArenaHandle) {
        let forks = arena.fork(&forks(sources, count, changes)?)?;
        hand_over(ArenaHandle(Mutex::new(forks)), out)
    }
    extern fn mtgc_arena_games(arena, sources: *const usize, count: usize, out: *mut *mut GamesHandle) {
        let games = arena.games(slice(sources, count), 1)?;
        hand_over(GamesHandle(Mutex::new(games)), out)
    }
    extern fn mtgc_arena_snapshot(arena, index: usize, out: *mut u8, capacity: usize, length: *mut usize) {
        let bytes = arena.snapshot(index)?;
        give(&bytes, out, capacity, length);
        Ok(())
    }
    extern fn mtgc_arena_restore(arena, index: usize, bytes: *const u8, length: usize) {
        arena.restore(index, slice(bytes, length))
    }
}
