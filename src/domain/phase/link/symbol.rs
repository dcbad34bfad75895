//! An end of a link that is the name of code and no path: `DeskBook`, `DeskBook.open()`, `use_desk`; and which file of the
//! repository is meant by it: the one that declares it, else the one that is called so.

use std::collections::BTreeSet;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;
use crate::domain::wiring::{Project, is_test};

use super::super::artifact::written_path;
use super::super::code_text::{Code, Language};
use super::declared::{Kind, ending};
use super::extent::Measured;
use super::target::is_file_name;

/// The most files with a name that are looked at for its declaration.
const MOST: usize = 1_500;

/// A name of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name<'t> {
    pub(super) owner: Option<&'t str>,
    pub(super) name: &'t str,
    /// It is written as only code is: with brackets, a capital, an underscore.
    pub(super) coded: bool,
}

impl<'t> Name<'t> {
    /// Reads one word.
    pub(super) fn of_word(word: &'t str) -> Option<Self> {
        let word = word.trim_matches(['`', '\'', '"', ',', ';', ':']);
        let word = word.strip_prefix('(').and_then(|w| w.strip_suffix(')')).unwrap_or(word);
        let (bare, called) = match word.split_once('(') {
            Some((bare, rest)) if rest.ends_with(')') => (bare, true),
            Some(_) => return None,
            None => (word, false),
        };
        if is_file_name(bare) || bare.len() < 2 {
            return None;
        }
        let parts: Vec<&str> = bare.split("::").flat_map(|part| part.split(['.', '#'])).collect();
        let is_name = |part: &&str| {
            part.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
                && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        };
        if parts.len() > 3 || !parts.iter().all(is_name) {
            return None;
        }
        let name = *parts.last()?;
        let owner = parts.len().checked_sub(2).and_then(|at| parts.get(at)).copied();
        let coded = called || bare.contains(|c: char| c.is_uppercase() || c == '_');
        Some(Self { owner, name, coded })
    }

    /// Reads a whole end that is nothing else, but for a note in brackets.
    pub(super) fn of(end: &'t str) -> Option<Self> {
        let whole = Some(end.trim()).filter(|e| !e.contains(char::is_whitespace));
        Self::of_word(whole.unwrap_or_else(|| written_path(end))).filter(|name| name.coded)
    }

    /// Reads the name beside a path: `src/store.ts save()`, `src/desk.rs::open`; nothing where more words stand there.
    pub(super) fn beside(end: &'t str, path: &RepoPath) -> Option<Self> {
        let mut words = end.split_whitespace().map(|w| w.trim_matches(['`', ',', ';']));
        let (first, second, none) = (words.next()?, words.next(), words.next());
        if none.is_some() {
            return None;
        }
        let is_path = |word: &str| path.as_str().ends_with(word.trim_start_matches("./"));
        let glued = |word: &'t str| {
            let at = word.find("::").map(|at| (at, 2)).or_else(|| word.find(['#', ':']).map(|at| (at, 1)));
            at.and_then(|(at, len)| Some((word.get(..at)?, word.get(at + len..)?)))
        };
        match (second, glued(first)) {
            (Some(second), _) if is_path(first) => Self::of_word(second),
            (Some(second), _) if is_path(second) => Self::of_word(first),
            (None, Some((file, name))) if is_path(file) => Self::of_word(name),
            _ => None,
        }
    }

    /// The name that tells the file: that of the type where there is one.
    pub(super) fn head(&self) -> &'t str {
        self.owner.unwrap_or(self.name)
    }
}

/// Which file a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meant {
    None,
    One(RepoPath),
    Several(Vec<RepoPath>),
}

/// Tells whether a file may declare names of code.
pub(super) fn is_code(path: &RepoPath) -> bool {
    Grammar::of(path).is_some()
        || matches!(Language::of(path), Language::CLike | Language::Php | Language::Dash)
        || is_script(path)
}

fn is_script(path: &RepoPath) -> bool {
    matches!(ending(path).as_str(), "sh" | "bash" | "zsh" | "fish" | "pl" | "r" | "ex" | "exs")
}

fn stem(path: &RepoPath) -> &str {
    path.file_name().split_once('.').map_or(path.file_name(), |(stem, _)| stem)
}

/// The files that are called like a name, of all of a repository.
pub(super) fn called<'p>(name: &Name<'_>, paths: impl Iterator<Item = &'p RepoPath>) -> Vec<RepoPath> {
    let such = paths.filter(|p| stem(p) == name.head() && is_code(p) && !is_test(p));
    such.take(12).cloned().collect()
}

/// Finds the file that a name means.
pub(super) fn file_of(project: &Project<'_>, name: &Name<'_>) -> Meant {
    let holders = project.survey.mentions.get(name.head()).into_iter().flatten();
    let holders = holders.filter(|p| is_code(p) && !p.file_name().ends_with(".d.ts")).take(MOST);
    let all: Vec<(&RepoPath, bool)> =
        holders.filter_map(|p| Some((p, declares(project, p, name)?))).collect();
    let own: Vec<&(&RepoPath, bool)> = all.iter().filter(|(p, _)| !is_test(p)).collect();
    let own = if own.is_empty() { all.iter().collect() } else { own };
    // Of several types of one name the one with that member is meant.
    let with_member: Vec<&&(&RepoPath, bool)> = own.iter().filter(|(_, member)| *member).collect();
    let found: BTreeSet<&RepoPath> = if with_member.is_empty() {
        own.iter().map(|(p, _)| *p).collect()
    } else {
        with_member.iter().map(|(p, _)| *p).collect()
    };
    let mut found: Vec<RepoPath> = found.into_iter().cloned().collect();
    if found.is_empty() {
        found = called(name, project.survey.paths.iter());
    }
    match found.len() {
        0 => Meant::None,
        1 => found.pop().map_or(Meant::None, Meant::One),
        _ => Meant::Several(found),
    }
}

/// Says whether a file declares a name for others to see, and whether it has the member that is asked of it.
fn declares(project: &Project<'_>, path: &RepoPath, name: &Name<'_>) -> Option<bool> {
    let text = project.text(path)?;
    let head = name.head();
    // A look at the text alone first: parsing is what takes time.
    let code = Code::with(path, text, None);
    let measured = Measured::of(&code);
    let all = measured.declared();
    let mut such = all.iter().filter(|d| d.name == head && (d.kind != Kind::Value || d.top));
    such.next()?;
    if let Some(outline) = project.outline(path).filter(|o| o.intact) {
        outline.symbols.iter().find(|s| s.name == head && s.owner.is_none())?;
    }
    Some(name.owner.is_some() && all.iter().any(|d| d.name == name.name))
}

/// Names files as an answer does.
pub(super) fn listed(files: &[RepoPath]) -> String {
    let named: Vec<String> = files.iter().take(4).map(|f| format!("`{f}`")).collect();
    let more = if files.len() > named.len() { " or others" } else { "" };
    format!("{}{more}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_code_are_told_from_words_and_paths() {
        for (end, found) in [
            ("DeskBook", Some((None, "DeskBook"))),
            ("DeskBook.open()", Some((Some("DeskBook"), "open"))),
            ("`Desk::open`", Some((Some("Desk"), "open"))),
            ("useDesk (hook)", Some((None, "useDesk"))),
            ("open()", Some((None, "open"))),
            ("per_ip_limit", Some((None, "per_ip_limit"))),
            ("database", None),
            ("matrix.os", None),
            ("the Desk", None),
            ("Desk.kt", None),
            ("src/Desk", None),
            ("/api/Desk", None),
        ] {
            assert_eq!(Name::of(end).map(|n| (n.owner, n.name)), found, "{end}");
        }
    }

    #[test]
    fn a_name_beside_a_path_is_read_where_nothing_else_stands_there() {
        let path = RepoPath::parse("src/desk.rs").expect("a path");
        for (end, found) in [
            ("src/desk.rs open", Some("open")),
            ("src/desk.rs Desk::open()", Some("open")),
            ("src/desk.rs::open", Some("open")),
            ("desk.rs#open", Some("open")),
            ("src/desk.rs (openDesk)", Some("openDesk")),
            ("src/desk.rs:12", None),
            ("src/desk.rs (catch block)", None),
            ("src/desk.rs", None),
        ] {
            assert_eq!(Name::beside(end, &path).map(|n| n.name), found, "{end}");
        }
    }
}
