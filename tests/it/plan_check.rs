//! The structural check of plans in real repositories: through the tool, the command line and the use case.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a scene that cannot be built fails its test")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use countersign::app::App;
use countersign::app::answers::{CheckPlanAnswer, PlanVerdict};
use countersign::app::requests::{CheckPlan, VerifyPhase};
use countersign::domain::ids::RepoPath;
use countersign::domain::plan_check::Document;
use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::scene::{Edit, Scene};

const PHASE: &str = ".yolo-planning/phases/03-auth";

/// A plan of YOLO's form; `head` is added to its front matter, `files` are its task's.
fn plan(number: &str, head: &str, files: &str) -> String {
    format!(
        "---\nphase: 3\nplan: \"{number}\"\ntitle: Part {number}\n{head}must_haves: [it works]\n---\n\n\
         ### Task 1: Part {number}\n**Files:** {files}\n**Done:** it works\n"
    )
}

/// A repository with source files, a first plan, and a second one that the test gives.
fn scene(second: &str) -> Scene {
    let scene = Scene::new();
    scene.commit(
        "start",
        &[
            ("src/login.rs", "fn login() {}\n"),
            ("src/deep/clock.rs", "fn now() {}\n"),
            (".yolo-planning/config.json", "{}\n"),
            (
                ".yolo-planning/phases/03-auth/01-PLAN.md",
                &plan("01", "wave: 1\ndepends_on: []\n", "`src/made.rs` (new)"),
            ),
            (".yolo-planning/phases/03-auth/02-PLAN.md", second),
            (".yolo-planning/phases/02-data/01-PLAN.md", &plan("01", "wave: 4\ndepends_on: []\n", "none")),
        ],
    );
    scene
}

fn run(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.arg("check-plan").args(arguments).current_dir(dir).env("COUNTERSIGN_LOG", "off");
    command.output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn check(root: &Path, plan: &str) -> CheckPlanAnswer {
    App::new(root).check_plan(&CheckPlan { plan: plan.to_owned(), worktree: None }).unwrap()
}

fn ids(answer: &CheckPlanAnswer) -> Vec<&str> {
    answer.findings.iter().map(|f| f.id.as_str()).collect()
}

#[test]
fn paths_count_from_the_root_and_files_of_earlier_plans_are_no_fault() {
    let second = plan(
        "02",
        "wave: 2\ndepends_on: [\"01\", \"02-01\"]\n",
        "`src/login.rs`, `src/made.rs`, `src/*.rs`, src/deep/",
    );
    let scene = scene(&second);
    let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
    assert_eq!((ids(&answer), answer.verdict), (vec![], PlanVerdict::Approve));
    let told: Vec<&str> = answer.remarks.iter().map(|r| r.code.as_str()).collect();
    assert_eq!(told, ["plan_form", "roadmap_missing"]);
    assert!(answer.remarks[0].message.contains("by the rules of yolo"));
    let absolute = scene.root().join(PHASE).join("02-PLAN.md");
    assert_eq!(check(scene.root(), absolute.to_str().unwrap()), answer);
    assert!(!scene.root().join(".git/countersign").exists(), "a check makes no event log");
}

/// Of a folder with more plans than are read, those waited for are, and that others were not is said.
#[test]
fn in_a_full_folder_what_is_waited_for_is_read() {
    let scene = Scene::new();
    let number = |n: u32| format!("{n:03}");
    let text = |n: u32| match n {
        // It says that it comes late, and waits for the last and for one that nobody wrote.
        10 => plan("010", "wave: 2\ndepends_on: [\"340\", \"999\"]\n", "`src/a010.rs` (new)"),
        n => plan(&number(n), &format!("wave: {n}\ndepends_on: []\n"), &format!("`src/a{n}.rs` (new)")),
    };
    let files: Vec<(String, String)> =
        (1..=340).map(|n| (format!("{PHASE}/{}-PLAN.md", number(n)), text(n))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    scene.commit("start", &files);
    let answer = check(scene.root(), &format!("{PHASE}/010-PLAN.md"));
    assert_eq!(ids(&answer), ["depends_on:wave:340", "depends_on:999"], "{:?}", answer.findings);
    assert!(answer.remarks.iter().any(|r| r.code == "plans_not_read"), "{:?}", answer.remarks);
}

#[test]
fn a_quick_plan_is_in_no_roadmap() {
    let scene = scene("");
    let text = plan("01", "wave: 1\ndepends_on: []\n", "`src/login.rs`");
    let place = ".planning/quick/260415-k3f-mend/260415-k3f-PLAN.md";
    let roadmap = "# R\n\n### Phase 1: A\n**Goal**: g\n";
    scene.commit("quick", &[(place, text.as_str()), (".planning/ROADMAP.md", roadmap)]);
    let told = check(scene.root(), place).remarks;
    assert!(!told.iter().any(|r| r.message.contains("ROADMAP")), "{told:?}");
}

/// A plan that speaks of making files may misspell one of those that are there (SPEC 8.3).
#[test]
fn a_misspelt_path_is_told_with_the_file_that_is_there() {
    for (files, slip, meant) in [
        ("`src/deep/cloock.rs`", "src/deep/cloock.rs", "src/deep/clock.rs"),
        ("`src/Login.rs`", "src/Login.rs", "src/login.rs"),
        ("`src/deeps/clock.rs`", "src/deeps/clock.rs", "src/deep/clock.rs"),
    ] {
        let second = plan("02", "wave: 2\ndepends_on: [\"01\"]\n", files)
            .replace("### Task 1: Part 02", "### Task 1: Create the new part")
            .replace("**Done:**", "**Action:** Write a new file for it.\n**Done:**");
        let scene = scene(&second);
        let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
        assert_eq!(ids(&answer), [format!("file_paths:{slip}")], "{:?}", answer.findings);
        assert!(answer.findings[0].suggested_fix.starts_with(&format!("write {meant}, or mark")));
    }
}

#[test]
fn the_command_tells_by_exit_code_and_a_line_a_finding() {
    let second = plan("02", "wave: 2\ndepends_on: [\"01\"]\n", "`src/login.rs`, `src/clock.rs`");
    let scene = scene(&second);
    let output = run(&scene.root().join(PHASE), &["02-PLAN.md"]);
    assert_eq!(output.status.code(), Some(2));
    let text = out(&output);
    let line = "02-PLAN.md:11: low: there is no src/clock.rs; write src/deep/clock.rs, or mark the entry `(new)` \
                if the plan makes another [file_paths]\n";
    assert!(text.starts_with(line), "{text}");
    assert!(text.ends_with("warn: file_paths\nverdict: conditional\n"), "{text}");

    let place = format!("{PHASE}/02-PLAN.md");
    scene.write(&place, plan("02", "wave: 0\ndepends_on: [\"01\"]\n", "`src/login.rs`"));
    let output = run(scene.root(), &[&place]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).ends_with("fail: wave_valid\nverdict: reject\n"), "{}", out(&output));

    scene.write(&place, plan("02", "wave: 2\ndepends_on: [\"01\"]\n", "`src/login.rs`"));
    let output = run(scene.root(), &[&place, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let answer: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&answer["verdict"], &answer["findings"]), (&json!("approve"), &json!([])));
    assert_eq!(run(scene.root(), &["../elsewhere/PLAN.md"]).status.code(), Some(64), "refused, not judged");
}

#[test]
fn the_tool_answers_in_both_lifecycles() {
    let scene = scene(&plan("02", "wave: 1\n", "`src/made.rs`, `src/ghost.rs`"));
    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        let answer = client.call("check_plan", json!({ "plan": format!("{PHASE}/02-PLAN.md") }));
        assert!(!answer.is_error, "{}", answer.text);
        let found = answer.structured["findings"].as_array().unwrap();
        let ids: Vec<&str> = found.iter().filter_map(|f| f["id"].as_str()).collect();
        assert_eq!(
            ids,
            [
                "frontmatter:depends_on",
                "file_paths:src/made.rs",
                "file_paths:src/ghost.rs",
                "wave_conflicts:.yolo-planning/phases/03-auth/01-PLAN.md"
            ]
        );
        assert_eq!(answer.structured["verdict"], "reject");
        assert_eq!(found[0]["auto_fixable"], false);
        let absent = client.call("check_plan", json!({ "plan": format!("{PHASE}/07-PLAN.md") }));
        assert_eq!(absent.structured["verdict"], "reject");
        assert_eq!(absent.structured["findings"][0]["check"], "file");
        let fix = absent.structured["findings"][0]["suggested_fix"].as_str().unwrap();
        assert!(fix.contains(&format!("{PHASE}/01-PLAN.md")), "{fix}");
        let outside = client.call("check_plan", json!({ "plan": "../PLAN.md" }));
        assert!(outside.is_error && outside.text.contains("`plan`"), "{}", outside.text);
    }
}

#[test]
fn what_leads_out_is_never_followed() {
    let second = plan(
        "02",
        "wave: 2\ndepends_on: [\"01\"]\n",
        "`out/secret.txt`, `../beside/secret.txt`, `~/.bashrc`, `/etc/hosts`, `inner/login.rs`, `broken/*.rs`",
    );
    let scene = scene(&second);
    std::fs::create_dir_all(scene.beside("beside")).unwrap();
    std::fs::write(scene.beside("beside/secret.txt"), "secret").unwrap();
    scene.edit(
        "links",
        &[Edit::Link("out", "../beside"), Edit::Link("inner", "src"), Edit::Link("broken", "nowhere")],
    );
    let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
    let outside = ["out/secret.txt", "../beside/secret.txt", "~/.bashrc", "/etc/hosts"];
    for (finding, path) in answer.findings.iter().zip(outside) {
        assert_eq!(finding.id, format!("file_paths:{path}"));
        assert!(finding.issue.contains("outside of the repository"), "{}", finding.issue);
    }
    assert_eq!(
        ids(&answer)[outside.len()..],
        ["file_paths:broken/*.rs"],
        "a link inside counts, a dangling one does not"
    );

    scene.edit("linked plan", &[Edit::Link(&format!("{PHASE}/09-PLAN.md"), "../../../../beside/secret.txt")]);
    let linked = CheckPlan { plan: format!("{PHASE}/09-PLAN.md"), worktree: None };
    let refused = App::new(scene.root()).check_plan(&linked).unwrap_err();
    assert!(refused.to_string().contains("symlink"), "{refused}");
    let folder = check(scene.root(), PHASE);
    assert_eq!(ids(&folder), ["file:unreadable"], "a folder is no plan");
}

#[test]
fn the_family_follows_the_planning_folder() {
    let scene = Scene::new();
    let body = "must_haves: [it works]\n---\n### Task 1: x\n**Files:** none\n**Done:** yes\n";
    let typed = format!(
        "---\nphase: 1\nplan: 1\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: []\nautonomous: true\n{body}"
    );
    let titled = format!("---\nphase: 1\nplan: 1\ntitle: One\nwave: 1\ndepends_on: []\n{body}");
    for folder in [".planning", "mega/.planning", ".vbw-planning", "docs"] {
        scene.write(&format!("{folder}/phases/01-a/01-01-PLAN.md"), &typed);
        scene.write(&format!("{folder}/phases/01-a/01-02-PLAN.md"), &titled);
    }
    scene.write("mega/.planning/megazord.config.json", "{}");
    scene.commit("start", &[("README.md", "# x\n")]);
    let verdict = |place: &str| check(scene.root(), place).verdict;
    for (folder, of_typed, of_titled) in [
        (".planning", PlanVerdict::Approve, PlanVerdict::Reject),
        ("mega/.planning", PlanVerdict::Approve, PlanVerdict::Approve),
        (".vbw-planning", PlanVerdict::Reject, PlanVerdict::Approve),
    ] {
        assert_eq!(verdict(&format!("{folder}/phases/01-a/01-01-PLAN.md")), of_typed, "{folder}");
        assert_eq!(verdict(&format!("{folder}/phases/01-a/01-02-PLAN.md")), of_titled, "{folder}");
    }
    scene.write("countersign.toml", "protocol = \"gsd\"\n");
    assert_eq!(verdict(".vbw-planning/phases/01-a/01-01-PLAN.md"), PlanVerdict::Approve, "configured");
    scene.write("countersign.toml", "protocol = \n");
    let broken = check(scene.root(), "mega/.planning/phases/01-a/01-01-PLAN.md");
    assert_eq!(broken.verdict, PlanVerdict::Approve);
    assert!(broken.remarks[0].message.contains("countersign.toml"), "{}", broken.remarks[0].message);
}

#[test]
fn a_planning_folder_deeper_down_may_count_from_its_own_folder() {
    let scene = Scene::new();
    let text = "---\nphase: 1\nplan: 1\ntitle: One\nwave: 1\ndepends_on: []\nmust_haves: [x]\n---\n### Task 1: x\n**Files:** `src/a.ts`, `apps/web/src/a.ts`, `src/*.ts`, `src/ghost.ts`\n**Done:** yes\n";
    scene.commit(
        "start",
        &[("apps/web/src/a.ts", "x\n"), ("apps/web/.yolo-planning/phases/01-a/01-PLAN.md", text)],
    );
    let answer = check(scene.root(), "apps/web/.yolo-planning/phases/01-a/01-PLAN.md");
    assert_eq!(ids(&answer), ["file_paths:src/ghost.ts"]);
}

#[test]
fn a_plan_is_checked_in_its_worktree() {
    let scene = scene(&plan("02", "wave: 2\ndepends_on: [\"01\"]\n", "`src/login.rs`, `src/here.rs`"));
    let worktree = scene.worktree("linked");
    std::fs::write(worktree.join("src/here.rs"), "x").unwrap();
    let request = |worktree: Option<&PathBuf>| CheckPlan {
        plan: format!("{PHASE}/02-PLAN.md"),
        worktree: worktree.map(|w| w.display().to_string()),
    };
    let app = App::new(scene.root());
    assert_eq!(app.check_plan(&request(None)).unwrap().verdict, PlanVerdict::Conditional);
    assert_eq!(app.check_plan(&request(Some(&worktree))).unwrap().verdict, PlanVerdict::Approve);
}

#[test]
fn a_repository_without_a_commit_and_broken_siblings_are_no_obstacle() {
    let scene = Scene::new();
    scene.write(&format!("{PHASE}/01-PLAN.md"), b"\xff\xfe".as_slice());
    scene.write(
        &format!("{PHASE}/02-PLAN.md"),
        plan("02", "wave: 2\ndepends_on: [\"01\"]\n", "`lib/**`, `a.rs`"),
    );
    let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
    assert_eq!(ids(&answer), ["file_paths:lib/**", "file_paths:a.rs"], "the sibling counts by its name");
    assert!(
        answer.remarks.iter().any(|r| r.code == "sibling_unreadable" && r.message.contains("01-PLAN.md"))
    );
}

#[test]
fn a_path_that_leads_nowhere_is_answered_with_the_plans_that_may_be_meant() {
    let scene = scene("");
    let fix = |given: &str| {
        let answer = check(scene.root(), given);
        assert_eq!((answer.verdict, ids(&answer)), (PlanVerdict::Reject, vec!["file:absent"]), "{given}");
        answer.findings[0].suggested_fix.clone()
    };
    let there = format!("{PHASE}/01-PLAN.md");
    for given in ["03-auth/01-PLAN.md", "01-PLAN.md", &format!("{PHASE}/01-PLAN"), "no/such/file.md"] {
        assert!(fix(given).contains(&there), "{given}: {}", fix(given));
    }
    let empty = Scene::new();
    empty.commit("begin", &[("README.md", "nothing\n")]);
    let answer = check(empty.root(), "01-PLAN.md");
    assert!(answer.findings[0].suggested_fix.contains("no plan is tracked here"), "{:?}", answer.findings);
}

/// Checks every plan of the corpus that `COUNTERSIGN_CORPUS` names, each in a repository of its own with the planning
/// folder it lies in and nothing else; does nothing without it.
///
/// The figures stand in `corpus_checked.txt` (`UPDATE_EXPECT=1` writes them anew), what surprises in them is explained
/// in `docs/check-plan.md`. Since no file of those projects is there, `file_paths` says nothing about the plans, and the
/// verdicts are told without it, too.
#[test]
fn a_corpus_of_real_plans_is_checked() {
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(|c| PathBuf::from(c).join("real")) else {
        return;
    };
    let mut figures: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    let mut count = |what: String| *figures.entry(what).or_insert(0) += 1;
    for system in ["gsd", "yolo-vbw"] {
        for project in std::fs::read_dir(root.join(system)).unwrap().map(|p| p.unwrap().path()) {
            let scene = Scene::new();
            scene.commit("begin", &[("README.md", "a project\n")]);
            let mut files = Vec::new();
            crate::documents::collect(&project, "PLAN.md", &mut files);
            for file in &files {
                let name = file.strip_prefix(&project).unwrap().to_string_lossy().into_owned();
                scene.write(&name, std::fs::read(file).unwrap());
            }
            for file in &files {
                let name = file.strip_prefix(&project).unwrap().to_string_lossy().into_owned();
                let answer = check(scene.root(), &name);
                assert_eq!(answer.verdict, PlanVerdict::of(&answer.findings), "{name}");
                count("plans".to_owned());
                count(format!("{system} {}", answer.verdict.as_str()));
                let rest: Vec<_> =
                    answer.findings.iter().filter(|f| f.check.as_str() != "file_paths").cloned().collect();
                count(format!("{system} {} without file_paths", PlanVerdict::of(&rest).as_str()));
                let told: std::collections::BTreeSet<String> = answer
                    .findings
                    .iter()
                    .map(|f| format!("{system} plans with {} of {}", f.severity.as_str(), f.check.as_str()))
                    .collect();
                told.into_iter().for_each(&mut count);
                for finding in &rest {
                    let short = project.file_name().unwrap().to_string_lossy().into_owned();
                    println!(
                        "{short}/{name}:{}: {} {}: {}; {}",
                        finding.line.unwrap_or_default(),
                        finding.severity.as_str(),
                        finding.check.as_str(),
                        finding.issue,
                        finding.suggested_fix
                    );
                }
            }
        }
    }
    let told: String = figures.iter().map(|(what, n)| format!("{n:>4}  {what}\n")).collect();
    expect_test::expect_file!["corpus_checked.txt"].assert_eq(&told);
}

/// A letter of a file's name in another place: `sesion.rs` for `session.rs`. Nothing where the name is too short for one.
fn misspelt(path: &str) -> Option<String> {
    let start = path.rfind('/').map_or(0, |at| at + 1);
    let name = &path[start..];
    let stem = name.find('.').filter(|at| *at > 0).unwrap_or(name.len());
    let letters: Vec<char> = name[..stem].chars().collect();
    let middle = letters.len() / 2;
    let fits = |at: usize| (at - 1..=at + 2).all(|n| letters.get(n).is_some_and(char::is_ascii_lowercase));
    let at = (middle.max(1)..letters.len()).find(|at| fits(*at) && letters[*at] != letters[at + 1])?;
    let mut swapped = letters.clone();
    swapped.swap(at, at + 1);
    (letters.len() > 5).then(|| format!("{}{}{}", &path[..start], String::from_iter(swapped), &name[stem..]))
}

/// How many missing paths are told: in a repository that has every file its plans name, one path of each plan is taken
/// away, then one is misspelt in the plan. The figures stand in `corpus_paths.txt` and in `docs/check-plan.md`.
#[test]
fn missing_paths_of_a_corpus_are_told_as_often_as_the_page_says() {
    let Some(root) = std::env::var_os("COUNTERSIGN_CORPUS").map(|c| PathBuf::from(c).join("real")) else {
        return;
    };
    let mut figures: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    let mut count = |what: &'static str| *figures.entry(what).or_insert(0) += 1;
    let projects =
        ["gsd", "yolo-vbw"].into_iter().flat_map(|system| std::fs::read_dir(root.join(system)).unwrap());
    for project in projects.map(|p| p.unwrap().path()) {
        let scene = Scene::new();
        let mut files = Vec::new();
        crate::documents::collect(&project, "PLAN.md", &mut files);
        files.sort();
        let name = |file: &PathBuf| file.strip_prefix(&project).unwrap().to_string_lossy().into_owned();
        let mut named: std::collections::BTreeMap<String, Vec<String>> = std::collections::BTreeMap::new();
        let mut all: std::collections::BTreeSet<String> = std::collections::BTreeSet::new();
        for file in &files {
            let bytes = std::fs::read(file).unwrap();
            scene.write(&name(file), &bytes);
            let path = RepoPath::parse(&name(file)).unwrap();
            let document = Document::of(path, &bytes);
            let own: Vec<String> = (document.references().iter())
                .filter(|r| !r.pattern && r.text.rsplit('/').next().is_some_and(|n| n.contains('.')))
                .filter(|r| RepoPath::parse(&r.text).is_ok() && !r.text.starts_with('~'))
                .map(|r| r.text.clone())
                .collect();
            all.extend(own.iter().cloned());
            named.insert(name(file), own);
        }
        // Where one path is the folder of another, the folder is meant.
        let folder = |path: &String| all.iter().any(|other| other.starts_with(&format!("{path}/")));
        let there: Vec<&String> = all.iter().filter(|path| !folder(path)).collect();
        let edits: Vec<Edit<'_>> = there.iter().map(|path| Edit::Write(path, b"x\n")).collect();
        scene.edit("begin", &edits);
        for (plan, own) in &named {
            let told = |path: &str| {
                let findings = check(scene.root(), plan).findings;
                findings
                    .iter()
                    .any(|f| f.check.as_str() == "file_paths" && f.id.ends_with(&format!(":{path}")))
            };
            let own: Vec<&String> = own.iter().filter(|path| there.contains(path)).collect();
            let drawn = plan.bytes().fold(7_usize, |sum, b| sum.wrapping_mul(31).wrapping_add(b as usize));
            if let Some(path) = own.get(drawn % own.len().max(1)) {
                count("plans from which a path was taken away");
                scene.edit("away", &[Edit::Remove(path)]);
                if told(path) {
                    count("plans in which that was told");
                }
                scene.edit("back", &[Edit::Write(path, b"x\n")]);
            }
            let slips: Vec<(&String, String)> =
                own.iter().filter_map(|path| Some((*path, misspelt(path)?))).collect();
            if let Some((path, slip)) = slips.get(drawn % slips.len().max(1)) {
                count("plans in which a path was misspelt");
                let text = String::from_utf8_lossy(&std::fs::read(project.join(plan)).unwrap()).into_owned();
                let written = text.replace(path.as_str(), slip);
                scene.write(plan, &written);
                let document = Document::of(RepoPath::parse(plan).unwrap(), written.as_bytes());
                let marked = document.references().iter().any(|r| r.text == *slip && r.marked);
                match (told(slip), marked) {
                    (true, _) => count("plans in which the slip was told"),
                    (false, true) => count("plans that say beside the slip that they make it"),
                    (false, false) => println!("{plan}: {slip} passes for {path}"),
                }
                scene.write(plan, text);
            }
        }
    }
    let told: String = figures.iter().map(|(what, n)| format!("{n:>4}  {what}\n")).collect();
    expect_test::expect_file!["corpus_paths.txt"].assert_eq(&told);
}

/// What an entry says of its file beats what the plan's words make likely (SPEC 8.3).
#[test]
fn an_entry_that_says_its_file_is_there_is_held_to_it() {
    for files in [
        "Modify: `src/missing.rs`",
        "Update `src/missing.rs`",
        "`src/missing.rs` (existing)",
        "src/missing.rs — modify",
    ] {
        let second = plan("02", "wave: 2\ndepends_on: [\"01\"]\n", files)
            .replace("### Task 1: Part 02", "### Task 1: Create the new part")
            .replace("**Done:**", "**Action:** Write it anew.\n**Done:**");
        let scene = scene(&second);
        let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
        assert_eq!(ids(&answer), ["file_paths:src/missing.rs"], "{files}: {:?}", answer.findings);
    }
    let second = plan("02", "wave: 2\ndepends_on: [\"01\"]\n", "`src/new.rs` (new), `src/made.rs`");
    let scene = scene(&second);
    assert_eq!(ids(&check(scene.root(), &format!("{PHASE}/02-PLAN.md"))), [""; 0]);
}

#[test]
fn a_wave_in_a_list_is_none_and_a_path_that_comes_back_is_inside() {
    let second = plan("02", "wave: [2]\ndepends_on: [\"01\"]\n", "`src/../src/login.rs`");
    let scene = scene(&second);
    let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
    assert_eq!(ids(&answer), ["wave_valid:wave"], "{:?}", answer.findings);
    assert_eq!(answer.verdict, PlanVerdict::Reject);
}

#[test]
fn what_is_to_be_read_must_be_there_too() {
    let second = format!(
        "{}\n<context>\n@src/none.rs\n@src/login.rs\n@~/notes.md\n@.planning/PROJECT.md\n@{PHASE}/01-SUMMARY.md\n</context>\n<read_first>src/deep/gone.rs</read_first>\n",
        plan("02", "wave: 2\ndepends_on: [\"01\"]\n", "`src/login.rs`")
    );
    let scene = scene(&second);
    let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
    assert_eq!(
        ids(&answer),
        ["file_paths:src/none.rs", "file_paths:src/deep/gone.rs"],
        "{:?}",
        answer.findings
    );
}

#[test]
fn a_folder_and_a_pattern_meet_the_files_they_take() {
    for (ours, clash) in [
        ("`src/deep`", true),
        ("`src/deep/*.rs`", true),
        ("`src/deep/clock.rs`", true),
        ("`src/login.rs`", false),
        ("`src/*.rs`", false),
    ] {
        let second = plan("02", "wave: 2\ndepends_on: [\"01\"]\n", ours);
        let scene = scene(&second);
        let third = plan("03", "wave: 2\ndepends_on: [\"01\"]\n", "`src/deep/clock.rs`");
        scene.write(&format!("{PHASE}/03-PLAN.md"), &third);
        let answer = check(scene.root(), &format!("{PHASE}/02-PLAN.md"));
        let told = ids(&answer).iter().any(|id| id.starts_with("wave_conflict") || id.contains("03-PLAN"));
        assert_eq!(told, clash, "{ours}: {:?}", answer.findings);
        let other = check(scene.root(), &format!("{PHASE}/03-PLAN.md"));
        assert_eq!(
            ids(&other).iter().any(|id| id.contains("02-PLAN")),
            clash,
            "{ours}: {:?}",
            other.findings
        );
    }
}

#[test]
fn a_phase_that_no_roadmap_names_is_said_to_have_no_criteria() {
    let scene = scene(&plan("02", "wave: 2\ndepends_on: []\n", "none"));
    let both = || {
        let app = App::new(scene.root());
        let request =
            VerifyPhase { phase: Some("3".to_owned()), partial: Some(true), ..VerifyPhase::default() };
        let verified = app.verify_phase(&request).unwrap();
        [check(scene.root(), &format!("{PHASE}/02-PLAN.md")).remarks, verified.remarks]
    };
    let told = |code: &str| {
        for remarks in both() {
            let said =
                remarks.iter().find(|r| r.code == code).unwrap_or_else(|| panic!("{code}: {remarks:?}"));
            assert!(said.message.contains(".yolo-planning/ROADMAP.md"), "{}", said.message);
            assert!(said.message.contains("add `### Phase 03"), "{}", said.message);
        }
    };
    told("roadmap_missing");
    scene.commit("map", &[(".yolo-planning/ROADMAP.md", "### Phase 2: Data\n**Goal:** Data\n")]);
    told("phase_not_in_roadmap");
    let named = "### Phase 3: Auth\n**Goal:** In\n**Success criteria:**\n1. Users log in\n";
    scene.commit("map it", &[(".yolo-planning/ROADMAP.md", named)]);
    for remarks in both() {
        assert!(!remarks.iter().any(|r| r.code.contains("roadmap")), "{remarks:?}");
    }
}
