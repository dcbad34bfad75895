//! Functions of Azure in C#: the host starts each method that is marked as one.

use super::place::Placed;
use super::{Project, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Outline;

/// The library that a file brings in, with the mark it gives for a function.
const MARKS: [(&str, &str); 2] =
    [("Microsoft.Azure.Functions.Worker", "Function"), ("Microsoft.Azure.WebJobs", "FunctionName")];
/// What a project says that is built as functions.
pub(super) const BUILT: &str = "AzureFunctionsVersion";

/// Tells whether a file has a mark of a function, by the libraries it brings in.
pub(super) fn is_marked(outline: &Outline) -> bool {
    let brings = |library: &str| outline.imports.iter().any(|i| i.from == library);
    MARKS.iter().any(|(library, mark)| brings(library) && outline.marks.contains(*mark))
}

/// Tells how the host finds the functions of a file.
pub(super) fn placed(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<Placed> {
    let triggered = outline.marks.iter().any(|mark| mark.ends_with("Trigger"))
        || project.text(path).is_some_and(|text| text.contains("Trigger("));
    if !is_marked(outline) || !triggered || outline.real_bodies == 0 {
        return None;
    }
    let mut above = path.parent();
    let mut folders = vec![String::new()];
    while let Some(folder) = above {
        folders.push(folder.to_string());
        above = folder.parent();
    }
    let is_above = |file: &RepoPath| {
        let folder = file.parent().map(|f| f.to_string()).unwrap_or_default();
        folders.contains(&folder)
    };
    let mut built = project.survey.mentions.get(BUILT).into_iter().flatten();
    if built.any(|file| file.as_str().ends_with(".csproj") && is_above(file) && !is_test(file)) {
        return Placed::firm("the host of Azure starts it by `Function`");
    }
    Placed::maybe(
        "the host of Azure may start it by `Function`, and no project was found that is built for it",
    )
}
