//! What is wrong here and how to mend it: `countersign doctor` (SPEC 11, 13.3).
//!
//! Looks at everything that Countersign depends on and judges each fact for itself. Without a repair it changes nothing,
//! not even by looking; what it reads of other programs' files is never run.

mod hosts;
mod phases;
mod program;
mod repair;
mod reports;
mod store;

use std::path::Path;

use crate::domain::checkup::{Check, Checkup};
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::git::{self, GitError, Repository};
use crate::io::machine;

use super::requests::Config;
use super::workspace::{Caller, Workspace};

pub(super) use reports::rebuild;

/// Looks at everything.
pub(super) fn examine(start: &Path, clock: &Clock) -> Checkup {
    Checkup::of(checks(start, clock), Vec::new())
}

/// Mends what can be mended, then looks at everything.
pub(super) fn repair(start: &Path, clock: &Clock) -> Result<Checkup, Error> {
    let repaired = match Workspace::open(start, None, clock, Caller::Unknown) {
        Ok(ws) => repair::repair(&ws)?,
        // Without a repository there is nothing of ours to be mended, and the checks say so.
        Err(_) => Vec::new(),
    };
    Ok(Checkup::of(checks(start, clock), repaired))
}

fn checks(start: &Path, clock: &Clock) -> Vec<Check> {
    let mut checks = program::checks();
    checks.push(git_checks());
    let ws = match Workspace::open(start, None, clock, Caller::Unknown) {
        Ok(ws) => ws,
        Err(error) => {
            checks.push(no_repository(start, &error));
            return checks;
        }
    };
    checks.extend(repository(&ws));
    checks.extend(hosts::checks(&ws.files, ws.repository.root()));
    checks.extend(configuration(&ws));
    checks.extend(store::checks(&ws));
    checks
}

fn git_checks() -> Check {
    let own = git::version();
    match machine::on_path("git") {
        Some(path) => {
            Check::ok("git", format!("libgit2 {own} is built in; the git program is {}", path.display()))
        }
        None => Check::note("git", format!("libgit2 {own} is built in; no git program is on the path"))
            .means("Countersign needs none, the agents do"),
    }
}

fn no_repository(start: &Path, error: &Error) -> Check {
    let place = start.display().to_string();
    let check = Check::error("repository", error.message.clone()).about(place);
    let check = check
        .means("the server starts and lists its tools, and every call that needs a repository is refused");
    match Repository::discover(start) {
        Err(GitError::NotARepository { .. }) => {
            check.mend("cd into the repository; or: git init && git commit --allow-empty -m start")
        }
        Err(GitError::Gone { .. }) => check.mend("cd into the folder where the repository lies now"),
        Err(GitError::LeadsNowhere { root, .. }) => {
            let quoted = root.display().to_string().replace('\'', "'\\''");
            check.mend(format!("in the repository it belongs to: git worktree repair '{quoted}'"))
        }
        Err(GitError::Bare { .. }) => check.mend("git worktree add ../work && cd ../work"),
        Err(GitError::ForeignOwner { path }) => {
            // Given as one word, whatever the path holds.
            let quoted = path.display().to_string().replace('\'', "'\\''");
            check.mend(format!("if you trust it: git config --global --add safe.directory '{quoted}'"))
        }
        Err(GitError::Unsupported { .. }) => {
            check.mend("git clone --ref-format=files of a repository with SHA-1 objects, and work there")
        }
        Err(_) | Ok(_) => check.mend("git fsck, and look at the folder's permissions"),
    }
}

fn repository(ws: &Workspace<'_>) -> Vec<Check> {
    let root = ws.repository.root().display().to_string();
    let kind = if ws.repository.is_linked() {
        let main =
            ws.repository.main_root().map(|main| format!(" of {}", main.display())).unwrap_or_default();
        format!("{root} is a linked worktree{main}, and shares its reviews")
    } else {
        format!("{root} is a repository")
    };
    let mut checks = vec![Check::ok("repository", kind)];
    if ws.repository.is_shallow() {
        checks.push(
            Check::note("repository.history", "this is a shallow clone")
                .means("what its oldest commits changed cannot be told, and reviews that reach there are refused")
                .mend("git fetch --unshallow"),
        );
    }
    if let Err(error) = ws.repository.head() {
        checks.push(
            Check::note("repository.history", Error::from(error).message)
                .means("there is nothing that could be reviewed yet"),
        );
    }
    for (what, path, means) in [
        ("work tree", ws.repository.root(), "reports cannot be written; what is recorded stands"),
        (
            "git directory",
            ws.repository.common_dir(),
            "no store can be made, and work that is not committed cannot be pinned",
        ),
    ] {
        if machine::may_write(path) == Some(false) {
            checks.push(
                Check::warning(
                    "repository.permissions",
                    format!("the {what} {} cannot be written", path.display()),
                )
                .about(path.display().to_string())
                .means(means)
                .mend(
                    "make it writable for the user that the server runs as; in a sandbox, allow writes to it",
                ),
            );
        }
    }
    checks
}

fn configuration(ws: &Workspace<'_>) -> Vec<Check> {
    match super::config::config(ws, &Config::default()) {
        Ok(answer) => {
            let there: Vec<&str> =
                answer.files.iter().filter(|file| file.there).map(|file| file.path.as_str()).collect();
            let from = if there.is_empty() { "no file sets anything".to_owned() } else { there.join(", ") };
            let protocol = answer.values.iter().find(|value| value.key == "protocol").map(|v| v.shown());
            let protocol = protocol.unwrap_or_default();
            let mut checks = vec![Check::ok("configuration", format!("protocol {protocol}; {from}"))];
            let told = answer.remarks.into_iter().filter(|remark| remark.code != "unconfigured");
            checks.extend(told.map(|remark| {
                Check::note("configuration", remark.message)
                    .mend("countersign config shows every value with its origin")
            }));
            checks
        }
        Err(error) => {
            let mut mend = error.hints.join(". ");
            if mend.is_empty() {
                mend = "mend the file; countersign config tells when it can be read".to_owned();
            }
            vec![
                Check::error("configuration", error.message)
                    .means("no review is opened until it can be read: a broken file must not loosen anything")
                    .mend(mend),
            ]
        }
    }
}
