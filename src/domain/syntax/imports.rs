//! What a file brings in and gives on, in each language's own words.

use tree_sitter::Node;

use super::fields::Fields as _;
use super::names::is_comment;
use super::quotes::unquoted;
use super::walk::Walk;
use super::{Binding, Grammar, Import};

/// Takes a node that is an import; tells whether it is one, so that its names count as no use.
pub(super) fn take(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    match (walk.grammar, kind) {
        (Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript, _) => script(walk, node, kind),
        (Grammar::Python, "import_statement" | "import_from_statement") => {
            python(walk, node, kind);
            true
        }
        (Grammar::Rust, "use_declaration") => {
            rust(walk, node);
            true
        }
        (Grammar::Rust, "mod_item") => rust_module(walk, node),
        (Grammar::Rust, "scoped_identifier" | "scoped_type_identifier") => {
            rust_path(walk, node);
            false
        }
        (Grammar::Go, "import_spec") => {
            go(walk, node);
            true
        }
        (Grammar::Java, "import_declaration") => {
            java(walk, node);
            true
        }
        (Grammar::CSharp, "using_directive") => {
            csharp(walk, node);
            true
        }
        (Grammar::Ruby, "call") => ruby(walk, node),
        _ => false,
    }
}

pub(super) fn plain(from: String, node: Node<'_>) -> Import {
    Import {
        from,
        names: Vec::new(),
        all: false,
        passes_on: false,
        declares: false,
        dynamic: false,
        at: node.byte_range(),
    }
}

pub(super) fn children<'t>(node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    (0..node.named_child_count().min(4_000)).filter_map(move |at| node.named_child(at as u32))
}

/// Tells whether one of a node's own tokens is a word.
fn says(node: Node<'_>, word: &str) -> bool {
    (0..node.child_count().min(6)).filter_map(|at| node.child(at)).any(|c| c.kind() == word)
}

fn script(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) -> bool {
    match kind {
        "import_statement" => {
            script_import(walk, node);
            true
        }
        "export_statement" => {
            script_export(walk, node);
            // What it declares is looked at as any other declaration; names passed on are no use here.
            node.field("source").is_some()
        }
        "call_expression" => {
            if let Some(joined) = super::joined_path::called(walk, node) {
                walk.out.joined.push((node.start_byte(), joined));
            }
            script_call(walk, node);
            false
        }
        "assignment_expression" => {
            super::common_js::take(walk, node);
            false
        }
        _ => false,
    }
}

fn script_import(walk: &mut Walk<'_>, node: Node<'_>) {
    let required = children(node).find(|c| c.kind() == "import_require_clause");
    let Some(source) = node.field("source").or_else(|| required?.field("source")) else {
        return;
    };
    let types = says(node, "type");
    let mut import = plain(unquoted(walk.text_of(source)).to_owned(), node);
    let mut bind = |name: &str, local: &str, type_only: bool| {
        import.names.push(Binding { name: name.to_owned(), local: local.to_owned(), type_only });
    };
    if let Some(local) = required.and_then(|r| r.part(0)) {
        bind("*", walk.text_of(local), types);
    }
    for clause in children(node).filter(|c| c.kind() == "import_clause").flat_map(children) {
        match clause.kind() {
            "identifier" => bind("default", walk.text_of(clause), types),
            "namespace_import" => {
                let local = clause.part(0).map_or("", |n| walk.text_of(n));
                bind("*", local, types);
            }
            "named_imports" => {
                for entry in children(clause).filter(|c| c.kind() == "import_specifier") {
                    let (name, local) = specifier(walk, entry);
                    bind(name, local, types || says(entry, "type"));
                }
            }
            _ => {}
        }
    }
    walk.out.imports.push(import);
}

/// Returns what `a as b` takes and what it calls it.
fn specifier<'t>(walk: &Walk<'t>, entry: Node<'_>) -> (&'t str, &'t str) {
    let name = entry.field("name").map_or("", |n| walk.text_of(n));
    let alias = entry.field("alias").map_or(name, |n| walk.text_of(n));
    (name, alias)
}

fn script_export(walk: &mut Walk<'_>, node: Node<'_>) {
    let from = node.field("source").map(|s| unquoted(walk.text_of(s)).to_owned()).unwrap_or_default();
    let types = says(node, "type");
    let mut import = Import { passes_on: !from.is_empty(), ..plain(from, node) };
    let mut listed = false;
    for child in children(node) {
        match child.kind() {
            "export_clause" => {
                listed = true;
                for entry in children(child).filter(|c| c.kind() == "export_specifier") {
                    let (name, alias) = specifier(walk, entry);
                    let type_only = types || says(entry, "type");
                    let passed = !import.from.is_empty();
                    // A list of the file's own names says what each is called outside.
                    let (name, local) = if passed { (name, alias) } else { (alias, name) };
                    import.names.push(Binding { name: name.to_owned(), local: local.to_owned(), type_only });
                }
            }
            "namespace_export" => {
                listed = true;
                let local = child.part(0).map_or("", |n| walk.text_of(n)).to_owned();
                import.names.push(Binding { name: "*".to_owned(), local, type_only: types });
            }
            _ => {}
        }
    }
    if says(node, "default") {
        let value = node.field("value").or_else(|| node.field("declaration").and_then(|d| d.field("name")));
        let local = value.filter(|v| super::names::is_name(v.kind())).map_or("", |v| walk.text_of(v));
        let default = Binding { name: "default".to_owned(), local: local.to_owned(), type_only: false };
        import.names.push(default);
        listed = true;
    }
    if !import.from.is_empty() && !listed {
        import.all = true;
    }
    if listed || import.all {
        walk.out.imports.push(import);
    }
}

/// `import('./pay')`, `require('./pay')`, with the names that what surrounds them binds.
fn script_call(walk: &mut Walk<'_>, node: Node<'_>) {
    let Some(function) = node.field("function") else { return };
    let by = walk.text_of(function);
    if by != "import" && by != "require" {
        return;
    }
    let argument = node.field("arguments").and_then(|a| a.part(0));
    let Some(argument) = argument else { return };
    let joined = super::joined_path::of(walk, argument);
    let text = matches!(argument.kind(), "string" | "template_string");
    let Some(from) = joined.or_else(|| text.then(|| unquoted(walk.text_of(argument)).to_owned())) else {
        return;
    };
    let mut import = plain(from, node);
    import.dynamic = true;
    // `import('./pay').Pay` as a type runs nothing.
    if walk.for_types(node.start_byte()) {
        import.names.push(Binding { name: "*".to_owned(), local: String::new(), type_only: true });
        walk.out.imports.push(import);
        return;
    }
    let mut above = node.parent();
    if above.is_some_and(|n| n.kind() == "await_expression") {
        above = above.and_then(|n| n.parent());
    }
    let bound = above.filter(|n| n.kind() == "variable_declarator").and_then(|n| n.field("name"));
    match bound {
        Some(name) if name.kind() == "identifier" => {
            let local = walk.text_of(name).to_owned();
            import.names.push(Binding { name: "*".to_owned(), local, type_only: false });
        }
        Some(name) if name.kind() == "object_pattern" => {
            for entry in children(name) {
                let (key, local) = match entry.kind() {
                    "shorthand_property_identifier_pattern" => (walk.text_of(entry), walk.text_of(entry)),
                    "pair_pattern" => (
                        entry.field("key").map_or("", |n| walk.text_of(n)),
                        entry.field("value").map_or("", |n| walk.text_of(n)),
                    ),
                    _ => continue,
                };
                let type_only = false;
                import.names.push(Binding { name: key.to_owned(), local: local.to_owned(), type_only });
            }
        }
        // What is dropped is brought in for what it does as it is loaded, as `import './pay'` is.
        _ => import.all = above.is_none_or(|n| n.kind() != "expression_statement"),
    }
    walk.out.imports.push(import);
}

fn python(walk: &mut Walk<'_>, node: Node<'_>, kind: &str) {
    let type_only = walk.for_types(node.start_byte());
    let module = node.field("module_name");
    let from = module.map(|m| walk.text_of(m).to_owned()).unwrap_or_default();
    let mut import = plain(from, node);
    let mut cursor = node.walk();
    let named: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
    for entry in named {
        let (name, local) = if entry.kind() == "aliased_import" {
            specifier(walk, entry)
        } else {
            (walk.text_of(entry), walk.text_of(entry))
        };
        if kind == "import_statement" {
            // `import a.b` binds `a`, and the module is reached through it.
            let head = if local == name { local.split('.').next().unwrap_or(local) } else { local };
            let names = vec![Binding { name: "*".to_owned(), local: head.to_owned(), type_only }];
            walk.out.imports.push(Import { names, ..plain(name.to_owned(), node) });
        } else {
            import.names.push(Binding { name: name.to_owned(), local: local.to_owned(), type_only });
        }
    }
    if kind == "import_from_statement" {
        import.all = children(node).any(|c| c.kind() == "wildcard_import");
        // Whatever a module imports can be imported from it again.
        let again = walk.stack.is_empty() || walk.stack.len() == 1;
        let passed = again.then(|| Import { passes_on: true, ..import.clone() });
        walk.out.imports.push(import);
        walk.out.imports.extend(passed);
    }
}

fn rust(walk: &mut Walk<'_>, node: Node<'_>) {
    let passes_on = node.child(0).is_some_and(|c| c.kind() == "visibility_modifier");
    let Some(argument) = node.field("argument") else { return };
    let mut open = vec![(argument, String::new())];
    let mut taken = 0;
    while let Some((part, prefix)) = open.pop() {
        taken += 1;
        if taken > 2_000 {
            return;
        }
        let join = |text: &str| if prefix.is_empty() { text.to_owned() } else { format!("{prefix}::{text}") };
        match part.kind() {
            "use_list" => {
                let names = children(part).filter(|c| !is_comment(c.kind()));
                open.extend(names.map(|c| (c, prefix.clone())));
            }
            "scoped_use_list" => {
                let path = part.field("path").map_or("", |p| walk.text_of(p));
                let prefix = if path.is_empty() { prefix.clone() } else { join(path) };
                open.extend(part.field("list").map(|l| (l, prefix)));
            }
            "use_wildcard" => {
                let path = part.part(0).map_or("", |p| walk.text_of(p));
                let from = from_file(walk, node, &join(path));
                walk.out.imports.push(Import { all: true, passes_on, ..plain(from, node) });
            }
            "use_as_clause" => {
                let path = part.field("path").map_or("", |p| walk.text_of(p));
                let alias = part.field("alias").map_or("", |p| walk.text_of(p));
                rust_name(walk, node, &join(path), Some(alias), passes_on);
            }
            _ => rust_name(walk, node, &join(walk.text_of(part)), None, passes_on),
        }
    }
}

fn rust_name(walk: &mut Walk<'_>, node: Node<'_>, path: &str, alias: Option<&str>, passes_on: bool) {
    let path: String = path.chars().filter(|c| !c.is_whitespace()).collect();
    let path = path.strip_suffix("::self").unwrap_or(&path);
    let path = &from_file(walk, node, path);
    let (from, name) = path.rsplit_once("::").unwrap_or(("", path));
    let local = alias.unwrap_or(name).to_owned();
    let names = vec![Binding { name: name.to_owned(), local, type_only: false }];
    // `use pay;` names a crate or a module by itself.
    let from = if from.is_empty() { "self" } else { from };
    walk.out.imports.push(Import { names, passes_on, ..plain(from.to_owned(), node) });
}

/// A path as it would be written at the top of the file: `super` leads out of a module that the file holds itself.
fn from_file(walk: &Walk<'_>, node: Node<'_>, path: &str) -> String {
    let within = walk.stack.iter().filter(|f| f.kind == "mod_item").count();
    let mut parts: Vec<&str> = path.split("::").collect();
    let ups = parts.iter().take_while(|p| **p == "super").count();
    let own = parts.first() == Some(&"self");
    if within == 0 || ups == 0 && !own {
        return path.to_owned();
    }
    if ups > within {
        return parts.split_off(within).join("::");
    }
    // What is left are modules of this file, from the outside in.
    let mut modules = Vec::new();
    let mut above = node.parent();
    while let Some(module) = above {
        let name = module.field("name").filter(|_| module.kind() == "mod_item");
        modules.extend(name.map(|n| walk.text_of(n)));
        above = module.parent();
    }
    let kept = modules.iter().rev().take(within - ups).copied();
    let rest = parts.split_off(if own { 1 } else { ups });
    std::iter::once("self").chain(kept).chain(rest).collect::<Vec<_>>().join("::")
}

/// `mod pay;` says that a file belongs to the crate; each path that is given for it under a condition, that file as well.
fn rust_module(walk: &mut Walk<'_>, node: Node<'_>) -> bool {
    let (found, Some(name)) = (named_files(walk, node), node.field("name")) else {
        return false;
    };
    // One that stands in a module of this file lies below that one's folder: `bill::inner`.
    let within = walk.stack.iter().any(|f| f.kind == "mod_item");
    // What lies elsewhere goes by the module's name all the same.
    let name = walk.text_of(name).to_owned();
    for mut from in found.iter().cloned() {
        if within && !from.starts_with('"') {
            let full = from_file(walk, node, &format!("self::{from}"));
            from = full.trim_start_matches("self::").to_owned();
        }
        let names = vec![Binding { local: name.clone(), name: name.clone(), type_only: false }];
        walk.out.imports.push(Import { declares: true, names, ..plain(from, node) });
    }
    !found.is_empty()
}

/// The module of which `mod pay;` takes in the file, or the paths that are given for it; nothing where it is written out.
fn named_files(walk: &Walk<'_>, node: Node<'_>) -> Vec<String> {
    let Some(name) = node.field("name").filter(|_| node.field("body").is_none()) else {
        return Vec::new();
    };
    let (mut given, mut firm) = (Vec::new(), false);
    let mut before = node.prev_named_sibling();
    while let Some(attribute) = before.filter(|n| n.kind() == "attribute_item") {
        let said = walk.text_of(attribute);
        if let Some(path) = said.split_once("path").and_then(|(_, rest)| rest.split('"').nth(1)) {
            let bare: String = said.chars().filter(|c| !c.is_whitespace()).collect();
            let never = ["cfg_attr(any(),", "cfg_attr(false,", "cfg_attr(FALSE,"];
            if !never.iter().any(|never| bare.contains(never)) {
                given.push(format!("\"{path}\""));
            }
            firm |= !bare.starts_with("#[cfg_attr(");
        }
        before = attribute.prev_named_sibling();
    }
    // Where no condition holds, it is the file by its name.
    if !firm {
        given.push(walk.text_of(name).to_owned());
    }
    given
}

/// The same, by the modules in which it stands: `mod shop { mod pay; }` takes in `shop/pay`.
pub(super) fn module_file(walk: &Walk<'_>, node: Node<'_>) -> Option<String> {
    let mut found = named_files(walk, node).into_iter().next()?;
    if found.starts_with('"') {
        return Some(found);
    }
    let mut above = node.parent();
    for _ in 0..40 {
        let Some(module) = above else { break };
        if module.kind() == "mod_item"
            && let Some(name) = module.field("name")
        {
            found = format!("{}/{found}", walk.text_of(name));
        }
        above = module.parent();
    }
    Some(found)
}

/// A path in the midst of code brings in and uses at once: `crate::pay::total(1)`.
fn rust_path(walk: &mut Walk<'_>, node: Node<'_>) {
    if walk.stack.last().is_some_and(|f| f.kind.starts_with("scoped_")) {
        return;
    }
    if walk.is_discarded(node) {
        return;
    }
    let path: String = walk.text_of(node).chars().filter(|c| !c.is_whitespace()).take(300).collect();
    let path = from_file(walk, node, &path);
    let Some((from, name)) = path.rsplit_once("::") else { return };
    let names = vec![Binding { name: name.to_owned(), local: String::new(), type_only: false }];
    walk.out.imports.push(Import { names, dynamic: true, ..plain(from.to_owned(), node) });
}

/// What a macro is given is no tree but words; a path among them brings in and uses like any other.
pub(super) fn rust_tokens(walk: &mut Walk<'_>, tree: Node<'_>) {
    let (mut path, mut at) = (Vec::new(), 0..0);
    let mut cursor = tree.walk();
    let mut joined = false;
    for token in tree.children(&mut cursor).take(20_000) {
        match token.kind() {
            "::" => joined = true,
            "identifier" | "crate" | "self" | "super" | "type_identifier" => {
                if !joined {
                    rust_token_path(walk, tree, &path, &at);
                    path.clear();
                    at.start = token.start_byte();
                }
                path.push(walk.text_of(token));
                at.end = token.end_byte();
                joined = false;
            }
            _ => {
                rust_token_path(walk, tree, &path, &at);
                path.clear();
                joined = false;
            }
        }
    }
    rust_token_path(walk, tree, &path, &at);
}

fn rust_token_path(walk: &mut Walk<'_>, tree: Node<'_>, path: &[&str], at: &std::ops::Range<usize>) {
    if path.len() < 2 {
        return;
    }
    let path = from_file(walk, tree, &path.join("::"));
    let Some((from, name)) = path.rsplit_once("::") else { return };
    let names = vec![Binding { name: name.to_owned(), local: String::new(), type_only: false }];
    walk.out.imports.push(Import {
        from: from.to_owned(),
        names,
        all: false,
        passes_on: false,
        declares: false,
        dynamic: true,
        at: at.clone(),
    });
}

fn go(walk: &mut Walk<'_>, node: Node<'_>) {
    let Some(path) = node.field("path").map(|p| unquoted(walk.text_of(p)).to_owned()) else {
        return;
    };
    let given = node.field("name").map(|n| walk.text_of(n).to_owned());
    let mut import = plain(path.clone(), node);
    match given.as_deref() {
        Some(".") => import.all = true,
        Some(name) => {
            import.names.push(Binding { name: "*".into(), local: name.to_owned(), type_only: false });
        }
        None => {
            let last =
                path.rsplit('/').find(|p| !p.starts_with('v') || p.len() > 3).unwrap_or(&path).to_owned();
            import.names.push(Binding { name: "*".into(), local: last, type_only: false });
        }
    }
    walk.out.imports.push(import);
}

fn java(walk: &mut Walk<'_>, node: Node<'_>) {
    let Some(path) = node.part(0).map(|n| walk.text_of(n).to_owned()) else { return };
    let all = children(node).any(|c| c.kind() == "asterisk");
    let mut import = plain(path.clone(), node);
    if all {
        import.all = true;
    } else if let Some((from, name)) = path.rsplit_once('.') {
        from.clone_into(&mut import.from);
        import.names.push(Binding { name: name.to_owned(), local: name.to_owned(), type_only: false });
    }
    walk.out.imports.push(import);
}

fn csharp(walk: &mut Walk<'_>, node: Node<'_>) {
    let alias = node.field("name").map(|n| walk.text_of(n).to_owned());
    let Some(path) = children(node).last().map(|n| walk.text_of(n).to_owned()) else { return };
    let mut import = plain(path, node);
    import.passes_on = says(node, "global");
    match alias {
        Some(local) => import.names.push(Binding { name: "*".to_owned(), local, type_only: false }),
        None => import.all = true,
    }
    walk.out.imports.push(import);
}

fn ruby(walk: &mut Walk<'_>, node: Node<'_>) -> bool {
    let Some(method) = node.field("method").map(|m| walk.text_of(m)) else { return false };
    if !matches!(method, "require" | "require_relative" | "load" | "autoload") {
        return false;
    }
    let arguments = node.field("arguments");
    let Some(path) = arguments.and_then(|a| children(a).filter(|c| c.kind() == "string").last()) else {
        return false;
    };
    let path = unquoted(walk.text_of(path)).to_owned();
    let from = if method == "require_relative" { format!("./{path}") } else { path };
    walk.out.imports.push(Import { all: true, ..plain(from, node) });
    true
}
