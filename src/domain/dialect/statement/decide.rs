//! Which of several statements holds: the code, the round, the text's own word, and else none.

use std::sync::LazyLock;

use regex::Regex;

use super::{Collected, Statement, Weight};
use crate::domain::dialect::page::{Kind, Page};
use crate::domain::dialect::{Because, Ignored};
use crate::domain::review::{Remark, Verdict};

pub(super) static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(final (verdict|decision|status|answer|result)|last line|(that|which|is the one that|one) counts|supersed|overrid|revised (verdict|decision|status)|correct(ion|ed verdict)\b|on reflection|changed my mind|reconsider|disregard|ignore the (above|first|headline)|in its place|corrected|instead of the|scratch that|let me (redo|revise|correct)|redo the verdict)")
        .expect("a constant pattern")
});

/// What the statements come to.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) verdict: Verdict,
    pub(crate) because: Option<Because>,
    pub(crate) remarks: Vec<Remark>,
    /// Statements of earlier rounds and beaten ones.
    pub(crate) ignored: Vec<Ignored>,
    /// Lines of answers in JSON that the text takes back; their findings go with them.
    pub(crate) beaten: Vec<usize>,
    /// The round that holds, where several rounds stand in one text.
    pub(crate) round: Option<u32>,
}

/// Decides which of the statements holds.
pub(crate) fn decide(page: &Page<'_>, collected: &Collected, countersign: Option<&str>) -> Decision {
    let mut out = Decision {
        verdict: Verdict::Unclear,
        because: None,
        remarks: Vec::new(),
        ignored: Vec::new(),
        beaten: Vec::new(),
        round: None,
    };
    let strongest = collected.statements.iter().map(|s| s.weight).max();
    let mut held: Vec<&Statement> =
        collected.statements.iter().filter(|s| Some(s.weight) == strongest).collect();
    let drop = |held: &mut Vec<&Statement>,
                keep: &dyn Fn(&Statement) -> bool,
                why: &str,
                ignored: &mut Vec<Ignored>| {
        held.retain(|s| {
            if !keep(s) {
                let line = &page.lines[s.at];
                ignored.push(Ignored { line: line.number, text: page.written(line), why: why.to_owned() });
            }
            keep(s)
        });
    };
    if differ(&held)
        && let Some(parts) = countersign.map(|code| carrying(page, code))
    {
        let carried = |s: &Statement| {
            let next = parts.partition_point(|p| p.start <= s.at);
            next.checked_sub(1).is_some_and(|i| parts[i].contains(&s.at))
        };
        if held.iter().any(|s| carried(s)) {
            drop(&mut held, &carried, "does not carry this pass's code", &mut out.ignored);
        }
    }
    let last_round = held.iter().filter_map(|s| s.round).max();
    if held.iter().all(|s| s.round.is_some()) && held.iter().any(|s| s.round != last_round) {
        out.round = last_round;
    }
    if differ(&held) && held.iter().all(|s| s.round.is_some()) {
        drop(&mut held, &|s| s.round == last_round, "about an earlier round", &mut out.ignored);
    }
    let Some(last) = held.last().copied() else { return out };
    let line = &page.lines[last.at];
    out.because = Some(Because { line: line.number, text: page.written(line), rule: last.rule.clone() });
    out.verdict = last.verdict;
    if differ(&held) {
        let told = last.told || any_tells(page, &held);
        let message = if told {
            let json =
                |s: &&Statement| s.rule.ends_with(".json") && s.at != last.at && last.rule.ends_with(".json");
            out.beaten = held.iter().copied().filter(json).map(|s| s.at).collect();
            "two statements of the verdict differ; the text says that the last one holds"
        } else {
            out.verdict = Verdict::Unclear;
            "two statements of the verdict differ and nothing tells which one holds"
        };
        out.remarks.push(Remark::new(line.number, "verdict_vs_verdict", message));
    }
    if held.iter().any(|s| s.verdict == Verdict::Unclear) && out.verdict.approves() {
        out.verdict = Verdict::Unclear;
    }
    if out.verdict.approves()
        && strongest == Some(Weight::Formal)
        && let Some(at) = collected.refusal
    {
        let line = &page.lines[at];
        out.verdict = Verdict::Unclear;
        out.remarks.push(Remark::new(
            line.number,
            "verdict_vs_verdict",
            "the verdict approves and a sentence refuses",
        ));
    }
    out
}

pub(super) fn differ(held: &[&Statement]) -> bool {
    held.windows(2).any(|w| w[0].verdict != w[1].verdict)
}

/// Tells whether the lines around the statements say which of several counts.
pub(super) fn any_tells(page: &Page<'_>, held: &[&Statement]) -> bool {
    let mut seen = 0;
    // Statements come in the order of their lines, so each line is looked at once.
    held.iter().any(|s| {
        let from = s.at.saturating_sub(2).max(seen);
        let to = page.lines.len().min(s.at + 3);
        seen = seen.max(to);
        page.lines.get(from..to).is_some_and(|l| l.iter().any(|l| l.own() && TOLD.is_match(&l.text)))
    })
}

/// Returns the parts of the page (from heading, rule or fence to the next) that carry the code, in order.
pub(super) fn carrying(page: &Page<'_>, code: &str) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut carries = false;
    for (at, line) in page.lines.iter().enumerate() {
        let border = matches!(line.kind, Kind::Heading(1 | 2) | Kind::Rule)
            || (line.kind == Kind::FenceMark && page.fences.binary_search_by_key(&at, |f| f.opening).is_ok())
            || (line.kind == Kind::Data
                && at > 0
                && page.lines[at - 1].kind != Kind::Data
                && line.text.starts_with('{'));
        if border && at > start {
            if carries {
                parts.push(start..at);
            }
            (start, carries) = (at, false);
        }
        let quoted = matches!(line.kind, Kind::Quote | Kind::Comment);
        carries |= !quoted && line.text.contains(code);
    }
    if carries {
        parts.push(start..page.lines.len());
    }
    parts
}
