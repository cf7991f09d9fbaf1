//! Luck as a pure function: keyed hashes of (seed, purpose, player, turn, count). No stream, no state, no clock.

/// What a draw of luck is for; part of the key, so that one kind of luck never shifts another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    Shuffle = 1,
    RandomOrder = 2,
    Starter = 4,
    Pilot = 5,
    Episode = 6,
    Fork = 7,
}

/// SplitMix64's finaliser: every input bit reaches every output bit.
#[inline]
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The luck of one event: who it concerns, in which turn, and the how-manieth of its kind it is.
#[inline]
pub fn draw(seed: u64, purpose: Purpose, player: u8, turn: u16, count: u32) -> u64 {
    let key = (purpose as u64) << 56 | u64::from(player) << 48 | u64::from(turn) << 32 | u64::from(count);
    mix(mix(seed) ^ mix(key))
}

/// A number below `bound` from one hash, without modulo bias worth speaking of (Lemire's multiplication).
#[inline]
pub fn below(hash: u64, bound: u32) -> u32 {
    ((u128::from(hash) * u128::from(bound)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_depend_on_every_part_of_the_key() {
        let base = draw(7, Purpose::Shuffle, 0, 3, 1);
        assert_eq!(base, draw(7, Purpose::Shuffle, 0, 3, 1));
        assert_ne!(base, draw(8, Purpose::Shuffle, 0, 3, 1));
        assert_ne!(base, draw(7, Purpose::RandomOrder, 0, 3, 1));
        assert_ne!(base, draw(7, Purpose::Shuffle, 1, 3, 1));
        assert_ne!(base, draw(7, Purpose::Shuffle, 0, 4, 1));
        assert_ne!(base, draw(7, Purpose::Shuffle, 0, 3, 2));
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut seen = [0u32; 6];
        for count in 0..60_000 {
            seen[below(draw(1, Purpose::Pilot, 0, 0, count), 6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }
}
