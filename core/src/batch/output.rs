//! Where the lanes of an environment write: arrays of the caller, one row a lane. Shapes only.

use crate::actions;
use crate::measure;
use crate::observation;

/// What is said of a lane beside its arrays; the caller reads it by this layout.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Of the running game, as its `Settings::seed`.
    pub seed: u64,
    pub deck: i32,
    pub opponent: i32,
    pub starter: i32,
    pub turn: i32,
    /// The agent's decisions so far in the running episode.
    pub decisions: i32,
    /// Number of the play that the last action belongs to, 0 before the first.
    pub play: i32,
    /// Illegal actions in the episode of the last action.
    pub illegal: i32,
    /// The caller must answer for the opponent before the agent decides.
    pub waiting: i32,
    /// The last action ended an episode; the four below are about that episode.
    pub ended: i32,
    /// 0 the agent, 1 the opponent, 2 nobody.
    pub winner: i32,
    pub reason: i32,
    pub turns: i32,
    pub length: i32,
    pub spare: i32,
}

/// Rows of `lanes` lanes; the opponent's rows may be absent.
pub struct Output<'a> {
    pub observation: &'a mut [f32],
    pub mask: &'a mut [i8],
    pub counts: &'a mut [f32],
    pub variables: &'a mut [f64],
    pub facts: &'a mut [Facts],
    pub final_observation: &'a mut [f32],
    pub final_counts: &'a mut [f32],
    pub final_variables: &'a mut [f64],
    pub opponent_observation: &'a mut [f32],
    pub opponent_mask: &'a mut [i8],
}

/// The row of one lane.
pub struct Row<'a> {
    pub observation: &'a mut [f32],
    pub mask: &'a mut [i8],
    pub counts: &'a mut [f32],
    pub variables: &'a mut [f64],
    pub facts: &'a mut Facts,
    pub final_observation: &'a mut [f32],
    pub final_counts: &'a mut [f32],
    pub final_variables: &'a mut [f64],
    pub opponent_observation: &'a mut [f32],
    pub opponent_mask: &'a mut [i8],
}

const COUNTS: usize = measure::COUNTS.len();
/// Of the causal model whose values are written.
pub const VARIABLES: usize = 13;

fn cut<'a, T>(rest: &mut &'a mut [T], at: usize) -> &'a mut [T] {
    let whole = std::mem::take(rest);
    let at = at.min(whole.len());
    let (head, tail) = whole.split_at_mut(at);
    *rest = tail;
    head
}

fn row<T>(whole: &mut [T], index: usize, width: usize) -> &mut [T] {
    if whole.is_empty() {
        return whole;
    }
    &mut whole[index * width..(index + 1) * width]
}

impl<'a> Output<'a> {
    /// Takes the rows of the first `lanes` lanes.
    pub fn split(&mut self, lanes: usize) -> Output<'a> {
        Output {
            observation: cut(&mut self.observation, lanes * observation::SIZE),
            mask: cut(&mut self.mask, lanes * actions::SIZE),
            counts: cut(&mut self.counts, lanes * COUNTS),
            variables: cut(&mut self.variables, lanes * VARIABLES),
            facts: cut(&mut self.facts, lanes),
            final_observation: cut(&mut self.final_observation, lanes * observation::SIZE),
            final_counts: cut(&mut self.final_counts, lanes * COUNTS),
            final_variables: cut(&mut self.final_variables, lanes * VARIABLES),
            opponent_observation: cut(&mut self.opponent_observation, lanes * observation::SIZE),
            opponent_mask: cut(&mut self.opponent_mask, lanes * actions::SIZE),
        }
    }

    pub fn row(&mut self, index: usize) -> Row<'_> {
        Row {
            observation: row(self.observation, index, observation::SIZE),
            mask: row(self.mask, index, actions::SIZE),
            counts: row(self.counts, index, COUNTS),
            variables: row(self.variables, index, VARIABLES),
            facts: &mut self.facts[index],
            final_observation: row(self.final_observation, index, observation::SIZE),
            final_counts: row(self.final_counts, index, COUNTS),
            final_variables: row(self.final_variables, index, VARIABLES),
            opponent_observation: row(self.opponent_observation, index, observation::SIZE),
            opponent_mask: row(self.opponent_mask, index, actions::SIZE),
        }
    }
}
