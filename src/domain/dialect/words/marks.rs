//! Signs beside the word of a verdict that refuse or leave open.

/// Marks of a refusal.
const CONTRARY: &[char] = &['❌', '✗', '✘', '✖', '🚫', '⛔', '🛑', '👎', '❎', '🔴', '☒', '🟥'];

/// Marks of what is not done, not known or still going on.
const OPEN_MARKS: &[char] =
    &['☐', '⬜', '⬛', '◻', '◯', '🔲', '⏳', '⌛', '❓', '❔', '🤔', '🙅', '🚧', '⏸', '🤷', '💥'];

/// Marks of doubt: beside an approval they say that there is something to note, and not what.
const DOUBTING: &[char] = &[
    '⚠', '👀', '😬', '😕', '🤨', '😐', '😑', '😟', '🙃', '🫤', '🤞', '😶', '🧐', '⁉', '🟠', '🟡', '🙈', '😰',
    '😓', '☹', '🙁', '😒', '🫣', '😖', '😣', '😞', '🚩', '🚨', '🔶',
];

/// Tells whether a mark of doubt stands beside the words of a line that states an approval, or of a value in it.
pub(crate) fn doubting(line: &str) -> bool {
    if line.is_ascii() || !line.contains(DOUBTING) {
        return false;
    }
    let value = line.rsplit_once([':', '：']).map_or(line, |(_, value)| value);
    // Of data it is the value that has the word.
    let quoted = || line.split('"').any(|part| part.contains(DOUBTING) && super::is_bare_verdict(part, &[]));
    beside(line, DOUBTING) || beside(value, DOUBTING) || quoted()
}

/// Says what a mark right before or right behind the words of a value has against them.
pub(super) fn contrary(value: &str) -> Option<&'static str> {
    if value.is_ascii() {
        return None;
    }
    if beside(value, CONTRARY) {
        return Some("a mark of refusal stands beside it");
    }
    beside(value, OPEN_MARKS).then_some("a mark of what is open stands beside it")
}

fn beside(value: &str, marks: &[char]) -> bool {
    let front = value.chars().take_while(|c| !c.is_alphanumeric()).any(|c| marks.contains(&c));
    let words = value.trim_start_matches(|c: char| !c.is_alphanumeric());
    // Behind the first word, or the last of several joined by blanks, before any other word of a sentence.
    let behind = words.find(marks).is_some_and(|at| {
        let before = &words[..at];
        before.split_whitespace().filter(|w| w.contains(char::is_alphanumeric)).count() <= 2
            && !before.contains(['(', ',', ';', '—', '–'])
    });
    let end = value.trim_end_matches(['.', '*', ' ', ')', '`', '\u{fe0f}']);
    front || behind || end.ends_with(marks)
}
