//! What becomes of a draft once its text has ended: whether it is kept as a finding, and what its section adds.

use super::field::{Part, blank};
use super::section::{self, Mood, Section};
use super::shape::{self, place_of_title, severity_of_id, title};
use super::{Draft, Walk, goes_on, placeholder};
use crate::domain::dialect::{place, words};
use crate::domain::review::{Location, Remark, Resolved, Severity};

/// `Looks good.` below a file's name: no finding.
fn approves(title: &str) -> bool {
    words::is_bare_verdict(title, &[])
        && matches!(words::verdict(title, &[]), words::Said::Verdict(verdict) if verdict.approves())
}

impl Draft {
    /// Tells whether every text it has is what a form has in its place.
    fn unfilled(&self) -> bool {
        let finding = &self.finding;
        let texts = [
            Some(&finding.title),
            self.issue.as_ref(),
            finding.description.as_ref(),
            finding.suggestion.as_ref(),
            finding.why.as_ref(),
        ];
        texts.into_iter().flatten().all(|text| blank::of_form(text))
            && finding.locations.iter().all(blank::place_of_form)
    }
}

impl Walk<'_, '_> {
    /// Says that a form's entry is left out; once, since a form may have any number of them.
    pub(super) fn unfilled(&mut self, line: u32) {
        let message = "an entry that offers the severities and is not filled in is left out";
        if !self.out.remarks.iter().any(|r| r.message == message) {
            self.out.remarks.push(Remark::new(line, "lenient", message));
        }
    }

    /// A finding of which the text has nothing but the beginning of a heading is cut off: its severity
    /// and its title cannot be read.
    pub(super) fn breaks_off(&mut self) {
        let text = self.page.text;
        let Some(draft) = &self.current else { return };
        let rated = draft.finding.reported_severity.is_some()
            || self.sections.last().is_some_and(|s| s.severity.is_some())
            || draft.finding.reported_id.as_deref().and_then(severity_of_id).is_some();
        let last = self.page.lines.last().is_some_and(|l| l.number == draft.line);
        let open = !text.ends_with(['\n', '.', '!', '?', ')', '`', '*', ']']);
        if last && open && !rated && draft.indent.is_none() && draft.finding.locations.is_empty() {
            self.out.remarks.push(Remark::new(
                draft.line,
                "cut",
                "the text breaks off in a finding's heading; it is left out",
            ));
            self.current = None;
        }
    }

    pub(super) fn flush(&mut self) {
        let Some(draft) = self.current.take() else { return };
        let Some(section) = self.sections.last().cloned() else {
            self.keep(draft, None);
            return;
        };
        self.keep(draft, Some(&section));
    }

    pub(super) fn keep(&mut self, mut draft: Draft, section: Option<&Section>) {
        if draft.retracted {
            return;
        }
        if draft.settled || section.is_some_and(|s| s.mood == Mood::Resolved) {
            if let Some(id) = draft.finding.reported_id {
                self.out.resolved.push(Resolved { id, reason: None });
            }
            return;
        }
        if let Some((line, word)) = draft.offered.take() {
            if draft.unfilled() {
                self.unfilled(draft.line);
                return;
            }
            if draft.finding.reported_severity.is_none() {
                self.out.unrated.push((line, word));
            }
        }
        let finding = &mut draft.finding;
        if finding.reported_severity.is_none() {
            if let Some((severity, word)) = section.and_then(|s| s.severity.clone()) {
                finding.severity = severity;
                finding.reported_severity = Some(word);
            } else if let Some(severity) = finding.reported_id.as_deref().and_then(severity_of_id) {
                finding.severity = severity;
            }
        }
        if draft.cut {
            self.out.remarks.push(Remark::new(
                draft.line,
                "cut",
                format!("a part of the finding is longer than {} bytes; the rest is cut", goes_on::MOST),
            ));
        }
        if self.manner.stages && finding.stage.is_none() {
            finding.stage = section.and_then(|s| s.stage);
        }
        if finding.category.is_none() {
            finding.category = section.and_then(|s| s.category.clone());
            if let Some(section) = section.filter(|s| s.unnamed && s.line != self.unnamed) {
                self.unnamed = section.line;
                let message = format!(
                    "the heading is longer than {} bytes and names no category or file of what stands below",
                    section::CATEGORY
                );
                self.out.remarks.push(Remark::new(section.line, "cut", message));
            }
        }
        if draft.misplaced && finding.locations.is_empty() {
            self.out.remarks.push(Remark::new(draft.line, "cut", place::TOO_LONG));
        }
        if finding.reported_severity.is_none() && shape::set_aside(&finding.title) {
            finding.severity = Severity::Info;
        }
        if finding.reported_severity.is_none()
            && let Some((rest, (severity, word))) = shape::rated_in_front(&finding.title)
        {
            let rest = rest.to_owned();
            (finding.severity, finding.reported_severity, finding.title) = (severity, Some(word), rest);
        }
        if finding.severity == Severity::Info && shape::affirms(&finding.title) {
            return;
        }
        // An issue that begins with a path is about it; a requirement is its own place.
        let subject = draft.issue.as_deref().and_then(place::leading).filter(|(_, rest)| !rest.is_empty());
        title(finding, draft.issue.clone(), self.manner);
        if finding.locations.is_empty() && !draft.parts.contains(Part::File) {
            place_of_title(finding);
            if !finding.locations.is_empty() {
                self.out.remarks.push(Remark::new(
                    draft.line,
                    "lenient",
                    "the place was read from the title",
                ));
            }
            if let (true, Some((place, _))) =
                (finding.locations.is_empty() && finding.requirement.is_none(), subject)
            {
                finding.locations.push(place);
            }
            // The one place with a line that the issue tells of, where nothing else names any.
            let told = draft.issue.as_deref().map(place::in_prose).unwrap_or_default();
            if let (true, [place]) = (finding.locations.is_empty(), told.as_slice())
                && place.line.is_some()
            {
                finding.locations.push(place.clone());
            }
            // The place that the paragraph below the title begins with.
            let led = finding.description.as_deref().and_then(|text| place::leading(text.lines().next()?));
            if let (true, Some((place, rest))) = (finding.locations.is_empty(), led)
                && place.line.is_some()
                && !rest.is_empty()
            {
                finding.locations.push(place);
            }
            if let (true, Some(file)) = (finding.locations.is_empty(), section.and_then(|s| s.file.clone())) {
                finding.locations.push(Location { file, line: None, end_line: None });
            }
        }
        let pinned_by_word = finding.reported_id.is_some() || finding.reported_severity.is_some();
        let listed = section.is_some_and(|s| s.severity.is_some() || s.mood == Mood::Findings);
        let pinned = finding.reported_id.is_some()
            || !finding.locations.is_empty()
            || draft.numbered
            || draft.parts.contains(Part::Severity);
        if finding.title.is_empty()
            || (!pinned && words::says_none(&finding.title))
            || placeholder(&finding.title)
            || !pinned_by_word && approves(&finding.title)
            || finding.description.is_none() && finding.suggestion.is_none() && shape::is_fine(&finding.title)
        {
            return;
        }
        if !(draft.firm || listed) {
            // An id alone sets off no finding, but with a place it is more than a name that somebody is called by.
            if finding.reported_id.is_some()
                && !finding.locations.is_empty()
                && !shape::affirms(&finding.title)
            {
                self.out.ungraded.push(draft.line);
            }
            return;
        }
        self.named.extend(draft.finding.reported_id.clone());
        self.titled.insert(words::joined(&draft.finding.title));
        self.out.findings.push((draft.finding, draft.line));
    }
}
