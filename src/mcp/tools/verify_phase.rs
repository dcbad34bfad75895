//! `verify_phase`: verifies what a phase promised (SPEC 9).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "verify_phase",
        title: "Verify a phase",
        description: "Call this when a phase's plans are executed and reviewed: is what it promised true? Judgements and confirmations go back by item id. Only `passed` is \
                      done.",
        read_only: false,
    };
    Door::new(&card, App::verify_phase).asking(App::verify_asking, App::verify_in_dialogue)
}
