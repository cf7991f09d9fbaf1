//! Attacks and blocks, up to combat damage: each attacker and each blocker counts what it adds to those already declared.
//!
//! The opponent blocks by one rule: each of his untapped creatures, in order of arrival, blocks the attacker with the most
//! power among those that it kills and survives and that nobody blocks yet.

use super::board::Piece;
use super::moving::{reference, Dealer};
use super::triggers::{About, Happening};
use super::{Book, Footprint, Forecast};
use crate::decision::Choice;
use crate::program::vocabulary::Trigger;
use crate::rules::combat;
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::question::Question;
use crate::state::stack::Event;
use crate::state::words::{keyword, types, Step, Zone};

const FIRST: u32 = keyword::FIRST_STRIKE | keyword::DOUBLE_STRIKE;

/// An answer to the declaration of attackers.
pub fn attackers(book: &mut Book, choice: Choice) -> Footprint {
    match choice {
        Choice::Attack(id) => {
            let so_far = attack(book, None);
            attack(book, Some((id, None))).beyond(&so_far)
        }
        Choice::Cancel => {
            let so_far = attack(book, None);
            Footprint::default().beyond(&so_far)
        }
        _ => Footprint::default(),
    }
}

/// Whom an attacker attacks: the difference to what ranks first.
pub fn attack_whom(book: &mut Book, attacker: ObjectId, choice: Choice) -> Footprint {
    let target = match choice {
        Choice::Object(id) => id,
        _ => ObjectId::NONE,
    };
    let best = attack(book, Some((attacker, None)));
    attack(book, Some((attacker, Some(target)))).beyond(&best)
}

/// The attack as declared so far, and one attacker more; with whom it attacks, or that open.
fn attack(book: &mut Book, more: Option<(ObjectId, Option<ObjectId>)>) -> Footprint {
    let state = book.view.state;
    let declaring = state.step == Step::Attackers
        && matches!(state.question, Question::Attackers | Question::AttackWhom { .. });
    let any = state.permanents().any(|permanent| permanent.is(flag::SELECTED | flag::ATTACKING));
    if more.is_none() && !any {
        return Footprint::default();
    }
    book.best(|forecast| {
        if let Some((attacker, target)) = more {
            forecast.add_attacker(attacker, target);
        }
        if declaring {
            forecast.declare_attackers();
        }
        forecast.finish_combat();
    })
}

/// An answer to the declaration of blockers.
pub fn blockers(book: &mut Book, choice: Choice) -> Footprint {
    match choice {
        Choice::BlockAttacker(attacker) => {
            let so_far = block(book, None);
            block(book, Some((attacker, None))).beyond(&so_far)
        }
        Choice::Cancel => {
            let so_far = block(book, None);
            block_with_nothing(book).beyond(&so_far)
        }
        _ => Footprint::default(),
    }
}

/// Which creature blocks: the difference to the one that ranks first.
pub fn block_with(book: &mut Book, attacker: ObjectId, choice: Choice) -> Footprint {
    let Choice::Blocker(blocker) = choice else { return Footprint::default() };
    let best = block(book, Some((attacker, None)));
    block(book, Some((attacker, Some(blocker)))).beyond(&best)
}

/// The blocks so far, and one more; with which creature, or that open.
fn block(book: &mut Book, more: Option<(ObjectId, Option<ObjectId>)>) -> Footprint {
    let state = book.view.state;
    book.best(|forecast| {
        if let Some((attacker, blocker)) = more {
            let able = combat::blockers_for(state, attacker);
            let blocker = blocker.or_else(|| {
                let chosen = forecast.choose(forecast.seat, able.count());
                combat::blockers_for(state, attacker).nth(chosen)
            });
            forecast.add_blocker(attacker, blocker.unwrap_or(ObjectId::NONE));
        }
        forecast.deal_damage(&[]);
    })
}

fn block_with_nothing(book: &mut Book) -> Footprint {
    book.best(|forecast| {
        forecast.board.pieces.iter_mut().for_each(|piece| piece.blocking = ObjectId::NONE);
        forecast.deal_damage(&[]);
    })
}

/// So much damage to one recipient, the rest as it ranks first.
pub fn divide(book: &mut Book, (source, recipient): (ObjectId, ObjectId), choice: Choice) -> Footprint {
    let Choice::Number(amount) = choice else { return Footprint::default() };
    let assigned = book.view.state.assigned;
    let mut parts: Vec<Part> = assigned
        .iter()
        .map(|part| Part { source: part.source, recipient: part.recipient, amount: f32::from(part.amount) })
        .collect();
    let by_rule = book.best(|forecast| forecast.deal_damage(&parts));
    parts.push(Part { source, recipient, amount: f32::from(amount) });
    book.best(|forecast| forecast.deal_damage(&parts)).beyond(&by_rule)
}

/// One piece of combat damage; recipient NONE is the defending player.
#[derive(Clone, Copy, Debug)]
struct Part {
    source: ObjectId,
    recipient: ObjectId,
    amount: f32,
}

impl Forecast<'_> {
    fn add_attacker(&mut self, id: ObjectId, target: Option<ObjectId>) {
        let defender = self.state.active.other();
        let target = target.unwrap_or_else(|| {
            let walkers: Vec<ObjectId> = combat::planeswalkers(self.state, defender).collect();
            match self.choose(self.seat, walkers.len() + 1) {
                0 => ObjectId::NONE,
                chosen => walkers[chosen - 1],
            }
        });
        if let Some(place) = self.board.place(id) {
            let piece = &mut self.board.pieces[place];
            piece.flags |= flag::SELECTED;
            piece.attack_target = target;
        }
    }

    /// Attackers tap, and triggers see them (508.1f, 508.1m).
    fn declare_attackers(&mut self) {
        self.in_combat = true;
        let active = self.state.active;
        let mut count = 0;
        for place in 0..self.board.pieces.len() {
            let piece = &mut self.board.pieces[place];
            if !piece.is(flag::SELECTED) {
                continue;
            }
            count += 1;
            let tapped = if piece.has(keyword::VIGILANCE) { 0 } else { flag::TAPPED };
            piece.flags = piece.flags & !flag::SELECTED | flag::ATTACKING | tapped;
            let amount = i16::from(!piece.attack_target.is_none());
            let event = Event { subject: reference(piece.object), player: active.other(), amount, spell: 0 };
            self.notice_piece(place, &Happening::of(&Trigger::AttacksSelf {}, About::Itself, event));
        }
        self.notice_attack(active, count);
        self.resolve_all();
    }

    fn notice_attack(&mut self, active: Seat, count: usize) {
        let event = Event { player: active.other(), amount: count as i16, ..Event::default() };
        let kind = Trigger::AttackWith { at_least: 0 };
        let happening = Happening::of(&kind, About::Attack(count), event);
        for &id in self.state.player(active).graveyard.iter() {
            let face = self.state.object(id).face;
            if self.program.card(face).listens != 0 {
                self.notice(id, face, (active, Zone::Graveyard), &happening);
            }
        }
        for place in 0..self.board.pieces.len() {
            let piece = &self.board.pieces[place];
            if piece.alive && piece.controller == active {
                self.notice_piece(place, &happening);
            }
        }
    }

    /// From here to combat damage, the opponent's blocks by the rule.
    pub fn finish_combat(&mut self) {
        self.block_by_rule();
        self.deal_damage(&[]);
    }

    fn add_blocker(&mut self, attacker: ObjectId, blocker: ObjectId) {
        if let Some(place) = self.board.place(blocker) {
            self.board.pieces[place].blocking = attacker;
        }
    }

    /// The published rule; one's own blocks are never guessed.
    fn block_by_rule(&mut self) {
        let defender = self.state.active.other();
        let declared =
            self.board.pieces.iter().any(|piece| !piece.blocking.is_none() || piece.is(flag::BLOCKED));
        if defender == self.seat || declared || self.state.step > Step::Attackers {
            return;
        }
        for place in 0..self.board.pieces.len() {
            let blocker = self.board.pieces[place];
            let able = blocker.alive && blocker.controller == defender && blocker.is_creature();
            if !able || blocker.is(flag::TAPPED | flag::BARRED | flag::NO_BLOCK) {
                continue;
            }
            if let Some(attacker) = self.worth_blocking(&blocker) {
                self.board.pieces[attacker].flags |= flag::BLOCKED;
                self.board.pieces[place].blocking = self.board.pieces[attacker].object;
            }
        }
    }

    fn worth_blocking(&self, blocker: &Piece) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for (place, attacker) in self.board.pieces.iter().enumerate() {
            let open = attacker.alive && attacker.is(flag::ATTACKING) && !attacker.is(flag::BLOCKED);
            let reaches = !attacker.has(keyword::FLYING) || blocker.has(keyword::FLYING | keyword::REACH);
            let power = attacker.power();
            let better = best.is_none_or(|(_, most)| power > most);
            if open && reaches && better && kills_and_survives(blocker, attacker) {
                best = Some((place, power));
            }
        }
        best.map(|(place, _)| place)
    }

    /// All combat damage that is still to be dealt, in one step or two (510.4), with what follows from it.
    fn deal_damage(&mut self, given: &[Part]) {
        self.in_combat = true;
        let blocked: Vec<ObjectId> = self.board.pieces.iter().map(|piece| piece.blocking).collect();
        for piece in &mut self.board.pieces {
            if blocked.contains(&piece.object) {
                piece.flags |= flag::BLOCKED;
            }
        }
        let fights = |piece: &&Piece| piece.alive && (piece.is(flag::ATTACKING) || !piece.blocking.is_none());
        let two_steps = self.state.step < Step::FirstDamage
            && self.board.pieces.iter().filter(fights).any(|piece| piece.has(FIRST));
        if two_steps {
            for piece in &mut self.board.pieces {
                piece.flags |= if piece.has(FIRST) { flag::STRUCK_FIRST } else { 0 };
            }
        }
        if two_steps || self.state.step == Step::FirstDamage {
            self.strike(true, given);
            self.strike(false, &[]);
        } else {
            self.strike(false, given);
        }
    }

    fn strike(&mut self, first: bool, given: &[Part]) {
        if self.is_over() {
            return;
        }
        let strikes = |piece: &Piece| {
            let struck = piece.is(flag::STRUCK_FIRST);
            piece.alive
                && piece.power() > 0.0
                && if first { struck } else { !struck || piece.has(keyword::DOUBLE_STRIKE) }
        };
        let mut parts: Vec<Part> = Vec::new();
        for place in 0..self.board.pieces.len() {
            let piece = self.board.pieces[place];
            if piece.is(flag::ATTACKING) && strikes(&piece) {
                self.assign(&piece, given, &mut parts);
            }
        }
        for piece in self.board.pieces.iter().filter(|piece| strikes(piece)) {
            if self.board.place(piece.blocking).is_some() {
                parts.push(Part { source: piece.object, recipient: piece.blocking, amount: piece.power() });
            }
        }
        self.deal(&parts);
        self.resolve_all();
    }

    /// Blockers in order of arrival, lethal damage to each before the next; trample goes on to what is attacked.
    fn assign(&self, attacker: &Piece, given: &[Part], parts: &mut Vec<Part>) {
        let source = attacker.object;
        let mut left = attacker.power();
        let mine = given.iter().filter(|part| part.source == source);
        let fixed = parts.len();
        mine.for_each(|part| {
            left -= part.amount;
            parts.push(*part);
        });
        let done = |id: ObjectId, parts: &[Part]| parts[fixed..].iter().any(|part| part.recipient == id);
        let tramples = attacker.has(keyword::TRAMPLE) && !attacker.is(flag::ATTACKS_NOTHING);
        let mut last = None;
        for blocker in self.board.pieces.iter().filter(|piece| piece.alive && piece.blocking == source) {
            last = Some(blocker.object);
            if left > 0.0 && !done(blocker.object, parts) {
                let amount = lethal(attacker, blocker, parts).min(left);
                parts.push(Part { source, recipient: blocker.object, amount });
                left -= amount;
            }
        }
        let goes_through = !attacker.is(flag::BLOCKED) || tramples;
        match last {
            Some(recipient) if !tramples => parts.push(Part { source, recipient, amount: left }),
            _ if goes_through && !attacker.is(flag::ATTACKS_NOTHING) => {
                parts.push(Part { source, recipient: attacker.attack_target, amount: left });
            }
            Some(_) | None => {}
        }
    }

    /// Everything at once (510.2): who deals it is fixed before any of it is dealt.
    fn deal(&mut self, parts: &[Part]) {
        let defender = self.state.active.other();
        let dealers: Vec<Option<Dealer>> = parts
            .iter()
            .map(|part| self.board.place(part.source).map(|place| self.dealer_at(place, true)))
            .collect();
        for (part, dealer) in parts.iter().zip(dealers) {
            let Some(dealer) = dealer.filter(|_| part.amount > 0.0) else { continue };
            if part.recipient.is_none() {
                self.damage_player(dealer, defender, part.amount);
            } else if let Some(place) = self.board.place(part.recipient) {
                self.damage_piece(dealer, place, part.amount);
            }
        }
    }
}

/// Lethal damage, counting what is marked and what else is being assigned; deathtouch makes it 1 (702.19b, 702.2c).
fn lethal(attacker: &Piece, blocker: &Piece, parts: &[Part]) -> f32 {
    let others = parts.iter().filter(|part| part.recipient == blocker.object);
    let rest = (blocker.toughness() - blocker.damage - others.map(|part| part.amount).sum::<f32>()).max(0.0);
    if attacker.has(keyword::DEATHTOUCH) {
        rest.min(1.0)
    } else {
        rest
    }
}

/// Whether a creature that blocks alone kills the attacker and lives.
fn kills_and_survives(blocker: &Piece, attacker: &Piece) -> bool {
    let kills = |one: &Piece, other: &Piece| {
        let enough = if one.has(keyword::DEATHTOUCH) { 1.0 } else { other.toughness() - other.damage };
        let strikes = if one.has(keyword::DOUBLE_STRIKE) { 2.0 } else { 1.0 };
        one.power() > 0.0 && one.power() * strikes >= enough
    };
    let before = |one: &Piece, other: &Piece| one.has(FIRST) && !other.has(FIRST);
    let dies = kills(attacker, blocker) && !(before(blocker, attacker) && kills(blocker, attacker));
    let stopped = before(attacker, blocker) && kills(attacker, blocker);
    kills(blocker, attacker) && !stopped && !dies && attacker.has_type(types::CREATURE)
}
