"""Wrong implementations, each with one mistake, reserved for a measurement of a diagnosis."""
