//! Integers of any size, in base 10**18.
//!
//! What harbor does with a large integer is read it, add it, compare it, round it to
//! binary64, divide it by a count and write it. A decimal base makes the ends cheap, and
//! the standard library rounds decimal text correctly.

use std::cmp::Ordering;
use std::fmt;

const BASE: u64 = 1_000_000_000_000_000_000;
const DIGITS: usize = 18;

/// Parts of a quotient behind the point that are worked out one by one: 126 digits.
///
/// A count below 2**64 leaves a quotient of 2**-64 at least, and what lies half-way between
/// two binary64 of that size has 117 digits behind the point. The rest only needs to show
/// whether there is any.
const FRACTION_PARTS: usize = 7;

/// An integer: its sign, and its size in parts of 18 digits, the least one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigInt {
    negative: bool,
    /// The last part is not zero; zero has no parts.
    parts: Vec<u64>,
}

impl BigInt {
    /// Reads ASCII digits with an optional minus in front.
    pub fn from_digits(text: &str) -> BigInt {
        let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
        let value = |part: &[u8]| part.iter().fold(0, |n, d| n * 10 + u64::from(d - b'0'));
        BigInt::new(
            text.starts_with('-'),
            digits.rchunks(DIGITS).map(value).collect(),
        )
    }

    /// Returns the exact sum.
    pub fn add(&self, other: &BigInt) -> BigInt {
        if self.negative == other.negative {
            return BigInt::new(self.negative, sum(&self.parts, &other.parts));
        }
        let (larger, smaller) = match compare(&self.parts, &other.parts) {
            Ordering::Less => (other, self),
            _ => (self, other),
        };
        BigInt::new(larger.negative, difference(&larger.parts, &smaller.parts))
    }

    /// Returns the integer with the other sign.
    pub fn negated(self) -> BigInt {
        BigInt::new(!self.negative, self.parts)
    }

    /// Returns the integer if it fits 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.parts.len() > 2 {
            return None;
        }
        let part = |place: usize| i128::from(self.parts.get(place).copied().unwrap_or(0));
        let size = part(1) * i128::from(BASE) + part(0);
        i64::try_from(if self.negative { -size } else { size }).ok()
    }

    /// Returns the quotient by a count as decimal text that rounds to the same binary64.
    pub fn quotient_text(&self, count: u64) -> String {
        let mut remainder = 0;
        let mut next_part = |part: u64| {
            let dividend = u128::from(remainder) * u128::from(BASE) + u128::from(part);
            remainder = low_bits(dividend % u128::from(count));
            low_bits(dividend / u128::from(count))
        };
        let mut whole: Vec<u64> = self
            .parts
            .iter()
            .rev()
            .map(|&part| next_part(part))
            .collect();
        whole.reverse();
        let fraction: Vec<String> = (0..FRACTION_PARTS)
            .map(|_| format!("{:0DIGITS$}", next_part(0)))
            .collect();
        let more = u8::from(remainder != 0);
        let sign = if self.negative { "-" } else { "" };
        format!(
            "{sign}{}.{}{more}",
            BigInt::new(false, whole),
            fraction.concat()
        )
    }

    fn new(negative: bool, mut parts: Vec<u64>) -> BigInt {
        let length = parts
            .iter()
            .rposition(|&part| part != 0)
            .map_or(0, |last| last + 1);
        parts.truncate(length);
        let negative = negative && !parts.is_empty();
        BigInt { negative, parts }
    }
}

impl From<i64> for BigInt {
    fn from(value: i64) -> BigInt {
        let size = value.unsigned_abs();
        BigInt::new(value < 0, vec![size % BASE, size / BASE])
    }
}

impl Ord for BigInt {
    fn cmp(&self, other: &BigInt) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => compare(&self.parts, &other.parts),
            (true, true) => compare(&other.parts, &self.parts),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for BigInt {
    fn partial_cmp(&self, other: &BigInt) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for BigInt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.parts.split_last() else {
            return formatter.write_str("0");
        };
        if self.negative {
            formatter.write_str("-")?;
        }
        write!(formatter, "{first}")?;
        rest.iter()
            .rev()
            .try_for_each(|part| write!(formatter, "{part:0DIGITS$}"))
    }
}

fn compare(first: &[u64], second: &[u64]) -> Ordering {
    let by_length = first.len().cmp(&second.len());
    by_length.then_with(|| first.iter().rev().cmp(second.iter().rev()))
}

fn sum(first: &[u64], second: &[u64]) -> Vec<u64> {
    let length = first.len().max(second.len()) + 1;
    let mut carry = 0;
    let add = |place: usize| {
        let total = part(first, place) + part(second, place) + carry;
        carry = total / BASE;
        total % BASE
    };
    (0..length).map(add).collect()
}

/// Subtracts a size from one that is not smaller.
fn difference(larger: &[u64], smaller: &[u64]) -> Vec<u64> {
    let mut borrow = 0;
    let subtract = |place: usize| {
        let rest = part(larger, place) + BASE - part(smaller, place) - borrow;
        borrow = u64::from(rest < BASE);
        rest % BASE
    };
    (0..larger.len()).map(subtract).collect()
}

fn part(parts: &[u64], place: usize) -> u64 {
    parts.get(place).copied().unwrap_or(0)
}

fn low_bits(value: u128) -> u64 {
    u64::try_from(value).expect("a part or a remainder fits 64 bits")
}
