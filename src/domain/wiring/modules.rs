//! From what an import says to the files it means: relative paths, index files, aliases, packages, crates.

use super::manifest::{Alias, holds, without_extension};
use super::mention::joined;
use super::{Project, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Import, Outline, SymbolKind, line_of};

/// Most files that a path of Rust may end in, one for each build.
const MOST_ENDS: usize = 24;

const EXTENSIONS: [&str; 12] =
    ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "d.ts", "json"];

/// Returns the files that an import may mean; mostly one.
pub(super) fn resolve(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    import: &Import,
) -> Vec<RepoPath> {
    match here.grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => script(project, from, &import.from),
        Grammar::Python => python(project, from, &import.from),
        Grammar::Rust => rust(project, from, here, import),
        Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby => Vec::new(),
    }
}

/// Returns the files of a module that an import names as one of its names: `from shop import pay`, `use crate::pay;`.
pub(super) fn names_module(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    import: &Import,
    name: &str,
) -> Option<Vec<RepoPath>> {
    let found = match here.grammar {
        Grammar::Python if name != "*" => {
            let dot = if import.from.ends_with('.') || import.from.is_empty() { "" } else { "." };
            python(project, from, &format!("{}{dot}{name}", import.from))
        }
        Grammar::Rust => {
            let path =
                if import.from.is_empty() { name.to_owned() } else { format!("{}::{name}", import.from) };
            rust_path(project, from, here, &path)
                .into_iter()
                .filter(|(_, rest)| rest.is_empty())
                .map(|(f, _)| f)
                .collect()
        }
        Grammar::Python
        | Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Go
        | Grammar::Java
        | Grammar::CSharp
        | Grammar::Ruby => Vec::new(),
    };
    (!found.is_empty()).then_some(found)
}

fn existing(project: &Project<'_>, path: &str) -> Option<RepoPath> {
    RepoPath::parse(path).ok().filter(|p| project.exists(p))
}

/// Finds the file of a path that may lack its extension, or be a folder with an index.
fn script_file(project: &Project<'_>, path: &str) -> Option<RepoPath> {
    if let Some(found) = existing(project, path) {
        return Some(found);
    }
    // `./pay.js` in TypeScript means `./pay.ts`.
    let stem = [".js", ".mjs", ".cjs", ".jsx"].iter().find_map(|end| path.strip_suffix(end));
    let stems = stem.into_iter().chain([path]);
    for stem in stems {
        for extension in EXTENSIONS {
            if let Some(found) = existing(project, &format!("{stem}.{extension}")) {
                return Some(found);
            }
        }
    }
    EXTENSIONS.iter().find_map(|e| existing(project, &format!("{path}/index.{e}")))
}

pub(super) fn script(project: &Project<'_>, from: &RepoPath, written: &str) -> Vec<RepoPath> {
    let written = written.split('?').next().unwrap_or(written);
    let folder = from.parent();
    if written.starts_with('.') {
        let path = joined(folder.as_ref(), written);
        // `.` alone is the folder of the file, which may be the root.
        let path = path.or_else(|| written.trim_matches(['.', '/']).is_empty().then(|| "index".to_owned()));
        return path.and_then(|p| script_file(project, &p)).into_iter().collect();
    }
    if let Some(rooted) = written.strip_prefix('/') {
        return script_file(project, rooted).into_iter().collect();
    }
    for alias in aliases(project, from) {
        let Some(rest) = matched(&alias.pattern, written) else { continue };
        let meant = alias.targets.iter().map(|t| t.replacen('*', rest, 1));
        let mut found: Vec<RepoPath> = meant.filter_map(|t| script_file(project, &t)).collect();
        found.truncate(if alias.of_package { found.len() } else { 1 });
        if !found.is_empty() {
            found.dedup();
            return found;
        }
    }
    if let Some(found) = package(project, written) {
        return vec![found];
    }
    by_tail(project, from, written)
}

/// The aliases that hold for a file, the nearest first.
fn aliases<'p>(project: &'p Project<'_>, from: &RepoPath) -> Vec<&'p Alias> {
    let all = project.manifests.aliases.iter();
    let mut found: Vec<_> = all.filter(|a| holds(&a.scope, from)).collect();
    found.sort_by_key(|a| std::cmp::Reverse((a.scope.len(), a.pattern.len())));
    found
}

/// What a path as written in a file may mean from the root, by the aliases that hold there.
pub(super) fn aliased(project: &Project<'_>, from: &RepoPath, written: &str) -> Vec<String> {
    let mut found = Vec::new();
    for alias in aliases(project, from) {
        let rest = matched(&alias.pattern, written);
        found.extend(rest.iter().flat_map(|rest| alias.targets.iter().map(|t| t.replacen('*', rest, 1))));
    }
    found
}

/// Matches `@/*` with `@/pay` and returns what the star stands for.
fn matched<'w>(pattern: &str, written: &'w str) -> Option<&'w str> {
    match pattern.split_once('*') {
        Some((before, after)) => written.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == written).then_some(""),
    }
}

/// A package of the same repository, by its name.
fn package(project: &Project<'_>, written: &str) -> Option<RepoPath> {
    let names = project.manifests.scripts.iter();
    let (name, folder) = names
        .filter(|(name, _)| written == name.as_str() || written.starts_with(&format!("{name}/")))
        .max_by_key(|(name, _)| name.len())?;
    let rest = written[name.len()..].trim_start_matches('/');
    let at = |inner: &str| if folder.is_empty() { inner.to_owned() } else { format!("{folder}/{inner}") };
    if rest.is_empty() {
        let said = project.manifests.mains(name).find_map(|m| script_file(project, m));
        if said.is_some() {
            return said;
        }
        return ["src/index", "index", "src/main", "lib/index"]
            .iter()
            .find_map(|i| script_file(project, &at(i)));
    }
    [rest.to_owned(), format!("src/{rest}")].iter().find_map(|i| script_file(project, &at(i)))
}

/// An alias that only a bundler knows: `@/pay`, `~/pay`, `$lib/pay`. What follows it must be the tail of one file's path.
fn by_tail(project: &Project<'_>, from: &RepoPath, written: &str) -> Vec<RepoPath> {
    let Some((head, rest)) = written.split_once('/') else { return Vec::new() };
    // `#lib/pay` for `src/lib/pay`: a sign before the name of a folder.
    if let Some(folder) = head.strip_prefix(['#', '~', '$']).filter(|f| !f.is_empty()) {
        let found =
            ["src/", "", "app/"].iter().find_map(|i| script_file(project, &format!("{i}{folder}/{rest}")));
        if found.is_some() {
            return found.into_iter().collect();
        }
    }
    let aliased = matches!(head, "@" | "~" | "#" | "$lib" | "$app" | "@app" | "@src" | "src" | "~~" | "@@");
    if !aliased || rest.is_empty() {
        return Vec::new();
    }
    let mut above = from.parent();
    while let Some(folder) = above {
        for inner in ["", "src/", "app/", "src/lib/", "resources/js/", "app/javascript/"] {
            if let Some(found) = script_file(project, &format!("{folder}/{inner}{rest}")) {
                return vec![found];
            }
        }
        above = folder.parent();
    }
    ["", "src/", "app/", "src/lib/"]
        .iter()
        .find_map(|i| script_file(project, &format!("{i}{rest}")))
        .into_iter()
        .collect()
}

/// A name of a module that no alias known here explains, and that ends as the path does: settings of a bundler may.
pub(super) fn by_unknown_alias(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    const OF_NODE: [&str; 9] =
        ["fs", "path", "util", "stream", "timers", "dns", "assert", "readline", "inspector"];
    if !outline.grammar.is_script() {
        return None;
    }
    let tail = without_extension(path.as_str());
    let tail = tail.strip_suffix("/index").unwrap_or(&tail);
    let last = tail.rsplit('/').next().unwrap_or(tail);
    project.candidates(path, outline).iter().take(400).take_while(|_| project.goes_on()).find_map(|file| {
        let here = project.outline(file)?;
        let found = here.imports.iter().find(|import| {
            let from = import.from.as_str();
            let Some((head, rest)) = from.split_once('/') else {
                // `$db` for a folder: no package is called so. What `#db` means a manifest says, and no bundler.
                let bare = from.strip_prefix(['$', '~', '@']);
                let is_known = || aliases(project, file).iter().any(|alias| alias.pattern == from);
                return bare == Some(last) && !is_known() && script(project, file, from).is_empty();
            };
            let package = match rest.split_once('/') {
                _ if !head.starts_with('@') => head.to_owned(),
                Some((name, _)) => format!("{head}/{name}"),
                None => from.to_owned(),
            };
            let named = without_extension(from.rsplit('/').next().unwrap_or(from));
            let foreign =
                head.is_empty() || head.starts_with('.') || head.contains(':') || OF_NODE.contains(&head);
            let known = project.manifests.depends_on(&package) || project.manifests.depends_on(head);
            let typed = import.names.iter().all(|n| n.type_only) && !import.names.is_empty();
            named == last && !foreign && !known && !typed && script(project, file, from).is_empty()
        })?;
        let line = line_of(project.text(file).unwrap_or(""), found.at.start);
        Some(format!("`{}` at {file}:{line} may mean it by an alias that was not found", found.from))
    })
}

pub(super) fn python(project: &Project<'_>, from: &RepoPath, written: &str) -> Vec<RepoPath> {
    let dots = written.bytes().take_while(|b| *b == b'.').count();
    let rest = written[dots..].replace('.', "/");
    let at = |base: &str| -> Option<RepoPath> {
        let path = match (base.is_empty(), rest.is_empty()) {
            (true, _) => rest.clone(),
            (false, true) => base.to_owned(),
            (false, false) => format!("{base}/{rest}"),
        };
        existing(project, &format!("{path}.py")).or_else(|| existing(project, &format!("{path}/__init__.py")))
    };
    if dots > 0 {
        let mut base = from.parent();
        for _ in 1..dots {
            base = base.and_then(|b| b.parent());
        }
        return at(base.as_ref().map_or("", RepoPath::as_str)).into_iter().collect();
    }
    project.manifests.python_roots(from).iter().find_map(|root| at(root)).into_iter().collect()
}

/// Where a Rust file's own child modules lie.
fn children_of(project: &Project<'_>, path: &RepoPath) -> String {
    let folder = path.parent().map(|f| f.to_string()).unwrap_or_default();
    let stem = role::stem(path);
    let root = matches!(stem, "lib" | "main" | "mod")
        || folder.ends_with("/bin")
        || folder.ends_with("/tests")
        || folder.ends_with("/examples")
        || project.manifests.is_root(path);
    match (root, folder.is_empty()) {
        (true, _) => folder,
        (false, true) => stem.to_owned(),
        (false, false) => format!("{folder}/{stem}"),
    }
}

/// The file of a child module.
fn child(project: &Project<'_>, path: &RepoPath, name: &str) -> Option<RepoPath> {
    let folder = children_of(project, path);
    let at = |file: String| if folder.is_empty() { file } else { format!("{folder}/{file}") };
    if let Some(given) = name.strip_prefix('"') {
        let beside = path.parent();
        return joined(beside.as_ref(), given.trim_end_matches('"')).and_then(|p| existing(project, &p));
    }
    let below = name.replace("::", "/");
    existing(project, &at(format!("{below}.rs")))
        .or_else(|| existing(project, &at(format!("{below}/mod.rs"))))
        .filter(|_| declared(project, path, name))
}

/// The child modules of a name. Paths that are given for one under conditions make several files of it, one for each build.
fn children_by_name(project: &Project<'_>, path: &RepoPath, name: &str) -> Vec<RepoPath> {
    let outline = project.outline(path);
    let told = |i: &&Import| i.declares && i.from.starts_with('"') && i.names.iter().any(|n| n.name == name);
    let elsewhere = outline.iter().flat_map(|o| o.imports.iter().filter(told));
    let mut found: Vec<RepoPath> = elsewhere.filter_map(|i| child(project, path, &i.from)).collect();
    found.extend(child(project, path, name).filter(|own| !found.contains(own)));
    found
}

/// The child modules that the first steps of a path name, with how many they are: `bill::inner` where `bill` is written out
/// in the file and declares `inner`.
fn first_children(project: &Project<'_>, path: &RepoPath, steps: &[&str]) -> (Vec<RepoPath>, usize) {
    let inline = || project.outline(path).is_some_and(|o| o.imports.iter().any(is_nested));
    let most = if steps.len() > 1 && inline() { steps.len().min(6) } else { 1 };
    let found = (1..=most).find_map(|n| {
        let found = children_by_name(project, path, &steps.get(..n)?.join("::"));
        (!found.is_empty()).then_some((found, n))
    });
    found.unwrap_or_default()
}

/// Tells whether a module is declared within one that is written out.
fn is_nested(import: &Import) -> bool {
    import.declares && import.from.contains("::")
}

/// A file belongs to a crate only where a `mod` says so. A parent whose text was not kept has no such word in it,
/// where the word was looked for.
fn declared(project: &Project<'_>, parent: &RepoPath, name: &str) -> bool {
    match project.outline(parent) {
        // One that is written out there has no file.
        Some(o) => o.imports.iter().any(|i| i.declares && i.from == name),
        None => !project.lacks_word(parent, name),
    }
}

/// The root of the crate that a file belongs to.
fn crate_root(project: &Project<'_>, path: &RepoPath) -> Option<RepoPath> {
    let owner = project
        .manifests
        .crates
        .iter()
        .filter(|c| c.folder.is_empty() || path.as_str().starts_with(&format!("{}/", c.folder)))
        .max_by_key(|c| c.folder.len());
    let mut roots = Vec::new();
    if let Some(owner) = owner {
        roots.push(owner.lib.clone());
        roots.push(if owner.folder.is_empty() {
            "src/main.rs".to_owned()
        } else {
            format!("{}/src/main.rs", owner.folder)
        });
    }
    if let Some((before, _)) = path.as_str().split_once("src/") {
        roots.push(format!("{before}src/lib.rs"));
        roots.push(format!("{before}src/main.rs"));
    }
    roots.iter().find_map(|r| existing(project, r))
}

fn rust(project: &Project<'_>, from: &RepoPath, here: &Outline, import: &Import) -> Vec<RepoPath> {
    if import.declares {
        return child(project, from, &import.from).into_iter().collect();
    }
    rust_path(project, from, here, &import.from).into_iter().map(|(file, _)| file).collect()
}

/// Tells whether the path of an import ends in a type that a file declares: `shop::Cart` of `shop::Cart::new`. What a type has
/// may come from a trait of another crate, or be derived.
pub(super) fn names_type(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    import: &Import,
    to: Option<&RepoPath>,
) -> bool {
    let declares = |file: &RepoPath, name: &str| {
        project.outline(file).is_some_and(|o| {
            let is_type = |k: SymbolKind| matches!(k, SymbolKind::Type | SymbolKind::Class);
            o.symbols.iter().any(|s| s.owner.is_none() && s.name == name && is_type(s.kind))
        })
    };
    here.grammar == Grammar::Rust
        && import.from.contains("::")
        && rust_path(project, from, here, &import.from).iter().any(|(file, rest)| {
            to.is_none_or(|to| to == file) && matches!(rest.as_slice(), [name] if declares(file, name))
        })
}

/// Follows a path of Rust from module to module; returns each file it may end in with what is left of the path.
fn rust_path(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    path: &str,
) -> Vec<(RepoPath, Vec<String>)> {
    let mut parts: Vec<&str> = path.split("::").filter(|p| !p.is_empty()).collect();
    if parts.is_empty() || parts.len() > 20 {
        return Vec::new();
    }
    let head = parts.remove(0);
    let mut starts: Vec<RepoPath> = Vec::new();
    let mut above = Vec::new();
    match head {
        "crate" | "$crate" => {
            starts.extend(crate_root(project, from));
            // A program and a library of one package are two crates with one folder.
            let main =
                crate_root(project, from).and_then(|r| r.parent()).and_then(|f| f.join("main.rs").ok());
            starts.extend(main.filter(|m| project.exists(m) && !starts.contains(m)));
        }
        "self" => starts.push(from.clone()),
        "super" => {
            let mut up = place_above(project, from);
            while parts.first() == Some(&"super") {
                parts.remove(0);
                // Out of a module that is written out first, then out of its file.
                up = up.and_then(|(file, mut within)| match within.pop() {
                    Some(_) => Some((file, within)),
                    None => place_above(project, &file),
                });
            }
            let within = up.iter().flat_map(|(_, within)| within.iter().cloned());
            above = within.collect::<Vec<String>>();
            starts.extend(up.map(|(file, _)| file));
        }
        _ => {
            let below = children_by_name(project, from, head);
            if !below.is_empty() {
                starts.extend(below);
            } else if here.imports.iter().any(|i| is_nested(i) && i.from.starts_with(&format!("{head}::"))) {
                starts.push(from.clone());
                above = vec![head.to_owned()];
            }
            starts.extend(other_crate(project, from, head));
            // A name that is imported here leads on from where it was imported.
            for import in here.imports.iter().filter(|i| !i.dynamic && !i.declares) {
                let Some(binding) = import.names.iter().find(|n| n.local == head) else { continue };
                if import.from == "self" && binding.name == head {
                    continue;
                }
                let whole = format!("{}::{}", import.from, binding.name);
                if whole.split("::").next() != Some(head) {
                    starts.extend(
                        rust_path(project, from, &without_names(here), &whole)
                            .into_iter()
                            .filter(|(_, rest)| rest.is_empty())
                            .map(|(f, _)| f),
                    );
                }
            }
        }
    }
    let steps: Vec<&str> = above.iter().map(String::as_str).chain(parts.iter().copied()).collect();
    let mut open: Vec<(RepoPath, &[&str])> = starts.into_iter().rev().map(|start| (start, &*steps)).collect();
    let mut ends = Vec::new();
    while let Some((file, rest)) = open.pop().filter(|_| ends.len() < MOST_ENDS) {
        let (next, taken) = first_children(project, &file, rest);
        if next.is_empty() {
            ends.push((file, rest.iter().map(|step| (*step).to_owned()).collect()));
        } else {
            let rest = rest.get(taken..).unwrap_or_default();
            open.extend(next.into_iter().rev().map(|next| (next, rest)));
        }
    }
    ends
}

/// The outline without its imports by name, so that following one cannot go round.
fn without_names(here: &Outline) -> Outline {
    Outline { imports: here.imports.iter().filter(|i| i.declares).cloned().collect(), ..here.clone() }
}

fn other_crate(project: &Project<'_>, from: &RepoPath, name: &str) -> Option<RepoPath> {
    let own = project
        .manifests
        .crates
        .iter()
        .filter(|c| c.folder.is_empty() || from.as_str().starts_with(&format!("{}/", c.folder)))
        .max_by_key(|c| c.folder.len());
    let name = own.and_then(|c| c.renamed.get(name)).map_or(name, String::as_str);
    let found = project.manifests.crates.iter().find(|c| c.name == name)?;
    existing(project, &found.lib)
}

pub(super) fn parent(project: &Project<'_>, path: &RepoPath) -> Option<RepoPath> {
    let folder = path.parent()?;
    let (inner, outer) = if role::stem(path) == "mod" {
        (folder.file_name().to_owned(), folder.parent())
    } else {
        (String::new(), Some(folder.clone()))
    };
    let _ = inner;
    let outer = outer.map(|o| o.to_string()).unwrap_or_default();
    let at = |file: &str| if outer.is_empty() { file.to_owned() } else { format!("{outer}/{file}") };
    ["mod.rs", "lib.rs", "main.rs"]
        .iter()
        .find_map(|f| existing(project, &at(f)).filter(|p| p != path))
        .or_else(|| existing(project, &format!("{outer}.rs")))
        .or_else(|| {
            let roots = project.manifests.roots_in(&outer).filter_map(|root| existing(project, root));
            let mut roots = roots.filter(|root| root != path);
            roots.find(|root| declares(project, root, path) == Some(true))
        })
        .or_else(|| above_inline(project, path).map(|(file, _)| file))
}

/// Where `super` leads from a file: another file, and the modules that are written out there around it.
fn place_above(project: &Project<'_>, path: &RepoPath) -> Option<(RepoPath, Vec<String>)> {
    above_inline(project, path).or_else(|| Some((parent(project, path)?, Vec::new())))
}

/// The file further up that declares a file in modules that are written out there.
fn above_inline(project: &Project<'_>, path: &RepoPath) -> Option<(RepoPath, Vec<String>)> {
    let own = path.as_str().strip_suffix(".rs")?;
    let own = own.strip_suffix("/mod").unwrap_or(own);
    let mut folder = path.parent()?;
    for _ in 0..6 {
        folder = folder.parent()?;
        let beside = ["lib.rs", "main.rs", "mod.rs"].iter().map(|name| format!("{folder}/{name}"));
        for file in beside.chain([format!("{folder}.rs")]).filter_map(|at| existing(project, &at)) {
            let inner = own.strip_prefix(&format!("{}/", children_of(project, &file)));
            let named = inner.map(|inner| inner.replace('/', "::"));
            let Some(outline) = project.outline(&file) else { continue };
            if let Some(found) =
                outline.imports.iter().find(|i| is_nested(i) && Some(&i.from) == named.as_ref())
            {
                let mut within: Vec<String> = found.from.split("::").map(str::to_owned).collect();
                within.pop();
                return Some((file, within));
            }
        }
    }
    None
}

/// Returns every file that may declare a file of Rust as a module by their places: a library and a program of one folder are
/// two crates. Where none stands right above, a module may be written out that has the folder.
pub(super) fn parents(project: &Project<'_>, path: &RepoPath) -> Vec<RepoPath> {
    let folder = path.parent();
    let own = role::stem(path) == "mod";
    let mut within = if own { folder.as_ref().and_then(RepoPath::parent) } else { folder };
    for _ in 0..4 {
        let at = |file: &str| match &within {
            Some(folder) => format!("{folder}/{file}"),
            None => file.to_owned(),
        };
        let beside = within.as_ref().map(|folder| format!("{folder}.rs"));
        let places = ["mod.rs", "lib.rs", "main.rs"].iter().map(|file| at(file)).chain(beside);
        let there = places.filter_map(|place| existing(project, &place)).filter(|above| above != path);
        let mut found: Vec<RepoPath> = there.collect();
        let folder = within.as_ref().map_or("", RepoPath::as_str);
        let roots = project.manifests.roots_in(folder).filter_map(|root| existing(project, root));
        for root in roots.filter(|root| root != path) {
            if !found.contains(&root) {
                found.push(root);
            }
        }
        if !found.is_empty() {
            return found;
        }
        within = within.as_ref().and_then(RepoPath::parent);
    }
    Vec::new()
}

/// Tells whether a file of Rust declares another as a module; `false` says for tests alone, nothing that it does not.
/// What cannot be parsed may declare anything.
pub(super) fn declares(project: &Project<'_>, above: &RepoPath, path: &RepoPath) -> Option<bool> {
    let Some(outline) = project.outline(above) else { return Some(true) };
    let leads = |import: &Import| rust(project, above, &outline, import).contains(path);
    if outline.imports.iter().any(|i| i.declares && leads(i)) {
        return Some(true);
    }
    let folder = children_of(project, above);
    let beside = above.parent();
    let is_it = |name: &String| match name.strip_prefix('"') {
        Some(given) => joined(beside.as_ref(), given.trim_end_matches('"')).as_deref() == Some(path.as_str()),
        None => {
            let module = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            [format!("{module}.rs"), format!("{module}/mod.rs")].iter().any(|file| file == path.as_str())
        }
    };
    outline.for_tests.iter().any(is_it).then_some(false)
}

/// Tells whether a Rust file declares a name, or passes one on.
pub(super) fn rust_has(there: &Outline, name: &str) -> bool {
    name == "self"
        || there.symbols.iter().any(|s| s.owner.is_none() && s.name == name)
        || there.imports.iter().any(|i| i.passes_on && (i.all || i.names.iter().any(|n| n.local == name)))
}
