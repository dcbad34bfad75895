//! Links by a framework's convention: a policy that is found by what it is asked of, a component that a view shows by its name.
//! That `from` asks for one is seen, and not that it is this one: a person tells.

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, last_of};
use crate::domain::wiring::{Project, has_word};

use super::super::code_text::Code;

/// Returns where `from` may reach the file, and how.
pub(super) fn asked(
    from: &Code<'_>,
    project: Option<&Project<'_>>,
    to: Option<&RepoPath>,
) -> Option<(usize, String)> {
    let (project, to) = (project?, to?);
    let outline = project.outline(to)?;
    let text = from.text.as_str();
    let own = |ends: &[&str]| ends.iter().any(|end| from.path.as_str().ends_with(end));
    let ruby = outline.grammar == Grammar::Ruby;
    if ruby && to.file_name().ends_with("_policy.rb") && own(&[".rb", ".erb", ".haml", ".slim"]) {
        let asks = ["authorize", "policy_scope", "policy", "permitted_attributes"];
        let word = asks.into_iter().find(|word| has_word(text, word))?;
        return Some((text.find(word)?, format!("`{word}` finds a policy by what it is given")));
    }
    if ruby && own(&[".erb", ".haml", ".slim", ".jbuilder"]) {
        let mut names = outline.full.declared.iter().map(|full| last_of(full));
        let name = names.find(|name| has_word(text, name))?;
        return Some((text.find(name)?, format!("`{name}` stands there, of which no syntax tree is read")));
    }
    if own(&[".cshtml", ".razor"]) && outline.marks.contains("ViewComponent") {
        let stem = to.file_name().split('.').next()?;
        let name = stem.strip_suffix("ViewComponent").unwrap_or(stem);
        let written = [
            format!("InvokeAsync(\"{name}\""),
            format!("InvokeAsync(nameof({stem})"),
            format!("<vc:{}", dashed(name)),
        ];
        let at = written.iter().find_map(|call| text.find(call.as_str()))?;
        return Some((at, format!("the view shows `{name}` there by its name")));
    }
    None
}

/// `shopping-cart` of `ShoppingCart`.
fn dashed(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
