//! What a choice will do to the raw counts, read from card programs, targets and what its player sees. Executes nothing and
//! forks nothing: a board in the making takes the words of the cards one by one. What the counts mean is the causal model's.

pub mod board;
mod cards;
mod combat;
mod effects;
mod expectation;
mod moving;
mod plays;
mod questions;
mod stack;
mod statics;
mod triggers;
mod words;

use crate::decision::Choice;
use crate::program::Program;
use crate::rules::zones;
use crate::state::ids::{ObjectId, Seat};
use crate::state::question::Question;
use crate::state::stack::Target;
use crate::state::State;
use board::{Board, Change, Sums};

/// Open choices of one play that are ranked against each other, at most.
const MOST_CHOICES: usize = 16;
/// Ways to answer them that are tried, at most; where there are more, the later choices take their first option.
const MOST_WAYS: usize = 96;

/// Changes of the counts in two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// What is still there when the turn has ended.
    pub stays: Change,
    /// What ends with the turn.
    pub turn: Change,
}

impl Parts {
    /// As long as the turn lasts.
    pub fn total(&self) -> Change {
        std::array::from_fn(|index| self.stays[index] + self.turn[index])
    }
}

/// What a choice will change of each count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Footprint {
    pub change: Parts,
    /// What the same play was foreseen to change before this answer: an answer makes the difference to it.
    pub carried: Parts,
    /// What lies on the stack will have changed when the turn has ended, whatever is chosen now; see `View::later`.
    pub due: Change,
    /// How much of that changes because the choice counters a spell.
    pub averted: Change,
    /// The spell that it takes off the stack, by serial number, and the one that was foreseen before this answer.
    countered: [Option<u16>; 2],
}

impl Footprint {
    fn of_play(change: Parts, countered: Option<u16>) -> Footprint {
        Footprint { change, countered: [countered, None], ..Footprint::default() }
    }

    /// A play as it is with an answer, against the same play as it was foreseen before.
    fn beyond(&self, before: &Footprint) -> Footprint {
        let minus = |left: &Change, right: &Change| std::array::from_fn(|index| left[index] - right[index]);
        let (with, without) = (&self.change, &before.change);
        Footprint {
            change: Parts {
                stays: minus(&with.stays, &without.stays),
                turn: minus(&with.turn, &without.turn),
            },
            carried: before.change,
            countered: [self.countered[0], before.countered[0]],
            ..Footprint::default()
        }
    }
}

/// Who looks at what, and how changes of the counts are ranked: open choices are answered by the highest rank.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub state: &'a State,
    pub program: &'a Program,
    pub seat: Seat,
    pub value: &'a dyn Fn(&Parts) -> f64,
    /// What is due on the stack is foreseen too: at horizons at which it has left the stack.
    pub later: bool,
}

/// Buffers, kept from decision to decision.
#[derive(Debug, Default)]
pub struct Room {
    start: Board,
    board: Board,
    answers: Answers,
    prices: Prices,
}

/// What the uses of cards in this position cost, as far as it was asked.
type Prices = Vec<(ObjectId, plays::Use, plays::Price)>;

/// The footprint of a legal answer to the open question, by the seat that is asked.
pub fn of(view: &View, choice: Choice, room: &mut Room) -> Footprint {
    room.prices.clear();
    let mut book = Book { view, room, before: Sums::default(), read: false };
    let mut footprint = answered(&mut book, choice);
    if view.later && !view.state.stack.is_empty() {
        let [with, without] = footprint.countered.map(|spell| book.due(spell));
        footprint.due = without;
        footprint.averted = std::array::from_fn(|index| with[index] - without[index]);
    }
    footprint
}

fn answered(book: &mut Book, choice: Choice) -> Footprint {
    let view = book.view;
    match view.state.question {
        Question::None | Question::Scry { .. } | Question::Order => Footprint::default(),
        Question::TapOthers { .. } | Question::Pay | Question::PayColour { .. }
            if choice != Choice::Cancel =>
        {
            Footprint::default()
        }
        Question::Mulligan => questions::mulligan(view, choice),
        Question::Bottom { .. } | Question::Discard { .. } => questions::put_away(view, choice),
        Question::Priority => plays::start(book, choice),
        Question::Method { .. }
        | Question::Ability { .. }
        | Question::Casualty
        | Question::TapOthers { .. }
        | Question::Pay
        | Question::PayColour { .. }
        | Question::TapColour { .. } => plays::answer(book, choice),
        Question::Target { .. } if view.state.placing.is_none() => plays::answer(book, choice),
        Question::Target { index } => questions::trigger_target(book, index, choice),
        Question::PayLife { object } => plays::answer_pay_life(book, object, choice),
        Question::Attackers => combat::attackers(book, choice),
        Question::AttackWhom { attacker } => combat::attack_whom(book, attacker, choice),
        Question::Blockers => combat::blockers(book, choice),
        Question::BlockWith { attacker } => combat::block_with(book, attacker, choice),
        Question::Divide { source, recipient, .. } => combat::divide(book, (source, recipient), choice),
        Question::YesNo | Question::Pick { .. } => questions::resume(book, choice),
        Question::Retarget { index } => questions::retarget(book, index, choice),
        Question::Legend { object } => questions::legend(book, object, choice),
    }
}

/// One decision: the position as it is, and boards in the making one after the other.
struct Book<'a> {
    view: &'a View<'a>,
    room: &'a mut Room,
    before: Sums,
    read: bool,
}

impl Book<'_> {
    /// The footprint of a play whose open choices are ranked first.
    fn best(&mut self, play: impl Fn(&mut Forecast)) -> Footprint {
        self.read();
        self.room.answers = Answers::default();
        let mut best: Option<(f64, Footprint)> = None;
        for way in 1..=MOST_WAYS {
            let footprint = self.forecast(&play);
            let more = way < MOST_WAYS && self.room.answers.advance();
            if best.is_none() && !more {
                return footprint;
            }
            let rank = (self.view.value)(&footprint.change);
            if best.as_ref().is_none_or(|(highest, _)| rank > *highest) {
                best = Some((rank, footprint));
            }
            if !more {
                break;
            }
        }
        best.map_or_else(Footprint::default, |(_, footprint)| footprint)
    }

    /// What the stack will have changed when the turn has ended, without a spell that is countered and without what is
    /// resolving already.
    fn due(&mut self, countered: Option<u16>) -> Change {
        let state = self.view.state;
        let resolving = state.frame.active.then_some(state.frame.item.serial);
        let left = |serial: u16| Some(serial) != countered && Some(serial) != resolving;
        let whole = self.best(|forecast| {
            forecast.board.stack.extend(state.stack.iter().filter(|item| left(item.serial)));
            forecast.resolve_all();
        });
        whole.change.stays
    }

    fn forecast(&mut self, play: &impl Fn(&mut Forecast)) -> Footprint {
        let View { state, program, seat, .. } = *self.view;
        let Room { start, board, answers, prices, .. } = &mut *self.room;
        board.copy(start);
        let in_combat = zones::in_combat(state);
        let options = Vec::new();
        let mut forecast = Forecast { state, program, seat, board, answers, prices, options, in_combat };
        play(&mut forecast);
        if forecast.board.dirty {
            forecast.refresh();
        }
        let after = board.sums(seat);
        let stays = after.later.minus(&self.before.later);
        let now = after.now.minus(&self.before.now);
        let turn = std::array::from_fn(|index| now[index] - stays[index]);
        Footprint::of_play(Parts { stays, turn }, board.countered)
    }

    /// Reads the position, once.
    fn read(&mut self) {
        if self.read {
            return;
        }
        self.read = true;
        let View { state, program, seat, .. } = *self.view;
        let Room { start, answers, prices, .. } = &mut *self.room;
        start.read(state, program);
        let (options, in_combat) = (Vec::new(), false);
        Forecast { state, program, seat, board: start, answers, prices, options, in_combat }.refresh();
        self.before = self.room.start.sums(seat);
    }
}

/// A board in the making and who looks at it.
pub(crate) struct Forecast<'a> {
    state: &'a State,
    program: &'a Program,
    seat: Seat,
    board: &'a mut Board,
    answers: &'a mut Answers,
    prices: &'a mut Prices,
    options: Vec<Target>,
    in_combat: bool,
}

impl Forecast<'_> {
    /// An open choice among so many: the player's own are ranked, anybody else's is the first option.
    fn choose(&mut self, seat: Seat, count: usize) -> usize {
        if count <= 1 || seat != self.seat {
            return 0;
        }
        self.answers.next(count)
    }
}

/// How the open choices of a play are answered this time, in the order in which they come up.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    given: [u8; MOST_CHOICES],
    counts: [u8; MOST_CHOICES],
    used: usize,
}

impl Answers {
    fn next(&mut self, count: usize) -> usize {
        if self.used == MOST_CHOICES {
            return 0;
        }
        self.counts[self.used] = count.min(usize::from(u8::MAX)) as u8;
        self.used += 1;
        usize::from(self.given[self.used - 1])
    }

    /// The next way to answer; false where all have been tried.
    fn advance(&mut self) -> bool {
        let open = (0..self.used).rev().find(|&place| self.given[place] + 1 < self.counts[place]);
        self.used = 0;
        let Some(place) = open else { return false };
        self.given[place] += 1;
        self.given[place + 1..].fill(0);
        true
    }
}
