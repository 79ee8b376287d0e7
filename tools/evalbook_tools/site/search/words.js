// Words of a text, as they are looked for. SIMPLE comes from __init__.py: pairs of a sign, and the one that counts for it.
const SIMPLIFIED = new Map([...SIMPLE.matchAll(/(.)(.)/gu)].map(([, sign, simple]) => [sign, simple]));
const RUN = /[\u3400-\u9fff]+|(?:(?![\u3400-\u9fff])[\p{L}\p{N}\p{M}])+|\p{S}/gu;
const SAYS_NOTHING = new Set("a an and are as at be but by can do does for from has have how i if in is it my of on or should so than that the there this to versus vs was what when which why with you".split(" "));
const FILLS = /什么|怎么|怎样|如何|的|吗|呢/u;
const ENDS = [[/sses$/, "ss"], [/(?<=[a-z]{2})ies$/, "y"], [/(?<=[a-z]{2}[^su\W])s$/, ""]];

// As many signs as before: of each, which one counts for it.
const plain = text => text.toLowerCase().replace(/[^\0-\x7f]/g, sign => SIMPLIFIED.get(sign) ?? sign);
const bare = text => plain(text).replace(/[\s\p{P}]+/gu, "");

// Of Chinese each two neighbors are a word.
const wordsOf = run => (/^[\u3400-\u9fff]{3}/.test(run)
  ? run.split(FILLS).flatMap(part => (part.length < 3 ? part : [...part].slice(1).map((sign, place) => part[place] + sign))).filter(Boolean) : [run]);

// A word without the end of its plural; null: it says nothing.
const stem = word => (SAYS_NOTHING.has(word) ? null : ENDS.reduce((text, [end, other]) => text.replace(end, other), word));

const runsOf = text => plain(text).match(RUN) ?? [];
const termsOf = text => runsOf(text).flatMap(wordsOf).map(stem).filter(Boolean);
