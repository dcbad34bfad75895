//! Resources of Quarkus: it finds each class with a path of its own as it is built.

use super::place::Placed;
use super::{Project, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Outline;

/// What a build says that is made with it.
pub(super) const BUILT: &str = "io.quarkus";
/// Marks of a method that answers a request.
const ANSWERS: [&str; 6] = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"];

/// Tells whether a class of a file has a path, and methods that answer at it.
pub(super) fn is_resource(outline: &Outline) -> bool {
    let of_rest = |from: &str| ["jakarta.ws.rs", "javax.ws.rs"].iter().any(|home| from.starts_with(home));
    outline.marks.contains("Path")
        && ANSWERS.iter().any(|mark| outline.marks.contains(*mark))
        && outline.imports.iter().any(|i| of_rest(&i.from))
}

/// Tells how a resource is found that nobody names: its module's own build has Quarkus.
pub(super) fn placed(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<Placed> {
    if !is_resource(outline) || outline.real_bodies == 0 {
        return None;
    }
    let module = path.as_str().rsplit_once("src/").map(|(module, _)| module)?;
    let holders = project.survey.mentions.get(BUILT).into_iter().flatten();
    let builds = |file: &RepoPath| {
        let name = file.file_name();
        matches!(name, "pom.xml" | "build.gradle" | "build.gradle.kts")
            && file.as_str().strip_suffix(name) == Some(module)
    };
    let mut builds = holders.filter(|file| builds(file) && !is_test(file));
    builds.next().and_then(|_| Placed::firm("Quarkus finds it by its `@Path`"))
}
