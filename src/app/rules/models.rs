//! Which models a protocol's agents are told to run as, and who says so.

use std::collections::BTreeMap;

use crate::domain::envelope::one_line;
use crate::domain::protocol::{Models, Protocol};
use crate::domain::review::Remark;

use super::{By, Configuration, Laid, Layer};

/// Lays the models: by profile, then by name. A system names agents, so its names hold for whoever calls on them; the
/// one model it gives its reviewer holds for its own reviews.
pub(super) fn lay(protocol: &mut Protocol, read: &Configuration, by: By, laid: &mut Laid) {
    let Configuration { own, foreign, .. } = read;
    let profile = match (&own.models.profile, &foreign.profile) {
        (Some(profile), _) => Some((profile, Layer::Repository)),
        (None, Some(profile)) => Some((profile, Layer::System { key: Some("model_profile".to_owned()) })),
        (None, None) => None,
    };
    if let Some((profile, layer)) = profile {
        protocol.models = Models::of_profile(profile);
        for key in ["models.profile", "models.reviewer", "models.executor"] {
            laid.set(key, layer.clone());
        }
    }
    let prefix = prefix_of(protocol);
    let named = |agent: &str| {
        let (key, model) = named(&foreign.model_overrides, agent, prefix.as_deref())?;
        Some((model.clone(), Layer::System { key: Some(format!("model_overrides.{key}")) }))
    };
    let repository = |model: &Option<String>| Some((model.clone()?, Layer::Repository));
    let said = || {
        let model = foreign.reviewer_model.clone().filter(|_| by == By::System)?;
        Some((model, Layer::System { key: Some("execution_review.model".to_owned()) }))
    };
    let reviewer =
        repository(&own.models.reviewer).or_else(said).or_else(|| named(&protocol.agents.reviewer));
    if let Some((model, layer)) = reviewer {
        protocol.models.reviewer = Some(model);
        laid.set("models.reviewer", layer);
    }
    let fixer = || protocol.tiers.first().and_then(|t| named(&t.agent));
    if let Some((model, layer)) = repository(&own.models.executor).or_else(fixer) {
        protocol.models.fixer = Some(model);
        laid.set("models.executor", layer);
    }
}

/// Returns the agents of a protocol for which a model is told: its reviewer, and who mends first.
fn told(protocol: &Protocol) -> impl Iterator<Item = &str> {
    let fixer = protocol.tiers.first().map(|tier| tier.agent.as_str());
    std::iter::once(protocol.agents.reviewer.as_str()).chain(fixer)
}

/// Returns what a system's agents are called by in front of what they do: `mz-` of `mz-reviewer`.
fn prefix_of(protocol: &Protocol) -> Option<String> {
    let reviewer = plain(&protocol.agents.reviewer);
    Some(format!("{}-", reviewer.split_once('-')?.0))
}

/// Returns an agent's name without the plugin that it comes from.
fn plain(agent: &str) -> &str {
    agent.rsplit_once(':').map_or(agent, |(_, name)| name)
}

/// Finds the model that is named for an agent: by its whole name, else with or without what stands before what it does.
/// Systems call their agents by the short names, too.
fn named<'o>(
    overrides: &'o BTreeMap<String, String>,
    agent: &str,
    prefix: Option<&str>,
) -> Option<(&'o String, &'o String)> {
    let bare = |name: &'_ str| -> String {
        let name = plain(name);
        prefix.and_then(|prefix| name.strip_prefix(prefix)).unwrap_or(name).to_owned()
    };
    let by = |same: &dyn Fn(&str) -> bool| overrides.iter().find(|(key, _)| same(key));
    by(&|key| key == agent)
        .or_else(|| by(&|key| plain(key) == plain(agent)))
        .or_else(|| by(&|key| bare(key) == bare(agent)))
}

/// Says which models of the system's file no agent takes: a model is told for the reviewer and for who mends first.
pub(in crate::app) fn unused(read: &Configuration, protocol: &Protocol) -> Option<Remark> {
    const MOST: usize = 8;
    let overrides = &read.foreign.model_overrides;
    let prefix = prefix_of(protocol);
    let used: Vec<&String> = told(protocol)
        .filter_map(|agent| named(overrides, agent, prefix.as_deref()))
        .map(|(key, _)| key)
        .collect();
    let unused: Vec<&String> = overrides.keys().filter(|key| !used.contains(key)).collect();
    let file = read.foreign.source.as_ref().filter(|_| !unused.is_empty())?;
    let short = |key: &&String| format!("`{}`", one_line(key).chars().take(60).collect::<String>());
    let mut names: Vec<String> = unused.iter().take(MOST).map(short).collect();
    if unused.len() > MOST {
        names.push(format!("{} more", unused.len() - MOST));
    }
    let agents: Vec<&str> = told(protocol).collect();
    let message = format!(
        "{file}: `model_overrides` for {} changes nothing here: under {} a model is told for {}",
        names.join(", "),
        protocol.name,
        agents.join(" and "),
    );
    Some(Remark::new(0, "model_unused", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each: the protocol, a key of the system's file, and for which of its agents that names a model.
    #[test]
    fn an_agent_is_known_with_and_without_what_stands_before_its_name() {
        for (protocol, key, agent) in [
            ("yolo", "yolo:yolo-reviewer", Some("yolo:yolo-reviewer")),
            ("yolo", "yolo-reviewer", Some("yolo:yolo-reviewer")),
            ("yolo", "reviewer", Some("yolo:yolo-reviewer")),
            ("yolo", "architect", Some("architect")),
            ("yolo", "yolo-architect", Some("architect")),
            ("megazord", "mz-reviewer", Some("mz-reviewer")),
            ("megazord", "reviewer", Some("mz-reviewer")),
            ("megazord", "executor", Some("mz-executor")),
            ("megazord", "planner", None),
            ("gsd", "execution-reviewer", Some("gsd-execution-reviewer")),
            ("gsd", "reviewer", None),
            ("bazinga", "tech_lead", Some("tech_lead")),
            ("bazinga", "lead", None),
        ] {
            let rules = Protocol::named(protocol).unwrap();
            let overrides = BTreeMap::from([(key.to_owned(), "m".to_owned())]);
            let prefix = prefix_of(&rules);
            let found = told(&rules).find(|agent| named(&overrides, agent, prefix.as_deref()).is_some());
            assert_eq!(found, agent, "{protocol} {key}");
        }
        // The whole name goes before a short one.
        let both = ["mz-reviewer", "reviewer"].map(|key| (key.to_owned(), format!("of {key}")));
        let overrides = BTreeMap::from(both);
        assert_eq!(named(&overrides, "mz-reviewer", Some("mz-")).unwrap().1, "of mz-reviewer");
    }
}
