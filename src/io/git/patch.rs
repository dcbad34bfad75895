//! Whether a patch applies to a commit's tree. Nothing is written and no file is touched.

use git2::{Delta, Diff};

use super::Repository;
use crate::domain::ids::Oid;

/// The largest patch that is looked at, in bytes.
const MAX_PATCH: usize = 256 * 1024;

/// Why a patch does not apply.
#[derive(Debug, thiserror::Error)]
pub enum PatchError {
    #[error("it is no unified diff")]
    NoDiff,
    #[error("it holds {0} bytes, over the limit of {MAX_PATCH}")]
    TooLarge(usize),
    #[error("it changes nothing")]
    Empty,
    #[error("the tree under review cannot be read")]
    Tree,
    #[error("it creates {0}, which is there already")]
    There(String),
    #[error("{}", .0.message())]
    Misfit(#[source] git2::Error),
}

impl Repository {
    /// Tells whether a unified diff applies to the tree of a commit, all of it.
    pub fn applies(&self, commit: &Oid, patch: &str) -> Result<(), PatchError> {
        if patch.len() > MAX_PATCH {
            return Err(PatchError::TooLarge(patch.len()));
        }
        let patch = with_headers(patch);
        let diff = Diff::from_buffer(patch.as_bytes()).map_err(|_| PatchError::NoDiff)?;
        let (mut files, mut lines) = (0_usize, 0_usize);
        let walked = diff.foreach(
            &mut |_, _| {
                files += 1;
                true
            },
            None,
            None,
            Some(&mut |_, _, line| {
                lines += usize::from(matches!(line.origin(), '+' | '-'));
                true
            }),
        );
        walked.map_err(|_| PatchError::NoDiff)?;
        if files == 0 {
            return Err(PatchError::NoDiff);
        }
        if lines == 0 {
            return Err(PatchError::Empty);
        }
        let tree = self.find(commit).ok().and_then(|c| c.tree().ok()).ok_or(PatchError::Tree)?;
        for made in diff.deltas().filter(|d| d.status() == Delta::Added) {
            // libgit2 would put it over what stands there; git refuses.
            if let Some(path) = made.new_file().path().filter(|path| tree.get_path(path).is_ok()) {
                return Err(PatchError::There(path.display().to_string()));
            }
        }
        self.inner.apply_to_tree(&tree, &diff, None).map(|_| ()).map_err(PatchError::Misfit)
    }
}

/// Gives each file the header line that libgit2 wants and that `diff -u` and reviewers leave out, and the patch the
/// last line feed that it often lacks.
fn with_headers(patch: &str) -> String {
    let lines: Vec<&str> = patch.trim_end_matches(['\n', '\r']).lines().collect();
    let has_headers = lines.iter().any(|l| l.starts_with("diff --git "));
    let mut whole = String::with_capacity(patch.len() + 256);
    let mut rest = lines.iter().copied().peekable();
    while let Some(line) = rest.next() {
        let new = rest.peek().and_then(|next| next.strip_prefix("+++ "));
        let sides = line.strip_prefix("--- ").zip(new).filter(|_| !has_headers);
        if let Some((old, new)) = sides {
            let (old, new) = (side(old, "a/"), side(new, "b/"));
            whole.push_str(&header(old.as_deref(), new.as_deref()));
            rest.next();
        } else {
            whole.push_str(line);
            whole.push('\n');
        }
    }
    whole
}

/// Reads the name on one side, without the time that `diff -u` writes after it; nothing for no file.
fn side(text: &str, prefix: &str) -> Option<String> {
    let name = text.split('\t').next().unwrap_or(text).trim();
    (name != "/dev/null").then(|| name.strip_prefix(prefix).unwrap_or(name).to_owned())
}

fn header(old: Option<&str>, new: Option<&str>) -> String {
    let name = |side: Option<&str>, prefix: &str| {
        side.map_or_else(|| "/dev/null".to_owned(), |side| format!("{prefix}{side}"))
    };
    let (left, right) = (old.or(new).unwrap_or_default(), new.or(old).unwrap_or_default());
    let mode = match (old, new) {
        (None, Some(_)) => "new file mode 100644\n",
        (Some(_), None) => "deleted file mode 100644\n",
        (Some(_), Some(_)) | (None, None) => "",
    };
    format!("diff --git a/{left} b/{right}\n{mode}--- {}\n+++ {}\n", name(old, "a/"), name(new, "b/"))
}
