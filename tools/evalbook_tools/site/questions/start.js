// The page waits for nothing to flash by: until the bets are ready, the style sheet hides what follows the first.
const root = document.documentElement;
const visiting = comesForAPlace();
root.classList.add("q-on", "q-wait");

function start() {
  try {
    all("form.q-exercise").forEach(startExercise);
    const bets = all("form.q-bet").map(startBet);
    if (!IN_CLASS && document.querySelector(".q-bet:not([data-page]), .q-exercise")) document.querySelector("article").append(progressBox());
    startLanding();
    if (visiting) openFurther();
    openAtFragment(bets);
    addEventListener("hashchange", () => openAtFragment(bets));
  } finally {
    root.classList.remove("q-wait");
  }
}

// The map of the book counts with the answers; a bet of a chapter may be borrowed here.
function startLanding() {
  if (PAGE !== HOME) return;
  addEventListener("evalbook-kept", tellChapters);
  tellChapters();
}

addEventListener("DOMContentLoaded", start);

// What the questions that come back and My progress need of all this.
Object.assign(window.evalbook, { sureOf, tappedIn, vote, progressLink, settingBox, shortenContents, told, everythingBox, readNumber });
