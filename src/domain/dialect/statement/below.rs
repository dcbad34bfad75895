//! The value of a verdict's label on the line below it.
//!
//! ```text
//! label = "Verdict" [":"] LF value | "**Verdict**" LF value | "Verdict" LF "=====" LF value
//! ```

use super::label::{Label, body, label, labelled};
use super::{Scan, options, struck_out};
use crate::domain::dialect::page::Kind;
use crate::domain::dialect::words::{self, Said};

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
