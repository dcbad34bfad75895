//! `check_plan`: reads a plan and the plans around it, finds out which files exist, and checks (SPEC 8.3).
//!
//! Reads only. What stands at a path is asked by handle; a path that leads out is said to, never followed.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::ids::{PathError, RepoPath};
use crate::domain::plan::{self, MAX_PLAN, layout::PhaseFolder};
use crate::domain::plan_check::{
    self, Document, Found, PlanCheck, PlanCheckRules, Reference, Sibling, Surroundings,
};
use crate::domain::review::Remark;
use crate::error::Error;
use crate::io::files::{FilesError, Kind};

use super::answers::CheckPlanAnswer;
use super::phases::{self, is_plan_name, outside_roadmap, passed_over};
use super::refusals::{of_files, with_sources};
use super::requests::CheckPlan;
use super::workspace::Workspace;

/// The most plans of one folder that are read beside the one checked.
const MAX_SIBLINGS: usize = 300;
/// The most plans of other phases that are known by name.
const MAX_ELSEWHERE: usize = 5_000;
/// The most patterns that are held against the tracked files.
const MAX_PATTERNS: usize = 40;
/// The most phases whose plans are known by name.
const MAX_PHASES: usize = 500;

/// Checks a plan's structure.
pub(super) fn check_plan(ws: &Workspace<'_>, request: &CheckPlan) -> Result<CheckPlanAnswer, Error> {
    let path = ws.path("plan", &request.plan)?;
    let mut remarks = Vec::new();
    let phase = plan::phase_of(&path);
    let folder = path.parent().filter(|dir| PhaseFolder::of(dir).is_some());
    let checked = checked(ws, path, &mut remarks)?;
    remarks.extend(checked.remarks);
    remarks.extend(phase.and_then(|phase| outside_roadmap(ws, &phase)));
    remarks.extend(folder.and_then(|dir| passed_over(ws, &dir)));
    Ok(CheckPlanAnswer {
        verdict: checked.verdict,
        checks: checked.checks,
        findings: checked.findings,
        remarks,
    })
}

/// Checks the structure of the plan at a path.
pub(super) fn checked(
    ws: &Workspace<'_>,
    path: RepoPath,
    remarks: &mut Vec<Remark>,
) -> Result<PlanCheck, Error> {
    let rules = rules(ws, &path, remarks);
    let bytes = ws.documents(Some(&path)).read(&path, MAX_PLAN as u64);
    let document = match &bytes {
        Ok(Some(bytes)) => Document::of(path, bytes),
        Ok(None) => {
            if ws.is_in_main_alone(&path) {
                remarks.push(Remark::new(0, "in_main_alone", ws.nowhere("plan", &path).to_string()));
            }
            let near = near(ws, &path);
            Document::absent(path, near)
        }
        Err(error @ (FilesError::NotAFile { .. } | FilesError::TooLarge { .. })) => {
            let too_large = matches!(error, FilesError::TooLarge { .. });
            Document::unreadable_file(path, with_sources(error), too_large)
        }
        Err(error) => return Err(of_files("plan", error)),
    };
    let around = surroundings(ws, &document, remarks);
    Ok(plan_check::check(&document, &around, &rules))
}

/// Returns the rules of the system whose folder the plan lies in, and says which.
fn rules(ws: &Workspace<'_>, path: &RepoPath, remarks: &mut Vec<Remark>) -> PlanCheckRules {
    let (rules, whose) = match super::rules::configured(ws, Some(path), None) {
        Ok((protocol, notes)) => {
            remarks.extend(notes.into_iter().filter(|note| note.code == super::rules::LOOSER));
            (protocol.plan_check, format!("by the rules of {}", protocol.name))
        }
        // Which fields a plan has is no question of safety: it is checked all the same.
        Err(error) => (PlanCheckRules::either(), format!("by no system's own rules: {error}")),
    };
    let forms: Vec<&str> = rules.forms.iter().map(|f| f.name.as_str()).collect();
    remarks.push(Remark::new(0, "plan_form", format!("checked {whose} (plan forms: {})", forms.join(", "))));
    rules
}

/// Lists the plans of a folder; a folder that cannot be listed has none.
fn beside(ws: &Workspace<'_>, dir: &RepoPath) -> Vec<RepoPath> {
    let listed = ws.list(dir).unwrap_or_default();
    let plans = listed.into_iter().filter(|e| e.kind == Kind::File && is_plan_name(e.path.file_name()));
    plans.map(|e| e.path).collect()
}

/// Refuses a path at which there is no plan, naming those that may be meant.
pub(super) fn no_such_plan(ws: &Workspace<'_>, path: &RepoPath) -> Error {
    let tracked = ws.repository.head().ok().and_then(|head| ws.repository.entry_at(&head, path).ok()?);
    if tracked.is_some() && ws.repository.is_sparse() {
        let folder = path.parent().map_or_else(|| path.to_string(), |folder| folder.to_string());
        return Error::unavailable(format!("this sparse checkout leaves {path} out of the work tree"))
            .hint(format!("`git sparse-checkout add {folder}` brings it"));
    }
    let error = ws.nowhere("plan", path);
    if ws.is_in_main_alone(path) {
        return error;
    }
    let near: Vec<String> = near(ws, path).iter().take(3).map(ToString::to_string).collect();
    match near.first() {
        Some(_) => error.hint(format!("Perhaps {} is meant", near.join(" or "))),
        None => error.hint(
            "No plan is to be found here; a change without one is given by `id`, `title` and `criteria`",
        ),
    }
}

/// Returns the plans that may be meant by a path that leads nowhere: those of the same folder, else of the phases
/// beside it, else the tracked ones; the most alike first.
fn near(ws: &Workspace<'_>, path: &RepoPath) -> Vec<RepoPath> {
    let mut plans = path.parent().map(|dir| beside(ws, &dir)).unwrap_or_default();
    if plans.is_empty() {
        plans = other_phases(ws, path, |_| true).into_iter().map(|plan| plan.path().clone()).collect();
    }
    if plans.is_empty() {
        // Without a commit nothing is tracked, which only costs the suggestions.
        let tracked =
            ws.repository.head().and_then(|head| ws.repository.tracked_files(&head)).unwrap_or_default();
        let named = tracked.into_iter().filter(|p| is_plan_name(p.file_name()));
        plans = named.take(MAX_ELSEWHERE).collect();
    }
    plan_check::nearest(path, plans)
}

/// Finds out everything the checks ask of the repository.
fn surroundings(ws: &Workspace<'_>, document: &Document<'_>, remarks: &mut Vec<Remark>) -> Surroundings {
    if document.plan().is_none() {
        return Surroundings::default();
    }
    let dir = document.path().parent();
    let mut siblings = Vec::new();
    let others = dir.as_ref().map(|dir| beside(ws, dir)).unwrap_or_default();
    let mut others: Vec<RepoPath> = others.into_iter().filter(|p| p != document.path()).collect();
    let more = others.len().saturating_sub(MAX_SIBLINGS);
    if more > 0 {
        // Those it waits for are read whatever the cut.
        let known: Vec<Sibling> = others.iter().map(Sibling::named).collect();
        let named: BTreeSet<&RepoPath> = document.depends(&known).into_iter().map(Sibling::path).collect();
        others.sort_by_key(|path| !named.contains(path));
        let message = format!(
            "beside this plan {MAX_SIBLINGS} of the {} others in its folder were read; the rest are known by name only, so their waves and files were not held against it",
            others.len()
        );
        remarks.push(Remark::new(0, "plans_not_read", message));
    }
    for (at, path) in others.iter().enumerate() {
        siblings.push(if at < MAX_SIBLINGS { read(ws, path, remarks) } else { Sibling::named(path) });
    }
    // Only where two plans would run beside each other does it matter whether one of them is done.
    let wave = document.plan().and_then(|plan| plan.wave.as_deref());
    let mut beside = false;
    for plan in siblings.iter_mut().filter(|plan| plan.runs_in(wave)) {
        beside = true;
        if phases::summary_beside(ws, plan.path()).is_some() {
            plan.finish();
        }
    }
    let finished = beside && phases::summary_beside(ws, document.path()).is_some();
    // Plans of other phases matter to one that waits for something there; listing all of them for each of a thousand
    // plans would cost the square of their number.
    let abroad = document.abroad(&siblings);
    let mut elsewhere = match abroad.is_empty() {
        true => Vec::new(),
        false => other_phases(ws, document.path(), |folder| abroad.leads_to(folder)),
    };
    let named: Vec<RepoPath> =
        document.depends(&elsewhere).into_iter().map(|p| p.path().clone()).take(MAX_SIBLINGS).collect();
    for plan in elsewhere.iter_mut().filter(|p| named.contains(p.path())) {
        *plan = read(ws, &plan.path().clone(), remarks);
    }
    Surroundings { siblings, elsewhere, found: found(ws, document), finished }
}

/// Reads another plan; of one that cannot be read only the name counts.
fn read(ws: &Workspace<'_>, path: &RepoPath, remarks: &mut Vec<Remark>) -> Sibling {
    let read = match ws.documents(Some(path)).read(path, MAX_PLAN as u64) {
        Ok(Some(bytes)) => plan::read_bytes(path, &bytes).map_err(|e| e.to_string()),
        Ok(None) => Err(format!("{path} is gone")),
        Err(error) => Err(with_sources(&error)),
    };
    match read {
        Ok(plan) => Sibling::of(&plan),
        Err(why) => {
            remarks.push(Remark::new(0, "sibling_unreadable", format!("{why}; only its name was used")));
            Sibling::named(path)
        }
    }
}

/// Returns the plans of those other phases under the same folder that are wanted, by name.
fn other_phases(ws: &Workspace<'_>, path: &RepoPath, wanted: impl Fn(&PhaseFolder) -> bool) -> Vec<Sibling> {
    let Some(own) = plan::phase_of(path) else { return Vec::new() };
    let Some(phases) = own.dir.parent() else { return Vec::new() };
    let listed = ws.list(&phases).unwrap_or_default();
    let folders = listed.into_iter().filter(|e| e.kind == Kind::Folder && e.path != own.dir).map(|e| e.path);
    let folders =
        folders.filter(|dir| PhaseFolder::of(dir).is_some_and(|phase| wanted(&phase))).take(MAX_PHASES);
    let plans = folders.flat_map(|dir| beside(ws, &dir)).take(MAX_ELSEWHERE);
    plans.map(|path| Sibling::named(&path)).collect()
}

/// Tells what stands at each path the plan names.
fn found(ws: &Workspace<'_>, document: &Document<'_>) -> BTreeMap<String, Found> {
    // A planning folder deeper in the repository may count paths from the folder it lies in.
    let base = plan::root_of(document.path()).and_then(|root| root.parent());
    let mut out = BTreeMap::new();
    let (mut missing, mut patterns) = (Vec::new(), Vec::new());
    for reference in document.references() {
        if reference.pattern {
            patterns.push(reference);
            continue;
        }
        let found = stands(ws, &reference.text, base.as_ref());
        if matches!(found, Found::Missing { .. }) {
            missing.push(reference);
        }
        out.insert(reference.text.clone(), found);
    }
    if missing.is_empty() && patterns.is_empty() {
        return out;
    }
    // Without a commit nothing is tracked, which only costs the suggestions.
    let tracked =
        ws.repository.head().and_then(|head| ws.repository.tracked_files(&head)).unwrap_or_default();
    for pattern in patterns.into_iter().take(MAX_PATTERNS) {
        out.insert(pattern.text.clone(), matched(ws, pattern, &tracked, base.as_ref()));
    }
    let mut by_name: BTreeMap<&str, Vec<&RepoPath>> = BTreeMap::new();
    for path in &tracked {
        by_name.entry(path.file_name()).or_default().push(path);
    }
    for reference in missing {
        let name = reference.text.rsplit('/').next().unwrap_or(&reference.text);
        let Some(Found::Missing { like, folder, slip }) = out.get_mut(&reference.text) else { continue };
        if let Some(same) = by_name.get(name) {
            *like = plan_check::like(&reference.text, same.iter().copied());
        }
        *slip = plan_check::slip_of(&reference.text, folder.as_ref(), tracked.iter());
    }
    out
}

/// Tells what stands at one path, from the root or from the folder the planning folder lies in.
fn stands(ws: &Workspace<'_>, text: &str, base: Option<&RepoPath>) -> Found {
    if text.starts_with('~') {
        return Found::Outside;
    }
    let path = match ws.files.relative(text) {
        Ok(path) => path,
        Err(
            FilesError::Outside { .. }
            | FilesError::Path { why: PathError::Absolute | PathError::Climbs, .. },
        ) => {
            return Found::Outside;
        }
        Err(_) => return Found::Unsure,
    };
    let below = base.and_then(|base| base.join(path.as_str()).ok());
    for place in [Some(path.clone()), below].into_iter().flatten() {
        match ws.documents(Some(&place)).metadata(&place) {
            Ok(Some(_)) => return Found::There,
            Ok(None) => {}
            Err(FilesError::Escapes { .. }) => return Found::Outside,
            Err(_) => return Found::Unsure,
        }
    }
    Found::Missing { like: Vec::new(), folder: nowhere(ws, &path), slip: None }
}

/// Returns the first folder of a path that is not there.
fn nowhere(ws: &Workspace<'_>, path: &RepoPath) -> Option<RepoPath> {
    let mut first = None;
    let mut folder = path.parent();
    while let Some(current) = folder.filter(|f| matches!(ws.files.metadata(f), Ok(None))) {
        folder = current.parent();
        first = Some(current);
    }
    first
}

/// Tells whether a pattern takes a tracked file. Where only its folder is there nobody can tell: the files may
/// be new, or not tracked.
fn matched(ws: &Workspace<'_>, pattern: &Reference, tracked: &[RepoPath], base: Option<&RepoPath>) -> Found {
    let below = |path: &RepoPath| -> Option<RepoPath> {
        let rest = path.as_str().strip_prefix(base?.as_str())?.strip_prefix('/')?;
        RepoPath::parse(rest).ok()
    };
    let nested: Vec<RepoPath> = tracked.iter().filter_map(below).collect();
    if pattern.takes(tracked.iter().chain(&nested)) {
        return Found::There;
    }
    match pattern.base() {
        None => Found::Unsure,
        Some(folder) => match stands(ws, folder.as_str(), base) {
            Found::There => Found::Unsure,
            other @ (Found::Missing { .. } | Found::Outside | Found::Unsure) => other,
        },
    }
}
