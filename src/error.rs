//! The refusal a caller gets, whatever went wrong below: sorted once, at the edge.
//!
//! Every lower error becomes one of these in `app`; the doors (`mcp`, `cli`) only render them. The text is
//! written for a model: the field, the reason, what would work, and the exact call to make next. It never
//! carries a backtrace or a machine's internals.

use std::fmt;

use serde_json::Value;

use crate::domain::envelope;

/// What sort of trouble it is, which decides how a door reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// An argument is missing, unknown or of the wrong shape.
    Invalid,
    /// The thing named does not exist.
    NotFound,
    /// The rules of the loop or the protocol forbid it now.
    Refused,
    /// The caller acts on a state that has moved on.
    Stale,
    /// Something needed is not there: no repository, no store, no client dialogue.
    Unavailable,
    /// A file, the store or git failed.
    Io,
    /// A fault of ours.
    Internal,
}

impl ErrorKind {
    /// Returns the word used in logs and in JSON on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorKind::Invalid => "invalid",
            ErrorKind::NotFound => "not_found",
            ErrorKind::Refused => "refused",
            ErrorKind::Stale => "stale",
            ErrorKind::Unavailable => "unavailable",
            ErrorKind::Io => "io",
            ErrorKind::Internal => "internal",
        }
    }

    /// Tells whether the caller can mend it: everything but our own faults.
    pub fn mendable(self) -> bool {
        self != ErrorKind::Internal
    }
}

/// A typed refusal: which field, why, and what would work (SPEC 13.5).
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    pub kind: ErrorKind,
    /// The argument at fault, as the caller wrote it: `plan`, `findings[2].severity`.
    pub field: Option<String>,
    /// Why, in one sentence without a full stop.
    pub message: String,
    /// What would work, a sentence each.
    pub hints: Vec<String>,
    /// The call that would work: `{"tool": …, "arguments": {…}}`. Boxed to keep results small.
    pub next_call: Option<Box<Value>>,
    /// Arguments of that call which the caller must supply.
    pub fill: Vec<String>,
    /// What was in the way is over by now: the same call, made anew, is expected to work.
    pub is_passing: bool,
}

impl Error {
    /// Returns a refusal of a kind with a message and nothing else.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            field: None,
            message: message.into(),
            hints: Vec::new(),
            next_call: None,
            fill: Vec::new(),
            is_passing: false,
        }
    }

    /// Says that the same call, made anew, is expected to work.
    pub fn passing(mut self, is_passing: bool) -> Self {
        self.is_passing = is_passing;
        self
    }

    /// Returns a refusal of one argument.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message).at(field)
    }

    /// Returns a refusal because the thing named by `field` does not exist.
    pub fn not_found(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message).at(field)
    }

    /// Returns a refusal by a rule of the loop or protocol.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Refused, message)
    }

    /// Returns a refusal because the state has moved on.
    pub fn stale(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Stale, message)
    }

    /// Returns a refusal because something needed is not there.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unavailable, message)
    }

    /// Returns a failure of a file, the store or git.
    pub fn io(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Io, message)
    }

    /// Returns a fault of ours.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// Names the argument at fault.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Adds a sentence that says what would work.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Sets the exact call that would work.
    #[must_use]
    pub fn call(mut self, tool: &str, arguments: Value) -> Self {
        let call = [("tool".to_owned(), Value::from(tool)), ("arguments".to_owned(), arguments)];
        self.next_call = Some(Box::new(Value::Object(call.into_iter().collect())));
        self
    }

    /// Names the arguments of the call that are not in it, since only the caller can supply them.
    #[must_use]
    pub fn fill(mut self, names: &[&str]) -> Self {
        self.fill = names.iter().map(|name| (*name).to_owned()).collect();
        self
    }
}

impl fmt::Display for Error {
    /// Writes "`field`: message. Hint. Next: call tool {arguments}".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "`{field}`: ")?;
        }
        sentence(f, &self.message)?;
        for hint in &self.hints {
            f.write_str(" ")?;
            sentence(f, hint)?;
        }
        if let Some(call) = &self.next_call {
            let tool = call.get("tool").and_then(Value::as_str).unwrap_or_default();
            // Escaped as JSON has it: what is written out otherwise, a client could not send back.
            let arguments =
                call.get("arguments").map_or_else(|| "{}".to_owned(), |a| envelope::json(&a.to_string()));
            write!(f, " Next: call {tool} {arguments}")?;
            if !self.fill.is_empty() {
                write!(f, ", with your own {}", self.fill.join(", "))?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Writes a text as a sentence: one closing mark, added only where there is none.
fn sentence(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let text = text.trim_end();
    f.write_str(text)?;
    if !text.ends_with(['.', '!', '?', '…']) {
        f.write_str(".")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn says_field_reason_remedy_and_call() {
        let error = Error::invalid("plan", "there is no file `plans/9.md`")
            .hint("Plans here: plans/1.md")
            .call("review_task", json!({ "plan": "plans/1.md", "task": "1" }));
        assert_eq!(
            error.to_string(),
            "`plan`: there is no file `plans/9.md`. Plans here: plans/1.md. \
             Next: call review_task {\"plan\":\"plans/1.md\",\"task\":\"1\"}"
        );
    }

    #[test]
    fn a_call_stays_json_whatever_stands_in_it() {
        for title in
            ["\u{26a0}\u{fe0f} Paging", "a\u{202e}b", "\u{1f468}\u{200d}\u{1f4bb}\u{e0041}", r"a \u{41} b"]
        {
            let given = json!({ "title": title });
            let text = Error::invalid("pass", "is no number").call("review_task", given.clone()).to_string();
            let shown = envelope::shown(&text).unwrap_or_else(|| text.clone());
            let call = shown.split_once("review_task ").map(|(_, call)| call);
            let read = call.and_then(|call| serde_json::from_str::<Value>(call).ok());
            assert_eq!((read, &shown), (Some(given), &text));
        }
    }

    #[test]
    fn a_sentence_keeps_its_own_mark() {
        assert_eq!(Error::refused("Is it so?").to_string(), "Is it so?");
        assert_eq!(Error::io("the disk is full").to_string(), "the disk is full.");
        assert!(ErrorKind::Io.mendable() && !ErrorKind::Internal.mendable());
    }
}
