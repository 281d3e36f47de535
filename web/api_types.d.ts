// Generated from the OpenAPI description of the web API by web/api_types.py; do not edit.

/** The response with the rated moves of a match, best first, or only the winning moves if there are very many. */
export type AnalysisResponse = {
  moves: RatedMoveResponse[];
  are_all: boolean;
  choices: number;
  outcome: string | null;
  grundy: number | string | null;
  remoteness: number | null;
};

/** A job request to answer a question about all positions of a game. */
export type AskRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "ask";
  question: string;
  /** other games and sets that the question names: a game or rule, or a formula */
  let?: Record<string, string>;
  /** time limit in seconds */
  seconds?: number;
};

/** The JSON result for an entry of the atlas that matches a theorem. */
export type AtlasReference = {
  id: string;
  title: string;
  /** whether the entry is about the same game, or about a game with the same P-positions */
  reason: string;
};

/** The JSON result of one attempt to find a theorem. */
export type AttemptResult = {
  /** the strategy or the numeration of the attempt */
  way: string;
  /** the bound on the piles of the table */
  limit: number | null;
  states: number | null;
  /** the number of states that the table distinguishes */
  reached: number;
  result: string;
};

/** An axis of a map: the name of a pile, the least height of the pile, and the number of heights. */
export type Axis = {
  name: string;
  start: number;
  size: number;
};

/** The proved preperiod and period of the values along an axis of a map. */
export type AxisPeriod = {
  name: string;
  preperiod: number;
  period: number;
};

/** The response with all games of the catalogue, sorted by name. */
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
  /** the game as one string, for other requests */
  game: string;
  rule: string;
  /** the rule in English */
  description: string;
  parameter_meanings: Record<string, string>;
  piles: number;
  /** whether a theorem of the catalogue or a stored proof decides all positions, or the game is open */
  known: "theorem" | "proof" | "open";
  /** the place of the game in an order from easy to hard, from 1 */
  difficulty: number;
  /** roughly how many minutes a beginner needs to learn the rule */
  minutes: number;
  /** whether moves take chips, move chips between piles or split heaps, and whether a misère theorem is known */
  kinds: ("takes" | "moves" | "splits" | "misere")[];
  theorems: TheoremStatement[];
  observations: ObservationStatement[];
  sources: string[];
};

/** The certificate of a theorem, as the download routes return it. */
export type Certificate = {
  certificate: string;
  version: number;
};

/** The JSON form of the change of a pile by a move of a match. */
export type ChangeResponse = {
  /** index of the pile in `piles` */
  pile: number;
  before: number | string;
  /** the height of the pile after the move, or several heights if it splits */
  after: (number | string)[];
};

/** A job request to prove or refute a formula or, if a bound is given, to compare the formula with a table. */
export type CheckRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "check";
  formula: string;
  /** only check positions with every pile below this limit */
  limit?: number | null;
  /** only check positions with at most this many chips */
  chips?: number | null;
};

/** The response with a claim of a paper, its games and its source code. */
export type ClaimDetailResponse = {
  id: string;
  paper: string;
  statement: string;
  /** verified, refuted, corrected, or consistent (an open conjecture) */
  verdict: string;
  /** the games for which the claim, or a part of it, is proved for all positions; may be empty */
  proved: string;
  games: ClaimGame[];
  /** source code of the computation that decides the claim */
  source: string;
  command: string;
};

/** The JSON form of a game to which a claim of a paper applies, and its play convention. */
export type ClaimGame = {
  game: string;
  misere: boolean;
};

/** The JSON form of a claim of a paper with its expected verdict. */
export type ClaimResponse = {
  id: string;
  paper: string;
  statement: string;
  /** verified, refuted, corrected, or consistent (an open conjecture) */
  verdict: string;
  /** the games for which the claim, or a part of it, is proved for all positions; may be empty */
  proved: string;
};

/** The JSON result for a claim in a paper, which tells whether a computation confirms the claim. */
export type ClaimVerdict = {
  version: 1;
  id: string;
  statement: string;
  /** verified, refuted, corrected, or consistent: a conjecture without counterexample */
  verdict: string;
  extent: string;
  note: string;
  /** misprint, gap, false statement or guess if the claim is expected to be corrected or refuted; otherwise empty */
  erratum: string;
  proved: string;
  /** whether the verdict is the expected one */
  as_expected: boolean;
  /** the verdict in one sentence */
  sentence: string;
};

/** The JSON form of the numeration whose digits the theorem about a game uses. */
export type DigitsResponse = {
  numeration: string;
  /** the weights of the digits, in descending order */
  weights: (number | string)[];
  /** m if the theorem requires that the sum of digits in each column is 0 modulo m; else null */
  modulus: number | null;
};

/** A job request to discover a theorem about the P-positions or Grundy values of a game. */
export type DiscoverRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "discover";
  /** 'all' for the Grundy function, or n for the positions with Grundy values 0 to n */
  values?: "all" | number | null;
  /** the only numeration to try */
  base?: string | null;
  /** time limit of the search in seconds */
  seconds?: number;
  /** search again even if a theorem is stored */
  refresh?: boolean;
  /** store the theorem, if the server stores theorems */
  keep?: boolean;
};

/** The JSON form of an option with its outcome, Grundy value and remoteness; an unknown value is null. */
export type EvaluatedMove = {
  option: (number | string)[];
  /** the option as text */
  text: string;
  sentence: string;
  outcome: "P" | "N" | null;
  grundy: number | string | null;
  remoteness: number | null;
};

/** The JSON form of an example of a question about a game, in words and in the language of questions. */
export type ExampleQuestion = {
  title: string;
  question: string;
};

/** The response that tells whether a move is legal: a sentence about the move, or the violated condition. */
export type ExplainResponse = {
  legal: boolean;
  position?: string | null;
  sentence?: string | null;
  reason?: string | null;
};

/** The JSON form of the options that a player should forbid after a move to a position. */
export type ForbiddenOptions = {
  position: (number | string)[];
  options: ((number | string)[])[];
};

/** The base class of web requests about a game. */
export type GameRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
};

/** The response of the health route: the version and the limits of the server. */
export type Health = {
  version: string;
  /** whether the server has the smaller limits of a public server */
  public: boolean;
  /** whether discovered theorems are stored */
  keeps_theorems: boolean;
  limits: LimitsResponse;
};

/** The response with a hint: the best move in a match. */
export type HintResponse = {
  position: string;
  short: string;
  sentence: string;
  /** whether the move wins; null if unknown */
  wins: boolean | null;
  /** number of moves left after this move in best play */
  lasts: number | null;
  forbid: string[];
  messages: string[];
};

/** The response of the job routes: the state of a job and, after the end of the job, the result. */
export type JobWithResult = {
  id: string;
  kind: string;
  /** queued, running, done, failed or cancelled */
  state: string;
  /** description of the current step; empty when the job is done */
  progress: string;
  /** completed fraction of the work, if known */
  fraction: number | null;
  /** number of jobs ahead in the queue; null if the job does not wait */
  before: number | null;
  /** running time of the job in seconds */
  seconds: number;
  /** whether a certificate can be downloaded */
  certificate: boolean;
  /** the reason why the job failed */
  error: Problem | null;
  /** the same request on the command line, after the end of the job */
  command: string;
  /** the same request in Python, after the end of the job */
  python: string;
  result: TableSummary | PeriodResult | ProofResult | RefutationResult | UndecidedResult | TableCheckResult | TruthResult | SetResult | UndecidedQuestionResult | ClaimVerdict | null;
};

/** The limits on computations, as the health route returns them. */
export type LimitsResponse = {
  /** time limit of a job in seconds */
  seconds: number;
  /** memory limit of a job in bytes */
  memory: number;
  /** maximum number of positions of a table */
  positions: number;
  /** maximum number of states of an automaton */
  states: number;
  /** time limit of a query in seconds */
  patience: number;
  /** maximum number of jobs that run at the same time */
  jobs: number;
  /** maximum number of jobs that wait */
  queue: number;
  /** maximum size of a request in bytes */
  body: number;
};

/** A game or stored theorem that matches a lookup. */
export type LookupMatch = {
  kind: "game" | "theorem";
  game: string;
  title: string;
  words: string[];
  misere: boolean;
  /** a sentence that says how the game matches */
  why: string;
  /** the digest of the certificate of the theorem */
  sha256: string | null;
  statement: string | null;
};

/** The response with the matches of a lookup, best first. */
export type LookupResponse = {
  matches: LookupMatch[];
};

/** The description of a map; if the map is not `ready`, `job` is the id of the job that computes its table. */
export type MapResponse = {
  game: string;
  misere: boolean;
  what: "grundy" | "outcome" | "remoteness" | "suspense";
  limit: number;
  axes: Axis[];
  sliders: Slider[];
  command: string;
  python: string;
  ready: boolean;
  job: string | null;
  /** number of cells along a side of a tile */
  size?: number;
  largest?: number | null;
  /** the proved period of each axis */
  periods?: (AxisPeriod | null)[] | null;
  /** a stored theorem about the P-positions */
  proved?: Theorem | null;
};

/** A web request to resume a match, or to start a match from a given or proposed position. */
export type MatchRequest = {
  match?: string | null;
  game?: string | null;
  position?: string | null;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  /** the opponent: a level of the computer, or a second person at the same screen */
  level?: "perfect" | "casual" | "random" | "teacher" | "person";
  first?: "you" | "computer";
  /** seed of the proposed start position */
  seed?: number;
};

/** The JSON form of the state of a match. */
export type MatchState = {
  /** the transcript, from which the whole state can be computed */
  match: string;
  /** the game as one string; null for a sum of games */
  game: string | null;
  games: string[];
  /** the rule of each game in one plain sentence; empty without such a sentence */
  rules: string[];
  /** a sentence that names the game and says who wins */
  aim: string;
  play: "normal" | "misere";
  start: string;
  position: string;
  start_piles: PileResponse[];
  piles: PileResponse[];
  /** the names of the entries of a position, each once */
  names: string[];
  /** groups of piles whose order does not matter */
  alike: string[][];
  players: string[];
  mover: number;
  over: boolean;
  winner: number | null;
  blocking: number;
  forbidden: string[];
  /** the digits that the theorem about the game reads, if any */
  digits: DigitsResponse | null;
  /** the legal moves, or null if there are too many to list */
  moves: MoveResponse[] | null;
  /** upper bound of the number of moves; if very large, only a lower bound */
  choices: number;
  history: TurnResponse[];
};

/** A web request for a move in a match, or for forbidding options before the first move. */
export type MoveRequest = {
  /** the transcript of a match */
  match: string;
  /** the position reached or a short form (2-3, 2>1 3, 2=3+1); forbidden options follow ' forbid ' */
  move: string;
};

/** The JSON form of a legal move of a match. */
export type MoveResponse = {
  /** the position reached, as the field `move` of a request accepts it */
  position: string;
  /** the move in short notation */
  short: string;
  sentence: string;
  /** all ways to make the move on the current board */
  ways: ChangeResponse[][];
};

/** The JSON form of an observation in the catalogue of games: a statement that is not proved. */
export type ObservationStatement = {
  title: string;
  statement: string;
  play: "normal" | "misere";
  source: string;
  /** the positions for which the observation was made */
  seen: string;
};

/** The JSON form of a paper whose claims Sprague checks. */
export type PaperResponse = {
  id: string;
  title: string;
};

/** The response with the papers and all their claims. */
export type PapersResponse = {
  papers: PaperResponse[];
  claims: ClaimResponse[];
};

/** A job request to find and prove the period of the values along every pile of a game. */
export type PeriodRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "period";
  /** Grundy values or outcomes; misère play has only outcomes */
  what?: "grundy" | "outcome" | null;
};

/** The JSON result for the periods of a game: the period of each pile, or null if it is unknown. */
export type PeriodResult = {
  version: 1;
  game: string;
  rule: string;
  what: "grundy" | "outcome" | "remoteness" | "suspense";
  play: "normal" | "misere";
  piles: string[];
  preperiods: (number | null)[];
  periods: (number | null)[];
  /** the saltus: the increase of the values in each period */
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

/** The JSON form of a pile on the board of a match, or of a remembered number. */
export type PileResponse = {
  /** index of the game in a sum, from 0 */
  game: number;
  /** index of the component of the position, from 0 */
  component: number;
  name: string;
  height: number | string;
  remembered: boolean;
};

/** The JSON result for a position whose options have all been evaluated. */
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
  /** the position as text */
  text: string;
  terminal: boolean;
  remoteness: number | null;
  /** why the outcome is unknown */
  refusal: string | null;
  /** the options, with the best option first */
  options: EvaluatedMove[];
  /** approximate number of moves that are not listed; if there are very many, only winning moves are listed */
  more: number;
  /** the command that gives the same result */
  command: string;
  /** the Python expression that gives the same result */
  python: string;
};

/** A web request for the analysis of a position of a game. */
export type PositionRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  /** the piles; 1^6,10 means six piles of 1 and a pile of 10 */
  position: string;
};

/** The reason why a web request was refused or a job failed, as problem details (RFC 9457). */
export type Problem = {
  /** the address of the documentation of the code */
  type: string;
  /** the meaning of the code, the same for all problems with this code */
  title: string;
  /** the HTTP status */
  status: number;
  /** the kind of the problem, for programs */
  code: "cancelled" | "cycle" | "forbidden" | "internal-error" | "invalid-input" | "invalid-notation" | "invalid-request" | "method-not-allowed" | "not-found" | "not-ready" | "out-of-limits" | "out-of-memory" | "out-of-time" | "overloaded" | "request-timeout" | "request-too-large" | "too-many-requests" | "unauthorized" | "wrong-host";
  /** the problem, the input that caused it, and the remedy */
  detail: string;
  /** index of the first character of the mistake in the text of the request, from 0 */
  start?: number | null;
  /** index of the character after the mistake */
  end?: number | null;
  /** the field of the request that has the mistake, if known */
  field?: string | null;
};

/** The JSON form of a column program: a table; each row has a stage, a condition on a column and the next stage. */
export type ProgramTableResult = {
  /** which columns of digits the program reads */
  opening: string;
  header: string[];
  /** the cells of each row; the stage is empty if it is the same as in the row above */
  rows: string[][];
  /** how to read the table */
  notes: string[];
};

/** The JSON result of a proof: a theorem, proved for all positions. */
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
  /** the kind of theorem, as named in the certificate */
  kind: string;
  /** the cases of the claim as lines of text, if it has several cases */
  words: string[];
  /** the facts that the proof verified, and the size of the proof */
  effort: string;
  /** a number that every move lowers, so that play ends */
  rank: string;
  /** whether the claim is a column program */
  is_program: boolean;
  /** sentences that define the functions in the statement */
  definitions: string[];
  /** the column programs of the claim as tables */
  tables: ProgramTableResult[];
  /** the smallest P-positions */
  smallest: ((number | string)[])[];
  /** the number of states of the automaton of the P-positions, if there is one */
  states: number | null;
  /** the drawing of the automaton in SVG, if it is small enough */
  automaton: string | null;
  /** the SHA-256 digest of the certificate */
  sha256: string | null;
  /** the file to which the certificate was written, if any */
  certificate: string | null;
  /** whether the theorem is stored, so that `solve` uses it */
  kept: boolean;
  /** the day on which the theorem was stored, if it was stored before */
  known_since: string | null;
  /** entries of the atlas about the same game or with the same P-positions, if they were requested */
  atlas: AtlasReference[];
};

/** The response with a proposed start position of a game, and the random seed with which the position was chosen. */
export type Proposal = {
  game: string;
  position: string;
  seed: number;
};

/** The certificate of the answer to a question, as the download routes return it. */
export type QuestionCertificate = {
  format: string;
  version: number;
};

/** The JSON form of a legal move of a match with its rating. */
export type RatedMoveResponse = {
  position: string;
  short: string;
  sentence: string;
  wins: boolean | null;
  /** outcome of the position reached */
  outcome: string | null;
  grundy: number | string | null;
  remoteness: number | null;
  /** the rating as text */
  text: string;
};

/** The JSON form of a column of digits that an automaton reads, and a description of the next state. */
export type ReadColumnResponse = {
  weight: number | string;
  /** the digit of each pile */
  digits: number[];
  /** the state of the automaton after the column */
  words: string;
};

/** The JSON form of the columns of digits that an automaton reads, most significant first. */
export type ReadingResponse = {
  /** the P-position that the automaton reads: the current position or an option */
  position: string;
  numeration: string;
  /** the state of the automaton before the first column */
  start: string;
  columns: ReadColumnResponse[];
};

/** The JSON form of the reason for an answer. */
export type ReasonResult = {
  /** theorem, proof, table or search */
  kind: "theorem" | "proof" | "table" | "search";
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
  /** why the counterexample refutes the claim, one fact per item */
  sentences: string[];
  counterexample: (number | string)[];
  /** the counterexample as text */
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
  claimed_powers_of_two: (number | string)[] | null;
};

/** A web request for the computer's move in a match. */
export type ReplyRequest = {
  /** the transcript of a match */
  match: string;
  /** level of the computer; by default that of the player to move */
  level?: "perfect" | "casual" | "random" | "teacher" | null;
  /** seed of the computer's random choices */
  seed?: number;
  /** move even if the teacher has a question */
  insist?: boolean;
};

/** A job request to compute again the verdict on a claim of a paper. */
export type RerunRequest = {
  kind?: "claim";
  claim: string;
  /** check more positions, which takes longer */
  full?: boolean;
};

/** The response with the review of a match: its moves with their ratings, and a sentence for each mistake. */
export type ReviewResponse = {
  moves: ReviewedMoveResponse[];
  summary: string[];
};

/** The JSON form of a move that was made in a match, with its rating. */
export type ReviewedMoveResponse = {
  /** the number of the move, from 1 */
  number: number;
  /** the player who moved: 0 for the player who began, 1 for the other */
  by: number;
  /** kept: the move won; mistake: another move would have won; lost: no move would have won; unknown */
  rating: "kept" | "mistake" | "lost" | "unknown";
  /** the rating as text */
  text: string;
  /** the position after a winning move, if the move was a mistake */
  better: string | null;
  better_sentence: string | null;
};

/** The response with a row: the values for all heights of a pile, with null for a height that gives no position. */
export type RowResponse = {
  along: string;
  start: number;
  values: (number | null)[];
  largest: number | null;
  periods: AxisPeriod | null;
  command: string;
  python: string;
};

/** The JSON result for a game with the data that the rule editor and the board of the web pages need. */
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
  /** the name in the catalogue with all parameters; null for games that are not in the catalogue */
  name: string | null;
  /** the names of the entries of a position: piles, then remembered numbers */
  names: string[];
  remembered: string[];
  /** the least size of a pile */
  floor: number;
  /** the least value of each entry */
  lowest: Record<string, number>;
  /** whether a move may lead to a sum of positions */
  splits: boolean;
  /** whether a position may have any number of components */
  takes_sums: boolean;
  /** groups of piles whose order does not matter */
  any_order: string[][];
  /** the number of options that the player who has just moved may forbid */
  blocking: number;
  /** the part of the rule that is not linear, for which no theorem can be discovered; null if there is none */
  obstacle: string | null;
  /** a limit for which a table is computed quickly */
  limit: number;
  /** a start position */
  first: string;
  /** examples of questions about the game; an empty list if proofs do not apply to it */
  questions: ExampleQuestion[];
  /** the command that gives the same result */
  command: string;
  /** the Python expression that gives the same result */
  python: string;
};

/** The JSON result of a question with free names: a set of tuples of numbers. */
export type SetResult = {
  version: 1;
  game: string;
  play: "normal" | "misere";
  question: string;
  status: "proved";
  names: string[];
  /** the smallest members, by their sum; all members if the set is finite and has at most 1,000 members */
  members: ((number | string)[])[];
  finite: boolean;
  /** the number of members; null if there are infinitely many */
  size: number | string | null;
  /** a formula that describes exactly this set; null if none was found */
  formula: string | null;
  /** the number of states of the automaton of the set */
  states: number;
  /** the number of members with sum 0, 1, 2, … */
  counts: (number | string)[];
  /** the drawing of the automaton in SVG, if it is small enough */
  automaton: string | null;
  /** the theorems that the answer depends on */
  theorems: string[];
  /** a sentence for each term `least b: …` that has no value for some numbers */
  undefined: string[];
  numeration: string;
  /** the file to which the certificate was written, if any */
  certificate: string | null;
};

/** A fixed pile of a map, with its height; the web page shows a slider for each fixed pile. */
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
  /** the question of the teacher before the reply */
  question?: string | null;
};

/** The JSON result of comparing a formula with a table, which may refute the formula but never proves it. */
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
  /** how the formula and the table agree or differ, one fact per item */
  sentences: string[];
  evidence: "observation";
  limit: number | null;
  chips: number | null;
  positions: number;
  /** a position outside the set from which no move leads into the set */
  no_move_in: (number | string)[] | null;
  /** two positions of the set, the second an option of the first; null for the second if play has ended */
  one_move_apart: ((number | string)[] | null)[] | null;
  /** the smallest position whose outcome in the table differs from the formula */
  difference: TableDifference | null;
};

/** The JSON form of a position whose outcome in a table differs from the claim of a formula. */
export type TableDifference = {
  position: (number | string)[];
  outcome: "P" | "N";
  in_set: boolean;
};

/** A job request for a table of all positions up to a bound on each pile or on the number of chips. */
export type TableRequest = {
  /** a name in the catalogue, name:param=value, an octal code, or a rule */
  game: string;
  /** whether the player who makes the last move loses */
  misere?: boolean;
  kind?: "table";
  /** every pile is below this limit */
  limit?: number | null;
  /** maximum total number of chips */
  chips?: number | null;
  what?: "grundy" | "outcome" | "remoteness" | "suspense";
  /** larger values are replaced by this value */
  cap?: number | null;
};

/** The JSON result for the summary of a table. */
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
  /** the P-positions with the fewest chips, in increasing order */
  p_positions: ((number | string)[])[];
  sentences: string[];
};

/** A stored theorem about the P-positions of a map. */
export type Theorem = {
  sha256: string;
  statement: string;
};

/** The JSON result for a stored theorem that was just verified again. */
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
  /** the command that gives the same result */
  command: string;
  /** the Python expression that gives the same result */
  python: string;
};

/** The JSON result for a stored theorem in a list; Sprague verifies the theorem again before using it. */
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
  /** the day on which the theorem was stored */
  kept: string;
  /** the file of the certificate; null in the web API */
  certificate: string | null;
  sha256: string;
};

/** The JSON form of a theorem in the catalogue of games, with its formulas. */
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

/** The response with the stored theorems, oldest first. */
export type Theorems = {
  theorems: TheoremEntry[];
};

/** A web request about a match, which contains the transcript of the match. */
export type TranscriptRequest = {
  /** the transcript of a match */
  match: string;
};

/** The JSON result of a question without free names: the answer yes or no, proved for all numbers. */
export type TruthResult = {
  version: 1;
  game: string;
  play: "normal" | "misere";
  question: string;
  status: "proved";
  answer: boolean;
  /** numbers that show why the answer is yes, if there are any */
  witness: Record<string, number | string> | null;
  /** numbers that show why the answer is no, if there are any */
  counterexample: Record<string, number | string> | null;
  /** the theorems that the answer depends on */
  theorems: string[];
  /** a sentence for each term `least b: …` that has no value for some numbers */
  undefined: string[];
  numeration: string;
  /** the file to which the certificate was written, if any */
  certificate: string | null;
};

/** The JSON form of a move that was made in a match. */
export type TurnResponse = {
  position: string;
  piles: PileResponse[];
  sentence: string;
  /** the player who moved: 0 for the player who began, 1 for the other */
  by: number;
  forbidden: string[];
};

/** The JSON result of a question that was not decided. */
export type UndecidedQuestionResult = {
  version: 1;
  game: string;
  play: "normal" | "misere";
  question: string;
  status: "undecided";
  answer: null;
  reason: string;
};

/** The JSON result for a claim or a game that was not decided within the limits. */
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
  /** the attempts, the smallest P-positions and the advice as sentences */
  sentences: string[];
  /** the smallest P-positions */
  smallest: ((number | string)[])[];
  /** what to try next */
  advice: string[];
  attempts: AttemptResult[];
};

/** A web request to take back moves of a match. */
export type UndoRequest = {
  /** the transcript of a match */
  match: string;
  moves?: number;
};

/** The response with the outcome of the current position of a match, and the reason as a list of facts. */
export type WhyResponse = {
  outcome: string;
  messages: string[];
  /** the run of the automaton of the proof that decides the position, if there is one */
  reading?: ReadingResponse | null;
};
