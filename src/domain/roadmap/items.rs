//! The items of a list: their signs and numbers, several of them within one line, and those that were never written.

use super::label;
use crate::domain::plan::is_unwritten;
use crate::domain::plan::layout::is_plan_name;

/// The signs that stand around the number of an item.
const NUMBERED: [(&str, &str); 5] = [("", ". "), ("", ") "), ("(", ") "), ("**", ".** "), ("**", "**. ")];

/// The highest number that is looked for within a line.
const MOST: u32 = 99;

/// Cuts `1. a; 2. b` at the numbers that count up from 1, which the items keep. A text without a second one stays whole.
pub(super) fn counted(text: &str) -> Vec<&str> {
    let text = text.trim();
    let begins = |(open, close): &&(&str, &str)| text.starts_with(&format!("{open}1{close}"));
    let Some((open, close)) = NUMBERED.iter().find(begins) else { return vec![text] };
    let mut items = Vec::new();
    let mut rest = text;
    for next in 2..=MOST {
        let sign = format!("{open}{next}{close}");
        let behind_gap = |at: usize| {
            rest.get(..at).is_some_and(|b| b.ends_with(|c: char| c.is_whitespace() || c == ';' || c == ','))
        };
        let Some(at) = rest.match_indices(&sign).map(|(at, _)| at).find(|at| behind_gap(*at)) else { break };
        let (item, more) = rest.split_at(at);
        items.push(without_joint(item));
        rest = more;
    }
    items.push(rest.trim());
    items
}

/// Cuts `User can log in; user can log out` at its semicolons. What stands in brackets or code belongs together, as do pieces
/// of one word.
pub(super) fn joined(text: &str) -> Vec<&str> {
    if text.contains(['(', '`', '"']) {
        return vec![text];
    }
    let pieces: Vec<&str> = text.split("; ").map(without_joint).collect();
    let each = |piece: &&str| piece.split_whitespace().count() > 1;
    if pieces.iter().all(each) { pieces } else { vec![text] }
}

/// Tells whether a criterion is struck out, with no more than a note behind it: `~~a~~ (moved to Phase 2)`.
pub(super) fn is_struck(text: &str) -> bool {
    let Some((_, behind)) = text.trim().strip_prefix("~~").and_then(|rest| rest.split_once("~~")) else {
        return false;
    };
    let behind = behind.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '.'));
    behind.is_empty() || behind.starts_with(['(', '[', '—', '–', '-', '→', ':'])
}

/// Takes away what only joins an item to the next: `a;`, `a, and`.
fn without_joint(item: &str) -> &str {
    let joint = |c: char| c == ';' || c == ',' || c.is_whitespace();
    let item = item.trim_end();
    let before = item.strip_suffix("and").map(str::trim_end).filter(|b| b.ends_with([';', ',']));
    before.unwrap_or(item).trim_end_matches(joint)
}

/// Cuts what stands in one cell of a table into its items: at line breaks, then at numbers.
pub(super) fn of_cell(cell: &str) -> Vec<&str> {
    let lines = cell.split("<br").enumerate().map(|(n, piece)| match n {
        0 => piece,
        // What is left of `<br>`, `<br/>` and `<br />`.
        _ => piece.trim_start().trim_start_matches('/').strip_prefix('>').unwrap_or(piece),
    });
    let items = lines.flat_map(counted).map(|item| list_item(item).unwrap_or(item));
    items.map(str::trim).filter(|item| item.chars().any(char::is_alphanumeric)).collect()
}

/// What may stand behind `TBD` without saying more: `during planning`, `by /plan-phase`, `later`.
const WHEN: &str = "during at in by on when before after upon while with the this is phase planning plan planned \
                    plan-phase later discussion";

/// Tells whether a criterion only keeps the place of one: `TBD`, `*[To be planned]*`, `To be determined during planning`.
pub(super) fn keeps_place(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| c.is_whitespace() || c == '*' || c == '_' || c == '`');
    if is_unwritten(bare) || says_none(bare) || is_template(bare) {
        return true;
    }
    let lower = bare.trim_start_matches(['[', '(', '<', '{']).to_lowercase();
    let heads = [
        "to be determined",
        "to be defined",
        "to be decided",
        "to be planned",
        "to be written",
        "to be specified",
        "tbd",
        "tba",
    ];
    let Some(rest) = heads.iter().find_map(|head| lower.strip_prefix(head)) else { return false };
    if rest.starts_with(char::is_alphanumeric) {
        return false;
    }
    let words = rest.split(|c: char| !(c.is_alphanumeric() || c == '-')).map(|w| w.trim_matches('-'));
    words.filter(|w| !w.is_empty()).all(|word| WHEN.split(' ').any(|known| known == word))
}

/// Tells whether all of a text is several words in square brackets, as templates write what is to be filled in:
/// `[Observable behavior from user perspective]`.
fn is_template(bare: &str) -> bool {
    let inner = bare.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or_default();
    inner.contains(' ') && !inner.contains(['[', ']'])
}

/// Tells whether a text says that there are none, or how many of them are done: `N/A`, `none yet`, `2/2 complete`.
fn says_none(bare: &str) -> bool {
    let lower = bare.trim_end_matches(['.', '!']).to_lowercase();
    let known = ["none", "none yet", "n/a", "na", "not applicable", "no criteria", "none defined", "—", "-"];
    let of_kind =
        lower.strip_prefix("n/a").is_some_and(|rest| rest.trim_start().starts_with(['(', '—', '-', ':']));
    let count = lower.split_once('/').is_some_and(|(done, rest)| {
        let all = rest.split_whitespace().next().unwrap_or_default();
        let words = rest.split_whitespace().skip(1).collect::<Vec<_>>();
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        number(done)
            && number(all)
            && (words.is_empty()
                || ["complete", "done", "met", "passed"].contains(&words[0]) && words.len() == 1)
    });
    known.contains(&lower.as_str()) || of_kind || count
}

/// Tells whether a line of a list is about a plan: `- [ ] 01-01-PLAN.md: setup`. What says something of the file is none:
/// `- 01-01-PLAN.md exists`.
pub(super) fn names_plan(line: &str) -> bool {
    let Some(item) = list_item(line) else { return false };
    let mut words = item.split_whitespace();
    let word = words.next().unwrap_or_default();
    let name = word.trim_matches(['*', '`', ':', '[', ']', ',']);
    let next = words.next();
    let titled = word.ends_with(':') || next.is_none_or(|next| ["—", "–", "-", "("].contains(&next));
    is_plan_name(name) && name.contains(|c: char| c.is_ascii_digit()) && (titled || line.contains("] "))
}

/// Returns the number that a list line begins with.
pub(super) fn number_of(text: &str) -> Option<u32> {
    let bare = text.trim_start_matches(['*', '(']);
    let digits = &bare[..bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    list_item(text).and_then(|_| digits.parse().ok())
}

/// The signs that people begin items with. A cross is none: it says that something is not so.
const BULLETS: [&str; 19] = [
    "- ",
    "* ",
    "+ ",
    "• ",
    "– ",
    "— ",
    "✓ ",
    "✔ ",
    "✔\u{fe0f} ",
    "✅ ",
    "☐ ",
    "☑ ",
    "☑\u{fe0f} ",
    "● ",
    "○ ",
    "◦ ",
    "▪ ",
    "‣ ",
    "➤ ",
];

/// Returns a list line's text without bullet, number or letter and checkbox: `- a`, `1. a`, `(1) a`, `**1.** a`.
pub(super) fn list_item(text: &str) -> Option<&str> {
    let bullet = BULLETS.iter().find_map(|b| text.strip_prefix(b));
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = || {
        (digits.len() < text.len())
            .then(|| digits.strip_prefix(". ").or_else(|| digits.strip_prefix(") ")))
            .flatten()
    };
    let lettered = || {
        // `ii. a`, `iv) b`: numbers as the Romans wrote them have more letters than one.
        let roman = text.trim_start_matches(['i', 'v', 'x']);
        let roman = Some(roman).filter(|rest| (1..=5).contains(&(text.len() - rest.len())));
        let rest = roman.filter(|rest| rest.starts_with(['.', ')']));
        let rest = rest.or_else(|| text.strip_prefix(|c: char| c.is_ascii_lowercase()))?;
        rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))
    };
    // In bold or brackets a number is one as well.
    let dressed = || {
        let (open, closes) = [("**", &[".**", ")**", "**.", "**)", ":**", "**:"][..]), ("(", &[")"])]
            .into_iter()
            .find(|(open, _)| text.starts_with(open))?;
        let rest = text[open.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
        let counted = rest.len() + open.len() < text.len();
        let behind = closes.iter().find_map(|close| rest.strip_prefix(close))?;
        behind.strip_prefix(' ').filter(|_| counted)
    };
    // An id in bold stays part of its item: `**SC1:** a`.
    let called = || {
        let (word, rest) = text.strip_prefix("**")?.split_once("**")?;
        let lettered = word.starts_with(|c: char| c.is_ascii_uppercase()) && label::counts(word);
        (lettered && rest.starts_with([' ', ':'])).then_some(text)
    };
    let item = bullet.or_else(counted).or_else(lettered).or_else(dressed).or_else(called)?.trim();
    let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|b| item.strip_prefix(b));
    Some(boxed.map_or(item, str::trim_start)).filter(|t| !t.is_empty())
}
