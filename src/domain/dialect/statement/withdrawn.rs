//! What takes an earlier statement back, in whatever words, where a stricter one follows it.
//!
//! ```text
//! withdrawal = back … invalid                    ("My verdict above is withdrawn", "The block above is void")
//!            | ("That" | "This" | "It") ("was" | "is" | …) … invalid      at the beginning of a sentence
//!            | ("Revised" | "Update" | "Wait" | …) (":" | "," | …)        at the beginning of a line
//!            | "I no longer" … | "the result is a different one"
//! back       = "above" | "earlier" | "my verdict" | "the first answer" | "what I wrote" | …
//! invalid    = "withdrawn" | "void" | "wrong" | "premature" | "too early" | "no longer" | "replaced" | …
//! ```
//!
//! It is asked only for a refusal that follows: reading that one can approve nothing. What lets an approval replace a
//! refusal is narrower, and stays in `decide`.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::sentence::last_sentence;
use super::taken_back::{self, sentences};
use crate::domain::dialect::words::{self, OwnWords, Said};
use crate::domain::review::Verdict;

/// Bytes of a line that are read for it.
const LONGEST: usize = 2_000;

static BACK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:above|earlier|previously
        |(?:my\ (?:[\w-]+\ ){0,2}|(?:(?:the|that|this)\ )?(?:(?:previous|earlier|first|former|prior|initial|original|last|whole|review|json|status|verdict)\ ){1,2}|(?:the|that|this)\ )(?:verdict|answer|block|result|approval|decision|signal|lgtm|pass|review|statement|status|conclusion|assessment|headline|line|json|object|message|judgement|judgment|opinion|vote)
        |i\ (?:have\ |had\ )?(?:said|wrote|written|sent|gave|given|stated|signed|approved|passed|posted))\b",
    )
});
static INVALID: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:ignor\w+|disregard\w*|discard\w*|forget|dismiss\w*|withdr[ae]w\w*|withdrawn|retract\w*|revok\w*|rescind\w*|void|null|invalid\w*|wrong\w*|incorrect|mistak\w+|error|premature\w*|hasty|hastily
        |too\ (?:early|soon|quick\w*|hasty|fast|optimistic|generous|lenient|kind|positive)|no\ longer|any\ ?more
        |not\ (?:hold|stand|valid|right|correct|true|current|final|meant|mine|count|apply)|cannot\ stand|can't\ stand
        |replac\w+|supersed\w+|overrid\w+|overrul\w+|overturn\w*|outdated|obsolete|stale|out\ of\ date|cancel\w*|revis\w+|amend\w*|corrects?|corrected|correction
        |chang(?:e|es|ed)|different|differs|instead|struck|strike|scrap|scratch|tak(?:e|en|ing)\b.{0,30}\bback|took\b.{0,30}\bback|reversed?|undone|moot)\b",
    )
});
static OPENS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)^\W*(?:(?:sorry|no|oh|hmm|ah)\W+)?(?:that|this|it)(?:\ (?:was|is|were|came|went|replaces|supersedes|changes|overrides|cannot|has)\b|['’]s\b)",
    )
});
static ALONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)^\W*(?:revised|revision|updated?|amended|amendment|corrected|correction|corrigendum|erratum|edit(?:ed)?|addendum|postscript|p\.?s\.?|(?:no,?\ )?wait|oops|whoops|hold\ on|hang\ on|scratch\ that|strike\ that|never\ ?mind|second\ look|on\ second\ thoughts?|on\ reflection|after\ (?:all|a\ second\ look)|new\ (?:verdict|result|answer|decision))\W*(?:$|[:,.!—–-]|after\b|to\b|of\b|\()
        |\bi\ (?:no\ longer|stand\ corrected|changed\ my|have\ changed\ my|have\ to\ correct|must\ correct|was\ (?:wrong|mistaken|too)|missed|overlooked|had\ (?:missed|overlooked|misread)|misread|misjudged|spoke\ too\ soon)\b
        |\b(?:result|answer|verdict|outcome|conclusion|decision)\ (?:is|comes\ out|turns\ out|has\ become|becomes)\ (?:now\ )?(?:a\ )?(?:different|another|the\ opposite|reversed)\b",
    )
});

/// Tells whether a line takes back what was said before it.
pub(super) fn withdraws(text: &str) -> bool {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    ALONE.is_match(text)
        || sentences(text).any(|s| {
            (OPENS.is_match(s) || BACK.is_match(s)) && INVALID.is_match(s) || taken_back::withdrawn(s)
        })
}

/// Reads the refusal that a line ends with, where what stands before it takes back an earlier statement.
pub(super) fn refuses(text: &str, own: OwnWords) -> Option<Said> {
    let last = last_sentence(text);
    if !words::is_bare_verdict(last, own) {
        return None;
    }
    let before = text.trim_end_matches(['.', '!', '*', ' ']).strip_suffix(last)?;
    match words::verdict(last, own) {
        said @ Said::Verdict(Verdict::ChangesRequested | Verdict::Rejected) => {
            withdraws(before).then_some(said)
        }
        Said::Verdict(_) | Said::Template | Said::Unsure(_) | Said::Nothing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_behind_what_takes_back_holds() {
        let changes = Some(Said::Verdict(Verdict::ChangesRequested));
        for (text, expected) in [
            ("Edit: I was wrong. The lock is not held. Changes requested.", changes),
            ("I take that back, the cache is never cleared. Needs fixes.", changes),
            ("The lock is not held. Changes requested.", None),
            ("Edit: I was wrong. The lock is held. Approved.", None),
            ("Edit: I was wrong about what was changes requested.", None),
            ("Changes requested.", None),
        ] {
            assert_eq!(refuses(text, &[]), expected, "{text}");
        }
    }

    #[test]
    fn ordinary_words_take_back_what_was_said() {
        for text in [
            "The approval further up is cancelled, see below.",
            "Please forget the answer I gave first.",
            "What I wrote earlier does not stand any more.",
            "It was sent too soon.",
            "This overrides what is above:",
            "Amended:",
            "Update: the second file changes things.",
            "I no longer hold that view.",
            "I had misread the loop.",
            "With the migration the outcome is a different one.",
            "Je retire mon approbation.",
        ] {
            assert!(withdraws(text), "{text}");
        }
    }

    #[test]
    fn what_is_said_of_the_code_takes_nothing_back() {
        for text in [
            "The handler returns the wrong status when the body is empty.",
            "Updated rows are written twice.",
            "It retries three times.",
            "The first caller never closes the file.",
            "All stages were read.",
        ] {
            assert!(!withdraws(text), "{text}");
        }
    }
}
