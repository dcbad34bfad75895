//! Whether the reason of a rejection is one (SPEC 4.5): it must say what in the code, the requirement or the
//! behaviour makes the finding wrong. Effort, time and mere disagreement are none, in any words.
//!
//! No list of excuses is ever complete, so the question is asked the other way round: does the text point at
//! something that a reviewer can look up? Excuses that are known only raise what else must be there.

use crate::domain::finding::Finding;

/// What a reason must say.
pub const WANTED: &str = "what in the code, the requirement or the behaviour makes the finding wrong";

/// Words that tell of effort, time or priority, as they begin.
const EFFORT: &[&str] = &[
    "hard",
    "difficult",
    "complex",
    "complicat",
    "tricky",
    "tedious",
    "time",
    "long",
    "slow to",
    "deadline",
    "later",
    "effort",
    "expensive",
    "busy",
    "tomorrow",
    "follow-up",
    "followup",
    "backlog",
    "priority",
    "worth",
    "scope",
    "refactor",
    "rewrite",
    "overkill",
    "budget",
    "capacity",
    "postpone",
    "defer",
    "eventually",
    "someday",
    "risky",
];

/// Words of mere opinion.
const OPINION: &[&str] = &[
    "disagree",
    "agree",
    "opinion",
    "think",
    "feel",
    "prefer",
    "believe",
    "style",
    "taste",
    "nitpick",
    "nit",
    "fine",
    "okay",
    "ok",
    "enough",
    "pedantic",
    "subjective",
    "unnecessary",
    "irrelevant",
    "important",
    "matter",
    "wontfix",
    "won't",
    "reviewer",
    "wrong",
    "nonsense",
    "whatever",
    "trust",
];

/// Words of what code is and does, as they begin.
const BEHAVIOUR: &[&str] = &[
    "return",
    "throw",
    "raise",
    "panic",
    "catch",
    "caught",
    "handle",
    "validat",
    "check",
    "guard",
    "reject",
    "sanitis",
    "sanitiz",
    "escap",
    "pars",
    "encod",
    "decod",
    "serialis",
    "serializ",
    "call",
    "invok",
    "import",
    "export",
    "lock",
    "mutex",
    "atomic",
    "thread",
    "concurren",
    "race",
    "async",
    "await",
    "transaction",
    "commit",
    "rollback",
    "query",
    "sql",
    "orm",
    "parameteri",
    "index",
    "cache",
    "cach",
    "memo",
    "retr",
    "timeout",
    "null",
    "none",
    "undefined",
    "empty",
    "zero",
    "negative",
    "overflow",
    "underflow",
    "bound",
    "length",
    "range",
    "type",
    "compil",
    "lint",
    "test",
    "assert",
    "cover",
    "api",
    "interface",
    "signature",
    "public",
    "private",
    "client",
    "consumer",
    "caller",
    "endpoint",
    "route",
    "middleware",
    "request",
    "response",
    "header",
    "token",
    "session",
    "permission",
    "authori",
    "authent",
    "inject",
    "xss",
    "csrf",
    "hash",
    "encrypt",
    "constant",
    "immutab",
    "readonly",
    "const",
    "static",
    "generated",
    "unreachable",
    "dead code",
    "loop",
    "iterat",
    "sort",
    "order",
    "unique",
    "idempot",
    "determin",
    "default",
    "config",
    "env",
    "flag",
    "migrat",
    "schema",
    "column",
    "table",
    "foreign key",
    "constraint",
    "rout",
    "event",
    "listener",
    "callback",
    "promise",
    "closure",
    "constructor",
    "method",
    "function",
    "module",
    "class",
    "struct",
    "enum",
    "trait",
    "field",
    "argument",
    "parameter",
    "variable",
    "value",
    "input",
    "output",
    "file",
    "line",
    "branch",
    "exception",
    "error",
    "log",
    "leak",
    "clos",
    "flush",
    "dispos",
    "drop",
    "alloc",
    "memory",
    "buffer",
    "stream",
    "socket",
    "deadlock",
    "break",
    "breaks",
    "crash",
    "fail",
    "compatib",
    "version",
    "deprecat",
    "upstream",
    "librar",
    "framework",
    "runtime",
    "browser",
    "render",
    "layout",
    "round",
    "float",
    "decimal",
    "integer",
    "string",
    "utf",
    "timezone",
    "timestamp",
    "already",
    "guarantee",
    "ensur",
    "invariant",
    "enforce",
    "required by",
];

/// Words that point at what was asked.
const REQUIREMENT: &[&str] = &[
    "requirement",
    "criterion",
    "criteria",
    "acceptance",
    "spec",
    "specification",
    "rfc",
    "standard",
    "contract",
    "done when",
    "user story",
    "documented",
    "documentation",
];

/// Returns why a reason is refused; nothing where it will do.
pub fn refuse(reason: &str, finding: &Finding) -> Option<String> {
    let lower = reason.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_alphanumeric() || "'-".contains(c))).filter(|w| !w.is_empty()).collect();
    let begin = |list: &[&str]| -> usize {
        let single =
            words.iter().filter(|w| list.iter().any(|l| !l.contains(' ') && w.starts_with(l))).count();
        single + list.iter().filter(|l| l.contains(' ') && lower.contains(*l)).count()
    };
    let refers = refers_to_code(reason) || names_an_id(reason);
    let asked = begin(REQUIREMENT);
    let behaviour = begin(BEHAVIOUR);
    let (effort, opinion) = (begin(EFFORT), begin(OPINION));
    let grounds = usize::from(refers) * 2 + asked.min(2) * 2 + behaviour.min(4);
    // Saying the finding's own words again is no reason.
    let says_more = words.iter().filter(|w| !finding.said.title.to_lowercase().contains(**w)).count() >= 3;
    let needed = match (effort, opinion) {
        (0, 0) => 2,
        (0, _) => 3,
        _ => 4,
    };
    if words.len() >= 4 && says_more && grounds >= needed {
        return None;
    }
    let why = if effort + opinion > 0 {
        "effort, time and opinion are no reason against a finding"
    } else {
        "this names nothing that can be looked up"
    };
    Some(format!(
        "{}: {why}. Say {WANTED}, with the place (such as `src/a.rs:10 returns early before that line`) or the requirement's id; or fix it. Where it is beyond you, send `escalate`",
        finding.id
    ))
}

/// A path, a line, a quoted or compound identifier, a call.
fn refers_to_code(text: &str) -> bool {
    if text.matches('`').count() >= 2 || text.contains("()") || text.contains("::") {
        return true;
    }
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '/');
        let path = word.contains('/')
            && word.len() > 3
            && word.chars().any(|c| c.is_ascii_alphabetic())
            && !is_alternative(word);
        let file = word.rsplit_once('.').is_some_and(|(stem, ext)| {
            let ext = ext.split(':').next().unwrap_or(ext);
            stem.len() > 1
                && (1..=5).contains(&ext.len())
                && ext.chars().all(|c| c.is_ascii_alphanumeric())
                && ext.chars().any(|c| c.is_ascii_alphabetic())
        });
        let snake = word.contains('_') && word.chars().filter(|c| c.is_ascii_alphabetic()).count() > 2;
        let camel = word.chars().skip(1).any(|c| c.is_ascii_uppercase())
            && word.chars().any(|c| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_alphanumeric());
        path || file || snake || camel
    })
}

/// `and/or`, `n/a`: words with a slash that are no path.
fn is_alternative(word: &str) -> bool {
    word.split('/').count() == 2
        && word.split('/').all(|w| w.chars().all(char::is_alphabetic))
        && word.len() < 12
}

/// An id such as `AUTH-01` or `FR-3.2`, or `RFC 7231`.
fn names_an_id(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.split_once('-').is_some_and(|(letters, digits)| {
            letters.len() >= 2
                && letters.chars().all(|c| c.is_ascii_uppercase())
                && digits.starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::FindingId;
    use crate::domain::review::{RawFinding, Severity};

    fn finding() -> Finding {
        let said = RawFinding::new(Severity::High, "Missing null check on user");
        Finding::new(FindingId::new("F1"), said, 1)
    }

    #[test]
    fn empty_reasons_are_none_in_any_words() {
        for reason in [
            "too hard",
            "It takes too long to fix",
            "No time for this now",
            "I disagree",
            "I don't agree with this finding",
            "Not worth the effort",
            "We will do it later",
            "This is out of scope for today",
            "Low priority, put it in the backlog",
            "The reviewer is wrong here",
            "False positive",
            "This is fine as it is",
            "Works for me",
            "That would be overkill in my opinion",
            "This is a matter of taste",
            "Changing this is too risky right now",
            "The deadline is tomorrow and parser.rs is complicated",
            "Good enough",
            "Won't fix, this is a nitpick",
            "I think the code is okay",
            "Das ist mir zu aufwendig",
            "Missing null check on user is wrong",
            "n/a",
            "as intended by design",
        ] {
            assert!(refuse(reason, &finding()).is_some(), "{reason}");
        }
    }

    #[test]
    fn grounds_that_can_be_looked_up_are_reasons() {
        for reason in [
            "`user` is checked by `requireUser()` before this handler runs",
            "src/middleware/auth.ts:14 returns 401 when there is no user, so it is never null here",
            "The only caller passes the session user, which the type system guarantees to be set",
            "AUTH-03 says anonymous visitors must be let through",
            "A null check here would break the public API: callers rely on the exception",
            "The query is parameterised by the ORM, no string reaches the SQL",
            "The framework escapes every value in this template by default",
            "The lock in acquire_lease covers this section, no second thread gets in",
            "The acceptance criteria ask for the raw total, not the rounded one",
            "The loop is bounded by MAX_ITEMS, which is 16",
            "The test cart_totals_with_discount covers exactly this branch",
            "UserRecord::load never returns None, it panics at start-up instead",
            "The column has a NOT NULL constraint in migration 0012",
            "RFC 7231 allows a body on this response, and the client needs it",
            "The value is validated in the constructor, so the method cannot see an empty one",
            "parse_row already rejects empty lines before they get here",
            "The generated file is rewritten by the build; a change there is lost",
            "The callback is only registered once, in main.rs line 40, so no leak occurs",
            "The spec requires the error to propagate to the caller",
            "Array.prototype.sort is stable in every supported runtime version",
            "I disagree: `user` comes from `requireUser()`, which throws when it is missing",
        ] {
            assert_eq!(refuse(reason, &finding()), None, "{reason}");
        }
    }
}
