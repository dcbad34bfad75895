//! What an answer raises: brought to the protocol's levels, joined with what is known, filed.

use super::architecture::is_architectural;
use super::bare::in_words;
use super::settle::says_something;
use super::{Bench, PRECHECK, RAISED_AFTER_ACCEPTANCE};
use crate::domain::diff::{ChangeKind, Diff, Hunk, Origin};
use crate::domain::finding::{Finding, FindingStatus, Grounding};
use crate::domain::identity::{self, Beside, Kin, Match};
use crate::domain::ids::FindingId;
use crate::domain::review::{Location, RawFinding, ResponseKind, RulingKind, Severity, Verdict};
use crate::domain::review_loop::event::{Answer, BesideFallen};
use crate::domain::review_loop::{Judgement, LoopState};

/// Titles must be this alike for a finding to count as one whose rejection was accepted.
const SAME_REJECTED: f64 = 0.8;
/// And this alike where the reviewer repeats its id.
const SAME_REJECTED_BY_ID: f64 = 0.4;

impl Bench<'_> {
    /// Joins the raised findings with the known ones and files the rest as new.
    pub(super) fn take_raised(&mut self) {
        if self.is_about_another() {
            // Its findings are about other work; recorded with the answer, they are not filed here.
            return;
        }
        let raised: Vec<RawFinding> =
            self.reading.findings.clone().into_iter().map(|f| self.prepared(f)).collect();
        let joined = identity::join_by(
            &self.state.findings,
            &raised,
            &|finding| self.view(finding).map(|view| &view.moves),
            self.protocol().dimensions_identify,
        );
        let joined = self.told_apart(joined, &raised);
        for (i, (finding, kin)) in raised.into_iter().zip(joined).enumerate() {
            let grounding = self.evidence.groundings.get(i).copied().unwrap_or(Grounding::Unlocated);
            self.check_id(&finding, kin.same());
            match kin {
                Kin::Same(matched) => self.raise_again(finding, &matched, grounding),
                Kin::Part(_) | Kin::New if self.falls_with_another(&finding) => {}
                Kin::Part(matched) => self.raise_part(finding, &matched, grounding),
                Kin::New => self.raise_new(in_words(finding), grounding),
            }
            self.take_patch(i);
        }
    }

    /// Keeps whether the patch of the finding raised last applies, and says why one does not.
    fn take_patch(&mut self, index: usize) {
        let Some(fits) = self.evidence.patches.get(index).cloned().flatten() else { return };
        let Some(id) = self.raised.last().cloned() else { return };
        if let Some(finding) = self.findings.iter_mut().find(|f| f.id == id && f.said.fix_patch.is_some()) {
            finding.patch_applies = Some(fits.is_ok());
            if let Err(why) = fits {
                self.remark(
                    "patch_does_not_apply",
                    format!("the patch of {id} does not apply to what is under review: {why}"),
                );
            }
        }
    }

    /// Files what blocked in an answer that was asked about and is not in this one. The reviewer was asked for the
    /// form of it; silence does not take it back (SPEC 6.5). His own id, resolved with a reason, does.
    pub(super) fn take_asked(&mut self) {
        if self.is_about_another() {
            return;
        }
        let before: Vec<RawFinding> = self
            .record
            .asked
            .iter()
            .filter(|r| !self.names_another(r))
            .flat_map(|r| r.findings.clone())
            .collect();
        for said in before {
            let level = self.protocol().level(said.severity);
            let capped = self.protocol().architectural_cap.is_some_and(|_| is_architectural(&said));
            let blocks = self.protocol().blocks(level) || self.protocol().blocks_as_said(&said);
            if capped || !blocks || self.taken_back(&said) || self.is_left_to_fall(&said) {
                continue;
            }
            let known = identity::join(
                &self.findings,
                std::slice::from_ref(&said),
                &Diff::default(),
                self.protocol().dimensions_identify,
            );
            let stands_for = known.iter().filter_map(Kin::same).find(|m| self.stands_for(m.old));
            if let Some(matched) = stands_for {
                // He named it when he was asked: that he does not name it again takes nothing back.
                self.spoken_of.push(self.findings[matched.old].id.clone());
                continue;
            }
            if self.says_again(&said) {
                continue;
            }
            let said = self.prepared(said);
            let message = format!(
                "\"{}\" blocked in the answer that was asked about and is not in this one; it stands until it is resolved by its id with a reason",
                said.title
            );
            self.remark("dropped_when_asked", message);
            let filed = self
                .record
                .so_far
                .iter()
                .find(|f| f.said.title == said.title && f.said.place() == said.place());
            let grounding = filed.map_or(Grounding::Unlocated, |f| f.grounding);
            self.raise_new(said, grounding);
        }
    }

    /// A known finding speaks for what was asked about only where it blocks as that did, where this answer settles it by
    /// its id, or where its rejection was accepted: a milder one of the same words does not.
    fn stands_for(&self, index: usize) -> bool {
        let known = &self.findings[index];
        known.blocks(self.protocol()) || self.settles(index) || LoopState::rejection_accepted(known)
    }

    /// The answer raises the same finding again, with what it was asked for: a requirement, a reason, a place.
    fn says_again(&self, said: &RawFinding) -> bool {
        self.raised_findings().any(|f| {
            let apart = match (f.said.place(), said.place()) {
                (Some(a), Some(b)) => !identity::same_file(&a.file, &b.file),
                _ => false,
            };
            !apart && identity::same_matter(&f.said.title, &said.title) >= SAME_REJECTED
        })
    }

    /// The answer resolves a finding by the reviewer's own id, with a reason.
    fn taken_back(&self, said: &RawFinding) -> bool {
        said.reported_id.as_deref().is_some_and(|id| {
            self.said
                .resolved
                .iter()
                .any(|r| r.id.eq_ignore_ascii_case(id) && r.reason.as_deref().is_some_and(says_something))
        })
    }

    /// Files what the check before the reviewer found. Its findings are known by the check and their words alone.
    pub(super) fn take_precheck(&mut self) {
        let Some(precheck) = &self.record.precheck else { return };
        let third = self.protocol().third_time_is;
        for said in &precheck.findings {
            let known = self.findings.iter().position(|f| {
                f.by_precheck && f.said.category == said.category && f.said.title == said.title
            });
            let id = match known {
                Some(i) => {
                    let pass = self.pass;
                    let was = &mut self.findings[i];
                    was.status =
                        if was.is_open() { FindingStatus::Persistent } else { FindingStatus::Reopened };
                    was.said = said.clone();
                    was.last_pass = pass;
                    was.times += 1;
                    was.repeated = was.first_pass < pass;
                    was.resolved_by = None;
                    if let Some(worse) = third.filter(|w| was.times >= 3 && was.said.severity > *w) {
                        was.said.severity = worse;
                    }
                    was.id.clone()
                }
                None => {
                    let id = self.file(said.clone(), Grounding::InFile);
                    if let Some(new) = self.findings.last_mut() {
                        new.by_precheck = true;
                        // A check knows no earlier reading that it could have missed it in.
                        (new.late, new.fix_induced, new.suggestion) = (false, false, false);
                    }
                    id
                }
            };
            if !self.raised.contains(&id) {
                self.raised.push(id);
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
                let why = match identity::is_contrary(&known.said.title, &finding.title) {
                    true => "takes back",
                    false => "agrees neither in title, place nor requirement with",
                };
                let message = format!(
                    "\"{}\" carries the id {}, but {why} \"{}\"; it counts as another finding",
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

    /// Brings a finding to the protocol's levels and looks at its condition.
    pub(super) fn prepared(&mut self, said: RawFinding) -> RawFinding {
        let said = self.with_its_measure(said);
        let said = self.at_level(said);
        self.with_condition(said)
    }

    /// Brings a finding to the protocol's levels, saying so.
    fn at_level(&mut self, mut finding: RawFinding) -> RawFinding {
        let said = finding.severity;
        if self.protocol().bring_to_level(&mut finding) {
            let message = format!(
                "\"{}\" is {} here: {} knows no {}",
                finding.title,
                self.protocol().word(finding.severity),
                self.protocol().name,
                said.as_str()
            );
            self.remark("severity_mapped", message);
        }
        self.raise_marked(&mut finding);
        if let Some(cap) = self
            .protocol()
            .architectural_cap
            .filter(|cap| is_architectural(&finding) && finding.severity < *cap)
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

    /// Holds a finding that is marked as blocking and given a severity that does not block to the stricter of the two.
    fn raise_marked(&mut self, finding: &mut RawFinding) {
        let milder = finding.marked_blocking
            && !self.protocol().blocks(finding.severity)
            && !self.protocol().is_unmet(finding);
        let Some(blocks) = self.protocol().mildest_blocking().filter(|_| milder) else { return };
        let word = |s: Severity| self.protocol().word(s).to_owned();
        if !self.protocol().marks_block {
            let message = format!(
                "\"{}\" is marked as blocking and called {}; {} goes by the severity",
                finding.title,
                word(finding.severity),
                self.protocol().name
            );
            self.remark("blocking_vs_severity", message);
            return;
        }
        let message = format!(
            "\"{}\" is marked as blocking and called {}; the stricter holds: it is {}",
            finding.title,
            word(finding.severity),
            word(blocks)
        );
        self.remark("blocking_vs_severity", message);
        finding.reported_severity.get_or_insert_with(|| finding.severity.as_str().to_owned());
        finding.severity = blocks;
    }

    fn raise_again(&mut self, said: RawFinding, matched: &Match, grounding: Grounding) {
        let pass = self.pass;
        let mut said = self.in_its_old_words(said, matched.old);
        let was = &self.findings[matched.old];
        let id = was.id.clone();
        let alike = identity::same_matter(&was.first_title, &said.title)
            .max(identity::same_matter(&was.said.title, &said.title));
        let by_its_id = said.repeats.as_deref().is_some_and(|r| r.eq_ignore_ascii_case(id.as_str()));
        let another = alike < if by_its_id { SAME_REJECTED_BY_ID } else { SAME_REJECTED };
        let beside = self.is_closed_beside(&id);
        let was = &self.findings[matched.old];
        if LoopState::rejection_accepted(was) && !was.is_open() && !beside && !self.place_changed(was) {
            let same =
                identity::beside(was, &said, self.view(was).map(|view| &view.moves)) == Some(Beside::Same);
            if another && !same {
                // Near a rejected finding, and another one: better raised once too often than lost.
                self.raise_new(said, grounding);
            } else {
                self.fell_before(&id);
            }
            return;
        }
        if another && !self.protocol().dimensions_identify && self.settles(matched.old) {
            // The same answer closes the old one by its id: what it raises beside it is something else.
            self.raise_new(said, grounding);
            return;
        }
        if was.blocks(self.protocol()) && !self.protocol().blocks_as_said(&said) {
            // What was said when it blocked is no reason why it blocks no more: some forms ask for a `why` each time.
            let known = [&was.said.why, &was.said.description];
            let is_known = |why: &str| {
                known
                    .iter()
                    .filter_map(|k| k.as_deref())
                    .any(|k| identity::same_matter(k, why) >= SAME_REJECTED)
            };
            let reasoned = said.why.as_deref().is_some_and(|w| says_something(w) && !is_known(w));
            if !reasoned && !self.place_changed(was) {
                let message = format!(
                    "{id} was {} and is called {} now, with its place unchanged and no reason; the stricter stands. To let it go, list it as resolved with the reason",
                    self.protocol().word(was.severity()),
                    self.protocol().word(said.severity)
                );
                said.severity = was.severity();
                if was.blocks(self.protocol()) {
                    // What made it block may be the requirement it cited, or its stage.
                    said.stage = said.stage.or(was.said.stage);
                    said.requirement = said.requirement.or_else(|| was.said.requirement.clone());
                }
                self.remark("severity_kept", message);
            }
        }
        let suggestion = self.suggests_now(matched.old, &mut said);
        let second = self.record.answer.is_some();
        let same_round = second || self.record.while_moving.contains(&id);
        if !same_round {
            self.worsen(&mut said, matched.old);
        }
        let was = &mut self.findings[matched.old];
        let first_round = same_round && was.first_pass == pass && was.status == FindingStatus::New;
        was.status = if !was.is_open() {
            FindingStatus::Reopened
        } else if first_round {
            FindingStatus::New
        } else if was.said.severity != said.severity {
            FindingStatus::Changed
        } else {
            FindingStatus::Persistent
        };
        if !said.locations.is_empty() {
            was.placed = Some(self.record.change.head.clone());
        } else {
            // A finding raised again without a place stands where it stood.
            self.place_now(matched.old);
            said.locations = self.findings[matched.old].said.locations.clone();
        }
        if said.closed_when.is_none() {
            said.closed_when = self.findings[matched.old].said.closed_when.clone();
            said = self.with_condition(said);
        }
        let was = &mut self.findings[matched.old];
        was.citation_assumed &= said.requirement.is_none();
        said.reported_by = said.reported_by.or_else(|| was.said.reported_by.take());
        said.requirement = said.requirement.or_else(|| was.said.requirement.take());
        // A requirement that was not met stays so until its row says that it is.
        let met = |row: &String| {
            self.reading.met.iter().any(|m| identity::words(&m.requirement) == identity::words(row))
        };
        said.unmet = said.unmet.or_else(|| was.said.unmet.take().filter(|row| !met(row)));
        was.said = said;
        was.suggestion = suggestion;
        was.grounding = grounding;
        // A second answer to a pass, or one to a subject that moved, is no further round.
        was.times += u32::from(!same_round);
        was.last_pass = if second { was.last_pass.max(pass) } else { pass };
        // What a reviewer raises is his, whoever found it first.
        was.by_precheck = false;
        was.repeated |= was.first_pass < pass;
        was.matched_by = Some(matched.reason.clone());
        was.resolved_by = None;
        // Raised again after its rejection: that is overruled, in whatever words.
        was.overruled |= (was.ruling != Some(RulingKind::Accepted) || beside)
            && was.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        // What was answered before this review no longer speaks for it.
        was.response = None;
        was.ruling = None;
        self.raised.push(id);
    }

    /// Says that what is raised fell before.
    fn fell_before(&mut self, id: &FindingId) {
        let message = format!(
            "{id} was rejected and the rejection accepted; it is not opened again while its place is unchanged"
        );
        self.remark(RAISED_AFTER_ACCEPTANCE, message);
        self.fallen.push(id.clone());
    }

    /// The finding that fell by an accepted rejection in an earlier pass, stands at this one's place, and whose place is
    /// as it was, with what this one is beside it.
    fn fallen_at(&self, said: &RawFinding) -> Option<(FindingId, Beside)> {
        let fell = |f: &&Finding| {
            LoopState::rejection_accepted(f)
                && !f.is_open()
                && !self.is_closed_beside(&f.id)
                && !self.place_changed(f)
        };
        let here = |f: &Finding| {
            Some((f.id.clone(), identity::beside(f, said, self.view(f).map(|view| &view.moves))?))
        };
        let mut all: Vec<_> = self.state.findings.iter().filter(fell).filter_map(here).collect();
        all.sort_by_key(|(_, beside)| *beside == Beside::Unlike);
        all.into_iter().next()
    }

    /// Holds a finding against those that fell: what says in other words what one of them said falls with it (SPEC 4.5).
    fn falls_with_another(&mut self, said: &RawFinding) -> bool {
        match self.fallen_at(said) {
            Some((id, Beside::Same)) => {
                self.fell_before(&id);
                true
            }
            Some((_, Beside::Unlike)) | None => false,
        }
    }

    /// The blocking findings that are raised where another one fell: nobody but the reviewer can tell whether they are
    /// that one in other words.
    pub(super) fn beside_the_fallen(&self) -> Vec<BesideFallen> {
        let new = |f: &&Finding| self.state.finding(f.id.as_str()).is_none() && f.blocks(self.protocol());
        let beside = |f: &Finding| {
            let (fallen, _) = self.fallen_at(&f.said)?;
            Some(BesideFallen { title: f.said.title.clone(), fallen })
        };
        self.raised_findings().filter(new).filter_map(beside).collect()
    }

    /// It fell before in other words, or the reviewer was asked whether it did and left it out.
    fn is_left_to_fall(&self, said: &RawFinding) -> bool {
        let asked = |id| self.record.asked_beside.iter().any(|b| b.title == said.title && b.fallen == id);
        self.fallen_at(said).is_some_and(|(id, beside)| beside == Beside::Same || asked(id))
    }

    /// Tells whether this very answer closes a finding by its id: resolved with a reason, or its rejection accepted.
    fn settles(&self, index: usize) -> bool {
        let ruled = |kind: RulingKind| {
            self.reading.rulings.iter().any(|r| r.ruling == kind && self.known(&r.finding_id) == Some(index))
        };
        let resolved = self.reading.resolved.iter().any(|r| {
            r.reason.as_deref().is_some_and(|t| !t.trim().is_empty()) && self.known(&r.id) == Some(index)
        });
        resolved || (ruled(RulingKind::Accepted) && !ruled(RulingKind::Overruled))
    }

    /// Raises the severity of a finding that comes again, where the protocol says so.
    fn worsen(&mut self, said: &mut RawFinding, old: usize) {
        let was = &self.findings[old];
        let (id, times, open) = (was.id.clone(), was.times, was.is_open());
        let located = was.said.place().is_some_and(|p| p.line.is_some());
        let worked_on = self.mended(was).is_some() || self.worked_nearby(was);
        let untouched = self.record.unchanged || (located && !worked_on);
        // A rejection is an answer, and an info asks for nothing.
        let rejected = was.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        // What came when the fixer was done was not his to ignore.
        let unheard = self.state.passes.iter().any(|p| p.late.iter().any(|late| late.filed.contains(&id)));
        // Nor is what nobody was asked to mend: a fresh review of an unreadable one is no retry (SPEC 4.3).
        let unheard = unheard || self.never_handed_out(&id);
        let ignored = open && untouched && !rejected && !unheard && said.severity < Severity::Info;
        if let Some(worse) = self.protocol().ignored_is.filter(|w| ignored && said.severity > *w) {
            said.reported_severity.get_or_insert_with(|| said.severity.as_str().to_owned());
            said.severity = worse;
            self.remark(
                "ignored_finding",
                format!("{id} was raised before and its place is untouched: {}", self.protocol().word(worse)),
            );
        }
        if let Some(worse) = self.protocol().third_time_is.filter(|w| times >= 2 && said.severity > *w)
            && self.protocol().blocks_as_said(said)
        {
            said.reported_severity.get_or_insert_with(|| said.severity.as_str().to_owned());
            said.severity = worse;
            self.remark(
                "third_time",
                format!("{id} fails for the {} time: {}", ordinal(times + 1), self.protocol().word(worse)),
            );
        }
    }

    /// Files a part of an old finding whose heir is another part; it names what it is a part of (SPEC 6.5).
    fn raise_part(&mut self, said: RawFinding, whole: &Match, grounding: Grounding) {
        let whole_id = self.state.findings[whole.old].id.clone();
        let title = said.title.clone();
        let id = self.file(said, grounding);
        self.remark(
            "part_of",
            format!(
                "{id} \"{title}\" looks like a part of {whole_id} ({}); it is a finding of its own",
                whole.reason
            ),
        );
        if let Some(part) = self.findings.last_mut() {
            part.part_of = Some(whole_id);
        }
        self.raised.push(id);
    }

    fn raise_new(&mut self, said: RawFinding, grounding: Grounding) {
        let id = self.file(said, grounding);
        self.raised.push(id);
    }

    /// Files a finding under an id of its own.
    fn file(&mut self, said: RawFinding, grounding: Grounding) -> FindingId {
        let id = self.said_before(&said).or_else(|| self.given_id(&said)).unwrap_or_else(|| self.next_id());
        let (mut late, mut fix_induced) = (false, false);
        if self.was_read_before() {
            fix_induced = said.place().is_some_and(|place| stands_in(&self.evidence.since.own, place));
            late = !fix_induced;
        }
        let suggestion = self.is_suggestion(&said);
        let mut finding = Finding::new(id.clone(), said, self.pass);
        finding.grounding = grounding;
        (finding.late, finding.fix_induced, finding.suggestion) = (late, fix_induced, suggestion);
        finding.placed = Some(self.record.change.head.clone());
        self.findings.push(finding);
        id
    }

    /// Returns the id under which this pass has shown a finding already, in an answer that did not close it.
    fn said_before(&self, said: &RawFinding) -> Option<FindingId> {
        let free = |f: &&Finding| !self.is_taken(f.id.as_str());
        let shown: Vec<Finding> = self.record.so_far.iter().filter(free).cloned().collect();
        let alike = identity::join(
            &shown,
            std::slice::from_ref(said),
            &Diff::default(),
            self.protocol().dimensions_identify,
        );
        alike.first()?.same().map(|m| shown[m.old].id.clone())
    }

    /// Tells whether an earlier pass had its chance to raise a finding: a reviewer's readable answer to another pass.
    fn was_read_before(&self) -> bool {
        let read = |(answer, judgement): &(Answer, Judgement)| {
            judgement.verdict != Verdict::Unclear && answer.reading.dialect != PRECHECK
        };
        self.state.passes.iter().any(|p| p.number < self.pass && p.answer.as_ref().is_some_and(read))
    }

    /// Returns the id the reviewer gave, where it has this pass's form and nothing bears it: who reads the reviewer's own
    /// report answers by it, and must not hit another finding that was numbered in the order of the list.
    fn given_id(&self, said: &RawFinding) -> Option<FindingId> {
        let pattern = &self.protocol().finding_ids;
        let given = said.reported_id.as_deref()?.trim();
        let digits = given.get(given.len().checked_sub(3)?..)?;
        if !pattern.contains("{pass}") || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let id = self.numbered(self.findings.len() + 1, digits)?;
        (id.eq_ignore_ascii_case(given) && !self.is_taken(&id)).then(|| FindingId::new(id))
    }

    /// Returns the next id by the protocol's pattern; ids of the loop never come twice.
    fn next_id(&self) -> FindingId {
        let of_pass = self.findings.iter().filter(|f| f.first_pass == self.pass).count();
        let all = self.findings.len() + 1;
        // A number that a reviewer gave out of order, or that came with an answer kept in part, is passed over.
        let numbered = |k| self.numbered(all + k, &format!("{:03}", of_pass + 1 + k));
        // Nor is one given that this pass has shown for something else.
        let shown = |id: &str| self.record.so_far.iter().any(|f| f.id.as_str().eq_ignore_ascii_case(id));
        let free = (0..all + self.record.so_far.len())
            .filter_map(numbered)
            .find(|id| !self.is_taken(id) && !shown(id));
        // A pattern without a number names two alike; one that is too long by itself names nothing that could be answered.
        let told_apart = |k: usize| match self.numbered(all, "000") {
            Some(id) => format!("{id}-{}", all + k),
            None => format!("F{}", all + k),
        };
        let apart = || (0..all).map(told_apart).find(|id| !self.is_taken(id));
        FindingId::new(free.or_else(apart).unwrap_or_else(|| told_apart(all)))
    }

    fn is_taken(&self, id: &str) -> bool {
        self.findings.iter().any(|f| f.id.as_str().eq_ignore_ascii_case(id))
    }

    /// Fills the protocol's pattern for ids; nothing where what is left would be too long for an id.
    fn numbered(&self, all: usize, sequence: &str) -> Option<String> {
        let all = all.to_string();
        let filled = |group: &str| {
            self.protocol()
                .finding_ids
                .replace("{n}", &all)
                .replace("{subject}", group)
                .replace("{pass}", &self.pass.to_string())
                .replace("{seq}", sequence)
        };
        // What any tool takes as a finding's id, less the number that tells two alike apart.
        let room = FindingId::LONGEST - "-".len() - all.len();
        let fixed = filled("").len();
        (fixed <= room).then(|| filled(&group(&self.state.subject.label(), room - fixed)))
    }
}

/// Writes a subject as a part of ids, in at most so many letters: a longer one is told apart by its digest.
fn group(label: &str, most: usize) -> String {
    const DIGEST: usize = 6;
    let part = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let whole: String = label.chars().map(part).collect();
    if whole.len() <= most {
        return whole;
    }
    let digest = blake3::hash(label.as_bytes()).to_hex();
    let kept = &whole[..most.saturating_sub(DIGEST + 1)];
    format!("{kept}-{}", &digest[..DIGEST])
}

/// Writes a small number as one of a row.
fn ordinal(n: u32) -> String {
    match n {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        n => format!("{n}th"),
    }
}

/// Tells whether a place lies on lines the diff added, next to where it took more away than it put in, or in a file that
/// it took away.
fn stands_in(diff: &Diff, place: &Location) -> bool {
    let Some(file) = diff.files.iter().find(|f| identity::same_file(f.path.as_str(), &place.file)) else {
        return false;
    };
    let Some(from) = place.line else { return true };
    let to = place.end_line.unwrap_or(from).max(from);
    file.kind == ChangeKind::Deleted || file.hunks.iter().any(|hunk| stands_in_hunk(hunk, from, to))
}

fn stands_in_hunk(hunk: &Hunk, from: u32, to: u32) -> bool {
    let met = |first: u32, last: u32| first <= to && from <= last;
    // Of a hunk that leaves nothing, the start is the line before it.
    let mut line = if hunk.new_lines == 0 { hunk.new_start + 1 } else { hunk.new_start };
    let mut rest = hunk.lines.as_slice();
    while let Some(first) = rest.first() {
        if first.origin == Origin::Context {
            (line, rest) = (line + 1, &rest[1..]);
            continue;
        }
        let many = rest.iter().take_while(|l| l.origin != Origin::Context).count();
        let put = rest[..many].iter().filter(|l| l.origin == Origin::Added).count();
        let added = u32::try_from(put).unwrap_or(u32::MAX);
        let end = line.saturating_add(added);
        // Where lines went, what stood around them is no longer what it was.
        if added > 0 && met(line, end - 1) || many - put > put && met(line.saturating_sub(1), end) {
            return true;
        }
        (line, rest) = (end, &rest[many..]);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{DiffLine, FileChange};
    use crate::domain::ids::RepoPath;

    /// A change of `a.js`, whose hunk begins at this line.
    fn change(start: u32, lines: &[&str]) -> Diff {
        let mut file = FileChange::new(RepoPath::parse("a.js").unwrap(), ChangeKind::Modified);
        let count = |but: &str| u32::try_from(lines.iter().filter(|l| !l.starts_with(but)).count()).unwrap();
        let (old_lines, new_lines) = (count("+"), count("-"));
        let lines = lines.iter().map(|l| DiffLine {
            origin: match &l[..1] {
                "+" => Origin::Added,
                "-" => Origin::Removed,
                _ => Origin::Context,
            },
            text: l[1..].to_owned(),
        });
        let lines = lines.collect();
        file.hunks.push(Hunk { old_start: start, old_lines, new_start: start, new_lines, lines });
        Diff { files: vec![file] }
    }

    #[test]
    fn a_fix_that_takes_lines_away_stands_where_they_stood() {
        let at = |line: u32| Location { file: "a.js".to_owned(), line: Some(line), end_line: None };
        for (lines, expected) in [
            // Line 11 and 12 went from between 10 and what is 11 now.
            (vec![" a", "-b", "-c", " d"], vec![10, 11]),
            (vec![" a", "-b", "+c", " d"], vec![11]),
            (vec![" a", "+c", " d"], vec![11]),
            (vec![" a", "-b", "-c", "-d", "+e", " f"], vec![10, 11, 12]),
        ] {
            let diff = change(10, &lines);
            let met: Vec<u32> = (5..20).filter(|n| stands_in(&diff, &at(*n))).collect();
            assert_eq!(met, expected, "{lines:?}");
        }
        let mut gone = change(1, &["-a"]);
        gone.files[0].kind = ChangeKind::Deleted;
        assert!(stands_in(&gone, &at(1)));
    }
}
