//! What the two readers of JSON share: a position in a text, and the steps that move it forward.

use std::fmt;

use crate::text::Text;

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
    /// It is nested deeper than the reader goes: Python's `RecursionError`.
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

/// A number as it is written.
#[derive(Debug)]
pub struct Numeral<'a> {
    /// All of it.
    pub text: &'a str,
    /// The number of digits before the point or the exponent.
    pub whole_digits: usize,
    /// Whether it has neither a point nor an exponent.
    pub is_integer: bool,
}

/// What stands for a value without quotes, brackets or digits; three of them are not JSON.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// `NaN`, `Infinity` or `-Infinity`.
    Float(f64),
}

const WORDS: [(&str, Word); 6] = [
    ("null", Word::Null),
    ("true", Word::Bool(true)),
    ("false", Word::Bool(false)),
    ("NaN", Word::Float(f64::NAN)),
    ("Infinity", Word::Float(f64::INFINITY)),
    ("-Infinity", Word::Float(f64::NEG_INFINITY)),
];

/// A position in a text.
#[derive(Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    /// Returns the start of a text.
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, position: 0 }
    }

    /// Fails with what is wrong at this place.
    pub fn fail<T>(&self, why: &'static str) -> Result<T, JsonError> {
        let at = self.position;
        Err(JsonError::Syntax { why, at })
    }

    /// Returns the next byte.
    pub fn next(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Steps over white space, and fails unless that is all there is left.
    pub fn finish(&mut self) -> Result<(), JsonError> {
        self.skip_white_space();
        match self.next() {
            None => Ok(()),
            Some(_) => self.fail("extra data"),
        }
    }

    /// Steps over JSON's four kinds of white space.
    pub fn skip_white_space(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    /// Steps over a list of parts between brackets; `part` steps over one of them.
    pub fn parts(
        &mut self,
        [open, close]: [&str; 2],
        mut part: impl FnMut(&mut Self) -> Result<(), JsonError>,
    ) -> Result<(), JsonError> {
        self.take(open);
        self.skip_white_space();
        if self.take(close) {
            return Ok(());
        }
        loop {
            part(self)?;
            self.skip_white_space();
            if self.take(close) {
                return Ok(());
            }
            if !self.take(",") {
                return self.fail("expected ',' or a closing bracket");
            }
        }
    }

    /// Steps over the name of a member and the colon behind it.
    pub fn name(&mut self) -> Result<Text, JsonError> {
        self.skip_white_space();
        let name = self.string()?;
        self.skip_white_space();
        if self.take(":") {
            Ok(name)
        } else {
            self.fail("expected ':'")
        }
    }

    /// Steps over a word if one comes next.
    pub fn word(&mut self) -> Option<Word> {
        let found = WORDS.into_iter().find(|(text, _)| self.take(text));
        found.map(|(_, word)| word)
    }

    /// Steps over `token` if it comes next.
    pub fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token.as_bytes());
        if found {
            self.position += token.len();
        }
        found
    }

    /// Steps over a number.
    pub fn numeral(&mut self) -> Result<Numeral<'a>, JsonError> {
        let start = self.position;
        self.take("-");
        let first_digit = self.position;
        if !self.take("0") && self.skip_digits() == 0 {
            self.position = start;
            return self.fail("expected a value");
        }
        let whole_digits = self.position - first_digit;
        let has_fraction = self.take_all_or_nothing(Scanner::fraction);
        let has_exponent = self.take_all_or_nothing(Scanner::exponent);
        Ok(Numeral {
            text: &self.text[start..self.position],
            whole_digits,
            is_integer: !has_fraction && !has_exponent,
        })
    }

    /// Reads a string in double quotes.
    pub fn string(&mut self) -> Result<Text, JsonError> {
        if !self.take("\"") {
            return self.fail("expected text in double quotes");
        }
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

    fn skip_digits(&mut self) -> usize {
        self.skip(|byte| byte.is_ascii_digit())
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

    fn escape(&mut self) -> Result<u32, JsonError> {
        let letter = self.next();
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
