//! A short sentence behind an approval by which the reviewer refuses after all, takes it back, or calls it no last word.
//!
//! ```text
//! sentence = lead* refusal object* end            ("Actually, reject.", "I'm rejecting this.", "No, fail it.")
//!          | lead* participle end                 ("Retracted.", "Update: withdrawn.")
//!          | subject* ("a" | "only" | …)* draft   ("This is only a draft.")
//!          | subject* "not" … "final"             ("NB: not my final word.")
//! end      = the end | a mark or "because" with a reason behind it, where a lead stands before
//! ```
//!
//! Every word of it is known, so a sentence about the code that has such a word in it is none. It knows one sentence.

use super::token::{Token, beginning};
use super::{phrase, says_none};
use crate::domain::review::Verdict;

/// Words of a sentence that are looked at.
const WORDS: usize = 14;

/// What may stand before a last word and says only that one comes.
const LEADS: &[&str] = &[
    "actually",
    "ok",
    "okay",
    "oh",
    "oops",
    "sorry",
    "so",
    "but",
    "and",
    "hmm",
    "wait",
    "rather",
    "better",
    "then",
    "therefore",
    "thus",
    "hence",
    "now",
    "hereby",
    "please",
    "instead",
    "finally",
    "i",
    "we",
    "i'm",
    "we're",
    "am",
    "are",
    "must",
    "have",
    "to",
    "need",
    "let's",
    "should",
    "make",
    "it",
    "that",
    "a",
    "edit",
    "update",
    "updated",
    "correction",
    "amended",
    "p.s",
    "ps",
    "on",
    "reflection",
    "second",
    "thought",
    "thoughts",
];

/// Forms of refusing that state no verdict by themselves.
const REFUSES: &[&str] =
    &["rejecting", "failing", "declining", "decline", "refuse", "refusing", "veto", "vetoing", "vetoed"];

/// What was done once, where somebody says of himself that he did it: `I rejected this in round 1`.
const PAST: &[&str] =
    &["rejected", "failed", "declined", "blocked", "denied", "refused", "disapproved", "vetoed"];

/// What is refused: the work, and words that add nothing.
const OBJECTS: &[&str] = &[
    "it", "this", "that", "the", "change", "changes", "pr", "mr", "patch", "plan", "diff", "work", "branch",
    "commit", "task", "version", "then", "instead", "now", "after", "all", "again", "please", "outright",
    "is", "be", "anyway", "for",
];

const REASONS: &[&str] = &["because", "since", "as", "until", "due"];

/// What a verdict is once it is taken back.
const TAKEN: &[&str] = &[
    "retracted",
    "withdrawn",
    "revoked",
    "rescinded",
    "superseded",
    "cancelled",
    "canceled",
    "annulled",
    "voided",
    "void",
    "invalid",
    "obsolete",
    "overruled",
    "overturned",
    "wrong",
    "nope",
];

const SUBJECTS: &[&str] = &[
    "nb", "note", "ps", "this", "it", "that", "above", "verdict", "review", "answer", "the", "my", "is",
    "it's", "was", "are", "only", "just", "merely", "still", "but", "yet", "a", "an", "first", "rough",
    "please",
];
/// What is no review that was meant, whoever says it of his own.
const DRAFTS: &[&str] = &["draft", "sketch", "provisional", "preliminary", "tentative", "interim"];
/// The same, where it is said of something: on a line of its own it may head a block.
const SHOWN: &[&str] =
    &["example", "sample", "template", "placeholder", "mock", "joke", "dummy", "simulation"];
const FINAL: &[&str] = &["final", "definitive", "binding", "conclusive", "valid"];
const ABOUT: &[&str] = &[
    "only", "yet", "word", "verdict", "answer", "version", "review", "decision", "for", "now", "so", "far",
    "my", "mine", "report", "status", "the", "opinion",
];

/// Says what a sentence does to the approval before it, as the end of a sentence about its line.
pub(crate) fn last_word(sentence: &str) -> Option<&'static str> {
    let tokens = beginning(sentence, WORDS);
    let skip = tokens.iter().take_while(|t| t.word().is_none()).count();
    let tokens = &tokens[skip..];
    if drafted(tokens, sentence) {
        return Some("calls it no last word");
    }
    let (at, led, person) = led(tokens);
    let rest = &tokens[at..];
    if let Some(taken) =
        refusal(rest).filter(|_| !(person && rest[0].word().is_some_and(|w| PAST.contains(&w))))
    {
        let objects =
            rest[taken..].iter().take_while(|t| t.word().is_some_and(|w| OBJECTS.contains(&w))).count();
        return ends(&rest[taken + objects..], led || objects > 0).then_some("names another verdict");
    }
    let not = usize::from(rest.first().and_then(Token::word) == Some("not"));
    let word = rest.get(not)?.word()?;
    let taken = if not == 1 { word == "valid" } else { TAKEN.contains(&word) };
    (taken && ends(&rest[not + 1..], led)).then_some("takes it back")
}

/// Passes what leads to a last word: where it ends, whether there is any, and whether it ends in the one who speaks.
fn led(tokens: &[Token<'_>]) -> (usize, bool, bool) {
    let (mut at, mut person) = (0, false);
    while let Some(word) = tokens.get(at).and_then(Token::word) {
        let marked = matches!(tokens.get(at + 1), Some(Token::Mark(',' | '-' | ':' | '.' | '!' | ';')));
        let leads = LEADS.contains(&word) || word == "no" && marked;
        // `UPDATE 14:00:`
        let time = at > 0 && word.bytes().all(|b| b.is_ascii_digit());
        if !leads && !time {
            break;
        }
        person = matches!(word, "i" | "we");
        at += 1;
        at += tokens[at..].iter().take_while(|t| t.word().is_none()).count();
    }
    // What leads to nothing else is the sentence itself.
    (at, at > 0, person)
}

/// Returns how many tokens refuse, at the start.
fn refusal(tokens: &[Token<'_>]) -> Option<usize> {
    let word = tokens.first()?.word()?;
    if REFUSES.contains(&word) {
        return Some(1);
    }
    let objects = |v: &Verdict| matches!(v, Verdict::ChangesRequested | Verdict::Rejected);
    phrase(tokens, &[]).filter(|(_, verdict)| objects(verdict) && word != "issues").map(|(n, _)| n)
}

/// Tells whether a last word ends there: nothing follows, or its reason does.
fn ends(rest: &[Token<'_>], led: bool) -> bool {
    let next = rest.iter().find_map(Token::word);
    // `Failed: 0`, `Withdrawn: F-3`, `Blocked: none`
    let counts = next.is_some_and(|w| w.chars().any(|c| c.is_ascii_digit()) || says_none(w));
    match rest.first() {
        None | Some(Token::Mark('.' | '!')) => true,
        Some(Token::Mark(':')) => led && !counts,
        Some(Token::Mark(',' | '-' | '(' | ';')) => next.is_none() || !counts,
        Some(Token::Mark(_)) => false,
        Some(Token::Word { text, .. }) => REASONS.contains(&text.as_ref()) || text == "by" && !counts,
    }
}

fn drafted(tokens: &[Token<'_>], sentence: &str) -> bool {
    let words: Vec<&str> = tokens.iter().filter_map(Token::word).collect();
    let before = words.iter().take_while(|w| SUBJECTS.contains(w) || **w == "not").count();
    let denied = words[..before].contains(&"not");
    let Some((word, behind)) = words[before..].split_first() else { return false };
    let named = if denied {
        FINAL.contains(word) && !(before == 1 && *word == "valid")
    } else {
        DRAFTS.contains(word) || before > 1 && SHOWN.contains(word)
    };
    named && behind.iter().all(|w| ABOUT.contains(w)) && !sentence.trim_end().ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_word_is_told_from_a_sentence_about_the_code() {
        for text in [
            "Actually, reject.",
            "Actually reject: the lock is gone.",
            "No, reject.",
            "No, fail it.",
            "I reject this.",
            "We're rejecting the change.",
            "I have to decline.",
            "OK, reject then.",
            "Sorry: NEEDS_FIX.",
            "Rather request changes.",
            "Make that a reject.",
            "Update: rejected.",
            "UPDATE 14:00: fail, the cache leaks.",
            "Rejected.",
        ] {
            assert_eq!(last_word(text), Some("names another verdict"), "{text}");
        }
        for text in [
            "Retracted.",
            "Withdrawn!",
            "EDIT: revoked",
            "Update: withdrawn.",
            "Superseded by the second review.",
            "Retracted, the file changed under me.",
            "Void.",
            "Not valid.",
        ] {
            assert_eq!(last_word(text), Some("takes it back"), "{text}");
        }
        for text in [
            "This is only a draft.",
            "NB: not my final word.",
            "This is not final.",
            "Not final yet.",
            "Draft only.",
            "(draft)",
            "That was a joke.",
            "My verdict is still preliminary.",
        ] {
            assert_eq!(last_word(text), Some("calls it no last word"), "{text}");
        }
        for text in [
            "No rejects.",
            "No rejected request is logged twice.",
            "Actually works.",
            "Actually rejected requests are counted now.",
            "I rejected this in round 1.",
            "We reject unsigned tokens now.",
            "I fail to see a problem.",
            "Failed: 0",
            "Blocked: none",
            "Failed (0)",
            "Withdrawn: F-3",
            "Rejected input is logged.",
            "Reject expired tokens.",
            "Rejected: expired tokens",
            "Fails closed.",
            "Void functions return nothing.",
            "Invalid input is refused.",
            "Cancelled requests are retried.",
            "This is final.",
            "This is not a draft.",
            "The draft is saved.",
            "Drafts are kept.",
            "Example:",
            "It is a nice change.",
            "This is valid.",
            "Thanks for the update.",
            "So, approved.",
            "No.",
            "",
        ] {
            assert_eq!(last_word(text), None, "{text}");
        }
    }
}
