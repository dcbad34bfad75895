//! Ends of links that name several things of which one will do: `src/a.ts OR src/b.ts`.

use crate::domain::plan::KeyLink;

use super::super::{Item, ItemStatus};
use super::path_words;

/// The most things of one end that are looked at.
const MOST: usize = 4;

/// The things of which one will do; nothing where an end names only one.
pub(super) fn parts(end: &str) -> Vec<&str> {
    let split = |by: &str| -> Vec<&str> {
        end.split(by).map(|p| p.trim_matches(|c: char| c.is_whitespace() || c == ',')).collect()
    };
    let said = split(" OR ");
    // In small letters it is a word of a sentence, too: there every part must be a file.
    let loose = split(" or ");
    let files = loose.iter().all(|p| !p.contains(' ') && path_words(p).len() == 1);
    let found = if said.len() > 1 { said } else { loose };
    let whole = found.iter().all(|part| !part.is_empty()) && found.len() <= MOST;
    if found.len() > 1 && whole && (end.contains(" OR ") || files) { found } else { vec![end] }
}

/// Returns the links of which one must hold; a single one where both ends name one thing.
pub(super) fn alternatives(link: &KeyLink) -> Vec<KeyLink> {
    let tos = parts(&link.to);
    let pairs = parts(&link.from).into_iter().flat_map(|from| tos.iter().map(move |to| (from, *to)));
    pairs.map(|(from, to)| KeyLink { from: from.to_owned(), to: to.to_owned(), ..link.clone() }).collect()
}

/// Returns what came to most, and says which of the alternatives it is.
pub(super) fn best(items: Vec<(String, Item)>) -> Option<Item> {
    let rank = |status: ItemStatus| match status {
        ItemStatus::Verified => 0,
        ItemStatus::Partial => 2,
        ItemStatus::Failed | ItemStatus::Blocked | ItemStatus::Orphaned => 3,
        ItemStatus::Uncertain
        | ItemStatus::Pending
        | ItemStatus::NeedsJudgement
        | ItemStatus::NeedsHuman
        | ItemStatus::Overridden => 1,
    };
    let several = items.len() > 1;
    let (label, mut item) = items.into_iter().min_by_key(|(_, item)| rank(item.status))?;
    if several {
        item.reasons.insert(0, format!("of what the link names, one will do; this is told of {label}"));
    }
    Some(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_end_that_says_or_between_things_names_several() {
        for (end, found) in [
            ("src/a.ts OR src/b.ts", vec!["src/a.ts", "src/b.ts"]),
            ("src/a.ts or src/b.ts", vec!["src/a.ts", "src/b.ts"]),
            ("users OR accounts table", vec!["users", "accounts table"]),
            ("pay or refund in src/a.ts", vec!["pay or refund in src/a.ts"]),
            ("src/a.ts OR ", vec!["src/a.ts OR "]),
            ("src/a.ts", vec!["src/a.ts"]),
        ] {
            assert_eq!(parts(end), found, "{end}");
        }
    }
}
