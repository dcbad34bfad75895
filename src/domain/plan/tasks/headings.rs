//! `### Task N: title` sections.
//!
//! ```text
//! section = heading "Task" number title, up to the next heading of its level or above
//! heading = "#" … title [ "#" … ], blanks before it only where it is a task's; or a line above "---" or "==="
//!         | below a heading "Tasks": heading "T" number ("." | ":" | ")") title
//! part    = "**Files:**", "**Acceptance criteria:**", "**Verify:**", "**Done:**", … and what follows
//! ```

mod spoken;

use super::super::super::review::Remark;
use super::super::{Task, paths};
use super::blocks::Mark;
use super::comments::Comments;
use super::{Line, MAX_TASKS, items, numbered_name, tidy};
use spoken::speaks_of_task;

/// The parts of a section.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    Files,
    Acceptance,
    Verify,
    Done,
    #[default]
    Action,
}

/// Reads every section.
pub(super) fn read(
    body: &str,
    lines: &[Line<'_>],
    marks: &[Mark],
    remarks: &mut Vec<Remark>,
) -> Result<Vec<Task>, usize> {
    let mut tasks = Vec::new();
    // The open section: its first line and its level.
    let mut open: Option<(usize, usize)> = None;
    // The level of the heading "Tasks" that stands above.
    let mut listed: Option<usize> = None;
    let mut comments = Comments::of(lines);
    let mut fenced_to = 0;
    let (mut inside, mut alike) = (Vec::new(), Vec::new());
    // The levels of the headings that are tasks, and those that speak of one and are none.
    let (mut levels, mut unlike) = (Vec::new(), Vec::new());
    for (i, (line, mark)) in lines.iter().zip(marks).enumerate() {
        if i < fenced_to {
            continue;
        }
        if let Some(close) = mark.fence {
            fenced(line, lines.get(i + 1..close).unwrap_or_default(), remarks);
            fenced_to = close + 1;
            continue;
        }
        if comments.hide(i, line.text, mark.fence.is_none()) {
            continue;
        }
        let Some((level, title)) = heading_at(lines, i) else {
            alike.extend(may_be_task(line.text).then_some(line.number));
            continue;
        };
        if let Some((start, of)) = open
            && level <= of
        {
            finish(body, lines, start..i, &mut tasks, remarks)?;
            open = None;
        }
        if open.is_some() && is_task(title) {
            inside.push(line.number);
        }
        if listed.is_some_and(|of| level <= of) {
            listed = None;
        }
        if open.is_none() && (is_task(title) || (listed.is_some() && is_short(title))) {
            open = Some((i, level));
            if !levels.contains(&level) {
                levels.push(level);
            }
            if title.starts_with("~~") {
                let message = "the heading of the task is struck out; the task counts all the same";
                remarks.push(Remark::new(line.number, "task_struck", message));
            }
        } else if open.is_none() && title.trim_matches(['*', ':', ' ']).eq_ignore_ascii_case("tasks") {
            listed = Some(level);
        } else if !is_task(title) && says_task(title) {
            let message = "the heading says task without a number in digits; no task was read here";
            remarks.push(Remark::new(line.number, "task_unnumbered", message));
        } else if !is_task(title) && speaks_of_task(title) {
            unlike.push((level, line.number));
        }
    }
    let beside = unlike.into_iter().filter(|(level, _)| levels.contains(level)).map(|(_, line)| line);
    let beside: Vec<u32> = beside.collect();
    if let Some(first) = beside.first() {
        let message = format!(
            "{} beside those of tasks speak of a task with a number and were not read as one: write `### Task 2: title`",
            match beside.len() {
                1 => "1 heading".to_owned(),
                n => format!("{n} headings"),
            }
        );
        remarks.push(Remark::new(*first, "task_heading_unread", message));
    }
    if let Some((start, _)) = open {
        finish(body, lines, start..lines.len(), &mut tasks, remarks)?;
    }
    if let Some(first) = inside.first() {
        let message = format!(
            "{} headings read like tasks below a task's own heading and were taken as parts of it; give each the \
             level of the first if it is a task by itself",
            inside.len()
        );
        remarks.push(Remark::new(*first, "task_heading_inside", message));
    }
    remarks.extend(no_headings(&alike));
    Ok(tasks)
}

/// Adds the section between two lines.
fn finish(
    body: &str,
    lines: &[Line<'_>],
    of: std::ops::Range<usize>,
    tasks: &mut Vec<Task>,
    remarks: &mut Vec<Remark>,
) -> Result<(), usize> {
    if tasks.len() == MAX_TASKS {
        return Err(MAX_TASKS);
    }
    let stop = lines.get(of.end).map_or(body.len(), |l| l.at);
    if let Some(inside) = lines.get(of) {
        tasks.extend(section(inside, &body[..stop], remarks));
    }
    Ok(())
}

/// Returns a heading's level and text, without the signs that close it.
fn heading(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches('#');
    let level = text.len() - rest.len();
    let title = rest.trim();
    let open = title.trim_end_matches('#');
    let title = if open.ends_with([' ', '\t']) { open.trim_end() } else { title };
    ((1..=6).contains(&level) && rest.starts_with(char::is_whitespace)).then_some((level, title))
}

/// Returns the heading that begins at a line. One behind up to three blanks, or above a line of dashes, is one only where
/// it is a task's: the others stand in lists and tables as often.
fn heading_at<'t>(lines: &[Line<'t>], at: usize) -> Option<(usize, &'t str)> {
    let text = lines.get(at)?.text;
    let bare = text.trim_start_matches(' ');
    let indented = (1..=3).contains(&(text.len() - bare.len()));
    let task = |(_, title): &(usize, &str)| is_task(title);
    heading(text)
        .or_else(|| heading(bare).filter(|found| indented && task(found)))
        .or_else(|| Some((underlined(lines, at)?, text.trim())).filter(task))
}

/// Returns the level of the heading that a line is by the line below it.
fn underlined(lines: &[Line<'_>], at: usize) -> Option<usize> {
    let starts = |c: char| c.is_alphanumeric() || matches!(c, '*' | '[' | '`' | '~' | '_');
    let below = lines.get(at + 1)?.text.trim_end();
    let sign = below.chars().next().filter(|c| matches!(c, '=' | '-'))?;
    let whole = below.len() > 2 && below.chars().all(|c| c == sign);
    let plain = lines.get(at)?.text.starts_with(starts);
    (whole && plain).then_some(if sign == '=' { 1 } else { 2 })
}

fn is_task(title: &str) -> bool {
    task_name(title).is_some()
}

/// Splits the title of a task's heading into number and name: `Task 2: B`, `2. Task: B`, `03-01 Task 2: B`.
fn task_name(title: &str) -> Option<(String, String)> {
    let title = &super::folded(title);
    let bare = undressed(title);
    let worded = |text: &str| text.get(..4).is_some_and(|w| w.eq_ignore_ascii_case("task"));
    let numbered =
        |text: &str| Some(numbered_name(text)).filter(|(number, _)| !number.is_empty() && worded(text));
    let behind = behind_plan(bare).filter(|behind| numbered(behind).is_some());
    let bare = behind.unwrap_or(bare);
    let found = numbered(bare).or_else(|| {
        let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &bare[..bare.len() - rest.len()];
        let behind = rest.strip_prefix(['.', ')']).map(str::trim_start).filter(|rest| worded(rest))?;
        let counted = !digits.is_empty() && digits.len() <= 2;
        let name = behind[4..].trim_start().strip_prefix([':', '：', '—', '–', '-']);
        numbered(behind).or_else(|| Some((digits.to_owned(), name?.trim().to_owned()))).filter(|_| counted)
    })?;
    let name = undone(title, bare, (&found.0, found.1));
    Some((found.0, name))
}

/// Returns what stands behind the phase, wave or plan that a task is said to be of: `03-01 Task 2`, `Phase 3, Task 2`.
fn behind_plan(title: &str) -> Option<&str> {
    /// The most words that say so.
    const MOST: usize = 6;
    let of = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let named = ["plan", "phase", "wave"].iter().any(|known| bare.eq_ignore_ascii_case(known));
        let counted = bare.starts_with(|c: char| c.is_ascii_digit())
            && bare.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '.');
        named || counted || bare.is_empty()
    };
    let mut rest = title;
    for _ in 0..MOST {
        rest = rest.split_once(' ').filter(|(word, _)| of(word))?.1.trim_start();
        if rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("task")) {
            return Some(rest);
        }
    }
    None
}

/// Takes off the end of a name what only closes what stands before `Task`: a link, emphasis, a strike.
fn undone(title: &str, bare: &str, (number, name): (&str, String)) -> String {
    let before = title.strip_suffix(bare).unwrap_or_default();
    if before.ends_with('[')
        && let Some((text, _)) = name.split_once("](")
    {
        return text.trim().to_owned();
    }
    for mark in ["**", "~~", "__", "`", "*", "_"] {
        if before.ends_with(mark) {
            // Behind the number it closed already: `` `Task 1`: use `x` ``.
            let behind = bare.split_once(number).map_or(bare, |(_, behind)| behind);
            let odd = !behind.starts_with(mark) && bare.matches(mark).count() % 2 == 1;
            return name
                .strip_suffix(mark)
                .filter(|_| odd)
                .map_or(name.clone(), |name| name.trim().to_owned());
        }
    }
    name
}

/// Says that a fence holds headings that would be tasks.
fn fenced(open: &Line<'_>, inside: &[Line<'_>], remarks: &mut Vec<Remark>) {
    let count = inside
        .iter()
        .filter(|l| heading(l.text.trim_start()).is_some_and(|(_, title)| is_task(title)))
        .count();
    if count > 0 {
        let message = match count {
            1 => "a task in a code fence is an example and was not counted".to_owned(),
            n => format!("{n} tasks in a code fence are examples and were not counted"),
        };
        remarks.push(Remark::new(open.number, "fenced_task", message));
    }
}

/// Numbers that people write as words.
const NUMBER_WORDS: [&str; 18] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "i", "ii", "iii", "iv",
    "v", "vi", "vii", "viii",
];

/// Tells whether a heading begins with the word alone or with a number in words, as `Task: Foo` and `Task Two: Foo` do;
/// `Tasks` and `Task list` announce others.
fn says_task(title: &str) -> bool {
    let bare = undressed(title);
    let Some(rest) = bare.get(..4).filter(|w| w.eq_ignore_ascii_case("task")).map(|_| bare[4..].trim_start())
    else {
        return false;
    };
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_ascii_lowercase();
    rest.starts_with([':', '—', '–', '-'])
        || bare[4..].starts_with([' ', '#']) && NUMBER_WORDS.contains(&word.as_str())
        || rest.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Tells whether a line that is no heading reads like one of a task: `###Task 2: B`, `**Task 2: B**`, `> ### Task 2: B`,
/// `- ### Task 2: B`, `<h3>Task 2: B</h3>`.
fn may_be_task(text: &str) -> bool {
    let bare = text.trim();
    let title = bare.trim_start_matches('#');
    let unspaced = title.len() < bare.len() && title.starts_with(|c: char| !c.is_whitespace());
    let bold = bare.strip_prefix("**").and_then(|rest| rest.trim_end_matches(':').strip_suffix("**"));
    let bold = bold.filter(|inner| !inner.contains("**"));
    let inner = bare.trim_start_matches(['>', ' ', '\t']);
    let within = heading(super::item_text(inner).unwrap_or(inner));
    let tag = bare.get(..2).filter(|open| open.eq_ignore_ascii_case("<h")).and_then(|_| bare.split_once('>'));
    let tag = tag.filter(|(open, _)| open[2..].starts_with(|c: char| c.is_ascii_digit()));
    unspaced && (is_task(title) || says_task(title))
        || bold.is_some_and(is_task)
        || within.is_some_and(|(_, title)| is_task(title))
        || tag.is_some_and(|(_, title)| is_task(title.split("</").next().unwrap_or(title)))
}

/// Says which lines read like headings of tasks and are none.
fn no_headings(lines: &[u32]) -> Option<Remark> {
    let first = lines.first()?;
    let message = format!(
        "{} lines read like the headings of tasks and are none, so that no task was read there: write `### Task 2: \
         title` at the start of the line, with a blank behind the `#`",
        lines.len()
    );
    Some(Remark::new(*first, "task_no_heading", message))
}

/// Takes boxes, emphasis and emojis off a heading.
fn undressed(title: &str) -> &str {
    let bare = title.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bare = bare.strip_prefix("x] ").or_else(|| bare.strip_prefix("X] ")).unwrap_or(bare);
    bare.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// Says which headings read like tasks where blocks are the tasks: between, before and behind them.
pub(super) fn passed_over(
    lines: &[Line<'_>],
    marks: &[Mark],
    blocks: &[(u32, usize)],
    remarks: &mut Vec<Remark>,
) {
    let inside = |number: u32| super::untaken::holds(blocks, number);
    let mut fenced_to = 0;
    let (mut found, mut alike) = (Vec::new(), Vec::new());
    for (i, (line, mark)) in lines.iter().zip(marks).enumerate() {
        if i < fenced_to || inside(line.number) {
            continue;
        }
        if let Some(close) = mark.fence {
            fenced_to = close + 1;
        } else if let Some((_, title)) = heading_at(lines, i) {
            found.extend((is_task(title) || says_task(title)).then_some(line.number));
        } else if may_be_task(line.text) {
            alike.push(line.number);
        }
    }
    remarks.extend(no_headings(&alike));
    if let Some(first) = found.first() {
        let message = format!(
            "{} headings read like tasks beside the task blocks and were not counted; put each in a block",
            found.len()
        );
        remarks.push(Remark::new(*first, "task_heading_passed_over", message));
    }
}

/// Whether a heading is `T1. Title`, which is a task only where tasks are announced.
fn is_short(title: &str) -> bool {
    let Some(rest) = undressed(title).strip_prefix('T') else { return false };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < rest.len() && after.starts_with(['.', ':', ')'])
}

/// Reads one section; `body` ends where it ends.
fn section(lines: &[Line<'_>], body: &str, remarks: &mut Vec<Remark>) -> Option<Task> {
    let first = lines.first()?;
    let (_, title) = heading_at(lines, 0)?;
    let bare = undressed(title);
    let (number, name) = match is_short(title) {
        true => numbered_name(&format!("Task {}", bare.trim_start_matches('T'))),
        false => task_name(title).unwrap_or_else(|| numbered_name(bare)),
    };
    let head = if heading(first.text.trim_start()).is_some() { 1 } else { 2 };
    let raw = body.get(first.at..)?.trim_end().to_owned();
    let mut task = Task { number, name, raw, line: first.number, ..Task::default() };
    let mut open = Open::default();
    let mut texts: [String; 5] = Default::default();
    let mut fence: Option<&str> = None;
    for (n, line) in lines.iter().enumerate().skip(head) {
        let mut text = line.text;
        let below = lines.get(n + 1).map_or("", |next| next.text);
        let bare = text.trim_start();
        let sign = ["```", "~~~"].into_iter().find(|sign| bare.starts_with(sign));
        let within = fence.is_some() || sign.is_some();
        fence = match (fence, sign) {
            (Some(of), Some(sign)) if of == sign => None,
            (None, sign) => sign,
            (of, _) => of,
        };
        let begun = texts.get(open.part as usize).is_some_and(|t| !t.trim().is_empty());
        // What stands in a fence is said of the part above, whatever it looks like.
        match if within { Label::None } else { label(text, below, &open) } {
            Label::Part(found, rest) => {
                open = found;
                text = rest;
                if open.part == Part::Files && !text.is_empty() {
                    texts[Part::Files as usize].push_str("- ");
                }
            }
            // A label of another kind ends a list of files or criteria and belongs to the action.
            Label::Other => open = Open::default(),
            // A list of files ends at a blank line or a box that names none, and one below a bullet at the next bullet of its
            // column.
            Label::None
                if open.part == Part::Files
                    && begun
                    && (bare.is_empty() || open.ends_at(text) || is_other_box(bare)) =>
            {
                open = Open::default();
            }
            Label::None => {}
        }
        if let Some(into) = texts.get_mut(open.part as usize) {
            into.push_str(text);
            into.push('\n');
        }
    }
    let [files, acceptance, verify, done, action] = texts;
    // Only list lines, rows of a table, the label's own line and lines of nothing but paths name files; prose below them
    // does not, and what a fence shows is as often a drawing of folders.
    // What is said below an item in deeper columns is no file unless it reads like one.
    let depth = |l: &str| l.len() - l.trim_start().len();
    let first_item = files.lines().filter(|l| !l.trim().is_empty()).map(depth).next().unwrap_or_default();
    let mut fenced = false;
    let mut wraps = false;
    let listed = files.lines().filter(|l| {
        let item = super::item_text(l.trim());
        // A list of files that goes on below is one, whatever its column.
        let wrapped = std::mem::replace(&mut wraps, paths::goes_on(l));
        fenced ^= is_fence(l);
        l.trim_start().starts_with(['`', '|'])
            || item.is_some_and(|item| {
                depth(l) <= first_item || paths::clean(item).is_some_and(|p| paths::is_path(&p))
            })
            || !fenced && (wrapped || depth(l) <= first_item) && paths::is_bare_entry(l)
    });
    let listed = listed.collect::<Vec<_>>().join("\n");
    task.files = paths::files(&listed);
    let tagged = tagged_files(lines);
    for path in paths::files(&tagged) {
        if !task.files.contains(&path) {
            task.files.push(path);
        }
    }
    remarks.extend(paths::struck_out(&format!("{listed}\n{tagged}"), first.number));
    if task.files.is_empty() && !paths::says_none(&paths::untagged(&files)) {
        let message =
            "nothing below the label of the files reads like a path; the task was taken to name none";
        remarks.push(Remark::new(first.number, "files_unread", message));
    }
    task.acceptance = items(&acceptance);
    task.verify = tidy(&verify);
    task.done = tidy(&done);
    task.action = tidy(&action);
    Some(task)
}

/// Tells whether a line is a check box that names no file.
fn is_other_box(bare: &str) -> bool {
    bare.starts_with("- [") && paths::clean(bare).is_none_or(|path| !paths::is_path(&path))
}

/// Tells whether a line opens or closes a fence.
fn is_fence(text: &str) -> bool {
    let bare = text.trim_start();
    bare.starts_with("```") || bare.starts_with("~~~")
}

/// Returns what stands in the `<files>` of a section that has some as blocks do; what a fence shows and what is not
/// closed is none.
fn tagged_files(lines: &[Line<'_>]) -> String {
    let mut out = String::new();
    let mut open: Option<String> = None;
    let mut fenced = false;
    for line in lines {
        fenced ^= is_fence(line.text);
        let bare = line.text.trim();
        let begins = bare.strip_prefix("<files>").filter(|_| !fenced && open.is_none());
        if begins.is_some() {
            open = Some(String::new());
        }
        let Some(said) = &mut open else { continue };
        let text = begins.unwrap_or(bare);
        let (within, closed) =
            text.split_once("</files>").map_or((text, false), |(within, _)| (within, true));
        said.push_str(within);
        said.push('\n');
        if closed {
            out.push_str(said);
            open = None;
        }
    }
    out
}

/// The part that is being read, and what opened it.
#[derive(Default)]
struct Open {
    part: Part,
    /// The level of the heading that is its label.
    level: Option<usize>,
    /// The column of the bullet that its label stands behind, where that is plain text.
    column: Option<usize>,
}

impl Open {
    /// Tells whether a line is an item beside the one that opened the part.
    fn ends_at(&self, text: &str) -> bool {
        self.column.is_some_and(|of| column(text).is_some_and(|at| at <= of))
    }
}

/// Returns the column of a line's bullet.
fn column(text: &str) -> Option<usize> {
    let bare = text.trim_start();
    (bare.starts_with("- ") || bare.starts_with("* ")).then(|| text.len() - bare.len())
}

enum Label<'a> {
    Part(Open, &'a str),
    Other,
    None,
}

/// The signs around a label's words; what stands in the last two is as often no label.
const EMPHASIS: [&str; 4] = ["**", "__", "*", "_"];

/// Reads `**Files:** …`, `- **Files**: …`, `*Files:* …`, a plain `Files: …` line, `- Files: …` and `#### Files`.
fn label<'t>(text: &'t str, below: &str, open: &Open) -> Label<'t> {
    if let Some((part, rest)) = row(text) {
        return Label::Part(Open { part, ..Open::default() }, rest);
    }
    let bare = text.trim_start().trim_start_matches("> ").trim_start_matches("- ").trim_start_matches("* ");
    let bare = bare.trim_start();
    // An emoji before a label in bold dresses it.
    let dressed = bare.trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric()).trim_start();
    let bare = if dressed.starts_with("**") { dressed } else { bare };
    let titled = heading(text);
    let bare = titled.map_or(bare, |(_, title)| title);
    let colon = |text: &'t str| text.split_once([':', '：']);
    let mark = EMPHASIS.into_iter().find(|mark| bare.starts_with(mark));
    let emphasised = mark.and_then(|mark| bare[mark.len()..].split_once(mark));
    let strong = mark.is_some_and(|mark| mark.len() == 2);
    let bulleted = column(text).filter(|_| mark.is_none());
    let (word, rest) = match (emphasised, titled) {
        (Some(found), _) => found,
        (None, _) if strong => return Label::None,
        (None, Some(_)) => colon(bare).unwrap_or((bare, "")),
        // Indented or behind a bullet a word before a colon is mostly no label.
        (None, None) => match colon(bare) {
            Some(found) if !text.starts_with([' ', '-', '*']) || bulleted.is_some() => found,
            Some(_) | None => return Label::None,
        },
    };
    let rest = rest.trim_start().trim_start_matches([':', '：']).trim_start();
    // A dash alone says that there is none.
    let behind = rest.trim_start_matches(['—', '–']).trim_start();
    let rest = if behind.is_empty() { rest } else { behind };
    let beside = bulleted.is_some() && open.ends_at(text);
    let listed = || super::item_text(below.trim()).is_some_and(leads_to_path);
    let verb = || {
        let leads = || leads_to_path(rest) || rest.is_empty() && listed();
        (strong && names_change(word) && leads()).then_some(Part::Files)
    };
    match part_of(word).or_else(verb) {
        Some(part) if bulleted.is_none() || beside || part == Part::Files => {
            let level = titled.map(|(level, _)| level);
            // A dash leads over to the files; before a criterion it is the mark of an item.
            let rest = rest.strip_prefix("- ").filter(|_| part == Part::Files).map_or(rest, str::trim_start);
            Label::Part(Open { part, level, column: bulleted }, rest)
        }
        // A heading of another kind goes on with a part whose label stands above it.
        None if let Some((level, _)) = titled => {
            match open.part == Part::Files || open.level.is_some_and(|of| level <= of) {
                true => Label::Other,
                false => Label::None,
            }
        }
        None if strong && (!text.starts_with([' ', '-', '*']) || text.starts_with("**")) => Label::Other,
        None if beside && word.split_whitespace().count() < 4 => Label::Other,
        Some(_) | None => Label::None,
    }
}

/// Reads a row of a table that is a part: `| Done | it works |`, or the head of a table of files, `| File | Change |`.
fn row(text: &str) -> Option<(Part, &str)> {
    let inner = text.trim().strip_prefix('|')?.strip_suffix('|')?;
    let (first, rest) = inner.split_once('|')?;
    let word = first.trim().trim_matches('*').to_ascii_lowercase();
    match part_of(&word)? {
        Part::Files if ["file", "files"].contains(&word.as_str()) => {
            Some((Part::Files, if leads_to_path(rest.trim()) { rest.trim() } else { "" }))
        }
        part @ (Part::Done | Part::Acceptance) if !rest.contains('|') && !rest.trim().starts_with("--") => {
            Some((part, rest.trim()))
        }
        Part::Files | Part::Acceptance | Part::Verify | Part::Done | Part::Action => None,
    }
}

/// Tells whether a label says what is done with files, without calling them so: `Modify`, `Changes`.
fn names_change(word: &str) -> bool {
    let word = word.trim_matches([':', '：', ' ']).to_ascii_lowercase();
    let verbs = [
        "add", "change", "changes", "create", "creates", "delete", "edit", "edits", "modifies", "modify",
        "new", "path", "paths", "touches", "update", "updates",
    ];
    verbs.contains(&word.as_str())
}

/// Tells whether a text begins with a path.
fn leads_to_path(text: &str) -> bool {
    let word = text.split([' ', ',']).next().unwrap_or_default().trim_matches(['`', '*', '"', ':']);
    word.contains(char::is_alphanumeric) && paths::is_path(word)
}

/// Returns the part that a label's word names.
fn part_of(word: &str) -> Option<Part> {
    let word =
        word.split('(').next().unwrap_or(word).trim().trim_matches(['*', '_', ':', '：', '—', '–', ' ']);
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        _ if names_files(&word) => Some(Part::Files),
        "acceptance"
        | "acceptance criteria"
        | "criteria"
        | "success criteria"
        | "success"
        | "ac"
        | "exit criteria" => Some(Part::Acceptance),
        "verify" | "verification" | "test" | "validate" | "verify command" => Some(Part::Verify),
        "done" | "done when" | "definition of done" | "done criteria" => Some(Part::Done),
        "action"
        | "actions"
        | "what"
        | "steps"
        | "details"
        | "do"
        | "implementation"
        | "implementation details" => Some(Part::Action),
        _ => None,
    }
}

/// Tells whether a label speaks of the files of a task: `files`, `files created`, `new files`, `files to modify`.
fn names_files(word: &str) -> bool {
    let with = [
        "to", "be", "and", "or", "target", "new", "test", "key", "source", "existing", "affected", "touched",
        "involved", "create", "created", "modify", "modified", "change", "changed", "update", "updated",
        "edit", "edited", "add", "added", "delete", "deleted", "remove", "removed", "touch",
    ];
    let apart = |c: char| c.is_whitespace() || matches!(c, '/' | '&' | ',');
    let words: Vec<&str> = word.split(apart).filter(|word| !word.is_empty()).collect();
    let file = |word: &&str| ["file", "files"].contains(word);
    words.len() <= 6
        && words.iter().filter(|word| file(word)).count() == 1
        && words.iter().all(|word| file(word) || with.contains(word))
}
