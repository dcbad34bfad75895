//! Text between tags: `// …` there is what a reader sees, and no comment.

/// Follows the lines of a file that holds markup and code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markup {
    /// Markup with code in it, and whether that is where the lines stand.
    Page { code: bool },
    /// Code with markup in it, likewise.
    Script { text: bool },
}

impl Markup {
    /// How the files of a name begin; nothing for those that hold no markup.
    pub(super) fn at_top(file_name: &str) -> Option<Self> {
        let lower = file_name.to_lowercase();
        match lower.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "html" | "htm" | "xhtml" | "svg" | "vue" | "svelte" | "astro" | "ejs" | "jsp" | "erb" | "hbs" => {
                Some(Self::Page { code: false })
            }
            "jsx" | "tsx" | "js" => Some(Self::Script { text: false }),
            _ => None,
        }
    }

    /// Takes the next line, and tells whether it looks like a comment and is text.
    pub(super) fn is_text(&mut self, line: &str, begins_in_code: bool) -> bool {
        let trimmed = line.trim();
        let like_comment = trimmed.starts_with("//") || trimmed.starts_with("/*");
        match self {
            Self::Page { code } => {
                let is_text = like_comment && begins_in_code && !*code;
                *code = holds_code(trimmed).unwrap_or(*code);
                is_text
            }
            Self::Script { text } => {
                let is_text = like_comment && begins_in_code && *text;
                if begins_in_code && !like_comment {
                    *text = leads_to_text(trimmed).unwrap_or(*text);
                }
                is_text
            }
        }
    }
}

/// Tells whether code follows a line of a page, or markup; nothing where the line changes nothing.
fn holds_code(line: &str) -> Option<bool> {
    const OPEN: [&str; 3] = ["<script", "<style", "<%"];
    const CLOSE: [&str; 3] = ["</script", "</style", "%>"];
    let last = |marks: [&str; 3]| marks.iter().filter_map(|mark| line.rfind(mark)).max();
    match (last(OPEN), last(CLOSE)) {
        (None, None) => None,
        (open, close) => Some(open > close),
    }
}

/// Tells whether text between tags may follow a line of a script; nothing where the line changes nothing.
fn leads_to_text(line: &str) -> Option<bool> {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    if line == ">" {
        return Some(true);
    }
    if line.ends_with('>') && !line.ends_with("=>") {
        let at = line.rfind('<')?;
        // `<p>` is a tag, `Promise<Total>` is none.
        let names = |c: char| c == '/' || c == '>' || c.is_alphabetic();
        return (line[at + 1..].starts_with(names) && !line[..at].ends_with(word)).then_some(true);
    }
    let opens = line.rfind('<') > line.rfind('>');
    let is_code = line.ends_with([';', '(', ',']) || line.starts_with([')', '}']);
    let block = line.ends_with(['{', '}']) && !line.starts_with('{');
    (opens || is_code || block).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(name: &str, lines: &[&str]) -> Vec<bool> {
        let mut markup = Markup::at_top(name).unwrap();
        lines.iter().map(|line| markup.is_text(line, true)).collect()
    }

    #[test]
    fn text_between_tags_is_told_from_code() {
        let component = ["const a = () => (", "<p>", "// text", "more", "// text", "</p>", ");", "// code"];
        assert_eq!(texts("a.jsx", &component), [false, false, true, false, true, false, false, false]);
        let types = ["type A = Promise<Total>", "// code", "<div", "// code", ">", "// text"];
        assert_eq!(texts("a.tsx", &types), [false, false, false, false, false, true]);
        let page = ["<p>", "// text", "</p>", "<script>", "// code", "</script>", "// text"];
        assert_eq!(texts("a.vue", &page), [false, true, false, false, false, false, true]);
        assert_eq!(Markup::at_top("a.rs"), None);
    }
}
