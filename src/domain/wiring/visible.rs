//! Languages in which a file sees another by package or namespace, not by its name: Go, Java, C#, Ruby.
//!
//! There a use is a name that the other file declares, in a file that can see it.

use std::collections::BTreeSet;

use super::{MOST_PARSED, Project, Reach, Wired, awake, is_test, member};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, Symbol, SymbolKind, last_of};

/// Looks for a file that sees `path` and uses one of its names.
pub(super) fn wired(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Wired {
    let mut named: Vec<&Symbol> = outline.symbols.iter().filter(|s| s.owner.is_none()).collect();
    let own = only_methods(outline);
    let open = outline.symbols.iter().filter(|s| s.owner.is_some() && (own || is_open(outline, s)));
    named.extend(open);
    let global = outline.imports.iter().any(|i| i.passes_on) && outline.grammar == Grammar::CSharp;
    if named.is_empty() && global {
        return Wired::NotAsked("its `global using`s hold for the whole project".to_owned());
    }
    if named.is_empty() {
        return Wired::CannotTell("it declares no name that another file could use".to_owned());
    }
    let candidates = project.candidates(path, outline);
    for file in candidates.iter().take(MOST_PARSED) {
        if !project.goes_on() {
            return Wired::CannotTell(super::GIVEN_UP.to_owned());
        }
        let Some(other) = project.outline(file) else { continue };
        if let Some((name, line)) = used(project, file, &other, path, outline) {
            if !super::ruby_loads::may_be_loaded(project, path) {
                return Wired::CannotTell(format!(
                    "`{name}` is used at {file}:{line}, and nothing was found that loads `{path}`"
                ));
            }
            return Wired::Yes {
                file: file.clone(),
                line,
                how: format!("`{name}` is used at {file}:{line}"),
            };
        }
    }
    if candidates.len() > MOST_PARSED {
        return Wired::CannotTell(format!(
            "{} files may use it; the first {MOST_PARSED} do not",
            candidates.len()
        ));
    }
    if let Some((file, line)) = super::at_load::by_init(project, path, outline) {
        let how = format!("its `init` hands on what it declares, and its package is used at {file}:{line}");
        return Wired::Yes { file, line, how };
    }
    if let Some(why) = found_unseen(project, path, outline) {
        return Wired::CannotTell(why);
    }
    if let Some(why) = by_receiver(project, path, outline) {
        return Wired::CannotTell(why);
    }
    let words = super::words_of(path, outline);
    let tests = words
        .iter()
        .filter_map(|w| project.survey.mentions.get(w))
        .flatten()
        .filter(|p| is_test(p) && *p != path);
    for test in tests.take(50) {
        let Some(other) = project.outline(test) else { continue };
        if let Some((_, line)) = used(project, test, &other, path, outline) {
            return Wired::No { why: "only tests use it".to_owned(), at: Some((test.clone(), line)) };
        }
    }
    Wired::No { why: "no other file uses what it declares".to_owned(), at: None }
}

/// Members that are called without naming their type: Go's methods, C#'s extensions.
fn is_open(outline: &Outline, symbol: &Symbol) -> bool {
    symbol.exported && matches!(outline.grammar, Grammar::Go)
}

/// Tells whether a file of Go holds methods of a type that another of its package declares, and nothing else: within the
/// package they are called whether they are exported or not.
pub(super) fn only_methods(outline: &Outline) -> bool {
    outline.grammar == Grammar::Go
        && !outline.symbols.is_empty()
        && outline.symbols.iter().all(|s| s.owner.is_some())
}

/// The types of Go that a file gives methods to and another of its package declares, where it offers nothing else.
pub(super) fn receivers(outline: &Outline) -> BTreeSet<&str> {
    if outline.grammar != Grammar::Go || outline.exports().next().is_some() {
        return BTreeSet::new();
    }
    let own = |name: &str| outline.symbols.iter().any(|s| s.owner.is_none() && s.name == name);
    outline.symbols.iter().filter_map(|s| s.owner.as_deref()).filter(|name| !own(name)).collect()
}

/// The files beside one that declare the types to which it gives methods, with their names.
pub(super) fn declaring(
    project: &Project<'_>,
    path: &RepoPath,
    outline: &Outline,
) -> Vec<(String, RepoPath)> {
    let declares = |name: &str, file: &RepoPath| {
        let beside = file != path && file.parent() == path.parent() && !is_test(file);
        let names = |s: &Symbol| s.owner.is_none() && s.name == name;
        beside && project.outline(file).is_some_and(|o| o.symbols.iter().any(names))
    };
    let file_of = |name: &str| {
        let file = project.survey.mentions.get(name)?.iter().find(|file| declares(name, file))?;
        Some((name.to_owned(), file.clone()))
    };
    receivers(outline).into_iter().filter_map(file_of).collect()
}

/// Says where a type is in use to which a file gives methods. Whoever calls them through an interface, of the repository or
/// of a library, need not name them so that it could be told.
fn by_receiver(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    declaring(project, path, outline).into_iter().find_map(|(name, file)| {
        let there = project.outline(&file)?;
        let at = if there.homes.first().is_some_and(|home| home == "main") {
            file.to_string()
        } else {
            let users = project.candidates(&file, &there);
            users.iter().take(400).filter(|user| *user != path).find_map(|user| {
                // Whoever gives it further methods does not use it by that.
                let other = project.outline(user).filter(|o| !receivers(o).contains(name.as_str()))?;
                let (_, line) = used(project, user, &other, &file, &there)?;
                Some(format!("{user}:{line}"))
            })?
        };
        Some(format!(
            "no other file calls its methods by name, but `{name}` of `{file}` is in use at {at}, and an interface may call them"
        ))
    })
}

/// Returns a name of `to` that `from` uses, with the line.
fn used(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    to: &RepoPath,
    there: &Outline,
) -> Option<(String, u32)> {
    let found = named(project, from, here, to, there)?;
    match awake::of(project, from, here) {
        Some(here) => named(project, from, &here, to, there),
        None => Some(found),
    }
}

/// The same, whatever of the file runs.
pub(super) fn named(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    to: &RepoPath,
    there: &Outline,
) -> Option<(String, u32)> {
    let found = match sees(project, from, here, to, there) {
        Sees::Not => None,
        Sees::Runs(line) => Some(("init".to_owned(), line)),
        Sees::All => first(there, |s| {
            if there.grammar == Grammar::Ruby {
                return called(here, there, s);
            }
            let by_class = matches!(there.grammar, Grammar::Java | Grammar::CSharp);
            if by_class && s.owner.is_none() && s.kind == SymbolKind::Class {
                return class(here, there, &s.name);
            }
            let uses = here.uses.get(&s.name)?;
            match s.owner {
                Some(_) => uses.member.filter(|_| is_open(there, s)),
                // What a value of Go has under that name is no name of the package.
                None if there.grammar == Grammar::Go => uses.plain.or(uses.typed),
                None => uses.any(),
            }
        })
        .or_else(|| {
            let mut methods = there.symbols.iter().filter(|_| only_methods(there));
            methods.find_map(|s| Some((s.name.clone(), here.uses.get(&s.name)?.member?)))
        })
        .or_else(|| constant(here, there))
        .or_else(|| extension(here, there))
        .or_else(|| associated(project, from, here, to)),
        // A method is called on a value, wherever that came from; all else goes by the package's name.
        Sees::Through(local) => here.uses.get(&local).and_then(|_| {
            first(there, |s| match s.owner {
                Some(_) => here.uses.get(&s.name)?.member,
                None => here.full.of_package(&local, &s.name),
            })
        }),
    };
    found.or_else(|| member::used(project, here, there))
}

/// Where a method of Ruby is called by its name alone: one that stands in no module, or in one that is named or opened
/// here as well. A method or a variable of that name nearer by is called instead; constants go by their full names.
fn called(here: &Outline, there: &Outline, symbol: &Symbol) -> Option<u32> {
    let own = here.symbols.iter().any(|s| s.name == symbol.name);
    if own || symbol.name.starts_with(char::is_uppercase) {
        return None;
    }
    let uses = here.uses.get(&symbol.name)?;
    match there.full.space_at(symbol.at) {
        None => uses.plain,
        Some(space) => {
            let mixed = here.full.declared.contains(space) || here.full.of_constant(space).is_some();
            uses.any().filter(|_| mixed)
        }
    }
}

/// Where a class of Java or C# is named: by itself, behind its namespace or another name for that, or as an attribute.
fn class(here: &Outline, there: &Outline, name: &str) -> Option<u32> {
    let spaces = there.homes.iter().map(|home| home.rsplit('.').next().unwrap_or(home));
    let aliases = here.imports.iter().filter(|i| there.homes.contains(&i.from));
    let aliases = aliases.flat_map(|i| i.names.iter().map(|n| n.local.as_str()));
    let behind = || spaces.chain(aliases).find_map(|space| here.full.of_package(space, name));
    let mark = || as_mark(name).filter(|m| here.marks.contains(*m)).and_then(|m| here.classes.of(m));
    here.classes.of(name).or_else(behind).or_else(mark)
}

/// The shorter name by which C# knows an attribute: `[Audit]` for `AuditAttribute`.
pub(super) fn as_mark(name: &str) -> Option<&str> {
    name.strip_suffix("Attribute").filter(|mark| !mark.is_empty())
}

/// Where a constant of Ruby that `there` declares is used, by its full name as far as that can be told.
fn constant(here: &Outline, there: &Outline) -> Option<(String, u32)> {
    let asked = there.full.declared.iter().filter(|full| !only_surrounds(there, full));
    asked.into_iter().find_map(|full| Some((last_of(full).to_owned(), here.full.of_constant(full)?)))
}

/// Tells whether a module of Ruby stands in a file only around others that do something: each file of the module opens it
/// again. Constants alone, as a version is one, may be read where no text shows, and go by their module.
fn only_surrounds(there: &Outline, full: &str) -> bool {
    let within = |other: &String| other.strip_prefix(full).is_some_and(|rest| rest.starts_with("::"));
    let mut methods = there.symbols.iter().filter(|s| s.name.starts_with(char::is_lowercase)).peekable();
    let does = methods.peek().is_some();
    let own = |s: &Symbol| s.owner.as_deref().is_none_or(|o| o == last_of(full));
    does && there.full.declared.iter().any(within) && !methods.any(own)
}

fn first(there: &Outline, line: impl Fn(&Symbol) -> Option<u32>) -> Option<(String, u32)> {
    there
        .symbols
        .iter()
        .filter(|s| s.owner.is_none() || is_open(there, s))
        .find_map(|s| Some((s.name.clone(), line(s)?)))
}

/// C#'s static classes lend their methods to other types.
fn extension(here: &Outline, there: &Outline) -> Option<(String, u32)> {
    if there.grammar != Grammar::CSharp {
        return None;
    }
    let methods = there.symbols.iter().filter(|s| {
        s.exported
            && (there.lent.contains(&s.name)
                || s.owner.as_deref().is_some_and(|o| {
                    o.ends_with("Extensions") || o.ends_with("Endpoints") || o.ends_with("Module")
                }))
    });
    methods.filter_map(|s| Some((s.name.clone(), here.uses.get(&s.name)?.member?))).next()
}

/// Rails finds a model by the name of an association: `belongs_to :owner`, `has_many :owners`.
fn associated(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    to: &RepoPath,
) -> Option<(String, u32)> {
    if here.grammar != Grammar::Ruby || !to.as_str().contains("models/") || !project.manifests.rails_app(to) {
        return None;
    }
    let stem = super::role::stem(to);
    let lines = project.text(from)?.lines().enumerate();
    let ways = ["belongs_to ", "has_many ", "has_one ", "has_and_belongs_to_many "];
    for (at, line) in lines {
        let Some(rest) = ways.iter().find_map(|w| line.trim_start().strip_prefix(w)) else { continue };
        let name: String =
            rest.trim_start_matches(':').chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if name == stem || name.strip_suffix('s') == Some(stem) {
            return Some((name, u32::try_from(at + 1).unwrap_or(u32::MAX)));
        }
    }
    None
}

enum Sees {
    Not,
    /// By its bare names.
    All,
    /// By the names of a package under this local name.
    Through(String),
    /// Not by name: it is brought in, at that line, for what it does as the program starts.
    Runs(u32),
}

fn sees(project: &Project<'_>, from: &RepoPath, here: &Outline, to: &RepoPath, there: &Outline) -> Sees {
    match here.grammar {
        Grammar::Go => {
            if from.parent() == to.parent() {
                return Sees::All;
            }
            let folder = to.parent().map(|f| f.to_string()).unwrap_or_default();
            let package = there.homes.first().map_or("", String::as_str);
            for import in &here.imports {
                if go_folder(project, &import.from).is_none_or(|f| f != folder) {
                    continue;
                }
                return match import.names.first() {
                    None => Sees::All,
                    Some(binding) if binding.local == "_" => {
                        let text = project.text(from).unwrap_or("");
                        let runs = there.symbols.iter().any(|s| s.name == "init" && s.owner.is_none());
                        let line = crate::domain::syntax::line_of(text, import.at.start);
                        if runs { Sees::Runs(line) } else { Sees::Not }
                    }
                    // Without a name of its own the import goes by the package's, not by its folder's.
                    Some(binding) => {
                        let by_folder = import.from.ends_with(&format!("/{}", binding.local))
                            && !here.uses.contains_key(&binding.local);
                        Sees::Through(if by_folder { package.to_owned() } else { binding.local.clone() })
                    }
                };
            }
            Sees::Not
        }
        Grammar::Java => {
            let package = there.homes.first().map_or("", String::as_str);
            let same = here.homes.first().map_or("", String::as_str) == package;
            let imported = here.imports.iter().any(|i| {
                i.from == package && (i.all || i.names.iter().any(|n| there.symbols.iter().any(|s| s.owner.is_none() && s.name == n.name)))
                    // `import static a.b.C.run` names the class with the package.
                    || i.from.strip_prefix(package).and_then(|r| r.strip_prefix('.')).is_some_and(|c| there.symbols.iter().any(|s| s.owner.is_none() && s.name == c))
            });
            // `new shop.pay.Pay()` needs no import.
            let whole = |s: &&Symbol| {
                s.owner.is_none()
                    && !package.is_empty()
                    && project.text(from).is_some_and(|t| t.contains(&format!("{package}.{}", s.name)))
            };
            let written = !same && !imported && there.symbols.iter().any(|s| whole(&s));
            if same || imported || written { Sees::All } else { Sees::Not }
        }
        Grammar::CSharp => {
            if there.homes.is_empty() {
                return Sees::All;
            }
            let inside = |home: &str, of: &str| {
                home == of || home.strip_prefix(of).is_some_and(|r| r.starts_with('.'))
            };
            let seen = there.homes.iter().any(|target| {
                here.homes.iter().any(|h| inside(h, target))
                    || here.imports.iter().any(|i| {
                        i.from == *target
                            || i.from.strip_prefix(target.as_str()).is_some_and(|r| r.starts_with('.'))
                                && !i.names.is_empty()
                    })
                    || globally(project, target)
                    || here
                        .uses
                        .get(target.rsplit('.').next().unwrap_or(target))
                        .is_some_and(|u| u.any().is_some())
                    || here.imports.iter().any(|i| {
                        inside(target, &i.from)
                            && target != &i.from
                            && here.uses.contains_key(target.rsplit('.').next().unwrap_or(""))
                    })
            });
            if seen { Sees::All } else { Sees::Not }
        }
        Grammar::Ruby => Sees::All,
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Rust => {
            Sees::Not
        }
    }
}

/// A `global using` anywhere, in code or in a project file.
fn globally(project: &Project<'_>, namespace: &str) -> bool {
    let usings = project.survey.mentions.get("global using").into_iter().flatten();
    usings.filter(|p| Grammar::of(p) == Some(Grammar::CSharp)).any(|p| {
        project.outline(p).is_some_and(|o| o.imports.iter().any(|i| i.passes_on && i.from == namespace))
    }) || by_project_file(project, namespace)
}

/// The word by which project files bring a namespace in everywhere.
pub(super) const USING: &str = "<Using Include=";

fn by_project_file(project: &Project<'_>, namespace: &str) -> bool {
    let files = project.survey.mentions.get(USING).into_iter().flatten();
    let such = |p: &&RepoPath| [".csproj", ".props", ".targets"].iter().any(|e| p.as_str().ends_with(e));
    files.filter(such).filter_map(|p| project.text(p)).any(|text| {
        text.split(USING).skip(1).any(|rest| {
            rest.trim_start_matches(['"', '\''])
                .strip_prefix(namespace)
                .is_some_and(|r| r.starts_with(['"', '\'']))
        })
    })
}

pub(super) fn go_folder(project: &Project<'_>, import: &str) -> Option<String> {
    project.manifests.go.iter().find_map(|(module, folder)| {
        let rest = import.strip_prefix(module.as_str())?;
        if !(rest.is_empty() || rest.starts_with('/')) {
            return None;
        }
        let rest = rest.trim_start_matches('/');
        Some(match (folder.is_empty(), rest.is_empty()) {
            (true, _) => rest.to_owned(),
            (false, true) => folder.clone(),
            (false, false) => format!("{folder}/{rest}"),
        })
    })
}

/// Ways in which such code is found that no text of the repository shows.
fn found_unseen(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    match outline.grammar {
        Grammar::CSharp => {
            let marks = [
                "IRequestHandler",
                "INotificationHandler",
                "AbstractValidator",
                "IConsumer",
                "IHandleMessages",
                "IHostedService",
                "BackgroundService",
                "IEndpoint",
                "ICarterModule",
                "Profile",
                "IMiddleware",
                "ComponentBase",
            ];
            let mark = marks.into_iter().find(|m| outline.marks.contains(*m));
            let by_name =
                outline.exports().any(|s| s.name.ends_with("Handler") || s.name.ends_with("Consumer"));
            mark.map(|m| format!("no other file names it, but a library may find it by `{m}`")).or_else(
                || {
                    by_name.then(|| {
                        "no other file names it, but a library may find a handler by its name".to_owned()
                    })
                },
            )
        }
        Grammar::Java => {
            ["Component", "Service", "Repository", "Bean", "EventListener", "Scheduled", "Converter", "Path"]
                .into_iter()
                .find(|m| outline.marks.contains(*m))
                .map(|m| format!("no other file names it, but the framework may find it by `@{m}`"))
        }
        Grammar::Ruby => project
            .manifests
            .rails_app(path)
            .then_some(())
            .filter(|()| {
                const BY_NAME: [&str; 10] = [
                    "/concerns/",
                    "/helpers/",
                    "/policies/",
                    "/serializers/",
                    "/decorators/",
                    "/validators/",
                    "/inputs/",
                    "/dashboards/",
                    "app/admin/",
                    "/previews/",
                ];
                BY_NAME.iter().any(|folder| path.as_str().contains(folder))
            })
            .map(|()| "no other file names it, but the framework may load it by its place".to_owned()),
        Grammar::Go => {
            let init = outline.symbols.iter().any(|s| s.name == "init");
            init.then(|| {
                "no other file names what it declares, but its `init` runs with its package".to_owned()
            })
        }
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Rust => None,
    }
}

/// Where an interface of the repository is used that a type of the other file implements: a container puts that in.
fn by_interface(project: &Project<'_>, here: &Outline, there: &Outline) -> Option<u32> {
    let extension = match there.grammar {
        Grammar::Java => "java",
        Grammar::CSharp => "cs",
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Python
        | Grammar::Rust
        | Grammar::Go
        | Grammar::Ruby => return None,
    };
    there.marks.iter().find_map(|mark| {
        let line = here.uses.get(mark)?.any()?;
        let file = format!("{mark}.{extension}");
        project.survey.paths.iter().any(|p| p.file_name() == file).then_some(line)
    })
}

/// Tells how one file reaches another.
pub(super) fn reach(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    to: &RepoPath,
    there: &Outline,
) -> Reach {
    // That nobody names a class is told of itself; what it uses it uses.
    let of_itself = || {
        let by_class = matches!(here.grammar, Grammar::Java | Grammar::CSharp);
        let awake = by_class.then(|| awake::of_itself(project, from, here));
        awake.and_then(|awake| named(project, from, awake.as_ref().unwrap_or(here), to, there))
    };
    if let Some((_, line)) = used(project, from, here, to, there).or_else(of_itself) {
        return Reach::Used { line };
    }
    if let Some(line) = by_interface(project, here, there) {
        return Reach::Used { line };
    }
    let text = project.text(from).unwrap_or("");
    let import = here.imports.iter().find(|i| match here.grammar {
        Grammar::Go => go_folder(project, &i.from)
            .is_some_and(|f| Some(f.as_str()) == to.parent().as_ref().map(RepoPath::as_str)),
        Grammar::Java => {
            i.names.iter().any(|n| there.symbols.iter().any(|s| s.owner.is_none() && s.name == n.name))
                || member::named(&i.from, there).is_some()
        }
        // A namespace is many files': that it is brought in says nothing of one.
        Grammar::CSharp => member::named(&i.from, there).is_some(),
        Grammar::Ruby => i.from.rsplit('/').next() == Some(super::role::stem(to)),
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Rust => false,
    });
    let line = |import: &crate::domain::syntax::Import| crate::domain::syntax::line_of(text, import.at.start);
    match import {
        Some(import) if super::at_load::of_gem(from, here, import, to, there) => {
            Reach::Used { line: line(import) }
        }
        Some(import) => Reach::Unused {
            line: line(import),
            name: import
                .names
                .first()
                .filter(|n| n.local != "_")
                .map_or_else(|| import.from.clone(), |n| n.local.clone()),
        },
        None => Reach::Not,
    }
}
