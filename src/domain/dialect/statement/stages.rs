//! The verdicts of the two stages, where each stands in its stage's heading or behind its stage's label.
//!
//! ```text
//! status = heading: name (":" | dash) verdict            ("# Stage 1: Spec Compliance — PASSED ✅")
//!        | line: stage ("status" | "verdict" | …) ":" verdict       ("**Quality status:** issues_found")
//! name   = "spec compliance" | "code quality" | stage word+, "review", a number
//! whole  = the stage that fails | the last, where both stages pass
//! ```
//!
//! SPEC 4.1: each stage has its own status, and the one that fails fails the whole. One stage that passes says nothing of
//! the other, and approves nothing.

use super::label::{self, body};
use super::{Form, Statement};
use crate::domain::dialect::gather;
use crate::domain::dialect::page::{Kind, Line};
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::{Stage, Verdict};

/// A stage's own status.
#[derive(Debug, Clone)]
pub(super) struct Status {
    stage: Stage,
    statement: Statement,
}

const STAGED: &[&str] = &["spec", "specification", "compliance", "quality", "code", "stage", "requirements"];
const PLAIN: &[&str] =
    &["review", "status", "verdict", "result", "outcome", "decision", "check", "part", "the", "and"];

/// Bytes of a line that may hold one.
const LONGEST: usize = 160;

/// Reads the status of a stage from a line of its own.
pub(super) fn read(at: usize, line: &Line<'_>, form: &Form) -> Option<Status> {
    let text = body(line);
    let heading = matches!(line.kind, Kind::Heading(_));
    if text.len() > LONGEST || !heading && line.kind != Kind::Prose {
        return None;
    }
    let cut = if heading { [" — ", " – ", ": ", " - "].as_slice() } else { &[":"] };
    let (name, value) = cut
        .iter()
        .filter_map(|mark| text.rfind(mark).map(|at| (at, mark.len())))
        .max()
        .map(|(at, length)| (&text[..at], &text[at + length..]))?;
    let names = words::words(name);
    let known = |w: &String| {
        [STAGED, PLAIN].iter().any(|list| list.contains(&w.as_str())) || w.bytes().all(|b| b.is_ascii_digit())
    };
    let has = |list: &[&str]| names.iter().any(|w| list.contains(&w.as_str()));
    // `Code review: passed` is the whole, and so is whatever is a label by itself.
    let staged = has(&["compliance", "quality", "stage", "spec", "specification"]) && (heading || has(PLAIN));
    if !staged || names.len() > 6 || !names.iter().all(known) || label::label(name).is_some() {
        return None;
    }
    let stage = gather::stage_of(name)?;
    let Said::Verdict(verdict) = words::verdict(value, form.own) else { return None };
    if verdict == Verdict::Unclear || !words::is_bare_verdict(value, form.own) {
        return None;
    }
    let rule = format!("{}.stage", form.dialect);
    Some(Status { stage, statement: Statement::formal(at, verdict, rule) })
}

/// What the statuses come to: those of the stages that fail, or the last where both pass and nothing else is said.
pub(super) fn combined(found: Vec<Status>, alone: bool) -> Vec<Statement> {
    let both = [Stage::Spec, Stage::Quality].iter().all(|stage| found.iter().any(|s| s.stage == *stage));
    let (passed, failed): (Vec<Status>, Vec<Status>) =
        found.into_iter().partition(|status| status.statement.verdict.approves());
    if !failed.is_empty() {
        return failed.into_iter().map(|status| status.statement).collect();
    }
    // The weaker of two approvals holds.
    let noted = passed.iter().rposition(|s| s.statement.verdict == Verdict::ApprovedWithNotes);
    let held = noted.or(passed.len().checked_sub(1)).filter(|_| both && alone);
    held.and_then(|at| passed.into_iter().nth(at)).map(|status| status.statement).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn stages_tell_their_status_in_their_headings() {
        let passed = "No issues found.";
        for (text, expected) in [
            (
                format!(
                    "# Stage 1: Spec Compliance — PASSED ✅\n\n{passed}\n\n# Stage 2: Code Quality — ISSUES FOUND ❌\n\n### Finding 1: no lock\n- **Severity:** critical\n- **File:** b.go:5\n"
                ),
                Verdict::ChangesRequested,
            ),
            (
                format!(
                    "## Spec Compliance: issues_found\n\n- **critical** a.go:3 no test\n\n## Code Quality: passed\n\n{passed}\n"
                ),
                Verdict::ChangesRequested,
            ),
            (
                format!(
                    "# Stage 1: Spec Compliance — PASSED\n\n{passed}\n\n# Stage 2: Code Quality — PASSED\n\n{passed}\n"
                ),
                Verdict::Approved,
            ),
            ("**Spec status:** passed\n**Quality status:** passed\n".to_owned(), Verdict::Approved),
            ("**Spec status:** passed\n**Quality status:** failed\n".to_owned(), Verdict::ChangesRequested),
            // Of one stage nothing follows for the other.
            (format!("## Spec Compliance: passed\n\n{passed}\n"), Verdict::Unclear),
            (format!("## Code Quality: passed\n\n{passed}\n\n## Code Quality: passed\n"), Verdict::Unclear),
            (
                format!("## Spec Compliance: pending\n\n## Code Quality: passed\n\n{passed}\n"),
                Verdict::Unclear,
            ),
            (
                format!("> ## Spec Compliance: passed\n\n## Code Quality: passed\n\n{passed}\n"),
                Verdict::Unclear,
            ),
            (
                format!("## Spec Compliance: passed?\n\n## Code Quality: passed\n\n{passed}\n"),
                Verdict::Unclear,
            ),
            (
                format!(
                    "**Status:** passed\n\n## Spec Compliance: passed\n\n{passed}\n\n## Code Quality: passed\n\n{passed}\n"
                ),
                Verdict::Approved,
            ),
        ] {
            assert_eq!(read(&text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }
}
