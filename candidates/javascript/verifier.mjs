/**
 * From the two reward files to the rewards of one trial.
 *
 * The steps are those of harbor/verifier/verifier.py:61-89 and 208-220.
 */

import { NamedError, ValueError } from "./errors.mjs";
import * as laxNumber from "./lax_number.mjs";
import * as pythonFloat from "./python_float.mjs";
import * as pythonJson from "./python_json.mjs";
import { decode } from "./utf_8.mjs";

/** There is neither a reward.txt nor a reward.json. */
class RewardFileNotFoundError extends NamedError {}

/** The reward file has no bytes. */
class RewardFileEmptyError extends NamedError {}

/** The reward file does not hold what its name promises. */
class VerifierOutputParseError extends NamedError {}

/** The JSON of reward.json is not an object of names and numbers. */
class ValidationError extends NamedError {}

/**
 * Return `{ rewards }` for the bytes of the two files; null stands for no file.
 *
 * `rewards` is a Map of name to number, or null. reward.json wins where both exist, even
 * if it cannot be read.
 */
export function verifier(files) {
  if (files["reward.json"] !== null) {
    return { rewards: rewardsOf(parseJson(files["reward.json"])) };
  }
  if (files["reward.txt"] !== null) {
    return { rewards: new Map([["reward", parseNumber(files["reward.txt"])]]) };
  }
  throw new RewardFileNotFoundError();
}

function parseNumber(content) {
  const number = pythonFloat.parse(read(content, decode));
  if (number === null) {
    throw new VerifierOutputParseError();
  }
  return number;
}

function parseJson(content) {
  return read(content, (bytes) => pythonJson.parse(decode(bytes)));
}

/** Return what `reader` makes of the bytes, its ValueError turned into harbor's error. */
function read(content, reader) {
  if (content.length === 0) {
    throw new RewardFileEmptyError();
  }
  try {
    return reader(content);
  } catch (error) {
    throw error instanceof ValueError ? new VerifierOutputParseError(error.message) : error;
  }
}

function rewardsOf(value) {
  if (value === null) {
    return null;
  }
  if (!(value instanceof Map)) {
    throw new ValidationError();
  }
  const rewards = new Map();
  for (const [name, member] of value) {
    const number = laxNumber.convert(member);
    if (number === null) {
      throw new ValidationError();
    }
    rewards.set(name, number);
  }
  return rewards;
}
