//! The text below a finding's head: paragraphs, quotations and fences that belong to it.

use super::Walk;
use super::field::Part;
use super::goes_on::{self, Tail, Text};
use super::shape::praises;
use super::takes_back;
use crate::domain::dialect::page::{Kind, Line};
use crate::domain::dialect::{field, place, statement, words};
use crate::domain::review::Location;

/// `at src/a.rs:4`, `--> src/a.rs:4`, `📍 src/a.rs:4` without what leads in.
fn bare_place(text: &str) -> &str {
    let bare = field::undecorated(text).trim_start_matches(['-', '>', ' ']);
    ["at ", "in ", "@ "].iter().find_map(|w| bare.strip_prefix(w)).unwrap_or(bare)
}

fn lined(place: &Location) -> bool {
    place.line.is_some()
}

impl Walk<'_, '_> {
    /// Tells whether right below a heading nothing stands but a verdict: `### Recommendation`, `Request changes.`
    pub(super) fn judges_below(&self, at: usize) -> bool {
        let below = self.page.lines.get(at + 1).filter(|l| l.kind == Kind::Prose);
        below.is_some_and(|l| words::is_bare_verdict(&l.text, &[]) || statement::says_verdict(l, &l.text))
    }

    /// Tells whether the line below is set further in and names a place with its line, and nothing else.
    pub(super) fn place_below(&self, at: usize) -> bool {
        let indent = self.page.lines[at].indent;
        self.page.lines.get(at + 1).is_some_and(|next| {
            next.indent > indent
                && place::leading(bare_place(&next.text))
                    .is_some_and(|(p, rest)| rest.is_empty() && lined(&p))
        })
    }

    pub(super) fn body(&mut self, at: usize) {
        let line = &self.page.lines[at];
        if self.current.is_some() && line.text.ends_with([':', '*']) && self.announces_patch(at) {
            self.claim(at);
            return;
        }
        let Some(draft) = self.current.as_mut() else { return };
        if let Some(place) = place::permalink(&line.text) {
            // Below a list item, too, where a paragraph is none of it.
            draft.pin(place);
            self.claim(at);
            return;
        }
        if draft.indent.is_some() && line.blank_before && line.indent == 0 {
            // A paragraph at the margin after a list is no part of its last item.
            draft.retracted |= takes_back(&line.text);
            draft.tail = None;
            return;
        }
        let text = field::clean(&line.text);
        draft.retracted |= takes_back(&text) || text.starts_with("No actual finding") || praises(&text);
        let set_off =
            |(p, rest): &(_, &str)| rest.is_empty() || lined(p) && rest.starts_with(['—', '–', ':', '-']);
        let alone = place::leading(bare_place(&line.text)).filter(set_off);
        let (alone, goes_on) = alone.map_or((None, false), |(p, rest)| (Some(p), !rest.is_empty()));
        let outside = draft.tail.is_some_and(|t| line.blank_before && line.indent < t.margin);
        if draft.finding.locations.is_empty()
            && let Some(place) = alone
        {
            draft.finding.locations.push(place);
            if goes_on {
                self.go_on(at);
            }
        } else if !outside {
            self.go_on(at);
        } else {
            // A paragraph further out than the labelled item does not go on it.
            let fresh = draft.finding.description.is_none() && draft.issue.is_none();
            draft.tail = fresh.then_some(Tail { text: Text::Body, margin: 0 });
            self.go_on(at);
        }
        self.claim(at);
    }

    /// `> src/a.rs:4` below a head is where the finding is, and nothing of anyone's words.
    pub(super) fn quoted_place(&mut self, at: usize) {
        let Some(draft) = self.current.as_mut().filter(|d| d.finding.locations.is_empty()) else { return };
        let quoted = self.page.lines[at].text.trim_start_matches(['>', ' ']);
        if let Some((place, rest)) = place::leading(quoted)
            && rest.is_empty()
        {
            draft.finding.locations.push(place);
        }
    }

    /// Tells whether a line is set below a part's text: a status named there is none of the finding's.
    pub(super) fn inside_text(&self, line: &Line<'_>) -> bool {
        let Some(draft) = &self.current else { return false };
        let labelled = [Part::Issue, Part::Fix, Part::Why].into_iter().any(|part| draft.parts.contains(part));
        let deeper = |t: Tail| t.text != Text::Body && t.margin > 0 && line.indent >= t.margin;
        labelled && draft.tail.is_some_and(deeper)
    }

    /// Tells whether a patch stands below a line, which then only announces it.
    pub(super) fn announces_patch(&self, at: usize) -> bool {
        let fence = self.page.fences.binary_search_by_key(&(at + 1), |f| f.opening);
        fence.is_ok_and(|i| matches!(self.page.fences[i].info.as_str(), "diff" | "patch"))
    }

    /// Takes a line into the text of the part it goes on.
    pub(super) fn go_on(&mut self, at: usize) {
        let line = &self.page.lines[at];
        let Some(tail) = self.current.as_ref().and_then(|d| d.tail) else { return };
        let text = goes_on::further(line, tail.margin);
        self.add(&text, line.blank_before);
    }

    pub(super) fn add(&mut self, text: &str, paragraph: bool) {
        let Some(draft) = self.current.as_mut() else { return };
        let Some(mut tail) = draft.tail else { return };
        let open = matches!(tail.text, Text::Body | Text::Issue) && draft.finding.suggestion.is_none();
        // An issue may be followed by its fix without a line of its own.
        let (issue, fix) = if open { field::issue_and_fix(text) } else { (String::new(), None) };
        let text = if fix.is_some() { &issue } else { text };
        let slot = match tail.text {
            Text::Fix => &mut draft.finding.suggestion,
            Text::Why => &mut draft.finding.why,
            Text::Issue => &mut draft.issue,
            Text::Body => &mut draft.finding.description,
        };
        if !text.is_empty() {
            draft.cut |= goes_on::append(slot.get_or_insert_default(), text, paragraph);
        }
        if fix.is_some() {
            draft.finding.suggestion = fix;
            tail.text = Text::Fix;
        }
        draft.tail = Some(tail);
    }

    pub(super) fn fence(&mut self, at: usize) {
        let Some(draft) = self.current.as_mut() else { return };
        let Ok(index) = self.page.fences.binary_search_by_key(&at, |f| f.opening) else { return };
        let fence = &self.page.fences[index];
        if matches!(fence.info.as_str(), "diff" | "patch") && draft.finding.fix_patch.is_none() {
            draft.finding.fix_patch = self.page.text.get(fence.content.clone()).map(str::to_owned);
            return;
        }
        let Some(tail) = draft.tail else { return };
        let line = &self.page.lines[at];
        // A block at the margin after a list item is as little part of it as a paragraph there.
        if draft.indent.is_some() && line.blank_before && line.indent == 0 && tail.margin > 0 {
            return;
        }
        let inside = |k: Kind| matches!(k, Kind::Fenced(i) if i == index);
        let mut end = at + 1;
        while self.page.lines.get(end).is_some_and(|l| inside(l.kind)) {
            end += 1;
        }
        end +=
            usize::from(fence.closed && self.page.lines.get(end).is_some_and(|l| l.kind == Kind::FenceMark));
        let text = goes_on::fenced(self.page, at..end);
        let paragraph = line.blank_before;
        self.add(&text, paragraph);
    }
}
