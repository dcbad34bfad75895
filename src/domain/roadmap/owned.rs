//! The requirements that a roadmap gives to a phase.

use super::{Reader, Remark, requirements, short};

impl Reader {
    /// Adds the requirements that a line names, and says what in it was not read.
    pub(super) fn requirements(&mut self, text: &str, number: u32) {
        let Some((phase, _)) = &mut self.open else { return };
        let asked = requirements::asked(text, &phase.number);
        let named = requirements::announced(&asked.text);
        for id in &named.ids {
            if !phase.requirements.contains(id) {
                phase.requirements.push(id.clone());
            }
        }
        phase.requirement_groups.extend(named.groups.iter().cloned());
        let mut told: Vec<String> = Vec::new();
        for (id, why) in asked.left {
            if why.denies() && !named.ids.contains(&id) && !phase.requirements_left.contains(&id) {
                phase.requirements_left.push(id.clone());
            }
            if !named.ids.contains(&id) {
                told.push(format!("{id} ({})", why.told()));
            }
        }
        // What a line takes away a line above may have given.
        let left = &phase.requirements_left;
        phase.requirements.retain(|id| named.ids.contains(id) || !left.contains(id));
        if !told.is_empty() {
            let message = format!(
                "not counted among the requirements of phase {}, by `{}`: {}",
                phase.number,
                short(text),
                short_list(&told)
            );
            self.roadmap.remarks.push(Remark::new(number, "requirements_left_out", message));
        }
        let read = !named.ids.is_empty() || !named.groups.is_empty();
        let what = match named.left.is_empty() {
            false => format!("`{}` is no requirement id", short(&named.left.join("`, `"))),
            true if !read && !self.begun && says_requirements(text) => {
                format!("no requirement id stands in `{}`", short(text))
            }
            true => String::new(),
        };
        self.begun = true;
        if !what.is_empty() {
            let message = format!(
                "{what}, so nothing was taken of it for the requirements of phase {}: write each id out",
                phase.number
            );
            self.roadmap.remarks.push(Remark::new(number, "requirements_unread", message));
        }
    }
}

/// Joins the first of several.
fn short_list(all: &[String]) -> String {
    const NAMED: usize = 12;
    let named = all.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Tells whether what stands behind the label of the requirements says that there are some.
fn says_requirements(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let word = bare.split(|c: char| !(c.is_alphanumeric() || c == '/')).next().unwrap_or_default();
    let nothing = ["", "none", "no", "n/a", "nothing", "tbd", "tba", "todo", "null", "not", "to"];
    !nothing.contains(&word) && bare.chars().any(char::is_alphabetic)
}
