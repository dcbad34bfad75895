//! What stands around the word of an approval and takes something off it.
//!
//! ```text
//! value    = mark* word mark* [glued] (("—" | "(" | "," | ":" | ".") clause)*
//! hedged   = a contrary mark beside the word | "?" behind it
//!          | a clause that begins with a condition ("once", "only after", "unless", …)
//!          | a clause that demands ("must be fixed first"), or says that this is none
//!            ("not reviewed", "skipped", "withdrawn", "by default", "draft")
//!          | "→" to something that is no next step | a count of less than all glued to the word
//!          | words of a script that is not read, and in other languages their words for these
//! ```
//!
//! An explanation behind a dash or in brackets may hold any words of a language that is read here, so
//! the conditions are looked for where they turn a clause: at its beginning, or as a demand. It knows
//! no statements and no lines.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use super::marks::contrary;
use super::phrases::{BYSTANDERS, HEDGES, NOTED, NOTED_AS};
use super::runs::{denies_in_run, hedges_in_runs, ideograph, unread};
use super::token::Token;

/// `PASS (75 %)`: a number of hundred as all that is said of it, and not the hundred.
pub(super) fn percent(value: &str, rest: &[Token]) -> Option<&'static str> {
    let mut said = rest.iter().filter_map(Token::word);
    let number: f32 = said.next()?.parse().ok()?;
    (value.contains('%') && said.next().is_none() && number < 100.0).then_some("approves a part")
}

/// `with the lock fixed`: what is to be mended comes with it; what was found before is mended.
pub(super) fn with_a_repair(rest: &[Token]) -> bool {
    const MENDED: &[&str] = &[
        "fixed",
        "added",
        "corrected",
        "resolved",
        "addressed",
        "removed",
        "reverted",
        "changed",
        "restored",
        "renamed",
    ];
    const BEFORE: &[&str] = &[
        "all",
        "both",
        "everything",
        "previous",
        "previously",
        "earlier",
        "now",
        "already",
        "last",
        "every",
    ];
    let clause: Vec<&str> = rest
        .iter()
        .take_while(|t| !matches!(t, Token::Mark('-' | ',' | '(' | ';')))
        .filter_map(Token::word)
        .take(14)
        .collect();
    let noted = |w: &&str| NOTED.contains(w) || BEFORE.contains(w);
    clause.last().is_some_and(|w| MENDED.contains(w)) && !clause.iter().any(noted)
}

/// Words that begin a condition, besides [`HEDGES`].
const CONDITIONS: &[&str] = &[
    "modulo",
    "minus",
    "barring",
    "contingent",
    "dependent",
    "depending",
    "as soon as",
    "as long as",
    "so long as",
    "apart from",
    "save for",
    "on condition",
    "on the condition",
    "on one condition",
    "on the understanding",
    "under the condition",
    "conditional on",
    "sobald",
    "falls",
    "sofern",
    "erst",
    "vorbehaltlich",
    "unter vorbehalt",
    "außer",
    "wenn",
    "sauf",
    "sous réserve",
    "si",
    "dès que",
    "une fois",
    "après",
    "à condition",
    "salvo",
    "siempre que",
    "cuando",
    "después de",
    "tras",
    "a condición",
    "desde que",
    "quando",
    "depois de",
    "após",
    "purché",
    "dopo",
    "appena",
    "a patto",
    "zodra",
    "mits",
    "tenzij",
    "если",
    "когда",
    "после",
    "при условии",
    "кроме",
    "pod warunkiem",
    "jeśli",
    "gdy",
];

/// After these a condition begins all the same: `but only after`, `and once`.
const LEADS: &[&str] = &["but", "and", "though", "aber", "mais", "pero", "mas", "ma", "но", "и", "und"];

static DEMANDS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:must|has to|have to|needs? to|having to|ought to|required to) (?:first )?be (?:first )?(?:fix|address|resol|correct|rework|chang|redone|repair|remov|mend|clos|answer|approv|review)\w*|\b(?:must|has to|have to|needs? to|need|needs|requires?|fix|fixes|fixed|fixing|address|addressed|resolve|resolved|add|added)\b.{0,60}\b(?:first|beforehand|before (?:the )?(?:merge|merging|release|releasing|shipping|ship|this|it|we|i|you|landing))\b|\b(?:do not|don't|not to|hold|block(?:s|ed|ing)?|stop) (?:the )?(?:merg\w+|releas\w+|ship\w*)|\bblocked (?:by|on|until)\b|\b(?:hold|wait) (?:off|on|until|for)\b|\b(?:muss|müssen)\b.{0,40}\b(?:behoben|erst|zuerst|vorher|gefixt|korrigiert)\b|\b(?:doit|doivent|il faut)\b.{0,40}\b(?:corrig|d'abord|avant)|\b(?:debe|deben|hay que)\b.{0,40}\b(?:corregir|arreglar|antes|primero)|\b(?:deve|devem|precisa|é preciso)\b.{0,40}\b(?:corrig|antes|primeiro)|\b(?:надо|нужно|необходимо|сначала|должен|должна|должны)\b")
        .expect("a constant pattern")
});

/// What says that no approval was given, whatever the word before it.
static NONE_GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:withdrawn|withdraw|revoked|revoke|withheld|retracted|retract|rescinded|unreviewed|unread|kidding|just a joke|no opinion|on hold|not (?:yet |actually |really |fully )?(?:reviewed|read|looked at|checked|by me|mine|done|finished|complete|given|granted|valid)|nothing (?:was |has been )?(?:reviewed|read|checked|looked at)|never (?:reviewed|read|looked)|(?:diff|change|changeset|patch|input|range) (?:was|is|were) (?:empty|missing|not)|no (?:review|diff|code) (?:was |has been )?(?:done|seen|read|given|available|provided|started)|without (?:a )?(?:review|reading|looking)|review (?:was |is )?(?:skipped|not|pending|open|outstanding|still|incomplete|unfinished)|timed out|i guess|i suppose|i think|no signal|not sure|is a guess|in principle|in theory|by default|anything but|the opposite|wish|would (?:be|have been) (?:wrong|nice|too)|zurückgezogen|widerrufen|nicht geprüft|nicht gelesen|retiré|retirée|annulé|retirado|anulado|cancelado|отозвано|отменено|не (?:проверено|проверял|читал|смотрел))\b|^(?:copied|carried|pasted|taken) (?:over|forward|from)\b|^(?:still )?to (?:be )?confirm(?:ed)?\b|^(?:from|see|same as|as in|as of) (?:the |my )?(?:last|previous|earlier|prior|first|(?:pass|round|iteration|attempt|cycle) \d)")
        .expect("a constant pattern")
});

/// What is said of the work, in a sentence of its own.
static TOLD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:the|a|an|every|each|all) .*\bby default\b|\bwould be (?:nice|too)\b")
        .expect("a constant pattern")
});

/// Words that, as nearly all that is said of an approval, leave none.
const LEFT_OPEN: &[&str] = &[
    "skipped",
    "skip",
    "timeout",
    "default",
    "draft",
    "placeholder",
    "example",
    "sample",
    "template",
    "dummy",
    "tentative",
    "tentatively",
    "provisional",
    "provisionally",
    "preliminary",
    "interim",
    "partial",
    "partially",
    "partly",
    "half",
    "guess",
    "maybe",
    "perhaps",
    "probably",
    "possibly",
    "presumably",
    "outstanding",
    "open",
    "expired",
    "cancelled",
    "canceled",
    "void",
    "invalid",
    "hypothetical",
    "hypothetically",
    "deferred",
    "pending",
    "blocked",
    "tbd",
    "tbc",
    "tba",
    "todo",
    "false",
    "unverified",
    "unconfirmed",
    "auto",
    "automatic",
    "automatically",
    "nobody",
    "entwurf",
    "vorläufig",
    "brouillon",
    "borrador",
    "rascunho",
    "bozza",
    "черновик",
    "предварительно",
];

/// No and not in languages that are not asked more of than that; beside what is counted they are fine.
const DENIES: &[&str] = &[
    "nicht", "nie", "niet", "niets", "ne", "pas", "не", "ні", "нет", "ikke", "inte", "ej", "inget", "nem",
    "ei", "yok", "değil", "chưa", "không", "belum", "tidak", "bukan", "nu", "kein", "keinen", "jamais",
    "nunca", "niente", "no", "não", "non", "geen", "noch", "encore", "todavía", "aún", "ainda", "ancora",
    "ще", "ещё", "пока", "henüz",
];
/// What a denial beside it leaves free.
const FREE: &[&str] = &[
    "замечаний",
    "падают",
    "найдено",
    "обнаружено",
    "нужно",
    "требуется",
    "régression",
    "régressions",
    "remarque",
    "remarques",
    "regresión",
    "regresiones",
    "regressão",
    "regressões",
    "observaciones",
    "ressalvas",
    "einwände",
    "fehler",
    "проблем",
    "вопросов",
    "блокеров",
    "ошибок",
    "нареканий",
    "возражений",
    "blockierendes",
    "weiteres",
    "mehr",
    "plus",
    "más",
    "mais",
    "más",
    "seulement",
    "only",
    "blocking",
    "issues",
    "findings",
    "concerns",
    "blockers",
    "problems",
    "remarks",
    "comments",
    "objections",
    "further",
    "new",
    "changes",
    "gaps",
    "regressions",
    "open",
    "critical",
    "high",
    "problema",
    "problemas",
    "problème",
    "bloquant",
    "problemi",
    "remaining",
    "notes",
    "nits",
    "warnings",
    "action",
    "other",
    "more",
    "need",
    "fixes",
    "spec",
    "scope",
    "longer",
    "one",
];

/// Next steps that an approval may point to.
const STEPS: &[&str] = &[
    "merge",
    "merging",
    "proceed",
    "next",
    "continue",
    "ship",
    "go",
    "ready",
    "done",
    "commit",
    "closed",
    "close",
    "approved",
    "approve",
    "pass",
    "passed",
    "task",
    "phase",
    "plan",
    "release",
    "deploy",
    "no",
    "nothing",
    "all",
    "move",
    "moving",
    "execute",
    "execution",
    "on",
    "to",
    "the",
    "can",
    "good",
    "0",
];

/// Who may be named as the one that approves.
const APPROVERS: &[&str] = &[
    "me",
    "us",
    "myself",
    "the",
    "tech",
    "lead",
    "reviewer",
    "reviewers",
    "spec",
    "code",
    "senior",
    "architect",
    "both",
    "all",
    "this",
    "my",
    "review",
    "countersign",
    "design",
    "quality",
];

/// What may be approved `to`.
const TOWARDS: &[&str] = &[
    "merge", "be", "ship", "proceed", "continue", "go", "land", "release", "deploy", "main", "master",
    "next", "commit", "execute", "start", "move",
];

static LEFT_OPEN_SET: LazyLock<HashSet<&str>> = LazyLock::new(|| LEFT_OPEN.iter().copied().collect());

/// Says what, behind an approval, takes something off it; nothing when it only explains.
pub(super) fn hedged(rest: &[Token]) -> Option<&'static str> {
    let questions = rest.iter().take_while(|t| t.word().is_none()).any(|t| *t == Token::Mark('?'));
    if questions {
        return Some("a question");
    }
    if let Some(at) = rest.iter().position(|t| *t == Token::Mark('→')) {
        let to = rest[at + 1..].iter().find_map(Token::word);
        if to.is_some_and(|w| !STEPS.contains(&w)) {
            return Some("turns into something else");
        }
    }
    if share(rest) {
        return Some("approves a part");
    }
    let mut said: Vec<&str> = Vec::new();
    let mut before = None;
    let mut first = true;
    for token in rest.iter().chain([&Token::Mark('.')]) {
        match token {
            Token::Word { text, .. } => said.push(text),
            Token::Mark(mark) => {
                if !said.is_empty() {
                    if let Some(why) = clause(&said, before, first, *mark == ',') {
                        return Some(why);
                    }
                    first = false;
                    said.clear();
                }
                // A new sentence is no longer about the word alone.
                if !first && matches!(mark, '.' | '!' | ';') {
                    return None;
                }
                before = Some(*mark);
            }
        }
    }
    None
}

/// `2/5` glued to the word, or alone in brackets behind it.
fn share(rest: &[Token]) -> bool {
    let skip = rest.iter().take_while(|t| matches!(t, Token::Mark('(' | ':' | '-'))).count();
    let number = |t: Option<&Token>| t.and_then(Token::word).and_then(|w| w.parse::<u32>().ok());
    let (Some(some), Some(all)) = (number(rest.get(skip)), number(rest.get(skip + 2))) else { return false };
    let of = matches!(rest.get(skip + 1), Some(Token::Mark('/')))
        || rest.get(skip + 1).and_then(Token::word) == Some("of");
    let next = rest.get(skip + 3);
    let counted = ["requirements", "requirement", "criteria", "must", "truths", "files", "tasks", "stages"];
    let whole = next.is_none_or(|t| t.word().is_none_or(|w| counted.contains(&w)));
    // Of a hundred points nobody gives them all.
    let score = all == 100 && some >= 50 && next.is_none_or(|t| t.word().is_none());
    of && !score && some < all && whole && !matches!(next, Some(Token::Mark('/')))
}

fn clause(words: &[&str], before: Option<char>, first: bool, goes_on: bool) -> Option<&'static str> {
    if words.iter().any(|w| w.chars().any(unread)) {
        return Some("goes on in a language that is not read");
    }
    let runs: String = words.iter().filter(|w| w.chars().any(ideograph)).copied().collect();
    if !runs.is_empty() && hedges_in_runs(&runs) {
        return Some("depends on something, or takes the approval back");
    }
    let glued = first && before.is_none();
    match (glued, words) {
        (true, ["by", by @ ..])
            if by.first().is_some_and(|w| !APPROVERS.contains(w))
                || by.iter().take(3).any(|w| {
                    matches!(*w, "previous" | "prior" | "earlier" | "last" | "other" | "former" | "executor")
                }) =>
        {
            return Some("is somebody else's word");
        }
        (true, ["on" | "over" | "along" | "back", "to", ..]) => return Some("hands the work on"),
        (true, ["in", of @ ..]) if !of_now(of) => return Some("approves a part, or another time"),
        (true, ["without", ..])
            if !words.contains(&"doubt") && super::not_harmless(&words.join(" ")).is_some() =>
        {
            return Some("leaves something out");
        }
        (true, ["to", to @ ..]) if to.first().is_some_and(|w| !TOWARDS.contains(w)) => {
            return Some("hands the work on");
        }
        _ => {}
    }
    if !glued
        && matches!(
            words,
            ["says" | "said" | "claims" | "claimed" | "writes" | "wrote" | "according", ..]
                | ["is", "what", ..]
                | ["that", "is", "what", ..]
        )
    {
        return Some("is somebody else's word");
    }
    if others_word(words) {
        return Some("is somebody else's word");
    }
    let joined = words.join(" ");
    let lead = usize::from(words.len() > 1 && LEADS.contains(&words[0]));
    // Behind a colon of a sentence about something else `only` says how much, and no condition.
    let how_much = !first
        && before == Some(':')
        && words[0] == "only"
        && !matches!(words.get(1), Some(&("if" | "after" | "once" | "when" | "with" | "because")));
    // A sentence of its own that goes on tells of a case: `When the token expires, the user …`.
    let sentence = matches!(before, Some('.' | '!'));
    let tells = glued || how_much || sentence && goes_on;
    if !tells && begins_condition(&words[lead..]) || glued && sets_condition(words) {
        return Some("depends on something to come");
    }
    // `blocks merging of unsigned commits as the ticket demands`
    let asked_for = ["ticket", "task", "spec", "plan", "requirement", "criterion", "issue", "story"]
        .iter()
        .any(|w| joined.contains(&format!("as the {w} ")));
    if !asked_for
        && DEMANDS.find(&joined).is_some_and(|m| {
            !joined[..m.start()]
                .split(' ')
                .any(|w| matches!(w, "no" | "nothing" | "none" | "not" | "neither"))
        })
    {
        return Some("demands something first");
    }
    if NONE_GIVEN.is_match(&joined) && !(sentence && TOLD.is_match(&joined)) {
        return Some("says that there is none");
    }
    let near = |w: &&&str| LEFT_OPEN_SET.contains(**w);
    let short = words.len() <= 3;
    // `and rejects expired keys`: what the work does with such things.
    let verb = usize::from(words[0] == "and");
    let does = words.len() > verb + 1
        && matches!(
            words[verb],
            "rejects"
                | "refuses"
                | "denies"
                | "blocks"
                | "drops"
                | "ignores"
                | "skips"
                | "handles"
                | "removes"
                | "returns"
                | "detects"
                | "catches"
                | "reports"
                | "closes"
                | "clears"
                | "retries"
        );
    let counts =
        words.iter().any(|w| matches!(*w, "no" | "0" | "zero" | "none" | "not" | "without" | "nothing"));
    if !counts
        && !does
        && (short && words.iter().any(|w| near(&w))
            || words.last().is_some_and(|w| near(&w) && words.len() <= 5))
    {
        return Some("is left open");
    }
    denied(words, glued).then_some("denies what it says")
}

/// `in round 2`, `in its current form`: what an approval may be given in.
fn of_now(words: &[&str]) -> bool {
    const IN: &[&str] = &[
        "round",
        "pass",
        "iteration",
        "attempt",
        "cycle",
        "wave",
        "review",
        "phase",
        "task",
        "plan",
        "stage",
        "full",
        "total",
        "all",
        "entirety",
        "whole",
        "form",
        "state",
        "shape",
        "version",
        "opinion",
        "view",
        "eyes",
        "regard",
        "respect",
        "respects",
        "dimensions",
        "ways",
    ];
    const THEN: &[&str] = &[
        "next",
        "last",
        "previous",
        "prior",
        "earlier",
        "first",
        "coming",
        "following",
        "future",
        "another",
    ];
    let near = || words.iter().take(5);
    near().any(|w| IN.contains(w)) && !near().any(|w| THEN.contains(w))
}

/// `the developer claims`, `executor's word`: short, and somebody else's.
fn others_word(words: &[&str]) -> bool {
    let who = |w: &&str| BYSTANDERS.contains(&w.trim_end_matches("'s"));
    let said = |w: &&str| {
        matches!(
            *w,
            "claims" | "claimed" | "says" | "said" | "word" | "words" | "thinks" | "insists" | "assures"
        )
    };
    words.len() <= 6
        && words.iter().any(who)
        && words.iter().any(said)
        && !words.iter().any(|w| matches!(*w, "no" | "nothing" | "none"))
}

/// Only, in languages whose conditions are known.
const ONLYS: &[&str] =
    &["только", "лишь", "nur", "seulement", "solo", "sólo", "só", "somente", "apenas", "tylko", "alleen"];

/// A condition that needs no mark before it.
fn sets_condition(words: &[&str]) -> bool {
    CONDITIONS.iter().any(|c| {
        let mut said = words.iter();
        !matches!(*c, "si" | "falls") && c.split(' ').all(|w| said.next() == Some(&w))
    })
}

/// A condition at the beginning; `only minor nits` is none.
fn begins_condition(words: &[&str]) -> bool {
    let Some(first) = words.first() else { return false };
    // Italian `si può fare il merge`: one can, and no condition.
    if words.starts_with(&["si", "può"])
        || words.starts_with(&["si", "puo"])
        || words.starts_with(&["se", "puede"])
    {
        return false;
    }
    if ONLYS.contains(first) {
        return begins_condition(&words[1..]);
    }
    if *first == "only" {
        let notes = words[1..].iter().all(|w| {
            NOTED.contains(w)
                || NOTED_AS.contains(w)
                || matches!(*w, "cosmetic" | "style" | "stylistic" | "and")
        });
        return !notes;
    }
    let after = *first == "after"
        && words.iter().any(|w| {
            ["fix", "addr", "chang", "resol", "rebas", "you", "correct", "test"]
                .iter()
                .any(|p| w.starts_with(p))
        });
    HEDGES.contains(first)
        || after
        || CONDITIONS.iter().any(|c| {
            let mut condition = c.split(' ');
            let mut said = words.iter();
            condition.all(|w| said.next() == Some(&w))
        })
}

/// A denial in another language near the word, or in few words.
fn denied(words: &[&str], glued: bool) -> bool {
    let foreign = |w: &str| DENIES.contains(&w);
    let near = if words.len() <= 5 || glued { words.len() } else { 3 };
    words.iter().take(near).enumerate().any(|(at, w)| {
        foreign(w)
            && !is_free(words)
            // English has been asked for more than a word.
            && !(*w == "no" && words.len() > at + 1 && !glued)
            && !(words.len() == 1 && *w == "no")
    })
}

fn is_free(words: &[&str]) -> bool {
    words.iter().any(|w| FREE.contains(w))
}

/// Says why an approval that stands inside a value is none: a word around it is not known to be harmless,
/// or turns it. `begins` is where its word stands among the value's tokens.
pub(super) fn within(value: &str, all: &[Token], (from, to): (usize, usize)) -> Option<&'static str> {
    let before: Vec<&str> = all[..from].iter().filter_map(Token::word).collect();
    let after: Vec<&str> = all[to..].iter().filter_map(Token::word).collect();
    let runs: String = before.iter().chain(&after).filter(|w| w.chars().any(ideograph)).copied().collect();
    if let Some(why) = contrary(value) {
        return Some(why);
    }
    let right_before = from.checked_sub(1).and_then(|at| all[at].word()).filter(|w| w.chars().any(ideograph));
    if right_before.is_some_and(|run| !super::harmless::run_before(run))
        || before.iter().any(|w| denies_in_run(w))
    {
        return Some("stands behind words that may deny it");
    }
    if !runs.is_empty() && hedges_in_runs(&runs) {
        return Some("depends on something, or takes the approval back");
    }
    let cyrillic = |w: &&str| w.chars().all(|c| matches!(c, '\u{400}'..='\u{45f}'));
    let known: Vec<&str> =
        before.iter().copied().filter(|w| !w.chars().any(ideograph) && !cyrillic(w)).collect();
    if super::not_harmless(&known.join(" ")).is_some() {
        return Some("stands in a sentence that says more than an approval");
    }
    let about = |words: &[&str]| {
        words.iter().any(|w| w.chars().any(unread))
            || words.iter().filter(|w| !is_free(&[**w])).any(|w| DENIES.contains(w) && *w != "no")
            || begins_condition(words)
            || words.iter().any(|w| CONDITIONS.contains(w))
    };
    if about(&before) && !is_free(&before) || about(&after) && !is_free(&after) {
        return Some("stands in a sentence that says more than an approval");
    }
    hedged(&all[to..])
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    #[test]
    fn what_explains_is_told_from_what_hedges() {
        for rest in [
            "",
            " ✅",
            " — all 7 requirements met",
            " (12/12 dimensions)",
            " — nothing blocking",
            " — returns early when the list is empty",
            " — only minor nits",
            " (2026-11-22)",
            ", no further findings",
            ": the lock is taken and released where it must be",
            " — keine Einwände, saubere Arbeit",
            " — замечаний нет",
            " — 没有问题，测试完整",
            "。問題ありません。",
            " — 문제없음",
            " — sin observaciones, buen trabajo",
            " → proceed to 03-02",
            " by the tech lead",
        ] {
            assert_eq!(hedged(&tokens(rest)), None, "{rest}");
        }
        for rest in [
            "?",
            "!? hm",
            " 3/9",
            " (1 of 4)",
            " — unless the index is dropped",
            ", but only after the lock is there",
            " (f-009 must be fixed first)",
            " (unreviewed)",
            " (dummy)",
            " → revoked",
            " by the timeout",
            " by a script",
            " to somebody else",
            " on to the next reviewer's desk",
            ", I suppose",
            " — noch nicht",
            " — sobald der Test läuft",
            " — pas encore",
            " — после исправления",
            " — 但需要先修复",
            "（修正後）",
            " 조건부 아님",
            " — لا",
            " — עדיין לא",
            " değil",
            " (the diff was empty)",
            ", this round: open",
        ] {
            assert!(hedged(&tokens(rest)).is_some(), "{rest}");
        }
    }

    #[test]
    fn a_mark_of_refusal_beside_the_word_counts() {
        for value in ["PASS ❌", "❌ passed", "approve: ✗", "👎 approve"] {
            assert!(contrary(value).is_some(), "{value}");
        }
        for value in
            ["PASS ✅", "passed (❌ rows: none left)", "approve", "PASS — the ❌ of last time is gone"]
        {
            assert_eq!(contrary(value), None, "{value}");
        }
    }

    #[test]
    fn only_begins_a_condition_unless_notes_follow() {
        for words in
            [&["only", "if"][..], &["only", "tomorrow"], &["nur", "falls"], &["only", "nits", "if", "any"]]
        {
            assert!(begins_condition(words), "{words:?}");
        }
        for words in [&["only"][..], &["only", "nits"], &["only", "minor", "nits"], &["si", "può", "fare"]] {
            assert!(!begins_condition(words), "{words:?}");
        }
    }
}
