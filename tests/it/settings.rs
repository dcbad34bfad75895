//! Configuration on real folders: which system, which settings, and what is refused.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a failing test says where")]

use countersign::domain::ids::RepoPath;
use countersign::domain::protocol::ReviewMode;
use countersign::io::files::Files;
use countersign::io::settings;
use tempfile::TempDir;

/// A root with some files; a name that ends in `/` is a folder.
fn place(contents: &[(&str, &str)]) -> (TempDir, Files) {
    let temp = TempDir::new().unwrap();
    for (name, text) in contents {
        let path = temp.path().join(name);
        if name.ends_with('/') {
            std::fs::create_dir_all(path).unwrap();
        } else {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
    }
    let files = Files::open(temp.path()).unwrap();
    (temp, files)
}

#[test]
fn the_system_is_told_by_the_nearest_folder() {
    for (contents, subject, protocol, others) in [
        (vec![], "src/a.rs", "countersign", 0),
        (vec![(".planning/", "")], "src/a.rs", "gsd", 0),
        (vec![(".planning/config.json", "{\"mode\": \"yolo\"}")], "src/a.rs", "gsd", 0),
        (vec![(".planning/config.json", "{\"version\": 1}")], "src/a.rs", "megazord", 0),
        (vec![(".planning/megazord.config.json", "{}")], ".planning/phases/1/1-1-PLAN.md", "megazord", 0),
        (vec![(".vbw-planning/", "")], "src/a.rs", "yolo", 0),
        (vec![(".yolo-planning/", ""), (".planning/", "")], "src/a.rs", "yolo", 1),
        (vec![(".planning/", ""), ("app/.yolo-planning/", "")], "app/a.rs", "yolo", 1),
        (vec![(".planning/", ""), ("app/.yolo-planning/", "")], "lib/a.rs", "gsd", 0),
        (vec![("specs/x/.progress.md", "")], "specs/x/tasks.md", "ralph", 0),
        (vec![("specs/x/.ralph-state.json", ""), (".planning/", "")], "specs/x/tasks.md", "ralph", 1),
        (vec![("specs/x/.ralph-state.json", ""), (".planning/", "")], "src/a.rs", "gsd", 1),
        (vec![("specs/x/tasks.md", "")], "specs/x/tasks.md", "countersign", 0),
        (vec![("bazinga/", "")], "src/a.rs", "bazinga", 0),
    ] {
        let (_temp, files) = place(&contents);
        let subject = RepoPath::parse(subject).unwrap();
        let found = settings::detect(&files, Some(&subject)).unwrap();
        assert_eq!((found.protocol, found.others.len()), (protocol, others), "{contents:?} {subject}");
        assert_eq!(found.why.contains("countersign.toml"), others > 0, "{}", found.why);
    }
}

#[test]
fn megazord_settings_are_plain_data() {
    let json = r#"{"version": 1, "quality": {"review": "manual"}, "model_profile": "budget",
        "model_overrides": {"mz-reviewer": "opus"}, "unknown": [1]}"#;
    let (_temp, files) = place(&[(".planning/megazord.config.json", json)]);
    let found = settings::read(&files, None).unwrap();
    assert_eq!(found.review_mode, Some(ReviewMode::Manual));
    assert_eq!(found.profile.as_deref(), Some("budget"));
    assert_eq!(found.model_overrides.get("mz-reviewer").map(String::as_str), Some("opus"));
    assert_eq!(found.version, Some(1));
    assert_eq!(found.source.map(|p| p.to_string()).as_deref(), Some(".planning/megazord.config.json"));
    let (_temp, files) = place(&[(".planning/", "")]);
    assert_eq!(settings::read(&files, None).unwrap(), settings::Settings::default());
}

#[test]
fn broken_settings_are_refused_by_name() {
    for (json, words) in [
        ("{", ["megazord.config.json", "JSON"]),
        ("[]", ["the file", "an object"]),
        (r#"{"quality": {"review": "of"}}"#, ["quality.review", "\"off\""]),
        (r#"{"quality": {"review": false}}"#, ["quality.review", "false"]),
        (r#"{"quality": "auto"}"#, ["quality", "an object"]),
        (r#"{"model_profile": 3}"#, ["model_profile", "balanced"]),
        (r#"{"model_overrides": {"a": 1}}"#, ["model_overrides.a", "model"]),
    ] {
        let (_temp, files) = place(&[(".planning/megazord.config.json", json)]);
        let error = settings::read(&files, None).unwrap_err().to_string();
        assert!(words.iter().all(|w| error.contains(w)), "{json}: {error}");
    }
    let bytes = [".planning/megazord.config.json"];
    let (temp, files) = place(&[(bytes[0], "")]);
    std::fs::write(temp.path().join(bytes[0]), b"{\"a\": \"\xff\"}").unwrap();
    assert!(settings::read(&files, None).is_err());
}

#[test]
fn our_own_file_is_read_and_unknown_keys_are_refused() {
    let toml = "protocol = \"megazord\"\n[review]\nmode = \"manual\"\nmax_passes = 5\nreviewer_turns = 20\n\
                [models]\nprofile = \"quality\"\nreviewer = \"opus\"\n[paths]\nplanning = \"app/.planning\"\n";
    let (_temp, files) = place(&[("countersign.toml", toml)]);
    let own = settings::own(&files).unwrap();
    assert_eq!(own.protocol.as_deref(), Some("megazord"));
    assert_eq!(own.review.mode, Some(ReviewMode::Manual));
    assert_eq!((own.review.max_passes, own.review.reviewer_turns), (Some(5), Some(20)));
    assert_eq!(own.models.reviewer.as_deref(), Some("opus"));
    assert_eq!(own.paths.planning.map(|p| p.to_string()).as_deref(), Some("app/.planning"));
    for (toml, words) in [
        ("protocl = \"gsd\"", ["protocl", "did you mean `protocol`"]),
        ("[review]\nmax_pases = 1", ["review.max_pases", "did you mean `review.max_passes`"]),
        ("max_passes = 1", ["max_passes", "did you mean `review.max_passes`"]),
        ("[reviews]\nmode = \"auto\"", ["reviews", "did you mean `review`"]),
        ("zzz = 1", ["zzz", "known are protocol"]),
        ("[verify]\ncommands = [\"rm\"]", ["verify", "known are"]),
        ("review = 1", ["review", "a table"]),
        ("[review]\nmode = \"never\"", ["review.mode", "auto, manual, off"]),
        ("[review]\nmax_passes = 0", ["review.max_passes", "1 to 20"]),
        ("[review]\nmax_passes = \"3\"", ["review.max_passes", "whole number"]),
        ("[paths]\nplanning = \"../x\"", ["paths.planning", "inside the repository"]),
        ("protocol = ", ["countersign.toml", "TOML"]),
    ] {
        let (_temp, files) = place(&[("countersign.toml", toml)]);
        let error = settings::own(&files).unwrap_err().to_string();
        assert!(words.iter().all(|w| error.contains(w)), "{toml}: {error}");
    }
    let (_temp, files) = place(&[]);
    assert_eq!(settings::own(&files).unwrap(), settings::Own::default());
}
