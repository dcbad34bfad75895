//! What is asked of a subject is frozen when its review begins: over real plans, repositories and the server (SPEC 6.8).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::desk::Desk;
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN};
use crate::scene::Scene;

/// A loop over task 1 whose first review asked for changes, and the fix of it.
fn mended() -> (Scene, Client, Value) {
    let scene = plan_scene::with_task_one();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = client.call("review_task", json!({ "plan": PLAN, "task": "1" }));
    assert!(!opened.is_error, "{}", opened.text);
    let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(plan_scene::review("1", "issues_found", NO_DISCOUNT, NOTHING));
    let recorded = client.call("record_findings", arguments);
    assert_eq!(recorded.structured["next"]["action"], "fix", "{}", recorded.text);
    plan_scene::fix_discount(&scene);
    (scene, client, recorded.structured["next"].clone())
}

fn ask_for(scene: &Scene, from: &str, to: &str) {
    let text = plan_scene::plan();
    assert!(text.contains(from));
    scene.write(PLAN, text.replace(from, to));
}

/// The remarks about what is asked.
fn said(answer: &Value) -> Vec<&str> {
    let remarks = answer["remarks"].as_array().into_iter().flatten();
    remarks.filter(|r| r["code"] == "contract_changed").filter_map(|r| r["message"].as_str()).collect()
}

/// Makes the next call that an answer names.
fn go_on(client: &mut Client, next: &Value, more: &Value) -> Value {
    let mut arguments = next["call"]["arguments"].clone();
    for (key, value) in more.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    let answered = client.call(next["call"]["tool"].as_str().unwrap(), arguments);
    assert!(!answered.is_error, "{}", answered.text);
    answered.structured
}

/// A requirement of a free change is shown with the text that the project has of it, also where only its id is given.
#[test]
fn a_bare_requirement_id_is_shown_with_its_text() {
    let scene = Scene::new();
    scene.commit(
        "chore: start",
        &[("a.txt", "x\n"), (".planning/REQUIREMENTS.md", "- **CART-01**: It says y\n")],
    );
    scene.commit("feat: change it", &[("a.txt", "y\n")]);
    let desk = Desk::at(scene.root());
    let ask = |requirements: Value| json!({ "id": "q", "title": "t", "criteria": "it is done", "base": "HEAD~1", "requirements": requirements });
    let opened = desk.review(ask(json!(["CART-01", "CART-02", "CART-03: It says z"])));
    let brief = opened["brief"].as_str().unwrap();
    for told in ["CART-01: It says y", "CART-02", "CART-03: It says z"] {
        assert!(brief.contains(told), "{told} in {brief}");
    }
    // The loop keeps the text it began with.
    scene.write(".planning/REQUIREMENTS.md", "- **CART-01**: It says nothing\n");
    let again = desk.review(ask(json!(["CART-01", "CART-02", "CART-03: It says z"])));
    assert_eq!((&again["loop_id"], &again["brief"]), (&opened["loop_id"], &opened["brief"]), "{again:#}");
    assert!(again["remarks"].to_string().contains("the text of CART-01 is another now"), "{again:#}");
}

/// What a free change must do is its criteria: what is known beside them makes no other subject, and its open loop goes on.
#[test]
fn a_free_change_that_is_known_otherwise_is_the_same_loop() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("a.txt", "x\n")]);
    scene.commit("feat: change it", &[("a.txt", "y\n")]);
    let desk = Desk::at(scene.root());
    let of = |more: Value| {
        let mut call = json!({ "id": "q", "title": "t", "criteria": "it says y" });
        call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        call
    };
    let known = |text: &str| json!([{ "title": "K", "text": text }]);
    let opened = desk.review(of(json!({ "base": "HEAD~1", "context": known("one") })));
    for more in
        [json!({}), json!({ "context": known("two") }), json!({ "base": "HEAD~1", "context": known("two") })]
    {
        let again = desk.review(of(more));
        assert_eq!(again["loop_id"], opened["loop_id"], "{again:#}");
        assert_eq!(again["countersign"], opened["countersign"], "{again:#}");
    }
    let said = desk.review(of(json!({ "context": known("two") })));
    assert!(said["remarks"].to_string().contains("contract_changed"), "{said:#}");
    let why = desk.refused("review_task", of(json!({ "requirements": ["R-1: more"] })));
    assert!(why.contains("`requirements`") && why.contains("is open with other requirements"), "{why}");
    // Other criteria are another subject.
    let other = desk.review(json!({ "id": "q", "title": "t", "criteria": "it says z", "base": "HEAD~1" }));
    assert_ne!(other["loop_id"], opened["loop_id"]);
}

#[test]
fn other_knowledge_is_put_before_the_user_and_kept_or_adopted() {
    let with =
        |text: &str| json!({ "plan": PLAN, "task": "1", "context": [{ "title": "The chat", "text": text }] });
    for (choice, says, lacks) in
        [("keep", "Round half up.", "Round down."), ("adopt", "Round down.", "Round half up.")]
    {
        let scene = plan_scene::with_task_one();
        let mut client = Client::start(scene.root(), Era::Stateless);
        let opened = client.call("review_task", with("Round half up."));
        assert!(!opened.is_error, "{}", opened.text);
        // An open review goes by what it began with, and it is said.
        let again = client.call("review_task", with("Round down.")).structured;
        assert_eq!(again["countersign"], opened.structured["countersign"], "{again}");
        assert!(said(&again)[0].contains("this review goes by what it began with"), "{again}");
        let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
        arguments["text"] = json!(plan_scene::review("1", "issues_found", NO_DISCOUNT, NOTHING));
        let recorded = client.call("record_findings", arguments).structured;
        assert_eq!(recorded["next"]["action"], "fix", "{recorded}");
        plan_scene::fix_discount(&scene);

        let asked = client.call("review_task", with("Round down.")).structured;
        assert_eq!(asked["next"]["action"], "ask_user", "{asked}");
        let question = asked["next"]["question"].as_str().unwrap();
        assert!(question.contains("the knowledge given along"), "{question}");
        let chosen = json!({ "choice": choice, "reason": "said so", "decided_by": "Ada" });
        let decided = go_on(&mut client, &asked["next"], &chosen);
        assert_eq!(decided["next"]["action"], "fix", "{decided}");
        let second = client.call("review_task", with("Round down.")).structured;
        assert_eq!(second["pass"], 2, "{second}");
        let brief = second["brief"].as_str().unwrap();
        assert!(brief.contains(says) && !brief.contains(lacks), "{choice}: {brief}");
    }
}

#[test]
fn a_changed_task_is_put_before_the_user_and_kept_or_adopted() {
    for (choice, brief_says, brief_lacks) in
        [("keep", "in percent", "in cents"), ("adopt", "in cents", "in percent")]
    {
        let (scene, mut client, next) = mended();
        ask_for(&scene, "less the discount in percent", "less the discount in cents");
        let asked = go_on(&mut client, &next, &json!({}));
        assert_eq!(asked["next"]["action"], "ask_user", "{asked}");
        assert_eq!(asked["next"]["options"], json!(["keep", "adopt", "abandon"]));
        let question = asked["next"]["question"].as_str().unwrap();
        assert!(question.contains("in percent") && question.contains("in cents"), "{question}");
        // Asked again by its subject, it is the same question, and written once.
        let again = client.call("loop_status", json!({ "loop_id": asked["loop_id"] }));
        for field in ["question", "options", "call"] {
            assert_eq!(again.structured["next"][field], asked["next"][field], "{}", again.text);
        }

        let decided = go_on(
            &mut client,
            &asked["next"],
            &json!({ "choice": choice, "reason": "said so", "decided_by": "Ada" }),
        );
        assert_eq!(decided["next"]["action"], "fix", "{decided}");
        let opened = client.call("review_task", json!({ "plan": PLAN, "task": "1" }));
        assert_eq!(opened.structured["pass"], 2, "{}", opened.text);
        let brief = opened.structured["brief"].as_str().unwrap();
        assert!(brief.contains(brief_says), "{choice}: {brief}");
        assert!(!brief.contains(&format!("less the discount {brief_lacks}")), "{choice}: {brief}");
    }
}

#[test]
fn book_keeping_is_no_change_of_the_contract() {
    let (scene, mut client, next) = mended();
    scene
        .write(".planning/REQUIREMENTS.md", "# Requirements\n\n- [x] **CART-01**: Totals honour discounts\n");
    ask_for(&scene, "wave: 1", "wave: 2");
    let opened = go_on(&mut client, &next, &json!({}));
    assert_eq!(opened["pass"], 2, "{opened}");
    assert_eq!(said(&opened), Vec::<&str>::new(), "{opened}");
}

#[test]
fn layout_is_no_change_of_the_contract() {
    let text = plan_scene::plan();
    let each = [
        ("line ends", text.replace('\n', "\r\n")),
        ("indentation", text.replace("\n  <", "\n      <")),
        ("ticked off", text.replacen("<task type=\"auto\">", "<task type=\"auto\" done=\"true\">", 1)),
        ("wrapped", text.replacen("less the discount", "less\n    the  discount", 1)),
    ];
    for (what, laid_out) in each {
        let (scene, mut client, next) = mended();
        assert_ne!(laid_out, text, "{what}");
        scene.write(PLAN, laid_out);
        let opened = go_on(&mut client, &next, &json!({}));
        assert_eq!(opened["pass"], 2, "{what}: {opened}");
        assert_eq!(said(&opened), Vec::<&str>::new(), "{what}: {opened}");
    }
}

#[test]
fn another_tasks_text_is_no_change_of_the_contract() {
    let (scene, mut client, next) = mended();
    ask_for(&scene, "Import total and show it.", "Import total and hide it.");
    let opened = go_on(&mut client, &next, &json!({}));
    assert_eq!(opened["pass"], 2, "{opened}");
    assert_eq!(said(&opened), Vec::<&str>::new(), "{opened}");
}

#[test]
fn a_change_under_an_open_review_is_said_and_asked_about_after_it() {
    let (scene, mut client, next) = mended();
    let opened = go_on(&mut client, &next, &json!({}));
    ask_for(&scene, "less the discount in percent", "less the discount in cents");
    let again = client.call("review_task", json!({ "plan": PLAN, "task": "1" }));
    assert_eq!(again.structured["countersign"], opened["countersign"], "{}", again.text);
    assert_eq!(said(&again.structured).len(), 1, "{}", again.text);
    let recorded = go_on(
        &mut client,
        &opened["next"],
        &json!({ "text": plan_scene::review("1", "issues_found", NO_DISCOUNT, NOTHING) }),
    );
    let asked = go_on(&mut client, &recorded["next"], &json!({}));
    assert_eq!(asked["next"]["action"], "ask_user", "{asked}");
}

#[test]
fn a_change_that_the_loop_suggested_is_taken_over_and_said() {
    let scene = plan_scene::with_task_one();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = client.call("review_task", json!({ "plan": PLAN, "task": "1" }));
    let finding = json!({
        "severity": "critical", "stage": "spec", "title": "Percent or cents: the plan says both",
        "requirement": "CART-01", "locations": [{ "file": PLAN, "line": 28 }], "why": "both cannot hold",
    });
    let recorded = go_on(
        &mut client,
        &opened.structured["next"],
        &json!({ "verdict": "changes_requested", "findings": [finding] }),
    );
    plan_scene::fix_discount(&scene);
    ask_for(&scene, "less the discount in percent", "less the discount in cents");
    let opened = go_on(&mut client, &recorded["next"], &json!({}));
    assert_eq!(opened["pass"], 2, "{opened}");
    assert!(said(&opened)[0].contains("F1 of this loop asked for that"), "{opened}");
    assert!(opened["brief"].as_str().unwrap().contains("less the discount in cents"), "{opened}");
}

/// Knowledge that was given along as a file is read again before each later pass.
#[test]
fn a_file_of_knowledge_that_changed_is_put_before_the_user() {
    for subject in [
        json!({ "plan": PLAN, "task": "1" }),
        json!({ "id": "SUM-1", "title": "Sum", "criteria": "It sums." }),
    ] {
        let scene = plan_scene::with_task_one();
        scene.write("doc/rules.txt", "Round half up.\n");
        scene.commit("feat(01-01): task 1 SUM-1 begin", &[("src/cart.js", "export const total = 1;\n")]);
        let desk = crate::desk::Desk::at(scene.root());
        let mut request = subject.clone();
        request["context"] = json!([{ "title": "The rules", "path": "doc/rules.txt" }]);
        let opened = desk.review(request.clone());
        // An open review goes by what it began with, and it is said.
        scene.write("doc/rules.txt", "Round down.\n");
        let again = desk.again(&opened);
        assert_eq!(again["countersign"], opened["countersign"]);
        assert!(said(&again)[0].contains("doc/rules.txt"), "{again:#}");
        desk.answer(&opened, crate::desk::blocker("It does not round", "src/cart.js", 1));
        scene.commit("fix(01-01): task 1 SUM-1 round", &[("src/cart.js", "export const total = 2;\n")]);
        let asked = desk.again(&opened);
        assert_eq!(asked["next"]["action"], "ask_user", "{asked:#}");
        let question = asked["next"]["question"].as_str().unwrap();
        assert!(question.contains("as \u{201c}The rules\u{201d} (doc/rules.txt)"), "{question}");
        desk.in_person(
            json!({ "loop_id": opened["loop_id"], "turn": asked["next"]["turn"], "choice": "adopt",
            "reason": "they are the rules", "decided_by": "Ada" }),
        );
        let second = desk.again(&opened);
        assert!(second["brief"].as_str().unwrap().contains("Round down."), "{second:#}");
        // What was taken up is what is asked now.
        assert!(said(&desk.again(&opened)).is_empty());
    }
}

/// A requirement that only the task's own words name is shown with its text, as a listed one is; a word that stands in
/// no document is none.
#[test]
fn a_requirement_that_the_task_itself_names_is_shown_with_its_text() {
    let scene = Scene::new();
    let known = "- **CART-01**: It says y\n- **CART-02**: It stays short\n- **CART-03**: It is loud\n";
    let plan = "---\nphase: 01-cart\nplan: 01\nrequirements: [CART-01]\n---\n<tasks>\n<task type=\"auto\">\n  \
                <name>Task 1: Say y</name>\n  <files>a.txt</files>\n  <action>Hash it by SHA-256 and keep \
                CART-02.</action>\n  <verify>cat a.txt</verify>\n  <done>It says y</done>\n</task>\n</tasks>\n";
    scene.commit("chore: start", &[("a.txt", "x\n"), (".planning/REQUIREMENTS.md", known), (PLAN, plan)]);
    scene.commit("feat(01-01): say y", &[("a.txt", "y\n")]);
    for of in [
        json!({ "plan": PLAN, "task": "1" }),
        json!({ "plan": PLAN, "of": "execution", "protocol": "gsd", "base": "HEAD~1" }),
    ] {
        let opened = Desk::at(scene.root()).review(of);
        let brief = opened["brief"].as_str().unwrap();
        let block = brief.split_once("name=\"requirements\">\n").unwrap().1;
        let block = block.split_once("\n</data-").unwrap().0;
        assert_eq!(block, "CART-01: It says y\nCART-02: It stays short");
        assert!(!opened["remarks"].to_string().contains("SHA-256"), "{opened:#}");
    }
}

/// What asked for the work is gone: that is said, and the review goes by what it began with.
#[test]
fn a_task_that_is_gone_from_its_plan_is_said() {
    for whole in [false, true] {
        let (scene, mut client, next) = mended();
        match whole {
            true => std::fs::remove_file(scene.root().join(PLAN)).unwrap(),
            false => {
                let text = plan_scene::plan();
                let (from, to) = (text.find("<task type").unwrap(), text.find("</task>\n").unwrap() + 8);
                scene.write(PLAN, format!("{}{}", &text[..from], &text[to..]));
            }
        }
        let opened = go_on(&mut client, &next, &json!({}));
        assert_eq!(opened["pass"], 2, "{opened}");
        let said = said(&opened).join("\n");
        let what = if whole { "is gone" } else { "has no Task 1 any more" };
        assert!(said.contains(what) && said.contains("abandon"), "{said}");
    }
}

/// Only what must be mended in the documents themselves asks for other documents: no note, nothing that is closed, nothing
/// in a file of that name elsewhere, and no finding in the code that cites them. The reviewer of what is followed is told.
#[test]
fn what_asks_for_nothing_of_the_documents_lets_nobody_change_them() {
    let finding = |severity: &str, title: &str, files: &[&str]| {
        let places: Vec<Value> = files.iter().map(|file| json!({ "file": file, "line": 6 })).collect();
        json!({ "severity": severity, "stage": "spec", "title": title, "requirement": "CART-01",
                "why": "customers pay too much", "locations": places })
    };
    let elsewhere = "vendor/lib/REQUIREMENTS.md";
    for (case, beside) in [
        ("a note", finding("info", "A typo in the plan", &[PLAN])),
        ("another file", finding("critical", "It names no licence", &[elsewhere])),
        ("cited", finding("critical", "The percentage is read as cents", &["src/cart.js", PLAN])),
    ] {
        let scene = plan_scene::with_task_one();
        scene.write(elsewhere, "# Requirements\n");
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
        let open = finding("critical", "The discount is ignored", &["src/cart.js"]);
        desk.answer(&opened, json!([open, beside]));
        ask_for(&scene, "total() honours the discount", "total() returns a number");
        plan_scene::fix_discount(&scene);
        let asked = desk.review(json!({ "loop_id": opened["loop_id"] }));
        assert_eq!(asked["next"]["action"], "ask_user", "{case}: {asked:#}");
    }
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    desk.answer(&opened, json!([finding("critical", "The plan asks for what cannot be", &[PLAN])]));
    ask_for(&scene, "total() honours the discount", "total() returns a number");
    plan_scene::fix_discount(&scene);
    let again = desk.again(&opened);
    let brief = again["brief"].as_str().unwrap();
    for held in
        ["This is not what was asked at the last review. F1 asked for a change of it", "honours the discount"]
    {
        assert!(brief.contains(held), "{held} in {brief}");
    }
}
