//! Programs that are started from what a compiler puts out: `node dist/server.js` for `src/server.ts`, where the settings of
//! the compiler say so.

use super::{Project, is_test, mention, role, said};
use crate::domain::ids::RepoPath;

/// Most files that are searched for a program's start.
const MOST: usize = 200;

/// What one tsconfig says of where things go; folders from the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Out {
    /// The folder for whose files it holds.
    scope: String,
    out: String,
    /// Folders that are left out of the path of what is made. Where none is said, the compiler takes the longest one that all
    /// files share.
    roots: Vec<String>,
}

impl Out {
    /// Reads `outDir` and `rootDir` of the tsconfig of a folder.
    pub(super) fn of(folder: &str, out: Option<&str>, root: Option<&str>) -> Option<Self> {
        let base = RepoPath::parse(folder).ok();
        let whole = |written: &str| match written.trim_start_matches("./").trim_matches('/') {
            "" | "." => Some(folder.to_owned()),
            written => mention::joined(base.as_ref(), written),
        };
        let roots = match root {
            Some(root) => vec![whole(root)?],
            None => vec![whole("src")?, folder.to_owned()],
        };
        Some(Self { scope: folder.to_owned(), out: whole(out?)?, roots })
    }
}

/// Returns the paths of what is made of a file.
pub(super) fn put_out(outs: &[Out], path: &RepoPath) -> Vec<String> {
    let Some((bare, extension)) = path.as_str().rsplit_once('.') else { return Vec::new() };
    let made = match extension {
        "ts" | "tsx" | "js" | "jsx" if !bare.ends_with(".d") => "js",
        "mts" => "mjs",
        "cts" => "cjs",
        _ => return Vec::new(),
    };
    let below = |folder: &str| {
        let rest = bare.strip_prefix(folder)?;
        if folder.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
    };
    let holding = outs.iter().filter(|out| below(&out.scope).is_some());
    let mut found = Vec::new();
    for out in holding {
        let inner = out.roots.iter().filter_map(|root| below(root));
        let paths =
            inner.map(|inner| format!("{}/{inner}.{made}", out.out).trim_start_matches('/').to_owned());
        found.extend(paths);
    }
    // Built where it lies it is named by its own path.
    found.retain(|built| built != path.as_str());
    found
}

/// Tells what starts a file by what is made of it: an image's command, a job, the settings of a process manager.
pub(super) fn started(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let built = put_out(&project.manifests.outs, path);
    if built.is_empty() {
        return None;
    }
    let holders = project.survey.mentions.get(role::stem(path)).into_iter().flatten();
    for file in holders.filter(|file| starts_programs(file)).take(MOST) {
        let Some(text) = project.text(file) else { continue };
        for (at, written) in mention::quoted(project, file, text) {
            let line = mention::line_at(text, at);
            let said_alone = || said::only_says(file, text, at);
            if is_one(project, file, &built, &written)
                && mention::loads(file, line, &written)
                && !said_alone()
            {
                let line = crate::domain::syntax::line_of(text, at);
                return Some(format!("what the compiler makes of it is started at {file}:{line}"));
            }
        }
    }
    None
}

/// Tells whether a path as it is written is one of some from the root: from there, from a package, or in an image.
fn is_one(project: &Project<'_>, file: &RepoPath, built: &[String], written: &str) -> bool {
    let same = |whole: &str, asked: &str| {
        whole == asked || [".js", ".mjs", ".cjs"].iter().any(|end| whole.strip_suffix(end) == Some(asked))
    };
    if !written.contains('/') {
        return false;
    }
    let from_bases = mention::bases(project, file, true).into_iter().chain([file.parent()]);
    let from_bases: Vec<String> =
        from_bases.filter_map(|base| mention::joined(base.as_ref(), written)).collect();
    let in_image = |whole: &str| {
        let parts =
            written.strip_prefix('/').map(|inner| inner.split('/').skip(1).collect::<Vec<_>>().join("/"));
        parts.is_some_and(|inner| same(whole, &inner))
    };
    built.iter().any(|whole| from_bases.iter().any(|asked| same(whole, asked)) || in_image(whole))
}

/// Files whose commands are run where the program is.
fn starts_programs(file: &RepoPath) -> bool {
    let name = file.file_name().to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let by_name = ["dockerfile", "containerfile", "procfile", "makefile", "justfile", "ecosystem.config."]
        .iter()
        .any(|begin| name.starts_with(begin));
    (by_name || matches!(extension, "yml" | "yaml" | "sh" | "service" | "toml"))
        && !is_test(file)
        && !mention::is_listing(file)
        && !mention::is_tool(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_of_a_file_is_known_by_the_settings() {
        for (folder, out, root, path, made) in [
            ("", "dist", Some("src"), "src/server.ts", vec!["dist/server.js"]),
            ("", "./dist", Some("./src"), "src/queue/worker.mts", vec!["dist/queue/worker.mjs"]),
            ("", "dist", Some("."), "src/server.ts", vec!["dist/src/server.js"]),
            ("", "dist", None, "src/server.ts", vec!["dist/server.js", "dist/src/server.js"]),
            ("", "dist", None, "server.ts", vec!["dist/server.js"]),
            ("", "dist", Some("src"), "tools/server.ts", vec![]),
            ("", "dist", Some("src"), "src/types.d.ts", vec![]),
            ("packages/api", "dist", Some("src"), "packages/api/src/a.ts", vec!["packages/api/dist/a.js"]),
            ("packages/api", "../../out", Some("src"), "packages/api/src/a.ts", vec!["out/a.js"]),
            ("packages/api", "dist", Some("src"), "packages/web/src/a.ts", vec![]),
        ] {
            let outs: Vec<Out> = Out::of(folder, Some(out), root).into_iter().collect();
            let path = RepoPath::parse(path).expect("a path");
            assert_eq!(put_out(&outs, &path), made, "{folder} {out} {root:?} {path}");
        }
        assert_eq!(Out::of("", None, Some("src")), None);
    }
}
