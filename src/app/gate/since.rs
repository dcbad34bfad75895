//! What came after each receipt, looked at once: many subjects have changed the same files.

use std::collections::BTreeSet;

use crate::domain::gate::Change;
use crate::domain::ids::RepoPath;
use crate::domain::receipt::Receipt;

use super::{Case, Wanted, dropped};
use crate::app::workspace::Workspace;

/// What came after a receipt without being covered; nothing where its change is not here.
pub(super) struct Since<'r> {
    pub(super) receipt: &'r Receipt,
    pub(super) later: Option<Vec<Change>>,
    /// The same where its commits are known to lie before what is walked.
    pub(super) known: Option<Vec<Change>>,
}

impl<'r> Case<'r> {
    /// Returns the steps on files of receipts whose change is not found by commits or contents: perhaps by what it did.
    pub(super) fn missing(&self, since: &[Option<Vec<Change>>]) -> Vec<Change> {
        let lost = self.receipts.iter().zip(since).filter(|(_, later)| later.is_none());
        let paths: BTreeSet<&RepoPath> = lost.flat_map(|(r, _)| r.files.iter().map(|f| &f.path)).collect();
        let steps = self.walk.nodes.iter().enumerate().flat_map(|(node, n)| {
            n.edits
                .iter()
                .filter(|(p, e)| e.step && paths.contains(*p))
                .map(move |(path, _)| Change { node, path: path.clone() })
        });
        steps.collect()
    }

    /// Holds each receipt of the scope's subjects against what came after it, once.
    pub(super) fn look_back(&mut self, ws: &Workspace<'_>, wanted: &[Wanted<'r>]) {
        let held = self.walk.held(&self.receipts, &self.bridges);
        let head = self.commits.head.as_ref();
        let all = wanted.iter().flat_map(|one| one.known.iter().chain(&one.elsewhere));
        let since = all.filter_map(|known| known.receipt()).map(|receipt| {
            let lies_before = head.is_some_and(|head| dropped::lies_before(ws, &self.walk, receipt, head));
            let later = held.since(receipt, false);
            let known = if lies_before { held.since(receipt, true) } else { later.clone() };
            Since { receipt, later, known }
        });
        self.since = since.collect();
    }

    /// Returns what came after a receipt, and that where its commits are known to lie before the walk.
    pub(super) fn since(&self, receipt: &Receipt) -> Option<&Since<'r>> {
        self.since.iter().find(|since| std::ptr::eq(since.receipt, receipt))
    }
}
