//! A file that somebody names on the command line, or standard input: read whole, or refused.

use std::io::{self, Read};
use std::path::Path;

use crate::error::Error;

/// The longest file read, in bytes.
const LIMIT: u64 = 16 * 1024 * 1024;

/// Reads the file, or standard input where none is named or `-` is; one byte over the limit is refused, not cut.
pub(super) fn bytes(file: Option<&Path>) -> Result<Vec<u8>, Error> {
    let named = file.filter(|f| f.as_os_str() != "-");
    let name = named.map_or_else(|| "standard input".to_owned(), |f| f.display().to_string());
    let failed = |e: io::Error| {
        if e.kind() == io::ErrorKind::NotFound {
            return Error::not_found("FILE", format!("there is no file {name}"));
        }
        Error::io(format!("{name} cannot be read: {e}"))
    };
    let mut bytes = Vec::new();
    match named {
        Some(path) => std::fs::File::open(path).and_then(|f| f.take(LIMIT + 1).read_to_end(&mut bytes)),
        None => io::stdin().lock().take(LIMIT + 1).read_to_end(&mut bytes),
    }
    .map_err(failed)?;
    if bytes.len() as u64 > LIMIT {
        return Err(Error::invalid("FILE", format!("{name} holds more than {LIMIT} bytes")));
    }
    Ok(bytes)
}
