//! Where Django looks for files: in an application that its settings install.

use super::custom::templates;
use super::place::{BY_PLACE, Placed};
use super::{Project, alembic, is_test, mention, role};
use crate::domain::ids::RepoPath;

/// The word by which settings of Django are known.
pub(super) const INSTALLED: &str = "INSTALLED_APPS";

/// What is known of a repository's Django.
enum Django {
    Not,
    /// It is there, and no settings were found.
    Unset,
    /// What its settings name.
    Set(Vec<String>),
}

fn known(project: &Project<'_>) -> Django {
    let settings = project.survey.mentions.get(INSTALLED).into_iter().flatten();
    let mut named = Vec::new();
    let mut set = false;
    for file in settings.filter(|p| p.as_str().ends_with(".py") && !is_test(p)).take(20) {
        let Some(text) = project.text(file) else { continue };
        set = true;
        named.extend(mention::quoted(project, file, text).into_iter().map(|(_, name)| name));
    }
    if set {
        Django::Set(named)
    } else if project.survey.paths.iter().any(|p| p.file_name() == "manage.py") {
        Django::Unset
    } else {
        Django::Not
    }
}

/// Tells whether a dotted name installs the application in a folder: `shop`, `shop.apps.ShopConfig`.
pub(crate) fn installs(name: &str, folder: &str) -> bool {
    let steps: Vec<&str> = name.split('.').collect();
    let config = steps.last().is_some_and(|last| last.starts_with(char::is_uppercase));
    let apps = steps.iter().rposition(|s| *s == "apps").filter(|at| config && *at > 0);
    let steps = &steps[..apps.unwrap_or(steps.len())];
    let folders: Vec<&str> = folder.split('/').collect();
    !folder.is_empty() && folders.ends_with(steps)
}

/// Tells whether a file's place is one where such a framework looks, by its name alone.
pub(super) fn may_be_placed(path: &RepoPath) -> bool {
    let text = path.as_str();
    matches!(
        path.file_name(),
        "urls.py" | "admin.py" | "apps.py" | "models.py" | "settings.py" | "signals.py" | "middleware.py"
    ) || ["/management/commands/", "/templatetags/", "/migrations/"].iter().any(|p| text.contains(p))
        || is_settings(path)
}

/// Settings of Django that are split by where they hold: `settings/base.py`, `settings/prod.py`.
fn is_settings(path: &RepoPath) -> bool {
    const HOLD: [&str; 14] = [
        "base.py",
        "common.py",
        "dev.py",
        "development.py",
        "local.py",
        "prod.py",
        "production.py",
        "staging.py",
        "stage.py",
        "test.py",
        "testing.py",
        "ci.py",
        "docker.py",
        "heroku.py",
    ];
    path.parent().is_some_and(|f| f.file_name() == "settings") && HOLD.contains(&path.file_name())
}

/// Tells whether a package gives out the application of Celery that another of its files makes, as Celery's own guide
/// has it: nobody but Celery takes it from there.
pub(super) fn gives_celery(from: &RepoPath, text: &str, made: &str, local: &str) -> bool {
    let listed = text.split_once("__all__").is_some_and(|(_, list)| {
        let list = list.split([')', ']']).next().unwrap_or("");
        ['"', '\''].iter().any(|q| list.contains(&format!("{q}{local}{q}")))
    });
    from.file_name() == "__init__.py" && made.contains("= Celery(") && listed
}

/// Tells whether settings of Django go on from others of theirs: `from .base import *`.
pub(super) fn goes_on(from: &RepoPath, to: &RepoPath) -> bool {
    let among = |path: &RepoPath| {
        path.parent().is_some_and(|f| f.file_name() == "settings")
            || path.file_name().starts_with("settings") && path.file_name().ends_with(".py")
    };
    among(from) && among(to)
}

/// Tells whether settings of Django install the application in a folder.
pub(super) fn is_installed(project: &Project<'_>, folder: &str) -> bool {
    matches!(known(project), Django::Set(named) if named.iter().any(|n| installs(n, folder)))
}

/// Tells how a framework finds a Python file by its place.
pub(super) fn placed(project: &Project<'_>, path: &RepoPath) -> Option<Placed> {
    let text = path.as_str();
    if let Some(placed) = alembic::placed(project, path) {
        return Some(placed);
    }
    if !may_be_placed(path) {
        return None;
    }
    if is_settings(path) {
        return match known(project) {
            Django::Not => None,
            Django::Unset | Django::Set(_) => Placed::firm("Django is told its settings by their name"),
        };
    }
    let within = ["/management/commands/", "/templatetags/", "/migrations/"];
    let own = path.parent().map(|f| f.to_string()).unwrap_or_default();
    let app = within.iter().find_map(|p| text.split_once(p)).map_or(own.as_str(), |(app, _)| app);
    let migration = text.contains("/migrations/");
    match (path.file_name(), known(project)) {
        (_, Django::Not) if migration => {
            Placed::maybe("what lies in a folder of migrations may be read as a whole")
        }
        (_, Django::Not) => None,
        (_, Django::Unset) => Placed::maybe("Django may find it by its place, and no settings were found"),
        // These are named, by settings, by `include` or by an import; or else they do nothing.
        ("settings.py", Django::Set(_)) => {
            Placed::maybe("a program may be told to take its settings from it")
        }
        ("urls.py" | "middleware.py", Django::Set(_)) => None,
        (name, Django::Set(named)) => {
            if !named.iter().any(|n| installs(n, app)) {
                return None;
            }
            if name == "signals.py" {
                return Placed::maybe("what its application does as it is ready may bring it in");
            }
            // A library of tags does nothing until a template loads it, or settings do so for all.
            let library = text.contains("/templatetags/") && path.file_name() != "__init__.py";
            let stem = role::stem(path);
            let whole = text.trim_end_matches(".py").replace('/', ".");
            let for_all =
                named.iter().any(|n| n.ends_with(&format!(".templatetags.{stem}")) && whole.ends_with(n));
            if library && !for_all && templates::loads(project, stem).is_none() {
                return Placed::maybe("a template may load its tags, and none was found that does so");
            }
            Placed::firm(if migration { "a migration is found by its place" } else { BY_PLACE })
        }
    }
}
