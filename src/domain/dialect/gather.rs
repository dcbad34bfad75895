//! Findings in running Markdown: one walk over the reviewer's own lines, sections in view.
//!
//! The forms are those all dialects share (headings with fields, bullets with fields, tagged
//! lines, tables with named columns, lists below a severity). What a dialect adds or forbids is
//! in its [`Manner`]; JSON answers are not read here.

mod below;
mod goes_on;
mod repeats;
mod section;
mod shape;

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::field::{self, Head, Part};
use super::page::{Kind, Line, Page, heading_text, item_body};
use super::{place, statement, table, words};
use crate::domain::review::{RawFinding, Remark, Resolved, Ruling, Severity};
use goes_on::{Tail, Text};
pub(crate) use repeats::merge_repeats;
use section::{LABEL_LEVEL, Mood, SECTIONS, Section};
use shape::{
    heading_head, is_count, mention, only_ids, plain_head, praises, ruling, severity_of_id, title, totals,
};
pub(crate) use shape::{placeholder, stage_of};

/// What a dialect allows in its findings.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Manner {
    /// Sections and columns name the stage.
    pub(crate) stages: bool,
    /// The first sentence of the issue is the title.
    pub(crate) sentence_titles: bool,
    /// `### 1. Title` below a findings section is a finding, not a category.
    pub(crate) numbered_headings: bool,
    /// Plain list items right below a findings heading are findings.
    pub(crate) plain_lists: bool,
    /// Tables are read elsewhere.
    pub(crate) own_tables: bool,
}

/// A finding on its way, with where it came from.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) finding: RawFinding,
    /// Line number, from 1.
    pub(crate) line: u32,
    issue: Option<String>,
    /// Indent of the line that began it; nothing for a heading.
    indent: Option<usize>,
    parts: HashSet<Part>,
    settled: bool,
    /// Its own text takes it back.
    retracted: bool,
    /// It has more to it than a bare list item.
    firm: bool,
    /// "Finding 3": it says itself that it is one.
    numbered: bool,
    /// The part that further lines go on; nothing once the finding's text has ended.
    tail: Option<Tail>,
    /// A part was longer than is kept.
    cut: bool,
}

/// What the walk found.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) findings: Vec<(RawFinding, u32)>,
    pub(crate) resolved: Vec<Resolved>,
    pub(crate) rulings: Vec<Ruling>,
    pub(crate) remarks: Vec<Remark>,
    /// Indexes into [`Page::lines`] that belong to a finding.
    pub(crate) taken: HashSet<usize>,
    /// Indexes of lines in sections about earlier rounds.
    pub(crate) earlier: HashSet<usize>,
}

/// Collects the findings of a page.
pub(crate) fn gather(page: &Page<'_>, manner: Manner) -> Gathered {
    let mut walk =
        Walk { page, manner, sections: Vec::new(), current: None, out: Gathered::default(), list_indent: 0 };
    let mut at = 0;
    while at < page.lines.len() {
        let line = &page.lines[at];
        if line.kind == Kind::Table && !manner.own_tables {
            at = walk.table(at);
            continue;
        }
        match line.kind {
            Kind::Heading(level) => walk.heading(at, level),
            Kind::Item => walk.item(at),
            Kind::Prose => walk.prose(at),
            Kind::FenceMark => walk.fence(at),
            Kind::Rule => walk.rule(),
            Kind::Code => walk.go_on(at),
            Kind::Quote if line.indent > 0 => walk.go_on(at),
            Kind::Table | Kind::Fenced(_) | Kind::Quote | Kind::Comment | Kind::FrontMatter | Kind::Data => {}
        }
        if walk.mood() == Mood::Earlier {
            walk.out.earlier.insert(at);
        }
        at += 1;
    }
    walk.flush();
    let mut out = walk.out;
    merge_repeats(&mut out.findings);
    out
}

struct Walk<'p, 'a> {
    page: &'p Page<'a>,
    manner: Manner,
    sections: Vec<Section>,
    current: Option<Draft>,
    out: Gathered,
    list_indent: usize,
}

static RETRACTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(retracted after|retracting|finding (is )?(retracted|withdrawn)|removing this finding|downgrading this finding|withdraw(ing|n)? this finding|not a finding)\b")
        .expect("a constant pattern")
});

/// Tells whether a text takes its finding back.
fn takes_back(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    (lower.contains("finding") || lower.contains("retract")) && RETRACTED.is_match(text)
}

impl Walk<'_, '_> {
    fn mood(&self) -> Mood {
        self.sections.last().map_or(Mood::Neutral, |s| s.mood)
    }

    fn quiet(&self) -> bool {
        matches!(self.mood(), Mood::Ignore | Mood::Earlier | Mood::Recap)
    }

    fn open_section(&mut self, text: &str, level: u8) {
        self.flush();
        self.sections.retain(|s| s.level < level);
        let mut section = Section::read(text, level, self.sections.last());
        if section.mood == Mood::Recap && self.out.findings.is_empty() {
            section.mood = Mood::Neutral;
        }
        self.sections.push(section);
    }

    fn heading(&mut self, at: usize, level: u8) {
        let text = heading_text(&self.page.lines[at].text);
        let numbered = self.manner.numbered_headings && self.mood_at(level) == Mood::Findings;
        let head = heading_head(text, numbered, self.severity_at(level));
        if let Some(head) = head.or_else(|| self.tentative_heading(text, level)) {
            self.flush();
            // A finding's heading ends sections of praise and history at its own level.
            self.sections.retain(|s| {
                s.level < level
                    || !matches!(s.mood, Mood::Ignore | Mood::Earlier | Mood::Resolved | Mood::Recap)
            });
            if !self.quiet() {
                self.begin(at, head, None);
            }
        } else if self.current.is_some() && field::part(text.trim_end_matches(':')).is_some() {
            self.claim(at);
        } else {
            self.open_section(text, level);
        }
    }

    /// `### 3. Title` outside a findings section may turn out to head a finding: when a severity follows.
    fn tentative_heading(&self, text: &str, level: u8) -> Option<Head> {
        let (body, ordered) = item_body(text)?;
        let section = Section::read(body, level, None);
        (ordered && !section.declared && self.mood_at(level) == Mood::Neutral).then(|| Head {
            title: field::clean(field::undecorated(body)),
            tentative: true,
            ..Head::default()
        })
    }

    fn mood_at(&self, level: u8) -> Mood {
        self.sections.iter().rev().find(|s| s.level < level).map_or(Mood::Neutral, |s| s.mood)
    }

    fn severity_at(&self, level: u8) -> bool {
        self.sections.iter().rev().find(|s| s.level < level).is_some_and(|s| s.severity.is_some())
    }

    fn item(&mut self, at: usize) {
        let line = &self.page.lines[at];
        let Some((body, ordered)) = item_body(&line.text) else { return };
        if self.quiet() {
            return;
        }
        if let Some((part, value)) = field::labelled(body)
            && !self.ends_here(line, body)
        {
            if part == Part::Status && self.inside_text(line) {
                self.go_on(at);
                self.claim(at);
            } else {
                self.part(at, part, value, true);
            }
            return;
        }
        if statement::says_verdict(&self.page.lines[at], body) && line.indent == 0 {
            self.flush();
            return;
        }
        if self.mood() == Mood::Resolved {
            self.resolve(body);
            return;
        }
        if let Some(ruling) = ruling(body) {
            self.out.rulings.push(ruling);
            return;
        }
        let deeper = self.current.as_ref().is_some_and(|c| c.indent.is_none_or(|i| line.indent > i));
        let under_heading = self.current.as_ref().is_some_and(|c| c.indent.is_none());
        if let Some(head) = field::head(body).filter(|h| !deeper || (under_heading && h.marked))
            && self.worthy(&head, body)
        {
            self.flush();
            self.begin(at, head, Some(line.indent));
            return;
        }
        if !deeper
            && self.mood() == Mood::Findings
            && let Some(mut head) = field::embedded_head(body).filter(|h| self.worthy(h, body))
        {
            head.place = head.place.or_else(|| place::in_prose(body).into_iter().next());
            self.flush();
            self.begin(at, head, Some(line.indent));
            return;
        }
        if deeper {
            self.go_on(at);
            self.claim(at);
            return;
        }
        self.plain_item(at, body, ordered);
    }

    /// A list item without any mark is a finding only below a severity, or right below a findings heading.
    fn plain_item(&mut self, at: usize, body: &str, _ordered: bool) {
        let line = &self.page.lines[at];
        let Some(section) = self.sections.last() else { return };
        let listed = section.severity.is_some()
            || (self.manner.plain_lists && section.mood == Mood::Findings && section.declared);
        let nested = self.current.is_some() && line.indent > self.list_indent;
        if !listed || nested || words::says_none(body) || body.starts_with("[ ]") {
            return;
        }
        self.flush();
        self.list_indent = line.indent;
        self.begin(at, plain_head(body), Some(line.indent));
    }

    fn prose(&mut self, at: usize) {
        let line = &self.page.lines[at];
        let text: &str = &line.text;
        let bold = text.starts_with("**") || text.starts_with("__");
        if let Some((part, value)) = field::labelled(text)
            && !self.ends_here(line, text)
            && !self.quiet()
        {
            if part == Part::Status && self.inside_text(line) {
                self.body(at);
            } else {
                self.part(at, part, value, bold);
            }
            return;
        }
        if statement::says_verdict(line, text) && line.indent == 0 {
            self.flush();
            return;
        }
        if self.section_line(text, line) {
            return;
        }
        if self.quiet() {
            return;
        }
        let strong = field::head(text).filter(|h| {
            (h.id.is_some() && (bold || h.marked || h.place.is_some()))
                || text.starts_with('[') && h.marked
                || bold && (h.marked || h.numbered)
        });
        if let Some(head) = strong.filter(|h| self.mood() != Mood::Resolved && self.worthy(h, text)) {
            self.flush();
            self.begin(at, head, Some(line.indent));
            return;
        }
        self.body(at);
    }

    /// `FINDINGS:`, `**Critical**`, `Замечания:` on a line of their own open a section.
    fn section_line(&mut self, text: &str, line: &Line<'_>) -> bool {
        let whole_bold = text.starts_with("**")
            && text.trim_end_matches(':').ends_with("**")
            && text.matches("**").count() == 2;
        let label = text.trim_end_matches(['*', ' ']).ends_with(':') && words::words(text).len() <= 5;
        let known = line.blank_before && SECTIONS.contains(&words::joined(text).as_str());
        if !(whole_bold || label || known) || line.indent > 3 {
            return false;
        }
        let name = text.trim_matches(['*', ':', ' ']);
        if self.current.as_ref().is_some_and(|c| c.indent.is_none()) && field::part(name).is_some() {
            return false;
        }
        let section = Section::read(name, LABEL_LEVEL, None);
        if !section.declared {
            return false;
        }
        self.open_section(name, LABEL_LEVEL);
        true
    }

    /// A labelled verdict at the margin ends a finding instead of belonging to it.
    fn ends_here(&self, line: &Line<'_>, body: &str) -> bool {
        let inside_list = line.kind == Kind::Item && self.current.is_some();
        !inside_list && line.indent == 0 && statement::says_verdict(line, body)
    }

    fn worthy(&self, head: &Head, body: &str) -> bool {
        // What names an id, a position, or a severity and a place is a finding, whatever its title.
        let pinned = head.id.is_some() || head.numbered || (head.severity.is_some() && head.place.is_some());
        let none = !pinned && !head.title.is_empty() && words::says_none(&head.title);
        if none || is_count(&head.title) || totals(body) {
            return false;
        }
        if (head.severity.is_none() && mention(&head.title)) || (head.id.is_some() && only_ids(&head.title)) {
            return false;
        }
        if head.template {
            return false;
        }
        let place_only =
            head.severity.is_none() && head.id.is_none() && !head.numbered && head.status.is_none();
        if place_only
            && !(self.mood() == Mood::Findings || self.sections.is_empty() && !head.title.is_empty())
        {
            return false;
        }
        let known = head.severity.is_some() || head.place.is_some() || head.numbered || head.status.is_some();
        // An id alone may be a mention: "CR-01: see above" counts only where findings are listed.
        let listed = matches!(self.mood(), Mood::Findings) || body.starts_with("**");
        let loose_note = head.id.is_none()
            && !field::undecorated(body).starts_with('[')
            && !matches!(self.mood(), Mood::Findings)
            && head.severity.as_ref().is_some_and(|(s, _)| *s == Severity::Info);
        !loose_note && (known || head.id.is_some() && (listed || head.title.is_empty()))
    }

    fn begin(&mut self, at: usize, head: Head, indent: Option<usize>) {
        let line = &self.page.lines[at];
        let mut finding = RawFinding::new(Severity::Medium, "");
        let (issue, fix) = match head.title.split_once(" | ") {
            Some((issue, fix)) if head.piped && !fix.contains(": ") => {
                (issue.to_owned(), Some(fix.to_owned()))
            }
            _ => field::issue_and_fix(&head.title),
        };
        let (detail, fix) = match head.detail.as_deref().map(field::issue_and_fix) {
            Some((detail, more)) => (Some(detail), fix.or(more)),
            None => (None, fix),
        };
        let (tentative, numbered) = (head.tentative, head.numbered);
        let settled_mark = head.title.ends_with(['✅', '✓', '✔']);
        let rated_id = head.id.as_deref().and_then(severity_of_id).is_some();
        let bare = head.id.is_none() && !head.numbered;
        let firm = !tentative
            && (head.severity.is_some() || head.numbered || head.place.is_some() || rated_id || bare);
        if let Some((severity, word)) = head.severity {
            finding.severity = severity;
            finding.reported_severity = Some(word);
        }
        finding.reported_id = head.id;
        finding.reported_status = head.status.as_deref().and_then(field::reported_status);
        finding.locations.extend(head.place);
        finding.title = issue;
        finding.suggestion = fix;
        let text = match (&finding.suggestion, &detail) {
            (Some(_), _) => Text::Fix,
            (None, Some(_)) => Text::Issue,
            (None, None) => Text::Body,
        };
        let tail = Some(Tail { text, margin: goes_on::margin(line) });
        let mut parts = HashSet::new();
        if finding.reported_severity.is_some() {
            parts.insert(Part::Severity);
        }
        let settled = settled_mark || head.status.as_deref().is_some_and(field::settled);
        self.list_indent = line.indent;
        self.current = Some(Draft {
            finding,
            line: line.number,
            issue: detail,
            indent,
            parts,
            settled,
            retracted: false,
            firm,
            numbered,
            tail,
            cut: false,
        });
        self.claim(at);
    }

    fn claim(&mut self, at: usize) {
        self.out.taken.insert(at);
    }

    /// Takes a labelled line into the finding at hand, or begins one.
    fn part(&mut self, at: usize, part: Part, value: &str, marked: bool) {
        let line = &self.page.lines[at];
        if self.begins(line, part, value, marked) {
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
                // An echoed template is settled: it never was a finding.
                draft.retracted |= words::lists_severities(&value);
                if words::words(&value).first().is_some_and(|w| w == "none")
                    || field::settled(&value)
                    || praises(&value)
                {
                    draft.settled = true;
                } else if let Some((severity, word)) = words::severity(&value) {
                    // Of two the worse holds: what is said twice hides nothing.
                    if finding.reported_severity.is_none() || severity < finding.severity || !again {
                        finding.severity = severity;
                        finding.reported_severity = Some(word);
                    }
                    draft.firm = true;
                }
            }
            Part::File => {
                finding.locations.extend(place::field(&value));
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
            // A second issue, fix or reason goes on the first.
            Part::Issue | Part::Fix | Part::Why => {
                draft.tail = Some(tail);
                self.add(&clean, true);
            }
            Part::Id | Part::Title | Part::Requirement | Part::Category | Part::Position => {}
        }
        if let Some(draft) = self.current.as_mut() {
            draft.tail = Some(tail);
        }
        self.claim(at);
    }

    /// Tells whether a labelled line begins a finding of its own.
    fn begins(&self, line: &Line<'_>, part: Part, value: &str, marked: bool) -> bool {
        let listed = self.mood() == Mood::Findings;
        let opens = match part {
            Part::Severity => words::severity(value).is_some() && (marked || listed),
            Part::Issue | Part::Title | Part::Id | Part::File => {
                listed && line.kind == Kind::Item && !words::says_none(value)
            }
            Part::Line
            | Part::Fix
            | Part::Requirement
            | Part::Why
            | Part::Category
            | Part::Status
            | Part::Stage
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
                        && (draft.parts.contains(&part)
                            || (draft.parts.is_empty() && line.kind == Kind::Item))
                }
            },
        }
    }

    /// Returns the next own line as a value when a label stands alone.
    fn value_below(&self, at: usize) -> String {
        match self.page.lines.get(at + 1) {
            Some(next) if matches!(next.kind, Kind::Prose) && field::labelled(&next.text).is_none() => {
                next.text.to_string()
            }
            _ => String::new(),
        }
    }

    fn rule(&mut self) {
        self.sections.retain(|s| s.mood != Mood::Earlier);
    }

    fn resolve(&mut self, body: &str) {
        if let Some(head) = field::head(body)
            && let Some(id) = head.id
        {
            let reason = (!head.title.is_empty()).then_some(head.title);
            self.out.resolved.push(Resolved { id, reason });
        }
    }

    fn flush(&mut self) {
        let Some(draft) = self.current.take() else { return };
        let Some(section) = self.sections.last().cloned() else {
            self.keep(draft, None);
            return;
        };
        self.keep(draft, Some(&section));
    }

    fn keep(&mut self, mut draft: Draft, section: Option<&Section>) {
        if draft.retracted {
            return;
        }
        if draft.settled || section.is_some_and(|s| s.mood == Mood::Resolved) {
            if let Some(id) = draft.finding.reported_id {
                self.out.resolved.push(Resolved { id, reason: None });
            }
            return;
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
        }
        title(finding, draft.issue, self.manner);
        let listed = section.is_some_and(|s| s.severity.is_some() || s.mood == Mood::Findings);
        let pinned = finding.reported_id.is_some()
            || !finding.locations.is_empty()
            || draft.numbered
            || draft.parts.contains(&Part::Severity);
        if finding.title.is_empty()
            || (!pinned && words::says_none(&finding.title))
            || placeholder(&finding.title)
            || !(draft.firm || listed)
        {
            return;
        }
        self.out.findings.push((draft.finding, draft.line));
    }

    fn table(&mut self, at: usize) -> usize {
        self.flush();
        let rows = table::read(self.page, at);
        let end = at + rows.lines;
        let quiet = self.quiet() || self.mood() == Mood::Resolved;
        let section = self.sections.last().cloned();
        if let Some(columns) =
            rows.finding_columns(section.as_ref().is_some_and(|s| s.mood == Mood::Findings))
        {
            for row in &rows.rows {
                if quiet {
                    continue;
                }
                if let Some((finding, settled)) = table::finding(row, &columns, self.manner.stages)
                    && (!words::says_none(&finding.title) || !finding.locations.is_empty())
                {
                    let parts = HashSet::new();
                    let draft = Draft {
                        finding,
                        line: row.line,
                        issue: None,
                        indent: None,
                        parts,
                        settled,
                        retracted: false,
                        firm: true,
                        numbered: false,
                        tail: None,
                        cut: false,
                    };
                    self.keep(draft, section.as_ref());
                }
            }
            self.out.taken.extend(at..end);
        }
        if self.mood() == Mood::Earlier {
            self.out.earlier.extend(at..end);
        }
        end
    }
}
