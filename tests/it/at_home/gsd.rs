//! GSD with execution reviews: what an executor did is reviewed in the work tree, before it is committed.

use serde_json::{Value, json};

use super::{Home, blocking, in_order, reports};
use crate::scene::Scene;

const PLAN: &str = ".planning/phases/04-export/04-01-PLAN.md";
const CSV: &str = "lib/export/csv.rb";
const EXPORT: &str = "lib/export.rb";
const PLAN_TEXT: &str = "---\nphase: 04-export\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [lib/export.rb, lib/export/csv.rb]\nautonomous: true\nmust_haves:\n  truths:\n    - \"A report can be saved as CSV\"\n  artifacts:\n    - path: lib/export/csv.rb\n      provides: CSV rows\n  key_links: []\n---\n\n<objective>\nReports can be taken along.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: CSV rows</name>\n  <files>lib/export/csv.rb</files>\n  <action>Write Csv.row(values): quote what holds a comma, a quote or a line end.</action>\n  <verify>ruby -Ilib test/csv_test.rb</verify>\n  <done>a value with a comma is quoted</done>\n</task>\n</tasks>\n";
const PLAIN: &str = "module Csv\n  def self.row(values)\n    values.join(\",\")\n  end\nend\n";
const QUOTED: &str = "module Csv\n  def self.row(values)\n    values.map { |v| v.match?(/[\",\\n]/) ? %(\"#{v.gsub('\"', '\"\"')}\") : v }.join(\",\")\n  end\nend\n";
const SHELL: &str = "module Csv\n  def self.row(values)\n    `echo #{values.join(\",\")}`\n  end\nend\n";

fn home(config: &str) -> Home {
    let scene = Scene::new();
    scene.commit(
        "docs(04): plan phase",
        &[
            (".planning/config.json", config),
            (".planning/PROJECT.md", "# Reports\n"),
            (
                ".planning/ROADMAP.md",
                "# Roadmap\n\n### Phase 4: Export\n**Goal**: Reports can be taken along\n**Success Criteria** (what must be TRUE):\n  1. A report can be saved as CSV\n",
            ),
            (".planning/STATE.md", "# State\n\nPhase: 4\n"),
            (PLAN, PLAN_TEXT),
            (EXPORT, "require \"export/csv\"\n"),
        ],
    );
    Home::of(scene)
}

fn enabled() -> Home {
    home(
        "{\n  \"mode\": \"interactive\",\n  \"depth\": \"standard\",\n  \"execution_review\": { \"enabled\": true, \"max_retries\": 2, \"model\": \"sonnet\" }\n}\n",
    )
}

fn subtask() -> Value {
    json!({
        "id": "04-01-T1", "title": "CSV rows",
        "criteria": "a value with a comma is quoted\na quote inside is doubled",
        "files": [CSV, EXPORT],
        "executor_report": "## SUBTASK COMPLETE\n\n### Files Modified\n- lib/export/csv.rb (new)\n-  M lib/export.rb\n\n### Verification Results\n- [x] ruby -Ilib test/csv_test.rb passes\n",
    })
}

fn report(rows: [&str; 2], verdict: &str, findings: &str) -> String {
    format!(
        "## REVIEW: 04-01-T1\n\n### Requirements Traceability\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n| 1 | a value with a comma is quoted | {} | lib/export/csv.rb:3 |\n| 2 | a quote inside is doubled | {} | lib/export/csv.rb:3 |\n\n**Scope Creep:** None\n\n### Verdict: {verdict}\n\n### Findings\n\n{findings}\n\n### What's Good\n- It is short.\n",
        rows[0], rows[1]
    )
}

const COMMENT: &str = "#### Completeness\n- **Severity:** Warning\n- **File:Line:** lib/export.rb:3\n- **Issue:** The comment says nothing.\n- **Fix:** Take it out.";

#[test]
fn a_subtask_is_reviewed_before_its_commit() {
    let mut home = enabled();
    assert_eq!(home.rules(PLAN), ("gsd".to_owned(), ".planning is the nearest planning folder".to_owned()));
    home.scene.write(CSV, PLAIN);
    home.scene.write(EXPORT, "require \"export/csv\"\n\n# all of it\n");

    let opened = home.review(subtask());
    let next = &opened["next"];
    assert_eq!((&next["agent"], &next["model"]), (&json!("gsd-execution-reviewer"), &json!("sonnet")));
    // Staged, changed and new files alike, and none of those that `init` has just made.
    assert_eq!((&opened["max_passes"], &opened["range"]["files"]), (&json!(3), &json!([EXPORT, CSV])));
    let brief = opened["brief"].as_str().unwrap();
    in_order(
        brief,
        &[
            "claims that nobody checked",
            "says it passed: [x] ruby",
            "+    values.join",
            "## REVIEW: 04-01-T1 (attempt 1)",
        ],
    );

    let fix = home.says(&opened, &report(["NOT_MET", "NOT_MET"], "NEEDS_FIX", COMMENT));
    assert_eq!(
        (&fix["next"]["action"], &fix["next"]["agent"], &fix["next"]["commit"]),
        (&json!("fix"), &json!("gsd-executor"), &json!("none"))
    );
    // A row that is not met is a finding, the list has none of it.
    let found: Vec<&Value> = fix["findings"].as_array().unwrap().iter().map(|f| &f["title"]).collect();
    assert!(found.contains(&&json!("a value with a comma is quoted")), "{found:?}");
    assert_eq!(blocking(&fix).len(), 2);

    home.scene.write(CSV, QUOTED);
    home.scene.write(EXPORT, "require \"export/csv\"\n\nFORMATS = [Csv].freeze\n");
    let second = home.next(&fix);
    let done = home.says(&second, &report(["MET", "MET"], "PASS", "None."));
    let next = &done["next"];
    assert_eq!(
        (&next["action"], &next["outcome"], &next["files"]),
        (&json!("proceed"), &json!("approved"), &json!([EXPORT, CSV]))
    );
    assert!(next["why"].as_str().unwrap().contains("commit its files"), "{next:#}");
    let [path] = reports(&done)[..] else { unreachable!("one report: {done:#}") };
    in_order(
        &home.read(path),
        &["change: \"04-01-T1\"", "pass: 2", "status: passed", "outcome: approved", "### Pass 1"],
    );

    // The host commits them, and the commit is what was reviewed.
    home.scene.commit(
        "feat(04-01): csv rows",
        &[(CSV, QUOTED), (EXPORT, "require \"export/csv\"\n\nFORMATS = [Csv].freeze\n")],
    );
    let (code, said) = home.gate(&[]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_critical_means_restore_and_do_it_again() {
    let mut home = enabled();
    home.scene.write(CSV, SHELL);
    home.scene.write(EXPORT, "require \"export/csv\"\n\nFORMATS = [Csv].freeze\n");
    let opened = home.review(subtask());
    let critical = "#### Security\n- **Severity:** Critical\n- **File:Line:** lib/export/csv.rb:3\n- **Issue:** The values go through a shell.\n- **Fix:** Build the text in Ruby.";
    let again = home.says(&opened, &report(["MET", "MET"], "CRITICAL", critical));
    let next = &again["next"];
    assert_eq!((&next["action"], &next["agent"]), (&json!("reexecute"), &json!("gsd-executor")));
    // What was there is restored; what the attempt added is removed, which a checkout alone would leave.
    assert_eq!((&next["files"], &next["added"]), (&json!([EXPORT]), &json!([CSV])));
    in_order(next["brief"].as_str().unwrap(), &["The values go through a shell."]);
    assert_eq!(home.read(CSV), SHELL, "the server never touches the work tree");
}

#[test]
fn after_three_attempts_the_user_is_asked() {
    let mut home = enabled();
    home.scene.write(CSV, PLAIN);
    let mut opened = home.review(subtask());
    let mut done = json!(null);
    for attempt in 1..=3 {
        done = home.says(&opened, &report(["NOT_MET", "NOT_MET"], "NEEDS_FIX", "None."));
        if attempt < 3 {
            home.scene.write(CSV, PLAIN.replace("(\",\")", &format!("(\",\") # {attempt}")));
            opened = home.next(&done);
        }
    }
    let next = &done["next"];
    assert_eq!((&next["action"], &next["options"]), (&json!("ask_user"), &json!(["commit", "skip", "stop"])));
    let mut decide = next["call"]["arguments"].clone();
    decide.as_object_mut().unwrap().extend([
        ("choice".to_owned(), json!("skip")),
        ("reason".to_owned(), json!("the customer wants XML now")),
        ("decided_by".to_owned(), json!("Ada")),
    ]);
    let skipped = home.ok("decide", decide);
    assert_eq!((&skipped["next"]["action"], &skipped["outcome"]), (&json!("proceed"), &json!("skipped")));
    assert!(skipped["next"].to_string().contains(CSV), "{skipped:#}");
}

#[test]
fn the_execution_of_a_plan_is_reviewed_as_one() {
    let mut home = enabled();
    let before = home.scene.git.head().unwrap().peel_to_commit().unwrap().id().to_string();
    home.scene.commit("feat(04-01): csv rows", &[(CSV, QUOTED)]);
    // Nothing of it is in the work tree any more, which is what this system reviews: the commits are asked for.
    let refused = home.server.call("review_task", json!({ "plan": PLAN }));
    assert!(refused.is_error && refused.text.contains("feat(04-01): csv rows"), "{}", refused.text);
    let opened = home.review(json!({ "plan": PLAN, "base": before }));
    assert_eq!(opened["next"]["agent"], "gsd-execution-reviewer");
    assert_eq!(opened["range"]["files"], json!([CSV]));
    let done = home.says(&opened, "### Verdict: PASS\n\n### Findings\n\nNone.\n");
    assert_eq!(
        (&done["next"]["outcome"], reports(&done)),
        (&json!("approved"), vec![".planning/phases/04-export/04-01-REVIEW-execution.md"])
    );
    assert_eq!(home.gate(&["--phase", "4"]).0, 0);
}

#[test]
fn switched_off_in_the_systems_own_file() {
    let mut home = home("{\n  \"execution_review\": { \"enabled\": false }\n}\n");
    home.scene.write(CSV, PLAIN);
    let skipped = home.ok("review_task", subtask());
    assert_eq!((&skipped["next"]["action"], skipped.get("countersign")), (&json!("proceed"), None));
}

/// The pass is open, the reviewer is started as `general-purpose`, and nobody calls `record_findings`.
#[test]
fn a_printed_report_that_names_the_subtask_is_recorded() {
    let mut home = enabled();
    home.scene.write(CSV, PLAIN);
    let opened = home.review(subtask());
    assert_eq!(home.hook("SubagentStart", "a-1", None), "");
    let other = report(["MET", "MET"], "PASS", "None.").replace("04-01-T1", "04-01-T2");
    assert_eq!(home.hook("SubagentStop", "a-0", Some(&other)), "");
    let unmet = report(["NOT_MET", "MET"], "NEEDS_FIX", COMMENT);
    assert_eq!(home.hook("SubagentStop", "a-1", Some(&unmet)), "");
    let status = home.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(
        (&status["next"]["action"], &status["loops"][0]["pass"]),
        (&json!("fix"), &json!(1)),
        "{status:#}"
    );
}
