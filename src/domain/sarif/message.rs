//! A result's message as plain words: looked up, filled in, without links into its own locations.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::shape::{Message, Result, Rule, Run};

/// A link to one of the result's related locations, `[user input](1)`: the words of it are what a reader sees.
static LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[((?:[^\[\]\\]|\\.)+)\]\(\d+\)").expect("the pattern is valid"));
/// A place for an argument, or a brace that is written twice.
static ARGUMENT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{\{|\}\}|\{(\d{1,3})\}").expect("the pattern is valid"));

/// The longest text that is taken of a result, in bytes, as of a reviewer's finding.
pub(super) const LONGEST: usize = 8192;

/// Returns the beginning of a text that is too long, up to a character's border.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}

/// Returns what a result says, at most [`LONGEST`] of it and something more where there is more; nothing where it says
/// nothing.
pub(super) fn words(run: &Run, result: &Result, rule: Option<&Rule>) -> Option<String> {
    let message = result.message.as_ref()?;
    let kept = || kept_words(run, message, rule);
    let text = message.text.as_deref().or_else(kept)?;
    // A little more than is taken, so that it is seen to be cut.
    let text = beginning(text, LONGEST + 64);
    let filled = filled(text, message.arguments.as_deref());
    let plain = LINK.replace_all(&filled, "$1").replace("\\[", "[").replace("\\]", "]");
    let plain = plain.trim();
    (!plain.is_empty()).then(|| plain.to_owned())
}

fn kept_words<'r>(run: &'r Run, message: &Message, rule: Option<&'r Rule>) -> Option<&'r str> {
    let id = message.id.as_deref()?;
    let of_rule = rule.and_then(|rule| rule.message_strings.as_ref()?.get(id)?.text.as_deref());
    of_rule.or_else(|| run.global_words(id))
}

/// Fills in the arguments; one that is not there leaves its place as it is. Without arguments braces stand for themselves,
/// unless all of them are doubled, as the format wants it and few tools do it.
fn filled(text: &str, arguments: Option<&[String]>) -> String {
    let doubled = || !text.replace("{{", "").replace("}}", "").contains(['{', '}']);
    let arguments = match arguments {
        Some(arguments) => arguments,
        None if doubled() => &[],
        None => return text.to_owned(),
    };
    // A short text with long arguments is no way to a very long one.
    let mut room = LONGEST + 64;
    let fill = |found: &Captures<'_>| match found.get(1) {
        None => found[0][..1].to_owned(),
        Some(number) => {
            let argument = number.as_str().parse::<usize>().ok().and_then(|n| arguments.get(n));
            let filled = beginning(argument.map_or(&found[0], String::as_str), room);
            room -= filled.len();
            filled.to_owned()
        }
    };
    ARGUMENT.replace_all(text, fill).into_owned()
}
