/**
 * Errors that are answers: the name of the class is what goes on the wire.
 *
 * Anything else that is thrown is a defect of this program and ends it.
 */

/** An error that an operation answers with. */
export class NamedError extends Error {
  constructor(message = "") {
    super(message);
    this.name = new.target.name;
  }
}

/** A value that a function cannot take, such as an empty list or text that is not JSON. */
export class ValueError extends NamedError {}

/** Bytes that are not UTF-8; in Python too, this is a kind of ValueError. */
export class UnicodeDecodeError extends ValueError {}

/** A number beyond the range of binary64. */
export class OverflowError extends NamedError {}

/** A division by zero. */
export class ZeroDivisionError extends NamedError {}

/** JSON nested too deeply. */
export class RecursionError extends NamedError {}
