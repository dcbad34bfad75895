//! `review_task`: opens a review or fetches its open pass (SPEC 3).

use crate::app::App;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "review_task",
        title: "Open a review",
        description: "Call this when work is ready for review, or to get the brief of the open pass. Opens the \
                  loop or its next pass and pins the change; repeated, it returns the open pass unchanged. \
                  Give `loop_id`, or one subject: `plan` and `task`; `plan` alone; `artifact`; or `id`, \
                  `title` and `criteria`. Then hand `brief` to the reviewer and do what `next` says.",
        read_only: false,
    };
    Door::new(&card, App::review_task)
}
