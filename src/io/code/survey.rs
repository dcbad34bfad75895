//! Looks over a whole repository once: which files there are, and which of them hold one of many words.
//!
//! One walk and one scan of each text, on as many threads as the machine has where there is enough for them; the words
//! are searched together.
//! What git ignores is passed over, links are not followed, files are opened below one directory handle.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use ignore::WalkBuilder;

use super::{CodeError, TEXT_LIMIT};
use crate::domain::ids::RepoPath;
use crate::domain::wiring::{self, Survey, Words};
use crate::io::follower::Follower;

/// Most files that are looked at.
const MOST_FILES: usize = 400_000;
/// From how many words on the fastest automaton would take too much memory.
const MANY_WORDS: usize = 2_000;
/// Most bytes of texts that are kept; beyond them it is said that not all was looked at.
const KEPT: usize = 96 * 1024 * 1024;
/// How much room a thread has for a file from the start: a vector that grows asks the system again and again.
const ROOM: usize = 64 * 1024;
/// For how many files one more thread is worth its start.
const FILES_A_THREAD: usize = 96;
/// Folders that hold no code of the project, whether or not git ignores them.
const PASSED_OVER: [&str; 7] =
    ["node_modules", "bower_components", "__pycache__", "vendor", "venv", "target", "site-packages"];
/// Files whose bytes are no text.
const BINARY: [&str; 26] = [
    "png", "jpg", "jpeg", "gif", "webp", "ico", "pdf", "zip", "gz", "tgz", "xz", "woff", "woff2", "ttf",
    "otf", "eot", "mp3", "mp4", "mov", "wasm", "so", "dll", "exe", "class", "jar", "sqlite",
];

/// What all threads look for, and what they have of it together.
struct Wanted {
    /// The strong words, then the weak ones.
    search: AhoCorasick,
    strong: usize,
    /// In how many files each word stands.
    holders: Vec<AtomicUsize>,
    /// How many bytes are kept.
    kept: AtomicUsize,
}

impl Wanted {
    /// Tells whether so many files hold a weak word that it tells nothing of any.
    fn is_common(&self, word: usize) -> bool {
        word >= self.strong && self.holders[word].load(Ordering::Relaxed) >= wiring::COMMON
    }

    /// Counts one more file for a word, and tells whether the word still tells something.
    fn tells(&self, word: usize) -> bool {
        self.holders[word].fetch_add(1, Ordering::Relaxed) < wiring::COMMON || word < self.strong
    }
}

/// What one thread found: files by their places in the list.
struct Part {
    texts: Vec<(usize, String)>,
    hits: Vec<(usize, usize)>,
    unread: usize,
    /// What is read at the moment: one room for all files, since few of them are kept.
    bytes: Vec<u8>,
}

/// Looks over the repository below `root` for `words`; its follower hears of it and may end it early.
pub fn survey(root: &Path, words: &Words, follower: &dyn Follower) -> Result<Survey, CodeError> {
    let failed = |source| CodeError::Root { root: root.to_owned(), source };
    let dir = Dir::open_ambient_dir(root, ambient_authority()).map_err(failed)?;
    let (paths, mut left_out) = list(root, follower);
    let names: Vec<&String> = words.iter().collect();
    // All words are looked for at every place; left to itself the library takes a slower automaton for many words.
    let kind = (names.len() <= MANY_WORDS).then_some(AhoCorasickKind::DFA);
    let search = AhoCorasick::builder().kind(kind).build(&names);
    let search = search.map_err(|e| failed(std::io::Error::other(e)))?;
    let wanted = Wanted {
        search,
        strong: words.strong(),
        holders: names.iter().map(|_| AtomicUsize::new(0)).collect(),
        kept: AtomicUsize::new(0),
    };
    let next = AtomicUsize::new(0);
    let one = || {
        let bytes = Vec::with_capacity(ROOM);
        let mut part = Part { texts: Vec::new(), hits: Vec::new(), unread: 0, bytes };
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(at) else { break };
            follower.hears(at, paths.len());
            if !follower.goes_on() {
                part.unread += 1;
                break;
            }
            look(&dir, (at, path), &wanted, &mut part);
        }
        part
    };
    let parts: Vec<Part> = std::thread::scope(|scope| {
        let more: Vec<_> = (1..threads(paths.len())).map(|_| scope.spawn(one)).collect();
        let own = one();
        std::iter::once(own).chain(more.into_iter().filter_map(|t| t.join().ok())).collect()
    });
    let mut found = Survey::default();
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    let mut unread = 0;
    for part in parts {
        found.texts.extend(part.texts.into_iter().map(|(at, text)| (paths[at].clone(), text)));
        unread += part.unread;
        for (word, at) in part.hits {
            holders[word].push(at);
        }
    }
    if unread > 0 && left_out.is_none() {
        left_out = Some(format!("{unread} files were not read"));
    }
    // Which of the files with a common word were seen before it was common is chance.
    let of_word = |(word, files): (usize, Vec<usize>)| {
        let files = files.into_iter().map(|at| paths[at].clone());
        (names[word].clone(), files.collect::<BTreeSet<RepoPath>>())
    };
    let telling = holders.into_iter().enumerate();
    let telling = telling.filter(|(word, files)| !files.is_empty() && !wanted.is_common(*word));
    let mentions: BTreeMap<String, BTreeSet<RepoPath>> = telling.map(of_word).collect();
    let told: BTreeSet<&RepoPath> = mentions.values().flatten().collect();
    found.texts.retain(|path, _| told.contains(path) || wiring::is_manifest(path.file_name()));
    found.mentions = mentions;
    let common = names.iter().enumerate().filter(|(word, _)| wanted.is_common(*word));
    found.common = common.map(|(_, name)| (*name).clone()).collect();
    found.paths = paths.into_iter().collect();
    found.left_out = left_out;
    Ok(found)
}

/// Returns on how many threads so many files are looked at. How many the machine has is asked only where it matters:
/// the answer stands in files of the system.
fn threads(files: usize) -> usize {
    let wanted = (files / FILES_A_THREAD).min(8);
    if wanted < 2 { 1 } else { std::thread::available_parallelism().map_or(2, usize::from).min(wanted) }
}

/// Lists the files that git would know.
fn list(root: &Path, follower: &dyn Follower) -> (Vec<RepoPath>, Option<String>) {
    let mut walk = WalkBuilder::new(root);
    walk.follow_links(false).git_global(false).parents(false).require_git(false);
    walk.filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        let folder = entry.file_type().is_some_and(|t| t.is_dir());
        // Another repository or worktree below this one is none of its code.
        !(folder
            && entry.depth() > 0
            && (PASSED_OVER.contains(&name.as_ref()) || entry.path().join(".git").exists()))
    });
    let mut paths = Vec::new();
    for entry in walk.build().flatten() {
        if !entry.file_type().is_some_and(|t| t.is_file()) {
            continue;
        }
        let relative =
            entry.path().strip_prefix(root).ok().and_then(Path::to_str).map(|p| p.replace('\\', "/"));
        paths.extend(relative.and_then(|p| RepoPath::parse(&p).ok()));
        if paths.len() >= MOST_FILES || !follower.goes_on() {
            return (paths, Some(format!("only the first {MOST_FILES} files were listed")));
        }
    }
    (paths, None)
}

/// Reads one file and keeps it where it is a manifest or holds a word.
fn look(dir: &Dir, (at, path): (usize, &RepoPath), wanted: &Wanted, part: &mut Part) {
    let name = path.file_name();
    let extension = name.rsplit_once('.').map_or("", |(_, ext)| ext);
    if BINARY.iter().any(|binary| extension.eq_ignore_ascii_case(binary)) {
        return;
    }
    let Ok(file) = dir.open(path.as_str()) else { return };
    let bytes = &mut part.bytes;
    bytes.clear();
    // The system's own file reads without wiping the room before.
    if file.into_std().take(TEXT_LIMIT + 1).read_to_end(bytes).is_err() {
        part.unread += 1;
        return;
    }
    if bytes.len() as u64 > TEXT_LIMIT || bytes.iter().take(1024).any(|b| *b == 0) {
        return;
    }
    let mut hit = BTreeSet::new();
    for found in wanted.search.find_overlapping_iter(bytes.as_slice()) {
        let word = found.pattern().as_usize();
        if !hit.contains(&word) && whole(bytes, found.start(), found.end()) {
            hit.insert(word);
            if hit.len() == wanted.holders.len() {
                break;
            }
        }
    }
    hit.retain(|word| wanted.tells(*word));
    if hit.is_empty() && !wiring::is_manifest(name) {
        return;
    }
    if wanted.kept.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() > KEPT {
        part.unread += 1;
        return;
    }
    part.hits.extend(hit.into_iter().map(|word| (word, at)));
    part.texts.push((at, String::from_utf8_lossy(bytes).into_owned()));
}

/// Tells whether a match is no part of a longer word.
fn whole(bytes: &[u8], start: usize, end: usize) -> bool {
    let joins = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let first = bytes.get(start).copied().is_some_and(joins);
    let last = bytes.get(end.saturating_sub(1)).copied().is_some_and(joins);
    let before = start.checked_sub(1).and_then(|at| bytes.get(at)).copied().is_some_and(joins);
    let after = bytes.get(end).copied().is_some_and(joins);
    !(first && before || last && after)
}
