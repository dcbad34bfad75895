//! The files that a suggestion says to write, move to or change.

use crate::domain::ids::RepoPath;

/// The most that are taken from one suggestion.
const MAX_PATHS: usize = 8;

/// Words that lead to a file that is to be changed or made.
const LEADS: [&str; 20] = [
    "add",
    "change",
    "correct",
    "create",
    "delete",
    "edit",
    "extend",
    "extract",
    "fix",
    "implement",
    "into",
    "mend",
    "modify",
    "move",
    "remove",
    "rename",
    "split",
    "to",
    "update",
    "write",
];

/// Words before them with which the file is only looked at: `similar to src/a.js`.
const ONLY_LOOKS: [&str; 17] = [
    "according",
    "analogous",
    "as",
    "close",
    "compare",
    "compared",
    "done",
    "equal",
    "exists",
    "identical",
    "like",
    "refer",
    "relative",
    "same",
    "seen",
    "similar",
    "up",
];

/// Words that may stand between such a word and the path.
const BETWEEN: [&str; 11] =
    ["a", "an", "file", "helper", "module", "new", "own", "separate", "shared", "the", "its"];

/// Returns the paths at which a suggestion says that work is to be done, in its order. A path that is named for another
/// reason ("follow src/auth.js") is none: what a task lists is expected to be changed.
pub(super) fn paths(suggestion: &str) -> Vec<String> {
    let words: Vec<&str> = suggestion.split_whitespace().collect();
    let mut found: Vec<String> = Vec::new();
    let mut before_is_path = false;
    for (at, word) in words.iter().enumerate() {
        let Some(path) = path(word) else {
            // `src/a.js and src/b.js`: the second goes with the first.
            before_is_path &= ["and", "&"].contains(word);
            continue;
        };
        let leads = before_is_path || is_led_to(&words[..at]);
        if leads && !found.contains(&path) && found.len() < MAX_PATHS {
            found.push(path);
        }
        before_is_path = leads;
    }
    found
}

/// Tells whether the words before a path say that something is done to it.
fn is_led_to(before: &[&str]) -> bool {
    let mut words =
        before.iter().rev().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    let Some(lead) = words.find(|word| !BETWEEN.contains(&word.as_str())) else { return false };
    let looks = words.next().is_some_and(|word| ONLY_LOOKS.contains(&word.as_str()));
    LEADS.contains(&lead.as_str()) && !looks
}

/// Reads a word as a path of the repository: it has a folder and an ending.
fn path(word: &str) -> Option<String> {
    let signs = |c: char| matches!(c, '`' | '"' | '\'' | '(' | ')' | ',' | ';' | ':' | '*' | '!' | '?');
    let word = word.trim_matches(signs).trim_end_matches(['.', '`']);
    let word = word.strip_prefix("./").unwrap_or(word);
    // `src/a.js:10` and `src/a.js:10-12`.
    let numbers = |lines: &str| lines.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let word = word.split_once(':').filter(|(_, lines)| numbers(lines)).map_or(word, |(path, _)| path);
    let (stem, ending) = word.rsplit_once('/')?.1.rsplit_once('.')?;
    let is_file = !stem.is_empty() && (1..=8).contains(&ending.len());
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '[' | ']' | '@' | '+');
    (is_file && ending.chars().all(|c| c.is_ascii_alphanumeric()) && word.chars().all(plain))
        .then(|| RepoPath::parse(word).ok())
        .flatten()
        .map(|path| path.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_to_be_written_are_told_from_those_that_are_looked_at() {
        for (suggestion, expected) in [
            ("Move the parser into src/lib/parse.js and call it from src/login.js", "src/lib/parse.js"),
            ("add src/hash.ts", "src/hash.ts"),
            ("Create a new file `src/lib/hash.ts`.", "src/lib/hash.ts"),
            ("Add the check to src/a.js:10-12, src/b.js", "src/a.js src/b.js"),
            ("update src/a.js and src/b.js", "src/a.js src/b.js"),
            ("follow the pattern of src/auth.js", ""),
            ("do it similar to src/auth.js", ""),
            ("do it as in src/auth.js", ""),
            ("use the helper in src/util.js", ""),
            ("see https://example.com/to/a.js", ""),
            ("write it to ../other/a.js", ""),
            ("write it to /etc/a.conf", ""),
            ("add a test", ""),
            ("change and/or to or", ""),
        ] {
            assert_eq!(paths(suggestion).join(" "), expected, "{suggestion}");
        }
    }
}
