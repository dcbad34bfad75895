//! Whoever follows a long look at a repository: hears how far it is, and may end it.

use std::fmt::Debug;

/// Asked between files, from several threads at once.
pub trait Follower: Debug + Send + Sync {
    /// Tells whether to go on.
    fn goes_on(&self) -> bool;
    /// Hears how many files of how many were looked at.
    fn hears(&self, done: usize, of: usize);
}

/// Nobody: it goes on to its end.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl Follower for Nobody {
    fn goes_on(&self) -> bool {
        true
    }

    fn hears(&self, _done: usize, _of: usize) {}
}
