//! Links without a pattern to a file that a framework serves under its place: what `from` asks for by a URL is told without one,
//! too. `fetch('/api/items')` reaches `app/api/items/route.ts`.

use crate::domain::ids::RepoPath;
use crate::domain::wiring::Project;

use super::super::code_text::Code;
use super::{route, served, spoken};

/// What asks a server for a URL, or leads a person there.
const ASKS: [&str; 24] = [
    "fetch(",
    "axios",
    "useSWR",
    "useQuery",
    "useFetch",
    "useChat",
    "useCompletion",
    "request(",
    "get(",
    "post(",
    "put(",
    "patch(",
    "delete(",
    "EventSource(",
    "WebSocket(",
    "sendBeacon(",
    "redirect(",
    "push(",
    "replace(",
    "navigate(",
    "href=",
    "action=",
    "to=",
    "goto(",
];

/// Returns where a living line of `from` names the file by its URL, and whether it asks for it there.
pub(super) fn asked(
    from: &Code<'_>,
    project: Option<&Project<'_>>,
    to: Option<&RepoPath>,
) -> Option<(usize, bool)> {
    let (project, to) = (project?, to?);
    if !spoken::is_placed(project) || !route::may_name_any(to) {
        return None;
    }
    let outline = from.outline.as_deref().filter(|o| o.intact && !o.left_out)?;
    let idle = [&outline.dead, &outline.unreached, &outline.dropped];
    let living =
        outline.strings.iter().filter(|s| !idle.iter().any(|all| all.iter().any(|r| r.contains(&s.start))));
    let named = living.filter(|place| spoken::names(from, project, &[*place], to));
    let told = named.map(|place| {
        let around = served::without_logs(spoken::statement(&from.text, place));
        // What leaves out where every route of an interface begins may be another's: `href="/items"` for `/api/items`.
        let whole = spoken::urls(&from.text, place);
        let whole = whole.iter().any(|url| route::names(url, to, true, false) == Some(true));
        (place.start, whole && ASKS.iter().any(|word| around.contains(word)))
    });
    told.max_by_key(|(_, asks)| *asks)
}
