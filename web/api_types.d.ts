// Generated from the OpenAPI description of the web API by web/api_types.py; do not edit.

/** The response with the rated moves of a match, the best first; of very many only winning ones. */
export type AnalysisResponse = {
  moves: RatedMoveResponse[];
  are_all: boolean;
  choices: number;
  outcome: string | null;
  grundy: number | string | null;
  remoteness: number | null;
};

/** The JSON result of one attempt to find a theorem. */
export type AttemptResult = {
  /** the encoding or the strategy */
  way: string;
  /** the bound on the piles of the table */
  limit: number | null;
  states: number | null;
  /** the number of states that the table distinguishes */
  reached: number;
  result: string;
};

/** An axis of a map: the pile, its least height, and how many heights there are. */
export type Axis = {
  name: string;
  start: number;
  size: number;
};

/** The proved period of the pile along an axis of a map. */
export type AxisPeriod = {
  name: string;
  preperiod: number;
  period: number;
};

/** The response with all games of the catalogue, by name. */
export type Catalogue = {
  games: CatalogueGame[];
};

/** The JSON result for a game of the catalogue, with its rule and its theorems. */
export type CatalogueGame = {
  version: 1;
  name: string;
  title: string;
  aliases: string[];
  parameters: Record<string, string>;
  summary: string;
  /** the game as one string, for every other request */
  game: string;
  rule: string;
  /** the rule in words */
  description: string;
  parameter_meanings: Record<string, string>;
  piles: number;
  /** theorem: a theorem decides positions of any size; proof: a stored one does */
  known: "theorem" | "proof" | "open";
  theorems: TheoremStatement[];
  observations: ObservationStatement[];
  sources: string[];
};

/** The response of the route that downloads the certificate of a job's proof. */
export type Certificate = {
  certificate: string;
  version: number;
};

/** The change of a pile by a move of a match, in a response. */
export type ChangeResponse = {
  /** its place in `piles` */
  pile: number;
  before: number | string;
  /** the heights of what it becomes: one, or several where it splits */
  after: (number | string)[];
};

/** A job request to prove or refute a formula or, with a bound, to compare the formula with a table. */
export type CheckRequest = {
  /** a name of the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "check";
  formula: string;
  /** only look at a table with piles below it */
  limit?: number | null;
  /** only look at a table of so many chips */
  chips?: number | null;
};

/** The response with a claim of a paper, its games and its source code. */
export type ClaimDetailResponse = {
  id: string;
  paper: string;
  statement: string;
  /** verified, refuted, corrected, or consistent: a conjecture that stands */
  verdict: string;
  /** of which games it, or a part of it, is proved for all positions; empty if of none */
  proved: string;
  games: ClaimGame[];
  /** the computation that decides it */
  source: string;
  command: string;
};

/** A game that a claim of a paper is about, in a response. */
export type ClaimGame = {
  game: string;
  misere: boolean;
};

/** A claim of a paper with the verdict that was established before, as the web API lists it. */
export type ClaimResponse = {
  id: string;
  paper: string;
  statement: string;
  /** verified, refuted, corrected, or consistent: a conjecture that stands */
  verdict: string;
  /** of which games it, or a part of it, is proved for all positions; empty if of none */
  proved: string;
};

/** The JSON result for a claim of a paper: its computed verdict. */
export type ClaimVerdict = {
  version: 1;
  id: string;
  statement: string;
  /** verified, refuted, corrected, or consistent: a conjecture without counterexample */
  verdict: string;
  extent: string;
  note: string;
  proved: string;
  /** whether it is the verdict that was established before */
  as_expected: boolean;
  /** the verdict in one sentence */
  sentence: string;
};

/** A job request to discover a theorem about the P-positions or Grundy values of a game. */
export type DiscoverRequest = {
  /** a name of the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "discover";
  /** the Grundy function itself, or the positions of value 0 to this one */
  values?: "all" | number | null;
  /** read digits in this base only */
  base?: string | null;
  /** how long to try */
  seconds?: number;
  /** look for it again, even if a theorem is kept */
  anew?: boolean;
};

/** The body of every error response of the web server, with a status of 400 or more. */
export type ErrorResponse = {
  error: Problem;
};

/** The JSON form of an option with its outcome and values for the player who moves there; null if unknown. */
export type EvaluatedMove = {
  option: (number | string)[];
  /** the option as it is written */
  text: string;
  sentence: string;
  outcome: "P" | "N" | null;
  grundy: number | string | null;
  remoteness: number | null;
};

/** The response about the legality of a move in a match: its effect, or the condition that it violates. */
export type ExplainResponse = {
  legal: boolean;
  position?: string | null;
  sentence?: string | null;
  reason?: string | null;
};

/** The JSON form of the options to forbid after moving to a position. */
export type ForbiddenOptions = {
  position: (number | string)[];
  options: ((number | string)[])[];
};

/** The base class of web requests about a game. */
export type GameRequest = {
  /** a name of the catalogue, name:param=value, an octal code, or a rule */
  game: string;
};

/** The response of the health route: the version and the limits of the server. */
export type Health = {
  version: string;
  /** whether strangers may ask */
  public: boolean;
  /** whether a theorem that is discovered is kept */
  keeps_theorems: boolean;
  limits: LimitsResponse;
};

/** The response with a hint: a good move in a match. */
export type HintResponse = {
  position: string;
  short: string;
  sentence: string;
  /** null if it is out of reach who wins */
  wins: boolean | null;
  /** how many moves play lasts after it */
  lasts: number | null;
  forbid: string[];
  messages: string[];
};

/** The response of the route of a job: its state, and its result when it has ended. */
export type JobWithResult = {
  id: string;
  kind: string;
  /** queued, running, done, failed or cancelled */
  state: string;
  /** what is being done, in words */
  progress: string;
  /** how much of it is done, if that is known */
  fraction: number | null;
  /** how many jobs are before this one, while it waits */
  before: number | null;
  /** how long it has run */
  seconds: number;
  /** whether there is a certificate to download */
  certificate: boolean;
  /** why it failed */
  error: Problem | null;
  /** the same request on the command line, when the job has ended */
  command: string;
  /** the same request in Python, when the job has ended */
  python: string;
  result: TableSummary | PeriodResult | ProofResult | RefutationResult | UndecidedResult | TableCheckResult | ClaimVerdict | null;
};

/** The limits on computations, as the health route returns them. */
export type LimitsResponse = {
  /** of a job */
  seconds: number;
  /** bytes of a job */
  memory: number;
  /** of a table */
  positions: number;
  /** of an automaton */
  states: number;
  /** seconds of a question, which is answered while the page waits */
  patience: number;
  /** at the same time */
  jobs: number;
  /** jobs that may wait */
  queue: number;
  /** bytes of a request */
  body: number;
};

/** A game or stored theorem that matches a lookup. */
export type LookupMatch = {
  kind: "game" | "theorem";
  game: string;
  title: string;
  words: string[];
  misere: boolean;
  /** how it fits, in a sentence */
  why: string;
  /** the digest of the certificate of the theorem */
  sha256: string | null;
  statement: string | null;
};

/** The response with the matches of a lookup, the best first. */
export type LookupResponse = {
  matches: LookupMatch[];
};

/** The description of a map; if it is not `ready`, `job` fills its table. */
export type MapResponse = {
  game: string;
  misere: boolean;
  measure: "grundy" | "outcome" | "remoteness" | "suspense";
  limit: number;
  axes: Axis[];
  sliders: Slider[];
  command: string;
  python: string;
  ready: boolean;
  job: string | null;
  /** cells along a side of a tile */
  size?: number;
  largest?: number | null;
  /** of the axes */
  periods?: (AxisPeriod | null)[] | null;
  /** a theorem about the P-positions that is kept */
  proved?: Theorem | null;
};

/** A web request to resume a match, or to start one in a game at a given or proposed position. */
export type MatchRequest = {
  match?: string | null;
  game?: string | null;
  position?: string | null;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  level?: "perfect" | "casual" | "random" | "teacher";
  first?: "you" | "computer";
  /** of the proposal */
  seed?: number;
};

/** The state of a match, in a response. */
export type MatchState = {
  /** the transcript, which says all of this */
  match: string;
  /** the game as one string; null for a sum of games */
  game: string | null;
  games: string[];
  /** what is played, and who wins, in words */
  aim: string;
  play: "normal" | "misere";
  start: string;
  position: string;
  /** the position of each game */
  entries: ((number | string)[])[];
  start_piles: PileResponse[];
  piles: PileResponse[];
  /** of the entries of a position, each once */
  names: string[];
  /** names of piles whose order does not matter, in groups */
  alike: string[][];
  players: string[];
  mover: number;
  over: boolean;
  winner: number | null;
  blocking: number;
  forbidden: string[];
  /** null if there are too many to list: enter and explain them */
  moves: MoveResponse[] | null;
  /** how many there may be; beyond some, at least so many */
  choices: number;
  history: TurnResponse[];
};

/** A web request for a move in a match, or for forbidding options before the first move. */
export type MoveRequest = {
  /** the transcript of a match */
  match: string;
  /** the position reached, or in short 2-3, 2>1 3, 2=3+1; after ' forbid ' what is forbidden */
  move: string;
};

/** A legal move of a match, in a response. */
export type MoveResponse = {
  /** the position reached; what `move` takes */
  position: string;
  /** as a person may type it */
  short: string;
  sentence: string;
  /** all ways to do it on the board as it stands */
  ways: ChangeResponse[][];
};

/** The JSON form of an observation of the catalogue, which is not proved. */
export type ObservationStatement = {
  title: string;
  statement: string;
  play: "normal" | "misere";
  source: string;
  /** the positions for which it was observed */
  seen: string;
};

/** A paper whose claims Sprague checks, as the web API lists it. */
export type PaperResponse = {
  id: string;
  title: string;
};

/** The response with the papers and all their claims. */
export type PapersResponse = {
  papers: PaperResponse[];
  claims: ClaimResponse[];
};

/** A job request to find the least period of every pile. */
export type PeriodRequest = {
  /** a name of the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "period";
  /** Grundy values, or outcomes, of which alone there are any in misère play */
  what?: "grundy" | "outcome" | null;
};

/** The JSON result for the period of every pile; null for a pile without a known one. */
export type PeriodResult = {
  version: 1;
  game: string;
  rule: string;
  what: "grundy" | "outcome" | "remoteness" | "suspense";
  play: "normal" | "misere";
  piles: string[];
  preperiods: (number | null)[];
  periods: (number | null)[];
  /** the increase of the values with each period */
  saltus: number | string | null;
  /** the largest value of all positions, if known */
  largest: number | string | null;
  /** the kind of period */
  class: string;
  proved: boolean;
  /** why no period is known */
  reason: string | null;
  sentences: string[];
};

/** A pile on the board of a match, or a remembered number, in a response. */
export type PileResponse = {
  /** which game of a sum, from 0 on */
  game: number;
  /** which component of its position */
  component: number;
  name: string;
  height: number | string;
  remembered: boolean;
};

/** The JSON result for a position with all options evaluated. */
export type PositionAnalysis = {
  version: 1;
  game: string;
  rule: string;
  position: (number | string)[];
  play: "normal" | "misere";
  outcome: "P" | "N" | null;
  grundy: number | string | null;
  winning_moves: ((number | string)[])[];
  all_winning_moves: boolean;
  sentences: string[];
  forbid: ForbiddenOptions[];
  explanation: string;
  because: ReasonResult | null;
  grundy_because: ReasonResult | null;
  /** the position as it is written */
  text: string;
  terminal: boolean;
  remoteness: number | null;
  /** why the outcome is unknown */
  refusal: string | null;
  /** the best first */
  options: EvaluatedMove[];
  /** about how many moves are not listed; of very many moves only winning ones are */
  more: number;
  /** the same request on the command line */
  command: string;
  /** the same request in Python */
  python: string;
};

/** A web request for the analysis of a position of a game. */
export type PositionRequest = {
  /** a name of the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  /** piles, or 1^6,10 for six ones and a ten */
  position: string;
};

/** The reason why a web request was refused, and the place of the mistake in the text sent, if known. */
export type Problem = {
  /** what was expected, what came, and the way out */
  message: string;
  /** the character of the text sent where the mistake is, from 0 on */
  start?: number | null;
  /** the character after it */
  end?: number | null;
  /** the field of the request that is meant, if it is known */
  field?: string | null;
};

/** The JSON result of a proof: a theorem that was proved for all positions. */
export type ProofResult = {
  version: 1;
  game: string;
  rule: string;
  play: "normal" | "misere";
  claim: string | null;
  formula: string | null;
  statement: string;
  status: "proved";
  evidence: "proof";
  /** the kind of theorem, as in the certificate */
  kind: string;
  /** the claim in words, if it is a column program or has several cases */
  words: string[];
  /** the size of the proof */
  effort: string;
  /** a number that every move lowers, so that play ends */
  rank: string;
  /** whether the claim is a column program */
  is_program: boolean;
  /** the smallest P-positions */
  smallest: ((number | string)[])[];
  /** the number of states of the automaton of the P-positions, if there is one */
  states: number | null;
  /** the automaton drawn in SVG, if it is small enough */
  automaton: string | null;
  /** the digest of the certificate */
  sha256: string | null;
  /** the file of the certificate, if one was written */
  certificate: string | null;
  /** whether the theorem is stored, so that `solve` uses it */
  kept: boolean;
  /** the day since which the theorem is stored, if it was known before */
  known_since: string | null;
};

/** The response with a proposed start position of a game and its seed. */
export type Proposal = {
  game: string;
  position: string;
  entries: (number | string)[];
  seed: number;
};

/** A move of a match with its outcome and values, in a response. */
export type RatedMoveResponse = {
  position: string;
  short: string;
  sentence: string;
  wins: boolean | null;
  /** of the position reached */
  outcome: string | null;
  grundy: number | string | null;
  remoteness: number | null;
  /** the rating in words */
  text: string;
};

/** The JSON form of the reason of an answer. */
export type ReasonResult = {
  /** theorem, proof, table, search or quotient */
  kind: string;
  /** the theorem, proof, table or search */
  source: string;
};

/** The JSON result of a refutation: a claim with its smallest counterexample. */
export type RefutationResult = {
  version: 1;
  game: string;
  rule: string;
  play: "normal" | "misere";
  claim: string | null;
  formula: string | null;
  statement: string;
  status: "refuted";
  /** why the counterexample refutes the claim, one fact per line */
  sentences: string[];
  counterexample: (number | string)[];
  /** the counterexample as it is written */
  text: string;
  /** the half of the claim that fails */
  half: string | null;
  /** the option that shows the failure */
  option: (number | string)[] | null;
  /** a position whose outcome differs from the claim */
  misplaced: (number | string)[] | null;
  misplaced_text: string | null;
  /** the Grundy value of the counterexample of a claim about values */
  grundy: number | string | null;
  /** the values that the claim gives */
  claimed: (number | string)[] | null;
  /** the powers of two in the value that the claim gives */
  "claimed powers of two": (number | string)[] | null;
};

/** A web request for the computer's move in a match. */
export type ReplyRequest = {
  /** the transcript of a match */
  match: string;
  /** if not that of the player whose turn it is */
  level?: "perfect" | "casual" | "random" | "teacher" | null;
  /** what levels leave to chance depends on it */
  seed?: number;
  /** move even if the teacher has a question */
  insist?: boolean;
};

/** A job request to compute the verdict on a claim of a paper again. */
export type RerunRequest = {
  kind?: "claim";
  claim: string;
  /** go further out; takes longer */
  far?: boolean;
};

/** The response with a row: the values along a pile; null for heights without a position. */
export type RowResponse = {
  along: string;
  start: number;
  values: (number | null)[];
  largest: number | null;
  periods: AxisPeriod | null;
  command: string;
  python: string;
};

/** The JSON result for a game with the data that an editor or a board of the web page needs. */
export type RuleDetails = {
  version: 1;
  game: string;
  title: string | null;
  summary: string | null;
  rule: string;
  description: string;
  latex: string;
  rank: string | null;
  sources: string[];
  theorems: TheoremStatement[];
  observations: ObservationStatement[];
  /** the name in the catalogue with all parameters, if it is from there */
  name: string | null;
  /** the entries of a position: piles, then remembered numbers */
  names: string[];
  remembered: string[];
  /** the least height of a pile */
  floor: number;
  /** the least value of each entry */
  lowest: Record<string, number>;
  /** whether a move may lead to a sum */
  splits: boolean;
  /** whether a position may have any number of components */
  takes_sums: boolean;
  /** groups of piles whose order does not matter */
  any_order: string[][];
  /** how many options the player who has moved may forbid */
  blocking: number;
  /** the part of the rule that is not linear, so that no theorem can be searched */
  obstacle: string | null;
  /** a limit for which a table is computed quickly */
  limit: number;
  /** a start position */
  first: string;
  /** the same request on the command line */
  command: string;
  /** the same request in Python */
  python: string;
};

/** A fixed pile of a map with its height, which the page shows as a slider. */
export type Slider = {
  name: string;
  start: number;
  size: number;
  value: number;
};

/** The response with the state of a match and messages to the player. */
export type StateResponse = {
  state: MatchState;
  messages?: string[];
  /** what a teacher asks before replying */
  question?: string | null;
};

/** The JSON result of comparing a formula with a table, which refutes but does not prove. */
export type TableCheckResult = {
  version: 1;
  game: string;
  rule: string;
  play: "normal" | "misere";
  claim: string | null;
  formula: string | null;
  statement: string;
  status: "observed";
  holds: boolean;
  /** how the formula and the table agree or differ, one fact per line */
  sentences: string[];
  evidence: "observation";
  limit: number | null;
  chips: number | null;
  positions: number;
  /** a position outside the set from which no move leads into the set */
  no_move_in: (number | string)[] | null;
  /** two positions of the set, one an option of the other; null for the option if play has ended */
  one_move_apart: ((number | string)[] | null)[] | null;
  /** the smallest position whose outcome differs */
  difference: TableDifference | null;
};

/** A position in a JSON result whose outcome in a table differs from a formula. */
export type TableDifference = {
  position: (number | string)[];
  outcome: "P" | "N";
  in_set: boolean;
};

/** A job request for a table of all positions up to a bound on each pile or on the number of chips. */
export type TableRequest = {
  /** a name of the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "table";
  /** every pile is below it */
  limit?: number | null;
  /** at most so many chips in all */
  chips?: number | null;
  what?: "grundy" | "outcome" | "remoteness" | "suspense";
  /** larger values are cut down to this one */
  cap?: number | null;
};

/** The JSON result for a table in a few figures. */
export type TableSummary = {
  version: 1;
  game: string;
  rule: string;
  play: "normal" | "misere";
  what: "grundy" | "outcome" | "remoteness" | "suspense";
  limit: number | null;
  chips: number | null;
  cap: number | null;
  positions: number;
  /** the largest value; outcomes count as 0 for P and 1 for N */
  largest: number;
  /** the smallest P-positions, the fewest chips first */
  p_positions: ((number | string)[])[];
  sentences: string[];
};

/** A stored theorem about the P-positions of a map. */
export type Theorem = {
  sha256: string;
  statement: string;
};

/** The JSON result for a stored theorem that was just proved again. */
export type TheoremDetails = {
  version: 1;
  number: number;
  name: string | null;
  game: string | null;
  rule: string;
  play: "normal" | "misere";
  kind: string | null;
  claim: string | null;
  statement: string;
  kept: string;
  certificate: string | null;
  sha256: string;
  words: string[];
  effort: string;
  rank: string;
  proof: ProofResult;
  /** the same request on the command line */
  command: string;
  /** the same request in Python */
  python: string;
};

/** The JSON result for a stored theorem, as its file states it; it is proved again before it is used. */
export type TheoremEntry = {
  version: 1;
  number: number;
  name: string | null;
  game: string | null;
  rule: string;
  play: "normal" | "misere";
  kind: string | null;
  claim: string | null;
  statement: string;
  /** the day since which it is stored */
  kept: string;
  /** the file of the certificate; null in the web API */
  certificate: string | null;
  sha256: string;
};

/** The JSON form of a theorem of the catalogue, with its formulas. */
export type TheoremStatement = {
  title: string;
  statement: string;
  play: "normal" | "misere";
  source: string;
  /** the P-positions as a formula */
  formula: string | null;
  /** the Grundy values as formulas */
  grundy_formula: string | (string | null)[] | null;
};

/** The response with the stored theorems, the oldest first. */
export type Theorems = {
  theorems: TheoremEntry[];
};

/** A web request about a match, given by its transcript. */
export type TranscriptRequest = {
  /** the transcript of a match */
  match: string;
};

/** A move that was made in a match, in a response. */
export type TurnResponse = {
  position: string;
  piles: PileResponse[];
  sentence: string;
  /** 0 for the player who began */
  by: number;
  forbidden: string[];
};

/** The JSON result for a claim, or a game, that was not decided within the limits. */
export type UndecidedResult = {
  version: 1;
  game: string;
  rule: string;
  play: "normal" | "misere";
  claim: string | null;
  formula: string | null;
  statement: string;
  status: "undecided";
  reason: string;
  /** the attempts, the smallest P-positions and the advice, one line each */
  sentences: string[];
  /** the smallest P-positions */
  smallest: ((number | string)[])[];
  /** what to try next */
  advice: string[];
  attempts: AttemptResult[];
};

/** A web request to undo moves of a match. */
export type UndoRequest = {
  /** the transcript of a match */
  match: string;
  moves?: number;
};

/** The response with the outcome of the position of a match and the reason, one fact per line. */
export type WhyResponse = {
  outcome: string;
  messages: string[];
};
