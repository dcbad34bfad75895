//! Odd documents beside the plans: roadmaps, requirements, states, reports of others. What each comes to stands in
//! `odd_documents.txt` (`UPDATE_EXPECT=1` writes it anew; read every line that changes).

use std::fmt::Write as _;

use countersign::domain::roadmap::{self, requirements};
use countersign::domain::{executor_report, front_matter, phase_report};
use expect_test::expect_file;

const ROADMAPS: [(&str, &str); 28] = [
    (
        "bold heading",
        "**Phase 3: Pay**\n**Goal:** People pay\n**Success Criteria** (what must be TRUE):\n1. It adds up\n2. It is fast\n",
    ),
    ("emoji and a tick", "### ✅ Phase 2 — Data 🚀\n**Goal**: Data is kept\n"),
    (
        "decimal, inserted",
        "### Phase 14.1: Hot fix (INSERTED)\n**Goal**: It holds\n**Depends on**: Phase 14\n",
    ),
    ("lettered", "## Phase 7a: Split\nGoal: halves\n## Phase 7b: Join\nGoal: whole\n"),
    (
        "leading zeros",
        "### Phase 01: Begin\n**Goal**: a\n### Phase 1.10: Ten\n**Goal**: b\n### Phase 1.1: One\n**Goal**: c\n",
    ),
    (
        "checklist and details disagree",
        "- [x] **Phase 1: Begin** - starts\n- [ ] **Phase 2: Go on** - goes\n\n### Phase 2: Go further\n**Goal**: goes\n",
    ),
    ("in a fence", "```\n### Phase 9: Example\n**Goal**: none\n```\n### Phase 1: Real\n**Goal**: one\n"),
    ("in a comment", "<!--\n### Phase 9: Old\n-->\n### Phase 1: Real\n**Goal**: one\n"),
    ("a table", "| Phase | Goal |\n|---|---|\n| 1 | Begin |\n| 2. Go | on |\n"),
    (
        "CRLF and a mark",
        "\u{feff}# Roadmap\r\n\r\n### Phase 1: Begin\r\n**Goal**: one\r\n**Success Criteria**:\r\n  1. a\r\n",
    ),
    ("the same phase twice", "### Phase 1: Begin\n**Goal**: one\n### Phase 1: Begin\n**Goal**: another\n"),
    ("nothing", "# Roadmap\n\nNot planned yet.\n"),
    (
        "other labels",
        "### Phase 1: A\n**🎯 Goal:** one\n**✅ Success Criteria:**\n- a\n### Phase 2: B\n**Success:**\n- b\n### Phase 3: C\n**Definition of Done:**\n- c\n### Phase 4: D\n**Observable Truths:**\n- d\n",
    ),
    (
        "a criterion that looks like a label",
        "### Phase 1: A\n**Success Criteria:**\n- Dependencies: all are pinned\n- Goal: reached in a second\n\n**Plans:** 2\n- 01-01: no criterion\n",
    ),
    (
        "labels in a list",
        "### Phase 1: A\n- Goal: one\n- Success Criteria:\n  - a\n  - b\n- Requirements: PAY-01 – PAY-03\n",
    ),
    ("plans after the criteria", "### Phase 1: A\n**Success Criteria:**\n1. a\n\nPlans:\n- 01-01: build\n"),
    (
        "criteria in a table",
        "### Phase 1: A\n**Success Criteria:**\n\n| # | Criterion | How |\n|---|---|---|\n| 1 | It adds up | test |\n| 2 | It is fast | bench |\n",
    ),
    (
        "a lazy line and a list within",
        "### Phase 1: A\n**Success Criteria:**\n1. It adds\nup\n   - in cents\n   - in euros\n2. It is fast\n\nLater.\n",
    ),
    ("a fence never closed", "### Phase 1: A\n**Goal:** one\n```sh\nrun\n### Phase 2: B\n**Goal:** two\n"),
    ("a fence in one line", "### Phase 1: A\n```sh run```\n**Goal:** one\n### Phase 2: B\n**Goal:** two\n"),
    (
        "a fence in a fence",
        "### Phase 1: A\n````md\n```sh\n### Phase 9: X\n```\n````\n### Phase 2: B\n**Goal:** two\n",
    ),
    (
        "a list with parts below",
        "- **Phase 1: A**\n  - Goal: one\n  - Success criteria:\n    - a\n* [ ] **Phase 2: B** (2 plans)\n3. **Phase 3: C**\n\nThe rest.\n**Goal:** nobody's\n",
    ),
    ("underlined", "Phase 1: A\n==========\n**Goal:** one\n\nPhase 2: B\n----------\n**Goal:** two\n"),
    ("folded", "<details>\n<summary><b>Phase 1: A</b></summary>\n\n**Goal:** one\n\n</details>\n"),
    ("only numbers", "# Plan\n\n## 1. A\n**Goal:** one\n\n## 2. B\n**Success Criteria:**\n- b\n\n## Notes\n"),
    (
        "a table with criteria",
        "| Phase | Name | Goal | Success Criteria |\n|---|---|---|---|\n| 1 | A | one | it adds up |\n| **2** | B | two | it is fast |\n",
    ),
    (
        "two milestones",
        "## v1\n### Phase 1: Old\n**Success Criteria:**\n1. a\n2. b\n## v2\n### Phase 1: New\n**Success Criteria:**\n1. c\n",
    ),
    ("what only speaks of phases", "# Roadmap\n\n## 1. Overview\nText.\n\n- Phase 2 comes after it\n"),
];

const REQUIREMENTS: [(&str, &str); 10] = [
    (
        "a table",
        "| ID | Requirement | Status |\n|---|---|---|\n| PAY-01 | People pay | Done |\n| PAY-02 | In cents | Open |\n",
    ),
    ("boxes", "- [x] **PAY-01**: People pay\n- [ ] PAY-02 — in cents\n* [X] `PAY-03` done\n"),
    ("numbered and nested", "1. FR-1: It pays\n   - AC-1.1: in cents\n2. NFR-2 (fast): soon\n"),
    (
        "out of scope",
        "## v1\n- **PAY-01**: now\n## Out of Scope\n- **PAY-09**: never\n## v2 Requirements\n- **PAY-05**: later\n",
    ),
    ("the same id twice", "- **PAY-01**: a\n- **PAY-01**: b\n\n| PAY-01 | Phase 1 | Pending |\n"),
    ("words like ids", "UTF-8 and SHA-256 in HTTP-2, COVID-19.\n- **PAY-01**: uses UTF-8\n"),
    ("short ids", "- **C1**: short\n- [ ] **FR1.2**: shorter\n- R2 is said to be\n"),
    (
        "a table with the id first and the text last",
        "| REQ-ID | Category | Description |\n|---|---|---|\n| REQ1 | Web | It pays |\n",
    ),
    ("a table with the id second", "| Status | ID | Text |\n|---|---|---|\n| open | PAY-01 | It pays |\n"),
    ("emojis, and no list", "- ✅ **PAY-01**: a\n\nPAY-02: b\nPAY-03 is spoken of\n"),
];

const STATES: [(&str, &str); 9] = [
    ("no phase", "# State\n\nStatus: idle\n"),
    ("of how many", "Phase: 14.1 of 20 (Hot fix)\n"),
    ("bold", "**Current Phase:** 03 — Pay\n"),
    ("only in a table", "| Phase | 4 |\n"),
    ("a row of its own", "| Field | Value |\n|---|---|\n| **Current Phase** | 3 (Pay) |\n"),
    ("how many, without a colon", "Phase 3 of 5\n"),
    ("in a fence", "```\nPhase: 9\n```\nPhase: 2\n"),
    ("two that differ", "Phase: 3 of 5\n\n## Session\nPhase: 4 of 5\n"),
    ("a word", "Phase: done\nPlan: Not started\n"),
];

const OTHERS: [(&str, &str); 6] = [
    (
        "verification, invalid YAML",
        "---\nphase: 03\nstatus: [passed\nscore: 3/3: all\n---\n# Verification\n\n**Status:** gaps_found\n",
    ),
    (
        "verification, front matter against body",
        "---\nphase: 03\nstatus: passed\n---\n# Verification\n\n**Status:** gaps_found\n",
    ),
    ("verification that says it is ours", "---\nwriter: countersign\nphase: 03\n---\n"),
    ("state with two headers", "---\nstatus: a\n---\n---\nstatus: b\n---\n"),
    ("summary without sections", "---\nphase: 01\nplan: 01\n---\nIt is done.\n"),
    (
        "summary with a list of files",
        "## Files Created/Modified\n- `src/a.rs` - new\n- M src/b.rs\n\n## Deviations from Plan\nNone\n",
    ),
];

#[test]
fn odd_documents_are_read_for_what_they_say() {
    let mut told = String::new();
    let mut say =
        |kind: &str, name: &str, what: String| writeln!(told, "{kind}, {name}: {what}").expect("a string");
    for (name, text) in ROADMAPS {
        let read = roadmap::read(text);
        let phases: Vec<String> = read
            .phases
            .iter()
            .map(|p| {
                let criteria: Vec<&str> = p.success_criteria.iter().map(|c| c.text.as_str()).collect();
                format!("{} {:?} goal {:?} criteria {criteria:?} line {}", p.number, p.name, p.goal, p.line)
            })
            .collect();
        let codes: Vec<&str> = read.remarks.iter().map(|r| r.code.as_str()).collect();
        say("roadmap", name, format!("{} {codes:?}", phases.join("; ")));
    }
    for (name, text) in REQUIREMENTS {
        let read = requirements::read(text);
        let rows: Vec<String> = read
            .iter()
            .map(|r| {
                let done = r.done.map_or("", |done| if done { " done" } else { " open" });
                format!("{} {:?}{done}{}", r.id, r.text, if r.deferred { " deferred" } else { "" })
            })
            .collect();
        say("requirements", name, rows.join("; "));
    }
    for (name, text) in STATES {
        say("state", name, format!("{:?}", roadmap::current_phase(text)));
    }
    for (name, text) in OTHERS {
        let header = match front_matter::read(text) {
            Ok(Some(matter)) => {
                let keys: Vec<&str> = matter.entries.iter().map(|e| e.key.as_str()).collect();
                let codes: Vec<&str> = matter.remarks.iter().map(|r| r.code.as_str()).collect();
                format!("{keys:?} {codes:?}")
            }
            Ok(None) => "no front matter".to_owned(),
            Err(error) => error.to_string(),
        };
        let ours = phase_report::read(text).is_some();
        let report = executor_report::read(text);
        let files: Vec<String> = report.files.iter().map(|f| format!("{f:?}")).collect();
        say("other", name, format!("{header}; ours {ours}; files {files:?}"));
    }
    assert_eq!(told.lines().count(), 53);
    expect_file!["odd_documents.txt"].assert_eq(&told);
}
