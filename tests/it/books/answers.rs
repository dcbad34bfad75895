//! Whole answers of reviewers, each with its reading.

use countersign::domain::dialect::{ReadContext, ask_again_in, held_verdict, missing, names, read, signals};

use super::{Page, hold_pages};

/// A test for each book of answers.
macro_rules! books {
    ($($name:ident),* $(,)?) => { $(
        #[test]
        fn $name() {
            hold_pages(concat!("answers/", stringify!($name), ".txt"), reading);
        }
    )* };
}

books! {
    verdicts, findings, sections, gsd, ralph, pages, places, rounds, others, yolo, megazord, bazinga, settled, leads, parts,
    odds, odds_2, odds_3,
}

#[test]
fn whole_answers_read_as_the_book_says() {
    hold_pages("answers.txt", reading);
}

/// The code of the pass; a page that asks for it says so in its title, as `…, with the code`.
const CODE: &str = "cs-1-abcdef";

/// The reading as the tool gives it, line by line. A title says behind commas what is known besides the text: `as` a
/// dialect forces that one, `for` a dialect prefers it, `in` a dialect asks again in its form, `with the code`, `with CRLF`,
/// `cut` without the last line's end. Lines that begin with `%+ ` stand in the reviewed change and not in the text.
fn reading(page: &Page) -> String {
    let asks: Vec<&str> = page.title.split(", ").skip(1).collect();
    let named = |prefix: &str| asks.iter().find_map(|a| a.strip_prefix(prefix));
    let changed: Vec<&str> = page.text.lines().filter_map(|l| l.strip_prefix("%+ ")).map(str::trim).collect();
    let mut text: String =
        page.text.lines().filter(|l| !l.starts_with("%+ ")).flat_map(|l| [l, "\n"]).collect();
    if asks.contains(&"with CRLF") {
        text = text.replace('\n', "\r\n");
    }
    if asks.contains(&"cut") {
        text.truncate(text.trim_end().len());
    }
    let in_diff = |line: &str| changed.contains(&line);
    let context = ReadContext {
        forced: named("as "),
        countersign: asks.contains(&"with the code").then_some(CODE),
        diff_lines: &in_diff,
        prefers: named("for "),
    };
    let reading = read(&text, &context);
    let mut rows = vec![format!("held {}", held_verdict(&reading).as_str())];
    rows.extend(missing(&reading).map(|what| format!("missing {what}")));
    if !signals(&reading) {
        rows.push("no signal".to_owned());
    }
    if let Some(dialect) = named("in ").filter(|d| names().any(|n| n == *d)) {
        let asked = ask_again_in(&reading, dialect).unwrap_or_default();
        rows.extend(asked.lines().map(|line| format!("asked {line}")));
    }
    let mut fields = serde_json::to_value(&reading).expect("a reading is JSON");
    for (field, value) in fields.as_object_mut().expect("a reading is an object").iter() {
        match value.as_array() {
            Some(all) => rows.extend(all.iter().map(|one| format!("{field} {one}"))),
            None => rows.push(format!("{field} {value}")),
        }
    }
    rows.join("\n")
}
