//! Which finding of this pass is which finding of the last (SPEC 6.5).
//!
//! In order: the id the reviewer repeats; the rubric dimension, where findings are its rows; same file and overlapping lines, old lines mapped through
//! the diff between the reviewed trees, with a similar title; same requirement with a similar title.
//! Each old finding is matched once at most, so two findings on one line do not merge.

use super::diff::{Diff, FileChange};
use super::finding::Finding;
use super::review::{Location, RawFinding};

/// Titles count as similar from here, on a scale of 0 to 1, where the place agrees as well.
const SIMILAR_AT_PLACE: f64 = 0.4;
/// And from here, where only the file or the requirement agrees.
const SIMILAR_ELSEWHERE: f64 = 0.6;

/// Why a raised finding is an old one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Index into the old findings.
    pub old: usize,
    pub reason: String,
}

/// Tells how well a raised finding agrees with an old one, and in what; nothing where it does not.
type Rule = fn(&Finding, &RawFinding, &Diff) -> Option<(f64, String)>;

/// Returns, for each raised finding, the old finding it is.
///
/// `since` is the difference from the tree in which the old places stand to the reviewed one.
/// With `dimensions` the findings are rows of a rubric, and a row's dimension is what it is.
pub fn join(old: &[Finding], raised: &[RawFinding], since: &Diff, dimensions: bool) -> Vec<Option<Match>> {
    let mut taken = vec![false; old.len()];
    let mut joined: Vec<Option<Match>> = vec![None; raised.len()];
    let rules: &[Rule] = if dimensions {
        &[by_id, by_dimension, by_place, by_requirement, by_title]
    } else {
        &[by_id, by_place, by_requirement, by_title]
    };
    for rule in rules {
        for (slot, finding) in joined.iter_mut().zip(raised) {
            if slot.is_some() {
                continue;
            }
            let best = old
                .iter()
                .enumerate()
                .filter(|(i, o)| !taken[*i] && !takes_back(o, finding))
                .filter_map(|(i, o)| rule(o, finding, since).map(|(score, reason)| (i, score, reason)))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((i, _, reason)) = best {
                taken[i] = true;
                *slot = Some(Match { old: i, reason });
            }
        }
    }
    joined
}

/// What reverses a finding cannot be that finding.
fn takes_back(old: &Finding, new: &RawFinding) -> bool {
    new.reverses.as_deref().is_some_and(|r| {
        let r = r.trim();
        old.id.as_str().eq_ignore_ascii_case(r)
            || old.said.reported_id.as_deref().is_some_and(|o| o.eq_ignore_ascii_case(r))
    })
}

/// The id alone proves nothing: reviewers number each round anew, and `F1` may be theirs by chance. Its
/// title, place or requirement must agree, a little for an id the server gave, more for their own.
fn by_id(old: &Finding, new: &RawFinding, since: &Diff) -> Option<(f64, String)> {
    let similar = title_similarity(old, new);
    let said = new.repeats.as_deref().or(new.reported_id.as_deref())?;
    if said.eq_ignore_ascii_case(old.id.as_str()) {
        let agrees =
            similar >= SIMILAR_AT_PLACE || at_one_place(old, new, since) || one_requirement(old, new);
        return agrees.then(|| (2.0 + similar, format!("the reviewer repeats {}", old.id)));
    }
    let earlier = old.said.reported_id.as_deref()?;
    (said.eq_ignore_ascii_case(earlier) && similar >= SIMILAR_AT_PLACE)
        .then(|| (similar, format!("the reviewer repeats its id {earlier}")))
}

fn at_one_place(old: &Finding, new: &RawFinding, since: &Diff) -> bool {
    match (old.said.place(), new.place()) {
        (Some(was), Some(is)) => {
            let moved = place_now(was, since);
            same_file(&moved.file, &is.file) && is.line.is_some() && overlap(&moved, is)
        }
        _ => false,
    }
}

fn one_requirement(old: &Finding, new: &RawFinding) -> bool {
    match (old.said.requirement.as_deref(), new.requirement.as_deref()) {
        (Some(was), Some(is)) => words(was) == words(is),
        _ => false,
    }
}

fn by_dimension(old: &Finding, new: &RawFinding, _since: &Diff) -> Option<(f64, String)> {
    let (was, is) = (old.said.category.as_deref()?, new.category.as_deref()?);
    same_words(was, is).then(|| (title_similarity(old, new), format!("the same dimension: {is}")))
}

fn by_place(old: &Finding, new: &RawFinding, since: &Diff) -> Option<(f64, String)> {
    let (was, is) = (old.said.place()?, new.place()?);
    let moved = place_now(was, since);
    if !same_file(&moved.file, &is.file) {
        return None;
    }
    let similar = title_similarity(old, new);
    if overlap(&moved, is) {
        return (similar >= SIMILAR_AT_PLACE)
            .then(|| (1.0 + similar, "same place, similar title".to_owned()));
    }
    (similar >= SIMILAR_ELSEWHERE).then(|| (similar, "same file, similar title".to_owned()))
}

fn by_requirement(old: &Finding, new: &RawFinding, _since: &Diff) -> Option<(f64, String)> {
    let (was, is) = (old.said.requirement.as_deref()?, new.requirement.as_deref()?);
    let similar = title_similarity(old, new);
    (words(was) == words(is) && similar >= SIMILAR_AT_PLACE)
        .then(|| (similar, "same requirement, similar title".to_owned()))
}

/// Without a place on either side the words are all there is: they must be the same, and nothing else may differ.
fn by_title(old: &Finding, new: &RawFinding, _since: &Diff) -> Option<(f64, String)> {
    let differ = |was: &Option<String>, is: &Option<String>| {
        was.as_deref().zip(is.as_deref()).is_some_and(|(was, is)| words(was) != words(is))
    };
    let placed = old.said.place().is_some() || new.place().is_some();
    let staged = old.said.stage.zip(new.stage).is_some_and(|(was, is)| was != is);
    if placed || staged || differ(&old.said.requirement, &new.requirement) {
        return None;
    }
    let same = same_words(&old.said.title, &new.title) || same_words(&old.first_title, &new.title);
    same.then(|| (1.0, "the same words, no place".to_owned()))
}

/// Tells whether two names are the same, however they are written.
pub fn same_words(a: &str, b: &str) -> bool {
    let a = words(a);
    !a.is_empty() && a == words(b)
}

fn title_similarity(old: &Finding, new: &RawFinding) -> f64 {
    similarity(&old.said.title, &new.title).max(similarity(&old.first_title, &new.title))
}

/// Returns how alike two titles are, from 0 to 1: shared words, or nearly the same letters.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (mut a, mut b) = (words(a), words(b));
    let letters = strsim::normalized_levenshtein(&a.join(" "), &b.join(" "));
    a.sort_unstable();
    a.dedup();
    b.sort_unstable();
    b.dedup();
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    dice(&a, &b).max(letters)
}

/// Returns how alike two titles are in what they are about, whether they say that it is missing or not there.
/// Whole words only: `user` and `order` are near in letters, and two things.
pub fn same_matter(a: &str, b: &str) -> f64 {
    const LACK: [&str; 9] =
        ["no", "not", "missing", "misses", "lacks", "lacking", "without", "absent", "never"];
    let matter = |text: &str| -> Vec<String> {
        let mut words = words(text);
        words.retain(|w| !LACK.contains(&w.as_str()));
        // One or many of a thing is the same matter.
        let stem = |w: String| w.strip_suffix('s').filter(|w| w.len() > 2).map(str::to_owned).unwrap_or(w);
        let mut words: Vec<String> = words.into_iter().map(stem).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    dice(&matter(a), &matter(b))
}

/// The share of words that two sorted lists have in common.
fn dice(a: &[String], b: &[String]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|w| b.binary_search(w).is_ok()).count();
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}

/// Splits into lower-case words without the ones that carry no meaning.
pub(crate) fn words(text: &str) -> Vec<String> {
    const EMPTY: [&str; 14] =
        ["the", "a", "an", "is", "are", "of", "in", "on", "to", "for", "and", "or", "it", "its"];
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .filter(|w| !EMPTY.contains(&w.as_str()))
        .collect()
}

/// Tells whether two written paths name one file: equal, or one the end of the other at a folder's border.
pub fn same_file(a: &str, b: &str) -> bool {
    let clean = |p: &str| p.trim().trim_start_matches("./").replace('\\', "/");
    let (a, b) = (clean(a), clean(b));
    a == b || a.ends_with(&format!("/{b}")) || b.ends_with(&format!("/{a}"))
}

fn overlap(a: &Location, b: &Location) -> bool {
    match (a.line, b.line) {
        (Some(a1), Some(b1)) => {
            let (a2, b2) = (a.end_line.unwrap_or(a1), b.end_line.unwrap_or(b1));
            a1 <= b2.max(b1) && b1 <= a2.max(a1)
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Returns where an old place stands after the change; for removed lines, where their hunk stands now.
pub fn place_now(place: &Location, since: &Diff) -> Location {
    let Some(file) =
        since.files.iter().find(|f| same_file(f.old_path.as_ref().unwrap_or(&f.path).as_str(), &place.file))
    else {
        return place.clone();
    };
    let line =
        |n: Option<u32>| n.map(|n| super::diff::map_line(file, n).unwrap_or_else(|| in_its_stead(file, n)));
    let name = if file.old_path.is_some() { file.path.to_string() } else { place.file.clone() };
    Location { file: name, line: line(place.line), end_line: line(place.end_line) }
}

/// Returns where the lines now stand that took a removed line's place.
fn in_its_stead(file: &FileChange, old: u32) -> u32 {
    let hunk = file.hunks.iter().find(|h| (h.old_start..h.old_start + h.old_lines).contains(&old));
    hunk.map_or(old, |h| {
        let last = h.new_start + h.new_lines.saturating_sub(1);
        (h.new_start + (old - h.old_start)).min(last.max(1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rephrased_titles_are_alike_and_other_defects_are_not() {
        assert!(similarity("Retry queue is never drained", "The retry queue never gets drained") >= 0.6);
        assert!(similarity("Missing null check on user", "Null check missing for user") >= 0.6);
        assert!(similarity("Response body leaked", "Magic chunk size") < 0.4);
        assert_eq!(similarity("", "anything"), 0.0);
        assert!(same_matter("No null check on user", "Null check is missing for the user") >= 0.8);
        assert!(same_matter("No null check on user", "No null check on order") < 0.8);
    }

    #[test]
    fn a_short_path_names_the_longer_one_only_at_a_border() {
        assert!(same_file("src/a.rs", "./src/a.rs"));
        assert!(same_file("a.rs", "src/a.rs"));
        assert!(!same_file("a.rs", "src/ba.rs"));
    }
}
