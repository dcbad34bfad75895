//! The edge: git, files, the database, the clock. Each file is the only user of its library.

pub mod clock;
pub mod code;
pub mod command;
pub mod files;
pub mod follower;
pub mod git;
pub mod hands;
pub mod hosts;
pub mod machine;
pub mod settings;
pub mod store;
