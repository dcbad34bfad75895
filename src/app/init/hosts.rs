//! The hosts that `init` knows: which files of theirs take which of our entries, and what the user does next.

use serde_json::{Map, Value, json};

use super::json::Change;
use super::unfit::Unfit;
use super::{json, toml, yaml};

/// A program that starts MCP servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Host {
    #[default]
    Claude,
    Codex,
    Gemini,
    Cursor,
    Vscode,
    Opencode,
    Goose,
}

/// The groups of hooks, as the plugin has them.
const HOOKS: &str = include_str!("../../../hooks/hooks.json");

/// The agents, by the names of their files.
const AGENTS: [(&str, &str); 3] = [
    (".claude/agents/countersign-reviewer.md", include_str!("../../../agents/countersign-reviewer.md")),
    (".claude/agents/countersign-executor.md", include_str!("../../../agents/countersign-executor.md")),
    (".claude/agents/countersign-verifier.md", include_str!("../../../agents/countersign-verifier.md")),
];

/// Below which folder a document lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The repository, or the worktree in use.
    Repository,
    /// The folder where goose keeps the user's configuration.
    Goose,
}

/// A file of a host and what is ours in it.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) place: Place,
    /// The names it may have; the first that is there is meant, else the first.
    pub(super) paths: &'static [&'static str],
    part: Part,
}

#[derive(Debug, Clone)]
enum Part {
    /// A server's entry below a key of a JSON file; what else a new file holds.
    Server {
        container: &'static str,
        entry: Value,
        fresh: &'static str,
    },
    /// Groups of hooks in a JSON file.
    Hooks(Map<String, Value>),
    /// A whole file.
    Text(&'static str),
    Toml,
    Yaml,
}

impl Host {
    pub const ALL: [Host; 7] =
        [Host::Claude, Host::Codex, Host::Gemini, Host::Cursor, Host::Vscode, Host::Opencode, Host::Goose];

    /// Returns the word for the host on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Host::Claude => "claude",
            Host::Codex => "codex",
            Host::Gemini => "gemini",
            Host::Cursor => "cursor",
            Host::Vscode => "vscode",
            Host::Opencode => "opencode",
            Host::Goose => "goose",
        }
    }

    /// Returns the host of that word.
    pub fn of(word: &str) -> Option<Host> {
        Host::ALL.into_iter().find(|host| host.word() == word)
    }

    /// Says what the user does next, in one sentence.
    pub(super) fn next(self) -> &'static str {
        match self {
            Host::Claude => "start Claude Code here anew and allow the server `countersign` when it asks",
            Host::Codex => {
                "start Codex here anew; it reads a project's .codex/config.toml once you trust the project"
            }
            Host::Gemini => "start Gemini CLI here anew; `/mcp` lists the server",
            Host::Cursor => "switch the server `countersign` on in Cursor's settings, under MCP",
            Host::Vscode => "open .vscode/mcp.json in VS Code and press Start above `countersign`",
            Host::Opencode => "start opencode here anew",
            Host::Goose => "start a goose session in this repository",
        }
    }

    /// Returns the files that take something of ours.
    pub(super) fn documents(self) -> Vec<Document> {
        let stdio = json!({ "type": "stdio", "command": "countersign", "args": ["serve"] });
        let plain = json!({ "command": "countersign", "args": ["serve"] });
        let server = |paths, container, entry, fresh| {
            vec![Document { place: Place::Repository, paths, part: Part::Server { container, entry, fresh } }]
        };
        match self {
            Host::Claude => {
                let mut all = server(&[".mcp.json"], "mcpServers", stdio, "{}\n");
                let part = Part::Hooks(hooks());
                all.push(Document { place: Place::Repository, paths: &[".claude/settings.json"], part });
                all.extend(AGENTS.iter().map(|(path, text)| Document {
                    place: Place::Repository,
                    paths: std::slice::from_ref(path),
                    part: Part::Text(text),
                }));
                all
            }
            Host::Codex => {
                vec![Document { place: Place::Repository, paths: &[".codex/config.toml"], part: Part::Toml }]
            }
            Host::Gemini => server(&[".gemini/settings.json"], "mcpServers", plain, "{}\n"),
            Host::Cursor => server(&[".cursor/mcp.json"], "mcpServers", stdio, "{}\n"),
            Host::Vscode => server(&[".vscode/mcp.json"], "servers", stdio, "{}\n"),
            Host::Opencode => server(
                &["opencode.json", "opencode.jsonc"],
                "mcp",
                json!({ "type": "local", "command": ["countersign", "serve"], "enabled": true }),
                "{\n  \"$schema\": \"https://opencode.ai/config.json\"\n}\n",
            ),
            Host::Goose => vec![Document { place: Place::Goose, paths: &["config.yaml"], part: Part::Yaml }],
        }
    }
}

/// What an edit of one document comes to, before it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// It is as it should be.
    Stays,
    /// Something of ours in it was changed by the user: named, and left.
    Left(Vec<String>),
    Write {
        text: String,
        left: Vec<String>,
    },
    Delete,
}

impl Document {
    /// Names what of ours goes into it.
    pub(super) fn what(&self) -> String {
        match &self.part {
            Part::Server { .. } | Part::Toml => "server `countersign`".to_owned(),
            Part::Yaml => "extension `countersign`".to_owned(),
            Part::Hooks(groups) => {
                let events: Vec<&str> = groups.keys().map(String::as_str).collect();
                format!("hooks: {}", events.join(", "))
            }
            Part::Text(_) => "agent".to_owned(),
        }
    }

    /// Returns the lines a person would add by hand.
    pub(super) fn lines(&self) -> String {
        match &self.part {
            Part::Server { container, entry, .. } => {
                serde_json::to_string_pretty(&json!({ *container: { json::NAME: entry } }))
                    .unwrap_or_default()
            }
            Part::Hooks(groups) => {
                serde_json::to_string_pretty(&json!({ "hooks": groups })).unwrap_or_default()
            }
            Part::Text(text) => (*text).to_owned(),
            Part::Toml => toml::lines(),
            Part::Yaml => yaml::lines(),
        }
    }

    /// Plans how our part gets in. `as_left` tells that the text is what an earlier `init` left, byte for byte.
    pub(super) fn put(&self, before: Option<&str>, as_left: bool) -> Result<Plan, Unfit> {
        let change = match &self.part {
            Part::Server { container, entry, fresh } => {
                json::put_server(before.unwrap_or(fresh), container, entry)?
            }
            Part::Hooks(groups) => json::put_hooks(before.unwrap_or("{}\n"), groups)?,
            Part::Toml => toml::put(before.unwrap_or_default())?,
            Part::Yaml => yaml::put(before.unwrap_or_default())?,
            Part::Text(text) => match before {
                None => Change { after: Some((*text).to_owned()), left: Vec::new() },
                Some(held) if held == *text => Change::default(),
                // An older version's, which nobody has touched.
                Some(_) if as_left => Change { after: Some((*text).to_owned()), left: Vec::new() },
                Some(_) => Change { after: None, left: vec!["this file".to_owned()] },
            },
        };
        Ok(Plan::of(change))
    }

    /// Plans how our part gets out, where nothing tells what was there before. A file in which nothing else is left goes
    /// altogether where it `may_go`.
    pub(super) fn take(&self, now: &str, may_go: bool) -> Result<Plan, Unfit> {
        let change = match &self.part {
            Part::Server { container, entry, fresh } => {
                let change = json::take_server(now, container, entry)?;
                return Ok(Plan::without(change, fresh, may_go));
            }
            Part::Hooks(groups) => json::take_hooks(now, groups)?,
            Part::Toml => toml::take(now)?,
            Part::Yaml => yaml::take(now)?,
            Part::Text(text) if now == *text => return Ok(Plan::Delete),
            Part::Text(_) => Change { after: None, left: vec!["this file".to_owned()] },
        };
        Ok(Plan::without(change, "{}", may_go))
    }
}

impl Plan {
    fn of(change: Change) -> Self {
        match change.after {
            Some(text) => Plan::Write { text, left: change.left },
            None if change.left.is_empty() => Plan::Stays,
            None => Plan::Left(change.left),
        }
    }

    /// A file in which nothing is left but what a new one begins with goes altogether.
    fn without(change: Change, fresh: &str, may_go: bool) -> Self {
        let blank = |text: &str| text.split_whitespace().collect::<String>();
        match &change.after {
            Some(text) if may_go && (text.trim().is_empty() || blank(text) == blank(fresh)) => Plan::Delete,
            Some(_) | None => Plan::of(change),
        }
    }
}

fn hooks() -> Map<String, Value> {
    let file: Value = serde_json::from_str(HOOKS).expect("hooks/hooks.json is JSON");
    match file.get("hooks") {
        Some(Value::Object(groups)) => groups.clone(),
        Some(_) | None => Map::new(),
    }
}
