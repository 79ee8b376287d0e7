"""Claims of the part Splits."""
