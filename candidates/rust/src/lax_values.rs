//! What pydantic takes for a text, a number, a truth value, a time or a UUID in JSON.
//!
//! Each function says whether it takes a value; what it makes of the value matters for
//! rewards alone.

use std::cmp::Ordering;

use crate::decimal::{is_decimal, nearest, without_sign};
use crate::integer::Integer;
use crate::iso_time;
use crate::jiter_json::Value;
use crate::lax_number::{read_integer, read_text};
use crate::number::Number;
use crate::python_float::{ascii_digit, is_white_space};

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

const TRUTHS: [&str; 12] = [
    "true", "t", "yes", "y", "on", "1", "false", "f", "no", "n", "off", "0",
];

/// The first millisecond of year 1, counted from 1970.
const YEAR_1: i64 = -62_135_596_800_000;

/// The first millisecond after year 9999.
const YEAR_10000: i64 = 253_402_300_800_000;

/// Takes any value.
pub fn anything(_: &Value) -> bool {
    true
}

/// Takes a text; a number is none.
pub fn text(value: &Value) -> bool {
    matches!(value, Value::Text(_))
}

/// Takes a text that is not empty.
pub fn word(value: &Value) -> bool {
    matches!(value, Value::Text(text) if !text.is_empty())
}

/// Takes what the axes of a TPU are: whole numbers with an x between them.
pub fn topology(value: &Value) -> bool {
    let Value::Text(text) = value else {
        return false;
    };
    let is_axis = |axis: &str| {
        axis.starts_with(|first| matches!(first, '1'..='9'))
            && axis.chars().all(|digit| ascii_digit(digit).is_ascii_digit())
    };
    let axes = text.as_str().map(|text| text.trim_matches(is_white_space));
    axes.is_some_and(|axes| axes.contains('x') && axes.split('x').all(is_axis))
}

/// Takes false, or a number that equals it.
pub fn is_false(value: &Value) -> bool {
    equals(value, 0)
}

/// Takes true, or a number that equals it.
pub fn is_true(value: &Value) -> bool {
    equals(value, 1)
}

fn equals(value: &Value, expected: i64) -> bool {
    match value {
        Value::Bool(value) => i64::from(*value) == expected,
        Value::Number(number) => {
            number.compare(&Number::Int(Integer::Small(expected))) == Some(Ordering::Equal)
        }
        _ => false,
    }
}

/// Takes what would be a reward in reward.json.
pub fn reward(value: &Value) -> bool {
    number_of_reward(value).is_some()
}

/// Returns what a reward becomes, as it would in reward.json.
pub fn number_of_reward(value: &Value) -> Option<Number> {
    match value {
        Value::Bool(value) => Some(Number::Float(f64::from(u8::from(*value)))),
        Value::Number(value) => Some(value.clone()),
        Value::Text(text) => read_text(text.as_str()?),
        Value::Null | Value::List(_) | Value::Object(_) => None,
    }
}

/// Takes a number, a truth value, or text that reads as a float.
pub fn number(value: &Value) -> bool {
    match value {
        Value::Text(_) => matches!(number_of_reward(value), Some(Number::Float(_))),
        _ => reward(value),
    }
}

/// Takes a whole number, a truth value, or text that reads as an integer.
///
/// A number with a point or an exponent has to lie within 64 bits.
pub fn integer(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Number(Number::Int(_)) => true,
        Value::Number(Number::Float(value)) => value.fract() == 0.0 && value.abs() < TWO_TO_63,
        Value::Text(text) => {
            let text = text.as_str().map(|text| text.trim_matches(is_white_space));
            text.and_then(read_integer).is_some()
        }
        Value::Null | Value::List(_) | Value::Object(_) => false,
    }
}

/// Takes a truth value, 0 and 1, or one of twelve words in any case.
pub fn boolean(value: &Value) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::Number(Number::Int(value)) => matches!(value, Integer::Small(0 | 1)),
        Value::Number(Number::Float(value)) => matches!(value, 0.0 | 1.0),
        _ => is_one_of_in_any_case(value, &TRUTHS),
    }
}

/// Takes a time of the years 1 to 9999: a date, with or without a time and a zone.
///
/// A number, or text that reads as one, counts the seconds since 1970, or the
/// milliseconds where it is beyond 20,000,000,000.
pub fn time(value: &Value) -> bool {
    let count = match value {
        Value::Number(count) => count.clone(),
        Value::Text(text) => match text.as_str() {
            Some(text) if is_count(text) => Number::Float(nearest(text)),
            Some(text) => return iso_time::is_time(text),
            None => return false,
        },
        _ => return false,
    };
    let compare = |limit: i64| count.compare(&Number::Int(Integer::Small(limit)));
    matches!(compare(YEAR_1), Some(Ordering::Equal | Ordering::Greater))
        && compare(YEAR_10000) == Some(Ordering::Less)
}

/// Takes a UUID of any version: 32 digits, or five groups, bare, in braces or as a URN.
pub fn uuid(value: &Value) -> bool {
    let Value::Text(text) = value else {
        return false;
    };
    let text = text.as_bytes();
    let bare = text.strip_prefix(b"urn:uuid:").unwrap_or(text);
    let in_braces = text
        .strip_prefix(b"{")
        .and_then(|text| text.strip_suffix(b"}"));
    (text.len() == 32 && text.iter().all(u8::is_ascii_hexdigit))
        || is_hyphenated(in_braces.unwrap_or(bare))
}

/// Takes one of several words.
pub fn is_one_of(value: &Value, words: &[&str]) -> bool {
    let is_word = |text: &str| words.contains(&text);
    matches!(value, Value::Text(text) if text.as_str().is_some_and(is_word))
}

/// Takes one of several words once it is in lower case.
///
/// Python's `str.lower` knows all of Unicode, but makes no ASCII word of other letters
/// than ASCII, but for the Kelvin sign: it would be a `k`, and there must be none in the words.
pub fn is_one_of_in_any_case(value: &Value, words: &[&str]) -> bool {
    let is_word = |text: &str| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    matches!(value, Value::Text(text) if text.as_str().is_some_and(is_word))
}

/// Returns whether the text is digits in groups of 8, 4, 4, 4 and 12.
fn is_hyphenated(text: &[u8]) -> bool {
    let is_as_asked = |(place, byte): (usize, &u8)| match place {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.iter().enumerate().all(is_as_asked)
}

/// Returns whether the text is a number without an exponent.
fn is_count(text: &str) -> bool {
    let unsigned = without_sign(text.as_bytes());
    is_decimal(unsigned) && unsigned.iter().all(|byte| !byte.is_ascii_alphabetic())
}
