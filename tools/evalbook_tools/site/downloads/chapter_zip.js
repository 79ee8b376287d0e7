// All notebooks and the package lie on one page, as two zips in the addresses of its links. A page in a folder can read
// no file beside it, but that page, opened in a frame, says these addresses. So the site holds each file once, and here a
// link saves what it names of them: a chapter's notebook, its key and the wheel, or everything. Without a script, or
// where no frame may be opened, the link leads to the page, whose own links save the two zips.
const short = (number) => [number & 255, (number >> 8) & 255];
const long = (number) => [...short(number), ...short(number >>> 16)];
const bytesOf = (address) => Uint8Array.from(atob(address.split(",")[1]), (sign) => sign.charCodeAt(0));

// The files of a zip, as its list at the end names them; `about` is what the list and the file's own head both say of
// it: how it is compressed, its checksum, how large it is. The zips were made for this: they have no further fields.
function filesOf(zip) {
  const view = new DataView(zip.buffer), files = [];
  let place = view.getUint32(zip.length - 6, true);
  for (let left = view.getUint16(zip.length - 12, true); left; left--) {
    const size = view.getUint32(place + 20, true), length = view.getUint16(place + 28, true);
    const start = view.getUint32(place + 42, true) + 30 + length;
    const name = new TextDecoder().decode(zip.subarray(place + 46, place + 46 + length));
    files.push({ name, about: zip.subarray(place + 6, place + 28), content: zip.subarray(start, start + size) });
    place += 46 + length;
  }
  return files;
}

function zipped(files) {
  const contents = [], list = [];
  let place = 0;
  for (const { name: path, about, content } of files) {
    const name = new TextEncoder().encode(path), said = [...about, ...short(name.length), ...short(0)];
    list.push(Uint8Array.from([0x50, 0x4b, 1, 2, ...short(20), ...said, ...short(0), ...short(0), ...short(0), ...long(0), ...long(place), ...name]));
    contents.push(Uint8Array.from([0x50, 0x4b, 3, 4, ...said, ...name]), content);
    place += 30 + name.length + content.length;
  }
  const size = list.reduce((sum, entry) => sum + entry.length, 0);
  const end = [0x50, 0x4b, 5, 6, ...long(0), ...short(list.length), ...short(list.length), ...long(size), ...long(place), ...short(0)];
  return new Blob([...contents, ...list, Uint8Array.from(end)], { type: "application/zip" });
}

// ---------------------------------------------------------------- what the link takes along

function addressesOn(page) {
  return new Promise((resolve, reject) => {
    const frame = Object.assign(document.createElement("iframe"), { src: page, hidden: true });
    const finish = (settle, value) => (removeEventListener("message", heard), frame.remove(), settle(value));
    const heard = ({ source, data }) => source === frame.contentWindow && finish(resolve, data);
    addEventListener("message", heard);
    frame.onload = () => setTimeout(finish, 2000, reject); // what the page says may come after it is loaded
    document.body.append(frame);
  });
}

// Of all files those of one copy: "evalbook/03_curves/auc.ipynb" becomes "auc/auc.ipynb".
function ofCopy(files, copy) {
  const own = [`evalbook/${copy}.ipynb`, `evalbook/${copy}-`], folder = copy.split("/").pop();
  const kept = files.filter(({ name }) => name === own[0] || (name.startsWith(own[1]) && name.endsWith(".key")) || name.endsWith(".whl"));
  return kept.map((file) => ({ ...file, name: `${folder}/${file.name.split("/").pop()}` }));
}

async function takeAlong({ dataset: { copy }, href }) {
  try {
    const files = (await addressesOn(href)).map(bytesOf).flatMap(filesOf);
    const blob = zipped(copy ? ofCopy(files, copy) : files), name = copy ? copy.split("/").pop() : "working_copies";
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `${name}.zip` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers begin to save only after a question
  } catch {
    location.href = href;
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest('a[href$="working_copies.html"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  takeAlong(link);
});
