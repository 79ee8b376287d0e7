// In class a page is shown large and without its text (classroom.css); a button brings the text back, and takes it away.
const page = document.documentElement;

// In a wide figure words stay small (figures.py), unless the address names what it is drawn in.
const figures = () => {
  for (const picture of document.querySelectorAll(".wide > img")) {
    picture.src = picture.src.split("#")[0] + (page.classList.contains("q-class") ? "#figure_1" : "");
  }
};

// What was at the top of the window stays there.
function turn() {
  const seen = [...document.querySelectorAll("article :is(h1, h2, .cell)")].find(part => part.getBoundingClientRect().bottom > 0);
  const before = seen?.getBoundingClientRect().top;
  page.classList.toggle("q-class");
  figures();
  if (seen) scrollBy(0, seen.getBoundingClientRect().top - before);
}

if (new URLSearchParams(location.search).has("class")) {
  page.classList.add("q-class"); // before anything is drawn
  addEventListener("DOMContentLoaded", () => {
    const button = document.createElement("button");
    const name = () => (button.textContent = page.classList.contains("q-class") ? "Show the text" : "Hide the text");
    button.className = "q-text";
    button.onclick = () => (turn(), name());
    name();
    figures();
    document.querySelector(".masthead").append(button);
  });
}
