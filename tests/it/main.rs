mod documents;
mod files;
mod settings;
