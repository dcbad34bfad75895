//! Which file an end of a link means where it is no whole path: by the end of one, by an alias, without its extension, or
//! by a word of a sentence; and whether words that mean no file stand where a pattern was found.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Binding, Outline, words_of};
use crate::domain::wiring::{Project, Reach};

use super::super::artifact::written_path;
use super::super::code_text::{Code, Language};
use super::super::{CodeFacts, FileState};
use super::around;
use super::spoken::{heads, statement};
use super::symbol::{self, Name};
use super::{looks_like_path, named_paths, without_symbol};

/// The most files that one word may mean and that are looked at.
const MOST: usize = 12;
/// The most places of a pattern whose words are looked at.
const PLACES: usize = 200;

/// What the far end of a link means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A file that is there, and how it was read where it is not written in full.
    File(RepoPath, Option<String>),
    /// A file of source code, by a path to nothing.
    Missing(RepoPath),
    /// One of several files.
    Several(RepoPath, RepoPath),
    /// The file in which the link begins.
    Itself,
    /// Words, or a path that may be none of a file.
    Words,
}

/// The words of an end that may mean a file, as they are written but for marks around them.
pub(super) fn path_words(end: &str) -> Vec<&str> {
    let whole = Some(written_path(end)).filter(|w| !w.contains(char::is_whitespace));
    let words = end.split_whitespace().map(|w| w.trim_matches(|c: char| "`'\"(){},;:<>".contains(c)));
    let mut found: Vec<&str> = Vec::new();
    for word in whole.into_iter().chain(words) {
        let word = without_symbol(word).trim_end_matches("()").trim_end_matches('.');
        let word = word.strip_prefix("./").unwrap_or(word);
        let url = word.starts_with('/') || word.contains("://");
        let such = !url && !word.contains(['*', '`', '"']) && (word.contains('/') || is_file_name(word));
        if such && !found.contains(&word) && found.len() < MOST {
            found.push(word);
        }
    }
    found
}

/// Tells whether a word ends as the names of files do: `ledger.ts`, and not `matrix.os`.
pub(super) fn is_file_name(word: &str) -> bool {
    const OTHERS: [&str; 21] = [
        "md", "mdx", "txt", "json", "csv", "lock", "graphql", "gql", "rst", "ipynb", "tmpl", "hbs", "ejs",
        "erb", "twig", "png", "ico", "csproj", "sln", "bat", "ps1",
    ];
    let name = word.rsplit('/').next().unwrap_or(word);
    let ends = name
        .rsplit_once('.')
        .is_some_and(|(stem, ext)| !stem.is_empty() && OTHERS.contains(&ext.to_ascii_lowercase().as_str()));
    let code = RepoPath::parse(name).is_ok_and(|p| !matches!(Language::of(&p), Language::Plain));
    looks_like_path(name) && (ends || code)
}

/// The files of a repository that a word may mean by the end of their paths, with or without their extension.
fn by_end<'p>(word: &str, paths: impl Iterator<Item = &'p RepoPath>) -> Vec<RepoPath> {
    let bare = ["@/", "~/", "#/", "$"].iter().find_map(|sign| word.strip_prefix(sign)).unwrap_or(word);
    if bare.len() < 3 || bare.ends_with('/') {
        return Vec::new();
    }
    let named = is_file_name(bare);
    let ends =
        |path: &str| path.strip_suffix(bare).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    // A folder means the file that stands for it.
    let short = |path: &RepoPath| {
        let (stem, _) = path.as_str().rsplit_once('.')?;
        let folder = ["/index", "/mod", "/__init__"].iter().find_map(|name| stem.strip_suffix(name));
        let code = !matches!(Language::of(path), Language::Plain);
        Some(code && (ends(stem) || folder.is_some_and(ends)))
    };
    let meant = |path: &&RepoPath| ends(path.as_str()) || !named && short(path) == Some(true);
    paths.filter(meant).take(MOST).cloned().collect()
}

/// Returns the files that ends of links may mean by less than their paths, for what is to be read beside the whole ones.
pub(in super::super) fn meant_by(ends: &[&str], code: &CodeFacts, paths: &[RepoPath]) -> BTreeSet<RepoPath> {
    let there = |path: &RepoPath| code.files.get(path).is_some_and(|f| f.state == FileState::File);
    let open = ends.iter().filter(|end| !named_paths(end).iter().any(there));
    let open: BTreeSet<&str> = open.copied().collect();
    let words: BTreeSet<&str> = open.iter().flat_map(|end| path_words(end)).collect();
    let by_end = words.into_iter().flat_map(|word| by_end(word, paths.iter()));
    // What is called like a name of code need not hold that name.
    let names: BTreeSet<Name<'_>> = open.into_iter().filter_map(Name::of).collect();
    let called = names.into_iter().flat_map(|name| symbol::called(&name, paths.iter()));
    let found = by_end.chain(called);
    found.filter(|path| !code.files.contains_key(path)).collect()
}

/// Returns the files that a word of `end` means, of all that the repository has; the first word that means any.
pub(super) fn files(project: &Project<'_>, from: Option<&RepoPath>, end: &str) -> Vec<RepoPath> {
    let found = path_words(end).into_iter().map(|word| {
        let aliased = from.filter(|_| word.starts_with(['@', '~', '#', '$']) && word.contains('/'));
        let by_alias = aliased.map(|from| project.leads_by(from, word)).unwrap_or_default();
        let begins =
            word.split_once('/').filter(|_| is_file_name(word)).map(|(first, _)| format!("{first}/"));
        // What begins with a folder of the root is meant from there.
        let whole = begins
            .is_some_and(|first| project.survey.paths.iter().any(|path| path.as_str().starts_with(&first)));
        match (by_alias.is_empty(), whole) {
            (false, _) => by_alias,
            (true, true) => Vec::new(),
            (true, false) => by_end(word, project.survey.paths.iter()),
        }
    });
    found.into_iter().find(|files| !files.is_empty()).unwrap_or_default()
}

/// Finds out what the far end of a link means.
pub(super) fn of(project: Option<&Project<'_>>, from: &RepoPath, code: &CodeFacts, to: &str) -> Target {
    let written = written_path(to);
    let state = |path: &RepoPath| code.files.get(path).map(|fact| fact.state);
    let paths = named_paths(to);
    let there = |path: &RepoPath| {
        state(path) == Some(FileState::File) || project.is_some_and(|p| p.survey.paths.contains(path))
    };
    let mut found: Vec<RepoPath> = paths.iter().filter(|path| there(path)).cloned().collect();
    let listed = !found.is_empty();
    if !listed && let Some(project) = project {
        found = files(project, Some(from), to);
    }
    if found.contains(from) && (listed || found.len() == 1) && found.iter().all(|f| f == from) {
        return Target::Itself;
    }
    found.retain(|path| path != from);
    let reached = |path: &&RepoPath| {
        project.is_some_and(|p| !matches!(p.reach(from, path), Reach::Not | Reach::CannotTell))
    };
    let one = if found.len() > 1 { found.iter().find(reached) } else { None };
    match (one.or(found.first()), found.get(1)) {
        (Some(first), Some(other)) if one.is_none() && !listed => {
            Target::Several(first.clone(), other.clone())
        }
        (Some(path), _) => {
            let plain = path.as_str() == without_symbol(written);
            Target::File(path.clone(), (!plain).then(|| format!("`to` is read as `{path}`")))
        }
        (None, _) => {
            let whole = |path: &RepoPath| written.strip_prefix("./").unwrap_or(written) == path.as_str();
            let missing = |path: &&RepoPath| {
                let known = |name: &str| project.is_some_and(|p| p.manifests.depends_on(name));
                state(path) == Some(FileState::Missing)
                    && (is_source(path) || whole(path) && is_file_of_root(path, known))
            };
            let gone = paths.iter().find(missing).filter(|_| !written.starts_with(['@', '~', '#', '$']));
            gone.map_or(Target::Words, |path| Target::Missing(path.clone()))
        }
    }
}

/// Tells whether a path is one of a source file in a folder, and no list of several.
fn is_source(path: &RepoPath) -> bool {
    let mut parts = path.as_str().rsplit('/');
    let plain = |part: &str| part.chars().all(|c| c.is_alphanumeric() || "._-[]()@+$".contains(c));
    let named = parts.next().is_some_and(|name| plain(name) && is_file_name(name));
    let folders: Vec<&str> = parts.collect();
    let code = !matches!(Language::of(path), Language::Plain);
    named && code && !folders.is_empty() && folders.iter().all(|f| plain(f) && !is_file_name(f))
}

/// Tells whether a path is one of a source file right in the root, and no library that is called so: `Node.js`, `socket.io`.
fn is_file_of_root(path: &RepoPath, known: impl Fn(&str) -> bool) -> bool {
    let name = path.file_name();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let library = name.ends_with(".js") && (stem.starts_with(char::is_uppercase) || stem == "node")
        || [name, stem].iter().any(|name| known(&name.to_lowercase()));
    let code = !matches!(Language::of(path), Language::Plain);
    code && !path.as_str().contains('/') && is_file_name(name) && !library
}

/// Words of an end that name nothing by themselves.
const IDLE: [&str; 56] = [
    "the",
    "and",
    "for",
    "via",
    "from",
    "with",
    "into",
    "onto",
    "component",
    "components",
    "table",
    "tables",
    "function",
    "functions",
    "module",
    "modules",
    "file",
    "files",
    "class",
    "method",
    "call",
    "calls",
    "use",
    "uses",
    "new",
    "all",
    "its",
    "of",
    "in",
    "to",
    "on",
    "by",
    "or",
    "at",
    "as",
    "is",
    "it",
    "an",
    "not",
    "any",
    "ts",
    "tsx",
    "js",
    "jsx",
    "py",
    "rs",
    "go",
    "rb",
    "src",
    "get",
    "post",
    "put",
    "patch",
    "delete",
    "head",
    "this",
];

/// Tells whether what is named by words stands where a pattern was found, in an import that brings a name of that place in,
/// or, for a folder, below it: then the pattern says what was promised.
pub(super) fn is_said(
    from: &Code<'_>,
    project: Option<&Project<'_>>,
    places: &[Range<usize>],
    to: &str,
) -> bool {
    let written = written_path(to).trim_start_matches("./");
    let mut told: BTreeSet<String> = BTreeSet::new();
    for place in places.iter().take(PLACES) {
        told.extend(tokens(statement(&from.text, place)));
        let Some(outline) = from.outline.as_deref() else { continue };
        for (name, _) in heads(from, place) {
            let brings = outline.imports.iter().filter(|i| i.names.iter().any(|n| n.local == name));
            told.extend(brings.flat_map(|i| tokens(from.raw.get(i.at.clone()).unwrap_or(""))));
        }
    }
    let folder = written.trim_end_matches('/');
    let below = |outline: &Outline, project: &Project<'_>| {
        outline.imports.iter().any(|import| {
            let file = project.leads_to(from.path, outline, import);
            file.is_some_and(|file| {
                file.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
                    && matches!(project.reach(from.path, &file), Reach::Used { .. })
            })
        })
    };
    if let (true, Some(outline), Some(project)) = (written.contains('/'), from.outline.as_deref(), project)
        && below(outline, project)
    {
        return true;
    }
    // A library is named by what is imported, and a name of it is used.
    let library = |word: &str| {
        let of =
            |from: &str| from == word || from.strip_prefix(word).is_some_and(|rest| rest.starts_with('/'));
        from.outline.as_deref().is_some_and(|o| {
            let used = |n: &Binding| o.uses.get(&n.local).is_some_and(|u| u.any().is_some());
            o.imports.iter().any(|i| of(&i.from) && i.names.iter().any(used))
        })
    };
    if to.split_whitespace().any(library) || around::says(from, places, to) {
        return true;
    }
    // What is no name of code may be told anywhere in the file.
    let prose = !to.split_whitespace().any(|word| {
        word.contains(['.', '/'])
            || word.chars().skip(1).any(char::is_uppercase) && word.contains(char::is_lowercase)
    });
    let all: BTreeSet<String> =
        if prose { tokens(&from.text).into_iter().collect() } else { BTreeSet::new() };
    to.split(|c: char| !(c.is_alphanumeric() || "_$.-".contains(c))).any(|word| {
        let word = word.trim_matches(['.', '-']);
        let head = word.split('.').next().unwrap_or(word);
        let joined = plain(head);
        // `app.mail.send` is told by `server.mail.send`, too, and a member by a name of more than one word.
        let rest: Vec<String> = word.split('.').skip(1).map(plain).collect();
        let member = word.rsplit('.').next().filter(|name| head != word && words_of(name).len() >= 2);
        if member.is_some_and(|name| told.contains(&plain(name)))
            || rest.len() >= 2 && rest.iter().all(|part| told.contains(part))
        {
            return true;
        }
        let telling = |word: &str| word.chars().count() >= 2 && !IDLE.contains(&word);
        // Of a chain, what is meant is its last name; a single word says nothing without the first beside it.
        let is_chain = head != word && !is_file_name(word);
        if is_chain {
            let last = word.rsplit('.').next().unwrap_or(word);
            let stands = |name: &str| name.chars().count() >= 2 && told.contains(&plain(name));
            return stands(last) && (words_of(last).len() >= 2 || stands(head));
        }
        if !telling(&joined) {
            return false;
        }
        let single = joined.strip_suffix('s').filter(|one| one.len() >= 3).unwrap_or(&joined);
        let forms = [joined.clone(), single.to_owned(), format!("{joined}s")];
        if forms.iter().any(|form| told.contains(form) || all.contains(form)) {
            return true;
        }
        // `redis` of `ioredis`, `ledger` of `ledgerBook`: of a name that is no chain, a part will do.
        head == word
            && (words_of(head).iter().any(|part| part.len() >= 4 && telling(part) && told.contains(part))
                || joined.len() >= 5
                    && told.iter().any(|t| t.len() >= 5 && telling(t) && joined.contains(t.as_str())))
    })
}

/// A name in small letters, without what joins its parts.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The names of a piece of code, whole and in parts, in small letters.
fn tokens(code: &str) -> Vec<String> {
    let names = code.split(|c: char| !(c.is_alphanumeric() || "_$-".contains(c))).filter(|n| !n.is_empty());
    names
        .flat_map(|name| {
            let mut all = words_of(name);
            all.push(plain(name));
            all.extend(name.split('-').map(plain));
            all
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(all: &[&str]) -> Vec<RepoPath> {
        all.iter().map(|p| RepoPath::parse(p).expect("a path")).collect()
    }

    #[test]
    fn a_word_means_the_files_whose_paths_end_so() {
        let all = paths(&["src/pay.ts", "src/lib/index.ts", "sub/cmd/run.go", "src/repay.ts", "a/pay.ts"]);
        for (word, found) in [
            ("pay.ts", vec!["src/pay.ts", "a/pay.ts"]),
            ("src/pay", vec!["src/pay.ts"]),
            ("@/pay", vec!["src/pay.ts", "a/pay.ts"]),
            ("cmd/run.go", vec!["sub/cmd/run.go"]),
            ("src/lib", vec!["src/lib/index.ts"]),
            ("src/gone.ts", vec![]),
        ] {
            let by: Vec<String> = by_end(word, all.iter()).iter().map(ToString::to_string).collect();
            assert_eq!(by, found, "{word}");
        }
    }

    #[test]
    fn words_that_name_a_file_are_told_from_others() {
        for (end, words) in [
            ("src/gone.ts pay()", vec!["src/gone.ts"]),
            ("pay in `src/pay.ts`", vec!["src/pay.ts"]),
            ("ledger.ts", vec!["ledger.ts"]),
            ("matrix.os", vec![]),
            ("app.manage", vec![]),
            ("POST /api/pay", vec![]),
            ("wsStore.status + uiStore.paused", vec![]),
            ("src/pay.ts#pay", vec!["src/pay.ts"]),
        ] {
            assert_eq!(path_words(end), words, "{end}");
        }
    }

    #[test]
    fn words_must_stand_where_the_pattern_was_found() {
        let text = "import { db } from './prisma';\nstart(pay(1));\ndb.users.find();\nfetch('/api/carts');\n";
        let path = RepoPath::parse("src/main.ts").expect("a path");
        let code = Code::new(&path, text);
        for (word, to, said) in [
            ("start(", "Ledger component", false),
            ("start(", "wsStore.status + uiStore.paused", false),
            ("start(", "zod", false),
            ("start(", "pay function", true),
            ("db.", "users table", true),
            ("db.", "Prisma client", true),
            ("fetch(", "API endpoint", true),
            ("fetch(", "status.api", false),
        ] {
            let at = text.find(word).expect("the word");
            let place = at..at + word.len();
            assert_eq!(is_said(&code, None, std::slice::from_ref(&place), to), said, "{word} and {to}");
        }
    }
}
