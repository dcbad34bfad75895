//! Who makes a call, kept for the moment the call comes (SPEC 6.10).

use std::path::Path;

use crate::domain::attested::{Attested, LONGEST, is_name};
use crate::error::Error;
use crate::io::clock::Clock;
use crate::io::git::{GitError, Repository};
use crate::io::store::{Store, StoreError};

/// A call comes at once after its hook; what nobody called for is forgotten after a day, in milliseconds.
const KEPT: i64 = 24 * 60 * 60 * 1000;

/// Keeps it, if there is a store to ask it of later. The first word on a call stands.
pub(super) fn attest(start: &Path, clock: &Clock, call: &str, by: &Attested) -> Result<(), Error> {
    let names = [Some(call), Some(&by.session), by.agent.as_deref(), by.kind.as_deref()];
    if names.into_iter().flatten().any(|name| !is_name(name)) {
        let message = format!("each name has 1 to {LONGEST} bytes, in one line");
        return Err(Error::invalid("tool_use_id", message));
    }
    let repository = match Repository::discover(start) {
        Ok(repository) => repository,
        Err(GitError::NotARepository { .. } | GitError::Gone { .. } | GitError::LeadsNowhere { .. }) => {
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    match Store::open_existing(repository.common_dir()) {
        Ok(mut store) => {
            // A power cut takes the call with it that this is about.
            store.write_in_passing()?;
            Ok(store.attest(call, by, clock.now(), KEPT)?)
        }
        Err(StoreError::Missing { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
