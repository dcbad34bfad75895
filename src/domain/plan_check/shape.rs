//! What a listed entry is by its look: a path that can be looked up, what only keeps the place of one, or no path.
//!
//! Web frameworks give folders and files names with signs in them: `(group)`, `[slug]`, `[...rest]`, `$id`. They are
//! names like any other where such a sign takes up a whole part of the path.

use std::sync::LazyLock;

use regex::Regex;

/// What keeps the place of a name wherever it stands: `<name>`, `…`, `...`, `{name}`.
static KEEPS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[<>…]|\.\.\.|\{[^,}]*\}").expect("a fixed pattern"));

/// The dots of a route that keep no place: `[...slug]`, `[[...slug]]`, `(.)photo`, `(...)photo`.
static ROUTE_DOTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[{1,2}\.\.\.\w[\w-]*\]{1,2}|\(\.{1,3}\)").expect("a fixed pattern"));

/// A part of a name that keeps the place of a number or a time: `XXXX`, `NN`, `YYYYMMDD`, `20240101XXXXXX`, `TIMESTAMP`.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\A[vV]?[0-9]*(?:X{2,}|N{2,}|Y{4}[YMDHSTXmdhs]*|TIMESTAMP)[0-9]*\z").expect("a fixed pattern")
});

/// A word in brackets that keeps a place, unless it is a whole part of a route.
static BRACKETED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\[(?:date|name|slug|hash|timestamp)\]").expect("a fixed pattern"));

/// The endings of files that a router reads by their names.
const ROUTED: [&str; 14] =
    ["ts", "tsx", "mts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "astro", "mdx", "css", "scss", "json"];

/// The endings of files that are written one for each date, name or number, and that no route leads to.
const WRITTEN: [&str; 6] = ["md", "txt", "rst", "sql", "log", "csv"];

/// Why a listed entry is not looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// It keeps the place of a name to come.
    Placeholder,
    /// The user's own environment: it is not in the repository.
    Environment,
    NoPath,
}

/// Returns why an entry is not looked up; nothing for a path, or a pattern of paths, that can be.
pub(super) fn left_out(text: &str) -> Option<Left> {
    if is_placeholder(text) {
        return Some(Left::Placeholder);
    }
    if !is_path(text) {
        return Some(Left::NoPath);
    }
    let name = text.rsplit('/').next().unwrap_or(text);
    let own =
        name == ".env" || name.starts_with(".env.") && !name.contains("example") && !name.contains("sample");
    own.then_some(Left::Environment)
}

/// Tells whether a text keeps the place of a path that nobody knows yet.
fn is_placeholder(text: &str) -> bool {
    let text = ROUTE_DOTS.replace_all(text, "");
    // No route stands at the beginning of a path: `$root/a.ts` is a shell's variable.
    let variable = text.starts_with('$') && text.contains('/');
    variable
        || KEEPS.is_match(&text)
        || is_stamped(&text)
        || text.split('/').any(|segment| has_variable(segment) || has_word(segment))
        || keeps_bracketed(&text)
}

/// Tells whether a part of a name, and not a piece of a longer word, keeps a place: `XXHash` is a name.
fn has_word(segment: &str) -> bool {
    segment.split(|c: char| !c.is_alphanumeric()).any(|part| WORD.is_match(part))
}

/// Tells whether a `$` stands for something: `${x}`, `$VAR`. `$id` and `$` alone, at the beginning of a part, are routes.
fn has_variable(segment: &str) -> bool {
    segment.match_indices('$').any(|(at, sign)| {
        let begins = matches!(segment[..at].chars().next_back(), None | Some('.' | '('));
        let behind = &segment[at + sign.len()..];
        let word = behind.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        let rest = word.is_empty() && (behind.is_empty() || behind.starts_with('.'));
        !(begins && (rest || word.contains(char::is_lowercase)))
    })
}

/// Tells whether a name begins with the time a migration will be made at: `migrations/timestamp_add.ts`. Elsewhere
/// `timestamp-utils.ts` is a name.
fn is_stamped(text: &str) -> bool {
    let stamp = |segment: &str| {
        segment.split_at_checked(9).is_some_and(|(word, behind)| {
            word.eq_ignore_ascii_case("timestamp") && behind.starts_with(['_', '-'])
        })
    };
    let migrates = || text.ends_with(".sql") || text.split('/').any(|folder| folder.starts_with("migrat"));
    text.split('/').any(stamp) && migrates()
}

/// Tells whether a word in brackets is only a piece of a name, or names a file that is written once for each.
fn keeps_bracketed(text: &str) -> bool {
    if !BRACKETED.is_match(text) {
        return false;
    }
    let (folders, name) = text.rsplit_once('/').unwrap_or(("", text));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let keeps = |part: &str| BRACKETED.is_match(part) && !is_bracketed(part);
    let in_folders = folders.split('/').any(keeps);
    let in_name = name.split('.').any(keeps);
    let folder_of_written = WRITTEN.contains(&ending) && BRACKETED.is_match(folders);
    let file_of_none = !ending.is_empty() && !ROUTED.contains(&ending) && BRACKETED.is_match(name);
    in_folders || in_name || folder_of_written || file_of_none
}

/// Tells whether brackets take up a whole part: `[slug]`, `[[slug]]`.
fn is_bracketed(part: &str) -> bool {
    let inner = part.trim_start_matches('[').trim_end_matches(']');
    part.starts_with('[') && part.ends_with(']') && !inner.contains(['[', ']'])
}

/// Returns whether a text is a path that can be looked up, or a pattern of paths.
fn is_path(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    if text.is_empty()
        || text.len() > 400
        || text.contains(['"', '|', '=', '\n'])
        || text.contains("://")
        || !text.split('/').all(is_segment)
    {
        return false;
    }
    if text.contains(char::is_whitespace)
        && !(text.contains('/') && has_extension(name) && is_spaced_name(text))
    {
        return false;
    }
    let bare = !text.contains('/');
    let known = name.ends_with("file") && name.starts_with(|c: char| c.is_ascii_uppercase());
    !bare || known || has_extension(name) || name.starts_with('.') && name.len() > 2
}

/// Tells whether a part of a path has parentheses only as routes have them, around all of it: `(auth)`, `(..)photo`.
fn is_segment(segment: &str) -> bool {
    let mut bare = segment;
    while let Some(rest) = ["(.)", "(..)", "(...)"].into_iter().find_map(|mark| bare.strip_prefix(mark)) {
        bare = rest;
    }
    let group = bare
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .filter(|inner| inner.contains(char::is_alphanumeric) && !inner.contains(char::is_whitespace));
    !group.unwrap_or(bare).contains(['(', ')'])
}

/// Tells whether words with blanks between them are one name. A few are taken for one; more only where nothing but the
/// last ends like a file, and only the first has folders before it: `docs/a b c d e.md`.
fn is_spaced_name(text: &str) -> bool {
    const FEW: usize = 4;
    const MOST: usize = 8;
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((first, rest)) = words.split_first() else { return false };
    let ends_early = words.iter().rev().skip(1).any(|word| has_extension(word));
    let goes_on = rest.iter().any(|word| word.contains(['/', ',', ';', ':']));
    words.len() <= FEW || words.len() <= MOST && first.contains('/') && !ends_early && !goes_on
}

fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ext)| {
        (1..=12).contains(&ext.len())
            && ext.bytes().all(|b| b.is_ascii_alphanumeric())
            && ext.bytes().any(|b| b.is_ascii_alphabetic())
    })
}

#[cfg(test)]
mod tests {
    use super::{Left, left_out};

    #[test]
    fn names_with_the_signs_of_routes_are_paths() {
        for path in [
            "app/(auth)/login/page.tsx",
            "web/app/(dashboard)/x.tsx",
            "app/(a)/(b)/page.tsx",
            "app/(..)photo/page.tsx",
            "app/(...)(auth)/page.tsx",
            "app/(auth)",
            "app/[id]/page.tsx",
            "app/blog/[slug]/page.tsx",
            "app/blog/[slug]",
            "app/[...slug]/page.tsx",
            "app/[[...slug]]/page.tsx",
            "pages/[[slug]]/index.vue",
            "pages/[slug].tsx",
            "[slug].tsx",
            "server/[name].get.ts",
            "lib/$id.tsx",
            "app/routes/$nope.tsx",
            "app/routes/posts.$postId.edit.tsx",
            "app/routes/$.tsx",
            "app/routes/files.$.tsx",
            "lib/a+b/x.ts",
            "src/utils/timestamp.ts",
            "src/utils/timestamp-utils.ts",
            "src/components/FormatTimestamp.tsx",
            "src/XXHash.ts",
            "src/models/CNN.py",
            "docs/a b c d e.md",
            "docs/My Notes.md",
            "app/[id]/{page,layout}.tsx",
            "src/**/*.rs",
            ".github",
            "Dockerfile",
            ".env.example",
        ] {
            assert_eq!(left_out(path), None, "{path}");
        }
    }

    #[test]
    fn what_keeps_a_place_is_no_path_yet() {
        for text in [
            "db/migrate/YYYYMMDD_sessions.rb",
            "db/migrate/YYYYMMDDHHMMSS_sessions.rb",
            "db/migrate/YYYYMMDD120000_sessions.rb",
            "db/migrate/TIMESTAMP_sessions.rb",
            "db/20240101XXXXXX_x.sql",
            "db/timestamp_add.sql",
            "prisma/migrations/timestamp_add/migration.ts",
            "migrations/<timestamp>_add.sql",
            "migrations/[timestamp]_x.sql",
            "docs/[date]-x.md",
            "docs/[date]/x.md",
            "[name].md",
            "src/[name].rs",
            "src/page-[slug].tsx",
            "adr/NNN-title.md",
            "phases/XX-name/XX-NN-PLAN.md",
            "src/${x}.rs",
            "$HOME/a.md",
            "$root/a.md",
            "src/$NAME/x.ts",
            "src/a$b.ts",
            "docs/$(SLUG)/a.html",
            "src/{a}/x.ts",
            "backend/.../Visit.cs",
            "docs/…/a.md",
        ] {
            assert_eq!(left_out(text), Some(Left::Placeholder), "{text}");
        }
    }

    #[test]
    fn words_and_the_users_own_files_are_not_looked_up() {
        for text in [
            "UserService.create()",
            "src/a.ts(new)",
            "app/(see below)/x.ts",
            "dashboard)/layout.tsx",
            "src/(a|b).ts",
            "https://example.org/a.json",
            "every handler that calls it",
            "the handlers in src/a.ts and those in src/b.ts",
            "src/auth, src/session and all that uses them.ts",
            "Session",
            "v1.2",
        ] {
            assert_eq!(left_out(text), Some(Left::NoPath), "{text}");
        }
        for text in [".env", ".env.local", "web/.env.production"] {
            assert_eq!(left_out(text), Some(Left::Environment), "{text}");
        }
    }
}
