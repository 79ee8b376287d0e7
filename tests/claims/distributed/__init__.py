"""Claims of the part Scale."""
