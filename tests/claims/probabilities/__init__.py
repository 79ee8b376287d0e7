"""Claims of the part Curves."""
