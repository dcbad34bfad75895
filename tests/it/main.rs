//! The integration tests: one binary, one file a noun, real things in temporary directories.

mod cli;
mod client;
mod documents;
mod files;
mod git;
mod phase;
mod scene;
mod schemas;
mod settings;
mod stdio;
mod store;
