//! Findings in running Markdown: one walk over the reviewer's own lines, sections in view.
//!
//! The forms are those all dialects share (headings with fields, bullets with fields, tagged
//! lines, tables with named columns, lists below a severity). What a dialect adds or forbids is
//! in its [`Manner`]; JSON answers are not read here.

mod above;
mod aspects;
mod behind;
mod below;
mod element;
mod goes_on;
mod kept;
mod nested;
mod opening;
mod over;
mod pairs;
mod parts;
mod repeats;
pub(crate) mod reversal;
mod rows;
mod section;
pub(crate) mod serious;
mod shape;
mod told;

use std::collections::HashSet;

use super::field::{self, Head, Part};
use super::page::{Kind, Line, Page, heading_text, item_body};
use super::{place, statement, words};
use crate::domain::review::{Location, RawFinding, Remark, Resolved, Ruling, Severity};
use goes_on::{Tail, Text};
pub(crate) use repeats::merge_repeats;
pub(crate) use section::severity_heading;
use section::{LABEL_LEVEL, Mood, Section};
pub(crate) use shape::{blocks_by_id, counts, placeholder, stage_of};
use shape::{
    grave, grave_id, heading_head, is_count, mention, only_ids, plain_head, ruling, severity_of_id,
    takes_back, totals, unsettled,
};
pub(crate) use told::told;

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
    /// Findings may be told in running text, by a place with its line.
    pub(crate) told: bool,
    /// What begins with a severity that is set off is a finding, wherever it stands: changes are asked for.
    pub(crate) by_severity: bool,
    /// What begins with an id is a finding, not the mention of one: nothing else is listed, and changes are asked for.
    pub(crate) by_id: bool,
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
    parts: Parts,
    settled: bool,
    /// Its own text takes it back.
    retracted: bool,
    /// Where its severity would stand a form's offer does: the line, and what it offers.
    offered: Option<(u32, String)>,
    /// It has more to it than a bare list item.
    firm: bool,
    /// "Finding 3": it says itself that it is one.
    numbered: bool,
    /// It began with a line that is no list's item.
    headed: bool,
    /// The part that further lines go on; nothing once the finding's text has ended.
    tail: Option<Tail>,
    /// A part was longer than is kept.
    cut: bool,
    /// Its file was named by more than a path may have.
    misplaced: bool,
}

/// Parts that a finding has been given.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Parts(u16);

impl Parts {
    /// Notes a part; tells whether it is the first of its name.
    fn insert(&mut self, part: Part) -> bool {
        let new = !self.contains(part);
        self.0 |= 1 << part as u16;
        new
    }

    fn contains(self, part: Part) -> bool {
        self.0 & 1 << part as u16 != 0
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A set of lines, by their indexes into [`Page::lines`].
#[derive(Debug, Default)]
pub(crate) struct Lines(Vec<bool>);

impl Lines {
    pub(crate) fn insert(&mut self, at: usize) {
        if self.0.len() <= at {
            self.0.resize(at + 1, false);
        }
        self.0[at] = true;
    }

    fn extend(&mut self, lines: std::ops::Range<usize>) {
        lines.for_each(|at| self.insert(at));
    }

    pub(crate) fn contains(&self, at: usize) -> bool {
        self.0.get(at).is_some_and(|held| *held)
    }
}

/// What the walk found.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) findings: Vec<(RawFinding, u32)>,
    pub(crate) resolved: Vec<Resolved>,
    pub(crate) rulings: Vec<Ruling>,
    pub(crate) remarks: Vec<Remark>,
    /// Indexes into [`Page::lines`] that belong to a finding.
    pub(crate) taken: Lines,
    /// Indexes of lines in sections about earlier rounds.
    pub(crate) earlier: Lines,
    /// Index of the line that opened the last section about earlier findings, where it names no round or review.
    pub(crate) earlier_findings: Option<usize>,
    /// Indexes of lines in sections of praise, of what is resolved and of summaries.
    pub(crate) quiet: Lines,
    /// Numbers of lines that rate a finding with a word that is no severity, and the word.
    pub(crate) unrated: Vec<(u32, String)>,
    /// Numbers of lines that list what is wrong without saying how grave it is, in a form that has no place for it.
    pub(crate) ungraded: Vec<u32>,
    /// Indexes of lines whose sentences may tell findings, with the severity they stand below: they count where nothing is listed and
    /// changes are asked for.
    pub(crate) telling: Vec<(usize, Option<(Severity, String)>)>,
}

/// Collects the findings of a page.
pub(crate) fn gather(page: &Page<'_>, manner: Manner) -> Gathered {
    let mut walk = Walk {
        page,
        manner,
        sections: Vec::new(),
        current: None,
        out: Gathered::default(),
        list_indent: 0,
        unnamed: 0,
        named: HashSet::new(),
        titled: HashSet::new(),
        above: None,
        nested: None,
        folds: Vec::new(),
        now: section::last_of_history(page),
    };
    let mut at = 0;
    while at < page.lines.len() {
        let line = &page.lines[at];
        walk.past_what_was_shown(at);
        if line.kind == Kind::Table && !manner.own_tables {
            let end = walk.table(at);
            if walk.quiet() || walk.mood() == Mood::Resolved {
                walk.out.quiet.extend(at..end);
            }
            at = end;
            continue;
        }
        match line.kind {
            Kind::Heading(level) => walk.heading(at, level),
            Kind::Item => walk.item(at),
            Kind::Prose => walk.prose(at),
            Kind::FenceMark => walk.fence(at),
            Kind::Rule => walk.rule(),
            Kind::Code => walk.go_on(at),
            Kind::Quote if line.indent > 0 || walk.heads() => {
                walk.quoted_place(at);
                walk.go_on(at);
            }
            Kind::Table | Kind::Fenced(_) | Kind::Quote | Kind::Comment | Kind::FrontMatter | Kind::Data => {}
        }
        if walk.mood() == Mood::Earlier {
            walk.out.earlier.insert(at);
        } else if walk.quiet() || walk.mood() == Mood::Resolved {
            walk.out.quiet.insert(at);
        } else if manner.told && matches!(line.kind, Kind::Prose | Kind::Item) {
            let rated = walk.sections.last().and_then(|s| s.severity.clone());
            walk.out.telling.push((at, rated));
        }
        at += 1;
    }
    walk.breaks_off();
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
    /// The line of the heading that was last said to be too long for a name.
    unnamed: u32,
    /// The ids of the findings so far.
    named: HashSet<String>,
    /// And the words of their titles.
    titled: HashSet<String>,
    /// The last line that was nothing but a place, and that place: where what begins right below it is.
    above: Option<(usize, Location)>,
    /// The indent of the item that names what is nested below it.
    nested: Option<usize>,
    /// The sections around each folded part that is open.
    folds: Vec<Vec<Section>>,
    /// The heading of the last round of a history with which the text ends: what stands there is said now.
    now: Option<usize>,
}

impl Walk<'_, '_> {
    /// "The fixture holds:" is about the block below it; a paragraph behind that block is the reviewer's again.
    fn past_what_was_shown(&mut self, at: usize) {
        let line = &self.page.lines[at];
        let before = at.checked_sub(1).map(|i| self.page.lines[i].kind);
        let shown = matches!(before, Some(Kind::FenceMark | Kind::Quote | Kind::Comment | Kind::Code));
        let back = line.own() || line.kind == Kind::Data;
        if shown && back && line.blank_before && line.indent == 0 {
            self.sections.retain(|s| s.level < LABEL_LEVEL || s.mood != Mood::Earlier);
        }
    }

    fn mood(&self) -> Mood {
        self.sections.last().map_or(Mood::Neutral, |s| s.mood)
    }

    fn quiet(&self) -> bool {
        matches!(self.mood(), Mood::Ignore | Mood::Earlier | Mood::Recap)
    }

    fn open_section(&mut self, at: usize, text: &str, level: u8) {
        self.flush();
        self.sections.retain(|s| s.level < level);
        let mut section = Section::read(text, level, self.sections.last());
        if section.mood == Mood::Recap && self.out.findings.is_empty() {
            section.mood = Mood::Neutral;
        }
        section.line = self.page.lines[at].number;
        if section.mood == Mood::Earlier && section.declared {
            self.out.earlier_findings = section::of_findings(text).then_some(at);
        }
        self.sections.push(section);
    }

    fn heading(&mut self, at: usize, level: u8) {
        let text = heading_text(&self.page.lines[at].text);
        if self.now == Some(at) {
            self.flush();
            self.sections.clear();
        }
        if !matches!(self.mood_at(level), Mood::Earlier | Mood::Recap) && self.settles(at, text) {
            self.open_section(at, "resolved", level);
            return;
        }
        let fine = |l: &Line<'_>| {
            l.kind == Kind::Prose && (words::says_none(&l.text) || words::is_bare_verdict(&l.text, &[]))
        };
        let fine = || self.page.lines.get(at + 1).is_some_and(fine);
        if place::only_file(text).is_some() && (self.lists_below(at) || fine()) {
            self.open_section(at, text, level);
            return;
        }
        let numbered = self.manner.numbered_headings && self.mood_at(level) == Mood::Findings;
        let head = heading_head(text, numbered, self.severity_at(level));
        let head = head
            .or_else(|| self.described_heading(at, text, level))
            .or_else(|| self.detail_heading(text, level))
            .or_else(|| self.rated_title(at, text, level))
            .or_else(|| self.tentative_heading(text, level));
        if let Some(head) = head {
            self.flush();
            // A finding's heading ends sections of praise and history at its own level.
            self.sections.retain(|s| {
                s.level < level
                    || !matches!(s.mood, Mood::Ignore | Mood::Earlier | Mood::Resolved | Mood::Recap)
            });
            if !self.quiet() {
                self.begin(at, head, None);
            } else if self.mood() == Mood::Ignore && (grave(&head) || grave_id(&head)) && unsettled(&head) {
                self.praised_finding(at);
                self.begin(at, head, None);
            }
        } else if self.current.is_some()
            && field::part(text.trim_end_matches(':')).is_some()
            && !self.judges_below(at)
        {
            self.claim(at);
        } else {
            self.open_section(at, text, level);
        }
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
        self.leave_nested(line.indent);
        if self.quiet() {
            self.still_open(at, body);
            self.against_praise(at, body);
            return;
        }
        if self.paired(at, body) || self.nests(at, body) {
            return;
        }
        if (line.indent == 0 || self.current.is_none()) && self.settles(at, body) {
            return;
        }
        if let Some(head) = self.in_file(line, body) {
            self.flush();
            self.begin(at, head, Some(line.indent));
            return;
        }
        if let Some((part, value)) = field::labelled(body)
            && !self.ends_here(line, body)
        {
            if part == Part::Status && self.inside_text(line) {
                self.go_on(at);
                self.claim(at);
            } else {
                self.parts(at, part, value, true);
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
        // A row of the form that nobody filled in.
        if field::head(body).is_some_and(|h| h.template) {
            self.flush();
            self.unfilled(line.number);
            self.claim(at);
            return;
        }
        let deeper = self.current.as_ref().is_some_and(|c| c.indent.is_none_or(|i| line.indent > i));
        let under_heading = self.current.as_ref().is_some_and(|c| c.indent.is_none());
        if let Some(head) = field::head(body).filter(|h| !deeper || (under_heading && h.marked))
            && self.worthy(&head, body)
            && !self.is_aspect(at, &head)
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
        if let Some(head) = self.described_item(at, body) {
            self.flush();
            self.begin(at, head, Some(line.indent));
            return;
        }
        self.plain_item(at, body, ordered);
    }

    /// What names itself critical or high, with an id, a place or in brackets, is no praise wherever it stands.
    fn against_praise(&mut self, at: usize, body: &str) {
        if self.mood() != Mood::Ignore {
            return;
        }
        let pinned =
            |h: &Head| h.id.is_some() || h.place.is_some() || body.trim_start_matches('*').starts_with('[');
        let head =
            field::head(body).filter(|h| grave(h) && pinned(h) && unsettled(h) && self.worthy(h, body));
        if let Some(head) = head {
            self.flush();
            self.praised_finding(at);
            self.begin(at, head, Some(self.page.lines[at].indent));
            self.flush();
        }
    }

    fn praised_finding(&mut self, at: usize) {
        let number = self.page.lines[at].number;
        self.out.remarks.push(Remark::new(number, "lenient", "a finding stands among what is praised"));
    }

    /// A list item without any mark is a finding only below a severity, or right below a findings heading.
    fn plain_item(&mut self, at: usize, body: &str, _ordered: bool) {
        let line = &self.page.lines[at];
        let Some(section) = self.sections.last() else { return };
        let listed = section.severity.is_some()
            || (self.manner.plain_lists && section.mood == Mood::Findings && section.declared);
        let nested = self.current.is_some() && line.indent > self.list_indent;
        // `[HIGH] Title` with bullets right below it: those without a label go on it.
        let goes_on = |d: &Draft| d.headed && d.indent.is_some() && !d.parts.is_empty() && d.tail.is_some();
        if !line.blank_before && self.current.as_ref().is_some_and(goes_on) {
            self.go_on(at);
            self.claim(at);
            return;
        }
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
        let own = line.blank_before || self.current.is_none();
        if line.blank_before {
            self.leave_nested(line.indent);
        }
        if self.element(at, text) || own && !self.quiet() && self.settles(at, text) {
            return;
        }
        if self.rated_number(at, text)
            || line.blank_before && over::only_settles(text)
            || self.stands_above(at, text)
        {
            return;
        }
        if let Some(head) = self.in_file(line, text) {
            self.flush();
            self.begin(at, head, None);
            return;
        }
        if let Some((part, value)) = field::labelled(text)
            && !self.ends_here(line, text)
            && !self.quiet()
        {
            if part == Part::Status && self.inside_text(line) {
                self.body(at);
            } else {
                self.parts(at, part, value, bold);
            }
            return;
        }
        if let Some(severity) = self.rates_list(text, at).filter(|_| line.indent == 0 && line.blank_before) {
            self.open_section(at, "findings", LABEL_LEVEL);
            if let Some(section) = self.sections.last_mut() {
                (section.mood, section.severity) = (Mood::Findings, Some(severity));
            }
            return;
        }
        if line.indent == 0 && (statement::says_verdict(line, text) || shape::delta(text)) {
            self.flush();
            return;
        }
        if self.numbered_title(at, text) || self.section_line(at, text) {
            return;
        }
        if self.mood() == Mood::Earlier && statement::announces_own(text) {
            self.sections.retain(|s| s.level < LABEL_LEVEL);
        }
        if self.quiet() {
            return;
        }
        if self.bold_title(at, text) || self.segmented_title(at, text) {
            return;
        }
        let strong = field::head(text).filter(|h| {
            let lined = |p: &Location| p.line.is_some();
            let pinned = (h.marked || h.id.is_some())
                && (h.place.as_ref().is_some_and(lined)
                    || place::trailing(&h.title).is_some_and(|(p, _)| lined(&p))
                    || h.marked && self.place_below(at));
            let rated = h.id.as_deref().and_then(severity_of_id).is_some() && self.described(at + 1).placed
                || self.manner.by_id && line.indent == 0;
            (line.indent == 0
                && (h.conventional || pinned || self.manner.by_severity && shape::set_off(h, text)))
                || (h.id.is_some() && (bold || h.marked || h.place.is_some() || rated))
                || text.starts_with('[') && h.marked
                || bold && (h.marked || h.numbered)
                || line.indent == 0 && h.numbered && h.marked
                || self.manner.by_severity && line.indent == 0 && shape::wrong_in_file(h, text)
        });
        if let Some(head) = strong.filter(|h| self.mood() != Mood::Resolved && self.worthy(h, text)) {
            self.flush();
            self.begin(at, head, Some(line.indent));
            return;
        }
        self.body(at);
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
        let counted = !pinned && head.severity.is_some() && shape::counts(&head.title);
        if none || counted || is_count(&head.title) || totals(body) {
            return false;
        }
        if (head.severity.is_none() && mention(&head.title)) || (head.id.is_some() && only_ids(&head.title)) {
            return false;
        }
        if head.template || head.id.is_some() && self.sums_up(body) {
            return false;
        }
        let place_only =
            head.severity.is_none() && head.id.is_none() && !head.numbered && head.status.is_none();
        if place_only
            && !(self.mood() == Mood::Findings || self.sections.is_empty() && !head.title.is_empty())
        {
            return false;
        }
        if place_only
            && shape::speaks_of_file(head, body)
            && !(self.manner.by_severity && shape::wrong_in_file(head, body))
        {
            return false;
        }
        // `HIGH-1: …` says how bad it is.
        let rated = head.id.as_deref().filter(|id| id.len() > 4).and_then(severity_of_id).is_some();
        let pinned_title = || place::trailing(&head.title).is_some_and(|(p, _)| p.line.is_some());
        let known = head.severity.is_some()
            || head.offered.is_some()
            || head.place.is_some()
            || head.numbered
            || head.status.is_some()
            || head.id.is_some() && (rated || pinned_title() || self.manner.by_id);
        // An id alone may be a mention: "CR-01: see above" counts only where findings are listed.
        let listed = matches!(self.mood(), Mood::Findings) || body.starts_with("**");
        let loose_note = head.id.is_none()
            && head.place.is_none()
            && !field::undecorated(body).starts_with('[')
            && !matches!(self.mood(), Mood::Findings)
            && head.severity.as_ref().is_some_and(|(s, _)| *s == Severity::Info);
        !loose_note && (known || head.id.is_some() && (listed || head.title.is_empty()))
    }

    /// Tells whether a text names findings that were read before it, and says nothing of them.
    fn sums_up(&self, body: &str) -> bool {
        let open = self.current.as_ref().and_then(|draft| draft.finding.reported_id.as_deref());
        shape::sums_up(body, |id| open == Some(id) || self.named.contains(id))
    }

    fn begin(&mut self, at: usize, mut head: Head, indent: Option<usize>) {
        let line = &self.page.lines[at];
        if head.place.is_none() {
            head.place = self.above.take_if(|(above, _)| *above + 1 == at).map(|(_, place)| place);
            self.lines_in_file(&mut head);
        }
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
        let (mut issue, state) =
            shape::state(&issue).map_or((issue.clone(), None), |(t, s)| (t.to_owned(), Some(s)));
        let state = state.or_else(|| shape::state_alone(&issue).filter(|_| head.id.is_some()));
        if head.ungraded {
            self.out.ungraded.push(line.number);
        }
        let settled_mark = head.title.ends_with(['✅', '✓', '✔'])
            || state.is_some_and(field::settled)
            || head.id.is_some() && shape::ticked_off(&line.text)
            || over::struck(&line.text);
        let rated_id = head.id.as_deref().and_then(severity_of_id).is_some();
        let bare = head.id.is_none() && !head.numbered || self.manner.by_id;
        let firm = !tentative
            && (head.severity.is_some() || head.numbered || head.place.is_some() || rated_id || bare);
        let rating = head.severity.take().or_else(|| self.rated_behind(line, &mut issue, &mut head.place));
        if let Some((severity, word)) = rating {
            finding.severity = severity;
            finding.reported_severity = Some(word);
        }
        finding.marked_blocking = head.blocks;
        let offered = head.offered.map(|word| (line.number, word));
        finding.reported_id = head.id;
        finding.reported_status = head.status.as_deref().or(state).and_then(field::reported_status);
        finding.locations.extend(head.place);
        finding.title = issue;
        finding.suggestion = fix;
        let text = match (&finding.suggestion, &detail) {
            (Some(_), _) => Text::Fix,
            (None, Some(_)) => Text::Issue,
            (None, None) => Text::Body,
        };
        let tail = Some(Tail { text, margin: goes_on::margin(line) });
        let mut parts = Parts::default();
        if finding.reported_severity.is_some() {
            parts.insert(Part::Severity);
        }
        let kept = [Some(&finding.title), finding.suggestion.as_ref(), detail.as_ref()];
        // A text that was cut between characters is at most three bytes short.
        let cut =
            line.text.len() > field::MOST && kept.into_iter().flatten().any(|t| t.len() + 3 >= field::MOST);
        let misplaced = head.misplaced;
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
            offered,
            firm,
            numbered,
            headed: line.kind != Kind::Item,
            tail,
            cut,
            misplaced,
        });
        self.claim(at);
        self.title_is_part(at);
    }

    /// `**f-001** – severity: high`: what stands where the title would is the first of its parts.
    fn title_is_part(&mut self, at: usize) {
        let Some(draft) = self.current.as_mut().filter(|d| d.finding.reported_id.is_some()) else { return };
        let title = std::mem::take(&mut draft.finding.title);
        match field::labelled(&title) {
            Some((
                part @ (Part::Severity | Part::File | Part::Line | Part::Status | Part::Category),
                value,
            )) => {
                self.parts(at, part, value, false);
            }
            _ => draft.finding.title = title,
        }
    }

    fn claim(&mut self, at: usize) {
        self.out.taken.insert(at);
    }

    fn rule(&mut self) {
        self.sections.retain(|s| s.mood != Mood::Earlier);
    }
}
