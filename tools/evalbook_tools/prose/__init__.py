"""For whoever rewrites the prose of a chapter: what a rewrite may not lose, and whether it reads better.

    python -m evalbook_tools.prose compare HEAD~3:book/curves/auc.ipynb book/curves/auc.ipynb
    python -m evalbook_tools.prose sheet 7 HEAD~3 book/curves/auc.ipynb --others others.txt > sheet.txt
    python -m evalbook_tools.prose score 7 HEAD~3 book/curves/auc.ipynb --others others.txt -- anna.txt ben.txt

markup     what a text in the book's Markdown holds: prose, links, formulas, code
numbers    the numbers that a text says, in digits and in words
sentences  prose as sentences
pages      the cells of a page, now and at a revision, and their texts
compare    what is gone from a page, new or changed
rating     sentences from before and after, drawn and mixed for raters, and their ratings counted
revived    where a page comes near a sentence that fell
"""
