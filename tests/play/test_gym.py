"""Games as environments for learning agents."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sprague import SpragueError
from sprague.play.environment import Opponent
from sprague.play.gym import PileGame
from tests.snapshots import refused


@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_the_environment_in_order() -> None:
    check_env(PileGame("nim", limit=4), skip_render_check=True)
    check_env(PileGame("kayles", limit=6, heaps=2), skip_render_check=True)


@pytest.mark.parametrize("game", ["nim", "wythoff", "subtraction-transfer:a=1,b=2,c=1", "kayles", "grundys-game"])
@pytest.mark.parametrize("misere", [False, True])
def test_perfect_play_wins_what_can_be_won_and_nothing_else(game: str, misere: bool) -> None:
    for winnable in (True, False):
        env = PileGame(game, limit=5, misere=misere, winnable=winnable)
        for seed in range(25):
            env.reset(seed=seed)
            begun = env.exact.outcome(env.position)
            assert begun == "N" or not winnable
            over, reward = False, 0.0
            while not over:
                options = env.exact.game.options(env.position)
                observed, reward, over, _, info = env.step(options.index(env.exact.perfect_move(env.position)))
                assert env.observation_space.contains(observed)
                assert info["action_mask"].sum() == len(info["options"])
            assert reward == (1.0 if begun == "N" else -1.0)


def test_chance_is_beaten_more_often_than_perfection() -> None:
    def total(opponent: Opponent) -> float:
        env = PileGame("nim", limit=5, opponent=opponent)
        rewards = 0.0
        for seed in range(100):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                legal = int(np.flatnonzero(info["action_mask"])[-1])
                _, reward, over, _, info = env.step(legal)
                rewards += reward
        return rewards

    assert total("random") > total("perfect") + 20


def test_what_is_no_option_loses() -> None:
    env = PileGame("nim", limit=4, start=(0, 0, 1))
    env.reset()
    _, reward, over, _, info = env.step(3)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with refused(SpragueError):
        env.step(0)
    env.reset()
    assert env.render() == "0,0,1"
    assert env.step(0)[1:3] == (1.0, True)


def test_refusals() -> None:
    with refused(SpragueError):
        PileGame("nim", limit=4, start=(0, 0, 9))
    with refused(SpragueError):
        PileGame("nim", limit=4, opponent="weak")  # type: ignore[arg-type]
