//! Reports in the forms that executors write, and texts that are none.

#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;

use super::*;
use crate::domain::review::ResponseKind;

const REPORT: &str = "\
## PLAN COMPLETE

**Commit:** 1a2b3c4

### Files Modified
 M src/cart.js
?? src/discount.js (new)
- `src/checkout.js` — shows the total
- R  src/old.js -> src/new.js
- D docs/gone.md

### Verification Results
- `node --test`: PASS (41 passed, 0 failed)
- ✅ `npm run lint`
- `npm run e2e` — skipped, no browser here
- [x] total() honours the discount: met
- `npm run types`: FAILED with 2 errors

### Deviations from Plan
- [Rule 1 - Bug] The sum was rounded twice
- The discount is optional

### Commits
- 1a2b3c4 feat(01-01): sum the cart
- 5d6e7f80 test(01-01): discounts
";

fn paths(report: &ExecutorReport) -> Vec<&str> {
    report.files.iter().map(|f| f.path.as_str()).collect()
}

fn outcomes(report: &ExecutorReport) -> Vec<(Option<&str>, Outcome)> {
    report.checks.iter().map(|c| (c.command.as_deref(), c.outcome)).collect()
}

#[test]
fn a_report_is_read_whole() {
    let report = read(REPORT);
    let expected = ["src/cart.js", "src/discount.js", "src/checkout.js", "src/new.js", "docs/gone.md"];
    assert_eq!(paths(&report), expected);
    assert_eq!(report.files[1].note.as_deref(), Some("new"));
    assert_eq!(report.files[2].note.as_deref(), Some("shows the total"));
    assert_eq!(report.files[3].from.as_deref(), Some("src/old.js"));
    assert_eq!(report.files[0].line, 6);
    let expected = [
        (Some("node --test"), Outcome::Passed),
        (Some("npm run lint"), Outcome::Passed),
        (Some("npm run e2e"), Outcome::Skipped),
        (None, Outcome::Passed),
        (Some("npm run types"), Outcome::Failed),
    ];
    assert_eq!(outcomes(&report), expected);
    assert_eq!(report.commits, ["1a2b3c4", "5d6e7f80"]);
    let deviations: Vec<_> = report.deviations.iter().map(|d| (d.rule.as_deref(), d.text.as_str())).collect();
    let expected = [(Some("Rule 1 - Bug"), "The sum was rounded twice"), (None, "The discount is optional")];
    assert_eq!(deviations, expected);
    assert_eq!(report.remarks, []);
}

#[test]
fn other_forms_mean_the_same() {
    for (name, text) in [
        ("changed", "### Files Changed\n- src/a.rs\n- src/b.rs\n"),
        ("bold label", "**Files modified:**\n- src/a.rs\n- src/b.rs\n"),
        ("label in a line", "Files changed: src/a.rs, src/b.rs\n"),
        ("numbered", "# Files Modified\n1. `src/a.rs`\n2. `src/b.rs`: more\n"),
        (
            "table",
            "## Files Modified\n\n| File | Change |\n|---|---|\n| `src/a.rs` | new |\n| src/b.rs | edited |\n",
        ),
        ("created and changed", "## Files Created/Modified\n- `src/a.rs` - new\n* **src/b.rs** edited\n"),
        ("status in a fence", "### Files Modified\n```\n M src/a.rs\nA  src/b.rs\n```\n"),
        ("groups", "### Files Modified\n#### Backend\n- src/a.rs\n#### Frontend\n- src/b.rs\n"),
        ("words for codes", "### Files Modified\n- Created: `src/a.rs`\n- (modified) src/b.rs\n"),
        ("links", "### Files Modified\n- [src/a.rs](src/a.rs)\n- [`src/b.rs`](x)\n"),
        ("crlf", "### Files Modified\r\n- src/a.rs\r\n- src/b.rs:10-20\r\n"),
        ("twice", "### Files Modified\n- src/a.rs\n- src/b.rs\n- src/a.rs\n"),
    ] {
        let report = read(text);
        assert_eq!(paths(&report), ["src/a.rs", "src/b.rs"], "{name}: {report:?}");
    }
    for (name, text) in [
        ("colon", "### Verification Results\n- `cargo test`: PASS\n"),
        ("table", "### Verification\n| Command | Result |\n|---|---|\n| `cargo test` | ✅ 12 passed |\n"),
        ("prompt", "## Verification Results\n$ cargo test → ok\n"),
        ("exit code", "### Verification Results\n1. `cargo test` exited with code 0\n"),
        ("tests run", "### Tests Run\n- ✓ `cargo test`\n"),
    ] {
        let report = read(text);
        assert_eq!(outcomes(&report), [(Some("cargo test"), Outcome::Passed)], "{name}: {report:?}");
    }
}

#[test]
fn what_is_shown_or_not_filled_in_is_no_claim() {
    for text in [
        "",
        "I did it all.\n",
        "### Files Modified\n\n- {path}\n- [list of files]\n- path/to/file.rs\n- None\n",
        "> ### Files Modified\n> - src/a.rs\n",
        "<!--\n### Files Modified\n- src/a.rs\n-->\n",
        "```\n### Files Modified\n- src/a.rs\n```\n",
        "### Deviations from Plan\n\nNone - plan executed exactly as written.\n",
        "### Deviations\n- None\n",
        "## Notes\n- src/a.rs is odd\n- `cargo test`: PASS\n",
    ] {
        let report = read(text);
        assert!(report.is_empty(), "{text}\n{report:?}");
        assert_eq!(report.remarks.last().unwrap().code, "unparsed", "{text}");
    }
}

#[test]
fn a_path_behind_a_code_may_have_blanks() {
    for (line, expected) in [
        ("- A src/two words.ts", "src/two words.ts"),
        ("- M docs/how to start.md: new title", "docs/how to start.md"),
        ("- Modified: assets/logo large (1).png", "assets/logo"),
        ("- M src/plain.ts two words more.", "src/plain.ts"),
        ("- A src/lib.rs and src/main.rs", "src/lib.rs"),
        ("- src/plain.ts two words", "src/plain.ts"),
    ] {
        let report = read(&format!("### Files Modified\n{line}\n"));
        assert_eq!(paths(&report), [expected], "{line}");
    }
    let report = read("### Files Modified\n- R src/old name.ts -> src/new name.ts\n");
    let file = &report.files[0];
    assert_eq!((file.path.as_str(), file.from.as_deref()), ("src/new name.ts", Some("src/old name.ts")));
}

#[test]
fn sentences_that_end_differently_are_checks_of_their_own() {
    use Outcome::{Failed, Passed, Skipped};
    for (text, expected) in [
        ("All 40 tests pass. Lint was not run.", &[Passed, Skipped][..]),
        ("Unit tests passed. The build failed. E2E skipped.", &[Passed, Failed, Skipped]),
        ("All 40 tests pass. Lint is clean.", &[Passed]),
        ("All 40 tests pass. They took a minute.", &[Passed]),
    ] {
        let report = read(&format!("**Verification Results:**\n{text}\n"));
        let outcomes: Vec<_> = report.checks.iter().map(|c| c.outcome).collect();
        assert_eq!(outcomes, expected, "{text}: {report:?}");
    }
}

#[test]
fn guesses_are_remarked_with_their_lines() {
    let report = read(
        "### Files Modified\n- the cart and its tests\n- src/a.rs\n\n### Verification Results\n- `make check`\n",
    );
    assert_eq!(paths(&report), ["src/a.rs"]);
    assert_eq!(outcomes(&report), [(Some("make check"), Outcome::Unclear)]);
    let remarks: Vec<_> = report.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
    assert_eq!(remarks, [(2, "no_path"), (6, "unclear_outcome")]);
}

#[test]
fn claims_are_held_against_the_change() {
    let report = read(
        "### Files Modified\n- /srv/repo/src/a.rs\n- b.rs\n- src/ghost.rs\n- R src/old.rs -> src/new.rs\n",
    );
    let changed: Vec<RepoPath> = ["src/a.rs", "src/b.rs", "src/new.rs", "src/old.rs", "src/quiet.rs"]
        .into_iter()
        .map(|p| RepoPath::parse(p).unwrap())
        .collect();
    let compared = report.compare(&changed);
    assert_eq!(compared.unchanged, ["src/ghost.rs"]);
    assert_eq!(compared.unclaimed.iter().map(RepoPath::as_str).collect::<Vec<_>>(), ["src/quiet.rs"]);
    // What fits two files names neither.
    let two: Vec<RepoPath> = ["x/b.rs", "y/b.rs"].into_iter().map(|p| RepoPath::parse(p).unwrap()).collect();
    assert_eq!(read("### Files Modified\n- b.rs\n").compare(&two).unchanged, ["b.rs"]);
}

#[test]
fn a_long_report_is_cut_and_says_so() {
    let files: String = (0..MOST + 5).map(|i| format!("- src/f{i}.rs\n")).collect();
    let report = read(&format!("### Files Modified\n{files}"));
    assert_eq!(report.files.len(), MOST);
    assert_eq!(report.remarks.iter().filter(|r| r.code == "report_cut").count(), 1);
}

#[test]
fn a_developers_handoff_answers_findings() {
    let object = "{\"from_agent\": \"developer\", \"status\": \"READY_FOR_REVIEW\", \"files_modified\": [\"src/pay.ts\"],\n \"issue_responses\": [\n  {\"issue_id\": \"TL-PAY-1-001\", \"action\": \"FIXED\", \"details\": \"read from the order\", \"commit\": \"1a2b3c4\"},\n  {\"issue_id\": \"TL-PAY-1-002\", \"action\": \"REJECTED\", \"reason\": \"the gateway does it\"},\n  {\"issue_id\": \"TL-PAY-1-003\", \"action\": \"maybe\"}],}\n";
    for text in [object.to_owned(), format!("Done.\n\n```json\n{object}```\n")] {
        let report = read(&text);
        let said: Vec<_> = report.responses.iter().map(|r| (r.id.as_str(), r.response)).collect();
        let expected = [("TL-PAY-1-001", ResponseKind::Fixed), ("TL-PAY-1-002", ResponseKind::Rejected)];
        assert_eq!(said, expected, "{text}");
        assert_eq!(report.responses[0].details.as_deref(), Some("read from the order"));
        assert_eq!(report.responses[1].reason.as_deref(), Some("the gateway does it"));
        assert_eq!(paths(&report), ["src/pay.ts"]);
        let codes: Vec<&str> = report.remarks.iter().map(|r| r.code.as_str()).collect();
        assert_eq!(codes, ["json_repaired", "unknown_action"]);
    }
    assert!(read("> {\"issue_responses\": [{\"issue_id\": \"A-1\", \"action\": \"FIXED\"}]}\n").is_empty());
}

/// Lines that reports are made of.
const LINES: &[&str] = &[
    "### Files Modified",
    "**Files Changed:**",
    "### Verification Results",
    "### Commits",
    "### Deviations",
    "- src/a.rs",
    " M src/b.rs",
    "?? \"src/ü.rs\"",
    "- R a.rs -> b.rs",
    "- `cargo test`: PASS",
    "$ make — exit 1",
    "| File | Result |",
    "|---|---|",
    "| src/c.rs | ok |",
    "- 1a2b3c4 feat: x",
    "**Commit:** deadbee1",
    "- [Rule 2 - Missing] y",
    "```",
    "> quoted",
    "<!--",
    "-->",
    "",
    "`",
    "[x](",
    "- ` `: ",
    "{\"issue_responses\": [{\"issue_id\": \"F1\", \"action\": \"FIXED\"}",
    "]}",
    "\u{202e}- src/z.rs",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_never_fails(text in any::<String>()) {
        read(&text);
    }

    #[test]
    fn reading_never_fails_on_what_reports_are_made_of(lines in prop::collection::vec(prop::sample::select(LINES), 0..40)) {
        let text = lines.join("\n");
        let report = read(&text);
        for file in &report.files {
            prop_assert!(!file.path.is_empty() && !file.path.chars().any(char::is_control), "{file:?}");
        }
        let last = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
        prop_assert!(report.remarks.iter().all(|r| r.line <= last));
        prop_assert!(report.checks.iter().all(|c| (1..=last).contains(&c.line)));
        // The same text says the same.
        prop_assert_eq!(read(&text), report);
    }
}
