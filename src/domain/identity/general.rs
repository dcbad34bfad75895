//! Titles that say of no defect which it is: `Bug`, `CWE-20: Improper input validation`, `Security issue in upload()`. Under
//! such a one two findings are one only where they tell of one thing at length.

use super::narrow::is_broad;
use super::words::{is_name, words};

/// What such titles are made of, beside what reviewers sort findings by.
const STOCK: &str = "ac acceptance as at bad be behaves behavior behaviour blocker broken by can cannot check checks \
    concern criteria criterion cwe defect defects do does done doesn don expected fail failing fails failure fault \
    faulty finding fix flaw flaws for found from has have here hole implementation implemented implements improper in \
    inadequate incomplete incorrect incorrectly insecure insufficient invalid is lacking loss major mandatory meet \
    meets met minor mistake misbehaves missing must needs no not of on owasp potential problem problems properly risk \
    risky serious severe should specified specification some something t the there this to unexpected unmet unsafe \
    unsound vulnerabilities vulnerability vulnerable weakness weaknesses with work working works wrong";

/// Words behind which a title says where, not what.
const WHERE: [&str; 7] = ["in", "of", "at", "for", "with", "on", "within"];

/// Tells whether a title names no defect. Names of the code say where one is, and one word behind a preposition as well.
pub(super) fn is_general(title: &str) -> bool {
    let says_nothing = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit())
            || is_broad(word)
            || STOCK.split_ascii_whitespace().any(|stock| stock == word)
    };
    let (mut defects, mut places) = (0, 0);
    let mut before = String::new();
    for (at, part) in title.split('`').enumerate() {
        // What stands in backticks is code.
        for piece in part.split_whitespace().filter(|_| at % 2 == 0) {
            let bare = piece.trim_matches(|c: char| !(c.is_alphanumeric() || "_/.()".contains(c)));
            let is_code = bare.contains('(')
                || bare.contains('/')
                || bare.trim_end_matches('.').contains('.')
                || is_name(bare.trim_matches(['.', '(', ')']));
            let said: Vec<String> = if is_code { Vec::new() } else { words(bare) };
            let telling = said.iter().filter(|word| !says_nothing(word)).count();
            if WHERE.contains(&before.as_str()) {
                places += telling;
            } else {
                defects += telling;
            }
            before = bare.to_lowercase();
        }
    }
    let is_said = title.chars().any(char::is_alphanumeric);
    is_said && defects == 0 && places <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_that_name_no_defect_are_told() {
        for title in [
            "Bug",
            "Security issue",
            "CWE-20: Improper Input Validation",
            "Acceptance criterion 1 is not met",
            "Missing check",
            "Requirement AC-1 not met",
            "**Critical**: error handling",
            "`check` fails",
            "Bug in upload",
            "Security issue in upload()",
            "Problem in `upload`",
            "upload() is wrong",
            "Data loss",
            "Wrong behaviour",
            "Does not work as specified",
            "Does not meet the criteria",
            "Security: unsafe code",
            "Vulnerability in src/a.js",
        ] {
            assert!(is_general(title), "{title}");
        }
        for title in [
            "Division by zero",
            "Missing tenant check",
            "SQL injection",
            "SQL injection in upload",
            "Token leaks",
            "Missing null check in upload",
            "Path traversal in readFile()",
            "Race between readers",
            "",
        ] {
            assert!(!is_general(title), "{title}");
        }
    }
}
