"""Homework: released with numbers of its own each term, collected, and graded in a sandbox."""
