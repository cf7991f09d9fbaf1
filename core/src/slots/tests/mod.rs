//! The order of slots: what is promised to mask, observation and words.

pub mod toy;

use super::*;
use toy::{position, Position, BEAR, BOLT, ECHO, LESSON, ME, OTHER, RELIC, WALKER, WOOD};

fn slots(position: &Position, choices: &[Choice]) -> Slots {
    Slots::new(&position.state, &position.program, ME, choices)
}

#[test]
fn battlefield_shows_fighters_then_other_nonlands_then_lands_by_arrival() {
    let mut table = position();
    let [wood, relic, bear, animated, walker] =
        [WOOD, RELIC, BEAR, WOOD, WALKER].map(|face| table.permanent(ME, face));
    let theirs = table.permanent(OTHER, BEAR);
    table.set(animated, |permanent| permanent.types |= types::CREATURE);
    let slots = slots(&table, &[]);
    assert_eq!(slots.own.battlefield.as_slice(), [bear, walker, animated, relic, wood]);
    assert_eq!(slots.opposing.battlefield.as_slice(), [theirs]);
    assert_eq!((slots.own_slot(relic), slots.opposing_slot(theirs)), (Some(3), Some(0)));
    assert_eq!((slots.own_slot(theirs), slots.hand_slot(relic)), (None, None));
}

#[test]
fn both_players_see_the_same_order_from_their_own_side() {
    let mut table = position();
    let ids = [ME, OTHER, ME, OTHER].map(|seat| table.permanent(seat, BEAR));
    let mine = slots(&table, &[]);
    let theirs = Slots::new(&table.state, &table.program, OTHER, &[]);
    assert_eq!(mine.own.battlefield.as_slice(), theirs.opposing.battlefield.as_slice());
    assert_eq!((mine.own_slot(ids[2]), theirs.opposing_slot(ids[2])), (Some(1), Some(1)));
}

#[test]
fn equal_cards_of_the_hand_share_a_slot() {
    let mut table = position();
    let ids = [BEAR, BOLT, BEAR].map(|face| table.put(ME, face, Zone::Hand));
    table.state.object_mut(ids[2]).known |= OTHER.bit();
    let slots = slots(&table, &[]);
    let kinds: Vec<_> = slots.hand.iter().map(|kind| (kind.face, kind.count, kind.seen)).collect();
    assert_eq!(kinds, [(BEAR, 2, true), (BOLT, 1, false)]);
    assert_eq!(ids.map(|id| slots.hand_slot(id)), [Some(0), Some(1), Some(0)]);
}

#[test]
fn of_more_than_ten_kinds_the_playable_come_first() {
    let mut table = position();
    for _ in 0..10 {
        let face = FaceId(WALKER.0 + u16::from(table.state.object_count % 2));
        table.put(ME, face, Zone::Hand);
    }
    let lessons: Vec<_> = (0..10).map(|n| table.put(ME, FaceId(LESSON.0 + n), Zone::Hand)).collect();
    table.ask(ME, Question::Priority);
    let slots = slots(&table, &[]);
    assert_eq!(slots.hand.iter().map(|kind| kind.first).collect::<Vec<_>>(), lessons);
}

#[test]
fn graveyard_shows_what_has_a_use_first_and_then_the_newest() {
    let mut table = position();
    let [echo, bear, bolt] = [ECHO, BEAR, BOLT].map(|face| table.put(ME, face, Zone::Graveyard));
    let [exiled, plotted] = [BEAR, BEAR].map(|face| table.put(ME, face, Zone::Exile));
    table.state.object_mut(plotted).flags |= object_flag::PLOTTED;
    let slots = slots(&table, &[]);
    assert_eq!(slots.own.beyond.as_slice(), [echo, plotted, bolt, bear, exiled]);
    assert_eq!(slots.own_slot(echo), Some(BATTLEFIELD));
}

#[test]
fn hidden_options_come_in_the_order_of_the_pool_and_equal_ones_once() {
    let mut table = position();
    let [bolt, bear, twin] = [BOLT, BEAR, BOLT].map(|face| table.put(OTHER, face, Zone::Hand));
    let choices = [bolt, bear, twin].map(Choice::Object);
    let slots = slots(&table, &choices);
    assert_eq!(slots.options, [Choice::Object(bear), Choice::Object(bolt)]);
    assert_eq!(choices.map(|choice| slots.option_slot(&table.state, choice)), [Some(1), Some(0), Some(1)]);
}

#[test]
fn permanents_offered_keep_their_order_and_are_never_merged() {
    let mut table = position();
    let [one, two] = [BEAR, BEAR].map(|face| table.permanent(ME, face));
    let choices = [two, one].map(Choice::Object);
    assert_eq!(slots(&table, &choices).options, choices);
}

#[test]
fn targets_are_named_by_their_slots_unless_one_has_none() {
    let mut table = position();
    let bear = table.permanent(OTHER, BEAR);
    let serial = table.spell(OTHER, crate::state::stack::Target::None);
    let at_permanents = [Choice::TargetObject(bear), Choice::TargetPlayer(ME), Choice::Cancel];
    assert!(slots(&table, &at_permanents).options.is_empty());
    let at_spells = [Choice::TargetSpell(serial), Choice::Cancel];
    assert_eq!(slots(&table, &at_spells).options, [Choice::TargetSpell(serial)]);
}

#[test]
fn every_card_has_its_page() {
    let mut table = position();
    let ids: Vec<_> = (0..23).map(|n| table.put(ME, FaceId(LESSON.0 + n), Zone::Hand)).collect();
    table.ask(ME, Question::Discard { left: 1 });
    let mut met = Vec::new();
    for page in 0..3 {
        table.state.page = page;
        let slots = slots(&table, &[]);
        assert_eq!(slots.last_page, 2);
        met.extend(slots.hand.iter().map(|kind| kind.first));
    }
    assert_eq!(met, ids);
}
