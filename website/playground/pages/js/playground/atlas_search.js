/**
 * The search of the atlas in the static site: the same comparisons as `sprague.atlas.searching`, over `atlas.json`.
 *
 * This module needs no browser, so that the tests compare its hits under Node with those of Python.
 */

/**
 * @typedef {{fixed: Record<string, number>, along: string, first: number, values: number[]}} Row
 * @typedef {{
 *   id: string, title: string, family: string, names: string[], play: "normal" | "misere", subject: string, status: string,
 *   rule: {notation: string, normal_form_sha256: string},
 *   values: {what: string, rows: Row[]},
 *   p_positions: {all_below_chips: number, positions: number[][], in_box_sha256: string | null},
 *   certificate: {states: number | null} | null,
 *   oeis: string[], sources: string[], concepts: string[],
 * }} Entry
 * @typedef {{entry: Entry, reason: string}} Hit
 * @typedef {{readAs: string, hits: Hit[], tried: string[]}} Found
 * @typedef {{name: string, kind: "values" | "positions", terms: number[]}} Sequence
 * @typedef {{rule: string, shape: string, boxes: Record<string, string | null>, limit: number}} Digests
 * @typedef {(asked: number[], sequence: Sequence) => number} Comparison  the place of the match, or -1
 */

const LEAST_SHIFTED = 4; // minimum number of terms for comparisons of differences, shifted terms or missing numbers
const MOST_ENTRIES = 6; // maximum number of piles of a position that is compared in every order
const LEAST_TABLE_ROWS = 3; // minimum number of rows of a table that is read by antidiagonals

/** Whether a query is a rule, whose normal form only Python can compare. @param {string} query */
export const isRule = (query) => query.includes("->");

/**
 * Finds entries from values, P-positions, the text of a rule, or words.
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {Found}
 */
export function search(entries, query) {
  const text = plainNumbers(query.trim());
  const positions = readPositions(text);
  if (positions) return searchPositions(entries, positions);
  if (/^-?\d+([\s,;]+-?\d+)*$/.test(text)) return searchValues(entries, (text.match(/-?\d+/g) ?? []).map(Number));
  return isRule(text) ? searchText(entries, text) : searchWords(entries, text);
}

/** Returns a query of numbers without an ellipsis and with parentheses for brackets; other queries are unchanged. @param {string} text */
export function plainNumbers(text) {
  const found = text.replace(/[\s,;]*(\.\.\.|…)/g, "");
  if (/^\[[\d\s,;-]+\]$/.test(found)) return found.slice(1, -1).trim();
  if (!/^[\d\s,;|(){}[\]-]+$/.test(found) || /^\{[^{}]*\}$/.test(found)) return text;
  return found.replace(/[[{]/g, "(").replace(/[\]}]/g, ")").replace(/^[ ,;]+|[ ,;]+$/g, "");
}

/**
 * Returns the positions of a query, or null if the query does not consist of positions of the same length.
 * @param {string} text
 * @returns {number[][] | null}
 */
export function readPositions(text) {
  /** @type {string[]} */
  let parts;
  if (/^(\(\s*\d+((\s*[,|]\s*|\s+)\d+)+\s*\)[\s,;]*)+$/.test(text)) parts = text.match(/\(([^)]*)\)/g) ?? [];
  else if (/^\d+(,\d+)+([\s;]+\d+(,\d+)+)+$/.test(text)) parts = text.split(/[\s;]+/);
  else return null;
  const found = parts.map((part) => (part.match(/\d+/g) ?? []).map(Number));
  return new Set(found.map((position) => position.length)).size === 1 ? found : null;
}

/**
 * Finds the entries whose rule has this text, apart from spaces.
 * @param {Entry[]} entries
 * @param {string} text
 * @returns {Found}
 */
function searchText(entries, text) {
  const plain = (/** @type {string} */ rule) => rule.replace(/\s+/g, "");
  const hits = entries.filter((entry) => [entry.rule.notation, ...entry.names].some((rule) => plain(rule) === plain(text)));
  return { readAs: "a rule", hits: hits.map((entry) => ({ entry, reason: "the same rule" })), tried: ["the text of the rule, apart from spaces"] };
}

/**
 * Finds the entries about the game of a rule, then those with the same P-positions in a small box.
 * @param {Entry[]} entries
 * @param {Digests} digests
 * @returns {Found}
 */
export function searchDigests(entries, digests) {
  /** @type {Map<string, Hit>} */
  const hits = new Map();
  for (const play of ["normal", "misere"]) {
    const same = entries.filter((entry) => entry.rule.normal_form_sha256 === digests.shape && entry.play === play);
    const box = digests.boxes[play];
    const equal = entries.filter((entry) => entry.subject === "positions" && box && entry.p_positions.in_box_sha256 === box && !same.includes(entry));
    for (const entry of same) hits.set(entry.id, { entry, reason: "the same game" });
    for (const entry of equal) hits.set(entry.id, { entry, reason: `the same P-positions in a box: all entries below ${digests.limit}` });
  }
  const tried = ["the normal form of the rule", "the P-positions of the game in a small box, in normal and misère play"];
  return { readAs: "a rule", hits: [...hits.values()], tried };
}

/**
 * Finds the entries in which all given positions are P-positions, for some order of the piles.
 * @param {Entry[]} entries
 * @param {number[][]} asked
 * @returns {Found}
 */
function searchPositions(entries, asked) {
  const largest = Math.max(...asked.map(sum));
  const ranked = [];
  for (const entry of entries) {
    const known = entry.subject === "positions" ? countKnown(entry, asked) : 0;
    if (!known) continue;
    const rest = known === asked.length ? "" : `; ${asked.length - known} are beyond the stored range`;
    const others = entry.p_positions.positions.filter((position) => sum(position) <= largest).length;
    ranked.push({ rank: [asked.length - known, others], hit: { entry, reason: `P-positions: ${known} of ${asked.length} are listed${rest}` } });
  }
  const tried = ["P-positions of the same number of piles, with the piles in every order", `only positions below the stored range of ${entries.length} entries are compared`];
  return { readAs: "P-positions", hits: inOrder(ranked), tried };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Sorts hits by their ranks; hits of equal rank keep their order. @param {{rank: number[], hit: Hit}[]} ranked */
function inOrder(ranked) {
  ranked.sort((one, other) => {
    const place = one.rank.findIndex((number, index) => number !== other.rank[index]);
    return place < 0 ? 0 : (one.rank[place] ?? 0) - (other.rank[place] ?? 0);
  });
  return ranked.map(({ hit }) => hit);
}

/**
 * Returns how many of the positions are known P-positions, or 0 if one of them is known to be an N-position.
 * @param {Entry} entry
 * @param {number[][]} asked
 */
function countKnown(entry, asked) {
  const { positions, all_below_chips: chips } = entry.p_positions;
  const size = asked[0]?.length ?? 0;
  if (positions[0]?.length !== size) return 0;
  const within = asked.filter((position) => sum(position) < chips);
  const members = new Set(positions.map(String));
  if (entry.concepts.includes("any order")) return within.every((position) => members.has(String([...position].sort((a, b) => a - b)))) ? within.length : 0;
  for (const order of size <= MOST_ENTRIES ? orders(size) : [[...Array(size).keys()]]) {
    if (within.every((position) => members.has(String(order.map((place) => position[place]))))) return within.length;
  }
  return 0;
}

/** Returns all orders of the numbers 0, …, size - 1. @param {number} size @returns {number[][]} */
function orders(size) {
  /** @type {number[][]} */
  let found = [[]];
  for (let length = 0; length < size; length++) {
    found = found.flatMap((order) => [...Array(size).keys()].filter((place) => !order.includes(place)).map((place) => [...order, place]));
  }
  return found;
}

/** @param {number[]} terms */
const differences = (terms) => terms.slice(1).map((term, place) => term - (terms[place] ?? 0));

/** Returns the place where a run of consecutive terms begins, or -1. @param {number[]} run @param {number[]} terms */
export function findRun(run, terms) {
  for (let place = 0; place <= terms.length - run.length; place++) {
    if (run.every((term, step) => terms[place + step] === term)) return place;
  }
  return -1;
}

/**
 * Returns the integer sequences of an entry: rows of values, tables by antidiagonals, and sequences of P-positions.
 * @param {Entry} entry
 * @returns {Sequence[]}
 */
export function sequences(entry) {
  const what = entry.values.what === "grundy" ? "Grundy values" : "outcomes (0 for P)";
  /** @type {Sequence[]} */
  const found = [];
  for (const { fixed, values } of entry.values.rows) {
    const where = Object.entries(fixed).map(([name, number]) => `${name} = ${number}`);
    found.push({ name: [what, where.join(", ")].filter(Boolean).join(", "), kind: "values", terms: values.filter((value) => value >= 0) });
  }
  found.push(...antidiagonals(entry.values.rows.map((row) => row.values), what));
  const { positions } = entry.p_positions;
  const lengths = new Set(positions.map((position) => position.length));
  if (lengths.size !== 1) return found;
  /** @param {string} name @param {number[]} terms */
  const add = (name, terms) => found.push({ name, kind: "positions", terms });
  const [first, second] = [0, 1].map((place) => positions.map((position) => position[place] ?? 0));
  if (!first || !second) return found;
  if (lengths.has(1)) add("P-positions", first);
  if (lengths.has(2)) {
    add("first piles of P-positions", first);
    add("second piles of P-positions", second);
    add("differences of the piles of P-positions", second.map((size, place) => size - (first[place] ?? 0)));
    add("least b with (a, b) a P-position, for each a", leastPartners(entry));
  }
  return found;
}

/** Yields the table of values read by antidiagonals, in both directions. @param {number[][]} rows @param {string} what @returns {Generator<Sequence>} */
function* antidiagonals(rows, what) {
  if (rows.length < LEAST_TABLE_ROWS || rows.some((row) => Math.min(...row) < 0)) return;
  const most = Math.min(rows.length, rows[0]?.length ?? 0);
  for (const direction of ["down", "up"]) {
    const terms = [];
    for (let total = 0; total < most; total++) {
      for (let step = 0; step <= total; step++) {
        const place = direction === "down" ? step : total - step;
        terms.push(rows[place]?.[total - place] ?? 0);
      }
    }
    yield { name: `table of ${what} by antidiagonals, ${direction}`, kind: "values", terms };
  }
}

/** Returns the least b with (a, b) a P-position for each a from 0 on, as far as such a b is known. @param {Entry} entry */
function leastPartners(entry) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const [first = 0, second = 0] of entry.p_positions.positions) {
    const pairs = entry.concepts.includes("any order") ? [[first, second], [second, first]] : [[first, second]];
    for (const [a = 0, b = 0] of pairs) found.set(a, Math.min(b, found.get(a) ?? b));
  }
  const known = [];
  for (let partner = found.get(0); partner !== undefined; partner = found.get(known.length)) known.push(partner);
  return known;
}

/** @param {number[]} numbers */
const areOutcomes = (numbers) => numbers.every((number) => number === 0 || number === 1);

/** @type {Comparison} */
const asGiven = (asked, { terms }) => findRun(asked, terms);

/** @type {Comparison} */
const asOutcomes = (asked, { kind, terms }) => (kind === "values" && areOutcomes(asked) ? findRun(asked, terms.map((term) => Math.min(term, 1))) : -1);

/** @type {Comparison} */
const complemented = (asked, sequence) => (areOutcomes(asked) ? asOutcomes(asked.map((number) => 1 - number), sequence) : -1);

/** @type {Comparison} */
const shifted = (asked, { terms }) => (asked.length < LEAST_SHIFTED || new Set(asked).size < 3 ? -1 : findRun(differences(asked), differences(terms)));

/** @type {Comparison} */
const asDifferences = (asked, { kind, terms }) => (asked.length < LEAST_SHIFTED || kind !== "positions" || new Set(asked).size < 2 ? -1 : findRun(asked, differences(terms)));

/** @type {Comparison} */
function asComplement(asked, { kind, terms }) {
  if (kind !== "positions" || differences(asked).some((step) => step <= 0)) return -1;
  const [first = 0, last = 0] = [asked[0], asked.at(-1)];
  if (last - first - asked.length > terms.length) return -1; // more numbers are missing than the sequence has
  const missing = [];
  for (let number = first; number < last; number++) if (!asked.includes(number)) missing.push(number);
  return missing.length >= LEAST_SHIFTED ? findRun(missing, terms) : -1;
}

/** @type {[string, Comparison][]} */
const COMPARISONS = [
  ["as given", asGiven],
  ["as outcomes, 0 for P and 1 for N", asOutcomes],
  ["as outcomes, 1 for P and 0 for N", complemented],
  ["shifted by a constant", shifted],
  ["as differences", asDifferences],
  ["as the numbers that are not in the sequence", asComplement],
];

/**
 * Finds the entries in which the given numbers are consecutive terms of a sequence.
 * @param {Entry[]} entries
 * @param {number[]} asked
 * @returns {Found}
 */
function searchValues(entries, asked) {
  const ranked = [];
  for (const entry of entries) {
    const best = bestMatch(entry, asked);
    if (best) ranked.push({ rank: best.rank, hit: { entry, reason: best.reason } });
  }
  const tried = ["rows of values, tables by antidiagonals, P-positions, their differences, and b for each a", ...COMPARISONS.map(([name]) => name)];
  return { readAs: "values", hits: inOrder(ranked), tried };
}

/**
 * Returns the match of least rank; ranks order matches by the comparison, then by the place, then values come first.
 * @param {Entry} entry
 * @param {number[]} asked
 */
function bestMatch(entry, asked) {
  /** @type {{rank: number[], reason: string} | null} */
  let best = null;
  for (const sequence of sequences(entry)) {
    for (const [order, [name, compare]] of COMPARISONS.entries()) {
      const place = compare(asked, sequence);
      if (place < 0) continue;
      const rank = [order, Number(place > 0), Number(sequence.kind === "positions")];
      const reason = `${sequence.name}, ${name}${place ? `, from term ${place} on` : ""}`;
      if (!best || isLess([...rank, reason], [...best.rank, best.reason])) best = { rank, reason };
      break;
    }
  }
  return best;
}

/** Compares lists as Python compares tuples. @param {(number | string)[]} one @param {(number | string)[]} other */
function isLess(one, other) {
  const place = one.findIndex((item, index) => item !== other[index]);
  return place >= 0 && /** @type {any} */ (one[place]) < /** @type {any} */ (other[place]);
}

/**
 * Finds the entries that contain all words of a query.
 * @param {Entry[]} entries
 * @param {string} text
 * @returns {Found}
 */
function searchWords(entries, text) {
  const words = conceptWords(text);
  const reason = `words: ${words.join(" ")}`;
  const found = entries.filter((entry) => words.length && words.every((word) => contains(entry, word)));
  const isOther = (/** @type {Entry} */ entry) => Number(!entry.names.includes(text.toLowerCase()));
  const hits = found.sort((one, other) => isOther(one) - isOther(other)).map((entry) => ({ entry, reason })); // entries with this name come first
  return { readAs: "words", hits, tried: [`identifiers, titles, names, rules, families, sources and concepts, with all ${reason}`] };
}

/** @param {string} text */
function conceptWords(text) {
  const lowered = text
    .toLowerCase()
    .replaceAll("misere", "misère")
    .replace(/\b(\d+) (pile|state)s?\b/g, "$2s:$1")
    .replace(/\bbase (\d+)\b/g, "base:$1")
    .replace(/\bstates\s*(<=|>=)\s*(\d+)/g, "states$1$2")
    .replace(/,\s+/g, ",");
  return lowered.split(/\s+/).filter(Boolean).map((word) => word.replace(/^([as])0*(\d{1,6})$/, (_, letter, number) => `${letter}${number.padStart(6, "0")}`));
}

/** @param {Entry} entry @param {string} word */
function contains(entry, word) {
  const bound = /^states(<=|>=)(\d+)$/.exec(word);
  if (bound) {
    const states = entry.certificate?.states ?? null;
    return states !== null && (bound[1] === "<=" ? states <= Number(bound[2]) : states >= Number(bound[2]));
  }
  if (/^(piles|states|base):\d+$/.test(word)) return entry.concepts.includes(word);
  return entryText(entry).includes(word);
}

/** @param {Entry} entry */
function entryText(entry) {
  return [entry.id, entry.title, entry.family, ...entry.names, entry.rule.notation, ...entry.concepts, ...entry.sources, ...entry.oeis.map((number) => `oeis ${number}`)]
    .join(" ")
    .toLowerCase()
    .replace(/,\s+/g, ",");
}
