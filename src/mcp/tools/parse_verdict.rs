//! `parse_verdict`: reads a reviewer's text and records nothing (SPEC 5).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "parse_verdict",
        title: "Read a review",
        description: "Call this to see how a reviewer's text reads before it is recorded: verdict, \
                      findings, what was ignored. Records nothing.",
        read_only: true,
    };
    Door::new(&card, App::parse_verdict)
}
