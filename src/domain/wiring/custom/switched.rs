//! Switches of Python that stand off in their own module and that another file turns: `till.FLAG = True`. What runs behind one
//! is in use once it is turned, and when that is cannot be told.

use std::sync::LazyLock;

use regex::Regex;

use super::super::{Project, Wired, is_test, role};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, line_of};

/// Most files that are looked at.
const MOST: usize = 400;
/// Most switches of one file.
const MOST_SWITCHES: usize = 40;

/// A name at the top of a module that has nothing or no as its value.
static OFF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^([A-Za-z_]\w*)[ \t]*(?::[^=\n]+)?=[ \t]*(?:False|None|0)[ \t]*(?:#.*)?$")
        .expect("a constant pattern")
});

impl Project<'_> {
    /// Returns the switches of the file that brings in another and, as it stands, never comes to use it.
    pub(crate) fn switches_before(&self, path: &RepoPath) -> Vec<String> {
        if Grammar::of(path) != Some(Grammar::Python) {
            return Vec::new();
        }
        match self.wired(path) {
            Wired::No { at: Some((file, _)), .. } => switches(self, &file),
            Wired::No { .. } | Wired::Yes { .. } | Wired::NotAsked(_) | Wired::CannotTell(_) => Vec::new(),
        }
    }
}

fn switches(project: &Project<'_>, file: &RepoPath) -> Vec<String> {
    let idle = project.outline(file).is_some_and(|outline| !outline.dead.is_empty());
    let text = project.text(file).filter(|_| idle).unwrap_or("");
    OFF.captures_iter(text).take(MOST_SWITCHES).map(|found| found[1].to_owned()).collect()
}

/// Returns in words where a switch of `user` is turned from outside, if it is; `user` brings the file in question in.
pub(in crate::domain::wiring) fn may_be_turned(project: &Project<'_>, user: &RepoPath) -> Option<String> {
    if Grammar::of(user) != Some(Grammar::Python) {
        return None;
    }
    let module = role::module_name(user);
    switches(project, user).into_iter().find_map(|switch| {
        let holders = project.survey.mentions.get(&switch).into_iter().flatten();
        let such =
            |file: &&RepoPath| *file != user && !is_test(file) && Grammar::of(file) == Some(Grammar::Python);
        holders.filter(such).take(MOST).find_map(|file| {
            let text = Code::new(file, project.text(file)?).text;
            let whole = format!("{module}.{switch}");
            let at = text.match_indices(&whole).map(|(at, _)| at).find(|at| {
                let after = text[at + whole.len()..].trim_start();
                let set = after.starts_with('=') && !after.starts_with("==");
                set && !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            })?;
            Some(format!("`{whole}` is set at {file}:{}", line_of(&text, at)))
        })
    })
}
