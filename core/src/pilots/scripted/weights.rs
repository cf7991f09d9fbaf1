//! What distinguishes one archetype's play from another's, as numbers: points, lives, lands. The values live beside the decks.

macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident;)*) => {
        /// The weights of one archetype. A card in hand is worth some 30 points, a 2/2 creature too.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Weights { $($(#[doc = $doc])+ pub $name: i32),* }

        impl Weights {
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
            pub const COUNT: usize = Weights::NAMES.len();

            /// The weights from numbers in the order of `NAMES`.
            pub fn from_numbers(numbers: &[i16]) -> Result<Weights, String> {
                let [$($name),*] = *numbers else {
                    return Err(format!("a pilot has {} weights, not {}", Weights::COUNT, numbers.len()));
                };
                Ok(Weights { $($name: i32::from($name)),* })
            }
        }
    };
}

weights!(
    /// An opening hand with fewer lands is sent back.
    least_lands;
    /// An opening hand with more lands is sent back.
    most_lands;
    /// Lands in play that are enough.
    lands_wanted;
    /// A card drawn.
    card;
    /// A lasting source of mana, while more are wanted.
    mana;
    /// Each mana spent this turn rather than not.
    tempo;
    /// One damage to an opponent at 20 life; more the less life is left.
    face;
    /// One own life at 20.
    life;
    /// At this life or less it defends: own life counts double.
    defensive_life;
    /// Percent by which own losses in an attack are counted lower.
    aggression;
    /// Points that an even trade in a block is worth, or costs where negative.
    trade;
    /// What a spell must achieve to be worth its card.
    thrift;
    /// How much better an answer is kept for the opponent's turn than used in the own.
    patience;
    /// Worth of having mana for a counterspell in the opponent's turn.
    hold;
    /// What a spell must be worth to be countered.
    counter_floor;
    /// What a sweeper must gain.
    sweep;
    /// Opposing life at which damage goes to the player.
    reach;
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_in_the_order_of_the_names() {
        let numbers: Vec<i16> = (1..=Weights::COUNT as i16).collect();
        let weights = Weights::from_numbers(&numbers).expect("as many as there are names");
        assert_eq!((weights.least_lands, weights.reach), (1, Weights::COUNT as i32));
        assert!(Weights::from_numbers(&numbers[1..]).is_err());
    }
}
