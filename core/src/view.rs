//! A game as flat numbers for whoever shows or drives it by name: state, legal choices, prospects, event log. Hides nothing, decides nothing.
//!
//! A view is a list of sections; a section is the number of its rows, then the rows, each as wide as `table` says. Objects are
//! named by their number, -1 is none. Sets are the bit sets of `state::words`.

mod choices;
mod prospects;
mod table;

pub use choices::{events, legal};
pub use prospects::prospects;
pub use table::table_text;

use crate::program::vocabulary::Op;
use crate::program::Program;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::permanent::Permanent;
use crate::state::question::Question;
use crate::state::stack::{ItemKind, Method, Progress, StackItem, Target};
use crate::state::words::Zone;
use crate::state::State;

/// Writes one section row by row and its count before them.
fn section<T>(out: &mut Vec<i32>, rows: impl Iterator<Item = T>, mut write: impl FnMut(T, &mut Vec<i32>)) {
    let at = out.len();
    out.push(0);
    for row in rows {
        write(row, out);
        out[at] += 1;
    }
}

fn number_of(id: ObjectId) -> i32 {
    if id.is_none() {
        -1
    } else {
        i32::from(id.0)
    }
}

/// Everything there is to see of a game, hidden cards included: whoever shows it to a player filters by `known`.
pub fn state(state: &State, program: &Program, out: &mut Vec<i32>) {
    out.clear();
    section(out, std::iter::once(state), game);
    section(out, Seat::BOTH.iter(), |&seat, out| player(state, seat, out));
    places(state, out);
    objects(state, out);
    section(out, state.permanents(), permanent);
    subtypes(state, program, out);
    section(out, state.stack.iter(), |row, out| item(program, row, out));
    section(out, state.waiting.iter(), |row, out| item(program, row, out));
    let resolving = state.frame.active.then_some(&state.frame.item);
    section(out, resolving.into_iter(), |row, out| item(program, row, out));
    section(out, state.frame.looked.iter(), |&id, out| out.push(number_of(id)));
    announced(state, program, out);
    section(out, state.assigned.iter(), |row, out| {
        out.extend([number_of(row.source), number_of(row.recipient), i32::from(row.amount)]);
    });
}

fn game(state: &State, out: &mut Vec<i32>) {
    let (question, object, amount) = asked(&state.question);
    out.extend([
        i32::from(state.turn),
        i32::from(state.active.0),
        i32::from(state.starter.0),
        state.step as i32,
        i32::from(state.priority.0),
        i32::from(state.asked.0),
        question,
        object,
        amount.0,
        i32::from(state.over),
        state.winner.map_or(-1, |seat| i32::from(seat.0)),
        state.reason as i32,
        i32::from(state.page),
        amount.1,
    ]);
}

/// A question as its number in `QUESTIONS`, the object it is about, and up to two more numbers.
fn asked(question: &Question) -> (i32, i32, (i32, i32)) {
    match *question {
        Question::None => (0, -1, (0, 0)),
        Question::Mulligan => (1, -1, (0, 0)),
        Question::Bottom { left } => (2, -1, (i32::from(left), 0)),
        Question::Discard { left } => (3, -1, (i32::from(left), 0)),
        Question::Priority => (4, -1, (0, 0)),
        Question::Attackers => (5, -1, (0, 0)),
        Question::AttackWhom { attacker } => (6, number_of(attacker), (0, 0)),
        Question::Blockers => (7, -1, (0, 0)),
        Question::BlockWith { attacker } => (8, number_of(attacker), (0, 0)),
        Question::Divide { source, recipient, left } => {
            (9, number_of(source), (i32::from(left), number_of(recipient)))
        }
        Question::Method { object } => (10, number_of(object), (0, 0)),
        Question::Ability { object } => (11, number_of(object), (0, 0)),
        Question::Casualty => (12, -1, (0, 0)),
        Question::Target { index } => (13, -1, (i32::from(index), 0)),
        Question::TapOthers { left } => (14, -1, (i32::from(left), 0)),
        Question::Pay => (15, -1, (0, 0)),
        Question::PayColour { source } => (16, number_of(source), (0, 0)),
        Question::TapColour { source } => (17, number_of(source), (0, 0)),
        Question::YesNo => (18, -1, (0, 0)),
        Question::Pick { optional } => (19, -1, (i32::from(optional), 0)),
        Question::Scry { card } => (20, number_of(card), (0, 0)),
        Question::PayLife { object } => (21, number_of(object), (0, 0)),
        Question::Retarget { index } => (22, -1, (i32::from(index), 0)),
        Question::Order => (23, -1, (0, 0)),
        Question::Legend { object } => (24, number_of(object), (0, 0)),
    }
}

fn player(state: &State, seat: Seat, out: &mut Vec<i32>) {
    let player = state.player(seat);
    out.push(i32::from(player.life));
    out.extend(player.mana.iter().map(|&n| i32::from(n)));
    out.extend(
        [player.lands_played, player.drawn_this_turn, player.spells_this_turn, player.mulligans]
            .map(i32::from),
    );
    out.push(i32::from(player.kept));
}

/// The order within each zone: libraries from the top, the others oldest first, the battlefield in order of arrival.
fn places(state: &State, out: &mut Vec<i32>) {
    let zones = Seat::BOTH.into_iter().flat_map(|seat| {
        let player = state.player(seat);
        let lists = [
            (Zone::Library, &player.library),
            (Zone::Hand, &player.hand),
            (Zone::Graveyard, &player.graveyard),
            (Zone::Exile, &player.exile),
        ];
        lists.into_iter().flat_map(move |(zone, list)| list.iter().map(move |&id| (seat, zone, id)))
    });
    section(out, zones, |(seat, zone, id), out| out.extend([i32::from(seat.0), zone as i32, number_of(id)]));
}

fn objects(state: &State, out: &mut Vec<i32>) {
    let all = state.objects.iter().take(usize::from(state.object_count));
    section(out, all, |object, out| {
        out.extend([
            i32::from(object.face.0),
            i32::from(object.owner.0),
            object.zone as i32,
            i32::from(object.generation),
            i32::from(object.flags),
            i32::from(object.known),
            i32::from(object.turn),
            number_of(object.held_by.id),
            i32::from(object.held_by.generation),
            i32::from(object.group),
        ]);
    });
}

fn permanent(row: &Permanent, out: &mut Vec<i32>) {
    out.extend([
        number_of(row.object),
        i32::from(row.controller.0),
        i32::from(row.flags),
        i32::from(row.damage),
    ]);
    out.extend(row.counters.iter().map(|&n| i32::from(n)));
    out.extend([number_of(row.attached_to), number_of(row.attack_target), number_of(row.blocking)]);
    out.extend([row.timestamp, row.entered_turn].map(i32::from));
    out.extend([row.power, row.toughness].map(i32::from));
    out.extend([row.keywords as i32, i32::from(row.types), i32::from(row.colours)]);
}

/// Printed subtypes, and those that an animation adds (613.1d).
fn subtypes(state: &State, program: &Program, out: &mut Vec<i32>) {
    let all = state.permanents().flat_map(|permanent| {
        let id = permanent.object;
        let printed = program.face(state.object(id).face).subtypes.iter();
        let reference = state.reference(id);
        let effects = state.effects.iter().filter(move |effect| effect.target == reference);
        let added = effects.flat_map(|effect| match crate::rules::layers::animation(program, effect) {
            Some(Op::Animate { subtypes, .. }) => subtypes.as_slice(),
            Some(_) | None => &[],
        });
        printed.chain(added).map(move |&subtype| (id, subtype))
    });
    section(out, all, |(id, subtype), out| out.extend([number_of(id), i32::from(subtype)]));
}

fn item(program: &Program, row: &StackItem, out: &mut Vec<i32>) {
    out.extend([
        i32::from(row.serial),
        item_kind(row.kind),
        i32::from(row.controller.0),
        number_of(row.source.id),
        i32::from(row.source.generation),
        i32::from(row.face.0),
        i32::from(row.ability),
        ordinal(program, row),
        i32::from(row.flags),
        i32::from(row.mana_spent),
        i32::from(row.convoked),
    ]);
    for aimed in &row.targets {
        out.extend(target(aimed));
    }
}

fn item_kind(kind: ItemKind) -> i32 {
    match kind {
        ItemKind::Spell => 0,
        ItemKind::Copy => 1,
        ItemKind::Triggered => 2,
        ItemKind::Activated => 3,
    }
}

/// The how-manieth activated ability of its face this is, -1 where it is none.
fn ordinal(program: &Program, row: &StackItem) -> i32 {
    match row.kind {
        ItemKind::Activated => ordinal_of(program, row.face, row.ability),
        ItemKind::Spell | ItemKind::Copy | ItemKind::Triggered => -1,
    }
}

fn ordinal_of(program: &Program, face: FaceId, ability: u8) -> i32 {
    let activated = &program.card(face).activated;
    activated.iter().position(|&index| index == ability).map_or(-1, |position| position as i32)
}

/// Kind (0 none, 1 player, 2 object, 3 spell), number, generation.
fn target(aimed: &Target) -> [i32; 3] {
    match aimed {
        Target::None => [0, -1, 0],
        Target::Player(seat) => [1, i32::from(seat.0), 0],
        Target::Object(reference) => [2, number_of(reference.id), i32::from(reference.generation)],
        Target::Stack(serial) => [3, i32::from(*serial), 0],
    }
}

fn announced(state: &State, program: &Program, out: &mut Vec<i32>) {
    let announcement = &state.announcement;
    let open = (announcement.progress != Progress::Idle).then_some(announcement);
    section(out, open.into_iter(), |row, out| {
        let face = if row.object.is_none() { None } else { Some(state.object(row.object).face) };
        let ordinal = face.map_or(-1, |face| ordinal_of(program, face, row.ability));
        out.extend([
            i32::from(row.player.0),
            number_of(row.object),
            method(row.method),
            ordinal,
            number_of(row.casualty),
        ]);
    });
}

fn method(method: Method) -> i32 {
    match method {
        Method::Cast => 0,
        Method::Flashback => 1,
        Method::Plotted => 2,
        Method::Plot => 3,
        Method::Activate => 4,
    }
}
