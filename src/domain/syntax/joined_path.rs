//! Paths that a script puts together from its own folder and texts, all of which stand there:
//! `path.join(__dirname, './pay')`, `new URL('./pay.js', import.meta.url)`.

use tree_sitter::Node;

use super::fields::Fields as _;
use super::walk::Walk;

/// Node's module of paths, under the names it has.
const PATHS: [&str; 4] = ["path", "node:path", "path/posix", "node:path/posix"];
/// How many calls are looked into, one within the other.
const DEEPEST: usize = 4;

/// Returns what a module's name comes to as it would be written in full: `./deep/pay`.
pub(super) fn of(walk: &Walk<'_>, node: Node<'_>) -> Option<String> {
    let parts = parts(walk, node, 0)?;
    let mut steps: Vec<&str> = Vec::new();
    for step in parts.iter().flat_map(|part| part.split('/')) {
        match step {
            "" | "." => {}
            ".." if steps.last().is_some_and(|last| *last != "..") => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    let up = steps.first() == Some(&"..");
    (!steps.is_empty()).then(|| if up { steps.join("/") } else { format!("./{}", steps.join("/")) })
}

/// Returns what a call of `join` or `resolve` comes to, or that of a URL's path, wherever it stands.
pub(super) fn called(walk: &Walk<'_>, node: Node<'_>) -> Option<String> {
    let function = node.field("function")?;
    let joins =
        ["join", "resolve", "fileURLToPath"].iter().any(|name| walk.text_of(function).ends_with(name));
    joins.then(|| of(walk, node)).flatten()
}

/// The texts below the file's own folder.
fn parts(walk: &Walk<'_>, node: Node<'_>, depth: usize) -> Option<Vec<String>> {
    if depth > DEEPEST {
        return None;
    }
    let field = |name: &str| node.field(name);
    match node.kind() {
        "identifier" | "member_expression" | "call_expression" if is_own_folder(walk, node) => {
            Some(Vec::new())
        }
        "identifier" if depth < DEEPEST => parts(walk, constant(walk, node)?, depth + 1),
        "parenthesized_expression" => parts(walk, node.part(0)?, depth + 1),
        // `new URL('./pay.js', import.meta.url).href`
        "member_expression" => {
            let of_url = matches!(walk.text_of(field("property")?), "href" | "pathname");
            parts(walk, field("object").filter(|o| of_url && o.kind() != "identifier")?, depth + 1)
        }
        "new_expression" => {
            let given = arguments(field("arguments")?);
            let [text, base] = given.as_slice() else { return None };
            let own =
                walk.text_of(field("constructor")?) == "URL" && walk.text_of(*base) == "import.meta.url";
            Some(vec![literal(walk, *text).filter(|t| own && t.starts_with('.'))?])
        }
        "binary_expression" => {
            let (left, right) = (parts(walk, field("left")?, depth + 1)?, literal(walk, field("right")?)?);
            let adds = field("operator").is_some_and(|o| o.kind() == "+") && right.starts_with('/');
            adds.then(|| [left, vec![right]].concat())
        }
        "template_string" => template(walk, node),
        "call_expression" => call(walk, field("function")?, &arguments(field("arguments")?), depth),
        _ => None,
    }
}

/// `` `${__dirname}/pay` ``
fn template(walk: &Walk<'_>, node: Node<'_>) -> Option<Vec<String>> {
    let inner: Vec<Node<'_>> = arguments(node);
    let (head, rest) = inner.split_first()?;
    let folder = head.part(0).filter(|_| head.kind() == "template_substitution")?;
    let plain = rest.iter().all(|part| part.kind() == "string_fragment");
    let text = walk.text_of(node).strip_prefix('`')?.strip_suffix('`')?;
    let text = text.strip_prefix(walk.text_of(*head))?;
    (plain && is_own_folder(walk, folder) && text.starts_with('/')).then(|| vec![text.to_owned()])
}

fn call(walk: &Walk<'_>, function: Node<'_>, given: &[Node<'_>], depth: usize) -> Option<Vec<String>> {
    let (name, of) = match function.kind() {
        "identifier" => (walk.text_of(function), None),
        "member_expression" => {
            let name = walk.text_of(function.field("property")?);
            (name, Some(function.field("object")?))
        }
        _ => return None,
    };
    let (first, rest) = given.split_first()?;
    if matches!(name, "fileURLToPath" | "pathToFileURL") && rest.is_empty() {
        return parts(walk, *first, depth + 1);
    }
    let name = match of {
        None => taken(walk, function)?,
        Some(of) => Some(name).filter(|_| is_paths(walk, of))?,
    };
    if !matches!(name, "join" | "resolve") {
        return None;
    }
    let mut found = parts(walk, *first, depth + 1)?;
    for part in rest {
        // What is resolved from a root leaves the folder.
        let part = literal(walk, *part).filter(|p| name == "join" || !p.starts_with('/'))?;
        found.push(part);
    }
    Some(found)
}

/// The name that a function of Node's module of paths has there.
fn taken<'w>(walk: &'w Walk<'_>, function: Node<'_>) -> Option<&'w str> {
    let local = walk.text_of(function);
    let brings = walk.out.imports.iter().filter(|i| PATHS.contains(&i.from.as_str()) && !i.passes_on);
    let binding = brings.flat_map(|i| &i.names).find(|n| n.local == local)?;
    (!walk.is_hidden(function)).then_some(binding.name.as_str())
}

/// Tells whether an expression is Node's module of paths.
fn is_paths(walk: &Walk<'_>, of: Node<'_>) -> bool {
    if of.kind() == "identifier" {
        return taken(walk, of).is_some_and(|name| matches!(name, "*" | "default" | "posix"));
    }
    let function = of.field("function").map(|f| walk.text_of(f));
    let named = of.field("arguments").and_then(|a| a.part(0));
    function == Some("require") && named.and_then(|n| literal(walk, n)).is_some_and(|n| PATHS.contains(&&*n))
}

/// Tells whether an expression is the folder of the file: Node's own name for it, or one that the file makes of
/// `import.meta.url`.
fn is_own_folder(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let name = walk.text_of(node);
    if is_made_of_url(name, true) {
        return true;
    }
    if node.kind() != "identifier" || walk.is_hidden(node) {
        return false;
    }
    if name != "__dirname" {
        // Another name is the file's own: it must be given once, and never again.
        let mut given = walk.text.match_indices("const ").filter_map(|(at, word)| {
            let rest = walk.text.get(at + word.len()..)?.strip_prefix(name)?.trim_start();
            rest.strip_prefix('=').filter(|value| !value.starts_with('='))
        });
        return given.next().is_some_and(|value| is_made_of_url(value, false)) && given.next().is_none();
    }
    walk.text.match_indices(name).all(|(at, _)| {
        let rest = walk.text[at + name.len()..].trim_start();
        let Some(value) = rest.strip_prefix('=').filter(|v| !v.starts_with(['=', '>'])) else { return true };
        value.split(';').next().unwrap_or(value).chars().take(200).collect::<String>().contains("import.meta")
    })
}

/// Tells whether an expression, or a text that begins with one, comes to the folder of the file by what the module knows of
/// itself.
fn is_made_of_url(text: &str, alone: bool) -> bool {
    const MADE: [&str; 4] = [
        "import.meta.dirname",
        "dirname(fileURLToPath(import.meta.url))",
        "fileURLToPath(newURL('.',import.meta.url))",
        "fileURLToPath(newURL('./',import.meta.url))",
    ];
    let head: String = text.chars().take(200).map(|c| if c == '"' { '\'' } else { c }).collect();
    let statement = head.split(';').next().unwrap_or(&head);
    let bare: String = statement.chars().filter(|c| !c.is_whitespace()).collect();
    let bare = ["path.", "url."].iter().fold(bare.clone(), |bare, module| bare.replace(module, ""));
    MADE.iter().any(|made| {
        let rest = bare.strip_prefix(made);
        rest.is_some_and(|rest| {
            rest.is_empty() || !alone && !rest.starts_with(['.', '+', '[', '(', '/', '?', '|'])
        })
    })
}

/// The value of a constant of the module: `const src = resolve(__dirname, 'src')`.
fn constant<'t>(walk: &Walk<'_>, name: Node<'t>) -> Option<Node<'t>> {
    if walk.is_hidden(name) {
        return None;
    }
    let mut root = name;
    while let Some(above) = root.parent() {
        root = above;
    }
    let declared = arguments(root).into_iter().map(|node| match node.kind() {
        "export_statement" => node.field("declaration").unwrap_or(node),
        _ => node,
    });
    let constants = declared.filter(|d| d.kind() == "lexical_declaration" && is_constant(walk, *d));
    let mut named = constants.flat_map(arguments).filter(|one| {
        one.kind() == "variable_declarator"
            && one.field("name").is_some_and(|n| walk.text_of(n) == walk.text_of(name))
    });
    named.next()?.field("value")
}

fn is_constant(walk: &Walk<'_>, declared: Node<'_>) -> bool {
    declared.child(0).is_some_and(|word| walk.text_of(word) == "const")
}

fn literal(walk: &Walk<'_>, node: Node<'_>) -> Option<String> {
    let written = walk.text_of(node);
    let plain = match node.kind() {
        "string" => true,
        "template_string" => !written.contains("${"),
        _ => false,
    };
    (plain && !written.contains('\\')).then(|| written.trim_matches(['"', '\'', '`']).to_owned())
}

fn arguments<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let all = (0..node.named_child_count().min(40)).filter_map(|at| node.named_child(at as u32));
    all.filter(|n| n.kind() != "comment").collect()
}
