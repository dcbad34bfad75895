//! The files a plan names: each exists from the repository root, is new, or is made earlier.
//!
//! What is no path, what only a placeholder stands for, and what nobody can tell is not held against the plan; how many
//! such entries there are is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use globset::GlobBuilder;
use regex::Regex;

use super::document::Read;
use super::mentions::{self, Lists, Made, Mark};
use super::order::{self, Sibling};
use super::shape::{self, Left};
use super::{Found, Gathered, Surroundings, short};
use crate::domain::ids::RepoPath;
use crate::domain::plan::{MAX_TASK_FILES, layout};
use crate::domain::review::Remark;

/// The most paths of one plan that are looked at.
const MAX_REFERENCES: usize = 500;

/// Line numbers behind a path: `:12`, `:12-40`, `#L12`.
static LINES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?::~?\d[\d,:–-]*|#L\d[\dL-]*)$").expect("a fixed pattern"));

/// Names that many folders of one repository have a file by.
const EVERYWHERE: [&str; 20] = [
    "index",
    "mod",
    "lib",
    "__init__",
    "main",
    "page",
    "route",
    "routes",
    "layout",
    "README",
    "SKILL",
    "package",
    "Cargo",
    "Dockerfile",
    "Makefile",
    "types",
    "utils",
    "list",
    "delete",
    "conftest",
];

/// A file a plan names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// As listed, without notes and line numbers: `src/a.rs`, `src/**/*.rs`, `../other/x`.
    pub text: String,
    /// It has wildcards; `[id]` is none, web frameworks name folders so.
    pub pattern: bool,
    /// The first line that names it, from 1.
    pub line: u32,
    /// The first task that names it.
    pub task: Option<String>,
    /// The plan marks or describes it as a file it makes.
    pub made: bool,
    /// Its own entry says that it is new.
    pub marked: bool,
    /// The plan only says to read it.
    pub read_only: bool,
}

impl Reference {
    /// Returns the folder that a pattern's wildcards lie below; nothing where that is the root.
    pub fn base(&self) -> Option<RepoPath> {
        let end = self.text.find(['*', '{']).unwrap_or(self.text.len());
        let folder = self.text[..end].rsplit_once('/').map_or("", |(folder, _)| folder);
        RepoPath::parse(folder).ok()
    }

    /// Tells whether a pattern takes one of these paths.
    pub fn takes<'p>(&self, paths: impl Iterator<Item = &'p RepoPath>) -> bool {
        self.matches(paths.map(RepoPath::as_str))
    }

    pub(super) fn matches<'p>(&self, paths: impl Iterator<Item = &'p str>) -> bool {
        matches(&self.text, paths)
    }
}

/// Tells whether a pattern takes one of these paths; one that cannot be read takes all.
pub(super) fn matches<'p>(pattern: &str, mut paths: impl Iterator<Item = &'p str>) -> bool {
    // Brackets are literal; a folder's pattern takes all in it.
    let text = pattern.replace('[', "\\[").replace(']', "\\]");
    let text = if text.ends_with('/') { format!("{text}**") } else { text };
    let glob = GlobBuilder::new(&text).backslash_escape(true).literal_separator(true).build();
    let Ok(glob) = glob else { return true };
    let matcher = glob.compile_matcher();
    paths.any(|path| matcher.is_match(path))
}

/// Returns the files of the same name as a path that is missing, at most three, nearest in name first.
pub fn like<'p>(text: &str, files: impl Iterator<Item = &'p RepoPath>) -> Vec<RepoPath> {
    let name = text.rsplit('/').next().unwrap_or(text);
    // `index.ts`, `package.json` and their kind say nothing of which file is meant.
    let stem = name.split('.').next().unwrap_or(name);
    if EVERYWHERE.contains(&stem) || name.contains("config") {
        return Vec::new();
    }
    let mut hits: Vec<&RepoPath> = files.filter(|path| path.file_name() == name).take(20).collect();
    let shared = |path: &RepoPath| {
        let parts = |t: &str| t.rsplit('/').map(str::to_owned).collect::<Vec<_>>();
        parts(path.as_str()).iter().zip(parts(text).iter()).take_while(|(a, b)| a == b).count()
    };
    hits.sort_by_key(|path| (std::cmp::Reverse(shared(path)), path.as_str().len()));
    hits.into_iter().take(3).cloned().collect()
}

/// Sorts plans by how much their paths are like one that leads nowhere, the most alike first; of equals the first by
/// name.
pub fn nearest(wanted: &RepoPath, mut plans: Vec<RepoPath>) -> Vec<RepoPath> {
    let likeness = |path: &RepoPath| {
        let (name, whole) = (
            strsim::normalized_damerau_levenshtein(path.file_name(), wanted.file_name()),
            strsim::normalized_damerau_levenshtein(path.as_str(), wanted.as_str()),
        );
        name + whole
    };
    plans.sort_by_cached_key(|path| {
        // Thousandths: floating numbers have no total order.
        let thousandths = (likeness(path) * 1_000.0) as u32;
        (std::cmp::Reverse(thousandths), path.clone())
    });
    plans
}

/// Returns a listed path in the form that two mentions of one file share.
pub(super) fn plain(text: &str) -> String {
    let text = text.trim().trim_matches('`').trim();
    let listed = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let text = listed.unwrap_or(text);
    let text = LINES.replace(text, "");
    let text = text.strip_prefix("./").unwrap_or(&text);
    let text = text.strip_prefix('@').filter(|t| t.starts_with('.') || t.contains(".md")).unwrap_or(text);
    lexical(text.replace('\\', "/").trim_end_matches(['/', '.', ',', ':']))
}

/// Takes `..` off a path together with the folder before it: `src/../src/a.js` leads out of nothing.
fn lexical(text: &str) -> String {
    if !text.contains("..") {
        return text.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split('/') {
        match parts.last() {
            Some(last) if part == ".." && !["", "..", "~"].contains(last) => {
                parts.pop();
            }
            Some(_) | None => parts.push(part),
        }
    }
    parts.join("/")
}

/// Collects every file the plan names, once each: those of its tasks, those of its front matter, then those that it says
/// to read.
pub(super) fn references(read: &Read<'_>) -> Collected {
    let made = Made::of(read);
    let mut all = Collected::default();
    for task in &read.plan.tasks {
        all.more |= task.files.len() >= MAX_TASK_FILES;
        let maker = mentions::is_maker(&task.name);
        let lists = Lists::of(&task.raw, task.files.len());
        for listed in &task.files {
            let (mark, at) = mentions::marked(&lists, listed);
            let line = task.line + at.and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
            all.push(listed, (line, Some(&task.number)), mark, |path| maker || made.holds(path));
        }
    }
    let header = &read.text[..read.text.len() - read.body.len()];
    let lists = Lists::of(header, read.plan.files_modified.len());
    for listed in &read.plan.files_modified {
        let (mark, at) = mentions::marked(&lists, listed);
        let at = at.and_then(|n| u32::try_from(n).ok());
        let line = at.map_or_else(|| read.line_of("files_modified").unwrap_or(1), |n| n + 1);
        all.push(listed, (line, None), mark, |path| made.holds(path));
    }
    mentions::to_read(read.body, |n, path, mark| all.push_read(path, read.body_line + n, mark, &made));
    all
}

/// Says that a plan names more files than are looked at.
pub(super) fn more_left(read: &Read<'_>) -> Remark {
    let message = format!(
        "the plan names more files than the {} that were looked at; split it, or whether the others exist is not checked",
        read.references.len()
    );
    Remark::new(read.references.last().map_or(0, |last| last.line), "paths_not_checked", message)
}

/// The references of a plan so far.
#[derive(Debug, Default)]
pub(super) struct Collected {
    pub(super) found: Vec<Reference>,
    pub(super) left: LeftOut,
    seen: BTreeMap<String, usize>,
    /// Of these, the ones whose first entry says that the file is there: no guess makes it a new one.
    old: BTreeSet<String>,
    /// Others were named for which there was no room.
    pub(super) more: bool,
}

/// The entries that are not looked up.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    placeholders: BTreeSet<String>,
    no_paths: BTreeSet<String>,
    /// Nobody can see whether they are there, but two plans may both change one.
    pub(super) environment: Vec<Reference>,
}

impl LeftOut {
    /// Keeps what is not looked up, once each.
    fn keep(&mut self, why: Left, reference: Reference) {
        match why {
            Left::Placeholder => {
                self.placeholders.insert(reference.text);
            }
            Left::NoPath => {
                self.no_paths.insert(reference.text);
            }
            Left::Environment => {
                let known = self.environment.iter().position(|known| known.text == reference.text);
                if let Some(known) = known.and_then(|at| self.environment.get_mut(at)) {
                    known.read_only &= reference.read_only;
                } else if self.environment.len() < MAX_REFERENCES {
                    self.environment.push(reference);
                }
            }
        }
    }

    /// Says how many of each kind there are; nothing where there are none.
    fn told(&self) -> String {
        let kinds = [
            (self.placeholders.len(), "placeholder not looked up", "placeholders not looked up"),
            (self.environment.len(), "environment file not looked up", "environment files not looked up"),
            (self.no_paths.len(), "entry that reads like no path", "entries that read like no path"),
        ];
        let told = kinds.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| {
            let kind = if count == 1 { one } else { many };
            format!(", {count} {kind}")
        });
        told.collect()
    }
}

impl Collected {
    fn push(
        &mut self,
        listed: &str,
        (line, task): (u32, Option<&String>),
        mark: Mark,
        guessed: impl Fn(&str) -> bool,
    ) {
        let text = plain(listed);
        let marked = mark == Mark::New;
        if let Some(why) = shape::left_out(&text) {
            self.leave(why, text, (line, task), mark == Mark::Read);
            return;
        }
        let known = self.seen.get(&text).copied();
        if matches!(mark, Mark::Old | Mark::Read) && known.is_none() {
            self.old.insert(text.clone());
        }
        let read_only = mark == Mark::Read;
        let made = marked || !self.old.contains(&text) && guessed(&text);
        if let Some(known) = known.and_then(|at| self.found.get_mut(at)) {
            known.made |= made;
            known.marked |= marked;
            // Whoever only reads it in one task may change it in another.
            known.read_only &= read_only;
        } else if self.found.len() < MAX_REFERENCES {
            let pattern = text.contains('*') || text.contains('{');
            let task = task.cloned();
            self.add(Reference { text, pattern, line, task, made, marked, read_only });
        } else {
            self.more = true;
        }
    }

    /// Adds a file that is only to be read. What lies outside belongs to the reader's own machine, and what a plan before
    /// this one leaves behind need not be there yet. Planning documents are listed by templates, whether or not there
    /// are any.
    fn push_read(&mut self, path: &str, line: u32, mark: Mark, made: &Made) {
        let outside = path.starts_with(['~', '/', '$']) || path.get(1..3).is_some_and(|t| t == ":/");
        let text = plain(path);
        let name = text.rsplit('/').next().unwrap_or_default();
        let planning = RepoPath::parse(&text).is_ok_and(|path| layout::root_of(&path).is_some());
        if outside || planning || name.to_ascii_uppercase().contains("SUMMARY") {
            return;
        }
        if let Some(why) = shape::left_out(&text) {
            self.leave(why, text, (line, None), true);
            return;
        }
        let marked = mark == Mark::New;
        if let Some(known) = self.seen.get(&text).and_then(|at| self.found.get_mut(*at)) {
            known.made |= marked;
            known.marked |= marked;
            return;
        }
        if self.found.len() >= MAX_REFERENCES {
            self.more = true;
            return;
        }
        let pattern = text.contains('*') || text.contains('{');
        let made = marked || made.holds(&text);
        self.add(Reference { text, pattern, line, task: None, made, marked, read_only: true });
    }

    /// Keeps an entry that is not looked up. One of which nothing is left says nothing.
    fn leave(&mut self, why: Left, text: String, (line, task): (u32, Option<&String>), read_only: bool) {
        if !text.is_empty() {
            let task = task.cloned();
            let (pattern, made, marked) = (false, false, false);
            self.left.keep(why, Reference { text, pattern, line, task, made, marked, read_only });
        }
    }

    fn add(&mut self, reference: Reference) {
        self.seen.insert(reference.text.clone(), self.found.len());
        self.found.push(reference);
    }
}

/// Checks that every file named exists, is made by this plan, or is made by one that runs before it.
pub(super) fn check(read: &Read<'_>, around: &Surroundings, out: &mut Gathered) {
    let own = Sibling::of(&read.plan);
    let earlier = order::earlier(&own, around);
    let opened = opened(read, around);
    let (mut there, mut made, mut unsure) = (0, 0, 0);
    for reference in &read.references {
        let text = short(&reference.text);
        match around.found.get(&reference.text) {
            Some(Found::There) => there += 1,
            None | Some(Found::Unsure) => unsure += 1,
            Some(Found::Outside) => {
                let issue = format!("{text} lies outside of the repository and cannot be checked here");
                let fix =
                    "name files by their path from the repository root; leave others to a plan of their own";
                let finding = out.add(&reference.text, Some(reference.line), issue, fix);
                finding.task.clone_from(&reference.task);
            }
            Some(Found::Missing { like, folder, slip }) => {
                let lists = |plan: &&Sibling| plan.lists(&reference.text);
                let listed_earlier = earlier.iter().copied().any(|plan| lists(&plan));
                // That a plan speaks of making a file says nothing of how it is written.
                if let Some(meant) = slip.as_ref().filter(|_| !reference.marked && !listed_earlier) {
                    let fix = format!("write {meant}, or mark the entry `(new)` if the plan makes another");
                    let issue = format!("there is no {text}; {meant} is written almost so");
                    let finding = out.add(&reference.text, Some(reference.line), issue, fix);
                    finding.task.clone_from(&reference.task);
                    continue;
                }
                let in_new_folder = folder.as_ref().is_some_and(|folder| opened.contains(folder.as_str()));
                let unmarked = in_new_folder || like.is_empty() && mentions::is_test(&reference.text);
                if reference.made || unmarked || listed_earlier {
                    made += 1;
                    continue;
                }
                let kind = if reference.pattern { "no file matches" } else { "there is no" };
                let names: Vec<&str> = like.iter().map(RepoPath::as_str).collect();
                let fix = match names.as_slice() {
                    [] => "correct the path, or mark the entry `(new)` if the plan makes the file".to_owned(),
                    [only] => format!("write {only}, or mark the entry `(new)` if the plan makes another"),
                    more => format!(
                        "write the one that is meant ({}), or mark the entry `(new)`",
                        more.join(", ")
                    ),
                };
                let finding = out.add(&reference.text, Some(reference.line), format!("{kind} {text}"), fix);
                finding.task.clone_from(&reference.task);
            }
        }
    }
    let mut note = format!("{} paths: {there} there, {made} made by then", read.references.len());
    if unsure > 0 {
        note.push_str(&format!(", {unsure} not tellable"));
    }
    note.push_str(&read.left_out.told());
    out.note = Some(note);
}

/// Returns the folders that are not there and that the plan puts several files into: it opens a new part of
/// the code. One file alone may as well be a slip of the pen; so may files most of which lie elsewhere by name.
fn opened<'a>(read: &Read<'_>, around: &'a Surroundings) -> BTreeSet<&'a str> {
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for reference in &read.references {
        if let Some(Found::Missing { like, folder: Some(folder), .. }) = around.found.get(&reference.text) {
            let (fresh, elsewhere) = files.entry(folder.as_str()).or_default();
            *(if like.is_empty() { fresh } else { elsewhere }) += 1;
        }
    }
    let opened = files.into_iter().filter(|(_, (fresh, elsewhere))| *fresh > 1 && fresh > elsewhere);
    opened.map(|(folder, _)| folder).collect()
}
