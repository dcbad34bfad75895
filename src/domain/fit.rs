//! Where a patch fits into a text, found as `git apply` finds it: at the line it names, or at the nearest one where all
//! its lines stand, and never where only some of them do (SPEC 7.3).

/// One line of a hunk, with its line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Stays(Vec<u8>),
    Goes(Vec<u8>),
    Comes(Vec<u8>),
}

/// One hunk of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The line it begins with before the patch and after it, from 1; 0 for a text without lines.
    pub old_start: u32,
    pub new_start: u32,
    pub lines: Vec<Line>,
}

/// A text in the middle of being patched: its lines, with whether a hunk put them in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    lines: Vec<(Vec<u8>, bool)>,
}

impl Text {
    /// Reads a text as lines with their line ends.
    pub fn of(bytes: &[u8]) -> Self {
        Self { lines: bytes.split_inclusive(|b| *b == b'\n').map(|line| (line.to_vec(), false)).collect() }
    }

    /// Tells whether two texts say the same, whatever put their lines in.
    pub fn says_as(&self, other: &Self) -> bool {
        let lines = |text: &Self| text.lines.iter().map(|(line, _)| line.clone()).collect::<Vec<_>>();
        lines(self) == lines(other)
    }

    /// Tells whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Applies a hunk; false where it fits nowhere, and nothing is changed then.
    ///
    /// A hunk that begins with the first line fits there alone, and one without lines behind its last change at the end
    /// alone. What an earlier hunk put in is no context.
    pub fn apply(&mut self, hunk: &Hunk) -> bool {
        let was = |line: &Line| match line {
            Line::Stays(text) | Line::Goes(text) => Some(text.clone()),
            Line::Comes(_) => None,
        };
        let old: Vec<Vec<u8>> = hunk.lines.iter().filter_map(was).collect();
        let (all, wanted) = (self.lines.len(), old.len());
        let Some(last) = all.checked_sub(wanted) else { return false };
        let at_beginning = hunk.old_start <= 1;
        let at_end = !matches!(hunk.lines.last(), Some(Line::Stays(_)));
        // Like git, who knows a last line of context without its end by the line alone.
        let same = |n: usize, is: &[u8], was: &[u8]| {
            is == was || !at_end && n + 1 == wanted && is.strip_suffix(b"\n") == Some(was)
        };
        let fits = |at: usize| {
            (!at_beginning || at == 0)
                && (!at_end || at == last)
                && self.lines[at..at + wanted]
                    .iter()
                    .zip(&old)
                    .enumerate()
                    .all(|(n, ((is, new), was))| !new && same(n, is, was))
        };
        let named = (hunk.new_start.saturating_sub(1) as usize).min(last);
        // The nearest one; of two as near the earlier.
        let near = (0..=all).flat_map(|off| [named.checked_sub(off), named.checked_add(off)]).flatten();
        let Some(at) = near.filter(|at| *at <= last).find(|at| fits(*at)) else { return false };
        let new = hunk.lines.iter().filter_map(|line| match line {
            Line::Stays(text) => Some((text.clone(), true)),
            Line::Comes(text) => Some((text.clone(), true)),
            Line::Goes(_) => None,
        });
        self.lines.splice(at..at + wanted, new.collect::<Vec<_>>());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(old_start: u32, new_start: u32, lines: &[&str]) -> Hunk {
        let line = |l: &&str| {
            let text = format!("{}\n", &l[1..]).into_bytes();
            match &l[..1] {
                "+" => Line::Comes(text),
                "-" => Line::Goes(text),
                _ => Line::Stays(text),
            }
        };
        Hunk { old_start, new_start, lines: lines.iter().map(line).collect() }
    }

    fn applied(text: &str, hunk: &Hunk) -> Option<String> {
        let mut text = Text::of(text.as_bytes());
        let fits = text.apply(hunk);
        fits.then(|| text.lines.iter().map(|(l, _)| String::from_utf8_lossy(l).into_owned()).collect())
    }

    #[test]
    fn a_hunk_is_found_where_all_its_lines_stand() {
        let text = "a\nb\nc\nd\ne\nc\nx\n";
        for start in [3, 4, 6, 40] {
            let moved = hunk(start, start, &[" b", "-c", "+C", " d"]);
            assert_eq!(applied(text, &moved).as_deref(), Some("a\nb\nC\nd\ne\nc\nx\n"), "{start}");
        }
        assert_eq!(applied(text, &hunk(2, 2, &[" b", "-q", "+C", " d"])), None);
        // The nearest of two.
        let twice = "k\na\nb\nk\na\nb\nk\n";
        assert_eq!(applied(twice, &hunk(5, 5, &["-a", " b"])).as_deref(), Some("k\na\nb\nk\nb\nk\n"));
    }

    #[test]
    fn a_line_without_its_end_is_another_unless_it_is_the_last_of_the_context() {
        let open = |first: Line, rest: &[Line]| {
            let lines = std::iter::once(first).chain(rest.iter().cloned()).collect();
            Hunk { old_start: 2, new_start: 2, lines }
        };
        let (a, b) = (|| Line::Stays(b"a\n".to_vec()), b"b".to_vec());
        for (text, last, fits) in [
            ("x\na\nb", Line::Goes(b.clone()), true),
            ("x\na\nb\n", Line::Goes(b.clone()), false),
            ("x\na\nb", Line::Stays(b.clone()), true),
            ("x\na\nb\n", Line::Stays(b.clone()), true),
            ("x\na\nbc\n", Line::Stays(b), false),
            ("x\na\nb", Line::Stays(b"b\n".to_vec()), false),
        ] {
            let hunk = open(a(), &[Line::Comes(b"c\n".to_vec()), last]);
            assert_eq!(Text::of(text.as_bytes()).apply(&hunk), fits, "{text:?} {hunk:?}");
        }
    }

    #[test]
    fn the_ends_of_a_text_hold() {
        // From the first line on: not further down. With nothing behind it: not before the end.
        assert_eq!(applied("x\na\nb\n", &hunk(1, 1, &["-a", " b"])), None);
        assert_eq!(applied("a\nb\nx\n", &hunk(2, 2, &[" a", "-b"])), None);
        assert_eq!(applied("x\na\nb\n", &hunk(9, 9, &[" a", "-b"])).as_deref(), Some("x\na\n"));
        assert_eq!(applied("", &hunk(0, 1, &["+a"])).as_deref(), Some("a\n"));
        assert_eq!(applied("x\n", &hunk(0, 1, &["+a"])), None);
    }
}
