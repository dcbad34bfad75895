//! Plans as people write them: every file of a corpus reads, and says what it guessed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use countersign::domain::ids::RepoPath;
use countersign::domain::plan;

/// Collects the files below a folder whose name ends in one of the endings.
fn collect(dir: &Path, ending: &str, out: &mut Vec<PathBuf>) {
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
