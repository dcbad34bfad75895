//! Findings joined over passes: the labelled sets of `tests/identity/*.case`, over changes that git made (SPEC 6.5).
//!
//! ```text
//! == what the case shows
//! dimensions                          findings are rows of a rubric
//! file src/a.rs 60                    a file of that many lines, each another
//! insert src/a.rs 5 3 · drop src/a.rs 5-8 · edit src/a.rs 5-8 · indent src/a.rs 5-8
//! rename src/a.rs src/b.rs · move src/a.rs 5-8 src/b.rs 2 · remove src/a.rs
//! old F1 high src/a.rs:10 src/b.rs:3-5 "title" cites R1 cat Completeness said C-1 text "description"
//! new high src/a.rs:12 "title" repeats F1 reverses F2 = F1
//! new low "title" = new
//! ```
//!
//! `reworded.case` was written without a look at the rules, to find out where they end.
//! `contrary.case` has blocking findings in words of one.
//! `fixed.case` has what a fix has broken, told with the words of what it mended, and `retold.case` one finding told anew;
//! the second half of both was written after the rules, before these had been run on it.
//! `held.case` was written before the rules had been run on any case, `held_again.case` after what `held.case` taught.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use countersign::domain::diff::Diff;
use countersign::domain::finding::Finding;
use countersign::domain::identity::{Kin, join};
use countersign::domain::ids::FindingId;
use countersign::domain::review::{Location, RawFinding, Severity};

use crate::scene::{Edit, Scene};

/// What came out over the cases of some files.
#[derive(Default)]
struct Tally {
    labels: usize,
    wrong: Vec<String>,
    /// Blocking findings taken for a blocking one that they are not.
    merged: Vec<String>,
}

impl Tally {
    fn share(&self) -> f64 {
        1.0 - self.wrong.len() as f64 / self.labels as f64
    }
}

/// Splits a line at blanks; what stands in quotes is one word.
fn words(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 {
            found.push(part.to_owned());
        } else {
            found.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    found
}

fn severity(word: &str) -> Severity {
    *Severity::ALL.iter().find(|s| s.as_str() == word).unwrap_or_else(|| panic!("severity {word}"))
}

fn range(text: &str) -> (usize, usize) {
    let (a, b) = text.split_once('-').unwrap_or((text, text));
    (a.parse().unwrap(), b.parse().unwrap())
}

fn place(text: &str) -> Location {
    let Some((file, lines)) = text.rsplit_once(':') else {
        return Location { file: text.to_owned(), line: None, end_line: None };
    };
    let (a, b) = range(lines);
    let number = |n: usize| u32::try_from(n).unwrap();
    Location { file: file.to_owned(), line: Some(number(a)), end_line: (b != a).then(|| number(b)) }
}

/// Reads a finding from the words after its severity.
fn finding(words: &[String], line: &str) -> RawFinding {
    let is_title = |w: &str| line.contains(&format!("\"{w}\""));
    let mut raw = RawFinding::new(severity(&words[0]), "");
    let mut at = 1;
    while at < words.len() {
        let next = || Some(words[at + 1].clone());
        match words[at].as_str() {
            "cites" => raw.requirement = next(),
            "cat" => raw.category = next(),
            "said" => raw.reported_id = next(),
            "repeats" => raw.repeats = next(),
            "reverses" => raw.reverses = next(),
            "text" => raw.description = next(),
            title if is_title(title) => {
                raw.title = title.to_owned();
                at += 1;
                continue;
            }
            path => {
                raw.locations.push(place(path));
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    raw
}

/// The files of a case before and after its change.
#[derive(Default)]
struct Files {
    before: BTreeMap<String, Vec<String>>,
    after: BTreeMap<String, Vec<String>>,
    fresh: usize,
}

impl Files {
    fn line(&mut self) -> String {
        self.fresh += 1;
        format!("    let fresh_{0} = renew_{0}(input, {0});", self.fresh)
    }

    fn of(&mut self, path: &str) -> &mut Vec<String> {
        self.after.entry(path.to_owned()).or_default()
    }

    fn play(&mut self, words: &[String]) {
        let word = |at: usize| words[at].as_str();
        let lines = |at: usize| {
            let (a, b) = range(&words[at]);
            a - 1..b
        };
        match word(0) {
            "file" => {
                let stem = word(1).replace(['/', '.'], "_");
                let text: Vec<String> = (1..=word(2).parse::<usize>().unwrap())
                    .map(|n| format!("    let value_{n} = {stem}_{n}(input);"))
                    .collect();
                self.before.insert(word(1).to_owned(), text.clone());
                self.after.insert(word(1).to_owned(), text);
            }
            "insert" => {
                let (at, count) = (word(2).parse::<usize>().unwrap(), word(3).parse::<usize>().unwrap());
                let put: Vec<String> = (0..count).map(|_| self.line()).collect();
                self.of(word(1)).splice(at..at, put);
            }
            "drop" => drop(self.of(word(1)).drain(lines(2))),
            "edit" => {
                for n in lines(2) {
                    let line = self.line();
                    self.of(word(1))[n] = line;
                }
            }
            "indent" => self.of(word(1))[lines(2)].iter_mut().for_each(|l| l.insert_str(0, "    ")),
            "rename" => {
                let text = self.after.remove(word(1)).unwrap();
                self.after.insert(word(2).to_owned(), text);
            }
            "move" => {
                let block: Vec<String> = self.of(word(1)).drain(lines(2)).collect();
                let at: usize = word(4).parse().unwrap();
                self.of(word(3)).splice(at..at, block);
            }
            "remove" => drop(self.after.remove(word(1))),
            other => panic!("{other}"),
        }
    }

    /// Commits both sides and lets git say what differs.
    fn diff(&self) -> Diff {
        if self.before.is_empty() {
            return Diff::default();
        }
        let scene = Scene::new();
        let text = |lines: &Vec<String>| lines.iter().map(|l| format!("{l}\n")).collect::<String>();
        let before: Vec<(&str, String)> = self.before.iter().map(|(p, l)| (p.as_str(), text(l))).collect();
        let after: Vec<(&str, String)> = self.after.iter().map(|(p, l)| (p.as_str(), text(l))).collect();
        let pairs: Vec<(&str, &str)> = before.iter().map(|(p, t)| (*p, t.as_str())).collect();
        let base = scene.commit("before", &pairs);
        let gone = self.before.keys().filter(|p| !self.after.contains_key(*p)).map(|p| Edit::Remove(p));
        let edits: Vec<Edit<'_>> =
            gone.chain(after.iter().map(|(p, t)| Edit::Write(p, t.as_bytes()))).collect();
        let head = scene.edit("after", &edits);
        scene.open().diff(Some(&base), &head, &[]).unwrap()
    }
}

/// Plays one case and notes what came out otherwise than it says.
fn play(case: &str, tally: &mut Tally) {
    let (name, lines) = case.split_once('\n').unwrap();
    let mut files = Files::default();
    let mut dimensions = false;
    let (mut old, mut raised, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')) {
        let words = words(line);
        match words[0].as_str() {
            "dimensions" => dimensions = true,
            "old" => {
                let said = finding(&words[2..], line);
                old.push(Finding::new(FindingId::new(words[1].clone()), said, 1));
            }
            "new" => {
                let at = words.iter().rposition(|w| w == "=").unwrap_or_else(|| panic!("no label: {line}"));
                raised.push(finding(&words[1..at], line));
                expected.push(words[at + 1].clone());
            }
            _ => files.play(&words),
        }
    }
    let joined = join(&old, &raised, &files.diff(), dimensions);
    for ((kin, raw), expected) in joined.iter().zip(&raised).zip(&expected) {
        tally.labels += 1;
        let (got, why) = match kin {
            Kin::Same(m) => (old[m.old].id.to_string(), m.reason.clone()),
            Kin::Part(m) => (format!("part:{}", old[m.old].id), m.reason.clone()),
            Kin::New => ("new".to_owned(), String::new()),
        };
        // Which finding a part is of is only asked where the case says so.
        let right = &got == expected || expected == "new" && got.starts_with("part:");
        if right {
            continue;
        }
        let told = format!("{}: \"{}\" is {got} ({why}), not {expected}", name.trim(), raw.title);
        if let Kin::Same(m) = kin
            && raw.severity <= Severity::High
            && old[m.old].severity() <= Severity::High
        {
            tally.merged.push(told.clone());
        }
        tally.wrong.push(told);
    }
}

/// What the cases are for, by the beginning of their file's name.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Labelled,
    Held,
    Reworded,
    Contrary,
}

impl Kept {
    fn of(name: &str) -> Kept {
        match name {
            name if name.starts_with("held") => Kept::Held,
            name if name.starts_with("reworded") => Kept::Reworded,
            name if name.starts_with("contrary") => Kept::Contrary,
            _ => Kept::Labelled,
        }
    }
}

fn tally(kept: Kept) -> Tally {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/identity");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut tally = Tally::default();
    for path in files.iter().filter(|p| p.file_name().is_some_and(|n| Kept::of(&n.to_string_lossy()) == kept))
    {
        let text = format!("\n{}", std::fs::read_to_string(path).unwrap());
        text.split("\n== ").skip(1).for_each(|case| play(case, &mut tally));
    }
    println!("{} labels, {} wrong, {:.1} % right", tally.labels, tally.wrong.len(), tally.share() * 100.0);
    tally
}

fn told(tally: &Tally) -> String {
    let mut text = format!("{} of {} labels wrong\n", tally.wrong.len(), tally.labels);
    for line in &tally.wrong {
        let _ = writeln!(text, "  {line}");
    }
    text
}

#[test]
fn identity_of_the_labelled_findings() {
    let tally = tally(Kept::Labelled);
    assert!(tally.labels >= 120, "{} labels", tally.labels);
    assert!(tally.merged.is_empty(), "{:#?} {}", tally.merged, told(&tally));
    assert!(tally.share() >= 0.95, "{}", told(&tally));
}

#[test]
fn identity_of_findings_that_no_rule_was_made_for() {
    let tally = tally(Kept::Held);
    assert!(tally.labels >= 60, "{} labels", tally.labels);
    assert!(tally.merged.is_empty(), "{:#?} {}", tally.merged, told(&tally));
    assert!(tally.share() >= 0.9, "{}", told(&tally));
}

/// Titles told anew in other words, with hardly a word in common: such a finding may come up as another one, which loses
/// nothing, and is never taken for one that it is not.
#[test]
fn identity_of_findings_in_other_words_loses_none() {
    let tally = tally(Kept::Reworded);
    assert!(tally.labels >= 110, "{} labels", tally.labels);
    assert!(tally.merged.is_empty(), "{:#?} {}", tally.merged, told(&tally));
    // Stock sentences and broad categories prove nothing any more, which keeps some that say one thing apart.
    assert!(tally.share() >= 0.68, "{}", told(&tally));
}

/// Blocking findings that share their words and mean two things; none is lost in the other, and those that say one thing
/// anew are still joined.
#[test]
fn identity_of_contrary_findings_keeps_them_apart() {
    let tally = tally(Kept::Contrary);
    assert!(tally.labels >= 40, "{} labels", tally.labels);
    assert!(tally.merged.is_empty(), "{:#?} {}", tally.merged, told(&tally));
    assert!(tally.share() >= 0.95, "{}", told(&tally));
}

#[test]
fn identity_of_hundreds_of_findings_does_not_depend_on_their_order() {
    let things = ["user", "order", "cart", "invoice", "session"];
    let mut old = Vec::new();
    for n in 0..400_u32 {
        let thing = things[n as usize % things.len()];
        let mut said = RawFinding::new(Severity::High, format!("Missing null check on {thing}"));
        said.locations.push(Location {
            file: format!("src/m{}.rs", n % 9),
            line: Some(n * 40 + 1),
            end_line: None,
        });
        old.push(Finding::new(FindingId::new(format!("F{n}")), said, 1));
    }
    let mut raised: Vec<RawFinding> = old.iter().map(|f| f.said.clone()).collect();
    raised.reverse();
    let started = std::time::Instant::now();
    let joined = join(&old, &raised, &Diff::default(), false);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    for (at, kin) in joined.iter().enumerate() {
        assert_eq!(kin.same().map(|m| m.old), Some(old.len() - 1 - at), "{:?}", raised[at]);
    }
}
