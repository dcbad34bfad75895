//! A list below an item that names a severity or a file and says nothing else: `- **Critical**`, `- `src/a.rs``.

use super::Walk;
use super::section::{self, LABEL_LEVEL, Mood};
use crate::domain::dialect::field;
use crate::domain::dialect::page::{Kind, item_body};
use crate::domain::dialect::place;

/// Level of the section that such an item opens: below all that lines open.
const LEVEL: u8 = LABEL_LEVEL + 2;

impl Walk<'_, '_> {
    /// Opens a section for what is nested below an item; tells whether it did.
    pub(super) fn nests(&mut self, at: usize, body: &str) -> bool {
        let line = &self.page.lines[at];
        let next = self.page.lines.get(at + 1);
        let Some(below) = next.filter(|l| l.kind == Kind::Item && l.indent > line.indent) else {
            return false;
        };
        let plain = item_body(&below.text).is_some_and(|(inner, _)| field::labelled(inner).is_none());
        let held = self.current.as_ref().is_some_and(|d| d.indent.is_none_or(|i| line.indent > i));
        let name = body.trim_matches(['*', '_', ' ', ':']);
        let severity = section::severity_heading(name);
        let file = place::only_file(name);
        if !plain || held || self.mood() == Mood::Resolved || severity.is_none() && file.is_none() {
            return false;
        }
        self.open_section(at, name, LEVEL);
        if let Some(opened) = self.sections.last_mut() {
            opened.file = file.or_else(|| opened.file.take());
        }
        self.nested = Some(line.indent);
        true
    }

    /// Ends that section at what stands no further in than the item that opened it.
    pub(super) fn leave_nested(&mut self, indent: usize) {
        if self.nested.is_some_and(|nested| indent <= nested) {
            self.flush();
            self.sections.retain(|s| s.level < LEVEL);
            self.nested = None;
        }
    }
}
