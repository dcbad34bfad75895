//! Tests of escapes and of items whose first key has blanks in it: what goes in comes out to the letter.

use proptest::prelude::*;

use super::*;

/// The texts of the list `k`, the codes of the remarks, and whether the block is valid YAML as written.
fn read_list(text: &str) -> (Vec<String>, Vec<String>, bool) {
    let matter = match read(text) {
        Ok(Some(matter)) => matter,
        other => panic!("no front matter: {other:?}\n{text}"),
    };
    let items = match matter.get("k").map(|node| &node.value) {
        Some(Value::List(items)) => items.iter().map(|item| item.text().unwrap_or("?").to_owned()).collect(),
        other => panic!("{other:?}\n{text}"),
    };
    (items, matter.remarks.iter().map(|r| r.code.clone()).collect(), matter.degraded)
}

/// A text as JSON writes it in letters of ASCII alone.
fn in_ascii(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            ' '..='~' => out.push(c),
            _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|half| out.push_str(&format!("\\u{half:04x}"))),
        }
    }
    out + "\""
}

#[test]
fn a_letter_in_two_halves_alters_nothing_else() {
    let plain = r#"  - "rocket \ud83d\ude80 goes"
  - "caf\u00e9, \t and \x41"
  - "two words \nand a line"
"#;
    let expected = ["rocket 🚀 goes", "café, \t and A", "two words \nand a line"];
    let (items, codes, degraded) = read_list(&format!("---\nk:\n{plain}---\n"));
    assert_eq!((items, codes), (expected.map(str::to_owned).to_vec(), vec!["surrogate_pair".to_owned()]));
    assert!(degraded, "other readers of YAML refuse it");
    // In brackets, over two lines, and behind a key.
    let (items, ..) = read_list("---\nk: [\"\\ud83d\\ude80 a\", \"b\\u00e9\"]\n---\n");
    assert_eq!(items, ["🚀 a", "bé"]);
    for (open, close) in [("\n  - ", ""), (" [", "]")] {
        let (items, ..) =
            read_list(&format!("---\nk:{open}\"\\ud83d\\ude80 a\n    goes on \"{close}\n---\n"));
        assert_eq!(items, ["🚀 a goes on "], "{open}");
    }
    let matter = read("---\nt: \"\\ud83d\\ude80\" # so\n---\n").ok().flatten().map(|m| m.get("t").cloned());
    assert_eq!(matter.flatten().as_ref().and_then(Node::text), Some("🚀"));
    let (items, ..) = read_list("---\nk:\n  - \"\\ud83d\\ude80 \\u001b[0m \\r \\n.\"\n---\n");
    assert_eq!(items, ["🚀 \u{1b}[0m \r \n."]);
    // A key, which nobody mends, leaves the block to the line reader: that reads escapes as YAML does.
    let (items, codes, _) = read_list(&format!("---\nk:\n{plain}\"\\ud83d\\ude80\": 1\n---\n"));
    assert_eq!(items, expected);
    assert!(codes.contains(&"yaml_failed".to_owned()), "{codes:?}");
}

#[test]
fn half_a_letter_is_kept_as_written_and_takes_nothing_with_it() {
    let (items, codes, _) =
        read_list("---\nk:\n  - \"\\ud83d alone\"\n  - \"\\u12 short\"\n  - \"\\u00e9\"\n---\n");
    assert_eq!((items, codes.len()), (vec!["\\ud83d alone".into(), "\\u12 short".into(), "é".into()], 2));
}

#[test]
fn what_stands_in_quotes_is_a_text_to_the_line_reader_too() {
    let (items, ..) = read_list("---\nbad: a: b: [\nx\nk:\n  - '\"a\"'\n  - '[b]'\n  - '~'\n  - [c\n---\n");
    assert_eq!(items[..3], ["\"a\"", "[b]", "~"]);
}

#[test]
fn the_first_key_of_an_item_may_be_of_several_words() {
    let texts = |text: &str| -> (Vec<(String, String)>, Vec<String>, bool) {
        let text = format!("---\nk:\n{text}last: 01\n---\n");
        let matter = read(&text).ok().flatten().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(matter.get("last").and_then(Node::text), Some("01"), "{text}");
        let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{text}") };
        let said = items.iter().flat_map(|item| match &item.value {
            Value::Map(entries) => {
                let pairs = entries.iter().map(|e| (e.key.clone(), e.node.text().unwrap_or("?").to_owned()));
                pairs.collect()
            }
            other @ (Value::Empty | Value::Text(_) | Value::List(_)) => {
                vec![(String::new(), format!("{other:?}"))]
            }
        });
        (said.collect(), matter.remarks.iter().map(|r| r.code.clone()).collect(), matter.degraded)
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    for (text, first, codes) in [
        ("  - User story: works\n    verify: run it\n", "works", &[][..]),
        ("  - User story: works: so\n    verify: run it\n", "works: so", &["colon_kept"]),
        ("  - User story: works\n      and goes on\n    verify: run it\n", "works and goes on", &[]),
        ("  - User story: works\n\n    # a comment\n    verify: run it\n", "works", &[]),
    ] {
        let expected = vec![pair("User story", first), pair("verify", "run it")];
        let (said, told, degraded) = texts(text);
        assert_eq!((said, told), (expected, codes.iter().map(|c| (*c).to_owned()).collect()), "{text}");
        assert_eq!(degraded, !codes.is_empty(), "{text}");
    }
    // Where nothing is keyed below it, the item is a sentence, as is one that goes on with several words before a colon.
    for text in [
        "  - User sees: a list\n  - other\n",
        "  - User sees: a list\n    of things to do: all\n",
        "  - User sees: a list\n  verify:\n",
    ] {
        let (said, ..) = texts(text);
        assert!(said.iter().all(|(key, _)| key.is_empty()), "{text}: {said:?}");
    }
    // The line reader sees the same.
    let (said, told, _) = texts("  - User story: works\n    verify: run it\nbad: [\n");
    assert_eq!(said, [pair("User story", "works"), pair("verify", "run it")], "{told:?}");
}

proptest! {
    #[test]
    fn texts_in_ascii_come_out_to_the_letter(texts in prop::collection::vec("[a-zé🚀 ,:#\n\t\"'-]{1,12}", 1..6), flow: bool) {
        // Between the letters of a word `\n` and `\t` are the folders of a path, which is another matter.
        let texts: Vec<String> = texts.iter().map(|t| t.replace('\n', " \n").replace('\t', " \t")).collect();
        let written = texts.iter().map(|text| in_ascii(text));
        let block = match flow {
            true => format!("k: [{}]\n", written.collect::<Vec<_>>().join(", ")),
            false => format!("k:\n{}", written.map(|text| format!("  - {text}\n")).collect::<String>()),
        };
        let (items, ..) = read_list(&format!("---\n{block}---\n"));
        prop_assert_eq!(items, texts);
    }
}
