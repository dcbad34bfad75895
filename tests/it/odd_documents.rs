//! Thirty odd documents beside the plans: roadmaps, requirements, states, reports of others. What each comes to stands in
//! `odd_documents.txt` (`UPDATE_EXPECT=1` writes it anew; read every line that changes).

use std::fmt::Write as _;

use countersign::domain::roadmap::{self, requirements};
use countersign::domain::{executor_report, front_matter, phase_report};
use expect_test::expect_file;

const ROADMAPS: [(&str, &str); 12] = [
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
];

const REQUIREMENTS: [(&str, &str); 6] = [
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
];

const STATES: [(&str, &str); 6] = [
    ("no phase", "# State\n\nStatus: idle\n"),
    ("of how many", "Phase: 14.1 of 20 (Hot fix)\n"),
    ("bold", "**Current Phase:** 03 — Pay\n"),
    ("only in a table", "| Phase | 4 |\n"),
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
fn thirty_odd_documents_are_read_for_what_they_say() {
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
    assert_eq!(told.lines().count(), 30);
    expect_file!["odd_documents.txt"].assert_eq(&told);
}
