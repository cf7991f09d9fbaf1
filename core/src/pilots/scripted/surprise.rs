//! Creatures that appear in the opponent's combat: flash and animation, weighed as blockers.

use super::fight::{clash, may_block, Fighter};
use super::seen::Seen;
use super::worth;
use crate::program::Card;
use crate::state::ids::ObjectId;
use crate::state::permanent::flag;
use crate::state::words::Step;

/// What the best block of a creature of this size would gain now; 0 where blocks are made already.
pub fn best_block(seen: &Seen, blocker: &Fighter) -> i32 {
    if seen.step() != Step::Attackers || seen.my_turn() {
        return 0;
    }
    let attackers = seen.controlled(seen.foe()).filter(|permanent| permanent.is(flag::ATTACKING));
    let gain = |attacker: &Fighter| {
        let end = clash(attacker, std::slice::from_ref(blocker));
        let spared = worth::life(seen, seen.me, attacker.power - end.through);
        spared + if end.attacker_dies { attacker.worth } else { 0 }
            - if end.dead != 0 { blocker.worth } else { 0 }
    };
    let fighters = attackers.map(|permanent| Fighter::new(seen, permanent));
    fighters
        .filter(|attacker| may_block(attacker, blocker))
        .map(|attacker| gain(&attacker))
        .max()
        .unwrap_or(0)
}

pub fn as_blocker(seen: &Seen, id: ObjectId) -> i32 {
    let Some(card) = seen.card(id) else { return 0 };
    let fighter = Fighter {
        id,
        power: i32::from(card.face.power),
        toughness: i32::from(card.face.toughness),
        keywords: card.keywords,
        worth: worth::printed(seen, id),
        at_player: true,
        can_block: card.is(crate::state::words::types::CREATURE),
        ..Fighter::default()
    };
    best_block(seen, &fighter)
}

/// Something with flash is cast in the opponent's combat where it ambushes an attacker, or is a planeswalker that can
/// act at once; else it waits for the end of the turn.
pub fn now(seen: &Seen, card: &Card, value: i32, ambush: i32) -> i32 {
    let acts_at_once = card.is(crate::state::words::types::PLANESWALKER) && seen.step() == Step::Attackers;
    if ambush > 0 || acts_at_once {
        value + ambush
    } else {
        0
    }
}
