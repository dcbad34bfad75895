//! Phases verified over real files: what is promised, what stands there, what is said, what follows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use countersign::domain::envelope::one_line;
use countersign::domain::ids::{ItemId, RepoPath, Timestamp};
use countersign::domain::phase::{
    Answer, CodeFacts, Evidence, FileFact, FileState, Item, ItemKind, ItemStatus, JudgedStatus, PhaseEvent,
    PhaseInput, PhaseNext, PhaseRefusal, PhaseStatus, PlanFacts, Proceed, RequirementFact, ReviewCall,
    ReviewFact, ReviewState, Trust, admit, admit_verification, confirmation, covered_digest, covered_files,
    gaps, item_id, items, judgement, next, questions, re_verification, reported, score, status,
};
use countersign::domain::phase_report::{PhaseReport, read as read_report, render};
use countersign::domain::plan::{Artifact, KeyLink, MustHaves, Plan, Task, Truth};
use countersign::io::code;
use expect_test::expect;
use proptest::prelude::*;

/// The word in the data tags of a brief.
const TAG: &str = "k7r2m9q4";

/// A repository folder, a phase, and what was said of it.
pub(crate) struct Scene {
    pub(crate) root: tempfile::TempDir,
    pub(crate) input: PhaseInput,
    pub(crate) events: Vec<PhaseEvent>,
    /// The commits that lead to what is checked out, as far as anybody cites them.
    pub(crate) commits: BTreeMap<String, BTreeSet<RepoPath>>,
}

impl Scene {
    pub(crate) fn new(plans: Vec<PlanFacts>) -> Self {
        let input = PhaseInput {
            phase: "3".to_owned(),
            name: Some("Payments".to_owned()),
            goal: Some("People can pay".to_owned()),
            plans,
            ..PhaseInput::default()
        };
        let changed = RepoPath::parse("src/made.ts").expect("a path");
        let commits = BTreeMap::from([("1a2b3c4d".to_owned(), BTreeSet::from([changed]))]);
        Self { root: tempfile::tempdir().expect("a folder"), input, events: Vec::new(), commits }
    }

    pub(crate) fn file(self, path: &str, text: &str) -> Self {
        self.write(path, text);
        self
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn code(&self) -> CodeFacts {
        self.code_for(&self.events)
    }

    pub(crate) fn code_for(&self, events: &[PhaseEvent]) -> CodeFacts {
        let files = code::read(self.root.path(), &questions(&self.input, events)).expect("facts");
        CodeFacts { files, commits: self.commits.clone(), ..CodeFacts::default() }
    }

    pub(crate) fn items(&self) -> Vec<Item> {
        items(&self.input, &self.code(), &self.events)
    }

    pub(crate) fn item(&self, label: &str) -> Item {
        let items = self.items();
        let labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
        let found = items.iter().find(|item| item.label == label);
        assert!(found.is_some(), "{label} in {labels:?}");
        found.expect("just asserted").clone()
    }

    pub(crate) fn status(&self) -> PhaseStatus {
        status(&self.items(), self.input.partial).status
    }

    pub(crate) fn say(&mut self, event: PhaseEvent) -> Result<(), PhaseRefusal> {
        let mut with = self.events.clone();
        with.push(event.clone());
        let code = self.code_for(&with);
        let items = items(&self.input, &code, &self.events);
        admit(&self.input, &code, &self.events, &items, &event)?;
        self.events.push(event);
        Ok(())
    }

    pub(crate) fn judge(
        &mut self,
        label: &str,
        status: JudgedStatus,
        evidence: Vec<Evidence>,
    ) -> Result<(), PhaseRefusal> {
        let id = self.item(label).id;
        let cited = PhaseEvent::Judged {
            item: id.clone(),
            status,
            evidence: evidence.clone(),
            by: String::new(),
            digest: String::new(),
            note: None,
        };
        let code = self.code_for(&[self.events.clone(), vec![cited]].concat());
        let event = judgement(&self.input, &code, id, status, evidence, ("verifier".to_owned(), None));
        self.say(event)
    }

    pub(crate) fn confirm(&mut self, label: &str, answer: Answer) -> Result<(), PhaseRefusal> {
        self.answer(label, answer, Trust::Claimed)
    }

    pub(crate) fn answer(&mut self, label: &str, answer: Answer, trust: Trust) -> Result<(), PhaseRefusal> {
        let id = self.item(label).id;
        let event = confirmation(&self.input, &self.code(), id, answer, None, trust);
        let event = countersign::domain::phase::bound(event, &self.items());
        self.say(event)
    }

    pub(crate) fn override_with(&mut self, label: &str, reason: &str) -> Result<(), PhaseRefusal> {
        let item = self.item(label).id;
        let reason = reason.to_owned();
        self.say(PhaseEvent::Overridden {
            item,
            reason,
            decided_by: "Ada".to_owned(),
            trust: Trust::Attested,
            digest: None,
        })
    }
}

pub(crate) fn plan(stem: &str, must_haves: MustHaves) -> PlanFacts {
    let plan = Plan {
        path: RepoPath::parse(&format!(".planning/phases/03-payments/{stem}-PLAN.md")).expect("a path"),
        stem: stem.to_owned(),
        phase: Some("3".to_owned()),
        plan: None,
        title: None,
        wave: None,
        depends_on: Vec::new(),
        files_modified: Vec::new(),
        requirements: Vec::new(),
        must_haves,
        tasks: Vec::new(),
        other: Default::default(),
        remarks: Vec::new(),
        degraded: false,
        listed: false,
    };
    PlanFacts { plan, has_summary: true }
}

pub(crate) fn truths(texts: &[&str]) -> Vec<Truth> {
    texts.iter().map(|text| Truth { text: (*text).to_owned(), line: 1 }).collect()
}

pub(crate) fn artifact(path: &str) -> Artifact {
    Artifact { path: path.to_owned(), ..Artifact::default() }
}

fn link(from: &str, to: &str, pattern: &str) -> KeyLink {
    KeyLink {
        from: from.to_owned(),
        to: to.to_owned(),
        pattern: Some(pattern.to_owned()),
        ..KeyLink::default()
    }
}

pub(crate) fn at(file: &str, line: u32, text: &str) -> Evidence {
    Evidence {
        file: Some(file.to_owned()),
        line: Some(line),
        text: Some(text.to_owned()),
        ..Evidence::default()
    }
}

/// A phase with one truth, one artifact and one link, all of which the code keeps.
pub(crate) fn kept() -> Scene {
    let must_haves = MustHaves {
        truths: truths(&["A payment is taken once"]),
        artifacts: vec![Artifact { exports: vec!["takePayment".to_owned()], ..artifact("src/pay.ts") }],
        key_links: vec![link("src/route.ts", "src/pay.ts", "takePayment\\(")],
        ..MustHaves::default()
    };
    Scene::new(vec![plan("03-01", must_haves)])
        .file("src/pay.ts", "// paying\nexport function takePayment(id: string) {\n  return once(id);\n}\n")
        .file(
            "src/route.ts",
            "import { takePayment } from './pay';\npost('/pay', (r) => takePayment(r.id));\n",
        )
}

#[test]
fn a_phase_is_judged_and_then_passes() {
    let mut scene = kept();
    assert_eq!(scene.status(), PhaseStatus::HumanNeeded);
    let PhaseNext::Judge { items: asked, brief, .. } = next(&scene.input, &scene.items(), TAG) else {
        panic!("judge first")
    };
    assert_eq!(asked, [scene.item("A payment is taken once").id]);
    assert!(
        brief.contains("statement: A payment is taken once") && brief.contains("People can pay"),
        "{brief}"
    );
    scene
        .judge("A payment is taken once", JudgedStatus::Verified, vec![at("src/pay.ts", 3, "once(id)")])
        .unwrap();
    assert_eq!(scene.status(), PhaseStatus::Passed);
    assert_eq!(score(&scene.items()).to_string(), "3/3 must-haves verified");
    let PhaseNext::Proceed { outcome, warnings } = next(&scene.input, &scene.items(), TAG) else {
        panic!("go on")
    };
    assert_eq!((outcome, warnings), (Proceed::Complete, vec![]));
}

#[test]
fn a_judgement_must_cite_what_is_there() {
    let truth = "A payment is taken once";
    let command = |text: Option<&str>| Evidence {
        command: Some("just test".to_owned()),
        text: text.map(str::to_owned),
        ..Evidence::default()
    };
    let commit = |id: &str| Evidence { commit: Some(id.to_owned()), ..Evidence::default() };
    for (evidence, refused) in [
        (vec![], "`evidence` of item"),
        (vec![Evidence::default()], "names no `file`, no `commit` and no `command`"),
        (vec![at("src/gone.ts", 1, "x")], "there is no file `src/gone.ts`"),
        (vec![at("src", 1, "x")], "there is no file `src`"),
        (vec![at("../x", 1, "x")], "leaves the repository"),
        (vec![at("src/pay.ts", 40, "once")], "has lines 1 to 4, not 40"),
        (vec![at("src/pay.ts", 0, "once")], "not 0"),
        (vec![at("src/pay.ts", 2, "once(id)")], "does not stand at src/pay.ts:2"),
        (vec![Evidence { line: None, ..at("src/pay.ts", 1, "twice(id)") }], "does not stand in `src/pay.ts`"),
        (vec![Evidence { line: None, text: None, ..at("src/pay.ts", 1, "") }], "needs the place"),
        (vec![at("src/pay.ts", 3, " ")], "stands in any file"),
        (vec![at("src/pay.ts", 3, "}")], "stands in any file"),
        (vec![commit("ffffffff")], "there is no commit `ffffffff`"),
        (vec![command(None)], "needs its result"),
        (
            vec![Evidence { commit: Some("1a2b3c4d".to_owned()), ..at("src/pay.ts", 3, "once") }],
            "more than one",
        ),
        (vec![at("src/pay.ts", 3, "once"), commit("ffffffff")], "evidence[1]"),
    ] {
        let mut scene = kept();
        let error =
            scene.judge(truth, JudgedStatus::Verified, evidence.clone()).expect_err("refused").to_string();
        assert!(error.contains(refused), "{evidence:?}: {error}");
        assert_eq!(scene.status(), PhaseStatus::HumanNeeded);
    }
    for evidence in
        [commit("1a2b3c4d"), command(Some("12 passed")), at("src/pay.ts", 3, "return   once(id);")]
    {
        let mut scene = kept();
        scene.judge(truth, JudgedStatus::Verified, vec![evidence.clone()]).unwrap();
        assert_eq!(scene.item(truth).status, ItemStatus::Verified);
        let claimed = scene.item(truth).reasons.iter().any(|reason| reason.contains("claimed"));
        assert_eq!(claimed, evidence.command.is_some(), "{evidence:?}");
    }
}

#[test]
fn judgements_expire_with_what_they_rest_on() {
    let truth = "A payment is taken once";
    let mut scene = kept();
    scene.judge(truth, JudgedStatus::Verified, vec![at("src/pay.ts", 3, "once(id)")]).unwrap();
    scene.write(
        "src/route.ts",
        "import { takePayment } from './pay';\n\n\npost('/pay', () => takePayment(1));\n",
    );
    assert_eq!(scene.item(truth).status, ItemStatus::Verified, "another file changed");
    scene.write("src/pay.ts", "export function takePayment(id: string) { return twice(id); }\n");
    assert_eq!(scene.item(truth).status, ItemStatus::NeedsJudgement);
    assert!(scene.item(truth).reasons.iter().any(|reason| reason.contains("expired")));

    // A failure is looked at again once anything of the phase changed.
    scene.judge(truth, JudgedStatus::Failed, vec![at("src/pay.ts", 1, "twice(id)")]).unwrap();
    assert_eq!(scene.item(truth).status, ItemStatus::Failed);
    assert!(matches!(next(&scene.input, &scene.items(), TAG), PhaseNext::CloseGaps { .. }));
    scene.write("src/route.ts", "takePayment(2)\n");
    assert_eq!(scene.item(truth).status, ItemStatus::NeedsJudgement);
}

#[test]
fn a_truth_fails_with_the_files_it_names_and_only_with_them() {
    let must_haves = MustHaves {
        truths: truths(&["pay-card.ts asks for the number", "Prices are rounded"]),
        artifacts: vec![artifact("src/pay-card.ts"), artifact("src/prices.ts")],
        key_links: vec![],
        ..MustHaves::default()
    };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)]).file("src/prices.ts", "round()\n");
    let failed = scene.item("pay-card.ts asks for the number");
    assert_eq!((failed.status, failed.because.len()), (ItemStatus::Failed, 1));
    assert_eq!(scene.item("Prices are rounded").status, ItemStatus::NeedsJudgement);
    let found = gaps(&scene.items());
    assert_eq!(found.len(), 1, "the file is told with the truth that needs it: {found:?}");
    assert_eq!(found[0].artifacts[0].path, "src/pay-card.ts");
    assert_eq!(found[0].missing, ["the file `src/pay-card.ts`"]);
    fs::remove_file(scene.root.path().join("src/prices.ts")).expect("gone");
    assert_eq!(scene.item("Prices are rounded").status, ItemStatus::Failed, "nothing of the plan stands");
    let error = scene
        .judge("pay-card.ts asks for the number", JudgedStatus::Verified, vec![])
        .expect_err("code decides")
        .to_string();
    assert!(error.contains("the code decides it"), "{error}");
}

#[test]
fn artifacts_are_files_that_hold_what_was_promised() {
    let many = "x\n".repeat(9) + "last(without_line_end)";
    for (promised, expected, said) in [
        (artifact("src/a.ts"), ItemStatus::Verified, "nothing but that the file exists"),
        (artifact("`src/a.ts`"), ItemStatus::Verified, ""),
        (artifact("src"), ItemStatus::Failed, "is a folder"),
        (artifact("src/gone.ts"), ItemStatus::Failed, "does not exist"),
        (artifact("src/a.ts/b.ts"), ItemStatus::Failed, "does not exist"),
        (artifact("../outside.ts"), ItemStatus::Failed, "leaves the repository"),
        (artifact("/etc/passwd"), ItemStatus::Failed, "absolute"),
        (artifact(""), ItemStatus::Failed, "empty"),
        (artifact("src/out.ts"), ItemStatus::Failed, "leads out of the repository"),
        (Artifact { min_lines: Some(10), ..artifact("src/a.ts") }, ItemStatus::Verified, ""),
        (Artifact { min_lines: Some(11), ..artifact("src/a.ts") }, ItemStatus::Failed, "has 10 lines"),
        (
            Artifact { contains: vec!["last".into(), "x".into()], ..artifact("src/a.ts") },
            ItemStatus::Verified,
            "",
        ),
        (
            Artifact { contains: vec!["last".into(), "y".into()], ..artifact("src/a.ts") },
            ItemStatus::Failed,
            "`y`",
        ),
        (Artifact { contains: vec!["l.st".into()], ..artifact("src/a.ts") }, ItemStatus::Failed, "`l.st`"),
        (
            Artifact { contains: vec![" ".into()], ..artifact("src/a.ts") },
            ItemStatus::Failed,
            "empty `contains`",
        ),
        (
            Artifact { must_not_contain: vec!["last".into()], ..artifact("src/a.ts") },
            ItemStatus::Failed,
            "must not",
        ),
        (
            Artifact { exports: vec!["last".into()], ..artifact("src/a.ts") },
            ItemStatus::Failed,
            "is not exported",
        ),
        (Artifact { min_lines: Some(9), ..artifact("big.ts") }, ItemStatus::Verified, ""),
        (Artifact { contains: vec!["x".into()], ..artifact("big.ts") }, ItemStatus::Uncertain, "too large"),
    ] {
        let label = promised.path.clone();
        let must_haves = MustHaves { artifacts: vec![promised.clone()], ..MustHaves::default() };
        let scene = Scene::new(vec![plan("03-01", must_haves)]).file("src/a.ts", &many);
        if label == "big.ts" {
            scene.write("big.ts", &"xxxxxxx\n".repeat(300_000));
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("/etc/passwd", scene.root.path().join("src/out.ts")).expect("a link");
        let item = scene.item(&label);
        assert_eq!(item.status, expected, "{promised:?}: {:?}", item.reasons);
        assert!(item.reasons.join("; ").contains(said), "{promised:?}: {:?}", item.reasons);
        let exists = item.levels.and_then(|levels| levels.exists);
        assert_eq!(exists == Some(true), item.status != ItemStatus::Failed || !item.evidence.is_empty());
        assert_eq!(item.levels.and_then(|levels| levels.wired), None, "wiring is not asked for");
    }
}

#[test]
fn what_an_artifact_promises_is_work_and_no_padding() {
    let comments = "// a note\n\n".repeat(30);
    let documented =
        format!("{}export const go = (x: X) => x.run();\n", "// what it does\n".repeat(6).repeat(4));
    let with = |contains: &str| Artifact { contains: vec![contains.into()], ..artifact("src/a.ts") };
    let lines = |least: u32| Artifact { min_lines: Some(least), ..artifact("src/a.ts") };
    for (promised, text, expected, said) in [
        (
            lines(30),
            format!("export const go = (x: X) => x.run();\n{comments}"),
            ItemStatus::Uncertain,
            "quarter",
        ),
        (
            lines(30),
            "export const go = (x: X) => x.run();\n".to_owned() + &"\n".repeat(40),
            ItemStatus::Uncertain,
            "quarter",
        ),
        (lines(4), documented.clone(), ItemStatus::Verified, ""),
        (lines(12), "go(\n  1,\n);\n\n// and\n".repeat(4), ItemStatus::Verified, ""),
        (with("charge("), "if (false) {\n  charge(1);\n}\n".into(), ItemStatus::Uncertain, "never runs"),
        (with("charge("), "if (false) {\n  charge(1);\n}\ncharge(2);\n".into(), ItemStatus::Verified, ""),
        (
            with("charge"),
            "import { charge } from './b';\ngo();\n".into(),
            ItemStatus::Uncertain,
            "nothing here uses",
        ),
        (with("charge"), "import { charge as c } from './b';\nc();\n".into(), ItemStatus::Verified, ""),
        (with("zod"), "import { z } from 'zod';\nz.go();\n".into(), ItemStatus::Verified, ""),
        (with("charge"), "export { charge } from './b';\n".into(), ItemStatus::Verified, ""),
        (with("from './b'"), "import { charge } from './b';\ngo();\n".into(), ItemStatus::Verified, ""),
    ] {
        let must_haves = MustHaves { artifacts: vec![promised.clone()], ..MustHaves::default() };
        let scene = Scene::new(vec![plan("03-01", must_haves)]).file("src/a.ts", &text);
        let item = scene.item("src/a.ts");
        assert_eq!(item.status, expected, "{promised:?}: {text}: {:?}", item.reasons);
        assert!(item.reasons.join("; ").contains(said), "{promised:?}: {:?}", item.reasons);
    }
}

#[test]
fn the_edge_answers_in_facts() {
    let scene = Scene::new(vec![]).file("a.txt", "one\ntwo").file("dir/b.txt", "");
    let root = scene.root.path();
    #[cfg(unix)]
    for (target, name) in [("/etc", "etc"), ("a.txt", "inside"), ("gone", "broken")] {
        std::os::unix::fs::symlink(target, root.join(name)).expect("a link");
    }
    let ask = |path: &str| {
        let path = RepoPath::parse(path).expect("a path");
        code::read(root, &BTreeSet::from([path.clone()])).expect("facts").remove(&path).expect("an answer")
    };
    assert_eq!(ask("a.txt"), FileFact::of_text("one\ntwo"));
    assert_eq!((ask("a.txt").lines, ask("dir/b.txt").lines), (Some(2), Some(0)));
    for (path, state) in [
        ("dir", FileState::Folder),
        ("gone", FileState::Missing),
        ("a.txt/x", FileState::Missing),
        ("etc", FileState::Outside),
        ("etc/passwd", FileState::Outside),
        ("broken", FileState::Missing),
        ("inside", FileState::File),
    ] {
        assert_eq!(ask(path).state, state, "{path}");
    }
    assert!(code::read(Path::new("/nowhere/at/all"), &BTreeSet::new()).is_err());
}

#[test]
fn statements_are_joined_with_the_roadmap_and_never_across_plans() {
    let of = |texts: &[&str]| MustHaves { truths: truths(texts), ..MustHaves::default() };
    let mut scene = Scene::new(vec![
        plan("03-01", of(&["People can pay.", "Once only", "once  only"])),
        plan("03-02", of(&["Once only"])),
    ]);
    scene.input.criteria = truths(&["people can `pay`", "Refunds work", "Refunds work"]);
    let seen: Vec<(Option<String>, String)> =
        scene.items().into_iter().map(|item| (item.plan, item.label)).collect();
    let expected = [
        (None, "Refunds work"),
        (Some("03-01"), "People can pay."),
        (Some("03-01"), "Once only"),
        (Some("03-02"), "Once only"),
    ];
    assert_eq!(seen, expected.map(|(plan, label)| (plan.map(str::to_owned), label.to_owned())));
    let ids: BTreeSet<ItemId> = scene.items().into_iter().map(|item| item.id).collect();
    assert_eq!(ids.len(), 4);
}

#[test]
fn links_with_one_label_stay_two_items() {
    let key_links = vec![link("a.ts", "bee.ts", "one"), link("a.ts", "bee.ts", "two")];
    let scene = Scene::new(vec![plan("03-01", MustHaves { key_links, ..MustHaves::default() })])
        .file("a.ts", "import './bee'; one()")
        .file("bee.ts", "");
    let items = scene.items();
    assert_eq!(
        items.iter().map(|item| item.status).collect::<Vec<_>>(),
        [ItemStatus::Verified, ItemStatus::Partial]
    );
    assert_ne!(items[0].id, items[1].id);
    assert_eq!(items[0].id, item_id(Some("03-01"), ItemKind::KeyLink, "a.ts → bee.ts", 1));
}

#[test]
fn a_plan_without_must_haves_is_held_to_its_done_criteria() {
    let mut facts = plan("03-01", MustHaves::default());
    facts.plan.tasks = vec![
        Task { number: "1".into(), done: Some("Card numbers\n  are checked".into()), ..Task::default() },
        Task {
            number: "2".into(),
            name: "Look at the form".into(),
            kind: Some("checkpoint:human-verify".into()),
            done: Some("The form is readable".into()),
            ..Task::default()
        },
    ];
    let mut scene = Scene::new(vec![facts]);
    assert_eq!(scene.item("Card numbers are checked").status, ItemStatus::NeedsJudgement);
    let human = scene.item("Look at the form");
    assert_eq!((human.kind, human.status), (ItemKind::Human, ItemStatus::NeedsHuman));
    let error =
        scene.confirm("Card numbers are checked", Answer::Yes).expect_err("not for a person").to_string();
    assert!(error.contains("the verifier agent judges it first"), "{error}");
    scene
        .judge(
            "Card numbers are checked",
            JudgedStatus::Uncertain,
            vec![Evidence {
                command: Some("ls".into()),
                text: Some("nothing".into()),
                ..Evidence::default()
            }],
        )
        .unwrap();
    let PhaseNext::Confirm { question, remaining, .. } = next(&scene.input, &scene.items(), TAG) else {
        panic!("one question")
    };
    assert_eq!((question.as_str(), remaining), ("Is this so: Card numbers are checked?", 1));
    scene.confirm("Card numbers are checked", Answer::Partial).unwrap();
    let PhaseNext::Confirm { expected, remaining, .. } = next(&scene.input, &scene.items(), TAG) else {
        panic!("the other question")
    };
    assert_eq!((expected.as_deref(), remaining), (Some("The form is readable"), 0));
    scene.confirm("Look at the form", Answer::Yes).unwrap();
    assert_eq!(scene.status(), PhaseStatus::Passed);
    let PhaseNext::Proceed { outcome, warnings } = next(&scene.input, &scene.items(), TAG) else {
        panic!("go on")
    };
    assert_eq!(outcome, Proceed::Complete);
    assert!(warnings[0].contains("a person said partly"), "{warnings:?}");
}

#[test]
fn a_checkpoint_asks_for_what_the_plan_says_was_built() {
    let text = "---\nphase: 03-cart\nplan: 01\n---\n\n<tasks>\n<task type=\"checkpoint:human-verify\">\n  <what-built>The cart page</what-built>\n  <how-to-verify>Open /cart\n  and read the total</how-to-verify>\n</task>\n</tasks>\n";
    let mut facts = plan("03-01", MustHaves::default());
    let path = RepoPath::parse(".planning/phases/03-cart/03-01-PLAN.md").unwrap();
    facts.plan.tasks = countersign::domain::plan::read(&path, text).unwrap().tasks;
    let scene = Scene::new(vec![facts]);
    let item = scene.item("The cart page");
    assert_eq!(item.status, ItemStatus::NeedsHuman);
    assert!(item.reasons.iter().any(|r| r == "expected: Open /cart and read the total"), "{item:?}");
}

#[test]
fn a_persons_no_is_a_gap_until_the_code_changes() {
    let must_haves = MustHaves {
        truths: truths(&["The form looks right on a phone"]),
        artifacts: vec![artifact("form.html")],
        key_links: vec![],
        ..MustHaves::default()
    };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)]).file("form.html", "<form>");
    assert_eq!(scene.status(), PhaseStatus::HumanNeeded);
    scene.confirm("The form looks right on a phone", Answer::No).unwrap();
    assert_eq!(scene.status(), PhaseStatus::GapsFound);
    scene.write("form.html", "<form class=wide>");
    assert_eq!(scene.status(), PhaseStatus::HumanNeeded);
    scene.confirm("The form looks right on a phone", Answer::Yes).unwrap();
    assert_eq!(scene.status(), PhaseStatus::Passed);
    scene.write("form.html", "<form class=wider>");
    assert_eq!(scene.status(), PhaseStatus::HumanNeeded, "a yes covers what was looked at");
}

#[test]
fn an_agent_never_undoes_a_persons_word() {
    let must_haves = MustHaves { truths: truths(&["It is fast enough"]), ..MustHaves::default() };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)]).file("a.ts", "fast()\n");
    let fast = || vec![at("a.ts", 1, "fast()")];
    scene.judge("It is fast enough", JudgedStatus::Uncertain, fast()).unwrap();
    scene.judge("It is fast enough", JudgedStatus::Uncertain, fast()).expect("an agent may correct itself");
    scene.confirm("It is fast enough", Answer::No).unwrap();
    let error =
        scene.judge("It is fast enough", JudgedStatus::Verified, fast()).expect_err("refused").to_string();
    assert!(error.contains("a person has spoken"), "{error}");
    assert_eq!(scene.item("It is fast enough").status, ItemStatus::Failed);
    scene.confirm("It is fast enough", Answer::Yes).expect("a person may change their mind");
    assert_eq!(scene.status(), PhaseStatus::Passed);
    let error =
        scene.judge("It is fast enough", JudgedStatus::Failed, fast()).expect_err("refused").to_string();
    assert!(error.contains("a person has spoken"), "{error}");
}

#[test]
fn what_the_code_decides_is_never_confirmed() {
    let big = Artifact { contains: vec!["x".into()], ..artifact("big.ts") };
    let must_haves = MustHaves { artifacts: vec![big], ..MustHaves::default() };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)]).file("big.ts", &"yyyyyyy\n".repeat(300_000));
    scene.confirm("big.ts", Answer::Yes).expect("nobody else can tell");
    assert_eq!(scene.item("big.ts").status, ItemStatus::Verified);
    scene.write("big.ts", "y");
    assert_eq!(scene.item("big.ts").status, ItemStatus::Failed);
    let error = scene.confirm("big.ts", Answer::Yes).expect_err("the code tells now").to_string();
    assert!(error.contains("asks no person"), "{error}");
}

#[test]
fn many_judgements_come_in_portions() {
    let texts: Vec<String> = (0..45).map(|n| format!("Statement {n} {}", "holds ".repeat(200))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let scene = Scene::new(vec![plan("03-01", MustHaves { truths: truths(&texts), ..MustHaves::default() })]);
    let PhaseNext::Judge { items, brief, remaining } = next(&scene.input, &scene.items(), TAG) else {
        panic!("judge")
    };
    assert_eq!((items.len(), remaining), (20, 25));
    assert!(brief.len() < 40_000, "{}", brief.len());
}

#[test]
fn an_override_needs_a_reason_and_something_to_override() {
    let must_haves =
        MustHaves { artifacts: vec![artifact("a.ts"), artifact("b.ts")], ..MustHaves::default() };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)]).file("a.ts", "a();\n");
    for (label, reason, refused) in [
        ("b.ts", "", "say it in words"),
        ("b.ts", "<reason>", "say it in words"),
        ("b.ts", "TODO", "say it in words"),
        ("a.ts", "It is fine", "nothing to override"),
    ] {
        let error = scene.override_with(label, reason).expect_err("refused").to_string();
        assert!(error.contains(refused), "{error}");
    }
    let unknown = PhaseEvent::Overridden {
        item: ItemId::new("b.tsx"),
        reason: "It is fine".into(),
        decided_by: "Ada".into(),
        trust: Trust::Claimed,
        digest: None,
    };
    let error = scene.say(unknown).expect_err("unknown").to_string();
    assert!(error.contains("is no item of this phase; nearest:") && error.contains("\"b.ts\""), "{error}");
    scene.override_with("b.ts", "Moved to phase 4").unwrap();
    assert_eq!(scene.item("b.ts").status, ItemStatus::Overridden);
    assert_eq!(scene.status(), PhaseStatus::Passed);
    assert_eq!(score(&scene.items()).to_string(), "1/2 must-haves verified");
    let PhaseNext::Proceed { outcome, .. } = next(&scene.input, &scene.items(), TAG) else { panic!("go on") };
    assert_eq!(outcome.as_str(), "Complete (with gaps)");
    let error = scene.override_with("b.ts", "Again").expect_err("refused").to_string();
    assert!(error.contains("nothing to override"), "{error}");
    scene.write("b.ts", "b();\n");
    assert_eq!(scene.item("b.ts").status, ItemStatus::Verified, "no longer in need of an override");
}

#[test]
fn unfinished_plans_are_asked_for_and_never_pass() {
    let of = |path: &str| MustHaves { artifacts: vec![artifact(path)], ..MustHaves::default() };
    let mut unfinished = plan("03-02", of("b.ts"));
    unfinished.has_summary = false;
    unfinished.plan.requirements = vec!["PAY-1".to_owned()];
    let mut scene = Scene::new(vec![plan("03-01", of("a.ts")), unfinished]).file("a.ts", "a();\n");
    let error = admit_verification(&scene.input).expect_err("partial must be asked for");
    assert_eq!(error, PhaseRefusal::NeedsPartial { plans: vec!["03-02".to_owned()], denied: Vec::new() });
    assert_eq!(scene.item("03-02").status, ItemStatus::Failed, "closed even when nobody asked");
    // One whose SUMMARY says that it is not done has a SUMMARY.
    scene.input.denied = vec![("03-02".to_owned(), "status: partial".to_owned())];
    let error = admit_verification(&scene.input).expect_err("partial must be asked for").to_string();
    assert!(
        error.starts_with("the SUMMARY of 03-02 says that the plan is not done (`status: partial`)"),
        "{error}"
    );
    assert!(!error.contains("no SUMMARY"), "{error}");
    assert!(scene.item("03-02").reasons.join(" ").contains("its SUMMARY says"));
    scene.input.denied.clear();
    scene.input.partial = true;
    assert_eq!(admit_verification(&scene.input), Ok(()));
    for (label, expected) in [
        ("03-02", ItemStatus::Pending),
        ("b.ts", ItemStatus::Pending),
        ("a.ts", ItemStatus::Verified),
        ("PAY-1", ItemStatus::Pending),
    ] {
        assert_eq!(scene.item(label).status, expected, "{label}");
    }
    assert_eq!(scene.status(), PhaseStatus::GapsFound);
    let PhaseNext::Proceed { outcome, .. } = next(&scene.input, &scene.items(), TAG) else { panic!("go on") };
    assert_eq!(outcome, Proceed::UnfinishedPlans);
    let error = scene.override_with("b.ts", "Not needed").expect_err("refused").to_string();
    assert!(error.contains("its plan is not finished"), "{error}");
}

#[test]
fn requirements_are_as_good_as_their_plans() {
    let claims = |mut facts: PlanFacts, ids: &[&str]| {
        facts.plan.requirements = ids.iter().map(|id| (*id).to_owned()).collect();
        facts
    };
    let of = |path: &str| MustHaves { artifacts: vec![artifact(path)], ..MustHaves::default() };
    let open = MustHaves { truths: truths(&["It holds"]), ..MustHaves::default() };
    let mut scene = Scene::new(vec![
        claims(plan("03-01", of("a.ts")), &["GOOD-1", "BAD-1", "ODD-1"]),
        claims(plan("03-02", of("gone.ts")), &["BAD-1"]),
        claims(plan("03-03", open), &["OPEN-1"]),
        claims(plan("03-04", MustHaves::default()), &["BARE-1"]),
    ])
    .file("a.ts", "a();\n");
    scene.input.requirements = vec![RequirementFact { id: "LEFT-1".to_owned(), text: None, by_table: false }];
    scene.input.known_requirements =
        Some(["GOOD-1", "BAD-1", "OPEN-1", "BARE-1", "LEFT-1"].map(str::to_owned).into());
    for (id, expected) in [
        ("GOOD-1", ItemStatus::Verified),
        ("BAD-1", ItemStatus::Blocked),
        ("ODD-1", ItemStatus::Orphaned),
        ("OPEN-1", ItemStatus::Uncertain),
        ("BARE-1", ItemStatus::NeedsHuman),
        ("LEFT-1", ItemStatus::Orphaned),
    ] {
        assert_eq!(scene.item(id).status, expected, "{id}: {:?}", scene.item(id).reasons);
    }
    let error = scene.confirm("OPEN-1", Answer::Yes).expect_err("it only waits").to_string();
    assert!(error.contains("it waits for other items"), "{error}");
    scene
        .judge("It holds", JudgedStatus::Verified, vec![at("a.ts", 1, "")])
        .expect_err("an empty file has no line");
    scene.write("a.ts", "holds()\n");
    scene.judge("It holds", JudgedStatus::Verified, vec![at("a.ts", 1, "holds()")]).unwrap();
    assert_eq!(scene.item("OPEN-1").status, ItemStatus::Verified);
}

#[test]
fn tasks_that_nobody_reviewed_are_gaps_with_the_call_that_mends_them() {
    let mut scene = kept();
    let call = ReviewCall {
        tool: "review_task".to_owned(),
        arguments: [("plan", "03-01"), ("task", "1")].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
    };
    let review = |task: &str, state| ReviewFact {
        plan: "03-01".into(),
        task: task.into(),
        state,
        call: Some(call.clone()),
    };
    scene.input.reviews = vec![
        review("1", ReviewState::NeverReviewed),
        review("2", ReviewState::BlockingOpen(vec!["F3".to_owned()])),
        review("3", ReviewState::Ok),
    ];
    scene
        .judge("A payment is taken once", JudgedStatus::Verified, vec![at("src/pay.ts", 3, "once")])
        .unwrap();
    assert_eq!(scene.status(), PhaseStatus::GapsFound);
    let found = gaps(&scene.items());
    assert_eq!(
        found.iter().map(|gap| gap.reason.as_str()).collect::<Vec<_>>(),
        ["never reviewed", "blocking findings are unresolved: F3"]
    );
    assert_eq!(found[0].call.as_ref(), Some(&call));
    scene.input.reviews = vec![review("1", ReviewState::Ok)];
    assert_eq!(scene.status(), PhaseStatus::Passed);
}

#[test]
fn status_is_decided_in_order() {
    use ItemKind::{AntiPattern, Artifact, Plan, Review, Truth};
    use ItemStatus::*;
    use PhaseStatus::{GapsFound, HumanNeeded, Passed};
    for (of, partial, expected, reason) in [
        (vec![], false, GapsFound, "nothing to verify"),
        (vec![(Plan, Pending)], true, GapsFound, "nothing to verify"),
        (vec![(Review, Verified)], false, GapsFound, "nothing to verify"),
        (vec![(Artifact, Pending)], true, GapsFound, "nothing to verify"),
        (vec![(AntiPattern, Uncertain)], false, GapsFound, "nothing to verify"),
        (vec![(Truth, Verified)], false, Passed, "every item holds"),
        (vec![(Truth, Verified)], true, GapsFound, "partial"),
        (vec![(Truth, Verified), (Truth, Pending)], false, GapsFound, "partial"),
        (vec![(Truth, Verified), (Truth, NeedsHuman)], false, HumanNeeded, "1 of 2"),
        (vec![(Truth, Verified), (Truth, NeedsJudgement)], false, HumanNeeded, "1 of 2"),
        (vec![(Truth, Verified), (Truth, Uncertain)], true, HumanNeeded, "1 of 2"),
        (vec![(Truth, NeedsHuman), (Truth, Failed)], false, GapsFound, "1 of 2"),
        (vec![(Truth, Verified), (Artifact, Partial)], false, GapsFound, "1 of 2"),
        (vec![(Truth, Verified), (Artifact, Blocked)], false, GapsFound, "1 of 2"),
        (vec![(Truth, Verified), (Artifact, Orphaned)], false, GapsFound, "1 of 2"),
        (vec![(Truth, Verified), (AntiPattern, Failed)], false, GapsFound, "1 of 2"),
        (vec![(Truth, Verified), (AntiPattern, Uncertain)], false, Passed, "every item holds"),
        (vec![(Truth, Verified), (Truth, Overridden)], false, Passed, "1 of them by a person's override"),
    ] {
        let items: Vec<Item> = of.iter().map(|(kind, status)| bare(*kind, *status)).collect();
        let standing = status(&items, partial);
        assert_eq!(standing.status, expected, "{of:?}");
        assert!(standing.reason.contains(reason), "{of:?}: {}", standing.reason);
    }
}

fn bare(kind: ItemKind, status: ItemStatus) -> Item {
    let item = serde_json::json!({ "id": "0", "kind": kind, "label": "x", "status": status });
    serde_json::from_value(item).expect("the least an item can be")
}

#[test]
fn a_phase_that_promises_nothing_has_that_as_its_gap() {
    let scene = Scene::new(vec![plan("03-01", MustHaves::default())]);
    let PhaseNext::CloseGaps { gaps } = next(&scene.input, &scene.items(), TAG) else { panic!("a gap") };
    assert_eq!((gaps.len(), gaps[0].reason.as_str()), (1, "nothing to verify"));
}

#[test]
fn a_re_verification_shows_what_closed_remained_and_regressed() {
    let promised = ["a.ts", "b.ts", "c.ts"].map(artifact).to_vec();
    let must_haves = MustHaves { artifacts: promised, ..MustHaves::default() };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)]).file("c.ts", "c();\n");
    assert_eq!(re_verification(&scene.events, &scene.items()), None);
    let event = reported(&scene.input, &scene.code(), &scene.events, &scene.items());
    let before = covered_digest(&scene.input, &scene.code(), &scene.events, &BTreeSet::new());
    scene.say(event).unwrap();
    scene.write("a.ts", "a();\n");
    fs::remove_file(scene.root.path().join("c.ts")).expect("gone");
    let again = re_verification(&scene.events, &scene.items()).expect("a comparison");
    assert_eq!(again.previous_score, "1/3 must-haves verified");
    assert_eq!(
        (again.gaps_closed, again.gaps_remaining, again.regressions),
        (vec!["a.ts".to_owned()], vec!["b.ts".to_owned()], vec!["c.ts".to_owned()])
    );
    assert_ne!(covered_digest(&scene.input, &scene.code(), &scene.events, &BTreeSet::new()), before);
}

#[test]
fn items_and_events_read_as_they_are_published() {
    let scene = kept();
    let item = scene.item("src/route.ts → src/pay.ts");
    let json = serde_json::to_string(&item).expect("JSON");
    assert!(!json.contains("null") && !json.contains("wired"), "{json}");
    assert_eq!(serde_json::from_str::<Item>(&json).expect("an item"), item);
    let event = PhaseEvent::Confirmed {
        item: item.id,
        answer: Answer::Yes,
        note: None,
        trust: Trust::Attested,
        digest: None,
    };
    let json = serde_json::to_string(&event).expect("JSON");
    assert!(json.starts_with(r#"{"type":"confirmed","item":""#), "{json}");
    assert_eq!(serde_json::from_str::<PhaseEvent>(&json).expect("an event"), event);
}

fn report(scene: &Scene) -> PhaseReport {
    let (code, items) = (scene.code(), scene.items());
    PhaseReport::new(&scene.input, &code, &scene.events, items, Timestamp(1_767_225_600_000))
}

#[test]
fn a_report_reads_well() {
    let must_haves = MustHaves {
        truths: truths(&["A payment is taken once", "The form looks right"]),
        artifacts: vec![Artifact { min_lines: Some(3), ..artifact("src/pay.ts") }, artifact("src/gone.ts")],
        key_links: vec![link("src/route.ts", "src/pay.ts", "takePayment\\(")],
        ..MustHaves::default()
    };
    let mut scene = Scene::new(vec![plan("03-01", must_haves)])
        .file("src/pay.ts", "export function takePayment() {\n  return once();\n}\n")
        .file("src/route.ts", "post('/pay', () => takePayment());\n");
    scene
        .judge("A payment is taken once", JudgedStatus::Verified, vec![at("src/pay.ts", 2, "once()")])
        .unwrap();
    scene.override_with("src/gone.ts", "Moved to phase 4").unwrap();
    let report = report(&scene);
    let text = render(&report);
    expect![[r#"
        ---
        writer: "countersign"
        phase: "3"
        verified: "2026-01-01T00:00:00Z"
        status: human_needed
        score: "3/5 must-haves verified"
        truths_passed: 1
        truths_failed: 0
        truths_uncertain: 1
        artifacts_passed: 1
        artifacts_failed: 0
        artifacts_uncertain: 0
        key_links_wired: 1
        key_links_broken: 0
        key_links_uncertain: 0
        requirements_covered: 0
        requirements_missing: 0
        requirements_uncertain: 0
        gaps: []
        human_verification:
          - test: "The form looks right"
            expected: "The form looks right"
            why_human: "only a person can tell: “looks right”"
        overrides:
          - item: "86886ffcf749"
            label: "src/gone.ts"
            reason: "Moved to phase 4"
            decided_by: "Ada"
            trust: "attested"
        covered_files: ["src/pay.ts", "src/route.ts"]
        covered_digest: "b1549b958ac07945974d055bb69465f6"
        ---

        # Verification: Phase 3: Payments

        **Goal:** People can pay

        **Status:** human_needed: 1 of 5 items are still to be judged or confirmed
        **Score:** 3/5 must-haves verified

        ## Truths

        | # | Truth | Plan | Status | Evidence | Why |
        |---|---|---|---|---|---|
        | 1 | A payment is taken once | 03-01 | verified | src/pay.ts:2 | judged verified by verifier |
        | 2 | The form looks right | 03-01 | needs_human |  | only a person can tell: “looks right” |

        ## Artifacts

        | # | File | Plan | Status | Evidence | Why |
        |---|---|---|---|---|---|
        | 1 | src/pay.ts | 03-01 | verified | src/pay.ts |  |
        | 2 | src/gone.ts | 03-01 | overridden |  | \`src/gone.ts\` does not exist; was failed; overridden by Ada (attested): Moved to phase 4 |

        ## Key Links

        | # | Link | Plan | Status | Evidence | Why |
        |---|---|---|---|---|---|
        | 1 | src/route.ts → src/pay.ts | 03-01 | verified | src/route.ts:1 |  |

        ## Human Verification

        - **The form looks right**
          - Expected: The form looks right
          - Why a person: only a person can tell: “looks right”

        ## Overrides

        | Item | Reason | Decided by |
        |---|---|---|
        | src/gone.ts | Moved to phase 4 | Ada (attested) |

        ## Gaps

        None.
    "#]].assert_eq(&text);
    let stored: PhaseReport =
        serde_json::from_str(&serde_json::to_string(&report).expect("JSON")).expect("a report");
    assert_eq!(render(&stored), text, "rebuilt byte for byte");
    let written = read_report(&text).expect("ours");
    assert_eq!((written.phase.as_str(), written.status.as_str()), ("3", "human_needed"));
    assert!(!written.is_stale(&covered_digest(&scene.input, &scene.code(), &scene.events, &BTreeSet::new())));
    scene.write(".planning/phases/03-payments/03-01-PLAN.md", "other promises");
    assert!(
        written.is_stale(&covered_digest(&scene.input, &scene.code(), &scene.events, &BTreeSet::new())),
        "the plan changed"
    );
    scene.write("src/pay.ts", "\n\n\n\n");
    assert!(written.is_stale(&covered_digest(&scene.input, &scene.code(), &scene.events, &BTreeSet::new())));
    assert_eq!(read_report("---\nphase: 3\nstatus: passed\n---\n"), None, "another writer's");
    assert_eq!(read_report("no front matter"), None);
}

#[test]
fn nothing_in_a_plan_breaks_out_of_the_report() {
    let evil = "x\"\n---\nstatus: \"passed\"\n---\n## Gaps | `<img src=x>` ![a](http://x) \u{202E}\u{200B}";
    let stated = MustHaves { truths: truths(&[evil]), ..MustHaves::default() };
    let promised = MustHaves { artifacts: vec![artifact(evil)], ..MustHaves::default() };
    let mut scene = Scene::new(vec![plan("03-01", stated), plan("03-02", promised)]);
    scene.input.goal = Some(evil.to_owned());
    scene.input.name = Some(evil.to_owned());
    let text = render(&report(&scene));
    assert_eq!(text.lines().filter(|line| *line == "---").count(), 2, "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("status:")).count(), 1);
    assert_eq!(text.lines().filter(|line| line.starts_with("## Gaps")).count(), 1);
    let body = text.split("\n---\n").last().expect("a body");
    assert!(!body.contains("<img") && !body.contains("![a]("), "{body}");
    assert!(!text.contains(['\u{202E}', '\u{200B}']));
    for row in text.lines().filter(|line| line.starts_with("| 1 |")) {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 7, "{row}");
    }
    let PhaseNext::Judge { brief, .. } = next(&scene.input, &scene.items(), TAG) else {
        panic!("a truth to judge")
    };
    assert!(!brief.lines().any(|line| line.starts_with("## Gaps") || line.starts_with("---")), "{brief}");
    assert_eq!(one_line("a\u{7}b\r\nc"), "a\\u{7}b c");
}

fn any_item() -> impl Strategy<Value = Item> {
    let kinds = prop::sample::select(vec![
        ItemKind::Truth,
        ItemKind::Artifact,
        ItemKind::KeyLink,
        ItemKind::Requirement,
        ItemKind::Human,
        ItemKind::Plan,
        ItemKind::Review,
    ]);
    (kinds, prop::sample::select(ItemStatus::ALL.to_vec())).prop_map(|(kind, status)| bare(kind, status))
}

proptest! {
    #[test]
    fn passing_means_every_item_holds(of in prop::collection::vec(any_item(), 0..6), partial: bool) {
        let standing = status(&of, partial);
        prop_assert!(!standing.reason.is_empty());
        if standing.status == PhaseStatus::Passed {
            prop_assert!(!partial && !of.is_empty());
            prop_assert!(of.iter().all(|item| item.status.holds()));
        }
    }

    #[test]
    fn a_failed_item_never_passes(
        mut of in prop::collection::vec(any_item(), 0..6),
        place in 0_usize..6,
        bad in prop::sample::select(vec![ItemStatus::Failed, ItemStatus::Partial, ItemStatus::Blocked, ItemStatus::Orphaned]),
        partial: bool,
    ) {
        let place = place.min(of.len());
        of.insert(place, bare(ItemKind::Truth, bad));
        prop_assert_eq!(status(&of, partial).status, PhaseStatus::GapsFound);
        let step = next(&PhaseInput::default(), &of, TAG);
        let goes_on = matches!(step, PhaseNext::Proceed { .. } | PhaseNext::Confirm { .. });
        prop_assert!(!goes_on, "{step:?}");
    }

    #[test]
    fn any_text_is_verified_without_a_crash(path in ".{0,40}", from in ".{0,40}", pattern in ".{0,20}", text in ".{0,200}") {
        let must_haves = MustHaves {
            truths: truths(&[&text, &path]),
            artifacts: vec![Artifact { contains: vec![pattern.clone()], exports: vec![from.clone()], ..artifact(&path) }],
            key_links: vec![link(&from, &path, &pattern), link("src/a.rs", "b", &pattern), link("src/b.ts", &from, &pattern)], ..MustHaves::default() };
        let input = PhaseInput { plans: vec![plan("03-01", must_haves)], ..PhaseInput::default() };
        let files = questions(&input, &[]).into_iter().map(|path| (path, FileFact::of_text(text.clone())));
        let code = CodeFacts { files: files.collect(), ..CodeFacts::default() };
        let found = items(&input, &code, &[]);
        prop_assert!(found.iter().filter(|item| item.kind == ItemKind::KeyLink).count() == 3);
        let text = render(&PhaseReport::new(&input, &code, &[], found, Timestamp(0)));
        prop_assert_eq!(text.lines().filter(|line| *line == "---").count(), 2);
    }
}

#[test]
fn a_promised_folder_is_covered_with_the_files_of_the_package_it_is() {
    let promised = Artifact { exports: vec!["Charge".to_owned()], ..artifact("pkg/pay") };
    let must_haves = MustHaves { artifacts: vec![promised], ..MustHaves::default() };
    let scene = Scene::new(vec![plan("03-01", must_haves)])
        .file("pkg/pay/pay.go", "package pay\n\nfunc Charge(n int) int { return n * 3 }\n");
    let covered = || covered_digest(&scene.input, &scene.code(), &[], &BTreeSet::new());
    let before = covered();
    let files = covered_files(&scene.input, &scene.code(), &[], &BTreeSet::new());
    assert!(files.iter().any(|f| f.as_str() == "pkg/pay/pay.go"), "{files:?}");
    scene.write("pkg/pay/pay_test.go", "package pay\n");
    assert_eq!(covered(), before);
    scene.write("pkg/pay/pay.go", "package pay\n\nfunc Charge(n int) int { return n * 4 }\n");
    assert_ne!(covered(), before);
}
