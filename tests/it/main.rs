//! The integration tests: one binary, one file a noun, real things in temporary directories.

mod boundary;
mod cli;
mod client;
mod dialects;
mod documents;
mod explains;
mod files;
mod fooled;
mod forgery;
mod git;
mod hook;
mod house;
mod loops;
mod mutated;
mod phase;
mod plan_scene;
mod refusals;
mod reported;
mod scene;
mod schemas;
mod settings;
mod shapes;
mod stdio;
mod store;
mod swapped;
mod wild;
