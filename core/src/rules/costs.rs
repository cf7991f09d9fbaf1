//! What things cost now (601.2f), and whether they could be cast, played or activated at all.

use super::mana::{self, Budget, Purse};
use super::priority;
use super::targets;
use crate::program::evaluate::Context;
use crate::program::vocabulary::{AbilityKind, Cost, Static};
use crate::program::{Pips, Program};
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::stack::{ItemKind, Method, StackItem};
use crate::state::words::{keyword, types, CounterKind, Zone};
use crate::state::{object_flag, State};
use std::cell::OnceCell;

/// The ways in which a card can be used from where it is, before asking whether they are legal now.
const CARD_METHODS: [Method; 4] = [Method::Cast, Method::Plot, Method::Flashback, Method::Plotted];

/// The total cost of casting or plotting a card: its cost or an alternative one, less reductions of generic mana (118.7).
pub fn total(state: &State, program: &Program, id: ObjectId, method: Method) -> Option<Pips> {
    let card = program.card(state.object(id).face);
    let base = match method {
        Method::Cast => card.face.castable.then_some(card.cost),
        Method::Flashback => card.face.flashback.as_ref().map(Pips::of),
        Method::Plotted => Some(Pips::default()),
        Method::Plot => return card.face.plot.as_ref().map(Pips::of),
        Method::Activate => None,
    }?;
    if base.generic == 0 {
        return Some(base);
    }
    let less = own_reduction(state, program, id) + reductions(state, program, state.object(id).owner, id);
    Some(Pips { generic: (i16::from(base.generic) - less).max(0) as u8, ..base })
}

fn own_reduction(state: &State, program: &Program, id: ObjectId) -> i16 {
    let face = program.face(state.object(id).face);
    if face.statics.is_empty() {
        return 0;
    }
    let context = Context::of_object(state, program, id);
    let reduction = |ability: &Static| match ability {
        Static::CheaperSelf { amount } => context.amount(amount),
        Static::Modify { .. }
        | Static::CheaperSpells { .. }
        | Static::Barred { .. }
        | Static::CannotBlock {}
        | Static::LoyaltyAnyTime { .. }
        | Static::DamageAsCounters {}
        | Static::ExileDamaged {} => 0,
    };
    face.statics.iter().map(reduction).sum()
}

fn reductions(state: &State, program: &Program, caster: Seat, id: ObjectId) -> i16 {
    let mut less = 0;
    for permanent in state.controlled(caster) {
        let card = program.card(state.object(permanent.object).face);
        if !card.reduces_spells {
            continue;
        }
        let context = Context::of_object(state, program, permanent.object);
        for ability in &card.face.statics {
            if let Static::CheaperSpells { filter, amount } = ability {
                less += if context.matches(filter, id) { context.amount(amount) } else { 0 };
            }
        }
    }
    less
}

/// The item a card would be on the stack, for asking about targets.
pub fn as_item(state: &State, program: &Program, id: ObjectId, method: Method) -> StackItem {
    let object = state.object(id);
    StackItem {
        kind: ItemKind::Spell,
        controller: object.owner,
        source: state.reference(id),
        face: object.face,
        ability: program.card(object.face).spell.unwrap_or(u8::MAX),
        flags: match method {
            Method::Flashback => crate::state::stack::cast::FLASHBACK,
            Method::Plotted => crate::state::stack::cast::PLOTTED,
            Method::Cast | Method::Plot | Method::Activate => 0,
        },
        ..StackItem::default()
    }
}

/// A player who considers what to do: the mana and timing that hold for all cards alike, worked out once.
pub struct Means<'a> {
    pub state: &'a State,
    pub program: &'a Program,
    seat: Seat,
    /// Worked out for the first card that gets as far as its cost.
    budget: OnceCell<Budget>,
    sorcery_timing: bool,
}

impl<'a> Means<'a> {
    pub fn of(state: &'a State, program: &'a Program, seat: Seat) -> Self {
        let sorcery_timing = priority::sorcery_timing(state, seat);
        Means { state, program, seat, budget: OnceCell::new(), sorcery_timing }
    }

    /// Whether a card of hand, graveyard or exile can be played, cast or plotted right now.
    pub fn playable(&self, id: ObjectId) -> bool {
        let object = self.state.object(id);
        if self.program.card(object.face).is_land() {
            return object.zone == Zone::Hand
                && self.sorcery_timing
                && self.state.player(self.seat).lands_played == 0;
        }
        let methods: &[Method] = match object.zone {
            Zone::Hand => &[Method::Cast, Method::Plot],
            Zone::Graveyard => &[Method::Flashback],
            Zone::Exile => &[Method::Plotted],
            Zone::Library | Zone::Battlefield | Zone::Stack | Zone::Nowhere => &[],
        };
        methods.iter().any(|&method| self.can_use(id, method))
    }

    /// Whether the card can be used in this way at this moment, mana included (601.3).
    pub fn can_use(&self, id: ObjectId, method: Method) -> bool {
        let (state, program) = (self.state, self.program);
        let card = program.card(state.object(id).face);
        if !is_in_place(state, program, id, method) {
            return false;
        }
        let any_time = card.instant_speed && matches!(method, Method::Cast | Method::Flashback);
        if !any_time && !self.sorcery_timing {
            return false;
        }
        let Some(cost) = total(state, program, id, method) else { return false };
        let convoke = card.keywords & keyword::CONVOKE != 0 && method != Method::Plot;
        self.budget.get_or_init(|| Budget::of(state, program, self.seat)).covers(&cost, convoke)
            && (method == Method::Plot || targets_available(state, program, id, method))
    }
}

/// Whether the card lies where this way of using it starts from.
fn is_in_place(state: &State, program: &Program, id: ObjectId, method: Method) -> bool {
    let object = state.object(id);
    let face = program.face(object.face);
    match method {
        Method::Cast => object.zone == Zone::Hand && face.castable,
        Method::Plot => object.zone == Zone::Hand && face.plot.is_some(),
        Method::Flashback => object.zone == Zone::Graveyard && face.flashback.is_some(),
        Method::Plotted => {
            object.zone == Zone::Exile && object.flags & object_flag::PLOTTED != 0 && object.turn < state.turn
        }
        Method::Activate => false,
    }
}

fn targets_available(state: &State, program: &Program, id: ObjectId, method: Method) -> bool {
    let item = as_item(state, program, id, method);
    match program.card(item.face).spell {
        Some(spell) => {
            targets::all_available(state, program, &item, &program.ability(item.face, spell).targets)
        }
        None => true,
    }
}

/// The ways in which a card can be used right now.
pub fn methods(state: &State, program: &Program, id: ObjectId) -> Vec<Method> {
    let means = Means::of(state, program, state.object(id).owner);
    CARD_METHODS.into_iter().filter(|&method| means.can_use(id, method)).collect()
}

/// Whether a card of hand, graveyard or exile can be played, cast or plotted right now.
pub fn playable(state: &State, program: &Program, id: ObjectId) -> bool {
    Means::of(state, program, state.object(id).owner).playable(id)
}

pub fn ability_cost<'p>(program: &'p Program, state: &State, id: ObjectId, ability: u8) -> Option<&'p Cost> {
    match &program.ability(state.object(id).face, ability).kind {
        AbilityKind::Activated { cost, .. } => Some(cost),
        AbilityKind::Spell {} | AbilityKind::Triggered { .. } => None,
    }
}

/// The item an activated ability would be on the stack.
pub fn ability_item(state: &State, id: ObjectId, ability: u8, seat: Seat) -> StackItem {
    StackItem {
        kind: ItemKind::Activated,
        controller: seat,
        source: state.reference(id),
        face: state.object(id).face,
        ability,
        ..StackItem::default()
    }
}

/// Whether an activated ability of a permanent can be activated right now, costs and targets included (602).
pub fn can_activate(state: &State, program: &Program, id: ObjectId, ability: u8) -> bool {
    let Some(permanent) = state.permanent(id) else { return false };
    let words = program.ability(state.object(id).face, ability);
    let AbilityKind::Activated { cost, sorcery } = &words.kind else { return false };
    let seat = permanent.controller;
    let timely = match (cost.loyalty_ability, *sorcery) {
        (true, _) => loyalty_timing(state, program, permanent),
        (false, true) => priority::sorcery_timing(state, seat),
        (false, false) => true,
    };
    timely
        && can_pay_activation(state, program, permanent, cost)
        && targets::all_available(state, program, &ability_item(state, id, ability, seat), &words.targets)
}

/// Once each turn, at sorcery timing unless an effect lifts that (606.3).
fn loyalty_timing(state: &State, program: &Program, permanent: &Permanent) -> bool {
    if permanent.is(flag::LOYALTY_USED) {
        return false;
    }
    if priority::sorcery_timing(state, permanent.controller) {
        return true;
    }
    let context = Context::of_object(state, program, permanent.object);
    let lifted = |ability: &Static| matches!(ability, Static::LoyaltyAnyTime { condition } if context.condition(condition));
    program.face(state.object(permanent.object).face).statics.iter().any(lifted)
}

fn can_pay_activation(state: &State, program: &Program, permanent: &Permanent, cost: &Cost) -> bool {
    if cost.tap && (permanent.is(flag::TAPPED) || mana::held_by_sickness(permanent)) {
        return false;
    }
    let loyalty = i16::from(permanent.count(CounterKind::Loyalty));
    if cost.loyalty_ability && (!permanent.has_type(types::PLANESWALKER) || loyalty + cost.loyalty < 0) {
        return false;
    }
    if cost.tap_others > 0
        && tappable(state, program, permanent.object, cost).len() < cost.tap_others as usize
    {
        return false;
    }
    let price = Pips::of(&cost.mana);
    // A permanent that is tapped as the cost cannot also be tapped for the mana.
    let itself = [permanent.object];
    let reserved: &[ObjectId] = if cost.tap { &itself } else { &[] };
    let purse = Purse { reserved, ..Purse::of(permanent.controller, false) };
    price.total() == 0 || mana::available(state, program, purse).can_pay(&price)
}

/// Untapped permanents that a cost may tap; not {T}, so summoning sickness does not matter (302.6).
pub fn tappable(state: &State, program: &Program, source: ObjectId, cost: &Cost) -> Vec<ObjectId> {
    let context = Context::of_object(state, program, source);
    let own = state.controlled(context.you).filter(|permanent| !permanent.is(flag::TAPPED));
    own.map(|permanent| permanent.object).filter(|&id| context.matches(&cost.tap_filter, id)).collect()
}

/// Creatures that could be sacrificed for casualty (702.153a).
pub fn casualties(state: &State, program: &Program, id: ObjectId) -> Vec<ObjectId> {
    let needed = program.face(state.object(id).face).casualty;
    if needed == 0 {
        return Vec::new();
    }
    let own = state.controlled(state.object(id).owner);
    own.filter(|creature| creature.has_type(types::CREATURE) && creature.power >= needed)
        .map(|creature| creature.object)
        .collect()
}
