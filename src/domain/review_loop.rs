//! The loop: events in, next step out. Pure (SPEC 6).
//!
//! [`admit`] is strict and runs before anything is written; [`LoopState::apply`] is total and all
//! that replay needs, because rules change and history does not; [`next_step`] is a query.
//! What a review amounts to ([`judge()`]) is worked out once, when it is recorded, and stored in
//! the event: a later binary with better rules never rewrites what an earlier one decided.

pub mod admit;
pub mod contract;
pub mod course;
mod dissent;
pub mod event;
mod fix_tasks;
pub mod judge;
pub mod left;
pub mod next;
pub mod noted;
pub mod options;
mod pass;
mod passes;
pub mod reason;
pub mod separation;
mod so_far;
pub mod stages;
pub mod state;
pub mod test_run;

pub use admit::{Refusal, admit};
pub use event::{Course, Event, Judgement, Outcome, PassReason};
pub use judge::Evidence;
pub use next::next_step;
pub use state::{LoopState, Standing};
