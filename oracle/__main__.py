"""``python -m oracle`` is the program that serves the oracle over the protocol.

That program lives elsewhere, since the oracle itself does not use the forms of messages.
"""

import runpy

runpy.run_module("conformance.implementations.harbor", run_name="__main__", alter_sys=True)
