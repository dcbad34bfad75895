//! Where a path leads over symbolic links, told from their texts alone: of a commit as of a work tree.

use super::ids::RepoPath;

/// The most links that are followed on one way: as many as Linux follows.
const MOST: usize = 40;

/// The way from a path to what it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// The links on it, in their order.
    pub links: Vec<RepoPath>,
    pub end: End,
}

/// Where a way ends. Whether anything stands there is not said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    At(RepoPath),
    /// The repository's own root.
    Root,
    /// Out of the repository, or round in a circle.
    Nowhere,
}

impl Way {
    /// Returns the path at which it ends; nothing for the root and for nowhere.
    pub fn path(&self) -> Option<&RepoPath> {
        match &self.end {
            End::At(path) => Some(path),
            End::Root | End::Nowhere => None,
        }
    }
}

/// Follows a path; `link` returns the text of the link that stands at a path, and nothing where none does.
pub fn follow<E>(
    path: &RepoPath,
    link: &mut dyn FnMut(&RepoPath) -> Result<Option<String>, E>,
) -> Result<Way, E> {
    let mut links = Vec::new();
    // The parts that are still to go, the next one last.
    let mut ahead: Vec<String> = path.as_str().rsplit('/').map(str::to_owned).collect();
    let mut gone: Vec<String> = Vec::new();
    while let Some(part) = ahead.pop() {
        match part.as_str() {
            "" | "." => continue,
            ".." if gone.pop().is_some() => continue,
            ".." => return Ok(Way { links, end: End::Nowhere }),
            _ => gone.push(part),
        }
        let Ok(here) = RepoPath::parse(&gone.join("/")) else { return Ok(Way { links, end: End::Nowhere }) };
        let Some(target) = link(&here)? else { continue };
        links.push(here);
        if target.starts_with('/') || links.len() > MOST {
            return Ok(Way { links, end: End::Nowhere });
        }
        gone.pop();
        ahead.extend(target.rsplit('/').map(str::to_owned));
    }
    let end = RepoPath::parse(&gone.join("/")).map_or(End::Root, End::At);
    Ok(Way { links, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_where_its_links_lead() {
        let links = [
            (".planning", "alt"),
            ("alt/config.json", "../shared/c.json"),
            ("up", ".."),
            ("out", "/etc"),
            ("a/b", "../d/./e/"),
            ("here", "."),
            ("ring", "other"),
            ("other", "ring"),
        ];
        for (path, passed, end) in [
            ("src/a.rs", &[][..], End::At(RepoPath::parse("src/a.rs").unwrap())),
            (
                ".planning/config.json",
                &[".planning", "alt/config.json"],
                End::At(RepoPath::parse("shared/c.json").unwrap()),
            ),
            ("a/b/c", &["a/b"], End::At(RepoPath::parse("d/e/c").unwrap())),
            ("up/x", &["up"], End::Nowhere),
            ("out/passwd", &["out"], End::Nowhere),
            ("here", &["here"], End::Root),
            ("here/x", &["here"], End::At(RepoPath::parse("x").unwrap())),
        ] {
            let mut link = |at: &RepoPath| -> Result<_, std::convert::Infallible> {
                Ok(links.iter().find(|(name, _)| *name == at.as_str()).map(|(_, text)| (*text).to_owned()))
            };
            let way = follow(&RepoPath::parse(path).unwrap(), &mut link).unwrap();
            assert_eq!(way.links.iter().map(RepoPath::as_str).collect::<Vec<_>>(), passed, "{path}");
            assert_eq!(way.end, end, "{path}");
            let ring = follow(&RepoPath::parse("ring/x").unwrap(), &mut link).unwrap();
            assert_eq!(ring.end, End::Nowhere);
        }
    }
}
