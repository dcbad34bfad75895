//! Files that a framework or a tool finds by their place. The place counts at the root of a package, and where something
//! names the framework; where that cannot be told, so is it said.

use std::collections::BTreeSet;

use super::manifest::holds;
use super::role::stem;
use super::{Project, rails};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::SymbolKind;

/// What a place comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Placed {
    /// It is found there; by whom.
    Firm(String),
    /// It may be; in words.
    Maybe(String),
}

impl Placed {
    pub(super) fn firm(why: &str) -> Option<Self> {
        Some(Self::Firm(why.to_owned()))
    }

    pub(super) fn maybe(why: &str) -> Option<Self> {
        Some(Self::Maybe(why.to_owned()))
    }
}

pub(super) const BY_PLACE: &str = "the framework finds it by its place";
const STARTS: &str = "a program starts here";

/// Whether a package is built with one of some libraries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Built {
    With,
    /// Another package is, or no manifest lies above.
    Perhaps,
    Without,
}

fn built(project: &Project<'_>, path: &RepoPath, libraries: &[&str]) -> Built {
    let manifests = &project.manifests;
    if libraries.iter().any(|library| manifests.package_has(path, |d| d == *library)) {
        Built::With
    } else if manifests.package_of(path).is_none() || libraries.iter().any(|l| manifests.depends_on(l)) {
        Built::Perhaps
    } else {
        Built::Without
    }
}

/// A path from the root of its package, and from folders above it that hold the settings of a framework.
fn inner_paths<'p>(project: &Project<'_>, path: &'p RepoPath) -> Vec<&'p str> {
    let root = strip(path, project.manifests.package_of(path).unwrap_or(""));
    let above = project.framework_roots().iter().filter(|folder| holds(folder, path));
    std::iter::once(root).chain(above.map(|folder| strip(path, folder))).collect()
}

/// The folders that hold the settings of a framework, below the root.
pub(super) fn framework_roots<'p>(paths: impl Iterator<Item = &'p RepoPath>) -> BTreeSet<String> {
    const SETTINGS: [&str; 5] = ["next.config", "nuxt.config", "svelte.config", "astro.config", "app.config"];
    const EXTENSIONS: [&str; 4] = ["ts", "js", "mjs", "cjs"];
    let is_settings = |path: &&RepoPath| {
        let parts = path.file_name().rsplit_once('.');
        parts.is_some_and(|(own, extension)| SETTINGS.contains(&own) && EXTENSIONS.contains(&extension))
    };
    paths.filter(is_settings).filter_map(RepoPath::parent).map(|folder| folder.to_string()).collect()
}

/// A file's path from each folder below which Nuxt looks: the file's package is built with it, or its settings lie above.
pub(super) fn nuxt_roots<'p>(project: &Project<'_>, path: &'p RepoPath) -> Vec<&'p str> {
    if built(project, path, &["nuxt"]) == Built::With {
        return inner_paths(project, path);
    }
    let settings = |folder: &str, end: &str| {
        let above = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        RepoPath::parse(&format!("{above}nuxt.config.{end}")).is_ok_and(|file| project.exists(&file))
    };
    let above = project.framework_roots().iter().map(String::as_str).chain([""]);
    let above = above.filter(|folder| folder.is_empty() || holds(folder, path));
    above
        .filter(|folder| ["ts", "js", "mjs"].iter().any(|end| settings(folder, end)))
        .map(|folder| strip(path, folder))
        .collect()
}

fn strip<'p>(path: &'p RepoPath, folder: &str) -> &'p str {
    let inner = path.as_str().strip_prefix(folder).filter(|_| !folder.is_empty());
    inner.and_then(|rest| rest.strip_prefix('/')).unwrap_or(path.as_str())
}

/// Tells how something finds a file of JavaScript or TypeScript by its place.
pub(super) fn script(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    if project.outline(path).is_some_and(|o| o.starts) {
        return Placed::firm(STARTS);
    }
    run_by_hand(project, path)
        .or_else(|| tool(project, path))
        .or_else(|| framework(project, path))
        .or_else(|| migration(project, path))
}

/// `scripts/seed.ts`, `bin/tool.js`: at the root of a package, or of the repository.
fn run_by_hand(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let folder = path.parent()?;
    if !matches!(folder.file_name(), "bin" | "scripts") {
        return None;
    }
    if folder.parent().is_none_or(|above| project.manifests.is_package(&above)) {
        return Placed::firm(STARTS);
    }
    Placed::maybe(&format!("what lies in a folder `{}` may be run by hand", folder.file_name()))
}

/// Tools whose settings are code.
const TOOLS: [&str; 46] = [
    "vite",
    "vitest",
    "jest",
    "webpack",
    "rollup",
    "tsup",
    "esbuild",
    "babel",
    "postcss",
    "tailwind",
    "eslint",
    "prettier",
    "stylelint",
    "next",
    "nuxt",
    "astro",
    "svelte",
    "remix",
    "react-router",
    "metro",
    "drizzle",
    "playwright",
    "cypress",
    "karma",
    "wdio",
    "vue",
    "uno",
    "windi",
    "commitlint",
    "lint-staged",
    "release",
    "capacitor",
    "quasar",
    "craco",
    "rspack",
    "rsbuild",
    "turbo",
    "prisma",
    "knip",
    "codegen",
    "sanity",
    "tsdown",
    "gatsby-",
    "app",
    "ecosystem",
    "orval",
];

/// `vite.config.ts`, `vitest.setup.ts`, what lies in `.storybook`.
fn tool(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    const READ: &str = "a tool reads it by its name";
    let manifests = &project.manifests;
    let inner = strip(path, manifests.package_of(path).unwrap_or(""));
    let folders: Vec<&str> = inner.split('/').collect();
    let folders = folders.get(..folders.len() - 1).unwrap_or_default();
    let own = stem(path);
    if folders.first() == Some(&".storybook") || own.ends_with("rc") && inner.starts_with('.') {
        return Placed::firm(READ);
    }
    if let Some(name) = own.strip_suffix(".config") {
        // `app.config.ts` is Expo's and Nuxt's at the root, and an application's own elsewhere.
        let known = TOOLS.contains(&name) && (name != "app" || folders.is_empty())
            || name.len() > 2 && manifests.package_has(path, |dependency| dependency.contains(name));
        let near = folders.is_empty() || matches!(folders, ["config" | ".config" | "build" | "tools"]);
        return match (known, near) {
            (true, true) => Placed::firm(READ),
            (true, false) | (false, true) => {
                Placed::maybe(&format!("a tool named `{name}` may read it, and nothing names one"))
            }
            (false, false) => None,
        };
    }
    let lower = own.to_ascii_lowercase();
    let whole = [
        "gulpfile",
        "gruntfile",
        "plopfile",
        "jakefile",
        "dangerfile",
        "karma.conf",
        "wdio.conf",
        "protractor.conf",
        "nightwatch.conf",
    ];
    if whole.contains(&lower.as_str()) {
        return if folders.is_empty() {
            Placed::firm(READ)
        } else {
            Placed::maybe("a tool may read it by its name")
        };
    }
    let name = own.strip_suffix(".setup")?;
    let told = project.survey.mentions.get(path.file_name()).into_iter().flatten();
    let by_settings = told.into_iter().any(|file| {
        file.file_name() == "package.json"
            || file.file_name().contains(".config.")
            || file.file_name().contains("jest")
    });
    if by_settings {
        return Placed::firm(READ);
    }
    let known =
        matches!(name, "jest" | "vitest" | "test" | "tests" | "playwright" | "global" | "cypress" | "auth");
    (known || folders.is_empty()).then(|| Placed::maybe("a tool may read it by its name")).flatten()
}

/// Tells whether a framework finds a file, by its path within the package and its name without extension.
type Finds = fn(&str, &str) -> bool;

/// The entries of a browser's extension.
fn wxt(inner: &str, _: &str) -> bool {
    let inner = inner.strip_prefix("src/").unwrap_or(inner);
    let Some(entry) = inner.strip_prefix("entrypoints/") else { return false };
    match entry.split_once('/') {
        None => true,
        // Of a folder its index is the entry.
        Some((_, file)) => {
            file.split('.').next().is_some_and(|own| matches!(own, "index" | "background" | "content"))
        }
    }
}

fn plasmo(inner: &str, own: &str) -> bool {
    let inner = inner.strip_prefix("src/").unwrap_or(inner);
    let top = !inner.contains('/');
    top && matches!(own, "background" | "popup" | "options" | "newtab" | "devtools" | "sidepanel" | "content")
        || ["contents/", "background/", "tabs/"].iter().any(|folder| inner.starts_with(folder))
}

/// Tells whether a file says itself that it is a route: wherever the router is told to look for routes.
fn is_route_file(project: &Project<'_>, path: &RepoPath) -> bool {
    let made = ["createFileRoute(", "createLazyFileRoute(", "createServerFileRoute(", "createRootRoute"];
    let offers = project
        .outline(path)
        .is_some_and(|o| o.exports().any(|s| matches!(s.name.as_str(), "Route" | "ServerRoute")));
    offers && project.text(path).is_some_and(|text| made.iter().any(|word| text.contains(word)))
}

/// Libraries of a framework, and where it looks.
const FRAMEWORKS: [(&[&str], Finds); 10] = [
    (&["next"], next),
    (&["@remix-run/react", "@remix-run/dev", "@react-router/dev"], remix),
    (&["@tanstack/react-router", "@tanstack/react-start", "@tanstack/solid-router"], tanstack),
    (&["expo-router"], expo),
    (&["@sveltejs/kit"], svelte),
    (&["nuxt"], nuxt),
    (&["astro"], astro),
    (&["gatsby"], gatsby),
    (&["wxt"], wxt),
    (&["plasmo"], plasmo),
];

/// Pages, routes and the like of the frameworks that look for them in folders.
fn framework(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let own = stem(path);
    let mut perhaps = false;
    let inner = inner_paths(project, path);
    for (libraries, finds) in FRAMEWORKS {
        if !inner.iter().any(|inner| finds(inner, own)) {
            continue;
        }
        match built(project, path, libraries) {
            // A place where the framework looks and finds nothing of what it looks for is none.
            Built::With if lacks(project, path, libraries).is_some() => return None,
            Built::With => return Placed::firm(BY_PLACE),
            Built::Perhaps => perhaps = true,
            Built::Without => {}
        }
    }
    let routers = ["@tanstack/react-router", "@tanstack/react-start", "@tanstack/solid-router"];
    if is_route_file(project, path) && built(project, path, &routers) == Built::With {
        return Placed::firm(BY_PLACE);
    }
    if own.ends_with("_controller") && path.as_str().contains("controllers/") {
        match built(project, path, &["@hotwired/stimulus", "stimulus"]) {
            Built::With => return Placed::firm(BY_PLACE),
            Built::Perhaps if project.manifests.rails_app(path) => return Placed::firm(BY_PLACE),
            Built::Perhaps => perhaps = true,
            Built::Without => {}
        }
    }
    let slashed = format!("/{path}");
    if slashed.contains("/supabase/functions/") && own == "index" || slashed.contains("/netlify/functions/") {
        return Placed::firm(BY_PLACE);
    }
    if let Some(placed) = inner.first().and_then(|inner| hosted(project, path, inner)) {
        return Some(placed);
    }
    perhaps
        .then(|| Placed::maybe("a framework may find it by its place, and its package names none"))
        .flatten()
}

/// The methods of HTTP by which routes of Next and SvelteKit are named.
const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "fallback"];

/// Says what a framework looks for in a file and does not find: a page's component, a route's methods. What is commented
/// out, or stands in a text, is not found.
fn lacks(project: &Project<'_>, path: &RepoPath, libraries: &[&str]) -> Option<String> {
    let outline = project.outline(path).filter(|o| o.intact && !o.open)?;
    let own = stem(path);
    let server = format!("/{path}").contains("/server/");
    let (who, wanted): (&str, &[&str]) = match (libraries.first().copied(), own) {
        (Some("next"), "route") => ("Next", &METHODS[..7]),
        (Some("next"), "middleware" | "proxy" | "instrumentation" | "instrumentation-client") => return None,
        (Some("next"), _) => ("Next", &["default"]),
        (Some("@sveltejs/kit"), "+server") => ("SvelteKit", &METHODS),
        (Some("nuxt"), _) if server => ("Nuxt", &["default"]),
        _ => return None,
    };
    let types = |name: &str| {
        outline.symbols.iter().any(|s| s.name == name && s.owner.is_none() && s.kind == SymbolKind::Type)
    };
    let passed = outline.imports.iter().filter(|i| i.passes_on);
    let gives = passed.clone().any(|i| i.all)
        || passed.flat_map(|i| &i.names).any(|n| wanted.contains(&n.local.as_str()) && !n.type_only)
        || outline.exports().any(|s| wanted.contains(&s.name.as_str()) && !types(&s.name));
    let said = if wanted.len() == 1 { "default export" } else { "method of a route among its exports" };
    (!gives).then(|| format!("{who} looks there and finds no {said}"))
}

/// Says what the framework that looks at a file's place does not find in it.
pub(super) fn not_found(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let (own, inner) = (stem(path), inner_paths(project, path));
    let script = project.outline(path).is_some_and(|o| o.grammar.is_script());
    FRAMEWORKS.iter().filter(|_| script).find_map(|(libraries, finds)| {
        let there = inner.iter().any(|inner| finds(inner, own));
        let with = there && built(project, path, libraries) == Built::With;
        with.then(|| lacks(project, path, libraries))?
    })
}

/// Functions that a host finds in a folder: Vercel's `api/`, Cloudflare's `functions/`.
fn hosted(project: &Project<'_>, path: &RepoPath, inner: &str) -> Option<Placed> {
    const CALLED: [&str; 6] = ["default", "GET", "POST", "PUT", "PATCH", "DELETE"];
    let outline = project.outline(path)?;
    let gives = |such: &dyn Fn(&str) -> bool| {
        let listed = outline.imports.iter().filter(|i| i.from.is_empty()).flat_map(|i| &i.names);
        outline.exports().any(|s| such(&s.name)) || listed.into_iter().any(|n| such(&n.name))
    };
    let root = path.as_str().strip_suffix(inner).unwrap_or("");
    let beside = |name: &str| RepoPath::parse(&format!("{root}{name}")).is_ok_and(|p| project.exists(&p));
    let (host, told) = if behind(inner, &["functions"]).is_some() && gives(&|n| n.starts_with("onRequest")) {
        ("Cloudflare", ["wrangler.toml", "wrangler.json", "wrangler.jsonc"].into_iter().any(beside))
    } else if behind(inner, &["api"]).is_some() && gives(&|n| CALLED.contains(&n)) {
        let depends = project.manifests.package_has(path, |d| d == "@vercel/node" || d == "vercel");
        ("Vercel", depends || beside("vercel.json"))
    } else {
        return None;
    };
    if told { Placed::firm(BY_PLACE) } else { Placed::maybe(&format!("{host} may find it by its place")) }
}

/// What of a path comes behind one of some folders that it begins with.
fn behind<'p>(inner: &'p str, folders: &[&str]) -> Option<&'p str> {
    folders.iter().find_map(|folder| inner.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')))
}

fn next(inner: &str, own: &str) -> bool {
    let page = matches!(
        own,
        "page"
            | "layout"
            | "route"
            | "loading"
            | "error"
            | "not-found"
            | "template"
            | "default"
            | "global-error"
            | "forbidden"
            | "unauthorized"
            | "opengraph-image"
            | "twitter-image"
            | "icon"
            | "apple-icon"
            | "sitemap"
            | "robots"
            | "manifest"
    );
    let rest = inner.strip_prefix("src/").unwrap_or(inner);
    let alone = !rest.contains('/');
    if alone {
        return matches!(own, "middleware" | "proxy" | "instrumentation" | "instrumentation-client");
    }
    // A folder that begins with an underscore takes part in no route.
    behind(rest, &["pages"]).is_some()
        || page && behind(rest, &["app"]).is_some_and(|rest| !rest.split('/').any(|f| f.starts_with('_')))
}

fn remix(inner: &str, own: &str) -> bool {
    behind(inner, &["app/routes"]).is_some()
        || behind(inner, &["app"]).is_some_and(|rest| !rest.contains('/'))
            && matches!(own, "root" | "routes" | "entry.client" | "entry.server")
}

fn tanstack(inner: &str, _: &str) -> bool {
    behind(inner, &["src/routes", "app/routes"]).is_some()
}

fn expo(inner: &str, _: &str) -> bool {
    behind(inner, &["app", "src/app"]).is_some()
}

fn svelte(inner: &str, own: &str) -> bool {
    let alone = behind(inner, &["src"]).is_some_and(|rest| !rest.contains('/'));
    own.starts_with('+') && behind(inner, &["src/routes"]).is_some()
        || behind(inner, &["src/params"]).is_some()
        || alone
            && matches!(
                own,
                "hooks" | "hooks.server" | "hooks.client" | "service-worker" | "instrumentation.server"
            )
}

fn nuxt(inner: &str, own: &str) -> bool {
    let rest = behind(inner, &["app", "src"]).unwrap_or(inner);
    behind(rest, &["pages", "layouts", "middleware", "plugins", "modules"]).is_some()
        || behind(inner, &["server/api", "server/routes", "server/middleware", "server/plugins"]).is_some()
        || !rest.contains('/') && matches!(own, "app" | "error")
}

fn astro(inner: &str, own: &str) -> bool {
    behind(inner, &["src/pages"]).is_some()
        || behind(inner, &["src"]).is_some_and(|rest| !rest.contains('/'))
            && matches!(own, "middleware" | "content.config")
        || inner.starts_with("src/content/config.")
}

fn gatsby(inner: &str, own: &str) -> bool {
    behind(inner, &["src/pages"]).is_some() || !inner.contains('/') && own.starts_with("gatsby-")
}

/// Below a folder of migrations, which a library of databases reads as a whole.
fn migration(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    const READERS: [&str; 12] = [
        "typeorm",
        "sequelize",
        "umzug",
        "knex",
        "mikro-orm",
        "kysely",
        "migrat",
        "lucid",
        "drizzle",
        "strapi",
        "bookshelf",
        "payload",
    ];
    let within = |folders: &[&str]| path.as_str().rsplit('/').skip(1).any(|f| folders.contains(&f));
    if within(&["seeds", "seeders"])
        && project.manifests.package_has(path, |d| READERS.iter().any(|r| d.contains(r)))
    {
        return Placed::maybe("what lies in a folder of seeds may be read as a whole");
    }
    within(&["migrations"]).then_some(())?;
    if project.manifests.package_has(path, |d| READERS.iter().any(|r| d.contains(r))) {
        return Placed::firm("a migration is found by its place");
    }
    Placed::maybe("what lies in a folder of migrations may be read as a whole")
}

/// Where Cargo lets a program or a library begin.
pub(super) fn rust(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let name = path.file_name();
    let (inner, known) = match project.manifests.crate_of(path) {
        Some(folder) => (strip(path, folder), true),
        None => (path.as_str(), false),
    };
    let steps: Vec<&str> = inner.split('/').collect();
    let folders = steps.get(..steps.len() - 1).unwrap_or_default();
    if project.manifests.is_lib(path) {
        return Placed::firm("the root of a library");
    }
    match (folders, name) {
        ([], "build.rs") | (["src"], "main.rs") => Placed::firm(STARTS),
        (["src"], "lib.rs") => Placed::firm("the root of a library"),
        (["src", "bin"] | ["examples"], _) | (["src", "bin", _] | ["examples", _], "main.rs") => {
            if known {
                Placed::firm(STARTS)
            } else {
                Placed::maybe("a program may start here: no Cargo.toml was found")
            }
        }
        (_, "main.rs" | "build.rs") if !known => Placed::firm(STARTS),
        (_, "lib.rs") if !known => Placed::firm("the root of a library"),
        _ => None,
    }
}

/// Ruby's programs, and what Rails loads by its folders.
pub(super) fn ruby(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    const LOADED: &str = "it is run or loaded by its place";
    let text = path.as_str();
    if text.starts_with("config/") || path.file_name().ends_with(".rake") {
        return Placed::firm(LOADED);
    }
    if [".gemspec", ".ru"].iter().any(|end| text.ends_with(end)) {
        return Placed::firm("a tool reads it by its name");
    }
    let folder = path.parent();
    let gem = |f: &RepoPath| {
        let above = f.parent().map(|a| format!("{a}/")).unwrap_or_default();
        let gem = RepoPath::parse(&format!("{above}{}.gemspec", stem(path)));
        f.file_name() == "lib" && gem.is_ok_and(|g| project.exists(&g))
    };
    if folder.as_ref().is_some_and(gem) {
        return Placed::firm("a gem of its name begins here");
    }
    if project.manifests.rails_app(path) && (text.ends_with("db/seeds.rb") || text.ends_with("db/schema.rb"))
    {
        return Placed::firm(LOADED);
    }
    if folder.as_ref().is_some_and(|f| matches!(f.file_name(), "bin" | "exe")) {
        let above = folder.and_then(|f| f.parent());
        return if above.is_none_or(|a| project.manifests.is_package(&a)) {
            Placed::firm(LOADED)
        } else {
            Placed::maybe("what lies in a folder of programs may be run by hand")
        };
    }
    let slashed = format!("/{text}");
    if project.manifests.rails_app(path) && slashed.contains("/app/controllers/") {
        return rails::controller(project, path);
    }
    let places = [
        "/app/views/",
        "/app/mailers/",
        "/app/channels/",
        "/db/migrate/",
        "/config/initializers/",
        "/config/",
        "/lib/tasks/",
    ];
    (project.manifests.rails_app(path) && places.iter().any(|p| slashed.contains(p)))
        .then(|| Placed::firm(BY_PLACE))
        .flatten()
}
