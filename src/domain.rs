//! What Countersign knows: pure values and functions. No I/O, no clock, no randomness, no async.

pub mod attested;
pub mod brief;
pub mod claim;
pub mod dialect;
pub mod diff;
pub mod envelope;
pub mod executor_report;
pub mod finding;
pub mod front_matter;
pub mod identity;
pub mod ids;
pub mod metrics;
pub mod next_step;
pub mod phase;
pub mod phase_report;
pub mod plan;
pub mod plan_check;
pub mod protocol;
pub mod quote;
pub mod range;
pub mod replay;
pub mod report;
pub mod review;
pub mod review_loop;
pub mod roadmap;
pub mod subject;
