//! What Nuxt brings in by its name, without an import: composables, utilities, the server's own, and components.

use super::super::{Project, Wired, has_word, is_test, place, role, unread};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, line_of};

/// Most files that are searched for one name.
const MOST: usize = 400;

/// The names under which Nuxt knows a component by its place: `CartRow` and `cart-row` of `components/cart/Row.vue`.
pub(in crate::domain::wiring) fn component_names(path: &RepoPath) -> Vec<String> {
    let Some((_, inner)) =
        format!("/{path}").split_once("/components/").map(|(a, b)| (a.to_owned(), b.to_owned()))
    else {
        return Vec::new();
    };
    let bare = inner.rsplit_once('.').map_or(inner.as_str(), |(bare, _)| bare);
    let mut whole = String::new();
    for step in bare.split('/').filter(|step| *step != "index") {
        let step: String = step.split(['-', '_', '.']).map(capital).collect();
        // `base/BaseButton.vue` is no `BaseBaseButton`.
        if !step.starts_with(&whole) || whole.is_empty() {
            whole.push_str(&step);
        } else {
            whole = step;
        }
    }
    let own: String = role::stem(path).split(['-', '_']).map(capital).collect();
    let mut names = vec![whole];
    if !names.contains(&own) && own != "Index" {
        names.push(own);
    }
    let kebab: Vec<String> = names.iter().map(|name| kebab(name)).collect();
    names.extend(kebab);
    names
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn kebab(name: &str) -> String {
    let parts = name.char_indices().flat_map(|(at, c)| {
        let dash = (at > 0 && c.is_uppercase()).then_some('-');
        dash.into_iter().chain(c.to_lowercase())
    });
    parts.collect()
}

/// Tells whether a file lies where Nuxt looks for what it brings in, by its folders alone.
pub(in crate::domain::wiring) fn may_be_brought_in(path: &RepoPath) -> bool {
    let folders = ["composables", "utils", "components", "stores"];
    path.as_str().rsplit('/').skip(1).any(|folder| folders.contains(&folder))
}

/// What a file gives: names that are used as such, or a component's tags.
enum Gives {
    Names(Vec<String>),
    Tags(Vec<String>),
}

/// Looks for a file that uses what Nuxt brings in of another.
pub(in crate::domain::wiring) fn brought_in(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let roots = place::nuxt_roots(project, path);
    let (root, gives) = roots.iter().find_map(|inner| {
        let root = &path.as_str()[..path.as_str().len() - inner.len()];
        let gives = gives(project, path, inner)?;
        let off = is_off(project, root, matches!(gives, Gives::Tags(_)));
        Some((root, gives)).filter(|_| !off)
    })?;
    let (names, tags) = match &gives {
        Gives::Names(names) => (names, false),
        Gives::Tags(names) => (names, true),
    };
    for name in names {
        let holders = project.survey.mentions.get(name).into_iter().flatten();
        let such = |file: &&RepoPath| {
            let page = file.as_str().ends_with(".vue");
            let script = Grammar::of(file).is_some_and(Grammar::is_script);
            *file != path && file.as_str().starts_with(root) && !is_test(file) && (page || script && !tags)
        };
        for file in holders.filter(such).take(MOST).take_while(|_| project.goes_on()) {
            if let Some(line) = used(project, file, name, tags) {
                let how = format!("`{name}` is used at {file}:{line}, and Nuxt brings it in by its name");
                return Some(Wired::Yes { file: file.clone(), line, how });
            }
        }
    }
    None
}

/// The words by which Nuxt's settings say what is brought in unasked.
pub(in crate::domain::wiring) const SETTINGS: [&str; 2] = ["autoImport", "defineNuxtConfig"];

impl Project<'_> {
    /// Tells whether Nuxt brings in what a file gives, wherever that lies, by what its settings say.
    pub(crate) fn nuxt_brings_in(&self, path: &RepoPath) -> bool {
        let roots = place::nuxt_roots(self, path);
        let tags = path.as_str().ends_with(".vue");
        let root = |inner: &str| path.as_str()[..path.as_str().len() - inner.len()].to_owned();
        roots.is_empty() || !roots.iter().all(|inner| is_off(self, &root(inner), tags))
    }
}

/// Tells whether the settings below a folder have nothing brought in by itself: with `autoImport: false` each name is
/// imported, with `scan: false` no folder is looked through, and with `components: false` no component is known by its name.
fn is_off(project: &Project<'_>, root: &str, tags: bool) -> bool {
    let file = |end: &&str| RepoPath::parse(&format!("{root}nuxt.config.{end}")).ok();
    ["ts", "js", "mjs"].iter().filter_map(file).any(|file| {
        let Some(text) = project.text(&file) else { return false };
        let code = Code::with(&file, text, project.outline(&file)).alone();
        if tags {
            return values(&code, "components")
                .any(|value| has_word(value, "false") && !value.starts_with('{'));
        }
        values(&code, "imports").any(|table| {
            let off = |key| values(table, key).any(|value| value.trim() == "false");
            table.starts_with('{') && (off("autoImport") || off("scan"))
        })
    })
}

/// What stands behind a key of settings, as far as it goes: to the comma or the bracket that ends it.
fn values<'t>(code: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    code.match_indices(key).filter_map(move |(at, _)| {
        let rest = code[at + key.len()..].trim_start().strip_prefix(':')?.trim_start();
        let mut depth = 0_usize;
        let end = rest.char_indices().find(|(_, c)| {
            let ends = depth == 0 && matches!(c, ',' | '}' | ']' | ')' | ';');
            match c {
                '{' | '[' | '(' => depth += 1,
                '}' | ']' | ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            ends
        });
        let whole = !code[..at].ends_with(joins) && !code[..at].ends_with('.');
        Some(rest[..end.map_or(rest.len(), |(end, _)| end)].trim_end()).filter(|_| whole)
    })
}

/// What Nuxt takes of a file by its place, where it looks there.
fn gives(project: &Project<'_>, path: &RepoPath, inner: &str) -> Option<Gives> {
    let rest = ["app/", "src/"].iter().find_map(|folder| inner.strip_prefix(folder)).unwrap_or(inner);
    if rest.starts_with("components/") {
        return Some(Gives::Tags(component_names(path)));
    }
    let folders = ["composables/", "utils/", "shared/utils/", "server/utils/"];
    // Stores are brought in by the module of Pinia.
    let stores = project.manifests.package_has(path, |library| library == "@pinia/nuxt");
    let folders = folders.into_iter().chain(stores.then_some("stores/"));
    let below = folders.into_iter().find_map(|folder| rest.strip_prefix(folder).map(|below| (folder, below)));
    let (folder, below) = below?;
    // Of a folder within, only the server's are looked through, and an index.
    if below.contains('/') && folder != "server/utils/" && role::stem(path) != "index" {
        return None;
    }
    let outline = project.outline(path)?;
    let own = role::module_name(path);
    let named = outline.exports().map(|s| if s.name == "default" { own.clone() } else { s.name.clone() });
    Some(Gives::Names(named.collect()))
}

/// The line on which a file uses a name that nothing else there declares or imports.
fn used(project: &Project<'_>, file: &RepoPath, name: &str, tag: bool) -> Option<u32> {
    let text = project.text(file)?;
    if let Some(outline) = project.outline(file).filter(|_| !tag) {
        let own = outline.symbols.iter().any(|s| s.name == name)
            || outline.imports.iter().any(|i| i.names.iter().any(|n| n.local == name));
        return outline.uses.get(name).filter(|_| !own).and_then(|uses| uses.plain);
    }
    let bare = unread::without_comments(Code::new(file, text).text);
    if tag {
        let at = [format!("<{name}"), format!("<Lazy{name}"), format!("resolveComponent('{name}')")];
        let place = at.iter().find_map(|tag| {
            let ends =
                |at: &usize| !bare[at + tag.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
            bare.match_indices(tag.as_str()).map(|(at, _)| at).find(ends)
        });
        return place.map(|at| line_of(&bare, at));
    }
    let script = without_comments_of_script(&bare);
    let declared = script.lines().any(|line| {
        let line = line.trim_start();
        has_word(line, name)
            && (line.starts_with("import ")
                || ["const ", "let ", "var ", "function "]
                    .iter()
                    .any(|word| line.starts_with(&format!("{word}{name}"))))
    });
    let line = script.lines().position(|line| has_word(line, name))?;
    (!declared).then(|| u32::try_from(line + 1).unwrap_or(u32::MAX))
}

/// Blanks what stands behind `//` at the beginning of a line or after a blank.
fn without_comments_of_script(text: &str) -> String {
    let bare = |line: &str| match line.find("//") {
        Some(0) => String::new(),
        Some(at) if line[..at].ends_with([' ', '\t']) => line[..at].to_owned(),
        Some(_) | None => line.to_owned(),
    };
    text.lines().map(bare).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_is_named_by_its_place() {
        for (path, names) in [
            ("components/CartRow.vue", "CartRow cart-row"),
            ("components/cart/Row.vue", "CartRow Row cart-row row"),
            ("app/components/base/BaseButton.vue", "BaseButton base-button"),
            ("components/cart-row.vue", "CartRow cart-row"),
            ("pages/index.vue", ""),
        ] {
            let found = component_names(&RepoPath::parse(path).expect("a path"));
            assert_eq!(found.join(" "), names, "{path}");
        }
    }
}
