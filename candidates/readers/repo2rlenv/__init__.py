"""repo2rlenv, whose verifiers are run."""
