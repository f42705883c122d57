/**
 * Python's `sum()` of ints and floats, as CPython has computed it since 3.12, and their mean.
 *
 * Ints alone are added exactly. From the first float on, the sum is a binary64 with a
 * running correction for what rounding lost (Neumaier's variant of Kahan's algorithm).
 * Ints join it rounded to binary64 and leave the correction alone. Once an int, or the
 * sum before the first float, does not fit 64 bits, nothing is corrected any more.
 */

import { divide, toFloat } from "./numbers.mjs";

/**
 * Return the sum from left to right, starting from the int 0.
 *
 * Throws OverflowError where an int beyond the range of binary64 meets a float.
 */
export function total(values) {
  let exact = 0n;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value === "number") {
      return correctedTotal(Number(exact) + value, values, i + 1);
    }
    exact += value;
    if (!(fits64Bits(value) && fits64Bits(exact))) {
      return plainTotal(exact, values, i + 1);
    }
  }
  return exact;
}

/**
 * Divide the sum by the count; two ints give the binary64 nearest to their quotient.
 *
 * Throws ZeroDivisionError for no values.
 */
export function mean(values) {
  const sum = total(values);
  return typeof sum === "bigint" ? divide(sum, BigInt(values.length)) : sum / values.length;
}

/** Add the values from `start` on to a float, with correction. */
function correctedTotal(first, values, start) {
  let sum = first;
  let correction = 0;
  for (let i = start; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value === "number") {
      const rounded = sum + value;
      correction +=
        Math.abs(sum) >= Math.abs(value) ? sum - rounded + value : value - rounded + sum;
      sum = rounded;
    } else if (fits64Bits(value)) {
      sum += Number(value);
    } else {
      return plainTotal(corrected(sum, correction) + toFloat(value), values, i + 1);
    }
  }
  return corrected(sum, correction);
}

/** Add the values from `start` on without correction; ints stay exact until the first float. */
function plainTotal(first, values, start) {
  let sum = first;
  for (let i = start; i < values.length; i += 1) {
    const value = values[i];
    const exact = typeof sum === "bigint" && typeof value === "bigint";
    sum = exact ? sum + value : toFloat(sum) + toFloat(value);
  }
  return sum;
}

/** Apply the correction unless it is zero (-0.0 stays -0.0), infinite or nan. */
function corrected(sum, correction) {
  return correction !== 0 && Number.isFinite(correction) ? sum + correction : sum;
}

function fits64Bits(value) {
  return BigInt.asIntN(64, value) === value;
}
