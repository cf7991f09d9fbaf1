//! What is tried on copies of a game in play: saved and restored, forked, hidden cards exchanged, every action taken, illegal
//! ones refused. The game itself stays as it is.

use std::sync::Arc;

use super::watch::{self, Before};
use super::{Dice, Fork, Problem};
use crate::actions::{self, Menu};
use crate::batch::entry::Entry;
use crate::batch::failure::Failure;
use crate::batch::fork::{change, Changes};
use crate::batch::games::Games;
use crate::batch::Pool;
use crate::measure;
use crate::observation;
use crate::snapshot;
use crate::state::ids::{FaceId, ObjectId, Seat};
use crate::state::State;

pub type Checked = Result<(), Problem>;
pub type Mask = [i8; actions::SIZE];

/// How far copies are played on.
const CONTINUATION: usize = 12;
const FORK_LENGTH: usize = 40;
const MOST_PAGES: usize = 64;

/// How the fuzzer looks at a game; tests put faulty ways in place of the true ones.
#[derive(Clone, Copy)]
pub struct Senses {
    pub mask: fn(&Entry, &mut Mask),
    pub observe: fn(&Entry, &Pool, Seat, &mut [f32]),
    pub restore: fn(&Arc<Pool>, &[u8]) -> Result<Entry, Failure>,
}

impl Senses {
    pub const TRUE: Senses = Senses {
        mask: |entry, out| entry.mask(out),
        observe: |entry, pool, seat, out| entry.observe(pool, seat, out),
        restore,
    };
}

fn restore(pool: &Arc<Pool>, bytes: &[u8]) -> Result<Entry, Failure> {
    let mut games = Games::of(Arc::clone(pool), Vec::new(), 1);
    games.restore(bytes, false)?;
    games.entry(0).map(Entry::twin)
}

fn bytes_of(pool: &Pool, entry: &Entry) -> Vec<u8> {
    snapshot::seal(pool.hash, |out| entry.save(out))
}

/// What tries things on copies: the pool, the senses, and the luck of this game's fuzzer.
pub struct Prober<'a> {
    pub pool: &'a Arc<Pool>,
    pub senses: Senses,
    pub dice: Dice,
}

impl Prober<'_> {
    pub fn mask(&self, entry: &mut Entry) -> Result<Mask, Problem> {
        entry.look(self.pool).map_err(|failure| Problem::of(entry, &failure))?;
        let mut mask = [0; actions::SIZE];
        (self.senses.mask)(entry, &mut mask);
        Ok(mask)
    }

    /// One of the actions offered, each with the same chance.
    pub fn pick(&mut self, mask: &Mask) -> Option<usize> {
        let offered = mask.iter().filter(|&&legal| legal != 0).count();
        let place = if offered > 0 { self.dice.below(offered) } else { return None };
        (0..mask.len()).filter(|&index| mask[index] != 0).nth(place)
    }

    /// Takes an offered action, and holds what comes of it against the rules.
    pub fn act(&self, entry: &mut Entry, action: usize) -> Checked {
        let program = &self.pool.program;
        let before = Before::of(&entry.state, program);
        if let Err(failure) = entry.act(self.pool, action) {
            return Err(Problem::of(entry, &failure).about(action));
        }
        match before.broken_by(&entry.state, program) {
            Some(problem) => Err(Problem::new(entry, problem)),
            None => self.check(entry),
        }
    }

    pub fn check(&self, entry: &Entry) -> Checked {
        let broken = watch::position(&entry.state, &self.pool.program);
        broken.map_or(Ok(()), |problem| Err(Problem::new(entry, problem)))
    }

    /// Plays on at random for some actions; gives what was done.
    fn play_on(&mut self, entry: &mut Entry, actions: usize) -> Result<Vec<usize>, Problem> {
        let mut taken = Vec::new();
        while taken.len() < actions && entry.running() {
            let mask = self.mask(entry)?;
            let action = self.pick(&mask).ok_or_else(|| Problem::new(entry, "nothing is offered"))?;
            self.act(entry, action)?;
            taken.push(action);
        }
        Ok(taken)
    }

    /// A restored game has the same bytes, looks the same and goes on the same way; so does a copy.
    pub fn saving(&mut self, entry: &Entry) -> Checked {
        let bytes = bytes_of(self.pool, entry);
        let restored = (self.senses.restore)(self.pool, &bytes);
        let mut restored = restored.map_err(|failure| Problem::of(entry, &failure))?;
        let mut twin = entry.twin();
        if bytes_of(self.pool, &restored) != bytes || self.views(&mut restored)? != self.views(&mut twin)? {
            return Err(Problem::new(entry, "a restored game is not the one that was saved"));
        }
        for action in self.play_on(&mut twin, CONTINUATION)? {
            restored.act(self.pool, action).map_err(|failure| Problem::of(&twin, &failure))?;
        }
        let same = bytes_of(self.pool, &restored) == bytes_of(self.pool, &twin);
        same.then_some(())
            .ok_or_else(|| Problem::new(&twin, "a restored game and a copy went different ways"))
    }

    /// What both players see, and what is offered.
    fn views(&self, entry: &mut Entry) -> Result<(Vec<u32>, Mask), Problem> {
        let mask = self.mask(entry)?;
        Ok((Seat::BOTH.iter().flat_map(|&seat| self.seen(entry, seat)).collect(), mask))
    }

    /// All that one player is told in numbers, bit by bit.
    fn seen(&self, entry: &Entry, seat: Seat) -> Vec<u32> {
        let mut seen = vec![0.0; observation::SIZE + measure::COUNTS.len()];
        let (observed, counts) = seen.split_at_mut(observation::SIZE);
        (self.senses.observe)(entry, self.pool, seat, observed);
        entry.counts(self.pool, seat, counts);
        seen.into_iter().map(f32::to_bits).collect()
    }

    /// Every number of an observation lies in [-1, 1].
    pub fn range(&self, entry: &mut Entry) -> Checked {
        self.mask(entry)?;
        for seat in Seat::BOTH {
            let mut seen = vec![0.0; observation::SIZE];
            (self.senses.observe)(entry, self.pool, seat, &mut seen);
            if let Some(place) = seen.iter().position(|number| !(-1.0..=1.0).contains(number)) {
                let problem = format!("seat {} sees {} as number {place}", seat.0, seen[place]);
                return Err(Problem::new(entry, problem));
            }
        }
        Ok(())
    }

    /// A fork looks the same to its viewer and can be played on.
    pub fn forking(&mut self, entry: &Entry) -> Checked {
        let (kind, viewer) = (1 + self.dice.below(3), Seat(self.dice.below(2) as u8));
        let seed = self.dice.below(1 << 30) as u64;
        let fork =
            Fork { at: entry.actions.len(), fresh: kind & 1 != 0, resampled: kind & 2 != 0, viewer, seed };
        let mut twin = entry.twin();
        let before = Before::of(&twin.state, &self.pool.program);
        change(&mut twin.state, &Changes { fresh: fork.fresh, resampled: fork.resampled, viewer, seed });
        let mut tried = || {
            if let Some(problem) = before.broken_by(&twin.state, &self.pool.program) {
                return Err(Problem::new(&twin, problem));
            }
            self.check(&twin)?;
            self.unchanged(entry, &mut twin, viewer, "a fork changed what its viewer sees")?;
            self.play_on(&mut twin, FORK_LENGTH).map(|_| ())
        };
        tried().map_err(|problem| problem.in_fork(fork))
    }

    /// The numbers that a player sees, and the mask if the question is his, are those of the original.
    fn unchanged(&self, entry: &Entry, twin: &mut Entry, viewer: Seat, problem: &str) -> Checked {
        let mut original = entry.twin();
        let masks = (self.mask(&mut original)?, self.mask(twin)?);
        let asked = entry.state.asked == viewer;
        let (one, two) = (self.seen(&original, viewer), self.seen(twin, viewer));
        let place = one.iter().zip(&two).position(|(one, two)| one != two);
        if let Some(place) = place {
            return Err(Problem::new(entry, format!("{problem} (seat {}): number {place}", viewer.0)));
        }
        let place = masks.0.iter().zip(&masks.1).position(|(one, two)| asked && one != two);
        place.map_or(Ok(()), |place| {
            Err(Problem::new(entry, format!("{problem} (seat {}): action {place}", viewer.0)))
        })
    }

    /// Cards that a player cannot see may be any others: nothing that this player is told depends on them.
    pub fn hiding(&mut self, entry: &Entry) -> Checked {
        for viewer in Seat::BOTH {
            let mut twin = entry.twin();
            for owner in Seat::BOTH {
                self.exchange(&mut twin.state, &hidden_from(&entry.state, viewer, owner));
            }
            self.unchanged(entry, &mut twin, viewer, "an unseen card shows")?;
        }
        Ok(())
    }

    /// The cards change places in any way: what lies where was all that told them apart.
    fn exchange(&mut self, state: &mut State, places: &[ObjectId]) {
        for last in (1..places.len()).rev() {
            let (one, two) = (places[last], places[self.dice.below(last + 1)]);
            let face: FaceId = state.object(one).face;
            state.object_mut(one).face = state.object(two).face;
            state.object_mut(two).face = face;
        }
    }

    /// Every action offered executes.
    pub fn everything(&self, entry: &Entry) -> Checked {
        let mask = self.mask(&mut entry.twin())?;
        (0..mask.len())
            .filter(|&index| mask[index] != 0)
            .try_for_each(|index| self.act(&mut entry.twin(), index))
    }

    /// An action that is not offered is refused and changes nothing.
    pub fn refusal(&mut self, entry: &Entry) -> Checked {
        let mut twin = entry.twin();
        let mask = self.mask(&mut twin)?;
        let action = self.dice.below(actions::SIZE);
        if mask[action] != 0 {
            return Ok(());
        }
        let refused = matches!(twin.act(self.pool, action), Err(Failure::Illegal(_)));
        let same = bytes_of(self.pool, &twin) == bytes_of(self.pool, entry);
        let problem = || Problem::new(entry, format!("action {action} is not offered, and was not refused"));
        (refused && same).then_some(()).ok_or_else(problem)
    }

    /// Every legal answer lies on some page.
    pub fn reach(&self, entry: &Entry) -> Checked {
        let mut state = entry.state.clone();
        state.page = 0;
        let mut menu = Menu::default();
        menu.read(&state, &self.pool.program);
        let mut reached = vec![false; menu.choices.len()];
        for _ in 0..MOST_PAGES {
            for (reached, &index) in reached.iter_mut().zip(&menu.indices) {
                *reached |= index != actions::UNREACHABLE;
            }
            if menu.next_page().is_none() {
                break;
            }
            actions::turn_page(&mut state);
            menu.read(&state, &self.pool.program);
        }
        let lost = reached.iter().position(|&reached| !reached);
        lost.map_or(Ok(()), |place| {
            Err(Problem::new(entry, format!("{:?} is on no page", menu.choices[place])))
        })
    }
}

/// An owner's cards that a player knows nothing of; of the player's own question, what is open stays.
fn hidden_from(state: &State, viewer: Seat, owner: Seat) -> Vec<ObjectId> {
    let player = state.player(owner);
    let hand = if owner == viewer { &[] } else { player.hand.as_slice() };
    let told = |id: ObjectId| (state.object(id).known | state.object(id).group) & viewer.bit() != 0;
    let open = |id: ObjectId| state.frame.options.contains(id) || state.frame.looked.contains(id);
    let shown = |id: ObjectId| told(id) || (state.asked == viewer && open(id));
    hand.iter().chain(player.library.iter()).copied().filter(|&id| !shown(id)).collect()
}
