//! The boundary of a phase over the real server: what keeps the gate closed, and what verification will not take.

#![allow(clippy::unwrap_used, clippy::panic, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era, answer_of};
use crate::plan_scene::{self, CART, CART_FIXED, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::{Edit, Scene};

const SUMMARY: &str = ".planning/phases/01-cart/01-01-SUMMARY.md";
const CONFIG: &str = ".planning/megazord.config.json";
const CHECKOUT: &str = "import { total } from './cart.js';\nexport const show = (cart) => total(cart, 10);\n";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

fn answer(client: &mut Client, task: &str, status: &str, spec: &str) -> Value {
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": task })));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(review(task, status, spec, NOTHING));
    ok(client.call("record_findings", arguments))
}

/// Both tasks committed and approved, the plan finished.
fn approved() -> (Scene, Client) {
    let scene = plan_scene::with_task_one();
    plan_scene::fix_discount(&scene);
    scene.commit("feat(01-01): use the total at the checkout", &[("src/checkout.js", CHECKOUT)]);
    let mut client = plan_scene::server(&scene);
    for task in ["1", "2"] {
        let done = answer(&mut client, task, "passed", NOTHING);
        assert_eq!(done["verdict"], "approved", "{done}");
    }
    scene.commit("docs(01-01): finish the plan", &[(SUMMARY, "# Summary\n\nDone.\n")]);
    (scene, client)
}

fn gate(client: &mut Client) -> (bool, String) {
    let gate = ok(client.call("loop_status", json!({ "phase": "1" })))["gate"].clone();
    (gate["open"].as_bool().unwrap(), gate["reasons"].to_string())
}

fn verify(client: &mut Client) -> Value {
    ok(client.call("verify_phase", json!({ "phase": "1" })))
}

fn reviews(verified: &Value) -> Vec<(String, String, String)> {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let items = verified["items"].as_array().unwrap().iter().filter(|i| i["kind"] == "review");
    items.map(|i| (text(&i["label"]), text(&i["status"]), i["reasons"].to_string())).collect()
}

#[test]
fn approvals_open_the_gate_and_book_keeping_leaves_it_open() {
    let (scene, mut client) = approved();
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
    scene.commit("docs: note", &[(".planning/STATE.md", "Phase: 1\n")]);
    scene.commit("feat(02-01): a sibling", &[("src/other.js", "export const other = 1;\n")]);
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
    assert!(reviews(&verify(&mut client)).iter().all(|(_, status, _)| status == "verified"));
}

#[test]
fn what_came_between_two_tasks_is_no_squash_of_the_second() {
    let scene = plan_scene::with_task_one();
    plan_scene::fix_discount(&scene);
    let mut client = plan_scene::server(&scene);
    assert_eq!(answer(&mut client, "1", "passed", NOTHING)["verdict"], "approved");
    // It touches every file that the second task will have touched, and belongs to none.
    let sneaked = format!("{CHECKOUT}export const sneaked = 1;\n");
    let wip = scene.commit("wip", &[("src/checkout.js", &sneaked)]);
    scene.commit(
        "feat(01-01): task 2, use the total at the checkout",
        &[("src/checkout.js", &sneaked.replace("total(cart, 10)", "total(cart, 20)"))],
    );
    assert_eq!(answer(&mut client, "2", "passed", NOTHING)["verdict"], "approved");
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains(wip.short()), "{reasons}");
}

#[test]
fn a_checkpoint_without_files_is_no_work_to_review() {
    let scene = plan_scene::with_task_one();
    plan_scene::fix_discount(&scene);
    let step = "<task type=\"checkpoint:human-verify\" gate=\"blocking\">\n  <what-built>A cart</what-built>\n  <how-to-verify>Look at it</how-to-verify>\n</task>\n";
    let plan = plan_scene::plan().replace("</tasks>", &format!("{step}</tasks>"));
    scene.commit("docs: a person looks at it", &[(PLAN, &plan)]);
    scene.commit("feat(01-01): use the total at the checkout", &[("src/checkout.js", CHECKOUT)]);
    let mut client = plan_scene::server(&scene);
    for task in ["1", "2"] {
        assert_eq!(answer(&mut client, task, "passed", NOTHING)["verdict"], "approved");
    }
    scene.commit("docs(01-01): finish the plan", &[(SUMMARY, "# Summary\n\nDone.\n")]);
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
    assert!(reviews(&verify(&mut client)).iter().all(|(_, status, _)| status == "verified"));
    // What is done there all the same is the phase's.
    let more = scene.commit("feat(01-01): task 3, polish", &[("src/polish.js", "export const p = 1;\n")]);
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains(more.short()), "{reasons}");
}

#[test]
fn rules_that_cannot_be_read_close_the_gate() {
    let (scene, mut client) = approved();
    scene.write(CONFIG, "{\"quality\": {\"review\": ");
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("cannot be told"), "{reasons}");
}

#[test]
fn an_approval_does_not_outlive_a_change_of_the_task() {
    let (scene, mut client) = approved();
    scene.commit("fix(01-01): quietly drop the discount", &[("src/cart.js", CART)]);
    let (open, reasons) = gate(&mut client);
    assert!(!open, "{reasons}");
    assert!(reasons.contains("01-01 Task 1 changed since its review: commit "), "{reasons}");
    assert!(reasons.contains("changes src/cart.js; call review_task"), "{reasons}");
    let verified = verify(&mut client);
    let found = reviews(&verified);
    assert_eq!(found[0].1, "failed", "{found:?}");
    assert!(found[0].2.contains("changed since its review"), "{found:?}");
    assert_eq!(found[1].1, "verified", "a sibling's file stales nothing: {found:?}");
    let status = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(status["next"]["call"]["tool"], "review_task", "{status}");
    assert_eq!(status["next"]["call"]["arguments"]["task"], "1");
    // Back to what was approved: the approval counts again.
    scene.commit("fix(01-01): bring the discount back", &[("src/cart.js", CART_FIXED)]);
    assert_eq!(gate(&mut client), (true, "[]".to_owned()));
}

#[test]
fn a_late_event_on_an_old_loop_hides_no_newer_one() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    // Loop A: approved. Loop B: of the changed task, and blocked.
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let code = opened["countersign"].clone();
    let a = opened["loop_id"].clone();
    let record = |text: String| json!({ "loop_id": a, "countersign": code, "text": text });
    ok(client.call("record_findings", record(review("1", "passed", NOTHING, NOTHING))));
    scene.amend(
        "feat(01-01): sum the cart",
        &[Edit::Write("src/cart.js", format!("{CART}// more\n").as_bytes())],
    );
    let blocked = answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    assert_eq!(blocked["next"]["action"], "fix", "{blocked}");
    // A second answer to loop A makes it the last written one.
    let late = review("1", "passed", NOTHING, "No issues found, on second thoughts either.");
    client.call("record_findings", record(late));
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("waits for fixes"), "{reasons}");
    scene.commit("docs(01-01): finish", &[(SUMMARY, "# Summary\n\nDone.\n")]);
    let found = reviews(&verify(&mut client));
    assert!(found[0].2.contains("blocking findings are unresolved: F1"), "{found:?}");
}

#[test]
fn a_damaged_loop_closes_the_gate_and_fails_the_phase() {
    let (scene, mut client) = approved();
    drop(client);
    let db = rusqlite::Connection::open(scene.root().join(".git/countersign/store.db")).unwrap();
    db.execute_batch(
        "DROP TRIGGER event_is_never_changed; UPDATE event SET body = '{}' WHERE seq = 1 AND stream = (SELECT min(stream) FROM event);",
    )
    .unwrap();
    drop(db);
    client = plan_scene::server(&scene);
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("cannot be read"), "{reasons}");
    let verified = verify(&mut client);
    let found = reviews(&verified);
    assert!(
        found.iter().any(|(label, status, _)| label.starts_with("review loop") && status == "failed"),
        "{found:?}"
    );
    assert!(verified["remarks"].to_string().contains("loop_unreadable"), "{verified}");
}

#[test]
fn switching_reviews_off_frees_no_blocked_loop() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    scene.commit(
        "chore: no reviews",
        &[
            (CONFIG, "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"),
            (SUMMARY, "# Summary\n\nDone.\n"),
        ],
    );
    let (open, reasons) = gate(&mut client);
    assert!(!open && reasons.contains("01-01 Task 1"), "{reasons}");
    let found = reviews(&verify(&mut client));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].2.contains("F1"), "{found:?}");
}

fn judgements(verified: &Value, evidence: &Value) -> Value {
    let items = verified["next"]["items"].as_array().unwrap();
    items.iter().map(|id| json!({ "item_id": id, "status": "verified", "evidence": [evidence] })).collect()
}

#[test]
fn a_truth_is_not_verified_by_what_proves_nothing() {
    let (scene, mut client) = approved();
    let verified = verify(&mut client);
    assert_eq!(verified["next"]["action"], "judge", "{verified}");
    let brief = verified["next"]["brief"].as_str().unwrap();
    assert!(brief.contains("artifact src/cart.js (plan 01-01): verified"), "{brief}");
    for (evidence, why) in [
        (json!({ "file": ".git/config", "line": 1 }), "git's own"),
        (json!({ "file": PLAN, "line": 2 }), "planning folder"),
        (json!({ "file": SUMMARY, "text": "Summary" }), "planning folder"),
        (json!({ "file": "src/cart.js", "text": "}" }), "4 letters or digits"),
        (json!({ "file": "src/cart.js", "text": "e" }), "4 letters or digits"),
        (json!({ "file": "src/cart.js", "line": 7 }), "cite a line that shows it"),
        (json!({ "commit": "HEAD" }), "7 or more"),
        (json!({ "commit": "main" }), "7 or more"),
    ] {
        let given = json!({ "phase": "1", "judgements": judgements(&verified, &evidence) });
        let text = refused(client.call("verify_phase", given));
        assert!(text.contains(why) && text.contains("judgements[0]"), "{evidence}: {text}");
    }
    let evidence = json!({ "file": "src/cart.js", "line": 6, "text": "discount / 100" });
    let given = json!({ "phase": "1", "judgements": judgements(&verified, &evidence) });
    let passed = ok(client.call("verify_phase", given));
    assert_eq!(passed["status"], "passed", "{passed}");
    // A judgement of the checkout rests on the promised artifact too.
    scene.write("src/cart.js", CART_FIXED.replace("let sum", "let all"));
    assert_ne!(verify(&mut client)["status"], "passed");
}

#[test]
fn one_refused_judgement_names_itself_and_keeps_partial() {
    let (scene, mut client) = approved();
    scene.write(".planning/phases/01-cart/01-02-PLAN.md", "---\nphase: 01-cart\nplan: 02\nmust_haves:\n  truths:\n    - \"More\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: More</name>\n  <files>src/more.js</files>\n  <action>More.</action>\n  <verify>x</verify>\n  <done>more</done>\n</task>\n</tasks>\n");
    let verified = ok(client.call("verify_phase", json!({ "phase": "1", "partial": true })));
    let mut given = judgements(&verified, &json!({ "file": "src/cart.js", "line": 6 }));
    let bad = json!({ "item_id": "nothing", "status": "verified", "evidence": [{ "file": "src/cart.js", "line": 6 }] });
    given.as_array_mut().unwrap().push(bad);
    let at = given.as_array().unwrap().len() - 1;
    let text =
        refused(client.call("verify_phase", json!({ "phase": "1", "partial": true, "judgements": given })));
    assert!(text.contains(&format!("judgements[{at}]")), "{text}");
    assert!(
        text.contains("Nothing of this call was recorded") && text.contains("\"partial\":true"),
        "{text}"
    );
}

#[test]
fn a_phase_with_nothing_finished_is_sent_on_to_its_plans() {
    let scene = plan_scene::with_task_one();
    scene.write(".planning/ROADMAP.md", "# Roadmap\n\n### Phase 1: Cart\n**Goal**: A cart\n");
    let mut client = plan_scene::server(&scene);
    let verified = ok(client.call("verify_phase", json!({ "phase": "1", "partial": true })));
    assert_eq!(verified["next"]["action"], "proceed", "{verified}");
    assert!(verified["next"]["warnings"].to_string().contains("finish plan 01-01 and write its SUMMARY"));
}

fn change(client: &mut Client, base: &str, id: &str, criteria: &str) -> String {
    let request = json!({ "id": id, "title": "Round", "criteria": criteria, "base": base });
    let opened = ok(client.call("review_task", request));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(format!(
        "## REVIEW COMPLETE\n\n**Status:** passed\n\n### Spec Compliance\n\n{NOTHING}\n\n### Code Quality\n\n{NOTHING}\n"
    ));
    let done = ok(client.call("record_findings", arguments));
    done["reports"][0].as_str().unwrap_or_else(|| panic!("no report: {done}")).to_owned()
}

#[test]
fn no_two_changes_share_a_report() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().head().unwrap().as_str().to_owned();
    scene.commit("fix: round the total", &[("src/cart.js", CART_FIXED)]);
    let mut client = plan_scene::server(&scene);
    let mut paths = Vec::new();
    for (id, criteria) in [
        ("a-b", "Totals are rounded."),
        ("a/b", "Totals are rounded."),
        ("a-b", "Totals are rounded to cents."),
        ("\u{e4}", "Totals are rounded."),
        ("\u{f6}", "Totals are rounded."),
    ] {
        paths.push(change(&mut client, &base, id, criteria));
    }
    assert_eq!(paths[0], ".planning/reviews/REVIEW-a-b.md");
    let mut unique = paths.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), paths.len(), "{paths:?}");
}

#[test]
fn a_new_loop_of_a_task_keeps_what_the_last_one_found() {
    let (scene, mut client) = approved();
    scene.commit("fix(01-01): quietly drop the discount", &[("src/cart.js", CART)]);
    let done = answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    let path = done["reports"][0].as_str().unwrap();
    let text = std::fs::read_to_string(scene.root().join(path)).unwrap();
    let (_, before) = text.split_once("## Earlier loops").unwrap();
    assert!(before.contains(": approved") && before.contains("nothing found"), "{text}");
}

#[test]
fn a_place_of_a_finding_writes_no_heading() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    let hostile = "x\n## Forged\n---\n| a | b |\r# c";
    arguments["findings"] = json!([{ "title": hostile, "severity": "critical", "requirement": hostile, "description": hostile, "suggestion": hostile, "locations": [{ "path": format!("src/a.js{hostile}"), "line": 1 }] }]);
    arguments["verdict"] = json!("changes_requested");
    let done = client.call("record_findings", arguments);
    // Refusing such a path is as good as escaping it.
    if done.is_error {
        return;
    }
    let path = done.structured["reports"][0].as_str().unwrap();
    let text = std::fs::read_to_string(scene.root().join(path)).unwrap();
    for line in text.lines() {
        assert!(
            !line.starts_with("## Forged") && !line.starts_with("| a") && !line.starts_with("# c"),
            "{text}"
        );
    }
    assert_eq!(text.lines().filter(|l| *l == "---").count(), 2, "{text}");
}

#[test]
fn many_findings_and_many_loops_stay_small() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let long = "a long title that says the same thing over and over again ".repeat(5);
    let spec: Vec<String> = (1..=50)
        .map(|n| format!("### Finding {n}: {n} {long}\n- **Severity:** critical\n- **Requirement:** Task 1 done criterion\n- **File:** src/cart.js:{}\n- **Issue:** Number {n}.\n", n % 7 + 1))
        .collect();
    let opened = ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let mut arguments = opened["next"]["call"]["arguments"].clone();
    arguments["text"] = json!(review("1", "issues_found", &spec.join("\n"), NOTHING));
    // Only the status is measured here.
    let done = client.request("tools/call", json!({ "name": "record_findings", "arguments": arguments }));
    let done = ok(answer_of(&done));
    let mut seen = 0;
    let mut cursor = Value::Null;
    loop {
        let mut request = json!({ "loop_id": opened["loop_id"] });
        if !cursor.is_null() {
            request["cursor"] = cursor.clone();
        }
        let answer = client.call("loop_status", request);
        assert!(answer.text.len() < 2400, "{} bytes: {}", answer.text.len(), answer.text);
        let page = ok(answer);
        seen += page["unresolved"].as_array().unwrap().len();
        cursor = page["cursor"].clone();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(seen, done["blocking"].as_array().unwrap().len());
    assert!(seen >= 40, "{seen}");
    let base = scene.open().head().unwrap().as_str().to_owned();
    scene.commit("fix: round the total", &[("src/other.js", CART_FIXED)]);
    for n in 0..29 {
        let request =
            json!({ "id": format!("change-{n}"), "title": "Round", "criteria": "Rounded.", "base": base });
        ok(client.call("review_task", request));
    }
    for request in [json!({}), json!({ "phase": "1" })] {
        let answer = client.call("loop_status", request.clone());
        assert!(answer.text.len() < 2400, "{request}: {} bytes: {}", answer.text.len(), answer.text);
        assert!(answer.structured["cursor"].is_string() && answer.text.contains(" of "), "{}", answer.text);
    }
}

/// Verifies, judging what waits for a judgement by the line that carries it.
fn judged(client: &mut Client) -> Value {
    let verified = verify(client);
    let waits = verified["items"].as_array().unwrap().iter().filter(|i| i["status"] == "needs_judgement");
    let judgements: Vec<Value> = waits
        .map(|item| {
            json!({ "item_id": item["id"], "status": "verified",
                    "evidence": [{ "file": "src/cart.js", "line": 6, "text": "sum * discount" }] })
        })
        .collect();
    if judgements.is_empty() {
        return verified;
    }
    ok(client.call("verify_phase", json!({ "phase": "1", "judgements": judgements })))
}

#[test]
fn wild_08_a_re_verification_keeps_the_failure_before_it() {
    let (scene, mut client) = approved();
    let unwired = "export const show = (cart) => cart.length;\n";
    scene.commit("fix(01-01): show the length", &[("src/checkout.js", unwired)]);
    let failed = judged(&mut client);
    assert_eq!(failed["status"], "gaps_found", "{failed}");
    let path = failed["report"].as_str().unwrap().to_owned();
    let read = || std::fs::read_to_string(scene.root().join(&path)).unwrap();
    let before = read();
    assert!(before.contains("\nstatus: gaps_found\n"), "{before}");

    scene.commit("fix(01-01): use the total again", &[("src/checkout.js", CHECKOUT)]);
    let passed = judged(&mut client);
    let after = read();
    assert!(after.contains("previous_status: \"gaps_found\""), "{passed}\n{after}");
    let gap = "src/checkout.js → src/cart.js";
    let closed = after.split("gaps_closed").nth(1).unwrap();
    assert!(before.contains(gap) && closed.contains(gap), "{after}");
}

#[test]
fn wild_08_a_re_review_keeps_the_findings_before_it() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let failed = answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    plan_scene::fix_discount(&scene);
    let passed = answer(&mut client, "1", "passed", NOTHING);
    assert_eq!(passed["verdict"], "approved", "{passed}");
    assert_eq!(failed["reports"], passed["reports"]);
    let report = std::fs::read_to_string(scene.root().join(passed["reports"][0].as_str().unwrap())).unwrap();
    assert!(report.contains("status: passed"), "{report}");
    assert!(report.contains("The discount is ignored"), "{report}");
}

#[test]
fn comments_alone_keep_an_approval_where_the_user_says_so() {
    let with_comment = format!("// shows the total\n{CHECKOUT}");
    for (setting, kept) in [("", false), ("[review]\ncomments_keep = true\n", true)] {
        let scene = plan_scene::with_task_one();
        plan_scene::fix_discount(&scene);
        scene.commit("feat(01-01): use the total at the checkout", &[("src/checkout.js", CHECKOUT)]);
        let home = scene.beside("home");
        std::fs::create_dir_all(home.join("countersign")).unwrap();
        std::fs::write(home.join("countersign/config.toml"), setting).unwrap();
        let environment = [("XDG_CONFIG_HOME", home.to_str().unwrap())];
        let mut client = Client::start_with(scene.root(), Era::Stateless, &environment);
        for task in ["1", "2"] {
            assert_eq!(answer(&mut client, task, "passed", NOTHING)["verdict"], "approved");
        }
        scene.commit("docs: say why", &[("src/checkout.js", &with_comment)]);
        let (open, reasons) = gate(&mut client);
        assert_eq!(open, kept, "{setting}: {reasons}");
        scene.commit(
            "style: and code",
            &[("src/checkout.js", &format!("{with_comment}export const x = 1;\n"))],
        );
        assert!(!gate(&mut client).0, "{setting}");
    }
}

/// What a loop took over from one that was given up is open once.
#[test]
fn a_finding_that_was_carried_is_listed_once() {
    let scene = plan_scene::with_task_one();
    let mut client = plan_scene::server(&scene);
    let asked = answer(&mut client, "1", "issues_found", NO_DISCOUNT);
    let given_up = json!({ "loop_id": asked["next"]["call"]["arguments"]["loop_id"], "turn": asked["next"]["turn"],
                           "choice": "abandon", "reason": "we begin anew", "decided_by": "Ann" });
    ok(client.call("decide", given_up));
    plan_scene::fix_discount(&scene);
    ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
    let phase = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(phase["loops"].as_array().unwrap().len(), 2, "{phase:#}");
    assert_eq!(phase["unresolved"].as_array().unwrap().len(), 1, "{phase:#}");
}
