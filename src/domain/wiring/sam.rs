//! Functions that a template of AWS SAM names: `CodeUri` is the folder, `Handler` the module below it and what it gives out.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser};

use super::manifest::without_extension;
use super::mention::{is_prose, joined};
use super::{Project, Wired, is_test, kinds, notes, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// The kind of a function, and the word by which such a template is known.
const KIND: &str = "AWS::Serverless::Function";
/// Most texts that are looked at, and how much of one is read.
const MOST: usize = 200;
const MOST_VALUES: usize = 20_000;

/// The plain values of a template by the keys that lead to each, with their lines.
type Values = BTreeMap<Vec<String>, (String, u32)>;

/// Looks for a template whose function starts in a file.
pub(super) fn started(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let grammar = Grammar::of(path).filter(|g| g.is_script() || *g == Grammar::Python)?;
    let holders = project.survey.mentions.get(role::stem(path)).into_iter().flatten();
    let is_yaml = |file: &&RepoPath| [".yaml", ".yml"].iter().any(|end| file.as_str().ends_with(end));
    let told = |file: &&RepoPath| {
        !is_test(file) && !is_prose(file) && !kinds::is_unknown(file) && !notes::only_tells(file, path)
    };
    for file in holders.filter(is_yaml).filter(told).take(MOST) {
        let Some(text) = project.text(file).filter(|text| text.contains(KIND)) else { continue };
        let Some(values) = values(text) else { continue };
        for (module, line) in handlers(file, &values) {
            let Some((module, function)) = module.rsplit_once('.') else { continue };
            let meant = if grammar == Grammar::Python {
                path.as_str() == format!("{}.py", module.replace('.', "/"))
            } else {
                without_extension(path.as_str()) == module
            };
            if meant && gives(project, path, function) {
                let how = format!("a function starts in it by `Handler` at {file}:{line}");
                return Some(Wired::Yes { file: file.clone(), line, how });
            }
        }
    }
    None
}

/// The handlers of a template's functions, each with the folder of its code: `src/orders/app.handler`. What stands under
/// `Globals` holds for all that say nothing else; a function that a condition may leave out is passed over.
fn handlers(file: &RepoPath, values: &Values) -> Vec<(String, u32)> {
    let at = |keys: &[&str]| values.get(&keys.iter().map(|k| (*k).to_owned()).collect::<Vec<String>>());
    let functions = values.iter().filter_map(|(keys, (value, _))| match keys.as_slice() {
        [top, name, kind] if top == "Resources" && kind == "Type" && value == KIND => Some(name.as_str()),
        _ => None,
    });
    let own = |name: &str, key: &str| {
        at(&["Resources", name, "Properties", key]).or_else(|| at(&["Globals", "Function", key]))
    };
    let without =
        |name: &&str| at(&["Resources", name, "Condition"]).is_none() && own(name, "InlineCode").is_none();
    let handler = |name: &str| {
        let (handler, line) = own(name, "Handler")?;
        let code = own(name, "CodeUri").map_or(".", |(code, _)| code.as_str());
        // What lies in a bucket is none of the repository.
        let code = Some(code).filter(|code| !code.contains("://"))?;
        let folder = joined(file.parent().as_ref(), code).unwrap_or_default();
        let folder = RepoPath::parse(&folder).ok();
        Some((joined(folder.as_ref(), handler)?, *line))
    };
    functions.filter(without).filter_map(handler).collect()
}

/// Tells whether a file gives out a function of that name, its own or one that it passes on.
fn gives(project: &Project<'_>, path: &RepoPath, function: &str) -> bool {
    project.outline(path).is_some_and(|o| {
        let on = || o.imports.iter().any(|i| i.passes_on && i.names.iter().any(|n| n.local == function));
        o.exports().any(|s| s.name == function) || o.open || on()
    })
}

/// Reads the plain values of a text; none where it cannot be read. Tags, as `!Ref`, are passed over.
fn values(text: &str) -> Option<Values> {
    // The key that is open in each mapping around; a list has none.
    let mut around: Vec<Option<String>> = Vec::new();
    let mut lists: Vec<bool> = Vec::new();
    let mut found = Values::new();
    for (read, event) in Parser::new_from_str(text).enumerate() {
        let (event, span) = event.ok().filter(|_| read < MOST_VALUES)?;
        match event {
            Event::Scalar(value, ..) => match (lists.last(), around.last_mut()) {
                (Some(false), Some(key @ None)) => *key = Some(value.into_owned()),
                (Some(false), Some(Some(_))) => {
                    let keys = around.iter().flatten().cloned().collect();
                    let line = u32::try_from(span.start.line()).unwrap_or(u32::MAX);
                    found.insert(keys, (value.into_owned(), line));
                    ended(&mut around, &lists);
                }
                _ => {}
            },
            Event::MappingStart(..) => {
                around.push(None);
                lists.push(false);
            }
            Event::SequenceStart(..) => {
                // What stands in a list is under no key of its own.
                around.push(Some("[]".to_owned()));
                lists.push(true);
            }
            Event::MappingEnd | Event::SequenceEnd => {
                around.pop();
                lists.pop();
                ended(&mut around, &lists);
            }
            Event::Alias(_) => ended(&mut around, &lists),
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => {}
        }
    }
    Some(found)
}

/// A value is over: the next of its mapping is a key again.
fn ended(around: &mut [Option<String>], lists: &[bool]) {
    if let (Some(false), Some(key)) = (lists.last(), around.last_mut()) {
        *key = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handler_lies_below_its_code() {
        let text = "Globals:\n  Function:\n    CodeUri: lib\nResources:\n  Till:\n    Type: AWS::Serverless::Function\n    \
                    Properties:\n      Events: [{ Api: { Type: Api } }]\n      Role: !GetAtt R.Arn\n      Handler: till.open\n  \
                    Toll:\n    Type: AWS::Serverless::Function\n    Properties:\n      CodeUri: ./toll/\n      Handler: \
                    main.run\n  Away:\n    Type: AWS::Serverless::Function\n    Properties: { CodeUri: \"s3://x/y\", Handler: \
                    a.b }\n  Maybe:\n    Type: AWS::Serverless::Function\n    Condition: Big\n    Properties: { Handler: c.d \
                    }\n  Table:\n    Type: AWS::DynamoDB::Table\n    Properties: { Handler: e.f }\n";
        let file = RepoPath::parse("cloud/template.yaml").expect("a path");
        let found = handlers(&file, &values(text).expect("values"));
        let found: Vec<(&str, u32)> = found.iter().map(|(handler, line)| (handler.as_str(), *line)).collect();
        assert_eq!(found, [("cloud/lib/till.open", 10), ("cloud/toll/main.run", 15)]);
        assert!(values("a: [").is_none());
    }
}
