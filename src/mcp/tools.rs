//! The tools, one file each: what it is called, when to call it, which use case it opens.

use super::door::Door;

mod check_plan;
mod decide;
mod loop_status;
mod parse_verdict;
mod record_findings;
mod record_tests;
mod respond_findings;
mod review_task;
mod verify_phase;

/// Returns every tool, in the order of the loop. The list never varies (SPEC 3).
pub(crate) fn all() -> Vec<Door> {
    vec![
        review_task::door(),
        parse_verdict::door(),
        record_findings::door(),
        respond_findings::door(),
        record_tests::door(),
        decide::door(),
        loop_status::door(),
        check_plan::door(),
        verify_phase::door(),
    ]
}
