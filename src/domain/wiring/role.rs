//! What a file is to the rest: code that is imported, a test, a document, or a place where something starts.

use super::place::{self, Placed};
use super::{Project, azure, compiled, django, kit, place_python, quarkus, spring};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// What a file is to the rest of its repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    Code,
    /// A test, or what serves only tests.
    Test,
    /// Prose, settings, data: nobody imports them as code.
    Document,
    /// A page, a style, a picture, a query: used by its name.
    Resource,
    /// Something starts here or finds it by its place; says what.
    Start(String),
    /// Something may, and that cannot be told; says what.
    MayStart(String),
}

/// Returns a file's name without its last extension.
pub(crate) fn stem(path: &RepoPath) -> &str {
    let name = path.file_name();
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(name, |(stem, _)| stem)
}

/// Returns the name a file has as a module: that of its folder where the file itself has none of its own.
pub(crate) fn module_name(path: &RepoPath) -> String {
    let own = stem(path);
    if !matches!(own, "index" | "mod" | "__init__" | "lib" | "main") {
        return own.to_owned();
    }
    let mut folders = path.as_str().rsplit('/').skip(1).filter(|f| *f != "src");
    folders.next().unwrap_or(own).to_owned()
}

/// Tells whether a file is a test or serves only tests.
pub(crate) fn is_test(path: &RepoPath) -> bool {
    let lower = path.as_str().to_ascii_lowercase();
    let folders = || lower.rsplit('/').skip(1);
    if folders().any(|f| {
        matches!(
            f,
            "test"
                | "tests"
                | "__tests__"
                | "__mocks__"
                | "spec"
                | "specs"
                | "testing"
                | "e2e"
                | "cypress"
                | "fixtures"
                | "testdata"
                | "benches"
        ) || f.starts_with("test-")
            || f.starts_with("test_")
            || f.ends_with("unittests")
            || f.ends_with("integrationtests")
            || f.ends_with(".tests")
            || f.ends_with(".test")
            || f.ends_with("tests") && f.contains('.')
    }) && !lower.starts_with("specs/")
    {
        return true;
    }
    if of_test_sources(path) {
        return true;
    }
    // What a program does with Playwright lies among its sources.
    let sources = |f: &str| matches!(f, "src" | "lib" | "app" | "server");
    if folders().any(|f| f == "playwright") && !folders().any(sources) {
        return true;
    }
    let name = path.file_name();
    let own = stem(path);
    let inner = own.rsplit_once('.').map_or("", |(_, inner)| inner);
    matches!(inner, "test" | "spec" | "unit" | "stories" | "cy" | "e2e" | "mock" | "test-d")
        || inner.ends_with("-spec")
        || own.ends_with("_test")
        || own.ends_with("_spec")
        || own.starts_with("test_") && name.ends_with(".py")
        || own == "conftest"
        || own == "tests" && (name.ends_with(".rs") || name.ends_with(".py"))
        || matches!(name.rsplit('.').next(), Some("java" | "cs" | "kt"))
            && ["Test", "Tests", "IT", "TestCase"]
                .iter()
                .any(|end| own.ends_with(end) && own.len() > end.len())
}

/// Tells whether a file lies where the tools of its language keep tests: Gradle's source sets and Maven's, a test project of
/// .NET, the steps of Cucumber and behave.
fn of_test_sources(path: &RepoPath) -> bool {
    let folders: Vec<&str> = path.as_str().split('/').collect();
    let folders = folders.split_last().map_or(&[][..], |(_, folders)| folders);
    let extension = path.file_name().rsplit_once('.').map_or("", |(_, ext)| ext);
    match extension {
        "java" | "kt" | "groovy" | "scala" => folders.windows(3).any(|step| {
            let [src, set, language] = step else { return false };
            // By its capital: `src/latest/java` holds no tests.
            let tests =
                set.ends_with("Test") || set.ends_with("Tests") || matches!(*set, "testFixtures" | "it");
            *src == "src" && tests && matches!(*language, "java" | "kotlin" | "groovy" | "scala")
        }),
        "cs" | "fs" | "vb" => folders.iter().any(|folder| {
            folder.split('.').skip(1).any(|part| {
                let part = part.to_ascii_lowercase();
                matches!(part.as_str(), "test" | "tests" | "spec" | "specs")
                    || ["unit", "integration", "functional", "acceptance"].iter().any(|kind| {
                        part.strip_prefix(kind).is_some_and(|rest| matches!(rest, "test" | "tests"))
                    })
            })
        }),
        "rb" => folders.first() == Some(&"features"),
        "py" => folders.windows(2).any(|step| step == ["features", "steps"]),
        _ => false,
    }
}

const DOCUMENTS: [&str; 36] = [
    "md",
    "mdx",
    "txt",
    "rst",
    "adoc",
    "toml",
    "yaml",
    "yml",
    "json",
    "jsonc",
    "json5",
    "lock",
    "ini",
    "cfg",
    "env",
    "conf",
    "csv",
    "tsv",
    "mod",
    "sum",
    "xml",
    "properties",
    "gradle",
    "csproj",
    "sln",
    "props",
    "targets",
    "gitignore",
    "example",
    "log",
    "pdf",
    "license",
    "editorconfig",
    "svg",
    "prisma",
    "proto",
];

/// Tells what a file is to the rest.
pub(crate) fn role(project: &Project<'_>, path: &RepoPath) -> Role {
    if is_test(path) {
        return Role::Test;
    }
    let name = path.file_name();
    let lower = name.to_ascii_lowercase();
    let extension = lower.rsplit_once('.').map_or("", |(_, ext)| ext);
    let bare = !lower.trim_start_matches('.').contains('.');
    if DOCUMENTS.contains(&extension)
        || lower.starts_with('.')
        // The settings of Gradle in either of its languages, and the mark of a package of Python that it has types.
        || lower.ends_with(".gradle.kts")
        || lower == "py.typed"
        || bare && Grammar::of(path).is_none() && !lower.ends_with(".sh")
    {
        return Role::Document;
    }
    if lower.ends_with(".d.ts") || lower.ends_with(".pyi") {
        return Role::Start("a declaration of types is read by the compiler".to_owned());
    }
    match starts(project, path) {
        Some(Placed::Firm(why)) => return Role::Start(why),
        Some(Placed::Maybe(why)) => return Role::MayStart(why),
        None => {}
    }
    if Grammar::of(path).is_some() { Role::Code } else { Role::Resource }
}

/// A server's application object is named to the server that runs it, on a command line.
fn serves(project: &Project<'_>, path: &RepoPath) -> bool {
    let apps = ["app", "application", "api", "server"];
    let named = |name: &str| project.outline(path).is_some_and(|o| o.exports().any(|s| s.name == name));
    let text = project.text(path).unwrap_or("");
    let made = ["= FastAPI(", "= Flask(", "= Starlette(", "= Quart(", "= Sanic(", "= Litestar("];
    apps.iter().any(|app| named(app)) && made.iter().any(|m| text.contains(m))
}

/// Tells why a file is a place where something starts, if it is.
fn starts(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let (name, text) = (path.file_name(), path.as_str());
    let own = stem(path);
    let put_out = || compiled::started(project, path);
    if let Some(why) = project.manifests.starts(path).or_else(put_out) {
        return Some(Placed::Firm(why));
    }
    let found = match Grammar::of(path) {
        Some(Grammar::Rust) => return place::rust(project, path),
        Some(Grammar::Go) => {
            let main = project.outline(path).is_some_and(|o| {
                o.homes.first().is_some_and(|h| h == "main") && o.symbols.iter().any(|s| s.name == "main")
            });
            main.then_some("a program starts here")
        }
        Some(Grammar::Python) => {
            let outline = project.outline(path);
            let runs = outline.as_ref().is_some_and(|o| o.starts);
            match name {
                "__main__.py" | "manage.py" | "setup.py" | "wsgi.py" | "asgi.py" => {
                    Some("a program starts here")
                }
                "__init__.py" => Some("it makes its folder a package"),
                _ if runs => Some("a program starts here (`__main__`)"),
                _ if serves(project, path) => Some("a server is started from it by its name"),
                _ => return place_python::placed(project, path).or_else(|| django::placed(project, path)),
            }
        }
        Some(Grammar::Java) => {
            let outline = project.outline(path)?;
            let main = outline.symbols.iter().any(|s| s.name == "main" && s.owner.is_some());
            let found = [
                "SpringBootApplication",
                "RestController",
                "Controller",
                "Configuration",
                "Entity",
                "ControllerAdvice",
                "RestControllerAdvice",
                "WebServlet",
                "Aspect",
                "Mapper",
            ]
            .into_iter()
            .find(|mark| outline.marks.contains(*mark));
            if let (Some(mark), false) = (found, main) {
                return Some(Placed::Firm(format!("the framework finds it by its annotation `@{mark}`")));
            }
            if let (Some(placed), false) = (spring::placed(project, &outline), main) {
                return Some(placed);
            }
            if let (Some(placed), false) = (quarkus::placed(project, path, &outline), main) {
                return Some(placed);
            }
            main.then_some("a program starts here")
        }
        Some(Grammar::CSharp) => {
            let outline = project.outline(path)?;
            let main = outline.starts || outline.symbols.iter().any(|s| s.name == "Main");
            let found = [
                "ApiController",
                "ControllerBase",
                "Controller",
                "Migration",
                "ModelSnapshot",
                "PageModel",
                "Hub",
                "IEntityTypeConfiguration",
            ]
            .into_iter()
            .find(|mark| outline.marks.contains(*mark));
            // A controller whose actions are all commented out answers nothing.
            let acts = outline.real_bodies > 0
                || !outline.hollow.is_empty()
                || !found.is_some_and(|mark| mark.ends_with("Controller") || mark == "ControllerBase");
            if let (Some(mark), false, true) = (found, main, acts) {
                return Some(Placed::Firm(format!("the framework finds it by `{mark}`")));
            }
            if let (Some(placed), false) = (azure::placed(project, path, &outline), main) {
                return Some(placed);
            }
            let shown = ["ViewComponent", "TagHelper"].iter().any(|mark| outline.marks.contains(*mark));
            if shown && !main {
                return Placed::maybe("a view may show it by its name");
            }
            main.then_some("a program starts here")
        }
        Some(Grammar::Ruby) => return place::ruby(project, path),
        Some(Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript) => {
            return place::script(project, path);
        }
        None => match name.rsplit('.').next() {
            Some("sh" | "bash" | "ps1" | "bat") => Some("a script is run by hand or by a job"),
            Some("sql") if text.contains("migration") || own.starts_with(|c: char| c.is_ascii_digit()) => {
                Some("a migration is found by its place")
            }
            Some("erb" | "haml" | "slim" | "jbuilder" | "rabl" | "cshtml" | "razor") => {
                Some("the framework finds it by its place")
            }
            Some("html" | "htm") if own == "index" => Some("a page that is opened"),
            Some("html") if kit::fills(project, path) => Some("SvelteKit fills it for each page"),
            _ => None,
        },
    };
    found.and_then(Placed::firm)
}
