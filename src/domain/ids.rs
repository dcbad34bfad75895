//! Identifiers and small exact values that every ring speaks in.
//!
//! Newtypes so that a commit can never be passed where a loop is meant. This module
//! validates shapes; it never looks anything up.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares a string newtype that displays as its content.
macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Wraps text that is already known to be of the right shape.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_id! {
    /// The handle of one loop, such as `rl-7f3a9c21`: stable from opening to outcome.
    LoopId
}
text_id! {
    /// The server's id of a finding, such as `F3`: unique within its loop, stable over passes (SPEC 6.5).
    FindingId
}
text_id! {
    /// The short code in a brief that the answer must carry back (SPEC 6.4), such as `cs-1-k3v9qa`.
    Countersign
}
text_id! {
    /// A git object id in lower-case hexadecimal, full length.
    Oid
}
text_id! {
    /// The id of one item of a phase verification: a hash of plan, kind and label (SPEC 9).
    ItemId
}

impl FindingId {
    /// The longest that any tool takes, in bytes.
    pub const LONGEST: usize = 64;
}

impl Oid {
    /// Returns the first eight characters, as people quote commits.
    pub fn short(&self) -> &str {
        self.as_str().get(..8).unwrap_or(self.as_str())
    }
}

/// The number of an answered or open review of a loop, from 1.
pub type Pass = u32;

/// The number of a loop's next step; every accepted write moves it (SPEC 6.3).
pub type Turn = u64;

/// Milliseconds since the Unix epoch, UTC. Read only by `io::clock` and passed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl fmt::Display for Timestamp {
    /// Writes RFC 3339 in UTC with whole seconds; an instant outside the calendar shows as milliseconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(t) => write!(f, "{}", t.strftime("%Y-%m-%dT%H:%M:%SZ")),
            Err(_) => write!(f, "{} ms", self.0),
        }
    }
}

/// A path relative to the repository root: forward slashes, no empty, `.` or `..` part.
///
/// The type says nothing about existence or symlinks; `io::files` opens by handle.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct RepoPath(String);

/// Why a text is no path inside the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// Nothing was given.
    #[error("is empty")]
    Empty,
    /// The path starts at the file system's root or a drive.
    #[error("is absolute; give it relative to the repository root")]
    Absolute,
    /// The path climbs with `..`.
    #[error("leaves the repository with `..`")]
    Climbs,
    /// The path holds a NUL or another control character.
    #[error("holds a control character")]
    Control,
    /// The path is longer than 4,096 bytes.
    #[error("is longer than 4096 bytes")]
    TooLong,
}

impl RepoPath {
    /// Reads a relative path, turning `\` into `/` and dropping `.` and empty parts.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.len() > 4096 {
            return Err(PathError::TooLong);
        }
        if is_plain(text) {
            return Ok(Self(text.to_owned()));
        }
        Self::sorted_out(text)
    }

    fn sorted_out(text: &str) -> Result<Self, PathError> {
        if text.chars().any(char::is_control) {
            return Err(PathError::Control);
        }
        let text = text.replace('\\', "/");
        let drive = text.as_bytes().get(1) == Some(&b':')
            && text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
        if text.starts_with('/') || drive {
            return Err(PathError::Absolute);
        }
        let mut parts = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => return Err(PathError::Climbs),
                part => parts.push(part),
            }
        }
        if parts.is_empty() {
            return Err(PathError::Empty);
        }
        Ok(Self(parts.join("/")))
    }

    /// Returns the path as text with forward slashes.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the last part.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Returns the folder, or nothing for a file at the root.
    pub fn parent(&self) -> Option<RepoPath> {
        self.0.rsplit_once('/').map(|(dir, _)| Self(dir.to_owned()))
    }

    /// Returns the path of `name` inside this folder.
    pub fn join(&self, name: &str) -> Result<RepoPath, PathError> {
        Self::parse(&format!("{}/{name}", self.0))
    }
}

/// Tells whether a path is written as it is kept: nearly all are, and a large repository has very many.
fn is_plain(text: &str) -> bool {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'\\' | b':');
    text.as_bytes().iter().all(plain) && text.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(|e| serde::de::Error::custom(format!("path {text:?} {e}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        for (text, expected) in [
            ("src/a.rs", Ok("src/a.rs")),
            ("./src//a.rs", Ok("src/a.rs")),
            ("src\\win.rs", Ok("src/win.rs")),
            ("a..b/c", Ok("a..b/c")),
            ("", Err(PathError::Empty)),
            ("./", Err(PathError::Empty)),
            ("/etc/passwd", Err(PathError::Absolute)),
            ("C:/x", Err(PathError::Absolute)),
            ("a/../../b", Err(PathError::Climbs)),
            ("..\\b", Err(PathError::Climbs)),
            ("a\0b", Err(PathError::Control)),
        ] {
            let got = RepoPath::parse(text);
            assert_eq!(got.as_ref().map(RepoPath::as_str), expected.as_ref().copied(), "{text:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn what_is_written_as_it_is_kept_is_taken_as_it_is(text in r"([a-c]|\.|/|\\|:|é|\x01| ){0,8}") {
            let sorted_out = RepoPath::sorted_out(&text);
            proptest::prop_assert_eq!(RepoPath::parse(&text), sorted_out.clone());
            if is_plain(&text) {
                proptest::prop_assert_eq!(sorted_out.map(|path| path.0), Ok(text));
            }
        }
    }

    #[test]
    fn time_is_rfc3339() {
        assert_eq!(Timestamp(1_767_225_600_000).to_string(), "2026-01-01T00:00:00Z");
    }
}
