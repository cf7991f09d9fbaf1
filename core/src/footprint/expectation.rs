//! What is to be expected of cards that nobody has shown: counts over the player's own unseen cards. Never looks at one of them.

use super::Forecast;
use crate::program::Card;
use crate::state::ids::{FaceId, ObjectId, Seat};

/// The next card of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Known(ObjectId),
    /// One of those that cannot be told apart from it.
    Unknown(Unseen),
    /// The library is empty, or the other player's and not known.
    Nothing,
}

/// The cards among which an unseen one is: those of one group in the library, see `Object::group`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    Group(u8),
    Anywhere,
}

/// How many cards are unseen, and how many of those that match are lands, removal, and neither.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    pub all: u32,
    pub lands: u32,
    pub removal: u32,
    pub others: u32,
    /// Lands that are removal too.
    pub both: u32,
}

impl Shares {
    fn add(&mut self, card: &Card) {
        let (land, removal) = (card.is_land(), card.removal);
        self.lands += u32::from(land);
        self.removal += u32::from(removal);
        self.others += u32::from(!land && !removal);
        self.both += u32::from(land && removal);
    }

    /// Of one such card: the chances that it is a land, and that it is removal.
    pub fn of_one(&self) -> [f32; 2] {
        [self.lands, self.removal].map(|count| count as f32 / self.all.max(1) as f32)
    }
}

/// The cards of a player's own library that are unknown to that player, and cannot be told apart from one another.
fn group_for(group: u8, seat: Seat) -> u8 {
    if group & seat.bit() & 3 == 0 {
        0
    } else {
        group
    }
}

impl Forecast<'_> {
    /// The card that is `ahead` cards below the next one.
    pub fn next_card(&self, seat: Seat, ahead: usize) -> Next {
        let side = &self.board.sides[seat.index()];
        let library = self.state.player(seat).library.as_slice();
        let Some(&id) = library.get(side.taken + ahead) else { return Next::Nothing };
        let object = self.state.object(id);
        match (side.shuffled, object.known & self.seat.bit() != 0) {
            (false, true) => Next::Known(id),
            _ if seat != self.seat => Next::Nothing,
            (true, _) => Next::Unknown(Unseen::Anywhere),
            (false, false) => Next::Unknown(Unseen::Group(group_for(object.group, seat))),
        }
    }

    /// The own unseen cards, and those that match.
    pub fn shares(&self, unseen: Unseen, wanted: impl Fn(FaceId) -> bool) -> Shares {
        let mut shares = Shares::default();
        self.each_unseen(unseen, |face| {
            shares.all += 1;
            if wanted(face) {
                shares.add(self.program.card(face));
            }
        });
        shares
    }

    /// Every own unseen card, in an order that says nothing.
    pub fn each_unseen(&self, unseen: Unseen, mut visit: impl FnMut(FaceId)) {
        let seat = self.seat;
        for &id in self.state.player(seat).library.iter() {
            let object = self.state.object(id);
            let among = match unseen {
                Unseen::Anywhere => true,
                Unseen::Group(group) => {
                    object.known & seat.bit() == 0 && group_for(object.group, seat) == group
                }
            };
            if among {
                visit(object.face);
            }
        }
    }
}

/// E[min(most, certain + X)], where X of `seen` cards drawn from `all` are among `matching`.
pub fn expected_at_most(most: u32, certain: u32, matching: u32, (seen, all): (u32, u32)) -> f32 {
    let seen = seen.min(all);
    let chance =
        |found: u32| choose(matching, found) * choose(all - matching, seen - found) / choose(all, seen);
    let expected: f64 =
        (0..=matching.min(seen)).map(|found| chance(found) * f64::from(most.min(certain + found))).sum();
    expected as f32
}

/// Binomial coefficient; 0 where more are chosen than there are.
fn choose(all: u32, chosen: u32) -> f64 {
    if chosen > all {
        return 0.0;
    }
    (0..chosen).map(|index| f64::from(all - index) / f64::from(index + 1)).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_card_is_found_with_its_share() {
        assert!((expected_at_most(1, 0, 20, (1, 60)) - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(expected_at_most(2, 0, 60, (4, 60)), 2.0);
        assert_eq!(expected_at_most(2, 3, 0, (4, 60)), 2.0);
        assert_eq!(expected_at_most(1, 0, 0, (0, 0)), 0.0);
    }

    #[test]
    fn several_cards_are_found_more_often_than_one_and_never_more_than_may_be_taken() {
        let chance = |seen| expected_at_most(1, 0, 20, (seen, 60));
        assert!((chance(2) - (1.0 - 40.0 / 60.0 * 39.0 / 59.0)).abs() < 1e-6);
        assert!(chance(10) < 1.0);
    }
}
