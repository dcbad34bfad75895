//! Why a demo ends early: what was done, what was expected, what came.

use serde_json::Value;

/// A step that is not as it should be.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The scratch repository could not be made or read.
    #[error("the scratch repository: {0}")]
    Scene(String),
    /// The server could not be started or reached.
    #[error("the server: {0}")]
    Server(String),
    /// The server refused a call that should have worked.
    #[error("{tool} was refused: {text}")]
    Refused { tool: String, text: String },
    /// An answer holds something else than the step needs.
    #[error("{tool}: expected {field} to be {expected}, and {came} came")]
    Unexpected { tool: String, field: String, expected: String, came: String },
    /// What was to be read could not be written out.
    #[error("the output cannot be written: {0}")]
    Output(#[from] std::io::Error),
}

impl Failure {
    /// Wraps a failure of git with its causes.
    pub(super) fn scene(error: &dyn std::error::Error) -> Self {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(source) = cause {
            text.push_str(&format!(": {source}"));
            cause = source.source();
        }
        Failure::Scene(text)
    }

    /// Says that a field of an answer is not what the step needs.
    pub(super) fn unexpected(tool: &str, field: &str, expected: &str, came: Option<&Value>) -> Self {
        Failure::Unexpected {
            tool: tool.to_owned(),
            field: field.to_owned(),
            expected: expected.to_owned(),
            came: came.map_or_else(|| "nothing".to_owned(), Value::to_string),
        }
    }
}
