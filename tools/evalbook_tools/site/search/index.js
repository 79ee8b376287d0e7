// Where each word stands, and which places a query finds. PAGES comes from __init__.py.
const FIELDS = [["first", 3], ["own", 2], ["text", 1], ["named", 4]], TEXT = 2;
const WORTH = [1, 0.6, 0.25, 0.6]; // by the kind of the page
const PREFIX = 0.375, MISSPELLED = 0.45, NAMED = 1000;
const SATURATED = 1.2, BY_LENGTH = 0.7, AT_LEAST = 0.5; // BM25+

// A heading is looked for where it stands; the places below only show it.
const places = PAGES.flatMap(([page, title, kind, bets, rows]) => {
  let heading = "";
  return rows.map(([anchor, own, text, groups, before, spoils], place) => {
    heading = own || heading;
    const names = groups.flat();
    return { page, title, kind, anchor, heading, text, groups, spoils, names, bets: bets.slice(0, before), own, first: place ? "" : title, named: names.join(" · ") };
  });
});

// By each word its spots, a place and a field as one number, as often as it stands there. Each word is cut to its stem
// once, and not wherever it stands: this halves the time.
const lengths = new Float64Array(places.length * FIELDS.length);
const spots = spotsOfStems(spotsOfRuns());
const vocabulary = [...spots.keys()];
const averages = FIELDS.map((_, field) => places.reduce((sum, _, id) => sum + lengths[id * FIELDS.length + field], 0) / places.length);

function spotsOfRuns() {
  const found = new Map();
  places.forEach((place, id) => FIELDS.forEach(([name], field) => {
    if (!place[name]) return;
    const spot = id * FIELDS.length + field, runs = runsOf(place[name]);
    lengths[spot] = runs.length;
    for (const run of runs) {
      const known = found.get(run);
      if (known) known.push(spot);
      else found.set(run, [spot]);
    }
  }));
  return found;
}

// A digit alone counts where it names something, and not in running text.
function spotsOfStems(runs) {
  const found = new Map();
  for (const [run, at] of runs) {
    const telling = /^\p{N}$/u.test(run) ? at.filter(spot => spot % FIELDS.length !== TEXT) : at;
    for (const word of telling.length ? wordsOf(run).map(stem).filter(Boolean) : []) found.set(word, found.has(word) ? found.get(word).concat(telling) : telling);
  }
  return found;
}

// The words of the book that a word may stand for, each with its weight. A word that the book has is not misspelled.
function meant(word) {
  const found = [], least = word.length > 2 || /[\u3400-\u9fff]/.test(word) ? word.length : Infinity;
  for (const known of vocabulary) {
    if (known === word) found.push([known, 1]);
    else if (known.length > least && known.startsWith(word)) found.push([known, PREFIX * weight(known.length, 0.3 * (known.length - word.length))]);
  }
  return found.length ? found : misspelled(word);
}

const weight = (length, distance) => length / (length + distance);

function misspelled(word) {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  const near = most ? vocabulary.map(known => [known, distance(word, known, most)]).filter(([, apart]) => apart <= most) : [];
  const least = Math.min(...near.map(([, apart]) => apart));
  return near.filter(([, apart]) => apart === least).map(([known, apart]) => [known, MISSPELLED * weight(known.length, apart)]);
}

// How many letters were left out, put in, changed, or swapped with their neighbors; more than `most` is not counted out.
function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most || /\d/.test(one + other)) return Infinity;
  let before = [], last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return Infinity;
    before = last;
    last = row;
  }
  return last[other.length];
}

// What one word of the book adds to the places where it stands: [id, score].
function scoresOf(term) {
  const counts = new Map(), inField = FIELDS.map(() => 0);
  for (const spot of spots.get(term)) {
    if (!counts.has(spot)) inField[spot % FIELDS.length]++;
    counts.set(spot, (counts.get(spot) ?? 0) + 1);
  }
  return [...counts].map(([spot, count]) => {
    const field = spot % FIELDS.length, id = (spot - field) / FIELDS.length, holding = inField[field];
    const rare = Math.log(1 + (places.length - holding + 0.5) / (holding + 0.5));
    const often = AT_LEAST + count * (SATURATED + 1) / (count + SATURATED * (1 - BY_LENGTH + BY_LENGTH * lengths[spot] / averages[field]));
    return [id, FIELDS[field][1] * WORTH[places[id].kind] * rare * often];
  });
}

// Who bears a name, by the name without spaces; cross-validation is also found as crossvalidation.
const bearers = new Map();
places.forEach(({ names }, id) => names.map(bare).forEach(name => bearers.set(name, [...bearers.get(name) ?? [], id])));

// What bears the very name that was typed comes first, and then what has most of the words, at least half of those that
// the book knows. Where a name is a part of what was typed, its words count again.
function found(query) {
  const words = [...new Set(termsOf(query))], hits = new Map(), asked = words.map(word => [word, meant(word)]);
  const hit = id => hits.get(id) ?? hits.set(id, { id, score: 0, words: 0, terms: new Set() }).get(id);
  for (const [, terms] of asked) {
    const having = new Set();
    for (const [term, weight] of terms) {
      for (const [id, score] of scoresOf(term)) {
        hit(id).score += weight * score;
        hit(id).terms.add(term);
        having.add(id);
      }
    }
    for (const id of having) hit(id).words++;
  }
  const known = asked.filter(([word, terms]) => terms.length && !/^\p{N}$/u.test(word)).length, typed = new Set(words);
  const named = new Set([query, corrected(query, asked)].flatMap(text => bearers.get(bare(text)) ?? []));
  for (const id of named) hit(id).words = words.length;
  for (const one of hits.values()) one.score = (one.score + named.has(one.id)) * (one.words / (known || 1)) * (named.has(one.id) ? NAMED : worthOfNames(places[one.id], typed));
  return [...hits.values()].filter(({ words }) => 2 * words >= known).sort((one, other) => other.score - one.score);
}

// What was typed, with the nearest word of the book in the place of each that it does not have.
function corrected(query, asked) {
  return asked.reduce((text, [word, terms]) => (terms[0]?.[1] < MISSPELLED ? text.replace(word, mostCommon(terms)) : text), plain(query));
}

const mostCommon = terms => terms.map(([term]) => term).reduce((best, term) => (spots.get(term).length > spots.get(best).length ? term : best));

function worthOfNames({ names }, typed) {
  const held = names.map(termsOf).filter(terms => terms.every(term => typed.has(term)));
  return 1 + new Set(held.flat()).size;
}
