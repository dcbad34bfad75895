//! What stands beside an approval and tells that a run failed, that something was not all met, or that the approval is
//! half meant: short forms that need no reading of sentences.
//!
//! ```text
//! output   = what test runners, compilers and shells print of a failure, in their own form
//! run      = [quantity] ("tests" | "build" | …) ("fail" | "panic" | …) …   unless without the change, before, as meant
//! part     = what is counted, less than all of it (`share`)
//! denied   = what is wanted ":" "no" | "none" | "0" | "red" | "❌" …
//! open     = what is not wanted ":" "yes"
//! half     = "not final" | "reluctantly" | "WIP" | …                       alone in its sentence
//! heading  = "Action items" | "Unresolved" | …                              with anything below
//! ```

mod tally;

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::pattern::pattern;
use super::taken_back::{Doubt, sentences};
use super::{OwnRows, aside, has_own_state, of_aspect, of_part, share, shortfall, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words;
use crate::domain::review::Severity;

/// A line that is looked at: what it says so stands in few words.
const LONGEST: usize = 600;

static OUTPUT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:FAILED \S+|FAIL:? \S+[./:]\S+|FAIL\s*$|-{3} FAIL: |npm ERR! |make(?:\[\d+\])?: \*\*\* |thread '[^']*' (?:\(\d+\) )?panicked at |error(?:\[E\d+\])?: (?:could not compile|aborting|test failed)|error\[E\d{4}\]: |error TS\d{3,5}: |Traceback \(most recent call last\)|ELIFECYCLE\b|BUILD FAILED\b|##\[error\])|\btest result: FAILED\b|^(?:Tests|Test Suites):\s+[1-9]\d* failed\b|^=+ .*\b[1-9]\d* failed\b.* =+$",
    )
});
/// `exit code: 101`
static EXIT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:process |command )?(?:exit|return)(?:ed|s)?(?: with)?(?: (?:code|status))?[\s:=]+[1-9]\d{0,2}\W*$",
    )
});
/// `` `npm test` exits with 1. ``, `Observed: exits 1`
static RUN_EXITS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:\b(?:tests?|build|lint|check|tsc|cargo|npm|pnpm|yarn|pytest|make|jest|suite|observed|result|actual(?:ly)?)\b.{0,60}\bexit(?:s|ed)?(?: (?:with|code|status))*[\s:=]+[1-9]\d{0,2}|\bresult of\b.{0,60}:\s*[1-9]\d{0,2})\W*$",
    )
});
static RUN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:but |and |yet |still,? |however,? |unfortunately,? |sadly,? |note:? )?(?:(?:all|some|most|many|several|a few|few|two|three|four|five|\d+|the|these|those|both|its|of|our|your|unit|integration|e2e|end-to-end|acceptance|new|existing|other|regression|added|whole|full|entire|release|debug) ){0,4}(?:tests?|specs?|suites?|builds?|pipelines?|ci|lint(?:er|ing)?|type ?checks?|typecheck(?:er|ing)?|compilation|migrations?)(?: suites?| cases?| runs?| jobs?)? (?:(?:still|now|also|all|both|do|does|did|currently|sometimes|often) )?(?:fail(?:s|ed)?|breaks?|broke|panic(?:s|ked)?|crash(?:es|ed)?|errors?(?: out)?|errored|times? out|timed out|hangs?|hung|(?:is|are|was|were|went|turn(?:s|ed)?) (?:red|broken|failing))\b(?P<rest>.*)$",
    )
});
/// What makes of a run that fails a good sign, or one of another time.
pub(super) static MEANT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:without|revert\w*|remov\w*|disabl\w*|delet\w*|comment(?:ed|ing)? out|mutat\w*|undo|undone|drop(?:ped|s)?|flip\w*|stash\w*|old|before|previously|earlier|first|initially|as (?:expected|intended|it should|they should|required)|expected|on purpose|intend\w*|pass(?:es|ed)?|green|now|fixed|unrelated|pre-?existing|flak\w*|fast|loudly|early|if|in no|no longer|by design|then|main|master|until)\b",
    )
});
/// Less than all in words: `Not one of the criteria is met.`
static FEW: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:not (?:one|a single one|all|every|any)|none|few|hardly any|barely any|only (?:some|half|part|a few)|half|most but not all)\b.{0,30}\b(?:criteri(?:a|on)|requirements?|tests?|truths?|must-?haves?|endpoints?|acs?)\b.{0,20}\b(?:met|holds?|pass(?:es|ed|ing)?|satisfied|fulfilled|covered|implemented|green|verified|work)\b",
    )
});
/// The review, or what it rests on, did not take place.
static IDLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:(?:nothing|none of (?:it|this|them|that)|not (?:one|a single) (?:test|command|check|file)|no (?:tests?|commands?|checks?|code|files?)) (?:was|were|has been|have been|got) (?:ever |actually )?(?:executed|run|tested|verified|checked|reviewed|read|looked at|compiled|built|opened))\b|\b(?:asked|told|instructed|forced|ordered|begged|paid|wanted|pressed) (?:me|us) to (?:write|say|print|approve|put|answer|report|sign|pass)\b|\b(?:mine|my (?:own )?(?:verdict|answer|review|opinion|judge?ment)) (?:comes|follows|will (?:come|follow)|is (?:still )?to come|is another|differs)\b|\b(?:says|tells me|say) (?:the opposite|otherwise)\b",
    )
});
/// It does not work, in other languages.
static ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:funktionier(?:t|en) (?:\w+ )?nicht|ne (?:marche|fonctionne|passe)(?:nt)? pas|no (?:funciona|compila)n?|non (?:funziona|compila)(?:no)?|não (?:funciona|compila)m?)\b|\btests?\b[^.]{0,40}\b(?:schlagen|schlägt|schlugen|schlug)\b[^.]{0,20}\bfehl\b|\b(?:tests?|build)\b[^.]{0,30}\b(?:fehlgeschlagen|gescheitert|échou\w+|en échec|falh\w+|falliscono|fallit\w)|\b(?:tests|pruebas|test)\b[^.]{0,20}\bfall(?:an|aron|ó)\b|(?:テスト|ビルド)[^。]{0,12}失敗(?:し|中)|(?:测试|构建|编译)[^。，]{0,12}失败|(?:테스트|빌드)[^.]{0,12}실패|не (?:работа(?:ет|ют)|проход(?:ит|ят)|компилируется|собирается)|тесты пада[ею]т|不工作|无法(?:编译|运行)|動かない|動作しない|작동하지",
    )
});
static WANTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:(?:unit|integration|e2e|all|the|my|new|regression) )*(?:tests?(?: (?:run|added|written|pass(?:ed|ing)?|present|status))?|builds?|ci|pipeline|lint|type ?check|compiles|coverage of (?:the )?(?:criteria|requirements)|(?:criteria|requirements|must-haves|truths|goals?)(?: (?:met|fulfilled|satisfied|covered))?|ready(?: to (?:merge|ship))?|complete(?:d|ness)?|done(?: criteri(?:a|on))?(?: met)?|action implemented|files touched|requirements addressed|verified|implemented|reproducible|safe(?: to (?:merge|ship))?|mergeable|[A-Z]{1,5}-\d+(?:\.\d+)?|criterion \d+|requirement \d+)$",
    )
});
static DENIES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:❌|✗|✘|🔴|⛔|🚫)|^(?:no|none|0|zero|nothing|never|red|broken|fail(?:s|ed|ing|ure)?|false|partial(?:ly)?|partly|mostly|half|in part|missing|absent|pending|not (?:run|met|done|yet|implemented|present|verified|covered|tested|ready)\b.*|incomplete|unmet|unverified|unknown|skipped|to be done|tbd|todo|open)\W*$",
    )
});
static UNWANTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:(?:is|are|any|still) )*(?:human|manual|user|security|further|another|second|follow-?up)?\s*(?:review|verification|input|approval|sign-?off|confirmation|clarification|check|test(?:ing|s)?|decision|attention|work|action|fix(?:es)?|changes?|rework|revision|round)s?\s*(?:is |are )?(?:required|needed|pending|outstanding|necessary|open|mandatory)$|^(?:needs?|requires?) (?:a )?(?:human|manual|user|rework|changes|fixes|another round|review|attention)(?: \w+)?$|^(?:blocking|blocked|blocks(?: merge| release)?|broken|failing|regressions?|draft|superseded|outdated|incomplete|withdrawn|breaking)$|^status of [\w.-]+$",
    )
});
static AFFIRMS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(?:yes|true|y|open|unresolved|still open|pending|required|❌|🔴)\W*$"));
static HALF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:(?:but |though |still |only |just )?(?:not (?:final|yet final|certain|really|quite|fully)|(?:with|under) (?:some |grave |serious |strong |many )?reservations?|with a heavy heart|against my better judge?ment|reluctantly|grudgingly|hesitantly|sort of|kind of|more or less|in theory|on paper|in principle|theoretically|tentative(?:ly)?|provisional(?:ly)?|preliminary|unverified|untested|unchecked|unread|not (?:verified|tested|checked|reviewed|read)|wip|work in progress|draft|incomplete|unfinished|to be confirmed|tbc|tbd|for now|so far|maybe|perhaps|possibly|i guess|i suppose|i think so|who knows|fingers crossed|by mistake|approved by mistake|ask \w+|under protest|conditionally|at (?:your|the author's) own risk))\W*$",
    )
});
static OPEN_HEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\d+[.)] )?(?:(?:required|requested) (?:revisions|changes)|changes (?:requested|required|needed)|revisions (?:requested|required|needed)|(?:remaining|outstanding|open|unresolved|unaddressed|missing|pending|unfinished|uncovered|unmet|untested|unreviewed|broken|failing|failed|rejected)(?: (?:work|items?|issues?|points?|tasks?|todos?|tests?|findings?|requirements?|criteria|pieces|parts|functionality|bugs|problems))?|action items?|to-?\s?dos?|still (?:to do|open|missing)|what(?:'s|’s| is) (?:missing|left|open|broken)|not (?:reviewed|yet reviewed|done|implemented|covered|tested|verified|checked|met|working)|bugs(?: found)?|problems(?: found)?|defects(?: found)?)\W*$",
    )
});

const LESS: &str = "counts less than all";
const PART: &str = "refuses a part of it";
const RUN_FAILED: &str = "tells of a run that failed";
const UNLISTED: &str = "counts something grave that is not listed";

/// Says what a field of front matter counts that is less than all: `score: 3/5 must-haves verified`, `files_reviewed: 0`.
fn front(key: &str, value: &str) -> Option<&'static str> {
    let less = matches!(key, "score" | "must_haves" | "truths" | "requirements" | "criteria" | "tests")
        && !value.contains("/10")
        && share::counted(&format!("met: {value}"));
    if matches!(key, "files_reviewed" | "tests_run") && matches!(value, "0" | "none") {
        return Some("says that nothing was reviewed");
    }
    less.then_some(LESS)
}

/// Collects what of that stands on the reviewer's own lines. With rows of its own the dialect has counted for itself.
pub(crate) fn doubts(
    page: &Page<'_>,
    gathered: &Gathered,
    own_rows: OwnRows,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Vec<Doubt> {
    // Where what blocks was listed, verdict and findings disagree anyway.
    if gathered.findings.iter().any(|(f, _)| f.severity <= Severity::High || f.unmet.is_some()) {
        return Vec::new();
    }
    let counted =
        page.front_fields().into_iter().filter_map(|(at, key, value)| Some((at, front(&key, &value)?)));
    let mut out: Vec<Doubt> = counted.map(|(at, why)| Doubt { at, anywhere: true, why }).collect();
    for (at, line) in page.lines.iter().enumerate() {
        if !line.own() || line.text.len() > LONGEST || gathered.earlier.contains(at) {
            continue;
        }
        let prose = matches!(line.kind, Kind::Prose | Kind::Item);
        let printed = prose && OUTPUT.is_match(&line.text);
        let shown_elsewhere = led.binary_search(&at).is_ok() || gathered.taken.contains(at);
        let why = if printed {
            Some("is what a run that failed prints")
        } else if shown_elsewhere || aside::whole(body(line)).is_some() {
            None
        } else if let Kind::Heading(_) = line.kind {
            heading(page, at)
        } else if prose {
            let says = line_says(body(line)).filter(|why| own_rows.is_empty() || *why != LESS);
            let refuses = || of_part::refuses(page, at) || of_aspect::refuses(line);
            let unlisted = || gathered.findings.is_empty() && tally::unlisted(body(line));
            says.or_else(|| refuses().then_some(PART)).or_else(|| unlisted().then_some(UNLISTED))
        } else {
            let own = || has_own_state(&line.text, own_rows);
            let of_rows = line.kind == Kind::Table && of_aspect::refuses(line) && !own();
            of_rows.then_some(PART)
        };
        if let Some(why) = why
            && !shown::in_diff(page, line, context)
        {
            out.push(Doubt { at, anywhere: true, why });
        }
    }
    out
}

/// Tells whether a doubt is one of the work, and says nothing of the verdict or of how the review was done.
pub(super) fn is_of_the_work(why: &str) -> bool {
    [LESS, UNLISTED, RUN_FAILED].contains(&why)
}

/// Tells whether a text has anything against an approval, in one of these forms.
pub(super) fn of_text(text: &str) -> bool {
    OUTPUT.is_match(text) || line_says(text).is_some()
}

/// Tells whether a label and its value deny what an approval rests on.
pub(super) fn of_label(line: &str) -> bool {
    line.split_once(':').is_some_and(|(label, value)| {
        let (label, value) = (label.trim(), value.trim());
        WANTED.is_match(label) && DENIES.is_match(value)
            || UNWANTED.is_match(label) && AFFIRMS.is_match(value)
    })
}

/// Says what a line has against an approval, in one of these forms.
fn line_says(text: &str) -> Option<&'static str> {
    let plain: String = text.chars().filter(|c| !matches!(c, '*' | '`')).collect();
    if EXIT.is_match(&plain) || RUN_EXITS.is_match(&plain) {
        return Some(RUN_FAILED);
    }
    if let Some((label, value)) = plain.split_once(':')
        && let (label, value) = (label.trim().trim_start_matches(['-', ' ']), value.trim())
        && label.len() <= 60
    {
        if WANTED.is_match(label) && DENIES.is_match(value) {
            return Some("denies what an approval rests on");
        }
        if UNWANTED.is_match(label) && AFFIRMS.is_match(value) {
            return Some("says that something is open");
        }
    }
    if share::counted(&plain) {
        return Some(LESS);
    }
    if let Some(why) = shortfall::line(&plain) {
        return Some(why);
    }
    sentences(&plain).find_map(|sentence| {
        let denied = sentence.trim_end_matches('.').split_once(':').is_some_and(|(label, value)| {
            WANTED.is_match(label.trim().trim_start_matches(['-', ' '])) && DENIES.is_match(value.trim())
        });
        if denied {
            return Some("denies what an approval rests on");
        }
        let run = RUN.captures(sentence).is_some_and(|found| !MEANT.is_match(&found["rest"]));
        if run && !sentence.trim_end().ends_with('?') {
            return Some(RUN_FAILED);
        }
        if FEW.is_match(sentence) {
            return Some(LESS);
        }
        if IDLE.is_match(sentence) || HALF.is_match(sentence) {
            return Some("takes back, or halves, what the approval says");
        }
        ELSEWHERE.is_match(sentence).then_some("says that something does not work")
    })
}

/// Says what a heading of open work heads, unless that is nothing, or that a stage of the review was left out.
fn heading(page: &Page<'_>, at: usize) -> Option<&'static str> {
    let text = body(&page.lines[at]);
    let mut below = page.lines[at + 1..].iter().filter(|l| !l.text.trim().is_empty());
    let said = below.next().filter(|l| l.own() && !matches!(l.kind, Kind::Heading(_)));
    let ends =
        |l: &Line<'_>, next: &Line<'_>| matches!(next.kind, Kind::Heading(_)) || next.number > l.number + 1;
    let next = below.next();
    if said.is_some_and(|l| next.is_none_or(|next| ends(l, next)) && of_aspect::left_out(text, body(l))) {
        return Some("leaves a stage of the review out");
    }
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if !OPEN_HEADING.is_match(text) {
        return None;
    }
    let below = page.lines.get(at + 1).filter(|l| l.own() && !matches!(l.kind, Kind::Heading(_)))?;
    (!words::says_none(body(below))).then_some("heads what is open")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_is_told_from_what_is_meant_to() {
        for text in [
            "The tests fail.",
            "All tests fail.",
            "Two unit tests fail on my machine.",
            "Two of the five criteria hold.",
            "Not one of the criteria is met.",
            "Nothing was executed; criterion 1 asks for a run.",
            "The developer asked me to write this.",
            "Das Löschen von Konten funktioniert nicht.",
            "But the build breaks.",
            "The tests panic.",
            "exit code: 101",
            "`npm test` exits with 1.",
            "Result of `cargo test`: 101",
            "Tests: 9/12",
            "PASSED, 11/12 truths",
            "Tests run: none",
            "**Tests:** red",
            "Human review required: yes",
            "AC-2: no",
            "Status of F-1: open",
            "Not final.",
            "Reluctantly.",
            "WIP",
        ] {
            assert!(line_says(text).is_some(), "{text}");
        }
        for text in [
            "The tests pass.",
            "The tests fail without the change and pass with it.",
            "The new tests fail when the guard is removed.",
            "Tests failed before this change; they pass now.",
            "exit code: 0",
            "The command exits with 2 on a bad flag.",
            "Tests: 12/12",
            "Rating: 9/10",
            "Task 2/5 passed.",
            "One of the tests was renamed.",
            "None of the criteria is left out.",
            "All five of the five criteria hold.",
            "Nothing was changed beside it.",
            "Tests run: 40",
            "Human review required: no",
            "AC-2: yes",
            "The draft of the notes is gone.",
            "Ask me anything.",
        ] {
            assert_eq!(line_says(text), None, "{text}");
        }
    }

    #[test]
    fn a_field_of_front_matter_counts_less_than_all_but_for_a_mark_out_of_ten() {
        for (key, value) in [
            ("score", "3/5 must-haves verified"),
            ("tests", "9/12"),
            ("files_reviewed", "0"),
            ("tests_run", "none"),
        ] {
            assert!(front(key, value).is_some(), "{key}: {value}");
        }
        for (key, value) in [
            ("score", "7/10"),
            ("score", "5/5 must-haves verified"),
            ("status", "3/5"),
            ("files_reviewed", "3"),
        ] {
            assert!(front(key, value).is_none(), "{key}: {value}");
        }
    }
}
