//! One answer of the server, as the host agent reads it: by name, and loudly when a name is not there.

use serde_json::{Map, Value};

use super::failure::Failure;

/// The structured content of a tool's answer.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    tool: String,
    value: Value,
}

impl Answer {
    pub(super) fn new(tool: &str, value: Value) -> Self {
        Self { tool: tool.to_owned(), value }
    }

    /// Returns a value by its path (`/next/action`).
    pub(super) fn at(&self, path: &str) -> Option<&Value> {
        self.value.pointer(path)
    }

    /// Returns a text that the step cannot do without.
    pub(super) fn text(&self, path: &str) -> Result<&str, Failure> {
        self.at(path).and_then(Value::as_str).ok_or_else(|| self.unexpected(path, "a text"))
    }

    /// Returns a list's entries; an absent list is empty, as the server leaves empty ones out.
    pub(super) fn list(&self, path: &str) -> &[Value] {
        self.at(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Checks that a field holds a value.
    pub(super) fn expect(&self, path: &str, expected: impl Into<Value>) -> Result<(), Failure> {
        let expected = expected.into();
        if self.at(path) == Some(&expected) {
            return Ok(());
        }
        Err(self.unexpected(path, &expected.to_string()))
    }

    /// Returns the tool and the arguments of `next.call`, with what `next.fill` asks for put in: exactly that, or
    /// the step is wrong.
    pub(super) fn next_call(
        &self,
        fill: Map<String, Value>,
    ) -> Result<(String, Map<String, Value>), Failure> {
        let asked: Vec<&str> = self.list("/next/fill").iter().filter_map(Value::as_str).collect();
        let given: Vec<&str> = fill.keys().map(String::as_str).collect();
        if asked != given {
            return Err(self.unexpected("/next/fill", &format!("{given:?}")));
        }
        let tool = self.text("/next/call/tool")?.to_owned();
        let arguments = self.at("/next/call/arguments").and_then(Value::as_object);
        let Some(mut arguments) = arguments.cloned() else {
            return Err(self.unexpected("/next/call/arguments", "the call's arguments"));
        };
        arguments.extend(fill);
        Ok((tool, arguments))
    }

    fn unexpected(&self, path: &str, expected: &str) -> Failure {
        let field = path.trim_start_matches('/').replace('/', ".");
        Failure::unexpected(&self.tool, &field, expected, self.at(path))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer() -> Answer {
        let call = json!({ "tool": "record_findings", "arguments": { "loop_id": "rl-1" } });
        Answer::new("review_task", json!({ "next": { "action": "review", "call": call, "fill": ["text"] } }))
    }

    #[test]
    fn the_next_call_takes_exactly_what_it_asks_for() {
        let fill = |names: &[&str]| names.iter().map(|n| ((*n).to_owned(), json!("x"))).collect();
        let (tool, arguments) = answer().next_call(fill(&["text"])).unwrap();
        assert_eq!(tool, "record_findings");
        assert_eq!(Value::Object(arguments), json!({ "loop_id": "rl-1", "text": "x" }));
        assert!(answer().next_call(fill(&[])).is_err());
        assert!(answer().next_call(fill(&["text", "reason"])).is_err());
    }

    #[test]
    fn what_is_not_as_expected_is_told() {
        answer().expect("/next/action", "review").unwrap();
        let failure = answer().expect("/next/action", "fix").unwrap_err().to_string();
        assert_eq!(failure, "review_task: expected next.action to be \"fix\", and \"review\" came");
        let failure = answer().text("/loop_id").unwrap_err().to_string();
        assert_eq!(failure, "review_task: expected loop_id to be a text, and nothing came");
    }
}
