//! What to spend the mana of a main phase on: the best set of plays that it pays for, those that wait for later included.

use super::priority::{self, Moment, Play};
use super::seen::Seen;
use crate::decision::Choice;
use crate::program::vocabulary::Op;
use crate::program::Card;
use crate::state::list::List;
use crate::state::permanent::flag;
use crate::state::stack::Method;
use crate::state::words::{keyword, types};

const MOST_PLAYS: usize = 24;
const MOST_MANA: usize = 16;

type Plays = List<Play, MOST_PLAYS>;

pub fn choose(seen: &Seen, moment: Moment, choices: &[Choice]) -> usize {
    let mut plays = Plays::default();
    for (position, &choice) in choices.iter().enumerate() {
        let Some(play) = priority::weigh(seen, moment, choice) else { continue };
        if play.now.max(play.later) > 0 && plays.push(Play { position: Some(position), ..play }).is_err() {
            break;
        }
    }
    if plays.is_empty() {
        return 0;
    }
    held_back(seen, &mut plays);
    let chosen = best_set(plays.as_slice(), seen.mana(seen.me));
    let ready = plays.iter().enumerate().filter(|(index, play)| {
        chosen >> index & 1 != 0 && play.position.is_some() && play.now > 0 && play.now >= play.later
    });
    let first = ready.max_by_key(|(index, play)| (play.makes_mana, play.now, MOST_PLAYS - index));
    first.and_then(|(_, play)| play.position).unwrap_or(0)
}

/// Counterspells cannot be cast yet; the mana for one is worth keeping.
fn held_back(seen: &Seen, plays: &mut Plays) {
    if seen.weights.hold <= 0 || seen.hand_size(seen.foe()) == 0 {
        return;
    }
    let counters = seen.hand().iter().find(|&&id| seen.card(id).is_some_and(is_counterspell));
    let Some(&id) = counters else { return };
    let cost = seen.cost(id, Method::Cast).map_or(0, |cost| i32::from(cost.total()));
    let play = Play { position: None, now: 0, later: seen.weights.hold, cost, makes_mana: false };
    let _full = plays.push(play);
}

fn is_counterspell(card: &Card) -> bool {
    card.instant_speed
        && card.face.abilities.iter().any(|a| a.code.iter().any(|op| matches!(op, Op::Counter { .. })))
}

/// The set of plays worth most that the mana pays for, as bits.
fn best_set(plays: &[Play], mana: i32) -> u32 {
    let mana = usize::try_from(mana).unwrap_or(0).min(MOST_MANA);
    let mut best = [(0i32, 0u32); MOST_MANA + 1];
    for (index, play) in plays.iter().enumerate() {
        let cost = usize::try_from(play.cost).unwrap_or(0);
        for budget in (cost..=mana).rev() {
            let (value, set) = best[budget - cost];
            let with = value + play.now.max(play.later);
            if with > best[budget].0 {
                best[budget] = (with, set | 1 << index);
            }
        }
    }
    best[mana].1
}

/// Creatures that could help to pay for this card.
pub fn convokers(seen: &Seen, card: &Card) -> i32 {
    if card.keywords & keyword::CONVOKE == 0 {
        return 0;
    }
    let able = seen.controlled(seen.me).filter(|permanent| {
        let makes_mana = seen.card(permanent.object).is_some_and(|card| card.mana != 0);
        permanent.has_type(types::CREATURE) && !permanent.is(flag::TAPPED) && !makes_mana
    });
    able.count() as i32
}

/// Whether the hand holds something that one more mana would pay for now.
pub fn needs_mana(seen: &Seen) -> bool {
    let mana = seen.mana(seen.me);
    let spells = seen.hand().iter().filter(|&&id| seen.card(id).is_some_and(|card| !card.is_land()));
    let mut cheap = 0;
    for &id in spells {
        let cost = seen.cost(id, Method::Cast).map_or(i32::MAX, |cost| i32::from(cost.total()));
        if cost == mana + 1 {
            return true;
        }
        cheap += if cost <= mana { cost } else { 0 };
    }
    cheap > mana
}
