// All that are due, for My progress; a day asks some of them.
window.evalbook.dueNow = () => openQuestions(load(), CHAPTERS, today()).filter(({ on }) => on <= today());

function start() {
  if (PAGE === DUE_PAGE) (IN_CLASS ? startClass : startAsking)();
  if (CHAPTERS[PAGE]) watchReading();
  restorers.push(tellCount);
  tellCount();
}

addEventListener("DOMContentLoaded", start);
