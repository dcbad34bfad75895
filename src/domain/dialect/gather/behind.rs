//! A severity behind a title: `Secret in source (Critical)`, `No auth check [High]`, `Race in refresh — High`.
//!
//! It takes the severity off the title. What the title heads is the walk's business.

use super::Walk;
use super::opening::names_section;
use super::section::Mood;
use crate::domain::dialect::field::{self, Head};
use crate::domain::dialect::page::{Kind, Line, item_body};
use crate::domain::dialect::words;
use crate::domain::review::{Location, Severity};

/// A title, the severity behind it, and the place beside that.
type Rated<'t> = (&'t str, (Severity, String), Option<Location>);

/// Splits a title that ends with its severity, in brackets or behind a dash.
pub(super) fn rated(title: &str) -> Option<Rated<'_>> {
    let text = title.trim_end_matches(['*', '_', '`', ' ', '.', ':']);
    let open = match text.chars().next_back()? {
        ')' => '(',
        ']' => '[',
        '】' => '【',
        '）' => '（',
        _ => return dashed(text),
    };
    let at = text.rfind(open)?;
    let inner = text[at + open.len_utf8()..].trim_end_matches([')', ']', '】', '）']);
    let (found, place) = field::pieces(inner)?;
    let kept = text[..at].trim_end_matches([' ', '*', '_', '`', ':', '—', '–', '-']);
    (!words::fewer(kept, 1)).then_some((kept, found, place))
}

/// Splits `No auth check — High`.
fn dashed(text: &str) -> Option<Rated<'_>> {
    let near = text.floor_char_boundary(text.len().saturating_sub(40));
    let mark = [" — ", " – ", " - ", " · ", " | "]
        .iter()
        .filter_map(|m| Some((near + text[near..].rfind(m)?, m.len())));
    let (at, len) = mark.max()?;
    let word = text[at + len..].trim_matches(['*', '_', '`', ' ']);
    let sign = words::sign(word).is_some();
    let level = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    // A word in lower case may be the end of a sentence.
    let set = sign || level.starts_with(char::is_uppercase);
    let found =
        words::only_severity(level).filter(|_| set && !words::fewer(level, 1) && words::fewer(level, 3))?;
    let kept = text[..at].trim_end();
    (!words::fewer(kept, 2)).then_some((kept, found, None))
}

/// Tells whether a list's item is a title of some words with its severity behind it, and nothing else.
pub(super) fn rated_whole(body: &str) -> bool {
    rated(body).is_some_and(|(title, (severity, _), _)| {
        severity <= Severity::Low && !short(title) && !assesses(title)
    })
}

/// Tells whether a title is hardly one: a word, or a few signs where words have no blanks.
fn short(title: &str) -> bool {
    words::fewer(title, 2) && title.chars().filter(|c| !c.is_ascii()).count() < 4
}

/// `Overall risk`, `Confidence in the change`: what is rated is the whole, or the reviewer's own certainty.
fn assesses(title: &str) -> bool {
    words::words(title).iter().any(|w| {
        matches!(
            w.as_str(),
            "overall"
                | "risk"
                | "risks"
                | "assessment"
                | "confidence"
                | "effort"
                | "complexity"
                | "severity"
                | "priority"
                | "rating"
                | "score"
                | "summary"
                | "verdict"
                | "issues"
                | "findings"
        )
    })
}

/// `**src/a.rs** — 🔴 no check`: a sign behind the place.
fn sign_behind(text: &str) -> Option<(Severity, String)> {
    [" — ", " – ", ": ", " - "].iter().find_map(|mark| words::sign(text.split_once(mark)?.1))
}

impl Walk<'_, '_> {
    /// Reads a finding's severity where its head has none: by a sign on its line, or behind its title, from which it is
    /// taken off. Of the two the worse holds, and a section's holds against a lesser one in brackets.
    pub(super) fn rated_behind(
        &self,
        line: &Line<'_>,
        title: &mut String,
        place: &mut Option<Location>,
    ) -> Option<(Severity, String)> {
        let sign = words::sign(&line.text).or_else(|| sign_behind(&line.text));
        let section = self.sections.last().and_then(|s| s.severity.as_ref());
        let found = rated(title).map(|(kept, found, at)| (kept.to_owned(), found, at));
        let found = found.filter(|(_, (severity, _), _)| section.is_none_or(|(of, _)| severity <= of));
        if let Some((kept, found, at)) = found {
            *title = kept;
            *place = place.take().or(at);
            return Some(sign.filter(|(severity, _)| *severity < found.0).unwrap_or(found));
        }
        if sign.is_some() {
            return sign;
        }
        let (kept, found) = field::rated_at_end(title)?;
        let kept = kept.to_owned();
        *title = kept;
        Some(found)
    }

    /// `### 1. Secret in source (Critical)`, `**No auth check [High]**`: a title with its severity behind it heads a finding
    /// where it is numbered, where findings are listed, or where changes are asked for.
    pub(super) fn rated_title(&self, at: usize, text: &str, level: u8) -> Option<Head> {
        let (body, ordered) = item_body(text).unwrap_or((text, false));
        let body = body.trim_matches(['*', ' ']);
        let (title, (severity, _), _) = rated(body)?;
        let mood = self.mood_at(level);
        let sure = ordered || mood == Mood::Findings || self.manner.by_severity;
        let quiet = !matches!(mood, Mood::Findings | Mood::Neutral);
        if !sure || quiet || severity == Severity::Info || short(title) || assesses(title) {
            return None;
        }
        let title = field::undecorated(body);
        let known =
            names_section(title, level, true) || words::says_none(title) || self.lists_findings(at + 1);
        (!known).then(|| Head { title: field::clean(title), ..Head::default() })
    }

    /// Tells whether an item stands there that names what a finding of its own has: then the heading names a kind.
    fn lists_findings(&self, at: usize) -> bool {
        let item = self.page.lines.get(at).filter(|l| l.kind == Kind::Item);
        let body = item.and_then(|l| item_body(&l.text)).map(|(body, _)| body);
        let head = body.filter(|b| field::labelled(b).is_none()).and_then(field::head);
        head.is_some_and(|h| h.id.is_some() || h.severity.is_some() || h.place.is_some())
    }

    /// `### 1. Secret in source`, where an overview listed a finding by that title: it heads the same finding in full.
    pub(super) fn detail_heading(&self, text: &str, level: u8) -> Option<Head> {
        if self.titled.is_empty() || !matches!(self.mood_at(level), Mood::Findings | Mood::Neutral) {
            return None;
        }
        let body = item_body(text).map_or(text, |(body, _)| body);
        let title = field::undecorated(body).trim_end_matches(['*', ':', ' ']);
        let name = rated(title).map_or(title, |(kept, ..)| kept);
        let listed = !short(name) && self.titled.contains(&words::joined(name));
        listed.then(|| Head { title: field::clean(title), ..Head::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_severity_behind_a_title_is_taken_off() {
        for (text, kept, severity) in [
            ("Secret in source (Critical)", "Secret in source", Severity::Critical),
            ("Secret in source [P1]", "Secret in source", Severity::High),
            ("**Secret in source** (high, blocking)", "**Secret in source", Severity::High),
            ("Secret in source — High", "Secret in source", Severity::High),
            ("Secret in source - 🟡 Medium", "Secret in source", Severity::Medium),
            ("Secret in source (severity: low)", "Secret in source", Severity::Low),
        ] {
            let (title, (found, _), _) = rated(text).unwrap();
            assert_eq!((title, found), (kept, severity), "{text}");
        }
        for text in [
            "(Critical)",
            "Secret in source",
            "Retries are low - high",
            "Secret in source (see the high road)",
            "High",
        ] {
            assert!(rated(text).is_none(), "{text}");
        }
    }
}
