//! Promised files that a plan names by a pattern: `src/routes/*.ts`. Each of them is to hold, and at least one is to be there.

use std::collections::BTreeSet;

use globset::GlobBuilder;

use crate::domain::ids::RepoPath;
use crate::domain::plan::Artifact;
use crate::domain::wiring::Project;

use super::artifact::{Asks, NOTHING_ASKED, all, verify_but, written_path};
use super::{Checks, CodeFacts, Item, ItemKind, ItemStatus, Levels, PhaseInput};

/// Most files of one pattern that are looked at.
const MOST: usize = 60;
/// Most reasons and places of them that are told.
const TOLD: usize = 10;

/// Tells whether a path is a pattern: frameworks put brackets and parentheses into names, and nobody a star.
fn is_pattern(path: &str) -> bool {
    path.contains('*')
        || path.split_once('{').is_some_and(|(_, rest)| rest.contains(',') && rest.contains('}'))
}

/// The files that a pattern means, in order.
fn matched<'p>(pattern: &str, paths: impl Iterator<Item = &'p RepoPath>) -> Vec<&'p RepoPath> {
    // `[id]` is a name, and no choice of letters.
    let escaped = pattern.replace('[', "\\[").replace(']', "\\]");
    let glob = GlobBuilder::new(&escaped).literal_separator(true).backslash_escape(true).build();
    let Ok(glob) = glob.map(|glob| glob.compile_matcher()) else { return Vec::new() };
    paths.filter(|path| glob.is_match(path.as_str())).collect()
}

/// Returns the files that artifacts of the finished plans mean by patterns, of all that the repository has.
pub(super) fn meant(input: &PhaseInput, paths: &[RepoPath]) -> BTreeSet<RepoPath> {
    let finished = input.plans.iter().filter(|facts| facts.has_summary);
    let artifacts = finished.flat_map(|facts| &facts.plan.must_haves.artifacts);
    let patterns = artifacts.map(|artifact| written_path(&artifact.path)).filter(|path| is_pattern(path));
    patterns.flat_map(|pattern| matched(pattern, paths.iter()).into_iter().take(MOST).cloned()).collect()
}

/// Verifies what a pattern means; nothing where the path is none.
pub(super) fn verify(
    plan: &str,
    path: &RepoPath,
    promised: &Artifact,
    code: &CodeFacts,
    project: Option<&Project<'_>>,
) -> Option<Item> {
    if !is_pattern(path.as_str()) {
        return None;
    }
    let item = Item::new(ItemKind::Artifact, Some(plan), promised.path.trim(), ItemStatus::Uncertain);
    let Some(project) = project else {
        return Some(item.because_of(format!("`{path}` is a pattern, and nobody looked what it means")));
    };
    let files = matched(path.as_str(), project.survey.paths.iter());
    let judge = |path: &RepoPath, asked: Artifact, asks| {
        verify_but(plan, &Artifact { path: path.to_string(), ..asked }, code, Some(project), asks)
    };
    if files.is_empty() {
        if let Some(why) = &project.survey.left_out {
            return Some(
                item.because_of(format!("`{path}` is a pattern, and not all files were listed: {why}")),
            );
        }
        let levels = Some(Levels { exists: Some(false), ..Levels::default() });
        let missing = vec![format!("a file that `{path}` means")];
        let item = Item { status: ItemStatus::Failed, levels, missing, ..item };
        return Some(item.because_of(format!("`{path}` is a pattern, and no file is called so")));
    }
    if files.len() > MOST {
        let why = format!("`{path}` means {} files; name those that the plan makes", files.len());
        return Some(item.because_of(why));
    }
    let each: Vec<Item> = files
        .iter()
        .map(|file| {
            let asked =
                Artifact { must_not_contain: promised.must_not_contain.clone(), ..Artifact::default() };
            judge(file, asked, Asks::All)
        })
        .collect();
    // What is asked of the whole, one of them has.
    let has = |asked: &Artifact, told: fn(&Checks) -> Option<bool>| {
        let said: Vec<Option<bool>> = files
            .iter()
            .map(|file| told(&judge(file, asked.clone(), Asks::Substance).checks.unwrap_or_default()))
            .collect();
        if said.contains(&Some(true)) { Some(true) } else { all(&said) }
    };
    let exports = promised.exports.iter().map(|name| {
        let asked = Artifact { exports: vec![name.clone()], ..Artifact::default() };
        (format!("the export `{name}`"), has(&asked, |checks| checks.exports))
    });
    let texts = promised.contains.iter().map(|text| {
        let asked = Artifact { contains: vec![text.clone()], ..Artifact::default() };
        (format!("`{text}`"), has(&asked, |checks| checks.contains))
    });
    let lines = promised.min_lines.map(|least| {
        let asked = Artifact { min_lines: Some(least), ..Artifact::default() };
        (format!("{least} lines"), has(&asked, |checks| checks.min_lines))
    });
    let asked: Vec<(String, Option<bool>)> = exports.chain(texts).chain(lines).collect();
    let failed =
        each.iter().any(|one| one.status.is_gap()) || asked.iter().any(|(_, told)| *told == Some(false));
    let open = each.iter().any(|one| one.status != ItemStatus::Verified)
        || asked.iter().any(|(_, told)| told.is_none());
    let level = |of: fn(&Levels) -> Option<bool>| {
        let said: Vec<Option<bool>> = each.iter().filter_map(|one| one.levels.as_ref().map(of)).collect();
        all(&said)
    };
    let mut item = Item {
        status: match (failed, open) {
            (true, _) => ItemStatus::Failed,
            (false, true) => ItemStatus::Uncertain,
            (false, false) => ItemStatus::Verified,
        },
        levels: Some(Levels {
            exists: Some(true),
            substantive: level(|levels| levels.substantive),
            wired: level(|levels| levels.wired),
        }),
        ..item
    };
    item.reasons.push(format!("`{path}` is a pattern and means {} files", files.len()));
    let (held, wrong): (Vec<&Item>, Vec<&Item>) =
        each.iter().partition(|one| one.status == ItemStatus::Verified);
    let told = wrong.iter().flat_map(|one| &one.reasons).filter(|why| *why != NOTHING_ASKED);
    item.reasons.extend(told.take(TOLD).cloned());
    item.missing.extend(each.iter().flat_map(|one| one.missing.clone()).take(TOLD));
    for (what, _) in asked.iter().filter(|(_, told)| *told != Some(true)) {
        item.reasons.push(format!("no file that `{path}` means has {what}"));
        item.missing.push(format!("{what} in a file that `{path}` means"));
    }
    let places = wrong.iter().chain(&held).flat_map(|one| one.evidence.clone());
    item.evidence.extend(places.take(TOLD));
    Some(item)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_files_and_a_bracket_is_a_name() {
        let paths: Vec<RepoPath> =
            ["src/a.ts", "src/b.tsx", "src/deep/c.ts", "app/[id]/page.tsx", "app/i/page.tsx"]
                .iter()
                .map(|path| RepoPath::parse(path).expect("a path"))
                .collect();
        for (pattern, means) in [
            ("src/*.ts", "src/a.ts"),
            ("src/**/*.ts", "src/a.ts src/deep/c.ts"),
            ("src/*.{ts,tsx}", "src/a.ts src/b.tsx"),
            ("app/[id]/*.tsx", "app/[id]/page.tsx"),
            ("lib/*.ts", ""),
        ] {
            assert!(is_pattern(pattern), "{pattern}");
            let found: Vec<&str> = matched(pattern, paths.iter()).into_iter().map(RepoPath::as_str).collect();
            assert_eq!(found.join(" "), means, "{pattern}");
        }
        assert!(!is_pattern("app/[id]/page.tsx") && !is_pattern("app/(shop)/{id}.ts"));
    }
}
