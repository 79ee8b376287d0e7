// How far the reader has come: one count for a chapter's end, the landing page and My progress.
const progressLine = make("p", { aria: { role: "status" } });

const told = ({ bets, made, won, exercises, done }) => `Bets: ${made} of ${bets} made, ${won} won. Exercises: ${done} of ${exercises} done.`;

const boxesOf = label => all(".q-exercise").filter(form => form.dataset.for === label).map(form => form.id.slice(2));

function tellProgress() {
  const bets = all(".q-bet:not([data-page])").map(form => form.id.slice(2));
  const text = told(tally({ bets, exercises: [...new Set(all(".q-exercise").map(form => form.dataset.for))].map(boxesOf) }));
  if (progressLine.textContent !== text) progressLine.textContent = text;
}

const progressBox = () => make("section", { className: "q-progress", aria: { "aria-label": "Your progress" } },
  progressLine, everythingBox(), progressLink());

const progressLink = () => make("p", {}, "Your answers are kept in this browser. On the page ",
  make("a", { href: `${ROOT}${PROGRESS_PAGE}.html` }, "My progress"), " you can export, import or delete them.");

const everythingBox = () => settingBox("everything", " Always show everything, on every page", restoreAll);

// A box to tick, which is kept with the answers under a name of its own.
function settingBox(name, text, then) {
  const box = make("input", { type: "checkbox", onchange: () => { save({ ...load(), [name]: box.checked }); then(); } });
  const restore = () => (box.checked = load()[name] === true);
  restorers.push(restore);
  restore();
  return make("p", {}, make("label", {}, box, text));
}

// The landing page knows what each chapter asks.
function tellChapters() {
  all(".q-count:not(.q-due-count)").forEach(count => count.remove());
  for (const link of all("article li a[href]")) {
    const page = pageAt(link.href);
    if (!ASKED[page]) continue;
    const { bets, made, exercises, done } = tally(ASKED[page], page);
    if (made + done) link.after(make("span", { className: "q-count" }, ` ${made + done} of ${bets + exercises}`));
  }
}
