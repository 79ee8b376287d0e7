// How far the reader has come: at a chapter's end, and quietly on the landing page.
const progressLine = make("p", { aria: { role: "status" } });

function tellProgress() {
  const bets = all(".q-bet"), won = bets.filter(bet => recall(bet.id.slice(2)).first?.right);
  const made = bets.filter(bet => recall(bet.id.slice(2)).first);
  const exercises = [...new Set(all(".q-exercise").map(form => form.dataset.for))];
  const text = `Bets: ${made.length} of ${bets.length} made, ${won.length} won. ` +
    `Exercises: ${exercises.filter(isDone).length} of ${exercises.length} done.`;
  if (progressLine.textContent !== text) progressLine.textContent = text;
  all(".admonition.you").forEach(tellYou);
}

const progressBox = () => make("section", { className: "q-progress", aria: { "aria-label": "Your progress" } }, progressLine, storageBox());

function storageBox() {
  const everything = make("input", { type: "checkbox", onchange: () => { showEverything(everything.checked); restoreAll(); } });
  const told = make("span", { aria: { role: "status" } });
  const file = make("input", { type: "file", accept: ".json", onchange: async () => {
    told.textContent = addProgress(await file.files[0].text()) ? "Added." : "This file holds no progress of this book.";
    file.value = "";
    restoreAll();
  } });
  const forget = button("Forget all", () => {
    const sure = forget.textContent !== "Forget all";
    forget.textContent = sure ? "Forget all" : "Really forget all, in the whole book?";
    if (sure) { forgetAll(); told.textContent = "Forgotten."; restoreAll(); }
  });
  restorers.push(() => (everything.checked = load().everything));
  everything.checked = load().everything;
  return make("details", {}, make("summary", {}, "Your answers stay on this machine"),
    make("p", {}, make("label", {}, everything, "Always show everything, in the whole book")),
    make("p", {}, button("Export", exportProgress), make("label", { className: "q-file" }, "Import", file), forget, told));
}

function exportProgress() {
  const address = URL.createObjectURL(new Blob([JSON.stringify(load(), null, 1)], { type: "application/json" }));
  make("a", { href: address, download: "evalbook-progress.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The landing page knows how many questions each chapter asks.
function tellChapters(questions) {
  const { answers } = load();
  all(".q-count:not(.q-due-count)").forEach(count => count.remove());
  for (const link of all("article li > a[href]")) {
    const page = decodeURI(link.href.split("#")[0].slice(ROOT.length)).replace(/\.html$/, "");
    const done = (questions[page] || []).filter(id => answers[page]?.[id]?.first || DONE.has(answers[page]?.[id]?.state));
    if (done.length) link.after(make("span", { className: "q-count" }, ` ${done.length} of ${questions[page].length}`));
  }
}
