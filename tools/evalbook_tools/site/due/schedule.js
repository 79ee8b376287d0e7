// When a question comes back. Days are counted on the reader's own calendar; nothing here looks at the clock or the page.
const LADDER = [1, 7, 30], A_DAY = 10, A_CLASS = 5;

const dayOf = date => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 864e5;

// A reader's answers to a question, each with its day; whatever else lies there is left alone.
function triesOf({ due }, chapter, id) {
  const kept = due?.[chapter]?.[id];
  return Array.isArray(kept) ? kept.filter(one => Number.isInteger(one?.day) && typeof one.right === "boolean") : [];
}

// The day on which a chapter was read; null if it was not; long ago if nobody noted when.
function readOn({ answers, read, allChapters }, chapter, ids) {
  if (Number.isInteger(read?.[chapter])) return read[chapter];
  const bets = ids.filter(id => !id.startsWith("due-"));
  const made = bets.length && bets.every(id => answers?.[chapter]?.[id]?.first);
  return made || allChapters === true ? 0 : null;
}

// One step up the ladder for each right answer since the last wrong one; after the last step it rests.
function dueOn(tries, read, today) {
  const step = tries.length - 1 - tries.findLastIndex(one => !one.right);
  if (step >= LADDER.length) return Infinity;
  const last = tries.length ? tries.at(-1).day : read;
  return last > today + 1 ? today : last + LADDER[step]; // a day that is still to come was told by a wrong clock
}

function openQuestions(progress, chapters, today) {
  return Object.entries(chapters).flatMap(([chapter, ids]) => {
    const read = readOn(progress, chapter, ids);
    return read === null ? [] : ids.map(id => ({ chapter, id, on: dueOn(triesOf(progress, chapter, id), read, today) }));
  });
}

// (A traveler may have answered on the date of tomorrow.)
const answeredOn = (progress, chapters, today) => Object.entries(chapters).flatMap(([chapter, ids]) =>
  ids.flatMap(id => triesOf(progress, chapter, id))).filter(({ day }) => day === today || day === today + 1);

// What is asked today, how many more would be due, and the day of the next ones (Infinity: none).
function agenda(progress, chapters, today) {
  const open = openQuestions(progress, chapters, today), due = open.filter(({ on }) => on <= today);
  const now = mixed(due, today).slice(0, Math.max(0, A_DAY - answeredOn(progress, chapters, today).length));
  const later = Math.min(...open.map(({ on }) => on).filter(on => on > today));
  return { now, more: due.length - now.length, next: due.length > now.length ? today + 1 : later };
}

// A question of each chapter in turn, the longest due first; ties are settled by lot, the same all day.
function mixed(questions, seed) {
  const chapters = new Map(), first = (a, b) => a.on - b.on || lot(a.id, seed) - lot(b.id, seed);
  for (const one of [...questions].sort(first)) chapters.set(one.chapter, [...(chapters.get(one.chapter) || []), one]);
  const turns = [...chapters.values()].flatMap((group, rank) => group.map((one, turn) => ({ one, turn, rank })));
  return turns.sort((a, b) => a.turn - b.turn || a.rank - b.rank).map(({ one }) => one);
}

function lot(text, seed) {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

// Five for a class that has read so far; another seed, another five.
function forClass(chapters, last, seed) {
  const names = Object.keys(chapters), taught = names.includes(last) ? names.slice(0, names.indexOf(last) + 1) : names;
  const questions = taught.flatMap(chapter => chapters[chapter].map(id => ({ chapter, id, on: 0 })));
  return mixed(questions, seed).slice(0, A_CLASS);
}
