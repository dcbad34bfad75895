//! What is not taken of a call's words on a phase's items, with the call that would be: what was sent, mended where there is
//! one way to mend it, with a stand-in where only the caller knows, without what is not the caller's to say (SPEC 13.5).

use serde_json::{Map, Value, json};

use super::super::holds_secret;
use super::super::requests::VerifyPhase;
use super::super::some_of::some_of;
use super::Case;
use crate::domain::agents::chooser::names_an_agent;
use crate::domain::envelope::one_line;
use crate::domain::ids::RepoPath;
use crate::domain::phase::{Item, ItemKind, ItemStatus, PhaseRefusal, tells};
use crate::domain::protocol::Protocol;
use crate::error::Error;

/// Most items that are named as open.
const NAMED: usize = 5;
/// Bytes of a call that are sent back; what is longer the caller has.
const LONG: usize = 1_200;

/// One entry of a call: the list it stands in and its place there.
struct Place<'a> {
    list: &'a str,
    index: usize,
}

impl<'a> Place<'a> {
    fn of(at: &'a str) -> Option<Self> {
        let (list, rest) = at.split_once('[')?;
        Some(Self { list, index: rest.strip_suffix(']')?.parse().ok()? })
    }

    fn field(&self, name: &str) -> String {
        format!("{}[{}].{name}", self.list, self.index)
    }
}

impl Case {
    /// Returns the refusal of the word that stands at `at` in a call, among the items as they are.
    pub(super) fn refused(
        &self,
        request: &VerifyPhase,
        items: &[Item],
        at: &str,
        refused: &PhaseRefusal,
    ) -> Error {
        let message = refused.to_string();
        let Some(place) = Place::of(at) else {
            // Said in a dialogue: the same call asks again.
            return Error::refused(message).at(at).call("verify_phase", super::without_words(request));
        };
        let mut call = sent(request);
        call.insert("phase".to_owned(), self.called.as_str().into());
        let open: Vec<&Item> = items.iter().filter(|item| is_open_to(item, place.list)).collect();
        let error = match refused {
            PhaseRefusal::NeedsPartial { .. } => {
                call.insert("partial".to_owned(), true.into());
                Error::refused(message).at("partial")
            }
            PhaseRefusal::UnknownItem { item, .. } => {
                let id = meant(item, &open).map_or_else(|| stand_in("item_id", &open), Value::from);
                entry(&mut call, &place, |entry| entry.insert("item_id".to_owned(), id));
                Error::not_found(place.field("item_id"), message).hint(named(place.list, &open))
            }
            PhaseRefusal::NoEvidence { .. } => {
                entry(&mut call, &place, |entry| entry.insert("evidence".to_owned(), json!([blank()])));
                Error::invalid(place.field("evidence"), message).hint(self.example(items))
            }
            PhaseRefusal::EvidenceNotFound { index, .. } => {
                let field = place.field(&format!("evidence[{index}]"));
                let error = Error::invalid(field, message);
                let given = request.judgements.get(place.index).and_then(|j| j.evidence.get(*index));
                // Only where another line was given: that it is cited at all may be what is wrong.
                let line = given.and_then(|given| {
                    let found = self.line_of(given.file.as_deref()?, given.text.as_deref()?)?;
                    given.line.filter(|line| *line != found).map(|_| found)
                });
                entry(&mut call, &place, |entry| {
                    let cited = entry.get_mut("evidence").and_then(|all| all.get_mut(*index));
                    match (cited, line) {
                        (Some(cited), Some(line)) => cited["line"] = line.into(),
                        (Some(cited), None) => *cited = blank(),
                        (None, _) => {}
                    }
                    None
                });
                match line {
                    Some(line) => error.hint(format!("That text stands in line {line} of the file")),
                    None => error.hint(self.example(items)),
                }
            }
            PhaseRefusal::SpeaksAgainst { index, .. } => {
                entry(&mut call, &place, |entry| entry.insert("status".to_owned(), "failed".into()));
                Error::invalid(place.field(&format!("evidence[{index}]")), message).hint(
                    "The call below says `failed`, which is what was found; where it was mended since, look or run it again and cite what is there now",
                )
            }
            PhaseRefusal::SaysNothing { field, .. } => {
                let stand_in = format!("<your {field}>");
                entry(&mut call, &place, |entry| entry.insert((*field).to_owned(), stand_in.into()));
                Error::invalid(place.field(field), message)
            }
            PhaseRefusal::NotForJudgement { .. }
            | PhaseRefusal::NotForAPerson { .. }
            | PhaseRefusal::NoOverride { .. } => {
                let list = call.get_mut(place.list).and_then(Value::as_array_mut);
                if let Some(list) = list.filter(|list| place.index < list.len()) {
                    list.remove(place.index);
                }
                call.retain(|_, value| value.as_array().is_none_or(|list| !list.is_empty()));
                Error::refused(message).at(place.field("item_id")).hint(named(place.list, &open))
            }
            PhaseRefusal::FilesChanged { .. } => Error::stale(message).at(place.field("item_id")),
        };
        let error = error.hint(format!(
            "`{at}` is the one that was refused. Nothing of this call was recorded: the others are to be sent again with it, or without it"
        ));
        let (call, blank) = shortened(call, &place);
        let error = if blank { error.hint("Put the real value where `<…>` stands") } else { error };
        error.call("verify_phase", Value::Object(call))
    }

    /// Shows how a place in the code is cited, by one that is there.
    fn example(&self, items: &[Item]) -> String {
        let shown = items.iter().flat_map(|item| &item.evidence).find_map(|shown| {
            let text = shown.text.as_deref().filter(|text| text.len() <= 120 && tells(text))?;
            Some((shown.file.clone()?, shown.line?, text.to_owned()))
        });
        let shown = shown.or_else(|| {
            self.code.files.iter().find_map(|(path, fact)| {
                let lines = (1_u32..).zip(fact.text.as_deref()?.lines());
                let says = |line: &str| line.chars().filter(|c| c.is_alphanumeric()).count() >= 8;
                let mut lines = lines.filter(|(_, line)| says(line) && line.len() <= 120);
                let code = crate::domain::wiring::is_code(path);
                lines.next().filter(|_| code).map(|(n, line)| (path.to_string(), n, line.trim().to_owned()))
            })
        });
        let (file, line, text) =
            shown.unwrap_or_else(|| ("src/a.ts".to_owned(), 1, "the text of that line".to_owned()));
        let place = json!({ "file": file, "line": line, "text": text });
        format!(
            "A place in the code is cited like {place}, a commit as {{\"commit\":\"<its id>\"}}, what you ran as {{\"command\":\"<it>\",\"text\":\"<its result>\"}}; cite what shows this very statement"
        )
    }

    /// The one line of a file that holds a text.
    fn line_of(&self, file: &str, text: &str) -> Option<u32> {
        let path = RepoPath::parse(file).ok()?;
        let there = self.code.files.get(&path)?.text.as_deref()?;
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = plain(text);
        if said.chars().filter(|c| c.is_alphanumeric()).count() < 4 {
            return None;
        }
        let mut such = (1..).zip(there.lines()).filter(|(_, line)| plain(line).contains(&said));
        let (line, _) = such.next()?;
        such.next().is_none().then_some(line)
    }
}

/// Refuses an agent's name where a person decides (SPEC 9.7).
pub(super) fn decided_by_an_agent(request: &VerifyPhase, index: usize) -> Result<(), Error> {
    let Some(given) = request.overrides.get(index) else { return Ok(()) };
    if !is_an_agents_name(&given.decided_by) {
        return Ok(());
    }
    let place = Place { list: "overrides", index };
    let mut call = sent(request);
    let stand_in = "<the person's name>";
    entry(&mut call, &place, |entry| entry.insert("decided_by".to_owned(), stand_in.into()));
    let message = format!("{:?} is no name of a person; an override is a person's to give", given.decided_by);
    Err(Error::refused(message)
        .at(place.field("decided_by"))
        .hint(format!(
            "Ask the user, and put their name where `{stand_in}` stands. Nothing of this call was recorded"
        ))
        .call("verify_phase", Value::Object(shortened(call, &place).0)))
}

/// Refuses a call that says two things of one item: none of them would be what was found.
pub(super) fn contradictions(request: &VerifyPhase) -> Result<(), Error> {
    let word = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let judged: Vec<(&str, String)> =
        request.judgements.iter().map(|j| (j.item_id.trim(), word(json!(j.status)))).collect();
    let confirmed: Vec<(&str, String)> =
        request.confirmations.iter().map(|c| (c.item_id.trim(), word(json!(c.answer)))).collect();
    for (list, said) in [("judgements", judged), ("confirmations", confirmed)] {
        let other = said.iter().enumerate().find_map(|(second, (item, what))| {
            let first = said[..second].iter().position(|(of, was)| of == item && was != what)?;
            Some((first, second))
        });
        let Some((first, second)) = other else { continue };
        let (item, (one, two)) = (said[first].0, (&said[first].1, &said[second].1));
        let mut call = sent(request);
        // What lets nothing pass is the safer one to be sent unread.
        let left_out = if matches!(one.as_str(), "verified" | "yes") { first } else { second };
        if let Some(list) = call.get_mut(list).and_then(Value::as_array_mut) {
            list.remove(left_out);
        }
        let place = Place { list, index: second };
        let kept = if left_out == first { two } else { one };
        return Err(Error::invalid(
            place.field("item_id"),
            format!("item {item} is {one} by {list}[{first}] and {two} by {list}[{second}]; say one of them"),
        )
        .hint(format!("Nothing of this call was recorded. The call below says {kept}; send the other in its place where that is what was found"))
        .call("verify_phase", Value::Object(shortened(call, &place).0)));
    }
    Ok(())
}

fn is_an_agents_name(name: &str) -> bool {
    let protocols = Protocol::all();
    let roles = protocols.iter().flat_map(|protocol| {
        let agents = &protocol.agents;
        let own = [&agents.reviewer, &agents.author, &agents.verifier, &agents.tester];
        own.into_iter().chain(protocol.tiers.iter().map(|tier| &tier.agent)).chain(&agents.manager)
    });
    names_an_agent(name, roles.map(String::as_str))
}

/// The call as it was sent, without what it leaves out.
fn sent(request: &VerifyPhase) -> Map<String, Value> {
    let said = |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
    let whole = serde_json::to_value(request).unwrap_or_default();
    let mut call: Map<String, Value> = whole.as_object().cloned().unwrap_or_default();
    call.retain(|_, value| said(value));
    for entry in call.values_mut().filter_map(Value::as_array_mut).flatten().filter_map(Value::as_object_mut)
    {
        entry.retain(|_, value| said(value));
        let cited = entry.get_mut("evidence").and_then(Value::as_array_mut).into_iter().flatten();
        for cited in cited.filter_map(Value::as_object_mut) {
            cited.retain(|_, value| said(value));
        }
    }
    call
}

fn entry(
    call: &mut Map<String, Value>,
    place: &Place<'_>,
    mend: impl FnOnce(&mut Map<String, Value>) -> Option<Value>,
) {
    let list = call.get_mut(place.list).and_then(|list| list.get_mut(place.index));
    if let Some(entry) = list.and_then(Value::as_object_mut) {
        mend(entry);
    }
}

/// Evidence that only the caller can give.
fn blank() -> Value {
    json!({ "file": "<your file>", "text": "<your text: what stands there>" })
}

fn stand_in(field: &str, open: &[&Item]) -> Value {
    let ids: Vec<&str> = open.iter().take(NAMED).map(|item| item.id.as_str()).collect();
    let ids = if ids.is_empty() { String::new() } else { format!(": {}", ids.join(" | ")) };
    format!("<your {field}{ids}>").into()
}

/// The id of the one open item that a wrong id stands for: it is its label, or misspelt by a letter.
fn meant(given: &str, open: &[&Item]) -> Option<String> {
    let is_it = |item: &&&Item| {
        item.label.trim() == given.trim() || strsim::damerau_levenshtein(item.id.as_str(), given.trim()) <= 1
    };
    let mut such = open.iter().filter(is_it);
    let one = such.next()?;
    such.next().is_none().then(|| one.id.to_string())
}

/// Tells whether something may be said of an item in that list of a call.
fn is_open_to(item: &Item, list: &str) -> bool {
    let waits = matches!(item.status, ItemStatus::NeedsHuman | ItemStatus::Uncertain)
        && item.kind != ItemKind::Requirement;
    match list {
        "judgements" => item.status == ItemStatus::NeedsJudgement,
        "confirmations" => waits,
        _ => waits || item.status.is_gap() && item.kind != ItemKind::Plan,
    }
}

fn named(list: &str, open: &[&Item]) -> String {
    let what = match list {
        "judgements" => "open to a judgement",
        "confirmations" => "open to a person's answer",
        _ => "open to an override",
    };
    if open.is_empty() {
        return format!("No item of this phase is {what} now");
    }
    let label = |item: &Item| {
        let label: String = one_line(&item.label).chars().take(80).collect();
        format!("{} ({label:?})", item.id)
    };
    format!("Items {what}: {}", some_of(open.iter().map(|item| label(item)), NAMED))
}

/// Puts a word in the place of lists that the caller has and that are too long to be sent back, or hold a secret; the
/// second value says that something is to be put in.
fn shortened(mut call: Map<String, Value>, place: &Place<'_>) -> (Map<String, Value>, bool) {
    let long = Value::Object(call.clone()).to_string().len() > LONG;
    for (name, value) in call.iter_mut().filter(|(_, value)| value.is_array()) {
        if long || holds_secret(value) {
            let but = match *name == place.list {
                true => format!(" but for {}[{}]", place.list, place.index),
                false => String::new(),
            };
            *value = format!("<your {name}, as sent{but}>").into();
        }
    }
    let blank = Value::Object(call.clone()).to_string().contains("<your ");
    (call, blank)
}
