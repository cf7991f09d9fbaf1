//! What a card does, as eight numbers read from its program: sums of what its ops do, weighted by how often they happen.

use crate::program::vocabulary::{
    Ability, AbilityKind, Affected, Amount, Filter, Mana, Op, Predicate, Ref, Static, TargetIndex,
    TargetRule, Trigger, Who,
};
use crate::program::{Card, Program};
use crate::state::ids::FaceId;
use crate::state::words::{keyword, types, CounterKind, Zone};

/// Not cut to any range yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effects {
    pub damage: f32,
    pub removal: f32,
    pub denial: f32,
    pub cards: f32,
    pub board: f32,
    pub growth: f32,
    pub life: f32,
    pub options: f32,
}

/// A number that only play will tell counts as this.
const UNKNOWN: f32 = 2.0;

impl Effects {
    pub fn of(program: &Program, card: &Card) -> Effects {
        let mut effects = Effects::default();
        for ability in &card.face.abilities {
            let weight = weight(&ability.kind);
            let mut reading = Reading { program, effects: &mut effects, ability, weight, tax: 0.0 };
            ability.code.iter().for_each(|op| reading.op(op));
            effects.options += options_of(&ability.kind);
        }
        card.face.statics.iter().for_each(|ability| effects.fixed(ability));
        effects.printed(card);
        effects
    }

    fn fixed(&mut self, ability: &Static) {
        match ability {
            Static::Modify { affected, power, toughness, keywords, .. } => {
                let weight = match affected {
                    Affected::Itself {} => 0.5,
                    Affected::AttachedTo {} => 1.0,
                };
                self.growth +=
                    weight * (number(power) + number(toughness) + keywords.count_ones() as f32) / 10.0;
            }
            Static::CheaperSpells { amount, .. } => self.options += number(amount) / 10.0,
            Static::CheaperSelf { amount } => self.options += number(amount) / 20.0,
            Static::Barred { .. } => self.options -= 0.3,
            Static::CannotBlock {} => self.options -= 0.15,
            Static::LoyaltyAnyTime { .. } => self.options += 0.05,
            Static::DamageAsCounters {} => self.removal += 0.1,
            Static::ExileDamaged {} => self.removal += 0.05,
        }
    }

    fn printed(&mut self, card: &Card) {
        let face = &card.face;
        let pain: i16 = face.mana_abilities.iter().map(|ability| ability.damage).sum();
        self.life -= f32::from(pain) / 10.0;
        self.growth += if face.power_rule.is_some() { 0.3 } else { 0.0 };
        self.options += if card.keywords & keyword::CONVOKE != 0 { 0.25 } else { 0.0 };
        self.options += if face.flashback.is_some() { 0.3 } else { 0.0 };
        self.options += if face.plot.is_some() { 0.2 } else { 0.0 };
        self.options += if face.casualty > 0 { 0.15 } else { 0.0 };
    }
}

/// A spell or an entering happens once for its card; what waits for something else, less surely.
fn weight(kind: &AbilityKind) -> f32 {
    match kind {
        AbilityKind::Spell {} => 1.0,
        AbilityKind::Activated { .. } => 0.5,
        AbilityKind::Triggered { event, .. } => match event {
            Trigger::EntersSelf {} | Trigger::CastSelf {} | Trigger::Chapter { .. } => 1.0,
            Trigger::Casts { .. } | Trigger::Draws { .. } | Trigger::StepBegins { .. } => 0.75,
            Trigger::AttacksSelf {} | Trigger::AttackWith { .. } => 0.75,
            Trigger::DiesSelf {} | Trigger::LeavesSelf {} | Trigger::TargetedFirst {} => 0.5,
            Trigger::SubjectDies {} | Trigger::NextCreatureSpell {} => 0.5,
        },
    }
}

fn options_of(kind: &AbilityKind) -> f32 {
    match kind {
        AbilityKind::Spell {} => 0.0,
        AbilityKind::Activated { .. } => 0.1,
        AbilityKind::Triggered { zone, .. } => {
            if *zone == Zone::Graveyard as i16 {
                0.2
            } else {
                0.0
            }
        }
    }
}

/// One ability on the way through its ops.
struct Reading<'a> {
    program: &'a Program,
    effects: &'a mut Effects,
    ability: &'a Ability,
    weight: f32,
    /// What the other side may pay to be spared the next op.
    tax: f32,
}

impl Reading<'_> {
    fn op(&mut self, op: &Op) {
        match op {
            Op::DamageTarget { index, amount } => self.damage_target(*index, number(amount)),
            Op::DamagePlayer { who, amount } => self.harm(who, number(amount)),
            Op::DamageAll { filter, amount } => {
                self.effects.removal += self.weight * breadth(filter) * number(amount) / 2.0;
            }
            Op::Destroy { of } | Op::Exile { of } => self.remove(of, 0.0),
            Op::ExileUntilLeaves { of } => self.remove(of, -0.05),
            Op::ExileSameName { of } => self.remove(of, 0.05),
            Op::ExileAll { .. } => self.effects.removal += self.weight,
            Op::Counter { exile, .. } => self.counter(*exile),
            Op::UnlessPays { cost, .. } => self.tax = total(cost),
            Op::Draw { who, amount } => self.effects.cards += self.weight * side(who) * number(amount) / 5.0,
            Op::Take { at_most, .. } => self.effects.cards += self.weight * number(at_most) / 5.0,
            Op::TakeOnePerType {} => self.effects.cards += self.weight * 0.6,
            Op::Scry { amount } => self.effects.cards += self.weight * number(amount) / 20.0,
            Op::Look { amount, .. } => self.effects.cards += self.weight * number(amount) / 100.0,
            Op::Explore { .. } => self.effects.cards += self.weight * 0.1,
            Op::RevealTop { who } => self.effects.cards += self.weight * side(who) / 10.0,
            Op::Mill { who, amount } => {
                self.effects.denial += self.weight * side(who) * number(amount) / -40.0
            }
            Op::GainLife { who, amount } => {
                self.effects.life += self.weight * side(who) * number(amount) / 10.0
            }
            Op::LoseLife { who, amount } => self.harm(who, number(amount)),
            Op::CreateToken { face, who, amount, counters, attach } => {
                let size = self.token(*face, number(counters), attach.is_some());
                self.effects.board += self.weight * side(who) * number(amount) * size;
            }
            Op::AddCounters { kind, amount, .. } => self.counters(*kind, number(amount)),
            Op::Pump { power, toughness, keywords, .. } => {
                self.pump(number(power) + number(toughness), *keywords);
            }
            Op::Animate { power, toughness, keywords, .. } => {
                self.pump(f32::from(power + toughness), *keywords)
            }
            Op::Transform { .. } | Op::ReturnTransformed { .. } => self.effects.board += self.weight * 0.2,
            Op::ReturnAttacking { .. } | Op::SearchToBattlefield { .. } => {
                self.effects.board += self.weight * 0.2
            }
            Op::LookAtHand { .. } => self.effects.denial -= self.weight * 0.1,
            Op::PickFromHand { optional, .. } => {
                self.effects.denial -= self.weight * if *optional { 0.3 } else { 0.4 };
            }
            Op::Discard { who, amount } => {
                self.effects.cards += self.weight * side(who) * number(amount) / -5.0
            }
            Op::CopySpell {} | Op::ExtraCounter {} => self.effects.growth += self.weight * 0.1,
            Op::ReturnLinked {} | Op::May { .. } | Op::MayPay { .. } | Op::SkipUnless { .. } => {}
            Op::BottomLooked {}
            | Op::Shuffle { .. }
            | Op::DiscardPicked {}
            | Op::PickedToHand {}
            | Op::Delay { .. } => {}
        }
    }

    fn rule(&self, index: TargetIndex) -> Option<&TargetRule> {
        self.ability.targets.get(index.at())
    }

    fn damage_target(&mut self, index: TargetIndex, amount: f32) {
        let players = self.rule(index).is_none_or(|rule| rule.players != 0);
        let permanents = self.rule(index).is_none_or(|rule| rule.permanents.is_some());
        self.effects.damage += if players { self.weight * amount / 10.0 } else { 0.0 };
        self.effects.removal += if permanents { self.weight * amount / 10.0 } else { 0.0 };
    }

    /// Damage or loss of life of a player.
    fn harm(&mut self, who: &Who, amount: f32) {
        match who {
            Who::You {} => self.effects.life -= self.weight * amount / 10.0,
            Who::Each {} => {
                self.effects.life -= self.weight * amount / 10.0;
                self.effects.damage += self.weight * amount / 10.0;
            }
            Who::Opponent {} | Who::EventPlayer {} | Who::Target { .. } | Who::ControllerOf { .. } => {
                self.effects.damage += self.weight * amount / 10.0;
            }
        }
    }

    /// Only what is aimed at a target is removal; what an ability does to its own source is not.
    fn remove(&mut self, of: &Ref, extra: f32) {
        let Ref::Target { index } = of else {
            return;
        };
        let filter = self.rule(*index).and_then(|rule| rule.permanents.as_ref());
        self.effects.removal += self.weight * (filter.map_or(0.1, breadth) + extra);
    }

    fn counter(&mut self, exile: bool) {
        let strength = if self.tax > 0.0 { self.tax / 5.0 } else { 1.0 };
        self.effects.denial += self.weight * strength.min(1.0) - if exile { 0.0 } else { 0.05 };
        self.tax = 0.0;
    }

    /// What one token is worth, by its size; something attached, by what it gives.
    fn token(&self, face: i16, counters: f32, attached: bool) -> f32 {
        let card = self.program.card(FaceId(face as u16));
        let size = f32::from(card.face.power + card.face.toughness) + 2.0 * counters;
        if attached {
            return 0.15;
        }
        (1.0 + size + card.keywords.count_ones() as f32 / 2.0) / 20.0
    }

    fn counters(&mut self, kind: i16, amount: f32) {
        if kind == CounterKind::Minus as i16 {
            self.effects.removal += self.weight * amount / 10.0;
        } else {
            self.effects.growth += self.weight * amount / 5.0;
        }
    }

    fn pump(&mut self, size: f32, keywords: i16) {
        if size < 0.0 {
            self.effects.removal -= self.weight * size / 20.0;
        } else {
            self.effects.growth += self.weight * (size + (keywords as u32).count_ones() as f32) / 10.0;
        }
    }
}

/// How much of what can be on a battlefield may be hit.
fn breadth(filter: &Filter) -> f32 {
    filter.iter().fold(0.8, |sum, one| sum + narrowing(one)).max(0.1)
}

/// How much a condition narrows what may be hit.
fn narrowing(predicate: &Predicate) -> f32 {
    match predicate {
        Predicate::TypeAny { types: kinds } => {
            -0.1 * (types::PERMANENT & !(*kinds as u16)).count_ones() as f32
        }
        Predicate::TypeNone { types: kinds } => -0.05 * (*kinds as u16).count_ones() as f32,
        Predicate::ControlledBy { .. } | Predicate::Another {} | Predicate::NotNamedLikeSource {} => -0.01,
        Predicate::Tapped {} | Predicate::Untapped {} => -0.1,
        Predicate::TotalAtMost { total } => f32::from(*total) / 100.0 - 0.15,
        Predicate::ManaValueAtMost { .. } | Predicate::ManaValueAtLeast { .. } => -0.1,
        Predicate::PowerAtLeast { .. } => -0.1,
    }
}

/// Whom an op serves: 1 its controller, below 0 somebody else.
fn side(who: &Who) -> f32 {
    match who {
        Who::You {} => 1.0,
        Who::Each {} => 0.25,
        Who::Target { .. } => -0.5,
        Who::Opponent {} | Who::EventPlayer {} | Who::ControllerOf { .. } => -1.0,
    }
}

fn number(amount: &Amount) -> f32 {
    match amount {
        Amount::Fixed { value } => f32::from(*value),
        Amount::Register { .. } | Amount::Count { .. } | Amount::Counters { .. } | Amount::Power { .. } => {
            UNKNOWN
        }
        Amount::EventAmount {} | Amount::ManaSpent {} | Amount::Convoked {} => UNKNOWN,
        Amount::BasicLandTypes { .. } | Amount::Life { .. } => UNKNOWN,
    }
}

fn total(cost: &Mana) -> f32 {
    f32::from(crate::program::Pips::of(cost).total())
}
