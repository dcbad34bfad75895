//! Tests of tasks as people write them: behind comments and words, under odd headings, without their tags.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::super::ids::RepoPath;

/// What a body's tasks come to, in a line each, and the codes of the remarks.
fn told(body: &str) -> (Vec<String>, Vec<String>) {
    let text =
        format!("---\nphase: 03-auth\nplan: 01\nmust_haves:\n  truths: [\"Users log in\"]\n---\n{body}");
    let plan =
        super::read(&RepoPath::parse(".planning/phases/03-auth/03-01-PLAN.md").unwrap(), &text).unwrap();
    let tasks = plan.tasks.iter().map(|t| format!("{} {:?} {:?}", t.number, t.name, t.files)).collect();
    (tasks, plan.remarks.iter().map(|r| r.code.clone()).collect())
}

#[test]
fn odd_tasks_are_counted_or_told() {
    for (body, tasks, remarks) in [
        (
            "<task><name>A</name></task><task><name>B</name></task>\n",
            &[r#"1 "A" []"#, r#"2 "B" []"#][..],
            &[][..],
        ),
        ("<task id=\"TASK-3\">\n<name>A</name>\n</task>\n", &[r#"3 "A" []"#], &[]),
        ("<task id=\"TEST-1\">\n<name>A</name>\n</task>\n", &[r#"TEST-1 "A" []"#], &[]),
        ("<task id=\"01-01-T2\">\n<name>A</name>\n</task>\n", &[r#"2 "A" []"#], &[]),
        ("<task id=\"Task 3\">\n<name>A</name>\n</task>\n", &[r#"3 "A" []"#], &[]),
        ("<task id = '7' name=\"A -> B\" type=\"auto\">\n</task>\n", &[r#"7 "A -> B" []"#], &[]),
        ("<task id=8>\n<name>A</name>\n</task>\n", &[r#"8 "A" []"#], &[]),
        ("  <task type=\"auto\" name=\"Map A -> B\">\n  </task>\n", &[r#"1 "Map A -> B" []"#], &[]),
        (
            "<tasks><task id=\"4\" name='A > B'>\n<files>a.rs</files>\n</task>\n</tasks>\n",
            &[r#"4 "A > B" ["a.rs"]"#],
            &[],
        ),
        ("<task>\n<name>2FA: enable it</name>\n</task>\n", &[r#"1 "2FA: enable it" []"#], &[]),
        ("<task>\n<name>404: add a page</name>\n</task>\n", &[r#"1 "404: add a page" []"#], &[]),
        ("<task>\n<name>Task 3-way merge</name>\n</task>\n", &[r#"1 "Task 3-way merge" []"#], &[]),
        ("<task>\n<name>Task 2 of 3: Foo</name>\n</task>\n", &[r#"2 "Foo" []"#], &[]),
        (
            "<task>\n<name>A</name>\n<action>ends in </task> into doc</action>\n<done>ok</done>\n</task>\n",
            &[r#"1 "A" []"#],
            &[],
        ),
        (
            "Dropped: <!-- we had\n<task>\n<name>Z</name>\n</task>\n-->\n<task>\n<name>A</name>\n</task>\n",
            &[r#"1 "A" []"#],
            &[],
        ),
        ("Dropped: <!-- we had\n### Task 9: Z\n-->\n### Task 1: A\n", &[r#"1 "A" []"#], &[]),
        ("Write `<!--` first\n<task>\n<name>A</name>\n</task>\n-->\n", &[r#"1 "A" []"#], &[]),
        ("The sign <!-- opens\n<task>\n<name>A</name>\n</task>\n<!-- end -->\n", &[r#"1 "A" []"#], &[]),
        (
            "<task> <!-- a note\n<name>A</name>\n--></task>\n<task>\n<name>B</name>\n</task>\n",
            &[r#"1 "A" []"#, r#"2 "B" []"#],
            &[],
        ),
        ("<!-- a note never closed\n<task>\n<name>A</name>\n</task>\n", &[r#"1 "A" []"#], &[]),
        (
            "<!-- Wave 1 --> <task>\n<name>A</name>\n</task>\n<!-- two\nlines --> <task><name>B</name></task>\n",
            &[r#"1 "A" []"#, r#"2 "B" []"#],
            &[],
        ),
        (
            "- <task>\n<name>A</name>\n</task>\n2. <task type=\"auto\"><name>B</name></task>\nThen: <task>\n<name>C</name>\n</task>\n",
            &[r#"1 "A" []"#, r#"2 "B" []"#, r#"3 "C" []"#],
            &[],
        ),
        (
            "<task>\n<name>A</name>\n<action>\n- <task> blocks have names\n- `<task>`\nnote: <task> it</action>\n</task>\n",
            &[r#"1 "A" []"#],
            &[],
        ),
        (
            "<task>\n<name>A</name>\n</task>\n<tsk>\n<name>B</name>\n</task>\n",
            &[r#"1 "A" []"#],
            &["task_unopened"],
        ),
        ("<task>\n<name>A</name>\n</task>\n<name>B</name>\n</task>\n", &[r#"1 "A" []"#], &["task_unopened"]),
        (
            "<task>\n<name>A</name>\n</task>\nNow do <task><name>B</name></task>\n",
            &[r#"1 "A" []"#],
            &["task_unopened"],
        ),
        ("### Task 1: A\n<name>B</name>\n</task>\n", &[r#"1 "A" []"#], &["task_unopened"]),
        ("<task>\n<name>A</name>\n</task>\nIt ends with </task>\n", &[r#"1 "A" []"#], &[]),
        ("<task>\n<name>A</name>\n</task>\n### Task 2: B\n", &[r#"1 "A" []"#], &["task_heading_passed_over"]),
        ("<task>\n<name>A</name>\n</task>\n###Task 2: B\n", &[r#"1 "A" []"#], &["task_no_heading"]),
        (
            "<task>\n<name>A</name>\n</task>\n\n### Task 2: B\n",
            &[r#"1 "A" []"#],
            &["task_heading_passed_over"],
        ),
        (
            "### Task 1—Setup\n\n### Task 2/5: x\n\n### [x] Task 3: y\n\n### ✅ Task 4: z\n\n### Task A: q\n\n### Task 5 - Bar\n",
            &[r#"1 "Setup" []"#, r#"2 "x" []"#, r#"3 "y" []"#, r#"4 "z" []"#, r#"A "q" []"#, r#"5 "Bar" []"#],
            &[],
        ),
        ("### Task 1: A\n\n### Task: B\n", &[r#"1 "A" []"#], &["task_unnumbered"]),
        ("### Task 1: A\n\n### Task Two: B\n", &[r#"1 "A" []"#], &["task_unnumbered"]),
        ("### Task 1: A\n\n#### Task: B\n", &[r#"1 "A" []"#], &["task_unnumbered"]),
        ("### Task 1: A\n\n###Task 2: B\n", &[r#"1 "A" []"#], &["task_no_heading"]),
        ("### Task 1: A\n\n**Task 2: B**\n", &[r#"1 "A" []"#], &["task_no_heading"]),
        ("### Task 1: A\n\nSee **Task 2: B** below\n\n### Task list\n", &[r#"1 "A" []"#], &[]),
        (
            "### Task 1：登录\n\n   ### Task 2: B\n\n### Task3: C\n\n### Task No. 4: D\n\n### Task №5: E\n\n### Task ID 6: F\n",
            &[r#"1 "登录" []"#, r#"2 "B" []"#, r#"3 "C" []"#, r#"4 "D" []"#, r#"5 "E" []"#, r#"6 "F" []"#],
            &[],
        ),
        (
            "### `Task 1`: use `x`\n\n### 2. Task: B\n\n### [Task 3: C](#c)\n\n### Task 4: D ###\n\n### **Task 5**: E\n\n### _Task 6: F_\n\n### Task 7: `G` tag\n",
            &[
                r#"1 "use `x`" []"#,
                r#"2 "B" []"#,
                r#"3 "C" []"#,
                r#"4 "D" []"#,
                r#"5 "E" []"#,
                r#"6 "F" []"#,
                r#"7 "`G` tag" []"#,
            ],
            &[],
        ),
        (
            "Task 1: A\n---------\n**Files:** a.rs\n\nTask 2: B\n===\n",
            &[r#"1 "A" ["a.rs"]"#, r#"2 "B" []"#],
            &[],
        ),
        ("### Task 1: A\n\n### ~~Task 2: B~~\n", &[r#"1 "A" []"#, r#"2 "B" []"#], &["task_struck"]),
        ("### Task 1: A\n\n> ### Task 2: B\n", &[r#"1 "A" []"#], &["task_no_heading"]),
        ("### Task 1: A\n\n- ### Task 2: B\n", &[r#"1 "A" []"#], &["task_no_heading"]),
        ("### Task 1: A\n\n<h3>Task 2: B</h3>\n", &[r#"1 "A" []"#], &["task_no_heading"]),
        ("### Task 1: A\n\n```\n### Task 2: B\n```\n", &[r#"1 "A" []"#], &["fenced_task"]),
        (
            "<task>\n<name>A</name>\n<files>a.py and b.py</files>\n<files>c.py</files>\n</task>\n",
            &[r#"1 "A" ["a.py", "b.py", "c.py"]"#],
            &[],
        ),
    ] {
        let (found, said) = told(body);
        assert_eq!((found, said), (owned(tasks), owned(remarks)), "{body}");
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The files and the done criterion of one task, and the codes of the remarks.
fn filed(body: &str) -> (Vec<String>, Option<String>, Vec<String>) {
    let text = format!("---\nphase: 03-auth\nplan: 01\n---\n{body}");
    let path = RepoPath::parse(".planning/phases/03-auth/03-01-PLAN.md").unwrap();
    let plan = super::read(&path, &text).unwrap();
    let codes = plan.remarks.iter().map(|r| r.code.clone()).collect();
    (plan.tasks[0].files.clone(), plan.tasks[0].done.clone(), codes)
}

#[test]
fn files_of_a_section_are_read_however_they_are_listed() {
    for (part, files) in [
        ("**Files:**\n1. `src/b.ts`\n2. src/c.ts\n", &["src/b.ts", "src/c.ts"][..]),
        ("**Files Created:** src/b.ts\n**Files Modified:** src/c.ts\n", &["src/b.ts", "src/c.ts"]),
        ("- Files: src/b.ts\n- Action: see src/no.ts\n", &["src/b.ts"]),
        ("  - Files: src/b.ts\n", &["src/b.ts"]),
        ("*Files:* src/b.ts\n", &["src/b.ts"]),
        ("**Files:**\n\n| File | Change |\n|---|---|\n| `src/b.ts` | a.b |\n", &["src/b.ts"]),
        ("#### Files\n- src/b.ts\n\n#### Notes\n- src/no.ts\n", &["src/b.ts"]),
        ("**Files:**\n- `src/b.ts`\n  - says why\n", &["src/b.ts"]),
        ("**Files:** src/b.ts | src/c.ts\n", &["src/b.ts", "src/c.ts"]),
        ("**Files:** src/b.ts src/c.ts \"my docs/a b.md\"\n", &["src/b.ts", "src/c.ts", "my docs/a b.md"]),
        ("**Files:** src/b.ts、src/c.ts，src/d.ts\n", &["src/b.ts", "src/c.ts", "src/d.ts"]),
        ("```yaml\nFiles: src/no.ts\n```\n**Files:** src/b.ts\n", &["src/b.ts"]),
        ("**Files** — `src/b.ts`, `src/c.ts`\n", &["src/b.ts", "src/c.ts"]),
        ("**Files** - src/b.ts\n", &["src/b.ts"]),
        ("**Files —** src/b.ts\n", &["src/b.ts"]),
        ("**Files:** —\n\n1. Look at src/no.ts\n", &[]),
        (
            "**Files:**\nsrc/b.ts\nsrc/c.ts (new)\nsrc/d.ts, src/e.ts\n\nsrc/no.ts\n",
            &["src/b.ts", "src/c.ts", "src/d.ts", "src/e.ts"],
        ),
        ("**Files:** src/b.ts\nsrc/no.ts needs a look\nand/or what is left\n", &["src/b.ts"]),
        ("**Files:**\n- `src/b.ts`\n  src/no.ts\n", &["src/b.ts"]),
        ("**Files:** src/b.ts\n~~~\nsrc/\n  no.ts\n~~~\n", &["src/b.ts"]),
        ("<files>src/b.ts</files>\n", &["src/b.ts"]),
        (
            "**Files:** src/b.ts\n\n  <files>\n    src/b.ts\n    src/c.ts\n  </files>\n",
            &["src/b.ts", "src/c.ts"],
        ),
        ("```xml\n<files>src/no.ts</files>\n```\nA `<files>` of src/no.ts\n", &[]),
        ("<files>src/no.ts\n", &[]),
    ] {
        let (found, _, codes) = filed(&format!("### Task 1: A\n{part}"));
        assert_eq!((found, codes), (owned(files), Vec::new()), "{part}");
    }
    let (files, done, codes) = filed("### Task 1: A\n#### Files\nnone\n\n#### Done\nit adds\n");
    assert_eq!((files, done.as_deref(), codes), (Vec::new(), Some("it adds"), Vec::new()));
    let (files, _, codes) = filed("### Task 1: A\n**Files:**\nthose that matter\n");
    assert_eq!((files, codes), (Vec::new(), owned(&["files_unread"])));
}

#[test]
fn struck_out_files_are_left_out_and_told() {
    for (list, files) in [
        ("- ~~src/no.ts~~\n", &[][..]),
        ("- ~~src/no.ts~~ (moved to the next plan)\n- src/b.ts\n", &["src/b.ts"]),
        ("- ~~`src/no.ts`~~ → `src/b.ts`\n", &["src/b.ts"]),
        ("- src/b.ts, ~~src/no.ts~~, src/c.ts\n", &["src/b.ts", "src/c.ts"]),
    ] {
        let (found, _, codes) = filed(&format!("### Task 1: A\n**Files:**\n{list}"));
        assert_eq!((found, codes), (owned(files), owned(&["file_struck"])), "{list}");
        let (found, _, codes) = filed(&format!("<task>\n<name>A</name>\n<files>\n{list}</files>\n</task>\n"));
        assert_eq!((found, codes), (owned(files), owned(&["file_struck"])), "{list}");
    }
    let (files, _, codes) = filed("### Task 1: A\n**Files:** ~/a.ts, src/b.ts\n");
    assert_eq!((files, codes), (owned(&["~/a.ts", "src/b.ts"]), Vec::new()), "a home folder is no strike");
}

#[test]
fn an_indented_feature_is_read_like_one_at_the_start_of_a_line() {
    let text = "---\nphase: 1\nplan: 2\ntype: tdd\n---\n<tasks>\n  <feature>\n    <name>Retries</name>\n    <behavior>\n    - gives up\n    </behavior>\n    <implementation>Test first.</implementation>\n  </feature>\n</tasks>\n";
    let path = RepoPath::parse(".planning/phases/03-auth/03-01-PLAN.md").unwrap();
    let plan = super::read(&path, text).unwrap();
    assert_eq!(plan.tasks[0].acceptance, ["gives up"]);
    assert_eq!(plan.tasks[0].action.as_deref(), Some("Test first."));
    assert!(plan.tasks[0].raw.starts_with("  <feature>"), "as it is written");
}

#[test]
fn files_of_a_block_are_read_without_comments_and_tags() {
    for (inner, files) in [
        ("src/old.ts → src/new.ts", &["src/old.ts", "src/new.ts"][..]),
        ("`src/old.ts` -> `new.ts`", &["src/old.ts", "new.ts"]),
        ("src/a.ts → exports.handler", &["src/a.ts"]),
        ("\n<file>src/a.ts</file>\n<file path=\"src/b.ts\" />\n", &["src/a.ts", "src/b.ts"]),
        ("src/a.ts <!-- src/no.ts -->", &["src/a.ts"]),
        ("<![CDATA[src/a.ts]]>", &["src/a.ts"]),
        ("src/a&amp;b.ts", &["src/a&b.ts"]),
        ("src/<name>.ts", &["src/<name>.ts"]),
    ] {
        let (found, _, codes) = filed(&format!("<task>\n<name>A</name>\n<files>{inner}</files>\n</task>\n"));
        assert_eq!((found, codes), (owned(files), Vec::new()), "{inner}");
    }
}

/// Three headings of which the second is odd: the numbers of the tasks that were read, and the codes of the remarks.
fn between(heading: &str) -> (Vec<String>, Vec<String>) {
    let (tasks, codes) = told(&format!(
        "### Task 1: A\n**Done:** x\n\n{heading}\n**Done:** y\n\n### Task 3: C\n**Done:** z\n"
    ));
    let numbers = tasks.iter().filter_map(|task| Some(task.split_once(' ')?.0.to_owned())).collect();
    (numbers, codes)
}

#[test]
fn a_heading_is_a_tasks_whatever_blanks_and_digits_it_is_pasted_with() {
    for heading in [
        "### Task\u{a0}2: B",
        "###\u{a0}Task 2: B",
        "### Task\u{3000}2：B",
        "### Task ２：B",
        "### Task\u{ff12}: B",
        "### Task 2\u{200b}: B",
        "### \u{feff}Task 2: B",
        "### Task (2): B",
        "### Task [2] B",
        "### Task (2 of 3): B",
        "### Task 2; B",
        "### Task 2 → B",
        "### Task 2| B",
        "### 03-01 Task 2: B",
        "### Phase 3, Task 2: B",
        "### [Plan 03-01] Task 2: B",
    ] {
        assert_eq!(between(heading), (owned(&["1", "2", "3"]), Vec::new()), "{heading:?}");
        let (tasks, _) = told(&format!("{heading}\n**Done:** y\n"));
        assert_eq!(tasks, [r#"2 "B" []"#], "{heading:?}");
    }
    // The title behind the number stays as it is written.
    assert_eq!(told("### Task\u{a0}2: B\u{a0}１\n").0, ["2 \"B\\u{a0}１\" []"]);
}

#[test]
fn a_task_that_no_heading_was_read_for_leaves_a_gap_that_is_told() {
    for (heading, codes) in [
        ("### Tasks 2: B", &["task_number_missing", "task_heading_unread"][..]),
        ("### The 2nd task: B", &["task_number_missing", "task_heading_unread"]),
        ("### Tarea 2: B", &["task_number_missing"]),
        ("### 任务2：B", &["task_number_missing"]),
        ("### Task (2 files): B", &["task_number_missing", "task_heading_unread"]),
        ("### Task 2's end", &["task_number_missing", "task_heading_unread"]),
        // Of another level a heading may speak of tasks, and several numbers are several tasks.
        ("#### Tasks of phase 2", &["task_number_missing"]),
        ("### Task 2-3: B", &[]),
        // Headings about tasks.
        ("### Notes on task 2", &["task_number_missing"]),
        ("### Verification of Task 1", &["task_number_missing"]),
        ("### 3 tasks in all", &["task_number_missing"]),
        ("### Tasks (3)", &["task_number_missing"]),
        ("### Tasks for wave 2", &["task_number_missing"]),
    ] {
        assert_eq!(between(heading).1, codes, "{heading}");
    }
    let numbered = |numbers: &[&str]| {
        let body: String = numbers.iter().map(|n| format!("### Task {n}: A\n")).collect();
        told(&body).1
    };
    assert_eq!(numbered(&["4", "5", "6"]), [""; 0], "a plan may go on counting");
    assert_eq!(numbered(&["1", "2a", "2b", "3"]), [""; 0]);
    assert_eq!(numbered(&["1.1", "1.3"]), ["task_number_missing"]);
    for counted in [&["10", "20", "30"][..], &["5", "10"], &["100", "200"], &["11", "12", "21", "22"]] {
        assert_eq!(numbered(counted), [""; 0], "{counted:?} counts so");
    }
    for gap in [
        &["10", "20", "40"][..],
        &["5", "10", "20"],
        &["11", "12", "14", "21"],
        &["8", "9", "11"],
        &["2", "4"],
    ] {
        assert_eq!(numbered(gap), ["task_number_missing"], "{gap:?}");
    }
    assert_eq!(numbered(&["1", "400"]), [""; 0], "that is no gap but another count");
}

#[test]
fn a_block_that_was_not_read_is_told() {
    let block = |n: u32| format!("<task type=\"auto\">\n<name>Task {n}: A</name>\n<done>x</done>\n</task>\n");
    let quoted: String = block(2).lines().map(|line| format!("> {line}\n")).collect();
    let spelt = block(2).replace('<', "&lt;").replace('>', "&gt;");
    let bold = "**<task type=\"auto\">**\n**<name>Task 2: A</name>**\n**</task>**\n".to_owned();
    let other = "<checkpoint type=\"x\">\n<name>Task 2: A</name>\n</checkpoint>\n".to_owned();
    for odd in [quoted, spelt, bold, other] {
        let (tasks, codes) = told(&format!("<tasks>\n{}{odd}{}</tasks>\n", block(1), block(3)));
        assert_eq!(tasks.len(), 2, "{odd}");
        assert!(codes.iter().any(|code| code == "task_untaken"), "{odd}: {codes:?}");
        assert!(codes.iter().any(|code| code == "task_number_missing"), "{odd}: {codes:?}");
    }
    // What only speaks of tags, or is an example or a comment, is none.
    for beside in [
        "Each `<task>` has a `<name>`.\n",
        "<!-- <task type=\"auto\"> <name>Task 9</name> -->\n",
        "Every <task> is short.\n",
    ] {
        let text = format!("{beside}\n<tasks>\n{}{}</tasks>\n{beside}", block(1), block(2));
        assert_eq!(told(&text).1, [""; 0], "{beside}");
    }
    for within in ["Then each <task> is looked at.", "A block begins with <task> and a <b>name</b>."] {
        let text = format!("<tasks>\n{}{within}\n{}</tasks>\n", block(1), block(2));
        assert_eq!(told(&text).1, [""; 0], "{within}");
    }
    for odd in ["Then <task type=\"auto\"> begins", "| <task>", "x</done> <task>"] {
        let text = format!("<tasks>\n{}{odd}\n{}</tasks>\n", block(1), block(2));
        assert!(told(&text).1.iter().any(|code| code == "task_untaken"), "{odd}");
    }
    let within = format!("<tasks>\n{}The `<name>` of a `<task>` is short.\n{}</tasks>\n", block(1), block(2));
    assert_eq!(told(&within).1, [""; 0]);
}

#[test]
fn files_and_criteria_are_read_below_labels_of_many_kinds() {
    for label in [
        "**Modify:** src/a.ts",
        "**Create:** `src/a.ts`",
        "**Edits:** `src/a.ts`",
        "**Changes:**\n- `src/a.ts`: more",
        "📁 **Files:** src/a.ts",
        "> Files: src/a.ts",
        "| File | Change |\n|---|---|\n| src/a.ts | more |",
    ] {
        let (files, ..) = filed(&format!("### Task 1: A\n\n{label}\n\n**Action:** it\n"));
        assert_eq!(files, ["src/a.ts"], "{label}");
    }
    for label in ["**Changes:** the door opens", "**Changes:**\n- the door opens", "**Update** src"] {
        let (files, ..) = filed(&format!("### Task 1: A\n\n{label}\n\n**Action:** it\n"));
        assert_eq!(files, [""; 0], "{label}");
    }
    let (tasks, _) = told("<task files=\"src/a.ts, src/b.ts\">\n<name>A</name>\n</task>\n");
    assert_eq!(tasks, [r#"1 "A" ["src/a.ts", "src/b.ts"]"#]);
    let path = RepoPath::parse("docs/PLAN.md").unwrap();
    for label in [
        "✅ **Done when:** it opens",
        "> **Done:** it opens",
        "**Success:** it opens",
        "**AC:**\n- [ ] it opens",
        "**Exit criteria:** it opens",
        "| Done | it opens |",
    ] {
        let plan = super::read(&path, &format!("### Task 1: A\n\n**Files:** a.ts\n\n{label}\n")).unwrap();
        let said =
            plan.tasks[0].done.iter().chain(&plan.tasks[0].acceptance).map(|t| t.trim()).collect::<Vec<_>>();
        assert_eq!(said, ["it opens"], "{label}");
    }
}

#[test]
fn a_list_of_files_that_wraps_is_read_to_its_end() {
    let files = |path: &str, text: &str| {
        let plan = super::read(&RepoPath::parse(path).unwrap(), text).unwrap();
        plan.tasks[0].files.clone()
    };
    for list in [
        "a/x.ts,\n  a/y.ts",
        "`a/x.ts`,\n  `a/y.ts`",
        "a/x.ts,\n    a/y.ts",
        "a/x.ts and\n  a/y.ts",
        "a/x.ts, a/y.ts\n  as before",
    ] {
        let below = format!("- **Files**: {list}\n- **Done when**: ok\n");
        let section = format!("---\nphase: 1\n---\n### Task 1: A\n{below}");
        assert_eq!(files(".planning/phases/01-x/01-01-PLAN.md", &section), ["a/x.ts", "a/y.ts"], "{list}");
        let boxed = format!(
            "- [ ] 1.1 A\n  - **Files**: {}\n  - **Done when**: ok\n",
            list.replace("\n  ", "\n    ")
        );
        assert_eq!(files("specs/x/tasks.md", &boxed), ["a/x.ts", "a/y.ts"], "{list}");
    }
    for entry in [
        "new file a/x.ts",
        "M a/x.ts",
        "?? a/x.ts",
        "+ a/x.ts",
        "[a/x.ts](a/x.ts)",
        "[the door](a/x.ts)",
        "`a/x.ts`",
    ] {
        let block = format!("<task>\n<name>A</name>\n<files>{entry}</files>\n</task>\n");
        assert_eq!(files(".planning/phases/01-x/01-01-PLAN.md", &block), ["a/x.ts"], "{entry}");
    }
}

#[test]
fn criteria_without_bullets_are_one_a_line_however_deep_they_stand() {
    let criteria = |text: &str| {
        let text = format!(
            "---\nphase: 03-auth\nplan: 01\n---\n<task>\n<name>A</name>\n<acceptance_criteria>\n{text}</acceptance_criteria>\n</task>\n"
        );
        let path = RepoPath::parse(".planning/phases/03-auth/03-01-PLAN.md").unwrap();
        super::read(&path, &text).unwrap().tasks[0].acceptance.clone()
    };
    assert_eq!(criteria("  It opens\n  It closes\n"), ["It opens", "It closes"]);
    assert_eq!(criteria("  - It opens\n    at once\n  - It closes\n"), ["It opens at once", "It closes"]);
}

#[test]
fn a_tag_at_the_end_of_a_line_that_leads_to_it_is_a_task_that_was_not_taken() {
    let untaken = |line: &str| {
        let body = format!("<tasks>\n<task>\n<name>A</name>\n</task>\n{line}\n</tasks>\n");
        told(&body).1.iter().any(|code| code == "task_untaken")
    };
    for tag in ["<TASK>", "&lt;task&gt;"] {
        assert!(untaken(&format!("The second one: {tag}")), "{tag}");
        assert!(!untaken(&format!("The second one: {tag} and what belongs to it")), "{tag}");
    }
    assert!(untaken("Then &lt;task type=\"auto\"&gt; begins"));
}
