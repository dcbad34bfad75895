//! A sentence cut into clauses, and what it says of itself as a whole: that what it names is small, planned, over,
//! looked into, dealt with.

use super::classes::{COMPLAINT, GUARD, HARM, MENDED, stem};

/// Words kept of a sentence: more than any has.
const MOST: usize = 400;

/// Words of a clause: each is held against those before it, so that a longer one is cut.
const LONGEST: usize = 40;

/// Words that begin a clause of their own.
const JOINS: &[&str] =
    &["but", "however", "although", "though", "whereas", "because", "so", "and", "which", "who", "since"];

/// Cuts a sentence into clauses of words in lower case; `can't` is `can not`.
pub(super) fn clauses(sentence: &str) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = vec![Vec::new()];
    let mut left = MOST;
    let part =
        |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '_' | '`' | '/' | '.' | '#' | '@');
    for piece in sentence.split_inclusive(|c: char| !part(c)) {
        let (word, mark) = match piece.char_indices().next_back() {
            Some((at, c)) if !part(c) => (&piece[..at], Some(c)),
            _ => (piece, None),
        };
        let plain = word.replace('’', "'").to_lowercase();
        let ends = word.ends_with(['.', '…']) && word.len() > 1;
        let plain = plain.trim_matches(|c: char| !c.is_alphanumeric() && c != '`');
        let plain = if plain.contains('`') { "it" } else { plain };
        if plain.is_empty() && word.contains('-') {
            open(&mut out);
        }
        if !plain.is_empty() && left > 0 {
            left -= 1;
            if JOINS.contains(&plain) {
                open(&mut out);
            }
            push(&mut out, plain);
        }
        let long = out.last().is_some_and(|clause| clause.len() >= LONGEST);
        if long
            || ends
            || mark.is_some_and(|c| matches!(c, ',' | ';' | ':' | '(' | ')' | '—' | '–' | '|' | '…'))
        {
            open(&mut out);
        }
    }
    out.retain(|clause| !clause.is_empty());
    out
}

fn open(out: &mut Vec<Vec<String>>) {
    if out.last().is_some_and(|clause| !clause.is_empty()) {
        out.push(Vec::new());
    }
}

fn push(out: &mut [Vec<String>], word: &str) {
    let Some(clause) = out.last_mut() else { return };
    if let Some(verb) = word.strip_suffix("n't") {
        let verb = match verb {
            "ca" => "can",
            "wo" => "will",
            other => other,
        };
        clause.extend([verb.to_owned(), "not".to_owned()]);
    } else if word == "cannot" {
        clause.extend(["can".to_owned(), "not".to_owned()]);
    } else {
        clause.push(word.to_owned());
    }
}

/// What a sentence says of itself as a whole.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) words: usize,
    /// It calls what it names small, or optional.
    pub(super) small: bool,
    /// It places what it names elsewhere: outside the task, in another one, by agreement.
    pub(super) planned: bool,
    /// It speaks of another time.
    pub(super) past: bool,
    /// What it names is over.
    pub(super) over: bool,
    pub(super) mended: bool,
    /// It says that something was looked into, and what follows holds.
    pub(super) assured: bool,
    /// It says what is done about a bad case.
    pub(super) guarded: bool,
    pub(super) harm: bool,
    pub(super) complaint: bool,
    /// It answers a question that it names.
    pub(super) asked: bool,
    /// `and it does`
    pub(super) fulfilled: bool,
    pub(super) now: bool,
    /// It supposes a case.
    pub(super) conditional: bool,
    pub(super) of_reviewer: bool,
    pub(super) denied: bool,
    /// It begins with what is to come after.
    pub(super) before: bool,
    /// A clause says none, as a label's value does.
    pub(super) none: bool,
    /// Nothing but a label of what is complained of and such a value.
    pub(super) no_complaint: bool,
    /// What it begins with is counted, and not as none: `Critical issues: 2`.
    pub(super) counted: bool,
    /// It says what is asked for.
    pub(super) due: bool,
    /// `everything but …`
    pub(super) except: bool,
}

const SMALL: &[&str] = &[
    "optional",
    "optionally",
    "nit",
    "nits",
    "nitpick",
    "minor",
    "cosmetic",
    "trivial",
    "taste",
    "someday",
    "might",
    "follow-up",
    "follow-ups",
    "followup",
    "eventually",
    "non-blocking",
    "nonblocking",
    "perhaps",
    "stylistic",
];
const SMALL_PAIRS: &[[&str; 2]] = &[
    ["some", "day"],
    ["next", "time"],
    ["be", "nice"],
    ["nice", "to"],
    ["not", "blocking"],
    ["one", "could"],
    ["could", "be"],
    ["could", "use"],
    ["could", "also"],
    ["could", "move"],
    ["up", "to"],
    ["if", "you"],
    ["you", "could"],
    ["we", "could"],
    ["some", "point"],
    ["not", "required"],
    ["would", "prefer"],
    ["for", "later"],
    ["may", "want"],
    ["can", "revisit"],
];
const PLANNED: &[&str] = &[
    "unrelated",
    "generated",
    "vendored",
    "pre-existing",
    "preexisting",
    "intentional",
    "intentionally",
    "deliberate",
    "deliberately",
    "separately",
    "elsewhere",
];
const PLANNED_PAIRS: &[[&str; 2]] = &[
    ["of", "scope"],
    ["as", "agreed"],
    ["as", "planned"],
    ["as", "intended"],
    ["as", "required"],
    ["as", "expected"],
    ["as", "documented"],
    ["as", "specified"],
    ["as", "designed"],
    ["as", "discussed"],
    ["as", "described"],
    ["next", "phase"],
    ["another", "task"],
    ["next", "task"],
    ["other", "task"],
    ["with", "task"],
    ["in", "task"],
    ["later", "phase"],
    ["next", "plan"],
    ["part", "of"],
    ["by", "design"],
    ["on", "purpose"],
    ["next", "milestone"],
    ["next", "release"],
    ["as", "it"],
    ["a", "later"],
];
const THEN: &[&str] =
    &["previously", "formerly", "earlier", "initially", "old", "former", "previous", "originally"];
/// What says of a worry that nothing was behind it.
const DISPELLED: &[&str] =
    &["unfounded", "moot", "groundless", "baseless", "dispelled", "allayed", "unjustified", "unwarranted"];
const VERIFIES: &[&str] = &[
    "check",
    "verify",
    "confirm",
    "ensure",
    "prove",
    "guarantee",
    "assert",
    "make",
    "made",
    "look",
    "search",
    "test",
    "grep",
    "see",
    "saw",
];

/// `it was like that before this change`: what stood there already. `before this goes in` sets a term.
fn was_before(words: &[&str]) -> bool {
    const TERMS: [&str; 13] = [
        "goes", "gets", "lands", "ships", "merges", "is", "can", "may", "leaves", "reaches", "becomes",
        "hits", "merge",
    ];
    words.windows(2).enumerate().any(|(at, pair)| {
        let term = || words[at + 2..].iter().take(3).any(|w| TERMS.contains(w));
        matches!(pair, ["before", "this"]) && !term()
    })
}

impl Facts {
    pub(super) fn of(clauses: &[Vec<String>]) -> Self {
        let words: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
        let stems: Vec<String> = words.iter().map(|w| stem(w)).collect();
        let pair = |list: &[[&str; 2]]| words.windows(2).any(|w| list.iter().any(|p| p == w));
        let any = |list: &[&str]| words.iter().any(|w| list.contains(w));
        let denied = any(super::clause::DENIALS);
        // `green again` is good news.
        let again = words.iter().enumerate().any(|(at, w)| {
            *w == "again"
                && !at.checked_sub(1).is_some_and(|i| {
                    matches!(words[i], "green" | "passes" | "pass" | "works" | "clean" | "fine")
                })
        });
        let back = again
            || any(&["still", "yet", "remains", "persists"])
            || words.windows(2).any(|w| w == ["is", "back"] || w == ["came", "back"]);
        let numbered = words.windows(2).any(|w| {
            matches!(w[0], "round" | "attempt" | "pass" | "iteration" | "cycle")
                && (w[1].parse::<u32>().is_ok() || matches!(w[1], "one" | "two" | "three"))
        });
        let round = |w: &[&str]| {
            matches!(
                w,
                [
                    "first" | "last" | "prior" | "second",
                    "round"
                        | "time"
                        | "review"
                        | "attempt"
                        | "version"
                        | "pass"
                        | "iteration"
                        | "draft"
                        | "submission"
                ]
            )
        };
        let past = any(THEN)
            || words.windows(2).any(round)
            || pair(&[
                ["used", "to"],
                ["no", "longer"],
                ["any", "more"],
                ["at", "first"],
                ["last", "week"],
                ["last", "month"],
                ["i", "said"],
            ])
            || any(&["anymore", "yesterday"]);
        let told =
            words.iter().any(|w| matches!(*w, "was" | "were" | "had" | "gone" | "lost") || w.ends_with("ed"));
        let ended =
            pair(&[["no", "longer"], ["any", "more"], ["used", "to"], ["is", "gone"], ["are", "gone"]])
                || any(&["anymore"]);
        let verifies = |at: usize| {
            VERIFIES.contains(&stems[at].as_str())
                // `Tests for the failure path …` are a subject.
                && !(matches!(words[at], "tests" | "checks") && words.get(at + 1) == Some(&"for"))
                && words[at + 1..]
                    .iter()
                    .take(4)
                    .any(|w| matches!(*w, "that" | "no" | "nothing" | "none" | "whether" | "for" | "sure"))
                && !words[..at].iter().any(|w| super::clause::DENIALS.contains(w))
                && (words[..at].iter().any(|w| matches!(*w, "i" | "we" | "i've" | "we've")) || at == 0)
        };
        let holds = |w: &[&str]| {
            matches!(
                w,
                [
                    "it" | "they" | "this" | "that" | "both" | "all",
                    "does" | "do" | "is" | "are" | "has" | "have" | "did" | "will",
                    ..
                ]
            ) && w.len() <= 3
                || stem_in(w, &["enforc", "guarante", "ensur"])
        };
        let held = |clause: &Vec<String>| {
            let words: Vec<&str> = clause.iter().map(String::as_str).collect();
            let words = words.strip_prefix(&["and"]).unwrap_or(&words);
            holds(words) && !words.iter().any(|w| super::clause::DENIALS.contains(w))
        };
        let is_number = |clause: &Vec<String>| match clause.as_slice() {
            [count] => count.parse::<u32>().is_ok_and(|n| n > 0),
            _ => false,
        };
        Self {
            counted: clauses.get(1).is_some_and(is_number),
            words: words.len(),
            small: any(SMALL)
                || pair(SMALL_PAIRS)
                || any(&["consider"]) && !pair(&[["consider", "it"], ["consider", "this"]]),
            planned: any(PLANNED)
                || pair(PLANNED_PAIRS)
                || was_before(&words)
                || any(&["main", "master", "trunk"]) && any(&["well", "too", "also", "likewise"]),
            past,
            over: !back && (ended || past && told && !denied || numbered && (told || any(&["could", "did"]))),
            mended: !back
                && (mended(&words, &stems)
                    || any(DISPELLED)
                    || any(&["green"]) && any(&["was", "were"])
                    || pair(&[["taken", "care"], ["dealt", "with"], ["sorted", "out"]])),
            assured: (0..words.len()).any(verifies),
            guarded: stems.iter().any(|s| GUARD.contains(s)),
            harm: stems.iter().any(|s| HARM.contains(s)),
            complaint: stems.iter().any(|s| COMPLAINT.contains(s)),
            asked: any(&["wondered", "question", "asked", "whether"]),
            fulfilled: clauses.iter().skip(1).any(held),
            now: any(&["now", "there"]),
            conditional: words.first().is_some_and(|w| {
                matches!(*w, "if" | "when" | "whenever" | "unless" | "until" | "while" | "where" | "should")
            }) || any(&["would"]),
            of_reviewer: any(&["i", "me", "my", "we", "i'll", "we'll", "i've"]),
            denied,
            before: words.first() == Some(&"before"),
            none: clauses
                .iter()
                .skip(1)
                .any(|c| matches!(c[0].as_str(), "none" | "nothing" | "0" | "no" | "n/a")),
            no_complaint: stems.iter().any(|s| COMPLAINT.contains(s))
                && clauses.len() == 2
                && clauses[0].len() <= 6
                && clauses[1].len() == 1
                && matches!(clauses[1][0].as_str(), "none" | "nothing" | "0" | "n/a" | "zero"),
            due: any(&[
                "asks", "wants", "calls", "demands", "promises", "requires", "expects", "asked", "promised",
            ]),
            except: words.windows(2).any(|w| matches!(w, ["everything" | "all" | "everyone", "but"])),
        }
    }
}

fn stem_in(words: &[&str], stems: &[&str]) -> bool {
    words.iter().any(|w| stems.contains(&stem(w).as_str()))
}

/// Tells whether something is said to be mended, and not that it is to be.
fn mended(words: &[&str], stems: &[String]) -> bool {
    (0..words.len()).any(|at| {
        let before = &words[at.saturating_sub(3)..at];
        let next = words.get(at + 1).copied().unwrap_or_default();
        // `Tests missing`: they are the subject.
        let subject = stems[at] == "test" && matches!(next, "missing" | "absent" | "lacking");
        // `in clear text`
        let unhidden = words[at] == "clear" && next == "text";
        MENDED.contains(&stems[at])
            && !subject
            && !unhidden
            && !before.iter().any(|w| {
                matches!(
                    *w,
                    "not"
                        | "never"
                        | "to"
                        | "must"
                        | "should"
                        | "needs"
                        | "nobody"
                        | "nothing"
                        | "none"
                        | "a"
                )
            })
    })
}
