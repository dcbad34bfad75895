//! The requirements that a roadmap gives to a phase.

use super::{Reader, Remark, requirements, short};

impl Reader {
    /// Adds the requirements that a line names, and says what in it was not read.
    pub(super) fn requirements(&mut self, text: &str, number: u32) {
        let Some((phase, _)) = &mut self.open else { return };
        let named = requirements::announced(text);
        for id in &named.ids {
            if !phase.requirements.contains(id) {
                phase.requirements.push(id.clone());
            }
        }
        phase.requirement_groups.extend(named.groups.iter().cloned());
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

/// Tells whether what stands behind the label of the requirements says that there are some.
fn says_requirements(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let word = bare.split(|c: char| !(c.is_alphanumeric() || c == '/')).next().unwrap_or_default();
    let nothing = ["", "none", "no", "n/a", "nothing", "tbd", "tba", "todo", "null", "not", "to"];
    !nothing.contains(&word) && bare.chars().any(char::is_alphabetic)
}
