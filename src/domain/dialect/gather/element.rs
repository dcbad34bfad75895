//! A finding as an element: `<finding severity="high" file="src/a.rs" line="5">No check</finding>`.
//!
//! It reads one line; the parts have the names that fields have.

use crate::domain::dialect::field::{self, Part};
use crate::domain::dialect::{place, words};
use crate::domain::review::RawFinding;
use crate::domain::review::Severity;

/// Attributes read of one element.
const MOST: usize = 16;

/// Reads a line that is one element with a severity or a file.
pub(super) fn finding(text: &str) -> Option<RawFinding> {
    let inner =
        ["<finding ", "<issue ", "<comment ", "<problem "].iter().find_map(|o| text.strip_prefix(o))?;
    let (head, body) = inner.split_once('>')?;
    let body = body.split("</").next().unwrap_or_default();
    let mut finding = RawFinding::new(Severity::Medium, field::clean(body));
    let mut known = false;
    let mut rest = head.trim_end_matches('/');
    for _ in 0..MOST {
        let Some((name, after)) = rest.split_once('=') else { break };
        let Some(quote) = after.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some((value, more)) = after[1..].split_once(quote) else { break };
        rest = more;
        if let Some(part) = field::part(name.trim()) {
            known |= take(&mut finding, part, value);
        }
    }
    (known && !finding.title.is_empty() && !super::placeholder(&finding.title)).then_some(finding)
}

/// Gives a finding one of its parts; tells whether it is one that makes a finding of it.
pub(super) fn take(finding: &mut RawFinding, part: Part, value: &str) -> bool {
    match part {
        Part::Severity => {
            let Some((severity, word)) = words::rating(value) else { return false };
            finding.severity = severity;
            finding.reported_severity = Some(word);
            return true;
        }
        Part::File => {
            finding.locations.extend(place::field(value));
            return !finding.locations.is_empty();
        }
        Part::Line => {
            if let (Some(first), Some((line, end))) =
                (finding.locations.first_mut(), place::line_numbers(value))
            {
                (first.line, first.end_line) = (Some(line), end);
            }
        }
        Part::Id => finding.reported_id = Some(value.to_owned()),
        Part::Title | Part::Issue if finding.title.is_empty() => finding.title = field::clean(value),
        Part::Fix => finding.suggestion = Some(field::clean(value)),
        Part::Reverses => finding.reverses = Some(value.to_owned()),
        Part::ClosedWhen => finding.closed_when = Some(value.to_owned()),
        Part::Blocks => finding.marked_blocking = true,
        Part::Title
        | Part::Issue
        | Part::Requirement
        | Part::Why
        | Part::Category
        | Part::Status
        | Part::Stage
        | Part::Position => {}
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_parts() {
        let found =
            finding(r#"<finding severity="high" file="src/a.rs" line="5">No check</finding>"#).unwrap();
        assert_eq!((found.severity, found.title.as_str()), (Severity::High, "No check"));
        assert_eq!(found.place().unwrap().line, Some(5));
        assert!(finding("<finding>No check</finding>").is_none());
        assert!(finding(r#"<finding severity="high">{title}</finding>"#).is_none());
    }
}
