//! What static abilities give on a board in the making, and what state-based actions then take off it (613, 704).

use super::board::Size;
use super::words::Speech;
use super::Forecast;
use crate::program::vocabulary::{Affected, Amount, Static};
use crate::state::ids::{ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::words::{types, Zone};

impl Forecast<'_> {
    /// Finds what every permanent is given by static abilities.
    pub fn refresh(&mut self) {
        if !self.board.has_statics {
            return;
        }
        for piece in &mut self.board.pieces {
            (piece.granted, piece.granted_keywords) = (Size::default(), 0);
        }
        for place in 0..self.board.pieces.len() {
            let piece = &self.board.pieces[place];
            if piece.alive && piece.has_statics {
                self.apply_statics(place);
            }
        }
    }

    fn apply_statics(&mut self, place: usize) {
        let program = self.program;
        let piece = self.board.pieces[place];
        let card = program.card(piece.face);
        let speech = Speech::of_piece(&piece);
        if let Some(rule) = &card.face.power_rule {
            self.board.pieces[place].granted.power += self.amount(&speech, rule);
        }
        for ability in &card.face.statics {
            match ability {
                Static::Modify { affected, condition, power, toughness, keywords } => {
                    let host = match affected {
                        Affected::Itself {} => Some(place),
                        Affected::AttachedTo {} => self.board.place(piece.attached_to),
                    };
                    if let Some(host) = host.filter(|_| self.condition(&speech, condition)) {
                        self.grant(&speech, host, (power, toughness), *keywords as u32);
                    }
                }
                Static::Barred { unless } => {
                    let barred = !self.condition(&speech, unless);
                    let piece = &mut self.board.pieces[place];
                    piece.flags = piece.flags & !flag::BARRED | if barred { flag::BARRED } else { 0 };
                }
                Static::CannotBlock {} => self.board.pieces[place].flags |= flag::NO_BLOCK,
                Static::CheaperSpells { .. }
                | Static::CheaperSelf { .. }
                | Static::LoyaltyAnyTime { .. }
                | Static::DamageAsCounters {}
                | Static::ExileDamaged {} => {}
            }
        }
    }

    fn grant(&mut self, speech: &Speech, host: usize, (power, toughness): (&Amount, &Amount), keywords: u32) {
        let size = Size { power: self.amount(speech, power), toughness: self.amount(speech, toughness) };
        let piece = &mut self.board.pieces[host];
        piece.granted.power += size.power;
        piece.granted.toughness += size.toughness;
        piece.granted_keywords |= keywords;
    }

    pub fn controls_static(&self, seat: Seat, wanted: impl Fn(&Static) -> bool) -> bool {
        let own = self.board.pieces.iter().filter(|piece| piece.alive && piece.controller == seat);
        let mut speaking = own.filter(|piece| piece.has_statics);
        speaking.any(|piece| self.program.face(piece.face).statics.iter().any(&wanted))
    }

    /// State-based actions until none applies (704.3).
    pub fn settle(&mut self) {
        while std::mem::take(&mut self.board.dirty) {
            self.refresh();
            self.keep_one_legend();
            let fallen = (0..self.board.pieces.len()).filter(|&place| self.falls(place));
            let fallen: Vec<(usize, Zone)> = fallen.map(|place| (place, self.grave(place))).collect();
            for piece in &mut self.board.pieces {
                piece.flags &= !flag::DEATHTOUCHED;
            }
            for (place, zone) in fallen {
                self.leave(place, zone);
            }
        }
    }

    fn falls(&self, place: usize) -> bool {
        let piece = &self.board.pieces[place];
        if !piece.alive {
            return false;
        }
        if piece.is_creature() {
            let toughness = piece.toughness();
            let lethal = piece.damage > 0.0 && piece.damage >= toughness;
            if toughness <= 0.0 || lethal || piece.is(flag::DEATHTOUCHED) {
                return true;
            }
        }
        if piece.has_type(types::PLANESWALKER) && piece.loyalty <= 0.0 {
            return true;
        }
        piece.aura && (self.is_loose(piece.attached_to) || self.is_older_role(place))
    }

    /// An Aura attached to nothing, or to what is no creature (704.5m).
    fn is_loose(&self, host: ObjectId) -> bool {
        self.board.place(host).is_none_or(|host| !self.board.pieces[host].is_creature())
    }

    /// All but the newest Role of one controller on one permanent (704.5y); the newest arrived last.
    fn is_older_role(&self, place: usize) -> bool {
        let role = &self.board.pieces[place];
        let newer = &self.board.pieces[place + 1..];
        self.program.card(role.face).role
            && newer.iter().any(|other| {
                other.alive
                    && other.controller == role.controller
                    && other.attached_to == role.attached_to
                    && self.program.card(other.face).role
            })
    }

    /// Where a permanent goes that would be put into the graveyard (614.1a).
    pub fn grave(&self, place: usize) -> Zone {
        let piece = &self.board.pieces[place];
        let damaged = [(Seat(0), flag::DAMAGED_BY_FIRST), (Seat(1), flag::DAMAGED_BY_SECOND)];
        let exiled = piece.is_creature()
            && damaged.into_iter().any(|(seat, by)| {
                piece.is(by)
                    && self.controls_static(seat, |ability| matches!(ability, Static::ExileDamaged {}))
            });
        if exiled {
            Zone::Exile
        } else {
            Zone::Graveyard
        }
    }

    /// The legend rule (704.5j): its controller keeps one of a name.
    fn keep_one_legend(&mut self) {
        while let Some(group) = self.legends_of_one_name() {
            let controller = self.board.pieces[group[0]].controller;
            let kept = self.choose(controller, group.len());
            for (_, &place) in group.iter().enumerate().filter(|(index, _)| *index != kept) {
                let zone = self.grave(place);
                self.leave(place, zone);
            }
        }
    }

    fn legends_of_one_name(&self) -> Option<Vec<usize>> {
        let pieces = &self.board.pieces;
        if pieces.iter().filter(|piece| piece.alive && piece.has_type(types::LEGENDARY)).count() < 2 {
            return None;
        }
        let legend = |place: &usize| pieces[*place].alive && pieces[*place].has_type(types::LEGENDARY);
        let same = |one: usize, other: usize| {
            let name = |place: usize| &self.program.face(pieces[place].face).name;
            pieces[one].controller == pieces[other].controller && name(one) == name(other)
        };
        let first = (0..pieces.len())
            .filter(legend)
            .find(|&one| (one + 1..pieces.len()).filter(legend).any(|other| same(one, other)))?;
        Some((first..pieces.len()).filter(legend).filter(|&other| same(first, other)).collect())
    }
}
