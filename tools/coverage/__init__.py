"""Which branches of harbor's own code the inputs take, and why not the others."""
