// The page: what is due today, one question after another.
const listed = ({ id }) => document.getElementById(`q-${id}`);
const parts = () => all(":scope > section", document.querySelector(".q-chapter").parentElement.parentElement);

function showList(shown) {
  parts().forEach(part => (part.hidden = !shown));
  shortenContents();
}

// The question and its choices as buttons, made from its entry in the list.
function formOf(question, settle) {
  const entry = listed(question), texts = all(":scope > :is(p, pre, table)", entry).map(text => text.cloneNode(true)), asked = texts.at(-1);
  Object.assign(asked, { id: `asked-${question.id}`, className: "q-asked" });
  const rows = all("details", entry).map(one => {
    const row = make("li"), choice = button("", () => settle(row)), [summary, ...said] = one.cloneNode(true).childNodes;
    choice.append(...summary.childNodes);
    Object.assign(row.dataset, one.dataset);
    row.append(choice, make("div", { className: "q-feedback" }, ...said));
    return row;
  });
  return make("form", { className: "q-due", onsubmit: () => false }, ...texts,
    make("ul", { className: "q-choices", aria: { "aria-labelledby": asked.id } }, ...rows));
}

// The way to the very cell, under the chapter's name.
function lookUp(question) {
  const entry = listed(question), place = entry.querySelector("a[href*='#']").cloneNode(true);
  place.textContent += " in the chapter";
  return make("p", { className: "q-see" }, place, `: ${entry.parentElement.querySelector("h3").textContent}`);
}

const feedbackOf = row => [...row.querySelector(".q-feedback").cloneNode(true).childNodes];

function ask(question, place, box, { skip, next, answered }) {
  const sure = sureOf(question.id), said = make("div", { className: "q-said", tabIndex: -1, aria: { role: "status" } });
  const form = formOf(question, settle), rows = all(".q-choices > li", form);
  const skipping = button("Skip", skip, "q-quiet");
  form.querySelector(".q-choices").before(sure);
  form.append(said, skipping);
  box.replaceChildren(make("p", { className: "q-place" }, place), form);

  function settle(row) {
    const right = "right" in row.dataset;
    keep(question, { day: today(), right, choice: row.firstElementChild.textContent, ...tappedIn(form) });
    for (const one of rows) {
      one.firstElementChild.onclick = null;
      one.firstElementChild.setAttribute("aria-disabled", true);
      one.firstElementChild.setAttribute("aria-pressed", one === row);
      one.classList.toggle("q-chosen", one === row || "right" in one.dataset);
    }
    said.append(...feedbackOf(row));
    if (!right) said.append(make("p", { className: "q-instead" }, ...feedbackOf(rows.find(one => "right" in one.dataset))));
    form.classList.toggle("q-won", right);
    said.append(lookUp(question), make("p", {}, comesBack(question)));
    answered();
    sure.remove();
    skipping.replaceWith(button("Next", next));
    said.focus();
  }
}

function keep({ chapter, id }, answer) {
  const data = load(), tries = [...triesOf(data, chapter, id), answer];
  save({ ...data, due: { ...data.due, [chapter]: { ...data.due[chapter], [id]: tries } } });
}

function comesBack({ chapter, id }) {
  const data = load(), now = today(), days = dueOn(triesOf(data, chapter, id), readOn(data, chapter, CHAPTERS[chapter]), now) - now;
  return days === Infinity ? "You were right three times in a row, so this question does not come back." : `This question comes back ${inDays(days)}.`;
}

const inDays = days => (days === 1 ? "tomorrow" : `in ${days} days`);

function startAsking() {
  const box = make("div", { className: "q-today" }), list = button("", () => turnTo(!parts().some(part => !part.hidden)));
  const summary = make("p", { aria: { role: "status" } });
  let day, queue, at;

  function gather() {
    day = today();
    queue = agenda(load(), CHAPTERS, day).now;
    at = 0;
  }

  function go(step, moved = true) {
    at += step;
    if (day !== today()) gather();
    if (at < queue.length) ask(queue[at], `Question ${at + 1} of ${queue.length}`, box, { skip: () => go(1), next: () => go(1), answered: summarize });
    else box.replaceChildren(...ending());
    summarize();
    if (!moved) return;
    box.tabIndex = -1;
    box.focus();
  }

  function summarize() {
    const tries = Object.entries(CHAPTERS).flatMap(([chapter, ids]) => ids.flatMap(id => triesOf(load(), chapter, id)));
    const right = tries.filter(one => one.right).length;
    summary.textContent = tries.length ? `Your answers on this page so far: ${tries.length}, of which ${right} ${right === 1 ? "was" : "were"} right.` : "";
  }

  function turnTo(shown) {
    showList(shown);
    box.hidden = shown;
    list.textContent = shown ? "Back to today's questions" : "List all questions, with hidden answers";
  }

  function restart() {
    gather();
    go(0, false);
  }

  parts()[0].before(box);
  document.querySelector("article").append(make("section", { className: "q-progress", aria: { "aria-label": "Your questions" } },
    summary, allChapters(restart), classLink(), make("p", {}, list), progressLink()));
  restorers.push(restart);
  turnTo(QUERY.has("all") || !!location.hash);
  restart();
}

// Nothing (more) to ask: when it goes on.
function ending() {
  const { now, more, next } = agenda(load(), CHAPTERS, today());
  const done = answeredOn(load(), CHAPTERS, today()), right = done.filter(one => one.right).length;
  const texts = done.length ? [`That is all for today: ${right} of ${done.length} right.`] : ["No question is due today."];
  if (now.length) texts.push(`You skipped ${now.length === 1 ? "one question, which stays" : `${now.length} questions, which stay`} due.`);
  if (more) texts.push(`${more} more can wait until tomorrow.`);
  else if (next < Infinity) texts.push(`The next question comes ${inDays(next - today())}.`);
  else if (!now.length) texts.push("The questions of a chapter become due one day after you have read it to its recap, or made all its bets.");
  return texts.map(text => make("p", {}, text));
}

const allChapters = restart =>
  settingBox("allChapters", " Ask me about all chapters, even those that I have not read", restart);
