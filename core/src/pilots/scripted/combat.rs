//! Whole combats looked at before they happen: how a defender who looks would block, and what that brings. Knows no archetype.

use super::fight::{clash, may_block, Fighter, Stance, GANG, MOST};
use crate::state::words::keyword;

const NOBODY: u8 = u8::MAX;

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
            let dealt = self.one_fight(blocks, index, &mut outcome);
            outcome.damage += if attacker.at_player { dealt } else { 0 };
            outcome.gained += if attacker.has(keyword::LIFELINK) { attacker.damage() } else { 0 };
        }
        outcome
    }

    /// Notes who dies; returns the damage that is not blocked.
    fn one_fight(&self, blocks: &Blocks, index: usize, outcome: &mut Outcome) -> i32 {
        let attacker = &self.attackers[index];
        let (gang, indices, count) = self.gang(blocks, index);
        if count == 0 {
            return attacker.damage();
        }
        let end = clash(attacker, &gang[..count]);
        if end.attacker_dies {
            outcome.lost_attackers |= 1 << index;
            outcome.attackers_worth += attacker.worth;
        }
        let dead = indices[..count].iter().enumerate().filter(|(place, _)| end.dead >> place & 1 != 0);
        for (_, &blocker) in dead {
            outcome.lost_blockers |= 1 << blocker;
            outcome.blockers_worth += self.blockers[blocker].worth;
        }
        end.through
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
        while let Some((a, b)) = self.dearest(&gains, open, blocks) {
            open &= !(1 << a);
            blocks.of[b] = a as u8;
        }
    }

    /// The pair of open attacker and free blocker that gains most, if any gains.
    fn dearest(&self, gains: &[[i16; MOST]; MOST], open: u32, blocks: &Blocks) -> Option<(usize, usize)> {
        let mut best = (0, None);
        for a in (0..self.attackers.len()).filter(|a| open >> a & 1 != 0) {
            let free = (0..self.blockers.len()).filter(|&b| blocks.is_free(b));
            let gain = free.map(|b| (gains[a][b], b)).max_by_key(|&(gain, b)| (gain, MOST - b));
            if let Some((gain, b)) = gain.filter(|&(gain, _)| gain > best.0) {
                best = (gain, Some((a, b)));
            }
        }
        best.1
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pilots::scripted::fight::tests::creature;

    fn blocks(attackers: &[Fighter], blockers: &[Fighter], life: i32) -> Vec<Option<usize>> {
        let attacking = u32::MAX >> (32 - attackers.len());
        let field = Field { attackers, attacking, blockers };
        let chosen = field.best_blocks(&Stance { life, point: 4, trade: 0 });
        (0..blockers.len()).map(|blocker| chosen.attacker_of(blocker)).collect()
    }

    #[test]
    fn a_defender_blocks_where_it_gains() {
        let (bear, giant) = (creature(2, 2, 0), creature(5, 5, 0));
        assert_eq!(blocks(&[bear], &[giant], 20), [Some(0)]);
        assert_eq!(blocks(&[giant], &[bear], 20), [None]);
        let flier = creature(2, 2, keyword::FLYING);
        assert_eq!(blocks(&[flier], &[giant], 20), [None]);
        assert_eq!(blocks(&[flier], &[creature(2, 4, keyword::REACH)], 20), [Some(0)]);
    }

    #[test]
    fn a_defender_gangs_up_on_what_one_cannot_kill() {
        let (beast, guard) = (creature(3, 4, 0), creature(2, 3, 0));
        assert_eq!(blocks(&[beast], &[guard, guard], 20), [Some(0), Some(0)]);
    }

    #[test]
    fn a_defender_throws_creatures_away_only_against_death() {
        let (giant, token) = (creature(5, 5, 0), creature(1, 1, 0));
        assert_eq!(blocks(&[giant], &[token], 6), [None]);
        assert_eq!(blocks(&[giant], &[token], 5), [Some(0)]);
    }

    #[test]
    fn an_outcome_counts_damage_deaths_and_life() {
        let (bear, bat) = (creature(2, 2, 0), creature(1, 1, keyword::FLYING | keyword::LIFELINK));
        let (attackers, blockers) = ([bear, bat], [creature(3, 3, 0)]);
        let field = Field { attackers: &attackers, attacking: 0b11, blockers: &blockers };
        let outcome = field.outcome(&field.best_blocks(&Stance { life: 20, point: 4, trade: 0 }));
        assert_eq!((outcome.damage, outcome.gained), (1, 1));
        assert_eq!((outcome.lost_attackers, outcome.lost_blockers), (0b01, 0));
    }
}
