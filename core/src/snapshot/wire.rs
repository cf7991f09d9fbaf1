//! The bytes of each value of a state, little-endian; reading refuses what no value has. What fits together is checked elsewhere.

use crate::state::ids::{FaceId, ObjectId, ObjectRef, Seat};
use crate::state::list::List;
use crate::state::permanent::Permanent;
use crate::state::question::Question;
use crate::state::stack::{
    Announcement, Delayed, Event, Frame, ItemKind, Method, Payment, Progress, StackItem, Target,
};
use crate::state::words::{Reason, Step, Zone};
use crate::state::{Assigned, Effect, Entering, Object, Player, Settings, Stage, State, Stops, MAX_OBJECTS};

/// Bytes being read, and what is being read, so that a refusal can name it.
pub struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Source<'a> {
        Source { bytes, at: 0 }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let found = self.bytes.get(self.at..self.at + N).and_then(|part| part.try_into().ok());
        self.at += N;
        found.ok_or_else(|| "the snapshot ends too early".to_owned())
    }

    pub fn field<T: Wire>(&mut self, name: &str) -> Result<T, String> {
        let at = self.at;
        T::read(self).map_err(|reason| format!("{name} (byte {at}): {reason}"))
    }

    pub fn finish(&self) -> Result<(), String> {
        match self.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(format!("{left} bytes are left over at the end of the snapshot")),
        }
    }
}

/// What can be written to a snapshot and read back.
pub trait Wire: Sized {
    fn write(&self, out: &mut Vec<u8>);
    fn read(source: &mut Source) -> Result<Self, String>;
}

macro_rules! number {
    ($($kind:ty),+) => {$(
        impl Wire for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn read(source: &mut Source) -> Result<Self, String> {
                source.take().map(<$kind>::from_le_bytes)
            }
        }
    )+};
}
number!(u8, u16, u32, u64, i16);

impl Wire for bool {
    fn write(&self, out: &mut Vec<u8>) {
        u8::from(*self).write(out);
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        match u8::read(source)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(format!("{other} is neither 0 nor 1")),
        }
    }
}

impl Wire for Seat {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        bool::read(source).map(|second| Seat(u8::from(second)))
    }
}

macro_rules! wrapped {
    ($($kind:ident),+) => {$(
        impl Wire for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                self.0.write(out);
            }
            fn read(source: &mut Source) -> Result<Self, String> {
                Wire::read(source).map($kind)
            }
        }
    )+};
}
wrapped!(ObjectId, FaceId);

macro_rules! listed {
    ($($kind:ident),+) => {$(
        impl Wire for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                (*self as u8).write(out);
            }
            fn read(source: &mut Source) -> Result<Self, String> {
                let number = u8::read(source)?;
                $kind::from_number(number).ok_or_else(|| format!("{number} is no {}", stringify!($kind)))
            }
        }
    )+};
}
listed!(Zone, Step, Reason);

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        bool::read(source)?.then(|| T::read(source)).transpose()
    }
}

impl<T: Wire + Copy + Default, const N: usize> Wire for [T; N] {
    fn write(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.write(out));
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::read(source)?;
        }
        Ok(items)
    }
}

impl<T: Wire + Copy + Default, const N: usize> Wire for List<T, N> {
    fn write(&self, out: &mut Vec<u8>) {
        (self.len() as u8).write(out);
        self.iter().for_each(|item| item.write(out));
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        let mut list = List::default();
        for _ in 0..u8::read(source)? {
            list.push(T::read(source)?)
                .map_err(|_| format!("more than the {N} entries there is room for"))?;
        }
        Ok(list)
    }
}

impl<A: Wire, B: Wire, C: Wire> Wire for (A, B, C) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        Ok((A::read(source)?, B::read(source)?, C::read(source)?))
    }
}

macro_rules! record {
    ($kind:ident { $($field:ident),+ $(,)? }) => {
        impl Wire for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                let $kind { $($field),+ } = self;
                $($field.write(out);)+
            }
            fn read(source: &mut Source) -> Result<Self, String> {
                $(let $field = source.field(stringify!($field))?;)+
                Ok($kind { $($field),+ })
            }
        }
    };
}

/// The numbers are the format: a variant keeps its number.
macro_rules! choice {
    ($kind:ident { $($code:literal $name:ident $(($value:ident))? $({ $($field:ident),+ })?),+ $(,)? }) => {
        impl Wire for $kind {
            fn write(&self, out: &mut Vec<u8>) {
                match self {
                    $($kind::$name $(($value))? $({ $($field),+ })? => {
                        let code: u8 = $code;
                        code.write(out);
                        $($value.write(out);)?
                        $($($field.write(out);)+)?
                    })+
                }
            }
            fn read(source: &mut Source) -> Result<Self, String> {
                match u8::read(source)? {
                    $($code => {
                        $(let $value = source.field(stringify!($value))?;)?
                        $($(let $field = source.field(stringify!($field))?;)+)?
                        Ok($kind::$name $(($value))? $({ $($field),+ })?)
                    })+
                    other => Err(format!("{other} is no {}", stringify!($kind))),
                }
            }
        }
    };
}

record!(ObjectRef { id, generation });
record!(Event { subject, player, amount, spell });
record!(StackItem {
    kind,
    controller,
    source,
    face,
    ability,
    flags,
    serial,
    targets,
    event,
    mana_spent,
    convoked,
    extra_counters
});
record!(Delayed { controller, source, face, ability, subject });
record!(Frame { active, at, phase, answer, answered, picked, options, item, registers, looked, controllers });
record!(Payment { object, colour });
record!(Announcement {
    progress,
    player,
    object,
    method,
    ability,
    casualty,
    casualty_asked,
    next_target,
    targets,
    tapped,
    payments
});
record!(Effect { target, timestamp, power, toughness, keywords, animation });
record!(Entering { object, controller, tapped, attacking, attached_to, extra_counters, convoked });
record!(Assigned { source, recipient, amount });
record!(Stops { own, opposing, responses, always });
record!(Settings { seed, max_turns, stops, keeps_order });
record!(Permanent {
    object,
    controller,
    flags,
    damage,
    counters,
    attached_to,
    attack_target,
    blocking,
    timestamp,
    entered_turn,
    power,
    toughness,
    keywords,
    types,
    colours
});
record!(Player {
    life,
    mana,
    lands_played,
    drawn_this_turn,
    spells_this_turn,
    mulligans,
    kept,
    drew_from_empty,
    conceded,
    mana_spent,
    shuffles,
    random_orders,
    library,
    hand,
    graveyard,
    exile
});
choice!(ItemKind { 0 Spell, 1 Copy, 2 Triggered, 3 Activated });
choice!(Target { 0 None, 1 Player(seat), 2 Object(object), 3 Stack(serial) });
choice!(Method { 0 Cast, 1 Flashback, 2 Plotted, 3 Plot, 4 Activate });
choice!(Progress { 0 Idle, 1 Method, 2 Ability, 3 Casualty, 4 Targets, 5 TapOthers, 6 Payment, 7 Ready });
choice!(Stage {
    0 Mulligans, 1 StepBegins, 2 Checks, 3 Priority, 4 Announcing, 5 Resolving, 6 StepEnds, 7 Over
});
choice!(Question {
    0 None, 1 Mulligan, 2 Bottom { left }, 3 Discard { left }, 4 Priority, 5 Attackers, 6 AttackWhom { attacker },
    7 Blockers, 8 BlockWith { attacker }, 9 Divide { source, recipient, left }, 10 Method { object },
    11 Ability { object }, 12 Casualty, 13 Target { index }, 14 TapOthers { left }, 15 Pay, 16 PayColour { source },
    17 TapColour { source }, 18 YesNo, 19 Pick { optional }, 20 Scry { card }, 21 PayLife { object },
    22 Retarget { index }, 23 Order, 24 Legend { object }
});

/// The place of a permanent in its arena is not part of the format: `State::add_permanent` gives it one.
impl Wire for Object {
    fn write(&self, out: &mut Vec<u8>) {
        let Object { face, owner, zone, generation, flags, known, turn, held_by, group, .. } = self;
        (*face, *owner, *zone).write(out);
        (*generation, *flags, *known).write(out);
        (*turn, *held_by, *group).write(out);
    }
    fn read(source: &mut Source) -> Result<Self, String> {
        let (face, owner, zone) = source.field("face, owner, zone")?;
        let (generation, flags, known) = source.field("generation, flags, known")?;
        let (turn, held_by, group) = source.field("turn, held_by, group")?;
        Ok(Object { face, owner, zone, generation, flags, known, turn, held_by, group, ..Object::default() })
    }
}

macro_rules! state_fields {
    ($($field:ident),+ $(,)?) => {
        fn write_fields(state: &State, out: &mut Vec<u8>) {
            $(state.$field.write(out);)+
        }
        fn read_fields(state: &mut State, source: &mut Source) -> Result<(), String> {
            $(state.$field = source.field(stringify!($field))?;)+
            Ok(())
        }
    };
}
state_fields!(
    turn,
    active,
    starter,
    step,
    stage,
    progress,
    priority,
    passes,
    question,
    asked,
    page,
    over,
    winner,
    reason,
    stack,
    waiting,
    delayed,
    effects,
    assigned,
    frame,
    announcement,
    placing,
    entering,
    next_serial,
    next_timestamp,
    next_group,
    dirty,
    stirred,
    unchecked,
    overflow,
    events_this_turn,
    cancelled,
    cleared,
    attacked_this_turn,
    cleanup_again,
);

pub fn write_state(state: &State, out: &mut Vec<u8>) {
    state.settings.write(out);
    state.players.iter().for_each(|player| player.write(out));
    state.object_count.write(out);
    state.objects[..usize::from(state.object_count)].iter().for_each(|object| object.write(out));
    (state.battlefield.len() as u8).write(out);
    state.permanents().for_each(|permanent| permanent.write(out));
    write_fields(state, out);
}

pub fn read_state(source: &mut Source) -> Result<State, String> {
    let mut state = State::new(source.field("settings")?);
    state.players = [source.field("players[0]")?, source.field("players[1]")?];
    state.object_count = source.field("object_count")?;
    let count = usize::from(state.object_count);
    if count > MAX_OBJECTS {
        return Err(format!("{count} objects where {MAX_OBJECTS} have room"));
    }
    for index in 0..count {
        state.objects[index] = source.field("objects")?;
    }
    for _ in 0..source.field::<u8>("permanents")? {
        let permanent: Permanent = source.field("permanents")?;
        place(&mut state, permanent)?;
    }
    read_fields(&mut state, source)?;
    Ok(state)
}

fn place(state: &mut State, permanent: Permanent) -> Result<(), String> {
    let id = permanent.object;
    let free = id.index() < usize::from(state.object_count)
        && state.object(id).zone == Zone::Battlefield
        && state.permanent(id).is_none();
    if free && state.add_permanent(id, permanent) {
        return Ok(());
    }
    Err(format!("object {} cannot be a permanent", id.0))
}
