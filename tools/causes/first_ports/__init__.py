"""Wrong candidates with the mistakes of a first runner written from the texts alone."""
