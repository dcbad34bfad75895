//! Sentences of reviewers: what each does in the places where it may stand, and what it says alone.

use std::sync::LazyLock;

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
    doubts, doubts_2, duties, duties_2, labels, labels_2, labels_3, languages, lists, lists_2, miscellany,
    miscellany_2, of_self, of_self_2, orders, others, outcomes, outcomes_2, praise, rounds, severities,
    severities_2, shares, shares_2, tables_and_boxes, taking_back, taking_back_2, whole_sentences,
    whole_sentences_2, withholding, withholding_2, withholding_3, words_of_verdicts, words_of_verdicts_2,
    words_of_verdicts_3,
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

/// A sentence that changes nothing wherever it stands.
const NEUTRAL: &str = "The names are clear.";

/// What is read where nothing is said, for each place.
static PLAIN: LazyLock<Vec<String>> =
    LazyLock::new(|| PLACES.iter().map(|(_, form)| placed(form, NEUTRAL)).collect());

/// What is read where a sentence stands in a place; the sentence itself is shown as `@`.
fn placed(form: &str, sentence: &str) -> String {
    shown(&read(&form.replace('@', sentence), &ReadContext::default())).replace(sentence, "@")
}

/// The readings of a sentence, each once, with the places where it is read so; a place is left out where the sentence
/// changes nothing.
fn everywhere(sentence: &str) -> String {
    let mut said: Vec<(Vec<&str>, String)> = Vec::new();
    for ((place, form), plain) in PLACES.iter().zip(PLAIN.iter()) {
        let here = placed(form, sentence);
        if here == *plain {
            continue;
        }
        match said.iter_mut().find(|(_, other)| *other == here) {
            Some((places, _)) => places.push(place),
            None => said.push((vec![place], here)),
        }
    }
    let quoted = serde_json::json!({"verdict": "approved", "summary": sentence, "findings": []}).to_string();
    let quoted = shown(&read(&quoted, &ReadContext::default()));
    if quoted != "approved by line 1 (countersign.json)" {
        said.push((vec!["in JSON"], quoted));
    }
    if said.is_empty() {
        return "changes nothing".to_owned();
    }
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
        let place =
            place.map(|p| format!(" at {}:{}", p.file, p.line.unwrap_or_default())).unwrap_or_default();
        said = format!("{said}, {} \"{}\"{place}", finding.severity.as_str(), finding.title);
    }
    for resolved in &reading.resolved {
        said = format!("{said}, resolved {}", resolved.id);
    }
    for passed in &reading.ignored {
        said = format!("{said}, passed over line {} as {}", passed.line, passed.why);
    }
    for remark in &reading.remarks {
        let why = if remark.code.starts_with("verdict_vs") || remark.code == "hedged" {
            &remark.message
        } else {
            ""
        };
        said = format!("{said}, {} in line {} {why}", remark.code, remark.line);
    }
    said.trim_end().to_owned()
}
