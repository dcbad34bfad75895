//! What stands around the line that is read: the round, a lead-in, somebody else's voice, a comment of code.
//!
//! It follows the lines one by one; what a lead-in announces is `lead_in`'s, who else speaks `foreign`'s.

use std::sync::LazyLock;

use regex::Regex;

use super::lead_in::{self, announced, announces_own};
use super::{Scan, foreign, round_of, rounds};
use crate::domain::dialect::page::{Kind, Line};

/// `Cycle 2/3` on a line of its own.
static ROUND_ALONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:round|pass|iteration|attempt|cycle|runde|раунд|итерация)\s*#?\s*(\d{1,3})(?:\s*(?:/|of)\s*\d{1,3})?(?:\s*[(,–—-]\s*(?:this(?: one| round| pass)?|now|current|latest|present)\)?)?\W*$")
        .expect("a constant pattern")
});
/// A heading of what is said now, of no round.
static OF_NOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:this|current|new|latest|final|overall|now|re-?review|previous|prior|earlier|history)\b",
    )
    .expect("a constant pattern")
});

impl Scan<'_, '_> {
    /// Keeps track of the round that headings and lead-in lines name.
    pub(super) fn surroundings(&mut self, at: usize) {
        let line = &self.page.lines[at];
        if !line.own() {
            return;
        }
        self.above.pass(line);
        let below = self.page.lines.get(at + 1).map(|l| l.text.as_ref());
        self.mailed |= foreign::begins_mail(&line.text, below);
        if foreign::speaker(&line.text) {
            self.voice = Some(at);
        } else if self.voice.is_some_and(|spoken| spoken + 1 != at)
            && (line.blank_before || matches!(line.kind, Kind::Heading(_)))
        {
            self.voice = None;
        }
        (self.commented, self.in_comment) =
            (self.in_comment, foreign::in_comment(self.in_comment, &line.text));
        if let Kind::Heading(level) = line.kind {
            // A round lasts until the next one, or until a heading of the whole.
            let found = round_of(&line.text);
            if found.is_some()
                || level < self.heading_round
                || self.round.is_some() && OF_NOW.is_match(&line.text)
            {
                self.head = rounds::Head::of(at, &line.text);
                self.round = found;
                self.heading_round = level;
            }
        } else if line.kind == Kind::Prose
            && line.text.len() < 40
            && let Some(found) = ROUND_ALONE.captures(&line.text)
        {
            self.head = rounds::Head::of(at, &line.text);
            self.round = found[1].parse().ok();
            self.heading_round = 6;
        }
        let text: &str = &line.text;
        let announces = text.trim_end_matches(['*', '_', ' ']).ends_with(':') && line.kind == Kind::Prose;
        // Of several sentences the last one announces.
        let text = text.rfind(". ").map_or(text, |end| &text[end + 2..]);
        let ours = announces_own(text) && line.kind == Kind::Prose;
        let why = if announces {
            announced(text)
        } else if line.kind == Kind::Prose {
            lead_in::breaks_off(text)
        } else {
            None
        };
        if let Some(why) = why {
            (self.lead_in, self.led_in_at) = (Some(why), at);
        } else if self.lead_in.is_some()
            && (ours
                || ((matches!(line.kind, Kind::Heading(_)) || line.blank_before) && !self.just_announced(at)))
        {
            self.lead_in = None;
        }
    }

    /// Tells whether the line above this one is the reviewer's and ends in a colon.
    fn just_announced(&self, at: usize) -> bool {
        let above = at.checked_sub(1).map(|i| &self.page.lines[i]);
        let colon = |l: &Line<'_>| l.own() && l.text.trim_end_matches(['*', '_', ' ']).ends_with(':');
        // A sentence that breaks off leads in to the next block and no further.
        let led_by_colon = self.page.lines.get(self.led_in_at).is_some_and(colon);
        led_by_colon && above.is_some_and(colon) || at.checked_sub(1) == Some(self.led_in_at)
    }
}
