//! What agents and people said of a phase's items, what of it still holds, and what may be said at all.
//!
//! [`admit`] refuses; applying an event never does, since history does not change when rules do.

mod refusal;
mod veto;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::ids::{ItemId, RepoPath};

use super::command::{self, Ended};
use super::items::{finished_digest, promised_digest};
use super::outcome::PhaseStatus;
use super::{
    CodeFacts, Evidence, Item, ItemKind, ItemStatus, PhaseInput, covered_digest, evidence, requirement,
};

pub use refusal::PhaseRefusal;

/// A verifier agent's word on a truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JudgedStatus {
    Verified,
    Failed,
    Partial,
    /// The agent cannot tell; a person decides.
    Uncertain,
}

/// A person's answer to one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Yes,
    No,
    Partial,
}

impl Answer {
    /// How much it lets pass.
    fn lenience(self) -> u8 {
        match self {
            Answer::No => 0,
            Answer::Partial => 1,
            Answer::Yes => 2,
        }
    }
}

/// How sure it is that a person spoke (SPEC 6.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// By the client's own dialogue or a terminal.
    Attested,
    /// An agent says so.
    Claimed,
}

/// One fact of a phase's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PhaseEvent {
    Judged {
        item: ItemId,
        status: JudgedStatus,
        evidence: Vec<Evidence>,
        by: String,
        /// What the judgement rests on, hashed; it expires when that changes.
        digest: String,
    },
    Confirmed {
        item: ItemId,
        answer: Answer,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        trust: Trust,
        /// What it rests on: the question is asked again when that changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    Overridden {
        item: ItemId,
        reason: String,
        decided_by: String,
        trust: Trust,
        /// The fault that is let pass; another fault of the item is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
    },
    /// A report was written: what a later verification compares itself with.
    Reported {
        status: PhaseStatus,
        score: String,
        verified: Vec<ItemId>,
        gaps: Vec<ItemId>,
        /// What did not hold and what was open, by name: when its promise leaves the plan, nothing else tells what it was.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unmet: Vec<Unmet>,
        /// The files that its items named beside those that are promised or cited.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        shown: BTreeSet<RepoPath>,
        covered_digest: String,
    },
    /// A plan's command, which the user lists, was run by the server (SPEC 9.9).
    Ran {
        command: String,
        /// The code it was run on, hashed.
        state: String,
        ended: Ended,
        /// The end of what it printed.
        tail: String,
    },
}

/// An item that did not hold when a report was written, or was still open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unmet {
    pub item: ItemId,
    pub kind: ItemKind,
    pub label: String,
    pub status: ItemStatus,
}

impl Unmet {
    /// Returns how an item stands, where it stands open or fails by a promise. What a plan or the code itself is at fault
    /// in goes away by being mended.
    fn of(item: &Item) -> Option<Self> {
        let promised = match item.kind {
            ItemKind::Truth
            | ItemKind::Artifact
            | ItemKind::KeyLink
            | ItemKind::Requirement
            | ItemKind::Human => true,
            ItemKind::Review => item.plan.is_some(),
            ItemKind::AntiPattern | ItemKind::Plan => false,
        };
        let unmet = promised && (item.status.is_gap() || item.status.is_open());
        unmet.then(|| Self {
            item: item.id.clone(),
            kind: item.kind,
            label: item.label.chars().take(400).collect(),
            status: item.status,
        })
    }
}

impl PhaseEvent {
    /// Returns the files a judgement cites.
    pub fn cited_files(&self) -> BTreeSet<RepoPath> {
        match self {
            PhaseEvent::Judged { evidence, .. } => cited(evidence),
            PhaseEvent::Confirmed { .. }
            | PhaseEvent::Overridden { .. }
            | PhaseEvent::Reported { .. }
            | PhaseEvent::Ran { .. } => BTreeSet::new(),
        }
    }
}

fn cited(evidence: &[Evidence]) -> BTreeSet<RepoPath> {
    evidence.iter().filter_map(|e| e.file.as_deref()).filter_map(|file| RepoPath::parse(file).ok()).collect()
}

/// Returns the event of a judgement, bound to what it rests on; a command's result is marked claimed.
pub fn judgement(
    input: &PhaseInput,
    code: &CodeFacts,
    item: ItemId,
    status: JudgedStatus,
    mut evidence: Vec<Evidence>,
    by: String,
) -> PhaseEvent {
    for entry in &mut evidence {
        entry.claimed = entry.command.is_some();
    }
    let digest = basis_digest(status, &evidence, code, &Rests::of(input, code));
    PhaseEvent::Judged { item, status, evidence, by, digest }
}

/// Returns the event of a person's answer.
pub fn confirmation(
    input: &PhaseInput,
    code: &CodeFacts,
    item: ItemId,
    answer: Answer,
    note: Option<String>,
    trust: Trust,
) -> PhaseEvent {
    let digest = Some(finished_digest(input, code));
    PhaseEvent::Confirmed { item, answer, note, trust, digest }
}

/// Returns the event that a report was written.
pub fn reported(input: &PhaseInput, code: &CodeFacts, events: &[PhaseEvent], items: &[Item]) -> PhaseEvent {
    let ids = |keep: fn(ItemStatus) -> bool| {
        items.iter().filter(|item| keep(item.status)).map(|item| item.id.clone()).collect()
    };
    let shown = super::shown_by(items);
    PhaseEvent::Reported {
        status: super::status(items, input.partial).status,
        score: super::score(items).to_string(),
        verified: ids(ItemStatus::holds),
        gaps: ids(ItemStatus::is_gap),
        unmet: items.iter().filter_map(Unmet::of).collect(),
        covered_digest: covered_digest(input, code, events, &shown),
        shown: shown.difference(&super::questions(input, events)).cloned().collect(),
    }
}

/// Hashes what a judgement rests on. A verified truth rests on the files it cites and
/// on the promised artifacts; everything else
/// (a failure may be mended anywhere, a command cites no file) on all files of the phase.
fn basis_digest(status: JudgedStatus, evidence: &[Evidence], code: &CodeFacts, on: &Rests) -> String {
    let files = cited(evidence);
    if status != JudgedStatus::Verified || files.is_empty() {
        return format!("phase:{}", on.finished);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(on.promised.as_bytes());
    for path in &files {
        let digest = code.files.get(path).and_then(|fact| fact.digest.as_deref()).unwrap_or("none");
        for part in [path.as_str(), digest] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    format!("files:{}", &hasher.finalize().to_hex()[..32])
}

/// What events are read against.
pub(super) struct Basis<'a> {
    pub(super) code: &'a CodeFacts,
    pub(super) events: &'a [PhaseEvent],
    pub(super) rests: Rests,
}

/// What the words on a phase may rest on beside the files they cite.
pub(super) struct Rests {
    /// See [`finished_digest`].
    finished: String,
    /// See [`promised_digest`].
    promised: String,
}

impl Rests {
    pub(super) fn of(input: &PhaseInput, code: &CodeFacts) -> Self {
        Self { finished: finished_digest(input, code), promised: promised_digest(input, code) }
    }
}

/// Applies what was said of an item, the latest word of each kind, as far as it still holds.
pub(super) fn apply(item: Item, basis: &Basis<'_>) -> Item {
    let judgeable = item.status == ItemStatus::NeedsJudgement;
    let item = apply_judgement(item, basis);
    let item = if judgeable { veto::apply(item, basis) } else { item };
    let item = apply_confirmation(item, basis);
    apply_override(item, basis)
}

fn apply_judgement(mut item: Item, basis: &Basis<'_>) -> Item {
    if item.status != ItemStatus::NeedsJudgement {
        return item;
    }
    let last = basis.events.iter().rev().find_map(|event| match event {
        PhaseEvent::Judged { item: id, status, evidence, by, digest } if *id == item.id => {
            Some((*status, evidence, by, digest))
        }
        PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Reported { .. }
        | PhaseEvent::Ran { .. } => None,
    });
    let Some((judged, evidence, by, digest)) = last else { return item };
    if *digest != basis_digest(judged, evidence, basis.code, &basis.rests) {
        return item.because_of("an earlier judgement expired: what it rests on changed");
    }
    let mut cited = evidence.iter().filter_map(|e| e.commit.as_ref());
    if let Some(gone) = cited.find(|commit| !basis.code.commits.contains(*commit)) {
        return item.because_of(format!(
            "an earlier judgement expired: commit {gone}, which it cites, is not in this branch's history any more"
        ));
    }
    item.evidence.clone_from(evidence);
    let claimed = if evidence.iter().all(|e| e.claimed) { ", on a claimed command result" } else { "" };
    let (status, word) = match judged {
        JudgedStatus::Verified => (ItemStatus::Verified, "verified"),
        JudgedStatus::Failed => (ItemStatus::Failed, "failed"),
        JudgedStatus::Partial => (ItemStatus::Partial, "partial"),
        JudgedStatus::Uncertain => (ItemStatus::Uncertain, "uncertain"),
    };
    Item { status, ..item }.because_of(format!("judged {word} by {by}{claimed}"))
}

fn apply_confirmation(item: Item, basis: &Basis<'_>) -> Item {
    if !asks_a_person(&item) {
        return item;
    }
    let Some(last) = basis.answers(&item.id).last() else { return item };
    if !last.holds {
        let said = match last.answer {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Partial => "partly",
        };
        return item.because_of(format!("an earlier {said} is asked again: the phase's files changed"));
    }
    if let Some(person) =
        basis.attested(&item.id).filter(|person| person.answer.lenience() < last.answer.lenience())
    {
        let said = said_by_a_person(&person);
        return item
            .because_of(format!("{said}, and an agent passes on another answer since: the person is asked"));
    }
    let status = if last.answer == Answer::No { ItemStatus::Failed } else { ItemStatus::Verified };
    let said = said_by_a_person(&last);
    let said = if last.answer == Answer::Partial { format!("warning: {said}") } else { said };
    Item { status, ..item }.because_of(said)
}

fn said_by_a_person(given: &Given<'_>) -> String {
    let said = match given.answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Partial => "partly",
    };
    let note = given.note.map(|note| format!(": {note}")).unwrap_or_default();
    format!("a person said {said} ({}){note}", trust_word(given.trust))
}

/// One answer to whether an item holds.
struct Given<'a> {
    /// Its place among the events.
    at: usize,
    answer: Answer,
    note: Option<&'a str>,
    trust: Trust,
    /// What it rests on is as it was.
    holds: bool,
}

impl Basis<'_> {
    /// Returns the answers about an item, oldest first.
    fn answers(&self, item: &ItemId) -> impl DoubleEndedIterator<Item = Given<'_>> {
        self.events.iter().enumerate().filter_map(move |(at, event)| match event {
            PhaseEvent::Confirmed { item: of, answer, note, trust, digest } if of == item => {
                let holds = digest.as_ref().is_none_or(|digest| *digest == self.rests.finished);
                Some(Given { at, answer: *answer, note: note.as_deref(), trust: *trust, holds })
            }
            PhaseEvent::Confirmed { .. }
            | PhaseEvent::Judged { .. }
            | PhaseEvent::Overridden { .. }
            | PhaseEvent::Reported { .. }
            | PhaseEvent::Ran { .. } => None,
        })
    }

    /// Returns what a person last answered in a dialogue of their own, while it holds. No agent's word lifts it.
    fn attested(&self, item: &ItemId) -> Option<Given<'_>> {
        let mut answers = self.answers(item).rev();
        answers.find(|given| given.trust == Trust::Attested).filter(|given| given.holds)
    }
}

fn apply_override(item: Item, basis: &Basis<'_>) -> Item {
    if !may_override(&item) {
        return item;
    }
    let last = basis.events.iter().enumerate().rev().find_map(|(at, event)| match event {
        PhaseEvent::Overridden { item: id, reason, decided_by, trust, digest } if *id == item.id => {
            Some((at, reason, decided_by, *trust, digest))
        }
        PhaseEvent::Overridden { .. }
        | PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Reported { .. }
        | PhaseEvent::Ran { .. } => None,
    });
    let Some((at, reason, decided_by, trust, digest)) = last else { return item };
    let refused = basis.attested(&item.id).filter(|person| person.answer == Answer::No);
    if let Some(person) = refused.filter(|_| trust == Trust::Claimed) {
        if person.at > at {
            return item;
        }
        let said = "an agent passes on an override since: the person is asked";
        return Item { status: ItemStatus::NeedsHuman, ..item }.because_of(said);
    }
    if digest.as_ref().is_some_and(|digest| *digest != fault_digest(&item)) {
        return item.because_of("an earlier override does not cover it: another fault was let pass");
    }
    let was = item.status.as_str();
    let how = trust_word(trust);
    let item = Item { status: ItemStatus::Overridden, ..item };
    item.because_of(format!("was {was}; overridden by {decided_by} ({how}): {reason}"))
}

/// Where a line stands: behind a path, and in words.
static LINES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r":\d+\b|\blines? \d+(?:(?:, | and | to |-)\d+)*").expect("a constant pattern")
});

/// Hashes what is wrong with an item; lines move, and are no part of it. Other numbers are: names have them, and measures.
fn fault_digest(item: &Item) -> String {
    let plain = |text: &String| -> String { LINES.replace_all(text, "").into_owned() };
    // That another override lapsed is no part of the fault that a new one covers.
    let own = item.reasons.iter().filter(|reason| !reason.starts_with("an earlier override"));
    let said: Vec<String> = own.chain(&item.missing).map(plain).collect();
    let text = format!("{}\n{}", item.status.as_str(), said.join("\n"));
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}

/// Binds an override to the fault of its item as it stands among `items`, which were made without it.
pub fn bound(event: PhaseEvent, items: &[Item]) -> PhaseEvent {
    let PhaseEvent::Overridden { item, reason, decided_by, trust, digest: None } = event else {
        return event;
    };
    let fault = items.iter().find(|i| i.id == item).filter(|i| i.status != ItemStatus::Overridden);
    let digest = fault.map(fault_digest);
    PhaseEvent::Overridden { item, reason, decided_by, trust, digest }
}

fn trust_word(trust: Trust) -> &'static str {
    match trust {
        Trust::Attested => "attested",
        Trust::Claimed => "claimed",
    }
}

fn asks_a_person(item: &Item) -> bool {
    matches!(item.status, ItemStatus::NeedsHuman | ItemStatus::Uncertain) && !requirement::waits(item)
}

fn may_override(item: &Item) -> bool {
    item.status.is_gap() && (item.kind != ItemKind::Plan || command::is_one(item)) || asks_a_person(item)
}

/// Refuses to verify a phase with unfinished plans unless a partial verification was asked for.
pub fn admit_verification(input: &PhaseInput) -> Result<(), PhaseRefusal> {
    let unfinished = input.plans.iter().filter(|facts| !facts.has_summary);
    let plans: Vec<String> = unfinished.map(|facts| facts.plan.stem.clone()).collect();
    if plans.is_empty() || input.partial { Ok(()) } else { Err(PhaseRefusal::NeedsPartial { plans }) }
}

/// Decides whether an event may be recorded after `events`.
///
/// `items` are those of [`super::items`] with these very `events`: where one call brings several events
/// on one item, they are admitted one after the other. `code` must hold the facts of the files and
/// commits that the event cites ([`super::questions`] with the event added).
pub fn admit(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    items: &[Item],
    event: &PhaseEvent,
) -> Result<(), PhaseRefusal> {
    admit_while(input, code, events, items, event, &|| true)
}

/// As [`admit`], and ends soon once `goes_on` says no; what it says then is nothing to go by.
pub fn admit_while(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    items: &[Item],
    event: &PhaseEvent,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), PhaseRefusal> {
    let before = |now: &Item, word: Word| before(input, code, events, (now, word), goes_on);
    let rests = Rests::of(input, code);
    match event {
        PhaseEvent::Judged { item, status, evidence, by, digest } => {
            let now = known(items, item)?;
            admit_judged(now, &before(now, Word::Judgement))?;
            if before(now, Word::Person) != *now {
                return Err(refused_judgement(now, "a person has spoken; only a person may say otherwise"));
            }
            says_something(item, "by", by)?;
            if evidence.is_empty() {
                return Err(PhaseRefusal::NoEvidence { item: item.clone() });
            }
            for (index, entry) in evidence.iter().enumerate() {
                evidence::check(entry, *status, code).map_err(|why| PhaseRefusal::EvidenceNotFound {
                    item: item.clone(),
                    index,
                    why,
                })?;
            }
            if *status == JudgedStatus::Verified {
                if let Some((index, why)) = evidence::against::found(evidence, &now.label, items) {
                    return Err(PhaseRefusal::SpeaksAgainst { item: item.clone(), index, why });
                }
                let promised = super::items::all_promised(input);
                evidence::carried(evidence, code, &promised).map_err(|why| {
                    let why = format!("{why}; cite the code that does it");
                    PhaseRefusal::EvidenceNotFound { item: item.clone(), index: 0, why }
                })?;
            }
            if *digest != basis_digest(*status, evidence, code, &rests) {
                return Err(PhaseRefusal::FilesChanged { item: item.clone() });
            }
            Ok(())
        }
        PhaseEvent::Confirmed { item, answer, note, digest, .. } => {
            let now = known(items, item)?;
            let unsaid = before(now, Word::Person);
            if !veto::is_one(*answer, now, &unsaid, || before(now, Word::Judgement)) {
                admit_confirmed(&unsaid)?;
            }
            note.as_deref().map_or(Ok(()), |note| says_something(item, "note", note))?;
            let bound = digest.as_deref() == Some(rests.finished.as_str());
            if !bound && (digest.is_some() || *answer == Answer::No) {
                return Err(PhaseRefusal::FilesChanged { item: item.clone() });
            }
            Ok(())
        }
        PhaseEvent::Overridden { item, reason, decided_by, .. } => {
            admit_overridden(known(items, item)?)?;
            says_something(item, "reason", reason)?;
            says_something(item, "decided_by", decided_by)
        }
        PhaseEvent::Reported { .. } | PhaseEvent::Ran { .. } => Ok(()),
    }
}

/// Whose word on an item is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// The verifier agent's, and with it whatever a person said of it.
    Judgement,
    Person,
}

/// Returns a known item as it was before that word was said of it: what may be judged or confirmed
/// once may be again, and what the code decides may not.
fn before(
    input: &PhaseInput,
    code: &CodeFacts,
    events: &[PhaseEvent],
    (now, word): (&Item, Word),
    goes_on: &dyn Fn() -> bool,
) -> Item {
    let kept = events.iter().filter(|event| match event {
        PhaseEvent::Judged { item, .. } => *item != now.id || word != Word::Judgement,
        PhaseEvent::Confirmed { item, .. } | PhaseEvent::Overridden { item, .. } => *item != now.id,
        PhaseEvent::Reported { .. } | PhaseEvent::Ran { .. } => true,
    });
    let kept: Vec<PhaseEvent> = kept.cloned().collect();
    if kept.len() == events.len() {
        return now.clone();
    }
    let found = super::items_while(input, code, &kept, goes_on).into_iter().find(|item| item.id == now.id);
    // Which items there are does not depend on events; some are missing where the look was given up.
    found.unwrap_or_else(|| now.clone())
}

fn known<'a>(items: &'a [Item], id: &ItemId) -> Result<&'a Item, PhaseRefusal> {
    if let Some(item) = items.iter().find(|item| item.id == *id) {
        return Ok(item);
    }
    let given = id.as_str().chars().take(200).collect::<String>();
    let mut near: Vec<(f64, &Item)> = items
        .iter()
        .map(|item| {
            let by_id = strsim::jaro_winkler(&given, item.id.as_str());
            (by_id.max(strsim::jaro_winkler(&given, &item.label)), item)
        })
        .filter(|(likeness, _)| *likeness > 0.7)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let near = near.into_iter().take(3).map(|(_, item)| format!("{} ({:?})", item.id, item.label)).collect();
    Err(PhaseRefusal::UnknownItem { item: given, near })
}

fn refused_judgement(item: &Item, why: &'static str) -> PhaseRefusal {
    PhaseRefusal::NotForJudgement {
        item: item.id.clone(),
        label: item.label.clone(),
        status: item.status,
        why,
    }
}

fn admit_judged(now: &Item, before: &Item) -> Result<(), PhaseRefusal> {
    let why = match before.status {
        ItemStatus::NeedsJudgement => return Ok(()),
        ItemStatus::NeedsHuman => "a person has to look: send a confirmation",
        ItemStatus::Failed | ItemStatus::Partial | ItemStatus::Blocked | ItemStatus::Orphaned => {
            "the code decides it: mend what its reasons name, or have a person override it"
        }
        ItemStatus::Pending => "its plan is not finished",
        ItemStatus::Verified | ItemStatus::Uncertain | ItemStatus::Overridden => {
            "it does not wait for a judgement"
        }
    };
    Err(refused_judgement(now, why))
}

fn admit_confirmed(item: &Item) -> Result<(), PhaseRefusal> {
    if asks_a_person(item) {
        return Ok(());
    }
    let why = match item.status {
        ItemStatus::NeedsJudgement => "the verifier agent judges it first",
        ItemStatus::Uncertain => "it waits for other items",
        ItemStatus::Pending => "its plan is not finished",
        ItemStatus::Failed | ItemStatus::Partial | ItemStatus::Blocked | ItemStatus::Orphaned => {
            "mend what its reasons name, or override it with a reason"
        }
        ItemStatus::Verified | ItemStatus::NeedsHuman | ItemStatus::Overridden => "it is settled",
    };
    Err(PhaseRefusal::NotForAPerson {
        item: item.id.clone(),
        label: item.label.clone(),
        status: item.status,
        why,
    })
}

fn admit_overridden(item: &Item) -> Result<(), PhaseRefusal> {
    if may_override(item) {
        return Ok(());
    }
    let why = match item.status {
        ItemStatus::Verified => {
            "there is nothing to override: it stands. A person who no longer means that takes it back by a confirmation of `no`; then it can be overridden"
        }
        ItemStatus::Overridden => {
            "there is nothing to override: it is overridden already, and goes on; another reason can be told once another fault of it shows"
        }
        ItemStatus::NeedsJudgement => "the verifier agent judges it first",
        ItemStatus::Pending => "its plan is not finished",
        ItemStatus::Uncertain => "it waits for other items",
        ItemStatus::Failed
        | ItemStatus::Partial
        | ItemStatus::NeedsHuman
        | ItemStatus::Blocked
        | ItemStatus::Orphaned => "a plan without SUMMARY is allowed for with `partial: true`",
    };
    Err(PhaseRefusal::NoOverride {
        item: item.id.clone(),
        label: item.label.clone(),
        status: item.status,
        why,
    })
}

/// A placeholder sent back is no answer (SPEC 2).
fn says_something(item: &ItemId, field: &'static str, given: &str) -> Result<(), PhaseRefusal> {
    let text = given.trim();
    let bracketed = |open, close| text.starts_with(open) && text.ends_with(close);
    let placeholder = bracketed('<', '>')
        || bracketed('{', '}')
        || matches!(
            text.to_ascii_lowercase().as_str(),
            "todo" | "tbd" | "..." | "…" | "n/a" | "xxx" | "reason"
        );
    if placeholder || !text.chars().any(char::is_alphanumeric) {
        let given = text.chars().take(80).collect();
        return Err(PhaseRefusal::SaysNothing { item: item.clone(), field, given });
    }
    Ok(())
}
