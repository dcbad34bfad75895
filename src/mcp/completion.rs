//! What a client may offer while a person fills in a prompt or an address.

use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

use super::address::TEMPLATES;
use super::prompts;
use crate::app::App;
use crate::app::shelf::Wanted;

/// Completes one argument. Blocks.
pub(super) fn complete(app: &App, request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let known = |name: &str| request.context.as_ref().and_then(|c| c.get_argument(name)).cloned();
    let name = request.argument.name.as_str();
    let wanted = match &request.r#ref {
        Reference::Resource(template) => of_template(&template.uri, name, known("id"))?,
        Reference::Prompt(prompt) => {
            prompts::completes(&prompt.name, name)?;
            of_prompt(name, known("subject"))
        }
        // The SDK may come to know more.
        _ => {
            return Err(ErrorData::invalid_params("only prompts and resource templates are completed", None));
        }
    };
    let found = wanted.map(|wanted| app.suggest(&wanted)).unwrap_or_default();
    Ok(CompleteResult::new(fitting(found, &request.argument.value)?))
}

/// What a variable of a template stands for; `loop_id` is what was filled in before.
fn of_template(uri: &str, name: &str, loop_id: Option<String>) -> Result<Option<Wanted>, ErrorData> {
    let refused = |message: String| Err(ErrorData::invalid_params(message, None));
    if TEMPLATES.iter().all(|template| template.uri != uri) {
        let uri: String = uri.chars().take(120).collect();
        let there: Vec<&str> = TEMPLATES.iter().map(|t| t.uri).collect();
        return refused(format!("there is no template {uri:?}; there are {}", there.join(", ")));
    }
    if !uri.contains(&format!("{{{name}}}")) {
        let name: String = name.chars().take(80).collect();
        return refused(format!("`{name}`: {uri} has no such variable"));
    }
    Ok(match name {
        "id" => Some(Wanted::Loops),
        // Without its loop no pass can be told.
        "n" => loop_id.map(|loop_id| Wanted::Passes { loop_id }),
        "path" => Some(Wanted::Reports),
        "name" => Some(Wanted::Protocols),
        _ => None,
    })
}

/// What an argument of a prompt stands for; `plan` is what was filled in before.
fn of_prompt(name: &str, plan: Option<String>) -> Option<Wanted> {
    match name {
        "loop_id" => Some(Wanted::Loops),
        "phase" => Some(Wanted::Phases),
        "subject" => Some(Wanted::Documents),
        "task" => plan.map(|plan| Wanted::Tasks { plan }),
        _ => None,
    }
}

/// Keeps what fits what was typed: first what begins with it, then what holds it.
fn fitting(found: Vec<String>, typed: &str) -> Result<CompletionInfo, ErrorData> {
    let typed = typed.to_lowercase();
    let (begins, rest): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|value| value.to_lowercase().starts_with(&typed));
    let holds = rest.into_iter().filter(|value| value.to_lowercase().contains(&typed));
    let mut values: Vec<String> = begins.into_iter().chain(holds).collect();
    let total = u32::try_from(values.len()).unwrap_or(u32::MAX);
    let more = values.len() > CompletionInfo::MAX_VALUES;
    values.truncate(CompletionInfo::MAX_VALUES);
    CompletionInfo::with_pagination(values, Some(total), more)
        .map_err(|why| ErrorData::internal_error(why, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_with_the_words_comes_first_and_the_rest_is_counted() {
        let found = ["02-cart", "a-CART", "cart", "other"].map(str::to_owned).to_vec();
        assert_eq!(fitting(found, "Cart").unwrap().values, ["cart", "02-cart", "a-CART"]);
        let many = (0..150).map(|n| format!("rl-{n}")).collect();
        let info = fitting(many, "").unwrap();
        assert_eq!((info.values.len(), info.total, info.has_more), (100, Some(150), Some(true)));
    }

    #[test]
    fn what_cannot_be_completed_is_refused_by_name() {
        let unknown = of_template("countersign://plan/{id}", "id", None).unwrap_err();
        assert!(unknown.message.contains("countersign://loop/{id}"), "{}", unknown.message);
        let variable = of_template("countersign://loop/{id}", "n", None).unwrap_err();
        assert!(variable.message.starts_with("`n`: "), "{}", variable.message);
        let pass = "countersign://loop/{id}/pass/{n}/diff";
        assert_eq!(of_template(pass, "n", None).unwrap(), None);
    }
}
