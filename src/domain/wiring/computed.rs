//! Modules and constants that are loaded by a name that a text holds or computes: `import_module(f"app.{name}")`,
//! `"Pay".constantize`. That such a call means a file cannot be told, and that nobody means it neither.

use super::mention::line_at;
use super::pattern::MOST_CALLS;
use super::{Project, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline, last_of, line_of};

/// The words by which Python loads a module by its name.
pub(super) const LOADERS: [&str; 2] = ["import_module(", "__import__("];
/// Most files that are looked at.
const MOST: usize = 400;

/// Returns in words which place may load a file by a name that it computes, if one does.
pub(super) fn may_load(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    match outline.grammar {
        Grammar::Python => by_module(project, path),
        Grammar::Ruby => by_constant(project, path, outline),
        Grammar::TypeScript
        | Grammar::Tsx
        | Grammar::JavaScript
        | Grammar::Rust
        | Grammar::Go
        | Grammar::Java
        | Grammar::CSharp => None,
    }
}

/// Names a place, unless it is a comment or never runs.
fn place(project: &Project<'_>, file: &RepoPath, text: &str, at: usize) -> Option<String> {
    let outline = project.outline(file)?;
    if outline.comments.iter().chain(&outline.dead).any(|range| range.contains(&at)) {
        return None;
    }
    let line: String = line_at(text, at).trim().chars().take(120).collect();
    Some(format!("`{line}` at {file}:{} may load it by its name", line_of(text, at)))
}

fn by_module(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let holders = LOADERS.iter().filter_map(|word| project.survey.mentions.get(*word)).flatten();
    let files = holders.filter(|p| *p != path && !is_test(p) && Grammar::of(p) == Some(Grammar::Python));
    for file in files.take(MOST).take_while(|_| project.goes_on()) {
        let Some(text) = project.text(file) else { continue };
        let calls = LOADERS.iter().flat_map(|word| text.match_indices(word));
        let loads = |(at, loader): &(usize, &str)| {
            let fixed = text.get(at + loader.len()..).and_then(fixed_part);
            fixed.is_some_and(|fixed| covers(project, file, fixed, path))
        };
        if let Some(told) = first(project, file, text, calls.filter(loads).map(|(at, _)| at)) {
            return Some(told);
        }
    }
    None
}

/// Names the first of some places that runs. Each is held against every comment of its file, so a file with more of them is
/// not looked through.
fn first(
    project: &Project<'_>,
    file: &RepoPath,
    text: &str,
    places: impl Iterator<Item = usize>,
) -> Option<String> {
    for (met, at) in places.enumerate() {
        if met >= MOST_CALLS {
            return Some(format!("{file} names more than {MOST_CALLS} that may load it"));
        }
        if let Some(told) = place(project, file, text, at) {
            return Some(told);
        }
    }
    None
}

/// Returns what of a module's name stands fast: `app.` of `f"app.{name}"`, of `"app." + name` and of `"app.%s" % name`.
fn fixed_part(given: &str) -> Option<&str> {
    let given = given.trim_start();
    let quote_at = given.find(['"', '\'']).filter(|at| *at <= 2)?;
    let (prefix, quoted) = given.split_at(quote_at);
    if !prefix.chars().all(|c| "fFrRbBuU".contains(c)) {
        return None;
    }
    let quote = quoted.chars().next()?;
    let (written, after) = quoted.get(1..)?.split_once(quote)?;
    let after = after.trim_start();
    if prefix.contains(['f', 'F']) || after.starts_with(".format") {
        return written.split_once('{').map(|(fixed, _)| fixed);
    }
    if after.starts_with('%') {
        return written.split_once('%').map(|(fixed, _)| fixed);
    }
    after.starts_with('+').then_some(written)
}

/// Tells whether the fixed part of a name leads to where a module lies. A part that names no package says nothing.
fn covers(project: &Project<'_>, file: &RepoPath, fixed: &str, path: &RepoPath) -> bool {
    let Some(bare) = path.as_str().strip_suffix(".py") else { return false };
    let dots = fixed.bytes().take_while(|b| *b == b'.').count();
    let leads = |root: &str, rest: &str| {
        let inner = if root.is_empty() { Some(bare) } else { bare.strip_prefix(root) };
        let inner = inner.map(|inner| inner.trim_start_matches('/').replace('/', "."));
        inner.is_some_and(|inner| inner.len() > rest.len() && inner.starts_with(rest))
    };
    if dots > 0 {
        let mut base = file.parent();
        for _ in 1..dots {
            base = base.and_then(|folder| folder.parent());
        }
        return base.is_some_and(|base| leads(&format!("{base}/"), &fixed[dots..]));
    }
    fixed.contains('.')
        && project.manifests.python_roots(file).iter().any(|root| match root.as_str() {
            "" => leads("", fixed),
            root => leads(&format!("{root}/"), fixed),
        })
}

/// `"Pay".constantize`, `Object.const_get("Shop::Pay")`, `const_get(:Pay)`.
fn by_constant(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<String> {
    for file in project.candidates(path, outline).iter().take(MOST).take_while(|_| project.goes_on()) {
        let Some(text) = project.text(file) else { continue };
        let sent = project.outline(file).and_then(|here| called_by_name(text, &here, path, outline));
        if let Some(told) = sent.and_then(|at| place(project, file, text, at)) {
            return Some(told);
        }
        let calls = ["constantize", "const_get"].iter().flat_map(|word| text.match_indices(word));
        let names = |(at, word): &(usize, &str)| {
            let written = if *word == "constantize" {
                before(&text[..*at])
            } else {
                text.get(at + word.len()..).and_then(behind)
            };
            let named = |full: &String| written.is_some_and(|w| last_of(w) == last_of(full));
            outline.full.declared.iter().any(named)
        };
        if let Some(told) = first(project, file, text, calls.filter(names).map(|(at, _)| at)) {
            return Some(told);
        }
    }
    None
}

/// Ways of Ruby to call a method by a name that is given.
const SENDS: [&str; 5] = ["public_send", "__send__", "send", "method", "instance_method"];

/// Returns the place in `file` that may call a method, or name a constant, of `path` by a name it is given or computes:
/// `send(:charge)`, `const_get("Fees")`, and, where the file requires the other, `send(name)`.
pub(super) fn called_by_name(text: &str, here: &Outline, path: &RepoPath, there: &Outline) -> Option<usize> {
    if here.grammar != Grammar::Ruby || there.grammar != Grammar::Ruby {
        return None;
    }
    let requires = here.imports.iter().any(|i| i.from.rsplit('/').next() == Some(super::role::stem(path)));
    let constants = ["const_get", "constantize"];
    let calls = SENDS.iter().chain(&constants).flat_map(|word| text.match_indices(word));
    calls.take(MOST_CALLS).find_map(|(at, word)| {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        let after = text.get(at + word.len()..)?;
        let of_constant = constants.contains(&word);
        let apart = !text[..at].chars().next_back().is_some_and(|c| joins(c) && !of_constant);
        let idle = here.comments.iter().chain(&here.dead).chain(&here.strings).any(|r| r.contains(&at));
        if !apart || idle || after.starts_with(|c: char| joins(c) || c == ':' || c == '=') {
            return None;
        }
        let written = if word == "constantize" { before(&text[..at]) } else { behind(after) };
        let meant = match written {
            Some(name) if of_constant => {
                there.full.declared.iter().any(|full| last_of(name) == last_of(full))
            }
            Some(name) => there.symbols.iter().any(|s| s.name == name),
            None if of_constant => requires && !there.full.declared.is_empty(),
            None => {
                let given = after.trim_start().starts_with(['(', ' ']) || after.starts_with(' ');
                requires && given && there.symbols.iter().any(|s| s.owner.is_none())
            }
        };
        meant.then_some(at)
    })
}

/// The text whose method is called: `"Pay".` or `"Pay".safe_`.
fn before(text: &str) -> Option<&str> {
    let text = text.strip_suffix("safe_").unwrap_or(text).strip_suffix('.')?;
    let text = text.strip_suffix('&').unwrap_or(text);
    let quote = text.chars().next_back().filter(|c| ['"', '\''].contains(c))?;
    text.strip_suffix(quote)?.rsplit_once(quote).map(|(_, written)| written)
}

/// The name that is given: `("Pay")`, `(:Pay)`, ` "Pay"`.
fn behind(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['(', ' ']);
    if let Some(symbol) = text.strip_prefix(':') {
        return symbol.split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
    }
    let quote = text.chars().next().filter(|c| ['"', '\''].contains(c))?;
    text.get(1..)?.split_once(quote).map(|(written, _)| written)
}

#[cfg(test)]
mod tests {
    use super::super::{Survey, Wired, words};
    use super::*;
    use crate::domain::syntax;

    /// What is found of a file among others, with the texts that a survey would have kept.
    fn told(path: &str, files: &[(&str, &str)]) -> Wired {
        let parsed = |path: &str| RepoPath::parse(path).expect("a path");
        let path = parsed(path);
        let own = files.iter().find(|(name, _)| parsed(name) == path).expect("the file").1;
        let words = words(&path, syntax::outline(&path, own).as_deref());
        let mut survey = Survey::default();
        for (name, text) in files {
            survey.paths.insert(parsed(name));
            for word in words.iter().filter(|word| text.contains(word.as_str())) {
                survey.mentions.entry(word.clone()).or_default().insert(parsed(name));
                survey.texts.insert(parsed(name), (*text).to_owned());
            }
        }
        Project::new(&survey, std::iter::once((&path, own))).wired(&path)
    }

    #[test]
    fn what_a_computed_name_may_load_is_not_said_to_be_unused() {
        let ts = "export function pay() { return charge(1); }";
        let py = "def pay():\n    return charge(1)\n";
        let rb = "class Pay\n  def run\n    charge(1)\n  end\nend\n";
        for (path, own, user, text) in [
            ("src/plug/pay.ts", ts, "src/plug/load.ts", "export const go = (n) =>\n  import(`./${n}.ts`);"),
            ("src/plug/pay.ts", ts, "src/main.ts", "a();\nstart(import(`./plug/${n}`));"),
            ("src/plug/pay/index.ts", ts, "src/main.ts", "a();\nstart(import(`./plug/${n}`));"),
            ("plug/pay.ts", ts, "main.ts", "a();\nstart(import(\n/* x: \"y\" */ `./plug/${n}`));"),
            ("src/x/pay.js", ts, "src/main.js", "a();\nstart(require('./x/' + n));"),
            ("pay.js", ts, "main.js", "a();\nstart(require('./' + n));"),
            ("app/pay.py", py, "app/main.py", "import importlib\nimportlib.import_module(f'app.{x}')\n"),
            ("src/app/pay.py", py, "src/app/main.py", "import importlib\nimport_module('app.' + x)\n"),
            ("app/jobs/pay.py", py, "app/main.py", "x = 1\n__import__('app.jobs.%s' % x)\n"),
            ("app/pay.py", py, "app/main.py", "x = 1\nimport_module(f'.{x}', package=__package__)\n"),
            ("lib/pay.rb", rb, "main.rb", "x = 1\n'Pay'.constantize.new.run\n"),
            ("lib/pay.rb", rb, "main.rb", "x = 1\nObject.const_get(:Pay).new.run\n"),
        ] {
            let found = told(path, &[(path, own), (user, text)]);
            let place = format!("{user}:2");
            assert!(
                matches!(&found, Wired::CannotTell(why) if why.contains(&place)),
                "{path} by {text:?}: {found:?}"
            );
        }
    }

    #[test]
    fn a_computed_name_that_leads_elsewhere_loads_nothing() {
        let ts = "export function pay() { return charge(1); }";
        let py = "def pay():\n    return charge(1)\n";
        let rb = "class Pay\n  def run\n    charge(1)\n  end\nend\n";
        for (path, own, user, text) in [
            ("src/plug/pay.ts", ts, "src/main.ts", "start(import(`./other/${n}.ts`), 'plug');"),
            ("src/plug/pay.ts", ts, "src/main.ts", "start(import(`./${n}.ts`), 'plug');"),
            ("src/plug/pay.ts", ts, "src/plug/load.ts", "// import(`./${n}.ts`)\nstart();"),
            ("src/plug/pay.ts", ts, "src/plug/load.test.ts", "start(import(`./${n}.ts`));"),
            ("app/pay.py", py, "app/main.py", "import importlib\nimportlib.import_module(f'lib.{x}')\n"),
            ("app/pay.py", py, "app/main.py", "# import_module(f'app.{x}')\n"),
            ("app/pay.py", py, "app/main.py", "import_module(name)\n"),
            ("lib/pay.rb", rb, "main.rb", "'Card'.constantize.new.run # Pay\n"),
        ] {
            let found = told(path, &[(path, own), (user, text)]);
            assert!(matches!(found, Wired::No { .. }), "{path} by {text:?}: {found:?}");
        }
    }

    #[test]
    fn more_computed_names_than_anybody_writes_end_in_time_and_are_not_said_to_load_nothing() {
        let many = |line: &str| line.repeat(MOST_CALLS + 1);
        for (path, own, user, text) in [
            ("src/plug/pay.ts", "export function pay() {}", "src/main.ts", many("import(`./zz${n}`);\n")),
            (
                "app/pay.py",
                "def pay():\n    return 1\n",
                "app/main.py",
                many("# import_module(f'app.{x}')\n"),
            ),
        ] {
            let found = told(path, &[(path, own), (user, &text)]);
            assert!(matches!(&found, Wired::CannotTell(why) if why.contains("more than")), "{found:?}");
        }
    }
}
