//! An answer that says itself that it is one part of several, and that the rest is to come.
//!
//! ```text
//! part    = ("part" | "message" | …)? n ("/" | "of") m       on a line of its own, or in brackets at its end; n < m
//! goes on = "continued in the next message" | "the rest follows in …" | "see part 2" | "Findings follow." as the last line
//! ```
//!
//! Where the last part stands in the same text, it is whole. `Part 1 of the plan is complete` numbers the work.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use crate::domain::dialect::page::{Kind, Page};

/// A line that is nothing but its part's number.
static PART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\W_]*(?:(?:this\W+is\W+)?(?:(?:code|my|review|answer|report|reply|response|message|part|page|chunk|post|teil|parte|partie|часть)\W+){0,3})(\d{1,2})\W{0,2}\s*(?:/|of|von|de|di|sur|из)\s*(\d{1,2})\b(?P<rest>[\W_]*$|\s*[:—–-])",
    )
});
/// The same in brackets at the end of a line.
static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)[(\[](?:(?:part|message|page|answer|reply|chunk|teil)\W+)?(\d{1,2})\s*(?:/|of)\s*(\d{1,2})[)\]][\W_]*$",
    )
});
static GOES_ON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:continue[sd]?|continuing|continuation|cont['’]d)\b[^.]{0,30}\b(?:next|following|second|third|separate|another|further|new)\s(?:message|answer|reply|response|part|post|comment|turn|mail)\b
        |^\W*(?:to\sbe\s)?(?:continued|cont['’]d)(?:\s(?:later|tomorrow|soon|below|shortly))?\W*$
        |\bsee\s(?:my\s|the\s)?(?:next|following|second|separate|other)\s(?:message|answer|reply|response|part|post|comment)\b
        |\b(?:the\s|my\s)?(?:rest|remainder|second\s(?:half|part)|findings?|details|remarks|full\sreview|report)(?:\sof\s(?:the|my|this)\s(?:review|findings|answer|report|list|remarks))?\s(?:will\s)?(?:follows?|comes?|is|are|continues?|to\s(?:follow|come))\b[^.]{0,20}\b(?:next|following|second|separate|another)\s(?:message|answer|reply|response|part|post|comment|mail)\b",
    )
});
/// `see part 2 for the findings`; a part of the plan is none of the answer.
static SEE_PART: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:see|in|with) (?:the )?(?:part|message) (?:2|3|4|two|three|b|ii)\b(?P<of> of\b)?(?: for| below|\W*$)",
    )
});
/// Nothing stands behind it.
static FOLLOWS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:(?:my|the|detailed|full|all|remaining|more|other|complete|written) )*(?:findings?|details?|rest|remainder|second part|second half|remarks|comments|issues|list|report|explanation|reasons?|notes?|review)(?: (?:will|to|shall|are to|is to))? (?:follows?|come)(?: (?:later|soon|separately|shortly|tomorrow|next|below|in a moment))?\W*$",
    )
});

/// Numbers of a part of several; nothing where it is not told which, or it is the last.
fn part(line: &str, heading: bool) -> Option<(u32, u32)> {
    let found = PART
        .captures(line)
        // `1/2: spec` heads a part of the text; `1 of 3: the lock` counts in a list.
        .filter(|c| {
            heading
                || c.name("rest").is_some_and(|rest| {
                    !rest.as_str().trim_start().starts_with([':', '—', '–', '-'])
                        || line.to_lowercase().contains("part")
                })
        })
        .or_else(|| BEHIND.captures(line))?;
    Some((found[1].parse().ok()?, found[2].parse().ok()?))
}

/// Finds the line that says that the answer goes on elsewhere.
pub(super) fn goes_on(page: &Page<'_>) -> Option<usize> {
    let own = |at: usize| {
        let line = &page.lines[at];
        matches!(line.kind, Kind::Prose | Kind::Heading(_)) && line.text.len() < 2_000
    };
    let last = page.lines.iter().rposition(|l| l.own());
    let mut first: Option<(usize, u32)> = None;
    for at in (0..page.lines.len()).filter(|&at| own(at)) {
        let line = &page.lines[at];
        if let Some((n, of)) = line
            .text
            .contains(char::is_numeric)
            .then(|| part(&line.text, matches!(line.kind, Kind::Heading(_))))
            .flatten()
        {
            match first {
                None if n > 0 && n < of => first = Some((at, of)),
                Some((_, all)) if n == all && of == all => first = None,
                None | Some(_) => {}
            }
        }
        let elsewhere = || SEE_PART.captures(&line.text).is_some_and(|found| found.name("of").is_none());
        let follows = || last == Some(at) && FOLLOWS.is_match(&line.text);
        if GOES_ON.is_match(&line.text) || elsewhere() || follows() {
            return Some(at);
        }
    }
    first.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_an_answer_is_not_the_answer() {
        for text in [
            "Verdict: APPROVED\nPart 1 of 2",
            "Verdict: APPROVED\n(1/2)",
            "[1/2]\nAPPROVED",
            "# Review (1/2)\n\nAPPROVED",
            "Verdict: APPROVED\nMessage 1 of 3",
            "Verdict: APPROVED\ncontinued in the next message",
            "Verdict: APPROVED\nThe rest follows in a second message.",
            "Verdict: APPROVED\nSee part 2 for the findings.",
            "Verdict: APPROVED\nFindings follow.",
            "## Part 1 of 2: spec\n\nfine\n\nAPPROVED",
        ] {
            assert!(goes_on(&Page::scan(text)).is_some(), "{text}");
        }
        for text in [
            "APPROVED\n\nPart 1 of the plan is complete.",
            "## Part 1 of 2: spec\n\nfine\n\n## Part 2 of 2: quality\n\nAPPROVED",
            "Part 2 of 2\n\nAPPROVED",
            "Review of task 1 of 4\n\nAPPROVED",
            "Cycle: 1/3\n\nAPPROVED",
            "Findings follow.\n\nnone\n\nAPPROVED",
            "The server sends the second message in the next turn.\n\nAPPROVED",
            "See part 2 of the plan for the migration.\n\nAPPROVED",
        ] {
            assert_eq!(goes_on(&Page::scan(text)), None, "{text}");
        }
    }
}
