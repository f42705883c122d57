/**
 * Bytes as text: strict UTF-8, a byte order mark kept as a character.
 */

import { UnicodeDecodeError } from "./errors.mjs";

const STRICT_UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Return the text that the bytes hold; throws UnicodeDecodeError where they hold none. */
export function decode(bytes) {
  try {
    return STRICT_UTF_8.decode(bytes);
  } catch (error) {
    throw error instanceof TypeError ? new UnicodeDecodeError(error.message) : error;
  }
}
