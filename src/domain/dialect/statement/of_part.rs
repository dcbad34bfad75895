//! The verdict of a part beside the one of the whole: `Task 2: issues_found`, `src/a.py: rejected`, `Criterion 3: not met`.
//!
//! ```text
//! line  = part (":" | "=" | "—" | "→" | "has" | "is" …) state [reason]
//! part  = ("task" | "plan" | "part" | "commit" | "file" | …) name | path | "the" ("backend" | "API" | …), rejected alone
//! need  = ("criterion" | "requirement" | "truth" | …) name
//! state = "issues_found" | "changes requested" | "rejected" | "failed" | …   of a need also "not met" | "partially met" | …
//! ```
//!
//! Nothing is against the approval where the same part passes further down, or the line tells of another time or of a
//! failure that was meant.

use std::sync::LazyLock;

use regex::Regex;

use super::failing::MEANT;
use super::label::body;
use super::left_open::ELSEWHEN;
use super::pattern::pattern;
use crate::domain::dialect::page::{Kind, Page};

const SEPARATOR: &str = r"[\s*_`\])]*(?::|=|→|=>|—|–|\s-\s|\s(?:has|is|gets)\s)[\s*_`❌✗✘🔴]*";

static REFUSED: LazyLock<Regex> = LazyLock::new(|| {
    let part = r"(?:(?:review of |code of )?(?:tasks?|plan|phase|wave|stage|part|step|commit|file|module|component|section|chunk|slice|story|feature|package|crate|service|endpoint)\s+#?[\w./-]{1,60}(?:,?\s+(?:task|plan|part)\s+[\w.-]{1,20})?|[\w@.-]+(?:/[\w@.-]+)+|[\w-]+\.(?:rs|py|tsx?|jsx?|go|java|cs|rb|md|sql|s?css|html|ya?ml|toml|json|sh|[ch]|cpp|php|kt|swift))";
    let need = r"(?:acceptance\s+)?(?:criteri(?:on|a)|requirements?|must-?haves?|truths?|conditions?|goals?|ac|req)[\s#-]*[\w.-]{1,40}|(?:[a-z]{2,8}-\d{1,4}[a-z]?)";
    let side = r"the (?:back-?end|front-?end|api|ui|database|db|schema|migrations?|infrastructure|mobile|web|cli|sdk|server|client)(?: parts?| sides?| half| code| work| changes?)? (?:is|are|was) (?:still |hereby )?(?:rejected|not approved|disapproved|unapproved|vetoed)";
    let state = r"issues?[ _]found|(?:has |with )?critical[ _]issues?|changes?[ _](?:are )?requested|requests? changes|reject(?:ed|s)?|blocked|fail(?:s|ed|ing|ure)?|review_fail|verification_fail|needs?[ _](?:fix(?:es|ing)?|work|changes|rework|revision)|not[ _](?:approved|passed|passing|ok|okay|ready|acceptable)|unapproved|no-?go|nok|nack";
    let missed = r"not[ _](?:met|satisfied|fulfilled|implemented|done|covered|verified|complete|proven|addressed)|unmet|unsatisfied|unfulfilled|(?:only )?(?:partial(?:ly)?|partly|half)(?:[ _](?:met|satisfied|fulfilled|implemented|done|covered))?|missing|violated|broken";
    let tail = r"[\s*_`.!)\]]*(?P<tail>$|(?:[(—–;,-]|because\b|since\b|due\b|as\b).*$)";
    pattern(&format!(
        r"(?i)^[\s*_`\[(•❌✗✘🔴-]*(?:(?P<part>{part}){SEPARATOR}(?:{state}){tail_of_part}|(?P<need>{need}){SEPARATOR}(?:{state}|{missed}){tail}|(?P<side>{side})\W*$)",
        tail_of_part = tail.replace("tail", "tail_of_part"),
    ))
});

static PASSES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?i)^{SEPARATOR}(?:pass(?:ed|es)?|approved?|ok(?:ay)?|met|done|fixed|mended|resolved|verified|good|green|lgtm|satisfied|✅|✓|✔)(?:\W|$)"
    ))
});

/// Tells whether a line refuses a part, and nothing further down passes it.
pub(super) fn refuses(page: &Page<'_>, at: usize) -> bool {
    let line = &page.lines[at];
    let text = body(line);
    if text.len() > 300 || !matches!(line.kind, Kind::Prose | Kind::Item) || ELSEWHEN.is_match(text) {
        return false;
    }
    let Some(found) = REFUSED.captures(text) else { return false };
    let tail = found.name("tail").or(found.name("tail_of_part")).map_or("", |tail| tail.as_str());
    let Some(part) = ["part", "need", "side"]
        .iter()
        .find_map(|name| found.name(name))
        .map(|part| part.as_str().to_lowercase())
    else {
        return false;
    };
    let passes = |later: &str| {
        let later = later.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        later.strip_prefix(part.as_str()).is_some_and(|rest| PASSES.is_match(rest))
    };
    let later = page.lines.iter().skip(at + 1).filter(|l| l.own());
    !MEANT.is_match(tail) && !later.into_iter().any(|l| passes(body(l)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> bool {
        let page = Page::scan(text);
        (0..page.lines.len()).any(|at| refuses(&page, at))
    }

    #[test]
    fn a_refused_part_is_told_from_what_only_looks_like_one() {
        for text in [
            "Task 01-01 Task 2: issues_found",
            "Task 2: issues_found\nTask 3: passed",
            "- **Part 1**: changes requested",
            "src/a.py: rejected",
            "`src/a.py` — rejected",
            "Plan 01: blocked",
            "Stage 2: issues found",
            "Task 2 has issues_found.",
            "Task 2 is rejected.",
            "Commit 1: REJECT",
            "Criterion login: not met",
            "Criteria 1: not met",
            "Requirement REQ-2: unmet",
            "- REQ-2: partially met",
            "AUTH-02: partial",
            "Truth 4: not verified",
            "Task 2: failed (no test for the empty cart)",
            "part b: needs changes — see below",
            "The backend is rejected.",
            "- the API changes are not approved",
        ] {
            assert!(refused(text), "{text}");
        }
        for text in [
            "Task 2: issues_found\n\nMended since:\n\nTask 2: passed",
            "Round 1: issues_found",
            "Task 2, pass 1: issues_found",
            "Task 2: failed logins are counted now",
            "Task 3: not done yet, it is the next one's",
            "src/a.py: rejected uploads are logged",
            "Step 2: fails without the change, as it should",
            "Plan 01: blocked users cannot log in",
            "Finding F1: rejected",
            "Issue TL-1: rejected",
            "Task 2 is blocked by nothing.",
            "Status: passed",
            "REQ-2: met",
            "Criterion 3: missing files are reported by name",
            "Endpoint /users: rejects unknown fields",
            "UTF-8: broken sequences are replaced",
            "The client is rejected with 401.",
            "The server is blocked until the lock is free",
        ] {
            assert!(!refused(text), "{text}");
        }
    }
}
