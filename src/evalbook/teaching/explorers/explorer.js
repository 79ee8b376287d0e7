// Moves the marks, texts and cells of each explorer to the state that its sliders show. It knows no metric.
{
// What holds in a state: values as NumPy broadcasts them, for one slider or two.
const pick = (values, [i, j]) => {
  const row = values[values.length > 1 ? i : 0];
  return Array.isArray(row) ? row[row.length > 1 ? j : 0] : row;
};

const start = root => {
  root.dataset.on = "";
  const states = JSON.parse(root.querySelector("script").textContent);
  const all = (selector, part = root) => [...part.querySelectorAll(selector)];
  // JupyterLab leaves the keys to an element with this attribute.
  const bar = root.querySelector(".explorer-sliders"), keys = "data-lm-suppress-shortcuts";
  bar.innerHTML = states.sliders.map(({ steps, start }) => `<label><b aria-hidden="true"></b><input type="range" max="${
    steps.length - 1}" value="${start}" ${keys}></label>`).join("");
  all("label").forEach((label, n) => label.prepend(`${states.sliders[n].name} `));
  const sliders = all("input"), numbers = all("label b"), cells = all("tbody td");
  const says = root.querySelector(".explorer-says"), status = root.querySelector(".explorer-status");
  const marks = all(".explorer-mark").map((node, n) => ({ node, ...states.marks[n] }));
  const everywhere = states.sliders[0].steps.flatMap((_, i) => (states.sliders[1]?.steps || [0]).map((_, j) => [i, j]));
  const now = () => sliders.map(slider => +slider.value);
  let later;

  const show = () => {
    const state = now();
    for (const { node, x = [0], y = [0], d, t } of marks) {
      const place = [pick(x, state), pick(y, state)];
      node.toggleAttribute("hidden", place.includes(null));
      if (d) node.setAttribute("d", pick(d, state));
      else node.setAttribute("transform", `translate(${place.map(Number).join(" ")})`);
      if (t) node.textContent = pick(t, state);
    }
    cells.forEach((cell, n) => {
      const { t, s } = states.cells[n];
      cell.textContent = pick(t, state);
      if (s) cell.style.setProperty("--shade", pick(s, state));
    });
    sliders.forEach((slider, n) => {
      numbers[n].textContent = states.sliders[n].steps[state[n]];
      slider.setAttribute("aria-valuetext", numbers[n].textContent);
    });
    says.textContent = pick(states.says, state);
  };
  // The sentence keeps the room of the longest one, so that what follows does not jump.
  let wide;
  const keepRoom = ([{ contentRect: { width } }]) => {
    if (width === wide) return;
    wide = width;
    says.style.minHeight = "";
    says.textContent = states.says.flat().reduce((one, other) => (other.length > one.length ? other : one));
    says.style.minHeight = `${says.getBoundingClientRect().height}px`;
    show();
  };
  // A screen reader hears the sentence when the reader rests.
  const moved = () => {
    show();
    clearTimeout(later);
    later = setTimeout(() => (status.textContent = says.textContent), 500);
  };

  // How far a point of the picture is from where a mark stands in a state.
  const gap = ({ x, y }, state, point) => {
    const across = x ? pick(x, state) : point.x, up = y ? pick(y, state) : point.y;
    return across === null || up === null ? Infinity : Math.hypot(across - point.x, up - point.y);
  };
  const follow = picture => {
    const svg = picture.querySelector("svg");
    const own = marks.filter(mark => svg.contains(mark.node) && (mark.x || mark.y) && !mark.t);
    if (!own.length) return;
    const where = at => new DOMPoint(at.clientX, at.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const isNear = at => Math.min(...own.map(mark => gap(mark, now(), where(at)))) * svg.getScreenCTM().a < 28;
    // Of states that are equally near, the one that is closest to the present one.
    const go = at => {
      const point = where(at), from = now();
      let best = Infinity, found = from;
      for (const mark of held) for (const state of everywhere) {
        const far = gap(mark, state, point) + 1e-6 * from.reduce((sum, step, n) => sum + Math.abs(step - state[n]), 0);
        if (far < best) [best, found, nearest] = [far, state, mark];
      }
      const turned = Math.max(0, from.findIndex((step, n) => step !== found[n]));
      sliders.forEach((slider, n) => (slider.value = found[n]));
      sliders[turned].focus({ preventScroll: true });
      moved();
    };
    let held = own, nearest, dragging = false, tapped = false;
    picture.classList.add("explorer-moves");
    picture.addEventListener("pointerdown", at => {
      held = own;
      tapped = at.pointerType === "touch" && !isNear(at);
      if (tapped) return;
      dragging = true;
      go(at);
      held = [nearest];
      picture.setPointerCapture(at.pointerId);
    });
    picture.addEventListener("pointermove", at => dragging && go(at));
    picture.addEventListener("lostpointercapture", () => (dragging = false));
    picture.addEventListener("click", at => tapped && go(at));
    picture.addEventListener("mousedown", event => event.preventDefault());
    // Beside a mark a finger scrolls the page, on it the finger drags the mark.
    picture.addEventListener("touchstart", event => isNear(event.touches[0]) && event.preventDefault(), { passive: false });
  };

  bar.addEventListener("input", moved);
  show();
  new ResizeObserver(keepRoom).observe(root);
  all(".explorer-panel").forEach(follow);
};

document.querySelectorAll(".explorer:not([data-on])").forEach(start);
}
