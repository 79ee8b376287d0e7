// What the other scripts need of all this.
window.evalbook = {
  all, make, button, restorers, restoreAll, QUERY, IN_CLASS, ROOT, PAGE, HOME, pageAt, VERSION, KEY, storage,
  load, save, object, progressOf, recall, remember, draftOf, keepDraft, addProgress, forgetAll,
  ASKED, CHAPTERS, DONE, DUE_PAGE, tally, today, triesOf, readOn, dueOn, answeredOn, agenda, forClass,
};
