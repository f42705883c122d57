/**
 * Python's two kinds of number: an int is a BigInt, a float is a number.
 *
 * `typeof` tells them apart, so 1n and 1 are never confused. The comparisons `<` and
 * `>` of JavaScript are exact between the two, as Python's are, and false for nan.
 */

import { OverflowError, ZeroDivisionError } from "./errors.mjs";

const SIGNIFICANT_BITS = 53;
const LEAST_EXPONENT = -1074;
const EXACT_UP_TO = 2n ** 53n;

/** Return an int or float as a float: the nearest binary64, ties to even. */
export function toFloat(value) {
  const float = Number(value);
  if (typeof value === "bigint" && !Number.isFinite(float)) {
    throw new OverflowError("int too large to convert to float");
  }
  return float;
}

/** Return the binary64 nearest to the quotient of two ints, ties to even. */
export function divide(dividend, divisor) {
  if (divisor === 0n) {
    throw new ZeroDivisionError("division by zero");
  }
  const above = magnitude(dividend);
  const below = magnitude(divisor);
  if (above === 0n || (above <= EXACT_UP_TO && below <= EXACT_UP_TO)) {
    return Number(dividend) / Number(divisor);
  }
  const quotient = divideMagnitudes(above, below);
  if (quotient === Infinity) {
    throw new OverflowError("integer division result too large for a float");
  }
  return dividend < 0n !== divisor < 0n ? -quotient : quotient;
}

/**
 * Divide two ints that are not negative; Infinity where the quotient is too large.
 *
 * The quotient is cut to an integer of `unit`s, small enough that at least two bits lie
 * behind those that a binary64 keeps. The last of them also stands for every bit cut off.
 */
function divideMagnitudes(above, below) {
  const magnitudeOfQuotient = bitLength(above) - bitLength(below);
  const unit = Math.max(magnitudeOfQuotient - SIGNIFICANT_BITS, LEAST_EXPONENT) - 2;
  const [scaledAbove, scaledBelow] =
    unit < 0 ? [above << BigInt(-unit), below] : [above, below << BigInt(unit)];
  const whole = scaledAbove / scaledBelow;
  const units = whole * scaledBelow === scaledAbove ? whole : whole | 1n;
  const dropped = Math.max(bitLength(units) - SIGNIFICANT_BITS, LEAST_EXPONENT - unit);
  return Number(roundToEven(units, BigInt(dropped))) * 2 ** (unit + dropped);
}

/** Divide by 2 to the power of `bits`, at least 1, and round to the nearest int, ties to even. */
function roundToEven(value, bits) {
  const kept = value >> bits;
  const half = 1n << (bits - 1n);
  const rest = value - (kept << bits);
  const up = rest > half || (rest === half && (kept & 1n) === 1n);
  return up ? kept + 1n : kept;
}

/** Return the whole number nearest to a float, as a float; of two as near, the even one. */
export function roundHalfToEven(value) {
  const size = Math.abs(value);
  const below = Math.floor(size);
  // Nothing is rounded here: the difference has no more digits than the size itself.
  const fraction = size - below;
  const up = fraction > 0.5 || (fraction === 0.5 && below % 2 === 1);
  return Math.sign(value) * (up ? below + 1 : below);
}

function magnitude(value) {
  return value < 0n ? -value : value;
}

/** Return the number of bits of an int that is not negative; 0 for zero. */
function bitLength(value) {
  const hex = value.toString(16);
  return 4 * (hex.length - 1) + (32 - Math.clz32(parseInt(hex[0], 16)));
}

/**
 * Return a float as Python's `repr` writes it: `1.0`, `1e+22`, `1e-05`, `-0.0`, `nan`.
 *
 * Both languages choose the fewest digits that read back to the same binary64; only
 * the layout differs.
 */
export function floatText(value) {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  }
  const size = Math.abs(value);
  if (size >= 1e16 || (size < 1e-4 && size > 0)) {
    return value.toExponential().replace(/(?<=e[+-])(?=[0-9]$)/, "0");
  }
  const sign = Object.is(value, -0) ? "-" : "";
  return sign + value + (Number.isInteger(value) ? ".0" : "");
}
