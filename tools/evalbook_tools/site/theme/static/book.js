// The shade of the page: the system's, until the reader chooses; the choice is kept.
const page = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function kept() {
  try {
    return localStorage.getItem("shade");
  } catch {
    return null; // a browser that keeps nothing
  }
}

function shade() {
  page.dataset.theme = kept() ?? (system.matches ? "dark" : "light");
}

function turn() {
  const other = page.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("shade", other);
  } catch {}
  page.dataset.theme = other;
}

shade(); // before anything is drawn
system.addEventListener("change", shade);

addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("[data-shade]");
  const name = () => (button.textContent = page.dataset.theme === "dark" ? "Light" : "Dark");
  button.addEventListener("click", () => (turn(), name()));
  system.addEventListener("change", name);
  name();
  button.hidden = false;

  // The contents show the page they belong to, without moving the page.
  const contents = document.getElementById("theme-contents");
  const here = contents.querySelector(":is(.current, .opened) > a.current");
  if (here) {
    const below = here.getBoundingClientRect().top - contents.getBoundingClientRect().top;
    contents.scrollTop = below - contents.clientHeight * 0.75;
  }

  // Behind the phone's button, they go when they have led somewhere, be it on the same page.
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
  });

  // Of the page's sections, the one being read is marked: the last that crosses a line below the top.
  const links = [...document.querySelectorAll(":is(.outline > ul > li, .outline > ul > li > ul > li) > a")];
  const sectionOf = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? document.querySelector("article");
  const read = new Set();
  const mark = (changes) => {
    for (const { target, isIntersecting } of changes) read[isIntersecting ? "add" : "delete"](target);
    const last = links.map(sectionOf).findLast((section) => read.has(section));
    for (const link of links) {
      if (sectionOf(link) !== last) link.removeAttribute("aria-current");
      else link.setAttribute("aria-current", "location");
    }
  };
  const line = new IntersectionObserver(mark, { rootMargin: "-25% 0px -75% 0px" });
  new Set(links.map(sectionOf)).forEach((section) => line.observe(section));

  // What scrolls can be scrolled with the keyboard: asked again when it is unfolded, and when the fonts are there.
  const reach = (code) => {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    else code.removeAttribute("tabindex");
  };
  const codes = document.querySelectorAll("pre");
  const sizes = new ResizeObserver((changes) => changes.forEach((change) => reach(change.target)));
  codes.forEach((code) => sizes.observe(code));
  document.fonts.ready.then(() => codes.forEach(reach));
});

// Who comes for a fold, for what it holds, or for the heading above it, finds it open.
function openAsked() {
  const asked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let fold = asked?.closest("details") ?? asked?.querySelector(":scope > .further");
  for (; fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

addEventListener("DOMContentLoaded", openAsked);
addEventListener("hashchange", openAsked);

// The search opens over the page. What is typed meanwhile stays in the box, which the script answers when it is there;
// it is a script, and no file that is fetched, because it also works in a folder. Without it the page Search opens.
const here = document.currentScript.src, SEARCH = "a[rel='search']";
const DIALOG = `<form role="search"><label for="search-for">Search the book, in English or Chinese</label>
<input type="search" id="search-for" autocomplete="off" spellcheck="false"><button type="button">Close</button></form>
<p id="search-said" role="status">Loading …</p><ol id="search-results"></ol>`;

function openSearch() {
  const box = document.getElementById("search-for");
  if (!box) document.body.append(...searchDialog());
  document.querySelector("dialog.search:not([open])")?.showModal();
  document.getElementById("search-for").select();
}

function searchDialog() {
  const dialog = Object.assign(document.createElement("dialog"), { className: "search", innerHTML: DIALOG });
  const script = Object.assign(document.createElement("script"), { src: new URL("search.js", here) });
  dialog.setAttribute("aria-label", "Search");
  dialog.addEventListener("click", ({ target }) => (target === dialog || target.matches("button")) && dialog.close());
  script.onerror = () => (location.href = `${document.querySelector(SEARCH).href}?q=${encodeURIComponent(dialog.querySelector("input").value)}`);
  return [dialog, script];
}

// Ctrl-K and / ask for it, as on other sites; / is also a sign that one types. So does the link, unless it is to open elsewhere.
addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  const asked = event.key === "k" ? event.ctrlKey || event.metaKey : event.key === "/" && !typing;
  if (!asked) return;
  event.preventDefault();
  openSearch();
});

addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest(SEARCH)) return;
  event.preventDefault();
  openSearch();
});
