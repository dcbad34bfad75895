//! Where a result lies: its addresses as paths, its regions as lines.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::shape::{ArtifactLocation, Location as Given, Result, Run};
use crate::domain::review::Location;

/// Bases may stand on others; a ring of them is walked no further.
const DEEPEST: usize = 8;

/// Returns the places of a result, each once. What has no file has no place.
pub(super) fn places(run: &Run, result: &Result) -> Vec<Location> {
    let mut places = Vec::new();
    for place in result.locations.iter().flatten().filter_map(|given| place(run, given)) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
}

fn place(run: &Run, given: &Given) -> Option<Location> {
    let physical = given.physical_location.as_ref()?;
    let file = path(run, physical.artifact_location.as_ref()?)?;
    let number = |line: Option<i64>| line.and_then(|line| u32::try_from(line).ok()).filter(|line| *line > 0);
    let region = physical.region.as_ref();
    let line = region.and_then(|region| number(region.start_line));
    let end_line = region.and_then(|region| number(region.end_line));
    Some(Location { file, line, end_line: end_line.filter(|end| line.is_some_and(|line| *end > line)) })
}

/// Returns the names of what the result lies in, where it names a function or a type beside its place.
pub(super) fn names(result: &Result) -> Vec<&str> {
    let logical = result.locations.iter().flatten().flat_map(|l| l.logical_locations.iter().flatten());
    let mut names: Vec<&str> =
        logical.filter_map(|l| l.fully_qualified_name.as_deref().or(l.name.as_deref())).collect();
    names.dedup();
    names
}

/// Returns the path of an address: below its base, where that is one in the file system, and else from the root of the
/// work.
fn path(run: &Run, location: &ArtifactLocation) -> Option<String> {
    let of_list = || {
        let at = usize::try_from(location.index?).ok()?;
        run.artifacts.as_ref()?.get(at)?.location.as_ref()
    };
    let location = if location.uri.is_some() { location } else { of_list()? };
    let uri = location.uri.as_deref()?.trim();
    let mut whole = uri.to_owned();
    let mut base = location.uri_base_id.as_deref();
    for _ in 0..DEEPEST {
        if has_scheme(&whole) || whole.starts_with('/') {
            break;
        }
        let known = base.and_then(|id| run.original_uri_base_ids.as_ref()?.get(id));
        let Some(above) = known else { break };
        if let Some(uri) = &above.uri {
            whole = format!("{}/{whole}", uri.trim_end_matches('/'));
        }
        base = above.uri_base_id.as_deref();
    }
    let path = in_file_system(&whole);
    let path = percent_decode_str(&path).decode_utf8().unwrap_or(Cow::Borrowed(&path)).into_owned();
    // Tools on Windows write what is no address.
    let path = if path.contains('/') { path } else { path.replace('\\', "/") };
    let path = path.trim_start_matches("./").to_owned();
    // No file that git knows is called so; what is shown of it would act on the reader.
    (!path.is_empty() && !path.chars().any(char::is_control)).then_some(path)
}

/// Takes the scheme and the host off an address of the file system; any other stays as it is written.
fn in_file_system(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file:") else { return uri.to_owned() };
    let Some(rest) = rest.strip_prefix("//") else { return rest.to_owned() };
    match rest.find('/') {
        Some(at) => rest[at..].to_owned(),
        None => rest.to_owned(),
    }
}

fn has_scheme(uri: &str) -> bool {
    // A drive's letter is no scheme.
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}
