//! `verify_phase`: verifies what a phase promised (SPEC 9).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "verify_phase",
        title: "Verify a phase",
        description: "Call this when all plans of a phase are executed and reviewed, to check that what it \
                  promised is now true. Judgements of a verifier agent and answers of the human go back in by \
                  item id and persist. Only `passed` is done: `human_needed` and `gaps_found` are not.",
        read_only: false,
    };
    Door::new(&card, App::verify_phase)
}
