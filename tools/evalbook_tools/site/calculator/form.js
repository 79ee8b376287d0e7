// The form: what can be said of the numbers that are there, at each change.
const { all, make, readNumber } = window.evalbook;
const MOST = 1e9;
const NO_INTERVAL = "Two rates alone give no interval, because they do not say how many samples they come from. The four counts do.";
// Of each kind of field: whether it takes a number, and what to type.
const KINDS = {
  count: [(value, text) => Number.isInteger(value) && value >= 0 && value <= MOST && !/[%/]/.test(text), "a whole number from 0 to 1,000,000,000, such as 80"],
  share: [value => value >= 0 && value <= 1, "a number from 0 to 1, such as 0.06, 6%, 6/100 or 6 in 100"],
  rate: [value => value > 0 && value < 1, "a number above 0 and below 1, such as 0.01, 1%, 1/100 or 1 in 100"],
};

// What a field holds: nothing; a value and how coarsely it is written; or a message.
function read({ value, dataset: { kind, name } }) {
  const text = value.trim(), [takes, example] = KINDS[kind];
  if (!text) return {};
  const found = readNumber(text.replace(/\s+in\s+/, "/")).find(one => takes(one.value, text));
  if (found) return { value: found.value + 0, step: found.step };
  return { message: `${capital(name)}: found “${text.length > 30 ? `${text.slice(0, 30)}…` : text}”. Type ${example}.` };
}

function startCalculator(form) {
  const fields = all("input[data-kind]", form), first = form.querySelector("[role=status]"), more = form.lastElementChild;
  const inputs = names => fields.filter(field => names.includes(field.name));

  // The numbers of the way that is chosen, and what hinders.
  function given(readings) {
    const value = name => readings[name].value, rest = { rate: value("rate"), auc: value("auc") };
    if (form.way.value === "rates") return { tpr: value("tpr"), fpr: value("fpr"), ...rest, slack: (readings.tpr.step + readings.fpr.step + readings.auc.step) / 2 + 1e-9 };
    const counts = Object.fromEntries(["tp", "fn", "fp", "tn"].map(name => [name, value(name)])), { tp, fn, fp, tn } = counts;
    if (Object.values(counts).includes(undefined)) return rest;
    return { counts, tpr: tp / (tp + fn), fpr: fp / (fp + tn), ...rest, slack: readings.auc.step / 2 + 1e-9 };
  }

  function tell() {
    const isCounts = form.way.value === "counts", asked = isCounts ? ["tp", "fn", "fp", "tn"] : ["tpr", "fpr", "rate"];
    all("[data-way]", form).forEach(part => (part.hidden = part.dataset.way !== form.way.value));
    const used = inputs([...asked, "rate", "auc"]), readings = Object.fromEntries(used.map(field => [field.name, read(field)]));
    for (const field of fields) {
      const isWrong = Boolean(readings[field.name]?.message);
      field.setAttribute("aria-invalid", isWrong);
      if (isWrong) field.setAttribute("aria-describedby", first.id);
      else field.removeAttribute("aria-describedby");
    }
    const messages = Object.values(readings).flatMap(one => one.message ?? []);
    const missing = inputs(asked).filter(field => readings[field.name].value === undefined).map(field => `the ${field.dataset.name}`);
    show(messages, missing, messages.length ? {} : given(readings));
  }

  function show(messages, missing, numbers) {
    const { counts } = numbers, isEmpty = counts && !Object.values(counts).some(Boolean);
    const isWhole = !messages.length && !missing.length && !isEmpty, found = isWhole ? measures(numbers) : [];
    const missed = isEmpty ? "All four counts are 0, so there is nothing to measure." : `Type ${listed(missing)} to get the precision.`;
    first.replaceChildren(...(messages.length ? messages : [isWhole ? firstOf(numbers, found) : missed]).map(text => make("p", {}, text)));
    const texts = messages.length ? [] : [...(isWhole && numbers.rate ? frequencies(numbers) : []), ...saidOfArea(numbers), ...(isWhole && !counts ? [NO_INTERVAL] : [])];
    more.replaceChildren(...(isWhole ? [table(rowsOf(numbers, found)), ...toReport(reportOf(numbers, found))] : []), ...texts.map(text => make("p", {}, text)));
  }

  form.oninput = tell;
  form.onsubmit = () => false;
  form.hidden = false;
  tell();
}

// A column of intervals only where there are some.
function table(rows) {
  const cells = rows.some(([, , interval]) => interval) ? 3 : 2;
  const head = ["Number", "Value", "Interval"].slice(0, cells).map(text => make("th", { scope: "col" }, text));
  const lines = rows.map(([name, ...row]) => make("tr", {}, make("th", { scope: "row" }, name), ...row.slice(0, cells - 1).map(text => make("td", {}, text))));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...lines));
}

const toReport = text => [make("p", {}, "The sentence to report:"), make("blockquote", {}, make("p", {}, text)), copyButton(() => text)];

addEventListener("DOMContentLoaded", () => all("form.calculator").forEach(startCalculator));
