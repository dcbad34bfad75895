//! What the systems' own files are told of a loop (SPEC 4, 8.2).
//!
//! A JSON file of theirs gets keys of ours beside its own, a Markdown file holds one section of ours for each loop, between
//! marks. Every other byte stays as it is. Text in, text out: nothing is read or written here.

mod entries;
mod events;
mod handoff;
mod keys;
mod loops;
mod one_line;
mod section;
#[cfg(test)]
mod tests;

use super::protocol::JournalForm;
use super::review_loop::LoopState;
use super::review_loop::event::Entry;
use super::review_loop::next::left_open;

pub use keys::Unmergeable;

/// How the line begins that opens a section of ours in a Markdown file of somebody else's.
pub const MARK: &str = "<!-- countersign:";

/// Tells a file of the system what became of a loop: its new text, or nothing where it is to stay as it is.
///
/// `before` is the file's text; nothing where there is none. `path` is where it lies, `written` what [`written`] says.
///
/// # Errors
///
/// A file that cannot be merged into is refused, and stays.
pub fn told(
    form: JournalForm,
    state: &LoopState,
    written: &[String],
    path: &str,
    before: Option<&str>,
) -> Result<Option<String>, Unmergeable> {
    match form {
        JournalForm::Handoff => handoff::told(state, path, before),
        JournalForm::ReviewLoops => match before {
            Some(text) => loops::told(state, text),
            None => Ok(None),
        },
        JournalForm::Events => Ok(before.and_then(|text| events::told(state, text))),
        JournalForm::Entries | JournalForm::Unresolved => {
            let body = body(form, state);
            Ok(before.and_then(|text| section::laid(text, &state.id, &body, written)))
        }
    }
}

/// Tells how many lines of somebody else stood within our section of a file and were moved below it.
pub fn moved_out(form: JournalForm, state: &LoopState, written: &[String], before: &str) -> usize {
    match form {
        JournalForm::Entries | JournalForm::Unresolved => {
            let pieces = section::others(before, &state.id, &body(form, state), written);
            pieces.iter().flatten().filter(|line| !line.trim().is_empty()).count()
        }
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Handoff => 0,
    }
}

/// Tells whether a text has a section of ours for a loop.
pub fn has_section(form: JournalForm, state: &LoopState, text: &str) -> bool {
    match form {
        JournalForm::Entries | JournalForm::Unresolved => section::of(text, &state.id).is_some(),
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Handoff => false,
    }
}

/// Returns every text that a loop's section of a Markdown file has held so far, the last one at the end. Whatever else
/// stands in it is somebody else's, however much it looks like ours.
pub fn written(form: JournalForm, entries: &[Entry]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let Some((first, more)) = entries.split_first() else { return texts };
    let Some(mut state) = LoopState::fold([first]) else { return texts };
    for entry in more {
        state.apply(entry);
        let text = body(form, &state);
        if texts.last() != Some(&text) {
            texts.push(text);
        }
    }
    texts
}

/// What our section of a Markdown file is to hold.
fn body(form: JournalForm, state: &LoopState) -> String {
    match form {
        JournalForm::Entries => entries::of(state),
        JournalForm::Unresolved => left_open(state).unwrap_or_default(),
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Handoff => String::new(),
    }
}

/// Says what a file of the system claims in its author's own words otherwise than what was recorded; those stay.
pub fn differs(form: JournalForm, state: &LoopState, path: &str, text: &str) -> Option<String> {
    match form {
        JournalForm::Handoff => handoff::differs(state, path, text),
        JournalForm::ReviewLoops => loops::differs(state, path, text),
        JournalForm::Events | JournalForm::Entries | JournalForm::Unresolved => None,
    }
}

/// Tells whether what a loop leaves open stands in a file of the system already.
pub fn holds_left_open(form: JournalForm, state: &LoopState, text: &str) -> bool {
    match form {
        JournalForm::Entries | JournalForm::Unresolved => {
            let open = left_open(state);
            open.is_some_and(|open| {
                section::of(text, &state.id).is_some_and(|there| section::has(there, &open))
            })
        }
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Handoff => false,
    }
}

/// The loop that a file of a system speaks of, and the head of its chain when it was told, where the file says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The loop's id.
    pub id: String,
    /// The head of its chain.
    pub chain: Option<String>,
}

/// Returns the loop that has a file which speaks of one loop alone, whatever others share its path; nothing where the
/// file says of none, or has room for each.
pub fn holder(form: JournalForm, text: &str) -> Option<Holder> {
    match form {
        JournalForm::Handoff => handoff::holder(text),
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Entries | JournalForm::Unresolved => {
            None
        }
    }
}

/// Tells whether the file may be told of a loop once more, long after: nobody goes on from what stands there.
pub fn may_be_told_again(form: JournalForm) -> bool {
    match form {
        JournalForm::Handoff | JournalForm::Entries => true,
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Unresolved => false,
    }
}

/// Tells whether the system makes the file anew for each review; every other one is its own to make.
pub fn is_made(form: JournalForm) -> bool {
    match form {
        JournalForm::Handoff => true,
        JournalForm::ReviewLoops | JournalForm::Events | JournalForm::Entries | JournalForm::Unresolved => {
            false
        }
    }
}
