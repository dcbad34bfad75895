//! What a test run ran on: the same words about other work are another run, and no call that was sent twice (SPEC 6.3).

use crate::app::ranges;
use crate::app::workspace::Workspace;
use crate::domain::ids::RepoPath;
use crate::domain::range::is_book_keeping;
use crate::domain::subject::Subject;
use crate::error::Error;

/// The most files whose contents are read; of more only the names tell.
const READ: usize = 2000;

/// Returns a digest of the work as it stands, where the subject's branch is checked out; nothing where it cannot be read.
pub(super) fn as_it_stands(ws: &Workspace<'_>, subject: &Subject) -> Option<String> {
    let elsewhere = subject.branch().filter(|branch| ws.repository.branch().as_deref() != Some(*branch));
    match elsewhere.map(|branch| ws.of_branch(branch)) {
        None => digest(ws).ok(),
        Some(Some(there)) => digest(&there).ok(),
        // Nobody has it checked out: its commits are all there is.
        Some(None) => ws.tip(subject).ok().map(|tip| tip.to_string()),
    }
}

/// Digests the checked-out commit and all that differs from it, but for reports and book-keeping.
fn digest(ws: &Workspace<'_>) -> Result<String, Error> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(text.as_bytes());
        hasher.update(b"\n");
    };
    // Before the first commit there is none.
    add(&ws.repository.head().map(|head| head.to_string()).unwrap_or_default());
    let differing = ws.differing()?;
    if let Some(path) = differing.unreadable.first() {
        return Err(Error::internal(format!("{path} could not be read")));
    }
    let paths: Vec<RepoPath> = differing.paths.iter().filter(|p| !is_book_keeping(p)).cloned().collect();
    let (read, more) = paths.split_at(paths.len().min(READ));
    for (path, content) in ranges::contents(ws, read)? {
        add(path.as_str());
        add(&content.map(|(blob, mode)| format!("{blob} {mode:?}")).unwrap_or_default());
    }
    more.iter().for_each(|path| add(path.as_str()));
    Ok(hasher.finalize().to_hex().to_string())
}
