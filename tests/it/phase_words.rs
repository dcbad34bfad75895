//! What agents and people say of a phase's items, and what it is worth: a person's own word, an override of one fault, a
//! commit that is gone, evidence that shows nothing.

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::domain::phase::{
    Answer, Evidence, ItemStatus, JudgedStatus, PhaseEvent, PhaseNext, PhaseStatus, Trust, bound, next,
};
use countersign::domain::plan::{Artifact, MustHaves, read};

use crate::phase::{Scene, artifact, at, kept, plan as planned, truths};

const LOOKS: &str = "The form looks right on a phone";

fn for_a_person() -> Scene {
    let must_haves = MustHaves {
        truths: truths(&[LOOKS]),
        artifacts: vec![artifact("form.html")],
        ..MustHaves::default()
    };
    Scene::new(vec![planned("03-01", must_haves)]).file("form.html", "<form>")
}

fn claimed_override(scene: &mut Scene, label: &str) {
    let item = scene.item(label).id;
    let event = PhaseEvent::Overridden {
        item,
        reason: "It will do".to_owned(),
        decided_by: "Ada".to_owned(),
        trust: Trust::Claimed,
        digest: None,
    };
    let event = bound(event, &scene.items());
    scene.say(event).unwrap();
}

#[test]
fn no_agents_word_lifts_what_a_person_answered_in_a_dialogue_of_their_own() {
    for (answered, passed_on) in
        [(Answer::No, Answer::Yes), (Answer::No, Answer::Partial), (Answer::Partial, Answer::Yes)]
    {
        let mut scene = for_a_person();
        scene.answer(LOOKS, answered, Trust::Attested).unwrap();
        let stood = scene.item(LOOKS).status;
        scene.answer(LOOKS, passed_on, Trust::Claimed).unwrap();
        let item = scene.item(LOOKS);
        assert_eq!(item.status, ItemStatus::NeedsHuman, "{answered:?} {passed_on:?}: {item:?}");
        assert!(item.reasons.last().unwrap().ends_with("the person is asked"), "{item:?}");
        let PhaseNext::Confirm { item: asked, why, .. } = next(&scene.input, &scene.items(), "tag") else {
            panic!("the person is asked")
        };
        assert!(asked == item.id && why.contains("(attested)"), "{why}");
        // Asked once more, the person's word counts, whichever it is.
        scene.answer(LOOKS, answered, Trust::Attested).unwrap();
        assert_eq!(scene.item(LOOKS).status, stood);
        scene.answer(LOOKS, Answer::Yes, Trust::Attested).unwrap();
        assert_eq!(scene.status(), PhaseStatus::Passed);
        // What an agent passes on may be stricter.
        scene.answer(LOOKS, Answer::No, Trust::Claimed).unwrap();
        assert_eq!(scene.status(), PhaseStatus::GapsFound);
    }
}

#[test]
fn no_agents_override_passes_over_a_persons_own_no() {
    let mut scene = for_a_person();
    scene.answer(LOOKS, Answer::No, Trust::Attested).unwrap();
    claimed_override(&mut scene, LOOKS);
    assert_eq!(scene.item(LOOKS).status, ItemStatus::NeedsHuman);
    scene.answer(LOOKS, Answer::No, Trust::Attested).unwrap();
    assert_eq!(scene.item(LOOKS).status, ItemStatus::Failed, "the older override is answered");
    // A no that an agent passed on can be overridden by what an agent passes on.
    let mut scene = for_a_person();
    scene.answer(LOOKS, Answer::No, Trust::Claimed).unwrap();
    claimed_override(&mut scene, LOOKS);
    assert_eq!(scene.status(), PhaseStatus::Passed);
}

#[test]
fn an_override_covers_its_fault_and_no_other_number() {
    let exports = Artifact {
        exports: vec!["step1".to_owned(), "step2".to_owned()],
        min_lines: Some(5),
        ..artifact("src/steps.ts")
    };
    let must_haves = MustHaves { artifacts: vec![exports], ..MustHaves::default() };
    let scene = || Scene::new(vec![planned("03-01", must_haves.clone())]);
    let step = |n: u32| format!("export function step{n}(x: number) {{\n  return x + {n};\n}}\n\n");
    let mut missing = scene().file("src/steps.ts", &[step(1), step(3)].concat());
    claimed_override(&mut missing, "src/steps.ts");
    assert_eq!(missing.item("src/steps.ts").status, ItemStatus::Overridden);
    missing.write("src/steps.ts", &format!("// first\n{}", [step(3), step(1)].concat()));
    assert_eq!(missing.item("src/steps.ts").status, ItemStatus::Overridden, "lines move");
    missing.write("src/steps.ts", &[step(2), step(3)].concat());
    let item = missing.item("src/steps.ts");
    assert_eq!(item.status, ItemStatus::Failed, "{item:?}");
    let mut short = scene().file("src/steps.ts", "export function step1(x: number) { return x; }\nexport function step2(x: number) { return x; }\nstep1(2);\n");
    claimed_override(&mut short, "src/steps.ts");
    assert_eq!(short.item("src/steps.ts").status, ItemStatus::Overridden);
    short.write(
        "src/steps.ts",
        "export function step1(x: number) { return x; } export function step2(x: number) { return x; }\n",
    );
    let item = short.item("src/steps.ts");
    assert_eq!(item.status, ItemStatus::Failed, "three of five lines were let pass, not one: {item:?}");
}

#[test]
fn a_judgement_expires_with_the_commit_it_cites() {
    const PAID: &str = "A payment is taken once";
    let mut scene = kept();
    let commit = Evidence { commit: Some("1a2b3c4d".to_owned()), ..Evidence::default() };
    scene.judge(PAID, JudgedStatus::Verified, vec![commit]).unwrap();
    assert_eq!(scene.status(), PhaseStatus::Passed);
    scene.commits.clear();
    let item = scene.item(PAID);
    assert_eq!(item.status, ItemStatus::NeedsJudgement);
    assert!(item.reasons.last().unwrap().contains("commit 1a2b3c4d"), "{item:?}");
}

#[test]
fn what_never_runs_shows_nothing() {
    const PAID: &str = "A payment is taken once";
    let files = [
        (
            "src/dead.ts",
            "export function late(x: number) {\n  if (false) {\n    once(x);\n  }\n  return x;\n}\n",
        ),
        ("src/pay.test.ts", "it.skip('pays', () => {\n  expect(once(1)).toBe(1);\n});\n"),
        ("src/stub.ts", "export function refund(x: number) {\n  throw new Error('not implemented');\n}\n"),
        ("node_modules/once/index.js", "module.exports = (x) => done(x);\n"),
        ("test.log", "12 payments were taken once\n"),
        ("NOTES", "a payment is taken once\n"),
    ];
    let mut scene = files.iter().fold(kept(), |scene, (path, text)| scene.file(path, text));
    for (path, line, said) in [
        ("src/dead.ts", 3, "never runs"),
        ("src/pay.test.ts", 2, "is a test that is skipped"),
        ("src/stub.ts", 2, "is a function that does nothing yet"),
        ("node_modules/once/index.js", 1, "a package that others wrote"),
        ("test.log", 1, "only prose"),
        ("NOTES", 1, "only prose"),
    ] {
        let cited = Evidence { file: Some(path.to_owned()), line: Some(line), ..Evidence::default() };
        let refused = scene.judge(PAID, JudgedStatus::Verified, vec![cited.clone()]).expect_err(path);
        assert!(refused.to_string().contains(said), "{path}: {refused}");
        // That it fails may well be shown so; and beside code that runs it does no harm.
        if !path.starts_with("node_modules") {
            scene.judge(PAID, JudgedStatus::Failed, vec![cited.clone()]).unwrap();
            scene.judge(PAID, JudgedStatus::Verified, vec![cited, at("src/pay.ts", 3, "once(id)")]).unwrap();
        }
    }
}

#[test]
fn a_measure_that_is_no_number_lets_no_phase_pass() {
    for (written, passes) in
        [("3", true), ("~3", true), ("three", false), ("-3", false), ("99999999999999999999", false)]
    {
        let text = format!(
            "---\nphase: 03-payments\nplan: 01\nmust_haves:\n  artifacts:\n    - path: src/pay.ts\n      min_lines: {written}\n---\n"
        );
        let path =
            countersign::domain::ids::RepoPath::parse(".planning/phases/03-payments/03-01-PLAN.md").unwrap();
        let plan =
            countersign::domain::phase::PlanFacts { plan: read(&path, &text).unwrap(), has_summary: true };
        let scene =
            Scene::new(vec![plan]).file("src/pay.ts", "export const pay = (x: number) =>\n  x *\n  2;\n");
        assert_eq!(scene.status() == PhaseStatus::Passed, passes, "{written}: {:#?}", scene.items());
    }
}

#[test]
fn a_second_path_behind_the_first_is_asked_for() {
    for (written, fails) in [
        ("src/pay.ts (and src/refund.ts)", true),
        ("`src/pay.ts` (+ `src/refund.ts`)", true),
        ("src/pay.ts (replaces src/old.ts)", false),
        ("src/pay.ts (and its tests)", false),
    ] {
        let must_haves = MustHaves { artifacts: vec![artifact(written)], ..MustHaves::default() };
        let scene = Scene::new(vec![planned("03-01", must_haves)]).file("src/pay.ts", "pay();\n");
        assert_eq!(scene.item(written).status == ItemStatus::Failed, fails, "{written}");
    }
}
