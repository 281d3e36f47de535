"""`PileGame` is a Gymnasium environment for a game against a perfect or random opponent.

In the environment `PileGame`, an observation is the position. An action is the index of an option in the list
`Ruleset.options(position)`. The mask of legal actions is in `info["action_mask"]`. At the end of a match the reward is
1 for a win and -1 for a loss. An illegal action loses the match immediately. After the import of `sprague.play.gym`,
the call `gymnasium.make("sprague/PileGame-v0", game="nim", limit=8)` makes the environment. The call
`gymnasium.make("sprague.play.gym:sprague/PileGame-v0", …)` also imports the module.

>>> env = PileGame("nim", limit=4, start=(1, 2, 2))
>>> position, info = env.reset(seed=1)
>>> position.tolist(), info["options"][:2], int(info["action_mask"].sum())
([1, 2, 2], [(0, 2, 2), (0, 1, 2)], 3)
>>> position, reward, over, _, info = env.step(0)
>>> env.exact.outcome(tuple(position.tolist())), over
('N', False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sprague import arguments
from sprague.errors import MissingExtraError, SpragueError
from sprague.play.environment import PERFECT, RANDOM, EncodedGame, Observation, Opponent, RenderMode, check_render_mode
from sprague.rules import Position, Ruleset
from sprague.rules.sums import format_sum

try:
    import gymnasium
except ImportError:
    raise MissingExtraError("environments for learning agents need gymnasium: pip install 'sprague[gym]'") from None

OPPONENTS = (PERFECT, RANDOM)
IDENTIFIER = "sprague/PileGame-v0"  # the name of the environment in Gymnasium's registry


class PileGame(gymnasium.Env[Observation, np.int64]):
    """A Gymnasium environment in which an agent plays a game against an opponent.

    In games whose heaps can split, an observation has as many entries as the largest number of heaps that can arise.

    Args:
        game: A ruleset, or the name or text of a rule.
        limit: Every pile of a start position has fewer chips than this limit.
        misere: Play misère: the player who makes the last move loses.
        opponent: The opponent: "perfect" or "random".
        heaps: The maximum number of heaps of a start position, in games whose positions are sums of heaps.
        start: The start position; without it, start positions are random.
        winnable: Use only start positions from which the agent can win.
        render_mode: None or "ansi".
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 (so the base class has it)

    def __init__(
        self,
        game: Ruleset | str,
        limit: int,
        *,
        misere: bool = False,
        opponent: Opponent = PERFECT,
        heaps: int = 1,
        start: Sequence[int] | None = None,
        winnable: bool = False,
        render_mode: RenderMode | None = None,
    ) -> None:
        self.encoded = EncodedGame(game, limit, misere=misere, heaps=heaps, start=start, winnable=winnable)
        self.exact = self.encoded.exact
        self.opponent = arguments.check_choice("opponent", opponent, OPPONENTS)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = gymnasium.spaces.MultiDiscrete(self.encoded.highest + 1)
        self.action_space = gymnasium.spaces.Discrete(self.encoded.most_options)
        self.position: Position = self.encoded.starts[0]
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new match, in which the agent makes the first move."""
        super().reset(seed=seed)
        self._over = False
        self.position = self.encoded.random_start(self.np_random)
        return self.encoded.observe(self.position), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's move and the opponent's reply."""
        if self._over:
            raise SpragueError("the match is over; call reset() to begin another")
        rule = self.exact.game
        legal = rule.options(self.position)
        if not 0 <= int(action) < len(legal):
            self._over = True
            return self.encoded.observe(self.position), -1.0, True, False, self._info() | {"illegal": True}
        self.position = legal[int(action)]
        if rule.is_terminal(self.position):
            return self._ended(agent_moved=True)
        answers = rule.options(self.position)
        perfect = self.opponent == PERFECT
        chosen = int(self.np_random.integers(len(answers)))
        self.position = self.exact.perfect_move(self.position) if perfect else answers[chosen]
        if rule.is_terminal(self.position):
            return self._ended(agent_moved=False)
        return self.encoded.observe(self.position), 0.0, False, False, self._info()

    def _ended(self, agent_moved: bool) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        self._over = True
        won = self.encoded.last_mover_won(self.position) == agent_moved
        return self.encoded.observe(self.position), 1.0 if won else -1.0, True, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"options": self.exact.game.options(self.position), "action_mask": self.encoded.mask(self.position)}

    def render(self) -> str:
        """Return the position of the Gymnasium environment as text."""
        return format_sum(self.exact.game, self.position)


if IDENTIFIER not in gymnasium.registry:
    gymnasium.register(id=IDENTIFIER, entry_point="sprague.play.gym:PileGame")
