// The page waits for nothing to flash by: until the bets are ready, the style sheet hides what follows the first.
const root = document.documentElement;
root.classList.add("q-on", "q-wait");

function start() {
  try {
    const visiting = comesForAPlace();
    all("form.q-exercise").forEach(startExercise);
    if (document.querySelector(".q-bet, .q-exercise")) document.querySelector("article").append(progressBox());
    const bets = all("form.q-bet").map(form => startBet(form, visiting));
    const landing = document.getElementById("q-questions");
    if (landing) startLanding(JSON.parse(landing.textContent));
    openAtFragment(bets);
    addEventListener("hashchange", () => openAtFragment(bets));
  } finally {
    root.classList.remove("q-wait");
  }
}

function startLanding(questions) {
  restorers.push(() => tellChapters(questions));
  tellChapters(questions);
}

if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
