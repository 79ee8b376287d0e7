// Judge an answer by the record of its question. `judge` of evalbook.teaching.answers does the same (see there).
const say = (state, what, parts) => ({ state, text: SAYS[what].replace(/\{(\w+)\}/g, (_, name) => parts[name]) });
const ONE_WORD = /[\u3400-\u9fff]|[^\s\u3400-\u9fff]+/g; // Chinese does not part its words

function judge(record, answer) {
  const said = judgeByKind(record, answer);
  return record.why && (said.state === "right" || said.state === "written") ? { ...said, text: `${said.text} ${record.why}` } : said;
}

function judgeByKind(record, answer) {
  if (record.kind === "number" || record.kind === "numbers") return judgeNumbers(record, answer);
  return record.kind === "argument" ? judgeArgument(record, answer) : judgeWord(record, answer);
}

// ---------------------------------------------------------------- numbers

function judgeNumbers(record, answer) {
  let readings = readingsOf(answer);
  if (readings === UNREADABLE) readings = readingsOf(withoutNoun(answer, record.question || ""));
  if (readings === MISSING) return isBegun(answer) ? say("open", "begun", { wanted: asked(record) }) : say("open", "open");
  if (readings === UNREADABLE) return say("nearly", hasUnit(answer) ? "unit" : "unreadable", { wanted: asked(record), example: example(record) });
  const right = wanted(record.right);
  const mistakes = record.mistakes.map(one => ({ wrong: wanted(one.answer), text: one.text }));
  if (fits(right, readings, exactly)) return say("right", "right");
  const known = mistakes.find(one => fits(one.wrong, readings, exactly));
  if (known) return say("wrong", "wrong", known);
  if (!readings.some(given => hasShapeOf(right, given))) {
    return say("nearly", "shape", { wanted: asked(record), found: foundIn(readings.at(-1)) });
  }
  return lessExact(answer, readings, right, mistakes) || say("wrong", "wrong", { text: hintOf(record) });
}

function lessExact(answer, readings, right, mistakes) {
  const meant = mistakes.find(one => fits(one.wrong, readings, rounded));
  if (fits(right, readings, rounded)) {
    return meant ? say("nearly", "both") : say("right", "digits", { right: shown(right) });
  }
  if (fits(right, readings, rounded, true)) {
    const shaped = readings.filter(given => hasShapeOf(right, given));
    const some = shaped.some(given => given.parts.some((part, place) => takes(right, place, part, rounded)));
    return say("right", some ? "mixed" : "percent", { right: shown(right) });
  }
  const known = meant || [exactly, rounded].map(test => mistakes.find(one => fits(one.wrong, readings, test, true))).find(Boolean);
  if (known) return say("wrong", "wrong", known);
  if (fits(right, readings, near, true)) return say("nearly", fits(right, readings, coarse, true) ? "few" : "close");
  if (fits(right, readings, coarseOrNear, true)) return say("nearly", "coarse");
  if (right.values.length > 1 && readings.some(given => fitsInAnotherOrder(right, given))) return say("nearly", "order");
  return fitsExactly(right, String(answer).replace(/\.(?=\d{3}(?!\d))/g, "")) && typeof answer === "string" ? say("nearly", "thousands") : null;
}

function wanted(stored) {
  const [{ parts, shape }] = readingsOf(stored);
  return { values: parts.map(part => part[0].value), shape: shape || [] };
}

const hasShapeOf = (right, given) =>
  given.parts.length === right.values.length &&
  (right.shape.length < 2 || given.shape === null || String(given.shape) === String(right.shape));

// Whether a number stands the test in its place, as it is or, if it is one of a share, in percent.
function takes(right, place, part, test, percent) {
  const value = right.values[place], read = percent && Math.abs(value) < 1 ? [...part, ...part.map(asShare)] : part;
  return read.some(number => exactly(number, value) || test(number, value));
}

const fits = (right, readings, test, percent) =>
  readings.some(given => hasShapeOf(right, given) && given.parts.every((part, place) => takes(right, place, part, test, percent)));

function fitsExactly(right, text) {
  const readings = readingsOf(text);
  return Array.isArray(readings) && fits(right, readings, exactly);
}

function fitsInAnotherOrder(right, given) {
  if (!hasShapeOf(right, given)) return false;
  const values = [...right.values].sort((a, b) => a - b);
  const parts = [...given.parts].sort(([a], [b]) => a.value - b.value);
  return parts.every((part, place) => part.some(number => exactly(number, values[place]) || rounded(number, values[place])));
}

function exactly({ value }, right) {
  if (Number.isFinite(value) && Number.isFinite(right)) return Math.abs(value - right) <= 1e-9 + 1e-6 * Math.abs(right);
  return Object.is(value, right);
}

const hasDecimals = right => Number.isFinite(right) && !Number.isInteger(right);

function rounded(number, right) {
  const { value, step } = number, lost = Math.abs(right) - Math.abs(value);
  const cut = hasDecimals(right) && 0 < lost && lost < step && value * right > 0;
  return Math.abs(value) >= 9.99 * step && (cut || coarse(number, right)) && off(number, right) <= 0.01;
}

const coarse = ({ value, step }, right) =>
  hasDecimals(right) && Math.abs(value - right) <= 0.500001 * step && step < Math.abs(right);

const close = (number, right) => !Number.isInteger(number.value) && off(number, right) <= 0.005;

const near = (number, right) => rounded(number, right) || close(number, right);
const coarseOrNear = (number, right) => coarse(number, right) || near(number, right);

const off = ({ value }, right) =>
  right && Number.isFinite(right) && Number.isFinite(value) ? Math.abs(value - right) / Math.abs(right) : Infinity;

const asShare = ({ value, step }) => ({ value: value * 0.01, step: step * 0.01 }); // that was given in percent

const shown = right => right.values.map(value => {
  const short = Number(value.toPrecision(6));
  return (Math.abs(short - value) <= 1e-9 * Math.abs(value) ? "" : "≈ ") + String(short).replace("-", "−");
}).join(", ") + ".";

// ---------------------------------------------------------------- what to say

function asked(record) {
  const { shape } = wanted(record.right);
  if (shape.length < 2) return counted(shape.length ? shape[0] : 1);
  return [...shape.slice(0, -1).map(length => `${length} rows`), counted(shape.at(-1))].join(" of ");
}

const counted = count => `${COUNTS[count] || count} number${count === 1 ? "" : "s"}`;

function foundIn({ parts, shape }) {
  if (shape && shape.includes(-1)) return "these rows differ in length";
  if (shape && shape.length > 1) return `this has the shape ${shape.join(" × ")}`;
  return `${parts.length === 1 ? "this is" : "these are"} ${counted(parts.length).split(" ")[0]}`;
}

// Numbers of the same kind as the right and the mistaken ones, and none of them right.
function example(record) {
  const { values } = wanted(record.right), known = [...values, ...record.mistakes.flatMap(one => wanted(one.answer).values)];
  const all = EXAMPLES[known.some(hasDecimals) ? (known.every(value => Math.abs(value) <= 1) ? "share" : "other") : "whole"];
  const found = all.filter(one => !values.some(value => exactly(readNumber(one)[0], value))), from = found.length ? found : all;
  return record.kind === "number" ? found.slice(0, 2).join(" or ") : values.map((_, place) => from[place % from.length]).join(", ");
}

const hasUnit = answer =>
  Array.isArray(answer) ? answer.some(hasUnit) : typeof answer === "string" && /\d\s*[a-z°€]/.test(tidy(answer));

const hintOf = record => record.hint.trim() || SAYS.plain;

function isBegun(answer) {
  if (typeof answer === "string") return /\d/.test(answer);
  return Array.isArray(answer) && answer.some(part => (Array.isArray(part) ? isBegun(part) : part !== null));
}

// ---------------------------------------------------------------- words and arguments

function judgeWord(record, answer) {
  answer = alone(answer);
  if (answer === null || (typeof answer === "string" && ["", "...", "?"].includes(readWord(answer)))) return say("open", "open");
  if (typeof answer === "object") return say("nearly", "word");
  const word = readWord(answer), choices = record.choices || [];
  if (word === readWord(record.right)) return say("right", "right");
  const mistake = record.mistakes.find(one => readWord(one.answer) === word);
  if (mistake) return say("wrong", "wrong", mistake);
  if (choices.length && !choices.some(one => readWord(one) === word)) return say("nearly", "choices", { choices: choices.join(", ") });
  return say("wrong", "wrong", { text: hintOf(record) });
}

function judgeArgument(record, answer) {
  const words = typeof answer === "string" ? answer.match(ONE_WORD) || [] : [];
  if (!words.length || words.join() === "...") return say("open", "open");
  if (words.length < MIN_WORDS) return say("nearly", "short", { text: hintOf(record) });
  return say("written", "written", { criteria: record.right.map((one, n) => `(${n + 1}) ${one}`).join(" ") });
}
