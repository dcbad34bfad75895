//! `check_plan`: checks a plan's structure before it is executed (SPEC 8.3).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "check_plan",
        title: "Check a plan",
        description: "Call this when a plan is written or revised, before it is executed: fields, tasks, waves. Only `approve` is clean; `reject` must be mended.",
        read_only: true,
    };
    Door::new(&card, App::check_plan)
}
