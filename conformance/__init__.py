"""What is asked, how answers are compared, and how verdicts are published."""

from importlib.metadata import version

__version__ = version("harbor-conformance")
