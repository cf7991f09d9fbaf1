//! Games before their first question: from two decks, or from a position given as flat numbers. Setting up triggers nothing.

use crate::program::vocabulary::Op;
use crate::program::Program;
use crate::rng::{self, Purpose};
use crate::rules::layers;
use crate::rules::priority::ALL;
use crate::rules::table::Table;
use crate::rules::zones;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::{flag, Permanent};
use crate::state::words::{Step, Zone, COUNTER_KINDS};
use crate::state::{object_flag, Effect, Object, Settings, Stage, State};

const LIFE: i16 = 20;
const NOBODY: u8 = 0;
const EVERYBODY: u8 = 3;

/// A game of two decks, before the first hand is drawn.
pub struct Deal<'a> {
    pub decks: [&'a [FaceId]; 2],
    /// None: drawn from the seed.
    pub starter: Option<Seat>,
    pub settings: Settings,
}

pub fn from_decks(program: &Program, deal: &Deal) -> Result<State, String> {
    let mut state = State::new(deal.settings);
    let drawn = Seat((rng::draw(deal.settings.seed, Purpose::Starter, 0, 0, 0) >> 63) as u8);
    begin_with(&mut state, deal.starter.unwrap_or(drawn));
    for (seat, deck) in Seat::BOTH.into_iter().zip(deal.decks) {
        state.player_mut(seat).life = LIFE;
        for &face in deck {
            let card = Object { face, owner: seat, zone: Zone::Library, known: NOBODY, ..Object::default() };
            add(&mut state, program, card)?;
        }
    }
    for seat in Seat::BOTH {
        zones::shuffle(&mut Table::new(&mut state, program, None), seat);
    }
    Ok(state)
}

fn begin_with(state: &mut State, starter: Seat) {
    (state.starter, state.active, state.priority) = (starter, starter, starter);
    (state.step, state.stage, state.dirty) = (Step::Mulligan, Stage::Mulligans, true);
}

/// Gives a card its place at the end of its owner's zone.
fn add(state: &mut State, program: &Program, card: Object) -> Result<ObjectId, String> {
    if card.face.index() >= program.cards.len() {
        return Err(format!("the pool has no face {}", card.face.0));
    }
    let id = state.new_object().ok_or("a game has room for 200 cards and tokens")?;
    *state.object_mut(id) = card;
    let player = state.player_mut(card.owner);
    let added = match card.zone {
        Zone::Library => player.library.push(id),
        Zone::Hand => player.hand.push(id),
        Zone::Graveyard => player.graveyard.push(id),
        Zone::Exile => player.exile.push(id),
        Zone::Battlefield | Zone::Stack | Zone::Nowhere => Ok(()),
    };
    added.map_err(|_| format!("{:?} has no room for so many cards", card.zone))?;
    Ok(id)
}

/// Numbers of a position, read in order.
struct Numbers<'a> {
    rest: std::slice::Iter<'a, i32>,
}

impl Numbers<'_> {
    fn next(&mut self) -> Result<i32, String> {
        self.rest.next().copied().ok_or_else(|| "the position ends too early".into())
    }

    fn small<T: TryFrom<i32>>(&mut self, what: &str) -> Result<T, String> {
        let number = self.next()?;
        T::try_from(number).map_err(|_| format!("{what} cannot be {number}"))
    }

    fn seat(&mut self) -> Result<Seat, String> {
        match self.next()? {
            0 => Ok(Seat(0)),
            1 => Ok(Seat(1)),
            other => Err(format!("there is no seat {other}")),
        }
    }

    fn face(&mut self) -> Result<FaceId, String> {
        self.small("a face").map(FaceId)
    }
}

/// Bits of a permanent in a position.
mod given {
    pub const TAPPED: i32 = 1;
    pub const SICK: i32 = 1 << 1;
    pub const ANIMATED: i32 = 1 << 2;
    pub const ENTERED_THIS_TURN: i32 = 1 << 3;
}

const FORMAT: i32 = 1;

/// A position as flat numbers: a header (format 1, seed, max_turns, active, step, turn, shuffled), then for each seat life,
/// lands played, mana WUBRGC, library (first = top), hand, graveyard (counts and faces), exile (count, faces and whether
/// plotted), and the permanents: face, owner, bits, damage, counters by kind, what it is attached to (counted over both
/// seats' permanents, -1 for nothing), and what it holds in exile (count, faces and owners).
pub fn from_position(program: &Program, numbers: &[i32]) -> Result<State, String> {
    let mut numbers = Numbers { rest: numbers.iter() };
    let mut state = header(&mut numbers)?;
    let mut permanents = Vec::new();
    for seat in Seat::BOTH {
        side(&mut state, program, seat, &mut numbers, &mut permanents)?;
    }
    if numbers.rest.len() > 0 {
        return Err(format!("{} numbers are left over at the end of the position", numbers.rest.len()));
    }
    attach(&mut state, &permanents)?;
    layers::refresh(&mut state, program);
    Ok(state)
}

fn header(numbers: &mut Numbers) -> Result<State, String> {
    if numbers.next()? != FORMAT {
        return Err(format!("a position begins with its format, {FORMAT}"));
    }
    let seed: u32 = numbers.small("the seed")?;
    let max_turns = numbers.small("max_turns")?;
    let active = numbers.seat()?;
    let step = numbers.small("the step").map(Step::from_number)?.ok_or("there is no such step")?;
    let turn: u16 = numbers.small("the turn")?;
    let keeps_order = numbers.next()? == 0;
    let mut state = State::new(Settings { seed: u64::from(seed), max_turns, stops: ALL, keeps_order });
    // The starting player has the odd turns; before the first turn the active player is the one who starts.
    let odd = turn % 2 == 1 || step == Step::Mulligan;
    begin_with(&mut state, if odd { active } else { active.other() });
    (state.active, state.priority) = (active, active);
    (state.turn, state.step, state.stage) = (turn, step, stage(step));
    Ok(state)
}

/// Where a position in this step goes on: its turn-based actions are done, or they are the next thing.
fn stage(step: Step) -> Stage {
    match step {
        Step::Mulligan => Stage::Mulligans,
        Step::Untap | Step::Draw | Step::Attackers | Step::Blockers | Step::Cleanup => Stage::StepBegins,
        Step::FirstDamage | Step::Damage => Stage::StepBegins,
        Step::Upkeep | Step::Main1 | Step::Combat | Step::EndCombat | Step::Main2 | Step::End => {
            Stage::Checks
        }
    }
}

/// A permanent and the number of what it is attached to.
type Placed = (ObjectId, i32);

fn side(
    state: &mut State,
    program: &Program,
    seat: Seat,
    numbers: &mut Numbers,
    permanents: &mut Vec<Placed>,
) -> Result<(), String> {
    state.player_mut(seat).life = numbers.small("life")?;
    state.player_mut(seat).lands_played = numbers.small("lands_played")?;
    for colour in 0..6 {
        state.player_mut(seat).mana[colour] = numbers.small("mana")?;
    }
    for (zone, known) in [(Zone::Library, NOBODY), (Zone::Hand, seat.bit()), (Zone::Graveyard, EVERYBODY)] {
        for _ in 0..numbers.next()? {
            add(
                state,
                program,
                Object { face: numbers.face()?, owner: seat, zone, known, ..Object::default() },
            )?;
        }
    }
    for _ in 0..numbers.next()? {
        exiled(state, program, seat, numbers)?;
    }
    for _ in 0..numbers.next()? {
        permanents.push(permanent(state, program, seat, numbers)?);
    }
    Ok(())
}

fn exiled(state: &mut State, program: &Program, owner: Seat, numbers: &mut Numbers) -> Result<(), String> {
    let face = numbers.face()?;
    let flags = if numbers.next()? & 1 != 0 { object_flag::PLOTTED } else { 0 };
    let turn = state.turn.saturating_sub(1);
    let card = Object { face, owner, zone: Zone::Exile, known: EVERYBODY, flags, turn, ..Object::default() };
    add(state, program, card).map(|_| ())
}

fn permanent(
    state: &mut State,
    program: &Program,
    controller: Seat,
    numbers: &mut Numbers,
) -> Result<Placed, String> {
    let (face, owner, bits) = (numbers.face()?, numbers.seat()?, numbers.next()?);
    let card = Object { face, owner, zone: Zone::Battlefield, known: EVERYBODY, ..Object::default() };
    let id = add(state, program, card)?;
    state.object_mut(id).flags = if program.face(face).token { object_flag::TOKEN } else { 0 };
    let mut permanent = Permanent { controller, damage: numbers.small("damage")?, ..Permanent::default() };
    for kind in 0..COUNTER_KINDS {
        permanent.counters[kind] = numbers.small("a count of counters")?;
    }
    permanent.set(flag::TAPPED, bits & given::TAPPED != 0);
    permanent.set(flag::SICK, bits & given::SICK != 0);
    permanent.types = program.card(face).types;
    permanent.timestamp = state.timestamp();
    let entered = bits & given::ENTERED_THIS_TURN != 0;
    permanent.entered_turn = if entered { state.turn } else { state.turn.saturating_sub(1) };
    if !state.add_permanent(id, permanent) {
        return Err("the battlefield has no room for so many permanents".into());
    }
    if bits & given::ANIMATED != 0 {
        animate(state, program, id)?;
    }
    let attached_to = numbers.next()?;
    for _ in 0..numbers.next()? {
        hold(state, program, id, numbers)?;
    }
    Ok((id, attached_to))
}

/// The place of an op among the abilities of a face.
fn find_op(program: &Program, face: FaceId, wanted: impl Fn(&Op) -> bool) -> Option<(u8, u8)> {
    let abilities = program.face(face).abilities.iter().enumerate();
    abilities
        .filter_map(|(index, ability)| Some((index as u8, ability.code.iter().position(&wanted)? as u8)))
        .next()
}

fn animate(state: &mut State, program: &Program, id: ObjectId) -> Result<(), String> {
    let face = state.object(id).face;
    let place = find_op(program, face, |op| matches!(op, Op::Animate { .. }));
    let (ability, op) =
        place.ok_or_else(|| format!("{} has no ability that animates it", program.face(face).name))?;
    let effect = Effect {
        target: state.reference(id),
        timestamp: state.timestamp(),
        animation: Some((face, ability, op)),
        ..Effect::default()
    };
    state.effects.push(effect).map_err(|_| "too many permanents are animated".to_owned())
}

/// A card that the permanent has exiled: how it comes back is as the permanent's own words say.
fn hold(state: &mut State, program: &Program, holder: ObjectId, numbers: &mut Numbers) -> Result<(), String> {
    let (face, owner) = (numbers.face()?, numbers.seat()?);
    let words = state.object(holder).face;
    let linked = find_op(program, words, |op| matches!(op, Op::ExileSameName { .. })).is_some();
    let from_hand = find_op(program, words, |op| matches!(op, Op::PickFromHand { .. })).is_some();
    let flags =
        if linked { object_flag::LINKED } else { 0 } | if from_hand { object_flag::FROM_HAND } else { 0 };
    let held_by = state.reference(holder);
    let card =
        Object { face, owner, zone: Zone::Exile, known: EVERYBODY, flags, held_by, ..Object::default() };
    add(state, program, card).map(|_| ())
}

fn attach(state: &mut State, permanents: &[Placed]) -> Result<(), String> {
    for &(id, attached_to) in permanents.iter().filter(|(_, attached_to)| *attached_to >= 0) {
        let other = permanents.get(attached_to as usize);
        let (other, _) =
            *other.ok_or_else(|| format!("there is no permanent {attached_to} to be attached to"))?;
        if let Some(permanent) = state.permanent_mut(id) {
            permanent.attached_to = other;
        }
    }
    Ok(())
}
