//! Triggered abilities on a board in the making: noticing what happens, waiting, going to the stack with targets chosen (603).

use super::moving::reference;
use super::words::{Speech, Thing};
use super::Forecast;
use crate::program::trigger_bit;
use crate::program::vocabulary::{AbilityKind, Filter, TargetRule, Trigger};
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::flag;
use crate::state::stack::{Event, ItemKind, StackItem, Target, MAX_TARGETS};
use crate::state::words::Zone;

pub const NO_TARGETS: [Target; MAX_TARGETS] = [Target::None; MAX_TARGETS];

/// Which triggers of a kind are about what has happened.
#[derive(Clone, Copy, Debug)]
pub enum About {
    /// Those of the object itself.
    Itself,
    Cast {
        caster: Seat,
        card: Thing,
    },
    Draw {
        seat: Seat,
        nth: u8,
    },
    /// So many creatures attack.
    Attack(usize),
    Chapter(i16),
}

/// One thing that happens, as triggers see it.
#[derive(Clone, Copy, Debug)]
pub struct Happening {
    pub bit: u32,
    pub event: Event,
    pub convoked: u8,
    pub flags: u8,
    pub targets: [Target; MAX_TARGETS],
    pub about: About,
}

impl Happening {
    pub fn of(kind: &Trigger, about: About, event: Event) -> Happening {
        Happening { bit: trigger_bit(kind), event, convoked: 0, flags: 0, targets: NO_TARGETS, about }
    }
}

impl Forecast<'_> {
    pub fn notice_piece(&mut self, place: usize, happening: &Happening) {
        let piece = &self.board.pieces[place];
        if piece.listens & happening.bit != 0 {
            self.notice(piece.object, piece.face, (piece.controller, Zone::Battlefield), happening);
        }
    }

    /// Every permanent sees it, in order of arrival.
    pub fn notice_all(&mut self, happening: &Happening) {
        for place in 0..self.board.pieces.len() {
            let piece = &self.board.pieces[place];
            if piece.alive && piece.listens & happening.bit != 0 {
                self.notice_piece(place, happening);
            }
        }
    }

    /// Lets one source in a zone see it; its matching abilities wait to be put on the stack (603.3).
    pub fn notice(&mut self, id: ObjectId, face: FaceId, (you, zone): (Seat, Zone), happening: &Happening) {
        for (index, ability) in self.program.face(face).abilities.iter().enumerate() {
            let AbilityKind::Triggered { event, zone: from, condition, .. } = &ability.kind else { continue };
            if trigger_bit(event) & happening.bit == 0 || *from != zone as i16 {
                continue;
            }
            let item = StackItem {
                kind: ItemKind::Triggered,
                controller: you,
                source: reference(id),
                face,
                ability: index as u8,
                event: happening.event,
                convoked: happening.convoked,
                flags: happening.flags,
                targets: happening.targets,
                ..StackItem::default()
            };
            let speech = Speech::of_item(item);
            if self.is_about(&speech, event, happening.about) && self.condition(&speech, condition) {
                self.board.waiting.push(item);
            }
        }
    }

    fn is_about(&self, speech: &Speech, trigger: &Trigger, about: About) -> bool {
        match (trigger, about) {
            (Trigger::Casts { who, filter }, About::Cast { caster, card }) => {
                self.who(speech, who) == caster && self.matches(speech, filter, card)
            }
            (Trigger::Draws { who, nth: wanted }, About::Draw { seat, nth }) => {
                self.who(speech, who) == seat && (*wanted == 0 || *wanted == i16::from(nth))
            }
            (Trigger::AttackWith { at_least }, About::Attack(count)) => count as i16 >= *at_least,
            (Trigger::Chapter { number }, About::Chapter(reached)) => *number == reached,
            (_, About::Itself) => true,
            (_, About::Cast { .. } | About::Draw { .. } | About::Attack(_) | About::Chapter(_)) => false,
        }
    }

    /// Fires the delayed triggers of one kind, once each (603.7b). Those that watch nothing wait for the caster's event.
    pub fn wake_delayed(
        &mut self,
        kind: &Trigger,
        subject: ObjectId,
        event: Event,
        targets: [Target; MAX_TARGETS],
    ) {
        let program = self.program;
        let by_anyone = matches!(kind, Trigger::SubjectDies {});
        for index in (0..self.board.delayed.len()).rev() {
            let entry = self.board.delayed[index];
            let listens = &program.ability(entry.face, entry.ability).kind;
            let right_kind = matches!(listens, AbilityKind::Triggered { event, .. } if event == kind);
            let right_one = entry.subject.id == subject || entry.subject.id.is_none();
            if right_kind && right_one && (by_anyone || entry.controller == event.player) {
                self.board.delayed.remove(index);
                self.board.waiting.push(StackItem {
                    kind: ItemKind::Triggered,
                    controller: entry.controller,
                    source: reference(entry.source.id),
                    face: entry.face,
                    ability: entry.ability,
                    event,
                    targets,
                    ..StackItem::default()
                });
            }
        }
    }

    /// An object becomes a target of its controller's spell or ability: only the first time in a turn counts (601.2c).
    pub fn targeted(&mut self, target: Target, by: Seat) {
        let Target::Object(object) = target else { return };
        let Some(place) = self.board.place(object.id) else { return };
        let piece = &mut self.board.pieces[place];
        if piece.controller != by || piece.is(flag::TARGETED) {
            return;
        }
        piece.flags |= flag::TARGETED;
        let event = Event { subject: reference(object.id), player: by, ..Event::default() };
        self.notice_piece(place, &Happening::of(&Trigger::TargetedFirst {}, About::Itself, event));
    }

    /// State-based actions and triggers until neither is left (117.5).
    pub fn check(&mut self) {
        self.settle();
        while !self.board.waiting.is_empty() {
            let active = self.state.active;
            let position = |seat: Seat| self.board.waiting.iter().position(|item| item.controller == seat);
            let next = position(active).or_else(|| position(active.other())).unwrap_or(0);
            let item = self.board.waiting.remove(next);
            self.place_trigger(item);
            self.settle();
        }
    }

    /// Chooses targets and puts the trigger on the stack; without a legal target it is removed (603.3d).
    pub fn place_trigger(&mut self, mut item: StackItem) {
        let rules = &self.program.ability(item.face, item.ability).targets;
        for (index, rule) in rules.iter().enumerate() {
            if item.targets[index] == Target::None {
                match self.choose_target(&item, rule) {
                    Some(target) => item.targets[index] = target,
                    None => return,
                }
            }
        }
        self.put_on_stack(item, rules.len());
    }

    /// A trigger whose targets are chosen.
    pub fn put_on_stack(&mut self, mut item: StackItem, rules: usize) {
        item.serial = self.board.serial();
        self.board.stack.push(item);
        for &target in item.targets.iter().take(rules) {
            self.targeted(target, item.controller);
        }
    }

    /// The target that is ranked first, `Target::None` for declining; None where there is none and one is needed.
    pub fn choose_target(&mut self, item: &StackItem, rule: &TargetRule) -> Option<Target> {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.candidates(item, rule, &mut options);
        if rule.optional {
            options.push(Target::None);
        }
        let chosen = if options.is_empty() {
            None
        } else {
            Some(options[self.choose(item.controller, options.len())])
        };
        self.options = options;
        chosen
    }

    /// Everything that may be chosen, in the order of `rules::targets`.
    fn candidates(&self, item: &StackItem, rule: &TargetRule, out: &mut Vec<Target>) {
        let (you, speech) = (item.controller, Speech::of_item(*item));
        let players = [you, you.other()]
            .into_iter()
            .filter(|&seat| rule.players == 1 || rule.players == 2 && seat != you);
        out.extend(players.map(Target::Player));
        if let Some(filter) = &rule.permanents {
            let pieces = self.board.pieces.iter().enumerate().filter(|(_, piece)| piece.alive);
            let matching = pieces.filter(|(place, _)| self.matches(&speech, filter, Thing::Piece(*place)));
            out.extend(matching.map(|(_, piece)| Target::Object(reference(piece.object))));
        }
        if let Some(filter) = &rule.spells {
            let stack = self.board.stack.iter().rev().chain(self.state.stack.iter().rev());
            let spells = stack.filter(|spell| self.is_spell_like(&speech, filter, spell));
            out.extend(spells.map(|spell| Target::Stack(spell.serial)));
        }
    }

    fn is_spell_like(&self, speech: &Speech, filter: &Filter, spell: &StackItem) -> bool {
        // 115.5: a spell cannot target itself.
        let itself = spell.serial == speech.item.serial && spell.serial != 0;
        matches!(spell.kind, ItemKind::Spell | ItemKind::Copy)
            && !itself
            && (filter.is_empty() || self.matches(speech, filter, self.card(spell.source.id)))
    }

    /// Whether a chosen target is still one when its item resolves (608.2b).
    pub fn is_legal(&self, speech: &Speech, rule: &TargetRule, target: Target) -> bool {
        match target {
            Target::None => false,
            Target::Player(_) => rule.players != 0,
            Target::Object(object) => self.board.place(object.id).is_some_and(|place| {
                rule.permanents
                    .as_ref()
                    .is_some_and(|filter| self.matches(speech, filter, Thing::Piece(place)))
            }),
            Target::Stack(serial) => {
                let taken_off = self.board.countered == Some(serial);
                !taken_off && self.spell(serial).is_some()
            }
        }
    }

    /// A spell on the stack, the play's own or one that lay there.
    pub fn spell(&self, serial: u16) -> Option<StackItem> {
        self.board
            .stack
            .iter()
            .find(|item| item.serial == serial)
            .copied()
            .or_else(|| self.state.spell(serial).copied())
    }
}
