//! What the folders and files of a repository tell of places, each asked once in a call: all that a call decides is of one
//! state, and each asking takes a look at a dozen paths.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::remembered::Seen;
use crate::domain::ids::RepoPath;
use crate::domain::plan::Plan;
use crate::domain::protocol::Protocol;
use crate::domain::review::Remark;
use crate::io::settings::{Detected, Settings};

/// Answers by what was asked. What could not be told is asked again.
#[derive(Debug)]
pub(in crate::app) struct Once<K, V>(RefCell<HashMap<K, V>>);

impl<K, V> Default for Once<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: std::hash::Hash + Eq, V: Clone> Once<K, V> {
    /// Returns the answer of before, or asks.
    ///
    /// # Errors
    ///
    /// Those of `ask`.
    pub(in crate::app) fn or<E>(&self, key: K, ask: impl FnOnce(&K) -> Result<V, E>) -> Result<V, E> {
        if let Some(known) = self.0.borrow().get(&key) {
            return Ok(known.clone());
        }
        let told = ask(&key)?;
        self.0.borrow_mut().insert(key, told.clone());
        Ok(told)
    }

    pub(super) fn forget(&self) {
        self.0.borrow_mut().clear();
    }
}

/// A place, or the whole repository.
type Near = Option<RepoPath>;

/// All that was told so far.
#[derive(Debug, Default)]
pub(in crate::app) struct Told {
    /// What was seen of the work tree in use.
    pub(super) here: Seen,
    /// And of the main checkout, where that is another.
    pub(super) main: Seen,
    /// The planning folders above a place that systems made, nearest first, each with whether the main checkout's counts.
    pub(super) roots: Once<Near, Vec<(RepoPath, bool)>>,
    pub(super) detected: Once<Near, Detected>,
    pub(super) settings: Once<Near, Settings>,
    /// The rules for documents at a place, by the protocol that was named.
    pub(in crate::app) configured: Once<(Near, Option<String>), (Protocol, Vec<Remark>)>,
    /// The plans that could be read.
    pub(in crate::app) plans: Once<RepoPath, Rc<Plan>>,
    /// Those of which it is enough that they can be read; nothing where one cannot.
    pub(in crate::app) readable: Once<RepoPath, Option<Rc<Plan>>>,
}

impl Told {
    /// Has everything asked again.
    pub(super) fn forget(&self) {
        let Self { here, main, roots, detected, settings, configured, plans, readable } = self;
        here.forget();
        main.forget();
        roots.forget();
        detected.forget();
        settings.forget();
        configured.forget();
        plans.forget();
        readable.forget();
    }
}
