// Where a reader who has begun goes on, and how many questions are due today: in the masthead of every page, and above
// all on the landing page. A line that was not there when the page was drawn does not appear later, so nothing moves.
const CHAPTERS = Object.fromEntries(Object.entries(ASKED).flatMap(([page, { back }]) => (back.length ? [[page, back]] : [])));
const today = () => dayOf(new Date());

// Something is left to do; exercises of which none is done are left out by a reader who has read to the recap.
function isOpen(page, { read }) {
  const { total, given } = shareOf(page), { done } = tally(ASKED[page], page);
  return given < total && (done > 0 || !Number.isInteger(read[page]));
}

// The page with the last answer, while something is open there; then the next one, on the path as long as nothing else
// was begun, else in the order of the book.
function pageToContinue() {
  const data = load(), pages = Object.keys(ASKED);
  const begun = pages.filter(page => shareOf(page).given || Number.isInteger(data.read[page]));
  const at = begun.includes(data.at) ? data.at : begun.at(-1), open = page => isOpen(page, data);
  if (!at || open(at)) return at;
  const way = begun.every(page => PATH.includes(page) || !CHAPTERS[page]) ? PATH : pages;
  return way.slice(way.indexOf(at) + 1).find(open) ?? pages.find(open);
}

function linkTo(page, ...text) {
  const link = make("a", { href: `${ROOT}${page}.html` });
  link.append(...text);
  return link;
}

function wayOn() {
  const page = pageToContinue(), due = agenda(load(), CHAPTERS, today()).now.length, links = [];
  if (page && page !== PAGE) links.push(linkTo(page, "Continue: ", ASKED[page].title));
  if (due && PAGE !== DUE_PAGE) links.push(linkTo(DUE_PAGE, `${due} `, make("span", {}, due === 1 ? "question " : "questions "), "due"));
  return links;
}

// On a phone the landing page says it once.
const lineOf = masthead => masthead.querySelector(".onward") ?? masthead.appendChild(make("p", { className: PAGE === HOME ? "onward wide" : "onward", hidden: true }));

function tellOnward({ type } = {}) {
  const links = KEEPS ? wayOn() : [];
  for (const line of [...all(".masthead").map(lineOf), ...all("article > .onward")]) {
    if (!type) line.hidden = !links.length;
    line.replaceChildren(...links.map(link => link.cloneNode(true)));
  }
}

function tellReader(event) {
  markContents();
  tellOnward(event);
}

window.tellReader = tellReader; // the page calls it before it draws the contents, and behind a line of its own
for (const change of ["evalbook-kept", "storage", "pageshow"]) addEventListener(change, tellReader); // here, in another tab, on the way back
