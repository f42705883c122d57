//! The numbers that Python's `float()` reads from text.
//!
//! harbor reads reward.txt with `float(text)` (harbor/verifier/verifier.py:68).
//! Any digit and any white space of Unicode count; an underscore may stand between
//! two digits; `inf`, `infinity` and `nan` are words. What remains is plain ASCII
//! decimal text, which `decimal` rounds to the nearest binary64.

use crate::decimal::{is_decimal, nearest, without_sign};

/// Each zero of Unicode 15.0 that begins a run of ten decimal digits, in order.
#[rustfmt::skip]
const ZEROS: [u32; 68] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6,
    0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0,
    0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066,
    0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730,
    0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16A60, 0x16AC0, 0x16B50,
    0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E950,
    0x1FBF0,
];

/// Returns the binary64 nearest to the number in `text`, or `None` if it holds none.
pub fn parse(text: &str) -> Option<f64> {
    number(&plain_ascii(text)?)
}

/// Returns the text without white space around it and without underscores, its digits in ASCII.
///
/// `None` where an underscore does not stand between two digits.
pub fn plain_ascii(text: &str) -> Option<String> {
    let plain = text
        .trim_matches(is_white_space)
        .chars()
        .map(ascii_digit)
        .collect();
    without_underscores(plain)
}

/// Returns whether a character is dropped at both ends.
///
/// U+001C to U+001F, which Python's `str.strip` drops, are not.
pub fn is_white_space(character: char) -> bool {
    matches!(
        character,
        '\t'..='\r'
            | ' '
            | '\u{85}'
            | '\u{A0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200A}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202F}'
            | '\u{205F}'
            | '\u{3000}'
    )
}

/// Returns whether the text is one of the words for numbers, in upper or lower case.
pub fn is_word(text: &[u8]) -> bool {
    [b"inf".as_slice(), b"infinity", b"nan"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns the ASCII digit of the same value for a decimal digit, anything else as it is.
pub fn ascii_digit(character: char) -> char {
    let code_point = u32::from(character);
    let runs = ZEROS.partition_point(|&zero| zero <= code_point);
    let digit = runs
        .checked_sub(1)
        .and_then(|run| char::from_digit(code_point - ZEROS[run], 10));
    digit.unwrap_or(character)
}

/// Drops the underscores; `None` where one does not stand between two digits.
fn without_underscores(text: String) -> Option<String> {
    if !text.contains('_') {
        return Some(text);
    }
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    let stands_well = |place: usize| {
        place > 0 && is_digit(bytes.get(place - 1)) && is_digit(bytes.get(place + 1))
    };
    let well = text.match_indices('_').all(|(place, _)| stands_well(place));
    well.then(|| text.replace('_', ""))
}

fn number(text: &str) -> Option<f64> {
    let unsigned = without_sign(text.as_bytes());
    if is_word(unsigned) {
        return text.parse().ok();
    }
    is_decimal(unsigned).then(|| nearest(text))
}
