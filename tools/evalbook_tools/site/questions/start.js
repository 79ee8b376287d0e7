// The page waits for nothing to flash by: until the bets are ready, the style sheet hides what follows the first.
const root = document.documentElement;
const visiting = comesForAPlace();
root.classList.add("q-on", "q-wait");

function start() {
  try {
    all("form.q-exercise").forEach(startExercise);
    const bets = all("form.q-bet").map(startBet);
    if (!IN_CLASS && document.querySelector(".q-bet:not([data-page]), .q-exercise")) document.querySelector("article").append(progressBox());
    const landing = document.getElementById("q-questions");
    if (landing) startLanding(JSON.parse(landing.textContent));
    if (visiting) openFurther();
    openAtFragment(bets);
    addEventListener("hashchange", () => openAtFragment(bets));
  } finally {
    root.classList.remove("q-wait");
  }
}

function startLanding(questions) {
  restorers.push(() => tellChapters(questions));
  addEventListener("click", () => tellChapters(questions)); // a bet may be borrowed
  tellChapters(questions);
}

addEventListener("DOMContentLoaded", start);

// What questions that come back need of all this.
window.evalbook = { all, make, button, load, save, sureOf, tappedIn, vote, progressLink, settingBox, shortenContents, restorers, IN_CLASS, QUERY, ROOT, PAGE };
// And what My progress does.
Object.assign(window.evalbook, { tally, told, everythingBox, progressOf, addProgress, forgetAll, restoreAll, storage, KEY, VERSION });
