// What is said of the numbers that are there: the four counts or none, the point of the ROC curve, the base rate in use,
// the AUC. Nothing here looks at the page.
const WHY = {
  tpr: "there are no positives", fpr: "there are no negatives", precision: "there are no alarms",
  npv: "every sample is flagged", falsePerHit: "no positive is found",
};
const known = value => !Number.isNaN(value);
const capital = text => text[0].toUpperCase() + text.slice(1);
const listed = names => names.join(", ").replace(/, ([^,]*)$/, " and $1");

// The measures: a name, a value or why it has none, and between what it lies.
function measures({ counts, tpr, fpr, rate }) {
  const own = counts && ofCounts(counts), found = [];
  const add = (key, name, { value, low, high, range = [low, high] }, more = {}) =>
    found.push({ key, name, value, range: range[0] >= 0 && known(value) ? range : undefined, why: WHY[key], kind: "95%", ...more });
  if (own) {
    add("tpr", "recall", own.tpr);
    add("fpr", "false positive rate", own.fpr);
    add("precision", "precision", own.precision, { at: "own" });
    if (rate === undefined) {
      const { value, low, high } = own.precision, perHit = share => (1 - share) / share;
      add("falsePerHit", "false alarms per positive found", { value: value ? perHit(value) : NaN, range: [perHit(high), perHit(low)] }, { at: "own", text: countText });
    }
    add("npv", "negative predictive value", own.npv, { at: "own" });
  } else {
    add("tpr", "recall", { value: tpr });
    add("fpr", "false positive rate", { value: fpr });
  }
  if (rate === undefined) return found;
  const point = atPoint({ tpr, fpr, rate }), both = known(tpr) && known(fpr);
  const ranges = own && both ? rangesOf(counts, rate) : {};
  const missing = both ? {} : { why: `the ${known(tpr) ? "false positive rate" : "recall"} is undefined` };
  const inUse = (key, name, more) => add(key, name, { value: point[key], range: ranges[key] ?? [] }, { at: "use", kind: "conservative", ...missing, ...more });
  inUse("precision", "precision");
  inUse("falsePerHit", "false alarms per positive found", { text: countText });
  inUse("npv", "negative predictive value");
  return found;
}

const valueText = ({ value, why, text = shareText }) => (known(value) ? text(value) : `undefined, because ${why}`);
const intervalText = ({ range, kind, text }) => (range ? `${rangeText(range, text)} (${kind})` : "");

// A table's rows: name, value, interval. `found` are the measures, here and below.
function rowsOf(given, found) {
  const base = shareText(given.counts ? baseOf(given.counts) : 0);
  const where = { own: ` in these samples (base rate ${base})`, use: given.rate ? ` at a base rate of ${shareText(given.rate)}` : "" };
  return found.filter(one => given.counts || one.at).map(one => [capital(one.name) + (where[one.at] ?? ""), valueText(one), intervalText(one)]);
}

const baseOf = ({ tp, fn, fp, tn }) => (tp + fn) / (tp + fn + fp + tn);

// What stands first: the precision at the base rate in use, or in the samples that were counted.
function firstOf(given, found) {
  const of = key => found.findLast(one => one.key === key), precision = of("precision"), perHit = of("falsePerHit");
  const where = given.rate ? `At a base rate of ${shareText(given.rate)}` : `In these samples (base rate ${shareText(baseOf(given.counts))})`;
  if (!known(precision.value)) return `${capital(precision.why)}, so the precision is undefined.`;
  const number = countText(perHit.value), noun = number === "1" ? "alarm" : "alarms";
  const alarms = known(perHit.value) ? `For each positive that it finds, the model raises ${number} false ${noun}.` : "The model finds no positive.";
  return `${where}, the precision is ${shareText(precision.value)}. ${alarms}`;
}

function frequencies({ tpr, fpr, rate }) {
  const { hits, alarms } = atPoint({ tpr, fpr, rate });
  if (!hits) return [];
  const size = 10 ** Math.max(3, Math.ceil(2 - Math.log10(rate))), count = share => Math.round(share * size).toLocaleString("en");
  return [`Of ${count(1)} samples, ${count(rate)} are positive. The model flags ${count(hits)} of them, and ${count(alarms)} of the ${count(1 - rate)} others.`];
}

// The sentence to report.
function reportOf({ counts, rate, auc }, found) {
  const of = (key, at) => found.find(one => one.key === key && one.at === at);
  const phrase = (one, verb, kind = "") => `the ${one.name} ${verb} ${valueText(one)}` + (one.range ? ` (${kind}${rangeText(one.range)})` : "");
  const pair = (one, other, verb, kind) => `${phrase(one, verb, kind)}${known(one.value) && known(other.value) ? " and " : ", and "}${phrase(other, verb)}.`;
  const texts = [pair(of("tpr"), of("fpr"), "was", "95% interval ")];
  if (counts) {
    const { tp, fn, fp, tn } = counts, count = value => value.toLocaleString("en");
    texts[0] = `on ${count(tp + fn + fp + tn)} samples (${count(tp + fn)} positive and ${count(fp + tn)} negative), ${texts[0]}`;
  }
  if (rate) texts.push(`at a base rate of ${shareText(rate)}, ${pair(of("precision", "use"), of("npv", "use"), "is", "conservative interval ")}`);
  else texts.push(`at the base rate of these samples, ${shareText(baseOf(counts))}, ${pair(of("precision", "own"), of("npv", "own"), "was", "95% interval ")}`);
  if (auc !== undefined) texts.push(`the AUC was ${shareText(auc)}.`);
  return texts.map(capital).join(" ");
}

function saidOfArea(given) {
  const { auc, tpr, fpr } = given;
  if (auc === undefined) return [];
  const pairs = Number((100 * auc).toPrecision(3));
  const texts = [`An AUC of ${shareText(auc)} says that in ${pairs} of 100 pairs the positive is scored above the negative, where a tie counts half. The AUC depends on no threshold and no base rate, so it alone gives neither precision nor NPV.`];
  if (fpr === undefined || !known(fpr)) return texts;
  return [...texts, ...(tpr === undefined ? leftOpen(given) : contradiction(given))];
}

// What is possible at an FPR.
function leftOpen(given) {
  const range = ratesUnder(given), precisions = range.map(tpr => atPoint({ ...given, tpr }).precision);
  const more = precisions.every(one => one >= 0) ? `, and at this base rate any precision from ${rangeText(precisions)}` : "";
  return [`At an FPR of ${shareText(given.fpr)} it leaves any recall from ${rangeText(range)} possible${more}.`];
}

// Slack is by how much the numbers may have been rounded.
function contradiction(given) {
  const [least, most] = areasThrough(given), { auc, slack = 0 } = given;
  if (!(auc < least - slack || auc > most + slack)) return [];
  return [`But no ROC curve through this point has this AUC: it would be from ${shareText(least)} to ${shareText(most)}. ` +
    "The numbers belong to different models or samples, or one of them is mistyped."];
}
