//! Paths as plans list them: in backticks, behind bullets, with notes.

/// Returns the path of a list entry without bullets, quotes, backticks, markdown links and notes; nothing
/// where no path is left. The path is not checked against the file system.
pub fn clean(entry: &str) -> Option<String> {
    let mut text = entry.trim();
    for bullet in ["- [ ] ", "- [x] ", "- [X] ", "- ", "* ", "+ "] {
        if let Some(rest) = text.strip_prefix(bullet) {
            text = rest.trim_start();
            break;
        }
    }
    for word in ["Create:", "Modify:", "Test:", "Delete:", "New:", "Edit:", "Update:"] {
        if let Some(rest) = text.get(..word.len()).filter(|h| h.eq_ignore_ascii_case(word)) {
            text = text[rest.len()..].trim_start();
            break;
        }
    }
    // What stands in the first backticks is the path; the rest is talk.
    if let Some((_, rest)) =
        text.split_once('`').filter(|(before, _)| before.trim_matches(['*', '_', '"']).is_empty())
    {
        let inner = rest.split('`').next().unwrap_or("").trim();
        return Some(inner.to_owned()).filter(|t| !t.is_empty());
    }
    let text = text.trim_matches(['"', '\'', '*']);
    let ends = [" (", " —", " –", " - ", " #", ": ", " [", " <", " or `", " → ", " -> "];
    let end = ends.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let path =
        text[..end].trim().trim_end_matches([',', ';', ':']).trim_matches(['"', '\'', '`', '*']).trim();
    let path = first_word(path);
    let none = ["", "none", "n/a", "-", "null", "tbd"];
    (!none.contains(&path.to_ascii_lowercase().as_str())).then(|| path.to_owned())
}

/// Returns the path a text starts with, or else the first word that looks like a file.
pub(super) fn named(text: &str) -> Option<String> {
    let path = clean(text)?;
    if !path.contains(' ') {
        return Some(path);
    }
    let words = path.split_whitespace().map(|w| w.trim_matches(['`', '"', '\'', ',', '(', ')', '.']));
    words.into_iter().find(|w| has_extension(w)).map(str::to_owned)
}

/// Cuts prose off a path: `src/a.rs or related files` → `src/a.rs`; `docs/My Notes.md` stays whole.
fn first_word(text: &str) -> &str {
    let Some((first, rest)) = text.split_once(' ') else { return text };
    let spaced = !has_extension(first) && rest.split_whitespace().next_back().is_some_and(has_extension);
    let path = first.contains('/') || has_extension(first);
    if path && !spaced { first.trim_end_matches([',', ';', ':']) } else { text }
}

/// Returns whether a word ends like a file name: a dot and one to eight letters or digits.
fn has_extension(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, ext)| {
        !stem.is_empty() && (1..=8).contains(&ext.len()) && ext.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// Returns the paths of a list on several lines or separated by commas; commas within braces,
/// parentheses and backticks separate nothing.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let (mut start, mut depth, mut tick) = (0, 0usize, false);
        let mut parts = Vec::new();
        for (at, c) in line.char_indices() {
            match c {
                '`' => tick = !tick,
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth = depth.saturating_sub(1),
                ',' | ';' if depth == 0 && !tick => {
                    parts.push(&line[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(&line[start..]);
        for path in parts.into_iter().filter_map(clean) {
            if !out.contains(&path) && out.len() < 500 {
                out.push(path);
            }
        }
    }
    out
}
