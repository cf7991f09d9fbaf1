//! Fights looked at before they happen: who dies in which block, and how a defender who looks would block. Knows no archetype.

use super::seen::Seen;
use super::worth;
use crate::state::ids::ObjectId;
use crate::state::list::List;
use crate::state::permanent::Permanent;
use crate::state::words::{keyword, CounterKind};

/// Creatures of one side that are looked at; more than these are left out.
pub const MOST: usize = 24;
/// Creatures that may block one attacker together.
const GANG: usize = 3;
const NOBODY: u8 = u8::MAX;

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
    fn toll(&self, stance: &Stance, damage: i32) -> i32 {
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

/// Which attacker each blocker blocks, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    pub of: [u8; MOST],
}

impl Blocks {
    pub fn attacker_of(&self, blocker: usize) -> Option<usize> {
        (self.of[blocker] != NOBODY).then_some(usize::from(self.of[blocker]))
    }

    fn is_free(&self, blocker: usize) -> bool {
        self.of[blocker] == NOBODY
    }
}

/// One combat to be looked at: those of `attackers` in the set `attacking` attack.
#[derive(Clone, Copy)]
pub struct Field<'f> {
    pub attackers: &'f [Fighter],
    pub attacking: u32,
    pub blockers: &'f [Fighter],
}

/// What a combat would bring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub damage: i32,
    pub lost_attackers: u32,
    pub lost_blockers: u32,
    pub attackers_worth: i32,
    pub blockers_worth: i32,
    /// Life that lifelink gives the attacking side.
    pub gained: i32,
}

impl<'f> Field<'f> {
    pub fn attacks(&self, index: usize) -> bool {
        self.attacking >> index & 1 != 0
    }

    fn gang(&self, blocks: &Blocks, attacker: usize) -> ([Fighter; GANG + 1], [usize; GANG + 1], usize) {
        let mut gang = [Fighter::default(); GANG + 1];
        let mut indices = [0; GANG + 1];
        let mut count = 0;
        for (index, blocker) in self.blockers.iter().enumerate() {
            if usize::from(blocks.of[index]) == attacker && count <= GANG {
                (gang[count], indices[count]) = (*blocker, index);
                count += 1;
            }
        }
        (gang, indices, count)
    }

    pub fn outcome(&self, blocks: &Blocks) -> Outcome {
        let mut outcome = Outcome::default();
        for (index, attacker) in self.attackers.iter().enumerate().filter(|(index, _)| self.attacks(*index)) {
            let (gang, indices, count) = self.gang(blocks, index);
            let mut dealt = attacker.damage();
            if count > 0 {
                let end = clash(attacker, &gang[..count]);
                if end.attacker_dies {
                    outcome.lost_attackers |= 1 << index;
                    outcome.attackers_worth += attacker.worth;
                }
                for (place, &blocker) in indices[..count].iter().enumerate() {
                    if end.dead >> place & 1 != 0 {
                        outcome.lost_blockers |= 1 << blocker;
                        outcome.blockers_worth += self.blockers[blocker].worth;
                    }
                }
                dealt = end.through;
                outcome.gained += if attacker.has(keyword::LIFELINK) { attacker.power } else { 0 };
            } else if attacker.has(keyword::LIFELINK) {
                outcome.gained += dealt;
            }
            if attacker.at_player {
                outcome.damage += dealt;
            }
        }
        outcome
    }

    /// How a defender with this stance would block.
    pub fn best_blocks(&self, stance: &Stance) -> Blocks {
        let mut blocks = Blocks { of: [NOBODY; MOST] };
        if self.blockers.is_empty() || self.attacking == 0 {
            return blocks;
        }
        self.single_blocks(stance, &mut blocks);
        if self.blockers.len() > 1 {
            self.gang_blocks(stance, &mut blocks);
        }
        self.survive(stance, &mut blocks);
        blocks
    }

    /// What blocking an attacker with one creature gains.
    fn gain(&self, stance: &Stance, attacker: &Fighter, blocker: &Fighter) -> i32 {
        let end = clash(attacker, std::slice::from_ref(blocker));
        let spared = attacker.toll(stance, attacker.damage()) - attacker.toll(stance, end.through);
        let blocker_dies = end.dead != 0;
        let mut gain = spared + if end.attacker_dies { attacker.worth } else { 0 };
        gain -= if blocker_dies { blocker.worth } else { 0 };
        gain + if blocker_dies && end.attacker_dies { stance.trade } else { 0 }
    }

    /// The best pair first, until no pair gains.
    fn single_blocks(&self, stance: &Stance, blocks: &mut Blocks) {
        let mut gains = [[0i16; MOST]; MOST];
        for (a, attacker) in self.attackers.iter().enumerate().filter(|(a, _)| self.attacks(*a)) {
            for (b, blocker) in self.blockers.iter().enumerate().filter(|(_, b)| may_block(attacker, b)) {
                gains[a][b] = self.gain(stance, attacker, blocker).clamp(0, i32::from(i16::MAX)) as i16;
            }
        }
        let mut open = self.attacking;
        loop {
            let mut best = (0, 0, 0);
            for a in (0..self.attackers.len()).filter(|a| open >> a & 1 != 0) {
                for b in (0..self.blockers.len()).filter(|&b| blocks.is_free(b)) {
                    if gains[a][b] > best.0 {
                        best = (gains[a][b], a, b);
                    }
                }
            }
            if best.0 == 0 {
                return;
            }
            open &= !(1 << best.1);
            blocks.of[best.2] = best.1 as u8;
        }
    }

    /// Several creatures together take down what one alone does not.
    fn gang_blocks(&self, stance: &Stance, blocks: &mut Blocks) {
        for (a, attacker) in self.attackers.iter().enumerate().filter(|(a, _)| self.attacks(*a)) {
            let (gang, _, count) = self.gang(blocks, a);
            let now = self.balance(stance, attacker, &gang[..count]);
            if count > 0 && clash(attacker, &gang[..count]).attacker_dies {
                continue;
            }
            self.join(stance, blocks, a, now);
        }
    }

    /// Adds free blockers, the cheapest first, until the attacker dies; keeps them where that gains.
    fn join(&self, stance: &Stance, blocks: &mut Blocks, a: usize, now: i32) {
        let attacker = &self.attackers[a];
        let mut trial = *blocks;
        for _ in 0..GANG {
            let free = (0..self.blockers.len())
                .filter(|&b| trial.is_free(b) && may_block(attacker, &self.blockers[b]));
            let helpful = free.filter(|&b| self.blockers[b].power > 0);
            let Some(b) = helpful.min_by_key(|&b| self.blockers[b].worth - 8 * self.blockers[b].power) else {
                return;
            };
            trial.of[b] = a as u8;
            let (gang, _, count) = self.gang(&trial, a);
            if count > GANG {
                return;
            }
            if clash(attacker, &gang[..count]).attacker_dies {
                if self.balance(stance, attacker, &gang[..count]) > now {
                    *blocks = trial;
                }
                return;
            }
        }
    }

    fn balance(&self, stance: &Stance, attacker: &Fighter, gang: &[Fighter]) -> i32 {
        if gang.is_empty() {
            return 0;
        }
        let end = clash(attacker, gang);
        let lost = gang.iter().enumerate().filter(|(index, _)| end.dead >> index & 1 != 0);
        let mut balance = attacker.toll(stance, attacker.damage()) - attacker.toll(stance, end.through);
        balance += if end.attacker_dies { attacker.worth } else { 0 };
        balance - lost.map(|(_, blocker)| blocker.worth).sum::<i32>()
    }

    /// Where the damage would be lethal, the cheapest creatures stand before the hardest hitters.
    fn survive(&self, stance: &Stance, blocks: &mut Blocks) {
        while self.outcome(blocks).damage >= stance.life {
            let unblocked = (0..self.attackers.len()).filter(|&a| {
                self.attacks(a)
                    && self.attackers[a].at_player
                    && !blocks.of[..self.blockers.len()].contains(&(a as u8))
            });
            let pair = unblocked
                .filter_map(|a| {
                    let able = (0..self.blockers.len())
                        .filter(|&b| blocks.is_free(b) && may_block(&self.attackers[a], &self.blockers[b]));
                    able.min_by_key(|&b| self.blockers[b].worth).map(|b| (a, b))
                })
                .max_by_key(|&(a, _)| self.attackers[a].damage());
            let Some((a, b)) = pair else { return };
            blocks.of[b] = a as u8;
        }
    }
}
