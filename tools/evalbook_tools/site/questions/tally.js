const DONE = new Set(["right", "written"]);

// Of what a page asks: the bets made and won, and the exercises done, with all their boxes.
function tally({ bets, exercises }, page = PAGE) {
  const kept = object(load().answers[page]), made = bets.filter(id => kept[id]?.first);
  const done = exercises.filter(boxes => boxes.every(id => DONE.has(kept[id]?.state)));
  return { bets: bets.length, made: made.length, won: made.filter(id => kept[id].first.right).length, exercises: exercises.length, done: done.length };
}
