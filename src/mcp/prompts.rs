//! What people can ask for by name: each prompt is the text of the plugin's skill of the same name, with the arguments
//! put in. It tells the model the exact call to make, and calls nothing itself.

use rmcp::ErrorData;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResult, JsonObject, ListPromptsResult, Prompt, PromptArgument,
    PromptMessage, Role,
};
use serde_json::Value;

/// The longest argument, in characters.
const LONGEST: usize = 2000;
/// Where a skill's text takes what the user named.
const GAP: &str = "$ARGUMENTS";

/// A prompt: its name and title, its optional arguments with what they mean, its text.
struct Text {
    name: &'static str,
    title: &'static str,
    arguments: &'static [(&'static str, &'static str)],
    skill: &'static str,
}

/// SPEC 3 fixes the first five names; the last is ours.
const TEXTS: [Text; 6] = [
    Text {
        name: "review",
        title: "Review now",
        arguments: &[
            ("subject", "A plan, a spec document, or what the change is; else the newest commit"),
            ("task", "Of the plan"),
        ],
        skill: include_str!("../../skills/review/SKILL.md"),
    },
    Text {
        name: "fix",
        title: "Mend what a review found",
        arguments: &[("loop_id", "This loop, where several wait for a fix")],
        skill: include_str!("../../skills/fix/SKILL.md"),
    },
    Text {
        name: "verify",
        title: "Verify a phase",
        arguments: &[("phase", "Its number or folder; else the one STATE.md names")],
        skill: include_str!("../../skills/verify/SKILL.md"),
    },
    Text {
        name: "resume",
        title: "Go on with an open review",
        arguments: &[("loop_id", "This loop, where several are open")],
        skill: include_str!("../../skills/resume/SKILL.md"),
    },
    Text {
        name: "status",
        title: "Where reviews stand",
        arguments: &[("phase", "Only this phase")],
        skill: include_str!("../../skills/status/SKILL.md"),
    },
    Text {
        name: "why_blocked",
        title: "Why is it blocked",
        arguments: &[("loop_id", "Only this loop")],
        skill: include_str!("../../skills/why-blocked/SKILL.md"),
    },
];

impl Text {
    /// Returns the skill's description and its text.
    fn parts(&self) -> (&'static str, &'static str) {
        let (front, body) = self
            .skill
            .strip_prefix("---\n")
            .and_then(|rest| rest.split_once("\n---\n"))
            .expect("a skill begins with front matter");
        let description = front.lines().find_map(|line| line.strip_prefix("description: "));
        (description.expect("a skill has a description"), body.trim())
    }

    fn listed(&self) -> Prompt {
        let one = |(name, meaning): &(&str, &str)| {
            PromptArgument::new(*name).with_description(*meaning).with_required(false)
        };
        let arguments = self.arguments.iter().map(one).collect();
        Prompt::new(self.name, Some(self.parts().0), Some(arguments)).with_title(self.title)
    }
}

impl Text {
    /// Refuses an argument that the prompt does not have.
    fn takes(&self, argument: &str) -> Result<(), ErrorData> {
        if self.arguments.iter().any(|(name, _)| *name == argument) {
            return Ok(());
        }
        let other: String = argument.chars().take(80).collect();
        let names: Vec<String> = self.arguments.iter().map(|(name, _)| format!("`{name}`")).collect();
        let names = names.join(" and ");
        let message = format!("`{other}`: there is no such argument; this prompt takes {names}");
        Err(ErrorData::invalid_params(message, None))
    }

    /// Reads the arguments as a person would write them after the command: the first bare, others by their name.
    fn named(&self, given: &JsonObject) -> Result<Option<String>, ErrorData> {
        let refused = |message: String| Err(ErrorData::invalid_params(message, None));
        given.keys().try_for_each(|key| self.takes(key))?;
        let mut words: Vec<String> = Vec::new();
        for (at, (name, _)) in self.arguments.iter().enumerate() {
            match given.get(*name) {
                None | Some(Value::Null) => {}
                Some(Value::String(text)) if text.trim().is_empty() => {}
                Some(Value::String(text)) if text.chars().count() > LONGEST => {
                    return refused(format!("`{name}`: at most {LONGEST} characters"));
                }
                Some(Value::String(text)) if at == 0 => words.push(text.trim().to_owned()),
                Some(Value::String(text)) => words.push(format!("{name} {}", text.trim())),
                Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                    return refused(format!("`{name}`: give it as text"));
                }
            }
        }
        Ok((!words.is_empty()).then(|| words.join(", ")))
    }
}

/// Lists the prompts; the same for every client.
pub(super) fn list() -> ListPromptsResult {
    ListPromptsResult::with_all_items(TEXTS.iter().map(Text::listed).collect())
}

fn text_of(name: &str) -> Result<&'static Text, ErrorData> {
    TEXTS.iter().find(|text| text.name == name).ok_or_else(|| {
        let names: Vec<&str> = TEXTS.iter().map(|text| text.name).collect();
        let name: String = name.chars().take(80).collect();
        let message = format!("there is no prompt {name:?}; the prompts are {}", names.join(", "));
        ErrorData::invalid_params(message, None)
    })
}

/// Refuses a prompt, or an argument of it, that there is not.
pub(super) fn completes(prompt: &str, argument: &str) -> Result<(), ErrorData> {
    text_of(prompt)?.takes(argument)
}

/// Returns a prompt's text with its argument put in.
pub(super) fn get(request: GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let text = text_of(&request.name)?;
    let named = text.named(&request.arguments.unwrap_or_default())?;
    let (description, body) = text.parts();
    let filled = body.replace(GAP, named.as_deref().unwrap_or("(none named)"));
    let message = PromptMessage::new_text(Role::User, filled);
    Ok(GetPromptResult::new(vec![message]).with_description(description))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::listed_tools;

    fn said(result: &GetPromptResult) -> String {
        serde_json::to_value(&result.messages).unwrap()[0]["content"]["text"].as_str().unwrap().to_owned()
    }

    fn asked(name: &str, arguments: Value) -> Result<GetPromptResult, ErrorData> {
        let Value::Object(arguments) = arguments else { unreachable!("arguments are an object") };
        get(GetPromptRequestParams::new(name).with_arguments(arguments))
    }

    #[test]
    fn each_prompt_is_short_and_names_a_tool_there_is() {
        let tools: Vec<String> = listed_tools().iter().map(|t| format!("`{}`", t.name)).collect();
        for prompt in list().prompts {
            let text = said(&get(GetPromptRequestParams::new(&prompt.name)).unwrap());
            assert!(text.len() < 2048 && !text.contains(GAP), "{}: {} bytes", prompt.name, text.len());
            assert!(tools.iter().any(|tool| text.contains(tool.as_str())), "{}: {text}", prompt.name);
            assert!(text.contains("(none named)"), "{}: {text}", prompt.name);
            assert!(prompt.title.is_some() && prompt.description.is_some());
        }
    }

    #[test]
    fn what_the_user_names_stands_in_the_text() {
        let text =
            said(&asked("review", serde_json::json!({ "subject": "  plans/1.md ", "task": "2" })).unwrap());
        assert!(text.contains("Countersign: plans/1.md, task 2\n"), "{text}");
    }

    #[test]
    fn a_wrong_prompt_or_argument_is_refused_by_name() {
        let refusals = [
            (asked("revue", serde_json::json!({})), "the prompts are review, fix, verify"),
            (asked("status", serde_json::json!({ "stage": "3" })), "`stage`: there is no such argument"),
            (asked("status", serde_json::json!({ "phase": 3 })), "`phase`: give it as text"),
            (asked("status", serde_json::json!({ "phase": "3".repeat(2001) })), "`phase`: at most 2000"),
        ];
        for (answer, why) in refusals {
            let error = answer.unwrap_err();
            assert!(error.message.contains(why), "{}", error.message);
        }
    }
}
