//! What a line shows rather than says: code, quotations, links, footnotes, lines of a diff, words
//! struck out.
//!
//! It looks at one line alone and knows no verdicts.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

/// Says why a line, given without heading marks and bullets, shows something instead of stating it.
pub(crate) fn whole(body: &str) -> Option<&'static str> {
    let mut chars = body.chars();
    // A vote, and no line of a diff.
    if matches!(body.trim_end_matches(['.', '!']), "+1" | "-1") || votes_against(body) {
        return None;
    }
    match (chars.next(), chars.next()) {
        // A bullet has a blank behind it, a diff's mark mostly not.
        (Some('+' | '-'), Some(c)) if !c.is_whitespace() && !matches!(c, '+' | '-' | '>') => {
            return Some("a line of a diff");
        }
        (Some('['), Some('^')) => return Some("in a footnote"),
        _ => {}
    }
    let struck = body.len() > 4 && body.starts_with("~~") && body.trim_end_matches('.').ends_with("~~");
    struck.then_some("struck out")
}

/// `-1 from me, the key is public.`: a vote with its reason. A removed line of numbers has no word there.
pub(crate) fn votes_against(body: &str) -> bool {
    body.strip_prefix("-1").is_some_and(|rest| {
        let words = rest.trim_start_matches([',', ':', '.', ';', ' ']);
        let apart = rest.starts_with([',', ':', '.', ';']);
        (apart || rest.starts_with(" from ") || rest.starts_with(" on this"))
            && words.starts_with(char::is_alphabetic)
    })
}

/// What a line says in front of the objects on it, piece by piece: each piece is looked at once.
#[derive(Debug, Default)]
pub(crate) struct Before {
    begun: bool,
    ticks: usize,
    strikes: usize,
    comment: bool,
    footnote: bool,
}

/// What stands before an object that is only the form of one: `The schema is {…}`, `Respond with {…}`.
static FORM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:schema|shape|format|structure|template) (?:is|was|looks like)\W{0,3}$|^\W*(?:please )?(?:respond|reply|answer|end|finish) with\W{0,3}$|\b(?:such as|for example|e\.g\.|for instance)\W{0,3}$")
        .expect("a constant pattern")
});

impl Before {
    /// Takes what stands between the last object and the next one, and what stands behind that one; says why it is
    /// only shown. A bracket before it opens a list as often as a link: the address behind it tells.
    pub(crate) fn next(&mut self, piece: &str, behind: &str) -> Option<&'static str> {
        let first = !std::mem::replace(&mut self.begun, true);
        self.ticks += piece.matches('`').count();
        self.strikes += piece.matches("~~").count();
        if let Some(opens) = piece.rfind("<!--") {
            self.comment = !piece[opens..].contains("-->");
        } else if piece.contains("-->") {
            self.comment = false;
        }
        let trimmed = piece.trim();
        self.footnote |= first && trimmed.starts_with("[^");
        if self.comment {
            Some("in a comment")
        } else if self.ticks % 2 == 1 {
            Some("in inline code")
        } else if self.strikes % 2 == 1 {
            Some("struck out")
        } else if trimmed.ends_with('[') && behind.starts_with("](") {
            Some("in a link")
        } else if trimmed.ends_with(['"', '“', '«', '‘']) {
            Some("in a quotation")
        } else if self.footnote {
            Some("in a footnote")
        } else if FORM.is_match(trimmed) {
            Some("shown as a form")
        } else {
            (first && matches!(piece, "+" | "-")).then_some("a line of a diff")
        }
    }
}

/// Takes out what stands in code marks, quotation marks, links and strike-through marks, the marks
/// themselves kept: what is shown there may be cut by any full stop.
pub(crate) fn without_shown(text: &str) -> Cow<'_, str> {
    if !text.contains(['`', '"', '“', '[', '~']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Of each kind a missing end is looked for once.
    let mut open = [true; 5];
    while let Some(at) = rest.find(['`', '"', '“', '[', '~']) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let escaped = plain.ends_with('\\');
        let (kind, begin, end) = match tail.as_bytes()[0] {
            b'`' => (0, "`", "`"),
            b'"' => (1, "\"", "\""),
            b'[' => (2, "[", "]("),
            b'~' if tail.starts_with("~~") => (3, "~~", "~~"),
            b'~' => (5, "~", ""),
            _ => (4, "“", "”"),
        };
        out.push_str(begin);
        rest = &tail[begin.len()..];
        if kind == 5 || escaped || !open[kind] {
            continue;
        }
        let length = if kind == 2 { link(rest) } else { closing(rest, end) };
        match length {
            Some(length) => {
                out.push_str(end);
                rest = &rest[length + end.len()..];
            }
            // Another bracket may begin a link all the same.
            None => open[kind] = kind == 2,
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the texts of a line's links; a picture's is none.
pub(crate) fn links(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('[').take(LINKS).filter(|(at, _)| !text[..*at].ends_with('!')).filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        link(rest).map(|length| &rest[..length])
    })
}

/// Brackets of a line that are looked at for links.
const LINKS: usize = 40;

/// Finds an end that no backslash takes its meaning.
fn closing(text: &str, end: &str) -> Option<usize> {
    text.match_indices(end).map(|(at, _)| at).find(|&at| !text[..at].ends_with('\\'))
}

/// Returns the length of a link's text; brackets that no address follows are no link.
fn link(text: &str) -> Option<usize> {
    let near = &text[..text.floor_char_boundary(200)];
    near.find(']').filter(|&at| text[at..].starts_with("]("))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_shows_is_told_from_one_that_says() {
        for (body, expected) in [
            ("+VERDICT: approve", Some("a line of a diff")),
            ("-LGTM", Some("a line of a diff")),
            ("--- a/review.md", None),
            ("[^1]: LGTM", Some("in a footnote")),
            ("~~Verdict: PASS~~", Some("struck out")),
            ("Verdict: ~~PASS~~ FAIL", None),
            ("VERDICT: approve", None),
            ("", None),
        ] {
            assert_eq!(whole(body), expected, "{body}");
        }
    }

    #[test]
    fn what_stands_before_tells_whether_it_is_shown() {
        for (before, expected) in [
            ("The constant `", Some("in inline code")),
            ("`a` and then ", None),
            ("x <!-- ", Some("in a comment")),
            ("x <!-- y --> ", None),
            ("see [", Some("in a link")),
            ("he wrote \"", Some("in a quotation")),
            ("[^2]: ", Some("in a footnote")),
            ("+", Some("a line of a diff")),
            ("- ", None),
            ("My answer: ", None),
        ] {
            assert_eq!(Before::default().next(before, "](x)"), expected, "{before}");
        }
        assert_eq!(Before::default().next("Issues: [", "]"), None);
        let mut line = Before::default();
        assert_eq!(line.next("`", ""), Some("in inline code"));
        assert_eq!(line.next("` and `", ""), Some("in inline code"));
        assert_eq!(line.next("` but ", ""), None);
    }

    #[test]
    fn shown_words_are_taken_out_and_their_marks_kept() {
        for (text, expected) in [
            ("The constant `I approve. LGTM!` is dead.", "The constant `` is dead."),
            ("\"a \\\" b. LGTM\" stays", "\"\" stays"),
            ("see [LGTM](x) and ~~LGTM~~ and “LGTM”", "see [](x) and ~~~~ and “”"),
            ("[HIGH] I approve [it](x)", "[HIGH] I approve [](x)"),
            ("one ` mark, [one] bracket, ~ tilde", "one ` mark, [one] bracket, ~ tilde"),
            ("LGTM", "LGTM"),
        ] {
            assert_eq!(without_shown(text), expected, "{text}");
        }
    }
}
