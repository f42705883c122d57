//! Python's int: 64 bits as long as they suffice.

use std::cmp::Ordering;
use std::fmt;

use crate::big_int::BigInt;
use crate::decimal;
use crate::failure::Failure;

/// Up to here every integer is a binary64, so that one division rounds once.
const EXACT: u64 = 1 << 53;

/// Python neither reads nor writes longer integers, nor does pydantic; the sign does not count.
pub const INT_DIGITS_LIMIT: usize = 4300;

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

/// An integer of any size; `Big` only where it does not fit 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integer {
    /// An integer of 64 bits.
    Small(i64),
    /// Any other.
    Big(BigInt),
}

impl Integer {
    /// The integer 0.
    pub const ZERO: Integer = Integer::Small(0);

    /// Reads ASCII digits with an optional minus in front.
    pub fn from_digits(text: &str) -> Integer {
        match text.parse() {
            Ok(value) => Integer::Small(value),
            Err(_) => BigInt::from_digits(text).into(),
        }
    }

    /// Returns the decimal text as Python's `str` does; `ValueError` where it is too long.
    pub fn to_text(&self) -> Result<String, Failure> {
        let text = self.to_string();
        if text.trim_start_matches('-').len() > INT_DIGITS_LIMIT {
            return Err(Failure::Value);
        }
        Ok(text)
    }

    /// Returns the exact sum.
    pub fn add(&self, other: &Integer) -> Integer {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.checked_add(*b).map(Integer::Small),
            _ => None,
        }
        .unwrap_or_else(|| self.to_big().add(&other.to_big()).into())
    }

    /// Returns the exact difference.
    pub fn subtract(&self, other: &Integer) -> Integer {
        self.add(&other.to_big().negated().into())
    }

    /// Returns the nearest binary64; `OverflowError` where that is out of range.
    pub fn to_f64(&self) -> Result<f64, Failure> {
        match self {
            Integer::Small(value) => Ok(rounded(*value)),
            Integer::Big(value) => finite(&value.to_string()),
        }
    }

    /// Returns the binary64 nearest to the quotient by a count that is not zero.
    pub fn divide(&self, count: u64) -> Result<f64, Failure> {
        match self {
            Integer::Small(value) if value.unsigned_abs() <= EXACT && count <= EXACT => {
                Ok(rounded(*value) / rounded_count(count))
            }
            _ => finite(&self.to_big().quotient_text(count)),
        }
    }

    /// Compares exactly with a binary64; `None` for nan.
    pub fn compare_float(&self, float: f64) -> Option<Ordering> {
        let fraction = float.partial_cmp(&float.trunc())?;
        let ordering = match Integer::truncated(float) {
            Some(whole) => self.cmp(&whole),
            None if float > 0.0 => Ordering::Less,
            None => Ordering::Greater,
        };
        Some(ordering.then(fraction.reverse()))
    }

    /// Returns a binary64 without its fraction, or `None` for nan and the infinities.
    pub fn truncated(float: f64) -> Option<Integer> {
        if (-TWO_TO_63..TWO_TO_63).contains(&float) {
            #[allow(clippy::cast_possible_truncation)] // that is the purpose
            return Some(Integer::Small(float as i64));
        }
        let big = || BigInt::from_digits(&format!("{float:.0}")).into();
        float.is_finite().then(big)
    }

    fn to_big(&self) -> BigInt {
        match self {
            Integer::Small(value) => BigInt::from(*value),
            Integer::Big(value) => value.clone(),
        }
    }
}

impl From<usize> for Integer {
    fn from(count: usize) -> Integer {
        let count = i64::try_from(count);
        Integer::Small(count.expect("memory holds fewer than 2**63 of anything"))
    }
}

impl From<BigInt> for Integer {
    fn from(value: BigInt) -> Integer {
        value.to_i64().map_or(Integer::Big(value), Integer::Small)
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (self, other) {
            (Integer::Small(a), Integer::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Integer::Small(value) => value.fmt(formatter),
            Integer::Big(value) => value.fmt(formatter),
        }
    }
}

/// Returns the nearest binary64, ties to even.
#[allow(clippy::cast_precision_loss)] // as Python rounds
pub fn rounded(value: i64) -> f64 {
    value as f64
}

/// Returns the nearest binary64 of a count, ties to even.
#[allow(clippy::cast_precision_loss)] // as Python rounds
pub fn rounded_count(count: u64) -> f64 {
    count as f64
}

fn finite(text: &str) -> Result<f64, Failure> {
    let value = decimal::nearest(text);
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Failure::Overflow)
    }
}
