//! What all of it comes to: the verdict that is held, what to ask, what follows.

use super::{Bench, PRECHECK, RAISED_AFTER_ACCEPTANCE, STRUCTURED, VERDICT_VS_FINDINGS};
use crate::domain::dialect;
use crate::domain::dialect::asked_for::{AskedFor, asked_for};
use crate::domain::finding::{Finding, FindingStatus};
use crate::domain::ids::FindingId;
use crate::domain::protocol::{AtLimit, RequestsRestOn};
use crate::domain::review::{ResponseKind, Severity, Stage, Verdict};
use crate::domain::review_loop::course::{self, Outlook};
use crate::domain::review_loop::event::{BesideFallen, Judgement, SectionStatus};
use crate::domain::review_loop::state::PassRecord;

impl Bench<'_> {
    fn blocking(&self) -> Vec<FindingId> {
        self.findings.iter().filter(|f| f.blocks(self.protocol())).map(|f| f.id.clone()).collect()
    }

    /// Returns the blocking spec findings of this answer that cite nothing.
    fn uncited(&self) -> Vec<FindingId> {
        if !self.protocol().citation_required {
            return Vec::new();
        }
        self.raised_findings()
            .filter(|f| f.said.stage == Some(Stage::Spec) && f.blocks(self.protocol()))
            .filter(|f| f.said.requirement.as_deref().is_none_or(|r| r.trim().is_empty()))
            .map(|f| f.id.clone())
            .collect()
    }

    /// A request for changes that names nothing it may rest on (SPEC 5.6).
    fn blocks_without_reason(&self) -> bool {
        let requests = matches!(self.reading.claimed_verdict, Verdict::ChangesRequested | Verdict::Rejected);
        requests
            && self.blocking().is_empty()
            && !self.notes_block()
            && !self.rests_on_notes()
            && !self.only_suggestions()
    }

    /// A rejection that takes the attempt back, and neither names a finding of its own nor finds one of such weight open
    /// (SPEC 4.3): what is not to be repeated would be unknown.
    fn restarts_without_reason(&self) -> bool {
        let Some(from) = self.protocol().restart_on else { return false };
        self.reading.claimed_verdict == Verdict::Rejected
            && self.raised.is_empty()
            && !self.findings.iter().any(|f| f.blocks(self.protocol()) && f.severity() <= from)
    }

    /// A request for changes that rests on nothing but findings whose rejection was accepted, and goes on so after it was
    /// asked about: they stay accepted, and block no more than they did (SPEC 4.5). Whoever says of himself that he
    /// counts more than he lists may mean something else.
    fn rests_on_the_fallen(&self) -> bool {
        self.reading.claimed_verdict == Verdict::ChangesRequested
            && self.record.number > 1
            && !self.fallen.is_empty()
            && self.fallen.len() == self.reading.findings.len()
            && self.raised.is_empty()
            && !self.remarks.iter().any(|r| r.code == "counts_vs_findings")
            && self.blocks_without_reason()
    }

    /// Enough findings below blocking that they block together.
    fn notes_block(&self) -> bool {
        let Some(from) = self.protocol().notes_block_from else { return false };
        let notes =
            self.findings.iter().filter(|f| f.is_open() && !f.suggestion && f.severity() == Severity::Medium);
        notes.count() >= from as usize
    }

    /// A request for changes that the protocol lets rest on findings which do not block by themselves. One of them
    /// must be of this answer, and none that came too late to count.
    fn rests_on_notes(&self) -> bool {
        let protocol = self.protocol();
        let requests = matches!(self.reading.claimed_verdict, Verdict::ChangesRequested | Verdict::Rejected);
        let says_why = |f: &Finding| {
            [&f.said.why, &f.said.description]
                .iter()
                .any(|t| t.as_deref().is_some_and(|t| !t.trim().is_empty()))
        };
        let is_retry = self.state.answered().is_some_and(|pass| pass.number != self.pass);
        let new_on_retry = |f: &Finding| {
            protocol.new_ones_suffice
                && is_retry
                && f.status == FindingStatus::New
                && f.severity() < Severity::Info
        };
        requests
            && self.raised_findings().any(|f| {
                f.is_open()
                    && !f.suggestion
                    && !f.is_late_note(protocol)
                    && match protocol.requests_rest_on {
                        RequestsRestOn::Blocking => new_on_retry(f),
                        RequestsRestOn::Reasoned => {
                            says_why(f) && f.severity() < Severity::Info || new_on_retry(f)
                        }
                        RequestsRestOn::AnyFinding => true,
                    }
            })
    }

    /// Something is open, all of it for the author of the spec, and the reviewer asked for changes.
    fn only_suggestions(&self) -> bool {
        let mut open = self.findings.iter().filter(|f| f.is_open()).peekable();
        open.peek().is_some() && open.all(|f| f.suggestion)
    }

    /// No reviewer could run, and what the last one asked changes for is still open: the check in his place does
    /// not lift his verdict (SPEC 4).
    fn asked_by_the_absent(&self) -> bool {
        if !self.absent {
            return false;
        }
        // Back to the last verdict of a reviewer that was held.
        let passes = || self.state.passes.iter().rev();
        let by_reviewer = |p: &&PassRecord| {
            p.answer
                .as_ref()
                .is_some_and(|(a, j)| a.reading.dialect != PRECHECK && j.verdict != Verdict::Unclear)
        };
        if passes().take_while(|p| !by_reviewer(p)).any(PassRecord::changes_were_claimed) {
            return true;
        }
        let last = passes().find(by_reviewer).and_then(|p| p.answer.as_ref()).map(|(_, j)| j.verdict);
        matches!(last, Some(Verdict::ChangesRequested | Verdict::Rejected))
            && self.findings.iter().any(|f| f.is_open() && !f.by_precheck)
    }

    /// The attempt is to be restored and done again.
    fn restarts(&self) -> bool {
        let Some(from) = self.protocol().restart_on else { return false };
        self.reading.claimed_verdict == Verdict::Rejected
            || self.findings.iter().any(|f| f.blocks(self.protocol()) && f.severity() <= from)
    }

    /// Blocking findings whose rejection waits for a ruling.
    fn unruled(&self) -> Vec<FindingId> {
        if !self.protocol().rulings_required {
            return Vec::new();
        }
        self.findings
            .iter()
            .filter(|f| f.blocks(self.protocol()) && !self.raised.contains(&f.id) && f.ruling.is_none())
            .filter(|f| f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected))
            .map(|f| f.id.clone())
            .collect()
    }

    /// What alone keeps a silent approval from holding: findings of the last review without a line, which no change can
    /// close. A system's own grammar has no list of what is resolved, so whoever keeps to it and lets the work pass is
    /// asked for it once, where something was worked on. A finding that is open longer is a contradiction, not a silence.
    fn silent_on(&self) -> Vec<FindingId> {
        let in_words = self.said.dialect != STRUCTURED && self.said.resolved.is_empty();
        if !in_words || self.record.unchanged {
            return Vec::new();
        }
        let silent = |f: &&Finding| {
            let placeless = f.said.locations.iter().all(|l| l.line.is_none());
            let rejected = f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
            let repeated = self.state.finding(f.id.as_str()).is_some_and(|was| was.repeated);
            placeless && !rejected && !repeated && !self.raised.contains(&f.id)
        };
        let blocking: Vec<&Finding> = self.findings.iter().filter(|f| f.blocks(self.protocol())).collect();
        if blocking.iter().all(silent) { blocking.iter().map(|f| f.id.clone()).collect() } else { Vec::new() }
    }

    /// New blocking findings of a re-review that give no reason, where one is needed.
    fn late_without_reason(&self) -> Vec<FindingId> {
        if !self.protocol().late_are_notes {
            return Vec::new();
        }
        let silent = |f: &&Finding| {
            [&f.said.why, &f.said.description, &f.said.suggestion]
                .iter()
                .all(|t| t.as_deref().is_none_or(|t| t.trim().is_empty()))
        };
        self.raised_findings()
            .filter(|f| f.late && f.blocks(self.protocol()))
            .filter(silent)
            .map(|f| f.id.clone())
            .collect()
    }

    /// Returns what the reviewer must be asked before the answer can be taken, with the findings that it asks about where
    /// they stand beside fallen ones.
    pub(super) fn question(&self) -> Option<(String, Vec<BesideFallen>)> {
        let alone = |text| (text, Vec::new());
        let beside = || {
            let beside = self.beside_the_fallen();
            (!beside.is_empty()).then(|| (asked_beside(&beside), beside))
        };
        self.first_question().map(alone).or_else(beside).or_else(|| self.last_question().map(alone))
    }

    fn asked_for(&self) -> &'static AskedFor {
        asked_for(&self.protocol().dialect, self.said.dialect == STRUCTURED)
    }

    /// What keeps the answer from being taken at all, and what it must rest on.
    fn first_question(&self) -> Option<String> {
        if self.reading.claimed_verdict == Verdict::Unclear {
            // The form to answer in is the brief's, which the caller adds.
            let said = dialect::missing(self.reading).unwrap_or_default();
            return Some(format!("{said} {}.", self.asked_for().review));
        }
        if self.is_about_another() {
            return Some(format!(
                "Your answer says it is {}. This review is of {}. Send the review of that, or {}.",
                self.what_it_is(),
                self.state.subject.label(),
                self.asked_for().about
            ));
        }
        if self.blocks_without_reason() || self.restarts_without_reason() {
            let fallen = if !self.fallen.is_empty() {
                "What you raise again was rejected, and the rejection was accepted; it is raised again only where its place has changed since. "
            } else {
                ""
            };
            return Some(format!("{fallen}{}", self.what_must_be_named()));
        }
        let unruled = self.unruled();
        if self.reading.claimed_verdict.approves() && !unruled.is_empty() {
            return Some(format!(
                "You approve, but the fixer rejected {} and you have not ruled on it. {}: `accepted` when the reason holds and the finding falls, `overruled` when the finding stands.",
                join(&unruled),
                self.asked_for().rulings
            ));
        }
        let late = self.late_without_reason();
        (!late.is_empty()).then(|| {
            let titles: Vec<_> = self
                .raised_findings()
                .filter(|f| late.contains(&f.id))
                .map(|f| format!("\"{}\"", f.said.title))
                .collect();
            format!(
                "A re-review may add a blocking finding only with its reason. Say why it was not raised before, or what it breaks: {}.",
                titles.join(", ")
            )
        })
    }

    /// What is missing of what it says.
    fn last_question(&self) -> Option<String> {
        let silent = self.silent_on();
        if self.reading.claimed_verdict.approves() && !silent.is_empty() {
            return Some(format!(
                "You let the work pass and do not say what became of {}, which no change can show to be mended, since no line is named. {}; raise again what is not.",
                join(&silent),
                self.asked_for().resolved
            ));
        }
        let uncited = self.uncited();
        (!uncited.is_empty()).then(|| {
            let titles: Vec<_> = self
                .raised_findings()
                .filter(|f| uncited.contains(&f.id))
                .map(|f| format!("\"{}\"", f.said.title))
                .collect();
            format!(
                "A spec finding must cite what it measures the work against. {} with the plan element or requirement id to: {}.",
                self.asked_for().requirement,
                titles.join(", ")
            )
        })
    }

    /// Asks for what a request for changes must rest on.
    fn what_must_be_named(&self) -> String {
        let what = match self.reading.claimed_verdict {
            Verdict::Rejected => "You reject the work",
            Verdict::Approved | Verdict::ApprovedWithNotes | Verdict::ChangesRequested | Verdict::Unclear => {
                "You ask for changes"
            }
        };
        let words = self.protocol().blocking_words();
        let mut text = match self.protocol().requests_rest_on {
            RequestsRestOn::AnyFinding => format!(
                "{what}, but name nothing that is to be changed. List each finding with its severity, or let the work pass."
            ),
            RequestsRestOn::Blocking | RequestsRestOn::Reasoned => format!(
                "{what}, but no finding is {words}, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes."
            ),
        };
        let said = |code: &str| self.remarks.iter().any(|r| r.code == code);
        if said("architectural_cap") {
            text.push_str(" A concern of architecture is noted and never blocks.");
        }
        if said(RAISED_AFTER_ACCEPTANCE) {
            text.push_str(
                " A finding whose rejection was accepted is not opened again while its place is unchanged.",
            );
        }
        text
    }

    /// Holds uncited blocking spec findings to cite the task under review.
    fn assume_citations(&mut self) {
        let label = self.state.subject.label();
        for id in self.uncited() {
            if let Some(f) = self.findings.iter_mut().find(|f| f.id == id) {
                f.said.requirement = Some(label.clone());
                f.citation_assumed = true;
            }
            self.remark(
                "citation_assumed",
                format!("{id} cites nothing after being asked; it is held to cite {label}"),
            );
        }
    }

    pub(super) fn conclude(mut self, ask: Option<(String, Vec<BesideFallen>)>) -> Judgement {
        let (ask, ask_beside) = ask.unzip();
        if ask.is_none() {
            self.assume_citations();
            let late = self.late_without_reason();
            if !late.is_empty() {
                let message = format!(
                    "{} came late and without a reason, after being asked for one; it blocks all the same",
                    join(&late)
                );
                self.remark("late_without_reason", message);
            }
        }
        let blocking = self.blocking();
        let mut claimed = self.reading.claimed_verdict;
        let restarts = self.restarts();
        let unreadable = claimed == Verdict::Unclear
            || self.is_about_another()
            || (self.blocks_without_reason() && !restarts && !self.rests_on_the_fallen());
        if !unreadable && self.rests_on_the_fallen() {
            let message = "the reviewer asks for changes for nothing but what was rejected and the rejection accepted; that stays so, and nothing blocks";
            self.remark("rests_on_accepted_rejections", message.to_owned());
        }
        let only_suggestions = !claimed.approves() && self.only_suggestions();
        let verdict = if unreadable {
            // Never folded into another value; what it raised is filed all the same.
            Verdict::Unclear
        } else if restarts {
            Verdict::Rejected
        } else if !blocking.is_empty()
            || self.notes_block()
            || self.rests_on_notes()
            || only_suggestions
            || self.asked_by_the_absent()
        {
            Verdict::ChangesRequested
        } else if self.findings.iter().any(|f| f.is_open() && !f.is_late_note(self.protocol())) {
            Verdict::ApprovedWithNotes
        } else {
            Verdict::Approved
        };
        if self.absent {
            // Nobody claimed anything.
            claimed = verdict;
        }
        self.say_what_contradicts(claimed, verdict, &blocking);
        let progress = self.progress(!unreadable);
        let uncounted = only_suggestions
            && verdict == Verdict::ChangesRequested
            && self.protocol().suggestion_rounds.is_some_and(|most| self.state.uncounted < most);
        let outlook = Outlook {
            verdict,
            progress,
            // A blocking finding says as much as a signal does.
            signals: dialect::signals(self.reading)
                || self.raised_findings().any(|f| f.blocks(self.protocol())),
            swings: self.swings_count(&blocking),
            only_suggestions: only_suggestions && verdict == Verdict::ChangesRequested,
            anything_open: self.findings.iter().any(Finding::is_open),
        };
        let fix_task = self.fix_task();
        Judgement {
            claimed,
            verdict,
            spec_status: self.section(Stage::Spec, verdict),
            quality_status: self.section(Stage::Quality, verdict),
            course: course::after_review(self.state, &outlook),
            findings: self.findings,
            raised: self.raised,
            resolved: self.resolved,
            still_open: self.still_open,
            fallen: self.fallen,
            blocking,
            remarks: self.remarks,
            ask,
            ask_beside: ask_beside.unwrap_or_default(),
            progress,
            swings: self.swings,
            uncounted,
            fix_task,
        }
    }

    /// The number of a fix task for what the answer finds. A second answer to a pass asks for no further one.
    fn fix_task(&self) -> Option<u32> {
        self.state.mended_by_tasks()?;
        let held = self.record.answer.as_ref().and_then(|(_, held)| held.fix_task);
        held.or_else(|| Some(self.evidence.fix_tasks.max(self.state.fix_tasks_made()).saturating_add(1)))
    }

    /// Names the contradiction where the reviewer approves and the verdict is another (SPEC 5.6).
    fn say_what_contradicts(&mut self, claimed: Verdict, verdict: Verdict, blocking: &[FindingId]) {
        if !claimed.approves() || verdict.approves() {
            return;
        }
        if self.remarks.iter().any(|r| r.code == VERDICT_VS_FINDINGS) {
            return;
        }
        if verdict == Verdict::Unclear && (blocking.is_empty() || self.is_about_another()) {
            // The answer is not about this work at all, which is said elsewhere.
            return;
        }
        let why = match (blocking.is_empty(), self.unruled()) {
            (true, _) => {
                let from = self.protocol().notes_block_from.unwrap_or_default();
                format!(
                    "the reviewer approves, and {from} or more findings of the same weight block together"
                )
            }
            (false, unruled) if !unruled.is_empty() => {
                format!("the reviewer approves without ruling on the rejection of {}", join(&unruled))
            }
            (false, _) => {
                let block = if blocking.len() == 1 { "blocks" } else { "block" };
                format!("the reviewer approves, but {} {block} still", join(blocking))
            }
        };
        self.remark(VERDICT_VS_FINDINGS, why);
    }

    /// A swing meets the limit rule. One of no weight does so where that asks somebody else, and where nothing else blocks:
    /// a nit ends no loop over what is still to be mended.
    fn swings_count(&self, blocking: &[FindingId]) -> bool {
        let protocol = self.protocol();
        let asks = protocol.at_limit == AtLimit::Ask || self.state.tier + 1 < protocol.tiers.len();
        self.swings.iter().any(|s| asks || blocking.is_empty() || blocking.contains(&s.finding))
    }

    /// Findings without a stage count as quality.
    fn section(&self, stage: Stage, verdict: Verdict) -> SectionStatus {
        let blocks = self
            .findings
            .iter()
            .filter(|f| f.is_open() && f.said.stage.unwrap_or(Stage::Quality) == stage)
            .any(|f| f.blocks(self.protocol()));
        let of_stage = |f: &&Finding| f.is_open() && f.said.stage.unwrap_or(Stage::Quality) == stage;
        let any = self.findings.iter().any(|f| of_stage(&f));
        match (blocks, verdict) {
            (true, _) => SectionStatus::IssuesFound,
            // Something else than a blocking finding asks for changes; a section that holds nothing is none of it.
            (false, Verdict::ChangesRequested | Verdict::Rejected)
                if self.blocking().is_empty() && (any || !self.findings.iter().any(Finding::is_open)) =>
            {
                SectionStatus::IssuesFound
            }
            (false, Verdict::Unclear) => SectionStatus::Unclear,
            (false, _) if self.reading.unread_stages.contains(&stage) => SectionStatus::Unclear,
            (false, _) => SectionStatus::Passed,
        }
    }
}

/// Asks what the findings are that stand where others fell.
fn asked_beside(beside: &[BesideFallen]) -> String {
    let each: Vec<String> =
        beside.iter().map(|b| format!("\"{}\" stands where {} stood", b.title, b.fallen)).collect();
    format!(
        "{}, whose rejection was accepted. Leave out what is the same in other words; what is another defect send again, and say in its reason what tells it apart.",
        each.join("; ")
    )
}

fn join(ids: &[FindingId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
