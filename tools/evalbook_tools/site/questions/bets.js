// A bet: one click on a choice, and before it, if the reader likes, one on how sure they are. A bet that
// is borrowed from another page (borrowed_bets.py) is filed there, and folds nothing here.
const SURE = [25, 50, 75, 95];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

function startBet(form) {
  const id = form.id.slice(2), { page } = form.dataset;
  const rows = all(".q-choices > li", form);
  const said = make("div", { className: "q-said", aria: { role: "status" } });
  const sure = IN_CLASS ? make("span") : sureOf(id);
  const again = button("Bet again", reopen, "q-again");
  const note = foldNote(() => { remember(id, { ...recall(id, page), shown: true }, page); show(); });
  form.querySelector(".q-choices").before(sure);
  form.append(said, again);
  if (!page) form.after(note);
  const bet = { folds: page ? [] : foldAfter(note), show };
  let here = visiting;

  function show() {
    here = true;
    restoreFold();
    const next = bet.folds[0]?.firstElementChild;
    if (next && note.contains(document.activeElement)) {
      next.tabIndex = -1;
      next.focus();
    }
  }

  function settle(row) {
    const chosen = row.firstElementChild.value, entry = recall(id, page);
    const seen = here || entry.shown || load().everything; // the answer was in sight
    const first = entry.first || { choice: chosen, right: "right" in row.dataset, ...tappedIn(form), ...(seen && { seen }) };
    remember(id, { ...entry, first, last: chosen }, page);
    restore();
    said.scrollIntoView({ block: "nearest", behavior: STILL.matches ? "auto" : "smooth" });
  }

  // What was open stays open.
  function reopen() {
    const { first } = recall(id, page);
    remember(id, { first, shown: true }, page);
    restore();
    rows[0].firstElementChild.focus();
  }

  function restoreFold() {
    const { first, last, shown } = recall(id, page);
    const open = rows.every(row => row.firstElementChild.value !== last);
    const folded = open && !here && !shown && !load().everything;
    setFolded(bet.folds, folded);
    note.hidden = !folded;
    form.classList.toggle("q-open", open);
    sure.hidden = !open || !!first;
    again.hidden = open;
  }

  function restore() {
    const { last, first } = recall(id, page);
    said.replaceChildren();
    for (const row of rows) {
      const chosen = row.firstElementChild.value === last;
      row.firstElementChild.setAttribute("aria-pressed", chosen);
      row.classList.toggle("q-chosen", chosen);
      if (chosen) said.replaceChildren(...row.querySelector(".q-feedback").cloneNode(true).childNodes);
    }
    if (first && (first.sure || first.choice !== last)) said.append(make("p", {}, `Your first bet: “${first.choice}”${first.sure ? `, ${first.sure}% sure` : ""}.`));
    restoreFold();
    tellProgress();
  }

  rows.forEach(row => (row.firstElementChild.onclick = () => (IN_CLASS ? vote(row) : settle(row))));
  if (IN_CLASS) form.append(button("Show the answer", event => { form.classList.add("q-revealed"); event.target.hidden = true; show(); }));
  bet.folds.forEach(fold => fold.addEventListener("beforematch", show));
  restorers.push(restore);
  restore();
  return bet;
}

// Before a class, a click marks the room's vote, and another takes it back.
function vote(row) {
  const marked = row.classList.toggle("q-voted");
  row.firstElementChild.setAttribute("aria-pressed", marked);
}

const sureOf = id => make("fieldset", { className: "q-sure" }, make("legend", {}, "How sure are you? (optional, before you choose)"),
  ...SURE.map(percent => make("label", {}, make("input", { type: "radio", name: `sure-${id}`, value: percent }), `${percent}%`)));

// What was said of it, if anything was.
const tappedIn = form => all(".q-sure input:checked", form).reduce((_, { value }) => ({ sure: Number(value) }), {});

const foldNote = show => make("div", { className: "q-note" },
  make("p", {}, "What follows is hidden until you bet."),
  button("Continue without betting", show),
  button("Always show everything", () => { save({ ...load(), everything: true }); restoreAll(); }, "q-quiet"));
