//! What a client that asks for a log is told: each call with what came of it, under the level it set. Nothing goes out
//! unasked; the server's own log is on standard error.
//!
//! A client of the handshake sets the level once, a stateless one with each request.

#![allow(deprecated, reason = "logging leaves the protocol with a later revision; both we speak have it")]

use std::sync::atomic::{AtomicU8, Ordering};

use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::{Peer, RequestContext, RoleServer};
use serde_json::json;

/// The longest text of a message, in characters.
const LONGEST: usize = 300;

/// The level a client of the handshake set; nothing goes out before.
#[derive(Debug)]
pub(super) struct Level(AtomicU8);

/// No message is this severe.
const SILENT: u8 = u8::MAX;

impl Default for Level {
    fn default() -> Self {
        Self(AtomicU8::new(SILENT))
    }
}

impl Level {
    pub(super) fn set(&self, level: LoggingLevel) {
        self.0.store(rank(level), Ordering::Relaxed);
    }

    /// Returns who is to be told of a call, and from which level on.
    pub(super) fn of_call(&self, context: &RequestContext<RoleServer>) -> Listener {
        let modern = context.protocol_version().is_some_and(|version| !version.has_initialize());
        let least = if modern {
            context.meta.log_level().map_or(SILENT, rank)
        } else {
            self.0.load(Ordering::Relaxed)
        };
        Listener { peer: context.peer.clone(), least }
    }
}

/// The client of one call.
pub(super) struct Listener {
    peer: Peer<RoleServer>,
    least: u8,
}

impl Listener {
    /// Tells what came of the call.
    pub(super) async fn tell(&self, tool: &str, answer: &Result<CallToolResponse, ErrorData>) {
        let (level, outcome, text) = match answer {
            Err(error) => (LoggingLevel::Error, "failed", Some(error.message.to_string())),
            Ok(CallToolResponse::Complete(result)) if result.is_error == Some(true) => {
                let text = result.content.first().and_then(|block| block.as_text()).map(|t| t.text.clone());
                (LoggingLevel::Notice, "refused", text)
            }
            Ok(CallToolResponse::InputRequired(_)) => (LoggingLevel::Debug, "asked", None),
            Ok(_) => (LoggingLevel::Debug, "answered", None),
        };
        if rank(level) < self.least {
            return;
        }
        let text: Option<String> = text.map(|text| text.chars().take(LONGEST).collect());
        let data = json!({ "tool": tool, "outcome": outcome, "message": text.unwrap_or_default() });
        let message = LoggingMessageNotificationParam::new(level, data).with_logger("countersign");
        if let Err(error) = self.peer.notify_logging_message(message).await {
            tracing::debug!(%error, "the client is told no more");
        }
    }
}

fn rank(level: LoggingLevel) -> u8 {
    match level {
        LoggingLevel::Debug => 0,
        LoggingLevel::Info => 1,
        LoggingLevel::Notice => 2,
        LoggingLevel::Warning => 3,
        LoggingLevel::Error => 4,
        LoggingLevel::Critical => 5,
        LoggingLevel::Alert => 6,
        LoggingLevel::Emergency => 7,
    }
}
