//! Code that a finding quotes, and whether it stands in a file (SPEC 7.2). What a reviewer would rather see there is no
//! quote, and neither is a bare name: both may be right without standing anywhere.

use super::review::RawFinding;
use super::secret;

/// The most quotes of one finding that are looked for.
const MOST: usize = 12;
/// Signs that a text in backticks needs at least to be looked for, blanks left out.
const SHORTEST: usize = 6;
/// Words directly before a quote which say that it is not there: a suggestion, an example, a command.
const NOT_THERE: [&str; 28] = [
    "should", "use", "using", "instead", "replace", "with", "add", "adding", "expected", "want", "prefer",
    "consider", "like", "rather", "write", "to", "run", "running", "execute", "missing", "no", "without",
    "e.g.", "such", "into", "suggest", "become", "becomes",
];

/// Returns the code that a finding says stands at its place, in the order of the text.
pub fn quotes(finding: &RawFinding) -> Vec<String> {
    let mut found = Vec::new();
    for text in [Some(finding.title.as_str()), finding.description.as_deref()].into_iter().flatten() {
        collect(text, &mut found);
    }
    found.truncate(MOST);
    found
}

/// Tells whether a quote stands in a text, blanks and line ends not counted; where the quote leaves something out
/// (`…`, a redacted secret), its parts must stand there in order.
pub fn stands_in(quote: &str, text: &str) -> bool {
    let text = dense(text);
    let mut from = 0;
    let told = secret::between_marks(quote).flat_map(|p| p.split("...")).flat_map(|p| p.split('…'));
    for part in told.map(dense).filter(|p| !p.is_empty()) {
        match text[from..].find(&part) {
            Some(at) => from += at + part.len(),
            None => return false,
        }
    }
    true
}

/// A text without its blanks.
fn dense(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Reads fenced blocks and inline spans.
fn collect(text: &str, found: &mut Vec<String>) {
    let mut block: Option<(bool, Vec<&str>)> = None;
    let mut lead = String::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(mark) = trimmed.strip_prefix("```") {
            match block.take() {
                Some((true, lines)) => keep(&unmarked(&lines), found),
                Some((false, _)) => {}
                None => {
                    let tag = mark.trim().to_lowercase();
                    let there =
                        !matches!(tag.as_str(), "diff" | "suggestion" | "sh" | "bash" | "console" | "text");
                    block = Some((there && !says_not_there(&lead), Vec::new()));
                }
            }
            continue;
        }
        match &mut block {
            Some((_, lines)) => lines.push(line),
            None => {
                spans(line, found);
                if !trimmed.is_empty() {
                    line.clone_into(&mut lead);
                }
            }
        }
    }
}

/// Leaves out the signs of a diff, where every line of a block has one.
fn unmarked(lines: &[&str]) -> String {
    let marked = lines.iter().all(|l| l.is_empty() || l.starts_with(['+', '-', ' ']))
        && lines.iter().any(|l| l.starts_with(['+', '-']));
    let text: Vec<&str> = lines.iter().map(|l| if marked { l.get(1..).unwrap_or("") } else { l }).collect();
    text.join("\n")
}

/// Reads what stands between backticks in one line, and code between double quotes.
fn spans(line: &str, found: &mut Vec<String>) {
    let mut before = String::new();
    for (at, part) in line.split('`').enumerate() {
        if at % 2 == 0 {
            let mut lead = before.clone();
            for (q, text) in part.split('"').enumerate() {
                if q % 2 == 1 && text.contains(['(', ';', '=', '{']) && !says_not_there(&lead) {
                    keep(text, found);
                }
                lead.push_str(text);
            }
        } else if !says_not_there(&before) {
            keep(part, found);
        }
        before.push_str(part);
    }
}

/// One of the last words before a quote says that it is not there.
fn says_not_there(before: &str) -> bool {
    let lower = before.to_lowercase();
    let words = lower.split_whitespace().rev().take(3);
    words.map(|w| w.trim_matches([',', ':', '(', '"'])).any(|w| NOT_THERE.contains(&w))
}

/// Keeps what reads like code and is more than a name.
fn keep(text: &str, found: &mut Vec<String>) {
    let text = text.trim();
    let code = text.contains(['(', ')', '{', '}', '=', ';', '<', '>', '[', ']', '+', '*'])
        || text.split_whitespace().count() > 1;
    let name = text.strip_suffix("()").is_some_and(|n| !n.contains(['(', ' ', '=']));
    if code && !name && dense(text).chars().count() >= SHORTEST && !found.iter().any(|f| f == text) {
        found.push(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::Severity;

    fn of(description: &str) -> Vec<String> {
        let mut finding = RawFinding::new(Severity::High, "It is wrong");
        finding.description = Some(description.to_owned());
        quotes(&finding)
    }

    #[test]
    fn code_is_quoted_and_names_suggestions_and_commands_are_not() {
        assert_eq!(of("`return sum - 1;` loses one"), ["return sum - 1;"]);
        assert_eq!(of("`total` is wrong; call `check()`; see `src/a.rs:10`"), Vec::<String>::new());
        assert_eq!(of("`x = 1` should be `x = 22222`"), Vec::<String>::new());
        assert_eq!(of("`total = 1` should be `total = 22222`"), ["total = 1"]);
        assert_eq!(of("Run `npm test -- cart`, use `a.get(key)` instead"), Vec::<String>::new());
        assert_eq!(of("It says \"return sum - 1;\" and \"nothing\""), ["return sum - 1;"]);
    }

    #[test]
    fn blocks_are_quotes_but_not_what_is_to_be_put_there() {
        assert_eq!(of("Look:\n```js\nreturn sum;\n```\nbad"), ["return sum;"]);
        assert_eq!(of("Use this instead:\n```js\nreturn sum;\n```"), Vec::<String>::new());
        assert_eq!(of("```suggestion\nreturn sum;\n```"), Vec::<String>::new());
        assert_eq!(of("```rust\n+fn a() {}\n-fn b() {}\n```"), ["fn a() {}\nfn b() {}"]);
    }

    #[test]
    fn blanks_do_not_count_and_parts_keep_their_order() {
        assert!(stands_in("if (a) { b( ) }", "x\nif (a)\n{\n  b()\n}\n"));
        assert!(stands_in("open(…) close()", "open(path, mode)\nclose()"));
        assert!(!stands_in("close() … open()", "open()\nclose()"));
        assert!(!stands_in("return x;", "return y;"));
    }
}
