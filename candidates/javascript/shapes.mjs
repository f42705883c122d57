/**
 * Shapes of the parts of a request: each takes parsed JSON and returns the value for it.
 *
 * JSON of another form throws a ShapeError. An absent member is undefined, which no
 * shape takes.
 */

import { read } from "./python_float.mjs";

const INT = /^-?[0-9]+$/;
const FLOAT = /^(?:-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?inf|nan)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A request that does not have the form that the protocol asks for. */
export class ShapeError extends Error {}

/** Return a Map of name to value. */
export function object(json, what) {
  if (!(json instanceof Map)) {
    throw new ShapeError(`expected an object as ${what}`);
  }
  return json;
}

/** Return a Map of name to what `shape` makes of each member. */
export function mapOf(json, what, shape) {
  const result = new Map();
  for (const [name, member] of object(json, what)) {
    result.set(name, shape(member));
  }
  return result;
}

/** Return what `shape` makes of each element of an array. */
export function list(json, shape) {
  if (!Array.isArray(json)) {
    throw new ShapeError("expected an array");
  }
  return json.map((member) => shape(member));
}

/** Return null, or what `shape` makes of anything else. */
export function nullable(json, shape) {
  return json === null ? null : shape(json);
}

/** Return a string. */
export function text(json) {
  if (typeof json !== "string") {
    throw new ShapeError("expected a string");
  }
  return json;
}

/** Return a string that is one of `choices`. */
export function oneOf(json, choices) {
  if (!choices.includes(text(json))) {
    throw new ShapeError(`expected one of ${choices.join(", ")}`);
  }
  return json;
}

/** Return a JSON integer, which is a BigInt. */
export function count(json) {
  if (typeof json !== "bigint") {
    throw new ShapeError("expected an integer");
  }
  return json;
}

/** Return true or false. */
export function truth(json) {
  if (typeof json !== "boolean") {
    throw new ShapeError("expected true or false");
  }
  return json;
}

/** Return a BigInt for `{"int": text}` and a number for `{"float": text}`. */
export function number(json) {
  const members = object(json, "a number");
  if (members.size === 1) {
    for (const [kind, value] of members) {
      if (kind === "int" && INT.test(text(value))) {
        return BigInt(value);
      }
      if (kind === "float" && FLOAT.test(text(value))) {
        return read(value);
      }
    }
  }
  throw new ShapeError('expected {"int": text} or {"float": text}');
}

/** Return the bytes of base64 text. */
export function bytes(json) {
  const encoded = text(json);
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) {
    throw new ShapeError("expected base64 text");
  }
  return Buffer.from(encoded, "base64");
}
