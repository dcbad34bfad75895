//! Titles that share their words and mean two things: one takes back what the other asks for, or says it of something
//! else. A bag of words cannot tell them apart; their order and a few words of reviews can.

use super::words::{Title, Word, is_dense};

/// Begin a title that asks for something to go away.
const REMOVE: [&str; 13] = [
    "remove",
    "delete",
    "drop",
    "avoid",
    "stop",
    "omit",
    "strip",
    "eliminate",
    "revert",
    "undo",
    "disable",
    "discard",
    "skip",
];
/// Say of a thing that it is there and need not be.
const NEEDLESS: [&str; 9] = [
    "unneeded",
    "unnecessary",
    "unnecessarily",
    "needless",
    "needlessly",
    "superfluous",
    "redundant",
    "pointless",
    "overkill",
];
/// Behind `not` they say the same.
const NEEDED: [&str; 5] = ["needed", "necessary", "required", "wanted", "useful"];
/// What stands before them and what stands behind are two sides.
const BETWEEN: [&str; 5] = ["instead", "rather", "before", "after", "than"];
/// Begin a title that turns one thing into another: then `with` and `to` stand between two sides as well.
const TURN: [&str; 10] =
    ["replace", "change", "convert", "move", "switch", "migrate", "rename", "swap", "turn", "map"];
/// Words of which one takes back the other.
const OPPOSITE: [(&str, &str); 24] = [
    ("into", "out"),
    ("sync", "async"),
    ("synchronous", "asynchronous"),
    ("increase", "decrease"),
    ("increase", "reduce"),
    ("raise", "lower"),
    ("enable", "disable"),
    ("allow", "deny"),
    ("allow", "forbid"),
    ("allow", "reject"),
    ("include", "exclude"),
    ("extract", "inline"),
    ("split", "merge"),
    ("add", "remove"),
    ("add", "delete"),
    ("add", "drop"),
    ("strict", "loose"),
    ("strict", "lenient"),
    ("eager", "lazy"),
    ("public", "private"),
    ("mutable", "immutable"),
    ("early", "late"),
    ("more", "less"),
    ("more", "fewer"),
];
/// Acts that are two, whatever is said of them: that one is allowed and the other missing is no one thing.
const COUNTERPARTS: [(&str, &str); 8] = [
    ("unescaped", "double"),
    ("encode", "decode"),
    ("encrypt", "decrypt"),
    ("read", "write"),
    ("read", "written"),
    ("upload", "download"),
    ("login", "logout"),
    ("send", "receive"),
];
/// Begin a title that asks for something to be done.
const VERBS: [&str; 60] = [
    "add", "remove", "delete", "drop", "use", "avoid", "replace", "rename", "move", "extract", "inline",
    "split", "merge", "return", "throw", "log", "make", "validate", "check", "handle", "convert", "pass",
    "cache", "lock", "await", "close", "escape", "sanitize", "encrypt", "document", "test", "sort", "filter",
    "wrap", "guard", "limit", "pin", "bump", "revert", "keep", "restore", "set", "unset", "enable",
    "disable", "allow", "forbid", "increase", "decrease", "raise", "lower", "read", "write", "send", "retry",
    "reject", "accept", "ignore", "hash", "round",
];
/// Kinds of defects by the words they are told in; what is of two kinds is two defects.
const KINDS: [&[&str]; 12] = [
    &["hardcoded", "hardwired", "magic"],
    &["logged", "logs", "logging", "printed", "prints"],
    &["leak", "leaks", "leaked", "leaking", "closed", "released", "freed", "disposed", "returned"],
    &["injection", "traversal", "xss", "sanitised", "sanitized", "escaped", "unescaped", "concatenated"],
    &["encrypted", "unencrypted", "plaintext", "cleartext", "hashed", "salted", "salt"],
    &["race", "racy", "atomic", "deadlock", "deadlocks", "locked", "unlocked"],
    &["slow", "quadratic", "cached", "uncached", "paginated"],
    &["tested", "untested", "tests", "assertion"],
    &["documented", "undocumented", "documentation", "typo", "misspelled"],
    &["twice", "duplicated", "duplicate", "idempotent"],
    &["rounded", "rounding", "truncated", "precision"],
    &["named", "misnamed", "vague", "misleading"],
];
/// Say how surely, how much or that it is so, and nothing of what.
const VAGUE: [&str; 62] = [
    "possible",
    "potential",
    "always",
    "still",
    "now",
    "again",
    "too",
    "very",
    "some",
    "all",
    "only",
    "proper",
    "allow",
    "allows",
    "lead",
    "leads",
    "take",
    "takes",
    "taken",
    "use",
    "used",
    "uses",
    "occur",
    "occurs",
    "cause",
    "causes",
    "happen",
    "happens",
    "make",
    "makes",
    "made",
    "perform",
    "performed",
    "include",
    "includes",
    "included",
    "contain",
    "contains",
    "shows",
    "exist",
    "exists",
    "set",
    "value",
    "code",
    "case",
    "check",
    "checked",
    "issue",
    "bug",
    "problem",
    "source",
    "codebase",
    "protection",
    "loop",
    "logic",
    "mechanism",
    "condition",
    "resource",
    "run",
    "runs",
    "execute",
    "executes",
];

/// The kind of defect that a word tells of.
fn kind(word: &Word) -> Option<usize> {
    KINDS.iter().position(|kind| kind.contains(&word.text.as_str()))
}

/// Tells whether a word that `one` has and `other` has not says what `other` does not say: it is neither vague nor of the
/// kind of defect that both tell of, nor does it only say what is done `without` the thing that is missing.
pub(super) fn tells(word: &Word, one: &Title, other: &Title) -> bool {
    let done = one.row.windows(2).any(|two| two[0].text == word.text && two[1].text == "without");
    let of_one_kind = || {
        kind(word).is_some_and(|is| {
            one.words.iter().any(|w| other.words.iter().any(|o| w.is(o)) && kind(w) == Some(is))
        })
    };
    // Of scripts without blanks a word is any two characters that follow each other.
    let dense = word.text.chars().next().is_some_and(is_dense);
    !dense && !VAGUE.contains(&word.text.as_str()) && !word.text.ends_with("ly") && !done && !of_one_kind()
}

/// Tells whether what a title says more than another makes another thing of the thing that it begins with: `Token expiry
/// date is not validated` is not about the token. Words behind a preposition only say where or when.
fn compounds(longer: &Title, more: &[&Word]) -> bool {
    let at = |word: &Word| longer.row.iter().position(|w| w.text == word.text);
    let places: Option<Vec<usize>> = more.iter().map(|w| at(w)).collect();
    let Some((first, last)) = places.and_then(|p| Some((*p.iter().min()?, *p.iter().max()?))) else {
        return false;
    };
    let verb = |w: &Word| {
        matches!(w.text.as_str(), "is" | "are" | "was" | "were" | "has" | "have" | "not" | "never" | "can")
    };
    let begins = first > 0 && longer.words.first().is_some_and(|w| w.text == longer.row[first - 1].text);
    more.len() >= 2 && last - first + 1 == more.len() && begins && longer.row.get(last + 1).is_some_and(verb)
}

impl Title {
    /// Tells whether one title takes back what the other says.
    pub(super) fn contrary(&self, other: &Title) -> bool {
        self.takes_back(other) || other.takes_back(self) || self.crosses(other) || self.opposes(other)
    }

    /// Tells whether two titles that may block are rather two things than one, though neither takes the other back: each
    /// asks for another deed, one says what is missing and the other what is wrong with it, one is about a part of what
    /// the other is about, or they tell of two kinds of defects. The other one came later.
    pub(super) fn is_doubtful(&self, other: &Title) -> bool {
        let (mine, theirs) = (self.beyond(other), other.beyond(self));
        let deeds = match (self.deed(), other.deed()) {
            (Some(a), Some(b)) => !a.is(b),
            (None, _) | (_, None) => false,
        };
        let part = self.is_part(other, (&mine, &theirs));
        let kind = |words: &[&Word]| words.iter().filter_map(|w| kind(w)).min();
        let kinds = match (kind(&mine), kind(&theirs)) {
            (Some(a), Some(b)) => a != b,
            (None, _) | (_, None) => false,
        };
        deeds || part || kinds
    }

    /// Tells whether one of two titles says in the same order all that the other says, and something of its own: of a part
    /// of it, or what is wrong where the other says that it is missing. The other one came later.
    fn is_part(&self, other: &Title, (mine, theirs): (&[&Word], &[&Word])) -> bool {
        let joins = |title: &Title| {
            title.row.iter().any(|w| matches!(w.text.as_str(), "and" | "nor" | "or" | "both"))
        };
        let (longer, shorter, more) = match (mine, theirs) {
            ([], more @ [_, ..]) => (other, self, more),
            (more @ [_, ..], []) => (self, other, more),
            (_, _) => return false,
        };
        // `Round each line` and `Rounding is missing` ask for one deed.
        let asked = [self, other].iter().filter(|t| t.deed().is_some()).count() == 1;
        let shared = longer.words.iter().filter(|w| shorter.words.iter().any(|s| s.is(w)));
        let in_order = shared.zip(&shorter.words).all(|(a, b)| a.is(b));
        if asked || !in_order {
            return false;
        }
        if compounds(longer, more) {
            return true;
        }
        let extra = more.iter().filter(|w| !w.code && tells(w, longer, shorter)).count();
        // What joins two findings is neither of them; of what was split one part is the heir.
        let split = joins(self) && theirs.is_empty();
        !split && (self.lacks != other.lacks || extra == 1 || extra > 0 && joins(other))
    }

    /// Returns the words that the other title does not have.
    pub(super) fn beyond(&self, other: &Title) -> Vec<&Word> {
        self.words.iter().filter(|w| !other.words.iter().any(|o| w.is(o))).collect()
    }

    /// Returns the bare verb it begins with.
    pub(super) fn deed(&self) -> Option<&Word> {
        self.row.first().filter(|w| !w.code && VERBS.contains(&w.text.as_str()))
    }

    /// It asks for something to go away, or says that it need not be there.
    fn objects(&self) -> bool {
        let word = |at: usize| self.row.get(at).map(|w| w.text.as_str());
        let denied = |at: usize| {
            let not = matches!(word(at), Some("not" | "isn" | "aren"));
            not && (at + 1..at + 4).any(|next| word(next).is_some_and(|w| NEEDED.contains(&w)))
        };
        self.denied
            || word(0).is_some_and(|first| REMOVE.contains(&first))
            || (0..self.row.len()).any(|at| word(at).is_some_and(|w| NEEDLESS.contains(&w)) || denied(at))
    }

    /// It misses something, or asks for it.
    fn asks(&self) -> bool {
        let made = self.row.first().is_some_and(|w| matches!(w.text.as_str(), "make" | "use" | "introduce"));
        (self.lacks || made) && !self.objects()
    }

    fn takes_back(&self, other: &Title) -> bool {
        // `Delete the file` asks for what `the file is not deleted` misses.
        let shares_deed = self.row.first().is_some_and(|verb| {
            REMOVE.contains(&verb.text.as_str()) && other.words.iter().any(|w| w.is(verb))
        });
        self.objects() && other.asks() && !shares_deed
    }

    /// Returns where two sides meet, and by which word.
    fn between(&self) -> Option<(usize, &str)> {
        let turns = self.row.first().is_some_and(|w| TURN.contains(&w.text.as_str()));
        self.row.iter().enumerate().skip(1).find_map(|(at, w)| {
            let is = BETWEEN.contains(&w.text.as_str())
                || turns && matches!(w.text.as_str(), "with" | "to" | "by");
            is.then_some((at, w.text.as_str()))
        })
    }

    /// The two sides of one are the other's, the other way round; or the same way round with the contrary between them.
    fn crosses(&self, other: &Title) -> bool {
        let (Some((mine, by)), Some((theirs, their_by))) = (self.between(), other.between()) else {
            return false;
        };
        let has = |row: &[Word], word: &Word| row.iter().any(|w| w.is(word));
        let told = |w: &&Word| self.words.iter().any(|is| is.stem == w.stem);
        let (before, after) = (&self.row[..mine], &self.row[mine..]);
        let (their_before, their_after) = (&other.row[..theirs], &other.row[theirs..]);
        let went = |w: &&Word| !has(after, w) && has(their_after, w) && !has(their_before, w);
        let came = |w: &&Word| !has(before, w) && has(their_before, w) && !has(their_after, w);
        let crossed =
            before.iter().filter(told).any(|w| went(&w)) || after.iter().filter(told).any(|w| came(&w));
        let turned = matches!((by, their_by), ("before", "after") | ("after", "before"));
        if turned { !crossed } else { by == their_by && crossed }
    }

    fn opposes(&self, other: &Title) -> bool {
        let has = |title: &Title, word: &str| title.row.iter().any(|w| !w.code && w.says(word));
        let only = |a: &str, b: &str| has(self, a) && !has(other, a) && has(other, b) && !has(self, b);
        let either = |(a, b): &(&str, &str)| only(a, b) || only(b, a);
        COUNTERPARTS.iter().any(either) || self.lacks == other.lacks && OPPOSITE.iter().any(either)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_back_is_told_from_what_says_it_anew() {
        for (a, b) in [
            ("Add retry on timeout", "Remove the retry on timeout"),
            ("Use a Map instead of an object for the index", "Use an object instead of a Map for the index"),
            ("Throw the error instead of logging it", "Log the error instead of throwing it"),
            ("Make `load` async", "`load` should not be async"),
            ("Extract the helper into its own module", "Inline the helper instead of its own module"),
            ("Validate the amount before the currency", "Validate the currency before the amount"),
            ("Return null instead of throwing", "Throw instead of returning null"),
            ("Replace var with let", "Replace let with var"),
            ("Missing lock around the counter", "Lock around the counter is not needed"),
            ("Add a lock around the counter", "Unneeded lock around the counter"),
            ("Move the check into the loop", "Move the check out of the loop"),
            ("Sort before filter", "Filter before sort"),
            ("Flush before close is missing", "Flush after close is missing"),
        ] {
            let (one, other) = (Title::of(a), Title::of(b));
            assert!(one.contrary(&other) && other.contrary(&one), "{a} / {b}");
        }
        for (a, b) in [
            ("Temp file is not deleted", "Delete the temp file"),
            (
                "Mail is sent before the transaction commits",
                "Transaction commits only after the mail was sent",
            ),
            ("Add a test for `drain`", "`drain` has no tests"),
            ("Retry queue is never drained", "The retry queue never gets drained"),
            ("Socket is left open when connect fails", "Socket not closed when connect fails"),
            ("Clone in a hot loop", "Unnecessary clone inside the loop"),
            ("No timeout on HTTP call", "HTTP call can hang forever without a timeout"),
        ] {
            assert!(!Title::of(a).contrary(&Title::of(b)), "{a} / {b}");
        }
    }

    #[test]
    fn parts_kinds_and_deeds_are_in_doubt() {
        for (a, b) in [
            ("Token is not validated", "Token expiry is not validated"),
            ("Memory leak in parser", "Memory leak in parser tests"),
            ("Error is swallowed in save", "Error is swallowed in the retry of save"),
            ("Cache never expires", "Cache expires too early"),
            ("Query has no limit", "Query limit is hardcoded"),
            ("Hardcoded API key", "API key is logged"),
            ("Encrypt the token", "Hash the token"),
        ] {
            let (one, other) = (Title::of(a), Title::of(b));
            assert!(one.is_doubtful(&other) && other.is_doubtful(&one), "{a} / {b}");
        }
        let (one, both) =
            (Title::of("Email is not validated"), Title::of("Neither email nor phone number is validated"));
        assert!(one.is_doubtful(&both) && !both.is_doubtful(&one));
        for (a, b) in [
            ("Sender address is trusted", "The address of the sender is trusted blindly"),
            ("Connection is never returned to the pool", "Pool connections leak"),
            ("SQL injection in user search", "SQL injection in the user search"),
            ("Unhandled promise rejection", "Promise rejection is not caught"),
        ] {
            assert!(!Title::of(a).is_doubtful(&Title::of(b)), "{a} / {b}");
        }
    }
}
