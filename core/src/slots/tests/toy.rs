//! A toy pool and hand-made positions for the tests of slots, actions, observation and measure. Tests nothing itself.

use crate::program::Program;
use crate::rules::{layers, priority};
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::question::Question;
use crate::state::stack::{ItemKind, StackItem, Target};
use crate::state::words::{colour, types, Step, Zone};
use crate::state::{Object, Settings, State};

pub const ME: Seat = Seat(0);
pub const OTHER: Seat = Seat(1);

pub const WOOD: FaceId = FaceId(0);
/// A 2/2 creature for two mana.
pub const BEAR: FaceId = FaceId(1);
/// An instant for one mana: 3 damage to any target.
pub const BOLT: FaceId = FaceId(2);
/// A sorcery with flashback.
pub const ECHO: FaceId = FaceId(3);
pub const WALKER: FaceId = FaceId(4);
pub const RELIC: FaceId = FaceId(5);
/// The first of many different sorceries that cost nothing.
pub const LESSON: FaceId = FaceId(6);
const LESSONS: u16 = 40;

/// What differs between the toy faces.
#[derive(Default)]
struct Print {
    types: u16,
    generic: i16,
    green: i16,
    size: i16,
    loyalty: i16,
    makes: u8,
    flashback: bool,
    burns: bool,
}

fn int(value: i16) -> [u8; 2] {
    value.to_le_bytes()
}

fn ints<const N: usize>(values: [i16; N]) -> Vec<u8> {
    values.into_iter().flat_map(i16::to_le_bytes).collect()
}

/// An ability "3 damage to any target" as a card program says it: kind, target rule, one op.
fn burn() -> Vec<u8> {
    let target = [[1, 1, 0].as_slice(), &int(1), &[0, 0]].concat();
    let op = [[1, 0].as_slice(), &int(0), &[0], &int(3)].concat();
    [[0].as_slice(), &target, &op].concat()
}

fn face(index: usize, print: &Print) -> Vec<u8> {
    let cost = ints([0, 0, 0, 0, print.green, 0, print.generic]);
    let colours = if print.green > 0 { colour::GREEN } else { 0 };
    let name = format!("Toy {index}");
    let mut bytes = vec![name.len() as u8];
    bytes.extend(name.bytes());
    bytes.extend(ints([index as i16, -1]));
    bytes.extend([0, u8::from(print.types & types::LAND == 0)]);
    bytes.extend(&cost);
    bytes.extend(ints([print.green + print.generic, i16::from(colours), print.types as i16]));
    bytes.push(0);
    bytes.extend(ints([print.size, print.size]));
    bytes.push(0);
    bytes.extend(ints([print.loyalty, 0, 0]));
    bytes.push(u8::from(print.flashback));
    bytes.extend(if print.flashback { cost } else { Vec::new() });
    bytes.push(0);
    bytes.extend(int(0));
    bytes.push(u8::from(print.makes > 0));
    bytes.extend(if print.makes > 0 { ints([i16::from(print.makes), 0]) } else { Vec::new() });
    bytes.extend([0, 0, u8::from(print.burns)]);
    bytes.extend(if print.burns { burn() } else { Vec::new() });
    bytes
}

pub fn program() -> Program {
    let mut prints = vec![
        Print { types: types::LAND, makes: colour::GREEN, ..Print::default() },
        Print { types: types::CREATURE, generic: 1, green: 1, size: 2, ..Print::default() },
        Print { types: types::INSTANT, green: 1, burns: true, ..Print::default() },
        Print { types: types::SORCERY, green: 1, flashback: true, ..Print::default() },
        Print { types: types::PLANESWALKER, generic: 3, loyalty: 3, ..Print::default() },
        Print { types: types::ARTIFACT, generic: 2, ..Print::default() },
    ];
    prints.extend((0..LESSONS).map(|_| Print { types: types::SORCERY, ..Print::default() }));
    let mut bytes = b"MTGP".to_vec();
    bytes.extend(ints([1, 0, prints.len() as i16]));
    prints.iter().enumerate().for_each(|(index, print)| bytes.extend(face(index, print)));
    Program::decode(&bytes).expect("the toy pool decodes")
}

pub struct Position {
    pub state: State,
    pub program: Program,
}

/// The first main phase of seat 0 with nothing anywhere.
pub fn position() -> Position {
    let mut state =
        State::new(Settings { seed: 1, max_turns: 50, stops: priority::CHOICES, keeps_order: false });
    (state.turn, state.step) = (5, Step::Main1);
    state.players.iter_mut().for_each(|player| player.life = 20);
    Position { state, program: program() }
}

impl Position {
    pub fn put(&mut self, seat: Seat, face: FaceId, zone: Zone) -> ObjectId {
        let id = self.state.new_object().expect("room for a card");
        let known = match zone {
            Zone::Library => 0,
            Zone::Hand => seat.bit(),
            _ => 3,
        };
        *self.state.object_mut(id) =
            Object { face, owner: seat, zone, known, ..self.state.objects[id.index()] };
        let player = self.state.player_mut(seat);
        let list = match zone {
            Zone::Library => &mut player.library,
            Zone::Hand => &mut player.hand,
            Zone::Graveyard => &mut player.graveyard,
            Zone::Exile => &mut player.exile,
            Zone::Battlefield | Zone::Stack | Zone::Nowhere => return id,
        };
        list.push(id).expect("room in the zone");
        id
    }

    pub fn permanent(&mut self, seat: Seat, face: FaceId) -> ObjectId {
        let id = self.put(seat, face, Zone::Battlefield);
        assert!(self.state.add_permanent(id, Permanent { controller: seat, ..Permanent::default() }));
        self.state.dirty = true;
        layers::refresh(&mut self.state, &self.program);
        id
    }

    pub fn set(&mut self, id: ObjectId, change: impl FnOnce(&mut Permanent)) {
        change(self.state.permanent_mut(id).expect("on the battlefield"));
    }

    pub fn tap(&mut self, id: ObjectId) {
        self.set(id, |permanent| permanent.set(flag::TAPPED, true));
    }

    /// A burn spell of that player on the stack, aimed at a target.
    pub fn spell(&mut self, seat: Seat, target: Target) -> u16 {
        let id = self.put(seat, BOLT, Zone::Stack);
        let serial = self.state.serial();
        let item = StackItem {
            kind: ItemKind::Spell,
            controller: seat,
            source: self.state.reference(id),
            face: BOLT,
            serial,
            targets: [target, Target::None],
            ..StackItem::default()
        };
        self.state.stack.push(item).expect("room on the stack");
        serial
    }

    pub fn ask(&mut self, seat: Seat, question: Question) {
        self.state.priority = seat;
        self.state.ask(seat, question);
    }
}
