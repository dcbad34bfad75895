//! Conditions on letting the work through: a word that sets one, beside a word of release.

use super::clause::DENIALS;
use super::facts::Facts;

const DEPENDS: &str = "sets a condition";

/// Letting the work through.
fn releases(words: &[&str]) -> bool {
    let word = |w: &&str| {
        matches!(
            *w,
            "merge"
                | "merged"
                | "merging"
                | "ship"
                | "shipped"
                | "release"
                | "released"
                | "land"
                | "lands"
                | "deploy"
                | "deployed"
                | "approve"
                | "approved"
                | "approval"
                | "yes"
                | "ok"
                | "okay"
                | "lgtm"
                | "go-ahead"
                | "verdict"
        )
    };
    let pair = |p: &[&str]| {
        matches!(
            p,
            ["go" | "goes", "in" | "out" | "live" | "ahead" | "anywhere"]
                | ["good", "to"]
                | ["this", "holds"]
                | ["ready", "to" | "for"]
        )
    };
    words.iter().any(word) || words.windows(2).any(pair)
}

/// What is released without letting the work through.
const HELD: &[&str] = &[
    "lock",
    "locks",
    "mutex",
    "connection",
    "connections",
    "handle",
    "handles",
    "memory",
    "semaphore",
    "resource",
    "resources",
    "lease",
    "buffer",
];

/// What gives a verdict, and may give it on a condition.
const GIVES: &[&str] =
    &["approve", "approved", "approval", "yes", "ok", "okay", "lgtm", "go-ahead", "verdict"];

/// `CI is green`, `the pipeline has passed`: what a merge waits for by itself.
fn passes(words: &[&str]) -> bool {
    let words = words.strip_prefix(&["the"]).unwrap_or(words);
    matches!(
        words,
        ["ci" | "pipeline" | "build" | "checks", "is" | "are" | "has" | "have" | "goes" | "go" | "turns" | "turn", state]
            if matches!(*state, "green" | "passed" | "done" | "finished" | "through")
    ) || matches!(
        words,
        ["ci" | "pipeline" | "build" | "checks", "passes" | "pass" | "succeeds" | "finishes" | "passed"]
    ) || matches!(
        words,
        ["ci", "checks", "pass" | "passed" | "succeed"]
            | ["ci", "checks", "are" | "have", "green" | "passed"]
    )
}

/// What the reviewer did before he approved.
const REVIEWED: &[&str] = &[
    "consideration",
    "review",
    "reviewing",
    "reading",
    "re-reading",
    "rereading",
    "checking",
    "looking",
    "look",
    "reflection",
    "thought",
    "discussion",
    "verifying",
    "verification",
    "testing",
    "walking",
    "re-review",
    "going",
];

/// A condition on letting the work through.
pub(super) fn condition(clauses: &[Vec<String>], facts: &Facts) -> Option<&'static str> {
    for (nth, clause) in clauses.iter().enumerate() {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        for at in 0..words.len() {
            let behind = &words[at + 1..];
            let (length, bound) = match (words[at], behind.first().copied().unwrap_or_default()) {
                ("subject" | "contingent" | "conditional", "to" | "on" | "upon") => (2, true),
                ("understanding" | "premise" | "condition" | "proviso" | "assumption", "that") => (2, true),
                (
                    "provided" | "providing",
                    "that" | "the" | "you" | "somebody" | "someone" | "we" | "nobody",
                ) => (1, at == 0 || releases(&words[..at])),
                ("assuming", _) => (1, at == 0 || releases(&words[..at])),
                ("depends" | "depend" | "hinges", "on" | "upon") => (2, releases(&words[..at])),
                ("moment" | "minute" | "day", _) if at > 0 && words[at - 1] == "the" => (1, false),
                ("long" | "soon", "as") => (2, at > 0 && matches!(words[at - 1], "as" | "so")),
                (
                    "once" | "after" | "when" | "if" | "unless" | "until" | "pending" | "before" | "given",
                    _,
                ) => (1, false),
                _ => continue,
            };
            let before = &words[..at];
            let rest = behind.get(length - 1..).unwrap_or_default();
            let other = clauses
                .get(nth + 1)
                .map(|c| c.iter().map(String::as_str).collect::<Vec<_>>())
                .unwrap_or_default();
            let free = rest.is_empty()
                || matches!(
                    rest,
                    ["ready", ..]
                        | ["you", "like" | "want" | "wish" | "are", ..]
                        | ["convenient", ..]
                        | ["merged" | "merging" | "released" | "deployed", ..]
                )
                || matches!(
                    rest,
                    ["it" | "this", "is" | "has", "merged" | "released" | "deployed" | "landed" | "been", ..]
                )
                || before.iter().any(|w| HELD.contains(w))
                || words[at] == "after" && rest.iter().take(4).any(|w| REVIEWED.contains(w))
                || matches!(rest, ["the", "release" | "merge" | "deploy" | "deployment" | "rollout", ..])
                || facts.past;
            // What the pipeline decides waits for nobody, where it is said beside the verdict and not of it.
            let machine = clauses.len() == 1
                && releases(before)
                && !before.iter().any(|w| GIVES.contains(w))
                && passes(rest);
            let free = free || machine;
            let main = if at == 0 { other.as_slice() } else { before };
            let releasing = releases(main) && !main.iter().any(|w| DENIALS.contains(w));
            let speaks = bound && (at == 0 || releases(before) || at <= 2)
                || at == 0 && clauses.len() == 1 && !rest.is_empty() && fragment(words[at], rest);
            if !free && (speaks || releasing) && !facts.denied {
                return Some(DEPENDS);
            }
        }
    }
    None
}

/// Tells whether a clause that stands alone is a condition, and no sentence about a case: `when the list is empty the
/// tool returns`.
fn fragment(word: &str, rest: &[&str]) -> bool {
    match word {
        "once" | "after" | "unless" | "until" | "pending" | "before" => true,
        "if" | "when" => matches!(rest[0], "you" | "we" | "somebody" | "someone" | "they") && rest.len() < 8,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::clauses;
    use super::*;

    fn depends(text: &str) -> bool {
        let found = clauses(text);
        condition(&found, &Facts::of(&found)).is_some()
    }

    #[test]
    fn a_condition_that_stands_alone_is_one_of_the_approval() {
        for text in ["Once the index is dropped.", "Unless the index stays.", "If you drop the index."] {
            assert!(depends(text), "{text}");
        }
        for text in ["When you like.", "When the list is empty the tool returns.", "Once merged."] {
            assert!(!depends(text), "{text}");
        }
    }
}
