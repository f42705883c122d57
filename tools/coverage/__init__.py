"""Which branches of harbor's own code the inputs take, and why they leave out the others."""
