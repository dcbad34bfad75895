//! Asking the human through the client, in either lifecycle; how the answer comes back is all this knows.
//!
//! The stateless lifecycle gives the question back as the result of the call, and the client makes the call
//! again with the answer; the one with a handshake lets the server ask while the call waits. A client that
//! declares no forms is never asked.

use std::time::Duration;

use rmcp::model::{
    CallToolResponse, ClientResult, ConstTitle, ElicitRequest, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationSchema, EnumSchema, InputRequest, InputRequests, InputRequiredResult,
    InputResponses, PrimitiveSchemaDefinition, ProtocolVersion, ServerRequest, SingleSelectEnumSchema,
    TitledSingleSelectEnumSchema,
};
use rmcp::service::{PeerRequestOptions, RequestContext, RoleServer};

use crate::app::dialogue::{Dialogue, Said};

/// What the question is called among a result's input requests.
const KEY: &str = "decision";
/// How long a person may think while the call waits. Hosts give a call up after half an hour without a word.
const THINKING: Duration = Duration::from_secs(15 * 60);
/// Characters of a reason in the form.
const REASON: u32 = 2000;

/// How a client can be made to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    /// By giving the question back as the call's result.
    Result,
    /// By a request of ours while the call waits.
    Request,
}

/// Returns how the client of this call can be made to ask, if it can.
pub(super) fn means(context: &RequestContext<RoleServer>) -> Option<Means> {
    let elicitation = context.client_capabilities()?.elicitation?;
    // A client that names no mode means forms; one that names only others has none.
    if elicitation.form.is_none() && elicitation.url.is_some() {
        return None;
    }
    let version = context.protocol_version()?;
    if !version.has_initialize() {
        return Some(Means::Result);
    }
    // Earlier revisions have no choices with titles.
    (version.as_str() >= ProtocolVersion::V_2025_11_25.as_str()).then_some(Means::Request)
}

/// Returns the form: one choice of the open ones, each with what it means, and free text.
fn form(dialogue: &Dialogue) -> ElicitRequest {
    let titles =
        dialogue.choices.iter().map(|c| ConstTitle::new(&c.word, format!("{}: {}", c.word, c.meaning)));
    let mut choice = TitledSingleSelectEnumSchema::new(titles.collect());
    let fields = &dialogue.fields;
    choice.title = Some(titled(fields.choice).into());
    let choice = EnumSchema::Single(SingleSelectEnumSchema::Titled(choice));
    let requested_schema = ElicitationSchema::builder()
        .required_property(fields.choice, PrimitiveSchemaDefinition::Enum(choice))
        .optional_string_with(fields.words, |words| {
            words.title(titled(fields.words)).description(fields.meaning).max_length(REASON)
        })
        .build_unchecked();
    ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: dialogue.message.clone(),
        requested_schema,
    })
}

fn titled(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns the result that asks: the client answers by making the same call again.
pub(super) fn input_required(dialogue: &Dialogue) -> CallToolResponse {
    let requests = InputRequests::from([(KEY.to_owned(), InputRequest::Elicitation(form(dialogue)))]);
    InputRequiredResult::new(Some(requests), Some(dialogue.seal.clone())).into()
}

/// Reads the answer out of a call that is made again; nothing where it carries none.
pub(super) fn answered(responses: Option<&InputResponses>) -> Option<Said> {
    let given = responses?.get(KEY)?;
    Some(match serde_json::from_value::<ElicitResult>(given.clone()) {
        Ok(result) => said(&result),
        Err(error) => Said::Unanswered(format!("its answer cannot be read: {error}")),
    })
}

/// Asks while the call waits.
pub(super) async fn ask(context: &RequestContext<RoleServer>, dialogue: &Dialogue) -> Said {
    let request = ServerRequest::ElicitRequest(form(dialogue));
    let options = PeerRequestOptions::with_timeout(THINKING);
    let asked = async {
        let handle = context.peer.send_request_with_option(request, options).await?;
        handle.await_response().await
    };
    let answered = tokio::select! {
        answered = asked => answered,
        () = context.ct.cancelled() => return Said::Unanswered("the call was cancelled".to_owned()),
    };
    match answered {
        Ok(ClientResult::ElicitResult(result)) => said(&result),
        Ok(_) => Said::Unanswered("it answered something else".to_owned()),
        Err(error) => Said::Unanswered(error.to_string()),
    }
}

fn said(result: &ElicitResult) -> Said {
    match result.action {
        ElicitationAction::Accept => {
            let text = |field: &str| {
                result.content.as_ref().and_then(|c| c.get(field)).and_then(|v| v.as_str()).map(str::to_owned)
            };
            // The fields are named as the tool's own arguments: no tool has both of a kind.
            let reason = text("reason").or_else(|| text("note"));
            let letters = reason.as_ref().map_or(0, |r| r.chars().count());
            match text("choice").or_else(|| text("answer")) {
                // What a person said is not cut; the form told the client how long it may be.
                Some(_) if letters > REASON as usize => Said::Unanswered(format!(
                    "its free text has {letters} characters, and the form takes at most {REASON}"
                )),
                Some(choice) => Said::Chosen { choice, reason },
                None => Said::Unanswered("it accepted without a choice".to_owned()),
            }
        }
        ElicitationAction::Decline => Said::Declined,
        ElicitationAction::Cancel => Said::Cancelled,
        _ => Said::Unanswered("its action is unknown".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_reason_is_taken_whole_or_asked_for_again() {
        let heard = |letters: usize| {
            let content = json!({ "choice": "stop", "reason": "é".repeat(letters) });
            said(
                &serde_json::from_value(json!({ "action": "accept", "content": content }))
                    .expect("an answer"),
            )
        };
        let whole = heard(REASON as usize);
        let reason = Some("é".repeat(REASON as usize));
        assert_eq!(whole, Said::Chosen { choice: "stop".to_owned(), reason });
        let Said::Unanswered(why) = heard(REASON as usize + 1) else { panic!("it is no answer") };
        assert_eq!(why, "its free text has 2001 characters, and the form takes at most 2000");
    }
}
