"""`run_in_turns`: a fair scheduler that runs the tasks of discovery strategies in turns.

Time is shared step by step. The next step belongs to the task that has used the least time so far, counted in whole
*turns*; of those with equally many, to the one with the smallest table, and then with the fewest states. A task that
needs many times as many states as another is less likely to be right, so its turns count double. A step that takes
longer than its task has used before is interrupted, and repeated with twice the time when the task's turn comes again.
So what one task finds alone in t seconds is found within about t times the number of tasks, a few times more if a
single step takes most of it. As long as no task has used up a turn, the order does not depend on the clock: what is
found soon is the same on every machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sprague import clock, limits
from sprague.discovery.strategy import SearchTask, Strategy
from sprague.errors import OutOfTime
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Attempt

LONGEST_TURN = 2.0  # seconds
TURNS = 6  # that each of the ways has at least
MANY_TIMES = 4


def run_in_turns(strategies: Sequence[Strategy]) -> Proof | None:
    """Schedule all tasks of discovery strategies in turns until one has a theorem or none can go on."""
    schedule: _TurnSchedule | None = None
    while True:
        limits.check()
        tasks = [task for strategy in strategies for task in strategy.tasks() if not task.is_finished]
        ready = [task for task in tasks if not task.is_waiting()]
        if not ready:
            return None
        schedule = schedule or _TurnSchedule(len(tasks))
        task = schedule.next_task(ready, tasks)
        begun, busy = clock.now(), clock.busy()
        try:
            # Nobody has to be protected from a way that is alone.
            with Limits(seconds=None if len(ready) == 1 else schedule.step_limit(task)).watch():
                if proof := task.step():
                    return proof
        except OutOfTime:
            limits.check()  # all the time is over
            schedule.spent[task] += clock.now() - begun
            continue
        except MemoryError:
            task.is_finished = True
            task.attempts.append(Attempt(task.name, None, None, "more memory was needed than there is"))
        # What the machine did for others meanwhile is not counted, so that the order does not depend on it.
        schedule.spent[task] += clock.busy() - busy


class _TurnSchedule:
    """The time that each task has used, and the length of a turn."""

    def __init__(self, tasks: int) -> None:
        left = limits.seconds_left()
        self.turn = LONGEST_TURN if left is None else min(LONGEST_TURN, max(left, 1e-3) / (TURNS * tasks))
        self.spent: defaultdict[SearchTask, float] = defaultdict(float)

    def next_task(self, ready: Sequence[SearchTask], tasks: Sequence[SearchTask]) -> SearchTask:
        """Return the ready task whose turn it is."""
        fewest = min((states for task in tasks if (states := task.priority()[1])), default=0)

        def order(task: SearchTask) -> tuple[float, tuple[int, int]]:
            place = task.priority()
            counted = 2 if place[1] > MANY_TIMES * fewest else 1
            return counted * (self.spent[task] // self.turn), place

        return min(ready, key=order)

    def step_limit(self, task: SearchTask) -> float:
        """Return the seconds after which a step of a task is interrupted."""
        return max(self.turn, self.spent[task])
