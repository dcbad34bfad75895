//! The edge: git, files, the database, the clock. Each file is the only user of its library.

pub mod files;
pub mod settings;
