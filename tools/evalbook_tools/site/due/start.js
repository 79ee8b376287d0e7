function start() {
  if (PAGE === DUE_PAGE) (IN_CLASS ? startClass : startAsking)();
  if (CHAPTERS[PAGE]) watchReading();
  restorers.push(tellCount);
  tellCount();
}

addEventListener("DOMContentLoaded", start);
