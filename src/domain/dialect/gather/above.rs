//! A place on a line of its own above its finding, as CodeRabbit writes it, and what rates the finding below it.
//!
//! ```text
//! `src/x.go (22-30)`                                `src/x.go` line 22
//! _⚠️ Potential issue_ | _🔴 Critical_                **Critical**: the goroutine leaks
//!
//! **The goroutine leaks.**
//! ```

use super::{Draft, Walk};
use crate::domain::dialect::field::{self, Head, Part};
use crate::domain::dialect::page::Kind;
use crate::domain::dialect::{place, words};
use crate::domain::review::{Location, Severity};

/// Pieces a line of ratings has at most.
const PIECES: usize = 6;

/// Reads `_⚠️ Potential issue_ | _🔴 Critical_`: pieces in marks between bars, one of them a severity.
fn ratings(text: &str) -> Option<(Severity, String)> {
    if !text.contains('|') || text.len() > 200 {
        return None;
    }
    let mut found: Option<(Severity, String)> = None;
    for piece in text.split('|').take(PIECES) {
        let piece = piece.trim();
        let marked = piece.starts_with(['_', '*', '`']) && piece.ends_with(['_', '*', '`']);
        let bare = piece.trim_matches(['_', '*', '`', ' ']);
        if !marked || !words::fewer(bare, 5) {
            return None;
        }
        if let Some(rated) = words::only_severity(bare) {
            found = Some(found.take().filter(|before| *before <= rated).unwrap_or(rated));
        }
    }
    found
}

/// Reads a line that is nothing but a place with its line.
fn alone(text: &str) -> Option<Location> {
    let (place, rest) = place::leading(field::undecorated(text))?;
    (place.line.is_some() && rest.trim_matches([':', '*', '_', ' ', '.']).is_empty()).then_some(place)
}

impl Draft {
    /// Gives the finding the place that a line of its own names: a file that its text only mentions does not stand against it.
    pub(super) fn pin(&mut self, place: Location) {
        let lined = self.finding.place().is_some_and(|p| p.line.is_some());
        if !lined && !self.parts.contains(Part::File) {
            self.finding.locations = vec![place];
        }
    }
}

impl Walk<'_, '_> {
    /// Takes a line that says where the finding right below it is, or that rates it; tells whether it was one.
    pub(super) fn stands_above(&mut self, at: usize, text: &str) -> bool {
        let line = &self.page.lines[at];
        if line.indent > 0 || self.quiet() {
            return false;
        }
        if let Some(draft) = self.current.as_ref()
            && draft.indent.is_none()
            && draft.finding.reported_severity.is_none()
            && let Some(word) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'))
            && words::only_severity(word).is_some()
        {
            self.parts(at, Part::Severity, word, true);
            return true;
        }
        let led = self.above.as_ref().is_some_and(|(above, _)| *above + 1 == at);
        if led && let Some(severity) = ratings(text) {
            self.flush();
            self.begin(at, Head { severity: Some(severity), ..Head::default() }, None);
            return true;
        }
        // The title in bold below that.
        let titled = text.strip_prefix("**").and_then(|t| t.strip_suffix("**")).filter(|t| !t.contains("**"));
        if let Some(draft) = self.current.as_mut()
            && let Some(title) = titled
            && draft.headed
            && draft.indent.is_none()
            && draft.finding.title.is_empty()
            && draft.finding.description.is_none()
            && draft.finding.reported_severity.is_some()
            && field::labelled(text).is_none()
        {
            draft.finding.title = field::clean(title);
            self.claim(at);
            return true;
        }
        let next = self.page.lines.get(at + 1);
        let joined = next.filter(|l| l.kind == Kind::Prose && !l.blank_before && l.indent == 0);
        let begins = joined.is_some_and(|l| {
            let rated = |h: Head| h.severity.is_some() && h.marked && h.place.is_none();
            ratings(&l.text).is_some() || field::head(&l.text).is_some_and(rated)
        });
        if line.blank_before
            && begins
            && let Some(place) = alone(text)
        {
            self.flush();
            self.above = Some((at, place));
            self.claim(at);
            return true;
        }
        false
    }
}
