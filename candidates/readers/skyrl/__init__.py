"""skyrl, whose package has nothing to run about harbor's rewards."""
