// What all scripts of the book share; progress/shared.js hands it out.
const { all, make, button, load, save, recall, remember, draftOf, keepDraft, object, tally, DONE } = window.evalbook;
const { ASKED, restorers, restoreAll, IN_CLASS, QUERY, ROOT, PAGE, HOME, pageAt } = window.evalbook;
