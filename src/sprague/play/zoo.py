"""`PileMatch`: a PettingZoo environment for a game between two agents.

An agent observes the position and the mask of legal actions. An action is the index of an option in the list
`Ruleset.options(position)`, as in `sprague.play.gym`. At the end of a match, the winner's reward is 1 and the loser's
reward is -1. An illegal action loses the match immediately.

>>> env = PileMatch("nim", limit=4, start=(0, 1, 1))
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, over, _, _ = env.last()
...     print(agent, seen["observation"].tolist(), reward, over)
...     env.step(None if over else 0)
first [0, 1, 1] 0.0 False
second [0, 0, 1] 0.0 False
first [0, 0, 0] -1.0 True
second [0, 0, 0] 1.0 True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sprague.errors import MissingExtraError
from sprague.play.environment import EncodedGame
from sprague.rules import Position, Ruleset
from sprague.rules.sums import format_sum

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError:
    raise MissingExtraError("environments for learning agents need pettingzoo: pip install 'sprague[gym]'") from None

AGENTS = ("first", "second")


class PileMatch(AECEnv[str, dict[str, Any], np.int64 | int | None]):  # type: ignore[misc]  # pettingzoo is not typed
    """A PettingZoo environment in which two agents play a game from a random or given start position.

    The arguments are those of `sprague.play.gym.PileGame`, without `opponent`. The attribute `exact` contains the exact
    outcomes of all reachable positions.
    """

    metadata: dict[str, Any] = {"name": "pile_match_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Ruleset | str,
        limit: int,
        *,
        misere: bool = False,
        heaps: int = 1,
        start: Sequence[int] | None = None,
        winnable: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoded = EncodedGame(game, limit, misere=misere, heaps=heaps, start=start, winnable=winnable)
        self.exact = self.encoded.exact
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._seen = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.MultiDiscrete(self.encoded.highest + 1),
                "action_mask": gymnasium.spaces.MultiBinary(self.encoded.most_options),
            }
        )
        self._actions = {agent: gymnasium.spaces.Discrete(self.encoded.most_options) for agent in AGENTS}
        self._generator = np.random.default_rng()
        self.position: Position = self.encoded.starts[0]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Return the space of observations: the position and the mask of legal actions."""
        return self._seen

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the space of actions: the indices of options."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match between the two agents."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.position = self.encoded.random_start(self._generator)
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent; only the agent to move has legal actions."""
        to_move = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self.encoded.mask(self.position)
        return {
            "observation": self.encoded.observe(self.position),
            "action_mask": mask if to_move else np.zeros_like(mask),
        }

    def step(self, action: np.int64 | int | None) -> None:
        """Make the move of the selected agent; after the end of the match, `action` must be None."""
        mover = self.agent_selection
        if self.terminations[mover]:
            self._was_dead_step(action)
            return
        other = AGENTS[1 - AGENTS.index(mover)]
        legal = self.exact.game.options(self.position)
        self._cumulative_rewards[mover] = 0.0
        if action is None or not 0 <= int(action) < len(legal):
            self.infos[mover] = {"illegal": True}
            self._end(winner=other, loser=mover)
        else:
            self.position = legal[int(action)]
            if self.exact.game.is_terminal(self.position):
                won = self.encoded.last_mover_won(self.position)
                self._end(*((mover, other) if won else (other, mover)))
        self.agent_selection = other
        self._accumulate_rewards()

    def _end(self, winner: str, loser: str) -> None:
        self.rewards = {winner: 1.0, loser: -1.0}
        self.terminations = dict.fromkeys(AGENTS, True)

    def render(self) -> str:
        """Return the position of the PettingZoo environment as text."""
        return format_sum(self.exact.game, self.position)

    def close(self) -> None:
        """Do nothing; PettingZoo requires this method."""
