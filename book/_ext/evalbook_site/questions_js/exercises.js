// Exercises: a box for the answer, and the solution after a right answer or on request.
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

  function tell({ state, text }) {
    said.innerHTML = state === "written" ? "Written. Does it say this?" : text;
    form.dataset.state = state;
  }

  form.addEventListener("submit", event => {
    event.preventDefault();
    const verdict = judge(record, answer());
    tell(verdict);
    keep({ answer: answer(), state: verdict.state });
    if (solution && DONE.has(verdict.state) && isDone(form.dataset.for)) solution.open = true;
  });
  ticks.forEach((tick, place) => (tick.onchange = () => keep(record.kind === "code"
    ? { state: tick.checked ? "right" : "open" }
    : { ticks: ticks.flatMap((one, n) => (one.checked ? [n] : [])) })));
  solution?.addEventListener("toggle", () => form.classList.toggle("q-compare", solution.open));

  function restore() {
    const { answer = "", state = "open", ticks: kept = [] } = recall(record.id);
    ticks.forEach((tick, place) => (tick.checked = record.kind === "code" ? state === "right" : kept.includes(place)));
    if (record.kind === "choice") fields.forEach(field => (field.checked = field.value === answer));
    else if (record.kind !== "code") fields[0].value = answer;
    if (record.kind !== "code") tell(answer ? judge(record, answer) : { state: "open", text: "" });
  }
  restorers.push(restore);
  restore();
}

const DONE = new Set(["right", "written"]);
const isDone = label => all(".q-exercise").filter(form => form.dataset.for === label)
  .every(form => DONE.has(recall(form.id.slice(2)).state));
