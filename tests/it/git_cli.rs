//! The git program, where a test compares with it or needs what libgit2 cannot make. Nothing of the user's own
//! configuration takes part; where the program is missing the test says so and is left out.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use std::path::Path;
use std::process::Command;

/// Runs git in a folder; its output, or nothing where it failed or is not there.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args([
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "init.defaultBranch=main",
        ])
        .args([
            "-c",
            "user.name=Scene",
            "-c",
            "user.email=scene@example.invalid",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(["-c", "protocol.file.allow=always", "-c", "core.quotePath=false"])
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
        .env("LC_ALL", "C")
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Tells whether the program is there, and says so where it is not.
pub(crate) fn there(test: &str) -> bool {
    let found = git(&std::env::temp_dir(), &["--version"]).is_some();
    if !found {
        eprintln!("{test}: left out, no git program on this machine");
    }
    found
}
