mod documents;
mod store;
