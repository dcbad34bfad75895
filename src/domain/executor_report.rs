//! An executor's report: what it says it changed, ran, committed and did otherwise than planned.
//!
//! ```text
//! report  = section*                                   headings of any level, or bold labels on a line
//! files   = ("Files Modified" | "Files Changed" | "Files Created" | …)
//!           ("- "? code? path (" -> " path)? note?)* | table with a column File
//! code    = " M" | "M" | "A" | "D" | "R" | "??" | …    as `git status --short` prints it
//! results = ("Verification Results" | "Verification" | "Tests" | …)
//!           ("- "? mark? command? (":" | "—") outcome detail?)* | table with a column Command or Check
//! outcome = passed | failed | skipped, by words ("41 passed, 0 failed"), marks (✅ ✗) or exit codes
//! commits = "Commit: " id | ("Commits" | "Task Commits") ("- "? id text?)*
//! others  = ("Deviations" | "Deviations from Plan" | …) ("- "? ("[" rule "]")? text)*
//! ```
//!
//! A handoff in JSON with `issue_responses` is read too (see `responses`). Everything in it is the executor's claim: nothing here says that a file was changed or a check ran.
//! Reading never fails; what had to be guessed, or could not be read, is a remark with its line. Text in
//! fences, quotations and comments is shown, not said. [`ExecutorReport::compare`] holds the claimed
//! files against a change (SPEC 4.3, 7.4).

mod outcome;
mod responses;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::dialect::field;
use super::dialect::page::{Kind, Line, Page, heading_text, item_body};
use super::dialect::{table, words};
use super::ids::RepoPath;
use super::review::Remark;
pub use outcome::Outcome;
pub use responses::ReportedResponse;

/// Entries kept of each kind; what a report says beyond that is counted in a remark.
const MOST: usize = 500;

/// Sentences of one line that are told apart.
const SENTENCES: usize = 16;

/// A file that the executor says it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedFile {
    /// As reported, without status codes, marks and notes.
    pub path: String,
    /// The path before a rename.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// From 1.
    pub line: u32,
}

/// A verification that the executor says it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportedCheck {
    /// The command line, where one is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What was looked at, in the report's words.
    pub text: String,
    pub outcome: Outcome,
    /// From 1.
    pub line: u32,
}

/// Something done otherwise than planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deviation {
    /// The rule it was done by, such as `Rule 1 - Bug`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    pub text: String,
    /// From 1.
    pub line: u32,
}

/// What an executor's report says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecutorReport {
    pub files: Vec<ReportedFile>,
    pub checks: Vec<ReportedCheck>,
    /// Commit ids as written, 7 to 40 hexadecimal digits.
    pub commits: Vec<String>,
    pub deviations: Vec<Deviation>,
    /// What is said of findings, in a handoff.
    pub responses: Vec<ReportedResponse>,
    pub remarks: Vec<Remark>,
}

/// Claimed files against those of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// Claimed, and not in the change.
    pub unchanged: Vec<String>,
    /// In the change, and not claimed.
    pub unclaimed: Vec<RepoPath>,
}

/// What a section is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Files,
    Checks,
    Commits,
    Deviations,
    Other,
}

/// Reads a report. Total and linear in the text.
pub fn read(text: &str) -> ExecutorReport {
    let page = Page::scan(text);
    let mut walk = Walk { page: &page, section: Section::Other, level: 0, out: ExecutorReport::default() };
    let mut at = 0;
    while at < page.lines.len() {
        at = walk.line(at);
    }
    responses::take(&page, &mut walk.out);
    walk.end()
}

impl ExecutorReport {
    /// Tells whether the report says anything that can be held against a change or told to a reviewer.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
            && self.checks.is_empty()
            && self.commits.is_empty()
            && self.deviations.is_empty()
            && self.responses.is_empty()
    }

    /// Holds the claimed files against those a change really has. A path that is given from elsewhere
    /// (absolute, or without its folder) counts where it fits exactly one file.
    pub fn compare(&self, changed: &[RepoPath]) -> Compared {
        let mut claimed: BTreeSet<&RepoPath> = BTreeSet::new();
        let mut out = Compared::default();
        for file in &self.files {
            match matching(&file.path, changed) {
                Some(path) => {
                    claimed.insert(path);
                }
                None if !out.unchanged.contains(&file.path) => out.unchanged.push(file.path.clone()),
                None => {}
            }
            // Of a rename both names belong to the change.
            claimed.extend(file.from.as_deref().and_then(|from| matching(from, changed)));
        }
        out.unclaimed = changed.iter().filter(|p| !claimed.contains(p)).cloned().collect();
        out
    }
}

fn matching<'c>(claimed: &str, changed: &'c [RepoPath]) -> Option<&'c RepoPath> {
    let claimed = claimed.trim_start_matches("./").replace('\\', "/");
    if let Some(exact) = changed.iter().find(|p| p.as_str() == claimed) {
        return Some(exact);
    }
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
    let mut fits = changed.iter().filter(|p| ends(p.as_str(), &claimed) || ends(&claimed, p.as_str()));
    fits.next().filter(|_| fits.next().is_none())
}

struct Walk<'p, 'a> {
    page: &'p Page<'a>,
    section: Section,
    /// Level of the heading that opened the section; 7 for a label on a line.
    level: u8,
    out: ExecutorReport,
}

/// Level of a section that a label opens.
const LABEL: u8 = 7;

static COMMIT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b[0-9a-f]{7,40}\b").expect("a constant pattern"));
static RULE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\[([^\]\n]{2,60})\]\s*(.+)$").expect("a constant pattern"));
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\d{1,3}[.)]\s+").expect("a constant pattern"));
/// Two columns and a blank, or one letter and blanks, before a path.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[MADRCTU?!]{1,2}|[MADRCTU]\d{1,3})\s+(\S.*)$").expect("a constant pattern")
});
static LABELLED_CODE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\[(]?(?:modified|added|created|new|deleted|removed|renamed|changed|updated|edited)[\])]?\s*[:：]\s*(\S.*)$|^[\[(](?:modified|added|created|new|deleted|removed|renamed|changed|updated|edited|[MADR?]{1,2})[\])]\s+(\S.*)$")
        .expect("a constant pattern")
});

impl Walk<'_, '_> {
    /// Reads a line; returns the index of the next one to read.
    fn line(&mut self, at: usize) -> usize {
        let line = &self.page.lines[at];
        match line.kind {
            Kind::Heading(level) => self.heading(line, level),
            Kind::Table => return self.table(at),
            Kind::Item | Kind::Prose => {
                let above = at.checked_sub(1).and_then(|above| self.page.lines.get(above));
                let titled = above.is_some_and(|above| matches!(above.kind, Kind::Heading(_)));
                self.entry(line, titled);
            }
            // `git status --short` indents by a column or is set as code.
            Kind::Code if self.section == Section::Files => self.file(line, &line.text),
            Kind::Fenced(_) if self.section == Section::Files => self.file(line, &line.text),
            Kind::Code
            | Kind::Fenced(_)
            | Kind::FenceMark
            | Kind::Rule
            | Kind::Quote
            | Kind::Comment
            | Kind::FrontMatter
            | Kind::Data => {}
        }
        at + 1
    }

    fn heading(&mut self, line: &Line<'_>, level: u8) {
        let text = heading_text(&line.text);
        let section = section_of(text);
        let below = section == Section::Other && level > self.level;
        let groups = words::words(text) == ["auto", "fixed", "issues"];
        if below && self.section == Section::Deviations && !groups {
            self.deviation(line, text);
        } else if !(below && self.section != Section::Other) {
            // A heading below the section's own groups what stands in it.
            (self.section, self.level) = (section, level);
        }
    }

    /// `titled`: a heading stands right above it.
    fn entry(&mut self, line: &Line<'_>, titled: bool) {
        let item = item_body(&line.text).map(|(body, _)| body);
        let text = item.unwrap_or(&line.text);
        if let Some((name, value)) = label(text) {
            let section = section_of(name);
            if section != Section::Other && line.indent == 0 {
                // `**Commit:** abc1234` says it on its line and opens nothing.
                let opens = value.is_empty();
                let before = (self.section, self.level);
                (self.section, self.level) = (section, LABEL);
                if !opens {
                    value.split([',', ';']).for_each(|piece| self.part(line, piece.trim()));
                    (self.section, self.level) = before;
                }
                return;
            }
        }
        // A paragraph at the margin ends what a label opened.
        if self.level == LABEL && item.is_none() && line.blank_before && line.indent == 0 {
            self.section = Section::Other;
        }
        if line.kind == Kind::Prose
            && line.indent == 0
            && !line.blank_before
            && !titled
            && self.section == Section::Deviations
        {
            // Goes on the entry above.
            return;
        }
        self.part(line, text);
    }

    fn part(&mut self, line: &Line<'_>, text: &str) {
        if text.is_empty() || placeholder(text) || words::says_none(text) {
            return;
        }
        match self.section {
            Section::Files => self.file(line, text),
            Section::Checks => self.check(line, text),
            Section::Commits => self.commit(text),
            Section::Deviations => self.deviation(line, text),
            Section::Other => {}
        }
    }

    fn table(&mut self, at: usize) -> usize {
        let table = table::read(self.page, at);
        let next = at + table.lines;
        let line = &self.page.lines[at];
        let file = table.column(&["file", "files", "path", "file path"]);
        let command =
            table.column(&["command", "check", "verification", "test", "step", "criterion", "gate"]);
        let result = table.column(&["result", "outcome", "status", "exit code", "output"]);
        for row in &table.rows {
            let cell =
                |column: Option<usize>| column.and_then(|c| row.cells.get(c)).map_or("", String::as_str);
            let mut here = line.clone();
            here.number = row.line;
            if self.section == Section::Files && file.is_some() {
                self.file(&here, cell(file));
            } else if self.section == Section::Checks && command.is_some() && result.is_some() {
                let text = cell(command).to_owned();
                let outcome = Outcome::read(cell(result));
                self.keep_check(&here, None, &text, outcome);
            }
        }
        next
    }

    fn file(&mut self, line: &Line<'_>, text: &str) {
        let text = text.trim().trim_start_matches(['✅', '✓', '✔', '☑', '•']).trim_start();
        let text = text.strip_prefix("[x]").or_else(|| text.strip_prefix("[X]")).unwrap_or(text).trim();
        let bare = CODE.captures(text).map_or(text, |c| c.get(1).map_or(text, |m| m.as_str()));
        let listed = bare.len() < text.len() || matches!(line.kind, Kind::Code | Kind::Fenced(_));
        let bare = match LABELLED_CODE.captures(bare) {
            Some(caps) => caps.get(1).or(caps.get(2)).map_or(bare, |m| m.as_str()),
            None => bare,
        };
        let read = |text| listed.then(|| spaced(text)).flatten().or_else(|| path(text));
        let Some((first, rest)) = read(bare) else {
            if !placeholder(text)
                && !words::says_none(text)
                && line.kind != Kind::Prose
                && !text.ends_with(':')
            {
                self.remark(line, "no_path", format!("no path could be read from {:?}", short(text)));
            }
            return;
        };
        let arrow = [" -> ", " → ", " => "].iter().find_map(|a| rest.strip_prefix(a.trim_start()));
        let renamed = arrow.or_else(|| rest.strip_prefix("->")).or_else(|| rest.strip_prefix("→"));
        let (name, from, rest) = match renamed.and_then(|r| read(r.trim_start())) {
            Some((to, rest)) => (to, Some(first), rest),
            None => (first, None, rest),
        };
        if self.out.files.iter().any(|f| f.path == name) {
            return;
        }
        let note = rest.trim_start_matches([':', '-', '—', '–', '(', ' ', ',']).trim_end_matches([')', ' ']);
        let note = (!note.is_empty()).then(|| field::clean(note));
        let file = ReportedFile { path: name, from, note, line: line.number };
        Self::keep(&mut self.out.files, file, &mut self.out.remarks, "files");
    }

    /// Keeps what a line says of checks: sentences that end differently are checks of their own.
    fn check(&mut self, line: &Line<'_>, text: &str) {
        let body = NUMBER.replace(text, "");
        let parts = sentences(&body);
        let mut ends = parts.iter().map(|part| Outcome::read(part));
        let first = ends.next();
        if parts.len() > 1 && ends.any(|end| Some(end) != first) {
            parts.into_iter().for_each(|part| self.one_check(line, part));
        } else {
            self.one_check(line, &body);
        }
    }

    fn one_check(&mut self, line: &Line<'_>, body: &str) {
        let told = command(body);
        // The outcome stands behind the command; words inside the command are none of it.
        let rest = told.as_ref().map_or(body, |(_, rest)| *rest);
        let mut outcome = Outcome::read(rest);
        if outcome == Outcome::Unclear && told.is_some() {
            // A mark may stand before the command: `✅ npm test`.
            let before = body.split('`').next().unwrap_or_default();
            outcome = Outcome::read(before);
        }
        let named = told.map(|(name, _)| name.to_owned());
        if outcome == Outcome::Unclear && named.is_none() && line.kind == Kind::Prose {
            // Words about the checks, not one of them.
            return;
        }
        self.keep_check(line, named, body, outcome);
    }

    fn keep_check(&mut self, line: &Line<'_>, command: Option<String>, text: &str, outcome: Outcome) {
        let text = field::clean(text);
        if text.is_empty() || placeholder(&text) {
            return;
        }
        if outcome == Outcome::Unclear {
            let message = format!("how {:?} ended could not be read; it counts as not told", short(&text));
            self.remark(line, "unclear_outcome", message);
        }
        let command = command.or_else(|| self::command(&text).map(|(name, _)| name.to_owned()));
        let check = ReportedCheck { command, text, outcome, line: line.number };
        Self::keep(&mut self.out.checks, check, &mut self.out.remarks, "checks");
    }

    fn commit(&mut self, text: &str) {
        for found in COMMIT.find_iter(text).take(MOST) {
            let id = found.as_str().to_owned();
            // A word such as `defaced` is spelled with the same letters.
            if id.bytes().any(|b| b.is_ascii_digit()) && !self.out.commits.contains(&id) {
                Self::keep(&mut self.out.commits, id, &mut self.out.remarks, "commits");
            }
        }
    }

    fn deviation(&mut self, line: &Line<'_>, text: &str) {
        let text = NUMBER.replace(text.trim_start_matches(['*', ' ']), "");
        let text = text.trim_end_matches(['*', ' ']);
        if placeholder(text) || words::says_none(text) || no_deviation(text) || line.indent > 0 {
            return;
        }
        let (rule, text) = match RULE.captures(text) {
            Some(caps) => (Some(caps[1].trim().to_owned()), caps[2].to_owned()),
            None => (None, text.to_owned()),
        };
        let deviation = Deviation { rule, text: field::clean(&text), line: line.number };
        Self::keep(&mut self.out.deviations, deviation, &mut self.out.remarks, "deviations");
    }

    fn keep<T>(list: &mut Vec<T>, entry: T, remarks: &mut Vec<Remark>, name: &str) {
        if list.len() < MOST {
            list.push(entry);
        } else if !remarks.iter().any(|r| r.code == "report_cut" && r.message.contains(name)) {
            remarks.push(Remark::new(
                0,
                "report_cut",
                format!("more than {MOST} {name} are told; the rest is left out"),
            ));
        }
    }

    fn remark(&mut self, line: &Line<'_>, code: &str, message: String) {
        if self.out.remarks.len() < MOST {
            self.out.remarks.push(Remark::new(line.number, code, message));
        }
    }

    fn end(mut self) -> ExecutorReport {
        if self.page.cut {
            let message = "the report has more lines than are read";
            self.out.remarks.push(Remark::new(0, "report_cut", message));
        }
        if self.out.is_empty() {
            let message = "no files, verification results, commits or deviations could be read; write them below `### Files Modified` and `### Verification Results`";
            self.out.remarks.push(Remark::new(0, "unparsed", message));
        }
        self.out
    }
}

/// `**Commits:** …`, `Files modified:`; the value may be empty.
fn label(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(':')?;
    let fits = name.len() <= 60 && !name.contains(['`', '/', '.']);
    fits.then(|| (name.trim_matches(['*', '_', ' ']), value.trim_matches(['*', '_', ' '])))
}

/// Reads what a heading or label is about.
fn section_of(text: &str) -> Section {
    let words = words::words(text);
    if words.is_empty() || words.len() > 8 {
        return Section::Other;
    }
    let has = |any: &[&str]| words.iter().any(|w| any.contains(&w.as_str()));
    if has(&["deviation", "deviations"]) {
        return Section::Deviations;
    }
    let changed =
        ["modified", "changed", "created", "deleted", "removed", "added", "touched", "updated", "renamed"];
    if has(&["files", "file"]) && has(&changed) {
        return Section::Files;
    }
    if has(&["commit", "commits"]) {
        return Section::Commits;
    }
    let checked = ["verification", "verify", "verified", "validation"];
    let results = has(&["results", "result", "checks", "checked", "run", "ran"])
        && has(&["test", "tests", "check", "checks"]);
    if has(&checked) || results || matches!(words.as_slice(), [w] if w == "tests") {
        return Section::Checks;
    }
    Section::Other
}

/// Takes a path with blanks in it off the start of a text, behind a code as `git status` prints it: up to an arrow, a mark
/// that sets a note off, or the end. What the first blank ends may be a path already; then the rest is a note.
fn spaced(text: &str) -> Option<(String, &str)> {
    let ended = |name: &str| {
        let file = name.rsplit('/').next().unwrap_or(name);
        file.rsplit_once('.').is_some_and(|(stem, end)| {
            !stem.is_empty() && (1..=8).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphanumeric())
        })
    };
    let marks = [" -> ", " → ", " => ", ": ", " — ", " – ", " - ", " (", " | ", ", "];
    let end = marks.iter().filter_map(|m| text.find(m)).min().unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let name = name.trim_end();
    let (first, more) = name.split_once(' ').filter(|_| !name.starts_with(['`', '"', '[', '*']))?;
    let whole = name.len() <= 200 && first.contains('/') && !ended(first) && ended(name);
    let words = more.split(' ').count() <= 6 && !more.split(' ').rev().skip(1).any(ended);
    let plain = !name.contains("  ") && !name.chars().any(|c| c.is_control() || "<>{}*…`".contains(c));
    (whole && words && plain).then(|| (name.trim_start_matches("./").to_owned(), rest.trim_start()))
}

/// Takes a path off the start of a text: in code marks, in a link, or up to a blank.
fn path(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start().trim_start_matches("**");
    let (name, rest) = if let Some(inner) = text.strip_prefix('`') {
        inner.split_once('`')?
    } else if let Some(inner) = text.strip_prefix('[')
        && let Some((name, after)) = inner.split_once("](")
        && let Some((_, rest)) = after.split_once(')')
    {
        (name.trim_matches('`'), rest)
    } else if let Some(inner) = text.strip_prefix('"') {
        // Git quotes names that hold blanks or other alphabets.
        inner.split_once('"')?
    } else {
        text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
    };
    let name = CODE.captures(name).and_then(|c| c.get(1)).map_or(name, |m| m.as_str());
    let name = name.trim().trim_end_matches([':', ',', ';', '*']);
    // `src/a.rs:10-20` names lines too.
    let name = match name.split_once(':') {
        Some((file, lines)) if lines.starts_with(|c: char| c.is_ascii_digit()) => file,
        _ => name,
    };
    let blank = name.contains(char::is_whitespace) && !name.contains('/');
    let known =
        ["Makefile", "Dockerfile", "Justfile", "Procfile", "Gemfile", "Rakefile", "LICENSE", "Jenkinsfile"];
    let looks = name.contains('/')
        || name.rsplit_once('.').is_some_and(|(_, end)| {
            !end.is_empty() && end.len() <= 12 && end.chars().all(char::is_alphanumeric)
        })
        || known.contains(&name)
        || name.starts_with('.');
    let fits = looks
        && !blank
        && name.len() <= 1024
        && name.chars().any(char::is_alphanumeric)
        && !name.contains("://")
        && !name.chars().any(|c| c.is_control() || matches!(c, '<' | '>' | '{' | '}' | '|' | '*' | '…'));
    fits.then(|| (name.trim_start_matches("./").to_owned(), rest.trim_start()))
}

/// Takes the command out of a line: in code marks, or behind a prompt.
fn command(text: &str) -> Option<(&str, &str)> {
    let trimmed = text.trim_start();
    if let Some(prompt) = trimmed.strip_prefix("$ ") {
        let end = [" — ", " – ", " -> ", " → ", " => ", ": "].iter().filter_map(|m| prompt.find(m)).min();
        let (name, rest) = prompt.split_at(end.unwrap_or(prompt.len()));
        return Some((name.trim(), rest));
    }
    let (_, after) = text.split_once('`')?;
    let (name, rest) = after.split_once('`')?;
    let name = name.trim_start_matches("$ ").trim();
    // A name of a file or a symbol is no command; a command has a blank or is a word that leads its line.
    let leads = trimmed.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '`').starts_with('`');
    (!name.is_empty() && (name.contains(' ') || leads)).then_some((name, rest))
}

/// Splits a text into the sentences that each say how something ended, what says nothing of that going with the one
/// before it; a text that names a command is one.
fn sentences(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    if text.contains('`') || text.starts_with("$ ") {
        return vec![text];
    }
    let (mut from, mut at) = (0, 0);
    while at < text.len() && parts.len() < SENTENCES {
        let sentence = field::first_sentence(&text[at..]);
        let next = at + sentence.len();
        if Outcome::read(sentence) != Outcome::Unclear && Outcome::read(&text[from..at]) != Outcome::Unclear {
            parts.push(text[from..at].trim());
            from = at;
        }
        at = next;
    }
    parts.push(text[from..].trim());
    parts
}

/// Tells whether a text is a form not filled in.
fn placeholder(text: &str) -> bool {
    let bare = text.trim().trim_matches(['`', '*']);
    let wrapped = |open: char, close: char| {
        bare.strip_prefix(open).and_then(|b| b.strip_suffix(close)).is_some_and(|b| !b.contains(open))
    };
    wrapped('{', '}')
        || wrapped('<', '>')
        || (wrapped('[', ']') && bare.contains(' '))
        || matches!(bare, "path/to/file" | "..." | "…" | "-" | "TBD" | "TODO" | "abc1234" | "hash")
        || bare.contains("path/to/")
}

fn no_deviation(text: &str) -> bool {
    let words = words::words(text).join(" ");
    let plain = ["none", "no deviations", "n a", "nothing"];
    plain.iter().any(|p| words == *p || words.starts_with(&format!("{p} ")))
        || words.contains("executed exactly as written")
        || words.contains("followed as written")
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests;
