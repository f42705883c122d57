//! The two kinds of number that a reward can be, which Python never confuses.

use std::cmp::Ordering;

use crate::failure::Failure;
use crate::integer::{rounded_count, Integer};

/// An integer or a binary64.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Python's int.
    Int(Integer),
    /// Python's float.
    Float(f64),
}

impl Number {
    /// The integer 0.
    pub const ZERO: Number = Number::Int(Integer::Small(0));

    /// Returns the binary64 nearest to the number, as Python's `float()` does.
    pub fn to_f64(&self) -> Result<f64, Failure> {
        match self {
            Number::Int(value) => value.to_f64(),
            Number::Float(value) => Ok(*value),
        }
    }

    /// Compares the exact values, of any kinds; `None` where one is nan.
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
            (Number::Int(a), Number::Float(b)) => a.compare_float(*b),
            (Number::Float(a), Number::Int(b)) => b.compare_float(*a).map(Ordering::reverse),
        }
    }

    /// Divides by a count, as Python's `/` does.
    pub fn divide(&self, count: usize) -> Result<f64, Failure> {
        let count = count as u64;
        match self {
            _ if count == 0 => Err(Failure::ZeroDivision),
            Number::Int(value) => value.divide(count),
            Number::Float(value) => Ok(value / rounded_count(count)),
        }
    }
}
