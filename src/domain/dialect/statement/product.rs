//! Whole sentences that sound like an objection and tell how the product behaves, or that an earlier refusal is lifted.
//!
//! ```text
//! refuses   = thing ("returns" | "throws" | …) error ("when" | "if") thing state      ("returns an error when the file is missing")
//! instead   = … ", not" ("to" | "with")? harm                                         ("leads to a 400, not to a crash")
//! rule      = people "can't" verb "their own" …  |  thing "that is not approved is never" …
//! sound     = "the unsafe block is documented and sound"
//! relieved  = "I was worried about" … ", but it is released" …
//! lifted    = "my previous rejection" ("was based on the wrong branch" | "no longer applies" | …)
//! ```
//!
//! Each form is held from the first word to the last, so that a sentence that says more is not one of them: what is not
//! known to be harmless is asked about (see `unexplained`).

use std::sync::LazyLock;

use super::pattern::pattern;
use regex::Regex;

static HARMLESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix)^\W*(?:
        (?:it|the\ [\w-]+(?:\ [\w-]+)?|`[^`]+`)\ (?:(?:returns|throws|raises|reports|gives|answers\ with)\ (?:an?\ |the\ )?(?:(?:clear|proper|typed|useful)\ )?(?:error|not\ ?found|4\d\d)|fails\ fast|exits\ with\ (?:an\ error|code\ [1-9]\d*))\ (?:when|if|where)\ (?:the|an?)\ [\w-]+(?:\ [\w-]+)?\ (?:is|are)\ (?:missing|invalid|malformed|absent|not\ found|unknown)
        |it\ panics\ only\ on\ programmer\ errors?(?:,\ which\ the\ (?:docs|documentation)\ (?:state|states|say|says))?
        |(?:malformed|invalid|broken|unknown|empty|expired|duplicate|missing)\ [\w-]+(?:\ [\w-]+)?\ (?:leads?|ends?|results?|is\ answered|are\ answered)\ (?:to|in|with)\ an?\ (?:4\d\d|[\w-]+\ error|error|warning|message|clear\ message),\ not\ (?:to\ |in\ |with\ )?an?\ (?:crash|panic|500|hang|exception|stack\ trace|deadlock)
        |(?:users|editors|authors|members|guests|customers|clients)\ (?:can(?:'|’)?t|cannot|can\ not|may\ not|must\ not)\ (?:approve|reject|publish|confirm|merge)\ (?:their\ own|each\ other(?:'|’)s|other\ people(?:'|’)s)\ [\w-]+
        |an?\ [\w-]+\ that\ is\ not\ (?:yet\ )?approved\ is\ (?:never|not)\ (?:charged|shown|sent|published|listed|paid|shipped|billed|counted)
        |not\ approved\ [\w-]+s\ are\ (?:hidden|skipped|left\ out|filtered\ out|excluded|not\ (?:shown|listed|sent))
        |[\w-]+s\ without\ an?\ [\w-]+\ are\ not\ approved
        |if\ (?:the\ )?approval\ is\ denied,?\ the\ [\w-]+\ is\ (?:cancell?ed|closed|refunded)
        |the\ unsafe\ (?:block|code|impl)s?\ (?:is|are)\ (?:documented|justified|sound|minimal|encapsulated|correct)(?:(?:,\ |\ and\ |,\ and\ )(?:documented|justified|sound|minimal|encapsulated|correct))*
        |i\ was\ (?:first\ |at\ first\ |initially\ )?(?:worried|concerned|unsure)\ about\ the\ [\w-]+(?:\ [\w-]+)?,\ but\ it\ is\ (?:released|closed|freed|handled|covered|guarded|tested|bounded)(?:\ (?:on\ every\ path|on\ all\ paths|in\ all\ cases|in\ every\ case|in\ a\ test|by\ a\ test))?
        |(?:my|the)\ (?:previous|earlier|last)\ (?:rejection|refusal|objection|needs_fix|review_fail|changes_requested|request\ for\ changes)\ (?:was\ based\ on\ (?:the\ wrong|an?\ (?:old|stale|outdated))\ (?:branch|commit|diff|checkout|version)|no\ longer\ applies|is\ (?:withdrawn|lifted|resolved|obsolete|settled))
        )[\s.!*]*$",
    )
});

/// Tells whether a sentence is one of these.
pub(super) fn harmless(sentence: &str) -> bool {
    HARMLESS.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::harmless;
    use crate::domain::dialect::{ReadContext, read};
    use crate::domain::review::Verdict;

    #[test]
    fn how_the_product_behaves_is_no_objection() {
        for text in [
            "The loader throws an error when the manifest is missing.",
            "It returns a 404 if the order is unknown.",
            "Malformed YAML ends in an error, not in a panic.",
            "Editors can't publish their own articles.",
            "An invoice that is not approved is never sent.",
            "Not approved comments are hidden.",
            "If approval is denied, the booking is cancelled.",
            "The unsafe block is documented, minimal and sound.",
            "I was worried about the handle, but it is closed on every path.",
            "My earlier rejection was based on an old commit.",
        ] {
            assert!(harmless(text), "{text}");
            let page = format!("VERDICT: approve\nFINDINGS:\n\n{text}\n");
            let said = read(&page, &ReadContext::default()).claimed_verdict;
            assert_eq!(said, Verdict::Approved, "{text}");
        }
        for text in [
            "The loader throws an error when the manifest is missing, which breaks the first start.",
            "It returns a 200 when the order is unknown.",
            "Malformed YAML ends in a panic, not in an error.",
            "Editors can't publish.",
            "An invoice that is not approved is sent.",
            "The unsafe block is documented and wrong.",
            "The installer exits with code 0 when the manifest is missing.",
            "The import fails fast when the table is empty.",
            "I was worried about the token, but it is checked in the browser.",
            "I was worried about the handle, but it is closed by the caller.",
            "If approval is denied, the account is deleted.",
            "I was worried about the handle, but it is closed only on the happy path.",
            "My earlier approval was based on an old commit.",
            "My approval was based on the wrong branch.",
        ] {
            assert!(!harmless(text), "{text}");
        }
    }
}
