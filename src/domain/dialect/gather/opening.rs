//! Lines without a heading's or a list's mark that open a section or head a finding: labels, bold
//! lines, elements, lines by number below a file.
//!
//! It decides what such a line opens; what stands below is the walk's.

use super::section::{self, LABEL_LEVEL, Mood, SECTIONS, Section};
use super::shape::plain_head;
use super::{Walk, element};
use crate::domain::dialect::field::{self, Head};
use crate::domain::dialect::page::{Kind, Line, item_body};
use crate::domain::dialect::{place, words};
use crate::domain::review::{Location, Remark, Severity};

impl Walk<'_, '_> {
    /// `<summary>Nitpick comments (1)</summary>` opens a section, `</details>` ends it; `<finding …>` is one.
    pub(super) fn element(&mut self, at: usize, text: &str) -> bool {
        if !text.starts_with('<') {
            return false;
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
            let name = name.trim_end_matches("</summary>");
            let level = LABEL_LEVEL + u8::from(place::only_file(field::undecorated(name)).is_some());
            self.open_section(at, name, level);
            return true;
        }
        let ends = text == "</details>";
        if ends {
            self.flush();
            self.sections.retain(|s| s.level < LABEL_LEVEL);
        }
        ends
    }

    /// Reads `L10: (major) title` below a heading that names the file.
    pub(super) fn in_file(&self, line: &Line<'_>, text: &str) -> Option<Head> {
        let file = self.sections.last().and_then(|s| s.file.as_ref()).filter(|_| !self.quiet())?;
        if self.current.as_ref().is_some_and(|c| c.indent.is_some_and(|i| line.indent > i)) {
            return None;
        }
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
            Some(_) => None,
            None if field::head(text).is_some() => None,
            None => field::embedded_head(text).filter(|h| h.place.as_ref().is_some_and(|p| p.line.is_some())),
        };
        let Some(head) = head.filter(|_| self.mood() != Mood::Resolved) else { return false };
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
