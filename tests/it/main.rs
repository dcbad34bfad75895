mod documents;
mod files;
