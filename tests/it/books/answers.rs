//! Whole answers of reviewers, each with its reading.

use countersign::domain::dialect::{ReadContext, held_verdict, missing, read};

use super::{Page, hold_pages};

/// The code of the pass; a page that asks for it says so in its title, as `…, with the code`.
const CODE: &str = "cs-1-abcdef";

#[test]
fn whole_answers_read_as_the_book_says() {
    hold_pages("answers.txt", reading);
}

/// The reading as the tool gives it, line by line. A title that ends in `, as <dialect>` forces that dialect.
fn reading(page: &Page) -> String {
    let forced = page.title.rsplit_once(", as ").map(|(_, dialect)| dialect);
    let countersign = page.title.contains(", with the code").then_some(CODE);
    let reading = read(&page.text, &ReadContext { forced, countersign, ..ReadContext::default() });
    let mut rows = vec![format!("held {}", held_verdict(&reading).as_str())];
    rows.extend(missing(&reading).map(|what| format!("missing {what}")));
    let mut fields = serde_json::to_value(&reading).expect("a reading is JSON");
    for (field, value) in fields.as_object_mut().expect("a reading is an object").iter() {
        match value.as_array() {
            Some(all) => rows.extend(all.iter().map(|one| format!("{field} {one}"))),
            None => rows.push(format!("{field} {value}")),
        }
    }
    rows.join("\n")
}
