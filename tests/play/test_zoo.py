"""Games between two learning agents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from sprague import SpragueError
from sprague.play.zoo import PileMatch
from tests.oracle import Oracle
from tests.snapshots import refused


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", ["nim", "kayles", "(a) -> (a - 1) ; (a - 2)", "dynamic-nim"])
def test_pettingzoo_finds_the_environment_in_order(game: str) -> None:
    api_test(PileMatch(game, limit=5), num_cycles=100)
    seed_test(lambda: PileMatch(game, limit=5), num_cycles=20)


@pytest.mark.parametrize(("game", "heaps"), [("nim", 1), ("kayles", 2), ("subtraction-transfer:a=1,b=2,c=1", 1)])
@pytest.mark.parametrize("misere", [False, True])
def test_whoever_the_oracle_says_wins_in_perfect_play(game: str, heaps: int, misere: bool) -> None:
    env = PileMatch(game, limit=5, misere=misere, heaps=heaps)
    oracle = Oracle(env.exact.game.options, env.exact.game.is_won)
    for seed in range(20):
        env.reset(seed=seed)
        begun = oracle.outcome(env.position, misere)
        rewards = {}
        for agent in env.agent_iter():
            seen, reward, over, _, info = env.last()
            assert env.observation_space(agent).contains(seen)
            options = env.exact.game.options(env.position)
            assert seen[-1] == over
            assert info["options"] == ([] if over else options)
            assert info["action_mask"].tolist() == [
                int(i < len(info["options"])) for i in range(env.action_space(agent).n)
            ]
            rewards[agent] = reward
            env.step(None if over else options.index(env.exact.perfect_move(env.position)))
        won = 1.0 if begun == "N" else -1.0
        assert rewards == {"player_0": won, "player_1": -won}


def test_what_is_no_option_loses() -> None:
    env = PileMatch("nim", limit=4, start=(0, 0, 3))
    env.reset()
    env.step(np.int64(17))
    assert env.last()[1:3] == (1.0, True)
    assert env.infos["player_0"]["illegal"]
    assert "illegal" not in env.infos["player_1"]
    assert env.render() == "0,0,3"


@pytest.mark.parametrize(
    ("game", "limit", "more"),
    [
        ("nim", (3, 5, 7), {}),
        ("nim", 4, {"heaps": 2}),
        ("kayles", 4, {"start": (3, 3)}),
        ("nim", 1, {}),
        ("nim", 4, {"render_mode": "human"}),
    ],
)
def test_refusals(game: str, limit: Any, more: dict[str, Any]) -> None:
    with refused(SpragueError):
        PileMatch(game, limit, **more)
