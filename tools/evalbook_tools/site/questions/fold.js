// What follows an open bet is folded. The browser's own search, an address with #…, ?all and the reader may open it.
function foldAfter(element) {
  const folds = [];
  for (let at = element; at.parentElement && at.tagName !== "ARTICLE"; at = at.parentElement) {
    const rest = [];
    while (at.nextSibling) rest.push(at.parentElement.removeChild(at.nextSibling));
    if (!rest.some(part => part.nodeType === Node.ELEMENT_NODE)) at.after(...rest);
    else folds.push(make("div", { className: "q-rest" }, ...rest));
    if (folds.at(-1)?.parentElement === null) at.after(folds.at(-1));
  }
  return folds;
}

function setFolded(folds, folded) {
  for (const fold of folds) fold.hidden = folded && "until-found";
  shortenContents();
}

const headingOf = link => document.getElementById(decodeURIComponent(link.hash.slice(1)));

// A heading that is folded away is missing from the contents; those that a bet folds away are counted there.
function shortenContents() {
  for (const link of all(":is(nav, .outline) a[href^='#']")) {
    const target = headingOf(link), entry = link.closest("li");
    if (entry && target?.closest("article")) entry.hidden = !!target.closest("[hidden]");
  }
  for (const outline of all(".outline")) {
    const later = all(":scope > ul > li > ul > li > a", outline).filter(link => headingOf(link)?.closest(".q-rest[hidden]")).length;
    if (later) outline.dataset.later = `${later} more after the bet`;
    else delete outline.dataset.later;
  }
}

// A visitor who comes for a place in the page sees the whole page, this time. Who comes from the book's own search does
// not: a result behind an open bet leads to the bet.
function comesForAPlace() {
  const address = performance.getEntriesByType("navigation")[0]?.name || "";
  return QUERY.has("all") || address.includes(":~:text=");
}

function openAtFragment(bets) {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const closed = bets.filter(bet => bet.folds.some(fold => fold.hidden && fold.contains(target)));
  closed.forEach(bet => bet.show());
  if (closed.length) target.scrollIntoView();
}

// What goes further is folded without a script (folds.py); who comes for the whole page finds it open.
const openFurther = () => all("details.further").forEach(fold => (fold.open = true));
