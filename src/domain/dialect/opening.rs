//! Which dialect's form a text opens with, by the dialect's own heading, and what that names.
//!
//! Narrower than how a dialect is told for reading: a form that stands in something else, or a second one, is none.

use std::sync::LazyLock;

use regex::Regex;

use super::field;
use super::page::{Kind, Page, heading_text};
use crate::domain::ending::codes;

/// Lines of prose that may stand before the form.
const BEFORE: usize = 6;

/// The form that a text is in, with what its opening names.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) dialect: &'static str,
    pub(crate) about: Vec<String>,
}

/// Returns the form that a page opens with; nothing where something else comes first, or several open in it.
pub(crate) fn of(page: &Page<'_>) -> Option<Opening> {
    if let Some(opening) = json(page) {
        return Some(opening);
    }
    let mut found: Option<Opening> = None;
    for (before, line) in page.own().filter(|l| !l.text.is_empty()).enumerate() {
        let heading = matches!(line.kind, Kind::Heading(_)) || line.text.starts_with("**");
        match (mark(&line.text, heading), &found) {
            // Two reviews in one text: somebody hands on what others said.
            (Some(_), Some(_)) => return None,
            (Some((dialect, about)), None) => {
                found = Some(Opening { dialect, about: about.into_iter().collect() });
            }
            (None, Some(_)) => {}
            // Another heading first: the review is a part of something else.
            (None, None) if before >= BEFORE || line.kind != Kind::Prose || heading => return None,
            (None, None) => {}
        }
    }
    found
}

/// Reads a line as the opening of a dialect's form: the dialect, and what the line names.
fn mark(line: &str, heading: bool) -> Option<(&'static str, Option<String>)> {
    let text = field::undecorated(heading_text(line)).trim_matches(['*', ' ']);
    let lower = text.to_lowercase();
    if lower.trim_end_matches([':', '*', ' ']) == "review complete" {
        return Some(("megazord", None));
    }
    let verdict = |word: &str| ["approve", "reject", "conditional"].contains(&word.trim_matches(['*', ' ']));
    if text.starts_with("VERDICT:") && lower.split_once(':').is_some_and(|(_, word)| verdict(word)) {
        return Some(("yolo", None));
    }
    let (name, rest) = text.split_once(':')?;
    if !heading || rest.trim().is_empty() {
        return None;
    }
    match name {
        "REVIEW" => Some(("gsd", Some(rest.trim().to_owned()))),
        "Review" if lower.contains("(iteration") => Some(("ralph", Some(rest.trim().to_owned()))),
        _ => None,
    }
}

/// Reads a text that is one JSON object, fenced or bare, as a tech lead's answer or as one that carries a countersign.
fn json(page: &Page<'_>) -> Option<Opening> {
    static FROM: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#""from_agent"\s*:\s*"([^"]*)""#).expect("a constant pattern"));
    static GROUP: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#""(?:group_id|group|task_id)"\s*:\s*"([^"]{1,200})""#).expect("a constant pattern")
    });
    let text = page.text;
    let bare = text.trim().trim_start_matches("```json").trim_start_matches("```").trim_start();
    if !bare.starts_with('{') || !text.contains("\"issues\"") && !text.contains("\"findings\"") {
        return None;
    }
    let about = || GROUP.captures_iter(text).take(4).map(|c| c[1].to_owned()).collect();
    let mut from = FROM.captures_iter(text).map(|c| c[1].to_lowercase());
    let (first, second) = (from.next(), from.next());
    let signed = !codes(text).is_empty();
    match first.as_deref() {
        Some("tech_lead") if second.is_none() => Some(Opening { dialect: "bazinga", about: about() }),
        None if signed && text.contains("\"issues\"") => Some(Opening { dialect: "bazinga", about: about() }),
        None if signed => Some(Opening { dialect: "countersign", about: about() }),
        Some(_) | None => None,
    }
}
