//! The integration tests: one binary, one file a noun, real things in temporary directories.

mod client;
mod documents;
mod files;
mod git;
mod scene;
mod schemas;
mod stdio;
mod store;
mod phase;
mod settings;
