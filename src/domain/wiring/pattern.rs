//! Files that come in by a pattern: `import.meta.glob('./pages/*.ts')`, `require.context('./lang', true, /\.js$/)`, and
//! what a name that is put together may mean: `` import(`./locales/${name}.ts`) ``.

use std::collections::BTreeSet;

use regex::Regex;

use super::mention::{joined, line_at};
use super::{Project, Wired, is_test, modules};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, line_of};

/// The words by which files that take others by a pattern are found.
pub(super) const WORDS: [&str; 2] = ["import.meta.glob", "require.context"];
/// The words by which a file that loads others of its own folder is found: no text there names the folder.
pub(super) const BESIDE: [&str; 8] = [
    "import(`",
    "require(`",
    "import('./' +",
    "import(\"./\" +",
    "require('./' +",
    "require(\"./\" +",
    "__dirname",
    "import.meta.dirname",
];
/// Most computed names of one file that are held against a path; a file with more is no hand's work.
pub(super) const MOST_CALLS: usize = 500;
/// How far a call's end is looked for.
const LONGEST: usize = 2_000;
/// Most files that are looked at.
const MOST: usize = 400;

/// Looks for a pattern that takes a file along.
pub(super) fn taken(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    project.outline(path).filter(|o| o.grammar.is_script())?;
    let holders = |word: &str| {
        let all = project.survey.mentions.get(word).into_iter().flatten();
        all.filter(|p| *p != path && !is_test(p) && Grammar::of(p).is_some_and(Grammar::is_script)).take(MOST)
    };
    let mut doubt = None;
    for word in &WORDS {
        for file in holders(word) {
            let (Some(text), Some(outline)) = (project.text(file), project.outline(file)) else { continue };
            for (at, _) in text.match_indices(word) {
                if !runs(&outline, at) {
                    continue;
                }
                let call = call_at(text, at);
                let found = if *word == WORDS[0] {
                    globbed(project, file, call, path)
                } else {
                    context(file, call, path)
                };
                let Some(found) = found else { continue };
                let line = line_of(text, at);
                match (found, kept(text, at, call, &outline)) {
                    (Taken::Surely(how), true) => {
                        let how = format!("taken by the pattern `{how}` at {file}:{line}");
                        return Some(Wired::Yes { file: file.clone(), line, how });
                    }
                    (Taken::Surely(how), false) => {
                        let why = format!(
                            "the pattern `{how}` at {file}:{line} takes it, and what comes of that is not used there"
                        );
                        doubt.get_or_insert(why);
                    }
                    (Taken::Perhaps(how), _) => {
                        doubt.get_or_insert(format!("`{how}` at {file}:{line} may take it"));
                    }
                }
            }
        }
    }
    // A path that is put together from parts when the program runs.
    let mut names: Vec<String> = BESIDE.iter().map(|w| (*w).to_owned()).collect();
    names.extend(path.as_str().rsplit('/').skip(1).map(step));
    // A file may be found by several words.
    let files: BTreeSet<&RepoPath> = names.iter().flat_map(|name| holders(name)).collect();
    for file in files {
        if doubt.is_some() {
            break;
        }
        let Some(text) = project.text(file) else { continue };
        let calls = ["import(", "require("].iter().flat_map(|call| text.match_indices(call));
        let computed: Vec<(usize, String)> = calls
            .filter_map(|(at, call)| {
                let given = text.get(at + call.len()..)?;
                Some((at, put_together(given).or_else(|| from_own_folder(text, given))?))
            })
            .take(MOST_CALLS + 1)
            .collect();
        if computed.len() > MOST_CALLS {
            doubt =
                Some(format!("{file} loads by more than {MOST_CALLS} computed names, and one may mean it"));
            break;
        }
        let meant = computed.iter().filter(|(_, pattern)| globs(project, file, pattern, path));
        let places: Vec<&(usize, String)> = meant.take(20).collect();
        let Some(outline) = project.outline(file).filter(|_| !places.is_empty()) else { continue };
        if let Some((at, _)) = places.iter().find(|(at, _)| runs(&outline, *at)) {
            let line: String = line_at(text, *at).trim().chars().take(120).collect();
            doubt = Some(format!("`{line}` at {file}:{} may mean it", line_of(text, *at)));
        }
    }
    doubt.map(Wired::CannotTell)
}

/// The word by which a folder is found in a text: a letter alone stands everywhere, so it is looked for between slashes.
pub(super) fn step(folder: &str) -> String {
    if folder.len() < 2 { format!("/{folder}/") } else { folder.to_owned() }
}

enum Taken {
    /// By a pattern, as written.
    Surely(String),
    Perhaps(String),
}

/// Tells whether a place is neither comment nor string nor code that never runs.
fn runs(outline: &Outline, at: usize) -> bool {
    let none = |ranges: &[std::ops::Range<usize>]| !ranges.iter().any(|r| r.contains(&at));
    // A template string that is given to `import` is itself such a place.
    none(&outline.comments) && none(&outline.dead)
}

/// The text of a call from its name to its closing bracket.
pub(super) fn call_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let (mut depth, mut quote) = (0_usize, None);
    for (i, c) in rest.char_indices().take(LONGEST) {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return &rest[..=i];
                }
            }
            (None, _) => {}
        }
    }
    ""
}

/// Tells whether what a call brings is kept for a use: it is bound to a name that is used, or no name is given to it.
fn kept(text: &str, at: usize, call: &str, outline: &Outline) -> bool {
    let before = text.get(..at).unwrap_or("");
    let start = before.rfind(['\n', ';']).map_or(0, |n| n + 1);
    let Some((head, "")) = before[start..].split_once('=').map(|(h, r)| (h.trim(), r.trim())) else {
        return true;
    };
    let mut words =
        head.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|w| !w.is_empty());
    let (first, name) = (words.next(), words.next());
    let (Some("const" | "let" | "var"), Some(name)) = (first, name) else { return true };
    call.contains("eager") || call.contains("globEager") || outline.uses.contains_key(name)
}

/// The first texts of a call, up to its first bare argument of another kind.
fn literals(call: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = call.split_once('(').map_or("", |(_, r)| r);
    // Options follow the patterns.
    rest = rest.split('{').next().map_or(rest, |head| {
        // A brace within a pattern is part of it.
        let open = |q: char| head.matches(q).count() % 2 == 1;
        if ['"', '\'', '`'].into_iter().any(open) { rest } else { head }
    });
    while let Some(at) = rest.find(['"', '\'', '`']) {
        let quote = rest[at..].chars().next().unwrap_or('"');
        let Some(end) = rest[at + 1..].find(quote) else { break };
        found.push(&rest[at + 1..at + 1 + end]);
        rest = &rest[at + 2 + end..];
    }
    found
}

fn globbed(project: &Project<'_>, file: &RepoPath, call: &str, path: &RepoPath) -> Option<Taken> {
    let all = literals(call);
    let (not, wanted): (Vec<&str>, Vec<&str>) = all.into_iter().partition(|l| l.starts_with('!'));
    if wanted.is_empty() {
        return Some(Taken::Perhaps("import.meta.glob".to_owned()));
    }
    let left_out = |l: &&str| globs(project, file, l.trim_start_matches('!'), path);
    if not.iter().any(left_out) {
        return None;
    }
    let found =
        wanted.into_iter().find(|l| (l.contains('/') || l.contains('*')) && globs(project, file, l, path));
    found.map(|l| Taken::Surely(l.to_owned()))
}

/// `require.context('./lang', true, /\.js$/)`
fn context(file: &RepoPath, call: &str, path: &RepoPath) -> Option<Taken> {
    let folder = literals(call).first().copied()?;
    let base = joined(file.parent().as_ref(), folder)?;
    let inner = path.as_str().strip_prefix(base.as_str())?.strip_prefix('/')?;
    let given = call.split_once(folder).map_or("", |(_, rest)| rest);
    let flat = given.split(',').nth(1).is_some_and(|deep| deep.trim().trim_end_matches(')') == "false");
    if flat && inner.contains('/') {
        return None;
    }
    let told = || format!("require.context('{folder}')");
    let Some(pattern) = given.split_once('/').map(|(_, p)| p) else {
        return Some(if given.split(',').nth(2).is_some() {
            Taken::Perhaps(told())
        } else {
            Taken::Surely(told())
        });
    };
    let (pattern, flags) = pattern.rsplit_once('/')?;
    let pattern = if flags.starts_with('i') { format!("(?i){pattern}") } else { pattern.to_owned() };
    match Regex::new(&pattern.replace("\\/", "/")) {
        Ok(pattern) => pattern.is_match(&format!("./{inner}")).then(|| Taken::Surely(told())),
        Err(_) => Some(Taken::Perhaps(told())),
    }
}

/// Returns the pattern of a path that is put together: a template with a star for each part, a text with something added.
fn put_together(given: &str) -> Option<String> {
    let mut given = given.trim_start();
    // `/* webpackChunkName: "pay" */` says how it is packed, not what.
    while let Some(rest) = given.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
        given = rest.1.trim_start();
    }
    let quote = given.chars().next().filter(|c| ['`', '"', '\''].contains(c))?;
    let (written, after) = given[1..].split_once(quote)?;
    if quote != '`' {
        return after.trim_start().starts_with('+').then(|| deep(format!("{written}*")));
    }
    let mut out = String::new();
    let mut rest = written;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        out.push('*');
        rest = after.split_once('}').map_or("", |(_, r)| r);
    }
    let pattern = out + rest;
    // Without its ending, too, it may mean a file.
    (pattern.contains('*') && pattern.contains('/')).then(|| {
        let last = pattern.rsplit('/').next().unwrap_or("");
        let ended = last.contains('.') || last.ends_with('*');
        deep(if ended { pattern.clone() } else { format!("{pattern}.*") })
    })
}

/// Returns the pattern of a path that is put together from the file's own folder: `path.join(__dirname, 'jobs', name)`,
/// right in the call or under a name that was given to it.
fn from_own_folder(text: &str, given: &str) -> Option<String> {
    let given = given.trim_start();
    let given = given.strip_prefix("pathToFileURL(").unwrap_or(given).trim_start();
    let end = given.find(|c: char| !(c.is_alphanumeric() || "_$.".contains(c)))?;
    let (name, rest) = given.split_at(end);
    if rest.starts_with(')') && !name.is_empty() && !OWN_FOLDER.contains(&name) {
        let named = [format!("{name} = "), format!("{name}: string = ")];
        let values = named.iter().flat_map(|named| text.match_indices(named.as_str()));
        return values.take(20).find_map(|(at, named)| {
            let value = text.get(at + named.len()..)?;
            joined_from_own_folder(value)
        });
    }
    joined_from_own_folder(given)
}

/// The names of a file's own folder.
const OWN_FOLDER: [&str; 2] = ["__dirname", "import.meta.dirname"];

fn joined_from_own_folder(given: &str) -> Option<String> {
    if let Some(rest) = OWN_FOLDER.iter().find_map(|own| given.strip_prefix(own)) {
        // `__dirname + '/jobs/' + name`
        let rest = rest.trim_start().strip_prefix('+')?.trim_start();
        let quote = rest.chars().next().filter(|c| ['"', '\''].contains(c))?;
        let (written, after) = rest[1..].split_once(quote)?;
        return after.trim_start().starts_with('+').then(|| deep(format!(".{written}*")));
    }
    if let Some(rest) = OWN_FOLDER.iter().find_map(|own| given.strip_prefix(&format!("`${{{own}}}"))) {
        let (written, _) = rest.split_once('`')?;
        return put_together(&format!("`.{written}`"));
    }
    let call =
        ["path.join(", "path.resolve(", "join(", "resolve("].iter().find_map(|c| given.strip_prefix(c))?;
    let call = call.trim_start();
    let rest = OWN_FOLDER.iter().find_map(|own| call.strip_prefix(own))?;
    let (arguments, _) = rest.split_once(')')?;
    let mut steps = vec![".".to_owned()];
    let mut computed = false;
    for argument in arguments.split(',').skip(1).map(str::trim).filter(|a| !a.is_empty()) {
        let quote = argument.chars().next().filter(|c| ['"', '\'', '`'].contains(c));
        let fixed =
            quote.and_then(|q| argument.strip_prefix(q)?.strip_suffix(q)).filter(|t| !t.contains("${"));
        computed |= fixed.is_none();
        steps.push(fixed.unwrap_or("*").to_owned());
    }
    computed.then(|| deep(steps.join("/")))
}

/// What is put in may hold folders of its own: `./plugins/${name}` means `./plugins/pay/index.ts`, too. Where no folder is
/// named, that would be every file below, and it is taken as a name alone.
fn deep(pattern: String) -> String {
    let fixed = pattern.split('*').next().unwrap_or("");
    let named = fixed.split('/').rev().skip(1).any(|part| !part.is_empty() && !part.starts_with('.'));
    if named { pattern.replacen('*', "**", 1) } else { pattern }
}

/// Tells whether a pattern as written in one file means another; `**/no.ts` is meant from anywhere.
fn globs(project: &Project<'_>, file: &RepoPath, pattern: &str, path: &RepoPath) -> bool {
    let head = pattern.split(['*', '{', '[', '?']).next().unwrap_or("");
    // A pattern of all files of the repository names none.
    let bases = if pattern.starts_with('.') {
        let parent = file.parent().map(|f| f.to_string()).unwrap_or_default();
        vec![format!("{parent}/{pattern}")]
    } else if let Some(rooted) = pattern.strip_prefix('/') {
        let package = project.manifests.package_of(file).unwrap_or("");
        vec![format!("{package}/{rooted}"), rooted.to_owned()]
    } else if pattern.starts_with("**") {
        vec![pattern.to_owned()]
    } else if head.contains('/') {
        modules::aliased(project, file, pattern)
    } else {
        Vec::new()
    };
    bases.iter().any(|base| {
        let Some(whole) = joined(None, base) else { return false };
        expanded(&whole).iter().any(|one| Regex::new(&as_regex(one)).is_ok_and(|r| r.is_match(path.as_str())))
    })
}

/// `*.{ts,tsx}` as the two that it stands for.
fn expanded(pattern: &str) -> Vec<String> {
    let mut open = vec![pattern.to_owned()];
    let mut done = Vec::new();
    while let Some(one) = open.pop() {
        let parts = one.split_once('{').and_then(|(b, r)| r.split_once('}').map(|(list, a)| (b, list, a)));
        match parts {
            Some((before, list, after)) if open.len() + done.len() < 200 => {
                open.extend(list.split(',').map(|choice| format!("{before}{choice}{after}")));
            }
            _ => done.push(one),
        }
    }
    done
}

fn as_regex(pattern: &str) -> String {
    let mut out = String::from("^");
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let (taken, says) = if rest.starts_with("**/") {
            (3, "(?:.*/)?".to_owned())
        } else if rest.starts_with("**") {
            (2, ".*".to_owned())
        } else if let Some(inner) = rest.strip_prefix("!(").or_else(|| rest.strip_prefix("?(")) {
            // A choice of what it is not: taken as anything.
            (2 + inner.find(')').map_or(inner.len(), |n| n + 1), "[^/]*".to_owned())
        } else {
            let says = match c {
                '*' => "[^/]*".to_owned(),
                '?' => "[^/]".to_owned(),
                '[' | ']' => c.to_string(),
                c => regex::escape(&c.to_string()),
            };
            (c.len_utf8(), says)
        };
        out.push_str(&says);
        rest = &rest[taken..];
    }
    out + "$"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_a_call_are_read_one_after_the_other() {
        for (call, held) in [
            (r"import.meta.glob('./a/*.ts')", vec!["./a/*.ts"]),
            (r#"glob(["./a.ts","./b.ts","./c.ts"])"#, vec!["./a.ts", "./b.ts", "./c.ts"]),
            ("glob('a''b')", vec!["a", "b"]),
            ("glob('./{a,b}.ts', { eager: 'yes' })", vec!["./{a,b}.ts", "yes"]),
            ("glob(name, { as: 'raw' })", vec![]),
            ("glob('open", vec![]),
        ] {
            assert_eq!(literals(call), held, "{call}");
        }
    }
}
