//! The fuzzer sees planted faults of every kind, and none where nothing was planted.

use std::sync::Arc;

use super::probe::{Checked, Prober, Senses};
use super::watch::{self, Before};
use super::{run, watch_game, Dice, Plan, Problem, Tally};
use crate::actions;
use crate::batch::entry::Entry;
use crate::batch::Pool;
use crate::observation::Features;
use crate::pilots::Luck;
use crate::slots::tests::toy::{self, BEAR, BOLT, ECHO, WALKER, WOOD};
use crate::state::ids::Seat;
use crate::state::words::{Reason, Step, Zone};
use crate::state::{object_flag, State};

const GAMES: u64 = 40;

fn pool() -> Arc<Pool> {
    let program = toy::program();
    let features = Features::new(&program);
    Arc::new(Pool { program, features, hash: 7 })
}

fn plan() -> Plan {
    let deck = [vec![WOOD; 24], vec![BEAR; 16], vec![BOLT; 10], vec![ECHO; 6], vec![WALKER; 4]].concat();
    Plan { decks: vec![deck.clone(), deck], seed: 3, first: 0, games: GAMES }
}

/// What is found first when games are looked at with these senses.
fn found_with(senses: Senses) -> String {
    let (pool, plan) = (pool(), plan());
    let mut found =
        (0..GAMES).filter_map(|number| watch_game(&pool, &plan, number, senses, &mut Tally::default()));
    found.next().map_or_else(|| "nothing".into(), |finding| finding.problem.text)
}

/// A game in the middle of a turn, with creatures on the battlefield and cards everywhere.
fn middle(pool: &Arc<Pool>) -> Entry {
    for number in 0..GAMES {
        let (setting, dice) = super::Setting::of(&plan(), number);
        let mut entry = Entry::new(setting.deal(pool, &plan()).expect("a deal"), false, false);
        entry.begin(pool).expect("it begins");
        let mut prober = Prober { pool, senses: Senses::TRUE, dice };
        while entry.running() {
            let mask = prober.mask(&mut entry).expect("a mask");
            let action = prober.pick(&mask).expect("an action");
            prober.act(&mut entry, action).expect("it is legal");
            let creature = entry.state.permanents().any(|permanent| permanent.power > 0);
            let buried = entry.state.players.iter().all(|player| player.graveyard.len() > 1);
            if entry.running()
                && creature
                && buried
                && entry.state.stack.is_empty()
                && entry.state.step == Step::Main1
            {
                return entry;
            }
        }
    }
    panic!("no game came to such a position");
}

/// What is said of a sound position after something was done to it.
fn said_of(spoil: impl FnOnce(&mut State)) -> String {
    let pool = pool();
    let mut state = middle(&pool).state;
    assert_eq!(watch::position(&state, &pool.program), None);
    spoil(&mut state);
    watch::position(&state, &pool.program).unwrap_or_else(|| "nothing".into())
}

/// What is said of a step from a sound position to one that was spoilt.
fn said_of_step(spoil: impl FnOnce(&mut State)) -> String {
    let pool = pool();
    let mut state = middle(&pool).state;
    let before = Before::of(&state, &pool.program);
    assert_eq!(before.broken_by(&state, &pool.program), None);
    spoil(&mut state);
    before.broken_by(&state, &pool.program).unwrap_or("nothing").to_owned()
}

fn first_creature(state: &State) -> crate::state::ids::ObjectId {
    state.permanents().find(|permanent| permanent.power > 0).expect("a creature").object
}

#[test]
fn nothing_is_found_where_nothing_was_planted() {
    assert_eq!(found_with(Senses::TRUE), "nothing");
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let (pool, plan) = (pool(), plan());
    let alone = run(&pool, &plan, 1).expect("it runs");
    let done = Tally::NAMES.iter().zip(alone.tally.counts).filter(|(_, count)| *count > 0);
    assert_eq!(done.count(), Tally::NAMES.len() - 1, "all but turning pages is done: {:?}", alone.tally);
    for threads in 2..4 {
        assert_eq!(run(&pool, &plan, threads).expect("it runs"), alone);
    }
}

#[test]
fn a_run_in_two_parts_is_the_same_as_in_one() {
    let (pool, whole) = (pool(), plan());
    let mut both = run(&pool, &Plan { games: 15, ..whole.clone() }, 1).expect("it runs");
    let rest = run(&pool, &Plan { first: 15, games: GAMES - 15, ..whole.clone() }, 1).expect("it runs");
    both.tally.join(&rest.tally);
    assert_eq!(both, run(&pool, &whole, 1).expect("it runs"));
}

#[test]
fn a_spoilt_position_is_seen() {
    let said = said_of(|state| state.permanent_mut(first_creature(state)).expect("it is there").power += 1);
    assert_eq!(said, "a stored characteristic is stale");
    let said = said_of(|state| {
        let id = state.players[0].graveyard.as_slice()[0];
        state.object_mut(id).flags |= object_flag::TOKEN;
    });
    assert_eq!(said, "a token is off the battlefield");
    let said = said_of(|state| {
        state.players[1].library.remove(0);
    });
    assert!(said.contains("lies in no zone"), "{said}");
    let said = said_of(|state| {
        let id = state.players[0].hand.as_slice()[0];
        state.players[0].graveyard.push(id).expect("room");
    });
    assert!(said.contains("wrong zone, or twice"), "{said}");
    let said = said_of(|state| state.permanent_mut(first_creature(state)).expect("it is there").damage = 99);
    assert_eq!(said, "a state-based action was left undone");
    let said =
        said_of(|state| state.permanent_mut(first_creature(state)).expect("it is there").attached_to.0 = 0);
    assert!(said != "nothing");
}

#[test]
fn lost_knowledge_and_wrong_endings_are_seen() {
    let said = said_of(|state| {
        let id = state.players[0].graveyard.as_slice()[0];
        state.object_mut(id).known = 1;
    });
    assert_eq!(said, "a card is not known to those who can see it");
    assert_eq!(said_of(|state| state.over = true), "nothing is asked and the game is not over");
    let said = said_of(|state| (state.turn, state.settings.max_turns) = (60, 50));
    assert_eq!(said, "the turn is past the cap");
    let said = said_of(|state| state.winner = Some(Seat(0)));
    assert_eq!(said, "the result does not fit the reason");
    let said = said_of(|state| {
        (state.over, state.reason) = (true, Reason::Overflow);
        state.question = Default::default();
    });
    assert_eq!(said, "the game came to no natural end");
}

#[test]
fn a_wrong_step_is_seen() {
    let vanished = |state: &mut State| {
        let id = state.players[0].library.as_slice()[0];
        state.players[0].library.remove(0);
        state.object_mut(id).zone = Zone::Nowhere;
    };
    assert_eq!(said_of_step(vanished), "a card was lost or made");
    let said = said_of_step(|state| {
        let id = state.players[0].library.as_slice()[0];
        state.object_mut(id).face = crate::state::ids::FaceId(9);
    });
    assert_eq!(said, "a card was lost or made");
    let said = said_of_step(|state| (state.step, state.players[1].mana[2]) = (Step::Combat, 1));
    assert_eq!(said, "mana outlived its step");
    assert_eq!(said_of_step(|state| state.step = Step::Combat), "nothing");
}

#[test]
fn a_leaked_card_is_seen() {
    let leaky: fn(&Entry, &Pool, Seat, &mut [f32]) = |entry, pool, seat, out| {
        entry.observe(pool, seat, out);
        let hand = entry.state.player(seat.other()).hand;
        out[20] = hand.iter().map(|&id| f32::from(entry.state.object(id).face.0)).sum::<f32>() / 1000.0;
    };
    let said = found_with(Senses { observe: leaky, ..Senses::TRUE });
    assert!(said.contains("number 20"), "{said}");
    let top: fn(&Entry, &Pool, Seat, &mut [f32]) = |entry, pool, seat, out| {
        entry.observe(pool, seat, out);
        let library = entry.state.player(seat).library;
        out[30] = library.iter().next().map_or(0.0, |&id| f32::from(entry.state.object(id).face.0) / 100.0);
    };
    let said = found_with(Senses { observe: top, ..Senses::TRUE });
    assert!(said.contains("number 30"), "{said}");
}

#[test]
fn a_number_out_of_range_is_seen() {
    let loud: fn(&Entry, &Pool, Seat, &mut [f32]) = |entry, pool, seat, out| {
        entry.observe(pool, seat, out);
        out[5] = 1.5;
    };
    assert!(found_with(Senses { observe: loud, ..Senses::TRUE }).contains("sees 1.5 as number 5"));
}

#[test]
fn a_wrong_mask_is_seen() {
    let said = found_with(Senses { mask: |entry, out| (entry.mask(out), out[477] = 1).0, ..Senses::TRUE });
    assert!(said.starts_with("offered action 477"), "{said}");
    let said = found_with(Senses { mask: |_, out| *out = [0; actions::SIZE], ..Senses::TRUE });
    assert_eq!(said, "nothing is offered");
}

#[test]
fn a_restored_game_that_differs_is_seen() {
    let other: fn(&Arc<Pool>, &[u8]) -> Result<Entry, crate::batch::failure::Failure> = |pool, bytes| {
        let mut entry = (Senses::TRUE.restore)(pool, bytes)?;
        entry.state.settings.seed ^= 1;
        Ok(entry)
    };
    assert_eq!(
        found_with(Senses { restore: other, ..Senses::TRUE }),
        "a restored game is not the one that was saved"
    );
}

#[test]
fn a_panic_is_a_finding_with_all_actions() {
    let pool = pool();
    let mut entry = middle(&pool);
    entry.sabotage();
    let mut prober = Prober { pool: &pool, senses: Senses::TRUE, dice: Dice(Luck::new(1)) };
    let mask = prober.mask(&mut entry).expect("a mask");
    let action = prober.pick(&mask).expect("an action");
    let outcome: Checked = prober.act(&mut entry, action);
    let Problem { text, actions, .. } = outcome.expect_err("it fails");
    assert!(text.contains("this game was told to fail") && !text.contains("actions ["), "{text}");
    assert_eq!(actions.last().copied(), Some(action as u16));
}
