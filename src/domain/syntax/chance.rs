//! Functions that are given something and answer with what chance or the clock says: data that is made up, and work to come.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::body::statements;
use super::names::is_name;
use super::output::words_of;
use super::walk::Walk;

/// How many nodes of an answer are looked at.
const MOST: usize = 200;

/// What chance and the clock are asked by.
const SOURCES: [&str; 28] = [
    "random",
    "randint",
    "uniform",
    "choice",
    "randrange",
    "rand",
    "Intn",
    "Float64",
    "now",
    "Now",
    "Date",
    "utcnow",
    "UtcNow",
    "today",
    "time",
    "Time",
    "uuid4",
    "randomUUID",
    "NewGuid",
    "currentTimeMillis",
    "nanoTime",
    "nextInt",
    "nextDouble",
    "token_hex",
    "getRandomValues",
    "NewString",
    "SecureRandom",
    "Random",
];
/// What stands beside that in such an answer, and makes no more of it.
const BESIDE: [&str; 44] = [
    "Math",
    "floor",
    "ceil",
    "round",
    "toISOString",
    "toString",
    "toFixed",
    "slice",
    "substr",
    "substring",
    "crypto",
    "performance",
    "getTime",
    "valueOf",
    "Promise",
    "resolve",
    "Response",
    "NextResponse",
    "json",
    "datetime",
    "uuid",
    "secrets",
    "Unix",
    "UnixNano",
    "UnixMilli",
    "Format",
    "Guid",
    "DateTime",
    "Instant",
    "UUID",
    "System",
    "String",
    "Number",
    "str",
    "int",
    "float",
    "hex",
    "undefined",
    "None",
    "timezone",
    "utc",
    "isoformat",
    "timestamp",
    "toLocaleString",
];
/// Words in the names of functions that chance and the clock are what they are for.
const BY_TRADE: [&str; 24] = [
    "random",
    "rand",
    "now",
    "time",
    "date",
    "day",
    "today",
    "id",
    "ids",
    "uuid",
    "guid",
    "key",
    "token",
    "nonce",
    "seed",
    "salt",
    "jitter",
    "clock",
    "stamp",
    "timestamp",
    "shuffle",
    "pick",
    "roll",
    "dice",
];

/// Tells whether a body answers by chance or the clock alone.
pub(super) fn answers_by_chance(walk: &Walk<'_>, body: Node<'_>, name: &str) -> bool {
    if words_of(name).iter().any(|w| BY_TRADE.contains(&w.as_str())) {
        return false;
    }
    let all = statements(body);
    let answer = match (body.kind(), all.as_slice()) {
        ("statement_block" | "block" | "body_statement" | "constructor_body", [one]) => match one.kind() {
            "return_statement" | "return" | "return_expression" => *one,
            _ => return false,
        },
        ("statement_block" | "block" | "body_statement" | "constructor_body", _) => return false,
        _ => body,
    };
    let mut names = BTreeSet::new();
    let mut open = vec![answer];
    let mut met = 0;
    while let Some(node) = open.pop() {
        met += 1;
        if met > MOST {
            return false;
        }
        let parent = node.parent().map_or("", |p| p.kind());
        let key = matches!(parent, "pair" | "keyword_argument" | "keyed_element" | "field_initializer")
            && node.parent().and_then(|p| p.named_child(0)) == Some(node);
        if is_name(node.kind()) && !key {
            names.insert(walk.text_of(node));
        }
        open.extend((0..node.named_child_count()).filter_map(|at| node.named_child(at as u32)));
    }
    names.iter().any(|n| SOURCES.contains(n))
        && names.iter().all(|n| SOURCES.contains(n) || BESIDE.contains(n))
}

#[cfg(test)]
mod tests {
    use super::super::{Hollow, outline};
    use crate::domain::ids::RepoPath;

    #[test]
    fn what_is_made_up_is_told_from_what_is_made_by_chance() {
        for (name, text, found) in [
            ("a.ts", "export function rates(day: string) { return Math.random(); }", true),
            ("a.ts", "export const order = (cart: Cart) => ({ id: Math.random(), at: new Date() });", true),
            ("a.py", "def price(cart):\n    return random.randint(1, 10)\n", true),
            ("a.ts", "export function rates() { return Math.random(); }", false),
            ("a.ts", "export function rates(day: number) { return day * Math.random(); }", false),
            ("a.ts", "export function newId(prefix: string) { return crypto.randomUUID(); }", false),
            ("a.ts", "export function order(cart: Cart) { save(); return Date.now(); }", false),
            ("a.ts", "export function total(cart: Cart) { return sum(cart); }", false),
        ] {
            let path = RepoPath::parse(name).expect("a path");
            let out = outline(&path, text).expect("an outline");
            assert_eq!(out.hollow.iter().any(|h| h.what == Hollow::ByChance), found, "{text}");
        }
    }
}
