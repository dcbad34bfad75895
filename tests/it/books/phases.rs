//! Small projects with a plan, each with every item of its phase.

#![allow(clippy::unwrap_used, reason = "a scene that cannot be made fails its test")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use countersign::domain::ids::RepoPath;
use countersign::domain::phase::{
    self, CodeFacts, PhaseInput, PhaseNext, PlanFacts, RequirementFact, ReviewCall, ReviewFact, ReviewState,
};
use countersign::domain::plan::{self, Truth};
use countersign::io::code;
use countersign::io::follower::Nobody;

use super::changes::parts;
use super::{Page, hold_pages};

#[test]
fn artifacts_and_links_are_verified_as_the_book_says() {
    hold_pages("phases.txt", told);
}

#[test]
fn who_brings_in_a_file_is_told_as_the_book_says() {
    hold_pages("wirings.txt", told);
}

/// One line a file: what it came to and why.
#[test]
fn files_that_no_import_names_in_plain_are_told_as_the_book_says() {
    hold_pages("wirings_apart.txt", told_in_short);
    hold_pages("wirings_found.txt", told_in_short);
}

#[test]
fn names_and_routes_that_stand_elsewhere_are_told_as_the_book_says() {
    hold_pages("faces.txt", told_in_short);
    hold_pages("faces_more.txt", told_in_short);
}

/// On top stands what is promised, a line each: `path`, `path exports a, b`, `from → to`, `from → to via pattern`.
fn told_in_short(page: &Page) -> String {
    let (promised, files) = page.text.split_once("=== ").unwrap();
    let (mut artifacts, mut links) = (String::new(), String::new());
    for line in promised.lines() {
        if let Some((from, rest)) = line.split_once(" → ") {
            let (to, pattern) = rest.split_once(" via ").unwrap_or((rest, ""));
            writeln!(links, "    - from: {from}\n      to: {to}").unwrap();
            if !pattern.is_empty() {
                writeln!(links, "      pattern: '{pattern}'").unwrap();
            }
        } else if let Some((path, exports)) = line.split_once(" exports ") {
            writeln!(artifacts, "    - path: {path}\n      exports: [{exports}]").unwrap();
        } else {
            writeln!(artifacts, "    - path: {line}").unwrap();
        }
    }
    let lists = [("  artifacts:\n", artifacts), ("  key_links:\n", links)];
    let lists: String = lists.iter().filter(|l| !l.1.is_empty()).flat_map(|l| [l.0, &l.1]).collect();
    let plan = format!("=== PLAN\n---\nphase: 3\nmust_haves:\n{lists}---\n=== {files}");
    plain_rows(&told(&Page { title: page.title.clone(), text: plan }))
}

fn plain_rows(told: &str) -> String {
    let items = told.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let rows = items.map(|item| {
        let reasons = item["reasons"].as_array().into_iter().flatten().filter_map(|r| r.as_str());
        let reasons: Vec<&str> =
            reasons.filter(|r| !r.starts_with("the plan asks for nothing but")).collect();
        format!(
            "{}: {}: {}",
            item["label"].as_str().unwrap(),
            item["status"].as_str().unwrap(),
            reasons.join("; ")
        )
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The same, with exports in brackets and links as `from → to`.
#[test]
fn what_only_looks_like_a_use_is_told_as_the_book_says() {
    hold_pages("wirings_alike.txt", |page| {
        let (promised, files) = page.text.split_once("=== ").unwrap();
        let (mut artifacts, mut links) = (String::new(), String::new());
        for line in promised.lines().filter(|line| !line.is_empty()) {
            if let Some((from, to)) = line.split_once(" → ") {
                links += &format!("    - from: {from}\n      to: {to}\n");
                continue;
            }
            let (path, exports) = line.split_once(" [").unwrap_or((line, "]"));
            artifacts += &format!("    - path: {path}\n      exports: [{exports}\n");
        }
        let plan = format!(
            "=== PLAN\n---\nphase: 3\nmust_haves:\n  artifacts:\n{artifacts}  key_links:\n{links}---\n=== {files}"
        );
        plain_rows(&told(&Page { title: page.title.clone(), text: plan }))
    });
}

/// Files of the project are parts, and `PLAN` is a plan that is finished, `PLAN 02` another, `OPEN 03` one that is not.
fn told(page: &Page) -> String {
    let (head, parts) = parts(&page.text);
    let root = tempfile::tempdir().unwrap();
    let mut input = PhaseInput { phase: "3".to_owned(), ..PhaseInput::default() };
    for (line, number) in head.lines().zip(1..) {
        let (field, value) = line.split_once(": ").unwrap_or((line, ""));
        let (first, rest) = value.split_once(' ').unwrap_or((value, ""));
        match field {
            "goal" => input.goal = Some(value.to_owned()),
            "name" => input.name = Some(value.to_owned()),
            "partial" => input.partial = true,
            "criterion" => input.criteria.push(Truth { text: value.to_owned(), line: number }),
            "requirement" | "by table" => input.requirements.push(RequirementFact {
                id: first.to_owned(),
                text: Some(rest.to_owned()).filter(|t| !t.is_empty()),
                by_table: field == "by table",
            }),
            "known" => input.known_requirements = Some(value.split(' ').map(str::to_owned).collect()),
            "review" => {
                let (task, state) = rest.split_once(' ').unwrap_or((rest, ""));
                let (word, why) = state.split_once(' ').unwrap_or((state, ""));
                let why = why.to_owned();
                let state = match word {
                    "never" => ReviewState::NeverReviewed,
                    "open" => ReviewState::BlockingOpen(why.split(' ').map(str::to_owned).collect()),
                    "changed" => ReviewState::Changed(why),
                    "unsettled" => ReviewState::Unsettled(why),
                    "unreadable" => ReviewState::Unreadable(why),
                    "went" => ReviewState::WentOn(why),
                    _ => ReviewState::Ok,
                };
                let call = (word == "never").then(|| ReviewCall {
                    tool: "review_task".to_owned(),
                    arguments: [("task".to_owned(), task.to_owned())].into(),
                });
                input.reviews.push(ReviewFact { plan: first.to_owned(), task: task.to_owned(), state, call });
            }
            _ => {}
        }
    }
    for (name, text) in &parts {
        if let Some(number) = name.strip_prefix("PLAN").or_else(|| name.strip_prefix("OPEN")) {
            let number = if number.trim().is_empty() { "01" } else { number.trim() };
            let path = RepoPath::parse(&format!(".planning/phases/03-shop/03-{number}-PLAN.md")).unwrap();
            let plan = plan::read(&path, text).unwrap();
            input.plans.push(PlanFacts { plan, has_summary: name.starts_with("PLAN") });
            continue;
        }
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let files = code::read(root.path(), &phase::questions(&input, &[])).unwrap();
    let mut facts = CodeFacts { files, ..CodeFacts::default() };
    let all = code::list(root.path(), &Nobody);
    facts.by_name = phase::meant_by_links(&input, &facts, all.paths());
    facts.files.extend(code::read(root.path(), &facts.by_name).unwrap());
    let mut words = phase::words(&input, &facts);
    facts.survey = Some(code::survey(root.path(), &all, &words, &Nobody).unwrap());
    words.extend(phase::further_words(&input, &facts));
    facts.survey = Some(code::survey(root.path(), &all, &words, &Nobody).unwrap());
    let items = phase::items(&input, &facts, &[]);
    let mut rows = vec![format!("words {}", words.iter().cloned().collect::<Vec<_>>().join(" "))];
    for item in &items {
        let mut value = serde_json::to_value(item).unwrap();
        value.as_object_mut().unwrap().remove("id");
        rows.push(value.to_string());
    }
    let standing = phase::status(&items, input.partial);
    rows.push(format!("{standing:?} {}", phase::score(&items)));
    rows.push(match phase::next(&input, &items, "tag") {
        PhaseNext::Judge { items, remaining, .. } => format!("judge {} and {remaining}", items.len()),
        PhaseNext::Confirm { question, expected, why, remaining, .. } => {
            format!("confirm {question:?} {expected:?} {why:?} and {remaining}")
        }
        PhaseNext::CloseGaps { gaps } => {
            let gaps: Vec<String> = gaps
                .iter()
                .map(|g| format!("{}: {} {:?} {:?}", g.truth, g.reason, g.artifacts, g.missing))
                .collect();
            format!("gaps\n  {}", gaps.join("\n  "))
        }
        PhaseNext::Proceed { outcome, warnings } => format!("proceed {} {warnings:?}", outcome.as_str()),
    });
    let unseen: BTreeSet<String> =
        phase::covered_files(&input, &facts, &[], &BTreeSet::new()).iter().map(ToString::to_string).collect();
    rows.push(format!("covers {unseen:?}"));
    rows.join("\n")
}
