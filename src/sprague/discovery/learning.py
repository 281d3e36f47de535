"""Guess an automaton from a table, by Angluin's method.

A state is known by an *access* word that leads to it. Two words lead to the same state if, whatever follows,
both or neither give a member; what follows is tried for a growing set of *experiments*, words too. Words
that no known state explains become states of their own. A position at which the automaton made in this
way is wrong splits a state: somewhere along its digits the state loses what the digits before meant, and the
digits after that place are a new experiment (Rivest and Schapire).

The table is the teacher and does not know everything: beyond its limit the answer is "unknown", which goes
with both. So a guess may be wrong, and only a proof tells. But it needs much less of the table than all of it,
and what has been learnt from a small table stays true in a larger one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, pairwise, takewhile

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton, digit_columns, write_word
from sprague.automata.numeration import Numeration
from sprague.errors import OutOfReach
from sprague.rules.positions import Position

UNKNOWN = -1

Numbers = NDArray[np.int64]
Answers = NDArray[np.int8]
Word = tuple[int, ...]
Teacher = Callable[[Numbers], Answers]  # whether tuples, one row each, are members: 1, 0 or UNKNOWN

MANY = 300  # experiments made from the start
LARGEST = 1 << 56  # weights of digits; sums of them fit 64 bits
AT_ONCE = 1 << 16  # questions put to the teacher between two looks at the clock


class Learner:
    """What has been learnt about a set of tuples of numbers; the teacher answers for single tuples.

    Row i * symbols + s of the words and answers belongs to the access word of state i with one symbol more;
    there is a column of answers for each experiment, a byte each.
    """

    def __init__(
        self,
        tracks: int,
        numeration: Numeration,
        teacher: Teacher,
        most_states: int = 20_000,
        memory: int | None = None,
    ) -> None:
        self.tracks = tracks
        self.numeration = numeration
        self.most_states = most_states
        self.memory = limits.default_memory() if memory is None else memory
        self.access: list[Word] = [()]
        # All short words are tried from the start: they need least of the table.
        self.experiments = _short_words(numeration.digits**tracks)
        self._columns = digit_columns(tracks, numeration)
        weights = takewhile(lambda weight: weight < LARGEST, (numeration.read([1] + [0] * place) for place in count()))
        self._weights = np.array(list(weights), dtype=np.int64)
        self._table = np.zeros((1, self._columns.shape[1]), dtype=np.int32)
        self._words: list[Word] = []
        self.teach(teacher)

    def teach(self, teacher: Teacher) -> None:
        """Go on with another teacher, one who knows more."""
        self.teacher = teacher
        self._answers = np.empty((0, 0), dtype=np.int8)

    def hypothesis(self) -> Automaton:
        """The automaton that explains all that is known; states are added until none is missing.

        A word goes to the first state that agrees with it in every experiment whose answer is known for both.
        """
        symbols = self._columns.shape[1]
        rows = np.stack([self._ask(self.access, experiment) for experiment in self.experiments], axis=1)
        known = {row.tobytes(): state for state, row in reversed(list(enumerate(rows)))}
        table = np.empty((0, symbols), dtype=np.int32)
        while len(table) < len(self.access):
            self._extend()
            answers = self._answers[len(table) * symbols :]
            kinds, firsts, places = np.unique(_as_keys(answers), return_index=True, return_inverse=True)
            targets = np.empty(len(kinds), dtype=np.int32)
            for kind in np.argsort(firsts):
                limits.check()
                row = answers[firsts[kind]]
                state = known.get(row.tobytes())
                if state is None:
                    state = _fitting(rows, row)
                    if state is None:
                        state = self._add_state(self._words[len(table) * symbols + int(firsts[kind])])
                        rows = np.vstack([rows, row])
                    known[row.tobytes()] = state
                targets[kind] = state
            table = np.vstack([table, targets[places].reshape(-1, symbols)])
        self._table = table
        return Automaton(self.tracks, self.numeration, table, rows[:, 0] == 1)

    def _add_state(self, word: Word) -> int:
        if len(self.access) >= self.most_states:
            raise OutOfReach(f"expected at most {self.most_states:,} states, reached more; raise the limit on states")
        self.access.append(word)
        return len(self.access) - 1

    def _extend(self) -> None:
        """Ask what has not been asked: for words of new states, and in new experiments."""
        symbols = self._columns.shape[1]
        for state in range(len(self._words) // symbols, len(self.access)):
            limits.check()
            self._words += [_extended(self.access[state], symbol) for symbol in range(symbols)]
        asked, tried = self._answers.shape
        if len(self._words) * len(self.experiments) > self.memory:
            raise OutOfReach(
                f"expected to learn with {self.memory:,} bytes, got {len(self._words):,} words in "
                f"{len(self.experiments):,} experiments; allow more memory"
            )
        grown = np.empty((len(self._words), len(self.experiments)), dtype=np.int8)
        grown[:asked, :tried] = self._answers
        for column, experiment in enumerate(self.experiments):
            start = asked if column < tried else 0
            if start < len(self._words):
                grown[start:, column] = self._ask(self._words[start:], experiment)
        self._answers = grown

    def learn_from(self, position: Position) -> bool:
        """Add the experiment that a position, wrongly classified by the last hypothesis, yields; whether it did."""
        word = tuple(write_word(position, self.numeration).tolist())
        state = 0
        queries: list[Word] = [word]
        for place, symbol in enumerate(word):
            state = int(self._table[state, symbol])
            queries.append((*self.access[state], *word[place + 1 :]))
        answers = self._ask(queries, ())
        known = np.flatnonzero(answers != UNKNOWN)
        # Shortest rest first: it needs least of the table.
        for before, after in reversed(list(pairwise(known.tolist()))):
            # Between the two places a state forgets what the digits before meant.
            if answers[before] != answers[after] and word[after:] not in self.experiments:
                self.experiments.append(word[after:])
                return True
        return False

    def _ask(self, words: Sequence[Word], experiment: Word) -> Answers:
        """The teacher's answers for words followed by an experiment."""
        found = np.empty(len(words), dtype=np.int8)
        for start in range(0, len(words), AT_ONCE):
            limits.check()
            found[start : start + AT_ONCE] = self._ask_at_once(words[start : start + AT_ONCE], experiment)
        return found

    def _ask_at_once(self, words: Sequence[Word], experiment: Word) -> Answers:
        longest = max(map(len, words))
        total = longest + len(experiment)
        if total > len(self._weights):
            return np.full(len(words), UNKNOWN, dtype=np.int8)
        padded = np.array([(0,) * (longest - len(word)) + word for word in words], dtype=np.int64)
        padded = np.hstack([padded.reshape(len(words), longest), np.tile(experiment, (len(words), 1)).astype(np.int64)])
        numbers = np.zeros((len(words), self.tracks), dtype=np.int64)
        for place, weight in enumerate(self._weights[:total][::-1]):
            numbers += weight * self._columns.T[padded[:, place]]
        answers = self.teacher(numbers)
        if self.numeration.is_restricted:
            valid = self.numeration.validity
            states = np.zeros((self.tracks, len(words)), dtype=np.int32)
            for place in range(total):
                states = valid[states, self._columns[:, padded[:, place]]]
            answers[(states == len(valid) - 1).any(axis=0)] = 0
        return answers


def _short_words(symbols: int) -> list[Word]:
    """All words of at most so many symbols that there are few of them; the empty word first."""
    found: list[Word] = [()]
    longest: list[Word] = [()]
    while len(found) + len(longest) * symbols <= MANY:
        longest = [(*word, symbol) for word in longest for symbol in range(symbols)]
        found += longest
    return found


def _as_keys(rows: Answers) -> NDArray[np.void]:
    """Rows of answers, each as one thing that can be compared."""
    whole = np.ascontiguousarray(rows)
    return whole.view(np.dtype((np.void, whole.shape[1]))).ravel()


def _extended(word: Word, symbol: int) -> Word:
    """A word with one more symbol; leading zeros are left out."""
    return (*word, symbol) if word or symbol else ()


def _fitting(rows: Answers, row: Answers) -> int | None:
    """The state that agrees with these answers wherever both are known, in as many places as possible."""
    both = (rows != UNKNOWN) & (row != UNKNOWN)
    fitting = np.flatnonzero(~((rows != row) & both).any(axis=1))
    return int(fitting[np.argmax(both[fitting].sum(axis=1))]) if len(fitting) else None
