//! Many games at once: what a caller holds, steps and copies. Results depend on no thread, batch size or order of games.

pub mod arena;
pub mod entry;
pub mod failure;
pub mod foresight;
pub mod fork;
pub mod games;
pub mod lane;
pub mod output;
pub mod raw;
pub mod request;
pub mod scheme;
pub mod workers;

use crate::observation::Features;
use crate::program::decode::DecodeError;
use crate::program::Program;
use crate::snapshot;

/// A card pool, what the observation derives from it once, and the hash of its bytes: a snapshot belongs to one pool.
pub struct Pool {
    pub program: Program,
    pub features: Features,
    pub hash: u64,
}

impl Pool {
    pub fn read(bytes: &[u8]) -> Result<Pool, DecodeError> {
        let program = Program::decode(bytes)?;
        let features = Features::new(&program);
        Ok(Pool { program, features, hash: snapshot::checksum(bytes) })
    }
}
