//! What an answer settles: rulings, findings resolved by id, and what silence means (SPEC 6.5).

use super::{BY_THE_REVIEWER, Bench, CLOSED_WHEN, REGION_CHANGED, Spread, TOUCHED_ELSEWHERE, View};
use crate::domain::claim;
use crate::domain::closed_when::Held;
use crate::domain::diff::{Diff, Touch, touch, touch_itself};
use crate::domain::finding::{Finding, FindingStatus};
use crate::domain::identity::{self, Moves};
use crate::domain::review::{Location, Resolved, ResponseKind, Ruling, RulingKind, Stage, Verdict};

/// Tells whether a reason says anything at all: a dot, a dash or a template's word does not.
pub(super) fn says_something(reason: &str) -> bool {
    const EMPTY: [&str; 9] = ["na", "none", "null", "tbd", "todo", "reason", "text", "xxx", "undefined"];
    let bare: String = reason.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    bare.chars().count() > 1 && !EMPTY.contains(&bare.as_str())
}

impl Bench<'_> {
    /// Applies rulings on rejections; where two contradict each other, the finding stands.
    pub(super) fn take_rulings(&mut self) {
        if self.is_about_another() {
            return;
        }
        for ruling in &self.reading.rulings {
            let meant = match self.meant(&ruling.finding_id, ruling.reason.as_deref()) {
                Ok(meant) => meant,
                // Whoever overrules says that it stands: that closes nothing.
                Err(_) if ruling.ruling == RulingKind::Overruled => self.known(&ruling.finding_id),
                Err(message) => {
                    self.remark("ambiguous_ids", message);
                    continue;
                }
            };
            let Some(i) = meant else {
                self.remark(
                    "unknown_ids",
                    format!("a ruling on {}, which this loop does not know", ruling.finding_id),
                );
                continue;
            };
            let id = self.findings[i].id.clone();
            if self.raised.contains(&id) {
                let rejected =
                    |f: &Finding| f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
                // Who lists what he overrules says the same twice: raised again, it is overruled in whatever words.
                let waited = self.state.finding(id.as_str()).is_some_and(rejected);
                match ruling.ruling {
                    RulingKind::Overruled if waited => {}
                    RulingKind::Overruled => self.remark(
                        "ruling_without_rejection",
                        format!("{id} was not rejected; the ruling has no effect, and it is raised again"),
                    ),
                    RulingKind::Accepted => self.remark(
                        "ruling_vs_findings",
                        format!("the rejection of {id} is accepted, and it is raised again; it stands"),
                    ),
                }
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
            let beside = self.is_closed_beside(&id);
            if !self.findings[i].is_open() && !beside {
                let message = format!("{id} is closed since an earlier pass; the ruling has no effect");
                self.remark("ruled_before", message);
                continue;
            }
            if overruled {
                let finding = &mut self.findings[i];
                finding.ruling = Some(RulingKind::Overruled);
                finding.overruled = true;
                if !finding.is_open() {
                    // The first answer let it fall; the second says that it stands.
                    finding.status = FindingStatus::Reopened;
                    finding.resolved_by = None;
                }
                continue;
            }
            if !self.findings[i].is_open() {
                continue;
            }
            self.findings[i].ruling = Some(RulingKind::Accepted);
            let reason = ruling.reason.clone().unwrap_or_else(|| "the rejection was accepted".to_owned());
            self.resolve(i, "rejection accepted", Some(reason));
        }
    }

    /// Applies what the reviewer resolves by id.
    pub(super) fn take_resolved(&mut self) {
        if self.is_about_another() {
            return;
        }
        for resolved in &self.reading.resolved {
            let meant = match self.meant(&resolved.id, resolved.reason.as_deref()) {
                Ok(meant) => meant,
                Err(message) => {
                    self.remark("ambiguous_ids", message);
                    continue;
                }
            };
            let Some(i) = meant else {
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
            } else if !resolved.reason.as_deref().is_some_and(says_something) {
                self.remark(
                    "resolved_without_reason",
                    format!("{id} is called resolved without a reason; that alone does not close it"),
                );
            } else if self.overrules_now(i) && !self.was_worked_on(&self.findings[i]) {
                // Who says that it is real cannot mean that it is gone where nothing was done.
                self.remark(
                    "ruling_vs_resolved",
                    format!("the rejection of {id} is overruled, and it is called resolved though nothing was done about it; it stays open"),
                );
            } else if self.lets_a_rejection_stand(&self.findings[i]) {
                // Nothing was mended, so what closes it is that the reviewer lets the rejection stand.
                let message = format!(
                    "{id} is called resolved; it was rejected and its place is unchanged, so that this counts as the ruling `accepted`"
                );
                self.findings[i].ruling = Some(RulingKind::Accepted);
                self.resolve(i, "rejection accepted", resolved.reason.clone());
                self.remark("resolved_as_ruling", message);
            } else {
                self.say_by_word_alone(i);
                self.resolve(i, BY_THE_REVIEWER, resolved.reason.clone());
            }
        }
    }

    /// A reviewer's word with a reason closes a finding (SPEC 6.5), whatever else is known of it; what speaks against it is
    /// said beside it.
    fn say_by_word_alone(&mut self, index: usize) {
        let finding = &self.findings[index];
        let (id, blocks) = (finding.id.clone(), finding.blocks(self.protocol()));
        let open = matches!(self.condition(&finding.said), Some(Held::No(_)));
        if open {
            let message =
                format!("{id} is called resolved, and its own condition (`closed_when`) does not hold");
            self.remark("resolved_though_open", message);
        }
        if blocks && self.record.unchanged {
            let message =
                format!("{id} is resolved by its reviewer's word alone: nothing of the subject changed");
            self.remark("resolved_unchanged", message);
        }
    }

    /// A finding was rejected and its place not touched since, where rejections are ruled on: who calls it resolved rules
    /// on that.
    fn lets_a_rejection_stand(&self, finding: &Finding) -> bool {
        let rejected = finding.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        self.protocol().rulings_required && rejected && !self.place_changed(finding)
    }

    /// The work changed at the finding's place; anywhere, where it names no line.
    fn was_worked_on(&self, finding: &Finding) -> bool {
        let placeless = finding.said.locations.iter().all(|place| place.line.is_none());
        !self.record.unchanged && (placeless || self.place_changed(finding))
    }

    /// The answer overrules the rejection of a finding.
    fn overrules_now(&self, index: usize) -> bool {
        let overruled = |r: &Ruling| r.ruling == RulingKind::Overruled;
        self.findings[index].overruled
            && self.reading.rulings.iter().any(|r| overruled(r) && self.known(&r.finding_id) == Some(index))
    }

    /// A requirement whose row says that it is met, with its evidence, is no longer unmet (SPEC 4.3): that closes the
    /// finding the row is, or was, not those of their own matter and place that cite the same requirement.
    pub(super) fn take_met(&mut self) {
        if self.reading.claimed_verdict == Verdict::Unclear || self.is_about_another() {
            return;
        }
        for met in &self.reading.met {
            for i in 0..self.findings.len() {
                let f = &self.findings[i];
                let is_row = is_row_of(f, &identity::words(&met.requirement));
                if !is_row
                    || !f.is_open()
                    || !self.protocol().is_unmet(&f.said)
                    || self.raised.contains(&f.id)
                {
                    continue;
                }
                let rejected = f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
                if rejected && self.protocol().rulings_required && !self.was_worked_on(f) {
                    // What becomes of the rejection is ruled on, not passed over (SPEC 4.5).
                    continue;
                }
                self.say_by_word_alone(i);
                self.resolve(i, "its requirement is met", Some(met.evidence.clone()));
            }
        }
    }

    /// Where findings are rows of a rubric, a dimension that passes now closes the open findings of that row.
    pub(super) fn take_passed(&mut self) {
        let unread = self.reading.claimed_verdict == Verdict::Unclear;
        if !self.protocol().dimensions_identify || unread || self.is_about_another() {
            return;
        }
        for row in &self.reading.passed {
            let reasoned = row.reason.as_deref().is_some_and(says_something);
            for i in 0..self.findings.len() {
                let finding = &self.findings[i];
                let same =
                    finding.said.category.as_deref().is_some_and(|c| identity::same_dimension(c, &row.id));
                if same && finding.is_open() && !self.raised.contains(&finding.id) {
                    if self.record.unchanged && !reasoned {
                        // Nothing was mended, so only a reason could take it back.
                        let message = format!(
                            "{} passes now without a reason and without a change; {} stays open",
                            row.id, finding.id
                        );
                        self.remark("passed_unchanged", message);
                        continue;
                    }
                    let said = row.reason.as_deref().unwrap_or("PASS");
                    self.resolve(i, "the dimension passes", Some(format!("{} passes: {said}", row.id)));
                }
            }
        }
    }

    /// An open finding that is not mentioned is resolved only when its place changed (SPEC 6.5).
    pub(super) fn take_unmentioned(&mut self, readable: bool) {
        for i in 0..self.findings.len() {
            let finding = &self.findings[i];
            if !finding.is_open() || self.raised.contains(&finding.id) {
                continue;
            }
            let id = finding.id.clone();
            if finding.by_precheck {
                // Only the check itself can find it again, and it did not.
                self.resolve(
                    i,
                    "pre-check passes",
                    Some("the check before the reviewer no longer finds it".to_owned()),
                );
                continue;
            }
            let finding = finding.clone();
            let spoken_of = self.is_named_again(&finding)
                || self.spoken_of.contains(&id)
                || self.record.reported.contains(&id);
            // Nobody who could be read looked at it.
            let stage = finding.said.stage.unwrap_or(Stage::Quality);
            let readable = readable && !self.reading.unread_stages.contains(&stage);
            match readable.then(|| self.closed_by_silence(&finding)).flatten().filter(|_| !spoken_of) {
                Some(why) => self.resolve(i, why, Some(format!("not raised again; {why}"))),
                None => {
                    let (pass, absent) = (self.pass, self.absent);
                    let finding = &mut self.findings[i];
                    // Nobody looked where the reviewer was absent: nothing was repeated.
                    let just_reported = self.record.reported.contains(&id) && finding.first_pass == pass;
                    if !absent && !just_reported {
                        finding.status = FindingStatus::Persistent;
                        finding.repeated = finding.first_pass < pass;
                    }
                    let unplaced = finding.placed.is_none() && self.record.while_moving.contains(&id);
                    if readable && !unplaced {
                        self.place_now(i);
                    }
                    self.say_where_it_went(i);
                    self.still_open.push(id);
                }
            }
        }
    }

    /// The answer gives this finding's id to what it raises, which counted as another one: whoever names a finding is
    /// not silent about it, so that it stays open. Ids that reviewers count anew in a text prove nothing.
    fn is_named_again(&self, finding: &Finding) -> bool {
        let counted_anew = !self.protocol().finding_ids.contains("{pass}");
        self.said.findings.iter().any(|raised| {
            let by_text = raised.reported_id.as_ref().filter(|_| !counted_anew);
            let named = raised.repeats.as_ref().or(by_text);
            named.is_some_and(|id| id.eq_ignore_ascii_case(finding.id.as_str()))
                && !identity::is_contrary(&finding.said.title, &raised.title)
        })
    }

    /// Says that the code of an open finding stands in a file that is none of the subject's.
    fn say_where_it_went(&mut self, index: usize) {
        let finding = &self.findings[index];
        let elsewhere = &self.evidence.since.elsewhere;
        let gone =
            finding.said.locations.iter().find(|place| elsewhere.paths().any(|p| p.as_str() == place.file));
        if let Some(place) = gone {
            let message = format!(
                "the code of {} moved out of the files under review and stands at {place} now, as it was: it stays open",
                finding.id
            );
            self.remark("code_moved", message);
        }
    }

    /// Tells what lets a finding go that the answer does not mention; nothing where only a word can close it.
    fn closed_by_silence(&mut self, finding: &Finding) -> Option<&'static str> {
        let rejected = finding.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected);
        if rejected {
            // Nobody claims to have mended it: what happens to its lines rules on nothing (SPEC 4.5).
            if self.place_changed(finding) {
                let message = format!(
                    "the place of {} changed, but the fixer rejected it and claims no fix; it stays open until its rejection is ruled on",
                    finding.id
                );
                self.remark("rejection_unruled", message);
            }
            return None;
        }
        let closed = self.closes(finding);
        let places = &finding.said.locations;
        let real = self.view(finding).map(|view| &view.real);
        let changed = |l: &Location| real.is_some_and(|real| touch(real, l) == Touch::RegionChanged);
        let file_changed = |l: &Location| l.line.is_none() && changed(l);
        let changed_where_it_is =
            places.iter().any(file_changed) || places.is_empty() && !self.record.unchanged;
        if closed.is_none() && finding.said.closed_when.is_none() && changed_where_it_is && self.counts_all()
        {
            return Some("the reviewer counts all that was open as resolved");
        }
        if closed.is_none() && finding.said.closed_when.is_none() && places.iter().any(file_changed) {
            let message = format!(
                "{} names no line, so that its file changed does not close it: the reviewer resolves it by its id with a reason, or the fixer says in `details` which file mends it",
                finding.id
            );
            self.remark("no_line", message);
        }
        closed
    }

    /// The answer approves, raises nothing, and counts as many findings as resolved as were open: where the grammar has no
    /// ids for what is resolved, that names them all.
    fn counts_all(&self) -> bool {
        let open = self.state.open_findings().iter().filter(|f| !f.by_precheck).count();
        let counted = self.reading.counts.resolved.and_then(|n| usize::try_from(n).ok());
        self.reading.claimed_verdict.approves() && self.raised.is_empty() && open > 0 && counted == Some(open)
    }

    /// Tells what in the change since the last review speaks for a fix.
    pub(super) fn mended(&self, finding: &Finding) -> Option<&'static str> {
        if self.place_changed(finding) {
            return Some(REGION_CHANGED);
        }
        let response = finding.response.as_ref().filter(|r| r.response == ResponseKind::Fixed)?;
        let note = response.details.as_deref()?;
        // Of several places one may be mended in its own file, which says nothing of the others.
        let places = &finding.said.locations;
        let own: Vec<&str> = places.iter().filter(|_| places.len() > 1).map(|l| l.file.as_str()).collect();
        claim::names_a_mend(&self.view(finding)?.real, note, places, &own).then_some(TOUCHED_ELSEWHERE)
    }

    /// Every place of the finding was changed, the last of them now. A place without a line is a whole file, and an edit
    /// anywhere in a file says nothing about the finding.
    pub(super) fn place_changed(&self, finding: &Finding) -> bool {
        let places = &finding.said.locations;
        let Some(View { real, own, .. }) = self.view(finding) else { return false };
        let changed = |l: &Location| {
            l.line.is_some() && touch(real, l) == Touch::RegionChanged
                || claim::is_its_mode(&finding.said, own, l)
        };
        let before = || {
            let spread = self.evidence.spread.iter().find(|s| s.id == finding.id);
            places.iter().any(changed) && spread.is_some_and(Spread::is_mended)
        };
        // What an answer to this pass raised while the subject moved stands in another tree than the last review's.
        !self.record.while_moving.contains(&finding.id)
            && !places.is_empty()
            && (places.iter().all(changed) || before())
    }

    /// Something was changed at a place of the finding, or a few lines from it. That resolves nothing; but who worked
    /// there did not ignore it.
    pub(super) fn worked_nearby(&self, finding: &Finding) -> bool {
        const LINES: u32 = 10;
        let Some(View { real, .. }) = self.view(finding) else { return false };
        finding.said.locations.iter().any(|place| {
            let Some(line) = place.line else { return false };
            let around = Location {
                file: place.file.clone(),
                line: Some(line.saturating_sub(LINES).max(1)),
                end_line: Some(place.end_line.unwrap_or(line).saturating_add(LINES)),
            };
            touch(real, &around) == Touch::RegionChanged
        })
    }

    /// Opens findings again that a change had closed and whose code stands as it stood when they were raised: the fix was
    /// taken back, or the file came back under another name. Who resolves one by its id in this very answer saw that.
    pub(super) fn take_back_undone(&mut self, readable: bool) {
        if !readable || self.is_the_checks_own() {
            return;
        }
        let (evidence, present) = (self.evidence, self.pass);
        for closed in evidence.closed.iter().filter(|closed| closed.pass < present) {
            let (real, then) = (claim::substantive(&closed.now), claim::substantive(&closed.then));
            let moves = Moves::all(&closed.now);
            for i in 0..self.findings.len() {
                let (id, by) = (self.findings[i].id.clone(), self.findings[i].resolved_by.clone());
                let was_open = self.state.last_open(&id).filter(|(p, tree)| {
                    p.number == closed.pass && closed.tree.as_ref().unwrap_or(&p.change.head) == *tree
                });
                let Some((_, held)) = was_open.and_then(|(p, _)| p.answer.as_ref()) else { continue };
                let Some(was) = held.findings.iter().find(|f| f.id == id) else { continue };
                let places = &was.said.locations;
                let changed = |diff: &Diff, l: &Location| touch(diff, l) == Touch::RegionChanged;
                let itself = |diff: &Diff, l: &Location| touch_itself(diff, l) == Touch::RegionChanged;
                // Where the fix was of its very lines, they stand again whatever changed next to them.
                let of_its_lines = places.iter().any(|l| itself(&then, l));
                let stands = |l: &Location| !if of_its_lines { itself(&real, l) } else { changed(&real, l) };
                let undone = !places.is_empty()
                    && places.iter().all(|l| l.line.is_some() && stands(l))
                    && match by.as_deref() {
                        Some(REGION_CHANGED) => true,
                        // A reason may let a finding go where nothing was changed.
                        Some(BY_THE_REVIEWER) => places.iter().any(|l| changed(&then, l)),
                        Some(_) | None => false,
                    };
                let said_so = self.reading.resolved.iter().any(|r| self.known(&r.id) == Some(i));
                if undone && !said_so {
                    let now = places.iter().map(|place| moves.now(place)).collect();
                    self.findings[i].placed = Some(self.record.change.head.clone());
                    self.open_again(
                        i,
                        now,
                        "counted as mended since its place had changed; its code stands again as it stood",
                    );
                    if by.as_deref() == Some(BY_THE_REVIEWER) {
                        self.undone.push(id);
                    }
                }
            }
        }
        self.take_back_conditions();
    }

    /// Opens findings again whose condition held, and does so no longer.
    fn take_back_conditions(&mut self) {
        for i in 0..self.findings.len() {
            let finding = &self.findings[i];
            let held = finding.resolved_by.as_deref() == Some(CLOSED_WHEN)
                && self.state.findings.get(i).is_some_and(|was| !was.is_open());
            let said_so = || self.reading.resolved.iter().any(|r| self.known(&r.id) == Some(i));
            if held && !said_so() && matches!(self.condition(&finding.said), Some(Held::No(_))) {
                self.place_now(i);
                let places = self.findings[i].said.locations.clone();
                self.open_again(
                    i,
                    places,
                    "counted as mended since its condition held, which it does no longer",
                );
            }
        }
    }

    fn open_again(&mut self, index: usize, places: Vec<Location>, why: &str) {
        let pass = self.pass;
        let finding = &mut self.findings[index];
        finding.status = FindingStatus::Reopened;
        finding.resolved_by = None;
        finding.repeated = finding.first_pass < pass;
        finding.said.locations = places;
        let (id, at) = (finding.id.clone(), finding.place().unwrap_or_default());
        let message = format!("{id} {why}, at {at}: it is open");
        self.still_open.push(id);
        self.remark("mend_undone", message);
    }

    fn resolve(&mut self, index: usize, by: &str, reason: Option<String>) {
        let finding = &mut self.findings[index];
        finding.status = FindingStatus::Resolved;
        finding.resolved_by = Some(by.to_owned());
        self.resolved.push(Resolved { id: finding.id.to_string(), reason });
    }

    /// Finds the finding that an answer closes by its id. Reviewers number their findings in an order of their own: where a
    /// number is our id of one and theirs of another open one, or theirs of several, only words of the reason that fit one
    /// of them alone tell which is meant. Otherwise says why nothing is closed.
    fn meant(&self, id: &str, reason: Option<&str>) -> Result<Option<usize>, String> {
        let is = |known: &str| known.eq_ignore_ascii_case(id);
        let named =
            |f: &Finding| is(f.id.as_str()) || f.is_open() && f.said.reported_id.as_deref().is_some_and(is);
        let all: Vec<usize> = (0..self.findings.len()).filter(|i| named(&self.findings[*i])).collect();
        if all.len() < 2 {
            return Ok(self.known(id));
        }
        let shared = |i: &usize| {
            let finding = &self.findings[*i];
            let titles = [&finding.first_title, &finding.said.title];
            titles.into_iter().map(|t| identity::shared_words(t, reason.unwrap_or_default())).max()
        };
        let fits: Vec<usize> = all.iter().copied().filter(|i| shared(i) > Some(0)).collect();
        if let [one] = fits[..] {
            return Ok(Some(one));
        }
        let told: Vec<String> = all
            .iter()
            .map(|i| format!("{} \"{}\"", self.findings[*i].id, self.findings[*i].first_title))
            .collect();
        Err(format!(
            "{id} is settled, and may be either of {}; the reason does not tell which, and neither is closed",
            told.join(" and ")
        ))
    }

    /// Finds a finding by the server's id or the reviewer's own.
    pub(super) fn known(&self, id: &str) -> Option<usize> {
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
}

/// Tells whether a finding stands for a requirement's row, and for nothing else: it is called as the row is, or cites it
/// and names no place.
fn is_row_of(finding: &Finding, row: &[String]) -> bool {
    let names = |r: &Option<String>| r.as_deref().is_some_and(|r| identity::words(r) == row);
    let placeless = finding.said.locations.is_empty();
    names(&finding.said.unmet) && (placeless || identity::words(&finding.first_title) == row)
        || names(&finding.said.requirement) && placeless
}
