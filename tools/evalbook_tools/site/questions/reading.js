// What an answer says: numbers, however they are written. evalbook.teaching.answers reads the same way (see there);
// SIGNS, COUNTS and the like come from _texts beside it.
const MISSING = "missing", UNREADABLE = "unreadable";
const DOTS = new Set(["", "...", "?", "_"]);
const SPECIAL = { inf: Infinity, infinity: Infinity, "∞": Infinity, nan: NaN };
// Each pattern takes time in proportion to the text: a run of one kind is entered at its start alone.
const PLAIN = /^(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/;
const THOUSANDS = /^\d{1,3}([, '])\d{3}(\1\d{3})*(\.\d+)?$/;
const DECIMAL_COMMA = /^(\d+|\d{1,3}(\.\d{3})+)?,\d+$/;

function tidy(text) {
  text = text.normalize("NFKC").replaceAll("⁄", "/").toLowerCase();
  for (const [plain, signs] of Object.entries(SIGNS)) text = text.replace(new RegExp(`[${signs}]`, "g"), plain);
  text = text.replace(/(?<!\s)\s+\//g, "/").replace(/\/\s+/g, "/");
  text = text.replace(/(?<!\s)\s+%|((?<!\s)\s+)?percent\b/g, "%");
  return text.replace(/^[=≈~\s]+/, "").trim().replace(/^["'$]+|(?<!["'$])["'$]+$/g, "").trim();
}

// All that one written number may mean: values, each with one unit of its last digit.
function readNumber(text) {
  text = tidy(text).replace(/\.$/, "");
  const scale = text.endsWith("%") ? 100 : 1, sign = text.startsWith("-") ? -1 : 1;
  text = text.replace(/%$/, "").replace(/^[-+] */, "");
  const found = unsigned(text);
  if (scale === 100 && /^\d+0$/.test(text)) { // 40% may be .4 as well as .40
    found.push({ value: found[0].value, step: 10 ** (text.length - text.replace(/(?<!0)0+$/, "").length) });
  }
  return found.map(({ value, step }) => ({ value: (sign * value) / scale, step: step / scale }));
}

function unsigned(text) {
  if (Object.hasOwn(SPECIAL, text)) return [{ value: SPECIAL[text], step: 0 }];
  if (text === "zero" || COUNTS.indexOf(text) > 0) return [computed(Math.max(0, COUNTS.indexOf(text)))];
  const parts = text.split("/");
  if (parts.length === 2) {
    const [above, below] = parts.map(unsigned);
    return above.flatMap(a => below.filter(b => b.value).map(b => computed(a.value / b.value)));
  }
  return plain(text).map(one => ({ value: Number(one), step: stepOf(one) }));
}

// 19/50, as if written in the fewest digits that tell it apart: 0.38.
const computed = value => ({ value, step: Number.isFinite(value) && value % 1 ? stepOf(String(value)) : 1 });

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

// An answer without what it counts, if the question names it ("4 points"), or without a Chinese measure word.
function withoutNoun(answer, question) {
  if (typeof answer !== "string") return answer;
  const text = tidy(answer).replace(/\.$/, ""), end = text.lastIndexOf(" "), noun = text.slice(end + 1);
  const counted = question.toLowerCase().match(/[a-z]+s\b/g) || [];
  if (end > 0 && (counted.includes(noun) || counted.includes(`${noun}s`))) return text.slice(0, end);
  return text.replace(new RegExp(`(?<![${MEASURES}])[${MEASURES}]+$`), "") || answer;
}

// All that a text may mean as numbers in a row, the most careful way to split it first.
function readNumbers(text) {
  text = tidy(text).replace(/[()[\]{}]|^from\s/g, " ").replace(/^[ ,;\n]+|(?<![ ,;\n])[ ,;\n]+$/g, "");
  const found = new Map();
  for (const way of [/[;\n]/, /,\s+|[;\n]|(?<!\s)\s+(?:and|to)\s+/, /[;\s]+/, /[,;\s]+(?:(?:and|to)\s+)?/]) {
    const parts = text.split(way).map(part => readNumber(part));
    if (parts.every(part => part.length)) found.set(JSON.stringify(parts), { parts, shape: null });
  }
  return [...found.values()];
}

// All that an answer, a text or a value of JSON, may mean as numbers; or MISSING, or UNREADABLE.
function readingsOf(answer) {
  if (typeof answer === "string") {
    if (tidy(answer.replace(/[()[\]]/g, " ")).split(/[,;\s]+/).some(part => DOTS.has(part))) return MISSING;
    const one = readNumber(answer);
    const found = [...(one.length ? [{ parts: [one], shape: null }] : []), ...readNumbers(answer)];
    return found.length ? found : UNREADABLE;
  }
  const parts = [], shape = collect(answer, parts);
  if (!parts.length || parts.includes(MISSING)) return MISSING;
  return parts.includes(UNREADABLE) ? UNREADABLE : [{ parts: asLongAsTheLongest(parts), shape }];
}

// Numbers that may have lost zeros at their end get a second reading: 0.6 beside 0.88 may be 0.60.
function asLongAsTheLongest(parts) {
  const steps = parts.flat().map(one => one.step).filter(Boolean), least = steps.reduce((a, b) => Math.min(a, b), Infinity);
  return parts.map(part => (part[0].step > least ? [...part, { value: part[0].value, step: least }] : part));
}

function collect(value, parts) {
  if (!Array.isArray(value)) {
    parts.push(oneValue(value));
    return [];
  }
  const shapes = value.map(part => collect(typeof part === "boolean" ? Number(part) : part, parts));
  const ragged = shapes.some(shape => String(shape) !== String(shapes[0]) || shape.includes(-1));
  return ragged ? [-1] : [value.length, ...(shapes[0] || [])];
}

function oneValue(value) {
  if (value === null || value === undefined) return MISSING;
  if (typeof value === "number") return readNumber(String(value));
  if (typeof value !== "string") return UNREADABLE;
  const found = readNumber(value);
  return DOTS.has(tidy(value)) ? MISSING : found.length ? found : UNREADABLE;
}

const alone = answer => (Array.isArray(answer) && answer.length === 1 && typeof answer[0] === "string" ? answer[0] : answer);
const readWord = answer => tidy(String(answer)).replace(/(?<=\S)[\s_-]+(?=\S)/g, " ").replace(/^\(+/, "").replace(/(?<![."')])[."')]+$/, "").trim();
