//! The aliases that SvelteKit takes from its settings, as far as they are plain texts there:
//! `kit: { alias: { $db: 'src/db' } }`.

use std::sync::LazyLock;

use regex::Regex;

use super::Project;
use super::manifest::Alias;
use super::mention::joined;
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;

static LIST: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\balias\s*:\s*\{([^{}]*)\}").expect("a constant pattern"));
static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    let entry =
        r#"(?:^|,)\s*(?:'([^'\n]+)'|"([^"\n]+)"|([\w$]+))\s*:\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*(?:,|$)"#;
    Regex::new(entry).expect("a constant pattern")
});

/// Reads the aliases of a file of settings; what is worked out there is none of them.
pub(super) fn aliases(path: &RepoPath, text: &str) -> Vec<Alias> {
    let code = Code::new(path, text);
    let folder = path.parent();
    let scope = folder.as_ref().map(ToString::to_string).unwrap_or_default();
    let mut found = Vec::new();
    for list in LIST.captures_iter(&code.text).filter_map(|list| list.get(1)) {
        for entry in list.as_str().split_inclusive(',').take(200) {
            let Some(parts) = ENTRY.captures(entry.trim()) else { continue };
            let part = |either: [usize; 3]| either.iter().find_map(|at| parts.get(*at)).map(|m| m.as_str());
            let (Some(pattern), Some(written)) = (part([1, 2, 3]), part([4, 5, 5])) else { continue };
            let Some(target) = joined(folder.as_ref(), written) else { continue };
            let mut give = |pattern: &str, target: &str| {
                let (pattern, targets) = (pattern.to_owned(), vec![target.to_owned()]);
                found.push(Alias { pattern, targets, scope: scope.clone(), of_package: false });
            };
            give(pattern, &target);
            // What stands for a folder stands for all in it.
            if !pattern.contains('*') {
                give(&format!("{pattern}/*"), &format!("{target}/*"));
            }
        }
    }
    found
}

/// Tells whether a file is the frame that SvelteKit puts pages, or what went wrong, into.
pub(super) fn fills(project: &Project<'_>, path: &RepoPath) -> bool {
    let frame = matches!(path.file_name(), "app.html" | "error.html");
    let above = path.parent().filter(|folder| folder.file_name() == "src").map(|folder| folder.parent());
    let beside = |name: &&str| match above.as_ref() {
        Some(Some(package)) => package.join(name).is_ok_and(|file| project.exists(&file)),
        Some(None) => RepoPath::parse(name).is_ok_and(|file| project.exists(&file)),
        None => false,
    };
    let settings = ["svelte.config.js", "svelte.config.ts", "svelte.config.mjs"];
    frame && project.depends_on("@sveltejs/kit") && settings.iter().any(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_read_where_they_are_plain_texts() {
        let path = RepoPath::parse("web/svelte.config.js").expect("a path");
        let text = "export default { kit: { adapter: adapter(), alias: {\n // $old: 'src/old',\n $db: 'src/db',\n '$ui/*': \"./src/ui/*\",\n $far: path.resolve('src/far') } } };";
        let found = aliases(&path, text);
        let found: Vec<_> = found.iter().map(|a| (a.pattern.as_str(), a.targets[0].as_str())).collect();
        assert_eq!(found, [("$db", "web/src/db"), ("$db/*", "web/src/db/*"), ("$ui/*", "web/src/ui/*")]);
    }
}
