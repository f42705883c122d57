//! The errors that harbor, or the Python below it, answers with.

/// An error, by the name of its Python type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Something went wrong while trials ended.
    ExceptionGroup,
    /// A list has no such element.
    Index,
    /// An integer is beyond the range of binary64.
    Overflow,
    /// Text to be written has a lone surrogate, which no UTF-8 can hold.
    PydanticSerialization,
    /// Reward JSON is nested too deeply.
    Recursion,
    /// The reward file has no bytes.
    RewardFileEmpty,
    /// There is neither a reward.txt nor a reward.json.
    RewardFileNotFound,
    /// A file to be read is not UTF-8.
    UnicodeDecode,
    /// The JSON of a file is not what harbor's model of it asks for.
    Validation,
    /// There is no maximum or minimum of no values, and no text of an integer too long.
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
            Failure::ExceptionGroup => "ExceptionGroup",
            Failure::Index => "IndexError",
            Failure::Overflow => "OverflowError",
            Failure::PydanticSerialization => "PydanticSerializationError",
            Failure::Recursion => "RecursionError",
            Failure::RewardFileEmpty => "RewardFileEmptyError",
            Failure::RewardFileNotFound => "RewardFileNotFoundError",
            Failure::UnicodeDecode => "UnicodeDecodeError",
            Failure::Validation => "ValidationError",
            Failure::Value => "ValueError",
            Failure::VerifierOutputParse => "VerifierOutputParseError",
            Failure::ZeroDivision => "ZeroDivisionError",
        }
    }
}
