"""Claims of the part Costs."""
