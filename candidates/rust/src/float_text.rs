//! The text of a float, as Python's `repr()` and as pydantic's JSON have it.
//!
//! Both take the fewest digits that read back as the same binary64. They differ in where
//! small numbers get an exponent, and in how that is written: 1e-05 and 0.00001, 1e-06 and 1e-6.

use std::fmt::Write;

/// What sets one way of writing floats apart from another.
struct Style {
    /// The least power of ten whose numbers are written without an exponent.
    lowest_power: isize,
    /// How many digits an exponent has at least.
    exponent_digits: usize,
}

const REPR: Style = Style {
    lowest_power: -4,
    exponent_digits: 2,
};

const PYDANTIC: Style = Style {
    lowest_power: -5,
    exponent_digits: 1,
};

/// The greatest power of ten whose numbers are written without an exponent.
const HIGHEST_POWER: isize = 15;

/// Appends a float as Python's `repr()` writes it, nan and the infinities too.
pub fn push_repr(text: &mut String, value: f64) {
    if value.is_nan() {
        text.push_str("nan");
    } else if value.is_infinite() {
        text.push_str(if value > 0.0 { "inf" } else { "-inf" });
    } else {
        push_finite(text, value, &REPR);
    }
}

/// Appends a float as pydantic writes it into JSON; nan and the infinities are null.
pub fn push_pydantic(text: &mut String, value: f64) {
    if value.is_finite() {
        push_finite(text, value, &PYDANTIC);
    } else {
        text.push_str("null");
    }
}

fn push_finite(text: &mut String, value: f64, style: &Style) {
    if value.is_sign_negative() {
        text.push('-');
    }
    let scientific = shortest(value.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let (first, others) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power: isize = exponent.parse().expect("an exponent is a small integer");
    if power < style.lowest_power || power > HIGHEST_POWER {
        let sign = if power < 0 { '-' } else { '+' };
        let (size, digits) = (power.unsigned_abs(), style.exponent_digits);
        write!(text, "{mantissa}e{sign}{size:0digits$}").expect("a String takes any text");
    } else if power < 0 {
        let zeros = "0".repeat(power.unsigned_abs() - 1);
        text.extend(["0.", &zeros, first, others]);
    } else {
        push_from_one(text, first, others, power.unsigned_abs());
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
