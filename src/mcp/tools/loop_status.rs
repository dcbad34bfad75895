//! `loop_status`: tells where loops stand (SPEC 3, 7.6).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "loop_status",
        title: "Where loops stand",
        description: "Call this first after a start, a restart or a compaction, and whenever unsure what to do. \
                  Returns the next step of one loop, or the open loops, what blocks and whether the gate is \
                  open. Changes nothing.",
        read_only: true,
    };
    Door::new(&card, App::loop_status)
}
