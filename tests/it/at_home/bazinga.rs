//! BAZINGA: the tech lead reviews a group's branch in JSON, the developer answers each issue, rejections are ruled on.

use serde_json::{Value, json};

use super::{Home, blocking, in_order, reports};
use crate::scene::Scene;

const SESSION: &str = "bazinga_20260302_141500";
const HANDOFF: &str = "bazinga/artifacts/bazinga_20260302_141500/INVITE/handoff_tech_lead.json";
const REPORT: &str = "bazinga/artifacts/bazinga_20260302_141500/INVITE/REVIEW.md";
const ENDS: &str = "import time\n\n\ndef accept(token, store):\n    invite = store.get(token)\n    if invite[\"until\"] < time.time():\n        return None\n    return invite[\"team\"]\n";

fn home() -> Home {
    let scene = Scene::new();
    let base = scene.commit(
        "chore: start",
        &[
            ("app/invite.py", "def accept(token, store):\n    return store.get(token)\n"),
            (".gitignore", "bazinga/bazinga.db\nbazinga/artifacts/\n"),
            ("bazinga/model_selection.json", "{}\n"),
        ],
    );
    // An older session, and the one that runs.
    scene.write("bazinga/artifacts/bazinga_20260301_090000/OLD/handoff_qa_expert.json", "{}\n");
    scene.write(
        "bazinga/artifacts/bazinga_20260302_141500/INVITE/handoff_implementation.json",
        "{\"from_agent\": \"developer\", \"status\": \"READY_FOR_REVIEW\"}\n",
    );
    scene.branch("bazinga/invite", &base);
    scene.switch("bazinga/invite");
    scene.commit("INVITE: invitations end", &[("app/invite.py", ENDS)]);
    Home::of(scene)
}

fn group() -> Value {
    json!({ "id": "INVITE", "title": "Invitations end",
            "criteria": "An invitation older than a week is refused\nAn invitation is used once" })
}

fn issue(number: u32, severity: &str, title: &str, line: u32) -> Value {
    json!({
        "id": format!("TL-INVITE-1-{number:03}"), "severity": severity,
        "blocking": (severity == "CRITICAL" || severity == "HIGH"), "title": title,
        "location": format!("app/invite.py:{line}"), "problem": format!("{title}, as line {line} shows"),
        "fix": "see the title", "why": "a leaked link lets anybody in",
    })
}

fn handoff(iteration: u32, status: &str, issues: &[Value], more: Value) -> String {
    let of = |severity: &str| issues.iter().filter(|i| i["severity"] == severity).count();
    let mut text = json!({
        "from_agent": "tech_lead", "to_agent": "developer", "session_id": SESSION, "group_id": "INVITE",
        "status": status, "summary": ["one", "two", "three"], "iteration": iteration, "issues": issues,
        "issue_summary": { "critical": of("CRITICAL"), "high": of("HIGH"), "medium": of("MEDIUM"), "low": of("LOW"),
                           "blocking_count": of("CRITICAL") + of("HIGH") },
    });
    text.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    format!("```json\n{text:#}\n```\n")
}

fn first() -> [Value; 3] {
    [
        issue(1, "CRITICAL", "An invitation can be used twice", 8),
        issue(2, "HIGH", "An unknown token raises TypeError", 6),
        issue(3, "MEDIUM", "The clock is read inside", 6),
    ]
}

#[test]
fn a_group_is_reviewed_answered_ruled_on_and_approved() {
    let mut home = home();
    assert_eq!(
        home.rules("app/invite.py"),
        ("bazinga".to_owned(), "bazinga is the nearest planning folder".to_owned())
    );
    let opened = home.review(group());
    assert_eq!(opened["next"]["agent"], "tech_lead");
    assert_eq!(opened["range"]["files"], json!(["app/invite.py"]));
    in_order(
        opened["brief"].as_str().unwrap(),
        &["**Security**", "**Edge cases**", "**Load**", "\"id\": \"TL-INVITE-1-001\""],
    );

    let fix = home.says(&opened, &handoff(1, "CHANGES_REQUESTED", &first(), json!({})));
    assert_eq!((&fix["next"]["action"], &fix["next"]["agent"]), (&json!("fix"), &json!("developer")));
    assert_eq!(
        (blocking(&fix), reports(&fix)),
        (vec!["TL-INVITE-1-001", "TL-INVITE-1-002"], vec![REPORT, HANDOFF])
    );
    let made = home.json(HANDOFF);
    assert_eq!(
        (&made["session_id"], &made["group_id"], &made["to_agent"]),
        (&json!(SESSION), &json!("INVITE"), &json!("developer"))
    );
    assert_eq!((&made["issue_summary"]["blocking_count"], &made["iteration"]), (&json!(2), &json!(1)));

    // The developer fixes one, finds the other too hard, and puts the note off.
    let popped = ENDS.replace("    return invite[", "    store.pop(token)\n    return invite[");
    home.scene.commit("INVITE: use an invitation up", &[("app/invite.py", &popped)]);
    let mut answer = fix["next"]["call"]["arguments"].clone();
    answer["responses"] = json!([
        { "finding_id": "TL-INVITE-1-001", "response": "fixed", "details": "app/invite.py: the token is popped" },
        { "finding_id": "TL-INVITE-1-002", "response": "rejected", "reason": "too hard" },
        { "finding_id": "TL-INVITE-1-003", "response": "deferred", "reason": "the clock is a task of its own", "tech_debt_id": "TD-7" },
    ]);
    let refused = home.ok("respond_findings", answer);
    assert_eq!(refused["responses"][1]["result"], "refused");
    assert!(
        refused["responses"][1]["why"].as_str().unwrap().contains("no reason against a finding"),
        "{refused:#}"
    );
    assert_eq!(
        refused["blocking_summary"],
        json!({ "total": 2, "fixed": 1, "rejected": 0, "unaddressed": 1 })
    );
    assert_eq!(refused["next"]["action"], "respond");
    let mut answer = refused["next"]["call"]["arguments"].clone();
    answer["responses"] = json!([{
        "finding_id": "TL-INVITE-1-002", "response": "rejected", "reason_kind": "false_positive",
        "reason": "app/invite.py:5: the store is a defaultdict whose get never gives None",
    }]);
    let answered = home.ok("respond_findings", answer);
    assert_eq!(
        answered["blocking_summary"],
        json!({ "total": 2, "fixed": 1, "rejected": 1, "unaddressed": 0 })
    );

    // The tech lead rules on the rejection; without a ruling an approval would not stand.
    let second = home.next(&answered);
    in_order(
        second["brief"].as_str().unwrap(),
        &["[diff: region_changed]", "answered: rejected", "A rejected finding wants your ruling"],
    );
    let tracking = json!({
        "resolved": [{ "id": "TL-INVITE-1-001", "reason": "the token is taken out of the store" }],
        "iteration_tracking": { "rejections_accepted": ["TL-INVITE-1-002"], "rejections_overruled": [] },
        "notes_for_future": ["Pass the clock in"],
    });
    let done = home.says(&second, &handoff(2, "APPROVED_WITH_NOTES", &first()[2..], tracking));
    assert_eq!(
        (&done["next"]["action"], &done["next"]["outcome"]),
        (&json!("proceed"), &json!("approved_with_notes")),
        "{done:#}"
    );
    let made = home.json(HANDOFF);
    assert_eq!(
        (&made["status"], &made["to_agent"], &made["iteration"]),
        (&json!("APPROVED_WITH_NOTES"), &json!("project_manager"), &json!(2))
    );
    assert_eq!(
        made["issue_summary"],
        json!({ "critical": 0, "high": 0, "medium": 1, "low": 0, "blocking_count": 0 })
    );
    assert_eq!(made["iteration_tracking"]["rejections_accepted"], 1);
    in_order(
        &home.read(REPORT),
        &[
            "pass: 2",
            "## Responses and rulings",
            "TL-INVITE-1-002 rejected",
            "the rejection was accepted",
            "### Pass 1",
        ],
    );
    assert_eq!(home.gate(&[]).0, 0);
}

#[test]
fn an_approval_that_leaves_a_rejection_without_a_ruling_is_asked_about() {
    let mut home = home();
    let opened = home.review(group());
    let fix = home.says(&opened, &handoff(1, "CHANGES_REQUESTED", &first()[..1], json!({})));
    let mut answer = fix["next"]["call"]["arguments"].clone();
    answer["responses"] = json!([{
        "finding_id": "TL-INVITE-1-001", "response": "rejected", "reason_kind": "false_positive",
        "reason": "app/invite.py:5: the store is one that gives a token away only once",
    }]);
    let answered = home.ok("respond_findings", answer);
    let second = home.next(&answered);
    let asked = home.says(&second, &handoff(2, "APPROVED", &[], json!({})));
    assert_eq!((&asked["next"]["action"], &asked["next"]["reason"]), (&json!("review"), &json!("clarify")));
    assert!(asked["next"].to_string().contains("TL-INVITE-1-001"), "{asked:#}");
}

/// Two rounds without progress hand the group to the senior engineer, two more to the project manager, who cannot
/// simply approve it.
#[test]
fn without_progress_the_group_goes_up() {
    let mut home = home();
    let mut opened = home.review(group());
    let mut agents = Vec::new();
    let mut done = json!(null);
    for pass in 1..=8 {
        done = home.says(&opened, &handoff(pass, "CHANGES_REQUESTED", &first()[..1], json!({})));
        let next = &done["next"];
        agents.push(next["agent"].as_str().unwrap_or_default().to_owned());
        if next["action"] != "fix" {
            break;
        }
        home.scene.commit("INVITE: try", &[("app/invite.py", &format!("{ENDS}# try {pass}\n"))]);
        let mut answer = next["call"]["arguments"].clone();
        answer["responses"] = json!([{ "finding_id": "TL-INVITE-1-001", "response": "fixed", "details": "app/invite.py: tried" }]);
        let answered = home.ok("respond_findings", answer);
        opened = home.next(&answered);
    }
    assert_eq!(
        agents,
        ["developer", "developer", "senior_software_engineer", "senior_software_engineer", "project_manager"],
        "{done:#}"
    );
    let options = done["next"]["options"].to_string();
    assert!(!options.contains("approve") && !options.contains("accept"), "{options}");
}

/// The developer reads the tech lead's own words and answers by the ids in them, in whatever order they stand.
#[test]
fn an_issue_keeps_the_number_that_the_tech_lead_gave_it() {
    let mut home = home();
    let opened = home.review(group());
    let [twice, unknown, clock] = first();
    let fix = home.says(&opened, &handoff(1, "CHANGES_REQUESTED", &[clock, unknown, twice], json!({})));
    let title_of = |answer: &Value, id: &str| {
        let rows = answer["findings"].as_array().unwrap();
        rows.iter().find(|f| f["id"] == id).unwrap()["title"].as_str().unwrap().to_owned()
    };
    assert_eq!(title_of(&fix, "TL-INVITE-1-001"), "An invitation can be used twice");
    assert_eq!(title_of(&fix, "TL-INVITE-1-002"), "An unknown token raises TypeError");
    let mut ids: Vec<String> = Vec::new();
    for issue in home.json(HANDOFF)["issues"].as_array().unwrap() {
        let (id, title) = (issue["id"].as_str().unwrap(), issue["title"].as_str().unwrap());
        assert_eq!(title_of(&fix, id), title);
        ids.push(id.to_owned());
    }
    ids.sort_unstable();
    assert_eq!(ids, ["TL-INVITE-1-001", "TL-INVITE-1-002", "TL-INVITE-1-003"]);
}

/// A number of another pass is none to keep: it would be this one's in a later pass.
#[test]
fn an_issue_of_another_pass_is_numbered_anew() {
    let mut home = home();
    let opened = home.review(group());
    let fourth = handoff(1, "CHANGES_REQUESTED", &first()[..1], json!({}))
        .replace("TL-INVITE-1-001", "TL-INVITE-4-007");
    assert_eq!(blocking(&home.says(&opened, &fourth)), ["TL-INVITE-1-001"]);
}

/// The pass is open, the tech lead is started as `general-purpose`, and nobody calls `record_findings`.
#[test]
fn a_printed_handoff_that_names_the_group_is_recorded() {
    let mut home = home();
    let opened = home.review(group());
    assert_eq!(home.hook("SubagentStart", "a-1", None), "");
    let short = json!({ "status": "APPROVED", "summary": ["fine", "fine", "fine"] }).to_string();
    let full = handoff(1, "CHANGES_REQUESTED", &first(), json!({}));
    for other in [short, full.replace("\"tech_lead\"", "\"qa_expert\""), full.replace("INVITE", "LOGIN")] {
        assert_eq!(home.hook("SubagentStop", "a-0", Some(&other)), "");
    }
    let status = home.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(status["next"]["action"], "review", "{status:#}");
    assert_eq!(home.hook("SubagentStop", "a-1", Some(&full)), "");
    let status = home.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(
        (&status["next"]["action"], &status["loops"][0]["blocking"]),
        (&json!("fix"), &json!(2)),
        "{status:#}"
    );
}
