//! JSON text as pydantic reads it.
//!
//! harbor reads result.json with `model_validate_json` (harbor/job.py:229), and pydantic
//! has a reader of its own, jiter. As in `python_json`, `NaN`, `Infinity` and
//! `-Infinity` are numbers. Unlike there, a surrogate may not stand alone, the
//! limit on digits holds for the whole part of every number, the limit on nesting is fixed,
//! and an object keeps all its members, because what becomes of the first of two with one
//! name is for the model to say.

use crate::decimal::nearest;
use crate::integer::{Integer, INT_DIGITS_LIMIT};
use crate::json_scanner::{JsonError, Numeral, Scanner, Word};
use crate::number::Number;
use crate::text::Text;

/// How many arrays and objects may be around a value.
const NESTING_LIMIT: usize = 200;

/// A parsed JSON value.
#[derive(Debug)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string without lone surrogates.
    Text(Text),
    /// An array.
    List(Vec<Value>),
    /// An object: its members in their order, those of one name all of them.
    Object(Vec<(Text, Value)>),
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
        Some(b'"') => string(scanner).map(Value::Text),
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

fn members(scanner: &mut Scanner, depth: usize) -> Result<Vec<(Text, Value)>, JsonError> {
    let mut members = Vec::new();
    scanner.parts(["{", "}"], |scanner| {
        let name = scanner.name()?;
        refuse_surrogates(scanner, &name)?;
        members.push((name, value(scanner, depth + 1)?));
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
    if whole_digits > INT_DIGITS_LIMIT {
        return scanner.fail("number with too many digits");
    }
    Ok(if is_integer {
        Number::Int(Integer::from_digits(text))
    } else {
        Number::Float(nearest(text))
    })
}

fn string(scanner: &mut Scanner) -> Result<Text, JsonError> {
    let text = scanner.string()?;
    refuse_surrogates(scanner, &text)?;
    Ok(text)
}

fn refuse_surrogates(scanner: &Scanner, text: &Text) -> Result<(), JsonError> {
    match text.as_str() {
        Some(_) => Ok(()),
        None => scanner.fail("a lone surrogate"),
    }
}
