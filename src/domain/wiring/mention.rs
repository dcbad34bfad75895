//! Files that are used by their path: pages, styles, pictures, workers, and code of languages without a syntax tree.

use super::manifest::holds;
use super::{Project, Wired, is_test, kinds, modules, notes, role, said};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, PARSE_LIMIT, line_of, unquoted};

/// Most texts that are searched for one file.
const MOST: usize = 3_000;

/// Looks for a quoted path that leads to the file, or to a folder it lies in.
pub(super) fn by_path(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let name = path.file_name();
    let holders = project.survey.mentions.get(name);
    let mut files: Vec<&RepoPath> =
        holders.into_iter().flatten().filter(|p| *p != path && !is_test(p)).collect();
    files.sort_by_key(|p| p.as_str().len());
    let is_code = Grammar::of(path).is_some();
    let mut doubt = None;
    for file in files.into_iter().take(MOST) {
        let idle = |p| is_tool(p) || uses_nothing(p) && !notes::is_own_site(p, path);
        if is_prose(file) || is_listing(file) || is_code && idle(file) {
            continue;
        }
        let Some(text) = project.text(file) else { continue };
        for (at, written) in quoted(project, file, text) {
            if written.ends_with(name) && leads(project, file, &written, path) {
                if is_code && is_imported_at(project, file, text, at) {
                    continue;
                }
                let line = line_of(text, at);
                let here = line_at(text, at);
                // Where a module of Rust lies is no use of it.
                if is_code && here.contains("path =") && file.as_str().ends_with(".rs") {
                    continue;
                }
                let doubted = said::only_says(file, text, at)
                    || notes::only_tells(file, path)
                    || is_program(path) && (said::is_other_json(file) || kinds::is_unknown(file));
                if !doubted && is_code && !loads(file, here, &written) && !by_key(file, text, at, &written) {
                    if !is_code_of_tools(here) {
                        let why = format!(
                            "its path stands at {file}:{line}, and whether that runs it cannot be told"
                        );
                        doubt.get_or_insert(Wired::CannotTell(why));
                    }
                    continue;
                }
                if doubted {
                    let why = format!("its path is only said at {file}:{line}, as far as can be told");
                    doubt.get_or_insert(Wired::CannotTell(why));
                    continue;
                }
                let how = format!("named by its path at {file}:{line}");
                return Some(Wired::Yes { file: file.clone(), line, how });
            }
        }
    }
    super::readme::run(project, path)
        .or_else(|| by_folder(project, path))
        .or_else(|| super::autoload::taken(project, path))
        .or_else(|| super::pattern::taken(project, path))
        .or_else(|| super::as_script::loaded(project, path))
        .or(doubt)
}

/// Tells whether what stands at a place of a script is the module of an import: whether what that brings in is used was
/// looked for already, also where it is left out as code that nobody calls. An ending in its path makes no use of it.
fn is_imported_at(project: &Project<'_>, file: &RepoPath, text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    let brought = ["import(", "require(", "from", "import"].iter().any(|word| before.ends_with(word));
    project.outline(file).is_some_and(|outline| {
        let known = || outline.imports.iter().any(|import| import.at.contains(&at));
        outline.grammar.is_script() && outline.intact && (brought || known())
    })
}

/// Code, with or without a syntax tree, and scripts of shells.
fn is_program(path: &RepoPath) -> bool {
    const ALONE: [&str; 24] = [
        "sh", "bash", "zsh", "fish", "ps1", "bat", "cmd", "pl", "lua", "php", "kt", "kts", "swift", "scala",
        "groovy", "ex", "exs", "erl", "dart", "r", "jl", "c", "cc", "cpp",
    ];
    Grammar::of(path).is_some() || ALONE.contains(&extension(path))
}

/// Tells whether a key of JSON has what stands in the list behind it loaded.
fn by_key(file: &RepoPath, text: &str, at: usize, written: &str) -> bool {
    extension(file) == "json" && loads(file, said::json_line(text, at), written)
}

/// The settings of tools that look at code and do not run it.
pub(super) fn is_tool(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    let tools = [
        "jest.",
        "vitest.",
        "eslint",
        ".eslint",
        "knip",
        "sonar",
        "prettier",
        ".prettier",
        "biome",
        "stylelint",
        "tsconfig",
        "jsconfig",
        "typedoc",
        "codecov",
        ".codecov",
        "cypress.",
        "playwright.",
        "karma.",
        "nyc",
        ".nycrc",
        "oxlint",
        "commitlint",
        "lint-staged",
        ".lintstaged",
        "renovate",
        "tslint",
        "pyrightconfig",
        "mypy",
        "ruff",
        "tox.",
        "setup.cfg",
        "pytest.",
        ".rubocop",
        ".golangci",
        "dependabot",
        "coverage",
    ];
    tools.iter().any(|tool| name.starts_with(tool))
}

/// Tells whether a line runs or loads the path that stands on it, by the words around it.
pub(super) fn loads(file: &RepoPath, line: &str, written: &str) -> bool {
    let before = line.find(written).map_or(line, |at| &line[..at]);
    let words: Vec<&str> = before
        .split(|c: char| !(c.is_alphanumeric() || "_-.".contains(c)))
        .filter(|w| !w.is_empty())
        .collect();
    let any = |known: &[&str]| words.iter().any(|w| known.contains(w));
    if extension(file) == "html" || extension(file) == "htm" {
        return any(&["src", "href", "import", "from"]);
    }
    if Grammar::of(file).is_some() {
        return any(&[
            "import",
            "require",
            "require_relative",
            "load",
            "from",
            "Worker",
            "SharedWorker",
            "URL",
            "fork",
            "spawn",
            "exec",
            "execFile",
            "execFileSync",
            "spawnSync",
            "execSync",
            "importScripts",
            "register",
            "resolve",
            "join",
            "entry",
            "entries",
            "entryPoints",
            "entrypoint",
            "input",
            "main",
            "source",
            "src",
            "script",
            "addModule",
            "run",
            "runpy",
            "run_path",
            "subprocess",
            "Popen",
            "include",
            "preload",
            "worker",
            "handler",
            "lazy",
            "file",
            "setupFiles",
            "background",
            "content_scripts",
            "js",
            "path",
            "Path",
            "plugins",
            "loader",
        ]);
    }
    is_run(&words)
        || any(&[
            "main",
            "entry",
            "entrypoint",
            "script",
            "scripts",
            "command",
            "cmd",
            "CMD",
            "ENTRYPOINT",
            "handler",
            "module",
            "worker",
            "program",
            "source",
            "src",
            "seed",
            "bin",
            "exports",
            "input",
            "background",
            "js",
            "service_worker",
            "start",
            "run",
            "exec",
            "require",
            "include",
            "import",
        ])
}

/// Tells whether words of a command run what follows them.
pub(super) fn is_run(words: &[&str]) -> bool {
    const RUNNERS: [&str; 50] = [
        "node",
        "tsx",
        "ts-node",
        "ts-node-dev",
        "tsnd",
        "bun",
        "deno",
        "nodemon",
        "vite-node",
        "esno",
        "swc-node",
        "babel-node",
        "pm2",
        "tsup",
        "esbuild",
        "rollup",
        "webpack",
        "parcel",
        "ncc",
        "microbundle",
        "unbuild",
        "wrangler",
        "python",
        "python3",
        "uvicorn",
        "gunicorn",
        "hypercorn",
        "flask",
        "streamlit",
        "chainlit",
        "gradio",
        "marimo",
        "fastapi",
        "uv",
        "bokeh",
        "celery",
        "ruby",
        "rackup",
        "puma",
        "go",
        "cargo",
        "java",
        "dotnet",
        "php",
        "sh",
        "bash",
        "exec",
        "electron",
        "forever",
        "k6",
    ];
    words.iter().any(|w| RUNNERS.contains(w))
}

/// Tells whether a line only has something look at the path, or takes it away.
fn is_code_of_tools(line: &str) -> bool {
    const TOOLS: [&str; 16] = [
        "eslint", "prettier", "rm", "mv", "cp", "tsc", "biome", "oxlint", "ruff", "black", "flake8", "mypy",
        "rubocop", "gofmt", "rustfmt", "git",
    ];
    line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).any(|w| TOOLS.contains(&w))
}

/// Code that stands for no use of what it names: what was built, stories, examples, mocks, benchmarks.
pub(super) fn uses_nothing(path: &RepoPath) -> bool {
    is_shown(&path.as_str().to_ascii_lowercase()) || is_apart(path)
}

/// Tells whether a file lies where there is only shown what there is, and is nothing else of that kind.
pub(super) fn only_shows(path: &RepoPath) -> bool {
    is_shown(&path.as_str().to_ascii_lowercase()) && !is_apart(path)
}

/// What was built, mocks, benchmarks, and what is there for tests.
fn is_apart(path: &RepoPath) -> bool {
    let lower = path.as_str().to_ascii_lowercase();
    let name = path.file_name().to_ascii_lowercase();
    let folder = |f: &str| {
        matches!(
            f,
            "mocks"
                | "__fixtures__"
                | "dist"
                | ".storybook"
                | "test-utils"
                | "testutils"
                | "testutil"
                | "testhelper"
                | "testhelpers"
                | "fuzz_targets"
        )
    };
    // The go tool passes over whatever begins so.
    let passed_over = |part: &str| part.starts_with('_') && name.ends_with(".go");
    lower.rsplit('/').skip(1).any(folder)
        || kinds::left_over(path)
        || lower.split('/').any(passed_over)
        || name.contains(".min.")
        || name.contains(".bench.")
        || name.contains(".mock.")
        || ["vitest.setup", "jest.setup", "setuptests", "testutils", "test-utils"]
            .iter()
            .any(|w| name.starts_with(w))
        || name.rsplit_once('.').is_some_and(|(stem, _)| stem.ends_with("-test"))
}

/// Tells whether a path lies in a folder that only shows what there is: examples, stories, documentation. Below the pages of an
/// application a folder of that name is one of them.
fn is_shown(lower: &str) -> bool {
    const PAGES: [&str; 6] = ["app", "pages", "routes", "views", "features", "screens"];
    let is_script = [".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".mdx"];
    let is_script = is_script.iter().any(|ending| lower.ends_with(ending));
    let shows = |folder: &str| match folder {
        // Of Storybook, which scripts alone have.
        "stories" => is_script,
        folder => matches!(folder, "examples" | "example" | "bench" | "benchmarks" | "docs"),
    };
    let folders = lower.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').take_while(|folder| !PAGES.contains(folder)).any(shows)
}

/// The line that holds a place.
pub(super) fn line_at(text: &str, at: usize) -> &str {
    let (before, after) = (text.get(..at).unwrap_or(""), text.get(at..).unwrap_or(""));
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    let end = after.find('\n').map_or(text.len(), |n| at + n);
    text.get(start..end).unwrap_or("")
}

/// Who needs a file that no tree can be read of.
pub(super) fn wired(project: &Project<'_>, path: &RepoPath) -> Wired {
    if let Some(found) = by_path(project, path) {
        return found;
    }
    let stem = role::stem(path);
    let holders = project.survey.mentions.get(stem).into_iter().flatten();
    let mut files: Vec<&RepoPath> = holders.filter(|p| *p != path && !is_test(p) && !is_prose(p)).collect();
    files.sort_by_key(|p| std::cmp::Reverse(super::shared(p, path)));
    let same = |other: &RepoPath| {
        extension(other) == extension(path) || extension(path) == "vue" || extension(path) == "svelte"
    };
    let importing = ["import", "require", "include", "use ", "using", "from", "source ", "open ", "alias"];
    for file in files.into_iter().filter(|f| same(f)).take(MOST) {
        let Some(text) = project.text(file) else { continue };
        let text = crate::domain::phase::Code::new(file, text).text;
        let mut at = 0;
        for (n, line) in text.lines().enumerate() {
            let brings = importing.iter().any(|w| line.contains(w)) && has_word(line, stem);
            if brings
                && text[at + line.len()..]
                    .match_indices(stem)
                    .any(|(i, _)| whole(&text[at + line.len()..], i, stem))
            {
                let line = u32::try_from(n + 1).unwrap_or(u32::MAX);
                let how = format!("by its text: imported and named again at {file}:{line}");
                return Wired::Yes { file: file.clone(), line, how };
            }
            at += line.len() + 1;
        }
    }
    let large = project.text(path).is_none_or(|text| text.len() > PARSE_LIMIT);
    let why = match Grammar::of(path) {
        Some(_) if large => "it is too large to be read as code",
        Some(_) => "it is nested too deep, or too much work, to be read as code",
        None => "no syntax tree for this kind of file",
    };
    Wired::CannotTell(format!("{why}, and no text that brings it in was found"))
}

fn extension(path: &RepoPath) -> &str {
    path.file_name().rsplit_once('.').map_or("", |(_, ext)| ext)
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| whole(line, at, word))
}

fn whole(text: &str, at: usize, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    !text[..at].chars().next_back().is_some_and(joins)
        && !text[at + word.len()..].chars().next().is_some_and(joins)
}

pub(super) fn is_prose(path: &RepoPath) -> bool {
    matches!(extension(path), "md" | "mdx" | "txt" | "rst" | "adoc" | "lock" | "log")
        || kinds::left_over(path)
}

/// Files that list files for their own ends: what a compiler, linter or packager is to take.
pub(super) fn is_listing(path: &RepoPath) -> bool {
    let name = path.file_name();
    path.as_str()
        .split('/')
        .any(|f| matches!(f, ".planning" | ".vbw-planning" | ".yolo-planning" | "specs" | ".github"))
        || matches!(
            name,
            "tsconfig.json"
                | "package.json"
                | "package-lock.json"
                | "CODEOWNERS"
                | ".gitignore"
                | ".dockerignore"
                | ".eslintrc.json"
        )
}

/// Every quoted text of a file, as far as it may be a path, with its place.
pub(super) fn quoted(project: &Project<'_>, file: &RepoPath, text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    if Grammar::of(file).is_some()
        && let Some(outline) = project.outline(file)
    {
        for place in &outline.strings {
            let literal = text.get(place.clone()).unwrap_or("");
            let bare = unquoted(literal);
            if bare.len() < 300 {
                found.push((place.start, bare.to_owned()));
            }
        }
        found.extend(outline.joined.iter().cloned());
        // What Go embeds stands in a comment.
        for (at, _) in text.match_indices("//go:embed ").take(200) {
            let named = line_at(text, at).trim_start_matches("//go:embed ").split_whitespace();
            found.extend(named.map(|n| (at, n.trim_matches('"').to_owned())));
        }
        return found;
    }
    let code = crate::domain::phase::Code::new(file, text);
    let mut at = 0;
    for word in code.text.split(|c: char| c.is_whitespace() || "\"'`()<>=,;".contains(c)) {
        if word.contains('.') || word.contains('/') {
            found.push((at, word.trim_end_matches([':', '.']).to_owned()));
        }
        at += word.len() + 1;
    }
    found
}

/// Tells whether a path as written in one file leads to another: from the file, its package, a public folder or the root.
fn leads(project: &Project<'_>, file: &RepoPath, written: &str, to: &RepoPath) -> bool {
    let bare = written.split(['?', '#']).next().unwrap_or(written);
    let bare = bare.trim_start_matches("file:").trim_start_matches("~/");
    let here = file.parent();
    bases(project, file, bare.starts_with('.'))
        .iter()
        .chain([&here])
        .any(|base| joined(base.as_ref(), bare).is_some_and(|p| p == to.as_str()))
        || is_aliased(project, file, bare, to)
        || is_served(file, bare, to)
}

/// Tells whether a path in a script leads to a file by an alias: `@/styles/shop.css`.
fn is_aliased(project: &Project<'_>, file: &RepoPath, written: &str, to: &RepoPath) -> bool {
    let script = Grammar::of(file).is_some_and(Grammar::is_script) && !written.starts_with('.');
    script && modules::aliased(project, file, written).iter().any(|path| path == to.as_str())
}

/// Tells whether a path of a page is that of a file in a folder whose inside is served: `~/js/site.js` for
/// `wwwroot/js/site.js`, below the folder that has it; what applications of Django hold as static is served as one.
fn is_served(page: &RepoPath, written: &str, to: &RepoPath) -> bool {
    let Some(asked) = joined(None, written).filter(|_| !written.starts_with('.')) else { return false };
    let whole = format!("/{to}");
    ["wwwroot", "public", "static"].iter().any(|served| {
        let Some((above, rest)) = whole.split_once(&format!("/{served}/")) else { return false };
        rest == asked && (*served == "static" || holds(above.trim_start_matches('/'), page))
    })
}

/// The folders from which a path may be meant; a relative one is never meant from a folder that is served.
pub(super) fn bases(project: &Project<'_>, file: &RepoPath, relative: bool) -> Vec<Option<RepoPath>> {
    let mut found = vec![None];
    let mut above = file.parent();
    while let Some(folder) = above {
        if project.manifests.is_package(&folder) {
            for inner in ["public", "static", "src", "app", "assets"].iter().filter(|_| !relative) {
                found.extend(folder.join(inner).ok().map(Some));
            }
            found.push(Some(folder.clone()));
        }
        above = folder.parent();
    }
    found.extend(
        ["public", "static", "src"]
            .iter()
            .filter(|_| !relative)
            .filter_map(|p| RepoPath::parse(p).ok())
            .map(Some),
    );
    found
}

/// Joins a folder and a relative path; `..` may not lead out.
pub(super) fn joined(base: Option<&RepoPath>, written: &str) -> Option<String> {
    let mut parts: Vec<&str> = base.map(|b| b.as_str().split('/').collect()).unwrap_or_default();
    for part in written.trim_start_matches('/').split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// A folder that code embeds or serves takes its files along.
fn by_folder(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    // What others import by name is not taken by its folder; a page's script is.
    if project.outline(path).is_some_and(|o| {
        !o.grammar.is_script() || o.exports().next().is_some() || o.imports.iter().any(|i| i.passes_on)
    }) {
        return None;
    }
    let mut folder = path.parent();
    while let Some(dir) = folder {
        let holders = project.survey.mentions.get(dir.file_name()).into_iter().flatten();
        for file in holders
            .filter(|p| !is_test(p) && Grammar::of(p).is_some() && !p.as_str().starts_with(dir.as_str()))
            .take(200)
        {
            let Some(text) = project.text(file) else { continue };
            for (at, written) in quoted(project, file, text) {
                let named = written.trim_end_matches('/').ends_with(dir.file_name()) && written.len() > 2;
                if named && serves(text, at) && leads(project, file, written.trim_end_matches('/'), &dir) {
                    let line = line_of(text, at);
                    let how = format!("its folder `{dir}` is taken at {file}:{line}");
                    return Some(Wired::Yes { file: file.clone(), line, how });
                }
            }
        }
        folder = dir.parent();
    }
    None
}

/// Tells whether the line of a place embeds or serves files.
fn serves(text: &str, at: usize) -> bool {
    let line = line_at(text, at);
    ["folder", "include_dir", "static", "embed", "ServeDir", "sendFile", "StaticFiles", "templates"]
        .iter()
        .any(|w| line.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_examples_is_none_below_the_pages_of_an_application() {
        for (path, nothing) in [
            ("examples/run.js", true),
            ("docs/build.js", true),
            ("packages/ui/stories/Card.tsx", true),
            ("src/stories/Page.tsx", true),
            ("app/docs/page.tsx", false),
            ("app/stories/page.tsx", false),
            ("src/views/docs/DocsIndex.vue", false),
            ("src/features/stories/Feed.tsx", false),
            ("stories/feed.py", false),
            ("app/__fixtures__/a.ts", true),
        ] {
            assert_eq!(uses_nothing(&RepoPath::parse(path).unwrap()), nothing, "{path}");
        }
    }
}
