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
mod facts;
mod lists;

use classes::{
    COMPLAINT, DESCRIBED, EXPECTED, GRAVE, GUARD, HARM, MENDED, NEUTRAL, REVIEWING, REWORK, SEEK, WANTED,
    stem,
};
use facts::{Facts, clauses};

use super::label::body;
use super::taken_back::{Doubt, sentences};
use super::{aside, shown};
use crate::domain::dialect::ReadContext;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Line, Page};
use crate::domain::dialect::words;
use crate::domain::review::Severity;
pub(crate) use lists::harmless_name;

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
    if gathered.findings.iter().any(|(f, _)| f.severity <= Severity::High) {
        return Vec::new();
    }
    let mut out = Vec::new();
    // Below a heading of what was asked for, sentences say what should be.
    let mut asked = false;
    // Below one of praise, a denial praises.
    let mut praised = false;
    let mut joined = String::new();
    // Below what was checked, an item says what held.
    let mut checked = false;
    for (at, line) in page.lines.iter().enumerate() {
        if let Kind::Heading(_) = line.kind {
            asked = lists::asked_for(&line.text);
            praised = lists::praises(&line.text);
        }
        let passed_over = !matches!(line.kind, Kind::Prose | Kind::Item)
            || asked && line.kind == Kind::Item
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
        let why = if settled(text) {
            None
        } else {
            whole(lists::value(text))
                .find_map(sentence)
                .filter(|why| !praised || *why != DENIES)
                .or_else(|| lists::below(page, gathered, at))
        };
        if let Some(why) = why
            && !shown::in_diff(page, line, context)
        {
            out.push(Doubt { at, anywhere: true, why });
        }
    }
    out
}

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

const DENIES: &str = "denies something that is not known to be bad";
const LACKS: &str = "says that something is missing or not done";
const DEMANDS: &str = "says that something must be done";
const DEPENDS: &str = "sets a condition";
const OPEN: &str = "says that something is still to come";
const PARTLY: &str = "makes an exception, or speaks of a part";
const GRAVELY: &str = "names something grave and does not say that it is over";
const OF_SELF: &str = "says something of the reviewer that is no review";
const ORDERS: &str = "asks the author for something";

/// Says what a sentence has against an approval and does not explain.
pub(super) fn sentence(text: &str) -> Option<&'static str> {
    if text.len() > LONGEST || text.trim_end().ends_with('?') {
        return None;
    }
    let text: String = text.chars().filter(|c| *c != '*').collect();
    let text = aside::without_shown(&text);
    let clauses = clauses(&text);
    let facts = Facts::of(&clauses);
    if facts.words < 2 {
        return None;
    }
    if let Some(why) = of_self(&clauses, &facts) {
        return Some(why);
    }
    if facts.planned {
        return None;
    }
    if let Some(why) = condition(&clauses, &facts) {
        return Some(why);
    }
    if facts.small {
        return None;
    }
    clauses.iter().enumerate().find_map(|(at, clause)| {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        let stems: Vec<String> = words.iter().map(|w| stem(w)).collect();
        let clause = Clause { words, stems, first: at == 0, last: at + 1 == clauses.len() };
        clause.question(&facts)
    })
}

struct Clause<'s> {
    words: Vec<&'s str>,
    stems: Vec<String>,
    first: bool,
    last: bool,
}

/// What denies.
const DENIALS: &[&str] = &[
    "no", "not", "never", "none", "nothing", "nobody", "nowhere", "neither", "nor", "without", "hardly",
    "barely", "scarcely", "unable", "zero",
];
/// What is not there.
const ABSENT: &[&str] = &["missing", "absent", "lacks", "lacking", "lack", "misses", "incomplete", "unable"];
/// What begins with "un" and lacks nothing.
const NOT_LACKING: &[&str] = &[
    "unchanged",
    "unaffected",
    "unrelated",
    "untouched",
    "unused",
    "unlimited",
    "unmodified",
    "unneeded",
    "unified",
    "unexpected",
    "undefined",
    "unsigned",
    "united",
    "unnoticed",
    "untyped",
    "unaltered",
    "unlocked",
    "unnested",
    "unwrapped",
    "unlisted",
    "undone",
    "unwanted",
    "unsolicited",
    "uncluttered",
    "unopinionated",
    "unrolled",
];
const UNSURE: &[&str] =
    &["unsafe", "unclear", "unsure", "unknown", "unproven", "unseen", "unread", "undone", "unmet", "unwell"];
/// States that are bad as what is said of something.
const BAD: &[&str] = &[
    "wrong",
    "broken",
    "red",
    "unsafe",
    "insecure",
    "vulnerable",
    "reproducible",
    "disabled",
    "incorrect",
    "inverted",
    "bogus",
    "useless",
    "dangerous",
    "premature",
    "partial",
    "back",
    "stale",
    "unusable",
    "exploitable",
    "unreliable",
    "guesswork",
    "outdated",
    "irreversible",
    "leaky",
    "inconsistent",
    "insufficient",
    "inadequate",
    "swapped",
];

impl Clause<'_> {
    fn has(&self, from: usize, class: &classes::Class) -> bool {
        self.stems[from.min(self.stems.len())..].iter().any(|s| class.contains(s))
    }

    fn is(&self, at: usize, words: &[&str]) -> bool {
        self.words.get(at).is_some_and(|w| words.contains(w))
    }

    /// Tells whether something before denies.
    fn denied(&self, at: usize) -> bool {
        self.words[..at].iter().any(|w| DENIALS.contains(w))
    }

    fn question(&self, facts: &Facts) -> Option<&'static str> {
        // What is supposed is a description: the other clause says what is done about it.
        let supposed = self
            .is(0, &["if", "when", "whenever", "where", "while", "unless", "until", "whether", "should"])
            && !self.last;
        (0..self.words.len()).find_map(|at| {
            let word = self.words[at];
            if DENIALS.contains(&word) {
                return self.denial(at, facts, supposed).then_some(DENIES);
            }
            if supposed {
                return None;
            }
            if lacking(word) {
                return self.absence(at, facts).then_some(LACKS);
            }
            self.duty(at, facts)
                .or_else(|| self.unfinished(at, facts).then_some(OPEN))
                .or_else(|| (self.limit(at, facts) || self.counts_short(at)).then_some(PARTLY))
                .or_else(|| self.grave(at, facts).then_some(GRAVELY))
                .or_else(|| (at == 0 && self.first && self.order()).then_some(ORDERS))
        })
    }

    /// A denial that objects: what it denies is wanted, or is on no list.
    fn denial(&self, at: usize, facts: &Facts, supposed: bool) -> bool {
        let word = self.words[at];
        let rest = at + 1;
        if supposed && !matches!(word, "nobody" | "nowhere") {
            return false;
        }
        // `No.` answers a question, or is a label's value.
        if facts.over
            || facts.assured
            || self.words.len() == 1 && (word == "no" || word == "none" && self.first)
        {
            return false;
        }
        // `no case that is not covered`
        if self.words[..at].iter().rev().take(8).any(|w| *w == "that") && self.denied(at) {
            return false;
        }
        // `no longer`, `no more`, `not any more`, `not only`.
        if self.is(rest, &["longer", "more"]) {
            let lost =
                self.stems.iter().skip(rest + 1).take(2).any(|s| WANTED.contains(s) && !HARM.contains(s));
            return lost && !self.has(rest, &HARM);
        }
        if self.words[rest..].windows(2).any(|w| w == ["any", "more"])
            || self.words[rest..].contains(&"anymore")
        {
            return false;
        }
        match word {
            "nowhere" => true,
            "no" if at > 0 && self.words[at - 1] == "with" => {
                !(facts.guarded || self.has(rest, &COMPLAINT) || self.has(rest, &HARM))
            }
            "without" => {
                let next = self.stems.get(rest..).unwrap_or_default();
                let good = next.iter().take(4).any(|s| HARM.contains(s) || COMPLAINT.contains(s));
                let dealt = facts.guarded || self.has(0, &GUARD);
                let fails = self.words[..at].iter().any(|w| matches!(*w, "fail" | "fails" | "failed"));
                let asking = self.words.get(rest).is_some_and(|w| w.ends_with("ing"));
                !(good || fails || dealt && !asking)
            }
            "not" | "never" | "unable" | "hardly" | "barely" | "scarcely" => self.not(rest, facts),
            _ => self.none(at, facts),
        }
    }

    /// `Of the three …, two …`
    fn counts_short(&self, at: usize) -> bool {
        at == 0
            && self.words[0] == "of"
            && self.words.iter().take(4).any(|w| number(w).is_some())
            && !self.last
    }

    /// `not` before a verb or an adjective.
    fn not(&self, from: usize, facts: &Facts) -> bool {
        // Of himself the reviewer was heard already.
        let of_self = self.words[..from].iter().rev().take(5).any(|w| matches!(*w, "i" | "we"));
        if of_self {
            return false;
        }
        // A rule of what must not be is no report of what is.
        if from >= 2 && matches!(self.words[from - 2], "must" | "should" | "may" | "need" | "shall") {
            return false;
        }
        const PASSED: &[&str] = &[
            "be",
            "been",
            "being",
            "have",
            "has",
            "had",
            "get",
            "got",
            "able",
            "to",
            "yet",
            "really",
            "actually",
            "even",
            "quite",
            "fully",
            "ever",
            "so",
            "very",
            "too",
            "also",
            "immediately",
            "entirely",
            "completely",
            "at",
            "all",
            "do",
            "did",
            "does",
            "is",
            "are",
            "was",
            "were",
            "particularly",
            "directly",
            "otherwise",
            "easily",
            "a",
            "an",
        ];
        let at = (from..self.words.len()).find(|&i| !PASSED.contains(&self.words[i]));
        let Some(at) = at else {
            // `It does not`: what it refers to stands before.
            return !(facts.asked || facts.over || self.has(0, &HARM) || facts.harm);
        };
        if self.words[from..at].contains(&"yet") {
            return true;
        }
        let (word, stem) = (self.words[at], &self.stems[at]);
        if self.words[from..at].contains(&"to") && self.words[from..at].contains(&"have")
            || matches!(word, "need" | "needed" | "required" | "require" | "have")
        {
            return false;
        }
        // A word of the vocabulary, or of the code.
        if word.contains('_') || word == "it" && self.words.len() > at + 1 {
            return false;
        }
        if word == "single" || word == "one" {
            return self.none(at, facts);
        }
        if SEEK.contains(stem) {
            return !(self.has(at + 1, &HARM)
                || self.has(at + 1, &COMPLAINT)
                || self.words[at + 1..].contains(&"any"));
        }
        if matches!(stem.as_str(), "hold" | "held" | "stand")
            && !self.words[at..].iter().any(|w| matches!(*w, "up" | "back"))
        {
            return true;
        }
        if HARM.contains(stem) || NEUTRAL.contains(stem) && !WANTED.contains(stem) {
            return self.words[at..].starts_with(&["add", "up"]);
        }
        if WANTED.contains(stem) {
            return true;
        }
        !(self.has(at, &COMPLAINT) || self.has(at, &HARM))
    }

    /// `no`, `none`, `nothing`, `nobody` and what stands behind it.
    fn none(&self, at: usize, facts: &Facts) -> bool {
        let rest = self.stems.get(at + 1..).unwrap_or_default();
        let bad = |s: &String| HARM.contains(s);
        if matches!(self.words[at], "nobody" | "none") || self.words[at + 1..].starts_with(&["of"]) {
            // What is said of them decides, and not what they are.
            let said = rest.iter().rev().take(5).any(|s| bad(s) || NEUTRAL.contains(s))
                || self.words[at + 1..].iter().any(|w| SOUGHT.contains(w) || matches!(*w, "still" | "given"));
            let wanted = rest.iter().any(|s| WANTED.contains(s));
            if wanted && !said {
                return true;
            }
            let before = self.stems[..at].iter().any(|s| HARM.contains(s) || COMPLAINT.contains(s));
            return !(said || before || facts.harm || self.words.len() == at + 1 && facts.complaint);
        }
        if rest.is_empty() {
            return !(facts.complaint || facts.harm);
        }
        // What it denies ends where something is said about it.
        const BEHIND: &[&str] =
            &["in", "for", "of", "from", "on", "at", "with", "by", "here", "is", "are", "was", "were"];
        let named = if self.words[at] == "nothing" {
            rest.len().min(8)
        } else {
            let words = &self.words[at + 1..];
            words
                .iter()
                .enumerate()
                .position(|(i, w)| BEHIND.contains(w) || i > 0 && w.ends_with("ed"))
                .unwrap_or(words.len())
                .min(5)
        };
        let fine = |s: &String| {
            bad(s)
                || COMPLAINT.contains(s)
                || NEUTRAL.contains(s) && !matches!(s.as_str(), "a" | "any" | "part" | "the")
        };
        !(rest[..named].iter().any(fine)
            || self.is(
                at + 1,
                &["new", "extra", "additional", "other", "unnecessary", "hidden", "one", "hard-coded"],
            )
            || self.words[at + 1..].iter().any(|w| SOUGHT.contains(w))
            || at == 0 && !rest[..named].iter().any(|s| WANTED.contains(s) || EXPECTED.contains(s)))
    }

    fn absence(&self, at: usize, facts: &Facts) -> bool {
        if self.denied(at) || facts.over || facts.mended || facts.assured || facts.none {
            return false;
        }
        let past = self.words[..at].iter().any(|w| matches!(*w, "was" | "were" | "that" | "been"));
        if past && facts.now {
            return false;
        }
        // Before a noun it names a case: what is done with it is said behind.
        let next = self.words.get(at + 1);
        let names = next.is_some_and(|w| {
            !matches!(*w, "in" | "from" | "at" | "on" | "for" | "and" | "here" | "there" | "with" | "by")
        });
        !(names && (facts.guarded || self.has(at + 1, &GUARD) || self.has(at + 1, &MENDED)))
            || matches!(self.words[at], "lacks" | "lack" | "misses")
    }

    fn duty(&self, at: usize, facts: &Facts) -> Option<&'static str> {
        let word = self.words[at];
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        let (from, soft) = match (word, next) {
            ("must" | "shall", _) => (at + 1, false),
            (
                "has" | "have" | "needs" | "need" | "had" | "ought" | "yet" | "remains" | "want" | "wants",
                "to",
            ) => (at + 2, false),
            ("needs" | "requires" | "deserves", _) if at <= 3 => (at + 1, false),
            ("should", _) => (at + 1, true),
            ("please", _) => (at + 1, true),
            _ => return None,
        };
        if self.denied(at) || facts.fulfilled || facts.over || facts.assured {
            return None;
        }
        if self.is(from, &["not", "be"]) && self.is(from + 1, &["not"]) || self.is(from, &["not", "no"]) {
            return None;
        }
        let to = (from..self.words.len()).find(|&i| {
            !matches!(
                self.words[i],
                "be" | "also" | "still" | "first" | "really" | "all" | "have" | "been" | "only" | "always"
            )
        });
        let to = to?;
        let stem = &self.stems[to];
        if word == "yet" {
            return Some(OPEN);
        }
        if matches!(self.words[to], "squash" | "squashed" | "rebase" | "rebased" | "merge" | "merged") {
            return None;
        }
        if soft && word == "should" {
            return REWORK.contains(stem).then_some(DEMANDS);
        }
        if word == "please" {
            let kind = [
                "squash", "rebase", "delete", "merge", "note", "see", "keep", "feel", "remember", "find",
                "go", "ship", "proceed",
            ];
            return (!kind.contains(&self.words[to])).then_some(ORDERS);
        }
        if matches!(word, "needs" | "requires" | "deserves") && next != "to" {
            // What the work itself needs is asked of its author; what a part of it needs is a description.
            let whole = self.words[..at].iter().all(|w| {
                matches!(
                    *w,
                    "this"
                        | "it"
                        | "that"
                        | "the"
                        | "change"
                        | "code"
                        | "pr"
                        | "patch"
                        | "still"
                        | "work"
                        | "diff"
                        | "branch"
                        | "plan"
                        | "and"
                        | "but"
                        | "also"
                )
            });
            return whole.then_some(DEMANDS);
        }
        (!DESCRIBED.contains(stem)).then_some(DEMANDS)
    }

    fn unfinished(&self, at: usize, facts: &Facts) -> bool {
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        let word = self.words[at];
        let named = match word {
            "remaining" | "outstanding" | "pending" | "todo" | "tomorrow" | "tonight" | "unfinished"
            | "incomplete" | "provisional" | "provisionally" | "tentative" | "tentatively" | "parked"
            | "undecided" | "preliminary" | "waiting" | "awaiting" | "awaits" | "halfway" | "beforehand"
            | "homework" => true,
            "left" => {
                matches!(next, "to" | "open" | "undone" | "over")
                    || at > 1 && matches!(self.words[at - 1], "is" | "are") && self.is(at - 2, &["what"])
            }
            "yet" => next == "to" || self.last && at + 1 == self.words.len() && at > 0,
            "to" => {
                matches!(next, "come" | "follow" | "finish")
                    && (at == 0
                        || matches!(
                            self.words[at - 1],
                            "is" | "are" | "still" | "yet" | "more" | "rest" | "part" | "review"
                        ))
                    || next == "be"
                        && self.is(
                            at + 2,
                            &[
                                "done",
                                "continued",
                                "written",
                                "decided",
                                "confirmed",
                                "seen",
                                "fixed",
                                "added",
                            ],
                        )
            }
            "follows" => {
                self.words.len() == at + 1 || matches!(next, "tomorrow" | "later" | "soon" | "separately")
            }
            "for" => next == "now" || next == "the" && self.is(at + 2, &["moment", "time"]),
            "so" => next == "far" && self.is(at + 2, &[]) || next == "far" && self.words.len() <= at + 3,
            "at" => next == "this" && self.is(at + 2, &["point", "stage", "moment"]),
            "rest" | "remainder" => at > 0 && matches!(self.words[at - 1], "the" | "my") && facts.of_reviewer,
            "will" | "i'll" | "we'll" => {
                facts.of_reviewer
                    && self.stems[at + 1..].iter().take(3).any(|s| {
                        matches!(
                            s.as_str(),
                            "check" | "look" | "review" | "read" | "continu" | "test" | "verify" | "follow"
                        )
                    })
            }
            "still" => {
                let good = self.stems[at + 1..].iter().any(|s| {
                    matches!(
                        s.as_str(),
                        "pass"
                            | "work"
                            | "green"
                            | "compil"
                            | "build"
                            | "hold"
                            | "us"
                            | "run"
                            | "read"
                            | "readabl"
                            | "get"
                            | "return"
                            | "clear"
                            | "easy"
                            | "fine"
                            | "accept"
                            | "support"
                            | "call"
                            | "valid"
                            | "reach"
                            | "see"
                            | "match"
                            | "appl"
                            | "apply"
                            | "have"
                            | "keep"
                    )
                });
                !good
            }
            _ => false,
        };
        // Rows, tasks and requests may be pending: what is done with them is a description.
        let described =
            matches!(word, "pending" | "outstanding" | "unfinished" | "incomplete" | "remaining" | "waiting")
                && (self.has(0, &GUARD) || facts.mended);
        named && !self.denied(at) && !facts.over && !facts.assured && !described
    }

    fn limit(&self, at: usize, facts: &Facts) -> bool {
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        if self.denied(at) {
            return false;
        }
        match self.words[at] {
            "except" | "excepting" | "excluding" | "barring" | "minus" | "excepted" | "excluded" => true,
            "alone" => at + 1 == self.words.len() && facts.of_reviewer,
            "breaks" | "broke" | "cuts" | "cut" | "trails" => next == "off",
            "of" => {
                at > 0
                    && !at.checked_sub(2).is_some_and(|i| {
                        self.is(
                            i,
                            &[
                                "pass",
                                "round",
                                "task",
                                "plan",
                                "phase",
                                "cycle",
                                "iteration",
                                "attempt",
                                "step",
                                "part",
                            ],
                        )
                    })
                    && number(self.words[at - 1]).zip(number(next)).is_some_and(|(a, b)| a < b)
            }
            "apart" | "aside" => next == "from",
            "other" => next == "than" && self.first && at < 3,
            "save" => next == "for",
            "everything" | "all" | "everyone" => next == "but" || at + 1 == self.words.len() && facts.except,
            "half" | "third" | "quarter" | "most" | "part" | "parts" | "some" | "few" => {
                next == "of" && self.is(at + 2, &["the", "it", "them", "my", "its", "this"])
                    || self.words[at] == "half" && next == "the"
            }
            "only" => {
                next == "because"
                    || self.stems[at + 1..].iter().any(|s| {
                        matches!(
                            s.as_str(),
                            "exercis"
                                | "test"
                                | "review"
                                | "check"
                                | "read"
                                | "seen"
                                | "verify"
                                | "examin"
                                | "inspect"
                                | "look"
                                | "ran"
                                | "run"
                                | "open"
                        )
                    }) && self.words[..at].iter().all(|w| !matches!(*w, "function" | "is" | "are"))
            }
            "just" => next == "not",
            _ => false,
        }
    }

    fn grave(&self, at: usize, facts: &Facts) -> bool {
        let word = self.words[at];
        let dealt = facts.mended || facts.over || facts.assured || self.denied(at);
        if dealt || facts.conditional {
            return false;
        }
        if GRAVE.contains(&self.stems[at]) && !matches!(word, "bugfix" | "deadlocks") {
            return true;
        }
        if matches!(word, "anyone" | "anybody") && self.is(at + 1, &["can", "could", "may"]) {
            return true;
        }
        const LOOSE: &[&str] = &[
            "skipped",
            "bypassed",
            "forged",
            "spoofed",
            "guessed",
            "circumvented",
            "tricked",
            "fooled",
            "exploited",
            "abused",
            "triggered",
        ];
        if LOOSE.contains(&word) && at > 1 && self.is(at - 1, &["be"]) {
            return true;
        }
        const DOES: &[&str] = &[
            "loses",
            "leaks",
            "crashes",
            "hangs",
            "deadlocks",
            "corrupts",
            "breaks",
            "explodes",
            "starves",
            "swallows",
            "overwrites",
            "truncates",
            "duplicates",
            "misses",
            "panics",
            "overflows",
            "freezes",
            "dies",
            "fails",
            "forgets",
            "garbles",
            "violates",
            "contradicts",
            "deviates",
            "diverges",
            "bypasses",
            "500",
            "502",
            "503",
        ];
        const GOES: &[[&str; 2]] = &[
            ["blew", "up"],
            ["blows", "up"],
            ["falls", "over"],
            ["fell", "over"],
            ["falls", "apart"],
            ["goes", "down"],
            ["went", "down"],
            ["goes", "wrong"],
            ["went", "wrong"],
            ["goes", "missing"],
            ["went", "missing"],
            ["gives", "up"],
            ["times", "out"],
            ["timed", "out"],
            ["runs", "out"],
            ["ran", "out"],
            ["came", "back"],
            ["falls", "short"],
            ["breaks", "down"],
        ];
        let next = self.words.get(at + 1).copied().unwrap_or_default();
        if GOES.contains(&[word, next])
            && !facts.guarded
            && !self.words[..at].iter().any(|w| matches!(*w, "when" | "if" | "until"))
        {
            return true;
        }
        let within = |w: &&str| {
            matches!(
                *w,
                "when"
                    | "if"
                    | "before"
                    | "unless"
                    | "until"
                    | "while"
                    | "after"
                    | "once"
                    | "that"
                    | "a"
                    | "test"
                    | "tests"
            )
        };
        if DOES.contains(&word)
            && at > 0
            && !self.words[..at].iter().any(within)
            && !self.words[at..].contains(&"without")
        {
            return true;
        }
        let said = at > 0
            && self.words[..at].iter().rev().take(3).any(|w| {
                matches!(
                    *w,
                    "is" | "are"
                        | "was"
                        | "were"
                        | "looks"
                        | "seems"
                        | "remains"
                        | "stays"
                        | "still"
                        | "the"
                        | "be"
                        | "gets"
                )
            });
        BAD.contains(&word) && said && (word != "back" || self.is(at - 1, &["is", "are", "came", "still"]))
    }

    /// A sentence that begins as an order.
    fn order(&self) -> bool {
        let next = self.words.get(1).copied().unwrap_or_default();
        match self.words[0] {
            "let" if next == "me" => false,
            "count" | "hold" | "wait" | "ask" | "fix" | "stop" | "halt" | "pull" | "repair" | "bring"
            | "put" => {
                matches!(
                    next,
                    "for"
                        | "until"
                        | "with"
                        | "on"
                        | "off"
                        | "it"
                        | "this"
                        | "that"
                        | "the"
                        | "me"
                        | "my"
                        | "back"
                )
            }
            "treat" | "better" | "let" | "let's" | "restore" | "revert" | "undo" | "rotate" | "redo"
            | "rework" | "regard" => {
                next != "us"
                    || self.words.get(2).is_none_or(|w| !matches!(*w, "know" | "merge" | "ship" | "go"))
            }
            "consider" | "mark" | "take" => {
                matches!(next, "it" | "this" | "that" | "me" | "my" | "the") && self.words.len() < 6
            }
            _ => false,
        }
    }
}

/// What is said of what was looked for and is not there.
const SOUGHT: &[&str] = &[
    "found",
    "detected",
    "observed",
    "reported",
    "noticed",
    "introduced",
    "raised",
    "spotted",
    "identified",
    "requested",
    "needed",
    "required",
    "changed",
    "intended",
    "added",
];

/// Reads a number, as a word or in digits.
fn number(word: &str) -> Option<usize> {
    const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    NUMBERS.iter().position(|n| *n == word).map(|n| n + 1).or_else(|| word.parse().ok())
}

/// Tells whether a word says that something is not there or was not done.
fn lacking(word: &str) -> bool {
    ABSENT.contains(&word)
        || UNSURE.contains(&word)
        || word.len() > 6
            && word.starts_with("un")
            && (word.ends_with("ed") || word.ends_with("en"))
            && !word.starts_with("under")
            && !word.starts_with("uni")
            && !NOT_LACKING.contains(&word)
}

/// Letting the work through.
fn releases(words: &[&str]) -> bool {
    let word = |w: &&str| {
        matches!(
            *w,
            "merge"
                | "merged"
                | "merging"
                | "ship"
                | "shipped"
                | "release"
                | "released"
                | "land"
                | "lands"
                | "deploy"
                | "deployed"
                | "approve"
                | "approved"
                | "approval"
                | "yes"
                | "ok"
                | "okay"
                | "lgtm"
                | "go-ahead"
                | "verdict"
        )
    };
    let pair = |p: &[&str]| {
        matches!(
            p,
            ["go" | "goes", "in" | "out" | "live" | "ahead"]
                | ["good", "to"]
                | ["this", "holds"]
                | ["ready", "to" | "for"]
        )
    };
    words.iter().any(word) || words.windows(2).any(pair)
}

/// A condition on letting the work through.
fn condition(clauses: &[Vec<String>], facts: &Facts) -> Option<&'static str> {
    for (nth, clause) in clauses.iter().enumerate() {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        for at in 0..words.len() {
            let behind = &words[at + 1..];
            let (length, bound) = match (words[at], behind.first().copied().unwrap_or_default()) {
                ("subject" | "contingent" | "conditional", "to" | "on" | "upon") => (2, true),
                ("understanding" | "premise" | "condition" | "proviso" | "assumption", "that") => (2, true),
                (
                    "provided" | "providing",
                    "that" | "the" | "you" | "somebody" | "someone" | "we" | "nobody",
                ) => (1, at == 0 || releases(&words[..at])),
                ("assuming", _) => (1, at == 0 || releases(&words[..at])),
                ("depends" | "depend" | "hinges", "on" | "upon") => (2, releases(&words[..at])),
                ("long" | "soon", "as") => (2, at > 0 && words[at - 1] == "as"),
                (
                    "once" | "after" | "when" | "if" | "unless" | "until" | "pending" | "before" | "given",
                    _,
                ) => (1, false),
                _ => continue,
            };
            let before = &words[..at];
            let rest = behind.get(length - 1..).unwrap_or_default();
            let other = clauses
                .get(nth + 1)
                .map(|c| c.iter().map(String::as_str).collect::<Vec<_>>())
                .unwrap_or_default();
            let free = rest.is_empty()
                || matches!(
                    rest,
                    ["ready", ..]
                        | ["you", "like" | "want" | "wish" | "are", ..]
                        | ["convenient", ..]
                        | ["merged" | "merging" | "released" | "deployed", ..]
                )
                || matches!(
                    rest,
                    ["it" | "this", "is" | "has", "merged" | "released" | "deployed" | "landed" | "been", ..]
                )
                || matches!(rest, ["the", "release" | "merge" | "deploy" | "deployment" | "rollout", ..])
                || facts.past;
            let main = if at == 0 { other.as_slice() } else { before };
            let releasing = releases(main) && !main.iter().any(|w| DENIALS.contains(w));
            let speaks = bound && (at == 0 || releases(before) || at <= 2)
                || at == 0 && clauses.len() == 1 && !rest.is_empty() && fragment(words[at], rest);
            if !free && (speaks || releasing) && !facts.denied {
                return Some(DEPENDS);
            }
        }
    }
    None
}

/// Tells whether a clause that stands alone is a condition, and no sentence about a case: `when the list is empty the
/// tool returns`.
fn fragment(word: &str, rest: &[&str]) -> bool {
    match word {
        "once" | "after" | "unless" | "until" | "pending" | "before" => true,
        "if" | "when" => matches!(rest[0], "you" | "we" | "somebody" | "someone" | "they") && rest.len() < 8,
        _ => false,
    }
}

/// What the reviewer says of himself, where it is nothing that reviewers do.
fn of_self(clauses: &[Vec<String>], facts: &Facts) -> Option<&'static str> {
    const PASSED: &[&str] = &[
        "have",
        "has",
        "had",
        "am",
        "was",
        "were",
        "are",
        "did",
        "do",
        "could",
        "can",
        "will",
        "would",
        "also",
        "then",
        "even",
        "really",
        "especially",
        "still",
        "fully",
        "certainly",
        "definitely",
        "gladly",
        "happily",
        "personally",
        "been",
        "be",
        "just",
        "first",
        "carefully",
        "twice",
        "both",
        "all",
        "now",
        "already",
        "too",
        "quite",
        "very",
        "might",
        "may",
        "myself",
        "always",
        "particularly",
        "initially",
        "actually",
        "further",
        "explicitly",
        "briefly",
        "manually",
        "independently",
        "separately",
        "again",
        "to",
        "not",
        "never",
        "able",
        "only",
        "merely",
        "barely",
        "should",
    ];
    for clause in clauses {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        for at in 0..words.len() {
            if !matches!(
                words[at],
                "i" | "we" | "i've" | "we've" | "i'm" | "we're" | "i'd" | "i'll" | "we'll" | "we'd"
            ) {
                continue;
            }
            // "than I do", "as far as I can tell", "when I tried it": beside the point.
            let beside = at > 0 && matches!(words[at - 1], "than" | "as" | "which" | "that" | "if");
            let verb = (at + 1..words.len()).find(|&i| !PASSED.contains(&words[i]));
            // What he has nothing of is a denial like others.
            let Some(verb) = verb.filter(|&i| !DENIALS.contains(&words[i])) else { continue };
            let between = &words[at + 1..verb];
            let stemmed = stem(words[verb]);
            let next = words.get(verb + 1).copied().unwrap_or_default();
            let looked = matches!(words[verb], "took" | "take" | "had" | "gave")
                && words[verb..].iter().any(|w| matches!(*w, "look" | "read" | "pass"));
            let relied =
                matches!(words[verb], "went" | "go") && matches!(next, "by" | "with" | "along" | "no");
            let known =
                looked || !relied && (REVIEWING.contains(&stemmed) || REVIEWING.contains(words[verb]));
            // `I have` something: what it is decides.
            let has =
                verb.checked_sub(1).is_some_and(|i| matches!(words[i], "have" | "had" | "i've" | "we've"));
            let participle = words[verb].ends_with("ed")
                || words[verb].ends_with("en")
                || matches!(words[verb], "given" | "got" | "taken");
            let grieves = words[verb..].iter().take(4).any(|w| {
                matches!(
                    *w,
                    "problem"
                        | "problems"
                        | "concern"
                        | "concerns"
                        | "doubt"
                        | "doubts"
                        | "objection"
                        | "objections"
                        | "issue"
                        | "issues"
                        | "reservations"
                        | "worry"
                        | "worries"
                        | "misgivings"
                )
            });
            let known = known || has && !participle && !grieves;
            let denied = between.iter().any(|w| matches!(*w, "not" | "never"));
            let only = between.iter().any(|w| matches!(*w, "only" | "merely" | "barely" | "should"));
            let planned = facts.planned || facts.over;
            if denied && !planned && !harmless_denial(&words[verb..], &stemmed) {
                return Some(OF_SELF);
            }
            if (only && !facts.planned
                || !known && !beside && !denied && !facts.past && !facts.mended && !facts.planned)
                && !(words[verb].ends_with("ly"))
            {
                return Some(OF_SELF);
            }
        }
    }
    None
}

/// What a reviewer may not have done, seen or have: anything that is bad, or nothing that he had to.
fn harmless_denial(words: &[&str], verb: &str) -> bool {
    let bad = |w: &&str| {
        let stem = stem(w);
        COMPLAINT.contains(&stem) || HARM.contains(&stem)
    };
    let any = words.iter().any(|w| {
        matches!(*w, "any" | "anything" | "benchmarks" | "benchmark" | "more" | "else" | "need" | "mind")
    });
    (SEEK.contains(verb)
        || matches!(
            verb,
            "hav"
                | "have"
                | "repro"
                | "reproduc"
                | "want"
                | "expect"
                | "manag"
                | "get"
                | "mak"
                | "make"
                | "run"
                | "break"
                | "brok"
                | "mind"
                | "object"
                | "need"
                | "insist"
        ))
        && (words.iter().skip(1).any(bad) || any || words.iter().skip(1).any(|w| DENIALS.contains(w)))
        || HARM.contains(verb)
        || NEUTRAL.contains(verb)
}
