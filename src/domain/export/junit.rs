//! Findings as JUnit XML, the form that CI systems show: a `testsuite` a loop, a `testcase` a finding.
//!
//! ```text
//! testsuites = testsuite*
//! testsuite  = properties testcase+          a loop; the first case is the review itself
//! testcase   = [ failure / error / skipped ] [ system-out ]
//! ```
//!
//! Nothing is green that is not. The review passes only where it ended approved and the last test run holds; one that went
//! on with open findings is `skipped`, one that failed or was given up is a `failure`, and one that is open is an `error`:
//! nobody knows yet. A finding that blocks is a `failure`, one that does not is `skipped`, which is shown and breaks no
//! build; a resolved one passes. A loop that cannot be read is an `error` in a suite of its own. What was green when it was
//! reviewed stays so whatever was changed since: each suite says what it covers.
//!
//! XML 1.0 has no way to write most control characters: they are written out as in everything that a person reads.

use std::io;

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};

use super::{Entry, Export, Loop};
use crate::domain::envelope::visible;
use crate::domain::review_loop::event::Outcome;

type Xml = Writer<Vec<u8>>;

/// How a case came out; what it says beside is its first line, then its text.
enum CameTo {
    Passed,
    Failure { kind: String, message: String },
    Error { kind: String, message: String },
    Skipped { message: String },
}

struct Case {
    name: String,
    file: Option<String>,
    line: Option<u32>,
    came_to: CameTo,
    text: String,
}

struct Suite {
    name: String,
    properties: Vec<(&'static str, String)>,
    cases: Vec<Case>,
}

/// Writes the document.
pub fn write(export: &Export) -> String {
    let mut suites: Vec<Suite> = export.loops.iter().map(suite).collect();
    suites.extend(unreadable(export));
    // What is written into memory fails only where an element's name is none.
    let bytes = document(&suites).expect("elements are named here");
    String::from_utf8(bytes).expect("all that was written is text")
}

fn suite(of: &Loop) -> Suite {
    let mut properties = vec![
        ("loop", of.id.to_string()),
        ("protocol", of.protocol.clone()),
        ("pass", of.pass.to_string()),
        ("standing", of.standing()),
        ("covers", covers(of)),
    ];
    let further = [
        ("branch", of.branch.clone()),
        ("verdict", of.verdict.map(|verdict| verdict.as_str().to_owned())),
        ("reviewer", of.reviewer.clone()),
        ("head", of.head.as_ref().map(ToString::to_string)),
        ("report", of.report.as_ref().map(ToString::to_string)),
    ];
    properties.extend(further.into_iter().filter_map(|(name, value)| Some((name, value?))));
    let findings = of.findings.iter().map(|entry| finding(of, entry));
    Suite {
        name: format!("{} ({})", of.subject, of.id),
        properties,
        cases: std::iter::once(review(of)).chain(findings).collect(),
    }
}

/// Says of what a suite tells: green says nothing of what came after it.
fn covers(of: &Loop) -> String {
    match &of.head {
        Some(head) => format!(
            "what pass {} looked at, {}; `countersign gate` tells whether that is what is here",
            of.pass,
            head.short()
        ),
        None => "nothing: no pass was opened yet".to_owned(),
    }
}

/// The review itself: what it came to.
fn review(of: &Loop) -> Case {
    let failing = match of.failing_tests.len() {
        0 => None,
        n => Some(format!("{n} failing in the last test run")),
    };
    let came_to = match (of.outcome, failing) {
        (None, _) if of.verdict.is_none() => {
            CameTo::Error { kind: "open".to_owned(), message: format!("not reviewed yet: {}", of.standing()) }
        }
        (None, _) => CameTo::Error { kind: "open".to_owned(), message: of.standing() },
        (Some(outcome), Some(message)) if outcome.lets_go_on() => {
            CameTo::Failure { kind: "tests".to_owned(), message }
        }
        // What was said after the approval and blocks is held against it.
        (Some(outcome @ (Outcome::Approved | Outcome::ApprovedWithNotes)), None) if of.blocking > 0 => {
            let message = format!("{}, and {} open since that block", outcome.as_str(), of.blocking);
            CameTo::Failure { kind: "blocking".to_owned(), message }
        }
        (Some(Outcome::Approved | Outcome::ApprovedWithNotes), None) => CameTo::Passed,
        (
            Some(outcome @ (Outcome::AcceptedWithWarnings | Outcome::AcceptedWithIssues | Outcome::Skipped)),
            None,
        ) => CameTo::Skipped { message: format!("no approval: {}", outcome.as_str()) },
        (Some(outcome), _) => CameTo::Failure {
            kind: outcome.as_str().to_owned(),
            message: format!("ended without an approval: {}", outcome.as_str()),
        },
    };
    let mut text =
        vec![format!("{}: {}", of.subject, of.title), format!("{} after pass {}", of.standing(), of.pass)];
    text.extend(of.failing_tests.iter().map(|test| format!("failing: {test}")));
    let findings = if of.open == 0 { ", no open findings" } else { "" };
    Case {
        name: match of.outcome {
            Some(outcome) => format!("review: {}{findings}", outcome.as_str()),
            None => "review: open".to_owned(),
        },
        file: of.document.as_ref().map(ToString::to_string),
        line: None,
        came_to,
        text: text.join("\n"),
    }
}

fn finding(of: &Loop, entry: &Entry) -> Case {
    let place = entry.locations.first();
    let at = place.map(|place| format!("{}: ", place.in_words())).unwrap_or_default();
    let message = format!("{at}{}", entry.title);
    let came_to = if !entry.is_open() {
        CameTo::Passed
    } else if entry.blocking {
        CameTo::Failure { kind: entry.severity_word.clone(), message }
    } else {
        CameTo::Skipped { message: format!("{}, does not block: {message}", entry.severity_word) }
    };
    Case {
        name: format!("{}: {}", entry.id, entry.title),
        file: place.map(|place| place.path.clone()),
        line: place.and_then(|place| place.line),
        came_to,
        text: format!("{}\n\n{}", entry.paragraphs(), entry.particulars(of)),
    }
}

fn unreadable(export: &Export) -> Option<Suite> {
    let case = |why: &str| Case {
        name: "a review that cannot be read".to_owned(),
        file: None,
        line: None,
        came_to: CameTo::Error { kind: super::UNREADABLE.to_owned(), message: why.to_owned() },
        text: why.to_owned(),
    };
    let cases: Vec<Case> = export.unreadable().map(case).collect();
    (!cases.is_empty()).then(|| Suite { name: "unreadable".to_owned(), properties: Vec::new(), cases })
}

/// How many cases there are, and how many of them failed, could not be told, were skipped.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn of<'c>(cases: impl Iterator<Item = &'c Case>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            counts.tests += 1;
            match case.came_to {
                CameTo::Passed => {}
                CameTo::Failure { .. } => counts.failures += 1,
                CameTo::Error { .. } => counts.errors += 1,
                CameTo::Skipped { .. } => counts.skipped += 1,
            }
        }
        counts
    }

    fn attributes(&self) -> [(&'static str, String); 4] {
        [
            ("tests", self.tests.to_string()),
            ("failures", self.failures.to_string()),
            ("errors", self.errors.to_string()),
            ("skipped", self.skipped.to_string()),
        ]
    }
}

fn document(suites: &[Suite]) -> io::Result<Vec<u8>> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let counts = Counts::of(suites.iter().flat_map(|suite| &suite.cases));
    let mut attributes = vec![("name", "countersign".to_owned())];
    attributes.extend(counts.attributes());
    element(&mut xml, "testsuites", &attributes, |xml| {
        suites.iter().try_for_each(|suite| one_suite(xml, suite))
    })?;
    let mut bytes = xml.into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn one_suite(xml: &mut Xml, suite: &Suite) -> io::Result<()> {
    let mut attributes = vec![("name", suite.name.clone())];
    attributes.extend(Counts::of(suite.cases.iter()).attributes());
    element(xml, "testsuite", &attributes, |xml| {
        if !suite.properties.is_empty() {
            element(xml, "properties", &[], |xml| {
                suite.properties.iter().try_for_each(|(name, value)| {
                    let attributes = [("name", (*name).to_owned()), ("value", value.clone())];
                    empty(xml, "property", &attributes)
                })
            })?;
        }
        suite.cases.iter().try_for_each(|case| one_case(xml, &suite.name, case))
    })
}

fn one_case(xml: &mut Xml, suite: &str, case: &Case) -> io::Result<()> {
    let mut attributes = vec![("classname", suite.to_owned()), ("name", case.name.clone())];
    attributes.extend(case.file.clone().map(|file| ("file", file)));
    attributes.extend(case.line.map(|line| ("line", line.to_string())));
    let told = |kind: &str, message: &str| [("type", kind.to_owned()), ("message", message.to_owned())];
    element(xml, "testcase", &attributes, |xml| match &case.came_to {
        CameTo::Passed => texts(xml, "system-out", &[], &case.text),
        CameTo::Failure { kind, message } => texts(xml, "failure", &told(kind, message), &case.text),
        CameTo::Error { kind, message } => texts(xml, "error", &told(kind, message), &case.text),
        CameTo::Skipped { message } => {
            empty(xml, "skipped", &[("message", message.clone())])?;
            texts(xml, "system-out", &[], &case.text)
        }
    })
}

fn element(
    xml: &mut Xml,
    name: &str,
    attributes: &[(&str, String)],
    inner: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    started(xml, name, attributes).write_inner_content(inner).map(|_| ())
}

fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, String)]) -> io::Result<()> {
    started(xml, name, attributes).write_empty().map(|_| ())
}

fn texts(xml: &mut Xml, name: &str, attributes: &[(&str, String)], text: &str) -> io::Result<()> {
    let text = written(text);
    started(xml, name, attributes).write_text_content(BytesText::new(&text)).map(|_| ())
}

fn started<'x>(xml: &'x mut Xml, name: &str, attributes: &[(&str, String)]) -> ElementWriter<'x, Vec<u8>> {
    let started = xml.create_element(name.to_owned());
    attributes
        .iter()
        .fold(started, |started, (key, value)| started.with_attribute((*key, written(value).as_str())))
}

/// Writes out what acts on the reader, and the two characters beside those that XML 1.0 does not have (2.2).
fn written(text: &str) -> String {
    visible(text).replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}")
}
