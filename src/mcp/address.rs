//! The addresses of what can be read (SPEC 3): how each is written, and read back.

use std::fmt;

use crate::app::shelf::Piece;

/// The beginning of every address.
const SCHEME: &str = "countersign://";
/// The longest address that is read.
const LONGEST: usize = 4096;

/// The addresses that hold something in braces, with what they are called and what they lead to.
pub(super) const TEMPLATES: [Template; 7] = [
    Template {
        uri: "countersign://loop/{id}",
        name: "loop",
        title: "Review loop",
        description: "Where a loop stands, what is open, and its timeline; `id` as tools answer it",
        mime_type: JSON,
    },
    Template {
        uri: "countersign://loop/{id}/pass/{n}/review",
        name: "review",
        title: "Review of a pass",
        description: "What a pass was answered, as it came and as it was read; `n` from 1",
        mime_type: JSON,
    },
    Template {
        uri: "countersign://loop/{id}/pass/{n}/brief",
        name: "brief",
        title: "Brief of a pass",
        description: "What the reviewer of a pass was given",
        mime_type: MARKDOWN,
    },
    Template {
        uri: "countersign://loop/{id}/pass/{n}/diff",
        name: "diff",
        title: "Diff of a pass",
        description: "The change that a pass looked at, as a unified diff",
        mime_type: DIFF,
    },
    Template {
        uri: "countersign://report/{path}",
        name: "report",
        title: "Report",
        description: "A review or verification report of Countersign's own, by its path in the repository",
        mime_type: MARKDOWN,
    },
    Template {
        uri: "countersign://protocol/{name}",
        name: "protocol",
        title: "Protocol",
        description: "The rules of a protocol as they hold in this repository",
        mime_type: JSON,
    },
    Template {
        uri: "countersign://replay/{name}",
        name: "replay",
        title: "Replay",
        description: "Where the recorded loops would have stopped under another protocol, newest first",
        mime_type: JSON,
    },
];

pub(super) const JSON: &str = "application/json";
pub(super) const MARKDOWN: &str = "text/markdown";
pub(super) const DIFF: &str = "text/x-diff";

/// A pattern of addresses.
pub(super) struct Template {
    pub(super) uri: &'static str,
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) mime_type: &'static str,
}

/// Something that can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
    Loops,
    Metrics,
    Loop { id: String },
    Pass { id: String, pass: u32, piece: Piece },
    Report { path: String },
    Protocol { name: String },
    Replay { name: String },
}

impl Address {
    /// Reads an address; nothing where it leads nowhere.
    pub(super) fn read(uri: &str) -> Option<Self> {
        let rest = uri.strip_prefix(SCHEME).filter(|_| uri.len() <= LONGEST)?;
        if let Some(path) = rest.strip_prefix("report/") {
            // A template's variable is sent with its slashes written out, a listed address with them as they are.
            return decoded(path).filter(|p| !p.is_empty()).map(|path| Address::Report { path });
        }
        let parts: Option<Vec<String>> = rest.split('/').map(decoded).collect();
        let parts = parts?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        if parts.iter().any(|part| part.is_empty()) {
            return None;
        }
        Some(match parts.as_slice() {
            ["loops"] => Address::Loops,
            ["metrics"] => Address::Metrics,
            ["loop", id] => Address::Loop { id: (*id).to_owned() },
            ["loop", id, "pass", pass, piece] => {
                let piece = match *piece {
                    "review" => Piece::Review,
                    "brief" => Piece::Brief,
                    "diff" => Piece::Diff,
                    _ => return None,
                };
                Address::Pass { id: (*id).to_owned(), pass: pass.parse().ok()?, piece }
            }
            ["protocol", name] => Address::Protocol { name: (*name).to_owned() },
            ["replay", name] => Address::Replay { name: (*name).to_owned() },
            _ => return None,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SCHEME)?;
        match self {
            Address::Loops => f.write_str("loops"),
            Address::Metrics => f.write_str("metrics"),
            Address::Loop { id } => write!(f, "loop/{}", encoded(id)),
            Address::Pass { id, pass, piece } => {
                let piece = match piece {
                    Piece::Review => "review",
                    Piece::Brief => "brief",
                    Piece::Diff => "diff",
                };
                write!(f, "loop/{}/pass/{pass}/{piece}", encoded(id))
            }
            Address::Report { path } => {
                let parts: Vec<String> = path.split('/').map(encoded).collect();
                write!(f, "report/{}", parts.join("/"))
            }
            Address::Protocol { name } => write!(f, "protocol/{}", encoded(name)),
            Address::Replay { name } => write!(f, "replay/{}", encoded(name)),
        }
    }
}

/// Writes out every byte that may not stand in a part of an address by itself.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Reads what was written out; nothing where that is no text.
fn decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
        out.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_reads_back_as_it_was_written() {
        let id = || "rl-a1".to_owned();
        let paths = [".planning/phases/01-x/01-01-REVIEW-T1.md", "a b/ü%2e#?.md", "%41"];
        let reports = paths.map(|path| Address::Report { path: path.to_owned() });
        let others = [
            Address::Loops,
            Address::Metrics,
            Address::Loop { id: id() },
            Address::Pass { id: id(), pass: 12, piece: Piece::Diff },
            Address::Protocol { name: "gsd".to_owned() },
            Address::Replay { name: "bazinga".to_owned() },
        ];
        for address in reports.into_iter().chain(others) {
            let uri = address.to_string();
            assert!(uri.is_ascii() && !uri.contains(['#', '?', ' ']), "{uri}");
            assert_eq!(Address::read(&uri), Some(address), "{uri}");
        }
        let slashes = Address::read("countersign://report/a%2Fb.md");
        assert_eq!(slashes, Some(Address::Report { path: "a/b.md".to_owned() }));
    }

    #[test]
    fn what_leads_nowhere_is_no_address() {
        for uri in [
            "",
            "countersign://",
            "countersign://loop",
            "countersign://loop/",
            "countersign://loop//pass/1/review",
            "countersign://loop/rl-1/pass/1",
            "countersign://loop/rl-1/pass/one/review",
            "countersign://loop/rl-1/pass/1/verdict",
            "countersign://report/",
            "countersign://report/%zz",
            "countersign://report/%ff",
            "countersign://loops/",
            "file:///etc/passwd",
        ] {
            assert_eq!(Address::read(uri), None, "{uri}");
        }
        assert_eq!(Address::read(&format!("countersign://report/{}", "a".repeat(LONGEST))), None);
    }
}
