//! What a card is now and what it is doing, as numbers. What is printed on it is `features`; which card stands where, `blocks`.

use super::field::{numbers, share, yes};
use super::View;
use crate::program::Card;
use crate::slots::{Kind, Place, Slots, SIDE};
use crate::state::ids::ObjectId;
use crate::state::object_flag;
use crate::state::permanent::{flag, Permanent};
use crate::state::stack::{ItemKind, StackItem, Target};
use crate::state::words::{keyword, types, CounterKind, Zone};

/// Characteristics that may change on the battlefield; elsewhere they are the printed ones.
pub struct Body<'a> {
    card: &'a Card,
    types: u16,
    colours: u8,
    keywords: u32,
    power: i16,
    toughness: i16,
}

impl<'a> Body<'a> {
    pub fn printed(card: &'a Card) -> Body<'a> {
        Body {
            card,
            types: card.types,
            colours: card.colours,
            keywords: card.keywords,
            power: card.face.power,
            toughness: card.face.toughness,
        }
    }

    pub fn of(card: &'a Card, permanent: &Permanent) -> Body<'a> {
        let Permanent { types, colours, keywords, power, toughness, .. } = *permanent;
        Body { card, types, colours, keywords, power, toughness }
    }

    /// Whether nothing has changed it.
    pub fn is_printed(&self) -> bool {
        let Card { types, colours, keywords, ref face, .. } = *self.card;
        let words = (self.types, self.colours, self.keywords) == (types, colours, keywords);
        words && (self.power, self.toughness) == (face.power, face.toughness)
    }

    /// Pips of the cost / 8, or 1/16 for the bare colour; less 1 where it makes that mana.
    #[inline]
    fn colour(&self, index: usize) -> f32 {
        let pips = self.card.cost.coloured[index].min(4);
        let bare = self.colours >> index & u8::from(pips == 0);
        f32::from(2 * pips + (bare & 1)) / 16.0 - f32::from(self.card.mana >> index & 1)
    }

    /// The weights of those keywords that it has.
    #[inline]
    fn sum<const N: usize>(&self, weights: [(u32, f32); N]) -> f32 {
        weights.into_iter().map(|(word, weight)| if self.keywords & word != 0 { weight } else { 0.0 }).sum()
    }
}

numbers!(CURRENT, write_current(body: &Body) {
    "white" [-1.0, 0.5] "pips / 8", "white pips of its cost (1/16 where it is white without them), less 1 if it makes white mana"
        => body.colour(0);
    "blue" [-1.0, 0.5] "pips / 8", "the same for blue" => body.colour(1);
    "black" [-1.0, 0.5] "pips / 8", "the same for black" => body.colour(2);
    "red" [-1.0, 0.5] "pips / 8", "the same for red" => body.colour(3);
    "green" [-1.0, 0.5] "pips / 8", "the same for green" => body.colour(4);
    "creature" [0.0, 1.0] "yes or no", "a creature now" => yes(body.types & types::CREATURE != 0);
    "power" [-1.0, 1.0] "power / 10", "power now" => share(body.power, 10.0);
    "toughness" [-1.0, 1.0] "toughness / 10", "toughness now" => share(body.toughness, 10.0);
    "flying" [0.0, 1.0] "sum", "flying 0.75, reach 0.25" => body.sum([(keyword::FLYING, 0.75), (keyword::REACH, 0.25)]);
    "pace" [0.0, 1.0] "sum", "haste 0.75, vigilance 0.25" => body.sum([(keyword::HASTE, 0.75), (keyword::VIGILANCE, 0.25)]);
    "strike" [0.0, 1.0] "sum", "double strike 0.5, first strike 0.25, trample 0.125"
        => body.sum([(keyword::DOUBLE_STRIKE, 0.5), (keyword::FIRST_STRIKE, 0.25), (keyword::TRAMPLE, 0.125)]);
    "touch" [0.0, 1.0] "sum", "deathtouch 0.5, lifelink 0.25"
        => body.sum([(keyword::DEATHTOUCH, 0.5), (keyword::LIFELINK, 0.25)]);
});

/// What a card is doing.
#[derive(Default)]
pub struct Situation {
    copies: u8,
    place: f32,
    wounds: i16,
    plus: i16,
    counters: i16,
    ready: f32,
    combat: f32,
    partner: f32,
    pub choice: f32,
}

numbers!(SITUATION, write_situation(now: &Situation) {
    "copies" [0.0, 1.0] "cards / 8", "equal cards in this slot; 0 where the slot is empty" => share(now.copies, 8.0);
    "place" [-1.0, 1.0] "code", "library 0.1, hand 0.2, hand and seen by the other player 0.3, battlefield 0.4, graveyard 0.5, \
        exile 0.6, plotted 0.7, spell 0.8, ability 0.9, copy of a spell 1; negative for the opponent's" => now.place;
    "wounds" [0.0, 1.0] "damage / 10", "damage marked on it, and assigned to it by own attackers or blockers"
        => share(now.wounds, 10.0);
    "plus" [-1.0, 1.0] "counters / 10", "+1/+1 counters less -1/-1 counters" => share(now.plus, 10.0);
    "counters" [0.0, 1.0] "counters / 10", "loyalty, lore and other counters; on the stack 1 + number of the ability"
        => share(now.counters, 10.0);
    "ready" [-1.0, 1.0] "code", "untapped 1, but 0.5 summoning sick or its loyalty used, 0.25 barred from combat; \
        tapped -0.5, tapped and summoning sick -1" => now.ready;
    "combat" [-1.0, 1.0] "code", "switched on as attacker 0.25, attacks nothing any more 0.375, attacking 0.5, blocked 0.75, \
        blocking -0.5" => now.combat;
    "partner" [-1.0, 1.0] "slot / 64", "1 + slot of what it blocks, attacks, is attached to or targets; negative on the \
        opponent's side; 62 a player, 63 a spell" => now.partner;
    "choice" [-1.0, 1.0] "code", "an option of the question 1, chosen for its cost 0.75, chosen as its target 0.5, targeted by \
        the stack 0.25 (own) or -0.25 (opponent's), being announced -0.5, source of a division -0.75, the question is about it -1"
        => now.choice;
});

const LIBRARY: f32 = 0.1;
const HAND: f32 = 0.2;
const SEEN: f32 = 0.3;
const BATTLEFIELD: f32 = 0.4;
const GRAVEYARD: f32 = 0.5;
const EXILE: f32 = 0.6;
const PLOTTED: f32 = 0.7;
const SPELL: f32 = 0.8;
const ABILITY: f32 = 0.9;
const COPY: f32 = 1.0;

impl Situation {
    pub fn of_kind(kind: &Kind, own: bool) -> Situation {
        let place = if kind.seen && own { SEEN } else { HAND };
        Situation { copies: kind.count, place: signed(place, own), ..Situation::default() }
    }

    /// A card outside the battlefield and the stack.
    pub fn of_card(view: View, id: ObjectId) -> Situation {
        let object = view.state.object(id);
        let place = match object.zone {
            Zone::Library => LIBRARY,
            Zone::Hand => HAND,
            Zone::Battlefield => BATTLEFIELD,
            Zone::Graveyard => GRAVEYARD,
            Zone::Exile if object.flags & object_flag::PLOTTED != 0 => PLOTTED,
            Zone::Exile => EXILE,
            Zone::Stack => SPELL,
            Zone::Nowhere => 0.0,
        };
        Situation { copies: 1, place: signed(place, object.owner == view.slots.seat), ..Situation::default() }
    }

    pub fn of_permanent(view: View, permanent: &Permanent) -> Situation {
        let (plus, minus) = (permanent.count(CounterKind::Plus), permanent.count(CounterKind::Minus));
        let plus = i16::from(plus) - i16::from(minus);
        Situation {
            copies: 1,
            place: signed(BATTLEFIELD, permanent.controller == view.slots.seat),
            wounds: permanent.damage + assigned(view, permanent.object),
            plus,
            counters: permanent.total_counters()
                - i16::from(permanent.count(CounterKind::Plus))
                - i16::from(minus),
            ready: ready(permanent),
            combat: combat(permanent),
            partner: partner(view.slots, permanent),
            choice: 0.0,
        }
    }

    pub fn of_item(view: View, item: &StackItem) -> Situation {
        let place = match item.kind {
            ItemKind::Spell => SPELL,
            ItemKind::Triggered | ItemKind::Activated => ABILITY,
            ItemKind::Copy => COPY,
        };
        Situation {
            copies: 1,
            place: signed(place, item.controller == view.slots.seat),
            counters: if place == ABILITY { 1 + i16::from(item.ability) } else { 0 },
            partner: aim(view, item.targets[0]),
            ..Situation::default()
        }
    }
}

fn signed(code: f32, own: bool) -> f32 {
    if own {
        code
    } else {
        -code
    }
}

/// Combat damage that this player has already given it in the division that goes on.
fn assigned(view: View, id: ObjectId) -> i16 {
    let own = |source| {
        view.state.permanent(source).is_some_and(|permanent| permanent.controller == view.slots.seat)
    };
    let pieces = view.state.assigned.iter().filter(|piece| piece.recipient == id && own(piece.source));
    pieces.map(|piece| piece.amount).sum()
}

fn ready(permanent: &Permanent) -> f32 {
    let sick =
        permanent.is(flag::SICK) && permanent.has_type(types::CREATURE) && !permanent.has(keyword::HASTE);
    match (permanent.is(flag::TAPPED), sick, permanent.is(flag::BARRED)) {
        (true, true, _) => -1.0,
        (true, false, _) => -0.5,
        (false, _, true) => 0.25,
        (false, true, false) => 0.5,
        (false, false, false) if permanent.is(flag::LOYALTY_USED) => 0.5,
        (false, false, false) => 1.0,
    }
}

fn combat(permanent: &Permanent) -> f32 {
    let roles = [
        (flag::BLOCKED, 0.75),
        (flag::ATTACKS_NOTHING, 0.375),
        (flag::ATTACKING, 0.5),
        (flag::SELECTED, 0.25),
    ];
    let role = roles.into_iter().find(|&(role, _)| permanent.is(role));
    match role {
        Some((_, code)) => code,
        None if !permanent.blocking.is_none() => -0.5,
        None => 0.0,
    }
}

fn partner(slots: &Slots, permanent: &Permanent) -> f32 {
    let others = [permanent.blocking, permanent.attack_target, permanent.attached_to];
    others.into_iter().find(|other| !other.is_none()).map_or(0.0, |other| slot_code(slots, other))
}

const PLAYER: f32 = (SIDE + 2) as f32 / 64.0;
const ON_STACK: f32 = (SIDE + 3) as f32 / 64.0;

fn aim(view: View, target: Target) -> f32 {
    match target {
        Target::None => 0.0,
        Target::Player(seat) => signed(PLAYER, seat == view.slots.seat),
        Target::Object(reference) => {
            view.state.current(reference).map_or(0.0, |id| slot_code(view.slots, id))
        }
        Target::Stack(serial) => view
            .state
            .spell(serial)
            .map_or(0.0, |spell| signed(ON_STACK, spell.controller == view.slots.seat)),
    }
}

fn slot_code(slots: &Slots, id: ObjectId) -> f32 {
    match slots.place(id) {
        Some(Place::Own(slot)) => (slot + 1) as f32 / 64.0,
        Some(Place::Opposing(slot)) => (slot + 1) as f32 / -64.0,
        Some(Place::Hand(_)) | None => 0.0,
    }
}
