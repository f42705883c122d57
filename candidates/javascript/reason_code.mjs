/**
 * From the reason that a trial gives to the code that a summary carries.
 *
 * The rules are agent-challenge's, which docs/outcome-and-reason-code.md has in words.
 * `toLowerCase()` is Python's `str.lower()`, with the final sigma and two characters for
 * U+0130, and what is in the categories L and N is what `str.isalnum()` holds for, as far as
 * both know the characters of one Unicode.
 */

const CODES = new Set([
  "harbor_agent_timeout_error", "harbor_broker_connection_failed", "harbor_cancelled_error",
  "harbor_environment_start_timeout_error", "harbor_nonzero_exit", "harbor_result_invalid",
  "harbor_result_malformed", "harbor_result_missing", "harbor_result_partial",
  "harbor_reward_empty", "harbor_reward_missing", "harbor_reward_parse_error",
  "harbor_submission_code_failed", "harbor_trial_failed", "harbor_trial_result_malformed",
  "harbor_trial_result_missing", "harbor_verifier_timeout_error",
  "terminal_bench_broker_ref_missing", "terminal_bench_job_dir_missing",
  "terminal_bench_lease_expired",
]);

const ALIASES = new Map([
  ["agent_timeout_error", "harbor_agent_timeout_error"],
  ["agenttimeouterror", "harbor_agent_timeout_error"],
  ["cancelled_error", "harbor_cancelled_error"],
  ["cancellederror", "harbor_cancelled_error"],
  ["environment_start_timeout_error", "harbor_environment_start_timeout_error"],
  ["environmentstarttimeouterror", "harbor_environment_start_timeout_error"],
  ["submission_code_failure", "harbor_submission_code_failed"],
  ["verifier_timeout_error", "harbor_verifier_timeout_error"],
  ["verifiertimeouterror", "harbor_verifier_timeout_error"],
]);

/** Names that decide wherever they stand among the letters and digits; the first wins. */
const NAMES = [
  [["cancellederror"], "harbor_cancelled_error"],
  [["cancelederror"], "harbor_cancelled_error"],
  [["environmentstarttimeouterror"], "harbor_environment_start_timeout_error"],
  [["agenttimeouterror"], "harbor_agent_timeout_error"],
  [["verifiertimeouterror"], "harbor_verifier_timeout_error"],
];

/** Words that decide together, anywhere in the small letters; the first rule wins. */
const WORDS = [
  [["broker", "connection"], "harbor_broker_connection_failed"],
  [["connection refused"], "harbor_broker_connection_failed"],
  [["connection reset"], "harbor_broker_connection_failed"],
  [["reward", "missing"], "harbor_reward_missing"],
  [["reward", "empty"], "harbor_reward_empty"],
  [["reward", "parse"], "harbor_reward_parse_error"],
  [["reward", "malformed"], "harbor_reward_parse_error"],
  [["submission", "code"], "harbor_submission_code_failed"],
  [["submission", "runtime"], "harbor_submission_code_failed"],
];

/** What `str.strip()` and `str.split()` take for white space; `\s` has other characters. */
const WHITE_SPACE =
  "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const SPACES = new RegExp(`${WHITE_SPACE}+`, "g");
const SPACE = new RegExp(WHITE_SPACE);
const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]/gu;

/** Return `{ reason_code }`, null where a reason says nothing. */
export function reasonCode({ reason }) {
  return { reason_code: codeOf(strip(reason ?? "").toLowerCase()) };
}

/** Return the code of a reason in small letters. */
function codeOf(lowered) {
  if (lowered === "") {
    return null;
  }
  const compact = lowered.replace(NOT_ALPHANUMERIC, "");
  const underscored = lowered.replaceAll("-", "_").replace(SPACES, "_");
  return (
    [lowered, underscored].find((form) => CODES.has(form)) ??
    ALIASES.get(compact) ??
    ALIASES.get(underscored) ??
    byWords(NAMES, compact) ??
    byWords(WORDS, lowered) ??
    underscored
  );
}

/** Return the code of the first rule of which the text has all words, if there is one. */
function byWords(rules, text) {
  return rules.find(([words]) => words.every((word) => text.includes(word)))?.[1];
}

/** Return the text without white space at its ends, in one pass over each. */
function strip(text) {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text[start])) {
    start += 1;
  }
  while (end > start && SPACE.test(text[end - 1])) {
    end -= 1;
  }
  return text.slice(start, end);
}
