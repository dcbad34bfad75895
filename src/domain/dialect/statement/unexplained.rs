//! What a reviewer says beside an approval and that nothing explains as harmless.
//!
//! ```text
//! question    = denial | absence | obligation | condition | unfinished | limit | grave noun | bad state
//!             | "I" verb | order | list below a lead
//! denial      = ("no" | "not" | "never" | "nothing" | …) …     explained by what is bad, or need not be
//! absence     = "missing" | "lacks" | "un…ed" | …              explained by a denial, an end, or what deals with it
//! obligation  = ("must" | "needs to" | "should" | …) …         explained by a denial, or "and it does"
//! condition   = ("once" | "provided" | "after" | …) … release  explained by nothing to be done first
//! unfinished  = "remaining" | "left to" | "tomorrow" | …       explained by a denial, or another task
//! limit       = "except" | "half of" | "only" review-word | …
//! I           = ("I" | "we") verb                              explained by a verb on the list of what reviewers do
//! list        = lead ":" item+                                 explained by a lead on the list of what is harmless
//! explained   = small | optional | planned elsewhere | past and over | a supposition that is handled
//! ```
//!
//! The other readers of doubt beside this one know what undoes an approval. This one turns the question round: what
//! raises it are the closed classes of the language, the words of denial, duty, condition and incompleteness, and
//! what answers it are lists of what is harmless. A new wording is therefore asked about, not approved. What has none
//! of these words ("two users can book one seat") it cannot tell from praise. It reads English; other languages have
//! their words in `unfinished` and `speech`.

mod classes;
mod clause;
mod condition;
mod facts;
mod lists;
mod of_self;
mod open;
mod orders;
mod outcome;
mod role;
mod sought;

use std::sync::LazyLock;

use regex::Regex;

use clause::{Clause, DENIES};
use condition::condition;
use facts::{Facts, clauses};
use of_self::of_self;
use open::ORDERS;

use super::label::body;
use super::taken_back::{Doubt, sentences};
use super::{aside, product, share, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::{place, words};
use crate::domain::review::Severity;
pub(crate) use lists::harmless_name;
pub(crate) use orders::ASKS;

/// Tells whether a doubt is one of the work, and says nothing of the verdict or of how the review was done.
pub(crate) fn is_of_the_work(why: &str) -> bool {
    // What the reviewer says of himself in words that are not known is more often a story than a reservation.
    let known = [
        DENIES,
        clause::LACKS,
        open::GRAVELY,
        ORDERS,
        open::DEMANDS,
        ASKS,
        sought::IN_VAIN,
        of_self::OF_SELF,
        open::PARTLY,
    ];
    known.contains(&why)
}

/// Bytes of a sentence that is still looked at: longer ones are asked about elsewhere.
const LONGEST: usize = 4_000;

/// Collects what speaks against an approval on the reviewer's own lines and is not explained.
pub(crate) fn doubts(
    page: &Page<'_>,
    gathered: &Gathered,
    led: &[usize],
    context: &ReadContext<'_>,
) -> Vec<Doubt> {
    // Where what blocks was listed, verdict and findings disagree anyway.
    if gathered.findings.iter().any(|(f, _)| f.severity <= Severity::High || f.unmet.is_some()) {
        return Vec::new();
    }
    let mut out = Vec::new();
    // Below a heading of what was asked for, sentences say what should be.
    let mut asked = false;
    // Below one of praise, a denial praises.
    let mut praised = false;
    let mut left = MOST;
    let mut joined = String::new();
    // Below what was checked, an item says what held.
    let mut checked = false;
    // Below a heading of what is resolved, items tell of what was wrong before.
    let mut resolved = false;
    let mut below = orders::Below::default();
    for (at, line) in page.lines.iter().enumerate() {
        if line.own() {
            below.pass(line);
        }
        if let Kind::Heading(_) = line.kind {
            asked = lists::asked_for(&line.text);
            praised = lists::praises(&line.text);
            resolved = lists::resolved(&line.text);
        }
        let passed_over = !matches!(line.kind, Kind::Prose | Kind::Item)
            || asked && line.kind == Kind::Item
            || resolved && line.kind == Kind::Item
            || gathered.taken.contains(at)
            || gathered.earlier.contains(at)
            || led.binary_search(&at).is_ok()
            || aside::whole(body(line)).is_some();
        if line.kind != Kind::Item {
            checked = line.kind == Kind::Prose && lists::leads_to_checks(&line.text);
        }
        if passed_over || at > 0 && goes_on(&page.lines[at - 1], line) {
            continue;
        }
        // A sentence that was wrapped is read as one.
        let mut text = body(line);
        let more =
            page.lines[at..].windows(2).take(WRAPPED).take_while(|pair| goes_on(&pair[0], &pair[1])).count();
        if more > 0 {
            joined.clear();
            joined.push_str(text);
            for wrapped in &page.lines[at + 1..=at + more] {
                joined.push(' ');
                joined.push_str(&wrapped.text);
            }
            text = &joined;
        }
        let held;
        if checked && line.kind == Kind::Item {
            held = format!("i checked that {text}");
            text = &held;
        }
        left = left.saturating_sub(text.len());
        if left == 0 {
            let why = "is where reading for what is not explained stopped: the text is too long";
            out.push(Doubt { at, anywhere: true, why });
            return out;
        }
        let why = if settled(text) {
            None
        } else {
            whole(lists::value(text))
                .find_map(sentence)
                .filter(|why| !praised || *why != DENIES)
                .filter(|why| *why != ORDERS || !below.describes(line) || !asks(text))
                .or_else(|| rated_alone(text).then_some(open::GRAVELY))
                .or_else(|| lists::below(page, gathered, at))
                .or_else(|| {
                    let heard = !titles(page, at) && !below.describes(line) && unnoted(gathered, text);
                    (heard && whole(lists::value(text)).any(asks)).then_some(ASKS)
                })
        };
        if let Some(why) = why
            && !shown::in_diff(page, line, context)
        {
            out.push(Doubt { at, anywhere: true, why });
        }
    }
    out
}

/// Tells whether a sentence orders a change of the work, and calls it neither small nor planned.
fn asks(text: &str) -> bool {
    if text.len() > LONGEST || text.trim_end().ends_with('?') || !is_english(text) {
        return false;
    }
    let text: String = text.chars().filter(|c| *c != '*').collect();
    let clauses = clauses(&aside::without_shown(&text));
    let facts = Facts::of(&clauses);
    !(facts.small || facts.planned || facts.past || facts.over) && orders::order(&clauses)
}

/// Tells whether a line is the title of a text that has no heading: what was asked for.
fn titles(page: &Page<'_>, at: usize) -> bool {
    let apart = page.lines.get(at + 1).is_some_and(|next| next.blank_before);
    let text = page.lines[at].text.trim_end_matches(['*', '_']);
    at == 0 && apart && !text.ends_with(['.', '!']) && page.lines[at].kind == Kind::Prose
}

/// Tells whether no finding was read, or a sentence names a file that none of them has: what a note asks for is the note's.
fn unnoted(gathered: &Gathered, text: &str) -> bool {
    let known =
        |file: &str| gathered.findings.iter().any(|(f, _)| f.locations.iter().any(|p| p.file == file));
    gathered.findings.is_empty() || place::in_prose(text).iter().any(|p| !known(&p.file))
}

/// Words of other languages that are none of English, each too common to be missing for long.
const FOREIGN: &[&str] = &[
    "el", "la", "los", "las", "que", "por", "una", "del", "está", "les", "est", "une", "der", "das", "und",
    "ist", "keine", "kein", "nicht", "il", "che", "sono", "não", "uma", "são", "het", "een", "niet", "och",
    "inte", "jest", "tout", "avec", "von", "zu", "wurde", "wurden",
];

/// Tells whether a text reads like English: letters of Latin, and no more small words of other languages than of it.
fn is_english(text: &str) -> bool {
    const OWN: &[&str] = &[
        "the", "is", "are", "and", "of", "to", "it", "was", "be", "this", "that", "with", "has", "have",
        "for", "not", "but", "by", "on", "there", "an", "i", "we", "its",
    ];
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (mut all, mut other) = (0usize, 0usize);
    for letter in letters {
        all += 1;
        // Beyond the letters of Latin with their marks.
        other += usize::from(letter > '\u{24f}');
    }
    let plain = BORROWED.replace_all(text, " ");
    let words = || plain.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty());
    let counted = |list: &[&str]| words().filter(|w| list.contains(&w.to_lowercase().as_str())).count();
    let others_i = words().filter(|w| *w == "i").count();
    let own = counted(OWN) - if speaks_english(text) { 0 } else { others_i };
    other * 3 < all.max(1) && counted(FOREIGN) <= own
}

/// Small words of English that no other language with a word "i" has.
const AROUND: &[&str] = &[
    "the", "is", "are", "and", "of", "it", "was", "this", "that", "with", "has", "have", "had", "for", "not",
    "but", "by", "on", "an", "we", "its", "did", "didn", "do", "don", "does", "doesn", "never", "my", "me",
    "you", "your", "could", "couldn", "can", "cannot", "would", "will", "should", "only", "just", "from",
    "they", "what", "when", "where", "which", "if", "as", "at", "all", "any", "no", "nothing", "some", "ran",
    "read", "looked", "checked", "reviewed", "approve", "think", "found", "saw", "trust", "skipped", "guess",
    "stopped", "must", "tests", "code", "diff",
];

/// Tells whether a text with a small `i` in it means the reviewer by it: in Italian, Polish and others it is an article
/// or an `and`. A `must-have` is borrowed everywhere.
fn speaks_english(text: &str) -> bool {
    let text = BORROWED.replace_all(text, " ");
    text.split(|c: char| !c.is_alphabetic()).any(|w| AROUND.contains(&w.to_lowercase().as_str()))
}

/// `must-have`, `must haves`: a noun, and no duty.
static BORROWED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\bmust(?:-have|[- ]haves)\b").expect("a constant pattern"));

/// Takes out what other languages have in common with English and mean by it something else.
fn unborrowed(text: &str) -> String {
    let english = speaks_english(text);
    let text = BORROWED.replace_all(text, "requirements");
    if english {
        return text.into_owned();
    }
    text.split(' ').filter(|w| *w != "i").collect::<Vec<_>>().join(" ")
}

/// Bytes of running text that are read for it: many times what a review has.
const MOST: usize = 1 << 20;

/// Lines over which one sentence may be wrapped.
const WRAPPED: usize = 12;

/// Tells whether a line goes on with the sentence of the one above, which was wrapped.
fn goes_on(above: &Line<'_>, line: &Line<'_>) -> bool {
    let ends = above.text.trim_end_matches(['*', '_', ')', '"']);
    matches!(above.kind, Kind::Prose | Kind::Item)
        && line.kind == Kind::Prose
        && !line.blank_before
        && above.text.len() >= 50
        && !ends.ends_with(['.', '!', '?', ':', ';', '|'])
        && line.text.starts_with(|c: char| c.is_lowercase() || matches!(c, '`' | '('))
}

/// Says what a text of the whole, such as a summary in JSON, has against an approval and does not explain.
pub(crate) fn of_text(text: &str) -> Option<&'static str> {
    text.lines().flat_map(|line| whole(lists::value(line))).find_map(sentence)
}

/// Tells whether a line is marked as done, and as nothing else.
fn settled(text: &str) -> bool {
    let ticked = words::box_before(text).is_some_and(|(ticked, _)| ticked);
    ticked || text.contains(['✅', '✓', '✔']) && !text.contains(['❌', '✗', '⚠'])
}

/// `src/login.ts:14 logs the password. Critical.`: a severity as a sentence of its own, behind what it is about.
fn rated_alone(text: &str) -> bool {
    let severe = |sentence: &str| {
        let bare = sentence.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        matches!(
            bare.as_str(),
            "critical" | "blocker" | "blocking" | "high severity" | "must fix" | "showstopper"
        )
    };
    text.len() <= LONGEST && sentences(text).skip(1).any(severe) && !place::in_prose(text).is_empty()
}

/// Cuts a text into sentences; what a semicolon joins is one.
fn whole(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = sentences(text).peekable();
    std::iter::from_fn(move || {
        let first = rest.next()?;
        let from = first.as_ptr() as usize - text.as_ptr() as usize;
        let mut end = from + first.len();
        let mut last = first;
        while last.ends_with(';')
            && let Some(next) = rest.next()
        {
            end += next.len();
            last = next;
        }
        text.get(from..end)
    })
}

/// Says what a sentence has against an approval and does not explain.
pub(super) fn sentence(text: &str) -> Option<&'static str> {
    if text.len() > LONGEST || text.trim_end().ends_with('?') || !is_english(text) || product::harmless(text)
    {
        return None;
    }
    // `What would have made me reject it is not here.`: denies what would be bad.
    let lower = text.to_lowercase();
    if lower.contains("what would have made me") || lower.contains("what would have stopped me") {
        return None;
    }
    if says_nothing(&lower) {
        return None;
    }
    let text: String = unborrowed(text).chars().filter(|c| *c != '*').collect();
    let text = aside::without_shown(&text);
    if role::other(&text) {
        return Some(role::NOT_THE_REVIEWER);
    }
    let clauses = clauses(&text);
    let clauses = of_self::given_up(&clauses);
    let facts = Facts::of(clauses);
    // What stands behind a label is its value: `Severity of remaining issues: none`.
    if facts.words < 2 || facts.no_complaint {
        return None;
    }
    if let Some(why) = of_self(clauses, &facts) {
        return Some(why);
    }
    if facts.planned {
        return None;
    }
    if let Some(why) = condition(clauses, &facts) {
        return Some(why);
    }
    if facts.small {
        return None;
    }
    if sought::in_vain(clauses) {
        return Some(sought::IN_VAIN);
    }
    clauses.iter().enumerate().find_map(|(at, clause)| {
        let clause = Clause::of(clause, at == 0, at + 1 == clauses.len());
        // What is denied must be known to be wanted: a denial of anything else praises as often as it objects.
        clause.question(&facts).filter(|why| match *why {
            DENIES => clause.denies_what_is_wanted(),
            open::PARTLY => !share::accounted(&text),
            _ => true,
        })
    })
}

/// `Reviewed 12 files, found nothing.`, `Nothing not met.`: whole sentences whose denial praises. What was looked for and
/// not found may have been wanted.
fn says_nothing(lower: &str) -> bool {
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty()).collect();
    let wanted = || {
        words
            .iter()
            .any(|w| matches!(*w, "for" | "test" | "tests" | "where" | "looking" | "expected" | "sought"))
    };
    let twice = words.len() <= 5
        && matches!(words.first(), Some(&("nothing" | "none")))
        && words[1..].iter().filter(|w| clause::DENIALS.contains(w)).count() == 1
        && words.get(1) == Some(&"not");
    words.ends_with(&["found", "nothing"]) && !wanted() || twice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dialect::{ReadContext, held_verdict, read};
    use crate::domain::review::Verdict;

    #[test]
    fn what_nothing_explains_is_asked_about() {
        for text in [
            "The issue asks for a log line; there is none.",
            "Nothing in the change deals with retries yet.",
            "There are no tests for it.",
            "I took the description at its word.",
            "Good to go as soon as the handle is closed.",
            "Subject to the audit.",
            "The author has to come back with a migration.",
            "Except for the importer.",
            "Three of five endpoints exist.",
            "Nothing is met.",
            "I would not ship this.",
            "The rest I will read tomorrow.",
            "i took the must-haves at their word.",
            "i skipped the importer",
            "My remarks went unanswered.",
            "The check can be bypassed with an empty name.",
            "Anyone can delete the rows of others.",
            "Nothing stops a user from reading another user's file.",
            "Nothing prevents two workers from taking the same job.",
            "The handler never sleeps, and the migration must still be written.",
        ] {
            assert!(sentence(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_explained_is_left() {
        for text in [
            "No issues found.",
            "I looked for leaks and found none.",
            "None of the earlier concerns remain.",
            "I could not find any problem.",
            "Nothing has to be changed.",
            "The change does not touch the schema.",
            "The cache never grows beyond its limit.",
            "Access without a token is denied.",
            "A missing file no longer crashes the importer.",
            "The worker must hold the lock while it writes, and it does.",
            "Paging is out of scope here and comes with task 4.",
            "If the queue is full, the caller gets an error.",
            "Optional: rename `x`.",
            "I checked that no secret ends up in the log.",
            "Once merged, the branch can be deleted.",
            "Severity of remaining issues: none.",
            "Errors are never swallowed.",
            "Reviewed 12 files, found nothing.",
            "Nothing not met.",
            "I would not reject for this.",
            "Nothing stops this from being merged.",
            "Todo está bien, no hay problemas.",
            "I contratti sono completi e i must-have sono coperti.",
            "Kryteria i must-have są spełnione.",
            "Alle krav er dækket, og i must-haves mangler intet.",
            "Zahtjevi i must haves su pokriveni.",
            "The must-haves are covered.",
            "Der frühere Fehler ist behoben, und kein Blocker bleibt.",
        ] {
            assert_eq!(sentence(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_search_did_not_find_is_a_gap_only_where_it_was_wanted() {
        for text in ["The scan did not find gaps in the tests.", "Callers never notice gaps in coverage."] {
            assert_eq!(sentence(text), None, "{text}");
        }
    }

    #[test]
    fn of_what_a_finding_notes_no_order_is_heard_again() {
        let held = |order: &str| {
            let text =
                format!("VERDICT: APPROVED\n\n- [LOW] src/a.rs:3 The name is long.\n\nIt works. {order}\n");
            held_verdict(&read(&text, &ReadContext::default()))
        };
        assert_eq!(held("Rename the handler in src/a.rs."), Verdict::ApprovedWithNotes);
        assert_eq!(held("Rename the handler in src/b.rs."), Verdict::Unclear);
    }
}
