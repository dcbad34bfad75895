//! What an outcome leaves behind (SPEC 7.6): which change was reviewed, by what it can be known again, and what is open.
//!
//! A change is known again by its commits, by the contents it made of its files, or by the lines it changed (a patch):
//! a rebase keeps the lines, a squash the contents, a rewording both. A reformat keeps none of them.
//!
//! Reads no repository and decides no gate: see [`crate::domain::gate`]. [`written`] puts a receipt into a report and
//! takes it out again, for clones that have no store.

pub mod written;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diff::{ChangeKind, FileChange, Mode, Origin};
use super::ids::{LoopId, Oid, RepoPath};
use super::protocol::{AtLimit, Effect, NoReviewer, Protocol, Unreadable};
use super::review::Location;
use super::review_loop::LoopState;
use super::review_loop::event::Outcome;
use super::subject::{PinnedChange, Subject};

/// What stands at a path: git's id of it, and its kind where that is no plain file. Equal texts are equal contents.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Content(String);

impl Content {
    /// Returns the content of a blob under a kind of entry.
    pub fn new(blob: &Oid, mode: Mode) -> Self {
        let kind = match mode {
            Mode::File => "",
            Mode::Executable => " executable",
            Mode::Symlink => " symlink",
            Mode::Submodule => " submodule",
        };
        Self(format!("{blob}{kind}"))
    }

    /// Takes a content as it is written in a report; nothing where it is none.
    pub fn read(text: &str) -> Option<Self> {
        let (blob, kind) = text.split_once(' ').unwrap_or((text, ""));
        let is_id = (40..=64).contains(&blob.len()) && blob.bytes().all(|b| b.is_ascii_hexdigit());
        let known = ["", "executable", "symlink", "submodule"].contains(&kind);
        (is_id && known).then(|| Self(text.to_owned()))
    }

    /// Returns it as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns git's id of it.
    pub fn blob(&self) -> Oid {
        Oid::new(self.0.split(' ').next().unwrap_or_default())
    }
}

/// By what the change of one file is known again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    pub path: RepoPath,
    /// What the review started from; nothing where the file was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Content>,
    /// What it looked at; nothing where the change takes the file away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Content>,
    /// The digest of all that changed in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
    /// The digests of what each commit changed in it, where several did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
}

/// Returns the proofs of changed files; a renamed one is gone under one name and new under the other.
pub fn proofs(files: &[FileChange]) -> Vec<Proof> {
    let mut found = Vec::new();
    for file in files {
        let patch = Some(patch_of(file));
        let of = |path: &RepoPath, before: Option<Content>, after: Option<Content>| Proof {
            path: path.clone(),
            before,
            after,
            patch: patch.clone(),
            parts: Vec::new(),
        };
        let old = content(file.old_blob.as_ref(), file.old_mode);
        let new = content(file.new_blob.as_ref(), file.new_mode);
        match (file.kind, &file.old_path) {
            (ChangeKind::Renamed, Some(from)) => {
                found.push(of(from, old, None));
                found.push(of(&file.path, None, new));
            }
            (
                ChangeKind::Renamed
                | ChangeKind::Added
                | ChangeKind::Modified
                | ChangeKind::Deleted
                | ChangeKind::TypeChanged,
                _,
            ) => found.push(of(&file.path, old, new)),
        }
    }
    found
}

fn content(blob: Option<&Oid>, mode: Option<Mode>) -> Option<Content> {
    Some(Content::new(blob?, mode?))
}

/// What parts the digest of lines from that of their place.
const AT: char = '@';

/// Returns of a digest of a change what it says of its lines alone.
pub fn lines_of(patch: &str) -> &str {
    patch.split(AT).next().unwrap_or(patch)
}

/// Returns the digest of what a change does to a file: its lines with those around them, not where they stand. Only where
/// those around them stand in the file more than once does it hold what tells the places apart, behind an `@`.
///
/// White space counts: a reformat is another change. What cannot be shown by lines counts by its contents.
pub fn patch_of(file: &FileChange) -> String {
    /// Hashed at once, in bytes: many short pieces one by one take several times as long.
    const AT_ONCE: usize = 64 * 1024;
    let mut hasher = blake3::Hasher::new();
    let mut pieces = Vec::with_capacity(AT_ONCE);
    let mut part = |text: &str| {
        if pieces.len() + text.len() > AT_ONCE {
            hasher.update(&pieces);
            pieces.clear();
        }
        pieces.extend_from_slice(&(text.len() as u64).to_le_bytes());
        pieces.extend_from_slice(text.as_bytes());
    };
    part(file.path.as_str());
    part(file.before().as_str());
    for mode in [file.old_mode, file.new_mode] {
        part(match mode {
            None => "none",
            Some(Mode::File) => "file",
            Some(Mode::Executable) => "executable",
            Some(Mode::Symlink) => "symlink",
            Some(Mode::Submodule) => "submodule",
        });
    }
    if file.hunks.is_empty() {
        part(file.old_blob.as_ref().map_or("", |b| b.as_str()));
        part(file.new_blob.as_ref().map_or("", |b| b.as_str()));
    }
    for hunk in &file.hunks {
        part("@");
        for line in &hunk.lines {
            part(match line.origin {
                Origin::Context => " ",
                Origin::Added => "+",
                Origin::Removed => "-",
            });
            part(&line.text);
        }
    }
    part(if file.open_end.old { "open" } else { "" });
    part(if file.open_end.new { "open" } else { "" });
    hasher.update(&pieces);
    let lines = hasher.finalize().to_hex().as_str()[..32].to_owned();
    if file.repeated.is_empty() {
        return lines;
    }
    let mut hasher = blake3::Hasher::new();
    for repeated in &file.repeated {
        hasher.update(&(repeated.hunk as u64).to_le_bytes());
        hasher.update(repeated.place.as_bytes());
    }
    format!("{lines}{AT}{}", &hasher.finalize().to_hex().as_str()[..16])
}

/// The receipt of one outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub loop_id: LoopId,
    pub outcome: Outcome,
    /// The digest of what the subject had to fulfil.
    pub contract: String,
    pub base: Option<Oid>,
    pub head: Oid,
    /// Of the change that was reviewed, oldest first.
    pub commits: Vec<Oid>,
    pub files: Vec<Proof>,
    /// Where open notes stand: edits there keep it.
    pub notes: Vec<Location>,
    /// Edits of comments alone keep it.
    pub comments_keep: bool,
}

impl Receipt {
    /// Tells whether commits alone were reviewed: nothing that was not committed lay on top of them.
    pub fn is_of_commits(&self) -> bool {
        self.commits.last() == Some(&self.head)
    }

    /// Returns the receipt of a loop that has ended; nothing while it is open or where no review ever answered.
    ///
    /// `known` are the proofs of its change where the loop, opened by an older countersign, holds none itself.
    pub fn of(state: &LoopState, known: Option<Vec<Proof>>) -> Option<Self> {
        let outcome = state.outcome()?;
        let change = &reviewed(state)?.change;
        let notes = match outcome {
            Outcome::ApprovedWithNotes => {
                state.open_findings().iter().flat_map(|f| f.said.locations.iter().cloned()).collect()
            }
            Outcome::Approved
            | Outcome::AcceptedWithWarnings
            | Outcome::AcceptedWithIssues
            | Outcome::Skipped
            | Outcome::Aborted
            | Outcome::Failed
            | Outcome::Abandoned => Vec::new(),
        };
        Some(Self {
            loop_id: state.id.clone(),
            outcome,
            contract: state.contract.digest.clone(),
            base: change.base.clone(),
            head: change.head.clone(),
            commits: change.commits.iter().map(|c| c.id.clone()).collect(),
            files: if change.proof.is_empty() { known.unwrap_or_default() } else { change.proof.clone() },
            notes,
            comments_keep: state.protocol.comments_keep,
        })
    }

    /// Returns what it says of a path.
    pub fn file(&self, path: &RepoPath) -> Option<&Proof> {
        self.files.iter().find(|f| &f.path == path)
    }
}

/// The pass whose change the outcome stands for: the last that was answered, or, where no reviewer ran and the
/// protocol goes on all the same, the last.
fn reviewed(state: &LoopState) -> Option<&super::review_loop::state::PassRecord> {
    state.answered().or_else(|| state.pass())
}

/// Tells whether an outcome lets its subject go on by the rules it was reviewed under (SPEC 7.6).
pub fn lets_go_on(protocol: &Protocol, outcome: Outcome) -> bool {
    match outcome {
        Outcome::Approved | Outcome::ApprovedWithNotes => true,
        Outcome::AcceptedWithWarnings => {
            protocol.at_limit == AtLimit::Proceed
                || protocol.no_reviewer == NoReviewer::Proceed
                || protocol.no_reviewer == NoReviewer::Precheck
                || protocol.unreadable == Unreadable::Proceed
        }
        Outcome::AcceptedWithIssues => {
            let offered = [
                &protocol.user_choices,
                &protocol.manager_choices,
                &protocol.manual_choices,
                &protocol.dissent_choices,
            ];
            offered.into_iter().flatten().any(|c| c.effect == Effect::Accept)
        }
        Outcome::Skipped | Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => false,
    }
}

/// Returns the paths of a change, both names of a renamed file.
pub fn paths(change: &PinnedChange) -> Vec<RepoPath> {
    let names = change.files.iter().flat_map(|f| f.old_path.clone().into_iter().chain([f.path.clone()]));
    names.collect()
}

/// Tells whether two subjects are one, whatever branch each was opened on.
pub fn same_subject(a: &Subject, b: &Subject) -> bool {
    match (a, b) {
        (Subject::Task { plan_path: p, task: t, .. }, Subject::Task { plan_path: q, task: u, .. }) => {
            p == q && super::plan::layout::same_number(t, u)
        }
        (Subject::Plan { plan_path: p, .. }, Subject::Plan { plan_path: q, .. })
        | (Subject::Execution { plan_path: p, .. }, Subject::Execution { plan_path: q, .. })
        | (Subject::Artifact { path: p, .. }, Subject::Artifact { path: q, .. }) => p == q,
        (Subject::Change { id: p, .. }, Subject::Change { id: q, .. }) => p == q,
        (
            Subject::Task { .. }
            | Subject::Change { .. }
            | Subject::Plan { .. }
            | Subject::Execution { .. }
            | Subject::Artifact { .. },
            _,
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{DiffLine, Hunk};

    fn change(start: u32, removed: &str, added: &str) -> FileChange {
        let mut file = FileChange::new(RepoPath::parse("a.js").unwrap(), ChangeKind::Modified);
        let line = |origin, text: &str| DiffLine { origin, text: text.to_owned() };
        file.hunks.push(Hunk {
            old_start: start,
            old_lines: 1,
            new_start: start,
            new_lines: 1,
            lines: vec![line(Origin::Removed, removed), line(Origin::Added, added)],
        });
        file
    }

    #[test]
    fn a_patch_is_its_lines_wherever_they_stand() {
        assert_eq!(patch_of(&change(1, "a", "b")), patch_of(&change(40, "a", "b")));
        assert_ne!(patch_of(&change(1, "a", "b")), patch_of(&change(1, "a", " b")));
        assert_ne!(patch_of(&change(1, "a", "b")), patch_of(&change(1, "b", "a")));
    }

    #[test]
    fn what_has_no_lines_is_known_by_its_contents() {
        let binary = |blob: &str| {
            let mut file = FileChange::new(RepoPath::parse("a.bin").unwrap(), ChangeKind::Modified);
            file.new_blob = Some(Oid::new(blob));
            patch_of(&file)
        };
        assert_ne!(binary("aa"), binary("bb"));
    }

    #[test]
    fn each_protocol_goes_on_by_its_own_rule() {
        let goes_on = |name: &str, outcome| lets_go_on(&Protocol::named(name).unwrap(), outcome);
        for (name, warnings, issues) in [
            ("megazord", true, true),
            ("yolo", true, false),
            ("gsd", false, true),
            ("ralph", true, false),
            ("bazinga", false, false),
            ("countersign", false, true),
        ] {
            assert_eq!(goes_on(name, Outcome::AcceptedWithWarnings), warnings, "{name}");
            assert_eq!(goes_on(name, Outcome::AcceptedWithIssues), issues, "{name}");
            assert!(goes_on(name, Outcome::Approved) && !goes_on(name, Outcome::Failed), "{name}");
        }
    }

    #[test]
    fn a_content_is_read_as_it_was_written() {
        let id = "a".repeat(40);
        for mode in [Mode::File, Mode::Executable, Mode::Symlink, Mode::Submodule] {
            let content = Content::new(&Oid::new(&id), mode);
            assert_eq!(Content::read(content.as_str()), Some(content.clone()));
            assert_eq!(content.blob().as_str(), id);
        }
        for wrong in ["", "zz", "abc", "not an id", &format!("{id} folder")] {
            assert_eq!(Content::read(wrong), None, "{wrong}");
        }
    }
}
