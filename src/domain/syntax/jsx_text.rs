//! A sign of and in the text of a page: `<h1>Terms & Conditions</h1>`. React takes it as it is; the grammar knows no such
//! text, and one of them keeps a whole file from being read.
//!
//! Each is read as a letter, so that places stay, where the tree says that it stands in such a text and nowhere else.

use tree_sitter::{Node, Tree};

use super::{Grammar, parse};

/// The most of them that are read in one file.
const MOST: usize = 500;

/// The tree of a text in which such signs are letters; nothing where it is not whole then, either.
pub(super) fn tree(grammar: Grammar, text: &str) -> Option<Tree> {
    if !matches!(grammar, Grammar::Tsx | Grammar::JavaScript) {
        return None;
    }
    let bytes = text.as_bytes();
    let bare = |at: &usize| {
        let beside = |n: Option<usize>| n.and_then(|n| bytes.get(n)) == Some(&b'&');
        !beside(at.checked_sub(1)) && !beside(Some(at + 1)) && !is_entity(text.get(at + 1..).unwrap_or(""))
    };
    let places: Vec<usize> = text.match_indices('&').map(|(at, _)| at).filter(bare).take(MOST).collect();
    if places.is_empty() {
        return None;
    }
    let first = parse(grammar, &with_letters(text, &places)?)?;
    let shown: Vec<usize> = places.into_iter().filter(|at| in_page_text(first.root_node(), *at)).collect();
    let tree = parse(grammar, &with_letters(text, &shown)?)?;
    (!shown.is_empty() && !tree.root_node().has_error()).then_some(tree)
}

fn with_letters(text: &str, places: &[usize]) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for at in places {
        *bytes.get_mut(*at)? = b'x';
    }
    String::from_utf8(bytes).ok()
}

/// `&amp;`, `&#38;`
fn is_entity(rest: &str) -> bool {
    let name = rest.split(';').next().unwrap_or("");
    name.len() < rest.len() && name.len() < 32 && name.chars().all(|c| c.is_alphanumeric() || c == '#')
}

fn is_in(node: Node<'_>, kind: &str) -> bool {
    node.parent().is_some_and(|p| p.kind() == kind)
}

/// Tells whether a place is text between elements, or the value of an attribute.
fn in_page_text(root: Node<'_>, at: usize) -> bool {
    let Some(node) = root.descendant_for_byte_range(at, at + 1) else { return false };
    match node.kind() {
        "jsx_text" => true,
        "string" => is_in(node, "jsx_attribute"),
        "string_fragment" => node.parent().is_some_and(|p| is_in(p, "jsx_attribute")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline;
    use crate::domain::ids::RepoPath;

    #[test]
    fn a_sign_of_and_between_elements_keeps_no_file_from_being_read() {
        for (text, whole) in [
            ("const a = () => <p>Q & A</p>;", true),
            ("const a = () => <p>{n} & more</p>;", true),
            ("const a = () => <p>R&D {n & 1}</p>;", true),
            ("const a = () => <p>Q &amp; A & b</p>;", true),
            ("const a = () => <p>{n & }</p>;", false),
            ("const a = n & ; const b = <p>Q & A</p>;", false),
        ] {
            for name in ["a.tsx", "a.jsx"] {
                let path = RepoPath::parse(name).expect("a path");
                assert_eq!(outline(&path, text).expect("an outline").intact, whole, "{name}: {text}");
            }
        }
    }
}
