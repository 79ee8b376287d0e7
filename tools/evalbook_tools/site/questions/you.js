// The reader as a forecaster: their first bets that said how sure they were, made before the answer was in sight, scored
// like Ana, Bo and Cy.
function forecasts() {
  const entries = Object.values(load().answers).flatMap(page => Object.values(object(page)));
  const said = entries.map(entry => entry?.first).filter(first => first?.sure && !first.seen);
  return said.map(({ sure, right }) => ({ p: sure / 100, y: right ? 1 : 0 }));
}

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

const scores = bets => ({
  brier: mean(bets.map(({ p, y }) => (p - y) ** 2)),
  logLoss: -mean(bets.map(({ p, y }) => Math.log(y ? p : 1 - p))),
  groups: [...new Set(bets.map(({ p }) => p))].sort().map(said => {
    const group = bets.filter(({ p }) => p === said);
    return { said, seen: mean(group.map(({ y }) => y)), count: group.length };
  }),
});

function tellYou(box) {
  const bets = forecasts();
  all(".q-you", box).forEach(part => part.remove());
  if (!bets.length) return box.append(make("p", { className: "q-you" }, "No bet yet that says how sure you are: the next one may."));
  const { brier, logLoss, groups } = scores(bets);
  const row = (tag, cells) => make("tr", {}, ...cells.map(cell => make(tag, {}, cell)));
  box.append(make("div", { className: "q-you" },
    make("p", {}, `${bets.length} first ${bets.length === 1 ? "bet" : "bets"} that said how sure, made before the answer was in sight: Brier score ${brier.toFixed(3)}, log loss ${logLoss.toFixed(3)}.`),
    diagram(groups),
    make("table", {}, row("th", ["said", "seen", "bets"]),
      ...groups.map(({ said, seen, count }) => row("td", [said.toFixed(2), seen.toFixed(2), String(count)])))));
}

function diagram(groups) {
  const part = (tag, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    element.textContent = text;
    return element;
  };
  const x = value => 40 + 200 * value, y = value => 215 - 200 * value;
  const svg = part("svg", { viewBox: "0 0 260 260", role: "img",
    "aria-label": "Your reliability diagram: what you said to the right, how often you were right upward; the numbers stand in the table." });
  svg.append(part("rect", { x: x(0), y: y(1), width: 200, height: 200 }), part("path", { d: `M${x(0)} ${y(0)}L${x(1)} ${y(1)}`, class: "q-fair" }));
  for (const tick of [0, 0.5, 1]) {
    svg.append(part("text", { x: x(tick), y: 232, "text-anchor": "middle" }, tick), part("text", { x: 34, y: y(tick) + 4, "text-anchor": "end" }, tick));
  }
  svg.append(part("text", { x: 140, y: 252, "text-anchor": "middle" }, "said"), part("text", { transform: "rotate(-90 10 115) translate(10 115)", "text-anchor": "middle" }, "seen"));
  svg.append(part("path", { d: `M${groups.map(({ said, seen }) => `${x(said)} ${y(seen)}`).join("L")}`, class: "q-curve" }));
  groups.forEach(({ said, seen, count }) => svg.append(part("circle", { cx: x(said), cy: y(seen), r: 3 + Math.sqrt(count) })));
  return svg;
}
