"""Recorded cases, readable by any language; see docs/protocol.md."""
