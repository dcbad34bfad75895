//! What Countersign knows: pure values and functions. No I/O, no clock, no randomness, no async.

pub mod dialect;
pub mod diff;
pub mod ids;
pub mod phase;
pub mod phase_report;
pub mod plan;
pub mod review;
