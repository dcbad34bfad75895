//! `record_findings`: records the reviewer's answer to the open pass (SPEC 6.3 to 6.5).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "record_findings",
        title: "Record a review",
        description: "Call this as the reviewer when done, with the `countersign` of the brief and `text`, \
                      or `verdict` + `findings`, or `unavailable`. Answers with the verdict that holds and \
                      the next step.",
        read_only: false,
    };
    Door::new(&card, App::record_findings)
}
