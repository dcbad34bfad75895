//! A URL that `from` reaches through what it calls: `useBillingHub()` of a file that asks for `/api/hubs/billing`.

use super::super::code_text::Code;
use super::route::{Url, quoted};
use crate::domain::wiring::Project;

/// Most names of one file that are followed.
const MOST: usize = 60;

/// The URL of a link's end, without the method that may stand before it.
pub(super) fn asked(to: &str) -> Option<&str> {
    const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
    let bare = METHODS.iter().find_map(|method| to.strip_prefix(method)).unwrap_or(to).trim();
    (bare.starts_with('/') && !bare.contains(char::is_whitespace)).then_some(bare)
}

/// Returns the line on which `from` calls what leads to the URL, with how. Whether that very call asks for it cannot be told:
/// the other file may do so elsewhere.
pub(super) fn through(from: &Code<'_>, project: Option<&Project<'_>>, to: &str) -> Option<(u32, String)> {
    let (project, outline) = (project?, from.outline.as_deref()?);
    let asked = Url::of(asked(to)?)?;
    let named =
        outline.imports.iter().filter(|i| !i.passes_on).flat_map(|i| i.names.iter().map(move |n| (i, n)));
    named.take(MOST).find_map(|(import, name)| {
        let line = outline.uses.get(name.local.as_str())?.plain?;
        let file = project.leads_to(from.path, outline, import)?;
        let text = Code::new(&file, project.text(&file)?).text;
        let asks = quoted(&text)
            .iter()
            .filter_map(|written| Url::of(written))
            .any(|url| url.is_rooted() && url.is(&asked));
        asks.then(|| (line, format!("`{}` of `{file}`, which names it", name.local)))
    })
}
