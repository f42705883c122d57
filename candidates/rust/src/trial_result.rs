//! What harbor reads back from a trial's own result.json when a job is resumed.
//!
//! The steps are those of harbor/job.py:228-230. Either the whole file fits harbor's models,
//! which `trial_result_model` describes, or the job cannot be resumed.

use crate::failure::Failure;
use crate::jiter_json::{self, Value};
use crate::lax_values::number_of_reward;
use crate::metric::Rewards;
use crate::model_reader::{member, Kind};
use crate::text::Text;
use crate::trial_result_model::TRIAL_RESULT;
use crate::verifier::VerifierResult;

/// What there is to know of a trial that has ended.
#[derive(Debug)]
pub struct TrialResult {
    /// What the verifier gave, if anything.
    pub verifier_result: Option<VerifierResult>,
    /// The type of the exception that the trial ended with, if any.
    pub exception: Option<Text>,
}

/// Returns the trial's verifier result and the type of its exception.
///
/// `UnicodeDecodeError` where the file is not UTF-8, and `ValidationError` otherwise. A byte
/// order mark is kept, and is no JSON.
pub fn trial_result(content: &[u8]) -> Result<TrialResult, Failure> {
    let text = std::str::from_utf8(content).map_err(|_| Failure::UnicodeDecode)?;
    let value = jiter_json::parse(text).map_err(|_| Failure::Validation)?;
    if !Kind::Record(&TRIAL_RESULT).takes(&value) {
        return Err(Failure::Validation);
    }
    let exception_type = of(&value, "exception_info").and_then(|info| of(info, "exception_type"));
    Ok(TrialResult {
        verifier_result: of(&value, "verifier_result").map(verifier_result),
        exception: match exception_type {
            Some(Value::Text(name)) => Some(name.clone()),
            _ => None,
        },
    })
}

fn verifier_result(value: &Value) -> VerifierResult {
    VerifierResult {
        rewards: of(value, "rewards").map(rewards),
    }
}

/// Returns the rewards; of two with one name the last holds, at the place of the first.
fn rewards(value: &Value) -> Rewards {
    let members = match value {
        Value::Object(members) => members.as_slice(),
        _ => &[],
    };
    let reward = |(name, value): &(Text, Value)| Some((name.clone(), number_of_reward(value)?));
    members.iter().filter_map(reward).collect()
}

/// Returns a member unless it is absent or null.
fn of<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => {
            member(members, name).filter(|value| !matches!(value, Value::Null))
        }
        _ => None,
    }
}
