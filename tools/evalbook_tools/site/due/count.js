// How many are due, quietly: behind the links to their page, and at a chapter's end.
const ADDRESS = `${ROOT}${DUE_PAGE}.html`;

function tellCount() {
  all(".q-due-count").forEach(part => part.remove());
  const count = agenda(load(), CHAPTERS, today()).now.length;
  if (!count || IN_CLASS || PAGE === DUE_PAGE) return;
  for (const link of all(":is(nav.contents, article) a[href]").filter(one => one.href === ADDRESS)) {
    link.after(make("span", { className: "q-count q-due-count" }, ` ${count} today`));
  }
  const text = count === 1 ? "One question is due today" : `${count} questions are due today`;
  document.querySelector(".q-progress")?.append(
    make("p", { className: "q-due-count" }, make("a", { href: ADDRESS }, text), "."));
}
