//! Texts that name a file: by a path, with its extension or without, or by the dotted name of a module.

use super::job::run_by_job;
use super::manifest::without_extension;
use super::mention::{self, bases, joined};
use super::{Project, Wired, by_server, is_test, jest, kinds, modules, notes, role, said, sam};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Import, Outline, line_of};

/// Most texts that are searched for one file.
const MOST: usize = 400;

impl Project<'_> {
    /// Looks for a text that names a file and has it loaded: its path, or the dotted name of its module.
    pub(super) fn by_text(&self, path: &RepoPath) -> Option<Wired> {
        if let Some(found) = run_by_job(self, path) {
            return Some(found);
        }
        if let Some(found) = sam::started(self, path) {
            return Some(found);
        }
        if let Some(found) = jest::loaded(self, path) {
            return Some(found);
        }
        let found = mention::by_path(self, path);
        if matches!(found, Some(Wired::Yes { .. })) {
            return found;
        }
        if let Some(started) = self.started(path) {
            return Some(started);
        }
        match self.by_name(path) {
            Some(yes @ Wired::Yes { .. }) => Some(yes),
            doubt => match by_server::given(self, path) {
                Some(yes @ Wired::Yes { .. }) => Some(yes),
                other => found.or(doubt).or(other),
            },
        }
    }

    fn by_name(&self, path: &RepoPath) -> Option<Wired> {
        let grammar = Grammar::of(path)?;
        let python = grammar == Grammar::Python;
        if !python && !grammar.is_script() {
            return None;
        }
        let mut doubt = None;
        let holders = self.survey.mentions.get(role::stem(path)).into_iter().flatten();
        // Names of modules stand in code and in settings, paths without extension in settings alone.
        let such = |file: &&RepoPath| match Grammar::of(file) {
            Some(other) => python && other == Grammar::Python,
            None => {
                let tool = mention::is_tool(file) && file.file_name() != "setup.cfg";
                !mention::is_listing(file) && !tool && !mention::is_prose(file)
            }
        };
        for file in holders.filter(|p| *p != path && !is_test(p)).filter(such).take(MOST) {
            let Some(text) = self.text(file) else { continue };
            let dead = self.outline(file).map(|o| o.dead.clone()).unwrap_or_default();
            for (at, written) in mention::quoted(self, file, text) {
                // `shop=shop.cli:main` among the programs of a package.
                let written = match written.rsplit_once('=') {
                    Some((_, program)) if python && is_setup(file) => program.trim().to_owned(),
                    _ => written,
                };
                let named = if python {
                    self.is_module_of(file, &written, path)
                } else {
                    written.contains('/') && self.is_path_of(file, &written, path)
                };
                if !named || dead.iter().any(|d| d.contains(&at)) {
                    continue;
                }
                let line = line_of(text, at);
                let unknown =
                    said::is_other_json(file) || kinds::is_unknown(file) || notes::only_tells(file, path);
                let said = said::only_says(file, text, at) || unknown;
                if !said && takes(file, text, mention::line_at(text, at), &written) {
                    let how = format!("named as `{written}` at {file}:{line}");
                    return Some(Wired::Yes { file: file.clone(), line, how });
                }
                doubt.get_or_insert_with(|| {
                    let why = format!(
                        "`{written}` stands at {file}:{line}, and whether that loads it cannot be told"
                    );
                    Wired::CannotTell(why)
                });
            }
        }
        doubt
    }

    /// Tells whether a text that stands in one file names another.
    pub(crate) fn is_meant(&self, file: &RepoPath, written: &str, to: &RepoPath) -> bool {
        let from_root = jest::from_root(written);
        let written = from_root.as_deref().unwrap_or(written);
        let known = !written.is_empty() && written.len() < 200 && !written.contains(char::is_whitespace);
        known && (self.is_path_of(file, written, to) || self.is_module_of(file, written, to))
    }

    /// `./worker.ts`, `./worker`, `src/handlers/total.handler`.
    pub(super) fn is_path_of(&self, file: &RepoPath, written: &str, to: &RepoPath) -> bool {
        let named = written.rsplit('/').next().unwrap_or(written);
        if !named.contains(role::stem(to)) || !written.contains('/') && named != to.file_name() {
            return false;
        }
        let bare = without_extension(to.as_str());
        let here = file.parent();
        let leads = |path: &str| {
            path == to.as_str()
                || written.contains('/')
                    && (path == bare || path.strip_prefix(bare.as_str()).is_some_and(is_export))
        };
        bases(self, file, written.starts_with('.'))
            .iter()
            .chain([&here])
            .any(|base| joined(base.as_ref(), written).is_some_and(|path| leads(&path)))
    }

    /// `desks.urls`, `desks.middleware.Stamp`, `desks.app:create`.
    pub(super) fn is_module_of(&self, file: &RepoPath, written: &str, to: &RepoPath) -> bool {
        let stem = role::stem(to);
        if Grammar::of(to) != Some(Grammar::Python) || !written.contains('.') || !written.contains(stem) {
            return false;
        }
        let mut module = written.split(':').next().unwrap_or(written);
        for _ in 0..3 {
            if module.rsplit('.').next() == Some(stem) && modules::python(self, file, module).contains(to) {
                return true;
            }
            let Some((outer, _)) = module.rsplit_once('.') else { return false };
            module = outer;
        }
        false
    }
}

/// `.handler` behind a path: what a file gives out, by its name.
fn is_export(rest: &str) -> bool {
    rest.strip_prefix('.')
        .is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// What says which programs a package of Python has.
fn is_setup(file: &RepoPath) -> bool {
    matches!(file.file_name(), "setup.py" | "setup.cfg")
}

/// Tells whether a module or path that is named on a line of a file is loaded by that.
fn takes(file: &RepoPath, text: &str, line: &str, written: &str) -> bool {
    const LOADERS: [&str; 10] = [
        "include(",
        "import_module(",
        "__import__(",
        "import_string(",
        "run_module(",
        "ROOT_URLCONF",
        "DJANGO_SETTINGS_MODULE",
        "uvicorn.run(",
        "autodiscover_tasks(",
        "load_object(",
    ];
    if is_setup(file) && written.contains(':') {
        return true;
    }
    if Grammar::of(file) == Some(Grammar::Python) {
        // Whatever Django's settings name is loaded.
        return LOADERS.iter().any(|l| line.contains(l)) || text.contains(super::django::INSTALLED);
    }
    mention::loads(file, line, written)
}

/// Tells whether a module of Python is brought in for what it does as it is loaded: the line says so to the linter, or an
/// application of Django does it as it is ready.
pub(super) fn for_effect(here: &Outline, text: &str, import: &Import) -> bool {
    if here.grammar != Grammar::Python {
        return false;
    }
    let line = mention::line_at(text, import.at.start);
    if line.split_once('#').is_some_and(|(_, said)| said.trim_start().to_lowercase().starts_with("noqa")) {
        return true;
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(line);
    let above = text.get(..import.at.start).unwrap_or("").lines().rev();
    let outer = above.filter(|l| !l.trim().is_empty()).find(|l| indent(l) < own);
    outer.is_some_and(|l| l.trim_start().starts_with("def ready("))
}
