//! Programs and workers of Node that a script starts by a path without its ending: `fork('./pay')`, `new Worker('./pay')`,
//! `spawn('node', ['./pay'])`. Node finds the file as it finds a module.

use super::mention::{self, bases, joined};
use super::{Project, Wired, counts, names_of, role, said};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, line_of};

/// Most texts that are searched for one file.
const MOST: usize = 400;
/// What starts the path that it is given, or names its file to what does.
const STARTS: [&str; 4] = ["fork", "Worker", "SharedWorker", "Piscina"];
/// What starts a program with words, of which one is Node's and the next the path.
const SPAWNS: [&str; 6] = ["spawn", "spawnSync", "execFile", "execFileSync", "execa", "execaSync"];
/// How Node is called among them.
const NODE: [&str; 4] = ["node", "execPath", "tsx", "bun"];

impl Project<'_> {
    /// Looks for a script that starts another by its path.
    pub(super) fn started(&self, path: &RepoPath) -> Option<Wired> {
        let grammar = Grammar::of(path).filter(|g| g.is_script())?;
        let bare = super::manifest::without_extension(path.as_str());
        // A folder stands for its index.
        let folder = path.parent().filter(|_| role::stem(path) == "index");
        let leads = |file: &RepoPath, written: &str| {
            let here = file.parent();
            let found = bases(self, file, written.starts_with('.'));
            let mut found = found.iter().chain([&here]).filter_map(|base| joined(base.as_ref(), written));
            found.any(|found| found == bare || folder.as_ref().is_some_and(|f| f.as_str() == found))
        };
        let names = names_of(path, Some(grammar));
        let holders = names.iter().filter_map(|name| self.survey.mentions.get(name)).flatten();
        let scripts = |file: &&RepoPath| Grammar::of(file).is_some_and(Grammar::is_script);
        let users =
            holders.filter(|file| *file != path).filter(scripts).filter(|file| counts(self, file, path));
        for file in users.take(MOST) {
            let (Some(text), Some(outline)) = (self.text(file), self.outline(file)) else { continue };
            for (at, written) in mention::quoted(self, file, text) {
                let dead = outline.dead.iter().any(|range| range.contains(&at));
                if !written.contains('/') && !written.starts_with('.')
                    || dead
                    || said::only_says(file, text, at)
                {
                    continue;
                }
                if leads(file, &written) && starts(mention::line_at(text, at)) {
                    let line = line_of(text, at);
                    let how = format!("started as `{written}` at {file}:{line}");
                    return Some(Wired::Yes { file: file.clone(), line, how });
                }
            }
        }
        None
    }
}

/// Tells whether a line starts what is named on it.
fn starts(line: &str) -> bool {
    let words = || line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let has = |known: &[&str]| words().any(|word| known.contains(&word));
    has(&STARTS) || has(&SPAWNS) && has(&NODE)
}
