"""A game as an environment of Gymnasium: the agent moves, and then its opponent, who is perfect unless told otherwise.

An observation is the position; an action is the number of one of its options, in the order of `Ruleset.options`. The
mask of legal actions is in `info["action_mask"]`. The reward is 1 for a win and -1 for a loss, at the end; an action
that is no option loses at once.

>>> env = PileGame("nim", limit=4, start=(1, 2, 2))
>>> position, info = env.reset(seed=1)
>>> position.tolist(), info["options"][:2], int(info["action_mask"].sum())
([1, 2, 2], [(0, 2, 2), (0, 1, 2)], 3)
>>> position, reward, over, _, info = env.step(0)
>>> env.truth.outcome(tuple(position.tolist())), over
('N', False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import arguments
from sprague.errors import SpragueError
from sprague.play.truth import Truth
from sprague.rules import Position, Ruleset

try:
    import gymnasium
except ImportError:
    raise SpragueError("environments for learning agents need gymnasium: pip install 'sprague[gym]'") from None

Observation = npt.NDArray[np.int64]
OPPONENTS = ("perfect", "random")


class PileGame(gymnasium.Env[Observation, np.int64]):
    """Any game without splitting heaps, begun in a position with every pile below a limit, chosen by chance or given.

    With `winnable` only positions begin a match that the agent can win.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (so the base class has it)

    def __init__(
        self,
        game: Ruleset | str,
        limit: int,
        *,
        misere: bool = False,
        opponent: str = "perfect",
        start: Sequence[int] | None = None,
        winnable: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.truth = Truth.of(game, limit, misere=misere)
        self.opponent = arguments.one_of("opponent", opponent, OPPONENTS)
        self.render_mode = render_mode
        rule = self.truth.game
        self.start = None if start is None else rule.position(start)
        if self.start is not None and self.start not in self.truth.starts:
            raise SpragueError(f"{rule.label}: expected a start with a move, every pile below {limit}, got {start!r}")
        self._starts = [p for p in self.truth.starts if not winnable or self.truth.outcomes[p]]
        positions = np.array(list(self.truth.outcomes), dtype=np.int64)
        self.observation_space = gymnasium.spaces.MultiDiscrete(positions.max(axis=0) + 1)
        most = max(len(rule.options(position)) for position in self.truth.outcomes)
        self.action_space = gymnasium.spaces.Discrete(max(most, 1))
        self.position: Position = self.start or self._starts[0]
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match; the agent is to move."""
        super().reset(seed=seed)
        self._over = False
        self.position = self.start or self._starts[int(self.np_random.integers(len(self._starts)))]
        return self._observed(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent's move and the answer to it."""
        if self._over:
            raise SpragueError("expected a match that goes on, got one that is over; reset() begins another")
        rule = self.truth.game
        legal = rule.options(self.position)
        if not 0 <= int(action) < len(legal):
            self._over = True
            return self._observed(), -1.0, True, False, self._info() | {"illegal": True}
        self.position = legal[int(action)]
        if rule.is_terminal(self.position):
            return self._ended(agent_moved=True)
        answers = rule.options(self.position)
        perfect = self.opponent == "perfect"
        chosen = int(self.np_random.integers(len(answers)))
        self.position = self.truth.perfect(self.position) if perfect else answers[chosen]
        if rule.is_terminal(self.position):
            return self._ended(agent_moved=False)
        return self._observed(), 0.0, False, False, self._info()

    def _ended(self, agent_moved: bool) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The end: of a position in which play is over, "P" says that whoever moved there has won."""
        self._over = True
        mover_won = self.truth.outcome(self.position) == "P"
        return self._observed(), 1.0 if mover_won == agent_moved else -1.0, True, False, self._info()

    def _observed(self) -> Observation:
        return np.array(self.position, dtype=np.int64)

    def _info(self) -> dict[str, Any]:
        legal = self.truth.game.options(self.position)
        mask = np.zeros(int(self.action_space.n), dtype=np.int8)  # type: ignore[attr-defined]
        mask[: len(legal)] = 1
        return {"options": legal, "action_mask": mask}

    def render(self) -> str:
        """The position as text."""
        return self.truth.game.tuple_text(self.position)
