//! URLs as code writes them, held against the routes that files stand for by their place.
//!
//! A URL names a route by whole segments: what is interpolated stands for a dynamic one, and never for a word.

use crate::domain::ids::RepoPath;

/// Stands in a text for what is interpolated there.
pub(super) const HOLE: char = '\u{1}';

/// One step of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Said(String),
    /// Said in part: `cart-${id}`; at the end, what is glued to a word may be a query.
    Begun(String),
    Any,
}

/// One step of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Fixed(String),
    Dynamic,
    /// `[...rest]`; whether it may be empty.
    Rest(bool),
}

/// A URL as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Url {
    steps: Vec<Step>,
    /// It goes on from a base that the text does not tell.
    based: bool,
    /// It begins with a slash, a host or something interpolated.
    rooted: bool,
}

impl Url {
    /// Reads a quoted text as a URL; nothing where it is none, or says no step of its own.
    pub(super) fn of(written: &str) -> Option<Self> {
        let text = written.trim();
        if text.chars().any(char::is_whitespace) || text.len() > 300 {
            return None;
        }
        let text = text.split(['?', '#']).next().unwrap_or(text);
        let (text, based) = match text.split_once("://") {
            Some((scheme, rest)) if scheme.chars().all(char::is_alphanumeric) => {
                (rest.find('/').map_or("", |at| &rest[at..]), false)
            }
            _ => (text, !text.starts_with('/')),
        };
        let rooted = !based || text.starts_with(HOLE);
        let mut pieces = text.split('/').filter(|s| !s.is_empty()).peekable();
        if based && pieces.peek().is_some_and(|first| first.starts_with(HOLE)) {
            pieces.next();
        } else if based && !text.contains('/') || text.starts_with('.') {
            return None;
        }
        let mut steps: Vec<Step> = pieces
            .map(|piece| match piece.split_once(HOLE) {
                Some(("", _)) => Step::Any,
                Some((begun, _)) => Step::Begun(begun.to_owned()),
                None if piece.starts_with(':') || piece.starts_with('{') && piece.ends_with('}') => Step::Any,
                None => Step::Said(piece.to_owned()),
            })
            .collect();
        let last = steps.len().saturating_sub(1);
        for (at, step) in steps.iter_mut().enumerate() {
            if let (Step::Begun(_), false) = (&*step, at == last) {
                *step = Step::Any;
            }
        }
        let says = steps.iter().any(|s| !matches!(s, Step::Any));
        says.then_some(Self { steps, based, rooted })
    }

    /// Tells whether it leads to a route; `loose` lets it leave out what every route of an interface begins with.
    fn meets(&self, route: &[Part], loose: bool) -> bool {
        if meets(&self.steps, route) {
            return true;
        }
        let prefix = |part: &Part| match part {
            Part::Fixed(name) => {
                name == "api" || name.strip_prefix('v').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
            }
            Part::Dynamic | Part::Rest(_) => false,
        };
        (1..route.len()).any(|at| {
            (self.based || loose && route[..at].iter().all(prefix)) && meets(&self.steps, &route[at..])
        })
    }

    /// Tells whether one of its steps is a word, alone or in the plural.
    fn has_step(&self, word: &str) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Said(name) | Step::Begun(name) => {
                let bare = plain(name);
                bare == word || bare.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(&*bare)
            }
            Step::Any => false,
        })
    }

    /// Tells whether it begins with a slash, a host or something interpolated.
    pub(super) fn is_rooted(&self) -> bool {
        self.rooted
    }

    /// Tells whether it leads to a route that is registered under another URL, whatever that is joined below; `loose` lets
    /// the route have something before it that this leaves out.
    pub(super) fn ends_as(&self, registered: &Self, loose: bool) -> bool {
        let route = registered.parts();
        (0..self.steps.len()).any(|at| meets(&self.steps[at..], &route))
            || self.meets(&route, true)
            || loose && may_end_as(&self.steps, &route)
    }

    fn parts(&self) -> Vec<Part> {
        let part = |step: &Step| match step {
            Step::Said(name) => Part::Fixed(name.clone()),
            Step::Begun(_) | Step::Any => Part::Dynamic,
        };
        self.steps.iter().map(part).collect()
    }

    /// Tells whether it is the same as another, as far as both say.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.meets(&other.parts(), true)
    }
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', '_', '.'], "")
}

fn meets(steps: &[Step], route: &[Part]) -> bool {
    match (steps, route) {
        ([], []) | ([], [Part::Rest(true)]) | ([_, ..], [Part::Rest(_)]) => true,
        ([step, steps @ ..], [part, route @ ..]) => {
            let one = match (step, part) {
                (Step::Said(said) | Step::Begun(said), Part::Fixed(name)) => said == name,
                (Step::Any, Part::Fixed(_)) | (_, Part::Rest(_)) => false,
                (_, Part::Dynamic) => true,
            };
            one && meets(steps, route)
        }
        _ => false,
    }
}

/// Tells whether steps and a route may be one where either has something before it that the other leaves out.
fn may_end_as(steps: &[Step], route: &[Part]) -> bool {
    let says = |route: &[Part]| route.iter().any(|part| matches!(part, Part::Fixed(_)));
    (0..steps.len()).any(|at| meets(&steps[at..], route))
        || (1..route.len()).any(|at| says(&route[at..]) && meets(steps, &route[at..]))
}

/// Tells whether a URL may name a file as the route it stands for by its place, whatever a host puts before either; nothing
/// where it stands for none.
pub(super) fn may_name(url: &Url, to: &RepoPath) -> Option<bool> {
    route(to).map(|route| url.meets(&route, true) || may_end_as(&url.steps, &route))
}

/// Tells whether a file stands for a route by its place.
pub(super) fn may_name_any(to: &RepoPath) -> bool {
    route(to).is_some()
}

/// Tells whether a URL names a file as the route it stands for by its place; nothing where no framework lays routes out
/// so, or the file stands for none.
pub(super) fn names(url: &Url, to: &RepoPath, placed: bool, loose: bool) -> Option<bool> {
    route(to).filter(|_| placed).map(|route| url.meets(&route, loose))
}

/// Tells whether a URL says the telling part of a file's name.
pub(super) fn says(url: &Url, to: &RepoPath) -> bool {
    telling(to).is_some_and(|word| url.has_step(&word))
}

/// The telling part of a file's name: `cart` of `cart.routes.ts`, `cartRouter.ts` and `cart_controller.rb`.
pub(super) fn telling(to: &RepoPath) -> Option<String> {
    const ROLES: [&str; 8] =
        ["routes", "router", "route", "controller", "handlers", "handler", "api", "endpoints"];
    const COMMON: [&str; 14] = [
        "index", "mod", "lib", "main", "init", "types", "utils", "page", "route", "routes", "src", "app",
        "layout", "server",
    ];
    let word = |part: &str| {
        let stem = plain(part.trim_start_matches('.').split('.').next().unwrap_or(part));
        let bare = ROLES.iter().find_map(|role| stem.strip_suffix(role)).filter(|b| !b.is_empty());
        bare.map(str::to_owned).unwrap_or(stem)
    };
    to.as_str().rsplit('/').map(word).find(|w| w.len() >= 2 && !COMMON.contains(&w.as_str()))
}

/// The route that a file stands for by its place, in the frameworks that lay routes out as folders.
fn route(to: &RepoPath) -> Option<Vec<Part>> {
    let (stem, ext) = to.file_name().rsplit_once('.')?;
    let script = matches!(ext, "ts" | "tsx" | "js" | "jsx" | "mjs" | "vue" | "svelte" | "astro");
    let folders: Vec<&str> = to.as_str().split('/').collect();
    let folders = folders.get(..folders.len() - 1).filter(|_| script)?;
    let below = |name: &str| folders.iter().position(|f| *f == name).map(|at| &folders[at + 1..]);
    if matches!(stem, "page" | "route")
        && let Some(inner) = below("app")
    {
        return parts(inner.iter().copied());
    }
    if stem.starts_with('+')
        && let Some(inner) = below("routes")
    {
        return parts(inner.iter().copied());
    }
    if let Some(inner) = below("server")
        && matches!(inner.first(), Some(&"api" | &"routes"))
    {
        // `server/api/cart.get.ts`: the method stands behind the name.
        let methods = ["get", "post", "put", "patch", "delete", "head", "options"];
        let own = stem.rsplit_once('.').filter(|(_, m)| methods.contains(m));
        let dynamic = inner.iter().any(|p| p.contains('['));
        let (own, _) = own.or_else(|| dynamic.then_some((stem, "")))?;
        let skipped = usize::from(inner.first() == Some(&"routes"));
        return parts(inner.iter().skip(skipped).copied().chain((own != "index").then_some(own)));
    }
    if let Some(inner) = below("pages") {
        return parts(inner.iter().copied().chain((stem != "index").then_some(stem)));
    }
    None
}

fn parts<'a>(folders: impl Iterator<Item = &'a str>) -> Option<Vec<Part>> {
    let mut found = Vec::new();
    for folder in folders {
        // Groups and slots take part in no URL.
        if folder.starts_with('(') && folder.ends_with(')') || folder.starts_with('@') {
            continue;
        }
        let inner = folder.strip_prefix('[').and_then(|f| f.strip_suffix(']'));
        found.push(match inner {
            Some(inner) if inner.starts_with("[...") => Part::Rest(true),
            Some(inner) if inner.starts_with("...") => Part::Rest(false),
            Some(_) => Part::Dynamic,
            None => Part::Fixed(folder.to_owned()),
        });
    }
    Some(found)
}

/// Every quoted text of a piece of code, what is interpolated replaced by [`HOLE`].
pub(super) fn quoted(code: &str) -> Vec<String> {
    taken(code).into_iter().map(|(_, text)| text).collect()
}

/// The same, each with whether it is the first that a call takes.
pub(super) fn taken(code: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let chars: Vec<char> = code.chars().collect();
    let mut at = 0;
    while at < chars.len() && found.len() < 60 {
        let quote = chars[at];
        if !matches!(quote, '"' | '\'' | '`') {
            at += 1;
            continue;
        }
        let mut text = String::new();
        let mut end = at + 1;
        while end < chars.len() && chars[end] != quote && (quote == '`' || chars[end] != '\n') {
            let opens = match chars[end] {
                '$' | '#' => chars.get(end + 1) == Some(&'{'),
                '{' => at > 0 && matches!(chars[at - 1], 'f' | 'F' | '$'),
                _ => false,
            };
            if opens {
                let close = chars[end..].iter().position(|c| *c == '}');
                text.push(HOLE);
                end += close.unwrap_or(0) + 1;
            } else {
                text.push(chars[end]);
                end += 1;
            }
        }
        // `"/api/cart/" + id` goes on with what nobody knows.
        let rest: String = chars.iter().skip(end + 1).take(4).collect();
        if rest.trim_start().starts_with('+') {
            text.push(HOLE);
        }
        let before = chars[..at].iter().rev().find(|c| !c.is_whitespace());
        if before == Some(&'+') && text.starts_with('/') {
            text.insert(0, HOLE);
        }
        found.push((before == Some(&'('), text));
        at = end + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(code: &str, to: &str) -> bool {
        let to = RepoPath::parse(to).expect("a path");
        quoted(code).iter().filter_map(|t| Url::of(t)).any(|url| {
            names(&url, &to, true, !code.contains("fetch("))
                .unwrap_or_else(|| url.is_rooted() && says(&url, &to))
        })
    }

    #[test]
    fn a_url_names_a_route_by_whole_steps() {
        for (code, to, wanted) in [
            ("fetch('/api/desks')", "app/api/desks/route.ts", true),
            ("fetch('/api/desks?free=1')", "app/api/desks/route.ts", true),
            ("fetch(`/api/desks${query}`)", "app/api/desks/route.ts", true),
            ("fetch(`${BASE}/api/desks`)", "app/api/desks/route.ts", true),
            ("fetch('https://x.example/api/desks')", "app/api/desks/route.ts", true),
            ("fetch(`/api/desktops/${id}`)", "app/api/desks/route.ts", false),
            ("fetch(`/api/rooms/${desks}`)", "app/api/desks/route.ts", false),
            ("fetch(`/api/${desks}`)", "app/api/desks/route.ts", false),
            ("fetch('/api/desks/4')", "app/api/desks/route.ts", false),
            ("fetch('/desks')", "app/api/desks/route.ts", false),
            ("http.get('/desks')", "app/api/desks/route.ts", true),
            ("fetch(`/api/desks/${id}`)", "app/api/desks/[id]/route.ts", true),
            ("fetch('/api/desks/' + id)", "app/api/desks/[id]/route.ts", true),
            ("fetch(`/api/desks/${id}/seats`)", "src/app/api/desks/[id]/seats/route.ts", true),
            ("<Link href={`/desks/${d.id}`}>", "app/(floor)/desks/[id]/page.tsx", true),
            ("<Link href=\"/desks/a/b\">", "app/desks/[...rest]/page.tsx", true),
            ("router.push('/desks')", "pages/desks/index.tsx", true),
            ("fetch('/api/desks')", "pages/api/desks.ts", true),
            ("useFetch('/api/desks')", "server/api/desks.get.ts", true),
            ("fetch('/desks/x')", "src/routes/desks/[id]/+server.ts", true),
            ("http.get('/api/desks')", "server/routes/desk.routes.ts", true),
            ("http.get('/api/desktops')", "server/routes/desk.routes.ts", false),
            ("fetch(f\"/api/desks/{id}\")", "app/api/desks/[id]/route.ts", true),
            ("say('desks')", "server/routes/desks.ts", false),
        ] {
            assert_eq!(leads(code, to), wanted, "{code} and {to}");
        }
    }
}
