//! Which programs a host's file starts, and which of them is Countersign (issue of `countersign doctor`).
//!
//! The files belong to others and are only read. What they name is never run, and a shape that is not known is no entry.

use jsonc_parser::{JsonValue, ParseOptions, parse_to_value};
use serde_json::{Map, Value};

/// How deep a host's file may be nested.
const DEPTH: usize = 64;

/// A host, its file in a repository, and where in it servers stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Host {
    /// As people call it.
    pub name: &'static str,
    /// The file, from the repository's root.
    pub file: &'static str,
    shape: Shape,
}

/// How a host writes its servers down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// An object of servers under this key, each with `command` and `args`.
    Servers(&'static str),
    /// The same in TOML.
    Toml(&'static str),
    /// An object of servers under this key, each with one list `command`.
    List(&'static str),
    /// Claude Code's hooks: commands in words.
    Hooks,
}

/// The hosts whose files are looked at.
pub const HOSTS: [Host; 9] = [
    Host { name: "Claude Code", file: ".mcp.json", shape: Shape::Servers("mcpServers") },
    Host { name: "Claude Code hooks", file: ".claude/settings.json", shape: Shape::Hooks },
    Host { name: "Claude Code hooks", file: ".claude/settings.local.json", shape: Shape::Hooks },
    Host { name: "Codex", file: ".codex/config.toml", shape: Shape::Toml("mcp_servers") },
    Host { name: "Gemini CLI", file: ".gemini/settings.json", shape: Shape::Servers("mcpServers") },
    Host { name: "Cursor", file: ".cursor/mcp.json", shape: Shape::Servers("mcpServers") },
    Host { name: "VS Code", file: ".vscode/mcp.json", shape: Shape::Servers("servers") },
    Host { name: "opencode", file: "opencode.json", shape: Shape::List("mcp") },
    Host { name: "opencode", file: "opencode.jsonc", shape: Shape::List("mcp") },
];

impl Host {
    /// Tells whether the file starts the server, and does not only call hooks.
    pub fn serves(&self) -> bool {
        self.shape != Shape::Hooks
    }
}

/// A command that a host runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The server's name, or the hook's event.
    pub name: String,
    /// The program, as written.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// The file itself switches it off.
    pub off: bool,
}

impl Entry {
    /// Tells whether this is Countersign, by the name of the entry or of the program, or behind another program.
    pub fn is_ours(&self) -> bool {
        self.name == "countersign" || self.is_program() || self.args.iter().any(|word| is_named(word))
    }

    /// Tells whether the program is Countersign itself, and no other that starts it.
    pub fn is_program(&self) -> bool {
        is_named(&self.command)
    }

    /// Tells whether the command holds what only the host fills in.
    pub fn is_unknown(&self) -> bool {
        self.command.contains(['$', '%', '~']) || self.command.is_empty()
    }
}

/// Tells whether a word names the program: `countersign`, `/usr/bin/countersign`, `countersign.exe`.
fn is_named(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    name == "countersign"
}

/// Reads the entries of a host's file.
///
/// # Errors
///
/// A sentence that says why the file cannot be read as what it must be.
pub fn entries(host: &Host, text: &str) -> Result<Vec<Entry>, String> {
    let value = match host.shape {
        Shape::Toml(_) => {
            let table: toml::Table =
                text.parse().map_err(|e: toml::de::Error| format!("no TOML: {}", e.message()))?;
            serde_json::to_value(table).map_err(|e| e.to_string())?
        }
        Shape::Servers(_) | Shape::List(_) | Shape::Hooks => json(text)?,
    };
    Ok(match host.shape {
        Shape::Servers(key) | Shape::Toml(key) => {
            let servers = value.get(key).and_then(Value::as_object);
            servers.into_iter().flatten().map(|(name, server)| server_of(name, server)).collect()
        }
        Shape::List(key) => {
            let servers = value.get(key).and_then(Value::as_object);
            servers.into_iter().flatten().map(|(name, server)| listed(name, server)).collect()
        }
        Shape::Hooks => hooks(&value),
    })
}

fn server_of(name: &str, server: &Value) -> Entry {
    let command = server.get("command").and_then(Value::as_str).unwrap_or_default().to_owned();
    Entry { name: name.to_owned(), command, args: words(server.get("args")), off: is_off(server) }
}

fn listed(name: &str, server: &Value) -> Entry {
    let mut all = words(server.get("command")).into_iter();
    let command = all.next().unwrap_or_default();
    Entry { name: name.to_owned(), command, args: all.collect(), off: is_off(server) }
}

fn is_off(server: &Value) -> bool {
    server.get("disabled").and_then(Value::as_bool) == Some(true)
        || server.get("enabled").and_then(Value::as_bool) == Some(false)
}

fn words(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn hooks(value: &Value) -> Vec<Entry> {
    let events = value.get("hooks").and_then(Value::as_object);
    let mut found = Vec::new();
    for (event, groups) in events.into_iter().flatten() {
        let groups = groups.as_array().into_iter().flatten();
        let commands = groups.filter_map(|group| group.get("hooks")?.as_array()).flatten();
        for command in commands.filter_map(|hook| hook.get("command")?.as_str()) {
            let mut all = command.split_whitespace().map(|word| word.trim_matches(['"', '\'']).to_owned());
            let program = all.next().unwrap_or_default();
            found.push(Entry { name: event.clone(), command: program, args: all.collect(), off: false });
        }
    }
    found
}

/// Reads JSON as hosts do, with comments and commas too many.
fn json(text: &str) -> Result<Value, String> {
    let (mut depth, mut deepest) = (0_usize, 0_usize);
    for byte in text.bytes() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    if deepest > DEPTH {
        return Err(format!("it is nested deeper than {DEPTH} levels"));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let parsed = parse_to_value(text, &ParseOptions::default()).map_err(|e| format!("no JSON: {e}"))?;
    Ok(parsed.map_or(Value::Null, plain))
}

fn plain(value: JsonValue<'_>) -> Value {
    match value {
        JsonValue::String(text) => Value::String(text.into_owned()),
        JsonValue::Number(text) => Value::String(text.to_owned()),
        JsonValue::Boolean(truth) => Value::Bool(truth),
        JsonValue::Null => Value::Null,
        JsonValue::Array(list) => list.into_iter().map(plain).collect(),
        JsonValue::Object(object) => Value::Object(
            object.into_iter().map(|(key, value)| (key.into_owned(), plain(value))).collect::<Map<_, _>>(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(file: &str, text: &str) -> Vec<(String, String, Vec<String>)> {
        let host = HOSTS.iter().find(|h| h.file == file).expect("a host");
        let found = entries(host, text).unwrap();
        found.into_iter().filter(Entry::is_ours).map(|e| (e.name, e.command, e.args)).collect()
    }

    #[test]
    fn each_host_is_read_in_its_own_form() {
        let serve =
            |command: &str| vec![("countersign".to_owned(), command.to_owned(), vec!["serve".to_owned()])];
        let servers = |key: &str| {
            format!(
                "{{ // ours\n \"{key}\": {{ \"other\": {{\"command\": \"x\"}}, \"countersign\": {{\"command\": \"countersign\", \"args\": [\"serve\"],}} }} }}"
            )
        };
        for (file, key) in [
            (".mcp.json", "mcpServers"),
            (".gemini/settings.json", "mcpServers"),
            (".cursor/mcp.json", "mcpServers"),
            (".vscode/mcp.json", "servers"),
        ] {
            assert_eq!(ours(file, &servers(key)), serve("countersign"), "{file}");
        }
        let toml = "[mcp_servers.countersign]\ncommand = \"/opt/countersign\"\nargs = [\"serve\"]\n";
        assert_eq!(ours(".codex/config.toml", toml), serve("/opt/countersign"));
        let list = r#"{"mcp": {"countersign": {"type": "local", "command": ["countersign", "serve"]}}}"#;
        assert_eq!(ours("opencode.json", list), serve("countersign"));
        let hooks = r#"{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "countersign hook"}, {"command": "other"}]}], "Stop": "x"}}"#;
        assert_eq!(
            ours(".claude/settings.json", hooks),
            [("SessionStart".to_owned(), "countersign".to_owned(), vec!["hook".to_owned()])]
        );
    }

    #[test]
    fn what_is_no_registration_is_none_and_what_cannot_be_read_is_said() {
        for text in ["{}", "[]", "null", "", "{\"mcpServers\": 1}", "{\"mcpServers\": {\"countersign\": 1}}"]
        {
            let found = entries(&HOSTS[0], text).unwrap();
            assert!(found.iter().all(|e| e.command.is_empty()), "{text}");
        }
        assert!(entries(&HOSTS[0], "{").unwrap_err().contains("no JSON"));
        assert!(entries(&HOSTS[0], &"[".repeat(100_000)).unwrap_err().contains("nested"));
        assert!(entries(&HOSTS[3], "a = ").unwrap_err().contains("no TOML"));
        let wrapped =
            Entry { name: "x".into(), command: "npx".into(), args: vec!["countersign".into()], off: false };
        assert!(wrapped.is_ours() && !wrapped.is_program());
    }
}
