//! A plan's front matter → its fields. What is missing is read from the file's name, with a remark.

mod changed;

use std::collections::BTreeMap;

use super::super::front_matter::{Entry, FrontMatter, Node, Value};
use super::super::ids::RepoPath;
use super::super::review::Remark;
use super::super::roadmap::requirements;
use super::{LEFT_OUT, MustHaves, Plan, layout, must_haves};

/// Reads everything but the tasks; `listed`: the plan is the task list of a spec.
pub(super) fn read(path: &RepoPath, matter: Option<&FrontMatter<'_>>, body: &str, listed: bool) -> Plan {
    let mut plan = Plan {
        path: path.clone(),
        stem: layout::stem(path.file_name()),
        phase: None,
        plan: None,
        title: None,
        wave: None,
        depends_on: Vec::new(),
        files_modified: Vec::new(),
        requirements: Vec::new(),
        must_haves: MustHaves::default(),
        tasks: Vec::new(),
        other: BTreeMap::new(),
        remarks: Vec::new(),
        degraded: false,
        listed,
    };
    if let Some(matter) = matter {
        fields(&mut plan, matter);
    }
    match listed {
        true => of_spec(&mut plan, path),
        false => from_name(&mut plan, path, matter.map_or(1, |m| m.open_line)),
    }
    second_header(&mut plan, body, matter.map_or(1, |m| m.body_line));
    if plan.title.is_none() {
        let heading = body.lines().find_map(|l| l.strip_prefix("# "));
        plan.title = heading.map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
    }
    plan
}

/// Says that a second block of front matter is not read as one.
fn second_header(plan: &mut Plan, body: &str, body_line: u32) {
    let mut lines = body.lines().enumerate().skip_while(|(_, line)| line.trim().is_empty());
    let Some((first, _)) = lines.next().filter(|(_, line)| line.trim_end() == "---") else { return };
    let inside: Vec<&str> =
        lines.map(|(_, line)| line.trim_end()).take(200).take_while(|l| *l != "---").collect();
    let key = |line: &&&str| {
        line.split_once(':').is_some_and(|(key, _)| !key.is_empty() && !key.contains([' ', '#']))
    };
    if inside.len() < 200
        && inside.iter().filter(|line| !line.starts_with([' ', '-'])).all(|line| key(&line))
        && inside.iter().any(|line| key(&line))
    {
        if let Some(at) = inside.iter().position(|line| line.starts_with("must_haves:")) {
            let line = body_line + super::line_number(first) + u32::try_from(at).unwrap_or(0);
            let message = "`must_haves` stands in a second block of front matter, which is not read, and is not checked: move it to the first";
            plan.remarks.push(Remark::new(line, LEFT_OUT, message));
        }
        let message = "a second block of front matter stands here; only the first is read";
        plan.remarks.push(Remark::new(
            body_line + super::line_number(first) - 1,
            "second_front_matter",
            message,
        ));
    }
}

fn fields(plan: &mut Plan, matter: &FrontMatter<'_>) {
    plan.degraded = matter.degraded;
    plan.remarks.extend(matter.remarks.iter().cloned());
    let mut spelt: BTreeMap<String, &Entry> = BTreeMap::new();
    let promises = matter.get("must_haves").is_some_and(|node| !node.is_empty());
    for (at, entry) in matter.entries.iter().enumerate() {
        let node = &entry.node;
        let key = entry.key.trim().to_ascii_lowercase().replace('-', "_");
        // As where a key stands twice, the first is taken.
        if let Some(first) = spelt.get(&key) {
            let message = format!(
                "`{}` is `{}` in another spelling; line {} was taken and this one left out",
                entry.key, first.key, first.line
            );
            plan.remarks.push(Remark::new(entry.line, "duplicate_key", message));
            plan.other.insert(entry.key.clone(), must_haves::flatten(node));
            continue;
        }
        spelt.insert(key.clone(), entry);
        match key.as_str() {
            "phase" => plan.phase = one(node),
            "plan" => plan.plan = one(node),
            "title" => plan.title = one(node).or(plan.title.take()),
            "name" => plan.title = plan.title.take().or_else(|| one(node)),
            "wave" => {
                plan.wave = one(node);
                plan.remarks.extend(plan.wave.as_deref().and_then(|wave| whole_wave(wave, entry.line)));
            }
            "depends_on" => add(&mut plan.depends_on, waits_for(node)),
            "files_modified" => {
                plan.files_modified = changed::files(node);
                plan.remarks.extend(changed::unread(&plan.files_modified, node, entry.line));
            }
            "requirements" | "requirement_ids" => add(&mut plan.requirements, required(&many(node))),
            "must_haves" => {
                plan.must_haves = must_haves::read(matter, node, &mut plan.remarks);
                let end = matter.entries.get(at + 1).map_or(matter.body_line, |next| next.line);
                plan.remarks.extend(left_out(matter, &plan.remarks, entry.line..end));
            }
            _ => {
                let end = matter.entries.get(at + 1).map_or(matter.body_line.saturating_sub(1), |e| e.line);
                let written = match &node.value {
                    Value::Text(text) => text.clone(),
                    Value::Empty => String::new(),
                    Value::List(_) | Value::Map(_) => as_written(matter, entry.line, end),
                };
                plan.remarks.extend(must_haves::outside(entry, promises));
                if entry.key.eq_ignore_ascii_case("autonomous") {
                    plan.remarks.extend(undecided(&written, entry.line));
                }
                plan.other.insert(entry.key.clone(), written);
            }
        }
    }
}

/// Says of each line of `must_haves` that was passed over that what it promises is not checked.
fn left_out(matter: &FrontMatter<'_>, told: &[Remark], lines: std::ops::Range<u32>) -> Vec<Remark> {
    let passed = |r: &&Remark| ["line_not_understood", "duplicate_key"].contains(&r.code.as_str());
    let passed = told.iter().filter(|r| passed(r) && lines.contains(&r.line));
    passed
        .map(|r| {
            let text = matter.raw(r.line).unwrap_or_default().trim();
            let message = format!(
                "`{text}` in must_haves was left out ({}), and is not checked: mend the line",
                r.message
            );
            Remark::new(r.line, LEFT_OUT, message)
        })
        .collect()
}

/// Says that a wave with a fraction of nothing is taken as the whole number.
fn whole_wave(written: &str, line: u32) -> Option<Remark> {
    let (whole, rest) = written.trim().split_once('.')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let zeros = rest.bytes().all(|b| b == b'0');
    let message = format!("`wave` is {written}, which was taken as {whole}");
    (digits(whole) && digits(rest) && zeros).then(|| Remark::new(line, "wave_as_whole", message))
}

/// Says that `autonomous` is neither yes nor no.
fn undecided(written: &str, line: u32) -> Option<Remark> {
    let bare = written.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']);
    let known = ["true", "false", "yes", "no", "on", "off"];
    // What is empty is told as such.
    let plain = bare.is_empty() || known.contains(&bare.to_ascii_lowercase().as_str());
    let message =
        || format!("`autonomous` is {bare}, neither true nor false: kept as written, taken for neither");
    (!plain).then(|| Remark::new(line, "neither_true_nor_false", message()))
}

/// Returns the lines of a key's value without the key.
fn as_written(matter: &FrontMatter<'_>, from: u32, to: u32) -> String {
    let lines: Vec<&str> = (from..to.max(from + 1)).filter_map(|line| matter.raw(line)).collect();
    let all = lines.join("\n");
    all.split_once(':').map_or(all.as_str(), |(_, value)| value).trim().to_owned()
}

/// Names a task list after its spec, which is its folder. The `phase` of its front matter says how far the spec's
/// documents are, not which phase of the work it is.
fn of_spec(plan: &mut Plan, path: &RepoPath) {
    for (key, value) in [("phase", plan.phase.take()), ("plan", plan.plan.take())] {
        if let Some(value) = value {
            plan.other.insert(key.to_owned(), value);
        }
    }
    plan.plan = Some(plan.stem.clone());
    if let Some(spec) = path.parent() {
        plan.phase = Some(spec.file_name().to_owned());
        if path.file_name().eq_ignore_ascii_case("tasks.md") {
            spec.file_name().clone_into(&mut plan.stem);
        }
    }
}

/// Takes phase and plan from the file's name and folder where the front matter has none.
fn from_name(plan: &mut Plan, path: &RepoPath, line: u32) {
    let named = layout::named(path);
    let guess = |field: &mut Option<String>, found: Option<String>, name: &str, remarks: &mut Vec<Remark>| {
        if field.is_none()
            && let Some(found) = found
        {
            let message = format!("`{name}` is not in the front matter; {found} was read from the path");
            remarks.push(Remark::new(line, &format!("{name}_from_path"), message));
            *field = Some(found);
        }
    };
    guess(&mut plan.phase, named.phase, "phase", &mut plan.remarks);
    guess(&mut plan.plan, named.plan, "plan", &mut plan.remarks);
}

/// Adds what is not there yet: a field may be written under two names.
fn add(to: &mut Vec<String>, more: Vec<String>) {
    for text in more {
        if !to.contains(&text) {
            to.push(text);
        }
    }
}

/// Returns the ids of requirements, ranges written out; what holds no id is kept as written, without its note.
fn required(texts: &[String]) -> Vec<String> {
    let mut out = Vec::new();
    for text in texts {
        let mut ids = Vec::new();
        requirements::announced_in(text, &mut ids);
        let bare = text.split(" (").next().unwrap_or(text).trim();
        if ids.is_empty() && !bare.is_empty() {
            ids.push(bare.to_owned());
        }
        add(&mut out, ids);
    }
    out
}

/// Returns a scalar as written; a list of one is that one.
fn one(node: &Node) -> Option<String> {
    if node.is_empty() {
        return None;
    }
    Some(must_haves::flatten(node).trim().to_owned()).filter(|t| !t.is_empty())
}

/// Returns the names of the plans that one waits for: each item of a list, each of several names on one line, and what an
/// object calls the plan.
fn waits_for(node: &Node) -> Vec<String> {
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        Value::Empty | Value::Text(_) | Value::Map(_) => std::slice::from_ref(node),
    };
    let texts = items.iter().flat_map(|item| match (&item.value, called(item)) {
        (_, Some(name)) => vec![name],
        (Value::Text(text), None) => {
            let listed = matches!(node.value, Value::List(_));
            let bare = text.split(" #").next().unwrap_or_default();
            names(bare).unwrap_or_else(|| match listed {
                true => vec![text.clone()],
                false => outside_brackets(bare, |c| c == ',').into_iter().map(str::to_owned).collect(),
            })
        }
        (Value::Empty | Value::List(_) | Value::Map(_), None) => vec![must_haves::flatten(item)],
    });
    // Hosts mention a file as `@01-01-PLAN.md`.
    let bare = |text: String| text.trim_start().strip_prefix('@').map_or(text.clone(), str::to_owned);
    let text = |text: String| Node { value: Value::Text(bare(text)), line: node.line };
    many(&Node { value: Value::List(texts.map(text).collect()), line: node.line })
}

/// Returns the plan that an object names.
fn called(item: &Node) -> Option<String> {
    let text = |key: &str| item.get(key)?.text().map(str::trim).filter(|t| !t.is_empty());
    let name = ["plan", "id", "path", "file", "name"].into_iter().find_map(text)?;
    let bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    match text("phase").filter(|_| bare) {
        Some(phase) => Some(format!("{phase}-{name}")),
        None => Some(name.to_owned()),
    }
}

/// Returns the several plans that one line names, `01-01 and 01-02`, where it holds nothing else but notes in brackets.
fn names(text: &str) -> Option<Vec<String>> {
    let apart = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '+');
    let words: Vec<&str> = outside_brackets(text, apart)
        .into_iter()
        .map(|word| word.split('(').next().unwrap_or(word).trim_matches(['[', ']', '"', '\'', '`']))
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"))
        .collect();
    let numbered = |word: &&str| {
        let rest = word.strip_prefix(['R', 'v']).unwrap_or(word);
        rest.starts_with(|c: char| c.is_ascii_digit())
    };
    (words.len() > 1 && words.iter().all(numbered)).then(|| words.into_iter().map(str::to_owned).collect())
}

/// Cuts a text at some signs where they stand in no round brackets.
fn outside_brackets(text: &str, cuts: impl Fn(char) -> bool) -> Vec<&str> {
    let mut depth = 0usize;
    text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && cuts(c)
    })
    .collect()
}

/// Returns the texts of a list, or of a text separated by commas; `none` and `null` are nothing.
fn many(node: &Node) -> Vec<String> {
    let texts: Vec<String> = match &node.value {
        Value::Empty => Vec::new(),
        Value::List(items) => items.iter().map(must_haves::flatten).collect(),
        Value::Text(text) => text.split(',').map(str::to_owned).collect(),
        Value::Map(_) => vec![must_haves::flatten(node)],
    };
    texts.iter().filter_map(|text| said(text)).collect()
}

/// Returns what an entry says, without its comment; nothing where it says that there is none.
fn said(text: &str) -> Option<String> {
    let text = text.split(" #").next().unwrap_or("").trim().trim_matches(['[', ']', '"', '\'']).trim();
    let nothing = ["none", "null", "~", "n/a", "-", "none yet", "nothing"];
    (!text.is_empty() && !nothing.contains(&text.to_ascii_lowercase().as_str())).then(|| text.to_owned())
}
