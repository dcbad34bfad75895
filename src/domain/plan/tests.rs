use super::*;

fn path(text: &str) -> RepoPath {
    RepoPath::parse(text).unwrap()
}

fn plan(text: &str) -> Plan {
    read(&path(".planning/phases/03-auth/03-01-PLAN.md"), text).unwrap()
}

fn codes(plan: &Plan) -> Vec<&str> {
    plan.remarks.iter().map(|r| r.code.as_str()).collect()
}

const GSD: &str = r#"---
phase: 03-auth
plan: 01
type: execute
wave: 1
depends_on: ["02-03"]
files_modified:
  - src/login.rs
  - src/session.rs
autonomous: true
requirements: [AUTH-01, AUTH-02]
must_haves:
  truths:
    - "Users can log in"
    - Sessions expire after 01 hour #7
  artifacts:
    - path: "src/login.rs"
      provides: "Login"
      min_lines: 40
      contains: "fn login"
      exports: ["login", "Logout"]
      must_not_contain: ["todo!"]
  key_links:
    - from: "src/login.rs"
      to: "src/session.rs"
      via: "call"
      pattern: "session::open\\("
---

<objective>
Log in. A `<task>` is mentioned here, and in a fence:

```xml
<task type="auto"><name>No task</name></task>
```
<!-- <task type="auto">
<name>No task either</name>
</task> -->
</objective>

<tasks>

<task type="auto" tdd="true">
  <name>Task 1: Write login & logout</name>
  <files>src/login.rs, `src/log out.rs` (new)</files>
  <read_first>
    - docs/login.md
  </read_first>
  <action>
    Return Vec<T> and <files>not these</files>.
    ```html
    </task>
    ```
    Done.
  </action>
  <verify>cargo test a && b < c</verify>
  <acceptance_criteria>
    - login(1) returns Ok
    - grep finds it,
      twice
  </acceptance_criteria>
  <done>Users log in</done>
</task>

<task type="checkpoint:human-verify" gate="blocking">
  <name>Task 1.10: Look at it</name>
  <action>Look
</task>

<task id="task-4" type="auto">
  <name>Sessions</name>
  <done>Open
</tasks>
"#;

#[test]
fn a_plan_comes_out_whole() {
    let plan = plan(GSD);
    assert_eq!(
        (plan.stem.as_str(), plan.phase.as_deref(), plan.plan.as_deref()),
        ("03-01", Some("03-auth"), Some("01"))
    );
    assert_eq!((plan.wave.as_deref(), plan.depends_on.as_slice()), (Some("1"), &["02-03".to_owned()][..]));
    assert_eq!(plan.files_modified, ["src/login.rs", "src/session.rs"]);
    assert_eq!(plan.requirements, ["AUTH-01", "AUTH-02"]);
    assert_eq!(plan.other.get("type").map(String::as_str), Some("execute"));
    let truths: Vec<_> = plan.must_haves.truths.iter().map(|t| (t.text.as_str(), t.line)).collect();
    assert_eq!(truths, [("Users can log in", 14), ("Sessions expire after 01 hour #7", 15)]);
    let expected = Artifact {
        path: "src/login.rs".into(),
        provides: Some("Login".into()),
        min_lines: Some(40),
        contains: vec!["fn login".into()],
        must_not_contain: vec!["todo!".into()],
        exports: vec!["login".into(), "Logout".into()],
        line: 17,
    };
    assert_eq!(plan.must_haves.artifacts, [expected]);
    let link = plan.must_haves.key_links.first().unwrap();
    assert_eq!((link.pattern.as_deref(), link.line), (Some("session::open\\("), 24));
    assert_eq!(
        codes(&plan),
        [
            "hash_kept",
            "fenced_task",
            "task_number_missing",
            "part_unclosed",
            "task_unclosed",
            "part_unclosed"
        ]
    );
    assert!(!plan.degraded);
}

#[test]
fn task_blocks_are_scanned() {
    let plan = plan(GSD);
    let shown: Vec<_> = plan.tasks.iter().map(|t| (t.number.as_str(), t.name.as_str(), t.line)).collect();
    assert_eq!(shown, [("1", "Write login & logout", 43), ("1.10", "Look at it", 65), ("4", "Sessions", 70)]);
    let first = plan.task("01").unwrap();
    assert_eq!(first.files, ["src/login.rs", "src/log out.rs"]);
    assert_eq!(first.verify.as_deref(), Some("cargo test a && b < c"));
    assert_eq!(first.acceptance, ["login(1) returns Ok", "grep finds it, twice"]);
    assert_eq!(first.done.as_deref(), Some("Users log in"));
    let action = first.action.as_deref().unwrap();
    assert!(action.starts_with("Return Vec<T>") && action.ends_with("Done."), "{action}");
    assert!(first.raw.starts_with("<task type=\"auto\"") && first.raw.ends_with("</task>"));
    assert_eq!(plan.task("Task 1.10").and_then(|t| t.kind.as_deref()), Some("checkpoint:human-verify"));
    assert!(plan.task("1.1").is_none() && plan.task("2").is_none());
    assert_eq!(plan.task("T4").and_then(|t| t.done.as_deref()), Some("Open"));
}

#[test]
fn headings_are_tasks_where_there_are_no_blocks() {
    let text = r#"---
phase: "05"
plan: "02"
title: "Remove it"
wave: 1
depends_on: []
must_haves:
  - "warning removed: everywhere"
  - note: read as written
---
# Plan

## Tasks

### Task 1: Remove the setting
**Files:** `lib/a.rb`, `lib/b.rb` or related files

- Remove it
```sh
### Task 9: no heading
```

**Acceptance criteria:**
- No reference
- [ ] Tests pass

### Task 02-01-3 — Update tests
**Files to modify:**
- `test/a_test.rb` (assertions)
- test/b_test.rb

**What:** Update.
**Verify:** `rake test`
**Done:** green

## Notes
Task 7: none
"#;
    let plan = plan(text);
    let truths: Vec<_> = plan.must_haves.truths.iter().map(|t| t.text.as_str()).collect();
    assert_eq!(truths, ["warning removed: everywhere", "note: read as written"]);
    let shown: Vec<_> = plan.tasks.iter().map(|t| (t.number.as_str(), t.name.as_str(), t.line)).collect();
    assert_eq!(shown, [("1", "Remove the setting", 15), ("02-01-3", "Update tests", 27)]);
    let (first, second) = (&plan.tasks[0], &plan.tasks[1]);
    assert_eq!(first.files, ["lib/a.rb", "lib/b.rb"]);
    assert_eq!(first.acceptance, ["No reference", "Tests pass"]);
    assert!(first.action.as_deref().unwrap().contains("Remove it"));
    assert_eq!(second.files, ["test/a_test.rb", "test/b_test.rb"]);
    assert_eq!((second.verify.as_deref(), second.done.as_deref()), (Some("`rake test`"), Some("green")));
    assert!(second.raw.ends_with("green"), "{}", second.raw);
}

#[test]
fn phase_and_plan_are_texts_in_every_shape() {
    for (file, head, phase, number) in [
        ("03-01-PLAN.md", "plan: 01\nphase: 3", "3", "01"),
        ("03-01-PLAN.md", "plan: \"03-01\"\nphase: 03-auth", "03-auth", "03-01"),
        ("03-01-PLAN.md", "plan: 12a\nphase: 14.1", "14.1", "12a"),
        ("03-01-PLAN.md", "plan: R01\nphase: v0.11", "v0.11", "R01"),
        ("03-01-PLAN.md", "plan: 1.10\nphase: 1.10", "1.10", "1.10"),
        ("14.1-02-PLAN.md", "wave: 1", "14.1", "02"),
        ("02-PLAN.md", "wave: 1", "03", "02"),
        ("03-01b-PLAN.md", "wave: 1", "03", "01b"),
    ] {
        let text = format!("---\n{head}\n---\n");
        let plan = read(&path(&format!(".planning/phases/03-auth/{file}")), &text).unwrap();
        assert_eq!(
            (plan.phase.as_deref(), plan.plan.as_deref()),
            (Some(phase), Some(number)),
            "{file} {head}"
        );
    }
}

#[test]
fn must_haves_come_in_many_shapes() {
    let text = "---\nplan: 01\nphase: 3\nmust_haves:\n  truths: One truth\n  artifacts:\n    - src/a.rs\n    - \"`src/b.rs` — the parser\"\n    - src/c.rs: holds the store\n    - {path: src/d.rs, min_lines: 5 lines, contains: [x, y]}\n    - contains: nothing\n  key_links:\n    - src/a.rs → src/b.rs via import\n    - from: {id}\n      to: src/b.rs\n  risks: none\n---\n";
    let plan = plan(text);
    let must = &plan.must_haves;
    assert_eq!(must.truths.first().map(|t| (t.text.as_str(), t.line)), Some(("One truth", 5)));
    let paths: Vec<_> = must.artifacts.iter().map(|a| (a.path.as_str(), a.line)).collect();
    assert_eq!(paths, [("src/a.rs", 7), ("src/b.rs", 8), ("src/c.rs", 9), ("src/d.rs", 10), ("", 11)]);
    let provides: Vec<_> = must.artifacts.iter().map(|a| a.provides.as_deref()).collect();
    assert_eq!(provides, [None, Some("the parser"), Some("holds the store"), None, None]);
    let fourth = &must.artifacts[3];
    assert_eq!((fourth.min_lines, fourth.contains.len()), (Some(5), 2));
    let link = &must.key_links[0];
    assert_eq!(
        (link.from.as_str(), link.to.as_str(), link.via.as_deref()),
        ("src/a.rs", "src/b.rs", Some("import"))
    );
    assert_eq!(must.key_links[1].from, "{id}");
    for code in ["string_for_object", "artifact_without_path", "unknown_must_haves"] {
        assert!(codes(&plan).contains(&code), "{code}");
    }
    let noted = self::plan("---\nplan: 01\nrequirements:\n  - AUTH-01  # the first\n  - AUTH-02\n---\n");
    assert_eq!(noted.requirements, ["AUTH-01", "AUTH-02"]);
    for nothing in ["must_haves:", "must_haves: []", "must_haves: null", "must_haves: ~", "must_haves: {}"] {
        let plan = self::plan(&format!("---\nplan: 01\n{nothing}\n---\n"));
        assert_eq!(plan.must_haves, MustHaves::default(), "{nothing}");
    }
}

#[test]
fn what_is_no_plan_is_refused_by_name() {
    let at = path("PLAN.md");
    assert!(matches!(read(&at, "# Notes\n\nText.\n"), Err(PlanError::NotAPlan { .. })));
    assert!(matches!(read(&at, &"x".repeat(MAX_PLAN + 1)), Err(PlanError::TooLarge { .. })));
    assert!(matches!(read(&at, "---\nplan: 1\n---\na\0b"), Err(PlanError::Nul { line: 4, .. })));
    assert!(matches!(
        read_bytes(&at, b"---\nplan: \xff\n---\n"),
        Err(PlanError::NotUtf8 { at: 10, line: 2, .. })
    ));
    let bomb = format!("---\n{}\n---\n", "- ".repeat(2200));
    let error = read(&at, &bomb).unwrap_err();
    assert_eq!(error.to_string(), "PLAN.md:2: the front matter nests deeper than 32 levels");
    let many = "<task>\n</task>\n".repeat(1001);
    assert!(matches!(read(&at, &many), Err(PlanError::TooManyTasks { .. })));
}

#[test]
fn hostile_bodies_end() {
    for body in [
        "<task>".repeat(150_000),
        "<task>\n".repeat(900),
        format!("<task>\n{}", "<name>".repeat(150_000)),
        format!("<task>\n{}", "<name ".repeat(150_000)),
        "```\n".repeat(200_000),
        "<!--\n".repeat(200_000),
        format!("<task>\n{}", "<".repeat(1_000_000)),
        "### Task 1: a\n".repeat(900),
        "(".repeat(1_000_000),
    ] {
        let _ = read(&path("PLAN.md"), &body);
    }
}

#[test]
fn duplicates_and_unclosed_things_are_said() {
    let text =
        "<task>\n<name>Task 1: a</name>\n```\n<action>x</action>\n</task>\n<task>\n<name>Task 01: b</name>\n";
    let plan = plan(text);
    assert_eq!(plan.tasks.len(), 2);
    assert_eq!(codes(&plan)[0], "phase_from_path");
    for code in ["no_front_matter", "duplicate_task", "task_unclosed"] {
        assert!(codes(&plan).contains(&code), "{code}: {:?}", codes(&plan));
    }
    assert_eq!(plan.task("1").map(|t| t.name.as_str()), Some("a"));
}

#[test]
fn paths_are_cleaned_of_talk() {
    for (entry, expected) in [
        ("- `src/a.rs` (new)", Some("src/a.rs")),
        ("- `src/a.rs (new)`", Some("src/a.rs")),
        ("`src/a.rs (NEW file)`", Some("src/a.rs")),
        ("`docs/Notes (2024)`", Some("docs/Notes (2024)")),
        ("`docs/Notes (new).md`", Some("docs/Notes (new).md")),
        ("src/a.rs — the parser", Some("src/a.rs")),
        ("Create: src/a.rs", Some("src/a.rs")),
        ("**`src/a.rs`**", Some("src/a.rs")),
        ("**src/a.rs**", Some("src/a.rs")),
        ("**src/a.rs** (new)", Some("src/a.rs")),
        ("**src/a.rs — the parser**", Some("src/a.rs")),
        ("*src/a.rs*", Some("src/a.rs")),
        ("*.md", Some("*.md")),
        ("**/*.rs", Some("**/*.rs")),
        ("src/**", Some("src/**")),
        ("* src/*", Some("src/*")),
        ("\"**/*.test.ts\" (all)", Some("**/*.test.ts")),
        ("lib/a.rb or related", Some("lib/a.rb")),
        ("docs/My Notes.md", Some("docs/My Notes.md")),
        ("\"src/[id]/page.tsx\"", Some("src/[id]/page.tsx")),
        ("Makefile", Some("Makefile")),
        ("None", None),
        ("- ", None),
        ("``", None),
    ] {
        assert_eq!(clean_path(entry).as_deref(), expected, "{entry}");
    }
}

#[test]
fn phase_folders_and_report_names() {
    for (plan, root, number, slug, review) in [
        (".planning/phases/03-auth/03-01-PLAN.md", ".planning", "03", "auth", "03-01-REVIEW-T2.md"),
        (".planning/phases/14.1-x/14.1-01-PLAN.md", ".planning", "14.1", "x", "14.1-01-REVIEW-T2.md"),
        ("app/.vbw-planning/phases/5-a-b/02-PLAN.md", "app/.vbw-planning", "5", "a-b", "05-02-REVIEW-T2.md"),
        (".planning/milestones/v1-phases/10/10-01-PLAN.md", ".planning", "10", "", "10-01-REVIEW-T2.md"),
        (".planning/phases/R01-mend/R01-02-PLAN.md", ".planning", "R01", "mend", "R01-02-REVIEW-T2.md"),
        (
            ".planning/phases/v0.11-01-in/v0.11-01-02-PLAN.md",
            ".planning",
            "v0.11-01",
            "in",
            "v0.11-01-02-REVIEW-T2.md",
        ),
        (".planning/phases/12A-x/12A-01-PLAN.md", ".planning", "12A", "x", "12A-01-REVIEW-T2.md"),
        (".planning/phases/3A.1-x/3A.1-01-PLAN.md", ".planning", "3A.1", "x", "03A.1-01-REVIEW-T2.md"),
    ] {
        let at = path(plan);
        let folder = phase_of(&at).unwrap();
        assert_eq!(
            (folder.root.as_str(), folder.number.as_str(), folder.slug.as_str()),
            (root, number, slug)
        );
        let stem = layout::stem(at.file_name());
        assert_eq!(folder.review(&stem, "2").unwrap().file_name(), review);
    }
    assert!(phase_of(&path("docs/03-auth/PLAN.md")).is_none());
    let folder = phase_of(&path(".planning/phases/01.10-x/p.md")).unwrap();
    assert!(folder.is("1.10") && folder.is("01.10-x") && !folder.is("1.1"));
    let other = |dir: &str| phase_of(&path(&format!(".planning/phases/{dir}/p.md"))).unwrap();
    for (dir, given, is, bare) in [
        ("R01-mend", "R01", true, false),
        ("R01-mend", "r1", false, false),
        ("R01-mend", "R1", true, false),
        ("R01-mend", "R01-mend", true, false),
        ("R01-mend", "1", false, true),
        ("v0.11-01-in", "v0.11-01", true, false),
        ("v0.11-01-in", "v0.11-1", true, false),
        ("v0.11-01-in", "v0.12-01", false, false),
        ("v0.11-01-in", "01", false, true),
        ("03-in", "3", true, false),
        ("12A-in", "12a", true, false),
        ("12a-in", "12A", true, false),
        ("3A-in", "03a", true, false),
        ("12A.1-in", "12a.1", true, false),
        ("12A.1-in", "12A", false, false),
        ("12A-in", "12", false, false),
        ("12A-in", "12B", false, false),
    ] {
        let folder = other(dir);
        assert_eq!((folder.is(given), folder.is_without_prefix(given)), (is, bare), "{dir} {given}");
    }
    assert_eq!(folder.verification().unwrap().file_name(), "01.10-VERIFICATION.md");
    assert!(folder.review("01", "../../x").unwrap().as_str().starts_with(".planning/phases/01.10-x/"));
}

#[test]
fn a_stray_fence_hides_no_task() {
    let text = "---\nphase: 1\nplan: 1\n---\nNotes\n```\n\n<task type=\"auto\">\n<name>Task 1: first</name>\n<action>\n```rust\nlet x = 1;\n```\n</action>\n</task>\n<task>\n<name>Task 2: second</name>\n</task>\n";
    let plan = read(&RepoPath::parse("p/01-01-PLAN.md").unwrap(), text).unwrap();
    let names: Vec<&str> = plan.tasks.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["first", "second"]);
    assert!(plan.remarks.iter().any(|r| r.code == "stray_fence" && r.line == 6), "{:?}", plan.remarks);
}

#[test]
fn an_example_in_a_fence_is_no_task() {
    let text = "---\nphase: 1\nplan: 1\n---\n```xml\n<task>\n<name>Task 1: example</name>\n</task>\n```\n<task>\n<name>Task 1: real</name>\n</task>\n";
    let plan = read(&RepoPath::parse("p/01-01-PLAN.md").unwrap(), text).unwrap();
    assert_eq!(plan.tasks.len(), 1);
    assert_eq!(plan.tasks[0].name, "real");
    assert!(plan.remarks.iter().any(|r| r.code == "fenced_task"), "{:?}", plan.remarks);
}

#[test]
fn a_test_first_plan_has_its_feature_for_a_task() {
    let text = "---\nphase: 1\nplan: 2\ntype: tdd\n---\n<feature>\n  <name>Retries</name>\n  <files>src/a.ts, tests/a.test.ts</files>\n  <behavior>\n    - waits longer each time\n    - gives up\n  </behavior>\n  <implementation>Write the test first.</implementation>\n</feature>\n";
    let read = plan(text);
    let [task] = read.tasks.as_slice() else { panic!("{:?}", read.tasks) };
    assert_eq!((task.number.as_str(), task.name.as_str(), task.line), ("1", "Retries", 6));
    assert_eq!(task.files, ["src/a.ts", "tests/a.test.ts"]);
    assert_eq!(task.acceptance, ["waits longer each time", "gives up"]);
    assert_eq!(task.action.as_deref(), Some("Write the test first."));
    // Where there are tasks a feature is part of their text.
    let both = plan(&format!("{text}<task>\n<name>Task 1: The task</name>\n</task>\n"));
    assert_eq!(both.tasks.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["The task"]);
}

#[test]
fn short_headings_are_tasks_below_a_heading_that_announces_them() {
    let text = "---\nphase: 1\nplan: 2\n---\n## T1. A decision\n## Tasks\n### T1. Schema\n- **Files:** `a.ts`\n### T2: Panel\n### Notes\n## Verification\n### T3. Not one\n";
    let read = plan(text);
    let told: Vec<(&str, &str, u32)> =
        read.tasks.iter().map(|t| (t.number.as_str(), t.name.as_str(), t.line)).collect();
    assert_eq!(told, [("1", "Schema", 7), ("2", "Panel", 9)]);
    assert_eq!(read.tasks[0].files, ["a.ts"]);
}

/// Writes a text in YAML: plain, in single quotes, or in double quotes.
fn quoted(text: &str, style: usize) -> String {
    match style % 3 {
        0 => format!("'{}'", text.replace('\'', "''")),
        1 => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        _ => text.to_owned(),
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2_000))]

    /// What goes into `must_haves` comes out to the letter, whatever the letters and however they are quoted: as an
    /// object of truths, artifacts and links, and as a list. Unquoted texts begin with a word and a blank, as people's
    /// do, and then hold any letter: `#`, `: `, quotes, braces.
    #[test]
    fn must_haves_come_out_to_the_letter(
        texts in proptest::collection::vec(("[A-Z][a-z]{1,8}( [!-~é→]{1,12}){1,6}", 0..3usize), 1..8),
        path in "[a-z]{1,8}/[a-zA-Z0-9_-]{1,12}[.](rs|ts|py)",
        pattern in "[!-~]{1,20}",
        object in proptest::bool::ANY,
    ) {
        let items: String = texts.iter().map(|(text, style)| format!("    - {}\n", quoted(text, *style))).collect();
        let links = format!(
            "  artifacts:\n    - path: {path}\n      contains: {0}\n  key_links:\n    - from: {path}\n      to: src/b.rs\n      pattern: {0}\n",
            quoted(&pattern, 0)
        );
        let must = match object {
            true => format!("must_haves:\n  truths:\n{items}{links}"),
            false => format!("must_haves:\n{items}"),
        };
        let read = plan(&format!("---\nphase: 1.10\nplan: 01\n{must}wave: 2\n---\n"));
        let found: Vec<&str> = read.must_haves.truths.iter().map(|t| t.text.as_str()).collect();
        let expected: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        proptest::prop_assert_eq!(found, expected);
        proptest::prop_assert_eq!(
            (read.phase.as_deref(), read.plan.as_deref(), read.wave.as_deref()),
            (Some("1.10"), Some("01"), Some("2"))
        );
        if object {
            let artifact = read.must_haves.artifacts.first().expect("an artifact");
            proptest::prop_assert_eq!((&artifact.path, &artifact.contains), (&path, &vec![pattern.clone()]));
            let link = read.must_haves.key_links.first().expect("a link");
            proptest::prop_assert_eq!((&link.from, link.pattern.as_ref()), (&path, Some(&pattern)));
        }
    }
}

#[test]
fn files_are_read_as_people_list_them() {
    for (text, files) in [
        ("a.py and b.py", &["a.py", "b.py"][..]),
        ("a.py b.py", &["a.py", "b.py"]),
        ("`a.py` (edit) and `b.py`", &["a.py", "b.py"]),
        ("a.py:10-20, b.py", &["a.py", "b.py"]),
        ("[a.py, b.py]", &["a.py", "b.py"]),
        ("src/[id]/page.tsx", &["src/[id]/page.tsx"]),
        ("src/{a,b}.ts, c.ts", &["src/{a,b}.ts", "c.ts"]),
        ("(none)", &[]),
        ("No files", &[]),
        ("[]", &[]),
        ("none.tsx", &["none.tsx"]),
        ("Modify a.py", &["a.py"]),
        ("**Create:** b.py", &["b.py"]),
        ("- Create: `b.py`", &["b.py"]),
        ("@a.py", &["a.py"]),
        ("`a.py` — like `b.py`", &["a.py"]),
        ("src/a.rs or related files", &["src/a.rs"]),
        ("docs/My Notes.md", &["docs/My Notes.md"]),
        ("docs/release notes", &["docs/release notes"]),
        ("src/auth and the tests", &["src/auth"]),
        ("Makefile, LICENSE", &["Makefile", "LICENSE"]),
        ("test/a.test.ts", &["test/a.test.ts"]),
    ] {
        assert_eq!(super::paths::files(text), files, "{text}");
    }
}

#[test]
fn promises_are_kept_to_the_letter() {
    let text = "---\nphase: 03-auth\nplan: 01\nrequirements: [A-1, \"AUTH-01 to AUTH-03\"]\nrequirement_ids: [\"B-2 (partial)\", C1]\ndepends-on: [00]\ndepends_on: []\nmust_haves:\n  truths:\n    - truth: It adds up\n      verify: by hand\n    - {id: T2, claim: It is fast}\n  artifacts:\n    - path: docs/release notes\n      min_lines: 1,500\n    - path: src/a.ts\n      min_lines: 1_000\n      exports: [\"parse(a, b)\", \"Pair<string, number>\", \"c, d\"]\n    - path: src/b.ts\n      min_lines: 1.5k\n    - path: src/c.ts\n      min_lines: 10-20\n    - path: src/d.ts\n      min_lines: \"40+ lines\"\n  key_links:\n    - from: src/a.ts\n      to: src/b.ts\n      required: true\n---\n### Task 1: A\n";
    let plan = plan(text);
    assert_eq!(plan.requirements, ["A-1", "AUTH-01", "AUTH-02", "AUTH-03", "B-2", "C1"]);
    assert_eq!(plan.depends_on, ["00"]);
    let truths: Vec<&str> = plan.must_haves.truths.iter().map(|t| t.text.as_str()).collect();
    assert_eq!(truths, ["It adds up", "It is fast"]);
    let lines: Vec<_> = plan.must_haves.artifacts.iter().map(|a| (a.path.as_str(), a.min_lines)).collect();
    assert_eq!(
        lines,
        [
            ("docs/release notes", Some(1500)),
            ("src/a.ts", Some(1000)),
            ("src/b.ts", None),
            ("src/c.ts", None),
            ("src/d.ts", Some(40)),
        ]
    );
    assert_eq!(plan.must_haves.artifacts[1].exports, ["parse", "Pair", "c", "d"]);
    let codes = codes(&plan);
    for code in ["unknown_truth_field", "unknown_link_field", "not_a_number"] {
        assert!(codes.contains(&code), "{code}: {codes:?}");
    }
    assert_eq!(codes.iter().filter(|c| **c == "not_a_number").count(), 2);
}

#[test]
fn plans_and_their_summaries_are_known_by_many_names() {
    use super::layout::{PhaseFolder, is_plan_name, summary_names};
    for (name, is) in [
        ("01-01-PLAN.md", true),
        ("PLAN.md", true),
        ("01_03_PLAN.md", true),
        ("PLAN-02.md", true),
        ("plan-04.md", true),
        ("PLAN-01-SUMMARY.md", false),
        ("PLANNING.md", false),
        ("01-01-SUMMARY.md", false),
        ("PLAN-REVIEW.md", false),
        ("04-PLAN-05.md", true),
        ("PLAN05.md", true),
        ("PLAN.05.md", true),
        ("PLAN-05-auth.md", true),
        ("04-05-PLAN-v2.md", true),
        ("05-PLAN-GAP.md", true),
        ("04-05-PLAN.markdown", true),
        ("04-PLAN-05-SUMMARY.md", false),
        ("04-05-PLAN-CHECK.md", false),
        ("04-05-PLAN (copy).md", false),
        ("PLAN-A.md", false),
        ("04-05-PLAN.txt", false),
    ] {
        assert_eq!(is_plan_name(name), is, "{name}");
    }
    for (name, may) in [
        ("PLAN-A.md", true),
        ("04-05-PLAN (copy).md", true),
        ("04-05-PLAN-CHECK.md", false),
        ("04-05-PLAN.md", false),
        ("PLANNING.md", false),
        ("PLAN-01-SUMMARY.md", false),
        ("14.1-02-PLAN.mdx", true),
        ("14.1-02-PLAN.txt", true),
        ("14.1-02.md", true),
        ("03_02.md", true),
        ("14.1-02-PLAN.pdf", false),
        ("14.1-SUMMARY.txt", false),
        ("2026-01-02.md", false),
        ("03.md", false),
        ("03-auth.md", false),
    ] {
        assert_eq!(layout::may_be_plan(name), may, "{name}");
    }
    for (name, stem) in [
        ("04-PLAN-05.md", "04-05"),
        ("PLAN05.md", "05"),
        ("PLAN-05-auth.md", "05-auth"),
        ("04-05-PLAN-v2.md", "04-05-v2"),
        ("04-05-PLAN.markdown", "04-05"),
        ("PLAN.md", "PLAN"),
        ("PLAN-02.md", "02"),
        ("SPEC.md", "SPEC"),
    ] {
        assert_eq!(layout::stem(name), stem, "{name}");
    }
    for (plan, names) in [
        ("04-PLAN-05.md", &["04-SUMMARY-05.md", "04-PLAN-05-SUMMARY.md", "04-05-SUMMARY.md"][..]),
        ("01-01-PLAN.md", &["01-01-SUMMARY.md"]),
        ("PLAN-02.md", &["SUMMARY-02.md", "PLAN-02-SUMMARY.md", "02-SUMMARY.md"]),
        ("01-01-login-PLAN.md", &["01-01-login-SUMMARY.md", "01-01-SUMMARY.md"]),
        ("01-login-PLAN.md", &["01-login-SUMMARY.md"]),
    ] {
        let small = names.iter().map(|name| name.replace("SUMMARY", "summary"));
        let both: Vec<String> = names.iter().map(|name| (*name).to_owned()).chain(small).collect();
        assert_eq!(summary_names(plan), both);
    }
    assert_eq!(summary_names("01-01-plan.md"), ["01-01-summary.md", "01-01-SUMMARY.md"]);
    assert_eq!(summary_names("plan.md"), ["summary.md", "SUMMARY.md"]);
    assert_eq!(summary_names("plan-01.md")[0], "summary-01.md");
    let number = |name: &str| {
        PhaseFolder::of(&RepoPath::parse(&format!(".planning/phases/{name}")).unwrap()).map(|f| f.number)
    };
    for (name, is) in [
        ("12a-pay", Some("12a")),
        ("12A.1-pay", Some("12A.1")),
        ("12AB-pay", None),
        ("3days", None),
        ("phase-01-a", Some("01")),
        ("03-auth", Some("03")),
        ("auth", None),
        ("R01-mend", Some("R01")),
        ("v0.11-02-pay", Some("v0.11-02")),
        ("e2e-tests", None),
        ("v2-polish", None),
        ("UI-02", None),
    ] {
        assert_eq!(number(name).as_deref(), is, "{name}");
    }
}

#[test]
fn a_task_heading_below_another_tasks_heading_is_said() {
    let plan = plan("---\nplan: 1\n---\n## Task 1: A\nFiles: a.rs\n\n#### Task 2: B\nFiles: b.rs\n");
    assert_eq!(plan.tasks.len(), 1);
    let told = plan.remarks.iter().find(|r| r.code == "task_heading_inside").unwrap();
    assert_eq!(told.line, 7);
}

#[test]
fn a_line_full_of_tags_costs_a_bounded_number_of_looks() {
    for part in
        [":<task ", ":<task><b>", "`:<task><b>", "<task></task>", "- <task>-->", "</task> <", ": <task>\" "]
    {
        let body = part.repeat(300_000 / part.len());
        let begun = std::time::Instant::now();
        let _ = read(&path(".planning/phases/01-x/01-01-PLAN.md"), &body);
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{part}");
    }
}

#[test]
fn a_phase_is_found_with_its_word_before_it() {
    let folder = PhaseFolder::of(&RepoPath::parse(".planning/phases/14.1-gap").unwrap()).unwrap();
    for (asked, is) in [
        ("14.1", true),
        ("Phase 14.1", true),
        ("phase-14.1", true),
        ("Phase\u{a0}14.1: Gap", true),
        ("14.1-gap", true),
        ("Phase 14", false),
        ("Phase 14.10", false),
        ("phase", false),
    ] {
        assert_eq!(folder.is(asked), is, "{asked}");
    }
}
