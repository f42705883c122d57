/**
 * The numbers that Python's `float()` reads from text.
 *
 * harbor reads reward.txt with `float(text)` (harbor/verifier/verifier.py:68). Any digit
 * and any white space of Unicode count; an underscore may stand between two digits;
 * `inf`, `infinity` and `nan` are words. What remains is plain ASCII decimal text, which
 * `Number()` rounds to the nearest binary64.
 */

/**
 * Characters dropped at both ends. U+FEFF, which `trim()` drops, is not among them, and
 * U+0085, which `trim()` keeps, is.
 */
const WHITE_SPACE = new Set(
  "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008" +
    "\u2009\u200a\u2028\u2029\u202f\u205f\u3000",
);

// The zeros of Unicode 15.0, written out because \p{Nd} follows the version that Node
// was built with. Each begins a run of ten digits.
const ZEROS = [
  0x0030, 0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6,
  0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0,
  0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
  0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066,
  0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730,
  0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16a60, 0x16ac0, 0x16b50,
  0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e950,
  0x1fbf0,
];
const DIGITS = new Map(
  ZEROS.flatMap((zero) =>
    Array.from("0123456789", (digit, value) => [String.fromCodePoint(zero + value), digit]),
  ),
);

const ASCII = /^[\x00-\x7f]*$/;
const DIGIT_RUN = "[0-9]+(?:_[0-9]+)*";
const FINITE = `(?:${DIGIT_RUN}(?:\\.(?:${DIGIT_RUN})?)?|\\.${DIGIT_RUN})(?:e[+-]?${DIGIT_RUN})?`;
const NUMBER = new RegExp(`^[+-]?(?:${FINITE}|inf|infinity|nan)$`, "i");

/** Return the binary64 nearest to the number in `text`, or null if it holds none. */
export function parse(text) {
  const plain = withAsciiDigits(strip(text));
  return NUMBER.test(plain) ? read(plain.replace(/_/g, "")) : null;
}

/** Return the float of plain ASCII text that is known to hold one. */
export function read(plain) {
  const float = Number(plain);
  if (!Number.isNaN(float) || /nan/i.test(plain)) {
    return float;
  }
  // What Number() does not know is a form of "inf" or "infinity".
  return plain.startsWith("-") ? -Infinity : Infinity;
}

/** Return the text without Python's white space at its ends. */
export function strip(text) {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.has(text[start])) {
    start += 1;
  }
  while (end > start && WHITE_SPACE.has(text[end - 1])) {
    end -= 1;
  }
  return text.slice(start, end);
}

/** Return the text with each digit of Unicode as the ASCII digit of its value. */
export function withAsciiDigits(text) {
  if (ASCII.test(text)) {
    return text;
  }
  return Array.from(text, (character) => DIGITS.get(character) ?? character).join("");
}
