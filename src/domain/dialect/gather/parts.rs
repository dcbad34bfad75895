//! Labelled lines on the walk: which part of which finding they are, and when they begin one.
//!
//! The names of parts are `field`'s.

use super::Walk;
use super::goes_on::{self, Tail, Text};
use super::section::Mood;
use super::shape::{placeholder, praises, stage_of};
use crate::domain::dialect::field::{self, Head, Part};
use crate::domain::dialect::page::{Kind, item_body};
use crate::domain::dialect::{place, table, words};

/// Labelled lines looked at to learn whether they describe one finding: no form has more parts.
const FIELDS: usize = 12;

/// Parts taken of one line.
const OF_A_LINE: usize = 8;

/// What a run of labelled lines says of a finding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Described {
    pub(super) rated: bool,
    pub(super) placed: bool,
    pub(super) told: bool,
    pub(super) mended: bool,
    /// A status says that it is no open finding.
    settled: bool,
}

impl Described {
    fn note(&mut self, part: Part, value: &str) {
        match part {
            Part::Severity => {
                self.rated |= words::rating(value).is_some() || words::scale(value);
            }
            Part::File => self.placed |= !place::field(value).is_empty(),
            Part::Issue | Part::Title => self.told |= !words::says_none(value),
            Part::Fix => self.mended |= !words::says_none(value),
            Part::Id
            | Part::Line
            | Part::Requirement
            | Part::Why
            | Part::Category
            | Part::Stage
            | Part::Reverses
            | Part::ClosedWhen
            | Part::Blocks
            | Part::Position => {}
            Part::Status => self.settled |= field::settled(value),
        }
    }

    /// Nothing is described where a status settles it.
    fn open(self) -> Self {
        if self.settled { Self::default() } else { self }
    }
}

impl Walk<'_, '_> {
    /// Takes the parts of a labelled line: most have one, some several (`Severity: high — File: a.rs:3`).
    pub(super) fn parts(&mut self, at: usize, part: Part, value: &str, marked: bool) {
        let mut next = Some((part, value));
        for _ in 0..OF_A_LINE {
            let Some((part, value)) = next else { return };
            let (value, rest) = field::further(part, value);
            self.part(at, part, value, marked);
            next = rest.and_then(field::labelled);
        }
    }

    /// Reads ahead what the labelled lines from one on describe, up to the first that is none, or what the table
    /// there does.
    pub(super) fn described(&self, from: usize) -> Described {
        let mut out = Described::default();
        if self.page.lines.get(from).is_some_and(|l| l.kind == Kind::Table) {
            let rows = table::read(self.page, from);
            for cells in std::iter::once(&rows.header).chain(rows.rows.iter().map(|r| &r.cells)).take(FIELDS)
            {
                if let [name, value] = cells.as_slice()
                    && let Some(part) = field::part(name)
                {
                    out.note(part, value);
                }
            }
            return out.open();
        }
        for (i, line) in self.page.lines[from.min(self.page.lines.len())..].iter().take(FIELDS).enumerate() {
            if !matches!(line.kind, Kind::Prose | Kind::Item) || (i > 0 && line.blank_before && out.rated) {
                break;
            }
            let body = item_body(&line.text).map_or(line.text.as_ref(), |(body, _)| body);
            let mut next = field::labelled(body);
            if next.is_none() {
                break;
            }
            for _ in 0..OF_A_LINE {
                let Some((part, value)) = next else { break };
                let (value, rest) = field::further(part, value);
                out.note(part, value);
                next = rest.and_then(field::labelled);
            }
        }
        out.open()
    }

    /// Takes a labelled part into the finding at hand, or begins one.
    fn part(&mut self, at: usize, part: Part, value: &str, marked: bool) {
        let line = &self.page.lines[at];
        if self.begins(at, part, value, marked) {
            self.flush();
            self.begin(at, Head::default(), Some(line.indent));
        }
        let mut tail = Tail { text: Text::of(part), margin: goes_on::margin(line) };
        // What stands below an issue or a fix goes on it anyway.
        let below = value.is_empty() && tail.text == Text::Body;
        let value = if below { self.value_below(at) } else { value.to_owned() };
        let Some(draft) = self.current.as_mut() else { return };
        let again = !draft.parts.insert(part);
        draft.cut |= value.len() > goes_on::MOST;
        let clean = field::clean(&value);
        let finding = &mut draft.finding;
        match part {
            Part::Severity => {
                // Where a form's offer stands, the rest tells whether it is a finding.
                if words::offered(&value) > 1 || placeholder(&value) {
                    draft.offered = Some((line.number, clean.clone()));
                    draft.firm = true;
                }
                if words::words(&value).first().is_some_and(|w| w == "none")
                    || field::settled(&value)
                    || praises(&value)
                {
                    draft.settled = true;
                } else if let Some((severity, word)) = words::rating(&value) {
                    // Of two the worse holds: what is said twice hides nothing.
                    if finding.reported_severity.is_none() || severity < finding.severity || !again {
                        finding.severity = severity;
                        finding.reported_severity = Some(word);
                    }
                    finding.marked_blocking |= words::blocks_beside(&value);
                    draft.firm = true;
                } else if words::unrated(&value) && draft.offered.is_none() {
                    self.out.unrated.push((line.number, clean));
                    draft.firm = true;
                }
            }
            Part::File => {
                finding.locations.extend(place::field(&value));
                draft.misplaced |= place::too_long(&value);
                draft.firm |= !finding.locations.is_empty();
            }
            Part::Line => {
                if let (Some(first), Some((from, to))) =
                    (finding.locations.first_mut(), place::line_numbers(&value))
                    && first.line.is_none()
                {
                    (first.line, first.end_line) = (Some(from), to);
                }
            }
            Part::Id if !again => finding.reported_id = Some(clean.trim_matches('`').to_owned()),
            Part::Title if !again => finding.title = clean,
            Part::Issue if !again => {
                let (issue, fix) = field::issue_and_fix(&value);
                draft.issue = Some(issue);
                if fix.is_some() && finding.suggestion.is_none() {
                    finding.suggestion = fix;
                    tail.text = Text::Fix;
                }
                draft.firm = true;
            }
            Part::Fix if !again => {
                finding.suggestion = (!clean.is_empty()).then_some(clean);
                draft.firm = true;
            }
            Part::Requirement if !again && !words::says_none(&value) => finding.requirement = Some(clean),
            Part::Why if !again => finding.why = (!clean.is_empty()).then_some(clean),
            Part::Category if !again => finding.category = Some(clean),
            Part::Status => {
                draft.settled |= field::settled(&value);
                finding.reported_status = field::reported_status(&value);
            }
            Part::Stage => finding.stage = stage_of(&value),
            Part::Blocks => finding.marked_blocking = true,
            Part::ClosedWhen if !again && !words::says_none(&value) => {
                // Its pattern keeps every sign.
                finding.closed_when = Some(value.trim().to_owned());
            }
            Part::Reverses if !again && !words::says_none(&value) => {
                finding.reverses = Some(clean.trim_matches(['`', '[', ']']).to_owned());
            }
            // A second issue, fix or reason goes on the first.
            Part::Issue | Part::Fix | Part::Why => {
                draft.tail = Some(tail);
                self.add(&clean, true);
            }
            Part::Id
            | Part::Title
            | Part::Requirement
            | Part::Category
            | Part::Reverses
            | Part::ClosedWhen
            | Part::Position => {}
        }
        if let Some(draft) = self.current.as_mut() {
            draft.tail = Some(tail);
        }
        self.claim(at);
    }

    /// Tells whether a labelled line begins a finding of its own.
    fn begins(&self, at: usize, part: Part, value: &str, marked: bool) -> bool {
        let line = &self.page.lines[at];
        let listed = self.mood() == Mood::Findings;
        // A run of labelled lines that rates something and says what or where it is, is a finding anywhere.
        let block = || {
            let described = self.described(at);
            described.rated && (described.told || described.placed)
        };
        let opens = match part {
            Part::Severity => {
                (words::rating(value).is_some() || words::scale(value)) && (marked || listed || block())
            }
            Part::Issue | Part::Title | Part::Id | Part::File => {
                (listed && line.kind == Kind::Item && !words::says_none(value)) || block()
            }
            Part::Line
            | Part::Fix
            | Part::Requirement
            | Part::Why
            | Part::Category
            | Part::Status
            | Part::Stage
            | Part::Reverses
            | Part::ClosedWhen
            | Part::Blocks
            | Part::Position => false,
        };
        match &self.current {
            None => opens,
            Some(draft) => match draft.indent {
                // Bullets below a heading that is not known to be a finding's begin their own.
                // A heading with an id and fields below is one finding.
                None => {
                    let known = draft.firm || draft.finding.reported_id.is_some();
                    opens && !known && draft.parts.is_empty() && line.kind == Kind::Item
                }
                Some(indent) => {
                    opens
                        && line.indent <= indent
                        && (draft.parts.contains(part)
                            || (draft.parts.is_empty() && line.kind == Kind::Item)
                            || (line.blank_before
                                && draft.line != line.number
                                && draft.parts.contains(Part::Severity)
                                && block()))
                }
            },
        }
    }

    /// Returns the next own line as a value when a label stands alone.
    pub(super) fn value_below(&self, at: usize) -> String {
        match self.page.lines.get(at + 1) {
            Some(next) if matches!(next.kind, Kind::Prose) && field::labelled(&next.text).is_none() => {
                next.text.to_string()
            }
            _ => String::new(),
        }
    }
}
