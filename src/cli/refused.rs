//! How a command tells a refusal: the sentence on standard error, the kind as exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::domain::envelope::visible;
use crate::error::{Error, ErrorKind};

/// Exit codes of refusals lie from 64 up, as in BSD's sysexits, so that 0 to 3 stay free for verdicts.
pub(super) fn refused(error: &Error) -> ExitCode {
    tell(&error);
    ExitCode::from(match error.kind {
        ErrorKind::Invalid => 64,
        ErrorKind::NotFound => 66,
        ErrorKind::Refused | ErrorKind::Stale => 65,
        ErrorKind::Unavailable => 69,
        ErrorKind::Internal => 70,
        ErrorKind::Io => 74,
    })
}

/// Tells a refusal where the command has an exit code of its own for all of them.
pub(super) fn told(error: &Error, code: ExitCode) -> ExitCode {
    tell(&error);
    code
}

/// Tells that the output could not be written; a reader that went away is no trouble.
pub(super) fn unwritten(error: &io::Error, otherwise: ExitCode) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return otherwise;
    }
    tell(error);
    ExitCode::from(74)
}

fn tell(what: &dyn Display) {
    let _ = writeln!(io::stderr(), "countersign: {}", visible(&what.to_string()));
}
