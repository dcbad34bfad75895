//! Revisions as callers may write them, and nothing more of git's own grammar:
//!
//! ```text
//! revision = name { "~" [ N ] | "^" [ N ] }
//! name     = "HEAD" | branch | tag | remote "/" branch | hexadecimal, 4 digits or more
//! ```
//!
//! git's searches (`:/text`), reflogs (`@{1}`), ranges (`a..b`) and paths (`HEAD:file`) are refused:
//! they make one text mean different commits from call to call, or no commit at all.

use git2::ErrorCode;

use super::error::GitError;
use super::{Doing, Repository, oid};
use crate::domain::ids::Oid;

/// The most characters a revision may have.
const MAX_LENGTH: usize = 250;

/// The most generations a suffix may climb.
const MAX_STEPS: u32 = 10_000;

/// A revision's name and what follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Revision<'a> {
    name: &'a str,
    steps: Vec<Step>,
}

/// One suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// `~N`: so many first parents up.
    Up(u32),
    /// `^N`: the Nth parent; `^0` is the commit itself.
    Parent(u32),
}

impl Repository {
    /// Finds the commit that a caller's revision names; `field` is the parameter it came in.
    ///
    /// A full id wins, then names, then the beginning of an id. A name that is both a branch and a tag, or the beginning
    /// of an id, on different commits is refused as ambiguous.
    pub fn resolve(&self, field: &'static str, revision: &str) -> Result<Oid, GitError> {
        let shown = || revision.chars().take(MAX_LENGTH).collect::<String>();
        let parsed =
            parse(revision).map_err(|why| GitError::UnsafeRevision { field, revision: shown(), why })?;
        let mut commit = self.named(field, revision, parsed.name)?;
        for step in parsed.steps {
            let (times, index) = match step {
                Step::Up(times) => (times, 0),
                Step::Parent(0) => continue,
                Step::Parent(n) => (1, n as usize - 1),
            };
            for _ in 0..times {
                commit = commit.parent(index).map_err(|_| GitError::UnknownRevision {
                    field,
                    revision: shown(),
                    why: format!(
                        "climbs past commit {}, which has no such parent here",
                        oid(commit.id()).short()
                    ),
                })?;
            }
        }
        Ok(oid(commit.id()))
    }

    fn named(&self, field: &'static str, revision: &str, name: &str) -> Result<git2::Commit<'_>, GitError> {
        if name == "HEAD" {
            return self.find(&self.head()?);
        }
        let hex = name.len() >= 4 && name.len() <= 40 && name.bytes().all(|b| b.is_ascii_hexdigit());
        if hex && name.len() == 40 {
            return self.by_prefix(field, revision, name);
        }
        let mut found: Vec<(String, git2::Commit<'_>)> = Vec::new();
        let prefixes: &[&str] =
            if name.starts_with("refs/") { &[""] } else { &["refs/heads/", "refs/tags/", "refs/remotes/"] };
        for prefix in prefixes {
            let full = format!("{prefix}{name}");
            let Ok(reference) = self.inner.find_reference(&full) else { continue };
            let commit = reference.peel_to_commit().map_err(|_| GitError::UnknownRevision {
                field,
                revision: revision.to_owned(),
                why: "names an object that is no commit".to_owned(),
            })?;
            found.push((full, commit));
        }
        if found.iter().any(|(_, commit)| Some(commit.id()) != found.first().map(|(_, first)| first.id())) {
            let names: Vec<&str> = found.iter().map(|(full, _)| full.as_str()).collect();
            let why = format!("{} are different commits", names.join(" and "));
            return Err(GitError::AmbiguousRevision { field, revision: revision.to_owned(), why });
        }
        match found.into_iter().next() {
            // A branch may be named like the beginning of another commit's id: git would take the branch and only warn.
            Some((full, commit)) if hex => match self.by_prefix(field, revision, name) {
                Ok(other) if other.id() != commit.id() => {
                    let begins = oid(other.id());
                    let why = format!("{full} and commit {} are different commits", begins.short());
                    Err(GitError::AmbiguousRevision { field, revision: revision.to_owned(), why })
                }
                Ok(_) | Err(_) => Ok(commit),
            },
            Some((_, commit)) => Ok(commit),
            None if hex => self.by_prefix(field, revision, name),
            None => {
                let why = "names no branch, tag or commit here".to_owned();
                Err(GitError::UnknownRevision { field, revision: revision.to_owned(), why })
            }
        }
    }

    fn by_prefix(
        &self,
        field: &'static str,
        revision: &str,
        hex: &str,
    ) -> Result<git2::Commit<'_>, GitError> {
        let revision = revision.to_owned();
        let object = match self.inner.find_object_by_prefix(hex, None) {
            Ok(object) => object,
            Err(error) if error.code() == ErrorCode::Ambiguous => {
                let why = "several objects begin with it".to_owned();
                return Err(GitError::AmbiguousRevision { field, revision, why });
            }
            Err(error) if error.code() == ErrorCode::NotFound => {
                let why = "names no commit here".to_owned();
                return Err(GitError::UnknownRevision { field, revision, why });
            }
            Err(error) => return Err(error).doing("look up an object"),
        };
        object.peel_to_commit().map_err(|_| {
            let why = "names an object that is no commit".to_owned();
            GitError::UnknownRevision { field, revision, why }
        })
    }
}

fn parse(text: &str) -> Result<Revision<'_>, &'static str> {
    if text.is_empty() {
        return Err("is empty");
    }
    if text.len() > MAX_LENGTH {
        return Err("is longer than 250 bytes");
    }
    if text.starts_with('-') {
        return Err("starts with a dash, as an option would");
    }
    if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Err("holds white space or a control character");
    }
    if text.contains("..") {
        return Err("is a range; give its two ends in two fields");
    }
    if text.contains("@{") || text == "@" {
        return Err("asks for a reflog or an upstream");
    }
    if text.contains([':', '?', '*', '[', '\\', '{', '}']) {
        return Err("holds a character that no branch or tag may hold");
    }
    let end = text.find(['~', '^']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if name.is_empty() {
        return Err("names nothing before its suffix");
    }
    let mut steps = Vec::new();
    let mut climbed = 0;
    while let Some(sign) = rest.chars().next() {
        let after = rest.get(1..).unwrap_or_default();
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, next) = after.split_at(digits);
        let number = if number.is_empty() { Ok(1) } else { number.parse::<u32>() };
        let Ok(number) = number else { return Err("climbs more than 10000 commits") };
        climbed += u64::from(number);
        if climbed > u64::from(MAX_STEPS) {
            return Err("climbs more than 10000 commits");
        }
        match sign {
            '~' => steps.push(Step::Up(number)),
            '^' => steps.push(Step::Parent(number)),
            _ => return Err("has something after ~ or ^ that is no number"),
        }
        rest = next;
    }
    Ok(Revision { name, steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_narrow() {
        for (text, accepted) in [
            ("HEAD", true),
            ("HEAD~1", true),
            ("HEAD~", true),
            ("main^2~3", true),
            ("feature/login-2", true),
            ("origin/main", true),
            ("abc123", true),
            ("v1.0", true),
            ("été", true),
            ("", false),
            ("-x", false),
            ("--output=x", false),
            (":/text", false),
            ("HEAD:src/a.rs", false),
            ("HEAD^{/re}", false),
            ("@{1}", false),
            ("main@{upstream}", false),
            ("@", false),
            ("a..b", false),
            ("a...b", false),
            ("~1", false),
            ("HEAD~1x", false),
            ("HEAD~99999999999", false),
            ("HEAD~9999~9999", false),
            ("a b", false),
            ("a\nb", false),
            ("a\0", false),
        ] {
            assert_eq!(parse(text).is_ok(), accepted, "{text:?}");
        }
        assert!(parse(&"a".repeat(5000)).is_err());
    }

    #[test]
    fn suffixes_are_read_in_order() {
        let revision = parse("main^2~3^").unwrap();
        assert_eq!(revision.name, "main");
        assert_eq!(revision.steps, [Step::Parent(2), Step::Up(3), Step::Parent(1)]);
    }
}
