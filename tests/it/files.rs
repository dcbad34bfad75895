//! The files room on real folders: nothing outside the root is read or written, nothing foreign overwritten.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a failing test says where")]

use std::os::unix::fs::symlink;
use std::path::Path;

use countersign::domain::ids::RepoPath;
use countersign::io::files::{Files, FilesError, Kind};
use tempfile::TempDir;

const OURS: &str = "---\nwriter: countersign\npass: 1\n---\n# Review\n";

fn path(text: &str) -> RepoPath {
    RepoPath::parse(text).unwrap()
}

/// A folder with a repository `root`, a folder `outside` with a canary, and a sibling `root_evil`.
fn place() -> (TempDir, Files) {
    let temp = TempDir::new().unwrap();
    for name in ["root/docs", "outside", "root_evil"] {
        std::fs::create_dir_all(temp.path().join(name)).unwrap();
    }
    std::fs::write(temp.path().join("outside/canary"), "canary").unwrap();
    std::fs::write(temp.path().join("root_evil/canary"), "canary").unwrap();
    let files = Files::open(&temp.path().join("root")).unwrap();
    (temp, files)
}

fn canary(temp: &TempDir) -> String {
    std::fs::read_to_string(temp.path().join("outside/canary")).unwrap()
}

#[test]
fn paths_of_users_stay_inside() {
    let (temp, files) = place();
    let root = temp.path().join("root").canonicalize().unwrap();
    let absolute = |rest: &str| format!("{}{rest}", root.display());
    for (given, expected) in [
        ("docs/a.md".to_owned(), "docs/a.md"),
        ("./docs//a.md".to_owned(), "docs/a.md"),
        (absolute("/docs/a.md"), "docs/a.md"),
        (format!("{}/docs/a.md", temp.path().join("root").display()), "docs/a.md"),
    ] {
        assert_eq!(files.relative(&given).unwrap().as_str(), expected, "{given}");
    }
    for (given, word) in [
        (String::new(), "empty"),
        ("../outside/canary".to_owned(), ".."),
        ("docs/../../outside/canary".to_owned(), ".."),
        ("docs\\..\\..\\outside".to_owned(), ".."),
        (absolute("/../outside/canary"), ".."),
        (absolute("_evil/canary"), "outside"),
        ("/etc/passwd".to_owned(), "outside"),
        (root.display().to_string(), "empty"),
        ("a\0b".to_owned(), "control"),
        (absolute("/a\nb"), "control"),
        ("C:/windows".to_owned(), "absolute"),
        ("a/".repeat(3000), "4096"),
    ] {
        let error = files.relative(&given).unwrap_err().to_string();
        assert!(error.contains(word), "{given:?}: {error}");
    }
}

#[test]
fn reading_follows_links_inside_only() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    std::fs::write(root.join("docs/a.md"), "a").unwrap();
    symlink("docs/a.md", root.join("inside")).unwrap();
    symlink("docs", root.join("folder")).unwrap();
    symlink("../outside/canary", root.join("out")).unwrap();
    symlink(temp.path().join("outside/canary"), root.join("absolute")).unwrap();
    symlink("../outside", root.join("outfolder")).unwrap();
    symlink("nowhere", root.join("dangling")).unwrap();
    symlink("loop", root.join("loop")).unwrap();
    assert_eq!(files.read(&path("inside"), 10).unwrap().as_deref(), Some(&b"a"[..]));
    assert_eq!(files.read(&path("folder/a.md"), 10).unwrap().as_deref(), Some(&b"a"[..]));
    assert_eq!(files.read(&path("dangling"), 10).unwrap(), None);
    assert_eq!(files.read(&path("docs/missing"), 10).unwrap(), None);
    assert_eq!(files.read(&path("docs/a.md/below"), 10).unwrap(), None);
    for name in ["out", "absolute", "outfolder/canary"] {
        let error = files.read(&path(name), 10).unwrap_err();
        assert!(matches!(error, FilesError::Escapes { .. }), "{name}: {error:?}");
        assert!(!files.exists(&path(name)), "{name}");
    }
    assert!(matches!(files.read(&path("loop"), 10), Err(FilesError::Io { .. })));
    assert!(matches!(files.read(&path("docs"), 10), Err(FilesError::NotAFile { .. })));
    assert!(matches!(files.list(Some(&path("outfolder"))), Err(FilesError::Escapes { .. })));
}

#[test]
fn reading_is_bounded_and_says_what_is_wrong() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    std::fs::write(root.join("big"), vec![b'x'; 101]).unwrap();
    std::fs::write(root.join("bad"), b"abc\xff").unwrap();
    assert!(files.read(&path("big"), 101).unwrap().is_some());
    assert!(matches!(files.read(&path("big"), 100), Err(FilesError::TooLarge { size: 101, limit: 100, .. })));
    assert!(matches!(files.read_text(&path("bad"), 100), Err(FilesError::NotUtf8 { at: 3, .. })));
}

#[test]
fn listing_is_sorted_and_typed() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    std::fs::write(root.join("docs/b"), "").unwrap();
    std::fs::create_dir(root.join("docs/a")).unwrap();
    symlink("../../outside", root.join("docs/c")).unwrap();
    let listed = files.list(Some(&path("docs"))).unwrap();
    let shown: Vec<_> = listed.iter().map(|l| (l.path.as_str(), l.kind)).collect();
    let expected = [("docs/a", Kind::Folder), ("docs/b", Kind::File), ("docs/c", Kind::Other)];
    assert_eq!(shown, expected);
    assert_eq!(files.list(None).unwrap().len(), 1);
    assert!(files.list(Some(&path("missing"))).unwrap().is_empty());
}

#[test]
fn writing_is_whole_and_inside() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    files.write_atomic(&path("new/folder/a.md"), b"one").unwrap();
    files.write_atomic(&path("new/folder/a.md"), b"two").unwrap();
    assert_eq!(std::fs::read(root.join("new/folder/a.md")).unwrap(), b"two");
    assert_eq!(std::fs::read_dir(root.join("new/folder")).unwrap().count(), 1, "no temporary file is left");
    symlink("new/folder/a.md", root.join("link")).unwrap();
    files.write_atomic(&path("link"), b"three").unwrap();
    assert_eq!(std::fs::read(root.join("new/folder/a.md")).unwrap(), b"three");
    assert!(root.join("link").is_symlink(), "the link stays a link");
    symlink("../outside/canary", root.join("out")).unwrap();
    symlink("../outside", root.join("outfolder")).unwrap();
    symlink("../outside/made", root.join("dangling")).unwrap();
    for name in ["out", "outfolder/canary", "outfolder/deep/er", "dangling"] {
        let error = files.write_atomic(&path(name), b"bad").unwrap_err();
        assert!(matches!(error, FilesError::Escapes { .. }), "{name}: {error:?}");
    }
    for name in [".git/hooks/pre-commit", "sub/.GIT/config"] {
        assert!(matches!(files.write_atomic(&path(name), b"bad"), Err(FilesError::InGit { .. })), "{name}");
    }
    assert!(matches!(files.write_atomic(&path("docs"), b"bad"), Err(FilesError::NotAFile { .. })));
    assert_eq!(canary(&temp), "canary");
    assert!(!temp.path().join("outside/made").exists());
}

/// NTFS drops blanks and dots at the end, HFS+ what nobody sees; each would write git's own folder.
#[test]
fn what_a_file_system_takes_for_git_is_refused_like_it() {
    let (temp, files) = place();
    for name in [
        ".git ",
        ".git.",
        ".GIT . .",
        ".g\u{200c}it",
        ".git\u{feff}",
        "\u{2060}.git",
        ".gi\u{ad}t",
        "git~1",
        "GIT~1.",
        ".git::$INDEX_ALLOCATION",
        ".git\u{200d} .",
    ] {
        for path_in in [format!("{name}/config"), format!("sub/{name}/hooks/pre-commit"), name.to_owned()] {
            let written = files.write_atomic(&path(&path_in), b"bad");
            assert!(matches!(written, Err(FilesError::InGit { .. })), "{path_in:?}: {written:?}");
        }
    }
    assert!(!temp.path().join("root/sub").exists());
    for name in [".gitignore", ".github/a", "git", "a.git", ".git a", "git~2", ".\u{200c}gi"] {
        files.write_atomic(&path(name), b"good").unwrap();
    }
}

#[test]
fn a_link_into_git_is_not_written_through() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    std::fs::create_dir(root.join(".git")).unwrap();
    std::fs::write(root.join(".git/config"), "kept").unwrap();
    symlink(".git/config", root.join("docs.md")).unwrap();
    symlink(".git", root.join("git")).unwrap();
    assert!(files.write_atomic(&path("docs.md"), b"bad").is_err());
    let through = files.write_atomic(&path("git/config"), b"bad");
    assert!(through.is_err(), "{through:?}");
    assert_eq!(std::fs::read_to_string(root.join(".git/config")).unwrap(), "kept");
}

/// `COUNTERSIGN_SWAPS` sets how many writes are tried; the long form is 100,000.
#[test]
fn a_folder_swapped_for_a_link_leads_nowhere() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    let swapped = root.join("reports");
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let done = stop.clone();
    let swapper = std::thread::spawn(move || {
        while !done.load(std::sync::atomic::Ordering::Relaxed) {
            let _ = std::fs::remove_dir_all(&swapped);
            let _ = symlink("../outside", &swapped);
            let _ = std::fs::remove_file(&swapped);
            let _ = std::fs::create_dir(&swapped);
        }
    });
    let writes = std::env::var("COUNTERSIGN_SWAPS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut written = 0;
    for _ in 0..writes {
        // Either it went into the real folder, or it was refused; both are right.
        written += u32::from(files.write_atomic(&path("reports/canary"), b"changed").is_ok());
        let read = files.read(&path("reports/canary"), 100).ok().flatten();
        assert_ne!(read.as_deref(), Some(&b"canary"[..]));
    }
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    swapper.join().unwrap();
    assert_eq!(canary(&temp), "canary");
    assert_eq!(std::fs::read_dir(temp.path().join("outside")).unwrap().count(), 1);
    println!("{writes} writes, {written} into the real folder");
}

#[test]
fn a_report_never_overwrites_what_is_not_ours() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    let report = path("docs/03-01-REVIEW-T2.md");
    let first = files.write_report(&report, OURS).unwrap();
    assert_eq!((first.path.clone(), first.beside_foreign), (report.clone(), false));
    let again = files.write_report(&report, &OURS.replace("pass: 1", "pass: 2")).unwrap();
    assert!(!again.beside_foreign);
    std::fs::write(root.join(report.as_str()), "# theirs\n\nwriter: countersign\n").unwrap();
    let beside = files.write_report(&report, OURS).unwrap();
    assert!(beside.beside_foreign);
    assert_eq!(beside.path.as_str(), "docs/03-01-REVIEW-T2.countersign.md");
    assert!(std::fs::read_to_string(root.join(report.as_str())).unwrap().starts_with("# theirs"));
    std::fs::write(root.join(beside.path.as_str()), b"\xff\xfe").unwrap();
    let error = files.write_report(&report, OURS).unwrap_err();
    assert!(matches!(error, FilesError::Foreign { .. }), "{error:?}");
    let long = OURS.replace("pass: 1", &format!("covered: {}", "x".repeat(100_000)));
    assert!(!files.write_report(&path("docs/long.md"), &long).unwrap().beside_foreign);
    let nested = "---\nnote:\n  writer: countersign\n---\nwriter: countersign\n";
    assert!(matches!(files.write_report(&path("docs/y.md"), nested), Err(FilesError::Unmarked { .. })));
    let unmarked = files.write_report(&path("docs/x.md"), "# no mark\n").unwrap_err();
    assert!(matches!(unmarked, FilesError::Unmarked { .. }));
}

#[test]
fn the_nearest_planning_folder_is_found() {
    let (temp, files) = place();
    let root = temp.path().join("root");
    for name in [".planning/phases/03-auth", "app/.yolo-planning", "app/.planning"] {
        std::fs::create_dir_all(root.join(name)).unwrap();
    }
    let found = |subject: &str| files.find_planning_root(Some(&path(subject))).map(|p| p.to_string());
    assert_eq!(found(".planning/phases/03-auth/03-01-PLAN.md").as_deref(), Some(".planning"));
    assert_eq!(found("app/src/x.rs").as_deref(), Some("app/.yolo-planning"));
    assert_eq!(found("lib/x.rs").as_deref(), Some(".planning"));
    assert_eq!(files.planning_roots(Some(&path("app/x"))).len(), 3);
    assert!(Files::open(Path::new("/nowhere/at/all")).is_err());
}
