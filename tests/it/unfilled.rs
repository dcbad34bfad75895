//! The forms in which a reviewer is asked are no answer: sent back as they are they say nothing, and with only the
//! verdict filled in they say only that.

use std::fs;

use countersign::domain::dialect::{self, ReadContext, read};
use countersign::domain::review::Verdict;
use regex::Regex;

/// The form of each dialect, as `ask_again` shows it, with the sentence in front of it.
fn asked() -> Vec<(String, String)> {
    let nothing = dialect::Reading::nothing("prose");
    dialect::names()
        .map(|name| (name.to_owned(), dialect::ask_again_in(&nothing, name).expect("nothing was read")))
        .collect()
}

/// The form of each brief, its fields filled with words and all that is optional in it.
fn briefed() -> Vec<(String, String)> {
    let field = Regex::new(r"\{\{[^}]*\}\}").expect("a constant pattern");
    let tag = Regex::new(r"\{%-?[^%]*-?%\}").expect("a constant pattern");
    let mut forms = Vec::new();
    for entry in fs::read_dir("briefs/forms").expect("the forms") {
        let path = entry.expect("a form").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text").replace("{{ words }}", "critical, high or low");
        let text = field.replace_all(&text, "X1");
        forms.push((name, tag.replace_all(&text, "").into_owned()));
    }
    forms
}

fn silent(name: &str, text: &str, forced: Option<&str>) {
    let context = ReadContext { forced, ..ReadContext::default() };
    let reading = read(text, &context);
    assert_eq!(
        reading.claimed_verdict,
        Verdict::Unclear,
        "{name} ({forced:?}): {:?}\n{text}",
        reading.because
    );
    assert!(reading.findings.is_empty(), "{name} ({forced:?}): {:?}\n{text}", reading.findings);
}

#[test]
fn an_unfilled_form_says_nothing() {
    for (name, text) in asked().into_iter().chain(briefed()) {
        let form = text.split_once("\n\n").map_or(text.as_str(), |(_, form)| form);
        for forced in [None, Some(name.as_str())] {
            silent(&name, &text, forced);
            silent(&name, form, forced);
        }
    }
}

/// What a form offers as verdicts, and what of it stands for the one that is chosen.
const CHOICES: &[(&str, &str, &str, Verdict)] = &[
    ("VERDICT: approve|reject|conditional", "VERDICT: approve", "yolo", Verdict::Approved),
    ("passed | issues_found", "passed", "megazord", Verdict::Approved),
    ("PASS|PASS_WITH_NOTES|NEEDS_FIX|CRITICAL", "PASS", "gsd", Verdict::Approved),
    ("clean | issues_found", "clean", "gsd_report", Verdict::Approved),
    ("REVIEW_PASS or REVIEW_FAIL", "REVIEW_PASS", "ralph", Verdict::Approved),
    (
        "APPROVED | APPROVED_WITH_NOTES | CHANGES_REQUESTED",
        "CHANGES_REQUESTED",
        "bazinga",
        Verdict::ChangesRequested,
    ),
    (
        "approved | approved_with_notes | changes_requested | rejected",
        "approved",
        "countersign",
        Verdict::Approved,
    ),
    (
        "approved | approved with notes | changes requested | start over",
        "changes requested",
        "prose",
        Verdict::ChangesRequested,
    ),
];

#[test]
fn a_form_with_only_its_verdict_filled_in_has_no_finding() {
    for (options, choice, name, verdict) in CHOICES {
        let (_, text) = asked().into_iter().find(|(n, _)| n == name).expect("a form");
        assert!(text.contains(options), "{name}: {text}");
        let form = text.replace(options, choice);
        let form = form.split_once("\n\n").map_or(form.as_str(), |(_, form)| form);
        let reading = read(form, &ReadContext { forced: Some(name), ..ReadContext::default() });
        assert_eq!(reading.claimed_verdict, *verdict, "{name}: {:?}\n{form}", reading.remarks);
        assert!(reading.findings.is_empty(), "{name}: {:?}\n{form}", reading.findings);
    }
}
