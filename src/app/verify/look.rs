//! Looks at the code of a phase: the files that count, and, once for a call, who uses what is promised.
//!
//! It may begin on a thread of its own, while the reviews are held against git: it reads files and nothing else. What
//! that thread needs of the call is the root, the promises and who follows it.

use std::collections::BTreeSet;
use std::panic;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use super::Case;
use crate::app::refusals::with_sources;
use crate::app::workspace::Workspace;
use crate::domain::diff::Commit;
use crate::domain::ids::RepoPath;
use crate::domain::phase::{self, CodeFacts, FileState, Item, PhaseEvent, PhaseInput};
use crate::domain::range;
use crate::domain::wiring::Survey;
use crate::error::Error;
use crate::io::code::{self, CodeError, Listing};
use crate::io::follower::Follower;

/// The newest commits among which those of a phase's plans are looked for.
const COMMITS: usize = 1_000;

/// Follows a look until nobody waits for it any more.
#[derive(Debug)]
pub(super) struct Until<'a> {
    follower: &'a dyn Follower,
    over: AtomicBool,
}

impl<'a> Until<'a> {
    pub(super) fn new(follower: &'a dyn Follower) -> Self {
        Self { follower, over: AtomicBool::new(false) }
    }
}

impl Follower for Until<'_> {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed) && self.follower.goes_on()
    }

    fn hears(&self, done: usize, of: usize) {
        self.follower.hears(done, of);
    }
}

/// Ends what follows this where it is dropped: nobody waits any more.
pub(super) struct End<'s>(pub(super) &'s Until<'s>);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

/// Work on a thread of its own.
pub(super) struct Ahead<'s, T>(ScopedJoinHandle<'s, T>);

impl<'s, T: Send + 's> Ahead<'s, T> {
    /// Begins it; nothing where no thread can be had.
    fn begin(scope: &'s Scope<'s, '_>, work: impl FnOnce() -> T + Send + 's) -> Option<Self> {
        Builder::new().name("look".to_owned()).spawn_scoped(scope, work).ok().map(Self)
    }

    /// Waits for what came of it.
    pub(super) fn done(self) -> T {
        self.0.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    }
}

/// Begins to list the files of the repository, which needs nothing that the documents say.
pub(super) fn list_ahead<'s>(
    ws: &'s Workspace<'_>,
    scope: &'s Scope<'s, '_>,
    until: &'s Until<'s>,
) -> Option<Ahead<'s, Listing>> {
    let root = ws.repository.root();
    Ahead::begin(scope, move || code::list(root, until))
}

impl Case {
    /// Begins to look at the code. Not where listed commands may write before it, nor where the call will be refused; nor
    /// where no thread can be had: then the look comes later.
    pub(super) fn look_ahead<'s>(
        &'s self,
        ws: &'s Workspace<'_>,
        scope: &'s Scope<'s, '_>,
        until: &'s Until<'s>,
        listing: Option<Ahead<'s, Listing>>,
    ) -> Option<Ahead<'s, Result<CodeFacts, Error>>> {
        // A configuration that cannot be read is refused where it is needed.
        let own = ws.user().ok()?.verify_commands;
        let mut plans = self.input.plans.iter().filter(|facts| facts.has_summary);
        let runs = plans.any(|facts| !phase::listed(&facts.plan, &own).is_empty());
        if runs || phase::admit_verification(&self.input).is_err() {
            return None;
        }
        let (root, input) = (ws.repository.root(), &self.input);
        Ahead::begin(scope, move || {
            let files = code::read(root, &phase::questions(input, &[])).map_err(|e| unread(&e))?;
            let mut code = CodeFacts { files, ..CodeFacts::default() };
            let list = || listing.map_or_else(|| code::list(root, until), Ahead::done);
            survey(root, input, &mut code, list, until).map_err(|e| unread(&e))?;
            Ok(code)
        })
    }

    /// Reads the files and commits that the items and the words on them need. What was read ahead stays as it was read:
    /// what was found of it is of that.
    pub(super) fn look(&mut self, ws: &Workspace<'_>, ahead: Option<CodeFacts>) -> Result<(), Error> {
        let root = ws.repository.root();
        let mut paths = phase::questions(&self.input, &self.events);
        match ahead {
            Some(code) => {
                self.code = code;
                paths.retain(|path| !self.code.files.contains_key(path));
                self.code.files.extend(code::read(root, &paths).map_err(|e| unread(&e))?);
            }
            None => self.code.files = code::read(root, &paths).map_err(|e| unread(&e))?,
        }
        let missing = self.code.files.iter().filter(|(_, fact)| fact.state == FileState::Missing);
        let missing: Vec<&RepoPath> = missing.map(|(path, _)| path).collect();
        let is_ignored = |path: &&RepoPath| {
            ws.repository.is_left_out(path) || ws.repository.ignores(path).unwrap_or(false)
        };
        let ignored = missing.into_iter().filter(is_ignored);
        self.code.ignored = ignored.cloned().collect();
        // Once for a call, since what is said changes no code.
        if self.code.survey.is_none() {
            let list = || code::list(root, ws.follower);
            survey(root, &self.input, &mut self.code, list, ws.follower).map_err(|e| unread(&e))?;
        }
        // What was given up halfway is no look at all.
        ws.goes_on()?;
        let cited: BTreeSet<String> = self.events.iter().flat_map(cited_commits).collect();
        self.code.commits =
            cited.into_iter().filter_map(|commit| Some((commit.clone(), changed_by(ws, &commit)?))).collect();
        self.code.older = self.older(ws)?;
        let mut changed: BTreeSet<RepoPath> = self.code.commits.values().flatten().cloned().collect();
        changed.retain(|path| !self.code.files.contains_key(path));
        self.code.files.extend(code::read(root, &changed).map_err(|e| unread(&e))?);
        Ok(())
    }
}

impl Case {
    /// Reads the files that the items and the last report name as evidence and that nobody asked for otherwise: a report is
    /// stale when the user of a promised file has changed. Apart from the others: what is judged stays as it was read.
    pub(super) fn look_at_shown(&mut self, ws: &Workspace<'_>, items: &[Item]) -> Result<(), Error> {
        let mut paths = phase::shown_by(items);
        paths.extend(super::last_shown(&self.events).into_iter().flatten().cloned());
        paths.retain(|path| !self.code.files.contains_key(path));
        self.code.shown = code::read(ws.repository.root(), &paths).map_err(|e| unread(&e))?;
        Ok(())
    }
}

impl Case {
    /// Reads the files that commits of the finished plans changed, whatever the plans name (SPEC 9.6).
    pub(super) fn look_at_changed(&mut self, ws: &Workspace<'_>) -> Result<(), Error> {
        let own = self.commits_of_plans(ws)?;
        let mut paths: BTreeSet<RepoPath> = own.into_iter().flat_map(|commit| commit.files).collect();
        paths.retain(|path| !self.code.files.contains_key(path) && !range::is_book_keeping(path));
        self.code.changed = code::read(ws.repository.root(), &paths).map_err(|e| unread(&e))?;
        Ok(())
    }

    /// Returns the cited commits that were made before the work of the phase began: before each commit that names one of its
    /// plans and changes more than documents, and before there was such a plan.
    fn older(&self, ws: &Workspace<'_>) -> Result<BTreeSet<String>, Error> {
        if self.code.commits.is_empty() {
            return Ok(BTreeSet::new());
        }
        let mut own = self.commits_of_plans(ws)?;
        own.retain(|commit| commit.files.iter().any(|path| !range::is_book_keeping(path)));
        let finished: Vec<_> = self.input.plans.iter().filter(|facts| facts.has_summary).collect();
        let is_older = |cited: &&String| {
            let Ok(cited) = ws.repository.resolve("commit", cited) else { return false };
            let before = |commit: &Commit| {
                commit.id != cited && ws.repository.is_ancestor(&cited, &commit.id).unwrap_or(false)
            };
            let unplanned =
                || finished.iter().all(|f| matches!(ws.repository.blob_at(&cited, &f.plan.path), Ok(None)));
            !own.is_empty() && own.iter().all(before) && unplanned()
        };
        Ok(self.code.commits.keys().filter(is_older).cloned().collect())
    }

    /// Returns the commits that name the finished plans, with the files that they changed.
    fn commits_of_plans(&self, ws: &Workspace<'_>) -> Result<Vec<Commit>, Error> {
        let Ok(head) = ws.repository.head() else { return Ok(Vec::new()) };
        let messages = ws.repository.messages(&head, COMMITS)?;
        let mut all = Vec::new();
        for facts in self.input.plans.iter().filter(|facts| facts.has_summary) {
            let plan = &facts.plan;
            let names = range::names_plan(
                plan.phase.as_deref().unwrap_or(&self.input.phase),
                plan.plan.as_deref().unwrap_or(&plan.stem),
            );
            let named = messages.iter().filter(|commit| commit.parents.len() < 2 && names(&commit.subject));
            // An earlier milestone may have had a plan of the same number.
            let is_of_it =
                |commit: &&Commit| matches!(ws.repository.blob_at(&commit.id, &plan.path), Ok(Some(_)));
            let own: Vec<Commit> = named.filter(is_of_it).cloned().collect();
            all.extend(ws.repository.with_files(own)?);
        }
        Ok(all)
    }
}

/// Returns the files that a commit changed, where it is one of those that made what is checked out: what another branch did,
/// or one that was taken back, shows nothing of it.
fn changed_by(ws: &Workspace<'_>, commit: &str) -> Option<BTreeSet<RepoPath>> {
    let (commit, head) = (ws.repository.resolve("commit", commit).ok()?, ws.repository.head().ok()?);
    if !ws.repository.is_ancestor(&commit, &head).unwrap_or(false) {
        return None;
    }
    Some(ws.repository.commit(&commit).ok()?.files.into_iter().collect())
}

/// Looks over the repository for who uses what is promised. What its follower ended halfway is for nobody.
fn survey(
    root: &Path,
    input: &PhaseInput,
    code: &mut CodeFacts,
    list: impl FnOnce() -> Listing,
    follower: &dyn Follower,
) -> Result<(), CodeError> {
    let listing = list();
    code.by_name = phase::meant_by_links(input, code, listing.paths());
    code.files.extend(code::read(root, &code.by_name)?);
    code.parsed.take(code::parse(&phase::promised_texts(input, code), follower));
    let mut words = phase::words_while(input, code, &|| follower.goes_on());
    let seen = code::survey(root, &listing, &words, follower)?;
    code.survey = Some(Survey { parsed: code.parsed.kept(), ..seen });
    // What only passes on a promised file has users of its own.
    let known = words.len();
    words.extend(phase::further_words_while(input, code, &|| goes_on(code, follower)));
    if words.len() > known && follower.goes_on() {
        let parsed = code.survey.as_ref().map(|seen| seen.parsed.kept()).unwrap_or_default();
        code.survey = Some(Survey { parsed, ..code::survey(root, &listing, &words, follower)? });
    }
    Ok(())
}

/// Tells whether to go on, and lets it be heard how many of the texts that may matter were parsed so far.
pub(super) fn goes_on(code: &CodeFacts, follower: &dyn Follower) -> bool {
    if let Some(survey) = &code.survey {
        let of = survey.texts.len();
        follower.hears(survey.parsed.count().min(of), of);
    }
    follower.goes_on()
}

fn unread(error: &CodeError) -> Error {
    Error::io(with_sources(error))
}

fn cited_commits(event: &PhaseEvent) -> Vec<String> {
    match event {
        PhaseEvent::Judged { evidence, .. } => evidence.iter().filter_map(|e| e.commit.clone()).collect(),
        PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Reported { .. }
        | PhaseEvent::Ran { .. } => Vec::new(),
    }
}
