"""Claims of the part Ranking."""
