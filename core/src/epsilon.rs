//! What a compiled causal model predicts of a choice, before it is made: the footprint as a shift of what each variable has of
//! its own, and everything that follows from it. Never sees what becomes of the choice.

use std::cell::RefCell;

use crate::causal::{needed, operands, run, Model, Operation};
use crate::decision::Choice;
use crate::footprint::board::Change;
use crate::footprint::{self, Footprint, Parts, View};
use crate::measure::{self, COUNTS as NAMES};
use crate::program::decode::DecodeError;
use crate::program::Program;
use crate::state::ids::Seat;
use crate::state::words::Step;
use crate::state::State;

const COUNTS: usize = NAMES.len();
type Counts = [f64; COUNTS];

/// A compiled model at one horizon, ready to be shifted.
#[derive(Clone, Debug)]
pub struct Predictor {
    /// The model in each phase.
    phases: Vec<Phase>,
    /// What ends with the turn counts.
    at_once: bool,
    /// Which variables have something of their own that a play can change.
    shifted: Vec<bool>,
    /// For a variable that is 0 or 1, the counts that it is measured from.
    steps: Vec<(usize, Vec<usize>)>,
    /// The variable that nothing measures: what open choices are ranked by.
    outcome: usize,
}

/// The model in one phase, without what a shift cannot reach.
#[derive(Clone, Debug)]
struct Phase {
    model: Model,
    /// The measures of what is shifted.
    measures: Vec<Operation>,
    /// The mechanisms that a shift can move: those of variables that nothing explains at this horizon always give 0.
    mechanisms: Vec<Operation>,
}

/// A position as the model has it: measured values, u and unclipped measures.
#[derive(Clone, Debug, Default)]
struct Factual {
    counts: Counts,
    values: Vec<f64>,
    /// f(parents) at the measured values; NaN where nothing is to explain.
    explained: Vec<f64>,
    unclipped: Vec<f64>,
    phase: usize,
}

/// What a step is at the whole counts below and above.
#[derive(Debug, Default)]
struct Ends {
    floor: Vec<f64>,
    ceiling: Vec<f64>,
}

/// Scratch room for one prediction after the other.
#[derive(Debug, Default)]
pub struct Scratch {
    factual: Factual,
    moved: Vec<f64>,
    added: Vec<f64>,
    ends: Ends,
    registers: Vec<f64>,
}

/// Buffers for footprints and predictions, kept from decision to decision.
#[derive(Debug, Default)]
pub struct Room {
    footprint: footprint::Room,
    scratch: RefCell<Scratch>,
}

/// A position, who looks at it, and its phase by number.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    pub state: &'a State,
    pub program: &'a Program,
    pub seat: Seat,
    pub phase: usize,
}

/// The phase of a position for a player: own turn until combat damage, own turn from then on, the opponent's turn.
pub fn phase(state: &State, seat: Seat) -> usize {
    match (state.active == seat, state.step < Step::FirstDamage) {
        (true, true) => 0,
        (true, false) => 1,
        (false, _) => 2,
    }
}

impl Predictor {
    /// Reads what `causal/program.py` writes; `at_once`: at the horizon at which the turn still goes on.
    pub fn read(bytes: &[u8], at_once: bool) -> Result<Predictor, DecodeError> {
        let (model, count) = Model::read_phase(bytes, 0)?;
        let measured = |variable: usize| stores(&model.measures, variable);
        let (shifted, steps) = (shifted(&model), steps(&model));
        let outcome = (0..model.variables()).rev().find(|&variable| !measured(variable)).unwrap_or(0);
        let mut phases = Vec::new();
        for phase in 0..count {
            phases.push(Phase::of(Model::read_phase(bytes, phase)?.0, &shifted));
        }
        Ok(Predictor { phases, at_once, shifted, steps, outcome })
    }

    pub fn inputs(&self) -> usize {
        self.phases[0].model.inputs()
    }

    pub fn variables(&self) -> usize {
        self.phases[0].model.variables()
    }

    /// The footprint of a choice whose open choices are answered by what the model predicts to be best.
    pub fn footprint(&self, decision: &Decision, choice: Choice, room: &mut Room) -> Footprint {
        let Decision { state, program, seat, phase } = *decision;
        let Room { footprint, scratch } = room;
        scratch.borrow_mut().factual.values.clear();
        let value = |parts: &Parts| {
            let scratch = &mut *scratch.borrow_mut();
            if scratch.factual.values.is_empty() {
                self.look(&measure::counts(state, program, seat), phase, scratch);
            }
            let change = if self.at_once { parts.total() } else { parts.stays };
            self.rank(&change, phase, scratch)
        };
        footprint::of(&View { state, program, seat, value: &value, later: !self.at_once }, choice, footprint)
    }

    /// The change of each variable that the model predicts, from the counts before and the footprint.
    pub fn predict(
        &self,
        counts: &[f32],
        footprint: &Footprint,
        phase: usize,
        room: &mut Room,
        out: &mut [f64],
    ) {
        let scratch = room.scratch.get_mut();
        let part = |parts: &Parts, stack: &Change| {
            let sum = |index: usize| parts.stays[index] + stack[index];
            if self.at_once {
                parts.total()
            } else {
                std::array::from_fn(sum)
            }
        };
        let (change, carried) =
            (part(&footprint.change, &footprint.averted), part(&footprint.carried, &footprint.due));
        if change == Change::default() {
            return out.fill(0.0);
        }
        self.look(counts, phase, scratch);
        let nothing = carried == Change::default();
        if !nothing {
            self.shift(&carried, phase, scratch);
        }
        let before = if nothing { &scratch.factual.values } else { &scratch.moved };
        out.iter_mut().zip(before).for_each(|(place, before)| *place = -before);
        let whole: Change = std::array::from_fn(|index| carried[index] + change[index]);
        self.shift(&whole, phase, scratch);
        out.iter_mut().zip(&scratch.moved).for_each(|(place, after)| *place += after);
    }

    fn rank(&self, change: &Change, phase: usize, scratch: &mut Scratch) -> f64 {
        self.shift(change, phase, scratch);
        scratch.moved[self.outcome]
    }

    fn phase(&self, phase: usize) -> &Phase {
        &self.phases[phase.min(self.phases.len() - 1)]
    }

    /// Abduction: what the model has of a position before anything is done.
    fn look(&self, counts: &[f32], phase: usize, scratch: &mut Scratch) {
        let model = &self.phase(phase).model;
        let Scratch { factual, registers, .. } = scratch;
        let Factual { counts: known, values, explained, unclipped, .. } = factual;
        let given: Counts = std::array::from_fn(|index| f64::from(counts[index]));
        if !values.is_empty() && (*known, factual.phase) == (given, phase) {
            return;
        }
        (*known, factual.phase) = (given, phase);
        unclipped.resize(model.variables(), f64::NAN);
        measured(&model.measures, known, registers, unclipped);
        values.clear();
        values.extend(unclipped.iter().enumerate().map(|(variable, &value)| model.clip(variable, value)));
        explained.clear();
        explained.resize(values.len(), f64::NAN);
        run(&model.mechanisms, known.as_slice(), registers, values, |values, variable, value| {
            explained[variable] = value;
            if unclipped[variable].is_nan() {
                values[variable] = model.clip(variable, value);
            }
        });
    }

    /// Action and prediction: each variable's own part moves by the difference of its measures, and what follows follows.
    fn shift(&self, change: &Change, phase: usize, scratch: &mut Scratch) {
        let Phase { model, measures, mechanisms } = self.phase(phase);
        let Scratch { factual, moved, added, ends, registers } = scratch;
        let counts: Counts = std::array::from_fn(|index| factual.counts[index] + f64::from(change[index]));
        added.resize(model.variables(), 0.0);
        measured(measures, &counts, registers, added);
        self.interpolate(measures, &counts, (registers, ends), added);
        for (variable, added) in added.iter_mut().enumerate() {
            let difference = (*added - factual.unclipped[variable]) * model.persistences[variable];
            *added = if self.shifted[variable] { difference } else { 0.0 };
        }
        moved.clear();
        let old = factual.values.iter().zip(added.iter()).enumerate();
        moved.extend(old.map(|(variable, (old, added))| model.clip(variable, old + added)));
        run(mechanisms, factual.counts.as_slice(), registers, moved, |moved, variable, value| {
            let (before, old) = (factual.explained[variable], factual.values[variable]);
            let start = if model.clip(variable, before) == old { before } else { old };
            moved[variable] = model.clip(variable, start + (value - before) + added[variable]);
        });
    }

    /// A variable that is 0 or 1 is read between whole numbers as the chance of being 1.
    fn interpolate(
        &self,
        measures: &[Operation],
        counts: &Counts,
        room: (&mut Vec<f64>, &mut Ends),
        out: &mut [f64],
    ) {
        let part = |count: &usize| counts[*count] - counts[*count].floor();
        let open = |(_, reads): &&(usize, Vec<usize>)| reads.iter().any(|count| part(count) > 0.0);
        if !self.steps.iter().any(|step| open(&step)) {
            return;
        }
        let (registers, Ends { floor, ceiling }) = room;
        floor.resize(out.len(), f64::NAN);
        ceiling.resize(out.len(), f64::NAN);
        measured(measures, &counts.map(f64::floor), registers, floor);
        measured(measures, &counts.map(f64::ceil), registers, ceiling);
        for (variable, reads) in self.steps.iter().filter(open) {
            let weight = reads.iter().map(part).fold(0.0, f64::max);
            out[*variable] = floor[*variable] + weight * (ceiling[*variable] - floor[*variable]);
        }
    }
}

impl Phase {
    fn of(model: Model, shifted: &[bool]) -> Phase {
        let measures = needed(&model.measures, 0, |variable| shifted[variable]);
        let idle = idle(&model.mechanisms, model.variables());
        let mechanisms = needed(&model.mechanisms, 0, |variable| !idle[variable]);
        Phase { model, measures, mechanisms }
    }
}

/// Measured values before they are cut off; NaN where nothing measures.
fn measured(measures: &[Operation], counts: &Counts, registers: &mut Vec<f64>, out: &mut [f64]) {
    out.fill(f64::NAN);
    run(measures, counts.as_slice(), registers, out, |out, variable, value| out[variable] = value);
}

/// The variables whose mechanism is 0 whatever its parents are: every coefficient of it is 0.
fn idle(mechanisms: &[Operation], variables: usize) -> Vec<bool> {
    let mut zero = vec![false; mechanisms.len()];
    let mut idle = vec![false; variables];
    for (register, operation) in mechanisms.iter().enumerate() {
        zero[register] = match *operation {
            Operation::Coefficient(number) => number == 0.0,
            Operation::Multiply(a, b) => zero[a] || zero[b],
            Operation::Add(a, b) => zero[a] && zero[b],
            Operation::Store(variable, from) => {
                idle[variable] = zero[from];
                false
            }
            _ => false,
        };
    }
    idle
}

fn stores(operations: &[Operation], variable: usize) -> bool {
    operations.iter().any(|operation| matches!(operation, Operation::Store(stored, _) if *stored == variable))
}

/// A measured variable has something of its own unless its parents alone say what it is, without any coefficient.
fn shifted(model: &Model) -> Vec<bool> {
    let fitted = |operation: &Operation| matches!(operation, Operation::Coefficient(_));
    let own = |variable: usize| {
        let definition = stores(&model.mechanisms, variable)
            && !reached(&model.mechanisms, variable)
                .iter()
                .any(|&register| fitted(&model.mechanisms[register]));
        stores(&model.measures, variable) && !definition
    };
    (0..model.variables()).map(own).collect()
}

/// The variables that take two values alone, and the counts that they are measured from.
fn steps(model: &Model) -> Vec<(usize, Vec<usize>)> {
    let constant = |register: usize| matches!(model.measures[register], Operation::Constant(_));
    let is_step = |variable: &usize| {
        model.measures.iter().any(|operation| match *operation {
            Operation::Store(stored, from) if stored == *variable => {
                matches!(model.measures[from], Operation::Where(_, yes, no) if constant(yes) && constant(no))
            }
            _ => false,
        })
    };
    let reads = |variable: usize| {
        let inputs = reached(&model.measures, variable).into_iter().filter_map(|register| {
            match model.measures[register] {
                Operation::Input(count) => Some(count),
                _ => None,
            }
        });
        (variable, inputs.collect())
    };
    (0..model.variables()).filter(is_step).map(reads).collect()
}

/// The registers that a stored variable is computed from.
fn reached(operations: &[Operation], variable: usize) -> Vec<usize> {
    let is_it =
        |operation: &Operation| matches!(operation, Operation::Store(stored, _) if *stored == variable);
    let mut open: Vec<usize> = operations.iter().position(is_it).into_iter().collect();
    let mut found = Vec::new();
    while let Some(register) = open.pop() {
        if !found.contains(&register) {
            found.push(register);
            open.extend(operands(&operations[register]).into_iter().flatten());
        }
    }
    found.sort_unstable();
    found
}
