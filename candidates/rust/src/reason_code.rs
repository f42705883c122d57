//! From the reason that a trial gives to the code that a summary carries.
//!
//! The rules are agent-challenge's, which docs/outcome-and-reason-code.md has in words.

use crate::alphanumeric::is_alphanumeric;
use crate::text::Text;

const CODES: [&str; 20] = [
    "harbor_agent_timeout_error",
    "harbor_broker_connection_failed",
    "harbor_cancelled_error",
    "harbor_environment_start_timeout_error",
    "harbor_nonzero_exit",
    "harbor_result_invalid",
    "harbor_result_malformed",
    "harbor_result_missing",
    "harbor_result_partial",
    "harbor_reward_empty",
    "harbor_reward_missing",
    "harbor_reward_parse_error",
    "harbor_submission_code_failed",
    "harbor_trial_failed",
    "harbor_trial_result_malformed",
    "harbor_trial_result_missing",
    "harbor_verifier_timeout_error",
    "terminal_bench_broker_ref_missing",
    "terminal_bench_job_dir_missing",
    "terminal_bench_lease_expired",
];

const ALIASES: [(&str, &str); 9] = [
    ("agent_timeout_error", "harbor_agent_timeout_error"),
    ("agenttimeouterror", "harbor_agent_timeout_error"),
    ("cancelled_error", "harbor_cancelled_error"),
    ("cancellederror", "harbor_cancelled_error"),
    (
        "environment_start_timeout_error",
        "harbor_environment_start_timeout_error",
    ),
    (
        "environmentstarttimeouterror",
        "harbor_environment_start_timeout_error",
    ),
    ("submission_code_failure", "harbor_submission_code_failed"),
    ("verifier_timeout_error", "harbor_verifier_timeout_error"),
    ("verifiertimeouterror", "harbor_verifier_timeout_error"),
];

/// Words that a text must all have, and the code that they give.
type Rule = (&'static [&'static str], &'static str);

/// Names that decide wherever they stand among the letters and digits; the first wins.
const NAMES: [Rule; 5] = [
    (&["cancellederror"], "harbor_cancelled_error"),
    (&["cancelederror"], "harbor_cancelled_error"),
    (
        &["environmentstarttimeouterror"],
        "harbor_environment_start_timeout_error",
    ),
    (&["agenttimeouterror"], "harbor_agent_timeout_error"),
    (&["verifiertimeouterror"], "harbor_verifier_timeout_error"),
];

/// Words that decide together, anywhere in the small letters; the first rule wins.
const WORDS: [Rule; 9] = [
    (&["broker", "connection"], "harbor_broker_connection_failed"),
    (&["connection refused"], "harbor_broker_connection_failed"),
    (&["connection reset"], "harbor_broker_connection_failed"),
    (&["reward", "missing"], "harbor_reward_missing"),
    (&["reward", "empty"], "harbor_reward_empty"),
    (&["reward", "parse"], "harbor_reward_parse_error"),
    (&["reward", "malformed"], "harbor_reward_parse_error"),
    (&["submission", "code"], "harbor_submission_code_failed"),
    (&["submission", "runtime"], "harbor_submission_code_failed"),
];

/// Returns the code; `None` where the reason says nothing.
pub fn reason_code(reason: Option<&Text>) -> Option<Text> {
    let lowered = lowercase(&strip(reason?));
    if lowered.is_empty() {
        return None;
    }
    let compact = letters_and_digits(&lowered);
    let underscored = with_underscores(&lowered);
    let known = one_of_codes(&lowered)
        .or_else(|| one_of_codes(&underscored))
        .or_else(|| of_alias(&compact))
        .or_else(|| of_alias(&underscored))
        .or_else(|| by_words(&NAMES, &compact))
        .or_else(|| by_words(&WORDS, &lowered));
    Some(known.map_or(underscored, Text::from))
}

fn one_of_codes(form: &Text) -> Option<&'static str> {
    CODES.into_iter().find(|code| form.as_str() == Some(code))
}

fn of_alias(form: &Text) -> Option<&'static str> {
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| form.as_str() == Some(alias));
    alias.map(|(_, code)| *code)
}

/// Returns the code of the first rule of which the text has all words.
fn by_words(rules: &[Rule], text: &Text) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let has = |word: &&str| {
        bytes
            .windows(word.len())
            .any(|part| part == word.as_bytes())
    };
    let rule = rules.iter().find(|(words, _)| words.iter().all(has));
    rule.map(|(_, code)| *code)
}

/// Returns the text without white space at its ends.
fn strip(text: &Text) -> Text {
    let code_points: Vec<u32> = text.code_points().collect();
    let keeps = |code_point: &u32| !is_white_space(*code_point);
    let start = code_points
        .iter()
        .position(keeps)
        .unwrap_or(code_points.len());
    let end = code_points
        .iter()
        .rposition(keeps)
        .map_or(start, |last| last + 1);
    joined(code_points[start..end].iter().copied())
}

/// Returns the text in small letters, as Python's `str.lower` has it.
///
/// A lone surrogate is no letter and not passed over in the search for the end of a word, so
/// what stands before and behind one is put into small letters by itself.
fn lowercase(text: &Text) -> Text {
    let mut lowered = Text::default();
    let mut run = String::new();
    for code_point in text.code_points() {
        if let Some(character) = char::from_u32(code_point) {
            run.push(character);
        } else {
            lowered.push_str(&run.to_lowercase());
            lowered.push_code_point(code_point);
            run.clear();
        }
    }
    lowered.push_str(&run.to_lowercase());
    lowered
}

fn letters_and_digits(text: &Text) -> Text {
    joined(
        text.code_points()
            .filter(|&code_point| char::from_u32(code_point).is_some_and(is_alphanumeric)),
    )
}

/// Returns the text with an underscore for each hyphen and each stretch of white space.
fn with_underscores(text: &Text) -> Text {
    let mut after_space = false;
    let mut underscored = Text::default();
    for code_point in text.code_points() {
        let is_space = is_white_space(code_point);
        if is_space && !after_space || code_point == u32::from('-') {
            underscored.push_str("_");
        } else if !is_space {
            underscored.push_code_point(code_point);
        }
        after_space = is_space;
    }
    underscored
}

fn joined(code_points: impl Iterator<Item = u32>) -> Text {
    let mut text = Text::default();
    code_points.for_each(|code_point| text.push_code_point(code_point));
    text
}

/// Returns whether Python's `str.isspace` holds for a character, unlike what `float` drops.
fn is_white_space(code_point: u32) -> bool {
    matches!(code_point, 0x1C..=0x1F)
        || char::from_u32(code_point).is_some_and(crate::python_float::is_white_space)
}
