//! Sentences of reviewers: what each does in the places where it may stand, and what it says alone.

use countersign::domain::dialect::{ReadContext, Reading, held_verdict, read};

use super::hold_sentences;

/// A test for each book of sentences: one alone would take long.
macro_rules! books {
    ($($name:ident),* $(,)?) => { $(
        #[test]
        fn $name() {
            hold_sentences(concat!("sentences/", stringify!($name), ".txt"), everywhere);
        }
    )* };
}

books! {
    words_of_verdicts, labels, whole_sentences, taking_back, withholding, doubts, duties, outcomes, of_self,
    orders, lists, shares, others, tables_and_boxes, severities, rounds, languages, praise, miscellany,
}

#[test]
fn sentences_of_reviewers_read_as_the_book_says() {
    hold_sentences("sentences.txt", everywhere);
}

/// Where a sentence may stand, `@` being its place.
const PLACES: &[(&str, &str)] = &[
    ("below", "VERDICT: APPROVED\n\n@"),
    ("alone", "@"),
    ("above", "@\n\nVERDICT: APPROVED\n"),
    ("loose", "LGTM\n\n@\n"),
    ("beside", "Verdict: approved. @\n"),
    ("item", "## Notes\n\n- @\n- The names are clear.\n\nVerdict: PASS\n"),
    ("heading", "Verdict: PASS\n\n## @\n\nThe lock is taken in src/lock.rs.\n"),
    ("finding", "### Verdict: PASS_WITH_NOTES\n\n- [LOW] src/a.rs:3 The name is long. @\n  @\n"),
    ("refusal", "VERDICT: CHANGES REQUESTED\n\n- [HIGH] src/a.rs:3 The key is public\n\n@\n"),
];

/// The readings of a sentence, each once, with the places where it is read so.
fn everywhere(sentence: &str) -> String {
    let mut said: Vec<(Vec<&str>, String)> = Vec::new();
    for (place, form) in PLACES {
        let here = shown(&read(&form.replace('@', sentence), &ReadContext::default()));
        match said.iter_mut().find(|(_, other)| *other == here) {
            Some((places, _)) => places.push(place),
            None => said.push((vec![place], here)),
        }
    }
    let quoted = serde_json::json!({"verdict": "approved", "summary": sentence, "findings": []}).to_string();
    said.push((vec!["in JSON"], shown(&read(&quoted, &ReadContext::default()))));
    let said: Vec<String> =
        said.iter().map(|(places, here)| format!("{}: {here}", places.join(", "))).collect();
    said.join("; ")
}

/// A reading in a few words: its verdict, the line it stands on, its findings, what was passed over and its remarks.
fn shown(reading: &Reading) -> String {
    let mut said = held_verdict(reading).as_str().to_owned();
    if reading.claimed_verdict != held_verdict(reading) {
        said = format!("{said} (claimed {})", reading.claimed_verdict.as_str());
    }
    if let Some(because) = &reading.because {
        said = format!("{said} by line {} ({})", because.line, because.rule);
    }
    for finding in &reading.findings {
        let place = finding.locations.first();
        let place = place.map(|p| format!(" at {}:{}", p.file, p.line.unwrap_or_default())).unwrap_or_default();
        said = format!("{said}, {} \"{}\"{place}", finding.severity.as_str(), finding.title);
    }
    for resolved in &reading.resolved {
        said = format!("{said}, resolved {}", resolved.id);
    }
    for passed in &reading.ignored {
        said = format!("{said}, passed over line {} as {}", passed.line, passed.why);
    }
    for remark in &reading.remarks {
        let why = if remark.code.starts_with("verdict_vs") || remark.code == "hedged" { &remark.message } else { "" };
        said = format!("{said}, {} in line {} {why}", remark.code, remark.line);
    }
    said.trim_end().to_owned()
}
