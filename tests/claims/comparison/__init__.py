"""Claims of the part Uncertainty."""
