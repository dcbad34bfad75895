//! What of a shell script runs: neither what is fed to a command as its text, nor what stands behind `if false`, nor a function
//! that nobody calls. By its lines; a script that is not read as a whole runs as a whole.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ids::RepoPath;

/// Tells whether a file is a script of a shell, by its name.
pub(super) fn is_shell(path: &RepoPath) -> bool {
    [".sh", ".bash", ".zsh"].iter().any(|end| path.as_str().ends_with(end))
}

/// The places of a script that never run. What is fed to a command is its work, unless the command does nothing.
pub(super) fn idle(path: &RepoPath, text: &str) -> Vec<Range<usize>> {
    if !is_shell(path) {
        return Vec::new();
    }
    let living = living(text.lines());
    let alive: BTreeSet<*const u8> =
        living.lines.iter().chain(&living.fed).map(|line| line.as_ptr()).collect();
    let mut at = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        if !alive.contains(&line.as_ptr()) {
            found.push(at..at + line.len());
        }
        at += line.len();
    }
    found
}

/// The lines of a script that may run, and whether functions are left out because nothing in it calls them.
pub(super) struct Living<'t> {
    pub(super) lines: Vec<&'t str>,
    pub(super) uncalled: bool,
    /// What is fed to commands that do something.
    fed: Vec<&'t str>,
}

/// A function with its lines, the first and the last included.
struct Function<'t> {
    name: &'t str,
    from: usize,
    to: usize,
}

/// Reads a script.
pub(super) fn living<'t>(lines: impl Iterator<Item = &'t str>) -> Living<'t> {
    let (lines, fed) = without_fed(lines.collect());
    let lines = without_never(lines);
    let functions = functions(&lines);
    let within = |at: usize| functions.iter().find(|f| (f.from..=f.to).contains(&at));
    // Whatever is called by a word that is worked out may be any of them.
    let by_any = lines.iter().enumerate().any(|(at, line)| within(at).is_none() && calls_any(line));
    let outside: Vec<&str> =
        lines.iter().enumerate().filter(|(at, _)| within(*at).is_none()).map(|(_, l)| *l).collect();
    if functions.is_empty() || by_any || is_library(&outside) {
        return Living { lines, uncalled: false, fed };
    }
    // Called by what runs, or by one that is called.
    let mut called: Vec<&Function<'_>> = Vec::new();
    loop {
        let runs = |at: usize| within(at).is_none_or(|f| called.iter().any(|c| c.from == f.from));
        let named = |f: &Function<'_>| {
            let others =
                lines.iter().enumerate().filter(|(at, _)| !(f.from..=f.to).contains(at) && runs(*at));
            let fed = || fed.iter().any(|line| has_word(line, f.name));
            others.into_iter().any(|(_, line)| has_word(line, f.name)) || fed()
        };
        let found: Vec<&Function<'_>> = functions.iter().filter(|f| named(f)).collect();
        if found.len() == called.len() {
            break;
        }
        called = found;
    }
    let uncalled = called.len() < functions.len();
    let lives = |at: usize| within(at).is_none_or(|f| called.iter().any(|c| c.from == f.from));
    let lines = lines.iter().enumerate().filter(|(at, _)| lives(*at)).map(|(_, line)| *line).collect();
    Living { lines, uncalled, fed }
}

/// Takes out the texts that are fed to commands, down to the words that end them; those that are fed to what does something
/// come beside.
fn without_fed(lines: Vec<&str>) -> (Vec<&str>, Vec<&str>) {
    let (mut kept, mut given) = (Vec::new(), Vec::new());
    let mut until: Option<(String, bool)> = None;
    let mut works = false;
    for line in &lines {
        match &until {
            Some((end, tabs)) => {
                let bare = if *tabs { line.trim_start_matches('\t') } else { line };
                if works {
                    given.push(*line);
                }
                if bare.trim_end() == end {
                    until = None;
                }
            }
            None => {
                kept.push(*line);
                until = fed(line);
                let nothing = line.trim_start().strip_prefix(':');
                works = nothing.is_none_or(|rest| !rest.trim_start().starts_with("<<"));
            }
        }
    }
    // An end that is not there was none of these.
    if until.is_some() { (lines, Vec::new()) } else { (kept, given) }
}

/// The word behind `<<` that ends a text, and whether tabs may stand before it.
fn fed(line: &str) -> Option<(String, bool)> {
    if line.trim_start().starts_with('#') || line.contains("$((") || line.contains("((") {
        return None;
    }
    let (before, rest) = line.split_once("<<")?;
    if rest.starts_with('<') || before.ends_with('<') {
        return None;
    }
    let tabs = rest.starts_with('-');
    let rest = rest.trim_start_matches(['-', '~']).trim_start();
    let bare = rest.trim_start_matches(['"', '\'', '\\']);
    let end = bare.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(bare.len());
    (end > 0).then(|| (bare[..end].to_owned(), tabs))
}

/// Takes out what stands behind `if false`, down to its `else` or `fi`.
fn without_never(lines: Vec<&str>) -> Vec<&str> {
    let mut kept = Vec::new();
    // How many conditions are open within one that never holds.
    let mut depth = 0_usize;
    let mut branches = 0_usize;
    for line in &lines {
        let bare = line.trim();
        let words: Vec<&str> = bare.split([' ', '\t', ';']).filter(|w| !w.is_empty()).collect();
        let opens = words.first() == Some(&"if") && !words.contains(&"fi");
        let closes = words.first() == Some(&"fi");
        match depth {
            0 if words.starts_with(&["if", "false"]) && words.get(2).is_none_or(|w| *w == "then") => {
                depth = usize::from(!words.contains(&"fi"));
            }
            0 if closes && branches > 0 => branches -= 1,
            0 => {
                if branches > 0 && opens {
                    branches += 1;
                }
                kept.push(*line);
            }
            1 if closes => depth = 0,
            // What follows may run, down to the `fi` that is then left over.
            1 if matches!(words.first(), Some(&"else")) && branches == 0 => {
                depth = 0;
                branches = 1;
            }
            1 if words.first() == Some(&"elif") => return lines,
            _ if opens => depth += 1,
            _ if closes => depth -= 1,
            _ => {}
        }
    }
    if depth > 0 || branches > 0 { lines } else { kept }
}

/// The functions of a script, each down to the brace that stands below its first letter.
fn functions<'t>(lines: &[&'t str]) -> Vec<Function<'t>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut found: Vec<Function<'t>> = Vec::new();
    for (from, line) in lines.iter().enumerate() {
        if found.last().is_some_and(|f| f.to >= from) {
            continue;
        }
        let Some((name, rest)) = head(line) else { continue };
        let opened =
            rest.starts_with('{') || rest.is_empty() && lines.get(from + 1).is_some_and(|l| l.trim() == "{");
        if !opened {
            continue;
        }
        let to = if rest.len() > 1 && rest.trim_end().ends_with('}') {
            Some(from)
        } else {
            let ends = |l: &&str| l.trim_start().starts_with('}') && indent(l) == indent(line);
            lines.iter().skip(from + 1).position(ends).map(|n| from + 1 + n)
        };
        let Some(to) = to else { return Vec::new() };
        found.push(Function { name, from, to });
    }
    found
}

/// `deploy() {`, `function deploy {`: the name, and what stands behind it.
fn head(line: &str) -> Option<(&str, &str)> {
    let bare = line.trim();
    let (said, bare) = bare.strip_prefix("function ").map_or((false, bare), |rest| (true, rest.trim_start()));
    let end = bare.find(|c: char| !(c.is_alphanumeric() || "_-:.".contains(c))).unwrap_or(bare.len());
    let (name, rest) = bare.split_at(end);
    let rest = rest.trim_start();
    let called = rest.strip_prefix('(').and_then(|r| r.trim_start().strip_prefix(')'));
    let rest = called.or(said.then_some(rest))?.trim_start();
    (!name.is_empty()).then_some((name, rest))
}

/// Tells whether a line may call a function by a name that is worked out: `"$@"`, `"cmd_$1"`, `eval`.
fn calls_any(line: &str) -> bool {
    let starts = line.split([';', '&', '|', '(']).map(str::trim_start);
    let worked_out = |part: &str| {
        let word = part.split_whitespace().next().unwrap_or("");
        word.contains('$') && !word.contains('=') || matches!(word, "eval" | "source" | ".")
    };
    let words = ["if", "then", "do", "else", "!", "exec", "while", "until"];
    starts.into_iter().any(|part| {
        let mut rest = part;
        while let Some((word, behind)) = rest.split_once(' ').filter(|(word, _)| words.contains(word)) {
            let _ = word;
            rest = behind.trim_start();
        }
        worked_out(rest)
    })
}

/// Tells whether what stands outside of functions only sets names: the functions are there for whoever sources the script.
fn is_library(outside: &[&str]) -> bool {
    outside.iter().map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with('#')).all(
        |line| {
            let word = line.split_whitespace().next().unwrap_or("");
            word.contains('=')
                || matches!(word, "set" | "export" | "readonly" | "declare" | "local" | "shopt" | "alias")
        },
    )
}

fn has_word(line: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let line = if line.trim_start().starts_with('#') { "" } else { line };
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(joins) && !line[at + word.len()..].starts_with(joins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_runs_is_left_out() {
        for (text, kept, uncalled) in [
            ("make\n", "make", false),
            ("if false; then\n  make\nfi\necho a\n", "echo a", false),
            ("if false\nthen\n  if x; then\n    make\n  fi\nfi\n", "", false),
            ("if false; then\n  make a\nelse\n  make b\nfi\nmake c\n", "  make b|make c", false),
            (
                "if false; then\n  make a\nelif b; then\n  make b\nfi\n",
                "if false; then|  make a|elif b; then|  make b|fi",
                false,
            ),
            ("if false; then make; fi\nmake b\n", "make b", false),
            ("if false_start; then\n  make\nfi\n", "if false_start; then|  make|fi", false),
            (": <<'X'\nmake\nX\n", ": <<'X'", false),
            ("cat <<-EOF > a\n\tmake\n\tEOF\nmake\n", "cat <<-EOF > a|make", false),
            ("cat <<EOF\nmake\n", "cat <<EOF|make", false),
            ("x=$((1 << 2))\nmake\n", "x=$((1 << 2))|make", false),
            ("grep a <<< \"$b\"\nmake\n", "grep a <<< \"$b\"|make", false),
            ("go() {\n  make\n}\necho a\n", "echo a", true),
            ("go() {\n  make\n}\ngo\n", "go() {|  make|}|go", false),
            (
                "go() { make; }\nrun() {\n  go\n}\nrun \"$@\"\n",
                "go() { make; }|run() {|  go|}|run \"$@\"",
                false,
            ),
            ("go() { make; }\nrun() {\n  go\n}\necho a\n", "echo a", true),
            ("function go {\n  make\n}\ntrap go EXIT\n", "function go {|  make|}|trap go EXIT", false),
            ("go() { make; }\n\"$@\"\n", "go() { make; }|\"$@\"", false),
            ("go() { make; }\n\"go_$1\" a\n", "go() { make; }|\"go_$1\" a", false),
            ("go() { make; }\nssh host <<EOF\ngo\nEOF\n", "go() { make; }|ssh host <<EOF", false),
            ("set -e\nX=1\ngo() {\n  make\n}\n", "set -e|X=1|go() {|  make|}", false),
        ] {
            let living = living(text.lines());
            assert_eq!((living.lines.join("|").as_str(), living.uncalled), (kept, uncalled), "{text}");
        }
    }

    #[test]
    fn the_places_that_never_run_are_told() {
        let path = |name: &str| RepoPath::parse(name).expect("a path");
        let idle = |name: &str, text: &'static str| {
            let places = idle(&path(name), text);
            places.into_iter().filter_map(|place| text.get(place)).collect::<String>()
        };
        assert_eq!(idle("a.sh", "make a\n: <<X\nmake b\nX\nmake c"), "make b\nX\n");
        assert_eq!(idle("a.sh", "psql <<X\nmake b\nX\n"), "");
        assert_eq!(idle("a.sh", "go() {\n  make b\n}\nmake a\n"), "go() {\n  make b\n}\n");
        assert_eq!(idle("a.rb", ": <<X\nmake b\nX\n"), "");
    }
}
