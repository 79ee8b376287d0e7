"""The book's questions as a bank that Moodle imports: ``make questions``.

sources   what the notebooks ask, with what a question needs to be understood outside its chapter
answers   the numbers that a check accepts, as values with a tolerance
markup    the book's Markdown as HTML that Moodle shows
moodle    the questions as Moodle XML
"""
