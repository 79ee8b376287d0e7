// Exercises: a box for the answer, and the solution after a right answer or on request. What is typed and not yet
// given is a draft: it is kept, and counts for nothing.
function startExercise(form) {
  const record = JSON.parse(form.querySelector("script").textContent);
  const solution = all("details.q-solution").find(part => part.classList.contains(`q-for-${form.dataset.for}`));
  const said = form.querySelector(".q-said");
  const fields = all("input, textarea", form);
  const ticks = fields.filter(field => field.type === "checkbox");

  const answer = () => (record.kind === "choice" ? fields.find(field => field.checked)?.value ?? "" : fields[0].value);

  function keep(entry) {
    remember(record.id, { ...recall(record.id), ...entry });
    tellProgress();
  }

  // The reason, where the record knows it; else the solution has it. What an argument should say stands below it, to be ticked.
  function tell({ state, text }) {
    const told = state === "written" ? ["Written.", record.why, "Does your answer say this?"] : [text];
    if (state === "right" && !record.why && solution && isDone(form.dataset.for)) told.push("The solution below explains why.");
    said.innerHTML = told.filter(Boolean).join(" ");
    form.dataset.state = state;
  }

  // Code is judged in the notebook; who has it done reads the reason here, too.
  function tellDone() {
    if (said) tell(ticks[0].checked ? { state: "right", text: record.why } : { state: "open", text: "" });
  }

  form.addEventListener("input", event => event.target.type === "checkbox" ||
    keepDraft(record.id, answer() === (recall(record.id).answer ?? "") ? undefined : answer()));
  form.addEventListener("submit", event => {
    event.preventDefault();
    const verdict = judge(record, answer());
    keepDraft(record.id);
    keep({ answer: answer(), state: verdict.state });
    tell(verdict);
    if (solution && DONE.has(verdict.state) && isDone(form.dataset.for)) solution.open = true;
  });
  ticks.forEach(tick => (tick.onchange = () => {
    if (record.kind === "code") tellDone();
    keep(record.kind === "code" ? { state: tick.checked ? "right" : "open" } : { ticks: ticks.flatMap((one, n) => (one.checked ? [n] : [])) });
  }));
  solution?.addEventListener("toggle", () => form.classList.toggle("q-compare", solution.open));

  function restore() {
    const { answer = "", state = "open", ticks: kept = [] } = recall(record.id), draft = draftOf(record.id), typed = draft ?? answer;
    ticks.forEach((tick, place) => (tick.checked = record.kind === "code" ? state === "right" : kept.includes(place)));
    if (record.kind === "choice") fields.forEach(field => (field.checked = field.value === typed));
    else if (record.kind !== "code") fields[0].value = typed;
    if (record.kind === "code") tellDone();
    else tell(answer && draft === undefined ? judge(record, answer) : { state: "open", text: draft ? "Not checked yet." : "" });
  }
  restorers.push(restore);
  restore();
}

const isDone = label => tally({ bets: [], exercises: [boxesOf(label)] }).done;
