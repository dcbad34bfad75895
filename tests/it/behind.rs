//! What stands behind an approval: ordinary prose leaves it, a retraction in whatever words does not. And
//! what is too long to be read whole: it is said, and nothing hides in it.

use countersign::domain::dialect::{ReadContext, Reading, held_verdict, read};

/// Answers that approve, with room for what is said behind.
const HEADS: &[&str] = &[
    "Verdict: APPROVED\n\n{}\n",
    "LGTM!\n\n{}\n",
    "VERDICT: approve\nFINDINGS:\n\n{}\n",
    "**Verdict:** PASS\n\nAll requirements are met.\n\n{}\n",
    "## REVIEW COMPLETE\n\n**Task:** 03-01 Task 2\n**Status:** passed\n**Critical:** 0\n**Warnings:** 0\n**Info:** 0\n\n### Spec Compliance\n\nNo issues found.\n\n### Code Quality\n\nNo issues found.\n\n{}\n",
    "Verdict: APPROVED. {}\n",
];

const ORDINARY: &[&str] = &[
    "The retry loop is now bounded and the tests cover the timeout path.",
    "Thanks for splitting this into small commits, that made it easy to follow.",
    "Nice touch that the cache is invalidated on write.",
    "I ran the suite locally and everything was green.",
    "One idea for later: the parser could be shared with the importer.",
    "Feel free to merge whenever CI is done.",
    "The naming in store.rs is a bit long, but that is a matter of taste.",
    "I was worried about the lock order at first, but the new comment explains it well.",
    "The error messages are much clearer than before.",
    "If you find time, a doc comment on `open` would help newcomers.",
    "I compared the output with the old version and it is identical.",
    "You may want to squash before merging.",
    "Great to see the panic replaced by a proper error.",
    "The migration fails cleanly when the table is missing, as it should.",
    "It no longer crashes on an empty list.",
    "The previous blocker is gone, and the regression test proves it.",
    "Both findings from my last review are fixed.",
    "No need for another round from my side.",
    "Let me know if you want me to take a look at the follow-up.",
    "The rejection path returns 409, which is what the spec asks for.",
    "Requests without a token are rejected before they reach the handler.",
    "The test that must fail without the fix does fail.",
    "I checked that the function cannot be called twice.",
    "Deleting the old module was the right decision.",
    "The code never unwraps on user input.",
    "The only thing I noticed is a typo in the changelog.",
    "Minor: the constant could live next to its use.",
    "Performance is unchanged according to the benchmark.",
    "The diff is small and focused.",
    "Happy to pair on the next part.",
    "The validation errors are shown to the user before saving.",
    "I especially like the property tests.",
    "Rollback is handled, and a broken connection is retried three times.",
    "The docs describe the new flag.",
    "Coverage went up from 81 % to 86 %.",
    "This closes the gap that the audit found.",
    "Requirement R3 is satisfied by `limit.rs:44`.",
    "I could not think of an edge case that is not covered.",
    "The approach differs from the plan, but the result is equivalent and simpler.",
    "Wait times are capped at thirty seconds.",
    "The queue holds off writers while a snapshot is taken.",
    "Actually quite elegant.",
    "I did consider asking for a split, but the change is coherent as it is.",
    "Nothing to add.",
    "It must not be empty, and the check guarantees that.",
    "Users who disabled the feature see no change.",
    "The feature flag is off by default, so this is safe to deploy.",
    "Approving so you are not blocked; the nit above is optional.",
    "As discussed, the rest of the work follows in task 4.",
    "The next task will wire it into the CLI.",
    "Tested with 10k rows: no leaks, no deadlocks.",
    "Good catch with the off-by-one.",
    "The comment says \"do not merge\", which refers to the config maps and is correct.",
    "All five acceptance criteria are met.",
    "The new index makes the lookup twice as fast.",
    "Sorry for the late review.",
    "I have no further remarks.",
    "Small suggestion, not required: rename `tmp` to `staged`.",
    "Note that the deprecated endpoint will be removed in the next release.",
    "Security-wise the input is escaped everywhere it is printed.",
    "The tests were flaky before; ten runs in a row passed now.",
    "Ich habe alles geprüft, die Tests laufen durch.",
    "Tout est clair, les tests passent.",
    "Buen trabajo, los tests pasan sin problemas.",
    "代码清晰,测试完整,没有问题。",
    "テストも通っており、問題ありません。",
    "Всё понятно, тесты проходят.",
    "Bom trabalho, sem ressalvas.",
    "Should be merged before the release branch is cut on Friday.",
    "Please remember to delete the feature branch after merging.",
    "The handler waits for the lock before it writes.",
    "One question out of curiosity: why a BTreeMap here?",
    "We can revisit the limits once we have real traffic.",
    "The abort path is correct: a cancelled job releases its slot.",
    "Missing files are reported with their path.",
];

const RETRACTIONS: &[&str] = &[
    "On reflection, this should not go in yet.",
    "I take that back, the lock is released too early.",
    "Scratch that. The migration drops a column that is still read.",
    "Hold off merging until the race is sorted out.",
    "Do not merge yet.",
    "Actually, wait: the token is logged in plain text.",
    "Before merging, the SQL injection in search.rs must go.",
    "Works fine, except that it crashes on an empty list.",
    "Having thought about it some more, I can no longer recommend merging.",
    "Hmm, I just noticed that the test never asserts anything, so this has to go back.",
    "Forget what I wrote at the top; the second requirement is not implemented.",
    "Please do not merge this before I have looked at the concurrency part.",
    "I spoke too soon.",
    "That said, the data loss on restart needs to be dealt with first.",
    "Not so sure any more: the cleanup deletes user files.",
    "Nope, changed my opinion: the retry is endless.",
    "Reading it a second time I think this is not acceptable.",
    "My approval was a mistake.",
    "Edit: found a deadlock in the writer, please fix it first.",
    "Update: CI shows that the build is broken, so no merge for now.",
    "This must not be merged as it is.",
    "However, the password is stored unhashed, and that is unacceptable.",
    "But the endpoint has no authorisation check at all.",
    "Unfortunately it loses writes when two clients connect.",
    "Only the transaction handling is wrong: it commits before validating.",
    "Apart from the memory leak in the parser, which you have to fix.",
    "Provided that you fix the path traversal.",
    "As long as the null dereference is repaired beforehand.",
    "Once the failing test is fixed, that is.",
    "Wait for the security team's answer first.",
    "I would rather see this reverted.",
    "Let's not ship this today.",
    "Can't let this through after all.",
    "After a closer look the answer has to be no.",
    "I was wrong, the bound is off by one and reads past the buffer.",
    "The verdict above is wrong; treat it as request changes.",
    "Please ignore my verdict, I looked at the old commit.",
    "Nevertheless the author needs to rework the error handling before this lands.",
    "Then again, requirement R2 is missing entirely.",
    "There is one thing that stops me, though: the key is hard-coded.",
    "This is blocked by the missing migration.",
    "Merge is blocked until the schema is fixed.",
    "Return this to the developer.",
    "Send it back for another round, please.",
    "The change needs another iteration.",
    "Still, I want the crash on startup fixed before it goes out.",
    "Ignore the above, it was meant for a different pull request.",
    "Strike that; the cache is never invalidated.",
    "Correction: not approved.",
    "Correction: verdict is changes requested.",
    "Sorry, I misread the diff: the check is inverted.",
    "Oh no, the second commit removes the authentication.",
    "Postscript: it does not compile.",
    "PS: this corrupts the index when the disk is full, do not release.",
    "The author should not merge until I have re-reviewed.",
    "Approval revoked.",
    "I withdraw this.",
    "I am retracting the approval given above.",
    "On second thought the API break is too much.",
    "Second thoughts: this breaks every client.",
    "Zurückgezogen: der Test schlägt fehl.",
    "Bitte noch nicht mergen, der Deadlock muss erst behoben werden.",
    "Ich nehme das zurück.",
    "Doch lieber nicht: Daten gehen verloren.",
    "Finalement non, il y a une fuite mémoire.",
    "Ne pas fusionner avant correction.",
    "Pensándolo bien, no se debe fusionar todavía.",
    "Retiro mi aprobación.",
    "等等,先不要合并,这里有死锁。",
    "仔细想想,还是不能通过。",
    "やはり承認できません。",
    "Хотя нет, сливать пока нельзя.",
    "Pensando bem, não pode ser mesclado ainda.",
    "Ripensandoci, non va bene: perde i dati.",
    "The team lead asked me to stop this from being merged.",
];

fn read_plain(text: &str) -> Reading {
    read(text, &ReadContext::default())
}

/// Returns those of the sentences behind an approval of which the reading does, or does not, approve.
fn behind<'s>(sentences: &[&'s str], approves: bool) -> Vec<&'s str> {
    let said = |(i, said): (usize, &&'s str)| {
        let text = HEADS[i % HEADS.len()].replace("{}", said);
        (held_verdict(&read_plain(&text)).approves() == approves).then_some(*said)
    };
    sentences.iter().enumerate().filter_map(said).collect()
}

#[test]
fn ordinary_prose_behind_an_approval_leaves_it() {
    assert!(ORDINARY.len() >= 75);
    assert_eq!(behind(ORDINARY, false), [""; 0]);
}

#[test]
fn a_retraction_in_other_words_leaves_no_approval() {
    assert!(RETRACTIONS.len() >= 75);
    assert_eq!(behind(RETRACTIONS, true), [""; 0]);
}

#[test]
fn an_objection_far_behind_in_a_long_line_is_read() {
    let filler = "the code is read and understood, ".repeat(200);
    for text in [
        format!("Verdict: APPROVED. {filler}and so REJECTED.\n"),
        format!("LGTM\n\n{filler}and I cannot approve this.\n"),
        format!("LGTM, {}minus the race\n", "nice work ".repeat(60)),
        format!("VERDICT: approve\n\n{filler}so my verdict has to be: reject.\n"),
    ] {
        let reading = read_plain(&text);
        assert!(!held_verdict(&reading).approves(), "{} … {:?}", &text[..40], reading.because);
    }
}

#[test]
fn a_line_longer_than_any_paragraph_leaves_no_approval() {
    let long = "a line without an end ".repeat(4_000);
    for text in [
        format!("Verdict: PASS\n\n{long}\n"),
        format!("{long}. Verdict: PASS\n"),
        format!("> {long}\n\nVerdict: PASS\n"),
        format!("{{ {long}\n\nVerdict: PASS\n"),
    ] {
        let reading = read_plain(&text);
        assert!(!held_verdict(&reading).approves(), "{} … {:?}", &text[..40], reading.because);
        assert!(reading.remarks.iter().any(|r| r.code == "text_cut" && r.line > 0), "{:?}", reading.remarks);
    }
}

#[test]
fn an_answer_in_json_may_be_one_long_line() {
    let issues: Vec<String> = (0..3_000)
        .map(|i| {
            format!("{{\"title\":\"lock {i} is dropped\",\"severity\":\"high\",\"file\":\"src/a{i}.rs:1\"}}")
        })
        .collect();
    let answer = format!("{{\"status\":\"CHANGES_REQUESTED\",\"issues\":[{}]}}", issues.join(","));
    assert!(answer.len() > 200_000);
    for text in
        [answer.clone(), format!("Here it is.\n\n```json\n{answer}\n```\n"), format!("Here: {answer}\n")]
    {
        let reading = read_plain(&text);
        assert_eq!(held_verdict(&reading).as_str(), "changes_requested", "{:?}", reading.remarks);
        assert_eq!(reading.findings.len(), 3_000);
        assert!(!reading.remarks.iter().any(|r| r.code == "text_cut"), "{:?}", reading.remarks);
    }
}

#[test]
fn a_place_is_found_however_far_behind_it_stands() {
    let text = format!(
        "Verdict: reject\n\n## Critical\n\n- {}`src/late.rs:7` drops the lock\n",
        "a long way to say it, ".repeat(120)
    );
    let reading = read_plain(&text);
    assert_eq!(
        reading.findings[0].place().map(|p| (p.file.as_str(), p.line)),
        Some(("src/late.rs", Some(7)))
    );
}

#[test]
fn a_told_finding_of_a_long_sentence_keeps_all_of_it() {
    let text =
        format!("Verdict: FAIL\n\nHere `a.rs:3` drops it, {}at the end.\n", "and goes on, ".repeat(50));
    let finding = &read_plain(&text).findings[0];
    assert_eq!(finding.title.chars().count(), 300);
    assert!(finding.description.as_deref().is_some_and(|d| d.ends_with("at the end.")));
    let text = format!(
        "Verdict: FAIL\n\n{}\n",
        (1..=12).map(|i| format!("Here `a.rs:{i}` drops it. ")).collect::<String>()
    );
    assert_eq!(read_plain(&text).findings.len(), 12);
}

#[test]
fn braces_that_are_not_read_leave_no_approval() {
    let text = format!(
        "LGTM\n\n{}{{\"verdict\": \"rejected\", \"findings\": []}}\n",
        "a { key: and more\n".repeat(12)
    );
    let reading = read_plain(&text);
    assert!(!held_verdict(&reading).approves());
    assert!(reading.remarks.iter().any(|r| r.code == "text_cut" && r.line > 0), "{:?}", reading.remarks);
}

#[test]
fn more_findings_than_are_read_leave_no_approval() {
    let list = vec!["{\"title\":\"x\",\"severity\":\"low\"}"; 20_001].join(",");
    let reading = read_plain(&format!("{{\"verdict\":\"approved\",\"findings\":[{list}]}}"));
    assert!(!held_verdict(&reading).approves());
    assert!(reading.remarks.iter().any(|r| r.code == "cut" && r.message.contains("only 20000 entries")));
}

#[test]
fn more_sentences_than_are_read_leave_no_approval() {
    let reading = read_plain(&format!("Verdict: PASS\n\n{}\n", "It passes. ".repeat(100_002)));
    assert!(!held_verdict(&reading).approves());
}

#[test]
fn requirements_beyond_those_compared_are_said() {
    let rows: String = (0..220).map(|i| format!("| {i} | R{i} | NOT_MET | none |\n")).collect();
    let text = format!(
        "### Verdict: NEEDS_FIX\n\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n{rows}"
    );
    let reading = read(&text, &ReadContext { forced: Some("gsd"), ..ReadContext::default() });
    assert_eq!(reading.findings.len(), 220);
    assert!(reading.remarks.iter().any(|r| r.code == "cut" && r.message.contains("200 rows")));
}

#[test]
fn lines_that_only_look_like_verdicts_are_counted_out_loud() {
    let reading = read_plain(&format!("{}\nVerdict: PASS\n", "> Verdict: FAIL\n\n".repeat(60)));
    assert_eq!(reading.ignored.len(), 50);
    assert!(reading.remarks.iter().any(|r| r.code == "cut" && r.message.contains("more than 50")));
}
