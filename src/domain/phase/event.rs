//! What agents and people said of a phase's items, what of it still holds, and what may be said at all.
//!
//! [`admit`] refuses; applying an event never does, since history does not change when rules do.

mod admit;
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
use super::{CodeFacts, Evidence, Item, ItemKind, ItemStatus, PhaseInput, covered_digest, requirement};

pub use admit::{admit, admit_verification, admit_while};
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
        /// What is missing, in the verifier's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
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
    (by, note): (String, Option<String>),
) -> PhaseEvent {
    for entry in &mut evidence {
        entry.claimed = entry.command.is_some();
    }
    let digest = basis_digest(status, &evidence, code, &Rests::of(input, code));
    PhaseEvent::Judged { item, status, evidence, by, digest, note }
}

/// Returns the event of a person's answer; [`bound`] binds it to what was asked.
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

/// Hashes what a judgement rests on. A verified truth rests on the files it cites and on the promised artifacts; everything
/// else (a failure may be mended anywhere, a command cites no file) on all files of the phase. A cited commit stands for the
/// files that it changed.
fn basis_digest(status: JudgedStatus, evidence: &[Evidence], code: &CodeFacts, on: &Rests) -> String {
    let files = cited(evidence);
    let whole = status != JudgedStatus::Verified || files.is_empty();
    let commits = evidence.iter().filter_map(|entry| code.commits.get(entry.commit.as_ref()?));
    let all: BTreeSet<&RepoPath> = files.iter().chain(commits.flatten()).collect();
    if whole && all.is_empty() {
        return format!("phase:{}", on.finished);
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(if whole { on.finished.as_bytes() } else { on.promised.as_bytes() });
    for path in all {
        let digest = code.files.get(path).and_then(|fact| fact.digest.as_deref()).unwrap_or("none");
        for part in [path.as_str(), digest] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
    }
    let on = if whole { "phase" } else { "files" };
    format!("{on}:{}", &hasher.finalize().to_hex()[..32])
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
        PhaseEvent::Judged { item: id, status, evidence, by, digest, note } if *id == item.id => {
            Some((*status, evidence, by, digest, note.as_deref()))
        }
        PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Reported { .. }
        | PhaseEvent::Ran { .. } => None,
    });
    let Some((judged, evidence, by, digest, note)) = last else { return item };
    let mut cited = evidence.iter().filter_map(|e| e.commit.as_ref());
    if let Some(gone) = cited.find(|commit| !basis.code.commits.contains_key(*commit)) {
        return item.because_of(format!(
            "an earlier judgement expired: commit {gone}, which it cites, is not in this branch's history any more"
        ));
    }
    if *digest != basis_digest(judged, evidence, basis.code, &basis.rests) {
        return item.because_of("an earlier judgement expired: what it rests on changed");
    }
    item.evidence.clone_from(evidence);
    let claimed = if evidence.iter().all(|e| e.claimed) { ", on a claimed command result" } else { "" };
    let (status, word) = match judged {
        JudgedStatus::Verified => (ItemStatus::Verified, "verified"),
        JudgedStatus::Failed => (ItemStatus::Failed, "failed"),
        JudgedStatus::Partial => (ItemStatus::Partial, "partial"),
        JudgedStatus::Uncertain => (ItemStatus::Uncertain, "uncertain"),
    };
    let said = note.map(|note| format!(": {}", note.trim())).unwrap_or_default();
    let item = Item { status, ..item }.because_of(format!("judged {word} by {by}{claimed}{said}"));
    match earlier(&item.id, judged, basis) {
        Some(said) => item.because_of(format!("warning: judged {said} before, on this same code")),
        None => item,
    }
}

/// What an earlier judgement of an item said where the last one lets it pass and nothing of the phase changed in between.
fn earlier(item: &ItemId, last: JudgedStatus, basis: &Basis<'_>) -> Option<&'static str> {
    if last != JudgedStatus::Verified {
        return None;
    }
    basis.events.iter().rev().find_map(|event| match event {
        PhaseEvent::Judged { item: of, status, evidence, digest, .. }
            if of == item && *digest == basis_digest(*status, evidence, basis.code, &basis.rests) =>
        {
            match status {
                JudgedStatus::Verified => None,
                JudgedStatus::Failed => Some("failed"),
                JudgedStatus::Partial => Some("partial"),
                JudgedStatus::Uncertain => Some("uncertain"),
            }
        }
        PhaseEvent::Judged { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Overridden { .. }
        | PhaseEvent::Reported { .. }
        | PhaseEvent::Ran { .. } => None,
    })
}

fn apply_confirmation(item: Item, basis: &Basis<'_>) -> Item {
    if !asks_a_person(&item) {
        return item;
    }
    let Some(last) = basis.answers(&item).last() else { return item };
    if !last.holds {
        let said = match last.answer {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::Partial => "partly",
        };
        return item.because_of(format!("an earlier {said} is asked again: the phase's files changed"));
    }
    if let Some(person) =
        basis.attested(&item).filter(|person| person.answer.lenience() < last.answer.lenience())
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

impl<'b> Basis<'b> {
    /// Returns the answers about an item, oldest first.
    fn answers<'s>(&'s self, of: &Item) -> impl DoubleEndedIterator<Item = Given<'s>> + use<'s, 'b> {
        let (id, now) = (of.id.clone(), bound_answer(&self.rests, of));
        self.events.iter().enumerate().filter_map(move |(at, event)| match event {
            PhaseEvent::Confirmed { item, answer, note, trust, digest } if *item == id => {
                let holds = digest.as_ref().is_none_or(|digest| *digest == now);
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
    fn attested<'s>(&'s self, of: &Item) -> Option<Given<'s>> {
        let mut answers = self.answers(of).rev();
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
    let refused = basis.attested(&item).filter(|person| person.answer == Answer::No);
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

/// Binds what is said of an item to how it stands among `items`, which were made without it: an override to the fault, a
/// person's answer to what was asked.
pub fn bound(event: PhaseEvent, items: &[Item]) -> PhaseEvent {
    let find = |id: &ItemId| items.iter().find(|item| item.id == *id);
    match event {
        PhaseEvent::Overridden { item, reason, decided_by, trust, digest: None } => {
            let fault = find(&item).filter(|of| of.status != ItemStatus::Overridden);
            let digest = fault.map(fault_digest);
            PhaseEvent::Overridden { item, reason, decided_by, trust, digest }
        }
        PhaseEvent::Confirmed { item, answer, note, trust, digest: Some(on) } => {
            let digest = Some(find(&item).map_or_else(|| on.clone(), |of| to_question(&on, of)));
            PhaseEvent::Confirmed { item, answer, note, trust, digest }
        }
        PhaseEvent::Overridden { .. }
        | PhaseEvent::Confirmed { .. }
        | PhaseEvent::Judged { .. }
        | PhaseEvent::Reported { .. }
        | PhaseEvent::Ran { .. } => event,
    }
}

/// Hashes what a person's answer on an item rests on: the code of the phase, and the question where it says more than the
/// item's label does.
fn bound_answer(rests: &Rests, item: &Item) -> String {
    to_question(&rests.finished, item)
}

fn to_question(code: &str, item: &Item) -> String {
    match &item.asks {
        None => code.to_owned(),
        Some(asks) => blake3::hash(format!("{code}\n{asks}").as_bytes()).to_hex()[..32].to_owned(),
    }
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
