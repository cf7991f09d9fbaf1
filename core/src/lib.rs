//! The rules engine of MTG-Causal-RL: plays Magic from card programs, knows no card by name. Outside callers use `ffi` alone.

pub mod actions;
pub mod batch;
pub mod causal;
pub mod decision;
pub mod epsilon;
pub mod ffi;
pub mod footprint;
pub mod fuzz;
pub mod game;
pub mod invariants;
pub mod measure;
pub mod observation;
pub mod pilots;
pub mod program;
pub mod resolve;
pub mod rng;
pub mod rules;
pub mod setup;
pub mod slots;
pub mod snapshot;
pub mod state;
pub mod view;
