//! Every lower error is sorted here, once, into a refusal that names the field and says what would work.

use serde_json::json;

use crate::domain::plan::PlanError;
use crate::domain::review_loop::admit::waits_for;
use crate::domain::review_loop::{LoopState, Refusal, Standing};
use crate::error::{Error, ErrorKind};
use crate::io::files::FilesError;
use crate::io::git::GitError;
use crate::io::settings::user::UserConfigError;
use crate::io::store::StoreError;

impl From<GitError> for Error {
    fn from(error: GitError) -> Self {
        let message = with_sources(&error);
        match &error {
            GitError::UnsafeRevision { field, .. }
            | GitError::UnknownRevision { field, .. }
            | GitError::AmbiguousRevision { field, .. } => Error::invalid(*field, message),
            GitError::OtherRepository { .. } => Error::invalid("worktree", message),
            GitError::DiffTooLarge { .. } | GitError::TreeTooLarge { .. } => Error::invalid("files", message),
            GitError::Missing { .. } => Error::stale(message).at("base"),
            GitError::FileTooLarge { .. } => Error::refused(message),
            GitError::NotARepository { .. }
            | GitError::Gone { .. }
            | GitError::LeadsNowhere { .. }
            | GitError::Bare { .. }
            | GitError::NoCommit { .. }
            | GitError::Unreachable { .. }
            | GitError::ForeignOwner { .. }
            | GitError::Unsupported { .. }
            | GitError::SparseIndex
            | GitError::Unwritable { .. }
            | GitError::TooDeep { .. }
            | GitError::WorkTreeElsewhere { .. }
            | GitError::NotFetched { .. }
            | GitError::NoHandles { .. }
            | GitError::ShallowEdge { .. } => Error::unavailable(message),
            GitError::Failed { .. } => Error::io(message),
        }
    }
}

impl From<UserConfigError> for Error {
    fn from(error: UserConfigError) -> Self {
        Error::refused(with_sources(&error)).hint("Mend the file; what it may forbid is not allowed unread")
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Stale { .. } => ErrorKind::Stale,
            StoreError::NoStream { .. } => ErrorKind::NotFound,
            StoreError::StreamTaken { .. }
            | StoreError::KeyTaken { .. }
            | StoreError::Broken { .. }
            | StoreError::BrokenBlob { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::NotAStore { .. }
            | StoreError::PastRepair { .. }
            | StoreError::NewerSchema { .. }
            | StoreError::Repairing { .. }
            | StoreError::Missing { .. }
            | StoreError::CannotCreate { .. }
            | StoreError::Outside { .. }
            | StoreError::NoFile { .. }
            | StoreError::Replaced { .. }
            | StoreError::Locked { .. }
            | StoreError::OfAnother { .. }
            | StoreError::DiskFull { .. }
            | StoreError::NoWal { .. }
            | StoreError::Damaged { .. }
            | StoreError::Io { .. }
            | StoreError::Sqlite { .. } => ErrorKind::Io,
        };
        // The next opening has the file that took its place.
        let is_passing = matches!(error, StoreError::Replaced { .. });
        Error::new(kind, with_sources(&error)).hint(error.hint()).passing(is_passing)
    }
}

/// Sorts what reading or writing a file at the argument `field` can fail with.
pub(super) fn of_files(field: &str, error: &FilesError) -> Error {
    let refused = Error::invalid(field, with_sources(error));
    if matches!(error, FilesError::NotUtf8 { .. }) {
        return refused.hint("Save the file as UTF-8 and call again");
    }
    refused
}

/// Sorts why a file is no plan.
pub(super) fn of_plan(path: &str, error: &PlanError) -> Error {
    Error::invalid("plan", format!("{path} is no plan that can be reviewed: {}", with_sources(error)))
        .hint("A plan is a Markdown file with front matter (phase, plan, must_haves) and tasks: `<task>` blocks or `### Task N:` sections")
}

/// Names the call that leads on with a loop: its next review where that may open, else what tells its next step.
pub(super) fn on_with(error: Error, state: &LoopState) -> Error {
    let opens =
        matches!(state.standing, Standing::Review | Standing::NextReview(_)) && state.unanswered().is_empty();
    error.call(if opens { "review_task" } else { "loop_status" }, json!({ "loop_id": state.id.as_str() }))
}

/// Sorts why an event may not happen now, with the call that would work.
pub(super) fn of_loop(state: &LoopState, refusal: &Refusal) -> Error {
    let status = |error: Error| error.call("loop_status", json!({ "loop_id": state.id.as_str() }));
    let message = refusal.to_string();
    match refusal {
        Refusal::Closed { .. } => status(Error::refused(message).at("loop_id"))
            .hint("Call review_task with its subject to see the outcome, or to open a new loop once the work has changed"),
        // The code is to be had with the brief it belongs to, not without.
        Refusal::WrongCode { .. } => on_with(Error::stale(message).at("countersign"), state)
            .hint("Nothing was recorded in the loop; the text is kept among the strays"),
        // What was sent may be right as it is: it is this loop that does not wait for it.
        Refusal::NotOpen { .. } | Refusal::StillOpen { .. } => status(Error::refused(message).at("loop_id")),
        Refusal::Repeated { .. } => status(Error::refused(message).at("countersign")),
        Refusal::StageAnswered { .. } => status(Error::stale(message).at("stage"))
            .hint("What was recorded stands; send the other stage"),
        Refusal::OwnWork { .. } => Error::refused(message)
            .at("countersign")
            .hint("Start a reviewer of its own with the brief; it sends its answer itself")
            .call("review_task", json!({ "loop_id": state.id.as_str() })),
        Refusal::NoPlace { what, .. } => status(Error::refused(message).at(*what)),
        Refusal::TooOften { .. } => on_with(Error::refused(message).at("loop_id"), state),
        Refusal::WrongTurn { .. } => {
            status(Error::stale(message).at("turn")).hint("Take `turn` from `next` of the loop's last answer")
        }
        Refusal::UsedTurn { .. } => status(Error::stale(message).at("turn"))
            .hint("What was recorded then stands; loop_status gives the present turn"),
        Refusal::NoSuchChoice { options, .. } => status(Error::invalid("choice", message)).hint(if options.is_empty() {
            "Nothing is to be decided on this loop".to_owned()
        } else if !matches!(state.standing, Standing::Ask(_) | Standing::Closed(_)) {
            let waits = waits_for(&state.standing);
            format!("The loop waits for {waits}, not for a choice; taken all the same: {}", options.join(", "))
        } else {
            format!("Choose one of: {}", options.join(", "))
        }),
        Refusal::InPerson { given, .. } => status(Error::refused(message).at("choice")).hint(format!(
            "Leave `choice` out and the user is asked, where the client can ask; or have the user run `countersign decide {} {given} --reason R` in a terminal",
            state.id
        )),
        Refusal::Unanswered { findings } => {
            let ids: Vec<&str> = findings.iter().map(crate::domain::ids::FindingId::as_str).collect();
            Error::refused(message)
                .at("loop_id")
                .hint(format!("Without a response: {}", ids.join(", ")))
                .call("respond_findings", json!({ "loop_id": state.id.as_str(), "turn": state.turn }))
                .fill(&["responses"])
        }
    }
}

/// Writes an error with its causes, since a door shows one sentence.
pub(super) fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        let said = source.to_string();
        if !text.contains(&said) {
            text.push_str(": ");
            text.push_str(&said);
        }
        cause = source.source();
    }
    text
}
