/** Syntax highlighting of rules, formulas and questions: splits a text into tokens with kinds. Only the server parses the text. */

/**
 * @typedef {"keyword" | "pile" | "choice" | "number" | "sign" | "comment" | "space"} Kind
 * @typedef {{kind: Kind, text: string, start: number}} Token
 */

/** The keywords of rules and formulas; a test compares them with the keywords of the library. */
export const KEYWORDS = new Set(
  ("all and any are at base block columns div divides equal even exactly exists false for if iff implies in is least mod " +
    "most no not odd of or order pile piles positions power prime some square stop such that true when where win with xor").split(" "),
);
/** The words that are keywords only in questions. */
export const QUESTION_WORDS = new Set(["finitely", "infinitely", "many", "unique"]);
const TOKEN = /(?<space>\s+)|(?<comment>#[^\n]*)|(?<number>[0-9]+)|(?<name>[A-Za-zα-ω][A-Za-z0-9_]*'*)|(?<sign>->|=>|<=|>=|!=|\.\.|[\s\S])/gu;
const LEFT_SIDE = /^[^(]*\(([^()]*)\)|^\s*([\w']+)\s*(?:->|=>|→)/;

/**
 * Returns the names of the piles of a rule, from its left side.
 * @param {string} text
 */
export function pilesOf(text) {
  const left = LEFT_SIDE.exec(text);
  return new Set((left?.[1] ?? left?.[2] ?? "").match(/[A-Za-zα-ω][A-Za-z0-9_]*'*/gu) ?? []);
}

/**
 * Returns the tokens of a rule, or of a formula or question about the given piles.
 * @param {string} text
 * @param {Set<string>} [piles]
 * @param {boolean} [isQuestion]
 * @returns {Token[]}
 */
export function tokensOf(text, piles = pilesOf(text), isQuestion = false) {
  const isKeyword = (/** @type {string} */ word) => KEYWORDS.has(word) || (isQuestion && QUESTION_WORDS.has(word));
  return [...text.matchAll(TOKEN)].map((match) => {
    const { space, comment, number, name } = match.groups ?? {};
    /** @type {Kind} */
    let kind = "sign";
    if (space !== undefined) kind = "space";
    else if (comment !== undefined) kind = "comment";
    else if (number !== undefined) kind = "number";
    else if (name !== undefined) kind = piles.has(name) ? "pile" : isKeyword(name.toLowerCase()) ? "keyword" : "choice";
    return { kind, text: match[0], start: match.index };
  });
}

/**
 * Splits tokens at the beginning and end of a mistake, which is underlined; a mistake at the end of the text gets a space.
 * @param {Token[]} tokens
 * @param {{start: number, end: number} | null} mistake
 * @returns {(Token & {wrong: boolean})[]}
 */
export function withMistake(tokens, mistake) {
  if (!mistake) return tokens.map((token) => ({ ...token, wrong: false }));
  const length = tokens.reduce((sum, token) => sum + token.text.length, 0);
  const start = Math.min(mistake.start, length);
  const end = Math.max(mistake.end, start + 1);
  const found = tokens.flatMap((token) => {
    const cuts = [0, start - token.start, end - token.start, token.text.length].filter((cut) => cut >= 0 && cut <= token.text.length);
    const places = [...new Set(cuts)].sort((one, other) => one - other);
    return places.slice(1).map((to, at) => {
      const from = places[at] ?? 0;
      const begin = token.start + from;
      return { ...token, text: token.text.slice(from, to), start: begin, wrong: begin >= start && begin < end };
    });
  });
  return start < length ? found : [...found, { kind: "space", text: " ", start, wrong: true }];
}
