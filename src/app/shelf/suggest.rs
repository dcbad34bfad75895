//! What may be named at a place: what a client offers while a person types.

use serde::{Deserialize, Serialize};

use crate::domain::ids::RepoPath;
use crate::domain::protocol::Protocol;
use crate::error::Error;
use crate::io::files::Kind;
use crate::io::settings::SPECS;

use super::super::subjects::read_plan;
use super::super::workspace::Workspace;
use super::super::{loops, phases};
use super::reports;

/// What the documents of a spec are called.
const DOCUMENTS: [&str; 4] = ["research.md", "requirements.md", "design.md", "tasks.md"];

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    Loops,
    Passes {
        loop_id: String,
    },
    Reports,
    Protocols,
    Phases,
    /// Plans and documents of specs.
    Documents,
    Tasks {
        plan: String,
    },
}

/// Returns everything that may be named, the likeliest first.
pub(in crate::app) fn suggest(ws: Result<Workspace<'_>, Error>, wanted: &Wanted) -> Vec<String> {
    if *wanted == Wanted::Protocols {
        return Protocol::all().into_iter().map(|p| p.name).collect();
    }
    let Ok(ws) = ws else { return Vec::new() };
    match wanted {
        Wanted::Protocols => Vec::new(),
        Wanted::Loops => every_loop(&ws),
        Wanted::Passes { loop_id } => passes(&ws, loop_id),
        Wanted::Reports => reports::known(&ws),
        Wanted::Phases => {
            let folders = phases::folders(&ws).unwrap_or_default();
            folders.iter().map(|folder| folder.dir.file_name().to_owned()).collect()
        }
        Wanted::Documents => documents(&ws),
        Wanted::Tasks { plan } => {
            let plan = ws.path("plan", plan).and_then(|path| read_plan(&ws, &path));
            plan.map(|plan| plan.tasks.into_iter().map(|task| task.number).collect()).unwrap_or_default()
        }
    }
}

/// Open loops first, each kind the one opened last first.
fn every_loop(ws: &Workspace<'_>) -> Vec<String> {
    let Ok(Some(store)) = ws.store_if_any() else { return Vec::new() };
    let infos = loops::listed(&store).map(|(infos, _)| infos).unwrap_or_default();
    let (open, ended): (Vec<_>, Vec<_>) = infos.into_iter().rev().partition(|info| info.key.is_some());
    open.into_iter().chain(ended).map(|info| info.id).collect()
}

fn passes(ws: &Workspace<'_>, loop_id: &str) -> Vec<String> {
    let Ok(Some(store)) = ws.store_if_any() else { return Vec::new() };
    let passes = loops::load(&store, loop_id).map(|loaded| loaded.state.passes).unwrap_or_default();
    passes.iter().rev().map(|pass| pass.number.to_string()).collect()
}

fn documents(ws: &Workspace<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for folder in phases::folders(ws).unwrap_or_default().iter().rev() {
        let listed = ws.list(&folder.dir).unwrap_or_default();
        let plans = listed.into_iter().filter(|e| phases::is_plan_name(e.path.file_name()));
        found.extend(plans.map(|e| e.path.to_string()));
    }
    let specs = RepoPath::parse(SPECS).ok();
    let specs = specs.and_then(|folder| ws.list(&folder).ok()).unwrap_or_default();
    for spec in specs.iter().filter(|entry| entry.kind == Kind::Folder) {
        let files = DOCUMENTS.iter().filter_map(|name| spec.path.join(name).ok());
        found.extend(files.filter(|path| ws.documents(Some(path)).exists(path)).map(|path| path.to_string()));
    }
    found
}
