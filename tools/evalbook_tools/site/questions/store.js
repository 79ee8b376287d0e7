// What the reader answers stays on their machine: one entry for the book in localStorage; where that is closed, and
// before a class, in this page's memory. The key carries the version of the records and the book's address.
const QUERY = new URLSearchParams(location.search);
const IN_CLASS = QUERY.has("class");
const ROOT = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
const pageAt = address => decodeURI(address.split(/[?#]/)[0].slice(ROOT.length)).replace(/\.html$/, "");
const PAGE = pageAt(location.href);
const VERSION = 1;
const KEY = `evalbook:${VERSION}:${ROOT}`;
let memory = null, storage;
try {
  storage = localStorage;
} catch { /* a sandbox: memory it is */ }

function load() {
  const text = (IN_CLASS ? null : storage?.getItem(KEY)) ?? memory;
  return progressOf(text) || { version: VERSION, everything: false, answers: {}, read: {}, due: {}, drafts: {} };
}

const object = value => (value && typeof value === "object" ? value : {});

function progressOf(text) {
  try {
    const data = JSON.parse(text);
    const known = data.version === VERSION && object(data.answers) === data.answers;
    return known ? atNewPlaces({ ...data, read: object(data.read), due: object(data.due), drafts: object(data.drafts) }) : null;
  } catch {
    return null;
  }
}

// A chapter that moved keeps what was answered at its old place; what was answered at the new one goes before.
function atNewPlaces(data) {
  for (const pages of [data.answers, data.due, data.read, data.drafts]) {
    for (const [old, place] of Object.entries(MOVED).filter(([old]) => Object.hasOwn(pages, old))) {
      pages[place] = pages === data.read ? pages[place] ?? pages[old] : { ...pages[old], ...pages[place] };
      delete pages[old];
    }
  }
  return Object.hasOwn(MOVED, data.at ?? "") ? { ...data, at: MOVED[data.at] } : data;
}

function save(data) {
  memory = JSON.stringify(data);
  try {
    if (!IN_CLASS) storage?.setItem(KEY, memory);
  } catch { /* it is full */ }
  tellKept();
}

const tellKept = () => dispatchEvent(new Event("evalbook-kept")); // the marks in the contents follow

const recall = (id, page = PAGE) => load().answers[page]?.[id] || {};

function remember(id, entry, page = PAGE) {
  const data = load();
  data.answers[page] = { ...data.answers[page], [id]: entry };
  save({ ...data, at: page });
}

const draftOf = id => load().drafts[PAGE]?.[id];

function keepDraft(id, text) {
  const data = load();
  data.drafts[PAGE] = { ...data.drafts[PAGE], [id]: text };
  save(data);
}

function forgetAll() {
  memory = null;
  storage?.removeItem(KEY);
  tellKept();
}

// Own answers stay; those of the file are added.
function addProgress(text) {
  const added = progressOf(text), data = load();
  if (!added) return false;
  for (const part of ["answers", "due"]) {
    for (const [page, entries] of Object.entries(added[part])) data[part][page] = { ...entries, ...data[part][page] };
  }
  save({ at: added.at, ...data, read: { ...added.read, ...data.read } });
  return true;
}
