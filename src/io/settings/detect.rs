//! Which system a subject follows, by the folders that stand: in the worktree, and in the main checkout, since planning
//! folders are often ignored by git and absent in worktrees (SPEC 4).

use super::{HANDED, SPECS, SYSTEM, Settings, SettingsError, Texts, megazord_file, of_root, reports};
use crate::domain::ids::RepoPath;
use crate::io::files::planning_places;

/// What marks a folder below `specs/` as one of Ralph's.
pub const MARKS: [&str; 2] = [".ralph-state.json", ".progress.md"];

/// Which system a subject belongs to, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detected {
    /// The protocol's name: megazord, yolo, gsd, ralph, bazinga or countersign.
    pub protocol: &'static str,
    /// The folder that told; nothing where none did.
    pub root: Option<RepoPath>,
    /// That folder is the main checkout's.
    pub by_main: bool,
    /// The sentence for people.
    pub why: String,
    /// Other protocols whose folders were found too; not empty where the choice is ambiguous.
    pub others: Vec<&'static str>,
}

/// Where systems' folders are looked for: the worktree, and the main checkout where that is another.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    here: &'a dyn Texts,
    main: Option<&'a dyn Texts>,
    git: Option<&'a dyn OfGit>,
}

/// What git says of the worktree.
pub trait OfGit {
    /// Tells whether it tracks anything in a folder that makes this a system's.
    fn tracks_within(&self, folder: &RepoPath) -> bool;
    /// Tells whether it ignores a file, which need not be there.
    fn ignores(&self, path: &RepoPath) -> bool;
}

impl<'a> Sides<'a> {
    /// One place alone.
    pub fn of_one(here: &'a dyn Texts) -> Self {
        Self { here, main: None, git: None }
    }

    /// The worktree and the main checkout.
    pub fn of_both(here: &'a dyn Texts, main: &'a dyn Texts, git: &'a dyn OfGit) -> Self {
        Self { here, main: Some(main), git: Some(git) }
    }

    /// Tells of a folder of a system whether the main checkout's counts; nothing where neither has it. The worktree's
    /// goes before, unless git tracks nothing in it and it holds nothing but what an agent wrote beside its work.
    pub fn is_of_main(&self, folder: &RepoPath) -> Option<bool> {
        let here = stands(self.here, folder);
        let Some(main) = self.main.filter(|main| stands(*main, folder)) else { return here.then_some(false) };
        if !here {
            return Some(true);
        }
        let tracked = || self.git.is_some_and(|git| git.tracks_within(folder));
        let begun = || reports::is_signed(main, folder) || reports::has_session(main, folder);
        Some(begun() && !reports::is_laid_out(self.here, folder) && !tracked())
    }

    /// Returns the planning folders above a subject that systems made, nearest first, each with whether the main
    /// checkout's counts.
    pub fn roots(&self, subject: Option<&RepoPath>) -> Vec<(RepoPath, bool)> {
        let found = |root: RepoPath| self.is_of_main(&root).map(|by_main| (root, by_main));
        planning_places(subject).into_iter().filter_map(found).collect()
    }

    /// Returns where the configuration of a planning folder is read: where the folder counts, but from the main checkout
    /// where git keeps that file alone out of the worktree.
    fn configured(&self, root: &RepoPath, by_main: bool) -> &'a dyn Texts {
        let Some(main) = self.main else { return self.here };
        let there = |texts: &dyn Texts, path: &RepoPath| texts.is_there(path).unwrap_or(true);
        let names = || SYSTEM.iter().filter_map(|name| root.join(name).ok());
        let kept_out = |path: &RepoPath| there(main, path) && self.git.is_some_and(|git| git.ignores(path));
        let alone = || !names().any(|path| there(self.here, &path)) && names().any(|path| kept_out(&path));
        if by_main || alone() { main } else { self.here }
    }

    /// Reads the settings for a subject: those of the nearest planning folder above it.
    ///
    /// Without a configuration the settings are empty; one that cannot be read is refused.
    pub fn read(&self, subject: Option<&RepoPath>) -> Result<Settings, SettingsError> {
        match self.roots(subject).into_iter().next() {
            Some((root, by_main)) => of_root(self.configured(&root, by_main), &root),
            None => Ok(Settings::default()),
        }
    }

    /// Finds the system a subject follows: by the nearest planning folder above it, else by Ralph's or bazinga's folders.
    pub fn detect(&self, subject: Option<&RepoPath>) -> Result<Detected, SettingsError> {
        let mut found: Vec<(&'static str, RepoPath, bool)> = Vec::new();
        for (root, by_main) in self.roots(subject) {
            found.push((system_of(self.configured(&root, by_main), &root)?, root, by_main));
        }
        if let Some((spec, by_main)) = self.ralph_spec(subject)? {
            // A subject inside the spec belongs to it, whatever planning folder lies above.
            let at = if is_inside(subject, &spec) { 0 } else { found.len() };
            found.insert(at, ("ralph", spec, by_main));
        }
        if let Ok(root) = RepoPath::parse(HANDED)
            && let Some(by_main) = self.is_of_main(&root)
        {
            found.push(("bazinga", root, by_main));
        }
        let mut found = found.into_iter();
        let Some((protocol, root, by_main)) = found.next() else {
            let why = "no planning folder of a known system was found".to_owned();
            let (root, others) = (None, Vec::new());
            return Ok(Detected { protocol: "countersign", root, by_main: false, why, others });
        };
        let mut others: Vec<&'static str> =
            found.map(|(name, _, _)| name).filter(|name| *name != protocol).collect();
        others.dedup();
        let mut why = format!("{root} is the nearest planning folder");
        if !others.is_empty() {
            why.push_str(&format!(
                "; there are also folders of {}: name `protocol` in the call or in countersign.toml to choose",
                others.join(", ")
            ));
        }
        Ok(Detected { protocol, root: Some(root), by_main, why, others })
    }

    fn ralph_spec(&self, subject: Option<&RepoPath>) -> Result<Option<(RepoPath, bool)>, SettingsError> {
        let here = ralph_spec(self.here, subject)?;
        let Some(main) = self.main.filter(|_| here.as_ref().is_none_or(|spec| !is_inside(subject, spec)))
        else {
            return Ok(here.map(|spec| (spec, false)));
        };
        let there = ralph_spec(main, subject)?.map(|spec| (spec, true));
        Ok(match here {
            Some(spec) if there.as_ref().is_none_or(|(of_main, _)| !is_inside(subject, of_main)) => {
                Some((spec, false))
            }
            Some(_) | None => there,
        })
    }
}

impl std::fmt::Debug for Sides<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sides").field("main", &self.main.is_some()).finish_non_exhaustive()
    }
}

/// Finds the system a subject follows in one place alone; see [`Sides::detect`].
pub fn detect(texts: &dyn Texts, subject: Option<&RepoPath>) -> Result<Detected, SettingsError> {
    Sides::of_one(texts).detect(subject)
}

/// Returns the planning folders above a subject, in one place, that a system made, nearest first. One that our own reports
/// made tells of none: the system that one review was told to go by would choose the rules of all that follow.
pub fn roots_of_systems(texts: &dyn Texts, subject: Option<&RepoPath>) -> Vec<RepoPath> {
    Sides::of_one(texts).roots(subject).into_iter().map(|(root, _)| root).collect()
}

/// Tells whether a system's folder stands, and not for our reports alone. One that cannot be looked at is none.
fn stands(texts: &dyn Texts, folder: &RepoPath) -> bool {
    texts.is_folder(folder).unwrap_or(false) && !texts.holds_only_reports(folder)
}

fn is_inside(subject: Option<&RepoPath>, folder: &RepoPath) -> bool {
    subject
        .is_some_and(|s| s.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/')))
}

/// Returns the folder at the root that a path lies in, where that can be a system's and is no planning folder: a spec
/// of Ralph's, or bazinga's.
pub fn folder_without_planning(path: &RepoPath) -> Option<RepoPath> {
    let mut names = path.as_str().split('/');
    match (names.next()?, names.next()) {
        (HANDED, _) => RepoPath::parse(HANDED).ok(),
        (SPECS, None) => Some(path.clone()),
        (SPECS, Some(spec)) => RepoPath::parse(SPECS).ok()?.join(spec).ok(),
        _ => None,
    }
}

/// Tells the system of a planning folder by its name and configuration.
fn system_of(texts: &dyn Texts, root: &RepoPath) -> Result<&'static str, SettingsError> {
    if root.file_name() != ".planning" {
        return Ok("yolo");
    }
    Ok(if megazord_file(texts, root)?.is_some() { "megazord" } else { "gsd" })
}

/// Returns the folder of the spec a subject lies in, or of the only kind of specs that exist.
fn ralph_spec(texts: &dyn Texts, subject: Option<&RepoPath>) -> Result<Option<RepoPath>, SettingsError> {
    let Ok(specs) = RepoPath::parse(SPECS) else { return Ok(None) };
    let mut first = None;
    for folder in texts.folders_in(&specs)? {
        let mut marked = false;
        for name in MARKS {
            marked |= match folder.join(name) {
                Ok(mark) => texts.is_there(&mark)?,
                Err(_) => false,
            };
        }
        if !marked {
            continue;
        }
        if is_inside(subject, &folder) {
            return Ok(Some(folder));
        }
        first = first.or(Some(folder));
    }
    Ok(first)
}
