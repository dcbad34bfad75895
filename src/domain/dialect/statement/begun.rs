//! A review that begins behind an approval and comes to no verdict: the approval was of the one before it.
//!
//! ```text
//! opening = "Review:" … | "REVIEW COMPLETE"        as a heading
//! begun   = opening behind the approval, where one stands before it, or the text breaks off in a table
//!         | "CYCLE: n/m" behind a cycle of a lower number
//! ```
//!
//! A verdict may stand above the only review of a text. It never looks at what a review says: where a later one has a
//! verdict, that holds.

use std::sync::LazyLock;

use regex::Regex;

use super::taken_back::Doubt;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page, heading_text};

static CYCLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_]*(?:cycle|round|iteration|attempt)[*_]*\s*:[*_\s]*(\d{1,3})\s*(?:(?:/|of)\s*\d{1,3})?[*_\s]*$")
        .expect("a constant pattern")
});

fn opens(line: &Line<'_>) -> bool {
    let Kind::Heading(_) = line.kind else { return false };
    let name = heading_text(&line.text).to_lowercase();
    name.starts_with("review:") || name.trim_end_matches([':', '*', ' ']) == "review complete"
}

/// Finds where another review begins behind the approval on a line, the last that states a verdict.
pub(crate) fn doubt(page: &Page<'_>, gathered: &Gathered, approves: usize) -> Option<Doubt> {
    let here =
        |at: usize| page.lines[at].own() && !gathered.earlier.contains(at) && !gathered.taken.contains(at);
    let mut later = (approves + 1..page.lines.len()).filter(|&at| here(at));
    let before = || page.lines[..=approves].iter().any(|l| l.own() && opens(l));
    let broken = || {
        let last = page.lines.iter().rev().find(|l| !l.text.is_empty());
        last.is_some_and(|l| l.kind == Kind::Table && !l.text.trim_end().ends_with('|'))
    };
    let opened = later.clone().find(|&at| opens(&page.lines[at])).filter(|_| before() || broken());
    let number = |l: &Line<'_>| {
        let named = matches!(l.kind, Kind::Prose).then(|| CYCLE.captures(&l.text)).flatten()?;
        named[1].parse::<u32>().ok()
    };
    let mut first: Option<u32> = page.lines[..=approves].iter().filter(|l| l.own()).find_map(number);
    let cycles = || {
        later.find(|&at| match (number(&page.lines[at]), first) {
            (Some(n), Some(before)) => n > before,
            (Some(n), None) => {
                first = Some(n);
                false
            }
            (None, _) => false,
        })
    };
    let at = opened.or_else(cycles)?;
    Some(Doubt { at, anywhere: true, why: "begins another review, which comes to no verdict" })
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn a_review_that_was_begun_later_keeps_an_approval_from_holding() {
        let table =
            "| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Scope | PASS | as asked |\n";
        for (text, expected) in [
            ("REVIEW_PASS\n\n## Review: tasks (Iteration 2)\n\n### Findings\n| # | Dimension | Sta".to_owned(), Verdict::Unclear),
            (format!("REVIEW_PASS\n\n## Review: tasks (Iteration 1)\n\n### Findings\n{table}"), Verdict::Approved),
            (
                "## REVIEW COMPLETE\n\n**Task:** 04-02 Task 1\n**Status:** passed\n\n## REVIEW COMPLETE\n\n**Task:** 04-02 Task 3\n\n### Spec Comp".to_owned(),
                Verdict::Unclear,
            ),
            ("## REVIEW COMPLETE\n\n**Task:** 04-02 Task 1\n**Status:** passed\n".to_owned(), Verdict::Approved),
            ("VERDICT: approve\nCYCLE: 1/3\nFINDINGS:\n\nCYCLE: 2/3\nFINDINGS:\n".to_owned(), Verdict::Unclear),
            ("VERDICT: approve\nCYCLE: 2/3\nRESOLVED: 1\nPERSISTENT: 0\nNEW: 0\nFINDINGS:\n".to_owned(), Verdict::Approved),
        ] {
            assert_eq!(read(&text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }
}
