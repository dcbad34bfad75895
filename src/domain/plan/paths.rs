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
    let none = ["", "none", "n/a", "-", "null", "tbd"];
    (!none.contains(&path.to_ascii_lowercase().as_str())).then(|| path.to_owned())
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
