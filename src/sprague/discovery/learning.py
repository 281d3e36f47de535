"""Angluin's algorithm: a `Learner` learns an automaton from membership queries and counterexamples.

Each state of the automaton is represented by an *access word* that leads to it. Two words lead to the same state if no
continuation makes only one of the two words a member of the set. The learner tries the continuations in a growing list
of words, the *experiments*. If no known state behaves like a word in all experiments, the word becomes the access word
of a new state. A counterexample to the automaton yields a new experiment that splits a state. At some index of the
counterexample, the prefix read so far behaves differently from the access word of the state that the prefix reaches.
The remaining digits are the new experiment (Rivest and Schapire).

The oracle is a table of limited size. For tuples beyond the table, the oracle answers "unknown", which contradicts
neither "member" nor "not a member". A learnt automaton may therefore be wrong, and only a proof decides whether it is
right. Learning needs only a small part of the table, and answers from a small table are also true in a larger table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, pairwise, permutations, product, takewhile
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.atoms import ascending_blocks
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.automata.words import digit_columns, encode_word
from sprague.errors import OutOfReach
from sprague.language.positions import Position

UNKNOWN = -1

Numbers = NDArray[np.int64]
Answers = NDArray[np.int8]
Word = tuple[int, ...]
# an oracle: maps tuples, one per row, to 1 (member), 0 (not a member) or UNKNOWN
MembershipOracle = Callable[[Numbers], Answers]

MANY = 300  # maximum number of experiments at the start of learning
LARGEST = 1 << 56  # bound on the weights of digits, so that sums of weights fit into 64 bits
AT_ONCE = 1 << 16  # number of queries to the oracle between two checks of the time limit
# maximum number of counterexamples that the learner processes before its next hypothesis
LEARNT_AT_ONCE = 20
MOST_ORDERS = 24  # a learnt automaton is made symmetric only if interchangeable piles have at most this many orders


class Learner:
    """A learner of one set of tuples by Angluin's algorithm: access words, experiments and known answers.

    The answers of the oracle form a matrix of bytes. In the matrix of answers, row `i * symbols + s` belongs to the
    access word of state i followed by the symbol s, and each column belongs to an experiment. The entry `_origins[i]`
    is the row of the matrix whose word became the access word of state i.
    """

    def __init__(
        self,
        tracks: int,
        numeration: Numeration,
        membership: MembershipOracle,
        most_states: int = 20_000,
        memory: int | None = None,
    ) -> None:
        self.tracks = tracks
        self.numeration = numeration
        self.most_states = most_states
        self.memory = limits.default_memory() if memory is None else memory
        self.membership = membership
        self.access: list[Word] = [()]
        # All short words are experiments from the start, because they need only a small part of the table.
        self.experiments = _short_words(numeration.digits**tracks)
        self._words = WordTable(tracks, numeration)
        self._words.add(())
        self._origins = [0]  # the empty word denotes the same number as the digit 0
        self._answers = np.empty((0, 0), dtype=np.int8)
        self._table = np.zeros((1, self._words.symbols), dtype=np.int32)

    def use_oracle(self, membership: MembershipOracle) -> None:
        """Replace the learner's oracle by an oracle that knows more, and repeat all queries with unknown answers."""
        self.membership = membership
        for column, experiment in enumerate(self.experiments[: self._answers.shape[1]]):
            unknown = np.flatnonzero(self._answers[:, column] == UNKNOWN)
            self._answers[unknown, column] = self._ask(unknown, experiment)

    def hypothesis(self) -> Automaton:
        """Return an automaton that explains all answers known to the learner; states are added as needed.

        A word leads to a state that agrees with the word in all experiments for which both answers are known.
        """
        symbols = self._words.symbols
        self._extend()
        rows = self._answers[self._origins]
        known = {row.tobytes(): state for state, row in reversed(list(enumerate(rows)))}
        table = np.empty((0, symbols), dtype=np.int32)
        while len(table) < len(self.access):
            self._extend()
            # Words that denote small numbers come first, because most answers about their continuations are known.
            new = self._words.smallest_first(np.arange(len(table) * symbols, len(self._answers)))
            answers = self._answers[new]
            kinds, firsts, places = np.unique(_as_keys(answers), return_index=True, return_inverse=True)
            targets = np.empty(len(kinds), dtype=np.int32)
            for kind in np.argsort(firsts):
                limits.check()
                row = answers[firsts[kind]]
                state = known.get(row.tobytes())
                if state is None:
                    state = _fitting(rows, row)
                    if state is None:
                        state = self._add_state(int(new[firsts[kind]]))
                        rows = np.vstack([rows, row])
                    known[row.tobytes()] = state
                targets[kind] = state
            found = np.empty(len(new), dtype=np.int32)
            found[new - len(table) * symbols] = targets[places]
            table = np.vstack([table, found.reshape(-1, symbols)])
        self._table = table
        return Automaton(self.tracks, self.numeration, table, rows[:, 0] == 1)

    def _add_state(self, row: int) -> int:
        """Add a state for the word of a row, and return the index of the state."""
        if len(self.access) >= self.most_states:
            raise OutOfReach(
                f"learning the automaton needs more than {self.most_states:,} states; raise the limit on states"
            )
        before, symbol = divmod(row, self._words.symbols)
        word = (*self.access[before], symbol)
        self._origins.append(row)
        self._words.add(word)
        self.access.append(word)
        return len(self.access) - 1

    def _extend(self) -> None:
        """Query the oracle for the words of new states and for new experiments."""
        words = len(self.access) * self._words.symbols
        asked, tried = self._answers.shape
        if words * len(self.experiments) > self.memory:
            raise OutOfReach(
                f"learning the automaton needs more than {self.memory:,} bytes of memory ({words:,} words, "
                f"{len(self.experiments):,} experiments); allow more memory"
            )
        if (words, len(self.experiments)) == (asked, tried):
            return
        grown = np.empty((words, len(self.experiments)), dtype=np.int8)
        grown[:asked, :tried] = self._answers
        for column, experiment in enumerate(self.experiments):
            start = asked if column < tried else 0
            grown[start:, column] = self._ask(np.arange(start, words), experiment)
        self._answers = grown

    def learn_from(self, position: Position) -> bool:
        """Learn an experiment from a counterexample to the last automaton; return whether an experiment was added."""
        word = tuple(encode_word(position, self.numeration).tolist())
        state = 0
        queries = WordTable(self.tracks, self.numeration)
        queries.add(word)
        for place, symbol in enumerate(word):
            state = int(self._table[state, symbol])
            queries.add((*self.access[state], *word[place + 1 :]))
        answers = queries.answers(self.membership)
        known = np.flatnonzero(answers != UNKNOWN)
        # Short experiments come first, because they need only a small part of the table.
        for before, after in reversed(list(pairwise(known.tolist()))):
            # If the answers at two indices of the word differ, the rest of the word after the later index is a new
            # experiment.
            if answers[before] != answers[after] and word[after:] not in self.experiments:
                self.experiments.append(word[after:])
                return True
        return False

    def _ask(self, rows: NDArray[np.int64], experiment: Word) -> Answers:
        """Return the oracle's answers for the words of the given rows, each followed by an experiment."""
        found = np.empty(len(rows), dtype=np.int8)
        for start in range(0, len(rows), AT_ONCE):
            limits.check()
            part = slice(start, start + AT_ONCE)
            found[part] = self._words.extended_answers(self.membership, rows[part], experiment)
        return found


class WordTable:
    """A table of the words of a learner, with the numbers that each word denotes after more digits are appended.

    Appending digits changes the weights of a word's digits. The numbers that result for each number of appended digits
    are computed only once.
    """

    def __init__(self, tracks: int, numeration: Numeration) -> None:
        self._columns = digit_columns(tracks, numeration)
        weights = takewhile(lambda weight: weight < LARGEST, (numeration.read([1] + [0] * place) for place in count()))
        self._weights = np.array(list(weights), dtype=np.int64)
        self._validity = numeration.validity if numeration.is_restricted else None
        self._words: list[Word] = []
        self._shifted: dict[int, Numbers] = {}  # maps n to the numbers that the words denote after n zeros are appended
        # for each word and each entry, the state that the automaton of valid digits reaches by reading the word
        self._reached = np.empty((0, tracks), dtype=np.int32)

    @property
    def symbols(self) -> int:
        """The number of different symbols, which are columns with one digit of each entry."""
        return int(self._columns.shape[1])

    def add(self, word: Word) -> None:
        """Append a word to the learner's table of words."""
        self._words.append(word)

    def answers(self, membership: MembershipOracle) -> Answers:
        """Return the oracle's answers for all words in the learner's table."""
        return self._known(membership, self._followed(0), self._states(), np.array(list(map(len, self._words))))

    def extended_answers(self, membership: MembershipOracle, rows: NDArray[np.int64], experiment: Word) -> Answers:
        """Return the oracle's answers for words followed by one symbol and an experiment.

        Row `i * symbols + s` stands for word i followed by the symbol s.
        """
        places, symbols = np.divmod(rows, self.symbols)
        length = 1 + len(experiment)
        added = self._columns.T[symbols] * self._weights[min(len(experiment), len(self._weights) - 1)]
        numbers = self._followed(length)[places] + added + self._number(experiment)
        states = None
        if self._validity is not None:
            reached = self._states()
            assert reached is not None
            states = self._validity[reached[places], self._columns.T[symbols]]
            for symbol in experiment:
                states = self._validity[states, self._columns[:, symbol]]
        return self._known(membership, numbers, states, np.array(list(map(len, self._words)))[places] + length)

    def smallest_first(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return row indices of `extended_answers`, sorted by the sums of the numbers that the rows' words denote."""
        places, symbols = np.divmod(rows, self.symbols)
        sums = self._followed(1).sum(axis=1)[places] + self._columns.sum(axis=0)[symbols]
        return rows[np.argsort(sums, kind="stable")]

    def _known(
        self,
        membership: MembershipOracle,
        numbers: Numbers,
        states: NDArray[np.int32] | None,
        lengths: NDArray[np.int64],
    ) -> Answers:
        """Return the oracle's answers; the answer is UNKNOWN if numbers are too large, and 0 if digits are invalid."""
        found = membership(numbers)
        found[lengths > len(self._weights)] = UNKNOWN
        if states is not None and self._validity is not None:
            found[(states == len(self._validity) - 1).any(axis=1)] = 0
        return found

    def _number(self, word: Word) -> Numbers:
        weights = self._weights[: len(word)][::-1]
        # the number of a longer word is not needed, because the answer for the word is UNKNOWN anyway
        kept = word[len(word) - len(weights) :]
        return self._columns[:, list(kept)] @ weights if kept else np.zeros(len(self._columns), dtype=np.int64)

    def _followed(self, zeros: int) -> Numbers:
        """Return, for each word, the numbers that it denotes after `zeros` zeros are appended."""
        known = self._shifted.get(zeros, np.empty((0, len(self._columns)), dtype=np.int64))
        if len(known) < len(self._words):
            new = [self._number((*word, *(0,) * zeros)) for word in self._words[len(known) :]]
            known = self._shifted[zeros] = np.vstack([known, *new])
        return known

    def _states(self) -> NDArray[np.int32] | None:
        """Return, for all words and entries, the state that the automaton of valid digits reaches."""
        if self._validity is None:
            return None
        for word in self._words[len(self._reached) :]:
            states = np.zeros(len(self._columns), dtype=np.int32)
            for symbol in word:
                states = self._validity[states, self._columns[:, symbol]]
            self._reached = np.vstack([self._reached, states])
        return self._reached


def _short_words(symbols: int) -> list[Word]:
    """Return all words up to the greatest length with at most `MANY` words in all; the empty word comes first."""
    found: list[Word] = [()]
    longest: list[Word] = [()]
    while len(found) + len(longest) * symbols <= MANY:
        longest = [(*word, symbol) for word in longest for symbol in range(symbols)]
        found += longest
    return found


def _as_keys(rows: Answers) -> NDArray[np.void]:
    """Return each row of answers as a single value that can be compared."""
    whole = np.ascontiguousarray(rows)
    return whole.view(np.dtype((np.void, whole.shape[1]))).ravel()


def _fitting(rows: Answers, row: Answers) -> int | None:
    """Return a state that agrees with the given answers wherever both answers are known; None if no state agrees.

    If several states agree, the function returns the state that has the most answers in common with the given answers.
    """
    both = (rows != UNKNOWN) & (row != UNKNOWN)
    fitting = np.flatnonzero(~((rows != row) & both).any(axis=1))
    return int(fitting[np.argmax(both[fitting].sum(axis=1))]) if len(fitting) else None


def learn_agreeing_automaton(
    learner: Learner,
    tuples: Numbers,
    members: NDArray[np.bool_],
    blocks: Sequence[Sequence[int]] = (),
    automorphisms: Sequence[Sequence[int]] = (),
) -> Automaton | None:
    """Return a learnt automaton that agrees with the oracle for all known tuples, in every order of their entries.

    For tuples that the oracle does not know, the learnt automaton may depend on the order of interchangeable entries.
    If a learnt automaton depends on the order of interchangeable entries, its answers for sorted tuples are used for
    all orders. The wanted set is invariant under the automorphisms, which are permutations of the entries. If the
    automaton is not invariant, two images of some tuple get different answers; the oracle then tells which answer is
    wrong. The result is None if the oracle knows too little to learn an automaton.
    """
    while True:
        limits.check()
        guess = learner.hypothesis()
        wrong = np.flatnonzero(guess.contains_many(tuples) != members)
        if len(wrong):
            chosen = wrong[:: max(1, len(wrong) // LEARNT_AT_ONCE)][:LEARNT_AT_ONCE]
            candidates = [tuple(int(entry) for entry in tuples[place]) for place in chosen]
        elif (pair := guess.asymmetry_witness(blocks, automorphisms)) is not None:
            candidates = [position for position in pair if _is_wrong(learner, guess, position)]
        else:
            return guess
        if not sum(learner.learn_from(position) for position in candidates):
            return None if len(wrong) else close_under_reordering(guess, blocks, learner.most_states)


def close_under_reordering(guess: Automaton, blocks: Sequence[Sequence[int]], most: int) -> Automaton | None:
    """Close a learnt automaton under reordering of interchangeable entries; return None if there are too many orders.

    Each block lists the indices of interchangeable entries. The resulting automaton accepts the tuples that the given
    automaton accepts after the entries of each block are sorted. The function raises OutOfReach if an intermediate
    automaton needs more than `most` states.
    """
    if prod(factorial(len(block)) for block in blocks) > MOST_ORDERS:
        return None
    rising = guess & ascending_blocks(guess.tracks, blocks, guess.numeration)
    found = rising
    for chosen in product(*map(permutations, blocks)):
        sources = list(range(guess.tracks))
        for block, places in zip(blocks, chosen, strict=True):
            for entry, place in zip(block, places, strict=True):
                sources[entry] = place
        found = found.union(rising.arrange(sources, guess.tracks), most)
    return found


def _is_wrong(learner: Learner, guess: Automaton, position: Position) -> bool:
    answer = int(learner.membership(np.array([position]))[0])
    return answer != UNKNOWN and (answer == 1) != (position in guess)
