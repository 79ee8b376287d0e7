"""Claims of the part Regression."""
