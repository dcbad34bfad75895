//! What a repository says of its files in `.gitattributes`: which ones are generated (SPEC 7.5).
//!
//! Read from the index, never from the work tree, where such a file may be a link; no filter or driver is run.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use git2::AttrCheckFlags;
use globset::{GlobBuilder, GlobMatcher};

use super::Repository;
use crate::domain::ids::RepoPath;

const GENERATED: &str = "linguist-generated";

impl Repository {
    /// Returns those of some files that are marked with `linguist-generated`, or with `-linguist-generated` as not.
    /// What cannot be read marks nothing.
    pub fn marked_generated<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p RepoPath>,
    ) -> BTreeMap<RepoPath, bool> {
        let mut folders = Folders { repository: self, read: BTreeMap::new() };
        let mut marked = |path: &RepoPath| match folders.misread(path) {
            Some(rules) => rules.iter().flat_map(|of| of.iter()).rev().find(|rule| rule.takes(path))?.says,
            None => self.generated(path),
        };
        let mut found = BTreeMap::new();
        for path in paths {
            if let Some(marked) = marked(path) {
                found.insert(path.clone(), marked);
            }
        }
        found
    }

    fn generated(&self, path: &RepoPath) -> Option<bool> {
        let flags = AttrCheckFlags::INDEX_ONLY | AttrCheckFlags::NO_SYSTEM;
        let value = self.inner.get_attr(path.as_str().as_ref(), GENERATED, flags).ok()??;
        match git2::AttrValue::from_string(Some(value)) {
            git2::AttrValue::True => Some(true),
            git2::AttrValue::False => Some(false),
            git2::AttrValue::String(word) => Some(!word.eq_ignore_ascii_case("false")),
            git2::AttrValue::Bytes(_) | git2::AttrValue::Unspecified => None,
        }
    }
}

/// The rules of each folder's own file, read once; nothing for a folder that has none.
///
/// Only for where the library goes wrong: git passes over a rule that begins with `!`, and the library takes it for a
/// rule of all other files, by which one line turns every mark around.
struct Folders<'r> {
    repository: &'r Repository,
    read: BTreeMap<String, Option<Rc<File>>>,
}

/// What a `.gitattributes` says of generated files.
struct File {
    /// It has a rule that begins with `!`, or with a pattern in quotation marks.
    misread: bool,
    rules: Vec<Rule>,
}

impl Folders<'_> {
    /// Returns the rules of the folders above a path, those of the root first, where the library misreads one of them.
    fn misread(&mut self, path: &RepoPath) -> Option<Vec<Rc<File>>> {
        let below = path.as_str().match_indices('/').map(|(at, _)| &path.as_str()[..at]);
        let files: Vec<Rc<File>> =
            std::iter::once("").chain(below).filter_map(|folder| self.of(folder)).collect();
        files.iter().any(|file| file.misread).then_some(files)
    }

    fn of(&mut self, folder: &str) -> Option<Rc<File>> {
        if let Some(known) = self.read.get(folder) {
            return known.clone();
        }
        let file = self.text(folder).map(|text| Rc::new(File::read(folder, &text)));
        self.read.insert(folder.to_owned(), file.clone());
        file
    }

    fn text(&self, folder: &str) -> Option<String> {
        let index = self.repository.inner.index().ok()?;
        let entry = index.get_path(&Path::new(folder).join(".gitattributes"), 0)?;
        let blob = self.repository.inner.find_blob(entry.id).ok()?;
        Some(String::from_utf8_lossy(blob.content()).into_owned())
    }
}

impl File {
    fn read(folder: &str, text: &str) -> Self {
        // A macro names a set of attributes and no files; what it stands for is not written out here, so that files which
        // are marked by one are shown like any other.
        let tells = |line: &&str| !line.starts_with('#') && !line.starts_with("[attr]");
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(tells);
        let (odd, plain): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('!'));
        let quoted = plain.iter().any(|line| line.starts_with('"'));
        let rules = plain.into_iter().filter_map(|line| Rule::read(folder, line)).collect();
        Self { misread: !odd.is_empty() || quoted, rules }
    }

    fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.rules.iter()
    }
}

/// A line that says whether files are generated.
struct Rule {
    files: GlobMatcher,
    /// Nothing where it takes back what was said before.
    says: Option<bool>,
}

impl Rule {
    fn read(folder: &str, line: &str) -> Option<Self> {
        let (pattern, rest) = pattern_of(line)?;
        let words = rest.split_whitespace();
        // Of one line the last word holds.
        let mut says = words.filter_map(|word| match word.strip_prefix(GENERATED) {
            Some("") => Some(Some(true)),
            Some(value) => value.strip_prefix('=').map(|value| Some(!value.eq_ignore_ascii_case("false"))),
            None if word.strip_prefix('-') == Some(GENERATED) => Some(Some(false)),
            None => (word.strip_prefix('!') == Some(GENERATED)).then_some(None),
        });
        let says = says.next_back()?;
        Some(Self { files: matcher(folder, &pattern)?, says })
    }

    fn takes(&self, path: &RepoPath) -> bool {
        self.files.is_match(path.as_str())
    }
}

/// Splits a line into its pattern and the words behind. One in quotation marks is written as C writes texts.
fn pattern_of(line: &str) -> Option<(String, &str)> {
    let Some(quoted) = line.strip_prefix('"') else {
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        return Some((line[..end].to_owned(), &line[end..]));
    };
    let (mut pattern, mut chars) = (Vec::new(), quoted.char_indices());
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((String::from_utf8(pattern).ok()?, &quoted[at + 1..])),
            '\\' => match chars.next()?.1 {
                first @ '0'..='3' => {
                    let digits = [first, chars.next()?.1, chars.next()?.1];
                    let octal = u8::from_str_radix(&digits.iter().collect::<String>(), 8).ok()?;
                    pattern.push(octal);
                }
                't' => pattern.push(b'\t'),
                'n' => pattern.push(b'\n'),
                'r' => pattern.push(b'\r'),
                plain @ ('"' | '\\') => pattern.push(plain as u8),
                _ => return None,
            },
            c => pattern.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    None
}

/// Returns what a pattern of a folder's file takes: a name alone in any folder below, one with a slash from that folder on.
/// What ends in a slash takes no file.
fn matcher(folder: &str, pattern: &str) -> Option<GlobMatcher> {
    let above = if folder.is_empty() { String::new() } else { format!("{}/", globset::escape(folder)) };
    // Braces are plain characters to git.
    let plain = pattern.replace('{', "[{]").replace('}', "[}]");
    let whole = match plain.strip_prefix('/').unwrap_or(&plain) {
        of_name if !pattern.contains('/') => format!("{above}**/{of_name}"),
        from_here => format!("{above}{from_here}"),
    };
    let glob = GlobBuilder::new(&whole).literal_separator(true).backslash_escape(true).build();
    glob.ok().map(|glob| glob.compile_matcher())
}
