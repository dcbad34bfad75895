//! A report of work that somebody did: what it calls passed are his own checks, and no reviewer's verdict.
//!
//! ```text
//! report   = heading of work | signal of work | "I fixed …"         and no heading or label of a review
//! work     = "Files Modified" | "Fixes applied" | "EXECUTION COMPLETE" | "Task 3 done" | …
//! check    = "Verification Results" | "Smoke test" | "Self-check"   names checks that a reviewer may have run, too
//! reviewer = "Review …" | "Findings" | "Spec Compliance" | …        as a heading or a label
//! ```
//!
//! Who approves in so many words, `approved`, `LGTM`, is a reviewer whatever he reports; `passed` and `PASS` are words of
//! checks. Where only checks are named, a label `Verdict` is a reviewer's as well. What objects is read as ever.

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::pattern::pattern;
use super::{Collected, ignore};
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words;

static WORK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:files (?:modified|changed|created|touched)|(?:task|plan|execution|implementation|phase)(?: [\d.-]+)?[ _](?:complete|completed|done|finished|summary)|(?:all )?fix(?:es)? (?:applied|made|report|summary)|what (?:was|i) (?:done|did|changed)|commits?|task commits|deviations(?: from (?:the )?plan)?|changes made|response to (?:the )?(?:review|findings))\W*(?::|$)",
    )
});
static CHECK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:verification results|smoke tests?|self[- ]?check(?: results?)?|tests? run|qa report)\W*(?::|$)",
    )
});
static REVIEWER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\breview(?:s|ed|er|er's)?\b|\bre-?review\b|^\W*(?:findings?|issues?(?: found)?|spec(?:ification)? compliance|code quality|requirements(?: traceability| score| check)?|scope creep|assessment|strengths|blockers?|critical|warnings?)\b",
    )
});
static DID: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:i|we)(?:['’]ve| have)?(?: now| also| then| just)* (?:fixed|amended|mended|committed|implemented|pushed|refactored|rewrote|resolved|addressed)\b",
    )
});
static APPROVES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)approv|lgtm|review_|\bship\b|\bmerge\b|recommend"));
static VERDICT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\b(?:verdict|decision)\b"));

/// Words of a line that may head something without being a heading.
const HEAD: usize = 6;

/// Tells whether a line heads something: a heading, or a short line or label of its own.
fn heads(line: &Line<'_>) -> bool {
    matches!(line.kind, Kind::Heading(_))
        || line.kind == Kind::Prose
            && (line.text.starts_with("**") || words::fewer(&line.text, HEAD) && !line.text.ends_with('.'))
}

/// Takes the approvals of a report of work off what was collected.
pub(super) fn set_aside(page: &Page<'_>, out: &mut Collected) {
    if !out.statements.iter().any(|s| s.verdict.approves()) {
        return;
    }
    let states = |at: usize| out.statements.iter().any(|s| s.at == at);
    let (mut works, mut checks) = (false, false);
    for (at, line) in page.lines.iter().enumerate().filter(|(_, l)| l.own()) {
        let text = body(line);
        if heads(line) {
            if !states(at) && REVIEWER.is_match(text) {
                return;
            }
            works |= WORK.is_match(text);
            checks |= CHECK.is_match(text);
        }
        checks |= line.kind == Kind::Prose && DID.is_match(text);
    }
    if !works && !checks {
        return;
    }
    let reviewers = |text: &str| APPROVES.is_match(text) || !works && VERDICT.is_match(text);
    let (kept, dropped): (Vec<_>, Vec<_>) = std::mem::take(&mut out.statements).into_iter().partition(|s| {
        let below = page.lines.get(s.at + 1).filter(|_| s.rule.ends_with(".value_below"));
        !s.verdict.approves()
            || reviewers(&page.lines[s.at].text)
            || below.is_some_and(|l| reviewers(&l.text))
    });
    out.statements = kept;
    for statement in dropped {
        ignore(page, &page.lines[statement.at], "in a report of work that was done", out);
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    fn of(text: &str) -> Verdict {
        read(text, &ReadContext::default()).claimed_verdict
    }

    #[test]
    fn a_report_of_work_approves_nothing() {
        for text in [
            "## EXECUTION COMPLETE\n\n**Plan:** 03-02\n**Status:** passed\n**Commit:** 4f2a9c1\n",
            "### Files Modified\n- lib/queue.rb\n\n### Verification Results\n\nPASS\n",
            "### Verification Results\n\n**Verdict:** PASS\n\n### Files Changed\n- lib/queue.rb\n",
            "### Verification Results\n\n**Result:** PASS\n",
            "## Smoke test\n\nPASS\n",
            "## Task 7 complete\n\nStatus: passed\nReady for the next one.\n",
            "I addressed all three findings and pushed.\n\nResult: PASS\n",
            "## Fixes applied\n\n- F1: the queue is locked\n\nResult: PASS\n",
            "PLAN COMPLETE\n\nStatus: passed\n\n### Deviations\nNone\n",
        ] {
            assert_eq!(of(text), Verdict::Unclear, "{text}");
        }
    }

    #[test]
    fn a_review_that_names_or_quotes_such_a_report_approves() {
        for text in [
            "## REVIEW COMPLETE\n\n**Task:** 03-02 Task 1\n**Status:** passed\n\n### Files Changed\n- lib/queue.rb\n",
            "### Files Changed\n- lib/queue.rb\n\n**Status:** APPROVED\n",
            "## Review\n\nThe executor says:\n\n> ### Files Modified\n> - lib/queue.rb\n\nVerdict: PASS\n",
            "### Verification Results\n- `rake`: 12 passed\n\n### Verdict: PASS\n\n### Findings\nNone\n",
            "I checked the fix.\n\nResult: PASS\n",
        ] {
            assert_eq!(of(text), Verdict::Approved, "{text}");
        }
    }
}
