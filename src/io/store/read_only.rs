//! Why a store is only read.

use std::io;

use super::log::LogFault;
use super::place::FILE;

/// Why a store that can be read refuses to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOnly {
    /// The file, its folder or its file system is write-protected.
    FileSystem,
    /// A newer version wrote it and lets this one read it.
    NewerSchema { found: i64, known: i64 },
    /// Its tables are those of a schema that this version knows, and its number is another one: that is damaged.
    Misnumbered { found: i64, known: i64 },
    /// Its write-ahead log is damaged: SQLite would pass over commits in it, and the next write would end them.
    DamagedLog(LogFault),
    /// What SQLite lays beside it is write-protected, though the file is not: its name behind the file's.
    Beside(&'static str),
    /// The version in its header is one that SQLite does not write, though nothing protects the file: that is damaged.
    Header,
    /// The system refuses to make files beside it, though their modes allow that: its own number for why.
    Refused(i32),
    /// Of another user, who could not write to the log that this one would lay beside it.
    OfAnother { owner: u32 },
    /// The file or its log has a second name, so that two would write into one, each past the other.
    Linked,
    /// It was opened only to read.
    Asked,
}

impl std::fmt::Display for ReadOnly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadOnly::FileSystem => f.write_str("the file or its folder is write-protected"),
            ReadOnly::NewerSchema { found, known } => {
                write!(f, "a newer version wrote it (schema {found}; this version writes {known})")
            }
            ReadOnly::Misnumbered { found, known } => {
                write!(f, "the number of its schema is damaged ({found}, and its tables are those of {known})")
            }
            ReadOnly::DamagedLog(fault) => write!(f, "{fault}"),
            ReadOnly::Beside(suffix) => write!(f, "{FILE}{suffix} beside it is write-protected"),
            ReadOnly::Header => f.write_str(
                "its header asks for a version of SQLite that there is not, though the file and its folder may be written: that is damaged",
            ),
            ReadOnly::Refused(why) => {
                write!(f, "no file can be made beside it: {}", io::Error::from_raw_os_error(*why))
            }
            ReadOnly::OfAnother { owner } => {
                write!(f, "it is of user {owner}, who could not write to the log that this user would lay beside it")
            }
            ReadOnly::Linked => {
                f.write_str("the file or its log has a second name (a hard link), under which another copy of the repository may write into it")
            }
            ReadOnly::Asked => f.write_str("it was opened only to read"),
        }
    }
}
