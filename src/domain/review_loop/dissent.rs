//! A second, different answer to an answered pass (SPEC 6.3): it is kept, and counts only to the stricter side.

use super::event::{Answer, Judgement, Outcome, Question};
use super::stages::strictness;
use super::state::{LateDissent, LoopState, PassRecord, Standing, UsedCode};
use crate::domain::finding::FindingStatus;
use crate::domain::ids::{Countersign, FindingId, Pass};
use crate::domain::review::Verdict;

/// Second answers kept of one pass. More are taken only where one is stricter than what is held, which the number of
/// verdicts bounds (SPEC 6.7).
pub(super) const MOST: usize = 5;

/// Tells whether one more answer to an answered pass is taken: nothing said to the safe side is ever turned away.
pub(super) fn has_room(record: &PassRecord, judgement: &Judgement) -> bool {
    let objects = matches!(judgement.verdict, Verdict::ChangesRequested | Verdict::Rejected);
    let held = record.answer.as_ref().map(|(_, held)| strictness(held.verdict));
    record.dissents.len() < MOST || (objects && held.is_some_and(|held| strictness(judgement.verdict) > held))
}

impl LoopState {
    /// Keeps a second answer. It counts while no fix has been recorded: it may add findings, raise a severity, open
    /// again what was resolved, and make the verdict stricter; it lowers and resolves nothing.
    pub(super) fn record_dissent(
        &mut self,
        pass: Pass,
        code: &Countersign,
        answer: &Answer,
        judgement: &Judgement,
    ) {
        let turn = self.turn;
        let newest = self.passes.last().map(|p| p.number);
        let Some(record) = self.passes.iter_mut().find(|p| p.number == pass) else { return };
        record.dissents.push(answer.clone());
        record.used.push(UsedCode { code: code.clone(), digest: answer.digest.clone(), turn });
        let laid_aside = record.upheld.clone();
        let worked_on = newest != Some(pass) || !record.responses.is_empty();
        // What did not pass, or was ended by a person, stays as it is; the second answer is kept.
        let ended = self.standing.outcome().is_some_and(|o| !o.by_review());
        if worked_on || ended {
            self.keep_late(pass, answer, judgement, laid_aside.as_deref());
            return;
        }
        let before = self.blocking();
        self.file_dissent(judgement, laid_aside.as_deref());
        let blocking = self.blocking();
        let Some((_, held)) =
            self.passes.iter_mut().find(|p| p.number == pass).and_then(|p| p.answer.as_mut())
        else {
            return;
        };
        let theirs = match judgement.verdict {
            Verdict::ChangesRequested | Verdict::Rejected => judgement.verdict,
            // What adds a blocking finding asks for changes, whatever else it says.
            Verdict::Approved | Verdict::ApprovedWithNotes | Verdict::Unclear
                if blocking.iter().any(|id| !before.contains(id)) =>
            {
                Verdict::ChangesRequested
            }
            Verdict::Approved | Verdict::ApprovedWithNotes | Verdict::Unclear => return,
        };
        let adds = blocking.iter().any(|id| !before.contains(id));
        if laid_aside.is_some() && !adds {
            return;
        }
        let first = (held.verdict, held.blocking.clone());
        if strictness(theirs) > strictness(held.verdict) {
            held.verdict = theirs;
        } else if !adds {
            return;
        }
        held.blocking = blocking;
        let rejected = held.verdict == Verdict::Rejected;
        if let Some(record) = self.passes.iter_mut().find(|p| p.number == pass) {
            record.held_first.get_or_insert(first);
        }
        self.stand_corrected(rejected);
    }

    /// Files what a second answer raises: it may add findings, raise a severity and open again what was resolved.
    fn file_dissent(&mut self, judgement: &Judgement, laid_aside: Option<&[FindingId]>) {
        let ruled = |id: &FindingId| laid_aside.is_some_and(|ids| ids.contains(id));
        for theirs in judgement.findings.iter().filter(|f| judgement.raised.contains(&f.id)) {
            match self.findings.iter_mut().find(|f| f.id == theirs.id) {
                None => self.findings.push(theirs.clone()),
                // A person ruled on it; only another finding asks anew.
                Some(ours) if ruled(&ours.id) => {}
                Some(ours) if !ours.is_open() || theirs.severity() < ours.severity() => {
                    ours.clone_from(theirs);
                }
                Some(_) => {}
            }
        }
    }

    /// Keeps a second answer that came when the work had gone on. It changes no verdict that was acted upon; what it
    /// adds is open from now on, where no later review has looked yet, and whoever acts next is told (SPEC 6.3).
    fn keep_late(
        &mut self,
        pass: Pass,
        answer: &Answer,
        judgement: &Judgement,
        laid_aside: Option<&[FindingId]>,
    ) {
        let turn = self.turn;
        let looked_since = self.answered().is_some_and(|p| p.number > pass);
        let filed = !looked_since && self.standing.outcome().is_none();
        let filed = if filed { self.file_late(judgement, laid_aside) } else { Vec::new() };
        let of = |id: &FindingId| judgement.findings.iter().find(|f| &f.id == id);
        let late = LateDissent {
            turn,
            reviewer: answer.reviewer.clone(),
            verdict: judgement.verdict,
            titles: judgement.raised.iter().filter_map(of).map(|f| f.said.title.clone()).collect(),
            filed,
        };
        if let Some(record) = self.passes.iter_mut().find(|p| p.number == pass) {
            record.late.push(late);
        }
    }

    /// Files what a late answer adds, and returns its ids. What the fixer answered meanwhile keeps his answer.
    fn file_late(&mut self, judgement: &Judgement, laid_aside: Option<&[FindingId]>) -> Vec<FindingId> {
        let ruled = |id: &FindingId| laid_aside.is_some_and(|ids| ids.contains(id));
        let mut filed = Vec::new();
        for theirs in judgement.findings.iter().filter(|f| judgement.raised.contains(&f.id)) {
            match self.findings.iter_mut().find(|f| f.id == theirs.id) {
                None => self.findings.push(theirs.clone()),
                Some(ours) if ruled(&ours.id) => continue,
                Some(ours) if !ours.is_open() => ours.clone_from(theirs),
                Some(ours) if theirs.severity() < ours.severity() => {
                    ours.said.severity = theirs.said.severity;
                    ours.said.reported_severity.clone_from(&theirs.said.reported_severity);
                }
                Some(_) => continue,
            }
            filed.push(theirs.id.clone());
        }
        filed
    }

    /// Says what came too late for its pass and no review has dealt with since, for whoever acts next.
    pub fn late_dissents(&self) -> Vec<String> {
        let dealt_with =
            |late: &LateDissent| self.passes.iter().any(|p| p.answer.is_some() && p.opened_turn > late.turn);
        let mut told = Vec::new();
        for pass in &self.passes {
            let of_pass = pass.late.iter().filter(|late| !dealt_with(late));
            told.extend(of_pass.filter_map(|late| self.in_words(pass.number, late)));
        }
        told
    }

    fn in_words(&self, pass: Pass, late: &LateDissent) -> Option<String> {
        /// How many titles are told; all of them are in the report.
        const TITLES: usize = 3;
        if late.titles.is_empty() && late.verdict.approves() {
            return None;
        }
        let by = late.reviewer.as_deref().map(|r| format!(" by {r}")).unwrap_or_default();
        let mut titles: Vec<String> = late.titles.iter().take(TITLES).map(|t| format!("\"{t}\"")).collect();
        match late.titles.len().saturating_sub(TITLES) {
            0 => {}
            more => titles.push(format!("{more} more")),
        }
        let raises = if titles.is_empty() { String::new() } else { format!(": {}", titles.join(", ")) };
        let ids: Vec<&str> = late.filed.iter().take(20).map(FindingId::as_str).collect();
        let so = if ids.is_empty() {
            "it changes nothing by itself, raise what still holds in the next review".to_owned()
        } else {
            format!("{} went on file with it and must be dealt with", ids.join(", "))
        };
        Some(format!(
            "a second answer to pass {pass}{by} came after the work had gone on ({}{raises}); {so}",
            late.verdict.as_str()
        ))
    }

    /// Keeps to the first answer of the last pass: what only a second one raised is laid aside, and what it made worse is
    /// again what it was.
    pub(super) fn lay_dissent_aside(&mut self) {
        let Some(record) = self.passes.iter_mut().rev().find(|p| p.answer.is_some()) else { return };
        let Some((_, held)) = record.answer.as_mut() else { return };
        if let Some((verdict, blocking)) = record.held_first.take() {
            held.verdict = verdict;
            held.blocking = blocking;
        }
        let aside = record.upheld.get_or_insert_with(Vec::new);
        for finding in &mut self.findings {
            match held.findings.iter().find(|f| f.id == finding.id) {
                Some(first) if first != finding => finding.clone_from(first),
                Some(_) => continue,
                None => {
                    finding.status = FindingStatus::Resolved;
                    finding.resolved_by = Some("laid aside: the first review was upheld".to_owned());
                }
            }
            aside.push(finding.id.clone());
        }
    }

    /// Goes where the stricter verdict leads, from where the loop stands.
    fn stand_corrected(&mut self, rejected: bool) {
        let restart = rejected && self.protocol.restart_on.is_some();
        match self.standing {
            // Whoever let it pass must look again; what a person or the limit has stopped stays stopped.
            Standing::Closed(outcome) => match outcome {
                Outcome::Approved
                | Outcome::ApprovedWithNotes
                | Outcome::AcceptedWithWarnings
                | Outcome::AcceptedWithIssues => self.standing = Standing::Ask(Question::Dissent),
                Outcome::Skipped | Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => {}
            },
            Standing::Fix | Standing::NextReview(_) if restart => self.standing = Standing::Reexecute,
            Standing::NextReview(_) => self.standing = Standing::Fix,
            Standing::Review
            | Standing::Fix
            | Standing::Reexecute
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Unreviewed { .. } => {}
        }
    }
}
