/**
 * Reads a JSON value by a table of models, as pydantic validates JSON.
 *
 * A table is model → member → kind. A kind is one of
 *
 * - the name of a function of `lax_values.mjs`, or of another model of the table,
 * - `[kind]`, a list; `{kind}`, an object of free names,
 * - `kind|kind`, whichever fits,
 * - `kind?`, which may also be null, and is null where the member is absent,
 * - `kind!`, for a member that must not be absent.
 *
 * A member that is neither `?` nor `!` may be absent, but not null.
 */

import { Members } from "./jiter_json.mjs";
import { UnfitError } from "./lax_values.mjs";

/** A table of models, the functions for what is no model, and rules beyond the table. */
export class ModelReader {
  /**
   * `models`, `values` and `rules` are plain objects by name.
   *
   * A rule takes the members of one model's value, absent ones as null, and says whether
   * they go together.
   */
  constructor({ models, values, rules }) {
    this.values = new Map(Object.entries(values));
    this.rules = new Map(Object.entries(rules));
    this.models = new Map(
      Object.entries(models).map(([name, model]) => [name, new Map(Object.entries(model))]),
    );
  }

  /** Return what pydantic makes of a value; throws UnfitError where it refuses it. */
  read(kind, value) {
    if (kind.endsWith("?")) {
      return value === null ? null : this.read(kind.slice(0, -1), value);
    }
    if (kind.startsWith("[")) {
      return elementsOf(value).map((element) => this.read(kind.slice(1, -1), element));
    }
    if (kind.startsWith("{")) {
      const free = kind.slice(1, -1);
      return new Map(membersOf(value).map(([name, member]) => [name, this.read(free, member)]));
    }
    if (kind.includes("|")) {
      return this.anyOf(kind.split("|"), value);
    }
    if (this.models.has(kind)) {
      return this.record(kind, value);
    }
    return this.values.get(kind)(value);
  }

  /** Return a Map of the members that a model knows; of one name, only the last counts. */
  record(model, value) {
    const given = new Map(membersOf(value));
    const record = new Map();
    for (const [name, kind] of this.models.get(model)) {
      record.set(name, this.member(kind, name, given));
    }
    if (this.rules.get(model)?.(record) === false) {
      throw new UnfitError(model);
    }
    return record;
  }

  member(kind, name, given) {
    if (given.has(name)) {
      return this.read(kind.endsWith("!") ? kind.slice(0, -1) : kind, given.get(name));
    }
    if (kind.endsWith("!")) {
      throw new UnfitError(name);
    }
    return null;
  }

  anyOf(kinds, value) {
    for (const kind of kinds) {
      try {
        return this.read(kind, value);
      } catch (error) {
        if (!(error instanceof UnfitError)) {
          throw error;
        }
      }
    }
    throw new UnfitError(kinds.join(" or "));
  }
}

function elementsOf(value) {
  if (!Array.isArray(value)) {
    throw new UnfitError("expected an array");
  }
  return value;
}

/** Return the names and values of an object, those of one name all of them. */
function membersOf(value) {
  if (!(value instanceof Members)) {
    throw new UnfitError("expected an object");
  }
  return value.pairs;
}
