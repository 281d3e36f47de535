"""A Gymnasium environment for a game.

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

from sprague import arguments
from sprague.errors import SpragueError
from sprague.play.environment import PERFECT, RANDOM, EncodedGame, Observation
from sprague.rules import Position, Ruleset
from sprague.rules.sums import sum_text

try:
    import gymnasium
except ImportError:
    raise SpragueError("environments for learning agents need gymnasium: pip install 'sprague[gym]'") from None

OPPONENTS = (PERFECT, RANDOM)


class PileGame(gymnasium.Env[Observation, np.int64]):
    """Any game, begun in a position with every pile below a limit, chosen by chance or given.

    With `winnable` only positions begin a match that the agent can win. Where heaps are split, a match begins with at
    most so many `heaps`, and an observation has an entry for every heap that there may be.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (so the base class has it)

    def __init__(
        self,
        game: Ruleset | str,
        limit: int,
        *,
        misere: bool = False,
        opponent: str = PERFECT,
        heaps: int = 1,
        start: Sequence[int] | None = None,
        winnable: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.arena = EncodedGame(game, limit, misere=misere, heaps=heaps, start=start, winnable=winnable)
        self.truth = self.arena.truth
        self.opponent = arguments.one_of("opponent", opponent, OPPONENTS)
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.MultiDiscrete(self.arena.highest + 1)
        self.action_space = gymnasium.spaces.Discrete(self.arena.most_options)
        self.position: Position = self.arena.starts[0]
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match; the agent is to move."""
        super().reset(seed=seed)
        self._over = False
        self.position = self.arena.begin(self.np_random)
        return self.arena.observe(self.position), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent's move and the answer to it."""
        if self._over:
            raise SpragueError("expected a match that goes on, got one that is over; reset() begins another")
        rule = self.truth.game
        legal = rule.options(self.position)
        if not 0 <= int(action) < len(legal):
            self._over = True
            return self.arena.observe(self.position), -1.0, True, False, self._info() | {"illegal": True}
        self.position = legal[int(action)]
        if rule.is_terminal(self.position):
            return self._ended(agent_moved=True)
        answers = rule.options(self.position)
        perfect = self.opponent == PERFECT
        chosen = int(self.np_random.integers(len(answers)))
        self.position = self.truth.perfect(self.position) if perfect else answers[chosen]
        if rule.is_terminal(self.position):
            return self._ended(agent_moved=False)
        return self.arena.observe(self.position), 0.0, False, False, self._info()

    def _ended(self, agent_moved: bool) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._over = True
        won = self.arena.last_mover_won(self.position) == agent_moved
        return self.arena.observe(self.position), 1.0 if won else -1.0, True, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"options": self.truth.game.options(self.position), "action_mask": self.arena.mask(self.position)}

    def render(self) -> str:
        """The position as text."""
        return sum_text(self.truth.game, self.position)
