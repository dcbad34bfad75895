//! What must not be lost between two passes, nor held open for ever: a finding beside one that fell, one whose id is given
//! to another, fixes that are taken back, spread over passes, or told in a note.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::desk::{Desk, codes};
use crate::scene::{Edit, Scene};

/// Forty lines of which each is another, some of them replaced, and left out where nothing takes their place.
fn lines(name: &str, other: &[(usize, &str)]) -> String {
    let mut text = String::new();
    for n in 1..=40 {
        match other.iter().find(|(at, _)| *at == n) {
            Some((_, "")) => {}
            Some((_, line)) => writeln!(text, "{line}").unwrap(),
            None => writeln!(text, "const {name}{n} = f{n}(1);").unwrap(),
        }
    }
    text
}

/// A repository with a change of `s/a.js` and `s/b.js`, and the open review of it.
fn opened() -> (Scene, Desk, Value) {
    let scene = Scene::new();
    let returns = lines("w", &[]).replace('\n', "\r\n");
    let open = lines("o", &[]);
    let base = scene.commit(
        "base",
        &[
            ("README.md", "# X\n"),
            ("s/w.js", &returns),
            // Without a last line end; one of one line; a name that git quotes.
            ("s/open.js", open.trim_end()),
            ("s/one.json", "{\"a\":1}"),
            ("s/ü.js", "x();\n"),
        ],
    );
    scene.commit("feat: X-1 work", &[("s/a.js", &lines("a", &[])), ("s/b.js", &lines("b", &[]))]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(
        json!({ "id": "X-1", "title": "t", "criteria": "It works.", "base": base.as_str(), "protocol": "countersign" }),
    );
    (scene, desk, opened)
}

fn fix(scene: &Scene, files: &[(&str, &str)]) {
    scene.commit("fix: X-1 mend it", files);
}

/// A critical finding with what is told of it.
fn critical(title: &str, line: u32, more: &Value) -> Value {
    let mut finding = json!({
        "severity": "critical", "stage": "quality", "title": title, "suggestion": "mend it",
        "locations": [{ "file": "s/a.js", "line": line }], "why": "found on reading the caller",
    });
    for (key, value) in more.as_object().unwrap() {
        finding[key] = value.clone();
    }
    finding
}

/// Answers the open pass with more than findings.
fn record(desk: &Desk, opened: &Value, verdict: &str, findings: &Value, more: &Value) -> Value {
    let mut arguments = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
        "verdict": verdict, "findings": findings });
    for (key, value) in more.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    desk.ok("record_findings", arguments)
}

fn respond(desk: &Desk, answer: &Value, opened: &Value, responses: &Value) -> Value {
    let turn = &answer["next"]["turn"];
    desk.ok("respond_findings", json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": responses }))
}

fn fixed(id: &str, details: &str) -> Value {
    json!({ "finding_id": id, "response": "fixed", "details": details })
}

fn blocking(answer: &Value) -> Vec<&str> {
    answer["blocking"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn a_critical_beside_a_fallen_one_is_not_swallowed() {
    for (fell, raised) in [
        ("Hardcoded API key", "API key is logged"),
        ("Sort before filter", "Filter before sort"),
        ("Add a retry on timeout", "Remove the retry on timeout"),
        ("Token is not validated", "Token expiry is not validated"),
    ] {
        let (scene, desk, first) = opened();
        let other = critical("No guard on f30", 30, &json!({}));
        let answer = desk.answer(&first, json!([critical(fell, 10, &json!({})), other]));
        fix(&scene, &[("s/a.js", &lines("a", &[(30, "const a30 = guard(1);")]))]);
        let rejected = json!({ "finding_id": "F1", "response": "rejected", "reason_kind": "false_positive",
            "reason": "line 10 of s/a.js holds a public test key, which the requirement allows" });
        respond(&desk, &answer, &first, &json!([rejected, fixed("F2", "guarded")]));
        let late = json!([critical("Unchecked result of f20", 20, &json!({}))]);
        let ruled = json!({ "rulings": [{ "finding_id": "F1", "ruling": "accepted", "reason": "it is a test key" }] });
        let answer = record(&desk, &desk.again(&first), "changes_requested", &late, &ruled);
        let both = [(30, "const a30 = guard(1);"), (20, "const a20 = checked(1);")];
        fix(&scene, &[("s/a.js", &lines("a", &both))]);
        respond(&desk, &answer, &first, &json!([fixed("F3", "checked")]));
        // He approves, and lists it: an approval with a critical is none.
        let third = desk.again(&first);
        let done = json!({ "resolved": [{ "id": "F3", "reason": "checked now" }] });
        let now = json!([critical(raised, 10, &json!({}))]);
        let answer = record(&desk, &third, "approved_with_notes", &now, &done);
        assert_ne!(answer["verdict"], "approved", "{raised}: {answer:#}");
        assert!(answer.to_string().contains(raised), "{raised}: {answer:#}");
        assert_ne!(answer["next"]["action"], "proceed", "{raised}: {answer:#}");
        if answer["next"]["reason"] == "clarify" {
            // Asked whether it is the fallen one in other words, he raises it again.
            let answer = record(&desk, &desk.again(&first), "changes_requested", &now, &done);
            assert_eq!(answer["verdict"], "changes_requested", "{raised}: {answer:#}");
            assert_eq!(blocking(&answer).len(), 1, "{raised}: {answer:#}");
        }
    }
}

#[test]
fn who_gives_an_id_to_something_else_is_not_silent_about_it() {
    let (scene, desk, first) = opened();
    let answer = desk.answer(&first, json!([critical("SQL injection in user search", 10, &json!({}))]));
    fix(&scene, &[("s/a.js", &lines("a", &[(10, "const a10 = build(1);")]))]);
    respond(&desk, &answer, &first, &json!([fixed("F1", "built")]));
    let named = critical("Query still concatenates what the client sent", 24, &json!({ "id": "F1" }));
    let answer = desk.answer(&desk.again(&first), json!([named]));
    assert!(codes(&answer).contains(&"duplicate_ids"), "{answer:#}");
    assert_eq!(blocking(&answer), ["F1", "F2"], "{answer:#}");
}

#[test]
fn content_that_carried_a_blocker_is_not_approved() {
    let (scene, desk, first) = opened();
    let answer = desk.answer(&first, json!([critical("Missing guard on f10", 10, &json!({}))]));
    let guarded = lines("a", &[(10, "const a10 = guard(f10(1));")]);
    fix(&scene, &[("s/a.js", &guarded)]);
    respond(&desk, &answer, &first, &json!([fixed("F1", "guarded")]));
    let done = json!({ "resolved": [{ "id": "F1", "reason": "guard() is there now" }] });
    let swallows = json!([critical("The error code is lost here", 10, &json!({}))]);
    let answer = record(&desk, &desk.again(&first), "changes_requested", &swallows, &done);
    assert_eq!(blocking(&answer), ["F2"], "{answer:#}");
    fix(&scene, &[("s/a.js", &lines("a", &[]))]);
    respond(&desk, &answer, &first, &json!([fixed("F2", "the guard is gone")]));
    let done = json!({ "resolved": [{ "id": "F2", "reason": "the code is kept again" }] });
    let answer = record(&desk, &desk.again(&first), "approved", &json!([]), &done);
    assert_eq!(answer["verdict"], "changes_requested", "{answer:#}");
    assert_eq!(blocking(&answer), ["F1"], "{answer:#}");
    assert!(codes(&answer).contains(&"mend_undone") && codes(&answer).contains(&"swinging"), "{answer:#}");
    assert_eq!(answer["next"]["action"], "ask_user", "{answer:#}");
}

#[test]
fn a_comment_put_beside_a_place_that_swings_hides_nothing() {
    let (scene, desk, first) = opened();
    let at = |title: &str| json!([critical(title, 10, &json!({}))]);
    let answer = desk.answer(&first, at("Missing guard on f10"));
    fix(&scene, &[("s/a.js", &lines("a", &[(10, "const a10 = guard(f10(1));")]))]);
    respond(&desk, &answer, &first, &json!([fixed("F1", "guarded")]));
    let answer = desk.answer(&desk.again(&first), at("The error code is lost here"));
    assert_eq!(blocking(&answer), ["F2"], "{answer:#}");
    let ninth = format!("{} // throws", lines("a", &[]).lines().nth(8).unwrap());
    fix(&scene, &[("s/a.js", &lines("a", &[(9, &ninth)]))]);
    respond(&desk, &answer, &first, &json!([fixed("F2", "the guard is gone")]));
    let answer = desk.answer(&desk.again(&first), at("Missing guard on f10"));
    assert!(codes(&answer).contains(&"swinging"), "{answer:#}");
    assert_eq!(answer["next"]["action"], "ask_user", "{answer:#}");
}

/// A reviewer who takes a finding back by its id, with nothing changed there, does not find it again.
#[test]
fn what_was_resolved_without_a_change_stays_resolved() {
    let (scene, desk, first) = opened();
    let two = json!([
        critical("Missing guard on f10", 10, &json!({})),
        critical("No guard on f30", 30, &json!({})),
    ]);
    let answer = desk.answer(&first, two);
    fix(&scene, &[("s/a.js", &lines("a", &[(30, "const a30 = guard(1);")]))]);
    respond(
        &desk,
        &answer,
        &first,
        &json!([fixed("F1", "it is guarded by its caller"), fixed("F2", "guarded")]),
    );
    let done = json!({ "resolved": [{ "id": "F1", "reason": "its caller guards it" }] });
    let more = json!([critical("Unchecked result of f20", 20, &json!({}))]);
    let answer = record(&desk, &desk.again(&first), "changes_requested", &more, &done);
    let both = [(30, "const a30 = guard(1);"), (20, "const a20 = checked(1);")];
    fix(&scene, &[("s/a.js", &lines("a", &both))]);
    respond(&desk, &answer, &first, &json!([fixed("F3", "checked")]));
    let answer = desk.approve(&desk.again(&first));
    assert_eq!(answer["verdict"], "approved", "{answer:#}");
}

#[test]
fn a_fix_of_two_places_may_take_two_passes() {
    for raised_again in [false, true] {
        let (scene, desk, first) = opened();
        let places = json!([{ "file": "s/a.js", "line": 10 }, { "file": "s/b.js", "line": 10 }]);
        let finding = || json!([critical("No guard in both", 10, &json!({ "locations": places }))]);
        let answer = desk.answer(&first, finding());
        fix(&scene, &[("s/a.js", &lines("a", &[(10, "const a10 = guard(1);")]))]);
        let claimed = respond(&desk, &answer, &first, &json!([fixed("F1", "guarded")]));
        assert_eq!(claimed["claims"][0]["evidence"], "partly_changed", "{claimed:#}");
        let second = desk.again(&first);
        let answer = if raised_again { desk.answer(&second, finding()) } else { desk.approve(&second) };
        assert_eq!(blocking(&answer), ["F1"], "{answer:#}");
        fix(&scene, &[("s/b.js", &lines("b", &[(10, "const b10 = guard(1);")]))]);
        let claimed = respond(&desk, &answer, &first, &json!([fixed("F1", "guarded there as well")]));
        assert_eq!(claimed["claims"][0]["evidence"], "region_changed", "{claimed:#}");
        let answer = desk.approve(&desk.again(&first));
        assert_eq!(answer["verdict"], "approved", "{raised_again}: {answer:#}");
        assert_eq!(answer["resolved"], json!(["F1"]), "{raised_again}: {answer:#}");
    }
}

/// Both places changed, and the reviewer says that it is still wrong: what was changed before mends nothing.
#[test]
fn places_that_were_raised_again_after_their_change_are_to_be_changed_anew() {
    let (scene, desk, first) = opened();
    let places = json!([{ "file": "s/a.js", "line": 10 }, { "file": "s/b.js", "line": 10 }]);
    let finding = || json!([critical("No guard in both", 10, &json!({ "locations": places }))]);
    let answer = desk.answer(&first, finding());
    let half = lines("b", &[(10, "const b10 = look(1);")]);
    fix(&scene, &[("s/a.js", &lines("a", &[(10, "const a10 = look(1);")])), ("s/b.js", &half)]);
    respond(&desk, &answer, &first, &json!([fixed("F1", "looked at")]));
    let answer = desk.answer(&desk.again(&first), finding());
    fix(&scene, &[("s/b.js", &lines("b", &[(10, "const b10 = guard(1);")]))]);
    respond(&desk, &answer, &first, &json!([fixed("F1", "guarded")]));
    let answer = desk.approve(&desk.again(&first));
    assert_eq!(blocking(&answer), ["F1"], "{answer:#}");
}

#[test]
fn what_a_deletion_broke_is_induced_by_the_fix() {
    for (severity, line) in [("medium", 10), ("high", 10), ("medium", 9)] {
        let (scene, desk, first) = opened();
        let answer = desk.answer(&first, json!([critical("Dead call", 10, &json!({}))]));
        fix(&scene, &[("s/a.js", &lines("a", &[(10, "")]))]);
        respond(&desk, &answer, &first, &json!([fixed("F1", "gone")]));
        let broke = critical("a11 reads what a10 had set up", line, &json!({ "severity": severity }));
        let answer = desk.answer(&desk.again(&first), json!([broke]));
        let marks = &answer["findings"][0]["marks"];
        assert_eq!(*marks, json!(["fix_induced"]), "{severity} {line}: {answer:#}");
    }
}

#[test]
fn a_renamed_file_mends_nothing_that_it_was_to_lack() {
    let held = lines("a", &[(10, "const a10 = eval(input);")]);
    let (scene, desk, first) = opened();
    fix(&scene, &[("s/a.js", &held)]);
    let second = desk.again(&first);
    let asked = critical("Input is evaluated", 10, &json!({ "closed_when": "s/a.js lacks eval\\(" }));
    let answer = desk.answer(&second, json!([asked]));
    scene.edit("fix: X-1 elsewhere", &[Edit::Remove("s/a.js"), Edit::Write("s/c.js", held.as_bytes())]);
    let claimed = respond(&desk, &answer, &first, &json!([fixed("F1", "s/a.js is gone")]));
    assert_eq!(claimed["claims"][0]["evidence"], "condition_open", "{claimed:#}");
    let answer = desk.approve(&desk.again(&first));
    assert_eq!(blocking(&answer), ["F1"], "{answer:#}");
    assert!(answer.to_string().contains("still matches in `s/c.js`, at line 10"), "{answer:#}");
    // Under its new name it is mended.
    fix(&scene, &[("s/c.js", &lines("a", &[(10, "const a10 = parse(input);")]))]);
    let claimed = respond(&desk, &answer, &first, &json!([fixed("F1", "parsed")]));
    assert_eq!(claimed["claims"][0]["evidence"], "condition_met", "{claimed:#}");
    assert_eq!(desk.approve(&desk.again(&first))["verdict"], "approved");
}

#[test]
fn lines_that_went_into_a_helper_are_still_there() {
    let (scene, desk, first) = opened();
    fix(&scene, &[("s/a.js", &lines("a", &[(10, "const a10 = eval(input);")]))]);
    let asked = critical("Input is evaluated", 10, &json!({ "closed_when": "s/a.js lacks eval\\(" }));
    let answer = desk.answer(&desk.again(&first), json!([asked]));
    fix(
        &scene,
        &[
            ("s/a.js", &lines("a", &[(10, "import \"./h.js\";")])),
            ("s/h.js", "// X-1\nconst a10 = eval(input);\n"),
        ],
    );
    respond(&desk, &answer, &first, &json!([fixed("F1", "moved")]));
    let answer = desk.approve(&desk.again(&first));
    assert_eq!(blocking(&answer), ["F1"], "{answer:#}");
    assert!(answer.to_string().contains("still matches in `s/h.js`, at line 2"), "{answer:#}");
}

/// As `git apply` has it, over the same tree.
#[test]
fn patches_apply_where_git_applies_them() {
    let hunk = |at: u32, old: &str| {
        format!(
            "--- a/s/a.js\n+++ b/s/a.js\n@@ -{at},3 +{at},3 @@\n const a9 = f9(1);\n-{old}\n+const a10 = guard(f10(1));\n const a11 = f11(1);\n"
        )
    };
    let rename =
        "diff --git a/s/a.js b/s/y.js\nsimilarity index 100%\nrename from s/a.js\nrename to s/y.js\n"
            .to_owned();
    let over = rename.replace("y.js", "b.js");
    let moved = format!(
        "diff --git a/s/a.js b/s/y.js\nsimilarity index 90%\nrename from s/a.js\nrename to s/y.js\n{}",
        hunk(9, "const a10 = f10(1);").replace("+++ b/s/a.js", "+++ b/s/y.js")
    );
    let end =
        "--- a/s/a.js\n+++ b/s/a.js\n@@ -9,2 +9,1 @@\n const a9 = f9(1);\n-const a10 = f10(1);\n".to_owned();
    let top =
        "--- a/s/a.js\n+++ b/s/a.js\n@@ -1,2 +1,1 @@\n-const a9 = f9(1);\n const a10 = f10(1);\n".to_owned();
    let gone = "diff --git a/s/a.js b/s/a.js\ndeleted file mode 100644\n--- a/s/a.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-const a1 = f1(1);\n".to_owned();
    let after = |name: &str| hunk(9, "const a10 = f10(1);").replace("+++ b/s/a.js", &format!("+++ b/{name}"));
    let created = |name: &str| format!("--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+x();\n");
    let here = hunk(9, "const a10 = f10(1);");
    let headed = format!("diff --git a/s/a.js b/s/a.js\nindex <old>..<new> 100644\n{here}");
    let of_w = here.replace("s/a.js", "s/w.js").replace("const a", "const w");
    let returns = |patch: &str| patch.replace('\n', "\r\n");
    let in_hunks = of_w.replace(";\n", ";\r\n");
    let none = "\\ No newline at end of file\n";
    let all = lines("o", &[]);
    let (before, last) = {
        let mut rows = all.lines().rev();
        let last = rows.next().unwrap().to_owned();
        (rows.next().unwrap().to_owned(), last)
    };
    let count = all.lines().count();
    // The last two lines of a file: what stays, then what the patch does.
    let at_end = |name: &str, new: usize, rest: &str| {
        let from = count - 1;
        format!("--- a/s/{name}\n+++ b/s/{name}\n@@ -{from},2 +{from},{new} @@\n {before}\n{rest}")
    };
    let adds_end = |name: &str| at_end(name, 2, &format!("-{last}\n{none}+{last}\n"));
    let of_a = |patch: String| patch.replace("const o", "const a").replace("= o", "= a");
    let all_gone: String = all.lines().map(|line| format!("-{line}\n")).collect();
    let all_gone = format!("--- a/s/open.js\n+++ /dev/null\n@@ -1,{count} +0,0 @@\n{all_gone}");
    let one = |old: &str, new: &str| {
        format!("--- a/s/one.json\n+++ b/s/one.json\n@@ -1 +1 @@\n-{{\"a\":1}}\n{old}+{{\"a\":2}}\n{new}")
    };
    let quoted = "--- \"a/s/\\303\\274.js\"\n+++ \"b/s/\\303\\274.js\"\n@@ -1 +1 @@\n-x();\n+y();\n";
    let under = |old: &str, new: &str| {
        here.replace("--- a/", &format!("--- {old}")).replace("+++ b/", &format!("+++ {new}"))
    };
    for (name, patch) in [
        ("the missing end is put in", adds_end("open.js")),
        ("an end is taken off", of_a(at_end("a.js", 2, &format!("-{last}\n+{last}\n{none}")))),
        ("an end is put in where one is", of_a(adds_end("a.js"))),
        ("the last line without an end", at_end("open.js", 2, &format!("-{last}\n{none}+x();\n{none}"))),
        ("the last line as if it had an end", at_end("open.js", 2, &format!("-{last}\n+x();\n"))),
        ("context without an end", at_end("open.js", 3, &format!("+x();\n {last}\n{none}"))),
        ("context as if it had an end", at_end("open.js", 3, &format!("+x();\n {last}\n"))),
        ("context without an end where one is", of_a(at_end("a.js", 3, &format!("+x();\n {last}\n{none}")))),
        ("a line behind the last", at_end("open.js", 3, &format!("-{last}\n{none}+{last}\n+x();\n{none}"))),
        ("a line with an end behind it", at_end("open.js", 3, &format!("-{last}\n{none}+{last}\n+x();\n"))),
        ("all of it removed", format!("{all_gone}{none}")),
        ("all of it removed, as if it had an end", all_gone),
        ("a file created without an end", format!("{}{none}", created("s/new.js"))),
        ("one line without an end", one(none, none)),
        ("one line that gets an end", one(none, "")),
        ("one line as if it had an end", one("", "")),
        ("a name in quotes", quoted.to_owned()),
        ("this folder before the names", under("./", "./")),
        ("the sides of index and work tree", under("i/", "w/")),
        ("the sides of commit and index", under("c/", "i/")),
        ("the sides of object and work tree", under("o/", "w/")),
        ("one id alone", headed.replace("<old>..<new>", "1234567")),
        ("one id, and no mode", headed.replace("<old>..<new> 100644", "1234567")),
        ("carriage returns where there are none", returns(&here)),
        ("carriage returns where there are some", returns(&of_w)),
        ("none in the headers", in_hunks),
        ("none where there are some", of_w),
        ("ids that are none", headed.clone()),
        ("carriage returns behind all headers", returns(&headed)),
        ("a path that climbs out, after it", after("../../x.js")),
        ("another file after it, which is not there", after("s/none.js")),
        ("another file after it, with other lines", after("s/b.js")),
        ("more behind its name after it", after("s/a.js.orig")),
        ("a file created outside", created("../x.js")),
        ("a file created in git's folder", created(".git/x.js")),
        ("a file created", created("s/new.js")),
        ("in place", here.clone()),
        ("three lines off", hunk(12, "const a10 = f10(1);")),
        ("far off", hunk(30, "const a10 = f10(1);")),
        ("before it", hunk(2, "const a10 = f10(1);")),
        ("other lines", hunk(9, "const a10 = f99(1);")),
        ("a rename", rename),
        ("a rename over another", over),
        ("a rename with a change", moved),
        ("to the end, which it is not", end),
        ("from the first line, which it is not", top),
        ("less than all removed", gone),
    ] {
        let (scene, desk, first) = opened();
        let path = scene.beside("fix.patch");
        std::fs::write(&path, &patch).unwrap();
        let file = path.to_string_lossy().into_owned();
        let git = crate::git_cli::git(scene.root(), &["apply", "--check", &file]).is_some();
        let finding = critical("No guard on f10", 10, &json!({ "fix_patch": patch }));
        let answer = desk.answer(&first, json!([finding]));
        let ours = !codes(&answer).contains(&"patch_does_not_apply");
        assert_eq!(ours, git, "{name}: {answer:#}");
    }
}

#[test]
fn a_note_names_its_file_in_any_marks() {
    let (scene, desk, first) = opened();
    let answer = desk.answer(&first, json!([critical("No guard on f10", 10, &json!({}))]));
    fix(&scene, &[("s/b.js", &lines("b", &[(3, "const b3 = guard(1);")]))]);
    let claimed = respond(&desk, &answer, &first, &json!([fixed("F1", "see **s/b.js**, it guards!")]));
    assert_eq!(claimed["claims"][0]["evidence"], "touched_elsewhere", "{claimed:#}");
}

#[test]
fn a_note_that_names_only_the_findings_own_file_mends_nothing_in_it() {
    for (note, word) in [
        ("s/a.js:30 mended", "untouched"),
        ("mended in s/a.js as asked", "untouched"),
        ("s/a.js:20", "untouched"),
        ("the guard is at s/a.js:10", "touched_elsewhere"),
        ("s/a.js: `guard` does it", "touched_elsewhere"),
    ] {
        let (scene, desk, first) = opened();
        let one = critical("No guard on f10", 10, &json!({}));
        let other = critical("Overflow in f30", 30, &json!({}));
        let answer = desk.answer(&first, json!([one, other]));
        fix(&scene, &[("s/a.js", &lines("a", &[(10, "const a10 = guard(1);")]))]);
        let claimed = respond(&desk, &answer, &first, &json!([fixed("F1", "guarded"), fixed("F2", note)]));
        assert_eq!(claimed["claims"][1]["evidence"], word, "{note}: {claimed:#}");
        let second = desk.again(&first);
        let end = desk.approve(&second);
        assert_eq!(end["verdict"] == "approved", word == "touched_elsewhere", "{note}: {end:#}");
    }
}

#[test]
fn what_speaks_against_a_reviewers_word_is_said_beside_it() {
    let (scene, desk, first) = opened();
    let condition = json!({ "closed_when": "s/a.js contains guarded_f10" });
    let answer = desk.answer(&first, json!([critical("No guard on f10", 10, &condition)]));
    respond(&desk, &answer, &first, &json!([fixed("F1", "done at once")]));
    let done = json!({ "resolved": [{ "id": "F1", "reason": "the caller guards it, I looked again" }] });
    let end = record(&desk, &desk.again(&first), "approved", &json!([]), &done);
    assert_eq!(end["resolved"], json!(["F1"]), "{end:#}");
    for code in ["resolved_unchanged", "resolved_though_open"] {
        assert!(codes(&end).contains(&code), "{code}: {end:#}");
    }
    drop(scene);
}
