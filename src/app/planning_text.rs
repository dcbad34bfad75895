//! Documents that planning rests on: ROADMAP, REQUIREMENTS, STATE, the documents of a spec.
//!
//! What cannot be read must not pass for what is not there: a phase would be verified without its criteria. What is
//! no UTF-8 is read all the same, since these files come from many editors.

use super::refusals::with_sources;
use crate::domain::ids::RepoPath;
use crate::domain::review::Remark;
use crate::io::files::Files;

/// The largest document read, in bytes.
const LIMIT: u64 = 2 * 1024 * 1024;

/// Reads a document; nothing where there is none. What is odd about it is told in `notes`.
pub(super) fn read(files: &Files, path: &RepoPath, notes: &mut Vec<Remark>) -> Option<String> {
    let bytes = match files.read(path, LIMIT) {
        Ok(bytes) => bytes?,
        Err(error) => {
            let why = format!("{}; nothing that it says is taken up", with_sources(&error));
            notes.push(Remark::new(0, "document_unread", why));
            return None;
        }
    };
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Some(text),
        Err(error) => error,
    };
    let at = error.utf8_error().valid_up_to();
    let bytes = error.into_bytes();
    let line = bytes.iter().take(at).filter(|b| **b == b'\n').count() + 1;
    let why = format!(
        "{path}:{line} is no UTF-8; what cannot be decoded was read as `\u{fffd}`. Save the file as UTF-8"
    );
    notes.push(Remark::new(u32::try_from(line).unwrap_or(u32::MAX), "document_undecodable", why));
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
