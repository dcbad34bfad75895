//! What a title says of its finding's state: that it is not fixed, still there, raised again. It is no part of what is
//! found, so it is cut off before titles are compared.
//!
//! ```text
//! SQL injection in search (not fixed)     STILL OPEN: memory leak in pool     Race in refresh remains
//! ```

use super::words::Word;

/// Say of a finding that it is as it was.
const STATES: [&str; 38] = [
    "unfixed",
    "unresolved",
    "unaddressed",
    "unmended",
    "persists",
    "persist",
    "persisting",
    "persistent",
    "remains",
    "remain",
    "remaining",
    "reopened",
    "recurring",
    "recurs",
    "reappears",
    "outstanding",
    "unchanged",
    "repeat",
    "repeated",
    "reraised",
    "regression",
    "carried",
    "insufficient",
    "incomplete",
    "ineffective",
    "weiterhin",
    "unbehoben",
    "toujours",
    "sigue",
    "ancora",
    "fixed",
    "resolved",
    "addressed",
    "mended",
    "corrected",
    "remedied",
    "behoben",
    "open",
];
/// Of those, what says so only where something beside it denies it, or says that it goes on: `not fixed`, `still open`.
const WEAK: [&str; 8] =
    ["fixed", "resolved", "addressed", "mended", "corrected", "remedied", "behoben", "open"];
/// Stand beside them and say nothing of what is found.
const BESIDE: [&str; 73] = [
    "not",
    "no",
    "never",
    "nicht",
    "noch",
    "immer",
    "pas",
    "non",
    "still",
    "yet",
    "only",
    "partly",
    "partially",
    "partial",
    "fully",
    "completely",
    "entirely",
    "properly",
    "correctly",
    "really",
    "actually",
    "again",
    "now",
    "as",
    "before",
    "present",
    "there",
    "here",
    "exists",
    "exist",
    "broken",
    "failing",
    "fails",
    "same",
    "issue",
    "finding",
    "problem",
    "bug",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "has",
    "have",
    "had",
    "hasn",
    "isn",
    "wasn",
    "didn",
    "doesn",
    "t",
    "it",
    "this",
    "that",
    "the",
    "a",
    "in",
    "of",
    "from",
    "by",
    "since",
    "previous",
    "previously",
    "earlier",
    "prior",
    "last",
    "over",
    "round",
    "pass",
    "to",
];
/// Speak of the fix, and of what became of it.
const OF_THE_FIX: [&str; 36] = [
    "fix",
    "fixes",
    "change",
    "changes",
    "patch",
    "attempt",
    "attempts",
    "attempted",
    "claimed",
    "claim",
    "did",
    "does",
    "do",
    "work",
    "works",
    "worked",
    "help",
    "helps",
    "helped",
    "enough",
    "wrong",
    "done",
    "made",
    "applied",
    "added",
    "removed",
    "deleted",
    "changed",
    "implemented",
    "touched",
    "review",
    "iteration",
    "cycle",
    "left",
    "untouched",
    "new",
];

fn is(word: &Word, list: &[&str]) -> bool {
    list.contains(&word.text.as_str())
}

/// An id or a number of a round: `F11`, `TL-X-1-001`, `2`.
fn is_id(word: &Word) -> bool {
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    letters <= 2 && word.text.chars().any(|c| c.is_ascii_digit())
}

/// A word that may stand where only a state is told.
fn is_plain(word: &Word) -> bool {
    is(word, &STATES) || is(word, &BESIDE) || is_id(word)
}

/// Says of these words that they tell nothing but a state, by words that leave no doubt of it.
fn tells_a_state(words: &[Word]) -> bool {
    let goes_on = |w: &Word| {
        is(
            w,
            &[
                "not",
                "nicht",
                "never",
                "still",
                "yet",
                "only",
                "partly",
                "partially",
                "pas",
                "non",
                "noch",
                "again",
            ],
        )
    };
    let surely = |w: &Word| is(w, &STATES) && !is(w, &WEAK);
    let denied = words.iter().any(goes_on);
    let weakly = words.iter().any(|w| is(w, &WEAK)) && denied;
    let there =
        words.iter().any(|w| is(w, &["present", "there", "broken", "failing", "exists", "fails"])) && denied;
    words.iter().all(is_plain) && (words.iter().any(surely) || weakly || there)
}

/// Tells whether words that one title has more than another tell nothing of what is found: all of them are of a state, or of
/// the fix that was tried.
pub(super) fn is_of_state(words: &[Word]) -> bool {
    /// Are deeds that a finding may be of, unless something says that they were not done, or did not mend it.
    const DEEDS: [&str; 15] = [
        "added",
        "removed",
        "deleted",
        "changed",
        "implemented",
        "done",
        "made",
        "applied",
        "touched",
        "work",
        "works",
        "worked",
        "enough",
        "wrong",
        "left",
    ];
    const DENY: [&str; 12] =
        ["not", "never", "no", "t", "nicht", "pas", "still", "fix", "fixes", "patch", "attempt", "attempted"];
    /// Alone they deny what stands beside them, and that is what is found: `Does not throw` is not `Throws` again.
    const DENIALS: [&str; 15] = [
        "not", "never", "no", "nicht", "pas", "non", "fails", "failing", "t", "isn", "doesn", "didn", "wasn",
        "hasn", "noch",
    ];
    const HELPERS: [&str; 3] = ["did", "does", "do"];
    let told = |w: &Word| {
        is(w, &STATES)
            || is(w, &OF_THE_FIX) && !is(w, &HELPERS)
            || is(w, &["still", "yet", "again", "there", "present", "exists"])
            || is_id(w)
    };
    if words.iter().any(|w| is(w, &DENIALS)) && !words.iter().any(told) {
        return false;
    }
    let known = |w: &Word| is(w, &STATES) || is(w, &BESIDE) || is(w, &OF_THE_FIX) || is_id(w);
    let deeds = words.iter().any(|w| is(w, &DEEDS)) && !words.iter().any(|w| is(w, &DENY));
    !words.is_empty() && words.iter().all(known) && !deeds
}

/// Cuts off what a title says of its finding's state: in brackets, before a colon or behind a dash, and as the words it ends
/// in. Nothing where it says nothing of that, or nothing else.
pub(super) fn without(text: &str, read: impl Fn(&str) -> Vec<Word>) -> Option<String> {
    let mut left = text.trim().to_owned();
    let mut cut = false;
    // One state in brackets and one behind a dash.
    for _ in 0..3 {
        let Some(shorter) = once(&left, &read) else { break };
        left = shorter;
        cut = true;
    }
    (cut && !left.is_empty()).then_some(left)
}

fn once(text: &str, read: &impl Fn(&str) -> Vec<Word>) -> Option<String> {
    let state = |part: &str| {
        let words = read(part);
        tells_a_state(&words)
            || is_tag(&words)
            || is_of_state(&words) && words.iter().any(|w| is(w, &["fix", "fixes", "patch", "attempt"]))
    };
    let trim =
        |text: &str| text.trim_matches(|c: char| c.is_whitespace() || "-–—:;,.|·".contains(c)).to_owned();
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
        if let Some(from) = text.find(open)
            && let Some(upto) = text[from..].find(close).map(|n| from + n)
            && state(&text[from + 1..upto])
        {
            return Some(trim(&format!("{} {}", text[..from].trim_end(), text[upto + 1..].trim_start())));
        }
    }
    for mark in [": ", " - ", " – ", " — ", "; ", " | ", ", ", ". "] {
        if let Some((head, rest)) =
            text.split_once(mark).filter(|(head, rest)| state(head) && !rest.is_empty())
        {
            let _ = head;
            return Some(trim(rest));
        }
        if let Some((rest, tail)) =
            text.rsplit_once(mark).filter(|(rest, tail)| state(tail) && !rest.is_empty())
        {
            let _ = tail;
            return Some(trim(rest));
        }
    }
    // The words it ends in, as many of them as tell a state and leave two that tell what is found. From the end, and no
    // further than the first word that tells something else: a long title is not read anew from each of its words.
    let ends: Vec<usize> = text.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
    let tells = |text: &str| read(text).iter().filter(|w| !is(w, &BESIDE)).count() >= 2;
    let mut found = None;
    for at in ends.into_iter().rev() {
        let tail = read(&text[at..]);
        if !tail.iter().all(is_plain) {
            break;
        }
        if tells_a_state(&tail) && tells(&text[..at]) {
            found = Some(at);
        }
    }
    let at = found?;
    Some(trim(&text[..at]))
}

/// A mark before a title that says nothing else: `[OPEN]`, `FIXED?` is none.
fn is_tag(words: &[Word]) -> bool {
    matches!(words, [one] if is(one, &["open", "repeat", "again", "still", "same"]))
}

#[cfg(test)]
mod tests {
    use super::super::words::Title;
    use super::*;

    #[test]
    fn an_id_of_two_letters_tells_nothing_but_which_finding_it_was() {
        let bare = |text: &str| without(text, |part| Title::of(part).row);
        assert_eq!(bare("Race in refresh (CR2 not fixed)").as_deref(), Some("Race in refresh"));
        assert_eq!(bare("Race in refresh (F2 not fixed)").as_deref(), Some("Race in refresh"));
    }
}
