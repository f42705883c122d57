/**
 * JSON text as Python's `json.loads` reads it.
 *
 * harbor reads reward.json with it (harbor/verifier/verifier.py:82). Beyond JSON, `NaN`,
 * `Infinity` and `-Infinity` are numbers, and a surrogate may stand alone. Of duplicate
 * names the last value holds, at the place of the first. An object becomes a Map, which
 * keeps names such as "10" and "__proto__" as they are and where they stand.
 */

import { RecursionError, ValueError } from "./errors.mjs";

/**
 * The most lists and objects that may stand around a value.
 *
 * harbor's own limit belongs to its Python build (1,491 on CPython 3.12.1, 9,992 on 3.13.0),
 * so no case is between 1,000 and 10,001.
 */
const NESTING_LIMIT = 1_500;

/** Python refuses to read longer integers; the sign does not count. */
const INT_DIGITS_LIMIT = 4300;

const NUMBER = /(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPES = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);
const WORDS = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
];
const [TAB, NEWLINE, RETURN, SPACE, QUOTE, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x5c];

/**
 * Return the value of a JSON text: null, boolean, BigInt, number, string, Array or Map.
 *
 * Throws ValueError where the text is not JSON, and RecursionError where it is nested
 * deeper than NESTING_LIMIT.
 */
export function parse(text) {
  return new Reader(text).only();
}

/**
 * A position in a text, and the steps that move it forward.
 *
 * `jiter_json.mjs` changes what becomes of objects, numbers, strings and too much nesting.
 */
export class Reader {
  /** Whether the limit on digits holds for the whole part of a float as well. */
  limitsFloats = false;

  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  /** Read a value behind which nothing follows. */
  only() {
    const value = this.value(0);
    this.skipWhiteSpace();
    if (this.position !== this.text.length) {
      this.fail("extra data");
    }
    return value;
  }

  fail(why) {
    throw new ValueError(`${why} at character ${this.position}`);
  }

  skipWhiteSpace() {
    while (isWhiteSpace(this.text.charCodeAt(this.position))) {
      this.position += 1;
    }
  }

  /** Step over `token` if it comes next. */
  take(token) {
    const found = this.text.startsWith(token, this.position);
    if (found) {
      this.position += token.length;
    }
    return found;
  }

  refuseNesting(depth) {
    if (depth > NESTING_LIMIT) {
      throw new RecursionError("nested too deeply");
    }
  }

  value(depth) {
    this.refuseNesting(depth);
    this.skipWhiteSpace();
    if (this.take('"')) {
      return this.string();
    }
    if (this.take("{")) {
      return this.members(depth);
    }
    if (this.take("[")) {
      return this.elements(depth);
    }
    for (const [word, value] of WORDS) {
      if (this.take(word)) {
        return value;
      }
    }
    return this.number();
  }

  /** Return what the members of an object are set in. */
  noMembers() {
    return new Map();
  }

  members(depth) {
    const result = this.noMembers();
    this.skipWhiteSpace();
    if (this.take("}")) {
      return result;
    }
    for (;;) {
      const name = this.name();
      result.set(name, this.value(depth + 1));
      this.skipWhiteSpace();
      if (this.take("}")) {
        return result;
      }
      if (!this.take(",")) {
        this.fail("expected ',' or '}'");
      }
    }
  }

  /** Read a name and the colon behind it. */
  name() {
    this.skipWhiteSpace();
    if (!this.take('"')) {
      this.fail("expected a name in double quotes");
    }
    const name = this.string();
    this.skipWhiteSpace();
    if (!this.take(":")) {
      this.fail("expected ':'");
    }
    return name;
  }

  elements(depth) {
    const result = [];
    this.skipWhiteSpace();
    if (this.take("]")) {
      return result;
    }
    for (;;) {
      result.push(this.value(depth + 1));
      this.skipWhiteSpace();
      if (this.take("]")) {
        return result;
      }
      if (!this.take(",")) {
        this.fail("expected ',' or ']'");
      }
    }
  }

  number() {
    const [text, whole, fraction, exponent] = this.match(NUMBER, "expected a value");
    const isInt = fraction === undefined && exponent === undefined;
    const limited = isInt || this.limitsFloats;
    if (limited && whole.replace("-", "").length > INT_DIGITS_LIMIT) {
      this.fail("number with too many digits");
    }
    return isInt ? BigInt(whole) : Number(text);
  }

  /**
   * Read the rest of a string whose opening quote has been taken.
   *
   * Two escaped surrogates that follow each other become one character by themselves:
   * JavaScript's strings are UTF-16.
   */
  string() {
    let result = "";
    for (;;) {
      result += this.plainText();
      if (this.take('"')) {
        return result;
      }
      if (!this.take("\\")) {
        this.fail("unterminated string or control character");
      }
      result += this.escape();
    }
  }

  /** Read up to the next quote, backslash or control character. */
  plainText() {
    const start = this.position;
    while (isPlain(this.text.charCodeAt(this.position))) {
      this.position += 1;
    }
    return this.text.slice(start, this.position);
  }

  escape() {
    const letter = this.text.charAt(this.position);
    this.position += 1;
    if (letter === "u") {
      const [digits] = this.match(HEX, "expected four hexadecimal digits");
      return String.fromCharCode(parseInt(digits, 16));
    }
    return ESCAPES.get(letter) ?? this.fail("unknown escape");
  }

  /** Step over what a sticky pattern matches here, or fail. */
  match(pattern, otherwise) {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text) ?? this.fail(otherwise);
    this.position += match[0].length;
    return match;
  }
}

function isWhiteSpace(unit) {
  return unit === SPACE || unit === NEWLINE || unit === RETURN || unit === TAB;
}

/** Return whether a string may have a code unit unescaped; NaN stands for the text's end. */
function isPlain(unit) {
  return unit >= SPACE && unit !== QUOTE && unit !== BACKSLASH;
}
