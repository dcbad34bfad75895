//! Folders whose names say that they only show what there is, and that the program takes in all the same: `src/stories` of a
//! reader's stories, `src/examples` of a page that lists them.

use super::{Project, Wired, Words, is_test, mention, modules, names_its_modules, names_of, words_of};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// Most files that are asked for one.
const MOST: usize = 200;

/// Tells whether a file of such a folder is imported by one of none.
pub(super) fn is_in_use(project: &Project<'_>, user: &RepoPath) -> bool {
    let Some(grammar) = Grammar::of(user).filter(|g| names_its_modules(*g)) else { return false };
    if !mention::only_shows(user) {
        return false;
    }
    let names = names_of(user, Some(grammar));
    let holders = names.iter().filter_map(|name| project.survey.mentions.get(name)).flatten();
    let outside = holders.filter(|file| *file != user && !is_test(file) && !mention::uses_nothing(file));
    outside.take(MOST).take_while(|_| project.goes_on()).any(|file| {
        let speaks = Grammar::of(file).is_some_and(|other| other.speaks_with(grammar));
        speaks
            && project.outline(file).is_some_and(|here| {
                here.imports.iter().any(|i| modules::resolve(project, file, &here, i).contains(user))
            })
    })
}

impl Project<'_> {
    /// The names of files that only show what there is and hold a word of one that nobody else uses: whether the program
    /// takes them in must be known.
    pub(crate) fn names_of_shown(&self, path: &RepoPath) -> Words {
        let Some(outline) = self.outline(path).filter(|o| names_its_modules(o.grammar)) else {
            return Words::default();
        };
        if mention::uses_nothing(path) || !matches!(self.wired(path), Wired::No { .. } | Wired::CannotTell(_))
        {
            return Words::default();
        }
        let words = words_of(path, &outline);
        let holders = words.iter().filter_map(|word| self.survey.mentions.get(word)).flatten();
        let shown = holders.filter(|file| *file != path && mention::only_shows(file) && !is_test(file));
        let speaks = shown.filter(|file| Grammar::of(file).is_some_and(|g| g.speaks_with(outline.grammar)));
        Words::of_names(speaks.take(MOST).flat_map(|file| names_of(file, Grammar::of(file))))
    }
}
