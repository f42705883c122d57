//! The errors that harbor, or the Python below it, answers with.

/// An error, by the name of its Python type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An integer is beyond the range of binary64.
    Overflow,
    /// Reward JSON is nested too deeply.
    Recursion,
    /// The reward file has no bytes.
    RewardFileEmpty,
    /// There is neither a reward.txt nor a reward.json.
    RewardFileNotFound,
    /// The JSON of reward.json is not an object of names and numbers.
    Validation,
    /// There is no maximum or minimum of no values.
    Value,
    /// The reward file does not hold what its name promises.
    VerifierOutputParse,
    /// There is no mean of no values.
    ZeroDivision,
}

impl Failure {
    /// Returns the name that harbor records as the exception's type.
    pub fn name(self) -> &'static str {
        match self {
            Failure::Overflow => "OverflowError",
            Failure::Recursion => "RecursionError",
            Failure::RewardFileEmpty => "RewardFileEmptyError",
            Failure::RewardFileNotFound => "RewardFileNotFoundError",
            Failure::Validation => "ValidationError",
            Failure::Value => "ValueError",
            Failure::VerifierOutputParse => "VerifierOutputParseError",
            Failure::ZeroDivision => "ZeroDivisionError",
        }
    }
}
