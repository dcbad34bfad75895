//! Countersign owns the review loop of coding agents: it reads what reviewers say, keeps the
//! loop's state, decides the next step, checks claims against git and verifies phases against code.
//!
//! Three rings; arrows of import run one way (`tests/it/house.rs` checks it):
//!
//! ```text
//! main → cli ─┐
//!             ├→ app → io → domain
//!        mcp ─┘      └──────→ domain
//! ```

#![forbid(unsafe_code)]

pub mod app;
pub mod cli;
pub mod domain;
pub mod error;
pub mod io;
pub mod mcp;
