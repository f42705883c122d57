"""``python -m oracle`` is the program that serves the oracle over the protocol.

It knows the forms of messages, which the oracle itself has no use for, so it lives there.
"""

import runpy

runpy.run_module("conformance.implementations.harbor", run_name="__main__", alter_sys=True)
