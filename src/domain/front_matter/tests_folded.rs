//! Tests of texts over several lines, of keys that stand twice, and of JSON.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::*;

fn read_ok(text: &str) -> FrontMatter<'_> {
    read(text).unwrap().unwrap()
}

/// The texts of a list of items that are texts or objects with one named `truth`.
fn promised(block: &str) -> (Vec<String>, FrontMatter<'_>) {
    let matter = read_ok(block);
    let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{matter:?}") };
    let text = |node: &Node| node.text().or_else(|| node.get("truth")?.text()).unwrap_or("?").to_owned();
    (items.iter().map(text).collect(), matter)
}

/// The texts of several lines, as YAML has them.
const WRAPPED: &str = "k:
  - truth: \"Words are hash\\
      ed with salt,\\
      \\ always\"
  - id: T2
    truth: \"A page that is
      shown: at once\"
  - id: T3
    truth: Words are hashed and
      never shown
  - 'Pressing a key
    - or the cross
    - closes it'
  - waits for
    ... and then
  - \"waits for
    --- and then\"
  - \"one

    two\"
";

const UNWRAPPED: [&str; 7] = [
    "Words are hashed with salt, always",
    "A page that is shown: at once",
    "Words are hashed and never shown",
    "Pressing a key - or the cross - closes it",
    "waits for ... and then",
    "waits for --- and then",
    "one\ntwo",
];

#[test]
fn wrapped_texts_are_what_yaml_makes_of_them() {
    let text = format!("---\n{WRAPPED}---\n");
    let (texts, matter) = promised(&text);
    assert_eq!(texts, UNWRAPPED);
    assert!(!matter.degraded && matter.remarks.is_empty(), "{:?}", matter.remarks);
}

/// A key that stands twice costs nothing but its own second value.
#[test]
fn a_doubled_key_leaves_wrapped_texts_whole() {
    let text = format!("---\nwave: 1\n{WRAPPED}wave: 2\n---\n");
    let (texts, matter) = promised(&text);
    assert_eq!(texts, UNWRAPPED);
    let told: Vec<_> = matter.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
    let line = 3 + u32::try_from(WRAPPED.lines().count()).unwrap();
    assert_eq!(told, [(line, "yaml_failed"), (line, "duplicate_key")]);
    assert!(matter.degraded && matter.remarks[1].message.contains("line 2 was taken"));
    assert_eq!(matter.get("wave").and_then(Node::text), Some("1"));
}

/// Where YAML gives up for another reason, the line reader has the wrapped texts as well.
#[test]
fn the_line_reader_has_wrapped_texts_whole() {
    let (texts, matter) = {
        let text = format!("---\n{WRAPPED}**odd**\n---\n");
        let (texts, matter) = promised(Box::leak(text.into_boxed_str()));
        (texts, matter)
    };
    assert!(matter.remarks.iter().any(|r| r.code == "yaml_failed"), "{:?}", matter.remarks);
    assert_eq!(&texts[1..6], &UNWRAPPED[1..6]);
    assert_eq!(texts[0], UNWRAPPED[0]);
}

#[test]
fn maps_of_a_doubled_key_are_joined_key_by_key() {
    let text = "---\nm:\n  a:\n    - one\n  b: x\nm:\n  a:\n    - two\n  c: y\n  b: z\nm:\n---\n";
    let matter = read_ok(text);
    let must = matter.get("m").unwrap();
    let Some(Value::List(items)) = must.get("a").map(|n| &n.value) else { panic!("{must:?}") };
    assert_eq!(items.iter().filter_map(Node::text).collect::<Vec<_>>(), ["one", "two"]);
    let said = |key: &str| must.get(key).and_then(Node::text);
    assert_eq!((said("b"), said("c")), (Some("x"), Some("y")));
    let told: Vec<_> = matter.remarks.iter().map(|r| (r.line, r.message.as_str())).collect();
    assert!(told.contains(&(6, "the key `m` stands 3 times; its parts were joined")), "{told:?}");
}

#[test]
fn json_between_the_lines_is_yaml() {
    let json = "{\n  \"phase\": \"03\",\n  \"wave\": 1,\n  \"none\": [],\n  \"k\": [\n    \"a user: logs in\",\n    \"issue #12 {x}\"\n  ]\n}\n";
    let text = format!("---\n{json}---\n# Body\n");
    let (texts, matter) = promised(&text);
    assert_eq!(texts, ["a user: logs in", "issue #12 {x}"]);
    assert!(!matter.degraded && matter.remarks.is_empty(), "{:?}", matter.remarks);
    assert_eq!(matter.get("wave").map(|n| (n.text(), n.line)), Some((Some("1"), 4)));
    // What YAML would change is kept in it as it is elsewhere.
    let text = "---\n{\n  phase: 03,\n  k: [Fix issue #12, \"app\\routes\"]\n}\n---\n";
    let (texts, matter) = promised(text);
    assert_eq!(texts, ["Fix issue #12", "app\\routes"]);
    let codes: Vec<_> = matter.remarks.iter().map(|r| r.code.as_str()).collect();
    assert_eq!(codes, ["hash_kept", "escape_kept"]);
    let long: String = (0..400).map(|n| format!("  \"t{n}\": \"x\",\n")).collect();
    let text = format!("---\n{{\n{long}  \"k\": [\"a\"]\n}}\n---\n");
    assert_eq!(promised(&text).0, ["a"], "a long one, too");
}
