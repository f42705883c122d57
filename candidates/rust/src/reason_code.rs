//! From the reason that a trial gives to the code that a summary carries.
//!
//! The rules are those of spec/000 §1. Its condition `("parse" in lowered or "malformed")`
//! is read as `("parse" in lowered or "malformed" in lowered)`.

use crate::text::Text;

/// Words of which one must stand beside `reward`, and their code; the first rule wins.
const RULES: [(&[&str], &str); 3] = [
    (&["missing"], "harbor_reward_missing"),
    (&["empty"], "harbor_reward_empty"),
    (&["parse", "malformed"], "harbor_reward_parse_error"),
];

/// Returns the code; `None` where there is no reason or no rule for it.
///
/// The text puts the reason into lower case with Python's `str.lower`, which knows all of
/// Unicode. ASCII is enough here: beyond it, two characters have an ASCII letter in their
/// lower case, the Kelvin sign a `k`, which is in none of the words, and U+0130 an `i` with a
/// combining dot behind it, and no word ends with its `i`.
pub fn reason_code(reason: Option<&Text>) -> Option<&'static str> {
    let lowered = reason?.as_bytes().to_ascii_lowercase();
    let has = |word: &str| {
        lowered
            .windows(word.len())
            .any(|part| part == word.as_bytes())
    };
    if !has("reward") {
        return None;
    }
    let rule = RULES
        .iter()
        .find(|(words, _)| words.iter().any(|word| has(word)));
    rule.map(|(_, code)| *code)
}
