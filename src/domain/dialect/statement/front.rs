//! The verdict that a review's front matter states.

use super::{Collected, Form, Statement, ignore, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::page::Page;
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::Verdict;

/// States of reports that wait for somebody or are not whole.
const UNFINISHED: &[&str] = &[
    "human needed",
    "needs human",
    "human verification",
    "partial",
    "partially passed",
    "incomplete",
    "pending",
    "blocked",
    "in progress",
    "needs work",
    "not started",
];

/// Returns a state in one form: `human_needed` and `"Human-Needed"` are one.
fn state(value: &str) -> String {
    let bare = value.trim().trim_matches(['"', '\'', '*', '`']).to_ascii_lowercase();
    bare.replace(['_', '-'], " ").trim().to_owned()
}

pub(super) fn read(page: &Page<'_>, form: &Form, context: &ReadContext<'_>, out: &mut Collected) {
    for (at, key, value) in page.front_fields() {
        if !matches!(key.as_str(), "status" | "verdict" | "decision" | "result") {
            continue;
        }
        let verdict = match words::verdict(&value, form.own) {
            Said::Verdict(_) if page.lines[at].disguised => Verdict::Unclear,
            Said::Verdict(verdict) => verdict,
            Said::Unsure(_) => Verdict::Unclear,
            // A state that is known and is none of an end does not let a body approve in its place (SPEC 12.12).
            Said::Nothing if UNFINISHED.contains(&state(&value).as_str()) => Verdict::Unclear,
            Said::Template | Said::Nothing => continue,
        };
        if shown::in_diff(page, &page.lines[at], context) {
            ignore(page, &page.lines[at], "stands in the reviewed diff", out);
            continue;
        }
        let rule = format!("{}.front_matter", form.dialect);
        out.statements.push(Statement::formal(at, verdict, rule));
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{self, ReadContext};
    use crate::domain::review::Verdict;

    #[test]
    fn a_report_that_waits_is_not_approved_by_its_body() {
        for (state, verdict) in [
            ("human_needed", Verdict::Unclear),
            ("PARTIAL", Verdict::Unclear),
            ("in-progress", Verdict::Unclear),
            ("passed", Verdict::Approved),
        ] {
            let text = format!("---\nstatus: {state}\n---\n\n# Phase 1 Verification\n\n**Status:** passed\n");
            let reading = dialect::read(&text, &ReadContext::default());
            assert_eq!(reading.claimed_verdict, verdict, "{state}");
        }
    }
}
