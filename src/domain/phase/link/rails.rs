//! What the routes of Rails name: a controller, within the namespaces around the place.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::domain::ids::RepoPath;
use crate::domain::wiring::has_word;

/// The path of a controller below `controllers/`: `admin/orders` of `app/controllers/admin/orders_controller.rb`.
fn controller(to: &RepoPath) -> Option<&str> {
    let bare = to.as_str().strip_suffix("_controller.rb")?;
    Some(bare.rsplit_once("controllers/").map_or(bare, |(_, inner)| inner))
}

/// The namespaces in which a place of a file of routes stands, as a path: by how far their lines are set in.
fn namespaces(text: &str, place: &Range<usize>) -> Vec<String> {
    static OPENS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"\bnamespace\s*\(?\s*[:"']([\w/]+)|\bscope\b.*?\bmodule(?::|\s*=>)\s*[:"']([\w/]+)"#)
            .expect("a constant pattern")
    });
    let start = text[..place.start].rfind('\n').map_or(0, |n| n + 1);
    let end = text[place.start..].find('\n').map_or(text.len(), |n| place.start + n);
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = &text[start..end];
    let name = |line: &str| {
        let found = OPENS.captures(line)?;
        found.get(1).or_else(|| found.get(2)).map(|m| m.as_str().to_owned())
    };
    // `namespace(:admin) { resources :orders }`
    let mut found: Vec<String> = own.split_once('{').and_then(|(head, _)| name(head)).into_iter().collect();
    let mut within = depth(own);
    for line in text[..start].lines().rev() {
        if line.trim().is_empty() || depth(line) >= within {
            continue;
        }
        within = depth(line);
        found.extend(name(line));
    }
    found.reverse();
    found
}

/// Tells whether a name of a controller, as a route at a place writes it, is that of a file.
fn is_called(
    text: &str,
    place: &Range<usize>,
    around: &str,
    from: &RepoPath,
    name: &str,
    to: &RepoPath,
) -> bool {
    let Some(controller) = controller(to) else { return false };
    let mut steps = namespaces(text, place);
    steps.push(name.trim_start_matches('/').to_owned());
    let path = steps.join("/");
    // A file that another draws does not show what is around it, nor does an option that moves the controllers.
    let open = from.file_name() != "routes.rb" || has_word(around, "module");
    path == controller || open && controller.ends_with(&format!("/{path}"))
}

/// Tells whether a quoted text names a controller with its action: `to: "admin/pages#about"`.
pub(super) fn routed(
    text: &str,
    place: &Range<usize>,
    around: &str,
    from: &RepoPath,
    quoted: &str,
    to: &RepoPath,
) -> bool {
    quoted.split_once('#').is_some_and(|(name, _)| is_called(text, place, around, from, name, to))
}

/// `resources :desks`, `resource :desk`, `controller: "admin/desks"`; `only: …` aside.
pub(super) fn resources(
    text: &str,
    place: &Range<usize>,
    around: &str,
    from: &RepoPath,
    to: &RepoPath,
) -> bool {
    let says = has_word(around, "resources") || has_word(around, "resource");
    if !says {
        return false;
    }
    let called = |name: &str| !name.is_empty() && is_called(text, place, around, from, name, to);
    if let Some((_, rest)) = around.split_once("controller:") {
        let name = rest.trim_start().trim_start_matches([':', '"', '\'']);
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '/').unwrap_or(name.len());
        return called(&name[..end]);
    }
    let symbols = around
        .split(':')
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default());
    symbols.into_iter().any(|name| called(name) || called(&format!("{name}s")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_names_the_controller_of_its_namespace() {
        let text = "Rails.application.routes.draw do\n  namespace :admin do\n    resources :orders\n  end\n  \
                    get \"/orders\", to: \"admin/orders#index\"\n  resources :desks\n  namespace :api do\n    \
                    namespace :v1 do\n      resources :desks\n    end\n  end\n  \
                    namespace(:shop) { resources :carts }\nend\n";
        let from = RepoPath::parse("config/routes.rb").expect("a path");
        for (line, to, wanted) in [
            ("    resources :orders", "app/controllers/admin/orders_controller.rb", true),
            ("    resources :orders", "app/controllers/orders_controller.rb", false),
            ("  resources :desks\n  n", "app/controllers/desks_controller.rb", true),
            ("      resources :desks", "app/controllers/api/v1/desks_controller.rb", true),
            ("      resources :desks", "app/controllers/desks_controller.rb", false),
            ("{ resources :carts }", "app/controllers/shop/carts_controller.rb", true),
            ("{ resources :carts }", "app/controllers/carts_controller.rb", false),
        ] {
            let at = text.find(line).expect("the line") + line.find("res").expect("its word");
            let to = RepoPath::parse(to).expect("a path");
            let around = text[at..].lines().next().unwrap_or_default();
            assert_eq!(resources(text, &(at..at + 9), around, &from, &to), wanted, "{line} and {to}");
        }
        let at = text.find("get ").expect("the route");
        for (to, wanted) in [("admin/orders", true), ("orders", false)] {
            let to = RepoPath::parse(&format!("app/controllers/{to}_controller.rb")).expect("a path");
            let place = at..at + 3;
            assert_eq!(routed(text, &place, "", &from, "admin/orders#index", &to), wanted, "{to}");
        }
    }

    #[test]
    fn resources_may_name_their_controller() {
        let text =
            "Rails.application.routes.draw do\n  resources :desks, controller: \"admin/desk_rows\"\nend\n";
        let from = RepoPath::parse("config/routes.rb").expect("a path");
        let at = text.find("resources").expect("the route");
        let around = text[at..].lines().next().unwrap_or_default();
        for (to, wanted) in [("admin/desk_rows", true), ("desks", false), ("desk_rows", false)] {
            let to = RepoPath::parse(&format!("app/controllers/{to}_controller.rb")).expect("a path");
            assert_eq!(resources(text, &(at..at + 9), around, &from, &to), wanted, "{to}");
        }
    }
}
