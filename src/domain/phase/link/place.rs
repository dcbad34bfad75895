//! Where in `from` a link's pattern was found, and what that place is worth: an import that nobody uses, a text, or
//! the file's own definition of the name connect nothing.

use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Binding, Grammar, Outline, SymbolKind};
use crate::domain::wiring::{Project, Reach, has_word};

use super::super::ItemStatus;
use super::super::code_text::Code;
use super::asked::{self, Asks};
use super::{by_place, part_of, served, settings, spoken};

/// What the places of a pattern come to.
pub(super) struct Judged {
    pub(super) status: ItemStatus,
    pub(super) at: usize,
    pub(super) why: Option<String>,
}

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Code,
    /// Behind a `return`, below a condition that is never true, or left out of the program.
    Dead,
    /// Within an import that binds names here.
    Import,
    Text,
    /// In a value that is named and thrown away.
    Dropped,
    Definition,
}

/// Words that a definition has before its name.
const LEADS: [&str; 28] = [
    "function",
    "const",
    "let",
    "var",
    "class",
    "def",
    "fn",
    "pub",
    "async",
    "export",
    "type",
    "interface",
    "struct",
    "func",
    "static",
    "public",
    "private",
    "protected",
    "void",
    "abstract",
    "final",
    "enum",
    "trait",
    "default",
    "module",
    "record",
    "mut",
    "crate",
];

fn what(outline: &Outline, code: &Code<'_>, place: &Range<usize>) -> What {
    let within =
        |ranges: &[Range<usize>]| ranges.iter().any(|r| r.start <= place.start && place.end <= r.end);
    if within(&outline.dead) || outline.left_out {
        return What::Dead;
    }
    let import = outline.imports.iter().any(|i| {
        !i.dynamic && !i.passes_on && !i.declares && i.at.start <= place.start && place.end <= i.at.end
    });
    if import {
        return What::Import;
    }
    if within(&outline.strings) {
        return What::Text;
    }
    if within(&outline.dropped) {
        return What::Dropped;
    }
    let defined = outline.definitions.iter().find(|d| {
        place.start <= d.start && d.end <= place.end || d.start <= place.start && place.end <= d.end
    });
    if let Some(definition) = defined {
        let name = code.raw.get(definition.clone()).unwrap_or("");
        let found = code.raw.get(place.clone()).unwrap_or("");
        let mut words =
            found.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').filter(|w| !w.is_empty());
        if words.all(|w| w == name || name.contains(w) || LEADS.contains(&w)) {
            return What::Definition;
        }
    }
    What::Code
}

fn verified(at: usize, why: Option<String>) -> Judged {
    Judged { status: ItemStatus::Verified, at, why }
}

/// Judges the places at which a pattern was found.
pub(super) fn judge(
    from: &Code<'_>,
    places: &[Range<usize>],
    project: Option<&Project<'_>>,
    to: Option<&RepoPath>,
    reach: &Reach,
) -> Judged {
    let first = places.first().map_or(0, |p| p.start);
    let (Some(outline), Some(project)) = (from.outline.as_deref().filter(|o| o.intact), project) else {
        // What could not be read as a whole shows no import, and a word in it no connection.
        let unread = from.outline.is_some() && project.is_some() && *reach == Reach::Not;
        let all: Vec<&Range<usize>> = places.iter().collect();
        if let (true, Some(project), Some(to)) = (unread, project, to)
            && !spoken::names(from, project, &all, to)
        {
            let why =
                format!("`{}` could not be parsed as a whole, and no import of `{to}` was found", from.path);
            return Judged { status: ItemStatus::Uncertain, at: first, why: Some(why) };
        }
        return verified(first, None);
    };
    let at = |kind: What| places.iter().find(|p| what(outline, from, p) == kind).map(|p| p.start);
    if let Some(hit) = at(What::Code) {
        let in_code: Vec<&Range<usize>> =
            places.iter().filter(|p| what(outline, from, p) == What::Code).collect();
        // Two languages reach each other by what is asked for and served; within one a call may lead there, too.
        let other = *reach == Reach::CannotTell;
        if let Some(to) = to.filter(|_| other || *reach == Reach::Not) {
            match asked::of(from, outline, project, &in_code, to, other) {
                Asks::Served(how) => return verified(hit, Some(how)),
                Asks::Others(why) => {
                    return Judged { status: ItemStatus::Partial, at: hit, why: Some(why) };
                }
                Asks::Untold => {}
            }
        }
        let unasked = to.is_some_and(|to| {
            matches!(reach, Reach::Not | Reach::TypeOnly { .. })
                && (spoken::names(from, project, &in_code, to)
                    || part_of::declares(from, outline, project, &in_code, to)
                    || project.outline(to).is_some_and(|there| {
                        spoken::comes_unasked(from, outline, project, &in_code, to, &there)
                            || by_place::given(from, project, &in_code, to, &there)
                    }))
        });
        let loose = to.filter(|_| !unasked).and_then(|to| {
            type_alone(from, outline, project, &in_code, to, reach)
                .or_else(|| dangling(from, outline, project, &in_code, to, reach))
                .or_else(|| missed(from, outline, project, &in_code, to))
                .or_else(|| hearsay(from, outline, project, &in_code, to, reach))
        });
        return match loose {
            Some((status, why)) => Judged { status, at: hit, why: Some(why) },
            None => verified(hit, None),
        };
    }
    if let Some(hit) = at(What::Import) {
        return imported(outline, hit, reach, to.is_some());
    }
    if let Some(hit) = at(What::Dropped) {
        let why =
            format!("the pattern stands only in a value that is thrown away, line {}", from.line_at(hit));
        return Judged { status: ItemStatus::Partial, at: hit, why: Some(why) };
    }
    let never = |p: &Range<usize>| outline.unreached.iter().any(|r| r.start <= p.start && p.end <= r.end);
    if let Reach::Used { line } = reach
        && !outline.left_out
        && !places.iter().all(never)
    {
        return verified(first, Some(format!("it imports and uses the other file at line {line}")));
    }
    if let Some(hit) = at(What::Dead) {
        let skipped = outline.trials.skipped.iter().any(|r| r.contains(&hit));
        let which = if skipped { "a test that is skipped" } else { "code that never runs" };
        let why = Some(format!("the pattern stands only in {which}, line {}", from.line_at(hit)));
        let status = if *reach == Reach::Not { ItemStatus::Failed } else { ItemStatus::Partial };
        return Judged { status, at: hit, why };
    }
    let calls = |p: &Range<usize>| from.text.get(p.clone()).is_some_and(|t| t.trim_end().ends_with('('));
    if let Reach::TypeOnly { line, named: true } = reach {
        if !places.iter().all(calls) {
            return verified(first, Some(format!("it imports and uses the other file at line {line}")));
        }
        let why =
            format!("the pattern stands in no call here; types of the other file are used at line {line}");
        return Judged { status: ItemStatus::Uncertain, at: first, why: Some(why) };
    }
    if let Some(hit) = at(What::Text) {
        let texts: Vec<&Range<usize>> =
            places.iter().filter(|p| what(outline, from, p) == What::Text).collect();
        if to.is_some_and(|to| *reach == Reach::Not && spoken::names(from, project, &texts, to)) {
            return verified(hit, None);
        }
        let status = if to.is_some() { ItemStatus::Uncertain } else { ItemStatus::Verified };
        let why = to.map(|_| "the pattern stands there only in a text".to_owned());
        return Judged { status, at: hit, why };
    }
    // A setting is defined by what it names.
    if let Some(to) = to
        && let Some(place) = places.iter().find(|p| settings::names(from, project, p, to))
    {
        return verified(place.start, None);
    }
    let all: Vec<&Range<usize>> = places.iter().collect();
    if let Some(to) = to.filter(|_| *reach == Reach::Not)
        && project.outline(to).is_some_and(|there| by_place::given(from, project, &all, to, &there))
    {
        return verified(first, None);
    }
    if let Some(name) = to.and_then(|to| asked_for(from, outline, project, places, to)) {
        let why = format!("`{name}` is what an interface of the other file asks for, which names nobody");
        return Judged { status: ItemStatus::Uncertain, at: first, why: Some(why) };
    }
    let why = format!("the pattern stands only in the definition of its own, line {}", from.line_at(first));
    Judged { status: ItemStatus::Failed, at: first, why: Some(why) }
}

/// The method that `from` defines and that a protocol of Python in the other file asks for: a type fits by what it has, and need
/// not name it.
fn asked_for(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[Range<usize>],
    to: &RepoPath,
) -> Option<String> {
    let there =
        project.outline(to).filter(|o| o.grammar == Grammar::Python && o.marks.contains("Protocol"))?;
    let meets = |d: &&Range<usize>| places.iter().any(|p| p.start < d.end && d.start < p.end);
    let mut names = here.definitions.iter().filter(meets).filter_map(|d| from.raw.get((*d).clone()));
    let owned = |of: &Outline, name: &str| of.symbols.iter().any(|s| s.name == name && s.owner.is_some());
    names.find(|name| owned(here, name) && owned(&there, name)).map(str::to_owned)
}

/// The pattern stands in an import alone: then what is imported must be used.
fn imported(outline: &Outline, at: usize, reach: &Reach, is_code: bool) -> Judged {
    match reach {
        Reach::Used { .. } => return verified(at, None),
        Reach::Unused { name, .. } => {
            let why = Some(format!("`{name}` is imported there and not used"));
            return Judged { status: ItemStatus::Partial, at, why };
        }
        Reach::TypeOnly { named: true, .. } => {
            return verified(at, Some("a connection of types alone".to_owned()));
        }
        Reach::TypeOnly { named: false, .. } => {
            let why = Some("it is imported there as a type alone, and is none".to_owned());
            return Judged { status: ItemStatus::Partial, at, why };
        }
        Reach::Loaded { .. } => {
            let why = Some("it is brought in there without a name, and only declares names".to_owned());
            return Judged { status: ItemStatus::Uncertain, at, why };
        }
        Reach::Not | Reach::CannotTell => {}
    }
    let around = outline.imports.iter().filter(|i| i.at.start <= at && at < i.at.end);
    let (mut any, mut used) = (false, false);
    for import in around {
        any |= !import.names.is_empty();
        used |= import.names.is_empty();
        used |= import.names.iter().any(|n| {
            n.local.is_empty()
                || n.local == "_"
                || outline.uses.get(&n.local).is_some_and(|u| u.any().is_some())
        });
    }
    if !used && any {
        let why = Some("what is imported there is not used".to_owned());
        return Judged { status: ItemStatus::Partial, at, why };
    }
    let why = (is_code && *reach == Reach::Not)
        .then(|| "by the name alone: where the import leads cannot be followed".to_owned());
    verified(at, why)
}

/// A value of the other file that only lends its type here: `typeof total`.
fn type_alone(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    reach: &Reach,
) -> Option<(ItemStatus, String)> {
    let Reach::TypeOnly { named: false, .. } = reach else { return None };
    let there = project.outline(to)?;
    let lent = |name: &&str| {
        there.exports().any(|s| s.name == *name && s.kind == SymbolKind::Value)
            && here.uses.get(*name).is_some_and(|u| u.typed.is_some() && u.plain.is_none())
    };
    let found = places.iter().map(|place| {
        let text = from.text.get((*place).clone()).unwrap_or("");
        text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').find(lent)
    });
    let found: Option<Vec<&str>> = found.collect();
    let name = *found?.first()?;
    Some((
        ItemStatus::Partial,
        format!("`{name}` stands there for its type alone, and nothing uses its value"),
    ))
}

/// A name of the other file that is used here, and that nothing here brings in from there.
fn dangling(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    reach: &Reach,
) -> Option<(ItemStatus, String)> {
    if matches!(reach, Reach::Used { .. } | Reach::CannotTell) {
        return None;
    }
    let there = project.outline(to)?;
    if matches!(here.grammar, Grammar::Go | Grammar::Java | Grammar::CSharp) {
        return unseen(from, &there, places, to);
    }
    let offered = |name: &str| {
        there.exports().any(|s| s.name == name && s.kind != SymbolKind::Type)
            || there.imports.iter().any(|i| i.passes_on && i.names.iter().any(|n| n.local == name))
    };
    for place in places {
        let text = from.text.get((*place).clone()).unwrap_or("");
        let mut at = place.start;
        for word in text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != '$') {
            let name = word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            let before = from.text[..at].chars().next_back();
            at += word.len();
            if name.is_empty() || matches!(before, Some('.' | '>')) {
                continue;
            }
            if let Some(why) = leads_nowhere(from.path, here, project, name) {
                return Some((ItemStatus::Partial, why));
            }
            if !offered(name) {
                continue;
            }
            if let Some(found) = brought_by_other(from.path, here, project, name, to) {
                return Some(found);
            }
        }
    }
    None
}

/// A name that is imported from a file of this repository, which has nothing of that name.
fn leads_nowhere(from: &RepoPath, here: &Outline, project: &Project<'_>, name: &str) -> Option<String> {
    let imports = here.imports.iter().filter(|i| !i.passes_on && !i.declares);
    imports.flat_map(|i| i.names.iter().map(move |n| (i, n))).find_map(|(import, binding)| {
        let local = if binding.local.is_empty() { &binding.name } else { &binding.local };
        if local != name || binding.name == "*" || project.names_module(from, here, import, &binding.name) {
            return None;
        }
        // A function of a type may come from a trait, or be derived: `Cli::parse`.
        if project.names_type(from, here, import) {
            return None;
        }
        let file = project.leads_to(from, here, import)?;
        let lacks = project.surely_lacks(&file, &binding.name)
            || binding.name != "default"
                && !project.outline(&file).is_some_and(|o| o.open)
                && project.offers(&file, &binding.name) == Some(false);
        lacks.then(|| format!("`{name}` is imported from `{file}`, and no file gives it that name"))
    })
}

/// In languages that see each other by package: a name of the other file, where that file is not seen.
fn unseen(
    from: &Code<'_>,
    there: &Outline,
    places: &[&Range<usize>],
    to: &RepoPath,
) -> Option<(ItemStatus, String)> {
    let package = there.homes.first().map_or("", |h| h.rsplit('.').next().unwrap_or(h));
    for place in places {
        let text = from.text.get((*place).clone()).unwrap_or("");
        let names: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|n| !n.is_empty()).collect();
        for (at, name) in names.iter().enumerate() {
            let declared = there.symbols.iter().find(|s| s.name == *name);
            if declared.is_some_and(|s| s.owner.is_none())
                && there.symbols.iter().all(|s| s.name != *name || s.owner.is_none())
            {
                return Some((
                    ItemStatus::Partial,
                    format!("`{name}` is named, and nothing here brings in `{to}`"),
                ));
            }
            let qualified = at > 0 && names.get(at - 1) == Some(&package) && there.grammar == Grammar::Go;
            if declared.is_none() && qualified {
                return Some((ItemStatus::Uncertain, format!("`{to}` declares no `{name}`")));
            }
        }
    }
    None
}

/// A member is asked of the other file, or of a type of it, that surely has none of that name.
fn missed(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
) -> Option<(ItemStatus, String)> {
    let there = project.outline(to).filter(|o| o.intact)?;
    let all_missed = places.iter().map(|place| {
        let text = from.text.get((*place).clone()).unwrap_or("");
        let mut parts = text.split(|c: char| !c.is_alphanumeric() && !"_$.:".contains(c));
        parts.find_map(|part| {
            let (owner, rest) = part.split_once("::").or_else(|| part.split_once('.'))?;
            let name = rest.split(['.', ':']).next().filter(|n| !n.is_empty() && *n != "new")?;
            let whole = here.imports.iter().any(|i| {
                let binds = |n: &Binding| {
                    n.local == owner && (n.name == "*" || project.names_module(from.path, here, i, &n.name))
                };
                !i.passes_on && i.names.iter().any(binds) && project.module_of(from.path, here, i, owner, to)
            });
            if whole && here.grammar != Grammar::Go && project.surely_lacks(to, name) {
                return Some(name.to_owned());
            }
            lacks_member(project, to, &there, owner, name).then(|| name.to_owned())
        })
    });
    let missed: Vec<Option<String>> = all_missed.collect();
    let name = missed.first()?.clone()?;
    missed
        .iter()
        .all(Option::is_some)
        .then(|| (ItemStatus::Partial, format!("`{name}` is asked of `{to}`, which declares none")))
}

/// Tells whether a type of the other file surely has no member of a name: nothing is inherited, generated or made up.
fn lacks_member(project: &Project<'_>, to: &RepoPath, there: &Outline, owner: &str, name: &str) -> bool {
    let made = match there.grammar {
        Grammar::Java | Grammar::CSharp => &["partial ", "record ", " enum ", "dynamic"][..],
        Grammar::Ruby => {
            &["method_missing", "define_method", "extend ", "include ", "attr_", "delegate", "alias"]
        }
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::Rust
        | Grammar::Go => return false,
    };
    let text = project.text(to).unwrap_or("");
    there.symbols.iter().any(|s| s.owner.is_none() && s.name == owner && s.kind == SymbolKind::Class)
        && there.marks.is_empty()
        && !made.iter().any(|w| text.contains(w))
        && !has_word(text, name)
}

/// Nothing here brings in the other file, nor names it: a word alike in the pattern's place is no connection.
fn hearsay(
    from: &Code<'_>,
    here: &Outline,
    project: &Project<'_>,
    places: &[&Range<usize>],
    to: &RepoPath,
    reach: &Reach,
) -> Option<(ItemStatus, String)> {
    let there = project.outline(to)?;
    match reach {
        Reach::CannotTell => {
            let text = project.text(to)?;
            let shown = served::registers(there.grammar, text, None);
            let idle = shown && !served::registers(there.grammar, text, Some(&there));
            let why =
                || format!("the routes of `{to}` stand only in comments, texts or code that never runs");
            return idle.then(|| (ItemStatus::Uncertain, why()));
        }
        Reach::Used { .. } => {
            let why = spoken::of_another(from, here, project, places, to, &there)?;
            return Some((ItemStatus::Partial, why));
        }
        Reach::TypeOnly { named, .. } => {
            let calls = places.iter().all(|p| {
                from.text
                    .get((*p).clone())
                    .is_some_and(|t| t.trim_end().trim_end_matches('\\').ends_with('('))
            });
            let lends = places.iter().any(|p| spoken::asks_member(from, p, &there));
            return (calls && !named && !lends).then(|| {
                (ItemStatus::Partial, format!("`{}` brings in `{to}` for its types alone", from.path))
            });
        }
        Reach::Unused { name, .. } => {
            return Some((ItemStatus::Partial, format!("`{name}` is imported there and not used")));
        }
        // No name of it is known here.
        Reach::Loaded { .. } | Reach::Not => {}
    }
    let lines = || places.iter().map(|p| from.line_text(p.start).to_lowercase());
    if matches!(there.grammar, Grammar::Java | Grammar::CSharp) {
        let named = there.symbols.iter().filter(|s| s.owner.is_none()).find(|s| {
            lines().any(|l| has_word(&l, &s.name.to_lowercase()))
                && there.homes.iter().all(|home| !from.text.contains(&format!("{home}.{}", s.name)))
        });
        if let Some(symbol) = named {
            let why = format!("`{}` is named, and nothing here brings in `{to}`", symbol.name);
            return Some((ItemStatus::Partial, why));
        }
    }
    if spoken::through(from, here, project, places, to, &there)
        || spoken::handed_on(from, here, places, &there)
    {
        return None;
    }
    if let Some(why) = spoken::foreign(from, here, project, places, to, &there) {
        return Some((ItemStatus::Partial, why));
    }
    Some((
        ItemStatus::Uncertain,
        format!("`{}` does not import `{to}`, and nothing at the pattern's place names it", from.path),
    ))
}

fn brought_by_other(
    from: &RepoPath,
    here: &Outline,
    project: &Project<'_>,
    name: &str,
    to: &RepoPath,
) -> Option<(ItemStatus, String)> {
    let plain = here.uses.get(name).is_some_and(|u| u.plain.is_some());
    if !plain {
        return None;
    }
    let brings = here.imports.iter().find(|i| i.names.iter().any(|n| n.local == name));
    if let Some(import) = brings {
        if import.names.iter().any(|n| n.local == name && n.type_only) {
            return Some((ItemStatus::Partial, format!("`{name}` is imported as a type alone")));
        }
        return match project.leads_to(from, here, import) {
            Some(_) if project.is_submodule(from, here, import, name, to) => None,
            Some(other) if other != *to && project.may_give(&other, import, name, to) => Some((
                ItemStatus::Uncertain,
                format!("`{name}` is imported from `{other}`, which works out what it gives"),
            )),
            Some(other) if other != *to => {
                Some((ItemStatus::Partial, format!("`{name}` is imported from `{other}`, not from `{to}`")))
            }
            Some(_) => None,
            None if import.from.starts_with('.') => Some((
                ItemStatus::Partial,
                format!("`{name}` is imported from `{}`, which leads nowhere", import.from),
            )),
            None => Some((
                ItemStatus::Uncertain,
                format!("`{name}` is imported from `{}`; whether that is `{to}` cannot be told", import.from),
            )),
        };
    }
    let own = here.symbols.iter().any(|s| s.name == name && s.owner.is_none());
    if own {
        return Some((
            ItemStatus::Partial,
            format!("`{from}` uses a `{name}` of its own, not that of `{to}`"),
        ));
    }
    let open = here.imports.iter().any(|i| i.all);
    let needs = matches!(
        here.grammar,
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Rust
    );
    (needs && !open)
        .then(|| (ItemStatus::Partial, format!("`{name}` is used, and nothing imports it from `{to}`")))
}
