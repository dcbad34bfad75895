//! A hundred real plans read by eye, and what the reader says of the same files.
//!
//! `tests/hand_read.tsv` holds facts only: names, counts, the first words of the first task. It was written from the raw
//! text before the reader was asked. Needs the corpus that `COUNTERSIGN_CORPUS` names; does nothing without it.

#![allow(clippy::unwrap_used, reason = "a failing test says where")]

use std::path::PathBuf;

use countersign::domain::ids::RepoPath;
use countersign::domain::plan::{self, Plan};

use crate::documents::collect;

const HAND: &str = include_str!("../hand_read.tsv");
/// What stands before a path when the hundred are chosen.
const SEED: &str = "20261123:";

/// FNV-1a, 64 bits: chooses the same hundred on every machine.
fn drawn(path: &str) -> u64 {
    let bytes = SEED.bytes().chain(path.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes a plan as a line of the table, but for the last column.
fn row(path: &str, plan: &Plan) -> String {
    let text = |field: &Option<String>| field.clone().unwrap_or_else(|| "-".to_owned());
    let must = &plan.must_haves;
    [
        path.to_owned(),
        text(&plan.phase),
        text(&plan.plan),
        text(&plan.wave),
        plan.depends_on.join(";"),
        plan.files_modified.len().to_string(),
        plan.tasks.len().to_string(),
        must.truths.len().to_string(),
        must.artifacts.len().to_string(),
        must.key_links.len().to_string(),
    ]
    .join("\t")
}

#[test]
fn a_hundred_plans_read_as_a_person_reads_them() {
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(|c| PathBuf::from(c).join("real")) else {
        return;
    };
    let mut files = Vec::new();
    collect(&root, "PLAN.md", &mut files);
    let mut all: Vec<String> =
        files.iter().map(|f| f.strip_prefix(&root).unwrap().to_string_lossy().into_owned()).collect();
    all.sort_by_key(|path| (drawn(path), path.clone()));
    all.truncate(100);
    all.sort();
    let rows: Vec<&str> = HAND.lines().filter(|l| !l.starts_with('#')).collect();
    let read: Vec<&str> = rows.iter().map(|r| r.split('\t').next().unwrap()).collect();
    assert_eq!(read, all, "the table holds the hundred that the seed draws, and no other");

    let mut wrong = Vec::new();
    for row_by_hand in rows {
        let (facts, first) = row_by_hand.rsplit_once('\t').unwrap();
        let path = facts.split('\t').next().unwrap();
        let bytes = std::fs::read(root.join(path)).unwrap();
        let plan = plan::read_bytes(&RepoPath::parse(path).unwrap(), &bytes).unwrap();
        let found = row(path, &plan);
        if found != facts {
            wrong.push(format!("by hand  {facts}\nreader   {found}"));
        }
        let name = plan.tasks.first().map(|t| t.name.as_str()).unwrap_or_default();
        if !name.contains(first) {
            wrong.push(format!("{path}\nfirst task by hand  {first}\nreader              {name}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
