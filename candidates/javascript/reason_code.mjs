/**
 * From the reason that a trial gives to the code that a summary carries.
 *
 * The rules are those of spec/000 §1. Its condition `("parse" in lowered or "malformed")`
 * is read as `("parse" in lowered or "malformed" in lowered)`.
 */

/** Words of which one must stand beside "reward", and their code; the first rule wins. */
const RULES = [
  [["missing"], "harbor_reward_missing"],
  [["empty"], "harbor_reward_empty"],
  [["parse", "malformed"], "harbor_reward_parse_error"],
];

/** Return `{ reason_code }`, null where there is no reason or no rule for it. */
export function reasonCode({ reason }) {
  return { reason_code: codeOf(reason ?? "") };
}

/**
 * Return the code of a reason.
 *
 * The two languages may know the lower cases of different releases of Unicode, which does
 * not matter here: outside ASCII only U+0130 lowers to a letter of these words, an i with
 * a dot behind it that none of them has.
 */
function codeOf(reason) {
  const lowered = reason.toLowerCase();
  if (!lowered.includes("reward")) {
    return null;
  }
  const rule = RULES.find(([words]) => words.some((word) => lowered.includes(word)));
  return rule === undefined ? null : rule[1];
}
