//! Orders to change the work: `Fix a.ts:3.`, `Rename the handler`, `src/a.rs:3: handle the null case`.
//!
//! ```text
//! order  = lead-in* (verb object | "do not" verb object | "never" verb object)
//! object = article … | code | a path | other words without a verb of their own
//! ```
//!
//! English gives an order the form of a noun as often as not (`Change of the schema`, `Test coverage is good`). What tells
//! them apart is what follows: an object makes an order, a preposition or a verb of its own makes a subject. Below a
//! heading, or a lead, of suggestions, of what was asked for or of what was done, an order describes.

use crate::domain::dialect::page::{Kind, Line};
use crate::domain::dialect::words;

pub(crate) const ASKS: &str = "asks the author for a change";

/// Verbs that are nothing else: whatever follows is what to do it to.
const PLAIN: &[&str] = &[
    "add",
    "remove",
    "rename",
    "replace",
    "implement",
    "delete",
    "extract",
    "validate",
    "ensure",
    "avoid",
    "sanitize",
    "sanitise",
    "parametrize",
    "parameterize",
    "simplify",
    "deduplicate",
    "encrypt",
    "redact",
    "introduce",
    "rewrite",
    "reword",
    "reorder",
    "enforce",
    "initialize",
    "initialise",
    "propagate",
    "isolate",
    "migrate",
    "unify",
    "tighten",
    "include",
    "provide",
    "clarify",
    "refactor",
    "restore",
    "convert",
    "use",
];
/// Verbs that are nouns, too.
const AMBIGUOUS: &[&str] = &[
    "fix",
    "handle",
    "change",
    "move",
    "update",
    "revert",
    "make",
    "address",
    "resolve",
    "increase",
    "decrease",
    "reduce",
    "create",
    "declare",
    "describe",
    "mention",
    "define",
    "specify",
    "disable",
    "enable",
    "wrap",
    "catch",
    "bump",
    "upgrade",
    "downgrade",
    "drop",
    "split",
    "hide",
    "write",
    "protect",
    "expand",
    "undo",
    "await",
];
/// Verbs that lead a name as often (`Lock ordering`, `Correct handling`): only what an article sets apart is ordered.
const NAMING: &[&str] = &[
    "correct", "clean", "lower", "separate", "close", "narrow", "cover", "check", "test", "log", "list",
    "lock", "cache", "retry", "return", "limit", "hash", "mask", "escape", "guard", "document", "register",
    "quote", "require", "wire", "strip", "trim", "cap", "bound", "pin", "raise", "inline", "rework",
    "rotate", "switch", "verify",
];
/// What a denied order keeps from, besides the verbs above.
const FORBIDDEN: &[&str] = &[
    "store",
    "expose",
    "print",
    "leak",
    "swallow",
    "ignore",
    "block",
    "hold",
    "share",
    "trust",
    "read",
    "send",
    "commit",
    "mutate",
    "call",
    "hardcode",
    "hard-code",
    "rely",
    "assume",
    "reuse",
    "skip",
    "duplicate",
    "overwrite",
    "allocate",
];
/// What an order may begin with; what is asked for with a "please" is a duty, and read as one.
const LEADS: &[&str] = &[
    "also",
    "just",
    "then",
    "now",
    "and",
    "but",
    "so",
    "still",
    "finally",
    "additionally",
    "instead",
    "first",
    "next",
    "further",
    "furthermore",
    "simply",
    "always",
    "second",
    "third",
];
/// What begins an object.
const ARTICLES: &[&str] = &[
    "the", "a", "an", "this", "that", "these", "those", "them", "any", "every", "each", "both", "your",
    "its", "their", "another", "one", "two", "three", "sure", "at",
];
/// What makes a subject of the word before it, or leaves it without an object.
const STOPS: &[&str] = &[
    "of", "in", "on", "to", "is", "are", "was", "were", "and", "or", "as", "by", "for", "from", "with",
    "has", "have", "nothing", "none", "no", "case", "cases", "set", "sets", "that", "which", "away", "ahead",
    "out", "up", "it's", "since", "because", "when", "if", "also", "still",
];
/// Verbs and states that a subject has.
const FINITE: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "does", "do", "did", "looks", "look", "seems", "works",
    "work", "passes", "holds", "makes", "reads", "compiles", "covers", "can", "could", "will", "would",
    "should", "may", "must", "matches", "complete", "done", "good", "correct", "ok", "okay", "fine", "clean",
    "sound", "solid", "green", "minimal", "small", "clear", "right", "safe",
];
/// Clauses behind what is only named: it is there.
const THERE: &[&str] = &[
    "done",
    "verified",
    "met",
    "yes",
    "ok",
    "okay",
    "pass",
    "passed",
    "present",
    "implemented",
    "confirmed",
    "covered",
    "correct",
    "complete",
    "completed",
    "fixed",
    "checked",
    "satisfied",
    "works",
    "good",
    "fine",
    "true",
    "it",
    "fulfilled",
    "added",
    "removed",
    "all",
    "tested",
];

/// Tells whether a sentence begins, behind a place or nothing, as an order to change the work.
pub(super) fn order(clauses: &[Vec<String>]) -> bool {
    for (at, clause) in clauses.iter().enumerate() {
        let words: Vec<&str> = clause.iter().map(String::as_str).collect();
        if ordered(&words) {
            let behind = clauses[at + 1..].iter().any(|c| THERE.contains(&c[0].as_str()));
            return !behind;
        }
        if !place(&words) {
            return false;
        }
    }
    false
}

/// `a.ts`, `3`, `line 12`, `in parse`: where, and nothing said of it.
fn place(words: &[&str]) -> bool {
    let named = |w: &&str| {
        w.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | '_' | '#'))
            || matches!(*w, "it" | "line" | "lines" | "file" | "at" | "in" | "and")
    };
    let asked = matches!(words, ["required" | "mandatory" | "todo" | "action" | "blocking"]);
    asked || words.iter().all(named) || words.len() <= 3 && matches!(words[0], "in" | "at" | "on" | "for")
}

fn ordered(words: &[&str]) -> bool {
    // `a.ts:3 fix the leak`: the line's number is none of the sentence.
    let number = |w: &&&str| w.bytes().all(|b| b.is_ascii_digit());
    let leads = words.iter().take_while(|w| LEADS.contains(w) || number(w)).count();
    let words = &words[leads..];
    // `Update the roadmap when you merge` and `Delete the branch` ask for nothing before it.
    if words.iter().take(4).any(|w| matches!(*w, "branch" | "branches"))
        || words.windows(2).any(|w| matches!(w, ["when" | "whenever" | "while", "you"]))
    {
        return false;
    }
    match words {
        ["do", "not", verb, rest @ ..] | ["never", verb, rest @ ..] => {
            let known = [PLAIN, AMBIGUOUS, NAMING, FORBIDDEN].iter().any(|list| list.contains(verb));
            known
                && rest
                    .first()
                    .is_some_and(|next| !STOPS.contains(next) && !matches!(*next, "anything" | "a" | "any"))
                && !rest.iter().any(|w| FINITE.contains(w) && !matches!(*w, "clear" | "right"))
        }
        [verb, rest @ ..] => {
            let plain = PLAIN.contains(verb);
            let naming = NAMING.contains(verb);
            let known = plain || naming || AMBIGUOUS.contains(verb);
            let Some(next) = rest.first().filter(|_| known) else { return false };
            if STOPS.contains(next) {
                return false;
            }
            // `Set the order aside`, `Check the docs` may be anything; what is changed is not.
            let subject = rest.iter().any(|w| FINITE.contains(w));
            if ARTICLES.contains(next) {
                return *next != "at" || rest.get(1) == Some(&"least");
            }
            let path = next.contains(['.', '/', '_']);
            if path || *next == "it" {
                return !subject;
            }
            let ends = rest.last().is_some_and(|w| w.ends_with("ed"));
            !subject && !naming && (plain || !ends)
        }
        [] => false,
    }
}

/// Names below which an order describes: suggestions, and what was asked for.
const DESCRIBES: &[&str] = &[
    "suggestion",
    "suggestions",
    "suggested",
    "recommendation",
    "recommendations",
    "note",
    "notes",
    "nit",
    "nits",
    "nitpicks",
    "remark",
    "remarks",
    "optional",
    "follow",
    "follow-up",
    "follow-ups",
    "followup",
    "minor",
    "improvement",
    "improvements",
    "idea",
    "ideas",
    "consider",
    "future",
    "later",
    "scope",
    "commit",
    "commits",
    "task",
    "tasks",
    "requirement",
    "requirements",
    "criteria",
    "criterion",
    "goal",
    "goals",
    "objective",
    "objectives",
    "plan",
    "implementation",
    "implemented",
    "done",
    "verified",
    "verify",
    "checked",
    "check",
    "checks",
    "tested",
    "test",
    "tests",
    "evidence",
    "background",
    "context",
    "history",
    "previous",
    "earlier",
    "praise",
    "strengths",
    "good",
    "positive",
    "how",
    "feature",
    "features",
    "deliverables",
    "acceptance",
    "must-haves",
    "truths",
    "description",
    "low",
    "info",
    "coverage",
    "reviewed",
    "steps",
];
/// And what the change is about, in a list.
const SUMS_UP: &[&str] =
    &["summary", "overview", "change", "changes", "what", "changed", "diff", "walkthrough", "does"];
/// What makes any of them a list of what is open.
const OPEN: &[&str] = &[
    "required",
    "requested",
    "needed",
    "must",
    "open",
    "blocking",
    "next",
    "remaining",
    "todo",
    "missing",
    "failed",
    "failing",
    "before",
    "not",
];

/// The heading and the lead that a line stands below.
#[derive(Debug, Default)]
pub(super) struct Below {
    heading: Vec<String>,
    lead: Vec<String>,
}

impl Below {
    /// Takes the next line of the reviewer.
    pub(super) fn pass(&mut self, line: &Line<'_>) {
        let text = line.text.trim_end_matches(['*', '_', ' ']);
        match line.kind {
            Kind::Heading(_) => (self.heading, self.lead) = (words::words(&line.text), Vec::new()),
            Kind::Prose if text.ends_with(':') => {
                let last = text.rfind(". ").map_or(text, |end| &text[end + 2..]);
                self.lead = words::words(last);
            }
            Kind::Prose if line.text.starts_with("**") && text.len() + 2 == line.text.len() => {
                (self.heading, self.lead) = (words::words(text), Vec::new());
            }
            Kind::Prose if line.blank_before => self.lead = Vec::new(),
            Kind::Prose
            | Kind::Item
            | Kind::Table
            | Kind::Rule
            | Kind::Fenced(_)
            | Kind::FenceMark
            | Kind::Quote
            | Kind::Comment
            | Kind::FrontMatter
            | Kind::Code
            | Kind::Data => {}
        }
    }

    /// Tells whether an order on the line last taken describes, and asks for nothing.
    pub(super) fn describes(&self, line: &Line<'_>) -> bool {
        let item = line.kind == Kind::Item;
        [&self.heading, &self.lead].into_iter().any(|name| {
            let any = |list: &[&str]| name.iter().any(|w| list.contains(&w.as_str()));
            // `Not blocking:`, `Suggestions (non-blocking)`
            let blocks = any(&["blocking", "non-blocking", "nonblocking", "blockers"]);
            let small = any(&["nonblocking", "non-blocking"]) || blocks && any(&["non", "not"]);
            // `Possible follow-ups, none of them required`
            let small = small || any(&["none", "optional", "optionally"]);
            small || !any(OPEN) && (any(DESCRIBES) || item && any(SUMS_UP))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::facts::clauses;
    use super::*;

    #[test]
    fn an_order_has_an_object() {
        for text in [
            "Fix a.ts:3.",
            "Remove the debug print.",
            "Handle errors in parse().",
            "Rename `foo` to `bar`.",
            "Also add a test for the empty list.",
            "src/a.rs:3: handle the null case",
            "In parse(), handle the null case.",
            "Use prepared statements.",
            "Update docs.",
            "Make sure the handle is closed.",
            "Don't log the token.",
            "Never store passwords in clear text.",
            "Do not swallow the error.",
            "a.ts:3 fix the leak",
        ] {
            assert!(order(&clauses(text)), "{text}");
        }
        for text in [
            "Fix for the leak is right.",
            "Fix verified.",
            "Fixes the leak in a.ts:3.",
            "Use of the cache is correct.",
            "Test coverage is good.",
            "Change of the schema was agreed.",
            "Update looks good.",
            "Change nothing.",
            "Add, remove and rename all work.",
            "Handle the empty list: met",
            "Add a test, done.",
            "Keep up the good work.",
            "Merge it.",
            "Move on to task 3.",
            "Never a dull moment.",
            "Don't change a thing.",
            "Clean code.",
            "To add a provider, implement the trait.",
            "Update the roadmap when you merge.",
            "Correct handling of errors.",
            "Lock ordering sound.",
            "Return types consistent.",
            "The parser handles a.ts.",
        ] {
            assert!(!order(&clauses(text)), "{text}");
        }
    }
}
