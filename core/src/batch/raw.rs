//! The structures of `mtg_causal_core.h` that hold pointers, field by field. Nothing reads through them here.

use super::output::Facts;
use super::request::RawSettings;

#[repr(C)]
pub struct RawDeal {
    pub settings: RawSettings,
    pub seed: u64,
    pub cards: [*const u16; 2],
    pub sizes: [usize; 2],
    pub logged: i32,
}

#[repr(C)]
pub struct RawChanges {
    pub randomness: i32,
    pub hidden: i32,
    pub viewer: i32,
    pub threads: i32,
    pub seeds: *const u64,
}

#[repr(C)]
pub struct RawScheme {
    pub settings: RawSettings,
    pub pilot: i32,
    pub on_illegal: i32,
    pub autoreset: i32,
    pub life: [i32; 2],
    pub automatic: i32,
    pub lanes: i32,
    pub threads: i32,
    pub own: i32,
    pub opposing: i32,
    pub sizes: *const u32,
    pub weights: *const u32,
    pub cards: *const u16,
    pub archetypes: *const i16,
    pub model: *const u8,
    pub model_length: usize,
}

#[repr(C)]
pub struct RawFuzz {
    pub seed: u64,
    pub first: u64,
    pub games: u64,
    pub threads: i32,
    pub decks: i32,
    pub sizes: *const u32,
    pub cards: *const u16,
}

#[repr(C)]
pub struct RawForesight {
    pub count: usize,
    pub sources: *const usize,
    pub actions: *const i32,
    pub model: *const u8,
    pub model_length: usize,
    pub at_once: i32,
    pub variables: i32,
    pub counts: *mut f32,
    pub stays: *mut f32,
    pub turn: *mut f32,
    pub carried_stays: *mut f32,
    pub carried_turn: *mut f32,
    pub due: *mut f32,
    pub averted: *mut f32,
    pub phases: *mut i32,
    pub changes: *mut f64,
}

#[repr(C)]
pub struct RawOutput {
    pub n: usize,
    pub observation: *mut f32,
    pub mask: *mut i8,
    pub card_ids: *mut i16,
    pub counts: *mut f32,
    pub variables: *mut f64,
    pub facts: *mut Facts,
    pub final_observation: *mut f32,
    pub final_card_ids: *mut i16,
    pub final_counts: *mut f32,
    pub final_variables: *mut f64,
    pub opponent_observation: *mut f32,
    pub opponent_mask: *mut i8,
}
