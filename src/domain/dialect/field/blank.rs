//! Texts that a form has where something is to be filled in: `{title}`, `<what is wrong>`, `path/to/file`, `TEXT`.
//!
//! It looks at one text's words. That a finding's severity is a scale does not make it a form's: all the rest has to be.

use crate::domain::dialect::{gather, words};
use crate::domain::review::Location;

/// Words that forms use to ask for something.
const ASKING: &[&str] = &[
    "a",
    "an",
    "and",
    "are",
    "be",
    "brief",
    "category",
    "change",
    "changed",
    "clear",
    "code",
    "concrete",
    "describe",
    "description",
    "detail",
    "details",
    "dimension",
    "do",
    "evidence",
    "exact",
    "explanation",
    "explain",
    "ext",
    "file",
    "filename",
    "finding",
    "fix",
    "foo",
    "here",
    "how",
    "id",
    "if",
    "in",
    "is",
    "issue",
    "it",
    "its",
    "it's",
    "line",
    "lines",
    "location",
    "matters",
    "n",
    "name",
    "needs",
    "nn",
    "nnn",
    "number",
    "of",
    "one",
    "optional",
    "or",
    "path",
    "problem",
    "reason",
    "recommendation",
    "requirement",
    "section",
    "sentence",
    "short",
    "should",
    "specific",
    "sug",
    "suggested",
    "suggestion",
    "summary",
    "text",
    "the",
    "title",
    "to",
    "todo",
    "url",
    "what",
    "what's",
    "where",
    "which",
    "why",
    "wrong",
    "x",
    "xx",
    "xxx",
    "you",
    "your",
];

/// Tells whether a text is empty or what a form has in the place of one.
pub(crate) fn of_form(text: &str) -> bool {
    let text = text.trim().trim_matches(['`', '*', '_', '"', ' ']);
    if text.is_empty() || gather::placeholder(text) {
        return true;
    }
    if text.len() > 160 {
        return false;
    }
    let wrapped = text.starts_with(['[', '{', '<']) && text.ends_with([']', '}', '>']);
    let unmarked: String = text.chars().filter(|c| !"{}<>[]()".contains(*c)).collect();
    let asks = words::words(&unmarked).iter().all(|w| ASKING.contains(&w.as_str()));
    wrapped && !text[1..text.len() - 1].contains(['[', '{', '<']) || asks
}

/// Tells whether a place is a form's: `path/to/file.ext:42`, `PATH`, `{file}:{line}`.
pub(crate) fn place_of_form(place: &Location) -> bool {
    let name = place.file.rsplit_once('.').map_or(place.file.as_str(), |(name, _)| name);
    of_form(&place.file)
        || place.file.starts_with("path/to/")
        || of_form(&name.replace(['/', '.', '-', '_'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_ask_and_findings_tell() {
        for text in [
            "",
            "{title}",
            "<what is wrong>",
            "TEXT",
            "[Short description]",
            "path:line (what is wrong).",
            "what to do",
        ] {
            assert!(of_form(text), "{text:?}");
        }
        for text in ["The key is logged", "No check", "Wrong file is read", "[HIGH] lock [leaks]"] {
            assert!(!of_form(text), "{text:?}");
        }
        let at = |file: &str| Location { file: file.to_owned(), line: Some(4), end_line: None };
        assert!(place_of_form(&at("path/to/file.ts")) && place_of_form(&at("PATH")));
        assert!(!place_of_form(&at("src/a.rs")) && !place_of_form(&at("web/login.ts")));
    }
}
