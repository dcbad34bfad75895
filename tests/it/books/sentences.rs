//! Sentences of reviewers: what each does to an approval above it, and what it says alone.

use countersign::domain::dialect::{ReadContext, Reading, held_verdict, read};

use super::hold_sentences;

#[test]
fn sentences_of_reviewers_read_as_the_book_says() {
    hold_sentences("sentences.txt", |sentence| {
        let below = shown(&read(&format!("VERDICT: APPROVED\n\n{sentence}"), &ReadContext::default()));
        let alone = shown(&read(sentence, &ReadContext::default()));
        format!("below an approval {below}; alone {alone}")
    });
}

/// A reading in a few words: its verdict, the line it stands on, its findings, what was passed over and its remarks.
fn shown(reading: &Reading) -> String {
    let mut said = held_verdict(reading).as_str().to_owned();
    if reading.claimed_verdict != held_verdict(reading) {
        said = format!("{said} (claimed {})", reading.claimed_verdict.as_str());
    }
    if let Some(because) = &reading.because {
        said = format!("{said} by line {}", because.line);
    }
    for finding in &reading.findings {
        said = format!("{said}, {} \"{}\"", finding.severity.as_str(), finding.title);
    }
    for passed in &reading.ignored {
        said = format!("{said}, passed over \"{}\" as {}", passed.text, passed.why);
    }
    for remark in &reading.remarks {
        said = format!("{said}, {}", remark.code);
    }
    said
}
