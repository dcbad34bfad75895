//! Claims that a finding is mended, each with what the change says of them.

use countersign::domain::claim::{
    is_comment, is_evaded, is_written_by, names_a_changed_file, names_a_mend, of, only_comments, substantive,
};
use countersign::domain::closed_when::ClosedWhen;
use countersign::domain::diff::Changed;
use countersign::domain::finding::Finding;
use countersign::domain::ids::FindingId;
use countersign::domain::review::{RawFinding, Response, ResponseKind, Severity};

use super::changes::{change, parts, place};
use super::{Page, hold_pages};

#[test]
fn claims_are_answered_as_the_book_says() {
    hold_pages("claims.txt", told);
}

/// Above the files stand `at` and the places of the finding, `when` and its condition, and notes of the fixer.
fn told(page: &Page) -> String {
    let (head, parts) = parts(&page.text);
    let changed = change(&parts);
    let bare = Changed { texts: Vec::new(), ..changed.clone() };
    let mut finding = Finding::new(FindingId::new("F1"), RawFinding::new(Severity::High, "It leaks"), 1);
    let (mut condition, mut notes) = (None, Vec::new());
    for line in head.lines().filter(|l| !l.is_empty()) {
        match line.split_once(' ') {
            Some(("at", places)) => finding.said.locations = places.split(", ").map(place).collect(),
            Some(("when", said)) => condition = ClosedWhen::parse(said).ok(),
            _ => notes.push(line),
        }
    }
    let response = |note: Option<&&str>| Response {
        finding_id: FindingId::new("F1"),
        response: ResponseKind::Fixed,
        details: note.map(|n| (*n).to_owned()),
        reason: None,
        reason_kind: None,
        commit: None,
        tech_debt_id: None,
    };
    let mut rows = vec![
        format!(
            "silent {}, without texts {}",
            of(Some(&finding), &changed, &response(None)),
            of(Some(&finding), &bare, &response(None))
        ),
        format!("no finding {}", of(None, &changed, &response(None))),
    ];
    for note in &notes {
        let places = &finding.said.locations;
        rows.push(format!(
            "{} mend {} named {} · {note}",
            of(Some(&finding), &changed, &response(Some(note))),
            names_a_mend(&changed.own, note, places, &[]),
            names_a_changed_file(&changed.own, note, &["src/kept.ts"]),
        ));
    }
    for file in &changed.own.files {
        let hunks: Vec<bool> = file.hunks.iter().map(|h| is_comment(file, h)).collect();
        rows.push(format!("{} only comments {} {hunks:?}", file.path, only_comments(file)));
    }
    if let Some(condition) = condition {
        let places = &finding.said.locations;
        rows.push(format!(
            "evaded {} without texts {} written {}",
            is_evaded(&condition, places, &changed),
            is_evaded(&condition, places, &bare),
            is_written_by(&condition, &changed)
        ));
    }
    let (whole, alone) = (substantive(&changed).unified(), substantive(&bare).unified());
    rows.push(format!("counts:\n{whole}"));
    if alone != whole {
        rows.push(format!("counts without texts:\n{alone}"));
    }
    rows.join("\n")
}
