//! Whole answers of the scripted pilots in small positions, and that nothing hidden moves them.

use super::*;
use crate::rules::legal;
use crate::slots::tests::toy::{position, Position, BEAR, BOLT, LESSON, ME, OTHER, WOOD};
use crate::state::ids::{FaceId, Seat};
use crate::state::words::{Step, Zone};

fn weights() -> Weights {
    Weights {
        least_lands: 2,
        most_lands: 5,
        lands_wanted: 6,
        card: 30,
        mana: 16,
        tempo: 3,
        face: 4,
        life: 5,
        thrift: 14,
        reach: 6,
        ..Weights::default()
    }
}

/// What the pilot chooses for the seat that is asked.
fn answer(table: &Position) -> Choice {
    let mut choices = Vec::new();
    legal::choices(&table.state, &table.program, &mut choices);
    choices[choose(&table.state, &table.program, &weights(), &choices)]
}

fn hand(table: &mut Position, cards: &[(FaceId, usize)]) {
    for &(face, count) in cards {
        (0..count).for_each(|_| {
            table.put(ME, face, Zone::Hand);
        });
    }
}

#[test]
fn hands_are_kept_within_the_range_of_lands() {
    for (lands, kept) in [(1, false), (2, true), (5, true), (6, false)] {
        let mut table = position();
        hand(&mut table, &[(WOOD, lands), (BEAR, 7 - lands)]);
        table.ask(ME, Question::Mulligan);
        assert_eq!(answer(&table), if kept { Choice::Keep } else { Choice::Mulligan }, "{lands} lands");
    }
}

#[test]
fn no_hand_is_sent_back_for_ever() {
    let mut table = position();
    hand(&mut table, &[(WOOD, 7)]);
    table.state.player_mut(ME).mulligans = 2;
    table.ask(ME, Question::Mulligan);
    assert_eq!(answer(&table), Choice::Keep);
}

#[test]
fn too_many_lands_go_first() {
    let mut table = position();
    (0..7).for_each(|_| {
        table.permanent(ME, WOOD);
    });
    hand(&mut table, &[(WOOD, 4), (BEAR, 4)]);
    table.ask(ME, Question::Discard { left: 1 });
    let Choice::Discard(gone) = answer(&table) else { panic!("a discard was asked") };
    assert_eq!(table.state.object(gone).face, WOOD);
}

#[test]
fn a_land_is_played_before_anything_else() {
    let mut table = position();
    table.permanent(ME, WOOD);
    hand(&mut table, &[(BEAR, 1), (WOOD, 1)]);
    table.ask(ME, Question::Priority);
    assert!(matches!(answer(&table), Choice::PlayLand(_)));
}

#[test]
fn burn_that_kills_is_cast_at_once_and_other_burn_waits() {
    for (life, wins) in [(3, true), (20, false)] {
        let mut table = position();
        table.permanent(ME, WOOD);
        let bolt = table.put(ME, BOLT, Zone::Hand);
        table.state.player_mut(OTHER).life = life;
        table.ask(ME, Question::Priority);
        assert_eq!(answer(&table) == Choice::Cast(bolt), wins, "at {life} life");
    }
}

#[test]
fn attackers_go_where_nobody_stands() {
    for (guarded, attacks) in [(false, true), (true, false)] {
        let mut table = position();
        table.state.step = Step::Attackers;
        let bear = table.permanent(ME, BEAR);
        if guarded {
            let guard = table.permanent(OTHER, BEAR);
            table.set(guard, |permanent| permanent.toughness = 5);
        }
        table.ask(ME, Question::Attackers);
        assert_eq!(answer(&table) == Choice::Attack(bear), attacks, "guarded: {guarded}");
    }
}

/// Exchanges what the other player holds for other cards, and both libraries too.
fn with_other_hidden_cards(table: &Position) -> Position {
    let mut state = table.state.clone();
    let theirs = [Zone::Hand, Zone::Library];
    for object in state.objects.iter_mut() {
        let hidden = match object.owner {
            OTHER => theirs.contains(&object.zone),
            _ => object.zone == Zone::Library,
        };
        if hidden && object.known & ME.bit() == 0 {
            object.face = FaceId(LESSON.0 + 1);
        }
    }
    Position { state, program: table.program.clone() }
}

#[test]
fn hidden_cards_change_no_answer() {
    let questions =
        [Question::Priority, Question::Attackers, Question::Mulligan, Question::Discard { left: 1 }];
    for question in questions {
        let mut table = position();
        (0..3).for_each(|_| {
            table.permanent(ME, WOOD);
            table.permanent(OTHER, WOOD);
        });
        table.permanent(ME, BEAR);
        table.permanent(OTHER, BEAR);
        hand(&mut table, &[(BEAR, 1), (BOLT, 2), (WOOD, 1)]);
        for (seat, zone) in [(OTHER, Zone::Hand), (OTHER, Zone::Library), (ME, Zone::Library)] {
            [BOLT, BEAR, WOOD].into_iter().for_each(|face| {
                table.put(seat, face, zone);
            });
        }
        table.ask(ME, question);
        assert_eq!(answer(&table), answer(&with_other_hidden_cards(&table)), "{question:?}");
    }
}

#[test]
fn only_what_this_seat_may_know_has_a_face() {
    let mut table = position();
    let own = table.put(ME, BOLT, Zone::Hand);
    let shut = table.put(OTHER, BOLT, Zone::Hand);
    let shown = table.put(OTHER, BEAR, Zone::Hand);
    let deep = table.put(ME, BOLT, Zone::Library);
    table.state.object_mut(shown).known |= ME.bit();
    table.ask(ME, Question::Priority);
    let weights = weights();
    let seen = Seen::new(&table.state, &table.program, &weights);
    let faces = [own, shut, shown, deep].map(|id| seen.face(id));
    assert_eq!(faces, [Some(BOLT), None, Some(BEAR), None]);
    assert_eq!((seen.hand_size(Seat(1)), seen.library_size(Seat(0))), (2, 1));
}
