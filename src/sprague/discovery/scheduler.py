"""The scheduler of discovery, `run_in_turns`: it gives the tasks of all strategies a fair share of the time.

Tasks run one step at a time. After each step, the scheduler selects the task that has used the fewest whole *turns* so
far. Among tasks with equally many turns, the scheduler selects the task with the smallest table, then the task with the
fewest states. If one task has many times as many states as another, it is less likely to succeed, so its turns count
double. A step is interrupted if it takes longer than a turn and longer than all earlier steps of its task together.
When a task whose step was interrupted is selected again, the step is repeated with twice as much time.

If one task alone needs t seconds for a theorem, n tasks together need about n t seconds, or a few times more if one
step takes most of the time. As long as no task has used up a turn, the order of steps does not depend on the clock.
Theorems that are found quickly are therefore the same on every machine.
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

LONGEST_TURN = 2.0  # maximum length of a task's turn, in seconds
TURNS = 6  # minimum number of turns that each task gets within the time limit
MANY_TIMES = 4  # a turn counts double if the task has more than this many times as many states as the smallest task


def run_in_turns(strategies: Sequence[Strategy]) -> Proof | None:
    """Run the tasks of discovery strategies in turns until one task has a theorem or no task can continue."""
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
            # A single ready task needs no time limit for its step, because no other task waits.
            with Limits(seconds=None if len(ready) == 1 else schedule.step_limit(task)).watch():
                if proof := task.step():
                    return proof
        except OutOfTime:
            limits.check()  # `limits.check()` raises `OutOfTime` again if the time of the whole search is over
            schedule.spent[task] += clock.now() - begun
            continue
        except MemoryError:
            task.is_finished = True
            task.attempts.append(Attempt(task.name, None, None, "out of memory"))
        # Measure the processor time of this process, so that other load on the machine does not change the order of the
        # tasks.
        schedule.spent[task] += clock.busy() - busy


class _TurnSchedule:
    """The time that each task has used so far, and the length of a turn."""

    def __init__(self, tasks: int) -> None:
        left = limits.seconds_left()
        self.turn = LONGEST_TURN if left is None else min(LONGEST_TURN, max(left, 1e-3) / (TURNS * tasks))
        self.spent: defaultdict[SearchTask, float] = defaultdict(float)

    def next_task(self, ready: Sequence[SearchTask], tasks: Sequence[SearchTask]) -> SearchTask:
        """Return the task that runs next, among the tasks that are ready."""
        fewest = min((states for task in tasks if (states := task.priority()[1])), default=0)

        def order(task: SearchTask) -> tuple[float, tuple[int, int]]:
            place = task.priority()
            counted = 2 if place[1] > MANY_TIMES * fewest else 1
            return counted * (self.spent[task] // self.turn), place

        return min(ready, key=order)

    def step_limit(self, task: SearchTask) -> float:
        """Return the number of seconds after which a step of a task is interrupted."""
        return max(self.turn, self.spent[task])
