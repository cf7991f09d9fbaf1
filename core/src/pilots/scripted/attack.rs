//! Who attacks whom: sets of attackers are compared by how a defender who looks would block, and by the blow that comes back.

use super::combat::{Blocks, Field, Outcome};
use super::effects;
use super::fight::{gather, Fighter, Fighters, Stance, MOST};
use super::reach;
use super::seen::Seen;
use super::worth::{self, GAME};
use crate::decision::Choice;
use crate::program::trigger_bit;
use crate::program::vocabulary::{AbilityKind, Trigger};
use crate::state::ids::ObjectId;
use crate::state::permanent::{flag, Permanent};
use crate::state::stack::Event;
use crate::state::words::{keyword, types, CounterKind};

/// Those who could attack now, and which of them should.
pub struct Plan {
    pub attackers: Fighters,
    pub mask: u32,
}

impl Plan {
    pub fn includes(&self, id: ObjectId) -> bool {
        self.attackers
            .iter()
            .enumerate()
            .any(|(index, fighter)| fighter.id == id && self.mask >> index & 1 != 0)
    }
}

/// Everything that stays the same while sets of attackers are compared.
struct Battle<'a, 's> {
    seen: &'a Seen<'s>,
    attackers: Fighters,
    blockers: Fighters,
    /// What each attacker's own attack triggers bring.
    triggers: [i32; MOST],
    /// Own creatures that stay at home anyway and may block.
    home: i32,
    /// What the opponent's creatures would deal in the next turn, each by itself.
    blows: Fighters,
    stance: Stance,
    /// Damage that spells in hand can add at once.
    burn: i32,
}

pub fn plan(seen: &Seen) -> Plan {
    let attackers = gather(seen, seen.controlled(seen.me).filter(|permanent| seen.can_attack(permanent)));
    plan_with(seen, attackers)
}

/// The plan with these creatures able to attack.
pub fn plan_with(seen: &Seen, mut attackers: Fighters) -> Plan {
    for fighter in attackers.as_mut_slice() {
        fighter.at_player = true;
    }
    if attackers.is_empty() {
        return Plan { attackers, mask: 0 };
    }
    let battle = Battle::new(seen, attackers);
    let mask = battle.best_mask();
    Plan { attackers: battle.attackers, mask }
}

impl<'a, 's> Battle<'a, 's> {
    fn new(seen: &'a Seen<'s>, attackers: Fighters) -> Battle<'a, 's> {
        let opposing = || seen.controlled(seen.foe()).filter(|permanent| permanent.has_type(types::CREATURE));
        let able = |permanent: &&Permanent| !permanent.is(flag::TAPPED | flag::BARRED | flag::NO_BLOCK);
        let mut triggers = [0; MOST];
        for (index, fighter) in attackers.iter().enumerate() {
            triggers[index] = attack_triggers(seen, fighter.id);
        }
        let stays = |permanent: &&Permanent| {
            let attacks = attackers.iter().any(|fighter| fighter.id == permanent.object);
            permanent.has_type(types::CREATURE) && !attacks && able(permanent)
        };
        let life = seen.life(seen.foe());
        Battle {
            seen,
            triggers,
            home: seen.controlled(seen.me).filter(stays).count() as i32,
            blockers: gather(seen, opposing().filter(able)),
            blows: gather(seen, opposing().filter(|permanent| !permanent.is(flag::BARRED))),
            stance: Stance { life, point: 4 * 24 / (life.max(1) + 4), trade: 0 },
            burn: reach::damage_now(seen),
            attackers,
        }
    }

    fn everybody(&self) -> u32 {
        u32::MAX >> (32 - self.attackers.len())
    }

    /// None, all, or the better of the two with single creatures added or left out while that helps.
    fn best_mask(&self) -> u32 {
        let all = self.everybody();
        let (none_score, all_score) = (self.score(0), self.score(all));
        let mut best = if all_score > none_score { (all_score, all) } else { (none_score, 0) };
        for _ in 0..2 {
            let before = best;
            for index in 0..self.attackers.len() {
                let mask = best.1 ^ 1 << index;
                let score = self.score(mask);
                if score > best.0 {
                    best = (score, mask);
                }
            }
            if best == before || best.0 >= GAME {
                break;
            }
        }
        best.1
    }

    fn score(&self, mask: u32) -> i32 {
        let seen = self.seen;
        let field = Field {
            attackers: self.attackers.as_slice(),
            attacking: mask,
            blockers: self.blockers.as_slice(),
        };
        let blocks: Blocks = field.best_blocks(&self.stance);
        let outcome = field.outcome(&blocks);
        let reached = if outcome.damage > 0 { outcome.damage + self.burn } else { 0 };
        if reached >= seen.life(seen.foe()) {
            return GAME + outcome.damage;
        }
        let lost = outcome.attackers_worth * (100 - seen.weights.aggression) / 100;
        let extra: i32 =
            (0..self.attackers.len()).filter(|&i| field.attacks(i)).map(|i| self.triggers[i]).sum();
        worth::life(seen, seen.foe(), outcome.damage) + outcome.blockers_worth - lost + extra
            - self.blow_back(&field, &outcome)
    }

    /// What the opponent's next attack would cost, if this one ends as expected.
    fn blow_back(&self, field: &Field, outcome: &Outcome) -> i32 {
        let stays_up = |index: usize, fighter: &Fighter| {
            let lives = outcome.lost_attackers >> index & 1 == 0;
            lives && (!field.attacks(index) || fighter.has(keyword::VIGILANCE))
        };
        let up =
            self.attackers.iter().enumerate().filter(|(index, fighter)| stays_up(*index, fighter)).count()
                as i32;
        let dead = |id: ObjectId| {
            self.blockers.iter().enumerate().any(|(b, f)| f.id == id && outcome.lost_blockers >> b & 1 != 0)
        };
        let mut blows = [0i32; MOST];
        let mut count = 0;
        for fighter in self.blows.iter().filter(|fighter| !dead(fighter.id)) {
            blows[count] = fighter.damage();
            count += 1;
        }
        blows[..count].sort_unstable_by(|left, right| right.cmp(left));
        let stopped = (self.home + up).clamp(0, count as i32) as usize;
        let damage: i32 = blows[stopped..count].iter().sum();
        let life = self.seen.life(self.seen.me) + outcome.gained;
        if damage >= life {
            return GAME / 3;
        }
        worth::life(self.seen, self.seen.me, damage.min(self.seen.life(self.seen.me) - 1)) / 2
    }
}

/// What the creature's own triggers bring when it attacks the player.
fn attack_triggers(seen: &Seen, id: ObjectId) -> i32 {
    let Some(card) = seen.card(id) else { return 0 };
    if card.listens & trigger_bit(&Trigger::AttacksSelf {}) == 0 {
        return 0;
    }
    let mut total = 0;
    for (index, ability) in card.face.abilities.iter().enumerate() {
        if matches!(ability.kind, AbilityKind::Triggered { event: Trigger::AttacksSelf {}, .. }) {
            let event = Event { subject: seen.reference(id), player: seen.foe(), ..Event::default() };
            total += effects::triggered(seen, id, index as u8, event);
        }
    }
    total
}

/// The next step of the declaration.
pub fn declare(seen: &Seen, choices: &[Choice]) -> usize {
    let plan = plan(seen);
    let wanted = |choice: &Choice| matches!(choice, Choice::Attack(id) if plan.includes(*id));
    choices.iter().position(wanted).unwrap_or(0)
}

/// The player, unless those who attack a planeswalker suffice to remove it and that is worth more.
pub fn whom(seen: &Seen, attacker: ObjectId, choices: &[Choice]) -> usize {
    let power = seen.permanent(attacker).map_or(0, |permanent| i32::from(permanent.power));
    let total: i32 = plan(seen).attackers.iter().map(Fighter::damage).sum();
    let at_player = choices.iter().position(|choice| matches!(choice, Choice::Player(_))).unwrap_or(0);
    if total + reach::damage_now(seen) >= seen.life(seen.foe()) {
        return at_player;
    }
    let mut best = (worth::life(seen, seen.foe(), power), at_player);
    for (index, choice) in choices.iter().enumerate() {
        let Choice::Object(id) = choice else { continue };
        let gain = against_planeswalker(seen, *id, power);
        if gain > best.0 {
            best = (gain, index);
        }
    }
    best.1
}

/// What one more attacker gains against a planeswalker that others already attack.
fn against_planeswalker(seen: &Seen, id: ObjectId, power: i32) -> i32 {
    let Some(planeswalker) = seen.permanent(id) else { return 0 };
    let sent = seen.controlled(seen.me).filter(|permanent| permanent.attack_target == id);
    let loyalty = i32::from(planeswalker.count(CounterKind::Loyalty));
    let left = loyalty - sent.map(|permanent| i32::from(permanent.power)).sum::<i32>();
    if left <= 0 {
        return 0;
    }
    worth::permanent(seen, planeswalker) * power.min(left) / loyalty.max(1) * 3 / 2
}
