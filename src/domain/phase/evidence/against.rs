//! Evidence that says the opposite of what it is cited for: a result that tells of failure, a command that the server saw
//! fail, a promised file or link that failed itself. None of it verifies a truth (SPEC 9.2).

use std::sync::LazyLock;

use regex::Regex;

use super::super::{Evidence, Item, ItemKind, command};
use super::is_prose;
use crate::domain::ids::RepoPath;

/// How runners of tests and builds tell of failures: a count, a line of its own.
static RUN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?mx)
        \b[1-9]\d*\s+(?:(?i:tests?|specs?|examples?|checks?|suites?|assertions?|scenarios?)\s+)?
            (?i:failed|failing|failures?)(?:\s*(?:[,;.)|\]]|$)|\s+(?:in|out|of)\b)
        |^\s*(?:FAIL|FAILED)(?:[:\s(]|$)
        |\.\.\.\ FAILED\b|\btest\ result:\ FAILED|\bBUILD\ FAIL(?:ED|URE)\b|^\s*not\ ok\b|^\s*---\ FAIL:
        |^npm\ ERR!|\bFound\ [1-9]\d*\ errors?\b|\berror\ TS\d+\b
        |\b[1-9]\d*\s+errors?\s+in\b
        |\b(?:Failures|Errors):\ [1-9]|\b(?:failures|errors)="[1-9]|<failure\b
        "#,
    )
    .expect("a constant pattern")
});

/// What else tells that something went wrong. It may be the very thing that is asked for: an exit code, an error.
static WRONG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?imx)
        \b(?:exit(?:s|ed)?(?:\ with)?(?:\ code|\ status)?|exit_code)["\s]*[:=]?\s*[1-9]\d{0,2}\b
        |\bHTTP/[\d.]+\s+5\d\d\b|\bcommand\ not\ found\b|\bNo\ such\ file\ or\ directory\b|\bSegmentation\ fault\b
        |\bcore\ dumped\b|\btimed\ out\b|\bECONNREFUSED\b|\bconnection\ refused\b
        |\bTraceback\ \(most\ recent|\bpanicked\ at\b|^error(?:\[E\d+\])?:\s|[❌✗✘]
        |\b(?:status|result|outcome|verdict|conclusion)["'*\s]{0,3}[:=]["'*\s]{0,3}
            (?:fail(?:ed|ure|s)?|not[\ _-]done|incomplete|unmet|blocked)\b
        "#,
    )
    .expect("a constant pattern")
});

/// How runners say that they ran nothing.
static NOTHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?imx)
        \[no\ test\ files\]|\bno\ tests?\ (?:files?\ )?(?:found|ran|run|to\ run|collected|were\ (?:found|run|executed)|matched)\b
        |\b(?:ran|running|collected|executed)\ 0\ (?:tests?|items?|specs?|examples?)\b
        |\b0\ (?:passed|passing|tests?|specs?|examples?)\b|\btests?\ run:\ 0\b|\b[1-9]\d*\ (?:tests?\ )?skipped\b",
    )
    .expect("a constant pattern")
});

/// What was run and went well, as runners count or name it.
static SOMETHING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?imx)
        \b[1-9]\d*\s+(?:tests?\ |specs?\ |of\ \d+\ )?(?:passed|passing|pass|ok|successful|succeeded)\b
        |\b(?:pass(?:ed)?|ok|tests?\ run|ran|success(?:es)?):?\ +[1-9]\d*\b|\bok\b|^\s*PASS\b|[✓✔✅]
        |\b[1-9]\d*\ (?:tests?|examples?|specs?|assertions?|scenarios?)\s*(?:[,;.)]|$|in\b|completed\b)",
    )
    .expect("a constant pattern")
});

/// Words of whoever tells what he ran.
static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?imx)
        ^\W*(?:it\ |this\ )?(?:has\ |is\ |still\ )*(?:failed|fails|failing|failure|fail|broken)\b
        |\b(?:tests?|build|check|suite|run|it|this|command|truth|step|one|two|some)\s+
            (?:has\ |have\ |is\ |are\ |still\ )*(?:failed|fails|failing|fail|broken)\b
        |\b(?:is|was|are|were|it's|still|^)\s*not\ (?:yet\ )?(?:done|implemented|finished|met|complete|working)\b
        |^\W*not\ (?:yet\ )?(?:done|implemented|finished|met|complete|working|run|tested|verified)\b
        |\b(?:does\ not|doesn't|did\ not|didn't)\ (?:yet\ )?(?:work|pass|run)\b
        |\bcould\ not\ (?:be\ )?(?:run|tested|test|verified|verify|checked|check)\b
        ",
    )
    .expect("a constant pattern")
});

static MENDED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:now|fixed|mended|all (?:tests )?pass(?:ed)?|passes)\b").expect("a constant pattern")
});

/// A truth that speaks of what goes wrong is shown by its going wrong.
static ASKS_FOR_FAULTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:fail|error|refus|reject|invalid|deni|deny|crash|abort|panic|broken|missing|wrong|bad|unauthor|forbid|illegal|unknown|block|warn|exit|status|throw|rais|timeout|time out|unreach)|\b(?:not|no|never|without|cannot|can't|only)\b",
    )
    .expect("a constant pattern")
});

/// Returns the line of a cited text by which it tells of failure.
fn says_failed(text: &str, truth: &str, told: bool) -> Option<String> {
    let line = |at: usize| {
        let from = text[..at].rfind('\n').map_or(0, |n| n + 1);
        let line = text[from..].trim_start().lines().next().unwrap_or_default().trim();
        line.chars().take(120).collect::<String>()
    };
    if let Some(found) = RUN.find(text) {
        return Some(line(found.start()));
    }
    // Rust calls a run of nothing ok.
    let ran = || SOMETHING.is_match(&text.replace("test result: ok. 0 passed", ""));
    if let Some(found) = NOTHING.find(text).filter(|_| !ran()) {
        return Some(line(found.start()));
    }
    if ASKS_FOR_FAULTS.is_match(truth) {
        return None;
    }
    if let Some(found) = WRONG.find(text) {
        return Some(line(found.start()));
    }
    let no = ["no", "none", "nothing", "never", "zero", "0", "not", "neither"];
    let denied = |at: usize| {
        text[..at].split_whitespace().rev().take(4).any(|w| no.contains(&w.to_lowercase().as_str()))
    };
    // What is told both ways may be a fault that was mended.
    let found = TOLD.find_iter(text).find(|found| !denied(found.start()));
    found.filter(|_| told && !MENDED.is_match(text)).map(|found| line(found.start()))
}

/// Files in which results are kept; a line of code that names a failure is none.
fn holds_results(path: &RepoPath) -> bool {
    let name = path.file_name();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    is_prose(name) || matches!(extension.as_str(), "out" | "tap" | "trx" | "xml" | "json" | "csv" | "err")
}

/// Tells which entry speaks against what it is cited for, and how.
pub(in crate::domain::phase) fn found(
    evidence: &[Evidence],
    truth: &str,
    items: &[Item],
) -> Option<(usize, String)> {
    let said = evidence.iter().enumerate().find_map(|(index, entry)| {
        let text = entry.text.as_deref().unwrap_or_default();
        let result = match &entry.file {
            Some(file) => RepoPath::parse(file).is_ok_and(|path| holds_results(&path)),
            None => true,
        };
        let line = says_failed(text, truth, entry.file.is_none()).filter(|_| result);
        Some((index, format!("its text says {:?}, which is no proof that it is so", line?)))
    });
    said.or_else(|| ran(evidence, items)).or_else(|| fallen(evidence, items))
}

/// A command that the server ran itself on this code, and that did not end well.
fn ran(evidence: &[Evidence], items: &[Item]) -> Option<(usize, String)> {
    evidence.iter().enumerate().find_map(|(index, entry)| {
        let cited = entry.command.as_deref()?.trim();
        let failed = |item: &&Item| command::is_one(item) && item.status.is_gap() && item.label == cited;
        let item = items.iter().find(failed)?;
        let why = item.reasons.last().map_or("it failed", String::as_str);
        Some((index, format!("`{cited}` is item {}, which failed: {why}", item.id)))
    })
}

/// Promised files that failed, where nothing else is cited, and both ends of a link that failed.
fn fallen(evidence: &[Evidence], items: &[Item]) -> Option<(usize, String)> {
    let broken = |kind: ItemKind| items.iter().filter(move |item| item.kind == kind && item.status.is_gap());
    let told = |item: &Item| {
        let why = item.faults().last().copied().unwrap_or_default();
        format!("{} `{}` (item {}) failed: {why}", item.kind.as_str(), item.label, item.id)
    };
    let files: Vec<Option<&str>> = evidence.iter().map(|entry| entry.file.as_deref()).collect();
    let artifact = |file: &str| broken(ItemKind::Artifact).find(|item| item.label == file);
    let all: Option<Vec<&Item>> = files.iter().map(|file| artifact((*file)?)).collect();
    if let Some(first) = all.as_deref().and_then(|all| all.first()) {
        return Some((0, format!("it rests on nothing but what failed itself: {}", told(first))));
    }
    broken(ItemKind::KeyLink).find_map(|item| {
        let (from, to) = item.label.split_once(" → ")?;
        let at = |end: &str| files.iter().position(|file| *file == Some(end.trim()));
        let (index, _) = (at(from)?, at(to)?);
        Some((index, format!("it rests on both ends of a link that failed: {}", told(item))))
    })
}

#[cfg(test)]
mod tests {
    use super::says_failed;

    #[test]
    fn a_result_that_tells_of_failure_is_told_from_one_that_names_it() {
        let plain = "A payment is taken once";
        for (text, truth, failed) in [
            ("3 passed, 1 failed", plain, true),
            ("1 failed, 3 passed in 0.2s", plain, true),
            ("Tests run: 3, Failures: 1, Errors: 0", plain, true),
            ("FAILED tests/test_pay.py::test_once - assert 2 == 1", plain, true),
            ("test pays_once ... FAILED", plain, true),
            ("not ok 3 - pays once", plain, true),
            ("--- FAIL: TestPay (0.00s)", plain, true),
            ("  2 failing\n", plain, true),
            ("exited with code 1", plain, true),
            ("{\"status\": \"failed\"}", plain, true),
            ("failed", plain, true),
            ("It fails.", plain, true),
            ("the test failed: charged twice", plain, true),
            ("Not done yet", plain, true),
            ("this is not implemented", plain, true),
            ("could not be run: no database", plain, true),
            ("We know that the test failed", plain, true),
            ("Tests:       0 passed, 0 total", plain, true),
            ("No tests found, exiting with code 0", plain, true),
            ("?   \tshop/pay\t[no test files]", plain, true),
            ("running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored", plain, true),
            ("?   \tshop\t[no test files]\nok  \tshop/pay\t0.01s", plain, false),
            ("3 skipped in 0.01s", plain, true),
            ("2 passed, 1 error in 0.1s", plain, true),
            ("HTTP/1.1 500 Internal Server Error", plain, true),
            ("sh: npm: command not found", plain, true),
            ("could not run: no network", plain, true),
            ("Segmentation fault (core dumped)", plain, true),
            (
                "running 4 tests\n....\ntest result: ok. 4 passed; 0 failed; 0 ignored\n\nrunning 0 tests\n\ntest result: ok. 0 passed",
                plain,
                false,
            ),
            ("Tests:       1 skipped, 4 passed, 5 total", plain, false),
            ("timed out after 60s", "A slow charge times out and is rejected", false),
            ("Traceback (most recent call last):", plain, true),
            // A failure that is counted is one, whatever the truth speaks of.
            ("1 failed, 3 passed", "Failed payments are retried", true),
            ("3 passed, 0 failed", plain, false),
            ("Tests run: 3, Failures: 0, Errors: 0", plain, false),
            ("0 failures", plain, false),
            ("ok 1 - pays once", plain, false),
            ("no test failed", plain, false),
            ("none of the checks failed, all passed", plain, false),
            ("failed before the change, passes now", plain, false),
            ("exit code 0", plain, false),
            ("charged once; 3 failed payments were left alone", plain, false),
            ("test refund_failed ... ok", plain, false),
            ("PASS src/failed.test.js", plain, false),
            ("exit code 2", "It exits with 2 on a bad card", false),
            ("{\"status\": \"failed\"}", "A refused card is shown as failed", false),
            ("HTTP/1.1 400 {\"error\": \"no card\"}", plain, false),
        ] {
            assert_eq!(says_failed(text, truth, true).is_some(), failed, "{text:?} for {truth:?}");
        }
        // In a file only a result counts, no sentence.
        assert_eq!(says_failed("the test failed once, see below", plain, false), None);
        assert!(says_failed("1 failed, 3 passed", plain, false).is_some());
    }
}
