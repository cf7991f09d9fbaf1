//! What the observation promises: its layout, its ranges, what it shows and what it never shows.

use super::*;
use crate::decision::Choice;
use crate::slots::tests::toy::{position, Position, BEAR, BOLT, ECHO, LESSON, ME, OTHER, WALKER, WOOD};
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::question::Question;
use crate::state::stack::Target;
use crate::state::words::{types, CounterKind, Zone};

fn observe(table: &Position, seat: Seat, choices: &[Choice]) -> Vec<f32> {
    let slots = Slots::new(&table.state, &table.program, seat, choices);
    let features = Features::new(&table.program);
    let view = View { state: &table.state, program: &table.program, features: &features, slots: &slots };
    let mut out = vec![f32::NAN; SIZE];
    write(view, &mut out);
    out
}

fn fields() -> Vec<Field> {
    PRINTED.iter().chain(card::CURRENT).chain(SITUATION).copied().collect()
}

/// One number of the card at a position, by its name, to six digits.
fn number(observed: &[f32], position: usize, name: &str) -> f32 {
    let offset = fields().iter().position(|field| field.name == name).expect("a number of that name");
    rounded(observed[GLOBALS.len() + CARD * position + offset])
}

fn rounded(value: f32) -> f32 {
    (value * 1e6).round() / 1e6
}

fn global(observed: &[f32], name: &str) -> f32 {
    rounded(observed[GLOBALS.iter().position(|field| field.name == name).expect("a number of that name")])
}

/// Something of everything, with extreme amounts.
fn busy() -> Position {
    let mut table = position();
    for seat in Seat::BOTH {
        for face in (0..LESSON.0 + 12).map(FaceId) {
            table.put(seat, face, Zone::Hand);
            table.put(seat, face, Zone::Graveyard);
            table.put(seat, face, Zone::Exile);
        }
        for face in [WOOD, BEAR, WALKER, BEAR] {
            let id = table.permanent(seat, face);
            table.set(id, |permanent| {
                permanent.counters = [200; 8];
                (permanent.damage, permanent.power, permanent.toughness) = (999, -50, 400);
                permanent.flags = flag::TAPPED | flag::SICK | flag::ATTACKING;
            });
        }
        table.state.player_mut(seat).life = -300;
        table.state.player_mut(seat).mana = [9; 6];
    }
    table.state.turn = 700;
    table.spell(OTHER, Target::Player(ME));
    table
}

#[test]
fn there_are_17_numbers_and_90_cards_of_34() {
    assert_eq!((GLOBALS.len(), CARDS, CARD, SIZE), (17, 90, 34, 17 + 90 * 34));
    let mut next = 0;
    for block in &BLOCKS {
        assert_eq!(block.first, next);
        next += block.count;
    }
    assert_eq!(next, CARDS);
}

#[test]
fn the_layout_names_each_number_once() {
    let text = layout_text();
    let mut names: Vec<_> = text.lines().map(|line| line.split('\t').take(2).collect::<Vec<_>>()).collect();
    assert_eq!(names.len(), 17 + BLOCKS.len() + 34);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 17 + BLOCKS.len() + 34);
    assert!(text
        .lines()
        .all(|line| line.split('\t').count() == if line.starts_with("block") { 6 } else { 7 }));
}

#[test]
fn every_number_stays_in_its_range() {
    let table = busy();
    let fields = fields();
    for seat in Seat::BOTH {
        let observed = observe(&table, seat, &[]);
        let (game, cards) = observed.split_at(GLOBALS.len());
        assert!(field::in_range(GLOBALS, game));
        for (position, row) in cards.chunks(CARD).enumerate() {
            let empty = row.iter().all(|&value| value == 0.0);
            assert!(empty || field::in_range(&fields, row), "position {position}: {row:?}");
        }
    }
}

#[test]
fn hidden_cards_change_nothing() {
    let mut table = busy();
    for seat in Seat::BOTH {
        (0..9).for_each(|n| {
            table.put(seat, FaceId(LESSON.0 + n), Zone::Library);
        });
    }
    let before = observe(&table, ME, &[]);
    let hidden = |state: &State| -> Vec<ObjectId> {
        let other = state.player(OTHER);
        let all = other.hand.iter().chain(other.library.iter()).chain(state.player(ME).library.iter());
        all.copied().collect()
    };
    let ids = hidden(&table.state);
    for pair in ids.chunks_exact(2) {
        let faces = (table.state.object(pair[0]).face, table.state.object(pair[1]).face);
        table.state.object_mut(pair[0]).face = faces.1;
        table.state.object_mut(pair[1]).face = faces.0;
    }
    assert_eq!(observe(&table, ME, &[]), before);
    assert_ne!(observe(&table, OTHER, &[]), before);
}

#[test]
fn an_option_among_hidden_cards_does_not_tell_where_it_lay() {
    let mut table = position();
    let ids = [BOLT, BEAR, WOOD].map(|face| table.put(ME, face, Zone::Library));
    table.ask(ME, Question::Pick { optional: true });
    let forward = observe(&table, ME, &ids.map(Choice::Object));
    let [a, b, c] = ids;
    assert_eq!(observe(&table, ME, &[c, a, b].map(Choice::Object)), forward);
    let places = [70, 71, 72].map(|position| number(&forward, position, "choice"));
    assert_eq!(places, [1.0; 3]);
    assert_eq!(number(&forward, 70, "land"), 1.0);
    assert_eq!(number(&forward, 73, "copies"), 0.0);
}

#[test]
fn a_hand_slot_carries_the_number_of_equal_cards() {
    let mut table = position();
    for face in [BEAR, BOLT, BEAR] {
        table.put(ME, face, Zone::Hand);
    }
    let observed = observe(&table, ME, &[]);
    assert_eq!([0, 1, 2].map(|slot| number(&observed, slot, "copies")), [2.0 / 8.0, 1.0 / 8.0, 0.0]);
    assert_eq!([0, 1].map(|slot| number(&observed, slot, "power")), [0.2, 0.0]);
    assert_eq!(global(&observed, "own.hand_size"), 3.0 / 20.0);
}

#[test]
fn a_permanent_shows_what_it_is_doing() {
    let mut table = position();
    let bear = table.permanent(ME, BEAR);
    let blocker = table.permanent(OTHER, BEAR);
    table.set(bear, |permanent| {
        permanent.damage = 1;
        permanent.counters[CounterKind::Plus as usize] = 2;
        (permanent.power, permanent.toughness) = (4, 4);
        permanent.flags |= flag::TAPPED | flag::ATTACKING | flag::BLOCKED;
    });
    table.set(blocker, |permanent| permanent.blocking = bear);
    let observed = observe(&table, ME, &[]);
    let names = ["wounds", "plus", "power", "ready", "combat"];
    assert_eq!(names.map(|name| number(&observed, 10, name)), [0.1, 0.2, 0.4, -0.5, 0.75]);
    assert_eq!(["combat", "partner"].map(|name| number(&observed, 30, name)), [-0.5, 1.0 / 64.0]);
}

#[test]
fn an_animated_land_is_a_creature_and_a_land() {
    let mut table = position();
    let wood = table.permanent(ME, WOOD);
    table.set(wood, |permanent| {
        permanent.types |= types::CREATURE;
        (permanent.power, permanent.toughness) = (2, 3);
    });
    let observed = observe(&table, ME, &[]);
    let names = ["land", "creature", "power", "toughness", "green"];
    assert_eq!(names.map(|name| number(&observed, 10, name)), [1.0, 1.0, 0.2, 0.3, -1.0]);
}

#[test]
fn own_graveyard_position_j_is_action_slot_40_plus_j() {
    let mut table = position();
    for face in [BEAR, ECHO, BOLT] {
        table.put(ME, face, Zone::Graveyard);
    }
    let slots = Slots::new(&table.state, &table.program, ME, &[]);
    let features = Features::new(&table.program);
    let view = View { state: &table.state, program: &table.program, features: &features, slots: &slots };
    let mut ids = [0; CARDS];
    card_ids(view, &mut ids);
    for (j, &id) in slots.own.beyond.iter().enumerate() {
        assert_eq!(ids[50 + j], 1 + table.state.object(id).face.0 as i16);
        assert_eq!(slots.own_slot(id), Some(40 + j));
    }
    assert_eq!(&ids[50..54], [1 + ECHO.0 as i16, 1 + BOLT.0 as i16, 1 + BEAR.0 as i16, 0]);
}

#[test]
fn the_opponents_graveyard_block_also_shows_known_cards_and_the_stack() {
    let mut table = position();
    table.put(OTHER, BEAR, Zone::Graveyard);
    let revealed = table.put(OTHER, BOLT, Zone::Hand);
    table.put(OTHER, WALKER, Zone::Hand);
    table.state.object_mut(revealed).known |= ME.bit();
    let bear = table.permanent(ME, BEAR);
    let aimed = Target::Object(table.state.reference(bear));
    table.spell(ME, Target::Player(OTHER));
    table.spell(OTHER, aimed);
    let observed = observe(&table, ME, &[]);
    assert_eq!(number(&observed, 70, "place"), -0.5);
    assert_eq!([82, 83].map(|slot| number(&observed, slot, "place")), [-0.2, 0.0]);
    assert_eq!([86, 87, 88].map(|slot| number(&observed, slot, "place")), [-0.8, 0.8, 0.0]);
    assert_eq!(number(&observed, 86, "partner"), 1.0 / 64.0);
    assert_eq!(number(&observed, 87, "partner"), -62.0 / 64.0);
    assert_eq!(number(&observed, 10, "choice"), -0.25);
}

#[test]
fn a_scried_card_is_shown_only_to_whoever_scries() {
    let mut table = position();
    let card = table.put(ME, BEAR, Zone::Library);
    table.state.object_mut(card).known |= ME.bit();
    let before = observe(&table, OTHER, &[]);
    table.ask(ME, Question::Scry { card });
    let observed = observe(&table, ME, &[Choice::Top, Choice::Bottommost]);
    assert_eq!(["place", "power", "choice"].map(|name| number(&observed, 70, name)), [0.1, 0.2, 1.0]);
    assert_eq!(observe(&table, OTHER, &[]), before);
}

#[test]
fn the_question_and_what_it_is_about_are_visible() {
    let mut table = position();
    let [attacker, blocker] = [(ME, BEAR), (OTHER, BEAR)].map(|(seat, face)| table.permanent(seat, face));
    table.ask(ME, Question::Divide { source: attacker, recipient: blocker, left: 3 });
    let observed = observe(&table, ME, &[Choice::Number(0), Choice::Number(3)]);
    assert_eq!([10, 30].map(|slot| number(&observed, slot, "choice")), [-0.75, -1.0]);
    assert_eq!(["question", "question_number"].map(|name| global(&observed, name)), [6.0 / 24.0, 0.3]);
    assert_eq!(global(&observe(&table, OTHER, &[]), "question"), 0.0);
}

#[test]
fn turn_cap_and_land_drop_are_visible() {
    let mut table = position();
    table.state.player_mut(ME).lands_played = 1;
    let observed = observe(&table, ME, &[]);
    let names = ["turn", "turns_left", "own.land_played", "own_turn"];
    assert_eq!(names.map(|name| global(&observed, name)), [0.05, 0.45, 1.0, 1.0]);
    assert_eq!(global(&observe(&table, OTHER, &[]), "own_turn"), -1.0);
}
