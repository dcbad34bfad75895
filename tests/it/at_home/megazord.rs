//! Megazord: `/mz:go` executes a plan; after each task's commit its executor has it reviewed, mends and amends.

use serde_json::json;

use super::{Home, blocking, in_order, reports};
use crate::scene::{Edit, Scene};

const PLAN: &str = ".planning/phases/02-rates/02-01-PLAN.md";
const REPORT: &str = ".planning/phases/02-rates/02-01-REVIEW-T1.md";
const STATE: &str = "# State\n\nPhase: 2 of 3 (Rates)\nPlan: 1 of 1\n";
const PLAN_TEXT: &str = r#"---
phase: 02-rates
plan: 01
type: execute
wave: 1
depends_on: []
files_modified: [src/rates.py, src/quote.py]
autonomous: true
requirements: [RATE-01, RATE-02]
must_haves:
  truths:
    - "A parcel over 30 kg is refused"
  artifacts:
    - path: src/rates.py
      provides: rate lookup
  key_links:
    - from: src/quote.py
      to: src/rates.py
      via: import
      pattern: "from rates import"
---

<objective>
Parcels get a price by weight.
</objective>

<tasks>

<task type="auto">
  <name>Task 1: Look up the rate</name>
  <files>src/rates.py</files>
  <action>Write rate(weight): the price of the first row whose limit holds the weight. Refuse what is over 30 kg with ValueError. (RATE-01)</action>
  <verify>python -m unittest</verify>
  <done>rate(31) raises ValueError</done>
</task>

<task type="auto">
  <name>Task 2: Quote a parcel</name>
  <files>src/quote.py</files>
  <action>quote(parcels) sums rate(weight) over all parcels. (RATE-02)</action>
  <verify>python -m unittest</verify>
  <done>quote([1, 2]) is the sum of both rates</done>
</task>

</tasks>
"#;

const RATES: &str = "ROWS = [(1, 4), (5, 7), (30, 15)]\n\n\ndef rate(weight):\n    for limit, price in ROWS:\n        if weight <= limit:\n            return price\n    return 15\n";

fn home() -> Home {
    let scene = Scene::new();
    scene.commit(
        "docs(02): plan phase 2",
        &[
            (".planning/PROJECT.md", "# Parcel\n\nPrices for parcels.\n"),
            (
                ".planning/megazord.config.json",
                "{\n  \"version\": 1,\n  \"model_profile\": \"balanced\",\n  \"quality\": { \"tdd\": false, \"review\": \"auto\", \"brainstorming\": true },\n  \"workflow\": { \"research\": true, \"plan_check\": true, \"verifier\": true }\n}\n",
            ),
            (
                ".planning/ROADMAP.md",
                "# Roadmap\n\n### Phase 2: Rates\n**Goal**: Parcels get a price\n**Requirements**: RATE-01, RATE-02\n**Success Criteria** (what must be TRUE):\n  1. A parcel over 30 kg is refused\n",
            ),
            (
                ".planning/REQUIREMENTS.md",
                "# Requirements\n\n- [ ] **RATE-01**: Rates by weight, at most 30 kg\n- [ ] **RATE-02**: A quote sums its parcels\n",
            ),
            (".planning/STATE.md", STATE),
            (PLAN, PLAN_TEXT),
        ],
    );
    Home::of(scene)
}

/// A reviewer's report in the system's own form, as the agent ends with it.
fn report(task: u32, status: &str, counts: [u32; 3], spec: &str, quality: &str) -> String {
    let [critical, warnings, info] = counts;
    format!(
        "## REVIEW COMPLETE\n\n**Task:** 02-01 Task {task}\n**Status:** {status}\n**Critical:** {critical}\n**Warnings:** {warnings}\n**Info:** {info}\n\n### Spec Compliance\n\n{spec}\n\n### Code Quality\n\n{quality}\n"
    )
}

const NONE: &str = "No issues found.";
const TOO_HEAVY: &str = "### Finding 1: Heavy parcels get a price\n- **Severity:** critical\n- **Requirement:** RATE-01, done criterion of Task 1\n- **File:** src/rates.py:8\n- **Issue:** rate(31) returns 15. The plan wants a ValueError.\n- **Suggestion:** Raise ValueError behind the loop.";
const NO_WORDS: &str = "### Finding 1: The table has no words\n- **Severity:** warning\n- **File:** src/rates.py:1\n- **Issue:** Nothing says that the first number is kilograms.\n- **Suggestion:** Name the columns.";

#[test]
fn a_task_is_reviewed_amended_and_passed() {
    let mut home = home();
    let (protocol, why) = home.rules(PLAN);
    assert_eq!((protocol.as_str(), why.as_str()), ("megazord", ".planning is the nearest planning folder"));
    home.scene.commit("feat(02-01): look up the rate", &[("src/rates.py", RATES)]);

    let opened = home.review(json!({ "plan": PLAN, "task": "1" }));
    let next = &opened["next"];
    assert_eq!(
        (&next["agent"], &next["model"], &next["max_turns"]),
        (&json!("mz-reviewer"), &json!("sonnet"), &json!(15))
    );
    assert_eq!((&opened["max_passes"], &opened["range"]["files"]), (&json!(3), &json!(["src/rates.py"])));
    // The reviewer sees its task and the requirements, never the other task, the roadmap or the state.
    let brief = opened["brief"].as_str().unwrap();
    in_order(
        brief,
        &[
            "<done>rate(31) raises ValueError</done>",
            "RATE-01: Rates by weight",
            "+    return 15",
            "## REVIEW COMPLETE",
        ],
    );
    for kept_out in ["Quote a parcel", "What must be TRUE", "Phase: 2 of 3"] {
        assert!(!brief.contains(kept_out), "{kept_out}:\n{brief}");
    }

    let fix = home.says(&opened, &report(1, "issues_found", [1, 1, 0], TOO_HEAVY, NO_WORDS));
    let next = &fix["next"];
    assert_eq!(
        (&next["action"], &next["agent"], &next["commit"]),
        (&json!("fix"), &json!("mz-executor"), &json!("amend"))
    );
    assert_eq!((blocking(&fix), reports(&fix)), (vec!["F1"], vec![REPORT]));
    in_order(
        &home.read(REPORT),
        &[
            "status: issues_found",
            "spec_findings: 1",
            "quality_findings: 1",
            "critical: 1",
            "warnings: 1",
            "# Review: Phase 02-rates Plan 01 Task 1",
        ],
    );

    let mended = RATES.replace("    return 15\n", "    raise ValueError(\"over 30 kg\")\n");
    home.scene.amend("feat(02-01): look up the rate", &[Edit::Write("src/rates.py", mended.as_bytes())]);
    let second = home.next(&fix);
    assert_eq!((&second["pass"], &second["next"]["reason"]), (&json!(2), &json!("re_review")));
    let done = home.says(&second, &report(1, "passed", [0, 1, 0], NONE, NO_WORDS));
    assert_eq!(
        (&done["next"]["action"], &done["next"]["outcome"]),
        (&json!("proceed"), &json!("approved_with_notes"))
    );
    assert_eq!((&done["spec_status"], &done["resolved"]), (&json!("passed"), &json!(["F1"])));

    // One file, both passes: the first failure is still there to read.
    let text = home.read(REPORT);
    in_order(
        &text,
        &[
            "pass: 2",
            "status: passed",
            "critical: 0",
            "warnings: 1",
            "## Spec Compliance",
            "No spec compliance issues found.",
            "## Code Quality",
            "### Finding 1: The table has no words",
            "**Status:** passed",
            "## Earlier passes",
            "### Pass 1",
            "F1 critical new: Heavy parcels get a price",
        ],
    );
    assert_eq!(home.read(".planning/STATE.md"), STATE);
    assert_eq!(home.gate(&[]).0, 0);
    // The plan is not through: its second task is named.
    let (code, said) = home.gate(&["--phase", "2"]);
    assert!(code == 1 && said.contains("02-01 Task 2"), "{code}: {said}");
}

/// The agent of the system writes its report itself; both stay.
#[test]
fn the_reviewers_own_file_is_not_overwritten() {
    let mut home = home();
    home.scene.commit("feat(02-01): look up the rate", &[("src/rates.py", RATES)]);
    let opened = home.review(json!({ "plan": PLAN, "task": "1" }));
    let theirs = "---\nphase: 02-rates\nplan: 01\ntask: 1\nstatus: issues_found\n---\n\n# Review: Phase 2 Plan 01 Task 1\n";
    home.scene.write(REPORT, theirs);
    let fix = home.says(&opened, &report(1, "issues_found", [1, 0, 0], TOO_HEAVY, NONE));
    let beside = ".planning/phases/02-rates/02-01-REVIEW-T1.countersign.md";
    assert_eq!((home.read(REPORT).as_str(), reports(&fix)), (theirs, vec![beside]));
    assert!(home.read(beside).contains("writer: countersign"));
}

#[test]
fn after_three_passes_the_executor_goes_on_and_the_summary_says_so() {
    let mut home = home();
    let mended = RATES.replace("    return 15\n", "    raise ValueError(\"over 30 kg\")\n");
    home.scene.commit("feat(02-01): look up the rate", &[("src/rates.py", &mended)]);
    let opened = home.review(json!({ "plan": PLAN, "task": "1" }));
    home.says(&opened, &report(1, "passed", [0, 0, 0], NONE, NONE));

    let quote = |n: usize| {
        format!("from rates import rate\n\n\ndef quote(parcels):\n    return rate(sum(parcels))  # try {n}\n")
    };
    home.scene.commit("feat(02-01): quote a parcel", &[("src/quote.py", &quote(1))]);
    let sums = "### Finding 1: The weights are summed, not the rates\n- **Severity:** critical\n- **Requirement:** RATE-02\n- **File:** src/quote.py:5\n- **Issue:** quote([20, 20]) is refused, though each parcel is allowed.\n- **Suggestion:** Sum rate(weight).";
    let mut opened = home.review(json!({ "plan": PLAN, "task": "2" }));
    let mut done = json!(null);
    for pass in 1..=3 {
        done = home.says(&opened, &report(2, "issues_found", [1, 0, 0], sums, NONE));
        if pass < 3 {
            assert_eq!(done["next"]["action"], "fix", "{done:#}");
            home.scene.amend(
                "feat(02-01): quote a parcel",
                &[Edit::Write("src/quote.py", quote(pass + 1).as_bytes())],
            );
            opened = home.next(&done);
        }
    }
    let next = &done["next"];
    assert_eq!((&next["action"], &next["outcome"]), (&json!("proceed"), &json!("accepted_with_warnings")));
    let section = next["summary_section"].as_str().unwrap();
    in_order(
        section,
        &[
            "### Unresolved Review Findings",
            "02-01 Task 2",
            "F1 critical: The weights are summed, not the rates (src/quote.py:5)",
        ],
    );
    // Asking again does not start the count anew.
    let again = home.ok("review_task", json!({ "plan": PLAN, "task": "2" }));
    assert_eq!(
        (&again["next"]["outcome"], again.get("countersign")),
        (&json!("accepted_with_warnings"), None)
    );
    // At the plan's end it is named, and the gate lets the plan go on, as this system does.
    let (code, said) = home.gate(&["--phase", "2"]);
    assert!(code == 0 && said.contains("02-01 Task 2 went on with unresolved findings"), "{code}: {said}");
    let status = home.ok("loop_status", json!({ "phase": "2" }));
    assert!(status.to_string().contains("went on with unresolved findings"), "{status:#}");
}

/// Nothing but the hooks that `init` registered: the executor starts its reviewers as `general-purpose`, and nobody ever
/// calls the server.
#[test]
fn with_hooks_alone_a_reviewer_of_no_kind_has_memory_and_a_gate() {
    let mut home = home();
    home.scene.commit("feat(02-01): look up the rate", &[("src/rates.py", RATES)]);
    assert_eq!(home.hook("SubagentStart", "a-1", None), "");
    let unmet = TOO_HEAVY.replace("- **File:** src/rates.py:8\n", "");
    let first = report(1, "issues_found", [1, 0, 0], &unmet, NONE);
    assert_eq!(home.hook("SubagentStop", "a-1", Some(&first)), "");
    in_order(
        &home.read(REPORT),
        &["reviewer: \"general-purpose\"", "countersign: none", "Heavy parcels get a price"],
    );
    assert_eq!(home.gate(&["--phase", "2"]).0, 1);

    let mended = RATES.replace("    return 15\n", "    raise ValueError(\"over 30 kg\")\n");
    home.scene.amend("feat(02-01): look up the rate", &[Edit::Write("src/rates.py", mended.as_bytes())]);
    assert_eq!(home.hook("SubagentStop", "a-2", Some("## TASK COMPLETE\n\nF1 is mended and amended.\n")), "");
    assert_eq!(home.hook("SubagentStart", "a-3", None), "");
    let resolved = format!("{NONE}\n\n### Resolved\n- F1: it raises now");
    let second = report(1, "passed", [0, 0, 0], &resolved, NONE);
    assert_eq!(home.hook("SubagentStop", "a-3", Some(&second)), "");
    in_order(
        &home.read(REPORT),
        &["pass: 2", "status: passed", "### Pass 1", "F1 critical new: Heavy parcels get a price"],
    );
    let status = home.ok("loop_status", json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(status["loops"][0]["outcome"], "approved", "{status:#}");
    assert_eq!(home.gate(&[]).0, 0);
}
