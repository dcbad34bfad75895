//! `Task 04-05 Task 2: **passed**`: a verdict whose label is the task itself.
//!
//! It counts where nothing else states one, and where it is the only line of its kind: of several tasks each has its
//! own, and none is the whole's.

use super::label::body;
use super::{Form, Statement, aside, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::Verdict;

/// Words of a label that may stand beside the numbers of a task.
const NAMES: &[&str] = &["task", "plan", "phase", "review", "of", "result"];

/// Finds the one line that gives a task its verdict; nothing where there are several, or it is not the reviewer's.
pub(super) fn only(
    page: &Page<'_>,
    form: &Form,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Option<Statement> {
    let mut found = page.lines.iter().enumerate().filter_map(|(at, line)| Some((at, read(line, form)?)));
    let (at, verdict) = found.next().filter(|_| found.next().is_none())?;
    let line = &page.lines[at];
    let passed_over = line.disguised
        || gathered.earlier.contains(at)
        || gathered.taken.contains(at)
        || led.binary_search(&at).is_ok()
        || aside::whole(body(line)).is_some()
        || shown::in_diff(page, line, context)
        || shown::as_sample(page, line);
    let rule = format!("{}.of_task", form.dialect);
    (!passed_over).then_some(Statement::formal(at, verdict, rule))
}

fn read(line: &Line<'_>, form: &Form) -> Option<Verdict> {
    if !line.own() || line.indent > 0 || !matches!(line.kind, Kind::Prose | Kind::Heading(_)) {
        return None;
    }
    let (label, value) = body(line).rsplit_once(": ").or_else(|| body(line).rsplit_once(":** "))?;
    let names = words::words(label);
    let task = names.iter().any(|w| w == "task" || w == "plan")
        && names.iter().all(|w| NAMES.contains(&w.as_str()) || w.contains(char::is_numeric));
    match words::verdict(value, form.own) {
        Said::Verdict(verdict) if task && words::is_bare_verdict(value, form.own) => Some(verdict),
        Said::Verdict(_) | Said::Template | Said::Unsure(_) | Said::Nothing => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn a_tasks_own_verdict_counts_where_it_is_the_only_one() {
        for (text, expected) in [
            ("## Review complete\n\nTask 04-05 Task 2: **passed**\n\n- Critical: none", Verdict::Approved),
            ("Task 1: passed\nTask 2: passed", Verdict::Unclear),
            ("Task 1: passed\n\nVerdict: rejected\n- [HIGH] a.rs:1 leaks", Verdict::ChangesRequested),
            ("> Task 1: passed", Verdict::Unclear),
            ("Task force: passed", Verdict::Unclear),
            ("Task 1: passed, but only locally", Verdict::Unclear),
        ] {
            assert_eq!(read(text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }
}
