// What follows from a point of the ROC curve, the base rate and the AUC; nothing here looks at the page.

// The shares of all samples that are hits, false alarms, missed and rightly cleared, and what is made of them. What
// divides by nothing is not a number.
function atPoint({ tpr, fpr, rate }) {
  const hits = rate * tpr, alarms = (1 - rate) * fpr, missed = rate - hits, cleared = 1 - rate - alarms;
  return { hits, alarms, missed, cleared, precision: hits / (hits + alarms), npv: cleared / (cleared + missed) };
}

// The areas that a curve through the point can have: it rises, and so lies between two steps.
const areasThrough = ({ tpr, fpr }) => [tpr * (1 - fpr), 1 - fpr * (1 - tpr)];

// The TPRs that a curve with this area can have at an FPR, by the same steps.
const ratesUnder = ({ auc, fpr }) => [fpr ? Math.max(0, 1 - (1 - auc) / fpr) : 0, fpr < 1 ? Math.min(1, auc / (1 - fpr)) : 1];

// Two digits, or as many as it takes to tell a share from 0 and from 1 by two.
function shareText(value) {
  const least = Math.min(value, 1 - value);
  const text = least > 0 ? String(Number(value.toFixed(Math.min(9, Math.max(2, 1 - Math.floor(Math.log10(least))))))) : String(value);
  return text.length === 3 ? `${text}0` : text;
}

const countText = value => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
