"""Benchmark of matches in every game of the catalogue: results of the perfect player, and the time of its replies.

    python benchmarks/matches.py [MATCHES]

Matches start from random positions, in normal and in misère play, against a random and a perfect player. A match counts
as lost if the perfect player was to move in an N-position and did not win.
"""

from __future__ import annotations

import sys
import time
from random import Random

from sprague.games import catalogue
from sprague.play.match import Match
from sprague.play.players import LEVELS
from sprague.rules import Position, Ruleset

HEIGHT = 9
MANY = 120  # maximal number of choices in a start position


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print(f"{'game':<40} {'matches':>7} {'won':>5} {'lost':>4} {'slowest reply':>14} {'all replies':>12}")
    totals = [0, 0, 0]
    for entry in catalogue():
        rule, random = entry(), Random(entry.name)
        played, won, lost, slowest, spent = 0, 0, 0, 0.0, 0.0
        for number in range(matches):
            misere, other = bool(number % 2) and not rule.blocking, ("random", "perfect")[number // 2 % 2]
            match = Match(rule, _position(rule, random), misere=misere)
            can_win = match.outcome == "N"
            while not match.is_over:
                player = LEVELS["perfect" if match.mover == 0 else other]
                began = time.perf_counter()
                choice = player.choose(match, random)
                took = time.perf_counter() - began
                if match.mover == 0:
                    slowest, spent = max(slowest, took), spent + took
                match.play(choice.option, choice.forbidden)
            played += 1
            won += can_win and match.winner == 0
            lost += can_win and match.winner == 1
        print(f"{rule.display_name:<40} {played:>7} {won:>5} {lost:>4} {slowest:>12.2f} s {spent:>10.2f} s", flush=True)
        totals = [total + more for total, more in zip(totals, (played, won, lost), strict=True)]
    print(f"{'all games':<40} {totals[0]:>7} {totals[1]:>5} {totals[2]:>4}")
    sys.exit(1 if totals[2] else 0)


def _position(rule: Ruleset, random: Random) -> Position:
    """Return a random position that is not terminal and has at most `MANY` choices."""
    while True:
        heaps = random.choice((1, 2, 3)) if rule.takes_sums else 1
        entries = tuple(random.randint(rule.lowest(name), HEIGHT) for name in rule.names * heaps)
        if rule.is_position(entries) and not rule.is_terminal(entries) and rule.count_choices(entries, MANY) <= MANY:
            return rule.position(entries)


if __name__ == "__main__":
    main()
