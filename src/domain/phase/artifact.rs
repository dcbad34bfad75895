//! Promised files: are they there, and do they hold what was promised (SPEC 9.3).
//!
//! Never verifies a folder that is no package, a path outside the repository, or a check that could not be made.

use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::plan::Artifact;

use crate::domain::syntax::{self, Blank, Grammar};
use crate::domain::wiring::{Origin, Project, Role, Wired, role};

use super::asked_text;
use super::bare_router::bare_router;
use super::bare_settings;
use super::code_text::{Code, Language};
use super::component;
use super::export::{Export, export};
use super::idle_script::{self, Idle};
use super::idle_workflow;
use super::several;
use super::shell_text;
use super::stub::{self, Sure};
use super::{
    Checks, CodeFacts, Evidence, FileFact, FileState, Item, ItemKind, ItemStatus, Levels, package, test_file,
};

/// Most places of one kind that an item tells.
const PLACES: usize = 5;

/// What is said of a file of which nothing more is asked.
pub(super) const NOTHING_ASKED: &str = "the plan asks for nothing but that the file exists";

/// Reads a path as plans write it: backticks and a trailing note in brackets are not part of it.
pub(super) fn written_path(text: &str) -> &str {
    let text = text.trim().trim_matches('`').trim();
    match text.split_once(" (") {
        Some((path, note)) if note.ends_with(')') => path.trim().trim_matches('`'),
        _ => text,
    }
}

/// Returns the second path of `src/pay.ts (and src/refund.ts)`, which nobody would look for.
fn second_path(text: &str) -> Option<&str> {
    let (_, note) = text.split_once(" (")?;
    let (word, rest) = note.trim_end_matches(['`', ')']).split_once(' ')?;
    let joins = ["and", "plus", "with", "+", "&"].contains(&word.to_ascii_lowercase().as_str());
    let second = rest.split([' ', ',']).next()?.trim_matches('`');
    let is_path = second.contains('/') && RepoPath::parse(second).is_ok_and(|p| p.file_name().contains('.'));
    (joins && is_path).then_some(second)
}

/// Verifies one artifact of a finished plan.
///
/// Without a project nobody looked who uses it, and its third level is not asked for.
pub(super) fn verify(
    plan: &str,
    artifact: &Artifact,
    code: &CodeFacts,
    project: Option<&Project<'_>>,
) -> Item {
    verify_but(plan, artifact, code, project, Asks::All)
}

/// Whether it is asked who uses a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    All,
    /// Another file of the same package is in use, and with it the package.
    Substance,
}

/// As [`verify`], of a file that may be one of several.
pub(super) fn verify_but(
    plan: &str,
    artifact: &Artifact,
    code: &CodeFacts,
    project: Option<&Project<'_>>,
    asks: Asks,
) -> Item {
    let item = Item::new(ItemKind::Artifact, Some(plan), artifact.path.trim(), ItemStatus::Failed);
    if project.is_some_and(|p| !p.goes_on()) {
        return item.given_up();
    }
    let path = match RepoPath::parse(written_path(&artifact.path)) {
        Ok(path) => path,
        Err(why) => {
            let levels = Some(Levels { exists: Some(false), ..Levels::default() });
            let item = Item { levels, ..item };
            return item.because_of(format!("a fault of the plan: the path {why}"));
        }
    };
    if let Some(second) = second_path(&artifact.path) {
        return item.because_of(format!(
            "a fault of the plan: the note behind the path names `{second}`, too; promise it as an artifact of its own"
        ));
    }
    if path.as_str().split('/').any(|part| part.eq_ignore_ascii_case(".git")) {
        return absent(item, &path, "is git's own book-keeping and no work of the phase");
    }
    let Some(fact) = code.files.get(&path) else {
        let item = Item { status: ItemStatus::Uncertain, ..item };
        return item.because_of("the file was not looked at");
    };
    if fact.state == FileState::Missing
        && let Some(several) = several::verify(plan, &path, artifact, code, project)
    {
        return several;
    }
    match fact.state {
        FileState::Missing if code.ignored.contains(&path) => {
            let item = Item { status: ItemStatus::Uncertain, ..item };
            item.because_of(format!(
                "`{path}` is not there, and git ignores it: what is made when the work is built or run cannot be told"
            ))
        }
        FileState::Missing => absent(item, &path, "does not exist"),
        FileState::Folder => package::verify(plan, &path, artifact, code, project)
            .unwrap_or_else(|| absent(item, &path, "is a folder, not a file")),
        FileState::Outside => absent(item, &path, "leads out of the repository or is no regular file"),
        FileState::Unreadable => {
            let item = Item { status: ItemStatus::Uncertain, ..item };
            item.because_of(format!("`{path}` is there and could not be read"))
        }
        FileState::File => substance(item, &path, fact, artifact, (project, asks)),
    }
}

fn absent(item: Item, path: &RepoPath, why: &str) -> Item {
    let levels = Some(Levels { exists: Some(false), ..Levels::default() });
    let missing = vec![format!("the file `{path}`")];
    Item { levels, missing, ..item }.because_of(format!("`{path}` {why}"))
}

/// One check's outcome: true, false, or not tellable.
type Told = Option<bool>;

/// What the checks of one artifact came to.
#[derive(Default)]
struct Findings {
    checks: Checks,
    told: Vec<Told>,
    reasons: Vec<String>,
    missing: Vec<String>,
    evidence: Vec<Evidence>,
}

/// Joins what several parts of one check told: one false decides, else one untold leaves it open.
pub(super) fn all(parts: &[Told]) -> Told {
    if parts.contains(&Some(false)) {
        Some(false)
    } else if parts.contains(&None) {
        None
    } else {
        Some(true)
    }
}

fn substance(
    item: Item,
    path: &RepoPath,
    fact: &FileFact,
    artifact: &Artifact,
    (project, asks): (Option<&Project<'_>>, Asks),
) -> Item {
    let mut found = Findings::default();
    if let Some(least) = artifact.min_lines {
        let told = enough_lines(path, fact, least, &mut found);
        found.checks.min_lines = told;
        found.told.push(told);
    }
    let padded = |code: &Code<'_>| artifact.min_lines.filter(|least| is_padded(code, *least));
    let known = project.and_then(|p| p.outline(path));
    let code = fact.text.as_deref().map(|text| match known {
        Some(outline) => Code::with(path, text, Some(outline)),
        None => Code::new(path, text),
    });
    let asked = !(artifact.contains.is_empty()
        && artifact.must_not_contain.is_empty()
        && artifact.exports.is_empty());
    match &code {
        Some(code) => {
            holds_something(code, &mut found);
            holds_settings(code, artifact, &mut found);
            if only_imports(code) {
                found.told.push(None);
                found
                    .reasons
                    .push(format!("`{path}` brings in what the framework has, and declares nothing"));
            }
            if let (Some(least), Some(true)) = (padded(code), found.checks.min_lines) {
                found.told.push(None);
                found.reasons.push(format!(
                    "of the {least} lines that the plan asks for, less than a quarter are neither blank nor comment"
                ));
            }
            runs_something(code, project, &mut found);
            text_checks(code, artifact, project, &mut found);
            let role = project.map_or(Role::Code, |p| role(p, path));
            // What no tree can be read of may be a program all the same.
            let program = matches!(code.language, Language::Php | Language::CLike) && role == Role::Resource;
            let is_code = program || matches!(role, Role::Code | Role::Start(_) | Role::MayStart(_));
            if is_code && !crate::domain::wiring::is_test(path) {
                no_stub(code, artifact, project, &mut found);
            }
        }
        None if asked => {
            found.told.push(None);
            found.reasons.push(format!("`{path}` is too large to look for texts in it"));
        }
        None => {}
    }
    if project.is_some_and(|p| p.is_ignored(path)) {
        found.told.push(None);
        found.reasons.push(match &fact.link {
            Some(real) => {
                format!("`{path}` is a link to `{real}`: promise `{real}` itself, which is the work")
            }
            None => format!("git does not know `{path}`: it is ignored, or no regular file here"),
        });
    }
    let substantive = if found.told.is_empty() { None } else { all(&found.told) };
    let asked = project.filter(|_| asks == Asks::All);
    let (wired, open) = asked.map_or((None, false), |p| wired(p, path, &mut found));
    let failed = substantive == Some(false) || wired == Some(false);
    let status = if failed {
        ItemStatus::Failed
    } else if open || !found.told.is_empty() && substantive.is_none() {
        ItemStatus::Uncertain
    } else {
        ItemStatus::Verified
    };
    if found.evidence.is_empty() {
        found.evidence.push(Evidence::file(path));
    }
    if found.told.is_empty() {
        found.reasons.push(NOTHING_ASKED.to_owned());
    }
    Item {
        status,
        levels: Some(Levels { exists: Some(true), substantive, wired }),
        checks: (found.checks != Checks::default()).then_some(found.checks),
        reasons: found.reasons,
        evidence: found.evidence,
        missing: found.missing,
        ..item
    }
}

/// Asks who uses the file; the second value says that it should be told and cannot.
fn wired(project: &Project<'_>, path: &RepoPath, found: &mut Findings) -> (Told, bool) {
    let place = |project: &Project<'_>, file: &RepoPath, line: u32| {
        let text = project.text(file).unwrap_or("");
        let text = text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("");
        Evidence::at(file, line, text)
    };
    match project.wired(path) {
        Wired::Yes { file, line, how } => {
            found.evidence.push(place(project, &file, line));
            found.reasons.push(format!("wired: {how}"));
            (Some(true), false)
        }
        Wired::No { why, at } => {
            found.evidence.extend(at.map(|(file, line)| place(project, &file, line)));
            found.reasons.push(format!("`{path}` is not wired: {why}"));
            found.missing.push(format!("a use of `{path}` outside of tests"));
            (Some(false), false)
        }
        Wired::NotAsked(why) => {
            found.reasons.push(format!("wiring is not asked for: {why}"));
            (None, false)
        }
        Wired::CannotTell(why) => {
            found.reasons.push(format!("whether `{path}` is wired cannot be told: {why}"));
            (None, true)
        }
    }
}

/// Files that do their work by being there.
const MARKS: [&str; 8] =
    ["__init__.py", ".gitkeep", ".keep", ".nojekyll", "py.typed", ".npmignore", ".dockerignore", ".nomedia"];

/// A file without a word of its own is no work, whatever else holds.
fn holds_something(code: &Code<'_>, found: &mut Findings) {
    if MARKS.contains(&code.path.file_name()) {
        return;
    }
    let what = if code.raw.trim_start_matches('\u{feff}').trim().is_empty() {
        "is empty"
    } else if code.outline.as_deref().is_some_and(|o| o.intact) && says_nothing(code) {
        "holds nothing but comments"
    } else if bare_settings::is_bare_migration(code.path, &code.text) {
        "is a migration without any operation"
    } else if component::only_names_itself(code) {
        "shows nothing but its own name"
    } else if component::is_empty(code) {
        "is a component without anything to show or to do"
    } else if component::is_to_be(code) {
        "is a component that only says that something is to come"
    } else {
        return;
    };
    found.told.push(Some(false));
    found.reasons.push(format!("`{}` {what}", code.path));
    found.missing.push(format!("the work itself in `{}`", code.path));
}

/// Settings of which the plan says what they are for, and of which there are none. A file may be meant to be empty at first:
/// a person tells. Texts that the plan asks for decide by themselves.
fn holds_settings(code: &Code<'_>, artifact: &Artifact, found: &mut Findings) {
    let asked = artifact.provides.as_deref().is_some_and(|what| !what.trim().is_empty())
        || artifact.min_lines.is_some();
    let decided = !artifact.contains.is_empty() || !artifact.exports.is_empty();
    if let Some(what) = bare_settings::holds(code.path, code.raw).filter(|_| asked && !decided) {
        found.told.push(None);
        found.reasons.push(format!("`{}` holds {what}, and the plan asks for more than the file", code.path));
    }
}

/// Tells whether all of a module of Python is to bring in what Django has, or to say that there are no routes: it is as the
/// generator left it.
fn only_imports(code: &Code<'_>) -> bool {
    let Some(outline) = code.outline.as_deref().filter(|o| o.intact && o.grammar == Grammar::Python) else {
        return false;
    };
    let lines = code.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (imports, rest): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with("from django.") || line.starts_with("import django"));
    let bare = imports.iter().all(|line| !line.contains(['(', ';', '\\', '*']));
    let nothing = rest.is_empty() || rest == ["urlpatterns = []"] && !imports.is_empty();
    bare && nothing && !imports.is_empty() && !outline.imports.is_empty()
}

/// Code without its comments, its first line for a shell, and what only says that it is a module.
fn says_nothing(code: &Code<'_>) -> bool {
    let component = [".vue", ".svelte"].iter().any(|end| code.path.as_str().ends_with(end));
    // What a declaration of types has in a comment of that form its compiler reads.
    let refers = |line: &str| line.trim_start().starts_with("/// <reference");
    if code.path.as_str().ends_with(".d.ts") && code.raw.lines().any(refers) {
        return false;
    }
    let text = code.text.trim_start_matches('\u{feff}');
    let text = if text.starts_with("#!") { text.split_once('\n').map_or("", |(_, rest)| rest) } else { text };
    let bare: String = text.split_whitespace().collect();
    !component && matches!(bare.trim_matches(';'), "" | "export{}" | "'usestrict'" | "\"usestrict\"")
}

/// Looks for functions that stand for functions to come.
fn no_stub(code: &Code<'_>, artifact: &Artifact, project: Option<&Project<'_>>, found: &mut Findings) {
    let path = code.path;
    let Some(outline) = code.outline.as_deref().filter(|o| o.intact) else {
        if code.outline.is_some() {
            found.told.push(None);
            found.reasons.push(format!("`{path}` could not be parsed as a whole"));
        }
        // Without a tree a sign of a stub is worth a look, and no more.
        let signs = stub::in_code(code);
        if !signs.is_empty() {
            let told = signs.iter().take(PLACES).map(|s| format!("line {} {}", s.from, s.what));
            found.told.push(None);
            found.reasons.push(format!(
                "by its text alone, `{path}` may be a stub: {}",
                told.collect::<Vec<_>>().join("; ")
            ));
        }
        return;
    };
    if outline.left_out && outline.homes.first().is_none_or(|home| home != "main") {
        found.told.push(None);
        found.reasons.push(format!("`{path}` is left out of every build by the constraint at its head"));
    }
    let mut promised: Vec<&str> = artifact.exports.iter().map(|e| super::export::bare_last(e)).collect();
    // A name that is passed on under another is promised by its own.
    let passed = outline.imports.iter().filter(|i| i.passes_on).flat_map(|i| &i.names);
    let others: Vec<&str> =
        passed.filter(|n| promised.contains(&n.local.as_str())).map(|n| n.name.as_str()).collect();
    promised.extend(others);
    let shown = project.and_then(|project| project.without_shown_actions(path, outline));
    let own = shown.as_ref().unwrap_or(outline);
    let kept = project.and_then(|project| project.without_overridden(path, own));
    let own = kept.as_ref().unwrap_or(own);
    let judged = match (stub::judged(path, own, &promised), bare_router(code, project)) {
        (Sure::No, Some(router)) if router.sure => Sure::Yes(vec![(router.line, router.what)]),
        (Sure::No, Some(router)) => Sure::Maybe(vec![(router.line, router.what)]),
        (Sure::No | Sure::Maybe(_), None) if component::dead_handler(code).is_some() => {
            let line = component::dead_handler(code).unwrap_or(1);
            Sure::Yes(vec![(line, syntax::Hollow::DeadHandler.words().to_owned())])
        }
        (judged, _) => judged,
    };
    let (told, places, word) = match judged {
        Sure::No => {
            if outline.real_bodies > 0 {
                found.checks.stub = Some(true);
            }
            return;
        }
        Sure::Yes(places) => (Some(false), places, "is a stub"),
        Sure::Maybe(places) => (None, places, "may be a stub"),
    };
    found.checks.stub = told;
    found.told.push(told);
    let lines: Vec<&str> = code.raw.lines().collect();
    for (line, what) in places.iter().take(PLACES) {
        let text = lines.get(line.saturating_sub(1) as usize).copied().unwrap_or("");
        found.evidence.push(Evidence::at(path, *line, text));
        if told.is_some() {
            found.missing.push(format!("the work itself at {path}:{line}"));
        }
        found.reasons.push(format!("`{path}` {word}: {what}, line {line}"));
    }
}

fn enough_lines(path: &RepoPath, fact: &FileFact, least: u32, found: &mut Findings) -> Told {
    let Some(lines) = fact.lines else {
        found.reasons.push(format!("`{path}` is too large to count its lines"));
        return None;
    };
    if lines < least {
        found.reasons.push(format!("`{path}` has {lines} lines; the plan asks for {least}"));
        found.missing.push(format!("at least {least} lines in `{path}` (it has {lines})"));
    }
    Some(lines >= least)
}

/// Tells whether blank lines and comments alone make a file as long as it was to be. Comments are part of ordinary work;
/// where three of four lines that the plan asks for are none, somebody should look.
fn is_padded(code: &Code<'_>, least: u32) -> bool {
    let lines = code.text.lines().filter(|line| !line.trim().is_empty()).count();
    u32::try_from(lines).unwrap_or(u32::MAX).saturating_mul(4) < least
}

/// Files of tests that hold none, scripts and workflows that run nothing.
fn runs_something(code: &Code<'_>, project: Option<&Project<'_>>, found: &mut Findings) {
    let tests = test_file::judge(code).map(|idle| (idle.sure, idle.what.to_owned()));
    let script = || {
        let (sure, what) = match idle_script::holds(code.path, code.raw)? {
            Idle::Nothing => (true, "it runs nothing"),
            Idle::Prints => (false, "it does nothing but print"),
            Idle::Uncalled => (false, "nothing in it calls the functions that do its work"),
        };
        Some((sure, what.to_owned()))
    };
    // What an earlier step makes, or what is linked to, is in no listing.
    let lost = || {
        let (line, script) = idle_workflow::runs_what_is_not_there(code.path, code.raw, project?)?;
        Some((false, format!("line {line} runs `{script}`, which is not there")))
    };
    let recipes = || {
        bare_settings::lacks_recipes(code.path, code.raw)
            .then(|| (false, "none of its targets has a recipe".to_owned()))
    };
    let Some((sure, what)) = tests.or_else(script).or_else(lost).or_else(recipes) else { return };
    found.told.push(if sure { Some(false) } else { None });
    found.reasons.push(format!("`{}`: {what}", code.path));
    if sure {
        found.missing.push(format!("the work itself in `{}`", code.path));
    }
}

/// Where the plan asks for a name or a call of one, and all that stands there is an import that nobody uses, or code that
/// never runs; says which.
fn idle_only(code: &Code<'_>, wanted: &str) -> Option<&'static str> {
    let outline =
        code.outline.as_deref().filter(|o| o.intact && !crate::domain::wiring::is_test(code.path))?;
    let name = wanted.trim().trim_end_matches("()").trim_end_matches('(');
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let within = |ranges: &[Range<usize>], at: usize| ranges.iter().any(|r| r.contains(&at));
    let mut places = code.text.match_indices(wanted).map(|(at, _)| at).peekable();
    places.peek()?;
    let (mut dead, mut imported) = (true, is_name);
    for at in places.take(500) {
        // What is left out of the program in Rust are its tests as well.
        dead &= outline.grammar != Grammar::Rust && within(&outline.dead, at);
        let counts = |i: &&syntax::Import| !i.declares && !i.dynamic && !i.passes_on;
        let import = outline.imports.iter().filter(counts).find(|i| i.at.contains(&at));
        imported &= import.is_some_and(|i| {
            let of = i.names.iter().find(|n| n.name == name || n.local == name);
            of.is_some_and(|n| !n.local.is_empty() && !outline.uses.contains_key(&n.local))
        });
    }
    if dead {
        Some("in code that never runs")
    } else if imported {
        Some("in an import that nothing here uses")
    } else {
        None
    }
}

/// Looks for one text that the plan asks for.
fn contains(code: &Code<'_>, wanted: &str, found: &mut Findings) -> Told {
    let path = code.path;
    let at = if wanted.trim().is_empty() { None } else { code.raw.find(wanted) };
    let in_code = at.and_then(|_| outside_comments(code, wanted));
    let alive = in_code.and_then(|_| in_living_code(code, wanted));
    let idle = match (at, in_code, alive) {
        (Some(at), None, _) => Some((at, "a comment")),
        (_, Some(at), None) => Some((at, "code that never runs")),
        _ => None,
    };
    if let Some((at, place)) = idle {
        found.told.push(None);
        found.reasons.push(format!("`{wanted}` stands in {path}:{} only in {place}", code.line_at(at)));
    } else if let (Some(at), Some(idle)) = (in_code, idle_only(code, wanted)) {
        found.told.push(None);
        found.reasons.push(format!("`{wanted}` stands in {path}:{} only {idle}", code.line_at(at)));
    }
    match alive.or(in_code).or(at) {
        Some(at) => found.evidence.push(Evidence::at(path, code.line_at(at), code.line_text(at))),
        None if wanted.trim().is_empty() => {
            found.reasons.push("a fault of the plan: an empty `contains`".to_owned());
        }
        None => {
            found.reasons.push(format!("`{wanted}` does not stand in `{path}`"));
            found.missing.push(format!("`{wanted}` in `{path}`"));
        }
    }
    Some(at.is_some())
}

fn text_checks(code: &Code<'_>, artifact: &Artifact, project: Option<&Project<'_>>, found: &mut Findings) {
    let path = code.path;
    let mut parts = Vec::new();
    for wanted in &artifact.contains {
        let asked = asked_text::asked(code, wanted);
        found.reasons.extend(asked.read_as);
        let told: Vec<Told> = asked.texts.iter().map(|text| contains(code, text, found)).collect();
        // Of several that may be one or all, some are no answer.
        let some = asked.is_choice && told.contains(&Some(true)) && told.contains(&Some(false));
        parts.push(if some { None } else { all(&told) });
    }
    record(&parts, &mut found.told, &mut found.checks.contains);

    parts.clear();
    let unwanted = artifact.must_not_contain.iter().flat_map(|text| match asked_text::alternatives(text) {
        parts if parts.is_empty() => vec![text.as_str()],
        parts => parts,
    });
    for unwanted in unwanted.filter(|text| !text.trim().is_empty()) {
        let at = code.raw.find(unwanted);
        parts.push(Some(at.is_none()));
        if let Some(at) = at {
            let line = code.line_at(at);
            found.evidence.push(Evidence::at(path, line, code.line_text(at)));
            found.reasons.push(format!("`{unwanted}` must not stand in `{path}` and does, at line {line}"));
            found.missing.push(format!("`{unwanted}` taken out of `{path}`"));
        }
    }
    record(&parts, &mut found.told, &mut found.checks.must_not_contain);

    parts.clear();
    for name in &artifact.exports {
        if let Some((at, of)) = super::export::of_promised(code, name, &artifact.exports) {
            found.evidence.push(Evidence::at(path, code.line_at(at), code.line_text(at)));
            found.reasons.push(format!("`{name}` is exported as a method of `{of}`"));
            parts.push(Some(true));
            continue;
        }
        let told = exported(code, name, project, found);
        parts.push(if told == Some(true) { worth(code, name, project, found) } else { told });
    }
    record(&parts, &mut found.told, &mut found.checks.exports);
}

fn record(parts: &[Told], told: &mut Vec<Told>, check: &mut Told) {
    if !parts.is_empty() {
        *check = all(parts);
        told.push(*check);
    }
}

/// The text in which a wanted one is looked for: without comments, unless it is one itself and stands nowhere else.
fn searched<'c>(code: &'c Code<'_>, wanted: &str) -> &'c str {
    if !code.text.contains(wanted) && belongs_in_a_comment(code, wanted.trim_start()) {
        return code.raw;
    }
    &code.text
}

/// Tells whether a text begins like a comment or what is said in one: `// @ts-check`, `@deprecated`. An annotation, a
/// decorator or an attribute that stands in a comment is taken out: `// @PostMapping`, `# @app.get`, `// #[test]`.
fn belongs_in_a_comment(code: &Code<'_>, wanted: &str) -> bool {
    let grammar = code.outline.as_deref().map(|outline| outline.grammar);
    let begins = |mark: &str| wanted.starts_with(mark);
    match wanted.bytes().next() {
        Some(b'@') => {
            let tag = wanted[1..].starts_with(|c: char| c.is_ascii_lowercase());
            tag && grammar.is_none_or(|g| g.is_script() || g == Grammar::Java)
        }
        Some(b'#') => grammar.is_none_or(|g| matches!(g, Grammar::Python | Grammar::Ruby)),
        _ => ["//", "/*", "*", "<!--", "--", "\"\"\""].into_iter().any(begins),
    }
}

/// Finds a text outside of comments; one that is a comment itself may stand in one.
fn outside_comments(code: &Code<'_>, wanted: &str) -> Option<usize> {
    searched(code, wanted).find(wanted)
}

/// As [`outside_comments`], outside of code that never runs, too. What a test within the file holds stands there.
fn in_living_code(code: &Code<'_>, wanted: &str) -> Option<usize> {
    let unreached = code.outline.as_deref().filter(|o| o.intact).map_or(&[][..], |o| &o.unreached);
    let idle = shell_text::idle(code.path, code.raw);
    let dead = |at: usize| unreached.iter().chain(&idle).any(|r| r.start <= at && at + wanted.len() <= r.end);
    searched(code, wanted).match_indices(wanted).map(|(at, _)| at).find(|at| !dead(*at))
}

/// What an exported name stands for: nothing yet, or what another file has under it.
fn worth(code: &Code<'_>, name: &str, project: Option<&Project<'_>>, found: &mut Findings) -> Told {
    let (path, name) = (code.path, super::export::bare_last(name));
    let Some(outline) = code.outline.as_deref() else { return Some(true) };
    // One that has a body further down, as overloads have, is no blank.
    let declared = outline.symbols.iter().filter(|s| s.name == name && s.owner.is_none()).count();
    let blanks: Vec<_> = outline.blanks.iter().filter(|b| b.name == name).collect();
    let types = path.as_str().ends_with(".d.ts") || path.as_str().ends_with(".pyi");
    if let Some(blank) = blanks.first().filter(|_| blanks.len() >= declared && !types) {
        let sure = matches!(blank.what, Blank::Nothing | Blank::Declared);
        found.reasons.push(format!("`{name}` {}, line {}", blank.what.words(), blank.line));
        if sure {
            found.missing.push(format!("the work itself of `{name}` in `{path}`"));
        }
        return if sure { Some(false) } else { None };
    }
    let Some(project) = project else { return Some(true) };
    match project.origin(path, name) {
        Origin::Here => Some(true),
        Origin::Gone(from) => {
            found.reasons.push(format!("`{path}` passes `{name}` on from `{from}`, where there is none"));
            found.missing.push(format!("`{name}` behind the export in `{path}`"));
            Some(false)
        }
        Origin::At(file, its_name) => {
            let Some(there) = project.outline(&file) else {
                if project.text(&file).is_some() {
                    return Some(true);
                }
                found
                    .reasons
                    .push(format!("`{path}` passes `{name}` on from `{file}`, which was not looked at"));
                return None;
            };
            let (told, places) = match stub::judged(&file, &there, &[&its_name]) {
                Sure::Yes(places) => (Some(false), places),
                Sure::Maybe(places) => (None, places),
                Sure::No => return Some(true),
            };
            let of_it = places.iter().find(|(_, what)| what.contains(&format!("`{its_name}` ")));
            let Some((line, what)) = of_it else { return Some(true) };
            found.reasons.push(format!("`{path}` passes on what is a stub: {what}, {file}:{line}"));
            found.missing.push(format!("the work itself at {file}:{line}"));
            told
        }
    }
}

fn exported(code: &Code<'_>, name: &str, project: Option<&Project<'_>>, found: &mut Findings) -> Told {
    let path = code.path;
    let mut export = export(code, name);
    if matches!(export, Export::CannotTell | Export::Computed)
        && let Some(project) = project
    {
        match project.offers(path, super::export::bare_last(name)) {
            Some(true) => return Some(true),
            Some(false) if export == Export::CannotTell => export = Export::Absent,
            Some(false) | None => {}
        }
    }
    // One without a name is called what those who bring it in call it.
    if export == Export::Absent
        && project.is_some_and(|p| p.is_brought_in_as(path, super::export::bare_last(name)))
    {
        return Some(true);
    }
    let (told, reason) = match export {
        Export::At(at) => {
            found.evidence.push(Evidence::at(path, code.line_at(at), code.line_text(at)));
            return Some(true);
        }
        Export::NamedOnly(at) => {
            (Some(false), format!("`{name}` stands at {path}:{} and is not exported there", code.line_at(at)))
        }
        Export::Absent => (Some(false), format!("`{path}` does not export `{name}`")),
        Export::CannotTell => (
            None,
            format!("`{path}` passes on all of another module; whether `{name}` is in it cannot be told"),
        ),
        Export::Computed => {
            (None, format!("`{path}` makes names as it runs; whether `{name}` is one of them cannot be told"))
        }
    };
    found.reasons.push(reason);
    if told == Some(false) {
        found.missing.push(format!("the export `{name}` in `{path}`"));
    }
    told
}
