use proptest::prelude::*;

use super::*;

pub(super) const PLACE: &str = ".planning/phases/03-auth/03-02-PLAN.md";

pub(super) fn path(text: &str) -> RepoPath {
    RepoPath::parse(text).unwrap()
}

/// A YOLO plan without a fault.
pub(super) const YOLO: &str = "---
phase: 3
plan: 2
title: Sessions
wave: 2
depends_on: [\"03-01\"]
must_haves:
  - a session ends after an hour
---
# Sessions

### Task 1: End old sessions
**Files:** `src/session.rs`, `src/clock.rs` (new)
**Action:** End them.
**Done:** an old session is refused
";

/// A GSD plan without a fault.
pub(super) const GSD: &str = "---
phase: 03-auth
plan: 02
type: execute
wave: 2
depends_on: [\"03-01\"]
files_modified: [src/session.rs, src/clock.rs]
autonomous: true
must_haves:
  truths:
    - a session ends after an hour
  artifacts:
    - path: src/clock.rs
      provides: the time
---
<task type=\"auto\">
  <name>Task 1: End old sessions</name>
  <files>src/session.rs, src/clock.rs</files>
  <action>Ask the clock.</action>
  <verify>cargo test</verify>
  <done>an old session is refused</done>
</task>
<task type=\"checkpoint:human-verify\">
  <name>Task 2: Look at it</name>
  <how-to-verify>Log in</how-to-verify>
</task>
";

/// The plan that runs before them.
pub(super) const FIRST: &str = "---
phase: 3
plan: 1
title: Login
wave: 1
depends_on: []
must_haves: [users can log in]
---
### Task 1: Log in
**Files:** `src/login.rs`
**Done:** users log in
";

pub(super) fn sibling(place: &str, text: &str) -> Sibling {
    Sibling::of(&crate::domain::plan::read(&path(place), text).unwrap())
}

fn first() -> Sibling {
    sibling(".planning/phases/03-auth/03-01-PLAN.md", FIRST)
}

/// What stands at the paths a plan names: those listed are there, everything else is not.
pub(super) fn around(text: &str, there: &[&str], siblings: Vec<Sibling>) -> Surroundings {
    let document = Document::of(path(PLACE), text.as_bytes());
    let found = document.references().iter().map(|r| {
        let found = match there.contains(&r.text.as_str()) {
            true => Found::There,
            false => Found::Missing { like: Vec::new(), folder: None, slip: None },
        };
        (r.text.clone(), found)
    });
    Surroundings { found: found.collect(), siblings, elsewhere: Vec::new(), finished: false }
}

pub(super) fn checked(text: &str, rules: &PlanCheckRules) -> PlanCheck {
    let around = around(text, &["src/session.rs"], vec![first()]);
    check(&Document::of(path(PLACE), text.as_bytes()), &around, rules)
}

pub(super) fn yolo(text: &str) -> PlanCheck {
    checked(text, &PlanCheckRules::yolo())
}

/// Each finding as `line severity id`.
pub(super) fn lines(check: &PlanCheck) -> Vec<String> {
    let line = |f: &PlanFinding| f.line.map_or("-".to_owned(), |n| n.to_string());
    check.findings.iter().map(|f| format!("{} {} {}", line(f), f.severity.as_str(), f.id)).collect()
}

/// Replaces a part of the faultless YOLO plan and returns what is then found.
fn changed(from: &str, to: &str) -> Vec<String> {
    assert!(YOLO.contains(from), "{from:?} stands in the plan");
    lines(&yolo(&YOLO.replacen(from, to, 1)))
}

#[test]
fn plans_of_both_families_without_a_fault_are_approved() {
    for (text, rules) in
        [(YOLO, PlanCheckRules::yolo()), (GSD, PlanCheckRules::gsd()), (GSD, PlanCheckRules::either())]
    {
        let check = checked(text, &rules);
        assert_eq!((lines(&check), check.verdict), (vec![], PlanVerdict::Approve));
        assert!(check.checks.iter().all(|c| c.status == CheckStatus::Pass), "{:?}", check.checks);
        assert_eq!(check.checks.len(), CheckId::ALL.len());
    }
}

#[test]
fn a_missing_field_rejects_by_the_family_it_belongs_to() {
    for field in ["phase", "plan", "title", "wave", "depends_on", "must_haves"] {
        let start = YOLO.find(&format!("\n{field}:")).unwrap() + 1;
        let end = start + YOLO[start..].find('\n').unwrap() + 1;
        let text =
            format!("{}{}", &YOLO[..start], &YOLO[end..]).replace("  - a session ends after an hour\n", "");
        let text =
            if field == "must_haves" { text } else { text.replace("must_haves:", "must_haves: [it works]") };
        let check = yolo(&text);
        assert_eq!(lines(&check), [format!("1 high frontmatter:{field}")], "{field}");
        assert_eq!(check.verdict, PlanVerdict::Reject);
        assert!(check.findings[0].suggested_fix.contains(field));
    }
    let gsd = checked(YOLO, &PlanCheckRules::gsd());
    let lacking = ["type", "files_modified", "autonomous"].map(|f| format!("1 high frontmatter:{f}"));
    assert_eq!(lines(&gsd), lacking, "a title is no part of a GSD plan");
    assert_eq!(lines(&checked(GSD, &PlanCheckRules::yolo())), ["1 high frontmatter:title"]);
    assert_eq!(
        changed("title: Sessions", "title:"),
        ["4 high frontmatter:title"],
        "an empty field says nothing"
    );
    assert_eq!(changed("title: Sessions", "name: Sessions"), [""; 0], "a name is a title");
}

#[test]
fn a_remediation_round_needs_no_wave() {
    let round = YOLO.replace("wave: 2\ndepends_on: [\"03-01\"]\n", "round: 1\n");
    assert_eq!(lines(&yolo(&round)), [""; 0]);
    assert_eq!(
        changed("wave: 2\ndepends_on: [\"03-01\"]\n", ""),
        ["1 high frontmatter:wave", "1 high frontmatter:depends_on"]
    );
}

#[test]
fn front_matter_that_is_absent_or_open_rejects() {
    let body = &YOLO[YOLO.find("# Sessions").unwrap()..];
    assert_eq!(lines(&yolo(body)), ["1 high frontmatter:none"]);
    assert_eq!(changed("an hour\n---\n", "an hour\n\n"), ["1 high frontmatter:unclosed"]);
    let prose = yolo("Just some words.\n");
    assert_eq!(lines(&prose), ["1 high frontmatter:none", "1 medium task_count:none"]);
    assert_eq!(prose.verdict, PlanVerdict::Reject);
    assert_eq!(lines(&yolo("")), ["1 high frontmatter:none", "1 medium task_count:none"]);
}

#[test]
fn yaml_that_only_a_tolerant_reader_takes_is_low() {
    assert_eq!(changed("title: Sessions", "title: \"Sessions\\.old\""), ["4 low yaml:invalid"]);
    assert_eq!(changed("title: Sessions", "title: `Sessions`"), ["4 low yaml:invalid"]);
    for (bad, fix) in [
        ("title: Sessions\n\tnote: x", "plain blanks in place of tabs"),
        ("title: Sessions\nnote：x", "as `key: value` or `- item`"),
        ("title: Sessions\nwave: 2", "leave the key once"),
        ("title: `Sessions`", "put the value in single quotes"),
    ] {
        let check = yolo(&YOLO.replace("title: Sessions", bad));
        let told = check.findings.iter().find(|f| f.id == "yaml:invalid").expect(bad);
        assert!(told.suggested_fix.contains(fix), "{bad}: {told:?}");
        assert_eq!(told.issue.matches("no valid YAML").count(), 1, "{told:?}");
    }
    assert_eq!(
        changed("title: Sessions", "title: Issue #12"),
        [""; 0],
        "valid, though another reader cuts it"
    );
}

#[test]
fn a_wave_is_a_whole_number_from_one() {
    for good in ["2", "\"2\"", "2.0", "'02'", "2 # second"] {
        assert_eq!(changed("wave: 2", &format!("wave: {good}")), [""; 0], "{good}");
    }
    for (bad, fix) in [
        ("0", "write a whole number from 1, such as `wave: 1`"),
        ("-1", "write a whole number from 1, such as `wave: 1`"),
        ("1.5", "write a whole number from 1, such as `wave: 1`"),
        ("first", "write a whole number from 1, such as `wave: 1`"),
        ("99999999999", "write a whole number from 1, such as `wave: 1`"),
        ("wave 2", "write `wave: 2`"),
        ("2 (parallel)", "write `wave: 2`"),
    ] {
        let check = yolo(&YOLO.replace("wave: 2", &format!("wave: {bad}")));
        assert_eq!(lines(&check), ["5 high wave_valid:wave"], "{bad}");
        assert_eq!(check.findings[0].suggested_fix, fix, "{bad}");
    }
}

#[test]
fn must_haves_promise_something_in_either_shape() {
    let listed = "must_haves:\n  - a session ends after an hour";
    for good in [
        "must_haves: [it works]",
        "must_haves:\n  truths: [it works]",
        "must_haves:\n  truths: []\n  artifacts:\n    - path: src/session.rs",
        "must_haves:\n  key_links:\n    - {from: a.rs, to: b.rs}",
        "must_haves: it works",
    ] {
        assert_eq!(changed(listed, good), [""; 0], "{good}");
    }
    for bad in [
        "must_haves: []",
        "must_haves:",
        "must_haves:\n  truths: []",
        "must_haves:\n  notes: [x]",
        "must_haves: {}",
        "must_haves: [null]",
        "must_haves:\n  artifacts: [{}]",
        "must_haves:\n  key_links: [{from: '', to: ''}]",
    ] {
        assert_eq!(changed(listed, bad), ["7 high must_haves:empty"], "{bad}");
    }
}

#[test]
fn there_is_a_task_and_there_are_at_most_five() {
    let task = &YOLO[YOLO.find("### Task").unwrap()..];
    assert_eq!(changed(task, "Nothing to do.\n"), ["10 medium task_count:none"]);
    let more: String =
        (2..=5).map(|n| format!("\n{}", task.replace("Task 1", &format!("Task {n}")))).collect();
    assert_eq!(lines(&yolo(&format!("{YOLO}{more}"))), [""; 0], "five are few enough");
    let six = format!("{YOLO}{more}\n### Task 6: One more\n**Files:** none\n**Done:** yes\n");
    assert_eq!(lines(&yolo(&six)), [format!("{} medium task_count:many", six.lines().count() - 2)]);
    let feature = YOLO
        .replace(task, "<feature>\n  <name>Sessions</name>\n  <files>src/session.rs</files>\n  <behavior>they end</behavior>\n</feature>\n");
    assert_eq!(lines(&yolo(&feature)), [""; 0], "a TDD plan has one feature in place of tasks");
}

#[test]
fn every_task_names_files_and_says_when_it_is_done() {
    let done = "**Done:** an old session is refused";
    for good in [
        "**Acceptance criteria:**\n- refused",
        "Done when: it is refused",
        "- **Acceptance:** refused",
        "**Success criteria**: refused",
        "**Expected result:** refused",
    ] {
        assert_eq!(changed(done, good), [""; 0], "{good}");
    }
    for bad in ["", "**Done:**", "**Verify:** cargo test", "It is done."] {
        assert_eq!(changed(done, bad), ["12 medium task_fields:1:done"], "{bad}");
    }
    let files = "**Files:** `src/session.rs`, `src/clock.rs` (new)";
    for good in
        ["**Files:** none", "**Files:** (none, a shell command)", "Files to modify:\n- `src/session.rs`"]
    {
        assert_eq!(changed(files, good), [""; 0], "{good}");
    }
    assert_eq!(changed(files, ""), ["12 medium task_fields:1:files"]);
    assert_eq!(changed(files, "**Files:**"), ["12 medium task_fields:1:files"]);
    let bare = YOLO.replace(files, "").replace(done, "");
    let check = yolo(&bare);
    assert_eq!(lines(&check), ["12 medium task_fields:1:files_done"]);
    assert_eq!((check.verdict, check.findings[0].task.as_deref()), (PlanVerdict::Conditional, Some("1")));
    let named = bare.replace("End old sessions", "Update `src/session.rs`");
    assert_eq!(lines(&yolo(&named)), ["12 medium task_fields:1:done"], "the name names the file");
    let looks = bare.replace("End old sessions", "Verify");
    assert_eq!(lines(&yolo(&looks)), [""; 0], "a task that only looks changes nothing");
    let tagged = GSD.replace("<done>an old session is refused</done>", "<done></done>");
    assert_eq!(lines(&checked(&tagged, &PlanCheckRules::gsd())), ["16 medium task_fields:1:done"]);
    let other = GSD.replace("<files>", "<files_to_touch>").replace("</files>", "</files_to_touch>");
    assert_eq!(lines(&checked(&other, &PlanCheckRules::gsd())), [""; 0], "another name for the same part");
}

/// What is found of the files when the YOLO plan lists this.
fn listed(files: &str) -> Vec<String> {
    changed("**Files:** `src/session.rs`, `src/clock.rs` (new)", files)
}

#[test]
fn a_file_that_is_not_there_is_found_unless_the_plan_makes_it() {
    assert_eq!(listed("**Files:** `src/session.rs`, `src/ghost.rs`"), ["13 low file_paths:src/ghost.rs"]);
    assert_eq!(
        listed("**Files:**\n- `src/session.rs`\n- `src/ghost.rs:12-40`"),
        ["15 low file_paths:src/ghost.rs"],
        "on its own line, without line numbers"
    );
    for new in [
        "**Files:** `src/ghost.rs` (new)",
        "**Files:** `src/ghost.rs` (NEW: the clock)",
        "**Files:** `src/ghost.rs` — new file",
        "**Files:** src/ghost.rs (to be created)",
        "**Files:**\n- Create: `src/ghost.rs`",
        "**Files to create:**\n- `src/ghost.rs`",
        "**Files:** `src/ghost.rs`\nCreate `src/ghost.rs` with a clock.",
        "**Files:** `tests/ghost_test.rs`",
    ] {
        assert_eq!(listed(new), [""; 0], "{new}");
    }
    for old in [
        "**Files:** `src/ghost.rs` (modify: a new import)",
        "**Files:** `src/new.rs`, `src/create.rs`",
        "**Files:** `src/ghost.rs`\nAdd a call to `src/ghost.rs`.",
        "**Files:** `src/a.rs` (new), `src/ghost.rs`",
    ] {
        assert!(listed(old).iter().any(|f| f.contains("file_paths:src/")), "{old}");
    }
    let maker = YOLO.replace("End old sessions", "Create the clock").replace(" (new)", "");
    assert_eq!(lines(&yolo(&maker)), [""; 0], "the task makes what it lists");
    let promised = GSD.replace("  artifacts:\n    - path: src/clock.rs\n      provides: the time\n", "");
    let found = lines(&checked(&promised, &PlanCheckRules::gsd()));
    assert_eq!(found, ["15 low file_paths:src/clock.rs"], "promised no longer");
}

#[test]
fn what_is_no_path_is_not_missing() {
    for prose in [
        "**Files:** none",
        "**Files:** all of the above",
        "**Files:** every handler that calls it",
        "**Files:** `db/migrate/YYYYMMDD_sessions.rb`, `src/<name>.rs`, `src/${x}.rs`, `logs/...`",
        "**Files:** `UserService.create()`, `.env.local`, `https://example.org/a.json`",
        "**Files:** `Session`, v1.2",
    ] {
        assert_eq!(listed(prose), [""; 0], "{prose}");
    }
    let reference = |text: &str| {
        let plan = YOLO.replace("`src/clock.rs` (new)", &format!("`{text}`"));
        Document::of(path(PLACE), plan.as_bytes()).references().to_vec()
    };
    let [_, bracketed] = reference("app/[id]/page.tsx").try_into().unwrap();
    assert!(!bracketed.pattern, "a folder of a web framework");
    let [_, glob] = reference("src/**/*.rs").try_into().unwrap();
    assert!(glob.pattern);
    assert_eq!(glob.base(), Some(path("src")));
    assert!(glob.takes([path("src/a/b.rs")].iter()) && !glob.takes([path("lib/a.rs")].iter()));
    let [_, braces] = reference("app/[id]/{page,layout}.tsx").try_into().unwrap();
    assert!(
        braces.takes([path("app/[id]/page.tsx")].iter()) && !braces.takes([path("app/i/page.tsx")].iter())
    );
}

#[test]
fn files_made_earlier_are_not_missing() {
    let text = YOLO.replace("`src/clock.rs` (new)", "`src/login.rs`");
    assert_eq!(lines(&yolo(&text)), [""; 0], "the plan before this one lists it");
    let alone = check(
        &Document::of(path(PLACE), text.as_bytes()),
        &around(&text, &["src/session.rs"], Vec::new()),
        &PlanCheckRules::yolo(),
    );
    assert!(lines(&alone).contains(&"13 low file_paths:src/login.rs".to_owned()), "nobody makes it");
    let beside = sibling(".planning/phases/03-auth/03-01-PLAN.md", &FIRST.replace("wave: 1", "wave: 3"));
    let text = text.replace("depends_on: [\"03-01\"]", "depends_on: []");
    let later = check(
        &Document::of(path(PLACE), text.as_bytes()),
        &around(&text, &["src/session.rs"], vec![beside]),
        &PlanCheckRules::yolo(),
    );
    assert_eq!(lines(&later), ["13 low file_paths:src/login.rs"], "a later plan comes too late");
    let twice = format!("{YOLO}\n### Task 2: Use it\n**Files:** `src/clock.rs`\n**Done:** used\n");
    assert_eq!(lines(&yolo(&twice)), [""; 0], "an earlier task of the plan makes it");
}

#[test]
fn a_missing_file_with_a_namesake_is_corrected() {
    let text = YOLO.replace("`src/clock.rs` (new)", "`src/ghost.rs`");
    let mut around = around(&text, &["src/session.rs"], vec![first()]);
    let like = vec![path("lib/ghost.rs")];
    around.found.insert("src/ghost.rs".to_owned(), Found::Missing { like, folder: None, slip: None });
    let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
    assert_eq!(
        check.findings[0].suggested_fix,
        "write lib/ghost.rs, or mark the entry `(new)` if the plan makes another"
    );
    let files = [path("a/x.rs"), path("b/c/x.rs"), path("z/c/y.rs"), path("index.ts")];
    assert_eq!(like_of("d/c/x.rs", &files), ["b/c/x.rs", "a/x.rs"]);
    assert_eq!(like_of("src/index.ts", &files), [""; 0], "every folder has one");
}

/// What a plan says of making a file is no excuse for how it writes another; its mark on the entry is.
#[test]
fn a_path_that_is_almost_one_that_is_there_is_told_unless_its_entry_says_that_it_is_new() {
    let slip = || Found::Missing { like: Vec::new(), folder: None, slip: Some(path("src/session.rs")) };
    for (entry, expected) in [
        ("`src/sesion.rs`", vec!["13 low file_paths:src/sesion.rs"]),
        ("`src/sesion.rs` (new)", vec![]),
        ("Create: `src/sesion.rs`", vec![]),
    ] {
        let text = YOLO.replace("`src/clock.rs` (new)", entry);
        let text = text.replace("### Task 1: ", "### Task 1: Create a clock; ");
        let mut around = around(&text, &["src/session.rs"], vec![first()]);
        around.found.insert("src/sesion.rs".to_owned(), slip());
        let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
        assert_eq!(lines(&check), expected, "{entry}");
        for finding in &check.findings {
            assert!(finding.issue.ends_with("src/session.rs is written almost so"), "{finding:?}");
            assert!(finding.suggested_fix.starts_with("write src/session.rs, or mark"), "{finding:?}");
        }
    }
}

fn like_of(text: &str, files: &[RepoPath]) -> Vec<String> {
    like(text, files.iter()).iter().map(RepoPath::to_string).collect()
}

#[test]
fn a_new_folder_is_opened_by_several_files() {
    let text = YOLO.replace("`src/clock.rs` (new)", "`web/a.ts`, `web/b.ts`");
    let missing = |like: &[&str]| Found::Missing {
        like: like.iter().map(|l| path(l)).collect(),
        folder: Some(path("web")),
        slip: None,
    };
    let found = |a: Found, b: Found| {
        let mut around = around(&text, &["src/session.rs"], vec![first()]);
        around.found.insert("web/a.ts".to_owned(), a);
        around.found.insert("web/b.ts".to_owned(), b);
        lines(&check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo()))
    };
    assert_eq!(found(missing(&[]), missing(&[])), [""; 0]);
    let elsewhere = found(missing(&["app/a.ts"]), missing(&["app/b.ts"]));
    assert_eq!(elsewhere, ["13 low file_paths:web/a.ts", "13 low file_paths:web/b.ts"]);
    assert_eq!(found(Found::There, missing(&[])), ["13 low file_paths:web/b.ts"], "one may be a slip");
    assert_eq!(found(Found::Unsure, Found::Outside), ["13 low file_paths:web/b.ts"]);
}

/// What is found of the order when the plan depends on this.
fn depends(on: &str) -> Vec<String> {
    changed("depends_on: [\"03-01\"]", &format!("depends_on: {on}"))
}

#[test]
fn a_plan_is_known_by_every_name_people_give_it() {
    for name in [
        "[\"03-01\"]",
        "[03-01]",
        "[\"01\"]",
        "[1]",
        "3-1",
        "[03-01-PLAN.md]",
        "[.planning/phases/03-auth/03-01-PLAN.md]",
        "\n  - 03-01-PLAN",
        "[03-01-SUMMARY]",
        "[\"Plan 01\"]",
        "[\"03-01 (login)\"]",
        "\"03-01 (login, logout)\"",
        "{plan: 03-01, reason: login}",
        "\n  - plan: 03-01\n    why: login",
        "[{phase: 3, plan: 1}]",
        "03-01; 03-01",
        "[]",
        "null",
        "~",
        "none",
        "\"\"",
    ] {
        assert_eq!(depends(name), [""; 0], "{name}");
    }
    assert_eq!(depends("[\"03-07\"]"), ["6 medium depends_on:03-07"]);
    assert_eq!(depends("[\"7\"]"), ["6 medium depends_on:7"]);
    assert_eq!(depends("[\"03-01\", ghost]"), ["6 medium depends_on:ghost"]);
    for several in
        ["03-01 and 03-09", "03-01 03-09", "03-01; 03-09", "[03-01 & 03-09]", "03-01 (a, b), 03-09"]
    {
        assert_eq!(depends(several), ["6 medium depends_on:03-09"], "{several}");
    }
    assert_eq!(depends("[03-09 needs 3 of them]"), ["6 medium depends_on:03-09 needs 3 of them"]);
    assert_eq!(
        depends("[.planning/phases/03-auth/09-PLAN.md]"),
        ["6 medium depends_on:.planning/phases/03-auth/09-PLAN.md"]
    );
    assert_eq!(depends("[\"03-02\"]"), ["6 medium depends_on:self"]);
    assert_eq!(depends("[\"02\"]"), ["6 medium depends_on:self"]);
    for (place, names) in [
        (".vbw-planning/phases/14.1-x/01-PLAN.md", ["14.1-01", "1"]),
        (".planning/phases/14.1-x/14.1-12a-PLAN.md", ["12a", "14.1-12a"]),
        (".planning/phases/05-x/05-09b-PLAN.md", ["05-9b", "09b"]),
    ] {
        let known = Sibling::named(&path(place));
        let from = Sibling::named(&path(place).parent().unwrap().join("99-PLAN.md").unwrap());
        assert!(
            names.iter().all(|name| known.is_named(&order::Name::of(name), &from)),
            "{place}: {:?}",
            known
        );
        assert!(!known.is_named(&order::Name::of("14.10-01"), &from), "1.10 is not 1.1");
    }
}

#[test]
fn plans_of_other_phases_are_depended_on_without_waves() {
    let elsewhere = |names: &[&str]| names.iter().map(|n| Sibling::named(&path(n))).collect::<Vec<_>>();
    let found = |on: &str, plans: &[&str]| {
        let text = YOLO.replace("[\"03-01\"]", on);
        let mut around = around(&text, &["src/session.rs"], vec![first()]);
        around.elsewhere = elsewhere(plans);
        lines(&check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo()))
    };
    let second = ".planning/phases/02-data/02-04-PLAN.md";
    assert_eq!(found("[02-04]", &[second]), [""; 0]);
    assert_eq!(found("[02-data]", &[second]), [""; 0], "the whole phase");
    assert_eq!(found("[\"Phase 2\"]", &[second]), [""; 0]);
    assert_eq!(
        found("[02-05]", &[second]),
        ["6 medium depends_on:02-05"],
        "the phase is there, the plan is not"
    );
    assert_eq!(found("[02-05]", &[]), [""; 0], "an earlier phase that was put away is done");
    assert_eq!(found("[04-01]", &[second]), ["6 medium depends_on:04-01"], "a later one is not");
    assert_eq!(
        found("[4]", &[".planning/phases/02-data/02-04-PLAN.md"]),
        ["6 medium depends_on:4"],
        "a bare number is a plan of this phase"
    );
}

#[test]
fn what_a_plan_waits_for_runs_in_an_earlier_wave() {
    assert_eq!(changed("wave: 2", "wave: 1"), ["5 medium depends_on:wave:03-01"]);
    let check = yolo(&YOLO.replace("wave: 2", "wave: 1"));
    assert_eq!(check.findings[0].suggested_fix, "set `wave: 2`");
}

#[test]
fn plans_that_wait_for_each_other_are_told_with_the_way() {
    let waiting = |place: &str, plan: &str, on: &str, wave: u32| {
        let text = FIRST.replace("plan: 1", &format!("plan: {plan}")).replace("[]", on);
        sibling(place, &text.replace("wave: 1", &format!("wave: {wave}")).replace("src/login.rs", "src/x.rs"))
    };
    let one = waiting(".planning/phases/03-auth/03-01-PLAN.md", "1", "[03-03]", 1);
    let three = waiting(".planning/phases/03-auth/03-03-PLAN.md", "3", "[03-02]", 1);
    let around = around(YOLO, &["src/session.rs"], vec![one, three]);
    let check = check(&Document::of(path(PLACE), YOLO.as_bytes()), &around, &PlanCheckRules::yolo());
    assert_eq!(lines(&check), ["6 medium depends_on:cycle"]);
    assert!(
        check.findings[0].issue.ends_with("03-02-PLAN.md → 03-01-PLAN.md → 03-03-PLAN.md → 03-02-PLAN.md"),
        "{}",
        check.findings[0].issue
    );
}

#[test]
fn two_plans_of_one_wave_change_different_files() {
    let beside = |wave: u32, on: &str| {
        let text = FIRST
            .replace("wave: 1", &format!("wave: {wave}"))
            .replace("[]", on)
            .replace("plan: 1", "plan: 3");
        sibling(".planning/phases/03-auth/03-03-PLAN.md", &text.replace("src/login.rs", "./src/session.rs"))
    };
    let found = |other: Sibling| {
        let around = around(YOLO, &["src/session.rs"], vec![first(), other]);
        lines(&check(&Document::of(path(PLACE), YOLO.as_bytes()), &around, &PlanCheckRules::yolo()))
    };
    let id = "13 medium wave_conflicts:.planning/phases/03-auth/03-03-PLAN.md";
    assert_eq!(found(beside(2, "[]")), [id]);
    assert_eq!(found(beside(3, "[]")), [""; 0], "another wave");
    assert_eq!(found(beside(2, "[03-02]")), [""; 0], "it waits for this one, which its own check tells");
}

#[test]
fn what_cannot_be_read_is_a_finding_and_rejects() {
    let rules = PlanCheckRules::yolo();
    let of = |bytes: &[u8]| check(&Document::of(path(PLACE), bytes), &Surroundings::default(), &rules);
    for (bytes, line) in [
        (&b"---\nphase: \xff\n---\n"[..], "2"),
        (b"---\nphase: 1\n---\n\0", "4"),
        (&[b'x'; 1024 * 1024 + 1], "-"),
        (format!("---\n{}\n---\n", "- ".repeat(9000)).as_bytes(), "2"),
    ] {
        let check = of(bytes);
        assert_eq!(lines(&check), [format!("{line} high file:unreadable")]);
        assert_eq!(check.verdict, PlanVerdict::Reject);
        assert!(check.checks[1..].iter().all(|c| c.status == CheckStatus::Skip));
    }
    let near = vec![path(".planning/phases/03-auth/03-01-PLAN.md")];
    let absent = check(&Document::absent(path(PLACE), near), &Surroundings::default(), &rules);
    assert_eq!(
        (lines(&absent), absent.verdict),
        (vec!["- high file:absent".to_owned()], PlanVerdict::Reject)
    );
    assert!(absent.findings[0].suggested_fix.contains("03-01-PLAN.md"));
    let nothing = PlanCheckRules { forms: Vec::new(), checks: Vec::new(), max_tasks: 0 };
    let absent = check(&Document::absent(path(PLACE), Vec::new()), &Surroundings::default(), &nothing);
    assert_eq!(absent.verdict, PlanVerdict::Reject, "no rule makes a missing plan a pass");
}

#[test]
fn the_rules_say_what_runs_and_how_much_it_weighs() {
    let text = YOLO.replace("wave: 2", "wave: 0").replace("**Done:** an old session is refused\n", "");
    let mut rules = PlanCheckRules::yolo();
    rules.checks.retain(|rule| rule.id == CheckId::WaveValid);
    rules.checks[0].severity = Severity::Info;
    let light = checked(&text, &rules);
    assert_eq!(
        (lines(&light), light.verdict),
        (vec!["5 info wave_valid:wave".to_owned()], PlanVerdict::Conditional)
    );
    let ran: Vec<&str> = light.checks.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ran, ["file", "wave_valid"]);
    rules.checks[0].severity = Severity::Critical;
    assert_eq!(checked(&text, &rules).verdict, PlanVerdict::Reject);
    let json = serde_json::to_string(&PlanCheckRules::either()).unwrap();
    assert_eq!(serde_json::from_str::<PlanCheckRules>(&json).unwrap(), PlanCheckRules::either());
    assert!(serde_json::from_str::<CheckRule>(r#"{"id":"spelling","severity":"low"}"#).is_err());
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let many: Vec<String> = (0..60).map(|n| format!("`src/ghost{n}.rs`")).collect();
    let check = yolo(&YOLO.replace("`src/clock.rs` (new)", &many.join(", ")));
    assert_eq!(check.findings.len(), MAX_FINDINGS);
    assert!(check.findings[MAX_FINDINGS - 1].issue.ends_with("(and 35 more of this kind)"));
}

/// Lines that plans are made of, so that random plans reach every check.
const PIECES: [&str; 26] = [
    "---",
    "phase: 03-auth",
    "plan: 2",
    "title: T",
    "type: execute",
    "wave: 2",
    "wave: x",
    "depends_on: [03-02, a/b.md]",
    "depends_on:",
    "files_modified: [src/a.rs, \"[x]\", ~/y.rs]",
    "autonomous: true",
    "must_haves:",
    "  truths: [a]",
    "  - b",
    "### Task 1: Create `é/ü.rs`",
    "## Task 2",
    "**Files:** `a.rs` (new), b/**/{c,d}.rs, ../x",
    "**Done:**",
    "<task type=\"auto\">",
    "<files>src/ä.rs, x</files>",
    "<done>",
    "</task>",
    "<feature>",
    "```",
    "<!--",
    "- Create: `a/b.ts` — new",
];

proptest! {
    #[test]
    fn any_text_is_checked_and_the_verdict_follows_from_the_findings(
        noise in ".{0,300}",
        picks in prop::collection::vec(0..PIECES.len(), 0..40),
        missing in any::<bool>(),
    ) {
        let body: Vec<&str> = picks.iter().map(|at| PIECES[*at]).collect();
        for text in [noise.clone(), body.join("\n"), format!("---\n{}\n---\n{noise}\n{}", body.join("\n"), body.join("\r\n"))] {
            let document = Document::of(path(PLACE), text.as_bytes());
            let mut around = around(&text, &[], vec![first()]);
            if !missing {
                around.found.clear();
            }
            for rules in [PlanCheckRules::yolo(), PlanCheckRules::gsd(), PlanCheckRules::either()] {
                let check = check(&document, &around, &rules);
                prop_assert_eq!(check.verdict, PlanVerdict::of(&check.findings));
                let high = check.findings.iter().any(|f| f.severity <= Severity::High);
                prop_assert_eq!(check.verdict == PlanVerdict::Reject, high);
                prop_assert_eq!(check.verdict == PlanVerdict::Approve, check.findings.is_empty());
                let last = u32::try_from(text.lines().count()).unwrap() + 1;
                for finding in &check.findings {
                    prop_assert!(finding.line.is_none_or(|n| (1..=last).contains(&n)), "{:?} of {}", finding, last);
                    prop_assert!(!finding.issue.is_empty() && !finding.suggested_fix.is_empty());
                }
                for told in &check.checks {
                    let found = check.findings.iter().any(|f| f.check == told.id);
                    prop_assert_eq!(found, matches!(told.status, CheckStatus::Warn | CheckStatus::Fail));
                }
            }
        }
    }
}
