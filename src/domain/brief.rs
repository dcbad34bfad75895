//! What a reviewer or a fixer is told (SPEC 4 "brief holds", 7.5).
//!
//! The words are templates in `briefs/`; this module decides what goes in, in which order it
//! is cut when it would grow too large, and seals everything that comes from the repository. What is
//! cut is always named, in the brief and beside it. Never reads a repository.

mod again;
mod budget;
mod claims;
mod cut;
mod document;
mod findings;
mod fix;
mod form;
#[cfg(test)]
mod goldens;
mod hunks;
mod lookalike;
mod rest;
mod review;
#[cfg(test)]
mod room;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use minijinja::{Environment, UndefinedBehavior};

use super::diff::Diff;
use super::executor_report::ExecutorReport;
use super::ids::{Oid, RepoPath};
pub use super::review_loop::event::LeftOut;
use super::subject::{PinnedChange, Requirement};

pub use again::{clarification, sent_again};
pub use claims::shows_claims;
pub use fix::{Upstream, fix};
pub use form::answer_form;
pub use lookalike::{suspects, verdict_like};
pub use rest::{Rest, Stock, Unwritten};
pub use review::review;

/// A brief never takes more than this many bytes of an answer, so that the answer stays under 40 KB.
pub const BUDGET: usize = 34 * 1024;

/// Bytes that count as a token: what briefs are made of, prose and code, takes four (SPEC 3).
pub const TOKEN: usize = 4;

/// A brief, and row by row what had to be left out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    pub text: String,
    pub truncated: Vec<LeftOut>,
    /// What the parts after the first hold, which is `text`: what was cut from it.
    pub rest: Rest,
}

/// What the edge gathered for a review.
#[derive(Debug, Clone)]
pub struct Material<'a> {
    /// A fresh, unguessable word for the data tags.
    pub tag: &'a str,
    /// What a part may weigh in an answer, in bytes; at most [`BUDGET`].
    pub budget: usize,
    /// Files that the repository marks as generated, or as not.
    pub marked: &'a BTreeMap<RepoPath, bool>,
    pub change: &'a PinnedChange,
    pub diff: &'a Diff,
    /// The changed files as they are now, where they are text.
    pub affected: &'a [Affected],
    /// Changed files that are too large to be shown whole in any part.
    pub unread: usize,
    /// What belongs to the work and could not be taken into the review; told before what was cut.
    pub beside: &'a [LeftOut],
    /// Added lines of the change that read like a verdict.
    pub verdict_like: &'a [Place],
    /// What is under review, where that is a document.
    pub document: Option<Document<'a>>,
    /// What the executor says it did, where it was told; shown where the protocol shows its reviewers that.
    pub report: Option<&'a ExecutorReport>,
}

/// A line of a changed file as it is now, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: RepoPath,
    pub line: u32,
}

/// A changed file as it is now.
#[derive(Debug, Clone)]
pub struct Affected {
    pub path: RepoPath,
    pub blob: Oid,
    pub text: String,
}

/// A document under review and what it answers to.
#[derive(Debug, Clone)]
pub struct Document<'a> {
    pub text: &'a str,
    /// What lies upstream of it, as text.
    pub upstream: &'a str,
    /// Documents of its system that should lie there and do not; names of the protocol's own.
    pub missing: &'a [String],
    pub requirements: &'a [Requirement],
    /// The paths it names, and what stands there.
    pub paths: &'a [(String, AtPath)],
}

/// What stands at a path that a plan names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtPath {
    There,
    /// Nothing, and its entry in the plan says that it is new.
    New,
    /// Nothing, and by its words the plan may make it: a guess.
    Guessed,
    Missing,
}

impl AtPath {
    fn as_str(self) -> &'static str {
        match self {
            AtPath::There => "exists",
            AtPath::New => "missing; marked as new",
            AtPath::Guessed => "missing; the plan may make it",
            AtPath::Missing => "missing",
        }
    }
}

/// Renders a template of ours; the templates are compiled in and tested, so a failure is our bug and shows as its text.
pub(in crate::domain) fn render(template: &str, values: minijinja::Value) -> String {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.render_str(template, values).expect("the templates in briefs name only values given here")
}
