//! What commits say of themselves: words, parents, times; without the files they changed.
//!
//! A task is looked for by the messages of thousands of commits, so these are read straight from the objects: each
//! once, and nothing of it that is not asked for. What is not written as git writes it is left to libgit2.
//!
//! An id names the same commit for ever, so what was read is kept for the process's later calls, as far as it is
//! small: a server reads a long history once. Which commits a head reaches is never kept.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use git2::{ObjectType, Odb};

use super::error::{Doing, GitError, lossy};
use super::{Repository, oid};
use crate::domain::diff::Commit;
use crate::domain::ids::{Oid, Timestamp};

/// The most commits that are kept between calls, and the most bytes that each of them may have.
const KEPT: usize = 8_192;
const KEPT_BYTES: usize = 2_048;

static READ: LazyLock<Mutex<HashMap<git2::Oid, Said>>> = LazyLock::new(Mutex::default);

/// A commit by what it says, with what a walk over the history goes by.
#[derive(Clone)]
struct Said {
    id: git2::Oid,
    commit: Commit,
    parents: Vec<git2::Oid>,
    /// Seconds since 1970, by its committer.
    committed: i64,
}

impl Repository {
    /// Lists commits from `head` back, newest first and a child before its parent, without their files: what their
    /// messages say costs far less than what they changed. [`Repository::with_files`] completes those that matter.
    ///
    /// Goes no further than asked: libgit2 reads a whole history before it gives the first commit of a sorted one.
    pub fn messages(&self, head: &Oid, limit: usize) -> Result<Vec<Commit>, GitError> {
        let odb = self.inner.odb().doing("open the object store")?;
        let edges = self.edges();
        let first = self.find(head)?.id();
        let mut seen = HashSet::from([first]);
        // Those met and not yet passed, by their time; of equal times, the one met first comes first.
        let mut met: Vec<Option<Said>> = vec![Some(self.said(&odb, first)?)];
        let mut open = BinaryHeap::from([(i64::MAX, Reverse(0_usize))]);
        let mut commits = Vec::new();
        while let Some((_, Reverse(at))) = open.pop() {
            if commits.len() >= limit {
                break;
            }
            let Some(said) = met.get_mut(at).and_then(Option::take) else { continue };
            let is_edge = edges.contains(&said.id);
            for parent in said.parents.into_iter().filter(|_| !is_edge) {
                if seen.insert(parent) {
                    let parent = self.said(&odb, parent)?;
                    open.push((parent.committed, Reverse(met.len())));
                    met.push(Some(parent));
                }
            }
            commits.push(said.commit);
        }
        Ok(commits)
    }

    fn said(&self, odb: &Odb<'_>, id: git2::Oid) -> Result<Said, GitError> {
        // Nothing is done under the lock that could leave the map half changed.
        let kept = || READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = kept().get(&id) {
            return Ok(said.clone());
        }
        let object = odb.read(id).doing("read a commit")?;
        if object.kind() == ObjectType::Commit
            && let Some(said) = read(id, object.data())
        {
            if object.len() <= KEPT_BYTES {
                let mut kept = kept();
                if kept.len() >= KEPT {
                    kept.clear();
                }
                kept.insert(id, said.clone());
            }
            return Ok(said);
        }
        let commit = self.inner.find_commit(id).doing("read a commit")?;
        let parents = commit.parent_ids().collect();
        Ok(Said { id, commit: bare(&commit), parents, committed: commit.time().seconds() })
    }
}

/// Reads what a commit itself says, without its files.
pub(super) fn bare(commit: &git2::Commit<'_>) -> Commit {
    let time = commit.author().when().seconds();
    made(commit.id(), commit.parent_ids(), commit.message_bytes(), time)
}

fn made(id: git2::Oid, parents: impl Iterator<Item = git2::Oid>, message: &[u8], author_time: i64) -> Commit {
    let message = lossy(message);
    let message = message.trim_start_matches('\n');
    let (subject, body) = message.split_once('\n').unwrap_or((message, ""));
    Commit {
        id: oid(id),
        parents: parents.map(oid).collect(),
        subject: subject.trim_end().to_owned(),
        body: body.trim().to_owned(),
        author_time: Timestamp(author_time.saturating_mul(1000)),
        files: Vec::new(),
        renamed: Vec::new(),
    }
}

/// Reads a commit object as git writes it; nothing where anything in it is otherwise.
fn read(id: git2::Oid, object: &[u8]) -> Option<Said> {
    let split = object.windows(2).position(|pair| pair == b"\n\n")?;
    let (head, message) = (object.get(..split)?, object.get(split + 2..)?);
    // libgit2 ends a message there.
    if message.contains(&0) {
        return None;
    }
    let mut lines = head.split(|b| *b == b'\n').peekable();
    lines.next()?.strip_prefix(b"tree ")?;
    let mut parents = Vec::new();
    while let Some(parent) = lines.peek()?.strip_prefix(b"parent ") {
        parents.push(
            git2::Oid::from_str(std::str::from_utf8(parent).ok()?).ok().filter(|_| parent.len() == 40)?,
        );
        lines.next();
    }
    let authored = seconds(lines.next()?.strip_prefix(b"author ")?)?;
    let committed = seconds(lines.next()?.strip_prefix(b"committer ")?)?;
    let commit = made(id, parents.iter().copied(), message, authored);
    Some(Said { id, commit, parents, committed })
}

/// Reads the time at the end of `A U Thor <author@example.org> 1700000000 +0100`.
fn seconds(signature: &[u8]) -> Option<i64> {
    let email = signature.iter().position(|b| *b == b'<')?;
    let end = signature.iter().rposition(|b| *b == b'>').filter(|end| *end > email)?;
    let time = signature.get(end + 1..)?.strip_prefix(b" ")?;
    let zone = time.iter().position(|b| *b == b' ')?;
    let (time, zone) = (time.get(..zone)?, time.get(zone + 1..)?);
    let plain = |digits: &[u8], most: usize| {
        !digits.is_empty() && digits.len() <= most && digits.iter().all(u8::is_ascii_digit)
    };
    let zone = zone.strip_prefix(b"+").or_else(|| zone.strip_prefix(b"-"))?;
    if !plain(time, 17) || !plain(zone, 4) {
        return None;
    }
    std::str::from_utf8(time).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "11f6ad8ec52a2984abaafd7c3b516503785c2072";

    fn commit(lines: &[&str], message: &str) -> Vec<u8> {
        format!("tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n{}\n\n{message}", lines.join("\n"))
            .into_bytes()
    }

    #[test]
    fn a_commit_is_read_as_libgit2_reads_it() {
        let dir = tempfile::tempdir().unwrap();
        let inner = git2::Repository::init(dir.path()).unwrap();
        let odb = inner.odb().unwrap();
        let tree: Vec<u8> = Vec::new();
        odb.write(ObjectType::Tree, &tree).unwrap();
        let (a, c) = ("author A <a@x> 1700000000 +0100", "committer C D <c@x> 1700000009 -0030");
        let parents = format!("parent {PARENT}\nparent {PARENT}");
        let cases: Vec<(&str, Vec<u8>, bool)> = vec![
            ("plain", commit(&[a, c], "feat: a\n\nbody\nmore\n"), true),
            ("merge", commit(&[&parents, a, c], "merge\n"), true),
            ("signed", commit(&[a, c, "gpgsig -----BEGIN", " x", " -----END"], "feat: b \n"), true),
            ("encoding", commit(&[a, c, "encoding ISO-8859-1"], "caf\u{e9}\n"), true),
            ("no message", commit(&[a, c], ""), true),
            ("leading blank lines", commit(&[a, c], "\n\nfeat: c\n"), true),
            ("before 1970", commit(&["author A <a@x> -5 +0000", c], "old\n"), false),
            ("no time", commit(&["author A <a@x>", c], "no time\n"), false),
            ("two authors", commit(&[a, a, c], "two\n"), false),
            ("nul", commit(&[a, c], "one\0two\n"), false),
            ("odd e-mail", commit(&["author A <a <b> c> 12 +0000", c], "odd\n"), true),
        ];
        for (what, object, fast) in cases {
            let id = odb.write(ObjectType::Commit, &object).unwrap();
            let theirs = inner.find_commit(id).unwrap();
            let ours = read(id, &object);
            assert_eq!(ours.is_some(), fast, "{what}");
            let Some(ours) = ours else { continue };
            assert_eq!(ours.commit, bare(&theirs), "{what}");
            assert_eq!(ours.parents, theirs.parent_ids().collect::<Vec<_>>(), "{what}");
            assert_eq!(ours.committed, theirs.time().seconds(), "{what}");
        }
    }
}
