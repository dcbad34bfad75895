//! Plain prose: the dialect of last resort, for reviewers that follow no form.
//!
//! ```text
//! verdict = label ":" word | word in capitals alone on its line | a sentence of approval or refusal
//!         | ("Ready to merge" | "Approved") ("?" | ":") ("Yes" | "No" …) | a sum: "Overall: " word
//!         | past "→" "now: " word | "<verdict>" word "</verdict>" | "overall_correctness" in JSON
//! finding = any of the shared forms: "[HIGH] src/a.rs:3 …", headed findings with fields, lists
//!           below "Issues" or a severity, tables with a severity column
//!         | "issue (blocking): …" | lines "L10: …" below a file's heading | <finding severity file line>
//!         | a table of one finding's parts | a bold line below a severity
//!         | where nothing is listed and changes are asked for: a sentence with a place and its line
//! ```
//!
//! Sentences count only where no line states a verdict in form, and never when they are negated,
//! about another round or person, conditional, about a part, or a question. Critical and high findings
//! block. No approval is one that is somebody else's word, that the rest of its line takes back, or that
//! stands in a review which breaks off or says that the work was not read.

use super::gather::Manner;
use super::page::Page;
use super::statement::Form;
use super::survey::{self, Survey};
use super::{Dialect, ReadContext, blocks_high};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "prose",
    detect,
    read,
    blocks: blocks_high,
    fail_must_block: false,
    notes_by_findings: false,
    form: "Verdict: approved | approved with notes | changes requested | start over\n- [critical|high|medium|low|info] path:line (what is wrong). Fix: (what to do)",
};

fn detect(_page: &Page<'_>) -> u32 {
    1
}

fn read(page: &mut Page<'_>, context: &ReadContext<'_>) -> Survey {
    let form = Form { dialect: "prose", own: &[], front: true, signals: true, own_rows: &[] };
    let manner = Manner { numbered_headings: true, plain_lists: true, told: true, ..Manner::default() };
    survey::read(page, &form, manner, context)
}
