// The form: what can be said of the numbers that are there, at each change.
const { all, make, readNumber } = window.evalbook;
const NAMES = { tpr: "the TPR", fpr: "the FPR", rate: "the base rate" };

// The share that a field holds; undefined where it is empty, not a number where nobody can read it.
function shareIn({ value }) {
  const text = value.trim().replace(/\s+in\s+/, "/");
  if (!text) return undefined;
  const share = readNumber(text)[0]?.value ?? NaN;
  return share >= 0 && share <= 1 ? share : NaN;
}

function saidOfPoint(given) {
  const { rate } = given, missing = Object.keys(NAMES).filter(name => given[name] === undefined);
  if (missing.length) return [`For the precision and the NPV, ${missing.map(name => NAMES[name]).join(" and ")} ${missing.length > 1 ? "are" : "is"} missing.`];
  const { hits, alarms, precision, npv } = atPoint(given);
  const texts = [
    hits + alarms ? `Precision: ${shareText(precision)}.` : "Nothing is flagged, so there is no precision.",
    Number.isNaN(npv) ? "Everything is flagged, so there is no NPV." : `NPV (how often an unflagged sample is negative): ${shareText(npv)}.`,
  ];
  if (!hits) return texts;
  const size = 10 ** Math.max(3, Math.ceil(2 - Math.log10(rate))), count = share => Math.round(share * size).toLocaleString("en");
  texts.push(`Number needed to check: ${countText(1 / precision)} flagged samples for each positive that is found.`);
  texts.push(`Of ${count(1)} samples, ${count(rate)} are positive: the model flags ${count(hits)} of them, and ${count(alarms)} of the ${count(1 - rate)} others.`);
  return texts;
}

function report(given) {
  const { tpr, fpr, rate, auc } = given, { precision, npv } = atPoint(given);
  if (!(precision >= 0 && npv >= 0)) return [];
  const area = auc === undefined ? "" : `AUC ${shareText(auc)}; `;
  return [`To report: “${area}at the threshold, TPR ${shareText(tpr)} and FPR ${shareText(fpr)}; at a base rate of ${shareText(rate)}, precision ${shareText(precision)} and NPV ${shareText(npv)}.”`];
}

function saidOfArea(given) {
  const { auc, tpr, fpr } = given;
  if (auc === undefined) return [];
  const pairs = Number((100 * auc).toPrecision(3));
  const texts = [`An AUC of ${shareText(auc)} says that in ${pairs} of 100 pairs the positive is scored above the negative. It knows no threshold and no base rate, so alone it gives neither precision nor NPV.`];
  if (fpr === undefined) return texts;
  return [...texts, ...(tpr === undefined ? leftOpen(given) : contradiction(given))];
}

// What is possible at an FPR.
function leftOpen(given) {
  const range = ratesUnder(given), precisions = range.map(tpr => atPoint({ ...given, tpr }).precision);
  const more = precisions.every(one => one >= 0) ? `, and at this base rate any precision from ${precisions.map(shareText).join(" to ")}` : "";
  return [`At an FPR of ${shareText(given.fpr)} it leaves any TPR from ${range.map(shareText).join(" to ")} possible${more}.`];
}

function contradiction(given) {
  const [least, most] = areasThrough(given);
  return given.auc >= least && given.auc <= most ? [] : [`But no ROC curve through this point has this AUC: it would be from ${shareText(least)} to ${shareText(most)}. ` +
    "The numbers belong to different models or samples, or one of them is mistyped."];
}

function startCalculator(form) {
  const fields = all("input", form), said = form.querySelector("[role=status]");

  function tell() {
    const given = Object.fromEntries(fields.map(field => [field.name, shareIn(field)]));
    fields.forEach(field => field.setAttribute("aria-invalid", Number.isNaN(given[field.name])));
    const texts = Object.values(given).some(Number.isNaN)
      ? ["Each number lies between 0 and 1. Write 0.06, 6%, 6/100 or 6 in 100."]
      : [...saidOfPoint(given), ...saidOfArea(given), ...report(given)];
    said.replaceChildren(...texts.map(text => make("p", {}, text)));
  }

  form.oninput = tell;
  form.onsubmit = () => false;
  form.hidden = false;
  tell();
}

addEventListener("DOMContentLoaded", () => all("form.calculator").forEach(startCalculator));
