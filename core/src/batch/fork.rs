//! What a player may simulate: fresh luck, and hidden cards dealt anew among the places that the player cannot tell apart.
//!
//! Cards are exchanged by exchanging faces: an object stays where it is, so open questions keep naming what they named.

use crate::rng::{self, Purpose};
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::stack::Progress;
use crate::state::State;

/// What becomes of luck and of hidden cards in a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes {
    /// Another seed from here on, and another order of what nobody knows in either library.
    pub fresh: bool,
    /// The cards that `viewer` does not know in the other seat's hand and library, dealt anew.
    pub resampled: bool,
    pub viewer: Seat,
    /// Luck of this fork, and its new seed where that is fresh.
    pub seed: u64,
}

pub fn change(state: &mut State, changes: &Changes) {
    let mut luck = Luck { seed: changes.seed, count: 0 };
    if changes.fresh {
        state.settings.seed = changes.seed;
        Seat::BOTH
            .iter()
            .for_each(|&seat| deal(state, library(state, seat), Seat::BOTH.as_slice(), &mut luck));
    }
    if changes.resampled {
        let other = changes.viewer.other();
        let hidden = [library(state, other), state.player(other).hand.as_slice().to_vec()].concat();
        deal(state, hidden, &[changes.viewer], &mut luck);
    }
}

fn library(state: &State, seat: Seat) -> Vec<ObjectId> {
    state.player(seat).library.as_slice().to_vec()
}

/// Shuffles the faces among those places that none of the viewers can tell apart.
fn deal(state: &mut State, places: Vec<ObjectId>, viewers: &[Seat], luck: &mut Luck) {
    let known = viewers.iter().fold(0, |bits, seat| bits | seat.bit());
    let mut classes: Vec<(u8, ObjectId)> = places
        .into_iter()
        .filter(|&id| state.object(id).known & known == 0 && !is_shown(state, id))
        .map(|id| (class(state.object(id).group, known), id))
        .collect();
    classes.sort_unstable_by_key(|&(class, _)| class);
    for places in classes.chunk_by(|left, right| left.0 == right.0) {
        shuffle(state, places, luck);
    }
}

/// Being announced, looked at or offered: whoever is asked sees it now.
fn is_shown(state: &State, id: ObjectId) -> bool {
    let announced = &state.announcement;
    let announcing = announced.progress != Progress::Idle && announced.object == id;
    announcing || state.frame.looked.contains(id) || state.frame.options.contains(id)
}

/// A group's cards stay together for those who know which they are; for others they are like any unknown card.
/// The two lowest bits of a group's number are the seats that know it.
fn class(group: u8, viewers: u8) -> u8 {
    if group & viewers & 3 == 0 {
        0
    } else {
        group
    }
}

/// Fisher-Yates on the faces.
fn shuffle(state: &mut State, places: &[(u8, ObjectId)], luck: &mut Luck) {
    for last in (1..places.len()).rev() {
        let (left, right) = (places[last].1, places[luck.below(last + 1)].1);
        let face: FaceId = state.object(left).face;
        state.object_mut(left).face = state.object(right).face;
        state.object_mut(right).face = face;
    }
}

struct Luck {
    seed: u64,
    count: u32,
}

impl Luck {
    fn below(&mut self, bound: usize) -> usize {
        let hash = rng::draw(self.seed, Purpose::Fork, 0, 0, self.count);
        self.count += 1;
        rng::below(hash, bound as u32) as usize
    }
}
