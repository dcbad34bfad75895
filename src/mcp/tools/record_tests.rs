//! `record_tests`: records a test run, the counter of its own a loop has (SPEC 4.5).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "record_tests",
        title: "Record a test run",
        description: "Call this after a test run that failed, or that `next` asks for.",
        read_only: false,
    };
    Door::new(&card, App::record_tests)
}
