// The reader as a forecaster: what they answered for the first time, saying how sure they were, before the answer was in
// sight. The chapter on calibration scores it like Ana, Bo and Cy; My progress draws it.
const { all, make, load, object, restorers } = window.evalbook;
const NEEDED = 10;

// First bets, and first answers to new questions; a bet that comes back is known already.
function forecasts() {
  const { answers, due } = load(), entries = pages => Object.values(pages).flatMap(page => Object.entries(object(page)));
  const bets = entries(answers).map(([, entry]) => entry?.first), asked = entries(due).map(([id, tries]) => id.startsWith("due-") && tries?.[0]);
  return [...bets, ...asked].filter(one => one?.sure && !one.seen).map(({ sure, right }) => ({ p: sure / 100, y: right ? 1 : 0 }));
}

const sum = values => values.reduce((one, other) => one + other, 0);
const mean = values => sum(values) / values.length;
const brierScore = said => mean(said.map(({ p, y }) => (p - y) ** 2));
const logLoss = said => -mean(said.map(({ p, y }) => Math.log(y ? p : 1 - p)));

// Wilson's interval of k among n, as comparison.proportion_interval has it.
function interval(k, n) {
  const share = k / n, width = Z ** 2 / n, middle = share + width / 2, half = Math.sqrt(width * (share * (1 - share) + width / 4));
  return { low: k ? (middle - half) / (1 + width) : 0, high: k < n ? (middle + half) / (1 + width) : 1 };
}

function byLevel(said) {
  return [...new Set(said.map(({ p }) => p))].sort().map(level => {
    const right = said.filter(({ p }) => p === level).map(({ y }) => y), count = right.length, k = sum(right);
    return { level, count, right: k, ...interval(k, count) };
  });
}

// ---------------------------------------------------------------- what is shown

const percent = value => `${Math.round(100 * value)}%`;

function table(groups) {
  const head = ["You said", "You were right", "95% interval"].map(text => make("th", { scope: "col" }, text));
  const rows = groups.map(({ level, right, count, low, high }) => make("tr", {},
    make("th", { scope: "row" }, `${percent(level)} sure`), make("td", {}, `${right} of ${count}`), make("td", {}, `${percent(low)} to ${percent(high)}`)));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

function part(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
}

function diagram(groups) {
  const x = value => 48 + 200 * value, y = value => 215 - 200 * value;
  const ticks = [0, 0.5, 1].flatMap(tick => [part("text", { x: x(tick), y: 232, "text-anchor": "middle" }, percent(tick)),
    part("text", { x: 42, y: y(tick) + 4, "text-anchor": "end" }, percent(tick))]);
  const points = groups.flatMap(({ level, right, count, low, high }) => [
    part("path", { d: `M${x(level)} ${y(low)}V${y(high)}`, class: "q-interval" }),
    part("circle", { cx: x(level), cy: y(right / count), r: 4 })]);
  return part("svg", { viewBox: "0 0 270 260", role: "img",
    "aria-label": "The horizontal axis shows how sure you said you were, and the vertical axis how often you were right, with a 95% interval. The table below contains the numbers." },
  part("rect", { x: x(0), y: y(1), width: 200, height: 200 }), part("path", { d: `M${x(0)} ${y(0)}L${x(1)} ${y(1)}`, class: "q-fair" }), ...ticks,
  part("text", { x: 148, y: 252, "text-anchor": "middle" }, "how sure"),
  part("text", { transform: "rotate(-90 10 115) translate(10 115)", "text-anchor": "middle" }, "how often right"), ...points);
}

// ---------------------------------------------------------------- where it is shown

const drawn = said => [diagram(byLevel(said)), table(byLevel(said))];

function scored(said) {
  if (!said.length) return ["You have not yet said how sure you are of an answer. Your scores appear here when you do."];
  const text = `You said how sure you were in ${said.length} first ${said.length === 1 ? "answer" : "answers"}, before the right answer was in sight. ` +
    `Your Brier score is ${brierScore(said).toFixed(3)}, and your log loss is ${logLoss(said).toFixed(3)}.`;
  return [make("p", {}, text), ...drawn(said)];
}

function counted(said) {
  if (said.length >= NEEDED) return drawn(said);
  const many = said.length === 1 ? "One answer says" : `${said.length || "No"} answers say`;
  return [make("p", {}, `${many} how sure you were. The picture appears when ${NEEDED} do.`)];
}

function tellYou() {
  const said = forecasts();
  for (const [places, tell] of [[".admonition.you", scored], ["#your-calibration", counted]]) {
    all(places).forEach(place => {
      all(":scope > .q-you", place).forEach(old => old.remove());
      place.append(make("div", { className: "q-you" }, ...tell(said)));
    });
  }
}

addEventListener("evalbook-kept", tellYou);
addEventListener("DOMContentLoaded", () => {
  restorers.push(tellYou);
  tellYou();
});
