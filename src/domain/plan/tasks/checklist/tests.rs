use super::super::super::super::ids::RepoPath;
use super::super::super::{Plan, PlanError, Task, read};

fn list(text: &str) -> Plan {
    read(&RepoPath::parse("specs/login/tasks.md").unwrap(), text).unwrap()
}

fn codes(plan: &Plan) -> Vec<(u32, &str)> {
    plan.remarks.iter().map(|r| (r.line, r.code.as_str())).collect()
}

fn numbers(plan: &Plan) -> Vec<&str> {
    plan.tasks.iter().map(|t| t.number.as_str()).collect()
}

fn files(text: &str) -> (Vec<String>, Vec<String>) {
    let plan = list(&format!("- [ ] 1.1 Door\n  - **Files**: {text}\n"));
    (plan.tasks[0].files.clone(), plan.remarks.iter().map(|r| r.code.clone()).collect())
}

fn commit(text: &str) -> Option<String> {
    list(&format!("- [ ] 1.1 Door\n  - **Commit**: {text}\n")).tasks[0].commit.clone()
}

const LIST: &str = "---\nspec: login\nphase: tasks\ntotal_tasks: 3\n---\n\n# Tasks: Login\n\n## Phase 1: Make It Work (POC)\n\nFocus: one door.\n\n- [x] 1.1 [P] Build the door\n  - **Do**:\n    1. Hang it in `src/door.rs`\n    2. Note: it opens inwards\n  - **Files**: `src/door.rs` (NEW), `src/lib.rs`\n  - **Done when**: It opens\n  - **Verify**: `cargo test door`\n  - **Commit**: `feat(login): build the door`\n  - _Requirements: FR-1, AC-1.1_\n  - _Design: Component A_\n\n### Locks\n\n- [ ] 1.2 [VERIFY] Quality checkpoint\n  - **Do**: Run everything\n  - **Verify**: `cargo test`\n  - **Commit**: `chore(login): pass the checkpoint` (only if fixes needed)\n\n## Phase 2: Refactoring\n\n- [ ] 2.1 Tidy the hinges\n\n## Notes\n\nNothing else.\n";

#[test]
fn a_task_list_comes_out_to_the_letter() {
    let plan = list(LIST);
    assert_eq!(plan.remarks, []);
    assert!(plan.listed);
    assert_eq!(
        (plan.stem.as_str(), plan.phase.as_deref(), plan.plan.as_deref()),
        ("login", Some("login"), Some("tasks"))
    );
    assert_eq!(plan.title.as_deref(), Some("Tasks: Login"));
    assert_eq!(plan.other.get("phase").map(String::as_str), Some("tasks"));
    let [door, check, tidy] = plan.tasks.as_slice() else { panic!("{:?}", numbers(&plan)) };
    let expected = Task {
        number: "1.1".to_owned(),
        name: "Build the door".to_owned(),
        files: vec!["src/door.rs".to_owned(), "src/lib.rs".to_owned()],
        action: Some("1. Hang it in `src/door.rs`\n2. Note: it opens inwards".to_owned()),
        verify: Some("`cargo test door`".to_owned()),
        done: Some("It opens".to_owned()),
        raw: LIST[LIST.find("- [x] 1.1").unwrap()..LIST.find("\n\n### Locks").unwrap()].to_owned(),
        line: 13,
        ticked: Some(true),
        marks: vec!["P".to_owned()],
        commit: Some("feat(login): build the door".to_owned()),
        requirements: vec!["FR-1".to_owned(), "AC-1.1".to_owned()],
        section: Some("Phase 1: Make It Work (POC)".to_owned()),
        ..Task::default()
    };
    assert_eq!(*door, expected);
    assert_eq!(check.kind.as_deref(), Some("verify"));
    assert_eq!(check.name, "Quality checkpoint");
    assert_eq!(check.commit.as_deref(), Some("chore(login): pass the checkpoint"));
    assert_eq!(check.section, door.section, "a heading below the phase's leaves the phase");
    assert_eq!((tidy.number.as_str(), tidy.raw.as_str()), ("2.1", "- [ ] 2.1 Tidy the hinges"));
    assert_eq!(tidy.section.as_deref(), Some("Phase 2: Refactoring"));
    assert_eq!(plan.task("01.1").map(|t| t.line), Some(13));
    assert!(plan.task("1.10").is_none());
}

#[test]
fn ticking_a_task_off_changes_nothing_of_what_is_asked() {
    let open = "- [ ] 1.1 See [the guide](x)\n  - **Do**: it\n";
    let ticked = open.replacen("[ ]", "[X]", 1);
    assert_eq!(list(open).tasks[0].asked(), list(&ticked).tasks[0].asked());
    assert_eq!(list(open).tasks[0].asked(), open.trim_end());
    assert_ne!(list(&ticked).tasks[0].raw, list(open).tasks[0].raw, "the block is kept as written");
}

#[test]
fn tabs_bullets_emphasis_and_line_ends_make_no_difference() {
    let forms = [
        "- [ ] 1.1 Door\n  - **Do**: hang\n  - **Files**: `a.rs`\n  - **Done when**: open\n",
        "* [ ] 1.1 Door\r\n\t* **Do:** hang\r\n\t* **Files:** a.rs\r\n\t* **Done when:** open\r\n",
        "+ [ ] **1.1** Door\n\t- *Do*: hang\n\t- __Files__: `a.rs` (create)\n\t- _Done when: open_\n",
        "- [ ] **1.1 Door**\n- **Do**: hang\n- **Files**: Create: `a.rs`\n- **Done when**: open\n",
        "\u{feff}- [ ] 1.1: Door\n\n  Do: hang\n  Files: ./a.rs:10-20\n  Done: open\n",
        "- [ ] Task 1.1 - Door\n    - **DO**: hang\n    - **File**:\n      - `a.rs` — the frame, `Foo` inside\n    - **Done  when**: shut\n    - **Done when**: open\n",
    ];
    for form in forms.iter().take(5) {
        let plan = list(form);
        let task = &plan.tasks[0];
        assert_eq!((task.number.as_str(), task.name.as_str()), ("1.1", "Door"), "{form:?}");
        assert_eq!(task.files, ["a.rs"], "{form:?}");
        assert_eq!((task.action.as_deref(), task.done.as_deref()), (Some("hang"), Some("open")), "{form:?}");
    }
    let odd = list(forms[5]);
    assert_eq!((odd.tasks[0].number.as_str(), odd.tasks[0].name.as_str()), ("1.1", "Door"));
    assert_eq!(
        (odd.tasks[0].files.as_slice(), odd.tasks[0].done.as_deref()),
        (["a.rs".to_owned()].as_slice(), Some("open"))
    );
}

#[test]
fn ids_of_every_shape_are_read() {
    let plan = list(
        "- [ ] 1 Door\n- [ ] V4 [VERIFY] Everything\n- [x] VE1 [VERIFY] End to end\n- [ ] 2.3a Hinge\n- [ ] 4.3.1 Paint\n- [ ] [P] 7.1 Marks first\n- [ ] 3) Lock\n- [ ] V10.2\n  - **Do**: it\n",
    );
    assert_eq!(numbers(&plan), ["1", "V4", "VE1", "2.3a", "4.3.1", "7.1", "3", "V10.2"]);
    assert_eq!(plan.tasks[5].marks, ["P"]);
    assert_eq!(plan.tasks[5].name, "Marks first");
    assert_eq!(plan.task("v4").map(|t| t.name.as_str()), Some("Everything"));
    assert_eq!(codes(&plan), [(8, "task_without_title")]);
}

#[test]
fn boxes_that_are_no_tasks_are_counted_and_said() {
    let plan = list(
        "- [ ] 1.1 Door\n  - **Do**:\n    - [ ] hang it\n    - [x] 9.9 oil it\n\n## Done when all hold\n\n- [ ] S3 bucket is there\n- [ ] nothing fails\n- [P] no box\n- [docs](x)\n- [ab] no box either\n",
    );
    assert_eq!(numbers(&plan), ["1.1"]);
    assert!(plan.tasks[0].raw.contains("oil it"), "a box within a task is a step of it");
    assert_eq!(codes(&plan), [(8, "plain_box")]);
    assert!(plan.remarks[0].message.starts_with("2 check boxes"), "{:?}", plan.remarks);
}

#[test]
fn boxes_in_fences_and_comments_are_no_tasks() {
    let plan = list(
        "```markdown\n- [ ] 9.1 Example\n```\n<!-- like this:\n- [ ] 9.2 Example\n-->\n- [ ] 1.1 Door\n  - **Do**: write\n    ```\n    - [ ] 9.3 Example\n  - **Files**: `no.rs`\n    ```\n  - **Files**: `a.rs`\n",
    );
    assert_eq!(numbers(&plan), ["1.1"]);
    assert_eq!(plan.tasks[0].files, ["a.rs"]);
    assert_eq!(codes(&plan), [(1, "fenced_task"), (9, "fenced_task")]);
    // The text of a pull request, written by a command.
    let plan = list(
        "- [ ] 1.1 Ask for a review\n  - **Do**: `gh pr create --body \"$(cat <<'EOF'\n## Summary\n\nDoors.\n- [ ] 9.1 Example\n- **Files**: `no.rs`\nEOF\n)\"`\n  - **Files**: `a.rs`\n- [ ] 1.2 Use `<<EOF` no more\n- [ ] 1.3 Paint\n",
    );
    assert_eq!(numbers(&plan), ["1.1", "1.2", "1.3"]);
    assert_eq!((plan.tasks[0].files.as_slice(), plan.remarks.len()), (["a.rs".to_owned()].as_slice(), 0));
    // A fence that nothing closes is no fence.
    assert_eq!(numbers(&list("```\n- [ ] 1.1 Door\n")), ["1.1"]);
}

#[test]
fn what_is_guessed_is_said() {
    let plan = list(
        "- [~] 1.1 Door\n  - **Files**: whatever is stale\n  - **Commit**: Fix what is needed\n- [ ] Paint\n  - **Do**: it\n- [ ] 1.1 Door again\n",
    );
    assert_eq!(numbers(&plan), ["1.1", "2", "1.1b"]);
    assert_eq!(
        codes(&plan),
        [
            (1, "odd_box"),
            (2, "files_in_prose"),
            (3, "commit_unquoted"),
            (4, "task_without_id"),
            (6, "duplicate_task")
        ]
    );
    assert_eq!(plan.tasks[0].ticked, Some(false));
    assert_eq!(plan.tasks[0].commit.as_deref(), Some("Fix what is needed"));
    assert_eq!(plan.task("1.1").map(|t| t.line), Some(1), "the first is meant");
}

#[test]
fn files_stand_in_many_ways() {
    let none: [&str; 0] = [];
    for (text, expected, remark) in [
        ("`a.rs`", vec!["a.rs"], none.as_slice()),
        ("`src/a.rs` (NEW), `src/b.rs` (MODIFY — if needed, see `Foo`)", vec!["src/a.rs", "src/b.rs"], &[]),
        ("`src/a.rs` and `src/b.rs`", vec!["src/a.rs", "src/b.rs"], &[]),
        ("src/a.rs, src/b.rs and src/c.rs", vec!["src/a.rs", "src/b.rs", "src/c.rs"], &[]),
        (
            "\n    - `src/a.rs` (create)\n    - src/b.rs - with `foo.bar`\n    * docs/My Notes.md\n\n    See also x.rs.",
            vec!["src/a.rs", "src/b.rs", "docs/My Notes.md"],
            &[],
        ),
        (
            "`src/a.rs:12`, `Makefile`, `src/{a,b}.rs`, `tests/**`",
            vec!["src/a.rs", "Makefile", "src/{a,b}.rs", "tests/**"],
            &[],
        ),
        ("All of them (`src/a.rs`, `src/b.rs`)", vec!["src/a.rs", "src/b.rs"], &[]),
        ("All changed files", vec![], &["files_in_prose"]),
        ("None", vec![], &[]),
        ("None (verification only)", vec![], &[]),
        ("N/A", vec![], &[]),
        ("", vec![], &[]),
        ("`src/a.rs`, `src/a.rs`", vec!["src/a.rs"], &[]),
    ] {
        let (found, codes) = files(text);
        assert_eq!(found, expected, "{text:?}");
        assert_eq!(codes, remark, "{text:?}");
    }
}

#[test]
fn commit_messages_are_read_without_their_notes() {
    for (text, expected) in [
        ("`feat(a): b`", Some("feat(a): b")),
        ("`feat(a): say \"b\"` (only if needed)", Some("feat(a): say \"b\"")),
        ("\"feat: b\"", Some("feat: b")),
        ("feat: b", Some("feat: b")),
        ("\n    - `feat: b`", Some("feat: b")),
        ("None", None),
        ("None needed", None),
        ("N/A", None),
        ("-", None),
        ("``", None),
        ("nonetheless: b", Some("nonetheless: b")),
    ] {
        assert_eq!(commit(text).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn fix_tasks_know_what_they_mend() {
    let plan = list(
        "- [x] 1.3 Door\n  - **Do**: hang\n- [ ] 1.3.1 [FIX 1.3] Fix: Door\n  - **Do**: again\n  - [ ] 1.3.2 [fix task 1.3] Fix: Door\n    - **Do**: and again\n- [ ] [FIX 1.3] Fix: Door\n- [ ] 2.1 Lock\n- [ ] 2.1.1 [FIX 2.1] Fix: Lock\n- [ ] 9.1.1 [FIX 9.1] Fix: nothing\n",
    );
    assert_eq!(numbers(&plan), ["1.3", "1.3.1", "1.3.2", "1.3.3", "2.1", "2.1.1", "9.1.1"]);
    let of: Vec<Option<&str>> = plan.tasks.iter().map(|t| t.fix_of.as_deref()).collect();
    assert_eq!(of, [None, Some("1.3"), Some("1.3"), Some("1.3"), None, Some("2.1"), Some("9.1")]);
    assert_eq!(codes(&plan), [(5, "nested_task"), (7, "fix_task_numbered"), (10, "fix_of_unknown")]);
    assert_eq!(plan.fixes_of("01.3").count(), 3);
    assert_eq!(plan.task("[FIX 2.1]").map(|t| t.number.as_str()), Some("2.1.1"));
    assert!(plan.task("FIX 1.3").is_none(), "three mend 1.3");
    assert_eq!(plan.tasks[1].raw, "- [ ] 1.3.1 [FIX 1.3] Fix: Door\n  - **Do**: again");
    assert_eq!(plan.tasks[1].kind.as_deref(), Some("fix"));
    assert_eq!(plan.tasks[1].name, "Fix: Door");
}

#[test]
fn a_count_that_is_wrong_is_said() {
    let with =
        |n: u32| list(&format!("---\ntotal_tasks: {n}\n---\n- [ ] 1.1 Door\n- [ ] 1.1.1 [FIX 1.1] Door\n"));
    assert_eq!((codes(&with(1)), codes(&with(2))), (vec![], vec![]), "fix tasks may be counted or not");
    assert_eq!(codes(&with(3)), [(2, "total_tasks")], "in the line of the field");
}

#[test]
fn a_box_with_an_id_is_a_task_without_a_blank_and_behind_a_number() {
    let plan = list("- [ ] 1.1 Door\n- [ ]1.2 Lock\n1. [ ] 1.3 Key\n2. [ ] a step\n- [x](link) no\n");
    let told: Vec<_> = plan.tasks.iter().map(|t| (t.number.as_str(), t.name.as_str())).collect();
    assert_eq!(told, [("1.1", "Door"), ("1.2", "Lock"), ("1.3", "Key")]);
}

#[test]
fn a_list_within_a_list_has_tasks_of_its_own_where_ids_go_on() {
    let plan =
        list("- [ ] 1. Doors\n  - [ ] 1.1 Hang\n    - **Files**: `a.rs`\n  - [ ] 1.2 Oil\n- [ ] 2. Locks\n");
    assert_eq!(numbers(&plan), ["1", "1.1", "1.2", "2"]);
    assert_eq!(plan.tasks[0].raw, "- [ ] 1. Doors");
    assert_eq!(plan.tasks[1].files, ["a.rs"]);
}

#[test]
fn other_plans_keep_their_own_grammar() {
    let headed = "### Task 1: Door\n\n**Files:** src/a.js\n\n- [ ] 1.1 a step\n";
    let plan = list(headed);
    assert!(!plan.listed);
    assert_eq!(numbers(&plan), ["1"]);
    // Below a planning root a box is a criterion.
    let path = RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap();
    let boxes = "- [ ] 1.1 Door\n  - **Do**: it\n";
    assert!(matches!(read(&path, boxes), Err(PlanError::NotAPlan { .. })));
    // Boxes with parts are the tasks, whatever a heading is called.
    assert_eq!(numbers(&list(&format!("### Task 3: overview\n\n{boxes}"))), ["1.1"]);
}

/// The tasks of a list, in a line each, and what was told.
fn told(text: &str) -> (Vec<String>, Vec<(u32, String)>) {
    let plan = list(text);
    let tasks = plan.tasks.iter().map(|t| {
        format!(
            "{} {} {:?} {:?} {:?}",
            t.number,
            t.name,
            t.files,
            t.done.as_deref().unwrap_or(""),
            t.acceptance
        )
    });
    let codes = plan.remarks.iter().filter(|r| r.code != "no_front_matter");
    (tasks.collect(), codes.map(|r| (r.line, r.code.clone())).collect())
}

#[test]
fn boxes_below_headed_tasks_are_their_criteria() {
    for (text, tasks, remarks) in [
        (
            "# T\n\n## Phase 1\n\n### Task 1.1: Auth\n**Files**: src/a.ts\n**Acceptance criteria**:\n- [ ] in\n- [ ] out\n\n**Verify**: npm test\n\n### Task 1.2: Cart\n**Files**: src/c.ts\n**Acceptance criteria**:\n- [ ] adds\n\n**Verify**: npm test\n",
            &[r#"1.1 Auth ["src/a.ts"] "" ["in", "out"]"#, r#"1.2 Cart ["src/c.ts"] "" ["adds"]"#][..],
            &[][..],
        ),
        (
            "### Task 1.1: Auth\n**Files**: src/a.ts\n- [ ] Write test\n  - **Verify**: npm test\n- [ ] Write code\n\n### Task 1.2: Cart\n**Files**: src/c.ts\n- [ ] Write test\n**Done when**: ok\n",
            &[r#"1.1 Auth ["src/a.ts"] "" ["Write test", "Write code"]"#, r#"1.2 Cart ["src/c.ts"] "ok" []"#],
            &[],
        ),
        (
            "### Task 1.1: Auth\n**Files**: src/a.ts\n**Done when**: ok\n\n## Quality gates\n- [ ] Lint passes\n  - **Verify**: npm run lint\n- [ ] Tests pass\n",
            &[r#"1.1 Auth ["src/a.ts"] "ok" []"#],
            &[(6, "plain_box")],
        ),
        (
            "### Task 1.1: Auth\n**Files**: src/a.ts\n**Acceptance criteria**:\n- [ ] 1.1.1 in\n\n**Verify**: npm test\n",
            &[r#"1.1 Auth ["src/a.ts"] "" ["1.1.1 in"]"#],
            &[],
        ),
        (
            "### Task 1.1: Auth\n**Files**: src/a.ts\n**Done when**: ok\n\n## Fixes\n- [ ] [FIX 1.1] Mend\n  - **Do**: it\n",
            &[r#"1.1 Auth ["src/a.ts"] "ok" []"#, r#"1.1.1 Mend [] "" []"#],
            &[],
        ),
        (
            "### Task 1: Overview\n\n- [ ] 1.1 Auth\n  - **Files**: src/a.ts\n\n### Task 2: Cart\n\nLater.\n",
            &[r#"1.1 Auth ["src/a.ts"] "" []"#],
            &[(6, "task_heading_passed_over")],
        ),
    ] {
        let (found, said) = told(text);
        let said: Vec<(u32, &str)> = said.iter().map(|(line, code)| (*line, code.as_str())).collect();
        assert_eq!(
            (found.as_slice(), said.as_slice()),
            (&*tasks.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>(), remarks),
            "{text}"
        );
    }
}

#[test]
fn a_task_ends_where_other_text_begins() {
    let plan = list(
        "- [ ] 1.1 Door\n  - **Do**: hang\n\n  and oil\n\nA paragraph of the page.\n- [ ] 1.2 Lock\n  - **Do**: turn\n---\n- [ ] 1.3 Paint\n",
    );
    assert_eq!(plan.tasks[0].action.as_deref(), Some("hang\n\nand oil"));
    assert_eq!(plan.tasks[1].raw, "- [ ] 1.2 Lock\n  - **Do**: turn");
    assert_eq!(numbers(&plan), ["1.1", "1.2", "1.3"]);
}

#[test]
fn too_many_tasks_are_refused() {
    let text: String = (0..1001).map(|n| format!("- [ ] 1.{n} Door\n")).collect();
    let path = RepoPath::parse("specs/login/tasks.md").unwrap();
    assert!(matches!(read(&path, &text), Err(PlanError::TooManyTasks { limit: 1000, .. })));
}

mod generated {
    use proptest::prelude::*;

    use super::*;

    fn word() -> impl Strategy<Value = String> {
        "[a-z]{2,8}( [a-z]{2,8}){0,3}"
    }

    prop_compose! {
        fn task()(
            ticked in any::<bool>(),
            parallel in any::<bool>(),
            title in word(),
            files in proptest::collection::vec("[a-z]{1,6}/[a-z]{1,6}\\.rs", 0..4),
            steps in proptest::collection::vec(word(), 0..3),
            done in proptest::option::of(word()),
            commit in proptest::option::of("[a-z]{3,5}\\([a-z]{2,6}\\): [a-z]{2,9}"),
            ids in proptest::collection::vec("(FR|AC)-[1-9]{1,2}", 0..3),
        ) -> Task {
            let mut files = files;
            files.sort();
            files.dedup();
            let mut requirements = ids;
            requirements.sort();
            requirements.dedup();
            let steps: Vec<String> = steps.iter().enumerate().map(|(n, s)| format!("{}. {s}", n + 1)).collect();
            Task {
                name: title,
                ticked: Some(ticked),
                marks: if parallel { vec!["P".to_owned()] } else { Vec::new() },
                files,
                action: (!steps.is_empty()).then(|| steps.join("\n")),
                done,
                commit,
                requirements,
                section: Some("Phase 1: All".to_owned()),
                ..Task::default()
            }
        }
    }

    fn written(task: &Task) -> String {
        let tick = if task.ticked == Some(true) { "x" } else { " " };
        let marks: String = task.marks.iter().map(|m| format!("[{m}] ")).collect();
        let mut text = format!("- [{tick}] {} {marks}{}", task.number, task.name);
        let mut part = |line: String| text.push_str(&format!("\n  - {line}"));
        if let Some(steps) = &task.action {
            part(format!("**Do**:\n    {}", steps.replace('\n', "\n    ")));
        }
        if !task.files.is_empty() {
            let quoted: Vec<String> = task.files.iter().map(|f| format!("`{f}`")).collect();
            part(format!("**Files**: {}", quoted.join(", ")));
        }
        if let Some(done) = &task.done {
            part(format!("**Done when**: {done}"));
        }
        if let Some(commit) = &task.commit {
            part(format!("**Commit**: `{commit}`"));
        }
        if !task.requirements.is_empty() {
            part(format!("_Requirements: {}_", task.requirements.join(", ")));
        }
        text
    }

    proptest! {
        #[test]
        fn a_list_comes_out_to_the_letter(tasks in proptest::collection::vec(task(), 1..8), ends in any::<bool>()) {
            let mut expected = tasks;
            let mut text = "# Tasks\n\n## Phase 1: All\n\n".to_owned();
            for (n, task) in expected.iter_mut().enumerate() {
                task.number = format!("1.{}", n + 1);
                task.line = u32::try_from(text.lines().count()).unwrap() + 1;
                task.raw = written(task);
                text.push_str(&task.raw);
                text.push_str("\n\n");
            }
            if ends {
                text = text.replace('\n', "\r\n");
                expected.iter_mut().for_each(|t| t.raw = t.raw.replace('\n', "\r\n"));
            }
            let plan = list(&text);
            prop_assert_eq!(&plan.remarks, &[]);
            prop_assert_eq!(plan.tasks, expected);
        }

        #[test]
        fn no_text_is_too_odd(
            lines in proptest::collection::vec(
                "(  |\t|    )?([-*+] )?(\\[[ xX~]?\\] ?)?(1\\.1|V4|Task 2|\\[FIX 1\\.1\\]|\\*\\*Files\\*\\*:|_Commit:|```|<!--|-->|##|---)?.{0,12}",
                0..40,
            ),
        ) {
            let path = RepoPath::parse("specs/login/tasks.md").unwrap();
            let text = lines.join("\n");
            if let Ok(plan) = read(&path, &text) {
                for task in &plan.tasks {
                    prop_assert!(!task.number.is_empty());
                    prop_assert!(text.contains(task.raw.as_str()));
                    let _ = task.asked();
                }
            }
        }

        #[test]
        fn no_bytes_are_too_odd(text in "\\PC{0,200}") {
            let path = RepoPath::parse("specs/login/tasks.md").unwrap();
            let _ = read(&path, &format!("- [ ] 1.1 {text}\n  - **Files**: {text}\n  - **Commit**: {text}\n- [{text}\n"));
        }
    }
}

#[test]
fn a_list_is_read_in_linear_time() {
    let path = RepoPath::parse("specs/login/tasks.md").unwrap();
    let begin = "- [ ] 1.1 Door\n  - **Files**: ";
    for shape in [
        "- [ ] [P] [P] [\n",
        "```\n- [ ] 1.1 a\n",
        "~~~ x\n```\n",
        "cat <<EOF\n",
        "cat <<EOF\nEOF\n",
        "<!--\n",
        "-->\n<!--\n",
        "  - **Files**: `a`\n",
        "  - **Commit**: x\n",
        "`a.rs`, ",
        "`",
        "(",
        "a and ",
        "**",
        "- [ ] [FIX 1.1] a\n",
        "\t",
        "- [",
    ] {
        let text = format!("{begin}{}", shape.repeat(500_000 / shape.len()));
        let started = std::time::Instant::now();
        let _ = read(&path, &text);
        // One that looks at every line for every other would take minutes.
        assert!(started.elapsed().as_secs() < 10, "{shape:?}: {:?}", started.elapsed());
    }
}

#[test]
fn a_tab_goes_on_to_the_next_multiple_of_four() {
    use super::entry::width;
    for (text, columns) in [("\t- a", 4), ("\t\t- a", 8), ("  \t- a", 4), ("\t  \t- a", 8), ("    - a", 4)] {
        assert_eq!(width(text), columns, "{text:?}");
    }
}
