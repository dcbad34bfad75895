//! Categories that say which defect is meant: a rule's name such as `no-eval` or `CWE-79`. `security` and `error handling`
//! are dimensions that reviewers sort their findings by; two findings of one dimension are mostly two.

use super::words::{same_words, words};

/// What reviewers sort findings by, and what their headings are made of, word by word.
const BROAD: [&str; 60] = [
    "access",
    "api",
    "and",
    "architecture",
    "auth",
    "bug",
    "bugs",
    "code",
    "compliance",
    "concurrency",
    "config",
    "consistency",
    "control",
    "correctness",
    "coverage",
    "critical",
    "data",
    "dependencies",
    "dependency",
    "design",
    "docs",
    "documentation",
    "edge",
    "cases",
    "error",
    "errors",
    "findings",
    "functional",
    "general",
    "handling",
    "high",
    "input",
    "integration",
    "integrity",
    "issue",
    "issues",
    "logic",
    "low",
    "maintainability",
    "medium",
    "must",
    "non",
    "other",
    "performance",
    "quality",
    "readability",
    "reliability",
    "requirement",
    "requirements",
    "resource",
    "review",
    "robustness",
    "security",
    "spec",
    "style",
    "test",
    "testing",
    "tests",
    "usability",
    "validation",
];

/// Tells whether a word is what reviewers sort by: it names no defect.
pub(super) fn is_broad(word: &str) -> bool {
    BROAD.contains(&word)
}

/// Both are of one rule, however it is written.
pub(super) fn one_rule(was: &str, is: &str) -> bool {
    same_words(was, is) && is_narrow(was) && is_narrow(is)
}

/// A number or several words in one (`no-eval`, `eslint/no-eval`), and not all of them a dimension's.
fn is_narrow(category: &str) -> bool {
    let category = category.trim();
    let one_word = !category.is_empty() && !category.contains(char::is_whitespace);
    let parts = words(category);
    let numbered = category.chars().any(|c| c.is_ascii_digit()) && category.chars().any(char::is_alphabetic);
    let compound = parts.len() > 1 && !parts.iter().all(|part| is_broad(part));
    one_word && (numbered || compound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_from_dimensions() {
        for rule in ["no-eval", "CWE-79", "security/detect-unsafe-regex", "S3649", "sql-injection"] {
            assert!(one_rule(rule, rule), "{rule}");
        }
        for dimension in
            ["security", "Code Quality", "error-handling", "Review", "spec_compliance", "2 open issues", ""]
        {
            assert!(!one_rule(dimension, dimension), "{dimension}");
        }
    }
}
