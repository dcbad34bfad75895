//! What is asked of a subject is frozen at pass 1; what becomes of it when the documents say something else later
//! (SPEC 6.8).

use super::state::LoopState;
use crate::domain::finding::Finding;
use crate::domain::identity;
use crate::domain::ids::{FindingId, RepoPath};
use crate::domain::plan::layout;
use crate::domain::review::ResponseKind;
use crate::domain::subject::{Contract, Subject};

/// How many changed contracts are laid aside before no further one is asked about, and how many are followed without
/// being asked about: a loop must end.
const MOST: usize = 5;

/// Tells whether a contract differs from the loop's own and nobody has chosen about it yet. What lies upstream of a
/// document may change while it is revised.
pub fn wants_a_choice(state: &LoopState, now: &Contract) -> bool {
    differs(state, now) && !state.laid_aside.contains(&now.digest) && state.laid_aside.len() < MOST
}

/// Tells whether a contract is another one than the loop goes by: layout alone makes none.
pub fn differs(state: &LoopState, now: &Contract) -> bool {
    !state.subject.kind().is_document() && !now.asks_the_same(&state.contract)
}

/// Changed contracts that a loop went by without anybody being asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContractsFollowed {
    pub times: usize,
    /// Which finding asked for the last one, and what it changed, until a review came of it: its reviewer is told, and
    /// judges whether the finding asked for that.
    pub unseen: Option<(FindingId, String)>,
}

impl LoopState {
    /// Goes by what is asked now, since a finding asked for it.
    pub(super) fn follow_contract(&mut self, contract: &Contract, subject: &Subject, asked_by: &FindingId) {
        let followed = &mut self.contracts_followed;
        followed.times += 1;
        followed.unseen = Some((asked_by.clone(), difference(&self.contract, contract)));
        self.contract = contract.clone();
        self.subject = subject.clone();
    }
}

/// Returns the loop's own finding that asked for a change of the documents the contract stands in: one located there
/// that is open and blocks. A note asks for nothing that must be done, one that is closed or rejected for nothing any
/// more. What was followed often enough is put before the user instead.
pub fn suggested_by(state: &LoopState) -> Option<&FindingId> {
    if state.contracts_followed.times >= MOST {
        return None;
    }
    let plan = state.subject.plan_path();
    let requirements = plan.and_then(layout::root_of).map(|root| format!("{root}/REQUIREMENTS.md"));
    let is_upstream = |file: &str| {
        let mut documents = plan.map(RepoPath::as_str).into_iter().chain(requirements.as_deref());
        documents.any(|document| identity::same_file(document, file))
    };
    // One that names code as well is mended there: the documents are what it measures by.
    let located =
        |f: &Finding| !f.said.locations.is_empty() && f.said.locations.iter().all(|l| is_upstream(&l.file));
    let rejected = |f: &Finding| f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
    let asks = |f: &&Finding| {
        f.is_open() && !rejected(f) && (f.suggestion || f.blocks(&state.protocol) && located(f))
    };
    state.findings.iter().find(asks).map(|f| &f.id)
}

/// Says what differs: which parts, and the first line that does.
pub fn difference(before: &Contract, now: &Contract) -> String {
    let mut parts = Vec::new();
    if before.text != now.text {
        let (old, new) = first_difference(&before.text, &now.text);
        parts.push(format!("its text, from \u{201c}{old}\u{201d} to \u{201c}{new}\u{201d}"));
    }
    for r in &now.requirements {
        match before.requirements.iter().find(|b| b.id == r.id) {
            None => parts.push(format!("requirement {} is new", r.id)),
            Some(b) if b.text != r.text => parts.push(format!("the text of requirement {}", r.id)),
            Some(_) => {}
        }
    }
    let gone = before.requirements.iter().filter(|b| now.requirements.iter().all(|r| r.id != b.id));
    parts.extend(gone.map(|r| format!("requirement {} is gone", r.id)));
    for piece in &now.context {
        if before.context.iter().any(|b| b.title == piece.title && b.text != piece.text) {
            let path = piece.path.as_ref().map(|path| format!(" ({path})")).unwrap_or_default();
            parts.push(format!(
                "the knowledge given along as \u{201c}{}\u{201d}{path}",
                shown(Some(&piece.title))
            ));
        }
    }
    parts.truncate(6);
    if parts.is_empty() { "the knowledge given along".to_owned() } else { parts.join("; ") }
}

/// The first line that differs, of each side, made one line and short.
fn first_difference(old: &str, new: &str) -> (String, String) {
    let (mut old, mut new) = (old.lines(), new.lines());
    loop {
        match (old.next(), new.next()) {
            (None, None) => return (String::new(), String::new()),
            (a, b) if a == b => {}
            (a, b) => return (shown(a), shown(b)),
        }
    }
}

fn shown(line: Option<&str>) -> String {
    match line {
        None => "(nothing)".to_owned(),
        Some(line) => {
            let line = crate::domain::envelope::one_line(line.trim());
            let short: String = line.chars().take(120).collect();
            if short.len() < line.len() { format!("{short}…") } else { short }
        }
    }
}
