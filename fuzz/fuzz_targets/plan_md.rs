//! Any bytes as a plan or a task list, read and checked.
//!
//! The first byte chooses what kind of file it is and by whose rules it is checked.

#![no_main]

use countersign::domain::ids::RepoPath;
use countersign::domain::plan::{only_progress, read_bytes};
use countersign::domain::plan_check::{Document, Surroundings, check};
use countersign::domain::protocol::Protocol;
use libfuzzer_sys::fuzz_target;

const PATHS: [&str; 4] = [
    ".planning/phases/01-cart/01-01-PLAN.md",
    ".yolo-planning/phases/01-cart/01-01-PLAN.md",
    "specs/cart/tasks.md",
    ".vbw-planning/phases/02/02-PLAN.md",
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let path = RepoPath::parse(PATHS[usize::from(choice) % PATHS.len()]).expect("a path");
    let lines = bytes.iter().filter(|b| **b == b'\n').count() + 1;
    let inside = |line: u32| line as usize <= lines + 1;
    if let Ok(plan) = read_bytes(&path, bytes) {
        assert_eq!(read_bytes(&path, bytes).as_ref(), Ok(&plan), "the same bytes read the same");
        let text = std::str::from_utf8(bytes).expect("a plan is UTF-8");
        // Tags in capitals are read in small letters, which a remark says; nothing else of a block differs from the file.
        let small = text.to_ascii_lowercase();
        for task in &plan.tasks {
            assert!(inside(task.line) && task.line > 0, "{task:?}");
            assert!(!task.number.is_empty(), "{task:?}");
            let raw = task.raw.trim().to_ascii_lowercase();
            assert!(small.contains(&raw), "a task's block is the plan's own text: {task:?}");
        }
        assert!(plan.remarks.iter().all(|r| inside(r.line)), "{:?}", plan.remarks);
        // Whatever a plan is, it differs from itself in nothing but progress.
        assert!(only_progress(&path, text, text));
    }
    if let Some(Protocol { plan_check: rules, .. }) = Protocol::all().into_iter().nth(usize::from(choice >> 4)) {
        let document = Document::of(path, bytes);
        let checked = check(&document, &Surroundings::default(), &rules);
        let again = check(&document, &Surroundings::default(), &rules);
        assert_eq!(checked.verdict, again.verdict);
        assert!(checked.findings.iter().all(|f| f.line.is_none_or(inside) && !f.issue.is_empty()));
    }
});
