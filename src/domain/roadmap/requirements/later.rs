//! Which headings say that what stands below them is not for now: `Out of Scope`, `Deferred`, `v2 Requirements` behind v1.

use super::super::lines::{Comments, Fences, heading, numbered};
use super::{id_first, is_any_id};

/// Words of headings that put off what stands below them.
const PUT_OFF: [&str; 15] = [
    "out of scope",
    "not in scope",
    "out-of-scope",
    "non-goals",
    "future",
    "deferred",
    "postponed",
    "descoped",
    "later",
    "backlog",
    "parking lot",
    "icebox",
    "someday",
    "nice to have",
    "nice-to-have",
];

/// Tells whether a heading puts off what stands below it.
pub(super) fn is_deferred(title: &str) -> bool {
    let lower = title.to_ascii_lowercase();
    PUT_OFF.iter().any(|w| lower.contains(w))
}

/// Reads a line in bold as a heading below every real one, unless it begins with an id.
pub(super) fn bold(line: &str) -> Option<(usize, &str)> {
    const BELOW_ALL: usize = 7;
    let inner = line.strip_prefix("**")?.trim_end_matches([':', '：']).strip_suffix("**")?;
    let title = inner.trim_end_matches([':', '：']);
    (!inner.contains("**") && id_first(title, is_any_id).is_none()).then_some((BELOW_ALL, title))
}

/// The versions that a document has headings for.
pub(super) struct Versions {
    /// The one that is worked on: the lowest that is not done.
    now: Option<(u32, u32)>,
}

impl Versions {
    pub(super) fn of(text: &str) -> Self {
        let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
        let titles = numbered(text).filter_map(|(number, line)| {
            let bare = line.trim();
            let hidden = comments.hold(number, bare) || fences.hold(number, bare);
            let (level, title) =
                heading(line).filter(|_| !hidden).or_else(|| bold(bare).filter(|_| !hidden))?;
            // The title of the whole document parts nothing.
            (level > 1).then_some(title)
        });
        let open =
            titles.filter(|title| !says(title, &["validated", "shipped", "complete", "completed", "done"]));
        Self { now: open.filter_map(version).min() }
    }

    /// Tells whether a heading is that of a version behind the one that is worked on.
    pub(super) fn later(&self, title: &str) -> bool {
        let of_now = says(title, &["current", "active", "now"]);
        !of_now && version(title).is_some_and(|of| self.now.is_some_and(|now| of > now))
    }
}

fn says(title: &str, words: &[&str]) -> bool {
    let lower = title.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
}

/// Reads `v2 Requirements`, `V8+`, `Version 2: Ideas`, `Requirements for v1.1`. `v2 API` is a part of the work.
fn version(title: &str) -> Option<(u32, u32)> {
    let lower = title.to_lowercase();
    let bare = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (behind, of_requirements) = match bare.strip_prefix("requirements") {
        Some(rest) => {
            (rest.trim_start().trim_start_matches("for ").trim_start_matches([':', '(', '-', '—', ' ']), true)
        }
        None => (bare, false),
    };
    let number = behind.strip_prefix("version ").or_else(|| behind.strip_prefix('v'))?;
    let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(number.len());
    let (number, rest) = number.split_at(end);
    let mut parts = number.split('.').map(|part| part.parse::<u32>().ok());
    let found = (parts.next()??, parts.next().flatten().unwrap_or(0));
    let rest = rest.trim_start_matches(['+', '*']).trim_start();
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let known = [
        "",
        "requirements",
        "requirement",
        "scope",
        "features",
        "release",
        "milestone",
        "ideas",
        "and",
        "or",
    ];
    (of_requirements || known.contains(&word)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_of_a_later_version_puts_off() {
        let all = |text: &str, title: &str| Versions::of(text).later(title);
        let two = "# Requirements: v3 App\n## v1 Requirements\n## v2 Requirements\n";
        assert!(!all(two, "v1 Requirements") && all(two, "v2 Requirements") && all(two, "V3+"));
        assert!(!all(two, "v2 API") && !all(two, "v2 Requirements (current)"));
        assert!(!all("## v2 Requirements\n", "v2 Requirements"), "the only one is the one that is worked on");
        let done = "## v1 Requirements (Validated)\n## v2 Requirements\n## v2.1 Requirements\n";
        assert!(!all(done, "v2 Requirements") && all(done, "v2.1 Requirements"));
        let bold = "**v1:**\n- a\n**v2:**\n- b\n";
        assert!(all(bold, "v2"));
        for title in ["Out of Scope", "Deferred to v3", "Backlog", "Someday / nice to have"] {
            assert!(is_deferred(title), "{title}");
        }
    }
}
