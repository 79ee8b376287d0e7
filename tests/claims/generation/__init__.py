"""Claims of the part Generated answers."""
