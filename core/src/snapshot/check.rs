//! Whether the parts of a state that was read from bytes fit together and name only what exists. Repairs nothing.

use crate::program::vocabulary::Op;
use crate::program::Program;
use crate::state::ids::{FaceId, ObjectId, ObjectRef, Seat};
use crate::state::permanent::Permanent;
use crate::state::question::Question;
use crate::state::stack::{ItemKind, Method, Progress, StackItem, Target};
use crate::state::words::Zone;
use crate::state::{State, MAX_OBJECTS};

type Checked = Result<(), String>;

pub fn check(state: &State, program: &Program) -> Checked {
    let checker = Checker { state, program };
    checker.objects()?;
    checker.zones()?;
    state.permanents().try_for_each(|permanent| checker.permanent(permanent))?;
    checker.stack()?;
    checker.frame()?;
    checker.announcement()?;
    checker.effects()?;
    checker.question()?;
    checker.loose_ends()
}

struct Checker<'a> {
    state: &'a State,
    program: &'a Program,
}

fn require(holds: bool, problem: impl Fn() -> String) -> Checked {
    if holds {
        Ok(())
    } else {
        Err(problem())
    }
}

impl Checker<'_> {
    fn object(&self, id: ObjectId, what: &str) -> Checked {
        let exists = id.index() < usize::from(self.state.object_count);
        require(exists || id.is_none(), || format!("{what} names object {}, which does not exist", id.0))
    }

    fn some_object(&self, id: ObjectId, what: &str) -> Checked {
        require(!id.is_none(), || format!("{what} names no object"))?;
        self.object(id, what)
    }

    fn reference(&self, reference: ObjectRef, what: &str) -> Checked {
        self.object(reference.id, what)
    }

    fn face(&self, face: FaceId, what: &str) -> Checked {
        let exists = face.index() < self.program.cards.len();
        require(exists, || format!("{what} names face {}, which the pool does not have", face.0))
    }

    fn ability(&self, face: FaceId, ability: u8, what: &str) -> Checked {
        self.face(face, what)?;
        let count = self.program.face(face).abilities.len();
        require(usize::from(ability) < count, || format!("{what} names ability {ability} of {count}"))
    }

    fn objects(&self) -> Checked {
        let count = usize::from(self.state.object_count);
        for (index, object) in self.state.objects[..count].iter().enumerate() {
            self.face(object.face, "an object")?;
            self.reference(object.held_by, "held_by")?;
            require(object.known < 4, || format!("object {index} is known to seats that do not exist"))?;
        }
        Ok(())
    }

    /// Every object lies where it says, once.
    fn zones(&self) -> Checked {
        let mut found = [false; MAX_OBJECTS];
        for seat in Seat::BOTH {
            let player = self.state.player(seat);
            let zones = [
                (Zone::Library, &player.library),
                (Zone::Hand, &player.hand),
                (Zone::Graveyard, &player.graveyard),
                (Zone::Exile, &player.exile),
            ];
            for (zone, list) in zones {
                list.iter().try_for_each(|&id| self.lies_in(id, zone, Some(seat), &mut found))?;
            }
        }
        let battlefield = self.state.battlefield.iter();
        battlefield.copied().try_for_each(|id| self.lies_in(id, Zone::Battlefield, None, &mut found))?;
        let objects = self.state.objects[..usize::from(self.state.object_count)].iter();
        let lost = objects.zip(found).position(|(object, found)| !found && is_listed(object.zone));
        require(lost.is_none(), || format!("object {lost:?} lies in no zone"))
    }

    fn lies_in(
        &self,
        id: ObjectId,
        zone: Zone,
        owner: Option<Seat>,
        found: &mut [bool; MAX_OBJECTS],
    ) -> Checked {
        self.some_object(id, "a zone")?;
        let object = self.state.object(id);
        let right =
            object.zone == zone && owner.is_none_or(|seat| seat == object.owner) && !found[id.index()];
        found[id.index()] = true;
        require(right, || format!("object {} lies in the wrong zone, or twice", id.0))
    }

    fn permanent(&self, permanent: &Permanent) -> Checked {
        self.object(permanent.attached_to, "attached_to")?;
        self.object(permanent.attack_target, "attack_target")?;
        self.object(permanent.blocking, "blocking")
    }

    fn item(&self, item: &StackItem, what: &str) -> Checked {
        self.some_object(item.source.id, what)?;
        self.face(item.face, what)?;
        self.reference(item.event.subject, what)?;
        item.targets.iter().try_for_each(|target| self.target(target, what))?;
        let spell = matches!(item.kind, ItemKind::Spell | ItemKind::Copy);
        if spell && self.program.card(item.face).spell.is_none() {
            return Ok(());
        }
        self.ability(item.face, item.ability, what)
    }

    fn target(&self, target: &Target, what: &str) -> Checked {
        match target {
            Target::Object(reference) => self.reference(*reference, what),
            Target::None | Target::Player(_) | Target::Stack(_) => Ok(()),
        }
    }

    fn stack(&self) -> Checked {
        let items = self.state.stack.iter().chain(self.state.waiting.iter()).chain(self.state.placing.iter());
        items.clone().try_for_each(|item| self.item(item, "the stack"))?;
        self.state.delayed.iter().try_for_each(|delayed| {
            self.reference(delayed.source, "a delayed trigger")?;
            self.reference(delayed.subject, "a delayed trigger")?;
            self.ability(delayed.face, delayed.ability, "a delayed trigger")
        })
    }

    fn frame(&self) -> Checked {
        let frame = &self.state.frame;
        self.object(frame.picked, "picked")?;
        frame.looked.iter().chain(frame.options.iter()).try_for_each(|&id| self.some_object(id, "looked"))?;
        if !frame.active {
            return Ok(());
        }
        self.item(&frame.item, "the resolving frame")?;
        let abilities = &self.program.face(frame.item.face).abilities;
        let length = abilities.get(usize::from(frame.item.ability)).map_or(0, |ability| ability.code.len());
        require(usize::from(frame.at) <= length, || {
            format!("the resolving frame is at op {} of {length}", frame.at)
        })
    }

    fn announcement(&self) -> Checked {
        let announced = &self.state.announcement;
        self.object(announced.object, "the announcement")?;
        self.object(announced.casualty, "casualty")?;
        announced.tapped.iter().try_for_each(|&id| self.some_object(id, "tapped"))?;
        announced.payments.iter().try_for_each(|payment| self.some_object(payment.object, "a payment"))?;
        announced.targets.iter().try_for_each(|target| self.target(target, "the announcement"))?;
        if announced.progress == Progress::Idle {
            return Ok(());
        }
        self.some_object(announced.object, "the announcement")?;
        if announced.method == Method::Activate && announced.progress > Progress::Ability {
            let face = self.state.object(announced.object).face;
            self.ability(face, announced.ability, "the announcement")?;
        }
        Ok(())
    }

    fn effects(&self) -> Checked {
        for effect in self.state.effects.iter() {
            self.reference(effect.target, "an effect")?;
            let Some((face, ability, op)) = effect.animation else { continue };
            self.ability(face, ability, "an animation")?;
            let op = self.program.ability(face, ability).code.get(usize::from(op));
            require(matches!(op, Some(Op::Animate { .. })), || "an animation names another op".into())?;
        }
        Ok(())
    }

    fn question(&self) -> Checked {
        let named = match self.state.question {
            Question::AttackWhom { attacker } | Question::BlockWith { attacker } => attacker,
            Question::Divide { source, recipient, .. } => {
                self.object(recipient, "the question")?;
                source
            }
            Question::Method { object }
            | Question::Ability { object }
            | Question::PayLife { object }
            | Question::Legend { object } => object,
            Question::PayColour { source } | Question::TapColour { source } => source,
            Question::Scry { card } => card,
            Question::None
            | Question::Mulligan
            | Question::Bottom { .. }
            | Question::Discard { .. }
            | Question::Priority
            | Question::Attackers
            | Question::Blockers
            | Question::Casualty
            | Question::Target { .. }
            | Question::TapOthers { .. }
            | Question::Pay
            | Question::YesNo
            | Question::Pick { .. }
            | Question::Retarget { .. }
            | Question::Order => return Ok(()),
        };
        self.some_object(named, "the question")
    }

    fn loose_ends(&self) -> Checked {
        let state = self.state;
        self.object(state.entering.object, "entering")?;
        self.object(state.entering.attached_to, "entering")?;
        state.cancelled.iter().try_for_each(|&id| self.some_object(id, "cancelled"))?;
        state.assigned.iter().try_for_each(|assigned| {
            self.some_object(assigned.source, "assigned damage")?;
            self.object(assigned.recipient, "assigned damage")
        })
    }
}

fn is_listed(zone: Zone) -> bool {
    match zone {
        Zone::Library | Zone::Hand | Zone::Graveyard | Zone::Exile | Zone::Battlefield => true,
        Zone::Stack | Zone::Nowhere => false,
    }
}
