//! A verification → Markdown, and back as far as it is needed (SPEC 10).
//!
//! Front matter scalars are always quoted in JSON's style, and every text of the repository is escaped,
//! so that nothing written in a plan can end its cell, its line or the front matter.

mod foreign;

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::envelope::{markdown, quoted};
use super::ids::{ItemId, Timestamp};
use super::phase::{
    CodeFacts, Evidence, Gap, Item, ItemKind, ItemStatus, PhaseEvent, PhaseInput, PhaseStatus,
    ReVerification, Trust, covered_digest, covered_files, gaps, re_verification, score, shown_by, status,
};

pub use foreign::claims as foreign_claims;

/// Everything a verification report shows. Kept as it is, the report can be rebuilt byte for byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseReport {
    pub phase: String,
    pub name: Option<String>,
    pub goal: Option<String>,
    pub verified: Timestamp,
    pub status: PhaseStatus,
    /// Why the status is that.
    pub reason: String,
    /// "n/m must-haves verified".
    pub score: String,
    pub partial: bool,
    pub items: Vec<Item>,
    pub gaps: Vec<Gap>,
    pub overrides: Vec<Override>,
    pub re_verification: Option<ReVerification>,
    pub covered_files: Vec<String>,
    pub covered_digest: String,
    /// The chain of events that it rests on; nothing where none was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<ChainEnds>,
}

/// What the first and the last event of a phase are known by: the first tells one store's chain from another's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainEnds {
    pub begins: String,
    pub head: String,
}

/// An item that a person accepted as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    pub item: ItemId,
    pub label: String,
    pub reason: String,
    pub decided_by: String,
    pub trust: Trust,
}

impl PhaseReport {
    /// Gathers what a report shows from a verification's values.
    pub fn new(
        input: &PhaseInput,
        code: &CodeFacts,
        events: &[PhaseEvent],
        items: Vec<Item>,
        verified: Timestamp,
    ) -> Self {
        let standing = status(&items, input.partial);
        let shown = shown_by(&items);
        let covered = covered_files(input, code, events, &shown);
        Self {
            phase: input.phase.clone(),
            name: input.name.clone(),
            goal: input.goal.clone(),
            verified,
            status: standing.status,
            reason: standing.reason,
            score: score(&items).to_string(),
            partial: input.partial,
            gaps: gaps(&items),
            overrides: overrides(events, &items),
            re_verification: re_verification(events, &items),
            covered_files: covered.iter().map(ToString::to_string).collect(),
            covered_digest: covered_digest(input, code, events, &shown),
            chain: None,
            items,
        }
    }

    fn of(&self, kind: ItemKind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.kind == kind)
    }

    fn count(&self, kind: ItemKind, keep: fn(ItemStatus) -> bool) -> usize {
        self.of(kind).filter(|item| keep(item.status)).count()
    }

    /// What a person is asked to look at: never a requirement that merely waits.
    fn for_a_person(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| {
            item.status == ItemStatus::NeedsHuman
                || item.status == ItemStatus::Uncertain && item.kind != ItemKind::Requirement
        })
    }
}

fn overrides(events: &[PhaseEvent], items: &[Item]) -> Vec<Override> {
    let overridden = items.iter().filter(|item| item.status == ItemStatus::Overridden);
    overridden
        .filter_map(|item| {
            events.iter().rev().find_map(|event| match event {
                PhaseEvent::Overridden { item: id, reason, decided_by, trust, .. } if *id == item.id => {
                    Some(Override {
                        item: id.clone(),
                        label: item.label.clone(),
                        reason: reason.clone(),
                        decided_by: decided_by.clone(),
                        trust: *trust,
                    })
                }
                PhaseEvent::Overridden { .. }
                | PhaseEvent::Judged { .. }
                | PhaseEvent::Confirmed { .. }
                | PhaseEvent::Reported { .. }
                | PhaseEvent::Ran { .. } => None,
            })
        })
        .collect()
}

fn list(out: &mut String, indent: &str, key: &str, values: &[String]) {
    let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
    let _ = writeln!(out, "{indent}{key}: [{}]", values.join(", "));
}

/// Reads the chain that a report prints in its front matter; nothing where it prints none, or is not ours.
pub fn chain_of(text: &str) -> Option<ChainEnds> {
    let matter: Vec<&str> = text.lines().skip(1).take_while(|line| *line != "---").collect();
    let value = |key: &str| -> Option<String> {
        let line = matter.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))?;
        serde_json::from_str(line).ok()
    };
    (value("writer")? == "countersign").then_some(())?;
    Some(ChainEnds { begins: value("chain_begins")?, head: value("chain")? })
}

/// Writes the report.
pub fn render(report: &PhaseReport) -> String {
    let mut out = String::new();
    front_matter(&mut out, report);
    body(&mut out, report);
    out
}

fn front_matter(out: &mut String, report: &PhaseReport) {
    let _ = writeln!(out, "---\nwriter: \"countersign\"\nphase: {}", quoted(&report.phase));
    let _ = writeln!(out, "verified: \"{}\"", report.verified);
    let _ = writeln!(out, "status: {}\nscore: {}", report.status.as_str(), quoted(&report.score));
    if report.partial {
        out.push_str("partial: true\n");
    }
    for (kind, prefix, good, bad) in [
        (ItemKind::Truth, "truths", "passed", "failed"),
        (ItemKind::Artifact, "artifacts", "passed", "failed"),
        (ItemKind::KeyLink, "key_links", "wired", "broken"),
        (ItemKind::Requirement, "requirements", "covered", "missing"),
    ] {
        let rest = |status: ItemStatus| status.is_open() || status == ItemStatus::Pending;
        let verified = report.count(kind, |status| status == ItemStatus::Verified);
        let _ = writeln!(out, "{prefix}_{good}: {verified}");
        let _ = writeln!(out, "{prefix}_{bad}: {}", report.count(kind, ItemStatus::is_gap));
        let _ = writeln!(out, "{prefix}_uncertain: {}", report.count(kind, rest));
    }
    gaps_matter(out, &report.gaps);
    human_matter(out, report);
    if !report.overrides.is_empty() {
        out.push_str("overrides:\n");
        for entry in &report.overrides {
            let _ = writeln!(
                out,
                "  - item: {}\n    label: {}",
                quoted(entry.item.as_str()),
                quoted(&entry.label)
            );
            let _ = writeln!(out, "    reason: {}", quoted(&entry.reason));
            let _ = writeln!(out, "    decided_by: {}", quoted(&entry.decided_by));
            let _ = writeln!(out, "    trust: \"{}\"", trust(entry.trust));
        }
    }
    if let Some(before) = &report.re_verification {
        let _ = writeln!(out, "re_verification:\n  previous_status: \"{}\"", before.previous_status.as_str());
        let _ = writeln!(out, "  previous_score: {}", quoted(&before.previous_score));
        list(out, "  ", "gaps_closed", &before.gaps_closed);
        list(out, "  ", "gaps_remaining", &before.gaps_remaining);
        list(out, "  ", "regressions", &before.regressions);
        if !before.no_longer_promised.is_empty() {
            list(out, "  ", "no_longer_promised", &before.no_longer_promised);
        }
    }
    list(out, "", "covered_files", &report.covered_files);
    let _ = writeln!(out, "covered_digest: {}", quoted(&report.covered_digest));
    if let Some(chain) = &report.chain {
        let _ = writeln!(out, "chain_begins: {}\nchain: {}", quoted(&chain.begins), quoted(&chain.head));
    }
    out.push_str("---\n\n");
}

fn gaps_matter(out: &mut String, gaps: &[Gap]) {
    if gaps.is_empty() {
        out.push_str("gaps: []\n");
        return;
    }
    out.push_str("gaps:\n");
    for gap in gaps {
        let _ = writeln!(out, "  - truth: {}\n    status: \"{}\"", quoted(&gap.truth), gap.status.as_str());
        let _ = writeln!(out, "    reason: {}", quoted(&gap.reason));
        if gap.artifacts.is_empty() {
            out.push_str("    artifacts: []\n");
        } else {
            out.push_str("    artifacts:\n");
        }
        for artifact in &gap.artifacts {
            let _ = writeln!(out, "      - path: {}", quoted(&artifact.path));
            let _ = writeln!(out, "        issue: {}", quoted(&artifact.issue));
        }
        list(out, "    ", "missing", &gap.missing);
    }
}

/// What a person should see, and why a person: the item's reasons hold both.
fn expectation(item: &Item) -> (&str, String) {
    let expected = item.reasons.iter().find_map(|reason| reason.strip_prefix("expected: "));
    let why: Vec<&str> =
        item.reasons.iter().map(String::as_str).filter(|reason| !reason.starts_with("expected: ")).collect();
    (expected.unwrap_or(&item.label), why.join("; "))
}

fn human_matter(out: &mut String, report: &PhaseReport) {
    if report.for_a_person().next().is_none() {
        out.push_str("human_verification: []\n");
        return;
    }
    out.push_str("human_verification:\n");
    for item in report.for_a_person() {
        let (expected, why) = expectation(item);
        let _ = writeln!(out, "  - test: {}\n    expected: {}", quoted(&item.label), quoted(expected));
        let _ = writeln!(out, "    why_human: {}", quoted(&why));
    }
}

fn trust(trust: Trust) -> &'static str {
    match trust {
        Trust::Attested => "attested",
        Trust::Claimed => "claimed",
    }
}

fn body(out: &mut String, report: &PhaseReport) {
    let name = report.name.as_deref().map(|name| format!(": {}", markdown(name))).unwrap_or_default();
    let _ = writeln!(out, "# Verification: Phase {}{name}\n", markdown(&report.phase));
    if let Some(goal) = &report.goal {
        let _ = writeln!(out, "**Goal:** {}\n", markdown(goal));
    }
    let _ = writeln!(out, "**Status:** {}: {}", report.status.as_str(), markdown(&report.reason));
    let _ = writeln!(out, "**Score:** {}", markdown(&report.score));
    if report.partial {
        out.push_str("**Partial:** unfinished plans were allowed for, so this cannot pass the phase.\n");
    }
    for (kind, title, column) in [
        (ItemKind::Truth, "Truths", "Truth"),
        (ItemKind::Artifact, "Artifacts", "File"),
        (ItemKind::KeyLink, "Key Links", "Link"),
        (ItemKind::Requirement, "Requirements", "Requirement"),
        (ItemKind::AntiPattern, "Anti-Patterns", "Place"),
        (ItemKind::Review, "Reviews", "Task"),
        (ItemKind::Plan, "Unfinished Plans", "Plan"),
    ] {
        table(out, report, kind, title, column);
    }
    humans(out, report);
    if !report.overrides.is_empty() {
        out.push_str("\n## Overrides\n\n| Item | Reason | Decided by |\n|---|---|---|\n");
        for entry in &report.overrides {
            let who = format!("{} ({})", markdown(&entry.decided_by), trust(entry.trust));
            let _ = writeln!(out, "| {} | {} | {who} |", markdown(&entry.label), markdown(&entry.reason));
        }
    }
    gap_list(out, report);
    if let Some(before) = &report.re_verification {
        let _ = writeln!(
            out,
            "\n## Since the Last Verification\n\nIt was {}, {}.\n",
            before.previous_status.as_str(),
            markdown(&before.previous_score)
        );
        for (word, labels) in [
            ("Closed", &before.gaps_closed),
            ("Remaining", &before.gaps_remaining),
            ("Regressed", &before.regressions),
            ("No longer promised", &before.no_longer_promised),
        ] {
            for label in labels {
                let _ = writeln!(out, "- {word}: {}", markdown(label));
            }
        }
    }
}

fn table(out: &mut String, report: &PhaseReport, kind: ItemKind, title: &str, column: &str) {
    if report.of(kind).next().is_none() {
        return;
    }
    let _ = writeln!(
        out,
        "\n## {title}\n\n| # | {column} | Plan | Status | Evidence | Why |\n|---|---|---|---|---|---|"
    );
    for (n, item) in report.of(kind).enumerate() {
        let evidence: Vec<String> = item.evidence.iter().take(3).map(place).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            n + 1,
            markdown(&item.label),
            markdown(item.plan.as_deref().unwrap_or("roadmap")),
            item.status.as_str(),
            markdown(&evidence.join(", ")),
            markdown(&item.reasons.join("; "))
        );
    }
}

/// Names a place as people quote it; a claimed command says that it is claimed.
fn place(evidence: &Evidence) -> String {
    if let Some(command) = &evidence.command {
        let result = evidence.text.as_deref().unwrap_or("no result");
        return format!("{command} (claimed): {result}");
    }
    if let Some(commit) = &evidence.commit {
        return format!("commit {commit}");
    }
    let file = evidence.file.as_deref().unwrap_or("");
    evidence.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

fn humans(out: &mut String, report: &PhaseReport) {
    if report.for_a_person().next().is_none() && report.of(ItemKind::Human).next().is_none() {
        return;
    }
    out.push_str("\n## Human Verification\n");
    for item in report.for_a_person() {
        let (expected, why) = expectation(item);
        let _ = writeln!(out, "\n- **{}**", markdown(&item.label));
        let _ = writeln!(out, "  - Expected: {}\n  - Why a person: {}", markdown(expected), markdown(&why));
    }
    let settled = |item: &&Item| !item.status.is_open();
    for item in report.of(ItemKind::Human).filter(settled) {
        let why = item.reasons.join("; ");
        let _ =
            writeln!(out, "\n- **{}**: {} ({})", markdown(&item.label), item.status.as_str(), markdown(&why));
    }
}

fn gap_list(out: &mut String, report: &PhaseReport) {
    out.push_str("\n## Gaps\n");
    if report.gaps.is_empty() {
        out.push_str("\nNone.\n");
    }
    for (n, gap) in report.gaps.iter().enumerate() {
        let _ = writeln!(out, "\n### Gap {}: {}\n", n + 1, markdown(&gap.truth));
        let _ = writeln!(out, "**{}**: {}", gap.status.as_str(), markdown(&gap.reason));
        for missing in &gap.missing {
            let _ = writeln!(out, "- Missing: {}", markdown(missing));
        }
    }
}

/// What is needed of a written report: whose it is, and whether what it covered is still the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub phase: String,
    pub status: String,
    pub score: String,
    pub covered_digest: String,
}

impl Written {
    /// Tells whether what the report covered has changed since (SPEC 9.8).
    pub fn is_stale(&self, covered_digest: &str) -> bool {
        self.covered_digest != covered_digest
    }
}

/// Compares the items with a report of ours whose verification is not in the store: another clone's. By labels, since
/// those are all that it tells.
pub fn since(text: &str, items: &[Item]) -> Option<ReVerification> {
    let written = read(text)?;
    let status = [PhaseStatus::GapsFound, PhaseStatus::HumanNeeded, PhaseStatus::Passed];
    let previous_status = status.into_iter().find(|status| status.as_str() == written.status)?;
    let (front, _) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let gaps = front.lines().filter_map(|line| line.trim_start().strip_prefix("- truth: "));
    let gaps: Vec<String> = gaps.filter_map(|gap| serde_json::from_str(gap).ok()).collect();
    let labels = |holds: bool| {
        let found = items.iter().filter(|i| i.status.holds() == holds && gaps.contains(&i.label));
        found.map(|i| i.label.clone()).collect()
    };
    Some(ReVerification {
        previous_status,
        previous_score: written.score,
        gaps_closed: labels(true),
        gaps_remaining: labels(false),
        regressions: Vec::new(),
        no_longer_promised: Vec::new(),
    })
}

/// Reads back a report of ours; nothing for a file that another writer made or that is broken.
pub fn read(text: &str) -> Option<Written> {
    let (front, _) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    let value = |key: &str| -> Option<String> {
        let line = front.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))?;
        // The words of a status stand bare.
        let bare = line.bytes().all(|b| b.is_ascii_lowercase() || b == b'_').then(|| line.to_owned());
        serde_json::from_str(line).ok().or(bare)
    };
    if value("writer")? != "countersign" {
        return None;
    }
    Some(Written {
        phase: value("phase")?,
        status: value("status")?,
        score: value("score")?,
        covered_digest: value("covered_digest")?,
    })
}
