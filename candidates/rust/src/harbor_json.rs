//! JSON text as harbor writes it: pydantic's `model_dump_json(indent=4)`.
//!
//! A number is written in one of two ways: as a value as pydantic has it, as a name in an
//! object as Python's `str` has it. The two differ for small floats, and for nan and the
//! infinities.

use std::fmt::Write;

use crate::failure::Failure;
use crate::float_text::{push_pydantic, push_repr};
use crate::integer::Integer;
use crate::number::Number;
use crate::text::Text;

/// A value to be written.
#[derive(Debug)]
pub enum Json {
    /// `null`.
    Null,
    /// A number.
    Number(Number),
    /// A string.
    Text(Text),
    /// An array.
    List(Vec<Json>),
    /// An object; names may repeat, as those of several nans do.
    Members(Vec<(Text, Json)>),
}

impl From<Number> for Json {
    fn from(value: Number) -> Json {
        Json::Number(value)
    }
}

impl From<Integer> for Json {
    fn from(value: Integer) -> Json {
        Json::Number(Number::Int(value))
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Json {
        Integer::from(value).into()
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, T::into)
    }
}

/// Returns the JSON text of a value.
///
/// `PydanticSerializationError` where a string that is no name has a lone surrogate, and
/// `ValueError` where an integer has more digits than Python writes.
pub fn write(value: &Json) -> Result<String, Failure> {
    let mut text = String::new();
    push_value(&mut text, value, 0)?;
    Ok(text)
}

/// Returns a number as a name in an object, which is what Python's `str` gives.
pub fn name_of_number(number: &Number) -> Result<Text, Failure> {
    let mut name = String::new();
    match number {
        Number::Int(value) => name.push_str(&value.to_text()?),
        Number::Float(value) => push_repr(&mut name, *value),
    }
    Ok(Text::from(name.as_str()))
}

/// Returns the text, or `PydanticSerializationError` if it holds a lone surrogate.
pub fn refuse_surrogates(text: &Text) -> Result<&str, Failure> {
    text.as_str().ok_or(Failure::PydanticSerialization)
}

const INDENT: usize = 4;

fn push_value(text: &mut String, value: &Json, margin: usize) -> Result<(), Failure> {
    match value {
        Json::Null => text.push_str("null"),
        Json::Number(Number::Int(value)) => text.push_str(&value.to_text()?),
        Json::Number(Number::Float(value)) => push_pydantic(text, *value),
        Json::Text(value) => push_quoted(text, refuse_surrogates(value)?),
        Json::List(elements) => {
            push_lines(text, ['[', ']'], elements, margin, push_value)?;
        }
        Json::Members(members) => {
            push_lines(
                text,
                ['{', '}'],
                members,
                margin,
                |text, (name, member), margin| {
                    push_quoted(text, &name.to_string_lossy());
                    text.push_str(": ");
                    push_value(text, member, margin)
                },
            )?;
        }
    }
    Ok(())
}

/// Appends one line for each part, and a line for the closing bracket if there are parts.
fn push_lines<T>(
    text: &mut String,
    [open, close]: [char; 2],
    parts: &[T],
    margin: usize,
    push: impl Fn(&mut String, &T, usize) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let inner = margin + INDENT;
    text.push(open);
    for (place, part) in parts.iter().enumerate() {
        text.push_str(if place > 0 { ",\n" } else { "\n" });
        push_spaces(text, inner);
        push(text, part, inner)?;
    }
    if !parts.is_empty() {
        text.push('\n');
        push_spaces(text, margin);
    }
    text.push(close);
    Ok(())
}

fn push_spaces(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n(' ', count));
}

/// Escapes quotes, backslashes and the control characters below U+0020, and nothing else.
fn push_quoted(text: &mut String, value: &str) {
    text.push('"');
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{C}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            '\0'..='\u{1F}' => {
                write!(text, "\\u{:04x}", u32::from(character)).expect("a String takes any text");
            }
            _ => text.push(character),
        }
    }
    text.push('"');
}
