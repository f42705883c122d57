"""How far two answers agree."""
