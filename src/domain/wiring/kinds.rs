//! Kinds of files by their names: what was left lying, and what no program loads code by (SPEC 9.3).

use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// Endings of what an editor, a merge or a tool left behind, and of records that were generated.
const LEFT_OVER: [&str; 18] = [
    "bak", "backup", "orig", "old", "disabled", "off", "save", "swp", "swo", "rej", "patch", "diff", "snap",
    "map", "lcov", "tap", "sarif", "tmp",
];

/// Texts without a syntax tree that load or run what they name.
const LOADS: [&str; 117] = [
    "sh",
    "bash",
    "zsh",
    "fish",
    "ksh",
    "ps1",
    "psm1",
    "bat",
    "cmd",
    "mk",
    "mak",
    "am",
    "yml",
    "yaml",
    "json",
    "jsonc",
    "json5",
    "toml",
    "ini",
    "cfg",
    "conf",
    "config",
    "env",
    "xml",
    "plist",
    "webmanifest",
    "gradle",
    "kts",
    "kt",
    "properties",
    "csproj",
    "fsproj",
    "vbproj",
    "vcxproj",
    "props",
    "targets",
    "sln",
    "html",
    "htm",
    "xhtml",
    "vue",
    "svelte",
    "astro",
    "php",
    "phtml",
    "twig",
    "erb",
    "haml",
    "slim",
    "jinja",
    "jinja2",
    "j2",
    "njk",
    "liquid",
    "ejs",
    "pug",
    "jsp",
    "cshtml",
    "razor",
    "xaml",
    "aspx",
    "css",
    "scss",
    "sass",
    "less",
    "styl",
    "pcss",
    "c",
    "h",
    "cc",
    "cpp",
    "cxx",
    "hpp",
    "hh",
    "m",
    "mm",
    "swift",
    "scala",
    "sc",
    "groovy",
    "clj",
    "cljs",
    "ex",
    "exs",
    "erl",
    "dart",
    "r",
    "jl",
    "lua",
    "pl",
    "pm",
    "t",
    "tcl",
    "hs",
    "ml",
    "nim",
    "zig",
    "elm",
    "coffee",
    "service",
    "timer",
    "desktop",
    "nix",
    "tf",
    "hcl",
    "bzl",
    "bazel",
    "cmake",
    "gemspec",
    "podspec",
    "rake",
    "ru",
    "nsi",
    "iss",
    "spec",
    "cron",
    "vim",
];

/// Tells whether a file is a backup, a left-over, a patch or a generated record: what it names is in use by nobody.
pub(super) fn left_over(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    name == "backup" || name.ends_with('~') || LEFT_OVER.contains(&ending(&name))
}

/// Tells whether nothing is known to load code by what stands in a file of this kind.
pub(super) fn is_unknown(path: &RepoPath) -> bool {
    const BY_NAME: [&str; 7] =
        ["dockerfile", "containerfile", "makefile", "procfile", "jenkinsfile", "justfile", "vagrantfile"];
    let name = path.file_name().to_ascii_lowercase();
    let end = ending(&name);
    let bare = end.is_empty() || BY_NAME.iter().any(|known| name.starts_with(known));
    // A model of a file is no file.
    let model = matches!(end, "example" | "sample" | "tmpl" | "template");
    model || !bare && Grammar::of(path).is_none() && !LOADS.contains(&end)
}

fn ending(name: &str) -> &str {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or("", |(_, ending)| ending)
}
