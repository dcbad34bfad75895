//! Which fields of a protocol a configuration may set, and which way is the stricter (SPEC 4, 11).
//!
//! A file of the repository may only tighten: whoever writes code there could else wave it through. The user's own file
//! may do both. The table knows fields and orders, no system.
//!
//! | fields | what is stricter |
//! |---|---|
//! | `mode` | `off`, then `on_request`, `auto`, `manual`: who reviews nothing, who reviews when asked, who reviews, who also asks a person about each blocking review |
//! | `max_passes`, `max_no_progress`, `clarifications` | less, where the limit asks or fails; where it lets the work go on, less would let it go on sooner and more would go round longer, so only the protocol's own value holds |
//! | `max_stale`, `max_decisions`, `fix_tasks` | less: each is a way round again |
//! | `suggestion_rounds` | less, and a protocol that has none gets none: only with some does a finding on the plan itself not block |
//! | `notes_block_from`, `notice_from` | less: sooner |
//! | `affected_files_up_to`, `reviewer_turns` | more: the reviewer sees more, and is not cut short before it answers |
//! | `blocking` | more severities |
//! | `unmet_from`, `restart_on` | a milder severity: more is covered |
//! | `ignored_is`, `third_time_is` | a worse severity |
//! | `at_limit`, `no_reviewer`, `unreadable`, `requests_rest_on`, `separation` | by rank, as [`ROWS`] has it |
//! | `late_are_notes`, `comments_keep` | `false` |
//! | every other yes or no | `true` |
//! | `fix_commit`, models | neither way |

use serde_json::Value;

use super::{AtLimit, NoReviewer, Protocol};
use crate::domain::review::Severity;

/// How the values of a field stand to each other.
#[derive(Debug, Clone, Copy)]
enum Order {
    /// A matter of taste: neither way is stricter.
    Free,
    /// `true` is stricter.
    Yes,
    /// `false` is stricter.
    No,
    /// Words, loosest first; those of one rank stand together.
    Words(&'static [&'static [&'static str]]),
    /// A whole number in a range; less is stricter, and none at all the loosest.
    Fewer(u64, u64),
    /// A whole number in a range, of what spares the work; less is stricter, and none at all the strictest.
    Spares(u64, u64),
    /// A whole number in a range; more is stricter.
    More(u64, u64),
    /// A whole number in a range after which the limit rule holds, or a pass is used up: less is stricter, unless that rule lets the work go on.
    Limit(u64, u64),
    /// A severity; the milder, the more it covers. None at all is the loosest.
    From,
    /// A severity that is given to a finding; the worse is stricter, and none at all the loosest.
    Becomes,
    /// Severities; more of them are stricter.
    Severities,
}

/// A field that may be set.
struct Row {
    key: &'static str,
    order: Order,
}

const fn row(key: &'static str, order: Order) -> Row {
    Row { key, order }
}

const ROWS: [Row; 30] = [
    row("affected_files_up_to", Order::More(1, 10_000)),
    row("at_limit", Order::Words(&[&["proceed"], &["ask"], &["fail"]])),
    row("blocking", Order::Severities),
    row("citation_required", Order::Yes),
    row("clarifications", Order::Limit(0, 3)),
    row("comments_keep", Order::No),
    row("failure_stops_phase", Order::Yes),
    row("fix_commit", Order::Free),
    row("fix_tasks", Order::Fewer(0, 20)),
    row("ignored_is", Order::Becomes),
    row("late_are_notes", Order::No),
    row("marks_block", Order::Yes),
    row("max_decisions", Order::Fewer(1, 20)),
    row("max_no_progress", Order::Limit(1, 20)),
    row("max_stale", Order::Fewer(1, 20)),
    row("new_ones_suffice", Order::Yes),
    row(
        "no_reviewer",
        Order::Words(&[&["precheck"], &["proceed"], &["next_tier"], &["stays_unreviewed"], &["ask_user"]]),
    ),
    row("notes_block_from", Order::Fewer(1, 100)),
    row("notice_from", Order::Fewer(1, 100)),
    row("precheck", Order::Yes),
    row("requests_rest_on", Order::Words(&[&["blocking"], &["reasoned"], &["any_finding"]])),
    row("responses_required", Order::Yes),
    row("restart_on", Order::From),
    row("rulings_required", Order::Yes),
    row("separation", Order::Words(&[&["warn"], &["require_when_attested"]])),
    row("suggestion_rounds", Order::Spares(0, 10)),
    row("technical_reasons", Order::Yes),
    row("third_time_is", Order::Becomes),
    row("unmet_from", Order::From),
    row("unreadable", Order::Words(&[&["proceed"], &["uses_pass"]])),
];

/// Fields that every configuration knows by names of its own; not among [`keys`].
const KNOWN: [Row; 3] = [
    row("max_passes", Order::Limit(1, 20)),
    row("mode", Order::Words(&[&["off"], &["on_request"], &["auto"], &["manual"]])),
    row("reviewer_turns", Order::More(1, 200)),
];

/// Other words for a value, as systems and people write them: field, word, what it stands for.
const SYNONYMS: [(&str, &str, &str); 4] = [
    ("unreadable", "conditional", "proceed"),
    ("unreadable", "strict", "uses_pass"),
    ("separation", "require", "require_when_attested"),
    ("separation", "required", "require_when_attested"),
];

/// A field set to a looser value than the protocol's by a file that may only tighten.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` is {given}, looser than {protocol}'s {held}")]
pub struct Looser {
    pub key: &'static str,
    pub protocol: String,
    pub given: String,
    pub held: String,
    /// What would be taken, in words; nothing where no value would.
    pub works: Option<String>,
}

/// Returns the names of the fields that a configuration may set.
pub fn keys() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|r| r.key)
}

/// Returns the names of those fields in which two protocols differ.
pub fn differing(one: &Protocol, other: &Protocol) -> Vec<&'static str> {
    let (Ok(one), Ok(other)) = (serde_json::to_value(one), serde_json::to_value(other)) else {
        return Vec::new();
    };
    keys().filter(|key| one.get(key) != other.get(key)).collect()
}

fn find(key: &str) -> Option<&'static Row> {
    ROWS.iter().chain(&KNOWN).find(|r| r.key == key)
}

/// Reads a value for a field: as the protocol holds it, or what it would have to be, in words.
pub fn read(key: &str, given: &Value) -> Result<Value, String> {
    let Some(row) = find(key) else {
        return Err(format!("one of {}", keys().collect::<Vec<_>>().join(", ")));
    };
    let word = given.as_str().map(|w| w.trim().to_ascii_lowercase().replace('-', "_"));
    let synonym = SYNONYMS.iter().find(|(k, w, _)| *k == key && word.as_deref() == Some(w));
    let word = synonym.map(|(_, _, meant)| (*meant).to_owned()).or(word);
    let severity = |w: &str| Severity::ALL.iter().any(|s| s.as_str() == w);
    let fits = match row.order {
        Order::Yes | Order::No => given.is_boolean(),
        Order::Fewer(from, to) | Order::Spares(from, to) | Order::More(from, to) | Order::Limit(from, to) => {
            given.as_u64().is_some_and(|n| (from..=to).contains(&n))
        }
        Order::Severities => given
            .as_array()
            .is_some_and(|list| !list.is_empty() && list.iter().all(|v| v.as_str().is_some_and(severity))),
        Order::From | Order::Becomes => word.as_deref().is_some_and(severity),
        Order::Words(ranks) => word.as_deref().is_some_and(|w| ranks.iter().any(|r| r.contains(&w))),
        Order::Free => word.as_deref().is_some_and(|w| COMMITS.contains(&w)),
    };
    if !fits {
        return Err(expected(row));
    }
    Ok(word.map_or_else(|| given.clone(), Value::String))
}

/// The words of `fix_commit`.
const COMMITS: [&str; 3] = ["amend", "separate", "none"];

fn expected(row: &Row) -> String {
    let severities = || Severity::ALL.map(Severity::as_str).join(", ");
    match row.order {
        Order::Yes | Order::No => "true or false".to_owned(),
        Order::Fewer(from, to) | Order::Spares(from, to) | Order::More(from, to) | Order::Limit(from, to) => {
            format!("a whole number from {from} to {to}")
        }
        Order::Severities => format!("a list of some of {}", severities()),
        Order::From | Order::Becomes => format!("one of {}", severities()),
        Order::Words(ranks) => format!("one of {}", ranks.concat().join(", ")),
        Order::Free => format!("one of {}", COMMITS.join(", ")),
    }
}

/// Lays a value that [`read`] took over a protocol; a looser one only where that is allowed.
///
/// # Errors
///
/// A looser value from a file that may only tighten. The protocol is then as it was.
pub fn lay(protocol: &mut Protocol, key: &str, value: &Value, may_loosen: bool) -> Result<(), Looser> {
    let (Some(row), Ok(Value::Object(mut fields))) = (find(key), serde_json::to_value(&*protocol)) else {
        return Ok(());
    };
    let held = fields.get(key).cloned().unwrap_or(Value::Null);
    let goes_on = protocol.at_limit == AtLimit::Proceed;
    if !may_loosen && !at_least_as_strict(row.order, &held, value, goes_on) {
        return Err(Looser {
            key: row.key,
            protocol: protocol.name.clone(),
            given: value.to_string(),
            held: if held.is_null() { "default, which sets none".to_owned() } else { held.to_string() },
            works: works(row.order, &held, goes_on),
        });
    }
    fields.insert(key.to_owned(), value.clone());
    // What was read is a value of the field; one that is none after all changes nothing.
    if let Ok(laid) = serde_json::from_value(Value::Object(fields)) {
        *protocol = laid;
        give_choices(protocol);
    }
    Ok(())
}

/// Gives the user something to choose from where a setting makes a protocol ask that never did: a question nobody can
/// answer would lock the loop. What it does not ask by itself is asked as everyone's protocol asks it.
fn give_choices(protocol: &mut Protocol) {
    let asks = protocol.at_limit == AtLimit::Ask || protocol.no_reviewer == NoReviewer::AskUser;
    if asks && !protocol.user_choices.iter().any(|c| c.effect.ends()) {
        protocol.user_choices = super::countersign::protocol().user_choices;
    }
}

/// `goes_on`: the protocol's limit lets the work go on.
fn at_least_as_strict(order: Order, held: &Value, given: &Value, goes_on: bool) -> bool {
    match order {
        Order::Limit(..) if goes_on => held == given,
        Order::Spares(..) => held.as_u64().is_some_and(|held| given.as_u64().is_some_and(|n| n <= held)),
        Order::More(..) => held.as_u64().is_none_or(|held| given.as_u64().is_some_and(|n| n >= held)),
        Order::Free => true,
        Order::Yes => given == &Value::Bool(true) || held == &Value::Bool(false),
        Order::No => given == &Value::Bool(false) || held == &Value::Bool(true),
        Order::Words(ranks) => {
            let rank = |v: &Value| ranks.iter().position(|r| v.as_str().is_some_and(|w| r.contains(&w)));
            rank(given) >= rank(held)
        }
        Order::Fewer(..) | Order::Limit(..) => {
            held.as_u64().is_none_or(|held| given.as_u64().is_some_and(|n| n <= held))
        }
        Order::From => severity(held).is_none_or(|held| severity(given).is_some_and(|s| s >= held)),
        Order::Becomes => severity(held).is_none_or(|held| severity(given).is_some_and(|s| s <= held)),
        Order::Severities => {
            let given = given.as_array().map(Vec::as_slice).unwrap_or_default();
            held.as_array().is_none_or(|held| held.iter().all(|s| given.contains(s)))
        }
    }
}

fn severity(value: &Value) -> Option<Severity> {
    Severity::ALL.into_iter().find(|s| value.as_str() == Some(s.as_str()))
}

fn works(order: Order, held: &Value, goes_on: bool) -> Option<String> {
    let works = match order {
        Order::Limit(..) if goes_on && held.is_null() => return None,
        Order::Spares(..) if held.is_null() => return None,
        Order::Limit(..) if goes_on => held.to_string(),
        Order::More(_, to) => format!("{held} to {to}"),
        Order::Free => "any value".to_owned(),
        Order::Yes => "true".to_owned(),
        Order::No => "false".to_owned(),
        Order::Words(ranks) => {
            let from = ranks.iter().position(|r| held.as_str().is_some_and(|w| r.contains(&w))).unwrap_or(0);
            ranks[from..].concat().join(" or ")
        }
        Order::Fewer(from, _) | Order::Spares(from, _) | Order::Limit(from, _) => format!("{from} to {held}"),
        Order::From => format!("{held} or a milder one"),
        Order::Becomes => format!("{held} or a worse one"),
        Order::Severities => format!("{held} and more"),
    };
    Some(works)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_field_is_one_of_the_protocol() {
        for protocol in Protocol::all() {
            let fields = serde_json::to_value(&protocol).unwrap();
            for key in keys() {
                assert!(fields.get(key).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn a_value_that_is_held_may_be_said_again() {
        for protocol in Protocol::all() {
            let fields = serde_json::to_value(&protocol).unwrap();
            for key in keys().filter(|k| !fields[*k].is_null()) {
                let value = read(key, &fields[key]).unwrap_or_else(|e| panic!("{key}: {e}"));
                let mut laid = protocol.clone();
                lay(&mut laid, key, &value, false).unwrap();
                assert_eq!(laid, protocol, "{key}");
            }
        }
    }

    /// Attempts from a repository's file: protocol, field, value, and whether it is taken.
    #[test]
    fn a_repository_may_only_tighten() {
        for (name, key, value, taken) in [
            ("megazord", "unreadable", json!("proceed"), false),
            ("yolo", "unreadable", json!("conditional"), false),
            ("ralph", "unreadable", json!("uses_pass"), true),
            ("ralph", "unreadable", json!("strict"), true),
            ("megazord", "separation", json!("require"), true),
            ("bazinga", "separation", json!("warn"), false),
            ("megazord", "blocking", json!(["critical", "high"]), true),
            ("bazinga", "blocking", json!(["critical"]), false),
            ("megazord", "at_limit", json!("fail"), true),
            ("yolo", "at_limit", json!("proceed"), false),
            ("gsd", "notes_block_from", json!(2), true),
            ("gsd", "notes_block_from", json!(40), false),
            ("megazord", "notes_block_from", json!(4), true),
            ("bazinga", "max_no_progress", json!(1), true),
            ("bazinga", "max_no_progress", json!(9), false),
            ("bazinga", "technical_reasons", json!(false), false),
            ("megazord", "technical_reasons", json!(true), true),
            ("bazinga", "late_are_notes", json!(false), true),
            ("megazord", "late_are_notes", json!(true), false),
            ("ralph", "no_reviewer", json!("ask_user"), true),
            ("gsd", "no_reviewer", json!("proceed"), false),
            ("ralph", "third_time_is", json!("low"), false),
            ("megazord", "third_time_is", json!("critical"), true),
            ("gsd", "unmet_from", json!("low"), true),
            ("countersign", "unmet_from", json!("critical"), false),
            ("bazinga", "requests_rest_on", json!("any_finding"), true),
            ("gsd", "clarifications", json!(0), true),
            ("gsd", "clarifications", json!(3), false),
            // Passes are used up sooner, and the limit lets the work go on.
            ("megazord", "clarifications", json!(0), false),
            ("megazord", "clarifications", json!(1), true),
            ("countersign", "max_passes", json!(4), true),
            ("countersign", "max_passes", json!(6), false),
            ("bazinga", "max_passes", json!(20), false),
            ("yolo", "max_passes", json!(4), false),
            // One pass, and then on with warnings.
            ("megazord", "max_passes", json!(1), false),
            ("ralph", "max_passes", json!(4), false),
            ("megazord", "max_no_progress", json!(1), false),
            ("yolo", "max_no_progress", json!(1), true),
            ("countersign", "mode", json!("off"), false),
            ("megazord", "mode", json!("on_request"), false),
            ("bazinga", "mode", json!("manual"), true),
            ("gsd", "max_stale", json!(20), false),
            ("gsd", "max_stale", json!(2), true),
            ("countersign", "max_decisions", json!(20), false),
            ("ralph", "fix_tasks", json!(9), false),
            ("ralph", "fix_tasks", json!(1), true),
            ("ralph", "suggestion_rounds", json!(4), false),
            // Where there are none, a finding on the plan itself blocks like any other.
            ("countersign", "suggestion_rounds", json!(10), false),
            ("gsd", "suggestion_rounds", json!(0), false),
            ("megazord", "affected_files_up_to", json!(1), false),
            ("megazord", "affected_files_up_to", json!(900), true),
            ("megazord", "notice_from", json!(90), false),
            ("countersign", "reviewer_turns", json!(99), true),
            // A reviewer that is cut short answers nothing, and some systems go on without one.
            ("ralph", "reviewer_turns", json!(1), false),
        ] {
            let mut protocol = Protocol::named(name).unwrap();
            let before = protocol.clone();
            let value = read(key, &value).unwrap();
            let done = lay(&mut protocol, key, &value, false);
            assert_eq!(done.is_ok(), taken, "{name} {key} {value}: {done:?}");
            assert_eq!(protocol != before, taken && before != protocol, "{name} {key}");
            if !taken {
                assert_eq!(protocol, before, "{name} {key}");
                // The user's own file may.
                lay(&mut protocol, key, &value, true).unwrap();
                assert_ne!(protocol, before, "{name} {key}");
            }
        }
    }

    /// What a person set to `manual`, or a system's own file switched off, is held as it is or stricter.
    #[test]
    fn what_was_laid_before_is_what_is_tightened() {
        for (before, given, taken) in [
            ("manual", "auto", false),
            ("manual", "off", false),
            ("off", "off", true),
            ("off", "auto", true),
            ("on_request", "auto", true),
            ("on_request", "off", false),
        ] {
            let mut protocol = Protocol::named("megazord").unwrap();
            lay(&mut protocol, "mode", &json!(before), true).unwrap();
            let done = lay(&mut protocol, "mode", &json!(given), false);
            assert_eq!(done.is_ok(), taken, "{before} {given}: {done:?}");
            assert_eq!(protocol.mode.as_str(), if taken { given } else { before });
        }
        let mut protocol = Protocol::named("megazord").unwrap();
        lay(&mut protocol, "at_limit", &json!("ask"), false).unwrap();
        lay(&mut protocol, "max_passes", &json!(2), false).unwrap();
        assert_eq!(protocol.max_passes, 2, "at a limit that asks, less is stricter");
    }

    /// Whatever a configuration makes a protocol ask, the user can answer, and end it.
    #[test]
    fn a_protocol_that_is_made_to_ask_has_choices() {
        let asked = [("at_limit", "ask"), ("no_reviewer", "ask_user")];
        for (protocol, (key, word)) in Protocol::all().iter().flat_map(|p| asked.map(|a| (p, a))) {
            let mut laid = protocol.clone();
            let _ = lay(&mut laid, key, &json!(word), true);
            assert!(laid.user_choices.iter().any(|c| c.effect.ends()), "{} {key}", laid.name);
            if !protocol.user_choices.is_empty() {
                assert_eq!(laid.user_choices, protocol.user_choices, "{}: its own stay", laid.name);
            }
        }
    }

    #[test]
    fn what_is_no_value_is_refused_in_words() {
        for (key, value, words) in [
            ("unreadable", json!("maybe"), "one of proceed, uses_pass"),
            ("max_stale", json!(0), "a whole number from 1 to 20"),
            ("blocking", json!([]), "a list of some of critical, high"),
            ("responses_required", json!("yes"), "true or false"),
            ("fix_commit", json!("squash"), "one of amend, separate, none"),
        ] {
            assert!(read(key, &value).unwrap_err().starts_with(words), "{key}");
        }
    }
}
