//! Which of several statements holds: the code, the round, the text's own word, and else none.

use std::sync::LazyLock;

use regex::Regex;

use super::label::{Label, body, label, labelled};
use super::withdrawn::withdraws;
use super::{Collected, Statement, Weight, failing, in_parts, rounds, subject, unexplained};
use crate::domain::dialect::gather;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words::{self, Said};
use crate::domain::dialect::{Because, Ignored};
use crate::domain::review::{Remark, Verdict};

pub(super) static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(final (verdict|decision|status|answer|result)|last line|(that|which|is the one that|one) counts|supersed|overrid|revised (verdict|decision|status)|correct(ion|ed verdict)\b|on reflection|changed my mind|reconsider|disregard|ignore the (above|first|headline)|in its place|corrected|instead of the|scratch that|let me (redo|revise|correct)|redo the verdict|(have|need) to (change|revise|withdraw|retract|correct) (this|that|it|my|the)|take (this|that|it) back|(withdraw|retract|revoke|rescind) (this|that|it|my|the)|second (look|thought)s?|i overlooked|updated (report|review|verdict|answer)|changes (the|my) (status|verdict|decision|answer)|edit:|sorry, wrong)")
        .expect("a constant pattern")
});

/// What the statements come to.
#[derive(Debug)]
pub(crate) struct Decision {
    pub(crate) verdict: Verdict,
    /// The approval that is not held because of what the text says of the work alone.
    pub(crate) stated: Option<Verdict>,
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
        stated: None,
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
    let mut ours = None;
    if differ(&held)
        && let Some(parts) = countersign.map(|code| carrying(page, code))
    {
        let carried = |s: &Statement| {
            let next = parts.partition_point(|p| p.start <= s.at);
            next.checked_sub(1).is_some_and(|i| parts[i].contains(&s.at))
        };
        if held.iter().any(|s| carried(s)) {
            drop(&mut held, &carried, "does not carry this pass's code", &mut out.ignored);
            ours = Some(parts);
        }
    }
    // A round that was begun later and says nothing yet does not keep an earlier approval.
    let begun = collected.rounds.iter().map(|(_, r)| *r).max();
    drop(
        &mut held,
        &|s| !(s.verdict.approves() && s.round.is_some() && s.round < begun),
        "about an earlier round",
        &mut out.ignored,
    );
    let last_round = held.iter().filter_map(|s| s.round).max();
    let apart = subject::apart(page, &held);
    let superseding = !apart && rounds::supersede(page, &collected.heads);
    if superseding && held.iter().all(|s| s.round.is_some()) && held.iter().any(|s| s.round != last_round) {
        out.round = last_round;
    }
    if superseding && differ(&held) && held.iter().all(|s| s.round.is_some()) {
        drop(&mut held, &|s| s.round == last_round, "about an earlier round", &mut out.ignored);
    }
    let Some(last) = held.last().copied() else {
        // What was told why already needs no second reason.
        let said_nothing = collected.ignored.is_empty() && out.ignored.is_empty();
        if let Some(line) = said_nothing.then(|| unvalued(page)).flatten().map(|at| &page.lines[at]) {
            let why = "a label of a verdict, and no single verdict stands behind or below it".to_owned();
            out.ignored.push(Ignored { line: line.number, text: page.written(line), why });
        }
        return out;
    };
    let line = &page.lines[shown_at(page, last)];
    out.because = Some(Because { line: line.number, text: page.written(line), rule: last.rule.clone() });
    out.verdict = last.verdict;
    if differ(&held) {
        let told = last.told
            || if last.verdict.approves() {
                !apart && replaces(page, collected, &held, last)
            } else {
                any_tells(page, &held)
                    || tells_between(page, &held, last)
                    || withdrawn_before(page, collected, &held, last)
                    || courtesy(page, &held)
            };
        // What could not be read does not stand against an objection that can.
        let only = !last.verdict.approves()
            && last.verdict != Verdict::Unclear
            && held.iter().all(|s| s.verdict == Verdict::Unclear || s.verdict == last.verdict);
        let other = held.iter().rev().find(|s| s.verdict != last.verdict).copied().unwrap_or(last);
        let says = |s: &Statement| format!("line {} says {}", page.lines[s.at].number, s.verdict.as_str());
        let failed = failed_stage(page, &held).filter(|_| !last.told);
        let message = if only {
            let number = page.lines[other.at].number;
            format!("line {number} states a verdict that could not be read; {} and holds", says(last))
        } else if let Some(failed) = failed {
            let line = &page.lines[failed.at];
            let rule = failed.rule.clone();
            out.because = Some(Because { line: line.number, text: page.written(line), rule });
            out.verdict = failed.verdict;
            format!("{} and {}: a stage passes, and one that fails fails the whole", says(other), says(last))
        } else if told {
            let json =
                |s: &&Statement| s.rule.ends_with(".json") && s.at != last.at && last.rule.ends_with(".json");
            out.beaten = held.iter().copied().filter(json).map(|s| s.at).collect();
            format!("{} and {}; the text itself lets the last one hold", says(other), says(last))
        } else {
            out.verdict = Verdict::Unclear;
            // What keeps it from an approval is the reason for no verdict.
            if last.verdict.approves() {
                let line = &page.lines[shown_at(page, other)];
                out.because =
                    Some(Because { line: line.number, text: page.written(line), rule: other.rule.clone() });
            }
            format!("{} and {}, and nothing tells which one holds", says(other), says(last))
        };
        out.remarks.push(Remark::new(line.number, "verdict_vs_verdict", message));
    }
    if held.iter().any(|s| s.verdict == Verdict::Unclear) && out.verdict.approves() {
        out.verdict = Verdict::Unclear;
    }
    if out.verdict.approves()
        && let Some((remark, of_the_work)) = doubts(page, collected, &held, ours.as_deref(), superseding)
    {
        out.stated = of_the_work.then_some(out.verdict);
        out.verdict = Verdict::Unclear;
        out.remarks.push(remark);
    }
    out
}

/// `Looks good overall` in front of a request for changes is a courtesy, and no verdict beside it.
fn courtesy(page: &Page<'_>, held: &[&Statement]) -> bool {
    let polite = |s: &&Statement| {
        // Below the heading of the review itself.
        let below =
            s.rule.ends_with(".value_below") && words::joined(body(&page.lines[s.at])).ends_with("review");
        let said = words::words(page.lines.get(s.at + usize::from(below)).map_or("", body));
        let looks =
            said.first().is_some_and(|w| matches!(w.as_str(), "looks" | "looking" | "overall" | "mostly"));
        looks && (below || s.rule.ends_with(".signal") || s.rule.ends_with(".sentence"))
    };
    let mut approving = held
        .iter()
        .copied()
        .filter(|s| s.verdict != Verdict::ChangesRequested && s.verdict != Verdict::Rejected);
    approving.all(|s| s.verdict.approves() && polite(&s))
}

/// Lines above a statement in which the heading of its stage is looked for.
const STAGE_ABOVE: usize = 60;

/// Statements of one answer that may each be of a stage: there are two stages.
const STAGED: usize = 4;

/// Returns the statement that asks for changes, where each of several stands below, or in, the heading of a stage
/// (SPEC 4.1: each stage has its own status). What is said of the whole may refuse behind the stages: then it is
/// that. An approval of the whole is not of a stage, and stands against one that fails.
fn failed_stage<'s>(page: &Page<'_>, held: &[&'s Statement]) -> Option<&'s Statement> {
    let staged = |s: &Statement| {
        let from = s.at.saturating_sub(STAGE_ABOVE);
        let above = page.lines[from..=s.at].iter().rev();
        let heading = above.into_iter().find(|l| matches!(l.kind, Kind::Heading(_)))?;
        gather::stage_of(&heading.text)
    };
    let clear = held.len() <= STAGED && held.iter().all(|s| s.verdict != Verdict::Unclear);
    let last = held.last().copied()?;
    let whole =
        !last.verdict.approves() && held.iter().filter(|s| s.verdict.approves()).all(|s| staged(s).is_some());
    if !clear || !whole && !held.iter().all(|s| staged(s).is_some()) {
        return None;
    }
    if whole { Some(last) } else { held.iter().copied().find(|s| !s.verdict.approves()) }
}

/// Finds the last line that is labelled as the verdict and gives none.
fn unvalued(page: &Page<'_>) -> Option<usize> {
    let names =
        |text: &str| words::words(text).iter().take(4).any(|w| matches!(w.as_ref(), "verdict" | "decision"));
    page.lines.iter().rposition(|line| {
        let text = body(line);
        matches!(line.kind, Kind::Prose | Kind::Heading(_))
            && names(text)
            && match labelled(text) {
                Some((found, _)) => matches!(found, Label::Ours { .. }),
                None => matches!(label(text), Some(Label::Ours { .. })),
            }
    })
}

/// Says what speaks against an approval that is held, the first of all that may, and whether all of that is of the work. Where the code told parts
/// of the page apart, what stands in another part is not asked.
fn doubts(
    page: &Page<'_>,
    collected: &Collected,
    held: &[&Statement],
    ours: Option<&[std::ops::Range<usize>]>,
    superseding: bool,
) -> Option<(Remark, bool)> {
    let last = held.last()?;
    let formal = last.weight == Weight::Formal;
    let of = |at: usize, code: &str, message: &str| Remark::new(page.lines[at].number, code, message);
    let remark = |at: usize, code: &str, message: &str| (of(at, code, message), false);
    // A word on a line of its own, or a sentence, may head a part; a label speaks of the whole.
    let loose = held.iter().all(|s| s.rule.ends_with(".signal") || s.rule.ends_with(".sentence"));
    // One line may hold any number of statements, and is looked at once.
    let mut lines: Vec<usize> = if loose { held.iter().map(|s| s.at).collect() } else { Vec::new() };
    lines.dedup();
    let signalled = lines.iter().any(|&at| page.lines[at].text.contains("REVIEW_PASS"));
    if let Some(at) = loose.then(|| unfinished(page)).flatten() {
        return Some(remark(at, "hedged", "the review says or shows that it is not finished"));
    }
    if let Some(at) = in_parts::goes_on(page) {
        return Some(remark(
            at,
            "hedged",
            "the answer says that it is a part of one, and the rest is not here",
        ));
    }
    if let Some(at) = held.iter().find_map(|s| doubtful(page, collected, s)) {
        return Some(remark(
            at,
            "hedged",
            "a sign of doubt stands beside the approval, and nothing says of what",
        ));
    }
    if let Some(at) = collected.doubt.filter(|&at| at > last.at) {
        let message = "an objection stands after the approval, and nothing says for certain whose it is";
        return Some(remark(at, "verdict_vs_verdict", message));
    }
    if let Some(at) = hidden(page) {
        let message = "a code fence that nothing closes holds an objection: what stands inside and what outside cannot be told";
        return Some(remark(at, "verdict_vs_verdict", message));
    }
    if let Some(at) = page.lines.iter().position(|l| l.own() && UNREAD.is_match(&l.text)) {
        return Some(remark(at, "hedged", "the reviewer says that the work was not looked at"));
    }
    if let Some(at) = collected.hedged.filter(|_| loose && !signalled) {
        return Some(remark(at, "hedged", "the line sounds like an approval and says more than that"));
    }
    let approves = page.lines[shown_at(page, last)].number;
    if let Some(at) = collected.refusal.filter(|_| formal) {
        let message =
            format!("line {approves} approves and a sentence on line {} refuses", page.lines[at].number);
        return Some(remark(at, "verdict_vs_verdict", &message));
    }
    let in_ours = |at: usize| {
        ours.is_none_or(|parts| {
            let next = parts.partition_point(|part| part.start <= at);
            next.checked_sub(1).is_some_and(|i| parts[i].contains(&at))
        })
    };
    let round = |at: usize| {
        let found = collected.rounds.binary_search_by_key(&at, |round| round.0);
        found.ok().map(|i| collected.rounds[i].1)
    };
    // What was open in an earlier round is no longer asked.
    let past =
        |at: usize| superseding && last.round.is_some_and(|now| round(at).is_some_and(|then| then < now));
    // `I thought this must go back. My mistake. Approved.`: of one line the last sentence is the last word.
    let last_word = |d: &super::taken_back::Doubt| {
        d.at == last.at
            && last.rule.ends_with(".sentence")
            && OWN_MISTAKE.is_match(&page.lines[d.at].text)
            && words::is_bare_verdict(super::sentence::last_sentence(&page.lines[d.at].text), &[])
    };
    // What an approval with notes asks for in plain words are its notes.
    let noted = |d: &super::taken_back::Doubt| {
        d.why == unexplained::ASKS && held.iter().all(|s| s.verdict == Verdict::ApprovedWithNotes)
    };
    let counts = |d: &&super::taken_back::Doubt| {
        !noted(d) && (d.anywhere || d.at >= last.at) && in_ours(d.at) && !past(d.at) && !last_word(d)
    };
    let doubt = collected.doubts.iter().find(counts)?;
    let message = format!("line {approves} approves and line {} {}", page.lines[doubt.at].number, doubt.why);
    let beside = |d: &super::taken_back::Doubt| {
        (unexplained::is_of_the_work(d.why) || failing::is_of_the_work(d.why))
            && held.iter().all(|statement| statement.at != d.at)
    };
    // A verdict in form is what the reviewer claims, whatever else he says of the work.
    // Ralph's signal is a form of its own: nobody says it in passing.
    let of_the_work = formal && (!loose || signalled) && collected.doubts.iter().filter(counts).all(beside);
    Some((of(doubt.at, "verdict_vs_verdict", &message), of_the_work))
}

/// Finds the sign of doubt beside an approval that names no note, where none was read: `APPROVED ⚠️`.
fn doubtful(page: &Page<'_>, collected: &Collected, statement: &Statement) -> Option<usize> {
    if statement.verdict != Verdict::Approved || collected.noted {
        return None;
    }
    let at = shown_at(page, statement);
    let below = usize::from(statement.rule.ends_with(".value_below"));
    (at..=at + below).find(|&at| page.lines.get(at).is_some_and(|l| words::doubting(&l.text)))
}

/// The line to show for a statement: of an object over several lines, the one that names the verdict.
fn shown_at(page: &Page<'_>, statement: &Statement) -> usize {
    if !statement.rule.ends_with(".json") {
        return statement.at;
    }
    let kind = page.lines[statement.at].kind;
    let object = page.lines[statement.at..].iter().take(200).take_while(|l| l.kind == kind);
    let names = |text: &str| {
        let text = text.to_lowercase();
        ["\"verdict\"", "\"status\"", "\"decision\"", "\"approved\"", "\"r\""]
            .iter()
            .any(|k| text.contains(k))
    };
    object.enumerate().find(|(_, l)| names(&l.text)).map_or(statement.at, |(i, _)| statement.at + i)
}

/// Finds a line that states an objection in a fence that nothing closes: its opening mark may be the
/// closing one of a fence whose beginning is lost.
fn hidden(page: &Page<'_>) -> Option<usize> {
    let fence = page.fences.last().filter(|f| !f.closed)?;
    (fence.opening + 1..page.lines.len()).find(|&at| states_refusal(body(&page.lines[at])))
}

/// Reads a text that is a verdict in form.
pub(crate) fn stated(text: &str) -> Option<Verdict> {
    let read = |value: &str| match words::verdict(value, &[]) {
        Said::Verdict(verdict) => Some(verdict),
        Said::Template | Said::Unsure(_) | Said::Nothing => None,
    };
    let labelled = labelled(text).filter(|(label, _)| matches!(label, Label::Ours { .. }));
    let alone = || words::is_bare_verdict(text, &[]) && words::shouts(text, &[]);
    labelled.and_then(|(_, value)| read(value)).or_else(|| read(text).filter(|_| alone()))
}

/// Tells whether a text is a verdict in form, and refuses.
fn states_refusal(text: &str) -> bool {
    matches!(stated(text), Some(Verdict::ChangesRequested | Verdict::Rejected))
}

static UNFINISHED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(so far|to be continued|(still|yet) (have |need )?to (be )?(check|read|review|look)(ed)?|not (yet|been) (checked|read|reviewed)|(next|then) (i|is|i'll|i’ll|up) |i('ll| will|’ll) (now|next|continue))\b")
        .expect("a constant pattern")
});
/// What comes after this work, and is none of its review.
static NEXT_TASK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bnext (?:up )?is (?:the )?(?:next )?(?:task|plan|phase|wave|milestone)\b")
        .expect("a constant pattern")
});
static UNREAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:i|we)(?: have|'ve|’ve)?(?: not|n't|n’t| never| did not| didn't| didn’t| could not| couldn't| couldn’t)(?: yet)?(?: actually)? (?:look(?:ed)? at|read|review(?:ed)?) (?:it|this|(?:the|your) (?:code|diff|changes?|files?|patch|pr|work))\b|\b(?:my|the) (?:full |actual )?review (?:follows|is still to come|will follow)\b")
        .expect("a constant pattern")
});
/// Words that no sentence ends with.
pub(super) const DANGLING: &[&str] = &[
    "which", "the", "a", "an", "of", "and", "or", "but", "to", "that", "with", "because", "is", "are", "was",
    "were", "in", "on", "at", "for", "without", "from", "by", "as", "when", "where", "while", "if", "this",
    "its", "not", "has", "have", "be", "so", "than", "into",
];

/// Finds a line that says the review goes on, or the last line when it breaks off.
fn unfinished(page: &Page<'_>) -> Option<usize> {
    let own = |l: &crate::domain::dialect::page::Line<'_>| l.own() && l.kind != Kind::Table;
    let goes_on = |text: &str| UNFINISHED.is_match(text) && !NEXT_TASK.is_match(text);
    if let Some(at) = page.lines.iter().position(|l| own(l) && goes_on(&l.text)) {
        return Some(at);
    }
    let last = page.lines.len().checked_sub(1)?;
    let line = &page.lines[last];
    let word = line.text.rsplit(char::is_whitespace).next()?;
    // A keyword in capitals ends a sentence as a noun does: `prefer EXISTS over IN`.
    let dangles = word.chars().any(char::is_lowercase) && DANGLING.contains(&word.to_lowercase().as_str());
    let breaks = line.text.ends_with(',') || line.text.contains(' ') && dangles;
    (own(line) && breaks).then_some(last)
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

/// Tells whether a line between the last statement and the one it differs from takes that one back.
fn tells_between(page: &Page<'_>, held: &[&Statement], last: &Statement) -> bool {
    let Some(before) = held.iter().rev().find(|s| s.verdict != last.verdict) else { return false };
    page.lines[before.at..=last.at].iter().any(|l| l.own() && TOLD.is_match(&l.text))
}

/// Lines above a refusal in which what takes back the statement before it is looked for.
const ABOVE: usize = 60;

/// Tells whether the reviewer takes back, in whatever words, what a refusal differs from. What stands in a finding is about
/// the code.
fn withdrawn_before(page: &Page<'_>, collected: &Collected, held: &[&Statement], last: &Statement) -> bool {
    let Some(before) = held.iter().rev().find(|s| s.verdict != last.verdict) else { return false };
    let from = (before.at + 1).max(last.at.saturating_sub(ABOVE));
    // `Verdict: PASS... no wait, I have just seen …`
    let at_once = |line: &Line<'_>| super::taken_back::sentences(body(line)).skip(1).any(withdraws);
    at_once(&page.lines[before.at])
        || (from..=last.at).any(|at| {
            let line = &page.lines[at];
            line.own()
                && line.kind != Kind::Table
                && !collected.listed.contains(at)
                && (REPLACED.is_match(&line.text) || withdraws(body(line)))
        })
}

/// What takes back what the reviewer said before it.
static OWN_MISTAKE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:my (?:mistake|bad|error)|i was (?:wrong|mistaken)|i (?:misread|misjudged|overlooked (?:it|that))|never mind)\b")
        .expect("a constant pattern")
});

/// What says of a verdict, not of the code, that it is replaced.
static REPLACED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?ix)
        \b(?:final|revised|corrected|updated|new|amended)\ (?:verdict|decision)\b
        |(?:^|[.!]\ )\W*(?:my\ |here\ is\ (?:my|the)\ )?(?:final|revised|corrected|amended)\ answer\W*$
        |\b(?:supersed\w*|overrid\w*|overrul\w*|replac\w*|tak(?:es|ing)\ precedence\ over|instead\ of)\ (?:the\ |my\ )?(?:\w+\ )?(?:verdict|decision|headline|json|object|line\ above|above|first\ (?:line|verdict|answer)|(?:what|all)\ i\ (?:said|wrote))\b
        |\b(?:verdict|decision|headline|(?:the|what\ i\ (?:said|wrote))\ above)\ (?:\w+\ )?(?:is|was|has\ been)\ (?:hereby\ |now\ )?(?:superseded|overridden|overruled|replaced|void|wrong|a\ mistake|mistaken|obsolete|withdrawn|outdated|invalid)\b
        |^\W*(?:correction|corrigendum|erratum)\b\W*(?:$|[:,—–-])
        |\b(?:on\ reflection|on\ second\ thoughts?|(?:changed|change)\ my\ mind|scratch\ that|let\ me\ (?:redo|revise|correct)\ (?:this|that|it|my|the)|redo\ the\ verdict|sorry,\ wrong)\b
        |\bi\ (?:misread|misjudged|was\ wrong|take\ (?:this|that|it)\ back|withdraw\ (?:this|that|it|my)|(?:have|need)\ to\ (?:change|revise|withdraw|retract|correct)\ (?:this|that|it|my|the)\ (?:verdict|decision|answer|status)?)\b
        |\b(?:please\ )?(?:disregard|ignore|discard)\ (?:the|my)\ (?:above|first|headline|verdict|previous|earlier|json)
        |\b(?:last|latter|second|later|following|lower)\ (?:line|verdict|one|answer|status)\ (?:counts|holds|stands|applies|is\ (?:valid|binding|mine))\b
        |\b(?:that|this)\ (?:one|line|verdict|answer)\ (?:counts|holds)\b|\bthe\ one\ that\ counts\b|\bin\ its\ place\b|\bchanges\ (?:the|my)\ (?:verdict|decision|answer)\b")
        .expect("a constant pattern")
});
/// A replacement that is still to come, or that only might be.
static SUPPOSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:will|would|could|might|shall|should|once (?:the|you|that|it|they|this|these|those|all|both|fixed|done)|if|unless|until|when|expect|reproduce)\b")
        .expect("a constant pattern")
});

/// Lines above an approval, and one behind it, that may say that it replaces what was said before.
const NEAR: usize = 3;

/// Tells whether the reviewer lets an approval replace what he said before: in its line or right beside it, in
/// words about the verdict. What stands in a finding or further away is about the code, whatever its words.
fn replaces(page: &Page<'_>, collected: &Collected, held: &[&Statement], last: &Statement) -> bool {
    let Some(before) = held.iter().rev().find(|s| s.verdict != last.verdict) else { return false };
    let from = (before.at + 1).max(last.at.saturating_sub(NEAR));
    let end = page.lines.len().min(last.at + 2);
    (from..end).any(|at| {
        let line = &page.lines[at];
        line.own()
            && line.kind != Kind::Table
            && !collected.listed.contains(at)
            && collected.led.binary_search(&at).is_err()
            && REPLACED.is_match(&line.text)
            && !SUPPOSED.is_match(&line.text)
    })
}

/// Tells whether an object below a line is another one: the line is no data, or ends an object at the margin.
fn ends_object(line: &Line<'_>) -> bool {
    line.kind != Kind::Data || line.indent == 0 && line.text.ends_with('}')
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
                && ends_object(&page.lines[at - 1])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stage_that_fails_speaks_beside_one_that_passes() {
        let page = Page::scan("## Spec compliance\nStatus: FAIL\n## Code quality\nStatus: PASS\n");
        let at = |at, verdict| Statement::formal(at, verdict, "a rule".to_owned());
        let both = [at(1, Verdict::ChangesRequested), at(3, Verdict::Approved)];
        let held: Vec<&Statement> = both.iter().collect();
        assert_eq!(failed_stage(&page, &held).map(|s| s.at), Some(1));
        let both = [at(1, Verdict::Approved), at(3, Verdict::ChangesRequested)];
        let held: Vec<&Statement> = both.iter().collect();
        assert_eq!(failed_stage(&page, &held).map(|s| s.at), Some(3));
        let plain = Page::scan("## Before\nStatus: FAIL\n## After\nStatus: PASS\n");
        let both = [at(1, Verdict::ChangesRequested), at(3, Verdict::Approved)];
        let held: Vec<&Statement> = both.iter().collect();
        assert_eq!(failed_stage(&plain, &held).map(|s| s.at), None, "no stages");
    }

    #[test]
    fn a_part_begins_at_a_heading_or_where_a_fence_opens_and_not_where_it_closes() {
        let page = Page::scan("# A\nF-1\n```\nF-1\n```\nend of F-1\n# B\nnothing\n");
        assert_eq!(carrying(&page, "F-1"), [0..2, 2..6]);
    }
}
