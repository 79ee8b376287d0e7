// The box, on the page Search and in the dialog that book.js opens on the others: what is typed is answered.
const box = document.getElementById("search-for"), said = document.getElementById("search-said");
const list = document.getElementById("search-results"), dialog = box.closest("dialog");

function look() {
  const query = box.value.normalize("NFKC").trim();
  progress = load();
  const pages = query ? byPage(found(query)) : [];
  list.replaceChildren(...pages.slice(0, MOST).map(hits => pageShown(hits, query)));
  said.textContent = query && (pages.length ? `${pages.length} page${pages.length === 1 ? "" : "s"}` : "No page was found. Try fewer or other words.");
  if (!dialog) history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
}

// The arrows lead from the box through the links and back; Enter in the box leads to the first.
function move(event) {
  const stops = [box, ...all("a", list)], at = stops.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (at < 0 || !stops[next]) return;
  event.preventDefault();
  stops[next].focus();
}

if (!dialog) box.value = new URLSearchParams(location.search).get("q") ?? "";
box.addEventListener("input", look);
box.form.addEventListener("submit", event => {
  event.preventDefault();
  list.querySelector("a")?.focus();
});
(dialog ?? document).addEventListener("keydown", move);
list.addEventListener("click", event => event.target.closest("a") && dialog?.close()); // it may lead to a place of this page
if (!dialog) box.focus();
look();
