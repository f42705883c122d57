"""What the process does first that the workers of a run are forked from.

It imports harbor and answers nothing itself: it collects no garbage while it imports, and
leaves without taking a hundred thousand objects apart.
"""

import atexit
import gc
import os

gc.disable()
atexit.register(os._exit, 0)
