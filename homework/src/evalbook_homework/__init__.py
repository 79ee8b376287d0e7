"""Homework: a package of its own, over the tools that build the book and the package that it teaches with.

grading        assignments: released with numbers of their own, collected, run in a sandbox, graded
class_report   what a class bet, and what it still knew days later
question_bank  the book's questions for Moodle

The assignments lie beside it, in ``homework/assignments``. Neither tools nor package import anything from here.
"""
