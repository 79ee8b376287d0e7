// How results look: a page, and below it the places of its best hits. What stands behind an open bet is not told.
const KINDS = ["Chapter", "Reference", "API", "Part"], GLOSSARY = "book/glossary";
const MOST = 20, PLACES = 3, AROUND = 90;
const ABOVE = document.documentElement.dataset.content_root ?? "./";

const addressOf = (page, anchor) => `${ABOVE}${page}.html${anchor && "#"}${anchor}`;

// A bet that the reader has neither made nor passed by; search.js reads what is kept before each answer.
let progress;
const isOpen = (page, bet) => !progress.everything && !progress.answers[page]?.[bet.replace(/^q-/, "")];

const openBet = ({ page, bets }) => bets.find(bet => isOpen(page, bet)); // the first before a place

// What a place says, its heading and its paragraphs, without those that answer an open bet of another page.
function tellable({ heading, title, text, spoils }) {
  const kept = new Set(spoils.filter(([, page, bet]) => isOpen(page, bet)).map(([number]) => number));
  const [first, ...lines] = [heading === title ? "" : heading, ...text.split("\n")].map((line, number) => (kept.has(number) ? "" : line));
  return { heading: first, lines: lines.filter(Boolean) };
}

// By the name of each term: its first sentence in the glossary, which follows its Chinese names.
const meanings = new Map(places.filter(({ page }) => page === GLOSSARY).map(({ heading, text }) => [heading, text.split(/(?<=\.)\s+/)[1]]));

// What may be told behind open bets: what the term means that was looked for.
function meaningAmong(hits, query) {
  const typed = bare(query), words = new Set(termsOf(query));
  const asked = name => bare(name) === typed || termsOf(name).every(term => words.has(term));
  const terms = hits.flatMap(({ id }) => places[id].groups).filter(names => meanings.get(names[0]) && names.some(asked));
  return terms.length ? [`${terms[0][0]}: ${meanings.get(terms[0][0])}`] : null;
}

// A text in parts, of which the words that were found are marked, each as a whole, and Chinese ones that touch as one.
function marked(text, terms) {
  const parts = [];
  let at = 0;
  for (const { index, 0: run } of plain(text).matchAll(RUN)) {
    for (const [start, end] of spansIn(run, terms)) {
      parts.push(text.slice(at, index + start), make("mark", {}, text.slice(index + start, index + end)));
      at = index + end;
    }
  }
  return [...parts, text.slice(at)];
}

function spansIn(run, terms) {
  const length = /^[\u3400-\u9fff]{3}/.test(run) ? 2 : run.length, spans = [];
  for (let start = 0; start + length <= run.length; start++) {
    if (!terms.has(stem(run.slice(start, start + length)))) continue;
    if (start <= spans.at(-1)?.[1]) spans.at(-1)[1] = start + length;
    else spans.push([start, start + length]);
  }
  return spans;
}

// Of what a place says, the paragraph with most of what was found, around the first hit; a row of a table only where no
// paragraph has any of it.
function excerpt(said, terms) {
  if (!said.length) return [];
  const lines = said.map(line => ({ line, hits: countIn(line, terms), row: line.includes(" · ") ? 1 : 0 }));
  const rank = ({ hits, row }) => (hits ? 2 : 0) - row + (row ? 0 : hits / 100);
  const { line, hits } = lines.reduce((best, one) => (rank(one) > rank(best) ? one : best));
  const first = hits ? marked(line, terms)[0].length : 0, isLong = line.length > 2 * AROUND;
  const from = isLong && first > AROUND ? line.indexOf(" ", first - AROUND) + 1 : 0;
  const end = isLong ? line.indexOf(" ", first + AROUND) : -1, to = end < 0 ? line.length : end;
  return [from ? "… " : "", ...marked(line.slice(from, to), terms), to < line.length ? " …" : ""];
}

const countIn = (line, terms) => new Set(termsOf(line).filter(term => terms.has(term))).size;

function placeShown({ id, terms }) {
  const { heading, lines } = tellable(places[id]);
  return heading || lines.length ? linked(addressOf(places[id].page, places[id].anchor), heading, excerpt(lines, terms)) : null;
}

const linked = (href, heading, said) => make("li", {}, make("a", { href }, ...(heading ? [make("b", {}, heading), " "] : []), make("span", {}, ...said)));

function pageShown(hits, query) {
  const best = places[hits[0].id];
  const link = make("a", { href: addressOf(best.page, openBet(best) ?? best.anchor) }, best.title);
  const title = make("p", {}, link, " ", make("small", {}, KINDS[best.kind]));
  return make("li", {}, title, make("ul", {}, ...placesShown(hits, query)));
}

// The best places of a page. All that is behind bets is one of them: what it means, or that there is something.
function placesShown(hits, query) {
  const items = [];
  let behind = null;
  for (const hit of hits) {
    if (items.length === PLACES) break;
    const place = places[hit.id], bet = openBet(place);
    if (!bet) items.push(placeShown(hit));
    else if (!behind) items.push(behind = linked(addressOf(place.page, bet), "", meaningAmong(hits, query) ?? ["Hidden until you bet."]));
  }
  return items.filter(Boolean);
}

function byPage(hits) {
  const pages = new Map();
  for (const hit of hits) {
    const { page } = places[hit.id];
    pages.set(page, [...pages.get(page) ?? [], hit]);
  }
  return [...pages.values()];
}
