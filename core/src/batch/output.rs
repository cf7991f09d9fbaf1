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
    /// Questions to the agent that its scripted pilot has answered in that episode.
    pub automatic: i32,
    /// The caller must answer for the opponent before the agent decides.
    pub waiting: i32,
    /// The last action ended an episode; the four below are about that episode.
    pub ended: i32,
    /// 0 the agent, 1 the opponent, 2 nobody.
    pub winner: i32,
    pub reason: i32,
    pub turns: i32,
    pub length: i32,
}

/// Declares the arrays, each with the numbers that a lane has in it; `variables` is what the causal model has.
macro_rules! arrays {
    ($variables:ident: $($name:ident: [$kind:ty; $width:expr];)+) => {
        /// Rows of several lanes; arrays that nobody wants are empty.
        pub struct Output<'a> {
            $(pub $name: &'a mut [$kind],)+
            pub facts: &'a mut [Facts],
            pub $variables: usize,
        }

        /// The row of one lane.
        pub struct Row<'a> {
            $(pub $name: &'a mut [$kind],)+
            pub facts: &'a mut Facts,
        }

        impl<'a> Output<'a> {
            /// Takes the rows of the first `lanes` lanes.
            pub fn split(&mut self, lanes: usize) -> Output<'a> {
                let $variables = self.$variables;
                Output {
                    $($name: cut(&mut self.$name, lanes * $width),)+
                    facts: cut(&mut self.facts, lanes),
                    $variables,
                }
            }

            pub fn row(&mut self, index: usize) -> Row<'_> {
                let $variables = self.$variables;
                Row {
                    $($name: row(self.$name, index, $width),)+
                    facts: &mut self.facts[index],
                }
            }
        }
    };
}

arrays! { width:
    observation: [f32; observation::SIZE];
    mask: [i8; actions::SIZE];
    card_ids: [i16; observation::CARDS];
    counts: [f32; measure::COUNTS.len()];
    variables: [f64; width];
    final_observation: [f32; observation::SIZE];
    final_card_ids: [i16; observation::CARDS];
    final_counts: [f32; measure::COUNTS.len()];
    final_variables: [f64; width];
    opponent_observation: [f32; observation::SIZE];
    opponent_mask: [i8; actions::SIZE];
}

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
