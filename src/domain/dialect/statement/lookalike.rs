//! Letters that look like Latin ones: a verdict written with them is not readable.

use super::{Collected, Scan, Statement, labelled};
use crate::domain::dialect::words::{self, Said};
use crate::domain::review::{Remark, Verdict};

impl Scan<'_, '_> {
    /// A line that only reads as a verdict once look-alike letters are replaced makes the answer unreadable.
    pub(super) fn homoglyphs(&self, at: usize, body: &str, out: &mut Collected) {
        let line = &self.page.lines[at];
        if body.is_ascii() || !line.own() {
            return;
        }
        let plain = skeleton(body);
        if plain == body {
            return;
        }
        let reads = labelled(&plain)
            .is_some_and(|(_, v)| matches!(words::verdict(v, self.form.own), Said::Verdict(_)))
            || (words::is_bare_verdict(&plain, &[]) && words::shouts(&plain, &[]));
        if reads {
            out.remarks.push(Remark::new(
                line.number,
                "disguised",
                "the line is written with look-alike letters; it is not taken for a verdict",
            ));
            let rule = format!("{}.disguised", self.form.dialect);
            out.statements.push(Statement::formal(at, Verdict::Unclear, rule));
        }
    }
}

/// Replaces letters that look like Latin ones by those.
pub(super) fn skeleton(text: &str) -> String {
    text.chars()
        .filter(|&c| !super::super::page::invisible(c))
        .map(|c| match c {
            'А' | 'Α' => 'A',
            'В' | 'Β' => 'B',
            'С' | 'Ϲ' => 'C',
            'Е' | 'Ε' => 'E',
            'Н' | 'Η' => 'H',
            'І' | 'Ι' | 'Ӏ' => 'I',
            'Ј' => 'J',
            'К' | 'Κ' => 'K',
            'М' | 'Μ' => 'M',
            'Ν' => 'N',
            'О' | 'Ο' => 'O',
            'Р' | 'Ρ' => 'P',
            'Ѕ' => 'S',
            'Т' | 'Τ' => 'T',
            'Ԝ' => 'W',
            'Х' | 'Χ' => 'X',
            'У' | 'Υ' => 'Y',
            'Ζ' => 'Z',
            'Ԍ' => 'G',
            'Ԁ' => 'D',
            'Ѵ' => 'V',
            'а' | 'α' => 'a',
            'с' | 'ϲ' => 'c',
            'ԁ' => 'd',
            'е' | 'ε' => 'e',
            'һ' => 'h',
            'і' | 'ι' | 'ı' => 'i',
            'ј' => 'j',
            'о' | 'ο' => 'o',
            'р' | 'ρ' => 'p',
            'ѕ' => 's',
            'τ' => 't',
            'υ' => 'u',
            'ѵ' | 'ν' => 'v',
            'ԝ' => 'w',
            'х' => 'x',
            'у' => 'y',
            // Full-width and mathematical letters run in the order of ASCII.
            '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => ascii(u32::from(c) - 0xfee0),
            '\u{1d400}'..='\u{1d6a3}' => {
                let at = (u32::from(c) - 0x1d400) % 52;
                ascii(if at < 26 { 65 + at } else { 71 + at })
            }
            c => c,
        })
        .collect()
}

pub(super) fn ascii(code: u32) -> char {
    char::from_u32(code).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_look_like_latin_ones_are_read_as_those() {
        for (text, plain) in [
            ("РАSS", "PASS"),
            ("ＰＡＳＳ ｐａｓｓ", "PASS pass"),
            ("𝐏𝐀𝐒𝐒 𝐩𝐚𝐬𝐬", "PASS pass"),
            ("𝖠𝖯𝖯𝖱𝖮𝖵𝖤𝖣 𝚣", "APPROVED z"),
            ("plain: Äpfel 3", "plain: Äpfel 3"),
        ] {
            assert_eq!(skeleton(text), plain, "{text}");
        }
    }
}
