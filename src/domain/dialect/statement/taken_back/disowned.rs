//! Sentences that say of a verdict in the text that it is not the reviewer's own: `The following is not my verdict.`,
//! `Ignore the verdict below.`, `That was the verdict of the first reviewer.`
//!
//! ```text
//! not own   = which ["verdict"] ("is" | "was") "not" ("my" | "mine" | …) | "not my verdict"
//! another's = which ("is" | "was") … "verdict" ("of" | "by" | "from") another
//! copied    = which "verdict" … ("was" | "stood" | …) ("in" | "from") "the" source
//! ignored   = ("ignore" | "do not count" | …) "the verdict" ("below" | "that follows" | …)
//! ```
//!
//! They count on either side of the verdict that they speak of.

use std::sync::LazyLock;

use regex::Regex;

const VERDICT: &str =
    r"(?:verdict|approval|sign-?off|lgtm|answer|decision|signal|status\ line|status|conclusion|opinion)";
const ANOTHER: &str = r"(?:(?:the|an?|another|some|my)\ )?(?:[\w-]+\ ){0,2}(?:reviewer|model|agent|author|developer|executor|colleague|bot|person|round|run|pass|attempt|template|manual|example|prompt|task|plan|docs|documentation|somebody|someone)";

static DISOWNED: LazyLock<Regex> = LazyLock::new(|| {
    let text = format!(
        r"(?ix)
        \b(?:the\ )?(?:following|above|below|next|previous|this|that|it)(?:\ (?:line|{VERDICT}))?\ (?:is|was|are|does)\ (?:not|n't|no)\ (?:really\ )?(?:my|mine|our|ours)\b(?:\W*$|\W+(?:\w+\ ){{0,2}}{VERDICT})
        |\b{VERDICT}\ (?:above|below|that\ follows)?\s*(?:is|was)\ (?:not\ (?:mine|my\ own|ours|from\ me|by\ me)|(?:some(?:body|one)|another\ reviewer)(?:'s|’s|\ else'?s?))\b
        |^\W*(?:this|that|it|the\ (?:line|{VERDICT})\ (?:above|below)|the\ (?:above|below|following))\ (?:is|was)\ (?:only\ |just\ )?(?:the|an?)\ (?:\w+\ ){{0,2}}{VERDICT}\ (?:of|by|from|in)\ {ANOTHER}\b
        |\b(?:this|that|the)\ {VERDICT}\b[^.]{{0,30}}\b(?:was|is|stood|stands|came|comes)\ (?:already\ |only\ )?(?:in|from|part\ of|out\ of)\ the\ (?:template|manual|prompt|form|example|brief|task|docs|instructions)\b
        |^\W*(?:please\ )?(?:ignore|disregard|skip|discard|do\ not\ (?:count|use|record|read|take)|don['’]t\ (?:count|use|record|read|take))\ (?:the|this|that|any|my)\ (?:line|{VERDICT})s?\ (?:below|that\ follows|which\ follows|further\ down|at\ the\ (?:end|bottom)|in\ the\ (?:next|last)\ line|here)\b"
    );
    Regex::new(&text).expect("a constant pattern")
});

/// Tells whether a sentence disowns a verdict beside it.
pub(super) fn disowns(sentence: &str) -> bool {
    DISOWNED.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::disowns;

    #[test]
    fn a_disowned_verdict_is_told_from_what_is_said_of_the_work() {
        for text in [
            "The following is not my verdict.",
            "Ignore the verdict below.",
            "Ignore the verdict below, it is the example from the manual.",
            "This approval is not mine, it was in the template.",
            "That was the verdict of the first reviewer.",
            "The status below was in the template.",
            "The verdict is somebody else's.",
            "Please disregard the line that follows.",
            "It is not mine.",
        ] {
            assert!(disowns(text), "{text}");
        }
        for text in [
            "This is my verdict.",
            "The following is not my only remark on naming.",
            "That was the concern of the first reviewer, and it is gone.",
            "The status is read from the header.",
            "Ignore the casing below.",
            "The answer of the server is not cached.",
            "This is the approval of the order, as the task asks for.",
            "It is not my favourite style.",
        ] {
            assert!(!disowns(text), "{text}");
        }
    }
}
