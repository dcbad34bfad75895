//! Looks over the files of a repository: which of them hold one of many words.
//!
//! One scan of each text, on as many threads as the machine has where there is enough for them; the words are searched
//! together. Files are opened below one directory handle.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::encoding::{is_utf16, text_of};
use super::listing::Listing;
use super::search::{Hits, Search};
use super::{CodeError, TEXT_LIMIT};
use crate::domain::ids::RepoPath;
use crate::domain::wiring::{self, ParsedFile, Survey, Words};
use crate::io::follower::Follower;

/// Most bytes of texts that are kept; beyond them it is said that not all was looked at.
const KEPT: usize = 96 * 1024 * 1024;
/// How much room a thread has for a file from the start: a vector that grows asks the system again and again.
const ROOM: usize = 64 * 1024;
/// For how many files one more thread is worth its start.
const FILES_A_THREAD: usize = 96;
/// The most threads that work on one thing.
const MOST_THREADS: usize = 8;
/// After how many files it is asked which words became common.
const STRETCHES: [usize; 2] = [2 * wiring::COMMON, 16 * wiring::COMMON];
/// Files whose bytes are no text.
const BINARY: [&str; 26] = [
    "png", "jpg", "jpeg", "gif", "webp", "ico", "pdf", "zip", "gz", "tgz", "xz", "woff", "woff2", "ttf",
    "otf", "eot", "mp3", "mp4", "mov", "wasm", "so", "dll", "exe", "class", "jar", "sqlite",
];

/// What one thread found: files by their places in the list.
struct Part {
    texts: Vec<(usize, String)>,
    hits: Vec<(usize, usize)>,
    unread: usize,
    /// What is read at the moment: one room for all files, since few of them are kept.
    bytes: Vec<u8>,
    found: Hits,
}

impl Part {
    fn new() -> Self {
        let bytes = Vec::with_capacity(ROOM);
        Self { texts: Vec::new(), hits: Vec::new(), unread: 0, bytes, found: Hits::default() }
    }
}

/// Looks over the listed files below `root` for `words`; its follower hears of it and may end it early.
pub fn survey(
    root: &Path,
    listing: &Listing,
    words: &Words,
    follower: &dyn Follower,
) -> Result<Survey, CodeError> {
    let failed = |source| CodeError::Root { root: root.to_owned(), source };
    let dir = Dir::open_ambient_dir(root, ambient_authority()).map_err(failed)?;
    let (paths, mut left_out) = (&listing.paths, listing.left_out.clone());
    let mut search = Search::new(words).map_err(failed)?;
    let kept = AtomicUsize::new(0);
    let next = AtomicUsize::new(0);
    let mut parts = Vec::new();
    for end in STRETCHES.into_iter().filter(|end| *end < paths.len()).chain([paths.len()]) {
        let one = || {
            let mut part = Part::new();
            while follower.goes_on() {
                let taken = next
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |at| (at < end).then_some(at + 1));
                let Ok(at) = taken else { return part };
                follower.hears(at, paths.len());
                look(&dir, (at, &paths[at]), (&search, &kept), &mut part);
            }
            part.unread += usize::from(next.load(Ordering::Relaxed) < end);
            part
        };
        parts.extend(together(threads(paths.len()), &one));
        search.narrow().map_err(failed)?;
    }
    let mut found = Survey::default();
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); search.names().len()];
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
        (search.names()[word].clone(), files.collect::<BTreeSet<RepoPath>>())
    };
    let telling = holders.into_iter().enumerate();
    let telling = telling.filter(|(word, files)| !files.is_empty() && !search.is_common(*word));
    let mentions: BTreeMap<String, BTreeSet<RepoPath>> = telling.map(of_word).collect();
    let told: BTreeSet<&RepoPath> = mentions.values().flatten().collect();
    found.texts.retain(|path, _| told.contains(path) || wiring::is_kept(path.file_name()));
    found.mentions = mentions;
    let common = search.names().iter().enumerate().filter(|(word, _)| search.is_common(*word));
    found.common = common.map(|(_, name)| (*name).clone()).collect();
    found.paths = paths.iter().cloned().collect();
    found.left_out = left_out;
    Ok(found)
}

/// Parses texts, on as many threads as there are for them; ends soon once its follower says so.
pub fn parse(texts: &[(RepoPath, &str)], follower: &dyn Follower) -> Vec<ParsedFile> {
    /// So few are worth a thread each, whatever the machine has.
    const FEW: usize = 2;
    let threads = match texts.len() {
        ..=FEW => texts.len().max(1),
        many => std::thread::available_parallelism().map_or(FEW, usize::from).min(many).min(MOST_THREADS),
    };
    let next = AtomicUsize::new(0);
    let one = || {
        let taken = || texts.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| follower.goes_on());
        std::iter::from_fn(taken).map(|(path, text)| ParsedFile::of(path, text)).collect::<Vec<_>>()
    };
    together(threads, &one).into_iter().flatten().collect()
}

/// Does a piece of work on so many threads.
fn together<T: Send>(threads: usize, one: &(impl Fn() -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        // Where no further thread can be had, those that there are do all of it.
        let begun = |_| std::thread::Builder::new().spawn_scoped(scope, one).ok();
        let more: Vec<_> = (1..threads).filter_map(begun).collect();
        let own = one();
        let more = more.into_iter().map(|t| t.join().unwrap_or_else(|panicked| resume_unwind(panicked)));
        std::iter::once(own).chain(more).collect()
    })
}

/// Returns on how many threads so many files are looked at. How many the machine has is asked only where it matters:
/// the answer stands in files of the system.
fn threads(files: usize) -> usize {
    let wanted = (files / FILES_A_THREAD).min(MOST_THREADS);
    if wanted < 2 { 1 } else { std::thread::available_parallelism().map_or(2, usize::from).min(wanted) }
}

/// Reads one file and keeps it where it holds a word or is always wanted, as long as what is kept has room.
fn look(
    dir: &Dir,
    (at, path): (usize, &RepoPath),
    (search, kept): (&Search<'_>, &AtomicUsize),
    part: &mut Part,
) {
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
    if is_utf16(bytes) {
        *bytes = text_of(bytes).into_owned().into_bytes();
    }
    if bytes[..bytes.len().min(1024)].contains(&0) {
        return;
    }
    let hits = search.within(bytes, &mut part.found);
    // One over the limit is no text that is read; that it may use something is kept.
    if bytes.len() as u64 > TEXT_LIMIT {
        part.hits.extend(hits.iter().filter(|_| wiring::is_code(path)).map(|word| (*word, at)));
        return;
    }
    if hits.is_empty() && !wiring::is_kept(name) {
        return;
    }
    if kept.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len() > KEPT {
        part.unread += 1;
        return;
    }
    part.hits.extend(hits.iter().map(|word| (*word, at)));
    part.texts.push((at, String::from_utf8_lossy(bytes).into_owned()));
}
