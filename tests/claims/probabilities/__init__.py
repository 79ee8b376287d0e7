"""Claims of the part Probabilities."""
