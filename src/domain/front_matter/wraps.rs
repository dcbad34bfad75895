//! Values behind the key of a list item that go on below it: `- Login: the user signs in` above `  and sees a list`.
//!
//! People wrap where the text of the item begins, which is the column of its key: YAML refuses that, and the line reader
//! finds no place for such a line.

use super::folds;
use super::mend::{self, Judged, MAX_SPAN, Names, Shape, indent_of};

/// Such a value as one.
pub(super) struct Wrap {
    /// The lines in place of the item's line and of those that its value goes on for.
    pub(super) lines: Vec<String>,
    /// What to say of it: codes and messages.
    pub(super) told: Vec<(&'static str, String)>,
    /// YAML would have refused it.
    pub(super) broken: bool,
}

/// Joins the value of an item's key in `line` with the lines it goes on for; nothing where it stands on its line alone.
///
/// It is put on the line below its key, so that nobody takes the line of the item for all of it.
pub(super) fn wrapped(line: &str, shape: &Shape<'_>, rest: &[String], names: &Names<'_>) -> Option<Wrap> {
    let (below, dash) = below_key(shape, rest)?;
    let folded = mend::fold(shape, below, dash);
    let plain =
        folded.as_ref().filter(|_| !shape.value.starts_with(['"', '\''])).map(|(text, _)| text.clone());
    let (scalar, more, mut told, mut broken) = match mend::judge_whole(shape, folded, below, names, dash) {
        Judged::Quote { text, code, why, broken, more } if more > 0 => {
            (folds::quoted(&text), more, vec![(code, mend::kept(why, &text))], broken)
        }
        // Anchors and tags, which are for the parser to refuse.
        Judged::Span(_) if shape.value.starts_with(['&', '*', '!']) => return None,
        Judged::Span(more) => {
            let scalar = match &plain {
                Some(text) => folds::quoted(text),
                None => folds::on_one_line(line.get(shape.value_at..)?, below.get(..more)?),
            };
            (scalar, more, Vec::new(), false)
        }
        Judged::Quote { .. }
        | Judged::Keep
        | Judged::Flow(..)
        | Judged::Comment
        | Judged::Block
        | Judged::TooDeep => return None,
    };
    let beside = |l: &String| !l.trim().is_empty() && indent_of(l) <= shape.content_at;
    if below.iter().take(more).any(beside) {
        broken = true;
        let why = "the value goes on in the column of its key, where YAML refuses it";
        told.push(("raw_kept", mend::kept(why, plain.as_deref().unwrap_or(&scalar))));
    }
    let head = line.get(..shape.value_at).unwrap_or("").trim_end().to_owned();
    let mut lines = vec![head, format!("{}{scalar}", " ".repeat(shape.content_at + 2))];
    lines.resize(more + 1, String::new());
    Some(Wrap { lines, told, broken })
}

/// Returns the lines that the value of an item's key may go on for, and the column of the item's dash.
///
/// They are those behind the dash, up to a key in the column of this one or before it: that is the item's next.
fn below_key<'l>(shape: &Shape<'_>, rest: &'l [String]) -> Option<(&'l [String], usize)> {
    let dash = shape.dashes.last().copied().filter(|_| shape.key.is_some())?;
    // Below an anchor, a tag or a comment alone, a list may stand in that column.
    let sign = shape.value.starts_with(['&', '*', '!', '#']) && !shape.value.contains(' ');
    if sign || mend::block_header(shape.value).is_some() || shape.value.starts_with(['[', '{']) {
        return None;
    }
    let within = |line: &&String| {
        let at = indent_of(line);
        // YAML has `Log out: it works` in that very column for a key, too.
        let next = |key: &str| !key.contains(' ') || at == shape.content_at;
        line.trim().is_empty() || at > shape.content_at || at > dash && !Shape::of(line).key.is_some_and(next)
    };
    let count = rest.iter().take(MAX_SPAN).take_while(within).count();
    Some((rest.get(..count)?, dash))
}
