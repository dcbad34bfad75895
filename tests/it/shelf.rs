//! What can be read by its address, what completes an address, and who is told when it changes: in both lifecycles.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::desk::Desk;
use crate::plan_scene::{self, CART, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::{Edit, Scene};

const REPORT: &str = ".planning/phases/01-cart/01-01-REVIEW-T1.md";

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn open(client: &mut Client) -> Value {
    ok(client.call("review_task", json!({ "plan": PLAN, "task": "1" })))
}

fn answer(client: &mut Client, opened: &Value, status: &str, spec: &str) -> Value {
    let text = review("1", status, spec, NOTHING);
    let arguments =
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
    ok(client.call("record_findings", arguments))
}

/// Task 1 with a token in it: rejected, fixed, and open for its second review.
fn scene() -> (Scene, String, String) {
    let scene = plan_scene::with_task_one();
    let token = format!("ghp_{}", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8");
    let with_token = format!("{CART}export const KEY = \"{token}\";\n");
    scene.amend("feat(01-01): sum the cart", &[Edit::Write("src/cart.js", with_token.as_bytes())]);
    let mut client = plan_scene::server(&scene);
    let opened = open(&mut client);
    let rejected = answer(&mut client, &opened, "issues_found", NO_DISCOUNT);
    assert_eq!(rejected["next"]["action"], "fix", "{rejected}");
    plan_scene::fix_discount(&scene);
    let again = ok(client.call("review_task", json!({ "loop_id": opened["loop_id"] })));
    assert_eq!(again["pass"], 2, "{again}");
    (scene, opened["loop_id"].as_str().unwrap().to_owned(), token)
}

/// Reads an address; its text and type.
fn read(client: &mut Client, uri: &str) -> (String, String) {
    let response = client.request("resources/read", json!({ "uri": uri }));
    let contents = &response["result"]["contents"][0];
    assert_eq!(contents["uri"], uri, "{response}");
    let text = |field: &str| contents[field].as_str().unwrap().to_owned();
    (text("text"), text("mimeType"))
}

fn read_json(client: &mut Client, uri: &str) -> Value {
    let (text, kind) = read(client, uri);
    assert_eq!(kind, "application/json");
    serde_json::from_str(&text).unwrap()
}

/// The refusal of an address.
fn unread(client: &mut Client, uri: &str) -> String {
    let response = client.request("resources/read", json!({ "uri": uri }));
    assert!(response["error"]["message"].is_string(), "{uri} was read: {response}");
    response["error"]["message"].as_str().unwrap().to_owned()
}

#[test]
fn everything_of_a_loop_is_read_by_its_address() {
    let (scene, id, token) = scene();
    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        let loops = read_json(&mut client, "countersign://loops");
        assert_eq!(loops["total"], 1);
        assert_eq!(loops["reports"][&id], REPORT, "{loops}");
        assert_eq!(read_json(&mut client, &format!("countersign://loop/{id}"))["loops"][0]["loop_id"], *id);

        let pass = |n: u32, piece: &str| format!("countersign://loop/{id}/pass/{n}/{piece}");
        let told = read_json(&mut client, &pass(1, "review"));
        assert_eq!(told["verdict"], "changes_requested", "{told}");
        assert_eq!(told["findings"][0]["title"], "The discount is ignored");
        assert_eq!(told["blocking"], json!(["F1"]));
        assert!(told["texts"][0]["text"].as_str().unwrap().contains("## REVIEW COMPLETE"), "{told}");
        let (brief, kind) = read(&mut client, &pass(1, "brief"));
        assert!(brief.contains("Sum the cart") && kind == "text/markdown", "{brief}");
        let (diff, kind) = read(&mut client, &pass(1, "diff"));
        assert_eq!(kind, "text/x-diff");
        assert!(diff.contains("+export function total") && diff.contains("+  return sum;"), "{diff}");
        assert!(diff.contains("[redacted github-token") && !diff.contains(&token), "{diff}");
        let (diff, _) = read(&mut client, &pass(2, "diff"));
        assert!(diff.contains("+  return sum - sum * discount / 100;"), "{diff}");

        // Slashes as they are, and as a template's variable has them.
        let (report, kind) = read(&mut client, &format!("countersign://report/{REPORT}"));
        assert!(report.contains("writer: countersign") && kind == "text/markdown", "{report}");
        let coded = format!("countersign://report/{}", REPORT.replace('/', "%2F"));
        assert_eq!(read(&mut client, &coded).0, report);

        let rules = read_json(&mut client, "countersign://protocol/megazord");
        assert_eq!(rules["protocol"]["name"], "megazord");
        assert!(rules["configured"].as_array().unwrap().contains(&json!("models.reviewer")), "{rules}");

        let replays = read_json(&mut client, "countersign://replay/countersign");
        assert_eq!(
            (&replays["protocol"], &replays["loops"]),
            (&json!("countersign"), &json!(1)),
            "{replays}"
        );
        let one = &replays["replays"][0];
        assert_eq!(
            (&one["loop_id"], &one["recorded"]["protocol"]),
            (&json!(id), &json!("megazord")),
            "{replays}"
        );
        assert_eq!(one["replayed"]["protocol"], "countersign", "{replays}");
        assert!(replays.get("left_out").is_none() && replays.get("unreadable").is_none(), "{replays}");
    }
}

#[test]
fn an_address_that_leads_nowhere_is_refused_with_what_does() {
    let (scene, id, _) = scene();
    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        for (uri, parts) in [
            ("countersign://loop/rl-none".to_owned(), [&id, "loop_status"]),
            (format!("countersign://loop/{id}/pass/9/diff"), ["no pass 9", "passes 1 to 2"]),
            (format!("countersign://loop/{id}/pass/2/review"), ["no answer yet", "diff"]),
            (format!("countersign://report/{PLAN}"), ["no report of ours", REPORT]),
            ("countersign://report/nowhere.md".to_owned(), ["no report nowhere.md", REPORT]),
            ("countersign://report/..%2F..%2Fetc%2Fpasswd".to_owned(), ["`path`", REPORT]),
            ("countersign://report//etc/passwd".to_owned(), ["`path`", "outside"]),
            ("countersign://report/.git/config".to_owned(), ["`path`", REPORT]),
            ("countersign://protocol/scrum".to_owned(), ["\"scrum\" is no protocol", "bazinga"]),
            ("countersign://replay/scrum".to_owned(), ["\"scrum\" is no protocol", "bazinga"]),
            ("countersign://verdict/1".to_owned(), ["countersign://loops", "countersign://report/{path}"]),
        ] {
            let message = unread(&mut client, &uri);
            for part in parts {
                assert!(message.contains(part), "{uri}: no {part:?} in {message}");
            }
        }
        let response = client.request("resources/read", json!({ "uri": "countersign://loop/rl-none" }));
        let code = if era == Era::Stateless { -32602 } else { -32002 };
        assert_eq!(response["error"]["code"], code, "{response}");
        assert_eq!(response["error"]["data"]["uri"], "countersign://loop/rl-none");
    }
}

#[test]
fn the_list_comes_in_pages_that_together_are_the_whole() {
    let scene = Scene::new();
    scene.commit("begin", &[("a.txt", "a\n")]);
    let desk = Desk::at(scene.root());
    for n in 0..33 {
        let file = format!("f{n}.txt");
        scene.write(&file, format!("text {n}\n"));
        desk.review(json!({ "id": format!("c{n}"), "title": "t", "criteria": "c", "files": [file] }));
    }
    let mut client = Client::start(scene.root(), Era::Handshake);
    let mut names = Vec::new();
    let mut params = json!({});
    let mut pages = 0;
    loop {
        let result = client.request("resources/list", params)["result"].clone();
        let page = result["resources"].as_array().unwrap();
        names.extend(page.iter().map(|r| r["uri"].as_str().unwrap().to_owned()));
        pages += 1;
        match result.get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => break,
        }
    }
    let loops: Vec<&String> = names.iter().filter(|uri| uri.starts_with("countersign://loop/")).collect();
    assert_eq!((pages, loops.len()), (2, 33), "{names:?}");
    assert_eq!(names.iter().filter(|uri| uri.as_str() == "countersign://loops").count(), 1);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 33 + 8, "none twice: two fixed ones and six protocols besides");
    let wrong = client.request("resources/list", json!({ "cursor": "rl-none" }));
    assert!(wrong["error"]["message"].as_str().unwrap().contains("`cursor`"), "{wrong}");
}

fn complete(client: &mut Client, of: Value, name: &str, value: &str, known: Value) -> Value {
    let params =
        json!({ "ref": of, "argument": { "name": name, "value": value }, "context": { "arguments": known } });
    client.request("completion/complete", params)
}

#[test]
fn addresses_and_arguments_of_prompts_are_completed() {
    let (scene, id, _) = scene();
    for era in Era::BOTH {
        let mut client = Client::start(scene.root(), era);
        let template = |uri: &str| json!({ "type": "ref/resource", "uri": uri });
        let prompt = |name: &str| json!({ "type": "ref/prompt", "name": name });
        let pass = "countersign://loop/{id}/pass/{n}/diff";
        for (of, name, value, known, wanted) in [
            (template("countersign://loop/{id}"), "id", "rl-", json!({}), json!([id])),
            (template(pass), "n", "", json!({ "id": id }), json!(["2", "1"])),
            (template(pass), "n", "", json!({}), json!([])),
            (template("countersign://report/{path}"), "path", "review-t", json!({}), json!([REPORT])),
            (
                template("countersign://protocol/{name}"),
                "name",
                "g",
                json!({}),
                json!(["gsd", "megazord", "bazinga", "countersign"]),
            ),
            (prompt("resume"), "loop_id", "", json!({}), json!([id])),
            (prompt("verify"), "phase", "01", json!({}), json!(["01-cart"])),
            (prompt("review"), "subject", "", json!({}), json!([PLAN])),
            (prompt("review"), "task", "", json!({ "subject": PLAN }), json!(["1", "2"])),
            (prompt("resume"), "loop_id", "of no loop", json!({}), json!([])),
        ] {
            let response = complete(&mut client, of, name, value, known);
            let completion = &response["result"]["completion"];
            assert_eq!(completion["values"], wanted, "{name} {value}: {response}");
            assert_eq!(completion["hasMore"], false);
        }
        for (of, name, part) in [
            (prompt("revue"), "phase", "there is no prompt"),
            (prompt("resume"), "stage", "`stage`"),
            (template("countersign://plan/{id}"), "id", "countersign://loop/{id}"),
            (template("countersign://loop/{id}"), "n", "`n`"),
        ] {
            let response = complete(&mut client, of, name, "", json!({}));
            assert!(response["error"]["message"].as_str().unwrap().contains(part), "{response}");
        }
    }
}

/// Waits for a notification; what comes before it is of no account.
fn told(client: &mut Client, method: &str) -> Value {
    loop {
        let message = client.next_message().unwrap();
        assert_eq!(message.get("id"), None, "{message}");
        if message["method"] == method {
            return message["params"].clone();
        }
    }
}

#[test]
fn a_client_with_a_handshake_is_told_of_what_it_subscribed_to() {
    let (scene, id, _) = scene();
    let mut client = Client::start(scene.root(), Era::Handshake);
    let uri = format!("countersign://loop/{id}");
    let report = format!("countersign://report/{REPORT}");
    for uri in [&uri, &report] {
        let response = client.request("resources/subscribe", json!({ "uri": uri }));
        assert_eq!(response["result"], json!({}), "{response}");
    }
    let unknown = client.request("resources/subscribe", json!({ "uri": "countersign://loop/rl-none" }));
    assert_eq!(unknown["error"]["code"], -32002, "{unknown}");
    // Another server of the repository writes.
    let mut other = plan_scene::server(&scene);
    let opened = open(&mut other);
    answer(&mut other, &opened, "passed", NOTHING);
    let mut heard = Vec::new();
    while heard.len() < 2 {
        heard.push(told(&mut client, "notifications/resources/updated")["uri"].as_str().unwrap().to_owned());
    }
    heard.sort();
    assert_eq!(heard, [uri.clone(), report.clone()]);
    for uri in [&uri, &report] {
        client.request("resources/unsubscribe", json!({ "uri": uri }));
    }
    scene.edit("feat(01-01): Task 2: show it", &[Edit::Write("src/checkout.js", b"import './cart.js';\n")]);
    // Of its own calls it hears at once; that new loops are there needs no subscription.
    ok(client.call("review_task", json!({ "plan": PLAN, "task": "2" })));
    let id = client.send_request("resources/read", json!({ "uri": "countersign://loops" }));
    let mut listed = false;
    loop {
        let message = client.next_message().unwrap();
        assert_ne!(message["method"], "notifications/resources/updated", "{message}");
        listed |= message["method"] == "notifications/resources/list_changed";
        if message["id"] == id && listed {
            break;
        }
        if message["id"] == id {
            told(&mut client, "notifications/resources/list_changed");
            break;
        }
    }
}

#[test]
fn a_stateless_client_is_told_on_its_subscription() {
    let (scene, id, _) = scene();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let uri = format!("countersign://loop/{id}");
    let filter = json!({ "resourceSubscriptions": [uri, "test://other"], "resourcesListChanged": true, "toolsListChanged": true });
    let subscription = client.send_request("subscriptions/listen", json!({ "notifications": filter }));
    let accepted = told(&mut client, "notifications/subscriptions/acknowledged");
    let taken = json!({ "resourcesListChanged": true, "resourceSubscriptions": [uri] });
    assert_eq!(accepted["notifications"], taken, "{accepted}");
    let mut other = plan_scene::server(&scene);
    let opened = open(&mut other);
    answer(&mut other, &opened, "passed", NOTHING);
    let updated = told(&mut client, "notifications/resources/updated");
    assert_eq!(updated["uri"], uri);
    assert_eq!(updated["_meta"]["io.modelcontextprotocol/subscriptionId"], subscription, "{updated}");
    scene.edit("feat(01-01): Task 2: show it", &[Edit::Write("src/checkout.js", b"import './cart.js';\n")]);
    ok(other.call("review_task", json!({ "plan": PLAN, "task": "2" })));
    told(&mut client, "notifications/resources/list_changed");
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": subscription } }));
    client.close_input();
    assert!(client.wait_exit(Duration::from_secs(4)).is_some(), "a subscription holds nobody up");
}

#[test]
fn a_client_hears_of_its_calls_only_from_the_level_it_set() {
    let (scene, ..) = scene();
    let mut client = Client::start(scene.root(), Era::Handshake);
    let wrong = |client: &mut Client| client.send_call("loop_status", json!({ "loop_id": "rl-none" }));
    let id = wrong(&mut client);
    assert_eq!(client.next_message().unwrap()["id"], id, "nothing is told unasked");
    client.request("logging/setLevel", json!({ "level": "notice" }));
    let id = wrong(&mut client);
    let message = told(&mut client, "notifications/message");
    assert_eq!((&message["level"], &message["data"]["tool"]), (&json!("notice"), &json!("loop_status")));
    assert!(message["data"]["message"].as_str().unwrap().contains("rl-none"), "{message}");
    assert_eq!(client.await_answer(&id)["result"]["isError"], true);
    let id = client.send_call("loop_status", json!({}));
    assert_eq!(client.next_message().unwrap()["id"], id, "an answer is below that level");
    // A stateless client sets it with each request, and has no such method.
    let mut client = Client::start(scene.root(), Era::Stateless);
    let id = wrong(&mut client);
    assert_eq!(client.next_message().unwrap()["id"], id);
    let meta = json!({ "io.modelcontextprotocol/logLevel": "debug" });
    let id =
        client.send_request("tools/call", json!({ "name": "loop_status", "arguments": {}, "_meta": meta }));
    assert_eq!(told(&mut client, "notifications/message")["data"]["outcome"], "answered");
    assert_eq!(client.await_answer(&id)["result"]["isError"], false);
    for method in ["logging/setLevel", "resources/subscribe", "resources/unsubscribe", "ping", "initialize"] {
        let response = client.request(method, json!({}));
        assert_eq!(response["error"]["code"], -32601, "{method}: {response}");
    }
}
