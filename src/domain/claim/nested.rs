//! Code that only stands deeper, or less deep: functions that went into a class, an impl or an object as they are
//! (SPEC 7.3).

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::head::{Head, head};
use super::real::{BLOCK, FUNCTION, deeper, depth, is_container};
use crate::domain::diff::{DiffLine, Hunk, Origin};
use crate::domain::identity::as_said;

/// The most pairs of lines that are looked at to find those which only stand deeper now.
const PAIRS: usize = 250_000;

/// What the depth of a line means to the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    Free,
    Meaning,
}

/// Turns lines that only stand deeper, or less deep, into lines that stand: a function that went into a class as it is.
/// Empty lines part nothing: a function may hold some, and git takes them for lines that stayed.
pub(super) fn realign(hunk: &mut Hunk, rule: Depth) {
    let mut lines: Vec<DiffLine> = Vec::with_capacity(hunk.lines.len());
    let mut rest = hunk.lines.as_slice();
    let stands = |l: &DiffLine| l.origin == Origin::Context && !l.text.trim().is_empty();
    while let Some(first) = rest.first() {
        let of = |lines: &[DiffLine], kind: bool| lines.iter().take_while(|l| stands(l) == kind).count();
        let stays = stands(first);
        let (group, after) = rest.split_at(of(rest, stays));
        let before = &hunk.lines[..hunk.lines.len() - rest.len()];
        rest = after;
        if stays { lines.extend_from_slice(group) } else { lines.extend(aligned(before, group, rule)) }
    }
    hunk.lines = lines;
}

/// A line of a group whose two sides were laid side by side.
#[derive(Debug, Clone, Copy)]
enum Laid<'l> {
    /// The same line, here and there.
    Both(&'l DiffLine, &'l DiffLine),
    Old(&'l DiffLine),
    New(&'l DiffLine),
}

impl<'l> Laid<'l> {
    fn on(self, side: Origin) -> Option<&'l DiffLine> {
        match self {
            Laid::Both(old, new) => Some(if side == Origin::Removed { old } else { new }),
            Laid::Old(line) => (side == Origin::Removed).then_some(line),
            Laid::New(line) => (side == Origin::Added).then_some(line),
        }
    }
}

fn is_empty(line: &DiffLine) -> bool {
    line.text.trim().is_empty()
}

/// Merges the removed and the added lines of a group in the order of both, the ones in common once.
fn aligned(before: &[DiffLine], group: &[DiffLine], rule: Depth) -> Vec<DiffLine> {
    let side = |origin: Origin| -> Vec<&DiffLine> {
        group.iter().filter(|l| l.origin == Origin::Context || l.origin == origin).collect()
    };
    let (old, new) = (side(Origin::Removed), side(Origin::Added));
    let only_empty = |side: &[&DiffLine]| side.iter().all(|l| is_empty(l));
    if only_empty(&old) || only_empty(&new) || old.len().saturating_mul(new.len()) > PAIRS {
        return group.to_vec();
    }
    let by = match rule {
        Depth::Free => None,
        Depth::Meaning => match commonest_shift(&old, &new) {
            Some(by) => Some(by),
            None => return group.to_vec(),
        },
    };
    let laid = side_by_side(&old, &new, by);
    match rule {
        Depth::Free => {
            let Held { lines: quiet, ends } = held_alone(before, &laid);
            let moved =
                quiet.iter().filter(|at| laid[**at].on(Origin::Removed).is_some_and(|l| !is_empty(l)));
            if moved.count() < BLOCK {
                return group.to_vec();
            }
            let lines = laid.iter().enumerate().flat_map(|(at, laid)| match laid {
                Laid::Both(old, _) if quiet.contains(&at) || is_empty(old) => [Some(stays(old)), None],
                // The end of a function, or of what holds some, wherever it stands now.
                Laid::New(_) if ends.contains(&at) => [None, None],
                Laid::Old(line) if ends.contains(&at) => [Some(stays(line)), None],
                // It went under something that may mend it.
                Laid::Both(old, new) => [Some((*old).clone()), Some((*new).clone())],
                Laid::Old(_) | Laid::New(_) => written(laid),
            });
            lines.flatten().collect()
        }
        Depth::Meaning => {
            let both = |laid: &Laid<'_>| matches!(laid, Laid::Both(old, _) if !is_empty(old));
            let moved: Vec<&DiffLine> =
                laid.iter().filter(|l| both(l)).filter_map(|l| l.on(Origin::Removed)).collect();
            if moved.len() < FUNCTION || !are_definitions(&moved) {
                return group.to_vec();
            }
            let lines = laid.iter().flat_map(|laid| match laid {
                Laid::Both(old, _) => [Some(stays(old)), None],
                Laid::Old(_) | Laid::New(_) => written(laid),
            });
            lines.flatten().collect()
        }
    }
}

fn stays(line: &DiffLine) -> DiffLine {
    DiffLine { origin: Origin::Context, text: line.text.clone() }
}

/// A line of one side alone. An empty one is neither lost nor gained.
fn written(laid: &Laid<'_>) -> [Option<DiffLine>; 2] {
    match laid {
        Laid::New(line) if is_empty(line) => [None, None],
        Laid::Old(line) if is_empty(line) => [Some(stays(line)), None],
        Laid::New(line) | Laid::Old(line) => [Some((*line).clone()), None],
        Laid::Both(old, _) => [Some(stays(old)), None],
    }
}

/// Lays two sides so that as many lines as can be are the same on both, in their order.
fn side_by_side<'l>(old: &[&'l DiffLine], new: &[&'l DiffLine], by: Option<isize>) -> Vec<Laid<'l>> {
    let heads = |side: &[&DiffLine]| side.iter().map(|l| head(&l.text)).collect::<Vec<Option<Head>>>();
    // Where depth is meaning, heads are compared as they are written.
    let (old_heads, new_heads) = match by {
        None => (heads(old), heads(new)),
        Some(_) => (vec![None; old.len()], vec![None; new.len()]),
    };
    let said = |side: &[&'l DiffLine]| side.iter().map(|l| as_said(&l.text)).collect::<Vec<Cow<'l, str>>>();
    let (old_said, new_said) = (said(old), said(new));
    let same = |a: usize, b: usize| {
        let (was, is) = (old[a], new[b]);
        if is_empty(was) || is_empty(is) {
            return is_empty(was) && is_empty(is);
        }
        let went = by.is_none_or(|by| deeper(&was.text, &is.text) == by);
        let method = || {
            let heads = old_heads[a].as_ref().zip(new_heads[b].as_ref());
            heads.is_some_and(|(was, is)| was.said == is.said) && deeper(&was.text, &is.text) != 0
        };
        was.origin == Origin::Removed
            && was.text != is.text
            && went
            && (old_said[a] == new_said[b] || method())
    };
    // A line with text weighs more than any number of empty ones beside it.
    let weight = |a: usize| if is_empty(old[a]) { 1 } else { 1_000 };
    let (height, width) = (old.len(), new.len());
    // The heaviest row in common of what follows each pair.
    let mut longest = vec![0_u32; (height + 1) * (width + 1)];
    let at = |a: usize, b: usize| a * (width + 1) + b;
    for a in (0..height).rev() {
        for b in (0..width).rev() {
            longest[at(a, b)] = match same(a, b) {
                true => longest[at(a + 1, b + 1)] + weight(a),
                false => longest[at(a + 1, b)].max(longest[at(a, b + 1)]),
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut laid = Vec::with_capacity(height + width);
    while a < height || b < width {
        if a < height && b < width && same(a, b) && longest[at(a, b)] == longest[at(a + 1, b + 1)] + weight(a)
        {
            laid.push(Laid::Both(old[a], new[b]));
            (a, b) = (a + 1, b + 1);
        } else if b < width && (a == height || longest[at(a, b + 1)] >= longest[at(a + 1, b)]) {
            laid.push(Laid::New(new[b]));
            b += 1;
        } else {
            laid.push(Laid::Old(old[a]));
            a += 1;
        }
    }
    laid
}

/// What a line that encloses others does to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encloses {
    /// It stands as it stood, and begins a function or not.
    Stands { head: bool },
    /// A class, an impl: nothing that runs.
    Holds,
    /// An object: it holds functions, and beside them values to which it may mean something.
    Lists,
    /// A condition, a loop, a call: it may mend what it encloses.
    Acts,
}

/// What of a group stands as it stood.
#[derive(Debug, Default)]
struct Held {
    /// The lines that are the same on both sides and stand, on both, in nothing that came or went but what holds functions.
    lines: HashSet<usize>,
    /// The lines of one side that only end a function of these, or what holds it.
    ends: HashSet<usize>,
}

/// What stands around the line that is read, the outermost first: how deep each begins.
#[derive(Debug, Default)]
struct Around(Vec<(usize, Encloses)>);

impl Around {
    /// Reads the next line; tells whether nothing around it does more than hold functions.
    fn enter(&mut self, line: &str, what: Encloses, begins: bool) -> bool {
        let deep = depth(line);
        let only_ends = is_end(line);
        let opens = only_ends && line.trim().starts_with('{');
        while self.0.last().is_some_and(|(outer, _)| *outer > deep) {
            self.0.pop();
        }
        let same = self.0.last().filter(|(outer, _)| *outer == deep).map(|(_, what)| *what);
        let outer = self.0.len() - usize::from(same.is_some());
        let ends_function = only_ends && matches!(same, Some(Encloses::Stands { head: true }));
        let mut is_held = is_in_holders(&self.0[..outer], begins || ends_function);
        // A brace on a line of its own begins or ends what stands above it, as deep.
        if let Some(opener) = same.filter(|_| only_ends) {
            is_held &= opener != Encloses::Acts;
            if !opens {
                self.0.pop();
            }
            return is_held;
        }
        self.0.truncate(outer);
        self.0.push((deep, what));
        is_held
    }
}

/// Tells whether a line is nothing but brackets.
fn is_end(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| "{}();,".contains(c))
}

fn held_alone(before: &[DiffLine], laid: &[Laid<'_>]) -> Held {
    let names = |side: Origin| -> HashSet<String> {
        let alone = laid.iter().filter(|l| !matches!(l, Laid::Both(..)));
        alone.filter_map(|l| l.on(side)).filter_map(|l| head(&l.text)).map(|h| h.name).collect()
    };
    let (went, came) = (names(Origin::Removed), names(Origin::Added));
    let held = |side: Origin| -> Held {
        let other = if side == Origin::Removed { &came } else { &went };
        let mut around = Around::default();
        let mut enter = |line: &DiffLine, alone: bool| -> bool {
            let begins = head(&line.text);
            let what = encloses(&line.text, alone, begins.as_ref(), other);
            around.enter(&line.text, what, begins.is_some())
        };
        for line in before.iter().filter(|l| !is_empty(l)) {
            if line.origin == Origin::Context || line.origin == side {
                enter(line, line.origin == side);
            }
        }
        let mut held = Held::default();
        for (at, one) in laid.iter().enumerate() {
            let Some(line) = one.on(side).filter(|l| !is_empty(l)) else { continue };
            let both = matches!(one, Laid::Both(..));
            if !enter(line, !both) {
                continue;
            }
            if both {
                held.lines.insert(at);
            } else if is_end(&line.text) {
                held.ends.insert(at);
            }
        }
        held
    };
    let (old, new) = (held(Origin::Removed), held(Origin::Added));
    Held {
        lines: old.lines.intersection(&new.lines).copied().collect(),
        ends: old.ends.union(&new.ends).copied().collect(),
    }
}

/// Tells whether nothing around a line does more than hold functions; an object does so only with a function in between.
fn is_in_holders(around: &[(usize, Encloses)], begins: bool) -> bool {
    let mut in_function = begins;
    around.iter().rev().all(|(_, what)| match what {
        Encloses::Stands { head } => {
            in_function |= head;
            true
        }
        Encloses::Holds => true,
        Encloses::Lists => in_function,
        Encloses::Acts => false,
    })
}

fn encloses(line: &str, alone: bool, begins: Option<&Head>, other: &HashSet<String>) -> Encloses {
    // The same function under a head that changed: that line shows as changed by itself.
    if !alone || begins.is_some_and(|head| other.contains(&head.name)) {
        Encloses::Stands { head: begins.is_some() }
    } else if is_container(line) {
        Encloses::Holds
    } else if is_object(line) {
        Encloses::Lists
    } else {
        Encloses::Acts
    }
}

/// Tells whether a line begins an object that is given a name, or handed out: `export const A = {`, `return {`, `server: {`.
fn is_object(line: &str) -> bool {
    let Some(before) = line.trim().strip_suffix('{').map(str::trim_end) else { return false };
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ' ' | ':' | '<' | '>');
    let named = before.strip_suffix('=').or_else(|| before.strip_suffix(':'));
    match named {
        Some(name) => !name.trim().is_empty() && name.chars().all(part),
        None => matches!(before, "return" | "export default"),
    }
}

/// Returns by how much most lines went deeper, or less deep, of those that are on both sides of a group.
fn commonest_shift(old: &[&DiffLine], new: &[&DiffLine]) -> Option<isize> {
    let mut placed: HashMap<Cow<'_, str>, Vec<&str>> = HashMap::new();
    for line in new.iter().filter(|l| l.origin == Origin::Added && !l.text.trim().is_empty()) {
        placed.entry(as_said(&line.text)).or_default().push(&line.text);
    }
    let mut shifts: BTreeMap<isize, usize> = BTreeMap::new();
    for line in old.iter().filter(|l| l.origin == Origin::Removed) {
        for to in placed.get(&as_said(&line.text)).into_iter().flatten().take(8) {
            let by = deeper(&line.text, to);
            if by != 0 {
                *shifts.entry(by).or_default() += 1;
            }
        }
    }
    shifts.into_iter().max_by_key(|(_, lines)| *lines).map(|(by, _)| by)
}

/// Tells whether lines are whole functions or classes: what stands least deep of them begins one. Statements that went
/// deeper stand under something new.
fn are_definitions(lines: &[&DiffLine]) -> bool {
    const HEADS: [&str; 4] = ["def ", "async def ", "class ", "@"];
    let least = lines.iter().map(|l| depth(&l.text)).min().unwrap_or(0);
    let mut outer = lines.iter().filter(|l| depth(&l.text) == least);
    let begins = |l: &&&DiffLine| HEADS.iter().any(|head| l.text.trim_start().starts_with(head));
    // `):` ends a head of several lines.
    outer.next().is_some_and(|first| begins(&first))
        && outer.all(|l| begins(&l) || l.text.trim_start().starts_with([')', '#']))
}
