//! A second, different answer to an answered pass (SPEC 6.3): it is kept, and counts only to the stricter side.

use super::event::{Answer, Judgement, Outcome, Question};
use super::options;
use super::stages::strictness;
use super::state::{LoopState, PassRecord, Standing, UsedCode};
use crate::domain::finding::{Finding, FindingStatus};
use crate::domain::ids::{Countersign, FindingId, Pass, Turn};
use crate::domain::review::{ResponseKind, RulingKind, Verdict};
use crate::domain::sarif;

/// A second answer to a pass that came when the work had gone on (SPEC 6.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateDissent {
    /// The turn that recorded it.
    pub turn: Turn,
    pub reviewer: Option<String>,
    pub verdict: Verdict,
    /// The titles of what it raises.
    pub titles: Vec<String>,
    /// The findings that it put on file.
    pub filed: Vec<FindingId>,
}

/// Second answers kept of one pass. More are taken only where one is stricter than what is held, which the number of
/// verdicts bounds (SPEC 6.7).
pub(super) const MOST: usize = 5;

/// Tells whether one more answer to an answered pass is taken: nothing said to the safe side is ever turned away.
///
/// What tools report has a bound of its own, and takes nobody's room.
pub(super) fn has_room(record: &PassRecord, answer: &Answer, judgement: &Judgement) -> bool {
    let of_tools = record.dissents.iter().filter(|a| is_of_tool(a)).count();
    if is_of_tool(answer) {
        return record.imports.len() + of_tools < MOST_IMPORTS;
    }
    let objects = matches!(judgement.verdict, Verdict::ChangesRequested | Verdict::Rejected);
    // Where nobody had answered, what came since is what is held.
    let late = || record.late.iter().map(|late| strictness(late.verdict)).max().unwrap_or_default();
    let held = Some(record.answer.as_ref().map_or_else(late, |(_, held)| strictness(held.verdict)));
    record.dissents.len() - of_tools < MOST
        || (objects && held.is_some_and(|held| strictness(judgement.verdict) > held))
}

/// The most files that are imported into one pass (SPEC 6.7).
pub(super) const MOST_IMPORTS: usize = 20;

/// Tells whether an answer is a tool's.
pub(super) fn is_of_tool(answer: &Answer) -> bool {
    answer.reading.dialect == sarif::DIALECT
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
        let laid_aside = record.upheld.is_some();
        // What a fixer only rejected or put off changed no work: the stricter verdict still holds (SPEC 6.3).
        let fixed = record.responses.iter().any(|response| response.response == ResponseKind::Fixed);
        // Nor is there an answer of which it could be the stricter one where no reviewer had run.
        let worked_on = newest != Some(pass) || fixed || record.answer.is_none();
        // What did not pass, or was ended by a person, stays as it is; the second answer is kept.
        let ended = self.standing.outcome().is_some_and(|o| !o.by_review());
        if worked_on || ended {
            self.keep_late(pass, answer, judgement);
            return;
        }
        let before = self.blocking();
        self.file_dissent(judgement);
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
        if laid_aside && !adds {
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

    /// Files what a second answer raises: it may add findings, raise a severity, open again what was resolved, and
    /// overrule a rejection that the first one let pass.
    fn file_dissent(&mut self, judgement: &Judgement) {
        for theirs in &judgement.findings {
            // A person ruled on it; only another finding asks anew.
            if !self.is_laid_aside(&theirs.id) {
                self.take_stricter(theirs, judgement.raised.contains(&theirs.id));
            }
        }
    }

    /// Puts on file what an answer to a subject that moved under it raises.
    pub(super) fn take_while_moving(&mut self, raised: &[Finding]) {
        for theirs in raised {
            // What is only overruled is not raised, and stands as it stood.
            let ours = self.finding(theirs.id.as_str());
            let says_more = ours.is_none_or(|ours| ours.said != theirs.said || !ours.is_open());
            if self.take_stricter(theirs, says_more)
                && let Some(pass) = self.passes.last_mut()
                && !pass.while_moving.contains(&theirs.id)
            {
                pass.while_moving.push(theirs.id.clone());
            }
        }
    }

    /// Takes over what is stricter in another answer than on file: a finding that is new, or open there and closed here,
    /// a worse severity, an overruled rejection. What the fixer answered meanwhile keeps his answer. Tells whether
    /// anything was taken.
    fn take_stricter(&mut self, theirs: &Finding, raised: bool) -> bool {
        let Some(ours) = self.findings.iter_mut().find(|f| f.id == theirs.id) else {
            if raised {
                self.findings.push(theirs.clone());
            }
            return raised;
        };
        let worse = theirs.severity() < ours.severity()
            || theirs.blocks(&self.protocol)
                && (ours.suggestion || !self.protocol.blocks_as_said(&ours.said));
        if raised && !ours.is_open() {
            ours.clone_from(theirs);
            return true;
        }
        let rejected =
            |f: &Finding| f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        // Raised again, or overruled by its id: either way the rejection does not stand.
        let overrules = theirs.overruled
            && rejected(ours)
            && (raised || ours.response == theirs.response)
            // Overruled and called resolved in one answer, it is closed all the same.
            && (ours.ruling != Some(RulingKind::Overruled) || theirs.is_open() && !ours.is_open());
        if overrules {
            ours.overruled = true;
            ours.ruling = Some(RulingKind::Overruled);
            if !ours.is_open() {
                ours.status = FindingStatus::Reopened;
                ours.resolved_by = None;
            }
        }
        if raised && worse {
            let (response, ruling) = (ours.response.take(), ours.ruling.take());
            ours.clone_from(theirs);
            (ours.response, ours.ruling) = (response, ruling);
        }
        overrules || raised && worse
    }

    /// Tells whether an answer overrules a rejection that was not overruled so far.
    pub(super) fn is_overruled_by(&self, theirs: &Finding) -> bool {
        let now = theirs.ruling == Some(RulingKind::Overruled);
        let stricter = |ours: &Finding| {
            ours.ruling != Some(RulingKind::Overruled) || theirs.is_open() && !ours.is_open()
        };
        now && self.finding(theirs.id.as_str()).is_some_and(stricter)
    }

    /// Keeps what stood where the loop ended and its newest pass had no reviewer.
    pub(super) fn keep_let_through(&mut self) {
        let Standing::Closed(outcome) = self.standing else { return };
        let unseen =
            |p: &&mut PassRecord| p.absent.is_some() && p.answer.is_none() && p.let_through.is_none();
        if let Some(pass) = self.passes.last_mut().filter(unseen) {
            pass.let_through = Some((outcome, self.findings.clone()));
        }
    }

    fn is_laid_aside(&self, id: &FindingId) -> bool {
        self.passes.iter().filter_map(|p| p.upheld.as_ref()).any(|aside| aside.contains(id))
    }

    /// Keeps a second answer that came when the work had gone on. It changes no verdict that was acted upon; what it
    /// adds is open from now on, and whoever acts next is told. Where reviews had let the work through meanwhile, the
    /// user is asked (SPEC 6.3).
    fn keep_late(&mut self, pass: Pass, answer: &Answer, judgement: &Judgement) {
        let turn = self.turn;
        let before = self.blocking();
        let filed = self.file_late(pass, judgement);
        let of = |id: &FindingId| judgement.findings.iter().find(|f| &f.id == id);
        let late = LateDissent {
            turn,
            reviewer: answer.reviewer.clone(),
            verdict: judgement.verdict,
            titles: judgement.raised.iter().filter_map(of).map(|f| f.said.title.clone()).collect(),
            filed,
        };
        let adds = self.blocking().iter().any(|id| !before.contains(id));
        // What a later review has dealt with is no news; it objects for that, for nothing named, or for notes.
        let for_what_blocks = judgement.raised.iter().any(|id| judgement.blocking.contains(id));
        let is_news = late.titles.is_empty() || !late.filed.is_empty() && !for_what_blocks;
        let objects = matches!(judgement.verdict, Verdict::ChangesRequested | Verdict::Rejected);
        if let Some(record) = self.passes.iter_mut().find(|p| p.number == pass) {
            record.late.push(late);
        }
        let let_through = self.standing.outcome().is_some_and(Outcome::by_review);
        // Who accepted what was open did not accept what nobody had named.
        let accepted = self.standing == Standing::Closed(Outcome::AcceptedWithIssues);
        if let_through && (adds || objects && is_news) || accepted && adds {
            self.standing = Standing::Ask(Question::Dissent);
        }
    }

    /// Files what a late answer adds, and returns its ids. Where a later review has looked since, that has dealt with
    /// what was known; what nobody knew is filed without its lines, which are those of an earlier tree.
    fn file_late(&mut self, pass: Pass, judgement: &Judgement) -> Vec<FindingId> {
        let looked_since = self.answered().is_some_and(|p| p.number > pass);
        let mut filed = Vec::new();
        for theirs in &judgement.findings {
            let raised = judgement.raised.contains(&theirs.id);
            let ours = self.finding(theirs.id.as_str());
            let let_fall = ours.is_some_and(LoopState::rejection_accepted) && theirs.overruled;
            let dealt_with = looked_since && ours.is_some() && !let_fall;
            if self.is_laid_aside(&theirs.id) || dealt_with && !self.is_overruled_by(theirs) {
                continue;
            }
            let mut theirs = theirs.clone();
            if looked_since && raised {
                lines_aside(&mut theirs, pass);
            }
            if self.take_stricter(&theirs, raised && !dealt_with) {
                filed.push(theirs.id);
            }
        }
        filed
    }

    /// Says what came too late for its pass and nobody has dealt with since, for whoever acts next.
    pub fn late_dissents(&self) -> Vec<String> {
        let looked_at =
            |late: &LateDissent| self.passes.iter().any(|p| p.answer.is_some() && p.opened_turn > late.turn);
        let ruled_on = |late: &LateDissent| self.decisions.iter().any(|d| d.ends && d.turn > late.turn);
        let mut told = Vec::new();
        for pass in &self.passes {
            let of_pass = pass.late.iter().filter(|late| !looked_at(late) && !ruled_on(late));
            told.extend(of_pass.filter_map(|late| self.in_words(pass.number, late)));
        }
        told
    }

    fn in_words(&self, pass: Pass, late: &LateDissent) -> Option<String> {
        /// How many titles are told; all of them are in the report.
        const TITLES: usize = 3;
        let names = !late.titles.is_empty();
        if late.filed.is_empty() && (names || late.verdict.approves()) {
            // Nothing, or nothing that was not known: the report has it.
            return None;
        }
        let by = late.reviewer.as_deref().map(|r| format!(" by {r}")).unwrap_or_default();
        let mut titles: Vec<String> = late.titles.iter().take(TITLES).map(|t| format!("\"{t}\"")).collect();
        match late.titles.len().saturating_sub(TITLES) {
            0 => {}
            more => titles.push(format!("{more} more")),
        }
        let raises = if titles.is_empty() { String::new() } else { format!(": {}", titles.join(", ")) };
        let unanswered = self.passes.iter().any(|p| p.number == pass && p.answer.is_none());
        let came = if unanswered {
            format!("an answer to pass {pass}{by} came after no reviewer could run for it")
        } else {
            format!("a second answer to pass {pass}{by} came after the work had gone on")
        };
        Some(format!("{came} ({}{raises}); {}", late.verdict.as_str(), self.becomes(late)))
    }

    /// What becomes of a late answer from where the loop stands: nothing is asked that no call can do.
    fn becomes(&self, late: &LateDissent) -> String {
        let ids: Vec<&str> = late.filed.iter().take(20).map(FindingId::as_str).collect();
        let filed = format!("{} went on file with it", ids.join(", "));
        match (self.standing.outcome(), ids.is_empty()) {
            (None, false) => format!("{filed} and must be dealt with"),
            (None, true) => "the next review decides".to_owned(),
            (Some(_), true) => self.way_back(),
            (Some(_), false) if !late.filed.iter().any(|id| self.is_blocking(id)) => {
                format!("{filed}; nothing of that blocks")
            }
            (Some(_), false) => format!("{filed}; {}", self.way_back()),
        }
    }

    fn is_blocking(&self, id: &FindingId) -> bool {
        self.finding(id.as_str()).is_some_and(|f| f.blocks(&self.protocol))
    }

    /// The call that has an ended loop looked at again.
    fn way_back(&self) -> String {
        if options::reopens(self) {
            let (choice, turn) = (options::REOPEN, self.turn);
            format!("`decide` with `choice` `{choice}` and `turn` {turn} has it reviewed once more")
        } else {
            "`review_task` for the same subject has it reviewed anew".to_owned()
        }
    }

    /// Keeps to the first answer of the last pass: what only a second one raised is laid aside, and what it made worse is
    /// again what it was.
    pub(super) fn lay_dissent_aside(&mut self) {
        let Some(record) = self.passes.iter_mut().rev().find(|p| p.has_its_say()) else { return };
        let stood = match (record.answer.as_mut(), &record.let_through) {
            (Some((_, held)), _) => {
                if let Some((verdict, blocking)) = record.held_first.take() {
                    held.verdict = verdict;
                    held.blocking = blocking;
                }
                held.findings.clone()
            }
            (None, Some((_, stood))) => stood.clone(),
            (None, None) => return,
        };
        let aside = record.upheld.get_or_insert_with(Vec::new);
        for finding in &mut self.findings {
            match stood.iter().find(|f| f.id == finding.id) {
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
        // What waits behind failing tests, or behind a question about the contract, is corrected as what is due now.
        if let Some(before) = self.tests.before.as_deref_mut() {
            self.tests.restart |= restart && *before != Standing::Reexecute;
            before.correct(restart);
        }
        if let Some(now) = self.asked_now.as_mut() {
            now.before.correct(restart);
        }
        match self.standing {
            // Whoever let it pass must look again; what a person or the limit has stopped stays stopped.
            Standing::Closed(outcome) => match outcome {
                Outcome::Approved
                | Outcome::ApprovedWithNotes
                | Outcome::AcceptedWithWarnings
                | Outcome::AcceptedWithIssues => self.standing = Standing::Ask(Question::Dissent),
                Outcome::Skipped | Outcome::Aborted | Outcome::Failed | Outcome::Abandoned => {}
            },
            Standing::Fix
            | Standing::NextReview(_)
            | Standing::Review
            | Standing::Reexecute
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Unreviewed { .. } => self.standing.correct(restart),
        }
    }
}

impl Standing {
    /// Makes what is due of work that goes on what a stricter answer asks for.
    fn correct(&mut self, restart: bool) {
        match self {
            Standing::Fix | Standing::NextReview(_) if restart => *self = Standing::Reexecute,
            Standing::NextReview(_) => *self = Standing::Fix,
            Standing::Fix
            | Standing::Review
            | Standing::Reexecute
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Unreviewed { .. }
            | Standing::Closed(_) => {}
        }
    }
}

/// Keeps the lines of an earlier tree in words only: at those lines something else may stand by now.
fn lines_aside(finding: &mut Finding, pass: Pass) {
    let stood: Vec<String> =
        finding.said.locations.iter().filter(|l| l.line.is_some()).map(ToString::to_string).collect();
    if stood.is_empty() {
        return;
    }
    let note = format!("(in what pass {pass} looked at: {})", stood.join(", "));
    let said = finding.said.description.take();
    finding.said.description = Some(said.map_or_else(|| note.clone(), |text| format!("{text} {note}")));
    for place in &mut finding.said.locations {
        (place.line, place.end_line) = (None, None);
    }
}
