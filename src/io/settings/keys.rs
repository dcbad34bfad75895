//! Every key of our two files of configuration, which of them may hold it, and what to say of one that means nothing.

use std::cmp::Reverse;

use crate::domain::protocol::overlay;

/// One of our two files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    /// `countersign.toml` of a repository.
    Repository,
    /// The user's own `countersign/config.toml`.
    Users,
}

/// Which of the files may hold a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Both,
    Repository,
    /// What executes or says what counts as a choice (SPEC 11).
    Users,
    /// A name of the SPEC that this version cannot follow: to be sent to the other file for another refusal would help
    /// nobody.
    Nowhere,
}

/// The tables and keys in the order in which they are listed, besides the protocol's fields under `[review]`.
const KEYS: [(&str, Place); 18] = [
    ("protocol", Place::Repository),
    ("decisions", Place::Users),
    ("review", Place::Both),
    ("models", Place::Repository),
    ("paths", Place::Repository),
    ("hooks", Place::Both),
    ("verify", Place::Users),
    ("store", Place::Nowhere),
    ("review.mode", Place::Both),
    ("review.max_passes", Place::Both),
    ("review.reviewer_turns", Place::Both),
    ("review.strict", Place::Both),
    ("models.profile", Place::Repository),
    ("models.reviewer", Place::Repository),
    ("models.executor", Place::Repository),
    ("paths.planning", Place::Repository),
    ("hooks.gate", Place::Both),
    ("verify.commands", Place::Users),
];

/// From how alike on, in thousandths, a key of the same table is taken for the one that was meant. A guess: one wrong
/// letter of three is too much, two of six are not.
const NEAR: u32 = 600;

/// The same for a key of another table, which takes two slips at once. A guess: one wrong letter of seven.
const NEAR_ELSEWHERE: u32 = 850;

/// One key that means something.
#[derive(Debug, Clone)]
struct Known {
    /// As written in full.
    key: String,
    place: Place,
}

impl Known {
    fn is_of(&self, file: File) -> bool {
        match self.place {
            Place::Both => true,
            Place::Repository => file == File::Repository,
            Place::Users => file == File::Users,
            Place::Nowhere => false,
        }
    }
}

fn known() -> Vec<Known> {
    let own = KEYS.iter().map(|(key, place)| Known { key: (*key).to_owned(), place: *place });
    let fields = overlay::keys().map(|field| Known { key: format!("review.{field}"), place: Place::Both });
    own.chain(fields).collect()
}

/// Tells whether a key, as written in full, means something in a file.
pub(super) fn is_known(key: &str, file: File) -> bool {
    known().iter().any(|known| known.key == key && known.is_of(file))
}

/// Writes a key on one line: in quotation marks it may hold line feeds, behind which its words would pass for ours.
pub(super) fn shown(key: &str) -> String {
    key.replace('\n', "\\n").replace('\r', "\\r")
}

/// Returns what to say of a key that means nothing in a file: what was meant and where that belongs, else the keys of
/// its table. `users` is where the user's own file is looked for.
pub(super) fn hint(key: &str, file: File, users: Option<&str>) -> String {
    let known = known();
    // In quotation marks the point is part of the name, so that it says nothing of the table.
    if key.contains('.') && known.iter().any(|known| known.key == key && known.is_of(file)) {
        return format!("a key in quotation marks is one name: write {key} without them");
    }
    let renamed = || known.iter().find(|known| is_called(key, &known.key));
    match same_name(key, file, &known).or_else(renamed).or_else(|| alike(key, file, &known)) {
        Some(meant) => said(meant, key, file, users),
        None => listed(key, file, &known),
    }
}

/// What the systems' own files call a setting of ours: no letters of theirs lead to it.
const ELSEWHERE: [(&str, &str); 5] = [
    ("max_retries", "review.max_passes"),
    ("review_max_cycles", "review.max_passes"),
    ("max_cycles", "review.max_passes"),
    ("max_iterations", "review.max_passes"),
    ("model_profile", "models.profile"),
];

/// Tells whether a key is what a planning system calls one of ours.
fn is_called(key: &str, known: &str) -> bool {
    ELSEWHERE.iter().any(|(theirs, ours)| *ours == known && *theirs == plain(split(key).1))
}

/// Splits a key into its table, empty at the top, and its last part.
fn split(key: &str) -> (&str, &str) {
    key.rsplit_once('.').unwrap_or(("", key))
}

/// Writes a key as it would be without differences that people do not see.
fn plain(key: &str) -> String {
    key.to_ascii_lowercase().replace('-', "_")
}

/// The same with the table as a part of the name: `review_mode`.
fn flat(key: &str) -> String {
    plain(key).replace('.', "_")
}

/// Finds a key of the very name, in whatever table of whatever file: one of this file first.
fn same_name<'k>(key: &str, file: File, known: &'k [Known]) -> Option<&'k Known> {
    let is_it =
        |known: &&Known| plain(split(&known.key).1) == plain(split(key).1) || flat(&known.key) == flat(key);
    let rank = |known: &&Known| (flat(&known.key) != flat(key), !known.is_of(file));
    known.iter().filter(is_it).min_by_key(rank)
}

/// Finds the key most like one, of its own table more readily than of another.
fn alike<'k>(key: &str, file: File, known: &'k [Known]) -> Option<&'k Known> {
    let is_near = |known: &&Known| {
        let least = if split(&known.key).0 == split(key).0 { NEAR } else { NEAR_ELSEWHERE };
        likeness(key, &known.key) >= least
    };
    // Of equals the first listed, as the order of the keys is that of their weight.
    let rank = |known: &&Known| {
        let elsewhere = split(&known.key).0 != split(key).0;
        (Reverse(likeness(key, &known.key)), elsewhere, !known.is_of(file))
    };
    known.iter().filter(is_near).min_by_key(rank)
}

/// Tells in thousandths how alike two keys are: by their last parts, or by all of both where a key at the top names its
/// table within.
fn likeness(key: &str, known: &str) -> u32 {
    let score = |a: &str, b: &str| (strsim::normalized_damerau_levenshtein(a, b) * 1000.0) as u32;
    let last = score(&plain(split(key).1), &plain(split(known).1));
    if key.contains('.') { last } else { last.max(score(&flat(key), &flat(known))) }
}

/// Names the key that was meant, and where it belongs if that is not here.
fn said(meant: &Known, key: &str, file: File, users: Option<&str>) -> String {
    let elsewhere = match (meant.place, file) {
        (Place::Both, _) | (Place::Repository, File::Repository) | (Place::Users, File::Users) => None,
        (Place::Users, File::Repository) => {
            let path = users.map(|path| format!(": {path}")).unwrap_or_default();
            Some(format!("only the user's own countersign/config.toml may hold it{path}"))
        }
        (Place::Repository, File::Users) => Some("it belongs in a repository's countersign.toml".to_owned()),
        (Place::Nowhere, File::Repository) => Some(
            "a repository sets no addresses, and this version keeps its store in git's folder alone; take the key out"
                .to_owned(),
        ),
        (Place::Nowhere, File::Users) => {
            Some("this version keeps its store in git's folder alone; take the key out".to_owned())
        }
    };
    match elsewhere {
        Some(elsewhere) if meant.key == key => elsewhere,
        Some(elsewhere) => format!("did you mean `{}`? ({elsewhere})", meant.key),
        None => format!("did you mean `{}`?", meant.key),
    }
}

/// Lists the keys of a key's table in a file; all of the file where it has no such table.
fn listed(key: &str, file: File, known: &[Known]) -> String {
    let here: Vec<&str> = known.iter().filter(|k| k.is_of(file)).map(|k| k.key.as_str()).collect();
    let of_table: Vec<&str> = here.iter().filter(|k| split(k).0 == split(key).0).copied().collect();
    format!("known are {}", if of_table.is_empty() { here } else { of_table }.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_means_nothing_is_told_what_was_meant_and_where_it_belongs() {
        let users = "only the user's own countersign/config.toml may hold it: /u/config.toml";
        let repository = "it belongs in a repository's countersign.toml";
        let no_store = "this version keeps its store in git's folder alone; take the key out";
        let no_address = format!("a repository sets no addresses, and {no_store}");
        let meant = |key: &str| format!("did you mean `{key}`?");
        let there = |key: &str, place: &str| format!("did you mean `{key}`? ({place})");
        let (ours, theirs) = (File::Repository, File::Users);
        for (file, key, said) in [
            // The very name goes before a likeness, in whatever table.
            (ours, "mode", meant("review.mode")),
            (ours, "models.mode", meant("review.mode")),
            (ours, "reviewer", meant("models.reviewer")),
            (ours, "review.reviewer", meant("models.reviewer")),
            (ours, "review.profile", meant("models.profile")),
            (ours, "review.gate", meant("hooks.gate")),
            (ours, "review.protocol", meant("protocol")),
            (ours, "planning", meant("paths.planning")),
            (ours, "max_passes", meant("review.max_passes")),
            (ours, "Review", meant("review")),
            (ours, "review.max-passes", meant("review.max_passes")),
            (ours, "review_mode", meant("review.mode")),
            (ours, "review_mod", meant("review.mode")),
            // Slips of the hand.
            (ours, "protocl", meant("protocol")),
            (ours, "reviews", meant("review")),
            (ours, "reviwer", meant("models.reviewer")),
            (ours, "hook", meant("hooks")),
            (ours, "models.reviwer", meant("models.reviewer")),
            (ours, "review.block", meant("review.blocking")),
            // What the systems call it.
            (ours, "review.max_retries", meant("review.max_passes")),
            (ours, "review_max_cycles", meant("review.max_passes")),
            (ours, "models.model_profile", meant("models.profile")),
            (ours, "paths.planing", meant("paths.planning")),
            // What belongs in the user's own file.
            (ours, "verify", users.to_owned()),
            (ours, "decisions", users.to_owned()),
            (ours, "verify.commands", users.to_owned()),
            (ours, "verfy", there("verify", users)),
            (ours, "decision", there("decisions", users)),
            (ours, "commands", there("verify.commands", users)),
            (ours, "review.decisions", there("decisions", users)),
            (ours, "store", no_address.clone()),
            (ours, "stor", there("store", &no_address)),
            (
                ours,
                "hooks.gate",
                "a key in quotation marks is one name: write hooks.gate without them".into(),
            ),
            (ours, "zzz", "known are protocol, review, models, paths, hooks".into()),
            (ours, "models.zzz", "known are models.profile, models.reviewer, models.executor".into()),
            // The user's own file.
            (theirs, "mode", meant("review.mode")),
            (theirs, "max_passes", meant("review.max_passes")),
            (theirs, "commands", meant("verify.commands")),
            (theirs, "verify.command", meant("verify.commands")),
            (theirs, "hooks.mode", meant("review.mode")),
            (theirs, "hooks.gates", meant("hooks.gate")),
            (theirs, "revew", meant("review")),
            (theirs, "decision", meant("decisions")),
            (theirs, "Store", there("store", no_store)),
            (theirs, "protocol", repository.to_owned()),
            (theirs, "models", repository.to_owned()),
            (theirs, "paths", repository.to_owned()),
            (theirs, "reviewer", there("models.reviewer", repository)),
            (theirs, "zzz", "known are decisions, review, hooks, verify".into()),
            (theirs, "verify.zzz", "known are verify.commands".into()),
        ] {
            assert_eq!(hint(key, file, Some("/u/config.toml")), said, "{file:?} {key}");
        }
        assert!(hint("verify", ours, None).ends_with("may hold it"));
    }

    #[test]
    fn a_key_stays_on_its_line() {
        assert_eq!(shown("mode\r\n\n## Verdict"), "mode\\r\\n\\n## Verdict");
    }

    #[test]
    fn no_key_is_known_twice() {
        let mut all: Vec<String> = known().into_iter().map(|known| known.key).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
