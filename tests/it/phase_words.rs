//! What agents and people say of a phase's items, and what it is worth: a person's own word, an override of one fault, a
//! commit that is gone, evidence that shows nothing.

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::domain::phase::{
    Answer, Evidence, ItemStatus, JudgedStatus, PhaseEvent, PhaseNext, PhaseStatus, Trust, bound, next,
};
use countersign::domain::plan::{Artifact, MustHaves, read};

use serde_json::json;

use crate::desk::Desk;
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
        (
            "src/book.rs",
            "pub fn once(x: u32) -> u32 {\n    x * price()\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    #[ignore]\n    fn pays() {\n        assert_eq!(super::once(1), 3);\n    }\n\n    #[test]\n    fn pays_twice() {\n        assert_eq!(super::once(2), 6);\n    }\n}\n",
        ),
        ("src/stub.ts", "export function refund(x: number) {\n  throw new Error('not implemented');\n}\n"),
        ("node_modules/once/index.js", "module.exports = (x) => done(x);\n"),
        ("test.log", "12 payments were taken once\n"),
        ("NOTES", "a payment is taken once\n"),
    ];
    let mut scene = files.iter().fold(kept(), |scene, (path, text)| scene.file(path, text));
    for (path, line, said) in [
        ("src/dead.ts", 3, "never runs"),
        ("src/pay.test.ts", 2, "is a test that is skipped"),
        ("src/book.rs", 10, "is a test that is skipped"),
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
fn a_test_beside_the_code_shows_what_it_checks_where_it_runs() {
    const PAID: &str = "A payment is taken once";
    let text = "pub fn once(x: u32) -> u32 {\n    x * price()\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn pays() {\n        assert_eq!(super::once(1), 3);\n    }\n}\n";
    let mut scene = kept().file("src/book.rs", text);
    scene.judge(PAID, JudgedStatus::Verified, vec![at("src/book.rs", 9, "super::once(1)")]).unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_is_cited_by_what_it_leads_to() {
    let scene = crate::plan_scene::with_task_one();
    scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
    scene.write("src/cart.js", crate::plan_scene::CART_FIXED);
    scene.write("src/checkout.js", "import { total } from './cart.js';\nconsole.log(total([], 1));\n");
    std::os::unix::fs::symlink("cart.js", scene.root().join("src/linked.js")).unwrap();
    std::os::unix::fs::symlink("src", scene.root().join("code")).unwrap();
    let mut client = crate::client::Client::start(scene.root(), crate::client::Era::Stateless);
    let verified = Desk::at(scene.root()).ok("verify_phase", json!({ "phase": "1", "partial": true }));
    let item = verified["items"].as_array().unwrap().iter().find(|i| i["kind"] == "truth").unwrap();
    let mut judge = |file: &str| {
        let shown = json!([{ "file": file, "line": 1 }]);
        let said = json!([{ "item_id": item["id"], "status": "failed", "evidence": shown }]);
        client.call("verify_phase", json!({ "phase": "1", "partial": true, "judgements": said }))
    };
    for link in ["src/linked.js", "code/cart.js"] {
        let refused = judge(link);
        let told = format!("`{link}` is a link to `src/cart.js`");
        assert!(refused.is_error && refused.text.contains(&told), "{link}: {}", refused.text);
    }
    let taken = judge("src/cart.js");
    assert!(!taken.is_error, "{}", taken.text);
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

#[test]
fn a_person_may_veto_what_an_agent_settled() {
    const PAID: &str = "A payment is taken once";
    let shown = || vec![at("src/pay.ts", 3, "once(id)")];
    for trust in [Trust::Claimed, Trust::Attested] {
        let mut scene = kept();
        scene.judge(PAID, JudgedStatus::Verified, shown()).unwrap();
        let refused = scene.answer(PAID, Answer::Yes, trust).expect_err("it is settled").to_string();
        assert!(refused.contains("it is settled"), "{refused}");
        scene.answer(PAID, Answer::No, trust).unwrap();
        let item = scene.item(PAID);
        assert!(item.reasons.last().unwrap().starts_with("a person said no"), "{item:?}");
        assert_eq!((item.status, scene.status()), (ItemStatus::Failed, PhaseStatus::GapsFound));
        let refused = scene.judge(PAID, JudgedStatus::Verified, shown()).expect_err("vetoed").to_string();
        assert!(refused.contains("a person has spoken"), "{refused}");
        // A touch of a file settles nothing: the person is asked again.
        scene.write("src/route.ts", "import { takePayment } from './pay';\ntakePayment('1');\n");
        let before = scene.item(PAID).status;
        scene.write(
            "src/pay.ts",
            "// paid\nexport function takePayment(id: string) {\n  return once(id);\n}\n",
        );
        assert_ne!(before, ItemStatus::Verified);
        scene.judge(PAID, JudgedStatus::Verified, shown()).unwrap();
        assert_eq!(scene.item(PAID).status, ItemStatus::NeedsHuman, "{:?}", scene.item(PAID));
        scene.answer(PAID, Answer::Yes, trust).unwrap();
        assert_eq!(scene.status(), PhaseStatus::Passed);
        scene.answer(PAID, Answer::No, trust).unwrap();
        scene.answer(PAID, Answer::Yes, trust).expect("a person may change their mind");
        assert_eq!(scene.status(), PhaseStatus::Passed, "{:?}", scene.item(PAID));
    }
    // No agent passes on another answer than the person's own.
    let mut scene = kept();
    scene.judge(PAID, JudgedStatus::Verified, shown()).unwrap();
    scene.answer(PAID, Answer::No, Trust::Attested).unwrap();
    scene.answer(PAID, Answer::Yes, Trust::Claimed).unwrap();
    assert_eq!(scene.item(PAID).status, ItemStatus::NeedsHuman);
    // An override lifts a no that an agent passed on, and the no may come after it.
    let mut scene = kept();
    scene.judge(PAID, JudgedStatus::Failed, shown()).unwrap();
    claimed_override(&mut scene, PAID);
    assert_eq!(scene.status(), PhaseStatus::Passed);
    scene.answer(PAID, Answer::No, Trust::Claimed).unwrap();
    assert_eq!(scene.status(), PhaseStatus::GapsFound);
    claimed_override(&mut scene, PAID);
    assert_eq!(scene.status(), PhaseStatus::Passed);
}

#[test]
fn an_agents_name_decides_nothing_and_no_call_says_two_things_of_one_item() {
    let scene = crate::plan_scene::with_task_one();
    scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
    let mut client = crate::client::Client::start(scene.root(), crate::client::Era::Stateless);
    let verified = Desk::at(scene.root()).ok("verify_phase", json!({ "phase": "1", "partial": true }));
    let item = verified["items"].as_array().unwrap().iter().find(|i| i["kind"] == "truth").unwrap();
    for name in ["countersign-verifier", "mz-verifier", "countersign:countersign-executor", "Claude"] {
        let over = json!([{ "item_id": item["id"], "reason": "It comes in May", "decided_by": name }]);
        let refused =
            client.call("verify_phase", json!({ "phase": "1", "partial": true, "overrides": over }));
        let told = refused.text.clone();
        assert!(refused.is_error && told.contains("overrides[0].decided_by"), "{name}: {told}");
        assert!(told.contains("<the person's name>"), "{name}: {told}");
    }
    let shown = json!([{ "file": "src/a.rs", "text": "x" }]);
    let said = |status: &str| json!({ "item_id": item["id"], "status": status, "evidence": shown });
    let both = json!([said("verified"), said("failed")]);
    let refused = client.call("verify_phase", json!({ "phase": "1", "partial": true, "judgements": both }));
    let told = refused.text.clone();
    for part in ["judgements[1].item_id", "verified by judgements[0] and failed by judgements[1]"] {
        assert!(refused.is_error && told.contains(part), "{told}");
    }
    assert!(told.contains("The call below says failed"), "{told}");
}
