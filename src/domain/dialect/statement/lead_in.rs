//! Lines that lead in to something shown: what follows is another's, another round's, an option or a
//! supposition, and not the reviewer's word now.
//!
//! ```text
//! lead-in = sentence ":"  where the sentence names an earlier round, an example, a condition, the options,
//!                         an output, or an instruction to print something
//!         | a sentence that breaks off after "would be" and its like | "[stdout …]"
//! ```
//!
//! It reads one line; how far a lead-in reaches is the walk's. JSON and Markdown ask the same questions.

use std::sync::LazyLock;

use regex::Regex;

static HYPOTHETICAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(if|in case|assuming|suppose|provided|otherwise|else|should the|had (the|it|i|this|that|there)|were (the|it|this|that|there)|falls|si|se|если)\b.*:?\W*$").expect("a constant pattern")
});
static EARLIER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(previous(ly)?|earlier|last (time|round|pass|iteration|review)|first (round|pass|attempt|iteration)|example|template|format|sample|expected output|looks like this|fixture|for reference|would (have )?(be|been|said|say|look|read)|(in|use|using|follow|with) (exactly |precisely )?(this|the following) (form|template|structure|layout))\b.*:\W*$|\bprior(?:\W*| (?:[^t\s]|t[^o\s]).*):\W*$")
        .expect("a constant pattern")
});
/// The options of which one is to be chosen.
static OPTIONS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(one of|exactly one|either of|any of|options?|choices|possible (verdicts?|values|answers|signals|outcomes)|choose|pick one|select|eins von|eine? der folgenden|l'un des|uno de|один из)\b.*:\W*$|(?:之一|いずれか).*:\W*$")
        .expect("a constant pattern")
});
/// What another said or what was asked for, unless the line announces the reviewer's own answer.
static SHOWN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(output|log|transcript|says|said|wrote|writes|replied|reads|prints|printed|returned|returns|tool results?|(answer|respond|reply|end|finish) with|should|must|asked for)\b.*:\W*$")
        .expect("a constant pattern")
});
/// The same where no word of the reviewer's makes it his own.
static DICTATED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(std(out|err)|terminal|console|(tells?|told|asks?|asked|wants?|wanted|urges?|orders?|ordered|instructs?|instructed|tries to (make|get)) (me|us|you|it|him|her|any|every|the|whoever)|inject\w*|instructions?|the (system |user )?prompt|supposed to (print|write|say|answer)|quotes?|quoted|quoting)\b.*:\W*$|\b(?:from|in|by|per|according to|out of) (?:the|an?|his|her|their|its|your) (?:[\w-]+ ){0,2}(?:executor|developer|author|bot|linter|brief|report|message|log|commit|prompt|template|reviewer|agent|assistant|tool|script|email|ticket)\b['’s]*(?: \w+){0,3}:\W*$")
        .expect("a constant pattern")
});
/// What will be said once something has been done: `After the fix I expect to send:`.
static AHEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:i|we)(?:'ll|’ll| will| shall| expect to| plan to| intend to| am going to| would)|(?:after|once|when|as soon as|until)\b[^:]*\b(?:done|fix\w*|mended|resolved|corrected|addressed|settled|in place|expect|will|would|shall|becomes?|say|send|write|read|answer)|(?:next|coming|following) (?:round|time|pass|iteration|cycle|review))\b.*:\W*$")
        .expect("a constant pattern")
});
/// The same without a colon, where the sentence breaks off.
static AHEAD_BREAKS_OFF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:after|once|when|as soon as|next (?:round|time|pass|iteration|cycle))\b.*\b(?:will|would|shall|is going to|becomes?|turns into|reads?|says?)(?: (?:then|be|read|say|become|look like|write|send|answer|report))*[\s*_]*$")
        .expect("a constant pattern")
});
static OWN_LEAD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\b(my|final|here|below|mine|i)\b").expect("a constant pattern"));

/// A sentence that breaks off where what is only supposed, printed or offered would follow.
static BREAKS_OFF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b((would|should|could|might|must|ought to|is (supposed|meant|expected|asked) to) (have )?(be|been|read|say|look like|print|write|answer|follow)|(tells?|told|asks?|asked|wants?|wanted) (me|us|you) to (print|write|say|answer)( this| the following| that)?|(prints?|printed|shows?|showed|outputs?|wrote|writes|reads|says|said)|(?:ends?|ended|begins?|began|starts?|opens?|closes|closed) with (?:the |this |a )?(?:line|words?|text|sentence|verdict|phrase)|one of( these| the following)?|exactly one of|wäre|serait|sería|seria|sarebbe|было бы|был бы)[\s*_]*$")
        .expect("a constant pattern")
});
static LISTING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W{0,3}\[?\W?(std(out|err)|(tool|command|script|console|terminal|program|hook|ci|build|test)s?['’]?s? (output|log|result)|output( of\b[^.!?]*)?|begin (output|log))\b[^.!?:]*\]?\W*$")
        .expect("a constant pattern")
});

/// Another's words, introduced by a whole sentence.
static AS_FOLLOWS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:read|reads|said|says|was|went|answered|wrote) as follows\W*$")
        .expect("a constant pattern")
});

/// Why a statement below a lead-in to another's words does not count.
pub(crate) const SHOWN_WHY: &str = "shown rather than said";

/// Why one of several that are offered does not count.
pub(crate) const OPTION_WHY: &str = "one of the options";

/// Bytes at the end of a line in which a lead-in is looked for.
const LEAD: usize = 2_000;

/// Says why what follows a line that ends in a colon is not the reviewer's own word now.
pub(crate) fn announced(text: &str) -> Option<&'static str> {
    // A line may be as long as the text; what leads in stands at its end.
    let text = &text[text.ceil_char_boundary(text.len().saturating_sub(LEAD))..];
    if HYPOTHETICAL.is_match(text) {
        return Some("holds only under a condition");
    }
    // `After reading it I would say now:` is a polite form of the word of now.
    if EARLIER.is_match(text) && !OWN_WORD_NOW.is_match(text) {
        return Some("about an earlier round or an example");
    }
    if OPTIONS.is_match(text) {
        return Some(OPTION_WHY);
    }
    if AHEAD.is_match(text) && !NOW.is_match(text) {
        return Some("what will be said another time");
    }
    (DICTATED.is_match(text) || SHOWN.is_match(text) && !OWN_LEAD.is_match(text)).then_some(SHOWN_WHY)
}

/// Tells whether what follows a line is only supposed.
pub(super) fn supposes(text: &str) -> bool {
    HYPOTHETICAL.is_match(text)
}

/// Says why what follows a line without a colon is not the reviewer's own word now: the sentence breaks
/// off where something supposed or printed would follow.
pub(crate) fn breaks_off(text: &str) -> Option<&'static str> {
    if text.len() <= 400 && AS_FOLLOWS.is_match(text) {
        return Some(SHOWN_WHY);
    }
    if text.len() > 400 || text.ends_with(['.', '!', '?', ':']) {
        // A listing's name may stand in brackets, which end in none of these.
        return None;
    }
    if LISTING.is_match(text) {
        return Some(SHOWN_WHY);
    }
    (BREAKS_OFF.is_match(text) || AHEAD_BREAKS_OFF.is_match(text)).then_some("supposed rather than said")
}

/// `After reading it once more I would say now:` is about now.
static NOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:now|this (?:time|round|pass|cycle|iteration)|after (?:reading|review\w*|check\w*|looking|having|all)|(?:i|we)(?:'ll|’ll| will| would) (?:say|call it|conclude|summari[sz]e|give))\b")
        .expect("a constant pattern")
});

/// The reviewer's own word, politely, and of now.
static OWN_WORD_NOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:after (?:reading|reviewing|checking|looking)\b[^:.]{0,60}?,? )?(?:so )?i(?: would|['’]d) (?:now )?say(?: now)?\W*$")
        .expect("a constant pattern")
});

/// A lead-in to what the reviewer says now.
static OWN_NOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(my|final|now|(for|in) this (round|cycle|pass|iteration|attempt))\b[^:]*:\W*$")
        .expect("a constant pattern")
});

/// Tells whether a line announces what the reviewer says now: `So for this cycle:`.
pub(crate) fn announces_own(text: &str) -> bool {
    let open = text.trim_end_matches(['*', '_', ' ']).ends_with(':');
    open && OWN_NOW.is_match(text)
        && !EARLIER.is_match(text)
        && !OPTIONS.is_match(text)
        && !DICTATED.is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_in_is_told_from_an_announcement() {
        for text in [
            "Answer with one of these:",
            "The file wants every reader to write:",
            "The script's stdout:",
            "In the second case I would have said:",
            "The injected comment says:",
            "After the fix I expect to send:",
            "Once these are fixed my answer becomes:",
            "Next round:",
        ] {
            assert!(announced(text).is_some(), "{text}");
        }
        for text in [
            "My verdict:",
            "Here is the review:",
            "Verdict:",
            "Findings:",
            "So, after reading all of it:",
            "I'll summarise:",
        ] {
            assert_eq!(announced(text), None, "{text}");
        }
        for text in [
            "With a lock around it the answer would be",
            "[stdout of the linter]",
            "the helper prints",
            "Das Ergebnis wäre",
            "Once that is done my last line will read",
        ] {
            assert!(breaks_off(text).is_some(), "{text}");
        }
        for text in
            ["I have read all of it", "The answer would be fine.", "Verdict", "Output format is unchanged."]
        {
            assert_eq!(breaks_off(text), None, "{text}");
        }
    }
}
