//! Keeps an answer within the bytes that hosts show (SPEC 3). Nothing goes in silence: what gave way is counted, and
//! the call that shows it is named.
//!
//! Use cases fit what they know; here is the last look, at the JSON itself. Long texts are shortened first, then lists
//! lose what matters least, wherever they stand: the mildest findings, what was taken rather than what was refused. What a caller copies
//! (calls, codes, ids, paths, briefs) is never shortened.

use serde_json::{Map, Value, json};

/// Most bytes of an answer.
pub(crate) const ANSWER_BYTES: usize = 40 * 1024;
/// Room for the words that say what gave way.
const WORDS: usize = 800;
/// To how many bytes texts are shortened, step by step.
const TEXTS: [usize; 6] = [4000, 1500, 600, 240, 120, 60];
/// Elements that a list keeps whatever the others take.
const KEPT: usize = 3;

/// What is never shortened, by the name of its field: it is copied, or has a budget of its own.
const WHOLE: [&str; 27] = [
    "brief",
    "truncated",
    "call",
    "countersign",
    "loop_id",
    "id",
    "reported_id",
    "finding_id",
    "item_id",
    "file",
    "path",
    "place",
    "locations",
    "options",
    "fill",
    "files",
    "added",
    "tests",
    "failed",
    "fixed",
    "still_failing",
    "new",
    "reports",
    "report",
    "cursor",
    "base",
    "head",
];

/// Returns the answer of a tool in at most [`ANSWER_BYTES`].
pub(crate) fn fit(tool: &str, mut answer: Value) -> Value {
    let most = ANSWER_BYTES - 1;
    if bytes(&answer) <= most {
        return answer;
    }
    let room = most - WORDS;
    let mut gave = Vec::new();
    for text in TEXTS {
        let cut = shorten(&mut answer, text);
        if bytes(&answer) <= room {
            gave.push(format!("{cut} long texts are shortened"));
            break;
        }
    }
    if bytes(&answer) > room {
        gave.push("long texts are shortened".to_owned());
        gave.extend(drop_elements(&mut answer, room));
    }
    if bytes(&answer) > room {
        gave.extend(empty_fields(&mut answer, room));
    }
    let words = format!("{}, so that the answer stays under 40 KB: {}", gave.join(", "), rest(tool, &answer));
    say(&mut answer, &words);
    answer
}

/// Returns the words of a refusal in as many bytes; its end has the call that would work.
pub(crate) fn refusal(text: &str) -> String {
    const END: usize = 2000;
    if text.len() <= ANSWER_BYTES / 2 {
        return text.to_owned();
    }
    let begin = text.floor_char_boundary(ANSWER_BYTES / 4);
    let end = text.ceil_char_boundary(text.len() - END);
    format!("{} … ({} bytes left out) … {}", &text[..begin], end - begin, &text[end..])
}

/// How to see the rest, by tool.
fn rest(tool: &str, answer: &Value) -> String {
    let id = [&answer["loop_id"], &answer["next"]["call"]["arguments"]["loop_id"]];
    let id = id.iter().find_map(|v| v.as_str()).unwrap_or_default();
    let status = || format!("loop_status {} pages through all of it", json!({ "loop_id": id }));
    match tool {
        "review_task" if answer["range"]["head"].is_string() => {
            let base = answer["range"]["base"].as_str();
            let files = match (base, answer["range"]["head"].as_str()) {
                (Some(base), Some(head)) => format!("`git diff --stat {base} {head}` lists the files"),
                _ => "git lists the files".to_owned(),
            };
            format!(
                "{files}, and review_task {} has what its brief leaves out",
                json!({ "loop_id": id, "part": 2 })
            )
        }
        "parse_verdict" => {
            "parse_verdict with the part of the text it stands in, or `countersign parse FILE --json`"
                .to_owned()
        }
        "respond_findings" => {
            "the same call with only the responses that are not shown has theirs".to_owned()
        }
        "check_plan" => "`countersign check-plan PLAN --json` has all of it".to_owned(),
        "verify_phase" => "`countersign verify PHASE --json --dry-run` has all of it".to_owned(),
        "loop_status" => "`cursor` and `loop_id` lead to the rest".to_owned(),
        _ if id.is_empty() => "loop_status {} leads to the rest".to_owned(),
        _ => status(),
    }
}

/// Adds the words where the tool's answers have remarks, else among the warnings of its next step.
fn say(answer: &mut Value, words: &str) {
    let Some(fields) = answer.as_object_mut() else { return };
    let has_remarks = !matches!(fields.get("next"), Some(Value::Object(_))) || fields.contains_key("remarks");
    if has_remarks {
        push(fields, "remarks", json!({ "line": 0, "code": "listed_in_part", "message": words }));
    } else if let Some(Value::Object(next)) = fields.get_mut("next") {
        push(next, "warnings", json!(words));
    }
}

fn push(fields: &mut Map<String, Value>, name: &str, value: Value) {
    if let Value::Array(list) = fields.entry(name).or_insert_with(|| json!([])) {
        list.push(value);
    }
}

fn bytes(value: &Value) -> usize {
    // A value always has a JSON form.
    serde_json::to_string(value).map_or(usize::MAX, |json| json.len())
}

/// Shortens every text that may be, and returns how many were.
fn shorten(value: &mut Value, most: usize) -> usize {
    match value {
        Value::String(text) => usize::from(shortened(text, most)),
        Value::Array(items) => items.iter_mut().map(|item| shorten(item, most)).sum(),
        Value::Object(fields) => {
            let may = fields.iter_mut().filter(|(name, _)| !WHOLE.contains(&name.as_str()));
            may.map(|(_, value)| shorten(value, most)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    }
}

/// The mark of a text that was shortened.
const MARK: &str = "… (shortened)";

fn shortened(text: &mut String, most: usize) -> bool {
    let weight = |text: &str| serde_json::to_string(text).map_or(usize::MAX, |json| json.len());
    if weight(text) <= most {
        return false;
    }
    let bare = text.strip_suffix(MARK).unwrap_or(text);
    let mut room = most.saturating_sub(MARK.len() + 2);
    let mut end = 0;
    for (at, c) in bare.char_indices() {
        let takes = weight(c.encode_utf8(&mut [0; 4])) - 2;
        if takes > room {
            break;
        }
        room -= takes;
        end = at + c.len_utf8();
    }
    let cut = format!("{}{MARK}", &bare[..end]);
    let was = *text == cut;
    *text = cut;
    !was
}

/// Takes elements out of the longest lists until the answer fits; returns what went, in words.
fn drop_elements(answer: &mut Value, most: usize) -> Vec<String> {
    let mut gone: Vec<(String, usize)> = Vec::new();
    // Each round takes something or ends.
    while bytes(answer) > most {
        let over = bytes(answer) - most;
        let mut shapes = Vec::new();
        weigh(answer, "", &mut shapes);
        let Some(heaviest) = shapes.into_iter().filter(|s| s.longest > KEPT).max_by_key(|s| s.own) else {
            break;
        };
        // Of many lists of one shape all give way alike, by halves: none is emptied for another.
        let cap = if heaviest.lists > 1 { KEPT.max(heaviest.longest / 2) } else { KEPT };
        let taken = take(answer, "", &heaviest.name, &mut |list| take_least(list, over, cap));
        match gone.iter_mut().find(|(known, _)| *known == heaviest.name) {
            Some((_, count)) => *count += taken,
            None => gone.push((heaviest.name, taken)),
        }
    }
    const NAMED: usize = 6;
    gone.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let others: usize = gone.iter().skip(NAMED).map(|(_, count)| count).sum();
    let mut words: Vec<String> = gone
        .into_iter()
        .take(NAMED)
        .map(|(name, count)| format!("{count} more of `{name}` are left out"))
        .collect();
    if others > 0 {
        words.push(format!("{others} more elements of other lists are left out"));
    }
    words
}

/// All the lists that stand in one place of an answer's shape: `gaps`, `next.files`, `gaps[].artifacts`.
struct Shape {
    name: String,
    lists: usize,
    /// Elements of the longest of them.
    longest: usize,
    /// Bytes, those of lists inside that may give way themselves left out.
    own: usize,
}

/// Lists that are copied or chosen from as they are.
const COPIED: [&str; 3] = ["options", "fill", "call"];

/// Weighs every list that may lose elements, by its shape; returns the bytes of the value and of such lists in it.
fn weigh(value: &Value, name: &str, shapes: &mut Vec<Shape>) -> (usize, usize) {
    match value {
        Value::Array(list) => {
            let inside = format!("{name}[]");
            let (all, nested) = list.iter().fold((1, 0), |(all, nested), element| {
                let (bytes, lists) = weigh(element, &inside, shapes);
                (all + bytes + 1, nested + lists)
            });
            let own = all - nested;
            match shapes.iter_mut().find(|s| s.name == name) {
                Some(shape) => {
                    shape.lists += 1;
                    shape.longest = shape.longest.max(list.len());
                    shape.own += own;
                }
                None => shapes.push(Shape { name: name.to_owned(), lists: 1, longest: list.len(), own }),
            }
            (all, if list.len() > KEPT { all } else { nested })
        }
        Value::Object(fields) => fields.iter().fold((1, 0), |(all, nested), (key, value)| {
            let (bytes, lists) = match COPIED.contains(&key.as_str()) {
                true => (bytes(value), 0),
                false => weigh(value, &below(name, key), shapes),
            };
            (all + key.len() + 4 + bytes, nested + lists)
        }),
        Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => (bytes(value), 0),
    }
}

fn below(name: &str, key: &str) -> String {
    if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") }
}

/// Applies a cut to each list of a shape; returns how many elements went.
fn take(value: &mut Value, name: &str, wanted: &str, cut: &mut dyn FnMut(&mut Vec<Value>) -> usize) -> usize {
    match value {
        Value::Array(list) if name == wanted => cut(list),
        Value::Array(list) => {
            let inside = format!("{name}[]");
            list.iter_mut().map(|element| take(element, &inside, wanted, cut)).sum()
        }
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(key, _)| !COPIED.contains(&key.as_str()))
            .map(|(key, value)| take(value, &below(name, key), wanted, cut))
            .sum(),
        Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => 0,
    }
}

/// Empties the largest fields, those of the next step last and its call at the very end, until the answer fits: there
/// is no shape whose answer no host would show. Returns the names of what is gone.
fn empty_fields(answer: &mut Value, most: usize) -> Vec<String> {
    let mut gone = Vec::new();
    for (within, spared) in [("", &["next"][..]), ("/next", &["call", "action", "turn", "who"]), ("", &[])] {
        while bytes(answer) > most {
            let Some(Value::Object(fields)) = answer.pointer_mut(within) else { break };
            let largest = fields
                .iter_mut()
                .filter(|(name, _)| !spared.contains(&name.as_str()))
                .map(|(name, value)| (bytes(value), name, value))
                .filter(|(size, ..)| *size > 64)
                .max_by_key(|(size, ..)| *size);
            let Some((_, name, value)) = largest else { break };
            gone.push(format!("`{}` is left out", below(within.trim_start_matches('/'), name)));
            *value = match value {
                Value::Array(_) => json!([]),
                Value::Object(_) => json!({}),
                Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => json!("(left out)"),
            };
        }
    }
    gone
}

/// Takes out what matters least until so many bytes are gone or only `kept` elements are left; the order stays.
fn take_least(list: &mut Vec<Value>, over: usize, kept: usize) -> usize {
    let mut by_rank: Vec<usize> = (0..list.len()).collect();
    by_rank.sort_by_key(|at| (rank(&list[*at]), *at));
    let (mut freed, mut out) = (0, Vec::new());
    while freed < over && by_rank.len() > kept {
        let Some(at) = by_rank.pop() else { break };
        freed += bytes(&list[at]) + 1;
        out.push(at);
    }
    out.sort_unstable_by(|a, b| b.cmp(a));
    for at in &out {
        list.remove(*at);
    }
    out.len()
}

/// How much an element matters: less is more.
fn rank(element: &Value) -> usize {
    if element["blocking"] == true || element["result"] == "refused" || element["code"] == "looser_setting" {
        return 0;
    }
    let said = ["severity", "status", "result"].iter().find_map(|field| element[*field].as_str());
    match said {
        Some("critical" | "failed" | "blocked") => 1,
        Some("high" | "partial" | "orphaned") => 2,
        Some("medium" | "uncertain" | "needs_judgement" | "needs_human") => 3,
        Some("low" | "pending" | "accepted") => 4,
        Some("info" | "verified" | "passed" | "overridden") => 5,
        Some(_) | None => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(n: usize, severity: &str) -> Value {
        json!({ "id": format!("F{n}"), "severity": severity, "title": "t".repeat(300), "description": "\u{1}".repeat(2000) })
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let answer = json!({ "findings": [finding(1, "low")] });
        assert_eq!(fit("parse_verdict", answer.clone()), answer);
    }

    #[test]
    fn texts_give_way_before_findings() {
        let answer = json!({ "findings": (0..20).map(|n| finding(n, "low")).collect::<Vec<_>>() });
        let fitted = fit("parse_verdict", answer);
        assert!(bytes(&fitted) < ANSWER_BYTES, "{}", bytes(&fitted));
        assert_eq!(fitted["findings"].as_array().map(Vec::len), Some(20));
        let said = fitted["remarks"][0]["message"].as_str().unwrap();
        assert!(said.contains("texts are shortened") && said.contains("countersign parse"), "{said}");
    }

    /// A phase of 250 truths that rest on 150 artifacts: each gap names them all again.
    #[test]
    fn lists_inside_of_lists_give_way_too() {
        let artifact = |n: usize| json!({ "path": format!("src/a{n}.js"), "issue": "it is not wired: nothing imports it" });
        let gap = |n: usize| json!({ "item": format!("i{n}"), "status": "failed", "truth": format!("Truth {n}"), "artifacts": (0..150).map(artifact).collect::<Vec<_>>() });
        let answer = json!({
            "status": "gaps_found",
            "next": { "action": "close_gaps", "call": { "tool": "verify_phase", "arguments": { "phase": "1" } } },
            "gaps": (0..40).map(gap).collect::<Vec<_>>(),
        });
        let fitted = fit("verify_phase", answer);
        assert!(bytes(&fitted) < ANSWER_BYTES, "{}", bytes(&fitted));
        let gaps = fitted["gaps"].as_array().unwrap();
        assert_eq!(gaps.len(), 40, "what stands in them goes first");
        let shown: usize = gaps.iter().map(|g| g["artifacts"].as_array().unwrap().len()).sum();
        let said = fitted["next"]["warnings"][0].as_str().unwrap();
        assert!(
            said.contains(&format!("{} more of `gaps[].artifacts` are left out", 40 * 150 - shown)),
            "{said}"
        );
        assert!(said.contains("`countersign verify PHASE --json --dry-run` has all of it"), "{said}");
    }

    #[test]
    fn no_shape_stays_above_the_limit() {
        let long = "p".repeat(30_000);
        for answer in [
            json!({ "files": [long, long, long], "next": { "call": { "tool": "x", "arguments": {} } } }),
            json!({ "next": { "call": { "tool": "x", "arguments": { "failed": [long, long] } } } }),
            json!({ "next": { "brief": long, "options": [long], "call": { "tool": "x", "arguments": {} } } }),
            json!({ "a": { "b": { "c": [[long, long], [long, [[long]]]] } }, "report": long }),
            json!({ "map": (0..3000).map(|n| (format!("key {n}"), json!(n))).collect::<Map<_, _>>() , "x": [{"path": long}] }),
        ] {
            let fitted = fit("decide", answer);
            assert!(bytes(&fitted) < ANSWER_BYTES, "{}", bytes(&fitted));
            let said = fitted.to_string();
            assert!(said.contains("so that the answer stays under 40 KB"), "{:?}", &said[said.len() - 300..]);
        }
    }

    #[test]
    fn the_mildest_go_first_and_all_are_counted() {
        let mild = (0..600).map(|n| finding(n, if n % 50 == 0 { "critical" } else { "info" }));
        let answer = json!({
            "next": { "brief": "b".repeat(20_000), "call": { "tool": "x", "arguments": { "loop_id": "rl-1" } } },
            "findings": mild.collect::<Vec<_>>(), "remarks": [],
        });
        let fitted = fit("record_findings", answer);
        assert!(bytes(&fitted) < ANSWER_BYTES, "{}", bytes(&fitted));
        assert_eq!(fitted["next"]["brief"].as_str().map(str::len), Some(20_000));
        let kept = fitted["findings"].as_array().unwrap();
        assert_eq!(kept.iter().filter(|f| f["severity"] == "critical").count(), 12);
        let said = fitted["remarks"][0]["message"].as_str().unwrap();
        assert!(said.contains(&format!("{} more of `findings`", 600 - kept.len())), "{said}");
        assert!(said.contains("loop_status {\"loop_id\":\"rl-1\"}"), "{said}");
    }
}
