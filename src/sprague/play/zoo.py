"""`PileMatch` is a PettingZoo environment for a game between two agents.

An observation is the position, followed by an entry that is 1 if the match is over and 0 otherwise. An action is the
index of an option in the list `Ruleset.options(position)`. The mask of legal actions is in `info["action_mask"]`, as in
`sprague.play.gym`. At the end of a match, the winner's reward is 1 and the loser's reward is -1. An illegal action
loses the match immediately.

>>> env = PileMatch("nim", limit=4, start=(0, 1, 1))
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     seen, reward, over, _, info = env.last()
...     print(agent, seen.tolist(), len(info["options"]), reward)
...     env.step(None if over else 0)
player_0 [0, 1, 1, 0] 1 0.0
player_1 [0, 0, 1, 0] 1 0.0
player_0 [0, 0, 0, 1] 0 -1.0
player_1 [0, 0, 0, 1] 0 1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sprague.errors import MissingExtraError
from sprague.play.environment import EncodedGame, Observation, RenderMode, check_render_mode
from sprague.rules import Position, Ruleset
from sprague.rules.sums import format_sum

try:
    import gymnasium
    from pettingzoo import AECEnv
except ImportError:
    raise MissingExtraError("environments for learning agents need pettingzoo: pip install 'sprague[gym]'") from None

AGENTS = ("player_0", "player_1")  # PettingZoo recommends agent names of the form player_0


class PileMatch(AECEnv[str, Observation, np.int64 | int | None]):  # type: ignore[misc]  # pettingzoo is not typed
    """A PettingZoo environment in which two agents play a game from a random or given start position.

    The class `PileMatch` takes the same arguments as `sprague.play.gym.PileGame`, except `opponent`. The attribute
    `exact` contains the exact outcomes of all reachable positions.
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
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.encoded = EncodedGame(game, limit, misere=misere, heaps=heaps, start=start, winnable=winnable)
        self.exact = self.encoded.exact
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = list(AGENTS)
        # PettingZoo's checker warns of observations whose entries are constant
        highest = np.maximum(np.append(self.encoded.highest, 1), 1)
        self._seen = gymnasium.spaces.Box(0, highest, dtype=np.int64)
        self._actions = {agent: gymnasium.spaces.Discrete(self.encoded.most_options) for agent in AGENTS}
        self._generator = np.random.default_rng()
        self.position: Position = self.encoded.starts[0]

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """Return the observation space, whose elements consist of the position and a flag for the end of the match."""
        return self._seen

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the action space, which contains the indices of options."""
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
        self._describe({})

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent, which is the same array for both agents."""
        return np.append(self.encoded.observe(self.position), int(any(self.terminations.values())))

    def step(self, action: np.int64 | int | None) -> None:
        """Make the move `action` of the selected agent; after the end of the match, `action` must be None."""
        mover = self.agent_selection
        if self.terminations[mover]:
            self._was_dead_step(action)
            return
        other = AGENTS[1 - AGENTS.index(mover)]
        self.agent_selection = other
        legal = self.exact.game.options(self.position)
        self._cumulative_rewards[mover] = 0.0
        if action is None or not 0 <= int(action) < len(legal):
            self._end(winner=other, loser=mover)
            self._describe({mover: {"illegal": True}})
        else:
            self.position = legal[int(action)]
            if self.exact.game.is_terminal(self.position):
                won = self.encoded.last_mover_won(self.position)
                self._end(*((mover, other) if won else (other, mover)))
            self._describe({})
        self._accumulate_rewards()

    def _end(self, winner: str, loser: str) -> None:
        self.rewards = {winner: 1.0, loser: -1.0}
        self.terminations = dict.fromkeys(AGENTS, True)

    def _describe(self, more: dict[str, dict[str, Any]]) -> None:
        """Set `info` of both agents: the mover's options, the mask of legal actions, and the given entries."""
        self.infos = {}
        for agent in AGENTS:
            to_move = agent == self.agent_selection and not self.terminations[agent]
            mask = self.encoded.mask(self.position)
            self.infos[agent] = {
                "options": self.exact.game.options(self.position) if to_move else [],
                "action_mask": mask if to_move else np.zeros_like(mask),
                **more.get(agent, {}),
            }

    def render(self) -> str:
        """Return the position of the PettingZoo environment as text."""
        return format_sum(self.exact.game, self.position)

    def close(self) -> None:
        """Do nothing; PettingZoo requires this method."""
