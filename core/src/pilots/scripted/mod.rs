//! The scripted pilots: one set of considerations for all archetypes, told apart by weights. They read card programs, know no
//! card by name, see through `seen` alone, and answer every question there is. Deterministic: equal scores by order.

mod abilities;
mod attack;
mod block;
mod combat;
mod deeds;
mod effects;
mod fight;
mod hand;
mod lands;
mod payment;
mod priority;
mod questions;
mod reach;
mod seen;
mod spending;
mod surprise;
mod targets;
#[cfg(test)]
mod tests;
mod tricks;
mod weights;
mod worth;

pub use weights::Weights;

use crate::decision::Choice;
use crate::program::Program;
use crate::state::question::Question;
use crate::state::State;
use seen::Seen;

/// The position among the legal `choices` of what the asked seat does.
pub fn choose(state: &State, program: &Program, weights: &Weights, choices: &[Choice]) -> usize {
    let seen = Seen::new(state, program, weights);
    if choices.len() < 2 {
        return 0;
    }
    let chosen = answer(&seen, choices);
    chosen.min(choices.len() - 1)
}

fn answer(seen: &Seen, choices: &[Choice]) -> usize {
    match seen.question() {
        Question::None => 0,
        Question::Mulligan => hand::mulligan(seen, choices),
        Question::Bottom { .. } | Question::Discard { .. } => hand::give_up(seen, choices),
        Question::Priority => priority::choose(seen, choices),
        Question::Attackers => attack::declare(seen, choices),
        Question::AttackWhom { attacker } => attack::whom(seen, attacker, choices),
        Question::Blockers => block::declare(seen, choices),
        Question::BlockWith { attacker } => block::with_whom(seen, attacker, choices),
        Question::Divide { source, recipient, left } => {
            block::share(seen, source, recipient, i32::from(left), choices)
        }
        Question::Method { object } => payment::method(seen, object, choices),
        Question::Ability { object } => payment::ability(seen, object, choices),
        Question::Casualty => payment::casualty(seen, choices),
        Question::Target { index } => {
            let item = seen.placing().unwrap_or_else(|| seen.announced());
            targets::choose(seen, item, index, choices)
        }
        Question::TapOthers { .. } => payment::tap_other(seen, choices),
        Question::Pay => payment::pay(seen, choices),
        Question::PayColour { .. } | Question::TapColour { .. } => payment::colour(choices),
        Question::YesNo => questions::yes_or_no(seen, choices),
        Question::Pick { .. } => questions::pick(seen, choices),
        Question::Scry { card } => questions::scry(seen, card, choices),
        Question::PayLife { object } => questions::pay_life(seen, object, choices),
        Question::Retarget { index } => targets::retarget(seen, index, choices),
        Question::Order => questions::order(choices),
        Question::Legend { .. } => questions::legend(seen, choices),
    }
}
