// A chapter's zip is put together in the page. It holds the notebook, its key and the wheel, and the wheel alone in the
// zips of all chapters would make the site twice as large. The files come as scripts, because a page in a folder can
// fetch nothing. Without a script the link leads to the zip of all notebooks, which holds the wheel, too.
const short = (number) => [number & 255, (number >> 8) & 255];
const long = (number) => [...short(number), ...short(number >>> 16)];
const REMAINDERS = Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

function checksum(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = REMAINDERS[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc;
}

// What a zip says of a file, before its content and once more at the end: it takes version 2 to read, its name is in
// UTF-8, nothing is compressed (the wheel is already), and it is from the first day that a zip can name.
function described(name, bytes) {
  return [...short(20), ...short(0x800), ...short(0), ...long(0x210000), ...long(checksum(bytes)), ...long(bytes.length), ...long(bytes.length), ...short(name.length), ...short(0)];
}

function zipped(files) {
  const content = [], list = [];
  let place = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = new TextEncoder().encode(path), about = described(name, bytes);
    list.push(Uint8Array.from([0x50, 0x4b, 1, 2, ...short(20), ...about, ...short(0), ...short(0), ...short(0), ...long(0), ...long(place), ...name]));
    content.push(Uint8Array.from([0x50, 0x4b, 3, 4, ...about, ...name]), bytes);
    place += 30 + name.length + bytes.length;
  }
  const size = list.reduce((sum, entry) => sum + entry.length, 0);
  const end = [0x50, 0x4b, 5, 6, ...long(0), ...short(list.length), ...short(list.length), ...long(size), ...long(place), ...short(0)];
  return new Blob([...content, ...list, Uint8Array.from(end)], { type: "application/zip" });
}

// ---------------------------------------------------------------- what the link takes along

let said; // what a script has just said: texts by their names, or the wheel's name and its bytes in Base64
globalThis.evalbookFiles = (files) => (said = files);

function read(address) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: address, onerror: reject });
    script.onload = () => (script.remove(), resolve(said));
    document.head.append(script);
  });
}

const bytesOf = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

async function takeAlong({ dataset: { copy, wheel }, href }) {
  try {
    const folder = copy.split("/").pop().replace(/\.js$/, ""), files = {};
    for (const [name, text] of Object.entries(await read(copy))) files[`${folder}/${name}`] = new TextEncoder().encode(text);
    for (const [name, base64] of Object.entries(await read(wheel))) files[`${folder}/${name}`] = bytesOf(base64);
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(zipped(files)), download: `${folder}.zip` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers begin to save only after a question
  } catch {
    location.href = href;
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest("a[data-copy]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  takeAlong(link);
});
