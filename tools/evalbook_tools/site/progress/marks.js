// In the contents beside the text: how far the reader has come in each chapter. What is kept says so; where nothing can
// be kept, nothing is marked.
function markOf(link) {
  const asked = ASKED[pageAt(link.href)];
  if (!asked) return "";
  const { bets, made, exercises, done } = tally(asked, pageAt(link.href));
  const total = bets + exercises, given = made + done, text = given === total ? `all ${total} done` : `${given} of ${total} done`;
  return given ? make("span", { className: given === total ? "mark done" : "mark", title: text, aria: { role: "img", "aria-label": text } }) : "";
}

function markContents() {
  for (const link of all(".contents > ul > li > a, .contents details > ul > li > a")) {
    link.querySelector(".mark")?.remove();
    link.append(markOf(link));
  }
}

window.markContents = markContents; // the page calls it as soon as the contents are there, before they are drawn
for (const change of ["evalbook-kept", "storage", "pageshow"]) addEventListener(change, markContents); // here, in another tab, on the way back
