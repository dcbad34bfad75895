//! Components that show nothing yet: no element, their own name, or a text that says that something is to come.

use tree_sitter::Node;

use super::body::Hollow;
use super::constant::is_blank;
use super::fields::Fields as _;
use super::idle::own_names;
use super::nameless::given_name;
use super::names::{is_comment, is_function};
use super::walk::Walk;

/// The most elements of a component that may be none.
const MOST: usize = 12;

/// Words that say that something is to come, without blanks and signs.
const TO_COME: [&str; 11] = [
    "placeholder",
    "todo",
    "notimplemented",
    "notyetimplemented",
    "comingsoon",
    "underconstruction",
    "workinprogress",
    "tobeimplemented",
    "goeshere",
    "nothinghereyet",
    "implementme",
];

/// Tells whether a short text says that something is to come.
pub(crate) fn is_to_come(said: &str) -> bool {
    let bare: String = said.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    TO_COME.iter().any(|words| bare.contains(words) && bare.len() < words.len() + 30)
}

/// A fixed text that an element shows.
struct Text<'t> {
    said: &'t str,
    /// It stands in a heading.
    heads: bool,
}

/// Judges an element that a component shows: fixed text alone is a placeholder where it says no more than the
/// component's own name, or that something is to come.
pub(super) fn shown(walk: &Walk<'_>, node: Node<'_>, takes: usize) -> Option<Hollow> {
    let (mut texts, mut elements, mut open) = (Vec::new(), 0, vec![(node, false)]);
    while let Some((at, heads)) = open.pop() {
        for child in (0..at.named_child_count().min(60)).filter_map(|n| at.named_child(n as u32)) {
            match child.kind() {
                "jsx_expression" if shows_nothing(walk, child) => {}
                "jsx_expression" => return None,
                "jsx_opening_element" | "jsx_self_closing_element" => {
                    let name = child.field("name").map_or("", |n| walk.text_of(n));
                    let attributes = (0..child.named_child_count().min(20))
                        .filter_map(|n| child.named_child(n as u32))
                        .filter(|n| n.kind() == "jsx_attribute");
                    let plain = attributes.into_iter().all(|a| walk.text_of(a).starts_with("class"));
                    if name.starts_with(char::is_uppercase) || name.contains('.') || !plain {
                        return None;
                    }
                    elements += 1;
                }
                "jsx_element" | "jsx_fragment" => open.push((child, heads || is_heading(walk, child))),
                "jsx_text" => {
                    let said = walk.text_of(child).trim();
                    texts.extend(Some(Text { said, heads }).filter(|t| !t.said.is_empty()));
                }
                "jsx_attribute" if !walk.text_of(child).starts_with("class") => return None,
                "identifier" | "member_expression"
                    if at.kind() == "jsx_self_closing_element"
                        && walk.text_of(child).starts_with(char::is_uppercase) =>
                {
                    return None;
                }
                _ => {}
            }
        }
        if elements > MOST {
            return None;
        }
    }
    let name = component_of(walk, node).to_lowercase();
    let of_name = |bare: &str| {
        !name.is_empty() && (name.contains(bare) || bare.contains(&name) && bare.len() < name.len() + 12)
    };
    let bare = |text: &Text<'_>| -> String {
        text.said.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
    };
    let says_little = |text: &Text<'_>| {
        let bare = bare(text);
        of_name(&bare) || ["placeholder", "todo", "notimplemented"].iter().any(|w| bare.contains(w))
    };
    // Beside a heading: a text of a few words that says it.
    let to_come = |text: &Text<'_>| is_to_come(text.said);
    // One that is named for it shows what it is for.
    let named_so = TO_COME.iter().any(|words| name.contains(words));
    let (heads, rest): (Vec<&Text<'_>>, Vec<&Text<'_>>) = texts.iter().partition(|t| t.heads);
    match texts.as_slice() {
        [] if elements == 0 && node.kind() != "jsx_self_closing_element" => Some(Hollow::Placeholder),
        // What waits shows nothing else.
        _ if name.contains("loading") || name.contains("spinner") => None,
        [one] if says_little(one) => Some(Hollow::Placeholder),
        [_] | [] if takes > 0 && elements <= 1 => Some(Hollow::Placeholder),
        [_, ..] if !named_so && !rest.is_empty() && rest.iter().all(|t| to_come(t)) => {
            Some(Hollow::Placeholder)
        }
        [_, _, ..] if !named_so && rest.is_empty() && heads.iter().all(|t| to_come(t)) => {
            Some(Hollow::Placeholder)
        }
        [_] | [] if elements <= 1 => Some(Hollow::Static),
        _ if ignores(walk, node) => Some(Hollow::Static),
        _ => None,
    }
}

/// Tells whether the function around an element takes apart what it is given, by names of its own. What a framework gives each
/// page or part, one may well have no use for.
fn ignores(walk: &Walk<'_>, node: Node<'_>) -> bool {
    const GIVEN: [&str; 8] =
        ["params", "searchParams", "props", "children", "className", "locale", "navigation", "route"];
    let mut above = node.parent();
    while let Some(at) = above.filter(|at| !is_function(at.kind())) {
        above = at.parent();
    }
    let Some(body) = above.and_then(|function| function.field("body")) else { return false };
    let taken = above.and_then(|function| function.field("parameters"));
    let apart = taken.is_some_and(|list| walk.text_of(list).starts_with("({"));
    let own = own_names(walk, body);
    let named = |name: &String| !name.starts_with('_') && !GIVEN.contains(&name.as_str());
    apart && own.iter().any(named)
}

/// `{/* later */}`, `{null}`, `{false && <List />}`.
fn shows_nothing(walk: &Walk<'_>, node: Node<'_>) -> bool {
    (0..node.named_child_count().min(20)).filter_map(|at| node.named_child(at as u32)).all(|inner| {
        // What is always `true`, or a text, is left to those who read it.
        is_comment(inner.kind())
            || walk.truth(inner, 0) == Some(false)
            || inner.kind() != "string" && is_blank(walk, inner, 0)
    })
}

/// `<h1>`, `<header>`: names what it stands above.
fn is_heading(walk: &Walk<'_>, node: Node<'_>) -> bool {
    let open = node.field("open_tag").or_else(|| node.part(0));
    let name = open.and_then(|o| o.field("name")).map_or("", |n| walk.text_of(n));
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "title" | "legend" | "caption")
}

/// The name of the function that shows an element.
fn component_of(walk: &Walk<'_>, node: Node<'_>) -> String {
    let mut above = node.parent();
    while let Some(at) = above {
        if is_function(at.kind()) {
            let own = at.field("name").map(|n| walk.text_of(n).to_owned());
            return own.or_else(|| given_name(walk, at).map(|g| g.name)).unwrap_or_default();
        }
        above = at.parent();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::super::Hollow;
    use super::super::tests::hollow;

    #[test]
    fn a_component_that_shows_nothing_of_what_it_takes_apart_is_told() {
        for (text, found) in [
            (
                "export function UserCard({ user, onDelete }: P) { return <article><h2>Jane Doe</h2><button>Delete</button></article>; }",
                true,
            ),
            (
                "export function UserCard({ user, onDelete }: P) { return <article><h2>{user.name}</h2><button>Delete</button></article>; }",
                false,
            ),
            (
                "export function UserCard({ user }: P) { return <article><h2>Jane Doe</h2><Photo user={user} /></article>; }",
                false,
            ),
            (
                "export default function Page({ params }: P) { return <main><h1>About us</h1><p>We sell chairs.</p></main>; }",
                false,
            ),
            (
                "export function About() { return <main><h1>About us</h1><p>We sell chairs.</p></main>; }",
                false,
            ),
        ] {
            let told = hollow("a.tsx", text).iter().any(|(_, what)| *what == Hollow::Static);
            assert_eq!(told, found, "{text}");
        }
    }
}
