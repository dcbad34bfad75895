use super::*;

const ROADMAP: &str = "# Roadmap: Shop

## Phases

- [x] **Phase 1: Base**
- [ ] **Phase 2: Login**
- [x] Phase 0: Start (2 plans) — done

## Phase Details

### Phase 1: Base
**Goal**: Things build
  and run
**Depends on**: Nothing
**Requirements**: BASE-01, BASE-03 to BASE-05, [WEB-01..02]
**Success Criteria** (what must be TRUE):
  1. The build passes
  2. **Users** see: a page
     on two lines
**Plans**: 2 plans
- [x] 01-01-PLAN.md — not a criterion

#### ✅ Phase 02 — Login (INSERTED)

**Goal:** Log in.

**Success Criteria:**

- [ ] Users log in
- Sessions end

**Research:** none
- no criterion

```
### Phase 9: in a fence
```

### Phase 14.1: Gap
#### Success Criteria
1. It is closed

## Progress

| Phase | Plans |
| 1. Base | 2/2 |
";

/// The list of plans is no criterion, whether its label is bold or bare.
#[test]
fn a_bare_label_of_plans_ends_the_criteria() {
    for label in ["Plans:", "**Plans**:", "Plans: 2 plans"] {
        let text = format!(
            "# Roadmap\n\n### Phase 1: Sum\n**Success Criteria** (what must be TRUE):\n  1. A user adds two numbers\n{label}\n- [ ] 01-01: Sum\n"
        );
        let roadmap = read(&text);
        let criteria = &roadmap.phase("1").unwrap().success_criteria;
        assert_eq!(criteria.len(), 1, "{label}: {criteria:?}");
    }
}

#[test]
fn phases_are_read_in_their_styles() {
    let roadmap = read(ROADMAP);
    let shown: Vec<_> = roadmap.phases.iter().map(|p| (p.number.as_str(), p.name.as_str())).collect();
    assert_eq!(shown, [("1", "Base"), ("02", "Login (INSERTED)"), ("0", "Start"), ("14.1", "Gap")]);
    let first = roadmap.phase("01-base").unwrap();
    assert_eq!(first.goal.as_deref(), Some("Things build and run"));
    assert_eq!(first.depends_on.as_deref(), Some("Nothing"));
    assert_eq!(first.requirements, ["BASE-01", "BASE-03", "BASE-04", "BASE-05", "WEB-01", "WEB-02"]);
    let criteria = |number: &str| -> Vec<(String, u32)> {
        let phase = roadmap.phase(number).unwrap();
        phase.success_criteria.iter().map(|c| (c.text.clone(), c.line)).collect()
    };
    assert_eq!(
        criteria("1"),
        [("The build passes".to_owned(), 17), ("**Users** see: a page on two lines".to_owned(), 18)]
    );
    assert_eq!(criteria("2"), [("Users log in".to_owned(), 29), ("Sessions end".to_owned(), 30)]);
    assert_eq!(criteria("14.1"), [("It is closed".to_owned(), 41)]);
    assert!(roadmap.phase("9").is_none() && roadmap.phase("14.10").is_none());
    assert!(roadmap.remarks.is_empty(), "{:?}", roadmap.remarks);
}

#[test]
fn a_phase_described_twice_is_said() {
    let text = "## Phase 1: A\n**Goal:** x\n## Phase 01: A\n**Goal:** y\n**Success Criteria:**\n1. z\n";
    let roadmap = read(text);
    let taken = roadmap.phase("1").unwrap();
    assert_eq!((roadmap.phases.len(), taken.goal.as_deref()), (2, Some("y")), "the fuller one");
    assert_eq!(roadmap.remarks[0].code, "duplicate_phase");
    assert_eq!(
        roadmap.said_twice(taken).as_deref(),
        Some("ROADMAP.md describes phase 01 in lines 1 and 3; the one in line 3 (A) was taken")
    );
}

#[test]
fn of_two_milestones_the_folder_tells_which_phase_is_meant() {
    let text = "## Phase 3: Shipping\n**Success Criteria:**\n1. a\n2. b\n3. c\n## Phase 3: Pay by card\n**Success Criteria:**\n1. d\n";
    let roadmap = read(text);
    let first = |slug: &str| roadmap.phase_of("03", slug).unwrap().success_criteria[0].text.clone();
    assert_eq!((first("pay-by-card"), first("shipping"), first("")), ("d".into(), "a".into(), "a".into()));
}

#[test]
fn phase_numbers_compare_as_text() {
    for (a, b, same) in [
        ("3", "03", true),
        ("03-auth", "3", true),
        ("Phase 3", "3", true),
        ("1.10", "1.1", false),
        ("01.1", "1.1", true),
        ("12a", "12", false),
        ("12A", "12a", true),
        ("12A.1", "12a.1-more", true),
        ("12A.1", "12A", false),
        ("03A", "3a", true),
        ("0", "00", true),
        ("alpha", "alpha", true),
    ] {
        assert_eq!(number_key(a) == number_key(b), same, "{a} {b}");
    }
}

#[test]
fn requirements_are_read_from_lists_headings_and_tables() {
    let text = "# Requirements

- [x] **AUTH-01**: Log in with `SSO`
- [ ] AUTH-02: Log out
- plain item about AUTH-03
### REQ-07: Two levels
| ID | Requirement | Priority |
|----|-------------|----------|
| FR-1 | It counts | High |

| Requirement | Phase |
|---|---|
| AUTH-09 | Phase 1 |

## Out of Scope
### Sub
- **ACCEL-F1**: Later
## Traceability
- [ ] **X-1.2**: Again
";
    let all = requirements::read(text);
    let shown: Vec<_> =
        all.iter().map(|r| (r.id.as_str(), r.text.as_str(), r.done, r.deferred, r.line)).collect();
    assert_eq!(
        shown,
        [
            ("AUTH-01", "Log in with `SSO`", Some(true), false, 3),
            ("AUTH-02", "Log out", Some(false), false, 4),
            ("REQ-07", "Two levels", None, false, 6),
            ("FR-1", "It counts; Priority: High", None, false, 9),
            ("ACCEL-F1", "Later", None, true, 17),
            ("X-1.2", "Again", Some(false), false, 19),
        ]
    );
}

#[test]
fn phases_behind_a_prefix_are_read() {
    let text = "# Roadmap\n\n### Phase R01: Mend\n**Goal**: It holds\n\n### Phase v0.11-02: In\n**Goal**: One is in\n";
    let roadmap = read(text);
    let shown: Vec<_> = roadmap.phases.iter().map(|p| (p.number.as_str(), p.name.as_str())).collect();
    assert_eq!(shown, [("R01", "Mend"), ("v0.11-02", "In")]);
}

#[test]
fn the_current_phase_is_found() {
    for (text, expected) in [
        ("## Current Position\n\nPhase: 4 of 4 (Cleanup)\nPlan: 3 of 3\n", Some("4")),
        ("- **Milestone:** x\n- **Phase:** 2 -- Tests\n", Some("2")),
        ("**Current focus:** Phase 16 — output\n\nPhase: 16 (output) — EXECUTING\n", Some("16")),
        ("**Current focus:** Phase 14.1 — output\n", Some("14.1")),
        ("**Current focus:** 3 things\n", None),
        ("---\ncurrent_phase: \"03\"\n---\n", Some("03")),
        ("Phase: [12-search] (x)\n", Some("12")),
        ("Phase: R01 of 3 (Mend)\n", Some("R01")),
        ("**Current focus:** Phase v0.11-01 — in\n", Some("v0.11-01")),
        ("Phase status: none\n", None),
        ("", None),
    ] {
        assert_eq!(current_phase(text).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn five_thousand_phases_are_read_in_a_time_that_grows_with_them() {
    let text =
        |count: usize| -> String { (0..count).map(|n| format!("### Phase {n}: A\n**Goal**: g\n")).collect() };
    let timed = |count: usize| {
        let text = text(count);
        let took = |_| {
            let begun = std::time::Instant::now();
            assert_eq!(super::read(&text).phases.len(), count);
            begun.elapsed()
        };
        (0..3).map(took).min().unwrap()
    };
    let (few, many) = (timed(500), timed(5_000));
    let soon = many < std::time::Duration::from_millis(250);
    // However busy the machine is: ten times as many do not take a hundred times as long.
    assert!(soon || many < few * 60, "{few:?} for 500, {many:?} for 5,000");
}

#[test]
fn what_stands_below_the_criteria_is_none() {
    for below in [
        "\n| Plan | Status |\n|---|---|\n| 01-01 | done |\n",
        "\n- [ ] 01-01-PLAN.md: setup\n- [ ] 01-02-PLAN.md — more\n",
        "\n- [x] `01-01-PLAN.md`\n  with a note\n",
    ] {
        let text = format!("### Phase\u{a0}1: Cart\n**Success Criteria**:\n1. It adds\n2. It lasts\n{below}");
        let roadmap = read(&text);
        let texts: Vec<_> = roadmap.phases[0].success_criteria.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(texts, ["It adds", "It lasts"], "{below}");
    }
    for (items, expected) in [
        ("• AA\n• BB\n", &["AA", "BB"][..]),
        ("a. AA\nb) BB\n", &["AA", "BB"]),
        ("- AA\n\n| Criterion | How |\n|---|---|\n| BB | test |\n", &["AA", "BB"]),
        ("- 01-01-PLAN.md exists\n", &["01-01-PLAN.md exists"]),
    ] {
        let roadmap = read(&format!("### Phase 1: Cart\n**Success Criteria**:\n{items}"));
        let texts: Vec<_> = roadmap.phases[0].success_criteria.iter().map(|c| c.text.as_str()).collect();
        assert_eq!(texts, expected, "{items}");
    }
}

#[test]
fn requirement_ids_come_in_several_forms() {
    for (word, is) in [
        ("AUTH-01", true),
        ("AUTH_01", true),
        ("SEC.1", true),
        ("PAY-01a", true),
        ("AC-1.2", true),
        ("V1.0", false),
        ("README.md", false),
        ("auth_01", false),
    ] {
        assert_eq!(requirements::is_id(word), is, "{word}");
    }
    let mut ids = Vec::new();
    requirements::ids_in("AUTH_01 to AUTH_03, SEC.1, PAY-01a", &mut ids);
    assert_eq!(ids, ["AUTH_01", "AUTH_02", "AUTH_03", "SEC.1", "PAY-01a"]);
    let table = "| ID | Requirement |\n|---|---|\n| PAY-01a | Pay |\n| SEC.1 | Safe |\n";
    let listed = "- [ ] **PAY-01b**: Pay later\n- [ ] AUTH_01: Log in\n";
    let all = requirements::read(&format!("{table}\n{listed}"));
    assert_eq!(
        all.iter().map(|r| r.id.as_str()).collect::<Vec<_>>(),
        ["PAY-01a", "SEC.1", "PAY-01b", "AUTH_01"]
    );
}

/// The criteria of the one phase that a text describes.
fn criteria(below: &str) -> Vec<String> {
    let text = format!("# Roadmap\n\n### Phase 1: A\n{below}");
    read(&text).phases[0].success_criteria.iter().map(|c| c.text.clone()).collect()
}

#[test]
fn criteria_are_read_below_what_leads_over_to_them() {
    for below in [
        "**Success Criteria**:\nUsers can:\n1. a\n2. b\n\nPlans:\n- [ ] x\n",
        "**Success Criteria**:\n\nBy the end:\n\n- a\n- b\n\nNotes:\n- x\n",
        "**Success Criteria**:\n1. a\n\n**Remember:** x\n\n2. b\n",
        "**Success Criteria**:\n**Backend**\n1. a\n\n**Frontend**\n1. b\n\n**Plans:**\n- x\n",
        "**Success Criteria**:\n\n##### Backend\n- a\n##### Frontend\n- b\n\n#### Details\n- x\n",
        "#### Success Criteria\n##### Backend\n- a\n##### Frontend\n- b\n#### Details\n- x\n",
        "**Success Criteria**:\n**1.** a\n**2.** b\n",
        "**Success Criteria**:\n(1) a\n(2) b\n",
        "**Success Criteria**：\n1. a\n2. b\n",
        "**Success Criteria：**\n1. a\n2. b\n",
        "- **Goal:** g\n- **Success Criteria:**\n  1. a\n  2. b\n- **Plans:** 2\n- **UI hint:** yes\n",
        "- **Success Criteria:**\n  - a\n  - b\n- Plans: 2\n- Notes: x\n",
        "- **Success Criteria:**\n- a\n- b\n- **Plans:** 2\n",
        "**Success Criteria**:\n1. a\n2. b\n\n**Key Deliverables:**\n- x\n",
    ] {
        assert_eq!(criteria(below), ["a", "b"], "{below}");
    }
    assert_eq!(criteria("**Success Criteria**:\n**SC1:** a\n**SC2:** b\n"), ["**SC1:** a", "**SC2:** b"]);
    assert_eq!(criteria("**Success Criteria**:\n1. a\n**Note:** x\n2. b\n"), ["a **Note:** x", "b"]);
    assert_eq!(
        criteria("- **Success Criteria:**\n  - **Login:** a\n  - Cart: b\n"),
        ["**Login:** a", "Cart: b"]
    );
    let old = read("# Roadmap\r### Phase 1: A\r**Success Criteria**:\r1. a\r2. b\r");
    assert_eq!(old.phases[0].success_criteria.len(), 2);
}

#[test]
fn criteria_in_a_fence_are_told_of_their_phase() {
    let text = "### Phase 1: A\n**Success Criteria**:\n```\n1. a\n```\n### Phase 2: B\n**Success Criteria**:\n1. b\n";
    let roadmap = read(text);
    let told =
        |n: usize| roadmap.told_of(&roadmap.phases[n]).map(|r| (r.line, r.code.as_str())).collect::<Vec<_>>();
    assert_eq!((told(0), told(1)), (vec![(4, "criteria_fenced")], vec![]));
}

#[test]
fn requirements_are_known_behind_a_dot_and_above_their_text() {
    let read = requirements::read("R-05. five\n\n- R-13\n  thirteen\n- R-14\n\nR-15 is no more\n");
    let found: Vec<_> = read.iter().map(|r| (r.id.as_str(), r.text.as_str(), r.line)).collect();
    assert_eq!(found, [("R-05", "five", 1), ("R-13", "thirteen", 3)]);
}

/// The codes of what was remarked of the one phase that a text describes.
fn codes(below: &str) -> Vec<String> {
    let text = format!("# Roadmap\n\n### Phase 1: A\n{below}");
    read(&text).remarks.iter().map(|r| r.code.clone()).collect()
}

fn goal(below: &str) -> Option<String> {
    let text = format!("# Roadmap\n\n### Phase 1: A\n{below}");
    read(&text).phases[0].goal.clone()
}

#[test]
fn block_quotes_are_looked_through() {
    let quoted = "> [!IMPORTANT]\n> **Goal:** quoted\n> goal\n>\n> more\n>\n> **Success Criteria:**\n> 1. a\n> 2. b\n>    on two lines\n\n**Plans:** 2\n";
    assert_eq!(goal(quoted).as_deref(), Some("quoted goal"));
    assert_eq!(criteria(quoted), ["a", "b on two lines"]);
    assert_eq!(criteria("**Success Criteria:**\n> 1. a\n> 2. b\n"), ["a", "b"]);
    assert_eq!(criteria("> > **Success Criteria:**\n> > - a\n"), ["a"]);
    assert_eq!(goal("**Goal**:\n> g\n").as_deref(), Some("g"));
    // Among criteria that stand outside, a quote is a note.
    assert_eq!(criteria("**Success Criteria:**\n1. a\n\n> - not one\n"), ["a"]);
    assert_eq!(criteria("**Success Criteria:**\n1. a\n\n> **Goal:** g\n> - not one\n"), ["a"]);
    let item = "- [ ] **Phase 2: B**\n  > **Goal:** g\n> **Goal:** h\n";
    let roadmap = read(&format!("# Roadmap\n\n{item}"));
    assert_eq!(roadmap.phases[0].goal.as_deref(), Some("g"), "a quote at the margin is not the item's");
    assert!(read("> ### Phase 1: A\n> **Goal:** g\n").phases.is_empty(), "a quoted phase is none");
}

#[test]
fn a_dash_ends_a_bold_label() {
    for below in
        ["**Goal** — g\n", "**Goal** – g\n", "**Goal** - g\n", "- **Goal** — g\n", "**Goal** (x) — g\n"]
    {
        assert_eq!(goal(below).as_deref(), Some("g"), "{below}");
    }
    assert_eq!(goal("**Goal**: g — h\n").as_deref(), Some("g — h"));
    assert_eq!(goal("**Goal** -g\n").as_deref(), Some("-g"));
    for below in [
        "**Success Criteria** — 1. a\n",
        "**Success Criteria** —\n1. a\n",
        "**Success Criteria** (what must be TRUE) —\n1. a\n",
        "**Success Criteria** - [ ] a\n",
    ] {
        assert_eq!(criteria(below), ["a"], "{below}");
    }
    assert_eq!(criteria("**Success Criteria**:\n- **Login** — a\n"), ["**Login** — a"]);
}

#[test]
fn a_label_that_no_colon_ends_is_guessed_and_said() {
    for below in [
        "Success Criteria\n1. a\n2. b\n",
        "**Goal**: g\nSuccess Criteria (what must be TRUE)\n\n- a\n- b\n",
        "Success Criteria\n----------------\n1. a\n2. b\n",
        "> Success Criteria\n> 1. a\n> 2. b\n",
    ] {
        assert_eq!(criteria(below), ["a", "b"], "{below}");
        assert_eq!(codes(below), ["label_assumed"], "{below}");
    }
    assert_eq!(goal("\nGoal\nIt works\n").as_deref(), Some("It works"));
    // Words of a paragraph are no label.
    for below in
        ["**Goal**: it meets all\nRequirements\nof the law\n", "**Goal**: g\nSuccess Criteria\nare below\n"]
    {
        assert!(codes(below).is_empty() && goal(below).is_some_and(|g| g.contains(['R', 'C'])), "{below}");
    }
}

#[test]
fn criteria_that_were_never_written_are_none() {
    for (text, line) in [
        ("**Success Criteria**: TBD\n", 4),
        ("**Success Criteria**: To be determined during planning\n", 4),
        ("**Success Criteria**:\n1. *[To be planned]*\n", 5),
        ("**Success Criteria**:\n1. [Observable behavior from user perspective]\n", 5),
        ("**Success Criteria**:\n- TBD (in plan-phase)\n", 5),
        ("**Success Criteria**: none\n", 4),
        ("**Success Criteria**: N/A (infrastructure)\n", 4),
        ("**Success Criteria**: None yet.\n", 4),
    ] {
        let roadmap = read(&format!("# Roadmap\n\n### Phase 1: A\n{text}"));
        assert!(roadmap.phases[0].success_criteria.is_empty(), "{text}");
        let told: Vec<_> = roadmap.told_of(&roadmap.phases[0]).map(|r| (r.line, r.code.as_str())).collect();
        assert_eq!(told, [(line, "unfilled_promise")], "{text}");
    }
    let listed = read(
        "# Roadmap\n\n- [ ] **Phase 1: A**\n- [ ] **Phase 2: B**\n\n### Phase 1: A\n**Success Criteria**: TBD\n",
    );
    let taken = listed.phase("1").unwrap();
    assert_eq!((taken.line, listed.told_of(taken).count()), (6, 1), "told though the phase is listed before");
    for text in [
        "TBD markers in plans are refused",
        "TBD-7 is closed",
        "To be determined values are shown",
        "It is done",
        "None of the users is locked out",
        "1/2 of the memory is free",
    ] {
        assert_eq!(criteria(&format!("**Success Criteria**:\n1. {text}\n")), [text]);
    }
    let table = read("| Phase | Success Criteria |\n|---|---|\n| 1. A | TBD |\n| 2. B | 1. a<br>2. b |\n");
    assert_eq!((table.phases[0].success_criteria.len(), table.phases[1].success_criteria.len()), (0, 2));
    assert_eq!(table.remarks[0].code, "unfilled_promise");
}

#[test]
fn criteria_counted_within_the_line_of_their_label_are_several() {
    for below in [
        "**Success Criteria:** 1. a; 2. b\n",
        "**Success Criteria:** 1) a, and 2) b\n",
        "**Success Criteria:** (1) a, (2) b\n",
        "**Success Criteria:** 1. a 2. b\n",
        "> **Success Criteria:** 1. a; 2. b\n",
    ] {
        assert_eq!(criteria(below), ["a", "b"], "{below}");
    }
    assert_eq!(criteria("**Success Criteria:** 1. a; 3. b\n"), ["a; 3. b"]);
    assert_eq!(criteria("**Success Criteria:** It is up in 2. 5 s\n"), ["It is up in 2. 5 s"]);
    assert_eq!(criteria("**Success Criteria:**\n1. see step 2. of it\n2. b\n"), ["see step 2. of it", "b"]);
}

#[test]
fn short_ids_are_requirements_where_an_item_sets_them_apart() {
    let text = "- R1: a\n- [R2] b\n- [ ] `R3`: c\n1. FR4.1: d\n- R5 is prose\n- [R6](x) is a link\n- Note: n\n- utf-8: e\nR7: f\n";
    let ids: Vec<_> = requirements::read(text).into_iter().map(|r| (r.id, r.text)).collect();
    let expected = [("R1", "a"), ("R2", "b"), ("R3", "c"), ("FR4.1", "d")];
    assert_eq!(ids, expected.map(|(id, text)| (id.to_owned(), text.to_owned())));
}

#[test]
fn the_current_phase_is_found_below_a_heading_and_as_active() {
    for (text, expected) in [
        ("**Active phase**: Phase 3 - x\n", Some("3")),
        ("active_phase: 04\n", Some("04")),
        ("| Active Phase | 5 |\n", Some("5")),
        ("## Current Phase\n\nPhase 3: X\n", Some("3")),
        ("## Active Phase\n**03 — X**\n", Some("03")),
        ("## Current Phase\nPhase: 8 of 8 (X)\n", Some("8")),
        ("## Current Phase\n\n3 plans are open\n", None),
        ("## Current Phase\n\n2026-01-02\n", None),
        ("## Current Phase\n\nNone\n\nPhase 3: X\n", None),
        ("## Phases\n\nPhase 3: X\n", None),
    ] {
        assert_eq!(current_phase(text).as_deref(), expected, "{text:?}");
    }
}

#[test]
fn parts_in_a_table_of_the_phase_are_read() {
    let text = "| Field | Value |\n|---|---|\n| **Goal** | g |\n| **Success Criteria** | a<br>2 b<br/>- c |\n| **Requirements** | AUTH-01, AUTH-02 |\n";
    let roadmap = read(&format!("### Phase 1: A\n{text}"));
    let phase = &roadmap.phases[0];
    assert_eq!((phase.goal.as_deref(), phase.requirements.len()), (Some("g"), 2));
    assert_eq!(criteria(text), ["a", "2 b", "c"]);
    // Heads and counts are none.
    assert!(criteria("| Truths | Evidence |\n|---|---|\n| x | y |\n").is_empty());
    assert!(criteria("| Success Criteria | 4/4 |\n").is_empty());
    assert_eq!(criteria("**Success Criteria**:\n| # | Criterion |\n|---|---|\n| Goal | a |\n"), ["a"]);
}

#[test]
fn a_mark_before_the_first_heading_hides_no_phase() {
    assert_eq!(read("\u{feff}### Phase 1: A\n**Goal**: g\n").phases[0].goal.as_deref(), Some("g"));
    assert_eq!(requirements::read("\u{feff}- **A-1**: one\n")[0].text, "one");
}

#[test]
fn criteria_that_begin_beside_their_quoted_label_go_on_in_the_quote() {
    assert_eq!(criteria("> **Success Criteria:** 1. a\n> 2. b\n"), ["a", "b"]);
}
