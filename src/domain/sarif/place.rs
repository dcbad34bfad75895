//! Where a result lies: its addresses as paths, its regions as lines.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::message::beginning;
use super::shape::{ArtifactLocation, Location as Given, Result, Run};
use crate::domain::review::Location;

/// Bases may stand on others; a ring of them is walked no further.
const DEEPEST: usize = 8;

/// The longest address, in bytes.
const LONGEST: usize = 4096;

/// Returns the places of a result, each once. What has no file has no place.
pub(super) fn places(run: &Run, result: &Result) -> Vec<Location> {
    let mut places: Vec<Location> = Vec::new();
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

/// Returns the addresses of a result that are none of a file, as they are written.
pub(super) fn elsewhere<'r>(run: &'r Run, result: &'r Result) -> Vec<&'r str> {
    let physical = result.locations.iter().flatten().filter_map(|given| given.physical_location.as_ref());
    let uris = physical.filter_map(|place| {
        let location = place.artifact_location.as_ref()?;
        let uri = location.uri.as_deref().map(str::trim).filter(|uri| !uri.is_empty())?;
        path(run, location).is_none().then_some(uri)
    });
    let mut uris: Vec<&str> = uris.map(|uri| beginning(uri, 300)).collect();
    uris.dedup();
    uris
}

/// Returns the path of an address: below its base, where that is one in the file system, and else from the root of the
/// work. An address of another kind leads to no file here.
fn path(run: &Run, location: &ArtifactLocation) -> Option<String> {
    let of_list = || {
        let at = usize::try_from(location.index?).ok()?;
        run.artifacts.as_ref()?.get(at)?.location.as_ref()
    };
    let location = if location.uri.is_some() { location } else { of_list()? };
    let uri = location.uri.as_deref()?.trim();
    // Tools on Windows write what is no address.
    let mut whole = if uri.contains('/') { uri.to_owned() } else { uri.replace('\\', "/") };
    let mut base = location.uri_base_id.as_deref();
    for _ in 0..DEEPEST {
        if whole.len() > LONGEST {
            return None;
        }
        if scheme(&whole).is_some() || whole.starts_with('/') {
            break;
        }
        let known = base.and_then(|id| run.original_uri_base_ids.as_ref()?.get(id));
        let Some(above) = known else { break };
        if let Some(uri) = above.uri.as_deref().filter(|uri| uri.len() <= LONGEST) {
            whole = format!("{}/{whole}", uri.trim_end_matches('/'));
        }
        base = above.uri_base_id.as_deref();
    }
    let path = without_dots(in_file_system(&whole)?);
    let path = percent_decode_str(&path).decode_utf8().unwrap_or(Cow::Borrowed(&path)).into_owned();
    // No file that git knows is called so; what is shown of it would act on the reader.
    (!path.is_empty() && path.len() <= LONGEST && !path.chars().any(char::is_control)).then_some(path)
}

/// Resolves `.` and `..` in an address (RFC 3986, 5.2.4); what leads above its beginning stays.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if kept.last().is_some_and(|last| *last != ".." && !last.is_empty()) => {
                kept.pop();
            }
            part => kept.push(part),
        }
    }
    kept.join("/")
}

/// Takes the scheme and the host off an address of the file system; nothing of one with another scheme.
fn in_file_system(uri: &str) -> Option<&str> {
    let Some(scheme) = scheme(uri) else { return Some(uri) };
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = &uri[scheme.len() + 1..];
    let Some(rest) = rest.strip_prefix("//") else { return Some(rest) };
    Some(rest.find('/').map_or(rest, |at| &rest[at..]))
}

/// Returns the scheme that an address begins with. A drive's letter is none.
fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let is_one = scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_one.then_some(scheme)
}
