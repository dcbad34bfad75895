//! Defects that have a name of their own. `SQL injection through id` and `loadOrder concatenates id into SQL` share few
//! words in another order, and are one thing: who reviews knows both as the one defect, said of the one `id`.
//!
//! This speaks for two titles of one line that stands as it stood, and nowhere else.

use super::contrary::tells;
use super::words::{Title, Word};

/// One way to say a defect: of each group one word, as a form of it; `LACKS` where the title must miss something.
type Way = &'static [&'static [&'static str]];

/// A defect with the ways in which it is said.
struct Defect {
    ways: &'static [Way],
    /// It is a defect whatever is said of it; of others, `logged` or `awaited`, only where both titles miss it or none.
    always: bool,
}

/// Stands in a way for anything that says that something is missing.
const LACKS: &str = "<lacks>";

const fn always(ways: &'static [Way]) -> Defect {
    Defect { ways, always: true }
}

const fn as_said(ways: &'static [Way]) -> Defect {
    Defect { ways, always: false }
}

/// What reviewers call by name (the words of the common weakness lists), each in the ways they say it.
const DEFECTS: &[Defect] = &[
    always(&[
        &[
            &["sql", "query", "statement", "clause"],
            &["inject", "injection", "injectable", "concatenate", "concatenation", "interpolate", "splice"],
        ],
        &[&["sql", "query"], &["unescaped", "unparameterized", "unsanitized"]],
        &[&["sql", "query"], &["escaped", "parameterized", "bound", "sanitized"], &[LACKS]],
    ]),
    always(&[
        &[
            &["shell", "command"],
            &["inject", "injection", "concatenate", "interpolate", "unescaped", "unquoted"],
        ],
        &[&["shell", "command"], &["escaped", "quoted"], &[LACKS]],
    ]),
    always(&[
        &[&["xss"]],
        &[&["cross"], &["site"], &["scripting"]],
        &[
            &["html", "innerhtml", "markup", "template"],
            &["unescaped", "inject", "injection", "raw", "unsanitized"],
        ],
        &[&["html", "innerhtml", "markup", "template"], &["escaped", "sanitized"], &[LACKS]],
    ]),
    always(&[
        &[&["traversal", "traverse"]],
        &[&["path", "filename"], &["escapes", "leaves", "outside", "climbs"]],
        &[&["outside"], &["directory", "root", "workspace"]],
    ]),
    as_said(&[&[&["csrf"]], &[&["cross"], &["request"], &["forgery"]]]),
    always(&[&[&["ssrf"]], &[&["server"], &["request"], &["forgery"]]]),
    always(&[&[&["redirect"], &["open", "unvalidated", "arbitrary", "untrusted"]]]),
    always(&[
        &[&["off"], &["by"], &["one"]],
        &[&["past", "beyond"], &["end", "length", "last"]],
        &[&["out"], &["bounds"]],
    ]),
    always(&[
        &[&["zero"], &["division", "divide", "divisor", "denominator", "modulo"]],
        &[&["empty"], &["division", "divide", "divisor", "denominator"]],
    ]),
    always(&[&[&["race", "racy", "toctou"]]]),
    always(&[&[&["deadlock"]], &[&["block", "wait"], &["each"], &["other"]]]),
    always(&[&[&["freed", "free"], &["after", "used"]], &[&["dangling"]]]),
    always(&[&[&["double", "twice"], &["free", "freed"]]]),
    always(&[&[&["buffer"], &["overflow", "overrun"]]]),
    always(&[&[&["integer", "i32", "u32", "int"], &["overflow", "wraps"]]]),
    always(&[&[&["deserialization", "deserialize", "pickle", "unpickle"]]]),
    always(&[&[&["eval"]]]),
    always(&[&[&["hardcoded"]], &[&["committed"], &["secret", "password", "key", "token"]]]),
    always(&[
        &[&["plaintext", "cleartext", "unencrypted", "unhashed"]],
        &[&["plain", "clear"], &["text"]],
        &[&["encrypted", "hashed"], &[LACKS]],
    ]),
    always(&[&[&["timing"]], &[&["constant"], &["time"], &[LACKS]]]),
    always(&[&[&["float", "floating"]]]),
    always(&[&[&["timezone"]], &[&["time"], &["zone"]]]),
    always(&[&[&["stale"], &["closure"]]]),
    always(&[&[&["backtracking", "redos"]]]),
    always(&[
        &[&["unbounded", "unlimited", "infinite", "endless"]],
        &[&["limit", "bounded", "capped"], &[LACKS]],
    ]),
    always(&[&[&["timeout", "deadline"], &[LACKS]]]),
    always(&[&[&["rollback", "rolled"], &[LACKS]]]),
    always(&[&[&["transaction", "transactional"], &[LACKS, "outside"]]]),
    always(&[&[&["await", "awaited", "unawaited"], &[LACKS]], &[&["floating"], &["promise"]]]),
    always(&[
        &[
            &["error", "exception", "rejection"],
            &["swallow", "suppressed", "unhandled", "uncaught", "unchecked"],
        ],
        &[&["error", "exception", "rejection"], &["handled", "caught", "propagated", "checked"], &[LACKS]],
        &[&["empty"], &["catch"]],
    ]),
    always(&[
        &[&["leak"], &["connection", "handle", "descriptor", "socket", "stream", "cursor", "file"]],
        &[&["closed", "released", "disposed"], &[LACKS]],
    ]),
    always(&[
        &[&["authorization", "unauthorized", "idor", "ownership"]],
        &[&["owner", "permission", "role"], &[LACKS]],
    ]),
    as_said(&[&[&["null"]]]),
    as_said(&[&[&["logged", "logs", "log"]]]),
];

/// Say in a title what every such title says, and nothing of what it is about.
const FILLING: [&str; 50] = [
    "goes",
    "go",
    "going",
    "inserted",
    "written",
    "stored",
    "saved",
    "placed",
    "put",
    "passed",
    "sent",
    "built",
    "stands",
    "steht",
    "landet",
    "wird",
    "ins",
    "im",
    "in",
    "das",
    "der",
    "die",
    "geschrieben",
    "outside",
    "risk",
    "vulnerable",
    "vulnerability",
    "enables",
    "possible",
    "attack",
    "user-supplied",
    "raw",
    "directly",
    "string",
    "unsafe",
    "insecure",
    "input",
    "done",
    "happens",
    "without",
    "missing",
    "lack",
    "handling",
    "access",
    "used",
    "computed",
    "arithmetic",
    "point",
    "via",
    "parameter",
];
/// Say that something was done against a defect: what has them tells of the mend.
const MENDS: [&str; 38] = [
    "guard",
    "guards",
    "check",
    "checks",
    "fix",
    "fixed",
    "filter",
    "filters",
    "rejects",
    "blocks",
    "prevents",
    "protection",
    "prevention",
    "escaping",
    "sanitizer",
    "validator",
    "wrapper",
    "helper",
    "retry",
    "fallback",
    "lock",
    "limiter",
    "handler",
    "drops",
    "breaks",
    "replaced",
    "avoided",
    "clamped",
    "moved",
    "corrected",
    "introduced",
    "stripped",
    "limit",
    "tolerance",
    "removed",
    "now",
    "escaped",
    "wrapped",
];

/// So many words more may a title say around a name from the code that both have.
const AROUND_A_NAME: usize = 6;

impl Title {
    /// Tells whether both say one defect that has a name of one thing: no defect that only one says, something that both
    /// say it of, and only one of them says more.
    pub(super) fn names_one_defect(&self, other: &Title) -> bool {
        let (mine, theirs) = (self.defects(), other.defects());
        if mine.is_empty() || mine != theirs {
            return false;
        }
        if mine.iter().any(|at| !DEFECTS[*at].always) && self.lacks != other.lacks {
            return false;
        }
        let about = |title: &Title, of: &Title| -> Vec<Word> {
            let thing = |w: &&Word| {
                w.code || !FILLING.contains(&w.text.as_str()) && !is_of(w, &mine) && tells(w, title, of)
            };
            title.words.iter().filter(thing).cloned().collect()
        };
        let (things, others) = (about(self, other), about(other, self));
        let beyond = |some: &[Word], all: &[Word]| -> Vec<Word> {
            some.iter().filter(|w| !all.iter().any(|o| w.is(o))).cloned().collect()
        };
        let (more, more_there) = (beyond(&things, &others), beyond(&others, &things));
        let shared = things.iter().any(|w| !more.contains(w));
        let mends = |title: &Title| title.row.iter().any(|w| MENDS.contains(&w.text.as_str()));
        // Who names one and the same of the code may say around it more than a word, so long as he names nothing else.
        let names = |words: &[Word]| words.iter().any(|w| w.code);
        let one_name =
            things.iter().any(|w| w.code && !more.contains(w)) && !(names(&more) && names(&more_there));
        let (less, most) = (more.len().min(more_there.len()), more.len().max(more_there.len()));
        let enough = less == 0 && most <= 1 || one_name && most <= AROUND_A_NAME;
        shared && enough && mends(self) == mends(other)
    }

    /// Returns which defects it says, by their places in the list.
    fn defects(&self) -> Vec<usize> {
        let says = |word: &str| match word {
            LACKS => self.lacks,
            word => self.row.iter().any(|w| w.says(word)),
        };
        let said = |defect: &Defect| {
            defect.ways.iter().any(|way| way.iter().all(|group| group.iter().any(|word| says(word))))
        };
        (0..DEFECTS.len()).filter(|at| said(&DEFECTS[*at])).collect()
    }
}

/// Tells whether a word only says one of these defects.
fn is_of(word: &Word, defects: &[usize]) -> bool {
    let mut said = defects.iter().flat_map(|at| DEFECTS[*at].ways).flat_map(|way| *way).copied().flatten();
    said.any(|is| word.says(is))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_one(a: &str, b: &str) -> bool {
        let (a, b) = (Title::of(a), Title::of(b));
        assert_eq!(a.names_one_defect(&b), b.names_one_defect(&a), "{a:?} / {b:?}");
        a.names_one_defect(&b)
    }

    #[test]
    fn one_defect_is_known_by_its_name_in_whatever_words() {
        for (a, b) in [
            ("SQL injection through email", "email goes unescaped into SQL"),
            ("Row goes in without a transaction", "The row is inserted outside a transaction"),
            ("Missing await on `flush`", "`flush` is not awaited by the shutdown hook"),
            ("Division by zero for an empty `parts`", "`parts` may be empty, which divides by zero"),
            ("Path traversal through `name`", "`name` lets a client read files outside the upload directory"),
            ("Zugangstoken steht im Log", "Das Zugangstoken wird ins Log geschrieben"),
            ("Use after free of `item`", "`item` is read after it was freed"),
        ] {
            assert!(is_one(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn another_thing_another_defect_and_what_a_mend_broke_are_others() {
        for (a, b) in [
            ("SQL injection through email", "SQL injection through the name of the customer"),
            ("SQL injection through `email`", "SQL injection guard rejects `email` with a plus sign"),
            ("Use after free of `item`", "Double free of `item`"),
            ("CSRF token is missing", "CSRF token of another session is accepted"),
            ("Access token is logged", "Failed logins with a token are never logged"),
            ("Deadlock in the writer", "Deadlock in the writer avoided by dropping rows"),
            ("Missing await on `flush`", "Errors of `flush` are not handled"),
            ("The cart is empty", "The cart is not saved"),
        ] {
            assert!(!is_one(a, b), "{a} / {b}");
        }
    }
}
