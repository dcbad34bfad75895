//! Signs of a program in titles: `==` beside `===`, `i++` beside `++i`, and the numbers that stand with them. Words alone
//! do not tell such titles apart.

/// What makes a piece of a title a sign. Others stand in prose as well, and count only beside one of these.
const SIGNS: [&str; 22] = [
    "==", "!=", "<", ">", "&&", "||", "++", "--", "??", "?.", "=>", "->", "+=", "-=", "*=", "/=", "<<", ">>",
    ":=", "=", "|", "%",
];

/// Returns the signs and numbers of a title in their order.
pub(super) fn signs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut real = false;
    for piece in
        text.split(|c: char| c.is_whitespace() || c == '`' || c == '"' || c == '\u{201c}' || c == '\u{201d}')
    {
        let piece = piece.trim_matches([',', ';', ':', '(', ')', '[', ']', '\'']).trim_end_matches('.');
        if piece.is_empty() || piece.starts_with("**") || piece.starts_with("__") {
            continue;
        }
        let option = piece.starts_with("--") && piece.len() > 2;
        let only_signs = piece.chars().all(|c| c.is_ascii_punctuation());
        let holds = (piece == "+" || SIGNS.iter().any(|s| piece.contains(s))) && !option;
        let number = piece.chars().all(|c| c.is_ascii_digit());
        // What stands in a name of a file or a tag is none: `a->b` is.
        let tag = piece.starts_with('<') && piece.ends_with('>') && piece.len() > 2;
        if holds && !tag {
            real = true;
        }
        if holds && !tag || only_signs || number || is_dotted(piece) {
            found.push(piece.to_owned());
        }
    }
    if real { found } else { found.into_iter().filter(|s| s.chars().all(|c| c.is_ascii_digit())).collect() }
}

/// Tells whether names of two titles that say the same in words differ in their capitals alone: `userId` and `userID`.
pub(super) fn are_recased(mine: &str, theirs: &str) -> bool {
    let names = |text: &str| -> Vec<String> {
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        let inner = |w: &&str| w.chars().skip(1).any(char::is_uppercase) && w.chars().any(char::is_lowercase);
        // A sentence may begin with one.
        let name = |w: &str| {
            let mut chars = w.chars();
            chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
        };
        text.split(word).filter(inner).map(name).collect()
    };
    let (mine, theirs) = (names(mine), names(theirs));
    let other = |a: &[String], b: &[String]| {
        a.iter().any(|n| !b.contains(n) && b.iter().any(|m| m.eq_ignore_ascii_case(n)))
    };
    other(&mine, &theirs) && other(&theirs, &mine)
}

/// `a.b` beside `a?.b`.
fn is_dotted(piece: &str) -> bool {
    piece.contains('.') && !piece.contains('/') && piece.chars().any(char::is_alphabetic)
}

/// Tells whether two titles that say the same in words mean two things by their signs: other ones, or the same in another
/// order. `turned`: one asks for a deed and the other says what is wrong, so that the sides stand the other way round.
pub(super) fn are_apart(mine: &[String], theirs: &[String], same_words: bool, turned: bool) -> bool {
    let operators = |of: &[String]| of.iter().any(|s| !s.chars().all(|c| c.is_ascii_digit()));
    if mine == theirs || mine.is_empty() || theirs.is_empty() || !same_words {
        return false;
    }
    let sorted = |of: &[String]| {
        let mut of = of.to_vec();
        of.sort();
        of
    };
    if sorted(mine) == sorted(theirs) {
        return !turned;
    }
    // Numbers by themselves are words like others, and measures change.
    operators(mine) && operators(theirs)
}

/// Tells whether a title that says all that the other says in words leaves out a sign that the other has: what it says of
/// `==` is not said of a comparison in non-constant time.
pub(super) fn are_lost(mine: &[String], theirs: &[String], all_mine: bool, all_theirs: bool) -> bool {
    let lost = |of: &[String], by: &[String]| {
        of.iter().any(|s| s.chars().all(|c| c.is_ascii_punctuation()) && !by.contains(s))
    };
    all_mine && !all_theirs && lost(mine, theirs) || all_theirs && !all_mine && lost(theirs, mine)
}
