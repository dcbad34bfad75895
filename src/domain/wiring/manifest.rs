//! What the manifests of a repository say: packages and their names, aliases of paths, where programs start.
//!
//! A manifest that cannot be read says nothing, and takes nothing from the others.

use std::collections::{BTreeMap, BTreeSet};

use jsonc_parser::{JsonObject, JsonValue, parse_to_value};

use super::Survey;
use super::compiled::{Out, put_out};
use super::jest;
use super::kit;
use super::mention::joined;
use super::subpath;
use crate::domain::ids::RepoPath;

/// Files whose texts are always wanted.
const NAMES: [&str; 9] = [
    "package.json",
    "jsconfig.json",
    "Cargo.toml",
    "go.mod",
    "pyproject.toml",
    "Gemfile",
    "svelte.config.js",
    "svelte.config.ts",
    "svelte.config.mjs",
];

/// Tells whether a file is one of them.
pub(super) fn is_one(name: &str) -> bool {
    NAMES.contains(&name) || is_tsconfig(name)
}

/// Deepest JSON that is read.
const DEPTH: usize = 60;

/// One alias of a tsconfig: `@/*` → `src/*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Alias {
    pub(super) pattern: String,
    /// Targets from the repository's root, each with at most one `*`.
    pub(super) targets: Vec<String>,
    /// The folder whose files it holds for; empty for the root.
    pub(super) scope: String,
    /// A package gives it to itself: each target may be meant, whatever holds where it runs.
    pub(super) of_package: bool,
}

/// A crate of a Cargo workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Crate {
    /// As code names it: `cgraph_core`.
    pub(super) name: String,
    pub(super) folder: String,
    /// The file of its library, from the root.
    pub(super) lib: String,
    starts: Vec<String>,
    /// Names by which its dependencies are known, where they are renamed.
    pub(super) renamed: BTreeMap<String, String>,
}

/// What all manifests say.
#[derive(Debug, Default)]
pub(crate) struct Manifests {
    packages: BTreeSet<String>,
    /// A package's name and folder.
    pub(super) scripts: BTreeMap<String, String>,
    /// Where packages say that they begin, by their names, from the root.
    mains: BTreeMap<String, Vec<String>>,
    /// Where a package begins, without its extension.
    entries: BTreeSet<String>,
    /// What packages show of themselves to others, without its extension.
    faces: BTreeSet<String>,
    commands: Vec<(String, String)>,
    /// What settings of Jest within a package.json have loaded, without its extension.
    set_up: BTreeSet<String>,
    /// Python modules that a command starts, as paths without extension.
    modules: Vec<(String, String)>,
    dependencies: BTreeSet<String>,
    /// The folder of each package.json with what it depends on.
    depends: BTreeMap<String, BTreeSet<String>>,
    pub(super) aliases: Vec<Alias>,
    /// Where compilers put out what they make.
    pub(super) outs: Vec<Out>,
    pub(super) crates: Vec<Crate>,
    /// The path of a Go module and its folder.
    pub(super) go: Vec<(String, String)>,
    python: Vec<String>,
    rails: BTreeSet<String>,
}

impl Manifests {
    /// Reads the manifests among a survey's texts.
    pub(super) fn read(survey: &Survey) -> Self {
        let mut all = Self::default();
        for (path, text) in &survey.texts {
            let folder = path.parent().map(|f| f.to_string()).unwrap_or_default();
            let known = match path.file_name() {
                "package.json" => {
                    all.package(&folder, text);
                    true
                }
                "Cargo.toml" => {
                    all.cargo(&folder, text);
                    true
                }
                "go.mod" => {
                    let module = text.lines().find_map(|l| l.trim().strip_prefix("module "));
                    all.go.extend(module.map(|m| (m.trim().trim_matches('"').to_owned(), folder.clone())));
                    true
                }
                "pyproject.toml" => {
                    for line in text.lines().filter(|l| l.contains(':') && l.contains('=')) {
                        let target = line.split('=').nth(1).unwrap_or_default().trim().trim_matches('"');
                        all.modules
                            .push((folder.clone(), target.split(':').next().unwrap_or("").replace('.', "/")));
                    }
                    all.python.push(folder.clone());
                    true
                }
                "Gemfile" => {
                    if text.contains("rails") {
                        all.rails.insert(folder.clone());
                    }
                    true
                }
                name if name.starts_with("svelte.config.") => {
                    all.aliases.extend(kit::aliases(path, text));
                    false
                }
                name if is_tsconfig(name) || name == "jsconfig.json" => {
                    all.aliases(&folder, text);
                    false
                }
                _ => false,
            };
            if known {
                all.packages.insert(folder);
            }
        }
        all.go.sort_by_key(|(module, _)| std::cmp::Reverse(module.len()));
        all
    }

    fn package(&mut self, folder: &str, text: &str) {
        let Some(json) = object(text) else { return };
        if let Some(name) = json.get_string("name") {
            self.scripts.insert(name.to_string(), folder.to_owned());
        }
        let mut depends = BTreeSet::new();
        for key in ["dependencies", "devDependencies", "peerDependencies"] {
            for (name, _) in json.get_object(key).into_iter().flat_map(|o| o.clone().take_inner()) {
                depends.insert(name.to_string());
            }
        }
        self.dependencies.extend(depends.iter().cloned());
        self.depends.insert(folder.to_owned(), depends);
        let earlier = std::mem::take(&mut self.entries);
        let mut entries = Vec::new();
        for key in ["main", "module", "types", "browser", "bin", "exports", "source", "typings"] {
            strings(json.get(key), &mut entries, 0);
        }
        let root = RepoPath::parse(folder).ok();
        for (pattern, targets) in json.get_object("imports").into_iter().flat_map(|o| o.clone().take_inner())
        {
            let mut written = Vec::new();
            strings(Some(&targets), &mut written, 0);
            let targets = with_sources(root.as_ref(), &written);
            let (pattern, scope) = (pattern.to_string(), folder.to_owned());
            self.aliases.push(Alias { pattern, targets, scope, of_package: true });
        }
        if let Some(name) = json.get_string("name") {
            self.mains.insert(name.to_string(), with_sources(root.as_ref(), &subpath::mains(&json)));
            for (inner, written) in subpath::subpaths(&json) {
                let targets = with_sources(root.as_ref(), &written);
                let (pattern, scope) = (format!("{name}/{inner}"), String::new());
                self.aliases.push(Alias { pattern, targets, scope, of_package: true });
            }
        }
        for entry in entries.iter().filter_map(|e| joined(root.as_ref(), e)) {
            let bare = without_extension(&entry);
            // What is built lies elsewhere than what it is built from.
            for built in ["/dist/", "/build/", "/lib/", "/out/"] {
                let slashed = format!("/{bare}");
                if let Some((before, after)) = slashed.split_once(built) {
                    for source in ["src/", ""] {
                        self.entries
                            .insert(format!("{before}/{source}{after}").trim_start_matches('/').to_owned());
                    }
                    self.entries.insert(
                        format!(
                            "{before}/src/{}",
                            after
                                .trim_start_matches("src/")
                                .trim_start_matches("cjs/")
                                .trim_start_matches("esm/")
                        )
                        .trim_start_matches('/')
                        .to_owned(),
                    );
                }
            }
            self.entries.insert(bare);
        }
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        // What a package says of itself is its face; one that says nothing shows its index.
        let says = !entries.is_empty();
        self.faces.extend(self.entries.iter().cloned());
        self.entries.extend(earlier);
        for name in ["index", "main", "src/index", "src/main"] {
            if self.entries.insert(format!("{prefix}{name}")) && !says && name.ends_with("index") {
                self.faces.insert(format!("{prefix}{name}"));
            }
        }
        let mut commands = Vec::new();
        strings(json.get("scripts"), &mut commands, 0);
        // `prisma: { seed: "tsx prisma/seed.ts" }`
        strings(json.get("prisma"), &mut commands, 0);
        self.set_up.extend(jest::in_package(folder, json.get("jest")));
        self.commands.extend(commands.into_iter().map(|c| (folder.to_owned(), c)));
    }

    fn aliases(&mut self, folder: &str, text: &str) {
        let Some(json) = object(text) else { return };
        let Some(options) = json.get_object("compilerOptions") else { return };
        let said = |key: &str| options.get_string(key).map(ToString::to_string);
        self.outs.extend(Out::of(folder, said("outDir").as_deref(), said("rootDir").as_deref()));
        let base = options.get_string("baseUrl").map(ToString::to_string);
        let root = RepoPath::parse(folder).ok();
        let from = joined(root.as_ref(), base.as_deref().unwrap_or(".")).unwrap_or_default();
        let from_path = RepoPath::parse(&from).ok();
        if base.is_some() {
            let targets = vec![if from.is_empty() { "*".to_owned() } else { format!("{from}/*") }];
            let (pattern, scope) = ("*".to_owned(), folder.to_owned());
            self.aliases.push(Alias { pattern, targets, scope, of_package: false });
        }
        for (pattern, targets) in options.get_object("paths").into_iter().flat_map(|o| o.clone().take_inner())
        {
            let mut written = Vec::new();
            strings(Some(&targets), &mut written, 0);
            let targets = written.iter().filter_map(|t| joined(from_path.as_ref(), t)).collect();
            let (pattern, scope) = (pattern.to_string(), folder.to_owned());
            self.aliases.push(Alias { pattern, targets, scope, of_package: false });
        }
    }

    fn cargo(&mut self, folder: &str, text: &str) {
        let Ok(table) = text.parse::<toml::Table>() else { return };
        let Some(name) = table.get("package").and_then(|p| p.get("name")).and_then(|n| n.as_str()) else {
            return;
        };
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let lib = table.get("lib");
        let said = |key: &str| lib.and_then(|l| l.get(key)).and_then(|v| v.as_str());
        let bins = ["bin", "example", "bench"].into_iter().filter_map(|kind| table.get(kind)?.as_array());
        let bins = bins.flatten().filter_map(|b| b.get("path")?.as_str());
        let build = table.get("package").and_then(|p| p.get("build")).and_then(|b| b.as_str());
        let starts = bins.chain(build).map(|p| format!("{prefix}{p}")).collect();
        let mut renamed = BTreeMap::new();
        for (known, what) in table.get("dependencies").and_then(|d| d.as_table()).into_iter().flatten() {
            if let Some(real) = what.get("package").and_then(|p| p.as_str()) {
                renamed.insert(known.replace('-', "_"), real.replace('-', "_"));
            }
        }
        self.crates.push(Crate {
            name: said("name").unwrap_or(name).replace('-', "_"),
            folder: folder.to_owned(),
            lib: format!("{prefix}{}", said("path").unwrap_or("src/lib.rs")),
            starts,
            renamed,
        });
    }

    /// Tells whether a file may be imported by words that do not name it: a package's, or those of an alias.
    pub(super) fn stands_for(&self, path: &RepoPath) -> bool {
        self.may_begin(path)
            || self.aliases.iter().any(|a| {
                a.targets.iter().any(|t| !t.contains('*') && t.starts_with(&without_extension(path.as_str())))
            })
    }

    /// Returns where a package of that name begins, by what it says itself.
    pub(super) fn mains(&self, package: &str) -> impl Iterator<Item = &String> {
        self.mains.get(package).into_iter().flatten()
    }

    /// Tells whether a package lies in a folder.
    pub(super) fn is_package(&self, folder: &RepoPath) -> bool {
        self.packages.contains(folder.as_str())
    }

    /// Tells whether a package depends on a library.
    pub(crate) fn depends_on(&self, library: &str) -> bool {
        self.dependencies.contains(library)
    }

    /// Returns the folder of the package.json that is next above a file.
    pub(super) fn package_of(&self, path: &RepoPath) -> Option<&str> {
        let above = self.depends.keys().filter(|folder| holds(folder, path));
        above.max_by_key(|folder| folder.len()).map(String::as_str)
    }

    /// Tells whether a package.json above a file names such a library.
    pub(super) fn package_has(&self, path: &RepoPath, such: impl Fn(&str) -> bool) -> bool {
        self.depends.iter().any(|(folder, all)| holds(folder, path) && all.iter().any(|d| such(d)))
    }

    /// Returns the folder of the crate that a file lies in.
    pub(super) fn crate_of(&self, path: &RepoPath) -> Option<&str> {
        let above = self.crates.iter().filter(|c| holds(&c.folder, path));
        above.max_by_key(|c| c.folder.len()).map(|c| c.folder.as_str())
    }

    /// Tells whether Cargo.toml says itself that a library begins in a file.
    pub(super) fn is_lib(&self, path: &RepoPath) -> bool {
        self.crates.iter().any(|c| c.lib == path.as_str())
    }

    /// Tells whether a crate begins in a file, by what Cargo.toml says.
    pub(super) fn is_root(&self, path: &RepoPath) -> bool {
        self.crates
            .iter()
            .any(|c| c.lib == path.as_str() || c.starts.iter().any(|start| start == path.as_str()))
    }

    /// Returns the files of one folder in which crates begin by what Cargo.toml says, whatever their names are.
    pub(super) fn roots_in<'m>(&'m self, folder: &'m str) -> impl Iterator<Item = &'m String> {
        let all = self.crates.iter().flat_map(|c| std::iter::once(&c.lib).chain(&c.starts));
        all.filter(move |root| root.rsplit_once('/').map_or("", |(of, _)| of) == folder)
    }

    /// Tells whether a file is what a package shows of itself.
    pub(super) fn is_face(&self, path: &RepoPath) -> bool {
        self.faces.contains(&without_extension(path.as_str()))
    }

    /// Tells whether a package may begin in a file, by its place alone.
    pub(super) fn may_begin(&self, path: &RepoPath) -> bool {
        self.entries.contains(&without_extension(path.as_str()))
    }

    /// Tells whether a file lies in a Rails application.
    pub(super) fn rails_app(&self, path: &RepoPath) -> bool {
        self.rails.iter().any(|folder| folder.is_empty() || path.as_str().starts_with(&format!("{folder}/")))
    }

    /// Folders below which Python modules are found.
    pub(super) fn python_roots(&self, from: &RepoPath) -> Vec<String> {
        let mut roots = vec![String::new(), "src".to_owned()];
        let mut above = from.parent();
        while let Some(folder) = above {
            roots.push(folder.to_string());
            above = folder.parent();
        }
        for root in &self.python {
            roots.push(root.clone());
            roots.push(if root.is_empty() { "src".to_owned() } else { format!("{root}/src") });
        }
        roots.sort();
        roots.dedup();
        roots
    }

    /// Tells why something starts in a file, if a manifest says so.
    pub(super) fn starts(&self, path: &RepoPath) -> Option<String> {
        let bare = without_extension(path.as_str());
        if self.crates.iter().any(|c| c.starts.iter().any(|s| s == path.as_str())) {
            return Some("Cargo.toml lets a program start here".to_owned());
        }
        let code = matches!(
            path.file_name().rsplit('.').next(),
            Some("ts" | "tsx" | "mts" | "cts" | "js" | "mjs" | "cjs" | "jsx")
        );
        if code && self.entries.contains(&bare) {
            return Some("package.json, or its place, lets the package begin here".to_owned());
        }
        if code && self.set_up.contains(&bare) {
            return Some("Jest loads it, by what package.json says".to_owned());
        }
        fn below<'p>(file: &'p str, folder: &str) -> Option<&'p str> {
            let rest = file.strip_prefix(folder)?;
            if folder.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
        }
        let inner = |folder: &str| below(path.as_str(), folder);
        let built = put_out(&self.outs, path);
        let named = self.modules.iter().any(|(folder, module)| {
            let bare = inner(folder).map(without_extension).unwrap_or_default();
            !module.is_empty() && (bare == *module || bare == format!("src/{module}"))
        });
        let run = named
            || self.commands.iter().any(|(folder, command)| {
                let mut files = std::iter::once(path.as_str()).chain(built.iter().map(String::as_str));
                files.any(|file| {
                    below(file, folder)
                        .is_some_and(|inner| command.split(['&', '|', ';']).any(|c| runs(c, inner)))
                })
            });
        run.then(|| "a command of the package starts it".to_owned())
    }
}

/// Paths that a manifest writes, from the root, and what each may be built from.
fn with_sources(root: Option<&RepoPath>, written: &[String]) -> Vec<String> {
    let mut targets: Vec<String> = written.iter().filter_map(|t| joined(root, t)).collect();
    let built: Vec<String> = targets.iter().flat_map(|t| sources(t)).collect();
    targets.extend(built);
    targets
}

/// What a built file may be built from: `dist/a.js` from `src/a`.
fn sources(built: &str) -> Vec<String> {
    let slashed = format!("/{}", built.strip_suffix(".d.ts").unwrap_or(built));
    let ends = [".js", ".mjs", ".cjs"].iter().find_map(|end| slashed.strip_suffix(end));
    let bare = ends.unwrap_or(&slashed);
    let parts = ["/dist/", "/build/", "/lib/", "/out/"].iter().find_map(|b| bare.split_once(b));
    let found = parts.map(|(before, after)| [format!("{before}/src/{after}"), format!("{before}/{after}")]);
    found.into_iter().flatten().map(|p| p.trim_start_matches('/').to_owned()).collect()
}

/// `tsconfig.json`, `tsconfig.build.json`: what is said of paths in one of them holds below its folder.
pub(super) fn is_tsconfig(name: &str) -> bool {
    let inner = name.strip_prefix("tsconfig").and_then(|rest| rest.strip_suffix(".json"));
    inner.is_some_and(|inner| inner.is_empty() || inner.starts_with('.'))
}

/// Options of programs that load the code they are given.
const LOADS: [&str; 5] = ["--config", "--require", "--import", "--preload", "--loader"];

/// Tells whether a command runs a file: its whole path must follow a word that runs what it is given, or an
/// option that has it loaded.
pub(super) fn runs(command: &str, path: &str) -> bool {
    let words: Vec<&str> =
        command.split(|c: char| c.is_whitespace() || "\"'=".contains(c)).filter(|w| !w.is_empty()).collect();
    let bare = without_extension(path);
    let given = |word: &&str| {
        let word = word.trim_start_matches("./");
        word == path || word.contains('/') && word == bare
    };
    // What a command prints it does not run.
    let printed = super::said::printed(command);
    !printed
        && words.iter().position(given).is_some_and(|at| {
            let option = at.checked_sub(1).and_then(|at| words.get(at));
            at == 0 || super::mention::is_run(&words[..at]) || option.is_some_and(|o| LOADS.contains(o))
        })
}

pub(super) fn without_extension(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(f, n)| (f, n));
    let name = name.strip_suffix(".d.ts").unwrap_or(name);
    let name = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(name, |(stem, _)| stem);
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

pub(super) fn holds(folder: &str, path: &RepoPath) -> bool {
    folder.is_empty() || path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn object(text: &str) -> Option<JsonObject<'_>> {
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    for byte in text.bytes() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    if deepest > DEPTH {
        return None;
    }
    match parse_to_value(text, &jsonc_parser::ParseOptions::default()).ok()?? {
        JsonValue::Object(object) => Some(object),
        JsonValue::Array(_)
        | JsonValue::String(_)
        | JsonValue::Number(_)
        | JsonValue::Boolean(_)
        | JsonValue::Null => None,
    }
}

/// Collects every text of a value, however it is nested.
pub(super) fn strings(value: Option<&JsonValue<'_>>, out: &mut Vec<String>, depth: usize) {
    if depth > 6 || out.len() > 400 {
        return;
    }
    match value {
        Some(JsonValue::String(text)) => out.push(text.to_string()),
        Some(JsonValue::Array(list)) => list.iter().for_each(|v| strings(Some(v), out, depth + 1)),
        Some(JsonValue::Object(map)) => {
            for (_, inner) in map.clone().take_inner() {
                strings(Some(&inner), out, depth + 1);
            }
        }
        Some(JsonValue::Number(_) | JsonValue::Boolean(_) | JsonValue::Null) | None => {}
    }
}
