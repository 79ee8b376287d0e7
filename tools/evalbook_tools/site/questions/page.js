// Small tools for the parts of a page.
const all = (selector, part = document) => [...part.querySelectorAll(selector)];

function make(tag, properties, ...children) {
  const { aria = {}, ...rest } = properties || {};
  const element = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(aria)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const button = (text, click, className = "") => make("button", { type: "button", className, onclick: click }, text);

// What to do again when the answers change as a whole: after an import, or when all is forgotten.
const restorers = [];
const restoreAll = () => restorers.forEach(restore => restore());
