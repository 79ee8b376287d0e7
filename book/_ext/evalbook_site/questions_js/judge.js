// Judge an answer by the record of its question. evalbook.pages.judge does the same (see there).
const UNANSWERED = "Put your answer in place of the dots.";
const PLAIN_HINT = "Work it out once more, from the definition.";
const MIN_WORDS = 10;
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const say = (state, text) => ({ state, text });

function judge(record, answer) {
  if (record.kind === "number" || record.kind === "numbers") return judgeNumbers(record, answer);
  return record.kind === "argument" ? judgeArgument(record, answer) : judgeWord(record, answer);
}

// ---------------------------------------------------------------- numbers

function judgeNumbers(record, answer) {
  const readings = readingsOf(answer, record.unit);
  if (readings === MISSING) return say("open", isBegun(answer) ? `Half filled in: ${asked(record)}, please.` : UNANSWERED);
  if (readings === UNREADABLE) return say("nearly", `Give ${asked(record)}, such as ${example(record)}.`);
  const right = wanted(record.right);
  const mistakes = record.mistakes.map(one => ({ wrong: wanted(one.answer), text: one.text }));
  if (fits(right, readings, exactly)) return say("right", "Right.");
  const known = mistakes.find(one => fits(one.wrong, readings, exactly));
  if (known) return say("wrong", `Not yet. ${known.text}`);
  if (!readings.some(given => hasShapeOf(right, given))) {
    return say("nearly", `Give ${asked(record)}; ${foundIn(readings.at(-1))}.`);
  }
  return lessExact(record, readings, right, mistakes) || say("wrong", `Not yet. ${hintOf(record)}`);
}

function lessExact(record, readings, right, mistakes) {
  const meant = mistakes.find(one => fits(one.wrong, readings, rounded));
  if (fits(right, readings, rounded)) {
    if (meant) return say("nearly", "More digits, please: so rounded, this may be right or a known mistake.");
    return say("right", `Right; more digits: ${shown(right)}`);
  }
  const inPercent = record.unit === "%";
  const scaled = readings.map(given => scaledBy(given, inPercent ? 100 : 0.01));
  const mayScale = inPercent || right.values.every(value => Math.abs(value) < 1);
  if (mayScale && (fits(right, scaled, exactly) || fits(right, scaled, rounded))) {
    return say("right", `${inPercent ? "Right, as a share; in percent:" : "Right, in percent; as a share:"} ${shown(right)}`);
  }
  if (meant) return say("wrong", `Not yet. ${meant.text}`);
  if (fits(right, readings, coarse)) return say("nearly", "Close: give more digits.");
  if (fits(right, readings, close)) {
    return say("nearly", "Close: was a number rounded on the way? Keep all digits until the end.");
  }
  const swapped = right.values.length > 1 && readings.some(given => fitsInAnotherOrder(right, given));
  return swapped ? say("nearly", "The right numbers, in another order.") : null;
}

function wanted(stored) {
  const [{ parts, shape }] = readingsOf(stored);
  return { values: parts.map(part => part[0].value), shape: shape || [] };
}

const hasShapeOf = (right, given) =>
  given.parts.length === right.values.length &&
  (given.shape === null || String(given.shape) === String(right.shape) || given.parts.length === 1);

const fits = (right, readings, test) =>
  readings.some(given => hasShapeOf(right, given) && given.parts.every((part, place) =>
    part.some(number => exactly(number, right.values[place]) || test(number, right.values[place]))));

function fitsInAnotherOrder(right, given) {
  if (!hasShapeOf(right, given)) return false;
  const values = [...right.values].sort((a, b) => a - b);
  const numbers = given.parts.map(part => part[0]).sort((a, b) => a.value - b.value);
  return numbers.every((number, place) => exactly(number, values[place]) || rounded(number, values[place]));
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

const off = ({ value }, right) =>
  right && Number.isFinite(right) && Number.isFinite(value) ? Math.abs(value - right) / Math.abs(right) : Infinity;

const scaledBy = (given, factor) => ({
  shape: given.shape,
  parts: given.parts.map(part => part.map(({ value, step }) => ({ value: value * factor, step: step * factor }))),
});

const shown = right => right.values.map(value => {
  const short = Number(value.toPrecision(6));
  return String(short).replace("-", "−") + (Math.abs(short - value) <= 1e-9 * Math.abs(value) ? "" : "…");
}).join(", ").replace(/[^…]$/, "$&.");

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

const example = record => (record.kind === "number" ? "0.25 or 1/4" : "0.25, 1/3");
const hintOf = record => record.hint.trim() || PLAIN_HINT;

function isBegun(answer) {
  if (typeof answer === "string") return /\d/.test(answer);
  return Array.isArray(answer) && answer.some(part => (Array.isArray(part) ? isBegun(part) : part !== null));
}

// ---------------------------------------------------------------- words and arguments

function judgeWord(record, answer) {
  if (answer === null || (typeof answer === "string" && ["", "...", "?"].includes(readWord(answer)))) return say("open", UNANSWERED);
  if (typeof answer === "object") return say("nearly", "Give one word, in quotation marks.");
  const word = readWord(answer), choices = record.choices || [];
  if (word === readWord(record.right)) return say("right", "Right.");
  const mistake = record.mistakes.find(one => readWord(one.answer) === word);
  if (mistake) return say("wrong", `Not yet. ${mistake.text}`);
  if (choices.length && !choices.some(one => readWord(one) === word)) return say("nearly", `Choose one of: ${choices.join(", ")}.`);
  return say("wrong", `Not yet. ${hintOf(record)}`);
}

function judgeArgument(record, answer) {
  const words = typeof answer === "string" ? answer.split(/\s+/).filter(Boolean) : [];
  if (!words.length || words.join() === "...") return say("open", UNANSWERED);
  if (words.length < MIN_WORDS) return say("nearly", `Write a sentence or two. ${hintOf(record)}`);
  return say("written", `Written. Does it say: ${record.right.map((one, n) => `(${n + 1}) ${one}`).join(" ")}`);
}
