//! Strings as Python has them: sequences of code points, lone surrogates included.

use std::borrow::{Borrow, Cow};

/// A string, stored as UTF-8 in which a lone surrogate takes three bytes like its neighbours.
///
/// Comparing the bytes compares the code points, which is how Python orders strings.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(Vec<u8>);

impl Text {
    /// Appends text that holds no surrogates.
    pub fn push_str(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Appends another string; the two must not meet in the halves of a surrogate pair.
    pub fn push_text(&mut self, text: &Text) {
        self.0.extend_from_slice(&text.0);
    }

    /// Appends a code point; a low surrogate joins the high surrogate that it follows.
    pub fn push_code_point(&mut self, code_point: u32) {
        if let Some(high) = self.last_high_surrogate().filter(|_| is_low(code_point)) {
            self.0.truncate(self.0.len() - 3);
            self.push_code_point(0x10000 + ((high - 0xD800) << 10) + (code_point - 0xDC00));
        } else if let Some(character) = char::from_u32(code_point) {
            self.push_str(character.encode_utf8(&mut [0; 4]));
        } else {
            self.0.extend(surrogate_bytes(code_point));
        }
    }

    /// Returns the text, or `None` if it holds a lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// Returns the text with three replacement characters for each lone surrogate.
    ///
    /// Three is the number of its bytes, each of which is replaced when they are read as UTF-8.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// Returns whether the string has no characters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the stored bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Iterates over the code points.
    pub fn code_points(&self) -> impl Iterator<Item = u32> + '_ {
        let mut rest = self.0.as_slice();
        std::iter::from_fn(move || {
            let (code_point, length) = first_code_point(rest)?;
            rest = &rest[length..];
            Some(code_point)
        })
    }

    fn last_high_surrogate(&self) -> Option<u32> {
        match *self.0.last_chunk::<3>()? {
            [0xED, second @ 0xA0..=0xAF, third] => Some(three_bytes(0xED, second, third)),
            _ => None,
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.as_bytes().to_vec())
    }
}

impl Borrow<[u8]> for Text {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

fn is_low(code_point: u32) -> bool {
    (0xDC00..0xE000).contains(&code_point)
}

fn surrogate_bytes(surrogate: u32) -> [u8; 3] {
    let six_bits = |shift: u32| 0x80 | (surrogate >> shift & 0x3F) as u8;
    [0xED, six_bits(6), six_bits(0)]
}

fn three_bytes(first: u8, second: u8, third: u8) -> u32 {
    let bits = |byte: u8, mask: u8| u32::from(byte & mask);
    bits(first, 0x0F) << 12 | bits(second, 0x3F) << 6 | bits(third, 0x3F)
}

/// Returns the first code point and the number of its bytes.
fn first_code_point(bytes: &[u8]) -> Option<(u32, usize)> {
    let bits = |byte: u8, mask: u8| u32::from(byte & mask);
    match *bytes {
        [a @ ..=0x7F, ..] => Some((u32::from(a), 1)),
        [a @ ..=0xDF, b, ..] => Some((bits(a, 0x1F) << 6 | bits(b, 0x3F), 2)),
        [a @ ..=0xEF, b, c, ..] => Some((three_bytes(a, b, c), 3)),
        [a, b, c, d, ..] => Some((
            bits(a, 0x07) << 18 | bits(b, 0x3F) << 12 | bits(c, 0x3F) << 6 | bits(d, 0x3F),
            4,
        )),
        _ => None,
    }
}
