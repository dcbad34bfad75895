//! The edge: git, files, the database, the clock. Each file is the only user of its library.

pub mod clock;
pub mod git;
pub mod store;
pub mod files;
pub mod code;
pub mod settings;
