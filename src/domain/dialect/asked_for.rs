//! What a reviewer is asked for, in the words of the form that he answers in (`briefs/forms/`): a line of a text, a row
//! of a table, a field of an object.

/// How the answers of a dialect say what may have to be asked for.
pub(in crate::domain) struct AskedFor {
    dialect: &'static str,
    /// The whole answer, with its verdict.
    pub(in crate::domain) review: &'static str,
    /// Which work it is about.
    pub(in crate::domain) about: &'static str,
    /// What is mended.
    pub(in crate::domain) resolved: &'static str,
    /// What a finding measures the work against.
    pub(in crate::domain) requirement: &'static str,
    /// A word on a rejection.
    pub(in crate::domain) rulings: &'static str,
}

const LINES: AskedFor = AskedFor {
    dialect: "",
    review: "Send the whole review again, with one final status line",
    about: "correct the line",
    resolved: "List under `### Resolved` what is mended, by its id and with its reason",
    requirement: "Add `- **Requirement:**`",
    rulings: "Rule on each",
};

const FORMS: [AskedFor; 3] = [
    AskedFor {
        dialect: "ralph",
        review: "Send the whole review again, with one signal, `REVIEW_PASS` or `REVIEW_FAIL`, alone on its last line",
        resolved: "Give what is mended as a row of its dimension that passes, with its id and its reason",
        requirement: "Add a citation",
        ..LINES
    },
    AskedFor {
        dialect: "bazinga",
        review: "Send the whole review again as one JSON object, with one word in its field `status`",
        about: "correct the field that says so",
        resolved: "Give what is mended in the array `resolved`, by its `id` and with its `reason`",
        requirement: "Give the field `requirement`",
        rulings: "Rule on each in the array `tl_verdicts`",
    },
    AskedFor {
        dialect: "countersign",
        review: "Send the whole review again as one JSON object, with one word in its field `verdict`",
        about: "correct the field that says so",
        resolved: "Give what is mended in the array `resolved`, by its `id` and with its `reason`",
        requirement: "Give the field `requirement`",
        rulings: "Rule on each in the array `rulings`",
    },
];

/// How an answer whose fields are sent one by one says it.
const FIELDS: AskedFor = AskedFor {
    dialect: "",
    review: "Send the whole review again, with `verdict`, `findings` and `resolved`",
    about: "correct the field that says so",
    resolved: "Give what is mended in the array `resolved`, by its `id` and with its `reason`",
    requirement: "Give the field `requirement`",
    rulings: "Rule on each in the array `rulings`",
};

/// Returns what to ask for in the form of a dialect, or of an answer that came field by field.
pub(in crate::domain) fn asked_for(dialect: &str, by_fields: bool) -> &'static AskedFor {
    if by_fields {
        return &FIELDS;
    }
    FORMS.iter().find(|form| form.dialect == dialect).unwrap_or(&LINES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::protocol::Protocol;

    /// Who answers with an object is asked for no line.
    #[test]
    fn an_object_has_no_lines() {
        for protocol in Protocol::all() {
            let json = ["bazinga", "countersign"].contains(&protocol.name.as_str());
            for by_fields in [false, true] {
                let of = asked_for(&protocol.dialect, by_fields);
                let all = [of.review, of.about, of.resolved, of.requirement, of.rulings].concat();
                let in_lines = ["line", "###", "**", "row"].iter().any(|word| all.contains(word));
                assert_eq!(in_lines, !json && !by_fields, "{}: {all}", protocol.name);
            }
        }
    }
}
