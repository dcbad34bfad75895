//! Evidence from git, on real repositories of every kind (SPEC 7.1).

use countersign::domain::diff::{
    ChangeKind, Commit, FileChange, LineFate, Mode, Origin, Touch, line_fate, touch,
};
use countersign::domain::ids::{Oid, RepoPath};
use countersign::domain::range::{TaskScope, commits_of_task};
use countersign::domain::review::Location;
use countersign::io::git::{GitError, Repository};
use proptest::prelude::*;

use crate::scene::{Edit, Scene, path};

const SOME_COMMIT: &str = "0123456789012345678901234567890123456789";

fn subjects(commits: &[Commit]) -> Vec<&str> {
    commits.iter().map(|commit| commit.subject.as_str()).collect()
}

fn names(files: &[RepoPath]) -> Vec<&str> {
    files.iter().map(RepoPath::as_str).collect()
}

#[test]
fn a_scene_is_the_same_everywhere() {
    let ids: Vec<Oid> = (0..2).map(|_| Scene::new().commit("feat: a", &[("a.txt", "a\n")])).collect();
    assert_eq!(ids[0], ids[1]);
    assert_eq!(ids[0].as_str(), "819ab2c5ff297f433d1ff238d1c91389e30b6238");
}

#[test]
fn a_task_between_siblings_from_its_root_commit() {
    let scene = Scene::new();
    let root = scene.commit("feat(03-01): task 1 login", &[("src/login.rs", "fn login() {}\n")]);
    scene.commit("feat(03-02): task 1 mail", &[("src/mail.rs", "fn mail() {}\n")]);
    scene.commit("docs(03-01): review", &[(".planning/phases/03-auth/03-01-REVIEW-T1.md", "# Review\n")]);
    let head =
        scene.commit("fix(03-01): task 1 check name", &[("src/login.rs", "fn login() {\n    check();\n}\n")]);
    let repo = scene.open();
    let history = repo.history(&head, None, 100).unwrap();
    assert_eq!(history.len(), 4);
    let scope = TaskScope {
        phase: Some("03-auth".into()),
        plan: Some("01".into()),
        task: "1".into(),
        files: vec!["src/login.rs".into()],
        ..TaskScope::default()
    };
    let found = commits_of_task(&history, &scope, None);
    assert_eq!(subjects(&found.commits), ["feat(03-01): task 1 login", "fix(03-01): task 1 check name"]);
    assert_eq!(subjects(&found.siblings), ["feat(03-02): task 1 mail"]);
    assert_eq!((found.base(), found.head()), (None, Some(&head)));
    assert_eq!(found.commits[0].id, root);

    let diff = repo.diff(found.base(), &head, &found.files()).unwrap();
    assert_eq!(
        diff.unified(),
        "diff --git a/src/login.rs b/src/login.rs\nnew file mode 100644\nindex 00000000..99abd5fe\n\
         --- /dev/null\n+++ b/src/login.rs\n@@ -0,0 +1,3 @@\n+fn login() {\n+    check();\n+}\n"
    );
    assert_eq!((diff.insertions(), diff.deletions()), (3, 0));
}

#[test]
fn a_rename_with_an_edit_is_followed() {
    let scene = Scene::new();
    let lines: Vec<String> = (1..=20).map(|n| format!("line {n}\n")).collect();
    let base = scene.commit("base", &[("src/old.rs", &lines.concat())]);
    let edited = lines.concat().replace("line 5\n", "line five\nline five and a half\n");
    let head =
        scene.edit("move", &[Edit::Remove("src/old.rs"), Edit::Write("src/new.rs", edited.as_bytes())]);
    let repo = scene.open();
    assert_eq!(names(&repo.commit(&head).unwrap().files), ["src/old.rs", "src/new.rs"], "it touches both");
    for only in ["src/old.rs", "src/new.rs", "src"] {
        let diff = repo.diff(Some(&base), &head, &[path(only)]).unwrap();
        let [file] = diff.files.as_slice() else { panic!("one file for {only}: {diff:?}") };
        assert_eq!(file.kind, ChangeKind::Renamed);
        assert_eq!(file.old_path, Some(path("src/old.rs")));
        assert_eq!(line_fate(file, 5), LineFate::Removed);
        assert_eq!(line_fate(file, 6), LineFate::At(7));
        assert_eq!(line_fate(file, 20), LineFate::At(21));
        let place = |line| Location { file: "src/old.rs".into(), line: Some(line), end_line: None };
        assert_eq!(touch(&diff, &place(4)), Touch::RegionChanged);
        assert_eq!(touch(&diff, &place(12)), Touch::TouchedElsewhere);
        assert!(diff.unified().contains("rename from src/old.rs\nrename to src/new.rs\n"));
    }
    assert!(repo.diff(Some(&base), &head, &[path("lib")]).unwrap().is_empty());
}

#[test]
fn binary_deleted_linked_and_executable_files_are_told() {
    let scene = Scene::new();
    let base = scene.edit(
        "base",
        &[
            Edit::Write("logo.png", b"\x89PNG\0one"),
            Edit::Write("gone.txt", b"a\nb\n"),
            Edit::Write("run.sh", b"#!/bin/sh\n"),
            Edit::Write("becomes_link", b"text\n"),
            Edit::Write("was.bin", b"a\0b\n"),
        ],
    );
    let head = scene.edit(
        "change",
        &[
            Edit::Write("logo.png", b"\x89PNG\0two"),
            Edit::Write("new.bin", b"\0\0"),
            Edit::Write("was.bin", b"ab\n"),
            Edit::Remove("gone.txt"),
            Edit::Executable("run.sh", b"#!/bin/sh\n"),
            Edit::Link("becomes_link", "/etc/passwd"),
            Edit::Link("dangling", "../../nowhere"),
            Edit::Submodule("vendor/lib", SOME_COMMIT),
        ],
    );
    let repo = scene.open();
    let diff = repo.diff(Some(&base), &head, &[]).unwrap();
    let file = |name: &str| diff.file(name).unwrap_or_else(|| panic!("{name} in {:?}", diff));
    assert!(file("logo.png").binary && file("logo.png").hunks.is_empty());
    assert!(file("new.bin").binary && file("new.bin").kind == ChangeKind::Added);
    assert!(file("was.bin").binary, "one binary side is enough");
    assert_eq!((file("gone.txt").kind, file("gone.txt").deletions), (ChangeKind::Deleted, 2));
    assert_eq!(line_fate(file("gone.txt"), 1), LineFate::Removed);
    assert!(file("run.sh").unified().contains("old mode 100644\nnew mode 100755\n"));
    assert_eq!(file("becomes_link").kind, ChangeKind::TypeChanged);
    assert!(file("becomes_link").unified().contains("+/etc/passwd\n\\ No newline"));
    assert_eq!(file("dangling").new_mode, Some(Mode::Symlink));
    assert!(file("vendor/lib").unified().contains(&format!("+Subproject commit {SOME_COMMIT}\n")));
    assert!(diff.unified().contains("Binary files a/logo.png and b/logo.png differ\n"));

    assert_eq!(repo.read_at(&head, &path("becomes_link"), 100).unwrap(), None, "links are not followed");
    assert_eq!(repo.read_at(&head, &path("vendor/lib"), 100).unwrap(), None);
    assert_eq!(repo.read_at(&head, &path("vendor"), 100).unwrap(), None);
    assert_eq!(repo.read_at(&head, &path("run.sh"), 100).unwrap().as_deref(), Some(&b"#!/bin/sh\n"[..]));
    assert_eq!(repo.read_at(&base, &path("new.bin"), 100).unwrap(), None);
    let too_large = repo.read_at(&head, &path("run.sh"), 3).unwrap_err();
    assert_eq!(too_large.to_string(), "run.sh holds 10 bytes, over the limit of 3");
    assert_eq!(repo.blob_at(&base, &path("run.sh")).unwrap(), repo.blob_at(&head, &path("run.sh")).unwrap());
    assert_ne!(
        repo.blob_at(&base, &path("logo.png")).unwrap(),
        repo.blob_at(&head, &path("logo.png")).unwrap()
    );
    assert_eq!(repo.blob_at(&head, &path("gone.txt")).unwrap(), None);
    assert_eq!(
        names(&repo.tracked_files(&head).unwrap()),
        ["becomes_link", "dangling", "logo.png", "new.bin", "run.sh", "was.bin"]
    );
}

#[test]
fn line_ends_at_the_end_of_a_file_are_shown() {
    let scene = Scene::new();
    let base = scene.commit("base", &[("a.txt", "one\ntwo"), ("b.txt", "one\r\n"), ("c.txt", "x\ny")]);
    let head = scene.commit("change", &[("a.txt", "one\ntwo\n"), ("b.txt", "one\n"), ("c.txt", "z\ny")]);
    let repo = scene.open();
    let diff = repo.diff(Some(&base), &head, &[]).unwrap();
    let text = |name: &str| diff.file(name).unwrap().unified();
    assert!(text("a.txt").ends_with(" one\n-two\n\\ No newline at end of file\n+two\n"), "{}", text("a.txt"));
    assert!(text("b.txt").ends_with("-one\r\n+one\n"), "{:?}", text("b.txt"));
    assert!(text("c.txt").ends_with("-x\n+z\n y\n\\ No newline at end of file\n"), "{}", text("c.txt"));
}

#[test]
fn strange_names_and_bytes_are_kept_readable() {
    let scene = Scene::new();
    let base = scene.commit("base", &[("a", "a\n")]);
    let head = scene.edit(
        "Änderung für größere Namen\n\nmit Rumpf",
        &[
            Edit::Write("src/größe/日本.rs", "fn f() {}\n".as_bytes()),
            Edit::Write("latin1.txt", b"caf\xe9\n"),
            Edit::Write("back\\slash.rs", b"x\n"),
        ],
    );
    let repo = scene.open();
    let commit = repo.commit(&head).unwrap();
    assert_eq!((commit.subject.as_str(), commit.body.as_str()), ("Änderung für größere Namen", "mit Rumpf"));
    assert_eq!(names(&commit.files), ["back%5Cslash.rs", "latin1.txt", "src/größe/日本.rs"]);
    let diff = repo.diff(Some(&base), &head, &[]).unwrap();
    assert!(diff.contains_line("caf\u{fffd}") && !diff.file("latin1.txt").unwrap().binary);
    let content = repo.read_at(&head, &path("src/größe/日本.rs"), 100).unwrap();
    assert_eq!(content.as_deref(), Some(&b"fn f() {}\n"[..]));
}

#[test]
fn history_is_newest_first_and_stops_at_its_base() {
    let scene = Scene::new();
    let first = scene.commit("first", &[("a", "1")]);
    let second = scene.commit("second", &[("a", "2")]);
    scene.branch("side", &first);
    scene.switch("side");
    let side = scene.commit("side", &[("b", "1")]);
    scene.switch("main");
    let merge = scene.merge("side", "Merge branch 'side'");
    let repo = scene.open();
    let all = repo.history(&merge, None, 10).unwrap();
    assert_eq!(subjects(&all), ["Merge branch 'side'", "side", "second", "first"]);
    assert_eq!(all[0].parents, [second.clone(), side.clone()]);
    assert_eq!(names(&all[0].files), ["b"], "a merge is compared with its first parent");
    assert_eq!(subjects(&repo.history(&merge, Some(&second), 10).unwrap()), ["Merge branch 'side'", "side"]);
    assert_eq!(repo.history(&merge, None, 2).unwrap().len(), 2);
    assert!(repo.is_ancestor(&first, &side).unwrap() && repo.is_ancestor(&side, &side).unwrap());
    assert!(!repo.is_ancestor(&side, &second).unwrap());
    assert_eq!(repo.resolve("head", "HEAD^2").unwrap(), side);
    assert_eq!(repo.resolve("head", "HEAD^2~1").unwrap(), first);
    let missing = repo.commit(&Oid::new(SOME_COMMIT)).unwrap_err();
    assert!(matches!(missing, GitError::Missing { .. }), "{missing}");
}

#[test]
fn revisions_are_found_or_refused_by_field() {
    let scene = Scene::new();
    let first = scene.commit("first", &[("a", "1")]);
    let second = scene.commit("second", &[("a", "2")]);
    scene.branch("feature/login", &first);
    scene.branch("both", &first);
    scene.reference("refs/tags/both", &second);
    scene.reference("refs/tags/v1", &first);
    scene.reference("refs/remotes/origin/main", &first);
    // A branch under a name that is the beginning of another commit's id.
    let short = first.as_str()[..8].to_owned();
    scene.branch(&short, &second);
    let repo = scene.open();
    for (text, expected) in [
        ("HEAD", &second),
        (&format!("refs/heads/{short}"), &second),
        (first.as_str(), &first),
        ("HEAD~1", &first),
        ("HEAD^", &first),
        ("HEAD^0", &second),
        ("main", &second),
        ("feature/login", &first),
        ("v1", &first),
        ("origin/main", &first),
        ("refs/heads/main~1", &first),
        (second.as_str(), &second),
        (&second.as_str()[..7], &second),
    ] {
        assert_eq!(&repo.resolve("base", text).unwrap(), expected, "{text}");
    }
    for (text, says) in [
        ("-x", "base \"-x\" starts with a dash"),
        ("--upload-pack=x", "starts with a dash"),
        ("HEAD:a", "holds a character"),
        ("main..HEAD", "is a range"),
        ("HEAD@{1}", "asks for a reflog"),
        ("nothing", "names no branch, tag or commit"),
        ("HEAD~2", "climbs past commit"),
        ("HEAD^2", "climbs past commit"),
        ("both", "are different commits"),
        (&short, "are different commits"),
        (SOME_COMMIT, "names no commit here"),
    ] {
        let error = repo.resolve("base", text).unwrap_err().to_string();
        assert!(error.starts_with("base ") && error.contains(says), "{text}: {error}");
    }
    let blob = repo.blob_at(&first, &path("a")).unwrap().unwrap();
    assert!(repo.resolve("base", blob.as_str()).unwrap_err().to_string().contains("is no commit"));
}

#[test]
fn linked_work_trees_share_one_repository() {
    let scene = Scene::new();
    scene.commit("first", &[("a", "1")]);
    let linked = scene.worktree("linked");
    let repo = scene.open();
    let there = Repository::discover(&linked).unwrap();
    assert_eq!(there.common_dir(), repo.common_dir());
    assert_eq!(there.root(), linked);
    assert_eq!((repo.is_linked(), there.is_linked()), (false, true));
    assert_eq!(there.branch().as_deref(), Some("linked"));
    assert_eq!(there.main_root().as_deref(), Some(scene.root()));
    assert_eq!(there.head().unwrap(), repo.head().unwrap());

    assert_eq!(repo.worktree(&linked).unwrap().root(), linked);
    assert_eq!(there.worktree(scene.root()).unwrap().root(), scene.root());
    std::fs::create_dir(linked.join("deep")).unwrap();
    assert_eq!(repo.worktree(&linked.join("deep")).unwrap().root(), linked);

    let stranger = Scene::new();
    let error = repo.worktree(stranger.root()).unwrap_err();
    assert!(matches!(error, GitError::OtherRepository { .. }), "{error}");
    let pretender = scene.beside("pretender");
    std::fs::create_dir(&pretender).unwrap();
    std::fs::write(pretender.join(".git"), format!("gitdir: {}/.git\n", scene.root().display())).unwrap();
    let error = repo.worktree(&pretender).unwrap_err();
    assert!(matches!(error, GitError::OtherRepository { .. }), "{error}");
}

#[test]
fn a_work_tree_of_a_bare_repository_is_a_repository() {
    let scene = Scene::new();
    let head = scene.commit("first", &[("a", "1")]);
    let bare = scene.beside("bare.git");
    git2::build::RepoBuilder::new().bare(true).clone(scene.root().to_str().unwrap(), &bare).unwrap();
    let linked = scene.beside("linked");
    git2::Repository::open_bare(&bare).unwrap().worktree("linked", &linked, None).unwrap();
    let repo = Repository::discover(&linked).unwrap();
    assert_eq!((repo.root(), repo.common_dir()), (linked.as_path(), bare.as_path()));
    assert_eq!((repo.head().unwrap(), repo.main_root()), (head.clone(), None));
    assert_eq!(repo.worktree(&linked).unwrap().head().unwrap(), head);
    assert!(matches!(repo.worktree(&bare).unwrap_err(), GitError::Bare { .. }));
}

#[test]
fn a_submodule_is_a_repository_of_its_own() {
    let scene = Scene::new();
    scene.commit("first", &[("a", "1")]);
    let inner = scene.root().join("vendor/lib");
    git2::Repository::init(&inner).unwrap();
    let repo = scene.open();
    assert_eq!(Repository::discover(&inner).unwrap().root(), inner);
    assert!(matches!(repo.worktree(&inner).unwrap_err(), GitError::OtherRepository { .. }));
    scene.write("src/deep/a.rs", "");
    assert_eq!(Repository::discover(&scene.root().join("src/deep/a.rs")).unwrap().root(), scene.root());
}

#[test]
fn a_detached_head_has_no_branch() {
    let scene = Scene::new();
    let first = scene.commit("first", &[("a", "1")]);
    scene.commit("second", &[("a", "2")]);
    scene.git.set_head_detached(git2::Oid::from_str(first.as_str()).unwrap()).unwrap();
    let repo = scene.open();
    assert_eq!((repo.branch(), repo.head().unwrap()), (None, first));
}

#[test]
fn a_head_that_cannot_be_read_is_no_detached_one_and_no_branch_without_commits() {
    let scene = Scene::new();
    scene.commit("first", &[("a", "1")]);
    let tip = scene.root().join(".git/refs/heads/main");
    let (id, absent) = (std::fs::read_to_string(&tip).unwrap(), "f".repeat(40));
    for broken in ["", "no id\n", absent.as_str()] {
        std::fs::write(&tip, broken).unwrap();
        let error = Repository::discover(scene.root()).unwrap_err();
        assert!(matches!(error, GitError::Failed { .. }), "{broken:?}: {error}");
        assert!(error.to_string().contains("git fsck"), "{error}");
    }
    std::fs::write(&tip, id).unwrap();
    assert_eq!(scene.open().branch().as_deref(), Some("main"));
}

#[test]
fn what_is_no_repository_is_said_with_what_to_do() {
    let scene = Scene::new();
    let empty = scene.open();
    assert_eq!(empty.branch().as_deref(), Some("main"));
    let error = empty.head().unwrap_err();
    assert_eq!(error.to_string(), "branch main has no commit yet; commit the work to be reviewed first");
    assert!(matches!(empty.resolve("head", "HEAD").unwrap_err(), GitError::NoCommit { .. }));

    let nowhere = scene.beside("nowhere");
    std::fs::create_dir(&nowhere).unwrap();
    let error = Repository::discover(&nowhere).unwrap_err();
    assert!(matches!(error, GitError::NotARepository { .. }), "{error}");
    assert!(error.to_string().contains("git init"), "{error}");
    // Whoever works in a folder that was moved is told to go along.
    std::fs::rename(&nowhere, scene.beside("elsewhere")).unwrap();
    let error = Repository::discover(&nowhere).unwrap_err();
    assert!(matches!(error, GitError::Gone { .. }) && error.is_no_place_of_work(), "{error}");
    assert!(
        error.to_string().contains("moved or removed") && !error.to_string().contains("git init"),
        "{error}"
    );

    // A worktree whose repository was moved is no place for a new one.
    scene.commit("start", &[("a.txt", "a\n")]);
    let linked = scene.worktree("linked");
    std::fs::write(linked.join(".git"), "gitdir: /this/is/not/there\n").unwrap();
    let error = Repository::discover(&linked.join("deeper")).unwrap_err();
    let told = format!("run `git worktree repair {}`", linked.display());
    assert!(matches!(error, GitError::LeadsNowhere { .. }) && error.to_string().contains(&told), "{error}");
    assert!(error.is_no_place_of_work() && !error.to_string().contains("git init"), "{error}");

    let bare = scene.beside("bare.git");
    git2::Repository::init_bare(&bare).unwrap();
    let error = Repository::discover(&bare).unwrap_err();
    assert!(error.to_string().contains("is a bare repository without a work tree"), "{error}");
}

#[test]
fn formats_that_cannot_be_read_are_named() {
    for (extension, says) in [("objectformat = sha256", "sha256"), ("refstorage = reftable", "refstorage")] {
        let scene = Scene::new();
        let text = format!("[core]\n\trepositoryformatversion = 1\n[extensions]\n\t{extension}\n");
        std::fs::write(scene.root().join(".git/config"), text).unwrap();
        let error = Repository::discover(scene.root()).unwrap_err();
        assert!(matches!(error, GitError::Unsupported { .. }), "{error:?}");
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn the_edge_of_a_shallow_clone_is_not_taken_for_a_root() {
    let scene = Scene::new();
    scene.commit("first", &[("a", "1\n")]);
    let edge = scene.commit("second", &[("a", "2\n")]);
    let head = scene.commit("third", &[("b", "3\n")]);
    assert_eq!(scene.open().shallow_note(), None);
    std::fs::write(scene.root().join(".git/shallow"), format!("{edge}\n")).unwrap();
    let repo = scene.open();
    assert_eq!(repo.shallow_note().unwrap().code, "shallow_clone");
    let history = repo.history(&head, None, 10).unwrap();
    assert_eq!(subjects(&history), ["third", "second"]);
    assert_eq!(names(&history[0].files), ["b"]);
    assert!(history[1].files.is_empty(), "nothing is invented: {:?}", history[1].files);
    let error = repo.diff(None, &edge, &[]).unwrap_err();
    assert!(matches!(error, GitError::ShallowEdge { .. }), "{error}");
    assert_eq!(repo.diff(Some(&edge), &head, &[]).unwrap().files.len(), 1);
}

/// What became of a commit in the history of what is checked out.
#[expect(clippy::unwrap_used, reason = "tests")]
fn successor(repo: &countersign::io::git::Repository, lost: &Commit) -> Option<Oid> {
    repo.successor_of(lost, &repo.head().unwrap()).unwrap()
}

#[test]
fn an_amended_commit_is_found_again() {
    let scene = Scene::new();
    scene.commit("base", &[("a", "1\n")]);
    scene.commit("feat: login", &[("src/login.rs", "fn login() {}\n")]);
    let lost = scene.open().commit(&scene.open().head().unwrap()).unwrap();
    assert_eq!(successor(&scene.open(), &lost), Some(lost.id.clone()), "not lost yet");

    let changed = scene.amend("feat: login", &[Edit::Write("src/login.rs", b"fn login() { check() }\n")]);
    assert_eq!(successor(&scene.open(), &lost), Some(changed));
    let reworded = scene.amend("feat: log people in", &[]);
    assert_eq!(successor(&scene.open(), &lost), Some(reworded));
    scene.commit("later", &[("a", "2\n")]);
    let repo = scene.open();
    assert_eq!(successor(&repo, &lost), Some(repo.resolve("head", "HEAD~1").unwrap()));
}

/// Scripts and test runs commit many times a second: the place and the second alone tell nothing.
#[test]
fn another_commit_in_the_place_of_a_lost_one_is_no_successor() {
    for (message, text, found) in [
        ("feat: send it all", "fn send() {}\n", false),
        ("feat: log people in", "fn login() {}\n", true),
        ("feat: login", "fn login() { check() }\n", true),
    ] {
        let scene = Scene::new();
        scene.commit("base", &[("src/login.rs", "\n")]);
        let id = scene.commit("feat: login", &[("src/login.rs", "fn login() {}\n")]);
        let lost = scene.open().commit(&id).unwrap();
        let now = scene.amend(message, &[Edit::Write("src/login.rs", text.as_bytes())]);
        // No log tells that the one became the other.
        std::fs::remove_dir_all(scene.root().join(".git/logs")).unwrap();
        assert_eq!(successor(&scene.open(), &lost), found.then_some(now), "{message}");
    }
}

#[test]
fn an_amendment_by_another_author_time_is_found_by_the_reflog() {
    let scene = Scene::new();
    scene.commit("base", &[("a", "1\n")]);
    let id = scene.commit("feat: login", &[("b", "1\n")]);
    let lost = scene.open().commit(&id).unwrap();
    scene.amend_anew("feat: other words", &[Edit::Write("b", b"2\n")]);
    let last = scene.amend_anew("feat: again", &[Edit::Write("b", b"3\n")]);
    assert_eq!(successor(&scene.open(), &lost), Some(last));
}

#[test]
fn a_rebased_commit_is_found_by_its_patch() {
    let scene = Scene::new();
    let base = scene.commit("base", &[("a", "1\n")]);
    let id = scene.commit("feat: login", &[("b", "1\n")]);
    let lost = scene.open().commit(&id).unwrap();
    scene.reset(&base);
    scene.commit("upstream", &[("c", "1\n")]);
    assert_eq!(successor(&scene.open(), &lost), None);
    let picked = scene.pick(&id);
    scene.commit("later", &[("c", "2\n")]);
    assert_eq!(successor(&scene.open(), &lost), Some(picked));

    scene.commit("undo", &[("b", "0\n")]);
    let repo = scene.open();
    let collected = Commit { id: Oid::new(SOME_COMMIT), ..lost };
    assert_eq!(successor(&repo, &collected), None, "a collected commit is not guessed at");
}

#[test]
fn two_fitting_commits_are_not_guessed_between() {
    let scene = Scene::new();
    let base = scene.commit("base", &[("a", "1\n")]);
    let id = scene.commit("feat: login", &[("b", "1\n")]);
    let lost = scene.open().commit(&id).unwrap();
    let one = scene.amend("feat: login", &[Edit::Write("b", b"2\n")]);
    scene.branch("one", &one);
    let two = scene.amend("feat: login", &[Edit::Write("c", b"3\n")]);
    assert_ne!(one, two);
    let repo = scene.open();
    assert_eq!(successor(&repo, &lost), Some(two), "only what the head reaches counts");
    scene.merge("one", "join both");
    assert_eq!(successor(&scene.open(), &lost), None);
    assert!(scene.open().is_ancestor(&base, &one).unwrap());
}

#[test]
fn pushed_commits_are_known() {
    let scene = Scene::new();
    let first = scene.commit("first", &[("a", "1")]);
    let second = scene.commit("second", &[("a", "2")]);
    let third = scene.commit("third", &[("a", "3")]);
    assert!(!scene.open().is_pushed(&first).unwrap());
    scene.reference("refs/remotes/origin/main", &second);
    let repo = scene.open();
    let pushed: Vec<bool> = [first, second, third].iter().map(|id| repo.is_pushed(id).unwrap()).collect();
    assert_eq!(pushed, [true, true, false]);
}

#[test]
fn large_files_are_named_with_their_size_and_so_is_what_leaves_no_room() {
    let scene = Scene::new();
    let base = scene.commit("base", &[("a", "1\n")]);
    let large = "x\n".repeat(3 << 20);
    let head = scene.commit("large", &[("large.txt", &large), ("small.txt", "here\n")]);
    let repo = scene.open();
    let diff = repo.diff(Some(&base), &head, &[]).unwrap();
    assert_eq!(diff.file("large.txt").unwrap().oversize, Some(6 << 20));
    assert!(diff.unified().contains("Files /dev/null and b/large.txt differ: 6291456 bytes, too large"));
    assert!(diff.contains_line("here"));

    // One of many lines is compared while they are not too many.
    let lines: String = (0..100_000).map(|n| format!("line {n:060}\n")).collect();
    assert!(lines.len() > 4 << 20);
    let long = scene.commit("long", &[("long.txt", &lines)]);
    let diff = scene.open().diff(Some(&head), &long, &[]).unwrap();
    assert_eq!((diff.file("long.txt").unwrap().oversize, diff.insertions()), (None, 100_000));

    let part = "y".repeat(15 << 20);
    let names: Vec<String> = (0..9).map(|n| format!("part{n}")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), part.as_str())).collect();
    let head = scene.commit("many", &files);
    let repo = scene.open();
    let diff = repo.diff(Some(&long), &head, &[]).unwrap();
    let named: Vec<(Option<u64>, u32)> = diff.files.iter().map(|f| (f.oversize, f.insertions)).collect();
    assert_eq!(named[..8], [(None, 1); 8]);
    assert_eq!(named[8], (Some(15 << 20), 1));
    let alone = repo.diff(Some(&long), &head, &[path("part8")]).unwrap();
    assert_eq!(alone.files[0].oversize, None);
}

#[test]
fn nothing_of_a_hostile_repository_runs_or_hides_a_change() {
    let scene = Scene::new();
    let canary = scene.beside("canary");
    let touch = format!("touch {}", canary.display());
    let hooks = scene.root().join(".git/hostile-hooks");
    std::fs::create_dir(&hooks).unwrap();
    for hook in ["post-checkout", "pre-commit", "reference-transaction", "post-index-change"] {
        let file = hooks.join(hook);
        std::fs::write(&file, format!("#!/bin/sh\n{touch}\n")).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let moved = "moved\n".repeat(9);
    let base = scene
        .commit("base", &[("a.rs", "fn a() {}\n"), (".gitattributes", ""), ("before.txt", moved.as_str())]);
    let head = scene.edit(
        "change",
        &[
            Edit::Write("a.rs", b"fn a() { evil() }\n"),
            Edit::Write(".gitattributes", b"*.rs diff=bad filter=bad -text\na.rs binary\n"),
            Edit::Remove("before.txt"),
            Edit::Write("after.txt", moved.as_bytes()),
        ],
    );
    let config = format!(
        "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = {touch}\n\thooksPath = {hooks}\n\tpager = {touch}\n\
         \tsshCommand = {touch}\n\teditor = {touch}\n\
         [diff]\n\texternal = {touch}\n\trenames = false\n\tcontext = 0\n\tnoprefix = true\n\
         [diff \"bad\"]\n\ttextconv = {touch}\n\tcommand = {touch}\n\tbinary = true\n\
         [filter \"bad\"]\n\tclean = {touch}\n\tsmudge = {touch}\n\tprocess = {touch}\n\trequired = true\n\
         [alias]\n\tlog = !{touch}\n\tdiff = !{touch}\n",
        hooks = hooks.display()
    );
    std::fs::write(scene.root().join(".git/config"), config).unwrap();

    let repo = scene.open();
    let diff = repo.diff(Some(&base), &head, &[]).unwrap();
    assert!(diff.contains_line("fn a() { evil() }"), "attributes hide nothing: {}", diff.unified());
    assert_eq!(diff.file("after.txt").unwrap().kind, ChangeKind::Renamed, "configuration has no say");
    let commits = repo.history(&head, None, 10).unwrap();
    assert_eq!(commits.len(), 2);
    repo.read_at(&head, &path("a.rs"), 100).unwrap().unwrap();
    repo.blob_at(&head, &path("a.rs")).unwrap().unwrap();
    repo.tracked_files(&head).unwrap();
    repo.resolve("head", "main").unwrap();
    repo.is_pushed(&head).unwrap();
    repo.is_ancestor(&base, &head).unwrap();
    successor(&repo, &Commit { id: Oid::new(SOME_COMMIT), ..commits[0].clone() });
    repo.worktree(scene.root()).unwrap();
    assert!(!canary.exists(), "something of the repository was executed");
}

/// Rebuilds the new text of a file from the old one and the hunks.
fn patched(old: &str, file: &FileChange) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut new = String::new();
    let mut at = 0;
    for hunk in &file.hunks {
        let start = hunk.old_start as usize - usize::from(hunk.old_lines > 0);
        new.extend(old[at..start].iter().copied());
        at = start + hunk.old_lines as usize;
        let last = hunk.lines.iter().rposition(|line| line.origin != Origin::Removed);
        for (n, line) in hunk.lines.iter().enumerate().filter(|(_, line)| line.origin != Origin::Removed) {
            new.push_str(&line.text);
            let open = file.open_end.new && Some(n) == last && Some(hunk) == file.hunks.last();
            new.push_str(if open { "" } else { "\n" });
        }
    }
    new.extend(old[at..].iter().copied());
    new
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hunks_rebuild_the_file_and_lines_keep_their_text(
        old in "([abc]\\n){0,40}[abc]?",
        new in "([abc]\\n){0,40}[abc]?",
    ) {
        let scene = Scene::new();
        let base = scene.commit("old", &[("f.txt", &old)]);
        let head = scene.commit("new", &[("f.txt", &new)]);
        let diff = scene.open().diff(Some(&base), &head, &[]).unwrap();
        if old == new {
            prop_assert!(diff.is_empty());
            return Ok(());
        }
        let file = diff.file("f.txt").unwrap();
        prop_assert_eq!(patched(&old, file), new.as_str());
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        for (at, text) in old.iter().enumerate() {
            let line = at as u32 + 1;
            match line_fate(file, line) {
                LineFate::At(now) => prop_assert_eq!(new.get(now as usize - 1), Some(text)),
                LineFate::Removed => {
                    let place = Location { file: "f.txt".into(), line: Some(line), end_line: None };
                    prop_assert_eq!(touch(&diff, &place), Touch::RegionChanged);
                }
                LineFate::Unknown => prop_assert!(false, "line {} has no fate", line),
            }
        }
    }
}

#[test]
fn the_repository_can_be_sent_to_another_thread() {
    let scene = Scene::new();
    let head = scene.commit("first", &[("a", "1")]);
    let repo = scene.open();
    let there = std::thread::spawn(move || repo.head().unwrap()).join().unwrap();
    assert_eq!(there, head);
}
