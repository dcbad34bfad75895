//! The verdict of one aspect, or of another reviewer, beside the one of the whole: `Correctness: fail (off by one)`,
//! `Reviewer B: reject`, `correctness=fail style=pass`, `Gemini says reject.`
//!
//! ```text
//! line     = who (":" | "=" | "—" | "→" | "|" …) refusal [reason]
//! pairs    = (aspect "=" word)+
//! sentence = who ("says" | "votes" | "wants" …) refusal | who ("rejects" | "requests changes" | "vetoes" …)
//! who      = word{0,3} aspect [form] | word{0,2} "reviewer" [name] | a model's name
//! refusal  = "issues_found" | "fail" | "reject" | "needs work" | "incomplete" | …
//! ```
//!
//! `of_part` knows the parts that a name or a number tells, this the ones that a word tells. A word that names no aspect
//! of a review may name what the code does (`Empty name: rejected`), and refuses nothing here.

use std::sync::LazyLock;

use regex::Regex;

use super::failing::MEANT;
use super::label::body;
use super::left_open::ELSEWHEN;
use super::pattern::pattern;
use super::taken_back::sentences;
use crate::domain::dialect::page::{Kind, Line};

const ASPECT: &str = r"correctness|security|safety|performance|quality|compliance|style|tests?|testing|coverage|maintainability|readability|architecture|design|docs|documentation|accessibility|a11y|naming|reliability|robustness|concurrency|typing|type safety|lint(?:ing)?|build|ci|completeness|consistency|compatibility|scope|spec|requirements|acceptance|functionality|logic|usability|ux|error handling|data integrity|privacy|dependencies|conventions|alignment|regressions?";
const REVIEWER: &str =
    r"(?:[\w-]+ ){0,2}(?:reviewer|judge|architect|auditor|critic|qa|referee|tech lead)(?: (?:#?\d+|[a-z]))?";
const MODEL: &str = r"(?:gemini|gpt|claude|codex|copilot|opus|sonnet|haiku|coderabbit|greptile|grok|deepseek|qwen|llama|mistral)[\w. -]{0,16}?";
const REFUSAL: &str = r"issues?[ _]found|changes?[ _](?:are )?(?:requested|required|needed)|(?:requests?|requested)[ _]changes|reject(?:ed|s)?|fail(?:s|ed|ing|ure)?|blocked|needs?[ _](?:fix(?:es|ing)?|work|changes|rework|revision|improvement)|not[ _](?:approved?|passed|passing|ok|okay|ready|acceptable|compliant|met)|disapproved?|veto(?:ed|es)?|declined?|unacceptable|inadequate|insufficient|non-?compliant|incomplete|broken|violated|no-?go|nok|nack|thumbs down|👎|❌|✗|✘";

static LINE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^[\s*_`\[(•-]*(?:(?:stage|step|part|dimension|check) \w{{1,3}}\W+)?(?P<who>(?:[\w/&-]+ ){{0,3}}(?:{ASPECT})(?: (?:review|check|stage|status|verdict|result|gate|audit|pass|analysis))?|{REVIEWER}|{MODEL})(?:\s*\([^()]{{0,40}}\))?[\s*_`\])]*(?::|=|→|=>|—|–|\||\s-\s)[\s*_`|❌✗✘🔴]*(?:{REFUSAL})[\s*_`!.|)\]]*(?P<tail>$|(?:[(—–;,|]|- |because\b|since\b|due\b|as\b).*$)"
    ))
});
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)(?:^|[\s,;|(])(?:{ASPECT})\s?=\s?(?:issues_found|fail(?:s|ed)?|reject(?:ed)?|blocked|needs_work|no|false|incomplete|broken|red)(?:[\s,;|).]|$)"
    ))
});
static SAYS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^\W*(?:but |while |and |yet |however, )?(?:the )?(?:(?:{MODEL}|{REVIEWER}) (?:still )?(?:(?:says?|said|votes?|voted|wants?|recommends?|argues?|answers?)(?: (?:to|for|that))?[\s:“\x22*_`]+(?:{REFUSAL}|no|against|block)|rejects|requests changes|vetoes|objects|disagrees|disapproves|declines)|(?-i:[A-Z][a-z]{{2,14}}) (?:requests changes|votes? (?:no|against|to reject)|disapproves|vetoes(?: (?:it|this))?|rejects (?:it|this|the (?:change|patch|diff|work))))[”\x22*_`]*(?:[.,;:!(—–]|\s-|$)"
    ))
});

/// What says of a part of a review that it was left out, and why no more than that.
static UNDONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\W_]*(?:(?:this (?:stage|part|section|step) )?(?:was |is )?(?:skipped|omitted|not (?:performed|done|run|started|reviewed|checked|assessed|evaluated)|left out|deferred)|pending|tbd|todo|to be done)[\W_]*$",
    )
});
/// A stage of a review as a heading.
static STAGE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^[\s*_#]*(?:(?:stage|step|part|dimension) \w{{1,3}}\b\W*)?(?:[\w/&-]+ ){{0,3}}(?:{ASPECT})(?: (?:review|check|stage|audit|pass|analysis))?[\s*_:]*$"
    ))
});

/// Tells whether a line refuses an aspect of the work, or tells that another reviewer refuses it.
pub(super) fn refuses(line: &Line<'_>) -> bool {
    let text = body(line);
    let table = line.kind == Kind::Table;
    if text.len() > 300 || !matches!(line.kind, Kind::Prose | Kind::Item) && !table {
        return false;
    }
    if !table && PAIR.is_match(text) {
        return true;
    }
    if ELSEWHEN.is_match(text) {
        return false;
    }
    let text = if table { text.trim_start_matches(['|', ' ']) } else { text };
    let refused = LINE
        .captures(text)
        .is_some_and(|found| found.name("tail").is_none_or(|tail| !MEANT.is_match(tail.as_str())));
    refused || !table && sentences(text).any(|s| SAYS.is_match(s) && !MEANT.is_match(s))
}

/// Tells whether a label or a heading names an aspect of a review.
pub(crate) fn names(label: &str) -> bool {
    STAGE.is_match(label)
}

/// Tells whether a heading names a stage of the review, and all that stands below it is that it was left out.
pub(super) fn left_out(heading: &str, below: &str) -> bool {
    STAGE.is_match(heading) && UNDONE.is_match(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::page::Page;

    fn refused(text: &str) -> bool {
        Page::scan(text).lines.iter().any(refuses)
    }

    #[test]
    fn a_refused_aspect_is_told_from_what_the_code_refuses() {
        for text in [
            "Reviewer B: reject",
            "Second reviewer: needs work",
            "Spec Compliance: ISSUES_FOUND",
            "**Spec compliance:** issues found",
            "Correctness: fail (off by one in the pager)",
            "- security: changes requested",
            "Test coverage — insufficient",
            "Error handling: incomplete",
            "Stage 2 (quality): failed",
            "correctness=fail style=pass",
            "Gemini says reject.",
            "GPT-5 votes no.",
            "Alice approves. Bob requests changes.",
            "Codex: request changes",
            "| correctness | fail |",
            "| Security review | needs work | see below |",
        ] {
            assert!(refused(text), "{text}");
        }
        for text in [
            "Correctness: pass",
            "Empty name: rejected",
            "Wrong password: fail",
            "Error handling: fails closed",
            "Security: rejected tokens are logged without their bodies",
            "Tests: fail without the change, as they should",
            "Tests: failed before, pass now",
            "Reviewer B: reject in round 1, approve now",
            "Validation rejects unknown fields.",
            "Build: broken links are reported",
            "Mock objects are not used.",
            "Gemini was asked as well.",
            "Style: blocked by nothing",
            "Previous reviewer: reject",
            "Claude requests an explicit flag before it writes.",
            "Performance: no regressions",
        ] {
            assert!(!refused(text), "{text}");
        }
    }

    #[test]
    fn a_stage_that_was_left_out_is_told_from_one_that_does_not_apply() {
        for (heading, below) in [
            ("Stage 2: Code Quality", "Skipped."),
            ("Code Quality", "Not performed"),
            ("Security review", "_Pending_"),
        ] {
            assert!(left_out(heading, below), "{heading} {below}");
        }
        for (heading, below) in [
            ("Stage 3: Accessibility", "Skipped: the change has no user interface."),
            ("Code Quality", "No issues."),
            ("Deferred work", "Skipped."),
        ] {
            assert!(!left_out(heading, below), "{heading} {below}");
        }
    }
}
