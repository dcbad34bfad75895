//! An approval of one part that refuses another in small letters: `approve (02-01), reject (02-02)`,
//! `approve the API, block the migration`, `approved (task 4 rejected)`, `approve 1 and 2; not 3`.
//!
//! ```text
//! refusal = order part | order "(" …             ("reject 02-02", "reject (02-02)")
//!         | order article word*                  ("block the migration", right behind what is approved)
//!         | part link* state                     ("task 4 is rejected", "02-02 to be redone")
//!         | state part | state "(" part          ("rejected: task 4", "rejected (02-02)")
//!         | "not" part                           ("not 3")
//! ```
//!
//! A clause is one whole refusal or none, so that a sentence about the code which has such a word in it is none:
//! `rejects empty tokens`, `block size is right`. A bare number counts (`2 fixed, 1 rejected`), and a finding that is
//! rejected is no part.

use super::token::Token;

const ORDERS: &[&str] = &["reject", "block", "fail", "refuse", "decline", "redo", "rework"];

const STATES: &[&str] =
    &["rejected", "blocked", "failed", "fails", "refused", "declined", "redone", "reworked"];

/// What may stand between a part and its state.
const LINKS: &[&str] =
    &["is", "are", "to", "be", "must", "needs", "has", "have", "remains", "stays", "being"];

const PARTS: &[&str] = &[
    "task", "tasks", "plan", "plans", "part", "parts", "phase", "step", "steps", "story", "stories",
    "commit", "commits", "group", "groups",
];

const ARTICLES: &[&str] = &["the", "this", "that", "these", "those"];

/// Words by which a sentence tells what was before.
const BEFORE: &[&str] = &["now", "earlier", "previously", "before", "longer", "was", "were"];

/// Words of a clause that is still a short one.
const SHORT: usize = 5;

/// Tells whether a sentence behind an approval refuses a part.
pub(super) fn refuses(sentence: &[Token<'_>]) -> bool {
    let any = |list: &[&str]| sentence.iter().any(|t| t.word().is_some_and(|w| list.contains(&w)));
    if !(any(ORDERS) || any(STATES) || any(&["not"])) || any(BEFORE) {
        return false;
    }
    let mark = |t: &Token<'_>| t.word().is_none() || matches!(t.word(), Some("and" | "but"));
    let mut begin = 0;
    // Nothing is said yet, but at most what is approved: `approve the API, …`.
    let mut granted = true;
    for clause in sentence.split(mark) {
        let words: Vec<&str> = clause.iter().filter_map(Token::word).collect();
        let after = &sentence[begin + clause.len()..];
        if whole(&words, after) || begin > 0 && granted && ordered(&words) {
            return true;
        }
        granted &= words.is_empty() || begin == 0 && words.len() <= SHORT && names(words[0]);
        begin += clause.len() + 1;
    }
    false
}

/// Tells whether a word behind an approval begins the name of what is approved.
fn names(word: &str) -> bool {
    ARTICLES.contains(&word) || PARTS.contains(&word) || matches!(word, "for" | "on")
}

/// Tells whether a clause is a refusal of a part that has a name.
fn whole(clause: &[&str], after: &[Token<'_>]) -> bool {
    match clause {
        ["not", part @ ..] => is_part(part, 1) && !matches!(after, [Token::Word { .. }, ..]),
        [order, part @ ..] if ORDERS.contains(order) => {
            is_part(part, 1) || part.is_empty() && matches!(after, [Token::Mark('('), ..])
        }
        [state, part @ ..] if STATES.contains(state) => {
            let bracketed = || {
                let [Token::Mark('(' | ':'), inside @ ..] = after else { return false };
                let inside: Vec<&str> = inside.iter().map_while(Token::word).collect();
                is_part(&inside, 2)
            };
            is_part(part, 2) || part.is_empty() && bracketed()
        }
        [part @ .., state] if STATES.contains(state) => {
            let links = part.iter().rev().take_while(|w| LINKS.contains(*w)).count();
            is_part(&part[..part.len() - links], 2)
        }
        _ => false,
    }
}

/// Tells whether words are the name of a part and nothing else: a noun with its number, or so many numbers.
fn is_part(words: &[&str], numbers: usize) -> bool {
    let number = |w: &str| w.bytes().all(|b| b.is_ascii_digit());
    let noun = words.iter().any(|w| PARTS.contains(w));
    let count = words.iter().filter(|w| number(w)).count();
    let lettered = words.iter().any(|w| w.len() == 1);
    let known = |w: &&str| number(w) || w.len() == 1 || PARTS.contains(w) || ARTICLES.contains(w);
    words.iter().all(known) && (noun && (count > 0 || lettered) || count >= numbers)
}

/// `block the migration`
fn ordered(clause: &[&str]) -> bool {
    matches!(clause, [order, article, rest @ ..]
        if ORDERS.contains(order) && ARTICLES.contains(article) && (1..SHORT).contains(&rest.len()))
}

#[cfg(test)]
mod tests {
    use crate::domain::dialect::words::{Said, verdict};

    #[test]
    fn an_approval_that_refuses_another_part_says_two_things() {
        for value in [
            "approve (03-01), reject (03-02)",
            "approved 03-01, 03-02 rejected",
            "LGTM (parser), block (schema)",
            "approve the parser, reject the schema",
            "pass for the client; fail the server part",
            "approved (step 2 is to be redone)",
            "approved, plan 03-04 has to be reworked",
            "Approved (tasks 1 and 2), rejected (task 3)",
            "approve 1, 2; not 5",
            "approve plan 1 and reject plan 2",
        ] {
            assert_eq!(verdict(value, &[]), Said::Unsure("says two things"), "{value}");
        }
    }

    #[test]
    fn what_an_approval_says_of_the_code_and_of_findings_refuses_nothing() {
        for value in [
            "approved, rejected alternatives are documented",
            "approved (2 fixed, 1 rejected)",
            "approved (TL-A-1-001 fixed, TL-A-1-003 rejected)",
            "approved (f-001 fixed, f-002 rejected)",
            "PASS - rejects empty tokens, fails closed",
            "approved, block size is right",
            "approved - callers check the header, reject the bad rows",
            "approved: they check the header and reject the bad rows",
            "PASS (passed: 12, failed: 0)",
            "approved, task 4 was rejected before and is fixed",
            "approved - alloc, block, free are covered",
            "approved, not 100% covered",
        ] {
            assert!(matches!(verdict(value, &[]), Said::Verdict(v) if v.approves()), "{value}");
        }
    }
}
