//! What lies upstream of a document: what it must answer to (SPEC 6.8). Read anew for each pass, since documents
//! are exempt from the frozen contract.

use crate::domain::brief::AtPath;
use crate::domain::ids::RepoPath;
use crate::domain::journal;
use crate::domain::plan::{Plan, clean_path, layout};
use crate::domain::plan_check;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::domain::roadmap::{self, requirements};
use crate::domain::subject::{Requirement, Subject};

use super::super::planning_text;
use super::{phase_of, whole_plan};
use crate::app::rules;
use crate::app::workspace::Workspace;

/// The largest document read as part of what lies upstream, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// What a document answers to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::app) struct Upstream {
    pub(in crate::app) text: String,
    /// Documents that should lie there and do not, by the protocol's own names.
    pub(in crate::app) missing: Vec<String>,
    pub(in crate::app) requirements: Vec<Requirement>,
    /// The paths a plan names, and what stands there.
    pub(in crate::app) paths: Vec<(String, AtPath)>,
    pub(in crate::app) notes: Vec<Remark>,
}

/// Reads what lies upstream at opening. Rules that cannot be read are refused where they are asked for next.
pub(super) fn opening(ws: &Workspace<'_>, subject: &Subject, protocol: Option<&str>) -> Upstream {
    match rules::of(ws, subject, protocol) {
        Ok((protocol, _)) => of(ws, subject, &protocol),
        Err(_) => Upstream::default(),
    }
}

/// Reads what lies upstream of a document under a protocol; nothing for what is no document.
pub(in crate::app) fn of(ws: &Workspace<'_>, subject: &Subject, protocol: &Protocol) -> Upstream {
    match subject {
        Subject::Plan { plan_path, .. } => match whole_plan::leniently(ws, plan_path) {
            Ok(plan) => of_plan(ws, &plan),
            Err(_) => Upstream::default(),
        },
        Subject::Artifact { path, artifact, .. } => of_artifact(ws, path, artifact, protocol),
        Subject::Task { .. } | Subject::Change { .. } | Subject::Execution { .. } => Upstream::default(),
    }
}

/// The goal and criteria of a plan's phase, and the requirements that plan and phase claim.
fn of_plan(ws: &Workspace<'_>, plan: &Plan) -> Upstream {
    let mut upstream = Upstream { paths: named_paths(ws, plan), ..Upstream::default() };
    let root = layout::root_of(&plan.path);
    let document = |name: &str, notes: &mut Vec<Remark>| {
        let path = root.as_ref().and_then(|r| r.join(name).ok())?;
        planning_text::read(ws.documents(Some(&path)), &path, notes)
    };
    let number = phase_of(plan);
    let slug = layout::phase_of(&plan.path).map(|folder| folder.slug).unwrap_or_default();
    let roadmap = document("ROADMAP.md", &mut upstream.notes).map(|text| roadmap::read(&text));
    let phase = roadmap.as_ref().and_then(|r| r.phase_of(&number, &slug));
    let mut ids = plan.requirements.clone();
    match phase {
        None => upstream.notes.push(Remark::new(
            0,
            "upstream_missing",
            format!(
                "ROADMAP.md says nothing of phase {number}, so the plan is held against its own promises"
            ),
        )),
        Some(phase) => {
            upstream.text = format!("Phase {}: {}\n", phase.number, phase.name);
            if let Some(goal) = &phase.goal {
                upstream.text.push_str(&format!("Goal: {goal}\n"));
            }
            if !phase.success_criteria.is_empty() {
                upstream.text.push_str("Success criteria:\n");
            }
            for criterion in &phase.success_criteria {
                upstream.text.push_str(&format!("- {}\n", criterion.text));
            }
            ids.extend(phase.requirements.iter().filter(|id| !plan.requirements.contains(id)).cloned());
        }
    }
    let known = document("REQUIREMENTS.md", &mut upstream.notes);
    let known = known.map(|text| requirements::read(&text)).unwrap_or_default();
    upstream.requirements = ids
        .into_iter()
        .map(|id| {
            let text = known.iter().find(|r| r.id.eq_ignore_ascii_case(&id)).map(|r| r.text.clone());
            Requirement { id, text }
        })
        .collect();
    upstream
}

/// The paths a plan names, in its order, each with what stands there.
fn named_paths(ws: &Workspace<'_>, plan: &Plan) -> Vec<(String, AtPath)> {
    let bytes = ws.documents(Some(&plan.path)).read(&plan.path, MAX_FILE).ok().flatten().unwrap_or_default();
    let document = plan_check::Document::of(plan.path.clone(), &bytes);
    let reference = |path: &str| document.references().iter().find(|r| r.text == path);
    let tasks = plan.tasks.iter().flat_map(|t| t.files.iter());
    let artifacts = plan.must_haves.artifacts.iter().map(|a| &a.path);
    let links = plan.must_haves.key_links.iter().flat_map(|l| [&l.from, &l.to]);
    let mut paths: Vec<(String, AtPath)> = Vec::new();
    for named in plan.files_modified.iter().chain(tasks).chain(artifacts).chain(links) {
        let Some(path) = clean_path(named) else { continue };
        if paths.iter().any(|(known, _)| *known == path) {
            continue;
        }
        let standing = match RepoPath::parse(&path) {
            Ok(there) if ws.documents(Some(&there)).exists(&there) => AtPath::There,
            Ok(_) | Err(_) => match reference(&path) {
                Some(named) if named.marked => AtPath::New,
                Some(named) if named.made => AtPath::Guessed,
                Some(_) | None => AtPath::Missing,
            },
        };
        paths.push((path, standing));
    }
    paths
}

/// The documents that a spec has before this one, and what it was started for.
fn of_artifact(ws: &Workspace<'_>, path: &RepoPath, artifact: &str, protocol: &Protocol) -> Upstream {
    let mut upstream = Upstream::default();
    let beside = |name: &str| match path.parent() {
        Some(folder) => folder.join(name).ok(),
        None => RepoPath::parse(name).ok(),
    };
    let text = |name: &str, notes: &mut Vec<Remark>| {
        beside(name).and_then(|path| planning_text::read(ws.documents(Some(&path)), &path, notes))
    };
    if let Some(goal) = text(".progress.md", &mut upstream.notes).as_deref().and_then(goal) {
        upstream.text.push_str(&format!("# Goal of the spec\n\n{goal}\n\n"));
    }
    let at = protocol.artifacts.iter().position(|a| a.name == artifact);
    if at.is_none() && !protocol.artifacts.is_empty() {
        let known: Vec<&str> = protocol.artifacts.iter().map(|a| a.name.as_str()).collect();
        let message = format!(
            "{artifact} is none of the documents {} reviews by a rubric ({})",
            protocol.name,
            known.join(", ")
        );
        upstream.notes.push(Remark::new(0, "no_rubric", message));
    }
    for rule in protocol.artifacts.iter().take(at.unwrap_or(0)) {
        let name = format!("{}.md", rule.name);
        let told = upstream.notes.len();
        match text(&name, &mut upstream.notes).filter(|t| !t.trim().is_empty()) {
            Some(text) => upstream.text.push_str(&format!("# {name}\n\n{}\n\n", text.trim())),
            // Why it could not be read is said.
            None if upstream.notes.len() > told => {}
            None => {
                let message = format!("{name} is not there; {artifact} is reviewed without it");
                upstream.notes.push(Remark::new(0, "upstream_missing", message));
                upstream.missing.push(name);
            }
        }
    }
    upstream.text.truncate(upstream.text.trim_end().len());
    upstream
}

/// Returns what a spec's progress file says it was started for: the text below a heading that names the goal.
fn goal(progress: &str) -> Option<String> {
    let mut lines = progress.lines();
    lines.by_ref().find(|l| l.starts_with('#') && l.to_lowercase().contains("goal"))?;
    // Our own section of the file begins with its mark, not with its heading.
    let ends = |l: &&str| !l.starts_with('#') && !l.trim_start().starts_with(journal::MARK);
    let text: Vec<&str> = lines.take_while(ends).collect();
    let text = text.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_ends_where_our_own_section_begins() {
        let progress = "# Spec\n\n## Original Goal\n\nPeople can log in.\n\n<!-- countersign:rl-75vkntfs -->\n## Reviews\n";
        assert_eq!(goal(progress).as_deref(), Some("People can log in."));
    }
}
