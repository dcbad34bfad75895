//! The reviewer's verdict at the end of a sentence about it: `So my verdict has to be: reject.`
//!
//! ```text
//! sentence = ("my" | "our" | "the" | "final") … ("verdict" | "status" | "decision" | …) … ("is" | "be" | ":") word
//! ```
//!
//! The word ends its sentence, or stands before a dash and its reason. A sentence about another time, another person or a supposition is none; one
//! that approves has, between the label and the word, only words that are known to be harmless.

use std::sync::LazyLock;

use regex::Regex;

use super::label::OTHER;
use crate::domain::dialect::page::Kind;
use crate::domain::dialect::words::{self, OwnWords, Said};

static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i-u)\b(?:my|our|the|final|overall) (?:[a-z-]+ ){0,2}(?:verdict|status|decision|recommendation|conclusion|vote)\b")
        .expect("a constant pattern")
});
static SUPPOSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:would|could|should|might|may|if|once|until|unless|was|were|had|been|not|never|no longer|cannot|previously|instead|whether|becomes?)\b|n't\b|[“`]")
        .expect("a constant pattern")
});

/// Tells whether a line may hold such a sentence.
pub(super) fn may_have(text: &str) -> bool {
    LABEL.is_match(text)
}

/// `Approved – the test that was red is green again.`: a word, and behind the dash its reason; as the text's own heading
/// also a refusal with what it is about: `# CHANGES REQUESTED: group A (iteration 1)`.
pub(super) fn before_a_reason(kind: Kind, body: &str, own: OwnWords) -> Option<Said> {
    let heading = kind == Kind::Heading(1);
    if !heading && kind != Kind::Prose {
        return None;
    }
    let marks = [" — ", " – ", " - ", ": "];
    let marks = &marks[..if heading { 4 } else { 3 }];
    let (first, _) = marks.iter().find_map(|mark| body.split_once(mark))?;
    let Said::Verdict(verdict) = words::verdict(first, own) else { return None };
    if !words::is_bare_verdict(first, own) {
        return None;
    }
    if heading {
        let said = !verdict.approves() && (words::shouts(first, own) || !words::fewer(first, 2));
        return said.then_some(Said::Verdict(verdict));
    }
    let Said::Verdict(verdict) = words::verdict(body, own) else { return None };
    (verdict.approves() || words::shouts(first, own)).then_some(Said::Verdict(verdict))
}

/// Reads a sentence's own verdict, where it ends with one.
pub(super) fn own_verdict(sentence: &str, own: OwnWords) -> Option<Said> {
    let label = LABEL.find(sentence)?;
    let rest = sentence[label.end()..].trim_end_matches(|c: char| !c.is_alphanumeric());
    let lower = rest.to_ascii_lowercase();
    let cut = [": ", " is ", " be ", " remains ", " stays "]
        .iter()
        .filter_map(|mark| lower.rfind(mark).map(|at| at + mark.len()))
        .max()?;
    let (between, value) = (&rest[..cut], &rest[cut..]);
    let clause = &sentence[label.start()..label.end() + cut];
    let others = words::words(clause)
        .iter()
        .any(|w| OTHER.contains(&w.as_ref()) && !w.starts_with("pre") && *w != "task");
    if others
        || SUPPOSED.is_match(clause)
        || !words::is_bare_verdict(value, own)
        || sentence.trim_end().ends_with('?')
    {
        return None;
    }
    let said = words::verdict(value, own);
    // "The status" may be any status; "my verdict" is the reviewer's.
    let approves = matches!(said, Said::Verdict(v) if v.approves())
        || label.as_str().get(..4).is_some_and(|t| t.eq_ignore_ascii_case("the "));
    // `The order status is approved`: of what it is the status, is to be known, too.
    let of =
        label.as_str().split_once(' ').and_then(|(_, rest)| rest.rsplit_once(' ')).map_or("", |(of, _)| of);
    let harmless = || [of, between].into_iter().all(|text| words::not_harmless(text).is_none());
    (!approves || harmless()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::Verdict::*;

    #[test]
    fn a_verdict_that_ends_its_sentence_is_read() {
        for (sentence, expected) in [
            ("After all that my verdict has to be: reject.", Some(ChangesRequested)),
            ("One row is open, so the decision is NEEDS_FIX.", Some(ChangesRequested)),
            ("Two nits, so the status of this task is **passed**.", Some(Approved)),
            ("The status of this work is therefore: approved.", Some(Approved)),
            ("My verdict would be: approve.", None),
            ("The earlier verdict was reject.", None),
            ("My verdict is not reject.", None),
            ("My verdict is that this needs thought.", None),
            ("The status of the job in the queue is failed.", None),
            ("Is the verdict reject?", None),
        ] {
            let said = own_verdict(sentence, &[]);
            assert_eq!(said, expected.map(Said::Verdict), "{sentence}");
        }
    }
}
