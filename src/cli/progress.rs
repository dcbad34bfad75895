//! The bar that a command shows while it looks over many files: on standard error, and only where a person sits at it.

use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};

use crate::app::Follower;

/// Fewer files are looked at sooner than a bar could be read.
const WORTH_SHOWING: usize = 2_000;

/// A bar, taken away when the command is done.
#[derive(Debug)]
struct Bar(ProgressBar);

/// Returns what follows a command.
pub(super) fn bar() -> Arc<dyn Follower> {
    let bar = ProgressBar::no_length();
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} files") {
        bar.set_style(style);
    }
    Arc::new(Bar(bar))
}

impl Follower for Bar {
    fn goes_on(&self) -> bool {
        true
    }

    fn hears(&self, done: usize, of: usize) {
        if of < WORTH_SHOWING || !done.is_multiple_of(64) {
            return;
        }
        self.0.set_length(of as u64);
        self.0.set_position(done as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
