//! A placeholder sent back instead of a text is refused (SPEC 2): nobody wrote it, so it says nothing.

use crate::error::Error;

/// Refuses a text that is empty or only stands for one that was to be written.
pub(super) fn refuse(field: &str, text: &str) -> Result<(), Error> {
    let bare = text.trim().trim_matches(|c: char| "<>[](){}\"'`*_.…".contains(c) || c.is_whitespace());
    if bare.is_empty() {
        return Err(Error::invalid(field, "is empty"));
    }
    let wrapped = text.trim().starts_with(['<', '[', '{']) && text.trim().ends_with(['>', ']', '}']);
    let word = bare.to_lowercase();
    let stands_for_text = [
        "text",
        "todo",
        "tbd",
        "placeholder",
        "reason",
        "string",
        "reviewer text",
        "the text",
        "your text",
        "fill",
        "fill in",
        "xxx",
        "n/a",
        "none",
        "null",
        "undefined",
        "review text",
        "title",
        "criteria",
        "details",
        "the reviewer's text",
        "insert text here",
        "lorem ipsum",
    ];
    // A few words in brackets are a template's slot; a JSON answer in braces is long or holds a colon.
    let slot = wrapped && !bare.contains([':', '\n', ',']) && bare.split_whitespace().count() <= 6;
    if slot || stands_for_text.contains(&word.as_str()) {
        return Err(Error::invalid(field, format!("{:?} is a placeholder, not a text", text.trim()))
            .hint("Send what it stands for"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_refused_and_texts_are_not() {
        for text in
            ["", "  ", "<text>", "TODO", "[reason]", "...", "<the reviewer's whole answer>", "{text}", "\"\""]
        {
            assert!(refuse("text", text).is_err(), "{text:?}");
        }
        for text in [
            "LGTM",
            "approved",
            "{\"verdict\": \"approved\"}",
            "VERDICT: approve",
            "[High] leak in a.rs:3, see b",
        ] {
            assert!(refuse("text", text).is_ok(), "{text:?}");
        }
    }
}
