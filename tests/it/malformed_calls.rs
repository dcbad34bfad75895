//! Malformed calls, and the call that each refusal names: sent as it stands it works with what was meant, or it is
//! refused. It never lets fall what was said, and never approves what was not to be approved (SPEC 13.5).

#![allow(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::wildcard_enum_match_arm,
    reason = "tests pass json!() literals"
)]

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::plan_scene::{self, NO_DISCOUNT, NOTHING, PLAN, review};
use crate::scene::Scene;

/// Where the loop stands when the call is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// A plan and commits, no loop.
    Nothing,
    /// A task waits for its review.
    Review,
    /// Its critical finding waits for a fix.
    Fix,
    /// The same, with a test that fails.
    Tests,
}

/// What the named call comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ends {
    /// It works, and the answer holds this text.
    With(&'static str),
    /// It is refused until the caller has replaced a stand-in.
    Refused,
    /// It only looks where the loop stands, and works.
    Looks,
    /// None is named, since a value has no field it could stand in.
    None,
}
use Ends::{Looks, None as NoCall, Refused, With};

type Case = (At, &'static str, Value, Ends);

/// A finding as it should be, and what differs of it.
fn finding(more: Value) -> Value {
    let mut whole = json!({ "severity": "critical", "title": "The discount is ignored", "stage": "quality", "locations": [{ "file": "src/cart.js", "line": 6 }] });
    for (key, value) in more.as_object().unwrap() {
        match value {
            Value::Null => whole.as_object_mut().unwrap().remove(key),
            value => whole.as_object_mut().unwrap().insert(key.clone(), value.clone()),
        };
    }
    whole
}

fn recorded() -> Vec<Case> {
    let tool = "record_findings";
    let with = |more: Value, ends: Ends| {
        let mut all = json!({ "loop_id": "$loop", "countersign": "$code" });
        for (key, value) in more.as_object().unwrap() {
            match value {
                Value::Null => all.as_object_mut().unwrap().remove(key),
                value => all.as_object_mut().unwrap().insert(key.clone(), value.clone()),
            };
        }
        (At::Review, tool, all, ends)
    };
    let approves = |more: Value, ends: Ends| {
        let mut all = json!({ "verdict": "approved", "findings": [] });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        with(all, ends)
    };
    let asks =
        |found: Value, ends: Ends| with(json!({ "verdict": "changes_requested", "findings": found }), ends);
    let changes = With("\"verdict\":\"changes_requested\"");
    vec![
        approves(json!({ "verdict": "pass" }), Refused),
        approves(json!({ "verdict": "approve" }), With("\"verdict\":\"approved\"")),
        approves(json!({ "verdict": "aproved" }), With("\"verdict\":\"approved\"")),
        approves(json!({ "verdict": "disapproved" }), Refused),
        approves(json!({ "verdict": "unapproved" }), Refused),
        approves(json!({ "verdict": "not approved" }), Refused),
        approves(json!({ "verdict": "approved with reservations" }), Refused),
        approves(json!({ "verdict": true }), Refused),
        with(json!({ "verdict": "reject", "findings": [finding(json!({}))] }), Refused),
        with(json!({ "verdict": "change_requested", "findings": [finding(json!({}))] }), changes),
        approves(json!({ "resolved": ["F1"] }), Refused),
        approves(json!({ "resolved": "F1" }), Refused),
        approves(json!({ "resolved": [{ "id": "F1" }] }), Refused),
        approves(json!({ "resolved": [{ "id": "F1", "reason": "" }] }), Refused),
        approves(json!({ "resolved": [{ "reason": "it is done" }] }), Refused),
        approves(json!({ "resolved": [{ "id": "F1", "because": "it is done" }] }), NoCall),
        approves(json!({ "resolved": { "F1": "it is done" } }), NoCall),
        approves(json!({ "unresolved": [{ "id": "F1", "reason": "it is open" }] }), NoCall),
        approves(json!({ "issues": [finding(json!({}))] }), NoCall),
        approves(json!({ "blocking": true }), NoCall),
        approves(json!({ "rulings": [{ "finding_id": "F1", "ruling": "rejected" }] }), Refused),
        approves(json!({ "rulings": "F1 accepted" }), Refused),
        approves(json!({ "rulings": [{ "ruling": "overruled" }] }), Refused),
        approves(json!({ "stage": "both" }), Refused),
        approves(json!({ "findings": "none" }), Refused),
        approves(json!({ "findings": ["The discount is ignored"] }), Refused),
        approves(json!({ "findings": 1 }), Refused),
        approves(json!({ "findings": [finding(json!({ "title": null }))] }), Refused),
        approves(json!({ "findings": [finding(json!({ "title": " " }))] }), Refused),
        approves(json!({ "findings": [finding(json!({ "severity": null }))] }), Refused),
        approves(json!({ "findings": [finding(json!({ "severity": "urgent" }))] }), Refused),
        approves(json!({ "findings": [finding(json!({ "severity": 1 }))] }), Refused),
        approves(json!({ "findings": vec![finding(json!({ "severity": "hihg" })); 201] }), Refused),
        approves(json!({ "findings": [finding(json!({ "blocking": true }))] }), NoCall),
        with(json!({ "verdict": "approved", "finding": [finding(json!({}))] }), changes),
        asks(json!([finding(json!({ "severity": "hihg" }))]), changes),
        asks(finding(json!({ "severity": "critcal" })), changes),
        asks(json!([finding(json!({ "title": ["The discount is ignored"] }))]), changes),
        asks(json!([finding(json!({ "title": ["The discount", "is ignored"] }))]), Refused),
        asks(json!([finding(json!({ "locations": "src/cart.js:6" }))]), Refused),
        asks(json!([finding(json!({ "locations": [{ "file": "src/cart.js", "line": "six" }] }))]), Refused),
        asks(json!([finding(json!({ "locations": [{ "path": "src/cart.js" }] }))]), NoCall),
        asks(json!([finding(json!({ "sugestion": "Subtract it" }))]), changes),
        asks(
            json!([finding(
                json!({ "why": ["Totals are wrong.", "They are shown."], "severity": "critcal" })
            )]),
            changes,
        ),
        with(json!({ "text": ["## REVIEW COMPLETE", "**Status:** passed"] }), Refused),
        with(json!({ "text": { "status": "passed" } }), Refused),
        with(json!({ "text": "x".repeat(1024 * 1024 + 1) }), Refused),
        with(json!({ "text": "LGTM", "countersign": null }), Refused),
        with(json!({ "text": "LGTM", "loop_id": "x".repeat(65) }), Refused),
        with(json!({ "text": "LGTM", "reviewer": ["ada", "grace"] }), Refused),
        with(json!({ "unavailable": true }), Refused),
        with(
            json!({ "verdict": "changes_requested", "findings": [finding(json!({}))], "countersign": null, "countersing": "$code" }),
            changes,
        ),
    ]
}

fn others() -> Vec<Case> {
    use At::{Fix, Nothing, Review, Tests};
    let change = |more: Value| {
        let mut all = json!({ "id": "cart", "title": "Cart", "criteria": "It adds up.", "base": "HEAD~1" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let responds = |responses: Value| json!({ "loop_id": "$loop", "turn": "$turn", "responses": responses });
    let fixed = |more: Value| {
        let mut one =
            json!({ "finding_id": "F1", "response": "fixed", "details": "the discount is subtracted" });
        one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        one
    };
    let decides = |more: Value| {
        let mut all = json!({ "loop_id": "$loop", "turn": "$turn", "choice": "abandon", "reason": "it is not wanted any more", "decided_by": "Ada" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let tests = |more: Value| {
        let mut all = json!({ "loop_id": "$loop", "turn": "$turn" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    vec![
        (
            Nothing,
            "review_task",
            change(json!({ "criteria": ["It adds up.", "Discounts count."] })),
            With("Discounts count."),
        ),
        (Nothing, "review_task", change(json!({ "criteria": { "a": 1 } })), Refused),
        (Nothing, "review_task", change(json!({ "title": ["Cart", "Totals"] })), Refused),
        (Nothing, "review_task", json!({ "plan": PLAN, "task": 1.1 }), Refused),
        (Nothing, "review_task", json!({ "plan": [PLAN], "task": "1" }), With("01-01 Task 1")),
        (Nothing, "review_task", json!({ "plan": [PLAN, "b.md"], "task": "1" }), Refused),
        (Nothing, "review_task", json!({ "plan": PLAN, "tsk": "1" }), With("01-01 Task 1")),
        (Nothing, "review_task", json!({ "plan": PLAN, "of": "both" }), Refused),
        (Nothing, "review_task", json!({ "path": PLAN, "task": "1" }), NoCall),
        (Nothing, "review_task", change(json!({ "files": "src/cart.js" })), With("src/cart.js")),
        (Nothing, "review_task", change(json!({ "files": "src/cart.js, src/b.js" })), Refused),
        (Nothing, "review_task", change(json!({ "files": "all" })), Refused),
        (
            Nothing,
            "review_task",
            change(json!({ "requirements": "Totals honour discounts" })),
            With("Totals honour discounts"),
        ),
        (Nothing, "review_task", change(json!({ "on_demand": "yes" })), Refused),
        (Nothing, "review_task", change(json!({ "max_tokens": 10 })), Refused),
        (Nothing, "review_task", change(json!({ "context": "notes.md" })), Refused),
        (Nothing, "review_task", change(json!({ "context": [{ "text": "x" }] })), Refused),
        (Nothing, "review_task", change(json!({ "context": [{ "title": "x", "text": " " }] })), Refused),
        (Nothing, "review_task", change(json!({ "context": [{ "title": "x", "file": "a.md" }] })), NoCall),
        (Nothing, "review_task", change(json!({ "approve": false })), NoCall),
        (Review, "review_task", json!({ "loop_id": "$loop", "part": "two" }), Refused),
        (Fix, "respond_findings", responds(fixed(json!({ "response": "fixd" }))), With("\"accepted\"")),
        (
            Fix,
            "respond_findings",
            responds(json!([fixed(json!({ "response": "Fixed." }))])),
            With("\"accepted\""),
        ),
        (Fix, "respond_findings", responds(json!([fixed(json!({ "response": "done" }))])), Refused),
        (Fix, "respond_findings", responds(json!([fixed(json!({ "response": "unfixed" }))])), Refused),
        (Fix, "respond_findings", responds(json!(["F1"])), Refused),
        (Fix, "respond_findings", responds(json!("F1 fixed")), Refused),
        (Fix, "respond_findings", responds(json!([{ "finding_id": "F1" }])), Refused),
        (Fix, "respond_findings", responds(json!([{ "id": "F1", "response": "fixed" }])), NoCall),
        (
            Fix,
            "respond_findings",
            json!({ "loop_id": "$loop", "turn": "next", "responses": [fixed(json!({}))] }),
            Refused,
        ),
        (Fix, "respond_findings", json!({ "loop_id": "$loop", "responses": [fixed(json!({}))] }), Refused),
        (Fix, "respond_findings", json!({ "loop_id": "$loop", "turn": "$turn", "escalate": true }), Refused),
        (
            Fix,
            "respond_findings",
            responds(
                json!([{ "finding_id": "F1", "response": "rejected", "reason": ["src/cart.js:6 is only the sum.", "The discount is taken in src/checkout.js."], "reason_kind": "false positive!" }]),
            ),
            With("\"accepted\""),
        ),
        (Fix, "decide", decides(json!({ "choice": ["abandon"] })), With("\"outcome\":\"abandoned\"")),
        (Fix, "decide", decides(json!({ "decided_by": { "name": "Ada" } })), Refused),
        (Fix, "decide", decides(json!({ "turn": 1.5 })), Refused),
        (Fix, "decide", decides(json!({ "because": "x" })), NoCall),
        (Tests, "record_tests", tests(json!({ "failed": "none" })), Refused),
        (Tests, "record_tests", tests(json!({ "failed": "0" })), Refused),
        (Tests, "record_tests", tests(json!({ "failed": "2 tests" })), Refused),
        (
            Tests,
            "record_tests",
            tests(json!({ "failed": "totals_with_discount" })),
            With("totals_with_discount"),
        ),
        (Tests, "record_tests", tests(json!({ "passed": ["totals_with_discount"] })), Refused),
        (Tests, "record_tests", tests(json!({ "failed": [], "passed": "all" })), Refused),
        (Tests, "record_tests", tests(json!({ "failed": [], "total": "many" })), Refused),
        (Tests, "record_tests", tests(json!({ "failed": [], "errors": ["totals_with_discount"] })), NoCall),
        (Review, "loop_status", json!({ "state": "closed" }), Refused),
        (Review, "loop_status", json!({ "loop_id": "$loop", "timeline": "yes" }), Refused),
        (Review, "loop_status", json!({ "phase": 14.1 }), Refused),
        (Nothing, "parse_verdict", json!({}), Refused),
        (Nothing, "parse_verdict", json!({ "text": ["LGTM", "but not now"] }), Refused),
        (Nothing, "parse_verdict", json!({ "content": "LGTM" }), NoCall),
        (Nothing, "check_plan", json!({ "plan": [PLAN] }), With("\"verdict\"")),
        (Nothing, "check_plan", json!({ "paln": PLAN }), With("\"verdict\"")),
        (Nothing, "check_plan", json!({ "plam": PLAN }), With("\"verdict\"")),
        (Nothing, "verify_phase", json!({ "phase": 1.1 }), Refused),
        (Nothing, "verify_phase", json!({ "phase": "1", "partial": "maybe" }), Refused),
        (Nothing, "verify_phase", json!({ "phase": "1", "confirmations": "yes" }), Refused),
        (
            Nothing,
            "verify_phase",
            json!({ "phase": "1", "judgements": [{ "item_id": "x", "status": "ok" }] }),
            Refused,
        ),
        (
            Nothing,
            "verify_phase",
            json!({ "phase": "1", "overrides": [{ "item_id": "x", "reason": "it is known" }] }),
            Refused,
        ),
    ]
}

/// Calls that fit their schemas and are refused for what they say.
fn well_formed() -> Vec<Case> {
    use At::{Fix, Nothing, Review, Tests};
    let approves = |more: Value| {
        let mut all =
            json!({ "loop_id": "$loop", "countersign": "$code", "verdict": "approved", "findings": [] });
        for (key, value) in more.as_object().unwrap() {
            match value {
                Value::Null => all.as_object_mut().unwrap().remove(key),
                value => all.as_object_mut().unwrap().insert(key.clone(), value.clone()),
            };
        }
        all
    };
    let change = |more: Value| {
        let mut all = json!({ "id": "cart", "title": "Cart", "criteria": "It adds up.", "base": "HEAD~1" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let decides = |more: Value| {
        let mut all = json!({ "loop_id": "$loop", "turn": "$turn", "choice": "abandon", "reason": "it is not wanted any more", "decided_by": "Ada" });
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let blocks = review("1", "issues_found", NO_DISCOUNT, NOTHING);
    let record = "record_findings";
    let resolved = json!([{ "id": "F1", "reason": "it is subtracted" }]);
    vec![
        (Review, record, approves(json!({ "text": blocks })), Refused),
        (Review, record, approves(json!({ "unavailable": "the reviewer did not start" })), Refused),
        (Review, record, approves(json!({ "findings": null })), Refused),
        (Review, record, approves(json!({ "verdict": null, "findings": [finding(json!({}))] })), Refused),
        (Review, record, approves(json!({ "findings": [finding(json!({ "title": "TODO" }))] })), Refused),
        (
            Review,
            record,
            approves(json!({ "findings": [finding(json!({ "closed_when": "some day" }))] })),
            Refused,
        ),
        (Review, record, approves(json!({ "countersign": "cs-9-zzzzzz" })), With("\"loop_id\"")),
        (Review, record, approves(json!({ "loop_id": "rl-nobody" })), Looks),
        (
            Review,
            record,
            approves(json!({ "verdict": null, "findings": null, "text": "LGTM", "resolved": resolved })),
            Refused,
        ),
        (
            Review,
            record,
            approves(
                json!({ "verdict": null, "findings": null, "unavailable": "no agent there", "resolved": resolved }),
            ),
            Refused,
        ),
        (Nothing, "review_task", json!({}), Refused),
        (Nothing, "review_task", json!({ "id": "cart" }), Refused),
        (Nothing, "review_task", json!({ "task": "1" }), Refused),
        (Nothing, "review_task", json!({ "of": "document" }), Refused),
        (Nothing, "review_task", change(json!({ "plan": PLAN })), Refused),
        (Nothing, "review_task", json!({ "plan": PLAN, "task": "1", "of": "execution" }), Refused),
        (Nothing, "review_task", change(json!({ "base": "nowhere" })), Refused),
        (Nothing, "review_task", change(json!({ "protocol": "bazingo" })), Refused),
        (Nothing, "review_task", change(json!({ "part": 2 })), Refused),
        (Nothing, "review_task", change(json!({ "context": [{ "title": "Notes" }] })), Refused),
        (Nothing, "review_task", change(json!({ "files": ["../cart.js"] })), Refused),
        (Nothing, "review_task", change(json!({ "criteria": "TODO" })), Refused),
        (Nothing, "review_task", change(json!({ "worktree": "/etc" })), Refused),
        (Fix, "respond_findings", json!({ "loop_id": "$loop", "turn": "$turn", "responses": [] }), Refused),
        (
            Fix,
            "respond_findings",
            json!({ "loop_id": "$loop", "turn": 99, "responses": [{ "finding_id": "F1", "response": "fixed" }] }),
            Looks,
        ),
        (Fix, "decide", decides(json!({ "choice": "accept" })), Looks),
        (Fix, "decide", decides(json!({ "turn": 99 })), With("\"outcome\":\"abandoned\"")),
        (Fix, "decide", decides(json!({ "decided_by": "claude" })), Refused),
        (Fix, "decide", decides(json!({ "reason": "because…", "decided_by": null })), Refused),
        (Fix, "decide", decides(json!({ "reason": "<reason>" })), Refused),
        (
            Tests,
            "record_tests",
            json!({ "loop_id": "$loop", "turn": "$turn", "failed": [], "total": 0 }),
            Refused,
        ),
        (Nothing, "record_tests", json!({ "plan": PLAN, "task": "1", "turn": 4, "failed": ["a"] }), Refused),
        (Review, "loop_status", json!({ "cursor": "zzz" }), Refused),
        (Review, "loop_status", json!({ "loop_id": "$loop", "phase": "1" }), Looks),
        (Nothing, "parse_verdict", json!({ "text": "LGTM", "dialect": "latin" }), Refused),
        (Nothing, "check_plan", json!({ "plan": "../x.md" }), Refused),
        (Nothing, "verify_phase", json!({ "phase": "77" }), Refused),
    ]
}

/// A loop that stands where a case begins.
struct Stage {
    _scene: Scene,
    client: Client,
    loop_id: Value,
    code: Value,
    turn: Value,
}

fn done(answer: Answer) -> Value {
    assert!(!answer.is_error, "{}", answer.text);
    answer.structured
}

impl Stage {
    fn set(at: At) -> Stage {
        let scene = plan_scene::with_task_one();
        let mut client = Client::start(scene.root(), Era::Stateless);
        let (mut loop_id, mut code, mut turn) = (Value::Null, Value::Null, Value::Null);
        if at != At::Nothing {
            let opened = done(client.call("review_task", json!({ "plan": PLAN, "task": "1" })));
            (loop_id, code) = (opened["loop_id"].clone(), opened["countersign"].clone());
        }
        if matches!(at, At::Fix | At::Tests) {
            let text = review("1", "issues_found", NO_DISCOUNT, NOTHING);
            let fix =
                done(client.call(
                    "record_findings",
                    json!({ "loop_id": loop_id, "countersign": code, "text": text }),
                ));
            turn = fix["next"]["turn"].clone();
        }
        if at == At::Tests {
            let run = json!({ "loop_id": loop_id, "turn": turn, "failed": ["totals_with_discount"] });
            turn = done(client.call("record_tests", run))["next"]["turn"].clone();
        }
        Stage { _scene: scene, client, loop_id, code, turn }
    }

    /// Puts what only the loop knows into a call.
    fn filled(&self, call: &Value) -> Value {
        match call {
            Value::String(text) if text == "$loop" => self.loop_id.clone(),
            Value::String(text) if text == "$code" => self.code.clone(),
            Value::String(text) if text == "$turn" => self.turn.clone(),
            Value::Array(list) => list.iter().map(|item| self.filled(item)).collect(),
            Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), self.filled(v))).collect(),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => call.clone(),
        }
    }

    fn all(&mut self) -> Value {
        done(self.client.call("loop_status", json!({ "state": "all", "timeline": true })))
    }
}

/// The call that a refusal names, as it stands.
fn named(text: &str) -> Option<(String, Value)> {
    let (_, call) = text.rsplit_once("Next: call ")?;
    let (tool, rest) = call.split_once(' ')?;
    let arguments = serde_json::Deserializer::from_str(rest).into_iter().next()?.ok()?;
    Some((tool.to_owned(), arguments))
}

/// How many values say something at the top, and how many entries the lists among them have.
fn said(arguments: &Value) -> Vec<(String, usize)> {
    let says = |v: &&Value| {
        let empty = v.as_array().is_some_and(Vec::is_empty);
        !v.is_null() && !empty && v.as_str().is_none_or(|t| !t.trim().is_empty())
    };
    let fields = arguments.as_object().unwrap().iter().filter(|(_, v)| says(v));
    fields.map(|(name, v)| (name.clone(), v.as_array().map_or(1, Vec::len))).collect()
}

#[test]
fn a_named_call_works_as_meant_or_is_refused() {
    let cases: Vec<Case> = recorded().into_iter().chain(others()).chain(well_formed()).collect();
    assert!(cases.len() >= 60, "{}", cases.len());
    let mut stages: Vec<(At, Stage)> = Vec::new();
    for (at, tool, given, ends) in cases {
        if !stages.iter().any(|(set, _)| *set == at) {
            stages.push((at, Stage::set(at)));
        }
        let place = stages.iter().position(|(set, _)| *set == at).unwrap();
        let stage = &mut stages[place].1;
        let given = stage.filled(&given);
        let shown: String = given.to_string().chars().take(300).collect();
        let before = stage.all();
        let refused = stage.client.call(tool, given.clone());
        assert!(refused.is_error, "{tool} took {shown}");
        let text = refused.text;
        let Some((other, call)) = named(&text) else {
            assert_eq!(ends, NoCall, "{tool} {shown}: {text}");
            assert!(text.contains("only you can tell"), "{tool} {shown}: {text}");
            continue;
        };
        assert_ne!(ends, NoCall, "{tool} {shown}: {text}");
        if ends == Looks {
            assert_eq!(other, "loop_status", "{tool} {shown}: {text}");
            let looked = stage.client.call(&other, call);
            assert!(!looked.is_error, "{tool} {shown}: {}", looked.text);
            continue;
        }
        if other != tool {
            // The brief, with the code that was wrong.
            assert_eq!(other, "review_task", "{shown}: {text}");
            assert!(!stage.client.call(&other, call).is_error, "{shown}: {text}");
            continue;
        }
        let (was, is) = (said(&given), said(&call));
        assert!(is.len() >= was.len(), "{tool} {shown} lets something fall: {text}");
        for (name, many) in &was {
            let kept = is.iter().find(|(n, _)| n == name);
            let stands_in = |n: &str| call[n].as_str().is_some();
            assert!(kept.is_none_or(|(n, m)| m >= many || stands_in(n)), "{name} of {tool} {shown}: {text}");
        }
        let sent = stage.client.call(tool, call);
        match ends {
            With(part) => {
                assert!(!sent.is_error, "{tool} {shown}: {text}\n{}", sent.text);
                let came = sent.structured.to_string();
                assert!(came.contains(part), "{tool} {shown}: no {part} in {came}");
                // What a case did is no other's beginning.
                stages.remove(place);
            }
            Refused => {
                assert!(sent.is_error, "{tool} {shown} took {text}\n{}", sent.structured);
                assert_eq!(stage.all(), before, "{tool} {shown} changed a loop");
            }
            Looks | NoCall => {}
        }
    }
}
