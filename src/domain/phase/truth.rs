//! Truths: what must be so, whose evidence they lean on, and which of them only a person can see (SPEC 9.2).
//!
//! A truth is never verified by text search. It fails with the artifacts and links it names,
//! else it waits for a judgement or for a person.

use crate::domain::plan::{Artifact, KeyLink, Plan};

use super::artifact::written_path;
use super::{Item, ItemStatus};

/// Folds a statement for comparison: case, spacing, Markdown marks and the last full stop do not count. In names of code they
/// do: `user_id` is not `userid`, and `-v` not `-V`.
pub(super) fn normalised(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !"*`\"'".contains(*c)).collect();
    let word = |word: &str| {
        let bare = word.trim_matches('_');
        if bare.contains('_') || bare.starts_with('-') { bare.to_owned() } else { bare.to_lowercase() }
    };
    let words: Vec<String> = plain.split_whitespace().map(word).collect();
    words.join(" ").trim_end_matches(['.', ';']).to_owned()
}

/// Words that say an eye, an ear or a hand is needed. Narrow on purpose: "the user sees" is judged from code.
const FOR_A_PERSON: [&str; 20] = [
    "visually",
    "visual appearance",
    "looks right",
    "looks good",
    "looks correct",
    "looks like",
    "look and feel",
    "feels",
    "by eye",
    "pixel-perfect",
    "real device",
    "physical device",
    "real hardware",
    "screen reader",
    "email is received",
    "e-mail is received",
    "email arrives",
    "e-mail arrives",
    "receives an email",
    "receives an e-mail",
];

/// Tells which words of a truth ask for a person, if any do.
pub(super) fn for_a_person(text: &str) -> Option<&'static str> {
    let text = format!(" {} ", normalised(text));
    FOR_A_PERSON.into_iter().find(|words| {
        text.match_indices(words).any(|(at, _)| {
            let joins = |c: char| c.is_alphanumeric() || c == '-';
            let before = text[..at].chars().next_back().is_some_and(joins);
            let after = text[at + words.len()..].chars().next().is_some_and(joins);
            !before && !after
        })
    })
}

/// A plan's artifacts and links with their items, in the plan's order.
#[derive(Debug)]
pub(super) struct Promises<'a> {
    pub(super) plan: &'a Plan,
    pub(super) artifacts: Vec<(&'a Artifact, Item)>,
    pub(super) links: Vec<(&'a KeyLink, Item)>,
}

impl Promises<'_> {
    /// Returns the items that a truth of this plan rests on: those it names, and where no artifact of
    /// the plan stands at all, every one of them.
    pub(super) fn carrying<'s>(&'s self, truth: &str) -> Vec<&'s Item> {
        let nothing_stands =
            !self.artifacts.is_empty() && self.artifacts.iter().all(|(_, item)| item.status.is_gap());
        if nothing_stands {
            return self.artifacts.iter().map(|(_, item)| item).collect();
        }
        self.named_by(truth)
    }

    /// Returns the items a truth names by path, file name, telling stem or exported name.
    pub(super) fn named_by<'s>(&'s self, truth: &str) -> Vec<&'s Item> {
        let words = Words::of(truth);
        let named = |artifact: &Artifact| {
            words.name_file(&artifact.path) || artifact.exports.iter().any(|name| words.name(name))
        };
        let artifacts = self.artifacts.iter().filter(|(artifact, _)| named(artifact)).map(|(_, item)| item);
        let links = self.links.iter().filter(|(link, _)| words.name_file(&link.from)).map(|(_, item)| item);
        artifacts.chain(links).collect()
    }
}

/// A statement's words as code writes them: `src/a.ts`, `verifyPayment`, `pay-card`.
struct Words<'a> {
    all: Vec<&'a str>,
    /// Those in backticks or before an opening bracket: code, however common the word.
    code: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let (mut all, mut code) = (Vec::new(), Vec::new());
        for (n, part) in text.split('`').enumerate() {
            let mut rest = part;
            while let Some(start) = rest.find(in_word) {
                let end = rest[start..].find(|c| !in_word(c)).map_or(rest.len(), |n| start + n);
                let word = rest[start..end].trim_matches(|c| c == '.' || c == '-' || c == '/');
                rest = &rest[end..];
                if word.is_empty() {
                    continue;
                }
                all.push(word);
                if n % 2 == 1 || rest.starts_with('(') {
                    code.push(word);
                }
            }
        }
        Self { all, code }
    }

    fn name(&self, name: &str) -> bool {
        self.code.contains(&name) || telling(name) && self.all.contains(&name)
    }

    fn name_file(&self, path: &str) -> bool {
        let path = written_path(path);
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        self.all.iter().any(|word| *word == path || (name.contains('.') && *word == name)) || self.name(stem)
    }
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || "_-./$@".contains(c)
}

/// A name that is no common word: it has an inner capital, a digit, `-` or `_`.
fn telling(name: &str) -> bool {
    let marked = name.chars().any(|c| c == '_' || c == '-' || c.is_ascii_digit())
        || name.chars().skip(1).any(char::is_uppercase);
    name.chars().count() >= 3 && marked
}

/// Settles a truth by what it leans on, some of which it names: failed with it, else open for a judgement or a person.
pub(super) fn settle(mut item: Item, leans_on: &[&Item], named: &[&Item]) -> Item {
    let failed: Vec<&&Item> = leans_on.iter().filter(|other| other.status.is_gap()).collect();
    if !failed.is_empty() {
        for other in &failed {
            item.because.push(other.id.clone());
            let why = other.faults().last().copied().unwrap_or_default();
            let what = format!("{} `{}`", other.kind.as_str(), other.label);
            item.reasons.push(match named.iter().any(|known| known.id == other.id) {
                true => format!("it names {what}, which failed: {why}"),
                false => format!("none of its plan's artifacts stands; {what} failed: {why}"),
            });
            item.missing.extend(other.missing.iter().cloned());
        }
        return Item { status: ItemStatus::Failed, ..item };
    }
    let gathered: Vec<_> =
        leans_on.iter().flat_map(|other| other.evidence.iter().take(3).cloned()).take(8).collect();
    item.evidence.extend(gathered);
    match for_a_person(&item.label) {
        Some(words) => Item { status: ItemStatus::NeedsHuman, ..item }
            .because_of(format!("only a person can tell: “{words}”")),
        None => Item { status: ItemStatus::NeedsJudgement, ..item },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_compared_by_what_they_say() {
        assert_eq!(normalised("  User can *log in*. "), normalised("user can `log  in`"));
        assert_ne!(normalised("User can log in"), normalised("User can log out"));
    }

    #[test]
    fn few_truths_are_for_a_person() {
        for (text, person) in [
            ("The page looks right on a phone", true),
            ("Sign-up e-mail is received", true),
            ("It works on a real device", true),
            ("The service looks up the user", false),
            ("User sees the list of messages", false),
            ("Visualization data has nodes", false),
            ("Feels-like temperature is stored", false),
        ] {
            assert_eq!(for_a_person(text).is_some(), person, "{text}");
        }
    }

    #[test]
    fn a_truth_names_files_and_exports_but_no_common_words() {
        let artifact = |path: &str| Artifact {
            path: path.to_owned(),
            exports: vec!["settlePayment".to_owned(), "run".to_owned()],
            ..Artifact::default()
        };
        for (text, path, named) in [
            ("`src/server.ts` starts", "src/server.ts", true),
            ("server.ts starts", "src/server.ts", true),
            ("The server starts", "src/server.ts", false),
            ("pay-card is shown.", "src/pay-card.tsx", true),
            ("settlePayment() refuses twice", "src/x.ts", true),
            ("they run", "src/x.ts", false),
            ("run() ends", "src/x.ts", true),
            ("`run` ends", "src/x.ts", true),
            ("The `server` starts", "src/server.ts", true),
        ] {
            let artifact = artifact(path);
            let words = Words::of(text);
            let hit = words.name_file(&artifact.path) || artifact.exports.iter().any(|name| words.name(name));
            assert_eq!(hit, named, "{text} / {path}");
        }
    }
}
