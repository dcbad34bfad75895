//! Whether a reviewer calls a finding a concern of architecture (SPEC 4.1).

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::identity;
use crate::domain::review::RawFinding;

/// A title's tag, or a sentence that calls the finding a concern of architecture.
static ARCHITECTURAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*architectur(?:e|al)(?: concern)?\W*:|[\[(]architectur(?:e|al)(?: concern)?[\])]|\b(?:this|it) is an? (?:purely |mainly )?architectural (?:concern|matter|question|decision|change)\b",
    )
    .expect("a constant pattern")
});

/// The reviewer says that it is a concern of architecture: by its mark, by its category in a text, by a tag of its title
/// or in so many words.
pub(super) fn is_architectural(said: &RawFinding) -> bool {
    let named = |category: &String| {
        identity::words(category).iter().any(|w| ["architecture", "architectural"].contains(&w.as_str()))
    };
    let in_words = |text: &str| ARCHITECTURAL.is_match(text);
    said.architectural
        || said.category.as_ref().is_some_and(named)
        || in_words(&said.title)
        || said.description.as_deref().is_some_and(in_words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::Severity;

    #[test]
    fn a_tag_or_a_sentence_calls_it_architectural() {
        for (title, issue, expected) in [
            ("[Architectural] Layers are mixed", "x", true),
            ("Layers are mixed (architectural)", "x", true),
            ("Architecture: layers are mixed", "x", true),
            ("Layers are mixed", "This is an architectural concern: layers are mixed", true),
            ("The architecture document is ignored", "x", false),
            ("SQL injection", "The architectural rules forbid raw queries", false),
            ("SQL injection", "This is not an architectural concern", false),
        ] {
            let mut said = RawFinding::new(Severity::Critical, title.to_owned());
            said.description = Some(issue.to_owned());
            assert_eq!(is_architectural(&said), expected, "{title}: {issue}");
        }
    }
}
