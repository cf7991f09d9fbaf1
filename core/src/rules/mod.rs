//! What the rules do, one file per chapter. A rule changes the state and says what comes next; it never resolves anything itself.

pub mod casting;
pub mod combat;
pub mod combat_damage;
pub mod costs;
pub mod damage;
pub mod entering;
pub mod layers;
pub mod legal;
pub mod mana;
pub mod mulligan;
pub mod payment;
pub mod priority;
pub mod replacement;
pub mod state_based;
pub mod table;
pub mod targets;
pub mod triggers;
pub mod turn;
pub mod zones;
