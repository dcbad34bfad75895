//! What Countersign knows: pure values and functions. No I/O, no clock, no randomness, no async.

pub mod dialect;
pub mod diff;
pub mod front_matter;
pub mod ids;
pub mod plan;
pub mod review;
pub mod roadmap;
