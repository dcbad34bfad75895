//! `loop_status`: tells where loops stand (SPEC 3, 7.6).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "loop_status",
        title: "Where loops stand",
        description: "Call this first after a start, restart or compaction, or when unsure. Returns the \
                      next step, open loops, what blocks and the gate. Changes nothing.",
        read_only: true,
    };
    Door::new(&card, App::loop_status)
}
