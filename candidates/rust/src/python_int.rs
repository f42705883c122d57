//! The integers that Python's `int()` reads from text.

use crate::integer::{Integer, INT_DIGITS_LIMIT};
use crate::python_float::plain_ascii;

/// Returns the integer in `text`, or `None` if it holds none.
///
/// Any digit and any white space of Unicode count, and an underscore may stand between two
/// digits. Signs and underscores do not count towards Python's limit on digits.
pub fn parse(text: &str) -> Option<Integer> {
    let plain = plain_ascii(text)?;
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(&plain);
    let is_integer = !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit());
    (is_integer && unsigned.len() <= INT_DIGITS_LIMIT)
        .then(|| Integer::from_digits(plain.trim_start_matches('+')))
}
