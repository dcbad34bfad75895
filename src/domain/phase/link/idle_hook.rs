//! Links that ask for what a hook hands out, where nothing uses it: `const { mutate } = useCharge();` calls the hook, and charges
//! nothing.
//!
//! A hook may work by being called (`const user = useSession();`), so that only a link which names what is unused is half.

use super::super::code_text::Code;
use super::super::{Evidence, Item, ItemStatus};
use crate::domain::plan::KeyLink;
use crate::domain::syntax::IdleHook;

/// Makes a link half that names what a hook hands out and nothing uses.
pub(super) fn asked_for(item: Item, from: &Code<'_>, link: &KeyLink) -> Item {
    if item.status != ItemStatus::Verified {
        return item;
    }
    let hooks = from.outline.as_deref().filter(|o| o.intact).map_or(&[][..], |o| &o.idle_hooks);
    let Some((hook, name)) = hooks.iter().find_map(|hook| Some((hook, named(hook, link)?))) else {
        return item;
    };
    let mut item = Item { status: ItemStatus::Partial, ..item };
    let text = from.raw.lines().nth(hook.line.saturating_sub(1) as usize).unwrap_or("");
    item.evidence.push(Evidence::at(from.path, hook.line, text));
    item.missing.push(format!("a use of `{name}` in `{}`", from.path));
    item.because_of(format!("`{}` is called, and nothing uses its `{name}`, line {}", hook.hook, hook.line))
}

/// The name of what a hook hands out that a link asks for. A pattern of which one part will do asks for none of them; what
/// stands in `via` may be prose, where only a name that is written as code is one.
fn named<'h>(hook: &'h IdleHook, link: &KeyLink) -> Option<&'h str> {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let holds = |text: &str, name: &str| text.split(|c: char| !joins(c)).any(|word| word == name);
    let pattern = link.pattern.as_deref().filter(|p| !p.contains('|')).unwrap_or_default();
    let pattern = pattern.replace("\\b", " ");
    let via = link.via.as_deref().unwrap_or_default();
    let coded = |name: &str| {
        via.trim() == name
            || name.chars().skip(1).any(char::is_uppercase)
            || [format!("{name}("), format!("`{name}`"), format!(".{name}"), format!("{{ {name} }}")]
                .iter()
                .any(|written| via.contains(written.as_str()))
    };
    let mut names = hook.names.iter().map(String::as_str);
    names.find(|name| holds(&pattern, name) || holds(via, name) && coded(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_link_that_names_what_is_unused_asks_for_it() {
        let hook = IdleHook { hook: "useCharge".to_owned(), names: vec!["mutate".to_owned()], line: 1 };
        for (pattern, via, asks) in [
            ("mutate", "", true),
            (r"\bmutate\(", "", true),
            ("const { mutate } = useCharge", "", true),
            ("useCharge", "", false),
            (r"useCharge\(|mutate", "", false),
            ("mutateAll", "", false),
            ("", "mutate", true),
            ("useCharge", "the form calls mutate()", true),
            ("useCharge", "the charges mutate the cart", false),
            ("useCharge", "import", false),
        ] {
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let link = KeyLink { pattern: text(pattern), via: text(via), ..KeyLink::default() };
            assert_eq!(named(&hook, &link).is_some(), asks, "{pattern} via {via}");
        }
    }
}
