//! The front matter: closed, complete, plain YAML, a wave that counts, a promise that says something.

use super::document::{Header, Read};
use super::rules::{PlanCheckRules, PlanForm};
use super::{Gathered, short};
use crate::domain::front_matter;
use crate::domain::plan::{Artifact, MustHaves, UNFILLED};

/// Checks that the front matter is there, closes, and has the fields of the form it comes closest to.
pub(super) fn fields(read: &Read<'_>, rules: &PlanCheckRules, out: &mut Gathered) {
    let Some(header) = &read.header else {
        // A second header at the top would leave what is there unread.
        if let Some(found) = front_matter::misplaced(read.text) {
            out.add("none", Some(found.first), found.says(), found.fix()).auto_fixable = true;
            return;
        }
        let form = rules.forms.first().map(|f| f.required.join(", ")).unwrap_or_default();
        out.add(
            "none",
            Some(1),
            "the plan has no front matter between `---` lines",
            format!("start the file with `---`, the fields {form}, and a second `---`"),
        );
        return;
    };
    if !header.closed {
        let last = read.body_line.saturating_sub(1).max(header.open_line);
        out.add(
            "unclosed",
            Some(header.open_line),
            "the front matter has no closing `---`",
            format!("add a line `---` after line {last}"),
        )
        .auto_fixable = true;
    }
    let Some(form) = closest(header, &rules.forms) else { return };
    out.note = Some(format!("the fields of {}: {}", form.name, form.required.join(", ")));
    for field in lacking(header, form) {
        let (value, mechanical) = value_for(read, field);
        // A second line with the key of an empty one would make it stand twice, and the first be read.
        let (issue, line, fix) = match header.field(field) {
            Some(there) => (
                match there.unwritten {
                    true => format!("`{field}` only keeps a place: nobody has filled it in"),
                    false => format!("`{field}` is empty"),
                },
                there.line,
                format!("write `{field}: {value}` in place of line {}", there.line),
            ),
            None => match header.misspelt(field) {
                Some(line) => (
                    format!(
                        "`{field}` is missing; the key in line {line} is another spelling, which nobody reads"
                    ),
                    line,
                    format!("write `{field}` for the key in line {line}"),
                ),
                None => (
                    format!("`{field}` is missing"),
                    header.open_line,
                    format!("add `{field}: {value}` to the front matter"),
                ),
            },
        };
        out.add(field, Some(line), issue, fix).auto_fixable = mechanical;
    }
}

/// Returns the form that lacks the fewest fields, the first of equals.
fn closest<'r>(header: &Header, forms: &'r [PlanForm]) -> Option<&'r PlanForm> {
    let may = |form: &&PlanForm| form.when.as_ref().is_none_or(|field| header.field(field).is_some());
    forms.iter().filter(may).min_by_key(|form| lacking(header, form).len())
}

/// Returns the required fields that are missing, empty where they must say something, or never filled in.
fn lacking<'r>(header: &Header, form: &'r PlanForm) -> Vec<&'r str> {
    // An empty list is an answer: no dependence, no file. An empty promise has a check of its own.
    let may_be_empty = ["depends_on", "files_modified", "must_haves"];
    // So have names, waves and promises that only keep a place.
    let judged_elsewhere = ["depends_on", "wave", "must_haves"];
    let lacks = |field: &str| match header.field(field) {
        Some(there) => {
            there.empty && !may_be_empty.contains(&field)
                || there.unwritten && !judged_elsewhere.contains(&field)
        }
        None => true,
    };
    form.required.iter().map(String::as_str).filter(|field| lacks(field)).collect()
}

/// Returns what a missing field could hold, and whether that is known rather than to be decided. What is to be decided is
/// `…`, which this check finds where it was pasted as it is.
fn value_for(read: &Read<'_>, field: &str) -> (String, bool) {
    let plan = &read.plan;
    let known = |value: &Option<String>, otherwise: &str| match value {
        Some(value) => (short(value), true),
        None => (otherwise.to_owned(), false),
    };
    match field {
        // A quick task belongs to no phase; the number of its folder is a date.
        "phase" if plan.path.as_str().contains("/quick/") => ("quick".to_owned(), false),
        "phase" => known(&plan.phase, "01-name"),
        "plan" => known(&plan.plan, "01"),
        // In single quotes a backslash is one.
        "title" => known(&plan.title.as_ref().map(|t| format!("'{}'", short(&t.replace('\'', "''")))), "'…'"),
        "type" => ("execute".to_owned(), true),
        "wave" if plan.depends_on.is_empty() => ("1".to_owned(), true),
        "wave" => ("2".to_owned(), false),
        "depends_on" => ("[]".to_owned(), false),
        "files_modified" => ("[…]".to_owned(), false),
        "autonomous" => {
            let asks =
                plan.tasks.iter().any(|t| t.kind.as_deref().is_some_and(|k| k.starts_with("checkpoint")));
            ((!asks).to_string(), true)
        }
        "must_haves" => ("[\"…\"]".to_owned(), false),
        _ => ("…".to_owned(), false),
    }
}

/// Checks that no reader has to guess: what only a tolerant one takes, another refuses or reads otherwise.
pub(super) fn yaml(read: &Read<'_>, out: &mut Gathered) {
    if read.header.is_none() {
        out.skipped = true;
        return;
    }
    if !read.plan.degraded {
        return;
    }
    // What the reader mended it says by these codes; `hash_kept` is valid YAML that means something else.
    let mended = |code: &str| {
        matches!(code, "yaml_failed" | "tab_indent" | "line_not_understood" | "odd_bullets")
            || code.ends_with("_kept") && code != "hash_kept"
    };
    let told: Vec<_> = read.plan.remarks.iter().filter(|r| mended(&r.code)).collect();
    let line = told.first().map(|r| r.line).or_else(|| read.header.as_ref().map(|h| h.open_line));
    let what = told.first().map(|r| match r.message.strip_prefix("no valid YAML ") {
        Some(rest) => format!(" {}", short(rest)),
        None => format!(": {}", short(&r.message)),
    });
    let what = what.unwrap_or_default();
    let more = if told.len() > 1 { format!(" (and {} more places)", told.len() - 1) } else { String::new() };
    let issue = format!("the front matter is no valid YAML{what}{more}");
    let has = |code: &str| told.iter().any(|r| r.code == code);
    let (fix, mechanical) = if told.iter().any(|r| r.message.contains("twice")) {
        ("leave the key once, with the value that is meant", false)
    } else if has("tab_indent") {
        ("put plain blanks in place of tabs and other blanks", !has("yaml_failed"))
    } else if has("line_not_understood") {
        (
            "write the line that fits nowhere as `key: value` or `- item`, in the column of its neighbours",
            false,
        )
    } else if has("odd_bullets") || bulleted(read, line) {
        ("begin each item with `- `, which is the only mark of a list in YAML", false)
    } else if !has("yaml_failed") || read.header.as_ref().is_some_and(|h| h.quotable) {
        ("put the value in single quotes", true)
    } else {
        ("put the line, and those below it, in the column of its neighbours: quotes mend nothing here", false)
    };
    out.add("invalid", line, issue, fix).auto_fixable = mechanical;
}

/// Tells whether a line of the front matter, or the one above it, begins with a mark that is none of a list in YAML.
fn bulleted(read: &Read<'_>, line: Option<u32>) -> bool {
    let Some(at) = line.map(|line| line.saturating_sub(1) as usize) else { return false };
    let near = read.text.lines().skip(at.saturating_sub(1)).take(2).map(str::trim_start);
    near.into_iter().any(|line| ["* ", "+ ", "• ", "– ", "— "].iter().any(|mark| line.starts_with(mark)))
}

/// Checks that `wave` is a whole number from 1; `1.0` and `"1"` are.
pub(super) fn wave(read: &Read<'_>, out: &mut Gathered) {
    let Some(written) = &read.plan.wave else {
        // A missing one is the front matter's matter.
        out.skipped = true;
        return;
    };
    let single = read.field("wave").is_none_or(|field| field.single);
    if wave_number(written).is_some() && single {
        out.note = Some(format!("wave {}", short(written)));
        return;
    }
    let digits: String =
        written.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    // `1e3` may be a thousand, and is no 1.
    let bare = written.trim().trim_matches(['"', '\'']);
    let power = bare.split_once(['e', 'E']).is_some_and(|(one, other)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits(one) && digits(other.trim_start_matches('+'))
    });
    let said = digits.parse::<u32>().ok().filter(|n| *n > 0 && !written.contains(['-', '.']) && !power);
    let fix = match said {
        Some(number) => format!("write `wave: {number}`"),
        None => "write a whole number from 1, such as `wave: 1`".to_owned(),
    };
    let what =
        if single { "is no positive whole number" } else { "stands in a list or an object, not as a number" };
    let issue = format!("`wave` is {}, which {what}: the plan counts as one of no wave", short(written));
    out.add("wave", read.line_of("wave"), issue, fix).auto_fixable = said.is_some();
}

/// Returns a wave as a number from 1.
pub(super) fn wave_number(written: &str) -> Option<u32> {
    let bare = written.trim().trim_matches(['"', '\'']).trim();
    let whole = match bare.split_once('.') {
        Some((whole, rest)) if !rest.is_empty() && rest.bytes().all(|b| b == b'0') => whole,
        Some(_) => return None,
        None => bare,
    };
    let plain = !whole.is_empty() && whole.bytes().all(|b| b.is_ascii_digit());
    whole.parse().ok().filter(|n| plain && *n > 0)
}

/// Tells whether any item says something: `null`, `{}` and a link from nothing to nothing do not.
fn says_something(promised: &MustHaves) -> bool {
    let blank = Artifact::default();
    let bare = |artifact: &Artifact| Artifact { line: blank.line, ..artifact.clone() };
    promised.truths.iter().any(|t| t.text != "null")
        || promised.artifacts.iter().any(|a| bare(a) != blank)
        || promised.key_links.iter().any(|l| !(l.from.is_empty() && l.to.is_empty()))
}

/// Checks that `must_haves` promises something, as a list or as an object.
pub(super) fn must_haves(read: &Read<'_>, out: &mut Gathered) {
    let promised = &read.plan.must_haves;
    let mut unfilled = read.plan.remarks.iter().filter(|r| r.code == UNFILLED).peekable();
    if unfilled.peek().is_some() {
        for told in unfilled {
            let fix = "write what must be true when the plan is done, or leave the item out";
            out.add(&format!("unfilled:{}", told.line), Some(told.line), short(&told.message), fix);
        }
        return;
    }
    if says_something(promised) {
        let (truths, artifacts, links) =
            (promised.truths.len(), promised.artifacts.len(), promised.key_links.len());
        out.note = Some(format!("{truths} truths, {artifacts} artifacts, {links} key links"));
        return;
    }
    let Some(field) = read.field("must_haves") else {
        out.skipped = true;
        return;
    };
    let issue = match field.parts.is_empty() {
        true => "`must_haves` is empty: nobody could tell when the plan is done".to_owned(),
        false => {
            let parts = field.parts.iter().take(6).map(|p| format!("`{}`", short(p))).collect::<Vec<_>>();
            format!(
                "`must_haves` has no truths, artifacts or key_links that say anything, only {}",
                parts.join(", ")
            )
        }
    };
    let fix = "list what must be true when the plan is done, such as `- \"users can log in\"`";
    out.add("empty", Some(field.line), issue, fix);
}
