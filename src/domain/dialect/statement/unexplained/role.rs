//! Who speaks: an approval is the reviewer's, and not the author's, the planner's or anybody's in the reviewer's place.
//!
//! ```text
//! role = "I am not the reviewer" | "I am" ("only" | "just" | …)? "the" author | "As the" author "I" …
//!      | "I wrote this code" | "on behalf of the reviewer" | "the reviewer is" away
//! ```

use std::sync::LazyLock;

use regex::Regex;

pub(super) const NOT_THE_REVIEWER: &str = "says that somebody else than the reviewer speaks";

static ROLE: LazyLock<Regex> = LazyLock::new(|| {
    // Whoever does the work; personas of reviewers (an engineer, an architect) count only where they are "only" that.
    const MAKERS: &str = r"(?:author|executor|developer|implementer|implementor|coder|planner|programmer|fixer|writer|orchestrator|coordinator|committer|project\smanager|task\srunner|scheduler)";
    const ANY: &str = r"(?:author|executor|developer|implementer|implementor|coder|planner|programmer|fixer|writer|orchestrator|coordinator|committer|manager|engineer|architect|tester|assistant|helper|bot|script|tool|runner|scheduler|intern|executor\sagent|language\smodel)";
    const AM: &str = r"(?:i\sam|i['’]m|i\swas|we\sare|we['’]re)";
    const JUDGES: &str = r"(?:reviewer|verifier|auditor|judge|approver)";
    Regex::new(&format!(
        r"(?ix)\b{AM}\s(?:really\s|actually\s|of\scourse\s|still\s)*(?:not|no\slonger)\s(?:(?:an?|the|your|this\s\w+['’]s|really)\s)?(?:(?:assigned|actual|real|proper|human|code|designated|right|plan|spec)\s){{0,2}}{JUDGES}\b
        |\b(?:this|it|that)\s(?:is|was)\snot\s(?:from\s|by\s)(?:the|a)\s{JUDGES}\b
        |\b{AM}\s(?:also\s|still\s|myself\s)*the\s(?:[\w-]+\s)?{MAKERS}\b
        |\b{AM}\s(?:only|just|merely|simply|but)\s(?:an?|the|your)\s(?:[\w-]+\s){{0,2}}?{ANY}\b
        |\b(?:speaking|writing|answering|replying|acting|responding|signing|approving)\s(?:only\s|just\s|here\s|now\s)*as\s(?:an?|the|its|your)\s(?:[\w-]+\s)?{MAKERS}\b
        |^\W*as\s(?:an?|the|its|your)\s(?:[\w-]+\s)?{MAKERS}(?:\sof\s(?:this|the)\s\w+)?\W+(?:i|we|my)\b
        |\bi(?:['’]ve|\shave|\shad)?\s(?:wrote|written|authored|coded|implemented|developed|programmed)\s(?:(?:all|most|much|half|parts?|some)\sof\s)?(?:(?:this|it|that)(?:\s(?:code|change|patch|implementation|feature|diff|pr|branch|plan|commit|module|work))?(?:\smyself)?\W*$|(?:the|this)\s(?:code|change|patch|implementation|feature|diff|pr|branch|plan|commit|module|work)\b)
        |\b(?:on\sbehalf|in\s(?:the\s)?(?:place|stead|absence))\sof\s(?:the|a|our)\s(?:\w+\s)?{JUDGES}\b|\bin\s(?:the|my)\s(?:{JUDGES}['’]s)\s(?:place|stead|absence|name)\b
        |\b(?:the|our)\s(?:\w+\s)?{JUDGES}\s(?:is|was|remains|is\scurrently)\s(?:un(?:available|reachable)|away|absent|not\s(?:available|reachable|there|around)|offline|on\s(?:leave|holiday|vacation)|out\s(?:of\soffice|sick|today)|missing|busy)\b
        |\b(?:the|our|a)\s{JUDGES}\s(?:(?:has|have|did|could|was|is)\s(?:not|yet\sto)\s?(?:yet\s)?(?:answer\w*|repl\w+|respond\w*|look\w*|start\w*|run|ran|read|seen?|review\w*|report\w*)|never\s(?:answered|replied|responded|ran|started|looked))\b",
    ))
    .expect("a constant pattern")
});

/// Tells whether a sentence says that its speaker is not the reviewer of this work.
pub(super) fn other(sentence: &str) -> bool {
    let plain = sentence.replace("n't", " not").replace("n’t", " not");
    ROLE.is_match(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_not_the_reviewer_says_so() {
        for text in [
            "I am not the reviewer.",
            "I'm not a reviewer",
            "I'm only the planner.",
            "I am just a developer.",
            "I am the executor.",
            "Speaking as the author.",
            "As the author, I am happy with it.",
            "I wrote this code myself.",
            "I have implemented the change.",
            "I answer on behalf of the reviewer.",
            "The reviewer is unavailable.",
            "The reviewer hasn't answered yet.",
        ] {
            assert!(other(text), "{text}");
        }
        for text in [
            "I am not the author of this change.",
            "I am the reviewer.",
            "I am not the only reviewer.",
            "As the author says, the lock is held.",
            "I wrote a test to check the edge case.",
            "As a senior engineer I like the structure.",
            "The author is right.",
            "The previous reviewer was wrong.",
            "I'm happy with the developer's answer.",
        ] {
            assert!(!other(text), "{text}");
        }
    }
}
