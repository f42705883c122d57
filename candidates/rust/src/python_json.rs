//! JSON text as Python's `json.loads` reads it.
//!
//! harbor reads reward.json with it (harbor/verifier/verifier.py:82). Beyond JSON,
//! `NaN`, `Infinity` and `-Infinity` are numbers, and a surrogate may stand
//! alone. Of duplicate names the last value holds, at the place of the first.

use std::fmt;

use crate::decimal::nearest;
use crate::integer::Integer;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::text::Text;

/// Depth at which this reader gives up.
///
/// harbor's own limit belongs to its Python build (about 1,000 on CPython 3.12.1, about
/// 9,990 on 3.13.0), so nothing is asked between 200 and 100,000.
const NESTING_LIMIT: usize = 500;

/// Python refuses to read longer integers; the sign does not count.
pub const INT_DIGITS_LIMIT: usize = 4300;

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

/// Why a text cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// It is not JSON: Python's `ValueError`.
    Syntax {
        /// What is wrong.
        why: &'static str,
        /// The place, in bytes.
        at: usize,
    },
    /// It is nested deeper than `NESTING_LIMIT`: Python's `RecursionError`.
    TooDeep,
}

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonError::Syntax { why, at } => write!(formatter, "{why} at byte {at}"),
            JsonError::TooDeep => formatter.write_str("nested too deeply"),
        }
    }
}

/// Returns the value of a JSON text.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader { text, position: 0 };
    let value = reader.value(0)?;
    reader.skip_white_space();
    if reader.position == text.len() {
        Ok(value)
    } else {
        reader.fail("extra data")
    }
}

/// A position in a text, and the steps that move it forward.
struct Reader<'a> {
    text: &'a str,
    position: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, why: &'static str) -> Result<T, JsonError> {
        let at = self.position;
        Err(JsonError::Syntax { why, at })
    }

    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.position..]
    }

    /// Steps over bytes for as long as they are of a kind, and says how many there were.
    fn skip(&mut self, is_of_kind: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest();
        let count = rest
            .iter()
            .position(|&byte| !is_of_kind(byte))
            .unwrap_or(rest.len());
        self.position += count;
        count
    }

    fn skip_white_space(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn skip_digits(&mut self) -> usize {
        self.skip(|byte| byte.is_ascii_digit())
    }

    /// Steps over `token` if it comes next.
    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token.as_bytes());
        if found {
            self.position += token.len();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, JsonError> {
        if depth > NESTING_LIMIT {
            return Err(JsonError::TooDeep);
        }
        self.skip_white_space();
        match self.rest().first() {
            Some(b'"') => {
                self.position += 1;
                self.string().map(Value::Text)
            }
            Some(b'{') => {
                self.position += 1;
                self.members(depth).map(Value::Object)
            }
            Some(b'[') => {
                self.position += 1;
                self.elements(depth).map(Value::List)
            }
            Some(b'0'..=b'9') => self.number().map(Value::Number),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Value, JsonError> {
        let float = |value| Value::Number(Number::Float(value));
        let words = [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("NaN", float(f64::NAN)),
            ("Infinity", float(f64::INFINITY)),
            ("-Infinity", float(f64::NEG_INFINITY)),
        ];
        for (word, value) in words {
            if self.take(word) {
                return Ok(value);
            }
        }
        self.number().map(Value::Number)
    }

    fn members(&mut self, depth: usize) -> Result<OrderedMap<Value>, JsonError> {
        let mut result = OrderedMap::default();
        self.skip_white_space();
        if self.take("}") {
            return Ok(result);
        }
        loop {
            self.skip_white_space();
            if !self.take("\"") {
                return self.fail("expected a name in double quotes");
            }
            let name = self.string()?;
            self.skip_white_space();
            if !self.take(":") {
                return self.fail("expected ':'");
            }
            result.insert(name, self.value(depth + 1)?);
            self.skip_white_space();
            if self.take("}") {
                return Ok(result);
            }
            if !self.take(",") {
                return self.fail("expected ',' or '}'");
            }
        }
    }

    fn elements(&mut self, depth: usize) -> Result<Vec<Value>, JsonError> {
        let mut result = Vec::new();
        self.skip_white_space();
        if self.take("]") {
            return Ok(result);
        }
        loop {
            result.push(self.value(depth + 1)?);
            self.skip_white_space();
            if self.take("]") {
                return Ok(result);
            }
            if !self.take(",") {
                return self.fail("expected ',' or ']'");
            }
        }
    }

    fn number(&mut self) -> Result<Number, JsonError> {
        let start = self.position;
        self.take("-");
        let first_digit = self.position;
        if !self.take("0") && self.skip_digits() == 0 {
            self.position = start;
            return self.fail("expected a value");
        }
        let digits = self.position - first_digit;
        let has_fraction = self.take_all_or_nothing(Reader::fraction);
        let has_exponent = self.take_all_or_nothing(Reader::exponent);
        let text = &self.text[start..self.position];
        if has_fraction || has_exponent {
            return Ok(Number::Float(nearest(text)));
        }
        if digits > INT_DIGITS_LIMIT {
            return self.fail("integer with too many digits");
        }
        Ok(Number::Int(Integer::from_digits(text)))
    }

    /// Takes a part, or stays in front of it where it is not complete.
    fn take_all_or_nothing(&mut self, part: impl Fn(&mut Self) -> bool) -> bool {
        let start = self.position;
        let is_complete = part(self);
        if !is_complete {
            self.position = start;
        }
        is_complete
    }

    fn fraction(&mut self) -> bool {
        self.take(".") && self.skip_digits() > 0
    }

    fn exponent(&mut self) -> bool {
        if !self.take("e") && !self.take("E") {
            return false;
        }
        let _ = self.take("+") || self.take("-");
        self.skip_digits() > 0
    }

    /// Reads the rest of a string whose opening quote has been taken.
    fn string(&mut self) -> Result<Text, JsonError> {
        let mut result = Text::default();
        loop {
            let start = self.position;
            self.skip(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\');
            result.push_str(&self.text[start..self.position]);
            if self.take("\"") {
                return Ok(result);
            }
            if !self.take("\\") {
                return self.fail("unterminated string or control character");
            }
            result.push_code_point(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<u32, JsonError> {
        let letter = self.rest().first().copied();
        self.position += usize::from(letter.is_some());
        let character = match letter {
            Some(b'u') => return self.four_hex_digits(),
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return self.fail("unknown escape"),
        };
        Ok(u32::from(character))
    }

    fn four_hex_digits(&mut self) -> Result<u32, JsonError> {
        let digits = self
            .rest()
            .iter()
            .map_while(|&byte| char::from(byte).to_digit(16))
            .take(4);
        let (count, value) = digits.fold((0, 0), |(n, value), digit| (n + 1, value * 16 + digit));
        if count < 4 {
            return self.fail("expected four hexadecimal digits");
        }
        self.position += 4;
        Ok(value)
    }
}
