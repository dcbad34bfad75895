//! `respond_findings`: records what the fixer did about findings (SPEC 7.3).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "respond_findings",
        title: "Answer findings",
        description: "Call this as the fixer after working on findings, with the `turn` of the last answer. One \
                  response per finding: fixed, rejected (with a technical reason), deferred or skipped. Claims \
                  are checked against the repository; a refused response undoes none of the others.",
        read_only: false,
    };
    Door::new(&card, App::respond_findings)
}
