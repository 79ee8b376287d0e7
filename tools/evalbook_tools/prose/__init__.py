"""For whoever rewrites the prose of a chapter: what a rewrite may not lose.

    python -m evalbook_tools.prose compare HEAD~3:book/curves/auc.ipynb book/curves/auc.ipynb

markup     what a text in the book's Markdown holds: prose, links, formulas, code
numbers    the numbers that a text says, in digits and in words
pages      the cells of a page, now and at a revision, and their texts
compare    what is gone from a page, new or changed
"""
