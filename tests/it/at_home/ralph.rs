//! Ralph: each document of a spec is reviewed by its rubric, and what a task did on request; `.progress.md` tells of it.

use serde_json::{Value, json};

use super::{Home, blocking, in_order, reports};
use crate::scene::Scene;

const DESIGN: &str = "specs/rate-limit/design.md";
const TASKS: &str = "specs/rate-limit/tasks.md";
const PROGRESS: &str = "specs/rate-limit/.progress.md";
const STATE: &str = "specs/rate-limit/.ralph-state.json";
const PROGRESS_TEXT: &str = "# Progress: rate-limit\n\n## Original Goal\n\nNobody can flood the service.\n\n## Completed Tasks\n\n## Learnings\n\n- One process only\n";
const STATE_TEXT: &str = "{\n  \"source\": \"spec\",\n  \"name\": \"rate-limit\",\n  \"basePath\": \"specs/rate-limit\",\n  \"phase\": \"design\",\n  \"taskIndex\": 0,\n  \"totalTasks\": 2,\n  \"awaitingApproval\": false\n}\n";
const DESIGN_TEXT: &str = "# Design\n\n## Overview\n\nA bucket per key.\n\n## Architecture\n\nOne module, src/limit.go.\n\n## Components\n\n- Bucket: counts what is left\n\n## Technical Decisions\n\n| Decision | Choice | Why |\n|---|---|---|\n| Store | memory | one process |\n\n## File Structure\n\n- src/limit.go\n";
const TASKS_TEXT: &str = "# Tasks: rate-limit\n\n## Phase 1: Make It Work (POC)\n\n- [ ] 1.1 Count per key\n  - **Do**: Write Allow(key): true while the key has something left\n  - **Files**: src/limit.go\n  - **Done when**: the sixth call within a second is refused\n  - **Verify**: `go test ./...`\n  - **Commit**: `feat(limit): count per key`\n  - _Requirements: FR-1_\n\n- [ ] 1.2 [VERIFY] Quality checkpoint\n  - **Do**: Run the tests\n  - **Files**: none\n  - **Done when**: all pass\n  - **Verify**: `go test ./...`\n  - **Commit**: none\n";

fn home() -> Home {
    let scene = Scene::new();
    scene.commit(
        "docs(spec): requirements for rate-limit",
        &[
            ("go.mod", "module limit\n"),
            // As most who use it: the progress and the state are nobody else's business.
            (".gitignore", "specs/**/.progress.md\nspecs/**/.ralph-state.json\nspecs/.current-spec\n"),
            ("specs/rate-limit/research.md", "# Research\n\n## Executive Summary\n\nIt can be done.\n"),
            (
                "specs/rate-limit/requirements.md",
                "# Requirements\n\n- **FR-1** (Must): at most five calls a second per key\n- AC-1.1: the sixth call within a second is refused\n",
            ),
        ],
    );
    scene.write("specs/.current-spec", "rate-limit\n");
    scene.write(STATE, STATE_TEXT);
    scene.write(PROGRESS, PROGRESS_TEXT);
    scene.write(DESIGN, DESIGN_TEXT);
    Home::of(scene)
}

/// A review in the system's own form: a row a dimension, the signal as the last line.
fn review(of: &str, iteration: u32, rows: &[(&str, &str, &str)], signal: &str) -> String {
    let mut table = String::new();
    for (n, (dimension, status, finding)) in rows.iter().enumerate() {
        table.push_str(&format!("| {} | {dimension} | {status} | {finding} |\n", n + 1));
    }
    let failed = rows.iter().filter(|row| row.1 == "FAIL").count();
    format!(
        "## Review: {of} (Iteration {iteration})\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|-----------|--------|---------|\n{table}\n### Summary\n- Passed: {}/{} dimensions\n- Failed: {failed}/{}\n- Critical issues: 0\n\n### Feedback for Revision\n\n{}\n\n{signal}\n",
        rows.len() - failed,
        rows.len(),
        rows.len(),
        if failed == 0 { "No issues found." } else { "1. See the row that fails." }
    )
}

const REST: [(&str, &str, &str); 4] = [
    ("Consistency", "PASS", "Agrees with FR-1"),
    ("Feasibility", "PASS", "Standard library only"),
    ("Patterns", "PASS", "New project"),
    ("Principles", "PASS", "Small"),
];

fn design(iteration: u32, status: &str, finding: &str) -> String {
    let rows: Vec<_> = [("Completeness", status, finding)].into_iter().chain(REST).collect();
    review("design", iteration, &rows, if status == "PASS" { "REVIEW_PASS" } else { "REVIEW_FAIL" })
}

#[test]
fn a_design_is_failed_revised_and_passed() {
    let mut home = home();
    assert_eq!(
        home.rules(DESIGN),
        ("ralph".to_owned(), "specs/rate-limit is the nearest planning folder".to_owned())
    );
    let opened = home.review(json!({ "artifact": DESIGN }));
    assert_eq!((&opened["max_passes"], &opened["next"]["agent"]), (&json!(3), &json!("spec-reviewer")));
    let brief = opened["brief"].as_str().unwrap();
    in_order(
        brief,
        &[
            "Nobody can flood the service.",
            "**FR-1** (Must)",
            "A bucket per key.",
            "**Completeness**: architecture, components, data flow",
            "## Review: design (Iteration 1)",
            "REVIEW_PASS or REVIEW_FAIL",
        ],
    );

    let revise = home.says(&opened, &design(1, "FAIL", "No data flow: nothing says who refills a bucket"));
    assert_eq!(
        (&revise["next"]["action"], &revise["next"]["agent"]),
        (&json!("revise"), &json!("architect-reviewer"))
    );
    assert!(reports(&revise).contains(&PROGRESS), "{revise:#}");
    home.scene.write(
        DESIGN,
        format!(
            "{DESIGN_TEXT}\n## Data Flow\n\nEach call refills by the time that passed, then takes one.\n"
        ),
    );
    let second = home.next(&revise);
    let done = home.says(&second, &design(2, "PASS", "Previously FAIL, now PASS"));
    let next = &done["next"];
    // Quick mode asks for the tasks now.
    assert_eq!(
        (&next["action"], &next["outcome"], &next["next"]),
        (&json!("proceed"), &json!("approved"), &json!("tasks"))
    );

    let log = home.read(PROGRESS);
    assert!(log.starts_with(PROGRESS_TEXT), "{log}");
    in_order(
        &log,
        &[
            "### Review: design (Iteration 1)\n- Status: REVIEW_FAIL\n- Findings: F1 FAIL Completeness: No data flow",
            "- Action: revised and reviewed again",
            "### Review: design (Iteration 2)\n- Status: REVIEW_PASS\n- Findings: none\n- Action: proceeded",
        ],
    );
    assert_eq!(home.read(STATE), STATE_TEXT);
}

#[test]
fn after_three_iterations_the_spec_goes_on_with_a_warning() {
    let mut home = home();
    let mut opened = home.review(json!({ "artifact": DESIGN }));
    let mut done = json!(null);
    for iteration in 1..=3 {
        done =
            home.says(&opened, &design(iteration, "FAIL", "No data flow: nothing says who refills a bucket"));
        if iteration < 3 {
            home.scene.write(DESIGN, format!("{DESIGN_TEXT}\nTry {iteration}.\n"));
            opened = home.next(&done);
        }
    }
    assert_eq!(
        (&done["next"]["action"], &done["next"]["outcome"]),
        (&json!("proceed"), &json!("accepted_with_warnings"))
    );
    in_order(
        &home.read(PROGRESS),
        &["(Iteration 3)", "### Review Warning: design", "Max iterations (3) reached without REVIEW_PASS"],
    );
}

#[test]
fn a_task_is_reviewed_on_request_and_mended_by_a_task_of_its_own() {
    let mut home = home();
    home.scene.commit("docs(spec): tasks for rate-limit", &[(DESIGN, DESIGN_TEXT), (TASKS, TASKS_TEXT)]);
    let shared =
        "package limit\n\nvar left = 5\n\nfunc Allow(key string) bool {\n\tleft--\n\treturn left >= 0\n}\n";
    home.scene.commit("feat(limit): count per key", &[("src/limit.go", shared)]);
    let task = |on_demand: bool| json!({ "plan": TASKS, "task": "1.1", "on_demand": on_demand });
    let unasked = home.ok("review_task", task(false));
    assert_eq!((&unasked["next"]["action"], unasked.get("countersign")), (&json!("proceed"), None));

    let opened = home.review(task(true));
    assert_eq!(opened["range"]["files"], json!(["src/limit.go"]));
    let rows = |status, finding| {
        [
            ("Alignment", status, finding),
            ("Correctness", "PASS", "Changed files are those of the list"),
            ("Completeness", "PASS", "Allow is there"),
            ("No hallucinations", "PASS", "Nothing invented"),
        ]
    };
    let fix = home.says(
        &opened,
        &review(
            "execution",
            1,
            &rows("FAIL", "The count is for all keys together, in src/limit.go:6"),
            "REVIEW_FAIL",
        ),
    );
    assert_eq!((&fix["next"]["action"], blocking(&fix)), (&json!("fix"), vec!["F1"]));
    let given = fix["next"]["fix"].as_str().unwrap();
    in_order(
        given,
        &[
            "- [ ] 1.1.1 [FIX 1.1]",
            "**Do**",
            "**Files**: src/limit.go",
            "**Done when**",
            "**Verify**",
            "**Commit**: `",
        ],
    );
    // The coordinator puts it behind its task, and the executor commits it as it says.
    let (_, message) = given.split_once("**Commit**: `").unwrap();
    let message = message.split('`').next().unwrap();
    let own = "package limit\n\nvar used = map[string]int{}\n\nfunc Allow(key string) bool {\n\tused[key]++\n\treturn used[key] <= 5\n}\n";
    let list = TASKS_TEXT.replace("\n- [ ] 1.2 ", &format!("\n{given}\n- [ ] 1.2 "));
    home.scene.commit(message, &[(TASKS, &list), ("src/limit.go", own)]);
    let second = home.next(&fix);
    let done = home
        .says(&second, &review("execution", 2, &rows("PASS", "Previously FAIL, now PASS"), "REVIEW_PASS"));
    assert_eq!((&done["next"]["action"], &done["next"]["outcome"]), (&json!("proceed"), &json!("approved")));
    in_order(
        &home.read(PROGRESS),
        &[
            "### Review: execution (Task 1.1, Iteration 1)\n- Status: REVIEW_FAIL",
            "- Action: fixed and reviewed again",
            "### Review: execution (Task 1.1, Iteration 2)\n- Status: REVIEW_PASS",
        ],
    );
}

/// Three fix tasks are all that one task gets, over all its loops and whoever put them into the list (SPEC 4.4).
#[test]
fn fix_tasks_count_over_the_loops_of_a_task_and_those_of_the_list() {
    let mut home = home();
    let code = |n: u32| {
        format!(
            "package limit\n\nvar left = {n}\n\nfunc Allow(key string) bool {{\n\tleft--\n\treturn left >= {n}\n}}\n"
        )
    };
    home.scene.commit("docs(spec): tasks for rate-limit", &[(DESIGN, DESIGN_TEXT), (TASKS, TASKS_TEXT)]);
    home.scene.commit("feat(limit): count per key", &[("src/limit.go", &code(1))]);
    let task = || json!({ "plan": TASKS, "task": "1.1", "on_demand": true });
    let rows = |status, finding| {
        let signal = if status == "FAIL" { "REVIEW_FAIL" } else { "REVIEW_PASS" };
        review(
            "execution",
            1,
            &[("Correctness", status, finding), ("Completeness", "PASS", "Allow is there")],
            signal,
        )
    };
    let number = |step: &Value| {
        let fix = step["next"]["fix"].as_str().map(|fix| fix["- [ ] ".len()..].to_owned());
        fix.map(|fix| fix.split(' ').next().unwrap().to_owned())
    };
    let in_list = |fixes: &[&str]| {
        let of =
            |n: &&str| format!("- [x] {n} [FIX 1.1] Fix: Count per key\n  - **Files**: src/limit.go\n\n");
        TASKS_TEXT.replace("- [ ] 1.2 ", &format!("{}- [ ] 1.2 ", fixes.iter().map(of).collect::<String>()))
    };

    // The coordinator lets it be mended without putting the task into the list.
    let opened = home.review(task());
    let fix = home.says(&opened, &rows("FAIL", "src/limit.go:6 counts for all keys together"));
    assert_eq!(number(&fix).as_deref(), Some("1.1.1"), "{fix:#}");
    home.scene.commit("fix(1.1.1): address review findings", &[("src/limit.go", &code(2))]);
    let second = home.next(&fix);
    let done = home.says(&second, &rows("PASS", "Previously FAIL, now PASS"));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");

    // The code changes, and a loop follows; the list holds what another put there after a failed execution.
    home.scene.commit("feat(limit): count per key", &[("src/limit.go", &code(3))]);
    let opened = home.review(task());
    let fix = home.says(&opened, &rows("FAIL", "src/limit.go:6 counts for all keys together"));
    assert_eq!(number(&fix).as_deref(), Some("1.1.2"), "{fix:#}");
    home.scene.commit(
        "fix(1.1.2): address review findings",
        &[(TASKS, &in_list(&["1.1.1", "1.1.2", "1.1.3"])), ("src/limit.go", &code(4))],
    );
    let third = home.next(&fix);
    let fix = home.says(&third, &rows("FAIL", "src/limit.go:6 counts for all keys still"));
    assert_eq!((&fix["next"]["action"], number(&fix)), (&json!("fix"), None), "{fix:#}");
    let why = fix["next"]["why"].as_str().unwrap();
    assert!(why.contains("without a further fix task: 3 are all that one task gets"), "{why}");
}

/// Where the reviewer forgets its signal, the system passes; that it did is written down, and `strict` takes it back.
#[test]
fn a_missing_signal_is_written_down() {
    for strict in [false, true] {
        let mut home = home();
        if strict {
            home.scene.write("countersign.toml", "[review]\nstrict = true\n");
        }
        let opened = home.review(json!({ "artifact": DESIGN }));
        let done = home.says(&opened, "I looked at the design and have thoughts.\n");
        let outcome: Option<&Value> = done["next"].get("outcome");
        assert_eq!(outcome, (!strict).then_some(&json!("accepted_with_warnings")), "{done:#}");
        assert_eq!(
            home.read(PROGRESS).contains("REVIEW_PASS (no signal)"),
            !strict,
            "{}",
            home.read(PROGRESS)
        );
        assert!(home.there(".countersign/reviews/rate-limit-design.md"));
    }
}
