// Of a dialog with Python, what was typed is copied, without its prompts.
const PROMPT = /^(>>>|\.\.\.)( |$)/;
const SHOWN = 2000; // milliseconds

function typed(text) {
  const lines = text.trimEnd().split("\n"), inputs = lines.filter((line) => PROMPT.test(line));
  return (inputs.length ? inputs.map((line) => line.replace(PROMPT, "")) : lines).join("\n");
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A server without encryption, as in a classroom: the browser copies what is selected.
  const box = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}

for (const code of document.querySelectorAll(".highlight > pre")) {
  if (code.closest(".cell_output")) continue;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copybtn", textContent: "Copy" });
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    await copy(typed(code.textContent));
    button.focus();
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), SHOWN);
  });
  code.after(button);
}
