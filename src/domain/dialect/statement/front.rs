//! The verdict that a review's front matter states.

use super::{Collected, Form, Statement, ignore, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::page::Page;
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::Verdict;

pub(super) fn read(page: &Page<'_>, form: &Form, context: &ReadContext<'_>, out: &mut Collected) {
    for (at, key, value) in page.front_fields() {
        if !matches!(key.as_str(), "status" | "verdict" | "decision" | "result") {
            continue;
        }
        let verdict = match words::verdict(&value, form.own) {
            Said::Verdict(_) if page.lines[at].disguised => Verdict::Unclear,
            Said::Verdict(verdict) => verdict,
            Said::Unsure(_) => Verdict::Unclear,
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
