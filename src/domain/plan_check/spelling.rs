//! Slips of the pen: a path that no file has, a letter away from one that some file has.
//!
//! Plans make files beside others that are called alike: `user.ts` beside `users.ts`, `reader.rs` beside `header.rs`,
//! `step2.sql` beside `step1.sql`. What may well be a name of its own is none.

use crate::domain::ids::RepoPath;

/// Letters that a name must have for one of them to be a slip.
const LETTERS: usize = 5;

/// Endings that people take for each other.
const ENDINGS: [(&str, &str); 4] = [("ts", "tsx"), ("js", "jsx"), ("yml", "yaml"), ("htm", "html")];

/// Returns the file that a missing path may be a slip of; of several the first by name. `folder` is the first folder of
/// the path that is not there: a folder that is there is meant.
pub fn slip_of<'p>(
    text: &str,
    folder: Option<&RepoPath>,
    files: impl Iterator<Item = &'p RepoPath>,
) -> Option<RepoPath> {
    files.filter(|file| is_slip_of(text, folder, file.as_str())).min().cloned()
}

fn is_slip_of(text: &str, folder: Option<&RepoPath>, file: &str) -> bool {
    if text.len().abs_diff(file.len()) > 3 {
        return false;
    }
    let mut others =
        text.split('/').zip(file.split('/')).enumerate().filter(|(_, (given, there))| given != there);
    let (Some((at, (given, there))), None) = (others.next(), others.next()) else { return false };
    let count = text.split('/').count();
    if count != file.split('/').count() {
        return false;
    }
    if at + 1 == count {
        return is_name_slip(given, there);
    }
    let upto = text.split('/').take(at + 1).collect::<Vec<_>>().join("/");
    folder.is_some_and(|missing| missing.as_str() == upto)
        && (is_written_alike(given, there) || is_letter_off(given, there) || is_plural(given, there))
}

fn is_name_slip(given: &str, there: &str) -> bool {
    if is_written_alike(given, there) {
        return true;
    }
    let parts = |name: &str| {
        let dot = name.char_indices().skip(1).find(|(_, c)| *c == '.').map_or(name.len(), |(at, _)| at);
        (name[..dot].to_owned(), name[dot..].to_owned())
    };
    let ((stem, rest), (known, ending)) = (parts(given), parts(there));
    if stem == known {
        let bare = |rest: &str| rest.trim_start_matches('.').to_ascii_lowercase();
        let (one, other) = (bare(&rest), bare(&ending));
        return ENDINGS.iter().any(|(a, b)| one == *a && other == *b || one == *b && other == *a);
    }
    rest == ending && is_letter_off(&stem, &known)
}

/// Tells whether two names differ only in case or in what parts their words.
fn is_written_alike(given: &str, there: &str) -> bool {
    let bare = |name: &str| -> String {
        name.chars().map(|c| if c == '_' || c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    bare(given) == bare(there)
}

fn is_plural(given: &str, there: &str) -> bool {
    let (short, long) = if given.len() < there.len() { (given, there) } else { (there, given) };
    short.len() > 2 && long.strip_suffix('s') == Some(short)
}

/// Tells whether one letter within a word is another, is lacking, is one too many, or has changed places with the next.
/// At a word's ends that makes another word as often as not.
fn is_letter_off(given: &str, there: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (given.chars().collect(), there.chars().collect());
    if a.len().min(b.len()) < LETTERS || strsim::osa_distance(given, there) != 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let left = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let left = left.min(a.len().min(b.len()) - same);
    let letters = |name: &[char]| name[same..name.len() - left].iter().all(|c| c.is_alphabetic());
    // In a doubled letter the place is either's: `comit`, `commit`.
    let inner = |name: &[char]| {
        let before = same.checked_sub(1).and_then(|at| name.get(at)).is_some_and(|c| c.is_alphabetic());
        let after = name.get(name.len() - left).is_some_and(|c| c.is_alphabetic());
        before && after
    };
    letters(&a) && letters(&b) && inner(&a) && inner(&b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slip(text: &str, folder: Option<&str>, file: &str) -> bool {
        let folder = folder.map(|f| RepoPath::parse(f).unwrap());
        slip_of(text, folder.as_ref(), [RepoPath::parse(file).unwrap()].iter()).is_some()
    }

    #[test]
    fn slips_are_told_from_names_of_their_own() {
        for (text, file, expected) in [
            ("src/sesion.ts", "src/session.ts", true),
            ("src/sessoin.ts", "src/session.ts", true),
            ("src/sessiion.ts", "src/session.ts", true),
            ("src/sassion.ts", "src/session.ts", true),
            ("src/Session.ts", "src/session.ts", true),
            ("src/user_store.py", "src/user-store.py", true),
            ("src/Button.ts", "src/Button.tsx", true),
            (".github/ci.yaml", ".github/ci.yml", true),
            ("src/session.test.ts", "src/session.ts", false),
            ("src/sessions.ts", "src/session.ts", false),
            ("src/reader.ts", "src/header.ts", false),
            ("src/serve.ts", "src/server.ts", false),
            ("src/step1.sql", "src/step2.sql", false),
            ("src/tab_a.ts", "src/tab_b.ts", false),
            ("src/tset.ts", "src/test.ts", false),
            ("src/session.py", "src/session.ts", false),
            ("lib/sesion.ts", "src/session.ts", false),
            ("src/a/sesion.ts", "src/session.ts", false),
            ("src/session.ts", "src/session.ts", false),
        ] {
            assert_eq!(slip(text, None, file), expected, "{text} {file}");
        }
    }

    #[test]
    fn a_folder_that_is_there_is_meant() {
        for (text, folder, file, expected) in [
            ("src/component/Button.tsx", Some("src/component"), "src/components/Button.tsx", true),
            ("src/componnets/Button.tsx", Some("src/componnets"), "src/components/Button.tsx", true),
            ("src/component/Button.tsx", None, "src/components/Button.tsx", false),
            ("src/auth/Button.tsx", Some("src/auth"), "src/cart/Button.tsx", false),
            ("src/component/x/Button.tsx", Some("src/component/x"), "src/components/x/Button.tsx", false),
        ] {
            assert_eq!(slip(text, folder, file), expected, "{text} {file}");
        }
    }
}
