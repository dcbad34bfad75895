//! Findings as workflow commands of GitHub Actions: a job that prints them has them as annotations.
//!
//! ```text
//! command  = "::" name [ " " property *( "," property ) ] "::" message
//! name     = "error" / "warning" / "notice"
//! property = ( "file" / "line" / "endLine" / "title" ) "=" value
//! ```
//!
//! In a message `%`, carriage return and line feed are escaped as `%25`, `%0D`, `%0A`; in a value `:` and `,` as well, as
//! `%3A` and `%2C`. So every command is one line, and no text in it begins another.

use super::{Entry, Export, Loop};
use crate::domain::envelope::visible;
use crate::domain::review::Severity;

/// Writes a command for each loop that cannot be read, then for each finding. One without a place has no `file`; a place
/// outside of the repository is said in the message.
pub fn write(export: &Export) -> String {
    let mut out = String::new();
    for why in export.unreadable() {
        out.push_str(&command("error", &[("title", "A review cannot be read")], why));
    }
    for (of, entry) in export.entries() {
        out.push_str(&one(of, entry));
    }
    out
}

fn one(of: &Loop, entry: &Entry) -> String {
    let name = match entry.severity {
        _ if !entry.is_open() => "notice",
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low | Severity::Info => "notice",
    };
    let resolved = if entry.is_open() { "" } else { "resolved: " };
    let title = format!("{resolved}{} {} ({})", entry.id, entry.title, entry.severity_word);
    let mut properties = Vec::new();
    let mut message = entry.paragraphs();
    if let Some(place) = entry.locations.first() {
        if place.outside {
            message.push_str(&format!("\n\nAt {}", place.in_words()));
        } else {
            properties.push(("file", place.path.clone()));
            properties.extend(place.line.map(|line| ("line", line.to_string())));
            properties.extend(place.end_line.map(|line| ("endLine", line.to_string())));
        }
    }
    properties.push(("title", title));
    message.push_str(&format!("\n\n{}", entry.particulars(of)));
    let properties: Vec<(&str, &str)> =
        properties.iter().map(|(key, value)| (*key, value.as_str())).collect();
    command(name, &properties, &message)
}

/// Writes a command, ending in a line feed.
fn command(name: &str, properties: &[(&str, &str)], message: &str) -> String {
    let properties: Vec<String> =
        properties.iter().map(|(key, value)| format!("{key}={}", property(value))).collect();
    format!("::{name} {}::{}\n", properties.join(","), data(message))
}

fn data(text: &str) -> String {
    // A carriage return is written out as what acts on the reader already.
    visible(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_command() {
        let written = command(
            "error",
            &[("file", "a,b:c.rs"), ("title", "x\n::error::y")],
            "100%\r\n::stop-commands::t\u{1b}[0m",
        );
        assert_eq!(
            written,
            "::error file=a%2Cb%3Ac.rs,title=x%0A%3A%3Aerror%3A%3Ay::100%25\\u{d}%0A::stop-commands::t\\u{1b}[0m\n"
        );
    }
}
