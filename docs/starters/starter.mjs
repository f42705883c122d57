// A candidate to begin with: it speaks the protocol and answers `metric`, naively.
// Replace `metric` by a call of your runner, and add the other operations to OPERATIONS.

import { createInterface } from "node:readline";

// {"int": text} or {"float": text} as a number: integers beyond 2**53 lose digits here.
function number(wire) {
  const text = wire.int ?? wire.float;
  const words = { nan: NaN, inf: Infinity, "-inf": -Infinity };
  return text in words ? words[text] : Number(text);
}

function wire(number) {
  if (Number.isNaN(number)) return { float: "nan" };
  if (!Number.isFinite(number)) return { float: number < 0 ? "-inf" : "inf" };
  return { float: String(number) };
}

const AGGREGATES = {
  mean: (values) => values.reduce((a, b) => a + b, 0) / values.length,
  sum: (values) => values.reduce((a, b) => a + b, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
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
