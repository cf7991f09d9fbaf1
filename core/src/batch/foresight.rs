//! Footprints and predictions for choices in many games, for callers that ask before they choose. Moves no game.

use super::entry::Entry;
use super::failure::Failure;
use super::games::Games;
use super::Pool;
use crate::actions::Action;
use crate::epsilon::{self, Decision, Predictor, Room};
use crate::footprint::Footprint;
use crate::measure;

const COUNTS: usize = measure::COUNTS.len();

/// Which action is asked about, in which of the games.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub game: usize,
    pub action: i32,
}

/// What is written, a row for each action asked about.
pub struct Rows<'a> {
    /// The counts of the seat that decides, before the action.
    pub counts: &'a mut [f32],
    /// What stays and what ends with the turn, and the same of what was carried before.
    pub stays: &'a mut [f32],
    pub turn: &'a mut [f32],
    pub carried_stays: &'a mut [f32],
    pub carried_turn: &'a mut [f32],
    /// What is due on the stack, and how much of it is averted; at later horizons alone.
    pub due: &'a mut [f32],
    pub averted: &'a mut [f32],
    /// In which phase the seat that decides is.
    pub phases: &'a mut [i32],
    /// The predicted change of each variable.
    pub changes: &'a mut [f64],
}

/// A compiled model that reads the counts; `at_once`: what ends with the turn counts too.
pub fn predictor(model: &[u8], at_once: bool) -> Result<Predictor, Failure> {
    let predictor = Predictor::read(model, at_once).map_err(|problem| Failure::Value(problem.to_string()))?;
    if predictor.inputs() != COUNTS {
        let inputs = predictor.inputs();
        return Err(Failure::Value(format!("a causal model over {inputs} counts cannot be used here")));
    }
    Ok(predictor)
}

impl Games {
    pub fn foresee(
        &mut self,
        asked: &[Asked],
        predictor: &Predictor,
        rows: &mut Rows,
    ) -> Result<(), Failure> {
        self.looked()?;
        let pool = std::sync::Arc::clone(&self.pool);
        let mut room = Room::default();
        let width = predictor.variables();
        for (row, &Asked { game, action }) in asked.iter().enumerate() {
            let entry = self.entry(game)?;
            let phase = epsilon::phase(&entry.state, entry.state.asked);
            let footprint = entry.footprint(&pool, predictor, (action, phase), &mut room)?;
            rows.phases[row] = phase as i32;
            let (first, last) = (row * COUNTS, (row + 1) * COUNTS);
            entry.counts(&pool, entry.state.asked, &mut rows.counts[first..last]);
            let Footprint { change, carried, due, averted, .. } = &footprint;
            rows.stays[first..last].copy_from_slice(&change.stays);
            rows.turn[first..last].copy_from_slice(&change.turn);
            rows.carried_stays[first..last].copy_from_slice(&carried.stays);
            rows.carried_turn[first..last].copy_from_slice(&carried.turn);
            rows.due[first..last].copy_from_slice(due);
            rows.averted[first..last].copy_from_slice(averted);
            let changes = &mut rows.changes[row * width..(row + 1) * width];
            predictor.predict(&rows.counts[first..last], &footprint, phase, &mut room, changes);
        }
        Ok(())
    }
}

impl Entry {
    /// What an action of the seat that is asked will do to the counts; turning the page does nothing.
    fn footprint(
        &self,
        pool: &Pool,
        predictor: &Predictor,
        (action, phase): (i32, usize),
        room: &mut Room,
    ) -> Result<Footprint, Failure> {
        let found = usize::try_from(action).ok().and_then(|index| self.action_at(index));
        match found {
            Some(Action::Choice(choice)) => {
                let (state, program, seat) = (&self.state, &pool.program, self.state.asked);
                let decision = Decision { state, program, seat, phase };
                Ok(predictor.footprint(&decision, choice, room))
            }
            Some(Action::NextPage) => Ok(Footprint::default()),
            None => Err(self.refusal(usize::try_from(action).unwrap_or(usize::MAX))),
        }
    }
}
