//! The parts of the format that are read. Fields that are null count as absent, unknown ones are passed over: producers
//! differ, and the format has over a hundred.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::bounded::{at_most, first};
use super::message::beginning;

/// The most runs of one file, and the most results of all of them: what code scanning takes.
const RUNS: usize = 20;
pub(super) const RESULTS: usize = 25_000;
/// The most files and rules that a run may list.
const LISTED: usize = 100_000;
/// The most places of a result that are taken, and one more to tell that there are others.
pub(super) const PLACES: usize = 50;
/// Of what only supplements a result, so many are enough.
const SOME: usize = 20;

#[derive(Debug, Deserialize)]
pub(super) struct Log {
    pub(super) version: Option<String>,
    #[serde(default, deserialize_with = "at_most::<_, _, RUNS>")]
    pub(super) runs: Option<Vec<Run>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    pub(super) tool: Option<Tool>,
    /// Null where the tool did not get to them.
    #[serde(default, deserialize_with = "at_most::<_, _, RESULTS>")]
    pub(super) results: Option<Vec<Result>>,
    #[serde(default, deserialize_with = "at_most::<_, _, LISTED>")]
    pub(super) artifacts: Option<Vec<Artifact>>,
    pub(super) original_uri_base_ids: Option<BTreeMap<String, ArtifactLocation>>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) invocations: Option<Vec<Invocation>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Tool {
    pub(super) driver: Option<Component>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) extensions: Option<Vec<Component>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Component {
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) semantic_version: Option<String>,
    #[serde(default, deserialize_with = "at_most::<_, _, LISTED>")]
    pub(super) rules: Option<Vec<Rule>>,
    pub(super) global_message_strings: Option<BTreeMap<String, Text>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Rule {
    pub(super) id: Option<String>,
    pub(super) short_description: Option<Text>,
    pub(super) full_description: Option<Text>,
    pub(super) message_strings: Option<BTreeMap<String, Text>>,
    pub(super) default_configuration: Option<Configuration>,
    pub(super) properties: Option<Properties>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Configuration {
    pub(super) level: Option<String>,
}

/// Producers put anything here; what is known of it is written as a text or as a number.
#[derive(Debug, Deserialize)]
pub(super) struct Properties {
    #[serde(rename = "security-severity")]
    pub(super) security_severity: Option<serde_json::Value>,
    /// Our own word, in what `export` wrote.
    pub(super) severity: Option<serde_json::Value>,
}

/// A text of a message, of a rule or of a fix.
#[derive(Debug, Deserialize)]
pub(super) struct Text {
    pub(super) text: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Message {
    pub(super) text: Option<String>,
    pub(super) id: Option<String>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) arguments: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Result {
    pub(super) rule_id: Option<String>,
    pub(super) rule_index: Option<i64>,
    pub(super) rule: Option<RuleReference>,
    pub(super) kind: Option<String>,
    pub(super) level: Option<String>,
    pub(super) message: Option<Message>,
    #[serde(default, deserialize_with = "first::<_, _, { PLACES + 1 }>")]
    pub(super) locations: Option<Vec<Location>>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) suppressions: Option<Vec<Suppression>>,
    pub(super) baseline_state: Option<String>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) fixes: Option<Vec<Fix>>,
    pub(super) properties: Option<Properties>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RuleReference {
    pub(super) id: Option<String>,
    pub(super) index: Option<i64>,
    pub(super) tool_component: Option<Reference>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Reference {
    pub(super) index: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Suppression {
    /// `accepted` where it is absent; one that is under review or was rejected suppresses nothing.
    pub(super) status: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Fix {
    pub(super) description: Option<Text>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    pub(super) physical_location: Option<PhysicalLocation>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) logical_locations: Option<Vec<LogicalLocation>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub(super) artifact_location: Option<ArtifactLocation>,
    pub(super) region: Option<Region>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    pub(super) fully_qualified_name: Option<String>,
    pub(super) name: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    pub(super) uri: Option<String>,
    pub(super) uri_base_id: Option<String>,
    pub(super) index: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Artifact {
    pub(super) location: Option<ArtifactLocation>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: Option<i64>,
    pub(super) end_line: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub(super) execution_successful: Option<bool>,
    pub(super) exit_code_description: Option<String>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) tool_execution_notifications: Option<Vec<Notification>>,
    #[serde(default, deserialize_with = "first::<_, _, SOME>")]
    pub(super) tool_configuration_notifications: Option<Vec<Notification>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Notification {
    pub(super) level: Option<String>,
    pub(super) message: Option<Text>,
}

/// The longest name of a tool or a rule, in bytes.
pub(super) const NAME: usize = 200;

/// The rules of a run, by their ids.
pub(super) struct Rules<'r> {
    driver: OfComponent<'r>,
    extensions: Vec<OfComponent<'r>>,
}

/// The rules of one component: in its order, and by id, the first of each.
struct OfComponent<'r> {
    listed: &'r [Rule],
    by_id: HashMap<&'r str, &'r Rule>,
}

impl<'r> OfComponent<'r> {
    fn of(component: Option<&'r Component>) -> Self {
        let listed = component.and_then(|c| c.rules.as_deref()).unwrap_or_default();
        let named = listed.iter().rev().filter_map(|rule| Some((rule.id.as_deref()?, rule)));
        Self { listed, by_id: named.collect() }
    }

    /// Finds a rule by its id; `CA1000/1` is a case of the rule `CA1000`.
    fn named(&self, id: &str) -> Option<&'r Rule> {
        let mut id = id;
        loop {
            if let Some(rule) = self.by_id.get(id) {
                return Some(rule);
            }
            id = &id[..id.rfind('/')?];
        }
    }
}

impl<'r> Rules<'r> {
    pub(super) fn of(run: &'r Run) -> Self {
        let tool = run.tool.as_ref();
        let extensions = tool.iter().flat_map(|tool| tool.extensions.iter().flatten());
        Self {
            driver: OfComponent::of(tool.and_then(|tool| tool.driver.as_ref())),
            extensions: extensions.map(|one| OfComponent::of(Some(one))).collect(),
        }
    }

    /// Returns the rule of a result: by its place in the list of the component that it names, else by its id.
    pub(super) fn rule(&self, result: &Result) -> Option<&'r Rule> {
        let reference = result.rule.as_ref();
        let extension = reference.and_then(|r| r.tool_component.as_ref()).and_then(|c| c.index);
        let named = match extension.and_then(|at| usize::try_from(at).ok()) {
            Some(at) => self.extensions.get(at)?,
            None => &self.driver,
        };
        let at = result.rule_index.or(reference.and_then(|r| r.index));
        let by_place = at.and_then(|at| named.listed.get(usize::try_from(at).ok()?));
        by_place.or_else(|| named.named(result.id()?))
    }
}

impl Run {
    /// Returns who ran, such as `ruff 0.14.5`.
    pub(super) fn tool_in_words(&self) -> String {
        let driver = self.tool.as_ref().and_then(|tool| tool.driver.as_ref());
        let name = driver.and_then(|d| d.name.as_deref()).map(str::trim).filter(|name| !name.is_empty());
        let version = driver.and_then(|d| d.semantic_version.as_deref().or(d.version.as_deref()));
        let whole = match (name, version.map(str::trim).filter(|version| !version.is_empty())) {
            (None, _) => "a tool without a name".to_owned(),
            (Some(name), None) => name.to_owned(),
            (Some(name), Some(version)) => format!("{name} {version}"),
        };
        beginning(&whole, NAME).to_owned()
    }

    /// Returns what the tool says went wrong with its own run: it may have seen less than all.
    pub(super) fn failures(&self) -> Vec<String> {
        /// Tools repeat themselves for each file.
        const MOST: usize = 5;
        let runs = self.invocations.iter().flatten();
        let mut said: Vec<String> = runs
            .flat_map(|run| {
                let notes = run.tool_execution_notifications.iter().flatten();
                let notes = notes.chain(run.tool_configuration_notifications.iter().flatten());
                let errors = notes.filter(|note| note.level.as_deref() == Some("error"));
                let texts = errors.filter_map(|note| note.message.as_ref()?.text.clone()).collect::<Vec<_>>();
                let failed = run.execution_successful == Some(false) && texts.is_empty();
                let described = run.exit_code_description.clone();
                let whole = failed.then(|| described.unwrap_or_else(|| "its run did not succeed".to_owned()));
                texts.into_iter().chain(whole)
            })
            .collect();
        said.dedup();
        if said.len() > MOST {
            let more = said.len() - MOST;
            said.truncate(MOST);
            said.push(format!("{more} more errors of its run"));
        }
        said
    }

    /// Returns the words that the tool keeps under a name for all of its rules.
    pub(super) fn global_words(&self, id: &str) -> Option<&str> {
        let driver = self.tool.as_ref()?.driver.as_ref()?;
        driver.global_message_strings.as_ref()?.get(id)?.text.as_deref()
    }
}

impl Result {
    /// Returns the id of its rule.
    pub(super) fn id(&self) -> Option<&str> {
        let id = self.rule_id.as_deref().or_else(|| self.rule.as_ref()?.id.as_deref());
        id.map(str::trim).filter(|id| !id.is_empty()).map(|id| beginning(id, NAME))
    }
}
