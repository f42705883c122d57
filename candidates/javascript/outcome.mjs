/**
 * From the bytes of a job's result.json to the line that reports the outcome.
 *
 * No wheel has this stage: the rules are those of spec/000 §5. They are written for Python,
 * so the meaning of `int()`, `float()`, `sum()` and `round()` is Python's.
 */

import { NamedError } from "./errors.mjs";
import { floatText, roundHalfToEven, toFloat } from "./numbers.mjs";
import * as pythonFloat from "./python_float.mjs";
import * as pythonInt from "./python_int.mjs";
import * as pythonJson from "./python_json.mjs";
import { mean } from "./summation.mjs";
import { decode } from "./utf_8.mjs";

/** The file is not a result that the text's rules can read. */
class MalformedError extends NamedError {}

/**
 * Return `{ line: "BASE_BENCHMARK_RESULT={…}" }`; `result` is null where there is no file.
 *
 * Throws ValueError where a total came out longer than Python writes ints: the text's code
 * prints outside its `try`.
 */
export function outcome({ result }) {
  return { line: `BASE_BENCHMARK_RESULT=${lineOf(summary(result))}` };
}

/** Return a summary as Python's `json.dumps` writes it, its names in alphabetical order. */
function lineOf({ reasonCode, resolved, score, status, total }) {
  const members = [
    `"reason_code": ${JSON.stringify(reasonCode)}`,
    `"resolved": ${pythonInt.textOf(resolved)}`,
    `"score": ${jsonFloat(score)}`,
    `"status": "${status}"`,
    `"total": ${pythonInt.textOf(total)}`,
  ];
  return `{${members.join(", ")}}`;
}

/** Return a float as `json.dumps` writes it, nan and the infinities in JavaScript's words. */
function jsonFloat(value) {
  return Number.isFinite(value) ? floatText(value) : String(value);
}

function summary(content) {
  if (content === null) {
    return failed("harbor_result_missing");
  }
  try {
    return summaryOf(pythonJson.parse(decode(content)));
  } catch (error) {
    if (error instanceof NamedError) {
      return failed("harbor_result_malformed");
    }
    throw error;
  }
}

function failed(reasonCode) {
  return { reasonCode, resolved: 0n, score: 0, status: "failed", total: 0n };
}

function summaryOf(result) {
  const job = object(result);
  const stats = object(member(job, "stats", new Map()));
  const trials = count(member(job, "n_total_trials", null));
  const completed = count(member(stats, "n_completed_trials", null));
  const errored = count(member(stats, "n_errored_trials", null));
  const score = scoreOf(stats);
  return {
    reasonCode: null,
    resolved: resolvedOf(score, trials),
    score,
    status: errored === 0n ? "completed" : "failed",
    total: trials !== 0n ? trials : completed + errored,
  };
}

/** Return a member; only where it is absent, not where it is null, the other value holds. */
function member(members, name, otherwise) {
  return members.has(name) ? members.get(name) : otherwise;
}

/** Return the mean of all metric values, in the order in which the file has them. */
function scoreOf(stats) {
  const values = [];
  for (const group of object(member(stats, "evals", new Map())).values()) {
    for (const metric of elements(member(object(group), "metrics", []))) {
      for (const value of metricValues(object(metric))) {
        values.push(number(value));
      }
    }
  }
  return values.length === 0 ? 0 : mean(values);
}

/** Return the value named "mean" alone or, without that name, every value. */
function metricValues(metric) {
  return metric.has("mean") ? [metric.get("mean")] : metric.values();
}

/**
 * Return the whole number nearest to the product, the even one of two that are as near.
 *
 * The product is a binary64: it is rounded once before. Throws OverflowError where the
 * trials or the product exceed binary64, and ValueError for nan.
 */
function resolvedOf(score, trials) {
  return pythonInt.fromFloat(roundHalfToEven(score * toFloat(trials)));
}

function object(value) {
  if (!(value instanceof Map)) {
    throw new MalformedError("expected an object");
  }
  return value;
}

/**
 * Return what a loop over `value` meets.
 *
 * Text and objects can be looped over as well, but what a loop meets there is text, which
 * is no metric; so only the empty ones do no harm.
 */
function elements(value) {
  if (Array.isArray(value)) {
    return value;
  }
  if (isEmpty(value)) {
    return [];
  }
  throw new MalformedError("expected metrics");
}

/** Return whether a value is text, an array or an object without anything in it. */
function isEmpty(value) {
  return value instanceof Map ? value.size === 0 : value?.length === 0;
}

/** Return `int(value or 0)`: empty values count 0, fractions are cut off towards zero. */
function count(value) {
  if (value === null || isEmpty(value)) {
    return 0n;
  }
  switch (typeof value) {
    case "string":
      return pythonInt.parse(value) ?? malformed(value);
    case "boolean":
    case "bigint":
      return BigInt(value);
    case "number":
      return pythonInt.fromFloat(value);
    default:
      return malformed(value);
  }
}

/** Return `float(value)`, for text as well; throws OverflowError beyond binary64. */
function number(value) {
  switch (typeof value) {
    case "string":
      return pythonFloat.parse(value) ?? malformed(value);
    case "boolean":
    case "bigint":
    case "number":
      return toFloat(value);
    default:
      return malformed(value);
  }
}

function malformed(value) {
  throw new MalformedError(`no number: ${typeof value}`);
}
