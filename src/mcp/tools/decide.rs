//! `decide`: records a human's or a higher tier's choice (SPEC 6.10).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "decide",
        title: "Record a choice",
        description: "Call this when `next.action` is `ask_user` and the human, or a higher tier, has \
                      chosen. Never choose for the human: without `choice` the server asks.",
        read_only: false,
    };
    Door::new(&card, App::decide).asking(App::decide_asking, App::decide_in_dialogue)
}
