//! Who brings in a file, and whether it is used there: the third level of an artifact, and what a link rests on.
//!
//! Works on the names of all files of the repository and on the texts of those that may matter. Nothing is guessed:
//! where a connection can be made in a way that no text shows, the answer is that it cannot be told.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ids::RepoPath;
use super::syntax::{self, Grammar, Import, Outline};

mod alembic;
mod as_script;
mod at_load;
mod autoload;
mod awake;
mod azure;
mod barrel;
mod built;
mod by_server;
mod caller;
mod compiled;
mod computed;
mod custom;
mod django;
mod doubt;
mod jest;
mod job;
mod kinds;
mod kit;
mod macros;
mod manifest;
mod member;
mod mention;
mod modules;
mod naming;
mod notes;
mod overridden;
mod pattern;
mod place;
mod place_python;
mod quarkus;
mod rails;
mod reach;
mod readme;
mod role;
mod ruby_loads;
mod said;
mod sam;
mod shown;
mod spring;
mod started;
mod subpath;
mod survey;
mod switch;
mod types;
mod unimported;
mod unread;
mod visible;
mod whole;
mod written;

pub(crate) use barrel::Origin;
pub(crate) use django::installs;
pub(crate) use job::lines_off;
pub(crate) use manifest::Manifests;
pub use naming::Words;
pub(crate) use naming::{names_its_modules, names_of, words, words_of};
pub(crate) use rails::draws_route;
pub(crate) use reach::Reach;
pub(crate) use role::{Role, is_test, role};
pub use survey::{COMMON, Parsed, ParsedFile, Survey};

/// What is said of a look that ended before it was done.
pub(crate) const GIVEN_UP: &str = "the look was given up";
/// Most files that are parsed to find the users of one file.
const MOST_PARSED: usize = 1_500;
/// How many re-exports are followed one after the other.
const HOPS: usize = 12;

/// Tells whether a file is a manifest.
pub fn is_manifest(name: &str) -> bool {
    manifest::is_one(name)
}

/// Tells whether a file's text is always wanted: a manifest, or where a crate of Rust says which files belong to it.
pub fn is_kept(name: &str) -> bool {
    is_manifest(name) || matches!(name, "lib.rs" | "main.rs" | "mod.rs")
}

/// Tells whether a file is code of which a syntax tree is read.
pub fn is_code(path: &RepoPath) -> bool {
    Grammar::of(path).is_some()
}

/// What was found of a file's use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wired {
    /// Used at that line of that file, in words.
    Yes {
        file: RepoPath,
        line: u32,
        how: String,
    },
    /// Nobody uses it; what comes nearest, in words, with its place.
    No {
        why: String,
        at: Option<(RepoPath, u32)>,
    },
    /// It is not there to be imported: a test, a document, a place where a program starts.
    NotAsked(String),
    CannotTell(String),
}

/// Asked between files.
struct GoesOn<'a>(&'a dyn Fn() -> bool);

impl std::fmt::Debug for GoesOn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GoesOn")
    }
}

/// The code of a repository, parsed as it is asked about.
#[derive(Debug)]
pub(crate) struct Project<'a> {
    pub(crate) survey: &'a Survey,
    pub(crate) manifests: Manifests,
    /// Texts that are known beside the survey's: the promised files.
    own: BTreeMap<&'a RepoPath, &'a str>,
    /// Tells whether to go on looking; what is asked after that is not told.
    goes_on: GoesOn<'a>,
    /// What was found of files that were asked about.
    known: RefCell<BTreeMap<RepoPath, Wired>>,
    /// Files that pass on with what they pass on: whether somebody takes it from there, or that is being asked.
    alive: RefCell<BTreeMap<(RepoPath, RepoPath), bool>>,
    /// Files of Rust, and whether a crate takes them in for its tests alone.
    for_tests: RefCell<BTreeMap<RepoPath, bool>>,
    /// Files of Rust, and whether no `mod` makes them part of a crate.
    left_out: RefCell<BTreeMap<RepoPath, bool>>,
    /// The folders that hold the settings of a framework.
    roots: OnceCell<BTreeSet<String>>,
    /// Files that may use others, as far as they were asked for.
    likely: RefCell<BTreeMap<RepoPath, Vec<RepoPath>>>,
}

impl<'a> Project<'a> {
    /// Returns the project of a survey; `own` are the texts of files that were read for other reasons.
    pub(crate) fn new(survey: &'a Survey, own: impl Iterator<Item = (&'a RepoPath, &'a str)>) -> Self {
        let own: BTreeMap<_, _> = own.collect();
        let manifests = Manifests::read(survey);
        let goes_on = GoesOn(&|| true);
        let (alive, known, for_tests) = (RefCell::default(), RefCell::default(), RefCell::default());
        let (left_out, roots, likely) = (RefCell::default(), OnceCell::new(), RefCell::default());
        Self { survey, manifests, own, goes_on, known, alive, for_tests, left_out, roots, likely }
    }

    /// Has the looks of a project end early once `goes_on` says no.
    pub(crate) fn followed(self, goes_on: &'a dyn Fn() -> bool) -> Self {
        Self { goes_on: GoesOn(goes_on), ..self }
    }

    /// Tells whether to go on looking.
    pub(crate) fn goes_on(&self) -> bool {
        (self.goes_on.0)()
    }

    /// Returns a file's text, where it is known. None is given for a look that was given up: whoever goes through many
    /// files ends with that.
    pub(crate) fn text(&self, path: &RepoPath) -> Option<&'a str> {
        if !self.goes_on() {
            return None;
        }
        self.own.get(path).copied().or_else(|| self.survey.texts.get(path).map(String::as_str))
    }

    /// Returns a file's outline; parsed once. Nothing is parsed for a look that was given up: what comes of it is dropped.
    pub(crate) fn outline(&self, path: &RepoPath) -> Option<Arc<Outline>> {
        if !self.goes_on() {
            return None;
        }
        self.survey.parsed.outline(path, self.text(path))
    }

    /// Tells whether a file was looked at for a word and does not hold it.
    pub(crate) fn lacks_word(&self, path: &RepoPath, word: &str) -> bool {
        let asked = self.survey.mentions.get(word);
        self.survey.left_out.is_none()
            && self.survey.paths.contains(path)
            && asked.is_some_and(|files| !files.contains(path))
    }

    pub(crate) fn exists(&self, path: &RepoPath) -> bool {
        self.survey.paths.contains(path) || self.own.contains_key(path)
    }

    fn framework_roots(&self) -> &BTreeSet<String> {
        let all = || place::framework_roots(self.survey.paths.iter().chain(self.own.keys().copied()));
        self.roots.get_or_init(all)
    }

    /// Tells whether a file that is there is none that git would know; nothing is said of hidden and foreign folders.
    pub(crate) fn is_ignored(&self, path: &RepoPath) -> bool {
        let apart =
            |part: &str| matches!(part, "vendor" | "target" | "venv" | "site-packages" | "__pycache__");
        self.survey.lacks(path) && !path.as_str().split('/').any(apart)
    }

    /// Finds out who uses a file.
    pub(crate) fn wired(&self, path: &RepoPath) -> Wired {
        if let Some(known) = self.known.borrow().get(path) {
            return known.clone();
        }
        let found = self.look_for(path);
        self.known.borrow_mut().insert(path.clone(), found.clone());
        found
    }

    fn look_for(&self, path: &RepoPath) -> Wired {
        let role = role(self, path);
        match &role {
            Role::Test => return Wired::NotAsked("a test is run, not imported".to_owned()),
            Role::Document => return Wired::NotAsked("a document or a setting, not code".to_owned()),
            Role::Code | Role::Resource | Role::Start(_) | Role::MayStart(_) => {}
        }
        let found = self.by_custom(path, self.search(path));
        match (found, role) {
            (Wired::No { why, at }, Role::Code) => {
                let lacks = place::not_found(self, path);
                Wired::No { why: lacks.map_or(why.clone(), |lacks| format!("{why}, and {lacks}")), at }
            }
            (Wired::No { .. } | Wired::CannotTell(_), Role::Start(why)) => Wired::NotAsked(why),
            (Wired::No { why, .. }, Role::MayStart(doubt)) => {
                Wired::CannotTell(format!("{why}, but {doubt}"))
            }
            (found, _) => found,
        }
    }

    fn search(&self, path: &RepoPath) -> Wired {
        let Some(outline) = self.outline(path) else { return mention::wired(self, path) };
        let named = match outline.grammar {
            Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Rust => {
                self.imported(path, &outline)
            }
            Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby => {
                visible::wired(self, path, &outline)
            }
        };
        match named {
            Wired::No { .. } | Wired::CannotTell(_) => match self.by_text(path) {
                Some(found) => found,
                None => self.doubt(path, named, &outline),
            },
            Wired::Yes { .. } | Wired::NotAsked(_) => named,
        }
    }

    /// Files of the same languages that hold one of the words a user of `path` must hold; tests left out.
    pub(crate) fn candidates(&self, path: &RepoPath, outline: &Outline) -> Vec<RepoPath> {
        if let Some(known) = self.likely.borrow().get(path) {
            return known.clone();
        }
        let found = self.holders(path, outline, &words_of(path, outline));
        if self.goes_on() {
            self.likely.borrow_mut().insert(path.clone(), found.clone());
        }
        found
    }

    /// Files of the same languages that hold one of some words; tests left out.
    fn holders(&self, path: &RepoPath, outline: &Outline, words: &BTreeSet<String>) -> Vec<RepoPath> {
        let mut found: BTreeSet<&RepoPath> = BTreeSet::new();
        for files in words.iter().filter_map(|word| self.survey.mentions.get(word)) {
            // What is declared together is mostly held together.
            if found.len() != files.len() || files.iter().ne(found.iter().copied()) {
                found.extend(files);
            }
        }
        let program = |p: &RepoPath| Grammar::of_program(p, self.text(p)?);
        let speaks = |other: &RepoPath| {
            let grammar = Grammar::of(other).or_else(|| program(other));
            grammar.is_some_and(|g| g.speaks_with(outline.grammar))
        };
        let mut found: Vec<RepoPath> =
            found.into_iter().filter(|p| *p != path && speaks(p) && counts(self, p, path)).cloned().collect();
        // Whoever names the module comes first: he is the likeliest, and the first found user ends the search.
        let names = names_of(path, Grammar::of(path));
        let said: Vec<_> = names.iter().filter_map(|w| self.survey.mentions.get(w)).collect();
        let names = |file: &RepoPath| said.iter().any(|files| files.contains(file));
        found.sort_by_cached_key(|p| (!names(p), std::cmp::Reverse(shared(p, path)), p.as_str().len()));
        found
    }

    /// Tells whether a file holds the name of the module that another is.
    pub(crate) fn speaks_of(&self, file: &RepoPath, module: &RepoPath) -> bool {
        let names = names_of(module, Grammar::of(module));
        names.iter().any(|w| self.survey.mentions.get(w).is_some_and(|m| m.contains(file)))
    }

    /// The candidates that must be parsed. An import names the module it means; where no file that does so passes it on,
    /// and no alias or package stands for it, a file that holds but a name of it has it from elsewhere.
    fn users(&self, path: &RepoPath, outline: &Outline) -> Vec<RepoPath> {
        let words = words_of(path, outline);
        let held = words.iter().filter_map(|w| self.survey.mentions.get(w)).map(BTreeSet::len).max();
        let many = held.is_some_and(|files| files >= 64) || self.has_common(&words);
        if !many || !names_its_modules(outline.grammar) || self.manifests.stands_for(path) {
            return self.candidates(path, outline);
        }
        let direct = self.holders(path, outline, &names_of(path, Some(outline.grammar)));
        let passes = |file: &RepoPath| {
            self.outline(file).is_some_and(|o| {
                o.imports.iter().any(|i| i.passes_on && modules::resolve(self, file, &o, i).contains(path))
            })
        };
        let mut looked = direct.iter().take(MOST_PARSED).take_while(|_| self.goes_on());
        if looked.any(passes) { self.candidates(path, outline) } else { direct }
    }

    fn has_common(&self, words: &BTreeSet<String>) -> bool {
        words.iter().any(|word| self.survey.common.contains(word))
    }

    /// Looks for a file that imports `path`, directly or through files that pass it on, and uses what it imports.
    fn imported(&self, path: &RepoPath, outline: &Outline) -> Wired {
        let candidates = self.users(path, outline);
        let mut nearest: Option<(String, RepoPath, u32)> = None;
        let (mut types, mut shown, mut loaded) = (None, None, None);
        let mut near = |why: String, file: &RepoPath, line: u32| {
            if nearest.is_none() {
                nearest = Some((why, file.clone(), line));
            }
        };
        for file in candidates.iter().take(MOST_PARSED) {
            if !self.goes_on() {
                return Wired::CannotTell(GIVEN_UP.to_owned());
            }
            match self.reach_or_show(file, path) {
                (Reach::Used { line }, true) => {
                    shown.get_or_insert((file.clone(), line));
                }
                (Reach::Used { line }, false) => {
                    return Wired::Yes {
                        file: file.clone(),
                        line,
                        how: format!("imported and used at {file}:{line}"),
                    };
                }
                (Reach::Unused { line, name }, _) => {
                    near(format!("imported at {file}:{line}, but `{name}` is not used there"), file, line);
                }
                (Reach::TypeOnly { line, named: true }, _) => {
                    types.get_or_insert((file.clone(), line));
                }
                (Reach::TypeOnly { line, .. }, _) => {
                    near(format!("only its types are imported, at {file}:{line}"), file, line);
                }
                (Reach::Loaded { line }, _) => {
                    loaded.get_or_insert((file.clone(), line));
                }
                (Reach::Not | Reach::CannotTell, _) => {}
            }
        }
        if candidates.len() > MOST_PARSED {
            return Wired::CannotTell(format!(
                "{} files may use it; the first {MOST_PARSED} do not",
                candidates.len()
            ));
        }
        if let Some((file, line)) = shown {
            return Wired::CannotTell(format!(
                "given on by its names at {file}:{line}, and nobody was found who takes one of them there"
            ));
        }
        if let Some((file, line)) = types {
            return Wired::CannotTell(format!("only types of it are used, at {file}:{line}"));
        }
        if let Some((file, line)) = loaded {
            return Wired::CannotTell(format!(
                "brought in without a name at {file}:{line}, and it only declares names, which nobody was found to use"
            ));
        }
        if outline.grammar == Grammar::Rust {
            return unimported::at_work(self, path, outline, nearest);
        }
        match nearest {
            Some((why, file, line)) => Wired::No { why, at: Some((file, line)) },
            None => self.only_tests(path, outline),
        }
    }

    /// Says whether at least tests use a file.
    fn only_tests(&self, path: &RepoPath, outline: &Outline) -> Wired {
        let mentioned =
            words_of(path, outline).into_iter().filter_map(|w| self.survey.mentions.get(&w)).flatten();
        let tests: BTreeSet<&RepoPath> = mentioned.filter(|p| is_test(p) && *p != path).take(400).collect();
        for test in tests.into_iter().take(50) {
            if let Reach::Used { line } = self.reach(test, path) {
                return Wired::No { why: "only tests import it".to_owned(), at: Some((test.clone(), line)) };
            }
        }
        let dead = self.passed_on_by(path, outline);
        match dead {
            Some(file) => Wired::No {
                why: format!("only `{file}` passes it on, and nobody takes it from there"),
                at: None,
            },
            None => Wired::No { why: "nothing imports it".to_owned(), at: None },
        }
    }

    fn passed_on_by(&self, path: &RepoPath, outline: &Outline) -> Option<RepoPath> {
        self.users(path, outline).into_iter().take(200).find(|file| {
            self.outline(file).is_some_and(|o| {
                o.imports.iter().any(|i| i.passes_on && modules::resolve(self, file, &o, i).contains(path))
            })
        })
    }

    /// Tells whether any package of the repository depends on a library.
    pub(crate) fn depends_on(&self, library: &str) -> bool {
        self.manifests.depends_on(library)
    }

    /// Returns the place in a file that may use another by a name that it computes.
    pub(crate) fn by_computed_name(&self, from: &RepoPath, to: &RepoPath) -> Option<usize> {
        let (here, there) = (self.outline(from)?, self.outline(to)?);
        computed::called_by_name(self.text(from)?, &here, to, &there)
    }

    /// Returns the one file that an import leads to, as far as it can be followed.
    pub(crate) fn leads_to(&self, from: &RepoPath, here: &Outline, import: &Import) -> Option<RepoPath> {
        modules::resolve(self, from, here, import).into_iter().next()
    }

    /// Returns the files that an import of a script would bring in by what is written there.
    pub(crate) fn leads_by(&self, from: &RepoPath, written: &str) -> Vec<RepoPath> {
        let script = Grammar::of(from).is_some_and(Grammar::is_script);
        if script { modules::script(self, from, written) } else { Vec::new() }
    }

    /// Tells whether an import binds a name to a file as a whole.
    pub(crate) fn module_of(
        &self,
        from: &RepoPath,
        here: &Outline,
        import: &Import,
        local: &str,
        to: &RepoPath,
    ) -> bool {
        import.names.iter().filter(|n| n.local == local).any(|n| match n.name.as_str() {
            "*" => self.leads_to(from, here, import).as_ref() == Some(to),
            name => modules::names_module(self, from, here, import, name).is_some_and(|m| m.contains(to)),
        })
    }

    /// Tells whether an import binds a name to a file that is a module of the package named: `from shop import pay`. What the
    /// package itself has under that name goes before its module.
    pub(crate) fn is_submodule(
        &self,
        from: &RepoPath,
        here: &Outline,
        import: &Import,
        local: &str,
        to: &RepoPath,
    ) -> bool {
        let package = self.leads_to(from, here, import).and_then(|package| self.outline(&package));
        let gives = |name: &str| {
            package.as_ref().is_some_and(|o| {
                let on = o.imports.iter().any(|i| i.passes_on && i.names.iter().any(|n| n.local == name));
                on || o.exports().any(|s| s.name == name)
            })
        };
        self.module_of(from, here, import, local, to)
            && import.names.iter().any(|n| n.local == local && n.name != "*" && !gives(&n.name))
    }

    /// Tells whether what a file gives under a name may be another's, though its text does not show it: a module of CommonJS
    /// that works out what it gives.
    pub(crate) fn may_give(&self, file: &RepoPath, import: &Import, local: &str, to: &RepoPath) -> bool {
        let Some(outline) = self.outline(file).filter(|o| o.open && o.grammar.is_script()) else {
            return false;
        };
        let mut bindings = import.names.iter().filter(|n| n.local == local);
        bindings.any(|n| match n.name.as_str() {
            "*" | "default" => self.reached_by(file, &outline, to),
            name => self.offers(file, name) != Some(true),
        })
    }

    /// Tells whether what an import names is a member of a type of this repository.
    pub(crate) fn names_type(&self, from: &RepoPath, here: &Outline, import: &Import) -> bool {
        modules::names_type(self, from, here, import, None)
    }

    /// Tells whether a name that an import brings in is a module itself.
    pub(crate) fn names_module(&self, from: &RepoPath, here: &Outline, import: &Import, name: &str) -> bool {
        modules::names_module(self, from, here, import, name).is_some()
    }

    /// Returns the files that pass on a file for which no other use was found; theirs must be looked for as well.
    pub(crate) fn passed_on_alone(&self, path: &RepoPath) -> Vec<RepoPath> {
        let Some(outline) = self.outline(path) else { return Vec::new() };
        if matches!(self.wired(path), Wired::Yes { .. } | Wired::NotAsked(_)) {
            return Vec::new();
        }
        // What is done to a type in another file is as much in use as that one.
        let beside = visible::declaring(self, path, &outline);
        let mut found: Vec<RepoPath> = beside.into_iter().map(|(_, file)| file).collect();
        let mut open = vec![(path.clone(), outline)];
        while let Some((of, outline)) = open.pop() {
            if !self.goes_on() {
                return found;
            }
            for file in self.users(&of, &outline).into_iter().take(200) {
                let Some(other) = self.outline(&file) else { continue };
                let passes = other
                    .imports
                    .iter()
                    .any(|i| i.passes_on && modules::resolve(self, &file, &other, i).contains(&of));
                if passes && !found.contains(&file) && found.len() < 40 {
                    found.push(file.clone());
                    open.push((file, other));
                }
            }
        }
        found
    }
}

/// Tells whether a text holds a name as a whole word.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            !text[..at].chars().next_back().is_some_and(joins)
                && !text[at + word.len()..].chars().next().is_some_and(joins)
        })
}

/// Tells whether a file's use of another counts: not that of a test, a story, an example or a mock, unless the other
/// belongs to the same.
fn counts(project: &Project<'_>, user: &RepoPath, of: &RepoPath) -> bool {
    // By the text alone: whoever asks this of all files that hold a word must not have parsed them for it.
    let built = |path: &RepoPath| !project.text(path).is_some_and(|text| syntax::is_left_out(path, text));
    !is_test(user)
        && (!mention::uses_nothing(user) || mention::uses_nothing(of) || shown::is_in_use(project, user))
        && (built(user) || !built(of))
        && !built::in_no_crate(project, user)
        && (!built::for_tests_alone(project, user) || built::for_tests_alone(project, of))
}

/// How many leading folders two paths share.
fn shared(a: &RepoPath, b: &RepoPath) -> usize {
    a.as_str().split('/').zip(b.as_str().split('/')).take_while(|(a, b)| a == b).count()
}
