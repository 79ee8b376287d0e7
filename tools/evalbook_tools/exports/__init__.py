"""What leaves the book in another form: the PDF, the bank of questions, what a class answered, how a lite site runs."""
