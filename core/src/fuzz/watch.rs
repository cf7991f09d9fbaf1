//! What must hold of a game in play: at every decision, and from one decision to the next. Plays nothing, changes nothing.

use crate::invariants;
use crate::program::Program;
use crate::state::ids::{FaceId, Seat};
use crate::state::question::Question;
use crate::state::words::{Reason, Step, Zone};
use crate::state::{object_flag, State};

const HAND_SIZE: usize = 7;

type Check = fn(&State) -> bool;

/// The first thing that does not hold of a position, in words.
pub fn position(state: &State, program: &Program) -> Option<String> {
    let checks: [(&str, Check); 6] = [
        ("a card is not known to those who can see it", visible_cards_are_known),
        ("nothing is asked and the game is not over", somebody_is_asked),
        ("the turn is past the cap", turn_is_within_the_cap),
        ("a hand was left above its maximum size at the end of a turn", hands_were_discarded_down_to),
        ("the result does not fit the reason", result_fits_its_reason),
        ("the game came to no natural end", nothing_gave_out),
    ];
    invariants::broken(state, program)
        .or_else(|| checks.iter().find(|(_, holds)| !holds(state)).map(|(problem, _)| (*problem).to_owned()))
}

fn visible_cards_are_known(state: &State) -> bool {
    let objects = &state.objects[..usize::from(state.object_count)];
    objects.iter().all(|object| match object.zone {
        Zone::Library | Zone::Nowhere => true,
        Zone::Hand => object.known & object.owner.bit() != 0,
        Zone::Battlefield | Zone::Graveyard | Zone::Exile | Zone::Stack => object.known == 3,
    })
}

fn somebody_is_asked(state: &State) -> bool {
    state.over == (state.question == Question::None)
}

fn turn_is_within_the_cap(state: &State) -> bool {
    state.settings.max_turns == 0 || state.turn <= state.settings.max_turns
}

/// Whoever had the last turn has discarded, unless something has happened since (514.1).
fn hands_were_discarded_down_to(state: &State) -> bool {
    let untouched = state.step == Step::Upkeep && state.events_this_turn == 0;
    !untouched || state.player(state.active.other()).hand.len() <= HAND_SIZE
}

fn result_fits_its_reason(state: &State) -> bool {
    if !state.over {
        return state.winner.is_none() && state.reason == Reason::None;
    }
    let lost = |seat: Seat| state.player(seat).life <= 0;
    match state.reason {
        Reason::Life => state.winner.is_some_and(|seat| lost(seat.other())),
        Reason::Library => state.winner.is_some_and(|seat| state.player(seat.other()).library.is_empty()),
        Reason::Concession | Reason::Illegal => state.winner.is_some(),
        Reason::Simultaneous | Reason::TurnCap | Reason::Loop | Reason::Overflow => state.winner.is_none(),
        Reason::None => false,
    }
}

fn nothing_gave_out(state: &State) -> bool {
    !matches!(state.reason, Reason::Loop | Reason::Overflow)
}

/// What is remembered of a position, to be compared with the next one.
pub struct Before {
    moment: (u16, Step),
    stack: Vec<u16>,
    cards: [Vec<FaceId>; 2],
}

impl Before {
    pub fn of(state: &State, program: &Program) -> Before {
        Before {
            moment: (state.turn, state.step),
            stack: state.stack.iter().map(|item| item.serial).collect(),
            cards: Seat::BOTH.map(|seat| cards(state, program, seat)),
        }
    }

    /// What changed that never may, in words.
    pub fn broken_by(&self, after: &State, program: &Program) -> Option<&'static str> {
        if Seat::BOTH.iter().any(|&seat| cards(after, program, seat) != self.cards[seat.index()]) {
            return Some("a card was lost or made");
        }
        if after.over || self.moment == (after.turn, after.step) {
            return None;
        }
        if after.stack.iter().any(|item| self.stack.contains(&item.serial)) {
            return Some("a step ended with something on the stack");
        }
        let floating = after.players.iter().any(|player| player.mana.iter().any(|&mana| mana > 0));
        floating.then_some("mana outlived its step")
    }
}

/// A player's cards in order of their names, wherever they are and whichever face is up; tokens are none.
fn cards(state: &State, program: &Program, seat: Seat) -> Vec<FaceId> {
    let objects = state.objects[..usize::from(state.object_count)].iter();
    let own = objects.filter(|object| object.owner == seat && object.flags & object_flag::TOKEN == 0);
    let present = own.filter(|object| object.zone != Zone::Nowhere);
    let mut faces: Vec<FaceId> = present.map(|object| front(program, object.face)).collect();
    faces.sort_unstable();
    faces
}

fn front(program: &Program, face: FaceId) -> FaceId {
    u16::try_from(program.face(face).front).map_or(face, FaceId)
}
