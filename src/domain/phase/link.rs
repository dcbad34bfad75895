//! Key links: does `from` really reach `to` (SPEC 9.4).
//!
//! The pattern must be found in the code of `from`, comments left out. What `to` defines is no call,
//! so `to` is never searched; an empty `to` or `pattern` is a fault of the plan and never a pass.

use crate::domain::ids::RepoPath;
use crate::domain::plan::KeyLink;
use crate::domain::wiring::{Project, Reach};

use super::artifact::written_path;
use super::code_text::Code;
use super::idle_workflow;
use super::matching::{Search, search, search_with};
use super::{CodeFacts, Evidence, FileState, Item, ItemKind, ItemStatus};

mod around;
mod asked;
mod by_convention;
mod by_place;
mod by_text;
mod by_url;
mod declared;
mod either;
mod extent;
mod hooked;
mod idle_hook;
mod part_of;
mod place;
mod rails;
mod route;
mod served;
mod settings;
mod spoken;
mod symbol;
mod target;
mod unparsed;
mod within;
mod word;

use extent::Measured;
use symbol::{Meant, Name};
pub(super) use target::meant_by;
use target::{Target, path_words};
use within::Within;

/// The ends of a link, whole and by each thing of which one will do.
pub(super) fn ends(link: &KeyLink) -> Vec<&str> {
    [&*link.from, &*link.to]
        .into_iter()
        .flat_map(|end| std::iter::once(end).chain(either::parts(end)))
        .collect()
}

/// Returns the name that a look over the repository must ask for, where an end is the name of code.
pub(super) fn name_to_look_for(end: &str) -> Option<String> {
    Name::of(end).map(|name| name.head().to_owned())
}

/// Returns the names of code that a pattern is, or lets stand for each other: what they do must be looked at, too.
pub(super) fn called_by(pattern: &str) -> Vec<String> {
    let bare = pattern.split('|').map(|part| {
        let part = part.trim().trim_start_matches("\\b");
        ["\\(", "(", "\\b"].iter().fold(part, |part, end| part.strip_suffix(end).unwrap_or(part))
    });
    let coded = |name: &&str| {
        name.len() > 3
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && name.chars().skip(1).any(|c| c.is_uppercase() || c == '_')
    };
    bare.filter(coded).take(8).map(str::to_owned).collect()
}

/// Returns the URL that an end is, as whoever asks for it writes it down: `/api/pay` of `POST /api/pay`.
pub(super) fn url_to_look_for(end: &str) -> Option<String> {
    hooked::asked(end.trim()).filter(|url| url.len() > 2).map(str::to_owned)
}

/// Returns every path a link's `from` or `to` may mean: the whole text, then its path-like words.
pub(super) fn named_paths(text: &str) -> Vec<RepoPath> {
    let mut paths = Vec::new();
    let whole = RepoPath::parse(without_symbol(written_path(text))).ok();
    let whole = whole.filter(|_| !written_path(text).contains(' '));
    let words = text.split_whitespace().filter_map(|word| {
        let word = word.trim_matches(|c: char| "`'\"()[]{},;:<>".contains(c));
        let word = without_symbol(word);
        let word = word.trim_end_matches('.').trim_end_matches("()");
        looks_like_path(word).then(|| RepoPath::parse(word).ok()).flatten()
    });
    for path in whole.into_iter().chain(words).take(12) {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Takes the line or the symbol off a path: `a.ts:12`, `a.py::run`, `a.ts#Form`.
fn without_symbol(word: &str) -> &str {
    let Some(at) = word.find([':', '#']) else { return word };
    let (path, rest) = word.split_at(at);
    let symbol = rest.trim_start_matches([':', '#']);
    let named = symbol.chars().all(|c| c.is_alphanumeric() || "_.$-".contains(c));
    if named && looks_like_path(path) { path } else { word }
}

/// A word names a file when it has folders, a known extension, or is one of the files without one.
fn looks_like_path(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let extension = name.rsplit_once('.').is_some_and(|(stem, ext)| {
        !ext.is_empty() && ext.len() <= 8 && ext.chars().all(char::is_alphanumeric) && !stem.ends_with(' ')
    });
    word.contains('/') || extension || matches!(name, "Makefile" | "Dockerfile" | "justfile" | "Justfile")
}

/// Verifies one link of a finished plan; of what an end names with `OR`, one will do.
pub(super) fn verify(plan: &str, link: &KeyLink, code: &CodeFacts, project: Option<&Project<'_>>) -> Item {
    let item = Item::new(ItemKind::KeyLink, Some(plan), label(link), ItemStatus::Failed);
    let each = either::alternatives(link);
    let judged = each.iter().map(|one| (label(one), verify_one(item.clone(), one, code, project)));
    either::best(judged.collect()).unwrap_or(item)
}

fn verify_one(item: Item, link: &KeyLink, code: &CodeFacts, project: Option<&Project<'_>>) -> Item {
    let given_up = || project.is_some_and(|p| !p.goes_on());
    if given_up() {
        return item.given_up();
    }
    if link.from.trim().is_empty() || link.to.trim().is_empty() {
        let end = if link.from.trim().is_empty() { "from" } else { "to" };
        return item.because_of(format!("a fault of the plan: `{end}` of this link is empty"));
    }
    let same = RepoPath::parse(without_symbol(written_path(&link.from))).ok();
    if same.is_some() && same == RepoPath::parse(without_symbol(written_path(&link.to))).ok() {
        return item.because_of("a fault of the plan: `from` and `to` of this link are one file");
    }
    if link.pattern.as_deref().is_some_and(|p| p.trim().is_empty()) {
        return item.because_of("a fault of the plan: `pattern` of this link is empty");
    }
    let (path, note, named) = match resolve(&link.from, code, project) {
        From::File(path, note) => (path, note, None),
        From::Named(path, name) => {
            let note = format!("`from` is read as `{path}`, which has that name");
            (path, Some(note), Some(name))
        }
        From::Not(status, why) => return Item { status, ..item }.because_of(why),
    };
    if given_up() {
        return item.given_up();
    }
    let mut item = item;
    item.reasons.extend(note);
    let text = code.files.get(&path).and_then(|fact| fact.text.as_deref());
    let Some(text) = text.or_else(|| project.and_then(|p| p.text(&path))) else {
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item.because_of(format!("`{path}` could not be searched: too large or unreadable"));
    };
    let from = match project.and_then(|p| p.outline(&path)) {
        Some(outline) => Code::with(&path, text, Some(outline)),
        None => Code::new(&path, text),
    };
    let begin = match Begin::of(&from, link, named) {
        Ok(begin) => begin,
        Err(why) => return Item { status: ItemStatus::Uncertain, ..item }.because_of(why),
    };
    let ends = Ends::of(project, &path, code, link);
    if given_up() {
        return item.given_up();
    }
    // A name of code in `to` is that of a file, where this shows more than the word alone does.
    let by_file =
        Ends::named(project, &path, &ends, link).map(|ends| judged(item.clone(), &from, &begin, link, &ends));
    match by_file {
        Some(by_file) if by_file.status == ItemStatus::Verified => by_file,
        _ => judged(item, &from, &begin, link, &ends),
    }
}

/// Judges a link whose ends are known.
fn judged(mut item: Item, from: &Code<'_>, begin: &Begin, link: &KeyLink, ends: &Ends<'_, '_>) -> Item {
    if let Target::File(_, Some(note)) = &ends.target {
        item.reasons.push(note.clone());
    }
    let item = match link.pattern.as_deref() {
        Some(pattern) => by_pattern(item, from, begin, link, pattern.trim(), ends),
        None => by_name(item, from, link, ends),
    };
    let item = target_exists(idle_hook::asked_for(item, from, link), ends);
    // That the file is the one that was meant is read off a name.
    let status = if begin.by_name && item.status.is_gap() { ItemStatus::Uncertain } else { item.status };
    Item { status, ..item }
}

/// Where in its file a link begins.
struct Begin {
    /// The definition that `from` names.
    within: Option<Within>,
    /// `from` is a name, and its file was found by it: what is not in there may still be meant.
    by_name: bool,
}

impl Begin {
    /// Finds the definition that is named; a name of code that stands nowhere in the file leaves open what is meant.
    fn of(from: &Code<'_>, link: &KeyLink, named: Option<Name<'_>>) -> Result<Self, String> {
        let pattern = link.pattern.as_deref().unwrap_or("");
        let beside = Name::beside(&link.from, from.path).filter(|_| symbol::is_code(from.path));
        let Some(name) = named.or(beside) else { return Ok(Self { within: None, by_name: false }) };
        let found = Within::of(from, &name, pattern);
        // A word that is no name here says what the link is about.
        let within = found.filter(|within| within.declared || name.coded);
        let by_name = named.is_some();
        if within.is_none() && name.coded && !(by_name && name.owner.is_none()) {
            return Err(format!("`{}` stands nowhere in `{}`", name.name, from.path));
        }
        Ok(Self { within, by_name })
    }
}

/// Returns the label of a link's item.
pub(super) fn label(link: &KeyLink) -> String {
    format!("{} → {}", link.from.trim(), link.to.trim())
}

enum From<'t> {
    File(RepoPath, Option<String>),
    /// The file that has a name of code.
    Named(RepoPath, Name<'t>),
    Not(ItemStatus, String),
}

/// A bare file name means the one file of the phase that is called so.
fn by_file_name(paths: &[RepoPath], code: &CodeFacts) -> Option<From<'static>> {
    for bare in paths.iter().filter(|p| !p.as_str().contains('/') && looks_like_path(p.as_str())) {
        let called = |path: &&RepoPath| path.file_name() == bare.as_str();
        // What was only read because a link may mean it is none of the phase's files.
        let own = code
            .files
            .iter()
            .filter(|(path, fact)| fact.state == FileState::File && !code.by_name.contains(*path));
        let there = own.map(|(path, _)| path);
        let found: Vec<&RepoPath> = there.filter(called).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Some(From::File((*one).clone(), Some(format!("`from` is read as `{one}`")))),
            [one, other, ..] => {
                let why = format!("`{bare}` may be `{one}` or `{other}`");
                return Some(From::Not(ItemStatus::Uncertain, why));
            }
        }
    }
    None
}

/// The end of a path means the one file of the repository whose path ends so.
fn by_end(from: &str, project: Option<&Project<'_>>) -> Option<From<'static>> {
    let found = target::files(project?, None, from);
    match found.as_slice() {
        [] => None,
        [one] => Some(From::File(one.clone(), Some(format!("`from` is read as `{one}`")))),
        [one, other, ..] => {
            let why = format!("`from` may mean `{one}` or `{other}`; write its whole path");
            Some(From::Not(ItemStatus::Uncertain, why))
        }
    }
}

/// A name of code means the one file that declares it, or is called so.
fn by_symbol<'t>(from: &'t str, project: Option<&Project<'_>>) -> Option<From<'t>> {
    let name = Name::of(from)?;
    match symbol::file_of(project?, &name) {
        Meant::None => None,
        Meant::One(path) => Some(From::Named(path, name)),
        Meant::Several(files) => {
            let why = format!(
                "`from` may mean {}; write the path of the file that is meant",
                symbol::listed(&files)
            );
            Some(From::Not(ItemStatus::Uncertain, why))
        }
    }
}

/// Finds the file that `from` means; prose counts when one of its words is a file that exists.
fn resolve<'t>(from: &'t str, code: &CodeFacts, project: Option<&Project<'_>>) -> From<'t> {
    let written = written_path(from);
    let prose = written.contains(char::is_whitespace);
    let system = ["etc", "home", "root", "tmp", "usr", "var", "opt", "mnt", "dev", "proc", "Users"];
    let first = written.trim_start_matches('/').split('/').next().unwrap_or("");
    let url = written.starts_with('/') && !target::is_file_name(written) && !system.contains(&first);
    if url && !prose {
        let why = format!("`from` names no file: `{written}` may be a URL; a link starts in a file");
        return From::Not(ItemStatus::Uncertain, why);
    }
    if !prose && let Err(why) = RepoPath::parse(written) {
        return From::Not(ItemStatus::Failed, format!("a fault of the plan: `from` {why}"));
    }
    let paths = named_paths(from);
    for path in &paths {
        if code.files.get(path).is_some_and(|fact| fact.state == FileState::File) {
            let note = (path.as_str() != written).then(|| format!("`from` is read as `{path}`"));
            return From::File(path.clone(), note);
        }
    }
    let folder = |path: &RepoPath| code.files.get(path).is_some_and(|f| f.state == FileState::Folder);
    let found = by_file_name(&paths, code);
    if let Some(found) = found.or_else(|| if paths.iter().any(folder) { None } else { by_end(from, project) })
    {
        return found;
    }
    if !paths.iter().any(folder)
        && let Some(found) = by_symbol(from, project)
    {
        return found;
    }
    let Some(path) = paths.first() else {
        return From::Not(ItemStatus::Uncertain, "`from` names no file".to_owned());
    };
    match code.files.get(path).map(|fact| fact.state) {
        None => From::Not(ItemStatus::Uncertain, format!("`{path}` was not looked at")),
        Some(FileState::Folder) => {
            From::Not(ItemStatus::Uncertain, format!("`{path}` is a folder; a link starts in a file"))
        }
        Some(FileState::Unreadable) => {
            From::Not(ItemStatus::Uncertain, format!("`{path}` is there and could not be read"))
        }
        Some(FileState::Outside) => {
            From::Not(ItemStatus::Failed, format!("`{path}` leads out of the repository"))
        }
        // A file name within a sentence may be that of something which is made when the program runs.
        Some(FileState::Missing)
            if prose
                && !path.as_str().contains('/')
                && code.files.get(path).is_some_and(|fact| !fact.gone)
                && !code.files.keys().any(|p| p != path && p.file_name() == path.as_str()) =>
        {
            From::Not(ItemStatus::Uncertain, format!("`from` names no file: there is no `{path}`"))
        }
        // `matrix.os` is a value by its name, `src/gone.xyz` a path.
        Some(FileState::Missing | FileState::File)
            if !prose && !looks_like_path(written)
                || !path.as_str().contains('/') && !target::is_file_name(path.as_str()) =>
        {
            From::Not(ItemStatus::Uncertain, format!("`from` names no file: there is no `{path}`"))
        }
        Some(FileState::Missing | FileState::File) => {
            From::Not(ItemStatus::Failed, format!("`{path}` does not exist"))
        }
    }
}

/// What a link is judged by beside the text of `from`.
struct Ends<'p, 'c> {
    project: Option<&'p Project<'c>>,
    /// What `to` means.
    target: Target,
    /// The file that `to` means, where it is one with a syntax tree.
    to: Option<RepoPath>,
    /// How `from` reaches it by its imports.
    reach: Reach,
}

impl<'p, 'c> Ends<'p, 'c> {
    fn of(project: Option<&'p Project<'c>>, from: &RepoPath, code: &CodeFacts, link: &KeyLink) -> Self {
        let target = target::of(project, from, code, &link.to);
        let to = match &target {
            Target::File(to, _) => Some(to.clone()),
            Target::Missing(_) | Target::Several(..) | Target::Itself | Target::Words => None,
        };
        let to = to.filter(|to| project.is_some_and(|p| p.outline(to).is_some()));
        let reach = match (project, &to) {
            (Some(project), Some(to)) => project.reach(from, to),
            _ => Reach::CannotTell,
        };
        Self { project, target, to, reach }
    }

    /// The place in `from` that may use the other file by a name it computes.
    fn by_computed_name(&self, from: &RepoPath) -> Option<usize> {
        self.project?.by_computed_name(from, self.to.as_ref()?)
    }

    /// The ends where `to` is a name of code, read as the one file that has it.
    fn named(project: Option<&'p Project<'c>>, from: &RepoPath, ends: &Self, link: &KeyLink) -> Option<Self> {
        let name = Name::of(&link.to).filter(|_| ends.target == Target::Words)?;
        let Meant::One(to) = symbol::file_of(project?, &name) else { return None };
        if to == *from {
            return None;
        }
        let target = Target::File(to.clone(), Some(format!("`to` is read as `{to}`, which has that name")));
        let to = Some(to).filter(|to| project.is_some_and(|p| p.outline(to).is_some()));
        let reach = match (project, &to) {
            (Some(project), Some(to)) => project.reach(from, to),
            _ => Reach::CannotTell,
        };
        Some(Self { project, target, to, reach })
    }

    /// Says why a place of the pattern shows nothing, where one of the two files is of a language without a syntax tree.
    fn unparsed(&self, from: &Code<'_>, places: &[std::ops::Range<usize>]) -> Option<String> {
        let Target::File(to, _) = &self.target else { return None };
        let open = from.outline.is_none() && unparsed::is_unparsed(from.path)
            || self.to.is_none() && unparsed::is_unparsed(to);
        let project = self.project.filter(|_| open)?;
        if part_of::embeds(from, project, places, to) {
            return None;
        }
        let text = project.text(to)?;
        unparsed::doubt(from, places, &Code::new(to, text))
    }

    /// Says where the other file holds the pattern and names this one: then the link stands the other way round.
    fn reversed(&self, from: &Code<'_>, pattern: &str) -> Option<String> {
        let (Target::File(to, _), Some(project)) = (&self.target, self.project) else { return None };
        let there = Code::with(to, project.text(to)?, project.outline(to));
        let Search::Hits { places, far: None, .. } = search(pattern, &there.text) else { return None };
        let reaches = matches!(project.reach(to, from.path), Reach::Used { .. })
            || word::named(&there, Some(project), Some(from.path), from.path.as_str()).is_some();
        let line = places.first().filter(|_| reaches).map(|place| there.line_at(place.start))?;
        Some(format!("the link stands the other way round, at {to}:{line}"))
    }

    /// Says why nothing tells that a place of the pattern is one of what `to` means.
    fn untold(&self, from: &Code<'_>, places: &[std::ops::Range<usize>], to: &str) -> Option<String> {
        match &self.target {
            Target::Several(one, other) => {
                Some(format!("`to` may mean `{one}` or `{other}`; write its whole path"))
            }
            Target::Words if !target::is_said(from, self.project, places, to) => Some(format!(
                "`to` names no file of the repository, and nothing at the pattern's place names `{to}`; write the path of the file that is meant"
            )),
            Target::File(..) | Target::Missing(_) | Target::Itself | Target::Words => None,
        }
    }
}

fn by_pattern(
    mut item: Item,
    from: &Code<'_>,
    begin: &Begin,
    link: &KeyLink,
    pattern: &str,
    ends: &Ends<'_, '_>,
) -> Item {
    let path = from.path;
    let measured = std::cell::OnceCell::new();
    let is_one_piece = |found: &std::ops::Range<usize>| {
        let goes_on = ends.project.is_none_or(Project::goes_on);
        goes_on.then(|| measured.get_or_init(|| Measured::of(from)).is_one_piece(found))
    };
    let searched = begin.within.as_ref().map_or(&from.text, |within| &within.text);
    let found = search_with(pattern, searched, &is_one_piece);
    let found = match (found, &begin.within) {
        (Search::Nothing { .. }, Some(within)) => search_with(pattern, &within.with_lent, &is_one_piece),
        (found, _) => found,
    };
    match found {
        Search::Vacuous => {
            item.because_of(format!("a fault of the plan: the pattern `{pattern}` matches almost anything"))
        }
        Search::Hits { places, said, far } => {
            let mut judged = place::judge(from, &places, ends.project, ends.to.as_ref(), &ends.reach);
            if judged.status == ItemStatus::Partial
                && let Some((at, why)) =
                    by_text::class(from, ends.project, ends.to.as_ref(), &ends.reach, Some(&places))
            {
                judged = place::Judged { status: ItemStatus::Uncertain, at, why: Some(why) };
            }
            if judged.status.is_gap()
                && let Some(at) = ends.by_computed_name(path)
            {
                let why = format!(
                    "a name that is given as the program runs, line {}, may be one of `{}`",
                    from.line_at(at),
                    link.to.trim()
                );
                judged = place::Judged { status: ItemStatus::Uncertain, at, why: Some(why) };
            }
            let at = judged.at;
            item.evidence.push(Evidence::at(path, from.line_at(at), from.line_text(at)));
            item.reasons.extend(said);
            item.reasons.extend(judged.why);
            item.reasons.extend(far.map(str::to_owned));
            let other = other_url(from, &places, link, ends)
                .or_else(|| ends.unparsed(from, &places))
                .or_else(|| ends.untold(from, &places, link.to.trim()))
                .or_else(|| idle_workflow::does_nothing(path, &from.text, &places))
                .filter(|_| judged.status == ItemStatus::Verified);
            let open = far.is_some() || other.is_some();
            item.reasons.extend(other);
            let status = if open && judged.status == ItemStatus::Verified {
                ItemStatus::Uncertain
            } else {
                judged.status
            };
            if status.is_gap() {
                item.missing.push(format!("a use of `{}` in `{path}`", link.to.trim()));
            }
            Item { status, ..item }
        }
        Search::Nothing { said } => {
            item.reasons.extend(said);
            item.missing.push(format!("a connection from `{path}` to `{}`: `{pattern}`", link.to.trim()));
            if let Some(found) = elsewhere(&item, from, begin, pattern) {
                return found;
            }
            if let Search::Hits { places, .. } = search(pattern, from.raw) {
                let at = places.first().map_or(0, |p| p.start);
                let line = from.line_at(at);
                item.evidence.push(Evidence::at(path, line, from.line_text(at)));
                return item
                    .because_of(format!("`{pattern}` stands in `{path}` only in a comment, line {line}"));
            }
            item.reasons.extend(ends.reversed(from, pattern));
            if begin.by_name {
                let item = Item { status: ItemStatus::Uncertain, ..item };
                return item
                    .because_of(format!("`{pattern}` is not in `{path}`, and `from` is a name alone"));
            }
            let reached = match ends.reach {
                Reach::Used { line }
                | Reach::Unused { line, .. }
                | Reach::TypeOnly { line, .. }
                | Reach::Loaded { line } => Some(line),
                Reach::Not | Reach::CannotTell => None,
            };
            if let Some(line) = reached {
                let text = from.raw.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
                item.evidence.push(Evidence::at(path, line, text));
                let item = Item { status: ItemStatus::Partial, ..item };
                return item.because_of(format!(
                    "`{path}` imports `{}`, but `{pattern}` is not in it",
                    link.to.trim()
                ));
            }
            let named = word::named(from, ends.project, ends.to.as_ref(), link.to.trim());
            if let Some(at) = named {
                item.evidence.push(Evidence::at(path, from.line_at(at), from.line_text(at)));
                let item = Item { status: ItemStatus::Partial, ..item };
                return item.because_of(format!(
                    "`{path}` names `{}`, but `{pattern}` is not in it",
                    link.to.trim()
                ));
            }
            item.because_of(format!("`{pattern}` is not in `{path}`"))
        }
    }
}

/// The pattern stands in the file, and not in the definition that `from` names.
fn elsewhere(item: &Item, from: &Code<'_>, begin: &Begin, pattern: &str) -> Option<Item> {
    let within = begin.within.as_ref()?;
    let Search::Hits { places, .. } = search(pattern, &from.text) else { return None };
    let at = places.first()?.start;
    let mut item = item.clone();
    item.evidence.push(Evidence::at(from.path, from.line_at(at), from.line_text(at)));
    let why = format!("`{pattern}` stands at line {}, and not in `{}`", from.line_at(at), within.name);
    let sure = within.declared && !begin.by_name;
    let status = if sure { ItemStatus::Partial } else { ItemStatus::Uncertain };
    Some(Item { status, ..item }.because_of(why))
}

/// A link to a URL, where the pattern's places hold other URLs and that one nowhere.
fn other_url(
    from: &Code<'_>,
    places: &[std::ops::Range<usize>],
    link: &KeyLink,
    ends: &Ends<'_, '_>,
) -> Option<String> {
    const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    let to = link.to.trim();
    let asked = METHODS.iter().find_map(|m| to.strip_prefix(m)).unwrap_or(to).trim();
    let asked = route::Url::of(asked).filter(|_| ends.to.is_none() && asked.starts_with('/'))?;
    let found: Vec<route::Url> = places.iter().flat_map(|p| spoken::urls(&from.text, p)).collect();
    let rooted = found.iter().any(route::Url::is_rooted);
    (rooted && !found.iter().any(|url| url.is(&asked)))
        .then(|| format!("the URLs at the pattern's place are others than `{to}`"))
}

/// Without a pattern the import decides where it can be followed, else the target's name in the code of `from`.
fn by_name(mut item: Item, from: &Code<'_>, link: &KeyLink, ends: &Ends<'_, '_>) -> Item {
    let (path, to) = (from.path, link.to.trim());
    let at_line = |item: &mut Item, line: u32| {
        let text = from.raw.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
        item.evidence.push(Evidence::at(path, line, text));
    };
    if let Some((at, why)) = by_text::class(from, ends.project, ends.to.as_ref(), &ends.reach, None) {
        at_line(&mut item, from.line_at(at));
        return Item { status: ItemStatus::Uncertain, ..item }.because_of(why);
    }
    match &ends.reach {
        Reach::Used { line } => {
            at_line(&mut item, *line);
            let item = Item { status: ItemStatus::Verified, ..item };
            return item.because_of(format!("the plan gives no pattern; `{path}` imports and uses `{to}`"));
        }
        Reach::Unused { line, name } => {
            at_line(&mut item, *line);
            item.missing.push(format!("a use of `{name}` in `{path}`"));
            let item = Item { status: ItemStatus::Partial, ..item };
            return item.because_of(format!("`{path}` imports `{name}` and does not use it"));
        }
        Reach::TypeOnly { line, named: true } => {
            at_line(&mut item, *line);
            let item = Item { status: ItemStatus::Uncertain, ..item };
            return item.because_of(format!(
                "the plan gives no pattern; `{path}` uses types of `{to}` alone, and there is more to it"
            ));
        }
        Reach::TypeOnly { line, named: false } => {
            at_line(&mut item, *line);
            item.missing.push(format!("a use of `{to}` in `{path}` beside its types"));
            let item = Item { status: ItemStatus::Partial, ..item };
            return item.because_of(format!("`{path}` imports only types of `{to}`"));
        }
        Reach::Loaded { line } => {
            at_line(&mut item, *line);
            let item = Item { status: ItemStatus::Uncertain, ..item };
            return item.because_of(format!(
                "the plan gives no pattern; `{path}` brings `{to}` in without a name, and it only declares names"
            ));
        }
        Reach::Not | Reach::CannotTell => {}
    }
    if let Some(at) = word::named(from, ends.project, ends.to.as_ref(), to) {
        item.evidence.push(Evidence::at(path, from.line_at(at), from.line_text(at)));
        if ends.to.is_some() && ends.reach == Reach::Not {
            let item = Item { status: ItemStatus::Uncertain, ..item };
            return item.because_of(format!(
                "the plan gives no pattern; `{path}` names `{to}` and does not import it"
            ));
        }
        let item = Item { status: ItemStatus::Verified, ..item };
        return item.because_of(format!("the plan gives no pattern; `{path}` names `{to}`"));
    }
    if let Some((at, asks)) = by_url::asked(from, ends.project, ends.to.as_ref()) {
        at_line(&mut item, from.line_at(at));
        let status = if asks { ItemStatus::Verified } else { ItemStatus::Uncertain };
        let how = if asks { "asks for" } else { "names" };
        return Item { status, ..item }
            .because_of(format!("the plan gives no pattern; `{path}` {how} the URL that `{to}` serves"));
    }
    if let Some((line, how)) = hooked::through(from, ends.project, to) {
        at_line(&mut item, line);
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item
            .because_of(format!("the plan gives no pattern; `{path}` may reach `{to}` through {how}"));
    }
    if let Some((at, how)) = by_convention::asked(from, ends.project, ends.to.as_ref()) {
        at_line(&mut item, from.line_at(at));
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item.because_of(format!("the plan gives no pattern; `{path}` may reach `{to}`: {how}"));
    }
    item.missing.push(format!("a connection from `{path}` to `{to}`"));
    let item = Item { status: ItemStatus::Partial, ..item };
    item.because_of(format!("the plan gives no pattern, and nothing in `{path}` names `{to}`"))
}

/// A reference to a source file that is not there is half a link at most.
fn target_exists(item: Item, ends: &Ends<'_, '_>) -> Item {
    let Target::Missing(path) = &ends.target else { return item };
    if item.status != ItemStatus::Verified {
        return item;
    }
    // What holds the secrets of a machine is made from its example, and not committed.
    let example = |end: &str| RepoPath::parse(&format!("{path}.{end}")).ok();
    let made = ["example", "sample", "template", "dist"].into_iter().filter_map(example).find(|example| {
        path.file_name().starts_with(".env") && ends.project.is_some_and(|p| p.exists(example))
    });
    if let Some(example) = made {
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item.because_of(format!("`{path}` does not exist, and may be made from `{example}`"));
    }
    let mut item = Item { status: ItemStatus::Partial, ..item };
    item.missing.push(format!("the file `{path}`"));
    item.because_of(format!("`from` reaches for it, but `{path}` does not exist"))
}

#[cfg(test)]
mod tests {
    use super::super::FileFact;
    use super::*;

    fn link(from: &str, to: &str, pattern: Option<&str>) -> KeyLink {
        KeyLink {
            from: from.to_owned(),
            to: to.to_owned(),
            pattern: pattern.map(str::to_owned),
            ..KeyLink::default()
        }
    }

    fn run(link: &KeyLink, files: &[(&str, &str)]) -> Item {
        let mut code = CodeFacts::default();
        for path in named_paths(&link.from).into_iter().chain(named_paths(&link.to)) {
            code.files.insert(path, FileFact::missing());
        }
        for (path, text) in files {
            code.files.insert(RepoPath::parse(path).expect("a path"), FileFact::of_text(*text));
        }
        verify("01-01", link, &code, None)
    }

    #[test]
    fn patterns_are_found_in_code_only() {
        use ItemStatus::{Failed, Partial, Uncertain, Verified};
        for (text, pattern, status, said) in [
            ("import { pay } from './pay'\npay()", "pay\\(", Verified, ""),
            ("one(\n  two\n)", "one.*two", Verified, "dot-all"),
            ("#[folder = \"../web/\"]", "#[folder = \"../web/\"]", Verified, "literally"),
            ("x(${orgId})", "${orgId}(?!", Failed, "literally"),
            ("call(a{b)", "a{b", Verified, ""),
            ("f(x)", "(?=x", Failed, "no regular expression"),
            ("// pay()\nother()", "pay\\(", Failed, "only in a comment, line 1"),
            ("/* pay() */ import './pay'", "pay\\(", Failed, "comment"),
            ("import './pay'\n", "charge\\(", Partial, "names"),
            ("nothing here", "charge\\(", Failed, "is not in"),
            ("anything", ".*", Failed, "matches almost anything"),
            ("anything", "\\w+", Failed, "matches almost anything"),
            ("anything", "^", Failed, "matches almost anything"),
            ("anything", "", Failed, "`pattern` of this link is empty"),
            ("anything", "   ", Failed, "empty"),
        ] {
            let item = run(
                &link("src/a.ts", "src/pay.ts", Some(pattern)),
                &[("src/a.ts", text), ("src/pay.ts", "")],
            );
            assert_eq!(item.status, status, "{pattern} in {text}: {:?}", item.reasons);
            assert!(item.reasons.join("; ").contains(said), "{pattern}: {:?}", item.reasons);
        }
        let far = format!("one\n{}two", "\n".repeat(80));
        let item = run(&link("src/a.ts", "x", Some("one.*two")), &[("src/a.ts", &far)]);
        assert_eq!(item.status, Uncertain, "{:?}", item.reasons);
    }

    #[test]
    fn ends_are_resolved_or_refused() {
        use ItemStatus::{Failed, Partial, Uncertain, Verified};
        for (from, to, status, said) in [
            ("src/a.ts", "src/pay.ts", Verified, ""),
            ("src/a.ts pay handler", "src/pay.ts", Verified, "read as `src/a.ts`"),
            ("the handler in `src/a.ts:3`", "src/pay.ts", Verified, "read as"),
            ("src/gone.ts", "src/pay.ts", Failed, "does not exist"),
            ("the deploy target", "src/pay.ts", Uncertain, "names no file"),
            ("../../etc/passwd", "src/pay.ts", Failed, "leaves the repository"),
            ("/etc/passwd", "src/pay.ts", Failed, "absolute"),
            ("src/a.ts", "", Failed, "`to` of this link is empty"),
            ("", "src/pay.ts", Failed, "`from` of this link is empty"),
            ("src/a.ts", "src/gone.ts", Partial, "`src/gone.ts` does not exist"),
            ("src/a.ts", "/api/pay", Verified, ""),
        ] {
            let item = run(&link(from, to, Some("pay")), &[("src/a.ts", "pay()"), ("src/pay.ts", "")]);
            assert_eq!(item.status, status, "{from} → {to}: {:?}", item.reasons);
            assert!(item.reasons.join("; ").contains(said), "{from} → {to}: {:?}", item.reasons);
        }
    }

    #[test]
    fn without_a_pattern_the_name_decides() {
        use ItemStatus::{Partial, Verified};
        for (text, to, status) in [
            ("import x from '../pay-card'", "src/pay-card.ts", Verified),
            ("// import x from '../pay-card'", "src/pay-card.ts", Partial),
            ("use crate::pay_card;", "src/pay-card.rs", Verified),
            ("payment()", "src/pay.ts", Partial),
            ("index of things", "src/verify/index.ts", Partial),
            ("from '../verify/index.js'", "src/verify/index.ts", Verified),
            ("fetch('/api/x')", "/api/x", Verified),
        ] {
            let item =
                run(&link("src/a.ts", to, None), &[("src/a.ts", text), (to.trim_start_matches('/'), "")]);
            assert_eq!(item.status, status, "{to} in {text}: {:?}", item.reasons);
        }
    }

    #[test]
    fn a_line_or_a_symbol_is_taken_off_a_path_and_off_nothing_else() {
        for (word, path) in [
            ("src/a.ts:12", "src/a.ts"),
            ("a.py::run", "a.py"),
            ("a.ts#Form", "a.ts"),
            ("src/a.ts", "src/a.ts"),
            ("api:pay", "api:pay"),
            ("src/a.ts: the (door)", "src/a.ts: the (door)"),
        ] {
            assert_eq!(without_symbol(word), path, "{word}");
        }
    }

    #[test]
    fn a_pattern_in_a_comment_is_shown_where_it_stands() {
        let link = link("src/a.ts", "src/pay.ts", Some("pay\\("));
        let item = run(&link, &[("src/a.ts", "other()\n// pay()\n"), ("src/pay.ts", "")]);
        let shown: Vec<_> = item.evidence.iter().map(|e| (e.file.as_deref(), e.line)).collect();
        assert_eq!(shown, [(Some("src/a.ts"), Some(2))], "{:?}", item.reasons);
    }
}
