//! The findings as a brief lists them: blocking first, long texts shortened, answers beside them.

use super::budget::{seal_beginning, shortened};
use super::cut::{Cut, Left};
use crate::domain::envelope;
use crate::domain::finding::Finding;
use crate::domain::next_step::FindingRow;
use crate::domain::review::{Response, ResponseKind, RulingKind};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::Claim;

/// A finding and what was answered to it, ready to be listed.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    row: FindingRow,
    /// What was answered and what the diff says of it; beside it the fixer's own words.
    answered: Option<(String, String)>,
    /// What was ruled on that, and beside it why.
    ruling: Option<(&'static str, String)>,
}

/// Returns the open findings with the fixer's words on them.
pub(super) fn open(state: &LoopState) -> Vec<Listed> {
    let claims: Vec<Claim> = state.passes.iter().flat_map(|p| &p.claims).cloned().collect();
    let listed = state.open_findings().into_iter().map(|f| Listed {
        row: FindingRow::of(f, &state.protocol),
        answered: f.response.as_ref().map(|r| answered(&claims, f, "answered", r)),
        ruling: f.ruling.map(|r| match r {
            RulingKind::Accepted => ("accepted", String::new()),
            RulingKind::Overruled => ("overruled", String::new()),
        }),
    });
    listed.collect()
}

/// Returns what is to be mended, with what was answered to it before the last review and ruled on that: who mends it the
/// second time must know what did not do, and that a rejection was overruled cannot be tried again.
pub(super) fn to_mend(state: &LoopState, rows: &[FindingRow]) -> Vec<Listed> {
    let listed = rows.iter().map(|row| {
        let known = state.findings.iter().find(|f| f.id.as_str() == row.id);
        let before = state.passes.iter().rev().find_map(|pass| {
            let response = pass.responses.iter().rev().find(|r| r.finding_id.as_str() == row.id)?;
            Some((pass, response))
        });
        Listed {
            row: row.clone(),
            answered: known.zip(before).map(|(f, (pass, r))| {
                answered(&pass.claims, f, &format!("answered after pass {}", pass.number), r)
            }),
            ruling: known.filter(|f| f.overruled).map(|f| {
                ("overruled; it cannot be rejected again", overruled_because(state, f).unwrap_or_default())
            }),
        }
    });
    listed.collect()
}

/// Returns the reason with which a rejection was last overruled, where one was given.
fn overruled_because(state: &LoopState, finding: &Finding) -> Option<String> {
    let of = |id: &str| {
        let answers = state.passes.iter().rev().filter_map(|pass| pass.answer.as_ref());
        let mut rulings = answers.flat_map(|(answer, _)| answer.reading.rulings.iter());
        rulings.find(|r| r.ruling == RulingKind::Overruled && r.finding_id == id)
    };
    // Reviewers number each round anew: their own id counts only where ours is not named.
    let ruling = of(finding.id.as_str()).or_else(|| of(finding.said.reported_id.as_deref()?));
    ruling?.reason.clone()
}

/// Returns the ids of the open findings whose rejection waits for a ruling.
pub(super) fn to_rule_on(state: &LoopState) -> Vec<String> {
    let waits = |f: &&Finding| {
        f.ruling.is_none() && f.response.as_ref().is_some_and(|r| r.response == ResponseKind::Rejected)
    };
    state.open_findings().into_iter().filter(waits).map(|f| f.id.to_string()).collect()
}

/// Returns the earlier findings that are open no more, each with how it came to that and its title beside it; without
/// those whose rejection was accepted, which are settled. Nothing where the protocol's reviewers are not told.
pub(super) fn resolved(state: &LoopState) -> Vec<String> {
    if !state.protocol.resolved_are_told {
        return Vec::new();
    }
    let gone = state.findings.iter().filter(|f| !f.is_open() && !LoopState::rejection_accepted(f));
    let row = |f: &Finding| {
        let word = state.protocol.word_of(&f.said);
        let how = f.resolved_by.as_deref().unwrap_or("resolved").replace('|', "/");
        let ours = format!("{} [{word}] raised in pass {}, {}", f.id, f.first_pass, envelope::flat(&how));
        envelope::beside(&ours, &envelope::flat(&with_place(f)))
    };
    gone.map(row).collect()
}

/// A finding's title and its place.
pub(super) fn with_place(finding: &Finding) -> String {
    let place = finding.place().map(|p| format!(" ({p})")).unwrap_or_default();
    format!("{}{place}", finding.said.title)
}

/// Says what the fixer answered, what the diff says of it, and in which words he did.
fn answered(claims: &[Claim], finding: &Finding, when: &str, response: &Response) -> (String, String) {
    let word = response.response.as_str();
    let said = match response.response {
        ResponseKind::Fixed => response.details.as_ref().or(response.reason.as_ref()),
        ResponseKind::Rejected | ResponseKind::Deferred | ResponseKind::Skipped => {
            response.reason.as_ref().or(response.details.as_ref())
        }
    };
    let claim = claims.iter().rev().find(|c| c.finding_id == finding.id);
    let diff = claim.map(|c| format!(" [diff: {}]", c.claim)).unwrap_or_default();
    (format!("{when}: {word}{diff}"), said.cloned().unwrap_or_default())
}

/// What the list of what was left out calls the findings.
pub(super) const ROW: &str = "(findings)";

/// How long each text of a finding may be, the next where one does not fit: about a fifth shorter each time, so that
/// little room is left unused.
const LENGTHS: [usize; 20] = [
    usize::MAX,
    3000,
    2000,
    1500,
    1200,
    1000,
    800,
    640,
    500,
    400,
    320,
    250,
    200,
    150,
    120,
    100,
    80,
    60,
    50,
    40,
];

/// Seals the findings in at most `most` bytes: texts are shortened before a finding is left out.
pub(super) fn seal(
    state: &LoopState,
    tag: &str,
    mut listed: Vec<Listed>,
    most: usize,
    cut: &mut Cut<'_>,
) -> String {
    listed.sort_by_key(|l| (!l.row.blocking, l.row.severity));
    let whole = render(state, &listed, usize::MAX);
    for text in LENGTHS {
        let shown = render(state, &listed, text);
        let (sealed, more) = seal_beginning(tag, "findings", &shown, most);
        if more.is_empty() {
            if shown != whole {
                let what =
                    format!("long texts of findings are shortened: loop_status {} has them whole", state.id);
                cut.keep(ROW, what, Left::whole("findings, whole", whole));
            }
            return sealed;
        }
    }
    let all = listed.len();
    while listed.len() > 1 {
        // An eighth at a time keeps this linear enough and drops the least severe first.
        listed.truncate(listed.len() - (listed.len() / 8).max(1));
        let shown = format!(
            "{}\n{} more findings: loop_status {} with cursor",
            render(state, &listed, 40),
            all - listed.len(),
            state.id
        );
        let (sealed, more) = seal_beginning(tag, "findings", &shown, most);
        if more.is_empty() || listed.len() == 1 {
            break_off(state, all - listed.len(), whole, cut);
            return sealed;
        }
    }
    // One alone is broken off.
    let (sealed, _) = seal_beginning(tag, "findings", &render(state, &listed, 40), most);
    break_off(state, 0, whole, cut);
    sealed
}

fn break_off(state: &LoopState, more: usize, whole: String, cut: &mut Cut<'_>) {
    let what =
        format!("{more} findings, and the long texts of the others: loop_status {} with cursor", state.id);
    cut.keep(ROW, what, Left::whole("findings, whole", whole));
}

/// Lists the findings with each text at most so long. Right of a line's first bar stands what a reviewer or a fixer
/// wrote, whatever he wrote; left of it, what the server holds.
fn render(state: &LoopState, listed: &[Listed], most: usize) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for Listed { row, answered, ruling } in listed {
        let blocks = if row.blocking { ", blocks" } else { "" };
        let known = state.findings.iter().find(|f| f.id.as_str() == row.id);
        let since = known.filter(|f| f.repeated).map(|f| format!(", open since pass {}", f.first_pass));
        let since = since.unwrap_or_default();
        let short = |t: &str, cap: usize| shortened(t, most.min(cap), "loop_status");
        let title = short(&envelope::flat(&row.title), 400);
        let word = known.map_or(state.protocol.word(row.severity), |f| state.protocol.word_of(&f.said));
        line(envelope::beside(&format!("{} [{word}{blocks}{since}]", row.id), &title));
        let said = known.map(|f| &f.said);
        let dimension = row.category.as_ref().filter(|_| state.protocol.dimensions_identify);
        let details = [
            ("now", row.now.as_ref().filter(|n| !told(row, n)).map(|t| short(&envelope::flat(t), 400))),
            ("dimension", dimension.cloned()),
            (
                "reported by",
                said.and_then(|s| s.reported_by.as_ref()).map(|t| short(&envelope::flat(t), 200)),
            ),
            ("place", row.place.as_ref().map(|p| short(&envelope::flat(&p.to_string()), 300))),
            ("requirement", row.requirement.as_ref().map(|t| short(t, 400))),
            ("issue", row.description.as_ref().map(|t| short(t, usize::MAX))),
            ("why it matters", said.and_then(|s| s.why.as_ref()).map(|t| short(t, 400))),
            ("suggestion", row.suggestion.as_ref().map(|t| short(t, usize::MAX))),
            ("counts as mended when", said.and_then(|s| s.closed_when.as_ref()).map(|t| short(t, 400))),
            (patch_note(known), said.and_then(|s| s.fix_patch.as_ref()).map(|t| short(t, 8_000))),
        ];
        for (name, value) in details {
            if let Some(value) = value {
                line(envelope::beside(&format!("   {name}"), &value));
            }
        }
        if let Some((held, words)) = answered {
            let words = short(words, if most < 1000 { 200 } else { 1000 });
            line(envelope::beside(&format!("   {held}"), &words));
        }
        if let Some((ruling, why)) = ruling {
            line(envelope::beside(&format!("   ruling: {ruling}"), &short(why, 400)).trim_end().to_owned());
        }
    }
    text.trim_end().to_owned()
}

/// Tells whether a row's description holds what was said last already.
fn told(row: &FindingRow, now: &str) -> bool {
    row.description.as_ref().is_some_and(|text| text.contains(now))
}

/// Names a finding's patch by whether it was found to apply.
fn patch_note(finding: Option<&Finding>) -> &'static str {
    match finding.and_then(|f| f.patch_applies) {
        Some(true) => "patch (applies to what was reviewed)",
        Some(false) => "patch (does not apply as it stands; take its idea)",
        None => "patch (not checked)",
    }
}
