/**
 * What becomes of one value of a parsed reward.json when harbor stores it.
 *
 * harbor puts the parsed object into a pydantic model whose field is
 * `dict[str, float | int]` (harbor/models/verifier/result.py:4-5). A number stays what it
 * is; `true`, `false` and text that reads as a number are converted; everything else is
 * refused. Text is read by the rules of pydantic's own reader, which differ from Python's
 * `float()`: underscores may stand almost anywhere, and only ASCII digits count.
 */

import { read, strip } from "./python_float.mjs";

const FLOAT =
  /^[+-]?(?:inf|infinity|nan|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?)$/i;
const INT = /^-?(?:0|[1-9][0-9]*)$/;
const LEADING_ZEROS = /^0[0_]*/;
const DECIMAL_ZEROS = /\.0+$/;
const INT_DIGITS_LIMIT = 4300;
const EXPONENT_LIMIT = 65_536;

/**
 * Return the BigInt or number that harbor keeps for a JSON value, or null if it refuses it.
 *
 * `value` is a parsed JSON value: null, boolean, BigInt, number, string, Array or Map.
 */
export function convert(value) {
  switch (typeof value) {
    case "boolean":
      return Number(value);
    case "bigint":
    case "number":
      return value;
    case "string":
      return readText(value);
    default:
      return null;
  }
}

/**
 * Return the number that a JSON string stands for, or null if it stands for none.
 *
 * It is tried as a float: first without the white space around it, then, white space
 * kept, without its underscores. Only text that both refuse (white space outside and
 * underscores inside) is tried as an integer.
 */
export function readText(text) {
  const stripped = strip(text);
  for (const candidate of [stripped, withoutUnderscores(text)]) {
    if (candidate !== null && FLOAT.test(candidate)) {
      return floatOf(candidate);
    }
  }
  return readInteger(stripped);
}

/** Return the text without underscores; null where they stand at an end or in pairs. */
export function withoutUnderscores(text) {
  if (text.startsWith("_") || text.endsWith("_") || text.includes("__")) {
    return null;
  }
  return text.replace(/_/g, "");
}

/**
 * Return the binary64 nearest to a number whose exponent is read only so far: digits behind
 * the first that takes the exponent to 65,536 or more are passed over, which shows where
 * hundreds of thousands of zeros make up for such an exponent.
 */
function floatOf(text) {
  const [number, exponent] = text.toLowerCase().split("e");
  if (exponent === undefined || exponent.length < String(EXPONENT_LIMIT).length) {
    return read(text);
  }
  let value = 0;
  for (const digit of exponent.replace(/^[+-]/, "")) {
    if (value < EXPONENT_LIMIT) {
      value = 10 * value + Number(digit);
    }
  }
  return read(`${number}e${exponent.startsWith("-") ? "-" : ""}${value}`);
}

/** Return the BigInt that text without white space around it stands for, or null. */
export function readInteger(text) {
  const sign = text.startsWith("-") ? "-" : "";
  const digits = withoutLeadingZeros(/^[+-]/.test(text) ? text.slice(1) : text);
  const plain = withoutUnderscores(digits.replace(DECIMAL_ZEROS, ""));
  if (plain === null || !INT.test(sign + plain)) {
    return null;
  }
  if (plain.replace("-", "").length > INT_DIGITS_LIMIT) {
    return null;
  }
  return BigInt(sign + plain);
}

/**
 * Drop leading zeros and the underscores among them, keeping one zero before a point or
 * the end. A minus behind the zeros is kept too: `" 0-1 "` reads as -1.
 */
function withoutLeadingZeros(text) {
  const zeros = LEADING_ZEROS.exec(text);
  if (zeros === null) {
    return /^[0-9]/.test(text) ? text : "";
  }
  const rest = text.slice(zeros[0].length);
  if (rest === "" || rest.startsWith(".")) {
    return zeros[0].at(-1) + rest;
  }
  return rest;
}
