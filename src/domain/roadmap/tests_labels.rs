//! Tests of labels as people dress them, of what no label is known for, and of requirements named by a part.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

/// The criteria and the codes of the remarks of the one phase that a text describes.
fn told(below: &str) -> (Vec<String>, Vec<String>) {
    let text = format!("# Roadmap\n\n### Phase 3: Auth\n**Goal**: g\n\n{below}");
    let roadmap = read(&text);
    let phase = roadmap.phase("3").unwrap();
    let criteria = phase.success_criteria.iter().map(|c| c.text.clone()).collect();
    (criteria, roadmap.told_of(phase).map(|r| r.code.clone()).collect())
}

#[test]
fn the_criteria_are_known_however_their_label_is_dressed() {
    for label in [
        "#### **Success Criteria**",
        "#### **Success Criteria:**",
        "#### _Success Criteria_",
        "#### 1.2 Success Criteria",
        "####\u{a0}Success Criteria",
        "#### Phase 3 Success Criteria",
        "**Phase 3 Success Criteria:**",
        "### Phase 3 - Success Criteria",
        "**Success Metrics:**",
        "**Key success measures**",
        "**What must be TRUE:**",
        "**What must be true when it is done:**",
        "**Success-Criteria:**",
        "**Success\u{a0}Criteria:**",
        "**Success\u{200b} Criteria:**",
        "**Goals & Success Criteria:**",
        "**Scope / acceptance criteria**",
        "*Success Criteria:*",
        "<summary>Success Criteria</summary>",
        "<details><summary><b>Success Criteria</b></summary>",
        "<h4>Success Criteria</h4>",
        "<b>Success Criteria:</b>",
    ] {
        for gap in ["", "\n"] {
            let below = format!("{label}\n{gap}1. a\n2. b\n\n**Plans**: 1 plan\n- [ ] 03-01-PLAN.md\n");
            assert_eq!(told(&below), (vec!["a".to_owned(), "b".to_owned()], vec![]), "{label}{gap:?}");
        }
    }
    assert_eq!(told("#### Success Criteria: a\n").0, ["a"]);
    assert_eq!(told("<b>Success Criteria:</b> a<br>2. b\n").0, ["a", "b"]);
    let goal = read("### Phase 3: Auth\n*Goal:* g\n");
    assert_eq!(goal.phases[0].goal.as_deref(), Some("g"));
}

#[test]
fn what_only_sounds_like_a_label_of_criteria_is_none() {
    for label in ["**Criteria for later:**", "**Success stories:**", "**Conditions:**", "**Non-goals:**"] {
        assert_eq!(told(&format!("{label}\n- a\n")).0, [""; 0], "{label}");
    }
    // A phase may be called as its parts are.
    let roadmap =
        read("## Phase 2: A\n**Goal**: g\n\n## Phase 3: Requirements\n**Success Criteria:**\n1. a\n");
    assert_eq!(roadmap.phase("3").unwrap().name, "Requirements");
    assert_eq!(told("**Success Criteria:**\n1. **Goal**: a\n2. Requirements: b\n").0.len(), 2);
}

#[test]
fn a_phase_without_criteria_tells_what_may_be_them() {
    for (below, line) in [
        ("**Erfolgskriterien:**\n1. a\n", 6),
        ("**成功标准：** a\n", 6),
        ("#### Erfolg\n- a\n", 6),
        ("- a\n- b\n", 6),
        ("**Mode**: x\n**Erfolg:**\n- a\n", 7),
        ("<summary>Erfolg</summary>\n\n- a\n", 6),
    ] {
        let text =
            format!("# Roadmap\n\n### Phase 3: Auth\n**Goal**: g\n\n{below}\n### Phase 4: B\n**Goal**: h\n");
        let roadmap = read(&text);
        let of = |number: &str| {
            let phase = roadmap.phase(number).unwrap();
            roadmap.told_of(phase).map(|r| (r.line, r.code.as_str())).collect::<Vec<_>>()
        };
        assert_eq!((of("3"), of("4")), (vec![(line, "criteria_unread")], vec![]), "{below}");
    }
    // The list of phases above gives way to a description of which only that is known.
    let roadmap =
        read("- [ ] **Phase 3: Auth**\n- [ ] **Phase 4: B**\n\n### Phase 3: Auth\n**Erfolg:**\n- a\n");
    let taken = roadmap.phase("3").unwrap();
    assert_eq!((taken.line, roadmap.told_of(taken).count()), (4, 1));
    // What is known to be something else, and what has criteria, needs no word.
    for below in [
        "**Plans:** 2\n- [ ] 03-01-PLAN.md\n",
        "Plans:\n- [ ] 03-01: a\n",
        "**Notes:**\n- a\n",
        "**Key deliverables:**\n- a\n",
        "**Erfolg:**\n- a\n\n**Success Criteria:**\n- b\n",
        "**Success Criteria:** TBD\n",
    ] {
        assert!(!told(below).1.contains(&"criteria_unread".to_owned()), "{below}");
    }
}

#[test]
fn criteria_in_paragraphs_are_each_one() {
    let two = |below: &str| told(&format!("{below}\n\n**Plans**: 1\n"));
    let both = (vec!["a is.".to_owned(), "b is, too.".to_owned()], vec!["criterion_assumed".to_owned()]);
    for below in [
        "**Success Criteria:**\n\na is.\n\nb is, too.",
        "**Success Criteria:** a is.\n\nb is,\ntoo.",
        "#### Success Criteria\n\na is.\n\n*A note*\n\nb is, too.",
    ] {
        assert_eq!(two(below), both, "{below}");
    }
    // Behind a list a paragraph is none of it, and that is said.
    let list = two("**Success Criteria:**\n1. a\n2. b\n\nThe third must hold as well.");
    assert_eq!(list, (vec!["a".to_owned(), "b".to_owned()], vec!["criteria_text".to_owned()]));
    assert_eq!(two("**Success Criteria:**\n1. a\n\n   goes on\n").0, ["a goes on"]);
    let more = two("**Success Criteria:** a\n\n**Acceptance Criteria:** b");
    assert_eq!(more, (vec!["a".to_owned(), "b".to_owned()], vec![]));
}

#[test]
fn requirements_named_by_a_part_are_written_out() {
    let ids = |text: &str| {
        let mut out = Vec::new();
        requirements::ids_in(text, &mut out);
        out
    };
    for text in [
        "AUTH-01/02/03",
        "AUTH-01, -02, -03",
        "AUTH-01, 02, 03",
        "AUTH-01, 02 and 03",
        "**AUTH-01**, **-02**, **-03**",
        "AUTH-{01,02,03}",
        "AUTH-[01..03]",
        "AUTH-{01-03}",
        "AUTH-01 & 02 + 03.",
        "AUTH-01...AUTH-03",
        "AUTH-01…AUTH-03",
        "AUTH-01 ~ AUTH-03",
        "AUTH-01〜03",
        "AUTH-01 → AUTH-03",
    ] {
        assert_eq!(ids(text), ["AUTH-01", "AUTH-02", "AUTH-03"], "{text}");
    }
    for text in
        ["AUTH-01, 20 tests", "AUTH-01 (phase 02)", "AUTH-01 in 02", "AUTH-01, 2", "AUTH-01, 02-PLAN.md"]
    {
        assert_eq!(ids(text), ["AUTH-01"], "{text}");
    }
    let phase = |text: &str| {
        let roadmap = read(&format!("### Phase 3: A\n**Requirements**: {text}\n**Goal**: g\n"));
        let codes: Vec<_> = roadmap.told_of(&roadmap.phases[0]).map(|r| r.code.clone()).collect();
        (roadmap.phases[0].requirements.clone(), roadmap.phases[0].requirement_groups.clone(), codes)
    };
    assert_eq!(phase("AUTH-*, PAY-01"), (vec!["PAY-01".to_owned()], vec!["AUTH-".to_owned()], vec![]));
    let unread = vec!["requirements_unread".to_owned()];
    for text in ["all of login", "AUTH-XX", "(see the table)"] {
        assert_eq!(phase(text), (vec![], vec![], unread.clone()), "{text}");
    }
    assert_eq!(phase("AUTH-1, 2").2, unread);
    for text in ["None", "n/a (set-up only)", "TBD", "—", "AUTH-01 – log in", "AUTH-01"] {
        assert_eq!(phase(text).2, [""; 0], "{text}");
    }
}

#[test]
fn the_table_of_requirements_tells_their_phases() {
    let table = "| Requirement | Phase | Status |\n|---|---|---|\n| AUTH-01 | Phase 3 | Pending |\n| AUTH-02 to AUTH-03 | 03 | x |\n| PAY-01 | Phases 3, 14.1: Gap | x |\n| R7 | — | x |\n";
    let rows = |text: &str| -> Vec<(String, String)> {
        requirements::traced(text).into_iter().map(|row| (row.id, row.phase)).collect()
    };
    let expected =
        [("AUTH-01", "3"), ("AUTH-02", "3"), ("AUTH-03", "3"), ("PAY-01", "3"), ("PAY-01", "14.1")];
    assert_eq!(rows(table), expected.map(|(id, phase)| (id.to_owned(), phase.to_owned())));
    let turned = "| Phase | Requirements |\n|---|---|\n| 3: Login | AUTH-01, 02 |\n";
    assert_eq!(rows(turned).len(), 2);
    let left = |row: &str| -> Vec<(String, bool)> {
        let table = format!("| Requirement | Phase | Status |\n|---|---|---|\n{row}\n");
        requirements::traced(&table).into_iter().map(|row| (row.phase, row.left)).collect()
    };
    let of =
        |phases: &[(&str, bool)]| phases.iter().map(|(p, left)| ((*p).to_owned(), *left)).collect::<Vec<_>>();
    assert_eq!(left("| ~~AUTH-02~~ | ~~Phase 1~~ | Dropped |"), of(&[("1", true)]));
    assert_eq!(left("| ~~AUTH-02~~ | Phase 1 | Dropped |"), of(&[("1", true)]));
    assert_eq!(left("| AUTH-02 | Phase 1 → Phase 2 | Moved |"), of(&[("2", false), ("1", true)]));
    assert_eq!(left("| AUTH-02 | ~~Phase 1~~ Phase 2 | Moved |"), of(&[("2", false), ("1", true)]));
    assert_eq!(left("| AUTH-02 | Phase 2 | Moved |"), of(&[("2", false)]));
    assert_eq!(left("| AUTH-02 | Phase 1 | Deferred to v2 |"), of(&[("1", true)]));
    assert_eq!(left("| AUTH-02 | Phase 1 | Complete |"), of(&[("1", false)]));
    assert!(rows("| ID | Text |\n|---|---|\n| AUTH-01 | phase 3 |\n").is_empty());
    assert!(rows(&format!("```\n{table}```\n")).is_empty());
}

#[test]
fn short_ids_and_their_ranges_are_written_out() {
    let of = |text: &str| {
        let roadmap = read(&format!("### Phase 1: A\n**Requirements**: {text}\n"));
        let told = roadmap.remarks.iter().map(|r| r.code.clone()).collect::<Vec<_>>();
        (roadmap.phases[0].requirements.join(" "), told.len())
    };
    for (text, ids) in [
        ("H1-H6", "H1 H2 H3 H4 H5 H6"),
        ("H1–H3, M08-M10, L30 only", "H1 H2 H3 M08 M09 M10"),
        ("H1 to H3", "H1 H2 H3"),
        ("H1..H3", "H1 H2 H3"),
        ("H1 → H3", "H1 H2 H3"),
        ("C1 (cooldown), C2 (metrics: all), C4", "C1 C2 C4"),
        ("[H1, H3]", "H1 H3"),
        ("C1 and C2", "C1 C2"),
        ("AUTH-01, C2", "AUTH-01 C2"),
        // Ids with a word of their own, as before.
        ("ACCEL-F1, ACCEL-F2", "ACCEL-F1 ACCEL-F2"),
        ("A1-B2", "A1-B2"),
        ("H6-H1", "H6-H1"),
    ] {
        assert_eq!(of(text), (ids.to_owned(), 0), "{text}");
    }
    // One alone may be anything.
    for text in ["S3 bucket and P1", "V2 of the API"] {
        assert_eq!(of(text), (String::new(), 1), "{text}");
    }
    // A text that only speaks of things names none of them.
    let mut ids = Vec::new();
    requirements::ids_in("Copy C1, C2 to S3", &mut ids);
    assert_eq!(ids, [""; 0]);
}

#[test]
fn names_of_standards_are_no_ids() {
    let of = |text: &str| {
        let mut ids = Vec::new();
        requirements::ids_in(text, &mut ids);
        ids.join(" ")
    };
    assert_eq!(of("AUTH-01: hash with SHA-256/512, AUTH-02: as UTF-8 by RFC-3629"), "AUTH-01 AUTH-02");
    assert_eq!(of("AUTH-01, SHA-256/512"), "AUTH-01");
    assert_eq!(
        of("SHA-01, ISO-02, RFC-03"),
        "SHA-01 ISO-02 RFC-03",
        "with other numbers they may well be ids"
    );
    let listed =
        requirements::read("- [ ] **AUTH-01**: Hashes\n  - SHA-256/512 are both there\n- AES-256: no\n");
    assert_eq!(listed.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["AUTH-01"]);
}

#[test]
fn requirements_of_a_later_version_are_put_off() {
    let text = "# Requirements: v3 App\n## v1 Requirements\n- **A-01**: a\n### v2 API\n- **A-02**: b\n## v2 Requirements\n### Ideas\n- **A-03**: c\n## Notes\n- **A-04**: d\n**Out of scope:**\n- **A-05**: e\n**In scope:**\n- **A-06**: f\n";
    let put_off: Vec<String> =
        requirements::read(text).into_iter().filter(|r| r.deferred).map(|r| r.id).collect();
    assert_eq!(put_off, ["A-03", "A-05"]);
}

#[test]
fn criteria_are_neither_lost_nor_joined_nor_invented() {
    let of = |text: &str| {
        let roadmap = read(&format!("### Phase 1: A\n{text}\n### Phase 2: B\n"));
        let told: Vec<String> = roadmap.remarks.iter().map(|r| r.code.clone()).collect();
        let texts: Vec<String> = roadmap.phases[0].success_criteria.iter().map(|c| c.text.clone()).collect();
        (texts.join(" | "), told.join(" "))
    };
    for (text, criteria, codes) in [
        (
            "**Goal**: Users log in. **Success Criteria**: User can log in; user can log out",
            "User can log in | user can log out",
            "",
        ),
        (
            "**Goal**: g\n#### Success Criteria\n1. one\n##### Sub\n2. two\n#### Plans\n1. no",
            "one | two",
            "criteria_group",
        ),
        (
            "**Success Criteria**:\n- **Backend**\n  - API returns 200\n  - DB ok\n- **Frontend**\n  - page renders",
            "API returns 200 | DB ok | page renders",
            "criteria_group criteria_group",
        ),
        (
            "**Success Criteria**:\n- **User can log in**\n- **User can log out**",
            "**User can log in** | **User can log out**",
            "",
        ),
        (
            "**Success Criteria**:\n- User logs in\n  - by mail\n  - by phone",
            "User logs in; by mail; by phone",
            "",
        ),
        (
            "**Success Criteria**:\n\n*Backend:*\n1. API returns 200\n\n*Frontend:*\n1. page renders",
            "API returns 200 | page renders",
            "",
        ),
        ("**Success Criteria**:\n1. one\n2. two\n\n---\n\n1. no", "one | two", "criteria_text"),
        ("**Success Criteria**:\n1. one\n\n---\n\n2. two", "one | two", ""),
        ("**Success Criteria**:\ni. one\nii. two\niii. three\niv. four", "one | two | three | four", ""),
        (
            "**Success Criteria**:\n1. one\n2. ~~two~~ (moved to Phase 2)\n3. ~~three~~ four",
            "one | ~~three~~ four",
            "criterion_struck",
        ),
        ("**Success Criteria**: Login works (a; b)", "Login works (a; b)", ""),
    ] {
        assert_eq!(of(text), (criteria.to_owned(), codes.to_owned()), "{text}");
    }
}

#[test]
fn an_item_with_others_below_it_ends_no_list() {
    for item in ["2. API returns:", "2. Admins can:", "2) The API:"] {
        let (criteria, remarks) = told(&format!(
            "**Success Criteria** (what must be TRUE):\n1. Search works\n{item}\n   - 200 for known ids\n   - 404 else\n3. Logs are kept\n**Plans**: 1 plan\n"
        ));
        assert_eq!(criteria.len(), 3, "{criteria:?} {remarks:?}");
        assert!(criteria[1].ends_with("200 for known ids; 404 else"), "{criteria:?}");
    }
    let (criteria, _) =
        told("**Success Criteria**:\n1. Admins can:\n   - ban users\n2. Search works\n\nNotes:\n1. Later\n");
    assert_eq!(criteria.len(), 2, "{criteria:?}");
}
