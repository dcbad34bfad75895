//! Templates of Django and Jinja: code shows one by its name, and one takes in others.

use super::super::{Project, Wired, Words, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, line_of, unquoted};

/// Most files that are searched for the name of one, how far templates are followed, and how far back a call may begin.
const MOST: usize = 400;
const DEEPEST: usize = 5;
const FAR: usize = 500;

/// The name by which a template is known: what comes behind its folder of templates.
fn name_of(path: &RepoPath) -> Option<&str> {
    let text = path.as_str();
    let inner = text.strip_prefix("templates/").or_else(|| Some(text.rsplit_once("/templates/")?.1))?;
    let ending = inner.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(ending, "html" | "htm" | "txt" | "xml" | "jinja" | "jinja2" | "j2").then_some(inner)
}

/// Looks for code that shows a template, or a template in use that takes it in.
pub(in crate::domain::wiring) fn named(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let mut seen = vec![path.clone()];
    look(project, path, &mut seen)
}

fn look(project: &Project<'_>, path: &RepoPath, seen: &mut Vec<RepoPath>) -> Option<Wired> {
    let name = name_of(path)?;
    let holders: Vec<&RepoPath> =
        project.survey.mentions.get(path.file_name()).into_iter().flatten().collect();
    let others = holders.iter().filter(|file| ***file != *path && !is_test(file));
    let mut takers = Vec::new();
    for file in others.take(MOST).take_while(|_| project.goes_on()) {
        let Some(text) = project.text(file) else { continue };
        if Grammar::of(file) == Some(Grammar::Python) {
            if let Some(line) = shows(project, file, text, name) {
                let how = format!("shown by its name at {file}:{line}");
                return Some(Wired::Yes { file: (*file).clone(), line, how });
            }
        } else if name_of(file).is_some()
            && let Some(line) = takes_in(text, name)
        {
            takers.push((*file, line));
        }
    }
    for (file, line) in takers {
        if seen.len() > DEEPEST * MOST || seen.contains(file) {
            continue;
        }
        seen.push(file.clone());
        if let Some(Wired::Yes { .. }) = look(project, file, seen) {
            let how = format!("taken in by a template that is shown, at {file}:{line}");
            return Some(Wired::Yes { file: file.clone(), line, how });
        }
    }
    None
}

/// The line on which code of Python shows a template of a name: where it runs, and to a call or a setting for templates.
fn shows(project: &Project<'_>, file: &RepoPath, text: &str, name: &str) -> Option<u32> {
    let outline = project.outline(file)?;
    let said = |at: &&std::ops::Range<usize>| text.get((*at).clone()).is_some_and(|t| unquoted(t) == name);
    let runs = |at: &&std::ops::Range<usize>| !outline.dead.iter().any(|dead| dead.contains(&at.start));
    let place =
        outline.strings.iter().filter(said).filter(runs).find(|at| is_for_templates(text, at.start))?;
    Some(line_of(text, place.start))
}

/// Tells whether a text is given to what shows templates: `render(request, "a.html")`, `template_name = "a.html"`.
fn is_for_templates(text: &str, at: usize) -> bool {
    let tells = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.contains("template") || name.contains("render")
    };
    let word = |before: &str| {
        let before = before.trim_end();
        let start =
            before.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).map_or(0, |n| n + 1);
        before.get(start..).unwrap_or("").to_owned()
    };
    let before = text.get(..at).unwrap_or("");
    if before.trim_end().strip_suffix('=').is_some_and(|before| tells(&word(before))) {
        return true;
    }
    let mut depth = 0_usize;
    for (place, c) in before.char_indices().rev().take(FAR) {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' | '[' => {
                let head = before.get(..place).unwrap_or("").trim_end();
                if tells(&word(head.strip_suffix('=').unwrap_or(head))) {
                    return true;
                }
                let names = head.ends_with("return")
                    && head.rsplit_once("def ").is_some_and(|(_, def)| def.starts_with("get_template_names"));
                if names || c == '(' && !word(head).is_empty() {
                    return names;
                }
            }
            '{' => return false,
            _ => {}
        }
    }
    false
}

/// The line on which a template takes in another: `{% extends "a.html" %}`, `{% include "a.html" %}`.
fn takes_in(text: &str, name: &str) -> Option<u32> {
    const WAYS: [&str; 4] = ["extends", "include", "import", "from"];
    tags(text).find_map(|(at, tag)| {
        let way = WAYS.iter().find(|way| tag.starts_with(**way))?;
        let named = ['"', '\''].iter().any(|q| tag[way.len()..].contains(&format!("{q}{name}{q}")));
        named.then(|| line_of(text, at))
    })
}

/// The tags of a template with their places, those in comments left out.
fn tags(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut commented = false;
    text.match_indices("{%").filter_map(move |(at, _)| {
        let tag = text[at + 2..].split("%}").next()?.trim_matches(['-', '+']).trim();
        let word = tag.split_whitespace().next().unwrap_or("");
        commented = match word {
            "comment" => true,
            "endcomment" => false,
            _ => commented,
        };
        let before = &text[..at];
        let noted = before.rfind("{#").is_some_and(|open| !before[open..].contains("#}"));
        Some((at, tag)).filter(|_| !commented && !noted)
    })
}

/// The line of a template that loads a library of tags: `{% load money %}`.
pub(in crate::domain::wiring) fn loads(project: &Project<'_>, library: &str) -> Option<(RepoPath, u32)> {
    let holders = project.survey.mentions.get(library).into_iter().flatten();
    holders.filter(|file| Grammar::of(file).is_none() && !is_test(file)).take(MOST).find_map(|file| {
        let text = project.text(file)?;
        let loads = |tag: &str| {
            let mut words = tag.split_whitespace();
            words.next() == Some("load") && words.any(|word| word == library)
        };
        let (at, _) = tags(text).find(|(_, tag)| loads(tag))?;
        Some((file.clone(), line_of(text, at)))
    })
}

impl Project<'_> {
    /// The names of templates that take in a template which no code shows: whether one of them is shown must be known.
    pub(crate) fn names_of_takers(&self, path: &RepoPath) -> Words {
        let Some(name) = name_of(path) else { return Words::default() };
        let holders = self.survey.mentions.get(path.file_name()).into_iter().flatten();
        let takers = holders.filter(|file| *file != path && name_of(file).is_some());
        let takers = takers.filter(|file| self.text(file).is_some_and(|text| takes_in(text, name).is_some()));
        Words::of_names(takers.take(MOST).map(|file| file.file_name().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_for_templates_where_something_shows_them() {
        for (text, shows) in [
            ("return render(request, 'x.html', {})", true),
            ("return render(\n    request,\n    'x.html',\n)", true),
            ("template_name = 'x.html'", true),
            ("path('', TemplateView.as_view(template_name='x.html'))", true),
            ("loader.get_template('x.html')", true),
            ("select_template(['y.html', 'x.html'])", true),
            ("def get_template_names(self):\n    return ['x.html']", true),
            ("print('x.html')", false),
            ("render(log('x.html'))", false),
            ("OLD = ['x.html']", false),
            ("{'a': 'x.html'}", false),
        ] {
            let at = text.find("'x.html").expect("the text");
            assert_eq!(is_for_templates(text, at), shows, "{text}");
        }
    }

    #[test]
    fn a_template_takes_in_another_by_a_tag() {
        for (text, line) in [
            ("x\n{% extends 'x.html' %}", Some(2)),
            ("{%- include \"x.html\" with a=1 -%}", Some(1)),
            ("{% from 'x.html' import row %}", Some(1)),
            ("{# {% include 'x.html' %} #}", None),
            ("{% comment %}{% include 'x.html' %}{% endcomment %}", None),
            ("{% include 'a/x.html' %}", None),
            ("<a href='x.html'>{{ 'x.html' }}</a>", None),
        ] {
            assert_eq!(takes_in(text, "x.html"), line, "{text}");
        }
    }
}
