//! From the two reward files to the rewards of one trial.
//!
//! The steps are those of harbor/verifier/verifier.py:61-89 and 208-220.

use crate::failure::Failure;
use crate::json_scanner::JsonError;
use crate::lax_number;
use crate::metric::Rewards;
use crate::number::Number;
use crate::python_float;
use crate::python_json::{self, Value};
use crate::text::Text;

/// The bytes of the two files; `None` stands for no file.
#[derive(Debug)]
pub struct Files {
    /// The bytes of reward.txt.
    pub text: Option<Vec<u8>>,
    /// The bytes of reward.json.
    pub json: Option<Vec<u8>>,
}

/// What a verifier gave.
#[derive(Clone, Debug)]
pub struct VerifierResult {
    /// The rewards; `None` where they are `null`.
    pub rewards: Option<Rewards>,
}

/// Returns what the files say.
///
/// reward.json wins where both exist, even if it cannot be read.
pub fn verifier(files: &Files) -> Result<VerifierResult, Failure> {
    let rewards = match files {
        Files {
            json: Some(content),
            ..
        } => rewards_of(parse_json(content)?)?,
        Files {
            text: Some(content),
            ..
        } => {
            let entry = (Text::from("reward"), Number::Float(parse_number(content)?));
            Some(std::iter::once(entry).collect())
        }
        _ => return Err(Failure::RewardFileNotFound),
    };
    Ok(VerifierResult { rewards })
}

fn parse_number(content: &[u8]) -> Result<f64, Failure> {
    python_float::parse(text_of(content)?).ok_or(Failure::VerifierOutputParse)
}

fn parse_json(content: &[u8]) -> Result<Value, Failure> {
    python_json::parse(text_of(content)?).map_err(|error| match error {
        JsonError::Syntax { .. } => Failure::VerifierOutputParse,
        JsonError::TooDeep => Failure::Recursion,
    })
}

/// Returns the file as text: strict UTF-8, a byte order mark kept.
fn text_of(content: &[u8]) -> Result<&str, Failure> {
    if content.is_empty() {
        return Err(Failure::RewardFileEmpty);
    }
    std::str::from_utf8(content).map_err(|_| Failure::VerifierOutputParse)
}

fn rewards_of(value: Value) -> Result<Option<Rewards>, Failure> {
    let convert = |(name, member)| Some((name, lax_number::convert(member)?));
    match value {
        Value::Null => Ok(None),
        Value::Object(members) => {
            let rewards: Option<Rewards> = members.into_iter().map(convert).collect();
            rewards.map(Some).ok_or(Failure::Validation)
        }
        _ => Err(Failure::Validation),
    }
}
