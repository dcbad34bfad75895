//! Where strings begin and end that one line alone does not tell: over several lines, up to a word, behind a lone mark.

use super::bare::Doubt;
use super::grammar::{Grammar, Layout, Long};

/// How far a string is followed that is not closed on its line.
const FAR: usize = 400;

/// The lines that follow one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ahead<'a> {
    pub(super) lines: &'a [&'a str],
    /// They go on to the file's end.
    pub(super) whole: bool,
}

impl<'a> Ahead<'a> {
    /// The lines behind one of a piece of a file.
    pub(super) fn of(lines: &'a [&'a str], at: usize) -> Self {
        Self { lines: lines.get(at + 1..).unwrap_or_default(), whole: false }
    }
}

/// Tells whether a string that its line does not close goes on: then the next mark stands where one ends. In doubt, where
/// the mark stands as if one began, it does for whoever asks whether nothing but comments changed.
pub(super) fn goes_on(grammar: Grammar, mark: &str, ahead: Ahead<'_>, doubt: Doubt) -> bool {
    match grammar.long_strings {
        Long::No => return false,
        Long::Yes => return true,
        Long::Likely => {}
    }
    let next = ahead.lines.iter().take(FAR).find_map(|l| l.find(mark).map(|at| &l[at + mark.len()..]));
    match next {
        None => !ahead.whole,
        Some(_) if doubt == Doubt::IsCode => true,
        Some(after) => {
            after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || ")]},;|&>.\\".contains(c))
        }
    }
}

/// Tells whether a backtick is a letter of the text between tags, `Use the ` key`: no value begins behind a word or a
/// tag, and none that the file never ends.
pub(super) fn is_lone_tick(before: &str, after: &str, ahead: Ahead<'_>) -> bool {
    const VALUES: [&str; 16] = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "else", "do", "yield", "await",
        "default", "as", "extends", "is",
    ];
    let ends = || after.contains('`') || !ahead.whole || ahead.lines.iter().any(|l| l.contains('`'));
    if !ends() {
        return true;
    }
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let trimmed = before.trim_end();
    let Some(last) = trimmed.chars().next_back() else { return false };
    if last == '>' && !trimmed.ends_with("=>") {
        // `<p>` is a tag, `css<Props>` names a type.
        let Some(at) = trimmed.rfind('<') else { return false };
        let names = |c: char| c == '/' || c == '>' || c.is_alphabetic();
        return trimmed[at + 1..].starts_with(names) && !trimmed[..at].ends_with(word);
    }
    let begins = trimmed
        .rfind(|c| !word(c))
        .map_or(0, |at| at + trimmed[at..].chars().next().map_or(1, char::len_utf8));
    trimmed.len() < before.len() && word(last) && !VALUES.contains(&&trimmed[begins..])
}

/// Tells whether a quote in a string of SQL is escaped by the backslash before it: the language knows no such thing, some
/// of its dialects do, and then the quotes that are left on the line close what is open.
pub(super) fn is_escaped(before: &str, after: &str) -> bool {
    let slashes = before.chars().rev().take_while(|c| *c == '\\').count();
    // `'\'` is a string of its own; what follows `it\'` goes on.
    let alone = before.len() == slashes;
    let code = if alone { after.split(" --").next().unwrap_or(after) } else { after };
    slashes % 2 == 1 && code.matches('\'').count() % 2 == 1
}

/// The word that ends a text given as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Here {
    word: String,
    /// Code may stand behind it: `EOT;`.
    before_code: bool,
}

impl Here {
    /// Tells whether a text begins behind a line of code: `cat <<EOF`, `$x = <<<EOT`.
    pub(super) fn after(grammar: Grammar, code: &str) -> Option<Self> {
        if !grammar.line.contains(&"#") {
            return None;
        }
        if grammar.layout == Layout::Free {
            let (_, after) = code.trim_end().rsplit_once("<<<")?;
            let word = after.trim().trim_matches(['"', '\'']);
            let named = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
            return named.then(|| Self { word: word.to_owned(), before_code: true });
        }
        let (before, after) = code.rsplit_once("<<")?;
        if before.ends_with('<') {
            return None;
        }
        let after = after.strip_prefix(['-', '~']).unwrap_or(after);
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let name = quote.map_or(after, |q| &after[q.len_utf8()..]);
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(name.len());
        let (word, rest) = name.split_at(end);
        // In capitals or in quotes: what shifts bits or adds to a list is written otherwise.
        let named = word.starts_with(char::is_uppercase) || quote.is_some() && !word.is_empty();
        let closed = quote.is_none_or(|q| rest.strip_prefix(q).is_some_and(|r| !r.starts_with('>')));
        (named && closed).then(|| Self { word: word.to_owned(), before_code: false })
    }

    pub(super) fn ends(&self, line: &str) -> bool {
        let line = line.trim();
        let rest = line.strip_prefix(self.word.as_str());
        let parted = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        line == self.word || self.before_code && rest.is_some_and(parted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backtick_behind_a_tag_or_a_word_is_a_letter() {
        let ahead = Ahead { lines: &[], whole: false };
        for before in ["<p>", "<p>Use the ", "</b>", "</>", "Use the "] {
            assert!(is_lone_tick(before, " key", ahead), "{before}");
        }
        for before in ["", "css<Props>", "x => ", "return ", "a = ", "tag", "a > "] {
            assert!(!is_lone_tick(before, " key", ahead), "{before}");
        }
        let end = Ahead { lines: &["b();"], whole: true };
        assert!(is_lone_tick("a = ", " key", end), "the file never ends it");
    }
}
