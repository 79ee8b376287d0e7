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
  document.querySelector(".p-told").textContent = `${told(book)} Questions due today: ${book.due}${more ? `, and ${more} more can wait until tomorrow` : ""}.`;
  tellElsewhere();
}

// ---------------------------------------------------------------- the way to another place

const DELETE = "Delete all answers";
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
    `This browser also has ${missing} ${missing === 1 ? "answer that was" : "answers that were"} given in another copy of this book, at ${decodeURI(root)}. `,
    button("Add them here", () => add(text)), " You can also export them there and import the file here.")));
  if (!copies.length && !given(load()).length) {
    elsewhere.append(make("p", {}, `You have no answers at this address, ${decodeURI(ROOT)}. Your browser keeps the answers of each address separately. ` +
      "If you have answered questions in another folder, on another site or on another computer, export them there (on My progress, or in an older copy of the book at the end of a chapter). Then import the file here."));
  }
}

function add(text) {
  said.textContent = addProgress(text) ? "The answers were added." : "This file contains no answers to this book's questions. Choose a file that was exported on this page, such as evalbook-progress.json.";
  restoreAll();
}

function storageBox() {
  const file = make("input", { type: "file", accept: ".json", onchange: async () => {
    add(await file.files[0].text());
    file.value = "";
  } });
  const forget = button(DELETE, () => {
    const sure = forget.textContent !== DELETE;
    forget.textContent = sure ? DELETE : "Really delete all answers, in the whole book?";
    if (sure) { forgetAll(); said.textContent = "All answers were deleted."; restoreAll(); }
  });
  return make("div", { className: "q-progress" }, elsewhere,
    make("p", {}, button("Export answers", exportProgress), make("label", { className: "q-file" }, "Import answers", file), forget, said), everythingBox());
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
