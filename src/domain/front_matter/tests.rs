use super::*;

fn read_ok(text: &str) -> FrontMatter<'_> {
    match read(text) {
        Ok(Some(matter)) => matter,
        other => panic!("no front matter: {other:?}\n{text}"),
    }
}

/// Returns the one item of a list under `k` and the codes of the remarks.
fn item(raw: &str) -> (Option<String>, Vec<String>) {
    let text = format!("---\nk:\n  - {raw}\nlast: 01\n---\n");
    let matter = read_ok(&text);
    assert_eq!(matter.get("last").and_then(Node::text), Some("01"), "{raw}: the rest is lost");
    let node = match matter.get("k").map(|n| &n.value) {
        Some(Value::List(items)) if items.len() == 1 => items.first().cloned(),
        other => panic!("{raw}: {other:?}"),
    };
    let text = node.and_then(|n| n.text().map(str::to_owned));
    (text, matter.remarks.iter().map(|r| r.code.clone()).collect())
}

#[test]
fn scalars_stay_as_written() {
    let text = "---\na: 01\nb: 1.10\nc: yes\nd: 1e3\ne: .inf\nf: 0o17\ng: null\nh:\ni: ~\nj: \"03-01\"\nk: 123456789012345678901234567890\n---\n";
    let matter = read_ok(text);
    let shown: Vec<_> = matter.entries.iter().map(|e| (e.key.as_str(), e.node.text(), e.line)).collect();
    assert_eq!(
        shown,
        [
            ("a", Some("01"), 2),
            ("b", Some("1.10"), 3),
            ("c", Some("yes"), 4),
            ("d", Some("1e3"), 5),
            ("e", Some(".inf"), 6),
            ("f", Some("0o17"), 7),
            ("g", Some("null"), 8),
            ("h", None, 9),
            ("i", None, 10),
            ("j", Some("03-01"), 11),
            ("k", Some("123456789012345678901234567890"), 12),
        ]
    );
    assert!(!matter.degraded && matter.remarks.is_empty(), "{:?}", matter.remarks);
}

#[test]
fn nothing_is_lost_silently() {
    // (as written, as read, the remark's code or nothing)
    let cases = [
        ("Fix issue #12", "Fix issue #12", "hash_kept"),
        ("#12 is fixed", "#12 is fixed", "hash_kept"),
        ("Uses C # here", "Uses C # here", "hash_kept"),
        ("&mut self is taken", "&mut self is taken", "raw_kept"),
        ("!important is respected", "!important is respected", "raw_kept"),
        ("*.rs files are formatted", "*.rs files are formatted", "raw_kept"),
        ("**Bold** statement", "**Bold** statement", "raw_kept"),
        ("*alone*", "*alone*", "raw_kept"),
        ("`foo` returns 1", "`foo` returns 1", "raw_kept"),
        ("@handle works", "@handle works", "raw_kept"),
        ("%d is printed", "%d is printed", "raw_kept"),
        (">= 5 tests", ">= 5 tests", "raw_kept"),
        ("| a | b |", "| a | b |", "raw_kept"),
        ("[x] is done", "[x] is done", "raw_kept"),
        ("[ ] is open", "[ ] is open", "raw_kept"),
        ("{id} is given", "{id} is given", "raw_kept"),
        ("{{ template }}", "{{ template }}", "raw_kept"),
        ("\"Fix issue\" #12 now", "Fix issue #12 now", "hash_kept"),
        ("'Fix issue' #12 now", "Fix issue #12 now", "hash_kept"),
        ("\"Fix\n    issue\" #12 now", "Fix issue #12 now", "hash_kept"),
        ("'Shows count' # of items", "Shows count", "comment_left_out"),
        ("\"one\n    two\" # so", "one two", "comment_left_out"),
        ("\"\\d+ is\" #12", "\\d+ is #12", "hash_kept"),
        ("'Shows # of items'", "Shows # of items", ""),
        ("? question is asked", "? question is asked", "raw_kept"),
        ("?", "?", "raw_kept"),
        ("\"foo\" returns bar", "\"foo\" returns bar", "raw_kept"),
        ("'a' or 'b'", "'a' or 'b'", "raw_kept"),
        ("\"never closed", "\"never closed", "raw_kept"),
        ("\"regex \\d+\"", "regex \\d+", "escape_kept"),
        ("\"a\\.b\"", "a\\.b", "escape_kept"),
        ("\"\\bword\\b\"", "\\bword\\b", "escape_kept"),
        ("User sees: a: b", "User sees: a: b", "colon_kept"),
        ("User sees: a list", "User sees: a list", "colon_kept"),
        ("Item : value", "Item : value", "colon_kept"),
        ("Item ##a", "Item ##a", "hash_kept"),
        ("Item # a", "Item # a", "hash_kept"),
        ("Plain words", "Plain words", ""),
        ("don't break", "don't break", ""),
        ("a:b and c::d", "a:b and c::d", ""),
        ("http://x.y/#z", "http://x.y/#z", ""),
        ("\"it's \\\"quoted\\\"\"", "it's \"quoted\"", ""),
        ("'it''s'", "it's", ""),
        ("-5 degrees", "-5 degrees", ""),
        ("?what", "?what", ""),
    ];
    for (raw, expected, code) in cases {
        let (text, codes) = item(raw);
        assert_eq!(text.as_deref(), Some(expected), "{raw}");
        assert_eq!(codes.join(" "), code, "{raw}");
    }
}

#[test]
fn bombs_are_refused() {
    let aliases = || {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for n in 1..7 {
            let refs = vec![format!("*a{}", n - 1); 9].join(", ");
            text.push_str(&format!("a{n}: &a{n} [{refs}]\n"));
        }
        text
    };
    let maps: String = (0..300).map(|n| format!("{}k:\n", " ".repeat(n))).collect();
    let cases: Vec<(&str, String, Budget)> = vec![
        ("nested dashes, 4.4 KB", "- ".repeat(2200), Budget::Depth),
        ("nested dashes, 60 KB", "- ".repeat(30_000), Budget::Depth),
        ("dashes below a key", format!("k:\n  {}", "- ".repeat(10_000)), Budget::Depth),
        ("question marks", "? ".repeat(10_000), Budget::ComplexKey),
        (
            "question marks on lines",
            (0..200).map(|n| format!("{}?\n", " ".repeat(n))).collect(),
            Budget::ComplexKey,
        ),
        ("aliases", aliases(), Budget::Anchor),
        ("an alias", "a: &x 1\nb: *x".to_owned(), Budget::Anchor),
        ("an anchored list", "a: &x [1]".to_owned(), Budget::Anchor),
        ("an anchored map", "a: &x\n  b: 1".to_owned(), Budget::Anchor),
        ("merge keys", "a: &x {b: 1}\nc:\n  <<: *x".to_owned(), Budget::Anchor),
        ("tags", "a: !!binary aGk=".to_owned(), Budget::Tag),
        ("a tagged list", "a: !set [1, 2]".to_owned(), Budget::Tag),
        ("a tagged map", "a: !x\n  b: 1".to_owned(), Budget::Tag),
        ("a verbatim tag", "a: !<tag:x> b".to_owned(), Budget::Tag),
        ("deep maps", maps, Budget::Depth),
        ("brackets", format!("a: {}", "[".repeat(60_000)), Budget::Depth),
        ("closed brackets", format!("a: {}{}", "[".repeat(200), "]".repeat(200)), Budget::Depth),
        ("braces", format!("a: {}", "{a: ".repeat(10_000)), Budget::Depth),
        ("flow keys", "a: {[1, 2]: x}".to_owned(), Budget::ComplexKey),
        ("a list as a key", "? [a, b]\n: c".to_owned(), Budget::ComplexKey),
        ("many values", format!("a: [{}1]", "1,".repeat(25_000)), Budget::Nodes),
    ];
    for (name, yaml, budget) in cases {
        let text = format!("---\n{yaml}\n---\n");
        match read(&text) {
            Err(FrontMatterError::Budget { budget: found, .. }) => assert_eq!(found, budget, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn hostile_blocks_end() {
    // Each of these must end, whatever it ends in; they are slow or fatal for careless readers.
    for yaml in [
        "{".repeat(60_000),
        "]".repeat(60_000),
        "a: ".repeat(20_000),
        "\"".repeat(60_001),
        "a: \"\n".repeat(10_000),
        "a: [\n".repeat(10_000),
        "- \"x\n".repeat(10_000),
        "a: |\n".repeat(10_000),
        "%TAG ! x\n".repeat(3_000),
        "x: y\n".repeat(10_000),
        "k: &a\n".repeat(5_000),
        "k: *a\n".repeat(5_000),
        ": ".repeat(30_000),
        "\t".repeat(60_000),
        "-\n".repeat(20_000),
        "a\u{85}b: \u{2028}\u{feff}c".to_owned(),
        "a: 'x\r\rb\r".to_owned(),
        (0..60).map(|n| format!("{}- a: \"x\n", " ".repeat(n))).collect(),
    ] {
        let _ = read(&format!("---\n{yaml}\n---\n"));
    }
}

#[test]
fn delimiters_are_found_by_byte_and_line() {
    let cases: [(&str, u32, u32, &str, &str); 8] = [
        ("---\nphase: 01\n---\nbody\n", 2, 4, "body\n", ""),
        ("\u{feff}---\nphase: 01\n---\nbody\n", 2, 4, "body\n", "bom"),
        ("---\r\nphase: 01\r\n---\r\nbody\r\n", 2, 4, "body\r\n", ""),
        ("\n\n---\nphase: 01\n---\nbody", 4, 6, "body", "blank_before_front_matter"),
        ("---  \nphase: 01\n---\t\nbody", 2, 4, "body", ""),
        ("---\nphase: 01\n...\nbody", 2, 4, "body", "front_matter_dots"),
        ("---\nphase: 01\n---", 2, 4, "", ""),
        ("---\n\n\n  phase: 01\n---\nbody", 4, 6, "body", ""),
    ];
    for (text, line, body_line, body, code) in cases {
        let matter = read_ok(text);
        let phase = matter.entries.first().unwrap();
        assert_eq!((phase.node.text(), phase.line), (Some("01"), line), "{text:?}");
        assert_eq!((matter.body_line, &text[matter.body_at..]), (body_line, body), "{text:?}");
        let codes: Vec<&str> = matter.remarks.iter().map(|r| r.code.as_str()).collect();
        assert_eq!(codes.join(" "), code, "{text:?}");
        assert!(matter.closed);
    }
    for text in ["", "# Title\n", "----\na: b\n----\n", "text\n---\na: b\n---\n", "---\nJust prose\n---\n"] {
        assert_eq!(read(text), Ok(None), "{text:?}");
    }
}

#[test]
fn a_missing_closing_line_is_named() {
    let text = "---\nphase: 01\nfiles:\n  - a.rs\n\n# Title\n\n<task type=\"auto\">\n";
    let matter = read_ok(text);
    assert!(!matter.closed);
    assert_eq!(matter.remarks.first().map(|r| r.code.as_str()), Some("front_matter_unclosed"));
    assert_eq!(matter.body_line, 6);
    assert_eq!(matter.get("phase").and_then(Node::text), Some("01"));
}

#[test]
fn a_rule_inside_a_block_text_is_named() {
    let text = "---\nnote: |\n  first\n---\n  second\nplan: 01\n---\nbody\n";
    let matter = read_ok(text);
    assert!(
        matter.remarks.iter().any(|r| r.code == "front_matter_cut" && r.line == 4),
        "{:?}",
        matter.remarks
    );
}

#[test]
fn a_block_text_is_left_alone() {
    let text = "---\na: |\n  # no comment: here\n  - &x *y\nb: >-\n  one\n  two\n---\n";
    let matter = read_ok(text);
    assert_eq!(matter.get("a").and_then(Node::text), Some("# no comment: here\n- &x *y\n"));
    assert_eq!(matter.get("b").and_then(Node::text), Some("one two"));
    assert!(matter.remarks.is_empty());
}

#[test]
fn texts_over_several_lines_are_whole() {
    let text =
        "---\nk:\n  - \"one\n    two: three\n    four\"\n  - plain\n    goes on: here #5\nlast: 1\n---\n";
    let matter = read_ok(text);
    let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{matter:?}") };
    let texts: Vec<_> = items.iter().map(|i| (i.text().unwrap_or(""), i.line)).collect();
    assert_eq!(texts, [("one two: three four", 3), ("plain goes on: here #5", 6)]);
}

#[test]
fn broken_yaml_is_read_line_by_line() {
    let text = "---\nphase: 1\n**Verdict: good**\nmust_haves:\n  truths:\n    - one\n     - two\n  artifacts:\n    - path: a.rs\n        min_lines: 5\n      exports: [A, \"B, C\"]\nphase: 2\n---\n";
    let matter = read_ok(text);
    assert!(matter.degraded);
    let codes: Vec<&str> = matter.remarks.iter().map(|r| r.code.as_str()).collect();
    assert!(codes.contains(&"yaml_failed") && codes.contains(&"duplicate_key"), "{codes:?}");
    assert_eq!(matter.get("phase").and_then(Node::text), Some("1"));
    let must = matter.get("must_haves").unwrap();
    let Some(Value::List(truths)) = must.get("truths").map(|n| &n.value) else { panic!("{must:?}") };
    assert_eq!(truths.iter().filter_map(Node::text).collect::<Vec<_>>(), ["one", "two"]);
    let Some(Value::List(artifacts)) = must.get("artifacts").map(|n| &n.value) else { panic!("{must:?}") };
    let first = artifacts.first().unwrap();
    assert_eq!(first.get("min_lines").and_then(Node::text), Some("5"));
    let Some(Value::List(exports)) = first.get("exports").map(|n| &n.value) else { panic!("{first:?}") };
    assert_eq!(exports.iter().filter_map(Node::text).collect::<Vec<_>>(), ["A", "B, C"]);
}

/// What was copied from a page or a chat is indented with no-break spaces, which look like blanks.
#[test]
fn blanks_that_yaml_takes_for_text_are_blanks_and_told_once() {
    for blank in ["\t", "\u{a0}\u{a0}", "\u{2003}\u{2003}", "\u{3000}\u{3000}"] {
        let text = format!(
            "---\nmust_haves:\n{blank}truths:\n{blank}{blank}- It works\n{blank}{blank}- It lasts\n---\n"
        );
        let matter = read_ok(&text);
        let truths = matter.get("must_haves").and_then(|m| m.get("truths"));
        let Some(Value::List(items)) = truths.map(|node| &node.value) else {
            panic!("{blank:?}: {matter:?}")
        };
        let items: Vec<_> = items.iter().map(Node::text).collect();
        assert_eq!(items, [Some("It works"), Some("It lasts")], "{blank:?}");
        assert!(matter.degraded, "{blank:?}");
        let told: Vec<_> = matter.remarks.iter().filter(|r| r.code == "tab_indent").collect();
        assert_eq!(told.len(), 1, "{blank:?}: {:?}", matter.remarks);
        assert!(told[0].line == 3 && told[0].message.ends_with("here and in 2 more lines"), "{:?}", told[0]);
    }
}

#[test]
fn sizes_and_nul_are_refused() {
    let big = format!("---\na: {}\n---\n", "x".repeat(MAX_FRONT_MATTER));
    assert!(matches!(read(&big), Err(FrontMatterError::TooLarge { .. })));
    assert_eq!(read("---\na: b\0c\n---\n"), Err(FrontMatterError::Nul { line: 2 }));
}

proptest::proptest! {
    /// Lists come out to the letter, however their items are written.
    #[test]
    fn lists_come_out_to_the_letter(items in proptest::collection::vec("[!-~][ -~]{0,40}[!-~]", 1..8), style in 0..3usize) {
        let written: Vec<String> = items.iter().map(|text| match style {
            0 => format!("'{}'", text.replace('\'', "''")),
            1 => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            _ => format!("Item {text}"),
        }).collect();
        let expected: Vec<String> = match style {
            0 | 1 => items,
            _ => written.clone(),
        };
        let list: String = written.iter().map(|t| format!("    - {t}\n")).collect();
        let text = format!("---\nmust_haves:\n  truths:\n{list}plan: 01\n---\n");
        let matter = read_ok(&text);
        let found = match matter.get("must_haves").and_then(|m| m.get("truths")).map(|n| &n.value) {
            Some(Value::List(found)) => found.iter().map(|n| n.text().unwrap_or("").to_owned()).collect(),
            _ => Vec::new(),
        };
        proptest::prop_assert_eq!(found, expected);
        proptest::prop_assert_eq!(matter.get("plan").and_then(Node::text), Some("01"));
    }

    /// Nothing makes the reader panic.
    #[test]
    fn any_text_is_read_or_refused(yaml in "([-?:&*!|>'\"%@`#{}\\[\\], a\n\t\r\\\\é]|: |- |\n  ){0,120}") {
        let _ = read(&format!("---\n{yaml}\n---\n"));
    }
}

#[test]
fn a_key_alone_in_braces_is_kept_where_yaml_gave_up() {
    let matter =
        read("---\nbad: `x`: \"\\y\nlink: {from: a.rs, wired, to: b.rs}\n  - odd\n---\n").unwrap().unwrap();
    assert!(matter.degraded);
    let Value::Map(entries) = &matter.get("link").unwrap().value else { panic!("{matter:?}") };
    let keys: Vec<&str> = entries.iter().map(|e| e.key.as_str()).collect();
    assert_eq!(keys, ["from", "wired", "to"]);
}

#[test]
fn what_fails_at_the_end_is_said_of_a_line_that_is_there() {
    let text = "---\nphase: 04-search\nfindings:\n  critical: 0\n  w";
    let front = read(text).unwrap().unwrap();
    let said: Vec<(u32, &str)> = front.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
    assert!(said.contains(&(5, "yaml_failed")), "{said:?}");
    assert!(said.iter().all(|(line, _)| *line <= 5), "{said:?}");
}

/// A list as written, its texts with their lines, and the remarks.
type ListCase = (&'static str, &'static [(&'static str, u32)], &'static [&'static str]);

/// Returns the texts of a list with their lines, and the remarks' codes.
fn texts_of(text: &str, key: &str) -> (Vec<(String, u32)>, Vec<String>) {
    let text = format!("---\n{text}last: 01\n---\n");
    let matter = read_ok(&text);
    assert_eq!(matter.get("last").and_then(Node::text), Some("01"), "the rest is lost: {text}");
    let Some(Value::List(items)) = matter.get(key).map(|n| &n.value) else { panic!("{text}{matter:?}") };
    let items = items.iter().map(|i| (i.text().unwrap_or("?").to_owned(), i.line)).collect();
    (items, matter.remarks.iter().map(|r| format!("{} {}", r.line, r.code)).collect())
}

#[test]
fn a_line_that_goes_on_with_a_text_belongs_to_it_whatever_it_begins_with() {
    // (as written, the texts with their lines, the remarks)
    let cases: [ListCase; 12] = [
        ("- Fix issue\n    #12 for good", &[("Fix issue #12 for good", 3)], &["3 hash_kept"]),
        (
            "- The total of issue\n    #12 and rejects\n    negative numbers\n  - B",
            &[("The total of issue #12 and rejects negative numbers", 3), ("B", 6)],
            &["3 hash_kept"],
        ),
        ("- Users see\n    - item #3 here", &[("Users see - item #3 here", 3)], &["3 hash_kept"]),
        ("- one\n    - \"quoted\" is x", &[("one - \"quoted\" is x", 3)], &[]),
        ("- [x] is done for\n    #12 too", &[("[x] is done for #12 too", 3)], &["3 raw_kept"]),
        ("- \"A\" is done for\n    #12 too", &[("\"A\" is done for #12 too", 3)], &["3 raw_kept"]),
        ("- #12 is closed\n    and #13", &[("#12 is closed and #13", 3)], &["3 hash_kept"]),
        ("- Fix issue\n\n    #12 for good", &[("Fix issue #12 for good", 3)], &["3 hash_kept"]),
        ("- A\n    # a comment\n  - B", &[("A", 3), ("B", 5)], &[]),
        ("- A\n    #-----\n  #- C\n  - B", &[("A", 3), ("B", 6)], &[]),
        ("- \"A\"\n    #12 too\n  - B", &[("A", 3), ("B", 5)], &["4 comment_left_out"]),
        // Where YAML gives up the line reader has it, too.
        (
            "- Fix issue\n    #12 for good\n  bad: `x`: \"\\y",
            &[("Fix issue #12 for good", 3)],
            &["5 raw_kept", "5 yaml_failed", "5 line_not_understood"],
        ),
    ];
    for (raw, texts, told) in cases {
        let (found, codes) = texts_of(&format!("k:\n  {raw}\n"), "k");
        let found: Vec<(&str, u32)> = found.iter().map(|(text, line)| (text.as_str(), *line)).collect();
        assert_eq!(found, texts, "{raw}");
        let codes: Vec<&str> =
            codes.iter().map(String::as_str).filter(|c| !c.ends_with("duplicate_key")).collect();
        assert!(codes == told || raw.contains("bad:"), "{raw}: {codes:?}");
    }
}

#[test]
fn texts_in_brackets_and_over_lines_stay_as_written() {
    let cases: [ListCase; 14] = [
        (
            "[\n  First thing,\n  Fix issue #12\n]",
            &[("First thing", 3), ("Fix issue #12", 4)],
            &["4 hash_kept"],
        ),
        ("[\n  Fix issue #12,\n  B ]", &[("Fix issue #12", 3), ("B", 4)], &["3 hash_kept"]),
        ("[Fix issue #12, #13]", &[("Fix issue #12", 2), ("#13", 2)], &["2 hash_kept", "2 hash_kept"]),
        ("[\n  Fix issue\n  #12 it's, B]", &[("Fix issue #12 it's", 3), ("B", 4)], &["3 hash_kept"]),
        (
            "[\n  a.rs, # the [first]\n  # more\n  b.rs # last\n]",
            &[("a.rs", 3), ("b.rs", 5)],
            &["5 comment_left_out"],
        ),
        ("[a.rs # one, b.rs]", &[("a.rs # one", 2), ("b.rs", 2)], &["2 hash_kept"]),
        ("[\"\\bword\\b is\", 'it''s']", &[("\\bword\\b is", 2), ("it's", 2)], &["2 escape_kept"]),
        ("[\"a\\.b\", \"c \\\"d\\\"\"]", &[("a\\.b", 2), ("c \"d\"", 2)], &["2 escape_kept"]),
        ("[\n  \"\\bone\n  two\", B]", &[("\\bone two", 3), ("B", 4)], &["3 escape_kept"]),
        ("[*.md, &mut self, `x`]", &[("*.md", 2), ("&mut self", 2), ("`x`", 2)], &["2 raw_kept"; 3]),
        ("[http://x.y/#z, a:b, c#d]", &[("http://x.y/#z", 2), ("a:b", 2), ("c#d", 2)], &[]),
        ("[\n  \"one # two\",\n  'three, # four'\n]", &[("one # two", 3), ("three, # four", 4)], &[]),
        ("\n  - \"regex \\bword\n    goes on\"", &[("regex \\bword goes on", 3)], &["3 escape_kept"]),
        ("\n  - \"plain \\\"word\\\"\n    goes on\"", &[("plain \"word\" goes on", 3)], &[]),
    ];
    for (raw, texts, told) in cases {
        let (found, codes) = texts_of(&format!("k: {raw}\n"), "k");
        let found: Vec<(&str, u32)> = found.iter().map(|(text, line)| (text.as_str(), *line)).collect();
        assert_eq!(
            (found.as_slice(), codes),
            (texts, told.iter().map(|t| (*t).to_owned()).collect()),
            "{raw}"
        );
    }
    let link = read_ok("---\nk:\n  - {from: src/a.rs, to: b.rs, pattern: \"\\bb\\b\"}\n---\n");
    let Some(Value::List(items)) = link.get("k").map(|n| &n.value) else { panic!("{link:?}") };
    assert_eq!(items[0].get("pattern").and_then(Node::text), Some("\\bb\\b"));
    assert_eq!(link.remarks.iter().map(|r| r.code.as_str()).collect::<Vec<_>>(), ["escape_kept"]);
}

#[test]
fn a_list_in_brackets_over_lines_is_read_where_yaml_gave_up() {
    let text = "---\nk: [\n  one #12,\n  {from: a.rs, to: [b.rs, c.rs]},\n  \"two, three\"\n]\n";
    let text = format!("{text}n:\n  - one\n  bad: `x`: \"\\y\n---\n");
    let matter = read_ok(&text);
    assert!(matter.degraded);
    let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{matter:?}") };
    assert_eq!(items.iter().filter_map(Node::text).collect::<Vec<_>>(), ["one #12", "two, three"]);
    let to = items[1].get("to").map(|n| &n.value);
    assert!(matches!(to, Some(Value::List(paths)) if paths.len() == 2), "{items:?}");
}

#[test]
fn a_text_below_its_key_is_kept_like_one_beside_it() {
    for (below, expected, told) in [
        ("Fix issue #12\n  #13 and on", "Fix issue #12 #13 and on", &["hash_kept"][..]),
        ("\"\\bword\"", "\\bword", &["escape_kept"]),
        ("plain\n  words", "plain words", &[]),
    ] {
        let text = format!("---\nk:\n  {below}\nlast: 01\n---\n");
        let matter = read_ok(&text);
        assert_eq!(matter.get("k").and_then(Node::text), Some(expected));
        assert_eq!(matter.remarks.iter().map(|r| r.code.as_str()).collect::<Vec<_>>(), told, "{below}");
    }
}

#[test]
fn backslashes_within_a_word_are_no_escapes() {
    for (written, text, kept) in [
        (r#""app\routes""#, r"app\routes", true),
        (r#""app\newsletter""#, r"app\newsletter", true),
        (r#""The app\tests folder""#, r"The app\tests folder", true),
        (r#""one:\ntwo""#, "one:\ntwo", false),
    ] {
        let (found, codes) = texts_of(&format!("items:\n  - {written}\n"), "items");
        assert_eq!((found, !codes.is_empty()), (vec![(text.to_owned(), 3)], kept), "{written}");
    }
    let read = read_ok("---\ncontains: \"import x\\nimport y\"\n---\n");
    assert_eq!(read.get("contains").unwrap().text(), Some("import x\nimport y"), "lines of code");
}

#[test]
fn a_sign_and_a_digit_with_nothing_below_are_a_value() {
    let read = read_ok("---\nmin_lines: >5\nnext: 1\ntext: >2\n    a\n---\n");
    assert_eq!(read.get("min_lines").unwrap().text(), Some(">5"));
    assert_eq!(read.get("text").unwrap().text().map(str::trim), Some("a"));
    assert_eq!(read.remarks.iter().map(|r| (r.line, r.code.as_str())).collect::<Vec<_>>(), [(2, "raw_kept")]);
}

#[test]
fn a_sentence_that_begins_like_an_anchor_is_one() {
    let lines = "  - &mut [u8] buffers are filled\n  - !important [x] rules\n  - &mut \"x\" is said\n";
    let (found, codes) = texts_of(&format!("items:\n{lines}"), "items");
    let texts: Vec<_> = found.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(texts, ["&mut [u8] buffers are filled", "!important [x] rules", "&mut \"x\" is said"]);
    assert_eq!(codes, ["3 raw_kept", "4 raw_kept", "5 raw_kept"]);
}

#[test]
fn a_name_above_a_list_that_nothing_refers_to_is_left_out_and_told() {
    for list in ["files: &files\n  - a.rs\n  - b.rs\n", "files: &files\n- a.rs\n- b.rs\n"] {
        let (found, codes) = texts_of(list, "files");
        assert_eq!(found.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["a.rs", "b.rs"]);
        assert_eq!(codes, ["2 anchor_left_out"]);
    }
}

#[test]
fn an_item_that_begins_with_a_sharp_sign_is_kept_to_the_letter() {
    let (found, codes) = texts_of("items:\n  - # of users is shown\n  - plain\n", "items");
    assert_eq!(
        found.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(),
        ["# of users is shown", "plain"]
    );
    assert_eq!(codes, ["3 hash_kept"]);
}

#[test]
fn a_comment_after_the_quoted_value_of_a_key_is_left_out_and_told() {
    for value in ["\"src/a.ts\" # the first", "'src/a.ts' #first"] {
        let text = format!("---\nk:\n  - path: {value}\n    more: 1\n---\n");
        let matter = read_ok(&text);
        let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{matter:?}") };
        assert_eq!(items[0].get("path").and_then(Node::text), Some("src/a.ts"), "{value}");
        let told: Vec<_> = matter.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
        assert_eq!((told, matter.degraded), (vec![(3, "comment_left_out")], false), "{value}");
    }
}

#[test]
fn an_odd_mark_in_the_column_of_a_list_is_one_of_its_items() {
    let cases: [ListCase; 12] = [
        ("- a\n  -b\n  - c\n  - d", &[("a", 3), ("b", 4), ("c", 5), ("d", 6)], &["4 odd_bullets"]),
        ("- a\n  * b\n  - c", &[("a", 3), ("b", 4), ("c", 5)], &["4 odd_bullets"]),
        ("- a\n  • b\n  - c", &[("a", 3), ("b", 4), ("c", 5)], &["4 odd_bullets"]),
        ("- a\n  2. b\n  - c", &[("a", 3), ("b", 4), ("c", 5)], &["4 odd_bullets"]),
        ("- a\n  -b\n    goes on\n  - c", &[("a", 3), ("b goes on", 4), ("c", 6)], &["4 odd_bullets"]),
        ("- a\n\n  -b\n  +  c", &[("a", 3), ("b", 5), ("c", 6)], &["5 odd_bullets", "6 odd_bullets"]),
        ("- a\n  -\"b: c\"\n  - d", &[("a", 3), ("b: c", 4), ("d", 5)], &["4 odd_bullets"]),
        ("- a\n  -5 degrees\n  - c", &[("a", 3), ("-5 degrees", 4), ("c", 5)], &["4 odd_bullets"]),
        // What goes on with a text is no item.
        ("- a\n    -b\n  - c", &[("a -b", 3), ("c", 5)], &[]),
        ("- a\n    * b\n  - c", &[("a * b", 3), ("c", 5)], &[]),
        ("- \"a\n    -b\"\n  - c", &[("a -b", 3), ("c", 5)], &[]),
        // No mark at all: the line is lost, and told, but not the items after it.
        (
            "- a\n  b\n  - c\n  - d",
            &[("a", 3), ("c", 5), ("d", 6)],
            &["yaml_failed", "4 line_not_understood"],
        ),
    ];
    for (raw, texts, told) in cases {
        let (found, codes) = texts_of(&format!("k:\n  {raw}\n"), "k");
        let found: Vec<(&str, u32)> = found.iter().map(|(text, line)| (text.as_str(), *line)).collect();
        assert_eq!(found, texts, "{raw}");
        // In which line YAML fails is for its parser to say.
        let bare = |code: &String| match code.ends_with("yaml_failed") {
            true => "yaml_failed".to_owned(),
            false => code.clone(),
        };
        assert_eq!(codes.iter().map(bare).collect::<Vec<_>>(), told, "{raw}");
    }
}

#[test]
fn an_odd_mark_leaves_maps_and_other_keys_alone() {
    let text =
        "---\nk:\n  - path: a.rs\n    min: 1\n  * path: b.rs\n    min: 2\nn: 1\nm:\n  -one\n  -two\n---\n";
    let matter = read_ok(text);
    let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{matter:?}") };
    let mins: Vec<_> = items.iter().map(|item| item.get("min").and_then(Node::text)).collect();
    assert_eq!(mins, [Some("1"), Some("2")]);
    assert_eq!(matter.get("n").and_then(Node::text), Some("1"));
    assert_eq!(matter.get("m").and_then(Node::text), Some("-one -two"), "no list is open here");
    let told: Vec<_> = matter.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
    assert_eq!((told, matter.degraded), (vec![(5, "odd_bullets")], true));
}

/// Returns the entries of the first item of a list under `k`, below which the item `b` stands, and the remarks.
fn first_of_two(lines: &str) -> (Vec<(String, String)>, Vec<String>) {
    let text = format!("---\nk:\n{lines}  - b\nlast: 01\n---\n");
    let matter = read_ok(&text);
    assert_eq!(matter.get("last").and_then(Node::text), Some("01"), "the rest is lost: {lines}");
    let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{lines}{matter:?}") };
    assert_eq!((items.len(), items.last().and_then(Node::text)), (2, Some("b")), "{lines}{matter:?}");
    let Some(Value::Map(entries)) = items.first().map(|n| &n.value) else { panic!("{lines}{matter:?}") };
    let entries = entries.iter().map(|e| (e.key.clone(), e.node.text().unwrap_or("?").to_owned()));
    (entries.collect(), matter.remarks.iter().map(|r| format!("{} {}", r.line, r.code)).collect())
}

/// The lines of an item, its keys with their values, and the remarks.
type MapCase = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn a_value_behind_an_items_key_goes_on_behind_the_dash() {
    let cases: [MapCase; 11] = [
        ("  - Login: they go in\n    and look\n", &[("Login", "they go in and look")], &["3 raw_kept"]),
        ("  - Login: \"they go\n    in\"\n", &[("Login", "they go in")], &["3 raw_kept"]),
        ("  - API: GET /x\n\n    returns 200\n", &[("API", "GET /x returns 200")], &["3 raw_kept"]),
        ("  - API: GET /x\n   returns 200\n", &[("API", "GET /x returns 200")], &["3 raw_kept"]),
        ("  - API: it's\n    #12\n", &[("API", "it's #12")], &["3 hash_kept", "3 raw_kept"]),
        (
            "  - path: a.rs\n    and b.rs\n    min: 1\n",
            &[("path", "a.rs and b.rs"), ("min", "1")],
            &["3 raw_kept"],
        ),
        // What YAML takes is taken as YAML does.
        ("  - Login: they go in\n      and look\n", &[("Login", "they go in and look")], &[]),
        ("  - Login: \"they go\n      in\"\n", &[("Login", "they go in")], &[]),
        ("  - Login: works\n    Log out: works\n", &[("Login", "works"), ("Log out", "works")], &[]),
        ("  - path: a.rs\n    min: 1\n", &[("path", "a.rs"), ("min", "1")], &[]),
        ("  - path: \"a.rs\"\n    # so\n    min: 1\n", &[("path", "a.rs"), ("min", "1")], &[]),
    ];
    for (lines, entries, told) in cases {
        let (found, codes) = first_of_two(lines);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        assert_eq!(found, entries, "{lines}");
        assert_eq!(codes, told, "{lines}");
    }
}

#[test]
fn a_list_below_an_items_key_stays_one() {
    for lines in ["  - names:\n    - a\n", "  - names: # so\n    - a\n"] {
        let text = format!("---\nk:\n{lines}---\n");
        let matter = read_ok(&text);
        let Some(Value::List(items)) = matter.get("k").map(|n| &n.value) else { panic!("{matter:?}") };
        let names = items[0].get("names").map(|n| &n.value);
        assert!(matches!(names, Some(Value::List(names)) if names.len() == 1), "{lines}{matter:?}");
    }
}

#[test]
fn a_byte_order_mark_is_told_of_the_first_line() {
    let matter = read_ok("\u{feff}---\nphase: 01\n---\n");
    let told: Vec<_> = matter.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
    assert_eq!(told, [(1, "bom")]);
}
