/**
 * What Python's `int()` reads, and what `str()` writes of an int.
 *
 * As in `python_float.mjs`, any digit and any white space of Unicode count, and an
 * underscore may stand between two digits.
 */

import { OverflowError, ValueError } from "./errors.mjs";
import { strip, withAsciiDigits } from "./python_float.mjs";

/** Python neither reads nor writes longer ints; sign and underscores do not count. */
const DIGITS_LIMIT = 4300;

const INTEGER = /^[+-]?[0-9]+(?:_[0-9]+)*$/;

/** Return the BigInt that `int(text)` gives, or null if the text holds none. */
export function parse(text) {
  const plain = withAsciiDigits(strip(text));
  if (!INTEGER.test(plain)) {
    return null;
  }
  const [sign] = /^[+-]?/.exec(plain);
  const digits = plain.slice(sign.length).replace(/_/g, "");
  if (digits.length > DIGITS_LIMIT) {
    return null;
  }
  return sign === "-" ? -BigInt(digits) : BigInt(digits);
}

/** Return the BigInt that `int(value)` gives for a float: its fraction is cut off. */
export function fromFloat(value) {
  if (Number.isNaN(value)) {
    throw new ValueError("cannot convert float NaN to integer");
  }
  if (!Number.isFinite(value)) {
    throw new OverflowError("cannot convert float infinity to integer");
  }
  return BigInt(Math.trunc(value));
}

/** Return an int as decimal text; throws ValueError where Python refuses to write it. */
export function textOf(value) {
  const text = String(value);
  if (text.replace("-", "").length > DIGITS_LIMIT) {
    throw new ValueError("integer with too many digits");
  }
  return text;
}
