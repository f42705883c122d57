//! The JSON forms of the values that the protocol carries.

use std::fmt::Write;

use crate::base64;
use crate::decimal::is_decimal;
use crate::float_text::push_repr;
use crate::integer::Integer;
use crate::metric::Rewards;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::python_json::Value;
use crate::text::Text;
use crate::verifier::VerifierResult;

/// What a request has at a place that asks for something else.
#[derive(Debug)]
pub struct ShapeError(pub String);

/// What reading a value comes to.
pub type Read<T> = Result<T, ShapeError>;

/// Fails with what the place asks for.
pub fn refuse<T>(expected: &str) -> Read<T> {
    Err(ShapeError(format!("expected {expected}")))
}

/// Reads an object.
pub fn object(json: Value) -> Read<OrderedMap<Value>> {
    match json {
        Value::Object(members) => Ok(members),
        _ => refuse("an object"),
    }
}

/// Reads a list of one shape.
pub fn list<T>(json: Value, shape: impl Fn(Value) -> Read<T>) -> Read<Vec<T>> {
    match json {
        Value::List(elements) => elements.into_iter().map(shape).collect(),
        _ => refuse("an array"),
    }
}

/// Reads null or a shape.
pub fn nullable<T>(json: Value, shape: impl Fn(Value) -> Read<T>) -> Read<Option<T>> {
    match json {
        Value::Null => Ok(None),
        json => shape(json).map(Some),
    }
}

/// Reads a string.
pub fn text(json: Value) -> Read<Text> {
    match json {
        Value::Text(text) => Ok(text),
        _ => refuse("a string"),
    }
}

/// Reads bytes from base64 text.
pub fn bytes(json: Value) -> Read<Vec<u8>> {
    let decoded = base64::decode(text(json)?.as_bytes());
    decoded.map_or_else(|| refuse("base64 text"), Ok)
}

/// Moves a member out of an object.
pub fn member(members: &mut OrderedMap<Value>, name: &str) -> Read<Value> {
    members
        .take(name)
        .map_or_else(|| refuse(&format!("a member {name:?}")), Ok)
}

/// Moves a member out of an object; an absent one counts as null.
pub fn optional(members: &mut OrderedMap<Value>, name: &str) -> Value {
    members.take(name).unwrap_or_default()
}

/// Reads numbers by name.
pub fn rewards(json: Value) -> Read<Rewards> {
    let entry = |(name, json)| Ok((name, number(json)?));
    object(json)?.into_iter().map(entry).collect()
}

/// Reads `{"int": text}` or `{"float": text}`.
pub fn number(json: Value) -> Read<Number> {
    let members = object(json)?;
    let number = members
        .iter()
        .next()
        .filter(|_| members.len() == 1)
        .and_then(|(kind, digits)| kind_of_number(kind, digits));
    number.map_or_else(|| refuse(r#"{"int": text} or {"float": text}"#), Ok)
}

fn kind_of_number(kind: &Text, digits: &Value) -> Option<Number> {
    let Value::Text(digits) = digits else {
        return None;
    };
    let digits = digits.as_str()?;
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    match kind.as_bytes() {
        b"int" if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Number::Int(Integer::from_digits(digits)))
        }
        b"float" if is_decimal(unsigned.as_bytes()) || unsigned == "inf" || digits == "nan" => {
            digits.parse().ok().map(Number::Float)
        }
        _ => None,
    }
}

/// Appends `{"rewards": …}`.
pub fn push_verifier_result(line: &mut String, result: &VerifierResult) {
    line.push_str("{\"rewards\": ");
    push_nullable(line, result.rewards.as_ref(), |line, rewards| {
        push_map(line, rewards, push_number);
    });
    line.push('}');
}

/// Appends null or a shape.
pub fn push_nullable<T>(line: &mut String, value: Option<T>, push: impl FnOnce(&mut String, T)) {
    match value {
        Some(value) => push(line, value),
        None => line.push_str("null"),
    }
}

/// Appends an object of values of one shape.
pub fn push_map<V>(line: &mut String, map: &OrderedMap<V>, push: impl Fn(&mut String, &V)) {
    push_separated(line, ['{', '}'], map.iter(), |line, (name, value)| {
        push_text(line, name);
        line.push_str(": ");
        push(line, value);
    });
}

/// Appends a number in the form that `number` reads.
pub fn push_number(line: &mut String, number: &Number) {
    match number {
        Number::Int(value) => write!(line, "{{\"int\": \"{value}\"}}").expect(ANY_TEXT),
        Number::Float(value) => {
            line.push_str("{\"float\": \"");
            push_repr(line, *value);
            line.push_str("\"}");
        }
    }
}

/// Appends a string; everything but printable ASCII is escaped.
pub fn push_text(line: &mut String, text: &Text) {
    line.push('"');
    for code_point in text.code_points() {
        match char::from_u32(code_point) {
            Some(character) => push_character(line, character),
            None => write!(line, "\\u{code_point:04x}").expect(ANY_TEXT),
        }
    }
    line.push('"');
}

/// Appends a string that holds no surrogates.
pub fn push_str(line: &mut String, text: &str) {
    line.push('"');
    text.chars()
        .for_each(|character| push_character(line, character));
    line.push('"');
}

fn push_character(line: &mut String, character: char) {
    match character {
        '"' | '\\' => line.extend(['\\', character]),
        ' '..='~' => line.push(character),
        '\n' => line.push_str("\\n"),
        '\r' => line.push_str("\\r"),
        '\t' => line.push_str("\\t"),
        '\u{8}' => line.push_str("\\b"),
        '\u{C}' => line.push_str("\\f"),
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(line, "\\u{unit:04x}").expect(ANY_TEXT);
            }
        }
    }
}

/// Appends any JSON value.
pub fn push_value(line: &mut String, value: &Value) {
    match value {
        Value::Null => line.push_str("null"),
        Value::Bool(value) => line.push_str(if *value { "true" } else { "false" }),
        Value::Number(Number::Int(value)) => write!(line, "{value}").expect(ANY_TEXT),
        Value::Number(Number::Float(value)) if value.is_nan() => line.push_str("NaN"),
        Value::Number(Number::Float(f64::INFINITY)) => line.push_str("Infinity"),
        Value::Number(Number::Float(f64::NEG_INFINITY)) => line.push_str("-Infinity"),
        Value::Number(Number::Float(value)) => push_repr(line, *value),
        Value::Text(value) => push_text(line, value),
        Value::List(elements) => push_separated(line, ['[', ']'], elements.iter(), push_value),
        Value::Object(members) => push_map(line, members, push_value),
    }
}

const ANY_TEXT: &str = "a String takes any text";

fn push_separated<T>(
    line: &mut String,
    [open, close]: [char; 2],
    elements: impl Iterator<Item = T>,
    push: impl Fn(&mut String, T),
) {
    line.push(open);
    for (place, element) in elements.enumerate() {
        if place > 0 {
            line.push_str(", ");
        }
        push(line, element);
    }
    line.push(close);
}
