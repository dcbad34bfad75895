//! Counts of a part: `3/5`, `three of five`, and of what they are.
//!
//! ```text
//! fraction = number ("/" | "of" | "out of" | …) number        as digits or as words up to twelve
//! counted  = a fraction on a line that names what must be met, and nothing that is numbered on the way
//! seen     = (what is read or met ":" | "reviewed" …) fraction | fraction what is read or met
//! scored   = ("score" | "met" | …) ":" fraction                a grade of ten or a hundred from the half on is none
//! whole    = a fraction, and nothing else
//! ```
//!
//! Each tells whether it counts less than all.

use std::sync::LazyLock;

use super::pattern::pattern;
use regex::{Captures, Regex};

static FRACTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(\d{1,5}|one|two|three|four|five|six|seven|eight|nine)\s*(?:/|of|out of)\s*(?:(?:the|its|all|these|our|your) )?(\d{1,5}|two|three|four|five|six|seven|eight|nine|ten|twelve)\b",
    )
});
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];
/// What is counted, where less than all of it is not all.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:truths?|must-?haves?|criteria|criterion|requirements?|tests?|specs?|checks?|endpoints?|artifacts?|key links?|acs?)\b|\b(?:verified|satisfied|met|passed|passing|pass)\b",
    )
});
/// What a number stands for that is no count of what is met.
static NO_COUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:tasks?|cycle|round|pass \d|iteration|attempt|phase|plan|part|wave|stage|step|line|rating|confidence|quality|readability|lines?|page|version|sampled|looked|read|spot)\b|\d/\d+/\d",
    )
});
static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:requirements?|criteria|must-?haves?|truths|files|stages|hunks|commits|modules|acs|anforderungen|kriterien|dateien|exigences|critères|fichiers|requisitos|criterios|archivos)\b(?: [\w-]+){0,3}[\s*_`]*[:=][\s*_`]*(\d{1,5})\s*(?:/|of|out of|von|sur|de|из)\s*(\d{1,5})\b|\b(?:reviewed|read|checked|covered|saw|seen|looked at|examined|opened|inspected|geprüft|lu|revisé)\s+(\d{1,5})\s*(?:/|of|out of|von|sur|de|из)\s*(?:the |all )?(\d{1,5})\b|\b(\d{1,5})\s*(?:/|of|out of|von|sur|de|из)\s*(?:the |all )?(\d{1,5}) (?:[\w-]+ ){0,2}?(?:requirements?|criteria|must-?haves?|truths|files|stages|hunks|commits|modules|acs|anforderungen|kriterien|dateien|exigences|critères|fichiers|requisitos|criterios|archivos)\b(?: (?:\w+ ){0,2}(?:met|satisfied|fulfilled|covered|implemented|reviewed|read|checked|seen|verified|passed|passes|pass|holds?|works?|done|confirmed|true|looked at|erfüllt|geprüft))",
    )
});
/// `1/6`, where all would be met.
static SCORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:score|met|passed|satisfied|covered|fulfilled)\b[\s*_`]*[:=][\s*_`]*(\d{1,4})\s*(?:/|of)\s*(\d{1,4})\b",
    )
});

/// What says of the rest that it is in order, or of the fraction that it only describes: `18 of 22 tests are new; all 22 pass`,
/// `9 of 12 are tests`, `2 of 5 files were missing; both are there now`.
static ACCOUNTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:all|both)(?: (?:the |of them|\d{1,5}|\w+ )?(?:tests? |of them |files |requirements )?)?(?:now )?(?:pass(?:es|ed)?|(?:are|is) (?:now )?(?:met|green|fixed|there|done|resolved|in order|covered|verified|MET))\b|\b(?:re-?run|second run|last run|run after it) (?:is|was) (?:now )?(?:green|clean)\b|\b(?:\d{1,5}|one|two|three|four|five|six|seven|eight|nine)\s*(?:/|of|out of)\s*(?:the )?(?:\d{1,5}|ten|twelve)\b(?: [\w-]+){0,2}? (?:are|were) (?:only |just |all |plain |pure )?(?:tests?|new|docs|documentation|generated|the same|unchanged|identical|renames|renamed|moved|fixtures|snapshots|unit tests|integration tests|parametri[sz]ed|translations|mechanical|trivial|whitespace|formatting|lock files?)\b",
    )
});

/// Tells whether a text says of a fraction in it that the rest is in order, or only describes what it counts.
pub(super) fn accounted(text: &str) -> bool {
    ACCOUNTED.is_match(text) && !EXCEPTED.is_match(text)
}

/// What takes that back.
static EXCEPTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:but|except|however|not|never|only (?:read|looked|reviewed|checked)|rest|missing|fail(?:s|ing)?|open|skipped)\b",
    )
});

/// Reads a number, in digits or as a word.
pub(super) fn number(word: &str) -> Option<usize> {
    let named = NUMBERS.iter().position(|n| word.eq_ignore_ascii_case(n));
    named.map_or_else(|| word.parse().ok(), Some)
}

/// Returns some and all of a match, where those groups hold numbers.
fn pair(found: &Captures<'_>, some: usize, all: usize) -> Option<(usize, usize)> {
    Some((number(found.get(some)?.as_str())?, number(found.get(all)?.as_str())?))
}

/// Tells whether a line counts less than all of what must be met.
pub(super) fn counted(text: &str) -> bool {
    let counts = || FRACTION.captures_iter(text).filter_map(|found| pair(&found, 1, 2));
    !NO_COUNT.is_match(text)
        && COUNTED.is_match(text)
        && counts().any(|(some, all)| some < all)
        && !accounted(text)
}

/// Tells whether a line says that less than all was read, or is met.
pub(super) fn seen(text: &str) -> bool {
    if named_of(text) || BESIDE.is_match(text) {
        return true;
    }
    COUNT.captures(text).is_some_and(|found| {
        let less = |some, all| pair(&found, some, all).is_some_and(|(some, all)| some < all);
        less(1, 2) || less(3, 4) || less(5, 6)
    })
}

/// `Files reviewed: README.md (of 14 in the diff)`: names what was read, and how many there are.
fn named_of(text: &str) -> bool {
    NAMED_OF.captures(text).is_some_and(|found| {
        let names = found[1].split([',', ';']).filter(|n| n.contains(char::is_alphanumeric)).count();
        found[2].parse::<usize>().is_ok_and(|all| names < all)
    })
}

/// `Scope: README.md`: what goes with the code, and none of it.
static BESIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:scope|(?:files? )?(?:reviewed|read|checked|looked at|covered))(?: of (?:this|the|my) review)?[\s*_`]*[:=][\s*_`]*(?:(?:the |only |just )*(?:[\w.-]+/)*(?:readme|changelog|changes|history|license|licence|contributing|notice|authors|code_of_conduct)(?:\.\w{1,5})?[\s*_`,;&]*(?:and )?)+(?: ?only)?\W*$",
    )
});

static NAMED_OF: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:reviewed|read|checked|looked at|scope|covered)\b\W{1,4}([^\n()]{1,300}?) ?\((?:out )?of (?:the )?(\d{1,5})\b",
    )
});

/// Tells whether a line gives a score that is less than all, or a grade below the half.
pub(super) fn scored(text: &str) -> bool {
    let Some(found) = SCORE.captures(text) else { return false };
    let Some((some, all)) = pair(&found, 1, 2) else { return false };
    // Of five there may be five requirements.
    let grade = found[0].to_lowercase().starts_with("score") && matches!(all, 10 | 100);
    if grade { some * 2 < all } else { some < all }
}

/// Tells whether a score's value is less than all.
pub(crate) fn short_score(value: &str) -> bool {
    value.len() < 40 && scored(&format!("score: {value}"))
}

/// Tells whether a value is a fraction, and less than all.
pub(crate) fn whole(text: &str) -> bool {
    let Some((some, all)) = text.split_once('/').or_else(|| text.split_once(" of ")) else { return false };
    number(some.trim()).zip(number(all.trim())).is_some_and(|(some, all)| some < all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_all_is_told_from_all_and_from_numbers_on_the_way() {
        for text in ["Tests: 9/12", "PASSED, 11/12 truths", "two of the five criteria hold"] {
            assert!(counted(text), "{text}");
        }
        for text in ["18 of 22 tests are new but 2 fail", "2 of 5 files are tests, the rest I did not read"] {
            assert!(!accounted(text), "{text}");
        }
        for text in
            ["9 of 12 files are tests.", "Two of three requirements were NOT_MET; now all three are met."]
        {
            assert!(accounted(text), "{text}");
        }
        for text in
            ["Tests: 12/12", "Task 2/5 passed.", "Rating: 9/10", "18 of 22 tests are new; all 22 pass."]
        {
            assert!(!counted(text), "{text}");
        }
        assert!(seen("Files read: a.md, b.md (of 9 in the diff)") && !seen("Files read: a.md, b.md (of 2)"));
        assert!(seen("**Scope:** `CHANGELOG.md`, README.md") && !seen("Scope: README.md and src/a.rs"));
        assert!(seen("3/8 files were reviewed") && !seen("8/8 files were reviewed"));
        assert!(
            scored("Score: 3/5") && scored("Score: 4/10") && !scored("Score: 9/10") && !scored("Score: 5/5")
        );
        assert!(whole("4/6") && whole("4 of 6") && !whole("6/6") && !whole("a/b"));
    }
}
