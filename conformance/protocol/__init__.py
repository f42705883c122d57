"""The protocol: values, their shapes, and the lines that carry them."""
