// Before a class: five questions at once, the room's votes, all feedback at a click; nothing is remembered.
function startClass() {
  const box = make("div"), others = button("Show five other questions", () => { seed += 1; show(); box.focus(); }, "q-others");
  let seed = today();

  function show() {
    const questions = forClass(CHAPTERS, QUERY.get("class"), seed);
    box.replaceChildren(...questions.map(question => {
      const form = formOf(question, vote);
      form.append(button("Show the answer", event => { form.classList.add("q-revealed"); event.target.hidden = true; }));
      return form;
    }));
  }

  box.tabIndex = -1;
  parts()[0].before(box, others);
  showList(false);
  show();
}

// The link that shows them, for the chapters that the class has read.
function classLink() {
  const options = all(".q-chapter h3").map(title => make("option", { value: title.parentElement.dataset.chapter }, title.textContent));
  const open = make("a"), last = make("select", { onchange: () => (open.href = `?class=${last.value}`) }, ...options);
  last.selectedIndex = options.length - 1;
  last.onchange();
  open.textContent = "five questions for a class";
  return make("p", {}, "Show ", open, make("label", {}, " that has read up to ", last));
}
