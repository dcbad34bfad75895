//! A text that breaks off in the middle of a sentence: what it was going to say, nobody knows.
//!
//! ```text
//! broken off = the last line of all, which ends in a word that no sentence ends in: "… the", "… because", "… that"
//! cut        = a line of its own that says it: "[output truncated]", "Output truncated by the tool"
//! ```
//!
//! Answers are cut at limits of length. An approval at their top is held only if the rest says nothing against it, and
//! the rest is not there.

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::taken_back::Doubt;
use crate::domain::dialect::page::{Kind, Page};

static LEADS_ON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)[\p{L}\d`)\]\x22,]\s+(?:the|an?|that|which|whose|of|and|or|nor|because|if|when|whenever|but|its|their|than|into|is|are|while|whereas|although|would|could|should|must|cannot|without|via|und|oder|weil|der|die|das|dass|et|ou|parce que|les|y|porque|que|los|las)[\s*_]*$",
    )
    .expect("a constant pattern")
});

/// Words that end in such a word and may end a line.
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:like that|than that|at that|of that|all that|for that|do that|to that|with that|about that|on that|in that|or without|vitamin a|plan a|option a|part a|group a|case a|(?:it|they|that|this|there|one|what|where|how|who|which) (?:is|are)|as it should|as they should|if you must|than i would|as (?:he|she|it|one) (?:would|could|must)|(?:type|class|table|list|path|phase|wave|variant|model|server|client|side|team|reviewer|file|row|column|choice|answer|user|tier|grade|variant|branch|process|thread|node) an?)[\s*_]*$")
        .expect("a constant pattern")
});

/// What a tool that cuts an answer writes in its place.
static CUT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:the )?(?:output|text|answer|response|review|message|transcript|content)(?: (?:was|is|has been))? (?:truncated|cut off|cut short|clipped)(?: (?:by|at|after|here|due|because)\b.{0,60})?\W*$")
        .expect("a constant pattern")
});

/// Finds where a text breaks off; nothing where it ends as texts end.
pub(crate) fn doubt(page: &Page<'_>) -> Option<Doubt> {
    if let Some(at) = page.lines.iter().position(|l| l.own() && CUT.is_match(body(l))) {
        return Some(Doubt { at, anywhere: true, why: "says that the answer was cut" });
    }
    let at = page.lines.iter().rposition(|l| !l.text.trim().is_empty())?;
    let line = &page.lines[at];
    let text = body(line);
    let said = matches!(line.kind, Kind::Prose | Kind::Item) && line.own() && !WHOLE.is_match(text);
    (said && LEADS_ON.is_match(text)).then_some(Doubt {
        at,
        anywhere: true,
        why: "breaks off in the middle of a sentence",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_breaks_off_is_told_from_one_that_ends() {
        for text in [
            "APPROVED\n\n1. src/a.ts:4 the token is logged because",
            "APPROVED\n\n- `src/a.ts:12`: the handler swallows the",
            "APPROVED\n\nOne thing about src/a.ts that",
            "APPROVED\n\n1. src/a.ts:4 the token is",
            "APPROVED\n\n[output truncated]",
            "APPROVED\n\nOutput truncated by the tool\n",
        ] {
            assert!(doubt(&Page::scan(text)).is_some(), "{text}");
        }
        for text in [
            "APPROVED",
            "The names are good, nothing to add\n\nAPPROVED",
            "APPROVED\n\nNo finding is left, and I looked for that",
            "APPROVED\n\nThe values go to table A",
            "APPROVED\n\nIt fails where it should, and ends as it should",
            "APPROVED\n\n```\nlet a = the\n```",
            "",
        ] {
            assert!(doubt(&Page::scan(text)).is_none(), "{text}");
        }
    }
}
