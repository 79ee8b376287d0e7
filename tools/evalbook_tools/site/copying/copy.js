// Of a dialog with Python, what was typed is copied, without its prompts.
const PROMPT = /^(>>>|\.\.\.)( |$)/;

function typed(text) {
  const lines = text.trimEnd().split("\n"), inputs = lines.filter((line) => PROMPT.test(line));
  return (inputs.length ? inputs.map((line) => line.replace(PROMPT, "")) : lines).join("\n");
}

for (const code of document.querySelectorAll(".highlight > pre")) {
  if (!code.closest(".cell_output")) code.after(copyButton(() => typed(code.textContent), "copybtn"));
}
