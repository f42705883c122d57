"""Starts a program that hears Ctrl-C, also where whoever runs the tests has it ignored."""

import sys

_PROGRAM = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""

INTERRUPTIBLE = (sys.executable, "-c", _PROGRAM)
"""What stands before the path of the program and its arguments."""
