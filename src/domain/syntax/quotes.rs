//! What stands between the quotes of a literal.

/// Returns what stands between the quotes of a literal, or of the part of one before or behind something put in. What is written
/// before them, as in `r"…"`, `b'…'`, `r#"…"#` or `$"…"`, is none of it.
pub(crate) fn unquoted(literal: &str) -> &str {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    let marked = literal.trim_start_matches(['r', 'b', 'f', 'u', 'c', 'R', 'B', 'F', 'U', '#', '@', '$']);
    let marks = literal.len() - marked.len();
    if (1..=4).contains(&marks) && marked.len() > 1 && marked.starts_with(QUOTES) {
        return marked.trim_end_matches('#').trim_matches(QUOTES);
    }
    literal.trim_matches(QUOTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_before_the_quotes_is_cut_off_a_literal() {
        for (literal, text) in [
            (r#""blog.apps.BlogConfig""#, "blog.apps.BlogConfig"),
            ("'reader'", "reader"),
            ("`#bar`", "#bar"),
            (r#"r"books/r""#, "books/r"),
            (r##"r#"robots"#"##, "robots"),
            ("b'rub'", "rub"),
            (r#"$"rb""#, "rb"),
            ("\"\"\"folder\"\"\"", "folder"),
            // Before and behind what is put in.
            ("f\"brokers/", "brokers/"),
            ("/bar\"", "/bar"),
            ("\"\"", ""),
        ] {
            assert_eq!(unquoted(literal), text, "{literal}");
        }
    }
}
