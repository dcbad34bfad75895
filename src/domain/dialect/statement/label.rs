//! Labels of verdicts (`Final verdict:`, `**Status:**`, `结论：`) and whose verdict they announce.

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::dialect::field::undecorated;
use crate::domain::dialect::page::{Kind, Line, heading_text, item_body};
use crate::domain::dialect::words::{self, Classes, Said};
use crate::domain::review::Verdict;

pub(super) const CORE: &[&str] = &[
    "verdict",
    "status",
    "state",
    "verdetto",
    "decision",
    "result",
    "outcome",
    "conclusion",
    "recommendation",
    "vote",
    "signal",
    "assessment",
    "disposition",
    "veredito",
    "veredicto",
    "urteil",
    "ergebnis",
    "statut",
    "estado",
    "résultat",
    "décision",
    "decisão",
    "decisión",
    "entscheidung",
    "вердикт",
    "статус",
    "решение",
    "итог",
    "结论",
    "状态",
    "判定",
    "結果",
    "結論",
    "ステータス",
    "裁定",
    "판정",
    "결과",
    "상태",
    "결론",
    "fazit",
    "esito",
    "conclusión",
    "conclusão",
    "conclusie",
    "wniosek",
    "вывод",
];

pub(super) const FILLER: &[&str] = &[
    "consolidated",
    "combined",
    "joint",
    "aggregated",
    "final",
    "overall",
    "my",
    "the",
    "our",
    "review",
    "reviewer",
    "reviewers",
    "reviewer's",
    "code",
    "revised",
    "updated",
    "corrected",
    "this",
    "current",
    "tech",
    "lead",
    "approval",
    "pass",
    "round",
    "iteration",
    "attempt",
    "gate",
    "so",
    "итоговый",
    "最终",
    "execution",
    "is",
    "plan",
    "new",
    "fix",
    "own",
    "on",
    "change",
    "patch",
    "pr",
    "diff",
];

/// Words by which a label or a lead-in is about something else than this review.
pub(super) const OTHER: &[&str] = &[
    "previous",
    "prior",
    "earlier",
    "last",
    "first",
    "old",
    "initial",
    "former",
    "qa",
    "test",
    "tests",
    "ci",
    "build",
    "executor",
    "executor's",
    "developer",
    "developer's",
    "pm",
    "example",
    "template",
    "expected",
    "sample",
    "task",
    "phase",
    "pre",
    "precheck",
    "original",
    "vorige",
    "предыдущий",
];

/// Splits `Verdict: value` and its like; tells whether the label is about something else.
pub(super) fn labelled(body: &str) -> Option<(Label, &str)> {
    if body.contains("](") {
        return None;
    }
    let body = undecorated(body);
    if let Some(rest) = body.strip_prefix('<') {
        let (name, rest) = rest.split_once('>')?;
        let value = rest.split("</").next().unwrap_or(rest);
        return Some((label(name)?, value));
    }
    let body = body.strip_prefix('[').unwrap_or(body);
    // A JSON or quoted key is data, not a statement.
    if body.starts_with(['"', '“', '\'', '`', '{']) {
        return None;
    }
    let cut = separator(body)?;
    let (name, value) = (&body[..cut.0], &body[cut.1..]);
    Some((label(name)?, value))
}

/// Bytes behind a question mark in which its answer begins.
const NEAR: usize = 80;

/// Finds what separates a label from its value: byte range of the separator.
pub(super) fn separator(body: &str) -> Option<(usize, usize)> {
    for (at, c) in body.char_indices().take(64) {
        match c {
            ':' | '=' | '→' => return Some((at, at + c.len_utf8())),
            '—' | '–' => return Some((at, at + c.len_utf8())),
            // `**Verdict?** Approved`
            '?' if body[at + 1..].starts_with(['*', ' ', '_'])
                && !words::fewer(&body[at + 1..body.floor_char_boundary(at + NEAR)], 1) =>
            {
                return Some((at, at + 1));
            }
            '-' if body[..at].ends_with(' ') && body[at + 1..].starts_with(' ') => return Some((at, at + 1)),
            _ => {}
        }
    }
    let near = &body[..body.char_indices().nth(64).map_or(body.len(), |(at, _)| at)];
    if !near.is_ascii() {
        return None;
    }
    let at = near.as_bytes().windows(4).position(|w| w.eq_ignore_ascii_case(b" is "))?;
    Some((at, at + 4))
}

/// Finds whatever may be a word of [`CORE`], or `review`.
static MAY_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!("(?i)review|{}", CORE.join("|"))).expect("words are constant patterns")
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Ours { told: bool },
    Others,
}

pub(super) fn label(name: &str) -> Option<Label> {
    // Most lines have no such word anywhere, and need not be cut into words to tell.
    if !name.contains('&') && !MAY_LABEL.is_match(name) {
        return None;
    }
    if let Some((name, aside)) = aside(name) {
        // `Verdetto (Verdict):` names in brackets what it is.
        let short = words::fewer(&name, 3) && words::fewer(aside, 2);
        let named = || label(aside).filter(|l| short && matches!(l, Label::Ours { .. }));
        let told = match label(&name).or_else(named)? {
            Label::Others => return Some(Label::Others),
            Label::Ours { told } => told,
        };
        let words = words::words(aside);
        let has = |any: &[&str]| words.iter().any(|w| any.contains(&w.as_str()));
        // "(after running the tests)" says when; "(tests)" and "(first round)" say of what.
        if has(ANOTHER) || words.len() <= 2 && has(OTHER) {
            return Some(Label::Others);
        }
        return Some(Label::Ours { told: told || has(&["after", "now", "final", "updated", "revised"]) });
    }
    // `Verdict / Verdikt:`
    if let Some((one, other)) = name.split_once('/')
        && [one, other].iter().all(|part| !words::fewer(part, 1) && words::fewer(part, 3))
        && let Some(found) =
            [one, other].into_iter().filter_map(label).find(|l| matches!(l, Label::Ours { .. }))
    {
        return Some(found);
    }
    let words = words::words(name);
    if words.is_empty() || words.len() > 6 {
        return None;
    }
    let class = |word: &str| LABELS.word(word);
    let any = words.iter().fold(0, |any, w| any | class(w));
    let review_only = any & IS_CORE == 0 && words.last().is_some_and(|w| w == "review");
    if any & IS_CORE == 0 && !review_only {
        return None;
    }
    if any & IS_OTHER != 0 {
        return Some(Label::Others);
    }
    let known = |w: &String| class(w) & (IS_CORE | IS_FILLER) != 0 || w.chars().all(|c| c.is_ascii_digit());
    let told = any & IS_FINAL != 0;
    words.iter().all(known).then_some(Label::Ours { told })
}

/// Tells whether a line is nothing but the verdict of another round: `<previous_verdict>REJECTED</previous_verdict>`.
pub(super) fn of_the_past(body: &str) -> bool {
    const PAST: &[&str] =
        &["previous", "prior", "earlier", "last", "first", "old", "initial", "former", "original"];
    let body = undecorated(body);
    let name = match body.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        Some((name, _)) => name,
        None => separator(body).map_or("", |cut| &body[..cut.0]),
    };
    words::fewer(name, 5)
        && matches!(label(name), Some(Label::Others))
        && words::words(name).iter().any(|w| PAST.contains(&w.as_str()))
        && labelled(body).is_some_and(|(_, value)| words::is_bare_verdict(value.trim(), &[]))
}

/// The words of labels, a bit for each list.
static LABELS: LazyLock<Classes> = LazyLock::new(|| Classes::new(&[CORE, FILLER, OTHER, FINAL]));
const IS_CORE: u32 = 1;
const IS_FILLER: u32 = 2;
const IS_OTHER: u32 = 4;
const IS_FINAL: u32 = 8;

/// Words by which a label says that its verdict is the last.
const FINAL: &[&str] = &["final", "revised", "updated", "corrected", "итоговый", "最终"];

/// Splits what stands in round brackets off a label's name.
fn aside(name: &str) -> Option<(String, &str)> {
    let (before, rest) = name.split_once('(')?;
    let (inner, after) = rest.split_once(')')?;
    (!after.contains('(')).then(|| (format!("{before} {after}"), inner))
}

/// Words of an aside by which the whole label is about another round or another person.
const ANOTHER: &[&str] = &[
    "previous",
    "prior",
    "earlier",
    "last",
    "old",
    "initial",
    "former",
    "original",
    "executor",
    "developer",
    "example",
    "template",
    "expected",
    "sample",
    "draft",
    "filled",
    "fill",
    "wanted",
    "partial",
];

/// Words that sum up; with nothing else before it a verdict that follows is the reviewer's own.
const SUMMING: &[&str] = &[
    "overall",
    "now",
    "bottom",
    "line",
    "tl",
    "dr",
    "tldr",
    "in",
    "short",
    "sum",
    "summary",
    "my",
    "take",
    "as",
    "it",
    "stands",
    "so",
    "net",
    "final",
    "call",
    "answer",
    "therefore",
    "thus",
    "hence",
    "fazit",
    "gesamt",
    "insgesamt",
    "итого",
    "总体",
    "总结",
    "总评",
    "総評",
    "yes",
    "from",
    "me",
    "until",
    "then",
];

/// `As it stands: request changes`, `TL;DR — LGTM`: the value behind words that sum up, where it is a
/// bare verdict.
pub(super) fn summed(body: &str) -> Option<&str> {
    summed_at(body.rsplit_once([':', '—', '–'])?).or_else(|| summed_at(body.split_once(':')?))
}

/// The same for one place at which the line may be split.
fn summed_at<'b>((name, value): (&str, &'b str)) -> Option<&'b str> {
    let clause = name.rfind(['.', '!', '?']).map_or(name, |at| &name[at + 1..]);
    let words = words::words(clause);
    let sums = (1..=5).contains(&words.len()) && words.iter().all(|w| SUMMING.contains(&w.as_str()));
    // What explains the value may follow it: `Overall: APPROVED. No issues.`
    let first = value.split(['.', ';', '—', '–', '(', ',']).next().unwrap_or(value);
    // Until then something is refused, and nothing approved.
    let until = words.iter().any(|w| w == "until")
        && matches!(words::verdict(first, &[]), Said::Verdict(verdict) if verdict.approves());
    (sums && !until && words::is_bare_verdict(first, &[])).then_some(value)
}

/// `previously: APPROVED → now: CHANGES REQUESTED`: the value behind the last arrow, where what stands
/// before it is the past.
pub(super) fn turned(body: &str) -> Option<&str> {
    let at = body.rfind("->").into_iter().chain(body.rfind('→')).max()?;
    let (before, after) = (&body[..at], body[at..].trim_start_matches(['-', '>', '→']));
    let past = ["previously", "previous", "before", "was", "earlier", "prior", "old"];
    let first = words::first(before)?;
    let after = after.trim_start();
    let value = match after.split_once(':') {
        Some((name, value)) if matches!(words::joined(name).as_str(), "now" | "new" | "current") => value,
        _ => after.strip_prefix("now ").unwrap_or(after),
    };
    (past.contains(&first.as_str()) && words::is_bare_verdict(value, &[])).then_some(value)
}

/// Returns a line's text without heading marks and bullets.
pub(crate) fn body<'l>(line: &'l Line<'_>) -> &'l str {
    let text: &str = &line.text;
    let text = if matches!(line.kind, Kind::Heading(_)) {
        heading_text(text)
    } else if line.kind == Kind::Comment {
        text.trim_start_matches("<!--").trim_end_matches("-->").trim()
    } else {
        text
    };
    item_body(text).map_or(text, |(body, _)| body)
}

/// Tells whether a line states a verdict after a label, whatever the verdict.
pub(crate) fn says_verdict(_line: &Line<'_>, body: &str) -> bool {
    let Some((Label::Ours { .. }, value)) = labelled(body) else {
        return words::answered(body).is_some() || summed(body).is_some();
    };
    let empty = words::fewer(value, 1);
    empty || !matches!(words::verdict(value, &[("critical", Verdict::Rejected)]), Said::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_mark_parts_a_label_from_its_answer_only_where_one_follows() {
        for (text, cut) in [
            ("Verdict: approved", Some((7, 8))),
            ("Verdict? approved", Some((7, 8))),
            ("**Verdict?** approved", Some((9, 10))),
            ("a?b: approved", Some((3, 4))),
            ("Verdict?", None),
            ("Verdict? !", None),
            ("Verdict - approved", Some((8, 9))),
            ("The verdict is approved", Some((11, 15))),
        ] {
            assert_eq!(separator(text), cut, "{text}");
        }
    }
}
