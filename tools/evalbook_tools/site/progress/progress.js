// My progress: what is done, won and due, by part and chapter; and the way of the answers to another machine or folder.
const { all, make, button, load, tally, told, everythingBox, progressOf, addProgress, forgetAll } = window.evalbook;
const { restorers, restoreAll, storage, KEY, VERSION, ROOT, ASKED, CHAPTERS, agenda, today } = window.evalbook;

// ---------------------------------------------------------------- the table

const ofChapter = (chapter, due) => ({ ...tally(ASKED[chapter], chapter), due: due.filter(one => one.chapter === chapter).length });

const sum = counts => counts.reduce((one, other) =>
  Object.fromEntries(Object.entries(one).map(([name, count]) => [name, count + other[name]])));

function fill(row, counts) {
  const { bets, made, won, exercises, done, due } = counts;
  [`${made} of ${bets}`, won, `${done} of ${exercises}`, due].forEach((text, place) => (row.querySelectorAll("td")[place].textContent = text));
  return counts;
}

function tell() {
  const { now: due, more } = agenda(load(), CHAPTERS, today());
  const parts = all(".p-table tbody").map(part => {
    const chapters = all("tr[data-chapter]", part), counts = sum(chapters.map(row => fill(row, ofChapter(row.dataset.chapter, due))));
    all("tr:not([data-chapter])", part).forEach(title => fill(title, counts)); // what precedes the first part has none
    return counts;
  });
  const book = fill(document.querySelector(".p-table tfoot tr"), sum(parts));
  document.querySelector(".p-told").textContent = `${told(book)} Due today: ${book.due}${more ? `, and ${more} more can wait for tomorrow` : ""}.`;
  tellElsewhere();
}

// ---------------------------------------------------------------- the way to another place

const elsewhere = make("div"), said = make("span", { aria: { role: "status" } });

// Each answer that was given, by its place; a draft is none.
const given = data => ["answers", "due"].flatMap(part => Object.entries(data[part]).flatMap(([page, entries]) =>
  Object.entries(entries || {}).flatMap(([id, entry]) => (Object.keys(entry || {}).length ? [`${part} ${page} ${id}`] : []))));

// Other copies of the book, at this browser, that hold answers which this one lacks.
function otherCopies() {
  const here = new Set(given(load()));
  return Object.entries(storage || {}).flatMap(([key, text]) => {
    const data = key.startsWith(`evalbook:${VERSION}:`) && key !== KEY && progressOf(text);
    const missing = data ? given(data).filter(answer => !here.has(answer)).length : 0;
    return missing ? [{ root: key.slice(`evalbook:${VERSION}:`.length), text, missing }] : [];
  });
}

function tellElsewhere() {
  const copies = otherCopies();
  elsewhere.replaceChildren(...copies.map(({ root, text, missing }) => make("p", { className: "p-copy" },
    `Another copy of this book, ${decodeURI(root)}, holds ${missing} ${missing === 1 ? "answer" : "answers"} that this copy lacks. `,
    button("Bring them here", () => add(text)), " Or export them there, and import the file here.")));
  if (!copies.length && !given(load()).length) {
    elsewhere.append(make("p", {}, `No answers are kept here. They stay in the browser, with the address at which they were given; this one is ${decodeURI(ROOT)}. ` +
      "If you have answered in another folder, on another site or machine: choose Export there (on My progress; in an older copy, at a chapter's end), and import the file here."));
  }
}

function add(text) {
  said.textContent = addProgress(text) ? "Added." : "This file holds no progress of this book.";
  restoreAll();
}

function storageBox() {
  const file = make("input", { type: "file", accept: ".json", onchange: async () => {
    add(await file.files[0].text());
    file.value = "";
  } });
  const forget = button("Forget all", () => {
    const sure = forget.textContent !== "Forget all";
    forget.textContent = sure ? "Forget all" : "Really forget all, in the whole book?";
    if (sure) { forgetAll(); said.textContent = "Forgotten."; restoreAll(); }
  });
  return make("div", { className: "q-progress" }, elsewhere,
    make("p", {}, button("Export", exportProgress), make("label", { className: "q-file" }, "Import", file), forget, said), everythingBox());
}

// What was given, without the drafts.
function exportProgress() {
  const text = JSON.stringify({ ...load(), drafts: {} }, null, 1);
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: address, download: "evalbook-progress.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function start() {
  document.getElementById("take-it-along").append(storageBox());
  restorers.push(tell);
  tell();
}

addEventListener("DOMContentLoaded", start);
