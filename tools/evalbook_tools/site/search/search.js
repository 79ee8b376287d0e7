// The page Search. PAGES and SIMPLE come from __init__.py; a traditional character is looked for as the simplified one.
const SIMPLIFIED = new Map([...SIMPLE.matchAll(/(.)(.)/gu)].map(([, traditional, simple]) => [traditional, simple]));
const KINDS = ["Chapter", "Reference", "API", "Part"], WORTH = [1, 0.6, 0.25, 0.6], MOST = 20, PLACES = 3, AROUND = 90;
const box = document.getElementById("search-for"), said = document.getElementById("search-said");
const list = document.getElementById("search-results");

const folded = text => [...text.toLowerCase()].map(sign => SIMPLIFIED.get(sign) ?? sign).join("");
const bare = text => folded(text).replace(/[\s\p{P}]+/gu, "");

// Words, and of Chinese each two neighbors.
function tokenize(text) {
  return [...folded(text).matchAll(/[\u3400-\u9fff]+|[^\s\p{P}\u3400-\u9fff]+/gu)].flatMap(([run]) =>
    /[\u3400-\u9fff]{3}/.test(run) ? [...run].slice(1).map((sign, place) => run[place] + sign) : run);
}

const SAYS_NOTHING = new Set("a an and are as at be but by can do for from has have i if in is it my of on or so than that the this to was what which why with".split(" "));

// The word that is looked for; null: of no use, such as a digit alone.
const processTerm = term => (SAYS_NOTHING.has(term) || /^\d$/.test(term) ? null : term.replace(/(?<=[a-z]{3})s$/, ""));

// A heading is looked for where it stands; the places below only show it.
const places = PAGES.flatMap(([page, title, kind, rows]) => rows.map(([anchor, heading, text, names, bet], place) => ({
  page, title, kind, anchor, heading, text, names, bet,
  named: names.join(" · "), first: place ? "" : title, own: heading === rows[place - 1]?.[1] ? "" : heading,
})));
places.forEach((place, id) => (place.id = id));

const index = new MiniSearch({
  fields: ["first", "own", "text", "named"], tokenize, processTerm,
  searchOptions: {
    boost: { first: 3, own: 2, named: 4 }, prefix: term => term.length > 2, fuzzy: term => term.length > 5 && 0.15,
    boostDocument: id => WORTH[places[id].kind],
  },
});
index.addAll(places);

// What bears the very name that was typed comes first; of the rest, what has at least half of the words.
function found(query) {
  const name = bare(query), words = new Set(tokenize(query).map(processTerm).filter(Boolean)).size;
  const bears = id => places[id].names.some(one => bare(one) === name);
  const hits = index.search(query).filter(hit => 2 * hit.queryTerms.length >= words);
  const scored = hits.map(hit => ({ ...hit, score: hit.score * (bears(hit.id) ? 1000 : 1) }));
  return scored.sort((one, other) => other.score - one.score);
}

function byPage(hits) {
  const pages = new Map();
  for (const hit of hits) {
    const { page } = places[hit.id];
    pages.set(page, [...pages.get(page) ?? [], hit]);
  }
  return [...pages.values()];
}

const { make, load } = window.evalbook;

// A heading may tell what a bet asks: behind an open bet it is not shown.
function headingOf({ page, heading, bet, title }) {
  const data = load();
  return heading === title || (bet && !data.everything && !data.answers[page]?.[bet]) ? "" : heading;
}

function excerpt(text, terms) {
  const escaped = terms.map(term => term.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const pattern = new RegExp(`(?:(?<![a-z\\d])|(?=[\u3400-\u9fff]))(?:${escaped.join("|")})(?!\\d)`, "gu");
  const plain = folded(text), first = plain.search(pattern);
  const from = first > AROUND ? text.indexOf(" ", first - AROUND) + 1 : 0;
  const to = text.indexOf(" ", Math.max(first, 0) + AROUND);
  const parts = [from ? "… " : ""];
  let at = from;
  for (const { index: start, 0: hit } of plain.slice(0, to < 0 ? undefined : to).matchAll(pattern)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), make("mark", {}, text.slice(start, start + hit.length)));
    at = start + hit.length;
  }
  return [...parts, text.slice(at, to < 0 ? undefined : to), to < 0 ? "" : " …"];
}

const addressOf = ({ page, anchor }) => `${page}.html${anchor && "#"}${anchor}`;

const telling = ({ id }) => places[id].text || headingOf(places[id]);

function placeShown({ id, terms }) {
  const place = places[id], heading = headingOf(place), said = excerpt(place.text, terms), href = addressOf(place);
  const parts = heading ? [make("a", { href }, heading), make("p", {}, ...said)] : [make("a", { href }, ...said)];
  return make("li", {}, ...parts);
}

function pageShown(hits) {
  const best = places[hits[0].id];
  const link = make("a", { href: addressOf(best) }, best.title);
  const title = make("p", {}, link, " ", make("small", {}, KINDS[best.kind]));
  return make("li", {}, title, make("ul", {}, ...hits.filter(telling).slice(0, PLACES).map(placeShown)));
}

function look() {
  const query = box.value.trim();
  const pages = query ? byPage(found(query)) : [];
  list.replaceChildren(...pages.slice(0, MOST).map(pageShown));
  said.textContent = query && `${pages.length} page${pages.length === 1 ? "" : "s"}`;
  history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
}

box.value = new URLSearchParams(location.search).get("q") ?? "";
box.addEventListener("input", look);
box.form.addEventListener("submit", event => event.preventDefault());
box.focus();
look();
