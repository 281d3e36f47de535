/**
 * The lessons: every step is data, and `tasks.js` maps the kind of its task to a component.
 *
 * In texts, `*word*` is emphasised. Positions and rules are sent to the server, which decides every answer: the page
 * knows no rule and no winning move.
 */

/**
 * @typedef {object} MatchTask  win a match against the computer
 * @property {"match"} kind
 * @property {string} game
 * @property {string} [position]  omitted for a sum of games, which contains its positions
 * @property {boolean} [misere]
 * @property {"you" | "computer"} [first]
 * @property {boolean} [columns]  whether the columns are shown; otherwise the reader can turn them on
 * @property {string} lost  the advice after a move that gives the win away
 *
 * @typedef {object} MoveTask  make one move
 * @property {"move"} kind
 * @property {string} game
 * @property {string} position
 * @property {"win" | "any"} goal  `win`: only moves to a P-position complete the task
 * @property {string} wrong  the advice after a move that does not reach the goal
 *
 * @typedef {{kind: "choice", question: string, choices: {text: string, right?: boolean, reply: string}[]}} ChoiceTask
 * @typedef {{kind: "groups", numbers: number[]}} GroupsTask  write numbers as sums of 4, 2 and 1
 * @typedef {{kind: "columns", rounds: {label: string, value: number}[][]}} ColumnsTask  find the odd columns
 * @typedef {{kind: "mex", rounds: number[][]}} MexTask  find the least number that is missing
 *
 * @typedef {object} LabelTask  label the positions of a small table
 * @property {"label"} kind
 * @property {string} game
 * @property {"outcome" | "grundy"} what
 * @property {string[]} cells  positions in the order in which they are labelled
 * @property {string[]} [given]  positions that are labelled already
 * @property {number} across  number of cells in a row of the table
 * @property {string[]} axes  the names of the piles, the vertical axis first
 *
 * @typedef {{kind: "links", links: {text: string, page: string, fields?: Record<string, string>, words: string}[]}} LinksTask
 * @typedef {MatchTask | MoveTask | ChoiceTask | GroupsTask | ColumnsTask | MexTask | LabelTask | LinksTask} Task
 *
 * @typedef {object} Step
 * @property {string} id
 * @property {string} title
 * @property {string[]} text  paragraphs
 * @property {Task} task
 * @property {string} goal  the task in one sentence
 * @property {string} after  the sentence after success
 *
 * @typedef {{id: string, title: string, words: string, steps: Step[]}} Lesson
 */

const TAKE_3 = "(a) -> (a - k) where 1 <= k <= 3";
const QUEEN = "(a, b) -> (a - k, b) where k >= 1 ; (a, b - k) where k >= 1 ; (a - k, b - k) where k >= 1";

/** @param {number} last */
const pilesTo = (last) => Array.from({ length: last + 1 }, (_, pile) => String(pile));

/** @type {Lesson} */
const NIM = {
  id: "nim",
  title: "Win at Nim",
  words: "Ten minutes. You beat a perfect opponent, and you know why.",
  steps: [
    {
      id: "rule",
      title: "The rule of Nim",
      text: [
        "Two players take turns. In your turn, choose one pile and take as many chips from it as you like, at least one.",
        "Whoever takes the last chip wins.",
        "Here is one pile. A chip that you choose is taken together with all chips above it. On a keyboard, press → to reach the piles, ↓ to choose chips, and Enter to take them.",
      ],
      task: { kind: "match", game: "nim", position: "5", lost: "The computer can take the rest. Take back your move." },
      goal: "Win with one move.",
      after: "One pile is easy: take everything.",
    },
    {
      id: "mirror",
      title: "Two equal piles",
      text: [
        "Now there are two equal piles, and the computer begins.",
        "Copy the computer: it takes some chips from one pile, and you take the same number from the other pile. This is the *mirror strategy*.",
      ],
      task: { kind: "match", game: "nim", position: "4,4", first: "computer", lost: "The piles are no longer equal after your move. Take it back and make them equal." },
      goal: "Copy every move and win.",
      after: "After each of your moves the piles were equal. So you always had an answer, and the computer ran out of moves.",
    },
    {
      id: "equal",
      title: "Make the piles equal",
      text: ["This time you begin, and the piles are different.", "Use your first move to make them equal. Then copy the computer again."],
      task: { kind: "match", game: "nim", position: "3,7", lost: "The piles are not equal after your move. Take it back and make them equal." },
      goal: "Win with the mirror strategy.",
      after: "With two piles the rule is: leave equal piles.",
    },
    {
      id: "who",
      title: "Who wins?",
      text: ["Both players now know the mirror strategy."],
      task: {
        kind: "choice",
        question: "There are two piles of 6 chips, and it is your move. The computer makes no mistakes. Who wins?",
        choices: [
          { text: "I win", reply: "Try it in your head: you make the piles different, and then the computer makes them equal again." },
          { text: "The computer wins", right: true, reply: "Every move makes the piles different, and the computer makes them equal again." },
          { text: "It depends on my first move", reply: "Is there a first move that leaves the piles equal?" },
        ],
      },
      goal: "Choose an answer.",
      after: "So some positions are lost for the player who must move. The aim is to leave such a position to the other player.",
    },
    {
      id: "groups",
      title: "Groups of 4, 2 and 1",
      text: [
        "With three piles you cannot simply copy. You need one new idea.",
        "Split every pile into groups of 4, 2 and 1 chips, and use each size at most once. For example, 5 = 4 + 1. There is only one way to do this for each number.",
      ],
      task: { kind: "groups", numbers: [3, 6, 5, 7] },
      goal: "Choose the groups of each pile.",
      after: "You have written these numbers in binary: 4 + 1 is the binary number 101.",
    },
    {
      id: "columns",
      title: "Odd and even columns",
      text: [
        "Write the groups of all piles below each other: all groups of 4 in one column, all groups of 2 in the next, all groups of 1 in the last.",
        "Then count the groups in each column. The number is odd or even.",
      ],
      task: {
        kind: "columns",
        rounds: [[3, 5, 7], [1, 4, 6]].map((piles) => piles.map((value, place) => ({ label: `Pile ${place + 1}`, value }))),
      },
      goal: "Mark every column that has an odd number of groups.",
      after: "A column is odd or even. Nothing else about it matters.",
    },
    {
      id: "spoil",
      title: "Every move makes a column odd",
      text: [
        "In the position 3, 5, 6 every column is even. Make any move and watch the columns.",
        "A move changes one pile. So it changes the groups of exactly one pile, and every column in which a group appears or disappears becomes odd.",
      ],
      task: { kind: "move", game: "nim", position: "3,5,6", goal: "any", wrong: "" },
      goal: "Try to keep all columns even. (You cannot.)",
      after: "If all columns are even, every move makes at least one column odd. You can take the move back and try another.",
    },
    {
      id: "one",
      title: "Repair one odd column",
      text: [
        "At the end, when all piles are empty, all columns are even. So try to leave even columns after every move of yours: then the last move is yours, too.",
        "Here only the column of the 1s is odd.",
      ],
      task: { kind: "move", game: "nim", position: "3,5,7", goal: "win", wrong: "After this move a column is still odd. Look at the columns and try another move." },
      goal: "Make one move that leaves every column even.",
      after: "Taking one chip repairs the column of the 1s. Here it works in every pile.",
    },
    {
      id: "two",
      title: "Repair two odd columns",
      text: [
        "Two columns are odd now. Look at the largest odd column, and choose a pile that has a group in it.",
        "Remove this group. Then add or remove smaller groups in the same pile, until the smaller columns are even, too. All smaller groups together have fewer chips than the group that you removed, so the pile always becomes smaller.",
      ],
      task: { kind: "move", game: "nim", position: "1,4,6", goal: "win", wrong: "After this move a column is odd. The pile with the group in the largest odd column is the one to change." },
      goal: "Make one move that leaves every column even.",
      after: "6 = 4 + 2 became 5 = 4 + 1: the group of 2 went away, and a group of 1 came back.",
    },
    {
      id: "perfect",
      title: "Beat Perfect",
      text: [
        "The computer now plays at the level *Perfect*: it wins whenever it can. You begin.",
        "After each of your moves every column must be even. The table shows the columns, also for a move that you only point at.",
      ],
      task: { kind: "match", game: "nim", position: "3,4,5", columns: true, lost: "A column was odd after your move, so now the computer can win. Take back your move." },
      goal: "Win against Perfect.",
      after: "You have won against an opponent that makes no mistakes.",
    },
    {
      id: "alone",
      title: "Without help",
      text: ["Now do the columns in your head, or on paper. You can show them if you get stuck."],
      task: { kind: "match", game: "nim", position: "4,5,7", lost: "A column was odd after your move, so now the computer can win. Take back your move." },
      goal: "Win against Perfect without the table of columns.",
      after: "You can win every match of Nim in which some column is odd at the start of your turn. C. L. Bouton proved this in 1901.",
    },
    {
      id: "last",
      title: "A twist: the last chip loses",
      text: [
        "In *misère* play the rule is turned around: whoever takes the last chip loses.",
        "If every pile has one chip, count the piles: with an odd number of them, the player to move takes the last chip and loses. So leave an odd number of piles of one chip.",
      ],
      task: { kind: "match", game: "nim", position: "1,1,4", misere: true, lost: "Leave an odd number of piles of one chip. Take back your move." },
      goal: "Win: let the computer take the last chip.",
      after: "Only one pile had more than one chip. You could choose whether it became 1 or 0.",
    },
    {
      id: "misere",
      title: "Misère Nim",
      text: [
        "Surprisingly, the even columns help here, too. Play as in normal Nim, and leave even columns.",
        "There is one exception. If your move would leave only piles of one chip, leave an odd number of them.",
      ],
      task: { kind: "match", game: "nim", position: "2,3,4", misere: true, columns: true, lost: "Leave even columns, unless only piles of one chip are left: then leave an odd number of them. Take back your move." },
      goal: "Win misère Nim against Perfect.",
      after: "You know the complete theory of Nim, for both ways of winning.",
    },
    {
      id: "own",
      title: "Now invent your own rule",
      text: [
        "Nim is one rule of many. Change a rule a little, and everything may change: nobody may know who wins your game.",
        "The laboratory plays any rule that you can write, shows a map of its winning positions, and tries to prove a theorem about it.",
      ],
      task: {
        kind: "links",
        links: [
          { text: "Take 1 or 3 chips", page: "/laboratory", fields: { rule: "(a, b) -> (a - 1, b) ; (a - 3, b) any order" }, words: "A short rule to begin with. Replace 3 by another number." },
          { text: "Move chips to a smaller pile", page: "/laboratory", fields: { rule: "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order" }, words: "No chip leaves the game, and still it ends." },
          { text: "Take from one pile, or the same number from both", page: "/laboratory", fields: { rule: "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - k) where k >= 1 any order" }, words: "The golden ratio decides who wins." },
          { text: "Go on with lesson 2", page: "/learn", fields: { lesson: "positions" }, words: "How to find the winning positions of any rule." },
        ],
      },
      goal: "Open a rule in the laboratory and change it.",
      after: "",
    },
  ],
};

/** @type {Lesson} */
const POSITIONS = {
  id: "positions",
  title: "Winning and losing positions",
  words: "Ten minutes. You label a small table, and then you can solve any pile game.",
  steps: [
    {
      id: "words",
      title: "P-positions and N-positions",
      text: [
        "Both players play as well as possible. Then every position is won by one of them.",
        "In an N-position the *next* player wins: the one who is about to move. In a P-position the *previous* player wins: the one who has just moved.",
        "Whoever makes the last move wins. Look at the position in which no chips are left.",
      ],
      task: {
        kind: "choice",
        question: "What is the position without any chips?",
        choices: [
          { text: "A P-position", right: true, reply: "The player who has just moved took the last chip and has won." },
          { text: "An N-position", reply: "The next player has no move. Who made the last move?" },
        ],
      },
      goal: "Choose an answer.",
      after: "This is the first P-position of every game with this way of winning.",
    },
    {
      id: "take",
      title: "Take 1, 2 or 3 chips",
      text: [
        "There is one pile. In each turn take 1, 2 or 3 chips. Whoever makes the last move wins.",
        "Label the piles from small to large, with two rules. If *some* move leads to a P-position, the position is an N-position: make this move. If *every* move leads to an N-position, or there is no move, it is a P-position.",
      ],
      task: { kind: "label", game: TAKE_3, what: "outcome", cells: pilesTo(8), across: 9, axes: ["chips"] },
      goal: "Label every pile from 0 to 8.",
      after: "You did not have to play a single match: every label follows from the labels of smaller piles.",
    },
    {
      id: "pattern",
      title: "See the pattern",
      text: ["The labels of the piles from 0 to 8 are P N N N P N N N P."],
      task: {
        kind: "choice",
        question: "Which piles are P-positions if you may take 1, 2 or 3 chips?",
        choices: [
          { text: "The even numbers", reply: "2 is even, but from 2 you take both chips and win." },
          { text: "The multiples of 3", reply: "From 3 you take all chips and win." },
          { text: "The multiples of 4", right: true, reply: "If your opponent takes k chips, take 4 − k: together that makes 4." },
        ],
      },
      goal: "Choose an answer.",
      after: "Leave a multiple of 4. Whatever the other player takes, you can do it again.",
    },
    {
      id: "twenty-one",
      title: "Use it",
      text: ["Here are 21 chips. Take 1, 2 or 3 chips in each turn. The computer plays perfectly."],
      task: { kind: "match", game: TAKE_3, position: "21", lost: "You did not leave a multiple of 4. Take back your move." },
      goal: "Win against Perfect.",
      after: "You moved from P-position to P-position: 20, 16, 12, 8, 4, 0.",
    },
    {
      id: "table",
      title: "A table for two piles",
      text: [
        "Now there are two piles. Take any number of chips from one pile, or the same number from both piles.",
        "A cell of the table is a position. From a cell you can move to the left, up, or diagonally to the left and up. The cells that you can reach have a dashed frame.",
        "The first row and the first column are labelled already: with one empty pile, you take the other pile and win.",
      ],
      task: {
        kind: "label",
        game: QUEEN,
        what: "outcome",
        given: ["0,0", "0,1", "0,2", "0,3", "1,0", "2,0", "3,0"],
        cells: ["1,1", "1,2", "2,1", "2,2", "1,3", "3,1", "2,3", "3,2", "3,3"],
        across: 4,
        axes: ["first pile", "second pile"],
      },
      goal: "Label the other cells.",
      after: "The only P-positions so far are (0, 0), (1, 2) and (2, 1).",
    },
    {
      id: "queen",
      title: "Use the table",
      text: [
        "This is Wythoff's game, from 1907. The position is larger than your table, but one move leads into it.",
        "Look for the move to a P-position. To take chips from both piles, choose a chip in one pile and then a chip in the other.",
      ],
      task: { kind: "match", game: "wythoff", position: "3,4", lost: "You did not leave a P-position. The P-positions of the table are (0, 0), (1, 2) and (2, 1). Take back your move." },
      goal: "Win against Perfect.",
      after: "From (3, 4) you took 2 chips from both piles and reached (1, 2).",
    },
    {
      id: "on",
      title: "Larger tables",
      text: [
        "The same two rules label every position of every game that ends. A computer does this for millions of positions, and then the labels form patterns.",
      ],
      task: {
        kind: "links",
        links: [
          { text: "See the map of Wythoff's game", page: "/explorer", fields: { game: "wythoff", limit: "64", what: "outcome" }, words: "The P-positions lie close to two lines." },
          { text: "See the map of your own rule", page: "/laboratory", words: "The map changes while you write." },
          { text: "Go on with lesson 3", page: "/learn", fields: { lesson: "values" }, words: "Numbers that tell more than P and N." },
        ],
      },
      goal: "Look at a larger table.",
      after: "",
    },
  ],
};

/** @type {Lesson} */
const VALUES = {
  id: "values",
  title: "Grundy values and sums",
  words: "Fifteen minutes. One number for each position, and you can play several games at once.",
  steps: [
    {
      id: "sum",
      title: "Two games at once",
      text: [
        "Put two games next to each other. In your turn, choose one of them and make a move in it. Whoever makes the last move of all wins. This is the *sum* of the two games.",
        "Take piles in which you may take 1, 2 or 3 chips. A pile of 1 is an N-position, and so is a pile of 2.",
      ],
      task: {
        kind: "choice",
        question: "Two piles of 1 chip, or a pile of 1 and a pile of 2: in which sum does the player to move win?",
        choices: [
          { text: "In both", reply: "With 1 and 1 the first player takes one chip, and the second player takes the other." },
          { text: "Only in 1 and 2", right: true, reply: "With 1 and 2, make both piles 1. With 1 and 1 there are exactly two moves." },
          { text: "In neither", reply: "With 1 and 2, the player to move can leave 1 and 1." },
        ],
      },
      goal: "Choose an answer.",
      after: "N and N gave two different results. So P and N are not enough for sums: we need a number.",
    },
    {
      id: "mex",
      title: "The least number that is missing",
      text: [
        "The *mex* of some numbers is the smallest of 0, 1, 2, 3, … that is not among them. The name means \"minimum excludant\".",
        "For example, mex {0, 1, 3} = 2, because 0 and 1 are there and 2 is missing.",
      ],
      task: { kind: "mex", rounds: [[0, 1], [1, 2], [0, 2, 3], [], [0, 1, 2, 4, 5]] },
      goal: "Find the mex of each set.",
      after: "The mex of the empty set is 0, because 0 is missing.",
    },
    {
      id: "label",
      title: "Grundy values",
      text: [
        "The Grundy value of a position is the mex of the Grundy values of all positions that one move reaches.",
        "A position without moves has the value mex { } = 0. Go on from there. The game: take 1 or 2 chips from a pile.",
      ],
      task: { kind: "label", game: "0.33", what: "grundy", cells: pilesTo(6), across: 7, axes: ["chips"] },
      goal: "Find the Grundy value of every pile from 0 to 6.",
      after: "The values repeat: 0, 1, 2, 0, 1, 2, 0.",
    },
    {
      id: "zero",
      title: "The meaning of 0",
      text: [
        "A position with value 0 has no move to a position with value 0: otherwise 0 would not be missing.",
        "A position with another value has a move to a position with value 0: otherwise 0 would be missing.",
      ],
      task: {
        kind: "choice",
        question: "Which positions have the Grundy value 0?",
        choices: [
          { text: "The P-positions", right: true, reply: "These are exactly the two rules for the labels P and N." },
          { text: "The N-positions", reply: "From value 0 you cannot move to value 0. Compare this with the rules for P and N." },
          { text: "Only positions without moves", reply: "The pile of 3 has value 0, and it has two moves." },
        ],
      },
      goal: "Choose an answer.",
      after: "So the value tells who wins. And it tells more, as the next step shows.",
    },
    {
      id: "nim-sum",
      title: "Add the values in columns",
      text: [
        "A position with Grundy value 3 behaves in a sum like a Nim pile of 3 chips: you can move to the values 0, 1 and 2. A move to a larger value is possible in some games, but then the other player can move back to the old value.",
        "So a sum of games is played like Nim. Write the values as 4 + 2 + 1 and look for odd columns. The odd columns together are the *nim-sum*.",
        "Pile A: take 1 or 2 chips; it has 5 chips and the value 2. Pile B: take 1, 2 or 3 chips; it has 7 chips and the value 3.",
      ],
      task: { kind: "columns", rounds: [[{ label: "Pile A", value: 2 }, { label: "Pile B", value: 3 }]] },
      goal: "Mark the odd columns.",
      after: "The nim-sum of 2 and 3 is 1. It is not 0, so the player to move wins.",
    },
    {
      id: "play",
      title: "Play the sum",
      text: [
        "Here are these two piles. From the left pile take 1 or 2 chips, from the right pile take 1, 2 or 3 chips.",
        "The values on the left are 0, 1, 2, 0, 1, 2, … and the values on the right are 0, 1, 2, 3, 0, 1, 2, 3, … Leave equal values, so that the nim-sum is 0.",
      ],
      task: { kind: "match", game: "0.33 5 + 0.333 7", lost: "The two values are different after your move. Take it back and make them equal." },
      goal: "Win against Perfect.",
      after: "You have played two different games at once, and won.",
    },
    {
      id: "kayles",
      title: "Games that split",
      text: [
        "Kayles is played with a row of pins. A ball knocks down one pin, or two pins next to each other. If it hits the middle, the row splits into two rows: a sum.",
        "The value of two rows is the nim-sum of their values. For example, the middle pin of three leaves 1 + 1, with the nim-sum 0.",
      ],
      task: { kind: "label", game: "kayles", what: "grundy", cells: pilesTo(5), across: 6, axes: ["pins"] },
      goal: "Find the Grundy value of every row from 0 to 5 pins.",
      after: "The values 0, 1, 2, 3, 1, 4 look irregular. From row 71 on they repeat with the period 12.",
    },
    {
      id: "end",
      title: "Where to go from here",
      text: ["R. P. Sprague and P. M. Grundy proved in the 1930s that this works for every game in which both players have the same moves and play always ends."],
      task: {
        kind: "links",
        links: [
          { text: "Play Kayles", page: "/board", fields: { game: "kayles", position: "3,5" }, words: "Turn on the analysis to see the value of every move." },
          { text: "See the Grundy values of Wythoff's game", page: "/explorer", fields: { game: "wythoff", limit: "64", what: "grundy" }, words: "No formula for them is known." },
          { text: "Invent a rule", page: "/laboratory", words: "The laboratory finds its values and looks for a pattern." },
        ],
      },
      goal: "Choose what to do next.",
      after: "",
    },
  ],
};

export const LESSONS = [NIM, POSITIONS, VALUES];
