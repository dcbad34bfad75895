//! The answer of a reviewer that was run by a command line, in the object that Claude Code prints: its text is read.
//!
//! ```text
//! printed = object | lines of objects, of which the last one counts
//! object  = {"type": "result", "subtype": "success", "is_error": false, "result": text, …}
//! ```
//!
//! A run that ended in an error has no answer. Line numbers of the reading are those of the text.

use serde_json::Value;

/// Returns the text inside; nothing where a text is anything else.
pub(super) fn inner(text: &str) -> Option<String> {
    let text = text.trim();
    if !text.starts_with('{') || !text.ends_with('}') || !text.contains("\"result\"") {
        return None;
    }
    let last = text.rsplit('\n').next().unwrap_or(text);
    let streamed = text.starts_with("{\"type\"") && last.starts_with("{\"type\"");
    let object = if streamed { last } else { text };
    let Value::Object(map) = serde_json::from_str(object).ok()? else { return None };
    let is = |key: &str, word: &str| map.get(key).and_then(Value::as_str).is_none_or(|found| found == word);
    let failed = map.get("is_error").is_some_and(|value| *value != Value::Bool(false));
    let told =
        map.get("type").and_then(Value::as_str) == Some("result") && is("subtype", "success") && !failed;
    map.get("result").filter(|_| told).and_then(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn the_answer_inside_is_read() {
        let printed = |more: &str, answer: &str| {
            format!(
                "{{\"type\":\"result\",{more}\"num_turns\":4,\"result\":\"{answer}\",\"session_id\":\"s\"}}\n"
            )
        };
        let passes = "## REVIEW: CSV-2\\n\\n### Verdict: PASS\\n\\n### Findings\\nNone\\n";
        for (text, expected) in [
            (printed("\"subtype\":\"success\",\"is_error\":false,", passes), Verdict::Approved),
            (
                printed(
                    "",
                    "VERDICT: reject\\nFINDINGS:\\n- [id:f-002] [severity:high] [file:lib/q.rb] issue: Two writers | suggestion: lock",
                ),
                Verdict::ChangesRequested,
            ),
            (printed("\"subtype\":\"success\",\"is_error\":true,", passes), Verdict::Unclear),
            (printed("\"subtype\":\"error_max_turns\",", passes), Verdict::Unclear),
            (
                format!(
                    "{{\"type\":\"system\",\"subtype\":\"init\"}}\n{}",
                    printed("\"subtype\":\"success\",", passes)
                ),
                Verdict::Approved,
            ),
            (format!("I quote it:\n\n{}", printed("", passes)), Verdict::Unclear),
            ("{\"type\":\"result\",\"subtype\":\"success\",\"result\":null}".to_owned(), Verdict::Unclear),
        ] {
            let reading = read(&text, &ReadContext::default());
            assert_eq!(reading.claimed_verdict, expected, "{text}");
        }
    }
}
