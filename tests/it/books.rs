//! The books: pages and sentences of every kind, each with what a parser makes of it written below.
//!
//! A book is a text file in `tests/it/books`. Add a page, run `UPDATE_EXPECT=1 cargo nextest run books`, and read what
//! came to stand below it: that is the expectation from then on. Whoever changes a parser reads here what else changed.
//!
//! A page begins with `%% its title`; what the parser makes of it stands below `%% reads`. A sentence is a line of its
//! own, its readings stand behind it.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::expect_file;

mod answers;
mod changes;
mod claims;
mod documents;
mod fields;
mod identities;
mod loops;
mod phases;
mod plan_checks;
mod ranges;
mod sentences;
mod small;

/// A page of a book: its title and its text.
struct Page {
    title: String,
    text: String,
}

fn at(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/books").join(name)
}

fn whole(name: &str) -> String {
    std::fs::read_to_string(at(name)).expect(name)
}

/// The pages of a book, without what stands below them.
fn pages(book: &str) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let mut reads = true;
    for line in book.lines() {
        if line == "%% reads" {
            reads = true;
        } else if let Some(title) = line.strip_prefix("%% ") {
            pages.push(Page { title: title.to_owned(), text: String::new() });
            reads = false;
        } else if let Some(page) = pages.last_mut().filter(|_| !reads) {
            page.text.push_str(line);
            page.text.push('\n');
        }
    }
    pages
}

/// Holds a book of pages against what is read today.
fn hold_pages(name: &str, read: impl Fn(&Page) -> String) {
    let book = whole(name);
    // What stands above the first page is the book's own word on itself.
    let mut said: String =
        book.lines().take_while(|line| !line.starts_with("%% ")).flat_map(|l| [l, "\n"]).collect();
    let pages = pages(&book);
    assert!(!pages.is_empty(), "the book {name} has pages");
    for page in &pages {
        let reading = read(page);
        write!(said, "%% {}\n{}%% reads\n{}\n", page.title, page.text, reading.trim_end())
            .expect("a string is written");
    }
    agree(name, &book, &said);
}

/// Tells the first line that differs, and writes the book anew where that is asked for: the difference of two whole
/// books takes minutes to compute and nobody reads it.
fn agree(name: &str, book: &str, said: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return expect_file![at(name)].assert_eq(said);
    }
    let mut title = "";
    for (number, (was, is)) in book.lines().chain([""]).zip(said.lines().chain([""])).enumerate() {
        title = was.strip_prefix("%% ").filter(|title| *title != "reads").unwrap_or(title);
        assert!(was == is, "{name}:{}: {title}\n  was {was}\n  is  {is}", number + 1);
    }
    assert!(book == said, "{name} differs at its end");
}

/// Holds a book of sentences against what is read today: `sentence  => reading`; lines that begin with `#` divide it.
fn hold_sentences(name: &str, read: impl Fn(&str) -> String) {
    let book = whole(name);
    let mut said = String::new();
    for line in book.lines() {
        let sentence = line.split("  => ").next().unwrap_or_default().trim_end();
        if sentence.is_empty() || sentence.starts_with('#') {
            said.push_str(line);
        } else {
            write!(said, "{sentence}  => {}", read(sentence)).expect("a string is written");
        }
        said.push('\n');
    }
    agree(name, &book, &said);
}
