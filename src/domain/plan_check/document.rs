//! What could be read of a plan file, with the lines its parts stand in.

use super::super::front_matter::{self, Node, Value};
use super::super::ids::RepoPath;
use super::super::plan::{self, Plan, PlanError};
use super::super::review::Remark;
use super::order::{Abroad, Sibling};
use super::paths::{self, LeftOut, Reference};
use super::{Gathered, short};

/// The most remarks passed on from reading.
const MAX_REMARKS: usize = 20;

/// Remarks of the reader that a check makes a finding of, and what every plan of some systems would get.
const TOLD_BY_CHECKS: [&str; 10] = [
    plan::DUPLICATE,
    plan::UNFILLED,
    plan::UNOPENED,
    "yaml_failed",
    "no_front_matter",
    "front_matter_unclosed",
    "phase_from_path",
    "plan_from_path",
    "string_for_object",
    "item_as_written",
];

/// A plan file as it was found.
#[derive(Debug)]
pub struct Document<'t> {
    path: RepoPath,
    state: State<'t>,
}

#[derive(Debug)]
enum State<'t> {
    Absent { near: Vec<RepoPath> },
    Unreadable { why: String, line: Option<u32>, fix: String },
    Read(Box<Read<'t>>),
}

/// A plan that could be read, however badly.
#[derive(Debug)]
pub(super) struct Read<'t> {
    pub(super) plan: Plan,
    pub(super) text: &'t str,
    /// The first line of the body, from 1.
    pub(super) body_line: u32,
    pub(super) body: &'t str,
    /// The top-level keys; nothing where there is no front matter.
    pub(super) header: Option<Header>,
    pub(super) references: Vec<Reference>,
    /// What it names that is not looked up.
    pub(super) left_out: LeftOut,
    /// The plan names more files than these.
    pub(super) more_references: bool,
}

/// The front matter as far as the checks ask about it.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) open_line: u32,
    pub(super) closed: bool,
    /// YAML gave up, and would not have if the value it gave up at stood in quotes.
    pub(super) quotable: bool,
    pub(super) fields: Vec<Field>,
}

/// One top-level key.
#[derive(Debug)]
pub(super) struct Field {
    /// In lower case, with `_` for `-`.
    pub(super) key: String,
    pub(super) line: u32,
    /// Nothing is said: no text, no item.
    pub(super) empty: bool,
    /// All that is said only keeps the place of something: `TBD`, `[…]`.
    pub(super) unwritten: bool,
    /// Neither a list nor an object.
    pub(super) single: bool,
    /// The keys of a map.
    pub(super) parts: Vec<String>,
}

impl Header {
    /// Returns a field by any of its names.
    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        let also = match name {
            "title" => "name",
            other => other,
        };
        self.fields.iter().find(|f| f.key == name).or_else(|| self.fields.iter().find(|f| f.key == also))
    }

    /// Returns the line of a key that is a field's name but for what parts its words: `filesModified`.
    pub(super) fn misspelt(&self, name: &str) -> Option<u32> {
        let bare = name.replace('_', "");
        self.fields
            .iter()
            .find(|f| f.key != name && f.key.replace(['_', ' ', '.'], "") == bare)
            .map(|f| f.line)
    }

    /// Returns the line of a field, or of the opening `---`.
    pub(super) fn line_of(&self, name: &str) -> u32 {
        self.field(name).map_or(self.open_line, |f| f.line)
    }
}

impl Read<'_> {
    /// Returns the line of a front matter field, or the first line.
    pub(super) fn line_of(&self, name: &str) -> Option<u32> {
        Some(self.header.as_ref().map_or(1, |h| h.line_of(name)))
    }

    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.header.as_ref()?.field(name)
    }

    /// Tells whether it is the task list of a spec, which has no header of a plan: boxes, or the headings of tasks in a
    /// `tasks.md` of no planning folder.
    pub(super) fn is_list(&self) -> bool {
        let path = &self.plan.path;
        let named = path.file_name().eq_ignore_ascii_case("tasks.md") && plan::root_of(path).is_none();
        self.plan.listed || named && self.header.is_none() && !self.plan.tasks.is_empty()
    }
}

impl<'t> Document<'t> {
    /// Says that there is no such file; `near` are plans that are there.
    pub fn absent(path: RepoPath, near: Vec<RepoPath>) -> Self {
        Self { path, state: State::Absent { near } }
    }

    /// Says that something is there that cannot be read, and why; `too_large` where that is all that is wrong.
    pub fn unreadable_file(path: RepoPath, why: impl Into<String>, too_large: bool) -> Self {
        let fix =
            if too_large { "split the plan" } else { "put the plan there as a plain text file" }.to_owned();
        Self { path, state: State::Unreadable { why: why.into(), line: None, fix } }
    }

    /// Reads a plan from the bytes of its file. Never fails: what cannot be read is told by [`super::check`].
    pub fn of(path: RepoPath, bytes: &'t [u8]) -> Self {
        let state = match std::str::from_utf8(bytes) {
            Err(_) => match plan::read_bytes(&path, bytes) {
                Err(error) => refused(&error),
                Ok(_) => {
                    State::Unreadable { why: "it is no UTF-8".to_owned(), line: None, fix: String::new() }
                }
            },
            Ok(text) => match plan::read(&path, text) {
                Ok(plan) => State::Read(Box::new(read(plan, text))),
                Err(PlanError::NotAPlan { .. }) if let Some(list) = list_beside(&path) => State::Unreadable {
                    why: format!("{path} is a document of a spec and no list of tasks"),
                    line: None,
                    fix: format!("check the spec's list of tasks, {list}"),
                },
                // Prose without a task is still a file that can be checked: everything is missing.
                Err(PlanError::NotAPlan { .. }) => State::Read(Box::new(read(bare(&path), text))),
                Err(error) => refused(&error),
            },
        };
        Self { path, state }
    }

    /// Returns the plan's path.
    pub fn path(&self) -> &RepoPath {
        &self.path
    }

    /// Returns the plan, where one could be read.
    pub fn plan(&self) -> Option<&Plan> {
        self.read().map(|read| &read.plan)
    }

    /// Returns every file the plan names, once each: what [`super::Surroundings::found`] is asked for.
    pub fn references(&self) -> &[Reference] {
        self.read().map_or(&[], |read| &read.references)
    }

    /// Returns which of these plans the plan says it depends on.
    pub fn depends<'s>(&self, plans: &'s [Sibling]) -> Vec<&'s Sibling> {
        let Some(read) = self.read() else { return Vec::new() };
        Sibling::of(&read.plan).named_among(plans)
    }

    /// Returns where the plans may lie that it depends on and that are none of these, the plans of its own folder.
    pub fn abroad(&self, siblings: &[Sibling]) -> Abroad {
        self.read().map(|read| Sibling::of(&read.plan).abroad(siblings)).unwrap_or_default()
    }

    pub(super) fn read(&self) -> Option<&Read<'t>> {
        match &self.state {
            State::Read(read) => Some(read),
            State::Absent { .. } | State::Unreadable { .. } => None,
        }
    }

    /// Adds the finding of a plan that is not there or cannot be read.
    pub(super) fn unreadable(&self, out: &mut Gathered) {
        match &self.state {
            State::Read(_) => {}
            State::Absent { near } => {
                let names: Vec<&str> = near.iter().take(5).map(RepoPath::as_str).collect();
                let fix = match names.is_empty() {
                    true => "give the plan's path from the repository root, as `.planning/phases/01-name/01-01-PLAN.md`; no plan is tracked here that could be meant".to_owned(),
                    false => format!(
                        "give the plan's path from the repository root, one of: {}",
                        names.join(", ")
                    ),
                };
                out.add("absent", None, format!("there is no file {}", self.path), fix);
            }
            State::Unreadable { why, line, fix } => {
                out.add("unreadable", *line, why.clone(), fix.clone());
            }
        }
    }

    /// Returns what the reader guessed and no check tells.
    pub(super) fn remarks(&self) -> Vec<Remark> {
        let Some(read) = self.read() else { return Vec::new() };
        let kept = read.plan.remarks.iter().filter(|r| !TOLD_BY_CHECKS.contains(&r.code.as_str()));
        let kept: Vec<&Remark> = kept.collect();
        let more = kept.len().saturating_sub(MAX_REMARKS);
        let told =
            kept.into_iter().take(MAX_REMARKS).map(|r| Remark { message: short(&r.message), ..r.clone() });
        let cut = format!("{more} more remarks on how the plan was read are left out here");
        let told = told.chain((more > 0).then(|| Remark::new(0, "remarks_cut", cut)));
        told.chain(read.more_references.then(|| paths::more_left(read))).collect()
    }
}

/// Returns where the list of tasks lies that belongs to a document of a spec; nothing of other files.
fn list_beside(path: &RepoPath) -> Option<RepoPath> {
    let documents = ["requirements.md", "design.md", "research.md"];
    let named = documents.iter().any(|name| path.file_name().eq_ignore_ascii_case(name));
    path.parent().filter(|_| named && plan::root_of(path).is_none())?.join("tasks.md").ok()
}

/// A plan of which only the path is known.
fn bare(path: &RepoPath) -> Plan {
    // A task is what makes a text without front matter a plan; it is taken away again.
    let stand_in = plan::read(path, "### Task 1: none\n").expect("a heading of a task is a plan");
    Plan { tasks: Vec::new(), title: None, remarks: Vec::new(), ..stand_in }
}

fn refused<'t>(error: &PlanError) -> State<'t> {
    let (line, fix) = match error {
        PlanError::Budget { line, .. } => {
            (Some(*line), "write the front matter as plain YAML, without anchors and deep nesting")
        }
        PlanError::Nul { line, .. } | PlanError::NotUtf8 { line, .. } => {
            (Some(*line), "save the plan as UTF-8 text")
        }
        PlanError::LoneReturns { .. } => (Some(1), "save the plan with LF or CRLF line ends"),
        PlanError::TooLarge { .. } | PlanError::TooManyTasks { .. } => (None, "split the plan"),
        PlanError::FrontMatterTooLarge { .. } => {
            (None, "close the front matter with `---` and move text into the body")
        }
        PlanError::NotAPlan { .. } => (None, "add front matter and tasks"),
    };
    State::Unreadable { why: short(&error.to_string()), line, fix: fix.to_owned() }
}

fn read(plan: Plan, text: &str) -> Read<'_> {
    let matter = front_matter::read(text).ok().flatten();
    let (body_line, body) = match &matter {
        Some(matter) => (matter.body_line, &text[matter.body_at..]),
        None => (1, text),
    };
    let header = matter.map(|matter| Header {
        open_line: matter.open_line,
        closed: matter.closed,
        quotable: matter.quotable,
        fields: matter
            .entries
            .iter()
            .map(|entry| Field {
                key: entry.key.trim().to_ascii_lowercase().replace('-', "_"),
                line: entry.line,
                empty: says_nothing(&entry.node),
                unwritten: keeps_a_place(&entry.node),
                single: matches!(entry.node.value, Value::Empty | Value::Text(_)),
                parts: match &entry.node.value {
                    Value::Map(entries) => entries.iter().map(|e| e.key.clone()).collect(),
                    Value::Empty | Value::Text(_) | Value::List(_) => Vec::new(),
                },
            })
            .collect(),
    });
    let (references, left_out) = (Vec::new(), LeftOut::default());
    let mut read = Read { plan, text, body_line, body, header, references, left_out, more_references: false };
    let named = paths::references(&read);
    (read.references, read.left_out, read.more_references) = (named.found, named.left, named.more);
    read
}

fn keeps_a_place(node: &Node) -> bool {
    match &node.value {
        Value::Text(text) => plan::is_unwritten(text),
        Value::List(items) => !items.is_empty() && items.iter().all(keeps_a_place),
        Value::Empty | Value::Map(_) => false,
    }
}

fn says_nothing(node: &Node) -> bool {
    match &node.value {
        Value::Empty => true,
        Value::Text(_) => node.is_empty(),
        Value::List(items) => items.is_empty(),
        Value::Map(entries) => entries.is_empty(),
    }
}
