//! What can be told of a change that no reviewer looked at: whether it keeps to its files, and what of it stands for
//! code to come (SPEC 4, 7.4, 9.3). Facts for whoever goes on with it; they decide nothing.

use crate::app::workspace::Workspace;
use crate::domain::diff::Origin;
use crate::domain::phase;
use crate::domain::range::Outside;
use crate::domain::review::Remark;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;

use super::super::some_of::some_of;
use super::evidence::reviewed;

/// Files and places named in one answer; the rest is counted.
const NAMED: usize = 5;
/// The largest file looked through, in bytes.
const LIMIT: u64 = 256 * 1024;

/// Looks at the change of the pass as it was pinned, so that the same call tells the same.
pub(super) fn checks(ws: &Workspace<'_>, state: &LoopState, pass: &PassRecord) -> Vec<Remark> {
    let scope = Outside::of(&state.subject, &pass.change, &state.only);
    let mut told = Vec::new();
    let outside: Vec<String> = scope.outside.iter().map(ToString::to_string).collect();
    if !outside.is_empty() {
        let message =
            format!("changed outside the files that {} lists: {}", state.subject.label(), few(&outside));
        told.push(Remark::new(0, "outside_scope", message));
    }
    if !scope.untouched.is_empty() {
        let message =
            format!("listed by {} and not touched: {}", state.subject.label(), few(&scope.untouched));
        told.push(Remark::new(0, "listed_untouched", message));
    }
    let stubs = stubs(ws, pass);
    if !stubs.is_empty() {
        told.push(Remark::new(0, "stubs", format!("looks unfinished: {}", few(&stubs))));
    }
    if told.is_empty() {
        let message =
            "the change keeps to the listed files and holds no stub that can be told; that is no review";
        told.push(Remark::new(0, "scope_and_stubs", message));
    }
    told
}

/// The places of the change that look like stubs, such as `src/a.rs:10 has an empty body`.
fn stubs(ws: &Workspace<'_>, pass: &PassRecord) -> Vec<String> {
    let diff = reviewed(ws, pass);
    let mut found = Vec::new();
    for file in pass.change.files.iter().filter(|f| f.blob.is_some()) {
        let Some(change) = diff.file(file.path.as_str()) else { continue };
        let Ok(Some(bytes)) = ws.repository.read_at(&pass.change.head, &file.path, LIMIT) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let mut added: Vec<u32> = Vec::new();
        for hunk in &change.hunks {
            let mut line = hunk.new_start;
            for shown in &hunk.lines {
                match shown.origin {
                    Origin::Added => {
                        added.push(line);
                        line += 1;
                    }
                    Origin::Context => line += 1,
                    Origin::Removed => {}
                }
            }
        }
        for stub in phase::stubs(&file.path, &text) {
            if added.iter().any(|line| (stub.from..=stub.to).contains(line)) {
                found.push(format!("{}:{} {}", file.path, stub.from, stub.what));
            }
        }
    }
    found
}

fn few(all: &[String]) -> String {
    some_of(all, NAMED)
}
