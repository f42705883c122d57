// A candidate to begin with: it speaks the protocol and answers `metric`, naively.
// Replace `metric` by a call of your runner, and add the other operations to OPERATIONS.
// An int is a BigInt and a float is a number, so no digit is lost, and 1 is not 1.0.
// With its mistakes corrected, it is CONFORMANT for `--operation metric`.

import { createInterface } from "node:readline";

// {"int": text} or {"float": text} as a BigInt or a number.
function number(wire) {
  const words = { nan: NaN, inf: Infinity, "-inf": -Infinity };
  return "int" in wire ? BigInt(wire.int) : (words[wire.float] ?? Number(wire.float));
}

function wire(number) {
  if (typeof number === "bigint") return { int: String(number) };
  if (Number.isNaN(number)) return { float: "nan" };
  if (!Number.isFinite(number)) return { float: number < 0 ? "-inf" : "inf" };
  return { float: Object.is(number, -0) ? "-0.0" : String(number) };
}

function fail(name) {
  throw Object.assign(new Error(name), { name });
}

const isInt = (value) => typeof value === "bigint";

// An int that no float can hold is an OverflowError, as in Python.
function float(value) {
  const result = Number(value);
  return isInt(value) && !Number.isFinite(result) ? fail("OverflowError") : result;
}

function add(one, other) {
  return isInt(one) && isInt(other) ? one + other : float(one) + float(other);
}

// The quotient of two ints, rounded once: a last bit of 1 stands for all that is cut off.
function divide(dividend, divisor) {
  if (!isInt(dividend)) return dividend / Number(divisor);
  const [sign, size] = dividend < 0n ? [-1, -dividend] : [1, dividend];
  const shift = size < 2n ** 256n ? 128n : 0n;
  const quotient = (size << shift) / divisor;
  const exact = quotient * divisor === size << shift;
  return (sign * float(exact ? quotient : quotient | 1n)) / 2 ** Number(shift);
}

const total = (values) => values.reduce(add, 0n);

const AGGREGATES = {
  mean: (values) => divide(total(values), BigInt(values.length)),
  sum: total,
  max: (values) => values.reduce((a, b) => (a > b ? a : b)),
  min: (values) => values.reduce((a, b) => (a < b ? a : b)),
};

// One number a key; under the metric's name where all trials together have at most one key.
function metric({ metric: name, rewards }) {
  const trials = rewards.map((trial) => new Map(Object.entries(trial ?? {})));
  const keys = [...new Set(trials.flatMap((trial) => [...trial.keys()]))].sort();
  const values = (key) => trials.map((trial) => number(trial.get(key) ?? { int: "0" }));
  const aggregate = (key) => wire(AGGREGATES[name](values(key)));
  if (keys.length < 2) return { [name]: aggregate(keys[0]) };
  return Object.fromEntries(keys.map((key) => [key, aggregate(key)]));
}

const OPERATIONS = { metric };

function answer({ op, input }) {
  if (op === "hello") {
    const about = { name: "starter", version: "0.1", language: "JavaScript" };
    return { result: { ...about, ops: Object.keys(OPERATIONS) } };
  }
  if (!Object.hasOwn(OPERATIONS, op)) return { unsupported: true };
  try {
    return { result: OPERATIONS[op](input) };
  } catch (error) {
    return { error: error.name };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
}
