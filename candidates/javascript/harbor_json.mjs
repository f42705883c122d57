/**
 * JSON text as harbor writes it: pydantic's `model_dump_json(indent=4)`.
 *
 * A number is written in one of two ways. As a value it follows pydantic's own writer
 * (`numberText`), as a name in an object Python's `str` (`nameOfNumber`). The two differ for
 * small and for very large or small numbers, and for nan and the infinities.
 */

import { NamedError } from "./errors.mjs";
import { floatText } from "./numbers.mjs";

/** A string has a lone surrogate, which no UTF-8 can hold. */
class PydanticSerializationError extends NamedError {}

/** An object whose names may repeat, as those of several nans do. */
export class Members {
  constructor(pairs) {
    this.pairs = pairs;
  }
}

const INDENT = "    ";
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** What a lone surrogate in a name turns into: each of its three bytes is replaced. */
const REPLACEMENT = "\ufffd\ufffd\ufffd";

/**
 * Return the JSON text of a value; lines after the first begin with `margin`.
 *
 * `value` is null, a string, a BigInt, a number (a float), an Array, a Map or Members.
 */
export function write(value, margin = "") {
  if (value === null) {
    return "null";
  }
  if (typeof value === "string") {
    return JSON.stringify(refuseSurrogates(value));
  }
  if (typeof value === "bigint" || typeof value === "number") {
    return numberText(value);
  }
  const inner = margin + INDENT;
  if (Array.isArray(value)) {
    return lines(value.map((member) => inner + write(member, inner)), "[", "]", margin);
  }
  const pairs = value instanceof Members ? value.pairs : [...value];
  const memberText = ([name, member]) => `${inner}${quoted(name)}: ${write(member, inner)}`;
  return lines(pairs.map(memberText), "{", "}", margin);
}

/**
 * Return a number as a value; nan and the infinities are null.
 *
 * The digits are the fewest that read back to the same binary64, the first of them
 * standing for 10**e. Where e is from -5 to 15 the number is written out, with `.0` if it
 * is whole; otherwise it has an exponent with its sign and no leading zero:
 * 0.00001, 1e-6, 1000000000000000.0, 1e+16, 1.5e-300. JavaScript's own text differs in
 * where the exponent begins, at e of -7 and 21, and has no `.0`.
 */
export function numberText(value) {
  if (typeof value === "bigint") {
    return String(value);
  }
  if (!Number.isFinite(value)) {
    return "null";
  }
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-5 && size > 0)) {
    return value.toExponential();
  }
  const sign = Object.is(value, -0) ? "-" : "";
  return sign + value + (Number.isInteger(value) ? ".0" : "");
}

/**
 * Return a number as a name in an object, which is what Python's `str` gives.
 *
 * The digits are the same as in `numberText`, but e is from -4 for a number that is
 * written out, and an exponent has two digits at least: 1e-05, 1e-06, 1e+16. Otherwise it
 * is nan, inf or -inf.
 */
export function nameOfNumber(value) {
  return typeof value === "bigint" ? String(value) : floatText(value);
}

/** Return the text, or throw PydanticSerializationError if a lone surrogate is in it. */
export function refuseSurrogates(text) {
  if (!text.isWellFormed()) {
    throw new PydanticSerializationError("a lone surrogate");
  }
  return text;
}

function lines(members, opening, closing, margin) {
  if (members.length === 0) {
    return opening + closing;
  }
  return `${opening}\n${members.join(",\n")}\n${margin}${closing}`;
}

/**
 * Return a name in quotes.
 *
 * JSON.stringify escapes what pydantic escapes: quotes, backslashes and the control
 * characters below U+0020. It would escape lone surrogates too, of which none are left.
 */
function quoted(name) {
  return JSON.stringify(name.replace(LONE_SURROGATE, REPLACEMENT));
}
