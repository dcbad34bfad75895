//! Files that another names in a text without its extension: a class of Java in full (`Class.forName("shop.Pay")`), a module by
//! the end of its path (`name: 'sub/pay'`). Whether that loads it cannot be told.

use super::super::manifest::without_extension;
use super::super::{Project, is_test, mention, role};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, Outline, Symbol, line_of};

/// Most files that are looked at.
const MOST: usize = 400;
/// Names by which a text is given that stands for a module.
const KEYS: [&str; 14] = [
    "name",
    "module",
    "modules",
    "plugin",
    "plugins",
    "component",
    "components",
    "entry",
    "worker",
    "job",
    "task",
    "view",
    "controller",
    "handler",
];

/// The names under which code of C implements methods of a class of Java: `Java_shop_Pay_charge`.
pub(in crate::domain::wiring) fn native_names(outline: &Outline) -> Vec<String> {
    let home = outline.homes.first().filter(|_| outline.grammar == Grammar::Java);
    let Some(home) = home.map(|home| home.replace('_', "_1").replace('.', "_")) else { return Vec::new() };
    let of = |symbol: &Symbol| {
        let class = symbol.owner.as_deref()?.replace('_', "_1");
        Some(format!("Java_{home}_{class}_{}", symbol.name.replace('_', "_1")))
    };
    outline.symbols.iter().filter_map(of).take(60).collect()
}

/// Returns in words where code of another language implements a class of Java, and so may make it.
fn implemented(project: &Project<'_>, outline: &Outline) -> Option<String> {
    native_names(outline).iter().find_map(|name| {
        let holders = project.survey.mentions.get(name).into_iter().flatten();
        let file = holders
            .into_iter()
            .find(|p| Grammar::of(p) != Some(Grammar::Java) && !mention::is_prose(p) && !is_test(p))?;
        let text = Code::new(file, project.text(file)?).text;
        let line = line_of(&text, text.find(name.as_str())?);
        Some(format!("`{name}` stands at {file}:{line}, and may be what uses it"))
    })
}

/// Returns in words where code names a file by such a text.
pub(in crate::domain::wiring) fn may_name(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let outline = project.outline(path)?;
    if let Some(native) = implemented(project, &outline) {
        return Some(native);
    }
    let java = outline.grammar == Grammar::Java;
    if !java && !outline.grammar.is_script() && outline.grammar != Grammar::Python {
        return None;
    }
    let home = outline.homes.first().map_or("", String::as_str);
    let own: Vec<String> = match java {
        true => {
            outline.exports().filter(|s| s.owner.is_none()).map(|s| format!("{home}.{}", s.name)).collect()
        }
        false => vec![without_extension(path.as_str())],
    };
    let stem = role::stem(path);
    let holders = project.survey.mentions.get(stem).into_iter().flatten();
    let code = |file: &&RepoPath| {
        let speaks = Grammar::of(file).is_some_and(|other| {
            java && other == Grammar::Java || !java && other.speaks_with(outline.grammar)
        });
        *file != path && speaks && !is_test(file) && !mention::uses_nothing(file)
    };
    for file in holders.filter(code).take(MOST).take_while(|_| project.goes_on()) {
        let (Some(here), Some(text)) = (project.outline(file), project.text(file)) else { continue };
        let idle = |at: usize| here.dead.iter().chain(&here.comments).any(|range| range.contains(&at));
        let found = here.strings.iter().filter(|range| !idle(range.start)).find(|range| {
            let written = text.get((*range).clone()).unwrap_or("").trim_matches(['"', '\'', '`']);
            match java {
                true => own.iter().any(|full| written == full.as_str() && full.contains('.')),
                false => own.iter().any(|bare| is_tail(written, bare)) && is_keyed(text, range.start),
            }
        });
        if let Some(range) = found {
            let line = line_of(text, range.start);
            let written = text.get(range.clone()).unwrap_or("");
            return Some(format!("{written} stands at {file}:{line}, and may load it by its name"));
        }
    }
    None
}

/// `sub/pay` of `src/sub/pay`: more than a name, and no address.
fn is_tail(written: &str, bare: &str) -> bool {
    let plain = written.contains('/') && !written.starts_with(['/', '.']) && !written.contains(':');
    plain && bare.strip_suffix(written).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Tells whether a text is given by a key or an argument that names a module.
fn is_keyed(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    let before = before.strip_suffix([':', '=']).map(str::trim_end).unwrap_or_default();
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let before = before.trim_end_matches(['"', '\'']);
    KEYS.contains(&&before[before.trim_end_matches(joins).len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_path_is_told_from_an_address() {
        for (written, is) in
            [("sub/pay", true), ("pay", false), ("/sub/pay", false), ("./sub/pay", false), ("ub/pay", false)]
        {
            assert_eq!(is_tail(written, "src/sub/pay"), is, "{written}");
        }
        for (text, is) in [
            ("load({ name: ", true),
            ("load(name=", true),
            ("{ 'name': ", true),
            ("fetch(", false),
            ("url: ", false),
        ] {
            assert_eq!(is_keyed(text, text.len()), is, "{text}");
        }
    }
}
