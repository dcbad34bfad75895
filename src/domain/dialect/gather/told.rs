//! Findings told in running text: `However, `net/tls.rs:71` turns certificate checks off.`
//!
//! Only a place with a line makes a sentence one. Whether such sentences count is the caller's
//! business: they do where nothing is listed and changes are asked for.

use crate::domain::dialect::page::{Kind, Line, Page, item_body};
use crate::domain::dialect::{field, place, words};
use crate::domain::review::{RawFinding, Severity};

/// Findings taken of sentences: more than any review has.
const MOST: usize = 20_000;

/// Characters of a sentence that make a title; the whole is the description then.
const TITLE: usize = 300;

/// The severity of the section a line stands in.
type Rated = Option<(Severity, String)>;

/// Reads what the sentences of those lines tell; the second is the line from which on they were not read.
pub(crate) fn told(page: &Page<'_>, lines: &[(usize, Rated)]) -> (Vec<(RawFinding, u32)>, Option<u32>) {
    let mut out = Vec::new();
    for (at, section) in lines {
        read(&page.lines[*at], section.as_ref(), &mut out);
        if out.len() >= MOST {
            return (out, Some(page.lines[*at].number));
        }
    }
    (out, None)
}

/// Reads the sentences of a line that name a place with its line.
fn read(line: &Line<'_>, section: Option<&(Severity, String)>, out: &mut Vec<(RawFinding, u32)>) {
    let text: &str = &line.text;
    if !text.contains('.') || !text.contains(char::is_numeric) {
        return;
    }
    let text = if line.kind == Kind::Item { item_body(text).map_or(text, |(b, _)| b) } else { text };
    let mut rest = text;
    while out.len() < MOST {
        let sentence = field::first_sentence(rest);
        rest = rest[sentence.len()..].trim_start();
        let (bare, rated) = rating(sentence);
        if let [place] = place::in_prose(bare).as_slice()
            && place.line.is_some()
        {
            // A rating may follow as a sentence of its own, and what to do as well.
            let behind = behind(rest);
            let (severity, word) = rated
                .or(behind.severity)
                .or_else(|| leading(bare))
                .or_else(|| set_off(bare))
                .or_else(|| named(bare))
                .or_else(|| inside(bare))
                .or_else(|| field::rated_at_end(bare).map(|(_, found)| found))
                .or_else(|| words::sign(&line.text))
                .or_else(|| section.cloned())
                .map_or((Severity::Medium, None), |(s, w)| (s, Some(w)));
            let whole = title(bare);
            let mut finding = RawFinding::new(severity, whole.chars().take(TITLE).collect::<String>());
            finding.description = (finding.title.len() < whole.len()).then_some(whole);
            finding.reported_severity = word;
            finding.suggestion = behind.fix;
            finding.locations.push(place.clone());
            out.push((finding, line.number));
        }
        if rest.is_empty() {
            return;
        }
    }
}

/// `High: src/a.rs:3 keeps the key`: the severity that a sentence begins with.
fn leading(sentence: &str) -> Option<(Severity, String)> {
    let (head, _) = sentence.split_once([':', '—', '–'])?;
    words::fewer(head, 3)
        .then(|| words::only_severity(head.trim_matches(['*', '_', ' ', '[', ']'])))
        .flatten()
}

/// Pieces of a sentence in bold or in code marks that are looked at for its rating.
const PIECES: usize = 8;

/// `**Majeur** `a.py:4``, `**a.ts:3** `high` …`, `🔴 P0 – `a.rs:10``: a severity in marks of its own, or a level by number.
fn set_off(sentence: &str) -> Option<(Severity, String)> {
    let marked = |mark: &'static str| sentence.split(mark).skip(1).step_by(2).take(PIECES);
    let piece = |text: &str| words::only_severity(text.trim_matches([' ', ':', '.', '*']));
    marked("**").chain(marked("`")).find_map(piece).or_else(|| {
        let level = |w: &&str| matches!(*w, "P0" | "P1" | "P2" | "P3");
        let mut all = sentence.split(|c: char| !c.is_alphanumeric());
        all.find(level).and_then(words::only_severity)
    })
}

/// Splits `… on 32 bit [high].` into the sentence and its rating.
fn rating(sentence: &str) -> (&str, Option<(Severity, String)>) {
    // What holds the place too stays: only the rating is read from it.
    let text = sentence.trim_end_matches(['.', ' ', '!']);
    let open = match text.chars().next_back() {
        Some(')') => '(',
        Some(']') => '[',
        _ => return (sentence, None),
    };
    let Some(at) = text.rfind(open) else { return (sentence, None) };
    match field::pieces(&text[at + 1..text.len() - 1]) {
        Some((found, None)) => (text[..at].trim_end(), Some(found)),
        Some((found, Some(_))) => (sentence, Some(found)),
        None => (sentence, None),
    }
}

/// Brackets of a sentence that are looked into for its rating.
const BRACKETS: usize = 8;

/// `src/a.rs:4 (high) echoes a constant`: a rating in brackets anywhere in the sentence.
fn inside(sentence: &str) -> Option<(Severity, String)> {
    let brackets = sentence.split(['(', '[']).skip(1).take(BRACKETS);
    brackets.filter_map(|b| b.split_once([')', ']'])).find_map(|(inner, _)| words::only_severity(inner))
}

/// Sentences behind a finding's that may be its parts.
const BEHIND: usize = 8;

/// What the sentences behind a finding's say of it under a label.
#[derive(Default)]
struct Behind {
    severity: Option<(Severity, String)>,
    fix: Option<String>,
}

/// Reads `(major)` right behind a sentence, and `Severity: high.` and `Fix: …` up to the next that names a line of
/// its own.
fn behind(rest: &str) -> Behind {
    let mut out = Behind::default();
    let mut left = rest;
    for nth in 0..BEHIND {
        let next = field::first_sentence(left);
        left = left[next.len()..].trim_start();
        match field::labelled(next) {
            Some((field::Part::Severity, value)) if out.severity.is_none() => {
                out.severity = words::severity(value);
            }
            Some((field::Part::Fix, value)) if out.fix.is_none() => {
                out.fix = Some(field::clean(value)).filter(|fix| !fix.is_empty());
            }
            _ if nth == 0 && next.starts_with(['(', '[']) => out.severity = words::only_severity(next),
            _ if place::in_prose(next).iter().any(|p| p.line.is_some()) => break,
            _ => {}
        }
        if left.is_empty() {
            break;
        }
    }
    out
}

/// `there is one blocker: …`, `a high-severity issue in …`
fn named(sentence: &str) -> Option<(Severity, String)> {
    let words = words::words(sentence);
    // `High-severity issue in …`
    let rated = words.windows(2).find(|w| matches!(w[1].as_str(), "severity" | "priority"));
    if let Some(found) = rated.and_then(|w| words::only_severity(&w[0])) {
        return Some(found);
    }
    // `only one major thing left: …`
    let one = words.windows(3).find(|w| {
        matches!(w[0].as_str(), "a" | "one" | "another" | "single" | "the")
            && matches!(w[1].as_str(), "critical" | "major" | "serious" | "minor" | "severe")
            && matches!(
                w[2].as_str(),
                "thing" | "issue" | "problem" | "finding" | "concern" | "bug" | "defect" | "point"
            )
    });
    if let Some(found) = one.and_then(|w| words::only_severity(&w[1])) {
        return Some(found);
    }
    let at = words.iter().position(|w| matches!(w.as_str(), "blocker" | "blocking"))?;
    let denied = words[at.saturating_sub(2)..at].iter().any(|w| matches!(w.as_str(), "no" | "not" | "non"));
    (!denied).then(|| (Severity::Critical, words[at].clone()))
}

/// The sentence without a label in front and a place that leads it.
fn title(sentence: &str) -> String {
    let text = match field::labelled(sentence) {
        Some((field::Part::Issue, value)) => value,
        _ => sentence,
    };
    let text = match place::trailing(text.trim_end_matches('.')) {
        Some((_, rest)) => rest,
        None => text,
    };
    let text = match place::leading(text) {
        Some((_, rest)) if rest.starts_with([':', '—', '–', '-']) => {
            rest.trim_start_matches([':', '—', '–', '-', ' '])
        }
        _ => text,
    };
    field::clean(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::page::Page;

    fn sentences(text: &str) -> Vec<(Severity, Option<u32>, String)> {
        let page = Page::scan(text);
        let mut out = Vec::new();
        for line in &page.lines {
            read(line, None, &mut out);
        }
        out.into_iter().map(|(f, _)| (f.severity, f.place().and_then(|p| p.line), f.title)).collect()
    }

    #[test]
    fn a_sentence_with_a_place_tells_a_finding() {
        assert_eq!(
            sentences("Good work. There is one blocker: `a/b.rs:7` drops the lock. Please fix it."),
            [(Severity::Critical, Some(7), "There is one blocker: `a/b.rs:7` drops the lock.".to_owned())]
        );
        assert_eq!(
            sentences("`a/b.rs:9` — overflows on 32 bit. (major)"),
            [(Severity::High, Some(9), "overflows on 32 bit.".to_owned())]
        );
        assert_eq!(
            sentences("Not approved, `a/b.rs:7` (high) drops (for now) the lock."),
            [(
                Severity::High,
                Some(7),
                "Not approved, `a/b.rs:7` (high) drops (for now) the lock.".to_owned()
            )]
        );
        for (text, severity) in [
            ("**Stop.** 🔴 P0 – `a/b.rs:7`: the key is public.", Severity::Critical),
            ("**Majeur** `a/b.py:7` : le mot de passe est public", Severity::High),
            ("**a/b.ts:7** `high` the release is gone.", Severity::High),
            ("Only one major thing left: a/b.rs:7 ignores the error.", Severity::High),
            ("`a/b.rs:7` has no major impact on `P`.", Severity::Medium),
        ] {
            assert_eq!(sentences(text).first().map(|found| found.0), Some(severity), "{text}");
        }
        assert_eq!(sentences("I read a/b.rs and c.rs, version 1.2."), []);
        let apart = "See `a/b.rs:7`. Two writers race. Severity: high. Fix: take the lock. Then `a/c.rs:9`. Minor one.";
        let found = sentences(apart);
        let found: Vec<_> = found.iter().map(|(severity, line, _)| (*severity, *line)).collect();
        assert_eq!(found, [(Severity::High, Some(7)), (Severity::Medium, Some(9))]);
    }
}
