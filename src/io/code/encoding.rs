//! What a file says as a text. Source files are UTF-8; those that Windows' own tools saved as UTF-16 begin with a mark.

use std::borrow::Cow;

/// Reads bytes as UTF-8, or as UTF-16 where they begin with its mark. What is neither shows as replacement characters.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(of_utf16(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(of_utf16(rest, u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes),
    }
}

/// Tells whether a file begins with the mark of UTF-16.
pub(super) fn is_utf16(bytes: &[u8]) -> bool {
    matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
}

fn of_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (units, half) = bytes.as_chunks::<2>();
    let read = char::decode_utf16(units.iter().map(|pair| unit(*pair)));
    let half = half.first().map(|_| char::REPLACEMENT_CHARACTER);
    read.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).chain(half).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_by_their_marks() {
        let units: Vec<u16> = "\u{FEFF}export const küche = '😀';\n".encode_utf16().collect();
        let said = "export const küche = '😀';\n";
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!((text_of(&little), text_of(&big)), (said.into(), said.into()));
        assert_eq!(text_of(said.as_bytes()), said);
        assert_eq!(text_of(&[0xFF, 0xFE, b'a', 0, 0x00, 0xD8, b'b']), "a\u{FFFD}\u{FFFD}");
        assert_eq!(text_of(b"caf\xE9"), "caf\u{FFFD}");
    }
}
