//! `respond_findings`: records what the fixer did about findings (SPEC 7.3).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "respond_findings",
        title: "Answer findings",
        description: "Call this as the fixer after the work, one response per finding. Fixes are checked \
                      against git; rejections need a technical reason; a refused response undoes no other.",
        read_only: false,
    };
    Door::new(&card, App::respond_findings)
}
