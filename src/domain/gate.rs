//! Which changes of a history no receipt covers (SPEC 7.6). Pure: histories, contents and receipts in, what is open out.
//!
//! The unit is one commit's change of one file. It is covered when a receipt names the commit or looked at what it does
//! to the file, and all that the receipt looked at in the file is here ([`whole`]), its commits and what lay uncommitted
//! on top of them, or when it lies on a way from contents to contents that receipts lead: from what
//! stood before it to what stands after it, or after later commits. So a squash, a detour that was taken back, and a
//! review of uncommitted work that was committed in three parts are all covered; a reformat on top is not.
//!
//! Never reads a repository, and knows no subjects: who must have a receipt is decided in `app`.

mod whole;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::ids::{Oid, RepoPath};
use super::receipt::{Content, Proof, Receipt};
use whole::is_its;

/// One commit, or what is not committed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Nothing for the work tree.
    pub id: Option<Oid>,
    /// The nodes before it; what lies before the walk is not named.
    pub parents: Vec<usize>,
    pub edits: BTreeMap<RepoPath, Edit>,
}

/// How a file stands at a commit that may have changed it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    /// At its first parent; nothing where the file was not there.
    pub before: Option<Content>,
    pub after: Option<Content>,
    /// The commit itself changed it: no edge of the walk, and no merge that only joined two sides.
    pub step: bool,
    /// The digest of what it did, where that was looked at.
    pub patch: Option<String>,
}

/// A history as far as it is asked about: every node after its parents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Walk {
    pub nodes: Vec<Node>,
    /// Commits of receipts that are in the history and lie before what is walked.
    pub earlier: BTreeSet<Oid>,
}

/// A step that leads from one content of a file to another without needing a review of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bridge {
    pub path: RepoPath,
    pub from: Option<Content>,
    pub to: Option<Content>,
}

/// A change of a file by a node of the walk.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    pub node: usize,
    pub path: RepoPath,
}

impl Walk {
    /// Returns every path that some node changed.
    pub fn paths(&self) -> BTreeSet<&RepoPath> {
        self.nodes.iter().flat_map(|n| n.edits.iter().filter(|(_, e)| e.step).map(|(p, _)| p)).collect()
    }

    /// Returns every content that a path has in the walk, in its order.
    pub fn contents(&self, path: &RepoPath) -> Vec<&Option<Content>> {
        let mut found: Vec<&Option<Content>> = Vec::new();
        for edit in self.nodes.iter().filter_map(|n| n.edits.get(path)) {
            let sides = if edit.step { vec![&edit.before, &edit.after] } else { vec![&edit.after] };
            for content in sides {
                if !found.contains(&content) {
                    found.push(content);
                }
            }
        }
        found
    }

    /// Marks a node and all that lies before it.
    pub fn up_to(&self, node: usize) -> Vec<bool> {
        let mut marked = vec![false; self.nodes.len()];
        let mut open = vec![node];
        while let Some(at) = open.pop() {
            if let Some(mark) = marked.get_mut(at)
                && !*mark
            {
                *mark = true;
                open.extend(&self.nodes[at].parents);
            }
        }
        marked
    }

    /// Holds it against receipts and what leads on from what they looked at.
    pub fn held<'h>(&'h self, receipts: &'h [&'h Receipt], bridges: &'h [Bridge]) -> Held<'h> {
        Held { walk: self, receipts, bridges, ways: RefCell::default() }
    }

    /// Returns the changes that no receipt covers, in the order of the walk.
    pub fn uncovered(&self, receipts: &[&Receipt], bridges: &[Bridge]) -> Vec<Change> {
        self.held(receipts, bridges).uncovered()
    }

    /// Tells whether a change that nothing covers would be covered once what stands in the work tree is committed.
    pub fn waits_for_a_commit(&self, change: &Change, receipts: &[&Receipt], bridges: &[Bridge]) -> bool {
        if !self.nodes.iter().any(|n| n.id.is_none() && n.edits.contains_key(&change.path)) {
            return false;
        }
        let mut walk = self.clone();
        for (at, node) in walk.nodes.iter_mut().enumerate() {
            node.id.get_or_insert_with(|| Oid::new(format!("not committed {at}")));
        }
        !Ways::of(&walk, &change.path, receipts, bridges).uncovered().contains(change)
    }

    /// Returns the first node that a receipt's change is known in.
    pub fn first_of(&self, receipt: &Receipt) -> Option<usize> {
        self.nodes.iter().position(|node| {
            let named = node.id.as_ref().is_some_and(|id| receipt.commits.contains(id));
            named
                || receipt.files.iter().any(|file| {
                    node.edits.get(&file.path).is_some_and(|edit| {
                        edit.step
                            && (edit.after == file.after && edit.before != file.after || is_patch(file, edit))
                    })
                })
        })
    }
}

/// A walk that is held against receipts. The ways of each file are looked for once: many receipts speak of one.
#[derive(Debug)]
pub struct Held<'h> {
    walk: &'h Walk,
    receipts: &'h [&'h Receipt],
    bridges: &'h [Bridge],
    ways: RefCell<BTreeMap<RepoPath, Rc<Ways<'h>>>>,
}

impl<'h> Held<'h> {
    fn ways(&self, path: &RepoPath) -> Rc<Ways<'h>> {
        let mut known = self.ways.borrow_mut();
        let find = || Rc::new(Ways::of(self.walk, path, self.receipts, self.bridges));
        known.entry(path.clone()).or_insert_with(find).clone()
    }

    /// Returns the changes that no receipt covers, in the order of the walk.
    pub fn uncovered(&self) -> Vec<Change> {
        let paths = self.walk.paths().into_iter();
        let mut open: Vec<Change> = paths.flat_map(|path| self.ways(path).uncovered()).collect();
        open.sort();
        open
    }

    /// Returns what changed a receipt's files after it without being covered; nothing where its change is not in the
    /// walk: neither all its commits, nor what they did, nor what they, or reviewed changes after them, made of each file.
    /// What was reviewed as commits and stands in the work tree alone is in no history.
    ///
    /// `elsewhere`: its commits are known to lie before the walk, with all that it looked at.
    pub fn since(&self, receipt: &Receipt, elsewhere: bool) -> Option<Vec<Change>> {
        if receipt.files.is_empty() && !elsewhere && !self.walk.has_all(receipt) {
            return None;
        }
        let mut later = Vec::new();
        for file in &receipt.files {
            let named = elsewhere || self.walk.is_named(receipt, file);
            let ways = self.ways(&file.path);
            let at = ways.stands_at(receipt, file, named);
            if !named && at.is_none_or(|at| receipt.is_of_commits() && self.walk.nodes[at].id.is_none()) {
                return None;
            }
            later.extend(at.map(|at| ways.uncovered_after(at)).unwrap_or_default());
        }
        later.sort();
        later.dedup();
        Some(later)
    }

    /// Tells whether all that a receipt looked at is in this history, or stands now as reviewed changes of it left it.
    pub fn has(&self, receipt: &Receipt) -> bool {
        let is_here = |file: &Proof| {
            let ways = self.ways(&file.path);
            let named = self.walk.is_named(receipt, file);
            let at = ways.stands_at(receipt, file, named);
            let done = at.is_some_and(|at| !receipt.is_of_commits() || self.walk.nodes[at].id.is_some());
            named || done || ways.leads_to_the_last(file)
        };
        receipt.files.iter().all(is_here)
    }
}

fn is_patch(file: &Proof, edit: &Edit) -> bool {
    edit.patch.as_ref().is_some_and(|p| file.patch.as_ref() == Some(p) || file.parts.contains(p))
}

/// Returns the steps of a file that a receipt covers by themselves: those of its commits, and those that do what they
/// did; none where only a part of what it looked at is here. On one line of history it vouches for no more than it looked at, and for each thing once: the same lines put in
/// a second time, elsewhere in the file, are another change.
fn vouched(walk: &Walk, receipt: &Receipt, file: &Proof) -> Vec<usize> {
    let step = |at: usize| walk.nodes[at].edits.get(&file.path).filter(|e| e.step);
    if !walk.is_whole(receipt, file) {
        return Vec::new();
    }
    let is_named = |at: &usize| is_its(receipt, &walk.nodes[*at]);
    let mut found: Vec<usize> =
        (0..walk.nodes.len()).filter(|at| step(*at).is_some()).filter(is_named).collect();
    let most = file.parts.len().max(1);
    for at in 0..walk.nodes.len() {
        let Some(edit) = step(at).filter(|e| is_patch(file, e)) else { continue };
        if found.contains(&at) {
            continue;
        }
        let before = walk.up_to(at);
        let in_line = |other: &&usize| before[**other] || walk.up_to(**other)[at];
        let line: Vec<usize> = found.iter().filter(in_line).copied().collect();
        let again = line.iter().any(|other| step(*other).is_some_and(|e| e.patch == edit.patch));
        if !again && line.len() < most {
            found.push(at);
        }
    }
    found
}

/// The ways between the contents of one file.
#[derive(Debug)]
struct Ways<'w> {
    walk: &'w Walk,
    path: RepoPath,
    /// Every content that is met, numbered.
    known: Vec<Option<Content>>,
    /// Where receipts lead from each content; to itself only where they lead back.
    reach: Vec<BTreeSet<usize>>,
    /// Steps that a receipt covers by themselves.
    settled: BTreeSet<usize>,
    after: OnceCell<After>,
}

/// The contents that stand at each node and after it.
#[derive(Debug)]
struct After {
    all: Vec<BTreeSet<usize>>,
    /// Without what stands in the work tree alone.
    committed: Vec<BTreeSet<usize>>,
}

impl<'w> Ways<'w> {
    fn of(walk: &'w Walk, path: &RepoPath, receipts: &[&Receipt], bridges: &[Bridge]) -> Self {
        let mut known: Vec<Option<Content>> = walk.contents(path).into_iter().cloned().collect();
        let mut number = |content: &Option<Content>| match known.iter().position(|k| k == content) {
            Some(at) => at,
            None => {
                known.push(content.clone());
                known.len() - 1
            }
        };
        let mut edges: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut settled = BTreeSet::new();
        for receipt in receipts {
            for file in receipt.files.iter().filter(|f| &f.path == path) {
                edges.insert((number(&file.before), number(&file.after)));
                for at in vouched(walk, receipt, file) {
                    let edit = &walk.nodes[at].edits[path];
                    settled.insert(at);
                    edges.insert((number(&edit.before), number(&edit.after)));
                }
            }
        }
        for bridge in bridges.iter().filter(|b| &b.path == path) {
            edges.insert((number(&bridge.from), number(&bridge.to)));
        }
        let reach = (0..known.len()).map(|from| reached(from, &edges)).collect();
        Self { walk, path: path.clone(), known, reach, settled, after: OnceCell::new() }
    }

    /// Tells whether reviewed changes lead from what was made of the file to what the newest commit holds.
    fn leads_to_the_last(&self, file: &Proof) -> bool {
        let stands = self.stands();
        let last = (0..stands.len()).rfind(|at| self.walk.nodes[*at].id.is_some()).and_then(|at| stands[at]);
        let made = self.number(&file.after);
        made.zip(last).is_some_and(|(made, last)| self.reach[made].contains(&last))
    }

    /// Returns the steps of the path that need a review of their own.
    fn steps(&self) -> Vec<usize> {
        let nodes = &self.walk.nodes;
        (0..nodes.len())
            .filter(|at| nodes[*at].edits.get(&self.path).is_some_and(|e| e.step))
            .filter(|at| !self.settled.contains(at))
            .collect()
    }

    fn number(&self, content: &Option<Content>) -> Option<usize> {
        self.known.iter().position(|k| k == content)
    }

    /// Returns what stands at each node: what its own edit left, else what its first parent has.
    fn stands(&self) -> Vec<Option<usize>> {
        let mut stands: Vec<Option<usize>> = Vec::with_capacity(self.walk.nodes.len());
        for node in &self.walk.nodes {
            let inherited = node.parents.first().and_then(|p| stands[*p]);
            stands.push(node.edits.get(&self.path).map_or(inherited, |e| self.number(&e.after)));
        }
        stands
    }

    /// Returns the steps that no way covers.
    fn uncovered(&self) -> Vec<Change> {
        let roots: Vec<bool> = self.walk.nodes.iter().map(|n| n.parents.is_empty()).collect();
        self.open(self.steps(), &roots)
    }

    /// Returns the steps after a node that no way covers which begins at that node or after it: what was reviewed there
    /// must still be under what stands now, so going back behind it is a change.
    fn uncovered_after(&self, start: usize) -> Vec<Change> {
        let nodes = &self.walk.nodes;
        let below = self.walk.from(start);
        let steps = self.steps().into_iter().filter(|at| *at != start && below[*at]).collect();
        let roots: Vec<bool> = (0..nodes.len()).map(|at| at == start).collect();
        self.open(steps, &roots)
    }

    /// Returns those of the steps that lie on no way. A way begins where a receipt begins, or where what stands is known
    /// to be good: at one of the roots, or where ways from there lead. It ends at the step or after it.
    fn open(&self, steps: Vec<usize>, roots: &[bool]) -> Vec<Change> {
        if steps.is_empty() {
            return Vec::new();
        }
        let nodes = &self.walk.nodes;
        let stands = self.stands();
        // What stood at a node and before it, all of it and the good, as far as roots lie before it.
        let mut met: Vec<(BTreeSet<usize>, BTreeSet<usize>)> = Vec::with_capacity(nodes.len());
        let mut good: Vec<bool> = Vec::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            let (mut all, mut kept) = self.before(at, &met, roots, &stands);
            let began = roots[at] || node.parents.iter().any(|p| !met[*p].0.is_empty());
            let step = node.edits.get(&self.path).is_some_and(|e| e.step);
            let parents = !node.parents.is_empty() && node.parents.iter().all(|p| good[*p]);
            let is_good = roots[at] && !step
                || stands[at].is_some_and(|s| kept.contains(&s) || all.iter().any(|f| self.reach[*f].contains(&s)))
                || parents && (!step || self.settled.contains(&at))
                // Where the walk begins with a receipt's own node.
                || roots[at] && !node.parents.is_empty();
            good.push(is_good);
            if self.joins(at, &stands) {
                // Going back to what only one side had takes back the other: what stands is where ways go on from.
                all.clear();
                kept.clear();
            }
            if began {
                all.extend(stands[at]);
                kept.extend(stands[at].filter(|_| is_good));
            }
            met.push((all, kept));
        }
        let After { all: after, committed } = self.after.get_or_init(|| After {
            all: self.after(&stands, |_| true),
            committed: self.after(&stands, |at| nodes[at].id.is_some()),
        });
        let covered = |at: usize| {
            let (all, kept) = self.before(at, &met, roots, &stands);
            let leads =
                |from: &usize, to: &BTreeSet<usize>| self.reach[*from].intersection(to).next().is_some();
            if nodes[at].id.is_none() {
                return kept.intersection(&after[at]).next().is_some()
                    || all.iter().any(|f| leads(f, &after[at]));
            }
            // What is not committed takes back no commit and completes none: the branch holds it, and a push carries it.
            kept.intersection(&committed[at]).next().is_some() || all.iter().any(|f| leads(f, &committed[at]))
        };
        let open = steps.into_iter().filter(|at| !covered(*at));
        open.map(|node| Change { node, path: self.path.clone() }).collect()
    }

    /// Returns what stands at each node and after it, as far as some nodes tell.
    fn after(&self, stands: &[Option<usize>], tells: impl Fn(usize) -> bool) -> Vec<BTreeSet<usize>> {
        let told = |(at, s): (usize, &Option<usize>)| s.iter().copied().filter(|_| tells(at)).collect();
        let mut after: Vec<BTreeSet<usize>> = stands.iter().enumerate().map(told).collect();
        for (at, node) in self.walk.nodes.iter().enumerate().rev() {
            let met = after[at].clone();
            for parent in &node.parents {
                after[*parent].extend(met.iter().copied());
            }
        }
        after
    }

    /// Tells whether a merge made one content out of two by itself.
    fn joins(&self, at: usize, stands: &[Option<usize>]) -> bool {
        let node = &self.walk.nodes[at];
        let by_hand = node.edits.get(&self.path).is_some_and(|e| e.step);
        node.parents.len() > 1 && !by_hand && node.parents.iter().all(|p| stands[*p] != stands[at])
    }

    /// Collects what stood before a node: all of it, and the good. What a root began from is good.
    ///
    /// Where a merge took the content of one side, what stood on the others is past: it was what that side changed.
    /// One that did so by hand is held against the others, which it dropped.
    fn before(
        &self,
        at: usize,
        met: &[(BTreeSet<usize>, BTreeSet<usize>)],
        roots: &[bool],
        stands: &[Option<usize>],
    ) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let node = &self.walk.nodes[at];
        let (mut all, mut kept) = (BTreeSet::new(), BTreeSet::new());
        let by_hand = node.edits.get(&self.path).is_some_and(|e| e.step);
        let apart = node.parents.iter().any(|p| stands[*p] != stands[node.parents[0]]);
        let counts = |p: &&usize| !met[**p].0.is_empty() && (stands[**p] == stands[at]) != by_hand;
        let mut sides: Vec<&usize> = node.parents.iter().filter(counts).collect();
        if !apart || sides.is_empty() {
            sides = node.parents.iter().collect();
        }
        for parent in sides {
            all.extend(met[*parent].0.iter().copied());
            kept.extend(met[*parent].1.iter().copied());
        }
        if roots[at] && node.parents.is_empty() {
            let began = node.edits.get(&self.path).filter(|e| e.step).and_then(|e| self.number(&e.before));
            all.extend(began);
            kept.extend(began);
        }
        (all, kept)
    }

    /// Returns the node where a receipt's change of the file is done: the last of its commits where all of them are here
    /// (where more was looked at, the first with that from there on), else the last that does what it did, else the first at which its content stands, or one that reviewed changes
    /// made of that, else the last that does a part of it where all parts are done.
    fn stands_at(&self, receipt: &Receipt, file: &Proof, all: bool) -> Option<usize> {
        let nodes = &self.walk.nodes;
        let step = |n: &Node| n.edits.get(&self.path).filter(|e| e.step).cloned();
        let its = |n: &Node| is_its(receipt, n) && step(n).is_some();
        let named = match receipt.is_of_commits() {
            true => nodes.iter().rposition(its),
            false => self.walk.committed(receipt, file),
        };
        let named = named.filter(|_| all);
        let (before, after) = (self.number(&file.before), self.number(&file.after));
        let made = |s: &Option<usize>| {
            let reached = |s: usize| after.is_some_and(|at| self.reach[at].contains(&s));
            s.is_some_and(|s| Some(s) != before && (Some(s) == after || reached(s)))
        };
        let first_made = || {
            let past = self.walk.before_its(receipt, &self.path);
            self.stands().iter().zip(past).position(|(stands, past)| made(stands) && !past)
        };
        let last_part = || {
            let part = |n: &Node| its(n) || step(n).is_some_and(|e| is_patch(file, &e));
            self.walk.has_parts(file).then(|| nodes.iter().rposition(part)).flatten()
        };
        named.or_else(|| self.walk.last_whole(file)).or_else(first_made).or_else(last_part)
    }
}

fn reached(from: usize, edges: &BTreeSet<(usize, usize)>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for (_, to) in edges.range((at, 0)..=(at, usize::MAX)) {
            if found.insert(*to) {
                open.push(*to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::Mode;
    use crate::domain::ids::LoopId;
    use crate::domain::receipt::Proof;
    use crate::domain::review_loop::event::Outcome;

    fn path() -> RepoPath {
        RepoPath::parse("a.js").unwrap()
    }

    /// A content by one letter; `-` is no file.
    fn content(letter: char) -> Option<Content> {
        (letter != '-').then(|| Content::new(&Oid::new(letter), Mode::File))
    }

    /// A straight history of one file, a letter a commit; the first stands before it.
    fn straight(letters: &str) -> Walk {
        let letters: Vec<char> = letters.chars().collect();
        let nodes = letters.iter().enumerate().map(|(at, letter)| {
            let step = at > 0 && letters[at - 1] != *letter;
            let before = if at > 0 { content(letters[at - 1]) } else { content(*letter) };
            let edit = Edit { before, after: content(*letter), step, patch: None };
            Node {
                id: Some(Oid::new(format!("c{at}"))),
                parents: at.checked_sub(1).into_iter().collect(),
                edits: BTreeMap::from([(path(), edit)]),
            }
        });
        Walk { nodes: nodes.collect(), ..Walk::default() }
    }

    fn receipt(from: char, to: char, commits: &[&str]) -> Receipt {
        Receipt {
            loop_id: LoopId::new("rl-1"),
            outcome: Outcome::Approved,
            contract: String::new(),
            base: None,
            head: Oid::new(commits.last().copied().unwrap_or("snapshot")),
            commits: commits.iter().map(|c| Oid::new(*c)).collect(),
            files: vec![Proof {
                path: path(),
                before: content(from),
                after: content(to),
                patch: Some(format!("{from}{to}")),
                parts: Vec::new(),
            }],
            notes: Vec::new(),
            comments_keep: false,
        }
    }

    fn open(walk: &Walk, receipts: &[Receipt]) -> Vec<usize> {
        let receipts: Vec<&Receipt> = receipts.iter().collect();
        walk.uncovered(&receipts, &[]).into_iter().map(|c| c.node).collect()
    }

    /// What is not committed takes back no commit: a push carries it.
    #[test]
    fn the_work_tree_hides_no_commit() {
        for (letters, receipts, expected) in [
            ("abcb", vec![receipt('a', 'b', &[])], vec![2]),
            ("abca", vec![receipt('a', 'b', &[])], vec![2]),
            ("-e-", vec![], vec![1]),
            // What was reviewed stands in the work tree, and the commit below holds something else.
            ("acb", vec![receipt('a', 'b', &[])], vec![1]),
            ("acb", vec![], vec![1, 2]),
            ("abc", vec![receipt('a', 'b', &[])], vec![2]),
        ] {
            let mut walk = straight(letters);
            walk.nodes.last_mut().unwrap().id = None;
            assert_eq!(open(&walk, &receipts), expected, "{letters} under {receipts:?}");
        }
    }

    #[test]
    fn a_commit_of_what_stands_in_the_work_tree_may_be_all_that_is_missing() {
        for (letters, receipts, expected) in [
            ("acb", vec![receipt('a', 'b', &[])], true),
            ("acd", vec![receipt('a', 'b', &[])], false),
            ("acb", vec![], false),
        ] {
            let mut walk = straight(letters);
            walk.nodes.last_mut().unwrap().id = None;
            let receipts: Vec<&Receipt> = receipts.iter().collect();
            let change = Change { node: 1, path: path() };
            assert_eq!(walk.waits_for_a_commit(&change, &receipts, &[]), expected, "{letters}");
        }
    }

    #[test]
    fn ways_of_contents_cover_what_lies_on_them() {
        for (letters, receipts, expected) in [
            ("ab", vec![receipt('a', 'b', &[])], vec![]),
            // In two parts, and by way of something that was taken back.
            ("acb", vec![receipt('a', 'b', &[])], vec![]),
            ("abcb", vec![receipt('a', 'b', &[])], vec![]),
            // Squashed: the way leads over a content that is nowhere.
            ("ac", vec![receipt('a', 'b', &[]), receipt('b', 'c', &[])], vec![]),
            // Changed after, changed before, and never reviewed.
            ("abc", vec![receipt('a', 'b', &[])], vec![2]),
            ("cab", vec![receipt('a', 'b', &[])], vec![1]),
            ("ab", vec![], vec![1]),
            // Undone: nothing is left that somebody should look at; whose work is gone is asked below.
            ("aba", vec![receipt('a', 'b', &[])], vec![]),
            ("aba", vec![], vec![]),
            // Back to what was reviewed, then away again.
            ("abcbc", vec![receipt('a', 'b', &[])], vec![4]),
            // By the commit's own name, whatever the contents.
            ("abc", vec![receipt('x', 'y', &["c1"]), receipt('b', 'c', &[])], vec![]),
            // The last of its commits is not here; amended, what it made of the file is.
            ("ab", vec![receipt('a', 'c', &["c1", "gone"])], vec![1]),
            ("abc", vec![receipt('a', 'c', &["c1", "gone"])], vec![]),
            // A file that went away.
            ("ab-", vec![receipt('a', 'b', &[])], vec![2]),
            ("ab-", vec![receipt('a', 'b', &[]), receipt('b', '-', &[])], vec![]),
        ] {
            assert_eq!(open(&straight(letters), &receipts), expected, "{letters}");
        }
    }

    #[test]
    fn a_patch_covers_over_other_contents() {
        let mut walk = straight("xy");
        walk.nodes[1].edits.get_mut(&path()).unwrap().patch = Some("ab".to_owned());
        assert_eq!(open(&walk, &[receipt('a', 'b', &[])]), [] as [usize; 0]);
        assert_eq!(since(&walk, &[receipt('a', 'b', &[])]), Some(vec![]));
        assert_eq!(walk.first_of(&receipt('a', 'b', &[])), Some(1));
        assert_eq!(since(&straight("xy"), &[receipt('a', 'b', &[])]), None);
    }

    /// What came after the first receipt.
    fn since(walk: &Walk, receipts: &[Receipt]) -> Option<Vec<usize>> {
        let all: Vec<&Receipt> = receipts.iter().collect();
        let later = walk.held(&all, &[]).since(all[0], false)?;
        Some(later.into_iter().map(|c| c.node).collect())
    }

    #[test]
    fn a_side_that_was_merged_away_needs_no_review() {
        // a ─ b (reviewed) ─ merge takes b; the other side wrote c.
        let mut walk = straight("ab");
        let edit = |before: char, after: char, step: bool| {
            let edit = Edit { before: content(before), after: content(after), step, patch: None };
            BTreeMap::from([(path(), edit)])
        };
        walk.nodes.push(Node { id: None, parents: vec![0], edits: edit('a', 'c', true) });
        walk.nodes.push(Node { id: None, parents: vec![1, 2], edits: edit('b', 'b', false) });
        assert_eq!(open(&walk, &[receipt('a', 'b', &[])]), [] as [usize; 0]);
        // The merge wrote something of its own, and c is in it.
        walk.nodes[3].edits = edit('b', 'd', true);
        assert_eq!(open(&walk, &[receipt('a', 'b', &[])]), [2, 3]);
    }

    #[test]
    fn what_was_reviewed_must_still_be_there() {
        for (letters, receipts, expected) in [
            ("ab", vec![receipt('a', 'b', &[])], Some(vec![])),
            ("abc", vec![receipt('a', 'b', &[])], Some(vec![2])),
            ("abc", vec![receipt('a', 'b', &[]), receipt('b', 'c', &[])], Some(vec![])),
            // Squashed with what came after it.
            ("ac", vec![receipt('a', 'b', &[]), receipt('b', 'c', &[])], Some(vec![])),
            // Undone by nobody's leave; by somebody's.
            ("aba", vec![receipt('a', 'b', &["c1"])], Some(vec![2])),
            ("zaba", vec![receipt('a', 'b', &["c2"]), receipt('z', 'a', &["c1"])], Some(vec![3])),
            ("aba", vec![receipt('a', 'b', &[]), receipt('b', 'a', &[])], Some(vec![])),
            // Never here, or gone with the commits.
            ("ac", vec![receipt('a', 'b', &[])], None),
            ("aca", vec![receipt('a', 'b', &[]), receipt('b', 'a', &[])], None),
            ("ac", vec![receipt('a', 'b', &["c1"])], Some(vec![])),
            // The last of its commits was dropped; squashed with what came after it, or split in two.
            ("ab", vec![receipt('a', 'c', &["c1", "gone"])], None),
            ("zab", vec![receipt('a', 'z', &["c2", "gone"])], None),
            ("abd", vec![receipt('a', 'c', &["c1", "gone"]), receipt('c', 'd', &[])], Some(vec![])),
            ("abxc", vec![receipt('a', 'c', &["c1", "gone"])], Some(vec![])),
            // Away and back.
            ("abcb", vec![receipt('a', 'b', &["c1"])], Some(vec![])),
        ] {
            assert_eq!(since(&straight(letters), &receipts), expected, "{letters}");
        }
    }

    /// A review of commits with what lay uncommitted on top of them.
    fn with_work_tree(from: char, to: char, commits: &[&str]) -> Receipt {
        Receipt { head: Oid::new("snapshot"), ..receipt(from, to, commits) }
    }

    #[test]
    fn commits_vouch_for_no_more_of_a_file_than_was_committed() {
        for (letters, receipts, unreviewed, later) in [
            // b was rejected and committed, and c, which was approved, is nowhere.
            ("ab", vec![with_work_tree('a', 'c', &["c1"])], vec![1], None),
            ("abd", vec![with_work_tree('a', 'c', &["c1"])], vec![1, 2], None),
            // It is committed on top, also in two steps.
            ("abc", vec![with_work_tree('a', 'c', &["c1"])], vec![], Some(vec![])),
            ("abxc", vec![with_work_tree('a', 'c', &["c1"])], vec![], Some(vec![])),
            ("abcd", vec![with_work_tree('a', 'c', &["c1"])], vec![3], Some(vec![3])),
            // What stood there before is not what came after.
            ("cab", vec![with_work_tree('a', 'c', &["c2"])], vec![1, 2], None),
            // Only another file was uncommitted: the commit holds all of this one.
            ("ab", vec![with_work_tree('a', 'b', &["c1"])], vec![], Some(vec![])),
            ("abd", vec![with_work_tree('a', 'b', &["c1"]), receipt('b', 'd', &[])], vec![], Some(vec![])),
            // Commits alone were looked at: their names are enough.
            ("ab", vec![receipt('a', 'c', &["c1"])], vec![], Some(vec![])),
        ] {
            assert_eq!(open(&straight(letters), &receipts), unreviewed, "{letters}: {receipts:?}");
            assert_eq!(since(&straight(letters), &receipts), later, "{letters}: {receipts:?}");
        }
    }

    #[test]
    fn what_stands_uncommitted_on_rejected_commits_waits_for_its_commit() {
        let mut walk = straight("abc");
        walk.nodes[2].id = None;
        let receipts = [with_work_tree('a', 'c', &["c1"])];
        assert_eq!(open(&walk, &receipts), [1]);
        assert_eq!(since(&walk, &receipts), Some(vec![]));
        let change = Change { node: 1, path: path() };
        assert!(walk.waits_for_a_commit(&change, &[&receipts[0]], &[]));
    }

    #[test]
    fn a_merge_that_drops_what_was_reviewed_is_a_change() {
        let mut walk = straight("ab");
        let edit = |before: char, after: char, step: bool| {
            let edit = Edit { before: content(before), after: content(after), step, patch: None };
            BTreeMap::from([(path(), edit)])
        };
        walk.nodes.push(Node { id: None, parents: vec![0], edits: BTreeMap::new() });
        walk.nodes.push(Node { id: None, parents: vec![2, 1], edits: edit('a', 'a', true) });
        assert_eq!(since(&walk, &[receipt('a', 'b', &["c1"])]), Some(vec![3]));
    }

    #[test]
    fn the_first_commit_of_a_history_needs_a_review_like_any_other() {
        let mut walk = straight("ab");
        let first = Edit { before: None, after: content('a'), step: true, patch: None };
        walk.nodes[0].edits.insert(path(), first);
        assert_eq!(open(&walk, &[receipt('a', 'b', &[])]), [0]);
        assert_eq!(open(&walk, &[receipt('-', 'a', &[]), receipt('a', 'b', &[])]), [] as [usize; 0]);
    }
}
