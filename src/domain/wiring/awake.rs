//! What of a file runs, as far as other files tell: functions that few files can call and that one of them calls, and what
//! stands behind switches that are not off.

use std::collections::BTreeSet;

use super::{Project, Reach, Words, caller, switch, unimported, visible};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Grammar, Known, Outline, Symbol, SymbolKind};

/// How many users of a file are asked.
const MOST: usize = 400;

/// Returns the outline of a file by what of it runs, where that is less than all. The file's own calls and constants are
/// known; those of others are where the survey looked for them.
pub(super) fn of(project: &Project<'_>, path: &RepoPath, here: &Outline) -> Option<Outline> {
    of_where(project, path, here, |_| false)
}

/// The same where a class that nobody names yet is taken to be in use: what it does is its own, whoever uses it.
pub(super) fn of_itself(project: &Project<'_>, path: &RepoPath, here: &Outline) -> Option<Outline> {
    let is_class = |s: &&Symbol| s.kind == SymbolKind::Class && s.owner.is_none();
    let classes: BTreeSet<&str> = here.symbols.iter().filter(is_class).map(|s| s.name.as_str()).collect();
    of_where(project, path, here, |name| classes.contains(name))
}

fn of_where(
    project: &Project<'_>,
    path: &RepoPath,
    here: &Outline,
    runs: impl Fn(&str) -> bool,
) -> Option<Outline> {
    if here.lone.is_empty() && here.guards.is_empty() || project.survey.left_out.is_some() {
        return None;
    }
    let is_called = |name: &&String| runs(name) || caller::is_called(project, path, here, name);
    let called: BTreeSet<String> = here.lone.iter().filter(is_called).cloned().collect();
    let is_off = |guard: &&String| switch::is_off(project, path, here, guard);
    let off: BTreeSet<String> = here.guards.iter().filter(is_off).cloned().collect();
    let less = called.len() < here.lone.len() || !off.is_empty();
    less.then(|| syntax::outline_where(path, project.text(path)?, Some(&Known { called, off }))).flatten()
}

impl Project<'_> {
    /// The names of which it must be known who calls them or what they are, since a file is in use by them alone.
    pub(crate) fn names_beside(&self, path: &RepoPath) -> Words {
        let Some(outline) = self.outline(path) else { return Words::default() };
        let mut names = BTreeSet::new();
        let by_name =
            matches!(outline.grammar, Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby);
        for file in self.candidates(path, &outline).into_iter().take(MOST) {
            if !self.goes_on() {
                break;
            }
            let Some(other) = self.outline(&file) else { continue };
            let uses = |here: &Outline| {
                if by_name {
                    visible::named(self, &file, here, path, &outline).is_some()
                } else {
                    matches!(self.follow(&file, here, path, &outline).0, Reach::Used { .. })
                        || unimported::calls_member(here, &outline).is_some()
                }
            };
            if !uses(&other) {
                continue;
            }
            let off: BTreeSet<String> =
                other.guards.iter().filter(|g| switch::may_be_off(&other, g)).cloned().collect();
            if other.lone.is_empty() && off.is_empty() {
                break;
            }
            let known = Known { called: BTreeSet::new(), off };
            let awake = self.text(&file).and_then(|text| syntax::outline_where(&file, text, Some(&known)));
            if awake.is_some_and(|o| uses(&o)) {
                break;
            }
            names.extend(other.lone.iter().cloned());
            names.extend(known.off.iter().flat_map(|guard| switch::names(&other, guard)));
        }
        Words::of_names(names)
    }
}
