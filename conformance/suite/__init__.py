"""The checks of a candidate, as pytest runs them."""
