//! `countersign init`: what it puts into files that hold other things, what it refuses, and that it takes out exactly what
//! it put in. Real repositories, the real binary.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::scene::Scene;

/// A repository and a home beside it, both empty.
struct Desk {
    scene: Scene,
    home: PathBuf,
}

impl Desk {
    fn new() -> Self {
        let scene = Scene::new();
        let home = scene.beside("home");
        fs::create_dir_all(&home).unwrap();
        Self { scene, home }
    }

    fn init(&self, words: &[&str]) -> Ran {
        self.init_in(self.scene.root(), words)
    }

    fn init_in(&self, folder: &Path, words: &[&str]) -> Ran {
        self.command(folder, words).output().unwrap().into()
    }

    fn command(&self, folder: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command.arg("init").args(words).current_dir(folder).stdin(Stdio::null());
        command.env("HOME", &self.home).env_remove("XDG_CONFIG_HOME");
        command
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.scene.root().join(path)).unwrap()
    }

    fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.read(path)).unwrap()
    }

    /// Every file and folder of the work tree and the home, with what is in it.
    fn all(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.scene.root().to_owned(), self.home.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
                let kind = entry.file_type().unwrap();
                if kind.is_dir() && entry.file_name() != ".git" {
                    found.insert(entry.path(), b"a folder".to_vec());
                    open.push(entry.path());
                } else if kind.is_file() {
                    found.insert(entry.path(), fs::read(entry.path()).unwrap());
                }
            }
        }
        found
    }
}

/// How a run ended.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// A file that is there before, and what must be true of it after.
struct Merge {
    name: &'static str,
    host: &'static str,
    path: &'static str,
    before: &'static str,
    /// Where the whole text matters, it; else pieces that must still be there.
    after: Option<&'static str>,
    keeps: &'static [&'static str],
}

const MERGES: &[Merge] = &[
    Merge {
        name: "other servers keep their order and spacing",
        host: "claude",
        path: ".mcp.json",
        before: "{\n  \"mcpServers\": {\n    \"zeta\": { \"command\":   \"z\" },\n    \"alpha\": {\n      \"type\": \"http\", \"url\": \"https://a.example/mcp\"\n    }\n  }\n}\n",
        after: Some(
            "{\n  \"mcpServers\": {\n    \"zeta\": { \"command\":   \"z\" },\n    \"alpha\": {\n      \"type\": \"http\", \"url\": \"https://a.example/mcp\"\n    },\n    \"countersign\": {\n      \"type\": \"stdio\",\n      \"command\": \"countersign\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n",
        ),
        keeps: &[],
    },
    Merge {
        name: "comments on every side",
        host: "claude",
        path: ".mcp.json",
        before: "// ours, all of us\n{\n  /* servers */\n  \"mcpServers\": {\n    // the first\n    \"a\": { \"command\": \"a\" } // and last\n  }\n}\n// end\n",
        after: Some(
            "// ours, all of us\n{\n  /* servers */\n  \"mcpServers\": {\n    // the first\n    \"a\": { \"command\": \"a\" }, // and last\n    \"countersign\": {\n      \"type\": \"stdio\",\n      \"command\": \"countersign\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n// end\n",
        ),
        keeps: &[],
    },
    Merge {
        name: "trailing commas",
        host: "vscode",
        path: ".vscode/mcp.json",
        before: "{\n  \"inputs\": [{ \"id\": \"key\", \"type\": \"promptString\", },],\n  \"servers\": {\n    \"a\": { \"command\": \"a\", },\n  },\n}\n",
        after: None,
        keeps: &[
            "  \"inputs\": [{ \"id\": \"key\", \"type\": \"promptString\", },],\n",
            "    \"a\": { \"command\": \"a\", },\n    \"countersign\": {",
        ],
    },
    Merge {
        name: "carriage returns",
        host: "cursor",
        path: ".cursor/mcp.json",
        before: "{\r\n  \"mcpServers\": {\r\n    \"a\": {}\r\n  }\r\n}\r\n",
        after: Some(
            "{\r\n  \"mcpServers\": {\r\n    \"a\": {},\r\n    \"countersign\": {\r\n      \"type\": \"stdio\",\r\n      \"command\": \"countersign\",\r\n      \"args\": [\"serve\"]\r\n    }\r\n  }\r\n}\r\n",
        ),
        keeps: &[],
    },
    Merge {
        name: "a byte order mark, no line end at the end",
        host: "gemini",
        path: ".gemini/settings.json",
        before: "\u{feff}{\n    \"theme\": \"dark\",\n    \"mcpServers\": {\n        \"a\": {}\n    }\n}",
        after: Some(
            "\u{feff}{\n    \"theme\": \"dark\",\n    \"mcpServers\": {\n        \"a\": {},\n        \"countersign\": {\n            \"command\": \"countersign\",\n            \"args\": [\"serve\"]\n        }\n    }\n}",
        ),
        keeps: &[],
    },
    Merge {
        name: "tabs",
        host: "claude",
        path: ".mcp.json",
        before: "{\n\t\"mcpServers\": {\n\t\t\"a\": {}\n\t}\n}\n",
        after: Some(
            "{\n\t\"mcpServers\": {\n\t\t\"a\": {},\n\t\t\"countersign\": {\n\t\t\t\"type\": \"stdio\",\n\t\t\t\"command\": \"countersign\",\n\t\t\t\"args\": [\"serve\"]\n\t\t}\n\t}\n}\n",
        ),
        keeps: &[],
    },
    Merge {
        name: "all on one line",
        host: "claude",
        path: ".mcp.json",
        before: "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"env\":{\"N\":\"1e400\"}}}}",
        after: None,
        keeps: &["\"a\":{\"command\":\"a\",\"env\":{\"N\":\"1e400\"}}"],
    },
    Merge {
        name: "an empty object",
        host: "claude",
        path: ".mcp.json",
        before: "{ }\n\n",
        after: None,
        keeps: &[],
    },
    Merge { name: "an empty file", host: "claude", path: ".mcp.json", before: "", after: None, keeps: &[] },
    Merge {
        name: "a container that others left empty",
        host: "claude",
        path: ".mcp.json",
        before: "{\n  \"mcpServers\": {}\n}\n",
        after: None,
        keeps: &[],
    },
    Merge {
        name: "numbers and escapes as they were written",
        host: "gemini",
        path: ".gemini/settings.json",
        before: "{\n  \"a\": 1.10,\n  \"b\": 12345678901234567890123,\n  \"c\": \"caf\\u00e9 \\/\"\n}\n",
        after: None,
        keeps: &["  \"a\": 1.10,\n  \"b\": 12345678901234567890123,\n  \"c\": \"caf\\u00e9 \\/\",\n"],
    },
    Merge {
        name: "permissions and other hooks of the same events",
        host: "claude",
        path: ".claude/settings.json",
        before: "{\n  \"permissions\": { \"allow\": [\"Bash(npm test)\"], \"deny\": [] },\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [ { \"type\": \"command\", \"command\": \"./guard.sh\" } ]\n      }\n    ],\n    \"Stop\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] } ]\n  },\n  \"model\": \"opus\"\n}\n",
        after: None,
        keeps: &[
            "  \"permissions\": { \"allow\": [\"Bash(npm test)\"], \"deny\": [] },\n",
            "        \"hooks\": [ { \"type\": \"command\", \"command\": \"./guard.sh\" } ]\n",
            "    \"Stop\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] } ]",
            "  \"model\": \"opus\"\n}\n",
        ],
    },
    Merge {
        name: "hooks that are empty, and comments in them",
        host: "claude",
        path: ".claude/settings.json",
        before: "{\n  \"hooks\": {\n    // nothing yet\n    \"SessionStart\": [],\n  }\n}\n",
        after: None,
        keeps: &["    // nothing yet\n"],
    },
    Merge {
        name: "opencode's settings with comments",
        host: "opencode",
        path: "opencode.jsonc",
        before: "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  // local\n  \"mcp\": {\n    \"other\": { \"type\": \"remote\", \"url\": \"https://o.example\" }\n  }\n}\n",
        after: None,
        keeps: &["  // local\n", "    \"other\": { \"type\": \"remote\", \"url\": \"https://o.example\" }"],
    },
    Merge {
        name: "codex' tables and comments",
        host: "codex",
        path: ".codex/config.toml",
        before: "model = \"o\"  # the good one\n\n[mcp_servers.a]\ncommand = 'a'\n[mcp_servers.a.env]\nK = \"v\"",
        after: Some(
            "model = \"o\"  # the good one\n\n[mcp_servers.a]\ncommand = 'a'\n[mcp_servers.a.env]\nK = \"v\"\n\n[mcp_servers.countersign]\ncommand = \"countersign\"\nargs = [\"serve\"]\ntool_timeout_sec = 300\n",
        ),
        keeps: &[],
    },
    Merge {
        name: "codex' tables with carriage returns",
        host: "codex",
        path: ".codex/config.toml",
        before: "[features]\r\nx = true\r\n",
        after: Some(
            "[features]\r\nx = true\r\n\r\n[mcp_servers.countersign]\r\ncommand = \"countersign\"\r\nargs = [\"serve\"]\r\ntool_timeout_sec = 300\r\n",
        ),
        keeps: &[],
    },
];

/// The same for goose, whose file lies in the home.
const GOOSE: &[(&str, &str, &str)] = &[
    (
        "other extensions, comments and what comes after",
        "# mine\nGOOSE_MODEL: x\nextensions: # all\n    # for code\n    developer:\n        enabled: true\n        type: builtin\nafter: [1, 2]\n",
        "# mine\nGOOSE_MODEL: x\nextensions: # all\n    countersign:\n        enabled: true\n        type: stdio\n        name: countersign\n        description: Keeps the review loop\n        cmd: countersign\n        args: [serve]\n        timeout: 300\n    # for code\n    developer:\n        enabled: true\n        type: builtin\nafter: [1, 2]\n",
    ),
    (
        "no extensions, no line end",
        "GOOSE_MODEL: x",
        "GOOSE_MODEL: x\nextensions:\n  countersign:\n    enabled: true\n    type: stdio\n    name: countersign\n    description: Keeps the review loop\n    cmd: countersign\n    args: [serve]\n    timeout: 300\n",
    ),
    (
        "extensions that are empty",
        "extensions:\r\nGOOSE_MODE: auto\r\n",
        "extensions:\r\n  countersign:\r\n    enabled: true\r\n    type: stdio\r\n    name: countersign\r\n    description: Keeps the review loop\r\n    cmd: countersign\r\n    args: [serve]\r\n    timeout: 300\r\nGOOSE_MODE: auto\r\n",
    ),
];

/// Puts in, twice, and takes out; `file` is what was there before.
fn there_and_back(desk: &Desk, host: &str, file: &Path, name: &str, check: &dyn Fn(&str)) {
    let before = desk.all();
    let shown = desk.init(&["--host", host, "--dry-run"]);
    assert_eq!(shown.code, 0, "{name}: {shown:?}");
    assert!(shown.out.contains("\n@@ ") && shown.out.contains("countersign"), "{name}: {shown:?}");
    assert_eq!(desk.all(), before, "{name}: a dry run writes nothing");
    let first = desk.init(&["--host", host]);
    assert_eq!(first.code, 0, "{name}: {first:?}");
    assert!(
        first.out.starts_with(&format!("Countersign is registered with {host} in ")),
        "{name}: {first:?}"
    );
    check(&fs::read_to_string(file).unwrap());
    let after = desk.all();
    let again = desk.init(&["--host", host]);
    assert!(again.code == 0 && again.out.starts_with("Nothing to do"), "{name}: {again:?}");
    assert_eq!(desk.all(), after, "{name}: a second run changes nothing");
    let gone = desk.init(&["--host", host, "--remove"]);
    assert_eq!(gone.code, 0, "{name}: {gone:?}");
    assert_eq!(desk.all(), before, "{name}: what was put in is taken out to the byte");
    let once_more = desk.init(&["--host", host, "--remove"]);
    assert!(once_more.code == 0 && once_more.out.starts_with("Nothing to take out"), "{name}: {once_more:?}");
}

#[test]
fn what_others_wrote_stays_to_the_byte() {
    for case in MERGES {
        let desk = Desk::new();
        desk.scene.write(case.path, case.before);
        let file = desk.scene.root().join(case.path);
        there_and_back(&desk, case.host, &file, case.name, &|text| {
            if let Some(after) = case.after {
                assert_eq!(text, after, "{}", case.name);
            }
            for piece in case.keeps {
                assert!(text.contains(piece), "{}: {piece:?} is gone from\n{text}", case.name);
            }
            assert!(text.contains("countersign"), "{}: {text}", case.name);
        });
    }
}

#[test]
fn goose_is_added_in_the_users_own_file() {
    for (name, before, wanted) in GOOSE {
        let desk = Desk::new();
        let file = desk.home.join(".config/goose/config.yaml");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, before).unwrap();
        there_and_back(&desk, "goose", &file, name, &|text| assert_eq!(text, *wanted, "{name}"));
    }
}

#[test]
fn an_empty_repository_gets_what_each_host_reads() {
    for (host, path, key) in [
        ("claude", ".mcp.json", "mcpServers"),
        ("gemini", ".gemini/settings.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".vscode/mcp.json", "servers"),
        ("opencode", "opencode.json", "mcp"),
    ] {
        let desk = Desk::new();
        there_and_back(&desk, host, &desk.scene.root().join(path), host, &|text| {
            let held: Value = serde_json::from_str(text).unwrap();
            let words = held[key]["countersign"].to_string();
            assert!(words.contains("\"countersign\"") && words.contains("\"serve\""), "{host}: {text}");
            assert!(text.ends_with("}\n"), "{host}: {text:?}");
        });
    }
    let desk = Desk::new();
    there_and_back(&desk, "codex", &desk.scene.root().join(".codex/config.toml"), "codex", &|text| {
        let held: toml::Table = text.parse().unwrap();
        assert_eq!(held["mcp_servers"]["countersign"]["command"].as_str(), Some("countersign"));
    });
    let desk = Desk::new();
    fs::create_dir(desk.home.join(".config")).unwrap();
    there_and_back(&desk, "goose", &desk.home.join(".config/goose/config.yaml"), "goose", &|text| {
        assert!(text.starts_with("extensions:\n  countersign:\n    enabled: true\n"), "{text}");
    });
}

#[test]
fn claude_gets_server_hooks_and_agents_as_the_project_has_them() {
    let desk = Desk::new();
    let ran = desk.init(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ours = |path: &str| fs::read_to_string(project.join(path)).unwrap();
    let parsed = |path: &str| serde_json::from_str::<Value>(&ours(path)).unwrap();
    assert_eq!(desk.json(".mcp.json"), parsed("mcp.json"));
    assert_eq!(desk.json(".claude/settings.json"), json!({ "hooks": parsed("hooks/hooks.json")["hooks"] }));
    for agent in ["reviewer", "executor", "verifier"] {
        let name = format!("agents/countersign-{agent}.md");
        assert_eq!(desk.read(&format!(".claude/{name}")), ours(&name));
    }
    assert!(
        ran.out.contains("Next: ") && ran.out.contains("Undo: countersign init --remove\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.lines().count() <= 10, "{}", ran.out);
}

#[test]
fn what_cannot_take_the_entry_is_refused_and_nothing_at_all_is_written() {
    let cases: &[(&str, &str, &str, &[&str])] = &[
        (
            "claude",
            ".mcp.json",
            "{ \"mcpServers\": { ",
            &["`.mcp.json`: it is no JSON", "nothing was written", "run init again"],
        ),
        ("claude", ".mcp.json", "{ 'mcpServers': {} }", &["it is no JSON"]),
        ("claude", ".mcp.json", "[1]", &["it holds a list where settings are an object"]),
        ("claude", ".mcp.json", "{ \"mcpServers\": [] }", &["`mcpServers` in it is a list, not an object"]),
        ("claude", ".mcp.json", "{ \"mcpServers\": null }", &["`mcpServers` in it is null, not an object"]),
        (
            "claude",
            ".mcp.json",
            "{ \"mcpServers\": { \"countersign\": { \"command\": \"signer\", \"args\": [\"-v\"] } } }",
            &[
                "`mcpServers.countersign` in it is another program's: {\"command\":\"signer\"",
                "Rename or remove",
            ],
        ),
        (
            "claude",
            ".mcp.json",
            "{ \"mcpServers\": {}, \"mcpServers\": {} }",
            &["`mcpServers` stands in it twice"],
        ),
        (
            "claude",
            ".mcp.json",
            "{ \"mcpServers\": { \"a\": 1, \"a\": 2 } }",
            &["`mcpServers.a` stands in it twice"],
        ),
        (
            "claude",
            ".claude/settings.json",
            "{ \"hooks\": \"none\" }",
            &["`.claude/settings.json`", "`hooks` in it is a text"],
        ),
        (
            "claude",
            ".claude/settings.json",
            "{ \"hooks\": { \"SessionStart\": {} } }",
            &["`hooks.SessionStart` in it is an object, not a list"],
        ),
        ("codex", ".codex/config.toml", "a = ", &["`.codex/config.toml`: it is no TOML"]),
        ("codex", ".codex/config.toml", "mcp_servers = 3", &["`mcp_servers` in it is integer, not a table"]),
        (
            "codex",
            ".codex/config.toml",
            "mcp_servers = { a = { command = \"a\" } }\n",
            &["cannot be added to in place", "[mcp_servers.countersign]"],
        ),
        (
            "codex",
            ".codex/config.toml",
            "[mcp_servers.countersign]\ncommand = \"x\"\n",
            &["another program's"],
        ),
    ];
    for (host, path, text, wanted) in cases {
        let desk = Desk::new();
        desk.scene.write(path, text);
        let before = desk.all();
        let ran = desk.init(&["--host", host]);
        assert!(ran.code == 65 && ran.out.is_empty(), "{text}: {ran:?}");
        for piece in *wanted {
            assert!(ran.err.contains(piece), "{text}: {piece:?} is not in {}", ran.err);
        }
        assert_eq!(desk.all(), before, "{text}");
        assert!(!desk.scene.root().join(".git/countersign").exists(), "{text}: not even in git's folder");
    }
}

#[test]
fn goose_files_that_cannot_be_kept_are_refused_with_the_lines_to_add() {
    let cases: &[(&str, &[&str])] = &[
        (
            "extensions: {developer: {enabled: true}}\n",
            &["cannot be added to in place", "  countersign:\n    enabled: true"],
        ),
        ("extensions: &all\n  a: {enabled: true}\n", &["cannot be added to in place"]),
        ("extensions: [a]\n", &["`extensions` in it is a list, not a mapping"]),
        (
            "extensions:\n  countersign:\n    cmd: other\n",
            &["`extensions.countersign` in it is another program's"],
        ),
        ("a: [1\n", &["it is no YAML"]),
        ("- a\n", &["it holds a list or a word"]),
        ("a: 1\n---\nb: 2\n", &["more than one document"]),
    ];
    for (text, wanted) in cases {
        let desk = Desk::new();
        let file = desk.home.join(".config/goose/config.yaml");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        let ran = desk.init(&["--host", "goose"]);
        assert_eq!(ran.code, 65, "{text}: {ran:?}");
        for piece in *wanted {
            assert!(ran.err.contains(piece), "{text}: {piece:?} is not in {}", ran.err);
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), *text);
    }
}

#[test]
fn an_entry_of_ours_that_the_user_changed_is_his() {
    let desk = Desk::new();
    let own = "{ \"mcpServers\": { \"countersign\": { \"command\": \"/opt/bin/countersign\", \"args\": [\"serve\"], \"env\": { \"COUNTERSIGN_LOG\": \"debug\" } } } }\n";
    desk.scene.write(".mcp.json", own);
    let hooks = "{ \"hooks\": { \"SessionStart\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"/opt/bin/countersign hook\" } ] } ] } }\n";
    desk.scene.write(".claude/settings.json", hooks);
    let ran = desk.init(&[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("left") && ran.out.contains("`mcpServers.countersign` differs"), "{}", ran.out);
    assert_eq!(desk.read(".mcp.json"), own);
    let held = desk.json(".claude/settings.json");
    assert_eq!(
        held["hooks"]["SessionStart"].as_array().unwrap().len(),
        1,
        "no second hook at a session's start: {held}"
    );
    assert_eq!(held["hooks"]["SubagentStop"].as_array().unwrap().len(), 1, "{held}");
    let ran = desk.init(&["--remove"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        (desk.read(".mcp.json"), desk.read(".claude/settings.json")),
        (own.to_owned(), hooks.to_owned())
    );
}

#[test]
fn an_agent_the_user_edited_is_left_and_told() {
    let desk = Desk::new();
    assert_eq!(desk.init(&[]).code, 0);
    let path = ".claude/agents/countersign-reviewer.md";
    let edited = desk.read(path) + "\nAnswer in Welsh.\n";
    desk.scene.write(path, &edited);
    let ran = desk.init(&[]);
    assert!(ran.code == 0 && ran.out.contains(&format!("left       {path}")), "{ran:?}");
    assert!(ran.out.contains("move"), "{}", ran.out);
    let ran = desk.init(&["--remove"]);
    assert!(ran.code == 0 && ran.out.contains("it is not what init wrote; kept"), "{ran:?}");
    assert_eq!(desk.read(path), edited);
    assert!(!desk.scene.root().join(".claude/agents/countersign-executor.md").exists());
    assert!(!desk.scene.root().join(".claude/settings.json").exists());
}

#[test]
fn an_agent_of_an_earlier_version_is_brought_up_to_date() {
    let desk = Desk::new();
    let path = ".claude/agents/countersign-reviewer.md";
    desk.scene.write(path, "the text of an earlier version\n");
    let full = desk.scene.root().join(path);
    let digest = blake3::hash(b"the text of an earlier version\n").to_hex().to_string();
    let kept =
        json!({ "files": { full.to_str().unwrap(): { "digest": digest, "undo": null } }, "folders": [] });
    fs::create_dir(desk.scene.root().join(".git/countersign")).unwrap();
    fs::write(desk.scene.root().join(".git/countersign/init.json"), kept.to_string()).unwrap();
    let ran = desk.init(&[]);
    assert!(ran.out.contains(&format!("merged     {path}")), "{ran:?}");
    assert!(desk.read(path).contains("name: countersign-reviewer"));
    assert_eq!(desk.init(&["--remove"]).code, 0);
    assert!(!full.exists(), "what init once wrote, and nobody touched, goes");
}

#[test]
fn what_the_user_added_since_stays_when_ours_goes() {
    let desk = Desk::new();
    desk.scene.write(".claude/settings.json", "{\n  \"model\": \"opus\"\n}\n");
    assert_eq!(desk.init(&[]).code, 0);
    let mut servers = desk.json(".mcp.json");
    servers["mcpServers"]["late"] = json!({ "command": "late" });
    desk.scene.write(".mcp.json", serde_json::to_string_pretty(&servers).unwrap());
    let settings = desk.read(".claude/settings.json").replace("\"opus\"", "\"haiku\"");
    desk.scene.write(".claude/settings.json", &settings);
    desk.scene.write(".claude/agents/mine.md", "mine\n");
    let ran = desk.init(&["--remove"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(desk.json(".mcp.json"), json!({ "mcpServers": { "late": { "command": "late" } } }));
    assert_eq!(desk.read(".claude/settings.json"), "{\n  \"model\": \"haiku\"\n}\n");
    assert_eq!(desk.read(".claude/agents/mine.md"), "mine\n");
}

#[test]
fn what_a_second_run_mended_goes_with_what_the_first_one_wrote() {
    let desk = Desk::new();
    assert_eq!(desk.init(&[]).code, 0);
    let mut settings = desk.json(".claude/settings.json");
    settings["hooks"].as_object_mut().unwrap().remove("SubagentStop");
    settings["model"] = json!("opus");
    desk.scene.write(".claude/settings.json", serde_json::to_string_pretty(&settings).unwrap());
    let ran = desk.init(&[]);
    assert!(ran.code == 0 && ran.out.contains("merged     .claude/settings.json"), "{ran:?}");
    assert!(desk.json(".claude/settings.json")["hooks"]["SubagentStop"].is_array());
    let ran = desk.init(&["--remove"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(desk.json(".claude/settings.json"), json!({ "model": "opus" }));
    assert!(!desk.scene.root().join(".mcp.json").exists());
}

#[test]
fn in_a_clone_nothing_tells_what_was_before_and_still_only_ours_goes() {
    let desk = Desk::new();
    desk.scene.write(".mcp.json", "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n");
    desk.scene.write(".codex/config.toml", "a = 1\n");
    for host in ["claude", "codex", "vscode"] {
        assert_eq!(desk.init(&["--host", host]).code, 0);
    }
    fs::remove_file(desk.scene.root().join(".git/countersign/init.json")).unwrap();
    for host in ["claude", "codex", "vscode"] {
        assert_eq!(desk.init(&["--host", host, "--remove"]).code, 0);
    }
    assert_eq!(desk.read(".mcp.json"), "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n");
    assert_eq!(desk.read(".codex/config.toml"), "a = 1\n");
    for gone in [".claude/settings.json", ".claude/agents/countersign-reviewer.md", ".vscode/mcp.json"] {
        assert!(!desk.scene.root().join(gone).exists(), "{gone}");
    }
}

#[test]
fn two_hosts_stand_beside_each_other_and_go_one_by_one() {
    let desk = Desk::new();
    let before = desk.all();
    assert_eq!(desk.init(&[]).code, 0);
    let claude = desk.all();
    assert_eq!(desk.init(&["--host", "gemini"]).code, 0);
    assert_eq!(desk.init(&["--host", "gemini", "--remove"]).code, 0);
    assert_eq!(desk.all(), claude);
    assert_eq!(desk.init(&["--remove"]).code, 0);
    assert_eq!(desk.all(), before);
}

#[test]
fn subfolders_mean_the_repository_and_worktrees_themselves() {
    let desk = Desk::new();
    desk.scene.commit("docs: begin", &[("src/deep/a.txt", "a\n")]);
    desk.scene.write("src/deep/a.txt", "a\n");
    assert_eq!(desk.init_in(&desk.scene.root().join("src/deep"), &[]).code, 0);
    assert!(desk.scene.root().join(".mcp.json").is_file());
    assert!(!desk.scene.root().join("src/deep/.mcp.json").exists());
    let linked = desk.scene.worktree("linked");
    assert_eq!(desk.init_in(&linked, &["--host", "cursor"]).code, 0);
    assert!(linked.join(".cursor/mcp.json").is_file());
    assert!(!desk.scene.root().join(".cursor").exists());
    assert_eq!(desk.init_in(&linked, &["--host", "cursor", "--remove"]).code, 0);
    assert!(!linked.join(".cursor").exists());
    assert!(desk.scene.root().join(".mcp.json").is_file(), "what the main checkout has stays");
}

#[test]
fn outside_a_repository_it_says_so() {
    let desk = Desk::new();
    let folder = desk.scene.beside("elsewhere");
    fs::create_dir(&folder).unwrap();
    let ran = desk.init_in(&folder, &[]);
    assert!(ran.code == 69 && ran.err.contains("git init"), "{ran:?}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_write_protected_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.scene.write(".mcp.json", "{}\n");
    let file = desk.scene.root().join(".mcp.json");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let before = desk.all();
    let ran = desk.init(&[]);
    assert!(
        ran.code == 65 && ran.err.contains("write-protected") && ran.err.contains("chmod u+w"),
        "{ran:?}"
    );
    assert_eq!(desk.all(), before, "and nothing beside it either");
}

#[cfg(unix)]
#[test]
fn permissions_of_a_merged_file_stay() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.scene.write(".mcp.json", "{\"x\": 1}\n");
    let file = desk.scene.root().join(".mcp.json");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(desk.init(&[]).code, 0);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_and_refused_where_they_lead_out() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    let outside = desk.scene.beside("theirs.json");
    fs::write(&outside, "{}\n").unwrap();
    let link = desk.scene.root().join(".mcp.json");
    symlink(&outside, &link).unwrap();
    let ran = desk.init(&[]);
    assert!(
        ran.code == 64 && ran.err.contains("`.mcp.json`") && ran.err.contains("through a symlink"),
        "{ran:?}"
    );
    assert_eq!(fs::read_to_string(&outside).unwrap(), "{}\n");
    assert!(!desk.scene.root().join(".claude").exists(), "nothing else was written either");

    fs::remove_file(&link).unwrap();
    desk.scene.write("config/mcp.json", "{}\n");
    symlink("config/mcp.json", &link).unwrap();
    assert_eq!(desk.init(&[]).code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(desk.json("config/mcp.json")["mcpServers"]["countersign"]["command"], "countersign");
    assert_eq!(desk.init(&["--remove"]).code, 0);
    assert_eq!(desk.read("config/mcp.json"), "{}\n");

    let theirs = desk.scene.beside("claude");
    fs::create_dir(&theirs).unwrap();
    symlink(&theirs, desk.scene.root().join(".claude")).unwrap();
    let ran = desk.init(&[]);
    assert!(ran.code == 64 && ran.err.contains("through a symlink"), "{ran:?}");
    assert_eq!(fs::read_dir(&theirs).unwrap().count(), 0);
    assert_eq!(desk.read("config/mcp.json"), "{}\n", "planned first, written after");
}

#[test]
fn a_file_that_is_no_text_or_no_file_is_refused() {
    let desk = Desk::new();
    fs::write(desk.scene.root().join(".mcp.json"), b"{\"a\": \"\xff\"}").unwrap();
    let ran = desk.init(&[]);
    assert!(ran.code == 64 && ran.err.contains("UTF-8"), "{ran:?}");
    fs::remove_file(desk.scene.root().join(".mcp.json")).unwrap();
    fs::create_dir(desk.scene.root().join(".mcp.json")).unwrap();
    let ran = desk.init(&[]);
    assert!(ran.code == 64 && ran.err.contains("no regular file") && ran.err.contains("Move"), "{ran:?}");
}

#[test]
fn several_at_once_leave_one_entry() {
    let desk = Desk::new();
    desk.scene.write(".mcp.json", "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n");
    let mut running: Vec<_> = (0..4)
        .map(|_| {
            let mut command = desk.command(desk.scene.root(), &[]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let ended: Vec<Ran> = running.drain(..).map(|child| child.wait_with_output().unwrap().into()).collect();
    assert!(ended.iter().any(|ran| ran.code == 0), "{ended:?}");
    // Who came second is told so, and to run it again.
    assert!(ended.iter().all(|ran| ran.code == 0 || ran.err.contains("Run init again")), "{ended:?}");
    assert_eq!(desk.init(&[]).code, 0);
    assert_eq!(desk.read(".mcp.json").matches("\"countersign\": {").count(), 1);
    assert_eq!(desk.json(".claude/settings.json")["hooks"]["SessionStart"].as_array().unwrap().len(), 1);
    assert_eq!(desk.init(&["--remove"]).code, 0);
    assert_eq!(desk.read(".mcp.json"), "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n");
}

#[test]
fn several_hosts_at_once_are_each_undone_to_the_byte() {
    const HOSTS: [(&str, &str); 3] =
        [("gemini", ".gemini/settings.json"), ("cursor", ".cursor/mcp.json"), ("vscode", ".vscode/mcp.json")];
    let desk = Desk::new();
    let foreign = "{\"mcpServers\":{\"a\":{}},\"servers\":{\"a\":{}}}";
    for (_, path) in HOSTS {
        desk.scene.write(path, foreign);
    }
    let running: Vec<_> = HOSTS
        .iter()
        .map(|(host, _)| {
            let mut command = desk.command(desk.scene.root(), &["--host", host]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in running {
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    for (host, path) in HOSTS {
        assert_ne!(desk.read(path), foreign, "{host} is registered");
        assert_eq!(desk.init(&["--host", host, "--remove"]).code, 0);
        assert_eq!(desk.read(path), foreign, "{host} is as it was");
    }
}

#[test]
fn a_host_that_is_not_known_is_refused_with_those_that_are() {
    let desk = Desk::new();
    let ran = desk.init(&["--host", "emacs"]);
    assert!(
        ran.code == 64 && ran.err.contains("claude, codex, gemini, cursor, vscode, opencode, goose"),
        "{ran:?}"
    );
}

#[test]
fn what_is_kept_holds_no_word_of_anybody() {
    let desk = Desk::new();
    desk.scene.write(".mcp.json", "{\"mcpServers\":{\"a\":{\"env\":{\"TOKEN\":\"tok-swordfish\"}}},\"n\":1}");
    assert_eq!(desk.init(&[]).code, 0);
    let kept = fs::read_to_string(desk.scene.root().join(".git/countersign/init.json")).unwrap();
    assert!(kept.contains(".mcp.json") && !kept.contains("swordfish") && !kept.contains("TOKEN"), "{kept}");
    // The folder of the store is there without a store, which is none to the other commands.
    let status = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["status", "--json"])
        .current_dir(desk.scene.root())
        .output()
        .unwrap();
    assert!(status.status.success(), "{status:?}");
}
