"""Claims of the part Text."""
