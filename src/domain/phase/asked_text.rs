//! What a text that a plan asks for is in the file: word for word, or as plans mean it that do not write it so (SPEC 9.3).

use std::borrow::Cow;

use super::code_text::{Code, Language};

/// The texts that stand for the one asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked<'a> {
    pub(super) texts: Vec<Cow<'a, str>>,
    /// How the one asked for was read, where that is not word for word.
    pub(super) read_as: Option<String>,
    /// Each of the texts is one of several: where some stand and some do not, nobody can tell what was meant.
    pub(super) is_choice: bool,
}

/// Reads what a plan asks for. Word for word where that stands in the file, or where it means nothing else.
pub(super) fn asked<'a>(code: &Code<'a>, wanted: &'a str) -> Asked<'a> {
    let as_written = || Asked { texts: vec![Cow::Borrowed(wanted)], read_as: None, is_choice: false };
    if wanted.trim().is_empty() || code.raw.contains(wanted) {
        return as_written();
    }
    let parts = alternatives(wanted);
    if parts.len() > 1 {
        let read_as = format!("`{wanted}` was read as {} texts", parts.len());
        let texts = parts.into_iter().map(Cow::Borrowed).collect();
        return Asked { texts, read_as: Some(read_as), is_choice: true };
    }
    let other = if code.language == Language::Dash {
        statement(code.raw, wanted).map(|there| (there, "written otherwise in SQL"))
    } else {
        member(code, wanted).map(|there| (there, "the member of what is declared there"))
    };
    match other {
        Some((there, how)) => {
            let read_as = format!("`{wanted}` stands there as `{there}`: {how}");
            Asked { texts: vec![Cow::Borrowed(there)], read_as: Some(read_as), is_choice: false }
        }
        None => as_written(),
    }
}

/// Returns the parts of `A|B|C`, where each is a name or a text that is no code by itself; nothing for other texts.
pub(super) fn alternatives(wanted: &str) -> Vec<&str> {
    let is_name = |part: &&str| {
        part.chars().any(char::is_alphanumeric)
            && part.chars().all(|c| c.is_alphanumeric() || "_-.$:/ ".contains(c))
    };
    let parts: Vec<&str> = wanted.split('|').map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(is_name) { parts } else { Vec::new() }
}

/// Finds a statement of SQL that says the same: letters of any size, `IF NOT EXISTS`, a schema before the name, quotes.
fn statement<'a>(raw: &'a str, wanted: &str) -> Option<&'a str> {
    let words = |text: &str| -> Vec<String> {
        let text = text.to_lowercase().replace(['"', '`'], "");
        text.split_whitespace()
            .map(|word| word.rsplit('.').next().unwrap_or(word).trim_end_matches(['(', ';']).to_owned())
            .filter(|word| {
                !word.is_empty() && !matches!(word.as_str(), "if" | "not" | "exists" | "or" | "replace")
            })
            .collect()
    };
    let asked = words(wanted);
    let is_ddl = asked.first().is_some_and(|w| ["create", "alter", "drop", "insert"].contains(&w.as_str()));
    if !is_ddl || asked.len() < 2 {
        return None;
    }
    raw.lines().map(str::trim).find(|line| {
        let said = words(line);
        !line.starts_with("--") && said.starts_with(&asked)
    })
}

/// Finds the member that `Kind.LIST` means in the file that declares `Kind` with it.
fn member<'a>(code: &Code<'a>, wanted: &str) -> Option<&'a str> {
    let (owner, name) = wanted.trim().split_once('.')?;
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_word(owner) || !is_word(name) {
        return None;
    }
    let outline = code.outline.as_deref().filter(|o| o.intact)?;
    let symbol = outline.symbols.iter().find(|s| s.name == owner && s.owner.is_none())?;
    // Up to what is declared next beside it.
    let next = outline.symbols.iter().filter(|s| s.owner.is_none() && s.at > symbol.at).map(|s| s.at).min();
    let body = code.text.get(symbol.at..next.unwrap_or(code.text.len()))?;
    let at = body.match_indices(name).map(|(at, _)| at).find(|at| {
        let before =
            body[..*at].chars().next_back().is_none_or(|c| !(c.is_alphanumeric() || c == '_' || c == '.'));
        let rest = body[at + name.len()..].trim_start();
        before && rest.starts_with([':', '=', ',', '(', '}', '{'])
    })?;
    let start = symbol.at + at;
    code.raw.get(start..start + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::RepoPath;

    fn read(name: &str, text: &str, wanted: &str) -> (Vec<String>, bool) {
        let path = RepoPath::parse(name).unwrap();
        let code = Code::new(&path, text);
        let found = asked(&code, wanted);
        (found.texts.iter().map(ToString::to_string).collect(), found.is_choice)
    }

    #[test]
    fn what_a_plan_asks_for_is_read_as_plans_mean_it() {
        let kinds = "export const Kind = {\n  LIST: 'list',\n  GET: 'get',\n} as const;\nexport const other = { PUT: 1 };\n";
        let table = "-- create table jobs\nCREATE TABLE IF NOT EXISTS public.\"jobs\" (\n  id int\n);\n";
        for (name, text, wanted, texts, choice) in [
            ("a.ts", "login(); register();\n", "login|register", vec!["login", "register"], true),
            ("a.ts", "const x = a | b;\n", "a | b", vec!["a | b"], false),
            ("a.ts", "const x = f(a) || g(b);\n", "f(b)|g(a)", vec!["f(b)|g(a)"], false),
            ("a.ts", kinds, "Kind.LIST", vec!["LIST"], false),
            ("a.ts", kinds, "Kind.PUT", vec!["Kind.PUT"], false),
            ("a.ts", kinds, "Sort.LIST", vec!["Sort.LIST"], false),
            (
                "a.sql",
                table,
                "CREATE TABLE jobs",
                vec!["CREATE TABLE IF NOT EXISTS public.\"jobs\" ("],
                false,
            ),
            ("a.sql", table, "create table job", vec!["create table job"], false),
            ("a.sql", table, "DROP TABLE jobs", vec!["DROP TABLE jobs"], false),
        ] {
            let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
            assert_eq!(read(name, text, wanted), (texts, choice), "{wanted} in {text}");
        }
    }
}
