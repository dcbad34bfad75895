//! Verification reports of other writers in the phase's folder (SPEC 8.2). Reads, and writes nothing.

use super::super::workspace::Workspace;
use crate::domain::ids::RepoPath;
use crate::domain::phase_report;
use crate::domain::plan::layout::PhaseFolder;
use crate::domain::review::Remark;
use crate::io::files::{self, Kind};

/// The largest report that is looked at, in bytes.
const LIMIT: u64 = 2 * 1024 * 1024;

/// The most reports whose claims are told.
const MOST: usize = 3;

/// Says what reports that are not ours claim of the phase, since they stand beside ours and are believed by others.
pub(super) fn claims(ws: &Workspace<'_>, folder: &PhaseFolder) -> Vec<Remark> {
    let documents = ws.documents(Some(&folder.dir));
    let Ok(entries) = documents.list(Some(&folder.dir)) else { return Vec::new() };
    let reports = entries.into_iter().filter(|e| e.kind == Kind::File && is_report(&e.path));
    let mut remarks = Vec::new();
    let mut foreign = 0;
    for path in reports.map(|e| e.path) {
        let told = match documents.read(&path, LIMIT) {
            Ok(Some(bytes)) => {
                let text = String::from_utf8_lossy(&bytes);
                if files::is_ours(&text) {
                    continue;
                }
                phase_report::foreign_claims(path.as_str(), &text)
            }
            Ok(None) => continue,
            Err(error) => vec![Remark::new(0, "foreign_verification", format!("not looked at: {error}"))],
        };
        foreign += 1;
        if foreign <= MOST {
            remarks.extend(told);
        }
    }
    if foreign > MOST {
        let why = format!("{} more reports of other writers lie in {}", foreign - MOST, folder.dir);
        remarks.push(Remark::new(0, "foreign_verification", why));
    }
    remarks
}

/// Tells whether what stands behind the word makes it a file about verification that reports none.
fn names_no_report(stem: &str) -> bool {
    let last = stem.rsplit(['-', '_', '.', ' ']).next().unwrap_or_default().to_ascii_lowercase();
    ["plan", "template", "summary", "research", "context", "checklist"].contains(&last.as_str())
}

/// Tells whether a file is called like a phase's verification report: `08-VERIFICATION.md`, `08-VERIFICATION-wave1.md`.
fn is_report(path: &RepoPath) -> bool {
    let name = path.file_name();
    let Some((stem, "md")) = name.rsplit_once('.') else { return false };
    // A wave, a run or a date may stand behind the word.
    stem.split(['-', '_', '.', ' ']).any(|word| word == "VERIFICATION") && !names_no_report(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_known_by_the_word_in_their_name() {
        for (name, is) in [
            ("08-VERIFICATION.md", true),
            ("VERIFICATION.md", true),
            ("08-VERIFICATION-wave1.md", true),
            ("08-VERIFICATION_2.md", true),
            ("08-VERIFICATION-PLAN.md", false),
            ("08-verification.md", false),
            ("08-REVERIFICATION.md", false),
            ("08-VERIFICATION-wave1.json", false),
        ] {
            let path = RepoPath::parse(name).unwrap();
            assert_eq!(is_report(&path), is, "{name}");
        }
    }
}
