// A chapter is read once its recap was seen, or all its bets are made: from then on its questions come due.
const { all, make, button, load, save, sureOf, tappedIn, vote, progressLink, settingBox, shortenContents, restorers } = window.evalbook;
const { IN_CLASS, QUERY, ROOT, PAGE, CHAPTERS, DUE_PAGE, today, triesOf, readOn, dueOn, answeredOn, agenda, forClass } = window.evalbook;

function noteReading() {
  const data = load();
  if (IN_CLASS || !CHAPTERS[PAGE] || Number.isInteger(data.read[PAGE])) return;
  save({ ...data, read: { ...data.read, [PAGE]: today() } });
}

function watchReading() {
  const recap = document.getElementById("recap");
  const seen = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && noteReading());
  if (recap) seen.observe(recap);
  addEventListener("click", () => readOn(load(), PAGE, CHAPTERS[PAGE]) === 0 && !load().allChapters && noteReading());
}
