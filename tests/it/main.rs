//! The one integration binary.

mod git;
mod scene;
