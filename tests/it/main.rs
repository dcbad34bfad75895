mod documents;
mod store;
//! The one integration binary.

mod git;
mod scene;
mod files;
