//! Findings of a pass and those raised after it: which is which, and why.

use countersign::domain::finding::Finding;
use countersign::domain::identity::{
    Moves, beside, holds_some, is_contrary, is_named_in, is_reversed, join, place_now, same_matter,
    same_words, shared_words, taken,
};
use countersign::domain::ids::FindingId;
use countersign::domain::review::{RawFinding, Severity};

use super::changes::{diff, parts, place};
use super::{Page, hold_pages};

#[test]
fn findings_are_joined_as_the_book_says() {
    hold_pages("identities.txt", told);
}

/// `high src/a.ts:3, src/b.ts | Title | description | id=f-1 | requirement=R1`
fn finding(text: &str) -> RawFinding {
    let mut fields = text.split(" | ").map(str::trim);
    let (word, places) = fields.next().unwrap_or_default().split_once(' ').expect("severity and places");
    let severity = serde_json::from_value::<Severity>(word.into()).expect("a severity");
    let mut found = RawFinding::new(severity, fields.next().expect("a title"));
    found.locations = places.split(", ").filter(|p| *p != "-").map(place).collect();
    for field in fields {
        let value = |(_, value): (&str, &str)| Some(value.to_owned());
        let split = field.split_once('=');
        match split.map(|s| s.0) {
            Some("id") => found.reported_id = split.and_then(value),
            Some("repeats") => found.repeats = split.and_then(value),
            Some("requirement") => found.requirement = split.and_then(value),
            Some("category") => found.category = split.and_then(value),
            Some("suggestion") => found.suggestion = split.and_then(value),
            Some("why") => found.why = split.and_then(value),
            Some("reverses") => found.reverses = split.and_then(value),
            Some("unmet") => found.unmet = split.and_then(value),
            _ => found.description = Some(field.to_owned()),
        }
    }
    found
}

/// Lines that begin with `old` are known, those with `new` raised; a change may stand below. `, as rows` in the title
/// makes them rows of a rubric.
fn told(page: &Page) -> String {
    let (head, parts) = parts(&page.text);
    let since = diff(&parts);
    let (mut old, mut raised) = (Vec::new(), Vec::new());
    for line in head.lines() {
        if let Some(text) = line.strip_prefix("old ") {
            let id = FindingId::new(format!("F{}", old.len() + 1));
            old.push(Finding::new(id, finding(text), 1));
        } else if let Some(text) = line.strip_prefix("first ") {
            old.last_mut().expect("a finding").first_title = text.to_owned();
        } else if let Some(text) = line.strip_prefix("new ") {
            raised.push(finding(text));
        }
    }
    let kin = join(&old, &raised, &since, page.title.contains(", as rows"));
    let mut rows = Vec::new();
    for (at, kin) in kin.iter().enumerate() {
        rows.push(format!("{} {kin:?}", at + 1));
    }
    let moves = Moves::of(&since);
    for was in &old {
        for place in &was.said.locations {
            rows.push(format!("{} now {}", was.id, place_now(place, &since)));
        }
        for is in &raised {
            rows.push(format!(
                "{} {:?}: beside {:?} still {:?} contrary {} same {} matter {:.2} shared {} reversed {} named {}",
                was.id,
                is.title,
                beside(was, is, Some(&moves)),
                beside(was, is, None),
                is_contrary(&was.said.title, &is.title),
                same_words(&was.said.title, &is.title),
                same_matter(&was.said.title, &is.title),
                shared_words(&was.said.title, is.description.as_deref().unwrap_or(&is.title)),
                is_reversed(was, is.reverses.as_deref().unwrap_or(&is.title)),
                is_named_in(was, is.description.as_deref().unwrap_or(&is.title)),
            ));
        }
    }
    if !since.is_empty() {
        let gone = taken(&since);
        let held: Vec<bool> = parts.iter().map(|(_, text)| holds_some(text, &gone)).collect();
        rows.push(format!("taken {} held {held:?}", gone.len()));
    }
    rows.join("\n")
}
