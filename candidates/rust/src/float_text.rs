//! Python's `repr()` of a float.

use std::fmt::Write;

/// Appends the shortest decimal text that reads back as the same binary64.
///
/// It has an exponent below 1e-04 and from 1e+16 on, and a point otherwise.
pub fn push_repr(text: &mut String, value: f64) {
    if value.is_nan() {
        text.push_str("nan");
        return;
    }
    if value.is_sign_negative() {
        text.push('-');
    }
    if value.is_infinite() {
        text.push_str("inf");
    } else {
        push_finite(text, value.abs());
    }
}

fn push_finite(text: &mut String, value: f64) {
    let scientific = shortest(value);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let (first, others) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    match exponent.parse::<isize>() {
        Ok(exponent @ 0..=15) => push_from_one(text, first, others, exponent.unsigned_abs()),
        Ok(exponent @ -4..=-1) => {
            let zeros = "0".repeat(exponent.unsigned_abs() - 1);
            text.extend(["0.", &zeros, first, others]);
        }
        _ => push_with_exponent(text, mantissa, exponent),
    }
}

/// Returns the shortest digits in the form 1.5e-7; of two equally near, those that end even.
///
/// The standard library's shortest digits end odd there as well, but its digits of a given
/// number end even.
fn shortest(value: f64) -> String {
    let text = format!("{value:e}");
    let decimals = text.find('e').map_or(0, |digits| digits.saturating_sub(2));
    let rounded = format!("{value:.decimals$e}");
    if rounded.parse() == Ok(value) {
        rounded
    } else {
        text
    }
}

/// Appends a number that is not less than 1: the point stands `exponent` digits after the first.
fn push_from_one(text: &mut String, first: &str, others: &str, exponent: usize) {
    text.push_str(first);
    if let Some((whole, fraction)) = others.split_at_checked(exponent) {
        let fraction = if fraction.is_empty() { "0" } else { fraction };
        text.extend([whole, ".", fraction]);
    } else {
        let zeros = "0".repeat(exponent - others.len());
        text.extend([others, &zeros, ".0"]);
    }
}

/// Appends a number with a sign and at least two digits in its exponent.
fn push_with_exponent(text: &mut String, mantissa: &str, exponent: &str) {
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    write!(text, "{mantissa}e{sign}{digits:0>2}").expect("a String takes any text");
}
