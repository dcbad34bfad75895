//! What the documents promise of a phase, and how its tasks stand with their reviewers. Reads, and writes nothing.

use std::collections::BTreeMap;

use super::super::gate::{self, Records};
use super::super::phases::Unread;
use super::super::requests::VerifyPhase;
use super::super::some_of::some_of;
use super::super::workspace::Workspace;
use super::super::{phases, planning_text, rules};
use crate::domain::next_step::Call;
use crate::domain::phase::{
    PhaseInput, PlanFacts, RequirementFact, ReviewCall, ReviewFact, ReviewState, UnreadPlan,
};
use crate::domain::plan::layout::PhaseFolder;
use crate::domain::plan::{Plan, Truth};
use crate::domain::review::Remark;
use crate::domain::roadmap;
use crate::domain::roadmap::requirements::{self, Requirement, Traced};
use crate::domain::subject::Subject;
use crate::error::Error;

/// The phase asked for, else the one STATE.md says is current.
pub(super) fn named_phase(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    remarks: &mut Vec<Remark>,
) -> Result<String, Error> {
    if let Some(phase) = request.phase.as_deref().filter(|p| !p.trim().is_empty()) {
        return Ok(phase.to_owned());
    }
    let files = ws.documents(None);
    for root in files.planning_roots(None) {
        let path = root.join("STATE.md").ok();
        let text = path.and_then(|path| planning_text::read(files, &path, remarks));
        if let Some(phase) = text.as_deref().and_then(roadmap::current_phase) {
            remarks.push(Remark::new(
                0,
                "phase_assumed",
                format!("no phase was named; STATE.md says {phase}"),
            ));
            return Ok(phase);
        }
    }
    Err(unnamed(ws, request))
}

/// Returns the refusal of a call that names no phase, with those that there are and the likeliest to be meant.
fn unnamed(ws: &Workspace<'_>, request: &VerifyPhase) -> Error {
    const NAMED: usize = 12;
    let error = Error::invalid("phase", "no phase is named, and no STATE.md says which is current");
    let folders = phases::folders(ws).unwrap_or_default();
    if folders.is_empty() {
        let hint = "No planning folder with phases was found; one is made like `.planning/phases/01-name/01-01-PLAN.md`, the name beginning with the phase's number";
        return error.hint(hint).fill(&["phase"]);
    }
    let names = some_of(folders.iter().map(|folder| phases::called(ws, folder)), NAMED);
    let error = error.hint(format!("Phases here: {names}"));
    // What was said is of one phase's items, and of which only the caller knows.
    if !request.says_nothing() {
        return error.fill(&["phase"]);
    }
    // The last of which something is finished, else the last that is planned.
    let read = |folder: &PhaseFolder| {
        let plans = phases::plans_in(ws, &folder.dir);
        let finished = plans.iter().filter(|plan| phases::has_summary(ws, plan)).count();
        (plans.len(), finished)
    };
    let all: Vec<(&PhaseFolder, (usize, usize))> = folders.iter().rev().map(|f| (f, read(f))).collect();
    let done = all.iter().find(|(_, (_, finished))| *finished > 0);
    let likeliest = done.or_else(|| all.iter().find(|(_, (plans, _))| *plans > 0)).or(all.first());
    let Some((folder, (plans, finished))) = likeliest else { return error };
    let mut call = serde_json::json!({ "phase": phases::called(ws, folder) });
    if finished < plans || request.partial == Some(true) {
        call["partial"] = true.into();
    }
    if let Some(tree) = &request.worktree {
        call["worktree"] = tree.as_str().into();
    }
    error.call("verify_phase", call)
}

/// Reads what the documents say of the phase; of its reviews nothing yet.
pub(super) fn input(
    ws: &Workspace<'_>,
    request: &VerifyPhase,
    folder: &PhaseFolder,
    (plans, unread): (Vec<Plan>, &[Unread]),
    remarks: &mut Vec<Remark>,
) -> PhaseInput {
    let mut document = |name: &str| -> Option<String> {
        let path = folder.root.join(name).ok()?;
        planning_text::read(ws.documents(Some(&path)), &path, remarks)
    };
    let written = document("ROADMAP.md");
    let roadmap = written.as_deref().map(roadmap::read);
    let listed = document("REQUIREMENTS.md");
    let known = listed.as_deref().map(requirements::read);
    let traced = listed.as_deref().map(requirements::traced).unwrap_or_default();
    let entry = roadmap.as_ref().and_then(|r| r.phase_of(&folder.number, &folder.slug));
    if let (Some(roadmap), Some(taken)) = (&roadmap, entry) {
        let told = |r: &Remark| Remark { message: format!("ROADMAP.md: {}", r.message), ..r.clone() };
        remarks.extend(roadmap.told_of(taken).map(told));
        remarks.extend(roadmap.said_twice(taken).map(|why| Remark::new(taken.line, "duplicate_phase", why)));
    }
    if entry.is_none() {
        remarks.extend(phases::without_criteria(ws, folder, roadmap.is_some()));
    }
    let owned =
        owned(folder, (roadmap.as_ref(), entry), known.as_deref().unwrap_or_default(), &traced, remarks);
    let listed = roadmap.as_ref().zip(entry).zip(written.as_deref());
    let unwritten = listed.map(|((roadmap, entry), text)| roadmap.plans_of(text, entry)).unwrap_or_default();
    let is_there = |name: &str| {
        let named = |stem: &str| roadmap::is_same_plan(name, stem);
        plans.iter().any(|plan| named(&plan.stem)) || unread.iter().any(|(path, _)| named(path.file_name()))
    };
    let unwritten = unwritten.into_iter().filter(|(_, name)| !is_there(name)).collect();
    for plan in &plans {
        let told = plan
            .remarks
            .iter()
            .map(|r| Remark { message: format!("{}: {}", plan.stem, r.message), ..r.clone() });
        remarks.extend(told);
    }
    let text_of =
        |id: &str| known.as_ref()?.iter().find(|r| r.id.eq_ignore_ascii_case(id)).map(|r| r.text.clone());
    PhaseInput {
        phase: folder.number.clone(),
        name: entry
            .map(|e| e.name.clone())
            .or_else(|| (!folder.slug.is_empty()).then(|| folder.slug.clone())),
        dir: Some(folder.dir.clone()),
        goal: entry.and_then(|e| e.goal.clone()),
        criteria: entry
            .map(|e| {
                e.success_criteria.iter().map(|c| Truth { text: c.text.clone(), line: c.line }).collect()
            })
            .unwrap_or_default(),
        requirements: owned
            .into_iter()
            .map(|id| RequirementFact {
                text: text_of(&id),
                by_table: !entry.is_some_and(|e| {
                    let of_group = e.requirement_groups.iter().any(|group| id.starts_with(group.as_str()));
                    of_group || e.requirements.iter().any(|listed| listed.eq_ignore_ascii_case(&id))
                }),
                id,
            })
            .collect(),
        known_requirements: known.as_ref().map(|known| {
            // However a plan spells an id that is known, it is known.
            let spelt = plans.iter().flat_map(|p| &p.requirements);
            let same = spelt.filter(|id| known.iter().any(|r| r.id.eq_ignore_ascii_case(id))).cloned();
            known.iter().map(|r| r.id.clone()).chain(same).collect()
        }),
        denied: plans
            .iter()
            .filter_map(|plan| Some((plan.stem.clone(), phases::denied(ws, plan)?)))
            .collect(),
        reviews: Vec::new(),
        partial: request.partial.unwrap_or(false),
        plans: plans
            .into_iter()
            .map(|plan| PlanFacts { has_summary: phases::has_summary(ws, &plan), plan })
            .collect(),
        unread: unread_plans(unread.to_vec()),
        unwritten,
        commands: Vec::new(),
        state: None,
    }
}

/// Returns the requirements of the phase: those ROADMAP.md lists, those of its groups, and those that the table of
/// REQUIREMENTS.md gives to it (SPEC 9.5).
fn owned(
    folder: &PhaseFolder,
    (roadmap, entry): (Option<&roadmap::Roadmap>, Option<&roadmap::Phase>),
    known: &[Requirement],
    traced: &[Traced],
    remarks: &mut Vec<Remark>,
) -> Vec<String> {
    let mut ids = entry.map(|e| e.requirements.clone()).unwrap_or_default();
    let has = |ids: &[String], id: &str| ids.iter().any(|of| of.eq_ignore_ascii_case(id));
    let denied = entry.map(|e| e.requirements_left.as_slice()).unwrap_or_default();
    for group in entry.map(|e| e.requirement_groups.as_slice()).unwrap_or_default() {
        let all = known
            .iter()
            .filter(|r| r.id.starts_with(group.as_str()) && !has(&ids, &r.id) && !has(denied, &r.id));
        let (later, of): (Vec<_>, Vec<_>) = all.partition(|r| r.deferred);
        let of: Vec<&String> = of.into_iter().map(|r| &r.id).collect();
        let (code, message) = match of.as_slice() {
            [] => (
                "requirements_unread",
                format!(
                    "ROADMAP.md gives the phase `{group}*`, and REQUIREMENTS.md has no such requirement more"
                ),
            ),
            all => ("requirement_group", format!("`{group}*` in ROADMAP.md was taken for {}", several(all))),
        };
        let line = entry.map_or(0, |e| e.line);
        remarks.push(Remark::new(line, code, message));
        ids.extend(of.into_iter().cloned());
        if !later.is_empty() {
            let named = several(&later.into_iter().map(|r| &r.id).collect::<Vec<_>>());
            let message = format!(
                "`{group}*` in ROADMAP.md was not taken for {named}, which REQUIREMENTS.md puts off, as by `Out of Scope` \
                 or `v2`: write the ids out if the phase has them"
            );
            remarks.push(Remark::new(line, "requirements_deferred", message));
        }
    }
    let number = roadmap::number_key(&folder.number);
    let (mut more, mut elsewhere): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut left: Vec<String> = Vec::new();
    for row in traced.iter().filter(|row| row.phase == number && !has(&ids, &row.id)) {
        // Of two documents that disagree the roadmap is the one that phases are counted by.
        let others = roadmap.map(|r| r.phases.as_slice()).unwrap_or_default().iter();
        let given = others.filter(|p| roadmap::number_key(&p.number) != number);
        let to = if row.left || has(denied, &row.id) {
            &mut left
        } else if given.into_iter().any(|p| has(&p.requirements, &row.id)) {
            &mut elsewhere
        } else {
            &mut more
        };
        if !has(to, &row.id) {
            to.push(row.id.clone());
        }
    }
    let mut told = |ids: &[String], how: &str| {
        if !ids.is_empty() {
            let named = several(&ids.iter().collect::<Vec<_>>());
            let message = format!("the table in REQUIREMENTS.md gives the phase {named}, {how}");
            remarks.push(Remark::new(0, "requirements_differ", message));
        }
    };
    left.retain(|id| !has(&more, id));
    told(&left, "which it or ROADMAP.md strikes out, moves away or gives up: not counted");
    told(&elsewhere, "which ROADMAP.md gives another: left out");
    if entry.is_some_and(|e| !e.requirements.is_empty()) {
        told(&more, "which ROADMAP.md does not list for it: counted as its own");
    }
    ids.extend(more);
    ids
}

/// Names some of several ids.
fn several(ids: &[&String]) -> String {
    const NAMED: usize = 12;
    some_of(ids, NAMED)
}

/// Plans that cannot be read, as facts of their phase.
pub(super) fn unread_plans(unread: impl IntoIterator<Item = Unread>) -> Vec<UnreadPlan> {
    unread.into_iter().map(|(path, why)| UnreadPlan { path, why }).collect()
}

/// How each task of the finished plans stands with its reviewers (SPEC 9.1). Where reviews are off, only what is
/// open with blocking findings and what cannot be read: neither may go unseen.
pub(super) fn reviews(
    ws: &Workspace<'_>,
    folder: &PhaseFolder,
    (finished, unread): (&[Plan], &[Unread]),
    remarks: &mut Vec<Remark>,
) -> Result<Vec<ReviewFact>, Error> {
    // Whether reviews are asked for must be known before anything is said of them.
    rules::configured(ws, Some(&folder.dir), None)?;
    let mut records = Records::read(ws)?;
    let mut damaged = std::mem::take(&mut records.lost);
    damaged.append(&mut records.damaged);
    let mut facts: Vec<ReviewFact> = damaged.iter().map(|d| unreadable(d)).collect();
    remarks.extend(damaged.into_iter().map(|d| Remark::new(0, "loop_unreadable", d)));
    if finished.is_empty() && unread.is_empty() {
        return Ok(facts);
    }
    let judged = gate::of_plans(ws, Some(&folder.dir), (finished, unread), &records)?;
    if records.claims && records.reports > 0 {
        remarks.extend(judged.remarks.iter().filter(|r| r.code == "reports_are_claims").cloned());
    }
    facts.extend(judged.subjects.iter().map(|stand| fact(stand, &judged)));
    Ok(facts)
}

pub(super) fn fact(stand: &gate::Stand, judged: &gate::Judged) -> ReviewFact {
    let label = stand.which.label.as_str();
    let told = judged.reasons.iter().find(|r| r.subject.as_deref() == Some(label));
    let state = match &stand.standing {
        // What the protocol or a person let pass holds; its findings are shown at the boundary.
        gate::Standing::Held => stand.left.clone().map_or(ReviewState::Ok, ReviewState::WentOn),
        _ if !stand.blocking.is_empty() => ReviewState::BlockingOpen(stand.blocking.clone()),
        gate::Standing::Changed(why) | gate::Standing::NotHere(why) => ReviewState::Changed(why.clone()),
        gate::Standing::Lost(why) if told.is_some_and(|r| r.call.is_some()) => {
            ReviewState::Changed(why.clone())
        }
        gate::Standing::NeverReviewed => ReviewState::NeverReviewed,
        gate::Standing::GivenUp(_)
        | gate::Standing::Failed { .. }
        | gate::Standing::Waits { .. }
        | gate::Standing::NotEnough(_)
        | gate::Standing::Lost(_) => ReviewState::Unsettled(
            told.map_or_else(|| format!("{label} is not through"), |r| r.message.clone()),
        ),
    };
    // The gate's own call where it is one of words alone; a choice with its turn is behind the loop's status.
    let words = |call: &Call| -> Option<ReviewCall> {
        let arguments = call.arguments.iter();
        let arguments =
            arguments.map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned()))).collect::<Option<_>>()?;
        Some(ReviewCall { tool: call.tool.clone(), arguments })
    };
    let look = || {
        let id = stand.loop_id.as_ref()?;
        Some(Call::new("loop_status", [("loop_id", serde_json::json!(id.as_str()))]))
    };
    let call = match &state {
        ReviewState::Ok | ReviewState::WentOn(_) => None,
        ReviewState::Unsettled(_) => told.and_then(|r| words(r.call.as_ref()?)).or_else(|| words(&look()?)),
        ReviewState::NeverReviewed
        | ReviewState::BlockingOpen(_)
        | ReviewState::Changed(_)
        | ReviewState::Unreadable(_) => words(&stand.which.call),
    };
    let task = match &stand.which.subject {
        Subject::Task { task, .. } => task.clone(),
        Subject::Plan { .. } => "plan".to_owned(),
        Subject::Execution { .. } | Subject::Change { .. } | Subject::Artifact { .. } => {
            "execution".to_owned()
        }
    };
    let plan = stand.which.subject.plan_path().map(Plan::stem_of).unwrap_or_default();
    ReviewFact { plan, task, state, call }
}

/// A loop that cannot be read: nobody knows whose review it is, so it stands against the phase.
pub(super) fn unreadable(damage: &str) -> ReviewFact {
    let (id, why) = damage.split_once(": ").unwrap_or((damage, "it cannot be read"));
    let arguments = BTreeMap::from([("loop_id".to_owned(), id.to_owned())]);
    ReviewFact {
        plan: String::new(),
        task: id.to_owned(),
        state: ReviewState::Unreadable(why.to_owned()),
        call: Some(ReviewCall { tool: "loop_status".to_owned(), arguments }),
    }
}
