//! Lines without a heading's or a list's mark that open a section or head a finding: labels, bold
//! lines, elements, lines by number below a file.
//!
//! It decides what such a line opens; what stands below is the walk's.

use super::behind::rated_whole;
use super::parts::Described;
use super::section::{self, LABEL_LEVEL, Mood, SECTIONS, Section};
use super::shape::plain_head;
use super::{Draft, Walk, element, pairs};
use crate::domain::dialect::field::{self, Head};
use crate::domain::dialect::page::{Kind, Line, item_body};
use crate::domain::dialect::{place, words};
use crate::domain::review::{Location, Remark, Severity};

/// Folded parts within each other whose surroundings are kept.
const FOLDS: usize = 16;

/// Tells whether a line names a section: `Summary`, `Previous findings`. Where what stands below is surely a
/// finding's, a single word of a section's name among others (`Notes are lost`) makes it none.
pub(super) fn names_section(text: &str, level: u8, sure: bool) -> bool {
    let section = Section::read(text, level, None);
    let sure = sure && !words::fewer(text, 3);
    section.declared && !(sure && section.mood != Mood::Earlier && section.severity.is_none())
}

/// `2. Pool is never drained** — `src/db/pool.ts:88``: a bold title, and behind a dash nothing but its place.
fn titled_at_place(inner: &str) -> Option<Head> {
    let (title, rest) = inner.split_once("**")?;
    let title = item_body(title).map_or(title, |(body, _)| body);
    let rest = rest.trim_start_matches(['—', '–', '-', ':', '(', ' ']);
    let file = || {
        Some((
            Location { file: place::only_file(rest.trim_end_matches(')'))?, line: None, end_line: None },
            "",
        ))
    };
    let (found, rest) = place::leading(rest).or_else(file)?;
    let alone = rest.trim_matches([')', '.', ' ']).is_empty();
    (alone && !words::fewer(title, 1)).then(|| Head {
        title: field::clean(title),
        place: Some(found),
        ..Head::default()
    })
}

impl Walk<'_, '_> {
    /// `severity=high file=src/a.rs line=3 msg=…` is a finding.
    pub(super) fn paired(&mut self, at: usize, text: &str) -> bool {
        if self.quiet() || self.mood() == Mood::Resolved || text.len() > field::MOST {
            return false;
        }
        let Some(finding) = pairs::finding(text) else { return false };
        self.flush();
        self.out.findings.push((finding, self.page.lines[at].number));
        self.claim(at);
        true
    }

    /// `<summary>Nitpick comments (1)</summary>` opens a section, `</details>` ends it; `<finding …>` is one.
    pub(super) fn element(&mut self, at: usize, text: &str) -> bool {
        if !text.starts_with('<') {
            return self.paired(at, text);
        }
        if let Some(finding) = element::finding(text).filter(|_| !self.quiet()) {
            self.flush();
            let number = self.page.lines[at].number;
            if text.len() > field::MOST {
                let message = format!("of a line longer than {} bytes not all is kept", field::MOST);
                self.out.remarks.push(Remark::new(number, "cut", message));
            }
            self.out.findings.push((finding, number));
            self.claim(at);
            return true;
        }
        if let Some(name) = text.strip_prefix("<summary>") {
            let name = name.split("</summary>").next().unwrap_or(name);
            if self.folds.len() < FOLDS {
                self.folds.push(self.sections.clone());
            }
            let level = LABEL_LEVEL + u8::from(place::only_file(field::undecorated(name)).is_some());
            self.open_section(at, name, level);
            return true;
        }
        // One line may close several, as CodeRabbit's `</blockquote></details>` does.
        let bare = text.replace("</blockquote>", "");
        let ends = bare.starts_with("</details>");
        for _ in 0..bare.matches("</details>").count() {
            self.flush();
            match self.folds.pop() {
                // What stood around it goes on.
                Some(around) => self.sections = around,
                None => self.sections.retain(|s| s.level < LABEL_LEVEL),
            }
        }
        ends
    }

    /// Reads `Suggestion: `a.rs:3` could take a slice`, where no finding is open that it could be the fix of: the word
    /// rates what it is about, as `[SUGGESTION]` does.
    fn suggested(&self, line: &Line<'_>, text: &str) -> Option<Head> {
        let (label, value) = match text.strip_prefix("**") {
            Some(inner) => inner.split_once("**").or_else(|| text.split_once(':'))?,
            None => text.split_once(':')?,
        };
        let word = label.trim_matches(['*', '_', ':', ' ']).to_lowercase();
        // One that was read in this way before it goes no further than its line.
        let alone = |c: &Draft| c.finding.reported_severity.as_deref() == Some("suggestion");
        let free = line.indent == 0 && self.current.as_ref().is_none_or(alone) && !self.quiet();
        if word != "suggestion" || !free {
            return None;
        }
        let (place, rest) = place::leading(value.trim_start_matches(['*', '_', ' ', ':', '—', '–', '-']))?;
        let title = rest.trim_start_matches([':', '—', '–', '-', ' ']);
        let says = place.line.is_some() && !words::fewer(title, 2);
        says.then(|| Head {
            severity: Some((Severity::Medium, word)),
            place: Some(place),
            marked: true,
            ..plain_head(title)
        })
    }

    /// Reads `L10: (major) title` below a heading that names the file, and what is alone with its place.
    pub(super) fn in_file(&self, line: &Line<'_>, text: &str) -> Option<Head> {
        if let Some(head) = self.suggested(line, text) {
            return Some(head);
        }
        let file = self.sections.last().and_then(|s| s.file.as_ref()).filter(|_| !self.quiet())?;
        if self.current.as_ref().is_some_and(|c| c.indent.is_some_and(|i| line.indent > i)) {
            return None;
        }
        let unmarked =
            text.strip_prefix("**").filter(|t| t.starts_with(['L', 'l'])).map(|t| t.replacen("**", ":", 1));
        let text = unmarked.as_deref().unwrap_or(text);
        let (first, end_line, aside, rest) = place::leading_lines(text)?;
        let mut head = field::head(rest).unwrap_or_else(|| plain_head(rest));
        head.severity = head.severity.or_else(|| words::only_severity(aside));
        // `⚠️ Potential issue | 🔴 Critical` says of what kind it is; the title stands below.
        if head.severity.is_none()
            && rest.contains('|')
            && let Some(found) = rest.split('|').find_map(words::only_severity)
        {
            head = Head { severity: Some(found), ..Head::default() };
        }
        head.place = Some(Location { file: file.clone(), line: Some(first), end_line });
        Some(head)
    }

    /// Gives a head whose title begins with its lines, `**High** (line 44): …`, the file that all below the heading is about.
    pub(super) fn lines_in_file(&self, head: &mut Head) {
        let Some(file) = self.sections.last().and_then(|s| s.file.as_ref()) else { return };
        if let (None, Some((line, end_line, rest))) = (&head.place, place::lines_led(&head.title)) {
            let title = field::clean(rest);
            head.place = Some(Location { file: file.clone(), line: Some(line), end_line });
            head.title = title;
        }
    }

    /// `**Race in refresh**` alone on its line, below a severity or with text below it among findings, and
    /// `**Leak** (`a.go:8`, high): …` head a finding.
    pub(super) fn bold_title(&mut self, at: usize, text: &str) -> bool {
        let line = &self.page.lines[at];
        let Some(inner) = text.strip_prefix("**").filter(|_| line.indent == 0) else { return false };
        let whole = inner.strip_suffix("**").filter(|t| !t.contains("**"));
        let rated = self.sections.last().is_some_and(|s| s.severity.is_some() && s.mood == Mood::Findings);
        let head = match whole {
            Some(title)
                if rated && line.blank_before && !words::says_none(title) && field::head(text).is_none() =>
            {
                let below = self
                    .page
                    .lines
                    .get(at + 1)
                    .is_some_and(|l| l.kind == Kind::Prose && !l.text.starts_with("**"));
                below.then(|| Head { title: field::clean(title), ..Head::default() })
            }
            Some(title) => self.linked_title(title).or_else(|| self.rated_title(at, title, LABEL_LEVEL)),
            None if field::head(text).is_some() => None,
            None if rated
                && line.blank_before
                && let Some(head) = titled_at_place(inner) =>
            {
                Some(head)
            }
            None => field::embedded_head(text).filter(|h| h.place.as_ref().is_some_and(|p| p.line.is_some())),
        };
        let Some(head) = head.filter(|_| self.mood() != Mood::Resolved) else { return false };
        self.flush();
        self.begin(at, head, None);
        true
    }

    /// `**[Possible bug](https://…/blob/9f3c/src/a.ts#L55-L60)**`: a title that leads to its lines.
    fn linked_title(&self, title: &str) -> Option<Head> {
        let name = title.strip_prefix('[')?.split_once("](")?.0;
        let listed = self.manner.by_severity || self.mood() == Mood::Findings;
        let place = place::linked(title).filter(|_| listed && !words::fewer(name, 1))?;
        Some(Head { title: field::clean(name), place: Some(place), ..Head::default() })
    }

    /// `Race in refresh · Severity: high · `a.go:8`` on a line of its own heads a finding.
    pub(super) fn segmented_title(&mut self, at: usize, text: &str) -> bool {
        let line = &self.page.lines[at];
        let head = field::segmented(text).filter(|h| h.place.is_some() && field::head(text).is_none());
        let Some(head) = head.filter(|_| line.indent == 0 && self.mood() != Mood::Resolved) else {
            return false;
        };
        self.flush();
        self.begin(at, head, None);
        true
    }

    /// Tells whether a list, or lines by number, stand below a heading rather than a finding's parts.
    pub(super) fn lists_below(&self, at: usize) -> bool {
        let Some(next) = self.page.lines.get(at + 1) else { return false };
        if !matches!(next.kind, Kind::Item | Kind::Prose) {
            return next.kind == Kind::Table && self.described(at + 1) == Described::default();
        }
        match item_body(&next.text) {
            Some((body, _)) => field::labelled(body).is_none(),
            None => {
                let rated = |h: Head| h.severity.is_some() && h.marked && !h.title.is_empty();
                place::leading_lines(&next.text).is_some() || field::head(&next.text).is_some_and(rated)
            }
        }
    }

    /// `### 3. Title` outside a findings section may turn out to head a finding: when a severity follows.
    pub(super) fn tentative_heading(&self, text: &str, level: u8) -> Option<Head> {
        let (body, ordered) = item_body(text)?;
        let section = Section::read(body, level, None);
        (ordered && !section.declared && self.mood_at(level) == Mood::Neutral).then(|| Head {
            title: field::clean(field::undecorated(body)),
            tentative: true,
            ..Head::default()
        })
    }

    /// `### SQL injection` with a finding's parts right below it, or with its text below a severity.
    pub(super) fn described_heading(&self, at: usize, text: &str, level: u8) -> Option<Head> {
        let body = item_body(text).map_or(text, |(body, _)| body);
        let title = field::clean(field::undecorated(body).trim_end_matches('*'));
        let below = self.described(at + 1);
        // Bullets that say themselves what is wrong stand below the name of a kind, and there may be more.
        let bullets = self.page.lines.get(at + 1).is_some_and(|l| l.kind == Kind::Item);
        let below = if bullets && below.told { Described::default() } else { below };
        let rated = self.severity_at(level);
        let tail = || field::embedded_head(body).filter(|h| h.detail.is_none() && h.place.is_none());
        let (title, sign) = match (words::sign(text), tail()) {
            (None, Some(head)) => (head.title, head.severity),
            (sign, _) => (title, sign),
        };
        let parted =
            below.rated || below.placed && (rated || sign.is_some() || self.mood_at(level) == Mood::Findings);
        let next = self.page.lines.get(at + 1).filter(|l| l.kind == Kind::Prose);
        let said = next.is_some_and(|l| {
            let places = place::in_prose(&l.text);
            places.iter().any(|p| p.line.is_some())
                || place::leading(&l.text).is_some_and(|(_, r)| r.is_empty())
        });
        let sure = below.rated && (below.placed || below.told)
            || (rated || sign.is_some()) && (said || below.placed);
        let known = title.is_empty() || names_section(body, level, sure) || words::says_none(&title);
        (!known && (parted || (rated || sign.is_some()) && said)).then(|| Head {
            title,
            severity: sign,
            ..Head::default()
        })
    }

    /// `1. No check` with a finding's parts set below it, `1. No check [high]` with its place below or beside it.
    pub(super) fn described_item(&self, at: usize, body: &str) -> Option<Head> {
        let indent = self.page.lines[at].indent;
        let next = self.page.lines.get(at + 1).filter(|l| l.indent > indent);
        let described = next.map(|_| self.described(at + 1)).unwrap_or_default();
        if described.rated {
            return Some(plain_head(body));
        }
        if self.titled_in_bold(body, described) {
            return Some(Head { ungraded: true, ..plain_head(body) });
        }
        let placed = |h: &Head| h.place.as_ref().is_some_and(|p| p.line.is_some());
        let below = next.is_some_and(|l| place::leading(&l.text).is_some_and(|(_, rest)| rest.is_empty()));
        let rated = field::embedded_head(body).or_else(|| {
            let severity = words::sign(body)?;
            let head = plain_head(body.trim_start_matches(|c: char| !c.is_ascii() || c == ' '));
            (severity.0 <= Severity::Medium).then_some(Head {
                severity: Some(severity),
                marked: true,
                ..head
            })
        });
        let parted = described.placed || described.told || described.mended;
        let alone = || self.manner.by_severity && rated_whole(body);
        rated.filter(|h| below || placed(h) || parted || alone())
    }

    /// `1. **No check**` with what is wrong and where, or what to do, set below it: a finding whose severity nobody gave.
    fn titled_in_bold(&self, body: &str, below: Described) -> bool {
        let rated = self.sections.last().is_some_and(|s| s.severity.is_some());
        let whole = body.starts_with("**")
            && body.trim_end_matches([':', '.', ' ']).ends_with("**")
            && body.matches("**").count() == 2;
        let listed = self.mood() == Mood::Findings;
        let parted = below.told && (below.placed || below.mended) || listed && below.placed && below.mended;
        whole && parted && !rated && !words::says_none(body)
    }

    /// `**1. [requirement_coverage] REQ-2 has no task**` below a severity, with `- Plan: 01` or the like below it: so
    /// GSD's plan checker writes, the dimension that it checked in brackets.
    fn checked_title(&self, at: usize, text: &str) -> Option<Head> {
        let rated = self.sections.last().is_some_and(|s| s.severity.is_some() && s.mood == Mood::Findings);
        let title = text.strip_prefix("**")?.strip_suffix("**").filter(|t| rated && !t.contains("**"))?;
        let (title, _) = item_body(title)?;
        let below = self.page.lines.get(at + 1).filter(|l| l.kind == Kind::Item)?;
        let (label, _) = item_body(&below.text)?.0.split_once(':')?;
        let named = title.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let title = match named {
            Some((dimension, rest)) if words::fewer(dimension, 3) => rest,
            Some(_) | None => title,
        };
        let says = words::fewer(label, 3) && !words::fewer(title, 1) && !words::says_none(title);
        says.then(|| Head { title: field::clean(title), ..Head::default() })
    }

    /// `**Finding 1 — High**` with its place and what is wrong below it: its severity stands for a title.
    pub(super) fn rated_number(&mut self, at: usize, text: &str) -> bool {
        let whole = text.strip_prefix("**").and_then(|t| t.strip_suffix("**")).filter(|t| !t.contains("**"));
        let head = whole.filter(|_| self.page.lines[at].indent == 0).and_then(field::head);
        let Some(head) = head.filter(|h| h.numbered && h.severity.is_some() && h.title.is_empty()) else {
            return false;
        };
        let below = self.described(at + 1);
        if !(below.placed && below.told) || self.quiet() || self.mood() == Mood::Resolved {
            return false;
        }
        self.flush();
        self.begin(at, head, None);
        true
    }

    /// `Finding 2: no check`, `**2. No check**`, `2. No check` on a line with a finding's parts below it.
    pub(super) fn numbered_title(&mut self, at: usize, text: &str) -> bool {
        let line = &self.page.lines[at];
        if let Some(head) = self.checked_title(at, text) {
            self.flush();
            self.begin(at, head, None);
            return true;
        }
        let below = self.described(at + 1);
        if line.indent > 0 || !below.rated || self.quiet() || self.mood() == Mood::Resolved {
            return false;
        }
        let bare = text.trim_matches(['*', '_', ' ']);
        let whole = text.starts_with("**") && text.ends_with("**") && text.matches("**").count() == 2;
        let head = field::head(bare).filter(|h| h.numbered && (!h.title.is_empty() || h.place.is_some()));
        let titled = || {
            let body = item_body(bare).map_or(bare, |(body, _)| body);
            let sure = below.placed || below.told;
            let known = names_section(body, LABEL_LEVEL, sure) || words::says_none(body);
            (whole && !known).then(|| plain_head(body))
        };
        let Some(head) = head.or_else(titled) else { return false };
        self.flush();
        self.begin(at, head, None);
        true
    }

    /// `Must-fix`, `LGTM with a few nits:`, `Two blockers:` right above a list rate what it lists.
    pub(super) fn rates_list(&self, text: &str, at: usize) -> Option<(Severity, String)> {
        let next = self.page.lines.get(at + 1).filter(|l| l.kind == Kind::Item)?;
        let name = text.trim_end_matches([':', '*', ' ']);
        let all = words::words(name);
        let labelled = text.trim_end_matches(['*', ' ']).ends_with(':');
        if all.len() > 7 || field::labelled(item_body(&next.text).map_or("", |(b, _)| b)).is_some() {
            return None;
        }
        if let Some(found) = section::severity_heading(name).filter(|_| all.len() <= 4) {
            return Some(found);
        }
        let denied = all.iter().any(|w| matches!(w.as_str(), "no" | "not" | "without" | "zero" | "0"));
        let noun = all.last().filter(|w| w.ends_with('s'))?;
        words::only_severity(noun).filter(|_| labelled && !denied)
    }

    /// `FINDINGS:`, `**Critical**`, `Замечания:` on a line of their own open a section.
    pub(super) fn section_line(&mut self, at: usize, text: &str) -> bool {
        let line = &self.page.lines[at];
        if line.blank_before
            && place::only_file(text).is_some()
            && self.current.as_ref().is_none_or(|c| !c.finding.locations.is_empty())
        {
            self.open_section(at, text, LABEL_LEVEL + 1);
            return true;
        }
        // `=== HIGH ===`
        let framed = text.trim_matches(['=', ' ']);
        if text.starts_with("==") && text.ends_with("==") && section::severity_heading(framed).is_some() {
            self.open_section(at, framed, LABEL_LEVEL);
            return true;
        }
        let whole_bold = text.starts_with("**")
            && text.trim_end_matches(':').ends_with("**")
            && text.matches("**").count() == 2;
        let label = text.trim_end_matches(['*', ' ']).ends_with(':') && words::fewer(text, 6);
        let known = line.blank_before && SECTIONS.contains(&words::joined(text).as_str());
        if !(whole_bold || label || known) || line.indent > 3 {
            return false;
        }
        let name = text.trim_matches(['*', ':', ' ']);
        if self.current.as_ref().is_some_and(|c| c.indent.is_none()) && field::part(name).is_some() {
            return false;
        }
        let section = Section::read(name, LABEL_LEVEL, None);
        let heads = field::head(name).is_some_and(|h| h.numbered && !h.title.is_empty());
        if !section.declared || heads {
            return false;
        }
        self.open_section(at, name, LABEL_LEVEL);
        true
    }
}
