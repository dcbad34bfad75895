//! Others do not disturb (SPEC 7.1, 12.23): executors that commit in turn, worktrees on several branches, our own
//! reports and the systems' book-keeping, in some hundred interleavings by a fixed seed. A review is stale when its
//! own files moved and never else; what is under review is the subject's and nothing more.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::desk::{Desk, blocker, files, is_stale, subjects};
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

/// Numbers that are the same in every run.
struct Dice(Cell<u64>);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(Cell::new(seed))
    }

    fn below(&self, n: u64) -> u64 {
        let mut x = self.0.get();
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.0.set(x);
        x % n
    }
}

/// Commits files of a work tree on the branch that is checked out there.
fn commit(root: &Path, message: &str, files: &[(&str, &str)]) {
    let git = git2::Repository::open(root).unwrap();
    let mut index = git.index().unwrap();
    for (path, text) in files {
        write(root, path, text);
        index.add_path(Path::new(path)).unwrap();
    }
    index.write().unwrap();
    let tree = git.find_tree(index.write_tree().unwrap()).unwrap();
    let parent = git.head().unwrap().peel_to_commit().unwrap();
    let time = git2::Time::new(parent.time().seconds() + 60, 0);
    let sign = git2::Signature::new("Scene", "scene@example.invalid", &time).unwrap();
    git.commit(Some("HEAD"), &sign, &sign, message, &tree, &[&parent]).unwrap();
}

fn write(root: &Path, path: &str, text: &str) {
    let full = root.join(path);
    std::fs::create_dir_all(full.parent().unwrap()).unwrap();
    std::fs::write(full, text).unwrap();
}

/// What the systems and we write meanwhile: in the work tree, and now and then committed.
fn book_keeping(root: &Path, dice: &Dice, n: u64) {
    let text = format!("# {n}\n");
    let path = [
        ".planning/STATE.md",
        ".planning/ROADMAP.md",
        ".planning/phases/01-cart/01-01-SUMMARY.md",
        ".planning/.execution-state.json",
        "specs/x/.progress.md",
        "specs/x/.ralph-state.json",
        "bazinga/artifacts/s/g/handoff_tech_lead.json",
        ".countersign/reviews/x.md",
    ][usize::try_from(dice.below(8)).unwrap()];
    write(root, path, &text);
    if dice.below(3) == 0 {
        commit(root, "docs(01-01): progress", &[(path, &text)]);
    }
}

/// One executor: its task, its file, and how often it has written.
struct Executor<'d> {
    desk: &'d Desk,
    root: &'d Path,
    task: &'static str,
    file: &'static str,
    /// Whose hand it is: two write the same task in two ways.
    name: &'static str,
    written: u64,
    opened: Value,
    /// Whether it wrote since its pass was opened.
    moved: bool,
}

impl Executor<'_> {
    fn work(&mut self) {
        self.written += 1;
        let message = match self.written % 3 {
            0 => format!("fix(01-01): task {} again by {}", self.task, self.name),
            1 => format!("feat(01-01): Task {}: step {} of {}", self.task, self.written, self.name),
            // A fix that names nothing belongs to the task by its file.
            _ => format!("fix: what the review of {} said", self.name),
        };
        let text = format!("// {} {} {}\n", self.task, self.name, self.written);
        commit(self.root, &message, &[(self.file, &text)]);
        self.moved = true;
    }

    fn request(&self) -> Value {
        json!({ "plan": PLAN, "task": self.task })
    }

    fn open(&mut self) {
        let opened = self.desk.review(self.request());
        if opened["countersign"].is_string() {
            assert_eq!(files(&opened), [self.file], "scope creep: {opened:#}");
            assert_eq!(opened["range"].get("outside"), None);
            for subject in subjects(&opened) {
                let others = if self.task == "1" { "ask 2" } else { "ask 1" };
                assert!(!subject.contains(others) && !subject.contains("progress"), "{opened:#}");
            }
            self.opened = opened;
            self.moved = false;
        }
    }

    /// Answers the open pass; the answer is stale when its own file moved, and only then.
    fn answer(&mut self, dice: &Dice) -> bool {
        if !self.opened["countersign"].is_string() {
            return false;
        }
        let bad = dice.below(3) == 0;
        // Another fault each time: the same one again and again would end the loop without progress.
        let title = format!("Step {} is wrong", self.written);
        let findings = if bad { blocker(&title, self.file, 1) } else { json!([]) };
        let answer = self.desk.answer(&self.opened, findings);
        assert_eq!(is_stale(&answer), self.moved, "task {}: {answer:#}", self.task);
        self.opened = json!({});
        if !self.moved && answer["next"]["action"] == "proceed" {
            // The outcome stands, whatever others write from here on, until the file moves.
            let same = self.desk.review(self.request());
            assert_eq!(same["next"]["action"], "proceed", "{same:#}");
        }
        true
    }
}

/// A plan of two tasks under rules that ask at their limit.
fn patient() -> Scene {
    let scene = plan_scene::with_task_one();
    scene.commit("feat(01-01): task 2 begun", &[("src/checkout.js", "// begun\n")]);
    scene.commit("chore: patience", &[("countersign.toml", "protocol = \"countersign\"\n")]);
    scene
}

#[test]
fn two_executors_in_one_work_tree_do_not_disturb_each_other() {
    let (mut answers, mut acts) = (0, 0);
    for seed in 1..=4 {
        let scene = patient();
        let dice = Dice::new(0x9e37_79b9 + seed);
        let desk = Desk::at(scene.root());
        let new = |task, file| Executor {
            desk: &desk,
            root: scene.root(),
            task,
            file,
            name: task,
            written: 0,
            opened: json!({}),
            moved: false,
        };
        let mut both = [new("1", "src/cart.js"), new("2", "src/checkout.js")];
        for n in 0..60 {
            acts += usize::from(both.iter().any(|one| one.opened["countersign"].is_string()));
            let one = &mut both[usize::try_from(dice.below(2)).unwrap()];
            match dice.below(10) {
                0..=2 => one.work(),
                3..=7 if one.opened["countersign"].is_string() => answers += usize::from(one.answer(&dice)),
                3..=7 => {
                    one.work();
                    resume(one);
                }
                8 => book_keeping(scene.root(), &dice, n),
                _ => commit(
                    scene.root(),
                    "feat(02-01): task 1 elsewhere",
                    &[("lib/other.js", &format!("{n}\n"))],
                ),
            }
        }
    }
    assert!(answers >= 45 && acts >= 150, "only {answers} answers and {acts} acts while a review was open");
}

/// Does what a subject's loop waits for, until its next review can be opened: a person says that it goes on after
/// three stale answers or at a limit, the fixer answers what is open.
fn go_on(desk: &Desk, request: &Value) {
    let mut named = request.clone();
    for contract in ["title", "criteria", "files"] {
        named.as_object_mut().unwrap().remove(contract);
    }
    for _ in 0..4 {
        let status = desk.ok("loop_status", named.clone());
        let next = &status["next"];
        let mut call = next["call"]["arguments"].clone();
        match next["action"].as_str() {
            Some("ask_user") => {
                call["choice"] = next["options"][0].clone();
                call["reason"] = json!("it is quiet now");
                call["decided_by"] = json!("Ada");
            }
            Some("fix" | "respond") if next["call"]["tool"] == "respond_findings" => {
                let open = status["unresolved"].as_array().into_iter().flatten();
                let ids = open.filter(|f| f["blocking"] == true).map(|f| f["id"].clone());
                let fixed =
                    |id| json!({ "finding_id": id, "response": "fixed", "details": "mended in the file" });
                call["responses"] = ids.map(fixed).collect();
                assert_ne!(call["responses"], json!([]), "{status:#}");
            }
            _ => return,
        }
        call.as_object_mut().unwrap().remove("worktree");
        desk.ok(next["call"]["tool"].as_str().unwrap(), call);
    }
}

/// Opens what the executor's loop waits for.
fn resume(one: &mut Executor<'_>) {
    go_on(one.desk, &one.request());
    match one.desk.call("review_task", one.request()) {
        Ok(_) => one.open(),
        // A choice closed the loop at its limit: only another choice opens it again.
        Err(why) => {
            assert!(why.contains("reopen"), "{why}");
            let status = one.desk.ok("loop_status", one.request());
            let reopen = json!({ "loop_id": status["loops"][0]["loop_id"], "turn": status["next"]["turn"],
                "choice": "reopen", "reason": "it changed", "decided_by": "Ada" });
            one.desk.in_person(reopen);
            one.open();
        }
    }
}

#[test]
fn four_worktrees_on_four_branches_are_four_loops_of_one_task() {
    let scene = patient();
    let names = ["one", "two", "three", "four"];
    let roots: Vec<PathBuf> = names.iter().map(|name| scene.worktree(name)).collect();
    let desks: Vec<Desk> = roots.iter().map(|root| Desk::in_worktree(scene.root(), root)).collect();
    let mut all: Vec<Executor<'_>> = desks
        .iter()
        .zip(&roots)
        .zip(names)
        .map(|((desk, root), name)| Executor {
            desk,
            root,
            task: "1",
            file: "src/cart.js",
            name,
            written: 0,
            opened: json!({}),
            moved: false,
        })
        .collect();
    let mut loops = BTreeSet::new();
    for one in &mut all {
        // What all four have of it is one work; from here on each has its own.
        one.work();
        one.open();
        loops.insert(one.opened["loop_id"].to_string());
    }
    assert_eq!(loops.len(), 4, "the same plan path and task on four branches");
    let dice = Dice::new(0x51ed_270b);
    let (mut answers, mut acts) = (0, 0);
    for n in 0..150 {
        acts += usize::from(all.iter().any(|one| one.opened["countersign"].is_string()));
        let at = usize::try_from(dice.below(4)).unwrap();
        match dice.below(10) {
            0..=1 => all[at].work(),
            2..=7 if all[at].opened["countersign"].is_string() => {
                answers += usize::from(all[at].answer(&dice));
            }
            2..=7 => {
                all[at].work();
                resume(&mut all[at]);
            }
            8 => book_keeping(&roots[at], &dice, n),
            _ => book_keeping(scene.root(), &dice, n),
        }
    }
    assert!(answers >= 40 && acts >= 100, "only {answers} answers and {acts} acts while a review was open");
}

#[test]
fn what_others_leave_uncommitted_is_not_this_subjects() {
    let scene = Scene::new();
    scene.commit(
        "chore: start",
        &[
            ("countersign.toml", "protocol = \"gsd\"\n"),
            (".planning/config.json", "{\"execution_review\": {\"max_retries\": 19}}\n"),
            ("src/a.js", "a\n"),
            ("src/b.js", "b\n"),
        ],
    );
    let desk = Desk::at(scene.root());
    let dice = Dice::new(0x2545_f491);
    let request = |id: &str| json!({ "id": id, "title": id, "criteria": format!("{id} works"), "files": [format!("src/{id}.js")] });
    let mut written = 0_u64;
    let mut opened = [json!({}), json!({})];
    let mut moved = [false, false];
    let (mut answers, mut acts) = (0, 0);
    for n in 0..160 {
        acts += usize::from(opened.iter().any(|one| one["countersign"].is_string()));
        let at = usize::try_from(dice.below(2)).unwrap();
        let id = ["a", "b"][at];
        match dice.below(8) {
            0 => {
                written += 1;
                scene.write(&format!("src/{id}.js"), format!("{id} {written}\n"));
                moved[at] = true;
            }
            1..=5 if opened[at]["countersign"].is_string() => {
                let file = format!("src/{id}.js");
                let findings = if dice.below(4) == 0 { json!([]) } else { blocker("Wrong", &file, 1) };
                let answer = desk.answer(&opened[at], findings);
                assert_eq!(is_stale(&answer), moved[at], "{id}: {answer:#}");
                opened[at] = json!({});
                answers += 1;
            }
            1..=5 => {
                go_on(&desk, &request(id));
                written += 1;
                scene.write(&format!("src/{id}.js"), format!("{id} {written}\n"));
                if let Ok(answer) = desk.call("review_task", request(id))
                    && answer["countersign"].is_string()
                {
                    assert_eq!(files(&answer), [format!("src/{id}.js")], "{answer:#}");
                    opened[at] = answer;
                    moved[at] = false;
                }
            }
            6 => book_keeping(scene.root(), &dice, n),
            _ => scene.write("notes.txt", format!("{n}\n")),
        }
    }
    assert!(answers >= 40 && acts >= 100, "only {answers} answers and {acts} acts while a review was open");
}
