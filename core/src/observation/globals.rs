//! The 17 numbers of the game that belong to no card.

use super::field::{numbers, share, yes};
use super::View;
use crate::program::Program;
use crate::rules::{mana, payment};
use crate::state::ids::Seat;
use crate::state::question::Question;
use crate::state::State;

/// What the numbers are read from.
pub struct Game<'a> {
    state: &'a State,
    own: Seat,
    opponent: Seat,
    untapped: [i16; 2],
    question: u8,
    number: i16,
}

impl<'a> Game<'a> {
    pub fn of(view: View<'a>) -> Game<'a> {
        let View { state, program, slots, .. } = view;
        let own = slots.seat;
        let mut untapped = [0; 2];
        for permanent in
            state.permanents().filter(|permanent| mana::can_tap_for_mana(state, program, permanent))
        {
            untapped[permanent.controller.index()] += 1;
        }
        let asked = state.asked == own;
        Game {
            state,
            own,
            opponent: own.other(),
            untapped,
            question: if asked { question_number(&state.question) } else { 0 },
            number: if asked { amount(state, program) } else { 0 },
        }
    }

    fn life(&self, seat: Seat) -> f32 {
        share(self.state.player(seat).life, 40.0)
    }

    fn library(&self, seat: Seat) -> f32 {
        share(self.state.player(seat).library.len() as i32, 100.0)
    }

    fn hand(&self, seat: Seat) -> f32 {
        share(self.state.player(seat).hand.len() as i32, 20.0)
    }

    fn floating(&self) -> f32 {
        share(self.state.player(self.own).mana.iter().map(|&amount| i32::from(amount)).sum::<i32>(), 10.0)
    }

    fn floating_colours(&self) -> f32 {
        let pool = self.state.player(self.own).mana.iter();
        let bits = pool.enumerate().fold(0, |bits, (index, &amount)| bits | i32::from(amount > 0) << index);
        share(bits, 63.0)
    }

    fn turns_left(&self) -> f32 {
        let settings = &self.state.settings;
        if settings.max_turns == 0 {
            return 1.0;
        }
        share(i32::from(settings.max_turns) - i32::from(self.state.turn), 100.0).max(0.0)
    }
}

numbers!(GLOBALS, write(game: &Game) {
    "own.life" [-1.0, 1.0] "life / 40", "own life total" => game.life(game.own);
    "opponent.life" [-1.0, 1.0] "life / 40", "the opponent's life total" => game.life(game.opponent);
    "own.library" [0.0, 1.0] "cards / 100", "cards in the own library" => game.library(game.own);
    "opponent.library" [0.0, 1.0] "cards / 100", "cards in the opponent's library" => game.library(game.opponent);
    "own.hand_size" [0.0, 1.0] "cards / 20", "cards in the own hand" => game.hand(game.own);
    "opponent.hand_size" [0.0, 1.0] "cards / 20", "cards in the opponent's hand" => game.hand(game.opponent);
    "own.untapped" [0.0, 1.0] "sources / 20", "own permanents that can be tapped for mana now"
        => share(game.untapped[game.own.index()], 20.0);
    "opponent.untapped" [0.0, 1.0] "sources / 20", "the opponent's permanents that can be tapped for mana now"
        => share(game.untapped[game.opponent.index()], 20.0);
    "own.floating" [0.0, 1.0] "mana / 10", "unspent mana in the own pool" => game.floating();
    "own.floating_colours" [0.0, 1.0] "bits WUBRGC / 63", "kinds of unspent mana in the own pool, white the lowest bit"
        => game.floating_colours();
    "own.land_played" [0.0, 1.0] "yes or no", "a land was played this turn by this player"
        => yes(game.state.player(game.own).lands_played > 0);
    "turn" [0.0, 1.0] "turns / 100", "number of the turn, both players' turns counted"
        => share(i32::from(game.state.turn), 100.0);
    "turns_left" [0.0, 1.0] "turns / 100", "turns after this one until the cap; 1 without a cap" => game.turns_left();
    "own_turn" [-1.0, 1.0] "1 or -1", "whose turn it is: 1 own, -1 the opponent's"
        => if game.state.active == game.own { 1.0 } else { -1.0 };
    "step" [0.0, 1.0] "step / 13", "step of the turn: 0 mulligans, 1 untap, 2 upkeep, 3 draw, 4 first main, 5 combat, \
        6 attackers, 7 blockers, 8 first damage, 9 damage, 10 end of combat, 11 second main, 12 end, 13 cleanup"
        => share(game.state.step as u8, 13.0);
    "question" [0.0, 1.0] "question / 24", "what this player is asked: 0 nothing, 1 priority, 2 attackers, 3 attack whom, \
        4 blockers, 5 block with, 6 divide, 7 target, 8 retarget, 9 pick, 10 scry, 11 yes or no, 12 pay, 13 pay colour, \
        14 tap colour, 15 tap others, 16 method, 17 ability, 18 casualty, 19 order, 20 legend, 21 pay life, 22 discard, \
        23 bottom, 24 mulligan"
        => share(game.question, 24.0);
    "question_number" [0.0, 1.0] "amount / 10", "the number in that question: cards left to put away, permanents left to \
        tap, damage left to divide, mana still missing, number of the target, mulligans taken"
        => share(game.number, 10.0);
});

fn question_number(question: &Question) -> u8 {
    match question {
        Question::None => 0,
        Question::Priority => 1,
        Question::Attackers => 2,
        Question::AttackWhom { .. } => 3,
        Question::Blockers => 4,
        Question::BlockWith { .. } => 5,
        Question::Divide { .. } => 6,
        Question::Target { .. } => 7,
        Question::Retarget { .. } => 8,
        Question::Pick { .. } => 9,
        Question::Scry { .. } => 10,
        Question::YesNo => 11,
        Question::Pay => 12,
        Question::PayColour { .. } => 13,
        Question::TapColour { .. } => 14,
        Question::TapOthers { .. } => 15,
        Question::Method { .. } => 16,
        Question::Ability { .. } => 17,
        Question::Casualty => 18,
        Question::Order => 19,
        Question::Legend { .. } => 20,
        Question::PayLife { .. } => 21,
        Question::Discard { .. } => 22,
        Question::Bottom { .. } => 23,
        Question::Mulligan => 24,
    }
}

fn amount(state: &State, program: &Program) -> i16 {
    match state.question {
        Question::Bottom { left } | Question::Discard { left } | Question::TapOthers { left } => {
            i16::from(left)
        }
        Question::Divide { left, .. } => left.max(0),
        Question::Target { index } | Question::Retarget { index } => i16::from(index),
        Question::Mulligan => i16::from(state.player(state.asked).mulligans),
        Question::Pay | Question::PayColour { .. } => missing_mana(state, program),
        Question::None | Question::Priority | Question::Attackers | Question::AttackWhom { .. } => 0,
        Question::Blockers
        | Question::BlockWith { .. }
        | Question::Method { .. }
        | Question::Ability { .. } => 0,
        Question::Casualty | Question::TapColour { .. } | Question::YesNo | Question::Pick { .. } => 0,
        Question::Scry { .. } | Question::PayLife { .. } | Question::Order | Question::Legend { .. } => 0,
    }
}

/// Mana of the announced cost that neither the pool nor the chosen sources cover.
fn missing_mana(state: &State, program: &Program) -> i16 {
    let (cost, _) = payment::price(state, program);
    let floating: u8 = state.player(state.asked).mana.iter().sum();
    let chosen = state.announcement.payments.len() as i16;
    (i16::from(cost.total()) - i16::from(floating) - chosen).max(0)
}
