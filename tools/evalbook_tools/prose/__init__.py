"""For whoever rewrites the prose of a chapter: what a rewrite may not lose, and whether it reads better.

    python -m evalbook_tools.prose compare HEAD~3:book/curves/auc.ipynb book/curves/auc.ipynb
    python -m evalbook_tools.prose sheet 7 HEAD~3 book/curves/auc.ipynb --others others.txt > sheet.txt
    python -m evalbook_tools.prose score 7 HEAD~3 book/curves/auc.ipynb --others others.txt -- anna.txt ben.txt

Choose the seed before you write. Three people who did not write the page rate each sentence, one of them a reader of
English as a foreign language: it is natural, it is understood at once but stilted, or it needs a second reading. Then
two people who do not know the page read all of it. They mark what could go, a pattern that they meet for the third
time, a reason that they doubt, and three sentences worth quoting. If more than a tenth could go, or nothing is worth
quoting, write the page again.

markup     what a text in the book's Markdown holds: prose, links, formulas, code
numbers    the numbers that a text says, in digits and in words
sentences  prose as sentences
pages      the cells of a page, now and at a revision, and their texts
compare    what is gone from a page, new or changed
rating     sentences from before and after, drawn and mixed for raters, and their ratings counted
revived    where a page comes near a sentence that fell
"""
