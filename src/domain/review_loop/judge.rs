//! What an answer amounts to: the reading checked against the findings so far, the change, and the protocol.
//!
//! Runs once, when an answer is recorded; the result is stored. Fails closed: nothing is resolved
//! by silence alone, no request for changes becomes an approval, and what cannot be read stays `unclear`.

use super::event::{Judgement, Outcome, SectionStatus};
use super::state::{LoopState, PassRecord};
use crate::domain::claim;
use crate::domain::dialect::{self, Reading};
use crate::domain::diff::{Diff, Origin, Touch, touch};
use crate::domain::finding::{Finding, FindingStatus, Grounding};
use crate::domain::identity::{self, Match};
use crate::domain::ids::{FindingId, Pass};
use crate::domain::protocol::{AtLimit, Protocol};
use crate::domain::review::{
    Location, RawFinding, Remark, Resolved, ResponseKind, RulingKind, Severity, Stage, Verdict,
};

/// Titles must be this alike for a finding to count as one whose rejection was accepted.
const SAME_REJECTED: f64 = 0.8;

/// What the edge found out for this answer.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The change since the tree that the last answered pass looked at; empty in pass 1.
    pub since: Diff,
    /// Where each raised finding's place lies, in the reading's order.
    pub groundings: Vec<Grounding>,
}

/// Works out what `reading` means for the open pass of the loop.
pub fn judge(state: &LoopState, pass: &PassRecord, reading: &Reading, evidence: &Evidence) -> Judgement {
    let mut bench = Bench {
        state,
        pass: pass.number,
        reading,
        evidence,
        real: claim::substantive(&evidence.since),
        findings: state.findings.clone(),
        remarks: reading.remarks.clone(),
        raised: Vec::new(),
        resolved: Vec::new(),
        still_open: Vec::new(),
    };
    bench.take_raised();
    bench.take_rulings();
    bench.take_resolved();
    bench.check_subject();
    let readable = reading.claimed_verdict != Verdict::Unclear;
    bench.take_unmentioned(readable);
    bench.notice();
    let ask = bench.question().filter(|_| pass.clarifications < state.protocol.clarifications);
    bench.conclude(ask)
}

/// The work in hand.
struct Bench<'a> {
    state: &'a LoopState,
    pass: Pass,
    reading: &'a Reading,
    evidence: &'a Evidence,
    /// The change since the last review without what only touches comments and blanks.
    real: Diff,
    findings: Vec<Finding>,
    remarks: Vec<Remark>,
    raised: Vec<FindingId>,
    resolved: Vec<Resolved>,
    still_open: Vec<FindingId>,
}

impl Bench<'_> {
    fn protocol(&self) -> &Protocol {
        &self.state.protocol
    }

    fn remark(&mut self, code: &str, message: String) {
        self.remarks.push(Remark::new(0, code, message));
    }

    /// Joins the raised findings with the known ones and files the rest as new.
    fn take_raised(&mut self) {
        if self.is_about_another() {
            // Its findings are about other work; recorded with the answer, they are not filed here.
            return;
        }
        let raised: Vec<RawFinding> =
            self.reading.findings.clone().into_iter().map(|f| self.at_level(f)).collect();
        let joined = identity::join(&self.state.findings, &raised, &self.evidence.since);
        for (i, (finding, matched)) in raised.into_iter().zip(joined).enumerate() {
            let grounding = self.evidence.groundings.get(i).copied().unwrap_or(Grounding::Unlocated);
            self.check_id(&finding, matched.as_ref());
            match matched {
                Some(matched) => self.raise_again(finding, &matched, grounding),
                None => self.raise_new(finding, grounding),
            }
        }
    }

    /// Says when an id was given that the finding's words do not bear out.
    fn check_id(&mut self, finding: &RawFinding, matched: Option<&Match>) {
        let Some(said) = finding.repeats.clone().or_else(|| finding.reported_id.clone()) else { return };
        let known = self.state.findings.iter().find(|f| f.id.as_str().eq_ignore_ascii_case(&said));
        let taken_for_it =
            known.is_some_and(|k| matched.is_some_and(|m| self.state.findings[m.old].id == k.id));
        match known {
            Some(known) if !taken_for_it => {
                let message = format!(
                    "\"{}\" carries the id {}, but agrees with \"{}\" neither in title, place nor requirement; it counts as another finding",
                    finding.title, known.id, known.first_title
                );
                self.remark("duplicate_ids", message);
            }
            None if finding.repeats.is_some() => {
                self.remark(
                    "unknown_ids",
                    format!("\"{}\" is given the id {said}, which this loop does not know", finding.title),
                );
            }
            Some(_) | None => {}
        }
    }

    /// Brings a finding to the protocol's levels, saying so.
    fn at_level(&mut self, mut finding: RawFinding) -> RawFinding {
        let level = self.protocol().level(finding.severity);
        if level != finding.severity {
            let message = format!(
                "\"{}\" is {} here: {} knows no {}",
                finding.title,
                self.protocol().word(level),
                self.protocol().name,
                finding.severity.as_str()
            );
            self.remark("severity_mapped", message);
            finding.reported_severity.get_or_insert_with(|| finding.severity.as_str().to_owned());
            finding.severity = level;
        }
        if let Some(cap) =
            self.protocol().architectural_cap.filter(|cap| finding.architectural && finding.severity < *cap)
        {
            let message = format!(
                "\"{}\" is a concern of architecture and therefore {}, not {}",
                finding.title,
                self.protocol().word(cap),
                self.protocol().word(finding.severity)
            );
            self.remark("architectural_cap", message);
            finding.reported_severity.get_or_insert_with(|| finding.severity.as_str().to_owned());
            finding.severity = cap;
        }
        finding
    }

    fn raise_again(&mut self, mut said: RawFinding, matched: &Match, grounding: Grounding) {
        let pass = self.pass;
        let was = &self.findings[matched.old];
        let id = was.id.clone();
        if LoopState::rejection_accepted(was) && !was.is_open() && !self.place_changed(was) {
            let alike = identity::similarity(&was.first_title, &said.title)
                .max(identity::similarity(&was.said.title, &said.title));
            if alike < SAME_REJECTED {
                // Near a rejected finding, and another one: better raised once too often than lost.
                self.raise_new(said, grounding);
                return;
            }
            self.remark(
                "accepted_rejection_raised",
                format!("{id} was rejected and the rejection accepted; it is not opened again while its place is unchanged"),
            );
            return;
        }
        if was.is_open() && self.protocol().blocks(was.severity()) && !self.protocol().blocks(said.severity) {
            let reasoned = said.why.as_deref().is_some_and(|w| !w.trim().is_empty());
            if !reasoned && !self.place_changed(was) {
                let message = format!(
                    "{id} was {} and is called {} now, with its place unchanged and no reason; the stricter stands. To let it go, list it as resolved with the reason",
                    self.protocol().word(was.severity()),
                    self.protocol().word(said.severity)
                );
                said.severity = was.severity();
                self.remark("severity_kept", message);
            }
        }
        let was = &mut self.findings[matched.old];
        was.status = if !was.is_open() {
            FindingStatus::Reopened
        } else if was.said.severity != said.severity {
            FindingStatus::Changed
        } else {
            FindingStatus::Persistent
        };
        if said.locations.is_empty() {
            // A finding raised again without a place stands where it stood.
            said.locations =
                was.said.locations.iter().map(|l| identity::place_now(l, &self.evidence.since)).collect();
        }
        said.requirement = said.requirement.or_else(|| was.said.requirement.take());
        was.said = said;
        was.grounding = grounding;
        was.last_pass = pass;
        was.repeated = was.first_pass < pass;
        was.matched_by = Some(matched.reason.clone());
        was.resolved_by = None;
        // What was answered before this review no longer speaks for it.
        was.response = None;
        was.ruling = None;
        self.raised.push(id);
    }

    fn raise_new(&mut self, said: RawFinding, grounding: Grounding) {
        let id = FindingId::new(format!("F{}", self.findings.len() + 1));
        let (mut late, mut fix_induced) = (false, false);
        if self.pass > 1 {
            fix_induced = said.place().is_some_and(|place| stands_in(&self.evidence.since, place));
            late = !fix_induced;
        }
        self.findings.push(Finding {
            id: id.clone(),
            first_title: said.title.clone(),
            said,
            first_pass: self.pass,
            last_pass: self.pass,
            status: FindingStatus::New,
            grounding,
            matched_by: None,
            resolved_by: None,
            repeated: false,
            late,
            fix_induced,
            citation_assumed: false,
            response: None,
            ruling: None,
        });
        self.raised.push(id);
    }

    /// Applies rulings on rejections; where two contradict each other, the finding stands.
    fn take_rulings(&mut self) {
        for ruling in &self.reading.rulings {
            let Some(i) = self.known(&ruling.finding_id) else {
                self.remark(
                    "unknown_ids",
                    format!("a ruling on {}, which this loop does not know", ruling.finding_id),
                );
                continue;
            };
            let id = self.findings[i].id.clone();
            if self.raised.contains(&id) {
                self.remark(
                    "ruling_vs_findings",
                    format!("{id} is raised again; a ruling on its rejection has no effect"),
                );
                continue;
            }
            let rejected =
                self.findings[i].response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
            if !rejected {
                self.remark(
                    "ruling_without_rejection",
                    format!("{id} was not rejected; the ruling has no effect"),
                );
                continue;
            }
            let overruled = self
                .reading
                .rulings
                .iter()
                .any(|r| r.ruling == RulingKind::Overruled && self.known(&r.finding_id) == Some(i));
            if overruled && ruling.ruling == RulingKind::Accepted {
                self.remark("ruling_vs_ruling", format!("{id} is both accepted and overruled; it stands"));
            }
            if overruled {
                self.findings[i].ruling = Some(RulingKind::Overruled);
                continue;
            }
            self.findings[i].ruling = Some(RulingKind::Accepted);
            let reason = ruling.reason.clone().unwrap_or_else(|| "the rejection was accepted".to_owned());
            self.resolve(i, "rejection accepted", Some(reason));
        }
    }

    /// Applies what the reviewer resolves by id.
    fn take_resolved(&mut self) {
        for resolved in &self.reading.resolved {
            let Some(i) = self.known(&resolved.id) else {
                let open: Vec<&str> =
                    self.findings.iter().filter(|f| f.is_open()).map(|f| f.id.as_str()).take(20).collect();
                let open = if open.is_empty() { "none".to_owned() } else { open.join(", ") };
                let message = format!(
                    "{} is called resolved, but this loop has no such finding; open: {open}",
                    resolved.id
                );
                self.remark("unknown_ids", message);
                continue;
            };
            let id = self.findings[i].id.clone();
            if self.raised.contains(&id) {
                self.remark(
                    "resolved_vs_findings",
                    format!("{id} is both resolved and raised; it stays open"),
                );
            } else if !self.findings[i].is_open() {
                // Said twice, or closed before: nothing to do.
            } else if resolved.reason.as_deref().is_none_or(|r| r.trim().is_empty()) {
                self.remark(
                    "resolved_without_reason",
                    format!("{id} is called resolved without a reason; that alone does not close it"),
                );
            } else {
                self.resolve(i, "resolved by the reviewer", resolved.reason.clone());
            }
        }
    }

    /// Notices an answer about another task.
    fn check_subject(&mut self) {
        if self.is_about_another() {
            let about = self.reading.about.clone().unwrap_or_default();
            let message = format!(
                "the answer says it is about \"{about}\"; this review is of {}",
                self.state.subject.label()
            );
            self.remark("wrong_pass", message);
        }
    }

    fn what_it_is(&self) -> String {
        format!("about \"{}\"", self.reading.about.as_deref().unwrap_or_default())
    }

    fn is_about_another(&self) -> bool {
        let Some(about) = &self.reading.about else { return false };
        let label = self.state.subject.label();
        let differ = |a: Option<String>, b: Option<String>| matches!((a, b), (Some(a), Some(b)) if a != b);
        differ(task_number(about), task_number(&label)) || differ(plan_number(about), plan_number(&label))
    }

    /// An open finding that is not mentioned is resolved only when its place changed (SPEC 6.5).
    fn take_unmentioned(&mut self, readable: bool) {
        for i in 0..self.findings.len() {
            let finding = &self.findings[i];
            if !finding.is_open() || self.raised.contains(&finding.id) {
                continue;
            }
            let id = finding.id.clone();
            match self.mended(finding).filter(|_| readable) {
                Some(why) => self.resolve(i, why, Some(format!("not raised again; {why}"))),
                None => {
                    let pass = self.pass;
                    let since = &self.evidence.since;
                    let finding = &mut self.findings[i];
                    finding.status = FindingStatus::Persistent;
                    finding.repeated = finding.first_pass < pass;
                    for place in &mut finding.said.locations {
                        *place = identity::place_now(place, since);
                    }
                    self.still_open.push(id);
                }
            }
        }
    }

    /// Tells what in the change since the last review speaks for a fix.
    fn mended(&self, finding: &Finding) -> Option<&'static str> {
        if self.place_changed(finding) {
            return Some("region_changed");
        }
        let response = finding.response.as_ref().filter(|r| r.response == ResponseKind::Fixed)?;
        let note = response.details.as_deref()?;
        claim::names_a_changed_file(&self.real, note).then_some("touched_elsewhere")
    }

    /// Every place of the finding was changed. A place without a line is a whole file, and an edit anywhere in a
    /// file says nothing about the finding.
    fn place_changed(&self, finding: &Finding) -> bool {
        let places = &finding.said.locations;
        !places.is_empty()
            && places.iter().all(|l| l.line.is_some() && touch(&self.real, l) == Touch::RegionChanged)
    }

    fn resolve(&mut self, index: usize, by: &str, reason: Option<String>) {
        let finding = &mut self.findings[index];
        finding.status = FindingStatus::Resolved;
        finding.resolved_by = Some(by.to_owned());
        self.resolved.push(Resolved { id: finding.id.to_string(), reason });
    }

    /// Finds a finding by the server's id or the reviewer's own.
    fn known(&self, id: &str) -> Option<usize> {
        let by_server = self.findings.iter().position(|f| f.id.as_str().eq_ignore_ascii_case(id));
        by_server.or_else(|| {
            let mut hits =
                self.findings.iter().enumerate().filter(|(_, f)| {
                    f.said.reported_id.as_deref().is_some_and(|r| r.eq_ignore_ascii_case(id))
                });
            // Two findings under one reported id: neither can be meant for sure.
            hits.next().filter(|_| hits.next().is_none()).map(|(i, _)| i)
        })
    }

    /// Says when one review raises many findings that do not block.
    fn notice(&mut self) {
        let Some(from) = self.protocol().notice_from else { return };
        let warnings = self
            .raised_findings()
            .filter(|f| !self.protocol().blocks(f.severity()) && f.severity() != Severity::Info)
            .count();
        if warnings >= from as usize {
            self.remark(
                "many_warnings",
                format!("{warnings} findings that do not block in one task; worth a look together"),
            );
        }
    }

    fn raised_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|f| self.raised.contains(&f.id))
    }

    fn blocking(&self) -> Vec<FindingId> {
        self.findings
            .iter()
            .filter(|f| f.is_open() && self.protocol().blocks(f.severity()))
            .map(|f| f.id.clone())
            .collect()
    }

    /// Returns the blocking spec findings of this answer that cite nothing.
    fn uncited(&self) -> Vec<FindingId> {
        if !self.protocol().citation_required {
            return Vec::new();
        }
        self.raised_findings()
            .filter(|f| f.said.stage == Some(Stage::Spec) && self.protocol().blocks(f.severity()))
            .filter(|f| f.said.requirement.as_deref().is_none_or(|r| r.trim().is_empty()))
            .map(|f| f.id.clone())
            .collect()
    }

    /// A request for changes that names nothing which may block.
    fn blocks_without_reason(&self) -> bool {
        matches!(self.reading.claimed_verdict, Verdict::ChangesRequested | Verdict::Rejected)
            && self.blocking().is_empty()
    }

    /// Returns what the reviewer must be asked before the answer can be taken.
    fn question(&self) -> Option<String> {
        if self.reading.claimed_verdict == Verdict::Unclear {
            // The form to answer in is the brief's, which the caller adds.
            let said = dialect::missing(self.reading).unwrap_or_default();
            return Some(format!("{said} Send the whole review again, with one final status line."));
        }
        if self.is_about_another() {
            return Some(format!(
                "Your answer says it is {}. This review is of {}. Send the review of that, or correct the line.",
                self.what_it_is(),
                self.state.subject.label()
            ));
        }
        if self.blocks_without_reason() {
            let word = self.protocol().blocking.first().map_or("blocking", |s| self.protocol().word(*s));
            return Some(format!(
                "You ask for changes, but no finding is {word}, and only {word} findings block here. Name the finding that must be mended and mark it {word}, or pass the work with its notes."
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
                "A spec finding must cite what it measures the work against. Add `- **Requirement:**` with the plan element or requirement id to: {}.",
                titles.join(", ")
            )
        })
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

    fn conclude(mut self, ask: Option<String>) -> Judgement {
        if ask.is_none() {
            self.assume_citations();
        }
        let blocking = self.blocking();
        let claimed = self.reading.claimed_verdict;
        let unreadable =
            claimed == Verdict::Unclear || self.is_about_another() || self.blocks_without_reason();
        let verdict = if unreadable {
            // Never folded into another value; what it raised is filed all the same.
            Verdict::Unclear
        } else if !blocking.is_empty() {
            Verdict::ChangesRequested
        } else if self.findings.iter().any(Finding::is_open) {
            Verdict::ApprovedWithNotes
        } else {
            Verdict::Approved
        };
        if claimed.approves()
            && !verdict.approves()
            && !blocking.is_empty()
            && !self.remarks.iter().any(|r| r.code == "verdict_vs_findings")
        {
            let ids: Vec<_> = blocking.iter().map(ToString::to_string).collect();
            let block = if ids.len() == 1 { "blocks" } else { "block" };
            self.remark(
                "verdict_vs_findings",
                format!("the reviewer approves, but {} {block} still", ids.join(", ")),
            );
        }
        let outcome = if ask.is_some() { None } else { self.outcome(verdict) };
        Judgement {
            claimed,
            verdict,
            spec_status: self.section(Stage::Spec, verdict),
            quality_status: self.section(Stage::Quality, verdict),
            findings: self.findings,
            raised: self.raised,
            resolved: self.resolved,
            still_open: self.still_open,
            blocking,
            remarks: self.remarks,
            ask,
            outcome,
        }
    }

    /// Findings without a stage count as quality.
    fn section(&self, stage: Stage, verdict: Verdict) -> SectionStatus {
        let blocks = self
            .findings
            .iter()
            .filter(|f| f.is_open() && f.said.stage.unwrap_or(Stage::Quality) == stage)
            .any(|f| self.protocol().blocks(f.severity()));
        match (blocks, verdict) {
            (true, _) => SectionStatus::IssuesFound,
            (false, Verdict::Unclear) => SectionStatus::Unclear,
            (false, _) => SectionStatus::Passed,
        }
    }

    fn outcome(&self, verdict: Verdict) -> Option<Outcome> {
        match verdict {
            Verdict::Approved => Some(Outcome::Approved),
            Verdict::ApprovedWithNotes => Some(Outcome::ApprovedWithNotes),
            Verdict::ChangesRequested | Verdict::Rejected | Verdict::Unclear => {
                if self.pass < self.protocol().max_passes {
                    return None;
                }
                match self.protocol().at_limit {
                    AtLimit::Proceed => Some(Outcome::AcceptedWithWarnings),
                }
            }
        }
    }
}

/// Tells whether a place lies on lines the diff added.
fn stands_in(diff: &Diff, place: &Location) -> bool {
    let Some(file) = diff.files.iter().find(|f| identity::same_file(f.path.as_str(), &place.file)) else {
        return false;
    };
    let Some(from) = place.line else { return true };
    let to = place.end_line.unwrap_or(from).max(from);
    file.hunks.iter().any(|hunk| {
        let mut line = hunk.new_start;
        hunk.lines.iter().any(|l| {
            let hit = l.origin == Origin::Added && (from..=to).contains(&line);
            if l.origin != Origin::Removed {
                line += 1;
            }
            hit
        })
    })
}

/// Returns the number after the last word "task".
fn task_number(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let (_, rest) = lower.rsplit_once("task")?;
    let number: String = rest
        .trim_start_matches([' ', '#', ':', '\u{a0}'])
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '.')
        .collect();
    let number = number.trim_matches('.').trim_start_matches('0').to_owned();
    (!number.is_empty() && number.starts_with(|c: char| c.is_ascii_digit())).then_some(number)
}

/// Returns phase and plan of a text such as `03-01 Task 2` or `14.1-02-name Task 1`, without leading zeros.
fn plan_number(text: &str) -> Option<String> {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.'));
    words
        .filter_map(|word| {
            let mut parts = word.split('-');
            let (phase, plan) = (parts.next()?, parts.next()?);
            let numbers = [phase, plan].iter().all(|p| !p.is_empty() && p.chars().all(digits));
            numbers.then(|| format!("{}-{}", phase.trim_start_matches('0'), plan.trim_start_matches('0')))
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_about() {
        assert_eq!(task_number("01-02-taskboard Task 3").as_deref(), Some("3"));
        assert_eq!(task_number("Task 1.10").as_deref(), Some("1.10"));
        assert_eq!(task_number("the whole task"), None);
        assert_eq!(plan_number("07-03 Task 1").as_deref(), Some("7-3"));
        assert_eq!(plan_number("14.1-02-cart Task 1").as_deref(), Some("14.1-2"));
        assert_eq!(plan_number("Task 1"), None);
    }
}
