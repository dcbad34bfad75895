//! `decide`: a choice that is not the loop's to make.

use crate::domain::review_loop::course;
use crate::domain::review_loop::options::words;
use crate::domain::review_loop::{Event, Refusal};
use crate::error::Error;

use super::answers::DecideAnswer;
use super::loops;
use super::refusals::of_loop;
use super::requests::Decide;
use super::workspace::Workspace;
use super::{next, placeholders, reports};

pub(super) fn decide(ws: &Workspace<'_>, request: &Decide) -> Result<DecideAnswer, Error> {
    placeholders::refuse("reason", &request.reason)?;
    placeholders::refuse("decided_by", &request.decided_by)?;
    let mut store = ws.store()?;
    let loaded = loops::load(&store, &request.loop_id)?;
    let Some(choice) = request.choice.clone() else {
        let offered = words(&loaded.state).join(", ");
        return Err(Error::unavailable("the server cannot ask the user through the client yet")
            .at("choice")
            .hint(format!("Ask the user yourself and send the choice: {offered}")));
    };
    let digest = blake3::hash(format!("{choice}\n{}\n{}", request.reason, request.decided_by).as_bytes())
        .to_hex()
        .to_string();
    let used = loaded.state.used_turns.iter().find(|u| u.turn == request.turn && u.responses.is_empty());
    if let Some(used) = used {
        if used.digest != digest {
            return Err(of_loop(
                &loaded.state,
                &Refusal::UsedTurn { given: request.turn, recorded: used.recorded },
            ));
        }
        let then = loaded.at_turn(used.recorded).unwrap_or_else(|| loaded.state.clone());
        return Ok(DecideAnswer {
            outcome: then.outcome().map(|o| o.as_str().to_owned()),
            next: next::of(ws, &then),
        });
    }
    let after = loops::write(&mut store, ws.clock, loaded, |now| {
        let course = course::of_choice(&now.state, &choice).ok_or_else(|| {
            let options = words(&now.state);
            of_loop(&now.state, &Refusal::NoSuchChoice { given: choice.clone(), options })
        })?;
        Ok(Some((
            Event::Decided {
                turn: request.turn,
                digest: digest.clone(),
                course,
                choice: choice.clone(),
                reason: request.reason.clone(),
                decided_by: request.decided_by.clone(),
                // A model passed it on; only a terminal or the client's own dialogue attests (SPEC 6.10).
                standing: "claimed".to_owned(),
            },
            Vec::new(),
        )))
    })?;
    reports::write_review(ws, &after.state);
    Ok(DecideAnswer {
        outcome: after.state.outcome().map(|o| o.as_str().to_owned()),
        next: next::with_brief(ws, &after.state),
    })
}
