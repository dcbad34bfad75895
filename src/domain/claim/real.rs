//! A change without what is none: comments, blanks that mean nothing, and code that only moved (SPEC 7.3).

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::bare::{BREAK, Doubt, Start, bare, bare_from, starts};
use super::grammar::{Comma, defines_by_indent, grammar, indents_freely};
use super::head::{Head, head};
use super::idle::{is_idle, without_texts};
use super::nested::{Depth, realign};
use super::order::reordered;
use crate::domain::diff::{ChangeKind, Changed, Diff, DiffLine, FileChange, Hunk, Origin, Texts};
use crate::domain::identity::{At, Moves, Run};

/// Lines with text that a block must have to be known as the same one in another place.
pub(super) const BLOCK: usize = 3;
/// And that a whole function must have, its head among them.
pub(super) const FUNCTION: usize = 2;

/// Leaves out what changes only comments, or white space where the language ignores it, and blocks that stand
/// unchanged in another place.
///
/// The result is for asking whether something changed at an old place; its hunks count lines of the old side alone.
pub fn substantive(changed: &Changed) -> Diff {
    let mut real = without_moves(changed);
    for file in &mut real.files {
        let change = file.head();
        let texts = changed.texts.iter().find(|t| t.path == file.path);
        let sides = texts.map(|t| Sides::of(&change, &file.hunks, t));
        for (at, hunk) in file.hunks.iter_mut().enumerate() {
            quieten(&change, hunk, sides.as_ref().and_then(|sides| sides.at(at)));
        }
        if indents_freely(file.before().file_name()) && indents_freely(file.path.file_name()) {
            file.hunks.iter_mut().for_each(|hunk| realign(hunk, Depth::Free));
        }
    }
    swept(real)
}

/// Leaves out code that stands unchanged in another file, in another part of its own, or as deep as a class has it.
pub(super) fn without_moves(changed: &Changed) -> Diff {
    let moves = Moves::all(changed);
    let diff = &changed.own;
    let mut real = diff.clone();
    let mut arrived: HashSet<(usize, usize, usize)> = HashSet::new();
    for (f, file) in diff.files.iter().enumerate() {
        let Some(texts) = changed.texts.iter().find(|t| t.path == file.path) else { continue };
        let quiet = reordered(file.path.file_name(), &texts.old, &texts.new);
        for (h, hunk) in file.hunks.iter().enumerate() {
            let (mut old, mut new) = (hunk.old_start, hunk.new_start);
            for (l, line) in hunk.lines.iter().enumerate() {
                match line.origin {
                    Origin::Removed if quiet.old.contains(&old) => {
                        real.files[f].hunks[h].lines[l].origin = Origin::Context;
                    }
                    Origin::Added if quiet.new.contains(&new) => {
                        arrived.insert((f, h, l));
                    }
                    Origin::Context | Origin::Removed | Origin::Added => {}
                }
                old += u32::from(line.origin != Origin::Added);
                new += u32::from(line.origin != Origin::Removed);
            }
        }
    }
    for (f, file) in diff.files.iter().enumerate() {
        for (h, hunk) in file.hunks.iter().enumerate() {
            let mut l = 0;
            while l < hunk.lines.len() {
                let at = At { file: f, hunk: h, line: l };
                let run = (hunk.lines[l].origin == Origin::Removed).then(|| moves.run(at)).flatten();
                let Some(run) = run.filter(|run| is_relocated(&moves, *run)) else {
                    l += 1;
                    continue;
                };
                // A call of what the lines went into stands for them.
                let calls = calls_left(&moves, run).unwrap_or_default();
                arrived.extend(calls.into_iter().map(|line| (f, h, line)));
                for n in standing(&moves, run) {
                    real.files[f].hunks[h].lines[run.from.line + n].origin = Origin::Context;
                    arrived.insert((run.to.file, run.to.hunk, run.to.line + n));
                }
                // A function that went as a method is that function, its head included.
                if heads(&moves, run).is_some_and(|(was, is)| was.said == is.said) {
                    real.files[f].hunks[h].lines[run.from.line - 1].origin = Origin::Context;
                    arrived.insert((run.to.file, run.to.hunk, run.to.line - 1));
                }
                l = (run.from.line + run.lines).max(l + 1);
            }
        }
    }
    for (f, file) in real.files.iter_mut().enumerate() {
        for (h, hunk) in file.hunks.iter_mut().enumerate() {
            let mut at = 0..;
            hunk.lines.retain(|_| at.next().is_none_or(|l| !arrived.contains(&(f, h, l))));
        }
        if defines_by_indent(file.before().file_name()) && defines_by_indent(file.path.file_name()) {
            file.hunks.iter_mut().for_each(|hunk| realign(hunk, Depth::Meaning));
        }
    }
    swept(real)
}

/// A block in another place is the same code; lines that change places within one hunk may be the fix itself. Where
/// depth is meaning, all of it must have gone as deep.
fn is_relocated(moves: &Moves<'_>, run: Run) -> bool {
    let elsewhere = (run.from.file, run.from.hunk) != (run.to.file, run.to.hunk);
    let lines = |at: At| &moves.at(at.file).hunks[at.hunk].lines[at.line..at.line + run.lines];
    let (from, to) = (lines(run.from), lines(run.to));
    let known = run.telling >= BLOCK
        || run.telling >= FUNCTION && from.iter().any(|l| is_head(&l.text))
        || is_whole_body(moves, run)
        || run.telling > 0 && calls_left(moves, run).is_some();
    let by_indent = defines_by_indent(moves.at(run.from.file).before().file_name());
    let texts = |lines: &'_ [DiffLine]| lines.iter().map(|l| l.text.clone()).collect::<Vec<String>>();
    elsewhere && known && (!by_indent || shift(&texts(from), &texts(to)).is_some())
}

/// Returns the heads of the functions that a moved row of lines begins the body of, here and there.
fn heads(moves: &Moves<'_>, run: Run) -> Option<(Head, Head)> {
    let before = |at: At, origin: Origin| {
        let line = &moves.at(at.file).hunks[at.hunk].lines[at.line.checked_sub(1)?];
        (line.origin == origin).then(|| head(&line.text)).flatten()
    };
    Some((before(run.from, Origin::Removed)?, before(run.to, Origin::Added)?))
}

/// Tells whether a moved row of lines is all that a function does, under another head there: few lines are known by that.
fn is_whole_body(moves: &Moves<'_>, run: Run) -> bool {
    let Some((was, is)) = heads(moves, run) else { return false };
    let outer = |at: At| depth(&moves.at(at.file).hunks[at.hunk].lines[at.line - 1].text);
    let ends = |at: At| {
        let lines = &moves.at(at.file).hunks[at.hunk].lines[at.line..];
        let inner = |l: &&DiffLine| l.text.trim().is_empty() || depth(&l.text) > outer(at);
        lines.iter().take_while(inner).filter(|l| !l.text.trim().is_empty()).count() <= run.lines
    };
    let least = if was.said == is.said { 1 } else { FUNCTION };
    run.telling >= least && ends(run.from) && ends(run.to)
}

/// Returns the lines that were put in the place of some that went elsewhere, where those are nothing but calls of the
/// function that the lines went into; none at all where nothing was put there, and nothing beside them in the new place.
/// So a line is known by itself: it was moved, and nothing was done to it.
fn calls_left(moves: &Moves<'_>, run: Run) -> Option<Vec<usize>> {
    let group = |at: At| {
        let lines = &moves.at(at.file).hunks[at.hunk].lines;
        let stands = |l: &DiffLine| l.origin == Origin::Context;
        let from = lines[..at.line].iter().rposition(stands).map_or(0, |n| n + 1);
        let upto = lines[at.line..].iter().position(stands).map_or(lines.len(), |n| at.line + n);
        (lines, from..upto)
    };
    let says = |l: &DiffLine| l.text.chars().any(char::is_alphanumeric);
    let (lines, place) = group(run.from);
    let moved = run.from.line..run.from.line + run.lines;
    let others = place.filter(|n| !moved.contains(n) && says(&lines[*n])).collect::<Vec<_>>();
    if others.iter().any(|n| lines[*n].origin != Origin::Added) {
        return None;
    }
    let (there, place) = group(run.to);
    let arrived = run.to.line..run.to.line + run.lines;
    if others.is_empty() {
        let alone = place.clone().all(|n| arrived.contains(&n) || !says(&there[n]));
        return alone.then(Vec::new);
    }
    let before =
        there[place.start..run.to.line].iter().rev().find(|l| says(l)).filter(|l| is_head(&l.text))?;
    let head = before.text.split('(').next()?;
    let name = head.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).find(|word| !word.is_empty())?;
    let calls = |n: &usize| {
        let text = lines[*n].text.trim();
        text.len() <= name.len() + 40 && text.contains(&format!("{name}("))
    };
    others.iter().all(calls).then_some(others)
}

/// Returns by how much lines went deeper, where all of them did by as much.
fn shift(from: &[String], to: &[String]) -> Option<isize> {
    let mut each = from.iter().zip(to).filter(|(a, _)| !a.trim().is_empty()).map(|(a, b)| deeper(a, b));
    let first = each.next().unwrap_or(0);
    each.all(|by| by == first).then_some(first)
}

/// Returns by how much the second line stands deeper.
pub(super) fn deeper(from: &str, to: &str) -> isize {
    depth(to).cast_signed() - depth(from).cast_signed()
}

pub(super) fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Tells whether a line begins a function: something called with arguments that a body follows.
fn is_head(line: &str) -> bool {
    const OTHERS: [&str; 13] = [
        "if", "for", "while", "switch", "catch", "with", "else", "elif", "match", "return", "try", "except",
        "do",
    ];
    let line = line.trim().trim_start_matches('}').trim_start();
    let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    line.contains('(') && line.ends_with(['{', ':']) && !OTHERS.contains(&word)
}

/// Returns which lines of a moved block stand as they stood. Where something was put directly before or after it in
/// its new place, the line next to that still counts as changed.
fn standing(moves: &Moves<'_>, run: Run) -> Range<usize> {
    let to = &moves.at(run.to.file).hunks[run.to.hunk].lines;
    let put = |line: Option<&DiffLine>| {
        line.is_some_and(|l| {
            l.origin == Origin::Added && l.text.chars().any(char::is_alphanumeric) && !is_container(&l.text)
        })
    };
    // The head of what the lines went into is nothing that was done to them.
    let helper = calls_left(moves, run).is_some_and(|calls| !calls.is_empty());
    // Nor is the head of the function that they are the body of, where they were one before.
    let body = heads(moves, run).is_some();
    let before = !helper && !body && put(run.to.line.checked_sub(1).and_then(|at| to.get(at)));
    let after = put(to.get(run.to.line + run.lines));
    usize::from(before)..run.lines - usize::from(after)
}

/// Tells whether a line only begins or ends what holds functions.
pub(super) fn is_container(line: &str) -> bool {
    const WORDS: [&str; 12] = [
        "class",
        "module",
        "namespace",
        "impl",
        "mod",
        "object",
        "struct",
        "trait",
        "interface",
        "extension",
        "package",
        "enum",
    ];
    const BEFORE: [&str; 10] = [
        "export", "default", "abstract", "public", "private", "internal", "static", "final", "sealed", "pub",
    ];
    let line = line.trim();
    if line.chars().all(|c| "{}();,".contains(c)) || line == "end" {
        return true;
    }
    let first = line.split_whitespace().find(|word| !BEFORE.contains(word));
    // `struct A;` holds nothing, and is what an impl is of.
    first.is_some_and(|word| WORDS.contains(&word))
        && (first == Some("struct") && line.ends_with(';') && !line.contains(['=', '(', '{'])
            || line.ends_with(['{', ':'])
            || !line.contains([';', '=']))
}

/// What may be a comment mends nothing.
const IN_DOUBT: Doubt = Doubt::IsComment;

/// What each hunk of a file begins in, on both sides: a comment or a string may begin far above.
struct Sides {
    old: Vec<Start>,
    new: Vec<Start>,
}

impl Sides {
    fn of(file: &FileChange, hunks: &[Hunk], texts: &Texts) -> Self {
        let lines = |start: fn(&Hunk) -> u32| hunks.iter().map(start).collect::<Vec<u32>>();
        Self {
            old: starts(file.before().file_name(), &texts.old, &lines(|h| h.old_start), IN_DOUBT),
            new: starts(file.path.file_name(), &texts.new, &lines(|h| h.new_start), IN_DOUBT),
        }
    }

    fn at(&self, hunk: usize) -> Option<(&Start, &Start)> {
        Some((self.old.get(hunk)?, self.new.get(hunk)?))
    }
}

/// A row of changed lines between lines that stand, with what each side says to the machine.
struct Group {
    lines: Range<usize>,
    removed: String,
    added: String,
}

impl Group {
    /// Takes away the comma that one of the sides has before the closing bracket in the line that stands below them,
    /// where it says nothing.
    fn drop_last_comma(&mut self, above: &str, below: &str, comma: Comma) {
        let last = format!(",{BREAK}");
        let has = [self.removed.ends_with(&last), self.added.ends_with(&last)];
        let one_has = has[0] != has[1] && !self.removed.is_empty() && !self.added.is_empty();
        let Some(bracket) = below.trim_start().chars().next().filter(|c| ")]}".contains(*c)) else { return };
        if comma == Comma::Unknown || !one_has || !says_nothing(above, bracket, comma) {
            return;
        }
        let side = if has[0] { &mut self.removed } else { &mut self.added };
        side.truncate(side.len() - last.len());
        side.push(BREAK);
    }
}

/// Tells whether a comma at the end of a text says nothing before a closing bracket: a single value in round brackets is
/// a tuple with it, and an array may have a hole there.
fn says_nothing(text: &str, bracket: char, comma: Comma) -> bool {
    const WORDS: [&str; 9] = ["return", "in", "and", "or", "not", "if", "else", "yield", "is"];
    let inner = text.trim_end_matches([BREAK, '\n']);
    let inner = inner.strip_suffix(',').unwrap_or(inner);
    if inner.ends_with([',', '[', '(']) {
        return false;
    }
    if bracket != ')' || comma != Comma::Tuple {
        return true;
    }
    let mut depth = 0_usize;
    for (at, c) in inner.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => {
                let before = &inner[..at];
                let word =
                    before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                return before.ends_with([')', ']', '!']) || !word.is_empty() && !WORDS.contains(&word);
            }
            '(' | '[' | '{' => depth = depth.saturating_sub(1),
            // There are several values.
            ',' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Turns the groups of changed lines in a hunk that say the same to the machine into lines that stand.
fn quieten(file: &FileChange, hunk: &mut Hunk, starts: Option<(&Start, &Start)>) {
    let Some(groups) = groups(file, hunk, starts) else { return };
    let comma = grammar(file.path.file_name()).last_comma;
    let same = |g: &Group| settled(&g.removed, comma) == settled(&g.added, comma);
    let quiet: Vec<Range<usize>> = groups.into_iter().filter(same).map(|g| g.lines).collect();
    let is_quiet = |at: usize| quiet.iter().any(|range| range.contains(&at));
    let mut at = 0..;
    hunk.lines.retain_mut(|line| {
        if !at.next().is_some_and(is_quiet) {
            return true;
        }
        let stays = line.origin != Origin::Added;
        line.origin = Origin::Context;
        stays
    });
}

/// Parts a hunk into its groups; nothing where a line that stands reads otherwise now: commented out, or in.
fn groups(file: &FileChange, hunk: &Hunk, starts: Option<(&Start, &Start)>) -> Option<Vec<Group>> {
    let side = |origin: Origin| -> Vec<&str> {
        let lines = hunk.lines.iter().filter(|l| l.origin == Origin::Context || l.origin == origin);
        lines.map(|l| l.text.as_str()).collect()
    };
    let doubt = IN_DOUBT;
    let read = |name: &str, start: Option<&Start>, lines: &[&str]| match start {
        Some(start) => bare_from(start, name, lines, doubt).into_iter(),
        None => bare(name, lines, doubt).into_iter(),
    };
    let mut old = read(file.before().file_name(), starts.map(|s| s.0), &side(Origin::Removed));
    let mut new = read(file.path.file_name(), starts.map(|s| s.1), &side(Origin::Added));
    let comma = grammar(file.path.file_name()).last_comma;
    let mut groups: Vec<Group> = Vec::new();
    let mut open = false;
    // The new side so far, as the machine reads it.
    let mut above = String::new();
    // The last line with text on the new side.
    let mut before = None;
    for (at, line) in hunk.lines.iter().enumerate() {
        let text = Some(line.text.as_str()).filter(|text| !text.trim().is_empty());
        if line.origin == Origin::Context {
            before = text.or(before);
            let stands = new.next();
            if old.next() != stands {
                return None;
            }
            let stands = stands.unwrap_or_default();
            if let Some(group) = groups.last_mut().filter(|_| open) {
                group.drop_last_comma(&above, &stands, comma);
            }
            above.push_str(&stands);
            open = false;
            continue;
        }
        if !open {
            groups.push(Group { lines: at..at, removed: String::new(), added: String::new() });
            open = true;
        }
        let group = groups.last_mut()?;
        group.lines.end = at + 1;
        if line.origin == Origin::Removed {
            group.removed.push_str(&old.next()?);
        } else {
            let said = new.next()?;
            let name = file.path.file_name();
            let mut below = hunk.lines[at + 1..].iter().filter(|l| l.origin != Origin::Removed);
            let after = below.find(|l| !l.text.trim().is_empty()).map(|l| l.text.as_str());
            if !is_idle(name, &line.text, (before, after)) {
                group.added.push_str(&without_texts(name, &said, before));
            }
            above.push_str(&said);
            before = text.or(before);
        }
    }
    Some(groups)
}

/// Returns the lines that a file's change adds, without statements that do nothing.
pub(super) fn acting(file: &FileChange) -> Vec<Cow<'_, str>> {
    let name = file.path.file_name();
    let mut found = Vec::new();
    for hunk in &file.hunks {
        let stands = |l: &&DiffLine| l.origin != Origin::Removed && !l.text.trim().is_empty();
        let new: Vec<&DiffLine> = hunk.lines.iter().filter(stands).collect();
        for (at, line) in new.iter().enumerate().filter(|(_, l)| l.origin == Origin::Added) {
            let text = |at: usize| new.get(at).map(|l| l.text.as_str());
            let before = at.checked_sub(1).and_then(text);
            if !is_idle(name, &line.text, (before, text(at + 1))) {
                found.push(without_texts(name, &line.text, before));
            }
        }
    }
    found
}

/// Takes off the brackets that a formatter puts around what `return` gives back over several lines.
fn unwrapped(text: &str) -> Cow<'_, str> {
    let open = format!("return({BREAK}");
    let Some(at) = text.find(&open).map(|at| at + "return".len()) else { return Cow::Borrowed(text) };
    let mut depth = 0_usize;
    for (off, c) in text[at..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let (inner, rest) = (&text[at + 1..at + off], &text[at + off + 1..]);
            let alone = inner.ends_with(BREAK) && (rest.is_empty() || rest.starts_with([BREAK, ';', '\n']));
            if alone {
                return Cow::Owned(format!("{} {}{rest}", &text[..at], inner.trim_matches(BREAK)));
            }
            break;
        }
    }
    Cow::Borrowed(text)
}

/// Writes line ends that mean nothing as the language reads them: a blank between two words, nothing elsewhere, and
/// no comma that a formatter put before a closing bracket.
fn settled(text: &str, comma: Comma) -> String {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut broken = false;
    for c in unwrapped(text).chars() {
        if c == BREAK {
            broken = true;
            continue;
        }
        if broken {
            let last = out.chars().next_back();
            if matches!(c, ')' | ']' | '}') && last == Some(',') {
                if says_nothing(&out, c, comma) {
                    out.pop();
                }
            } else if last.is_some_and(word) && word(c) {
                out.push(' ');
            }
            broken = false;
        }
        out.push(c);
    }
    // What is left of a comment in markup, `{/* … */}`, and of a block with nothing in it.
    if out == "{}" { String::new() } else { out }
}

/// Drops hunks in which nothing changes, and files that are as they were.
fn swept(mut real: Diff) -> Diff {
    real.files.retain_mut(|file| {
        let had_lines = !file.hunks.is_empty();
        file.hunks.retain(|h| h.lines.iter().any(|l| l.origin != Origin::Context));
        let other = file.binary || file.oversize.is_some();
        match file.kind {
            ChangeKind::Renamed => true,
            ChangeKind::Modified => !file.hunks.is_empty() || other,
            ChangeKind::Added | ChangeKind::Deleted | ChangeKind::TypeChanged => {
                !file.hunks.is_empty() || other || !had_lines
            }
        }
    });
    real
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_begins_or_ends_a_part_of_a_file_holds_functions() {
        for line in [
            "}",
            "});",
            "end",
            "class A {",
            "export default class A extends B {",
            "class A:",
            "pub struct A;",
            "module A",
        ] {
            assert!(is_container(line), "{line}");
        }
        for line in ["mod a;", "struct A(u8);", "package a;", "return x;", "class = 'a'", "ends"] {
            assert!(!is_container(line), "{line}");
        }
    }

    #[test]
    fn a_function_begins_with_arguments_and_a_body() {
        for line in ["fn total(a: u32) {", "def total(a):", "} function total(a) {"] {
            assert!(is_head(line), "{line}");
        }
        for line in ["send(order);", "default:", "const lock = {", "if (paid) {", "} else if (paid) {"] {
            assert!(!is_head(line), "{line}");
        }
    }
}
