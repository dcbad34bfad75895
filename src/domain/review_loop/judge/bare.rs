//! Findings without words of their own: a row that only says that it fails again (SPEC 4.4).

use super::Bench;
use crate::domain::review::{RawFinding, ReportedStatus};

/// The title that the reader gives a row without a reason.
const WITHOUT_A_REASON: &str = "failed without a reason";

/// Tells whether a finding says nothing of what is found.
pub(super) fn is_bare(said: &RawFinding) -> bool {
    said.title == WITHOUT_A_REASON
}

/// Says of a new finding without words that its row passed before, where that is what the row says.
pub(super) fn in_words(mut said: RawFinding) -> RawFinding {
    if is_bare(&said) && said.reported_status == Some(ReportedStatus::Changed) {
        let row = said.category.as_deref().unwrap_or("it");
        said.title = format!("{row} passed before and fails now, without a reason");
    }
    said
}

impl Bench<'_> {
    /// Gives a known finding that is raised again without words those it had, and says so where it had passed.
    pub(super) fn in_its_old_words(&mut self, mut said: RawFinding, index: usize) -> RawFinding {
        if !is_bare(&said) {
            return said;
        }
        let was = &self.findings[index];
        said.title.clone_from(&was.said.title);
        said.description = said.description.or_else(|| was.said.description.clone());
        said.why = said.why.or_else(|| was.said.why.clone());
        said.suggestion = said.suggestion.or_else(|| was.said.suggestion.clone());
        if !was.is_open() {
            let message = format!(
                "{} passed and fails again, and its row gives no reason; what was said of it before stands",
                was.id
            );
            self.remark("regression", message);
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::{self, ReadContext};

    #[test]
    fn a_row_that_only_says_that_it_fails_again_is_bare() {
        for (row, bare) in [
            ("REGRESSION: was PASS, now FAIL", true),
            ("STILL FAILING (iteration 2): ", true),
            ("REGRESSION: was PASS, now FAIL: no source is given", false),
        ] {
            let text = format!(
                "## Review: research (Iteration 2)\n\n### Findings\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Grounding | FAIL | {row} |\n\nREVIEW_FAIL\n"
            );
            let reading =
                dialect::read(&text, &ReadContext { forced: Some("ralph"), ..ReadContext::default() });
            assert_eq!(reading.findings.iter().map(is_bare).collect::<Vec<_>>(), [bare], "{row}");
        }
    }
}
