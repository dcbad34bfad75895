//! The three ways a gate is asked for: a phase's plans, one subject, and the command's phase, plan or branch.

use crate::domain::diff::Commit;
use crate::domain::ids::RepoPath;
use crate::domain::plan::Plan;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::{Subject, SubjectKind};
use crate::error::Error;

use super::super::answers::{GateAnswer, GateReason};
use super::super::phases::Unread;
use super::super::requests;
use super::super::rules::then::Then;
use super::super::workspace::Workspace;
use super::super::{phases, rules, subjects};
use super::{Judged, Reason, Records, Scope, Stand, Standing, judge};

/// Judges plans under the rules of their place. Rules that cannot be read close the gate and leave every task due;
/// switched-off reviews ask for nothing but what is open with blocking findings. `unread` are plans of the same place that
/// cannot be read: while there is one, the gate is closed.
pub(in crate::app) fn of_plans(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    (plans, unread): (&[Plan], &[Unread]),
    records: &Records,
) -> Result<Judged, Error> {
    let (mut protocol, notes, unknown) = match rules::configured(ws, place, None) {
        Ok((protocol, notes)) => (Some(protocol), notes, None),
        Err(error) => (Protocol::named("countersign"), Vec::new(), Some(error)),
    };
    let before = match &protocol {
        Some(now) if unknown.is_none() => before_own_work(ws, place, plans, now)?,
        Some(_) | None => None,
    };
    let own = before.map(|(held, said)| {
        protocol = Some(held);
        said
    });
    let on = protocol.as_ref().is_none_or(Protocol::is_on);
    // A plan alone is asked about by its own path.
    let folder = place.filter(|path| !plans.iter().any(|plan| &plan.path == *path));
    let scope = Scope::Plans { plans, unread, folder, rules: protocol.as_ref(), on };
    let mut judged = judge(ws, &scope, records)?;
    judged.remarks.extend(notes.into_iter().filter(|note| note.code == rules::LOOSER));
    judged.remarks.extend(own);
    if protocol.as_ref().is_some_and(|rules| rules.subjects.contains(&SubjectKind::Task)) {
        say_why_whole(plans, &mut judged);
    }
    if let Some(error) = unknown {
        judged.reasons.insert(0, Reason::new(format!("whether reviews are on cannot be told: {error}")));
    }
    if !on {
        // What nobody is asked to review is no commit that nobody reviewed.
        judged.reasons.retain(|r| r.commit.is_none() && !r.is_nothing);
        let message = "reviews are switched off in this project";
        judged.remarks.push(Remark::new(0, "reviews_off", message));
    }
    Ok(judged)
}

/// Says of plans without a task why they are asked about as a whole, where tasks are reviewed: a list that could not be
/// read looks the same as none.
fn say_why_whole(plans: &[Plan], judged: &mut Judged) {
    for plan in plans.iter().filter(|plan| plan.tasks.is_empty()) {
        let is_it = |stand: &&Stand| {
            let of_plan = matches!(&stand.which.subject, Subject::Execution { plan_path, .. } if plan_path == &plan.path);
            of_plan && stand.standing == Standing::NeverReviewed
        };
        let Some(label) = judged.subjects.iter().find(is_it).map(|stand| stand.which.label.clone()) else {
            continue;
        };
        let doubt = plan.remarks.first().map(|r| format!(" (line {}: {})", r.line, r.message));
        let why = format!(
            "; no task can be read in {}{}: mend its tasks, or have it reviewed as a whole",
            plan.path,
            doubt.unwrap_or_default()
        );
        let of_it = |reason: &&mut Reason| reason.subject.as_deref() == Some(&label);
        judged.reasons.iter_mut().filter(of_it).for_each(|reason| reason.message.push_str(&why));
    }
}

/// What goes by the rules of before, as it is told.
const GATE: &str = "its gate";

/// The newest commits in which work that alters its own rules is looked for.
const COMMITS: usize = 300;

/// Returns the rules of before the plans' own commits, where one of those loosened them, and what is to be said of it.
fn before_own_work(
    ws: &Workspace<'_>,
    place: Option<&RepoPath>,
    plans: &[Plan],
    now: &Protocol,
) -> Result<Option<(Protocol, Remark)>, Error> {
    let Ok(head) = ws.repository.head() else { return Ok(None) };
    let messages = ws.repository.messages(&head, COMMITS)?;
    // As they come, no rules are loosened by a file of the repository, unless it chose them.
    let oldest = messages.last().map_or(&head, |c| &c.id);
    if !rules::before::loosens(now) && !rules::before::may_have_switched(ws, place, oldest)? {
        return Ok(None);
    }
    // What is not committed asks for less at no gate, as it switches no review off.
    if let Some(committed) = rules::before::of_place_as_committed(ws, place, GATE)?
        && asks_for_less(now, &committed.0)
        && !rules::before::is_owners(ws, now, &committed.0)
    {
        return Ok(Some(committed));
    }
    let mut newest = ws.repository.with_files(messages)?;
    newest.reverse();
    let own = Scope::Plans { plans, unread: &[], folder: None, rules: Some(now), on: true }.own(ws, &newest);
    let commits: Vec<&Commit> = newest.iter().filter(|c| own.contains(&c.id)).collect();
    let asked = rules::before::Asked { place, ..Default::default() };
    let mut alters = None;
    for (at, commit) in commits.iter().enumerate() {
        // Before the first commit of all nothing held.
        let Some(base) = commit.parents.first() else { continue };
        let then = Then::of_paths(ws, base, commit.files.iter().cloned());
        if !then.altered(asked)?.is_empty() {
            alters = Some((at, base));
            break;
        }
    }
    let Some((first, base)) = alters else {
        // A commit of its own beside the plans' may loosen what they are measured by: the branch comes whole.
        let of_branch = rules::before::of_branch(ws, asked, now, GATE)?;
        return Ok(of_branch.filter(|(held, _)| asks_for_less(now, held)));
    };
    let paths = commits.iter().skip(first).flat_map(|commit| &commit.files).cloned();
    let then = Then::of_paths(ws, base, paths);
    let files = then.altered(asked)?;
    let (held, looser) = rules::before::held(ws, asked, now.clone(), &then)?;
    // Where the other protocol has work reviewed too, nothing goes unasked: each review goes by what held for it.
    if held.name != now.name && now.is_on() && reviews_work(now) {
        return Ok(None);
    }
    Ok((!looser.is_empty()).then(|| (held, rules::before::said(&files, &looser, GATE))))
}

/// Tells whether a protocol has what is made of a plan reviewed, and not the plan alone.
fn reviews_work(protocol: &Protocol) -> bool {
    [SubjectKind::Task, SubjectKind::Execution].iter().any(|kind| protocol.subjects.contains(kind))
}

/// Tells whether the rules of now ask for nothing that those of before ask for: for no work, or for nothing at all.
fn asks_for_less(now: &Protocol, before: &Protocol) -> bool {
    const WORK: [SubjectKind; 2] = [SubjectKind::Task, SubjectKind::Execution];
    let asks = |rules: &Protocol, kinds: &[SubjectKind]| {
        kinds.iter().any(|kind| rules.subjects.contains(kind) && rules.runs(*kind, false))
    };
    let less = |kinds: &[SubjectKind]| asks(before, kinds) && !asks(now, kinds);
    less(&WORK) || less(&[WORK[0], WORK[1], SubjectKind::Plan])
}

/// Judges a spec, in the place of a phase: each of its documents that is there, by the rules of its place, and of its task
/// list what was reviewed. Nothing where there is no such folder, or its rules know no such documents.
///
/// # Errors
///
/// Where the repository cannot be read.
pub(in crate::app) fn of_spec(
    ws: &Workspace<'_>,
    name: &str,
    records: &Records,
) -> Result<Option<Judged>, Error> {
    let Ok(folder) = RepoPath::parse(&format!("specs/{}", name.trim().trim_start_matches("specs/"))) else {
        return Ok(None);
    };
    let documents = || rules::configured(ws, Some(&folder), None).map(|(protocol, _)| protocol.artifacts);
    let Ok(known) = documents() else { return Ok(None) };
    let there = |name: &str| {
        folder.join(&format!("{name}.md")).ok().filter(|path| ws.documents(Some(path)).exists(path))
    };
    let found: Vec<(RepoPath, String)> =
        known.into_iter().filter_map(|rule| Some((there(&rule.name)?, rule.name))).collect();
    if found.is_empty() {
        return Ok(None);
    }
    let plans: Vec<Plan> = found
        .iter()
        .filter_map(|(path, _)| subjects::read_plan(ws, path).ok())
        .filter(|p| !p.tasks.is_empty())
        .collect();
    let unread: Vec<Unread> =
        found.iter().filter_map(|(path, _)| super::unread::document(ws, path)).collect();
    let mut whole = of_plans(ws, Some(&folder), (&plans, &unread), records)?;
    whole.reasons.retain(|r| !r.is_nothing);
    if whole.remarks.iter().any(|r| r.code == "reviews_off") {
        return Ok(Some(whole));
    }
    for (path, artifact) in found {
        let subject = Subject::Artifact {
            path,
            artifact,
            spec: folder.file_name().to_owned(),
            branch: ws.repository.branch(),
        };
        let judged = judge(ws, &Scope::Subject(&subject), records)?;
        whole.reasons.extend(judged.reasons);
        whole.remarks.extend(judged.remarks.into_iter().filter(|r| r.code != "not_asked"));
        whole.subjects.extend(judged.subjects);
    }
    let mut told = std::collections::BTreeSet::new();
    whole.remarks.retain(|r| told.insert((r.code.clone(), r.message.clone())));
    Ok(Some(whole))
}

/// Judges the subject of one loop.
pub(in crate::app) fn of_subject_alone(
    ws: &Workspace<'_>,
    state: &LoopState,
    records: &Records,
) -> Result<Judged, Error> {
    // By the number it has today.
    let known = records.all.iter().find(|known| known.id == state.id);
    judge(ws, &Scope::Subject(known.map_or(&state.subject, |known| &known.subject)), records)
}

/// Tells whether the branch's gate lets a subject pass by: over what the main branch has today it may do something else
/// than what was reviewed, though its files end up alike.
pub(in crate::app) fn passes_on_branch(
    ws: &Workspace<'_>,
    subject: &Subject,
    records: &Records,
) -> Result<bool, Error> {
    let label = subject.label();
    let judged = judge(ws, &Scope::Branch, records)?;
    Ok(judged.subjects.iter().all(|s| s.which.label != label || s.standing == Standing::Held))
}

/// Judges the branch, and says where it alters how reviews are done: its gate asks for its commits all the same.
fn whole_branch(ws: &Workspace<'_>, records: &Records) -> Result<Judged, Error> {
    let mut judged = judge(ws, &Scope::Branch, records)?;
    // Rules that cannot be read close no branch.
    let altered = rules::configured(ws, None, None)
        .and_then(|(now, _)| rules::before::of_branch(ws, Default::default(), &now, GATE));
    judged.remarks.extend(altered.ok().flatten().map(|(_, said)| said));
    Ok(judged)
}

/// Answers as `countersign gate` does of the branch; with whether all it says is that nothing was ever reviewed.
pub(in crate::app) fn of_branch(ws: &Workspace<'_>) -> Result<(GateAnswer, bool), Error> {
    let records = Records::read(ws)?;
    let judged = whole_branch(ws, &records)?;
    let nothing = judged.reasons.iter().all(|r| r.is_nothing);
    Ok((answered(branch(ws), judged), nothing))
}

fn branch(ws: &Workspace<'_>) -> String {
    ws.repository.branch().map_or_else(|| "detached head".to_owned(), |b| format!("branch {b}"))
}

/// Answers `countersign gate`.
pub(in crate::app) fn gate(ws: &Workspace<'_>, request: &requests::Gate) -> Result<GateAnswer, Error> {
    let records = Records::read(ws)?;
    let (scope, judged) = match (&request.phase, &request.plan) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid("plan", "give a phase or a plan, not both"));
        }
        (Some(phase), None) => match phases::folder(ws, phase) {
            Ok(folder) => {
                let (plans, unread) = phases::readable_in(ws, &folder.dir)?;
                let mut judged = of_plans(ws, Some(&folder.dir), (&plans, &unread), &records)?;
                judged.remarks.extend(phases::passed_over(ws, &folder.dir));
                (format!("phase {}", folder.dir.file_name()), judged)
            }
            Err(error) => match of_spec(ws, phase, &records)? {
                Some(judged) => (format!("spec {}", phase.trim_start_matches("specs/")), judged),
                None => return Err(error),
            },
        },
        (None, Some(plan)) => {
            let path = ws.path("plan", plan)?;
            // What is not there was misnamed; what is there and cannot be read is no gate that is open.
            let (plans, unread) = match (subjects::read_plan(ws, &path), phases::unread(ws, &path)) {
                (Ok(plan), _) => (vec![plan], Vec::new()),
                (Err(_), Some(unread)) => (Vec::new(), vec![unread]),
                (Err(error), None) => return Err(phases::suggest_plan(ws, error)),
            };
            let scope = format!("plan {}", Plan::stem_of(&path));
            (scope, of_plans(ws, Some(&path), (&plans, &unread), &records)?)
        }
        (None, None) => (branch(ws), whole_branch(ws, &records)?),
    };
    Ok(answered(scope, judged))
}

fn answered(scope: String, judged: Judged) -> GateAnswer {
    GateAnswer {
        open: judged.is_open(),
        scope,
        reasons: judged.reasons.into_iter().map(row).collect(),
        remarks: judged.remarks,
    }
}

fn row(reason: Reason) -> GateReason {
    GateReason {
        message: reason.message,
        subject: reason.subject,
        commit: reason.commit.map(|c| c.to_string()),
        files: reason.files.iter().map(ToString::to_string).collect(),
        call: reason.call,
        fill: reason.fill,
    }
}
