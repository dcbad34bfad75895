//! Our entry in Codex' TOML: a table of its own at the end, so that not one byte of the rest is touched.

use toml::Table;

use super::json::{Change, NAME};
use super::unfit::Unfit;

/// Calls of the server take seconds at most, but a verification of a large phase may take longer than Codex' minute.
const BODY: [&str; 3] = ["command = \"countersign\"", "args = [\"serve\"]", "tool_timeout_sec = 300"];
const TABLE: &str = "mcp_servers";

/// The lines that are added.
pub(super) fn lines() -> String {
    format!("[{TABLE}.{NAME}]\n{}\n", BODY.join("\n"))
}

/// Adds the server's table.
pub(super) fn put(text: &str) -> Result<Change, Unfit> {
    let before = read(text)?;
    if let Some(held) = entry(&before)? {
        return match held {
            _ if *held == ours() => Ok(Change::default()),
            held if starts_ours(held) => Ok(Change { after: None, left: vec![format!("`{TABLE}.{NAME}`")] }),
            held => {
                let found: String = toml::Value::from(held.clone()).to_string().chars().take(100).collect();
                Err(Unfit::Taken { key: format!("{TABLE}.{NAME}"), found })
            }
        };
    }
    let end = line_end(text);
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => end,
        _ => &end.repeat(2),
    };
    let after = format!("{text}{gap}{}", lines().replace('\n', end));
    let mut meant = before;
    let servers = meant.entry(TABLE).or_insert_with(|| Table::new().into());
    if let Some(servers) = servers.as_table_mut() {
        servers.insert(NAME.to_owned(), ours().into());
    }
    match read(&after) {
        Ok(read) if read == meant => Ok(Change { after: Some(after), left: Vec::new() }),
        Ok(_) | Err(_) => Err(Unfit::Form { key: TABLE, form: "an inline table, or dotted keys" }),
    }
}

/// Takes the server's table out where it stands as it was written.
pub(super) fn take(text: &str) -> Result<Change, Unfit> {
    let mut meant = read(text)?;
    let Some(held) = entry(&meant)? else { return Ok(Change::default()) };
    let left = Change { after: None, left: vec![format!("`{TABLE}.{NAME}`")] };
    if *held != ours() {
        return Ok(left);
    }
    let end = line_end(text);
    let block = lines().replace('\n', end);
    let Some((head, tail)) = text.split_once(&block) else { return Ok(left) };
    // The empty line above is ours as well.
    let head = head.strip_suffix(end).filter(|h| h.ends_with('\n')).unwrap_or(head);
    let after = format!("{head}{tail}");
    if let Some(servers) = meant.get_mut(TABLE).and_then(toml::Value::as_table_mut) {
        servers.remove(NAME);
        if servers.is_empty() {
            meant.remove(TABLE);
        }
    }
    match read(&after)? == meant {
        true => Ok(Change { after: Some(after), left: Vec::new() }),
        false => Ok(left),
    }
}

fn read(text: &str) -> Result<Table, Unfit> {
    text.trim_start_matches('\u{feff}')
        .parse()
        .map_err(|e: toml::de::Error| Unfit::Unreadable { format: "TOML", reason: e.message().to_owned() })
}

fn entry(table: &Table) -> Result<Option<&Table>, Unfit> {
    let wrong = |key: String, value: &toml::Value| Unfit::WrongKind {
        key,
        found: value.type_str(),
        wanted: "a table",
    };
    let Some(servers) = table.get(TABLE) else { return Ok(None) };
    let servers = servers.as_table().ok_or_else(|| wrong(TABLE.to_owned(), servers))?;
    let Some(held) = servers.get(NAME) else { return Ok(None) };
    Ok(Some(held.as_table().ok_or_else(|| wrong(format!("{TABLE}.{NAME}"), held))?))
}

fn ours() -> Table {
    BODY.join("\n").parse().expect("our own lines are TOML")
}

fn starts_ours(entry: &Table) -> bool {
    entry.get("command").and_then(toml::Value::as_str).is_some_and(super::json::is_ours)
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
