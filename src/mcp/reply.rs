//! What a tool call answers with: an answer, a refusal the caller can mend, a fault of ours, or a caught panic.
//!
//! A refusal is a failed tool result, which models read and act on. A fault of ours is a protocol error. A
//! panic would leave the request without any answer in the SDK, so it is caught here and told with an
//! incident id that also stands in the log.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};

use futures::FutureExt;
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
use serde_json::Value;

use super::budget;
use crate::app::visibly;
use crate::error::Error;

/// Returns the protocol's form of a use case's result.
pub(crate) fn reply(tool: &str, result: Result<Value, Error>) -> Result<CallToolResponse, ErrorData> {
    match result {
        Ok(mut value) => {
            visibly::show(&mut value);
            // Hosts cut or file away what is longer.
            let answer = CallToolResult::structured(budget::fit(tool, value));
            if let Some(bytes) = answer.structured_content.as_ref().map(|v| v.to_string().len())
                && bytes > budget::ANSWER_BYTES
            {
                tracing::warn!(tool, bytes, "the answer is longer than hosts show");
            }
            Ok(answer.into())
        }
        Err(error) if error.kind.mendable() => {
            tracing::info!(kind = error.kind.as_str(), field = error.field.as_deref(), "refused");
            let text = error.to_string();
            Ok(failed(budget::refusal(visibly::shown(&text).as_deref().unwrap_or(&text))))
        }
        Err(error) => {
            let incident = incident();
            tracing::error!(incident, %error, "internal error");
            Err(ErrorData::internal_error(
                format!("{error} This is a fault of countersign ({incident})."),
                None,
            ))
        }
    }
}

/// Awaits a tool call; a panic in it becomes a failed result with an incident id.
pub(crate) async fn guard<F>(tool: &str, call: F) -> Result<CallToolResponse, ErrorData>
where
    F: Future<Output = Result<CallToolResponse, ErrorData>>,
{
    match AssertUnwindSafe(call).catch_unwind().await {
        Ok(answer) => answer,
        Err(panic) => {
            let incident = incident();
            tracing::error!(incident, tool, panic = said(panic.as_ref()), "a tool panicked");
            Ok(failed(format!(
                "{tool} failed inside the server ({incident}); this is a fault of countersign, not of your call. \
                 What earlier calls recorded is safe. Next: call loop_status {{}} to see where the loop stands, \
                 then repeat this call once; if it fails again, tell the human the incident id."
            )))
        }
    }
}

/// Sends the report of every panic to the log, as one line with its place, instead of the default's raw text.
pub(crate) fn log_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, panic = said(info.payload()), "panic");
    }));
}

/// Returns a failed tool result. It carries no structured content: hosts would check that against the output schema.
fn failed(text: String) -> CallToolResponse {
    CallToolResult::error(vec![ContentBlock::text(text)]).into()
}

/// Returns an id that is unique among the incidents a log holds: process and count, neither clock nor chance.
fn incident() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    format!("incident {:x}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Returns what a panic said.
fn said(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&'static str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("something that is no text")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(response: Result<CallToolResponse, ErrorData>) -> Value {
        match response {
            Ok(CallToolResponse::Complete(result)) => serde_json::to_value(result).expect("a result is JSON"),
            Ok(other) => panic!("unexpected response {other:?}"),
            Err(error) => json!({ "code": error.code.0, "message": error.message }),
        }
    }

    #[tokio::test]
    async fn a_panic_becomes_a_failed_result_with_an_incident_id() {
        let answer = shown(guard("decide", async { panic!("the cat sat on {}", "it") }).await);
        assert_eq!(answer["isError"], true);
        let text = answer["content"][0]["text"].as_str().expect("text");
        assert!(text.contains("(incident ") && text.contains("loop_status"), "{text}");
        assert!(!text.contains("cat"), "what panicked is for the log: {text}");
    }

    #[tokio::test]
    async fn without_a_panic_the_answer_passes() {
        let answer = shown(guard("decide", async { reply("decide", Ok(json!({ "next": 1 }))) }).await);
        assert_eq!(answer["structuredContent"], json!({ "next": 1 }));
        assert_eq!(answer["content"][0]["text"], "{\"next\":1}");
    }

    #[test]
    fn what_would_act_on_the_reader_is_written_out() {
        let answer = json!({ "next": { "model": "x\u{1b}[31m\u{202e}" }, "files": ["a\u{200b}.rs"] });
        let answer = shown(reply("decide", Ok(answer)));
        let text = answer["content"][0]["text"].as_str().expect("text");
        assert_eq!(text, r#"{"next":{"model":"x\\u{1b}[31m\\u{202e}"},"files":["a\\u{200b}.rs"]}"#);
        let refused = shown(reply("decide", Err(Error::invalid("plan", "a\u{202e}.md is not there"))));
        assert_eq!(refused["content"][0]["text"], "`plan`: a\\u{202e}.md is not there.");
    }

    #[test]
    fn refusals_are_results_and_our_faults_are_errors() {
        let refused = shown(reply("decide", Err(Error::invalid("turn", "is 3, but the loop stands at 5"))));
        assert_eq!(refused["isError"], true);
        assert_eq!(refused["content"][0]["text"], "`turn`: is 3, but the loop stands at 5.");
        assert_eq!(refused.get("structuredContent"), None);
        let fault = shown(reply("decide", Err(Error::internal("the fold broke"))));
        assert_eq!(fault["code"], -32603);
        assert!(fault["message"].as_str().is_some_and(|m| m.contains("incident ")), "{fault}");
    }
}
