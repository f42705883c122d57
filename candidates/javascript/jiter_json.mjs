/**
 * JSON text as pydantic reads it.
 *
 * harbor reads result.json with `model_validate_json` (harbor/job.py:229), and pydantic has
 * a reader of its own, jiter. As in `python_json.mjs`, `NaN`, `Infinity` and `-Infinity` are
 * numbers. Unlike there, a surrogate may not stand alone, the limit on digits holds
 * for the whole part of every number, the limit on nesting is fixed, and an object keeps
 * all its members, because what becomes of the first of two with one name is for the model
 * to say.
 */

import { Reader } from "./python_json.mjs";

/** How many arrays and objects may be around a value. */
const NESTING_LIMIT = 200;

/** The members of a JSON object in their order, those of one name all of them. */
export class Members {
  pairs = [];

  set(name, value) {
    this.pairs.push([name, value]);
  }
}

/**
 * Return the value of a JSON text: null, boolean, BigInt, number, string, Array or Members.
 *
 * Throws ValueError where pydantic reads no JSON.
 */
export function parse(text) {
  return new JiterReader(text).only();
}

class JiterReader extends Reader {
  limitsFloats = true;

  refuseNesting(depth) {
    if (depth > NESTING_LIMIT) {
      this.fail("nested too deeply");
    }
  }

  noMembers() {
    return new Members();
  }

  string() {
    const text = super.string();
    return text.isWellFormed() ? text : this.fail("a surrogate without the other");
  }
}
