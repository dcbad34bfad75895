//! One section of ours in a Markdown file of somebody else's, between marks that name its loop.

use crate::domain::review_loop::LoopState;

fn opening(state: &LoopState) -> String {
    format!("<!-- countersign:{} -->", state.id)
}

fn closing(state: &LoopState) -> String {
    format!("<!-- /countersign:{} -->", state.id)
}

/// Where a section stands in a text, its marks included.
fn span(text: &str, state: &LoopState) -> Option<std::ops::Range<usize>> {
    let (open, close) = (opening(state), closing(state));
    // The last one: where somebody took a closing mark away, ours was laid anew behind it.
    let start = text.rfind(&open)?;
    let end = start + text[start..].find(&close)? + close.len();
    Some(start..end)
}

/// Returns what stands between the marks.
pub(super) fn of<'t>(text: &'t str, state: &LoopState) -> Option<&'t str> {
    let inside = &text[span(text, state)?];
    inside.strip_prefix(&opening(state))?.strip_suffix(&closing(state))
}

/// Tells whether a section holds a body, whatever its line ends are.
pub(super) fn has(section: &str, body: &str) -> bool {
    section.replace("\r\n", "\n").contains(body.trim())
}

/// Lays a section into a text: in the place of the one that is there, else at the end. An empty body takes it away.
///
/// Nothing where the text has it already.
pub(super) fn laid(text: &str, state: &LoopState, body: &str) -> Option<String> {
    let body = body.trim();
    let there = span(text, state);
    if body.is_empty() {
        let there = there?;
        let before = text[..there.start].trim_end_matches(['\n', '\r']);
        let after = text[there.end..].trim_start_matches(['\n', '\r']);
        let ends = line_end(text);
        let gap = if after.is_empty() { ends.to_owned() } else { ends.repeat(2) };
        return Some(format!("{before}{gap}{after}"));
    }
    let ends = line_end(text);
    let section = format!("{}\n\n{body}\n\n{}", opening(state), closing(state)).replace('\n', ends);
    let new = match there {
        Some(there) => format!("{}{section}{}", &text[..there.start], &text[there.end..]),
        None => {
            let gap = match text {
                "" => "",
                _ if text.ends_with(&ends.repeat(2)) => "",
                _ if text.ends_with('\n') => ends,
                _ => &ends.repeat(2),
            };
            format!("{text}{gap}{section}{ends}")
        }
    };
    (new != text).then_some(new)
}

/// How the lines of a text end.
fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        Some(_) | None => "\n",
    }
}
