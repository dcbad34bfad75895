//! The value of a verdict's label on the line below it.
//!
//! ```text
//! label = "Verdict" [":"] LF value | "**Verdict**" LF value | "Verdict" LF "=====" LF value
//!       | "### Verdict" LF "> " value                    where nothing else is stated and the value objects
//! ```

use super::label::{Label, body, label, labelled};
use super::{Form, Scan, Statement, options, struck_out};
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Page};
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::Verdict;

/// Reads the refusal that is set off as a quotation right below the heading of the verdict. It counts where nothing
/// else states one and the page has one such heading: then it quotes nobody. An approval is never read from it.
pub(super) fn quoted(page: &Page<'_>, gathered: &Gathered, led: &[usize], form: &Form) -> Option<Statement> {
    let own = |at: &usize| {
        let line = &page.lines[*at];
        line.own()
            && matches!(line.kind, Kind::Heading(_))
            && matches!(label(body(line)), Some(Label::Ours { .. }))
            && !super::label::of_the_past(body(line))
    };
    let mut heads = (0..page.lines.len()).filter(own);
    let head = heads.next().filter(|_| heads.next().is_none())?;
    let at = head + 1;
    let line = page.lines.get(at).filter(|l| l.kind == Kind::Quote && !l.disguised)?;
    let alone = page.lines.get(at + 1).is_none_or(|l| l.kind != Kind::Quote);
    let value = line.text.trim_start_matches(['>', ' ']);
    let apart =
        gathered.taken.contains(at) || gathered.earlier.contains(head) || led.binary_search(&at).is_ok();
    if !alone || apart || !words::is_bare_verdict(value, form.own) {
        return None;
    }
    match words::verdict(value, form.own) {
        Said::Verdict(verdict @ (Verdict::ChangesRequested | Verdict::Rejected)) => {
            Some(Statement::formal(at, verdict, format!("{}.value_below", form.dialect)))
        }
        Said::Verdict(_) | Said::Template | Said::Unsure(_) | Said::Nothing => None,
    }
}

impl Scan<'_, '_> {
    /// Reads the value that stands on the line below a label.
    pub(super) fn below(&self, at: usize) -> Said {
        // A heading may have its line drawn below it.
        let drawn = self.page.lines.get(at + 1).is_some_and(|l| l.kind == Kind::Rule && !l.blank_before);
        let at = at + usize::from(drawn);
        let below = &self.page.lines[(at + 1).min(self.page.lines.len())..];
        let Some(next) = below.iter().take(4).find(|l| !struck_out(&l.text)) else { return Said::Nothing };
        if !matches!(next.kind, Kind::Prose | Kind::Item) || next.disguised {
            return Said::Nothing;
        }
        // A line with a label of its own states its own verdict.
        if labelled(body(next)).is_some_and(|(l, _)| matches!(l, Label::Ours { .. }))
            || super::label::of_the_past(body(next))
        {
            return Said::Nothing;
        }
        let first = at + 1 + below.iter().take(4).position(|l| !struck_out(&l.text)).unwrap_or(0);
        match options::below(self.page, first, self.form.own) {
            options::Below::Plain => {}
            options::Below::Boxes => return Said::Nothing,
            options::Below::Options => return Said::Template,
        }
        match words::verdict(body(next), self.form.own) {
            Said::Nothing => words::verdict_inside(body(next), self.form.own),
            said @ (Said::Verdict(_) | Said::Template | Said::Unsure(_)) => said,
        }
    }

    /// `**Verdict**` on a line of its own, and right below it nothing but the verdict.
    pub(super) fn below_bold(&self, at: usize) -> Option<Said> {
        let line = &self.page.lines[at];
        let inner = line.text.strip_prefix("**")?.strip_suffix("**")?;
        let ours = line.kind == Kind::Prose && matches!(label(inner), Some(Label::Ours { .. }));
        let next =
            self.page.lines.get(at + 1).filter(|l| ours && words::is_bare_verdict(body(l), self.form.own))?;
        Some(self.below(at)).filter(|said| *said != Said::Nothing && next.own())
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn a_refusal_set_off_below_its_heading_counts_and_an_approval_does_not() {
        for (text, expected) in [
            ("### Verdict\n\n> needs fixes\n\n- [HIGH] a.rs:1 leaks", Verdict::ChangesRequested),
            ("### Verdict\n\n> approved", Verdict::Unclear),
            ("### Verdict\n\n> needs fixes\n> approved", Verdict::Unclear),
            ("### Previous verdict\n\n> needs fixes", Verdict::Unclear),
            ("### Verdict of round 1\n\n> needs fixes\n\n### Verdict\n\napproved", Verdict::Approved),
        ] {
            assert_eq!(read(text, &ReadContext::default()).claimed_verdict, expected, "{text}");
        }
    }
}
