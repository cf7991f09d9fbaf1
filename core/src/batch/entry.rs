//! One game in play with what its holder needs: the legal actions, the actions so far, the log if one is kept. No rules.

use std::sync::Arc;

use super::failure::{caught, Failure};
use super::Pool;
use crate::actions::{self, Action, Menu};
use crate::decision::Choice;
use crate::game;
use crate::measure;
use crate::observation::{self, View};
use crate::pilots::{Luck, Pilot};
use crate::rules::legal;
use crate::rules::state_based;
use crate::rules::table::Table;
use crate::slots::Slots;
use crate::snapshot::{self, Wire};
use crate::state::event::Event;
use crate::state::ids::Seat;
use crate::state::words::Reason;
use crate::state::State;

/// In a record of actions: a pilot's, not an index of the action table.
const PILOT: u16 = 1 << 15;

pub struct Entry {
    pub state: State,
    /// Every action since this game was set up or restored, both seats'; of a pilot, `PILOT` and which legal answer it was.
    pub actions: Vec<u16>,
    log: Option<Arc<Vec<Event>>>,
    /// The legal actions for the seat that is asked, where `ready`: of the present position.
    menu: Menu,
    ready: bool,
    /// The menu's choices are those of the present position, though perhaps not indexed yet.
    listed: bool,
    begun: bool,
    /// What the core reported when it failed in this game; nothing works on it any more.
    broken: Option<String>,
    sabotaged: bool,
}

impl Entry {
    pub fn new(state: State, begun: bool, logged: bool) -> Entry {
        let log = logged.then(Arc::default);
        Entry {
            state,
            actions: Vec::new(),
            log,
            menu: Menu::default(),
            ready: false,
            listed: false,
            begun,
            broken: None,
            sabotaged: false,
        }
    }

    /// An exact twin; the log is shared until one of the two writes.
    pub fn twin(&self) -> Entry {
        Entry {
            state: self.state.clone(),
            actions: self.actions.clone(),
            log: self.log.clone(),
            menu: Menu::default(),
            ready: false,
            listed: false,
            begun: self.begun,
            broken: self.broken.clone(),
            sabotaged: false,
        }
    }

    pub fn events(&self) -> &[Event] {
        self.log.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Runs to the first question, once.
    pub fn begin(&mut self, pool: &Pool) -> Result<(), Failure> {
        if self.begun {
            return Err(Failure::Episode("this game has begun already".into()));
        }
        self.begun = true;
        self.guarded(|entry| {
            game::begin(&mut entry.state, &pool.program, entry.log.as_mut().map(Arc::make_mut));
        })
    }

    /// Finds the legal actions where that is still to be done: a copy begins without them.
    pub fn look(&mut self, pool: &Pool) -> Result<(), Failure> {
        if self.ready || !self.running() {
            return Ok(());
        }
        self.guarded(|entry| entry.read(pool))
    }

    fn read(&mut self, pool: &Pool) {
        self.ready = self.begun && !self.state.over;
        if self.ready {
            self.list(pool);
            self.menu.index(&self.state, &pool.program);
        }
    }

    fn list(&mut self, pool: &Pool) {
        if !self.listed {
            legal::choices(&self.state, &pool.program, &mut self.menu.choices);
        }
        self.listed = true;
    }

    /// Refuses a state that was read from bytes and does not work: without a legal action, or not to be seen.
    pub fn prove(&mut self, pool: &Pool) -> Result<(), Failure> {
        let proved = caught(|| {
            self.read(pool);
            let mut seen = vec![0.0; observation::SIZE];
            Seat::BOTH.iter().for_each(|&seat| self.observe(pool, seat, &mut seen));
            !self.running() || self.is_legal(self.first_legal())
        });
        match proved {
            Ok(true) => Ok(()),
            Ok(false) => Err(Failure::Snapshot("the snapshot is of no position: nothing is legal".into())),
            Err(_) => Err(Failure::Snapshot(
                "the snapshot is of no position: its parts contradict each other".into(),
            )),
        }
    }

    /// The game of a snapshot that `save` filled.
    pub fn open(pool: &Pool, bytes: &[u8], logged: bool) -> Result<Entry, Failure> {
        let read = snapshot::open(bytes, pool.hash, |source| {
            Ok((source.field("begun")?, snapshot::read(source, &pool.program)?))
        });
        let (begun, state) = read.map_err(Failure::Snapshot)?;
        let mut entry = Entry::new(state, begun, logged);
        entry.prove(pool)?;
        Ok(entry)
    }

    pub fn save(&self, out: &mut Vec<u8>) {
        self.begun.write(out);
        snapshot::write(&self.state, out);
    }

    pub fn refusal(&self, action: usize) -> Failure {
        match (&self.broken, self.begun, self.state.over) {
            (Some(problem), ..) => Failure::Bug(problem.clone()),
            (None, false, _) => Failure::Episode("the game has not begun".into()),
            (None, true, true) => Failure::Episode("the game is over".into()),
            (None, true, false) => Failure::Illegal(format!("action {action} is not legal now")),
        }
    }

    pub fn running(&self) -> bool {
        self.begun && !self.state.over && self.broken.is_none()
    }

    pub fn is_legal(&self, index: usize) -> bool {
        self.running() && self.ready && self.menu.action_at(index).is_some()
    }

    /// What the index does now, or None where it is not legal.
    pub fn action_at(&self, index: usize) -> Option<Action> {
        if self.running() && self.ready {
            self.menu.action_at(index)
        } else {
            None
        }
    }

    /// Takes the action with this index; an illegal one changes nothing.
    pub fn act(&mut self, pool: &Pool, index: usize) -> Result<(), Failure> {
        self.look(pool)?;
        let action = if self.running() { self.menu.action_at(index) } else { None };
        let Some(action) = action else {
            return Err(self.refusal(index));
        };
        self.actions.push(index as u16);
        self.ready = false;
        match action {
            Action::Choice(choice) => self.take(pool, choice),
            Action::NextPage => {
                actions::turn_page(&mut self.state);
                Ok(())
            }
        }
    }

    fn take(&mut self, pool: &Pool, choice: Choice) -> Result<(), Failure> {
        self.guarded(|entry| {
            assert!(!entry.sabotaged, "this game was told to fail");
            let log = entry.log.as_mut().map(Arc::make_mut);
            entry.listed = true;
            game::apply_listing(&mut entry.state, &pool.program, log, choice, &mut entry.menu.choices);
        })
    }

    /// Passing, or the first legal action where passing is not legal.
    pub fn first_legal(&self) -> usize {
        let mut mask = [0i8; actions::SIZE];
        self.mask(&mut mask);
        mask.iter().position(|&legal| legal != 0).unwrap_or(0)
    }

    /// Lets a pilot act for the seat that is asked.
    pub fn pilot(&mut self, pool: &Pool, pilot: Pilot, luck: &mut Luck) -> Result<(), Failure> {
        let mut chosen = None;
        self.guarded(|entry| {
            entry.list(pool);
            let place = pilot.choose(&entry.state, &pool.program, &entry.menu.choices, luck);
            chosen = entry.menu.choices.get(place).map(|&choice| (place, choice));
            assert!(chosen.is_some(), "nothing is legal, or the pilot chose nothing");
        })?;
        self.ready = false;
        let Some((place, choice)) = chosen else { return Ok(()) };
        self.actions.push(PILOT | place as u16);
        self.take(pool, choice)
    }

    /// The action index that a pilot would take for the seat that is asked; turning a page where its answer is on another.
    pub fn suggestion(&mut self, pool: &Pool, pilot: Pilot, luck: &mut Luck) -> Result<usize, Failure> {
        self.look(pool)?;
        if !self.running() {
            return Err(self.refusal(0));
        }
        let mut index = 0;
        self.guarded(|entry| {
            let place = pilot.choose(&entry.state, &pool.program, &entry.menu.choices, luck);
            let wanted = usize::from(entry.menu.indices[place]);
            let found = entry.menu.action_at(wanted).map(|_| wanted);
            index = found.or_else(|| entry.menu.next_page()).unwrap_or(entry.first_legal());
        })?;
        Ok(index)
    }

    /// Ends the game against a seat that did what the rules do not allow.
    pub fn forfeit(&mut self, pool: &Pool, loser: Seat) {
        let table = &mut Table::new(&mut self.state, &pool.program, self.log.as_mut().map(Arc::make_mut));
        state_based::finish(table, Some(loser.other()), Reason::Illegal);
    }

    pub fn mask(&self, out: &mut [i8]) {
        if self.running() && self.ready {
            self.menu.mask(out);
        } else {
            out.fill(0);
        }
    }

    /// Makes the next action fail, to see what becomes of a bug.
    pub fn sabotage(&mut self) {
        self.sabotaged = true;
    }

    /// What a seat sees, whether it is asked or not.
    pub fn observe(&self, pool: &Pool, seat: Seat, out: &mut [f32]) {
        if self.running() && self.ready && self.state.asked == seat {
            self.observe_by(pool, &self.menu.slots, out);
        } else {
            self.observe_by(pool, &Slots::new(&self.state, &pool.program, seat, &[]), out);
        }
    }

    /// The cards in the places of the observation, 0 for none; an empty row wants none.
    pub fn identify(&self, pool: &Pool, seat: Seat, out: &mut [i16]) {
        if out.is_empty() {
            return;
        }
        let Pool { program, features, .. } = pool;
        let state = &self.state;
        if self.running() && self.ready && state.asked == seat {
            observation::card_ids(View { state, program, features, slots: &self.menu.slots }, out);
        } else {
            let slots = &Slots::new(state, program, seat, &[]);
            observation::card_ids(View { state, program, features, slots }, out);
        }
    }

    fn observe_by(&self, pool: &Pool, slots: &Slots, out: &mut [f32]) {
        let Pool { program, features, .. } = pool;
        observation::write(View { state: &self.state, program, features, slots }, out);
    }

    pub fn counts(&self, pool: &Pool, seat: Seat, out: &mut [f32]) {
        out.copy_from_slice(&measure::counts(&self.state, &pool.program, seat));
    }

    fn guarded(&mut self, work: impl FnOnce(&mut Entry)) -> Result<(), Failure> {
        let outcome = caught(|| work(self));
        outcome.map_err(|message| self.fail(&message))
    }

    /// Reports a panic in this game, which cannot be played any more.
    pub fn fail(&mut self, message: &str) -> Failure {
        let (seed, actions) = (self.state.settings.seed, &self.actions);
        let problem = format!("the core failed: {message}; seed {seed}, actions {actions:?}");
        self.broken = Some(problem.clone());
        Failure::Bug(problem)
    }
}
