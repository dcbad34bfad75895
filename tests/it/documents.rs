//! Plans as people write them: every file of a corpus reads, and says what it guessed.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a failing test says where")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use countersign::domain::ids::RepoPath;
use countersign::domain::plan;

/// Collects the files below a folder whose name ends in one of the endings.
pub(crate) fn collect(dir: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, ending, out);
        } else if path.file_name().is_some_and(|n| n.to_string_lossy().ends_with(ending)) {
            out.push(path);
        }
    }
}

/// Reads every plan below the folder named by `COUNTERSIGN_CORPUS`; does nothing without it.
#[test]
fn a_corpus_of_real_plans_reads() {
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(PathBuf::from) else { return };
    let mut files = Vec::new();
    collect(&root, "PLAN.md", &mut files);
    files.sort();
    assert!(!files.is_empty(), "no plan below {}", root.display());
    let (mut plans, mut degraded, mut without_tasks) = (0, 0, 0);
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for file in &files {
        let relative = file.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
        let path = RepoPath::parse(&relative).unwrap();
        match plan::read_bytes(&path, &std::fs::read(file).unwrap()) {
            Ok(plan) => {
                plans += 1;
                without_tasks += usize::from(plan.tasks.is_empty());
                if plan.degraded {
                    degraded += 1;
                    println!("degraded {relative}");
                }
                for remark in &plan.remarks {
                    *codes.entry(remark.code.clone()).or_default() += 1;
                    println!("  {relative}:{} {} {}", remark.line, remark.code, remark.message);
                }
            }
            Err(error) => println!("refused: {error}"),
        }
    }
    println!("{} files, {plans} plans, {degraded} degraded, {without_tasks} without tasks", files.len());
    println!("{codes:#?}");
    assert!(plans * 100 >= files.len() * 95, "{plans} of {} gave a plan", files.len());
}

/// Reads every roadmap and requirements file below the folder named by `COUNTERSIGN_CORPUS`.
#[test]
fn a_corpus_of_real_roadmaps_reads() {
    use countersign::domain::roadmap::{self, requirements};
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(PathBuf::from) else { return };
    let (mut roadmaps, mut others, mut states) = (Vec::new(), Vec::new(), Vec::new());
    collect(&root, "ROADMAP.md", &mut roadmaps);
    collect(&root, "REQUIREMENTS.md", &mut others);
    collect(&root, "STATE.md", &mut states);
    let mut with_phases = 0;
    for file in &roadmaps {
        let found = roadmap::read(&std::fs::read_to_string(file).unwrap());
        let sum = |count: fn(&roadmap::Phase) -> usize| found.phases.iter().map(count).sum::<usize>();
        with_phases += usize::from(!found.phases.is_empty());
        println!(
            "{}: {} phases, {} goals, {} criteria, {} requirements, {:?}",
            file.strip_prefix(&root).unwrap().display(),
            found.phases.len(),
            sum(|p| usize::from(p.goal.is_some())),
            sum(|p| p.success_criteria.len()),
            sum(|p| p.requirements.len()),
            found.remarks.iter().map(|r| &r.message).collect::<Vec<_>>(),
        );
    }
    for file in &others {
        let found = requirements::read(&std::fs::read_to_string(file).unwrap());
        println!("{}: {} requirements", file.strip_prefix(&root).unwrap().display(), found.len());
        assert!(!found.is_empty(), "{}", file.display());
    }
    for file in &states {
        let found = roadmap::current_phase(&std::fs::read_to_string(file).unwrap());
        println!("{}: phase {found:?}", file.strip_prefix(&root).unwrap().display());
    }
    assert!(with_phases * 10 >= roadmaps.len() * 8, "{with_phases} of {} have phases", roadmaps.len());
}
