"""Wrong implementations, written without the catalogue of deviations in view.

Each is one mistake in a plain implementation of one operation, which is `right` itself: its
docstring says the mistake. `python -m tools.causes` measures what a diagnosis says of them.
"""
