//! What a text marks as open by its form, beside an approval, and no finding was read from.
//!
//! ```text
//! severity = label "high"-word | "[HIGH]" | "HIGH:" text | heading of what blocks, with something below it
//! count    = "Blocking issues:" number above 0 | "Failed: 3/5" | "Score: 1/6"
//! mark     = "❌" without "✅" | NOT_MET | a cell that is FAIL
//! ```
//!
//! The reader takes findings in many layouts and not in all there are. One that it does not know must not make an
//! approval out of a refusal: where such a mark stands and no finding has it, the text is unclear, and is asked about.
//! Lines of findings, of earlier rounds, of praise and of what is resolved are not asked.

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::taken_back::Doubt;
use super::{aside, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words;
use crate::domain::review::Severity;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

/// A severity that blocks, set off as one.
static RATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:severity|sev|priority|impact|risk)\b[\s*_`]*[:=|—–-][\s*_`\[(]*(?:critical|blocker|blocking|high|major|severe|p0|p1)\b
        |[\[(](?:severity:?\s*)?(?:critical|blocker|blocking|high|major|p0|p1)(?:\s+severity)?[\])]
        |^[\W_]*(?:critical|blocker|blocking|high)(?:-\d+)?[\s*_`]*[:—–|]\s*\S
        |^[\W_]*(?-i:CRITICAL|BLOCKER|HIGH)\s+\S
        |[:—–|·]\s*[*_`]*(?:critical|blocker|high|major)[*_`]*\s*(?:[:—–|·]|$)
        |<(?:severity|priority)>\s*(?:critical|blocker|high|major)\b",
    )
});
/// The words of a scale, of which a legend names several.
static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:critical|blocker|high|major|medium|moderate|minor|low|info|nit|warning)s?\b")
});
/// A heading of what blocks.
static BLOCKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\W_]*(?:(?:\d+|open|remaining|unresolved) )?(?:must[- ]fix|blocking|blockers?|show-?stoppers?|required (?:changes|fixes)|critical)(?: (?:issues?|findings?|items?|problems?|changes|fixes|before \w+(?: \w+)?))*[\W_]*$",
    )
});
/// A count of what is open that is not none.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?:^|[,;|·])[\s\W_]*(?:(?:number\ of|open|unresolved|remaining|total)\ )*(?:critical|blocking|blockers?|high|failed|failures?|failing|unfulfilled|unmet|must-?\ ?fix)(?:\ (?:issues?|findings?|items?|tests?|checks?|problems?|requirements?|criteria|dimensions?|severity|count))*[\s*_`]*[:=][\s*_`]*[1-9]\d*\b",
    )
});
/// `1/6`, where all would be met.
static SCORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:score|met|passed|satisfied|covered|fulfilled)\b[\s*_`]*[:=][\s*_`]*(\d{1,4})\s*(?:/|of)\s*(\d{1,4})\b",
    )
});
static UNMET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:NOT[_ -](?:MET|SATISFIED|IMPLEMENTED|DONE|VERIFIED|COVERED)|UNMET|UNSATISFIED)\b|\|[\s*_`]*(?:FAIL|FAILED|MISSING)[\s*_`]*(?:\||$)",
    )
});

/// A line about a verdict.
static VERDICT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:verdict|status|decision|recommendation)\b[\s*_`]*[:=—–-]"));

/// Collects what is marked as open on lines that no finding was read from. `own_rows`: the dialect reads rows of
/// requirements and dimensions itself. `led` are lines that are only shown, ascending.
pub(crate) fn marked(
    page: &Page<'_>,
    gathered: &Gathered,
    own_rows: bool,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Vec<Doubt> {
    let grave = gathered.findings.iter().any(|(f, _)| f.severity <= Severity::High)
        || own_rows && page.lines.iter().any(|l| l.kind == Kind::Table && UNMET.is_match(&l.text));
    let mut out = Vec::new();
    // Whether a heading of what blocks stands above, with nothing between.
    let mut blocking: Option<u8> = None;
    for (at, line) in page.lines.iter().enumerate() {
        if !line.own() || gathered.earlier.contains(at) || gathered.quiet.contains(at) {
            continue;
        }
        let text = body(line);
        // What is only shown is nobody's mark, and a labelled verdict is weighed as one.
        if aside::whole(text).is_some()
            || text.contains("~~")
            || text.starts_with('+')
            || VERDICT.is_match(text)
            || led.binary_search(&at).is_ok()
        {
            continue;
        }
        let text = &aside::without_shown(text);
        let heading = if let Kind::Heading(level) = line.kind { Some(level) } else { None };
        let taken = gathered.taken.contains(at);
        let why = if let Some(level) = heading {
            let names = BLOCKS.is_match(text);
            blocking = if names { Some(level) } else { blocking.filter(|above| *above < level) };
            (!taken && !names).then(|| rated(text)).flatten()
        } else if taken && grave {
            None
        } else if taken {
            rated(text)
        } else {
            let below = blocking.is_some() && !grave && !none(text);
            below.then_some("stands below a heading of what blocks").or_else(|| open(line, text, grave))
        };
        if let Some(why) = why
            && !shown::in_diff(page, line, context)
        {
            out.push(Doubt { at, anywhere: true, why });
        }
    }
    out
}

/// Says what an untaken line marks as open.
fn open(line: &Line<'_>, text: &str, grave: bool) -> Option<&'static str> {
    if line.kind == Kind::Table && line.text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
        return None;
    }
    // Where one was read, what else speaks of it is no second one.
    if grave {
        return None;
    }
    let good = text.contains(['✅', '✓', '✔', '☑', '→']) || text.contains("->");
    if text.contains(['❌', '✗', '✘', '⛔', '🚫']) && !good && !DENIED.is_match(text) {
        return Some("is marked as failed");
    }
    if !good && UNMET.is_match(text) && !legend(text) && !DENIED.is_match(text) {
        return Some("is marked as not met");
    }
    if COUNTED.is_match(text) {
        return Some("counts something that blocks");
    }
    let short = SCORE.captures(text).is_some_and(|score| {
        let number = |at: usize| score[at].parse::<u32>().ok();
        number(1) < number(2)
    });
    if short && !good {
        return Some("says that not all is met");
    }
    // In a row a severity is a cell; inside a longer one it is what the cell tells of.
    if line.kind == Kind::Table && !CELL.is_match(text) {
        return None;
    }
    rated(text)
}

/// Says what a text of the whole, such as a summary in JSON, marks as open.
pub(crate) fn of_text(text: &str) -> Option<&'static str> {
    text.lines().find_map(rated)
}

fn rated(text: &str) -> Option<&'static str> {
    let found = RATED.find(text)?;
    let rest = text[found.start()..].split_once([':', '—', '–', '|']).map_or("-", |(_, rest)| rest);
    let denied = legend(text) || none(text) || DENIED.is_match(text);
    let nothing = none(rest) && rest.contains(char::is_alphanumeric);
    (!denied && !nothing).then_some("names a severity that blocks, and no finding was read there")
}

/// Tells whether a text names several levels of a scale, or both ends of one.
fn legend(text: &str) -> bool {
    let mut levels: Vec<String> = SCALE.find_iter(text).map(|m| m.as_str().to_lowercase()).collect();
    levels.sort();
    levels.dedup();
    levels.len() >= 3
        || text.contains("PASS") && text.contains("FAIL")
        || MET.is_match(text) && UNMET.is_match(text)
}

/// Tells whether a text says that there is nothing, or counts to 0.
fn none(text: &str) -> bool {
    let plain = text.trim_matches(|c: char| !c.is_alphanumeric());
    words::says_none(plain)
        || plain.parse::<u32>() == Ok(0)
        || words::first(plain).is_some_and(|w| {
            matches!(
                w.as_str(),
                "no" | "none"
                    | "nothing"
                    | "not"
                    | "0"
                    | "zero"
                    | "n"
                    | "nil"
                    | "empty"
                    | "keine"
                    | "aucun"
                    | "ninguno"
                    | "нет"
            )
        })
}

static CELL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)(?:^|\|)[\s*_`\[(]*(?:critical|blocker|blocking|high|major|severe)[\s*_`\])]*(?:\||$)")
});
static MET: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bMET\b"));
/// What denies that anything is open, or says that it is past.
static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)[:=|—–-][\s*_`]*(?:0\b|none\b|no\b|n/a\b|nothing\b|-\s*$)|\b(?:no|zero|without|non|any|0) (?:[\w-]+ ){0,3}(?:critical|blocker|blocking|high|major|severity)|\b(?:resolved|fixed|closed|addressed|earlier|previous(?:ly)?|prior|no longer|used to|would have been|dropped|downgraded|withdrawn)\b",
    )
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::gather::{Manner, gather};

    fn found(text: &str) -> Option<&'static str> {
        let page = Page::scan(text);
        let gathered = gather(&page, Manner::default());
        marked(&page, &gathered, false, &[], &ReadContext::default()).first().map(|d| d.why)
    }

    #[test]
    fn what_is_marked_as_open_is_found() {
        for text in [
            "Severity: Critical",
            "Impact = high",
            "lib/Main.kt (7,2) [HIGH]",
            "# Must fix\n\nescape the header",
            "# Must-fix items\n\nthe lock is never released",
            "Blocking issues: 2",
            "Major: 0, Critical: 1",
            "Failed: 2/5",
            "Requirements score: 3/7",
            "❌ session expiry",
            "| R4 | NOT_MET |",
            "a\n\n| x | FAIL |\n",
        ] {
            assert!(found(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_marks_nothing_open_is_left() {
        for text in [
            "Critical: 0",
            "**High:** none",
            "No critical or high issues.",
            "Severity scale: critical, high, medium, low",
            "# Critical issues\n\nNone found.",
            "# Blocking\n\n_No blockers._",
            "Requirements score: 7/7",
            "❌ → ✅ session expiry",
            "High cohesion, low coupling.",
            "The critical path is short.",
            "Blocking issues: 0",
            "| R4 | MET |",
            "Severity: low",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
