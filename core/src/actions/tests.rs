//! The action table against the paper's, and the way from legal choices to indices and back.

use super::*;
use crate::slots::tests::toy::{position, Position, BEAR, BOLT, ECHO, LESSON, ME, OTHER, WALKER, WOOD};
use crate::state::ids::FaceId;
use crate::state::question::Question;
use crate::state::stack::Target;
use crate::state::words::Zone;

fn menu(table: &Position) -> Menu {
    let mut menu = Menu::default();
    menu.read(&table.state, &table.program);
    menu
}

fn legal_indices(menu: &Menu) -> Vec<usize> {
    let mut mask = [7; SIZE];
    menu.mask(&mut mask);
    (0..SIZE).filter(|&index| mask[index] == 1).collect()
}

#[test]
fn the_rows_are_those_of_the_paper() {
    let paper = [
        ("PASS", 0, 0),
        ("KEEP", 1, 1),
        ("MULLIGAN", 2, 2),
        ("CONFIRM", 3, 3),
        ("CANCEL", 4, 4),
        ("AUTO_PAY", 5, 5),
        ("BOTTOM", 6, 15),
        ("DISCARD", 16, 25),
        ("PLAY_LAND", 26, 35),
        ("CAST_SORCERY", 36, 45),
        ("CAST_INSTANT", 46, 55),
        ("ACTIVATE", 56, 115),
        ("ATTACK_TOGGLE", 116, 175),
        ("BLOCK_SELECT_ATTACKER", 176, 235),
        ("BLOCK_SELECT_BLOCKER", 236, 295),
        ("TARGET", 296, 417),
        ("MANA_SOURCE", 418, 477),
    ];
    let ours = CATEGORIES.map(|row| (row.name, row.first, row.first + row.count - 1));
    assert_eq!(ours, paper);
}

#[test]
fn a_hand_is_played_from_its_slots() {
    let mut table = position();
    let ids = [BEAR, WOOD, BOLT, BOLT].map(|face| table.put(ME, face, Zone::Hand));
    (0..2).for_each(|_| {
        table.permanent(ME, WOOD);
    });
    let echo = table.put(ME, ECHO, Zone::Graveyard);
    table.ask(ME, Question::Priority);
    let menu = menu(&table);
    assert_eq!(legal_indices(&menu), [0, 26 + 1, 36, 46 + 2, 56 + 40]);
    let chosen = [
        Choice::Pass,
        Choice::PlayLand(ids[1]),
        Choice::Cast(ids[0]),
        Choice::Cast(ids[2]),
        Choice::Activate(echo),
    ];
    for (index, choice) in legal_indices(&menu).into_iter().zip(chosen) {
        assert_eq!(menu.action_at(index), Some(Action::Choice(choice)));
    }
}

#[test]
fn what_is_not_in_the_mask_does_nothing() {
    let mut table = position();
    table.ask(ME, Question::Mulligan);
    let menu = menu(&table);
    assert_eq!(legal_indices(&menu), [1, 2]);
    for index in
        (0..SIZE).filter(|index| ![1, 2].contains(index)).chain([SIZE, usize::from(UNREACHABLE), usize::MAX])
    {
        assert_eq!(menu.action_at(index), None);
    }
}

#[test]
fn targets_are_seen_from_the_side_of_whoever_is_asked() {
    let mut table = position();
    table.permanent(ME, WOOD);
    let [mine, theirs] = [(ME, BEAR), (OTHER, WALKER)].map(|(seat, face)| table.permanent(seat, face));
    for (seat, own, other) in [(ME, mine, theirs), (OTHER, theirs, mine)] {
        let choices = [Choice::TargetObject(own), Choice::TargetObject(other)];
        let slots = Slots::new(&table.state, &table.program, seat, &choices);
        let index = |choice| index_of(&table.state, &table.program, &slots, choice);
        assert_eq!(choices.map(index), [Some(296), Some(296 + 60)]);
        let players = [Choice::TargetPlayer(seat), Choice::TargetPlayer(seat.other())];
        assert_eq!(players.map(index), [Some(296 + 120), Some(296 + 121)]);
    }
}

#[test]
fn spells_on_the_stack_are_options() {
    let mut table = position();
    let serials = [table.spell(OTHER, Target::None), table.spell(OTHER, Target::None)];
    let choices = serials.map(Choice::TargetSpell);
    let slots = Slots::new(&table.state, &table.program, ME, &choices);
    let indices = choices.map(|choice| index_of(&table.state, &table.program, &slots, choice));
    assert_eq!(indices, [Some(296), Some(297)]);
}

#[test]
fn pages_go_forward_and_reach_every_choice() {
    let mut table = position();
    let ids: Vec<_> = (0..25).map(|n| table.put(ME, FaceId(LESSON.0 + n), Zone::Hand)).collect();
    table.ask(ME, Question::Discard { left: 1 });
    let mut met = Vec::new();
    loop {
        let menu = menu(&table);
        let discards = legal_indices(&menu).into_iter().filter(|&index| index != NEXT_PAGE);
        met.extend(discards.map(|index| menu.action_at(index)));
        if menu.next_page().is_none() {
            assert_eq!(menu.action_at(NEXT_PAGE), None);
            break;
        }
        assert_eq!(menu.action_at(NEXT_PAGE), Some(Action::NextPage));
        turn_page(&mut table.state);
    }
    assert_eq!(met, ids.into_iter().map(|id| Some(Action::Choice(Choice::Discard(id)))).collect::<Vec<_>>());
}

#[test]
fn every_question_is_explained() {
    use crate::state::ids::ObjectId;
    let object = ObjectId::NONE;
    let samples =
        [Question::Priority, Question::Pay, Question::Legend { object }, Question::Target { index: 0 }];
    let explained = samples.map(|question| questions::name(&question));
    assert!(explained.iter().all(|name| questions::ENTRIES.iter().any(|entry| entry.name == *name)));
    let rows: Vec<_> = CATEGORIES.iter().map(|row| row.name).collect();
    for entry in questions::ENTRIES {
        assert!(entry.rows.split(", ").all(|row| rows.contains(&row)), "{}: {}", entry.name, entry.rows);
    }
}
