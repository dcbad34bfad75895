//! Any bytes as a reviewer's text, in every dialect, with and without a code and a diff.
//!
//! The first byte chooses the dialect and what is known besides the text; the rest is the text.
//! What must hold of every reading is asserted here; a panic inside the reader fails as well.

#![no_main]

use countersign::domain::dialect::{ReadContext, Reading, held_verdict, missing, names, read};
use countersign::domain::review::{Severity, Verdict};
use libfuzzer_sys::fuzz_target;

/// The code of the pass; the dictionary has it too.
const CODE: &str = "cs-1-abcdef";

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    // Every second line stands in the diff, by its length: the same text is both shown and said.
    let by_length = |line: &str| line.len() % 2 == 0;
    let none = |_: &str| false;
    let all: Vec<&'static str> = names().collect();
    // One more choice than there are dialects: the reader's own.
    let forced = all.get(usize::from(choice & 0x0f) % (all.len() + 1)).copied();
    let context = ReadContext {
        forced,
        countersign: (choice & 0x10 != 0).then_some(CODE),
        diff_lines: if choice & 0x20 != 0 { &by_length } else { &none },
        prefers: (choice & 0x40 != 0).then_some("megazord"),
    };
    let reading = read(&text, &context);
    holds(&text, &reading, &context);
    assert_eq!(reading, read(&text, &context), "the same text reads the same");
    if choice & 0x80 != 0 {
        // Nothing said is unsaid by what the diff holds: a reading with more in the diff approves no sooner.
        let everything = |_: &str| true;
        let shown = read(&text, &ReadContext { diff_lines: &everything, ..context });
        assert!(!shown.claimed_verdict.approves(), "all of it stands in the diff, and approves\n{shown:?}");
    }
});

fn holds(text: &str, reading: &Reading, context: &ReadContext<'_>) {
    let lines = text.split('\n').count();
    let inside = |line: u32| usize::try_from(line).is_ok_and(|l| (1..=lines).contains(&l));
    let line = |line: u32| usize::try_from(line).ok().and_then(|l| text.split('\n').nth(l.checked_sub(1)?));
    assert!(names().any(|n| n == reading.dialect));
    if let Some(forced) = context.forced {
        assert_eq!(reading.dialect, forced);
    }
    // An approval has a line that says it, and the line stands in the text.
    assert!(!reading.claimed_verdict.approves() || reading.because.is_some());
    if let Some(because) = &reading.because {
        let written = line(because.line).expect("the line it was read from is in the text");
        assert!(
            !because.text.is_empty() && written.contains(&because.text),
            "{because:?} is not {written:?}"
        );
        assert!(because.text.chars().count() <= 200);
    }
    assert!(reading.ignored.iter().all(|i| inside(i.line)));
    assert!(reading.remarks.iter().all(|r| r.line == 0 || inside(r.line)), "{:?}", reading.remarks);
    for finding in &reading.findings {
        assert!(!finding.title.is_empty());
        for place in &finding.locations {
            assert!(!place.file.is_empty() && !place.file.chars().any(char::is_control), "{place:?}");
            assert!(
                place.line != Some(0) && place.end_line.is_none_or(|e| place.line.is_some_and(|l| e >= l))
            );
        }
    }
    // What blocks is never approved, and nothing else makes an approval of a reading that is none.
    let held = held_verdict(reading);
    assert!(!held.approves() || reading.claimed_verdict.approves());
    assert!(!held.approves() || reading.findings.iter().all(|f| f.severity != Severity::Critical));
    assert!(held != Verdict::Approved || reading.findings.is_empty());
    // What cannot be acted on says what it lacks; what can be is not asked for again.
    assert_eq!(missing(reading).is_none(), acts(reading), "{reading:?}");
    assert_eq!(reading.parsed, reading.claimed_verdict != Verdict::Unclear || !reading.findings.is_empty());
}

/// Tells whether a loop could go on with the reading, as far as its verdict and list go.
fn acts(reading: &Reading) -> bool {
    match reading.claimed_verdict {
        Verdict::Approved | Verdict::ApprovedWithNotes => true,
        Verdict::Unclear => false,
        Verdict::ChangesRequested | Verdict::Rejected => {
            missing(reading).is_none() && !reading.findings.is_empty()
        }
    }
}
