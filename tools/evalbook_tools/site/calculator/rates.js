// What follows from a point of the ROC curve, the base rate and the AUC; nothing here looks at the page.

// The shares of all samples that are hits, false alarms, missed and rightly cleared, and what is made of them. What
// divides by nothing is not a number.
function atPoint({ tpr, fpr, rate }) {
  const hits = rate * tpr, alarms = (1 - rate) * fpr, missed = rate - hits, cleared = 1 - rate - alarms;
  const precision = hits / (hits + alarms), npv = cleared / (cleared + missed);
  return { hits, alarms, missed, cleared, precision, npv, falsePerHit: hits ? alarms / hits : NaN };
}

// The share of k in n, with Wilson's interval: Z of 95% to be read, and of 97.5% for each of two that must both hold.
const Z = 1.959963984540054, Z_OF_TWO = 2.241402727604945;

function proportion(k, n, z = Z) {
  const z2 = z * z, middle = k + z2 / 2, half = Math.sqrt(z2 * ((k * (n - k)) / n + z2 / 4));
  return { value: k / n, low: k ? (middle - half) / (n + z2) : 0, high: k < n ? (middle + half) / (n + z2) : 1 };
}

// What four counts say of the samples that they count; where there is nothing to count, not a number.
const ofCounts = ({ tp, fn, fp, tn }) => ({
  tpr: proportion(tp, tp + fn), fpr: proportion(fp, fp + tn), precision: proportion(tp, tp + fp), npv: proportion(tn, tn + fn),
});

// Between what the numbers lie at another base rate. They rise with the TPR and fall with the FPR, so they are
// computed at the unfavorable ends of two intervals, and at the favorable ones. (Both need positives and negatives.)
function rangesOf({ tp, fn, fp, tn }, rate) {
  const tpr = proportion(tp, tp + fn, Z_OF_TWO), fpr = proportion(fp, fp + tn, Z_OF_TWO);
  const worst = atPoint({ tpr: tpr.low, fpr: fpr.high, rate }), best = atPoint({ tpr: tpr.high, fpr: fpr.low, rate });
  return {
    precision: [worst.precision, best.precision], npv: [worst.npv, best.npv],
    falsePerHit: [best.falsePerHit, worst.hits ? worst.falsePerHit : Infinity],
  };
}

// The areas that a curve through the point can have: it rises, and so lies between two steps.
const areasThrough = ({ tpr, fpr }) => [tpr * (1 - fpr), 1 - fpr * (1 - tpr)];

// The TPRs that a curve with this area can have at an FPR, by the same steps.
const ratesUnder = ({ auc, fpr }) => [fpr ? Math.max(0, 1 - (1 - auc) / fpr) : 0, fpr < 1 ? Math.min(1, auc / (1 - fpr)) : 1];

// Two digits, or as many as it takes to tell a share from 0 and from 1 by two.
function shareText(value) {
  const least = Math.min(value, 1 - value);
  if (!(least > 0)) return String(value);
  return value.toFixed(Math.min(15, Math.max(2, 1 - Math.floor(Math.log10(least))))).replace(/(\.\d\d.*?)0+$/, "$1");
}

// Two digits; of what is large, all before the point.
const countText = value => (value < 10 ? String(Number(value.toPrecision(2))) : Math.round(value).toLocaleString("en"));

// What is left open above is said so: there may be no positive that is found.
const rangeText = ([low, high], text = shareText) => (high === Infinity ? `at least ${text(low)}` : `${text(low)} to ${text(high)}`);
