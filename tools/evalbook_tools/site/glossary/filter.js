// The filter above the glossary: it leaves the entries that contain all the words typed, and the letters that have some.
const plain = text => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(/[\p{Pd}\u2212]/gu, "-").replace(/’/g, "'");
const CHAPTER = /\. see [^.]*\.\s*$/; // a chapter's title is no part of a definition

function startFilter(form) {
  const field = form.querySelector("input"), said = form.querySelector("[role=status]");
  const entries = [...document.querySelectorAll("dl.glossary > dt")].map(term => {
    const parts = [term, term.nextElementSibling];
    return { term, parts, text: plain(parts.map(part => part.textContent).join(" ")).replace(CHAPTER, "") };
  });
  const letters = [...document.querySelectorAll(".letters a")].map(link => [link, entries.findIndex(({ term }) => `#${term.id}` === decodeURIComponent(link.hash))]);

  function tell() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    for (const entry of entries) {
      entry.fits = words.every(word => entry.text.includes(word));
      entry.parts.forEach(part => (part.hidden = !entry.fits));
    }
    letters.forEach(([link, from], place) => {
      const first = entries.slice(from, letters[place + 1]?.[1]).find(({ fits }) => fits);
      link.hidden = !first;
      if (first) link.hash = first.term.id;
    });
    const left = entries.filter(({ fits }) => fits).length;
    said.textContent = !words.length ? "" : left ? `${left} of ${entries.length} terms` : "No entry contains this.";
  }

  function empty() {
    field.value = "";
    tell();
  }

  // What a link leads to is shown again, before the browser goes there.
  function shown(hash) {
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target?.closest("[hidden]")) return null;
    empty();
    return target;
  }

  form.onsubmit = () => false;
  field.oninput = event => event.isComposing || tell(); // not the letters from which Chinese is composed
  field.addEventListener("compositionend", tell);
  field.onkeydown = event => {
    if (event.key !== "Escape" || !field.value) return;
    event.preventDefault();
    empty();
  };
  addEventListener("click", ({ target }) => {
    const link = target.closest?.("a[href]");
    if (link?.pathname === location.pathname) shown(link.hash);
  });
  addEventListener("hashchange", () => shown(location.hash)?.scrollIntoView());
}

addEventListener("DOMContentLoaded", () => document.querySelectorAll("form.filter").forEach(startFilter));
