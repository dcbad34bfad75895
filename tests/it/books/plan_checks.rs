//! Plans with what stands around them, each with what is wrong with it.

use countersign::domain::ids::RepoPath;
use countersign::domain::plan;
use countersign::domain::plan_check::{
    Document, Found, PlanCheckRules, Sibling, Surroundings, check, like, nearest, slip_of,
};

use super::changes::parts;
use super::{Page, hold_pages};

#[test]
fn plans_are_checked_as_the_book_says() {
    hold_pages("plan_checks.txt", told);
}

/// The plan is the first part; other plans follow. Above stand `files` that are there, `outside`, `unsure`, and
/// `finished` plans; the title may end in `, as yolo` or `, as gsd`.
fn told(page: &Page) -> String {
    let (head, parts) = parts(&page.text);
    let words = |name: &str| -> Vec<String> {
        let rows = head.lines().filter_map(|l| l.strip_prefix(name));
        rows.flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let files: Vec<RepoPath> = words("files ").iter().map(|p| RepoPath::parse(p).expect("a path")).collect();
    let (outside, unsure, finished) = (words("outside "), words("unsure "), words("finished "));
    let rules = match page.title.rsplit_once(", as ").map(|(_, form)| form) {
        Some("yolo") => PlanCheckRules::yolo(),
        Some("gsd") => PlanCheckRules::gsd(),
        _ => PlanCheckRules::either(),
    };
    let (name, text) = &parts[0];
    let path = RepoPath::parse(name).expect("a path");
    let text = text.replace('⏎', "\r").replace('␀', "\0");
    let document = Document::of(path.clone(), text.as_bytes());
    let mut around = Surroundings { finished: finished.contains(name), ..Surroundings::default() };
    for (name, text) in &parts[1..] {
        let path = RepoPath::parse(name).expect("a path");
        let mut sibling = plan::read(&path, text).map_or_else(|_| Sibling::named(&path), |p| Sibling::of(&p));
        if finished.contains(name) {
            sibling.finish();
        }
        let here = path.parent() == document.path().parent();
        if here { around.siblings.push(sibling) } else { around.elsewhere.push(sibling) }
    }
    let mut rows = Vec::new();
    for reference in document.references() {
        let text = &reference.text;
        let there = files.iter().any(|f| f.as_str() == text || f.as_str().starts_with(&format!("{text}/")))
            || reference.pattern && reference.takes(files.iter());
        let folder = text
            .match_indices('/')
            .map(|(at, _)| &text[..at])
            .find(|folder| !files.iter().any(|f| f.as_str().starts_with(&format!("{folder}/"))));
        let folder = folder.and_then(|f| RepoPath::parse(f).ok());
        let found = if there {
            Found::There
        } else if outside.contains(text) {
            Found::Outside
        } else if unsure.contains(text) {
            Found::Unsure
        } else {
            let slip = slip_of(text, folder.as_ref(), files.iter());
            Found::Missing { like: like(text, files.iter()), folder, slip }
        };
        rows.push(format!(
            "names {reference:?} base {:?} {found:?}",
            reference.base().map(|b| b.to_string())
        ));
        around.found.insert(text.clone(), found);
    }
    let abroad = document.abroad(&around.siblings);
    let depends: Vec<&str> = document.depends(&around.siblings).iter().map(|s| s.path().as_str()).collect();
    rows.push(format!("depends {depends:?} abroad {abroad:?}"));
    let checked = check(&document, &around, &rules);
    rows.push(format!("verdict {}", checked.verdict.as_str()));
    for check in &checked.checks {
        rows.push(format!(
            "{} {} {}",
            check.id.as_str(),
            check.status.as_str(),
            check.note.as_deref().unwrap_or("")
        ));
    }
    rows.extend(checked.findings.iter().map(|f| serde_json::to_string(f).expect("JSON")));
    rows.extend(checked.remarks.iter().map(|r| format!("remark {} {} {}", r.line, r.code, r.message)));
    rows.join("\n")
}

#[test]
fn plans_that_are_not_there_are_told() {
    let near = ["a/03-01-PLAN.md", "a/03-02-PLAN.md", "b/04-01-PLAN.md"];
    let near: Vec<RepoPath> = near.iter().map(|p| RepoPath::parse(p).expect("a path")).collect();
    let wanted = RepoPath::parse("b/03-02-PLAN.md").expect("a path");
    let sorted: Vec<String> = nearest(&wanted, near.clone()).iter().map(ToString::to_string).collect();
    assert_eq!(sorted, ["a/03-02-PLAN.md", "a/03-01-PLAN.md", "b/04-01-PLAN.md"]);
    for (document, said) in [
        (Document::absent(wanted.clone(), near), "file:absent"),
        (Document::unreadable_file(wanted.clone(), "it holds 2 MB", true), "file:unreadable"),
        (Document::unreadable_file(wanted.clone(), "permission denied", false), "file:unreadable"),
    ] {
        let checked = check(&document, &Surroundings::default(), &PlanCheckRules::either());
        let ids: Vec<&str> = checked.findings.iter().map(|f| f.id.as_str()).collect();
        assert_eq!(ids, [said], "{checked:?}");
    }
}
