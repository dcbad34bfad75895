//! A finding as names and values on one line, as logs write it: `severity=high file=src/a.rs line=3 msg=the lock leaks`.
//!
//! ```text
//! finding = pair (separator pair)+       with a severity or a file, and what is wrong
//! pair    = name "=" value | name ":" value, where semicolons or bars set the pairs apart
//! value   = a quotation | text up to the next pair
//! ```

use super::element::take;
use crate::domain::dialect::field::{self, Part};
use crate::domain::review::{RawFinding, Severity};

/// Pairs read of a line.
const MOST: usize = 16;

/// A pair: its part, where its name begins, where its value does.
type Pair = (Part, usize, usize);

/// Reads a line that is nothing but pairs.
pub(super) fn finding(text: &str) -> Option<RawFinding> {
    let pairs = pairs(text);
    let has = |wanted: &[Part]| pairs.iter().any(|(part, _, _)| wanted.contains(part));
    if pairs.len() < 3 || pairs[0].1 != 0 || !has(&[Part::Issue, Part::Title]) {
        return None;
    }
    let mut finding = RawFinding::new(Severity::Medium, "");
    let mut known = false;
    // A line belongs to a file, whichever is named first.
    for late in [false, true] {
        for (at, (part, _, from)) in pairs.iter().enumerate().filter(|(_, p)| (p.0 == Part::Line) == late) {
            let end = pairs.get(at + 1).map_or(text.len(), |next| next.1);
            let value =
                text[*from..end].trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
            let value = value.trim_matches(['"', '\'', '`']);
            if *part == Part::Status && field::settled(value) {
                return None;
            }
            finding.reported_status =
                if *part == Part::Status { field::reported_status(value) } else { finding.reported_status };
            known |= take(&mut finding, *part, value);
        }
    }
    (known && !finding.title.is_empty() && !super::placeholder(&finding.title)).then_some(finding)
}

/// Finds the pairs of a line.
fn pairs(text: &str) -> Vec<Pair> {
    let mut out: Vec<Pair> = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && out.len() < MOST {
        let name = bytes[at..].iter().take_while(|b| b.is_ascii_alphabetic() || **b == b'_').count();
        let end = at + name;
        let sign = bytes.get(end).copied();
        // A colon stands in many a sentence: it makes a pair at the beginning, or where a mark sets it apart.
        let apart = at == 0 || text[..at].trim_end().ends_with([';', '|', ',']);
        let pair = match sign {
            Some(b'=') => bytes.get(end + 1) != Some(&b'='),
            Some(b':') => apart && bytes.get(end + 1) == Some(&b' '),
            _ => false,
        };
        if let Some(part) = (name > 0 && pair).then(|| part(&text[at..end])).flatten() {
            out.push((part, at, end + 1));
            let value = text[end + 1..].trim_start();
            let from = text.len() - value.len();
            // Inside a quotation nothing is a pair.
            let quoted = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            let close = quoted.and_then(|quote| value[1..].find(quote)).map_or(0, |end| end + 2);
            at = (from + close).max(end + 1);
        }
        // On to the next word.
        let next =
            bytes[at.min(bytes.len())..].iter().position(|b| matches!(b, b' ' | b',' | b';' | b'|' | b'\t'));
        let Some(next) = next else { break };
        at += next;
        at += bytes[at..].iter().take_while(|b| matches!(b, b' ' | b',' | b';' | b'|' | b'\t')).count();
    }
    out
}

fn part(name: &str) -> Option<Part> {
    match name.to_ascii_lowercase().as_str() {
        "msg" | "text" | "error" => Some(Part::Issue),
        name => field::part(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_parts() {
        for text in [
            "severity=high file=src/a.rs line=3 msg=the lock leaks",
            "file=src/a.rs:3 severity=high msg=\"the lock leaks\"",
            "severity=high, line=3, file=src/a.rs, issue=the lock leaks",
            "severity: high; file: src/a.rs; line: 3; issue: the lock leaks",
            "id=f-001 severity=high file=src/a.rs line=3 issue=the lock leaks suggestion=release it",
        ] {
            let found = finding(text).unwrap();
            assert_eq!((found.severity, found.title.as_str()), (Severity::High, "the lock leaks"), "{text}");
            let place = found.place().unwrap();
            assert_eq!((place.file.as_str(), place.line), ("src/a.rs", Some(3)), "{text}");
        }
        for text in [
            "severity=high",
            "a=b severity=high file=a.rs issue=x y",
            "severity=high file=src/a.rs msg={title}",
            "severity=high file=src/a.rs status=fixed msg=the lock leaks",
            "The flag severity=high is read from file=a.rs",
            "Issue: the lock leaks, file: unknown",
        ] {
            assert!(finding(text).is_none(), "{text}");
        }
    }
}
