//! JSON text as Python's `json.loads` reads it.
//!
//! harbor reads reward.json with it (harbor/verifier/verifier.py:82). Beyond JSON,
//! `NaN`, `Infinity` and `-Infinity` are numbers, and a surrogate may stand
//! alone. Of duplicate names the last value holds, at the place of the first.

use crate::decimal::nearest;
use crate::integer::{Integer, INT_DIGITS_LIMIT};
use crate::json_scanner::{JsonError, Numeral, Scanner, Word};
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::text::Text;

/// The most lists and objects that may stand around a value.
///
/// harbor's own limit belongs to its Python build (1,491 on CPython 3.12.1, 9,992 on 3.13.0),
/// so no case is between 1,000 and 10,001.
const NESTING_LIMIT: usize = 1_500;

/// A parsed JSON value.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer, or anything else that is a number.
    Number(Number),
    /// A string.
    Text(Text),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(OrderedMap<Value>),
}

/// Returns the value of a JSON text.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut scanner = Scanner::new(text);
    let value = value(&mut scanner, 0)?;
    scanner.finish()?;
    Ok(value)
}

fn value(scanner: &mut Scanner, depth: usize) -> Result<Value, JsonError> {
    if depth > NESTING_LIMIT {
        return Err(JsonError::TooDeep);
    }
    scanner.skip_white_space();
    match scanner.next() {
        Some(b'"') => scanner.string().map(Value::Text),
        Some(b'{') => members(scanner, depth).map(Value::Object),
        Some(b'[') => elements(scanner, depth).map(Value::List),
        Some(b'0'..=b'9') => number(scanner).map(Value::Number),
        _ => match scanner.word() {
            Some(Word::Null) => Ok(Value::Null),
            Some(Word::Bool(value)) => Ok(Value::Bool(value)),
            Some(Word::Float(value)) => Ok(Value::Number(Number::Float(value))),
            None => number(scanner).map(Value::Number),
        },
    }
}

fn members(scanner: &mut Scanner, depth: usize) -> Result<OrderedMap<Value>, JsonError> {
    let mut members = OrderedMap::default();
    scanner.parts(["{", "}"], |scanner| {
        members.insert(scanner.name()?, value(scanner, depth + 1)?);
        Ok(())
    })?;
    Ok(members)
}

fn elements(scanner: &mut Scanner, depth: usize) -> Result<Vec<Value>, JsonError> {
    let mut elements = Vec::new();
    scanner.parts(["[", "]"], |scanner| {
        elements.push(value(scanner, depth + 1)?);
        Ok(())
    })?;
    Ok(elements)
}

fn number(scanner: &mut Scanner) -> Result<Number, JsonError> {
    let Numeral {
        text,
        whole_digits,
        is_integer,
    } = scanner.numeral()?;
    if !is_integer {
        return Ok(Number::Float(nearest(text)));
    }
    if whole_digits > INT_DIGITS_LIMIT {
        return scanner.fail("integer with too many digits");
    }
    Ok(Number::Int(Integer::from_digits(text)))
}
