//! What the reviewer says of himself: reviewers read, run and like; whatever else he did, or did not, is asked about.

use super::classes::{COMPLAINT, HARM, NEUTRAL, REVIEWING, SEEK, WANTED, stem};
use super::clause::DENIALS;
use super::facts::Facts;

pub(super) const OF_SELF: &str = "says something of the reviewer that is no review";

/// What the reviewer says of himself, where it is nothing that reviewers do.
pub(super) fn of_self(clauses: &[Vec<String>], facts: &Facts) -> Option<&'static str> {
    const PASSED: &[&str] = &[
        "have",
        "has",
        "had",
        "am",
        "was",
        "were",
        "are",
        "did",
        "do",
        "could",
        "can",
        "will",
        "would",
        "also",
        "then",
        "even",
        "really",
        "especially",
        "still",
        "fully",
        "certainly",
        "definitely",
        "gladly",
        "happily",
        "personally",
        "been",
        "be",
        "just",
        "first",
        "carefully",
        "twice",
        "both",
        "all",
        "now",
        "already",
        "too",
        "quite",
        "very",
        "might",
        "may",
        "myself",
        "always",
        "particularly",
        "initially",
        "actually",
        "further",
        "explicitly",
        "briefly",
        "manually",
        "independently",
        "separately",
        "again",
        "to",
        "not",
        "never",
        "able",
        "only",
        "merely",
        "barely",
        "should",
        "hereby",
        "thus",
        "therefore",
    ];
    for (nth, clause) in clauses.iter().enumerate() {
        // `a path on which the lock leaks`: what is said of it goes on in the next clause.
        let more =
            clauses.get(nth + 1).filter(|c| matches!(c[0].as_str(), "which" | "who")).into_iter().flatten();
        let words: Vec<&str> = clause.iter().chain(more).map(String::as_str).collect();
        for at in 0..clause.len() {
            if !matches!(
                words[at],
                "i" | "we" | "i've" | "we've" | "i'm" | "we're" | "i'd" | "i'll" | "we'll" | "we'd"
            ) {
                continue;
            }
            // "than I do", "as far as I can tell", "when I tried it": beside the point.
            let beside = at > 0 && matches!(words[at - 1], "than" | "as" | "which" | "that" | "if");
            let adverb = |w: &str| {
                w.ends_with("ly") && !matches!(w, "rely" | "reply" | "apply" | "imply" | "supply" | "comply")
            };
            let verb = (at + 1..words.len()).find(|&i| !PASSED.contains(&words[i]) && !adverb(words[i]));
            // What he has nothing of is a denial like others.
            let Some(verb) = verb.filter(|&i| !DENIALS.contains(&words[i])) else { continue };
            let between = &words[at + 1..verb];
            let stemmed = stem(words[verb]);
            let next = words.get(verb + 1).copied().unwrap_or_default();
            let looked = matches!(words[verb], "took" | "take" | "had" | "gave")
                && words[verb..].iter().any(|w| matches!(*w, "look" | "read" | "pass"));
            let relied = matches!(words[verb], "went" | "go")
                && matches!(next, "by" | "with" | "along" | "no")
                || words[verb].starts_with("judge")
                    && words[verb..].iter().take(4).any(|w| matches!(*w, "from" | "by"));
            let known =
                looked || !relied && (REVIEWING.contains(&stemmed) || REVIEWING.contains(words[verb]));
            // `I have` something: what it is decides.
            let has =
                verb.checked_sub(1).is_some_and(|i| matches!(words[i], "have" | "had" | "i've" | "we've"));
            let participle = words[verb].ends_with("ed")
                || words[verb].ends_with("en")
                || matches!(words[verb], "given" | "got" | "taken");
            let grieves = words[verb..].iter().take(4).any(|w| {
                matches!(
                    *w,
                    "problem"
                        | "problems"
                        | "concern"
                        | "concerns"
                        | "doubt"
                        | "doubts"
                        | "objection"
                        | "objections"
                        | "issue"
                        | "issues"
                        | "reservations"
                        | "worry"
                        | "worries"
                        | "misgivings"
                )
            });
            // `I withdraw the two points`: what he takes back is what he asked for.
            let withdraws = matches!(
                words[verb],
                "withdraw" | "withdrew" | "retract" | "retracted" | "drop" | "dropped" | "rescind"
            ) && words[verb..].iter().take(6).any(|w| {
                COMPLAINT.contains(&stem(w)) || matches!(*w, "point" | "points" | "request" | "requests")
            });
            let reviews = words[verb..].iter().take(5).any(|w| matches!(*w, "reviewer" | "verifier"));
            let known =
                known || reviews || words[verb] == "started" || has && !participle && !grieves || withdraws;
            let denied = between.iter().any(|w| matches!(*w, "not" | "never"));
            let only = between.iter().any(|w| matches!(*w, "only" | "merely" | "barely" | "should"));
            let planned = facts.planned || facts.over;
            if denied && !planned && !harmless_denial(&words[verb..], &stemmed) {
                return Some(OF_SELF);
            }
            if only && !facts.planned
                || !known && !beside && !denied && !facts.past && !facts.mended && !facts.planned
            {
                return Some(OF_SELF);
            }
        }
    }
    None
}

/// What somebody is before he does a thing, and may not do it.
const LEANS: &[&str] = &[
    "inclined", "tempted", "about", "minded", "poised", "prepared", "leaning", "close", "going", "ready",
    "set", "wanted", "thought", "meant", "intended", "planned", "close", "impulse", "reaction", "instinct",
    "reflex",
];
/// Not to let the work through.
const REFUSES: &[&str] = &[
    "reject",
    "rejecting",
    "refuse",
    "block",
    "blocking",
    "fail",
    "flag",
    "object",
    "decline",
    "veto",
    "deny",
    "request",
    "ask",
    "send",
    "hold",
    "withhold",
    "return",
    "stop",
    "oppose",
];

/// Leaves out a refusal that was only thought of: `I was first inclined to reject this, but …`. What stands behind the
/// turn is what holds.
pub(super) fn given_up(clauses: &[Vec<String>]) -> &[Vec<String>] {
    let [first, rest @ ..] = clauses else { return clauses };
    let is = |at: usize, words: &[&str]| first.get(at).is_some_and(|w| words.contains(&w.as_str()));
    let own = first.iter().any(|w| matches!(w.as_str(), "i" | "we" | "my"));
    let leaned = (0..first.len()).any(|at| {
        is(at, LEANS)
            && (at + 1..first.len().min(at + 5))
                .any(|to| is(to, &["to", "towards", "on", "toward"]) && is(to + 1, REFUSES))
    });
    let was = first.iter().any(|w| {
        matches!(w.as_str(), "was" | "were" | "wanted" | "thought" | "meant" | "intended" | "planned")
    });
    let own = own && was && leaned;
    let turns = |clause: &Vec<String>| {
        matches!(clause[0].as_str(), "but" | "however" | "until" | "yet" | "though" | "then" | "although")
    };
    match rest.iter().position(turns).filter(|_| own) {
        Some(at) => &rest[at..],
        // `I was about to reject it until I saw …`: the turn opens no clause of its own.
        None if own && first.iter().any(|w| w == "until") => rest,
        None => clauses,
    }
}

/// What a reviewer need not do: asking for nothing, and finding no fault.
const FREE: &[&str] = &[
    "ask", "request", "demand", "insist", "fault", "flaw", "criticis", "criticiz", "complain", "nitpick",
    "argu", "reject", "block", "veto", "withhold",
];

/// What a reviewer may not have done, seen or have: anything that is bad, or nothing that he had to.
fn harmless_denial(words: &[&str], verb: &str) -> bool {
    let bad = |w: &&str| {
        let stem = stem(w);
        COMPLAINT.contains(&stem) || HARM.contains(&stem)
    };
    let any = words.iter().any(|w| {
        matches!(*w, "any" | "anything" | "benchmarks" | "benchmark" | "more" | "else" | "need" | "mind")
    });
    (SEEK.contains(verb)
        || matches!(
            verb,
            "hav"
                | "have"
                | "repro"
                | "reproduc"
                | "want"
                | "expect"
                | "manag"
                | "get"
                | "mak"
                | "make"
                | "run"
                | "break"
                | "brok"
                | "mind"
                | "object"
                | "need"
                | "insist"
        ))
        && (words.iter().skip(1).any(bad) || any || words.iter().skip(1).any(|w| DENIALS.contains(w)))
        || HARM.contains(verb) && !WANTED.contains(verb)
        || NEUTRAL.contains(verb)
        || FREE.contains(&verb)
}
