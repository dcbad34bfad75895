//! `parse_verdict`: reads a reviewer's text and records nothing (SPEC 5).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "parse_verdict",
        title: "Read a review",
        description: "Call this to see what a reviewer's text says before recording it, in any of the known \
                  formats. Returns the claimed verdict, the line it was read from, findings and everything \
                  that was ignored or guessed. Records nothing.",
        read_only: true,
    };
    Door::new(&card, App::parse_verdict)
}
