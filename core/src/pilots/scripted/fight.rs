//! Creatures in a fight, and how the fight of one attacker with its blockers ends. Whole combats are in `combat`.

use super::seen::Seen;
use super::worth;
use crate::state::ids::ObjectId;
use crate::state::list::List;
use crate::state::permanent::Permanent;
use crate::state::words::{keyword, CounterKind};

/// Creatures of one side that are looked at; more than these are left out.
pub const MOST: usize = 24;
/// Creatures that may block one attacker together.
pub const GANG: usize = 3;

/// A creature as a fight sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fighter {
    pub id: ObjectId,
    pub power: i32,
    /// Damage that it can still take is less than this.
    pub toughness: i32,
    pub keywords: u32,
    pub worth: i32,
    /// Attacks the player, not a planeswalker.
    pub at_player: bool,
    /// Points of one damage to the planeswalker that it attacks, and how much of it counts.
    pub stake: i32,
    pub stake_limit: i32,
    pub can_block: bool,
}

pub type Fighters = List<Fighter, MOST>;

impl Fighter {
    pub fn new(seen: &Seen, permanent: &Permanent) -> Fighter {
        Fighter {
            id: permanent.object,
            power: i32::from(permanent.power).max(0),
            toughness: i32::from(permanent.toughness - permanent.damage),
            keywords: permanent.keywords,
            worth: worth::permanent(seen, permanent),
            at_player: permanent.attack_target.is_none(),
            can_block: true,
            ..stake(seen, permanent.attack_target)
        }
    }

    /// What so much damage of it is worth to the defender.
    pub fn toll(&self, stance: &Stance, damage: i32) -> i32 {
        if self.at_player {
            stance.point * damage
        } else {
            self.stake * damage.min(self.stake_limit)
        }
    }

    pub fn has(&self, keywords: u32) -> bool {
        self.keywords & keywords != 0
    }

    fn lethal(&self, damage: i32, deathtouch: bool) -> bool {
        damage > 0 && (deathtouch || damage >= self.toughness)
    }

    /// What it deals where nobody stands in its way.
    pub fn damage(&self) -> i32 {
        if self.has(keyword::DOUBLE_STRIKE) {
            2 * self.power
        } else {
            self.power
        }
    }
}

/// What an attack on this planeswalker puts at stake; nothing where it is none.
fn stake(seen: &Seen, attacked: ObjectId) -> Fighter {
    let Some(planeswalker) = seen.permanent(attacked) else { return Fighter::default() };
    let loyalty = i32::from(planeswalker.count(CounterKind::Loyalty)).max(1);
    Fighter {
        stake: worth::permanent(seen, planeswalker) / loyalty,
        stake_limit: loyalty,
        ..Fighter::default()
    }
}

pub fn gather<'p>(seen: &Seen, permanents: impl Iterator<Item = &'p Permanent>) -> Fighters {
    let mut fighters = Fighters::default();
    for permanent in permanents {
        if fighters.push(Fighter::new(seen, permanent)).is_err() {
            break;
        }
    }
    fighters
}

/// Flying is blocked only by flying or reach (702.9b).
pub fn may_block(attacker: &Fighter, blocker: &Fighter) -> bool {
    blocker.can_block && (!attacker.has(keyword::FLYING) || blocker.has(keyword::FLYING | keyword::REACH))
}

/// How one attacker's fight ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    pub attacker_dies: bool,
    /// Bit per blocker, in the order given.
    pub dead: u8,
    /// Damage that tramples over them.
    pub through: i32,
}

/// The fight of one attacker with those who block it: first strikes, then the rest.
pub fn clash(attacker: &Fighter, blockers: &[Fighter]) -> Clash {
    let mut end = Clash::default();
    let mut hurt = 0;
    let mut poisoned = false;
    let mut wounds = [0; GANG + 1];
    let strikes_first = |fighter: &Fighter| fighter.has(keyword::FIRST_STRIKE | keyword::DOUBLE_STRIKE);
    let any_first = strikes_first(attacker) || blockers.iter().any(strikes_first);
    for first in [true, false] {
        if first && !any_first {
            continue;
        }
        let strikes = |f: &Fighter| strikes_first(f) == first || (!first && f.has(keyword::DOUBLE_STRIKE));
        let before = end;
        for (index, blocker) in blockers.iter().enumerate().take(GANG + 1) {
            if before.dead >> index & 1 == 0 && strikes(blocker) {
                hurt += blocker.power;
                poisoned |= blocker.power > 0 && blocker.has(keyword::DEATHTOUCH);
            }
        }
        if !before.attacker_dies && strikes(attacker) {
            assault(attacker, blockers, &mut wounds, &mut end);
        }
        end.attacker_dies |= attacker.lethal(hurt, poisoned);
    }
    end
}

/// The attacker deals its damage: as many deaths as it buys, the dearest first, the rest over them or onto them.
fn assault(attacker: &Fighter, blockers: &[Fighter], wounds: &mut [i32; GANG + 1], end: &mut Clash) {
    let mut left = attacker.power;
    let deathtouch = attacker.has(keyword::DEATHTOUCH);
    while left > 0 {
        let needed = |index: usize| {
            let rest = (blockers[index].toughness - wounds[index]).max(1);
            if deathtouch {
                1
            } else {
                rest
            }
        };
        let standing = (0..blockers.len().min(GANG + 1)).filter(|&index| end.dead >> index & 1 == 0);
        let Some(prey) =
            standing.filter(|&i| needed(i) <= left).max_by_key(|&i| (blockers[i].worth, GANG - i))
        else {
            break;
        };
        left -= needed(prey);
        wounds[prey] += needed(prey);
        end.dead |= 1 << prey;
    }
    let all_dead = end.dead.count_ones() as usize == blockers.len().min(GANG + 1);
    if attacker.has(keyword::TRAMPLE) && all_dead {
        end.through += left;
    } else if let Some(alive) = (0..blockers.len().min(GANG + 1)).find(|&index| end.dead >> index & 1 == 0) {
        wounds[alive] += left;
    }
}

/// What a defender thinks of damage and trades.
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    pub life: i32,
    /// Points of one life now.
    pub point: i32,
    /// Points added to a block in which both die.
    pub trade: i32,
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn creature(power: i32, toughness: i32, keywords: u32) -> Fighter {
        let worth = worth::body(power, toughness, keywords);
        Fighter { power, toughness, keywords, worth, at_player: true, can_block: true, ..Fighter::default() }
    }

    #[test]
    fn a_fight_ends_as_the_rules_say() {
        let bear = creature(2, 2, 0);
        let both = Clash { attacker_dies: true, dead: 1, through: 0 };
        assert_eq!(clash(&bear, &[bear]), both);
        let first = creature(2, 2, keyword::FIRST_STRIKE);
        assert_eq!(clash(&first, &[bear]), Clash { attacker_dies: false, ..both });
        assert_eq!(clash(&bear, &[first]), Clash { dead: 0, ..both });
        let rat = creature(1, 1, keyword::DEATHTOUCH);
        assert_eq!(clash(&creature(5, 5, 0), &[rat]), both);
        let trampler = creature(5, 5, keyword::TRAMPLE);
        assert_eq!(clash(&trampler, &[bear]), Clash { attacker_dies: false, dead: 1, through: 3 });
        let twice = creature(2, 3, keyword::DOUBLE_STRIKE);
        assert_eq!(clash(&twice, &[creature(1, 4, 0)]), Clash { attacker_dies: false, dead: 1, through: 0 });
    }

    #[test]
    fn damage_buys_the_dearest_deaths() {
        let (small, large) = (creature(1, 1, 0), creature(3, 3, 0));
        assert_eq!(clash(&creature(3, 9, 0), &[small, large]).dead, 0b10);
        assert_eq!(clash(&creature(4, 9, 0), &[small, large]).dead, 0b11);
        let snake = creature(2, 9, keyword::DEATHTOUCH);
        assert_eq!(clash(&snake, &[small, large, large]).dead, 0b110);
    }
}
