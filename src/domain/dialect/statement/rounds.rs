//! Whether the rounds that a text numbers look at the same again, so that the last one holds.
//!
//! ```text
//! head      = a heading, a line or a label that numbers a round: "## Round 2: after the fix", "Pass 1 verdict:"
//! aspect    = the words of a head that name neither a round, nor a verdict, nor what happened in between
//! supersede = every head looks again at what the one before looked at
//! again     = no other aspect than before; of a "pass", which as often names a stage, only with words that say so
//! ```
//!
//! `Pass 1: security` and `Pass 2: style` are two halves of one review, and a no in the first is a no.

use std::sync::LazyLock;

use regex::Regex;

use super::{ROUND, round_of};
use crate::domain::dialect::page::{Kind, Page};
use crate::domain::dialect::words;

/// A line that numbers a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    /// Index into [`Page::lines`].
    at: usize,
    number: u32,
    /// What it is called numbers stages as often as rounds.
    loose: bool,
    /// What else it names.
    aspect: Vec<String>,
}

/// Words of a head that say nothing of what was looked at.
const PASSING: &str = "the a an of and or after before for in on by with to at as is was were has have been my our your \
    review reviews re-review rereview reviewed reviewer reviewer's verdict status decision result outcome conclusion \
    first second third fourth initial final latest last current previous prior new now this that summary findings finding \
    report overview notes complete completed done follow-up followup up again verification verify verified recheck \
    re-check check checked update updated resubmission resubmitted revision revised version fix fixes fixed fixing \
    changes change requested request requests approved approve approval approves reject rejected rejects pass passed \
    passes fail failed fails needs need needed issues issue found no none open resolved addressed closed clean ok ready \
    critical warning warnings high medium low blocker blockers retry retried jan feb mar apr may jun jul aug sep oct nov \
    dec january february march april june july august september october november december round pass iteration attempt \
    cycle wave history";

/// Words of a head that are read; more are a sentence, and name no aspect.
const MOST: usize = 14;

/// What says that something is looked at once more.
static AGAIN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:fixed|fixes|resolved|addressed|closed|mended|corrected|gone|re-?review\w*|re-?check\w*|re-?read|re-?submi\w*|second look|again|no longer|since (?:the )?(?:last|first|previous|round|pass)|previous(?:ly)?|earlier|prior|last (?:time|round|pass)|(?:first|1st) (?:round|pass)|(?:round|pass|iteration|cycle|attempt) (?:one|1))\b",
    )
    .expect("a constant pattern")
});
/// A title of several reviews of one thing.
static SEVERAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:reviews|history|rounds|re-?reviews?)\b").expect("a constant pattern")
});
static LOOSE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:pass|wave)\b").expect("a constant pattern"));

/// Tells whether a word of a head says nothing of what was looked at.
pub(super) fn passing(word: &str) -> bool {
    PASSING.split_ascii_whitespace().any(|w| w == word) || word.chars().any(|c| c.is_ascii_digit())
}

impl Head {
    /// Reads a line that numbers a round; `at` is its index.
    pub(super) fn of(at: usize, text: &str) -> Option<Self> {
        let number = round_of(text)?;
        let named = ROUND.find(text)?;
        let rest = format!("{} {}", &text[..named.start()], &text[named.end()..]);
        let said = words::words(&rest);
        let aspect =
            if said.len() > MOST { Vec::new() } else { said.into_iter().filter(|w| !passing(w)).collect() };
        Some(Self { at, number, loose: LOOSE.is_match(named.as_str()), aspect })
    }

    /// Tells whether it is that line.
    pub(super) fn stands_at(&self, at: usize) -> bool {
        self.at == at
    }

    fn differs(&self, other: &Self) -> bool {
        !self.aspect.is_empty()
            && !other.aspect.is_empty()
            && !self.aspect.iter().any(|w| other.aspect.contains(w))
    }
}

/// Tells whether a later round takes the place of an earlier one.
pub(super) fn supersede(page: &Page<'_>, heads: &[Head]) -> bool {
    let ends = heads.iter().skip(1).map(|head| head.at).chain([page.lines.len()]);
    // Below a title of several reviews a pass is one of them.
    let titled = heads.first().is_some_and(|first| {
        page.lines[..first.at].iter().any(|l| matches!(l.kind, Kind::Heading(_)) && SEVERAL.is_match(&l.text))
    });
    let mut parts = heads.iter().zip(ends);
    let Some((mut before, _)) = parts.next() else { return true };
    parts.all(|(head, end)| {
        let other = head.number != before.number;
        let again =
            || page.lines[head.at..end.max(head.at + 1)].iter().any(|l| l.own() && AGAIN.is_match(&l.text));
        let fits = !other
            || if head.loose || before.loose {
                !head.differs(before) && (titled || again())
            } else {
                !head.differs(before) || again()
            };
        before = head;
        fits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> bool {
        let page = Page::scan(text);
        let heads: Vec<Head> =
            page.lines.iter().enumerate().filter_map(|(at, line)| Head::of(at, &line.text)).collect();
        supersede(&page, &heads)
    }

    #[test]
    fn a_round_takes_the_place_of_another_only_where_it_looks_again() {
        for text in [
            "## Round 1\nreject\n## Round 2\napprove",
            "## Iteration 1: initial review\nx\n## Iteration 2: after the fixes\ny",
            "## Pass 1\nthe lock leaks\n## Pass 2\nThe leak is fixed.",
            "## Round 1 (locking)\nx\n## Round 2 (tests)\nWhat I found earlier is gone.",
            "# Attempt 1\nx\n# Attempt 2\ny",
            "no rounds",
        ] {
            assert!(of(text), "{text}");
        }
        for text in [
            "## Pass 1: locking\nx\n## Pass 2: naming\nfixed",
            "## Pass 1\nx\n## Pass 2\ny",
            "## Attempt 1: unit tests\nx\n## Attempt 2: formatter\ny",
            "## Iteration 1 (server)\nx\n## Iteration 2 (client)\ny",
        ] {
            assert!(!of(text), "{text}");
        }
    }
}
