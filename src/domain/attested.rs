//! Who makes a call, as a hook of the host attests it (SPEC 6.10).
//!
//! Without hooks nobody knows: all agents of a session share one connection. What is attested is the agent, never
//! that a person stands behind it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The agent a call comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attested {
    /// The host's session.
    pub session: String,
    /// The one subagent of that session; nothing for its main agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The definition that subagent was started from: `mz-reviewer`, `yolo:yolo-reviewer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// The longest name a host gives a call, an agent or a session, in bytes.
pub const LONGEST: usize = 200;

/// Tells whether a name can be a host's: not empty, not long, in one line, nothing in it that a terminal would obey.
pub fn is_name(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && !name.chars().any(char::is_control)
}

impl Attested {
    /// Reads who a hook speaks of; which name cannot be one, where one cannot. A kind without an agent is a subagent all
    /// the same: it must not be taken for the main agent.
    pub fn read(session: &str, agent: Option<&str>, kind: Option<&str>) -> Result<Self, &'static str> {
        let own = |what: &'static str, name: &str| {
            if is_name(name) { Ok(name.to_owned()) } else { Err(what) }
        };
        Ok(Self {
            session: own("session_id", session)?,
            agent: agent.map(|a| own("agent_id", a)).transpose()?,
            kind: kind.map(|k| own("agent_type", k)).transpose()?,
        })
    }

    /// Tells whether a subagent calls, not the session's main agent.
    pub fn is_subagent(&self) -> bool {
        self.agent.is_some() || self.kind.is_some()
    }

    /// Tells whether the agent was started from the definition `name`; a plugin's prefix may stand before either, and
    /// the plugin's name may stand in the definition's own too: `yolo:yolo-architect` is an `architect`.
    pub fn is_a(&self, name: &str) -> bool {
        let bare = |name: &str| name.rsplit(':').next().unwrap_or(name).to_lowercase();
        let Some(kind) = self.kind.as_deref().map(str::to_lowercase) else { return false };
        let wanted = bare(name);
        match kind.rsplit_once(':') {
            None => kind == wanted,
            Some((plugin, own)) => {
                let plugin = bare(plugin);
                let short = own.strip_prefix(&plugin).and_then(|rest| rest.strip_prefix('-'));
                own == wanted || short == Some(wanted.as_str())
            }
        }
    }

    /// Tells whether both are the same subagent. Main agents are not told apart: they hand on what others said.
    pub fn is_the_subagent(&self, other: &Attested) -> bool {
        self.agent.is_some() && self.session == other.session && self.agent == other.agent
    }

    /// Names the agent in a sentence.
    pub fn in_words(&self) -> String {
        match (&self.kind, &self.agent) {
            (Some(kind), _) => format!("the subagent {kind}"),
            (None, Some(_)) => "a subagent".to_owned(),
            (None, None) => "the main agent".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(agent: Option<&str>, kind: Option<&str>) -> Attested {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Attested { session: "s".to_owned(), agent: own(agent), kind: own(kind) }
    }

    #[test]
    fn a_plugins_prefix_is_no_other_agent() {
        let reviewer = agent(Some("a1"), Some("countersign:mz-reviewer"));
        assert!(reviewer.is_a("mz-reviewer") && reviewer.is_a("yolo:mz-reviewer"));
        assert!(!reviewer.is_a("reviewer") && !agent(None, None).is_a("mz-reviewer"));
        let author = agent(Some("a1"), Some("yolo:yolo-architect"));
        assert!(author.is_a("architect") && author.is_a("yolo:architect") && author.is_a("yolo-architect"));
        assert!(!author.is_a("yolo") && !author.is_a("tect") && !author.is_a(""));
        assert!(!agent(Some("a1"), Some("yolo-architect")).is_a("architect"), "of no plugin");
        assert!(!agent(Some("a1"), Some("mine:yolo-architect")).is_a("architect"), "of another plugin");
    }

    #[test]
    fn names_that_no_host_gives_are_refused() {
        assert!(Attested::read("s", Some("a"), Some("yolo:yolo-reviewer")).is_ok());
        let long = "x".repeat(LONGEST + 1);
        for (session, agent, kind, what) in [
            ("", None, None, "session_id"),
            (long.as_str(), None, None, "session_id"),
            ("s", Some("a\nb"), None, "agent_id"),
            ("s", Some(""), None, "agent_id"),
            ("s", Some("a"), Some("mz-reviewer\u{1b}[2K"), "agent_type"),
            ("s", None, Some(long.as_str()), "agent_type"),
        ] {
            assert_eq!(Attested::read(session, agent, kind), Err(what));
        }
    }

    #[test]
    fn only_subagents_are_told_apart() {
        let (one, other, main) = (agent(Some("a1"), None), agent(Some("a2"), None), agent(None, None));
        assert!(one.is_the_subagent(&one) && !one.is_the_subagent(&other));
        assert!(!main.is_the_subagent(&main) && !main.is_subagent() && one.is_subagent());
    }
}
