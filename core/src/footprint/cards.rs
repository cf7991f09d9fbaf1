//! Drawing, milling, exploring, looking, taking, searching, discarding, on a board in the making: what comes is known or expected.

use super::expectation::{expected_at_most, Next, Shares, Unseen};
use super::moving::Arriving;
use super::stack::{Looked, Run};
use super::triggers::{About, Happening};
use super::words::Thing;
use super::Forecast;
use crate::decision::Choice;
use crate::program::vocabulary::{Amount, Filter, Predicate, Ref, Trigger, Who};
use crate::program::Card;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::stack::Event;
use crate::state::words::{types, Zone};

/// What the counts tell apart among cards of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Removal,
    Land,
    Other,
}

const SORTS: [Sort; 3] = [Sort::Removal, Sort::Land, Sort::Other];

fn sort_of(card: &Card) -> Sort {
    match (card.removal, card.is_land()) {
        (true, _) => Sort::Removal,
        (false, true) => Sort::Land,
        (false, false) => Sort::Other,
    }
}

/// Cards that match, by sort: those that are certain and those among the unseen.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    certain: [u32; 3],
    unseen: [u32; 3],
    /// So many cards are looked at among so many unseen ones.
    sample: (u32, u32),
}

impl Found {
    fn expected(&self, most: u32) -> f32 {
        expected_at_most(most, self.certain.iter().sum(), self.unseen.iter().sum(), self.sample)
    }
}

impl Forecast<'_> {
    pub fn draw(&mut self, run: &Run, who: &Who, amount: &Amount) {
        let amount = self.amount(&run.speech, amount).round() as usize;
        for seat in self.players(&run.speech, who) {
            for _ in 0..amount {
                self.draw_one(seat);
            }
        }
    }

    fn draw_one(&mut self, seat: Seat) {
        let taken = self.board.sides[seat.index()].taken;
        if taken >= self.state.player(seat).library.len() {
            return;
        }
        match self.next_card(seat, 0) {
            Next::Known(id) => self.arrives_in(self.state.object(id).face, seat, Zone::Hand, 1.0),
            Next::Unknown(unseen) => {
                let [land, removal] = self.shares(unseen, |_| true).of_one();
                self.add_to_hand(seat, [1.0, land, removal]);
            }
            Next::Nothing => self.add_to_hand(seat, [1.0, 0.0, 0.0]),
        }
        let side = self.board.side(seat);
        side.taken += 1;
        side.drawn = side.drawn.saturating_add(1);
        let nth = self.state.player(seat).drawn_this_turn.saturating_add(side.drawn);
        let event = Event { player: seat, ..Event::default() };
        let kind = Trigger::Draws { who: Who::Each {}, nth: 0 };
        self.notice_all(&Happening::of(&kind, About::Draw { seat, nth }, event));
    }

    pub fn mill(&mut self, run: &Run, who: &Who, amount: &Amount) {
        let amount = self.amount(&run.speech, amount).round() as usize;
        for seat in self.players(&run.speech, who) {
            for _ in 0..amount {
                self.mill_one(seat);
            }
        }
    }

    fn mill_one(&mut self, seat: Seat) {
        match self.next_card(seat, 0) {
            Next::Known(id) => self.arrives_in(self.state.object(id).face, seat, Zone::Graveyard, 1.0),
            Next::Unknown(unseen) if self.graveyards_matter() => {
                let mut faces = Vec::new();
                self.each_unseen(unseen, |face| faces.push(face));
                // The order of a library must not show in the last bit of a sum.
                faces.sort_unstable();
                let weight = 1.0 / faces.len() as f32;
                faces.into_iter().for_each(|face| self.arrives_in(face, seat, Zone::Graveyard, weight));
            }
            Next::Unknown(_) | Next::Nothing => {}
        }
        self.board.side(seat).taken += 1;
    }

    /// Whether some permanent's power counts cards.
    fn graveyards_matter(&self) -> bool {
        let rule = |face: FaceId| self.program.face(face).power_rule.is_some();
        self.board.pieces.iter().any(|piece| piece.alive && rule(piece.face))
    }

    /// A land comes to the hand; for anything else the creature gets a counter and the card may go (701.44a).
    pub fn explore(&mut self, run: &mut Run, of: &Ref) {
        let seat = run.speech.item.controller;
        let chance = match self.next_card(seat, 0) {
            Next::Known(id) => f32::from(self.program.card(self.state.object(id).face).is_land()),
            Next::Unknown(unseen) => self.shares(unseen, |_| true).of_one()[0],
            Next::Nothing => 0.0,
        };
        self.add_to_hand(seat, [chance, chance, 0.0]);
        if let Some(place) = self.piece(&run.speech, of) {
            self.board.pieces[place].plus += 1.0 - chance;
            self.board.dirty = true;
        }
        let goes = run.reply.take() == Some(Choice::Confirm);
        if let (Next::Known(id), true) = (self.next_card(seat, 0), goes) {
            self.move_card(id, Zone::Graveyard);
        }
    }

    pub fn look(&mut self, run: &mut Run, who: &Who, amount: &Amount) {
        let (seat, count) = (self.who(&run.speech, who), self.amount(&run.speech, amount).round() as usize);
        run.looked = Looked::default();
        for ahead in 0..count {
            match self.next_card(seat, ahead) {
                Next::Known(id) => run.looked.see(id),
                Next::Unknown(_) => run.looked.unknown += 1,
                Next::Nothing => {}
            }
        }
    }

    /// Cards among those looked at, of the sort that is ranked first as long as there are any.
    pub fn take(&mut self, run: &mut Run, bounds: (&Amount, &Amount), filter: &Filter) {
        let most = self.amount(&run.speech, bounds.1).round() as u8;
        match run.reply.take() {
            Some(Choice::Object(id)) => {
                self.take_known(run, id);
                run.phase += 1;
            }
            Some(_) => return,
            None => {}
        }
        if run.looked.unknown > 0 {
            let found = self.found(run, filter);
            return self.take_expected(&found, u32::from(most.saturating_sub(run.phase)));
        }
        while run.phase < most {
            let Some(id) = self.best_known(run, filter) else { return };
            self.take_known(run, id);
            run.phase += 1;
        }
    }

    fn take_known(&mut self, run: &mut Run, id: ObjectId) {
        run.looked.known.remove_value(id);
        self.move_card(id, Zone::Hand);
    }

    /// Among known cards that match, one of the sort that is ranked first.
    fn best_known(&mut self, run: &Run, filter: &Filter) -> Option<ObjectId> {
        let seat = run.speech.item.controller;
        let of_sort = |sort: Sort| {
            let mut known = run.looked.known.iter().copied();
            known.find(|&id| {
                let card = self.program.card(self.state.object(id).face);
                sort_of(card) == sort && self.matches(&run.speech, filter, self.card(id))
            })
        };
        let options = SORTS.map(of_sort);
        let count = options.iter().flatten().count();
        if count == 0 {
            return None;
        }
        let chosen = self.choose(seat, count);
        options.into_iter().flatten().nth(chosen)
    }

    /// What there is among the cards looked at; where all cards of a group are, they are as good as known.
    fn found(&self, run: &Run, filter: &Filter) -> Found {
        let (speech, seat) = (&run.speech, run.speech.item.controller);
        let mut found = Found::default();
        for &id in run.looked.known.iter() {
            if self.matches(speech, filter, self.card(id)) {
                found.certain[sort_of(self.program.card(self.state.object(id).face)) as usize] += 1;
            }
        }
        let wanted =
            |face| self.matches(speech, filter, Thing::Card { id: ObjectId::NONE, face, owner: seat });
        let mut left = run.looked.unknown;
        let mut ahead = 0;
        while left > 0 {
            let (group, seen) = self.same_group(seat, ahead);
            let Some(group) = group else { break };
            let Shares { all, lands, removal, others, both } = self.shares(group, wanted);
            let sorts = [removal, lands - both, others];
            let seen = seen.min(usize::from(left));
            if seen as u32 >= all {
                (0..SORTS.len()).for_each(|sort| found.certain[sort] += sorts[sort]);
            } else {
                (found.unseen, found.sample) = (sorts, (seen as u32, all));
            }
            (left, ahead) = (left - seen as u8, ahead + seen);
        }
        found
    }

    /// The group of the first unknown card from there on, and how far it goes.
    fn same_group(&self, seat: Seat, ahead: usize) -> (Option<Unseen>, usize) {
        let mut group = None;
        let mut seen = 0;
        for next in ahead.. {
            match self.next_card(seat, next) {
                Next::Known(_) if group.is_none() => seen += 1,
                Next::Unknown(unseen) if group.is_none_or(|first| first == unseen) => {
                    group = Some(unseen);
                    seen += 1;
                }
                Next::Known(_) | Next::Unknown(_) | Next::Nothing => break,
            }
        }
        (group, seen)
    }

    /// As many as there are of the sort that is ranked first, then of the others.
    fn take_expected(&mut self, found: &Found, most: u32) {
        let present = |sort: &usize| found.certain[*sort] + found.unseen[*sort] > 0;
        let mut order: Vec<usize> = (0..SORTS.len()).filter(present).collect();
        let first = self.choose(self.seat, order.len());
        if let Some(preferred) = order.get_mut(..=first) {
            preferred.rotate_right(1);
        }
        let mut so_far = Found { sample: found.sample, ..Found::default() };
        let (mut before, mut taken) = (0.0, [0.0; 3]);
        for sort in order {
            (so_far.certain[sort], so_far.unseen[sort]) = (found.certain[sort], found.unseen[sort]);
            let expected = so_far.expected(most);
            taken[sort] = expected - before;
            before = expected;
        }
        let [removal, lands, other] = taken;
        self.add_to_hand(self.seat, [removal + lands + other, lands, removal]);
    }

    /// One card of each type that is there; `phase` is the first type that has not been asked about.
    pub fn take_one_per_type(&mut self, run: &mut Run) {
        for &kind in &types::CARD_TYPES[usize::from(run.phase).min(types::CARD_TYPES.len())..] {
            let filter: Filter = vec![Predicate::TypeAny { types: kind as i16 }];
            match run.reply.take() {
                Some(Choice::Object(id)) => self.take_known(run, id),
                Some(_) => {}
                None if run.looked.unknown > 0 => {
                    let found = self.found(run, &filter);
                    self.take_expected(&found, 1);
                }
                None => {
                    if let Some(id) = self.best_known(run, &filter) {
                        self.take_known(run, id);
                    }
                }
            }
        }
    }

    pub fn shuffle(&mut self, run: &Run, who: &Who) {
        for seat in self.players(&run.speech, who) {
            self.board.side(seat).shuffled = true;
        }
    }

    /// The first card in the order of the pool that the own library still holds, or none.
    pub fn search(&mut self, run: &mut Run, filter: &Filter) {
        let seat = run.speech.item.controller;
        let found = match run.reply.take() {
            Some(Choice::Object(id)) => Some(id),
            Some(_) => None,
            None => self.first_in_library(run, filter).filter(|_| self.choose(seat, 2) == 0),
        };
        if let Some(id) = found {
            let face = self.state.object(id).face;
            self.enter(Arriving { flags: flag::TAPPED, ..Arriving::card(id, face, seat) });
        }
    }

    fn first_in_library(&self, run: &Run, filter: &Filter) -> Option<ObjectId> {
        let library = &self.state.player(run.speech.item.controller).library;
        let matching = library.iter().copied().filter(|&id| self.matches(&run.speech, filter, self.card(id)));
        matching.min_by_key(|&id| self.state.object(id).face)
    }

    /// Which card of the other hand is picked changes no count, unless it is the answer that is asked about.
    pub fn pick_from_hand(&mut self, run: &mut Run) {
        run.speech.picked = match run.reply.take() {
            Some(Choice::Object(id)) => id,
            Some(_) | None => ObjectId::NONE,
        };
    }

    pub fn reveal_top(&mut self, run: &mut Run, who: &Who) {
        let seat = self.who(&run.speech, who);
        run.speech.picked = match self.next_card(seat, 0) {
            Next::Known(id) => id,
            Next::Unknown(_) | Next::Nothing => ObjectId::NONE,
        };
    }

    pub fn move_picked(&mut self, run: &Run, zone: Zone) {
        if !run.speech.picked.is_none() {
            self.move_card(run.speech.picked, zone);
        }
    }

    /// A card that is not on the battlefield goes to another zone.
    pub fn move_card(&mut self, id: ObjectId, zone: Zone) {
        let object = self.state.object(id);
        self.arrives_in(object.face, object.owner, object.zone, -1.0);
        self.arrives_in(object.face, object.owner, zone, 1.0);
    }

    /// Cards of the own hand, one after the other of the sort that is ranked first.
    pub fn discard(&mut self, run: &Run, who: &Who, amount: &Amount) {
        let amount = self.amount(&run.speech, amount).round() as usize;
        let own = self.seat;
        for seat in self.players(&run.speech, who).filter(|&seat| seat == own) {
            let hand = self.state.player(seat).hand;
            let mut left: Vec<FaceId> = hand.iter().map(|&id| self.state.object(id).face).collect();
            for _ in 0..amount.min(left.len()) {
                let of_sort =
                    |sort: Sort| left.iter().position(|&face| sort_of(self.program.card(face)) == sort);
                let options = SORTS.map(of_sort);
                let chosen = self.choose(seat, options.iter().flatten().count());
                if let Some(position) = options.into_iter().flatten().nth(chosen) {
                    let face = left.remove(position);
                    self.arrives_in(face, seat, Zone::Hand, -1.0);
                    self.arrives_in(face, seat, Zone::Graveyard, 1.0);
                }
            }
        }
    }
}
