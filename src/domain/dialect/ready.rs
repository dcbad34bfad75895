//! Makes the reader ready: its patterns are made when first asked for, which takes most of a first reading's time.

use std::sync::Once;

use super::{ReadContext, read};

/// Answers that ask for nearly every pattern: one that approves is looked at for whatever speaks against it, one is
/// kept from approving by what it says, and one that does not approve is searched for findings.
const ANSWERS: [&str; 3] = [
    "## Review of Task 3 (round 2)\n\nI read the diff and ran the tests: 12 of 12 pass. All requirements are met, and \
     nothing was skipped.\n\n| Finding | Severity | Status |\n|---|---|---|\n| naming | minor | fixed |\n\n### Notes\n\n\
     - [minor] `src/a.rs:12`: the name could be clearer. Suggestion: rename it.\n\nIf the next phase needs it, it can \
     be added then. Earlier I had asked for a test; it is there now.\n\n**Verdict:** PASS (with notes)\n",
    "STATUS: APPROVED\n\nEverything that was asked for is in place, except for one question, which does not block.\n\n\
     VERDICT: approved\n",
    "## Verdict: CHANGES REQUESTED\n\n**[C1] critical** — src/a.rs:12 the result is not checked\n\nFix: check it.\n\n\
     ```json\n{\"verdict\": \"changes_requested\", \"issues\": [{\"severity\": \"high\", \"title\": \"unchecked\"}]}\n```\n",
];

/// Reads what asks for the patterns, once in a process. It is for a thread beside the one that answers: a reviewer who
/// has a brief comes back with a text.
pub fn make_ready() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for answer in ANSWERS {
            let _ = read(answer, &ReadContext::default());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::{Verdict, held_verdict};

    #[test]
    fn the_answers_take_the_ways_through_the_reader_that_they_are_there_for() {
        let verdicts = ANSWERS.map(|answer| held_verdict(&read(answer, &ReadContext::default())));
        assert_eq!(verdicts, [Verdict::ApprovedWithNotes, Verdict::Unclear, Verdict::ChangesRequested]);
    }
}
