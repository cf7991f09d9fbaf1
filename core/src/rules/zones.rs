//! Moving objects between zones: a new object each time (400.7), with everything that must follow at once. Knowledge moves along.

use super::entering;
use super::table::Table;
use super::{replacement, triggers};
use crate::rng::{self, Purpose};
use crate::state::event::EventKind;
use crate::state::ids::{FaceId, ObjectId, ObjectRef, Seat};
use crate::state::list::List;
use crate::state::permanent::{flag, Permanent};
use crate::state::words::{Step, Zone};
use crate::state::{object_flag, Entering, State, MAX_ZONE};

const BOTH_KNOW: u8 = 3;

fn zone_list(state: &mut State, seat: Seat, zone: Zone) -> Option<&mut List<ObjectId, MAX_ZONE>> {
    let player = state.player_mut(seat);
    match zone {
        Zone::Library => Some(&mut player.library),
        Zone::Hand => Some(&mut player.hand),
        Zone::Graveyard => Some(&mut player.graveyard),
        Zone::Exile => Some(&mut player.exile),
        Zone::Battlefield | Zone::Stack | Zone::Nowhere => None,
    }
}

/// Moves an object off the battlefield or between other zones; use `entering` to put it onto the battlefield.
/// A card goes to its owner's zone (400.3), on top of a library.
pub fn move_to(table: &mut Table, id: ObjectId, zone: Zone) {
    let from = table.state.object(id).zone;
    let owner = table.state.object(id).owner;
    table.note(EventKind::Moves, owner, id, from as i16 * 16 + zone as i16);
    let was = table.state.reference(id);
    let left = take_out(table.state, id);
    place(table.state, id, zone);
    if let Some(permanent) = left {
        leave_battlefield(table, was, permanent, zone);
    }
}

/// Takes the object out of the zone it is in; a permanent is returned as it last was.
pub fn take_out(state: &mut State, id: ObjectId) -> Option<Permanent> {
    let object = *state.object(id);
    if object.zone == Zone::Battlefield {
        return state.remove_permanent(id);
    }
    if let Some(list) = zone_list(state, object.owner, object.zone) {
        list.remove_value(id);
    }
    None
}

/// Puts a new object into its owner's zone (400.7): new generation, front face, nothing remembered.
pub fn place(state: &mut State, id: ObjectId, zone: Zone) {
    let owner = state.object(id).owner;
    let token = state.object(id).flags & object_flag::TOKEN != 0;
    let zone = if token && zone != Zone::Battlefield { Zone::Nowhere } else { zone };
    let known = known_after(state, id, zone);
    state.dirty |= zone == Zone::Battlefield || state.object(id).zone == Zone::Battlefield;
    state.stirred = true;
    let object = state.object_mut(id);
    object.generation = object.generation.wrapping_add(1);
    object.zone = zone;
    object.known = known;
    object.group = 0;
    object.held_by = ObjectRef::NONE;
    object.flags &= object_flag::TOKEN;
    let added = match zone_list(state, owner, zone) {
        Some(list) if zone == Zone::Library => list.insert(0, id),
        Some(list) => list.push(id),
        None => Ok(()),
    };
    state.overflow |= added.is_err();
}

/// Who knows what the card is in its new place: public zones show it, a hand its owner and whoever saw it move there.
fn known_after(state: &State, id: ObjectId, zone: Zone) -> u8 {
    let object = state.object(id);
    match zone {
        Zone::Hand => object.known | object.owner.bit(),
        Zone::Library => object.known,
        Zone::Battlefield | Zone::Graveyard | Zone::Exile | Zone::Stack | Zone::Nowhere => BOTH_KNOW,
    }
}

fn leave_battlefield(table: &mut Table, was: ObjectRef, permanent: Permanent, zone: Zone) {
    detach_and_leave_combat(table.state, was.id);
    triggers::left(table, was, &permanent, zone);
    revert_face(table, was.id);
    return_held(table, was);
}

/// A card outside the battlefield has only its front face (712.8a).
fn revert_face(table: &mut Table, id: ObjectId) {
    let face = table.state.object(id).face;
    let front = table.program.face(face).front;
    table.state.object_mut(id).face = FaceId(front as u16);
}

fn detach_and_leave_combat(state: &mut State, gone: ObjectId) {
    for index in 0..state.battlefield.len() {
        let id = state.battlefield.as_slice()[index];
        let Some(permanent) = state.permanent_mut(id) else { continue };
        if permanent.attached_to == gone {
            permanent.attached_to = ObjectId::NONE;
        }
        if permanent.attack_target == gone {
            // 506.4c: it goes on attacking, nothing in particular.
            permanent.attack_target = ObjectId::NONE;
            permanent.set(flag::ATTACKS_NOTHING, true);
        }
        if permanent.blocking == gone {
            permanent.blocking = ObjectId::NONE;
        }
    }
}

/// "Until it leaves the battlefield" ends at once, without the stack (610.3).
fn return_held(table: &mut Table, holder: ObjectRef) {
    for index in 0..table.state.object_count {
        let id = ObjectId(index);
        let object = *table.state.object(id);
        let held = object.held_by == holder && object.zone == Zone::Exile;
        if !held || object.flags & object_flag::LINKED != 0 {
            continue;
        }
        if object.flags & object_flag::FROM_HAND != 0 {
            move_to(table, id, Zone::Hand);
        } else {
            let entering = Entering { object: id, controller: object.owner, ..Entering::default() };
            entering::enter_without_asking(table, entering);
        }
    }
}

/// Exiles an object, held by the source until that leaves; nothing happens if the source has left already (610.3b).
pub fn exile_held(table: &mut Table, id: ObjectId, holder: ObjectRef, extra: u8) {
    let from_hand = table.state.object(id).zone == Zone::Hand;
    move_to(table, id, Zone::Exile);
    let object = table.state.object_mut(id);
    if object.zone == Zone::Exile {
        object.held_by = holder;
        object.flags |= extra | if from_hand { object_flag::FROM_HAND } else { 0 };
    }
}

/// Draws one card (121.2); from an empty library the player loses at the next check (121.4).
pub fn draw(table: &mut Table, seat: Seat) {
    let Some(id) = table.state.player(seat).library.first() else {
        table.state.player_mut(seat).drew_from_empty = true;
        table.state.stirred = true;
        return;
    };
    move_to(table, id, Zone::Hand);
    let player = table.state.player_mut(seat);
    player.drawn_this_turn = player.drawn_this_turn.saturating_add(1);
    let nth = player.drawn_this_turn;
    table.note(EventKind::Draws, seat, id, i16::from(nth));
    triggers::drew(table, seat, nth);
}

/// Mills as many as there are (701.17b).
pub fn mill(table: &mut Table, seat: Seat, count: i16) {
    for _ in 0..count {
        match table.state.player(seat).library.first() {
            Some(id) => move_to(table, id, Zone::Graveyard),
            None => return,
        }
    }
}

pub fn discard(table: &mut Table, id: ObjectId) {
    let owner = table.state.object(id).owner;
    table.note(EventKind::Discards, owner, id, 0);
    move_to(table, id, Zone::Graveyard);
}

/// Shuffles a library: every card gets a hash of its own, so that two branches that differ by one card keep their luck.
pub fn shuffle(table: &mut Table, seat: Seat) {
    table.note(EventKind::Shuffles, seat, ObjectId::NONE, 0);
    let library = table.state.player(seat).library;
    for &id in library.iter() {
        // 701.24a: what anybody knew of the order is gone.
        let object = table.state.object_mut(id);
        object.known = 0;
        object.group = 0;
    }
    let state = &mut *table.state;
    if state.settings.keeps_order && state.step == Step::Mulligan {
        // Objects are numbered in the order in which the library was given.
        state.player_mut(seat).library.as_mut_slice().sort_unstable();
        return;
    }
    let count = state.player(seat).shuffles;
    state.player_mut(seat).shuffles += 1;
    let luck = rng::draw(state.settings.seed, Purpose::Shuffle, seat.0, state.turn, u32::from(count));
    let mut keyed: Vec<(u64, ObjectId)> =
        library.iter().map(|&id| (rng::mix(luck ^ u64::from(id.0)), id)).collect();
    keyed.sort_unstable();
    let places = state.player_mut(seat).library.as_mut_slice();
    for (place, (_, id)) in places.iter_mut().zip(&keyed) {
        *place = *id;
    }
}

/// Puts cards on the bottom of a library in an order that nobody knows.
pub fn bottom_in_random_order(table: &mut Table, seat: Seat, cards: &[ObjectId], seen_by: u8) {
    let state = &mut *table.state;
    let count = state.player(seat).random_orders;
    state.player_mut(seat).random_orders += 1;
    let luck = rng::draw(state.settings.seed, Purpose::RandomOrder, seat.0, state.turn, u32::from(count));
    let mut keyed: Vec<(u64, ObjectId)> =
        cards.iter().map(|&id| (rng::mix(luck ^ u64::from(id.0)), id)).collect();
    keyed.sort_unstable();
    state.next_group = state.next_group % 63 + 1;
    let group = state.next_group << 2 | seen_by;
    for (_, id) in keyed {
        take_out(state, id);
        let alone = cards.len() == 1;
        let object = state.object_mut(id);
        object.zone = Zone::Library;
        object.generation = object.generation.wrapping_add(1);
        object.known = if alone { seen_by } else { 0 };
        object.group = if alone || seen_by == 0 { 0 } else { group };
        let library = &mut state.player_mut(seat).library;
        let added = library.push(id);
        state.overflow |= added.is_err();
    }
}

/// Puts one card on the bottom of its owner's library; `seen_by` says who knows which it is.
pub fn put_on_bottom(table: &mut Table, id: ObjectId, seen_by: u8) {
    table.state.stirred = true;
    let owner = table.state.object(id).owner;
    take_out(table.state, id);
    let object = table.state.object_mut(id);
    object.generation = object.generation.wrapping_add(1);
    object.zone = Zone::Library;
    object.known = seen_by;
    object.group = 0;
    let added = table.state.player_mut(owner).library.push(id);
    table.state.overflow |= added.is_err();
}

/// Destroys a permanent (701.8): into the graveyard, or where a replacement effect says.
pub fn destroy(table: &mut Table, id: ObjectId) {
    let zone = replacement::instead_of_dying(table, id);
    move_to(table, id, zone);
}

pub fn sacrifice(table: &mut Table, id: ObjectId) {
    let Some(permanent) = table.state.permanent(id) else { return };
    let controller = permanent.controller;
    table.note(EventKind::Sacrifices, controller, id, 0);
    let zone = replacement::instead_of_dying(table, id);
    move_to(table, id, zone);
}

/// Turns a double-faced permanent over: the same object, with a new timestamp (701.27a, 613.7g).
pub fn transform(table: &mut Table, id: ObjectId) {
    let face = table.program.face(table.state.object(id).face);
    let back = if face.back >= 0 { face.back } else { face.front };
    if table.state.permanent(id).is_none() || back == table.state.object(id).face.0 as i16 {
        return;
    }
    table.state.object_mut(id).face = FaceId(back as u16);
    let timestamp = table.state.timestamp();
    if let Some(permanent) = table.state.permanent_mut(id) {
        permanent.timestamp = timestamp;
    }
    table.state.dirty = true;
    let owner = table.state.object(id).owner;
    table.note(EventKind::Transforms, owner, id, 0);
}

/// Takes a permanent out of combat (506.4).
pub fn remove_from_combat(permanent: &mut Permanent) {
    permanent.set(
        flag::ATTACKING
            | flag::BLOCKING
            | flag::SELECTED
            | flag::BLOCKED
            | flag::ATTACKS_NOTHING
            | flag::STRUCK_FIRST,
        false,
    );
    permanent.attack_target = ObjectId::NONE;
    permanent.blocking = ObjectId::NONE;
}

/// During combat: attackers and blockers have been declared and not yet removed.
pub fn in_combat(state: &State) -> bool {
    matches!(
        state.step,
        Step::Attackers | Step::Blockers | Step::FirstDamage | Step::Damage | Step::EndCombat
    )
}
