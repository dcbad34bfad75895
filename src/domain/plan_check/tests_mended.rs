//! What a suggestion mends, where it points, and what waits across phases.

use super::tests::{FIRST, GSD, PLACE, YOLO, around, lines, path, sibling, yolo};
use super::*;

#[test]
fn what_is_suggested_for_a_field_mends_it() {
    let mended = |text: &str| {
        let check = yolo(text);
        let fix = &check.findings[0].suggested_fix;
        let line = fix.split('`').nth(1).unwrap();
        let mut all: Vec<&str> = text.lines().collect();
        match fix.rsplit_once(" in place of line ") {
            Some((_, at)) => all[at.parse::<usize>().unwrap() - 1] = line,
            None => all.insert(1, line),
        }
        yolo(&all.join("\n"))
    };
    for (from, to) in [("wave: 2", "wave:"), ("title: Sessions", "title:"), ("phase: 3", "phase: ''")] {
        let check = mended(&YOLO.replace(from, to));
        assert_eq!((lines(&check), check.remarks), (vec![], vec![]), "{to}");
    }
    let title = "It's C:\\new \\u \"x\": y # z";
    let check = mended(&YOLO.replace("title: Sessions\n", "").replace("# Sessions", &format!("# {title}")));
    assert_eq!((lines(&check), check.remarks), (vec![], vec![]));
}

#[test]
fn a_file_on_a_line_too_long_to_look_through_stands_in_the_line_of_its_field() {
    let many: Vec<String> = (0..3_000).map(|n| format!("src/f{n}.rs")).collect();
    let text = GSD.replace("[src/session.rs, src/clock.rs]", &format!("[{}]", many.join(", ")));
    let document = Document::of(path(PLACE), text.as_bytes());
    let listed = document.references().iter().find(|r| r.text == "src/f7.rs").unwrap();
    assert_eq!(listed.line, 7);
}

#[test]
fn plans_of_two_phases_that_wait_for_each_other_are_told() {
    let text = YOLO.replace("[\"03-01\"]", "[02-04]");
    let mut around = around(&text, &["src/session.rs"], Vec::new());
    let other = FIRST.replace("plan: 1", "plan: 4").replace("[]", "[03-02]");
    around.elsewhere = vec![sibling(".planning/phases/02-data/02-04-PLAN.md", &other)];
    let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
    assert_eq!(lines(&check), ["6 medium depends_on:cycle"]);
    let way = "03-02-PLAN.md → .planning/phases/02-data/02-04-PLAN.md → 03-02-PLAN.md";
    assert!(check.findings[0].issue.ends_with(way), "{}", check.findings[0].issue);
}

#[test]
fn a_phase_with_a_letter_is_known_by_it_however_it_is_written() {
    let own = |text: &str| {
        let mut around = around(text, &["src/session.rs"], Vec::new());
        around.elsewhere = [("12A-data/12A-01", "12A"), ("12b-data/12b-01", "12b")]
            .map(|(place, phase)| {
                let text = FIRST.replace("phase: 3", &format!("phase: {phase}"));
                sibling(&format!(".planning/phases/{place}-PLAN.md"), &text)
            })
            .to_vec();
        let place = path(".planning/phases/12A.1-more/12A.1-01-PLAN.md");
        lines(&check(&Document::of(place, text.as_bytes()), &around, &PlanCheckRules::yolo()))
    };
    for known in ["12A-01", "12a-1", "12B-01", "phase 12A"] {
        assert_eq!(own(&YOLO.replace("03-01", known)), [""; 0], "{known}");
    }
    assert_eq!(own(&YOLO.replace("03-01", "12A-07")), ["6 medium depends_on:12A-07"]);
}

#[test]
fn a_task_that_nobody_reads_lowers_the_verdict() {
    let check = yolo(&format!("{YOLO}\n<name>B</name>\n</task>\n"));
    assert_eq!(
        (lines(&check), check.verdict),
        (vec!["18 medium task_count:unopened:18".to_owned()], PlanVerdict::Conditional)
    );
    assert_eq!(check.remarks, []);
}

#[test]
fn a_number_that_two_tasks_have_lowers_the_verdict() {
    let twice = "\n### Task 1: Another\n**Files:** none\n**Done:** it works\n";
    let check = yolo(&format!("{YOLO}{twice}"));
    assert_eq!(
        (lines(&check), check.verdict),
        (vec!["17 medium task_count:duplicate:17".to_owned()], PlanVerdict::Conditional)
    );
    assert_eq!((check.findings[0].task.as_deref(), check.remarks), (Some("1b"), vec![]));
}

#[test]
fn a_plan_that_is_done_is_in_nobodys_way() {
    let conflicts = |theirs: bool, own: bool| {
        let mut other = sibling(
            ".planning/phases/03-auth/03-01-PLAN.md",
            &FIRST
                .replace("wave: 1", "wave: 2")
                .replace("plan: 1", "plan: 1\nfiles_modified: [src/session.rs]"),
        );
        assert!(other.runs_in(Some("2")) && !other.runs_in(Some("1")) && !other.runs_in(None));
        if theirs {
            other.finish();
        }
        let text = YOLO.replace("[\"03-01\"]", "[]");
        let around = Surroundings { finished: own, ..around(&text, &[], vec![other]) };
        let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
        check.findings.iter().filter(|f| f.check == CheckId::WaveConflicts).count()
    };
    assert_eq!((conflicts(false, false), conflicts(true, false), conflicts(false, true)), (1, 0, 0));
}

#[test]
fn files_grouped_by_what_is_done_are_new_where_the_group_says_so() {
    let missing = |field: &str| {
        let text = GSD.replace("files_modified: [src/session.rs, src/clock.rs]", field);
        let text = text.replace("<files>src/session.rs, src/clock.rs</files>", "<files>none</files>");
        let around = around(&text, &[], Vec::new());
        let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::gsd());
        let told = check.findings.into_iter().filter(|f| f.check == CheckId::FilePaths);
        told.map(|f| f.id.trim_start_matches("file_paths:").to_owned()).collect::<Vec<_>>()
    };
    for field in [
        "files_modified:\n  created: [src/made.rs]\n  modified: [src/gone.rs]",
        "files_modified:\n  created:\n    - src/made.rs\n  modified:\n    - src/gone.rs",
    ] {
        assert_eq!(missing(field), ["src/gone.rs"], "{field}");
    }
}

#[test]
fn two_plans_of_a_wave_share_a_file_that_a_pattern_of_either_takes() {
    let conflicts = |mine: &str, theirs: &str| {
        let text = GSD.replace("[src/session.rs, src/clock.rs]", &format!("[\"{mine}\"]"));
        let text = text.replace("<files>src/session.rs, src/clock.rs</files>", "<files>none</files>");
        let other = FIRST
            .replace("wave: 1", "wave: 2")
            .replace("plan: 1", &format!("plan: 1\nfiles_modified: [\"{theirs}\"]"));
        let text = text.replace("[\"03-01\"]", "[]");
        let around = around(&text, &[], vec![sibling(".planning/phases/03-auth/03-01-PLAN.md", &other)]);
        let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::gsd());
        check.findings.iter().any(|f| f.check == CheckId::WaveConflicts)
    };
    for (a, b, shared) in [
        ("**/*.rs", "src/a.rs", true),
        ("src/{a,b}.rs", "src/a.rs", true),
        ("*.md", "README.md", true),
        ("*.md", "docs/a.md", false),
        ("src/{a,b}.rs", "src/c.rs", false),
        ("src/{a.rs", "src/c.rs", false),
    ] {
        assert_eq!((conflicts(a, b), conflicts(b, a)), (shared, shared), "{a} {b}");
    }
}

/// What a body's `<context>` and `<read_first>` say to read.
fn to_read(part: &str) -> Vec<String> {
    let text = format!("{YOLO}\n{part}");
    let document = Document::of(path(PLACE), text.as_bytes());
    document.references().iter().filter(|r| r.read_only).map(|r| r.text.clone()).collect()
}

#[test]
fn packages_decorators_and_prose_are_no_files_to_read() {
    for (part, expected) in [
        (
            "<context>\n@CLAUDE.md\n- @src/lib/a.ts (how) and @src/lib/b.ts\nSee @src/c.ts\n</context>",
            &["CLAUDE.md", "src/lib/a.ts", "src/lib/b.ts", "src/c.ts"][..],
        ),
        (
            "<context>\n```ts\nimport { x } from './no.ts';\n@src/no.ts\n```\n<!--\n@src/no.ts\n-->\n<interfaces>\n@src/no.ts\n</interfaces>\n@src/a.ts\n</context>",
            &["src/a.ts"],
        ),
        (
            "<context>\nimport { x } from '@solidjs/router'\n@pytest.fixture\n@app.route('/x')\nby @fastify/env\n</context>",
            &[],
        ),
        (
            "<read_first>\n- README.md and/or the client/server notes (I/O, TCP/IP)\n- src/a.ts, `src/b.ts` and node:assert/strict in src/c.ts\n</read_first>",
            &["src/a.ts", "src/b.ts", "src/c.ts"],
        ),
    ] {
        assert_eq!(to_read(part), expected, "{part}");
    }
}

#[test]
fn a_file_to_read_that_is_marked_as_new_is_not_missing() {
    let missing = |entry: &str| {
        let text = format!("{YOLO}\n<context>\n{entry}\n</context>\n");
        lines(&check(
            &Document::of(path(PLACE), text.as_bytes()),
            &around(
                &text,
                &["src/session.rs"],
                vec![sibling(".planning/phases/03-auth/03-01-PLAN.md", FIRST)],
            ),
            &PlanCheckRules::yolo(),
        ))
    };
    assert_eq!(missing("@CLAUDE.md"), ["18 low file_paths:CLAUDE.md"]);
    assert_eq!(missing("@CLAUDE.md (new)"), [""; 0]);
}

#[test]
fn a_header_that_stands_elsewhere_is_said_to_and_its_move_mends_it() {
    let check = yolo(&format!("# Plan\n\n{YOLO}"));
    let told = check.findings.iter().find(|f| f.id == "frontmatter:none").unwrap();
    assert_eq!(
        (told.line, told.suggested_fix.as_str()),
        (Some(3), "move lines 3 to 11 to the top of the file")
    );
    assert!(told.issue.contains("below other text"), "{}", told.issue);
}

#[test]
fn a_dependence_is_known_with_a_dot_and_behind_a_mention() {
    for name in ["\"@03-01-PLAN.md\"", "03.01"] {
        let check = yolo(&YOLO.replace("\"03-01\"", name));
        assert_eq!(lines(&check), [""; 0], "{name}");
    }
    assert!(lines(&yolo(&YOLO.replace("\"03-01\"", "03.1")))[0].contains("depends_on"));
}

#[test]
fn a_quick_task_is_given_no_date_for_its_phase() {
    let place = path(".planning/quick/260520-m0t-mend/260520-m0t-PLAN.md");
    let text = GSD.replace("phase: 03-auth\n", "");
    let check =
        check(&Document::of(place, text.as_bytes()), &Surroundings::default(), &PlanCheckRules::gsd());
    let told = check.findings.iter().find(|f| f.id == "frontmatter:phase").unwrap();
    assert!(told.suggested_fix.contains("`phase: quick`") && !told.auto_fixable, "{}", told.suggested_fix);
}

#[test]
fn sections_named_by_headings_say_their_files_and_when_they_are_done() {
    let text = YOLO.replace("**Files:** `src/session.rs`, `src/clock.rs` (new)", "#### Files\nnone\n");
    assert_eq!(lines(&yolo(&text.replace("**Done:** an", "#### Done\nan"))), [""; 0]);
}

/// What is found of the files when the YOLO plan lists this, and what the check says it looked at.
fn listed(files: &str) -> (Vec<String>, Option<String>) {
    let check = yolo(&YOLO.replace("`src/session.rs`, `src/clock.rs` (new)", files));
    let note = check.checks.iter().find(|c| c.id == CheckId::FilePaths).and_then(|c| c.note.clone());
    (lines(&check), note)
}

#[test]
fn a_missing_file_of_a_route_is_found() {
    for file in [
        "app/(auth)/login/page.tsx",
        "app/blog/[slug]/page.tsx",
        "app/[...slug]/page.tsx",
        "app/[[...slug]]/page.tsx",
        "lib/$id.tsx",
        "app/routes/$nope.tsx",
        "src/utils/timestamp.ts",
        "src/XXHash.ts",
        "docs/a b c d e.md",
    ] {
        let (found, note) = listed(&format!("`{file}`"));
        assert_eq!(found, [format!("13 low file_paths:{file}")]);
        assert_eq!(note.as_deref(), Some("1 paths: 0 there, 0 made by then"), "{file}");
    }
}

#[test]
fn what_is_not_looked_up_is_counted() {
    for (files, told) in [
        ("`src/session.rs`, `src/<name>.rs`", ", 1 placeholder not looked up"),
        ("`src/session.rs`, `src/${x}.rs`, `db/NNN_x.sql`", ", 2 placeholders not looked up"),
        ("`src/session.rs`, `.env.local`", ", 1 environment file not looked up"),
        ("`src/session.rs`, `Session`", ", 1 entry that reads like no path"),
    ] {
        let (found, note) = listed(files);
        assert_eq!(found, [""; 0], "{files}");
        assert_eq!(note, Some(format!("1 paths: 1 there, 0 made by then{told}")), "{files}");
    }
}

#[test]
fn two_plans_of_a_wave_share_the_users_own_files_and_those_of_routes() {
    for file in [".env.local", "app/(auth)/login/page.tsx", "lib/$id.tsx"] {
        let text = YOLO.replace("`src/clock.rs` (new)", &format!("`{file}` (new)"));
        let other = FIRST.replace("wave: 1", "wave: 2").replace("`src/login.rs`", &format!("`{file}`"));
        let other = other.replace("plan: 1", "plan: 3");
        let text = text.replace("[\"03-01\"]", "[]");
        let beside = sibling(".planning/phases/03-auth/03-03-PLAN.md", &other);
        let around = around(&text, &["src/session.rs"], vec![beside]);
        let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
        assert_eq!(
            lines(&check),
            ["13 medium wave_conflicts:.planning/phases/03-auth/03-03-PLAN.md"],
            "{file}"
        );
    }
}

#[test]
fn tasks_that_say_there_are_no_files_name_some_however_they_are_written() {
    let found = |task: &str| {
        let start = GSD.find("<task").unwrap();
        let check = super::check(
            &Document::of(path(PLACE), format!("{}{task}", &GSD[..start]).as_bytes()),
            &Surroundings::default(),
            &PlanCheckRules::gsd(),
        );
        let of_tasks = check.findings.into_iter().filter(|f| f.check == CheckId::TaskFields);
        of_tasks.map(|f| format!("{} | {}", f.issue, f.suggested_fix)).collect::<Vec<_>>()
    };
    let one_line =
        "<task type=\"auto\"><name>Look</name><files>none (only looks)</files><done>ok</done></task>\n";
    assert_eq!(found(one_line), [""; 0]);
    let dashed = "### Task 1: Look\n**Files** — none (only looks)\n**Done** — seen\n";
    assert_eq!(found(dashed), [""; 0]);
    let feature = "<tasks>\n  <feature>\n  <name>A</name>\n  <files>src/session.rs</files>\n  <behavior>\n  - ends\n  </behavior>\n  </feature>\n</tasks>\n";
    assert_eq!(found(feature), [""; 0]);
    let indented = "<tasks>\n  <task type=\"auto\">\n  <name>A</name>\n  <files>src/session.rs</files>\n  </task>\n</tasks>\n";
    assert_eq!(found(indented), ["task 1 (A) has no done criterion | add `<done>` with what is then true"]);
    let spoken = "<task type=\"auto\">\n<name>A</name>\n<action>fill `<files>` in</action>\n<done>ok</done>\n</task>\n";
    assert_eq!(found(spoken).len(), 1, "the tag is only spoken of");
}

/// What is found of the tasks whose names these are, each with an action and nothing else.
fn named(names: &[(&str, &str)]) -> Vec<String> {
    let start = GSD.find("<task").unwrap();
    let tasks = names.iter().map(|(name, action)| {
        format!("<task type=\"auto\">\n<name>{name}</name>\n<action>{action}</action>\n</task>\n")
    });
    let text = format!("{}{}", &GSD[..start], tasks.collect::<String>());
    let check = super::check(
        &Document::of(path(PLACE), text.as_bytes()),
        &Surroundings::default(),
        &PlanCheckRules::gsd(),
    );
    let told = check.findings.into_iter().filter(|f| f.check == CheckId::TaskFields);
    told.filter_map(|f| Some(f.issue.split_once('(')?.1.split_once(')')?.0.to_owned())).collect()
}

#[test]
fn what_only_looks_is_told_by_what_it_does_and_not_by_its_first_word() {
    let makes = [
        "Validate email input in signup form",
        "Validation middleware",
        "Run migrations and seed the database",
        "QA dashboard page",
        "Smoke detector widget",
        "Validate and sanitize input",
        "Verification email sending",
        "Regression model training",
        "Run button component",
        "Verify JWT in middleware",
        "Final validation rules",
        "Manual run trigger",
    ];
    assert_eq!(named(&makes.map(|name| (name, "Implement it"))), makes);
    let looks = [
        ("Verify the build", ""),
        ("Run the tests", "Run npm test"),
        ("QA pass", "Click through"),
        ("Final verification", ""),
        ("Verify webhook signature in the sandbox", "Send one and see."),
        ("Verify webhook signature", "Run `stripe trigger` and confirm a 200"),
        ("Verify detection with a mock", "1. Create a small test: pipe a line through it"),
        ("Verify + accessibility", "- Keyboard: Tab cycles"),
    ];
    assert_eq!(named(&looks), ["Verify webhook signature in the sandbox"]);
}

/// What is found of the order of plans in one folder, each with its number, wave and what it waits for.
fn ordered(own: &str, others: &[(u32, u32, &str)]) -> Vec<String> {
    let plan = |(number, wave, on): &(u32, u32, &str)| {
        let text =
            FIRST.replace("plan: 1", &format!("plan: {number}")).replace("wave: 1", &format!("wave: {wave}"));
        let text = text.replace("[]", on).replace("src/login.rs", &format!("src/f{number}.rs"));
        sibling(&format!(".planning/phases/03-auth/03-0{number}-PLAN.md"), &text)
    };
    let text = YOLO.replace("[\"03-01\"]", own);
    let around = around(&text, &["src/session.rs"], others.iter().map(plan).collect());
    let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
    let told = check.findings.into_iter().filter(|f| f.check == CheckId::DependsOn);
    told.map(|f| f.id.trim_start_matches("depends_on:").to_owned()).collect()
}

#[test]
fn of_a_cycle_no_wave_is_told_and_no_self_dependence_hides_it() {
    let around = [(1, 1, "[03-03]"), (3, 3, "[03-02]")];
    assert_eq!(ordered("[03-01]", &around), ["cycle"]);
    assert_eq!(ordered("[03-03]", &[(3, 3, "[03-02]")]), ["cycle"]);
    assert_eq!(ordered("[03-02, 03-03]", &[(3, 3, "[03-02]")]), ["self", "cycle"]);
    assert_eq!(ordered("[03-03]", &[(3, 3, "[]")]), ["wave:03-03"], "no cycle");
}

#[test]
fn a_range_of_plans_is_every_plan_of_it() {
    let around = [(1, 1, "[]"), (3, 3, "[]"), (4, 4, "[]")];
    for on in [
        "[03-01 through 03-04]",
        "[\"03-01 to 04\"]",
        "[03-01..03-04]",
        "[03-01 - 03-04]",
        "03-01–03-04",
        "03-01 through 03-04 (all)",
        "[\"plans 01 to 04\"]",
        "[03-01-PLAN.md … 03-04-PLAN.md]",
    ] {
        let found = ordered(on, &around);
        assert!(found.iter().any(|f| f.ends_with("-3") || f == "wave:3"), "{on} {found:?}");
        assert!(found.iter().any(|f| f == "self"), "the plan stands in it: {on} {found:?}");
        assert_eq!(found.len(), 3, "{on} {found:?}");
    }
    // That no plan has a number between says nothing; that the end has none does.
    assert_eq!(ordered("[03-03 to 03-05]", &[(3, 1, "[]"), (5, 1, "[]")]), [""; 0]);
    assert_eq!(ordered("[03-03 to 03-05]", &[(3, 1, "[]")]), ["3-5"]);
    for unread in ["[03-04 to 03-01]", "[03-01 through 04-02]", "[03-01 to 03-04 and 03-06]"] {
        assert_eq!(ordered(unread, &around).len(), 1, "{unread}");
    }
}

#[test]
fn a_file_that_is_only_read_is_in_nobodys_way() {
    let other = |files: &str| {
        let text = FIRST
            .replace("plan: 1", "plan: 3")
            .replace("wave: 1", "wave: 2")
            .replace("`src/login.rs`", files);
        sibling(".planning/phases/03-auth/03-03-PLAN.md", &text)
    };
    let found = |own: &str, theirs: &str| {
        let text = YOLO.replace("`src/session.rs`, `src/clock.rs` (new)", own);
        let around = around(
            &text,
            &["src/session.rs"],
            vec![sibling(".planning/phases/03-auth/03-01-PLAN.md", FIRST), other(theirs)],
        );
        let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
        check.findings.iter().filter(|f| f.check == CheckId::WaveConflicts).count()
    };
    for note in [
        "(read only)",
        "(read-only)",
        "(reference only)",
        "(read)",
        "(no changes)",
        "(unchanged)",
        "(verify only)",
        "— read only",
        "(not modified)",
        "(for reference)",
        "(context)",
    ] {
        let noted = format!("src/session.rs {note}");
        assert_eq!((found(&noted, "src/session.rs"), found("src/session.rs", &noted)), (0, 0), "{note}");
    }
    for note in ["", "(modify)", "(read and rewrite)", "(context menu)", "(adds unchanged rows)"] {
        let noted = format!("src/session.rs {note}");
        assert_eq!((found(&noted, "src/session.rs"), found("src/session.rs", &noted)), (1, 1), "{note}");
    }
}

#[test]
fn a_folder_that_a_plan_changes_is_in_the_way_from_both_sides() {
    let plan = |files: &str| {
        GSD.replace("[src/session.rs, src/clock.rs]", files)
            .replace("<files>src/session.rs, src/clock.rs</files>", "<files>none</files>")
    };
    for folder in ["[src/]", "[src]"] {
        for (own, theirs) in [(folder, "[src/session.rs]"), ("[src/session.rs]", folder)] {
            let text = plan(own);
            let other = sibling(
                ".planning/phases/03-auth/03-03-PLAN.md",
                &plan(theirs).replace("plan: 02", "plan: 03"),
            );
            let around = around(
                &text,
                &["src/session.rs"],
                vec![sibling(".planning/phases/03-auth/03-01-PLAN.md", FIRST), other],
            );
            let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::gsd());
            let told = check.findings.iter().filter(|f| f.check == CheckId::WaveConflicts);
            assert_eq!(told.count(), 1, "{own} {theirs}");
        }
    }
}

#[test]
fn the_documents_of_a_spec_are_no_plans() {
    let check = |place: &str, text: &str| {
        super::check(
            &Document::of(path(place), text.as_bytes()),
            &Surroundings::default(),
            &PlanCheckRules::either(),
        )
    };
    let headed = "# Tasks\n\n### Task 1: Auth\n**Files**: none\n**Done when**: ok\n";
    assert_eq!(lines(&check("specs/shop/tasks.md", headed)), [""; 0]);
    assert_eq!(lines(&check("docs/plan.md", headed)).len(), 1, "elsewhere it is a plan without a header");
    for name in ["requirements.md", "design.md"] {
        let found = check(&format!("specs/shop/{name}"), "# Words\n").findings;
        assert!(found.len() == 1 && found[0].suggested_fix.contains("specs/shop/tasks.md"), "{found:?}");
    }
}

#[test]
fn what_is_missing_is_looked_for_where_it_may_be_meant() {
    let text = GSD.replace("files_modified:", "filesModified:");
    let all = checked_gsd(&text);
    let found: Vec<_> = all.iter().filter(|f| f.check == CheckId::Frontmatter).collect();
    assert!(
        found.len() == 1 && found[0].suggested_fix == "write `files_modified` for the key in line 7",
        "{found:?}"
    );
    assert_eq!(checked_gsd(&GSD.replace("wave: 2", "wave:\u{a0}2")).len(), 1, "YAML alone is told");
    let text = YOLO.replace("[\"03-01\"]", "[02-09]");
    let mut around =
        around(&text, &["src/session.rs"], vec![sibling(".planning/phases/03-auth/03-01-PLAN.md", FIRST)]);
    around.elsewhere = vec![Sibling::named(&path(".planning/phases/02-data/02-01-PLAN.md"))];
    let check = check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::yolo());
    let fix = &check.findings[0].suggested_fix;
    assert!(fix.contains(".planning/phases/02-data/02-01-PLAN.md") && !fix.contains("03-01"), "{fix}");
}

/// What is found of a GSD plan whose files are there.
fn checked_gsd(text: &str) -> Vec<PlanFinding> {
    let around =
        around(text, &["src/session.rs"], vec![sibling(".planning/phases/03-auth/03-01-PLAN.md", FIRST)]);
    check(&Document::of(path(PLACE), text.as_bytes()), &around, &PlanCheckRules::gsd()).findings
}
