//! Classes that a library finds by a name given as a text: SQLAlchemy's `relationship("Source")`. The import is for the type
//! checker alone, yet the connection may be there when the program runs: what is told so is never red, and never green.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, Symbol, SymbolKind};
use crate::domain::wiring::{Project, Reach};

use super::super::code_text::Code;

/// Calls that do nothing with a class of the name they are given.
const IDLE: [&str; 16] = [
    "print",
    "debug",
    "info",
    "warning",
    "warn",
    "error",
    "exception",
    "critical",
    "log",
    "getenv",
    "cast",
    "TypeVar",
    "NewType",
    "ForwardRef",
    "len",
    "str",
];

/// Most texts that name a class of the other file; each is held against all of the file that never runs.
const MOST: usize = 500;
/// How far before a text the call that takes it may begin, in bytes.
const FAR: usize = 400;

/// Says which class of `to` is named by a text that a call here takes, with its place; `places` are those of the pattern,
/// of which one must belong to the same call, where there is one.
pub(super) fn class(
    from: &Code<'_>,
    project: Option<&Project<'_>>,
    to: Option<&RepoPath>,
    reach: &Reach,
    places: Option<&[Range<usize>]>,
) -> Option<(usize, String)> {
    if !matches!(reach, Reach::TypeOnly { named: false, .. } | Reach::Unused { .. }) {
        return None;
    }
    let here = from.outline.as_deref().filter(|o| o.intact && o.grammar == Grammar::Python)?;
    let (project, to) = (project?, to?);
    let there = project.outline(to)?;
    let is_class = |s: &&Symbol| s.kind == SymbolKind::Class && s.owner.is_none();
    let classes: BTreeSet<&str> = there.symbols.iter().filter(is_class).map(|s| s.name.as_str()).collect();
    let names = here.strings.iter().filter_map(|range| {
        let written = from.raw.get(range.clone())?.trim_matches(['"', '\'']);
        let name = written.rsplit('.').next().unwrap_or(written);
        classes.contains(name).then_some((range, name))
    });
    names.take(MOST).find_map(|(range, name)| {
        let dead = here.dead.iter().any(|d| d.start <= range.start && range.end <= d.end);
        if dead || !brings(here, project, from.path, name, to) {
            return None;
        }
        let call = call_around(&from.text, range.start)?;
        let near = |p: &Range<usize>| p.start < range.end && call.start < p.end;
        let meant = places.is_none_or(|places| places.iter().any(near));
        let callee = from.text.get(call)?;
        let bare = callee.rsplit('.').next().unwrap_or(callee);
        let idle = IDLE.contains(&bare) || bare.ends_with("Error") || bare.ends_with("Exception");
        (meant && !idle).then(|| {
            let why = format!(
                "`{}` imports `{to}` for its types alone, and `{callee}` is given the name of its class `{name}` as a text; whether that connects them cannot be told",
                from.path
            );
            (range.start, why)
        })
    })
}

/// Tells whether a name is imported here from the other file.
fn brings(here: &Outline, project: &Project<'_>, from: &RepoPath, name: &str, to: &RepoPath) -> bool {
    let so = here.imports.iter().filter(|i| i.names.iter().any(|n| n.name == name || n.local == name));
    so.filter_map(|import| project.leads_to(from, here, import))
        .any(|file| file == *to || project.speaks_of(&file, to))
}

/// The name of the call whose bracket is open at a place.
fn call_around(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let joins = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'.';
    let mut depth = 0_usize;
    for place in (at.saturating_sub(FAR)..at).rev() {
        match bytes.get(place)? {
            b')' | b']' | b'}' => depth += 1,
            b'(' if depth == 0 => {
                let before = bytes.get(..place)?;
                let length = before.iter().rev().take_while(|b| joins(**b)).count();
                let name = place - length..place;
                // What is defined takes no text, and a bracket alone is no call.
                let head = text.get(..name.start)?.trim_end();
                let defines = head.ends_with("def") || head.ends_with("class");
                return (length > 0 && !defines).then_some(name);
            }
            b'[' | b'{' if depth == 0 => return None,
            b'(' | b'[' | b'{' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_around_a_text_is_found() {
        for (text, call) in [
            ("a = relationship(\"X\")", Some("relationship")),
            ("a = orm.relationship(f(1), lazy=True, argument=\"X\")", Some("orm.relationship")),
            ("a: Mapped[\"X\"] = go()", None),
            ("a = (\"X\")", None),
            ("a = \"X\"", None),
        ] {
            let found = call_around(text, text.find("\"X").expect("the text")).map(|r| &text[r]);
            assert_eq!(found, call, "{text}");
        }
    }
}
