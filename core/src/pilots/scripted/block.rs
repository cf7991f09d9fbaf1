//! Who blocks whom, and how an attacker divides its damage.

use super::combat::{Blocks, Field};
use super::fight::{gather, Fighter, Fighters, Stance};
use super::seen::Seen;
use super::worth;
use crate::decision::Choice;
use crate::state::ids::ObjectId;
use crate::state::permanent::flag;

struct Defence {
    attackers: Fighters,
    blockers: Fighters,
    blocks: Blocks,
}

impl Defence {
    fn new(seen: &Seen) -> Defence {
        let attackers =
            gather(seen, seen.controlled(seen.foe()).filter(|permanent| permanent.is(flag::ATTACKING)));
        let blockers =
            gather(seen, seen.controlled(seen.me).filter(|permanent| seen.can_block_now(permanent)));
        let attacking = u32::MAX >> (32 - attackers.len().max(1));
        let field = Field { attackers: attackers.as_slice(), attacking, blockers: blockers.as_slice() };
        let blocks = field.best_blocks(&stance(seen, attackers.as_slice()));
        Defence { attackers, blockers, blocks }
    }

    /// Pairs of attacker and blocker that should be.
    fn pairs(&self) -> impl Iterator<Item = (ObjectId, ObjectId)> + '_ {
        let blockers = self.blockers.iter().enumerate();
        blockers.filter_map(|(index, blocker)| {
            let attacker = self.blocks.attacker_of(index)?;
            Some((self.attackers.as_slice()[attacker].id, blocker.id))
        })
    }
}

/// A life counts for more the more of it is at stake.
fn stance(seen: &Seen, attackers: &[Fighter]) -> Stance {
    let life = seen.life(seen.me);
    let coming: i32 =
        attackers.iter().filter(|fighter| fighter.at_player).map(|fighter| fighter.damage()).sum();
    let average =
        worth::life(seen, seen.me, coming.clamp(1, (life - 1).max(1))) / coming.clamp(1, life.max(1));
    Stance { life, point: average.max(1), trade: seen.weights.trade }
}

fn is_done(seen: &Seen, blocker: ObjectId) -> bool {
    seen.permanent(blocker).is_some_and(|permanent| !permanent.blocking.is_none())
}

/// The next attacker to be blocked, or the end of the declaration.
pub fn declare(seen: &Seen, choices: &[Choice]) -> usize {
    let defence = Defence::new(seen);
    let next = defence.pairs().filter(|&(_, blocker)| !is_done(seen, blocker)).find_map(|(attacker, _)| {
        choices.iter().position(|&choice| choice == Choice::BlockAttacker(attacker))
    });
    next.unwrap_or(0)
}

pub fn with_whom(seen: &Seen, attacker: ObjectId, choices: &[Choice]) -> usize {
    let defence = Defence::new(seen);
    let next = defence.pairs().filter(|&(of, blocker)| of == attacker && !is_done(seen, blocker));
    let mut positions =
        next.filter_map(|(_, blocker)| choices.iter().position(|&choice| choice == Choice::Blocker(blocker)));
    positions.next().unwrap_or(0)
}

/// Enough to kill the recipient where that is affordable and worth most; all of it where nothing is killed anyway.
pub fn share(seen: &Seen, source: ObjectId, recipient: ObjectId, left: i32, choices: &[Choice]) -> usize {
    let Some(attacker) = seen.permanent(source) else { return 0 };
    let blockers = gather(seen, seen.permanents().filter(|permanent| permanent.blocking == source));
    let deathtouch = attacker.has(crate::state::words::keyword::DEATHTOUCH);
    let need = |toughness: i32| if deathtouch { toughness.min(1) } else { toughness };
    let place = blockers.iter().position(|fighter| fighter.id == recipient).unwrap_or(0);
    let later = &blockers.as_slice()[place + 1..];
    let best = |budget: i32| {
        let mut spent = 0;
        later
            .iter()
            .filter(|f| {
                spent += need(f.toughness);
                spent <= budget
            })
            .map(|f| f.worth)
            .sum::<i32>()
    };
    let here = blockers.get(place).map_or((0, 0), |fighter| (need(fighter.toughness), fighter.worth));
    let kills = here.0 <= left && here.1 + best(left - here.0) >= best(left);
    let wanted = match (kills, best(left) > 0) {
        (true, _) => here.0,
        (false, true) => 0,
        (false, false) => left,
    };
    let amount = |choice: &Choice| match choice {
        Choice::Number(number) => i32::from(*number),
        _ => i32::MAX,
    };
    let nearest =
        (0..choices.len()).min_by_key(|&index| (amount(&choices[index]).saturating_sub(wanted).abs(), index));
    nearest.unwrap_or(0)
}
