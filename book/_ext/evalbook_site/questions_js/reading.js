// What an answer says: numbers, however they are written. evalbook.pages.reading reads the same way (see there).
const MISSING = "missing", UNREADABLE = "unreadable";
const DOTS = new Set(["", "...", "?", "_"]);
const SPECIAL = { inf: Infinity, infinity: Infinity, "∞": Infinity, nan: NaN };
const PLAIN = /^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/;
const THOUSANDS = /^\d{1,3}([, '])\d{3}(\1\d{3})*(\.\d+)?$/;
const DECIMAL_COMMA = /^(\d+|\d{1,3}(\.\d{3})+)?,\d+$/;

function tidy(text) {
  text = text.normalize("NFKC").replaceAll("⁄", "/").toLowerCase();
  text = text.replace(/[−–‒]/g, "-").replace(/\s*\/\s*/g, "/").replace(/\s+%|\s*percent\b/g, "%");
  return text.replace(/^[=≈~\s]+/, "").trim().replace(/^["'$]+|["'$]+$/g, "").trim();
}

// All that one written number may mean: values, each with one unit of its last digit.
function readNumber(text, unit = "") {
  text = tidy(text);
  if (unit && text.endsWith(unit.toLowerCase())) text = text.slice(0, -unit.length).trim();
  const scale = text.endsWith("%") ? 100 : 1, sign = text.startsWith("-") ? -1 : 1;
  text = text.replace(/%$/, "").replace(/^[-+] */, "");
  return unsigned(text).map(({ value, step }) => ({ value: (sign * value) / scale, step: step / scale }));
}

function unsigned(text) {
  if (Object.hasOwn(SPECIAL, text)) return [{ value: SPECIAL[text], step: 0 }];
  const parts = text.split("/");
  if (parts.length === 2) {
    const [above, below] = parts.map(unsigned);
    return above.flatMap(a => below.filter(b => b.value).map(b => ({ value: a.value / b.value, step: 0 })));
  }
  return plain(text).map(one => ({ value: Number(one), step: stepOf(one) }));
}

function plain(text) {
  const ways = [];
  if (PLAIN.test(text)) ways.push(text);
  if (THOUSANDS.test(text)) ways.push(text.replace(/[, ']/g, ""));
  if (DECIMAL_COMMA.test(text)) ways.push(text.replaceAll(".", "").replace(",", "."));
  return ways;
}

function stepOf(text) {
  const [digits, power] = text.split("e");
  return Number(`1e${Number(power || 0) - (digits.split(".")[1] || "").length}`);
}

// All that a text may mean as numbers in a row, the most careful way to split it first.
function readNumbers(text, unit) {
  text = tidy(text).replace(/[()[\]{}]|^from\s/g, " ").replace(/^[ ,;\n]+|[ ,;\n]+$/g, "");
  const found = new Map();
  for (const way of [/[;\n]/, /,\s+|[;\n]|\s+(?:and|to)\s+/, /[;\s]+/, /[,;\s]+(?:(?:and|to)\s+)?/]) {
    const parts = text.split(way).map(part => readNumber(part, unit));
    if (parts.every(part => part.length)) found.set(JSON.stringify(parts), { parts, shape: null });
  }
  return [...found.values()];
}

// All that an answer, a text or a value of JSON, may mean as numbers; or MISSING, or UNREADABLE.
function readingsOf(answer, unit = "") {
  if (typeof answer === "string") {
    if (tidy(answer.replace(/[()[\]]/g, " ")).split(/[,;\s]+/).some(part => DOTS.has(part))) return MISSING;
    const one = readNumber(answer, unit);
    const found = [...(one.length ? [{ parts: [one], shape: null }] : []), ...readNumbers(answer, unit)];
    return found.length ? found : UNREADABLE;
  }
  const parts = [], shape = collect(answer, unit, parts);
  if (!parts.length || parts.includes(MISSING)) return MISSING;
  return parts.includes(UNREADABLE) ? UNREADABLE : [{ parts, shape }];
}

function collect(value, unit, parts) {
  if (!Array.isArray(value)) {
    parts.push(oneValue(value, unit));
    return [];
  }
  const shapes = value.map(part => collect(typeof part === "boolean" ? Number(part) : part, unit, parts));
  const ragged = shapes.some(shape => String(shape) !== String(shapes[0]) || shape.includes(-1));
  return ragged ? [-1] : [value.length, ...(shapes[0] || [])];
}

function oneValue(value, unit) {
  if (value === null || value === undefined) return MISSING;
  if (typeof value === "number") return readNumber(String(value));
  if (typeof value !== "string") return UNREADABLE;
  const found = readNumber(value, unit);
  return DOTS.has(tidy(value)) ? MISSING : found.length ? found : UNREADABLE;
}

function readWord(answer) {
  return tidy(String(answer)).replace(/(?<=\S)[\s_-]+(?=\S)/g, " ").replace(/\.+$/, "").trim();
}
