//! The lines of a planning document: which stand in comments and code fences, and which are headings.

/// Returns a text whose lines end as old Macs end them with line ends that everybody reads, and without the sign that some
/// editors put before it.
pub(super) fn unix(text: &str) -> std::borrow::Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.contains('\r') && !text.contains('\n') {
        true => std::borrow::Cow::Owned(text.replace('\r', "\n")),
        false => std::borrow::Cow::Borrowed(text),
    }
}

/// Returns the lines with their numbers.
pub(super) fn numbered(text: &str) -> impl Iterator<Item = (u32, &str)> + Clone {
    text.lines().enumerate().map(|(n, line)| (u32::try_from(n + 1).unwrap_or(u32::MAX), line.trim_end()))
}

/// The longest fence that is told from a longer one.
const LONGEST: usize = 6;

/// Tells which lines stand in code fences. One that nothing closes is none, nor is a fence within one line.
pub(super) struct Fences {
    /// For each sign and length: the last line that could close such a fence.
    last_close: [[u32; LONGEST + 1]; 2],
    inside: Option<(usize, usize)>,
}

impl Fences {
    pub(super) fn of(text: &str) -> Self {
        let mut last_close = [[0; LONGEST + 1]; 2];
        for (number, line) in numbered(text) {
            if let Some((sign, length, false)) = fence(line.trim()) {
                last_close[sign][..=length].fill(number);
            }
        }
        Self { last_close, inside: None }
    }

    /// Whether a line belongs to a fence, its first and last line included.
    pub(super) fn hold(&mut self, number: u32, bare: &str) -> bool {
        let Some((sign, length, info)) = fence(bare) else { return self.inside.is_some() };
        match self.inside {
            Some((of, least)) => {
                if of == sign && length >= least && !info {
                    self.inside = None;
                }
                true
            }
            None if self.last_close[sign][length] > number => {
                self.inside = Some((sign, length));
                true
            }
            None => false,
        }
    }
}

/// Reads a code fence: which sign, its length, and whether words follow.
fn fence(text: &str) -> Option<(usize, usize, bool)> {
    let (sign, mark) = if text.starts_with("```") { (0, '`') } else { (1, '~') };
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    let whole = length >= 3 && !(sign == 0 && rest.contains('`'));
    whole.then(|| (sign, length.min(LONGEST), !rest.trim().is_empty()))
}

/// Tells which lines stand in comments. One that nothing closes is none.
pub(super) struct Comments {
    last_close: u32,
    inside: bool,
}

impl Comments {
    pub(super) fn of(text: &str) -> Self {
        let last_close = numbered(text).filter(|(_, line)| line.contains("-->")).map(|(n, _)| n).last();
        Self { last_close: last_close.unwrap_or(0), inside: false }
    }

    /// Whether a line belongs to a comment that begins its line.
    pub(super) fn hold(&mut self, number: u32, bare: &str) -> bool {
        let held = self.inside || (number <= self.last_close && bare.starts_with("<!--"));
        if held {
            self.inside = !bare.contains("-->");
        }
        held
    }
}

/// Returns a heading's level and text.
pub(super) fn heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    // A no-break space comes with what was copied from a page.
    ((1..=6).contains(&level) && rest.starts_with(char::is_whitespace)).then(|| (level, rest.trim()))
}
