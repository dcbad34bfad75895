//! What an answer amounts to: the reading checked against the findings so far, the change, and the protocol.
//!
//! Runs once, when an answer is recorded; the result is stored. Fails closed: nothing is resolved
//! by silence alone, no request for changes becomes an approval but one for what an accepted rejection has settled, and what
//! cannot be read stays `unclear`.

use super::event::{Judgement, Swing};
use super::separation;
use super::stages;
use super::state::{LoopState, PassRecord};
use crate::domain::attested::Attested;
use crate::domain::claim;
use crate::domain::closed_when::Facts;
use crate::domain::dialect::Reading;
use crate::domain::diff::{Changed, Diff, Touch, touch};
use crate::domain::finding::{Finding, Grounding};
use crate::domain::identity::Moves;
use crate::domain::ids::{FindingId, Oid, Pass};
use crate::domain::protocol::Protocol;
use crate::domain::review::{Location, Remark, Resolved, Severity, Verdict};

mod about;
mod architecture;
mod bare;
pub use about::{is_about, names_it};
pub use tool::{OfTool, of_tool};
mod condition;
mod progress;
mod raise;
mod settle;
mod suggestion;
mod swing;
mod tool;
mod verdict;

/// The dialect's name of an answer that the check before the reviewer gives in his place.
pub const PRECHECK: &str = "precheck";

/// The dialect's name of an answer whose fields were sent one by one: it has a list of what is resolved.
pub const STRUCTURED: &str = "structured";

/// The remark on an answer that is one stage of two, since none could run for the other.
pub const STAGE_MISSING: &str = "stage_missing";

/// The remark on a verdict that its findings contradict (SPEC 5.6).
pub const VERDICT_VS_FINDINGS: &str = "verdict_vs_findings";

/// The remark on a finding that is raised again after its rejection was accepted.
pub const RAISED_AFTER_ACCEPTANCE: &str = "accepted_rejection_raised";

/// What resolved a finding that nobody mentioned: its place had changed.
pub const REGION_CHANGED: &str = "region_changed";
/// What closes a finding whose fix the note of its fixer names in another place.
const TOUCHED_ELSEWHERE: &str = "touched_elsewhere";

/// What resolved a finding that its reviewer named by its id, with a reason.
pub const BY_THE_REVIEWER: &str = "resolved by the reviewer";

/// What resolved a finding whose condition held.
pub const CLOSED_WHEN: &str = "closed_when";

/// What the edge found out for this answer.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The change since the tree that the last review looked at that was read; empty in pass 1.
    pub since: Changed,
    /// That tree; nothing where all findings stand in it.
    pub base: Option<Oid>,
    /// Git has forgotten that tree: nothing is known of what changed since.
    pub forgotten: bool,
    /// The other trees in which findings stand, each with the change since. What git has forgotten is not in it.
    pub trees: Vec<(Oid, Changed)>,
    /// What differs between the tree of an answered pass before that one and the present tree, newest pass first:
    /// the files that findings name, where `since` changes them.
    pub earlier: Vec<(Pass, Diff)>,
    /// For each pass in which findings were last open that a change closed: what became of that.
    pub closed: Vec<Closed>,
    /// Findings of several places that are open for longer than since the last answered pass.
    pub spread: Vec<Spread>,
    /// Where each raised finding's place lies, in the reading's order.
    pub groundings: Vec<Grounding>,
    /// Whether each raised finding's patch applies, in the reading's order; nothing where it has none.
    pub patches: Vec<Option<Result<(), String>>>,
    /// What stands at the files that conditions of findings name (SPEC 6.9).
    pub facts: Facts,
    /// Fix tasks of the subject that stand in its list, or that earlier loops of it asked for, the more of the two.
    pub fix_tasks: u32,
    /// The agent that reviews, where a hook attests it.
    pub by: Option<Attested>,
}

/// What became of the change that closed findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The pass in which they were last open.
    pub pass: Pass,
    /// The tree in which their places stood then; nothing where that is the pass's.
    pub tree: Option<Oid>,
    /// The change between that tree and the present one.
    pub now: Changed,
    /// The change between that tree and that of the next answered pass, which closed them; empty where that is not asked.
    pub then: Changed,
}

impl Closed {
    /// Returns what became of findings that silence closed since their places had changed.
    pub fn by_silence(pass: Pass, now: Changed) -> Self {
        Self { pass, tree: None, now, then: Changed::default() }
    }
}

/// A finding of several places, of which each pass may mend some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    pub id: FindingId,
    /// Its places as they were raised, in the tree that `changed` begins with.
    pub places: Vec<Location>,
    /// The change since it was raised without all of them having changed before.
    pub changed: Changed,
}

impl Spread {
    /// Tells whether each of its places changed.
    pub fn is_mended(&self) -> bool {
        let real = claim::substantive(&self.changed);
        let mended = |l: &Location| l.line.is_some() && touch(&real, l) == Touch::RegionChanged;
        !self.places.is_empty() && self.places.iter().all(mended)
    }
}

/// The remark on an answer that is about other work.
pub const WRONG_PASS: &str = "wrong_pass";

/// Works out what `reading` means for the open pass of the loop.
pub fn judge(state: &LoopState, pass: &PassRecord, reading: &Reading, evidence: &Evidence) -> Judgement {
    let whole = about::with_first_words(state, pass, reading);
    let mut bench = Bench { said: reading, ..Bench::new(state, pass, &whole, evidence) };
    bench.take_precheck();
    bench.take_raised();
    bench.take_asked();
    bench.take_rulings();
    bench.take_resolved();
    bench.take_met();
    bench.take_passed();
    bench.check_subject();
    let readable = reading.claimed_verdict != Verdict::Unclear && !bench.is_about_another();
    bench.take_unmentioned(readable && !bench.is_the_checks_own());
    bench.take_back_undone(readable);
    bench.find_swings();
    bench.notice();
    bench.say_whose_work();
    let ask = bench.question().filter(|_| pass.clarifications < state.protocol.clarifications);
    bench.conclude(ask)
}

/// Works out what the check before the reviewer means where no reviewer could run: it files its own findings and
/// resolves nothing that a reviewer raised (SPEC 4).
pub fn without_reviewer(state: &LoopState, pass: &PassRecord, evidence: &Evidence) -> Judgement {
    let said = state.with_what_was_said();
    let state = said.as_ref();
    let pass = state.pass().unwrap_or(pass);
    let reading = Reading { claimed_verdict: Verdict::Approved, ..Reading::nothing(PRECHECK) };
    let mut bench = Bench::new(state, pass, &reading, evidence);
    bench.absent = true;
    bench.take_precheck();
    bench.take_asked();
    bench.take_unmentioned(false);
    let judgement = bench.conclude(None);
    Judgement { uncounted: !judgement.verdict.approves(), progress: None, ..judgement }
}

/// Works out what an answer that does not close its pass leaves on file: one to a subject that moved meanwhile (SPEC
/// 7.1), one that is asked about, one of two stages. That is what it raises, held against the tree that it looked at, and
/// the rejections that it overrules. It decides nothing and resolves nothing.
pub fn of_stale(
    state: &LoopState,
    pass: &PassRecord,
    reading: &Reading,
    evidence: &Evidence,
) -> Vec<Finding> {
    let said = state.with_what_was_said();
    let state = said.as_ref();
    let pass = state.pass().unwrap_or(pass);
    let mut bench = Bench::new(state, pass, reading, evidence);
    bench.take_raised();
    bench.take_asked();
    bench.take_rulings();
    // Of an answer that cannot be read only what would block is sure enough.
    let readable = reading.claimed_verdict != Verdict::Unclear;
    let raised = |f: &Finding| bench.raised.contains(&f.id) && (readable || f.blocks(&state.protocol));
    let kept = bench.findings.iter().filter(|f| raised(f) || state.is_overruled_by(f));
    kept.cloned().collect()
}

/// Works out what one recorded stage means where no reviewer can run for the other: a half that asks for changes is the
/// answer, since what it found is not less true (SPEC 6.5). Nothing where there is no such half.
pub fn of_half(state: &LoopState, pass: &PassRecord, evidence: &Evidence, why: &str) -> Option<Judgement> {
    let (stage, _) = pass.stages.first()?;
    let came = stages::half(&pass.stages)?;
    // Nobody is there to be asked.
    let unasked = PassRecord { clarifications: u32::MAX, ..pass.clone() };
    let mut judgement = judge(state, &unasked, &came, evidence);
    if judgement.verdict.approves() {
        return None;
    }
    let message = format!(
        "no reviewer could run for the {} stage ({why}); the other stage is the answer",
        stage.other().as_str()
    );
    judgement.remarks.push(Remark::new(0, STAGE_MISSING, message));
    Some(judgement)
}

static NOTHING: Diff = Diff { files: Vec::new() };

/// What changed since a tree.
struct View<'a> {
    /// Without what only touches comments and blanks.
    real: Diff,
    /// As it is.
    own: &'a Diff,
    /// As where places went.
    moves: Moves<'a>,
}

impl<'a> View<'a> {
    fn of(changed: &'a Changed) -> Self {
        Self { real: claim::substantive(changed), own: &changed.own, moves: Moves::all(changed) }
    }
}

/// The work in hand.
struct Bench<'a> {
    state: &'a LoopState,
    record: &'a PassRecord,
    pass: Pass,
    /// The answer, with what the one before it said of earlier findings, where the reviewer was asked once more.
    reading: &'a Reading,
    /// The answer alone.
    said: &'a Reading,
    evidence: &'a Evidence,
    /// No reviewer could run.
    absent: bool,
    /// The change since the last review.
    since: View<'a>,
    /// The change since other trees in which findings stand.
    views: Vec<(&'a Oid, View<'a>)>,
    /// Between a tree and itself.
    same: View<'static>,
    /// What the answer says again of a finding that it does not raise.
    spoken_of: Vec<FindingId>,
    findings: Vec<Finding>,
    remarks: Vec<Remark>,
    raised: Vec<FindingId>,
    resolved: Vec<Resolved>,
    still_open: Vec<FindingId>,
    /// Raised again though they fell; one for each finding of the answer.
    fallen: Vec<FindingId>,
    swings: Vec<Swing>,
    /// Findings that a reviewer had resolved and whose fix was taken back since.
    undone: Vec<FindingId>,
}

impl<'a> Bench<'a> {
    fn new(
        state: &'a LoopState,
        record: &'a PassRecord,
        reading: &'a Reading,
        evidence: &'a Evidence,
    ) -> Bench<'a> {
        Bench {
            state,
            record,
            pass: record.number,
            reading,
            said: reading,
            evidence,
            absent: false,
            since: View::of(&evidence.since),
            views: evidence.trees.iter().map(|(tree, changed)| (tree, View::of(changed))).collect(),
            same: View { real: Diff::default(), own: &NOTHING, moves: Moves::of(&NOTHING) },
            spoken_of: Vec::new(),
            findings: state.findings.clone(),
            remarks: reading.remarks.clone(),
            raised: Vec::new(),
            resolved: Vec::new(),
            still_open: Vec::new(),
            fallen: Vec::new(),
            swings: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// Returns what changed since the tree in which a finding's places stand; nothing where git has forgotten that, so that
    /// no change can be told.
    fn view(&self, finding: &Finding) -> Option<&View<'a>> {
        let since = (!self.evidence.forgotten).then_some(&self.since);
        let (Some(tree), Some(base)) = (&finding.placed, &self.evidence.base) else { return since };
        if tree == base {
            return since;
        }
        if *tree == self.record.change.head {
            return Some(&self.same);
        }
        self.views.iter().find(|(of, _)| *of == tree).map(|(_, view)| view)
    }

    /// Has a finding stand where its places are in the tree under review.
    fn place_now(&mut self, index: usize) {
        let finding = &self.findings[index];
        let Some(view) = self.view(finding) else { return };
        let places = finding.said.locations.iter().map(|place| view.moves.now(place)).collect();
        let finding = &mut self.findings[index];
        finding.said.locations = places;
        finding.placed = Some(self.record.change.head.clone());
    }

    /// No reviewer looked: the check before him refused the work, and his silence says nothing.
    fn is_the_checks_own(&self) -> bool {
        self.reading.dialect == PRECHECK
    }

    /// The pass has its answer, and that one closed this finding: what is judged now is a second answer beside it.
    fn is_closed_beside(&self, id: &FindingId) -> bool {
        let held = self.record.answer.as_ref().map(|(_, held)| &held.resolved);
        held.is_some_and(|resolved| resolved.iter().any(|r| r.id == id.as_str()))
    }

    /// An answer to this pass put the finding on file first, while the subject moved under it.
    fn raised_first_while_moving(&self, id: &FindingId) -> bool {
        let first = |f: &Finding| f.first_pass == self.pass;
        self.record.while_moving.contains(id) && self.state.finding(id.as_str()).is_some_and(first)
    }

    /// Nobody was asked to mend the finding yet: every answer since it was raised could not be read.
    fn never_handed_out(&self, id: &FindingId) -> bool {
        let Some(finding) = self.state.finding(id.as_str()) else { return false };
        let since = self.state.passes.iter().filter(|p| p.number >= finding.first_pass);
        let mut answers = since.filter_map(|p| p.answer.as_ref()).peekable();
        answers.peek().is_some() && answers.all(|(_, judgement)| judgement.verdict == Verdict::Unclear)
    }

    fn protocol(&self) -> &'a Protocol {
        &self.state.protocol
    }

    fn remark(&mut self, code: &str, message: String) {
        self.remarks.push(Remark::new(0, code, message));
    }

    /// Says when one review raises many findings that do not block.
    fn notice(&mut self) {
        let Some(from) = self.protocol().notice_from else { return };
        let warnings = self
            .raised_findings()
            .filter(|f| !f.blocks(self.protocol()) && f.severity() != Severity::Info)
            .count();
        if warnings >= from as usize {
            self.remark(
                "many_warnings",
                format!("{warnings} findings that do not block in one task; worth a look together"),
            );
        }
    }

    /// Says when the reviewer is the one who executed (SPEC 6.10).
    fn say_whose_work(&mut self) {
        if let Some(who) = separation::own_work(self.state, self.evidence.by.as_ref()) {
            let message =
                format!("{who} reviews what it executed itself; a reviewer of its own would see more");
            self.remark("reviews_own_work", message);
        }
    }

    fn raised_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|f| self.raised.contains(&f.id))
    }
}
