// A box with a term's meaning, or with what a claim was tried on: while the pointer rests on its link, or the keyboard has
// come to it. A tap follows the link of a term; it opens the box of a claim, and a second one follows.
const PAUSE = 200; // milliseconds: a pointer that passes by opens nothing, and one that moves into the box keeps it
const box = Object.assign(document.createElement("div"), { id: "theme-meaning", className: "meaning", role: "tooltip" });
let link = null;
let planned;
let touched = false;

const termAt = (place) => place.closest?.("a:has(> .std-term), a.claim");
const meaningOf = (term) =>
  term.dataset.note?.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt()};`) ?? MEANINGS[decodeURIComponent(term.hash.slice(1))];

function show(term, height) {
  const meaning = meaningOf(term);
  hide();
  if (!meaning) return;
  link = term;
  link.setAttribute("aria-describedby", box.id);
  box.innerHTML = meaning.replace(/[\u3400-\u9fff]+/g, '<span lang="zh">$&</span>');
  document.body.append(box);
  // Under the line of the link that the pointer is on; above it where the window ends.
  const lines = [...term.getClientRects()];
  const line = lines.find((one) => one.top <= height && height <= one.bottom) ?? lines[0];
  const fits = line.bottom + box.offsetHeight <= innerHeight;
  const right = document.documentElement.clientWidth - box.offsetWidth - 8;
  box.style.left = `${scrollX + Math.max(8, Math.min(line.left, right))}px`;
  box.style.top = `${scrollY + (fits ? line.bottom : line.top - box.offsetHeight)}px`;
}

function hide() {
  clearTimeout(planned);
  link?.removeAttribute("aria-describedby");
  link = null;
  box.remove();
}

function plan(action) {
  clearTimeout(planned);
  planned = setTimeout(action, PAUSE);
}

addEventListener("pointerover", ({ target, pointerType, clientY }) => {
  const term = termAt(target);
  if (pointerType === "touch") return;
  if (box.contains(target) || (term && term === link)) clearTimeout(planned);
  else if (term) plan(() => show(term, clientY));
  else plan(() => link?.matches(":focus-visible") || hide());
});
document.documentElement.addEventListener("pointerleave", () => plan(() => link?.matches(":focus-visible") || hide()));
addEventListener("focusin", ({ target }) => termAt(target)?.matches(":focus-visible") && show(termAt(target)));
addEventListener("focusout", hide);
addEventListener("pointerdown", ({ pointerType }) => (touched = pointerType === "touch"));
addEventListener("click", (event) => {
  const mark = event.target.closest?.("a.claim");
  if (!mark || !touched || mark === link) return hide();
  event.preventDefault();
  show(mark, event.clientY);
});
addEventListener("keydown", ({ key }) => key === "Escape" && hide());
