"""repo2rlenv, asked what its verifiers write."""
