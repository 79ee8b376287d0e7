"""What leaves the book in another form: the PDF, the bank of questions, and what a class answered."""
