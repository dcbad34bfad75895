//! A fix that is the file's mode and no line of it: a script that may now be run (SPEC 7.3).

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::diff::{Diff, Mode};
use crate::domain::review::{Location, RawFinding};

/// What a finding calls a file's mode.
static OF_MODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:executable|chmod|file mode|mode bits?|(?:exec(?:ute|ution)?|x) (?:bit|permission)s?|0?(?:755|644))\b|\+x\b")
        .expect("a constant pattern")
});

/// Tells whether a finding speaks of its file's mode and the change gave the file at this place another one. For any
/// other finding a new mode is no fix, wherever it stands.
pub fn is_its_mode(said: &RawFinding, diff: &Diff, place: &Location) -> bool {
    let texts = [Some(&said.title), said.description.as_ref(), said.suggestion.as_ref(), said.why.as_ref()];
    let given = diff.file(&place.file).is_some_and(|file| {
        matches!(
            (file.old_mode, file.new_mode),
            (Some(Mode::File), Some(Mode::Executable)) | (Some(Mode::Executable), Some(Mode::File))
        )
    });
    given && texts.into_iter().flatten().any(|text| OF_MODE.is_match(text))
}
