//! The books of code: files of each language, each with what the syntax tree makes of them and how surely it is a stub.
//!
//! The pages are in `tests/it/books/code_*.txt`; how a book is kept says `tests/it/books.rs`.

use std::fmt::{Debug, Write as _};
use std::ops::Range;
use std::path::PathBuf;

use expect_test::expect_file;

use super::super::stub::{Sure, judged};
use super::super::stubs;
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Outline, is_left_out, outline};

fn hold(name: &str) {
    let at = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/books").join(name);
    let book = std::fs::read_to_string(&at).expect("the book");
    let (mut said, mut text, mut title) = (String::new(), String::new(), None::<String>);
    let mut reads = false;
    for line in book.lines().chain(["%% "]) {
        if let Some(next) = line.strip_prefix("%% ").filter(|next| *next != "reads") {
            if let Some(title) = title.take() {
                let reading = read(&title, &text);
                write!(said, "%% {title}\n{text}%% reads\n{}\n", reading.trim_end()).expect("written");
            }
            title = Some(next.to_owned());
            text.clear();
            reads = false;
        } else if line == "%% reads" {
            reads = true;
        } else if title.is_none() {
            writeln!(said, "{line}").expect("written");
        } else if !reads {
            text.push_str(line);
            text.push('\n');
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return expect_file![at].assert_eq(&said);
    }
    // The difference of two whole books takes minutes to compute.
    for (number, (was, is)) in book.lines().chain([""]).zip(said.lines().chain([""])).enumerate() {
        assert!(was == is, "{name}:{}\n  was {was}\n  is  {is}", number + 1);
    }
    assert!(book == said, "{name} differs at its end");
}

#[test]
fn files_of_scripts_read_as_the_book_says() {
    hold("code_script.txt");
}

#[test]
fn files_of_python_and_ruby_read_as_the_book_says() {
    hold("code_python.txt");
}

#[test]
fn files_of_compiled_languages_read_as_the_book_says() {
    hold("code_compiled.txt");
}

fn read(title: &str, text: &str) -> String {
    let title = title.rsplit_once(", in ").expect("a path").1;
    let (path, promised) = title.split_once(", promised ").unwrap_or((title, ""));
    let path = RepoPath::parse(path).expect("a path");
    let promised: Vec<&str> = promised.split_whitespace().collect();
    let Some(outline) = outline(&path, text) else { return "no outline".to_owned() };
    let mut said = told(&outline, text);
    if is_left_out(&path, text) {
        said.push_str("is left out\n");
    }
    for stub in stubs(&path, text).iter().filter(|_| !outline.intact) {
        writeln!(said, "stub {}-{} {}", stub.from, stub.to, stub.what).expect("written");
    }
    let (how, rows) = match judged(&path, &outline, &promised) {
        Sure::No => ("no stub", Vec::new()),
        Sure::Maybe(rows) => ("perhaps a stub", rows),
        Sure::Yes(rows) => ("a stub", rows),
    };
    writeln!(said, "{how}").expect("written");
    for (line, what) in rows {
        writeln!(said, "  {line} {what}").expect("written");
    }
    said
}

fn list<T: Debug>(
    said: &mut String,
    name: &str,
    all: impl IntoIterator<Item = T>,
    shown: impl Fn(T) -> String,
) {
    let all: Vec<String> = all.into_iter().map(shown).collect();
    if !all.is_empty() {
        writeln!(said, "{name} {}", all.join(" · ")).expect("written");
    }
}

/// What an outline holds, each kind in a row of its own.
fn told(outline: &Outline, text: &str) -> String {
    let mut said = String::new();
    let line = |at: usize| text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1;
    let at = |r: &Range<usize>| {
        let cut: String = text.get(r.clone()).unwrap_or("?").chars().filter(|c| *c != '\n').collect();
        let short: String = cut.chars().take(24).collect();
        format!("{}:{short}({})", line(r.start), r.len())
    };
    let flags = [
        ("not intact", !outline.intact),
        ("starts", outline.starts),
        ("open", outline.open),
        ("left out", outline.left_out),
        ("types only", outline.is_types_only()),
    ];
    list(&mut said, "is", flags.iter().filter(|f| f.1), |f| f.0.to_owned());
    list(&mut said, "homes", &outline.homes, String::clone);
    list(&mut said, "symbols", &outline.symbols, |s| {
        let exported = if s.exported { "" } else { "-" };
        let owner = s.owner.as_ref().map(|o| format!("{o}.")).unwrap_or_default();
        format!("{exported}{owner}{} {:?} {}", s.name, s.kind, line(s.at))
    });
    list(&mut said, "exports", outline.exports(), |s| s.name.clone());
    for import in &outline.imports {
        let flags = [
            (" all", import.all),
            (" passes on", import.passes_on),
            (" declares", import.declares),
            (" dynamic", import.dynamic),
        ];
        let flags: String = flags.iter().filter(|f| f.1).map(|f| f.0).collect();
        let names: Vec<String> = import
            .names
            .iter()
            .map(|n| format!("{}>{}{}", n.name, n.local, if n.type_only { " type" } else { "" }))
            .collect();
        writeln!(said, "import {} {} [{}]{flags}", line(import.at.start), import.from, names.join(", "))
            .expect("written");
    }
    list(&mut said, "uses", &outline.uses, |(name, uses)| {
        let ways = [("", uses.plain), (".", uses.member), (":", uses.typed)];
        let ways: Vec<String> = ways.iter().filter_map(|(w, l)| l.map(|l| format!("{w}{l}"))).collect();
        format!("{name} {}", ways.join(" "))
    });
    for body in &outline.hollow {
        let owner = body.owner.as_ref().map(|o| format!("{o}.")).unwrap_or_default();
        let loose = if body.loose { " loose" } else { "" };
        let asked = if body.asked_for { " asked for" } else { "" };
        writeln!(
            said,
            "hollow {owner}{} {}-{} {:?} takes {}{loose}{asked}",
            body.name, body.from, body.to, body.what, body.takes
        )
        .expect("written");
    }
    writeln!(said, "real bodies {}", outline.real_bodies).expect("written");
    list(&mut said, "at work", &outline.at_work, |w| format!("[{w}]"));
    list(&mut said, "empty catches", &outline.empty_catches, |l| l.to_string());
    list(&mut said, "comments", &outline.comments, at);
    list(&mut said, "strings", &outline.strings, at);
    list(&mut said, "definitions", &outline.definitions, |r| text.get(r.clone()).unwrap_or("?").to_owned());
    list(&mut said, "marks", &outline.marks, String::clone);
    list(&mut said, "dead", &outline.dead, at);
    list(&mut said, "unreached", &outline.unreached, at);
    list(&mut said, "blanks", &outline.blanks, |b| format!("{} {} {:?}", b.name, b.line, b.what));
    if !outline.full.declared.is_empty() || format!("{:?}", outline.full).contains("): ") {
        writeln!(said, "full {:?}", outline.full).expect("written");
    }
    list(&mut said, "lent", &outline.lent, String::clone);
    let trials = &outline.trials;
    if trials.running + trials.idle + trials.skipped.len() > 0 {
        writeln!(said, "tests {} run, {} idle", trials.running, trials.idle).expect("written");
        list(&mut said, "skipped", &trials.skipped, at);
    }
    said
}
