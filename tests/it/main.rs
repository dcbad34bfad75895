mod documents;
mod store;
//! The one integration binary.

mod git;
mod scene;
mod files;
//! The integration tests: one binary, one file a noun, real things in temporary directories.

mod client;
mod schemas;
mod stdio;
