//! What becomes of one value of a parsed reward.json when harbor stores it.
//!
//! harbor puts the parsed object into a pydantic model whose field is
//! `dict[str, float | int]` (harbor/models/verifier/result.py:4-5). A number
//! stays what it is; `true`, `false` and text that reads as a number are
//! converted; everything else is refused. Text is read by the rules of pydantic's
//! own reader, which differ from Python's `float()`: underscores may stand almost
//! anywhere, and only ASCII digits count.

use crate::decimal::{is_decimal, without_sign};
use crate::integer::{Integer, INT_DIGITS_LIMIT};
use crate::number::Number;
use crate::python_float::{is_white_space, is_word};
use crate::python_json::Value;

/// Returns the number that harbor keeps for a JSON value, or `None` if it refuses it.
pub fn convert(value: Value) -> Option<Number> {
    match value {
        Value::Bool(value) => Some(Number::Float(f64::from(u8::from(value)))),
        Value::Number(value) => Some(value),
        Value::Text(text) => read_text(text.as_str()?),
        Value::Null | Value::List(_) | Value::Object(_) => None,
    }
}

/// Returns the number that a JSON string stands for, or `None` if it stands for none.
///
/// It is tried as a float: first without the white space around it, then,
/// white space kept, without its underscores. Only text that both refuse (white
/// space outside and underscores inside) is tried as an integer.
pub fn read_text(text: &str) -> Option<Number> {
    let stripped = text.trim_matches(is_white_space);
    read_float(stripped)
        .or_else(|| read_float(&without_underscores(text)?))
        .map(Number::Float)
        .or_else(|| read_integer(stripped).map(Number::Int))
}

/// Reads as pydantic does: with the parser of Rust's standard library.
///
/// That one stops reading an exponent at about 65,536, so `nearest` would not be the same.
fn read_float(text: &str) -> Option<f64> {
    let unsigned = without_sign(text.as_bytes());
    if is_word(unsigned) || is_decimal(unsigned) {
        text.parse().ok()
    } else {
        None
    }
}

/// Drops the underscores; `None` where they stand at an end or in pairs.
fn without_underscores(text: &str) -> Option<String> {
    if text.starts_with('_') || text.ends_with('_') || text.contains("__") {
        return None;
    }
    Some(text.replace('_', ""))
}

/// Returns the integer that text without white space around it stands for, if it does.
pub fn read_integer(text: &str) -> Option<Integer> {
    let sign = if text.starts_with('-') { "-" } else { "" };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = without_leading_zeros(unsigned);
    let plain = without_underscores(without_decimal_zeros(digits))?;
    let signed = format!("{sign}{plain}");
    if !is_int(&signed) || plain.trim_start_matches('-').len() > INT_DIGITS_LIMIT {
        return None;
    }
    Some(Integer::from_digits(&signed))
}

/// Drops leading zeros and the underscores among them.
///
/// One zero stays before a point or the end, and so does a minus behind the zeros:
/// `" 0-1 "` reads as -1.
fn without_leading_zeros(text: &str) -> &str {
    let rest = text.trim_start_matches(['0', '_']);
    match text.as_bytes() {
        [b'0', ..] if rest.is_empty() || rest.starts_with('.') => {
            &text[text.len() - rest.len() - 1..]
        }
        [b'0', ..] => rest,
        [b'1'..=b'9', ..] => text,
        _ => "",
    }
}

/// Drops a point with nothing but zeros, at least one, behind it.
fn without_decimal_zeros(text: &str) -> &str {
    let without_zeros = text.trim_end_matches('0');
    if without_zeros.len() == text.len() {
        return text;
    }
    without_zeros.strip_suffix('.').unwrap_or(text)
}

/// Returns whether the text is an integer without needless zeros in front.
fn is_int(text: &str) -> bool {
    match text.strip_prefix('-').unwrap_or(text).as_bytes() {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
