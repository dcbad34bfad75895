//! Where reports go, and writing them. The event stands even when its report cannot be written; the answer says so.

use crate::domain::ids::RepoPath;
use crate::domain::plan::layout;
use crate::domain::report;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::subject::Subject;

use super::workspace::Workspace;

/// What became of a report.
#[derive(Debug, Clone, Default)]
pub(super) struct Report {
    pub(super) path: Option<String>,
    pub(super) remark: Option<Remark>,
}

/// Writes the review report of a loop, if it has an answered pass.
pub(super) fn write_review(ws: &Workspace<'_>, state: &LoopState) -> Vec<Report> {
    let Some(text) = report::render(state) else { return Vec::new() };
    vec![write(ws, review_path(state).as_deref(), &text)]
}

/// Writes a report of ours to a path, beside a foreign file where one holds it.
pub(super) fn write(ws: &Workspace<'_>, path: Option<&str>, text: &str) -> Report {
    let failed = |why: String| Report {
        path: None,
        remark: Some(Remark::new(
            0,
            "report_not_written",
            format!("{why}; what was recorded stands, the report can be rebuilt"),
        )),
    };
    let Some(path) = path.and_then(|p| RepoPath::parse(p).ok()) else {
        return failed("no path for the report could be made".to_owned());
    };
    match ws.files.write_report(&path, text) {
        Ok(written) => Report {
            remark: written.beside_foreign.then(|| {
                let message =
                    format!("{path} is not ours and was left alone; the report is {}", written.path);
                Remark::new(0, "report_beside", message)
            }),
            path: Some(written.path.to_string()),
        },
        Err(error) => failed(super::refusals::with_sources(&error)),
    }
}

/// Returns the path of a loop's report, from the protocol's pattern.
pub(super) fn review_path(state: &LoopState) -> Option<String> {
    let Subject::Task { plan_path, stem, task, .. } = &state.subject else {
        let id = match &state.subject {
            Subject::Change { id, .. } => id,
            Subject::Task { .. } => return None,
        };
        return Some(state.protocol.change_report_path.replace("{id}", &file_name(id)));
    };
    let Some(folder) = layout::phase_of(plan_path) else {
        let id = format!("{stem}-T{task}");
        return Some(state.protocol.change_report_path.replace("{id}", &file_name(&id)));
    };
    let pattern =
        if state.on_demand { &state.protocol.manual_report_path } else { &state.protocol.report_path };
    let pp = folder.padded();
    // A stem repeats the phase (`03-01`); the pattern has it already.
    let plan = stem.strip_prefix(&format!("{pp}-")).unwrap_or(stem);
    Some(
        pattern
            .replace("{phase_dir}", folder.dir.as_str())
            .replace("{pp}", &pp)
            .replace("{plan}", &file_name(plan))
            .replace("{task}", &file_name(task)),
    )
}

/// Keeps of a text what may stand in a file's name.
pub(super) fn file_name(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
        .take(80)
        .collect();
    let kept = kept.trim_matches(['.', '-']);
    if kept.is_empty() { "unnamed".to_owned() } else { kept.to_owned() }
}
