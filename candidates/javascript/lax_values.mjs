/**
 * What pydantic takes for a text, a number, a truth value, a time or a UUID in JSON.
 *
 * Each function takes a value of `jiter_json.mjs` and returns what pydantic makes of it, or
 * throws UnfitError where it makes nothing of it. Times and UUIDs are returned as they
 * came: no answer depends on them.
 */

import { ValueError } from "./errors.mjs";
import * as laxNumber from "./lax_number.mjs";
import { strip, withAsciiDigits } from "./python_float.mjs";

const I64_LIMIT = 2 ** 63;
const TRUTHS = new Map([
  ...["true", "t", "yes", "y", "on", "1"].map((word) => [word, true]),
  ...["false", "f", "no", "n", "off", "0"].map((word) => [word, false]),
]);

const HYPHENATED = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const UUID = new RegExp(
  `^(?:[0-9a-fA-F]{32}|(?:urn:uuid:)?${HYPHENATED}|\\{${HYPHENATED}\\})$`,
);

const DATE = "([0-9]{4})-([0-9]{2})-([0-9]{2})";
const CLOCK = "(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?";
const ZONE = "(?:[Zz]|[-+\\u2212](?:[01][0-9]|2[0-3]):?[0-5][0-9])";
const TIME = new RegExp(`^${DATE}(?:[Tt _]${CLOCK}${ZONE}?)?$`);
const TOPOLOGY = /^[1-9][0-9]*(?:x[1-9][0-9]*)+$/;
const COUNT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/;

/** The first millisecond of year 1, counted from 1970. */
const YEAR_1 = -62_135_596_800_000;

/** The first millisecond after year 9999. */
const YEAR_10000 = 253_402_300_800_000;

/** A value that pydantic refuses at its place. */
export class UnfitError extends ValueError {}

/** Return any value. */
export function anything(value) {
  return value;
}

/** Return a text; a number is none. */
export function text(value) {
  return typeof value === "string" ? value : unfit("text");
}

/** Return a text that is not empty. */
export function word(value) {
  return text(value) === "" ? unfit("a text that is not empty") : value;
}

/** Return what the axes of a TPU are: whole numbers with an x between them. */
export function topology(value) {
  const axes = strip(text(value));
  const begin = axes.split("x").every((axis) => /^[1-9]/.test(axis)); // of ASCII; the rest is \d
  return begin && TOPOLOGY.test(withAsciiDigits(axes)) ? value : unfit("a topology");
}

/** Return the function for a truth value, or a number that equals it. */
export function equalTo(expected) {
  return (value) => {
    const isNumber = ["boolean", "bigint", "number"].includes(typeof value);
    return isNumber && value == expected ? value : unfit(String(expected));
  };
}

/** Return what a reward becomes, as it would in reward.json. */
export function reward(value) {
  return laxNumber.convert(value) ?? unfit("a number");
}

/** Return a float: of a number, a truth value, or text that reads as a float. */
export function number(value) {
  if (typeof value === "bigint") {
    return Number(value);
  }
  const found = laxNumber.convert(value);
  return typeof found === "number" ? found : unfit("a float");
}

/**
 * Return an int: of a whole number, a truth value, or text that reads as one.
 *
 * A number with a point or an exponent has to lie within 64 bits.
 */
export function integer(value) {
  switch (typeof value) {
    case "bigint":
    case "boolean":
      return BigInt(value);
    case "number":
      return Number.isInteger(value) && Math.abs(value) < I64_LIMIT
        ? BigInt(value)
        : unfit("a whole number");
    case "string":
      return laxNumber.readInteger(strip(value)) ?? unfit("an int");
    default:
      return unfit("an int");
  }
}

/** Return a truth value: of itself, of 0 and 1, or of one of twelve words in any case. */
export function boolean(value) {
  switch (typeof value) {
    case "boolean":
      return value;
    case "bigint":
    case "number":
      return value == 0 || value == 1 ? value == 1 : unfit("0 or 1");
    default:
      // No character outside ASCII lowers to a letter of these words.
      return TRUTHS.get(text(value).toLowerCase()) ?? unfit("a truth value");
  }
}

/**
 * Return a time of the years 1 to 9999: a date, with or without a time and a zone.
 *
 * A number, or text that reads as one, counts the seconds since 1970, or the milliseconds
 * where it is beyond 20,000,000,000.
 */
export function time(value) {
  if (typeof value === "string") {
    const match = TIME.exec(value);
    const fits = match === null ? COUNT.test(value) && isTime(Number(value)) : isDate(match);
    return fits ? value : unfit("a time");
  }
  const isNumber = typeof value === "bigint" || typeof value === "number";
  return isNumber && isTime(value) ? value : unfit("a time");
}

/** Return a UUID of any version: 32 digits, or five groups, bare, in braces or as a URN. */
export function uuid(value) {
  return UUID.test(text(value)) ? value : unfit("a UUID");
}

/** Return the function for a text that must be one of several words. */
export function oneOf(...words) {
  return (value) => (words.includes(value) ? value : unfit(words.join(" or ")));
}

/** Return the function for a text that must be one of several words once in lower case. */
export function oneOfInAnyCase(...words) {
  const readLower = oneOf(...words);
  return (value) => readLower(text(value).toLowerCase());
}

function isTime(count) {
  return YEAR_1 <= count && count < YEAR_10000;
}

function isDate([, ...parts]) {
  const [year, month, day] = parts.map(Number);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(month, year);
}

function daysOf(month, year) {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function unfit(expected) {
  throw new UnfitError(`expected ${expected}`);
}
