//! What a text marks as open by its form, beside an approval, and no finding was read from.
//!
//! ```text
//! severity = label "high"-word | "[HIGH]" | "HIGH:" text | heading of what blocks, with something below it
//! count    = "Blocking issues:" number above 0 | "Failed: 3/5" | "Score: 1/6"
//! mark     = "❌" that does not turn into "✅" | "🔴" text | NOT_MET | a cell that is FAIL | "Code quality: FAIL"
//! id       = "C-1:" | "H-2:" with what it says
//! state    = "not fixed" | "still open" as a state, below earlier findings too
//! unrated  = a finding's severity that is no known word
//! undone   = what `unfinished` knows, in sentences and lines before and behind the verdict
//! ```
//!
//! The reader takes findings in many layouts and not in all there are. One that it does not know must not make an
//! approval out of a refusal: where such a mark stands and no finding has it, the text is unclear, and is asked about.
//! Of lines of earlier rounds, of praise and of what is resolved only the state is asked.

mod denied;

use std::sync::LazyLock;

use regex::Regex;

use super::label::body;
use super::pattern::pattern;
use super::taken_back::{Doubt, sentences};
use super::{OwnRows, aside, has_own_state, share, shortfall, shown, unfinished};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::answer::refused;
use crate::domain::dialect::gather::{Gathered, blocks_by_id, placeholder, severity_heading};
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::{field, words};
use crate::domain::review::Severity;
pub(crate) use denied::none;
use denied::{bad, denied, good, nothing_found, past};

/// A severity that blocks, set off as one.
static RATED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)\b(?:severity|sev|priority|impact|risk)\b[\s*_`]*[:=|—–-][\s*_`\[(]*(?:critical|blocker|blocking|high|major|severe|p0|p1)\b
        |[\[(](?:severity:?\s*)?(?:critical|blocker|blocking|high|major|p0|p1)(?:\s+severity)?[\])]
        |^[\W_]*(?:critical|blocker|blocking|high|must[- ]fix)(?:-\d+)?(?:\ (?:comments?|issues?|findings?|items?|changes|problems?|concerns?))?[\s*_`]*[:—–|]\s*\S
        |\s/\s(?:critical|blocker|high|major)\s/\s
        |^[\W_]*sev(?:erity)?[- ]?[01]\b
        |\b(?:schweregrad|schwere|gravedad|gravit[éà]|severidad|gravidade|серьёзность)\W{1,4}(?:kritisch|hoch|cr[íi]tic[ao]|critique|élevée?|alta|alto|критич\w*|высок\w*)
        |\[must\]|\*{1,2}(?:critical|major|blocker|must[- ]fix)\*{1,2}\s+\S
        |\b(?:release|merge)[- ]block(?:ing|er)\b
        |^[\W_]*(?-i:CRITICAL|BLOCKER|HIGH|P0|P1)\s+\S
        |[:—–|·]\s*[*_`]*(?:critical|blocker|blocking|must[- ]fix|high|major|kritisch|hoch|cr[íi]tic[ao]|critique|élevée?|alta|критич\w*|высок\w*|严重|致命)[*_`]*\s*(?:[:—–|·]|$)
        |<(?:severity|priority)>\s*(?:critical|blocker|high|major)\b",
    )
});
/// The words of a scale, of which a legend names several.
static SCALE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:critical|blocker|high|major|medium|moderate|minor|low|info|nit|warning)s?\b")
});
/// What is high without being a defect: `Confidence: high`.
static OF_ELSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:(?:test|code|overall|review(?:er)?)\W+)?(?:confidence|certainty|quality|coverage|readability|effort|complexity|maintainability|value|benefit|cohesion|performance)\b",
    )
});
/// What says beside the verdict, or anywhere, that something red or required is left.
static RED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:build|tests?|ci|suite|pipeline) (?:is|are|stays?|remains?) (?:still )?(?:red|broken|failing|not green)\b|\bsee (?:the |my )?blockers?\b|\bi (?:can )?still (?:see|get|find|observe|reproduce)\b|\b[A-Z]{1,4}(?:-[A-Z0-9]+)*-?\d+(?: is| was| are)?(?: still)? (?:not (?:yet )?(?:done|fixed|addressed|resolved|met|implemented)|still open|unresolved)\b|\b[1-9]\d* (?:required|blocking|mandatory|must-fix) (?:changes?|fixes|issues?|findings?|comments?|items?)\b|\bfailures?\b[^.]{0,40}\b(?:comes?|stems?|results?|(?:is|are) caused) (?:from|by) (?:this|the) (?:change|diff|patch|commit|branch|pr)\b",
    )
});
/// An approval for want of another review, on its own line: `APPROVED (out of iterations)`.
static SPENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\bout of (?:iterations|rounds|cycles|passes|attempts|retries|reviews|budget|time|turns|tokens)\b|\b(?:limit|maximum|budget|max(?:imum)? (?:number|count))\b[^.;]{0,40}\b(?:reached|hit|exceeded|exhausted|used up|spent)\b|\bno (?:more )?(?:iterations|rounds|cycles|passes|attempts|retries|reviews) (?:are )?(?:left|remain\w*|allowed)\b",
    )
});
/// A verdict that is none, beside another one.
static OTHER_VERDICT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:final |overall |my )?(?:verdict|decision|recommendation)[\s*_`]*[:=][\s*_`]*(?:(?:minor |major |some |serious )?concerns?|mixed|undecided|pending|(?:on )?hold|inconclusive|escalated?|abstain|deferred|postponed|open|needs (?:discussion|clarification|input|human review))\W*$",
    )
});
/// Who refused, in a form.
static REFUSED_BY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:rejected|declined|vetoed|blocked|refused) by[\W_]*:[\W_]*\w|^\W*(?:next )?(?:action|step)s?[\W_]*:[\W_]*(?:revise|rework|fix|return|send (?:it )?back|reject)\b|^\W*(?:findings|tests|checks|dimensions|result)\b[^:]{0,20}:.{0,60}\b[1-9]\d* (?:\w+ )?(?:failed|failing)\b",
    )
});
/// A count of severities in words: `Severity breakdown: 1 critical, 2 low`.
static BREAKDOWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:severit(?:y|ies)|findings?|issues?|breakdown|totals?|counts?)\b[^:]{0,30}:.{0,40}\b[1-9]\d*\W{0,3}(?:critical|blocking|blockers?|high)\b",
    )
});
/// A heading of what blocks.
static BLOCKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[\W_]*(?:(?:\d+|open|remaining|unresolved) )?(?:must[- ]fix|blocking|blockers?|show-?stoppers?|required(?: (?:changes|fixes))?|needs? to (?:be )?(?:change|fix)\w*|to (?:be )?(?:fix|change)(?:ed|d)?|(?:to do |todo )?before merg\w+|action required|must change|critical)(?: (?:issues?|findings?|items?|problems?|changes|fixes|before \w+(?: \w+)?))*[\W_]*$",
    )
});
/// A state of something found earlier that is not over, set off as one.
static STATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?:^|[:|—–(;]|\ -|->|→|❌|⚠️?|🔴|\*\*)[\s*_`\[]*(?:(?:is|are|was)\ )?(?:
            not\ (?:yet\ )?(?:been\ )?(?:really\ |fully\ |completely\ )?(?:fixed|resolved|addressed|done|closed|mended|met|implemented|covered|satisfied)
            |unchanged(?:\ since\ \w+\ \w+)?
            |still\ (?:open|present|there|failing|fails|broken|an\ issue|a\ problem|unresolved|missing|not|reproduces|leaks|exists|valid|applies)
            |(?:only\ )?(?:partially|partly|half)[\ -](?:fixed|resolved|addressed|done|closed)
            |same\ as\ before|as\ (?:before|in\ (?:cycle|round|pass|iteration)\ \d+)|no\ change|ignored|not\ touched|left\ as\ (?:is|it\ was)|un(?:resolved|fixed|addressed)|persists|persistent|reopened|regressed|outstanding|remains(?:\ open|\ unfixed|\ unresolved)?)
            (?:[\s*_`\])]*(?:$|[.,;:|—–()])|\s)",
    )
});
/// The one state that files and figures have, too.
static UNCHANGED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\|[\s*_`]*unchanged[\s*_`]*(?:\||$)"));
/// What was claimed in an earlier round.
static ELSEWHEN_CLAIMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:round|iteration|attempt|cycle|pass) \d|\b(?:before|previous(?:ly)?|earlier|last time)\b",
    )
});
/// A stage, a check or a gate that fails, as a label: `Code quality: FAIL`.
static FAILS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[^\p{L}\p{N}]*(\p{L}[\p{L}\p{N} /&_-]{1,48}?)[\s*_`]*(?::|=|\||—|–| - )[\s*_`|]*(?:❌\s*)?(?:FAIL|FAILED|FAILING|FAILS|REJECTED|NOT[ _]MET|NON[- _]?COMPLIANT|BLOCKED|INCOMPLETE|NEEDS[ _]WORK|CHANGES[ _]REQUESTED|(?i:failed|fail|failing|rejected|non-compliant)[\s*_`.]*(?:\||$))(?:[\s*_`.,;:|()—–!]|$)",
    )
});
/// What is said of another time, or is meant to fail.
pub(super) static ELSEWHEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:round|pass|iteration|attempt|cycle|run|before|previous(?:ly)?|prior|first|initial(?:ly)?|earlier|old|last|expected|intended|red phase|example|e\.g|would)\b",
    )
});
/// A sign of alarm before what it is about.
static ALARM: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[\s*_`>-]*[🔴🚨🛑][\s*_`:]*\p{L}"));
/// A count of what is open that is not none.
static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?:^|[,;|·])[\s\W_]*(?:(?:number\ of|open|unresolved|remaining|total)\ )*(?:critical|blocking|blockers?|high|failed|failures?|failing|unfulfilled|unmet|must-?\ ?fix)(?:\ (?:issues?|findings?|items?|tests?|checks?|problems?|requirements?|criteria|dimensions?|severity|count))*[\s*_`]*[:=][\s*_`]*[1-9]\d*\b",
    )
});
static UNMET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:NOT[_ -](?:MET|FULFILLED|SATISFIED|IMPLEMENTED|DONE|VERIFIED|COVERED)|PARTIALLY[_ -](?:MET|FULFILLED|SATISFIED|IMPLEMENTED)|UNMET|UNSATISFIED)\b|\|[\s*_`]*(?:FAIL|FAILED|MISSING)[\s*_`]*(?:\||$)",
    )
});
/// A line about a verdict.
static VERDICT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:verdict|status|decision|recommendation)\b[\s*_`]*[:=—–-]"));

/// Collects what is marked as open on lines that no finding was read from. `own_rows`: states of
/// rows that the dialect reads itself. `led` are lines that are only shown, ascending.
pub(crate) fn marked(
    page: &Page<'_>,
    gathered: &Gathered,
    own_rows: OwnRows,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Vec<Doubt> {
    let grave = gathered.findings.iter().any(|(f, _)| f.severity <= Severity::High)
        || !own_rows.is_empty()
            && page.lines.iter().any(|l| l.kind == Kind::Table && UNMET.is_match(&l.text));
    let mut out: Vec<Doubt> = unrated(page, gathered).chain(front(page)).collect();
    let mut states = States::default();
    // Whether a heading of what blocks stands above, with nothing between.
    let mut blocking: Option<u8> = None;
    for (at, line) in page.lines.iter().enumerate() {
        if !line.own() {
            continue;
        }
        let text = body(line);
        // What is only shown is nobody's mark, and a labelled verdict is weighed as one.
        if aside::whole(text).is_some()
            || text.contains("~~")
            || text.starts_with('+')
            || led.binary_search(&at).is_ok()
        {
            continue;
        }
        let text = &aside::without_shown(text);
        let stated = states.cell(line, page.lines.get(at + 1));
        // The dialect has read its own rows, as findings or as what passes.
        if line.kind == Kind::Table && has_own_state(text, own_rows) {
            continue;
        }
        let earlier = gathered.earlier.contains(at);
        let elsewhere = earlier || gathered.taken.contains(at);
        // No dialect's own rows have such a state, so none has read it.
        let undecided = !own_rows.is_empty() && !earlier && states.undecided(line);
        if (stated && !elsewhere || undecided) && !shown::in_diff(page, line, context) {
            out.push(Doubt { at, anywhere: true, why: "gives something a state that is not good" });
            continue;
        }
        if VERDICT.is_match(text) || words::answered(text).is_some() {
            let label = || unfinished::line(text, None).filter(|_| !grave);
            let behind = || sentences(text).skip(1).find_map(unfinished::sentence).filter(|_| !grave);
            let other = || OTHER_VERDICT.is_match(text).then_some("gives a verdict that decides nothing");
            let spent = || SPENT.is_match(text).then_some("approves because no review is left");
            if let Some(why) =
                red(text).then_some(LEFT).or_else(other).or_else(spent).or_else(behind).or_else(label)
                && !shown::in_diff(page, line, context)
            {
                out.push(Doubt { at, anywhere: true, why });
            }
            continue;
        }
        let heading = if let Kind::Heading(level) = line.kind { Some(level) } else { None };
        let taken = gathered.taken.contains(at);
        let told = || {
            let asked = !grave && heading.is_none() && line.kind != Kind::Table && !text.contains("[ ]");
            asked.then(|| sentences(text).find_map(unfinished::sentence)).flatten()
        };
        let why = if gathered.earlier.contains(at) || gathered.quiet.contains(at) {
            let now = || told().filter(|_| !gathered.earlier.contains(at));
            (!taken && heading.is_none()).then(|| state(line, text).or_else(now)).flatten()
        } else if let Some(level) = heading {
            let names = BLOCKS.is_match(text) || grave_heading(text);
            blocking = if names { Some(level) } else { blocking.filter(|above| *above < level) };
            let fails =
                || (FAILS.is_match(text) && !ELSEWHEN.is_match(text) && !past(text)).then_some(FAILING);
            (!taken && !names).then(|| rated(text).or_else(fails)).flatten()
        } else if taken && grave {
            None
        } else if taken {
            rated(text)
        } else {
            if labels_grave(line, text) {
                blocking = Some(LABEL);
                continue;
            }
            let unfinished = || {
                let line = || unfinished::line(text, next_line(page, gathered, at));
                (!grave).then(line).flatten().or_else(told)
            };
            let unfinished =
                || unfinished().or_else(|| unticked(page, at).then_some("leaves a box of a list unticked"));
            let below = blocking.is_some() && !grave && !nothing_found(text) && !past(text) && !good(text);
            below
                .then_some("stands below a heading of what blocks")
                .or_else(unfinished)
                .or_else(|| open(line, text, grave))
        };
        if let Some(why) = why
            && !shown::in_diff(page, line, context)
        {
            out.push(Doubt { at, anywhere: true, why });
        }
    }
    out
}

/// Tells whether a line is an empty box of a list that has ticked ones beside it, and no verdict's.
fn unticked(page: &Page<'_>, at: usize) -> bool {
    let boxed = |i: usize| page.lines.get(i).filter(|l| l.own() && l.kind == Kind::Item).map(body_of_box);
    let Some(Some((false, rest))) = boxed(at) else { return false };
    let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let ticked = beside.filter_map(boxed).flatten().any(|(ticked, _)| ticked);
    ticked
        && !words::is_bare_verdict(rest, &[])
        && !unfinished::light(rest)
        && rest.contains(char::is_alphanumeric)
}

fn body_of_box<'l>(line: &'l Line<'_>) -> Option<(bool, &'l str)> {
    words::box_before(body(line))
}

/// Returns the line below, where it may say more of a label that ends its own.
fn next_line<'p>(page: &'p Page<'_>, gathered: &Gathered, at: usize) -> Option<&'p str> {
    let next =
        page.lines[at + 1..].iter().take(2).position(|l| l.own() && !l.text.trim().is_empty())? + at + 1;
    let more = matches!(page.lines[next].kind, Kind::Item) && !gathered.taken.contains(next);
    more.then(|| body(&page.lines[next]))
}

/// Fields of the front matter that refuse.
fn front<'p>(page: &'p Page<'_>) -> impl Iterator<Item = Doubt> + 'p {
    page.front_fields().into_iter().filter_map(|(at, key, value)| {
        let verdict = matches!(key.as_str(), "status" | "verdict" | "decision" | "result");
        let below = page
            .lines
            .get(at + 1)
            .is_some_and(|l| l.kind == Kind::FrontMatter && l.text.trim_start().starts_with("- "));
        (!verdict && refused::front(&key, value.trim(), below)).then_some(Doubt {
            at,
            anywhere: true,
            why: "refuses in the front matter",
        })
    })
}

/// The columns of a table that give states, as its header names them.
#[derive(Debug, Default)]
struct States(Vec<usize>);

impl States {
    /// Tells whether a row gives something a state that refuses; follows the headers.
    fn cell(&mut self, line: &Line<'_>, next: Option<&Line<'_>>) -> bool {
        if line.kind != Kind::Table {
            self.0.clear();
            return false;
        }
        let cells: Vec<&str> = line.text.trim().trim_matches('|').split('|').map(str::trim).collect();
        let rule = next.is_some_and(|l| {
            l.kind == Kind::Table && l.text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
        });
        if rule {
            self.0 = Self::columns(&cells);
            return false;
        }
        self.0.iter().any(|&at| cells.get(at).is_some_and(|cell| refused::cell(cell) && !good(cell)))
    }

    /// Tells whether a row has a state that leaves it open whether something is met.
    fn undecided(&self, line: &Line<'_>) -> bool {
        let cells: Vec<&str> = line.text.trim().trim_matches('|').split('|').map(str::trim).collect();
        let open = |&at: &usize| cells.get(at).is_some_and(|cell| refused::undecided(cell));
        line.kind == Kind::Table && self.0.iter().any(open)
    }

    fn columns(header: &[&str]) -> Vec<usize> {
        let names: Vec<String> = header.iter().map(|name| words::joined(name)).collect();
        let rounds = [
            "input",
            "case",
            "scenario",
            "request",
            "given",
            "event",
            "from",
            "round",
            "iteration",
            "pass",
            "cycle",
            "attempt",
            "before",
            "previous",
            "when",
            "date",
        ];
        if names.iter().any(|name| rounds.contains(&name.split(' ').next().unwrap_or(name))) {
            return Vec::new();
        }
        let state = |name: &String| {
            let state = [
                "met",
                "implemented",
                "done",
                "fulfilled",
                "satisfied",
                "covered",
                "passed",
                "ok",
                "present",
                "verified",
                "status",
                "verdict",
                "result",
                "state",
                "complete",
                "fixed",
                "erfüllt",
                "zustand",
                "stand",
                "ergebnis",
                "vote",
                "opinion",
                "decision",
                "assessment",
                "recommendation",
                "recheck",
                "re-check",
                "estado",
                "resultado",
                "cumple",
                "statut",
                "état",
                "résultat",
                "stato",
                "esito",
                "статус",
                "状态",
                "状況",
                "状態",
                "結果",
                "结果",
                "ステータス",
                "상태",
                "결과",
            ];
            name.split(' ').any(|w| state.contains(&w))
        };
        names.iter().enumerate().filter(|(_, name)| state(name)).map(|(at, _)| at).collect()
    }
}

const FAILING: &str = "says that a part of it fails";
const LEFT: &str = "says beside it that something red or required is left";
/// The level of a label that heads a list: below every heading.
const LABEL: u8 = 7;

/// Tells whether a verdict's own line says that something is left.
fn red(text: &str) -> bool {
    RED.find(text).is_some_and(|found| !NO_RED.is_match(&text[..found.start()]))
}
/// `Attempt 1 was judged NEEDS_FIX because AC-2 was NOT_MET.`: one state, of then.
static THEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\W*(?i:(?:the )?(?:attempt|round|pass|iteration|cycle|review) #?\d+|(?:the )?(?:previous|earlier|last|first) (?:attempt|round|pass|iteration|cycle|review)) (?i:was|were|had|got|failed|ended|found|said)\b[^.;|]*(?:NOT|UN)[^.;|]*\.?[^.;|]{0,12}:?$",
    )
});
static NO_RED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:no|not|none|zero|without|never|0|neither)\b"));

/// `**Major:**`, `Required:` on a line of its own: what stands below is of that kind.
fn labels_grave(line: &Line<'_>, text: &str) -> bool {
    let bold = text.starts_with("**") && text.trim_end_matches([':', ' ']).ends_with("**");
    let name = text.trim_matches(['*', ':', ' ']);
    let alone = (bold || text.trim_end_matches('*').ends_with(':')) && !name.contains(':');
    line.kind == Kind::Prose && alone && (grave_heading(name) || BLOCKS.is_match(name))
}

/// Findings rated with a word that is no severity: nobody knows whether they block.
fn unrated<'p>(page: &'p Page<'_>, gathered: &'p Gathered) -> impl Iterator<Item = Doubt> + 'p {
    let why = "rates a finding with a word that is no known severity";
    gathered.unrated.iter().filter_map(move |(number, _)| {
        let at = page.lines.binary_search_by_key(number, |l| l.number).ok()?;
        Some(Doubt { at, anywhere: true, why })
    })
}

/// Tells whether a heading is that of a severity which may block: `High severity`, `### P1`.
fn grave_heading(text: &str) -> bool {
    severity_heading(text).is_some_and(|(severity, word)| {
        severity <= Severity::High && !matches!(word.as_str(), "important" | "error" | "errors")
    })
}

/// Says whether a line gives something found earlier the state of being open.
fn state(line: &Line<'_>, text: &str) -> Option<&'static str> {
    let item = matches!(line.kind, Kind::Item | Kind::Table);
    (item && (STATE.is_match(text) || bad(text) && !denied(text)) && !good(text))
        .then_some("says that something found earlier is still open")
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
    let good = good(text);
    if bad(text) && !legend(text) && !denied(text) {
        return Some("is marked as failed");
    }
    if !good && ALARM.is_match(text) && !denied(text) && !nothing_found(text) {
        return Some("is marked as grave");
    }
    if !good && UNMET.is_match(text) && !legend(text) && !denied(text) && !THEN.is_match(text) {
        return Some("is marked as not met");
    }
    if !good
        && !legend(text)
        && FAILS.captures(text).is_some_and(|found| !ELSEWHEN.is_match(&found[1]))
        && !past(text)
    {
        return Some(FAILING);
    }
    if !good && blocks_by_id(text) && !denied(text) && !SETTLED.is_match(text) {
        return Some("names what blocks by its id, and no finding was read there");
    }
    let id = |text: &str| field::id(text.trim_start_matches(['*', '`', '[', '|', ' '])).is_some();
    // `| src/b.ts | unchanged |` is the state of a file, `| F1 | unchanged |` that of a finding.
    let named = line.kind != Kind::Prose || id(text);
    let unmoved = line.kind == Kind::Table && UNCHANGED.is_match(text) && !id(text);
    if STATE.is_match(text) && !good && named && !unmoved {
        return Some("says that something found earlier is still open");
    }
    if denied::asked_and_denied(text) && !ELSEWHEN_CLAIMED.is_match(text) {
        return Some("says that what was claimed does not hold");
    }
    if red(text) {
        return Some(LEFT);
    }
    let answered = text.split_once(':').is_some_and(|(label, value)| {
        words::fewer(label, 5)
            && refused::label(label.trim_matches(['*', ' ', '_', '`']), value)
            && !ELSEWHEN.is_match(label)
    });
    if answered || REFUSED_BY.is_match(text) {
        return Some("answers a question of its form against the approval");
    }
    if COUNTED.is_match(text) || BREAKDOWN.is_match(text) && !past(text) {
        return Some("counts something that blocks");
    }
    if share::scored(text) && !good {
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
    let open = |line: &&str| red(line) && !past(line);
    let mut lines = text.lines().peekable();
    let mut unfinished = sentences(text).find_map(unfinished::sentence);
    while let Some(line) = lines.next().filter(|_| unfinished.is_none()) {
        unfinished = unfinished::line(line.trim_start_matches(['-', '*', ' ']), lines.peek().copied());
    }
    text.lines()
        .find_map(rated)
        .or_else(|| text.lines().find(open).map(|_| LEFT))
        .or(unfinished)
        .or_else(|| text.lines().find_map(shortfall::line))
}

/// Tells whether a text rates something as blocking, or is marked with a sign of alarm.
pub(super) fn rates(text: &str) -> bool {
    let alarmed = ALARM.is_match(text) && !denied(text) && !nothing_found(text) && !good(text);
    alarmed || rated(text).is_some()
}

/// Tells whether a text says of what it names that it is over, or good.
pub(super) fn is_over(text: &str) -> bool {
    past(text) || good(text)
}

/// Tells whether a text counts something that blocks.
pub(super) fn counts(text: &str) -> bool {
    COUNTED.is_match(text) && !denied(text)
}

fn rated(text: &str) -> Option<&'static str> {
    let found = RATED.find(text).filter(|_| !OF_ELSE.is_match(text))?;
    let rest = text[found.start()..].split_once([':', '—', '–', '|']).map_or("-", |(_, rest)| rest);
    let blank = placeholder(rest.trim_matches(['*', ' ', '_', '`']));
    let denied = blank || legend(text) || nothing_found(text) || denied(text);
    let nothing = nothing_found(rest) && rest.contains(char::is_alphanumeric);
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

static CELL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|\|)[\s*_`\[(]*(?:critical|blocker|blocking|must[- ]fix|high|major|severe|kritisch|hoch|cr[íi]tic[ao]|critique|élevée?|alta|критич\w*|высок\w*)[\s*_`\])]*(?:\||$)",
    )
});
static MET: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bMET\b"));
/// What says of an id's finding that it is dealt with, in words that only speak of states.
static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:now|done|handled|covered|mitigated|accepted|deferred|waived|ok|okay|passes|good|as (?:agreed|discussed|requested)|looks|see|above|below|thanks)\b",
    )
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::gather::{Manner, gather};

    fn found(text: &str) -> Option<&'static str> {
        let page = Page::scan(text);
        let gathered = gather(&page, Manner::default());
        marked(&page, &gathered, &[], &[], &ReadContext::default()).first().map(|d| d.why)
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
