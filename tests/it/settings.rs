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

/// A review by the rules of a system that is named leaves its report in that system's folder, which is no sign of the
/// system then (SPEC 4).
#[test]
fn a_folder_that_holds_nothing_but_our_reports_tells_of_no_system() {
    const REPORT: &str = ".planning/reviews/REVIEW-B.md";
    const GROUP: &str = "bazinga/artifacts/B/REVIEW.md";
    for (contents, protocol) in [
        (vec![REPORT], "countersign"),
        (vec![REPORT, ".planning/reviews/REVIEW-C.countersign.md"], "countersign"),
        (vec![REPORT, ".planning/reviews/.countersign-7-1.tmp"], "countersign"),
        (vec![".yolo-planning/reviews/REVIEW-B.md"], "countersign"),
        (vec![".vbw-planning/reviews/REVIEW-B.md"], "countersign"),
        (vec![GROUP, "bazinga/artifacts/C/REVIEW-2.md"], "countersign"),
        (vec!["bazinga/artifacts/bazinga_1/B/REVIEW.md"], "countersign"),
        (vec![REPORT, ".yolo-planning/reviews/REVIEW-B.md", GROUP], "countersign"),
        // One thing that is not ours is enough.
        (vec![REPORT, ".planning/ROADMAP.md"], "gsd"),
        (vec![REPORT, ".planning/phases/"], "gsd"),
        (vec![REPORT, ".planning/reviews/notes.md"], "gsd"),
        (vec![REPORT, ".planning/reviews/REVIEW-x.md/"], "gsd"),
        (vec![".planning/REVIEW-B.md"], "gsd"),
        (vec![".yolo-planning/reviews/REVIEW-B.md", ".yolo-planning/phases/01-x/01-PLAN.md"], "yolo"),
        (vec![GROUP, "bazinga/bazinga.db"], "bazinga"),
        (vec![GROUP, "bazinga/artifacts/bazinga_1/"], "bazinga"),
        (vec![GROUP, "bazinga/artifacts/B/handoff_tech_lead.json"], "bazinga"),
        (vec![GROUP, "bazinga/artifacts/bazinga_1/B/c/REVIEW.md"], "bazinga"),
        (vec!["bazinga/reviews/REVIEW-B.md"], "bazinga"),
        (vec!["bazinga/artifacts/"], "bazinga"),
        // The next one above counts in its place.
        (vec!["src/.yolo-planning/reviews/REVIEW-B.md", ".planning/STATE.md"], "gsd"),
    ] {
        let files_of: Vec<(&str, &str)> = contents.iter().map(|name| (*name, "x\n")).collect();
        let (_temp, files) = place(&files_of);
        let subject = RepoPath::parse("src/a.rs").unwrap();
        let found = settings::detect(&files, Some(&subject)).unwrap();
        assert_eq!((found.protocol, found.others.len()), (protocol, 0), "{contents:?}");
    }
}

/// What a link leads to is nobody's report of ours, and is not looked into.
#[cfg(unix)]
#[test]
fn a_folder_with_a_link_among_reports_is_the_systems() {
    for link in [".planning/reviews/REVIEW-C.md", ".planning/phases"] {
        let (temp, files) = place(&[(".planning/reviews/REVIEW-B.md", "x\n"), ("elsewhere/x", "x\n")]);
        std::os::unix::fs::symlink("../elsewhere", temp.path().join(link)).unwrap();
        assert_eq!(settings::detect(&files, None).unwrap().protocol, "gsd", "{link}");
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
        ("\"review.mode\" = \"off\"", ["`review.mode`", "write review.mode without them"]),
        ("\"hooks.gate\" = \"bogus\"", ["`hooks.gate`", "write hooks.gate without them"]),
        ("[verify]\ncommands = [\"rm\"]", ["verify", "only the user's own"]),
        ("review = 1", ["review", "a table"]),
        ("[review]\nmode = \"never\"", ["review.mode", "auto, manual, on_request, off"]),
        ("[review]\nunreadble = \"proceed\"", ["review.unreadble", "did you mean `review.unreadable`"]),
        ("[review]\nunreadable = \"perhaps\"", ["review.unreadable", "one of proceed, uses_pass"]),
        ("[review]\nblocking = [\"worst\"]", ["review.blocking", "a list of some of critical"]),
        ("[review]\nstrict = 1", ["review.strict", "true or false"]),
        (
            "[review]\nstrict = true\nunreadable = \"proceed\"",
            ["review.strict", "the same as `review.unreadable`"],
        ),
        ("[review]\ndialect = \"yolo\"", ["review.dialect", "known are review.mode"]),
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

/// What a link should lead to was laid there for what it says.
#[cfg(unix)]
#[test]
fn a_configuration_that_is_a_link_to_nothing_is_refused() {
    for name in ["countersign.toml", ".planning/config.json"] {
        let (temp, files) = place(&[(".planning/", "")]);
        std::os::unix::fs::symlink("gone", temp.path().join(name)).unwrap();
        let own = settings::own(&files).map(|_| ());
        let error = own.and_then(|()| settings::detect(&files, None).map(|_| ())).unwrap_err();
        let words = format!("{error:?}");
        assert!(words.contains(name) && words.contains("Dangling"), "{words}");
    }
}

/// A file of the repository may make a system's rules stricter, field by field, and no looser: what it would loosen is
/// said, and the stricter value holds (SPEC 4, 11).
#[test]
fn a_repository_tightens_and_never_loosens() {
    for (review, taken, words) in [
        ("separation = \"require\"", true, ""),
        ("blocking = [\"critical\", \"high\"]", true, ""),
        ("at_limit = \"ask\"", true, ""),
        ("at_limit = \"ask\"\nmax_passes = 2", true, ""),
        ("responses_required = true", true, ""),
        ("strict = true", true, ""),
        ("mode = \"manual\"", true, ""),
        ("mode = \"auto\"", true, ""),
        (
            "mode = \"off\"",
            false,
            "`review.mode` is \"off\", looser than megazord's \"auto\", and does not hold",
        ),
        ("max_passes = 20", false, "`review.max_passes` is 20, looser than megazord's 3"),
        ("max_passes = 1", false, "`review.max_passes` is 1, looser than megazord's 3"),
        ("strict = false", false, "`review.unreadable` is \"proceed\", looser than megazord's \"uses_pass\""),
        ("unreadable = \"conditional\"", false, "Set it to uses_pass or leave it out"),
        ("blocking = [\"high\"]", false, "Set it to [\"critical\"] and more"),
        ("citation_required = false", false, "Set it to true or leave it out"),
        ("no_reviewer = \"proceed\"", false, "stays_unreviewed or ask_user"),
        ("late_are_notes = true", false, "`review.late_are_notes` is true, looser"),
        ("max_stale = 20", false, "Set it to 1 to 3 or leave it out"),
        ("suggestion_rounds = 4", false, "megazord's. Leave it out;"),
    ] {
        let scene = crate::plan_scene::with_task_one();
        scene.write("countersign.toml", format!("[review]\n{review}\n"));
        let desk = crate::desk::Desk::at(scene.root());
        let opened = desk.review(serde_json::json!({ "plan": crate::plan_scene::PLAN, "task": "1" }));
        assert!(opened["countersign"].is_string(), "{review}: reviews run: {opened:#}");
        let remarks = opened["remarks"].to_string().replace("\\\"", "\"");
        assert_eq!(!remarks.contains("looser_setting"), taken, "{review}: {remarks}");
        if !taken {
            assert!(remarks.contains(words), "{review}: {remarks}");
            assert!(remarks.contains("countersign.toml") && remarks.contains("config.toml"), "{remarks}");
            assert_eq!(opened["max_passes"], 3, "{review}");
            let gate = desk.ok("loop_status", serde_json::json!({ "phase": "1" }));
            assert!(gate["remarks"].to_string().contains("looser_setting"), "{review}: {gate:#}");
        }
    }
}

#[test]
fn what_is_laid_over_the_rules_is_what_the_loop_goes_by() {
    let scene = crate::plan_scene::with_task_one();
    scene.write("countersign.toml", "[review]\nblocking = [\"critical\", \"medium\"]\n");
    let desk = crate::desk::Desk::at(scene.root());
    let opened = desk.review(serde_json::json!({ "plan": crate::plan_scene::PLAN, "task": "1" }));
    let mut warning = crate::desk::blocker("The name is long", "src/cart.js", 1);
    warning[0]["severity"] = "medium".into();
    let judged = desk.answer(&opened, warning);
    assert_eq!(judged["verdict"], "changes_requested", "{judged:#}");
    // A loop keeps what it was opened with; that the file says otherwise now is said.
    scene.write("countersign.toml", "[review]\nblocking = [\"critical\", \"high\"]\n");
    let again = desk.again(&opened);
    assert!(
        again["remarks"]
            .to_string()
            .contains("the configuration changed since this loop was opened (blocking)"),
        "{again:#}"
    );
}
