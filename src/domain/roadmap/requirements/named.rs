//! The requirement ids that a line names, and those it names by a part of them.
//!
//! ```text
//! range  = id ("to" | "through" | "–" | ".." | "…" | "~" | "→") (id | number)     `AUTH-01 to AUTH-03`
//!        | short ("-" | …) short                               `H1-H6`
//! more   = id (("/" | "," | "&" | "+" | "and") ["-"] number)+   `AUTH-01/02/03`, `AUTH-01, -02`
//! braces = word "-" "{" number ("," number)* "}"                `AUTH-{01,02}`
//! group  = word "-" "*"                                         `AUTH-*`
//! short  = letters number, several in a list where ids are announced       `C1, C2 (cooldown), C4`
//! ```

use super::{apart, is_id};

/// The most ids a range such as `AUTH-01 to AUTH-09` is written out to.
const MAX_RANGE: u32 = 99;

/// Signs between the first id of a range and the last.
const RANGES: [&str; 5] = ["…", "~", "〜", "～", "→"];

/// The most ids of one text.
const MOST: usize = 500;

/// What a text names.
#[derive(Default)]
pub(in crate::domain::roadmap) struct Named {
    pub(in crate::domain::roadmap) ids: Vec<String>,
    /// What all ids of a group begin with: `AUTH-`.
    pub(in crate::domain::roadmap) groups: Vec<String>,
    /// What looks like a part of an id and was not read as one.
    pub(in crate::domain::roadmap) left: Vec<String>,
}

/// Adds the ids a line names; ranges, and ids that share their word, are written out.
pub fn ids_in(text: &str, out: &mut Vec<String>) {
    named(text).ids.into_iter().for_each(|id| add(out, id));
}

/// Adds the ids of a text that is there to name ids: several short ones in a list are, too.
pub fn announced_in(text: &str, out: &mut Vec<String>) {
    announced(text).ids.into_iter().for_each(|id| add(out, id));
}

fn add(out: &mut Vec<String>, id: String) {
    if !out.contains(&id) && out.len() < MOST {
        out.push(id);
    }
}

/// A word of the text.
#[derive(Clone, Copy)]
struct Word<'t> {
    /// Without the signs around it.
    bare: &'t str,
    /// With them.
    whole: &'t str,
    /// What stands between it and the word before.
    gap: &'t str,
    /// What stands behind it.
    behind: &'t str,
}

/// The word and the width of the number of the id before: what a number alone goes on with.
struct Last<'t> {
    head: &'t str,
    width: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let within = |c: char| c.is_ascii_alphanumeric() || "-._–—".contains(c);
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(start) = text[at..].find(within).map(|n| at + n) {
        let end = text[start..].find(|c| !within(c)).map_or(text.len(), |n| start + n);
        let whole = &text[start..end];
        // A dash alone joins the ids on its two sides.
        let bare = match ["–", "—", "-", ".."].contains(&whole) {
            true => "to",
            false => whole.trim_matches(['.', '-', '_', '–', '—']),
        };
        if !bare.is_empty() {
            out.push(Word { bare, whole, gap: &text[at..start], behind: &text[end..] });
        }
        at = end;
    }
    out
}

/// Returns what a text names that is there to name ids.
pub(in crate::domain::roadmap) fn announced(text: &str) -> Named {
    let words = words(text);
    let mut found = of_words(&words);
    let listed: Vec<(usize, &str)> = (0..words.len())
        .filter_map(|at| Some((at, words.get(at)?.bare)))
        .filter(|(at, word)| short(word).is_some() && is_listed(&words, *at))
        .collect();
    // One alone may be anything: `S3`, `P1`.
    let head = |word: &str| short(word).map(|(head, _)| head.to_owned());
    for (_, word) in &listed {
        let kin = listed.iter().filter(|(_, other)| head(other) == head(word)).count() > 1;
        if kin || !found.ids.is_empty() {
            add(&mut found.ids, (*word).to_owned());
        }
    }
    found
}

/// Splits a short id into its letters and its number: `H1`, `FR12`.
fn short(word: &str) -> Option<(&str, &str)> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let head = word.strip_suffix(digits)?;
    let numbered = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    ((1..=6).contains(&head.len()) && numbered).then_some((head, digits))
}

/// Tells whether a word stands by itself in a list: at its beginning or behind a sign that parts its items, and before another
/// such sign or a note.
fn is_listed(words: &[Word<'_>], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let prior = at.checked_sub(1).and_then(|at| words.get(at));
    let gap = word.gap.trim_matches(|c: char| c.is_whitespace() || "*`[]()".contains(c));
    let joined = prior.is_some_and(|prior| ["and", "und"].contains(&prior.bare));
    let begins =
        prior.is_none() || [",", ";", "/", "&", "+", "、"].contains(&gap) || gap.is_empty() && joined;
    let behind = word.behind.trim_start_matches(['*', '`', ']']);
    let noted = behind.trim_start().starts_with(['(', '—', '–']) || behind.starts_with(':');
    let behind = behind.trim_start();
    let ends = behind.is_empty() || behind.starts_with([',', ';', '/', '&', '+', '、', '|', ')']);
    begins && (ends || noted || behind.starts_with("and ") || behind == ".")
}

/// Returns what a text names.
pub(in crate::domain::roadmap) fn named(text: &str) -> Named {
    of_words(&words(text))
}

fn of_words(words: &[Word<'_>]) -> Named {
    let mut found = Named::default();
    let mut last: Option<Last<'_>> = None;
    for (at, word) in words.iter().enumerate() {
        let (first, end) = match word.bare.split_once("..").or_else(|| word.bare.split_once('–')) {
            Some((first, end)) => (first, Some(end)),
            None => (word.bare, None),
        };
        let joins = |word: &Word<'_>| ["to", "through", "thru", "bis"].contains(&word.bare);
        let joined = words.get(at + 1).is_some_and(joins);
        let end = end.or_else(|| words.get(at + 2).map(|word| word.bare).filter(|_| joined));
        let signed = words.get(at + 1).filter(|word| RANGES.contains(&word.gap.trim()));
        let end = end.or_else(|| signed.map(|word| word.bare)).map(|end| end.trim_matches('.'));
        // `H1-H6` looks like one id of its own.
        let ends = end.map(|end| (first, end)).or_else(|| first.split_once('-'));
        if let Some(ids) = ends.and_then(|(first, end)| short_range(first, end)) {
            ids.into_iter().for_each(|id| add(&mut found.ids, id));
            last = None;
        } else if is_id(first) {
            match end.and_then(|end| range(first, end)) {
                Some(ids) => ids.into_iter().for_each(|id| add(&mut found.ids, id)),
                None => add(&mut found.ids, first.to_owned()),
            }
            last = head_of(first);
        } else if let Some(head) = group_head(word) {
            last = None;
            match word.behind.strip_prefix('*') {
                Some(_) => found.groups.push(head.to_owned()),
                None => braced(head, word.behind, &mut found),
            }
        } else if let Some(of) =
            last.take_if(|_| !["to", "through", "thru", "bis", "and", "und"].contains(&word.bare))
        {
            let prior = at.checked_sub(1).and_then(|at| words.get(at));
            if prior.is_some_and(|prior| ["to", "through", "thru", "bis"].contains(&prior.bare)) {
                // The end of a range, which was written out.
            } else if goes_on(word, prior, &of) {
                add(&mut found.ids, format!("{}{}", of.head, word.bare));
                last = Some(of);
            } else if is_number(word.bare) && [",", "/", "&", "+"].contains(&word.gap.trim()) {
                found.left.push(word.bare.to_owned());
            }
        } else if looks_cut(word) {
            found.left.push(word.whole.to_owned());
        }
    }
    found
}

/// Returns an id's word with its sign, and how wide its number is.
fn head_of(id: &str) -> Option<Last<'_>> {
    let (head, number) = apart(id)?;
    Some(Last { head: id.get(..head.len() + 1)?, width: number.len() })
}

/// Tells whether a word is the number of one more id with the word of the last: behind a slash or with a dash of its own, or
/// of the same width in a list.
fn goes_on(word: &Word<'_>, prior: Option<&Word<'_>>, last: &Last<'_>) -> bool {
    if !is_number(word.bare) {
        return false;
    }
    let gap = word.gap.trim_matches(|c: char| c.is_whitespace() || c == '*' || c == '`');
    let joined = prior.is_some_and(|prior| ["and", "und"].contains(&prior.bare));
    let listed = [",", "&", "+", "、", ";"].contains(&gap) || gap.is_empty() && joined;
    let dashed = word.whole.starts_with(['-', '_']);
    let behind = word.behind.trim_start().trim_start_matches(['*', '`']).trim_start();
    // `AUTH-01, 20 tests` counts something else.
    let ends = behind.is_empty()
        || behind.starts_with([',', ';', '/', '&', '+', ')', ']', '}', '.', '、', '|'])
        || behind.starts_with("and ");
    gap == "/" || listed && dashed || listed && ends && word.bare.len() == last.width && last.width > 1
}

/// Tells whether a word is only a number: `02`, `1.2`, `01a`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    word.len() <= 8
        && word.len() - digits.len() <= 1
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Returns the word that a group or braces are put behind: `AUTH-` of `AUTH-*` and `AUTH-{01,02}`.
fn group_head<'t>(word: &Word<'t>) -> Option<&'t str> {
    let head = word.whole.strip_suffix(['-', '_'])?;
    let behind = word.behind;
    let opens = behind.starts_with(['{', '[', '(']) || behind.starts_with('*') && !behind.starts_with("**");
    (opens && is_id(&format!("{head}-1"))).then_some(word.whole)
}

/// Adds the ids of the numbers in braces; what stands there besides is left.
fn braced(head: &str, behind: &str, found: &mut Named) {
    /// The most signs that are looked at for the brace that closes.
    const WITHIN: usize = 400;
    let inner = behind.get(1..).unwrap_or_default();
    let inner = inner.char_indices().nth(WITHIN).map_or(inner, |(end, _)| &inner[..end]);
    let inner = inner.split(['}', ']', ')']).next().unwrap_or_default();
    for piece in inner.split([',', '/', '|']).map(str::trim).filter(|piece| !piece.is_empty()) {
        let ends = piece.split_once("..").or_else(|| piece.split_once(['-', '–']));
        let ids = ends.and_then(|(first, end)| range(&format!("{head}{}", first.trim()), end.trim()));
        match ids {
            Some(ids) => ids.into_iter().for_each(|id| add(&mut found.ids, id)),
            None if is_number(piece) => add(&mut found.ids, format!("{head}{piece}")),
            None => found.left.push(format!("{head}{piece}")),
        }
    }
}

/// Tells whether a word looks like an id whose number is no number: `AUTH-XX`, `AUTH-0x`.
fn looks_cut(word: &Word<'_>) -> bool {
    let Some((head, tail)) = word.bare.split_once(['-', '_']) else { return false };
    let capitals = head.len() > 1 && head.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let open = tail.to_ascii_lowercase().trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
    capitals
        && head.starts_with(|c: char| c.is_ascii_uppercase())
        && ["x", "xx", "xxx", "n", "nn"].contains(&open.as_str())
}

/// Writes a range of short ids out: same letters, rising numbers, same padding.
fn short_range(first: &str, last: &str) -> Option<Vec<String>> {
    let ((head, from), (other, to)) = (short(first)?, short(last)?);
    let (low, high): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
    let width = from.len();
    (head == other && low < high && high - low <= MAX_RANGE)
        .then(|| (low..=high).map(|n| format!("{head}{n:0width$}")).collect())
}

/// Writes a range out: same word, rising numbers, same padding.
fn range(first: &str, last: &str) -> Option<Vec<String>> {
    let (head, from) = apart(first)?;
    let sign = first.get(head.len()..head.len() + 1)?;
    let to = match apart(last) {
        Some((other, to)) if other == head => to,
        Some(_) => return None,
        None => last,
    };
    let (low, high): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
    let width = from.len();
    (low < high && high - low <= MAX_RANGE)
        .then(|| (low..=high).map(|n| format!("{head}{sign}{n:0width$}")).collect())
}
