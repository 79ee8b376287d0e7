"""The book on paper: one PDF, printed by Chromium from the pages of the built site.

toc        parts and pages, in the order of the book
pages      a page of the site as a chapter: its ids, its links, what does nothing on paper
font_rules those of the site, one file a weight, and Chinese
solutions  what stands at the end: answers to the bets, solutions of the exercises
document   title page, contents, chapters, solutions: one HTML file
printing   Chromium makes the PDF of it
outline    bookmarks and what a reader shows of the file
"""
