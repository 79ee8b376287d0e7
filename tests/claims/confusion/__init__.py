"""Claims of the part Confusion."""
