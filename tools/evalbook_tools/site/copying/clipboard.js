const SHOWN = 2000; // milliseconds

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // A server without encryption, as in a classroom: the browser copies what is selected.
  const box = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}

// A button that copies what the function gives, and says that it did.
function copyButton(textOf, className = "") {
  const button = Object.assign(document.createElement("button"), { type: "button", className, textContent: "Copy" });
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    await copy(textOf());
    button.focus();
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), SHOWN);
  });
  return button;
}
