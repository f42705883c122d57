"""The reference, and for whole jobs harbor itself, with steps replaced: one deviation a row.

They are what every check must be able to catch. ``certify deviation/NAME`` shows what a
divergence looks like, ``deviation/NAME+NAME`` several together, and ``deviation/NAME=VALUE``
one that takes a value.
"""
