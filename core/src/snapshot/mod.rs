//! A game as bytes, and back with every field checked. What each value looks like is in `wire`, what must fit together in `check`.

mod check;
pub use check::check;
mod wire;

use crate::program::Program;
use crate::state::State;
pub use wire::{Source, Wire};

/// Changes whenever the same seed and actions no longer give the same bytes.
pub const RULES_VERSION: u16 = 1;
const FORMAT: u16 = 1;
const MAGIC: [u8; 4] = *b"MTGS";
const CHECKSUM_BYTES: usize = 8;

/// Writes the bytes that `open` reads: a header that says what made them, what `fill` writes, a checksum.
pub fn seal(pool: u64, fill: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4096);
    MAGIC.write(&mut bytes);
    FORMAT.write(&mut bytes);
    RULES_VERSION.write(&mut bytes);
    pool.write(&mut bytes);
    fill(&mut bytes);
    checksum(&bytes).write(&mut bytes);
    bytes
}

/// Checks header and checksum, lets `take` read the rest, and refuses what is left over.
pub fn open<T>(
    bytes: &[u8],
    pool: u64,
    take: impl FnOnce(&mut Source) -> Result<T, String>,
) -> Result<T, String> {
    let body = bytes.len().checked_sub(CHECKSUM_BYTES).map(|end| bytes.split_at(end));
    let Some((body, sum)) = body.filter(|(body, _)| body.starts_with(&MAGIC)) else {
        return Err(format!("these {} bytes are no snapshot of a game", bytes.len()));
    };
    let mut source = Source::new(body);
    let header: ([u8; 4], u16, u16, u64) = (
        source.field("magic")?,
        source.field("format")?,
        source.field("rules version")?,
        source.field("pool")?,
    );
    if header.1 != FORMAT {
        return Err(format!("a snapshot of format {}; this version reads {FORMAT}", header.1));
    }
    if checksum(body) != u64::read(&mut Source::new(sum))? {
        return Err("the snapshot is damaged or cut short: its checksum does not match".into());
    }
    if header.2 != RULES_VERSION {
        return Err(format!("a snapshot of rules version {}; these are {RULES_VERSION}", header.2));
    }
    if header.3 != pool {
        return Err("the snapshot was made with another card pool; restore it with that pool".into());
    }
    let value = take(&mut source)?;
    source.finish()?;
    Ok(value)
}

pub fn write(state: &State, out: &mut Vec<u8>) {
    wire::write_state(state, out);
}

/// A state whose every part names only what exists.
pub fn read(source: &mut Source, program: &Program) -> Result<State, String> {
    let state = wire::read_state(source)?;
    check::check(&state, program)?;
    Ok(state)
}

/// FNV-1a: any one changed byte changes it, since every step is a bijection of the sum so far.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
