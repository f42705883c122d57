//! Python's `sum()` of integers and floats, as CPython has computed it since 3.12.
//!
//! Integers alone are added exactly. From the first float on, the sum is a binary64
//! with a running correction for what rounding lost (Neumaier's variant of Kahan's
//! algorithm). Integers join it rounded to binary64 and leave the correction alone. Once
//! an integer, or the sum before the first float, does not fit 64 bits, nothing is
//! corrected any more.

use crate::failure::Failure;
use crate::integer::{rounded, Integer};
use crate::number::Number;

/// Returns the sum from left to right, starting from the integer 0.
///
/// `OverflowError` where an integer beyond the range of binary64 meets a float.
pub fn total<'a>(values: impl IntoIterator<Item = &'a Number>) -> Result<Number, Failure> {
    let mut rest = values.into_iter();
    let mut exact = 0_i64;
    while let Some(value) = rest.next() {
        match value {
            Number::Float(value) => return corrected_total(rounded(exact) + value, rest),
            Number::Int(value) => match Integer::Small(exact).add(value) {
                Integer::Small(sum) if fits_64_bits(value) => exact = sum,
                sum => return plain_total(Number::Int(sum), rest),
            },
        }
    }
    Ok(Number::Int(Integer::Small(exact)))
}

fn corrected_total<'a>(
    mut total: f64,
    mut rest: impl Iterator<Item = &'a Number>,
) -> Result<Number, Failure> {
    let mut correction = 0.0;
    while let Some(value) = rest.next() {
        match value {
            Number::Float(value) => {
                let rounded = total + value;
                correction += if total.abs() >= value.abs() {
                    (total - rounded) + value
                } else {
                    (value - rounded) + total
                };
                total = rounded;
            }
            Number::Int(Integer::Small(value)) => total += rounded(*value),
            Number::Int(large) => {
                let total = with(correction, total) + large.to_f64()?;
                return plain_total(Number::Float(total), rest);
            }
        }
    }
    Ok(Number::Float(with(correction, total)))
}

/// Adds what is left without correction; integers stay exact until the first float.
fn plain_total<'a>(
    mut total: Number,
    rest: impl Iterator<Item = &'a Number>,
) -> Result<Number, Failure> {
    for value in rest {
        total = match (&total, value) {
            (Number::Int(total), Number::Int(value)) => Number::Int(total.add(value)),
            _ => Number::Float(total.to_f64()? + value.to_f64()?),
        };
    }
    Ok(total)
}

/// Applies the correction unless it is zero (-0.0 stays -0.0), infinite or nan.
fn with(correction: f64, total: f64) -> f64 {
    if correction != 0.0 && correction.is_finite() {
        total + correction
    } else {
        total
    }
}

fn fits_64_bits(value: &Integer) -> bool {
    matches!(value, Integer::Small(_))
}
