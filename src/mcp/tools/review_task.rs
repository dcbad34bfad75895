//! `review_task`: opens a review or fetches its open pass (SPEC 3).

use crate::app::App;
use crate::app::requests::ReviewTask;
use crate::mcp::door::{Card, Door};

/// Returns the tool.
pub(super) fn door() -> Door {
    let card = Card {
        name: "review_task",
        title: "Open a review",
        description: "Call this when work is ready for review, or to fetch the open pass again. Opens the \
                      loop or its next pass and pins the change. Give `loop_id`, or one subject: `plan` + \
                      `task`, `plan`, `artifact`, or `id` + `title` + `criteria`. Hand `brief` to a \
                      separate reviewer.",
        read_only: false,
    };
    Door::new(&card, |app: &App, request: &ReviewTask| {
        let answer = app.review_task(request)?;
        if answer.brief.is_some() {
            App::await_answer();
        }
        Ok(answer)
    })
}
