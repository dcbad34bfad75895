//! The integration tests: one binary, one file a noun, real things in temporary directories.

mod boundary;
mod cli;
mod choices;
mod client;
mod dialects;
mod documents;
mod files;
mod fooled;
mod git;
mod histories;
mod hook;
mod house;
mod loops;
mod machine;
mod phase;
mod plan_scene;
mod refusals;
mod scene;
mod schemas;
mod settings;
mod seventh;
mod stdio;
mod store;
mod stories;
mod swapped;
mod tiers;
