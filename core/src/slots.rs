//! Which card lies in which slot for one player: the one order that mask, observation and words share. Indices are `actions`.

use crate::decision::Choice;
use crate::program::vocabulary::AbilityKind;
use crate::program::Program;
use crate::rules::costs;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::list::List;
use crate::state::permanent::Permanent;
use crate::state::question::Question;
use crate::state::words::{types, Zone};
use crate::state::{object_flag, State, MAX_OBJECTS, MAX_PERMANENTS, MAX_ZONE};
use std::ops::Range;

/// Hand slots: equal cards share one.
pub const HAND: usize = 10;
/// Slots 0-39 of a side: its battlefield.
pub const BATTLEFIELD: usize = 40;
/// Slots 40-59 of a side: its graveyard and exile.
pub const BEYOND: usize = 20;
pub const SIDE: usize = BATTLEFIELD + BEYOND;
/// Options on one page where they are cards, so that each can be shown.
pub const CARD_OPTIONS: usize = 20;
/// Options on one page where they are not; the index after them turns the page.
pub const OPTIONS: usize = 121;
/// Kinds of cards of the opponent's hand that are shown.
pub const KNOWN: usize = 4;

/// Equal cards of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    pub first: ObjectId,
    pub face: FaceId,
    pub count: u8,
    /// The other player knows at least one of them.
    pub seen: bool,
}

/// One player's cards outside hand and library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    pub battlefield: List<ObjectId, BATTLEFIELD>,
    pub beyond: List<ObjectId, BEYOND>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Hand(usize),
    Own(usize),
    Opposing(usize),
}

const NOWHERE: u8 = u8::MAX;
const OWN_FIRST: u8 = HAND as u8;
const OPPOSING_FIRST: u8 = OWN_FIRST + SIDE as u8;

/// The slots as one player sees them, and the options of the question that player is asked. Reused from decision to decision.
#[derive(Clone, Debug)]
pub struct Slots {
    pub seat: Seat,
    pub hand: List<Kind, HAND>,
    pub own: Side,
    pub opposing: Side,
    /// Kinds of cards of the opponent's hand that this player knows.
    pub known: List<Kind, KNOWN>,
    /// The options of this page; option k has index k of its row.
    pub options: Vec<Choice>,
    /// Targets are named by their slots and not listed as options.
    pub targets_in_place: bool,
    pub last_page: u8,
    places: [u8; MAX_OBJECTS],
    kinds: Vec<Kind>,
}

impl Default for Slots {
    fn default() -> Self {
        Slots {
            seat: Seat(0),
            hand: List::default(),
            own: Side::default(),
            opposing: Side::default(),
            known: List::default(),
            options: Vec::new(),
            targets_in_place: false,
            last_page: 0,
            places: [NOWHERE; MAX_OBJECTS],
            kinds: Vec::new(),
        }
    }
}

impl Slots {
    /// `choices` are the legal ones where this player is asked, else none.
    pub fn new(state: &State, program: &Program, seat: Seat, choices: &[Choice]) -> Slots {
        let mut slots = Slots::default();
        slots.read(state, program, seat, choices);
        slots
    }

    /// Finds the slots anew, keeping the buffers.
    pub fn read(&mut self, state: &State, program: &Program, seat: Seat, choices: &[Choice]) {
        self.seat = seat;
        self.last_page = 0;
        self.places = [NOWHERE; MAX_OBJECTS];
        let page = if state.asked == seat { usize::from(state.page) } else { 0 };
        self.read_hand(state, program, page);
        self.read_known(state, program);
        self.read_battlefields(state, page);
        self.read_beyond(state, program, page);
        self.read_options(state, choices, page);
    }

    #[inline]
    pub fn place(&self, id: ObjectId) -> Option<Place> {
        let code = *self.places.get(id.index())?;
        match code {
            NOWHERE => None,
            _ if code < OWN_FIRST => Some(Place::Hand(usize::from(code))),
            _ if code < OPPOSING_FIRST => Some(Place::Own(usize::from(code - OWN_FIRST))),
            _ => Some(Place::Opposing(usize::from(code - OPPOSING_FIRST))),
        }
    }

    #[inline]
    pub fn hand_slot(&self, id: ObjectId) -> Option<usize> {
        match self.place(id) {
            Some(Place::Hand(slot)) => Some(slot),
            Some(Place::Own(_) | Place::Opposing(_)) | None => None,
        }
    }

    #[inline]
    pub fn own_slot(&self, id: ObjectId) -> Option<usize> {
        match self.place(id) {
            Some(Place::Own(slot)) => Some(slot),
            Some(Place::Hand(_) | Place::Opposing(_)) | None => None,
        }
    }

    #[inline]
    pub fn opposing_slot(&self, id: ObjectId) -> Option<usize> {
        match self.place(id) {
            Some(Place::Opposing(slot)) => Some(slot),
            Some(Place::Hand(_) | Place::Own(_)) | None => None,
        }
    }

    /// Which option of this page the choice is; equal hidden cards are one option.
    pub fn option_slot(&self, state: &State, choice: Choice) -> Option<usize> {
        self.options.iter().position(|&option| same_option(state, option, choice))
    }

    /// Whether the choice is one of a list, and not named by a slot or an index of its own.
    pub fn lists(&self, choice: Choice) -> bool {
        use Choice as C;
        match choice {
            C::TargetObject(_) | C::TargetPlayer(_) => !self.targets_in_place,
            C::TargetSpell(_) | C::Object(_) | C::Player(_) | C::Number(_) | C::Colour(_) => true,
            C::Method(_) | C::Ability(_) | C::Trigger(_) | C::Top | C::Bottommost => true,
            C::Pass | C::Keep | C::Mulligan | C::Confirm | C::Cancel | C::AutoPay => false,
            C::Bottom(_) | C::Discard(_) | C::PlayLand(_) | C::Cast(_) | C::Activate(_) => false,
            C::Attack(_) | C::BlockAttacker(_) | C::Blocker(_) | C::Source(_) => false,
        }
    }

    /// Kinds in order of arrival; where they are more than the slots and nothing is put away, playable ones first.
    fn read_hand(&mut self, state: &State, program: &Program, page: usize) {
        let other = self.seat.other().bit();
        self.kinds.clear();
        for &id in state.player(self.seat).hand.iter() {
            add_kind(&mut self.kinds, state, id, other);
        }
        let puts_away = matches!(state.question, Question::Discard { .. } | Question::Bottom { .. });
        if self.kinds.len() > HAND && !(puts_away && state.asked == self.seat) {
            self.kinds.sort_by_key(|kind| !costs::playable(state, program, kind.first));
        }
        let window = self.window(self.kinds.len(), HAND, page);
        fill(&mut self.hand, self.kinds[window].iter().copied());
        for &id in state.player(self.seat).hand.iter() {
            let face = state.object(id).face;
            if let Some(slot) = self.hand.iter().position(|kind| kind.face == face) {
                self.places[id.index()] = slot as u8;
            }
        }
    }

    /// Known cards of the opponent's hand, lands last, in the order of the pool: their order in that hand is not known.
    fn read_known(&mut self, state: &State, program: &Program) {
        self.kinds.clear();
        let hand = &state.player(self.seat.other()).hand;
        for &id in hand.iter().filter(|&&id| state.object(id).known & self.seat.bit() != 0) {
            add_kind(&mut self.kinds, state, id, self.seat.bit());
        }
        self.kinds.sort_by_key(|kind| (program.card(kind.face).is_land(), kind.face));
        fill(&mut self.known, self.kinds.iter().copied().take(KNOWN));
    }

    /// Creatures and planeswalkers, animated lands, other nonlands, lands; each in order of arrival.
    fn read_battlefields(&mut self, state: &State, page: usize) {
        let mut ranks = [0u8; MAX_PERMANENTS];
        let mut starts = [0usize; 2 * RANKS + 1];
        for (rank, permanent) in ranks.iter_mut().zip(state.permanents()) {
            let side = usize::from(permanent.controller != self.seat);
            *rank = (side * RANKS + battlefield_rank(permanent)) as u8;
            starts[usize::from(*rank) + 1] += 1;
        }
        for rank in 1..starts.len() {
            starts[rank] += starts[rank - 1];
        }
        let (split, count) = (starts[RANKS], state.battlefield.len());
        let mut order = [ObjectId::NONE; MAX_PERMANENTS];
        for (&rank, &id) in ranks.iter().zip(state.battlefield.iter()) {
            let next = &mut starts[usize::from(rank)];
            order[*next] = id;
            *next += 1;
        }
        let own = self.window(split, BATTLEFIELD, page);
        let opposing = self.window(count - split, BATTLEFIELD, page);
        fill(&mut self.own.battlefield, order[..split][own].iter().copied());
        fill(&mut self.opposing.battlefield, order[split..count][opposing].iter().copied());
        settle(&mut self.places, &self.own.battlefield, OWN_FIRST);
        settle(&mut self.places, &self.opposing.battlefield, OPPOSING_FIRST);
    }

    /// Cards with a use there first, then the graveyard, then exile; each newest first.
    fn read_beyond(&mut self, state: &State, program: &Program, page: usize) {
        for seat in Seat::BOTH {
            let player = state.player(seat);
            let window = self.window(player.graveyard.len() + player.exile.len(), BEYOND, page);
            let mut order = [ObjectId::NONE; 2 * MAX_ZONE];
            let (mut front, mut back) = (0, order.len());
            // What has a use fills the room from the front, the others from the back.
            for &id in player.graveyard.iter().rev().chain(player.exile.iter().rev()) {
                let useful = has_use(state, program, id);
                front += usize::from(useful);
                back -= usize::from(!useful);
                order[if useful { front - 1 } else { back }] = id;
            }
            let order = order[..front].iter().chain(order[back..].iter().rev()).copied();
            let own = seat == self.seat;
            let side = if own { &mut self.own } else { &mut self.opposing };
            fill(&mut side.beyond, order.skip(window.start).take(window.len()));
            let first = if own { OWN_FIRST } else { OPPOSING_FIRST } + BATTLEFIELD as u8;
            settle(&mut self.places, &side.beyond, first);
        }
    }

    /// Options in the order of the legal choices; hidden cards in the order of the pool, so that none betrays where it lay.
    fn read_options(&mut self, state: &State, choices: &[Choice], page: usize) {
        self.options.clear();
        self.targets_in_place = choices.iter().all(|&choice| self.is_in_place(choice));
        for &choice in choices {
            if self.lists(choice) && self.option_slot(state, choice).is_none() {
                self.options.push(choice);
            }
        }
        if self.options.iter().all(|&option| hidden(state, option).is_some()) {
            self.options.sort_by_key(|&option| hidden(state, option).map(|id| state.object(id).face));
        }
        let size = if self.options.iter().any(|&option| is_card(option)) { CARD_OPTIONS } else { OPTIONS };
        let window = self.window(self.options.len(), size, page);
        self.options.truncate(window.end);
        self.options.drain(..window.start);
    }

    fn is_in_place(&self, choice: Choice) -> bool {
        if let Choice::TargetObject(id) = choice {
            return matches!(self.place(id), Some(Place::Own(_) | Place::Opposing(_)));
        }
        !matches!(choice, Choice::TargetSpell(_))
    }

    /// The part of a zone that this page shows.
    fn window(&mut self, count: usize, size: usize, page: usize) -> Range<usize> {
        let last = count.saturating_sub(1) / size;
        self.last_page = self.last_page.max(last as u8);
        let start = page.min(last) * size;
        start..count.min(start + size)
    }
}

const RANKS: usize = 4;

fn battlefield_rank(permanent: &Permanent) -> usize {
    let land = permanent.has_type(types::LAND);
    let fights = permanent.has_type(types::CREATURE | types::PLANESWALKER);
    match (fights, land) {
        (true, false) => 0,
        (true, true) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}

/// Flashback, a trigger that works from the graveyard, plotted, or exiled until something happens.
fn has_use(state: &State, program: &Program, id: ObjectId) -> bool {
    let object = state.object(id);
    if object.zone == Zone::Exile {
        return object.flags & (object_flag::PLOTTED | object_flag::LINKED) != 0
            || !object.held_by.id.is_none();
    }
    let card = program.card(object.face);
    card.face.flashback.is_some()
        || card.listens != 0 && card.face.abilities.iter().any(|a| works_from_graveyard(&a.kind))
}

fn works_from_graveyard(kind: &AbilityKind) -> bool {
    match kind {
        AbilityKind::Triggered { zone, .. } => *zone == Zone::Graveyard as i16,
        AbilityKind::Spell {} | AbilityKind::Activated { .. } => false,
    }
}

fn add_kind(kinds: &mut Vec<Kind>, state: &State, id: ObjectId, other: u8) {
    let object = state.object(id);
    let seen = object.known & other != 0;
    match kinds.iter_mut().find(|kind| kind.face == object.face) {
        Some(kind) => {
            kind.count += 1;
            kind.seen |= seen;
        }
        None => kinds.push(Kind { first: id, face: object.face, count: 1, seen }),
    }
}

fn is_card(option: Choice) -> bool {
    matches!(
        option,
        Choice::Object(_) | Choice::TargetObject(_) | Choice::TargetSpell(_) | Choice::Trigger(_)
    )
}

/// The object an option stands for, where it lies in a hand or library.
fn hidden(state: &State, option: Choice) -> Option<ObjectId> {
    let Choice::Object(id) = option else {
        return None;
    };
    matches!(state.object(id).zone, Zone::Hand | Zone::Library).then_some(id)
}

fn same_option(state: &State, one: Choice, two: Choice) -> bool {
    let looks = |option| hidden(state, option).map(|id| state.object(id)).map(|o| (o.face, o.zone, o.owner));
    one == two || looks(one).is_some_and(|look| looks(two) == Some(look))
}

fn settle<const N: usize>(places: &mut [u8; MAX_OBJECTS], list: &List<ObjectId, N>, first: u8) {
    for (slot, id) in list.iter().enumerate() {
        places[id.index()] = first + slot as u8;
    }
}

fn fill<T: Copy + Default, const N: usize>(list: &mut List<T, N>, items: impl Iterator<Item = T>) {
    list.clear();
    items.for_each(|item| push(list, item));
}

fn push<T: Copy + Default, const N: usize>(list: &mut List<T, N>, item: T) {
    let pushed = list.push(item);
    debug_assert!(pushed.is_ok(), "a zone holds more than its window");
}

#[cfg(test)]
pub mod tests;
