//! Lists below a lead: what is checked, praised or changed is harmless, what a lead of other words heads is not known
//! to be. The same words name the lists of an answer in JSON.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::classes::stem;
use crate::domain::dialect::gather::Gathered;
use crate::domain::dialect::page::{Kind, Page};
use crate::domain::dialect::words;

static HARMLESS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    "strength positive praise good well nice highlight like check checklist verify verification validate test read \
     review look run ran examine inspect compare cover coverage summary overview change file commit scope evidence meet \
     met satisfy pass fulfil fulfill implement done complete resolve fix close address settle since note nit remark \
     minor optional suggestion recommendation follow-up followup improvement idea thought observation consider info \
     information detail rationale reason reasoning because why how do does add requirement criteria criterion must-have \
     musthave truth dimension design approach behaviour behavior example reference link see saw context background \
     history previous earlier last round step method process command output result metadata tag label ok clean confirm \
     correct trace walk path case edge score rating reviewer agent try tried attempted model stage section module function component \
     artifact range task plan id line author title name keep kept small simple reviewed approve finding issue comment \
     ruling response praise key points point part area assess assessment analysis quality evaluation conclusion goal \
     success outcome benefit pro work works worked accept acceptance follow compliance security performance \
     dependencies correctness readability maintainability error handling concern matter version date"
        .split_ascii_whitespace()
        .map(stem)
        .collect()
});
const HARMFUL: &[&str] = &[
    "required",
    "requires",
    "needed",
    "needs",
    "must",
    "remaining",
    "left",
    "open",
    "outstanding",
    "pending",
    "todo",
    "todos",
    "unresolved",
    "missing",
    "before",
    "beforehand",
    "prior",
    "fail",
    "failed",
    "failing",
    "failures",
    "unmet",
    "not",
    "yet",
    "loose",
    "homework",
    "never",
    "no",
    "without",
    "skipped",
    "lacking",
    "truncated",
    "blocked",
    "blocking",
    "blockers",
    "expected",
    "expect",
    "assumptions",
    "conditions",
    "caveats",
    "limitations",
    "except",
    "until",
    "once",
    "gaps",
    "risks",
    "broken",
    "cut",
];

/// Tells whether a lead, a heading or a key names nothing but what is harmless.
pub(crate) fn harmless_name(name: &str) -> bool {
    let mut words = words::words(name);
    if let Some(at) = blocks_not(&words) {
        // `Notes (non-blocking)`, `Not blocking`
        words.drain(at..at + 2);
        if words.is_empty() {
            return true;
        }
    }
    words.is_empty()
        || words.iter().any(|w| HARMLESS.contains(&stem(w)))
            && !words.iter().any(|w| HARMFUL.contains(&w.as_str()))
        || words.iter().any(|w| matches!(w.as_str(), "none" | "optional" | "nothing" | "optionally"))
}

/// Finds where a name says that what it heads does not block.
fn blocks_not(words: &[String]) -> Option<usize> {
    words.windows(2).position(|pair| {
        matches!(pair[0].as_str(), "non" | "not")
            && matches!(pair[1].as_str(), "blocking" | "blockers" | "blocker")
    })
}

/// Says what a lead in running text heads, where its words are on no list of harmless ones.
pub(super) fn below(page: &Page<'_>, gathered: &Gathered, at: usize) -> Option<&'static str> {
    let line = &page.lines[at];
    let text = line.text.trim_end_matches(['*', '_', ' ']);
    let lead = text.strip_suffix(':').filter(|_| line.kind == Kind::Prose)?;
    let lead = lead.rfind(". ").map_or(lead, |end| &lead[end + 2..]);
    let item = page.lines.get(at + 1)?;
    let listed = item.own() && item.kind == Kind::Item && !gathered.taken.contains(at + 1);
    let done = words::box_before(super::body(item)).is_some_and(|(ticked, _)| ticked);
    // One entry, which says that there is none, and nothing below it.
    let ends = page.lines.get(at + 2).is_none_or(|next| next.blank_before && next.kind != Kind::Item);
    let body = super::body(item);
    let none = ends && body.bytes().any(|b| b.is_ascii_alphabetic()) && words::says_none(body);
    (listed && !done && !none && words::fewer(lead, 16) && !harmless_name(lead))
        .then_some("heads a list of what is not known to be harmless")
}

/// Words of a heading, or of a label, of what was asked for and not of what is there.
const ASKED: &[&str] = &[
    "requirement",
    "requirements",
    "criteria",
    "criterion",
    "goal",
    "goals",
    "objective",
    "objectives",
    "expected",
    "must-haves",
    "acceptance",
    "spec",
    "specification",
    "truths",
    "background",
    "context",
    "history",
    "previous",
    "earlier",
];

/// Tells whether a heading, or a label, names what was asked for.
pub(super) fn asked_for(name: &str) -> bool {
    words::words(name).iter().any(|w| ASKED.contains(&w.as_str()))
        && !words::words(name).iter().any(|w| HARMFUL.contains(&w.as_str()) && w != "expected")
}

/// Returns what of a line is said: the value of a short label, nothing of a label of what was asked for.
pub(super) fn value(text: &str) -> &str {
    let Some((label, value)) = text.split_once(':') else { return text };
    if !words::fewer(label, 5) || !value.starts_with([' ', '*']) {
        return text;
    }
    if asked_for(label) || words::says_none(value) { "" } else { text }
}

/// Tells whether a line leads in to what was checked.
pub(super) fn leads_to_checks(text: &str) -> bool {
    let text = text.trim_end_matches(['*', '_', ' ']);
    let verifies = |w: &String| {
        matches!(w.as_str(), "checked" | "verified" | "confirmed" | "tested" | "ensured" | "tried")
    };
    text.ends_with(':') && words::fewer(text, 12) && words::words(text).iter().any(verifies)
}

/// Tells whether a heading heads what was wrong before and no longer is.
pub(super) fn resolved(heading: &str) -> bool {
    let words = words::words(heading);
    let named = |w: &String| matches!(w.as_str(), "resolved" | "fixed" | "closed" | "addressed");
    let open = |w: &String| {
        matches!(w.as_str(), "not" | "still" | "open" | "unresolved" | "to" | "never" | "partially")
    };
    words.iter().any(named) && !words.iter().any(open)
}

/// Tells whether a heading heads praise.
pub(super) fn praises(heading: &str) -> bool {
    let named = |w: &String| {
        let praise = [
            "good",
            "strengths",
            "strength",
            "positives",
            "positive",
            "praise",
            "highlights",
            "well",
            "liked",
            "pros",
            "kudos",
        ];
        praise.contains(&w.as_str())
    };
    words::words(heading).iter().any(named) && !words::words(heading).iter().any(|w| w == "not")
}
