// In the contents beside the text: how far the reader has come in each chapter. What is kept says so; where nothing can
// be kept, nothing is marked.
const KEEPS = !!storage && !IN_CLASS;

function shareOf(page) {
  const { bets, made, exercises, done } = tally(ASKED[page], page);
  return { total: bets + exercises, given: KEEPS ? made + done : 0 };
}

function markOf(link) {
  const page = pageAt(link.href), { total, given } = ASKED[page] ? shareOf(page) : { given: 0 };
  const text = given === total ? `all ${total} done` : `${given} of ${total} done`;
  return given ? make("span", { className: given === total ? "mark done" : "mark", title: text, aria: { role: "img", "aria-label": text } }) : "";
}

function markContents() {
  for (const link of all(".contents > ul > li > a, .contents details > ul > li > a")) {
    link.querySelector(".mark")?.remove();
    link.append(markOf(link));
  }
}
