//! Plays: lands, spells, abilities, plots. The start carries the play with the open choices that are ranked first; an answer
//! makes the difference to it, cancelling the reverse.

use super::board::Piece;
use super::moving::{reference, Arriving};
use super::triggers::{About, Happening};
use super::words::Thing;
use super::{Book, Footprint, Forecast};
use crate::decision::Choice;
use crate::program::vocabulary::{Cost, Enters, TargetRule, Trigger, Who};
use crate::program::Pips;
use crate::rules::casting;
use crate::rules::costs;
use crate::rules::legal::BY_HAND;
use crate::rules::mana::{self, Purse};
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::question::Question;
use crate::state::stack::{
    cast, Announcement, Event, Method, Payment, Progress, StackItem, Target, MAX_TARGETS,
};
use crate::state::words::{keyword, types, Zone};

/// A play as far as it has been chosen.
#[derive(Clone, Copy, Debug)]
struct Plan {
    object: ObjectId,
    method: Option<Method>,
    /// `BY_HAND`: tapping for mana.
    ability: Option<u8>,
    colour: Option<u8>,
    casualty: Option<ObjectId>,
    targets: [Target; MAX_TARGETS],
    targets_chosen: usize,
}

/// How a card or permanent is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    method: Method,
    ability: u8,
}

/// What a use costs: mana, creatures that convoke the rest, and damage by one's own lands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Price {
    cost: Pips,
    mana: u8,
    convoked: u8,
    pain: f32,
}

impl Plan {
    fn of(object: ObjectId) -> Plan {
        Plan {
            object,
            method: None,
            ability: None,
            colour: None,
            casualty: None,
            targets: [Target::None; MAX_TARGETS],
            targets_chosen: 0,
        }
    }

    /// What has been announced so far.
    fn announced(announcement: &Announcement, question: Question) -> Plan {
        let Announcement { progress, method, ability, casualty, targets, next_target, .. } = *announcement;
        let known = |from: Progress| progress > from;
        let by_hand = matches!(question, Question::TapColour { .. }).then_some(BY_HAND);
        Plan {
            method: (known(Progress::Method)).then_some(method),
            ability: by_hand.or((known(Progress::Ability) && method == Method::Activate).then_some(ability)),
            casualty: known(Progress::Casualty).then_some(casualty),
            targets,
            targets_chosen: usize::from(next_target),
            ..Plan::of(announcement.object)
        }
    }

    fn with(mut self, choice: Choice, book: &Book) -> Plan {
        match choice {
            Choice::Method(method) => self.method = Some(method),
            Choice::Ability(ability) => self.ability = Some(ability),
            Choice::Colour(colour) => self.colour = Some(colour),
            Choice::Object(id) => self.casualty = Some(id),
            Choice::Pass if book.view.state.question == Question::Casualty => {
                self.casualty = Some(ObjectId::NONE)
            }
            _ => {
                self.targets[self.targets_chosen] = super::questions::target_of(choice);
                self.targets_chosen += 1;
            }
        }
        self
    }
}

/// An action at priority.
pub fn start(book: &mut Book, choice: Choice) -> Footprint {
    match choice {
        Choice::PlayLand(id) => book.best(|forecast| forecast.play_land(id)),
        Choice::Cast(id) | Choice::Activate(id) => book.best(|forecast| forecast.play(Plan::of(id))),
        _ => Footprint::default(),
    }
}

/// An answer while something is announced.
pub fn answer(book: &mut Book, choice: Choice) -> Footprint {
    let state = book.view.state;
    let plan = Plan::announced(&state.announcement, state.question);
    let so_far = book.best(|forecast| forecast.play(plan));
    let then = match choice {
        Choice::Cancel => Footprint::default(),
        _ => {
            let plan = plan.with(choice, book);
            book.best(|forecast| forecast.play(plan))
        }
    };
    then.beyond(&so_far)
}

/// Paying life as a land enters: the start carried what ranks first.
pub fn answer_pay_life(book: &mut Book, object: ObjectId, choice: Choice) -> Footprint {
    let state = book.view.state;
    let seat = state.entering.controller;
    let best = book.best(|forecast| forecast.pay_to_enter_untapped(object, seat));
    let price = |forecast: &Forecast| forecast.price_to_enter_untapped(object).unwrap_or(0.0);
    let pays = choice == Choice::Confirm;
    let then = book.best(|forecast| {
        let price = price(forecast);
        forecast.lose_life(seat, if pays { price } else { 0.0 });
    });
    then.beyond(&best)
}

impl Forecast<'_> {
    fn play_land(&mut self, id: ObjectId) {
        let object = self.state.object(id);
        self.arrives_in(object.face, object.owner, object.zone, -1.0);
        self.pay_to_enter_untapped(id, object.owner);
        self.enter(Arriving::card(id, object.face, object.owner));
        self.resolve_all();
    }

    fn price_to_enter_untapped(&self, id: ObjectId) -> Option<f32> {
        let face = self.program.face(self.state.object(id).face);
        face.enters.iter().find_map(|rule| match rule {
            Enters::TappedUnlessPaid { life } => Some(f32::from(*life)),
            Enters::Tapped { .. } => None,
        })
    }

    /// Asked only where there is enough life (614.12a).
    fn pay_to_enter_untapped(&mut self, id: ObjectId, seat: Seat) {
        let Some(price) = self.price_to_enter_untapped(id) else { return };
        if self.life(seat) >= price && self.choose(seat, 2) == 1 {
            self.lose_life(seat, price);
        }
    }

    /// Everything from the announcement until what it put on the stack has left it.
    fn play(&mut self, plan: Plan) {
        let on_battlefield = self.state.object(plan.object).zone == Zone::Battlefield;
        if on_battlefield {
            self.use_permanent(plan);
        } else {
            self.use_card(plan);
        }
    }

    fn use_card(&mut self, plan: Plan) {
        let (seat, object) = (self.state.object(plan.object).owner, plan.object);
        let method = plan.method.unwrap_or_else(|| self.choose_method(seat, object));
        let price = self.price(seat, object, Use { method, ability: 0 });
        if method == Method::Plot {
            self.pay(seat, &price);
            return self.move_card(object, Zone::Exile);
        }
        let casualty = plan.casualty.unwrap_or_else(|| self.choose_casualty(seat, object));
        let mut item = costs::as_item(self.state, self.program, object, method);
        let rules = self.words(&item).map_or(&[][..], |ability| &ability.targets);
        if !self.choose_targets(&mut item, rules, &plan) {
            return;
        }
        self.cast(item, &price, casualty);
        self.resolve_all();
    }

    fn choose_method(&mut self, seat: Seat, id: ObjectId) -> Method {
        let object = self.state.object(id);
        let face = self.program.face(object.face);
        match object.zone {
            Zone::Graveyard => Method::Flashback,
            Zone::Exile => Method::Plotted,
            Zone::Hand if face.plot.is_none() => Method::Cast,
            Zone::Hand | Zone::Library | Zone::Battlefield | Zone::Stack | Zone::Nowhere => {
                let methods = costs::methods(self.state, self.program, id);
                let chosen = self.choose(seat, methods.len());
                methods.get(chosen).copied().unwrap_or(Method::Cast)
            }
        }
    }

    fn choose_casualty(&mut self, seat: Seat, id: ObjectId) -> ObjectId {
        let possible = costs::casualties(self.state, self.program, id);
        match self.choose(seat, possible.len() + 1) {
            0 => ObjectId::NONE,
            chosen => possible[chosen - 1],
        }
    }

    /// False where a target is needed and none can be chosen.
    fn choose_targets(&mut self, item: &mut StackItem, rules: &[TargetRule], plan: &Plan) -> bool {
        item.targets = plan.targets;
        for (index, rule) in rules.iter().enumerate().skip(plan.targets_chosen) {
            match self.choose_target(item, rule) {
                Some(target) => item.targets[index] = target,
                None => return false,
            }
        }
        true
    }

    fn cast(&mut self, mut item: StackItem, price: &Price, casualty: ObjectId) {
        let (seat, id, from) = (item.controller, item.source.id, self.state.object(item.source.id).zone);
        self.arrives_in(item.face, seat, from, -1.0);
        item.serial = self.board.serial();
        item.targets.into_iter().for_each(|target| self.targeted(target, seat));
        self.pay(seat, price);
        (item.mana_spent, item.convoked) = (price.mana, price.convoked);
        if let Some(place) = self.board.place(casualty) {
            let zone = self.grave(place);
            self.leave(place, zone);
            item.flags |= cast::CASUALTY;
        }
        self.board.stack.push(item);
        self.notice_cast(id, &item);
    }

    /// The spell's own trigger, and all that watch for it (601.2i).
    fn notice_cast(&mut self, id: ObjectId, item: &StackItem) {
        let seat = item.controller;
        let event = Event { subject: reference(id), player: seat, amount: 0, spell: item.serial };
        let own = Happening::of(&Trigger::CastSelf {}, About::Itself, event);
        let (convoked, flags, targets) = (item.convoked, item.flags, item.targets);
        let seen = Happening { convoked, flags, targets, ..own };
        self.notice(id, item.face, (seat, Zone::Stack), &seen);
        let about = About::Cast { caster: seat, card: Thing::Card { id, face: item.face, owner: seat } };
        let kind = Trigger::Casts { who: Who::Each {}, filter: Vec::new() };
        self.notice_all(&Happening::of(&kind, about, event));
        if self.program.card(item.face).is(types::CREATURE) {
            self.wake_delayed(
                &Trigger::NextCreatureSpell {},
                ObjectId::NONE,
                event,
                super::triggers::NO_TARGETS,
            );
        }
    }

    fn use_permanent(&mut self, plan: Plan) {
        let Some(place) = self.board.place(plan.object) else { return };
        let seat = self.board.pieces[place].controller;
        let ability = plan.ability.unwrap_or_else(|| self.choose_ability(seat, plan.object));
        if ability == BY_HAND {
            return self.tap_by_hand(seat, &plan);
        }
        let mut item = costs::ability_item(self.state, plan.object, ability, seat);
        let rules = self.words(&item).map_or(&[][..], |ability| &ability.targets);
        if !self.choose_targets(&mut item, rules, &plan) {
            return;
        }
        item.targets.into_iter().for_each(|target| self.targeted(target, seat));
        let price = self.price(seat, plan.object, Use { method: Method::Activate, ability });
        self.pay(seat, &price);
        if let Some(cost) = costs::ability_cost(self.program, self.state, plan.object, ability) {
            self.pay_with_itself(place, cost);
        }
        item.serial = self.board.serial();
        self.board.stack.push(item);
        self.resolve_all();
    }

    fn choose_ability(&mut self, seat: Seat, id: ObjectId) -> u8 {
        let options = casting::ability_options(self.state, self.program, id);
        let chosen = self.choose(seat, options.len());
        options.get(chosen).copied().flatten().unwrap_or(BY_HAND)
    }

    /// Mana that floats is not spent yet; a painland's damage comes at once (605.3b).
    fn tap_by_hand(&mut self, seat: Seat, plan: &Plan) {
        let mask = self.program.card(self.state.object(plan.object).face).mana;
        let colours = (0..6).map(|c| 1u8 << c).filter(|c| mask & c != 0);
        let colour = plan.colour.or_else(|| {
            let chosen = self.choose(seat, colours.clone().count());
            colours.clone().nth(chosen)
        });
        let damage = colour.map_or(0.0, |colour| self.pain(plan.object, colour));
        self.lose_life(seat, damage);
    }

    /// {T}, loyalty and sacrifice of the source.
    fn pay_with_itself(&mut self, place: usize, cost: &Cost) {
        let piece = &mut self.board.pieces[place];
        piece.flags |= if cost.tap { flag::TAPPED } else { 0 };
        if cost.loyalty_ability {
            piece.loyalty += f32::from(cost.loyalty);
            self.board.dirty = true;
        }
        if cost.sacrifice {
            let zone = self.grave(place);
            self.leave(place, zone);
        }
    }

    /// What using a card or an ability costs; found once for all ways to choose the rest.
    fn price(&mut self, seat: Seat, object: ObjectId, usage: Use) -> Price {
        if let Some((.., price)) = self.prices.iter().find(|(id, known, _)| (*id, *known) == (object, usage))
        {
            return *price;
        }
        let price = self.find_price(seat, object, usage);
        self.prices.push((object, usage, price));
        price
    }

    fn find_price(&self, seat: Seat, object: ObjectId, usage: Use) -> Price {
        let (state, program) = (self.state, self.program);
        if usage.method == Method::Activate {
            let Some(cost) = costs::ability_cost(program, state, object, usage.ability) else {
                return Price::default();
            };
            let mana = Pips::of(&cost.mana);
            let itself = [object];
            let pain = self.pain_of(seat, &mana, if cost.tap { &itself } else { &[] });
            return Price { cost: mana, mana: mana.total(), convoked: 0, pain };
        }
        let cost = costs::total(state, program, object, usage.method).unwrap_or_default();
        let convokes = program.card(state.object(object).face).keywords & keyword::CONVOKE != 0;
        let convoked = if convokes && usage.method != Method::Plot { self.convoked(seat, &cost) } else { 0 };
        Price { cost, mana: cost.total() - convoked, convoked, pain: self.pain_of(seat, &cost, &[]) }
    }

    /// Creatures convoke what mana cannot pay; AUTO_PAY never takes them.
    fn convoked(&self, seat: Seat, cost: &Pips) -> u8 {
        let by_mana = mana::available(self.state, self.program, Purse::of(seat, false)).pays(cost);
        cost.total().saturating_sub(by_mana)
    }

    fn pay(&mut self, seat: Seat, price: &Price) {
        let side = self.board.side(seat);
        side.spent += f32::from(price.mana);
        side.paid = sum(&side.paid, &price.cost);
        self.lose_life(seat, price.pain);
    }

    /// Pays while something resolves.
    pub fn spend(&mut self, seat: Seat, cost: &Pips) {
        let pain = self.pain_of(seat, cost, &[]);
        self.pay(seat, &Price { cost: *cost, mana: cost.total(), convoked: 0, pain });
    }

    /// The damage of the sources that AUTO_PAY takes.
    fn pain_of(&self, seat: Seat, cost: &Pips, reserved: &[ObjectId]) -> f32 {
        let hurts =
            |piece: &Piece| piece.hurts && piece.alive && piece.controller == seat && !piece.is(flag::TAPPED);
        if cost.total() == 0 || !self.board.pieces.iter().any(hurts) {
            return 0.0;
        }
        let purse = Purse { reserved, ..Purse::of(seat, false) };
        let payments = mana::automatic(self.state, self.program, purse, cost).unwrap_or_default();
        payments.iter().map(|&Payment { object, colour }| self.pain(object, colour)).sum()
    }

    /// The damage of tapping this for one mana of a colour.
    fn pain(&self, id: ObjectId, colour: u8) -> f32 {
        let abilities = &self.program.face(self.state.object(id).face).mana_abilities;
        let making = abilities.iter().filter(|ability| ability.colours as u8 & colour != 0);
        making.map(|ability| ability.damage).min().map_or(0.0, f32::from)
    }

    /// Whether a player can pay beside what the play makes that player spend.
    pub fn can_pay(&self, seat: Seat, cost: &Pips) -> bool {
        let all = sum(&self.board.sides[seat.index()].paid, cost);
        mana::available(self.state, self.program, Purse::of(seat, false)).can_pay(&all)
    }
}

fn sum(one: &Pips, other: &Pips) -> Pips {
    Pips {
        coloured: std::array::from_fn(|colour| one.coloured[colour].saturating_add(other.coloured[colour])),
        generic: one.generic.saturating_add(other.generic),
    }
}
